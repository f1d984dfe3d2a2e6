//! Reads the parameters of an animation.

use std::ops::RangeInclusive;

use dedale::picture::{Animation, Colour, Shown, Style};

use super::parameters::{Groups, Name};
use super::query::Query;
use super::style::MostPixels;

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
pub fn check_style(query: &mut Query<'_>, style: Style) -> Style {
    if style.background.alpha < 255 {
        query.fault(Name::Background, "must be opaque in an animation");
    }
    Style { background: Colour::opaque(style.background.rgb), ..style }
}
