//! Pictures of characters of a search, one after each step.

use dedale::format::Format;
use dedale::grid::{AnyGrid, Cell, Grid as _};
use dedale::observe::Step;
use dedale::picture::Picture;
use dedale::solve::{Solver, WalkKind};
use dedale::text::{SquareOf, SquareStyle};

use crate::problem::{Kind, Problem};

/// A search so far: where it is, and how many cells wait.
#[derive(Clone, Copy, Debug)]
pub struct SearchProgress {
    /// Whether the solver walks from cell to cell.
    walks: bool,
    has_frontier: bool,
    /// The cell where the walk is, or from which the search looks on.
    here: Option<Cell>,
    /// How many cells were seen and not yet taken up.
    waiting: u64,
}

/// The rest of a step beside its cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepDetails {
    /// The cell from which this one was reached, if it was reached from one.
    pub parent: Option<Cell>,
    /// How many cells wait after the step, if any wait for this solver.
    pub frontier: Option<u64>,
}

impl SearchProgress {
    /// A search that has not begun.
    pub fn new(solver: Solver) -> SearchProgress {
        let info = solver.info();
        SearchProgress { walks: info.walk == WalkKind::Moves, has_frontier: info.has_frontier, here: None, waiting: 0 }
    }

    /// Follows the search by one step.
    pub fn follow(&mut self, step: Step) -> StepDetails {
        let mut told = StepDetails::default();
        match step {
            Step::Visit(cell) => {
                told.parent = self.here.filter(|_| self.walks || self.has_frontier);
                self.waiting += 1;
                self.here = if self.walks { Some(cell) } else { self.here };
            }
            Step::Back(cell) => {
                self.waiting = self.waiting.saturating_sub(1);
                self.here = Some(cell);
            }
            _ => return told,
        }
        told.frontier = self.has_frontier.then_some(self.waiting);
        told
    }
}

/// A maze of squares as characters, with what a search knows of its cells: `o` waits or is on the way, `.` is done with, `*` is on the path, and `@`
/// is where the last step was.
#[derive(Clone, Debug)]
pub struct Frames {
    text: Vec<u8>,
    /// How many bytes a line has.
    width: usize,
    of: SquareOf,
    walks: bool,
    /// Where the walk is.
    here: Option<usize>,
    /// The last step, and what is shown there when it is over.
    last: Option<(usize, u8)>,
}

impl Frames {
    /// The picture before the search. Fails for a maze that is none of squares on one floor.
    pub fn new(picture: &Picture, of: SquareOf, solver: Solver) -> Result<Frames, Problem> {
        let style = SquareStyle { of, ..SquareStyle::DEFAULT };
        let text = picture.to_bytes(Format::Squares(style)).ok_or_else(|| {
            let detail = "text/plain shows mazes of squares on one floor, without wrap and weave; the steps of this one are available as application/x-ndjson";
            Problem::new(Kind::NOT_ACCEPTABLE, detail)
        })?;
        let width = text.iter().position(|&byte| byte == b'\n').map_or(text.len(), |end| end + 1);
        let walks = solver.info().walk == WalkKind::Moves;
        Ok(Frames { text, width, of, walks, here: None, last: None })
    }

    /// Shows a step in this maze.
    pub fn show(&mut self, grid: &AnyGrid, step: Step) {
        let (Step::Visit(cell) | Step::Back(cell) | Step::Erase(cell) | Step::Fill(cell) | Step::Path(cell)) = step
        else {
            return;
        };
        let Some(place) = self.place(grid, cell) else { return };
        self.end();
        let look = match step {
            Step::Visit(_) => b'o',
            Step::Back(_) if self.walks => {
                self.mark(self.here, b'.');
                b'o'
            }
            Step::Path(_) => b'*',
            _ => b'.',
        };
        if matches!(step, Step::Visit(_) | Step::Back(_)) {
            self.here = Some(place);
        }
        self.mark(Some(place), look);
        if let Some(byte) = self.text.get_mut(place) {
            self.last = Some((place, std::mem::replace(byte, b'@')));
        }
    }

    /// The last step is over.
    pub fn end(&mut self) {
        if let Some((place, look)) = self.last.take()
            && let Some(byte) = self.text.get_mut(place)
        {
            *byte = look;
        }
    }

    /// The picture.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Shows a character, but not over the ends.
    fn mark(&mut self, place: Option<usize>, look: u8) {
        if let Some(byte) = place.and_then(|place| self.text.get_mut(place))
            && !matches!(byte, b'S' | b'E')
        {
            *byte = look;
        }
    }

    /// Where a cell is in the text.
    fn place(&self, grid: &AnyGrid, cell: Cell) -> Option<usize> {
        let &[row, column] = grid.address(cell).numbers() else { return None };
        let [row, column] = [row, column].map(|number| number as usize);
        Some(match self.of {
            SquareOf::Block => (2 * row + 1) * self.width + 2 * column + 1,
            SquareOf::Cell => row * self.width + column,
        })
    }
}
