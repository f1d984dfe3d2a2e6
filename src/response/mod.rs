//! What is sent: problems, drawings, and what is said of them.

pub mod body;
pub mod etag;
pub mod negotiate;
pub mod problem;
pub mod reply;
