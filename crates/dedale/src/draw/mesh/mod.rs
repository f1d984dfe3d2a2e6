//! What is drawn of mazes on a [`Mesh`](crate::grid::Mesh).

pub(crate) mod gif;
pub(crate) mod layout;
pub(crate) mod png;
pub(crate) mod sketch;
pub(crate) mod solid;
