//! Books of mazes and worksheets, as PDF. A book is written maze by maze, so that it needs the memory of a page however long it is.

pub mod font;
pub mod options;
pub mod paper;
pub mod plan;
pub mod words;

mod end;
mod file;
mod front;
mod ink;
mod mazes;
mod pages;
mod poster;

pub use front::GROUNDS;
pub use mazes::{Mazes, laid_steps};
pub use pages::{Book, drawn_steps};
