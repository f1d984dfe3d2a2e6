//! The tilings as data: the polygons of a repeating piece, and the two steps by which it repeats.
//!
//! All polygons are regular and have sides of length 1. A polygon is given by its first corner, the direction of its first side, and its
//! number of sides, which follow one another clockwise. Directions are in 24ths of a full turn, clockwise from the east, since `y` points
//! down: 0 is east, 6 south, 12 west and 18 north.
//!
//! The Laves tilings need no further data. Each is the dual of an Archimedean tiling: its cells are the corners of the other, and its corners
//! are the centers of the other's polygons.
//!
//! Source: B. Grünbaum and G. C. Shephard, *Tilings and Patterns* (1987), sections 2.1 and 2.7.

/// A repeating piece.
#[derive(Debug)]
pub(in crate::grid) struct Pattern {
    /// The polygons of the piece.
    pub polygons: &'static [Polygon],
    /// The step from a piece to the next one in its row, as a walk of unit steps.
    pub along: &'static [u8],
    /// The step from a piece to a piece in the row below.
    pub down: &'static [u8],
    /// The columns and rows of cells in the piece, if cells are named only by row and column. The polygons are then in this order.
    pub arranged: Option<[u32; 2]>,
}

/// A regular polygon.
#[derive(Debug)]
pub(in crate::grid) struct Polygon {
    /// The number of sides: 3, 4, 6, 8 or 12.
    pub sides: u8,
    /// The direction of its first side.
    pub toward: u8,
    /// A walk from the origin to its first corner.
    pub start: &'static [u8],
}

const fn polygon(sides: u8, toward: u8, start: &'static [u8]) -> Polygon {
    Polygon { sides, toward, start }
}

pub(in crate::grid) static SQUARE: Pattern =
    Pattern { polygons: &[polygon(4, 0, &[])], along: &[0], down: &[6], arranged: Some([1, 1]) };

pub(in crate::grid) static HEXAGONAL: Pattern =
    Pattern { polygons: &[polygon(6, 2, &[])], along: &[22, 2], down: &[2, 6], arranged: Some([1, 1]) };

pub(in crate::grid) static TRIANGULAR: Pattern = Pattern {
    polygons: &[polygon(3, 4, &[]), polygon(3, 0, &[]), polygon(3, 0, &[8]), polygon(3, 4, &[4])],
    along: &[0],
    down: &[4, 8],
    arranged: Some([2, 2]),
};

/// 4.8.8
pub(in crate::grid) static TRUNCATED_SQUARE: Pattern = Pattern {
    polygons: &[polygon(8, 0, &[]), polygon(4, 3, &[0, 3, 6])],
    along: &[0, 3, 21],
    down: &[6, 3, 9],
    arranged: None,
};

/// 3.6.3.6
pub(in crate::grid) static TRIHEXAGONAL: Pattern = Pattern {
    polygons: &[polygon(6, 0, &[]), polygon(3, 4, &[20]), polygon(3, 0, &[0, 4, 8, 12])],
    along: &[0, 0],
    down: &[4, 4],
    arranged: None,
};

/// 3.4.6.4
pub(in crate::grid) static RHOMBITRIHEXAGONAL: Pattern = Pattern {
    polygons: &[
        polygon(6, 2, &[]),
        polygon(4, 0, &[2]),
        polygon(3, 0, &[2, 6]),
        polygon(4, 4, &[2, 6]),
        polygon(3, 4, &[2, 6, 10]),
        polygon(4, 8, &[2, 6, 10]),
    ],
    along: &[22, 2, 0],
    down: &[2, 6, 4],
    arranged: None,
};

/// 3.3.4.3.4
pub(in crate::grid) static SNUB_SQUARE: Pattern = Pattern {
    polygons: &[
        polygon(4, 23, &[]),
        polygon(3, 1, &[23]),
        polygon(4, 19, &[23]),
        polygon(3, 15, &[23]),
        polygon(3, 11, &[23]),
        polygon(3, 5, &[]),
    ],
    along: &[23, 1],
    down: &[5, 7],
    arranged: None,
};

/// 3.3.3.4.4
pub(in crate::grid) static ELONGATED_TRIANGULAR: Pattern = Pattern {
    polygons: &[polygon(4, 0, &[]), polygon(3, 0, &[6]), polygon(3, 4, &[6, 0])],
    along: &[0],
    down: &[6, 4],
    arranged: None,
};

/// 3.3.3.3.6
pub(in crate::grid) static SNUB_HEXAGONAL: Pattern = Pattern {
    polygons: &[
        polygon(6, 0, &[]),
        polygon(3, 0, &[0]),
        polygon(3, 0, &[4, 0]),
        polygon(3, 4, &[4, 0]),
        polygon(3, 0, &[4, 4]),
        polygon(3, 4, &[4, 4]),
        polygon(3, 0, &[4, 4, 12]),
        polygon(3, 4, &[4, 4, 12]),
        polygon(3, 4, &[4, 12]),
    ],
    along: &[0, 0, 4],
    down: &[4, 4, 8],
    arranged: None,
};

/// 3.12.12, whose twelve-sided polygons have more sides than a cell may have.
pub(in crate::grid) static TRUNCATED_HEXAGONAL: Pattern = Pattern {
    polygons: &[polygon(12, 0, &[]), polygon(3, 4, &[0, 2, 4, 6]), polygon(3, 0, &[0, 2, 4, 6, 8, 10, 12])],
    along: &[20, 22, 0, 2, 4],
    down: &[0, 2, 4, 6, 8],
    arranged: None,
};

/// 4.6.12, as above.
pub(in crate::grid) static TRUNCATED_TRIHEXAGONAL: Pattern = Pattern {
    polygons: &[
        polygon(12, 0, &[]),
        polygon(4, 0, &[0, 2, 4]),
        polygon(6, 0, &[0, 2, 4, 6]),
        polygon(4, 4, &[0, 2, 4, 6, 8]),
        polygon(6, 4, &[0, 2, 4, 6, 8, 10]),
        polygon(4, 8, &[0, 2, 4, 6, 8, 10, 12]),
    ],
    along: &[20, 22, 0, 2, 4, 0],
    down: &[0, 2, 4, 6, 8, 4],
    arranged: None,
};
