//! Parsing the style, the animation and the lengths of a picture, and limiting its pixels.

use dedale::about::{InvalidValue, OverLimit};
use dedale::grid::GridKind;
use dedale::picture::{
    ANIMATION_OPTIONS, Animation, Color, MEASURE_OPTIONS, Measures, Palette, STYLE_OPTIONS, Shaded, Shown, Style,
};

use crate::parameters::query::Query;
use crate::parameters::table::{Groups, Name};
use crate::problem::{Code, Reason};
use crate::settings::Settings;

/// The value of `heat` that shows weights as colors.
pub const SHADED_BY_WEIGHTS: &str = "weights";

/// The reason why weights are not available.
pub fn no_weights() -> Reason {
    Reason::new(Code::Needs, "is only valid for a maze with weights").with("other", "weights")
}

/// The maximum number of pixels of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PixelLimit {
    /// The maximum for the whole picture.
    InAll(u64),
    /// The maximum for its cells, without the margin and the walls after the last cells.
    OfCells(u64),
    /// The maximum for each picture of an animation.
    Animated(u64),
}

impl PixelLimit {
    /// The maximum number of pixels per side, which the format determines.
    fn max_side(self) -> u64 {
        match self {
            PixelLimit::InAll(_) | PixelLimit::OfCells(_) => (1 << 31) - 1,
            PixelLimit::Animated(_) => u16::MAX.into(),
        }
    }

    /// The limit for a maze that is made as a whole.
    pub fn whole(settings: &Settings) -> PixelLimit {
        PixelLimit::InAll(settings.max_pixels)
    }

    /// The limit for a picture that is made row by row. The largest maze fits with cells of the default size, and the
    /// limit is at least that of other pictures.
    pub fn streamed(settings: &Settings) -> PixelLimit {
        let cell = u64::from(Style::DEFAULT.cell);
        PixelLimit::OfCells(settings.max_streamed_cells.saturating_mul(cell * cell).max(settings.max_pixels))
    }

    /// The limit for an animation. It bounds the time for all pictures to some seconds.
    fn animated(animation: Animation) -> PixelLimit {
        const MAX_PIXELS: u64 = 1 << 23;
        const MAX_PIXELS_OF_ALL: u64 = 1 << 30;
        PixelLimit::Animated(MAX_PIXELS.min(MAX_PIXELS_OF_ALL / animation.pictures(u64::MAX)))
    }
}

/// The size of the maze in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Extent {
    /// Columns and rows.
    Cells([u32; 2]),
    /// Width and height, in units of a cell.
    Units([f64; 2]),
    /// The approximate numbers of columns and rows. The exact size is known when the grid is built.
    Estimated([u32; 2]),
}

impl Extent {
    /// The width and height of the picture, in pixels.
    fn pixels(self, style: Style) -> [u64; 2] {
        match self {
            Extent::Cells([columns, rows]) | Extent::Estimated([columns, rows]) => {
                style.size(columns.into(), rows.into())
            }
            Extent::Units(size) => style.size_of(size),
        }
    }

    /// The width and height of the cells, in pixels.
    fn pixels_of_cells(self, style: Style) -> [u64; 2] {
        match self {
            Extent::Cells(size) => size.map(|cells| u64::from(cells) * u64::from(style.cell)),
            _ => self.pixels(style),
        }
    }
}

/// Parses a style. Invalid values are replaced by their defaults. If `size` and `limit` are given, the number of pixels
/// is checked, even if other options of the style are wrong. `size` is `None` if it is wrong or not known yet.
pub fn parse_style(query: &mut Query, size: Option<Extent>, limit: Option<PixelLimit>) -> Style {
    // The colors of an animation show its steps.
    let is_animated = matches!(limit, Some(PixelLimit::Animated(_)));
    let groups =
        Groups::STYLE | Groups::INK | Groups::MARKS | if is_animated { Groups::empty() } else { Groups::SHADES };
    let mut style = Style::DEFAULT;
    query.set_options(groups, &mut style, STYLE_OPTIONS);
    if !is_animated && query.is_faulty(Name::Heat) {
        // Conflicts with colors are reported as well.
        style.heat = Some(Palette::default());
    }
    let style = check_lengths(query, style, size, limit);
    if style.dark.is_some() && limit.is_some() {
        let detail = "is only available for format=svg: other pictures have one set of colors, light or dark";
        query.fault(Name::Theme, detail);
    }
    // The weights of a posted maze are known when it is parsed.
    let has_weights = !query.takes(Groups::SHAPE) || query.has(Name::Weights);
    if style.heat.is_some() && style.shaded == Shaded::Weights && !has_weights {
        query.fault(Name::Heat, no_weights());
    }
    style
}

/// Parses whether a page is a poster, and the colors of its distances if it is one.
pub fn parse_poster(query: &mut Query) -> Option<Palette> {
    let is_poster = query.takes(Groups::POSTER) && query.flag(Name::Poster).unwrap_or_default();
    if is_poster {
        return query.choice(Name::Palette, "palette", Palette::ALL, Palette::name);
    }
    if query.has(Name::Palette) {
        query.fault(Name::Palette, InvalidValue::needs("poster=true"));
    }
    None
}

/// Checks the lengths, or computes them from the requested width of the picture. If the size is an estimate, so are the
/// lengths, and the width is kept.
fn check_lengths(query: &mut Query, style: Style, size: Option<Extent>, limit: Option<PixelLimit>) -> Style {
    const LENGTHS: [Name; 3] = [Name::Cell, Name::Wall, Name::Margin];
    let is_wrong =
        |query: &Query| [Name::Pixels].iter().chain(&LENGTHS).any(|&name| query.has(name) && query.is_faulty(name));
    if query.has(Name::Pixels) {
        for name in LENGTHS.into_iter().filter(|&name| query.has(name)).collect::<Vec<_>>() {
            query.fault(name, InvalidValue::conflict_since("pixels", ", which gives the size of everything"));
        }
    } else if let Err(reason) = style.check()
        && !is_wrong(query)
    {
        let name = if query.has(Name::Wall) { Name::Wall } else { Name::Cell };
        query.fault(name, reason.to_string());
    }
    let Some(size) = size.filter(|_| !is_wrong(query)) else { return Style { width: None, ..style } };
    let units = match size {
        Extent::Cells([columns, _]) | Extent::Estimated([columns, _]) => columns.into(),
        Extent::Units([across, _]) => across,
    };
    let style = match (style.width.map(|width| style.fitted(width, units)), size) {
        (None, _) => style,
        (Some(fitted), Extent::Estimated(_)) => Style { width: style.width, ..fitted.unwrap_or(style) },
        (Some(Ok(fitted)), _) => fitted,
        (Some(Err(wrong)), _) => {
            query.fault(Name::Pixels, wrong.to_string());
            return Style { width: None, ..style };
        }
    };
    if let Some(limit) = limit {
        check_pixels(query, style, size, limit);
    }
    style
}

/// Reports a picture with too many pixels, with advice.
fn check_pixels(query: &mut Query, style: Style, size: Extent, limit: PixelLimit) {
    let max_side = limit.max_side();
    let [width, height] = size.pixels(style);
    let (pixels, side) = (width.saturating_mul(height), width.max(height));
    let (limit_name, max, asked, allowed) = match limit {
        _ if side > max_side => ("side_pixels", max_side, side, format!("may have {max_side} a side")),
        PixelLimit::Animated(most) => {
            ("pixels", most, pixels, format!("each picture of this animation may have {most} pixels"))
        }
        PixelLimit::InAll(most) => ("pixels", most, pixels, format!("may have {most} pixels in all")),
        PixelLimit::OfCells(most) => {
            let of_cells = size.pixels_of_cells(style).into_iter().product();
            ("pixels", most, of_cells, format!("its cells may have {most} in all"))
        }
    };
    if asked <= max {
        return;
    }
    let over = OverLimit { limit: limit_name, max, asked };
    let name = if query.has(Name::Pixels) { Name::Pixels } else { Name::Cell };
    let advice = match limit {
        PixelLimit::InAll(_) => "; format=svg has no such limit",
        // A picture that is made row by row may have more rows than any SVG.
        PixelLimit::OfCells(_) => "",
        PixelLimit::Animated(_) => "; with a smaller fps or fewer seconds each may have more",
    };
    query.too_large(name, over, format!("the picture would be {width} × {height} pixels, and {allowed}{advice}"));
}

/// Parses an animation, whose background must be opaque.
pub fn parse_animation(query: &mut Query, size: Option<Extent>) -> Animation {
    // At paths that solve mazes, the search is shown.
    let shown = if query.takes(Groups::SOLVER) { Shown::Solving } else { Shown::Building };
    let mut animation = Animation { shown, ..Animation::DEFAULT };
    query.set_options(Groups::ANIMATION | Groups::STEPS, &mut animation, ANIMATION_OPTIONS);
    let style = parse_style(query, size, Some(PixelLimit::animated(animation)));
    if style.background.alpha < 255 {
        query.fault(Name::Background, "must be opaque in an animation");
    }
    Animation { style: Style { background: Color::opaque(style.background.rgb), ..style }, ..animation }
}

/// Parses the lengths of a maze in millimeters.
pub fn parse_measures(query: &mut Query) -> Measures {
    let mut measures = Measures::DEFAULT;
    query.set_options(Groups::LENGTH | Groups::SOLID, &mut measures, MEASURE_OPTIONS);
    if query.takes(Groups::SOLID) {
        check_walls(query, GridKind::Square, measures);
    }
    measures
}

/// Reports walls that are too thick for the cells of a grid.
pub fn check_walls(query: &mut Query, kind: GridKind, measures: Measures) {
    let is_wrong = [Name::CellMm, Name::WallMm].iter().any(|&name| query.is_faulty(name));
    if let Err(reason) = measures.check(kind, None)
        && !is_wrong
    {
        let name = if query.has(Name::WallMm) { Name::WallMm } else { Name::CellMm };
        query.fault(name, reason.to_string());
    }
}
