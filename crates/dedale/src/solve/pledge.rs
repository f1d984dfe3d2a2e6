//! Pledge's algorithm: always in one direction, and along walls until as many turns were made to the left as to the right.
//!
//! ```text
//! begin as if the walk had left a wall: it faces east, and the count is -1, one side to the left of the east
//! until the walk is at the goal:
//!     if it has made as many moves as it may, give up
//!     if it is free to leave the wall, and was so in this cell before, give up
//!     with the left hand on the wall, take the first passage that does not turn it to the left of the east
//!     if this is its first move along the wall again, give up
//!     go through the passage, and add its turn to the count: to the right is more, to the left is less
//! ```
//!
//! The count is of sides, of which a cell has up to eight, clockwise: one more is a turn by one side, and eight are a full round. So it is a
//! whole number on every grid.
//!
//! [`Solver::Pledge`](super::Solver::Pledge) says more about it, and where it is from.

use super::walk::walk;
use super::{DEFAULTS, GaveUp, Search, Solution, Solver, SolverInfo, WalkKind};
use crate::about::Growth;
use crate::grid::{Cell, Grid, Side, Sides};
use crate::observe::Observer;

pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::Pledge,
    name: "pledge",
    title: "Pledge's algorithm",
    description: "Walks to the east. At a wall it turns right, keeps the left hand on the wall, and counts turns until it has made as many to the left as to the right.",
    walk: WalkKind::Moves,
    needs_memory: false,
    solves_loops: false,
    steps: Growth::Linear(8),
    longest_walk: Growth::Linear(8),
    limits: "gives up when it is about to repeat its moves, which can only happen where the exit is not at the outer wall, and after 8 moves for each cell",
    bytes: 9,
    source: "H. Abelson, A. A. diSessa, Turtle Geometry (1981), ch. 4, after J. Pledge",
    ..DEFAULTS
};

pub(super) fn pledge<G: Grid, O: Observer>(search: &Search<'_, G>, observer: &mut O) -> Result<Solution, O::Stop> {
    pledge_within(MOVES_FOR_EACH_CELL.saturating_mul(search.maze.grid().cells()), search, observer)
}

/// The number of moves for each cell of the maze after which it gives up.
pub(crate) const MOVES_FOR_EACH_CELL: u32 = 8;

/// Solves a maze, and gives up after this many moves.
pub(crate) fn pledge_within<G: Grid, O: Observer>(
    most_moves: u32,
    search: &Search<'_, G>,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let maze = search.maze;
    let mut pledge = PledgeWalk::facing_east(maze.grid(), search.from);
    let mut was_free = vec![false; maze.grid().cells() as usize];
    let (mut first, mut moves) = (None, 0);
    let choose = |cell: Cell| {
        if moves == most_moves {
            return Err(Some(GaveUp::OutOfMoves(moves)));
        }
        moves += 1;
        if pledge.is_free_to_leave() {
            // The next move is the first possible one from the east on, and depends on nothing else.
            if std::mem::replace(&mut was_free[cell.index()], true) {
                return Err(Some(GaveUp::Repeats));
            }
            first = None;
        }
        let turn = pledge.next_turn(maze.passages(cell)).ok_or(None)?;
        let side = turned(pledge.entered_from, turn);
        if first == Some((cell, side)) {
            return Err(Some(GaveUp::Repeats));
        }
        first.get_or_insert((cell, side));
        pledge.go_through(cell, side, turn);
        Ok(side)
    };
    walk(search, choose, observer)
}

/// Where the walk came in, and its turns.
struct PledgeWalk<'a, G> {
    grid: &'a G,
    /// The directions in the cell where it is.
    compass: Option<Compass>,
    /// The side by which it entered this cell.
    entered_from: Side,
    /// The count of turns: by how many sides `entered_from` is to the right of the side to the east, including full rounds. It is negative if
    /// the walk came from the left of the east, so that it can go on to the east. `None` once it was in a cell without directions.
    count: Option<i64>,
}

impl<'a, G: Grid> PledgeWalk<'a, G> {
    /// Begins as if the walk had come in by the side before the one to the east.
    fn facing_east(grid: &'a G, from: Cell) -> PledgeWalk<'a, G> {
        let compass = Compass::at(grid, from);
        let entered_from = compass.map_or(Side::W, |compass| turned(compass.east, 7));
        PledgeWalk { grid, compass, entered_from, count: compass.map(|_| -1) }
    }

    /// Returns true if as many turns were made to the left as to the right, so that the walk can go to the east, away from the wall.
    #[inline]
    fn is_free_to_leave(&self) -> bool {
        self.count.is_some_and(|count| count < 0)
    }

    /// Returns by how many sides to turn, clockwise from the side by which the walk came in: to the first passage with the left hand on the
    /// wall that is not to the left of the east, or else back. `None` if there are no passages.
    #[inline]
    fn next_turn(&self, passages: Sides) -> Option<u8> {
        let is_allowed = |turn: u8| self.count.is_none_or(|count| count + i64::from(turn) >= 0);
        (1..=8).find(|&turn| passages.contains(turned(self.entered_from, turn)) && (turn == 8 || is_allowed(turn)))
    }

    /// Goes through a side of this cell after this turn, and adds the turn to the count.
    #[inline]
    fn go_through(&mut self, cell: Cell, side: Side, turn: u8) {
        let grid = self.grid;
        let neighbor = grid.across(cell, side);
        self.entered_from = grid.opposite(cell, side);
        let next = Compass::at(grid, neighbor);
        self.count = self.count.zip(self.compass.zip(next)).and_then(|(count, (here, there))| {
            let rounds = (count + i64::from(turn)).div_euclid(8)
                + here.rounds_to(grid, [cell, neighbor], [side, self.entered_from], there)?;
            Some(8 * rounds + i64::from(turned(self.entered_from, 8 - there.east.number()).number()))
        });
        self.compass = next;
    }
}

/// Returns the side this many sides further on, clockwise.
#[inline]
fn turned(side: Side, turns: u8) -> Side {
    Side::new((side.number() + turns) & 7)
}

/// The directions in a cell.
#[derive(Clone, Copy)]
struct Compass {
    /// The side whose direction is the nearest to the east.
    east: Side,
    /// The angle of that side.
    angle: f64,
}

impl Compass {
    /// Returns the directions in a cell; `None` if no side has a direction.
    fn at<G: Grid>(grid: &G, cell: Cell) -> Option<Compass> {
        let sides = Sides::from_bits(grid.inner_sides(cell).bits() | grid.outer_sides(cell).bits());
        let directions =
            sides.into_iter().filter_map(|side| grid.direction(cell, side).map(|direction| (side, direction)));
        // The square of the cosine, with its sign.
        let east = |[x, y]: [f64; 2]| x * x.abs() / (x * x + y * y);
        let nearest = directions.max_by(|(_, a), (_, b)| east(*a).total_cmp(&east(*b)));
        nearest.map(|(side, direction)| Compass { east: side, angle: angle(direction) })
    }

    /// Returns the difference of two numbers of full rounds: between the east and the way back, in the cell that is entered, and between the
    /// east and the way on, in this cell.
    fn rounds_to<G: Grid>(&self, grid: &G, cells: [Cell; 2], sides: [Side; 2], there: Compass) -> Option<i64> {
        let direction = |end: usize| grid.direction(cells[end], sides[end]).map(angle);
        let (on, back) = (direction(0)?, direction(1)?);
        // To the right of the east, by less than a round.
        let on = if on < self.angle { on + ROUND } else { on };
        // The way back is the opposite of the way on, except for a bend where the two cells meet.
        let rounds = ((on - ROUND / 2.0 - back) / ROUND).round() as i64;
        Some(rounds - i64::from(back < there.angle))
    }
}

/// A full round, as [`angle`] measures it.
const ROUND: f64 = 4.0;

/// Returns how far a direction is to the right of the east: more than minus half a round, and at most half a round. It compares directions as
/// well as an angle, including opposite ones, without functions that differ between machines.
fn angle([x, y]: [f64; 2]) -> f64 {
    let up_and_down = y / (x.abs() + y.abs());
    match (x < 0.0, y < 0.0) {
        (false, _) => up_and_down,
        (true, false) => ROUND / 2.0 - up_and_down,
        (true, true) => -ROUND / 2.0 - up_and_down,
    }
}
