//! Edges of random weight, the lightest first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::frontier::Edge;
use crate::rng::Rng;

/// A priority queue of edges, each with a random weight, for Prim's algorithm.
///
/// Weights are divided into levels. Edges of the lower levels are in a heap, the others lie unsorted in a list for each level,
/// which goes into the heap when everything lighter has left. The level up to which the heap goes only ever rises; on a grid it
/// soon comes to where about half of the weights are, and stays there for almost all of the work. So the heap is small, and what
/// is heavier, which is most of the queue, costs an entry at the end of a list.
pub(super) struct LightestFirst {
    /// The weight in the upper bits, the edge in the lower ones: as many as any edge needs.
    heap: BinaryHeap<Reverse<u64>>,
    levels: Vec<Vec<u64>>,
    /// Edges of the levels before this one are in the heap.
    level: usize,
    /// How far down the number of its level is in a weight.
    level_at: u32,
    edge_mask: u64,
}

impl LightestFirst {
    /// An empty queue for about `edges` edges, all less than `2^bits`.
    pub(super) fn new(edges: usize, bits: u32) -> LightestFirst {
        let levels = (edges / 128).clamp(16, 4096).next_power_of_two();
        LightestFirst {
            heap: BinaryHeap::new(),
            levels: vec![Vec::new(); levels],
            level: 0,
            level_at: u64::BITS - levels.trailing_zeros(),
            edge_mask: (1 << bits) - 1,
        }
    }

    /// Adds `edge` with a weight from `rng`. May leave out edges that are not `wanted` any more.
    #[inline]
    pub(super) fn push(&mut self, edge: Edge, rng: &mut Rng, wanted: impl Fn(Edge) -> bool) {
        let weighed = rng.word() & !self.edge_mask | edge;
        let level = (weighed >> self.level_at) as usize;
        if level < self.level {
            self.heap.push(Reverse(weighed));
        } else {
            let list = &mut self.levels[level];
            if list.len() == list.capacity() {
                make_room(list, |weighed| wanted(weighed & self.edge_mask));
            }
            list.push(weighed);
        }
    }

    /// Takes out the lightest edge. May leave out edges that are not `wanted` any more, and drop them.
    #[inline]
    pub(super) fn pop(&mut self, wanted: impl Fn(Edge) -> bool) -> Option<Edge> {
        loop {
            if let Some(Reverse(weighed)) = self.heap.pop() {
                return Some(weighed & self.edge_mask);
            }
            let next = std::mem::take(self.levels.get_mut(self.level)?);
            self.level += 1;
            self.heap.extend(next.into_iter().filter(|weighed| wanted(weighed & self.edge_mask)).map(Reverse));
        }
    }
}

/// Drops what is not wanted, and adds a quarter to the room only where that is little: before the end, half of all edges lead to cells that
/// are carved, and the queue would take twice the memory with them.
#[cold]
fn make_room(list: &mut Vec<u64>, wanted: impl Fn(u64) -> bool) {
    list.retain(|&weighed| wanted(weighed));
    let room = list.capacity();
    if list.len() >= room / 4 * 3 {
        list.reserve_exact(room + room / 4 + 16 - list.len());
    }
}
