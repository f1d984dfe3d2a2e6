//! Polygons of cells: corners, edges and arcs.

use crate::grid::{Cell, Side};

/// An edge of the polygon of a cell. Stairs have no edge, nor do sides of a custom grid that come after its corners. A cell that is cut along an
/// outline has sides of several edges, and edges that belong to no side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PolygonEdge {
    pub(super) cell: Cell,
    /// The number of the corner where it begins.
    pub(super) number: u32,
    pub(super) kind: EdgeKind,
}

impl PolygonEdge {
    /// Returns the cell whose edge it is.
    pub(crate) const fn cell(self) -> Cell {
        self.cell
    }

    /// Returns the number of the corner where it begins.
    pub(crate) const fn number(self) -> usize {
        self.number as usize
    }

    pub(crate) const fn kind(self) -> EdgeKind {
        self.kind
    }

    /// Returns the side that it is a part of.
    pub(crate) const fn side(self) -> Option<Side> {
        if let EdgeKind::Side(side) = self.kind { Some(side) } else { None }
    }
}

/// A corner of cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// The number of the corner, which is the same for every cell that has it.
    pub id: u64,
    /// `[x, y]`, from the top left, in units of a cell.
    pub at: [f64; 2],
}

/// A side that is part of a circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Arc {
    /// The radius of the circle.
    pub(crate) radius: f64,
    /// True if it runs clockwise, as the corners of its cell follow one another.
    pub(crate) is_clockwise: bool,
}

/// The kind of an edge of the polygon of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum EdgeKind {
    /// A part of a side.
    Side(Side),
    /// Always a wall. The cell at this place has the same, unless it is [`NONE`].
    Wall(u32),
    /// None of the border of the cell: another edge leads back the same way.
    Seam,
}
