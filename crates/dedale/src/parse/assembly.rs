//! From what was read to a maze: its cells, their walls, and its ends.

use super::Parsed;
use super::error::{InputPlace, ParseError};
use super::input::ReadContext;
use crate::about::OverLimit;
use crate::grid::{
    Address, AnyGrid, Cell, Crossing, Grid, GridKind, InvalidMesh, Mask, Mesh, MeshOptions, Side, Sides, Square,
    outer_sides_of,
};
use crate::maze::Maze;

/// How many bytes are taken for a place of a grid, and how many more where cells may be missing.
const PLACE_BYTES: u64 = Mesh::CELL_BYTES + 4;
const MASKED_BYTES: u64 = 56;

/// What is known of the cells that were read so far, in their order.
#[derive(Debug)]
pub(crate) struct Cells<T> {
    /// Of those that there are.
    kept: Vec<T>,
    /// Of all, where one is missing: whether there is such a cell.
    is_kept: Vec<bool>,
}

impl<T> Cells<T> {
    pub(crate) fn new() -> Cells<T> {
        Cells { kept: Vec::new(), is_kept: Vec::new() }
    }

    /// The next cell; `None` if it is missing.
    pub(crate) fn push(&mut self, cell: Option<T>) {
        if cell.is_none() && self.is_kept.is_empty() {
            self.is_kept = vec![true; self.kept.len()];
        }
        if cell.is_none() || !self.is_kept.is_empty() {
            self.is_kept.push(cell.is_some());
        }
        self.kept.extend(cell);
    }

    /// Those that there are.
    pub(crate) fn all(&self) -> &[T] {
        &self.kept
    }

    /// How many there are, without those that are missing.
    #[cfg(feature = "json")]
    pub(crate) fn count(&self) -> usize {
        self.kept.len()
    }

    /// Which cells there are, if any is missing, and what is known of these.
    pub(crate) fn into_parts(self) -> (Option<Mask>, Vec<T>) {
        (Some(self.is_kept).filter(|is_kept| !is_kept.is_empty()).map(Mask::from_bits), self.kept)
    }
}

/// Squares, row by row: which of them are solid. They may be the corners, the sides and the cells of a rectangle, of which solid cells are missing.
pub(crate) struct Lattice {
    width: usize,
    is_solid: Vec<bool>,
}

impl Lattice {
    /// Creates rows of `width` squares each, from the squares that are known so far.
    pub(crate) fn new(width: usize, is_solid: Vec<bool>) -> Lattice {
        Lattice { width, is_solid }
    }

    /// Creates room for the corners, the sides and the cells of a text with this many columns and rows of cells.
    pub(crate) fn of_cells(cells: [usize; 2], text: &str, context: &ReadContext<'_>) -> Result<Lattice, ParseError> {
        let [width, height] = cells.map(|side| 2 * side + 1);
        if width * height > text.len() {
            context.ask((width * height) as u64)?;
        }
        Ok(Lattice::new(width, Vec::with_capacity(width * height)))
    }

    /// The next square.
    pub(crate) fn push(&mut self, is_solid: bool) {
        self.is_solid.push(is_solid);
    }

    /// Makes the rest of these first rows free.
    pub(crate) fn fill(&mut self, rows: usize) {
        self.is_solid.resize(rows * self.width, false);
    }

    /// The next line of corners, and of the sides between them.
    pub(crate) fn push_line(&mut self, are_walls: &[bool]) {
        self.is_solid.push(true);
        self.is_solid.extend(are_walls.iter().flat_map(|&is_wall| [is_wall, true]));
    }

    /// Returns true if a square is solid, if there is one.
    fn get(&self, row: usize, column: usize) -> Option<bool> {
        let start = row.checked_mul(self.width).filter(|_| column < self.width)?;
        self.is_solid.get(start + column).copied()
    }

    /// On which sides of a square there is a solid one; or else, one that is not.
    pub(crate) fn around(&self, row: usize, column: usize, is_solid: bool) -> Sides {
        let around = [
            (Side::N, self.get(row.wrapping_sub(1), column)),
            (Side::E, self.get(row, column + 1)),
            (Side::S, self.get(row + 1, column)),
            (Side::W, self.get(row, column.wrapping_sub(1))),
        ];
        around.into_iter().filter(|(_, found)| *found == Some(is_solid)).map(|(side, _)| side).collect()
    }

    /// Returns the first corner that is not solid although a wall of a cell ends there, by its row and its column among corners.
    pub(crate) fn bare_corner(&self) -> Option<[usize; 2]> {
        let rows = self.is_solid.len() / self.width;
        let corners = (0..rows).step_by(2).flat_map(|y| (0..self.width).step_by(2).map(move |x| [y, x]));
        let is_bare = |&[y, x]: &[usize; 2]| {
            let is_end = |(down, right): (isize, isize)| {
                let [row, column] = [y.wrapping_add_signed(down), x.wrapping_add_signed(right)];
                let sides = [self.get(y, column), self.get(row, x)];
                self.get(row, column) == Some(false) && sides.contains(&Some(true))
            };
            self.get(y, x) == Some(false) && [(-1, -1), (-1, 1), (1, -1), (1, 1)].into_iter().any(is_end)
        };
        corners.filter(is_bare).map(|corner| corner.map(|number| number / 2)).next()
    }

    /// Returns the open sides of the cells between corners.
    pub(crate) fn cells(&self) -> Cells<Sides> {
        let mut cells = Cells::new();
        for row in (1..self.is_solid.len() / self.width).step_by(2) {
            for column in (1..self.width).step_by(2) {
                let is_there = self.get(row, column) == Some(false);
                cells.push(is_there.then(|| self.around(row, column, false)));
            }
        }
        cells
    }
}

/// The cells that are marked as an end.
#[derive(Default)]
pub(crate) struct Marked {
    /// Row and column of each.
    pub(crate) cells: Vec<[u32; 2]>,
    /// Where the first two of them are.
    pub(crate) places: [Option<InputPlace>; 2],
}

impl Marked {
    pub(crate) fn add(&mut self, cell: [u32; 2], place: impl FnOnce() -> InputPlace) {
        if let Some(free) = self.places.get_mut(self.cells.len()) {
            *free = Some(place());
        }
        self.cells.push(cell);
    }
}

/// The ends that an input states.
#[derive(Clone, Debug, Default)]
pub(crate) struct GivenEnds {
    /// The entrance and the exit.
    pub(crate) given: [Option<Address>; 2],
    /// True if these are openings in the border, and not marked.
    pub(crate) are_openings: bool,
    /// The exits, where there are several.
    pub(crate) goals: Vec<Address>,
    /// Why the entrance or the exit is not known, although some end is marked.
    pub(crate) unclear: [Option<Box<ParseError>>; 2],
}

impl GivenEnds {
    /// Returns the entrance and the exit that are marked, and several exits where there may be some. An end is unclear if only the other one is marked, for the reason
    /// that `lone` returns, or if several cells are marked, for the reason that `second` returns.
    pub(crate) fn marked(
        marked: &[Marked; 2],
        has_goals: bool,
        lone: impl Fn(usize) -> String,
        second: impl Fn(usize, usize) -> String,
    ) -> GivenEnds {
        let may_be_several = [false, has_goals];
        let unclear = [0, 1].map(|end| {
            let [this, other] = [&marked[end], &marked[1 - end]];
            let (place, detail) = match this.cells.len() {
                0 if !other.cells.is_empty() => (other.places[0], lone(end)),
                count if count > 1 && !may_be_several[end] => (this.places[1], second(end, count)),
                _ => return None,
            };
            Some(Box::new(ParseError::inconsistent(place, detail)))
        });
        let one = |marked: &Marked| if let [cell] = marked.cells[..] { Some(cell.into()) } else { None };
        let exits = &marked[1].cells;
        let goals = exits.iter().filter(|_| exits.len() > 1 && has_goals).map(|&cell| cell.into()).collect();
        GivenEnds { given: marked.each_ref().map(one), goals, unclear, ..GivenEnds::default() }
    }

    /// Neither end is known, for this reason.
    pub(crate) fn unclear(detail: &str) -> GivenEnds {
        let unclear = [(); 2].map(|()| Some(Box::new(ParseError::inconsistent(None, detail))));
        GivenEnds { unclear, ..GivenEnds::default() }
    }

    /// Returns the middles of two openings.
    pub(crate) fn openings(mut middles: [[u32; 2]; 2]) -> GivenEnds {
        middles.sort_unstable();
        GivenEnds { given: middles.map(|middle| Some(middle.into())), are_openings: true, ..GivenEnds::default() }
    }
}

/// Returns the sides of a cell, by its number row by row, that are around a rectangle.
pub(crate) fn outer_sides(number: usize, size: [usize; 2]) -> Sides {
    let place = [number / size[0], number % size[0]];
    outer_sides_of(place.map(|number| number as u64), size.map(|number| number as u64))
}

/// Returns the squares at the border of a rectangle, clockwise, and whether they are a ring: else they are a line.
pub(crate) fn border([columns, rows]: [u32; 2]) -> (impl Iterator<Item = [u32; 2]>, bool) {
    let is_ring = rows > 1 && columns > 1;
    let [last_row, last_column] = [rows, columns].map(|side| side.saturating_sub(1));
    let top = (0..columns).map(|column| [0, column]);
    let east = (1..rows).map(move |row| [row, last_column]);
    let bottom = (0..last_column).rev().map(move |column| [last_row, column]).filter(move |_| is_ring);
    let west = (1..last_row).rev().map(|row| [row, 0]).filter(move |_| is_ring);
    (top.chain(east).chain(bottom).chain(west), is_ring)
}

/// Returns the free places of a line around something, in runs of neighbors. If the line is a ring, a run may continue from its last place to its first.
pub(crate) fn runs(
    line: impl Iterator<Item = [u32; 2]>,
    is_ring: bool,
    is_free: impl Fn([u32; 2]) -> bool,
) -> Vec<Vec<[u32; 2]>> {
    let mut runs: Vec<Vec<[u32; 2]>> = Vec::new();
    let (mut is_open, mut starts_open) = (false, false);
    for (number, place) in line.enumerate() {
        let was_open = std::mem::replace(&mut is_open, is_free(place));
        starts_open |= is_open && number == 0;
        match runs.last_mut().filter(|_| was_open) {
            Some(run) if is_open => run.push(place),
            _ if is_open => runs.push(vec![place]),
            _ => {}
        }
    }
    if is_ring
        && starts_open
        && is_open
        && runs.len() > 1
        && let Some(mut last) = runs.pop()
    {
        last.append(&mut runs[0]);
        runs[0] = last;
    }
    runs
}

/// Returns the maze of a rectangle with this many columns and rows, from the open sides of its cells.
pub(crate) fn rectangle(
    [columns, rows]: [usize; 2],
    cells: Cells<Sides>,
    ends: GivenEnds,
    context: &ReadContext<'_>,
) -> Result<Parsed, ParseError> {
    let (mask, open) = cells.into_parts();
    let size = MeshOptions { columns: columns as u32, rows: rows as u32, mask, ..MeshOptions::new(GridKind::Square) };
    squares(size, &[], &open, None, ends, context)
}

/// Under which cells tunnels run: the row and the column of each, and the side at which it begins.
pub(crate) type Crossed = ([u64; 2], Side);

/// Returns true if this is a whole rectangle of squares, and nothing else.
pub(crate) fn is_plain(size: &MeshOptions, crossings: &[Crossed]) -> bool {
    size.is_rectangle() && crossings.is_empty()
}

/// Returns the maze of squares on one floor.
pub(crate) fn squares(
    size: MeshOptions,
    crossings: &[Crossed],
    open: &[Sides],
    weights: Option<Box<[u16]>>,
    ends: GivenEnds,
    context: &ReadContext<'_>,
) -> Result<Parsed, ParseError> {
    if !is_plain(&size, crossings) {
        return maze(mesh(size, crossings, context)?, open, weights, ends);
    }
    let grid = Square::new(size.columns, size.rows);
    maze(grid.map_err(|too_large| ParseError::inconsistent(None, too_large.to_string()))?, open, weights, ends)
}

/// Returns a grid with tunnels.
pub(crate) fn mesh(options: MeshOptions, crossings: &[Crossed], context: &ReadContext<'_>) -> Result<Mesh, ParseError> {
    if options.kind == GridKind::Polar && options.rings == 0 {
        return Err(ParseError::inconsistent(None, "a circle must have at least one ring around its center"));
    }
    context.check_cells(options.cells_without_mask())?;
    let masked = if options.mask.is_some() { MASKED_BYTES } else { 0 };
    let masked = if options.is_smooth() { masked + Mesh::CELL_BYTES } else { masked };
    context.ask(options.cells_without_mask() * (PLACE_BYTES + masked))?;
    let Ok(mesh) = Mesh::make(&options, true, &mut ());
    let mesh = mesh.map_err(|invalid| invalid_mesh(&invalid))?;
    let wrong = |number: usize, what: &str| {
        let [row, column] = crossings[number].0;
        ParseError::inconsistent(None, format!("crossings[{number}] is at [{row},{column}], {what}"))
    };
    let find = |(number, &(at, side)): (usize, &Crossed)| {
        let cell = mesh.find(at.map(|number| u32::try_from(number).unwrap_or(u32::MAX)));
        Ok(Crossing { cell: cell.ok_or_else(|| wrong(number, "where no cell is"))?, side })
    };
    let found = crossings.iter().enumerate().map(find).collect::<Result<Vec<_>, _>>()?;
    mesh.woven_at(&found).map_err(|invalid| match invalid {
        InvalidMesh::Crossing(crossing) => {
            let number = found.iter().rposition(|&known| known == crossing).unwrap_or(0);
            wrong(number, "under which no tunnel can run this way")
        }
        invalid => invalid_mesh(&invalid),
    })
}

pub(crate) fn invalid_mesh(invalid: &InvalidMesh) -> ParseError {
    let detail = match invalid {
        InvalidMesh::Empty => "there is no cell: all of them are left out".to_owned(),
        other => other.to_string(),
    };
    ParseError::inconsistent(None, detail)
}

/// Returns the maze in which these sides are open, if any two cells agree about the wall between them.
pub(crate) fn maze<G: Grid>(
    grid: G,
    open: &[Sides],
    weights: Option<Box<[u16]>>,
    ends: GivenEnds,
) -> Result<Parsed, ParseError>
where
    Maze<AnyGrid>: From<Maze<G>>,
{
    let mut maze = Maze::closed(grid);
    for cell in maze.cells() {
        let (inner, outer) = (maze.grid().inner_sides(cell), maze.grid().outer_sides(cell));
        let mut wrong = None;
        for side in inner {
            let (far, back) = (maze.grid().across(cell, side), maze.grid().opposite(cell, side));
            // Each pair once, from its first cell.
            if far < cell {
                continue;
            }
            let is_open = open[cell.index()].contains(side);
            if is_open != open[far.index()].contains(back) {
                let (there, other) = if is_open { ("a wall", "no wall") } else { ("no wall", "a wall") };
                let (name, far) = (maze.grid().side_name(far, back), maze.grid().address(far));
                wrong = Some((other, side, format!("but the cell [{far}] has {there} on side {name}")));
                break;
            }
            if is_open {
                maze.link(cell, side);
            }
        }
        for side in open[cell.index()].minus(inner) {
            if outer.contains(side) {
                maze.open_outer(cell, side);
            } else {
                wrong.get_or_insert(("no wall", side, "which leads nowhere".to_owned()));
            }
        }
        if let Some((what, side, why)) = wrong {
            let detail = format!("{what} on side {}, {why}", maze.grid().side_name(cell, side));
            return Err(ParseError::inconsistent(InputPlace::Address(maze.grid().address(cell)), detail));
        }
    }
    if let Some(weights) = weights {
        let set = maze.set_weights(weights);
        set.map_err(|invalid| ParseError::inconsistent(None, format!("weights: {invalid}")))?;
    }
    let GivenEnds { given: [from, to], are_openings, goals, unclear } = ends;
    let are_given = from.is_some() || to.is_some() || !goals.is_empty() || unclear.iter().any(Option::is_some);
    let find = |name: &str, end: Option<Address>| end.map(|end| find_cell(name, end, maze.grid())).transpose();
    let goals = goals.into_iter().map(|goal| find_cell("to", goal, maze.grid())).collect::<Result<_, _>>()?;
    let [from, to] = if are_given {
        [find("from", from)?, find("to", to)?]
    } else {
        // Where there are exactly two openings, they are the ends.
        let mut openings = maze.openings().map(|(cell, _)| cell);
        match [openings.next(), openings.next(), openings.next()] {
            [from, to, None] if to.is_some() => [from, to],
            _ => [None; 2],
        }
    };
    let ends_are_openings = are_openings || !are_given && from.is_some();
    Ok(Parsed { from, to, goals, unclear, ends_are_openings, ..Parsed::new(maze.into()) })
}

fn find_cell<G: Grid>(name: &str, end: Address, grid: &G) -> Result<Cell, ParseError> {
    grid.find(end).ok_or_else(|| {
        let [first, last] = [Cell(0), Cell(grid.cells() - 1)].map(|cell| grid.address(cell));
        let detail = format!("{name} is [{end}], which is no cell of the maze: they go from [{first}] to [{last}]");
        ParseError::inconsistent(None, detail)
    })
}

impl ReadContext<'_> {
    /// Fails if this number of cells is above the limits.
    pub(crate) fn check_cells(&self, asked: u64) -> Result<(), ParseError> {
        let max = self.options.limits.max_cells.into();
        if asked <= max { Ok(()) } else { Err(ParseError::too_many(None, OverLimit { limit: "cells", max, asked })) }
    }
}
