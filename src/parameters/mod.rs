//! Parsing the query of a request into types.
//!
//! [`table`] lists all parameters. [`query`] parses their values and collects faults. [`format`](mod@format) finds the format of
//! the response. [`maze`], [`solve`] and [`style`] parse the parameters that several endpoints share. [`estimate`]
//! estimates the cost of a request.

pub mod code;
pub mod estimate;
pub mod format;
pub mod maze;
pub mod other_words;
pub mod output;
pub mod query;
pub mod solve;
pub mod style;
pub mod table;
