//! Randomized Borůvka: every tree opens its lightest wall, round after round.
//!
//! ```text
//! give each edge a random weight
//! while there is more than one tree:
//!     for each edge that joins two trees:
//!         note it for both of them if it is the lightest so far
//!     for each tree:
//!         if its lightest edge still joins two trees, unite them, and carve it
//! ```
//!
//! Edges within a tree are dropped in each round, so a grid of few neighbors for each cell takes little more than one round over all of them.
//!
//! [`Algorithm::Boruvka`](super::Algorithm::Boruvka) says more about its mazes, and where it is from.

use super::prelude::*;
use crate::forest::Forest;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Boruvka,
    name: "boruvka",
    aliases: &["sollin"],
    title: "Randomized Borůvka",
    description: "Every edge has a random weight; in each round, every tree opens the lightest edge that leads out of it.",
    texture: "even, with many short dead ends: the mazes of Kruskal, which grow everywhere in few rounds",
    time: "O(n log n)",
    steps: Growth::Linear(20),
    // Where cells have eight sides, there are twice as many edges as on squares.
    bytes: 60,
    source: "O. Borůvka, Práce Moravské přírodovědecké společnosti 3 (1926); W. D. Pullen, Think Labyrinth: Maze Algorithms",
    ..PLAIN
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    let mut edges = maze.list_walls(observer, |cell, side| WeightedEdge { weight: rng.word() as u32, cell, side })?;
    let cells = maze.grid().cells() as usize;
    let mut forest = Forest::new(cells);
    // By the root of a tree: the number of its lightest edge. Of two with the same weight, it is the first one.
    let mut lightest = vec![NONE; cells];
    loop {
        let mut left = 0;
        for number in 0..edges.len() {
            let edge = edges[number];
            observer.see(Step::Visit(edge.cell))?;
            let pair = [edge.cell, maze.grid().across(edge.cell, edge.side)].map(|cell| forest.root(cell.0));
            if pair[0] != pair[1] {
                for root in pair {
                    let known = &mut lightest[root as usize];
                    if *known == NONE || edge.weight < edges[*known as usize].weight {
                        *known = left;
                    }
                }
                edges[left as usize] = edge;
                left += 1;
            }
        }
        edges.truncate(left as usize);
        if edges.is_empty() {
            return Ok(());
        }
        for lightest in lightest.chunks_mut(CHECK_INTERVAL as usize) {
            observer.go_on()?;
            for number in lightest.iter_mut().map(|number| std::mem::replace(number, NONE)).filter(|&it| it != NONE) {
                let WeightedEdge { cell, side, .. } = edges[number as usize];
                if forest.unite(cell.0, maze.grid().across(cell, side).0) {
                    maze.join(cell, side, observer)?;
                }
            }
        }
    }
}

/// A wall that may be opened.
#[derive(Clone, Copy)]
struct WeightedEdge {
    weight: u32,
    cell: Cell,
    side: Side,
}

/// No edge has this number.
const NONE: u64 = u64::MAX;
