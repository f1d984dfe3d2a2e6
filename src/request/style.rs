//! How a picture is to look, how an animation goes on, and how large a maze is to be made of wood or of plastic.

use std::ops::RangeInclusive;

use dedale::grid::GridKind;
use dedale::picture::{Animation, Color, Inks, Measures, Palette, Shaded, Shown, Style};

use super::parameters::{Groups, Name, Theme};
use super::query::Query;
use crate::settings::Settings;

/// The value of `heat` for which colors show weights.
pub const SHADED_BY_WEIGHTS: &str = "weights";

/// Why weights are not shown.
pub const NO_WEIGHTS: &str = "is only valid for a maze with weights";

/// The most pixels from one wall to the next.
pub const LARGEST_CELL: u32 = 256;

/// The most pixels that a PNG counts on a side.
const LONGEST_SIDE: u64 = (1 << 31) - 1;

/// The most pixels of a picture from left to right.
pub const WIDEST: u64 = 1_000_000;

/// The most pixels of the margin.
pub const LARGEST_MARGIN: u32 = 1024;

/// How many pixels a picture may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MostPixels {
    /// So many in all.
    InAll(u64),
    /// So many for its cells alone: its margin, and the walls after the last cells, are not counted.
    OfCells(u64),
    /// So many in each picture of an animation.
    Animated(u64),
}

impl MostPixels {
    /// The most pixels on a side, which the format counts.
    fn a_side(self) -> u64 {
        match self {
            MostPixels::InAll(_) | MostPixels::OfCells(_) => LONGEST_SIDE,
            MostPixels::Animated(_) => u16::MAX.into(),
        }
    }

    /// Those of a picture whose maze is made as a whole.
    pub fn whole(settings: &Settings) -> MostPixels {
        MostPixels::InAll(settings.max_pixels)
    }

    /// Those of a picture that is made row by row: what as many cells have in their usual size, so that the largest maze can be drawn in
    /// it; and no fewer than of any other picture.
    pub fn streamed(settings: &Settings) -> MostPixels {
        let cell = u64::from(Style::DEFAULT.cell);
        MostPixels::OfCells(settings.max_streamed_cells.saturating_mul(cell * cell).max(settings.max_pixels))
    }
}

/// How large the maze of a picture is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Extent {
    /// In columns and rows.
    Cells([u32; 2]),
    /// In units of a cell, from left to right and from top to bottom.
    Units([f64; 2]),
    /// About so many columns and rows: only the grid itself shows how large it is.
    About([u32; 2]),
}

impl Extent {
    /// Width and height of its picture, in pixels.
    fn pixels(self, style: Style) -> [u64; 2] {
        match self {
            Extent::Cells([columns, rows]) | Extent::About([columns, rows]) => style.size(columns.into(), rows.into()),
            Extent::Units(size) => style.size_of(size),
        }
    }

    /// Width and height of its cells alone.
    fn pixels_of_cells(self, style: Style) -> [u64; 2] {
        match self {
            Extent::Cells(size) => size.map(|cells| u64::from(cells) * u64::from(style.cell)),
            _ => self.pixels(style),
        }
    }
}

/// Reads a style from a query. A picture of this `size` may have `max_pixels`; without a size (it is wrong, or not known
/// yet) or without that number it is not checked. It is checked whatever else is wrong with how the picture looks.
pub fn style(query: &mut Query<'_>, size: Option<Extent>, max_pixels: Option<MostPixels>) -> Option<Style> {
    let lengths = if query.has(Name::Pixels) { read_width(query, size) } else { read_lengths(query) };
    if let (Some(style), Some(size), Some(most)) = (lengths, size, max_pixels) {
        check_pixels(query, style, size, most);
    }
    let style = read_colors(query, lengths, max_pixels.is_none());
    // The colors of an animation show its steps.
    if matches!(max_pixels, Some(MostPixels::Animated(_))) { style } else { read_shades(query, style) }
}

/// The default style with the lengths that are asked for.
fn read_lengths(query: &mut Query<'_>) -> Option<Style> {
    let cell = query.whole(Name::Cell, 2..=LARGEST_CELL.into());
    let wall = query.whole(Name::Wall, 1..=u64::from(LARGEST_CELL) - 1);
    if let (Some(cell), Some(wall)) = (cell, wall)
        && wall >= cell
    {
        let name = if query.has(Name::Wall) { Name::Wall } else { Name::Cell };
        query.fault(name, format!("a wall must be thinner than a cell, and wall is {wall} and cell {cell}"));
    }
    let margin = query.whole(Name::Margin, 0..=LARGEST_MARGIN.into());
    Some(Style { cell: cell? as u32, wall: wall? as u32, margin: margin? as u32, ..Style::DEFAULT })
}

/// The default style with the lengths that make a picture as wide as is asked for. Where only the grid shows how large it is, they are an
/// estimate, and the width is kept.
fn read_width(query: &mut Query<'_>, size: Option<Extent>) -> Option<Style> {
    for name in [Name::Cell, Name::Wall, Name::Margin] {
        if query.has(name) {
            query.fault(name, "is not valid with pixels, which gives the size of everything");
        }
    }
    let width = query.whole(Name::Pixels, 1..=WIDEST)? as u32;
    let units = match size {
        // Everything else is checked with another.
        None => return Some(Style::DEFAULT),
        Some(Extent::Cells([columns, _]) | Extent::About([columns, _])) => columns.into(),
        Some(Extent::Units([across, _])) => across,
    };
    let fitted = Style::DEFAULT.fitted(width, units);
    if let Some(Extent::About(_)) = size {
        return Some(Style { width: Some(width), ..fitted.unwrap_or_default() });
    }
    fitted.map_err(|wrong| query.fault(Name::Pixels, wrong.to_string())).ok()
}

/// The same style in the colors that are asked for. Those that are named hold in every theme.
fn read_colors(query: &mut Query<'_>, style: Option<Style>, is_svg: bool) -> Option<Style> {
    let theme = query.choice(Name::Theme, "theme", Theme::ALL, Theme::name);
    if theme == Some(Theme::Auto) && !is_svg {
        query.fault(
            Name::Theme,
            "is only available for format=svg: other pictures have one set of colors, light or dark",
        );
    }
    let color = read_color(query, Name::Color, false);
    let background = read_color(query, Name::Background, true);
    let path_color = read_color(query, Name::PathColor, false);
    let light = Style { color: color?.rgb, background: background?, path_color: path_color?.rgb, ..style? };
    let dark = Inks {
        color: if query.has(Name::Color) { light.color } else { Inks::DARK.color },
        background: if query.has(Name::Background) { light.background } else { Inks::DARK.background },
        path_color: if query.has(Name::PathColor) { light.path_color } else { Inks::DARK.path_color },
    };
    Some(match theme? {
        Theme::Light => light,
        Theme::Dark => Style { color: dark.color, background: dark.background, path_color: dark.path_color, ..light },
        Theme::Auto => Style { dark: Some(dark), ..light },
    })
}

/// The same style with the heat map that is asked for.
fn read_shades(query: &mut Query<'_>, style: Option<Style>) -> Option<Style> {
    let shaded = query.choice(Name::Heat, "value", &[Some(Shaded::Distances), None, Some(Shaded::Weights)], |shaded| {
        shaded.map_or("false", |shaded| if shaded == Shaded::Weights { SHADED_BY_WEIGHTS } else { "true" })
    });
    // Of a maze that is posted it is known when it is read.
    if shaded == Some(Some(Shaded::Weights)) && query.takes(Groups::GROUND) && !query.has(Name::Weights) {
        query.fault(Name::Heat, NO_WEIGHTS);
    }
    let palette = query.choice(Name::Palette, "value", Palette::ALL, Palette::name);
    if query.has(Name::Palette) && shaded == Some(None) {
        query.fault(Name::Palette, "is only valid with heat=true and heat=weights");
    }
    let (shaded, palette) = (shaded?, palette?);
    Some(Style { heat: shaded.map(|_| palette), shaded: shaded.unwrap_or_default(), ..style? })
}

/// Notes that the picture would have too many pixels, and what could be done about it.
fn check_pixels(query: &mut Query<'_>, style: Style, size: Extent, most: MostPixels) {
    let a_side = most.a_side();
    let is_fitting = |style: Style| {
        let [width, height] = size.pixels(style);
        let (counted, most) = match most {
            MostPixels::InAll(most) | MostPixels::Animated(most) => ([width, height], most),
            MostPixels::OfCells(most) => (size.pixels_of_cells(style), most),
        };
        width.max(height) <= a_side && counted[0] * counted[1] <= most
    };
    if is_fitting(style) {
        return;
    }
    let [width, height] = size.pixels(style);
    let fitting = |cell: &u32| is_fitting(Style { cell: *cell, ..style });
    let name = if query.has(Name::Pixels) { Name::Pixels } else { Name::Cell };
    let smaller = if name == Name::Cell { (style.wall + 1..style.cell).rev().find(fitting) } else { None };
    let advice = match smaller {
        Some(cell) => format!("with cell={cell} it has fewer"),
        None => {
            // What is made row by row may have more rows than any SVG.
            let svg = match most {
                MostPixels::InAll(_) => ", or format=svg, which has no such limit",
                MostPixels::OfCells(_) => "",
                MostPixels::Animated(_) => ", and with a smaller fps or fewer seconds each may have more",
            };
            format!("thinner walls, a narrower margin or fewer cells make it smaller{svg}")
        }
    };
    let allowed = match most {
        _ if width.max(height) > a_side => format!("may have {a_side} a side"),
        MostPixels::Animated(most) => format!("each picture of this animation may have {most} pixels"),
        MostPixels::InAll(most) => format!("may have {most} pixels in all"),
        MostPixels::OfCells(most) => format!("its cells may have {most} in all"),
    };
    let detail = format!("the picture would be {width} × {height} pixels, and {allowed}; {advice}");
    query.fault(name, detail);
}

/// A color in hexadecimal digits; `None` when it is wrong.
fn read_color(query: &mut Query<'_>, name: Name, may_be_seen_through: bool) -> Option<Color> {
    let text = query.text(name)?;
    let has_opacity = matches!(text.trim_start_matches('#').len(), 4 | 8);
    let color: Option<Color> = text.parse().ok().filter(|_| may_be_seen_through || !has_opacity);
    if color.is_none() {
        query.fault(
            name,
            if may_be_seen_through {
                "must be a color of 3, 4, 6 or 8 hexadecimal digits, such as fff, or 0000 for none; # is written as %23 in a URL, or left out"
            } else {
                "must be a color of 3 or 6 hexadecimal digits, such as e34 or e0244e; # is written as %23 in a URL, or left out"
            },
        );
    }
    color
}

/// How many pictures are shown in a second.
pub const RATES: RangeInclusive<u64> = 1..=50;

/// How many seconds all steps take.
pub const LENGTHS: RangeInclusive<u64> = 1..=60;

/// The most pixels of a picture, and of all pictures together, which takes some seconds.
const MOST_PIXELS: u64 = 1 << 23;
const MOST_PIXELS_OF_ALL: u64 = 1 << 30;

/// Reads what an animation is to show. Its style is read apart, since a picture may have fewer pixels where there are more of them. Where
/// something is wrong, the default replaces it.
pub fn animation(query: &mut Query<'_>) -> Animation {
    // Where a maze is solved, that is what is shown.
    let default = if query.takes(Groups::SOLVER) { Shown::Solving } else { Shown::Building };
    let named = if query.has(Name::Steps) { query.choice(Name::Steps, "value", Shown::ALL, Shown::name) } else { None };
    let shown = named.unwrap_or(default);
    let fps = query.whole(Name::Fps, RATES).map_or(Animation::DEFAULT.fps, |fps| fps as u32);
    let seconds = query.whole(Name::Seconds, LENGTHS).map_or(Animation::DEFAULT.seconds, |seconds| seconds as u32);
    Animation { shown, fps, seconds, ..Animation::DEFAULT }
}

/// How many pixels each of its pictures may have.
pub fn most_pixels(animation: Animation) -> MostPixels {
    MostPixels::Animated(MOST_PIXELS.min(MOST_PIXELS_OF_ALL / animation.most_pictures()))
}

/// The style of an animation, whose ground must be opaque.
pub fn opaque(query: &mut Query<'_>, style: Style) -> Style {
    if style.background.alpha < 255 {
        query.fault(Name::Background, "must be opaque in an animation");
    }
    Style { background: Color::opaque(style.background.rgb), ..style }
}

/// From one wall to the next, in mm.
pub const CELLS: RangeInclusive<f64> = 1.0..=1000.0;

/// How thick a wall is, in mm.
pub const WALLS: RangeInclusive<f64> = 0.1..=100.0;

/// How high a wall is, in mm.
pub const HEIGHTS: RangeInclusive<f64> = 0.1..=1000.0;

/// How thick the plate is, in mm; none if it is 0.
pub const BASES: RangeInclusive<f64> = 0.0..=100.0;

/// Reads how large a maze is to be made.
pub fn measures(query: &mut Query<'_>) -> Option<Measures> {
    let [cell, wall, height, base] =
        [(Name::CellMm, CELLS), (Name::WallMm, WALLS), (Name::HeightMm, HEIGHTS), (Name::BaseMm, BASES)]
            .map(|(name, range)| query.thousandths(name, range));
    let measures = Measures { cell: cell?, wall: wall?, height: height?, base: base? };
    check_walls(query, GridKind::Square, Some(measures));
    Some(measures)
}

/// Reports walls that are too thick for the cells of a grid.
pub fn check_walls(query: &mut Query<'_>, kind: GridKind, measures: Option<Measures>) {
    let Some(measures) = measures.filter(|measures| !measures.fit(kind)) else { return };
    let name = if query.has(Name::WallMm) { Name::WallMm } else { Name::CellMm };
    let [wall, cell] = [measures.wall, measures.cell].map(|length| f64::from(length) / 1000.0);
    let rule = match kind {
        GridKind::Square => "a wall must be thinner than a cell",
        _ => "where cells are no squares, a wall must be at most 0.2 of cell_mm thick",
    };
    query.fault(name, format!("{rule}, and wall_mm is {wall} and cell_mm {cell}"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Faults;

    fn read(query: &[(&str, &str)], size: [u32; 2], most: MostPixels) -> Result<Style, Vec<String>> {
        let text = form_urlencoded::Serializer::new(String::new()).extend_pairs(query).finish();
        let mut query = Query::new(&text, Groups::STYLE | Groups::SHADES);
        let style = style(&mut query, Some(Extent::Cells(size)), Some(most));
        query.finish(style).map_err(|Faults(faults)| {
            faults.iter().map(|fault| format!("{} {}", fault.parameter, fault.detail)).collect()
        })
    }

    fn style_of(query: &[(&str, &str)], size: [u32; 2], most: u64) -> Result<Style, Vec<String>> {
        read(query, size, MostPixels::InAll(most))
    }

    #[test]
    fn the_defaults_are_those_of_the_style() {
        assert_eq!(style_of(&[], [30, 30], u64::MAX), Ok(Style::default()));
    }

    #[test]
    fn everything_is_read() {
        let query = [
            ("cell", "9"),
            ("wall", "3"),
            ("margin", "0"),
            ("theme", "dark"),
            ("color", "#fff"),
            ("background", "0000"),
            ("path_color", "00ff7f"),
            ("heat", "true"),
            ("palette", "magma"),
        ];
        let style = Style {
            cell: 9,
            wall: 3,
            margin: 0,
            color: [255; 3],
            background: Color { rgb: [0; 3], alpha: 0 },
            path_color: [0, 255, 127],
            heat: Some(Palette::Magma),
            shaded: Shaded::Distances,
            width: None,
            dark: None,
        };
        assert_eq!(style_of(&query, [1, 1], 144), Ok(style));
        assert!(query.iter().map(|(name, _)| *name).eq(
            (Groups::STYLE | Groups::SHADES).parameters().map(|known| known.name).filter(|name| *name != "pixels")
        ));
    }

    #[test]
    fn every_fault_is_reported() {
        let query = [("cell", "1"), ("wall", "256"), ("margin", "-1"), ("color", "red"), ("background", "")];
        let faults = style_of(&query, [1, 1], u64::MAX).unwrap_err();
        assert_eq!(faults.len(), 5, "{faults:?}");
        for (query, start) in [
            (&[("cell", "2")][..], "cell a wall must be thinner than a cell, and wall is 2 and cell 2"),
            (&[("cell", "8"), ("wall", "8")], "wall a wall must be thinner"),
            (&[("palette", "magma")], "palette is only valid with heat=true and heat=weights"),
            (&[("color", "ffff")], "color must be a color of 3 or 6"),
            (&[("heat", "maybe")], "heat unknown value"),
            (&[("pixels", "0")], "pixels must be between 1 and 1000000"),
            (&[("theme", "gray")], "theme unknown theme"),
            (&[("pixels", "100"), ("wall", "3")], "wall is not valid with pixels"),
            (&[("theme", "auto")], "theme is only available for format=svg"),
            (&[("background", "</svg>")], "background must be a color"),
        ] {
            let faults = style_of(query, [1, 1], u64::MAX).unwrap_err();
            assert!(faults.len() == 1 && faults[0].starts_with(start), "{faults:?}");
        }
    }

    #[test]
    fn pixels_are_counted_before_anything_is_done() {
        let size = [4, 2];
        assert_eq!(style_of(&[], size, 98 * 66), Ok(Style::default()));
        let fault = |query: &[(&str, &str)], most| style_of(query, size, most).unwrap_err().concat();
        assert_eq!(
            fault(&[], 98 * 66 - 1),
            "cell the picture would be 98 × 66 pixels, and may have 6467 pixels in all; with cell=15 it has fewer"
        );
        assert!(style_of(&[("cell", "15")], size, 98 * 66 - 1).is_ok());
        assert!(fault(&[], 1000).ends_with("or format=svg, which has no such limit"));
        // A picture far larger than any number of pixels that a machine can count in 32 bits.
        let wide = [("cell", "256"), ("margin", "1024")];
        assert!(style_of(&wide, [65_535, 65_535], 1 << 28).unwrap_err()[0].contains("16779010 × 16779010 pixels"));
        assert!(style_of(&wide, [u32::MAX; 2], u64::MAX).unwrap_err()[0].contains("may have 2147483647 a side"));
    }

    #[test]
    fn the_pixels_of_cells_are_counted_without_a_margin() {
        let read = |query: &[(&str, &str)], most| {
            let read = read(query, [4, 2], MostPixels::OfCells(most));
            read.map_err(|faults| faults[0].strip_prefix("cell ").unwrap().to_owned())
        };
        assert_eq!(read(&[], 64 * 32), Ok(Style::default()));
        assert!(read(&[("margin", "1024"), ("wall", "15")], 64 * 32).is_ok());
        let told = "the picture would be 98 × 66 pixels, and its cells may have 2047 in all; with cell=15 it has fewer";
        assert_eq!(read(&[], 64 * 32 - 1), Err(told.to_owned()));
        assert!(read(&[("cell", "15")], 64 * 32 - 1).is_ok());
        assert!(read(&[("cell", "3")], 9).unwrap_err().ends_with("or fewer cells make it smaller"));
    }
}
