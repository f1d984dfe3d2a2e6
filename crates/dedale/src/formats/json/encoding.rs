//! How the cells of a maze are written in JSON.

use crate::about::named;

named! {
    /// How the cells are written in JSON: by default, as a matrix of `rows × columns`.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Encoding {
        /// The sides that have a wall: `"NW"`.
        #[default]
        Walls = "walls",
        /// The sides that are open, to a neighbor or through the outer wall: `"ES"`.
        Passages = "passages",
        /// The sides that have a wall, as a sum of `N = 1`, `E = 2`, `S = 4`, `W = 8`.
        Bits = "bits",
        /// `{"N":true,"E":false,"S":false,"W":true}`, true for a wall.
        Named = "named",
        /// A matrix of `(2 × rows + 1) × (2 × columns + 1)` blocks, 1 for a wall and 0 where one can walk.
        Blocks = "blocks",
        /// A flat list of cells, each with its address, its center, its polygon, and what lies across each of its sides.
        Graph = "graph",
    }
}
