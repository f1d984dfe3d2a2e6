//! From a URL, headers and a body to what is asked for.
//!
//! [`parameters`] is the table of every parameter, [`query`] reads values and collects faults, and the other files read one kind of
//! thing each.

pub mod fault;
pub mod format;
pub mod include;
pub mod maze;
pub mod parameters;
pub mod posted;
pub mod query;
pub mod solve;
pub mod style;
