//! Parsing the options of a query for reading a posted maze.

use dedale::about::{InvalidValue, OverLimit};
use dedale::parse::{InputFormat, Legend, ReadOptions, Shades};

use crate::parameters::format::Parameters;
use crate::parameters::query::Query;
use crate::parameters::table::Name;
use crate::problem::Problem;

/// Parses the options for reading a posted maze. Fails with all faults of the parameters so far.
pub fn parse(parameters: &mut Parameters) -> Result<ReadOptions, Problem> {
    let Parameters { query, settings, .. } = parameters;
    let format = query.choice(Name::Read, "form", InputFormat::ALL, |format| format.name);
    let thin = query.flag(Name::Thin).unwrap_or_default();
    for name in [Name::Walls, Name::Free, Name::Start, Name::End] {
        let length = query.given(name).unwrap_or_default().chars().count();
        if length > Legend::MAX {
            let over = OverLimit { limit: "values", max: Legend::MAX as u64, asked: length as u64 };
            query.too_large(name, over, format!("must have at most {} characters, and has {length}", Legend::MAX));
        }
    }
    let text = |name| query.given(name).unwrap_or_default().to_owned();
    let legend =
        Legend { walls: text(Name::Walls), free: text(Name::Free), start: text(Name::Start), end: text(Name::End) };
    let shades = parse_shades(query);
    let lines = query.parsed(Name::Lines, str::parse);
    let bits = if query.has(Name::Bits) { query.parsed(Name::Bits, str::parse) } else { None };
    if let Some(format) = format {
        let of_squares = [Name::Walls, Name::Free, Name::Start, Name::End, Name::Thin];
        let of_pictures = [Name::Threshold, Name::Dark];
        let conflict = |why| InvalidValue::conflict_since(format!("read={}", format.name), why);
        let is_picture = format.is_picture();
        for name in of_squares.into_iter().filter(|_| !format.is_of_squares) {
            if query.has(name) {
                query.fault(name, conflict(", which is not a form of squares"));
            }
        }
        if query.has(Name::Bits) && format.name != "hex" {
            query.fault(Name::Bits, conflict(", which has no bits"));
        }
        if query.has(Name::Lines) && is_picture {
            query.fault(Name::Lines, conflict(", which is no text"));
        }
        for name in of_pictures.into_iter().filter(|_| !is_picture) {
            if query.has(name) {
                query.fault(name, conflict(", which is no picture"));
            }
        }
    }
    let has_ends = query.has(Name::From) || query.has(Name::To);
    let (limits, max_pixels) = (settings.limits(), settings.max_pixels);
    query.check()?;
    Ok(ReadOptions { format, lines, bits, legend, thin, shades, has_ends, limits, max_pixels })
}

/// Parses the options that determine which pixels of a picture are walls, if any is given.
fn parse_shades(query: &mut Query) -> Option<Shades> {
    let [has_threshold, has_dark] = [Name::Threshold, Name::Dark].map(|name| query.has(name));
    if !has_threshold && !has_dark {
        return None;
    }
    let mut shades = Shades::default();
    if has_threshold {
        shades.threshold = f64::from(query.thousandths(Name::Threshold, 0.0..=1.0)?) / 1000.0;
    }
    if has_dark {
        shades.dark_is_free = query.choice(Name::Dark, "value", &["wall", "free"], |name| name)? == "free";
    }
    Some(shades)
}
