//! How far squares are from one of them, where moves across corners are √2 long.
//!
//! Squares wait in lists by the whole part of their lengths. No move is shorter than 1, so that no square of a list makes another of the same list
//! nearer, in whatever order they are taken: E. V. Denardo and B. L. Fox, "Shortest-route methods: 1. Reaching, pruning, and buckets", *Operations
//! Research* 27 (1979).

use super::diagonals::Length;

/// Which squares of a rectangle are free. They are added row by row.
///
/// Around them are walls: a row above and one below, and a square at the end of each row. So the neighbors of each square have indices too, at
/// constant distances.
#[derive(Clone, Debug)]
pub(crate) struct FreeSquares {
    /// From a square to the one below.
    stride: u32,
    free: Vec<bool>,
}

impl FreeSquares {
    /// Those of a rectangle to which no row was added yet; `None` if its squares cannot be numbered.
    pub(crate) fn new([columns, rows]: [u64; 2]) -> Option<FreeSquares> {
        let stride = columns.checked_add(1)?;
        u32::try_from(stride.checked_mul(rows.checked_add(2)?)?).ok()?;
        Some(FreeSquares { stride: stride as u32, free: vec![false; stride as usize] })
    }

    /// The next square of a row.
    pub(crate) fn push(&mut self, is_free: bool) {
        self.free.push(is_free);
    }

    /// A row ends.
    pub(crate) fn end_row(&mut self) {
        self.free.push(false);
    }

    /// The last row ended. Returns the squares that have a free one at a side, by their indices.
    pub(crate) fn end(&mut self) -> Vec<u32> {
        self.free.resize(self.free.len() + self.stride as usize, false);
        (0..self.free.len() as u32).filter(|&at| self.free[at as usize] && self.open(at).contains(&true)).collect()
    }

    /// The row and the column of a square.
    pub(crate) fn place(&self, index: u32) -> [u32; 2] {
        [index / self.stride - 1, index % self.stride]
    }

    /// The squares in the north, east, south and west.
    #[inline]
    fn beside(&self, at: u32) -> [u32; 4] {
        [at - self.stride, at + 1, at + self.stride, at - 1]
    }

    /// Which of them are free.
    #[inline]
    fn open(&self, at: u32) -> [bool; 4] {
        self.beside(at).map(|index| self.free[index as usize])
    }
}

/// The lengths of shortest ways from one square to all others.
#[derive(Clone, Debug)]
pub(crate) struct Lengths {
    /// Of the shortest way that is known, by the indices of the squares.
    each: Vec<Length>,
    /// The squares that wait: those whose length has this whole part, one more, and two more.
    waiting: [Vec<u32>; 3],
    whole: u32,
}

const STRAIGHT: Length = Length { straight: 1, diagonal: 0 };
const DIAGONAL: Length = Length { straight: 0, diagonal: 1 };

/// Longer than every way.
const UNSEEN: Length = Length { straight: u32::MAX, diagonal: 0 };

impl Lengths {
    /// The beginning of a search from a free square. `last` is a search of the same squares that is not needed any more, whose memory is used again.
    pub(crate) fn begin(squares: &FreeSquares, from: u32, last: Option<Lengths>) -> Lengths {
        let mut lengths = last.unwrap_or(Lengths { each: Vec::new(), waiting: Default::default(), whole: 0 });
        lengths.each.clear();
        lengths.each.resize(squares.free.len(), UNSEEN);
        lengths.each[from as usize] = Length::default();
        lengths.waiting[0].push(from);
        lengths.whole = 0;
        lengths
    }

    /// Looks on from at most so many squares, and returns whether all are found.
    pub(crate) fn go_on(&mut self, squares: &FreeSquares, count: u32) -> bool {
        for _ in 0..count {
            let Some(at) = self.waiting[0].pop() else {
                if self.waiting.iter().all(Vec::is_empty) {
                    return true;
                }
                self.waiting.rotate_left(1);
                self.whole += 1;
                continue;
            };
            let length = self.each[at as usize];
            // Otherwise it was reached by a shorter way, and taken then.
            if length.total() as u32 >= self.whole {
                self.look_on(squares, at, length);
            }
        }
        false
    }

    #[inline]
    fn look_on(&mut self, squares: &FreeSquares, at: u32, length: Length) {
        let ([north, east, south, west], open) = (squares.beside(at), squares.open(at));
        for (next, _) in [north, east, south, west].into_iter().zip(open).filter(|(_, is_open)| *is_open) {
            self.reach(next, length.then(STRAIGHT));
        }
        let [is_north, is_east, is_south, is_west] = open;
        let corners = [
            (is_north && is_east, north + 1),
            (is_south && is_east, south + 1),
            (is_south && is_west, south - 1),
            (is_north && is_west, north.wrapping_sub(1)),
        ];
        for (is_open, corner) in corners {
            if is_open && squares.free[corner as usize] {
                self.reach(corner, length.then(DIAGONAL));
            }
        }
    }

    #[inline]
    fn reach(&mut self, square: u32, length: Length) {
        let known = &mut self.each[square as usize];
        let total = length.total();
        if total < known.total() {
            *known = length;
            // A move adds one or two to the whole part.
            let ahead = (total as u32).saturating_sub(self.whole).min(2);
            self.waiting[ahead as usize].push(square);
        }
    }

    /// The length of a shortest way to a square; `None` where there is none.
    pub(crate) fn to(&self, square: u32) -> Option<f64> {
        Some(self.each[square as usize]).filter(|length| *length != UNSEEN).map(Length::total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid as _;
    use crate::rng::{Rng, Stream};
    use crate::solve::Solver;
    use crate::text::parse::{self, ReadOptions};

    #[test]
    fn lengths_are_those_that_dijkstra_finds() {
        let mut rng = Rng::new(7, Stream::Generate);
        for walls in [0, 1, 3, 5] {
            let (columns, rows) = (1 + rng.below(30) as usize, 1 + rng.below(30) as usize);
            let mut row = || (0..columns).map(|_| if rng.below(10) < walls { '#' } else { '.' }).collect::<String>();
            let mut text: String = (0..rows).map(|_| row() + "\n").collect();
            text.replace_range(..1, ".");
            let mut squares = FreeSquares::new([columns as u64, rows as u64]).expect("a few squares");
            for char in text.chars() {
                if char == '\n' { squares.end_row() } else { squares.push(char == '.') }
            }
            let ends = squares.end();
            let options = ReadOptions { form: parse::Form::named("squares"), ..ReadOptions::default() };
            let parsed = parse::read(text.as_bytes(), &options).expect("squares");
            let maze = parsed.maze.with_diagonals().expect("squares");
            let cell = |index: u32| maze.grid().find(squares.place(index)).expect("a free square");
            let mut lengths = None;
            for &from in ends.iter().step_by(7) {
                let mut found = Lengths::begin(&squares, from, lengths.take());
                while !found.go_on(&squares, 5) {}
                for &to in &ends {
                    let solution = Solver::Dijkstra.solve(&maze, cell(from), cell(to));
                    assert_eq!(found.to(to), solution.path().map(|path| maze.length_of(path)), "{text}");
                }
                lengths = Some(found);
            }
        }
    }
}
