//! The lines of a maze on any grid, for every format that consists of lines.
//!
//! A format has a [`Pen`] that follows the lines of an [`Outline`].

use super::heat::Heat;
use super::layers::{Layer, Layers};
use super::line::Pen;
use super::mesh::OnMesh;
use super::mesh::layout::Layout;
use super::mesh::sketch::{self, Sketch};
use super::strokes::{self, Begun};
use crate::grid::Cell;
use crate::picture::{Picture, RowSource, Style};

/// The lines of a maze.
pub(crate) type Outline = Layers<OutlineState>;

/// The state that an outline keeps from one piece to the next.
#[derive(Debug)]
pub(crate) enum OutlineState {
    Squares(Begun),
    Mesh(Layout),
}

impl Layers<OutlineState> {
    pub(crate) fn of(source: &dyn RowSource, style: &Style) -> Outline {
        match source.whole().and_then(OnMesh::of) {
            Some(shown) => sketch::layers(shown, style).map(OutlineState::Mesh),
            None => strokes::layers(source, style).map(OutlineState::Squares),
        }
    }

    /// Returns true for a maze of squares: all coordinates are multiples of half a cell, and cells of a heat map are strokes as wide as a cell.
    pub(crate) fn is_of_squares(&self) -> bool {
        matches!(self.state, OutlineState::Squares(_))
    }

    /// Draws one band of a layer. The bands of a layer must be drawn in their order.
    pub(crate) fn draw(&mut self, source: &mut dyn RowSource, layer: Layer, band: u64, pen: &mut Pen<'_>) {
        match &mut self.state {
            OutlineState::Squares(begun) => begun.draw(source, layer, band, pen),
            OutlineState::Mesh(layout) => {
                if let Some(shown) = source.whole().and_then(OnMesh::of) {
                    Sketch::new(shown, layout).draw(layer, band, pen);
                }
            }
        }
    }

    /// Draws some cells of one shade of a heat map.
    pub(crate) fn draw_shade(&self, picture: &Picture, heat: Heat, step: u32, cells: &[Cell], pen: &mut Pen<'_>) {
        match (&self.state, OnMesh::of(picture)) {
            (OutlineState::Mesh(layout), Some(shown)) => Sketch::new(shown, layout).draw_shade(heat, step, cells, pen),
            _ => strokes::draw_shade(self.size[0] as u32, cells, pen),
        }
    }
}
