//! The code of the fuzz targets, without the fuzzer: `tests/fuzzing.rs` of the service has these files too.

pub mod combinations;
pub mod parse_json;
pub mod parse_text;
pub mod query;
pub mod request;
