//! What is sent: problems, drawings, and what is said of them.

pub mod body;
pub mod caching;
pub mod fixed;
pub mod negotiate;
pub mod problem;
pub mod reply;
