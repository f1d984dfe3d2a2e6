//! Things in a maze: items at dead ends, and doors on the way to the exit, whose keys are before them.

use std::str::FromStr;

use crate::about::{InvalidValue, InvalidValueKind, parse_digits};
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::picture::{Item, Lock};
use crate::rng::Rng;

/// A request to place a number of things with the same name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Items {
    /// The name of each: a letter, and up to 19 letters, digits, `_` and `-`, all of them ASCII.
    pub name: String,
    /// The number of things, `1 ..= 100`.
    pub count: u32,
}

/// The maximum number of items of one name, and the maximum length of a name.
const MAX_COUNT: u64 = 100;
const MAX_NAME_BYTES: usize = 20;

impl std::fmt::Display for Items {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.name, self.count)
    }
}

impl FromStr for Items {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Items, InvalidValue> {
        let (name, count) = text.split_once(':').unwrap_or((text, "1"));
        let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let begins = name.starts_with(|first: char| first.is_ascii_alphabetic());
        let is_name = begins && name.len() <= MAX_NAME_BYTES && name.bytes().all(is_of_name);
        match parse_digits(count) {
            Some(count @ 1..=MAX_COUNT) if is_name => Ok(Items { name: name.to_owned(), count: count as u32 }),
            _ => Err(InvalidValueKind::Unreadable("treasure:3").with_reason(format!(
                "must be a name of up to {MAX_NAME_BYTES} letters, digits, - and _, which begins with a letter, and a number from 1 to \
                 {MAX_COUNT}, such as treasure:3"
            ))),
        }
    }
}

/// The name of a thing that opens a door.
const KEY: &str = "key";

/// Places doors on the way from the entrance to the exit, and things in cells that can be reached. `path` has the cells of a path from the
/// entrance to the exit, or only the entrance if there is no path.
///
/// A door is at a passage that every path to the exit uses, so no path leads around it. There are fewer doors than `locks` if there are fewer
/// such passages with room for a key before them. They are spread evenly over the path. The key of a door is at a dead end between the door
/// before it and this one; if there is none, at another cell there, or further back. So it can always be reached before its door, whatever is
/// opened first. `items` are at random dead ends, and at other cells if there are too few of these. No two things are in one cell, and none
/// is at the entrance or at the exit. If there are too few cells, there are fewer things.
///
/// # Source
///
/// T. Coxon, *Metazelda* (2012), for doors and keys in the order of a path. There, the maze is made for them.
pub fn place<G: Grid, O: Observer>(
    maze: &Maze<G>,
    path: &[Cell],
    items: &[Items],
    locks: u32,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(Vec<Item>, Vec<Lock>), O::Stop> {
    let PathBranches { first, mut bridges, is_alone, .. } = PathBranches::of(maze, path, observer)?;
    // There is no room for a key before the first passage.
    bridges.retain(|&bridge| bridge > 0 || !is_alone);
    let count = bridges.len().min(locks as usize);
    // One of each of equal parts of the path.
    let part = |number: usize| number * bridges.len() / count.max(1);
    let chosen: Vec<u32> =
        (0..count).map(|number| bridges[part(number) + rng.index(part(number + 1) - part(number))]).collect();
    let zone = |cell: Cell| chosen.partition_point(|&bridge| bridge < first[cell.index()]);
    let ends = [path.first(), path.last()];
    let is_free = |cell: &Cell| first[cell.index()] != NOWHERE && !ends.contains(&Some(cell));
    let (dead_ends, others) = maze.cells().filter(is_free).partition(|&cell| maze.is_dead_end(cell));
    observer.go_on()?;
    let [mut dead_ends, mut others] =
        [dead_ends, others].map(|cells: Vec<Cell>| Spots::new(cells, count + 1, zone, rng));
    let mut placed = Vec::new();
    for lock in 0..count {
        observer.go_on()?;
        let back = || (0..lock).rev();
        let here = dead_ends.take(lock).or_else(|| others.take(lock));
        let cell = here.or_else(|| back().find_map(|zone| dead_ends.take(zone)));
        let cell = cell.or_else(|| back().find_map(|zone| others.take(zone)));
        placed.extend(cell.map(|cell| Item { name: KEY.to_owned(), cell, lock: Some(lock) }));
    }
    for Items { name, count } in items {
        observer.go_on()?;
        for _ in 0..*count {
            let cell = dead_ends.take_any(rng).or_else(|| others.take_any(rng));
            placed.extend(cell.map(|cell| Item { name: name.clone(), cell, lock: None }));
        }
    }
    let door = |&bridge: &u32| {
        let [cell, neighbor] = [0, 1].map(|next| path[bridge as usize + next]);
        let side = maze.neighbors(cell).find(|&(_, other)| other == neighbor).map(|(side, _)| side);
        side.map(|side| Lock { cell, side })
    };
    Ok((placed, chosen.iter().filter_map(door).collect()))
}

/// Not a cell of the path.
pub(super) const NOWHERE: u32 = u32::MAX;

/// The cells and steps along a path.
pub(super) struct PathBranches {
    /// By cell: the number of the first cell of the path from which it can be reached without the steps of the path; [`NOWHERE`] if it cannot
    /// be reached at all.
    pub(super) first: Vec<u32>,
    /// The steps that every path to its end takes, by the number of the cell before each.
    pub(super) bridges: Vec<u32>,
    /// The cells that every path to its end passes, by their numbers.
    pub(super) unavoidable: Vec<u32>,
    /// True if the first step of the path is the only one from its start.
    pub(super) is_alone: bool,
}

impl PathBranches {
    /// Follows a path, and floods the cells beside it.
    pub(super) fn of<G: Grid, O: Observer>(
        maze: &Maze<G>,
        path: &[Cell],
        observer: &mut O,
    ) -> Result<PathBranches, O::Stop> {
        let cells = maze.grid().cells() as usize;
        let (mut first, mut number) = (vec![NOWHERE; cells], vec![NOWHERE; cells]);
        for (place, cell) in (0..).zip(path) {
            number[cell.index()] = place;
        }
        let (mut bridges, mut unavoidable) = (Vec::new(), Vec::new());
        // How far along the path one can get without the next step.
        let mut farthest = 0;
        let mut is_alone = true;
        let mut waiting = Vec::new();
        for (place, &start) in (0..).zip(path) {
            observer.go_on()?;
            if farthest <= place {
                unavoidable.push(place);
            }
            first[start.index()] = place;
            waiting.push(start);
            while let Some(cell) = waiting.pop() {
                let here = number[cell.index()];
                let mut steps_on = 0;
                for (_, neighbor) in maze.neighbors(cell) {
                    let there = number[neighbor.index()];
                    if there != NOWHERE {
                        // A second passage to the next cell is a way around the first.
                        steps_on += u32::from(here != NOWHERE && there == here + 1);
                        if here == NOWHERE || there != here + 1 || steps_on > 1 {
                            farthest = farthest.max(there);
                        }
                    } else if first[neighbor.index()] == NOWHERE {
                        first[neighbor.index()] = place;
                        is_alone &= place > 0;
                        waiting.push(neighbor);
                    }
                }
            }
            let is_last = place as usize + 1 == path.len();
            if farthest <= place && !is_last {
                bridges.push(place);
            }
        }
        Ok(PathBranches { first, bridges, unavoidable, is_alone })
    }
}

/// Cells where things can be placed, in random order, with those of each zone together.
struct Spots {
    cells: Vec<Cell>,
    /// By zone: the index of the next cell, and of the end of the zone.
    zones: Vec<[usize; 2]>,
}

impl Spots {
    fn new(mut cells: Vec<Cell>, zones: usize, zone: impl Fn(Cell) -> usize, rng: &mut Rng) -> Spots {
        rng.shuffle(&mut cells);
        if zones > 1 {
            cells.sort_by_key(|&cell| zone(cell));
        }
        let starts = (0..=zones).map(|number| cells.partition_point(|&cell| zones > 1 && zone(cell) < number));
        let mut starts: Vec<usize> = starts.collect();
        if let Some(last) = starts.last_mut() {
            *last = cells.len();
        }
        let zones = starts.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        Spots { cells, zones }
    }

    /// Returns the next cell of a zone, if there is one.
    fn take(&mut self, zone: usize) -> Option<Cell> {
        let [next, end] = self.zones.get_mut(zone)?;
        let cell = if next < end { self.cells.get(*next).copied() } else { None };
        *next += usize::from(cell.is_some());
        cell
    }

    /// Returns a random cell among those that are left.
    fn take_any(&mut self, rng: &mut Rng) -> Option<Cell> {
        let left = |&[next, end]: &[usize; 2]| end - next;
        let all: usize = self.zones.iter().map(left).sum();
        let mut number = if all == 0 { return None } else { rng.index(all) };
        let zone = self.zones.iter().position(|zone| {
            let is_here = number < left(zone);
            number -= if is_here { 0 } else { left(zone) };
            is_here
        });
        self.take(zone?)
    }
}
