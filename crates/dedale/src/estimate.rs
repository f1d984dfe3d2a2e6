//! The cost of work, estimated before it begins, for callers that admit or refuse work.
//!
//! ```
//! use dedale::MazeOptions;
//! use dedale::estimate::{Estimate, Work};
//! use dedale::grid::GridKind;
//!
//! let options: MazeOptions = "algo=wilson&w=300&h=300&seed=7".parse()?;
//! let making = Estimate::of_making(&options);
//! let solving = Work::Search.estimate(options.cells(), GridKind::Square);
//! assert!(making.steps > solving.steps && making.bytes > options.cells());
//! # Ok::<(), dedale::options::InvalidOptions>(())
//! ```

#[cfg(feature = "stl")]
use crate::draw::solid::{solid_bytes, solid_steps};
use crate::endless::{DistantPath, Tile};
use crate::formats::Scenarios;
#[cfg(feature = "json")]
use crate::formats::json::{RECTANGLE_BYTES, RECTANGLE_STEPS};
use crate::grid::{GridKind, MeshOptions};
use crate::measure::{STATS_BYTES, stats_steps};
use crate::options::{Ends, MazeBuilder, MazeOptions};
use crate::picture::{Animation, Surface};
use crate::solve::{COST_BYTES, SEARCH_BYTES, Solver, TIMES_ON_CUSTOM_GRIDS, cost_steps, search_steps};

/// The approximate cost of a piece of work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// The approximate number of steps.
    ///
    /// A step takes as long as a cell of the recursive backtracker, or a move of a random walk: about ten nanoseconds. A random walk has no
    /// upper bound. Its estimate is about the mean over all seeds: the true number is less than three times as large, and more than a third
    /// of it.
    pub steps: u64,
    /// The approximate maximum number of bytes of memory during the work, including its result.
    pub bytes: u64,
}

impl Estimate {
    /// Returns the cost of [making](MazeOptions::make) a maze. Its bytes are enough to [find](MazeOptions::find) it as well.
    pub fn of_making(options: &MazeOptions) -> Estimate {
        Estimate { steps: options.expected_steps(), bytes: options.expected_bytes() }
    }

    /// Returns the cost of one attempt to [find](MazeOptions::find) a maze: making it and measuring it.
    pub fn of_attempt(options: &MazeOptions) -> Estimate {
        Estimate { steps: options.expected_attempt_steps(), bytes: options.expected_bytes() }
    }

    /// Returns the cost of finding the [ends](Ends::find) of a maze, if only its number of cells and the kind of its grid are known.
    pub fn of_ends(ends: &Ends, cells: u64, grid: GridKind) -> Estimate {
        let searches = match ends {
            Ends::Nearest { .. } | Ends::NearestOf { .. } => Work::CheapestPaths.estimate(cells, grid),
            Ends::Farthest | Ends::Center => Work::Stats { has_loops: true }.estimate(cells, grid),
            Ends::Cells { .. } | Ends::Random { .. } => Estimate::default(),
        };
        Estimate { steps: ends.steps(cells), bytes: searches.bytes }
    }

    /// Returns the cost of finding the [`DistantPath`] of a maze that is too large to be made: its first `moves` moves, or its parts in the
    /// window if `moves` is `None`.
    ///
    /// ```
    /// use dedale::{MazeOptions, estimate::Estimate};
    /// let steps = |query: &str| query.parse::<MazeOptions>().map(|options| Estimate::of_path(&options, None).steps);
    /// let near = steps("algo=sidewinder&w=1000000&h=1000000&window=50,50,10,10")?;
    /// let far = steps("algo=sidewinder&w=1000000&h=1000000&window=200000,50,10,10")?;
    /// assert!(far > 100 * near);
    /// # Ok::<(), dedale::options::InvalidOptions>(())
    /// ```
    pub fn of_path(options: &MazeOptions, moves: Option<u64>) -> Estimate {
        Estimate { steps: options.expected_path_steps(moves), bytes: options.expected_path_bytes(moves) }
    }

    /// Returns the cost of finding the [length](DistantPath::length) of a distant path, with a budget of `budget` blocks.
    pub fn of_path_length(budget: u64) -> Estimate {
        Estimate { steps: DistantPath::expected_length_steps(budget), bytes: 0 }
    }

    /// Returns the cost of drawing a tile, in addition to that of making [what is around](Tile::around) it.
    pub fn of_tile(tile: &Tile) -> Estimate {
        Estimate { steps: tile.expected_steps(), bytes: tile.expected_bytes() }
    }

    /// Returns the cost of an animation of `steps` steps in a maze of `cells` cells, which must not be more than those of a rectangle of
    /// `columns` and `rows` of squares.
    ///
    /// ```
    /// use dedale::estimate::Estimate;
    /// use dedale::picture::{Animation, Surface};
    /// let [of_squares, of_a_mesh, with_tunnels] = [Surface::Squares, Surface::Mesh, Surface::Tunnels]
    ///     .map(|surface| Estimate::of_animation(&Animation::DEFAULT, [30, 30], 900, 1800, surface).steps);
    /// assert!(of_squares < of_a_mesh && of_a_mesh < with_tunnels);
    /// ```
    pub fn of_animation(
        animation: &Animation,
        [columns, rows]: [u64; 2],
        cells: u64,
        steps: u64,
        surface: Surface,
    ) -> Estimate {
        Estimate {
            steps: animation.expected_steps([columns, rows], cells, steps, surface),
            bytes: animation.expected_bytes([columns, rows], cells, steps, surface),
        }
    }
}

/// A piece of work with a finished maze.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Work {
    /// Finding the [distances](crate::solve::distances()) of all cells from one cell.
    Search,
    /// Finding the [costs](crate::solve::costs()) of all cells from one cell, in a maze with weights.
    CheapestPaths,
    /// Finding a path.
    Solve(Solver),
    /// [Measuring](crate::measure::stats()) a maze.
    Stats {
        /// True if there may be more than one way between two cells.
        has_loops: bool,
    },
    /// Finding the walls as [rectangles](crate::formats::rectangles()).
    #[cfg(feature = "json")]
    Rectangles,
    /// Finding [scenarios](crate::Format::Scen). Cells that a mask leaves out are counted.
    Scenarios(Scenarios),
    /// Finding the triangles of a [solid](crate::Format::Stl), and keeping them until they are written.
    #[cfg(feature = "stl")]
    Solid(Surface),
}

impl Work {
    /// Returns the largest cost in a maze with this many cells on such a grid. On a [custom](GridKind::Custom) grid, nearly all cells may be
    /// leaves, and wait at the same time.
    pub fn estimate(self, cells: u64, grid: GridKind) -> Estimate {
        let times = if grid == GridKind::Custom { TIMES_ON_CUSTOM_GRIDS } else { 1 };
        let searching = |steps, bytes: u64| Estimate { steps, bytes: cells.saturating_mul(bytes * times) };
        match self {
            Work::Search => searching(search_steps(cells), SEARCH_BYTES),
            Work::CheapestPaths => searching(cost_steps(cells), COST_BYTES),
            Work::Solve(solver) => searching(solver.info().steps.of(cells), solver.info().bytes),
            Work::Stats { has_loops } => {
                searching(stats_steps(u32::try_from(cells).unwrap_or(u32::MAX), has_loops), STATS_BYTES)
            }
            #[cfg(feature = "json")]
            Work::Rectangles => searching(cells.saturating_mul(RECTANGLE_STEPS), RECTANGLE_BYTES),
            Work::Scenarios(scenarios) => Estimate { steps: scenarios.steps(cells), bytes: scenarios.bytes(cells) },
            #[cfg(feature = "stl")]
            Work::Solid(surface) => {
                Estimate { steps: solid_steps(cells, surface), bytes: solid_bytes(cells, surface, grid) }
            }
        }
    }
}

/// Properties of a maze that are known before it is made. The cost of working with it depends on them.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Properties {
    /// The approximate number of bytes that the grid takes for each cell: none for plain squares.
    pub grid_bytes: u64,
    /// The maximum number of openings in the outer wall, without doors.
    pub openings: u64,
    /// The surface on which it is painted.
    pub surface: Surface,
    /// The factor by which painting the cells takes longer than if none overlapped: more than 1 if cells of a custom grid do.
    pub overlap: f64,
    /// True if cells have weights.
    pub is_weighted: bool,
    /// True if there may be several paths between two cells.
    pub has_loops: bool,
}

impl Properties {
    /// Returns the properties of the maze of these options.
    pub fn of(options: &MazeOptions) -> Properties {
        Properties {
            grid_bytes: options.grid_bytes(),
            openings: options.most_openings(),
            surface: options.surface(),
            overlap: options.overlap(),
            is_weighted: options.is_weighted(),
            has_loops: options.has_loops(),
        }
    }
}

/// A maze before its options are [checked](MazeBuilder::options). They may be invalid.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Preview {
    /// The seed.
    pub seed: u64,
    /// The grid. A size that is too large for any grid is replaced by the largest one.
    pub mesh: MeshOptions,
    /// The number of columns and of rows.
    pub size: [u64; 2],
    /// True if the maze is one of plain squares: see [`MazeOptions::is_plain`].
    pub is_plain: bool,
    /// True if there may be tunnels.
    pub is_woven: bool,
    /// True if a part of a maze is made.
    pub is_part: bool,
    /// True if it is made row by row: that is [allowed](MazeBuilder::by_rows_within), and either nothing needs the whole maze, or the maze is
    /// too large for that.
    pub by_rows: bool,
}

impl Preview {
    /// Returns the maze of the options that are set so far, with defaults for the others.
    pub fn of(builder: &MazeBuilder) -> Preview {
        Preview {
            seed: builder.seed,
            mesh: builder.chosen_mesh(),
            size: builder.chosen_size(),
            is_plain: builder.is_plain(),
            is_woven: builder.is_woven(),
            is_part: builder.is_part(),
            by_rows: builder.goes_by_rows(),
        }
    }
}
