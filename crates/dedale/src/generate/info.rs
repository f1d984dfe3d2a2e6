//! Information about an algorithm: names, texts for people, requirements and costs.

use super::rows::MakeRows;
use super::walk_time::WalkTime;
use super::{Algorithm, Grids};
use crate::about::{Growth, OptionInfo};
use crate::grid::GridKind;

/// Information about an algorithm: an entry of [`ALGORITHMS`](super::ALGORITHMS).
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct AlgorithmInfo {
    /// The algorithm, with the default of every option.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub algorithm: Algorithm,
    /// The name, as in options.
    pub name: &'static str,
    /// Other names for the same algorithm.
    pub aliases: &'static [&'static str],
    /// The name in prose.
    pub title: &'static str,
    /// A description in a sentence or two.
    pub description: &'static str,
    /// The look of its mazes, in a line.
    pub texture: &'static str,
    /// The options of this algorithm.
    pub options: &'static [OptionInfo<Algorithm>],
    /// The grids that it runs on.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) grids: Grids,
    /// True if every perfect maze of the grid is equally likely.
    pub uniform: bool,
    /// True if its mazes are perfect. Other mazes are connected as well, but may have loops.
    pub perfect: bool,
    /// Expected time, in terms of `n` cells.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub time: &'static str,
    /// Memory in addition to the maze, in terms of `n` cells and `w` columns.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub memory: &'static str,
    /// About how many steps it takes to generate a maze with `n` cells, unless a random walk decides: see
    /// [`Estimate::steps`](crate::estimate::Estimate::steps).
    #[cfg_attr(feature = "serde", serde(skip))]
    pub steps: Growth,
    /// The maximum number of bytes of memory for each cell during generation, in addition to the maze.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub bytes: u64,
    /// The same for each column of squares: for the border of a grid, or for the row that is made.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) bytes_of_column: u64,
    /// The same on grids other than squares, if it is not in proportion.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) bytes_on_meshes: Option<u64>,
    /// The moves of its random walk, if it walks until all cells are visited.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) walk: Option<fn(WalkTime) -> u64>,
    /// The function that generates [`Rows`](super::Rows), if there is one.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) rows: Option<MakeRows>,
    /// The function that generates a part of a maze, if there is one.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) rectangle: Option<MakeRows>,
    /// The source of the algorithm.
    pub source: &'static str,
}

impl AlgorithmInfo {
    /// Returns true if it walks at random until all cells are visited, so that its running time has no upper bound.
    pub(crate) fn walks(&self) -> bool {
        self.walk.is_some()
    }

    /// Returns the grids on which it runs. If it runs on all of them, it also runs on masked and woven grids, and on several floors.
    pub fn grids(&self) -> impl Iterator<Item = GridKind> {
        let has_it = |kind: &GridKind| match self.grids {
            Grids::All => true,
            Grids::Rows => kind.has_rows(),
            Grids::Squares => *kind == GridKind::Square,
        };
        GridKind::ALL.iter().copied().filter(has_it)
    }

    /// Returns true if it generates mazes row by row, with [`Rows`](super::Rows).
    pub fn makes_rows(&self) -> bool {
        self.rows.is_some()
    }

    /// Returns true if it generates parts of mazes, with [`Rows`](super::Rows).
    pub(crate) fn makes_rectangles(&self) -> bool {
        self.rectangle.is_some()
    }
}

/// The entry that most algorithms share.
pub(super) const DEFAULTS: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Backtracker,
    name: "",
    aliases: &[],
    title: "",
    description: "",
    texture: "",
    options: &[],
    grids: Grids::All,
    uniform: false,
    perfect: true,
    time: "O(n)",
    memory: "O(n)",
    walk: None,
    steps: Growth::Linear(1),
    bytes: 2,
    bytes_of_column: 2,
    bytes_on_meshes: None,
    rows: None,
    rectangle: None,
    source: "",
};
