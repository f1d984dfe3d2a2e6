//! The maze as a grid map of [Moving AI](https://movingai.com/benchmarks/formats.html): a head of four lines, and then a character for each square,
//! `.` where one can walk and `@` where not. It does not say where the maze begins and ends.
//!
//! N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", 2012.

use super::squares::{SquareOf, squares};
use crate::parse::assembly::GivenEnds;
use crate::parse::drawing::{Split, SquareDrawing};
use crate::parse::error::{InputPlace, ParseError};
use crate::parse::input::{Input, ReadContext, count_chars, lines};
use crate::parse::legend::{Meanings, Sign, SquareKind};
use crate::parse::matrix::Matrix;
use crate::parse::{InputFormat, Parsed};
use crate::picture::RowSource;
use crate::picture::piece_writer::{PieceWriter, WriteInfo, by_strip};
use crate::picture::strip::WALL;

pub(crate) const WRITE: WriteInfo = WriteInfo { shows_path: false, ..WriteInfo::TEXT };

pub(crate) fn start(of: SquareOf, source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
    let [width, height] = of.size(source.metadata());
    by_strip(source, move |strip, out| {
        if strip.row == 0 {
            out.extend_from_slice(format!("type octile\nheight {height}\nwidth {width}\nmap\n").as_bytes());
        }
        for line in squares(strip, of).lines() {
            out.extend(line.iter().map(|&square| if square == WALL { b'@' } else { b'.' }));
            out.push(b'\n');
        }
    })
}

pub(crate) const INPUT: InputFormat = InputFormat {
    name: "map",
    description: "A grid map of Moving AI: . G S are free squares, @ O T W are blocked.",
    first_line: "type octile",
    is_of_squares: true,
    fits,
    read,
};

/// In how many lines the rows of a map begin at the latest, where there are empty ones.
const HEAD_LINES: usize = 16;

/// Returns true if a text begins as a map.
fn fits(input: &Input<'_>) -> bool {
    let text = input.text().trim_ascii_start();
    // Other texts may be one word of millions of letters.
    if !["type", "height", "width"].iter().any(|word| text.starts_with(word)) {
        return false;
    }
    let mut words = text.split_ascii_whitespace().peekable();
    // Some leave the first line out.
    if words.next_if_eq(&"type").is_some() {
        words.next();
    }
    words.next().is_some_and(|word| word == "height" || word == "width")
        && words.next().is_some_and(|size| size.bytes().all(|byte| byte.is_ascii_digit()))
        // Other maps have their rows below the sizes.
        && (text.starts_with("type") || lines(text).take(HEAD_LINES).any(|line| line.trim() == "map"))
}

/// Reads a map.
fn read(input: &Input<'_>, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let text = input.text();
    let mut sizes: [Option<usize>; 2] = [None; 2];
    let mut head = None;
    for (number, line) in lines(text).enumerate() {
        let mut words = line.split_ascii_whitespace();
        let wrong = |detail: String| Err(ParseError::malformed(InputPlace::text(number + 1, 1), detail));
        match (words.next(), words.next(), words.next()) {
            (None, ..) | (Some("type"), Some("octile"), None) => {}
            (Some("map"), None, None) => {
                head = Some(number + 1);
                break;
            }
            (Some(name @ ("height" | "width")), Some(size), None) => match size.parse() {
                Ok(size) if size > 0 => sizes[usize::from(name == "width")] = Some(size),
                _ => return wrong(format!("{name} must be a whole number from 1")),
            },
            _ => return wrong("a map begins with the lines type octile, height, width and map".to_owned()),
        }
    }
    let missing = |name: &str| ParseError::malformed(None, format!("the line {name} is missing"));
    let before = head.ok_or_else(|| missing("map"))?;
    let rows = sizes[0].ok_or_else(|| missing("height"))?;
    let columns = sizes[1].ok_or_else(|| missing("width"))?;
    let mut matrix = Matrix::new([columns, rows], Meanings::of_chars(&context.options.legend), context)?;
    for (row, line) in lines(text).skip(before).enumerate() {
        context.go_on()?;
        let number = before + row + 1;
        let line = line.trim_end();
        if row >= rows {
            if line.is_empty() {
                continue;
            }
            let detail = format!("height is {rows}, and this is one row more");
            return Err(ParseError::inconsistent(InputPlace::text(number, 1), detail));
        }
        let length = count_chars(line);
        if length != columns {
            let place = InputPlace::text(number, length.min(columns) + 1);
            context.fault(ParseError::inconsistent(place, format!("width is {columns}, and this row has {length}")))?;
            continue;
        }
        for (column, char) in line.chars().enumerate() {
            let place = || InputPlace::text(number, column + 1);
            let known = match char {
                '.' | 'G' | 'S' => Some(SquareKind::Free),
                '@' | 'O' | 'T' | 'W' => Some(SquareKind::Wall),
                _ => None,
            };
            let Some(square) = matrix.meanings.given(Sign::Char(char)).or(known) else {
                let shown = char.escape_debug();
                let detail = format!(
                    "{char:?} is none of the characters of a map: . G S are free, @ O T W are blocked, and free={shown} or walls={shown} says what \
                     this one is"
                );
                context.fault(ParseError::malformed(place(), detail))?;
                continue;
            };
            matrix.push(square, place);
        }
    }
    context.check_faults()?;
    if matrix.len() < rows * columns {
        let found = matrix.len() / columns;
        return Err(ParseError::inconsistent(None, format!("height is {rows}, and there are {found} rows")));
    }
    let drawing = SquareDrawing::new(text, before, false, Split::CHARS, context.options.thin, matrix.marks());
    // At the border of a map there is what the map ends at, and no entrance.
    let ends = GivenEnds::unclear("a map does not say its ends: give from and to, each as row,column");
    Ok(Parsed { drawing: Some(drawing), ..matrix.read_between(ends, context)? })
}
