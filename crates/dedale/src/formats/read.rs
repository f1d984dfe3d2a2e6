//! Reads mazes in any format.

use super::around::{count_squares, counted_rows, filled_lines, proposed_ends};
use super::beside::WordsBeside;
use super::{
    ascii, blocks, code, csv, hex, map, matrices, micromouse, mms, numbers, pyamaze, squares, tiled, underscores,
    unicode,
};
#[cfg(feature = "json")]
use super::{json, svg};
#[cfg(feature = "png")]
use super::{pictures, png};
use crate::parse::error::{ParseError, ParseErrorKind};
use crate::parse::input::{Input, Notes, ReadContext, filled};
use crate::parse::{InputFormat, LineRange, Parsed, ReadOptions, Warning};

/// Reads a maze in [any format](InputFormat::ALL): those that are written here, and those in which other people's mazes are found. The format of a
/// file is found by looking at it, unless [`ReadOptions::format`] names it.
///
/// The input is untrusted. It is parsed on one thread without recursion, in time and memory in proportion to its length, and within
/// [`Limits`](crate::grid::Limits): a size that exceeds them is rejected before memory is allocated for it. Inconsistent input is rejected with its
/// [`InputPlace`](crate::parse::InputPlace); nothing is guessed or corrected.
///
/// # Text
///
/// UTF-8, with or without a byte-order mark, and UTF-16 with one. Line ends may be `\n` or `\r\n`, the last one may be missing, blank lines may
/// precede and follow, and blanks at the ends of lines may be missing or too many.
///
/// In drawings of squares and rows of numbers, the first line, or the first two, may say how many rows and columns follow.
///
/// In `ascii`, `unicode`, `blocks` and `mms`, the marks of the entrance and of the exit are the ends of the maze, and so are the letters that mark
/// ends in squares; a path that is drawn between them is ignored. Where no wall ends, the character of a point may be there or not. In `ascii`
/// and `mms`, the corners may be closer together or farther apart, and all lines may be indented.
///
/// `ascii` and `blocks` lose nothing with the blanks at the ends of lines, since every line of points ends in a character that can be seen.
/// `unicode` can: where no wall is, nothing is drawn. If all its lines are equally long, as they are written, then every
/// blank counts. Otherwise the maze is the smallest that holds all that can be seen, which is the one that was drawn unless
/// its easternmost column or its southernmost row of cells had no wall at all on its three far sides.
///
/// # Example
///
/// ```
/// use dedale::grid::{Grid, Side};
/// use dedale::{formats, parse::ReadOptions};
///
/// let options = ReadOptions::default();
/// let parsed = formats::read(b"+---+---+\n          |\n+---+   +\n", &options);
/// assert_eq!(parsed.unwrap_err().to_string(), "line 2, column 11: the line is longer than the first one");
///
/// let parsed = formats::read(b"+---+---+\n        |\n+---+   +\n", &options)?;
/// let grid = parsed.maze.grid().square().unwrap();
/// assert_eq!(parsed.format, "ascii");
/// assert!(parsed.maze.passages(grid.at(0, 0)).contains(Side::E));
/// assert_eq!((parsed.from, parsed.to), (Some(grid.at(0, 0)), Some(grid.at(0, 1))));
///
/// let same = formats::read(br#"{"encoding":"bits","cells":[[5,3]]}"#, &options)?;
/// assert_eq!(same.maze.passages(grid.at(0, 1)).bits(), 8);
/// # Ok::<(), dedale::parse::ParseError>(())
/// ```
///
/// # Complexity
///
/// Time `O(bytes)`; two bytes for each cell of plain squares, and there are no more of them than bytes; for other cells what their
/// [`Mesh`](crate::grid::Mesh) takes. (In `unicode` without its blanks, which could else be made very large with very little, up to 65,536
/// cells may be more than the bytes.)
///
/// # Errors
///
/// - [`ParseErrorKind::Malformed`](crate::parse::ParseErrorKind::Malformed): none of the formats, or not as its format demands; with the line and the column, or the element of `cells`, where
///   there is one.
/// - [`ParseErrorKind::Inconsistent`](crate::parse::ParseErrorKind::Inconsistent): parts that do not go together, such as two cells that do not agree about the wall between them; a grid that does
///   not exist.
/// - [`ParseErrorKind::TooLarge`](crate::parse::ParseErrorKind::TooLarge): a maze or a picture over the limits.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Parsed, ParseError> {
    read_within(bytes, options, &|_| true)
}

/// Reads as [`read`] does. Before it reserves memory beyond the input, it calls `admit` with the number of bytes, which are in use until the result is dropped.
/// Memory is asked for in a few pieces. For each row and at least once in
/// 64 KiB of the cells it asks with 0 bytes, whether to go on; and before it looks whether the bytes are in the next format.
///
/// # Errors
///
/// Those of [`read`], and [`ParseErrorKind::Refused`](crate::parse::ParseErrorKind::Refused) where `admit` returned `false`.
pub fn read_within(bytes: &[u8], options: &ReadOptions, admit: &dyn Fn(u64) -> bool) -> Result<Parsed, ParseError> {
    let notes = Notes::default();
    let context = ReadContext { options, admit, notes: &notes, are_sides: false };
    let input = Input::new(bytes, options.lines);
    options.legend.check()?;
    let format = match options.format {
        Some(format) => format,
        None => match InputFormat::of(&input, &context) {
            Ok(format) => format,
            Err(error) => return read_without_words(&input, &context, None).unwrap_or(Err(error)),
        },
    };
    if options.shades.is_some() && !format.is_picture() {
        let detail = format!("threshold and dark are only valid for a picture, and this is {}", format.name);
        return Err(ParseError { format: Some(format.name), ..ParseError::malformed(None, detail) });
    }
    // Where bits are given, rows of numbers are read as hex.
    if options.bits.is_some() && format.name != hex::INPUT.name {
        let detail = format!("bits is only valid for hex, and this is {}", format.name);
        return Err(ParseError { format: Some(format.name), ..ParseError::malformed(None, detail) });
    }
    let read = input.check_text().and_then(|()| (format.read)(&input, &context));
    let read = read.and_then(|parsed| context.check_faults().map(|()| parsed));
    match read {
        Ok(parsed) => {
            let drawing = parsed.drawing.map(|drawing| drawing.between(input.around()));
            Ok(Parsed { format: format.name, drawing, warnings: notes.warnings.into_inner(), ..parsed })
        }
        Err(error) => {
            if matches!(error.kind, ParseErrorKind::Malformed | ParseErrorKind::Inconsistent)
                && let Some(read) = read_without_words(&input, &context, Some(format))
            {
                return read;
            }
            // A row of digits that is too long is a separate fault.
            let among = (options.format.is_none()
                && ![hex::INPUT.name, map::INPUT.name].contains(&format.name)
                && matches!(error.kind, ParseErrorKind::Malformed | ParseErrorKind::Inconsistent))
            .then(|| maze_among(&input, &context));
            if let Some(among) = among.flatten() {
                return Err(among);
            }
            let mut error = with_others(error, notes.faults.take(), format.name);
            let are_unknown_numbers = format.name == numbers::INPUT.name && error.kind == ParseErrorKind::Malformed;
            if are_unknown_numbers && options.legend.is_empty() && !options.thin {
                error.detail += &hex::proposed_bits(&input, &context).unwrap_or_default();
            }
            Err(error)
        }
    }
}

/// The formats of drawings and of rows of numbers, beside which there may be words.
const DRAWN: [&InputFormat; 8] = [
    &squares::INPUT,
    &numbers::INPUT,
    &ascii::INPUT,
    &mms::INPUT,
    &blocks::INPUT,
    &unicode::INPUT,
    &underscores::INPUT,
    &hex::INPUT,
];

/// Reads a text that cannot be read as it is without the words beside its drawing, if there are such; with a warning, or else with an error that names them.
fn read_without_words(
    input: &Input<'_>,
    context: &ReadContext<'_>,
    format: Option<&InputFormat>,
) -> Option<Result<Parsed, ParseError>> {
    let may_be_beside = format.is_none_or(|format| DRAWN.iter().any(|drawn| drawn.name == format.name));
    if !may_be_beside || matches!(input.first_char(), Some('[' | '{' | '<' | '"')) || code::fits(input.text()) {
        return None;
    }
    let words = WordsBeside::of(input.text(), &context.options.legend)?;
    context.ask(2 * input.bytes.len() as u64).ok()?;
    let rest = words.removed_from(input.text());
    let shown: String = words.first.chars().take(24).collect();
    let more = match words.count - 1 {
        0 => String::new(),
        1 => ", and so are the words beside another line".to_owned(),
        count => format!(", and so are the words beside {count} other lines"),
    };
    let detail = format!("{shown:?} stands beside the drawing, and is left out{more}");
    Some(match read_within(rest.as_bytes(), context.options, context.admit) {
        Ok(mut parsed) => {
            parsed.warnings.truncate(ParseError::MAX_FAULTS - 1);
            parsed.warnings.insert(0, Warning { place: Some(words.place), detail });
            let drawing = parsed.drawing.map(|drawing| drawing.in_text(input.whole_text().into_owned()));
            Ok(Parsed { drawing, ..parsed })
        }
        Err(mut error) => {
            error.detail += &format!("; at {}, {detail}", words.place);
            Err(error)
        }
    })
}

/// Returns the first of the faults that were found before the last one, with the others.
fn with_others(last: ParseError, before: Vec<ParseError>, format: &'static str) -> ParseError {
    let named = |error| ParseError { format: Some(format), ..error };
    if !matches!(last.kind, ParseErrorKind::Malformed | ParseErrorKind::Inconsistent) {
        return named(last);
    }
    let mut all: Vec<_> = before.into_iter().chain([last]).map(named).collect();
    let first = all.remove(0);
    ParseError { others: all.into(), ..first }
}

/// Finds lines that can be read alone, in a text that cannot be read as a whole: they follow each other, and are equally long. No other line is as long.
/// Returns the error that names the others, and proposes `lines`.
fn maze_among(input: &Input<'_>, context: &ReadContext<'_>) -> Option<ParseError> {
    // The lines around an array are code.
    if input.is_binary() || context.options.lines.is_some() || code::fits(input.text()) {
        return None;
    }
    if let Some(error) = counted_rows(input).and_then(|rows| maze_in_lines(input, context, rows)) {
        return Some(error);
    }
    // A line that says how many rows follow has counted all of them; one number may be that of columns alone.
    let said = input.around()[0].trim();
    let rows = filled(input.text()).count();
    if !said.is_empty() && said.parse().map_or(true, |side: usize| [rows, rows / 2].contains(&side)) {
        return None;
    }
    // Blanks at the ends of lines may be missing, or too many.
    maze_in_run(input, context, count_squares)
        .or_else(|| maze_in_run(input, context, |line| count_squares(line.trim_end())))
}

/// Returns the same with the length of a line by this rule.
fn maze_in_run(input: &Input<'_>, context: &ReadContext<'_>, length_of: fn(&str) -> usize) -> Option<ParseError> {
    let (mut best, mut run): ([usize; 3], [usize; 3]) = Default::default();
    for (number, line) in filled(input.text()) {
        let length = length_of(line);
        run = match run {
            [start, end, of] if of == length && end == number => [start, number + 1, of],
            _ => [number, number + 1, length],
        };
        if run[1] - run[0] > best[1] - best[0] {
            best = run;
        }
    }
    let [start, end, length] = best;
    let rows = end - start;
    let others = || filled(input.text()).filter(|(number, _)| !(start..end).contains(number));
    let all = rows + others().count();
    if others().next().is_none() || rows < 2 || (rows < 3 && 2 * rows <= all) || length < 2 {
        return None;
    }
    if others().any(|(_, line)| length_of(line) == length) {
        return None;
    }
    maze_in_lines(input, context, [start, end])
}

/// Returns the error that names the lines around these, which are counted from 0, if these can be read alone.
fn maze_in_lines(input: &Input<'_>, context: &ReadContext<'_>, [start, end]: [usize; 2]) -> Option<ParseError> {
    let rows = end - start;
    let others = || filled_lines(input).filter(|(number, _)| !(start..end).contains(number));
    let lines = LineRange { first: start as u32 + 1, last: Some(end as u32) };
    let options = ReadOptions { lines: Some(lines), ..context.options.clone() };
    let (format, more) = match read_within(input.bytes, &options, context.admit) {
        Ok(parsed) => {
            let has_ends = context.options.has_ends
                || !parsed.ends_are_openings
                    && parsed.from.is_some()
                    && (parsed.to.is_some() || !parsed.goals.is_empty());
            let around = others().map(|(_, line)| line);
            let columns =
                filled(input.text()).find(|(number, _)| *number == start).map(|(_, line)| count_squares(line));
            let size = [rows, columns.unwrap_or(0)];
            let ends = if has_ends {
                String::new()
            } else {
                proposed_ends(around, &format!("lines={lines}"), &parsed.maze, size)
            };
            (parsed.format, ends)
        }
        // What is wrong with them can be mended in the same way.
        Err(ParseError { kind: ParseErrorKind::Malformed, format: Some(format), detail, .. })
            if rows > 2 && InputFormat::from_name(format).is_some_and(|format| format.is_of_squares) =>
        {
            (format, format!("; of these, {detail}"))
        }
        Err(_) => return None,
    };
    const SHOWN: usize = 4;
    let shown = |(number, line): (usize, &str)| {
        let line: String = line.trim().chars().take(24).collect();
        format!("line {} ({line:?})", number + 1)
    };
    let mut names: Vec<String> = others().take(SHOWN).map(shown).collect();
    if others().nth(SHOWN).is_some() {
        names.push("others".to_owned());
    }
    let last = names.pop()?;
    let (names, are) = match names.is_empty() {
        true => (last, "is no line"),
        false => (format!("{} and {last}", names.join(", ")), "are no lines"),
    };
    let detail =
        format!("{names} {are} of a maze, and the other lines are one of {format}: lines={lines} reads these{more}");
    Some(ParseError::malformed(None, detail))
}

impl InputFormat {
    /// Every format that is read, in the order in which they are tried: a file may look like several.
    pub const ALL: &'static [&'static InputFormat] = &[
        #[cfg(feature = "png")]
        &png::INPUT,
        #[cfg(feature = "pictures")]
        &pictures::JPEG,
        #[cfg(feature = "gif")]
        &pictures::GIF,
        #[cfg(feature = "pictures")]
        &pictures::WEBP,
        #[cfg(feature = "pictures")]
        &pictures::BMP,
        &micromouse::MAZ,
        &map::INPUT,
        #[cfg(feature = "json")]
        &svg::INPUT,
        #[cfg(feature = "xml")]
        &tiled::read::xml::INPUT,
        #[cfg(feature = "json")]
        &tiled::read::json::INPUT,
        #[cfg(feature = "json")]
        &json::GRAPH,
        #[cfg(feature = "json")]
        &json::SIDES,
        #[cfg(feature = "json")]
        &json::INPUT,
        #[cfg(feature = "json")]
        &json::OBJECTS,
        &micromouse::NUM,
        &pyamaze::INPUT,
        &matrices::INPUT,
        &numbers::INPUT,
        &ascii::INPUT,
        &mms::INPUT,
        &blocks::INPUT,
        &unicode::INPUT,
        &underscores::INPUT,
        &hex::INPUT,
        &squares::INPUT,
    ];

    /// Returns the format of this name.
    pub fn from_name(name: &str) -> Option<&'static InputFormat> {
        InputFormat::ALL.iter().copied().find(|format| format.name == name)
    }

    /// Returns the format of the input; or why it is none.
    fn of(input: &Input<'_>, context: &ReadContext<'_>) -> Result<&'static InputFormat, ParseError> {
        input.check_text()?;
        let all = || InputFormat::ALL.iter().copied();
        if context.options.bits.is_some() && (!input.is_binary() || input.is_array()) {
            return Ok(&hex::INPUT);
        }
        if context.options.thin || !context.options.legend.is_empty() {
            // Digits alone are numbers, whichever they are.
            let are_digits =
                !input.is_binary() && input.text().chars().all(|char| char.is_ascii_digit() || char.is_whitespace());
            if are_digits && !csv::has_blank_squares(input.text()) {
                return Ok(&numbers::INPUT);
            }
            let of_squares = all().filter(|format| format.is_of_squares);
            return Ok(first_fit(of_squares, input, context)?.unwrap_or(&squares::INPUT));
        }
        let Some(first) = input.first_char() else {
            let is_empty = input.text().trim_matches(['\r', '\n']).is_empty() && !input.is_binary();
            let blank = if is_empty { None } else { first_fit(all(), input, context)? };
            return blank.ok_or_else(|| ParseError::malformed(None, "there is nothing here, where a maze must be"));
        };
        first_fit(all(), input, context)?.ok_or_else(|| {
            if first == '\u{1b}' {
                let detail = "the form ansi is not read: send ascii, unicode or blocks";
                return ParseError::malformed(None, detail);
            }
            if let Some(error) = maze_among(input, context) {
                return error;
            }
            let lines = all().map(|format| format!("{} begins like {}", format.name, format.first_line));
            let lines = lines.collect::<Vec<_>>().join("; ");
            ParseError::malformed(None, format!("this is none of the forms that are read: {lines}"))
        })
    }
}

/// Returns the first of these formats that the input may be in.
fn first_fit(
    formats: impl Iterator<Item = &'static InputFormat>,
    input: &Input<'_>,
    context: &ReadContext<'_>,
) -> Result<Option<&'static InputFormat>, ParseError> {
    for format in formats {
        context.go_on()?;
        if (format.fits)(input) {
            return Ok(Some(format));
        }
    }
    Ok(None)
}
