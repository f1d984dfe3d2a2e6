//! Where the response to a request is found again.

use axum::http::Uri;

use super::format::Written;
use super::parameters::Name;
use super::query::Query;
use crate::response::caching::{Age, Location};
use crate::settings::LONGEST_URI;

/// Where the response about a maze with this seed is found again, which was drawn if the query has none.
pub(super) fn of(uri: &Uri, query: &Query<'_>, seed: u64, written: Option<Written>) -> Location {
    match query.has(Name::Seed) {
        true => Location::Here(age(query)),
        false if query.is_valid() => with(uri, query, vec![(Name::Seed, seed.to_string())], written),
        // The response is about what is wrong.
        false => Location::Nowhere,
    }
}

/// How long a response may be kept that its URL determines.
pub(super) fn age(query: &Query<'_>) -> Age {
    if query.has(Name::Generator) { Age::Year } else { Age::Day }
}

/// The URL of the same with these parameters as well, and with the format that was negotiated, unless the URL is longer than what is read.
pub(super) fn with(uri: &Uri, query: &Query<'_>, mut more: Vec<(Name, String)>, written: Option<Written>) -> Location {
    if let Some(written) = written.filter(|written| written.negotiated) {
        more.push((Name::Format, written.format.name().to_owned()));
    }
    let url = format!("{}?{}", uri.path(), query.to_text(&more));
    if url.len() <= LONGEST_URI { Location::At(url) } else { Location::Nowhere }
}
