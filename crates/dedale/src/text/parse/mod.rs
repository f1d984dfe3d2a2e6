//! Reads a [`Maze`] from the forms that are written here, and from those in which other people's mazes are found.
//!
//! [`FORMS`] lists them. The form of a file is found by looking at it, unless [`ReadOptions::form`] names it.
//!
//! The input is untrusted. It is parsed on one thread without recursion, in time and memory in proportion to its length, and within
//! [`Limits`]: a size that exceeds them is rejected before memory is allocated for it. Inconsistent input is rejected with its [`Place`];
//! nothing is guessed or corrected.
//!
//! # Text
//!
//! UTF-8, with or without a byte-order mark, and UTF-16 with one. Line ends may be `\n` or `\r\n`, the last one may be missing, blank lines may
//! precede and follow, and blanks at the ends of lines may be missing or too many.
//!
//! In drawings of squares and rows of numbers, the first line, or the first two, may say how many rows and columns follow.
//!
//! In `ascii`, `unicode`, `blocks` and `mms`, the marks of the entrance and of the exit are the ends of the maze, and so are the letters that mark
//! ends in squares; a path that is drawn between them is ignored. Where no wall ends, the character of a point may be there or not. In `ascii`
//! and `mms`, the corners may be closer together or farther apart, and all lines may be indented.
//!
//! `ascii` and `blocks` lose nothing with the blanks at the ends of lines, since every line of points ends in a character that can be seen.
//! `unicode` can: where no wall is, nothing is drawn. If all its lines are equally long, as they are written, then every
//! blank counts. Otherwise the maze is the smallest that holds all that can be seen, which is the one that was drawn unless
//! its easternmost column or its southernmost row of cells had no wall at all on its three far sides.
//!
//! # Example
//!
//! ```
//! use dedale::grid::{Grid, Side};
//! use dedale::text::parse::{self, ReadOptions};
//!
//! let options = ReadOptions::default();
//! let parsed = parse::read(b"+---+---+\n          |\n+---+   +\n", &options);
//! assert_eq!(parsed.unwrap_err().to_string(), "line 2, column 11: the line is longer than the first one");
//!
//! let parsed = parse::read(b"+---+---+\n        |\n+---+   +\n", &options)?;
//! let grid = parsed.maze.grid().square().unwrap();
//! assert_eq!(parsed.form, "ascii");
//! assert!(parsed.maze.passages(grid.at(0, 0)).contains(Side::E));
//! assert_eq!((parsed.from, parsed.to), (Some(grid.at(0, 0)), Some(grid.at(0, 1))));
//!
//! let same = parse::read(br#"{"encoding":"bits","cells":[[5,3]]}"#, &options)?;
//! assert_eq!(same.maze.passages(grid.at(0, 1)).bits(), 8);
//! # Ok::<(), parse::ParseError>(())
//! ```

mod assembly;
#[cfg(feature = "json")]
mod cells;
mod drawing;
mod drawn;
mod error;
mod forms;
#[cfg(feature = "json")]
mod graph;
mod hex;
mod input;
#[cfg(feature = "json")]
mod json;
#[cfg(feature = "json")]
mod json_ends;
#[cfg(feature = "json")]
mod json_rows;
mod legend;
mod map;
mod matrix;
mod names;
mod npy;
mod numbers;
#[cfg(feature = "json")]
mod objects;
#[cfg(feature = "png")]
mod outline;
#[cfg(feature = "png")]
pub(crate) mod pixels;
mod pyamaze;
mod rows;
#[cfg(feature = "png")]
mod ruled;
#[cfg(feature = "png")]
mod scan;
mod squares;
mod underscores;
#[cfg(feature = "json")]
mod values;

pub use drawing::Drawing;
pub use error::{Kind, ParseError, Place};
pub use forms::{FORMS, Form};
pub use legend::Marks;
pub use names::Names;
#[cfg(feature = "png")]
pub use scan::Scan;

use crate::about::gcd;
use crate::grid::{Address, AnyGrid, Cell, Limits};
use crate::maze::Maze;
use input::{Input, Request};

/// How a maze is read.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// The form; `None` to find it by looking.
    pub form: Option<&'static Form>,
    /// What characters and numbers of squares are, before all else. Where any is given, the form is one of [squares](Form::is_of_squares).
    pub marks: Marks,
    /// Whether the cells of squares are at odd rows and columns, with thin walls between them, and the form is one of squares.
    pub thin: bool,
    /// Which pixels of a picture are walls, where that is said; then only a picture is read.
    pub shades: Option<Shades>,
    /// Whether the ends are said elsewhere, one of them at least: then openings in the outline of a picture are not looked for.
    pub has_ends: bool,
    /// The largest maze that is read.
    pub limits: Limits,
    /// The most pixels of a picture.
    pub max_pixels: u64,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions {
            form: None,
            marks: Marks::default(),
            thin: false,
            shades: None,
            has_ends: false,
            limits: Limits::default(),
            max_pixels: 1 << 28,
        }
    }
}

/// Which pixels of a picture are walls: those that are dark. What is transparent is free.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shades {
    /// From 0 to 1: a pixel is dark if its luma is less than this part of white's.
    pub threshold: f64,
    /// Whether what is dark is free, and the walls are light.
    pub dark_is_free: bool,
}

impl Default for Shades {
    fn default() -> Shades {
        Shades { threshold: 0.5, dark_is_free: false }
    }
}

/// What was read: a maze, and what its sender says about it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Parsed {
    /// The name of the [form](Form) that it was read as.
    pub form: &'static str,
    /// The maze, with the openings in its outer wall. Cells of squares and of other grids that are missing are left out by a
    /// [mask](crate::grid::MeshOptions::mask) of bits, which may leave parts that are not connected.
    pub maze: Maze<AnyGrid>,
    /// The entrance: the member `from` of JSON, or the cell that is marked in text. Where neither `from` nor `to` is given and the
    /// outer wall has exactly two openings, the cell of the first one in the order of the cells' numbers.
    pub from: Option<Cell>,
    /// The exit: the member `to`, or the cell that is marked, or else the cell of the second opening. It may be the cell of the first
    /// one too.
    pub to: Option<Cell>,
    /// The exits, where several are marked; then `to` is `None`. In the order of the cells.
    pub goals: Vec<Cell>,
    /// Why the entrance, and why the exit, is not known although it should be: one of the two alone is marked, or several cells are.
    /// The place is that of the mark.
    pub unclear: [Option<Box<ParseError>>; 2],
    /// Whether `from` and `to` are the openings, and were not given.
    pub ends_are_openings: bool,
    /// The member `directions` of JSON, a word of letters or an array of names, or the path that follows in `hex`: nothing of it is checked here.
    pub directions: Option<Names>,
    /// The member `path` of JSON, the address of each cell. Whether there are such cells is not checked here.
    pub path: Option<Vec<Address>>,
    /// Whether the cells are the free squares of what was sent, and there are no walls between them.
    pub is_of_squares: bool,
    /// The drawing that was sent, if it is one of squares, so that it can be drawn again with a path.
    pub drawing: Option<Drawing>,
    /// How many pixels each square is wide, in a picture.
    pub scale: Option<u32>,
}

impl Parsed {
    /// A maze of which nothing else is known.
    fn new(maze: Maze<AnyGrid>) -> Parsed {
        Parsed {
            form: "",
            maze,
            from: None,
            to: None,
            goals: Vec::new(),
            unclear: [None, None],
            ends_are_openings: false,
            directions: None,
            path: None,
            is_of_squares: false,
            drawing: None,
            scale: None,
        }
    }
}

/// Parses the addresses of a path in JSON, as they are in the member `path` of a maze. A number that is too large for any maze is the largest there is, which
/// no maze has. Time `O(bytes)`; the list takes at most four times as many bytes as the text has.
///
/// # Errors
///
/// Anything but an array of [addresses](Address).
///
/// ```
/// let path = dedale::text::parse::path("[[0,0],[0,1]]").unwrap();
/// assert_eq!(path, [[0, 0].into(), [0, 1].into()]);
/// ```
#[cfg(feature = "json")]
pub fn path(json: &str) -> Result<Vec<Address>, ParseError> {
    values::Value::new(json).path()
}

/// Parses directions in JSON, as they are in the member `directions` of a maze: a word of letters, or an array of names. Time and memory `O(bytes)`.
///
/// # Errors
///
/// Anything but a string and an array of strings.
///
/// ```
/// let names = dedale::text::parse::directions(r#"["NE","S"]"#).unwrap();
/// assert!(names.iter().eq(["NE", "S"]));
/// ```
#[cfg(feature = "json")]
pub fn directions(json: &str) -> Result<Names, ParseError> {
    values::Value::new(json).names()
}

/// Reads a maze in any of the [`FORMS`].
///
/// # Complexity
///
/// Time `O(bytes)`; two bytes for each cell of plain squares, of which there are no more than bytes, and for other cells what their
/// [`Mesh`](crate::grid::Mesh) takes. (In `unicode` without its blanks, which could else be made very large with very little, up to 65,536
/// cells may be more than the bytes.)
///
/// # Errors
///
/// - [`Kind::Malformed`]: none of the forms, or not as its form demands; with the line and the column, or the element of `cells`, where
///   there is one.
/// - [`Kind::Inconsistent`]: parts that do not go together, such as two cells that do not agree about the wall between them; a grid that does
///   not exist; a maze over the limits.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Parsed, ParseError> {
    read_within(bytes, options, &|_| true)
}

/// Reads as [`read`] does, and asks `admit` before it takes memory beyond that for a rectangle of squares, as large as the bytes are:
/// whether this many more bytes may be reserved, until what was read is dropped. Memory is asked for in a few pieces. For each row and at least once in
/// 64 KiB of the cells it asks with 0 bytes, whether to go on; and before it looks whether the bytes are of the next form.
///
/// # Errors
///
/// Those of [`read`], and [`Kind::Refused`] where `admit` returned `false`.
pub fn read_within(bytes: &[u8], options: &ReadOptions, admit: &dyn Fn(u64) -> bool) -> Result<Parsed, ParseError> {
    let request = Request { options, admit };
    let input = Input::new(bytes);
    options.marks.check()?;
    let form = match options.form {
        Some(form) => form,
        None => Form::of(&input, &request)?,
    };
    if options.shades.is_some() && form.name != "png" {
        let detail = format!("threshold and dark are only valid for a picture, and this is {}", form.name);
        return Err(ParseError { form: Some(form.name), ..ParseError::malformed(None, detail) });
    }
    let read = input.check_text().and_then(|()| (form.read)(&input, &request));
    match read {
        Ok(parsed) => {
            let drawing = match (parsed.drawing, input.size()) {
                (Some(drawing), Some(size)) => Some(drawing.below(size)),
                (drawing, _) => drawing,
            };
            Ok(Parsed { form: form.name, drawing, ..parsed })
        }
        Err(error) => Err(ParseError { form: Some(form.name), ..error }),
    }
}
