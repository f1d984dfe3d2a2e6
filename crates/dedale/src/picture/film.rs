//! A recording of the steps of an algorithm, and the state of the maze after a number of them.

use super::{Metadata, Picture, Shown, Trail};
use crate::grid::{Cell, Grid as _};
use crate::maze::Maze;
use crate::observe::{Observer, Step};
use crate::solve::{Distances, UNREACHED};

/// The memory for each step of a [`Film`], in bytes, including its unused capacity while it grows.
pub(crate) const FILM_BYTES: u64 = 2 * size_of::<Step>() as u64;

/// A recording of the steps of an algorithm, for an [`Animation`](super::Animation).
///
/// ```
/// use dedale::grid::Square;
/// use dedale::options::MazeOptions;
/// use dedale::{picture::{Animation, Film, Picture}, formats::Format};
///
/// let mut film = Film::default();
/// let made = "algo=wilson&w=6&h=4&seed=7".parse::<MazeOptions>()?.make(&mut film.recorder(&mut ()))?;
/// let picture = Picture { film: Some(film), ..made };
/// let gif = picture.to_bytes(Format::Gif(Animation::DEFAULT)).expect("every grid can be animated");
/// assert!(gif.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Film {
    /// The steps, in order.
    pub steps: Vec<Step>,
}

impl Film {
    /// Changes the numbers of the cells, and removes the steps about cells without a new number.
    pub fn renumber(&mut self, number: impl Fn(Cell) -> Option<Cell>) {
        self.steps.retain_mut(|step| {
            let mut all = true;
            *step = step.moved(
                |cell| {
                    let number = number(cell);
                    all &= number.is_some();
                    number.unwrap_or(cell)
                },
                |side| side,
            );
            all
        });
    }

    /// Returns an observer that adds each step to the film and passes it on to another observer, which may stop the work.
    pub fn recorder<'a, O: Observer>(&'a mut self, observer: &'a mut O) -> impl Observer<Stop = O::Stop> + use<'a, O> {
        Recorder { film: self, observer }
    }
}

/// An observer that records the steps.
struct Recorder<'a, O> {
    film: &'a mut Film,
    observer: &'a mut O,
}

impl<O: Observer> Observer for Recorder<'_, O> {
    type Stop = O::Stop;

    fn go_on(&mut self) -> Result<(), O::Stop> {
        self.observer.go_on()
    }

    fn expect(&mut self, steps: u64) -> Result<(), O::Stop> {
        self.observer.expect(steps)
    }

    fn see(&mut self, step: Step) -> Result<(), O::Stop> {
        self.film.steps.push(step);
        self.observer.see(step)
    }
}

/// The state of a cell while a film is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellMark {
    /// The generator has not reached it, or no path leads through it.
    Closed,
    /// It is on a walk that may still be discarded.
    Walked,
    /// Everything around it is finished.
    Done,
    /// The search has seen it.
    Seen,
    /// The current step is about it.
    Head,
}

impl CellMark {
    /// The number of marks.
    pub(crate) const COUNT: usize = 5;
}

/// A part of the picture that may have changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The mark of a cell.
    Mark(Cell),
    /// The lines in and around a cell, and its mark too.
    Lines(Cell),
    /// The wall between two cells.
    Wall(Cell, Cell),
}

impl Change {
    /// Returns the cells that have changed.
    pub(crate) fn cells(self) -> impl Iterator<Item = Cell> {
        let (cell, other) = match self {
            Change::Mark(cell) | Change::Lines(cell) => (cell, None),
            Change::Wall(cell, other) => (cell, Some(other)),
        };
        [Some(cell), other].into_iter().flatten()
    }
}

/// The state of a maze while it is built or solved.
#[derive(Debug)]
pub(crate) struct Playback {
    shown: Shown,
    /// The maze in its current state. Its distances are the numbers of marks.
    now: Picture,
    /// The changes, some of them several times.
    changed: Vec<Change>,
    /// The mark of each cell; `None` for a cell that looks like the ground.
    pub(crate) marks: Vec<Option<CellMark>>,
    pub(crate) head: Option<Cell>,
    path: Vec<Cell>,
    /// The number of steps so far.
    taken: usize,
}

impl Playback {
    /// Creates the state before the first step of the film of a picture.
    pub(crate) fn new(picture: &Picture, shown: Shown) -> Playback {
        let grid = picture.maze.grid();
        let cells = grid.cells() as usize;
        let (maze, mark) = match shown {
            Shown::Building => (Maze::closed(grid.clone()), Some(CellMark::Closed)),
            Shown::Solving => (picture.maze.clone(), None),
        };
        let &Picture { from, to, ref metadata, .. } = picture;
        let distances = Some(Distances::of_numbers(vec![shade(mark); cells]));
        // Things are placed after the maze is built, and solvers ignore them.
        let metadata = Metadata { items: Vec::new(), locks: Vec::new(), letters: Vec::new(), ..metadata.clone() };
        let now = Picture { maze, from, to, path: None, distances, film: None, metadata };
        let changed = now.maze.cells().map(Change::Mark).collect();
        Playback { shown, now, changed, marks: vec![mark; cells], head: None, path: Vec::new(), taken: 0 }
    }

    /// Returns the picture after the steps so far.
    pub(crate) fn now(&self) -> &Picture {
        &self.now
    }

    /// Takes the changes since the last call, some of them several times. The first call returns all cells.
    pub(crate) fn take_changed(&mut self) -> Vec<Change> {
        std::mem::take(&mut self.changed)
    }

    /// Advances to the state after this many steps of the film of `whole`, which must not be fewer than before.
    pub(crate) fn advance_to(&mut self, whole: &Picture, steps: usize) {
        let film = whole.film.as_ref().map_or(&[][..], |film| &film.steps);
        let (head, known) = (self.head, self.path.len());
        for &step in &film[self.taken..steps] {
            self.take(step);
        }
        self.taken = steps;
        if head != self.head {
            self.changed.extend([head, self.head].into_iter().flatten().map(Change::Mark));
        }
        if let Some(distances) = &mut self.now.distances {
            for &change in &self.changed {
                // If the mark of a cell beside a wall changes, there is another change for it.
                let (Change::Mark(cell) | Change::Lines(cell)) = change else { continue };
                let mark = if self.head == Some(cell) { Some(CellMark::Head) } else { self.marks[cell.index()] };
                distances.set_number(cell, shade(mark));
            }
        }
        if known < self.path.len() {
            // If the maze is open there, the path leads out of its last cell so far.
            let crossed = &self.path[known.saturating_sub(1)..];
            self.changed.extend(crossed.iter().copied().map(Change::Lines));
            self.now.path = Some(Trail::new(&self.now.maze, &self.path));
        }
    }

    /// Advances to the finished picture, without the marks of the search.
    pub(crate) fn end(&mut self, whole: &Picture) {
        self.changed = self.now.maze.cells().map(Change::Lines).collect();
        self.now = Picture {
            maze: whole.maze.clone(),
            path: whole.path.clone(),
            distances: None,
            film: None,
            metadata: whole.metadata.clone(),
            ..self.now
        };
    }

    fn take(&mut self, step: Step) {
        let left = self.head;
        self.head = match step {
            Step::Visit(cell) | Step::Root(cell) | Step::Back(cell) | Step::Erase(cell) => Some(cell),
            Step::Fill(cell) | Step::Path(cell) | Step::Open { cell, .. } => Some(cell),
            Step::Carve { to, .. } | Step::Join { to, .. } | Step::Wall { to, .. } => Some(to),
            Step::Clear => None,
        };
        match self.shown {
            Shown::Building => self.build(step, left),
            Shown::Solving => self.search(step, left),
        }
    }

    /// Takes a step of a generator or of an edit. `left` is the cell of the previous step.
    fn build(&mut self, step: Step, left: Option<Cell>) {
        self.now.maze.replay(step);
        match step {
            Step::Visit(cell) if self.marks[cell.index()] == Some(CellMark::Closed) => {
                self.mark(cell, Some(CellMark::Walked))
            }
            Step::Root(cell) => self.mark(cell, None),
            Step::Erase(cell) => self.mark(cell, Some(CellMark::Closed)),
            // A walk turns back where there is nothing left to carve.
            Step::Back(_) => {
                if let Some(left) = left.filter(|left| self.marks[left.index()].is_none()) {
                    self.mark(left, Some(CellMark::Done));
                }
            }
            Step::Carve { from, to, .. } | Step::Join { from, to, .. } => {
                self.changed.push(Change::Wall(from, to));
                for cell in [from, to] {
                    self.reach(cell);
                }
            }
            Step::Wall { from, to, .. } => self.changed.push(Change::Wall(from, to)),
            Step::Clear => {
                self.marks.fill(None);
                self.changed.extend(self.now.maze.cells().map(Change::Lines));
            }
            Step::Open { cell, .. } => self.changed.push(Change::Lines(cell)),
            Step::Visit(_) | Step::Fill(_) | Step::Path(_) => {}
        }
    }

    /// Takes a step of a solver. `left` is the cell of the previous step.
    fn search(&mut self, step: Step, left: Option<Cell>) {
        match step {
            Step::Visit(cell) => self.mark(cell, Some(CellMark::Seen)),
            Step::Back(cell) => {
                self.mark(cell, Some(CellMark::Done));
                if let Some(left) = left.filter(|&left| self.now.maze.is_dead_end(left)) {
                    self.mark(left, Some(CellMark::Done));
                }
            }
            Step::Erase(cell) => self.mark(cell, Some(CellMark::Done)),
            Step::Fill(cell) => self.mark(cell, Some(CellMark::Closed)),
            Step::Path(cell) => self.path.push(cell),
            _ => {}
        }
    }

    /// Records that the generator has reached a cell.
    fn reach(&mut self, cell: Cell) {
        if self.marks[cell.index()] != Some(CellMark::Done) {
            self.mark(cell, None);
        }
    }

    fn mark(&mut self, cell: Cell, mark: Option<CellMark>) {
        self.marks[cell.index()] = mark;
        self.changed.push(Change::Mark(cell));
    }
}

/// Returns the number of a mark.
fn shade(mark: Option<CellMark>) -> u32 {
    mark.map_or(UNREACHED, |mark| mark as u32)
}
