//! Strokes and letters on a page.

use dedale::draw::{Canvas, Cap, Ink, Stroke};
use dedale::picture::Style;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Str};

use super::font::{Font, Weight};

/// A color: red, green and blue, 0 … 1.
pub(crate) type Tone = [f32; 3];

/// Black, a little softer.
pub(crate) const DARK: Tone = tone(Style::DEFAULT.color);

/// The ways through the mazes.
pub(crate) const BRIGHT: Tone = tone(Style::DEFAULT.path_color);

/// The cells that were taken out of a maze, on white paper.
const ROCK: Tone = {
    let [red, green, blue] = DARK;
    let part = Ink::ROCK_ALPHA as f32 / 255.0;
    [1.0 - (1.0 - red) * part, 1.0 - (1.0 - green) * part, 1.0 - (1.0 - blue) * part]
};

/// What is there to be looked up and not to be read.
pub(crate) const PALE: Tone = [0.45, 0.47, 0.5];

const fn tone([red, green, blue]: [u8; 3]) -> Tone {
    [red as f32 / 255.0, green as f32 / 255.0, blue as f32 / 255.0]
}

/// A page on the way to its content.
pub(crate) struct Paint {
    content: Content,
    fonts: [Font; 2],
}

impl Paint {
    /// An empty page, and no letters yet.
    pub(crate) fn new() -> Paint {
        Paint { content: Content::new(), fonts: Weight::ALL.map(Font::new) }
    }

    /// The fonts, with all letters of all pages so far.
    pub(crate) fn fonts(&self) -> &[Font; 2] {
        &self.fonts
    }

    /// Takes the content of a page, and begins another.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        std::mem::replace(&mut self.content, Content::new()).finish().into_vec()
    }

    /// The operators, for what is neither text nor a maze.
    pub(crate) fn content(&mut self) -> &mut Content {
        &mut self.content
    }

    /// Writes a line of text whose first letter begins here, on its base line.
    pub(crate) fn text(&mut self, [x, y]: [f64; 2], weight: Weight, size: f64, [red, green, blue]: Tone, text: &str) {
        let glyphs = self.fonts[weight as usize].encode(text);
        let content = &mut self.content;
        content.begin_text().set_fill_rgb(red, green, blue).set_font(weight.name(), size as f32);
        content.next_line(places(x, 100.0), places(y, 100.0)).show(Str(&glyphs)).end_text();
    }

    /// A pen for a maze whose top left corner is here, with cells of this size in points.
    pub(crate) fn pen(&mut self, [x, y]: [f64; 2], cell: f64) -> PdfPen<'_> {
        self.content.save_state();
        // Downwards is where `y` grows.
        let scale = cell as f32;
        self.content.transform([scale, 0.0, 0.0, -scale, places(x, 1000.0), places(y, 1000.0)]);
        PdfPen { content: &mut self.content, stroke: false, has_lines: false }
    }
}

/// A number rounded to so many parts of one.
fn places(number: f64, parts: f64) -> f32 {
    ((number * parts).round() / parts) as f32
}

/// Draws a maze on a page.
pub(crate) struct PdfPen<'a> {
    content: &'a mut Content,
    stroke: bool,
    has_lines: bool,
}

impl PdfPen<'_> {
    fn at(to: [f64; 2]) -> [f32; 2] {
        to.map(|line| places(line, 1000.0))
    }
}

impl Drop for PdfPen<'_> {
    fn drop(&mut self) {
        self.content.restore_state();
    }
}

impl Canvas for PdfPen<'_> {
    fn begin(&mut self, ink: Ink, stroke: Option<Stroke>) {
        (self.stroke, self.has_lines) = (stroke.is_some(), false);
        let [red, green, blue] = match ink {
            Ink::Path => BRIGHT,
            Ink::Ground => [1.0; 3],
            Ink::Rock => ROCK,
            _ => DARK,
        };
        match stroke {
            None => self.content.set_fill_rgb(red, green, blue),
            Some(stroke) => {
                let (cap, join) = match stroke.cap {
                    Cap::Butt => (LineCapStyle::ButtCap, LineJoinStyle::RoundJoin),
                    Cap::Round => (LineCapStyle::RoundCap, LineJoinStyle::RoundJoin),
                    Cap::Square => (LineCapStyle::ProjectingSquareCap, LineJoinStyle::MiterJoin),
                };
                self.content.set_stroke_rgb(red, green, blue).set_line_width(places(stroke.width, 10_000.0));
                self.content.set_line_cap(cap).set_line_join(join)
            }
        };
    }

    fn go(&mut self, to: [f64; 2]) {
        let [x, y] = Self::at(to);
        self.content.move_to(x, y);
        self.has_lines = true;
    }

    fn line(&mut self, to: [f64; 2]) {
        let [x, y] = Self::at(to);
        self.content.line_to(x, y);
    }

    fn curve(&mut self, controls: [[f64; 2]; 2], to: [f64; 2]) {
        let [[ax, ay], [bx, by], [x, y]] = [controls[0], controls[1], to].map(Self::at);
        self.content.cubic_to(ax, ay, bx, by, x, y);
    }

    fn end(&mut self) {
        match (self.has_lines, self.stroke) {
            (false, _) => {}
            (true, true) => {
                self.content.stroke();
            }
            (true, false) => {
                self.content.fill_nonzero();
            }
        }
    }
}
