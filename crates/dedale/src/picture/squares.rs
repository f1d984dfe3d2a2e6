//! Mazes of squares that are more than a rectangle, as rows: so that what writes rows of squares writes these as well.

use super::overlay::{Overlay, Places};
use super::source::Stairs;
use super::{Head, Picture, RowSource, Strip};
use crate::grid::{Cell, Grid, GridKind, Mesh, MeshOptions, Side, Sides, Wrap};
use crate::maze::Maze;

/// A level of a picture of squares, and what is known of it.
#[derive(Debug)]
pub(crate) struct Squares<'a> {
    picture: &'a Picture<Mesh>,
    head: Head,
    level: Level<'a>,
}

/// A level of a maze of squares. A mask may leave some of them out, and opposite edges may be joined: a passage through them is open at
/// both.
#[derive(Debug)]
pub(crate) struct Level<'a> {
    maze: &'a Maze<Mesh>,
    number: u32,
    /// The rows above and below the line that was asked for last.
    rows: [Row; 2],
}

/// A row of squares.
#[derive(Debug, Default)]
struct Row {
    /// The open sides. Of a place that is left out, the ways from its neighbors in the north and in the west.
    open: Vec<Sides>,
    /// Empty where no cell is left out.
    left_out: Vec<bool>,
    /// Empty where there is one level.
    stairs: Vec<Stairs>,
    cells: Vec<Option<Cell>>,
}

/// Which grids a format of squares can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Rectangles that a mask may cut.
    Flat,
    /// And those whose edges are joined.
    Wrapped,
    /// And levels.
    Levels,
}

impl Reach {
    /// Whether mazes on a grid with these options can be shown, tunnels aside.
    pub(crate) fn has(self, options: &MeshOptions) -> bool {
        options.kind == GridKind::Square
            && (self != Reach::Flat || options.wrap == Wrap::Off)
            && (self == Reach::Levels || options.levels == 1)
    }
}

impl<'a> Squares<'a> {
    /// A level of a picture of squares without tunnels.
    pub(crate) fn of(picture: &'a Picture<Mesh>, level: u32) -> Squares<'a> {
        let &MeshOptions { columns, rows, .. } = picture.maze.grid().options();
        let [from, to] = [picture.from, picture.to].map(|cell| place(picture.maze.grid(), cell));
        let mut head = Head::new([columns.into(), rows.into()], from, to);
        let Head { algo, seed, attempt, generator, .. } = picture.head;
        let rooms = picture.head.rooms.iter().filter(|room| room.level == level).copied().collect();
        head = Head { algo, seed, attempt, generator, options: picture.head.options.clone(), rooms, ..head };
        head.ends = picture.head.ends.clone();
        Squares { picture, head, level: Level::of(&picture.maze, level) }
    }

    /// Whether an end is on this level.
    fn is_here(&self, cell: Cell) -> bool {
        match *self.picture.maze.grid().address(cell).numbers() {
            [level, _, _] => level == self.level.number,
            _ => true,
        }
    }
}

/// The row and the column of a cell.
fn place(mesh: &Mesh, cell: Cell) -> [u64; 2] {
    match *mesh.address(cell).numbers() {
        [.., row, column] => [row.into(), column.into()],
        _ => [0; 2],
    }
}

impl Row {
    /// Makes it a row of all levels; `None` for the outside.
    fn fill(&mut self, maze: &Maze<Mesh>, row: Option<u32>) {
        let Row { open, left_out, stairs, cells } = self;
        open.clear();
        left_out.clear();
        stairs.clear();
        cells.clear();
        let Some(row) = row else { return };
        cells.extend(maze.grid().row(row).map(|(_, cell)| cell));
        let sides = |cell: &Option<Cell>| cell.map(|cell| maze.open_sides(cell)).unwrap_or_default();
        open.extend(cells.iter().map(|cell| Sides::from_bits(sides(cell).bits() & Sides::SQUARE.bits())));
        if u64::from(maze.grid().cells()) < maze.grid().options().sites() {
            left_out.extend(cells.iter().map(Option::is_none));
        }
        if let Some([up, down]) = maze.grid().up_and_down() {
            let stair = |sides: Sides| Stairs { up: sides.contains(up), down: sides.contains(down) };
            stairs.extend(cells.iter().map(|cell| stair(sides(cell))));
        }
    }

    /// Opens the places that are left out towards the cells above and in the west that have a way out there.
    fn open_towards(&mut self, above: Option<&Row>) {
        for column in 0..self.left_out.len() {
            if !self.left_out[column] {
                continue;
            }
            let is_open = |open: Option<&Sides>, side: Side| open.is_some_and(|open| open.contains(side));
            if is_open(above.and_then(|above| above.open.get(column)), Side::S) {
                self.open[column] = self.open[column].with(Side::N);
            }
            if is_open(column.checked_sub(1).map(|west| &self.open[west]), Side::E) {
                self.open[column] = self.open[column].with(Side::W);
            }
        }
    }
}

impl<'a> Level<'a> {
    pub(crate) fn of(maze: &'a Maze<Mesh>, number: u32) -> Level<'a> {
        Level { maze, number, rows: Default::default() }
    }

    /// The strip at a row of the level, with the cells above and below the line.
    pub(crate) fn strip(&mut self, row: u32) -> (Strip<'_>, Places<'_>) {
        let height = self.maze.grid().options().rows;
        let of_all = |row: u32| self.number * height + row;
        let [above, here] = &mut self.rows;
        above.fill(self.maze, row.checked_sub(1).map(of_all));
        here.fill(self.maze, Some(row).filter(|&row| row < height).map(of_all));
        above.open_towards(None);
        here.open_towards(Some(above));
        let strip = Strip {
            row: row.into(),
            above: above.open.as_slice().into(),
            here: here.open.as_slice().into(),
            overlay: None,
            left_out: [&above.left_out, &here.left_out],
            stairs: &here.stairs,
        };
        (strip, Places::Some([&above.cells, &here.cells]))
    }
}

impl RowSource for Squares<'_> {
    fn head(&self) -> &Head {
        &self.head
    }

    fn strip(&mut self, row: u64) -> Strip<'_> {
        let (strip, places) = self.level.strip(row as u32);
        let Picture { from, to, path, distances, .. } = self.picture;
        let (from, to) = (*from, *to);
        let overlay = Overlay { from, to, path: path.as_ref(), distances: distances.as_ref(), places };
        Strip { overlay: Some(overlay), ..strip }
    }

    fn marks(&self) -> [Option<[u64; 2]>; 2] {
        let place = |cell| place(self.picture.maze.grid(), cell);
        self.picture.marked().map(|end| end.filter(|&end| self.is_here(end)).map(place))
    }

    fn openings(&self) -> Vec<([u64; 2], Side)> {
        let maze = &self.picture.maze;
        let here = maze.openings().filter(|&(cell, _)| self.is_here(cell));
        here.map(|(cell, side)| (place(maze.grid(), cell), side)).collect()
    }

    fn is_in_memory(&self) -> bool {
        true
    }

    fn turns(&self) -> Vec<[u64; 2]> {
        self.picture.turns().into_iter().map(|cell| place(self.picture.maze.grid(), cell)).collect()
    }
}
