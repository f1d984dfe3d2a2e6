//! The maze as rows of hexadecimal digits, one a cell: the sum of its walls, as in [`Encoding::Bits`](super::Encoding::Bits). A place that a mask
//! leaves out has all four. After an empty line follow the entrance and the exit, each as `x,y`, and the path between them in letters. Of a part of a maze, the ends are counted from its first
//! cell, and `-` is an end that is not in it.

use crate::grid::{Side, Sides};
use crate::parse::assembly::{Cells, GivenEnds, Marked, outer_sides, rectangle};
use crate::parse::error::{ParseError, ParseErrorKind, Place};
use crate::parse::input::{Input, OUTSIDE_END, Request, is_hex_with_ends, lines, numbers_of_end};
use crate::parse::names::Names;
use crate::parse::{BitSides, InputFormat, Parsed};
use crate::picture::piece_writer::{PieceWriter, WriteInfo, strips};
use crate::picture::{Picture, RowSource};

pub(crate) const WRITE: WriteInfo = WriteInfo::TEXT;

pub(crate) fn start(source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
    strips(source, write_piece)
}

fn write_piece(source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
    let strip = source.strip(number);
    if !strip.is_last() {
        let walls = |open: &Sides| usize::from(Sides::SQUARE.minus(*open).bits());
        out.extend(strip.here.iter().map(|open| b"0123456789ABCDEF"[walls(open)]));
        return out.push(b'\n');
    }
    let metadata = source.metadata();
    out.push(b'\n');
    for end in metadata.places_of_ends() {
        let place = end.map(|[row, column]| format!("{column},{row}"));
        out.extend_from_slice(place.as_deref().unwrap_or("-").as_bytes());
        out.push(b'\n');
    }
    if let Some(picture) = source.whole().filter(|picture| picture.path.is_some()) {
        write_path(picture, out);
    }
}

/// The moves from the entrance to the exit.
fn write_path(picture: &Picture, out: &mut Vec<u8>) {
    let turns = picture.turns();
    for pair in turns.windows(2) {
        let [[row, column], [to_row, to_column]] = [pair[0], pair[1]];
        let (letter, moves) = match () {
            () if row > to_row => (b'N', row - to_row),
            () if row < to_row => (b'S', to_row - row),
            () if column > to_column => (b'W', column - to_column),
            () => (b'E', to_column - column),
        };
        out.resize(out.len() + moves as usize, letter);
    }
    out.push(b'\n');
}

pub(crate) const INPUT: InputFormat = InputFormat {
    name: "hex",
    description: "Rows of hexadecimal digits, one a cell: its walls, N 1, E 2, S 4, W 8. After an empty line may follow the entrance and the exit as x,y, \
              and the path in the letters N, E, S and W.",
    first_line: "D53D1397",
    is_of_squares: false,
    fits,
    read,
};

/// Returns true if the first lines of a text are hexadecimal digits.
fn fits(input: &Input<'_>) -> bool {
    let mut rows = rows_of(input.text()).map(|(_, row)| row);
    let are_hex = rows.next().is_some_and(is_hex) && rows.all(is_hex);
    are_hex && !has_few_letters(input.text())
}

fn is_hex(line: &str) -> bool {
    line.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns the lines of a text that are rows: those up to the first empty one, or up to the first end.
fn rows_of(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    let filled = lines(text).map(str::trim).enumerate().skip_while(|(_, line)| line.is_empty());
    filled.take_while(|(_, line)| !line.is_empty() && numbers_of_end(line).is_none())
}

/// Returns true if all digits are 0 and 1, and two letters at most are among them. Then it is a matrix, whose letters mark its ends: a closed maze has more
/// digits above 1.
fn has_few_letters(text: &str) -> bool {
    let mut letters = 0;
    let mut are_bits = true;
    for char in text.chars().filter(|char| !char.is_whitespace()) {
        letters += usize::from(char.is_ascii_alphabetic());
        are_bits &= matches!(char, '0' | '1') || char.is_ascii_alphabetic();
    }
    are_bits && (1..=2).contains(&letters) && text.contains(['0', '1'])
}

/// Reads rows of digits. If their cells disagree, the error says with which bits they do not.
fn read(input: &Input<'_>, request: &Request<'_>) -> Result<Parsed, ParseError> {
    read_rows(input, request)
        .map_err(|last| with_order_of_bits(last, rows_of(input.text()).map(|(_, row)| row), request))
}

fn read_rows(input: &Input<'_>, request: &Request<'_>) -> Result<Parsed, ParseError> {
    let text = input.text();
    let nothing = || ParseError::malformed(None, "there is nothing here, where rows of digits must be");
    let (first, line) = rows_of(text).next().ok_or_else(nothing)?;
    let (columns, rows) = (line.len(), rows_of(text).count());
    let mut filled = lines(text).enumerate().skip(first);
    // Without a letter and without ends it may be a matrix of numbers: the corner of a closed maze in the south-west has two walls, whose sum
    // is 12 at least.
    let digits = || lines(text).skip(first).take(rows).flat_map(str::chars);
    let is_named = request.options.format.is_some() || request.options.bits.is_some() || is_hex_with_ends(text);
    if !is_named && digits().all(|char| char.is_ascii_digit() || char.is_whitespace()) {
        let detail = "these digits may be walls of cells, or squares: read=hex or read=numbers says which";
        return Err(ParseError::malformed(Place::text(first + 1, 1), detail));
    }
    request.check_size([columns, rows])?;
    let bits = request.options.bits.unwrap_or_default();
    let walls_of: [Sides; 16] = std::array::from_fn(|digit| bits.walls(digit as u8));
    let mut cells = Cells::new();
    let mut walls: Vec<Sides> = Vec::with_capacity(columns);
    for (number, line) in filled.by_ref().take(rows) {
        request.go_on()?;
        let start = line.len() - line.trim_start().len();
        let length = line.trim().len();
        if length != columns {
            let place = Place::text(number + 1, start + length.min(columns) + 1);
            let detail = format!("this row has {length} cells, and the first one {columns}");
            request.fault(ParseError::inconsistent(place, detail))?;
            // Cells below are not compared with these.
            walls.clear();
            continue;
        }
        let mut west = None;
        for (column, char) in line.trim().chars().enumerate() {
            let place = Place::text(number + 1, start + column + 1);
            let Some(digit) = char.to_digit(16) else {
                request.fault(ParseError::malformed(place, format!("{char:?} is no hexadecimal digit")))?;
                // Cells beside and below are not compared with this one.
                walls.clear();
                break;
            };
            let cell = walls_of[digit as usize];
            let pairs =
                [(west, [Side::E, Side::W], "before it"), (walls.get(column).copied(), [Side::S, Side::N], "above it")];
            for (other, sides, which) in pairs {
                if let Err(error) = check_pair(other, cell, sides, place, which) {
                    request.fault(error)?;
                }
            }
            west = Some(cell);
            match walls.get_mut(column) {
                Some(above) => *above = cell,
                None => walls.push(cell),
            }
            cells.push(Some(Sides::SQUARE.minus(cell)));
        }
    }
    request.check_faults()?;
    let Tail { ends: said, path } = read_tail(filled, first)?;
    if request.options.bits.is_none() && columns.min(rows) > 1 {
        check_outer_walls(&cells, [columns, rows])?;
    }
    let said = order_of_ends(said, path.as_ref(), &cells, [columns, rows], request);
    let (mut marked, mut outside) = (<[Marked; 2]>::default(), [None, None]);
    for (end, number) in said.into_iter().zip(0..) {
        let Some(([x, y], place)) = end else { continue };
        if (x as usize) < columns && (y as usize) < rows {
            marked[number].add([y, x], || place);
        } else {
            let detail =
                format!("an end must be x,y, with x less than {columns} and y less than {rows}, and this is {x},{y}");
            outside[number] = Some(Box::new(ParseError::malformed(place, detail)));
        }
    }
    let lone = |missing: usize| {
        let [this, other] = if missing == 0 { ["exit", "entrance"] } else { ["entrance", "exit"] };
        format!("this is the {this}, and there is no {other}")
    };
    let mut ends = GivenEnds::marked(&marked, false, lone, |_, _| String::new());
    for (unclear, outside) in ends.unclear.iter_mut().zip(outside) {
        *unclear = outside.or(unclear.take());
    }
    Ok(Parsed { directions: path, ..rectangle([columns, rows], cells, ends, request)? })
}

/// Returns the same error; where bits of another order let all cells agree about the walls between them, the first fault says which.
fn with_order_of_bits<'a>(
    mut last: ParseError,
    rows: impl Iterator<Item = &'a str>,
    request: &Request<'_>,
) -> ParseError {
    if request.options.bits.is_some() || last.kind != ParseErrorKind::Inconsistent {
        return last;
    }
    if let Some((walls, open)) = BitSides::orders_of(rows).filter(|(walls, _)| *walls != BitSides::default()) {
        let mut faults = request.notes.faults.borrow_mut();
        let first = faults.first_mut().unwrap_or(&mut last);
        first.detail += &format!("; all cells agree with bits={walls}, or with bits={open} if the bits are open sides");
    }
    last
}

/// Fails if no cell has an outer wall: then the bits that are set are most likely the open sides.
fn check_outer_walls(cells: &Cells<Sides>, size: [usize; 2]) -> Result<(), ParseError> {
    let is_open = |(number, open): (usize, &Sides)| outer_sides(number, size).minus(*open) == Sides::NONE;
    if !cells.all().iter().enumerate().all(is_open) {
        return Ok(());
    }
    let detail = "no cell has an outer wall, so that the bits may be those of open sides: bits=nesw reads them so, and bits=NESW as walls";
    Err(ParseError::inconsistent(None, detail))
}

/// Returns the ends as x,y. They are row,column where the path of the file leads from one to the other so alone.
fn order_of_ends(
    said: [Option<([u32; 2], Place)>; 2],
    path: Option<&Names>,
    cells: &Cells<Sides>,
    size: [usize; 2],
    request: &Request<'_>,
) -> [Option<([u32; 2], Place)>; 2] {
    let ([Some((from, place)), Some((to, _))], Some(path)) = (said, path) else { return said };
    let leads = |from: [u32; 2], to: [u32; 2]| is_way(from, to, path, cells.all(), size);
    let turn = |[x, y]: [u32; 2]| [y, x];
    if leads(from, to) || !leads(turn(from), turn(to)) {
        return said;
    }
    request.warn(place, "the ends were read as row,column, since the path leads from one to the other only so");
    said.map(|end| end.map(|(at, place)| (turn(at), place)))
}

/// Returns true if a path of letters leads through open sides from one cell to another.
fn is_way([x, y]: [u32; 2], to: [u32; 2], path: &Names, open: &[Sides], [columns, rows]: [usize; 2]) -> bool {
    let mut here = [x as usize, y as usize];
    for name in path.iter() {
        let [x, y] = here;
        let side = Side::from_name(name);
        let is_open = x < columns && y < rows && side.is_some_and(|side| open[y * columns + x].contains(side));
        let Some(side) = side.filter(|_| is_open) else { return false };
        let [down, right] = side.offset().map(|offset| offset as isize);
        here = [x.wrapping_add_signed(right), y.wrapping_add_signed(down)];
    }
    here == to.map(|number| number as usize)
}

/// Fails unless two neighbors agree about the wall between them: `sides` are that of the other one and that of this one.
fn check_pair(
    other: Option<Sides>,
    cell: Sides,
    [far, near]: [Side; 2],
    place: Place,
    which: &str,
) -> Result<(), ParseError> {
    match other {
        Some(other) if other.contains(far) != cell.contains(near) => {
            let [here, there] = if cell.contains(near) { ["a wall", "none"] } else { ["no wall", "one"] };
            let [near, far] = [near, far].map(Side::letter);
            let detail = format!("{here} on side {near}, but the cell {which} has {there} on side {far}");
            Err(ParseError::inconsistent(place, detail))
        }
        _ => Ok(()),
    }
}

/// Returns the column and the row of an end in a line below the rows, where a blank may replace the comma.
fn numbers_below(line: &str) -> Option<[u32; 2]> {
    numbers_of_end(line).or_else(|| numbers_of_end(&line.split_whitespace().collect::<Vec<_>>().join(",")))
}

/// What comes after the rows.
struct Tail {
    /// The entrance and the exit, as x,y.
    ends: [Option<([u32; 2], Place)>; 2],
    /// The path between them.
    path: Option<Names>,
}

/// Parses the lines after the rows: the entrance, the exit and the path.
fn read_tail<'a>(lines: impl Iterator<Item = (usize, &'a str)>, first: usize) -> Result<Tail, ParseError> {
    let (mut ends, mut count, mut path) = ([None; 2], 0, None);
    for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let (line, place) = (line.trim(), Place::text(number + 1, 1));
        let path_of = |line: &str| {
            let word = line.rsplit(['=', ':']).next().unwrap_or_default().trim().to_ascii_uppercase();
            (!word.is_empty() && word.chars().all(|char| "NESW".contains(char))).then_some(word)
        };
        let wrong = |detail: String| Err(ParseError::malformed(place, detail));
        if line == OUTSIDE_END || line.contains(',') || numbers_below(line).is_some() {
            match (ends.get_mut(count).filter(|_| path.is_none()), numbers_below(line)) {
                (None, _) => {
                    return wrong("an entrance, an exit and a path may follow the rows, in this order".to_owned());
                }
                (Some(end), Some(at)) => *end = Some((at, place)),
                _ if line == OUTSIDE_END => {}
                _ => return wrong("an end must be the two numbers x,y".to_owned()),
            }
            count += 1;
        } else if let Some(word) = path_of(line).filter(|_| path.is_none()) {
            path = Some(Names::word(word));
        } else {
            let detail = "here must be an end, as x,y, or a path in the letters N, E, S and W";
            return wrong(format!("{detail}; lines={}-{number} leaves this line out", first + 1));
        }
    }
    Ok(Tail { ends, path })
}
