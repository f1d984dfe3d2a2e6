//! What pieces of work take that are done with a finished maze.

#[cfg(feature = "stl")]
use crate::draw::solid::{solid_bytes, solid_steps};
use crate::grid::GridKind;
use crate::measure::{STATS_BYTES, stats_steps};
#[cfg(feature = "stl")]
use crate::picture::Surface;
use crate::solve::{COST_BYTES, SEARCH_BYTES, Solver, TIMES_ON_CUSTOM_GRIDS, cost_steps, search_steps};
use crate::text::Scenarios;
#[cfg(feature = "json")]
use crate::text::rectangles::{RECTANGLE_BYTES, RECTANGLE_STEPS};

/// A piece of work with a finished maze, whose time and memory are known before it is done.
///
/// ```
/// use dedale::{grid::GridKind, options::Work};
/// assert_eq!([900, 1 << 19, 1 << 20].map(|cells| Work::Search.steps(cells)), [1800, 1 << 20, 3 << 20]);
/// assert!(Work::CheapestPaths.steps(900) > Work::Search.steps(900));
/// assert_eq!(Work::Search.bytes(900, GridKind::Square), 12 * 900);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Work {
    /// To find the [distances](crate::solve::distances()) of all cells from one.
    Search,
    /// To find their [costs](crate::solve::costs()) where there are weights.
    CheapestPaths,
    /// To find a path.
    Solve(Solver),
    /// To [measure](crate::measure::stats()) a maze that may have loops, or has none.
    Stats {
        /// Whether there may be more than one way between two cells.
        has_loops: bool,
    },
    /// To find the walls as [rectangles](crate::text::rectangles()).
    #[cfg(feature = "json")]
    Rectangles,
    /// To find [scenarios](crate::Format::Scen), where cells are counted with those that a mask leaves out.
    Scenarios(Scenarios),
    /// To find the triangles of a [solid](crate::Format::Stl), and to keep them until they are written.
    #[cfg(feature = "stl")]
    Solid(Surface),
}

impl Work {
    /// About how many [steps](super::MazeOptions::expected_steps) it takes at most, with this many cells.
    pub fn steps(self, cells: u64) -> u64 {
        match self {
            Work::Search => search_steps(cells),
            Work::CheapestPaths => cost_steps(cells),
            Work::Solve(solver) => solver.info().steps.of(cells),
            Work::Stats { has_loops } => stats_steps(u32::try_from(cells).unwrap_or(u32::MAX), has_loops),
            #[cfg(feature = "json")]
            Work::Rectangles => cells.saturating_mul(RECTANGLE_STEPS),
            Work::Scenarios(scenarios) => scenarios.steps(cells),
            #[cfg(feature = "stl")]
            Work::Solid(surface) => solid_steps(cells, surface),
        }
    }

    /// How many bytes of memory it takes at most, with this many cells of such a grid: in a maze on a [custom](GridKind::Custom) one, nearly
    /// all cells may be leaves, and wait at the same time.
    pub fn bytes(self, cells: u64, grid: GridKind) -> u64 {
        let each = match self {
            Work::Search => SEARCH_BYTES,
            Work::CheapestPaths => COST_BYTES,
            Work::Solve(solver) => solver.info().bytes,
            Work::Stats { .. } => STATS_BYTES,
            #[cfg(feature = "json")]
            Work::Rectangles => RECTANGLE_BYTES,
            Work::Scenarios(scenarios) => return scenarios.bytes(cells),
            #[cfg(feature = "stl")]
            Work::Solid(surface) => return solid_bytes(cells, surface, grid),
        };
        let times = if grid == GridKind::Custom { TIMES_ON_CUSTOM_GRIDS } else { 1 };
        cells.saturating_mul(each * times)
    }
}
