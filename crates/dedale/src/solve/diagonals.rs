//! Moves to all eight squares around a square. Moves across corners are √2 long.
//!
//! Corners are not cut: a move across a corner needs a way round on both sides, through the two squares beside it.

use std::cmp::Reverse;
use std::f64::consts::SQRT_2;

use super::best_first::{Heap, PriorityQueue, best_first};
use super::{Search, Solution, State};
use crate::grid::{Address, AnyGrid, Cell, Grid, MeshOptions, Side, Sides};
use crate::maze::Maze;
use crate::observe::Observer;

/// The sides of a square and its corners, clockwise from the north.
const NAMES: [&str; 8] = ["N", "E", "S", "W", "NE", "SE", "SW", "NW"];

/// The rows down and the columns to the right of a move through each of them.
const STEPS: [[i32; 2]; 8] = [[-1, 0], [0, 1], [1, 0], [0, -1], [-1, 1], [1, 1], [1, -1], [-1, -1]];

/// The sides beside each corner, first the one to the north or the south.
const CORNERS: [(Side, [Side; 2]); 4] = [
    (Side::new(4), [Side::N, Side::E]),
    (Side::new(5), [Side::S, Side::E]),
    (Side::new(6), [Side::S, Side::W]),
    (Side::new(7), [Side::N, Side::W]),
];

/// Returns true if mazes on a grid with these options have moves across corners: on squares on one floor, without joined edges and without tunnels.
pub fn has_diagonals(mesh: &MeshOptions, is_woven: bool) -> bool {
    mesh.is_flat_squares() && !is_woven
}

impl AnyGrid {
    /// Returns true if mazes on this grid have moves across corners.
    pub fn has_diagonals(&self) -> bool {
        self.mesh().is_none_or(|mesh| has_diagonals(mesh.options(), !mesh.crossings().is_empty()))
    }
}

/// The squares of a maze, each a neighbor of the eight squares around it.
///
/// The sides are called `N`, `E`, `S`, `W`, `NE`, `SE`, `SW` and `NW`.
#[derive(Clone, Copy, Debug)]
pub struct Diagonals<'a> {
    maze: &'a Maze<AnyGrid>,
    /// The number of places for squares in a row.
    columns: u32,
}

impl Diagonals<'_> {
    /// Returns the cell across a side that the maze has.
    #[inline]
    fn beside(&self, cell: Cell, side: Side) -> Cell {
        self.maze.grid().across(cell, side)
    }

    /// Returns the square across a corner by the way round that is named, if both squares on it are cells.
    #[inline]
    fn round(&self, cell: Cell, [first, second]: [Side; 2]) -> Option<Cell> {
        let grid = self.maze.grid();
        let beside = grid.inner_sides(cell).contains(first).then(|| grid.across(cell, first))?;
        grid.inner_sides(beside).contains(second).then(|| grid.across(beside, second))
    }

    /// Returns the square across a corner; `None` if there is none.
    #[inline]
    fn across_corner(&self, cell: Cell, [first, second]: [Side; 2]) -> Option<Cell> {
        let between_walls = || {
            let [row, column] = self.row_and_column(cell);
            let row = if first == Side::N { row.checked_sub(1) } else { row.checked_add(1) }?;
            let column = if second == Side::W { column.checked_sub(1) } else { column.checked_add(1) }?;
            self.find([row, column])
        };
        self.round(cell, [first, second]).or_else(|| self.round(cell, [second, first])).or_else(between_walls)
    }

    /// Returns the corners of a square that moves may cross, since both ways round are open.
    fn open_corners(&self, cell: Cell) -> Sides {
        let open = self.maze.passages(cell);
        let goes_on = |first, second| self.maze.passages(self.beside(cell, first)).contains(second);
        let is_open = |&&(_, [first, second]): &&(Side, [Side; 2])| {
            open.contains(first) && open.contains(second) && goes_on(first, second) && goes_on(second, first)
        };
        CORNERS.iter().filter(is_open).map(|(corner, _)| *corner).collect()
    }
}

/// Returns the sides beside a corner; `None` for a side.
#[inline]
fn corner(side: Side) -> Option<[Side; 2]> {
    CORNERS.get(usize::from(side.number()).wrapping_sub(4)).map(|(_, sides)| *sides)
}

impl Grid for Diagonals<'_> {
    const HAS_DIAGONALS: bool = true;

    fn cells(&self) -> u32 {
        self.maze.grid().cells()
    }

    fn inner_sides(&self, cell: Cell) -> Sides {
        let corners = CORNERS.into_iter().filter(|&(_, sides)| self.across_corner(cell, sides).is_some());
        self.maze.grid().inner_sides(cell).into_iter().chain(corners.map(|(corner, _)| corner)).collect()
    }

    fn outer_sides(&self, cell: Cell) -> Sides {
        self.sides_of(cell).minus(self.inner_sides(cell))
    }

    #[inline]
    fn across(&self, cell: Cell, side: Side) -> Cell {
        match corner(side) {
            Some(sides) => self.across_corner(cell, sides).unwrap_or(cell),
            None => self.beside(cell, side),
        }
    }

    #[inline]
    fn opposite(&self, _: Cell, side: Side) -> Side {
        let [straight, across] = [side.number() & 4, (side.number() + 2) & 3];
        Side::new(straight | across)
    }

    #[inline]
    fn row_and_column(&self, cell: Cell) -> [u32; 2] {
        let place = match self.maze.grid() {
            AnyGrid::Square(_) => cell.0,
            AnyGrid::Mesh(mesh) => mesh.site(cell),
        };
        [place / self.columns, place % self.columns]
    }

    fn address(&self, cell: Cell) -> Address {
        Grid::address(self.maze.grid(), cell)
    }

    fn find(&self, address: impl Into<Address>) -> Option<Cell> {
        Grid::find(self.maze.grid(), address)
    }

    fn sides_of(&self, _: Cell) -> Sides {
        Sides::from_bits(u8::MAX)
    }

    fn side_name(&self, _: Cell, side: Side) -> &str {
        NAMES[usize::from(side.number())]
    }
}

/// The length of a path, as the numbers of its moves of both kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MoveCounts {
    pub(super) straight: u32,
    pub(super) diagonal: u32,
}

impl MoveCounts {
    /// Returns the length, which is rounded once.
    pub(crate) fn total(self) -> f64 {
        f64::from(self.straight) + f64::from(self.diagonal) * SQRT_2
    }

    /// Returns the length of a path that goes on.
    pub(super) fn then(self, more: MoveCounts) -> MoveCounts {
        MoveCounts { straight: self.straight + more.straight, diagonal: self.diagonal + more.diagonal }
    }

    /// Returns the length of one move.
    fn of(side: Side) -> MoveCounts {
        let diagonal = u32::from(side.number() >= 4);
        MoveCounts { straight: 1 - diagonal, diagonal }
    }

    /// Returns the length of the shortest path between two squares if there are no walls.
    fn between([a, b]: [[u32; 2]; 2]) -> MoveCounts {
        let [rows, columns] = [0, 1].map(|axis| a[axis].abs_diff(b[axis]));
        MoveCounts { straight: rows.abs_diff(columns), diagonal: rows.min(columns) }
    }
}

impl Maze<AnyGrid> {
    /// Returns the same cells with moves across corners. Such a move is √2 long, and Dijkstra's algorithm and A* find a shortest path by
    /// these lengths. `None` if the grid has [no diagonals](has_diagonals). The result has no [weights](Maze::weights).
    ///
    /// # Complexity
    ///
    /// Time `O(cells)`; a byte for each cell.
    ///
    /// ```
    /// use dedale::{formats::read, parse::{ParseError, ReadOptions}, solve::Solver};
    /// let squares = read(b"#####\n#S  #\n#   #\n#  E#\n#####\n", &ReadOptions::default())?;
    /// let [from, to] = [squares.from, squares.to].map(Option::unwrap);
    /// let maze = squares.maze.with_diagonals().unwrap();
    /// let solution = Solver::Astar.solve(&maze, from, to);
    /// assert_eq!(solution.length(), Some(2));
    /// assert_eq!(maze.length_of(solution.path().unwrap()), 2.0 * f64::sqrt(2.0));
    /// # Ok::<(), ParseError>(())
    /// ```
    pub fn with_diagonals(&self) -> Option<Maze<Diagonals<'_>>> {
        if !self.grid().has_diagonals() {
            return None;
        }
        let columns = match self.grid() {
            AnyGrid::Square(grid) => grid.columns(),
            AnyGrid::Mesh(mesh) => mesh.options().columns,
        };
        let grid = Diagonals { maze: self, columns };
        let mut maze = Maze::closed(grid);
        let (_, passages) = maze.grid_and_passages();
        for (cell, sides) in (0..).map(Cell).zip(passages) {
            *sides = Sides::from_bits(self.passages(cell).bits() | grid.open_corners(cell).bits());
        }
        self.openings().for_each(|(cell, side)| maze.open_outer(cell, side));
        Some(maze)
    }
}

impl Maze<Diagonals<'_>> {
    /// Returns the length of a path: 1 for each straight move, and √2 for each move across a corner. It is computed from the numbers of both,
    /// so that errors do not add up.
    pub fn length_of(&self, path: &[Cell]) -> f64 {
        let place = |cell: Cell| self.grid().row_and_column(cell);
        let moves = path.windows(2).map(|pair| MoveCounts::between([place(pair[0]), place(pair[1])]));
        moves.fold(MoveCounts::default(), MoveCounts::then).total()
    }
}

/// Finds a shortest path if moves across corners are √2 long: by A* if `has_heuristic` is true, and otherwise by Dijkstra's algorithm.
///
/// Takes nine bytes for each cell, and 16 for each that waits.
pub(super) fn shortest<G: Grid, O: Observer>(
    search: &Search<'_, G>,
    has_heuristic: bool,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let &Search { maze, from, to, .. } = search;
    let place = |cell| maze.grid().row_and_column(cell);
    let goal = has_heuristic.then(|| place(to));
    best_first(search, LengthQueue::new(from, place, goal, maze.grid().cells()), observer)
}

/// A queue by f-score: the length so far (the g-score) plus the least length that can be left (the heuristic).
///
/// A heuristic takes a third more time for each cell, so A* is only faster if it looks at fewer than three quarters of the cells.
struct LengthQueue<P> {
    /// The function that returns the row and the column of a cell.
    place: P,
    /// The row and the column of the goal; `None` if the heuristic is 0.
    goal: Option<[u32; 2]>,
    /// The length of the best path to each cell known so far.
    g_scores: Vec<MoveCounts>,
    /// The row and the column of the last cell that was taken.
    here: [u32; 2],
    heap: Heap<QueuedPath>,
}

/// A path to a cell that waits, as one number. The lowest f-score is the greatest number, and of equal ones the one with the lower heuristic.
///
/// The upper 64 bits are the f-score. It is not negative, and the bits of such numbers have the same order. Equal sums have equal bits, since
/// they are added as whole numbers. Then follow 32 bits of the heuristic, rounded, and the cell.
type QueuedPath = Reverse<u128>;

impl<P: Fn(Cell) -> [u32; 2]> LengthQueue<P> {
    fn new(from: Cell, place: P, goal: Option<[u32; 2]>, cells: u32) -> LengthQueue<P> {
        let mut queue = LengthQueue {
            here: place(from),
            place,
            goal,
            g_scores: vec![MoveCounts::default(); cells as usize],
            heap: Heap::default(),
        };
        let entry = queue.entry(from, queue.here, MoveCounts::default());
        queue.heap.push(entry);
        queue
    }

    /// Returns the entry of a cell at this place.
    #[inline]
    fn entry(&self, cell: Cell, place: [u32; 2], g_score: MoveCounts) -> QueuedPath {
        let heuristic = self.goal.map_or(MoveCounts::default(), |goal| MoveCounts::between([place, goal]));
        let f_score = g_score.then(heuristic).total();
        let rest = u64::from((heuristic.total() as f32).to_bits()) << 32 | u64::from(cell.0);
        Reverse(u128::from(f_score.to_bits()) << 64 | u128::from(rest))
    }
}

impl<P: Fn(Cell) -> [u32; 2]> PriorityQueue for LengthQueue<P> {
    type Entry = QueuedPath;

    #[inline]
    fn cell(entry: QueuedPath) -> Cell {
        Cell(entry.0 as u32)
    }

    #[inline]
    fn pop(&mut self) -> Option<QueuedPath> {
        let entry = self.heap.pop()?;
        if self.goal.is_some() {
            self.here = (self.place)(Self::cell(entry));
        }
        Some(entry)
    }

    #[inline]
    fn push(&mut self, taken: QueuedPath, side: Side, neighbor: Cell, state: State) -> bool {
        let g_score = self.g_scores[Self::cell(taken).index()].then(MoveCounts::of(side));
        let known = &mut self.g_scores[neighbor.index()];
        let is_better = state == State::Unseen || state == State::Open && g_score.total() < known.total();
        if is_better {
            *known = g_score;
            let [down, right] = STEPS[usize::from(side.number()) % STEPS.len()];
            let there = [self.here[0].wrapping_add_signed(down), self.here[1].wrapping_add_signed(right)];
            let entry = self.entry(neighbor, there, g_score);
            self.heap.push(entry);
        }
        is_better
    }
}
