//! Bodies of requests: receiving them, and parsing the maze, the mask or the moves in them.

pub mod body;
mod drawn;
mod faults;
pub mod maze;
pub mod moves;
pub mod options;
