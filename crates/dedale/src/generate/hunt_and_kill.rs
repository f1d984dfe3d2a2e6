//! Hunt and kill: a walk until it is stuck, then a search for where to go on.
//!
//! Carves a perfect maze by a random walk through new cells; when it is stuck, the hunt goes through the grid row by row for
//! the first new cell beside a visited one, opens a random wall between the two, and the walk goes on from there.
//!
//! Long winding passages like the [`backtracker`](super::backtracker)'s, with about as few dead ends, but a shorter
//! solution.
//!
//! The new cells beside visited ones are kept in a set, so that a hunt takes the same time on every grid.
//!
//! # Source
//!
//! Walter D. Pullen, *Think Labyrinth: Maze Algorithms*; Jamis Buck, *Mazes for Programmers* (2015), p. 67.

use super::prelude::*;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::HuntAndKill,
    name: "hunt-and-kill",
    title: "Hunt and kill",
    description: "A random walk through new cells; when it is stuck, a hunt row by row for a new cell beside a visited one.",
    texture: "long winding passages, few dead ends, a shorter solution than the backtracker's",
    // The frontier has a bit for each.
    bytes: 3,
    source: "W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Buck, Mazes for Programmers (2015), p. 67",
    ..PLAIN
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_on_board(maze, |board| {
        let mut frontier = PlaceSet::new(board.grid().places());
        let mut place = board.random_place(rng);
        observer.see(Step::Visit(board.cell(place)))?;
        loop {
            loop {
                let ways = board.sides_to_new(place);
                let Some((side, far)) = board.choose(place, ways, rng) else { break };
                ways.without(side).into_iter().for_each(|other| frontier.add(board.across(place, other)));
                board.carve(place, side, far, observer)?;
                frontier.remove(far);
                place = far;
            }
            let Some(found) = frontier.first() else { return Ok(()) };
            frontier.remove(found);
            observer.see(Step::Visit(board.cell(found)))?;
            if let Some((side, far)) = board.choose(found, board.sides_to_visited(found), rng) {
                board.carve(found, side, far, observer)?;
            }
            place = found;
        }
    })
}

/// A set of places, a bit each, whose first member is found without a search.
///
/// Each level has a bit for every word of the level below that is not zero. The last level is one word, and no set has more than six levels.
/// Most places are added to words and removed from words that have other members, so that only the lowest level changes.
struct PlaceSet {
    members: Vec<u64>,
    /// The levels above the members.
    levels: Vec<Vec<u64>>,
}

impl PlaceSet {
    /// An empty set for the places `0 .. places`.
    fn new(places: usize) -> PlaceSet {
        let members = vec![0; places.div_ceil(64)];
        let mut levels: Vec<Vec<u64>> = Vec::new();
        let mut words = members.len();
        while words > 1 {
            words = words.div_ceil(64);
            levels.push(vec![0; words]);
        }
        PlaceSet { members, levels }
    }

    #[inline]
    fn add(&mut self, place: usize) {
        let word = &mut self.members[place / 64];
        let was_empty = *word == 0;
        *word |= 1 << (place % 64);
        if was_empty {
            self.mark(place / 64);
        }
    }

    #[inline]
    fn remove(&mut self, place: usize) {
        let word = &mut self.members[place / 64];
        *word &= !(1 << (place % 64));
        if *word == 0 {
            self.unmark(place / 64);
        }
    }

    /// Notes that a word of the members is not zero.
    #[inline(never)]
    fn mark(&mut self, mut bit: usize) {
        for level in &mut self.levels {
            let word = &mut level[bit / 64];
            let was_empty = *word == 0;
            *word |= 1 << (bit % 64);
            if !was_empty {
                return;
            }
            bit /= 64;
        }
    }

    /// Notes that a word of the members is zero.
    #[inline(never)]
    fn unmark(&mut self, mut bit: usize) {
        for level in &mut self.levels {
            let word = &mut level[bit / 64];
            *word &= !(1 << (bit % 64));
            if *word != 0 {
                return;
            }
            bit /= 64;
        }
    }

    /// The lowest place in the set.
    fn first(&self) -> Option<usize> {
        let descend = |at: usize, level: &Vec<u64>| {
            let word = level[at];
            (word != 0).then(|| 64 * at + word.trailing_zeros() as usize)
        };
        self.levels.iter().rev().chain([&self.members]).try_fold(0, descend)
    }
}
