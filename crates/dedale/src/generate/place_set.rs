//! A set of places.

use crate::grid::Place;

/// A set of places, one bit each, whose first member is found without a search.
///
/// Each level has a bit for every word of the level below that is not zero. The last level is one word, and no set has more than six levels.
/// Most places are added to words and removed from words that have other members, so that only the lowest level changes.
pub(super) struct PlaceSet {
    members: Vec<u64>,
    /// The levels above the members.
    levels: Vec<Vec<u64>>,
}

impl PlaceSet {
    /// Creates an empty set for the places `0 .. places`.
    pub(super) fn new(places: usize) -> PlaceSet {
        let members = vec![0; places.div_ceil(64)];
        let mut levels: Vec<Vec<u64>> = Vec::new();
        let mut words = members.len();
        while words > 1 {
            words = words.div_ceil(64);
            levels.push(vec![0; words]);
        }
        PlaceSet { members, levels }
    }

    /// Adds a place, if it is not in the set.
    #[inline]
    pub(super) fn add(&mut self, place: Place) {
        let word = &mut self.members[place.0 / 64];
        let was_empty = *word == 0;
        *word |= 1 << (place.0 % 64);
        if was_empty {
            self.mark(place.0 / 64);
        }
    }

    /// Removes a place, if it is in the set.
    #[inline]
    pub(super) fn remove(&mut self, place: Place) {
        let word = &mut self.members[place.0 / 64];
        *word &= !(1 << (place.0 % 64));
        if *word == 0 {
            self.unmark(place.0 / 64);
        }
    }

    /// Notes that a word of the lowest level is not zero.
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

    /// Notes that a word of the lowest level is zero.
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

    /// Returns the lowest place in the set.
    pub(super) fn first(&self) -> Option<Place> {
        let descend = |at: usize, level: &Vec<u64>| {
            let word = level[at];
            (word != 0).then(|| 64 * at + word.trailing_zeros() as usize)
        };
        self.levels.iter().rev().chain([&self.members]).try_fold(0, descend).map(Place)
    }
}
