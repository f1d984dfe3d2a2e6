//! The outline of a maze on any grid, from which the formats of lines are drawn.

use super::mesh::OnMesh;
use super::mesh::layout::Layout;
use super::mesh::sketch::Sketch;
use super::outline::{Drawing, Outline, Plan};
use super::strokes::{Begun, Rows, plan};
use crate::picture::form::Form;
use crate::picture::{RowSource, Style};

/// What an outline needs from one piece to the next.
#[derive(Debug)]
pub(super) enum Outlined {
    Squares(Begun),
    Mesh(Layout),
}

impl Outlined {
    /// The beginning of an outline, and what is known of it before its first line.
    pub(super) fn begin(source: &dyn RowSource, style: &Style) -> (Plan, Outlined) {
        if let Some(shown) = source.whole().and_then(OnMesh::of) {
            let layout = Layout::new(shown.mesh, *style);
            let sketch = Sketch::new(shown, &layout);
            let mut plan = sketch.plan();
            plan.marks.extend(sketch.things());
            return (plan, Outlined::Mesh(layout));
        }
        (plan(source, style), Outlined::Squares(Begun::default()))
    }

    /// Gives the outline to `draw`.
    pub(super) fn with<T>(
        &mut self,
        source: &mut dyn RowSource,
        draw: impl FnOnce(&mut dyn Outline) -> T,
    ) -> Option<T> {
        match self {
            Outlined::Squares(begun) => Some(draw(&mut Rows { source, begun })),
            Outlined::Mesh(layout) => {
                let shown = source.whole().and_then(OnMesh::of)?;
                Some(draw(&mut Sketch::new(shown, layout)))
            }
        }
    }
}

/// A drawing, and the outline that it is made from.
#[derive(Debug)]
pub(super) struct Drawn<D> {
    outlined: Outlined,
    drawing: D,
}

impl<D: Drawing + 'static> Drawn<D> {
    pub(super) fn form(outlined: Outlined, drawing: D) -> Box<dyn Form> {
        Box::new(Drawn { outlined, drawing })
    }
}

impl<D: Drawing> Form for Drawn<D> {
    fn pieces(&self) -> u64 {
        self.drawing.pieces()
    }

    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
        self.outlined.with(source, |outline| self.drawing.write_piece(outline, number, out));
    }
}
