//! The lists that the growing tree grows from.

use std::hint::select_unpredictable;

use super::frontier::Slot;
use super::pick::Member;
use crate::rng::Rng;

/// Places of cells in the order in which they came, of which the newest, the oldest and a random one are found and taken out in
/// constant time on average. Each is in a slot.
pub(super) trait ActiveList {
    fn is_empty(&self) -> bool;

    /// The slot of this `member`. The list must not be empty.
    ///
    /// A random slot is drawn even if it is not needed, unless the mix can never need one: that is cheaper than an unpredictable branch.
    fn slot(&mut self, member: Member, may_be_random: bool, rng: &mut Rng) -> usize;

    /// The place in `slot`, which must have one.
    fn place(&self, slot: usize) -> usize;

    /// Adds `place` as the newest.
    fn push(&mut self, place: usize);

    /// Takes the place out of `slot`, which must have one.
    fn remove(&mut self, slot: usize);
}

/// A list for mixes without `middle`. When a place is taken out, the place in the last slot moves to its slot.
pub(super) struct Unordered<T> {
    /// By slot. Those at `end` and behind are left over.
    nodes: Vec<Node<T>>,
    end: usize,
    /// The slots of the places in the order in which these came; [`LEFT`] for those that were taken out.
    turns: Vec<u32>,
    /// The turn of the next place. The one before it has not left, unless it left last.
    next: usize,
    /// The places of all turns before this one have left.
    oldest: usize,
}

#[derive(Clone, Copy, Default)]
struct Node<T> {
    place: T,
    /// When it came.
    turn: u32,
}

const LEFT: u32 = u32::MAX;

impl<T: Slot> Unordered<T> {
    pub(super) fn new() -> Unordered<T> {
        Unordered { nodes: vec![Node::default(); 64], end: 0, turns: vec![0; 64], next: 0, oldest: 0 }
    }

    /// Makes room for one more turn.
    #[cold]
    #[inline(never)]
    fn more_turns(&mut self) {
        const MOST: usize = u32::MAX as usize;
        if 2 * self.end > self.next && self.next < MOST {
            return self.turns.resize(MOST.min(2 * self.next), 0);
        }
        let mut next = 0;
        for turn in self.oldest..self.next {
            let slot = self.turns[turn];
            if slot != LEFT {
                self.turns[next] = slot;
                self.nodes[slot as usize].turn = next as u32;
                next += 1;
            }
        }
        (self.oldest, self.next) = (0, next);
    }
}

impl<T: Slot> ActiveList for Unordered<T> {
    #[inline]
    fn is_empty(&self) -> bool {
        self.end == 0
    }

    #[inline]
    fn slot(&mut self, member: Member, may_be_random: bool, rng: &mut Rng) -> usize {
        // Nobody can predict whether the newest has left, but hardly ever have several.
        self.next -= usize::from(self.turns[self.next - 1] == LEFT);
        while self.turns[self.next - 1] == LEFT {
            self.next -= 1;
        }
        let newest = self.turns[self.next - 1] as usize;
        let any = if may_be_random { rng.index(self.end) } else { 0 };
        if member == Member::Oldest {
            while self.turns[self.oldest] == LEFT {
                self.oldest += 1;
            }
            return self.turns[self.oldest] as usize;
        }
        select_unpredictable(member == Member::Random, any, newest)
    }

    #[inline]
    fn place(&self, slot: usize) -> usize {
        self.nodes[slot].place.edge() as usize
    }

    #[inline]
    fn push(&mut self, place: usize) {
        if self.end == self.nodes.len() {
            self.nodes = with_more_room(std::mem::take(&mut self.nodes));
        }
        if self.next == self.turns.len() {
            self.more_turns();
        }
        self.nodes[self.end] = Node { place: T::of(place as u64), turn: self.next as u32 };
        self.turns[self.next] = self.end as u32;
        self.next += 1;
        self.end += 1;
    }

    #[inline]
    fn remove(&mut self, slot: usize) {
        self.end -= 1;
        let (here, last) = (self.nodes[slot], self.nodes[self.end]);
        self.nodes[slot] = last;
        self.turns[last.turn as usize] = slot as u32;
        // Afterwards, since it may have been the last itself.
        self.turns[here.turn as usize] = LEFT;
    }
}

/// A list of which the middle may be asked for: of `n` places, the one with `n / 2` (rounded down) older than it.
///
/// Slots are kept in order, so that comparing two of them shows which place came first, and each stores the slots of the places before and
/// after it. Removing a place leaves a gap, and when most slots are gaps, they are squeezed out.
pub(super) struct InOrder {
    /// The first is no place's: what came after it is the oldest, and what came before it the newest. Those at `end` and behind are
    /// left over.
    nodes: Vec<Link>,
    /// The first slot that is free. The one before it is no gap.
    end: usize,
    len: usize,
    /// The slot of the one in the middle.
    middle: u32,
}

#[derive(Clone, Copy, Default)]
struct Link {
    /// [`GAP`] where there is none.
    place: usize,
    /// The slot of the one that came before.
    older: u32,
    /// The slot of the one that came after.
    newer: u32,
}

const GAP: usize = usize::MAX;

impl InOrder {
    pub(super) fn new() -> InOrder {
        InOrder { nodes: vec![Link::default(); 64], end: 1, len: 0, middle: 0 }
    }

    /// Any slot, gaps included, each equally likely.
    fn any_slot(&self, rng: &mut Rng) -> usize {
        1 + rng.index(self.end - 1)
    }

    #[cold]
    #[inline(never)]
    fn squeeze(&mut self) {
        let places: Vec<usize> =
            self.nodes[1..self.end].iter().map(|node| node.place).filter(|&place| place != GAP).collect();
        self.nodes[0] = Link::default();
        (self.end, self.len, self.middle) = (1, 0, 0);
        places.into_iter().for_each(|place| self.push(place));
    }
}

impl ActiveList for InOrder {
    fn is_empty(&self) -> bool {
        self.end == 1
    }

    fn slot(&mut self, member: Member, may_be_random: bool, rng: &mut Rng) -> usize {
        let Link { older: newest, newer: oldest, .. } = self.nodes[0];
        let mut slot = if may_be_random { self.any_slot(rng) } else { 0 };
        slot = match member {
            Member::Newest => newest as usize,
            Member::Oldest => oldest as usize,
            Member::Middle => self.middle as usize,
            Member::Random => slot,
        };
        while self.nodes[slot].place == GAP {
            slot = self.any_slot(rng);
        }
        slot
    }

    fn place(&self, slot: usize) -> usize {
        self.nodes[slot].place
    }

    fn push(&mut self, place: usize) {
        if self.end == self.nodes.len() {
            self.nodes = with_more_room(std::mem::take(&mut self.nodes));
        }
        let newest = self.nodes[0].older;
        self.nodes[self.end] = Link { place, older: newest, newer: 0 };
        self.nodes[newest as usize].newer = self.end as u32;
        self.nodes[0].older = self.end as u32;
        self.end += 1;
        self.len += 1;
        if self.len == 1 || self.len.is_multiple_of(2) {
            self.middle = self.nodes[self.middle as usize].newer;
        }
    }

    fn remove(&mut self, slot: usize) {
        let Link { older, newer, .. } = self.nodes[slot];
        self.nodes[older as usize].newer = newer;
        self.nodes[newer as usize].older = older;
        self.nodes[slot].place = GAP;
        let was_even = self.len.is_multiple_of(2);
        self.len -= 1;
        let middle = self.middle as usize;
        self.middle = match (slot.cmp(&middle), was_even) {
            (std::cmp::Ordering::Equal, true) => older,
            (std::cmp::Ordering::Equal, false) => newer,
            (std::cmp::Ordering::Greater, true) => self.nodes[middle].older,
            (std::cmp::Ordering::Less, false) => self.nodes[middle].newer,
            _ => self.middle,
        };
        while self.end > 1 && self.nodes[self.end - 1].place == GAP {
            self.end -= 1;
        }
        if self.end > 64 && self.end - 1 > 2 * self.len {
            self.squeeze();
        }
    }
}

/// A function of the nodes alone, so that the rest of the list can stay in registers.
#[cold]
#[inline(never)]
fn with_more_room<T: Clone + Default>(mut nodes: Vec<T>) -> Vec<T> {
    nodes.resize(2 * nodes.len(), T::default());
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;

    /// Holds the list to a plain one, for the first so many of [newest, oldest, random, middle](Member::ALL).
    fn compare_with_a_plain_list(mut list: impl ActiveList, members: u64) {
        let mut rng = Rng::new(5, Stream::Generate);
        let mut plain = Vec::new();
        for number in 0..20_000 {
            let grow = plain.len() < 2 || rng.below(100) < if number / 3_000 % 2 == 0 { 70 } else { 35 };
            if grow {
                list.push(number);
                plain.push(number);
            } else {
                let member = Member::ALL[rng.below(members) as usize];
                let slot = list.slot(member, true, &mut rng);
                let rank = match member {
                    Member::Oldest => Some(0),
                    Member::Newest => Some(plain.len() - 1),
                    Member::Random => plain.iter().position(|&place| place == list.place(slot)),
                    Member::Middle => Some(plain.len() / 2),
                };
                assert_eq!(rank.map(|rank| plain.remove(rank)), Some(list.place(slot)));
                list.remove(slot);
            }
            assert_eq!(list.is_empty(), plain.is_empty());
        }
    }

    #[test]
    fn behaves_like_a_plain_list() {
        compare_with_a_plain_list(Unordered::<u32>::new(), 3);
        compare_with_a_plain_list(InOrder::new(), 4);
    }

    fn assert_even(mut list: impl ActiveList, left: &[usize]) {
        let mut rng = Rng::new(6, Stream::Generate);
        (0..20).for_each(|place| list.push(place));
        left.iter().for_each(|&slot| list.remove(slot));
        let mut counts = [0_u32; 20];
        for _ in 0..10_000 {
            let slot = list.slot(Member::Random, true, &mut rng);
            counts[list.place(slot)] += 1;
        }
        // Chi-square with 9 degrees of freedom stays under 27.9 in 999 of 1000 fair runs; this run is fixed.
        let left = counts.iter().filter(|&&count| count > 0);
        let chi: f64 = left.clone().map(|&count| (f64::from(count) - 1_000.0).powi(2) / 1_000.0).sum();
        assert_eq!(left.count(), 10);
        assert!(chi < 27.9, "{counts:?}");
    }

    #[test]
    fn random_draws_stay_uniform_after_removals() {
        assert_even(Unordered::<u64>::new(), &[0, 3, 4, 5, 9, 11, 11, 12, 8, 0]);
        assert_even(InOrder::new(), &[1, 4, 5, 6, 10, 12, 13, 19, 20, 18]);
    }
}
