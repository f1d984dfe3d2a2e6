//! The durations of the parts of the work for a request.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::HeaderValue;

/// The duration of each part of the work for a request, for `Server-Timing`. Clones share one list.
#[derive(Clone, Debug, Default)]
pub struct Timing(Arc<Mutex<Vec<(&'static str, Duration)>>>);

impl Timing {
    /// Adds to the duration of a part.
    pub fn add(&self, part: &'static str, duration: Duration) {
        let mut parts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match parts.iter_mut().find(|(name, _)| *name == part) {
            Some((_, total)) => *total += duration,
            None => parts.push((part, duration)),
        }
    }

    /// The header with all durations in milliseconds; `None` if there are none.
    pub fn header(&self) -> Option<HeaderValue> {
        let mut list = String::with_capacity(64);
        for (part, duration) in &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            // Arithmetic on 64 bits is much faster than on 128.
            let micros = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
            let separator = if list.is_empty() { "" } else { ", " };
            // Writing to a string never fails.
            let _ = write!(list, "{separator}{part};dur={}.{:03}", micros / 1000, micros % 1000);
        }
        HeaderValue::try_from(list).ok().filter(|list| !list.is_empty())
    }
}
