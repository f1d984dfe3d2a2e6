//! The strokes and areas of a picture, for programs that draw it in another format.

use crate::picture::{Color, Style};

/// Receives the lines of a picture. Coordinates are in units of a cell, from the middle of the outer walls at the top left: `x` to the
/// right and `y` down.
///
/// [`Picture::draw`](crate::picture::Picture::draw) calls [`begin`](Canvas::begin), then the lines that look alike, then [`end`](Canvas::end), and
/// so on for the lines above them.
pub trait Canvas {
    /// Sets the color of the lines up to the next [`end`](Canvas::end), and how they are stroked. Without a stroke, they are the outlines of
    /// filled areas.
    fn begin(&mut self, ink: Ink, stroke: Option<Stroke>);

    /// Begins a stroke, or the outline of an area, at this point.
    fn go(&mut self, to: [f64; 2]);

    /// Continues with a straight line to this point.
    fn line(&mut self, to: [f64; 2]);

    /// Continues with a cubic Bézier curve with these two control points.
    fn curve(&mut self, controls: [[f64; 2]; 2], to: [f64; 2]);

    /// Ends the lines that look alike.
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
    /// Lines inside of a shape, such as an eye: the color of the walls, through which the ground [shows](Ink::DETAIL_ALPHA).
    Detail,
    /// Cells of a heat map, in this color.
    Shade([u8; 3]),
}

impl Ink {
    /// The opacity of [`Ink::Rock`], of 255: an eighth.
    pub const ROCK_ALPHA: u8 = 32;

    /// The opacity of [`Ink::Detail`], of 255: three eighths.
    pub const DETAIL_ALPHA: u8 = 96;

    /// Returns the color of a line or an area.
    pub(crate) fn color(self, style: &Style) -> Color {
        match self {
            Ink::Wall => Color::opaque(style.color),
            Ink::Path => Color::opaque(style.path_color),
            Ink::Ground => Color::opaque(style.inks().ground()),
            Ink::Rock => Color { rgb: style.color, alpha: Ink::ROCK_ALPHA },
            Ink::Detail => Color { rgb: style.color, alpha: Ink::DETAIL_ALPHA },
            Ink::Shade(color) => Color::opaque(color),
        }
    }
}

/// How a line is stroked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// The width in units of a cell.
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
