//! What is drawn of a maze, whatever its grid, for every format that consists of lines.
//!
//! A format has a [`Pen`] that follows the lines of an [`Outline`].

use super::canvas::{Ink, Stroke};
use super::heat::Heat;
use super::line::{Pen, Point};
use super::marks::Mark;
use super::mesh::OnMesh;
use super::mesh::layout::Layout;
use super::mesh::sketch::{self, Sketch};
use super::strokes::{self, Begun};
use crate::grid::Cell;
use crate::picture::{Picture, RowSource, Style};

/// What a picture consists of, in the order in which it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layer {
    /// The cells that were taken out.
    Rock,
    /// The path.
    Path,
    /// The ends of the path at tunnels.
    Mouths,
    /// The marks, which hide what is below them.
    Marks,
    /// Triangles that point up and down.
    Stairs,
    /// Edges across which a passage leads to the opposite edge.
    Dashes,
    Walls,
    /// The plate of a solid, which no picture shows: the outlines of all cells together.
    Plate,
    /// The rest of that plate: sides of cells that are open and lead out, or to the opposite edge of the picture.
    Openings,
}

impl Layer {
    /// Whether it consists of areas, whose outlines are closed.
    pub(crate) fn is_filled(self) -> bool {
        matches!(self, Layer::Rock | Layer::Stairs | Layer::Plate)
    }

    pub(crate) fn ink(self) -> Ink {
        match self {
            Layer::Rock => Ink::Rock,
            Layer::Path | Layer::Mouths | Layer::Marks => Ink::Path,
            Layer::Stairs | Layer::Dashes | Layer::Walls | Layer::Plate | Layer::Openings => Ink::Wall,
        }
    }
}

/// The lines of a maze, and what is known of them before the first, in units of a cell.
#[derive(Debug)]
pub(crate) struct Outline {
    /// Width and height.
    pub(crate) size: [f64; 2],
    /// The center of all arcs.
    pub(crate) middle: Point,
    /// The layers that are drawn, in their order, and how they are stroked; `None` for areas.
    pub(crate) layers: Vec<(Layer, Option<Stroke>)>,
    /// In how many pieces each layer is drawn.
    pub(crate) bands: u64,
    /// The marks of the ends and of things.
    pub(crate) marks: Vec<Mark>,
    pub(crate) state: State,
}

/// What an outline needs from one piece to the next.
#[derive(Debug)]
pub(crate) enum State {
    Squares(Begun),
    Mesh(Layout),
}

impl Outline {
    pub(crate) fn of(source: &dyn RowSource, style: &Style) -> Outline {
        match source.whole().and_then(OnMesh::of) {
            Some(shown) => sketch::outline(shown, style),
            None => strokes::outline(source, style),
        }
    }

    /// Whether it is a maze of squares: all places are whole cells and halves, and cells of a heat map are strokes as wide as these.
    pub(crate) fn is_of_squares(&self) -> bool {
        matches!(self.state, State::Squares(_))
    }

    /// Draws a layer in one of its bands. The bands of a layer are asked for in their order.
    pub(crate) fn draw(&mut self, source: &mut dyn RowSource, layer: Layer, band: u64, pen: &mut Pen<'_>) {
        match &mut self.state {
            State::Squares(begun) => begun.draw(source, layer, band, pen),
            State::Mesh(layout) => {
                if let Some(shown) = source.whole().and_then(OnMesh::of) {
                    Sketch::new(shown, layout).draw(layer, band, pen);
                }
            }
        }
    }

    /// Draws some cells of one shade of a heat map.
    pub(crate) fn draw_shade(&self, picture: &Picture, heat: Heat, step: u32, cells: &[Cell], pen: &mut Pen<'_>) {
        match (&self.state, OnMesh::of(picture)) {
            (State::Mesh(layout), Some(shown)) => Sketch::new(shown, layout).draw_shade(heat, step, cells, pen),
            _ => strokes::draw_shade(self.size[0] as u32, cells, pen),
        }
    }
}
