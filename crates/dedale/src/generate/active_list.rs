//! The list that the growing tree grows from.

use std::hint::select_unpredictable;

use super::pick::{Member, Pick};
use crate::grid::Place;
use crate::rng::Rng;

/// A list of places. Its newest, oldest and middle members are found and removed in constant time, and random ones in constant time on
/// average.
///
/// Each place is in a slot, which also has the slots of the places before and after it. When a place is removed, the place in the last slot
/// moves to its slot. But if the middle may be requested, slots are kept `IN_ORDER`, so that comparing two of them shows which place was
/// added first. Removing a place then leaves a gap, and when most slots are gaps, they are squeezed out.
///
/// Which member is picked is as random as the mix of `pick`, so no branch depends on it. `IN_ORDER` is known at compile time: asked at run
/// time, the list did not stay in registers, and took a quarter more instructions.
pub(super) struct ActiveList<const IN_ORDER: bool> {
    pick: Pick,
    /// True if `pick` may pick a random member.
    may_be_random: bool,
    /// The slots. The first has no place: the slot after it has the oldest place, and the slot before it the newest. Slots from `end` on are
    /// left over.
    slots: Vec<Slot>,
    /// The first free slot. The slot before it is no gap.
    end: usize,
    /// The number of places, if slots are kept in order. Otherwise every slot has one.
    len: usize,
    /// The slot of the middle place, if slots are kept in order: of `n` places, `n / 2` (rounded down) are older.
    middle: u32,
}

/// Sixteen bytes: with twelve, mazes took a tenth more time.
#[derive(Clone, Copy, Default)]
struct Slot {
    /// The place, or [`GAP`].
    place: Place,
    /// The slot of the place that was added before.
    older: u32,
    /// The slot of the place that was added after.
    newer: u32,
}

const GAP: Place = Place(usize::MAX);

impl<const IN_ORDER: bool> ActiveList<IN_ORDER> {
    /// Creates an empty list for this pick. It must be kept in order if the pick may be the middle.
    pub(super) fn new(pick: Pick) -> ActiveList<IN_ORDER> {
        debug_assert_eq!(IN_ORDER, pick.has(Member::Middle));
        let may_be_random = pick.has(Member::Random);
        ActiveList { pick, may_be_random, slots: vec![Slot::default(); 64], end: 1, len: 0, middle: 0 }
    }

    /// Picks a member, and returns its slot and its place. `None` if the list is empty.
    ///
    /// A random slot is drawn even if it is not needed, unless the mix can never need one: that is cheaper than an unpredictable branch.
    #[inline(always)]
    pub(super) fn pick(&self, rng: &mut Rng) -> Option<(usize, Place)> {
        if self.end == 1 {
            return None;
        }
        let member = self.pick.member(rng);
        let Slot { older: newest, newer: oldest, .. } = self.slots[0];
        let any = if self.may_be_random { self.any_slot(rng) } else { 0 };
        let any_or_newest = select_unpredictable(member == Member::Random, any, newest as usize);
        let mut slot = select_unpredictable(member == Member::Oldest, oldest as usize, any_or_newest);
        if IN_ORDER {
            slot = select_unpredictable(member == Member::Middle, self.middle as usize, slot);
            while self.slots[slot].place == GAP {
                slot = self.any_slot(rng);
            }
        }
        Some((slot, self.slots[slot].place))
    }

    /// Returns a random slot, each equally likely, gaps included.
    #[inline]
    fn any_slot(&self, rng: &mut Rng) -> usize {
        1 + rng.index(self.end - 1)
    }

    /// Adds `place` as the newest.
    #[inline(always)]
    pub(super) fn push(&mut self, place: Place) {
        if self.end == self.slots.len() {
            self.slots = with_more_room(std::mem::take(&mut self.slots));
        }
        let newest = self.slots[0].older;
        self.slots[self.end] = Slot { place, older: newest, newer: 0 };
        self.slots[newest as usize].newer = self.end as u32;
        self.slots[0].older = self.end as u32;
        self.end += 1;
        if IN_ORDER {
            self.len += 1;
            if self.len == 1 || self.len.is_multiple_of(2) {
                self.middle = self.slots[self.middle as usize].newer;
            }
        }
    }

    /// Removes the place in `slot`, which must have one.
    #[inline(always)]
    pub(super) fn remove(&mut self, slot: usize) {
        let Slot { older, newer, .. } = self.slots[slot];
        self.slots[older as usize].newer = newer;
        self.slots[newer as usize].older = older;
        if IN_ORDER {
            return self.leave_gap(slot, older, newer);
        }
        self.end -= 1;
        // Without a branch, since it could not be predicted. If the slot was the last one, the same value is written twice.
        let last = self.slots[self.end];
        let was_last = slot == self.end;
        self.slots[slot] = last;
        self.slots[last.older as usize].newer = select_unpredictable(was_last, newer, slot as u32);
        self.slots[last.newer as usize].older = select_unpredictable(was_last, older, slot as u32);
    }

    /// Leaves a gap in a list in order. The places before and after have been linked.
    fn leave_gap(&mut self, slot: usize, older: u32, newer: u32) {
        self.slots[slot].place = GAP;
        let was_even = self.len.is_multiple_of(2);
        self.len -= 1;
        let middle = self.middle as usize;
        self.middle = match (slot.cmp(&middle), was_even) {
            (std::cmp::Ordering::Equal, true) => older,
            (std::cmp::Ordering::Equal, false) => newer,
            (std::cmp::Ordering::Greater, true) => self.slots[middle].older,
            (std::cmp::Ordering::Less, false) => self.slots[middle].newer,
            _ => self.middle,
        };
        while self.end > 1 && self.slots[self.end - 1].place == GAP {
            self.end -= 1;
        }
        if self.end > 64 && self.end - 1 > 2 * self.len {
            self.squeeze();
        }
    }

    #[cold]
    #[inline(never)]
    fn squeeze(&mut self) {
        let places: Vec<Place> =
            self.slots[1..self.end].iter().map(|slot| slot.place).filter(|&place| place != GAP).collect();
        self.slots[0] = Slot::default();
        (self.end, self.len, self.middle) = (1, 0, 0);
        places.into_iter().for_each(|place| self.push(place));
    }
}

/// A function of the slots alone, so that the rest of the list can stay in registers.
#[cold]
#[inline(never)]
fn with_more_room(mut slots: Vec<Slot>) -> Vec<Slot> {
    slots.resize(2 * slots.len(), Slot::default());
    slots
}
