//! The parts of a path through rows that are made one after another.

use crate::grid::{Cell, Side, Sides, Square, TooLarge};
use crate::options::outer_sides;
use crate::picture::overlay::{Overlay, Places};
use crate::picture::{Head, Trail};

/// No cell: a grid has fewer. It is the end of a maze that is not in the window.
const NO_CELL: Cell = Cell(u32::MAX);

/// The cells of a window as those of a separate grid.
#[derive(Clone, Copy, Debug)]
pub(super) struct WindowCells {
    pub(super) grid: Square,
    /// The entrance and the exit of the maze.
    pub(super) ends: [Cell; 2],
}

impl WindowCells {
    /// Those of the window that this head is of.
    pub(super) fn of(head: &Head) -> Result<WindowCells, TooLarge> {
        let [columns, rows] = head.size();
        let size = u32::try_from(columns).ok().zip(u32::try_from(rows).ok());
        let grid = size.ok_or(TooLarge { columns, rows }).and_then(|(columns, rows)| Square::new(columns, rows))?;
        let ends = head.ends().map(|end| cell_of(head, grid, end).unwrap_or(NO_CELL));
        Ok(WindowCells { grid, ends })
    }
}

fn cell_of(head: &Head, grid: Square, place: [u64; 2]) -> Option<Cell> {
    head.place_of(place).map(|[row, column]| grid.at(row as u32, column as u32))
}

/// The parts of a path that lie in a window, while its rows are made.
#[derive(Clone, Debug)]
pub(super) struct Along {
    cells: WindowCells,
    /// In the rows that are still to be made it goes through walls as well.
    pub(super) trail: Trail,
    /// The cells of these rows that it passes, the next one last.
    left: Vec<Cell>,
    /// The first and the last cell, if they are the ends of the maze, with their outer sides: through a door, it goes on to the outside.
    outer: [Option<(Cell, Sides)>; 2],
}

impl Along {
    /// The path in the window that this head is of, before the first row is made.
    pub(super) fn new(head: &Head, parts: &[Vec<[u64; 2]>]) -> Result<Along, TooLarge> {
        let cells = WindowCells::of(head)?;
        let at = |place| cell_of(head, cells.grid, place);
        let mut left: Vec<Cell> = parts.iter().flatten().filter_map(|&place| at(place)).collect();
        left.sort_unstable_by(|a, b| b.cmp(a));
        left.dedup();
        let mut trail = Trail::none(&cells.grid);
        let mut cross = |place, side| {
            if let Some(cell) = at(place) {
                trail.cross(cell, side);
            }
        };
        for step in parts.iter().flat_map(|part| part.windows(2)) {
            if let Some([there, back]) = sides_between(step[0], step[1]) {
                cross(step[0], there);
                cross(step[1], back);
            }
        }
        let first = parts.first().and_then(|part| part.first());
        let last = parts.last().and_then(|part| part.last());
        let [from, to] = head.ends();
        let outer = [first.filter(|&&first| first == from), last.filter(|&&last| last == to)]
            .map(|end| end.and_then(|&end| Some((at(end)?, outer_sides(end, head.level_size())))));
        Ok(Along { cells, trail, left, outer })
    }

    /// Goes on with the next row, of which these sides are open.
    pub(super) fn next_row(&mut self, row: u64, open: &[Sides]) {
        let first = row as usize * open.len();
        while let Some(&cell) = self.left.last()
            && let Some(&open) = open.get(cell.index() - first)
        {
            self.left.pop();
            let [from, to] = self.outer.map(|end| {
                let outer = end.filter(|(end, _)| *end == cell).map_or(Sides::NONE, |(_, outer)| outer);
                outer.into_iter().filter(move |&side| open.contains(side))
            });
            from.take(1).chain(to.last()).for_each(|side| self.trail.cross(cell, side));
            self.trail.keep_open(cell, open);
        }
    }

    pub(super) fn overlay(&self) -> Overlay<'_> {
        let WindowCells { grid, ends: [from, to] } = self.cells;
        Overlay { from, to, path: Some(&self.trail), distances: None, places: Places::All(grid) }
    }
}

/// The sides of two neighbors that they have in common: that of the first, and that of the second.
fn sides_between([row, column]: [u64; 2], [far_row, far_column]: [u64; 2]) -> Option<[Side; 2]> {
    match (far_row.wrapping_sub(row), far_column.wrapping_sub(column)) {
        (u64::MAX, 0) => Some([Side::N, Side::S]),
        (0, 1) => Some([Side::E, Side::W]),
        (1, 0) => Some([Side::S, Side::N]),
        (0, u64::MAX) => Some([Side::W, Side::E]),
        _ => None,
    }
}
