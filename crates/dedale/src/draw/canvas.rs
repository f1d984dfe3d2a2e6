//! What receives the strokes and areas of a picture, for programs that draw it in another format.

use crate::picture::{Color, Style};

/// What receives the lines of a picture: in units of a cell, from the middle of the outer walls at the top left, `x` to the right and `y`
/// down.
///
/// [`Picture::draw`](crate::picture::Picture::draw) calls [`begin`](Canvas::begin), then the lines that look alike, then [`end`](Canvas::end), and
/// so on for what lies above them.
pub trait Canvas {
    /// The lines up to the next [`end`](Canvas::end) have this color, and are stroked like this; or they are the outlines of areas that are filled.
    fn begin(&mut self, ink: Ink, stroke: Option<Stroke>);

    /// A stroke, or the outline of an area, begins here.
    fn go(&mut self, to: [f64; 2]);

    /// It goes on straight.
    fn line(&mut self, to: [f64; 2]);

    /// It goes on as a cubic Bézier curve with these two control points.
    fn curve(&mut self, controls: [[f64; 2]; 2], to: [f64; 2]);

    /// All lines that look alike have been drawn.
    fn end(&mut self);
}

/// The kind of a line, which decides its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ink {
    /// The walls.
    Wall,
    /// The path, and most of the marks.
    Path,
    /// The ground.
    Ground,
    /// The cells that were [taken out](crate::grid::Mesh::rock): the color of the walls, through which the ground
    /// [shows](Ink::ROCK_ALPHA). So it goes with every style.
    Rock,
}

impl Ink {
    /// How much of the ground [`Ink::Rock`] covers, of 255: an eighth.
    pub const ROCK_ALPHA: u8 = 32;

    /// The color of a line or an area.
    pub(crate) fn color(self, style: &Style) -> Color {
        match self {
            Ink::Wall => Color::opaque(style.color),
            Ink::Path => Color::opaque(style.path_color),
            Ink::Ground => Color::opaque(style.inks().ground()),
            Ink::Rock => Color { rgb: style.color, alpha: Ink::ROCK_ALPHA },
        }
    }
}

/// How a line is stroked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// In units of a cell.
    pub width: f64,
    /// How it ends. Rounded strokes are joined in arcs, others in corners.
    pub cap: Cap,
}

/// How a stroke ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cap {
    /// Where the line ends.
    Butt,
    /// In half a disc around the end of the line.
    Round,
    /// In half a square around the end of the line.
    Square,
}
