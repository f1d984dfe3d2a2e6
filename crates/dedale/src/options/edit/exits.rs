//! Exits: openings of the outer wall that are drawn.

use crate::about::{InvalidValue, Why, parse_whole};
use crate::grid::{Cell, Grid, Side, Sides, Wrap};
use crate::options::{MazeOption, OPTION, border_cells};
use crate::rng::Rng;

/// The most exits that may be asked for.
const MAX_EXITS: u32 = 1000;

pub(crate) const EXITS: MazeOption = MazeOption {
    name: "exits",
    default: "0",
    description: "How many openings the outer wall has, each of another cell.",
    needs_walls: true,
    set: |maze, text| parse_whole(text, 0..=MAX_EXITS.into()).map(|exits| maze.edits.exits = exits as u32),
    get: |maze| (maze.edits.exits > 0).then(|| maze.edits.exits.into()),
    check: |maze, faults| {
        let exits = maze.edits.exits.into();
        if exits > 0 && maze.edits.doors {
            faults.add("exits", InvalidValue::conflict("doors"));
        }
        // On another grid than plain squares, it is known when that is laid how many cells are at the border.
        match faults.size.filter(|_| maze.is_plain()).map(border_cells) {
            _ if exits > 0 && maze.mesh.wrap == Wrap::Xy => {
                faults.add("exits", InvalidValue::conflict_since("wrap=xy", ", which leaves no border"));
            }
            Some(border) if border < exits => faults.add("exits", too_many_exits(border)),
            _ => {}
        }
    },
    steps: |_, cells| cells,
    ..OPTION
};

/// The reason why there are more exits than cells at the border.
pub(crate) fn too_many_exits(border: u64) -> InvalidValue {
    match border {
        0 => Why::Unsupported.because("is not valid here: no cell is at the border"),
        _ => Why::TooMuch(border.to_string())
            .because(format!("must be at most {border}, since so many cells are at the border")),
    }
}

/// Draws `count` different cells of the border, each set of them equally likely, and one side of each. `sides` says which sides of a cell
/// may be opened: a cell without any is not at the border. The cells are in the order of their numbers. Where fewer are at the border, it fails with their
/// number.
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
