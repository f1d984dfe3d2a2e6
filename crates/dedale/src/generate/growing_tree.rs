//! The growing tree: one algorithm that is many, by which cell it grows from next.

use super::Algorithm;
use super::board::{Board, carve_on_board};
use super::counted_list::CountedList;
use super::info::{AlgorithmInfo, PLAIN};
use super::linked_list::LinkedList;
use super::pick::{InvalidPick, Member, Pick};
use crate::about::{InvalidValue, OptionInfo};
use crate::grid::Grid;
use crate::maze::Maze;
use crate::observe::{Observer, Step};
use crate::rng::Rng;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::GrowingTree { pick: Pick::DEFAULT },
    name: "growing-tree",
    title: "Growing tree",
    description: "Keeps a list of active cells; takes the member that pick says, and carves from it to a random new neighbour or drops it.",
    texture: "from the backtracker's to Prim's and beyond, as pick says",
    options: &[OptionInfo {
        name: "pick",
        values: &[Member::Newest.name(), Member::Oldest.name(), Member::Random.name(), Member::Middle.name()],
        default: "newest:50,random:50",
        description: "Which active cell is taken: one of the names, or a mix with weights such as newest:50,random:50.",
        set: |algorithm, text| {
            if let Algorithm::GrowingTree { pick } = algorithm {
                *pick = text.parse().map_err(|why: InvalidPick| InvalidValue::Malformed(why.to_string()))?;
            }
            Ok(())
        },
        get: |algorithm| if let Algorithm::GrowingTree { pick } = algorithm { pick.to_string() } else { String::new() },
    }],
    time: "O(n log n)",
    steps: 4,
    source: "W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Buck, Mazes for Programmers (2015), p. 184",
    ..PLAIN
};

/// Carves a perfect maze from a list of active cells: take the member that `pick` says, carve from it to a random new
/// neighbour, which becomes active; a member without one leaves the list.
///
/// `newest` gives exactly the maze of the [`backtracker`](super::backtracker()) with the same seed, `random` a texture much
/// like [`prim`](super::prim()), `oldest` long straight corridors from the start, and a mix what lies between.
///
/// # Complexity
///
/// Time `O(cells)`, with `middle` in the mix `O(cells × log cells)`; a byte for each cell, and sixteen for each active cell (with
/// `middle` twelve, and as much again for those that lately left).
///
/// # Errors
///
/// [`Observer::Stop`] when the observer says so.
///
/// # Source
///
/// Walter D. Pullen, *Think Labyrinth: Maze Algorithms*; Jamis Buck, *Mazes for Programmers* (2015), p. 184.
///
/// ```
/// use dedale::{generate::{Pick, growing_tree}, grid::Square, maze::Maze, rng::{Rng, Stream}};
/// let mut maze = Maze::closed(Square::new(30, 30).unwrap());
/// growing_tree(&mut maze, "oldest:1,newest:9".parse()?, &mut Rng::new(7, Stream::Generate), &mut ())?;
/// assert_eq!(maze.count_passages(), 899);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline(never)]
pub fn growing_tree<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    pick: Pick,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    carve_on_board(maze, |board| {
        if pick.has(Member::Middle) {
            grow(board, CountedList::new(), &pick, rng, observer)
        } else {
            grow(board, LinkedList::new(), &pick, rng, observer)
        }
    })
}

/// Places of cells in the order in which they came, each in a slot.
pub(super) trait ActiveList {
    fn is_empty(&self) -> bool;

    /// The slot of this `member`, which the list must be able to find. The list must not be empty.
    ///
    /// For a random one a slot is drawn whether it is wanted or not, but not where it never may be: that is cheaper than a branch that
    /// nobody can predict.
    fn slot(&mut self, member: Member, may_be_random: bool, rng: &mut Rng) -> usize;

    /// The place in `slot`, which must have one.
    fn place(&self, slot: usize) -> usize;

    /// Adds `place` as the newest.
    fn push(&mut self, place: usize);

    /// Takes the place out of `slot`, which must have one.
    fn remove(&mut self, slot: usize);
}

/// Grows from the empty list `active` until it is empty again.
#[inline(never)]
fn grow<G: Grid, O: Observer>(
    board: &mut Board<'_, G>,
    mut active: impl ActiveList,
    pick: &Pick,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    active.push(board.random_place(rng));
    let may_be_random = pick.has(Member::Random);
    while !active.is_empty() {
        let slot = active.slot(pick.member(rng), may_be_random, rng);
        let place = active.place(slot);
        observer.see(Step::Visit(board.cell(place)))?;
        if let Some((side, far)) = board.choose(place, board.sides_to_new(place), rng) {
            board.carve(place, side, far, observer)?;
            active.push(far);
        } else {
            active.remove(slot);
        }
    }
    Ok(())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::rng::Stream;

    /// Holds `list` to a plain one, for the first so many of [newest, oldest, random, middle](Member::ALL).
    pub(in crate::generate) fn compare_with_a_plain_list(mut list: impl ActiveList, members: u64) {
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
}
