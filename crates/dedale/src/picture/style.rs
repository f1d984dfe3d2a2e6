//! The look of a picture: sizes and colors.

use std::str::FromStr;

use super::Metadata;
use super::palette::{Palette, Rgb};
use crate::about::{InvalidValue, InvalidValueKind, named};

/// A color: red, green, blue and opacity, each 0 … 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red, green and blue.
    pub rgb: [u8; 3],
    /// The opacity: 0 is invisible, and 255 hides everything behind it.
    pub alpha: u8,
}

impl Color {
    /// Creates an opaque color.
    pub const fn opaque(rgb: [u8; 3]) -> Color {
        Color { rgb, alpha: 255 }
    }
}

/// The reason why a text is not a color.
const NOT_A_COLOR: &str = "must be a color of 3, 4, 6 or 8 hexadecimal digits, such as fff, or the name of one in CSS, such as teal or transparent; # is written as %23 in a URL, or left out";

impl FromStr for Color {
    type Err = InvalidValue;

    /// Reads 3, 4, 6 or 8 hexadecimal digits as CSS does: `e34`, `ee3344`, and with the opacity at the end `e348`, `ee334488`; a
    /// `#` may precede them. Or the name of a color in CSS, such as `teal` or `transparent`; `none` is transparent too.
    fn from_str(text: &str) -> Result<Color, InvalidValue> {
        let text = if text.eq_ignore_ascii_case("none") { "transparent" } else { text };
        // Nothing else that CSS knows, such as functions.
        let is_plain = text.bytes().all(|byte| byte == b'#' || byte.is_ascii_alphanumeric());
        let color = is_plain.then(|| csscolorparser::parse(text).ok()).flatten().ok_or(NOT_A_COLOR)?;
        let [r, g, b, alpha] = color.to_rgba8();
        Ok(Color { rgb: [r, g, b], alpha })
    }
}

/// The look of a picture. All lengths are in pixels.
///
/// ```
/// use dedale::picture::Style;
/// // Two margins, thirty cells, and the wall after the last.
/// assert_eq!(Style::default().size(30, 20), [2 * 16 + 30 * 16 + 2, 2 * 16 + 20 * 16 + 2]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Style {
    /// The distance from one wall to the next: a cell, and one of the walls beside it.
    pub cell: u32,
    /// The thickness of a wall, which is less than `cell`.
    pub wall: u32,
    /// The width of the margin around the maze.
    pub margin: u32,
    /// The color of the walls.
    pub color: Rgb,
    /// The color of the ground.
    pub background: Color,
    /// The color of the path and of the marks at its ends.
    pub path_color: Rgb,
    /// How the path is drawn; `None` to fill its cells where they [show a shape](crate::options::MazeBuilder::reveal), and to draw a line elsewhere.
    pub path_style: Option<PathStyle>,
    /// The marks at the ends.
    pub marks: Marks,
    /// The length of a mark outside a door, as far as the margin has room for it; if `None`, it follows from the margin and the size of the picture.
    pub mark: Option<u32>,
    /// The colors of the heat map, if one is drawn.
    pub heat: Option<Palette>,
    /// The numbers that the heat map shows.
    pub shaded: Shaded,
    /// The width of the picture, if it is given. [`Picture::fitted`](super::Picture::fitted) then computes the lengths above.
    pub width: Option<u32>,
    /// The colors of an SVG for people who prefer a dark page, if they are different.
    pub dark: Option<Inks>,
}

/// The colors of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Inks {
    /// The color of the walls.
    pub color: Rgb,
    /// The color of the ground.
    pub background: Color,
    /// The color of the path and of the marks at its ends.
    pub path_color: Rgb,
}

impl Inks {
    /// Returns the color of areas that always look like ground, such as the inside of symbols. If the ground is transparent, it is white or black,
    /// whichever contrasts with the walls.
    pub(crate) fn ground(&self) -> Rgb {
        let brightness = |[red, green, blue]: Rgb| 3 * u32::from(red) + 6 * u32::from(green) + u32::from(blue);
        match self.background {
            Color { alpha: 0, .. } if brightness(self.color) < 1275 => [255; 3],
            Color { alpha: 0, .. } => [0; 3],
            Color { rgb, .. } => rgb,
        }
    }

    /// Dark walls on white, and a red path.
    pub const LIGHT: Inks =
        Inks { color: [0x1d, 0x24, 0x30], background: Color::opaque([255; 3]), path_color: [0xd7, 0x26, 0x3d] };

    /// Light walls on a dark ground, and a lighter red path.
    pub const DARK: Inks = Inks {
        color: [0xec, 0xe8, 0xdf],
        background: Color::opaque([0x12, 0x16, 0x1d]),
        path_color: [0xff, 0x6b, 0x7a],
    };
}

/// The numbers that a heat map shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shaded {
    /// The distance of each cell from the entrance, or in a maze with weights the cost of the way there.
    #[default]
    Distances,
    /// The cost of entering each cell.
    Weights,
}

named! {
    /// How a path is drawn.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum PathStyle {
        /// A line from cell to cell.
        Line = "line",
        /// Its cells are filled with its color. Under a bridge, it is a line.
        Fill = "fill",
    }
}

named! {
    /// The marks at the ends of a maze.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Marks {
        /// An arrow outside each door, into the maze and out of it. An end without a door, and one whose margin is much narrower than half a cell, has
        /// a dot.
        #[default]
        Arrows = "arrows",
        /// A ring at the entrance and a disc at the exit.
        Dots = "dots",
        /// A mouse and cheese. Like all symbols, they are drawn outside the doors if they are larger there than in a cell.
        Mouse = "mouse",
        /// A child and a chest.
        Treasure = "treasure",
        /// A rocket and a planet.
        Rocket = "rocket",
        /// Nothing.
        None = "none",
    }
}

impl Default for Style {
    fn default() -> Style {
        Style::DEFAULT
    }
}

impl Style {
    /// [Dark walls on white](Inks::LIGHT), and a red path. A maze of 30 × 30 cells fills about 500 pixels.
    pub const DEFAULT: Style = Style {
        cell: 16,
        wall: 2,
        margin: 16,
        color: Inks::LIGHT.color,
        background: Inks::LIGHT.background,
        path_color: Inks::LIGHT.path_color,
        path_style: None,
        marks: Marks::Arrows,
        mark: None,
        heat: None,
        shaded: Shaded::Distances,
        width: None,
        dark: None,
    };

    /// The range of the size of a cell, in pixels, in a picture with a given width. In smaller cells, walls could not be one pixel thicker, which
    /// makes an odd width even.
    const FITTED: [u32; 2] = [3, Style::MAX_CELL];

    /// Returns the style with the largest cells such that a picture of `units` cells from left to right is exactly `width` pixels wide. The
    /// walls are an eighth of a cell thick, and the margin is half a cell, or less if cells are small. The remaining pixels are margin.
    ///
    /// # Errors
    ///
    /// [`InvalidValue`] if there is no room for cells of 3 pixels, or if the margin of cells of 256 pixels would be wider than 1,024 pixels.
    pub fn fitted(self, width: u32, units: f64) -> Result<Style, InvalidValue> {
        let [smallest, largest] = Style::FITTED;
        let styled = |cell: u32| Style { cell, wall: ((cell + 4) / 8).max(1), margin: 0, width: None, ..self };
        let pixels = |style: Style| style.size_of([units, 1.0])[0];
        let [least, widest] = Style::FITTED.map(|cell| pixels(styled(cell)));
        let most = widest + 2 * u64::from(Style::MAX_MARGIN);
        if !(least..=most).contains(&width.into()) {
            let reason = format!("a picture of this maze may be {least} to {most} pixels wide");
            return Err(InvalidValueKind::NotBetween([least, most].map(|width| width.to_string())).with_reason(reason));
        }
        let fits = |cell: &u32, margin: u32| pixels(styled(*cell)) + u64::from(2 * margin) <= width.into();
        let roomy = (smallest..=largest).rev().find(|cell| fits(cell, cell / 2));
        let cell = roomy.or_else(|| (smallest..=largest).rev().find(|cell| fits(cell, 0))).unwrap_or(smallest);
        let style = styled(cell);
        let left_over = u64::from(width) - pixels(style);
        Ok(Style { wall: style.wall + (left_over % 2) as u32, margin: (left_over / 2) as u32, ..style })
    }

    /// Returns the width and height of the picture of a maze of this size; [`u64::MAX`] if it is more than that.
    pub fn size(&self, columns: u64, rows: u64) -> [u64; 2] {
        let beside = 2 * u64::from(self.margin) + u64::from(self.wall);
        [columns, rows].map(|cells| cells.saturating_mul(self.cell.into()).saturating_add(beside))
    }

    /// Returns the width and height of a picture of a drawing of this size in units of a cell.
    pub fn size_of(&self, size: [f64; 2]) -> [u64; 2] {
        // A little less than a whole number may be a whole number that was rounded.
        let pixels = |cells: f64| (cells * f64::from(self.cell) - 1e-6).ceil().max(1.0) as u64;
        size.map(|cells| 2 * u64::from(self.margin) + pixels(cells) + u64::from(self.wall))
    }

    /// Converts pixels to units of a cell.
    pub(crate) fn in_cells(&self, pixels: f64) -> f64 {
        pixels / f64::from(self.cell)
    }

    /// Returns true if the cells of the path are filled in a picture of the maze with these metadata.
    pub(crate) fn fills_path(&self, metadata: &Metadata) -> bool {
        self.path_style.map_or(metadata.reveals(), |style| style == PathStyle::Fill)
    }

    /// Returns the width of the room between two walls.
    pub(crate) fn room(&self) -> u32 {
        self.cell - self.wall
    }

    /// Returns the distance from a wall to the path in the middle of the room.
    pub(crate) fn path_inset(&self) -> u32 {
        let room = self.room();
        (room - (room * 3 / 10).max(1)) / 2
    }

    /// Returns the distance from a wall to the mark of an end in the middle of the room.
    pub(crate) fn mark_inset(&self) -> u32 {
        self.room() / 6
    }

    /// Returns the thickness of the ring at the entrance.
    pub(crate) fn ring_thickness(&self) -> u32 {
        ((self.room() - 2 * self.mark_inset()) / 5).max(1)
    }
}
