//! Where the rows of a picture come from.

use std::borrow::{Borrow, Cow};

use super::overlay::{Overlay, Places};
use super::{Head, Picture};
use crate::grid::{AnyGrid, Cell, Grid, GridKind, Mesh, MeshOptions, Side, Sides, Square, Wrap};
use crate::maze::Maze;

/// A maze as a [`Writer`](crate::format::Writer) takes it: row by row from the top, with what is known of the whole.
///
/// A [`Picture`] is one, and so is a reference to a picture: a maze in memory. Squares whose rows are made when they are asked for are another.
pub(crate) trait RowSource {
    /// The size of the maze, its ends, and the other members of its JSON head. If it has a window, the rows and columns are those of that.
    fn head(&self) -> &Head;

    /// The rows above and below a line of points: the rows `row - 1` and `row`. `row` goes from 0, above the first row, to the number of
    /// rows in `head().size()`, below the last; and on from there with the next floor, where a picture has several.
    ///
    /// Writers ask for each number in turn, and may ask for the same one several times.
    fn strip(&mut self, row: u64) -> Strip<'_>;

    /// Row and column of the ends that pictures of squares mark, the entrance and the exit: only the exit if both are the same cell. They are
    /// counted from the first row and column that are written; ends elsewhere are not marked.
    fn marks(&self) -> [Option<[u64; 2]>; 2] {
        let head = self.head();
        if let Some(picture) = self.whole().filter(|_| head.window.is_none()) {
            return picture.marked().map(|end| end.map(|cell| picture.place(cell)));
        }
        let [from, to] = head.ends();
        [Some(from).filter(|&from| from != to), Some(to)].map(|end| end.and_then(|end| head.place_of(end)))
    }

    /// The openings of the outer wall in what is written: row and column of the cell, counted from the first that are written, and the side.
    fn openings(&self) -> Vec<([u64; 2], Side)> {
        Vec::new()
    }

    /// The whole picture, with its path and its distances, where it is in memory. Most formats that are not written row by
    /// row need it: see [`Format::is_by_rows`](crate::format::Format::is_by_rows).
    fn whole(&self) -> Option<&Picture> {
        None
    }

    /// Whether a path is drawn.
    fn has_path(&self) -> bool {
        self.whole().is_some_and(|picture| picture.path.is_some())
    }
}

/// An end of a maze of squares that is marked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MarkedEnd {
    /// Row and column, counted from the first that are written.
    pub(crate) place: [u64; 2],
    /// The side of the outer wall that is open there.
    pub(crate) door: Option<Side>,
    /// Whether the other end is in the same cell and is marked there.
    pub(crate) is_shared: bool,
}

/// The entrance and the exit of a maze of squares with their doors. A cell that is both has one door for each, and one door is the entrance.
pub(crate) fn ends_and_doors(source: &dyn RowSource) -> [Option<MarkedEnd>; 2] {
    let ([from, to], openings) = (source.marks(), source.openings());
    let sides_of = |place: [u64; 2]| openings.iter().filter(move |(at, _)| *at == place).map(|&(_, side)| side);
    let head = source.head();
    let is_one = match source.whole().filter(|_| head.window.is_none()) {
        Some(picture) => picture.from == picture.to,
        None => head.from == head.to,
    };
    let entrance = from.or(to.filter(|_| is_one)).map(|place| {
        let door = sides_of(place).next();
        MarkedEnd { place, door, is_shared: is_one }
    });
    let exit = to.map(|place| {
        let door = if is_one { sides_of(place).skip(1).last() } else { sides_of(place).next_back() };
        MarkedEnd { place, door, is_shared: false }
    });
    [entrance, exit]
}

impl<P: Borrow<Picture>> RowSource for P {
    fn head(&self) -> &Head {
        &self.borrow().head
    }

    fn strip(&mut self, row: u64) -> Strip<'_> {
        Strip::of_picture((*self).borrow(), row)
    }

    fn openings(&self) -> Vec<([u64; 2], Side)> {
        let picture = self.borrow();
        let openings = picture.maze.openings().map(|(cell, side)| (picture.place(cell), side));
        match picture.head.window {
            None => openings.collect(),
            // Passages lead out of a part too.
            Some([row, column, ..]) => {
                let of_level = |place: [u64; 2]| [row + place[0], column + place[1]];
                openings.filter(|&(place, side)| picture.head.is_outer(of_level(place), side)).collect()
            }
        }
    }

    fn whole(&self) -> Option<&Picture> {
        Some(self.borrow())
    }
}

/// Row and column of the cells in which a path begins, turns and ends, in its order; empty where no path is known, or it is a single
/// cell.
pub(crate) fn turns(source: &dyn RowSource) -> Vec<[u64; 2]> {
    let turns = |picture: &Picture| picture.turns().into_iter().map(|cell| picture.place(cell)).collect();
    source.whole().map(turns).unwrap_or_default()
}

/// Which grids a format of squares can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Rectangles that a mask may cut.
    Flat,
    /// And those whose edges are joined.
    Wrapped,
    /// And floors.
    Floors,
}

impl Reach {
    /// Whether mazes on a grid with these options can be shown, tunnels aside.
    pub(crate) fn has(self, options: &MeshOptions) -> bool {
        options.kind == GridKind::Square
            && (self != Reach::Flat || options.wrap == Wrap::Off)
            && (self == Reach::Floors || options.floors == 1)
    }
}

/// As much of a maze as one piece of most formats needs: a line of points between two rows of cells, and those rows.
#[derive(Clone, Debug)]
pub(crate) struct Strip<'a> {
    /// The number of the row below the line; below the last row, how many rows there are.
    pub(crate) row: u64,
    /// The open sides of the cells above, outer ones included; none above the first row. Of a place that a mask leaves out, they are the ways
    /// from its neighbors in the north and in the west.
    pub(crate) above: Cow<'a, [Sides]>,
    /// The open sides of the cells below, outer ones included; none below the last row.
    pub(crate) here: Cow<'a, [Sides]>,
    /// What else is known of the cells.
    pub(crate) overlay: Option<Overlay<'a>>,
    /// Which cells above and below the line a mask leaves out; empty where none.
    pub(crate) left_out: [Vec<bool>; 2],
    /// Where stairs lead from the cells below the line; empty where there are none.
    pub(crate) stairs: Vec<Stairs>,
}

/// Which stairs lead from a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stairs {
    pub(crate) up: bool,
    pub(crate) down: bool,
}

impl Stairs {
    /// The character that text shows them by.
    pub(crate) fn glyph(self) -> Option<char> {
        match (self.up, self.down) {
            (true, true) => Some('X'),
            (true, false) => Some('/'),
            (false, true) => Some('\\'),
            (false, false) => None,
        }
    }
}

impl<'a> Strip<'a> {
    /// The strip at this row of the open sides of the cells above and below the line, from west to east, openings in the outer wall included.
    /// There are none above the first row, and none after the last one.
    pub(crate) fn plain(row: u64, above: Cow<'a, [Sides]>, here: Cow<'a, [Sides]>) -> Strip<'a> {
        Strip { row, above, here, overlay: None, left_out: [Vec::new(), Vec::new()], stairs: Vec::new() }
    }

    /// The strip of a maze of plain squares at this row.
    pub(crate) fn of<G: Grid>(maze: &'a Maze<G>, grid: Square, row: u32) -> Strip<'a> {
        let above = row.checked_sub(1).map(|above| open_row(maze, grid, above)).unwrap_or_default();
        let here = if row < grid.rows() { open_row(maze, grid, row) } else { Cow::default() };
        Strip::plain(row.into(), above, here)
    }

    /// The strip of a floor of a maze on a mesh of squares, and the cells above and below the line. A mask may leave some of them out, and
    /// opposite edges may be joined: a passage through them is open at both.
    pub(crate) fn of_floor<G: Grid>(maze: &Maze<G>, mesh: &Mesh, floor: u32, row: u32) -> (Strip<'a>, Places) {
        let height = mesh.options().rows;
        let cells = |row: u32| mesh.row(floor * height + row).map(|(_, cell)| cell).collect::<Vec<_>>();
        let above = row.checked_sub(1).map(cells).unwrap_or_default();
        let here = if row < height { cells(row) } else { Vec::new() };
        let is_cut = u64::from(mesh.cells()) < mesh.options().sites();
        let left_out =
            [&above, &here].map(|cells| if is_cut { cells.iter().map(Option::is_none).collect() } else { Vec::new() });
        let sides = |cell: &Option<Cell>| cell.map(|cell| maze.open_sides(cell)).unwrap_or_default();
        let open = |cells: &[Option<Cell>]| -> Vec<Sides> {
            cells.iter().map(|cell| Sides::from_bits(sides(cell).bits() & Sides::SQUARE.bits())).collect()
        };
        let (mut open_above, mut open_here) = (open(&above), open(&here));
        open_towards(&[], &mut open_above, &left_out[0]);
        open_towards(&open_above, &mut open_here, &left_out[1]);
        let stairs = mesh.up_and_down().map(|[up, down]| {
            let stair = |sides: Sides| Stairs { up: sides.contains(up), down: sides.contains(down) };
            here.iter().map(|cell| stair(sides(cell))).collect()
        });
        let strip = Strip {
            left_out,
            stairs: stairs.unwrap_or_default(),
            ..Strip::plain(row.into(), open_above.into(), open_here.into())
        };
        (strip, Places::Some([above, here]))
    }

    /// The strip of a picture at this row, with its path: those of a floor follow those of the one before.
    pub(crate) fn of_picture(picture: &'a Picture, row: u64) -> Strip<'a> {
        let (strip, places) = match picture.maze.grid() {
            AnyGrid::Square(grid) => (Strip::of(&picture.maze, *grid, row as u32), Places::All(*grid)),
            AnyGrid::Mesh(mesh) => {
                let strips = mesh.options().rows + 1;
                Strip::of_floor(&picture.maze, mesh, row as u32 / strips, row as u32 % strips)
            }
        };
        let Picture { from, to, path, distances, .. } = picture;
        let (path, distances) = (path.as_ref(), distances.as_ref());
        Strip { overlay: Some(Overlay { from: *from, to: *to, path, distances, places }), ..strip }
    }
}

/// The open sides of the cells of a row of plain squares, outer ones included.
fn open_row<G: Grid>(maze: &Maze<G>, grid: Square, row: u32) -> Cow<'_, [Sides]> {
    let first = grid.at(row, 0);
    let passages = &maze.all_passages()[first.index()..][..grid.columns() as usize];
    let mut openings = maze.openings_of(first..Cell(first.0 + grid.columns())).peekable();
    if openings.peek().is_none() {
        return Cow::Borrowed(passages);
    }
    let mut open = passages.to_vec();
    for (cell, side) in openings {
        let column = grid.column(cell) as usize;
        open[column] = open[column].with(side);
    }
    Cow::Owned(open)
}

/// Opens the places that are left out towards the cells above and in the west that have a way out there.
fn open_towards(above: &[Sides], here: &mut [Sides], left_out: &[bool]) {
    for column in (0..left_out.len()).filter(|&column| left_out[column]) {
        if above.get(column).is_some_and(|open| open.contains(Side::S)) {
            here[column] = here[column].with(Side::N);
        }
        if column > 0 && here[column - 1].contains(Side::E) {
            here[column] = here[column].with(Side::W);
        }
    }
}
