//! What all readers of mazes share: options and results, errors with their places, lines, legends, names and numbers.
//!
//! The formats themselves are [elsewhere](crate::formats), each beside its writer, and so is the function that [reads](crate::formats::read()) a maze.

pub(crate) mod assembly;
mod bit_sides;
pub(crate) mod drawing;
pub(crate) mod error;
mod excerpt;
pub(crate) mod input;
mod input_format;
#[cfg(feature = "json")]
pub(crate) mod json_value;
pub(crate) mod legend;
mod line_range;
pub(crate) mod listed_cells;
pub(crate) mod matrix;
pub(crate) mod names;
pub(crate) mod sided_cells;

pub use bit_sides::BitSides;
pub use drawing::SquareDrawing;
pub use error::{InputPlace, ParseError, ParseErrorKind};
pub use excerpt::Excerpt;
pub use input_format::InputFormat;
pub use legend::Legend;
pub use line_range::LineRange;
pub use names::Names;

use std::fmt;

use crate::grid::{Address, AnyGrid, Cell, Limits};
use crate::maze::Maze;

/// How a maze is read.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// The format; `None` to find it by looking.
    pub format: Option<&'static InputFormat>,
    /// The lines that are read, if that is not all of a text.
    pub lines: Option<LineRange>,
    /// What characters and numbers of squares are, before all else. Where any is given, the format is one of [squares](InputFormat::is_of_squares).
    pub legend: Legend,
    /// True if the cells of squares are at odd rows and columns, with thin walls between them, and the format is one of squares.
    pub thin: bool,
    /// The meaning of the bits of hexadecimal digits, or of numbers from 0 to 15 in rows, if it is given; then only `hex` is read, which such rows are too.
    pub bits: Option<BitSides>,
    /// Which pixels of a picture are walls. If it is given, only a picture is read. Otherwise dark pixels are walls, unless the two most common colors
    /// are both dark or both light: see [`Parsed::shades`].
    pub shades: Option<Shades>,
    /// True if at least one end is given elsewhere: then openings in the outline of a picture are not looked for.
    pub has_ends: bool,
    /// The largest maze that is read.
    pub limits: Limits,
    /// The most pixels of a picture.
    pub max_pixels: u64,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions {
            format: None,
            lines: None,
            legend: Legend::default(),
            thin: false,
            bits: None,
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
    /// True if what is dark is free, and the walls are light.
    pub dark_is_free: bool,
}

impl Shades {
    /// What dark pixels are: `wall` or `free`.
    ///
    /// ```
    /// assert_eq!(dedale::parse::Shades::default().dark(), "wall");
    /// ```
    pub fn dark(self) -> &'static str {
        if self.dark_is_free { "free" } else { "wall" }
    }
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
    /// The name of the [format](InputFormat) that it was read as.
    pub format: &'static str,
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
    /// True if `from` and `to` are the openings, and were not given.
    pub ends_are_openings: bool,
    /// The member `directions` of JSON, a word of letters or an array of names, or the path that follows in `hex`: nothing of it is checked here.
    pub directions: Option<Names>,
    /// The member `path` of JSON, the address of each cell. Whether there are such cells is not checked here.
    pub path: Option<Vec<Address>>,
    /// True if the cells are the free squares of what was sent, and there are no walls between them.
    pub is_of_squares: bool,
    /// The drawing that was sent, if it is one of squares, so that it can be drawn again with a path.
    pub drawing: Option<SquareDrawing>,
    /// How many pixels each square is wide, in a picture.
    pub scale: Option<u32>,
    /// Which pixels of a picture are walls, if they were found by its two most common colors and [not given](ReadOptions::shades).
    pub shades: Option<Shades>,
    /// What may be wrong although the maze was read, at most [`MAX_FAULTS`](ParseError::MAX_FAULTS) of them.
    pub warnings: Vec<Warning>,
}

/// Something that may be wrong with a maze that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Warning {
    /// Where, if it is in one place.
    pub place: Option<InputPlace>,
    /// What was found, and how it was read.
    pub detail: String,
}

/// What is no fault where it does not matter.
impl From<&ParseError> for Warning {
    fn from(error: &ParseError) -> Warning {
        Warning { place: error.place, detail: error.detail.clone() }
    }
}

impl Parsed {
    /// Returns a maze that was made from what an input says of it, such as its [URL](crate::formats::UrlOfMaze), and its ends, if they are known.
    ///
    /// ```
    /// use dedale::{grid::Square, maze::Maze, parse::{InputFormat, Parsed}};
    /// let (svg, maze) = (InputFormat::from_name("svg").unwrap(), Maze::closed(Square::new(3, 2)?));
    /// let parsed = Parsed::made(svg, maze.into(), [None, None]);
    /// assert_eq!((parsed.format, parsed.from), ("svg", None));
    /// # Ok::<(), dedale::grid::TooLarge>(())
    /// ```
    pub fn made(format: &InputFormat, maze: Maze<AnyGrid>, [from, to]: [Option<Cell>; 2]) -> Parsed {
        Parsed { format: format.name, from, to, ..Parsed::new(maze) }
    }

    /// Returns a maze of which nothing else is known.
    pub(crate) fn new(maze: Maze<AnyGrid>) -> Parsed {
        Parsed {
            format: "",
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
            warnings: Vec::new(),
            shades: None,
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.detail)
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
/// let path = dedale::parse::path("[[0,0],[0,1]]").unwrap();
/// assert_eq!(path, [[0, 0].into(), [0, 1].into()]);
/// ```
#[cfg(feature = "json")]
pub fn path(json: &str) -> Result<Vec<Address>, ParseError> {
    json_value::Value::new(json).path()
}

/// Parses directions in JSON, as they are in the member `directions` of a maze: a word of letters, or an array of names. Time and memory `O(bytes)`.
///
/// # Errors
///
/// Anything but a string and an array of strings.
///
/// ```
/// let names = dedale::parse::directions(r#"["NE","S"]"#).unwrap();
/// assert!(names.iter().eq(["NE", "S"]));
/// ```
#[cfg(feature = "json")]
pub fn directions(json: &str) -> Result<Names, ParseError> {
    json_value::Value::new(json).names()
}
