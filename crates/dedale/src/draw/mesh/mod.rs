//! What is drawn of mazes on a [`Mesh`](crate::grid::Mesh).

#[cfg(feature = "gif")]
pub(crate) mod gif;
pub(crate) mod layout;
#[cfg(feature = "png")]
pub(crate) mod paint;
#[cfg(feature = "png")]
pub(crate) mod png;
pub(crate) mod sketch;
