//! Watching an algorithm at work, and stopping it.
//!
//! Every algorithm reports each of its steps to an [`Observer`], which may return [`Stopped`]. Animations, deadlines and clients that leave
//! all use this one mechanism. The unit type observes nothing and costs nothing.

use std::convert::Infallible;
use std::ops::Range;

use crate::cell::{Cell, Side};
use crate::rng::Rng;

/// One step of an algorithm.
///
/// A maze initially has all its walls. Applying each [`Carve`](Step::Carve), [`Join`](Step::Join), [`Clear`](Step::Clear),
/// [`Wall`](Step::Wall) and [`Open`](Step::Open) in order results in exactly the maze that the algorithm generates. The other steps show how
/// it gets there. A search changes no wall: it reports [`Visit`](Step::Visit) for each cell that it sees, [`Back`](Step::Back),
/// [`Erase`](Step::Erase) and [`Fill`](Step::Fill), and at the end a [`Path`](Step::Path) for each cell of the path that it found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Step {
    /// The algorithm looks at this cell, or enters it.
    Visit(Cell),
    /// The maze, or a part of it, begins with this cell, although no passage leads to it yet. A walk that reaches it ends (Wilson, Houston).
    Root(Cell),
    /// The wall between two cells was opened.
    Carve {
        /// The cell from which it was opened.
        from: Cell,
        /// The side of `from` that is now open.
        side: Side,
        /// The cell across that side.
        to: Cell,
    },
    /// The wall between two cells was opened, which joined the two sets of the cells, as in Kruskal's algorithm.
    Join {
        /// The cell from which it was opened.
        from: Cell,
        /// The side of `from` that is now open.
        side: Side,
        /// The cell across that side.
        to: Cell,
    },
    /// The algorithm turned back to this cell: a walk goes back on its way, or a search without a walk takes a cell that it saw before, and
    /// goes on from there.
    Back(Cell),
    /// This cell was removed from the walk, since the walk closed a loop through it (Wilson, Houston, and solvers that walk).
    Erase(Cell),
    /// This cell was filled in: it is a dead end, or has become one, and no path leads through it. If a maze is being made, the cell is taken
    /// out of it, after a [`Wall`](Step::Wall) closed its last passage.
    Fill(Cell),
    /// The search is over, and this is the next cell of the path that it found.
    Path(Cell),
    /// Every inner wall was removed at once, as at the beginning of recursive division.
    Clear,
    /// A wall was built between two cells, as in recursive division.
    Wall {
        /// The cell on one side of the wall.
        from: Cell,
        /// The side of `from` that is now closed.
        side: Side,
        /// The cell across that side.
        to: Cell,
    },
    /// A piece of the outer wall was opened, or of the wall to a cell that was taken out.
    Open {
        /// The cell behind it.
        cell: Cell,
        /// The outer side of `cell` that is now open.
        side: Side,
    },
}

impl Step {
    /// Returns the step with other cells and sides.
    pub(crate) fn moved(mut self, mut cell: impl FnMut(Cell) -> Cell, turned: impl Fn(Side) -> Side) -> Step {
        match &mut self {
            Step::Visit(at) | Step::Root(at) | Step::Back(at) | Step::Erase(at) | Step::Fill(at) | Step::Path(at) => {
                *at = cell(*at);
            }
            Step::Carve { from, side, to } | Step::Join { from, side, to } | Step::Wall { from, side, to } => {
                (*from, *side, *to) = (cell(*from), turned(*side), cell(*to));
            }
            Step::Open { cell: at, side } => (*at, *side) = (cell(*at), turned(*side)),
            Step::Clear => {}
        }
        self
    }
}

/// The observer asked to stop. The maze is unfinished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("stopped by the observer before the work was done")
    }
}

impl std::error::Error for Stopped {}

impl From<Infallible> for Stopped {
    fn from(never: Infallible) -> Stopped {
        match never {}
    }
}

/// Receives each step of an algorithm, and may stop it.
///
/// Every algorithm reports a step at least once for each bounded piece of work, including walks that carve nothing, so that an observer that
/// returns an error is heard at once. Every function that takes an observer then returns this error, and leaves its work unfinished.
pub trait Observer {
    /// True if it does anything with the steps except stopping the work. Otherwise, an algorithm need not find out what only a report would
    /// need (the loops that Wilson's walks erase, each edge that Kruskal's algorithm takes in vain), and may report one step for many, such
    /// as for a row of the maze.
    const FOLLOWS: bool = true;

    /// What an algorithm returns when this observer stops it: [`Stopped`], or [`Infallible`] where it never does. What takes an
    /// observer that never stops it always ends with `Ok`, and the compiler knows: `let Ok(maze) = …;` needs no `else`.
    type Stop: std::error::Error;

    /// Called from time to time, if an algorithm does much before its first step, or between two steps. Returns an error to stop it.
    fn go_on(&mut self) -> Result<(), Self::Stop> {
        Ok(())
    }

    /// Called with the approximate number of steps ahead, if only the grid itself shows it: of a random walk in a mask, or on a custom grid.
    /// Nothing has been carved yet.
    fn expect(&mut self, steps: u64) -> Result<(), Self::Stop> {
        let _ = steps;
        self.go_on()
    }

    /// Called with each step. Returns an error to stop the work.
    fn see(&mut self, step: Step) -> Result<(), Self::Stop>;
}

/// The largest number of pieces of work of a few nanoseconds each between two calls of [`go_on`](Observer::go_on).
pub(crate) const CHECK_INTERVAL: u32 = 1 << 12;

/// Asks an observer whether to go on, in a loop whose turns are pieces of work of a few nanoseconds: before the first of them, and once in
/// [`CHECK_INTERVAL`].
#[derive(Debug, Default)]
pub(crate) struct Pacer(u32);

impl Pacer {
    /// Called before each piece of work.
    #[inline]
    pub(crate) fn tick<O: Observer>(&mut self, observer: &mut O) -> Result<(), O::Stop> {
        let is_due = self.0.is_multiple_of(CHECK_INTERVAL);
        self.0 = self.0.wrapping_add(1);
        if is_due { observer.go_on() } else { Ok(()) }
    }
}

/// Divides the numbers of pieces of work into ranges of at most [`CHECK_INTERVAL`]. Before each range, call [`go_on`](Observer::go_on).
pub(crate) fn checkpoints(pieces: Range<u32>) -> impl Iterator<Item = Range<u32>> {
    let end = pieces.end;
    pieces.step_by(CHECK_INTERVAL as usize).map(move |start| start..end.min(start.saturating_add(CHECK_INTERVAL)))
}

/// Shuffles items as [`Rng::shuffle`] does, and asks the observer whether to go on.
pub(crate) fn shuffle<T, O: Observer>(items: &mut [T], rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    for start in (0..items.len()).step_by(CHECK_INTERVAL as usize) {
        observer.go_on()?;
        rng.shuffle_part(items, start..items.len().min(start + CHECK_INTERVAL as usize));
    }
    Ok(())
}

impl Observer for () {
    const FOLLOWS: bool = false;

    type Stop = Infallible;

    #[inline(always)]
    fn see(&mut self, _: Step) -> Result<(), Infallible> {
        Ok(())
    }
}

impl<F: FnMut(Step) -> Result<(), Stopped>> Observer for F {
    type Stop = Stopped;

    #[inline]
    fn see(&mut self, step: Step) -> Result<(), Stopped> {
        self(step)
    }
}
