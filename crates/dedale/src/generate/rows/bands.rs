//! Bands of rows: large mazes, whose bands several threads make side by side, and endless ones, of which one band is kept at a time.

use std::fmt::Debug;
use std::io;
use std::num::NonZero;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, Scope};

use super::line::{ByRows, Line, Window, write_rows};
use crate::grid::{Cell, Grid, Side, Sides, Square};
use crate::maze::Maze;
use crate::observe::{Observer, Step, Stopped};

/// An algorithm that makes any rows of a maze alone, without those above: no thread has to wait for another, and the maze is the
/// same however many there are.
pub(crate) trait Bands: Clone + Debug + Send + Sync + 'static {
    /// Some rows, which are then requested in turn.
    type Band: ByRows;

    /// How many cells of a whole maze are best made together: few enough that the wait for the last band is short, and that cancellation is
    /// noticed soon.
    const CELLS: u64 = 1 << 21;

    /// The most rows of a band, however narrow the maze.
    const MOST_ROWS: u64 = u32::MAX as u64;

    /// How many columns are made of each row.
    fn columns(&self) -> u64;

    /// Makes these rows. Calls `go_on` where a larger part of the work begins.
    fn band(&self, rows: Range<u64>, go_on: &mut GoOn<'_>) -> Result<Self::Band, Stopped>;
}

/// May stop the work: the main thread asks the observer, and the others stop after the observer has.
pub(crate) type GoOn<'a> = dyn FnMut() -> Result<(), Stopped> + 'a;

/// Starts helper threads.
trait Helpers {
    /// Starts one; an error if that is not possible.
    fn start<'scope>(&self, scope: &'scope Scope<'scope, '_>, help: impl FnOnce() + Send + 'scope) -> io::Result<()>;
}

/// The threads of the machine.
struct Threads;

impl Helpers for Threads {
    #[expect(clippy::disallowed_methods, reason = "the one place where the library starts threads")]
    fn start<'scope>(&self, scope: &'scope Scope<'scope, '_>, help: impl FnOnce() + Send + 'scope) -> io::Result<()> {
        thread::Builder::new().spawn_scoped(scope, help).map(drop)
    }
}

/// The minimum number of cells for each thread. Starting a thread takes some ten microseconds; but if other programs use the processors,
/// the last thread may start some milliseconds later, which must be short compared with the work.
const CELLS_A_THREAD: u64 = 1 << 22;

/// The minimum number of rows in a band, because the passages into its first row are computed twice.
const LEAST_ROWS: u64 = 64;

/// How many cells of an endless maze are made at a time, and the most rows of them: more would need more memory.
const CELLS_AT_A_TIME: u64 = 1 << 18;
const MOST_ROWS_AT_A_TIME: u64 = 512;

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
    fn make(&mut self, row: u64, line: &mut Line) {
        if !self.band.as_ref().is_some_and(|(rows, _)| rows.contains(&row)) {
            let height = (CELLS_AT_A_TIME / self.maker.columns()).clamp(LEAST_ROWS, MOST_ROWS_AT_A_TIME);
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

/// Generates the whole maze on as many threads as the machine has, the observer allows and the size justifies. Reports at least one
/// step for each row that this thread generates.
pub(crate) fn write_bands<A: Bands, O: Observer>(
    maze: &mut Maze<Square>,
    algorithm: &A,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let grid = *maze.grid();
    let worth = usize::try_from(u64::from(grid.cells()) / CELLS_A_THREAD).unwrap_or(usize::MAX);
    let most = observer.most_threads().min(worth);
    // To look up what the machine has takes longer than a small maze, so it is looked up for large ones only.
    #[expect(clippy::disallowed_methods, reason = "the maze is the same on any number of threads")]
    let threads = if most > 1 { thread::available_parallelism().map_or(1, NonZero::get).min(most) } else { 1 };
    write_on(&Threads, threads, rows_in_band::<A>(grid), maze, algorithm, observer)
}

/// How many rows a band of a whole maze has.
fn rows_in_band<A: Bands>(grid: Square) -> u32 {
    (A::CELLS / u64::from(grid.columns())).clamp(LEAST_ROWS, A::MOST_ROWS) as u32
}

/// Writes the whole maze on at most this many threads, this one among them, in bands of so many rows.
#[expect(clippy::disallowed_methods, reason = "threads end before the call does")]
fn write_on<A: Bands, O: Observer>(
    helpers: &impl Helpers,
    threads: usize,
    rows: u32,
    maze: &mut Maze<Square>,
    algorithm: &A,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let (&grid, passages) = maze.grid_and_passages();
    let columns = grid.columns() as usize;
    let bands = Mutex::new(passages.chunks_mut(rows as usize * columns).zip((0..).step_by(rows as usize)));
    let next = || bands.lock().ok()?.next();
    let work = |mut band, go_on: &mut dyn FnMut(Cell) -> Result<(), Stopped>| {
        while let Some((passages, first)) = band {
            write_band(algorithm, grid, first, passages, go_on)?;
            band = next();
        }
        Ok(())
    };
    // Taken before the others begin, so that the observer is asked in any case.
    let own = next();
    let stopped = AtomicBool::new(false);
    let outcome = thread::scope(|scope| {
        for _ in 1..threads {
            let help = || {
                // It ends early only after the observer has stopped the work, which is reported below.
                let _ = work(next(), &mut |_| if stopped.load(Relaxed) { Err(Stopped) } else { Ok(()) });
            };
            // If no more threads can be started, the work continues with fewer.
            let _ = helpers.start(scope, help);
        }
        let mut outcome = Ok(());
        // It is never stopped but by the observer.
        let _: Result<(), Stopped> = work(own, &mut |cell| {
            outcome = observer.see(Step::Visit(cell));
            if outcome.is_err() { Err(Stopped) } else { Ok(()) }
        });
        stopped.store(outcome.is_err(), Relaxed);
        outcome
    });
    if outcome.is_err() {
        // Both cells of a pair agree in an unfinished maze as well.
        for row in (rows..grid.rows()).step_by(rows as usize) {
            agree(&mut passages[(row as usize - 1) * columns..][..2 * columns], columns);
        }
    }
    outcome
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
    let mut line = Line::new(Window::all(columns as u64));
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
    use crate::generate::binary_tree::BinaryTree;
    use crate::generate::division::Divided;
    use crate::generate::quilt::QuiltLevel;
    use crate::generate::sidewinder::Sidewinder;
    use crate::generate::{Algorithm, Bias, Passes, Quilt};
    use crate::rng::{Key, Rng, Stream};

    /// Stops after so many steps.
    struct Patience(usize);

    impl Observer for Patience {
        const FOLLOWS: bool = false;

        type Stop = Stopped;

        fn see(&mut self, _: Step) -> Result<(), Stopped> {
            self.0 = self.0.checked_sub(1).ok_or(Stopped)?;
            Ok(())
        }
    }

    /// A machine on which no thread can be had.
    struct NoThreads;

    impl Helpers for NoThreads {
        fn start<'scope>(&self, _: &'scope Scope<'scope, '_>, _: impl FnOnce() + Send + 'scope) -> io::Result<()> {
            Err(io::ErrorKind::Unsupported.into())
        }
    }

    /// Makes the maze on this many threads, in bands of so many rows, until the patience is over.
    fn make(
        algorithm: &Algorithm,
        grid: Square,
        sizes: [usize; 2],
        patience: usize,
    ) -> (Maze<Square>, Result<(), Stopped>) {
        make_with(&Threads, algorithm, grid, sizes, patience)
    }

    fn make_with(
        helpers: &impl Helpers,
        algorithm: &Algorithm,
        grid: Square,
        [threads, rows]: [usize; 2],
        patience: usize,
    ) -> (Maze<Square>, Result<(), Stopped>) {
        let (mut maze, key, patience) = (Maze::closed(grid), Key::new(7, Stream::Generate), &mut Patience(patience));
        let (columns, height, rows) = (u64::from(grid.columns()), u64::from(grid.rows()), rows as u32);
        let window = Window::all(columns);
        let outcome = match *algorithm {
            Algorithm::BinaryTree { bias } => {
                let tree = BinaryTree { coins: key, bias, columns, rows: height, window };
                write_on(helpers, threads, rows, &mut maze, &tree, patience)
            }
            Algorithm::Sidewinder => {
                write_on(helpers, threads, rows, &mut maze, &Sidewinder::new(key, columns, height, window), patience)
            }
            Algorithm::Quilt { passes } => {
                let quilt = Quilt::new(columns, height, 7, passes).expect("sides that are allowed");
                let level = QuiltLevel::new(quilt, 0, 0..columns);
                write_on(helpers, threads, rows, &mut maze, &level, patience)
            }
            _ => {
                let divided = Divided { key, whole: [height, columns], columns: 0..columns, wanted: 0..columns };
                write_on(helpers, threads, rows, &mut maze, &divided, patience)
            }
        };
        (maze, outcome)
    }

    fn algorithms() -> impl Iterator<Item = Algorithm> {
        let trees = Bias::ALL.iter().copied().map(|bias| Algorithm::BinaryTree { bias });
        trees.chain([Algorithm::Sidewinder, Algorithm::Division, Algorithm::Quilt { passes: Passes::DEFAULT }])
    }

    #[test]
    fn the_maze_is_the_same_on_any_number_of_threads_and_in_any_bands() {
        for algorithm in algorithms() {
            for (columns, rows) in [(1, 1), (1, 300), (300, 1), (130, 300), (300, 200)] {
                let grid = Square::new(columns, rows).unwrap();
                let mut whole = Maze::closed(grid);
                let (rng, follow) = (&mut Rng::new(7, Stream::Generate), &mut |_| Ok(()));
                algorithm.carve(&mut whole, rng, follow).unwrap();
                for threads in [1, 2, 3, 7] {
                    for rows in [1, 5, 64, 100, 1000] {
                        let made = make(&algorithm, grid, [threads, rows], usize::MAX);
                        assert_eq!(made, (whole.clone(), Ok(())), "{algorithm:?}, {threads} threads, {rows} rows");
                    }
                }
            }
        }
    }

    #[test]
    fn a_large_maze_is_the_same_where_no_thread_can_be_had() {
        let large = Square::new(2048, 4097).unwrap();
        for (grid, threads, rows) in
            [(Square::new(130, 300).unwrap(), 7, 20), (large, 4, rows_in_band::<Sidewinder>(large) as usize)]
        {
            for algorithm in [Algorithm::Sidewinder, Algorithm::Division, Algorithm::Quilt { passes: Passes::DEFAULT }]
            {
                let alone = make_with(&NoThreads, &algorithm, grid, [threads, rows], usize::MAX);
                // Not assert_eq, which would print millions of cells.
                assert!(alone == make(&algorithm, grid, [threads, rows], usize::MAX), "{algorithm:?}");
                assert!(alone == (algorithm.generate(grid, 7), Ok(())), "{algorithm:?}");
            }
        }
    }

    #[test]
    fn in_a_maze_that_was_stopped_both_cells_of_a_pair_agree() {
        let grid = Square::new(130, 300).unwrap();
        for algorithm in algorithms() {
            let (whole, _) = make(&algorithm, grid, [1, 300], usize::MAX);
            for threads in [1, 2, 3, 7] {
                for patience in (0..300).step_by(23) {
                    let (maze, outcome) = make(&algorithm, grid, [threads, 20], patience);
                    // The others may have left one band only, and nothing to be stopped after it.
                    let is_stopped = patience < 20 || threads == 1;
                    assert!(outcome.is_err() || (!is_stopped && maze == whole), "{algorithm:?}, {threads} threads");
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

    #[test]
    fn a_large_maze_is_stopped_on_all_threads() {
        let grid = Square::new(4096, 4096).unwrap();
        let mut maze = Maze::closed(grid);
        let outcome = Algorithm::Division.carve(&mut maze, &mut Rng::new(7, Stream::Generate), &mut Patience(0));
        assert_eq!(outcome, Err(Stopped));
        assert!(maze.count_passages() < u64::from(grid.cells()) / 2);
    }
}
