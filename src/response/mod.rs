//! Responses: drawings, their codings, and their headers.

pub mod answer;
pub mod body;
pub mod caching;
pub mod coding;
pub mod context;
pub mod fixed;
pub mod many;
pub mod negotiate;
