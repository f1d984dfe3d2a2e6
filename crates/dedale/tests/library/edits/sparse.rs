//! Cells that are taken out.

use super::share_of;
use dedale::edit::{Share, sparse};
use dedale::generate::ALGORITHMS;
use dedale::grid::{Grid, Square};
use dedale::rng::{Rng, Stream};

#[test]
fn the_share_is_reached_and_what_is_left_is_a_tree() {
    for info in ALGORITHMS.iter().filter(|info| info.perfect) {
        for (columns, rows) in [(1, 1), (1, 9), (2, 2), (12, 9)] {
            for share in [0.0, 0.1, 0.5, 0.9] {
                let grid = Square::new(columns, rows).unwrap();
                let mut maze = info.algorithm.generate(grid, 5);
                let share = Share::new(share).unwrap();
                let kept = sparse(&mut maze, share, |_| false, &mut Rng::new(5, Stream::Sparse), &mut ()).unwrap();
                let left = kept.iter().filter(|&&kept| kept).count() as u32;
                assert_eq!(left, (grid.cells() - share_of(grid.cells(), share)).max(1), "{} {share:?}", info.name);
                assert_eq!(maze.count_passages(), u64::from(left) - 1);
                for cell in maze.cells() {
                    assert_eq!(kept[cell.index()], left == 1 && kept[cell.index()] || !maze.passages(cell).is_empty());
                }
            }
        }
    }
}

#[test]
fn the_way_between_cells_that_stay_is_left_when_all_else_goes() {
    let grid = Square::new(15, 12).unwrap();
    let mut maze = ALGORITHMS[0].algorithm.generate(grid, 7);
    let (from, to) = (grid.at(0, 0), grid.at(11, 14));
    let path = dedale::solve::Solver::Bfs.solve(&maze, from, to).path().unwrap().to_vec();
    let stays = |cell| [from, to].contains(&cell);
    let kept = sparse(&mut maze, Share::ALL, stays, &mut Rng::new(5, Stream::Sparse), &mut ()).unwrap();
    for cell in maze.cells() {
        assert_eq!(kept[cell.index()], path.contains(&cell));
    }
}
