//! A maze as Rust code uses it: its drawing, its iterators, and what it is measured by without an observer.

use std::collections::BTreeSet;

use dedale::edit::{Share, braid};
use dedale::formats::Format;
use dedale::generate::Algorithm;
use dedale::grid::{Cell, Grid, Side, Sides, Square};
use dedale::maze::Maze;
use dedale::picture::Picture;
use dedale::rng::{Rng, Stream};
use dedale::solve::distances;

fn mazes() -> Vec<Maze<Square>> {
    let mut mazes = Vec::new();
    for (columns, rows) in [(1, 1), (1, 5), (6, 1), (9, 7)] {
        for loops in [0.0, 1.0] {
            let grid = Square::new(columns, rows).unwrap();
            let mut maze = Maze::closed(grid);
            mazes.push(maze.clone());
            let Ok(()) = Algorithm::Kruskal.carve(&mut maze, &mut Rng::new(7, Stream::Generate), &mut ());
            let Ok(_) = braid(&mut maze, Share::new(loops).unwrap(), &mut Rng::new(7, Stream::Braid), &mut ());
            mazes.push(maze.clone());
            for side in Sides::SQUARE {
                maze.open_outer(if matches!(side, Side::N | Side::W) { Cell(0) } else { Cell(grid.cells() - 1) }, side);
            }
            mazes.push(maze);
        }
    }
    mazes
}

#[test]
fn it_is_displayed_as_the_ascii_format_draws_it() {
    for maze in mazes() {
        let to = Cell(maze.grid().cells() - 1);
        let drawing = maze.to_string();
        let parsed = crate::read_maze(&drawing).unwrap();
        assert_eq!(parsed.maze, maze.clone().into());
        assert_eq!(drawing.as_bytes(), Picture::new(maze, Cell(0), to).to_bytes(Format::Ascii).unwrap());
    }
}

#[test]
fn links_and_walls_are_every_pair_of_neighbors_once() {
    for maze in mazes() {
        let grid = maze.grid();
        let (mut open, mut closed) = (BTreeSet::new(), BTreeSet::new());
        for (cell, side, far) in maze.links() {
            assert!(maze.passages(cell).contains(side) && grid.across(cell, side) == far);
            assert!(open.insert((cell.min(far), cell.max(far))));
        }
        for (cell, side, far) in maze.walls() {
            assert!(!maze.passages(cell).contains(side) && grid.across(cell, side) == far);
            assert!(closed.insert((cell.min(far), cell.max(far))));
        }
        assert_eq!(open.len() as u64, maze.count_passages());
        assert!(open.is_disjoint(&closed));
        let pairs: u32 = maze.cells().map(|cell| grid.inner_sides(cell).len()).sum();
        assert_eq!(open.len() + closed.len(), pairs as usize / 2);
        for cell in maze.cells() {
            let beside: BTreeSet<_> = maze.neighbors(cell).map(|(_, far)| (cell.min(far), cell.max(far))).collect();
            assert_eq!(beside.len(), maze.passages(cell).len() as usize);
            assert!(beside.is_subset(&open));
        }
    }
}

/// One cell whose sides 0 and 1 lead to each other.
struct Loop;

impl Grid for Loop {
    fn cells(&self) -> u32 {
        1
    }

    fn inner_sides(&self, _: Cell) -> Sides {
        Sides::from_bits(0b11)
    }

    fn outer_sides(&self, _: Cell) -> Sides {
        Sides::NONE
    }

    fn across(&self, cell: Cell, _: Side) -> Cell {
        cell
    }

    fn opposite(&self, _: Cell, side: Side) -> Side {
        Side::new(1 - side.number())
    }
}

#[test]
fn a_cell_beside_itself_has_one_wall() {
    let mut maze = Maze::closed(Loop);
    assert!(maze.walls().eq([(Cell(0), Side::new(0), Cell(0))]));
    maze.link(Cell(0), Side::new(1));
    assert!(maze.walls().next().is_none());
    assert!(maze.links().eq([(Cell(0), Side::new(0), Cell(0))]));
}

#[test]
fn methods_return_what_the_functions_do_with_an_observer_that_never_stops() {
    for maze in mazes() {
        let Ok(expected) = distances(&maze, Cell(0), &mut ());
        assert_eq!(maze.distances(Cell(0)), expected);
    }
}
