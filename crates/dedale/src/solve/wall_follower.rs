//! The hand rule: one hand on the wall, all the way.
//!
//! ```text
//! begin as if the walk had entered the start through an opening, or else from the west
//! until the walk is at the goal:
//!     take the first passage from where it came in: counterclockwise with the right hand, clockwise with the left
//!     if this is its first move again, give up
//!     go through the passage
//! ```
//!
//! [`Solver::WallFollower`](super::Solver::WallFollower) says more about it, and where it is from.

use super::walk::walk;
use super::{DEFAULTS, GaveUp, Search, Solution, Solver, SolverInfo, WalkKind};
use crate::about::{Growth, OptionInfo, named, own_option};
use crate::grid::{Grid, Rotation, Side, Sides};
use crate::observe::Observer;

named! {
    /// The hand on the wall.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
    pub enum Hand {
        /// The right hand.
        #[default]
        Right = "right",
        /// The left hand.
        Left = "left",
    }
}

impl Hand {
    /// Returns the passage that this hand takes in a cell that was entered by its side `entry`. On a square, it is the first open one of: the
    /// side of the hand, straight on, the other side, back.
    #[inline]
    pub(super) fn choose(self, passages: Sides, entry: Side) -> Option<Side> {
        // From where it came in, the right hand takes the next passage counterclockwise, and the left hand the next one clockwise.
        let rotation = match self {
            Hand::Right => Rotation::Counterclockwise,
            Hand::Left => Rotation::Clockwise,
        };
        passages.first_after(entry, rotation)
    }
}

pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::WallFollower { hand: Hand::Right },
    name: "wall-follower",
    title: "Wall follower",
    description: "Keeps one hand on the wall all the way, beginning away from an opening at the start, or else to the east.",
    options: &[OptionInfo {
        values: Hand::NAMES,
        default: Hand::Right.name(),
        description: "The hand that is on the wall.",
        ..own_option!(Solver::WallFollower { hand })
    }],
    walk: WalkKind::Moves,
    needs_memory: false,
    solves_loops: false,
    // It leaves a cell by each of eight sides once before it repeats its first move. In a plane maze, no wall is that long.
    longest_walk: Growth::Linear(8),
    limits: "gives up when it is about to repeat its first move, which can only happen in a maze with loops or walled-off parts",
    bytes: 8,
    source: "W. D. Pullen, Think Labyrinth: Maze Algorithms",
    ..DEFAULTS
};

pub(super) fn wall_follower<G: Grid, O: Observer>(
    search: &Search<'_, G>,
    hand: Hand,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let &Search { maze, from, .. } = search;
    let openings = maze.open_sides(from).minus(maze.passages(from));
    let mut entry = openings.nth(0).unwrap_or(Side::W);
    let mut first = None;
    let choose = |cell| {
        let side = hand.choose(maze.passages(cell), entry).ok_or(None)?;
        if first == Some((cell, side)) {
            return Err(Some(GaveUp::CameRound(hand)));
        }
        first.get_or_insert((cell, side));
        entry = maze.grid().opposite(cell, side);
        Ok(side)
    };
    walk(search, choose, observer)
}
