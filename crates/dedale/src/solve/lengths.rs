//! The lengths of shortest ways from one square to others, if moves across corners are √2 long.
//!
//! Squares wait in lists by the whole part of their lengths. No move is shorter than 1, so no square of a list makes another one of the same
//! list nearer, and their order does not matter: E. V. Denardo and B. L. Fox, "Shortest-route methods: 1. Reaching, pruning, and buckets",
//! *Operations Research* 27 (1979).

use super::diagonals::MoveCounts;
use crate::grid::BitGrid;

/// The lengths of shortest ways from one square to all others.
#[derive(Clone, Debug)]
pub(crate) struct Lengths {
    /// The length of the shortest way known so far, by the index of the square.
    each: Vec<MoveCounts>,
    /// The squares that wait: those whose length has the current whole part, one more, and two more.
    waiting: [Vec<u32>; 3],
    whole: u32,
}

const STRAIGHT: MoveCounts = MoveCounts { straight: 1, diagonal: 0 };
const DIAGONAL: MoveCounts = MoveCounts { straight: 0, diagonal: 1 };

/// Longer than every way.
const UNSEEN: MoveCounts = MoveCounts { straight: u32::MAX, diagonal: 0 };

impl Lengths {
    /// Begins a search from a free square. `last` is an earlier search of the same squares, whose memory is used again.
    pub(crate) fn begin(free: &BitGrid, from: u32, last: Option<Lengths>) -> Lengths {
        let mut lengths = last.unwrap_or(Lengths { each: Vec::new(), waiting: Default::default(), whole: 0 });
        lengths.each.clear();
        lengths.each.resize(free.indices() as usize, UNSEEN);
        lengths.each[from as usize] = MoveCounts::default();
        lengths.waiting[0].push(from);
        lengths.whole = 0;
        lengths
    }

    /// Goes on from at most `count` squares. Returns true when all lengths are known.
    pub(crate) fn search_some(&mut self, free: &BitGrid, count: u32) -> bool {
        for _ in 0..count {
            let Some(at) = self.waiting[0].pop() else {
                if self.waiting.iter().all(Vec::is_empty) {
                    return true;
                }
                self.waiting.rotate_left(1);
                self.whole += 1;
                continue;
            };
            let length = self.each[at as usize];
            // Otherwise the square was reached by a shorter way, and taken then.
            if length.total() as u32 >= self.whole {
                self.look_on(free, at, length);
            }
        }
        false
    }

    #[inline]
    fn look_on(&mut self, free: &BitGrid, at: u32, length: MoveCounts) {
        let beside @ [north, east, south, west] = free.beside(at);
        let [is_north, is_east, is_south, is_west] = beside.map(|square| free.has(square));
        let sides = [(is_north, north), (is_east, east), (is_south, south), (is_west, west)];
        for (_, square) in sides.into_iter().filter(|(is_open, _)| *is_open) {
            self.reach(square, length.then(STRAIGHT));
        }
        let corners = [
            (is_north && is_east, north + 1),
            (is_south && is_east, south + 1),
            (is_south && is_west, south - 1),
            (is_north && is_west, north.wrapping_sub(1)),
        ];
        for (_, square) in corners.into_iter().filter(|&(is_open, square)| is_open && free.has(square)) {
            self.reach(square, length.then(DIAGONAL));
        }
    }

    #[inline]
    fn reach(&mut self, square: u32, length: MoveCounts) {
        let known = &mut self.each[square as usize];
        let total = length.total();
        if total < known.total() {
            *known = length;
            // A move adds one or two to the whole part.
            let ahead = (total as u32).saturating_sub(self.whole).min(2);
            self.waiting[ahead as usize].push(square);
        }
    }

    /// Returns the length of a shortest way to a square; `None` if there is none.
    pub(crate) fn to(&self, square: u32) -> Option<f64> {
        Some(self.each[square as usize]).filter(|length| *length != UNSEEN).map(MoveCounts::total)
    }
}
