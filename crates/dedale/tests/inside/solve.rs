//! Searches whose limits, or whose squares, no user of the library chooses.

use crate::grid::BitGrid;
use crate::solve::pledge::{MOVES_FOR_EACH_CELL, pledge_within};
use crate::solve::{Lengths, Search, TreeOrder};
use dedale::formats;
use dedale::generate::Algorithm;
use dedale::grid::{Cell, Grid, Square};
use dedale::parse::{InputFormat, ReadOptions};
use dedale::rng::{Rng, Stream};
use dedale::solve::{GaveUp, Solver};

#[test]
fn lengths_are_those_that_dijkstra_finds() {
    let mut rng = Rng::new(7, Stream::Generate);
    for walls in [0, 1, 3, 5] {
        let [columns, rows] = [(); 2].map(|()| 1 + rng.below(30) as u32);
        let mut row = || (0..columns).map(|_| if rng.below(10) < walls { '#' } else { '.' }).collect::<String>();
        let mut text: String = (0..rows).map(|_| row() + "\n").collect();
        text.replace_range(..1, ".");
        let mut squares = BitGrid::new([columns, rows]).unwrap();
        (0..).zip(text.lines()).for_each(|(row, line)| squares.add_row(row, line.chars().map(|char| char == '.')));
        let options = ReadOptions { format: InputFormat::from_name("squares"), ..ReadOptions::default() };
        let parsed = formats::read(text.as_bytes(), &options).unwrap();
        let maze = parsed.maze.with_diagonals().unwrap();
        let cell = |index: u32| maze.grid().find(squares.place(index)).unwrap();
        let mut lengths = None;
        for from in squares.iter().step_by(7) {
            let mut found = Lengths::begin(&squares, from, lengths.take());
            while !found.search_some(&squares, 5) {}
            for to in squares.iter() {
                let solution = Solver::Dijkstra.solve(&maze, cell(from), cell(to));
                assert_eq!(found.to(to), solution.path().map(|path| maze.length_of(path)), "{text}");
            }
            lengths = Some(found);
        }
    }
}

#[test]
fn pairs_are_found_without_a_search_where_there_are_no_loops() {
    let grid = Square::new(30, 20).unwrap();
    let mut maze = Algorithm::Wilson.generate(grid, 7);
    let tree_order = TreeOrder::new(&maze).unwrap();
    for from in maze.cells() {
        assert_eq!(tree_order.costs(from), maze.distances(from).as_slice());
    }
    let (cell, side, _) = maze.walls().next().unwrap();
    maze.link(cell, side);
    assert!(TreeOrder::new(&maze).is_none());
}

#[test]
fn pledge_makes_no_more_moves_than_it_may() {
    let limits = Solver::Pledge.info().limits;
    assert!(limits.contains(&format!("after {MOVES_FOR_EACH_CELL} moves for each cell")));
    let maze = Algorithm::Prim.generate(Square::new(9, 9).unwrap(), 7);
    let search = Search { maze: &maze, from: Cell(40), to: Cell(80), keep_walk: true };
    let moves = pledge_within(8 * 81, &search, &mut ()).unwrap().walk.unwrap().len() as u32 - 1;
    assert!(pledge_within(moves, &search, &mut ()).unwrap().path().is_some());
    let gave_up = pledge_within(moves - 1, &search, &mut ()).unwrap();
    assert_eq!(gave_up.gave_up(), Some(GaveUp::OutOfMoves(moves - 1)));
    assert_eq!(gave_up.walk.map(|walk| walk.len() as u32), Some(moves));
}
