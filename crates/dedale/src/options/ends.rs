//! Where a maze begins and ends.

use crate::about::named;
use crate::grid::{Address, Cell, Grid as _, Mesh, Side, Sides};
use crate::maze::Maze;
use crate::measure::{farthest_border_pair_within, most_border_searches};
use crate::observe::Observer;
use crate::picture::Plane;
use crate::rng::{Rng, Stream};
use crate::solve::{cost_steps, distances, nearest_exit, nearest_of, search_steps};

/// The row and the column of a cell, both from 0 at the top left.
pub type Place = [u32; 2];

/// The reason why a text is not a [`Place`].
pub const NOT_A_PLACE: &str = "must be row,col: two whole numbers, such as 0,0";

/// The reason why a text is not a wall.
pub(super) const NOT_A_WALL: &str = "must be row,col,side: two whole numbers and N, E, S or W, such as 0,0,E";

named! {
    /// How entrance and exit are found where they are not given.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum EndsRule {
        /// The top left and the bottom right corner.
        #[default]
        Corners = "corners",
        /// The two border cells with the longest shortest path between them: see [`Ends::Farthest`].
        Farthest = "farthest",
        /// From the border to the middle: the exit is the cell in the middle, and the entrance the border cell that is farthest from it.
        Center = "center",
        /// Two different cells of the border, drawn from the seed.
        Random = "random",
    }
}

impl EndsRule {
    /// The ends that the rule gives a maze with these corners and this seed.
    pub fn or(self, from: Address, to: Address, seed: u64) -> Ends {
        match self {
            EndsRule::Corners => Ends::Cells { from, to },
            EndsRule::Farthest => Ends::Farthest,
            EndsRule::Center => Ends::Center,
            EndsRule::Random => Ends::Random { seed },
        }
    }
}

/// Where a maze begins and ends, on any grid.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ends {
    /// At these cells.
    Cells {
        /// The entrance.
        from: Address,
        /// The exit.
        to: Address,
    },
    /// At the two border cells with the longest shortest path between them; on a grid without a border, at any two cells that are far from
    /// each other. In a maze with loops, at the two that are farthest apart of those that are found in
    /// [`most_border_searches`](crate::measure::most_border_searches()).
    Farthest,
    /// The exit at the cell in the middle, and the entrance at the border cell with the longest shortest path to it, the first of several;
    /// on a grid without a border, at any such cell.
    Center,
    /// At two different cells of the border, drawn from this seed, each pair equally likely; on a grid without a border, at any two cells.
    Random {
        /// The seed.
        seed: u64,
    },
    /// At this cell, and at that one of the cells with [openings](Maze::openings) to which the way from it [costs](crate::solve::costs()) least, the first of
    /// several. Where no way leads to any, at the first of them, and where there are none, at the same cell.
    Nearest {
        /// The entrance.
        from: Address,
    },
    /// At this cell, and at that one of these goals to which the way from it [costs](crate::solve::costs()) least, as of openings.
    NearestOf {
        /// The entrance.
        from: Address,
        /// The cells of which one is the exit.
        goals: Vec<Address>,
    },
}

impl Ends {
    /// The same cells, each replaced by the one that is given here, if any. Ends that are looked for in the finished maze stay as they
    /// are.
    #[must_use]
    pub fn with(self, entrance: Option<Address>, exit: Option<Address>) -> Ends {
        match self {
            Ends::Cells { from, to } => Ends::Cells { from: entrance.unwrap_or(from), to: exit.unwrap_or(to) },
            found => found,
        }
    }

    /// The entrance and the exit of this maze.
    ///
    /// # Errors
    ///
    /// [`Observer::Stop`] when the observer stops the search.
    ///
    /// # Panics
    ///
    /// When a cell does not lie in the maze.
    pub fn find<G: Plane, O: Observer>(&self, maze: &Maze<G>, observer: &mut O) -> Result<(Cell, Cell), O::Stop> {
        let grid = maze.grid();
        let at = |address: Address| {
            grid.cell_at_address(address).unwrap_or_else(|| panic!("{address} is no cell of the maze"))
        };
        let is_border = |cell: Cell| !grid.outer_sides(cell).is_empty();
        let has_border = || maze.cells().any(is_border);
        // The cells of the border, or all where there is none.
        let candidates = || {
            let is_any = !has_border();
            maze.cells().filter(move |&cell| is_any || is_border(cell))
        };
        match *self {
            Ends::Cells { from, to } => Ok((at(from), at(to))),
            Ends::Center => {
                let to = grid.middle();
                let far = distances(maze, to, observer)?;
                let reached = candidates().filter_map(|cell| far.to(cell).map(|moves| (moves, cell)));
                let from = reached.reduce(|best, next| if next.0 > best.0 { next } else { best });
                Ok((from.map_or(to, |(_, from)| from), to))
            }
            Ends::Nearest { from } => {
                let from = at(from);
                let nearest = nearest_exit(maze, from, observer)?;
                let first = || maze.openings().next().map(|(cell, _)| cell);
                Ok((from, nearest.or_else(first).unwrap_or(from)))
            }
            Ends::NearestOf { from, ref goals } => {
                let from = at(from);
                let goals = || goals.iter().map(|&goal| at(goal));
                let nearest = nearest_of(maze, from, goals(), observer)?;
                Ok((from, nearest.or_else(|| goals().next()).unwrap_or(from)))
            }
            Ends::Random { seed } => {
                observer.go_on()?;
                let numbers = two_of(candidates().count() as u64, seed);
                let [from, to] = numbers.map(|number| candidates().nth(number as usize).unwrap_or(Cell(0)));
                Ok((from, to))
            }
            Ends::Farthest if has_border() => {
                let searches = most_border_searches(grid.cells());
                farthest_border_pair_within(maze, searches, observer).map(|pair| pair.ends)
            }
            Ends::Farthest => {
                let end = distances(maze, Cell(0), observer)?.farthest();
                let other = distances(maze, end, observer)?.farthest();
                Ok((end.min(other), end.max(other)))
            }
        }
    }
}

/// Two different numbers below `count`, each pair equally likely; both are 0 where there is but one.
fn two_of(count: u64, seed: u64) -> [u64; 2] {
    let mut rng = Rng::new(seed, Stream::Ends);
    let first = rng.below(count.max(1));
    let second = rng.below(count.max(2) - 1);
    // The numbers from the first one on are moved up by one.
    [first, if second >= first && count > 1 { second + 1 } else { second }]
}

impl EndsRule {
    /// About how many steps it takes at most to find the ends in a maze of so many `cells`, of which so many are at its `border`.
    pub(super) fn steps(self, cells: u64, border: u64, has_loops: bool) -> u64 {
        let searches = match self {
            EndsRule::Corners | EndsRule::Random => 0,
            EndsRule::Center => 1,
            EndsRule::Farthest if has_loops => {
                most_border_searches(u32::try_from(cells).unwrap_or(u32::MAX)).min(border).max(2)
            }
            EndsRule::Farthest => 2,
        };
        search_steps(cells).saturating_mul(searches)
    }
}

impl Ends {
    /// The rule that finds them, where they are not these cells.
    pub fn rule(&self) -> EndsRule {
        match self {
            Ends::Cells { .. } | Ends::Nearest { .. } | Ends::NearestOf { .. } => EndsRule::Corners,
            Ends::Farthest => EndsRule::Farthest,
            Ends::Center => EndsRule::Center,
            Ends::Random { .. } => EndsRule::Random,
        }
    }

    /// About how many steps it takes at most to find them in a maze of so many cells, of which nothing else is known: see
    /// [`MazeOptions::expected_steps`](super::MazeOptions::expected_steps).
    pub fn steps(&self, cells: u64) -> u64 {
        match self {
            Ends::Nearest { .. } | Ends::NearestOf { .. } => cost_steps(cells),
            _ => self.rule().steps(cells, cells, true),
        }
    }
}

/// Two different cells of the border of so many columns and rows, drawn from a seed as by [`Ends::Random`].
pub(super) fn drawn(size: [u32; 2], seed: u64) -> [Place; 2] {
    let size = size.map(u64::from);
    two_of(border_cells(size), seed).map(|number| border_place(number, size))
}

/// How many cells a rectangle of so many columns and rows has at its border.
pub(super) fn border_cells([columns, rows]: [u64; 2]) -> u64 {
    if columns < 3 || rows < 3 { columns.saturating_mul(rows) } else { 2 * (columns + rows) - 4 }
}

/// The cell of the border with this number, counted row by row.
fn border_place(number: u64, [columns, rows]: [u64; 2]) -> Place {
    // The first row, then two cells of each row but the last.
    let between = 2 * rows.saturating_sub(2);
    let [row, column] = if columns < 3 || number < columns {
        [number / columns, number % columns]
    } else if number - columns < between {
        [1 + (number - columns) / 2, (number - columns) % 2 * (columns - 1)]
    } else {
        [rows - 1, number - columns - between]
    };
    [row as u32, column as u32]
}

/// The reason why a place is not a cell of a maze of so many columns and rows; `None` if it is one.
///
/// ```
/// use dedale::options::outside;
/// assert_eq!(outside([2, 8], [9, 3]), None);
/// assert_eq!(outside([8, 2], [9, 3]).unwrap(), "must be a cell of the maze, row,col from 0,0 to 2,8");
/// ```
pub fn outside([row, column]: Place, [columns, rows]: [u32; 2]) -> Option<String> {
    let is_inside = row < rows && column < columns;
    (!is_inside).then(|| {
        let (last_row, last_column) = (rows.saturating_sub(1), columns.saturating_sub(1));
        format!("must be a cell of the maze, row,col from 0,0 to {last_row},{last_column}")
    })
}

/// The sides of a cell that lead out of a maze of so many columns and rows.
pub(crate) fn outer_sides([row, column]: [u64; 2], [columns, rows]: [u64; 2]) -> Sides {
    let outer =
        [(Side::N, row == 0), (Side::E, column + 1 == columns), (Side::S, row + 1 == rows), (Side::W, column == 0)];
    outer.into_iter().filter(|&(_, is_outer)| is_outer).map(|(side, _)| side).collect()
}

/// Why an address is none of a cell on this grid.
pub fn outside_mesh(mesh: &Mesh) -> String {
    let numbers = mesh.kind().info().address.join(",");
    let level = if mesh.options().levels > 1 { "level," } else { "" };
    let last = mesh.address(Cell(mesh.cells() - 1));
    format!("must be a cell of the maze, {level}{numbers}, of which the last is {last}")
}
