//! Square tiles of a picture that fit together.

/// What a tile shows of the picture of a window: a square of it, from the middle of the wall in front of its first cell to the middle of the
/// wall behind its last one. So half of a wall between two tiles is in each of them.
///
/// The picture has no margin. [`Tiles`](crate::endless::Tiles) computes frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TileFrame {
    /// The width and the height of the tile, in pixels.
    pub(crate) side: u32,
    /// The number of pixels of the picture, across and down, for each pixel of the tile: 1, or 2 for their mean.
    pub(crate) shrink: u32,
    /// The number of pixels of the picture that are left of the cells of the tile, and above them.
    pub(crate) first: [u32; 2],
    /// The number of pixels of the picture that the cells of the tile take, across and down. The rest of the tile is transparent.
    pub(crate) shown: [u32; 2],
    /// True if the maze ends with these cells, on the right and at the bottom.
    pub(crate) is_end: [bool; 2],
}
