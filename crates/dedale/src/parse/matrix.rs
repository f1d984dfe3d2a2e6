//! A matrix of squares, each a wall or free: what drawings of one character a square, rows of numbers and maps have in common.
//!
//! Every free square is a cell, and neighbors share an open edge. Or else the squares are the corners, walls and cells of a maze with thin
//! walls: then the cells are at odd rows and columns.

use super::Parsed;
use super::assembly::{Cells, GivenEnds, Lattice, Marked, border, rectangle, runs};
use super::error::{InputPlace, ParseError};
use super::input::ReadContext;
use super::legend::{KnownSquares, Meanings, Sign, SquareKind, Unknown};
use super::sided_cells::{SidedCells, likely_bits};
use crate::grid::Address;

/// The squares that were read so far, row by row.
pub(crate) struct Matrix {
    pub(crate) meanings: Meanings,
    columns: usize,
    squares: Vec<SquareKind>,
    /// Those that are marked as the start, and as the end.
    marked: [Marked; 2],
    /// The first sign of the end, and the first one of another convention with its place. Two that are given go together.
    end_signs: (Option<Sign>, Option<(Sign, InputPlace)>),
    unknown: Unknown,
    /// The sign of the last wall.
    wall: Option<Sign>,
    /// True if 0 may be a wall as well, and 1 free: for numbers without a given meaning.
    may_be_turned: bool,
    /// The numbers themselves, if they are sums of the bits of sides. Then there are no squares.
    sums: Option<Vec<u8>>,
}

/// How many squares may be marked as the end, whatever else is there.
const MANY_ENDS: usize = 8;

/// How many bytes the search through walls takes for each square.
const TURNED_BYTES: u64 = 9;

/// How many bytes are taken for a number that is the sum of the bits of sides: as a number, as a cell, and in the maze.
const SUM_BYTES: u64 = 3;

/// How many bytes are taken for a square that is marked: in the matrix, in the drawing, as an exit, and while lists grow.
const MARKED_BYTES: u64 = 64;

impl Matrix {
    /// Creates an empty matrix for this many columns and rows, if their maze is within the limits.
    pub(crate) fn new(
        [columns, rows]: [usize; 2],
        meanings: Meanings,
        context: &ReadContext<'_>,
    ) -> Result<Matrix, ParseError> {
        let scale = if context.options.thin { 2 } else { 1 };
        context.check_size([columns / scale, rows / scale])?;
        let (squares, marked, end_signs) = (Vec::new(), Default::default(), Default::default());
        let (unknown, wall) = (Unknown::default(), None);
        let (may_be_turned, sums) = (false, None);
        Ok(Matrix { meanings, columns, squares, marked, end_signs, unknown, wall, may_be_turned, sums })
    }

    /// Returns a matrix of numbers, or of digits.
    pub(crate) fn of_numbers(
        size: [usize; 2],
        are_digits: bool,
        context: &ReadContext<'_>,
    ) -> Result<Matrix, ParseError> {
        Matrix::of(size, Meanings::of_numbers(&context.options.legend, are_digits, |_| false)?, context)
    }

    /// Returns a matrix of numbers among which letters may stand that are in quotes in this text.
    pub(crate) fn of_numbers_in(text: &str, size: [usize; 2], context: &ReadContext<'_>) -> Result<Matrix, ParseError> {
        let has_letter = |letter: &str| text.contains(&format!("\"{letter}\""));
        Matrix::of(size, Meanings::of_numbers(&context.options.legend, false, has_letter)?, context)
    }

    fn of(size: [usize; 2], meanings: Meanings, context: &ReadContext<'_>) -> Result<Matrix, ParseError> {
        let may_be_turned = meanings.is_empty();
        let sums = context.are_sides.then(Vec::new);
        Ok(Matrix { may_be_turned, sums, ..Matrix::new(size, meanings, context)? })
    }

    /// Adds the next square.
    #[inline]
    pub(crate) fn push(&mut self, square: SquareKind, place: impl Fn() -> InputPlace) {
        if !matches!(square, SquareKind::Wall | SquareKind::Free) {
            let number = self.squares.len();
            let at = [number / self.columns, number % self.columns].map(|number| number as u32);
            for (marked, other) in self.marked.iter_mut().zip([SquareKind::End, SquareKind::Start]) {
                if square != other {
                    // To find the place may take long, and few are kept.
                    marked.add(at, &place);
                }
            }
        }
        self.squares.push(square);
    }

    /// Adds the next square, by its sign.
    #[inline]
    pub(crate) fn push_sign(&mut self, sign: Sign, place: impl Fn() -> InputPlace) {
        match self.meanings.square(sign) {
            Some(SquareKind::End) => {
                match self.end_signs {
                    (None, _) => self.end_signs.0 = Some(sign),
                    (Some(first), None) if self.are_two_conventions(first, sign) => {
                        self.end_signs.1 = Some((sign, place()));
                    }
                    _ => {}
                }
                self.push(SquareKind::End, place);
            }
            Some(square) => {
                if square == SquareKind::Wall {
                    self.wall = Some(sign);
                }
                self.push(square, place);
            }
            None => {
                let (number, columns) = (self.squares.len(), self.columns.max(1));
                let is_at_border = number < columns || matches!(number % columns, 0) || number % columns == columns - 1;
                self.unknown.add(sign, is_at_border, place);
                self.squares.push(SquareKind::Wall);
            }
        }
    }

    /// Returns true if two signs of the end are of different conventions: they are not the same letter, and not both given.
    fn are_two_conventions(&self, one: Sign, other: Sign) -> bool {
        let are_given = [one, other].iter().all(|&sign| self.meanings.given(sign).is_some());
        !are_given && !is_same_letter(one, other)
    }

    /// Adds the next square, by its number as it is written.
    pub(crate) fn push_number(&mut self, word: &str, place: impl Fn() -> InputPlace) -> Result<(), ParseError> {
        let number = truth_of(word).map(i64::from).or_else(|| word.parse().ok()).or_else(|| whole(word.parse().ok()?));
        let wrong = || {
            let shown: String = word.chars().take(20).collect();
            ParseError::malformed(place(), format!("{shown:?} is no whole number"))
        };
        self.push_whole(number.ok_or_else(wrong)?, &place)
    }

    /// Adds the next square, by its number.
    #[inline]
    pub(crate) fn push_whole(&mut self, number: i64, place: impl Fn() -> InputPlace) -> Result<(), ParseError> {
        let Some(sums) = &mut self.sums else {
            self.push_sign(Sign::Number(number), place);
            return Ok(());
        };
        let wrong = || {
            ParseError::malformed(place(), format!("{number} is no sum of the bits of four sides: it must be 0 to 15"))
        };
        sums.push(u8::try_from(number).ok().filter(|sum| *sum < 16).ok_or_else(wrong)?);
        Ok(())
    }

    /// How many squares there are.
    pub(crate) fn len(&self) -> usize {
        self.sums.as_ref().map_or(self.squares.len(), Vec::len)
    }

    fn size(&self) -> [u32; 2] {
        [self.columns, self.rows()].map(|side| side as u32)
    }

    fn rows(&self) -> usize {
        self.squares.len() / self.columns.max(1)
    }

    fn is_wall(&self, row: usize, column: usize) -> bool {
        self.squares[row * self.columns + column] == SquareKind::Wall
    }

    /// Which squares are walls.
    fn lattice(&self) -> Lattice {
        Lattice::new(self.columns, self.squares.iter().map(|&square| square == SquareKind::Wall).collect())
    }

    /// Returns true if the border is all free, and walls lead from the start to the end.
    fn is_turned(&self, context: &ReadContext<'_>) -> Result<bool, ParseError> {
        let ([start], [end]) = (&self.marked[0].cells[..], &self.marked[1].cells[..]) else { return Ok(false) };
        if border(self.size()).0.any(|[row, column]| self.is_wall(row as usize, column as usize)) {
            return Ok(false);
        }
        self.are_connected([*start, *end], SquareKind::Wall, context)
    }

    /// Returns true if squares of one kind lead from one square to another.
    fn are_connected(
        &self,
        ends: [[u32; 2]; 2],
        kind: SquareKind,
        context: &ReadContext<'_>,
    ) -> Result<bool, ParseError> {
        let columns = self.columns;
        let [start, end] = ends.map(|[row, column]| row as usize * columns + column as usize);
        context.ask(TURNED_BYTES * self.squares.len() as u64)?;
        let mut is_new: Vec<bool> = self.squares.iter().map(|&square| square == kind).collect();
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

    /// Returns the squares that are marked, as the start or as the end.
    pub(crate) fn marks(&self) -> impl Iterator<Item = [u32; 2]> {
        self.marked.iter().flat_map(|marked| &marked.cells).copied()
    }

    /// Returns the maze of cells that these numbers are.
    fn read_sums(sums: &[u8], columns: usize, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
        context.ask(SUM_BYTES * sums.len() as u64)?;
        if context.options.bits.is_none() {
            context.notes.bits.replace(likely_bits(sums, columns));
        }
        let size = [columns, sums.len() / columns.max(1)];
        let mut cells = SidedCells::new(size, context)?;
        for (row, sums) in (0..).zip(sums.chunks(columns.max(1))) {
            cells.start_row()?;
            for (column, &sum) in (0..).zip(sums) {
                cells.push(sum, || InputPlace::Address([row, column].into()))?;
            }
        }
        context.check_faults()?;
        rectangle(size, cells.finish()?, GivenEnds::default(), context)
    }

    /// Returns the maze of these squares.
    pub(crate) fn read(self, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
        if let Some(sums) = &self.sums {
            // A letter may be a square, but is no number.
            if !self.squares.is_empty() {
                let detail =
                    "something is no number, where each must be the sum of the bits of a cell's sides: 0 to 15";
                return Err(ParseError::malformed(None, detail));
            }
            return Matrix::read_sums(sums, self.columns, context);
        }
        self.unknown.check(|| self.known_squares(), context)?;
        self.check_starts()?;
        let mut ends = if self.marks().next().is_none() { self.openings() } else { GivenEnds::default() };
        // Of numbers, 1 may be free as well, as in many textbooks.
        if self.may_be_turned
            && ends.are_openings
            && let [Some(from), Some(to)] = ends.given.map(place_of)
            && !self.are_connected([from, to], SquareKind::Free, context)?
        {
            let detail = "no square is marked as the start or the end, and no way leads between the two openings of 0: give from and to, each as row,column; \
                          or walls=0&free=1, if 1 is free";
            ends = GivenEnds::unclear(detail);
        }
        self.read_between(ends, context)
    }

    /// Returns the squares whose signs are known. Those with other signs are held as walls.
    fn known_squares(&self) -> KnownSquares {
        let count = |kind: SquareKind| self.squares.iter().filter(|&&square| square == kind).count();
        let walls = count(SquareKind::Wall).saturating_sub(self.unknown.count());
        let [starts, ends] = self.marked.each_ref().map(|marked| marked.cells.len());
        KnownSquares { walls, free: count(SquareKind::Free), starts, ends, lone_wall: self.wall.filter(|_| walls == 1) }
    }

    /// Fails if several numbers are 2 and nothing says what that is: many files have walls of several kinds.
    fn check_starts(&self) -> Result<(), ParseError> {
        let count = self.marked[0].cells.len();
        if !self.may_be_turned || count < 2 {
            return Ok(());
        }
        let mut detail =
            format!("2 is the start, and {count} squares have it: walls=2, free=2 or end=2 says what it is here");
        if self.squares.iter().filter(|&&square| square == SquareKind::Wall).count() == 1 {
            detail += ", and start=1 if the only 1 is the start";
        } else if count == 2 {
            detail += "; if both are ends, free=2 with from and to says so";
        }
        Err(ParseError::malformed(self.marked[0].places[1], detail))
    }

    /// Returns the maze of these squares, with these ends if no square is marked.
    pub(crate) fn read_between(self, ends: GivenEnds, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
        let (columns, rows) = (self.columns, self.rows());
        context.ask(MARKED_BYTES * self.marks().count() as u64)?;
        if self.squares.iter().all(|&square| square == SquareKind::Wall) {
            return Err(ParseError::inconsistent(None, "no square is free: all of them are walls"));
        }
        if self.may_be_turned && self.is_turned(context)? {
            let detail = "0 or 1 may be the walls: the border is all 0, and both lead from the start to the end. walls=0&free=1 or free=0 says which";
            return Err(ParseError::inconsistent(self.marked[0].places[0], detail));
        }
        if context.options.thin {
            return self.read_thin(context);
        }
        let (lattice, mut cells) = (self.lattice(), Cells::new());
        for row in 0..rows {
            for column in 0..columns {
                cells.push((!self.is_wall(row, column)).then(|| lattice.around(row, column, false)));
            }
        }
        let ends = if self.marks().next().is_none() { ends } else { self.ends() };
        drop(self);
        Ok(Parsed { is_of_squares: true, ..rectangle([columns, rows], cells, ends, context)? })
    }

    /// Returns the maze whose corners, walls and cells these squares are.
    fn read_thin(mut self, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
        let (columns, rows) = (self.columns, self.rows());
        if columns.min(rows) < 3 || columns.is_multiple_of(2) || rows.is_multiple_of(2) {
            let detail = format!(
                "with thin=true, h rows of w cells are 2 × h + 1 lines of 2 × w + 1 squares, and here are {rows} lines of {columns}"
            );
            return Err(ParseError::inconsistent(None, detail));
        }
        let wrong = |[row, column]: [usize; 2], what: &str| {
            let place = InputPlace::Address([row as u32, column as u32].into());
            Err(ParseError::inconsistent(place, format!("with thin=true, {what}")))
        };
        if let Some([row, column]) = self.marks().find(|at| at.iter().any(|number| number % 2 == 0)) {
            let what = "an end is in a cell: at an odd row and an odd column, counted from 0";
            return wrong([row as usize, column as usize], what);
        }
        let is_cell = |number: &usize| number / columns % 2 == 1 && number % columns % 2 == 1;
        if let Some(number) =
            (0..self.squares.len()).filter(is_cell).find(|&number| self.squares[number] == SquareKind::Wall)
        {
            let what = "a square at an odd row and an odd column is a cell, and this one is a wall";
            return wrong([number / columns, number % columns], what);
        }
        let lattice = self.lattice();
        if let Some(corner) = lattice.bare_corner() {
            let what = "a square at an even row and an even column is a corner, and a wall ends at this free one";
            return wrong(corner.map(|number| 2 * number), what);
        }
        self.marked.iter_mut().flat_map(|marked| &mut marked.cells).for_each(|at| *at = at.map(|number| number / 2));
        rectangle([columns / 2, rows / 2], lattice.cells(), self.ends(), context)
    }

    /// Returns the ends that are marked, and what is wrong with them.
    fn ends(&self) -> GivenEnds {
        let lone = |end: usize| {
            let [this, other] = if end == 0 { ["end", "start"] } else { ["start", "end"] };
            format!("this is marked as the {this}, and no square as the {other}")
        };
        let second = |_, count| format!("a second square is marked as the start, and {count} are");
        let mut ends = GivenEnds::marked(&self.marked, true, lone, second);
        let free = self.squares.iter().filter(|&&square| square == SquareKind::Free).count();
        let count = ends.goals.len();
        if count > MANY_ENDS.max(free) {
            let detail = format!(
                "{count} squares are marked as the end, and {free} are only free: walls or free may say what the mark is"
            );
            ends.unclear[1] = Some(Box::new(ParseError::inconsistent(self.marked[1].places[0], detail)));
            ends.goals.clear();
        }
        if let (Some(Sign::Char(first)), Some((Sign::Char(second), place))) = self.end_signs {
            let detail = format!(
                "'{first}' and '{second}' both mark an end, in different files: end={first}&free={second} or end={second}&free={first} says which does here"
            );
            ends.unclear[1] = Some(Box::new(ParseError::inconsistent(place, detail)));
            (ends.given[1], ends.goals) = (None, Vec::new());
        }
        ends
    }

    /// Returns the middles of the two openings in the border, where there are two.
    fn openings(&self) -> GivenEnds {
        let (ring, is_ring) = border(self.size());
        let runs = runs(ring, is_ring, |[row, column]| !self.is_wall(row as usize, column as usize));
        let [border, open] = [2 * (self.rows() + self.columns), runs.iter().map(Vec::len).sum()];
        // A border that is mostly free may be one of walls.
        let is_open = 2 * open > border && self.rows().min(self.columns) > 2;
        if let [first, second] = &runs[..]
            && !is_open
        {
            return GivenEnds::openings([first, second].map(|run| run[(run.len() - 1) / 2]));
        }
        let mut detail = format!(
            "no square is marked as the start or the end, and the border has {} openings, where two would be the ends: give from and to, each as \
             row,column",
            runs.len()
        );
        if is_open {
            detail += ". Most of the border is free; if it is one of walls, say what they are with walls and free";
        }
        if self.may_be_turned {
            detail += "; or walls=0&free=1, if 1 is free";
        }
        GivenEnds::unclear(&detail)
    }
}

/// Returns the row and the column that an address is.
fn place_of(address: Option<Address>) -> Option<[u32; 2]> {
    <[u32; 2]>::try_from(address?.numbers()).ok()
}

/// Returns true if two signs are a letter, large or small.
fn is_same_letter(one: Sign, other: Sign) -> bool {
    let small = |sign| if let Sign::Char(char) = sign { Sign::Char(char.to_ascii_lowercase()) } else { sign };
    small(one) == small(other)
}

/// Returns true if a word is true or false, in any case.
pub(crate) fn truth_of(word: &str) -> Option<bool> {
    [false, true].into_iter().find(|truth| word.eq_ignore_ascii_case(if *truth { "true" } else { "false" }))
}

/// Returns the whole number that this is.
pub(crate) fn whole(number: f64) -> Option<i64> {
    const MOST: f64 = 9_007_199_254_740_992.0;
    (number.fract() == 0.0 && number.abs() <= MOST).then_some(number as i64)
}
