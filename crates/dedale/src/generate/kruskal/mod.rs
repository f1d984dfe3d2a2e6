//! Randomized Kruskal: edges in random order, opened where they join two sets.
//!
//! Carves a perfect maze by taking the edges of the grid in random order and opening each that connects two different
//! sets of cells.
//!
//! The maze appears everywhere at once. Its texture is even and has many short dead ends (about three cells in ten).
//!
//! At most 32,768 edges are shuffled. In a larger grid, the weight of an edge is a random word of
//! `rng`, that of the number of its first cell and of the side, and the lightest edge comes first.
//!
//! # Complexity
//!
//! Time `O(edges × α(cells))`, where `α`, the inverse of Ackermann's function, is at most 4, and of a large grid also that of sorting its
//! edges; four bytes for each edge and five for each cell. For an observer that does not follow the steps, [`Algorithm::carve`] makes a
//! large maze of squares tile by tile, in time that hardly depends on the size, with about four bytes for each cell.
//!
//! # Source
//!
//! J. B. Kruskal, "On the shortest spanning subtree of a graph", *Proceedings of the AMS* 7 (1956); randomized as in
//! Jamis Buck, *Mazes for Programmers* (2015), p. 158.

mod by_weight;
mod tiles;

use std::ops::ControlFlow;

use super::Algorithm;
use super::board::{Board, carve_on_board};
use super::frontier::{Edge, Slot, edge, ends};
use super::info::{AlgorithmInfo, PLAIN};
use super::random_order::RandomOrder;
use crate::about::Growth;
use crate::forest::Forest;
use crate::grid::{Grid, Places as _, Side, Square};
use crate::maze::Maze;
use crate::observe::{Observer, Step};
use crate::rng::{Key, Rng};
use by_weight::ByWeight;
use tiles::carve_in_tiles;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Kruskal,
    name: "kruskal",
    aliases: &["fusion"],
    title: "Randomized Kruskal",
    description: "Takes the edges of the grid in random order and opens each that connects two different sets of cells.",
    texture: "even, with many short dead ends",
    time: "O(n α(n))",
    // Four on squares, and up to twice as many as these on other grids.
    steps: Growth::Linear(8),
    // Of a large maze four, and 400 kB for a tile.
    bytes: 9,
    bytes_of_column: 4,
    // There it has a list of all edges.
    bytes_on_meshes: Some(40),
    source: "J. B. Kruskal, Proceedings of the AMS 7 (1956); J. Buck, Mazes for Programmers (2015), p. 158",
    ..PLAIN
};

#[inline(never)]
pub(super) fn kruskal<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    carve_on_board(maze, |board| {
        let places = board.grid().places();
        // Edges take half the memory where their numbers allow it; what comes of it is the same.
        if places < MAX_NARROW {
            join_all::<_, _, u32>(board, places, |place| place as u32, rng, observer)
        } else {
            let grid = board.grid();
            join_all::<_, _, u64>(board, grid.cells() as usize, |place| grid.cell_at(place).0, rng, observer)
        }
    })
}

/// The same on squares, where a large maze takes less time and memory if the observer does not follow the steps.
pub(super) fn on_squares<O: Observer>(maze: &mut Maze<Square>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    let (&grid, passages) = maze.grid_and_passages();
    let [columns, rows] = [grid.columns(), grid.rows()].map(u64::from);
    if O::FOLLOWS || 2 * columns * rows - columns - rows <= FEW as u64 {
        return kruskal(maze, rng, observer);
    }
    carve_in_tiles(grid, passages, rng.key(), observer)
}

/// In a grid with fewer places, an edge fits into 32 bits.
const MAX_NARROW: usize = 1 << 29;

/// Up to this many edges are shuffled, which takes the least time where all of them are in the cache. More of them are taken by weights that
/// are drawn by place, so that most edges can be decided in a part of the maze.
const FEW: usize = 1 << 15;

/// The weight of an edge, whose place is the number of the first of its two cells.
#[inline(always)]
fn weight(key: Key, edge: Edge) -> u64 {
    // The lowest fifteen bits are for the name of the edge in a tile.
    key.word(edge) & !0x7fff
}

/// Edges in random order, each order equally likely.
trait Order<T> {
    /// The next few of them, [`MAX_AT_ONCE`] at most; none when there are no more.
    fn next_few(&mut self) -> &[T];
}

impl<T: Copy + Default> Order<T> for RandomOrder<'_, T> {
    fn next_few(&mut self) -> &[T] {
        self.next_few(MAX_AT_ONCE)
    }
}

/// How many edges are looked at together.
const MAX_AT_ONCE: usize = 64;

/// Takes all edges in random order. `number` maps the cell at a place to one of `numbers` elements of the forest;
/// edges are kept as `T`.
fn join_all<G: Grid, O: Observer, T: Slot>(
    board: &mut Board<'_, G>,
    numbers: usize,
    number: impl Fn(usize) -> u32,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let grid = board.grid();
    // Two for each cell on squares, and more on other grids.
    let mut few: Vec<T> = Vec::with_capacity((2 * grid.cells() as usize).min(FEW));
    let listed = all_edges(board).map(T::of).try_for_each(|edge| {
        if few.len() == FEW {
            return ControlFlow::Break(());
        }
        few.push(edge);
        ControlFlow::Continue(())
    });
    let numbers_of = |board: &Board<'_, G>, slot: T| {
        let (place, side) = ends(slot.edge());
        [number(place), number(board.across(place, side))]
    };
    let ends_of = |slot: T| ends(slot.edge());
    let forest = Forest::new(numbers);
    if listed.is_continue() {
        return join_in_order(board, forest, RandomOrder::new(few, rng), numbers_of, ends_of, observer);
    }
    drop(few);
    let key = rng.key();
    let weigh = |slot: T| {
        let (place, side) = ends(slot.edge());
        weight(key, edge(grid.cell_at(place).index(), side))
    };
    let order = ByWeight::new(all_edges(board).map(T::of), weigh, observer)?;
    join_in_order(board, forest, order, numbers_of, ends_of, observer)
}

/// Takes all edges in this order, until all cells are joined. `numbers` gives the elements of the forest for the cells of an edge.
fn join_in_order<G: Grid, O: Observer, T: Copy + Default>(
    board: &mut Board<'_, G>,
    mut forest: Forest,
    mut order: impl Order<T>,
    numbers: impl Fn(&Board<'_, G>, T) -> [u32; 2],
    ends: impl Fn(T) -> (usize, Side),
    observer: &mut O,
) -> Result<(), O::Stop> {
    let mut looked_at = [LookedAt { edge: T::default(), pair: (0, 0) }; MAX_AT_ONCE];
    let mut trees = board.grid().cells();
    while trees > 1 {
        let few = order.next_few();
        let Some(&first) = few.first() else { break };
        if !O::FOLLOWS {
            observer.see(Step::Visit(board.cell(ends(first).0)))?;
        }
        // First some looks at each of a few edges, since no look waits for that at another edge: many of those that join nothing
        // are seen through then, and for the others what they need next has come from main memory.
        let mut kept = 0;
        for &edge in few {
            let [near, far] = numbers(board, edge);
            let pair = (forest.parent(near), forest.parent(far));
            looked_at[kept & (MAX_AT_ONCE - 1)] = LookedAt { edge, pair };
            kept += usize::from(O::FOLLOWS || pair.0 != pair.1);
        }
        let parents = kept;
        kept = 0;
        for i in 0..parents {
            let LookedAt { edge, pair } = looked_at[i];
            let pair = (forest.parent(pair.0), forest.parent(pair.1));
            looked_at[kept & (MAX_AT_ONCE - 1)] = LookedAt { edge, pair };
            kept += usize::from(O::FOLLOWS || pair.0 != pair.1);
        }
        for &LookedAt { edge, pair } in &looked_at[..kept] {
            if O::FOLLOWS {
                observer.see(Step::Visit(board.cell(ends(edge).0)))?;
            }
            if forest.unite(pair.0, pair.1) {
                let (place, side) = ends(edge);
                board.join(place, side, board.across(place, side), observer)?;
                trees -= 1;
            }
        }
    }
    Ok(())
}

/// An edge on its way, and an ancestor in the forest of each of its cells.
#[derive(Clone, Copy)]
struct LookedAt<T> {
    edge: T,
    pair: (u32, u32),
}

/// Every edge once: from the cell with the lower number, in the order of cells, then of sides.
fn all_edges<G: Grid>(board: &Board<'_, G>) -> impl Iterator<Item = Edge> + Clone {
    let edges_of = move |place| {
        let onwards = move |&side: &Side| board.across(place, side) > place && board.is_cell(board.across(place, side));
        board.grid().sides_at(place).into_iter().filter(onwards).map(move |side| edge(place, side))
    };
    (0..board.grid().places()).filter(move |&place| board.is_cell(place)).flat_map(edges_of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Square;
    use crate::rng::Stream;

    /// Where edges or places need more than 32 bits, the maze is no other.
    #[test]
    fn the_width_of_numbers_moves_no_wall() {
        for (columns, rows) in [(1, 1), (7, 5), (90, 80)] {
            let grid = Square::new(columns, rows).unwrap();
            let (mut narrow, mut wide) = (Maze::closed(grid), Maze::closed(grid));
            kruskal(&mut narrow, &mut Rng::new(7, Stream::Generate), &mut ()).unwrap();
            carve_on_board(&mut wide, |board| {
                let number = |place| grid.cell_at(place).0;
                let mut rng = Rng::new(7, Stream::Generate);
                join_all::<_, _, u64>(board, grid.cells() as usize, number, &mut rng, &mut ())
            })
            .unwrap();
            assert_eq!(narrow, wide, "{columns} × {rows}");
        }
    }
}
