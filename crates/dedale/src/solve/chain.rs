//! The chain algorithm: along a line to the exit, and round the walls in between.
//!
//! ```text
//! the line is a shortest path from the start to the goal on the grid without walls
//! while there is a next move on the line:
//!     if it leads through a passage, make it
//!     else, two robots go round the wall in turns, one with the left hand on it and one with the right:
//!         if a robot cannot move, there is no path
//!         if it is about to repeat its first move, it has come round; if both have, give up
//!         else, the robot moves on; if it is on the line, nearer to the goal, go on from there
//! if the line ends at the goal, the path is the branch of the tree that ends there
//! ```
//!
//! [`Solver::Chain`](super::Solver::Chain) says more about it, and where it is from.

use super::bfs::breadth_first;
use super::tree::Tree;
use super::{DEFAULTS, GaveUp, Hand, Outcome, Search, Solution, Solver, SolverInfo};
use crate::about::Growth;
use crate::grid::{Cell, Grid, Side};
use crate::maze::Maze;
use crate::observe::{Observer, Step};

pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::Chain,
    name: "chain",
    title: "Chain algorithm",
    description: "Follows a line that leads to the exit as if there were no walls. At a wall, two robots go round it in both directions, until one meets the line nearer to the exit.",
    time: "O(n × line)",
    limits: "gives up when both robots come back to where they began, which in a flat maze only happens where there is no way",
    // Up to eight, if many walls stand on the line.
    steps: Growth::Linear(5),
    bytes: 14,
    source: "W. D. Pullen, Think Labyrinth: Maze Algorithms",
    ..DEFAULTS
};

pub(super) fn chain<G: Grid, O: Observer>(search: &Search<'_, G>, observer: &mut O) -> Result<Solution, O::Stop> {
    let &Search { maze, from, to, .. } = search;
    let line = DirectPath::between(maze.grid(), from, to, observer)?;
    let mut tree = Tree::new(search);
    observer.see(Step::Visit(from))?;
    let mut cell = from;
    while let Some(side) = line.next_side(cell) {
        if maze.passages(cell).contains(side) {
            cell = move_on(&mut tree, maze, cell, side, observer)?;
        } else {
            match go_round(&mut tree, maze, &line, cell, side, observer)? {
                Ok(nearer) => cell = nearer,
                Err(outcome) => return Ok(tree.ended(outcome)),
            }
        }
    }
    // The line ends at `to`, unless it has only its first cell: then the grid has no path there.
    Ok(if cell == to { tree.arrived(to) } else { tree.unreachable() })
}

/// Sends two robots round the wall on a side of a cell, in both directions. Returns the first cell of the line that one of them meets and
/// that is nearer to the goal, or else how the search ended.
fn go_round<G: Grid, O: Observer>(
    tree: &mut Tree<'_, G>,
    maze: &Maze<G>,
    line: &DirectPath,
    cell: Cell,
    side: Side,
    observer: &mut O,
) -> Result<Result<Cell, Outcome>, O::Stop> {
    let robot = |hand| Robot { hand, cell, entered_from: side, first: None };
    let mut robots = [robot(Hand::Left), robot(Hand::Right)];
    let (mut turn, mut came_round) = (0, 0);
    loop {
        let robot = &mut robots[turn % 2];
        turn += 1;
        let next = robot.hand.choose(maze.passages(robot.cell), robot.entered_from);
        let Some(next) = next else { return Ok(Err(Outcome::Unreachable)) };
        if robot.first == Some((robot.cell, next)) {
            came_round += 1;
            // Both tours have the same length, so that the other robot comes round in the next turn.
            if came_round == robots.len() {
                return Ok(Err(Outcome::GaveUp(GaveUp::RobotsCameRound)));
            }
            continue;
        }
        robot.first.get_or_insert((robot.cell, next));
        robot.entered_from = maze.grid().opposite(robot.cell, next);
        robot.cell = move_on(tree, maze, robot.cell, next, observer)?;
        if line.is_nearer(robot.cell, cell) {
            return Ok(Ok(robot.cell));
        }
    }
}

/// Goes through a passage to the next cell, and notes that cell in the tree if it is new.
fn move_on<G: Grid, O: Observer>(
    tree: &mut Tree<'_, G>,
    maze: &Maze<G>,
    cell: Cell,
    side: Side,
    observer: &mut O,
) -> Result<Cell, O::Stop> {
    observer.see(Step::Back(cell))?;
    tree.finish(cell);
    let neighbor = maze.grid().across(cell, side);
    if tree.is_new(neighbor) {
        tree.grow(cell, side, neighbor);
        observer.see(Step::Visit(neighbor))?;
    }
    Ok(neighbor)
}

/// A robot that follows a wall with one hand.
struct Robot {
    hand: Hand,
    cell: Cell,
    /// The side through which it entered its cell, or the side where the wall begins.
    entered_from: Side,
    /// Its first move. When it is about to repeat that, it has been everywhere along the wall.
    first: Option<(Cell, Side)>,
}

/// A shortest path on the grid without walls. If the grid has no path, only the first cell.
struct DirectPath {
    /// The side that leads on from each of its cells but the last.
    sides: Vec<Side>,
    /// The position of each cell on the path, by cell; [`NOT_ON_PATH`] for others.
    positions: Vec<u32>,
}

const NOT_ON_PATH: u32 = u32::MAX;

impl DirectPath {
    fn between<G: Grid, O: Observer>(grid: &G, from: Cell, to: Cell, observer: &mut O) -> Result<DirectPath, O::Stop> {
        let cells = grid.cells() as usize;
        // The side towards `to`, by cell.
        let mut towards = vec![None; cells];
        let is_new = |cell, side, neighbor: Cell| {
            let is_new = neighbor != to && towards[neighbor.index()].is_none();
            if is_new {
                towards[neighbor.index()] = Some(grid.opposite(cell, side));
            }
            is_new
        };
        breadth_first(grid, to, |cell| grid.inner_sides(cell), is_new, observer)?;
        let mut line = DirectPath { sides: Vec::new(), positions: vec![NOT_ON_PATH; cells] };
        let mut cell = from;
        line.positions[cell.index()] = 0;
        while let Some(side) = towards[cell.index()] {
            line.sides.push(side);
            cell = grid.across(cell, side);
            line.positions[cell.index()] = line.sides.len() as u32;
        }
        Ok(line)
    }

    /// Returns the side through which the path leads on from a cell; `None` at its end, and in cells that are not on it.
    fn next_side(&self, cell: Cell) -> Option<Side> {
        self.sides.get(self.positions[cell.index()] as usize).copied()
    }

    /// Returns true if a cell is on the path, and nearer to its end than another cell.
    fn is_nearer(&self, cell: Cell, than: Cell) -> bool {
        let position = self.positions[cell.index()];
        position != NOT_ON_PATH && position > self.positions[than.index()]
    }
}
