//! The edges of a grid in random order.
//!
//! At most 32,768 edges are shuffled, which is the fastest way while all of them are in the cache. In a larger grid, each edge has a random
//! word as its weight, drawn by the number of its first cell and its side, and the lightest edge comes first. So most edges can be decided in
//! a part of the maze.

use crate::generate::board::Board;
use crate::generate::edge::Edge;
use crate::grid::{BoardLayout as _, Grid, Place, Side};
use crate::observe::{Observer, Pacer};
use crate::rng::{Key, Rng};

/// The largest number of edges that are shuffled.
pub(crate) const MAX_SHUFFLED: usize = 1 << 15;

/// Returns the weight of the edge with this number.
#[inline(always)]
pub(crate) fn weight(key: Key, edge: u64) -> u64 {
    // The lowest fifteen bits are for the name of the edge in a tile.
    key.word(edge) & !0x7fff
}

/// Returns all edges, as sides of the cells at places. Each order is equally likely.
pub(super) fn edges_in_random_order<G: Grid, O: Observer>(
    board: &Board<'_, G>,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<Vec<Edge>, O::Stop> {
    // Two for each cell on squares, and more on other grids.
    let mut edges = Vec::with_capacity((2 * board.grid().cells() as usize).min(MAX_SHUFFLED + 1));
    // A loop inside of the iterator takes half the time of one outside.
    all_edges(board).take(MAX_SHUFFLED + 1).for_each(|edge| edges.push(edge));
    if edges.len() <= MAX_SHUFFLED {
        rng.shuffle_in_fours(&mut edges);
        return Ok(edges);
    }
    drop(edges);
    let key = rng.key();
    let weigh = |edge: Edge| {
        let (place, side) = edge.place_and_side();
        weight(key, Edge::new(board.cell(place), side).number())
    };
    by_weight(all_edges(board), weigh, observer)
}

/// Returns every edge once, from the cell with the lower number, in the order of cells and then of sides.
fn all_edges<G: Grid>(board: &Board<'_, G>) -> impl Iterator<Item = Edge> + Clone {
    let edges_of = move |place: Place| {
        let onwards = move |&side: &Side| board.across(place, side) > place && board.is_cell(board.across(place, side));
        board.grid().sides_at(place).into_iter().filter(onwards).map(move |side| Edge::at_place(place, side))
    };
    board.places().filter(move |&place| board.is_cell(place)).flat_map(edges_of)
}

/// Returns items in the order of their weights, and items of equal weight in their own order. This is a bucket sort: items are distributed to
/// buckets by the highest bits of their weights, and each bucket, which fits into the cache, is sorted.
pub(crate) fn by_weight<T: Copy + Default + Ord, O: Observer>(
    items: impl Iterator<Item = T> + Clone,
    weight: impl Fn(T) -> u64,
    observer: &mut O,
) -> Result<Vec<T>, O::Stop> {
    const ITEMS_OF_BUCKET: usize = 1 << 12;
    let mut pacer = Pacer::default();
    let count = items.clone().try_fold(0, |count, _| pacer.tick(observer).map(|()| count + 1))?;
    let width = (count / ITEMS_OF_BUCKET).max(1).ilog2() + 1;
    let bucket = |item| (weight(item) >> (u64::BITS - width)) as usize;
    // By bucket: the number of its items; then where they start; then where those end that are in place.
    let mut ends = vec![0; 1 << width];
    for item in items.clone() {
        ends[bucket(item)] += 1;
        pacer.tick(observer)?;
    }
    let mut end = 0;
    for count in &mut ends {
        (*count, end) = (end, end + *count);
    }
    let mut ordered = vec![T::default(); count];
    for item in items {
        let end = &mut ends[bucket(item)];
        ordered[*end] = item;
        *end += 1;
        pacer.tick(observer)?;
    }
    let (mut start, mut weighed) = (0, Vec::new());
    for end in ends {
        let items = &mut ordered[start..end];
        weighed.clear();
        weighed.extend(items.iter().map(|&item| (weight(item), item)));
        weighed.sort_unstable();
        items.iter_mut().zip(&weighed).for_each(|(item, weighed)| *item = weighed.1);
        observer.go_on()?;
        start = end;
    }
    Ok(ordered)
}
