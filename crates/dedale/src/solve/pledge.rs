//! Pledge's algorithm: always in one direction, and along walls until as many turns were made to the left as to the right.
//!
//! Finds a path to the outer wall by Pledge's algorithm, which needs no memory but a number.
//!
//! Walk to the east. At a wall turn right, keep the left hand on the wall, and count the turns: one more for each to the right, one
//! less for each to the left. When the count is zero again, and only then, leave the wall and walk on to the east. A
//! [wall follower](super::wall_follower) may go round an island for ever; here the count is never zero again once round the inside
//! of a wall, and always is once round an island. So from anywhere in a flat maze, with loops or without, it comes to the outer wall,
//! follows it, and finds an exit there. In a maze without loops all walls are one, and it comes to every cell.
//!
//! On every grid whose sides have a [direction](Grid::direction), east is the side whose direction is the nearest to it, and turns are
//! counted as full rounds. Stairs have none, nor has a custom grid without polygons: from there on it keeps its hand on the wall, as a
//! wall follower does.
//!
//! It gives up when it is about to repeat its moves. That is so when it leaves a wall where it left one before, or has been all round
//! a wall without leaving it. It also gives up after eight moves for each cell, which in mazes of many kinds were three at most. The path is its way with the loops erased. A cell is open while it is on the way, and done when a loop or
//! a dead end that it was on has been walked past.
//!
//! # Complexity
//!
//! Time `O(cells)`, at most eight moves for each; two bytes for each cell and four for each of the longest way.
//!
//! # Source
//!
//! H. Abelson and A. A. diSessa, *Turtle Geometry*, MIT Press (1981), chapter 4: the algorithm of John Pledge, a boy of twelve.
//! W. D. Pullen, *Think Labyrinth*, "Maze Algorithms": Pledge algorithm.

use super::way::{Trace, Way};
use super::{GaveUp, KeepWalk, Outcome, PLAIN, Solution, Solver, SolverInfo, WalkKind};
use crate::about::Growth;
use crate::grid::{Cell, Grid, Side, Sides};
use crate::maze::Maze;
use crate::observe::Observer;

/// What [`SOLVERS`](super::SOLVERS) says of it.
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

pub(super) fn pledge<G: Grid, O: Observer>(
    maze: &Maze<G>,
    from: Cell,
    to: Cell,
    keep_walk: KeepWalk,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let most_moves = maze.grid().cells().saturating_mul(MOVES_FOR_EACH_CELL);
    walk(maze, [from, to], most_moves, keep_walk, observer)
}

/// How many moves it makes for each cell of the maze before it gives up.
const MOVES_FOR_EACH_CELL: u32 = 8;

fn walk<G: Grid, O: Observer>(
    maze: &Maze<G>,
    [from, to]: [Cell; 2],
    most_moves: u32,
    keep_walk: KeepWalk,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let grid = maze.grid();
    let mut trace = Trace::new(keep_walk, observer);
    let mut way = Way::begin(grid.cells(), from, &mut trace)?;
    let mut compass = Compass::at(grid, from);
    // As if it had come in by the side before the one to the east.
    let mut entered_from = compass.map_or(Side::W, |compass| turned(compass.east, 7));
    // How many sides the one by which it came in lies to the right of the one to the east, whole rounds included: the count of turns.
    let mut count = compass.map(|_| -1);
    let mut has_left = vec![false; grid.cells() as usize];
    let mut first = None;
    let mut cell = from;
    let mut moves = 0;
    while cell != to {
        if moves == most_moves {
            return Ok(way.ended(Outcome::GaveUp(GaveUp::OutOfMoves(moves)), trace.walk));
        }
        moves += 1;
        if count.is_some_and(|count| count < 0) {
            // The next move is the first that is possible from the east on, and depends on nothing else.
            if std::mem::replace(&mut has_left[cell.index()], true) {
                return Ok(way.ended(Outcome::GaveUp(GaveUp::Repeats), trace.walk));
            }
            first = None;
        }
        let passages = maze.passages(cell);
        let may_turn = |turns: i64| count.is_none_or(|count| count + turns >= 0);
        let chosen = (1..=8)
            .find(|&turns| passages.contains(turned(entered_from, turns)) && (turns == 8 || may_turn(turns.into())));
        let Some(turns) = chosen else {
            return Ok(way.ended(Outcome::Unreachable, trace.walk));
        };
        let side = turned(entered_from, turns);
        if first == Some((cell, side)) {
            return Ok(way.ended(Outcome::GaveUp(GaveUp::Repeats), trace.walk));
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
        (cell, compass) = (far, next);
        way.enter(cell, &mut trace)?;
    }
    Ok(way.arrived(trace.walk))
}

/// The side this many sides further on, clockwise.
#[inline]
fn turned(side: Side, turns: u8) -> Side {
    Side::new((side.number() + turns) & 7)
}

/// What is known of directions in a cell.
#[derive(Clone, Copy)]
struct Compass {
    /// The side whose direction is the nearest to the east.
    east: Side,
    /// Its angle.
    angle: f64,
}

impl Compass {
    /// `None` where a cell has no side with a direction.
    fn at<G: Grid>(grid: &G, cell: Cell) -> Option<Compass> {
        let sides = Sides::from_bits(grid.inner_sides(cell).bits() | grid.outer_sides(cell).bits());
        let directions =
            sides.into_iter().filter_map(|side| grid.direction(cell, side).map(|direction| (side, direction)));
        // The square of the cosine, with its sign.
        let east = |[x, y]: [f64; 2]| x * x.abs() / (x * x + y * y);
        let nearest = directions.max_by(|(_, a), (_, b)| east(*a).total_cmp(&east(*b)));
        nearest.map(|(side, direction)| Compass { east: side, angle: angle(direction) })
    }

    /// How many whole rounds more lie between the east and the way back, in the cell that is entered, than lay between the east and
    /// the way on in this one.
    fn rounds_to<G: Grid>(&self, grid: &G, cells: [Cell; 2], sides: [Side; 2], there: Compass) -> Option<i64> {
        let [on, back] =
            [(cells[0], sides[0]), (cells[1], sides[1])].map(|(cell, side)| grid.direction(cell, side).map(angle));
        let (on, back) = (on?, back?);
        // To the right of the east, by less than a round.
        let on = if on < self.angle { on + ROUND } else { on };
        // The way back is the opposite of the way on, but for a bend where the two cells meet.
        let rounds = ((on - ROUND / 2.0 - back) / ROUND).round() as i64;
        Some(rounds - i64::from(back < there.angle))
    }
}

/// A whole round, as [`angle`] measures it.
const ROUND: f64 = 4.0;

/// How far a direction is to the right of the east: more than minus half a round, and half a round at most. As good as an angle to
/// compare directions with, opposite directions included, and without functions that differ between machines.
fn angle([x, y]: [f64; 2]) -> f64 {
    let up_and_down = y / (x.abs() + y.abs());
    match (x < 0.0, y < 0.0) {
        (false, _) => up_and_down,
        (true, false) => ROUND / 2.0 - up_and_down,
        (true, true) => -ROUND / 2.0 - up_and_down,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Algorithm;
    use crate::grid::Square;

    #[test]
    fn it_makes_no_more_moves_than_it_may() {
        assert!(INFO.limits.contains(&format!("after {MOVES_FOR_EACH_CELL} moves for each cell")));
        let maze = Algorithm::Prim.generate(Square::new(9, 9).unwrap(), 7);
        let ends = [Cell(40), Cell(80)];
        let moves = walk(&maze, ends, 8 * 81, KeepWalk::Yes, &mut ()).unwrap().walk.unwrap().len() as u32 - 1;
        assert!(walk(&maze, ends, moves, KeepWalk::No, &mut ()).unwrap().path().is_some());
        let gave_up = walk(&maze, ends, moves - 1, KeepWalk::Yes, &mut ()).unwrap();
        assert_eq!(gave_up.gave_up(), Some(GaveUp::OutOfMoves(moves - 1)));
        assert_eq!(gave_up.walk.map(|walk| walk.len() as u32), Some(moves));
    }
}
