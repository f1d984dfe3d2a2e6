//! Strokes and letters on a page.

use dedale::draw::{Canvas, Cap, Ink, Stroke};
use dedale::picture::Style;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Str};

use super::font::{Font, Weight};
use super::plan::PageArea;

/// A color: red, green and blue, 0 … 1.
pub(crate) type Tone = [f32; 3];

/// The colors of a book.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tones {
    /// Walls, and what is to be read.
    pub(crate) dark: Tone,
    /// What is there to be looked up and not to be read.
    pub(crate) pale: Tone,
    /// The ways through the mazes.
    bright: Tone,
    /// The cells that were taken out of a maze.
    rock: Tone,
    /// The lines inside of a shape, on white paper.
    detail: Tone,
    /// What is below the walls.
    ground: Tone,
}

/// A gray that is paler than the usual walls, which are a little softer than black.
const PALE: Tone = [107.0 / 255.0, 114.0 / 255.0, 128.0 / 255.0];

/// How much of the color of the walls is in what is pale.
const PALE_PART: f32 = 0.55;

impl Tones {
    /// The colors that follow from those of the walls and of the ways.
    pub(crate) fn new(color: [u8; 3], path_color: [u8; 3]) -> Tones {
        let dark = tone_of(color);
        let mixed = |part: f32| dark.map(|dark| 1.0 - (1.0 - dark) * part);
        let pale = if color == Style::DEFAULT.color { PALE } else { mixed(PALE_PART) };
        let [rock, detail] = [Ink::ROCK_ALPHA, Ink::DETAIL_ALPHA].map(|alpha| mixed(f32::from(alpha) / 255.0));
        Tones { dark, pale, bright: tone_of(path_color), rock, detail, ground: [1.0; 3] }
    }

    /// One color for all that is drawn on a ground, which shows through the lines inside of a shape.
    pub(crate) fn on_ground(color: Tone, ground: Tone) -> Tones {
        let part = f32::from(Ink::DETAIL_ALPHA) / 255.0;
        let detail = [0, 1, 2].map(|k| ground[k] + (color[k] - ground[k]) * part);
        Tones { dark: color, pale: color, bright: color, rock: color, detail, ground }
    }
}

/// A color as parts of full red, green and blue.
pub(crate) fn tone_of(color: [u8; 3]) -> Tone {
    color.map(|part| f32::from(part) / 255.0)
}

/// A gray that is named as one is printed with black ink alone. White is no ink, however it is named.
fn gray([red, green, blue]: Tone) -> Option<f32> {
    (red == green && green == blue && red < 1.0).then_some(red)
}

/// Sets the color of what is filled.
fn fill_with(content: &mut Content, tone: Tone) {
    let [red, green, blue] = tone;
    match gray(tone) {
        Some(gray) => content.set_fill_gray(gray),
        None => content.set_fill_rgb(red, green, blue),
    };
}

/// Sets the color of strokes.
pub(crate) fn stroke_with(content: &mut Content, tone: Tone) {
    let [red, green, blue] = tone;
    match gray(tone) {
        Some(gray) => content.set_stroke_gray(gray),
        None => content.set_stroke_rgb(red, green, blue),
    };
}

/// A page on the way to its content.
pub(crate) struct Paint {
    content: Content,
    fonts: [Font; 2],
    tones: Tones,
}

impl Paint {
    /// An empty page, and no letters yet.
    pub(crate) fn new(tones: Tones) -> Paint {
        Paint { content: Content::new(), fonts: Weight::ALL.map(Font::new), tones }
    }

    /// The colors.
    pub(crate) fn tones(&self) -> Tones {
        self.tones
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
    pub(crate) fn text(&mut self, [x, y]: [f64; 2], weight: Weight, size: f64, tone: Tone, text: &str) {
        let glyphs = self.fonts[weight as usize].encode(text);
        let content = &mut self.content;
        content.begin_text();
        fill_with(content, tone);
        content.set_font(weight.name(), size as f32);
        content.next_line(places(x, 100.0), places(y, 100.0)).show(Str(&glyphs)).end_text();
    }

    /// Fills an area.
    pub(crate) fn fill(&mut self, area: PageArea, tone: Tone) {
        let [x, y, width, height] =
            [area.left, area.bottom, area.width, area.height].map(|length| places(length, 100.0));
        fill_with(&mut self.content, tone);
        self.content.rect(x, y, width, height).fill_nonzero();
    }

    /// Draws a line to write on, between two distances from the left.
    pub(crate) fn rule(&mut self, ends: [f64; 2], y: f64) {
        let [from, to, y] = [ends[0], ends[1], y].map(|length| length as f32);
        stroke_with(&mut self.content, self.tones.pale);
        self.content.set_line_width(0.7).move_to(from, y).line_to(to, y).stroke();
    }

    /// The width of a star, in its heights.
    pub(crate) const STAR_WIDTH: f64 = 1.0515;

    /// Draws a star of this height, whose lowest points are on this line.
    pub(crate) fn star(&mut self, [left, bottom]: [f64; 2], height: f64, tone: Tone, is_filled: bool) {
        let content = &mut self.content;
        fill_with(content, tone);
        stroke_with(content, tone);
        content.set_line_width(places(height * 0.06, 100.0)).set_line_join(LineJoinStyle::RoundJoin);
        for (number, [x, y]) in STAR_CORNERS.into_iter().enumerate() {
            let [x, y] = [left + x * height, bottom + y * height].map(|length| places(length, 100.0));
            if number == 0 {
                content.move_to(x, y)
            } else {
                content.line_to(x, y)
            };
        }
        content.close_path();
        if is_filled {
            content.fill_nonzero_and_stroke()
        } else {
            content.stroke()
        };
    }

    /// A pen for a maze whose top left corner is here, with cells of this size in points.
    pub(crate) fn pen(&mut self, [x, y]: [f64; 2], cell: f64, tones: Tones) -> PdfPen<'_> {
        self.content.save_state();
        // Downwards is where `y` grows.
        let scale = cell as f32;
        self.content.transform([scale, 0.0, 0.0, -scale, places(x, 1000.0), places(y, 1000.0)]);
        PdfPen { content: &mut self.content, tones, stroke: false, has_lines: false }
    }
}

/// The corners of a star that is one high, with the lowest at 0.
const STAR_CORNERS: [[f64; 2]; 10] = [
    [0.5257, 1.0],
    [0.4016, 0.618],
    [0.0, 0.618],
    [0.3249, 0.382],
    [0.2008, 0.0],
    [0.5257, 0.2361],
    [0.8507, 0.0],
    [0.7265, 0.382],
    [1.0515, 0.618],
    [0.6498, 0.618],
];

/// A number rounded to so many parts of one.
fn places(number: f64, parts: f64) -> f32 {
    ((number * parts).round() / parts) as f32
}

/// Draws a maze on a page.
pub(crate) struct PdfPen<'a> {
    content: &'a mut Content,
    tones: Tones,
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
        let tone = match ink {
            Ink::Path => self.tones.bright,
            Ink::Ground => self.tones.ground,
            Ink::Rock => self.tones.rock,
            Ink::Detail => self.tones.detail,
            Ink::Shade(color) => tone_of(color),
            _ => self.tones.dark,
        };
        match stroke {
            None => fill_with(self.content, tone),
            Some(stroke) => {
                let (cap, join) = match stroke.cap {
                    Cap::Butt => (LineCapStyle::ButtCap, LineJoinStyle::RoundJoin),
                    Cap::Round => (LineCapStyle::RoundCap, LineJoinStyle::RoundJoin),
                    Cap::Square => (LineCapStyle::ProjectingSquareCap, LineJoinStyle::MiterJoin),
                };
                stroke_with(self.content, tone);
                self.content.set_line_width(places(stroke.width, 10_000.0)).set_line_cap(cap).set_line_join(join);
            }
        }
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
