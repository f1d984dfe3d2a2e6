//! The forms that mazes are read in: one entry for each.

use super::error::ParseError;
use super::input::{Input, Request};
#[cfg(feature = "png")]
use super::scan;
use super::{Parsed, drawn, hex, map, pyamaze, rows, squares, underscores};
#[cfg(feature = "json")]
use super::{json, objects};

/// A form that mazes are read in.
#[derive(Debug)]
#[non_exhaustive]
pub struct Form {
    /// Its name.
    pub name: &'static str,
    /// What it looks like.
    pub description: &'static str,
    /// How a maze begins in it: most often the first line.
    pub first_line: &'static str,
    /// Whether it is one of squares, each a wall or free, which takes [`Marks`](super::Marks) and `thin`.
    pub is_of_squares: bool,
    /// Whether it may be the form of what was sent. Those that come before it in the table are asked first.
    pub(super) fits: fn(&Input<'_>) -> bool,
    pub(super) read: fn(&Input<'_>, &Request<'_>) -> Result<Parsed, ParseError>,
}

/// Every form, in the order in which they are tried.
pub static FORMS: &[Form] = &[
    #[cfg(feature = "png")]
    Form {
        name: "png",
        description: "A picture: what is dark is a wall. The largest green spot is the start, and the largest red one the end, or else the two openings in the \
                      outline of the walls.",
        first_line: "\\x89PNG",
        is_of_squares: true,
        fits: scan::fits,
        read: scan::read,
    },
    Form {
        name: "map",
        description: "A grid map of Moving AI: . G S are free squares, @ O T W are blocked.",
        first_line: "type octile",
        is_of_squares: true,
        fits: map::fits,
        read: map::read,
    },
    #[cfg(feature = "json")]
    Form {
        name: "graph",
        description: "A JSON object with encoding=graph: each cell, and what lies across each of its sides.",
        first_line: r#"{"encoding":"graph","cells":[{"sides":[{"side":"E","to":1,"open":true}]},"#,
        is_of_squares: false,
        fits: |input| json::fits(input, true),
        read: json::read,
    },
    #[cfg(feature = "json")]
    Form {
        name: "json",
        description: "A JSON object with encoding and cells, on any grid.",
        first_line: r#"{"encoding":"walls","cells":[["NSW","NES"]]}"#,
        is_of_squares: false,
        fits: |input| json::fits(input, false),
        read: json::read,
    },
    #[cfg(feature = "json")]
    Form {
        name: "objects",
        description: "JSON rows of objects, one a cell, that say for each side whether there is a wall: N E S W, north …, top right bottom left, up ….",
        first_line: r#"[[{"N":true,"E":false,"S":true,"W":true},"#,
        is_of_squares: false,
        fits: objects::fits,
        read: objects::read,
    },
    Form {
        name: "numbers",
        description: "Rows of whole numbers, 0 free, 1 wall, 2 start, 3 end: between commas, semicolons, blanks or tabs, or as digits alone; JSON rows of \
                      numbers or strings; an array of numpy with two axes.",
        first_line: "1,1,1,1,1",
        is_of_squares: true,
        fits: rows::fits,
        read: rows::read,
    },
    Form {
        name: "pyamaze",
        description: "A table of pyamaze: a cell in each row, and 1 for each side that is open.",
        first_line: "  cell  ,E,W,N,S",
        is_of_squares: false,
        fits: pyamaze::fits,
        read: pyamaze::read,
    },
    Form {
        name: "ascii",
        description: "A drawing with a + at each corner. The corners are at equal distances, four as a rule.",
        first_line: "+---+---+",
        is_of_squares: false,
        fits: |input| drawn::fits(&drawn::ASCII, input),
        read: |input, request| drawn::read(&drawn::ASCII, input, request),
    },
    Form {
        name: "mms",
        description: "A drawing with an o at each corner, as simulators of robots have it, with S at the start and G at each goal.",
        first_line: "o---o---o",
        is_of_squares: false,
        fits: |input| drawn::fits(&drawn::MMS, input),
        read: |input, request| drawn::read(&drawn::MMS, input, request),
    },
    Form {
        name: "blocks",
        description: "A drawing in which each block is two characters wide: ██ is a wall.",
        first_line: "██████████",
        is_of_squares: false,
        fits: |input| drawn::fits(&drawn::BLOCKS, input),
        read: |input, request| drawn::read(&drawn::BLOCKS, input, request),
    },
    Form {
        name: "unicode",
        description: "A drawing with box-drawing characters, and cells three characters wide.",
        first_line: "┌───┬───┐",
        is_of_squares: false,
        fits: |input| drawn::fits(&drawn::UNICODE, input),
        read: |input, request| drawn::read(&drawn::UNICODE, input, request),
    },
    Form {
        name: "underscores",
        description: "A drawing of _ and |, in which a cell is two characters: its floor, and the wall east of it.",
        first_line: " _ _ _",
        is_of_squares: false,
        fits: underscores::fits,
        read: underscores::read,
    },
    Form {
        name: "hex",
        description: "Rows of hexadecimal digits, one a cell: its walls, N 1, E 2, S 4, W 8. After an empty line may follow the entrance and the exit as x,y, \
                      and the path in the letters N, E, S and W.",
        first_line: "D53D1397",
        is_of_squares: false,
        fits: hex::fits,
        read: hex::read,
    },
    Form {
        name: "squares",
        description: "A drawing of one character a square: # is a wall, a blank or a dot is free, S the start, E the end.",
        first_line: "#########",
        is_of_squares: true,
        fits: squares::fits,
        read: squares::read,
    },
];

impl Form {
    /// The form of this name.
    pub fn named(name: &str) -> Option<&'static Form> {
        FORMS.iter().find(|form| form.name == name)
    }

    /// The form of what was sent; or why it is none.
    pub(super) fn of(input: &Input<'_>, request: &Request<'_>) -> Result<&'static Form, ParseError> {
        input.check_text()?;
        // The first form that fits.
        let first_of = |forms: &mut dyn Iterator<Item = &'static Form>| -> Result<Option<&'static Form>, ParseError> {
            for form in forms {
                request.go_on()?;
                if (form.fits)(input) {
                    return Ok(Some(form));
                }
            }
            Ok(None)
        };
        if request.options.thin || !request.options.marks.is_empty() {
            let of_squares = || FORMS.iter().filter(|form| form.is_of_squares);
            // Digits alone are numbers, whichever they are.
            let are_digits =
                !input.is_binary() && input.text().chars().all(|char| char.is_ascii_digit() || char.is_whitespace());
            let digits = if are_digits { Form::named("numbers") } else { None };
            let found = match digits {
                Some(digits) => Some(digits),
                None => first_of(&mut of_squares())?.or_else(|| of_squares().next_back()),
            };
            return found.ok_or_else(|| ParseError::malformed(None, "no form of squares is read"));
        }
        let Some(first) = input.first_char() else {
            let is_empty = input.text().trim_matches(['\r', '\n']).is_empty() && !input.is_binary();
            let blank = if is_empty { None } else { first_of(&mut FORMS.iter())? };
            return blank.ok_or_else(|| ParseError::malformed(None, "there is nothing here, where a maze must be"));
        };
        first_of(&mut FORMS.iter())?.ok_or_else(|| {
            if first == '\u{1b}' {
                let detail = "the form ansi is not read: send ascii, unicode or blocks";
                return ParseError::malformed(None, detail);
            }
            let lines = FORMS.iter().map(|form| format!("{} begins like {}", form.name, form.first_line));
            let lines = lines.collect::<Vec<_>>().join("; ");
            ParseError::malformed(None, format!("this is none of the forms that are read: {lines}"))
        })
    }
}
