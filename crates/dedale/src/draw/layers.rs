//! The layers of a drawing.

use super::canvas::{Ink, Stroke};
use super::line::Point;
use super::marks::Mark;

/// A layer of a picture. Layers are drawn in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layer {
    /// The cells that were taken out.
    Rock,
    /// Lines inside of a shape, such as an eye.
    Details,
    /// The path, as a line.
    Path,
    /// The cells of the path.
    PathCells,
    /// The ends of the path at tunnels.
    Mouths,
    /// The marks, which hide what is below them.
    Marks,
    /// Triangles that point up and down.
    Stairs,
    /// Edges across which a passage leads to the opposite edge.
    Dashes,
    Walls,
    /// The walls along the outline of a shape once more, as thicker strokes.
    Border,
    /// The plate of a solid, which no picture shows: the outlines of all cells together.
    Plate,
    /// The rest of that plate: open sides of cells that lead out of the maze, or to the opposite edge of the picture.
    Openings,
}

impl Layer {
    /// Returns true if it consists of areas, whose outlines are closed.
    pub(crate) fn is_filled(self) -> bool {
        matches!(self, Layer::Rock | Layer::PathCells | Layer::Stairs | Layer::Plate)
    }

    pub(crate) fn ink(self) -> Ink {
        match self {
            Layer::Rock => Ink::Rock,
            Layer::Details => Ink::Detail,
            Layer::Path | Layer::PathCells | Layer::Mouths | Layer::Marks => Ink::Path,
            Layer::Stairs | Layer::Dashes | Layer::Walls | Layer::Border | Layer::Plate | Layer::Openings => Ink::Wall,
        }
    }
}

/// A drawing before its first line. Lengths are in units of a cell.
#[derive(Debug)]
pub(crate) struct Layers<S> {
    /// Width and height.
    pub(crate) size: [f64; 2],
    /// The center of all arcs.
    pub(crate) middle: Point,
    /// The layers in the order in which they are drawn, and how they are stroked; `None` for areas.
    pub(crate) layers: Vec<(Layer, Option<Stroke>)>,
    /// The number of pieces in which each layer is drawn.
    pub(crate) bands: u64,
    /// The marks of the ends and of things.
    pub(crate) marks: Vec<Mark>,
    /// The state that is kept from one piece to the next.
    pub(crate) state: S,
}

impl<S> Layers<S> {
    /// Returns the same with another state.
    pub(crate) fn map<T>(self, of: impl FnOnce(S) -> T) -> Layers<T> {
        let Layers { size, middle, layers, bands, marks, state } = self;
        Layers { size, middle, layers, bands, marks, state: of(state) }
    }
}
