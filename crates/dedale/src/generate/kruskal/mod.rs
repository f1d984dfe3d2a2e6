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
//! For an observer that does not follow the steps, a large maze of squares is made tile by tile, in time that hardly depends on the size.
//!
//! # Source
//!
//! J. B. Kruskal, "On the shortest spanning subtree of a graph", *Proceedings of the AMS* 7 (1956); randomized as in
//! Jamis Buck, *Mazes for Programmers* (2015), p. 158.

pub(crate) mod tiles;

use super::frontier::{Edge, Slot, edge, ends};
use super::prelude::*;
use crate::forest::Forest;
use crate::rng::Key;
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

pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    let (grid, passages) = maze.grid_and_passages();
    if let Some(square) = grid.as_square() {
        let [columns, rows] = [square.columns(), square.rows()].map(u64::from);
        if !O::FOLLOWS && 2 * columns * rows - columns - rows > FEW as u64 {
            return carve_in_tiles(square, passages, rng.key(), observer);
        }
    }
    carve_all(maze, rng, observer)
}

/// Carves a maze by all of its edges in order.
#[inline(never)]
pub(crate) fn carve_all<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    carve_on_board(maze, |board| {
        let (grid, places) = (board.grid(), board.grid().places());
        // Edges take half the memory where their numbers allow it; what comes of it is the same.
        if places < MAX_NARROW {
            join_all::<_, _, u32>(board, places, |place| place as u32, rng, observer)
        } else {
            join_all::<_, _, u64>(board, grid.cells() as usize, |place| grid.cell_at(place).0, rng, observer)
        }
    })
}

/// In a grid with fewer places, an edge fits into 32 bits.
const MAX_NARROW: usize = 1 << 29;

/// Up to this many edges are shuffled, which takes the least time where all of them are in the cache. More of them are taken by weights that
/// are drawn by place, so that most edges can be decided in a part of the maze.
pub(crate) const FEW: usize = 1 << 15;

/// The weight of an edge, whose place is the number of the first of its two cells.
#[inline(always)]
pub(crate) fn weight(key: Key, edge: Edge) -> u64 {
    // The lowest fifteen bits are for the name of the edge in a tile.
    key.word(edge) & !0x7fff
}

/// How many edges are looked at together.
const MAX_AT_ONCE: usize = 64;

/// Takes all edges in random order, until all cells are joined. `number` maps the cell at a place to one of `numbers` elements of the forest;
/// edges are kept as `T`.
pub(crate) fn join_all<G: Grid, O: Observer, T: Slot>(
    board: &mut Board<'_, G>,
    numbers: usize,
    number: impl Fn(usize) -> u32,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let edges: Vec<T> = in_random_order(board, rng, observer)?;
    let mut forest = Forest::new(numbers);
    let mut looked_at = [(T::default(), (0, 0)); MAX_AT_ONCE];
    let mut trees = board.grid().cells();
    for few in edges.chunks(MAX_AT_ONCE) {
        if trees == 1 {
            break;
        }
        if !O::FOLLOWS {
            observer.see(Step::Visit(board.cell(ends(few[0].edge()).0)))?;
        }
        // First some looks at each of a few edges, since no look waits for that at another edge: many of those that join nothing
        // are seen through then, and for the others what they need next has come from main memory.
        let mut kept = 0;
        for &edge in few {
            let (place, side) = ends(edge.edge());
            let pair = (forest.parent(number(place)), forest.parent(number(board.across(place, side))));
            looked_at[kept & (MAX_AT_ONCE - 1)] = (edge, pair);
            kept += usize::from(O::FOLLOWS || pair.0 != pair.1);
        }
        let parents = kept;
        kept = 0;
        for i in 0..parents {
            let (edge, pair) = looked_at[i];
            let pair = (forest.parent(pair.0), forest.parent(pair.1));
            looked_at[kept & (MAX_AT_ONCE - 1)] = (edge, pair);
            kept += usize::from(O::FOLLOWS || pair.0 != pair.1);
        }
        for &(edge, pair) in &looked_at[..kept] {
            let (place, side) = ends(edge.edge());
            if O::FOLLOWS {
                observer.see(Step::Visit(board.cell(place)))?;
            }
            if forest.unite(pair.0, pair.1) {
                let far = board.across(place, side);
                board.open_if(true, place, side, far);
                observer.see(Step::Join { from: board.cell(place), side, to: board.cell(far) })?;
                trees -= 1;
            }
        }
    }
    Ok(())
}

/// All edges, each order equally likely.
fn in_random_order<G: Grid, O: Observer, T: Slot>(
    board: &Board<'_, G>,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<Vec<T>, O::Stop> {
    // Two for each cell on squares, and more on other grids.
    let mut few = Vec::with_capacity((2 * board.grid().cells() as usize).min(FEW + 1));
    // One after the other inside of the iterator, which takes half the time of asking it for each.
    all_edges(board).take(FEW + 1).for_each(|edge| few.push(T::of(edge)));
    if few.len() <= FEW {
        rng.shuffle_in_fours(&mut few);
        return Ok(few);
    }
    drop(few);
    let key = rng.key();
    let weigh = |slot: T| {
        let (place, side) = ends(slot.edge());
        weight(key, edge(board.cell(place).index(), side))
    };
    by_weight(all_edges(board).map(T::of), weigh, observer)
}

/// Items in the order of their weights, and of equal ones in their own. They are first distributed to blocks by the highest bits of their
/// weights, each of about so many items that it fits into a cache.
pub(crate) fn by_weight<T: Slot, O: Observer>(
    items: impl Iterator<Item = T> + Clone,
    weight: impl Fn(T) -> u64,
    observer: &mut O,
) -> Result<Vec<T>, O::Stop> {
    const BLOCK: usize = 1 << 12;
    let mut go_on_after = |i: usize| if i.is_multiple_of(1 << 16) { observer.go_on() } else { Ok(()) };
    let count = items.clone().try_fold(0, |count, _| go_on_after(count).map(|()| count + 1))?;
    let width = (count / BLOCK).max(1).ilog2() + 1;
    let block = |item| (weight(item) >> (u64::BITS - width)) as usize;
    // Where each block begins, and then where it ends.
    let mut ends = vec![0; 1 << width];
    for (i, item) in items.clone().enumerate() {
        ends[block(item)] += 1;
        go_on_after(i)?;
    }
    let mut end = 0;
    for block in &mut ends {
        (*block, end) = (end, end + *block);
    }
    let mut ordered = vec![T::default(); count];
    for (i, item) in items.enumerate() {
        let end = &mut ends[block(item)];
        ordered[*end] = item;
        *end += 1;
        go_on_after(i)?;
    }
    let (mut start, mut weighed) = (0, Vec::new());
    for end in ends {
        let items = &mut ordered[start..end];
        weighed.clear();
        weighed.extend(items.iter().map(|&item| (weight(item), item)));
        weighed.sort_unstable();
        items.iter_mut().zip(&weighed).for_each(|(item, weighed)| *item = weighed.1);
        go_on_after(0)?;
        start = end;
    }
    Ok(ordered)
}

/// Every edge once: from the cell with the lower number, in the order of cells, then of sides.
fn all_edges<G: Grid>(board: &Board<'_, G>) -> impl Iterator<Item = Edge> + Clone {
    let edges_of = move |place| {
        let onwards = move |&side: &Side| board.across(place, side) > place && board.is_cell(board.across(place, side));
        board.grid().sides_at(place).into_iter().filter(onwards).map(move |side| edge(place, side))
    };
    (0..board.grid().places()).filter(move |&place| board.is_cell(place)).flat_map(edges_of)
}
