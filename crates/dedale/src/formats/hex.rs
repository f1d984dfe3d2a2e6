//! The maze as rows of hexadecimal digits, one a cell: the sum of its walls, as in [`Encoding::Bits`](super::Encoding::Bits). A place that a mask
//! leaves out has all four. After an empty line follow the entrance and the exit, each as `x,y`, and the path between them in letters. Of a part of a maze, the ends are counted from its first
//! cell, and `-` is an end that is not in it.

use crate::grid::{Side, Sides};
use crate::parse::assembly::{Cells, GivenEnds, Marked, rectangle};
use crate::parse::error::{ParseError, Place};
use crate::parse::input::{Input, OUTSIDE_END, Request, end_of, is_hex_with_ends, lines};
use crate::parse::names::Names;
use crate::parse::{InputFormat, Parsed};
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
    for end in metadata.ends() {
        let place = metadata.place_of(end).map(|[row, column]| format!("{column},{row}"));
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

/// Whether the first lines of a text are hexadecimal digits.
fn fits(input: &Input<'_>) -> bool {
    let mut rows = lines(input.text()).map(str::trim).skip_while(|line| line.is_empty());
    let is_hex = |line: &str| line.bytes().all(|byte| byte.is_ascii_hexdigit());
    let are_hex = rows.next().is_some_and(is_hex) && rows.take_while(|line| !line.is_empty()).all(is_hex);
    are_hex && !has_few_letters(input.text())
}

/// Whether the digits are 0 and 1 but for two letters, which mark the ends of a matrix: a closed maze has more cells with walls on two sides.
fn has_few_letters(text: &str) -> bool {
    let mut letters = 0;
    let mut are_bits = true;
    for char in text.chars().filter(|char| !char.is_whitespace()) {
        letters += usize::from(char.is_ascii_alphabetic());
        are_bits &= matches!(char, '0' | '1') || char.is_ascii_alphabetic();
    }
    are_bits && (1..=2).contains(&letters) && text.contains(['0', '1'])
}

/// Reads rows of digits.
fn read(input: &Input<'_>, request: &Request<'_>) -> Result<Parsed, ParseError> {
    let text = input.text();
    let mut filled = lines(text).enumerate().skip_while(|(_, line)| line.trim().is_empty()).peekable();
    let nothing = || ParseError::malformed(None, "there is nothing here, where rows of digits must be");
    let &(first, line) = filled.peek().ok_or_else(nothing)?;
    let columns = line.trim().len();
    let rows = filled.clone().take_while(|(_, line)| !line.trim().is_empty()).count();
    // Without a letter and without ends it may be a matrix of numbers: the corner of a closed maze in the south-west has two walls, whose sum
    // is 12 at least.
    let digits = || lines(text).skip(first).take(rows).flat_map(str::chars);
    let is_named = request.options.format.is_some() || is_hex_with_ends(text);
    if !is_named && digits().all(|char| char.is_ascii_digit() || char.is_whitespace()) {
        let detail = "these digits may be walls of cells, or squares: read=hex or read=numbers says which";
        return Err(ParseError::malformed(Place::text(first + 1, 1), detail));
    }
    request.check_size([columns, rows])?;
    let mut cells = Cells::new();
    let mut walls: Vec<Sides> = Vec::with_capacity(columns);
    for (number, line) in filled.by_ref().take(rows) {
        request.go_on()?;
        let start = line.len() - line.trim_start().len();
        let length = line.trim().len();
        if length != columns {
            let place = Place::text(number + 1, start + length.min(columns) + 1);
            let detail = format!("this row has {length} cells, and the first one {columns}");
            return Err(ParseError::inconsistent(place, detail));
        }
        let mut west = None;
        for (column, char) in line.trim().chars().enumerate() {
            let place = Place::text(number + 1, start + column + 1);
            let wrong = || ParseError::malformed(place, format!("{char:?} is no hexadecimal digit"));
            let cell = Sides::from_bits(char.to_digit(16).ok_or_else(wrong)? as u8);
            check_pair(west, cell, [Side::E, Side::W], place, "before it")?;
            // In the first row there is none above.
            check_pair(walls.get(column).copied(), cell, [Side::S, Side::N], place, "above it")?;
            west = Some(cell);
            match walls.get_mut(column) {
                Some(above) => *above = cell,
                None => walls.push(cell),
            }
            cells.push(Some(Sides::SQUARE.minus(cell)));
        }
    }
    let (marked, directions) = read_tail(filled, [columns, rows])?;
    let lone = |missing: usize| {
        let [this, other] = if missing == 0 { ["exit", "entrance"] } else { ["entrance", "exit"] };
        format!("this is the {this}, and there is no {other}")
    };
    let ends = GivenEnds::marked(&marked, false, lone, |_, _| String::new());
    Ok(Parsed { directions, ..rectangle([columns, rows], cells, ends, request)? })
}

/// Whether two neighbors agree about the wall between them: `sides` are that of the other one and that of this one.
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

/// Parses the lines after the rows: the entrance, the exit and the path.
fn read_tail<'a>(
    lines: impl Iterator<Item = (usize, &'a str)>,
    [columns, rows]: [usize; 2],
) -> Result<([Marked; 2], Option<Names>), ParseError> {
    let (mut ends, mut count, mut path) = (<[Marked; 2]>::default(), 0, None);
    for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let (line, place) = (line.trim(), Place::text(number + 1, 1));
        let wrong = |detail: String| Err(ParseError::malformed(place, detail));
        if line == OUTSIDE_END || line.contains(',') {
            match (ends.get_mut(count).filter(|_| path.is_none()), end_of(line, [columns, rows])) {
                (None, _) => {
                    return wrong("an entrance, an exit and a path may follow the rows, in this order".to_owned());
                }
                (Some(end), Some([x, y])) => end.add([y, x], || place),
                _ if line == OUTSIDE_END => {}
                _ => return wrong(format!("an end must be x,y, with x less than {columns} and y less than {rows}")),
            }
            count += 1;
        } else if path.is_none() && line.chars().all(|char| "NESW".contains(char.to_ascii_uppercase())) {
            path = Some(Names::word(line.to_ascii_uppercase()));
        } else {
            return wrong("here must be an end, as x,y, or a path in the letters N, E, S and W".to_owned());
        }
    }
    Ok((ends, path))
}
