//! Pledge's algorithm: always in one direction, and along walls until as many turns were made to the left as to the right. See [`Solver::Pledge`](super::Solver::Pledge).

use super::walk::walk;
use super::{GaveUp, PLAIN, Search, Solution, Solver, SolverInfo, WalkKind};
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
    ..PLAIN
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
    let grid = maze.grid();
    let mut compass = Compass::at(grid, search.from);
    // As if it had come in by the side before the one to the east.
    let mut entered_from = compass.map_or(Side::W, |compass| turned(compass.east, 7));
    // The count of turns: how many sides the one by which it came in is to the right of the one to the east, including full rounds.
    let mut count = compass.map(|_| -1);
    let mut has_left = vec![false; grid.cells() as usize];
    let (mut first, mut moves) = (None, 0);
    let choose = |cell: Cell| {
        if moves == most_moves {
            return Err(Some(GaveUp::OutOfMoves(moves)));
        }
        moves += 1;
        if count.is_some_and(|count| count < 0) {
            // The next move is the first possible one from the east on, and depends on nothing else.
            if std::mem::replace(&mut has_left[cell.index()], true) {
                return Err(Some(GaveUp::Repeats));
            }
            first = None;
        }
        let passages = maze.passages(cell);
        let may_turn = |turns: i64| count.is_none_or(|count| count + turns >= 0);
        let chosen = (1..=8)
            .find(|&turns| passages.contains(turned(entered_from, turns)) && (turns == 8 || may_turn(turns.into())));
        let turns = chosen.ok_or(None)?;
        let side = turned(entered_from, turns);
        if first == Some((cell, side)) {
            return Err(Some(GaveUp::Repeats));
        }
        first.get_or_insert((cell, side));
        entered_from = grid.opposite(cell, side);
        let far = grid.across(cell, side);
        let next = Compass::at(grid, far);
        count = count.zip(compass.zip(next)).and_then(|(count, (here, there))| {
            let rounds = (count + i64::from(turns)).div_euclid(8)
                + here.rounds_to(grid, [cell, far], [side, entered_from], there)?;
            Some(8 * rounds + i64::from(turned(entered_from, 8 - there.east.number()).number()))
        });
        compass = next;
        Ok(side)
    };
    walk(search, choose, observer)
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
