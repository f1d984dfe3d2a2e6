//! What a search comes back with.

use std::fmt;

use super::Hand;
use crate::about::named;
use crate::grid::Cell;

/// What a search found, what it saw on the way, and how it walked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
#[non_exhaustive]
pub struct Solution {
    /// How the search ended.
    pub outcome: Outcome,
    /// How many different cells were seen, the first and the last included: as many as there are [`states`](Self::states)
    /// other than [`State::Unseen`].
    pub visited: u32,
    /// The state of each cell at the end of the search, by the cells' numbers.
    pub states: Vec<State>,
    /// Every move, dead ends and ways back included, as the cells in turn, where it was asked to be kept.
    ///
    /// It begins at `from`, a passage leads from each cell to the next, and it ends at `to` when the search arrived; so it can be
    /// drawn as one line. Solvers that walk report their moves. Solvers that do not walk report a tour of what they searched, which
    /// ends at the last new cell where `to` is not reached. [`SolverInfo::walk`](super::SolverInfo::walk) says which.
    pub walk: Option<Vec<Cell>>,
}

impl Solution {
    /// The path, when the search arrived.
    pub fn path(&self) -> Option<&[Cell]> {
        if let Outcome::Arrived(path) = &self.outcome { Some(path) } else { None }
    }

    /// Why the search ended without a path or a proof that there is none.
    pub fn gave_up(&self) -> Option<GaveUp> {
        if let Outcome::GaveUp(why) = self.outcome { Some(why) } else { None }
    }

    /// The length of the path in moves, when the search arrived.
    pub fn length(&self) -> Option<u32> {
        self.path().map(|path| path.len() as u32 - 1)
    }
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Outcome {
    /// It arrived. The path leads from `from` to `to`, both included, through passages, and through no cell twice; it has one
    /// cell where the two are the same.
    Arrived(Vec<Cell>),
    /// No way leads from `from` to `to`: the solver has proved it.
    Unreachable,
    /// The solver's own rule ended the search, and says nothing about whether there is a way.
    GaveUp(GaveUp),
}

impl Outcome {
    /// The name: `arrived`, `unreachable` or `gave-up`.
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
    /// The wall follower was about to repeat its first move, and so all the others: the exit is not on its wall.
    CameRound(Hand),
    /// Both robots of the chain algorithm were about to repeat their first moves: the wall does not lead back to the line.
    RobotsCameRound,
    /// Pledge's algorithm was about to repeat its moves: the exit is neither on its way nor on the wall that it follows.
    Repeats,
    /// The random mouse, or Pledge's algorithm, made this many moves, which is as many as it may.
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
        /// Never seen.
        Unseen = "unseen",
        /// Seen and not finished with: still waiting its turn, or on the way that leads from `from` to where the search ended.
        Open = "open",
        /// Finished with: looked on from, backed out of, filled in, or walked past.
        Done = "done",
    }
}
