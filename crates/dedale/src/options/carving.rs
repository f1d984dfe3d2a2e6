//! How the passages of a maze are carved, in addition to its algorithm.

use super::check::Faults;
use super::option::{FLAG, SHAPING, SHARE};
use super::{EndsRule, InvalidOptions, MakeError, MazeBuilder, MazeOption, MazeOptions};
use crate::about::{InvalidValue, InvalidValueKind, parse_flag};
use crate::edit::{NoWayError, reveal};
use crate::generate::{ALGORITHMS, Algorithm, Halves, Symmetry};
use crate::generate::{dungeon_of_rooms, straight_growing_tree, symmetric, unicursal};
use crate::grid::{Address, BlocksFault, Cell, Grid, GridKind, InvalidMesh, Mask, Mesh, Square, Wrap};
use crate::maze::Maze;
use crate::observe::{Observer, checkpoints};
use crate::picture::Room;
use crate::rng::Stream;

pub(super) const STRAIGHTNESS: MazeOption = MazeOption {
    name: "straightness",
    needs_walls: true,
    description: "How likely a passage goes straight on, with the recursive backtracker and the growing tree.",
    set: |builder, text| text.parse().map(|share| builder.straightness = share),
    get: |builder| builder.straightness.shown(),
    check: |builder, faults| {
        if builder.straightness.is_some() && builder.algorithm.growth_pick().is_none() {
            let able = ALGORITHMS.iter().filter(|info| info.algorithm.growth_pick().is_some()).map(|info| info.name);
            let able = able.collect::<Vec<_>>().join(" or algo=");
            faults.add_without("straightness", "algo", InvalidValue::needs(format!("algo={able}")));
        }
    },
    ..SHARE
};

pub(super) const SYMMETRY: MazeOption = MazeOption {
    name: "symmetry",
    values: Symmetry::NAMES,
    description: "In which two halves that match the maze is made.",
    grids: |kind| kind == GridKind::Square,
    needs_walls: true,
    set: |builder, text| text.parse().map(|symmetry| builder.symmetry = Some(symmetry)),
    get: |builder| builder.symmetry.map(|symmetry| symmetry.name().into()),
    check: |builder, faults| {
        let Some(symmetry) = builder.symmetry else { return };
        builder.check_halves("symmetry", faults);
        if builder.unicursal {
            faults.add("symmetry", InvalidValue::conflict("unicursal"));
        }
        if let Some((side, reason)) = builder.known_square(faults).and_then(|size| symmetry.size_fault(size)) {
            faults.add(side, reason);
        }
    },
    ..SHAPING
};

pub(super) const UNICURSAL: MazeOption = MazeOption {
    name: "unicursal",
    description: "Whether the maze is one way without branches.",
    grids: |kind| kind == GridKind::Square,
    needs_walls: true,
    set: |builder, text| parse_flag(text).map(|unicursal| builder.unicursal = unicursal),
    get: |builder| builder.unicursal.then_some(true.into()),
    check: |builder, faults| {
        if !builder.unicursal {
            return;
        }
        builder.check_halves("unicursal", faults);
        builder.check_perfect("unicursal", faults);
        let [columns, rows] = builder.known_square(faults).unwrap_or_default();
        for (side, _) in [("w", columns), ("h", rows)].into_iter().filter(|(_, number)| !number.is_multiple_of(2)) {
            faults.add(side, InvalidValueKind::NoMultiple(2).with_reason("must be even with unicursal=true"));
        }
    },
    ..FLAG
};

pub(super) const REVEAL: MazeOption = MazeOption {
    name: "reveal",
    description: "A shape that is seen by who colors the way.",
    grids: |kind| kind == GridKind::Square,
    needs_walls: true,
    set: |builder, text| {
        builder.reveal = Some(text.parse()?);
        Ok(())
    },
    get: |builder| builder.reveal.as_ref().map(|shape| shape.to_string().into()),
    check: MazeBuilder::check_reveal,
    fill: MazeBuilder::fill_reveal,
    steps: |_, cells| cells.saturating_mul(REVEAL_STEPS),
    bytes: |_| REVEAL_BYTES,
    ..SHAPING
};

/// The least columns and rows of a maze whose way shows a shape.
const LEAST_REVEAL: u32 = 20;

/// About how many steps it takes to lay corridors to a shape, and to join the rest, for each cell; and how many bytes.
const REVEAL_STEPS: u64 = 60;
const REVEAL_BYTES: u64 = 40;

/// Why an option is not valid together with one that changes the grid.
pub(super) const MUST_BE_A_RECTANGLE: &str = ": the maze must be a plain rectangle of squares";

/// How a maze is carved before it is edited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Carving {
    /// All cells, by the algorithm alone.
    Plain,
    /// One half, and its image.
    Halves(Symmetry),
    /// A single way around a maze with half as many columns and rows.
    Unicursal,
    /// A way around a shape, which is a part of a maze with half as many columns and rows.
    Reveal,
}

impl Carving {
    /// Returns the exit of a maze of plain squares if none is set.
    pub(super) fn last_cell(self, from: [u64; 2], [columns, rows]: [u64; 2]) -> [u64; 2] {
        match self {
            Carving::Halves(symmetry) => {
                let [from, size] = [from, [columns, rows]].map(|numbers| numbers.map(|number| number as u32));
                symmetry.image(from, size).map(u64::from)
            }
            Carving::Unicursal if from == [0, 0] => [1, 0],
            _ => [rows - 1, columns - 1],
        }
    }

    /// Returns the columns and rows that the algorithm carves for a maze with these.
    pub(super) fn carved(self, [columns, rows]: [u32; 2]) -> [u32; 2] {
        match self {
            Carving::Plain => [columns, rows],
            Carving::Halves(Symmetry::MirrorX) => [columns.div_ceil(2), rows],
            Carving::Halves(_) => [columns, rows.div_ceil(2)],
            Carving::Unicursal | Carving::Reveal => [columns.div_ceil(2), rows.div_ceil(2)],
        }
    }
}

impl MazeBuilder {
    /// Returns what the maze is carved from.
    pub(super) fn carving(&self) -> Carving {
        match self.symmetry {
            Some(symmetry) => Carving::Halves(symmetry),
            None if self.unicursal => Carving::Unicursal,
            None if self.reveal.is_some() => Carving::Reveal,
            None => Carving::Plain,
        }
    }

    /// Checks the options that are not valid for a maze of halves, or for a labyrinth.
    fn check_halves(&self, option: &'static str, faults: &mut Faults) {
        if let Some(other) = self.not_plain() {
            faults.add(option, InvalidValue::conflict_since(other, MUST_BE_A_RECTANGLE));
        }
        for other in self.set_options().filter(|other| other.breaks_halves) {
            faults.add(option, InvalidValue::conflict(other.name));
        }
    }

    /// Checks that the algorithm makes a maze around which there is a way.
    fn check_perfect(&self, option: &'static str, faults: &mut Faults) {
        if !self.algorithm.info().perfect {
            let algorithm = format!("algo={}", self.algorithm.name());
            let more = ", whose mazes have loops: the path leads around a perfect maze";
            faults.add(option, InvalidValue::conflict_since(algorithm, more));
        }
    }

    /// Replaces a picture, which cannot be written as text, by the bits of its blocks, and has no more bits than there are blocks.
    fn fill_reveal(&mut self) {
        let Some(shape) = &self.reveal else { return };
        let [columns, rows] = self.chosen_size().map(|side| side as u32 / 2);
        self.reveal = match Square::new(columns, rows) {
            Ok(blocks) if shape.is_picture() => {
                let Ok(kept) = shape.blocks(&blocks, &mut ());
                kept.map_or_else(|_| self.reveal.clone(), |kept| Some(Mask::from_bits(kept)))
            }
            Ok(blocks) => shape.fitted(blocks.cells()),
            Err(_) => return,
        };
    }

    /// Checks that a maze can have a way that shows the shape.
    fn check_reveal(&self, faults: &mut Faults) {
        let Some(shape) = &self.reveal else { return };
        self.check_halves("reveal", faults);
        self.check_perfect("reveal", faults);
        let others = [
            ("symmetry", self.symmetry.is_some()),
            ("unicursal", self.unicursal),
            ("remove", !self.remove.is_empty()),
            ("exits", self.edits.exits > 0),
        ];
        for (other, _) in others.into_iter().filter(|&(_, is_set)| is_set) {
            faults.add("reveal", InvalidValue::conflict(other));
        }
        if let Some(rule) = self.ends.filter(|rule| !matches!(rule, EndsRule::Corners | EndsRule::Random)) {
            let more = ", which is found when the walls are known";
            faults.add("reveal", InvalidValue::conflict_since(format!("ends={rule}"), more));
        }
        let Some(size) = self.known_square(faults) else { return };
        let before = faults.found.len();
        for (side, number) in [("w", size[0]), ("h", size[1])] {
            if number < LEAST_REVEAL {
                let reason = format!("must be at least {LEAST_REVEAL} with reveal");
                faults.add(side, InvalidValueKind::TooLittle(LEAST_REVEAL.to_string()).with_reason(reason));
            } else if !number.is_multiple_of(2) {
                faults.add(side, InvalidValueKind::NoMultiple(2).with_reason("must be even with reveal"));
            }
        }
        if faults.found.len() > before {
            return;
        }
        match shape.blocks_fault(size.map(|side| side / 2)) {
            None => {}
            Some(BlocksFault::Bits(expected)) => {
                let reason = format!("must have {expected} bits, one for each two by two cells");
                faults.add("reveal", reason);
            }
            Some(BlocksFault::Small(least)) => {
                let [columns, rows] = least.map(|side| 2 * side);
                let reason = format!("needs w={columns} and h={rows} or more");
                let kind = InvalidValueKind::TooSmall(format!("{columns} × {rows}"));
                faults.add("reveal", kind.with_reason(reason));
            }
        }
    }

    /// Returns the option that makes a grid of squares other than a plain rectangle.
    pub(super) fn not_plain(&self) -> Option<&'static str> {
        let reasons = [
            ("floors", self.mesh.floors > 1),
            ("wrap", self.mesh.wrap != Wrap::Off),
            ("mask", self.mesh.mask.is_some()),
            ("weave", self.is_woven()),
            ("a grid that is given", self.given.is_some()),
        ];
        reasons.into_iter().find(|&(_, holds)| holds).map(|(name, _)| name)
    }

    /// Returns the columns and rows of a grid of squares, if they are known. Other grids need not have any, and another size would not help
    /// them.
    fn known_square(&self, faults: &Faults) -> Option<[u32; 2]> {
        let [columns, rows] = faults.size.filter(|_| self.mesh.kind == GridKind::Square)?;
        Some([u32::try_from(columns).ok()?, u32::try_from(rows).ok()?])
    }
}

impl MazeOptions {
    /// Carves a maze of plain squares. Rooms that the algorithm places are appended to `rooms`.
    pub(super) fn carve_squares<O: Observer>(
        &self,
        maze: &mut Maze<Square>,
        rooms: &mut Vec<Room>,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        let grid = *maze.grid();
        match (self.set.carving(), Square::new(grid.columns() / 2, grid.rows() / 2)) {
            (Carving::Halves(symmetry), _) => {
                let half = |half: &mut Maze<Square>, halves: &mut Halves<'_, O>| self.carve_all(half, rooms, halves);
                symmetric(maze, symmetry, half, &mut self.rng(Stream::Symmetry), observer)?;
                let images: Vec<Room> = rooms.iter().map(|&room| image(room, symmetry, grid)).collect();
                rooms.extend(images);
                Ok(())
            }
            (Carving::Unicursal, Ok(half)) => {
                let mut tree = Maze::closed(half);
                self.carve_all(&mut tree, rooms, &mut Halves::silent(observer, half))?;
                unicursal(maze, &tree, observer)
            }
            _ => self.carve_all(maze, rooms, observer),
        }
    }

    /// Carves a maze of plain squares whose way shows the shape.
    pub(super) fn carve_reveal<O: Observer>(
        &self,
        maze: &mut Maze<Square>,
        shape: &Mask,
        ends: [Cell; 2],
        observer: &mut O,
    ) -> Result<(), MakeError<O::Stop>> {
        let invalid = |option: &'static str, reason: InvalidValue| MakeError::from(InvalidOptions::one(option, reason));
        let blocks = Square::new(maze.grid().columns() / 2, maze.grid().rows() / 2);
        let blocks = blocks.map_err(|error| invalid("w", error.to_string().into()))?;
        let empty = || invalid("reveal", InvalidValueKind::Unsupported.with_reason("leaves no cell"));
        let shape = match shape.blocks(&blocks, observer).map_err(MakeError::Stopped)? {
            Ok(shape) => shape,
            Err(InvalidMesh::Empty) => return Err(empty()),
            Err(other) => return Err(invalid("reveal", other.to_string().into())),
        };
        let mut tree = Maze::closed(blocks);
        let carved = self.carve_all(&mut tree, &mut Vec::new(), &mut Halves::silent(observer, blocks));
        carved.map_err(MakeError::Stopped)?;
        let rng = &mut self.rng(Stream::Reveal);
        let made = reveal(maze, &shape, tree, ends, rng, observer).map_err(MakeError::Stopped)?;
        made.map_err(|why| match why {
            NoWayError::Empty => empty(),
            NoWayError::Parts(parts) => {
                let reason = format!("is in {parts} parts, and must be one: a way cannot lead from one to another");
                invalid("reveal", InvalidValueKind::Parts(parts).with_reason(reason))
            }
            NoWayError::End(is_exit) => {
                let option = if is_exit { "to" } else { "from" };
                invalid(option, InvalidValueKind::Unsupported.with_reason("must be outside of the shape of reveal"))
            }
            NoWayError::NoRoom => {
                let reason = "leaves no room for a corridor to the entrance and one to the exit";
                invalid("reveal", InvalidValueKind::Unsupported.with_reason(reason))
            }
        })
    }

    fn carve_all<O: Observer>(
        &self,
        maze: &mut Maze<Square>,
        rooms: &mut Vec<Room>,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        match self.carve_otherwise(maze, rooms, observer) {
            Some(carved) => carved,
            None => self.set.algorithm.carve(maze, &mut self.rng(Stream::Generate), observer),
        }
    }

    /// Carves a maze; `None` if the algorithm does not run on the grid.
    pub(super) fn carve_mesh<O: Observer>(
        &self,
        mesh: Mesh,
        rooms: &mut Vec<Room>,
        observer: &mut O,
    ) -> Result<Option<Maze<Mesh>>, O::Stop> {
        let squares = self.rectangle();
        let mut maze = Maze::closed(mesh);
        if self.is_open_ground() {
            return open_all(&mut maze, observer).map(|()| Some(maze));
        }
        if let Some(grid) = squares {
            // The same maze as if no cells were taken out, by any algorithm.
            let mut squares = Maze::closed(grid);
            self.carve_squares(&mut squares, rooms, observer)?;
            squares.links().for_each(|(cell, side, _)| {
                maze.link(cell, side);
            });
            return Ok(Some(maze));
        }
        let otherwise = self.carve_otherwise(&mut maze, rooms, observer);
        let carved =
            otherwise.or_else(|| self.set.algorithm.carve_on(&mut maze, &mut self.rng(Stream::Generate), observer));
        Ok(carved.transpose()?.map(|()| maze))
    }

    /// Carves a maze whose passages tend to go straight on, or whose algorithm places rooms, if requested. Rooms that are rectangles of
    /// squares are appended to `rooms`.
    fn carve_otherwise<G: Grid, O: Observer>(
        &self,
        maze: &mut Maze<G>,
        rooms: &mut Vec<Room>,
        observer: &mut O,
    ) -> Option<Result<(), O::Stop>> {
        let rng = &mut self.rng(Stream::Generate);
        if self.set.algorithm == Algorithm::Dungeon && self.mesh().kind == GridKind::Square {
            let placed = &mut |grid: &G, cells: &mut dyn Iterator<Item = Cell>| {
                rooms.extend(rectangle_of(cells.map(|cell| grid.address(cell))));
            };
            return Some(dungeon_of_rooms(maze, rng, observer, placed));
        }
        let pick = self.set.algorithm.growth_pick().filter(|_| self.set.straightness.is_some())?;
        Some(straight_growing_tree(maze, pick, self.set.straightness, rng, observer))
    }
}

/// Opens every side between two cells.
fn open_all<O: Observer>(maze: &mut Maze<Mesh>, observer: &mut O) -> Result<(), O::Stop> {
    for cells in checkpoints(0..maze.grid().cells()) {
        observer.go_on()?;
        for cell in cells.map(Cell) {
            for side in maze.grid().inner_sides(cell) {
                if maze.grid().across(cell, side) > cell {
                    maze.carve(cell, side, observer)?;
                }
            }
        }
    }
    Ok(())
}

/// Returns the image of a room.
fn image(room: Room, symmetry: Symmetry, grid: Square) -> Room {
    let corners = [[room.row, room.column], [room.row + room.rows - 1, room.column + room.columns - 1]];
    let [a, b] = corners.map(|corner| symmetry.image(corner, [grid.columns(), grid.rows()]));
    Room { row: a[0].min(b[0]), column: a[1].min(b[1]), ..room }
}

/// Returns the rectangle that squares form, by their addresses; `None` if they form none.
fn rectangle_of(squares: impl Iterator<Item = Address>) -> Option<Room> {
    let (mut low, mut high, mut count) = ([u32::MAX; 3], [0; 3], 0);
    for square in squares {
        let &[.., row, column] = square.numbers() else { return None };
        let floor = if square.numbers().len() > 2 { square.numbers()[0] } else { 0 };
        let place = [floor, row, column];
        (low, high) = (std::array::from_fn(|k| low[k].min(place[k])), std::array::from_fn(|k| high[k].max(place[k])));
        count += 1;
    }
    let [floors, rows, columns] = std::array::from_fn(|k| (high[k] + 1).saturating_sub(low[k]));
    let [floor, row, column] = low;
    (floors == 1 && rows * columns == count).then_some(Room { floor, row, column, rows, columns })
}
