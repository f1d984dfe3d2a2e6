//! A maze as SVG. It carries the maze that it shows, so that it can be read back.
//!
//! The drawing is followed by an element `metadata`, whose text is a JSON object: the URL of the maze and its ends, or, where the maze has no URL, the maze
//! in JSON in the encoding `bits`. Its last member is the CRC-32 of all that is before it, in which `\r` does not count. So a file that was changed is noticed.
//!
//! Without a URL, two kinds of mazes are not carried: a part of a maze, since it is not a whole one, and a maze on a custom grid, whose graph takes
//! several times as many bytes as its drawing.

use std::borrow::Cow;

use crc32fast::Hasher;
use serde::Serialize;

use super::json::{self, Encoding};
use crate::draw::svg;
use crate::grid::Address;
use crate::parse::error::ParseError;
use crate::parse::input::{Input, READ_BYTES, ReadContext};
use crate::parse::json_value::Value;
use crate::parse::{InputFormat, Parsed};
use crate::picture::piece_writer::{PieceWriter, WriteInfo};
use crate::picture::{Metadata, Picture, RowSource, Style};

pub(crate) const WRITE: WriteInfo = svg::WRITE;

pub(crate) const INPUT: InputFormat = InputFormat {
    name: "svg",
    description: "A drawing that was written here and was not changed since.",
    first_line: r#"<svg xmlns="http://www.w3.org/2000/svg" …"#,
    is_of_squares: false,
    fits: |input| is_svg(input.text()),
    read,
};

/// The text before the JSON object, and the text after it.
const AROUND: [&str; 2] = ["<metadata>", "</metadata>\n"];

/// How the object of a maze with a URL begins.
const URL_FIRST: &str = "{\"url\":";

/// The name of the member with the digest, and what comes before it.
const DIGEST: &str = ",\"digest\":\"";

/// What XML has in place of the characters that mark it up. In JSON, they are only in strings.
const ESCAPES: [(u8, &str); 3] = [(b'&', "&amp;"), (b'<', "&lt;"), (b'>', "&gt;")];

pub(crate) fn start(style: Style, source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
    let (metadata, encoding) = (source.metadata(), Encoding::Bits);
    let can_write =
        |picture: &Picture| picture.maze.grid().mesh().is_none_or(|mesh| json::has_encoding(mesh.options(), encoding));
    let maze = match &metadata.url {
        Some(_) => None,
        None if metadata.window.is_some() || !source.whole().is_some_and(can_write) => {
            return svg::start(style, source);
        }
        None => Some(json::start(encoding, source)?),
    };
    Some(Box::new(CarryingWriter { drawing: svg::start(style, source)?, maze, hasher: Hasher::new() }))
}

/// Writes a drawing and the maze that it shows.
struct CarryingWriter {
    drawing: Box<dyn PieceWriter>,
    /// Writes the maze as JSON, if it has no URL.
    maze: Option<Box<dyn PieceWriter>>,
    /// The digest of all bytes so far.
    hasher: Hasher,
}

impl CarryingWriter {
    /// Returns the number of pieces of the JSON object.
    fn pieces_of_maze(&self) -> u64 {
        self.maze.as_ref().map_or(1, |maze| maze.pieces())
    }
}

impl PieceWriter for CarryingWriter {
    fn pieces(&self) -> u64 {
        self.drawing.pieces() + self.pieces_of_maze()
    }

    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
        let start = out.len();
        let drawn = self.drawing.pieces();
        let Some(piece) = number.checked_sub(drawn) else {
            self.drawing.write_piece(source, number, out);
            if number + 1 == drawn {
                out.truncate(out.len() - svg::END.len());
            }
            add(&mut self.hasher, &out[start..]);
            return;
        };
        if piece == 0 {
            out.extend_from_slice(AROUND[0].as_bytes());
        }
        let object = out.len();
        match &mut self.maze {
            Some(maze) => maze.write_piece(source, piece, out),
            None => json::write_value(&UrlMembers::of(source.metadata()), out),
        }
        let is_last = piece + 1 == self.pieces_of_maze();
        if is_last {
            out.truncate(out.trim_ascii_end().len() - "}".len());
        }
        escape(out, object);
        add(&mut self.hasher, &out[start..]);
        if is_last {
            let [_, end] = AROUND;
            out.extend_from_slice(format!("{DIGEST}{}\"}}{end}{}", hex_digits(&self.hasher), svg::END).as_bytes());
        }
    }

    fn expected_bytes(&self) -> u64 {
        self.drawing.expected_bytes() + self.maze.as_ref().map_or(0, |maze| maze.expected_bytes())
    }
}

/// The members of the JSON object of a maze with a URL.
#[derive(Serialize)]
struct UrlMembers<'a> {
    url: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    from: &'a [u64],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    to: &'a [u64],
}

impl UrlMembers<'_> {
    fn of(metadata: &Metadata) -> UrlMembers<'_> {
        let Metadata { url, from, to, .. } = metadata;
        UrlMembers { url: url.as_deref().unwrap_or_default(), from, to }
    }
}

/// The URL of the maze that an SVG shows, and its ends.
///
/// ```
/// use dedale::formats::UrlOfMaze;
/// assert_eq!(UrlOfMaze::find(b"+---+\n|   |\n+---+\n"), Ok(None));
/// assert!(UrlOfMaze::find(b"<svg></svg>").unwrap_err().to_string().contains("does not say"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UrlOfMaze {
    /// The URL, relative to that of a service.
    pub url: String,
    /// The entrance, if it is known.
    pub from: Option<Address>,
    /// The exit, if it is known.
    pub to: Option<Address>,
}

impl UrlOfMaze {
    /// Finds the URL of the maze that an SVG shows, as [`Format::Svg`](super::Format::Svg) writes it if the
    /// [metadata](crate::picture::Metadata::url) has one; `None` if the bytes are no SVG, or one with the maze itself, which
    /// [`read`](super::read()) reads. Time and memory `O(bytes)`.
    ///
    /// # Errors
    ///
    /// An SVG that does not say which maze it shows, or one with a URL that was changed after it was written.
    pub fn find(bytes: &[u8]) -> Result<Option<UrlOfMaze>, ParseError> {
        let input = Input::new(bytes, None);
        if !is_svg(input.text()) {
            return Ok(None);
        }
        // A maze with cells is checked when these are read.
        let [start, _] = AROUND;
        if input.text().rsplit_once(start).is_some_and(|(_, carried)| !carried.starts_with(URL_FIRST)) {
            return Ok(None);
        }
        UrlOfMaze::in_object(&carried_object(input.text(), || Ok(()))?).map(Some)
    }

    fn in_object(object: &str) -> Result<UrlOfMaze, ParseError> {
        let mut found = UrlOfMaze { url: String::new(), from: None, to: None };
        let take = |name: Cow<'_, str>, value: Value<'_>| {
            match &*name {
                "url" => found.url = value.string("a URL")?.into_owned(),
                "from" => found.from = Some(value.address(false)?),
                "to" => found.to = Some(value.address(false)?),
                _ => {}
            }
            Ok(())
        };
        // A place in the object is none in the file.
        Value::new(object).members("an object", take).map_err(without_place)?;
        Ok(found)
    }
}

/// Adds bytes to a digest, without `\r`.
fn add(hasher: &mut Hasher, bytes: &[u8]) {
    bytes.split(|&byte| byte == b'\r').for_each(|part| hasher.update(part));
}

/// Returns a digest as the file has it.
fn hex_digits(hasher: &Hasher) -> String {
    format!("{:08x}", hasher.clone().finalize())
}

/// Escapes all bytes from this offset on for XML.
fn escape(out: &mut Vec<u8>, start: usize) {
    let escape_of = |byte: u8| ESCAPES.iter().find(|(special, _)| *special == byte).map(|(_, escape)| escape);
    if out[start..].iter().all(|&byte| escape_of(byte).is_none()) {
        return;
    }
    for byte in out.split_off(start) {
        match escape_of(byte) {
            Some(escape) => out.extend_from_slice(escape.as_bytes()),
            None => out.push(byte),
        }
    }
}

/// Returns true if a text begins as an SVG does, maybe after its declaration and comments.
fn is_svg(text: &str) -> bool {
    /// How much of a text is looked at.
    const MOST: usize = 4096;
    let text = text.trim_start();
    text.starts_with('<') && text.chars().take(MOST).collect::<String>().to_ascii_lowercase().contains("<svg")
}

fn read(input: &Input<'_>, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    context.ask(input.text().len() as u64)?;
    let object = carried_object(input.text(), || context.go_on())?;
    if object.starts_with(URL_FIRST) {
        let UrlOfMaze { url, .. } = UrlOfMaze::in_object(&object)?;
        let detail =
            format!("this SVG shows the maze of the URL {url}, which a service makes: it has no cells to read");
        return Err(ParseError::malformed(None, detail));
    }
    (json::INPUT.read)(&Input::new(object.as_bytes(), None), context).map_err(without_place)
}

/// Returns the JSON object in an SVG, without its digest.
fn carried_object(text: &str, mut go_on: impl FnMut() -> Result<(), ParseError>) -> Result<String, ParseError> {
    let [start, end] = AROUND;
    let Some((_, carried)) = text.rsplit_once(start).filter(|(_, carried)| carried.contains(DIGEST)) else {
        let detail = "this SVG does not say which maze it shows, as one that was written here does: send the maze as JSON or text, or a \
                      picture of it as PNG";
        return Err(ParseError::malformed(None, detail));
    };
    let (object, digest) = carried.rsplit_once(DIGEST).ok_or_else(changed)?;
    let drawing_and_object = &text[..text.len() - digest.len() - DIGEST.len()];
    let mut hasher = Hasher::new();
    for bytes in drawing_and_object.as_bytes().chunks(READ_BYTES) {
        go_on()?;
        add(&mut hasher, bytes);
    }
    let expected = format!("{}\"}}{end}{}", hex_digits(&hasher), svg::END);
    if !digest.lines().eq(expected.lines()) {
        return Err(changed());
    }
    // The escape of & comes last, so that nothing is unescaped twice.
    let unescape = |text: String, &(byte, escape): &(u8, &str)| match text.contains(escape) {
        true => text.replace(escape, char::from(byte).encode_utf8(&mut [0; 4])),
        false => text,
    };
    Ok(ESCAPES.iter().rev().fold(format!("{object}}}"), unescape))
}

/// Returns the error for a file that was changed.
fn changed() -> ParseError {
    let detail = "this SVG was changed after it was written, and may show another maze than it says: send the file as it was written, \
                  or a picture of it as PNG";
    ParseError::malformed(None, detail)
}

fn without_place(error: ParseError) -> ParseError {
    ParseError { place: None, ..error }
}
