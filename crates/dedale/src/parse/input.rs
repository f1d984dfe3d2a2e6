//! What is read: its bytes, and its text.

use std::borrow::Cow;

use super::ReadOptions;
use super::error::{Kind, ParseError, Place};

/// How a file of numpy begins, which is no text.
pub(crate) const NPY: &[u8] = b"\x93NUMPY";

/// Whether a file is no text by what it begins with: an array of numpy, or a picture.
fn is_binary(bytes: &[u8]) -> bool {
    #[cfg(feature = "png")]
    if crate::pixel_rows::PictureKind::of(bytes).is_some() {
        return true;
    }
    bytes.starts_with(NPY)
}

/// How many bytes are read at most before it is asked whether to go on.
pub(crate) const READ_BYTES: usize = 1 << 16;

/// The options of a reader, and the function that grants it memory and lets it go on.
#[derive(Clone, Copy)]
pub(crate) struct Request<'a> {
    pub(crate) options: &'a ReadOptions,
    /// Whether this many more bytes may be taken; with 0, whether to go on.
    pub(crate) admit: &'a dyn Fn(u64) -> bool,
}

impl Request<'_> {
    /// Fails if reading must not go on. This is asked for each row, and at least once in [`READ_BYTES`].
    pub(crate) fn go_on(&self) -> Result<(), ParseError> {
        self.ask(0)
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
        Err(ParseError { kind: Kind::Refused, ..ParseError::malformed(None, detail) })
    }

    /// Whether a maze of so many columns and rows of cells is within the limits.
    pub(crate) fn check_size(&self, [columns, rows]: [usize; 2]) -> Result<(), ParseError> {
        let excess = self.options.limits.excess([columns as u64, rows as u64]);
        excess.map_or(Ok(()), |over| Err(ParseError::too_many(None, over)))
    }
}

/// Some bytes, and the text that they are.
pub(crate) struct Input<'a> {
    pub(crate) bytes: &'a [u8],
    text: Result<Cow<'a, str>, ParseError>,
    /// The first lines, if they say how large the drawing below is. Then they are empty in the text.
    size: Option<String>,
}

impl<'a> Input<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Input<'a> {
        let mut text = if is_binary(bytes) { Ok(Cow::Borrowed("")) } else { decode(bytes) };
        let mut size = None;
        if let Ok(text) = &mut text
            && !is_hex_with_ends(text)
            && let Some(length) = size_of(text)
        {
            let (head, rest) = text.split_at(length);
            let rest = "\n".repeat(head.matches('\n').count()) + rest;
            size = Some(head.to_owned());
            *text = Cow::Owned(rest);
        }
        Input { bytes, text, size }
    }

    /// The first lines, if they say how large the drawing is that the other lines are.
    pub(crate) fn size(&self) -> Option<&str> {
        self.size.as_deref()
    }

    /// The text, without a byte-order mark. Nothing, if it is none.
    pub(crate) fn text(&self) -> &str {
        self.text.as_deref().unwrap_or_default()
    }

    /// Why it is no text, if it is none.
    pub(crate) fn check_text(&self) -> Result<(), ParseError> {
        self.text.as_ref().map(drop).map_err(Clone::clone)
    }

    /// Whether it is an array of numpy.
    pub(crate) fn is_array(&self) -> bool {
        self.bytes.starts_with(NPY)
    }

    /// Whether it is no text by what it begins with.
    pub(crate) fn is_binary(&self) -> bool {
        is_binary(self.bytes)
    }

    /// The first character that is not white space.
    pub(crate) fn first_char(&self) -> Option<char> {
        self.text().chars().find(|char| !char.is_whitespace())
    }
}

/// Whether a text is rows of hexadecimal digits, an empty line and two ends, as they are [written](crate::formats::Format::Hex): no other format is so.
pub(crate) fn is_hex_with_ends(text: &str) -> bool {
    let mut rest = lines(text);
    let mut size = [0; 2];
    for row in rest.by_ref().take_while(|line| !line.is_empty()) {
        let is_row = row.bytes().all(|byte| byte.is_ascii_hexdigit()) && (size[1] == 0 || row.len() == size[0]);
        if !is_row {
            return false;
        }
        size = [row.len(), size[1] + 1];
    }
    let mut is_end = || rest.next().is_some_and(|line| line == OUTSIDE_END || end_of(line, size).is_some());
    is_end() && is_end()
}

/// In `hex`, the line of an end that is not in the part of a maze that is written.
pub(crate) const OUTSIDE_END: &str = "-";

/// In `hex`, the column and the row of an end; `None` unless the line is one within this size.
pub(crate) fn end_of(line: &str, [columns, rows]: [usize; 2]) -> Option<[u32; 2]> {
    let (x, y) = line.split_once(',')?;
    let [x, y] = [x.trim().parse().ok()?, y.trim().parse().ok()?];
    ((x as usize) < columns && (y as usize) < rows).then_some([x, y])
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
    let (chars, many) = (filled().map(count_chars).max()?, words(second));
    let is_longer = first.contains('x') || chars > count_chars(first.trim());
    // In drawings of cells with walls, there are more lines than rows.
    let sizes = [[rows, chars], [rows, many], [rows - 1, chars / 2], [rows / 2, chars / 2], [rows / 2, chars / 4]];
    let is_size = sizes.iter().any(|&[rows, columns]| match said[..] {
        [side] => rows > 1 && (side == rows || side == columns) && columns > 1,
        _ => said == [rows, columns] || said == [columns, rows],
    });
    (is_longer && is_size).then_some(length)
}

/// The text in UTF-8, or with its byte-order mark in UTF-16.
fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, ParseError> {
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
    ParseError::malformed(Place::text(before.matches('\n').count() + 1, line.chars().count() + 1), detail)
}

/// The lines, without what ends them.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line))
}

/// The lines that are not blank, counted from 0.
pub(crate) fn filled(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    lines(text).enumerate().filter(|(_, line)| !line.trim().is_empty())
}

pub(crate) fn is_blank(line: &str) -> bool {
    line.trim_end_matches(' ').is_empty()
}

pub(crate) fn count_chars(line: &str) -> usize {
    line.chars().count()
}
