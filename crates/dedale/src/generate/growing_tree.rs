//! The growing tree: many algorithms in one. They differ in the cell that the tree grows from next.
//!
//! ```text
//! add a random cell to the active list
//! while the list is not empty:
//!     pick a cell of the list, and visit it
//!     if it has unvisited neighbors:
//!         carve to a random one, and add that one to the list
//!     else:
//!         remove the cell from the list
//! ```
//!
//! [`Algorithm::GrowingTree`](super::Algorithm::GrowingTree) says more about its mazes, and where it is from.

use super::active_list::ActiveList;
use super::pick::{Member, Pick};
use super::prelude::*;
use crate::about::{OptionInfo, Share, own_option};

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::GrowingTree { pick: Pick::DEFAULT },
    name: "growing-tree",
    title: "Growing tree",
    description: "Keeps a list of active cells; takes the member that pick says, and carves from it to a random new neighbor or drops it.",
    texture: "between the backtracker's mazes and Prim's, as the option pick decides",
    options: &[OptionInfo {
        values: Member::NAMES,
        default: "newest:50,random:50",
        description: "Which active cell is taken: one of the names, or a mix with weights such as newest:50,random:50.",
        ..own_option!(Algorithm::GrowingTree { pick })
    }],
    steps: Growth::Linear(4),
    bytes: 28,
    source: "W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Buck, Mazes for Programmers (2015), p. 184",
    ..DEFAULTS
};

pub(super) fn carve<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    pick: Pick,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    carve_choosing(maze, pick, rng, observer, |board, place, unvisited, rng| board.choose(place, unvisited, rng))
}

/// Carves a maze like [`GrowingTree`](Algorithm::GrowingTree), with passages that tend to go straight on. From a cell that was just reached,
/// the passage leads straight on with this probability, if the cell ahead is unvisited. Otherwise, and from any other cell, it leads to a
/// random unvisited neighbor, which may be the same one.
///
/// With [`Share::NONE`], it makes the mazes of [`GrowingTree`](Algorithm::GrowingTree), and with `newest` those of the
/// [`backtracker`](super::backtracker). If the cells have a corner opposite of each side, as triangles do, there is no straight on, and only
/// the draws differ.
///
/// # Complexity
///
/// That of [`GrowingTree`](Algorithm::GrowingTree), and one more random word for each cell.
///
/// # Source
///
/// Walter D. Pullen, *Think Labyrinth: Maze Classification*, which calls it the run of a maze.
pub(crate) fn straight_growing_tree<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    pick: Pick,
    straightness: Share,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    if straightness == Share::NONE {
        return carve(maze, pick, rng, observer);
    }
    let threshold = straightness.to_53_bits();
    carve_choosing(maze, pick, rng, observer, |board, place, unvisited, rng| {
        match board.ahead(place).filter(|&ahead| unvisited.contains(ahead)) {
            Some(ahead) if rng.happens(threshold) => Some(board.neighbor(place, ahead)),
            _ => board.choose(place, unvisited, rng),
        }
    })
}

/// Carves a maze. `choose` draws one of the sides of a place that lead to unvisited cells, if there are any.
fn carve_choosing<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    pick: Pick,
    rng: &mut Rng,
    observer: &mut O,
    choose: impl Fn(&Board<'_, G>, Place, Sides, &mut Rng) -> Option<Neighbor>,
) -> Result<(), O::Stop> {
    carve_on_board(maze, |board| {
        if pick.has(Member::Middle) {
            grow(board, ActiveList::<true>::new(pick), rng, observer, choose)
        } else {
            grow(board, ActiveList::<false>::new(pick), rng, observer, choose)
        }
    })
}

/// Grows from the empty list `active` until it is empty again.
#[inline(never)]
fn grow<const IN_ORDER: bool, G: Grid, O: Observer>(
    board: &mut Board<'_, G>,
    mut active: ActiveList<IN_ORDER>,
    rng: &mut Rng,
    observer: &mut O,
    choose: impl Fn(&Board<'_, G>, Place, Sides, &mut Rng) -> Option<Neighbor>,
) -> Result<(), O::Stop> {
    active.push(board.random_place(rng));
    while let Some((slot, cell)) = active.pick(rng) {
        board.visit(cell, observer)?;
        if let Some(neighbor) = choose(board, cell, board.sides_to_unvisited(cell), rng) {
            board.carve(cell, neighbor, observer)?;
            active.push(neighbor.place);
        } else {
            active.remove(slot);
        }
    }
    Ok(())
}
