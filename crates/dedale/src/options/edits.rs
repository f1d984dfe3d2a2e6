//! The options that edit a finished maze: an entry for each, with its check and its cost. The edits themselves are in [`edit`](crate::edit).

use super::MazeBuilder;
use super::check::Faults;
use super::ends::border_cells;
use super::option::{FLAG, MazeOption, SHAPING, SHARE};
use crate::about::{Between, InvalidValue, InvalidValueKind, Share, parse_flag, parse_whole};
use crate::edit::rooms::TRIES;
use crate::edit::weights::{HILLS, PASSES};
use crate::edit::{Items, Lines, OnTheWay, SolutionWord, Weights};
use crate::grid::{GridKind, Wrap};
use crate::maze::{MAX_COST, WEIGHT_BYTES};

/// The options of a maze that edit it after it is carved.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Edits {
    pub(crate) rooms: u32,
    pub(crate) room_size: Option<Between<u32>>,
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
    pub(crate) word: Option<SolutionWord>,
    pub(crate) sum: Option<Between<u32>>,
    pub(crate) decoys: Option<Share>,
}

impl Edits {
    /// Returns what is read on the way to the exit, and the name of the option that says so.
    pub(super) fn on_the_way(&self) -> Option<(&'static str, OnTheWay)> {
        let word = self.word.clone().map(|word| (WORD.name, OnTheWay::Word(word)));
        word.or_else(|| self.sum.map(|range| (SUM.name, OnTheWay::Sum(range))))
    }

    /// Sets what is read on the way to the exit.
    pub(super) fn set_on_the_way(&mut self, what: Option<OnTheWay>) {
        (self.word, self.sum) = match what {
            Some(OnTheWay::Word(word)) => (Some(word), None),
            Some(OnTheWay::Sum(range)) => (None, Some(range)),
            None => (None, None),
        };
    }

    /// Returns the number of letters at dead ends, relative to those on the way.
    pub(super) fn decoys(&self) -> Share {
        self.decoys.unwrap_or(Share::ALL)
    }

    /// Returns the range of the sides of rooms, in cells.
    pub(super) fn room_size(&self) -> Between<u32> {
        self.room_size.unwrap_or(DEFAULT_ROOM_SIDES)
    }
}

/// The maximum number of rooms.
const MAX_ROOMS: u32 = 100;

/// The sides that a room may have, in cells, and its default sides.
const ROOM_SIDES: Between<u32> = Between { least: 2, most: 20 };
const DEFAULT_ROOM_SIDES: Between<u32> = Between { least: 3, most: 7 };

/// The number of bytes for each cell, beside all others, to make a grid of the cells that `sparse` leaves.
pub(super) const SPARSE_BYTES: u64 = 13;

/// The maximum number of exits.
const MAX_EXITS: u32 = 1000;

/// The maximum number of names of items.
const MAX_ITEM_NAMES: usize = 20;

/// The largest number to be added up. Two digits can be read in a cell.
const MAX_NUMBER: u32 = 99;

/// The maximum number of locks.
const MAX_LOCKS: u32 = 100;

/// The steps of a search, a flood, and two lists in random order, for each cell.
const PLACING_STEPS: u64 = 40;
const PLACING_BYTES: u64 = 36;

pub(super) const ROOMS: MazeOption = MazeOption {
    name: "rooms",
    default: "0",
    description: "How many rooms without walls inside are placed.",
    grids: GridKind::has_places,
    breaks_halves: true,
    needs_walls: true,
    set: |maze, text| parse_whole(text, 0..=MAX_ROOMS.into()).map(|rooms| maze.edits.rooms = rooms as u32),
    get: |maze| (maze.edits.rooms > 0).then(|| maze.edits.rooms.into()),
    check: |maze, faults| check_unwoven("rooms", maze.edits.rooms > 0, maze, faults),
    // Each try compares a room with those that are there.
    steps: |maze, _| {
        let [count, tries, most] = [maze.edits.rooms, TRIES, maze.edits.room_size().most()].map(u64::from);
        count * (tries * (4 + count / 4) + 2 * most * most)
    },
    bytes: |_| 1,
    ..SHAPING
};

pub(super) const ROOM_SIZE: MazeOption = MazeOption {
    name: "room_size",
    default: "3..7",
    description: "How many cells the sides of rooms have.",
    grids: GridKind::has_places,
    needs: Some(ROOMS.name),
    set: |maze, text| {
        let is_within = |size: &Between<u32>| ROOM_SIDES.contains(size.least()) && ROOM_SIDES.contains(size.most());
        let size = text.parse().ok().filter(is_within);
        maze.edits.room_size = Some(size.ok_or_else(|| {
            let Between { least, most } = ROOM_SIDES;
            let reason =
                format!("must be a number of cells between {least} and {most}, or a range of them such as 3..7");
            InvalidValueKind::Unreadable("3..7").with_reason(reason)
        })?);
        Ok(())
    },
    get: |maze| maze.edits.room_size.map(|size| size.to_string().into()),
    fill: |maze| maze.edits.room_size = (maze.edits.rooms > 0).then(|| maze.edits.room_size()),
    ..SHAPING
};

pub(super) const SPARSE: MazeOption = MazeOption {
    name: "sparse",
    description: "The share of cells that are taken out, dead end by dead end.",
    grids: |kind| kind != GridKind::Custom,
    shapes_addresses: true,
    breaks_halves: true,
    needs_walls: true,
    set: |maze, text| text.parse().map(|share| maze.edits.sparse = share),
    get: |maze| maze.edits.sparse.shown(),
    check: |maze, faults| check_unwoven("sparse", maze.edits.sparse.is_some(), maze, faults),
    // A new grid is made of the cells that are left.
    steps: |_, cells| cells.saturating_mul(8),
    ..SHARE
};

pub(super) const BRAID: MazeOption = MazeOption {
    name: "braid",
    description: "The share of dead ends that are opened into loops.",
    breaks_halves: true,
    needs_walls: true,
    set: |maze, text| text.parse().map(|share| maze.edits.braid = share),
    get: |maze| maze.edits.braid.shown(),
    steps: |_, cells| cells.saturating_mul(2),
    // Four for each dead end, and as many while the list grows. Fewer than half of the cells are dead ends.
    bytes: |_| 4,
    ..SHARE
};

pub(super) const MAX_DEAD_END: MazeOption = MazeOption {
    name: "max_dead_end",
    description: "The most cells that a dead end may have: longer ones are joined to a neighbor.",
    breaks_halves: true,
    needs_walls: true,
    set: |maze, text| parse_whole(text, 1..=u32::MAX.into()).map(|cells| maze.edits.max_dead_end = Some(cells as u32)),
    get: |maze| maze.edits.max_dead_end.map(u32::into),
    steps: |_, cells| cells.saturating_mul(2),
    // As for `braid`.
    bytes: |_| 4,
    ..SHAPING
};

pub(super) const MAX_WALLS: MazeOption = MazeOption {
    name: "max_walls",
    description: "The largest share of the inner walls of a line that are left standing.",
    breaks_halves: true,
    needs_walls: true,
    set: |maze, text| text.parse().map(|share| maze.edits.max_walls = Some(share)),
    get: |maze| maze.edits.max_walls.map(|share| share.value().into()),
    check: |maze, faults| check_lines("max_walls", maze.edits.max_walls.is_some(), maze, faults),
    steps: |_, cells| cells.saturating_mul(2),
    ..SHAPING
};

pub(super) const MAX_WALLS_IN: MazeOption = MazeOption {
    name: "max_walls_in",
    values: Lines::NAMES,
    default: "both",
    description: "The lines that max_walls is about.",
    needs: Some(MAX_WALLS.name),
    set: |maze, text| text.parse().map(|lines| maze.edits.max_walls_in = Some(lines)),
    get: |maze| maze.edits.max_walls_in.map(|lines| lines.name().into()),
    check: |maze, faults| check_lines("max_walls_in", maze.edits.max_walls_in.is_some(), maze, faults),
    fill: |maze| maze.edits.max_walls_in = maze.edits.max_walls.map(|_| maze.edits.max_walls_in.unwrap_or_default()),
    ..SHAPING
};

pub(super) const DOORS: MazeOption = MazeOption {
    name: "doors",
    description: "Whether the outer wall is open at the entrance and at the exit.",
    is_of_parts: true,
    set: |maze, text| parse_flag(text).map(|doors| maze.edits.doors = doors),
    get: |maze| maze.edits.doors.then_some(true.into()),
    ..FLAG
};

pub(super) const EXITS: MazeOption = MazeOption {
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
        // On other grids than plain squares, the number of cells at the border is known when the grid is built.
        match faults.size.filter(|_| maze.is_plain()).map(border_cells) {
            _ if exits > 0 && maze.mesh.wrap == Wrap::Xy => {
                faults.add("exits", InvalidValue::conflict_since("wrap=xy", ", which leaves no border"));
            }
            Some(border) if border < exits => faults.add("exits", too_many_exits(border)),
            _ => {}
        }
    },
    steps: |_, cells| cells,
    ..SHAPING
};

pub(super) const WEIGHTS: MazeOption = MazeOption {
    name: "weights",
    words: &[HILLS],
    description: "What it costs to enter a cell: a range of whole numbers, or hills.",
    set: |maze, text| text.parse().map(|weights| maze.edits.weights = Some(weights)),
    get: |maze| maze.edits.weights.map(|weights| weights.to_string().into()),
    // The cost of every path must fit into its number.
    check: |maze, faults| {
        let Some(most) = maze.edits.weights.filter(|_| faults.size.is_some()).map(Weights::most) else { return };
        let cells = maze.chosen_mesh().cells_without_mask();
        if cells.saturating_mul(most.into()) > MAX_COST.into() {
            let allowed = u64::from(MAX_COST) / cells;
            let reason = format!(
                "the cells times the largest weight must be at most {MAX_COST}, and {cells} × {most} is more: no more than {allowed} goes \
                 with these cells"
            );
            faults.add("weights", InvalidValueKind::TooMuch(allowed.to_string()).with_reason(reason));
        }
    },
    steps: |maze, cells| {
        cells.saturating_mul(if maze.edits.weights == Some(Weights::Hills) { PASSES.into() } else { 1 })
    },
    bytes: |maze| if maze.edits.weights == Some(Weights::Hills) { 2 * WEIGHT_BYTES } else { WEIGHT_BYTES },
    ..SHAPING
};

pub(super) const SOLVABLE: MazeOption = MazeOption {
    name: "solvable",
    default: "1",
    description: "How likely it is that the exit can be reached: else there is a wall on the way.",
    breaks_halves: true,
    set: |maze, text| text.parse().map(|share| maze.edits.solvable = Some(share).filter(|&share| share != Share::ALL)),
    get: |maze| maze.edits.solvable.map(|share| share.value().into()),
    // A search, and a flood.
    steps: |_, cells| cells.saturating_mul(10),
    bytes: |_| 16,
    ..SHAPING
};

/// The cost of an option that places something in the maze.
const PLACING: MazeOption =
    MazeOption { steps: |_, cells| cells.saturating_mul(PLACING_STEPS), bytes: |_| PLACING_BYTES, ..SHAPING };

pub(super) const ITEMS: MazeOption = MazeOption {
    name: "items",
    description: "Things to place at dead ends: a name and how many there are of it, such as treasure:3.",
    set: |maze, text| text.parse().map(|items| maze.edits.items.push(items)),
    get: |maze| {
        let items = || maze.edits.items.iter().map(Items::to_string);
        (!maze.edits.items.is_empty()).then(|| items().collect::<Vec<_>>().into())
    },
    check: |maze, faults| {
        if maze.edits.items.len() > MAX_ITEM_NAMES {
            let reason = format!("at most {MAX_ITEM_NAMES} names may be given");
            faults.add("items", InvalidValueKind::TooMuch(MAX_ITEM_NAMES.to_string()).with_reason(reason));
        }
    },
    ..PLACING
};

pub(super) const LOCKS: MazeOption = MazeOption {
    name: "locks",
    default: "0",
    description: "How many doors are on the way to the exit, each with a key that can be reached before it.",
    set: |maze, text| parse_whole(text, 0..=MAX_LOCKS.into()).map(|locks| maze.edits.locks = locks as u32),
    get: |maze| (maze.edits.locks > 0).then(|| maze.edits.locks.into()),
    // Both are placed together.
    steps: |maze, cells| if maze.edits.items.is_empty() { cells.saturating_mul(PLACING_STEPS) } else { 0 },
    ..PLACING
};

pub(super) const WORD: MazeOption = MazeOption {
    name: "word",
    description: "The letters of this word are on the way to the exit, in their order.",
    needs_walls: true,
    set: |maze, text| text.parse().map(|word| maze.edits.word = Some(word)),
    get: |maze| maze.edits.word.as_ref().map(|word| word.to_string().into()),
    check: |maze, faults| {
        check_way("word", maze.edits.word.is_some(), maze, faults);
        if maze.edits.word.is_some() && maze.edits.sum.is_some() {
            faults.add("word", InvalidValue::conflict("sum"));
        }
    },
    ..PLACING
};

pub(super) const SUM: MazeOption = MazeOption {
    name: "sum",
    description: "Numbers in this range are on the way to the exit, to be added up.",
    needs_walls: true,
    set: |maze, text| {
        let range = text.parse().ok().filter(|range: &Between<u32>| range.most() <= MAX_NUMBER);
        maze.edits.sum = Some(range.ok_or_else(|| {
            let reason = format!("must be a range of numbers up to {MAX_NUMBER} such as 1..9");
            InvalidValueKind::Unreadable("1..9").with_reason(reason)
        })?);
        Ok(())
    },
    get: |maze| maze.edits.sum.map(|range| range.to_string().into()),
    check: |maze, faults| check_way("sum", maze.edits.sum.is_some(), maze, faults),
    ..PLACING
};

pub(super) const DECOYS: MazeOption = MazeOption {
    name: "decoys",
    default: "1",
    description: "How many letters or numbers are at dead ends, for each one on the way to the exit.",
    set: |maze, text| text.parse().map(|share| maze.edits.decoys = Some(share).filter(|&share| share != Share::ALL)),
    get: |maze| maze.edits.decoys.map(|share| share.value().into()),
    check: |maze, faults| {
        let has_letters = maze.edits.word.is_some() || maze.edits.sum.is_some();
        if maze.edits.decoys.is_some() && !has_letters && !faults.is_about(&["decoys", "word", "sum"]) {
            faults.add(
                "decoys",
                InvalidValueKind::Needs("word".to_owned()).with_reason("is only valid with word or sum"),
            );
        }
    },
    ..SHAPING
};

/// Refuses letters on the way where there may be no way, or several.
fn check_way(option: &'static str, is_set: bool, maze: &MazeBuilder, faults: &mut Faults) {
    if is_set && maze.edits.exits > 1 {
        faults.add(option, InvalidValue::conflict_since("exits", ": there is one way with exits=1, or without it"));
    }
    if is_set && maze.edits.solvable.is_some() {
        faults.add(option, InvalidValue::conflict_since("solvable", ", which leaves some mazes without a way"));
    }
}

/// Refuses an option that needs the cells above tunnels as they are.
fn check_unwoven(option: &'static str, is_set: bool, maze: &MazeBuilder, faults: &mut Faults) {
    if is_set && maze.is_woven() {
        let more = ", whose tunnels need the cells above them as they are";
        faults.add(option, InvalidValue::conflict_since("weave", more));
    }
}

/// Refuses an option about lines on grids whose lines are not straight.
fn check_lines(option: &'static str, is_set: bool, maze: &MazeBuilder, faults: &mut Faults) {
    if is_set && !maze.is_rectangle() {
        let reason = "is only valid with grid=square alone, without floors, wrap, weave, mask and sparse: other rows and columns are not straight";
        faults.add(option, InvalidValueKind::Unsupported.with_reason(reason));
    } else if is_set && maze.edits.sparse.is_some() {
        faults.add(option, InvalidValue::conflict("sparse"));
    }
}

/// Returns the reason why there are more exits than cells at the border.
pub(super) fn too_many_exits(border: u64) -> InvalidValue {
    match border {
        0 => InvalidValueKind::Unsupported.with_reason("is not valid here: no cell is at the border"),
        _ => InvalidValueKind::TooMuch(border.to_string())
            .with_reason(format!("must be at most {border}, since so many cells are at the border")),
    }
}
