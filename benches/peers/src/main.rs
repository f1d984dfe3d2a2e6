//! The generators of this library beside those of two others, in one process and in turns:
//! `cargo run --release --manifest-path benches/peers/Cargo.toml`.
//!
//! Nanoseconds of processor time for each cell, on one thread, from nothing to the finished maze, at 30², 100², 1000² and 4000²
//! cells: of each the fastest turn. Both make for steady figures on a machine that does something else as well. A size that would
//! take longer than twelve seconds a maze, to judge by the smaller ones, is left out.
//!
//! `-- prim wilson 1000` measures what is named: algorithms by their names, sizes by their side. `--quick` is to see whether it
//! runs: the two smallest sizes, once.
//!
//! - [knossos](https://crates.io/crates/knossos) has ten of our algorithms and a choice of biases and picks like ours. Its
//!   backtracker recurses, and so it gets a large stack.
//! - [amaze](https://crates.io/crates/amaze) has nine as well. It writes down every step of every maze, asked for or not. Its Prim's
//!   algorithm draws among walls rather than cells.

use std::convert::Infallible;
use std::hint::black_box;
use std::time::{Duration, Instant};

use amaze::MazeGenerator2D;
use amaze::generators as amaze;
use cpu_time::ThreadTime;
use dedale::generate::{Algorithm, Bias, Pick};
use dedale::grid::Square;
use dedale::maze::Maze;
use dedale::observe::{Observer, Step};
use dedale::rng::{Rng, Stream};
use knossos::maze as knossos;

const SIDES: [u32; 4] = [30, 100, 1000, 4000];

/// How long one maze may take.
const BEARABLE: Duration = Duration::from_secs(12);

/// For the backtracker of knossos, which goes some hundred bytes deeper with every second cell: enough at 1000².
const STACK: usize = 1 << 30;

/// Makes one maze with this side and seed, and gives it away, so that the clock is stopped before it is dropped.
type Run = Box<dyn Fn(u32, u64) -> Box<dyn std::any::Any>>;

/// An algorithm, and how others make it, where they do.
struct Contest {
    name: &'static str,
    ours: Algorithm,
    knossos: Option<Run>,
    amaze: Option<Run>,
}

fn contests() -> Vec<Contest> {
    let contest = |name, ours, knossos, amaze| Contest { name, ours, knossos, amaze };
    vec![
        contest(
            "backtracker",
            Algorithm::Backtracker,
            by_knossos(|| knossos::RecursiveBacktracking),
            by_amaze::<amaze::RecursiveBacktracker4>(),
        ),
        contest("prim", Algorithm::Prim, by_knossos(knossos::Prim::new), by_amaze::<amaze::Prim4>()),
        contest("kruskal", Algorithm::Kruskal, by_knossos(|| knossos::Kruskal), by_amaze::<amaze::Kruskal4>()),
        contest(
            "growing-tree",
            Algorithm::GrowingTree { pick: Pick::default() },
            by_knossos(|| knossos::GrowingTree::new(knossos::Method::Newest50Random50)),
            by_amaze::<amaze::GrowingTree4<amaze::MixedCell>>(),
        ),
        contest("wilson", Algorithm::Wilson, None, by_amaze::<amaze::Wilson4>()),
        contest("aldous-broder", Algorithm::AldousBroder, by_knossos(|| knossos::AldousBroder), None),
        contest(
            "hunt-and-kill",
            Algorithm::HuntAndKill,
            by_knossos(knossos::HuntAndKill::new),
            by_amaze::<amaze::HuntAndKill4>(),
        ),
        contest(
            "binary-tree",
            Algorithm::BinaryTree { bias: Bias::SouthEast },
            by_knossos(|| knossos::BinaryTree::new(knossos::Bias::SouthEast)),
            by_amaze::<amaze::BinaryTree4>(),
        ),
        contest(
            "sidewinder",
            Algorithm::Sidewinder,
            by_knossos(|| knossos::Sidewinder),
            by_amaze::<amaze::Sidewinder4>(),
        ),
        contest("eller", Algorithm::Eller, by_knossos(|| knossos::Eller), by_amaze::<amaze::Eller4>()),
        contest("division", Algorithm::Division, by_knossos(|| knossos::RecursiveDivision), None),
    ]
}

/// One who keeps us to one thread, as the others are.
struct OneThread;

impl Observer for OneThread {
    const FOLLOWS: bool = false;

    type Stop = Infallible;

    fn most_threads(&self) -> usize {
        1
    }

    #[inline(always)]
    fn see(&mut self, _: Step) -> Result<(), Infallible> {
        Ok(())
    }
}

fn by_us(generator: Algorithm) -> Run {
    Box::new(move |side, seed| {
        let mut maze = Maze::closed(Square::new(side, side).expect("a size that can be counted"));
        let Ok(()) = generator.carve(&mut maze, &mut Rng::new(seed, Stream::Generate), &mut OneThread);
        Box::new(maze)
    })
}

fn by_knossos<A: knossos::Algorithm + 'static>(algorithm: impl Fn() -> A + 'static) -> Option<Run> {
    Some(Box::new(move |side, seed| {
        let builder = knossos::OrthogonalMazeBuilder::new().width(side as usize).height(side as usize);
        Box::new(builder.algorithm(Box::new(algorithm())).seed(Some(seed)).build())
    }))
}

fn by_amaze<A: MazeGenerator2D>() -> Option<Run> {
    // A seed of 0 is none.
    Some(Box::new(|side, seed| Box::new(A::new_from_seed(seed + 1).generate(side as usize, side as usize))))
}

fn main() {
    let (mut names, mut sides, mut budget) = (Vec::new(), Vec::new(), Duration::from_secs(3));
    for word in std::env::args().skip(1) {
        match word.as_str() {
            "--quick" => {
                sides.extend(&SIDES[..2]);
                budget = Duration::ZERO;
            }
            name if contests().iter().any(|contest| contest.name == name) => names.push(word),
            other => match other.parse() {
                Ok(side) if SIDES.contains(&side) => sides.push(side),
                _ => {
                    let known: Vec<&str> = contests().iter().map(|contest| contest.name).collect();
                    eprintln!("{other:?} is none of {}, {SIDES:?} and --quick", known.join(", "));
                    std::process::exit(2);
                }
            },
        }
    }
    let compare = move || {
        println!("| algorithm     |  size | dedale | knossos |   ratio |   amaze |   ratio |");
        println!("|---------------|------:|-------:|--------:|--------:|--------:|--------:|");
        let sides: Vec<u32> = SIDES.into_iter().filter(|side| sides.is_empty() || sides.contains(side)).collect();
        for contest in contests() {
            if names.is_empty() || names.iter().any(|name| name == contest.name) {
                contest.hold(&sides, budget);
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(compare).expect("a thread");
    if thread.join().is_err() {
        std::process::exit(1);
    }
}

impl Contest {
    /// Prints a row for each size, on each of which it spends a budget of time.
    fn hold(self, sides: &[u32], budget: Duration) {
        let mut entrants = [Some(by_us(self.ours)), self.knossos, self.amaze].map(|run| run.map(Entrant::new));
        for &side in sides {
            // What recurses is at the end of its stack.
            if side > 1000 && self.name == "backtracker" {
                entrants[1] = None;
            }
            let mut ready: Vec<&mut Entrant> =
                entrants.iter_mut().flatten().filter_map(|entrant| entrant.ready(side)).collect();
            let began = Instant::now();
            let mut turn = 0;
            while turn < 3 || began.elapsed() < budget {
                ready.iter_mut().for_each(|entrant| entrant.take_turn(side, turn));
                turn += 1;
                // The slow ones are not made to run thrice.
                if began.elapsed() > 10 * budget.max(Duration::from_secs(1)) {
                    break;
                }
            }
            let figures = entrants.each_ref().map(|entrant| entrant.as_ref().and_then(|entrant| entrant.figure(side)));
            let number = |figure: Option<f64>| {
                figure.map_or("–".to_owned(), |ns| if ns < 10.0 { format!("{ns:.1}") } else { format!("{ns:.0}") })
            };
            let ratio = |other: Option<f64>| match (figures[0], other) {
                (Some(ours), Some(other)) => format!("{:.3}", ours / other),
                _ => String::new(),
            };
            println!(
                "| {:<13} | {side:>4}² | {:>6} | {:>7} | {:>7} | {:>7} | {:>7} |",
                self.name,
                number(figures[0]),
                number(figures[1]),
                ratio(figures[1]),
                number(figures[2]),
                ratio(figures[2])
            );
        }
    }
}

/// One who makes mazes by one algorithm.
struct Entrant {
    run: Run,
    /// By size, from the smallest: the side, and the nanoseconds for each cell of the fastest turn.
    best: Vec<(u32, f64)>,
}

impl Entrant {
    fn new(run: Run) -> Entrant {
        Entrant { run, best: Vec::new() }
    }

    /// Itself, with room for a figure, unless a maze with this side would take unbearably long.
    fn ready(&mut self, side: u32) -> Option<&mut Entrant> {
        let seconds = self.foreseen(side) * f64::from(side).powi(2) / 1e9;
        (seconds <= BEARABLE.as_secs_f64()).then(|| {
            self.best.push((side, f64::INFINITY));
            self
        })
    }

    /// The nanoseconds for each cell that are to be expected if they go on to grow with the same power of the side.
    fn foreseen(&self, side: u32) -> f64 {
        match self.best[..] {
            [.., (first, before), (last, now)] if side > last => {
                let log = |a: u32, b: u32| (f64::from(a) / f64::from(b)).ln();
                let power = (now / before).ln() / log(last, first);
                now * (power.max(0.0) * log(side, last)).exp()
            }
            _ => 0.0,
        }
    }

    /// Makes as many mazes as it takes for the clock not to matter.
    fn take_turn(&mut self, side: u32, turn: u64) {
        let mazes = u64::from((40_000 / (side * side)).max(1));
        let taken: Duration = (turn * mazes..(turn + 1) * mazes)
            .map(|seed| {
                let begun = ThreadTime::now();
                let maze = (self.run)(black_box(side), seed);
                let taken = begun.elapsed();
                black_box(maze);
                taken
            })
            .sum();
        let ns = taken.as_nanos() as f64 / f64::from(side).powi(2) / mazes as f64;
        if let Some((_, best)) = self.best.last_mut() {
            *best = best.min(ns);
        }
    }

    fn figure(&self, side: u32) -> Option<f64> {
        self.best.iter().find(|best| best.0 == side).map(|best| best.1)
    }
}
