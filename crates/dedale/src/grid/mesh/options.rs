//! The options of a mesh.

use std::fmt;

use super::Crossing;
use super::rings::Rings;
use crate::about::named;
use crate::grid::Mask;
use crate::grid::catalogue::GridKind;

/// The largest number of cells: a neighbor and its side share 32 bits.
const MAX_CELLS: u64 = (1 << 29) - 1;

named! {
    /// The opposite edges of a grid that are joined.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Wrap {
        /// None.
        #[default]
        Off = "none",
        /// Left and right: a cylinder.
        X = "x",
        /// Top and bottom.
        Y = "y",
        /// Both: a torus.
        Xy = "xy",
    }
}

impl Wrap {
    /// Returns true if left and right are joined.
    pub(crate) const fn joins_columns(self) -> bool {
        matches!(self, Wrap::X | Wrap::Xy)
    }

    /// Returns true if top and bottom are joined.
    pub(crate) const fn joins_rows(self) -> bool {
        matches!(self, Wrap::Y | Wrap::Xy)
    }
}

named! {
    /// How a grid is cut to a mask.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum MaskOutline {
        /// Cells are kept or left out as a whole.
        #[default]
        Cells = "cells",
        /// Cells are cut along the outline of the mask. Small pieces are joined to their neighbors.
        Smooth = "smooth",
    }
}

/// The options of a [`Mesh`](crate::grid::Mesh).
#[derive(Clone, Debug, PartialEq)]
pub struct MeshOptions {
    /// The kind of its cells.
    pub kind: GridKind,
    /// Columns of cells, or of repeating pieces; not for [`GridKind::Polar`].
    pub columns: u32,
    /// Rows of cells, or of repeating pieces; not for [`GridKind::Polar`].
    pub rows: u32,
    /// Rings around the center; only for [`GridKind::Polar`].
    pub rings: u32,
    /// Floors of squares, one above the other.
    pub floors: u32,
    /// The edges that are joined.
    pub wrap: Wrap,
    /// The shape to which the grid is cut.
    pub mask: Option<Mask>,
    /// How the grid is cut to the mask.
    pub outline: MaskOutline,
    /// True if only the largest part is kept, in case the mask leaves several.
    pub largest_part: bool,
}

impl MeshOptions {
    /// Creates the default options of a grid of this kind: 30 columns and 30 rows, or 15 rings.
    pub const fn new(kind: GridKind) -> MeshOptions {
        let (wrap, mask, outline, largest_part) = (Wrap::Off, None, MaskOutline::Cells, false);
        MeshOptions { kind, columns: 30, rows: 30, rings: 15, floors: 1, wrap, mask, outline, largest_part }
    }

    /// Returns the number of cells without the mask: at most 2^64 − 1, and for a circle little more than 2^32.
    pub fn cells_without_mask(&self) -> u64 {
        if self.kind == GridKind::Polar {
            return Rings::count_cells(self.rings, 1 << 32);
        }
        let sizes = [self.columns, self.rows, self.floors, self.kind.cells_of_a_piece()];
        sizes.iter().fold(1_u64, |cells, &size| cells.saturating_mul(size.into()))
    }

    /// True for squares on one floor without joined edges; some may be left out, but none is cut.
    pub(crate) fn is_flat_squares(&self) -> bool {
        self.kind == GridKind::Square && self.floors == 1 && self.wrap == Wrap::Off && !self.is_smooth()
    }

    /// Returns true if cells are cut along the outline of the mask.
    ///
    /// ```
    /// use dedale::grid::{GridKind, MaskOutline, MeshOptions};
    ///
    /// let cat = MeshOptions { columns: 12, rows: 12, mask: Some("cat".parse()?), ..MeshOptions::new(GridKind::Square) };
    /// assert!(!cat.is_smooth());
    /// assert!(MeshOptions { outline: MaskOutline::Smooth, ..cat }.is_smooth());
    /// # Ok::<(), dedale::grid::InvalidMask>(())
    /// ```
    pub fn is_smooth(&self) -> bool {
        self.outline == MaskOutline::Smooth
    }

    /// True for a rectangle of squares: [flat](Self::is_flat_squares), and without a mask.
    pub(crate) fn is_rectangle(&self) -> bool {
        self.is_flat_squares() && self.mask.is_none()
    }

    /// Checks everything that can be known without the grid, in constant time.
    pub(crate) fn check(&self) -> Result<(), InvalidMesh> {
        let cells = self.cells_without_mask();
        if cells == 0 || cells > MAX_CELLS {
            return Err(InvalidMesh::Size);
        }
        if self.floors > 1 && self.kind != GridKind::Square {
            return Err(InvalidMesh::Floors);
        }
        if self.is_smooth() {
            let has_outline = self.mask.as_ref().is_some_and(Mask::has_outline);
            if !has_outline || self.floors > 1 || self.wrap != Wrap::Off {
                return Err(InvalidMesh::Outline);
            }
        }
        match self.kind.piece() {
            Some(piece) => {
                let [across, down] = piece.arranged.unwrap_or([1, 1]);
                // If rows lean, every second one is below the first.
                let period = down * (1 + piece.lean as u32);
                let is_open = |rows, number| Err(InvalidMesh::Open { rows, number, is_least: false });
                match self.wrap {
                    wrap if wrap.joins_columns() && !self.columns.is_multiple_of(across) => is_open(false, across),
                    wrap if wrap.joins_rows() && !self.rows.is_multiple_of(period) => is_open(true, period),
                    _ => Ok(()),
                }
            }
            None if self.kind == GridKind::Custom => Err(InvalidMesh::Custom),
            None if self.wrap != Wrap::Off => Err(InvalidMesh::NoEdges),
            None if self.rings == 0 => Err(InvalidMesh::Size),
            None => Ok(()),
        }
    }
}

impl Default for MeshOptions {
    /// Plain squares.
    fn default() -> MeshOptions {
        MeshOptions::new(GridKind::Square)
    }
}

/// Why there is no such [`Mesh`](crate::grid::Mesh).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidMesh {
    /// There would be no cells, or too many.
    Size,
    /// Only squares have floors.
    Floors,
    /// This kind of grid has no opposite edges.
    NoEdges,
    /// The pattern does not close: the number of columns, or of rows, must be a multiple of a number.
    Open {
        /// True if this is about the rows.
        rows: bool,
        /// The divisor of every valid size; the smallest valid size where `is_least` is set.
        number: u32,
        /// True if `number` is the smallest valid size.
        is_least: bool,
    },
    /// Cells are only cut along the outline of a shape, a word or a picture, on one floor without joined edges.
    Outline,
    /// The mask leaves no cells.
    Empty,
    /// The number of bits of the mask is not the number of cells.
    Bits {
        /// The number of bits that the mask must have.
        expected: u32,
    },
    /// There are too few cells to recognize the shape or the word of the mask.
    Small {
        /// The kind of the grid.
        kind: GridKind,
        /// The smallest columns and rows in which it can be recognized; for a circle, both are its rings.
        least: [u32; 2],
    },
    /// The cells are not connected, but fall into this many parts, because of the mask or of a strip too narrow for its pattern.
    Parts(u32),
    /// A custom grid is made from a [`Graph`](crate::grid::Graph).
    Custom,
    /// No tunnel can run under this cell at this side, or a tunnel runs there already.
    Crossing(Crossing),
}

impl fmt::Display for InvalidMesh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidMesh::Size => write!(f, "the grid must have between 1 and {MAX_CELLS} cells"),
            InvalidMesh::Floors => f.write_str("only a grid of squares has floors"),
            InvalidMesh::NoEdges => f.write_str("this grid has no opposite edges that could be joined"),
            InvalidMesh::Open { rows, number, is_least } => {
                let what = if *rows { "rows" } else { "columns" };
                let how = if *is_least { "at least" } else { "a multiple of" };
                write!(f, "the edges can only be joined where the number of {what} is {how} {number}")
            }
            InvalidMesh::Outline => f.write_str(
                "cells are only cut along the outline of a shape, a word or a picture, on one floor without joined edges",
            ),
            InvalidMesh::Empty => f.write_str("the mask leaves no cell"),
            InvalidMesh::Bits { expected } => write!(f, "the mask must have {expected} bits, one for each cell"),
            InvalidMesh::Small { kind: GridKind::Polar, least: [rings, _] } => {
                write!(f, "there are too few cells to recognize the mask, which needs rings={rings} or more")
            }
            InvalidMesh::Small { least: [columns, rows], .. } => {
                write!(f, "there are too few cells to recognize the mask, which needs w={columns} and h={rows} or more")
            }
            InvalidMesh::Parts(parts) => {
                write!(f, "the cells fall into {parts} parts, and there must be a way between any two")
            }
            InvalidMesh::Custom => f.write_str("a custom grid is made from a graph"),
            InvalidMesh::Crossing(Crossing { cell, side }) => {
                write!(f, "no tunnel can begin at side {} of cell {}", side.letter(), cell.0)
            }
        }
    }
}

impl std::error::Error for InvalidMesh {}
