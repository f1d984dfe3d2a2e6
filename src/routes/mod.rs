//! The handlers: each reads its request, asks the library, and answers.

pub mod book;
pub mod catalogue;
pub mod check;
mod check_lines;
pub mod convert;
pub mod docs;
pub mod health;
pub mod map;
pub mod maze;
pub mod mazes;
pub mod page;
pub mod picture;
pub mod solve;
pub mod steps;
pub mod tiles;
mod verdict;
pub mod worksheet;
