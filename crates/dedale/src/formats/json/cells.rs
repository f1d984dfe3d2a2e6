//! The member `cells` as lists, nested as the addresses of the cells are, or as a matrix of blocks; and `weights`, in the same way.

use std::fmt;

use super::encoding::Encoding;
use crate::about::OverLimit;
use crate::grid::{Address, Cell, Grid, GridKind, Limits, MeshOptions, Side, Sides, next_ring};
use crate::maze::MAX_WEIGHT;
use crate::parse::assembly::{Cells, Lattice};
use crate::parse::error::{InputPlace, ParseError};
use crate::parse::json_value::Value;

/// The kind of a grid, and whether its addresses begin with a floor.
pub(super) type GridShape = (GridKind, bool);

/// Reads lists. Returns the size of the grid that they are as long as, and what `element` returns for each element that is not `null`. `element` is given
/// the number of elements before it.
pub(super) fn read<'a, T>(
    lists: Value<'a>,
    shape: GridShape,
    limits: Limits,
    mut element: impl FnMut(Value<'a>, usize) -> Result<T, ParseError>,
) -> Result<(MeshOptions, Cells<T>), ParseError> {
    let mut nesting = Nesting::new(shape, false, limits);
    let mut cells = Cells::new();
    nesting.read(lists, 0, &mut |value| {
        let cell = if value.is_null() { None } else { Some(element(value, cells.count())?) };
        cells.push(cell);
        Ok(())
    })?;
    Ok((nesting.size(), cells))
}

/// Reads a matrix of blocks: the size of the grid, and the open sides of its cells.
pub(super) fn read_blocks(lists: Value<'_>, limits: Limits) -> Result<(MeshOptions, Cells<Sides>), ParseError> {
    let mut nesting = Nesting::new((GridKind::Square, false), true, limits);
    let mut is_solid = Vec::new();
    nesting.read(lists, 0, &mut |block| {
        match block.whole("0 or 1")? {
            block @ (0 | 1) => is_solid.push(block == 1),
            block => return Err(ParseError::malformed(None, format!("{block} is neither 0 nor 1"))),
        }
        Ok(())
    })?;
    let size = nesting.size();
    let lattice = Lattice::new(2 * size.columns as usize + 1, is_solid);
    match lattice.bare_corner() {
        None => Ok((size, lattice.cells())),
        Some(corner) => {
            let [row, column] = corner.map(|number| 2 * number as u64);
            Err(ParseError::inconsistent(
                InputPlace::Block { row, column },
                "a wall ends here, so this block must be 1",
            ))
        }
    }
}

/// How far lists have been read, one in the other.
struct Nesting {
    kind: GridKind,
    are_blocks: bool,
    limits: Limits,
    /// How many numbers an address has.
    depth: usize,
    /// By depth: how many elements each list has, where it is known.
    lengths: [Option<u64>; 3],
    /// The next ring of a circle, and how many cells it has.
    ring: (u64, u64),
    /// How many elements came before in each of the lists that are open, from the outermost.
    counts: [u64; 3],
    /// How many elements there were in all, in the innermost lists.
    all: u64,
}

impl Nesting {
    fn new((kind, has_floors): GridShape, are_blocks: bool, limits: Limits) -> Nesting {
        let depth = kind.info().address.len() + usize::from(has_floors);
        let pieces = (!has_floors && depth == 3).then(|| kind.cells_of_a_piece().into());
        let lengths = [None, None, pieces];
        Nesting { kind, are_blocks, limits, depth, lengths, ring: (0, 1), counts: [0; 3], all: 0 }
    }

    /// Reads a list of this depth, and all in it. An error of `element` without a place gets that of the element.
    fn read<'a>(
        &mut self,
        list: Value<'a>,
        depth: usize,
        element: &mut dyn FnMut(Value<'a>) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        list.each(format_args!("an array with an element for each of the {}", self.what(depth)), |value| {
            self.begin(depth)?;
            if depth + 1 < self.depth {
                self.read(value, depth + 1, element)?;
            } else {
                element(value).map_err(|error| ParseError { place: error.place.or(self.place(depth)), ..error })?;
                self.all += 1;
            }
            self.counts[depth] += 1;
            Ok(())
        })?;
        self.end(depth)
    }

    fn size(&self) -> MeshOptions {
        let lengths = self.lengths.map(|length| length.unwrap_or(0));
        // They are within the limits.
        let [first, second, third] = lengths.map(|length| if self.are_blocks { length / 2 } else { length } as u32);
        let size = MeshOptions::new(self.kind);
        match (self.kind, self.depth) {
            (GridKind::Polar, _) => MeshOptions { rings: first - 1, ..size },
            (GridKind::Square, 3) => MeshOptions { floors: first, rows: second, columns: third, ..size },
            _ => MeshOptions { rows: first, columns: second, ..size },
        }
    }

    /// What the lists of this depth hold.
    fn what(&self, depth: usize) -> &'static str {
        match (self.kind, self.depth - depth) {
            (GridKind::Polar, 2) => "rings",
            (GridKind::Polar, _) => "cells in a ring",
            (GridKind::Square, 3) => "floors",
            (_, 3) | (GridKind::Square | GridKind::Hex | GridKind::Triangle, 2) => "rows",
            (GridKind::Square | GridKind::Hex | GridKind::Triangle, _) | (_, 2) => "columns",
            _ => "pieces",
        }
    }

    /// How many elements the list that is open at this depth must have.
    fn length(&self, depth: usize) -> Option<u64> {
        if self.kind == GridKind::Polar && depth == 1 { Some(self.ring.1) } else { self.lengths[depth] }
    }

    /// Returns the element that comes next in the list of this depth.
    fn place(&self, depth: usize) -> Option<InputPlace> {
        let [row, column, _] = self.counts;
        let numbers = self.counts.map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        let address = Address::try_from(&numbers[..=depth]).ok().map(InputPlace::Address);
        if self.are_blocks { Some(InputPlace::Block { row, column }) } else { address }
    }

    /// Before an element of a list is read: whether there may be one.
    fn begin(&self, depth: usize) -> Result<(), ParseError> {
        let count = self.counts[depth];
        if self.length(depth) == Some(count) {
            let what = self.what(depth);
            let detail = format!("the list has more than {count} elements: one for each of the {what}");
            return Err(ParseError::malformed(self.place(depth), detail));
        }
        let (max_side, max_cells) = (u64::from(self.limits.max_side), u64::from(self.limits.max_cells));
        // Each row and column of cells takes two rows or columns of blocks. The first of them may be the last one of all.
        let (of_this, is_cell, before) = if self.are_blocks {
            let [row, column, _] = self.counts;
            let before = row / 2 * self.lengths[1].map_or(0, |length| length / 2) + column / 2;
            (count.div_ceil(2), depth == 1 && row % 2 == 1 && column % 2 == 1, before)
        } else {
            (count + 1, depth + 1 == self.depth, self.all)
        };
        let side = match (self.kind, depth) {
            // A circle has a center beside its rings.
            (GridKind::Polar, 0) => max_side + 1,
            // The number of cells of a ring or a piece is fixed by the grid.
            (GridKind::Polar, _) => u64::MAX,
            (kind, 2) if kind != GridKind::Square => u64::MAX,
            _ => max_side,
        };
        let over = if of_this > side {
            OverLimit { limit: self.what(depth), max: max_side, asked: of_this }
        } else if is_cell && before == max_cells {
            OverLimit { limit: "cells", max: max_cells, asked: max_cells + 1 }
        } else {
            return Ok(());
        };
        Err(ParseError::too_many(self.place(depth), over))
    }

    /// After the last element of a list.
    fn end(&mut self, depth: usize) -> Result<(), ParseError> {
        let count = self.counts[depth];
        let detail = match self.length(depth) {
            Some(length) if length != count => {
                let what = self.what(depth);
                format!("the list ends here, and must have {length} elements: one for each of the {what}")
            }
            _ if count == 0 => "a list must have at least one element".to_owned(),
            _ if self.are_blocks && (count < 3 || count.is_multiple_of(2)) => {
                let what = ["a matrix of blocks has 2h + 1 rows", "a row of blocks has 2w + 1 elements"][depth];
                format!("{what}, 3 at least, and this one has {count}")
            }
            _ => {
                self.lengths[depth] = Some(count);
                if self.kind == GridKind::Polar && depth == 1 {
                    self.ring = (self.ring.0 + 1, next_ring(self.ring.0 + 1, self.ring.1));
                }
                self.counts[depth] = 0;
                return Ok(());
            }
        };
        Err(ParseError::malformed(self.place(depth), detail))
    }
}

/// Reads the open sides of a cell of a grid, as an element in this encoding says them.
pub(super) fn open_sides<G: Grid>(
    value: Value<'_>,
    grid: &G,
    cell: Cell,
    encoding: Encoding,
) -> Result<Sides, ParseError> {
    let all = grid.sides_of(cell);
    let mut said = Sides::NONE;
    match encoding {
        Encoding::Walls | Encoding::Passages => {
            let mut find = |name: &str| {
                said = said.with(find_side(grid, cell, name, said)?);
                Ok(())
            };
            if grid.has_letters() {
                let letters = value.string(format_args!("a string of the letters {}", SideList(grid, cell)))?;
                let mut buffer = [0; 4];
                letters.chars().try_for_each(|letter| find(letter.encode_utf8(&mut buffer)))?;
            } else {
                value.each("an array of names of sides", |name| find(&name.string("a string")?))?;
            }
        }
        Encoding::Named => {
            let mut walls = Sides::NONE;
            value.members(format_args!("an object with the keys {}", SideList(grid, cell)), |name, is_wall| {
                let side = find_side(grid, cell, &name, said)?;
                said = said.with(side);
                if is_wall.flag()? {
                    walls = walls.with(side);
                }
                Ok(())
            })?;
            check_all(grid, cell, said)?;
            said = walls;
        }
        Encoding::Bits | Encoding::Blocks | Encoding::Graph => {
            let most = all.bits();
            let number = match value.text().parse() {
                Ok(number) => number,
                Err(_) => value.whole(format_args!("a whole number from 0 to {most}"))?,
            };
            let bits = u8::try_from(number).ok().filter(|bits| *bits <= most);
            let wrong = || ParseError::malformed(None, format!("{number} is not from 0 to {most}"));
            said = Sides::from_bits(bits.ok_or_else(wrong)?);
        }
    }
    Ok(if encoding == Encoding::Passages { said } else { all.minus(said) })
}

/// The names of all sides of a cell, as in a sentence.
struct SideList<'a, G>(&'a G, Cell);

impl<G: Grid> fmt::Display for SideList<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SideList(grid, cell) = *self;
        let names: Vec<&str> = grid.sides_of(cell).into_iter().map(|side| grid.side_name(cell, side)).collect();
        let (last, others) = names.split_last().unwrap_or((&"", &[]));
        write!(f, "{} and {last}", others.join(", "))
    }
}

/// Returns the side of a cell with this name that is not in the set; or what is wrong with the name.
#[inline]
pub(super) fn find_side<G: Grid>(grid: &G, cell: Cell, name: &str, sides: Sides) -> Result<Side, ParseError> {
    let found = grid.side_named(cell, name);
    let wrong = || {
        let detail = if found.is_some() {
            format!("side {name} is named twice")
        } else {
            let cut: String = name.chars().take(20).collect();
            format!("{cut:?} is no side: they are {}", SideList(grid, cell))
        };
        ParseError::malformed(None, detail)
    };
    found.filter(|&side| !sides.contains(side)).ok_or_else(wrong)
}

/// Fails unless all sides of a cell are in the set, and names one that is missing.
pub(super) fn check_all<G: Grid>(grid: &G, cell: Cell, sides: Sides) -> Result<(), ParseError> {
    let missing = grid.sides_of(cell).minus(sides).nth(0);
    let wrong = |side| ParseError::malformed(None, format!("side {} is missing", grid.side_name(cell, side)));
    missing.map_or(Ok(()), |side| Err(wrong(side)))
}

/// Reads the weight of a cell.
pub(super) fn weight_of(value: Value<'_>) -> Result<u16, ParseError> {
    let number = value.whole(format_args!("a whole number from 1 to {MAX_WEIGHT}"))?;
    let weight = u16::try_from(number).ok().filter(|weight| (1..=MAX_WEIGHT).contains(weight));
    weight.ok_or_else(|| ParseError::malformed(None, format!("weight {number} is not from 1 to {MAX_WEIGHT}")))
}
