//! Parsing URL, headers and body of a request.
//!
//! [`parameters`] is the table of all parameters, [`query`] reads values and collects faults, and each of the other files reads one kind
//! of input.

pub mod animation;
pub mod book;
pub mod cost;
pub mod format;
pub mod given;
pub mod include;
pub mod location;
pub mod many;
pub mod maze;
pub mod measures;
pub mod own;
pub mod parameters;
pub mod posted;
pub mod query;
pub mod solve;
pub mod style;
pub mod tiles;
pub mod window;
