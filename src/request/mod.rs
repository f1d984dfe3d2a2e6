//! Parsing URL, headers and body of a request, and admitting it.
//!
//! [`parameters`] is the table of all parameters, [`query`] reads values and collects faults, [`draft`] reads what all mazes have, and
//! [`maze`], [`solve`], [`check`], [`many`], [`book`] and [`tiles`] one kind of request each, into types. [`body`] reads what was posted.
//! [`admit`] says what such a request costs.

pub mod admit;
pub mod body;
pub mod book;
pub mod check;
pub mod convert;
pub mod draft;
pub mod format;
pub mod many;
pub mod maze;
pub mod moves;
pub mod other_words;
pub mod output;
pub mod parameters;
pub mod picture;
pub mod posted;
pub mod query;
pub mod read;
pub mod solve;
pub mod style;
pub mod tiles;
pub mod window;
