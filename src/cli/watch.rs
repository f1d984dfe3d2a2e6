//! `--steps`: shows an algorithm in the terminal. `/maze/steps` and `/solve/steps` send the pictures as text.

use std::io::{self, Write};
use std::thread;
use std::time::Duration;

use console::{Term, truncate_str};

use super::terminal::escaped;

/// The approximate duration of an animation, if each cell has few steps.
const SECONDS: usize = 8;

/// The number of pictures per second.
const FRAMES_A_SECOND: usize = 25;

/// Shows steps in a terminal. Each step is a line, a picture and an empty line, and replaces the one before.
#[derive(Debug)]
pub struct StepScreen {
    term: Term,
    has_color: bool,
    /// The bytes after the last complete step.
    rest: Vec<u8>,
    /// The number of steps that were received.
    steps: usize,
    /// The number of lines in the terminal, of the last picture and the line of its step.
    height: usize,
}

impl StepScreen {
    /// Shows steps in `term`.
    pub fn new(term: Term, has_color: bool) -> StepScreen {
        StepScreen { term, has_color, rest: Vec::new(), steps: 0, height: 0 }
    }

    /// Shows a step, unless it is skipped to keep the duration.
    fn show(&mut self, step: &str) -> io::Result<()> {
        let (step, picture) = step.split_once('\n').unwrap_or((step, ""));
        // There is a place for each cell, wall and corner.
        let cells = picture.len() / 4;
        let steps_a_frame = (3 * cells).div_ceil(SECONDS * FRAMES_A_SECOND).max(1);
        let is_last = step.starts_with("end");
        self.steps += 1;
        if !is_last && !self.steps.is_multiple_of(steps_a_frame) && self.height > 0 {
            return Ok(());
        }
        let (lines, columns) = self.term.size();
        let (lines, columns) = (usize::from(lines), usize::from(columns));
        let [height, width] = [picture.lines().count() + 1, 2 * picture.lines().next().map_or(0, str::len)];
        if height >= lines || width > columns {
            return Err(io::Error::other(format!(
                "the steps need a terminal of {} lines and {width} columns, and this one has {lines} and {columns}: \
                 make it larger, or the maze smaller",
                height + 1
            )));
        }
        let mut text = format!("{}\n", truncate_str(&escaped(step), columns.saturating_sub(1), "…"));
        for line in picture.lines() {
            line.chars().for_each(|square| text.push_str(look(square, self.has_color)));
            text.push('\n');
        }
        if self.height > 0 {
            thread::sleep(Duration::from_secs(1) / FRAMES_A_SECOND as u32);
            self.term.move_cursor_up(self.height)?;
            self.term.clear_line()?;
        }
        self.height = height;
        self.term.write_all(text.as_bytes())
    }
}

impl Write for StepScreen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        while let Some(end) = self.rest.windows(2).position(|pair| pair == b"\n\n") {
            let step: Vec<u8> = self.rest.drain(..end + 2).collect();
            self.show(String::from_utf8_lossy(&step).trim_end_matches('\n'))?;
        }
        // The last line of a stream that ends early has no picture, and an error may follow it.
        if self.rest.starts_with(b"stopped") && self.rest.ends_with(b"\n") {
            let line = std::mem::take(&mut self.rest);
            self.term.write_all(escaped(&String::from_utf8_lossy(&line)).as_bytes())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.term.flush()
    }
}

/// The two characters for a square of a picture.
fn look(square: char, has_color: bool) -> &'static str {
    let [plain, colored] = match square {
        '#' => ["██", "\x1b[48;5;236m  \x1b[0m"],
        'o' => ["▒▒", "\x1b[48;5;75m  \x1b[0m"],
        '.' => ["░░", "\x1b[48;5;153m  \x1b[0m"],
        '*' => ["▓▓", "\x1b[48;5;161m  \x1b[0m"],
        '@' => ["<>", "\x1b[48;5;208m  \x1b[0m"],
        'S' => ["S ", "\x1b[48;5;254;38;5;16mS \x1b[0m"],
        'E' => ["E ", "\x1b[48;5;254;38;5;16mE \x1b[0m"],
        '&' => ["SE", "\x1b[48;5;254;38;5;16mSE\x1b[0m"],
        _ => ["  ", "\x1b[48;5;254m  \x1b[0m"],
    };
    if has_color { colored } else { plain }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs::File;
    use std::io::Read as _;

    /// The output for a terminal of 24 lines and 79 columns, which [`Term`] assumes for a file.
    fn shown(steps: &str, has_color: bool) -> io::Result<String> {
        let mut file = tempfile::NamedTempFile::new()?;
        let term = Term::read_write_pair(File::open("/dev/null")?, file.reopen()?);
        let mut watch = StepScreen::new(term, has_color);
        // The bytes arrive in any pieces.
        for piece in steps.as_bytes().chunks(7) {
            watch.write_all(piece)?;
        }
        watch.flush()?;
        let mut shown = String::new();
        file.read_to_string(&mut shown)?;
        Ok(shown)
    }

    #[test]
    fn each_picture_replaces_the_one_before() {
        let steps = "start: w 1\n###\n###\n###\n\nvisit 0,0\n###\n#@#\n###\n\nend: steps 1\n###\n# #\n###\n\n";
        let text = shown(steps, false).unwrap();
        let pictures: Vec<&str> = text.split("\x1b[4A").collect();
        assert_eq!(pictures.len(), 3, "{text:?}");
        assert_eq!(pictures[0], "start: w 1\n██████\n██████\n██████\n");
        assert!(pictures[1].ends_with("visit 0,0\n██████\n██<>██\n██████\n"), "{text:?}");
        assert!(pictures[2].ends_with("end: steps 1\n██████\n██  ██\n██████\n"), "{text:?}");
        assert!(shown(steps, true).unwrap().contains("\x1b[48;5;208m  \x1b[0m"));
    }

    #[test]
    fn a_stream_that_stops_says_why() {
        let text = shown("start: w 1\n# #\n\nstopped after 9 steps: no \x1b[31mtime\n", false).unwrap();
        assert!(text.ends_with("██  ██\nstopped after 9 steps: no \\u001b[31mtime\n"), "{text:?}");
    }

    #[test]
    fn a_picture_that_the_terminal_has_no_place_for_is_refused() {
        let line = format!("{}\n", "#".repeat(41));
        for picture in [line.clone(), "#\n".repeat(41)] {
            let error = shown(&format!("start: w 20\n{picture}\n"), false).unwrap_err();
            assert!(error.to_string().contains("make it larger"), "{error}");
        }
    }
}
