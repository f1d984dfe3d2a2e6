//! A maze, and perhaps a path through it, as bytes: one file for each format.
//!
//! A picture is written in *pieces*, each about one row of cells, as a reader takes them: the memory needed is that of one
//! piece, however large the whole.
//!
//! To add a format: a file with its `write_piece`, a variant of [`Format`], and an arm of each `match` below.

mod ansi;
mod ascii;
mod blocks;
mod endless;
mod heat;
mod json;
mod lattice;
mod palette;
mod png;
mod solution;
mod style;
mod svg;
mod trail;
mod unicode;
mod words;
mod writing;

pub use endless::{Endless, EndlessWriting};
pub use json::{About, Encoding};
pub use palette::Palette;
pub use solution::{Section, SolutionDocument, SolutionHead, directions};
pub use style::{Colour, NotAColour, Style};
pub use trail::Trail;
pub use writing::Writing;
// The way back knows a junction by the same table.
pub(crate) use unicode::WALLS as JUNCTIONS;

use crate::grid::{Cell, Square};
use crate::maze::Maze;
use crate::solve::Distances;
use lattice::Strip;

/// The version of what is written: raised when a byte of any format changes for the same picture, so that whoever keeps what
/// was written, a cache for example, knows that it is out of date.
///
/// The bytes of one version are held to digests by the tests, as mazes are by the
/// [generator version](crate::generate::GENERATOR_VERSION).
pub const VERSION: u32 = 1;

/// What is drawn: a maze, its two ends, and whatever else is to be seen.
///
/// ```
/// use dedale::{grid::{Side, Square}, maze::Maze, render::{Format, Picture, Trail}};
/// let grid = Square::new(2, 2)?;
/// let mut maze = Maze::closed(grid);
/// maze.link(grid.at(0, 0), Side::E);
/// maze.link(grid.at(0, 1), Side::S);
/// maze.link(grid.at(1, 1), Side::W);
/// let path = Trail::new(&maze, &[grid.at(0, 0), grid.at(0, 1), grid.at(1, 1)]);
/// let picture = Picture { path: Some(path), ..Picture::new(maze, grid.at(0, 0), grid.at(1, 1)) };
/// let expected = "\
/// ┌───────┐
/// │ ○━━━┓ │
/// ├───╴ ┃ │
/// │     ● │
/// └───────┘
/// ";
/// assert_eq!(picture.to_bytes(Format::Unicode), expected.as_bytes());
/// # Ok::<(), dedale::grid::TooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture {
    /// The maze.
    pub maze: Maze<Square>,
    /// The entrance.
    pub from: Cell,
    /// The exit.
    pub to: Cell,
    /// The path that the drawings show, a way from `from` to `to` as a rule. JSON says nothing of it.
    pub path: Option<Trail>,
    /// What the colours of [`Format::Ansi`] and of a [heat map](Style::heat) show; without them every cell has the same.
    pub distances: Option<Distances>,
    /// What stands in JSON before the cells.
    pub about: About,
}

impl Picture {
    /// The picture of a maze and its ends, without a path, and [`About`] whose making nothing is known.
    pub fn new(maze: Maze<Square>, from: Cell, to: Cell) -> Picture {
        let about = About::new(maze.grid(), from, to);
        Picture { maze, from, to, path: None, distances: None, about }
    }

    /// The whole picture at once, for pictures that are known to be small. For others see [`Writing`].
    pub fn to_bytes(&self, format: Format) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writing = Writing::new(self, format);
        while !writing.is_done() {
            writing.write_next(self, &mut bytes);
        }
        bytes
    }

    /// The ends that the pictures mark, the entrance and the exit: those without a door, and but one if both are one cell.
    fn marks(&self) -> [Option<Cell>; 2] {
        let is_closed = |end: &Cell| self.maze.open_sides(*end) == self.maze.passages(*end);
        let from = Some(self.from).filter(|&from| from != self.to);
        [from.filter(is_closed), Some(self.to).filter(is_closed)]
    }

    /// What the text forms show in the middle of `cell`.
    fn mark(&self, cell: Cell) -> Option<Mark> {
        let path = self.path.as_ref()?;
        if !path.passes(cell) {
            None
        } else if cell == self.to {
            Some(Mark::To)
        } else if cell == self.from {
            Some(Mark::From)
        } else {
            Some(Mark::Path)
        }
    }

    /// The part of the picture at this row, of which there is one more than rows of cells.
    fn strip(&self, row: u32) -> Strip<'_> {
        Strip { picture: Some(self), ..Strip::of(&self.maze, row) }
    }
}

/// What a cell on the path is to it. A path whose ends are one cell shows where it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    From,
    To,
    Path,
}

/// How a picture is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// One JSON object: what is known of the maze, and its cells.
    Json(Encoding),
    /// `+---+` and `|`, cells three columns wide.
    Ascii,
    /// The geometry of [`Ascii`](Format::Ascii) in box-drawing characters.
    Unicode,
    /// Walls as thick as passages: two columns a block, `██` for a wall.
    Blocks,
    /// The blocks in the colours of a terminal, shaded by distance.
    Ansi,
    /// A drawing that is sharp at every size.
    Svg(Style),
    /// A picture of pixels: at most 2^31 - 1 a side.
    Png(Style),
}

impl Format {
    /// Every format, in the order in which messages name them, JSON in its default encoding and pictures in their default
    /// style.
    pub const ALL: [Format; 7] = [
        Format::Json(Encoding::Walls),
        Format::Ascii,
        Format::Unicode,
        Format::Blocks,
        Format::Ansi,
        Format::Svg(Style::DEFAULT),
        Format::Png(Style::DEFAULT),
    ];

    /// The name, as in a query.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Json(_) => "json",
            Format::Ascii => "ascii",
            Format::Unicode => "unicode",
            Format::Blocks => "blocks",
            Format::Ansi => "ansi",
            Format::Svg(_) => "svg",
            Format::Png(_) => "png",
        }
    }

    /// The media type, as in the `Content-Type` of an answer.
    pub const fn media_type(self) -> &'static str {
        match self {
            Format::Json(_) => "application/json",
            Format::Ascii | Format::Unicode | Format::Blocks | Format::Ansi => "text/plain; charset=utf-8",
            Format::Svg(_) => "image/svg+xml",
            Format::Png(_) => "image/png",
        }
    }

    /// The characters that a path is drawn with. No wall is drawn with any of them, none stands where a wall does, and with
    /// a space in the place of each the picture is the one without a path. Empty where the format shows no path, or shows
    /// it in colour only.
    pub const fn path_glyphs(self) -> &'static str {
        match self {
            Format::Json(_) | Format::Ansi | Format::Svg(_) | Format::Png(_) => "",
            Format::Ascii => ascii::PATH_GLYPHS,
            Format::Unicode => unicode::PATH_GLYPHS,
            Format::Blocks => blocks::PATH_GLYPHS,
        }
    }

    /// Whether it is written row by row, of a maze of which no more need to be known: as [`EndlessWriting`] does.
    pub const fn is_by_rows(self) -> bool {
        match self {
            Format::Json(_) | Format::Ascii | Format::Unicode | Format::Blocks => true,
            Format::Png(style) => style.heat.is_none(),
            Format::Ansi | Format::Svg(_) => false,
        }
    }

    /// How a picture looks; `None` for a form that is no picture.
    pub const fn style(self) -> Option<Style> {
        match self {
            Format::Svg(style) | Format::Png(style) => Some(style),
            _ => None,
        }
    }
}
