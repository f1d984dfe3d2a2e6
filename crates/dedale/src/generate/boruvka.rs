//! Randomized Borůvka: every tree opens its lightest wall, round after round.
//!
//! ```text
//! give each edge a random weight
//! while edges are left:
//!     for each edge:
//!         if it joins two trees, keep it, and note it for both if it is the lightest so far
//!     for each tree:
//!         take its lightest edge, and if that still joins two trees, open it
//! ```
//!
//! Edges within a tree are not kept, so a grid of few neighbors for each cell takes little more than one round over all of them.
//!
//! [`Algorithm::Boruvka`](super::Algorithm::Boruvka) says more about its mazes, and where it is from.

use super::prelude::*;
use crate::forest::Forest;
use crate::observe::checkpoints;

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
    source: "O. Borůvka, Práce Moravské přírodovědecké společnosti 3 (1926); J. Nešetřil et al., Discrete Mathematics 233 (2001)",
    ..DEFAULTS
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    let mut edges = maze.list_walls(observer, |cell, side| WeightedEdge { weight: rng.word() as u32, cell, side })?;
    let cells = maze.grid().cells();
    let mut forest = Forest::new(cells as usize);
    let mut lightest = LightestEdges::new(cells);
    while !edges.is_empty() {
        let mut kept = 0;
        for index in 0..edges.len() {
            let edge = edges[index];
            observer.see(Step::Visit(edge.cell))?;
            let trees = edge.cells(maze.grid()).map(|cell| forest.root(cell.0));
            if trees[0] != trees[1] {
                edges[kept] = edge;
                trees.into_iter().for_each(|tree| lightest.note(tree, kept, &edges));
                kept += 1;
            }
        }
        edges.truncate(kept);
        for trees in checkpoints(0..cells) {
            observer.go_on()?;
            for edge in trees.filter_map(|tree| lightest.take(tree)).map(|index| edges[index]) {
                let [cell, neighbor] = edge.cells(maze.grid());
                if forest.unite(cell.0, neighbor.0) {
                    maze.join(cell, edge.side, observer)?;
                }
            }
        }
    }
    Ok(())
}

/// A wall that may be opened.
#[derive(Clone, Copy)]
struct WeightedEdge {
    weight: u32,
    cell: Cell,
    side: Side,
}

impl WeightedEdge {
    /// Returns the cells that it is between.
    fn cells<G: Grid>(self, grid: &G) -> [Cell; 2] {
        [self.cell, grid.across(self.cell, self.side)]
    }
}

/// The index of the lightest edge of each tree, by the root of the tree.
struct LightestEdges(Vec<u64>);

/// No edge has this index.
const NONE: u64 = u64::MAX;

impl LightestEdges {
    /// Creates a table for this many cells, in which no tree has an edge.
    fn new(cells: u32) -> LightestEdges {
        LightestEdges(vec![NONE; cells as usize])
    }

    /// Notes the edge with this index for a tree, if it is the lightest so far. Of two with the same weight, the first one is.
    fn note(&mut self, tree: u32, index: usize, edges: &[WeightedEdge]) {
        let lightest = &mut self.0[tree as usize];
        if *lightest == NONE || edges[index].weight < edges[*lightest as usize].weight {
            *lightest = index as u64;
        }
    }

    /// Takes the edge of a tree, if one has been noted since the last time.
    fn take(&mut self, tree: u32) -> Option<usize> {
        let index = std::mem::replace(&mut self.0[tree as usize], NONE);
        (index != NONE).then_some(index as usize)
    }
}
