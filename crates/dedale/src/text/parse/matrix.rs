//! A matrix of squares, each a wall or free: what drawings of one character a square, rows of numbers and maps have in common.
//!
//! Every free square is a cell, and neighbors share an open edge. Or else the squares are the corners, walls and cells of a maze with thin
//! walls: then the cells are at odd rows and columns.

use super::Parsed;
use super::assembly::{Assembly, Ends};
use super::draft::Draft;
use super::error::{ParseError, Place};
use super::input::Request;
use crate::grid::{Address, Side};

/// The meaning of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Square {
    Wall,
    Free,
    Start,
    End,
}

/// The squares that were read so far, row by row.
pub(super) struct Matrix {
    columns: usize,
    squares: Vec<Square>,
    /// The squares that are marked as the start, and as the end.
    marked: [Vec<[u32; 2]>; 2],
    /// The places of the first two of each.
    places: [[Option<Place>; 2]; 2],
    /// Whether walls and free squares are told apart by a rule that others turn around.
    pub(super) may_be_turned: bool,
}

/// How many squares may be marked as the end, whatever else is there.
const MANY_ENDS: usize = 8;

/// How many bytes the search through walls takes for each square.
const TURNED_BYTES: u64 = 9;

/// How many bytes are taken for a square that is marked: in the matrix, in the drawing, as an exit, and while lists grow.
const MARKED_BYTES: u64 = 64;

impl Matrix {
    /// Creates an empty matrix, to which so many columns and rows are added, if their maze is within the limits.
    pub(super) fn new([columns, rows]: [usize; 2], request: &Request<'_>) -> Result<Matrix, ParseError> {
        let scale = if request.options.thin { 2 } else { 1 };
        request.check_size([columns / scale, rows / scale])?;
        let (squares, marked, places) = (Vec::new(), Default::default(), Default::default());
        Ok(Matrix { columns, squares, marked, places, may_be_turned: false })
    }

    /// The next square.
    pub(super) fn push(&mut self, square: Square, place: Place) {
        if let Some(end) = [Square::Start, Square::End].iter().position(|&end| end == square) {
            let number = self.squares.len();
            let at = [number / self.columns, number % self.columns].map(|number| number as u32);
            if let Some(free) = self.places[end].get_mut(self.marked[end].len()) {
                *free = Some(place);
            }
            self.marked[end].push(at);
        }
        self.squares.push(square);
    }

    /// How many squares there are.
    pub(super) fn len(&self) -> usize {
        self.squares.len()
    }

    fn rows(&self) -> usize {
        self.squares.len() / self.columns.max(1)
    }

    fn is_wall(&self, row: usize, column: usize) -> bool {
        self.squares[row * self.columns + column] == Square::Wall
    }

    /// Whether the border is all free, and walls lead from the start to the end.
    fn is_turned(&self, request: &Request<'_>) -> Result<bool, ParseError> {
        let (rows, columns) = (self.rows(), self.columns);
        let ([start], [end]) = (&self.marked[0][..], &self.marked[1][..]) else { return Ok(false) };
        let is_row_free = |row: usize| (0..columns).all(|column| !self.is_wall(row, column));
        let is_column_free = |column: usize| (0..rows).all(|row| !self.is_wall(row, column));
        if ![0, rows - 1].into_iter().all(is_row_free) || ![0, columns - 1].into_iter().all(is_column_free) {
            return Ok(false);
        }
        let [start, end] = [start, end].map(|&[row, column]| row as usize * columns + column as usize);
        request.ask(TURNED_BYTES * self.squares.len() as u64)?;
        let mut is_new: Vec<bool> = self.squares.iter().map(|&square| square == Square::Wall).collect();
        is_new[end] = true;
        let mut left = vec![start];
        while let Some(number) = left.pop() {
            let column = number % columns;
            let across = [
                number.checked_sub(columns),
                (column > 0).then(|| number - 1),
                (column + 1 < columns).then(|| number + 1),
                Some(number + columns).filter(|&below| below < is_new.len()),
            ];
            left.extend(across.into_iter().flatten().filter(|&number| std::mem::take(&mut is_new[number])));
        }
        Ok(!is_new[end])
    }

    /// How many squares are free and not marked.
    fn free(&self) -> usize {
        self.squares.iter().filter(|&&square| square == Square::Free).count()
    }

    /// The squares that are marked, as the start or as the end.
    pub(super) fn marks(&self) -> impl Iterator<Item = [u32; 2]> {
        self.marked.iter().flatten().copied()
    }

    /// The maze of these squares.
    pub(super) fn read(self, request: &Request<'_>) -> Result<Parsed, ParseError> {
        let ends = if self.marks().next().is_none() { self.openings() } else { Ends::default() };
        self.read_between(ends, request)
    }

    /// The same, with these ends if no square is marked.
    pub(super) fn read_between(self, ends: Ends, request: &Request<'_>) -> Result<Parsed, ParseError> {
        let (columns, rows) = (self.columns, self.rows());
        request.ask(MARKED_BYTES * self.marks().count() as u64)?;
        if self.squares.iter().all(|&square| square == Square::Wall) {
            return Err(ParseError::inconsistent(None, "no square is free: all of them are walls"));
        }
        if self.may_be_turned && self.is_turned(request)? {
            let detail = "0 or 1 may be the walls: the border is all 0, and both lead from the start to the end. walls=0 and free=1, or else free=0, say which";
            return Err(ParseError::inconsistent(self.places[0][0], detail));
        }
        if request.options.thin {
            return self.read_thin(request);
        }
        let mut draft = Draft::default();
        for row in 0..rows {
            for column in 0..columns {
                if self.is_wall(row, column) {
                    draft.no_cell();
                    continue;
                }
                let around = [
                    (Side::N, row > 0 && !self.is_wall(row - 1, column)),
                    (Side::E, column + 1 < columns && !self.is_wall(row, column + 1)),
                    (Side::S, row + 1 < rows && !self.is_wall(row + 1, column)),
                    (Side::W, column > 0 && !self.is_wall(row, column - 1)),
                ];
                let open = around.iter().filter(|(_, is_open)| *is_open).map(|&(side, _)| side);
                draft.cell(open.collect());
            }
        }
        let ends = if self.marks().next().is_none() { ends } else { self.ends(|at| at) };
        drop(self);
        let parsed = Assembly::new(ends, request).rectangle([columns, rows], draft)?;
        Ok(Parsed { is_of_squares: true, ..parsed })
    }

    /// The maze whose corners, walls and cells these squares are.
    fn read_thin(self, request: &Request<'_>) -> Result<Parsed, ParseError> {
        let (columns, rows) = (self.columns, self.rows());
        if columns.min(rows) < 3 || columns.is_multiple_of(2) || rows.is_multiple_of(2) {
            let detail = format!(
                "with thin=true, h rows of w cells are 2 × h + 1 lines of 2 × w + 1 squares, and here are {rows} lines of {columns}"
            );
            return Err(ParseError::inconsistent(None, detail));
        }
        let square = |row: usize, column: usize| Place::Address([row as u32, column as u32].into());
        if let Some([row, column]) = self.marks().find(|at| at.iter().any(|number| number % 2 == 0)) {
            let detail = "with thin=true, an end is in a cell: at an odd row and an odd column, counted from 0";
            return Err(ParseError::inconsistent(square(row as usize, column as usize), detail));
        }
        let mut draft = Draft::default();
        draft.set_columns(columns / 2);
        let mut bare = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let is_wall = self.is_wall(row, column);
                match (row % 2, column % 2) {
                    (0, 0) if !is_wall => bare.push(column / 2),
                    (0, 1) => draft.lying(!is_wall),
                    (1, 0) => draft.standing(column / 2, !is_wall),
                    (1, 1) if is_wall => {
                        let detail = "with thin=true, a square at an odd row and an odd column is a cell, and this one is a wall";
                        return Err(ParseError::inconsistent(square(row, column), detail));
                    }
                    _ => {}
                }
            }
            if row + 1 == rows {
                draft.end_lattice();
            }
            // Below a line of corners, the walls that end there are known.
            if row % 2 == 1 || row + 1 == rows {
                let line = row / 2;
                if let Some(&column) = bare.iter().find(|&&column| !draft.is_bare(line, column)) {
                    let detail = "with thin=true, a square at an even row and an even column is a corner, and a wall ends at this free one";
                    return Err(ParseError::inconsistent(square(2 * line, 2 * column), detail));
                }
                bare.clear();
            }
        }
        let ends = self.ends(|at| at.map(|number| number / 2));
        Assembly::new(ends, request).rectangle([columns / 2, rows / 2], draft)
    }

    /// The ends that are marked, and what is wrong with them.
    fn ends(&self, address: impl Fn([u32; 2]) -> [u32; 2]) -> Ends {
        let [starts, ends] = &self.marked;
        let address = |at: &[u32; 2]| Address::from(address(*at));
        let one = |marks: &[[u32; 2]]| if let [mark] = marks { Some(address(mark)) } else { None };
        let from = match (&starts[..], &ends[..]) {
            ([], [_, ..]) => {
                Some((self.places[1][0], "this is marked as the end, and no square as the start".to_owned()))
            }
            ([_, _, ..], _) => {
                let detail = format!("a second square is marked as the start, and {} are", starts.len());
                Some((self.places[0][1], detail))
            }
            _ => None,
        };
        let to = match (&starts[..], &ends[..]) {
            ([_, ..], []) => {
                Some((self.places[0][0], "this is marked as the start, and no square as the end".to_owned()))
            }
            (_, [_, ..]) if ends.len() > MANY_ENDS && ends.len() > self.free() => {
                let detail = format!(
                    "{} squares are marked as the end, and {} are only free: walls or free may say what the mark is",
                    ends.len(),
                    self.free()
                );
                Some((self.places[1][0], detail))
            }
            _ => None,
        };
        let why = |why: Option<(Option<Place>, String)>| {
            why.map(|(place, detail)| Box::new(ParseError::inconsistent(place, detail)))
        };
        let goals = if ends.len() > 1 && to.is_none() { ends.iter().map(address).collect() } else { Vec::new() };
        Ends { given: [one(starts), one(ends)], goals, unclear: [why(from), why(to)], ..Ends::default() }
    }

    /// The middles of the two openings in the border, where there are two.
    fn openings(&self) -> Ends {
        let runs = self.runs_of_border();
        let [border, open] = [2 * (self.rows() + self.columns), runs.iter().map(Vec::len).sum()];
        // A border that is mostly free may be one of walls.
        let is_open = 2 * open > border && self.rows().min(self.columns) > 2;
        if let [first, second] = &runs[..]
            && !is_open
        {
            let mut given = [first, second].map(|run| Address::from(run[(run.len() - 1) / 2]));
            given.sort_unstable();
            return Ends { given: given.map(Some), are_openings: true, ..Ends::default() };
        }
        let mut detail = format!(
            "no square is marked as the start or the end, and the border has {} openings, where two would be the ends: give from and to, each as \
             row,column",
            runs.len()
        );
        if is_open {
            detail += ". Most of the border is free; if it is one of walls, say what they are with walls and free";
        }
        let unclear = [(); 2].map(|()| Some(Box::new(ParseError::inconsistent(None, detail.clone()))));
        Ends { unclear, ..Ends::default() }
    }

    /// The squares of the border that are free, in runs of neighbors, clockwise.
    fn runs_of_border(&self) -> Vec<Vec<[u32; 2]>> {
        let (rows, columns) = (self.rows(), self.columns);
        let is_line = rows == 1 || columns == 1;
        let top = (0..columns).map(|column| (0, column));
        let east = (1..rows).map(|row| (row, columns - 1));
        let bottom = (0..columns.saturating_sub(1)).rev().map(|column| (rows - 1, column)).filter(|_| !is_line);
        let west = (1..rows.saturating_sub(1)).rev().map(|row| (row, 0)).filter(|_| !is_line);
        let mut runs: Vec<Vec<[u32; 2]>> = Vec::new();
        let (mut is_open, mut starts_open) = (false, false);
        for (number, (row, column)) in top.chain(east).chain(bottom).chain(west).enumerate() {
            let is_free = !self.is_wall(row, column);
            starts_open |= is_free && number == 0;
            if is_free && !is_open {
                runs.push(Vec::new());
            }
            if let Some(run) = runs.last_mut().filter(|_| is_free) {
                run.push([row as u32, column as u32]);
            }
            is_open = is_free;
        }
        // The border is a ring.
        if starts_open && is_open && !is_line && runs.len() > 1 {
            let mut last = runs.pop().unwrap_or_default();
            if let Some(first) = runs.first_mut() {
                last.append(first);
                *first = last;
            }
        }
        runs
    }
}
