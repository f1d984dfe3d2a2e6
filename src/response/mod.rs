//! Responses: problems, drawings, and their headers.

pub mod body;
pub mod caching;
pub mod fixed;
pub mod many;
pub mod negotiate;
pub mod path;
pub mod reply;
