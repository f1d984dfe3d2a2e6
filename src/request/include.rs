//! What can be returned about a solution.

/// One thing that can be returned about a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Include {
    /// The cells of the path.
    Path,
    /// The moves of the path.
    Directions,
    /// A path to each exit.
    Paths,
    /// The distance of every cell from the entrance, and the farthest.
    Distances,
    /// The distances between all pairs of the points.
    Matrix,
    /// What it costs to enter each cell.
    Weights,
    /// Every move that the solver made.
    Walk,
    /// What the search knew of each cell when it ended.
    States,
    /// Numbers about the maze.
    Stats,
    /// A number that equal mazes have in common.
    Hash,
}

impl Include {
    /// Everything, in the order in which it is returned.
    pub const ALL: &[Include] = &[
        Include::Path,
        Include::Directions,
        Include::Paths,
        Include::Distances,
        Include::Matrix,
        Include::Weights,
        Include::Walk,
        Include::States,
        Include::Stats,
        Include::Hash,
    ];

    /// The name, as in a query.
    pub const fn name(self) -> &'static str {
        match self {
            Include::Path => "path",
            Include::Directions => "directions",
            Include::Paths => "paths",
            Include::Distances => "distances",
            Include::Matrix => "matrix",
            Include::Weights => "weights",
            Include::Walk => "walk",
            Include::States => "states",
            Include::Stats => "stats",
            Include::Hash => "hash",
        }
    }
}
