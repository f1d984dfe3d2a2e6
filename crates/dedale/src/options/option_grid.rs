//! The parts of a grid that options name: ends, walls, doors and exits.

use super::edits::too_many_exits;
use super::ends::{GivenAddress, Goal, inside, no_cell, outside_mesh};
use super::{InvalidOption, InvalidOptions, MazeOptions};
use crate::about::{InvalidValue, InvalidValueKind};
use crate::edit::exits::draw_exits;
use crate::edit::{doors, remove};
use crate::grid::{Cell, Grid, Mesh, PolygonEdge, Side, Sides, Square};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::rng::Stream;

/// A wall to remove, or an opening to make: a cell and a side of it.
type CellSide = (Cell, Side);

/// The addresses of the options as cells and sides of a grid.
#[derive(Clone, Debug)]
pub(super) struct Resolved {
    /// The entrance and the exit, if they do not depend on the walls.
    pub(super) ends: [Cell; 2],
    /// The walls to remove, and the openings to make.
    pub(super) walls: Vec<CellSide>,
}

/// Everything that making a maze needs of a grid, in addition to its neighbors.
pub(super) trait OptionGrid: Grid + Sized {
    /// Returns the reason why an address is not a cell.
    fn outside(&self) -> InvalidValue;

    /// Returns the outer sides of a cell at which the outer wall may be opened.
    fn sides_to_open(&self, cell: Cell) -> Sides;

    /// Opens doors, one for each of these ends that is at the border.
    fn open_doors<O: Observer>(maze: &mut Maze<Self>, from: Cell, to: Cell, observer: &mut O) -> Result<(), O::Stop>;

    /// Returns the maze, if it is one of plain squares, whose lines are straight.
    fn as_squares(maze: &mut Maze<Self>) -> Option<&mut Maze<Square>>;
}

impl OptionGrid for Square {
    fn outside(&self) -> InvalidValue {
        no_cell([self.columns(), Square::rows(self)].map(u64::from))
    }

    fn sides_to_open(&self, cell: Cell) -> Sides {
        self.outer_sides(cell)
    }

    fn open_doors<O: Observer>(maze: &mut Maze<Square>, from: Cell, to: Cell, observer: &mut O) -> Result<(), O::Stop> {
        doors(maze, from, to, observer)
    }

    fn as_squares(maze: &mut Maze<Square>) -> Option<&mut Maze<Square>> {
        Some(maze)
    }
}

impl OptionGrid for Mesh {
    fn outside(&self) -> InvalidValue {
        outside_mesh(self, None)
    }

    /// Returns no sides that lead into rock. On a custom grid, sides without an edge are not in the picture, and are opened only if the cell
    /// has no others.
    fn sides_to_open(&self, cell: Cell) -> Sides {
        let all: Sides = self.outer_sides(cell).into_iter().filter(|&side| !self.is_rock(cell, side)).collect();
        if all.is_empty() {
            return all;
        }
        let drawn: Sides = self.edges(cell).filter_map(PolygonEdge::side).filter(|&side| all.contains(side)).collect();
        if drawn.is_empty() { all } else { drawn }
    }

    /// Opens the outer side of the entrance that is farthest to the left, and the outer side of the exit that is farthest to the right. Of
    /// several, these are the upper one and the lower one. An end inside of the maze has no door.
    fn open_doors<O: Observer>(maze: &mut Maze<Mesh>, from: Cell, to: Cell, observer: &mut O) -> Result<(), O::Stop> {
        let mesh = maze.grid();
        let middle = |(cell, side): CellSide| {
            let [[ax, ay], [bx, by]] = mesh.ends(mesh.edge(cell, side)?).map(|corner| corner.at);
            Some([ax + bx, ay + by])
        };
        let is_before = |a, b| matches!((middle(a), middle(b)), (Some(a), Some(b)) if a < b);
        let sides = |cell| mesh.sides_to_open(cell).into_iter().map(move |side| (cell, side));
        let first = sides(from).reduce(|a, b| if is_before(b, a) { b } else { a });
        let last = sides(to).filter(|&door| Some(door) != first).reduce(|a, b| if is_before(a, b) { b } else { a });
        [first, last].into_iter().flatten().try_for_each(|(cell, side)| remove(maze, cell, side, observer))
    }

    fn as_squares(_: &mut Maze<Mesh>) -> Option<&mut Maze<Square>> {
        None
    }
}

impl MazeOptions {
    /// Resolves the addresses of the options on this grid: to ends, and to walls to open.
    pub(super) fn resolve_on<G: OptionGrid>(&self, grid: &G) -> Result<Resolved, InvalidOptions> {
        let mut faults = Vec::new();
        let [first, last] = grid.default_ends();
        let mut end = |option: &'static str, spot: Option<GivenAddress>, default: Cell| {
            let Some(spot) = spot else { return default };
            let cell = grid.find(spot.address());
            let reason = match cell {
                None => Some(grid.outside()),
                Some(cell) if self.set.edits.doors && grid.outer_sides(cell).is_empty() => Some(inside()),
                Some(_) => None,
            };
            faults.extend(reason.map(|reason| InvalidOption::new(option, 0, reason)));
            cell.unwrap_or(default)
        };
        let from = end("from", self.set.from, first);
        let ends = match self.set.to {
            Some(Goal::AnyExit) => [from; 2],
            Some(Goal::Cell(to)) => [from, end("to", Some(to), last)],
            None => [from, last],
        };
        let mut walls = Vec::new();
        for (index, wall) in self.set.remove.iter().enumerate() {
            let mut fault = |reason: InvalidValue| faults.push(InvalidOption::new("remove", index, reason));
            let Some(cell) = grid.find(wall.cell.address()) else {
                fault(grid.outside());
                continue;
            };
            let sides: Sides = grid.inner_sides(cell).into_iter().chain(grid.outer_sides(cell)).collect();
            match grid.side_named(cell, &wall.side).filter(|&side| sides.contains(side)) {
                Some(side) => walls.push((cell, side)),
                None => {
                    let known: Vec<&str> = sides.into_iter().map(|side| grid.side_name(cell, side)).collect();
                    let known = known.join(", ");
                    let reason = format!("{} is no side of this cell: it has {known}", wall.side);
                    fault(InvalidValueKind::NoSide(known).with_reason(reason));
                }
            }
        }
        let exits = self.set.edits.exits;
        if exits > 0 {
            let rng = &mut self.rng(Stream::Exits);
            match draw_exits(grid, exits, |cell| grid.sides_to_open(cell), rng) {
                Ok(exits) => walls.extend(exits),
                Err(border) => faults.push(InvalidOption::new("exits", 0, too_many_exits(border.into()))),
            }
        }
        if faults.is_empty() { Ok(Resolved { ends, walls }) } else { Err(InvalidOptions(faults)) }
    }
}
