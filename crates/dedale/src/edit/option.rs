//! The options of edits. Each is in the file of its edit: its name, how it is set and shown, its check, its cost, and what it does.

use super::{Items, Lines, Share, Weights};
use crate::about::{InvalidValue, OptionValue, Range};
use crate::grid::{GridKind, Wrap};

/// The changes to a maze after it is carved.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Edits {
    pub(crate) rooms: u32,
    pub(crate) room_size: Option<Range<u32>>,
    pub(crate) sparse: Share,
    pub(crate) braid: Share,
    pub(crate) max_dead_end: Option<u32>,
    pub(crate) max_walls: Option<Share>,
    pub(crate) max_walls_in: Option<Lines>,
    pub(crate) doors: bool,
    pub(crate) exits: u32,
    pub(crate) weights: Option<Weights>,
    pub(crate) solvable: Option<Share>,
    pub(crate) items: Vec<Items>,
    pub(crate) locks: u32,
}

/// What there is to know about the option of an edit.
#[derive(Debug)]
pub(crate) struct EditOption {
    /// The name, as in text.
    pub(crate) name: &'static str,
    /// Every value, where these are names.
    pub(crate) values: &'static [&'static str],
    /// The value when it is not set; empty if there is no fixed one.
    pub(crate) default: &'static str,
    /// What it does, in a line.
    pub(crate) description: &'static str,
    /// On which grids it is valid.
    pub(crate) grids: fn(GridKind) -> bool,
    /// Whether it is valid for a part of a maze.
    pub(crate) is_of_parts: bool,
    /// The option without which it is not valid.
    pub(crate) needs: Option<&'static str>,
    /// Whether the halves of a symmetric maze, or the way of a labyrinth, would no longer be what they are.
    pub(crate) breaks_halves: bool,
    /// Sets it to the value of this text.
    pub(crate) set: fn(&mut Edits, &str) -> Result<(), InvalidValue>,
    /// The value; `None` for the default.
    pub(crate) get: fn(&Edits) -> Option<OptionValue>,
    /// Every reason why its value is not valid in this place.
    pub(crate) check: fn(&Edits, &Site) -> Vec<InvalidValue>,
    /// Sets what was not set beside its value, so that options that mean the same are the same.
    pub(crate) fill: fn(&mut Edits),
    /// About how many steps it takes in a maze of this many cells.
    pub(crate) steps: fn(&Edits, u64) -> u64,
    /// How many bytes of memory it takes for each cell until it is done.
    pub(crate) bytes: fn(&Edits) -> u64,
}

impl EditOption {
    /// An option of whole mazes on any grid, which does nothing.
    pub(crate) const NONE: EditOption = EditOption {
        name: "",
        values: &[],
        default: "",
        description: "",
        grids: |_| true,
        is_of_parts: false,
        needs: None,
        breaks_halves: false,
        set: |_, _| Ok(()),
        get: |_| None,
        check: |_, _| Vec::new(),
        fill: |_| {},
        steps: |_, _| 0,
        bytes: |_| 0,
    };
}

/// The properties of a maze that the checks of its edits need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    /// Whether it is a rectangle of squares, all in one floor, without tunnels and masks.
    pub(crate) is_rectangle: bool,
    /// Whether there may be tunnels.
    pub(crate) is_woven: bool,
    /// Which edges are joined.
    pub(crate) wrap: Wrap,
    /// How many cells there are, if that is known.
    pub(crate) cells: Option<u64>,
    /// How many of them are at the border, if that is known.
    pub(crate) border: Option<u64>,
}

/// How many steps an edit of all cells takes for each of them, where it is done.
pub(super) fn steps_of_all(cells: u64, is_done: bool) -> u64 {
    if is_done { cells.saturating_mul(2) } else { 0 }
}

/// Refuses what needs the cells above tunnels as they are.
pub(super) fn check_unwoven(is_set: bool, site: &Site) -> Vec<InvalidValue> {
    let why = ", whose tunnels need the cells above them as they are";
    match is_set && site.is_woven {
        true => vec![InvalidValue::Conflict { other: "weave".to_owned(), why }],
        false => Vec::new(),
    }
}
