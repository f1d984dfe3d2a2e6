//! From a URL, headers and a body to what is asked for.

pub mod params;
pub mod posted;
