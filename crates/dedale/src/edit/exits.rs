//! Exits: openings of the outer wall that are drawn.

use super::EditOption;
use crate::about::{InvalidValue, Why, parse_whole};
use crate::grid::{Cell, Grid, Side, Sides, Wrap};
use crate::rng::Rng;

/// The most exits that may be asked for.
pub(crate) const MAX_EXITS: u32 = 1000;

pub(crate) const EXITS: EditOption = EditOption {
    name: "exits",
    default: "0",
    description: "How many openings the outer wall has, each of another cell.",
    set: |edits, text| parse_whole(text, 0..=MAX_EXITS.into()).map(|exits| edits.exits = exits as u32),
    get: |edits| (edits.exits > 0).then(|| edits.exits.into()),
    check: |edits, site| {
        let with_doors = edits.doors.then(|| InvalidValue::conflict("doors"));
        let too_many = match (edits.exits, site.border) {
            (0, _) => return Vec::new(),
            _ if site.wrap == Wrap::Xy => {
                Some(InvalidValue::Conflict { other: "wrap=xy".to_owned(), why: ", which leaves no border" })
            }
            (exits, _) if exits > MAX_EXITS => Some(InvalidValue::out_of_range("", &(0..=MAX_EXITS))),
            (exits, Some(border)) if border < exits.into() => Some(too_many_exits(border)),
            _ => None,
        };
        with_doors.into_iter().chain(too_many).collect()
    },
    steps: |edits, cells| if edits.exits > 0 { cells } else { 0 },
    ..EditOption::NONE
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
/// may be opened: a cell without any is not at the border. The cells are in the order of their numbers.
///
/// # Errors
///
/// How many cells are at the border, where these are fewer.
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
