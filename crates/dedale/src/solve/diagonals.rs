//! Moves to all eight squares around, of which those across a corner are √2 long.
//!
//! A corner is not cut: a move across it needs a way round it on both sides, through the two squares beside it.

use std::cmp::Reverse;
use std::f64::consts::SQRT_2;

use super::best_first::{Heap, PriorityQueue, best_first};
use super::{KeepWalk, Solution, State};
use crate::grid::{Address, AnyGrid, Cell, Grid, GridKind, Side, Sides};
use crate::maze::Maze;
use crate::observe::Observer;

/// The sides of a square and its corners, clockwise from the north.
const NAMES: [&str; 8] = ["N", "E", "S", "W", "NE", "SE", "SW", "NW"];

/// The sides beside each corner: first those towards the north and the south.
const CORNERS: [(Side, [Side; 2]); 4] = [
    (Side::new(4), [Side::N, Side::E]),
    (Side::new(5), [Side::S, Side::E]),
    (Side::new(6), [Side::S, Side::W]),
    (Side::new(7), [Side::N, Side::W]),
];

/// The cells of a maze of squares, each beside those to which a straight move or one across a corner leads: where there is a wall in the maze, this
/// grid ends.
///
/// The sides are called `N`, `E`, `S`, `W`, `NE`, `SE`, `SW` and `NW`.
#[derive(Clone, Copy, Debug)]
pub struct Diagonals<'a> {
    maze: &'a Maze<AnyGrid>,
}

impl Diagonals<'_> {
    /// The cell across a side, of those that the maze has.
    fn beside(&self, cell: Cell, side: Side) -> Cell {
        self.maze.grid().across(cell, side)
    }

    /// Whether both ways round a corner are open.
    fn is_open(&self, cell: Cell, [first, second]: [Side; 2]) -> bool {
        let open = self.maze.passages(cell);
        let goes_on =
            |first, second| open.contains(first) && self.maze.passages(self.beside(cell, first)).contains(second);
        goes_on(first, second) && goes_on(second, first)
    }
}

/// The sides beside a corner; `None` for a side.
fn corner(side: Side) -> Option<[Side; 2]> {
    CORNERS.iter().find(|(corner, _)| *corner == side).map(|(_, sides)| *sides)
}

impl Grid for Diagonals<'_> {
    const HAS_DIAGONALS: bool = true;

    fn cells(&self) -> u32 {
        self.maze.grid().cells()
    }

    fn inner_sides(&self, cell: Cell) -> Sides {
        let corners = CORNERS.into_iter().filter(|&(_, sides)| self.is_open(cell, sides)).map(|(corner, _)| corner);
        self.maze.passages(cell).into_iter().chain(corners).collect()
    }

    fn outer_sides(&self, _: Cell) -> Sides {
        Sides::NONE
    }

    fn across(&self, cell: Cell, side: Side) -> Cell {
        match corner(side) {
            Some([first, second]) => self.beside(self.beside(cell, first), second),
            None => self.beside(cell, side),
        }
    }

    fn opposite(&self, _: Cell, side: Side) -> Side {
        let [straight, across] = [side.number() & 4, (side.number() + 2) & 3];
        Side::new(straight | across)
    }

    fn address(&self, cell: Cell) -> Address {
        Grid::address(self.maze.grid(), cell)
    }

    fn find(&self, address: impl Into<Address>) -> Option<Cell> {
        Grid::find(self.maze.grid(), address)
    }

    fn side_name(&self, _: Cell, side: Side) -> &str {
        NAMES[usize::from(side.number())]
    }
}

/// How long a way is: its moves of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Length {
    straight: u32,
    diagonal: u32,
}

impl Length {
    /// The length, which is rounded once.
    fn total(self) -> f64 {
        f64::from(self.straight) + f64::from(self.diagonal) * SQRT_2
    }

    /// A way that goes on.
    fn then(self, more: Length) -> Length {
        Length { straight: self.straight + more.straight, diagonal: self.diagonal + more.diagonal }
    }

    /// One move.
    fn of(side: Side) -> Length {
        let diagonal = u32::from(side.number() >= 4);
        Length { straight: 1 - diagonal, diagonal }
    }

    /// The shortest way between two squares where there is no wall.
    fn between([a, b]: [[u32; 2]; 2]) -> Length {
        let [rows, columns] = [0, 1].map(|axis| a[axis].abs_diff(b[axis]));
        Length { straight: rows.abs_diff(columns), diagonal: rows.min(columns) }
    }
}

impl Maze<AnyGrid> {
    /// The same cells with moves across corners, each of which is √2 long: for Dijkstra's algorithm and A*, which find a shortest path by these
    /// lengths. `None` where the cells are not squares on one floor, none of whose edges are joined. [Weights](Maze::weights) are left out.
    ///
    /// ```
    /// use dedale::{solve::Solver, text::parse::{self, ReadOptions}};
    /// let squares = parse::read(b"#####\n#S  #\n#   #\n#  E#\n#####\n", &ReadOptions::default())?;
    /// let [from, to] = [squares.from, squares.to].map(Option::unwrap);
    /// let maze = squares.maze.with_diagonals().unwrap();
    /// let solution = Solver::Astar.solve(&maze, from, to);
    /// assert_eq!(solution.length(), Some(2));
    /// assert_eq!(maze.length_of(solution.path().unwrap()), 2.0 * f64::sqrt(2.0));
    /// # Ok::<(), parse::ParseError>(())
    /// ```
    pub fn with_diagonals(&self) -> Option<Maze<Diagonals<'_>>> {
        let is_flat = self.grid().mesh().is_none_or(|mesh| {
            let options = mesh.options();
            mesh.kind() == GridKind::Square && options.floors == 1 && options.wrap == crate::grid::Wrap::Off
        });
        if !is_flat {
            return None;
        }
        let grid = Diagonals { maze: self };
        let mut maze = Maze::closed(grid);
        for cell in self.cells() {
            // Each pair of cells once.
            let ahead = [Side::E, Side::S, Side::new(4), Side::new(5)];
            let open = grid.inner_sides(cell);
            ahead.into_iter().filter(|&side| open.contains(side)).for_each(|side| {
                maze.link(cell, side);
            });
        }
        Some(maze)
    }
}

impl Maze<Diagonals<'_>> {
    /// How long a path is: 1 for each straight move, and √2 for each across a corner. It is computed from how many there are of both, so that
    /// errors do not add up.
    pub fn length_of(&self, path: &[Cell]) -> f64 {
        let grid = self.grid();
        let place = |cell: Cell| place(grid, cell);
        let moves = path.windows(2).map(|pair| Length::between([place(pair[0]), place(pair[1])]));
        moves.fold(Length::default(), Length::then).total()
    }
}

/// The row and the column of a square.
fn place(grid: &impl Grid, cell: Cell) -> [u32; 2] {
    if let &[row, column] = grid.address(cell).numbers() { [row, column] } else { [0, cell.0] }
}

/// Finds a shortest path where moves across corners are √2 long. `leans` says whether what is left at least decides from which cell it looks on.
///
/// Twelve bytes for each cell, and 32 for each that waits.
pub(super) fn shortest<G: Grid, O: Observer>(
    maze: &Maze<G>,
    from: Cell,
    to: Cell,
    leans: bool,
    keep_walk: KeepWalk,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let goal = place(maze.grid(), to);
    let left = |cell| if leans { Length::between([place(maze.grid(), cell), goal]) } else { Length::default() };
    let heap = Heap::new(Way::new(from, Length::default(), left(from)));
    let queue = LengthQueue { left, lengths: vec![0.0; maze.grid().cells() as usize], heap };
    best_first(maze, from, to, keep_walk, queue, observer)
}

/// A binary heap by the length so far and the least that can be left.
struct LengthQueue<L> {
    left: L,
    /// Of the best way to each cell that is known.
    lengths: Vec<f64>,
    heap: Heap<Way>,
}

/// A way to a cell that waits. The shortest is the greatest, and of those of the same length the one with less left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    /// The bits of numbers that are not negative, which are in their order: the length with what is left, and what is left.
    order: Reverse<(u64, u64, Cell)>,
    straight: u32,
    diagonal: u32,
}

impl Way {
    fn new(cell: Cell, length: Length, left: Length) -> Way {
        // Equal sums have equal bits, since they are added as whole numbers.
        let order = Reverse((length.then(left).total().to_bits(), left.total().to_bits(), cell));
        Way { order, straight: length.straight, diagonal: length.diagonal }
    }
}

impl<L: Fn(Cell) -> Length> PriorityQueue for LengthQueue<L> {
    type Entry = Way;

    fn cell(way: Way) -> Cell {
        way.order.0.2
    }

    fn pop(&mut self) -> Option<Way> {
        self.heap.pop()
    }

    fn push(&mut self, taken: Way, side: Side, far: Cell, state: State) -> bool {
        let length = Length { straight: taken.straight, diagonal: taken.diagonal }.then(Length::of(side));
        let known = &mut self.lengths[far.index()];
        let is_better = state == State::Unseen || state == State::Open && length.total() < *known;
        if is_better {
            *known = length.total();
            self.heap.push(Way::new(far, length, (self.left)(far)));
        }
        is_better
    }
}
