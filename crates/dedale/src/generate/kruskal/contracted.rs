//! Kruskal's algorithm on a large grid of any kind: the same maze as with all edges in order, but most edges are never sorted.
//!
//! 1. Each cell opens its lightest edge (a step of Borůvka's algorithm). About three parts are left of ten cells, and their numbers are in the
//!    order of the cells, so that what is looked at together lies together.
//! 2. Of the edges between two parts, the light ones are taken in order of their weights. They join most parts.
//! 3. Of the heavy ones, those that still join two parts are taken in order.
//!
//! # Source
//!
//! As for [tiles](super::tiles).

use std::hint::select_unpredictable;
use std::ops::Range;

use super::by_weight::ByWeight;
use super::{join_in_order, weight};
use crate::forest::Forest;
use crate::generate::board::Board;
use crate::generate::frontier::{edge, ends};
use crate::grid::{Cell, Grid, Places as _, Side};
use crate::observe::{ASKED_EVERY, Observer, asked_parts};
use crate::rng::Key;

/// No edge is heavier.
const NO_EDGE: u64 = u64::MAX;

/// The lowest bits of a weight that is kept with a side, or with all of them set is no lighter than another that is equal.
const SIDE: u64 = 7;

/// An edge between two parts.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Between {
    /// With the number of its first cell.
    edge: u32,
    parts: [u32; 2],
}

/// Carves the whole maze, in which every wall stands, on a grid with fewer than 2^29 places.
pub(super) fn carve_contracted<G: Grid, O: Observer>(
    board: &mut Board<'_, G>,
    key: Key,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let grid = board.grid();
    let weigh = |between: Between| weight(key, between.edge.into());
    let (lightest, edges) = lightest_edges(board, key, observer)?;
    let (parts, count) = open_lightest(board, lightest, observer)?;
    let mut forest = Forest::new(count as usize);
    let mut still_to_join = count.saturating_sub(1);
    // As many edges as there are cells make a little less than half of all cells hang together on most grids.
    let light = ((1.16 * f64::from(grid.cells()) / edges as f64).min(1.0) * u64::MAX as f64) as u64;
    let is_light = |between: Between, parts: [u32; 2], _: &Forest| (parts[0] != parts[1]) & (weigh(between) <= light);
    let still_joins = |_, parts: [u32; 2], forest: &Forest| forest.parent(parts[0]) != forest.parent(parts[1]);
    let place_of = |between: Between| {
        let (cell, side) = ends(between.edge.into());
        (grid.place(Cell(cell as u32)), side)
    };
    let listed = list(board, &parts, &forest, is_light, observer)?;
    let order = ByWeight::new(listed.iter().copied(), weigh, observer)?;
    drop(listed);
    join_in_order(board, &mut forest, &mut still_to_join, order, |_, it| it.parts, place_of, observer)?;
    forest.flatten();
    let listed = list(board, &parts, &forest, still_joins, observer)?;
    drop(parts);
    let order = ByWeight::new(listed.iter().copied(), weigh, observer)?;
    drop(listed);
    join_in_order(board, &mut forest, &mut still_to_join, order, |_, it| it.parts, place_of, observer)
}

/// Some cells that follow one another, and the places, which do so as well: together all cells, in order.
fn runs<G: Grid>(grid: &G) -> impl Iterator<Item = (Range<u32>, Range<usize>)> + use<'_, G> {
    let (cells, run) = (grid.cells(), grid.run());
    let whole = (0..cells).step_by(run as usize).map(move |first| first..cells.min(first.saturating_add(run)));
    let short = whole.flat_map(|cells| {
        let end = cells.end;
        cells.step_by(ASKED_EVERY as usize).map(move |first| first..end.min(first.saturating_add(ASKED_EVERY)))
    });
    short.map(|cells| {
        let first = grid.place(Cell(cells.start));
        (cells.clone(), first..first + cells.len())
    })
}

/// By place: the weight of the lightest edge of the cell there, with the side in its lowest bits; and how many edges there are.
fn lightest_edges<G: Grid, O: Observer>(
    board: &Board<'_, G>,
    key: Key,
    observer: &mut O,
) -> Result<(Vec<u64>, u64), O::Stop> {
    let grid = board.grid();
    let mut lightest = vec![NO_EDGE; grid.places()];
    let mut edges = 0;
    for (cells, places) in runs(grid) {
        observer.go_on()?;
        for (cell, place) in cells.zip(places) {
            let mut own = lightest[place];
            for side in grid.sides_at(place) {
                let far = board.across(place, side);
                if far > place && board.is_cell(far) {
                    let weight = weight(key, edge(cell as usize, side));
                    // Of equal weights, the edge that comes first is the lighter one.
                    let lighter = |side: Side, than: u64| {
                        select_unpredictable(weight | SIDE < than, weight | u64::from(side.number()), than)
                    };
                    own = lighter(side, own);
                    lightest[far] = lighter(board.opposite(place, side), lightest[far]);
                    edges += 1;
                }
            }
            lightest[place] = own;
        }
    }
    Ok((lightest, edges))
}

/// Opens the lightest edge of every cell. Gives the number of the part that the cell at each place is in, and how many parts there are.
fn open_lightest<G: Grid, O: Observer>(
    board: &mut Board<'_, G>,
    mut lightest: Vec<u64>,
    observer: &mut O,
) -> Result<(Vec<u32>, u32), O::Stop> {
    let grid = board.grid();
    let mut parents: Vec<u32> = (0..grid.places() as u32).collect();
    for (_, places) in runs(grid) {
        observer.go_on()?;
        for place in places {
            let own = lightest[place];
            let side = Side::new((own & SIDE) as u8);
            if own == NO_EDGE {
                continue;
            }
            let far = board.across(place, side);
            // Of two cells whose lightest edge is the same, the first one is the root.
            let is_mutual = lightest[far] == own & !SIDE | u64::from(board.opposite(place, side).number());
            let is_root = is_mutual & (place < far);
            board.open_if(!is_root, place, side, far);
            parents[place] = select_unpredictable(is_root, place, far) as u32;
        }
    }
    // Now each cell is pointed at its parent's parent, so many times that most point at the root.
    let all = || asked_parts(0..grid.places() as u32);
    for part in (0..3).flat_map(|_| all()) {
        observer.go_on()?;
        for place in part {
            parents[place as usize] = parents[parents[place as usize] as usize];
        }
    }
    let mut count = 0;
    for (_, places) in runs(grid) {
        observer.go_on()?;
        for place in places {
            lightest[place] = count;
            count += u64::from(parents[place] as usize == place);
        }
    }
    let mut parts = Vec::with_capacity(parents.len());
    for part in all() {
        observer.go_on()?;
        for place in part {
            let mut root = place;
            while parents[root as usize] != root {
                root = parents[root as usize];
            }
            parts.push(lightest[root as usize] as u32);
        }
    }
    Ok((parts, count as u32))
}

/// Lists the edges that are wanted, of which the parts of both cells are known too.
#[inline(always)]
fn list<G: Grid, O: Observer>(
    board: &Board<'_, G>,
    parts: &[u32],
    forest: &Forest,
    is_wanted: impl Fn(Between, [u32; 2], &Forest) -> bool,
    observer: &mut O,
) -> Result<Vec<Between>, O::Stop> {
    let grid = board.grid();
    let mut listed = vec![Between::default(); ASKED_EVERY as usize];
    let mut count = 0;
    for (cells, places) in runs(grid) {
        observer.go_on()?;
        for (cell, place) in cells.zip(places) {
            if listed.len() - count < 8 {
                listed.resize(listed.len() / 2 * 3, Between::default());
            }
            let room = &mut listed[count..][..8];
            let mut added = 0;
            for side in grid.sides_at(place) {
                let far = board.across(place, side);
                if far > place && board.is_cell(far) {
                    let both = [parts[place], parts[far]];
                    let between = Between { edge: edge(cell as usize, side) as u32, parts: both };
                    // Written in any case and kept if it is wanted, which is cheaper than to guess.
                    room[added & 7] = between;
                    added += usize::from(is_wanted(between, both, forest));
                }
            }
            count += added;
        }
    }
    listed.truncate(count);
    Ok(listed)
}

#[cfg(test)]
mod tests {
    use super::super::kruskal;
    use crate::grid::{GridKind, Mesh, MeshOptions, Wrap};
    use crate::maze::Maze;
    use crate::observe::Stopped;
    use crate::rng::{Rng, Stream};

    /// An observer that follows the steps sees all edges in order.
    #[test]
    fn a_large_maze_of_any_cells_is_the_same_however_it_is_made() {
        for (kind, wrap) in [
            (GridKind::Hex, Wrap::Off),
            (GridKind::Hex, Wrap::Xy),
            (GridKind::Triangle, Wrap::Off),
            (GridKind::Polar, Wrap::Off),
            (GridKind::Cairo, Wrap::Off),
            (GridKind::Octagon, Wrap::Off),
            (GridKind::Kisrhombille, Wrap::Off),
        ] {
            let options = MeshOptions { columns: 160, rows: 150, rings: 130, wrap, ..MeshOptions::new(kind) };
            let mesh = Mesh::new(&options).unwrap();
            for seed in 0..3 {
                let (mut watched, mut maze) = (Maze::closed(mesh.clone()), Maze::closed(mesh.clone()));
                let rng = || Rng::new(seed, Stream::Generate);
                kruskal(&mut watched, &mut rng(), &mut |_| Ok::<_, Stopped>(())).unwrap();
                kruskal(&mut maze, &mut rng(), &mut ()).unwrap();
                assert!(maze == watched, "{options:?}, seed {seed}");
            }
        }
    }
}
