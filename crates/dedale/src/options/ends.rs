//! Where a maze begins and ends.

use std::fmt;

use super::check::Faults;
use super::option::{DESCRIBED_ELSEWHERE, SHAPING};
use super::{InvalidOption, MazeBuilder, MazeOption, OPTIONS};
use crate::about::{InvalidValue, InvalidValueKind, named, parse_digits};
use crate::grid::{Address, Cell, Grid, GridKind, Mesh, MeshOptions, Side, outer_sides_of};
use crate::maze::Maze;
use crate::measure::{farthest_border_pair, most_border_searches};
use crate::observe::Observer;
use crate::rng::{Rng, Stream};
use crate::solve::{cost_steps, costs, distances, search_steps};

/// Returns the reason why a text is not a row and a column.
fn not_a_place() -> InvalidValue {
    InvalidValueKind::Unreadable("0,0").with_reason("must be row,col: two whole numbers, such as 0,0")
}

/// Returns the reason why a text is not an address.
fn not_an_address() -> InvalidValue {
    InvalidValueKind::Unreadable("0,0").with_reason("must be the address of a cell: whole numbers, such as 0,0")
}

/// Returns the reason why a text is not a wall: on plain squares, or on other grids.
fn not_a_wall(is_plain: bool) -> InvalidValue {
    match is_plain {
        true => InvalidValueKind::Unreadable("0,0,E").with_reason(
            "must be row,col,side: two whole numbers and N, E, S or W, such as 0,0,E; several have ; between them",
        ),
        false => InvalidValueKind::Unreadable("0,0,NE")
            .with_reason("must be the address of a cell and a side of it, such as 0,0,NE; several have ; between them"),
    }
}

/// The value of `to` that means the nearest exit.
pub const ANY_EXIT: &str = "any";

pub(super) const FROM: MazeOption = MazeOption {
    name: "from",
    description: "The address of the entrance; the top left corner if none is set.",
    set: |builder, text| builder.parse_spot(text).map(|cell| builder.from = Some(cell)),
    get: |builder| builder.from.map(|cell| cell.to_string().into()),
    check: |builder, faults| builder.check_end("from", builder.from, faults),
    ..DESCRIBED_ELSEWHERE
};

pub(super) const TO: MazeOption = MazeOption {
    name: "to",
    words: &[ANY_EXIT],
    description: "The address of the exit; or any, for the nearest of the exits; if none is set, any with exits, else the bottom right corner.",
    set: |builder, text| {
        let goal =
            if text.eq_ignore_ascii_case(ANY_EXIT) { Goal::AnyExit } else { Goal::Cell(builder.parse_spot(text)?) };
        builder.to = Some(goal);
        Ok(())
    },
    get: |builder| match builder.to? {
        Goal::AnyExit => Some(ANY_EXIT.into()),
        Goal::Cell(cell) => Some(cell.to_string().into()),
    },
    check: |builder, faults| match builder.to {
        Some(Goal::AnyExit) if builder.edits.exits == 0 => {
            faults.add_without("to", "exits", InvalidValue::needs("exits"));
        }
        Some(Goal::Cell(cell)) => builder.check_end("to", Some(cell), faults),
        _ => {}
    },
    ..DESCRIBED_ELSEWHERE
};

pub(super) const ENDS: MazeOption = MazeOption {
    name: "ends",
    values: EndsRule::NAMES,
    default: "corners",
    description: "How entrance and exit are found where they are not set.",
    is_of_parts: false,
    set: |builder, text| text.parse().map(|rule| builder.ends = Some(rule)),
    get: |builder| builder.ends.filter(|&rule| rule != EndsRule::Corners).map(|rule| rule.name().into()),
    check: |builder, faults| {
        if builder.ends.is_some() && (builder.from.is_some() || builder.to.is_some()) {
            faults.add("ends", InvalidValue::conflict("from or to"));
        }
    },
    fill: |builder| {
        (builder.from, builder.to) = builder.known_ends();
        builder.ends = builder.ends.filter(|&rule| rule != EndsRule::Corners);
    },
    ..DESCRIBED_ELSEWHERE
};

pub(super) const REMOVE: MazeOption = MazeOption {
    name: "remove",
    description: "One more wall that is removed: the address of a cell, and a side of it.",
    is_of_parts: true,
    needs_walls: true,
    set: |builder, text| builder.parse_wall(text).map(|wall| builder.remove.push(wall)),
    get: |builder| {
        let walls = || builder.remove.iter().map(|wall| format!("{},{}", wall.cell, wall.side));
        (!builder.remove.is_empty()).then(|| walls().collect::<Vec<_>>().into())
    },
    check: |builder, faults| {
        if builder.level.is_some_and(|level| level > 0) && !builder.remove.is_empty() {
            let reason = "is only valid with zoom_level=0: on other levels a wall is one of blocks";
            faults.add("remove", InvalidValueKind::Needs("zoom_level=0".to_owned()).with_reason(reason));
        }
        for (index, wall) in builder.remove.iter().enumerate().filter(|_| builder.is_plain()) {
            let reason = match wall.on_squares() {
                None => builder.uses_row_and_column().then(|| not_a_wall(true)),
                Some((place, _)) => faults.size.and_then(|size| outside(place, size)),
            };
            faults.found.extend(reason.map(|reason| InvalidOption::new("remove", index, reason)));
        }
    },
    ..SHAPING
};

/// The address of a cell in a maze that may have more columns and rows than an [`Address`] can have: one to three numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GivenAddress {
    numbers: [u64; 3],
    count: usize,
}

impl GivenAddress {
    /// Parses numbers separated by commas; `None` unless there are one to three.
    fn parse(text: &str) -> Option<GivenAddress> {
        let mut spot = GivenAddress { numbers: [0; 3], count: 0 };
        for number in text.split(',') {
            *spot.numbers.get_mut(spot.count)? = parse_digits(number)?;
            spot.count += 1;
        }
        Some(spot)
    }

    fn numbers(&self) -> &[u64] {
        &self.numbers[..self.count]
    }

    /// Returns the row and the column, if it has exactly these.
    pub(super) fn place(&self) -> Option<[u64; 2]> {
        self.numbers().try_into().ok()
    }

    /// Returns the address. A number that is too large for any grid becomes the largest number, which no grid has.
    pub(super) fn address(&self) -> Address {
        let numbers = self.numbers.map(|number| u32::try_from(number).unwrap_or(u32::MAX));
        Address::try_from(&numbers[..self.count]).unwrap_or(Address::from([u32::MAX]))
    }
}

impl fmt::Display for GivenAddress {
    /// Writes the numbers with commas between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, number) in self.numbers().iter().enumerate() {
            if place > 0 {
                f.write_str(",")?;
            }
            number.fmt(f)?;
        }
        Ok(())
    }
}

impl From<[u64; 2]> for GivenAddress {
    fn from([row, column]: [u64; 2]) -> GivenAddress {
        GivenAddress { numbers: [row, column, 0], count: 2 }
    }
}

/// The exit that was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// A cell.
    Cell(GivenAddress),
    /// The nearest of the openings that are drawn.
    AnyExit,
}

/// A wall, by the address of a cell and the name of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NamedWall {
    pub(super) cell: GivenAddress,
    pub(super) side: String,
}

impl NamedWall {
    /// Returns the place and the side, if they can be those of plain squares.
    pub(super) fn on_squares(&self) -> Option<([u64; 2], Side)> {
        self.cell.place().zip(Side::from_name(&self.side))
    }
}

impl MazeBuilder {
    /// Returns true if addresses are known to be those of plain squares. If an option of the grid was refused, they may be others.
    fn uses_row_and_column(&self) -> bool {
        self.has_places() && !OPTIONS.iter().any(|option| option.shapes_addresses && self.is_refused(option.name))
    }

    /// Parses the address of a cell on the grid that was set.
    fn parse_spot(&self, text: &str) -> Result<GivenAddress, InvalidValue> {
        let is_plain = self.uses_row_and_column();
        let spot = GivenAddress::parse(text).filter(|spot| !is_plain || spot.count == 2);
        spot.ok_or_else(if is_plain { not_a_place } else { not_an_address })
    }

    /// Parses the address of a cell and the name of a side.
    fn parse_wall(&self, text: &str) -> Result<NamedWall, InvalidValue> {
        let is_plain = self.uses_row_and_column();
        let wall = text.rsplit_once(',').and_then(|(cell, side)| {
            let cell = self.parse_spot(cell).ok()?;
            // The names on a custom grid are not changed.
            let named = if self.mesh.kind == GridKind::Custom { side.to_owned() } else { side.to_ascii_uppercase() };
            (!is_plain || Side::from_name(&named).is_some()).then_some(NamedWall { cell, side: named })
        });
        wall.ok_or_else(|| not_a_wall(is_plain))
    }

    /// Checks an end of a maze of plain squares.
    fn check_end(&self, option: &'static str, spot: Option<GivenAddress>, faults: &mut Faults) {
        let Some(spot) = spot.filter(|_| self.has_places()) else { return };
        match (spot.place(), faults.size) {
            (None, _) if self.uses_row_and_column() => faults.add(option, not_a_place()),
            (None, _) | (_, None) => {}
            (Some(place), Some(size)) => {
                if let Some(reason) = outside(place, size) {
                    faults.add(option, reason);
                } else if self.edits.doors && outer_sides_of(place, size).is_empty() {
                    faults.add(option, inside());
                }
            }
        }
    }

    /// Returns the entrance and the exit if they do not depend on the walls, except for the nearest opening. Ends that are not set are
    /// corners. On grids other than squares, it is not known which cells these are.
    pub(super) fn known_ends(&self) -> (Option<GivenAddress>, Option<Goal>) {
        if self.ends.is_some_and(|rule| rule != EndsRule::Corners) {
            return (None, None);
        }
        let size = self.has_places().then(|| self.chosen_size());
        let from = self.from.or(size.map(|_| [0, 0].into()));
        let last = |size| {
            let from = from.and_then(|spot| spot.place()).unwrap_or_default();
            Goal::Cell(self.carving().last_cell(from, size).into())
        };
        let default = if self.edits.exits > 0 { Some(Goal::AnyExit) } else { size.map(last) };
        (from, self.to.or(default))
    }

    /// Returns the row and the column of both ends, if they are known.
    pub(super) fn known_places(&self) -> Option<[[u64; 2]; 2]> {
        match self.known_ends() {
            (Some(from), Some(Goal::Cell(to))) => Some([from.place()?, to.place()?]),
            _ => None,
        }
    }
}

/// Returns the reason why a cell has no door.
pub(super) fn inside() -> InvalidValue {
    InvalidValueKind::Inside.with_reason("must be a cell on the border, since doors=true opens the outer wall there")
}

/// Parses `row,col`, a cell of a maze with these columns and rows of squares, if they are known. A number that is too large for any maze
/// becomes the largest number, which no maze has.
#[doc(hidden)]
pub fn parse_place(text: &str, size: Option<[u32; 2]>) -> Result<[u32; 2], InvalidValue> {
    let place = GivenAddress::parse(text).and_then(|spot| <[u32; 2]>::try_from(spot.address().numbers()).ok());
    let place = place.ok_or_else(not_a_place)?;
    let reason = size.and_then(|size| outside(place.map(u64::from), size.map(u64::from)));
    reason.map_or(Ok(place), Err)
}

/// Parses the address of a cell of this grid, if it is known: one to three numbers separated by commas, which are parsed as by
/// [`parse_place`].
#[doc(hidden)]
pub fn parse_address(text: &str, mesh: Option<&Mesh>) -> Result<Address, InvalidValue> {
    let address = GivenAddress::parse(text).ok_or_else(not_an_address)?.address();
    match mesh.filter(|mesh| mesh.find(address).is_none()) {
        Some(mesh) => Err(outside_mesh(mesh, Some(address))),
        None => Ok(address),
    }
}

named! {
    /// How entrance and exit are found if they are not given.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum EndsRule {
        /// The top left and the bottom right corner.
        #[default]
        Corners = "corners",
        /// The two border cells with the longest shortest path between them: see [`Ends::Farthest`].
        Farthest = "farthest",
        /// From the border to the middle: the exit is the cell in the middle, and the entrance the border cell that is farthest from it.
        Center = "center",
        /// Two different cells of the border, drawn from the seed.
        Random = "random",
    }
}

impl EndsRule {
    /// Returns the ends that the rule gives a maze with these corners and this seed.
    pub fn or(self, from: Address, to: Address, seed: u64) -> Ends {
        match self {
            EndsRule::Corners => Ends::Cells { from, to },
            EndsRule::Farthest => Ends::Farthest,
            EndsRule::Center => Ends::Center,
            EndsRule::Random => Ends::Random { seed },
        }
    }

    /// Returns the approximate maximum number of steps to find the ends in a maze of `cells` cells, with `border` of them at its border.
    pub(super) fn steps(self, cells: u64, border: u64, has_loops: bool) -> u64 {
        let searches = match self {
            EndsRule::Corners | EndsRule::Random => 0,
            EndsRule::Center => 1,
            EndsRule::Farthest if has_loops => {
                most_border_searches(u32::try_from(cells).unwrap_or(u32::MAX)).min(border).max(2)
            }
            EndsRule::Farthest => 2,
        };
        search_steps(cells).saturating_mul(searches)
    }
}

/// The entrance and the exit of a maze, on any grid.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ends {
    /// At these cells.
    Cells {
        /// The entrance.
        from: Address,
        /// The exit.
        to: Address,
    },
    /// At the two border cells with the longest shortest path between them. On a grid without a border, at any two cells that are far from
    /// each other. In a maze with loops, at the two cells that are farthest apart among those found in 64 to 256 searches, with fewer
    /// searches for larger mazes.
    Farthest,
    /// The exit at the cell in the middle, and the entrance at the border cell with the longest shortest path to it, the first of several. On
    /// a grid without a border, the entrance is any such cell.
    Center,
    /// At two different cells of the border, drawn from this seed, each pair equally likely. On a grid without a border, at any two cells.
    Random {
        /// The seed.
        seed: u64,
    },
    /// The entrance at this cell, and the exit at the cell with an [opening](Maze::openings) that [costs](crate::solve::costs()) the least to
    /// reach, the first of several. If none can be reached, at the first of them, and if there are none, at the entrance.
    Nearest {
        /// The entrance.
        from: Address,
    },
    /// The entrance at this cell, and the exit at the goal that [costs](crate::solve::costs()) the least to reach, as with openings.
    NearestOf {
        /// The entrance.
        from: Address,
        /// The candidates for the exit.
        goals: Vec<Address>,
    },
}

impl Ends {
    /// Returns the entrance and the exit of this maze.
    ///
    /// # Panics
    ///
    /// Panics if a cell is not in the maze.
    pub fn find<G: Grid, O: Observer>(&self, maze: &Maze<G>, observer: &mut O) -> Result<(Cell, Cell), O::Stop> {
        let grid = maze.grid();
        let at = |address: Address| grid.find(address).unwrap_or_else(|| panic!("{address} is no cell of the maze"));
        let is_border = |cell: Cell| !grid.outer_sides(cell).is_empty();
        let has_border = || maze.cells().any(is_border);
        // The cells of the border, or all cells if there is none.
        let candidates = || {
            let is_any = !has_border();
            maze.cells().filter(move |&cell| is_any || is_border(cell))
        };
        match *self {
            Ends::Cells { from, to } => Ok((at(from), at(to))),
            Ends::Center => {
                let to = grid.middle();
                let far = distances(maze, to, observer)?;
                let reached = candidates().filter_map(|cell| far.to(cell).map(|moves| (moves, cell)));
                let from = reached.reduce(|best, next| if next.0 > best.0 { next } else { best });
                Ok((from.map_or(to, |(_, from)| from), to))
            }
            // A maze may have more openings than cells, so they are not listed.
            Ends::Nearest { from } => {
                let (from, openings) = (at(from), || maze.openings().map(|(cell, _)| cell));
                let nearest = costs(maze, from, observer)?.nearest_of(openings());
                Ok((from, nearest.or_else(|| openings().next()).unwrap_or(from)))
            }
            Ends::NearestOf { from, ref goals } => {
                let (from, goals) = (at(from), || goals.iter().map(|&goal| at(goal)));
                let nearest = costs(maze, from, observer)?.nearest_of(goals());
                Ok((from, nearest.or_else(|| goals().next()).unwrap_or(from)))
            }
            Ends::Random { seed } => {
                observer.go_on()?;
                let numbers = two_of(candidates().count() as u64, seed);
                let [from, to] = numbers.map(|number| candidates().nth(number as usize).unwrap_or(Cell(0)));
                Ok((from, to))
            }
            Ends::Farthest if has_border() => {
                let searches = most_border_searches(grid.cells());
                farthest_border_pair(maze, searches, observer).map(|pair| pair.ends)
            }
            Ends::Farthest => {
                let end = distances(maze, Cell(0), observer)?.farthest();
                let other = distances(maze, end, observer)?.farthest();
                Ok((end.min(other), end.max(other)))
            }
        }
    }

    /// Returns the approximate maximum number of steps to find them in any maze of `cells` cells.
    pub(crate) fn steps(&self, cells: u64) -> u64 {
        let rule = match self {
            Ends::Nearest { .. } | Ends::NearestOf { .. } => return cost_steps(cells),
            Ends::Cells { .. } | Ends::Random { .. } => EndsRule::Random,
            Ends::Farthest => EndsRule::Farthest,
            Ends::Center => EndsRule::Center,
        };
        rule.steps(cells, cells, true)
    }
}

/// Returns two different numbers below `count`, each pair equally likely. Both are 0 if `count` is 1.
fn two_of(count: u64, seed: u64) -> [u64; 2] {
    let mut rng = Rng::new(seed, Stream::Ends);
    let first = rng.below(count.max(1));
    let second = rng.below(count.max(2) - 1);
    // The numbers from the first one on are moved up by one.
    [first, if second >= first && count > 1 { second + 1 } else { second }]
}

/// Returns two different cells of the border of a rectangle, drawn from a seed as by [`Ends::Random`].
pub(super) fn drawn(size: [u64; 2], seed: u64) -> [[u64; 2]; 2] {
    two_of(border_cells(size), seed).map(|number| border_place(number, size))
}

/// Returns the number of cells at the border of a rectangle.
pub(crate) fn border_cells([columns, rows]: [u64; 2]) -> u64 {
    if columns < 3 || rows < 3 { columns.saturating_mul(rows) } else { 2 * (columns + rows) - 4 }
}

/// Returns the cell of the border with this number, counted row by row.
fn border_place(number: u64, [columns, rows]: [u64; 2]) -> [u64; 2] {
    // The first row, then two cells of each row but the last.
    let between = 2 * rows.saturating_sub(2);
    if columns < 3 || number < columns {
        [number / columns, number % columns]
    } else if number - columns < between {
        [1 + (number - columns) / 2, (number - columns) % 2 * (columns - 1)]
    } else {
        [rows - 1, number - columns - between]
    }
}

/// Returns the reason why a place, row and column, is not a cell of a maze with these columns and rows; `None` if it is one.
fn outside([row, column]: [u64; 2], [columns, rows]: [u64; 2]) -> Option<InvalidValue> {
    (row >= rows || column >= columns).then(|| no_cell([columns, rows]))
}

/// Returns the reason why there is no such cell in a maze of these columns and rows.
pub(super) fn no_cell([columns, rows]: [u64; 2]) -> InvalidValue {
    let last = format!("{},{}", rows.saturating_sub(1), columns.saturating_sub(1));
    let reason = format!("must be a cell of the maze, row,col from 0,0 to {last}");
    InvalidValueKind::NoCell(last).with_reason(reason)
}

/// Returns the reason why an address is not a cell of this grid.
pub(super) fn outside_mesh(mesh: &Mesh, address: Option<Address>) -> InvalidValue {
    let numbers = mesh.kind().info().address.join(",");
    let floor = if mesh.options().floors > 1 { "floor," } else { "" };
    let last = mesh.address(Cell(mesh.cells() - 1)).to_string();
    let MeshOptions { kind, columns, rows, .. } = *mesh.options();
    let is_left_out = address.is_some_and(|address| {
        matches!(*address.numbers(), [row, column] if row < rows && column < columns) && kind == GridKind::Square
    });
    let why = if is_left_out { "is a wall, or left out: it " } else { "" };
    let reason = format!("{why}must be a cell of the maze, {floor}{numbers}, of which the last is {last}");
    InvalidValueKind::NoCell(last).with_reason(reason)
}
