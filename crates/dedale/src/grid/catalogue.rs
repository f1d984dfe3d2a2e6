//! The grids: a table with one entry for each.
//!
//! To add a tiling: its pattern in `tiling/patterns.rs`, and an entry here. The tests then report what is missing in the documentation
//! and in the goldens.

use std::fmt;
use std::str::FromStr;
use std::sync::{LazyLock, OnceLock};

use super::tiling::patterns::{
    ELONGATED_TRIANGULAR, HEXAGONAL, RHOMBITRIHEXAGONAL, SNUB_HEXAGONAL, SNUB_SQUARE, SQUARE, TRIANGULAR, TRIHEXAGONAL,
    TRUNCATED_HEXAGONAL, TRUNCATED_SQUARE, TRUNCATED_TRIHEXAGONAL,
};
use super::tiling::{Piece, Tiling};
use crate::about::{InvalidValue, plain_name};

/// What there is to know about a grid: see [`GridKind::info`].
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct GridInfo {
    /// The name, as in text.
    pub name: &'static str,
    /// Other names that mean the same.
    pub aliases: &'static [&'static str],
    /// The name in prose.
    pub title: &'static str,
    /// A description in a sentence or two.
    pub description: &'static str,
    /// The names of the numbers of an [`Address`](super::Address), in their order.
    pub address: &'static [&'static str],
    /// The names of the sides of the cells: a list for each kind of cell. Empty where the sides are numbered.
    pub sides: &'static [&'static [&'static str]],
    /// Whether opposite edges can be joined.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub wraps: bool,
    /// The source of the grid.
    pub source: &'static str,
    /// What repeats; `None` for rings around a center.
    #[cfg_attr(feature = "serde", serde(skip))]
    tiling: Option<Tiling>,
}

/// Writes [`GridKind`] and [`GRIDS`] from the entries.
macro_rules! grids {
    ($($(#[$doc:meta])* $variant:ident: $info:expr,)*) => {
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
            $($(#[$doc])* $variant,)*
            /// A graph of one's own, made from a [`Graph`](super::Graph).
            Custom,
        }

        impl GridKind {
            /// Every kind that a name and a size describe.
            pub const ALL: &'static [GridKind] = &[$(GridKind::$variant,)*];
        }

        /// Every grid that a name and a size describe, in the order of the variants of [`GridKind`].
        static GRIDS: &[GridInfo] = &[$($info,)*];
    };
}

grids! {
    /// Squares in rows and columns.
    #[default]
    Square: GridInfo {
        aliases: &["orthogonal", "gamma"],
        title: "Squares",
        description: "Squares in rows and columns.",
        address: &["row", "column"],
        sides: &[&["N", "E", "S", "W"]],
        source: "W. D. Pullen, Think Labyrinth: Maze Classification",
        ..tiling("square", Some(Tiling::Of(&SQUARE)))
    },
    /// Regular hexagons; odd rows are half a cell further to the right.
    Hex: GridInfo {
        aliases: &["hexagonal", "sigma"],
        title: "Hexagons",
        description: "Regular hexagons in rows. Odd rows are half a cell further to the right.",
        address: &["row", "column"],
        sides: &[&["NE", "E", "SE", "SW", "W", "NW"]],
        source: "W. D. Pullen, Think Labyrinth: Maze Classification",
        ..tiling("hex", Some(Tiling::Of(&HEXAGONAL)))
    },
    /// Equilateral triangles.
    Triangle: GridInfo {
        aliases: &["triangular", "delta"],
        title: "Triangles",
        description: "Equilateral triangles in rows. A triangle points up where the sum of its row and its column is even.",
        address: &["row", "column"],
        sides: &[&["NE", "S", "NW"], &["N", "SE", "SW"], &["N", "SE", "SW"], &["NE", "S", "NW"]],
        source: "W. D. Pullen, Think Labyrinth: Maze Classification",
        ..tiling("triangle", Some(Tiling::Of(&TRIANGULAR)))
    },
    /// Rings around a cell in the center.
    Polar: GridInfo {
        aliases: &["theta", "circular", "circle"],
        title: "Circle",
        description: "Rings around a cell in the center. A ring has twice as many cells as the one inside it where they would get too \
                      wide.",
        address: &["ring", "index"],
        sides: &[&["CW", "IN", "CCW", "OUT"], &["CW", "IN", "CCW", "OUT1", "OUT2"], &["OUT1", "OUT2", "OUT3", "OUT4", "OUT5", "OUT6"]],
        wraps: false,
        source: "J. Buck, Mazes for Programmers (2015), chapter 7",
        ..tiling("polar", None)
    },
    /// Octagons, and squares between them: 4.8.8.
    Octagon: GridInfo {
        aliases: &["upsilon", "4.8.8", "truncated-square"],
        title: "Octagons and squares",
        description: "Regular octagons, and squares between them: the truncated square tiling.",
        ..tiling("octagon", Some(Tiling::Of(&TRUNCATED_SQUARE)))
    },
    /// Hexagons and triangles: 3.6.3.6.
    Trihexagonal: GridInfo {
        aliases: &["3.6.3.6", "kagome"],
        title: "Trihexagonal tiling",
        description: "Hexagons, and triangles between them.",
        ..tiling("trihexagonal", Some(Tiling::Of(&TRIHEXAGONAL)))
    },
    /// Hexagons, squares and triangles: 3.4.6.4.
    Rhombitrihexagonal: GridInfo {
        aliases: &["3.4.6.4"],
        title: "Rhombitrihexagonal tiling",
        description: "Hexagons with squares at their sides and triangles at their corners.",
        ..tiling("rhombitrihexagonal", Some(Tiling::Of(&RHOMBITRIHEXAGONAL)))
    },
    /// Squares and triangles that turn: 3.3.4.3.4.
    SnubSquare: GridInfo {
        aliases: &["3.3.4.3.4"],
        title: "Snub square tiling",
        description: "Squares that lean to both sides, and two triangles between any two of them.",
        ..tiling("snub-square", Some(Tiling::Of(&SNUB_SQUARE)))
    },
    /// Rows of squares and rows of triangles: 3.3.3.4.4.
    ElongatedTriangular: GridInfo {
        aliases: &["3.3.3.4.4"],
        title: "Elongated triangular tiling",
        description: "Alternating rows of squares and triangles.",
        ..tiling("elongated-triangular", Some(Tiling::Of(&ELONGATED_TRIANGULAR)))
    },
    /// Hexagons among triangles: 3.3.3.3.6.
    SnubHexagonal: GridInfo {
        aliases: &["3.3.3.3.6", "snub-trihexagonal"],
        title: "Snub hexagonal tiling",
        description: "Hexagons, each of them in a ring of eighteen triangles.",
        ..tiling("snub-hexagonal", Some(Tiling::Of(&SNUB_HEXAGONAL)))
    },
    /// Pentagons, the dual of the snub square tiling.
    Cairo: GridInfo {
        aliases: &["pentagon", "cairo-pentagonal"],
        title: "Cairo tiling",
        description: "Pentagons in four directions, as on the pavements of Cairo: the dual of the snub square tiling.",
        ..tiling("cairo", Some(Tiling::Dual(&SNUB_SQUARE)))
    },
    /// Pentagons, six of them like the petals of a flower: the dual of the snub hexagonal tiling.
    Floret: GridInfo {
        aliases: &["floret-pentagonal"],
        title: "Floret tiling",
        description: "Pentagons, six around a point like the petals of a flower: the dual of the snub hexagonal tiling.",
        ..tiling("floret", Some(Tiling::Dual(&SNUB_HEXAGONAL)))
    },
    /// Pentagons in rows, the dual of the elongated triangular tiling.
    Prismatic: GridInfo {
        aliases: &["prismatic-pentagonal"],
        title: "Prismatic tiling",
        description: "Pentagons that look like houses, upright and upside down: the dual of the elongated triangular tiling.",
        ..tiling("prismatic", Some(Tiling::Dual(&ELONGATED_TRIANGULAR)))
    },
    /// Rhombi, the dual of the trihexagonal tiling.
    Rhombille: GridInfo {
        aliases: &["rhombus"],
        title: "Rhombille tiling",
        description: "Rhombi that look like cubes: the dual of the trihexagonal tiling.",
        ..tiling("rhombille", Some(Tiling::Dual(&TRIHEXAGONAL)))
    },
    /// Kites, the dual of the rhombitrihexagonal tiling.
    Deltoidal: GridInfo {
        aliases: &["deltoidal-trihexagonal", "kite"],
        title: "Deltoidal tiling",
        description: "Kites, six around a point: the dual of the rhombitrihexagonal tiling.",
        ..tiling("deltoidal", Some(Tiling::Dual(&RHOMBITRIHEXAGONAL)))
    },
    /// Right triangles, the dual of the truncated square tiling.
    Tetrakis: GridInfo {
        aliases: &["tetrakis-square"],
        title: "Tetrakis tiling",
        description: "Squares cut into four triangles each: the dual of the octagons and squares.",
        ..tiling("tetrakis", Some(Tiling::Dual(&TRUNCATED_SQUARE)))
    },
    /// Flat triangles, the dual of the truncated hexagonal tiling.
    Triakis: GridInfo {
        aliases: &["triakis-triangular"],
        title: "Triakis tiling",
        description: "Triangles cut into three triangles each: the dual of the truncated hexagonal tiling.",
        ..tiling("triakis", Some(Tiling::Dual(&TRUNCATED_HEXAGONAL)))
    },
    /// Right triangles, twelve around a point: the dual of the truncated trihexagonal tiling.
    Kisrhombille: GridInfo {
        aliases: &["bisected-hexagonal"],
        title: "Kisrhombille tiling",
        description: "Hexagons cut into twelve triangles each: the dual of the truncated trihexagonal tiling.",
        ..tiling("kisrhombille", Some(Tiling::Dual(&TRUNCATED_TRIHEXAGONAL)))
    },
}

/// What there is to know of graphs of one's own.
static CUSTOM: GridInfo = GridInfo {
    title: "Custom graph",
    description: "Any connected graph of up to eight sides a cell.",
    address: &["number"],
    wraps: false,
    source: "",
    ..tiling("custom", None)
};

/// What most tilings have in common.
const fn tiling(name: &'static str, tiling: Option<Tiling>) -> GridInfo {
    GridInfo {
        name,
        aliases: &[],
        title: "",
        description: "",
        address: &["row", "column", "piece"],
        sides: &[],
        wraps: true,
        source: "B. Grünbaum and G. C. Shephard, Tilings and Patterns (1987), sections 2.1 and 2.7",
        tiling,
    }
}

impl GridKind {
    /// Whether there is one cell in each column and row, as rooms need it.
    pub(crate) const fn has_places(self) -> bool {
        matches!(self, GridKind::Square | GridKind::Hex | GridKind::Triangle)
    }

    /// Whether the grid has rows of cells, for algorithms that go row by row.
    pub(crate) const fn has_rows(self) -> bool {
        self.has_places() || matches!(self, GridKind::Polar)
    }

    /// What there is to know about this grid.
    pub fn info(self) -> &'static GridInfo {
        GRIDS.get(self as usize).unwrap_or(&CUSTOM)
    }

    /// The name, as in text.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The grid with this name or alias.
    pub(crate) fn from_name(name: &str) -> Option<GridKind> {
        let is_called = |kind: &GridKind| kind.name() == name || kind.info().aliases.contains(&name);
        GridKind::ALL.iter().copied().find(is_called)
    }

    /// Every name of a grid, and then every alias.
    pub fn names() -> &'static [&'static str] {
        static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| {
            let aliases = GRIDS.iter().flat_map(|info| info.aliases.iter().copied());
            GRIDS.iter().map(|info| info.name).chain(aliases).collect()
        });
        &NAMES
    }

    /// The repeating piece of a tiling.
    pub(super) fn piece(self) -> Option<&'static Piece> {
        static PIECES: [OnceLock<Piece>; GRIDS.len()] = [const { OnceLock::new() }; GRIDS.len()];
        let tiling = self.info().tiling?;
        Some(PIECES[self as usize].get_or_init(|| Piece::new(tiling)))
    }

    /// The most sides that a cell has; on a custom grid, that it can have.
    pub(crate) fn max_sides(self) -> u32 {
        let of_piece = |piece: &Piece| piece.cells.iter().map(|cell| cell.across.len()).max().unwrap_or(0) as u32;
        match (self, self.piece()) {
            (_, Some(piece)) => of_piece(piece),
            (GridKind::Polar, None) => 6,
            (_, None) => 8,
        }
    }

    /// The number of cells that share a row and a column: those of a repeating piece, or 1 if each cell has a separate row and column.
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
        GridKind::from_name(&plain_name(text)).ok_or_else(|| InvalidValue::unknown(GridKind::names()))
    }
}
