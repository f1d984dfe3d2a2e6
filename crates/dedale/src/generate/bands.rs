//! Large mazes in bands of rows, which several threads make side by side.

use std::io;
use std::num::NonZero;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, Scope};

use super::lines::{ByRows, Line, Window, write_rows};
use crate::grid::{Cell, Grid, Side, Sides, Square};
use crate::maze::Maze;
use crate::observe::{Observer, Step, Stopped};

/// An algorithm that makes any rows of a maze alone, without those above: no thread has to wait for another, and the maze is the
/// same however many there are.
pub(super) trait ByBands: Sync {
    type Rows: ByRows;

    /// Returns a maker of these rows, which are then requested in turn. It calls `go_on` with each cell at which a larger part of the work
    /// begins.
    fn rows(&self, rows: Range<u32>, go_on: &mut GoOn<'_>) -> Result<Self::Rows, Stopped>;
}

/// Receives cells, and may stop the work: the main thread asks the observer, and the others stop after the observer has.
pub(super) type GoOn<'a> = dyn FnMut(Cell) -> Result<(), Stopped> + 'a;

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

/// The number of cells in a band: small enough that the wait for the last one is short, and that cancellation is noticed soon.
const CELLS_IN_BAND: u32 = 1 << 21;

/// The minimum number of rows in a band, because the passages into its first row are computed twice.
const LEAST_ROWS: u32 = 64;

/// Generates the whole maze on as many threads as the machine has, the observer allows and the size justifies. Reports at least one
/// step for each row that this thread generates.
pub(super) fn write_bands<A: ByBands, O: Observer>(
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
    write_on(&Threads, threads, rows_in_band(grid), maze, algorithm, observer)
}

/// How many rows a band has.
fn rows_in_band(grid: Square) -> u32 {
    (CELLS_IN_BAND / grid.columns()).max(LEAST_ROWS)
}

/// Writes the whole maze on at most this many threads, this one among them, in bands of so many rows.
#[expect(clippy::disallowed_methods, reason = "threads end before the call does")]
fn write_on<A: ByBands, O: Observer>(
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
    let work = |mut band, go_on: &mut GoOn<'_>| {
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
fn write_band<A: ByBands>(
    algorithm: &A,
    grid: Square,
    first: u32,
    passages: &mut [Sides],
    go_on: &mut GoOn<'_>,
) -> Result<(), Stopped> {
    let columns = grid.columns() as usize;
    let end = first + (passages.len() / columns) as u32;
    let mut line = Line::new(Window::all(columns as u64));
    // The row above says what it opens to the south.
    let above = first.saturating_sub(1);
    let mut maker = algorithm.rows(above..end, go_on)?;
    if above < first {
        maker.prepare(u64::from(above), || go_on(grid.at(above, 0)))?;
        line.next(&mut maker, u64::from(above));
    }
    write_rows(&mut maker, grid, first, &mut line, passages, go_on)
}

/// Of two neighbouring rows, keeps those passages between them that both know of.
fn agree(rows: &mut [Sides], columns: usize) {
    let (above, below) = rows.split_at_mut(columns);
    for (above, below) in above.iter_mut().zip(below).filter(|(a, b)| a.contains(Side::S) != b.contains(Side::N)) {
        *above = above.without(Side::S);
        *below = below.without(Side::N);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Algorithm, Bias, Passes, Quilt, binary_tree::BinaryTree, division::Divided, sidewinder::Sidewinder,
    };
    use super::*;
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
                write_on(helpers, threads, rows, &mut maze, &quilt, patience)
            }
            _ => write_on(helpers, threads, rows, &mut maze, &Divided { key, grid }, patience),
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
        for (grid, threads, rows) in [(Square::new(130, 300).unwrap(), 7, 20), (large, 4, rows_in_band(large) as usize)]
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
