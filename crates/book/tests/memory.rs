//! Compares the estimated memory of pages with allocated memory. It counts all allocations of the process, and so is a single test in a separate file
//! and process.
#![allow(clippy::unwrap_used)]

use dedale::formats::Format;
use dedale::options::MazeOptions;
use dedale::picture::{Palette, Picture, Style};
use dedale::solve::Solver;
use dedale_book::options::BookOptions;
use dedale_book::paper::PAPERS;
use dedale_book::plan::{MazeTraits, Plan};
use dedale_book::words::LANGUAGES;
use dedale_book::{Book, Mazes};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// The most memory that drawing takes at a time, beyond the maze, and how much is expected.
fn peak(picture: Picture, poster: Option<Palette>) -> [u64; 2] {
    let options = BookOptions { poster, ..BookOptions::sheet(&PAPERS[0], &LANGUAGES[0]) };
    let plan = Plan::new(options, vec![picture.drawn_size()], MazeTraits::of_made(&picture));
    let (mut book, mut out) = (Book::new(Mazes::made(picture), plan, 1), Vec::new());
    let expected = book.bytes();
    ALLOCATED.reset_peak_usage();
    let before = ALLOCATED.current_usage();
    while book.write_next(&mut out, &mut ()) == Ok(true) {
        out.clear();
    }
    [(ALLOCATED.peak_usage() - before) as u64, expected]
}

#[test]
fn pages_take_no_more_memory_than_expected() {
    for query in [
        "w=180&h=240",
        "grid=hex&w=170&h=180",
        "grid=cairo&w=60&h=80",
        "grid=floret&w=60&h=60",
        "grid=polar&rings=90",
        "grid=kisrhombille&w=40&h=40",
        "w=120&h=120&weave=1",
        "w=60&h=60&floors=4",
        "w=140&h=140&sparse=0.5",
        "mask=cat&outline=smooth&w=160&h=160",
    ] {
        for poster in [None, Some(Palette::Viridis)] {
            let mut picture = query.parse::<MazeOptions>().unwrap().with_seed(7).make(&mut ()).unwrap();
            let solver = Solver::recommended_for(&picture.maze);
            picture.solve(solver, &mut ()).unwrap();
            picture.shade(Format::Svg(Style { heat: poster, ..Style::DEFAULT }), &mut ()).unwrap();
            let [bytes, expected] = peak(picture, poster);
            assert!(bytes <= expected, "{query} {poster:?}: {bytes} bytes and not {expected}");
        }
    }
}
