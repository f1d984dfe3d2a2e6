//! Algorithms that make a maze row by row, on any grid that has rows: hexagons, triangles, rings, and squares around a cylinder.
//!
//! Each of them has a faster version for plain squares, in a file named after it.

use crate::forest::Forest;
use crate::generate::Bias;
use crate::grid::{Cell, Grid, Side, Sides};
use crate::maze::Maze;
use crate::observe::{Observer, Step};
use crate::rng::Rng;

/// A cell of a row, and the sides to the cells that are made after it.
struct RowCell {
    cell: Cell,
    /// The side to the next cell of the row.
    along: Option<Side>,
    /// The sides to the next row.
    onward: Sides,
}

/// Returns the cells of the row that is made after `number` other ones, of `rows` rows, on the way to the corner of `bias`.
fn row<G: Grid>(grid: &G, bias: Bias, rows: u32, number: u32) -> Vec<RowCell> {
    let is_downwards = matches!(bias, Bias::SouthEast | Bias::SouthWest);
    let is_rightwards = matches!(bias, Bias::SouthEast | Bias::NorthEast);
    let cells_of = |number: u32| {
        let from_top = if is_downwards { number } else { rows - 1 - number };
        grid.cells_of_row(from_top).unwrap_or_default()
    };
    let row = cells_of(number);
    let next_row = if number + 1 < rows { cells_of(number + 1) } else { 0..0 };
    let member = |cell: u32| {
        let next = if is_rightwards { cell + 1 } else { cell.wrapping_sub(1) };
        let (cell, sides) = (Cell(cell), grid.inner_sides(Cell(cell)));
        RowCell {
            cell,
            along: sides.into_iter().find(|&side| row.contains(&next) && grid.across(cell, side).0 == next),
            onward: sides.into_iter().filter(|&side| next_row.contains(&grid.across(cell, side).0)).collect(),
        }
    };
    let cells = row.clone();
    if is_rightwards { cells.map(member).collect() } else { cells.rev().map(member).collect() }
}

fn count_rows<G: Grid>(grid: &G) -> u32 {
    (0..).take_while(|&row| grid.cells_of_row(row).is_some()).count() as u32
}

/// Carves a [`binary_tree`](crate::generate::binary_tree). Each cell opens the side to the next cell of its row, or one of the sides to the
/// next row. A cell that has neither is joined to the cell before it.
pub(crate) fn binary_tree<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    bias: Bias,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let rows = count_rows(maze.grid());
    for number in 0..rows {
        let mut before = None;
        let members = row(maze.grid(), bias, rows, number);
        for (place, &RowCell { cell, along, onward }) in members.iter().enumerate() {
            observer.see(Step::Visit(cell))?;
            // A next cell without a way on cannot be the only way on of this one.
            let is_before_end =
                members.get(place + 1).is_some_and(|next| next.along.is_none() && next.onward.is_empty());
            let goes_along = onward.is_empty() || along.is_some() && !is_before_end && rng.coin();
            match if goes_along { along } else { onward.pick(|count| rng.below(count)) } {
                Some(side) => {
                    maze.carve(cell, side, observer)?;
                }
                None => join_before(maze, before, observer)?,
            }
            before = along.map(|along| (cell, along));
        }
    }
    Ok(())
}

/// Opens the wall between a cell and the next one of its row, if it stands.
fn join_before<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    before: Option<(Cell, Side)>,
    observer: &mut O,
) -> Result<(), O::Stop> {
    if let Some((cell, side)) = before.filter(|&(cell, side)| !maze.passages(cell).contains(side)) {
        maze.carve(cell, side, observer)?;
    }
    Ok(())
}

/// Carves by a [`sidewinder`](crate::generate::sidewinder). A run can only be closed if one of its cells borders on the next row. A run
/// without such a cell at the end of its row is joined to the run before it.
pub(crate) fn sidewinder<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let rows = count_rows(maze.grid());
    // The ways from the run to the next row.
    let mut ways: Vec<(Cell, Side)> = Vec::new();
    for number in 0..rows {
        let is_last = number + 1 == rows;
        // The side that leads to the run from the cell before it.
        let mut before_run = None;
        ways.clear();
        for RowCell { cell, along, onward } in row(maze.grid(), Bias::SouthEast, rows, number) {
            observer.see(Step::Visit(cell))?;
            ways.extend(onward.into_iter().map(|side| (cell, side)));
            if let Some(along) = along.filter(|_| is_last || ways.is_empty() || rng.coin()) {
                maze.carve(cell, along, observer)?;
                continue;
            }
            if ways.is_empty() {
                join_before(maze, before_run, observer)?;
            } else {
                let (cell, side) = ways[rng.index(ways.len())];
                maze.carve(cell, side, observer)?;
            }
            ways.clear();
            before_run = along.map(|along| (cell, along));
        }
    }
    Ok(())
}

/// Carves by [`eller`](crate::generate::eller)'s algorithm. The sets of all cells are kept, since a cell can border on two cells of the row
/// before.
pub(crate) fn eller<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    let mut sets = Forest::new(maze.grid().cells() as usize);
    let rows = count_rows(maze.grid());
    for number in 0..rows {
        let is_last = number + 1 == rows;
        let cells = row(maze.grid(), Bias::SouthEast, rows, number);
        // The last cell, if it has no way to the next row, can only be joined to the cell before it.
        let mut before = None;
        for &RowCell { cell, along, onward } in &cells {
            observer.see(Step::Visit(cell))?;
            let has_ways = is_last || !onward.is_empty();
            match along {
                Some(side) if is_last || !has_ways || rng.coin() => open(maze, &mut sets, cell, side, observer)?,
                None if !has_ways => {
                    if let Some((cell, side)) = before {
                        open(maze, &mut sets, cell, side, observer)?;
                    }
                }
                _ => {}
            }
            before = along.map(|along| (cell, along));
        }
        // The ways to the next row, by set and in random order. At least one way of each set is opened.
        let ways = cells.iter().flat_map(|member| member.onward.into_iter().map(|side| (member.cell, side)));
        let mut ways: Vec<(u32, Cell, Side)> = ways.map(|(cell, side)| (sets.root(cell.0), cell, side)).collect();
        ways.sort_unstable();
        for set in ways.chunk_by_mut(|a, b| a.0 == b.0) {
            rng.shuffle(set);
            for (place, &(_, cell, side)) in set.iter().enumerate() {
                if place == 0 || rng.below(WAYS_FOR_ONE) == 0 {
                    open(maze, &mut sets, cell, side, observer)?;
                }
            }
        }
    }
    Ok(())
}

/// One in this many of the other ways to the next row is opened as well.
const WAYS_FOR_ONE: u64 = 3;

/// Opens a wall between two sets. A wall within a set stays.
fn open<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    sets: &mut Forest,
    cell: Cell,
    side: Side,
    observer: &mut O,
) -> Result<(), O::Stop> {
    if sets.unite(cell.0, maze.grid().across(cell, side).0) {
        maze.carve(cell, side, observer)?;
    }
    Ok(())
}
