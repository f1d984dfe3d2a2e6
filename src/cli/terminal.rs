//! Text for a terminal. A file or an answer may contain characters that control a terminal: these are escaped.

use std::borrow::Cow;
use std::io::{self, Write};

/// Returns true if a character controls a terminal, or changes the order of others. Newlines and tabs are allowed.
fn is_command(letter: char) -> bool {
    let changes_order =
        matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    changes_order || letter.is_control() && !matches!(letter, '\n' | '\t')
}

/// Escapes characters that control a terminal as in JSON, such as `\u009b`.
pub fn escaped(text: &str) -> Cow<'_, str> {
    escaped_if(text, is_command)
}

fn escaped_if(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return text.into();
    }
    let escape = |letter| if is_escaped(letter) { format!("\\u{:04x}", u32::from(letter)) } else { letter.into() };
    text.chars().map(escape).collect::<String>().into()
}

/// Writes text to a terminal, escaped as by [`escaped`]. The text may arrive in any pieces.
#[derive(Debug)]
pub struct Escaped<W> {
    target: W,
    /// True if colors are kept: the escape character is written as it is.
    has_color: bool,
    /// The first bytes of a character whose others have not arrived yet.
    rest: Vec<u8>,
}

impl<W: Write> Escaped<W> {
    /// Creates a writer to `target`. `has_color` is only safe for text without characters from a file.
    pub fn new(target: W, has_color: bool) -> Escaped<W> {
        Escaped { target, has_color, rest: Vec::new() }
    }
}

impl<W: Write> Write for Escaped<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut text = std::mem::take(&mut self.rest);
        text.extend_from_slice(bytes);
        let is_escaped = |letter| is_command(letter) && !(self.has_color && letter == '\x1b');
        for chunk in text.utf8_chunks() {
            self.target.write_all(escaped_if(chunk.valid(), is_escaped).as_bytes())?;
            match str::from_utf8(chunk.invalid()) {
                Ok(_nothing) => {}
                Err(error) if error.error_len().is_none() => self.rest = chunk.invalid().to_vec(),
                Err(_) => self.target.write_all("\u{fffd}".as_bytes())?,
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.target.flush()
    }
}
