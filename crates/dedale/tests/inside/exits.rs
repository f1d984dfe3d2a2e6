//! Exits are drawn evenly.

use dedale::edit::exits::draw_exits;
use dedale::grid::{Grid, Square};
use dedale::rng::{Rng, Stream};

/// Chi-square over all pairs of the eight border cells: 27 degrees of freedom stay under 55.5 in 999 of 1000 fair runs.
#[test]
fn every_set_of_cells_is_equally_likely() {
    let grid = Square::new(3, 3).unwrap();
    let mut rng = Rng::new(7, Stream::Exits);
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..28_000 {
        let exits = draw_exits(&grid, 2, |cell| grid.outer_sides(cell), &mut rng).unwrap();
        assert!(exits.iter().all(|&(cell, side)| grid.outer_sides(cell).contains(side)));
        *counts.entry((exits[0].0, exits[1].0)).or_insert(0_u32) += 1;
    }
    assert_eq!(counts.len(), 28);
    let chi: f64 = counts.values().map(|&count| (f64::from(count) - 1000.0).powi(2) / 1000.0).sum();
    assert!(chi < 55.5, "{chi}");
}

#[test]
fn there_may_be_too_few_cells() {
    let grid = Square::new(3, 3).unwrap();
    let drawn = |count| draw_exits(&grid, count, |cell| grid.outer_sides(cell), &mut Rng::new(7, Stream::Exits));
    assert_eq!(drawn(8).map(|exits| exits.len()), Ok(8));
    assert_eq!(drawn(9), Err(8));
}
