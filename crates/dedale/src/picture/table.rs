//! The options of pictures, animations and measures, by their names.

use std::ops::RangeInclusive;

use super::palette::Rgb;
use super::{Animation, Color, Inks, Marks, Measures, Palette, PathStyle, Shaded, Shown, Style};
use crate::about::{InvalidValue, InvalidValueKind, OptionInfo, named, parse_thousandths, parse_whole};

named! {
    /// The page for which a picture has its colors, unless they are set one by one.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Theme {
        /// A light one.
        Light = "light",
        /// A dark one.
        Dark = "dark",
        /// The page that the reader prefers. Only SVG contains both sets of colors.
        Auto = "auto",
    }
}

/// The values of the option `heat`.
const HEAT: &[&str] = &["distance", "weights", "none"];

/// The options of a style, in an order in which they can be set: a theme replaces all colors, and a palette needs a heat map.
///
/// ```
/// use dedale::picture::{STYLE_OPTIONS, Style};
/// let mut style = Style::default();
/// let mut set = |name: &str, text: &str| {
///     let option = STYLE_OPTIONS.iter().find(|option| option.name == name).expect("an option of styles");
///     (option.set)(&mut style, text)
/// };
/// set("cell", "9")?;
/// set("color", "#e34")?;
/// assert_eq!(set("margin", "wide").unwrap_err().to_string(), "must be a whole number between 0 and 1024");
/// assert_eq!((style.cell, style.color), (9, [0xee, 0x33, 0x44]));
/// # Ok::<(), dedale::about::InvalidValue>(())
/// ```
pub static STYLE_OPTIONS: &[OptionInfo<Style>] = &[
    OptionInfo {
        name: "theme",
        values: Theme::NAMES,
        default: "light",
        description: "For which page the colors are.",
        set: |style, text| text.parse().map(|theme| *style = style.in_theme(theme)),
        get: |style| {
            match style.dark {
                Some(_) => Theme::Auto.name(),
                None if style.inks() == Inks::DARK => Theme::Dark.name(),
                None => Theme::Light.name(),
            }
            .to_owned()
        },
    },
    OptionInfo {
        name: "cell",
        default: "16",
        description: "From one wall to the next, in pixels.",
        set: |style, text| whole(text, 2..=Style::MAX_CELL).map(|cell| style.cell = cell),
        get: |style| style.cell.to_string(),
        ..OptionInfo::DEFAULTS
    },
    OptionInfo {
        name: "wall",
        default: "2",
        description: "How thick a wall is, in pixels: less than a cell.",
        set: |style, text| whole(text, 1..=Style::MAX_CELL - 1).map(|wall| style.wall = wall),
        get: |style| style.wall.to_string(),
        ..OptionInfo::DEFAULTS
    },
    OptionInfo {
        name: "margin",
        default: "16",
        description: "What is left free around the maze, in pixels.",
        set: |style, text| whole(text, 0..=Style::MAX_MARGIN).map(|margin| style.margin = margin),
        get: |style| style.margin.to_string(),
        ..OptionInfo::DEFAULTS
    },
    OptionInfo {
        name: "pixels",
        description: "How wide the picture is, in place of the lengths.",
        set: |style, text| whole(text, 1..=Style::MAX_WIDTH).map(|width| style.width = Some(width)),
        get: |style| style.width.map(|width| width.to_string()).unwrap_or_default(),
        ..OptionInfo::DEFAULTS
    },
    OptionInfo {
        name: "color",
        default: "1d2430",
        description: "The color of the walls.",
        set: |style, text| opaque_color(text).map(|rgb| style.set_inks(|inks| inks.color = rgb)),
        get: |style| hex(style.color),
        ..OptionInfo::DEFAULTS
    },
    OptionInfo {
        name: "background",
        default: "ffffff",
        description: "The color of the ground.",
        set: |style, text| text.parse().map(|color| style.set_inks(|inks| inks.background = color)),
        get: |style| format!("{}{:02x}", hex(style.background.rgb), style.background.alpha),
        ..OptionInfo::DEFAULTS
    },
    OptionInfo {
        name: "path_color",
        default: "d7263d",
        description: "The color of the path and of the marks at its ends.",
        set: |style, text| opaque_color(text).map(|rgb| style.set_inks(|inks| inks.path_color = rgb)),
        get: |style| hex(style.path_color),
        ..OptionInfo::DEFAULTS
    },
    OptionInfo {
        name: "path_style",
        values: PathStyle::NAMES,
        description: "Whether the path is a line, or its cells are filled.",
        set: |style, text| text.parse().map(|path| style.path_style = Some(path)),
        get: |style| style.path_style.map(PathStyle::name).unwrap_or_default().to_owned(),
        ..OptionInfo::DEFAULTS
    },
    OptionInfo {
        name: "marks",
        values: Marks::NAMES,
        default: "arrows",
        description: "What is drawn at the entrance and at the exit.",
        set: |style, text| text.parse().map(|marks| style.marks = marks),
        get: |style| style.marks.name().to_owned(),
    },
    OptionInfo {
        name: "heat",
        values: HEAT,
        default: "none",
        description: "Whether colors show how far each cell is from the entrance, or what it costs to enter it.",
        set: |style, text| {
            let heat = Some(style.heat.unwrap_or_default());
            (style.heat, style.shaded) = match text {
                "distance" => (heat, Shaded::Distances),
                "none" => (None, Shaded::Distances),
                "weights" => (heat, Shaded::Weights),
                _ => return Err(InvalidValue::unknown(HEAT)),
            };
            Ok(())
        },
        get: |style| {
            match (style.heat, style.shaded) {
                (None, _) => "none",
                (Some(_), Shaded::Distances) => "distance",
                (Some(_), Shaded::Weights) => "weights",
            }
            .to_owned()
        },
    },
    OptionInfo {
        name: "palette",
        values: Palette::NAMES,
        default: "viridis",
        description: "The colors of the heat map.",
        set: |style, text| {
            let palette = text.parse()?;
            let heat = style.heat.as_mut().ok_or("is only valid with heat=distance or heat=weights")?;
            *heat = palette;
            Ok(())
        },
        get: |style| style.heat.map(Palette::name).unwrap_or_default().to_owned(),
    },
];

/// The options of an animation, besides those of its style.
pub static ANIMATION_OPTIONS: &[OptionInfo<Animation>] = &[
    OptionInfo {
        name: "steps",
        values: Shown::NAMES,
        default: "building",
        description: "Whether the steps build the maze or solve it.",
        set: |animation, text| text.parse().map(|shown| animation.shown = shown),
        get: |animation| animation.shown.name().to_owned(),
    },
    OptionInfo {
        name: "fps",
        default: "20",
        description: "How many pictures are shown in a second.",
        set: |animation, text| whole(text, 1..=50).map(|fps| animation.fps = fps),
        get: |animation| animation.fps.to_string(),
        ..OptionInfo::DEFAULTS
    },
    OptionInfo {
        name: "seconds",
        default: "8",
        description: "How many seconds all steps take.",
        set: |animation, text| whole(text, 1..=60).map(|seconds| animation.seconds = seconds),
        get: |animation| animation.seconds.to_string(),
        ..OptionInfo::DEFAULTS
    },
];

/// The measures of a maze that is cut or printed, in millimeters.
pub static MEASURE_OPTIONS: &[OptionInfo<Measures>] = &[
    OptionInfo {
        name: "cell_mm",
        default: "10",
        description: "From one wall to the next.",
        set: |measures, text| parse_thousandths(text, Measures::CELLS_MM).map(|cell| measures.cell = cell),
        get: |measures| millimeters(measures.cell),
        ..OptionInfo::DEFAULTS
    },
    OptionInfo {
        name: "wall_mm",
        default: "1.2",
        description: "How thick a wall is.",
        set: |measures, text| parse_thousandths(text, Measures::WALLS_MM).map(|wall| measures.wall = wall),
        get: |measures| millimeters(measures.wall),
        ..OptionInfo::DEFAULTS
    },
    OptionInfo {
        name: "height_mm",
        default: "8",
        description: "How high a wall is above the plate.",
        set: |measures, text| parse_thousandths(text, Measures::HEIGHTS_MM).map(|height| measures.height = height),
        get: |measures| millimeters(measures.height),
        ..OptionInfo::DEFAULTS
    },
    OptionInfo {
        name: "base_mm",
        default: "1.6",
        description: "How thick the plate is; 0 for none.",
        set: |measures, text| parse_thousandths(text, Measures::BASES_MM).map(|base| measures.base = base),
        get: |measures| millimeters(measures.base),
        ..OptionInfo::DEFAULTS
    },
];

impl Style {
    /// The maximum number of pixels from one wall to the next.
    pub(crate) const MAX_CELL: u32 = 256;

    /// The maximum number of pixels of the margin.
    pub(crate) const MAX_MARGIN: u32 = 1024;

    /// The maximum width of a picture in pixels, if it is set.
    pub(crate) const MAX_WIDTH: u32 = 1_000_000;

    /// Returns the style with the colors of a theme.
    #[must_use]
    pub(crate) fn in_theme(self, theme: Theme) -> Style {
        let light = Style::DEFAULT.inks();
        let (Inks { color, background, path_color }, dark) = match theme {
            Theme::Light => (light, None),
            Theme::Dark => (Inks::DARK, None),
            Theme::Auto => (light, Some(Inks::DARK)),
        };
        Style { color, background, path_color, dark, ..self }
    }

    /// Checks the lengths.
    ///
    /// # Errors
    ///
    /// [`InvalidValue`] for walls that leave no room for the cells.
    pub fn check(&self) -> Result<(), InvalidValue> {
        let Style { cell, wall, .. } = self;
        let reason = || format!("a wall must be thinner than a cell, and wall is {wall} and cell {cell}");
        if wall < cell {
            Ok(())
        } else {
            Err(InvalidValueKind::TooMuch(cell.saturating_sub(1).to_string()).with_reason(reason()))
        }
    }

    /// Returns the colors, those of a light page.
    pub(crate) fn inks(&self) -> Inks {
        Inks { color: self.color, background: self.background, path_color: self.path_color }
    }

    /// Sets colors that hold in every theme.
    fn set_inks(&mut self, set: impl Fn(&mut Inks)) {
        let mut inks = self.inks();
        set(&mut inks);
        Inks { color: self.color, background: self.background, path_color: self.path_color } = inks;
        self.dark.iter_mut().for_each(set);
    }
}

/// The reason why a text is not an opaque color.
const NOT_AN_OPAQUE_COLOR: &str = "must be a color of 3 or 6 hexadecimal digits, such as e34 or d7263d, or the name of one in CSS, such as teal; # is written as %23 in a URL, or left out";

/// Returns a color without opacity.
fn opaque_color(text: &str) -> Result<Rgb, InvalidValue> {
    let is_hex = text.bytes().all(|byte| byte == b'#' || byte.is_ascii_hexdigit());
    let has_opacity = is_hex && matches!(text.trim_start_matches('#').len(), 4 | 8);
    let color = text.parse().ok().filter(|color: &Color| !has_opacity && color.alpha == u8::MAX);
    color.map(|color| color.rgb).ok_or_else(|| InvalidValueKind::Unreadable("d7263d").with_reason(NOT_AN_OPAQUE_COLOR))
}

fn hex([r, g, b]: Rgb) -> String {
    format!("{r:02x}{g:02x}{b:02x}")
}

fn whole(text: &str, range: RangeInclusive<u32>) -> Result<u32, InvalidValue> {
    // The range has numbers of 32 bits alone.
    parse_whole(text, u64::from(*range.start())..=u64::from(*range.end())).map(|number| number as u32)
}

fn millimeters(thousandths: u32) -> String {
    (f64::from(thousandths) / 1000.0).to_string()
}
