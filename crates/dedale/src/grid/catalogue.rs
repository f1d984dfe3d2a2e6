//! The table of grids, with one entry for each.
//!
//! To add a tiling, write its pattern in `tiling/patterns.rs`, and an entry here. The tests then report what is missing in the documentation
//! and in the goldens.

use std::fmt;
use std::str::FromStr;
use std::sync::{LazyLock, OnceLock};

use super::tiling::RepeatingPiece;
use super::tiling::Tiling::{self, Dual, Of};
use super::tiling::patterns::{
    ELONGATED_TRIANGULAR, HEXAGONAL, RHOMBITRIHEXAGONAL, SNUB_HEXAGONAL, SNUB_SQUARE, SQUARE, TRIANGULAR, TRIHEXAGONAL,
    TRUNCATED_HEXAGONAL, TRUNCATED_SQUARE, TRUNCATED_TRIHEXAGONAL,
};
use crate::about::{InvalidValue, normalized_name};

/// Information about a grid: see [`GridKind::info`].
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct GridInfo {
    /// The name, as in text.
    pub name: &'static str,
    /// Other names for the same grid.
    pub aliases: &'static [&'static str],
    /// The name in prose.
    pub title: &'static str,
    /// A description in a sentence or two.
    pub description: &'static str,
    /// The names of the numbers of an [`Address`](super::Address), in order.
    pub address: &'static [&'static str],
    /// The names of the sides of the cells, with a list for each kind of cell. Empty if the sides are numbered.
    pub sides: &'static [&'static [&'static str]],
    /// True if opposite edges can be joined.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub wraps: bool,
    /// The source of the grid.
    pub source: &'static str,
    /// The repeating piece; `None` for rings around a center.
    #[cfg_attr(feature = "serde", serde(skip))]
    tiling: Option<Tiling>,
}

/// Writes [`GridKind`] and [`GRIDS`] from entries. Each has the variant, the name, the aliases, the name in prose, the repeating piece, and a
/// description, which is also that of the variant. Fields follow that differ from [`TILING`].
macro_rules! grids {
    ($(
        $(#[$attribute:meta])* $variant:ident $name:literal [$($alias:literal),*] $title:literal, $tiling:expr,
        $description:literal $(, { $($more:tt)* })?;
    )*) => {
        /// A kind of grid: what a cell looks like, and what it borders on.
        ///
        /// ```
        /// use dedale::grid::GridKind;
        /// assert_eq!("sigma".parse(), Ok(GridKind::Hex));
        /// assert_eq!(GridKind::Hex.info().sides, [["NE", "E", "SE", "SW", "W", "NW"]]);
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum GridKind {
            $(#[doc = $description] $(#[$attribute])* $variant,)*
            /// A graph of your own, made from a [`Graph`](super::Graph).
            Custom,
        }

        impl GridKind {
            /// Every kind that is described by a name and a size.
            pub const ALL: &'static [GridKind] = &[$(GridKind::$variant,)*];
        }

        /// Every grid that is described by a name and a size, in the order of the variants of [`GridKind`].
        static GRIDS: &[GridInfo] = &[$(GridInfo {
            name: $name,
            aliases: &[$($alias),*],
            title: $title,
            description: $description,
            tiling: $tiling,
            $($($more)*)?
            ..TILING
        },)*];
    };
}

grids! {
    #[default]
    Square "square" ["orthogonal", "gamma"] "Squares", Some(Of(&SQUARE)),
        "Squares in rows and columns.",
        { address: &["row", "column"], sides: &[&["N", "E", "S", "W"]], source: PULLEN, };
    Hex "hex" ["hexagonal", "sigma"] "Hexagons", Some(Of(&HEXAGONAL)),
        "Regular hexagons in rows. Odd rows are half a cell further to the right.",
        { address: &["row", "column"], sides: &[&["NE", "E", "SE", "SW", "W", "NW"]], source: PULLEN, };
    Triangle "triangle" ["triangular", "delta"] "Triangles", Some(Of(&TRIANGULAR)),
        "Equilateral triangles in rows. A triangle points up where the sum of its row and its column is even.",
        {
            address: &["row", "column"],
            sides: &[&["NE", "S", "NW"], &["N", "SE", "SW"], &["N", "SE", "SW"], &["NE", "S", "NW"]],
            source: PULLEN,
        };
    Polar "polar" ["theta", "circular", "circle"] "Circle", None,
        "Rings around a cell in the center. A ring has twice as many cells as the one inside it where they would get too wide.",
        {
            address: &["ring", "index"],
            sides: &[
                &["CW", "IN", "CCW", "OUT"],
                &["CW", "IN", "CCW", "OUT1", "OUT2"],
                &["OUT1", "OUT2", "OUT3", "OUT4", "OUT5", "OUT6"],
            ],
            wraps: false,
            source: "J. Buck, Mazes for Programmers (2015), chapter 7",
        };
    Octagon "octagon" ["upsilon", "4.8.8", "truncated-square"] "Octagons and squares", Some(Of(&TRUNCATED_SQUARE)),
        "Regular octagons, and squares between them: the truncated square tiling.";
    Trihexagonal "trihexagonal" ["3.6.3.6", "kagome"] "Trihexagonal tiling", Some(Of(&TRIHEXAGONAL)),
        "Hexagons, and triangles between them.";
    Rhombitrihexagonal "rhombitrihexagonal" ["3.4.6.4"] "Rhombitrihexagonal tiling", Some(Of(&RHOMBITRIHEXAGONAL)),
        "Hexagons with squares at their sides and triangles at their corners.";
    SnubSquare "snub-square" ["3.3.4.3.4"] "Snub square tiling", Some(Of(&SNUB_SQUARE)),
        "Squares that lean to both sides, and two triangles between any two of them.";
    ElongatedTriangular "elongated-triangular" ["3.3.3.4.4"] "Elongated triangular tiling", Some(Of(&ELONGATED_TRIANGULAR)),
        "Alternating rows of squares and triangles.";
    SnubHexagonal "snub-hexagonal" ["3.3.3.3.6", "snub-trihexagonal"] "Snub hexagonal tiling", Some(Of(&SNUB_HEXAGONAL)),
        "Hexagons, each of them in a ring of eighteen triangles.";
    Cairo "cairo" ["pentagon", "cairo-pentagonal"] "Cairo tiling", Some(Dual(&SNUB_SQUARE)),
        "Pentagons in four directions, as on the pavements of Cairo: the dual of the snub square tiling.";
    Floret "floret" ["floret-pentagonal"] "Floret tiling", Some(Dual(&SNUB_HEXAGONAL)),
        "Pentagons, six around a point like the petals of a flower: the dual of the snub hexagonal tiling.";
    Prismatic "prismatic" ["prismatic-pentagonal"] "Prismatic tiling", Some(Dual(&ELONGATED_TRIANGULAR)),
        "Pentagons that look like houses, upright and upside down: the dual of the elongated triangular tiling.";
    Rhombille "rhombille" ["rhombus"] "Rhombille tiling", Some(Dual(&TRIHEXAGONAL)),
        "Rhombi that look like cubes: the dual of the trihexagonal tiling.";
    Deltoidal "deltoidal" ["deltoidal-trihexagonal", "kite"] "Deltoidal tiling", Some(Dual(&RHOMBITRIHEXAGONAL)),
        "Kites, six around a point: the dual of the rhombitrihexagonal tiling.";
    Tetrakis "tetrakis" ["tetrakis-square"] "Tetrakis tiling", Some(Dual(&TRUNCATED_SQUARE)),
        "Squares cut into four triangles each: the dual of the octagons and squares.";
    Triakis "triakis" ["triakis-triangular"] "Triakis tiling", Some(Dual(&TRUNCATED_HEXAGONAL)),
        "Triangles cut into three triangles each: the dual of the truncated hexagonal tiling.";
    Kisrhombille "kisrhombille" ["bisected-hexagonal"] "Kisrhombille tiling", Some(Dual(&TRUNCATED_TRIHEXAGONAL)),
        "Hexagons cut into twelve triangles each: the dual of the truncated trihexagonal tiling.";
}

const PULLEN: &str = "W. D. Pullen, Think Labyrinth: Maze Classification";

/// The entry that most tilings share.
const TILING: GridInfo = GridInfo {
    name: "",
    aliases: &[],
    title: "",
    description: "",
    address: &["row", "column", "piece"],
    sides: &[],
    wraps: true,
    source: "B. Grünbaum and G. C. Shephard, Tilings and Patterns (1987), sections 2.1 and 2.7",
    tiling: None,
};

/// Information about graphs of your own.
static CUSTOM: GridInfo = GridInfo {
    name: "custom",
    title: "Custom graph",
    description: "Any connected graph of up to eight sides a cell.",
    address: &["number"],
    wraps: false,
    source: "",
    ..TILING
};

impl GridKind {
    /// Returns true if there is one cell in each column and row, which rooms need.
    pub(crate) const fn has_places(self) -> bool {
        matches!(self, GridKind::Square | GridKind::Hex | GridKind::Triangle)
    }

    /// Returns true if the grid has rows of cells, for algorithms that go row by row.
    pub(crate) const fn has_rows(self) -> bool {
        self.has_places() || matches!(self, GridKind::Polar)
    }

    /// Returns information about this grid.
    pub fn info(self) -> &'static GridInfo {
        GRIDS.get(self as usize).unwrap_or(&CUSTOM)
    }

    /// Returns the name, as in options.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Returns the names of all grids, and then all aliases.
    pub fn names() -> &'static [&'static str] {
        static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| {
            let aliases = GRIDS.iter().flat_map(|info| info.aliases.iter().copied());
            GRIDS.iter().map(|info| info.name).chain(aliases).collect()
        });
        &NAMES
    }

    /// Returns the repeating piece of a tiling.
    pub(super) fn piece(self) -> Option<&'static RepeatingPiece> {
        static PIECES: [OnceLock<RepeatingPiece>; GRIDS.len()] = [const { OnceLock::new() }; GRIDS.len()];
        let tiling = self.info().tiling?;
        Some(PIECES[self as usize].get_or_init(|| RepeatingPiece::new(tiling)))
    }

    /// Returns the largest number of sides of a cell; on a custom grid, the largest possible one.
    pub(crate) fn max_sides(self) -> u32 {
        let of_piece =
            |piece: &RepeatingPiece| piece.cells.iter().map(|cell| cell.across.len()).max().unwrap_or(0) as u32;
        match (self, self.piece()) {
            (_, Some(piece)) => of_piece(piece),
            (GridKind::Polar, None) => 6,
            (_, None) => 8,
        }
    }

    /// Returns the number of cells that share a row and a column: those of a repeating piece, or 1 if each cell has a separate row and column.
    pub fn cells_of_a_piece(self) -> u32 {
        self.piece().filter(|piece| piece.arranged.is_none()).map_or(1, |piece| piece.cells.len() as u32)
    }
}

impl fmt::Display for GridKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for GridKind {
    type Err = InvalidValue;

    /// Parses the name or an alias of a grid. Case is ignored, and `_` is the same as `-`.
    fn from_str(text: &str) -> Result<GridKind, InvalidValue> {
        let name = normalized_name(text);
        let is_called = |kind: &GridKind| kind.name() == name || kind.info().aliases.contains(&name.as_str());
        GridKind::ALL.iter().copied().find(is_called).ok_or_else(|| InvalidValue::unknown(GridKind::names()))
    }
}
