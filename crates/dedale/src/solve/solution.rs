//! The results of a search.

use std::fmt;

use super::Hand;
use crate::about::named;
use crate::grid::Cell;

/// The outcome of a search, the cells that it saw, and its walk.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
#[non_exhaustive]
pub struct Solution {
    /// How the search ended.
    pub outcome: Outcome,
    /// The number of different cells that were seen, including the first and the last. As many [`states`](Self::states) are not
    /// [`State::Unseen`].
    pub visited: u32,
    /// The state of each cell at the end of the search, by its number.
    pub states: Vec<State>,
    /// The cells of all moves, including dead ends and ways back, in order, if they were to be kept.
    ///
    /// The walk begins at `from`, and a passage leads from each cell to the next. It ends at `to` if the search arrived. So it can be drawn
    /// as one line. Solvers that walk report their moves. Other solvers report a tour of what they searched; if they do not reach `to`, it
    /// ends at the last new cell. [`SolverInfo::walk`](super::SolverInfo::walk) says which.
    pub walk: Option<Vec<Cell>>,
}

impl Solution {
    /// Returns the path, if the search arrived.
    pub fn path(&self) -> Option<&[Cell]> {
        if let Outcome::Arrived(path) = &self.outcome { Some(path) } else { None }
    }

    /// Returns why the search ended without a path and without a proof that there is none.
    pub fn gave_up(&self) -> Option<GaveUp> {
        if let Outcome::GaveUp(why) = self.outcome { Some(why) } else { None }
    }

    /// Returns the length of the path in moves, if the search arrived.
    pub fn length(&self) -> Option<u32> {
        self.path().map(|path| path.len() as u32 - 1)
    }
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Outcome {
    /// It arrived. The path leads from `from` to `to`, both included, through passages, and through no cell twice. If the two are the same,
    /// it has one cell.
    Arrived(Vec<Cell>),
    /// There is no path from `from` to `to`, as the solver has proved.
    Unreachable,
    /// The solver ended the search by a rule, which does not say whether there is a path.
    GaveUp(GaveUp),
}

impl Outcome {
    /// Returns the name: `arrived`, `unreachable` or `gave-up`.
    pub const fn name(&self) -> &'static str {
        match self {
            Outcome::Arrived(_) => "arrived",
            Outcome::Unreachable => "unreachable",
            Outcome::GaveUp(_) => "gave-up",
        }
    }
}

/// Why a solver gave up. Its text is the reason in plain English.
///
/// ```
/// use dedale::solve::{GaveUp, Hand};
/// let reason = GaveUp::CameRound(Hand::Right).to_string();
/// assert_eq!(reason, "the right-hand rule came back to where it began without meeting the exit");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum GaveUp {
    /// The wall follower was about to repeat its first move, and then all others: the exit is not on its wall.
    CameRound(Hand),
    /// Both robots of the chain algorithm were about to repeat their first moves: the wall does not lead back to the line.
    RobotsCameRound,
    /// Pledge's algorithm was about to repeat its moves: the exit is neither on its way nor on the wall that it follows.
    Repeats,
    /// The random mouse, or Pledge's algorithm, made this many moves, which is the limit.
    OutOfMoves(u32),
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GaveUp::CameRound(hand) => {
                write!(f, "the {}-hand rule came back to where it began without meeting the exit", hand.name())
            }
            GaveUp::RobotsCameRound => {
                f.write_str("both robots came back to where they began without meeting the line nearer to the exit")
            }
            GaveUp::Repeats => {
                f.write_str("it came back to where it was before with as many turns, or more, without meeting the exit")
            }
            GaveUp::OutOfMoves(moves) => write!(f, "it made {moves} moves without meeting the exit"),
        }
    }
}

named! {
    /// The state of a cell at the end of a search. Each solver defines when a cell is done.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
    #[non_exhaustive]
    pub enum State {
        /// The cell was never seen.
        Unseen = "unseen",
        /// The cell was seen, but is not done: it waits for its turn, or is on the way from `from` to where the search ended.
        Open = "open",
        /// The cell is done: the search went on from it, backed out of it, filled it, or walked past it.
        Done = "done",
    }
}
