//! Bands of rows: large mazes, of which a band is made at a time so that its words stay in the cache, and endless ones.

use std::fmt::Debug;
use std::ops::Range;

use super::row_bits::{ByRows, RowBits, Window, write_rows};
use crate::grid::{Cell, Side, Sides, Square};
use crate::maze::Maze;
use crate::observe::{Observer, Step, Stopped};

/// An algorithm that makes any rows of a maze alone, without those above.
pub(crate) trait Bands: Clone + Debug + Send + Sync + 'static {
    /// Some rows, which are then requested in turn.
    type Band: ByRows;

    /// How many cells of a whole maze are best made together: few enough that cancellation is noticed soon.
    const CELLS: u64 = 1 << 21;

    /// The most rows of a band, however narrow the maze.
    const MAX_ROWS: u64 = u32::MAX as u64;

    /// How many columns are made of each row.
    fn columns(&self) -> u64;

    /// Makes these rows. Calls `go_on` where a larger part of the work begins.
    fn band(&self, rows: Range<u64>, go_on: &mut GoOn<'_>) -> Result<Self::Band, Stopped>;
}

/// May stop the work, which it does where the observer does.
pub(crate) type GoOn<'a> = dyn FnMut() -> Result<(), Stopped> + 'a;

/// The minimum number of rows in a band, because the passages into its first row are computed twice.
const LEAST_ROWS: u64 = 64;

/// How many cells of an endless maze are made at a time, and the most rows of them: more would need more memory.
const CELLS_AT_A_TIME: u64 = 1 << 18;
const MAX_ROWS_AT_A_TIME: u64 = 512;

/// Rows that are made a band at a time.
#[derive(Clone, Debug)]
pub(crate) struct InBands<B: Bands> {
    maker: B,
    /// The number of the row after the last one that is asked for.
    end: u64,
    /// The rows that were made last.
    band: Option<(Range<u64>, B::Band)>,
}

impl<B: Bands> InBands<B> {
    /// The rows before `end`, none of which is made yet.
    pub(crate) fn new(maker: B, end: u64) -> InBands<B> {
        InBands { maker, end, band: None }
    }
}

impl<B: Bands> ByRows for InBands<B> {
    fn make(&mut self, row: u64, line: &mut RowBits) {
        if !self.band.as_ref().is_some_and(|(rows, _)| rows.contains(&row)) {
            let height = (CELLS_AT_A_TIME / self.maker.columns()).clamp(LEAST_ROWS, MAX_ROWS_AT_A_TIME);
            let rows = row..self.end.min(row.saturating_add(height));
            // The old ones are dropped first, so that the memory is that of one band.
            self.band = None;
            // Nothing stops it.
            self.band = self.maker.band(rows.clone(), &mut || Ok(())).ok().map(|band| (rows, band));
        }
        if let Some((_, band)) = &mut self.band {
            band.make(row, line);
        }
    }
}

/// Generates the whole maze, a band at a time. Reports at least one step for each row.
pub(crate) fn write_bands<A: Bands, O: Observer>(
    maze: &mut Maze<Square>,
    algorithm: &A,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let rows = (A::CELLS / u64::from(maze.grid().columns())).clamp(LEAST_ROWS, A::MAX_ROWS);
    write_in_bands(rows as u32, maze, algorithm, observer)
}

/// Writes the whole maze in bands of rows.
fn write_in_bands<A: Bands, O: Observer>(
    rows: u32,
    maze: &mut Maze<Square>,
    algorithm: &A,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let (&grid, passages) = maze.grid_and_passages();
    let columns = grid.columns() as usize;
    for first in (0..grid.rows()).step_by(rows as usize) {
        let (start, end) = (first as usize * columns, grid.rows().min(first.saturating_add(rows)) as usize * columns);
        let mut outcome = Ok(());
        // It is never stopped but by the observer.
        let _: Result<(), Stopped> = write_band(algorithm, grid, first, &mut passages[start..end], &mut |cell| {
            outcome = observer.see(Step::Visit(cell));
            if outcome.is_err() { Err(Stopped) } else { Ok(()) }
        });
        if outcome.is_err() {
            // Both cells of a pair agree in an unfinished maze as well, also where the band meets the ones above and below it.
            for row in [first, first.saturating_add(rows)].into_iter().filter(|row| (1..grid.rows()).contains(row)) {
                agree(&mut passages[(row as usize - 1) * columns..][..2 * columns], columns);
            }
        }
        outcome?;
    }
    Ok(())
}

/// Makes the band that begins with the row `first` and writes it to `passages`.
fn write_band<A: Bands>(
    algorithm: &A,
    grid: Square,
    first: u32,
    passages: &mut [Sides],
    go_on: &mut dyn FnMut(Cell) -> Result<(), Stopped>,
) -> Result<(), Stopped> {
    let columns = grid.columns() as usize;
    let end = u64::from(first) + (passages.len() / columns) as u64;
    let mut line = RowBits::new(Window::all(columns as u64));
    // The row above says what it opens to the south.
    let above = first.saturating_sub(1);
    let mut maker = algorithm.band(above.into()..end, &mut || go_on(grid.at(above, 0)))?;
    if above < first {
        line.next(|line| maker.make(above.into(), line));
    }
    write_rows(&mut maker, grid, first, &mut line, passages, go_on)
}

/// Of two neighboring rows, keeps those passages between them that both know of.
fn agree(rows: &mut [Sides], columns: usize) {
    let (above, below) = rows.split_at_mut(columns);
    for (above, below) in above.iter_mut().zip(below).filter(|(a, b)| a.contains(Side::S) != b.contains(Side::N)) {
        *above = above.without(Side::S);
        *below = below.without(Side::N);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::division::Divided;
    use crate::generate::quilt::QuiltLevel;
    use crate::generate::{Algorithm, Passes, Quilt};
    use crate::grid::Grid as _;
    use crate::rng::{Key, Rng, Stream};

    /// Stops after a number of steps.
    struct Patience(usize);

    impl Observer for Patience {
        const FOLLOWS: bool = false;

        type Stop = Stopped;

        fn see(&mut self, _: Step) -> Result<(), Stopped> {
            self.0 = self.0.checked_sub(1).ok_or(Stopped)?;
            Ok(())
        }
    }

    /// Makes the maze in bands of this many rows, until the patience is over.
    fn make(algorithm: &Algorithm, grid: Square, rows: u32, patience: usize) -> (Maze<Square>, Result<(), Stopped>) {
        let (mut maze, key, patience) = (Maze::closed(grid), Key::new(7, Stream::Generate), &mut Patience(patience));
        let (columns, height) = (u64::from(grid.columns()), u64::from(grid.rows()));
        let outcome = match *algorithm {
            Algorithm::Quilt { passes } => {
                let quilt = Quilt::new(columns, height, 7, passes).expect("sides that are allowed");
                write_in_bands(rows, &mut maze, &QuiltLevel::new(quilt, 0, 0..columns), patience)
            }
            _ => {
                let divided = Divided { key, whole: [height, columns], columns: 0..columns, wanted: 0..columns };
                write_in_bands(rows, &mut maze, &divided, patience)
            }
        };
        (maze, outcome)
    }

    const ALGORITHMS: [Algorithm; 2] = [Algorithm::Division, Algorithm::Quilt { passes: Passes::DEFAULT }];

    #[test]
    fn the_maze_is_the_same_in_any_bands() {
        for algorithm in ALGORITHMS {
            for (columns, rows) in [(1, 1), (1, 300), (300, 1), (130, 300), (300, 200)] {
                let grid = Square::new(columns, rows).unwrap();
                let mut whole = Maze::closed(grid);
                let (rng, follow) = (&mut Rng::new(7, Stream::Generate), &mut |_| Ok(()));
                algorithm.carve(&mut whole, rng, follow).unwrap();
                for rows in [1, 5, 64, 100, 1000] {
                    let made = make(&algorithm, grid, rows, usize::MAX);
                    assert_eq!(made, (whole.clone(), Ok(())), "{algorithm:?}, {rows} rows");
                }
            }
        }
    }

    #[test]
    fn in_a_maze_that_was_stopped_both_cells_of_a_pair_agree() {
        let grid = Square::new(130, 300).unwrap();
        for algorithm in ALGORITHMS {
            let (whole, _) = make(&algorithm, grid, 300, usize::MAX);
            for patience in (0..300).step_by(23) {
                let (maze, outcome) = make(&algorithm, grid, 20, patience);
                // At least one step is reported for each of fifteen bands.
                assert!(outcome.is_err() || patience >= 15 && maze == whole, "{algorithm:?} after {patience}");
                for cell in maze.cells() {
                    for side in maze.passages(cell) {
                        let far = grid.across(cell, side);
                        assert!(maze.passages(far).contains(grid.opposite(cell, side)), "{algorithm:?}");
                    }
                }
            }
        }
    }
}
