//! Text pictures of a maze that is built or solved, one after each step.

use dedale::formats::{Format, SquareOf, SquareStyle};
use dedale::grid::{AnyGrid, Cell, Grid as _, Side};
use dedale::maze::Maze;
use dedale::observe::Step;
use dedale::picture::Picture;
use dedale::solve::{Solver, WalkKind};

use crate::problem::{Kind, Problem};

/// A wall and a passage in [`SquareStyle::DEFAULT`].
const WALL: u8 = b'#';
const FREE: u8 = b' ';

/// The progress of a search: its position, and the number of waiting cells.
#[derive(Clone, Copy, Debug)]
pub struct SearchProgress {
    /// True if the solver walks from cell to cell.
    walks: bool,
    has_frontier: bool,
    /// The cell of the walk, or the cell whose neighbors the search visits.
    here: Option<Cell>,
    /// The number of cells that were visited but not yet expanded.
    waiting: u64,
}

/// The details of a step besides its cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepDetails {
    /// The cell from which this one was reached, if it was reached from one.
    pub parent: Option<Cell>,
    /// The number of waiting cells after the step, if the solver has a frontier.
    pub frontier: Option<u64>,
}

impl SearchProgress {
    /// Creates the progress of a search that has not begun.
    pub fn new(solver: Solver) -> SearchProgress {
        let info = solver.info();
        SearchProgress { walks: info.walk == WalkKind::Moves, has_frontier: info.has_frontier, here: None, waiting: 0 }
    }

    /// Advances by one step of the search, and returns its details.
    pub fn follow(&mut self, step: Step) -> StepDetails {
        let mut details = StepDetails::default();
        match step {
            Step::Visit(cell) => {
                details.parent = self.here.filter(|_| self.walks || self.has_frontier);
                self.waiting += 1;
                self.here = if self.walks { Some(cell) } else { self.here };
            }
            Step::Back(cell) => {
                self.waiting = self.waiting.saturating_sub(1);
                self.here = Some(cell);
            }
            _ => return details,
        }
        details.frontier = self.has_frontier.then_some(self.waiting);
        details
    }
}

/// A maze of squares as characters while it is built or solved. Of its cells, `o` waits or is on the way, `.` is
/// finished, `*` is on the path, and `@` is the cell of the last step.
#[derive(Clone, Debug)]
pub struct Frames {
    text: Vec<u8>,
    /// The number of bytes in a line.
    width: usize,
    of: SquareOf,
    /// True if the maze is being built, so that its walls change.
    builds: bool,
    /// True if the solver walks from cell to cell.
    walks: bool,
    /// The position of the walk.
    here: Option<usize>,
    /// The position of the last step, and the character that replaces its `@`.
    last: Option<(usize, u8)>,
}

impl Frames {
    /// Creates the picture before a search. Fails for a maze that is not of squares on one floor.
    pub fn of_search(picture: &Picture, of: SquareOf, solver: Solver) -> Result<Frames, Problem> {
        let walks = solver.info().walk == WalkKind::Moves;
        Ok(Frames { walks, ..Frames::new(picture, of)? })
    }

    /// Creates the picture before a maze is built on this grid: only walls. Fails for a grid that is not of squares on
    /// one floor.
    pub fn of_building(grid: &AnyGrid, of: SquareOf) -> Result<Frames, Problem> {
        let [from, to] = grid.default_ends();
        let mut frames = Frames::new(&Picture::new(Maze::closed(grid.clone()), from, to), of)?;
        frames.text.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = WALL);
        Ok(Frames { builds: true, ..frames })
    }

    fn new(picture: &Picture, of: SquareOf) -> Result<Frames, Problem> {
        let style = SquareStyle { of, ..SquareStyle::DEFAULT };
        let text = picture.to_bytes(Format::Squares(style)).map_err(|_| {
            let detail = "text/plain shows mazes of squares on one floor, without wrap and weave; the steps of this one are available as application/x-ndjson";
            Problem::new(Kind::NOT_ACCEPTABLE, detail)
        })?;
        let width = text.iter().position(|&byte| byte == b'\n').map_or(text.len(), |end| end + 1);
        Ok(Frames { text, width, of, builds: false, walks: false, here: None, last: None })
    }

    /// Shows a step in this maze.
    pub fn show(&mut self, grid: &AnyGrid, step: Step) {
        self.end();
        let (cell, look) = match step {
            Step::Visit(cell) | Step::Root(cell) => (cell, Some(b'o')),
            Step::Back(cell) if self.walks => {
                self.mark(self.here, b'.');
                (cell, Some(b'o'))
            }
            Step::Path(cell) => (cell, Some(b'*')),
            Step::Erase(cell) | Step::Fill(cell) if self.builds => (cell, Some(WALL)),
            Step::Back(cell) | Step::Erase(cell) | Step::Fill(cell) => (cell, Some(b'.')),
            Step::Carve { from, side, to } | Step::Join { from, side, to } => {
                self.mark(self.place(grid, from), b'o');
                self.set_wall(grid, from, side, FREE);
                (to, Some(b'o'))
            }
            Step::Wall { from, side, .. } => {
                self.set_wall(grid, from, side, WALL);
                (from, None)
            }
            Step::Open { cell, side } => {
                self.set_wall(grid, cell, side, FREE);
                (cell, None)
            }
            Step::Clear => return self.clear(grid),
            // A step that this version cannot show yet.
            _ => return,
        };
        let Some(place) = self.place(grid, cell) else { return };
        if matches!(step, Step::Visit(_) | Step::Back(_)) {
            self.here = Some(place);
        }
        if let Some(look) = look {
            self.mark(Some(place), look);
        }
        if let Some(byte) = self.text.get_mut(place) {
            self.last = Some((place, std::mem::replace(byte, b'@')));
        }
    }

    /// Shows the maze without its inner walls.
    fn clear(&mut self, grid: &AnyGrid) {
        for cell in (0..grid.cells()).map(Cell) {
            self.mark(self.place(grid, cell), FREE);
            for side in grid.inner_sides(cell) {
                self.set_wall(grid, cell, side, FREE);
            }
        }
    }

    /// Removes the mark of the last step.
    pub fn end(&mut self) {
        if let Some((place, look)) = self.last.take()
            && let Some(byte) = self.text.get_mut(place)
        {
            *byte = look;
        }
    }

    /// Shows the maze that was built, with its ends.
    pub fn end_with(&mut self, picture: &Picture) {
        if let Ok(Frames { text, .. }) = Frames::new(picture, self.of) {
            (self.text, self.last) = (text, None);
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

    /// The position of a cell in the text.
    fn place(&self, grid: &AnyGrid, cell: Cell) -> Option<usize> {
        let &[row, column] = grid.address(cell).numbers() else { return None };
        let [row, column] = [row, column].map(|number| number as usize);
        Some(match self.of {
            SquareOf::Block => (2 * row + 1) * self.width + 2 * column + 1,
            SquareOf::Cell => row * self.width + column,
        })
    }

    /// Shows a wall or a passage at a side of a cell, and the corners at its ends, which are walls as long as a wall is
    /// beside them.
    fn set_wall(&mut self, grid: &AnyGrid, cell: Cell, side: Side, look: u8) {
        let Some(place) = self.place(grid, cell).filter(|_| self.of == SquareOf::Block) else { return };
        let (wall, along) = match side {
            Side::N => (place - self.width, 1),
            Side::E => (place + 1, self.width),
            Side::S => (place + self.width, 1),
            Side::W => (place - 1, self.width),
            _ => return,
        };
        self.mark(Some(wall), look);
        for corner in [wall - along, wall + along] {
            let beside =
                [corner.checked_sub(self.width), corner.checked_sub(1), Some(corner + 1), Some(corner + self.width)];
            let is_wall = |place: Option<usize>| place.and_then(|place| self.text.get(place)) == Some(&WALL);
            self.mark(Some(corner), if beside.into_iter().any(is_wall) { WALL } else { FREE });
        }
    }
}
