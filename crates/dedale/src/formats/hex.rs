//! The maze as rows of hexadecimal digits, one a cell: the sum of its walls, as in [`Encoding::Bits`](super::Encoding::Bits). A place that a mask
//! leaves out has all four. After an empty line follow the entrance and the exit, each as `x,y`, and the path between them in letters. Of a part of a maze, the ends are counted from its first
//! cell, and `-` is an end that is not in it.

use super::numbers;
use crate::grid::{Side, Sides};
use crate::parse::assembly::{Cells, GivenEnds, Marked, rectangle};
use crate::parse::error::{InputPlace, ParseError, ParseErrorKind};
use crate::parse::input::{Input, Notes, OUTSIDE_END, ReadContext, is_hex_with_ends, lines, numbers_of_end};
use crate::parse::names::Names;
use crate::parse::sided_cells::SidedCells;
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
    description: "Rows of hexadecimal digits, or with bits of numbers from 0 to 15, one a cell: its walls, N 1, E 2, S 4, W 8. After an empty line may follow the entrance and the exit as x,y, \
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

/// Reads rows of digits, or rows of numbers from 0 to 15. If their cells disagree, the error says with which bits they do not.
fn read(input: &Input<'_>, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    if is_of_numbers(input) {
        let context = ReadContext { are_sides: true, ..*context };
        return (numbers::INPUT.read)(input, &context).map_err(|last| {
            let likely = context.notes.bits.borrow();
            let only = if let [only] = likely[..] { Some(only) } else { None };
            with_order_of_bits(last, only.map(|bits| format!("bits={bits}")), &context)
        });
    }
    read_rows(input, context).map_err(|last| {
        let orders = || BitSides::orders_of(rows_of(input.text()).map(|(_, row)| digits_of(row)));
        let only = (context.options.bits.is_none() && last.kind == ParseErrorKind::Inconsistent).then(orders);
        let only = only.filter(|orders| orders.len() == 1 && orders[0].0 != BitSides::default());
        let shown = |(walls, open): &(BitSides, BitSides)| {
            format!("bits={walls}, or with bits={open} if the bits are open sides")
        };
        with_order_of_bits(last, only.iter().flatten().map(shown).next(), context)
    })
}

/// Returns the digits with which a row begins.
fn digits_of(row: &str) -> impl Iterator<Item = u8> {
    row.chars().map_while(|char| char.to_digit(16)).map(|digit| digit as u8)
}

/// Returns true if the first line is no row of digits, and there are rows of numbers.
fn is_of_numbers(input: &Input<'_>) -> bool {
    let is_of_digits = || lines(input.text()).map(str::trim).find(|line| !line.is_empty()).is_some_and(is_hex);
    !is_of_digits() && (numbers::INPUT.fits)(input)
}

/// Returns an addition to an error about numbers that are no squares, if they are sums of the bits of sides, and all cells agree then.
pub(super) fn proposed_bits(input: &Input<'_>, context: &ReadContext<'_>) -> Option<String> {
    /// How many meanings are proposed.
    const MOST: usize = 4;
    let notes = Notes::default();
    let read = (numbers::INPUT.read)(input, &ReadContext { are_sides: true, notes: &notes, ..*context });
    if matches!(&read, Err(error) if error.kind == ParseErrorKind::Refused) {
        return None;
    }
    let likely: Vec<String> = notes.bits.take().iter().take(MOST).map(|bits| format!("bits={bits}")).collect();
    let (last, others) = likely.split_last()?;
    let before = if others.is_empty() { String::new() } else { others.join(", ") + " or " };
    let are_open = likely.iter().any(|bits| bits.ends_with(|letter: char| letter.is_ascii_lowercase()));
    let small = if are_open { ", where small letters are open sides" } else { "" };
    Some(format!(
        "; if each number is the sum of the bits of a cell's sides, all cells agree with {before}{last}{small}"
    ))
}

fn read_rows(input: &Input<'_>, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let text = input.text();
    let nothing = || ParseError::malformed(None, "there is nothing here, where rows of digits must be");
    let (first, line) = rows_of(text).next().ok_or_else(nothing)?;
    let (columns, rows) = (line.len(), rows_of(text).count());
    let mut filled = lines(text).enumerate().skip(first);
    // Without a letter and without ends it may be a matrix of numbers: the corner of a closed maze in the south-west has two walls, whose sum
    // is 12 at least.
    let digits = || lines(text).skip(first).take(rows).flat_map(str::chars);
    let is_named = context.options.format.is_some() || context.options.bits.is_some() || is_hex_with_ends(text);
    if !is_named && digits().all(|char| char.is_ascii_digit() || char.is_whitespace()) {
        let detail = "these digits may be walls of cells, or squares: read=hex or read=numbers says which";
        return Err(ParseError::malformed(InputPlace::text(first + 1, 1), detail));
    }
    let mut cells = SidedCells::new([columns, rows], context)?;
    for (number, line) in filled.by_ref().take(rows) {
        cells.start_row()?;
        let start = line.len() - line.trim_start().len();
        let length = line.trim().len();
        if length != columns {
            let place = InputPlace::text(number + 1, start + length.min(columns) + 1);
            let detail = format!("this row has {length} cells, and the first one {columns}");
            context.fault(ParseError::inconsistent(place, detail))?;
            cells.forget_row();
            continue;
        }
        for (column, char) in line.trim().chars().enumerate() {
            let place = || InputPlace::text(number + 1, start + column + 1);
            let Some(digit) = char.to_digit(16) else {
                context.fault(ParseError::malformed(place(), format!("{char:?} is no hexadecimal digit")))?;
                cells.forget_row();
                break;
            };
            cells.push(digit as u8, place)?;
        }
    }
    context.check_faults()?;
    let Tail { ends: said, path } = read_tail(filled, first)?;
    let cells = cells.finish()?;
    let said = order_of_ends(said, path.as_ref(), &cells, [columns, rows], context);
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
    Ok(Parsed { directions: path, ..rectangle([columns, rows], cells, ends, context)? })
}

/// Returns the same error; its first fault says with which bits all cells agree about the walls between them, if that is known.
fn with_order_of_bits(mut last: ParseError, bits: Option<String>, context: &ReadContext<'_>) -> ParseError {
    if let Some(bits) = bits.filter(|_| context.options.bits.is_none() && last.kind == ParseErrorKind::Inconsistent) {
        let mut faults = context.notes.faults.borrow_mut();
        let first = faults.first_mut().unwrap_or(&mut last);
        first.detail += &format!("; all cells agree with {bits}");
    }
    last
}

/// Returns the ends as x,y. They are row,column where the path of the file leads from one to the other so alone.
fn order_of_ends(
    said: [Option<([u32; 2], InputPlace)>; 2],
    path: Option<&Names>,
    cells: &Cells<Sides>,
    size: [usize; 2],
    context: &ReadContext<'_>,
) -> [Option<([u32; 2], InputPlace)>; 2] {
    let ([Some((from, place)), Some((to, _))], Some(path)) = (said, path) else { return said };
    let leads = |from: [u32; 2], to: [u32; 2]| is_way(from, to, path, cells.all(), size);
    let turn = |[x, y]: [u32; 2]| [y, x];
    if leads(from, to) || !leads(turn(from), turn(to)) {
        return said;
    }
    context.warn(place, "the ends were read as row,column, since the path leads from one to the other only so");
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

/// Returns the column and the row of an end in a line below the rows, where a blank may replace the comma.
fn numbers_below(line: &str) -> Option<[u32; 2]> {
    numbers_of_end(line).or_else(|| numbers_of_end(&line.split_whitespace().collect::<Vec<_>>().join(",")))
}

/// What comes after the rows.
struct Tail {
    /// The entrance and the exit, as x,y.
    ends: [Option<([u32; 2], InputPlace)>; 2],
    /// The path between them.
    path: Option<Names>,
}

/// Parses the lines after the rows: the entrance, the exit and the path.
fn read_tail<'a>(lines: impl Iterator<Item = (usize, &'a str)>, first: usize) -> Result<Tail, ParseError> {
    let (mut ends, mut count, mut path) = ([None; 2], 0, None);
    for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let (line, place) = (line.trim(), InputPlace::text(number + 1, 1));
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
