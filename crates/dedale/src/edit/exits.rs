//! Exits: random openings of the outer wall.

use crate::grid::{Cell, Grid, Side, Sides};
use crate::rng::Rng;

/// Draws `count` different cells of the border, each set of them equally likely, and one side of each. `sides` returns the sides of a cell that
/// may be opened; a cell without any is not at the border. The cells are in the order of their numbers. If there are fewer at the border, the
/// error is their number.
pub(crate) fn draw_exits<G: Grid>(
    grid: &G,
    count: u32,
    sides: impl Fn(Cell) -> Sides,
    rng: &mut Rng,
) -> Result<Vec<(Cell, Side)>, u32> {
    let border = || {
        let cells = (0..grid.cells()).map(Cell);
        cells.map(|cell| (cell, sides(cell))).filter(|(_, sides)| !sides.is_empty())
    };
    let all = border().count() as u32;
    if all < count {
        return Err(all);
    }
    let mut exits = Vec::with_capacity(count as usize);
    for (left, (cell, sides)) in (1..=all).rev().zip(border()) {
        let missing = count - exits.len() as u32;
        if missing == 0 {
            break;
        }
        if rng.below(left.into()) < missing.into() {
            let side = rng.below(sides.len().into()) as usize;
            exits.extend(sides.into_iter().nth(side).map(|side| (cell, side)));
        }
    }
    Ok(exits)
}
