//! Pieces of cells, joined to cells.

use std::collections::BTreeMap;

use super::clip::{PieceEdge, distance};
use super::region::LatticePoint;

/// The number of a place for a cell, or of none.
pub(in crate::grid) const NONE: u32 = u32::MAX;

/// The smallest area of a cell, in thousandths of a whole one. Smaller pieces are joined to neighbors.
const LEAST_AREA: i64 = 450;

/// The shortest line with a passage, in thousandths of a side. A shorter one is always a wall: between thick walls, a passage through it would look
/// closed.
const LEAST_SIDE: i64 = 375;

/// The largest number of sides of a cell.
const MAX_SIDES: usize = 8;

/// An edge of a joined cell.
#[derive(Clone, Copy, Debug)]
pub(in crate::grid) struct JoinedEdge {
    pub(in crate::grid) from: LatticePoint,
    /// The place of the cell that its piece belongs to.
    pub(in crate::grid) site: u32,
    /// The side of that cell on which it lies; `None` if it is part of the outline.
    pub(in crate::grid) side: Option<u8>,
}

/// Pieces that are joined to one cell.
#[derive(Debug)]
pub(in crate::grid) struct JoinedCell {
    /// Its edges, clockwise.
    pub(in crate::grid) edges: Vec<JoinedEdge>,
    /// The place that it has its address from: that of its largest piece which is the largest of its cell.
    pub(in crate::grid) anchor: u32,
    /// The area in thousandths: for each piece, the share of its whole cell.
    area: i64,
    /// The area of the piece of the anchor.
    anchor_area: i64,
    /// False if it is joined to another one, or left out.
    pub(in crate::grid) is_kept: bool,
}

/// What lies across an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::grid) enum Beyond {
    /// Another joined cell, by its number.
    Joined(u32),
    /// A whole cell, by the number of its place.
    Whole(u32),
    /// The outside.
    Outside,
    /// The same cell: the edge is none of its border.
    Itself,
}

/// All joined cells.
pub(in crate::grid) struct Pieces {
    pub(in crate::grid) cells: Vec<JoinedCell>,
    /// By the ends of an edge: the piece whose boundary it is on.
    pieces: BTreeMap<[LatticePoint; 2], u32>,
    /// By piece: the joined cell that it was joined to, directly or not.
    joined_to: Vec<u32>,
}

impl Pieces {
    pub(in crate::grid) fn new() -> Pieces {
        Pieces { cells: Vec::new(), pieces: BTreeMap::new(), joined_to: Vec::new() }
    }

    /// Adds a piece of the cell at a place: its edges, and its area in thousandths of the cell. `is_largest` is true if the cell has no larger
    /// piece.
    pub(in crate::grid) fn add(&mut self, site: u32, edges: &[PieceEdge], area: i64, is_largest: bool) {
        let number = self.cells.len() as u32;
        for (k, edge) in edges.iter().enumerate() {
            if edge.side.is_some() {
                self.pieces.insert([edge.from, edges[(k + 1) % edges.len()].from], number);
            }
        }
        let edges = edges.iter().map(|&PieceEdge { from, side }| JoinedEdge { from, site, side }).collect();
        let (anchor, anchor_area) = if is_largest { (site, area) } else { (NONE, 0) };
        self.cells.push(JoinedCell { edges, anchor, area, anchor_area, is_kept: true });
        self.joined_to.push(number);
    }

    fn find(&self, mut piece: u32) -> u32 {
        while self.joined_to[piece as usize] != piece {
            piece = self.joined_to[piece as usize];
        }
        piece
    }

    /// Returns the joined cell on the other side of an edge of another one, if one is there.
    pub(in crate::grid) fn across(&self, [from, to]: [LatticePoint; 2]) -> Option<u32> {
        let cell = self.find(*self.pieces.get(&[to, from])?);
        self.cells[cell as usize].is_kept.then_some(cell)
    }

    pub(in crate::grid) fn ends(&self, cell: u32, edge: usize) -> [LatticePoint; 2] {
        let edges = &self.cells[cell as usize].edges;
        [edges[edge].from, edges[(edge + 1) % edges.len()].from]
    }

    /// Returns what lies across an edge. `whole` returns the place across a side of a cell if a whole cell lies there that is no joined one.
    fn beyond(&self, cell: u32, edge: usize, whole: &impl Fn(u32, u8) -> Option<u32>) -> Beyond {
        let JoinedEdge { site, side, .. } = self.cells[cell as usize].edges[edge];
        let Some(side) = side else { return Beyond::Outside };
        match self.across(self.ends(cell, edge)) {
            Some(other) if other == cell => Beyond::Itself,
            Some(other) => Beyond::Joined(other),
            None => whole(site, side).map_or(Beyond::Outside, Beyond::Whole),
        }
    }

    /// Returns the runs of edges across which the same lies, clockwise: what that is, the number of the first edge, and how many they are.
    pub(in crate::grid) fn runs(
        &self,
        cell: u32,
        whole: &impl Fn(u32, u8) -> Option<u32>,
    ) -> Vec<(Beyond, usize, usize)> {
        let count = self.cells[cell as usize].edges.len();
        let beyond: Vec<Beyond> = (0..count).map(|edge| self.beyond(cell, edge, whole)).collect();
        let first = (0..count).find(|&edge| beyond[edge] != beyond[(edge + count - 1) % count]).unwrap_or(0);
        let mut runs: Vec<(Beyond, usize, usize)> = Vec::new();
        for edge in (first..first + count).map(|edge| edge % count) {
            match runs.last_mut() {
                Some((last, _, edges)) if *last == beyond[edge] => *edges += 1,
                _ => runs.push((beyond[edge], edge, 1)),
            }
        }
        runs
    }

    /// Returns the length of some edges, from `first` on.
    pub(in crate::grid) fn length(&self, cell: u32, first: usize, edges: usize) -> i64 {
        let count = self.cells[cell as usize].edges.len();
        (first..first + edges).map(|edge| distance(self.ends(cell, edge % count))).sum()
    }

    /// Joins each piece that is too small to the neighbor with which it has the longest common line, the smallest first. What is too small and has no
    /// neighbor is left out.
    pub(in crate::grid) fn join_small(&mut self) {
        let is_small = |cell: &JoinedCell| cell.is_kept && (cell.area < LEAST_AREA || cell.anchor == NONE);
        loop {
            let mut small: Vec<u32> =
                (0..self.cells.len() as u32).filter(|&cell| is_small(&self.cells[cell as usize])).collect();
            if small.is_empty() {
                return;
            }
            small.sort_by_key(|&cell| self.cells[cell as usize].area);
            for cell in small {
                // Another one may have been joined to it.
                if is_small(&self.cells[cell as usize]) && !self.join(cell) {
                    self.cells[cell as usize].is_kept = false;
                }
            }
        }
    }

    /// Joins a cell to the neighbor with which it has the longest common line. Returns false if it has none.
    pub(in crate::grid) fn join(&mut self, cell: u32) -> bool {
        let runs = self.runs(cell, &|_, _| None);
        let common = runs.into_iter().filter_map(|(beyond, first, edges)| match beyond {
            Beyond::Joined(other) => Some((self.length(cell, first, edges), other, first, edges)),
            _ => None,
        });
        let longest = common.reduce(|a, b| if b.0 > a.0 { b } else { a });
        let Some((_, other, first, edges)) = longest else { return false };
        self.unite([cell, other], first, edges);
        true
    }

    /// Joins two cells at a common line, which is some edges of the first one.
    fn unite(&mut self, [cell, other]: [u32; 2], first: usize, edges: usize) {
        let own = std::mem::take(&mut self.cells[cell as usize].edges);
        let (count, far) = (own.len(), &self.cells[other as usize].edges);
        let corner = |k: usize| own[(first + k) % count].from;
        // The common line begins there at its end here.
        let leads_back =
            |k: &usize| far[*k].from == corner(edges) && far[(k + 1) % far.len()].from == corner(edges - 1);
        let start = (0..far.len()).find(leads_back).unwrap_or_default();
        let rest = (0..far.len() - edges).map(|k| far[(start + edges + k) % far.len()]);
        let mut joined: Vec<JoinedEdge> = (edges..count).map(|k| own[(first + k) % count]).chain(rest).collect();
        cancel(&mut joined);
        let [from, to] = [cell, other].map(|cell| {
            let JoinedCell { anchor, area, anchor_area, .. } = self.cells[cell as usize];
            (anchor, area, anchor_area)
        });
        let (anchor, _, anchor_area) = if from.2 > to.2 { from } else { to };
        self.cells[other as usize] =
            JoinedCell { edges: joined, anchor, area: from.1 + to.1, anchor_area, is_kept: true };
        self.cells[cell as usize].is_kept = false;
        self.joined_to[cell as usize] = other;
    }

    /// Returns the lines through which passages may lead between joined cells: for each pair of neighbors the longest one, if it is long enough.
    /// The shortest are left out if a cell would have too many sides. `side_length` returns the length of a side of the cell at a place.
    pub(in crate::grid) fn passages(
        &self,
        whole: &impl Fn(u32, u8) -> Option<u32>,
        side_length: impl Fn(u32, u8) -> i64,
    ) -> Vec<Passage> {
        let mut longest: BTreeMap<[u32; 2], Passage> = BTreeMap::new();
        let mut taken = vec![0; self.cells.len()];
        for cell in (0..self.cells.len() as u32).filter(|&cell| self.cells[cell as usize].is_kept) {
            let mut is_outside = false;
            for (beyond, first, edges) in self.runs(cell, whole) {
                match beyond {
                    // It is seen from the other side as well.
                    Beyond::Joined(other) if cell < other => {
                        let count = self.cells[cell as usize].edges.len();
                        let parts = (first..first + edges).map(|edge| {
                            let JoinedEdge { site, side, .. } = self.cells[cell as usize].edges[edge % count];
                            let whole = side.map_or(0, |side| side_length(site, side)).max(1);
                            distance(self.ends(cell, edge % count)) * 1000 / whole
                        });
                        let passage = Passage { part: parts.sum(), cells: [cell, other], first, edges };
                        let known = longest.entry([cell, other]).or_insert(passage);
                        if passage.part > known.part {
                            *known = passage;
                        }
                    }
                    Beyond::Whole(_) => taken[cell as usize] += 1,
                    Beyond::Outside => is_outside = true,
                    Beyond::Joined(_) | Beyond::Itself => {}
                }
            }
            taken[cell as usize] += usize::from(is_outside);
        }
        let mut passages: Vec<Passage> = longest.into_values().filter(|passage| passage.part >= LEAST_SIDE).collect();
        passages.sort_unstable_by_key(|passage| (-passage.part, passage.cells));
        passages.retain(|passage| {
            let has_room = passage.cells.iter().all(|&cell| taken[cell as usize] < MAX_SIDES);
            if has_room {
                passage.cells.iter().for_each(|&cell| taken[cell as usize] += 1);
            }
            has_room
        });
        passages
    }
}

/// A line between two joined cells through which a passage may lead: some edges of the first one.
#[derive(Clone, Copy, Debug)]
pub(in crate::grid) struct Passage {
    /// How long it is, in thousandths of the sides on which it lies.
    part: i64,
    pub(in crate::grid) cells: [u32; 2],
    pub(in crate::grid) first: usize,
    pub(in crate::grid) edges: usize,
}

/// Removes pairs of edges that lead to a place and back.
fn cancel(edges: &mut Vec<JoinedEdge>) {
    let mut kept: Vec<JoinedEdge> = Vec::with_capacity(edges.len());
    // An edge ends where the next one begins: after an edge to a place and back, the one before the two begins where the next one does.
    for edge in edges.drain(..) {
        kept.push(edge);
        while let [.., first, _, last] = kept[..]
            && first.from == last.from
        {
            kept.truncate(kept.len() - 3);
            kept.push(last);
        }
    }
    // The same across the start.
    while kept.len() > 3 {
        let (first, last) = (kept[0].from, kept.len() - 1);
        if kept[last - 1].from == first {
            kept.truncate(last - 1);
        } else if kept[last].from == kept[1].from {
            kept.pop();
            kept.remove(0);
        } else {
            break;
        }
    }
    *edges = kept;
}
