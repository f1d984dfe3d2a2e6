//! Parses JSON and text, as [`format`](crate::format) writes them, into a [`Maze`].
//!
//! The input is untrusted. It is parsed on one thread without recursion, in time and memory in proportion to its length, and within
//! [`Limits`]: a size that exceeds them is rejected before memory is allocated for it. Inconsistent input is rejected with its [`Place`];
//! nothing is guessed or corrected.
//!
//! # Text
//!
//! The formats `ascii`, `unicode`, `blocks` and `mms` are supported, and distinguished by their first character. The marks of the
//! entrance and of the exit are the ends of the maze; a path that is drawn between them is ignored. Line ends may be `\n` or `\r\n`, the last one may be missing, empty lines may follow, a
//! byte-order mark may precede, and blanks at the ends of lines may be missing or too many.
//!
//! `ascii` and `blocks` lose nothing with those blanks, since every line of points ends in a character that can be seen. Where no wall
//! ends, the character of a point may be there or not.
//! `unicode` can: where no wall is, nothing is drawn. If all its lines are equally long, as they are written, then every
//! blank counts. Otherwise the maze is the smallest that holds all that can be seen, which is the one that was drawn unless
//! its easternmost column or its southernmost row of cells had no wall at all on its three far sides.
//!
//! # Example
//!
//! ```
//! use dedale::grid::{Limits, Side};
//! use dedale::text::parse;
//!
//! let parsed = parse::text(b"+---+---+\n          |\n+---+   +\n", Limits::default());
//! assert_eq!(parsed.unwrap_err().to_string(), "line 2, column 11: the line is longer than the first one");
//!
//! let parsed = parse::text(b"+---+---+\n        |\n+---+   +\n", Limits::default())?;
//! let grid = parsed.maze.grid();
//! assert!(parsed.maze.passages(grid.at(0, 0)).contains(Side::E));
//! assert_eq!((parsed.from, parsed.to), (Some(grid.at(0, 0)), Some(grid.at(0, 1))));
//!
//! let same = parse::json(br#"{"encoding":"bits","cells":[[5,3]]}"#, Limits::default())?;
//! assert_eq!(same.maze.passages(grid.at(0, 1)).bits(), 8);
//! # Ok::<(), parse::ParseError>(())
//! ```

mod assembly;
#[cfg(feature = "json")]
mod cells;
mod draft;
mod error;
#[cfg(feature = "json")]
mod graph;
#[cfg(feature = "json")]
mod json;
mod names;
#[cfg(feature = "json")]
mod snippet;
mod text;
#[cfg(feature = "json")]
mod values;

pub use error::{Kind, ParseError, Place};
pub use names::Names;

use crate::grid::{Address, AnyGrid, Cell, Grid, GridKind, Limits, Mesh, Square};
use crate::maze::Maze;

/// What was read: a maze, and what its sender says about it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Parsed<G: Grid = Square> {
    /// The maze, with the openings in its outer wall. Cells of a [`Mesh`] that are missing are left out by a
    /// [mask](crate::grid::MeshOptions::mask) of bits.
    pub maze: Maze<G>,
    /// The entrance: the member `from` of JSON, or the cell that is marked in text. Where neither `from` nor `to` is given and the
    /// outer wall has exactly two openings, the cell of the first one in the order of the cells' numbers.
    pub from: Option<Cell>,
    /// The exit: the member `to`, or the cell that is marked, or else the cell of the second opening. It may be the cell of the first
    /// one too.
    pub to: Option<Cell>,
    /// The exits, where several are marked in `mms`; then `to` is `None`. In the order of the cells.
    pub goals: Vec<Cell>,
    /// Why the entrance, and why the exit, is not known although a drawing has marks: one of the two alone is marked, or several cells are.
    /// The place is that of the mark.
    pub unclear: [Option<Box<ParseError>>; 2],
    /// Whether `from` and `to` are the openings, and were not given.
    pub ends_are_openings: bool,
    /// The member `directions` of JSON, a word of letters or an array of names: nothing of it is checked here.
    pub directions: Option<Names>,
    /// The member `path` of JSON, the address of each cell. Whether there are such cells is not checked here.
    pub path: Option<Vec<Address>>,
}

/// What was read: a maze on any grid.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyParsed {
    /// A maze on a rectangle of squares.
    Square(Parsed),
    /// A maze on any other grid.
    Mesh(Box<Parsed<Mesh>>),
}

impl From<AnyParsed> for Parsed<AnyGrid> {
    fn from(parsed: AnyParsed) -> Parsed<AnyGrid> {
        match parsed {
            AnyParsed::Square(parsed) => parsed.on_any_grid(),
            AnyParsed::Mesh(parsed) => parsed.on_any_grid(),
        }
    }
}

impl<G: Grid> Parsed<G> {
    fn on_any_grid(self) -> Parsed<AnyGrid>
    where
        Maze<AnyGrid>: From<Maze<G>>,
    {
        let Parsed { maze, from, to, goals, unclear, ends_are_openings, directions, path } = self;
        Parsed { maze: maze.into(), from, to, goals, unclear, ends_are_openings, directions, path }
    }
}

/// Reads the JSON object of a maze on a rectangle of squares, in any [`Encoding`](crate::text::Encoding).
///
/// Its members may come in any order. Only `encoding` and `cells` are required. `w`, `h`, `from` and `to` must fit the
/// cells where they are given, and one that is `null` is not given. `weights` may have a number for each cell, in the shape of `cells`
/// (with `blocks` a number for each cell, too); in a `graph`, `weight` beside each cell says the same. All others are ignored, whatever they hold, so that
/// what was written with a maze in it can be sent back as it is. In a string of sides each may be named once, in any order.
///
/// # Complexity
///
/// Time `O(bytes)`; two bytes for each cell, and the solution if there is one. The cells are gone over twice, since what they
/// mean may be said after them.
///
/// # Errors
///
/// - [`Kind::Malformed`], with the line and the column of the byte: not JSON, a value of the wrong type, a member that is
///   missing or given twice, an unknown encoding; not UTF-8; nothing at all.
/// - [`Kind::Malformed`], with the element of `cells`: rows of different lengths, a letter that is no side, a side named
///   twice, a number out of range, keys that are not the four sides; no rows, or no columns.
/// - [`Kind::Inconsistent`], with the element: two cells that do not agree about the wall between them, a point without a
///   wall or a cell that is one (in `blocks`); a maze over the limits.
/// - [`Kind::Inconsistent`]: `w`, `h`, `from` or `to` that do not fit; a maze on any other grid, for which see [`any_json`].
///
/// # Example
///
/// ```
/// use dedale::{grid::Limits, text::parse};
/// let parsed = parse::json(br#"{"encoding":"walls","cells":[["NSW","NES"]],"to":[0,1]}"#, Limits::default())?;
/// assert_eq!(parsed.maze.count_passages(), 1);
/// assert_eq!(parsed.to, Some(parsed.maze.grid().at(0, 1)));
///
/// let torn = parse::json(br#"{"encoding":"walls","cells":[["NSW","NESW"]]}"#, Limits::default()).unwrap_err();
/// assert_eq!(
///     torn.to_string(),
///     "cell [0,0]: no wall on side E, but the cell [0,1] has a wall on side W",
/// );
/// # Ok::<(), parse::ParseError>(())
/// ```
#[cfg(feature = "json")]
pub fn json(bytes: &[u8], limits: Limits) -> Result<Parsed, ParseError> {
    json::read(decode(bytes)?, limits, GridKind::Square, &|_| true).and_then(assembly::squares_alone)
}

/// Reads the JSON object of a maze on any grid.
///
/// A maze of squares in a rectangle is read as [`json`] reads it. For all others, the member `grid` has the name or an alias of a
/// [`GridKind`]; `floors` says how many there are where there are several, `options.wrap` which edges are joined, and `crossings` under
/// which cells tunnels run. All other sizes are known from `cells`, which is nested as the addresses of the grid are; `w`, `h` and `rings`
/// must fit where they are given. An element that is `null` is a cell that is missing. The encodings `walls`, `passages`, `bits`, `named`
/// and `graph` are supported, and `blocks` for squares on one floor without tunnels: there a cell that is missing is a block of 1.
///
/// In a `graph` of a known grid, `cells` is a flat list in the order of the addresses, and the cells that are not in it are missing. Sizes
/// are those that are given, or else the least that go with the addresses. What is said of neighbors must be what the grid has.
///
/// A `graph` whose `grid` is `custom`, or which gives neither `grid` nor `w` or `h`, may be any connected graph of up to eight sides a
/// cell, whose names differ. `center` and `polygon` can be left out, `cell` too: it is the place in the list. `to` is `null` for an
/// outer side, and if it is not given; `open` and `tunnel` are false if they are not given. See [`Graph`](crate::grid::Graph).
///
/// The cells of every grid must be connected when no wall stands, as [`Grid`] requires. With their walls they need not be.
///
/// # Complexity
///
/// Time `O(bytes)`: the cells of squares are gone over twice, as in [`json`], all others three times. Memory is in proportion to the cells,
/// and takes what their [`Mesh`] takes.
///
/// # Errors
///
/// Those of [`json`], and:
///
/// - [`Kind::Malformed`], with the address or the number of the cell: lists that are too long or too short, names that are no sides of the
///   cell, a side that is missing or named twice.
/// - [`Kind::Inconsistent`], with the address or the number of the cell: two cells that do not agree about the wall between them, or do not
///   lead to each other; an opening where there is no outer wall; more than eight sides.
/// - [`Kind::Inconsistent`]: a grid that does not exist, such as joined edges where the pattern does not close, a crossing that is not
///   possible, or cells that fall into parts.
///
/// # Example
///
/// ```
/// use dedale::{grid::{Grid, GridKind, Limits}, text::parse::{self, AnyParsed}};
/// let hexagons = br#"{"grid":"hex","encoding":"passages","cells":[[["E"],["SW","W"]],[["NE"],null]]}"#;
/// let AnyParsed::Mesh(parsed) = parse::any_json(hexagons, Limits::default())? else { panic!() };
/// let mesh = parsed.maze.grid();
/// assert_eq!((mesh.kind(), mesh.cells()), (GridKind::Hex, 3));
/// assert_eq!(parsed.maze.count_passages(), 2);
///
/// let triangle = br#"{"encoding":"graph","cells":[
///     {"sides":[{"side":"a","to":1,"open":true},{"side":"b","to":2}]},
///     {"sides":[{"side":"a","to":0,"open":true},{"side":"b","to":2}]},
///     {"sides":[{"side":"a","to":0}]}]}"#;
/// let error = parse::any_json(triangle, Limits::default()).unwrap_err();
/// assert_eq!(error.to_string(), "cell 1 of the graph: side b leads to cell 2, which has no side that leads back");
/// # Ok::<(), parse::ParseError>(())
/// ```
#[cfg(feature = "json")]
pub fn any_json(bytes: &[u8], limits: Limits) -> Result<AnyParsed, ParseError> {
    any_json_within(bytes, limits, &|_| true)
}

/// Reads as [`any_json`] does, and asks `admit` before it takes memory beyond that for a rectangle of squares, as large as the bytes are:
/// whether this many more bytes may be reserved, until what was read is dropped. Memory is asked for in a few pieces.
///
/// # Errors
///
/// Those of [`any_json`], and [`Kind::Refused`] where `admit` said no.
///
/// # Example
///
/// ```
/// use std::cell::Cell;
/// use dedale::{grid::Limits, text::parse};
/// let hexagons = br#"{"grid":"hex","encoding":"bits","cells":[[55,62]]}"#;
/// let asked = Cell::new(0);
/// parse::any_json_within(hexagons, Limits::default(), &|bytes| { asked.set(asked.get() + bytes); true })?;
/// assert!(asked.get() > 2 * 24, "four bytes for each side of a cell");
/// let refused = parse::any_json_within(hexagons, Limits::default(), &|_| false).unwrap_err();
/// assert_eq!(refused.kind, parse::Kind::Refused);
/// # Ok::<(), parse::ParseError>(())
/// ```
#[cfg(feature = "json")]
pub fn any_json_within(bytes: &[u8], limits: Limits, admit: &dyn Fn(u64) -> bool) -> Result<AnyParsed, ParseError> {
    json::read(decode(bytes)?, limits, GridKind::Custom, admit)
}

/// Reads a maze drawn as text, in any of the forms `ascii`, `unicode`, `blocks` and `mms`.
///
/// In `ascii`, the cell with an `@` is the entrance and the one with an `X` the exit; in `unicode`, `○` and `●`; in `blocks`, `▒` and `▓`; in
/// `mms`, `S` and `G`, of which there may be several. Where only one of them is marked, or two cells are the same end, the maze is read,
/// and [`Parsed::unclear`] says what is wrong with the marks.
///
/// # Complexity
///
/// Time `O(bytes)`; two bytes for each cell, of which there are no more than bytes. (In `unicode` without its blanks, which
/// could else be made very large with very little, up to 65,536 cells may be more than the bytes.)
///
/// # Errors
///
/// All with line and column, where there is one.
///
/// - [`Kind::Malformed`]: a character that the form does not have; a line that is too long, or too short for its points; a
///   first line that is no whole number of cells long, or a number of lines that makes no whole number of rows; a text that
///   begins like none of the forms; not UTF-8; nothing at all.
/// - [`Kind::Inconsistent`]: characters of the form that do not go together: half a wall, a wall inside a cell, a point of
///   `ascii` or `blocks` that is not drawn, a junction of `unicode` whose arms are not the walls around it; a maze over the
///   limits.
///
/// # Example
///
/// ```
/// use dedale::{grid::Limits, text::parse};
/// let parsed = parse::text("┌───┬───┐\n│   ╵   │\n└───────┘\n".as_bytes(), Limits::default());
/// let expected = "line 2, column 5: '╵' cannot stand here, where only '│' or a blank can";
/// assert_eq!(parsed.unwrap_err().to_string(), expected);
/// ```
pub fn text(bytes: &[u8], limits: Limits) -> Result<Parsed, ParseError> {
    any_text(bytes, limits, &|_| true).and_then(assembly::squares_alone)
}

/// Reads a maze of squares drawn as text, as [`text`] does, of which some may be left out: in `ascii` those with a `.` in their middle, in
/// `unicode` those with a `·`, and in `blocks` those that are solid. Between two of them, and between one and the outside, it does not
/// matter what is drawn. `admit` is asked as by [`any_json_within`].
///
/// # Errors
///
/// Those of [`text`], and [`Kind::Inconsistent`] if the cells that are left fall into parts; [`Kind::Refused`] where `admit` said no.
///
/// # Example
///
/// ```
/// use dedale::{grid::{Grid, Limits}, text::parse::{self, AnyParsed}};
/// let bent = b"\
/// +---+---+
/// |       |
/// +   +---+
/// |   | .
/// +---+
/// ";
/// let AnyParsed::Mesh(parsed) = parse::any_text(bent, Limits::default(), &|_| true)? else { panic!() };
/// assert_eq!(parsed.maze.grid().cells(), 3);
/// assert_eq!(parsed.maze.count_passages(), 2);
/// # Ok::<(), parse::ParseError>(())
/// ```
pub fn any_text(bytes: &[u8], limits: Limits, admit: &dyn Fn(u64) -> bool) -> Result<AnyParsed, ParseError> {
    text::read(decode(bytes)?, limits, admit)
}

/// The text without a byte-order mark.
fn decode(bytes: &[u8]) -> Result<&str, ParseError> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let offset = error.valid_up_to();
        let before = String::from_utf8_lossy(&bytes[..offset]);
        let line = before.rsplit('\n').next().unwrap_or_default();
        let place = Place::text(before.matches('\n').count() + 1, line.chars().count() + 1);
        ParseError::malformed(place, format!("not UTF-8: byte {offset}, counted from 0, is part of no character"))
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}
