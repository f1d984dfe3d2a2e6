//! What is read: its bytes, and its text.

use std::borrow::Cow;
use std::cell::RefCell;

use super::error::{InputPlace, ParseError, ParseErrorKind};
use super::line_range::LineRange;
use super::{BitSides, ReadOptions, Warning};

/// How a file of numpy begins, which is no text.
pub(crate) const NPY: &[u8] = b"\x93NUMPY";

/// Returns true if a file is no text by what it begins with: an array of numpy, or a picture.
fn is_binary(bytes: &[u8]) -> bool {
    #[cfg(feature = "png")]
    if crate::pixel_rows::PictureKind::of(bytes).is_some() {
        return true;
    }
    bytes.starts_with(NPY) || is_maz(bytes)
}

/// The cells of a side of a `maz`: of a whole maze, and of one of half size.
const MAZ_SIDES: [usize; 2] = [16, 32];

/// Returns true if a file is numbers of walls, one for each cell. A text that is as long has other bytes.
pub(crate) fn is_maz(bytes: &[u8]) -> bool {
    let is_blank = || bytes.iter().all(u8::is_ascii_whitespace);
    side_of_maz(bytes).is_some() && bytes.iter().all(|&byte| byte < 16) && !is_blank()
}

/// Returns the cells of a side of a file that is as long.
pub(crate) fn side_of_maz(bytes: &[u8]) -> Option<usize> {
    MAZ_SIDES.into_iter().find(|side| side * side == bytes.len())
}

/// How many bytes are read at most before it is asked whether to go on.
pub(crate) const READ_BYTES: usize = 1 << 16;

/// The options of a reader, the function that grants it memory and lets it go on, and what it notes.
#[derive(Clone, Copy)]
pub(crate) struct ReadContext<'a> {
    pub(crate) options: &'a ReadOptions,
    /// Whether this many more bytes may be taken; with 0, whether to go on.
    pub(crate) admit: &'a dyn Fn(u64) -> bool,
    pub(crate) notes: &'a Notes,
    /// True if numbers in rows are sums of the bits of sides, and no squares.
    pub(crate) are_sides: bool,
}

/// The faults and the warnings that a reader notes while it goes on.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    pub(crate) faults: RefCell<Vec<ParseError>>,
    pub(crate) warnings: RefCell<Vec<Warning>>,
    /// What the bits of numbers in rows may mean, if these are sums of the bits of sides: the likely meaning first.
    pub(crate) bits: RefCell<Vec<BitSides>>,
}

impl ReadContext<'_> {
    /// Fails if reading must not go on. This is asked for each row, and at least once in [`READ_BYTES`].
    pub(crate) fn go_on(&self) -> Result<(), ParseError> {
        self.ask(0)
    }

    /// Notes a fault after which others can be found. Reading fails in the end, and here if there are too many.
    pub(crate) fn fault(&self, error: ParseError) -> Result<(), ParseError> {
        let mut faults = self.notes.faults.borrow_mut();
        let ends_reading = !matches!(error.kind, ParseErrorKind::Malformed | ParseErrorKind::Inconsistent);
        if ends_reading || faults.len() + 1 >= ParseError::MAX_FAULTS {
            return Err(error);
        }
        faults.push(error);
        Ok(())
    }

    /// Notes something that may be wrong, and does not keep the maze from being read.
    pub(crate) fn warn(&self, place: impl Into<Option<InputPlace>>, detail: impl Into<String>) {
        let mut warnings = self.notes.warnings.borrow_mut();
        if warnings.len() < ParseError::MAX_FAULTS {
            warnings.push(Warning { place: place.into(), detail: detail.into() });
        }
    }

    /// Fails if a fault was noted.
    pub(crate) fn check_faults(&self) -> Result<(), ParseError> {
        self.notes.faults.borrow_mut().pop().map_or(Ok(()), Err)
    }

    /// Reserves this many more bytes, or fails.
    pub(crate) fn ask(&self, bytes: u64) -> Result<(), ParseError> {
        if (self.admit)(bytes) {
            return Ok(());
        }
        let detail = match bytes {
            0 => "reading was stopped".to_owned(),
            _ => format!("{bytes} bytes of memory would be needed"),
        };
        Err(ParseError { kind: ParseErrorKind::Refused, ..ParseError::malformed(None, detail) })
    }

    /// Fails if a maze of this many columns and rows of cells is above the limits.
    pub(crate) fn check_size(&self, [columns, rows]: [usize; 2]) -> Result<(), ParseError> {
        let excess = self.options.limits.excess([columns as u64, rows as u64]);
        excess.map_or(Ok(()), |over| Err(ParseError::too_many(None, over)))
    }
}

/// Some bytes, and the text that they are.
pub(crate) struct Input<'a> {
    pub(crate) bytes: &'a [u8],
    text: Result<Cow<'a, str>, ParseError>,
    /// What comes before the lines that are read, which are empty in the text, and what comes behind them.
    around: [String; 2],
}

impl<'a> Input<'a> {
    /// Returns the text of these lines alone, if they are given. First lines that say how large the drawing below is are left out.
    pub(crate) fn new(bytes: &'a [u8], lines: Option<LineRange>) -> Input<'a> {
        let text = if is_binary(bytes) { Ok(Cow::Borrowed("")) } else { decode(bytes) };
        let mut input = Input { bytes, text, around: Default::default() };
        match lines {
            Some(lines) if is_binary(bytes) => {
                let detail = format!("lines={lines} is only valid for a text, and this is none");
                input.text = Err(ParseError::malformed(None, detail));
            }
            Some(lines) => input.text = input.text.and_then(|text| lines_of(text, lines, &mut input.around)),
            None => {}
        }
        if let Ok(text) = &mut input.text
            && lines.is_none()
            && !is_hex_with_ends(text)
            && size_of_matrices(text).is_none()
            && let Some(length) = size_of(text)
        {
            input.around[0] = text[..length].to_owned();
            *text = Cow::Owned(without_first(text, length));
        }
        input
    }

    /// What comes before the lines that are read, and what comes behind them. The lines before are empty in the text.
    pub(crate) fn around(&self) -> [&str; 2] {
        self.around.each_ref().map(String::as_str)
    }

    /// Returns the text, without a byte-order mark. Nothing, if it is none.
    pub(crate) fn text(&self) -> &str {
        self.text.as_deref().unwrap_or_default()
    }

    /// Returns all of the text, with what is around the lines that are read.
    pub(crate) fn whole_text(&self) -> Cow<'a, str> {
        decode(self.bytes).unwrap_or_default()
    }

    /// Why it is no text, if it is none.
    pub(crate) fn check_text(&self) -> Result<(), ParseError> {
        self.text.as_ref().map(drop).map_err(Clone::clone)
    }

    /// Returns true if it is an array of numpy.
    pub(crate) fn is_array(&self) -> bool {
        self.bytes.starts_with(NPY)
    }

    /// Returns true if it is no text by what it begins with.
    pub(crate) fn is_binary(&self) -> bool {
        is_binary(self.bytes)
    }

    /// Returns the first character that is not white space.
    pub(crate) fn first_char(&self) -> Option<char> {
        self.text().chars().find(|char| !char.is_whitespace())
    }
}

/// Returns the text with its first bytes left out, in whose place are as many empty lines.
fn without_first(text: &str, length: usize) -> String {
    let (before, rest) = text.split_at(length);
    "\n".repeat(before.matches('\n').count()) + rest
}

/// These lines of a text, below as many empty ones as come before them; and what is around them.
fn lines_of<'a>(text: Cow<'a, str>, range: LineRange, around: &mut [String; 2]) -> Result<Cow<'a, str>, ParseError> {
    let starts = || std::iter::once(0).chain(text.match_indices('\n').map(|(offset, _)| offset + 1));
    let Some(start) = starts().nth(range.first as usize - 1) else {
        let detail = format!("lines={range} is asked for, and there are {}", starts().count());
        return Err(ParseError::malformed(None, detail));
    };
    let end = range.last.and_then(|last| starts().nth(last as usize)).unwrap_or(text.len());
    *around = [text[..start].to_owned(), text[end..].to_owned()];
    Ok(Cow::Owned(without_first(&text[..end], start)))
}

/// Returns true if a text is rows of hexadecimal digits, an empty line, which may be missing, and two ends, as they are [written](crate::formats::Format::Hex): no other format is so.
pub(crate) fn is_hex_with_ends(text: &str) -> bool {
    let mut rest = lines(text).peekable();
    let mut size = [0; 2];
    while let Some(row) = rest.next_if(|line| !line.is_empty() && numbers_of_end(line).is_none()) {
        let is_row = row.bytes().all(|byte| byte.is_ascii_hexdigit()) && (size[1] == 0 || row.len() == size[0]);
        if !is_row {
            return false;
        }
        size = [row.len(), size[1] + 1];
    }
    let is_apart = rest.next_if_eq(&"").is_some() && size.iter().all(|&side| side > 1);
    // With blanks between its numbers, an end looks like a row of two numbers.
    let is_pair = |line: &str| {
        is_apart
            && line.split_whitespace().all(|word| word.parse::<u32>().is_ok())
            && line.split_whitespace().count() == 2
    };
    let mut is_end =
        || rest.next().is_some_and(|line| line == OUTSIDE_END || numbers_of_end(line).is_some() || is_pair(line));
    size[1] > 0 && is_end() && is_end()
}

/// Returns the rows and the columns of two [matrices](crate::formats) of walls, which follow each other below a line of these two numbers; `None` if a text is
/// something else.
pub(crate) fn size_of_matrices(text: &str) -> Option<[usize; 2]> {
    let mut rest = filled(text).map(|(_, line)| line);
    let head: Vec<&str> = rest.next()?.split_whitespace().take(3).collect();
    let [rows, columns] =
        <[&str; 2]>::try_from(head).ok()?.map(|word| word.parse::<usize>().ok().filter(|&side| side > 0));
    let (rows, columns) = (rows?, columns?);
    let is_row = |line: &str| {
        let mut count = 0;
        let are_flags = line.split_whitespace().all(|word| {
            count += 1;
            matches!(word, "0" | "1")
        });
        are_flags && count == columns
    };
    let mut count: usize = 0;
    for line in rest {
        count += 1;
        if !is_row(line) {
            return None;
        }
    }
    (rows.checked_mul(2) == Some(count)).then_some([rows, columns])
}

/// In `hex`, the line of an end that is not in the part of a maze that is written.
pub(crate) const OUTSIDE_END: &str = "-";

/// In `hex`, the column and the row of an end, as in `3,0`. There may be brackets around them, and a name before, as in `ENTRY=(3, 0)`; `None` unless the
/// line is one.
pub(crate) fn numbers_of_end(line: &str) -> Option<[u32; 2]> {
    let (name, numbers) = line.split_once(['=', ':']).unwrap_or(("", line));
    let is_name = |char: char| char.is_ascii_alphabetic() || matches!(char, '_' | ' ');
    let numbers = numbers.trim();
    let inside = numbers.strip_prefix(['(', '[']).and_then(|rest| rest.strip_suffix([')', ']'])).unwrap_or(numbers);
    let (x, y) = inside.split_once(',')?;
    let [x, y] = [x.trim().parse().ok()?, y.trim().parse().ok()?];
    name.chars().all(is_name).then_some([x, y])
}

/// How many bytes the first line has, or the first two, if these are one or two whole numbers: the rows and the columns of what follows.
///
/// The other lines are longer, so that these are none of them, or there is an x between the numbers.
fn size_of(text: &str) -> Option<usize> {
    let is_separator = |char: char| char.is_whitespace() || matches!(char, ',' | ';' | 'x');
    let words = |line: &str| line.split(is_separator).filter(|word| !word.is_empty()).count();
    let numbers = |line: &str| -> Option<Vec<usize>> {
        let words = line.split(is_separator).filter(|word| !word.is_empty()).take(3);
        words.map(|word| word.parse().ok()).collect()
    };
    let first = lines(text).next()?;
    let mut said = numbers(first)?;
    let mut length = first.len();
    let mut heads = 1;
    if let ([_], Some(second)) = (&said[..], lines(text).nth(1))
        && let Some(&[side]) = numbers(second).as_deref()
        // Below it the lines are longer.
        && lines(text).nth(2).is_some_and(|third| count_chars(third.trim()) > count_chars(second.trim()))
    {
        said.push(side);
        length = text.split_inclusive('\n').next().map_or(0, str::len) + second.len();
        heads = 2;
    }
    if !(1..=2).contains(&said.len()) {
        return None;
    }
    let filled = || lines(text).skip(heads).map(str::trim_end).filter(|line| !line.is_empty());
    let (rows, second) = (filled().count(), filled().next()?);
    // Where nothing is drawn, a line may be blank.
    let mut numbers_of_filled =
        lines(text).skip(heads).enumerate().filter(|(_, line)| !line.trim().is_empty()).map(|(number, _)| number);
    let first_filled = numbers_of_filled.next()?;
    let all = numbers_of_filled.last().unwrap_or(first_filled) + 1 - first_filled;
    let (chars, many) = (filled().map(count_chars).max()?, words(second));
    // Of two columns of numbers, the first two are a row, however long the others are.
    let is_row = heads == 1 && said.len() == 2 && numbers(second).is_some_and(|numbers| numbers.len() == 2);
    let is_longer = first.contains('x') || chars > count_chars(first.trim()) && !is_row;
    // In drawings of cells with walls, there are more lines than rows.
    let sizes = [
        [rows, chars],
        // There may be something beside the last row.
        [rows, count_chars(second)],
        [rows, many],
        [rows - 1, chars / 2],
        [rows / 2, chars / 2],
        [rows / 2, chars / 4],
        [all / 2, chars / 2],
    ];
    let is_size = sizes.iter().any(|&[rows, columns]| match said[..] {
        [side] => rows > 1 && (side == rows || side == columns) && columns > 1,
        _ => said == [rows, columns] || said == [columns, rows],
    });
    (is_longer && is_size).then_some(length)
}

/// Returns the text in UTF-8, or with its byte-order mark in UTF-16.
pub(super) fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, ParseError> {
    match bytes {
        [0xff, 0xfe, rest @ ..] => utf_16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf_16(rest, u16::from_be_bytes),
        _ => utf_8(bytes).map(Cow::Borrowed),
    }
}

fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Cow<'_, str>, ParseError> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut text = String::with_capacity(bytes.len());
    for char in char::decode_utf16(pairs.iter().map(|&pair| unit(pair))) {
        text.push(char.map_err(|_| not_text(&text, "not UTF-16: half a character"))?);
    }
    if rest.is_empty() { Ok(text.into()) } else { Err(not_text(&text, "not UTF-16: half a character")) }
}

fn utf_8(bytes: &[u8]) -> Result<&str, ParseError> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let offset = error.valid_up_to();
        let before = String::from_utf8_lossy(&bytes[..offset]);
        not_text(&before, &format!("not UTF-8: byte {offset}, counted from 0, is part of no character"))
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

fn not_text(before: &str, detail: &str) -> ParseError {
    let line = before.rsplit('\n').next().unwrap_or_default();
    ParseError::malformed(InputPlace::text(before.matches('\n').count() + 1, line.chars().count() + 1), detail)
}

/// Returns the lines, without what ends them.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> + Clone {
    // Python writes \r\r\n on Windows, where a writer of tables adds the first one itself.
    text.split('\n').map(|line| line.trim_end_matches('\r'))
}

/// Returns the lines that are not blank, counted from 0.
pub(crate) fn filled(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    lines(text).enumerate().filter(|(_, line)| !line.trim().is_empty())
}

pub(crate) fn is_blank(line: &str) -> bool {
    line.trim_end_matches(' ').is_empty()
}

pub(crate) fn count_chars(line: &str) -> usize {
    line.chars().count()
}
