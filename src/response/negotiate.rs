//! Content negotiation: which of several representations a request prefers (RFC 9110, section 12).

use axum::http::header::{ACCEPT, ACCEPT_LANGUAGE};
use axum::http::{HeaderMap, HeaderName};

/// Returns the first of the `offered` media types, such as `text/plain`, with the highest quality in `Accept`; `None`
/// if it accepts none of them. Without the header, all are accepted.
pub fn media_type(headers: &HeaderMap, offered: &[&'static str]) -> Option<&'static str> {
    let ranges = weighted_list(headers, &ACCEPT);
    if ranges.is_empty() {
        return offered.first().copied();
    }
    best(offered, |offer| quality_of(&ranges, offer))
}

/// Returns the first of the `offered` items with the highest quality; `None` if all qualities are 0.
pub(super) fn best<T: Copy>(offered: &[T], quality: impl Fn(T) -> u16) -> Option<T> {
    // `max_by_key` returns the last of several.
    offered.iter().rev().copied().max_by_key(|&offer| quality(offer)).filter(|&offer| quality(offer) > 0)
}

/// Returns the `offered` language, such as `de`, that `Accept-Language` prefers. A range such as `de-AT` accepts `de`.
pub fn language<'a>(headers: &HeaderMap, offered: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let mut ranges = weighted_list(headers, &ACCEPT_LANGUAGE);
    ranges.retain(|&(_, quality)| quality > 0);
    // The sort is stable: of equal preferences, the client's order decides.
    ranges.sort_by_key(|&(_, quality)| std::cmp::Reverse(quality));
    ranges.iter().find_map(|(range, _)| offered.clone().find(|offer| range.split('-').next() == Some(offer)))
}

/// The elements of a list such as `text/plain, */*;q=0.5`, in lower case, with their quality values in thousandths.
pub(super) fn weighted_list(headers: &HeaderMap, name: &HeaderName) -> Vec<(String, u16)> {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    let elements = values.flat_map(|value| value.split(',')).map(str::trim).filter(|element| !element.is_empty());
    elements.map(weighted).collect()
}

fn weighted(element: &str) -> (String, u16) {
    let mut parts = element.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default().to_ascii_lowercase();
    let quality = parts.find_map(|part| {
        let (key, value) = part.split_once('=')?;
        key.trim().eq_ignore_ascii_case("q").then(|| thousandths(value.trim()))
    });
    (name, quality.unwrap_or(1000))
}

/// Parses a quality value: `0` to `1` with up to three decimals. Anything else counts as 0.
fn thousandths(text: &str) -> u16 {
    text.parse::<f32>()
        .ok()
        .filter(|quality| (0.0..=1.0).contains(quality))
        .map_or(0, |quality| (quality * 1000.0) as u16)
}

/// The quality of `offer` according to the most specific range that matches it.
fn quality_of(ranges: &[(String, u16)], offer: &str) -> u16 {
    let kind = offer.split('/').next().unwrap_or_default();
    let specificity = |range: &str| {
        if range == offer {
            Some(3)
        } else if range.strip_suffix("/*") == Some(kind) {
            Some(2)
        } else if range == "*/*" {
            Some(1)
        } else {
            None
        }
    };
    let fitting = ranges.iter().filter_map(|(range, quality)| Some((specificity(range)?, *quality)));
    fitting.max().map_or(0, |(_, quality)| quality)
}
