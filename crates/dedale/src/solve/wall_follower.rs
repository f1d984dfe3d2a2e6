//! The hand rule: one hand on the wall, all the way.

use super::way::{Trace, Way};
use super::{GaveUp, Outcome, Solution};
use crate::grid::{Cell, Grid, Side, Sides, Square};
use crate::maze::Maze;
use crate::observe::Observer;

/// Which hand is on the wall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Hand {
    /// The right hand.
    #[default]
    Right,
    /// The left hand.
    Left,
}

impl Hand {
    /// Both hands, in the order in which messages name them.
    pub const ALL: [Hand; 2] = [Hand::Right, Hand::Left];

    /// The name, as in a query.
    pub const fn name(self) -> &'static str {
        match self {
            Hand::Right => "right",
            Hand::Left => "left",
        }
    }

    /// The hand with this name.
    ///
    /// ```
    /// use dedale::solve::Hand;
    /// assert_eq!(Hand::from_name("left"), Some(Hand::Left));
    /// assert_eq!(Hand::from_name("Left"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Hand> {
        Hand::ALL.into_iter().find(|hand| hand.name() == name)
    }

    /// The passage that this hand's rule takes for someone who looks towards `heading`: the one on the side of the hand, else
    /// straight on, else on the other side, else back.
    #[inline]
    fn choose(self, passages: Sides, heading: Side) -> Option<Side> {
        // Sides are numbered clockwise: one more is a quarter turn to the right.
        let turns = match self {
            Hand::Right => [1, 0, 3, 2],
            Hand::Left => [3, 0, 1, 2],
        };
        turns.into_iter().map(|turn| Side::new((heading.number() + turn) & 3)).find(|&side| passages.contains(side))
    }
}

/// Finds a path by keeping one hand on the wall.
///
/// The first look is into the maze where `from` has an opening in its outer wall (away from the first of them), and else to the east.
/// In a maze without loops the rule leads along every wall, and so to every cell that there is a way to. With loops it may go
/// round an island for ever, or round the wall that `to` is an island in; it gives up when it is about to repeat its first move.
/// Each move determines the one before it as it does the one after, so that the first move is the first to be repeated, and no
/// other need be remembered. The path is its way with the loops erased. A cell is open while it is on the way, and done when a
/// loop or a dead end that it was on has been walked past.
///
/// It needs to know left from right, and so a square grid.
///
/// # Complexity
///
/// Time `O(cells)`, at most four moves for each; the rule itself needs no memory, its path one byte for each cell and four for each
/// of the longest way.
///
/// # Errors
///
/// [`Observer::Stop`] when the observer says so.
///
/// # Panics
///
/// When `from` or `to` is not a cell of the maze.
///
/// # Source
///
/// W. D. Pullen, *Think Labyrinth*, "Maze Algorithms": wall follower.
///
/// ```
/// use dedale::{generate::prim, grid::Square, maze::Maze, rng::{Rng, Stream}, solve::{Hand, wall_follower}};
/// let grid = Square::new(30, 30).unwrap();
/// let mut maze = Maze::closed(grid);
/// prim(&mut maze, &mut Rng::new(7, Stream::Generate), &mut ())?;
/// let (from, to) = (grid.at(0, 0), grid.at(29, 29));
/// let right = wall_follower(&maze, from, to, Hand::Right, false, &mut ())?;
/// let left = wall_follower(&maze, from, to, Hand::Left, false, &mut ())?;
/// assert_eq!(right.path(), left.path());
/// # Ok::<(), dedale::observe::Stopped>(())
/// ```
pub fn wall_follower<O: Observer>(
    maze: &Maze<Square>,
    from: Cell,
    to: Cell,
    hand: Hand,
    keep_walk: bool,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let grid = maze.grid();
    let mut trace = Trace::new(keep_walk, observer);
    let mut way = Way::begin(grid.cells(), from, &mut trace)?;
    let mut heading = first_heading(maze, from);
    let mut first = None;
    let mut cell = from;
    while cell != to {
        let Some(side) = hand.choose(maze.passages(cell), heading) else {
            return Ok(way.ended(Outcome::Unreachable, trace.walk));
        };
        if first == Some((cell, side)) {
            return Ok(way.ended(Outcome::GaveUp(GaveUp::CameRound(hand)), trace.walk));
        }
        first.get_or_insert((cell, side));
        heading = side;
        cell = grid.across(cell, side);
        way.enter(cell, &mut trace)?;
    }
    Ok(way.arrived(trace.walk))
}

/// Away from the first opening of `from`, else east.
fn first_heading(maze: &Maze<Square>, from: Cell) -> Side {
    let openings = maze.open_sides(from).minus(maze.passages(from));
    openings.nth(0).map_or(Side::E, |side| maze.grid().opposite(from, side))
}
