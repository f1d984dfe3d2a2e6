//! A maze in memory, with everything that can be drawn with it.

use super::{Exit, Film, Item, ItemPlace, Letter, LetterPlace, Lock, LockPlace, Metadata, Trail};
use crate::grid::{AnyGrid, Cell, Grid, Side};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::solve::{Distances, Solver};

/// A maze, its two ends, and everything that is drawn with them.
///
/// ```
/// use dedale::{grid::{Side, Square}, maze::Maze, formats::Format, picture::{Picture, Trail}};
/// let grid = Square::new(2, 2)?;
/// let mut maze = Maze::closed(grid);
/// maze.link(grid.at(0, 0), Side::E);
/// maze.link(grid.at(0, 1), Side::S);
/// maze.link(grid.at(1, 1), Side::W);
/// let path = Trail::new(&maze, &[grid.at(0, 0), grid.at(0, 1), grid.at(1, 1)]);
/// let picture = Picture { path: Some(path), ..Picture::new(maze, grid.at(0, 0), grid.at(1, 1)) };
/// let expected = "\
/// ┌───────┐
/// │ ○━━━┓ │
/// ├───╴ ┃ │
/// │     ● │
/// └───────┘
/// ";
/// assert_eq!(picture.to_bytes(Format::Unicode).expect("squares as text"), expected.as_bytes());
/// # Ok::<(), dedale::grid::TooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture {
    /// The maze.
    pub maze: Maze<AnyGrid>,
    /// The entrance.
    pub from: Cell,
    /// The exit.
    pub to: Cell,
    /// The path in drawings, which usually leads from `from` to `to`. JSON does not have it.
    pub path: Option<Trail>,
    /// The distances, or the weights [in their place](Picture::shade), in the colors of [`Format::Ansi`](crate::Format::Ansi) and of a [heat
    /// map](super::Style::heat). Without them, all cells have the same color.
    pub distances: Option<Distances>,
    /// The steps of an [animation](crate::Format::Gif). Without them, it is a single picture.
    pub film: Option<Film>,
    /// How the maze was made, and its ends: the first members of its JSON.
    pub metadata: Metadata,
}

impl Picture {
    /// Creates the picture of a maze and its ends, without a path. Its metadata does not say how it was made.
    pub fn new(maze: impl Into<Maze<AnyGrid>>, from: Cell, to: Cell) -> Picture {
        let maze = maze.into();
        let metadata = Metadata::of(maze.grid(), from, to);
        Picture { maze, from, to, path: None, distances: None, film: None, metadata }
    }

    /// Solves the maze, sets the path in drawings, and returns the number of its moves. If the solver finds no path, there is none, and the
    /// result is `None`. [`Solver::solve_observed`] returns a [`Solution`](crate::Solution) with everything else that a solver finds.
    ///
    /// ```
    /// use dedale::{Maze, Solver};
    /// let mut picture = Maze::builder().size(9, 9).seed(7).make()?;
    /// let moves = picture.solve(Solver::Bfs, &mut ())?;
    /// assert!(moves.is_some() && picture.path.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The [`Stop`](Observer::Stop) of the observer when it stops the search.
    pub fn solve<O: Observer>(&mut self, solver: Solver, observer: &mut O) -> Result<Option<u32>, O::Stop> {
        let solution = solver.solve_observed(&self.maze, self.from, self.to, observer)?;
        self.path = solution.path().map(|path| Trail::new(&self.maze, path));
        Ok(solution.length())
    }

    /// Lists the openings of the outer wall as exits in the metadata.
    pub fn list_openings(&mut self) {
        self.metadata.exits =
            self.maze.openings().map(|(cell, side)| Exit::new(self.maze.grid(), cell, Some(side))).collect();
    }

    /// Lists these cells as exits in the metadata: the exits are the cells themselves.
    pub fn list_goals(&mut self, goals: impl IntoIterator<Item = Cell>) {
        self.metadata.exits = goals.into_iter().map(|cell| Exit::new(self.maze.grid(), cell, None)).collect();
    }

    /// Lists things and doors in the metadata.
    pub fn list_things(&mut self, items: Vec<Item>, locks: Vec<Lock>) {
        let grid = self.maze.grid();
        self.metadata.items = items.into_iter().map(|item| ItemPlace::new(grid, item)).collect();
        self.metadata.locks = (0..).zip(locks).map(|(number, lock)| LockPlace::new(grid, number, lock)).collect();
    }

    /// Lists letters and their answer in the metadata.
    pub fn list_letters(&mut self, letters: Vec<Letter>, answer: String) {
        let grid = self.maze.grid();
        self.metadata.letters = letters.into_iter().map(|letter| LetterPlace::new(grid, letter)).collect();
        self.metadata.answer = Some(answer);
    }

    /// Returns the row and the column of the cells in which the path begins, turns and ends; empty if there is no path, or if it is a single
    /// cell. The path is followed from the entrance, and straight on where it crosses itself.
    pub(crate) fn turns(&self) -> Vec<[u64; 2]> {
        let (Some(path), grid, None) = (&self.path, self.maze.grid(), self.metadata.window) else { return Vec::new() };
        let mut turns = Vec::new();
        let mut here = self.from;
        // The side through which the last cell was left, and the same side of this one.
        let (mut last, mut back): (Option<Side>, Option<Side>) = (None, None);
        for _ in 0..grid.cells() {
            let inner = |side: &Side| grid.inner_sides(here).contains(*side) && Some(*side) != back;
            let sides = || path.sides(here).into_iter().filter(inner);
            let next = sides().find(|&side| Some(side) == last).or_else(|| sides().next()).filter(|_| here != self.to);
            if last.is_none() || next != last {
                turns.push(self.place(here));
            }
            let Some(side) = next else { break };
            (last, back) = (Some(side), Some(grid.opposite(here, side)));
            here = grid.across(here, side);
        }
        if turns.len() > 1 { turns } else { Vec::new() }
    }

    /// Returns the row and the column of a square.
    pub(crate) fn place(&self, cell: Cell) -> [u64; 2] {
        match *self.maze.grid().address(cell).numbers() {
            [.., row, column] => [row.into(), column.into()],
            _ => [0; 2],
        }
    }
}
