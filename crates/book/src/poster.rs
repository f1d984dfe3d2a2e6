//! The foot of a poster: its title, what its maze was made from, and its colors.

use dedale::grid::GridKind;
use dedale::picture::{Metadata, Palette};

use super::font::Weight;
use super::ink::{Paint, tone_of};
use super::paper::MM;
use super::plan::{PageArea, PagePlace, Plan, fitting};
use super::words::Words;

/// The sizes of the title and of the small letters on a page as wide as A4, in points. On larger pages they are larger.
const TITLE: f64 = 12.0;
const SMALL: f64 = 7.5;

/// From the base line of the small letters to that of the title.
const LEADING: f64 = 5.0 * MM;

/// Width and height of the scale of colors, and its steps.
const SCALE: [f64; 2] = [42.0 * MM, 2.4 * MM];
const STEPS: u32 = 64;

/// The least width of the foot, which is as wide as the maze otherwise.
const MIN_WIDTH: f64 = 120.0 * MM;

/// Draws the foot below the maze at this place. `longest` is the distance of the last color.
pub(crate) fn draw(
    paint: &mut Paint,
    plan: &Plan,
    palette: Palette,
    place: &PagePlace,
    metadata: &Metadata,
    longest: u32,
) {
    let (options, times) = (plan.options(), plan.enlargement());
    let [title_size, small, leading, min_width] = [TITLE, SMALL, LEADING, MIN_WIDTH].map(|length| length * times);
    let width = (place.maze.width + place.wall).max(min_width).min(place.slot.width);
    let [scale_width, scale_height] = SCALE.map(|length| length * times);
    let scale_width = scale_width.min(width / 3.0);
    let left = place.edge(width);
    let bottom = plan.inside(0).bottom + plan.footer_height();
    let text_width = width - scale_width - leading;
    let (dark, pale) = (paint.tones().dark, paint.tones().pale);
    if let Some(title) = &options.title {
        let size = fitting(title, Weight::Semibold, title_size, text_width);
        paint.text([left, bottom + leading], Weight::Semibold, size, dark, title);
    }
    let origin = origin(metadata, palette, options.words);
    let size = fitting(&origin, Weight::Regular, small, text_width);
    paint.text([left, bottom], Weight::Regular, size, pale, &origin);
    let from = left + width - scale_width;
    let step = scale_width / f64::from(STEPS);
    for number in 0..STEPS {
        let area = PageArea {
            left: from + f64::from(number) * step,
            bottom: bottom + leading,
            // Each but the last goes on below the next one, so that nothing shines through between the two.
            width: step * if number + 1 < STEPS { 2.0 } else { 1.0 },
            height: scale_height,
        };
        paint.fill(area, tone_of(palette.color(number, STEPS)));
    }
    let farthest = longest.to_string();
    let right = from + scale_width - Weight::Regular.width(&farthest, small);
    paint.text([from, bottom], Weight::Regular, small, pale, "0");
    paint.text([right, bottom], Weight::Regular, small, pale, &farthest);
}

/// What a maze was made from, with the names of parameters: all that gives the same poster for a maze without other options.
fn origin(metadata: &Metadata, palette: Palette, words: &Words) -> String {
    let Metadata { algo, grid, w, h, rings, floors, seed, .. } = metadata;
    let size = match rings {
        Some(rings) => format!("rings {rings}"),
        None => format!("{w} × {h}"),
    };
    let floors = floors.map(|floors| format!("floors {floors}"));
    let seed = seed.map(|seed| format!("{} {seed}", words.seed));
    let grid = grid.filter(|grid| *grid != GridKind::Square.name());
    let parts = [algo.map(str::to_owned), grid.map(str::to_owned), Some(size), floors, seed];
    let parts = parts.into_iter().flatten().chain([palette.name().to_owned()]);
    parts.collect::<Vec<_>>().join(" · ")
}
