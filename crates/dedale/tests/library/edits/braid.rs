//! The shares of dead ends that are opened.

use super::{dead_ends, share_of};
use dedale::edit::{Share, braid};
use dedale::generate::Algorithm;
use dedale::grid::Square;
use dedale::rng::{Rng, Stream};

#[test]
fn opens_the_share_that_is_asked_for() {
    for seed in 0..40 {
        for share in [0.0, 0.1, 0.5, 0.9, 1.0] {
            let mut maze = Algorithm::Backtracker.generate(Square::new(21, 13).unwrap(), seed);
            let before = dead_ends(&maze);
            let share = Share::new(share).unwrap();
            braid(&mut maze, share, &mut Rng::new(seed, Stream::Braid), &mut ()).unwrap();
            assert_eq!(before - dead_ends(&maze), share_of(before, share), "seed {seed}, share {share:?}");
        }
    }
}

#[test]
fn one_too_many_only_where_no_dead_end_can_be_opened_alone() {
    for seed in 0..100 {
        let mut maze = Algorithm::Prim.generate(Square::new(20, 15).unwrap(), seed);
        let before = dead_ends(&maze);
        let share = Share::new(0.1).unwrap();
        braid(&mut maze, share, &mut Rng::new(seed, Stream::Braid), &mut ()).unwrap();
        assert_eq!(before - dead_ends(&maze), share_of(before, share), "seed {seed}: of {before}");
    }
}

#[test]
fn a_single_row_has_nothing_to_open() {
    let mut maze = Algorithm::Backtracker.generate(Square::new(9, 1).unwrap(), 1);
    braid(&mut maze, Share::ALL, &mut Rng::new(1, Stream::Braid), &mut ()).unwrap();
    assert_eq!(maze.count_passages(), 8);
}
