//! What is drawn of mazes on a [`Mesh`](crate::grid::Mesh).

#[cfg(feature = "gif")]
pub(crate) mod gif;
pub(crate) mod layout;
#[cfg(feature = "png")]
pub(crate) mod paint;
#[cfg(feature = "png")]
pub(crate) mod png;
pub(crate) mod sketch;

use crate::grid::Mesh;
use crate::picture::Picture;

/// A picture of a maze on a mesh.
#[derive(Clone, Copy)]
pub(crate) struct OnMesh<'a> {
    pub(crate) picture: &'a Picture,
    pub(crate) mesh: &'a Mesh,
}

impl<'a> OnMesh<'a> {
    /// Returns the picture, if it is one on a mesh.
    pub(crate) fn of(picture: &'a Picture) -> Option<OnMesh<'a>> {
        picture.maze.grid().mesh().map(|mesh| OnMesh { picture, mesh })
    }
}
