//! The member `cells` as lists, nested as the addresses of the cells are, or as a matrix of blocks; and `weights`, in the same way.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::draft::Draft;
use super::error::{ParseError, Place};
use super::snippet::Snippet;
use super::values::{Text, whole};
use crate::about::OverLimit;
use crate::grid::{Address, Cell, Grid, GridKind, Limits, Mesh, MeshOptions, Side, Sides, next_ring};
use crate::maze::MAX_WEIGHT;
use crate::text::Encoding;

/// What is made of the elements.
#[derive(Clone, Copy)]
pub(super) enum Elements<'a> {
    /// Which of them are cells. What they say of the walls depends on the grid, and so on how long the lists are.
    Places,
    /// Which of them are cells, and their walls: all have the sides of squares.
    Squares,
    /// The walls of the cells of this grid.
    Walls(&'a Mesh),
    /// Which of them are cells, and their weights.
    Weights,
}

/// Reads the lists, one in the other.
pub(super) struct Nesting<'a> {
    kind: GridKind,
    elements: Elements<'a>,
    encoding: Encoding,
    limits: Limits,
    /// How many numbers an address has.
    depth: usize,
    /// By depth: how many elements each list has, where it is known.
    lengths: [Option<u64>; 3],
    /// The next ring of a circle, and how many cells it has.
    ring: (u64, u64),
    /// How many elements came before in each of the lists that are open, from the outermost.
    counts: [u64; 3],
    draft: Draft,
    /// Of blocks: the columns of the points in the last line that are 0.
    bare: Vec<usize>,
    /// Why reading was stopped, where it was not for what serde knows of.
    fault: Option<ParseError>,
}

impl<'a> Nesting<'a> {
    /// Reads the lists: how long they are, as the size of a grid, and what was made of the elements.
    pub(super) fn read(
        cells: Snippet<'_>,
        (kind, has_floors): (GridKind, bool),
        elements: Elements<'a>,
        encoding: Encoding,
        limits: Limits,
    ) -> Result<(MeshOptions, Draft), ParseError> {
        let depth = kind.info().address.len() + usize::from(has_floors);
        let mut lengths = [None; 3];
        if !has_floors && depth == 3 {
            lengths[2] = Some(kind.cells_of_a_piece().into());
        }
        let mut nesting = Nesting {
            kind,
            elements,
            encoding,
            limits,
            depth,
            lengths,
            ring: (0, 1),
            counts: [0; 3],
            draft: Draft::default(),
            bare: Vec::new(),
            fault: None,
        };
        let read = cells.read(|json| Element { nesting: &mut nesting, depth: 0 }.deserialize(json));
        let fault = nesting.fault.take();
        read.map_err(|error| fault.unwrap_or(error))?;
        Ok((nesting.size(), nesting.draft))
    }

    fn size(&self) -> MeshOptions {
        let lengths = self.lengths.map(|length| length.unwrap_or(0));
        // They are within the limits.
        let [first, second, third] = lengths.map(|length| if self.is_of_blocks() { length / 2 } else { length } as u32);
        let size = MeshOptions::new(self.kind);
        match (self.kind, self.depth) {
            (GridKind::Polar, _) => MeshOptions { rings: first - 1, ..size },
            (GridKind::Square, 3) => MeshOptions { floors: first, rows: second, columns: third, ..size },
            _ => MeshOptions { rows: first, columns: second, ..size },
        }
    }

    fn is_of_blocks(&self) -> bool {
        self.encoding == Encoding::Blocks
    }

    /// What the lists of this depth hold.
    fn what(&self, depth: usize) -> &'static str {
        match (self.kind, self.depth - depth) {
            (GridKind::Polar, 2) => "rings",
            (GridKind::Polar, _) => "cells in a ring",
            (GridKind::Square, 3) => "floors",
            (_, 3) => "rows",
            (GridKind::Square | GridKind::Hex | GridKind::Triangle, 2) => "rows",
            (GridKind::Square | GridKind::Hex | GridKind::Triangle, _) => "columns",
            (_, 2) => "columns",
            _ => "pieces",
        }
    }

    /// How many elements the list that is open at this depth must have.
    fn length(&self, depth: usize) -> Option<u64> {
        if self.kind == GridKind::Polar && depth == 1 { Some(self.ring.1) } else { self.lengths[depth] }
    }

    /// The element that comes next in the list of this depth.
    fn place(&self, depth: usize) -> Option<Place> {
        let [row, column, _] = self.counts;
        let numbers = self.counts.map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        let address = Address::new(&numbers[..=depth]).map(Place::Address);
        if self.is_of_blocks() { Some(Place::Block { row, column }) } else { address }
    }

    #[cold]
    fn malformed<E: Error>(&mut self, depth: usize, detail: impl Into<String>) -> E {
        self.fault = Some(ParseError::malformed(self.place(depth), detail));
        E::custom("malformed")
    }

    fn too_many<E: Error>(&mut self, depth: usize, over: OverLimit) -> E {
        self.fault = Some(ParseError::too_many(self.place(depth), over));
        E::custom("too many")
    }

    /// Before an element of a list is read: whether there may be one.
    fn begin<E: Error>(&mut self, depth: usize) -> Result<(), E> {
        let count = self.counts[depth];
        if self.length(depth) == Some(count) {
            let what = self.what(depth);
            let detail = format!("the list has more than {count} elements: one for each of the {what}");
            return Err(self.malformed(depth, detail));
        }
        let (side, cells) = (u64::from(self.limits.max_side), u64::from(self.limits.max_cells));
        // Each row and column of cells takes two of blocks, of which the first may be the last one of all.
        let (of_this, is_cell, before) = if self.is_of_blocks() {
            let [row, column, _] = self.counts;
            let before = row / 2 * self.lengths[1].map_or(0, |length| length / 2) + column / 2;
            (count.div_ceil(2), depth == 1 && row % 2 == 1 && column % 2 == 1, before)
        } else {
            (count + 1, depth + 1 == self.depth, self.draft.len() as u64)
        };
        let side = match (self.kind, depth) {
            // A circle has a center beside its rings.
            (GridKind::Polar, 0) => side + 1,
            // The number of cells of a ring or a piece is fixed by the grid.
            (GridKind::Polar, _) => u64::MAX,
            (kind, 2) if kind != GridKind::Square => u64::MAX,
            _ => side,
        };
        if of_this > side {
            let limit = self.what(depth);
            return Err(self.too_many(depth, OverLimit { limit, max: self.limits.max_side.into(), asked: of_this }));
        }
        if is_cell && before == cells {
            return Err(self.too_many(depth, OverLimit { limit: "cells", max: cells, asked: cells + 1 }));
        }
        Ok(())
    }

    /// After the last element of a list.
    fn end<E: Error>(&mut self, depth: usize) -> Result<(), E> {
        let count = self.counts[depth];
        match self.length(depth) {
            Some(length) if length != count => {
                let what = self.what(depth);
                let detail = format!("the list ends here, and must have {length} elements: one for each of the {what}");
                return Err(self.malformed(depth, detail));
            }
            _ if count == 0 => return Err(self.malformed(depth, "a list must have at least one element")),
            _ if self.is_of_blocks() && (count < 3 || count.is_multiple_of(2)) => {
                let what = ["a matrix of blocks has 2h + 1 rows", "a row of blocks has 2w + 1 elements"][depth];
                return Err(self.malformed(depth, format!("{what}, 3 at least, and this one has {count}")));
            }
            _ => self.lengths[depth] = Some(count),
        }
        match depth {
            0 if self.is_of_blocks() => {
                self.draft.end_lattice();
                self.check_bare(count / 2)?;
            }
            1 if self.is_of_blocks() => {
                self.draft.set_columns((count / 2) as usize);
                // The walls south of a line of points are those of the next row.
                if self.counts[0] % 2 == 1 {
                    self.check_bare(self.counts[0] / 2)?;
                }
            }
            1 if self.kind == GridKind::Polar => self.ring = (self.ring.0 + 1, next_ring(self.ring.0 + 1, self.ring.1)),
            _ => {}
        }
        self.counts[depth] = 0;
        Ok(())
    }

    /// Whether no wall ends at the points without a block that are north of this row of cells.
    fn check_bare<E: Error>(&mut self, row: u64) -> Result<(), E> {
        let wrong = self.bare.iter().find(|&&column| !self.draft.is_bare(row as usize, column));
        if let Some(&column) = wrong {
            let place = Place::Block { row: 2 * row, column: 2 * column as u64 };
            self.fault = Some(ParseError::inconsistent(Some(place), "a wall ends here, so this block must be 1"));
            return Err(E::custom("inconsistent"));
        }
        self.bare.clear();
        Ok(())
    }

    /// The sides of the cell that comes next.
    fn sides(&self) -> SidesOf<'a> {
        match self.elements {
            Elements::Walls(mesh) => SidesOf::Cell(mesh, Cell(self.draft.len() as u32)),
            Elements::Places | Elements::Squares | Elements::Weights => SidesOf::Square,
        }
    }

    /// The next block of a lattice.
    fn block<E: Error>(&mut self, block: u64) -> Result<(), E> {
        let [row, column, _] = self.counts;
        let is_open = match block {
            0 => true,
            1 => false,
            _ => return Err(self.malformed(1, format!("{block} is neither 0 nor 1"))),
        };
        match (row % 2, column % 2) {
            (0, 0) if is_open => self.bare.push((column / 2) as usize),
            // A solid cell is left out.
            (1, 1) if !is_open => self.draft.leave_out((column / 2) as usize),
            (0, 1) => self.draft.lying(is_open),
            (1, 0) => self.draft.standing((column / 2) as usize, is_open),
            _ => {}
        }
        Ok(())
    }
}

/// The sides of a cell.
#[derive(Clone, Copy)]
pub(super) enum SidesOf<'a> {
    Square,
    Cell(&'a Mesh, Cell),
}

impl<'a> SidesOf<'a> {
    fn all(self) -> Sides {
        match self {
            SidesOf::Square => Sides::SQUARE,
            SidesOf::Cell(mesh, cell) => (0..mesh.side_count(cell) as u8).map(Side::new).collect(),
        }
    }

    fn name(self, side: Side) -> &'a str {
        match self {
            SidesOf::Square => ["N", "E", "S", "W"][usize::from(side.number() & 3)],
            SidesOf::Cell(mesh, cell) => mesh.side_name(cell, side),
        }
    }

    /// All names, as in a sentence.
    fn names(self) -> String {
        let names: Vec<&str> = self.all().into_iter().map(|side| self.name(side)).collect();
        let (last, others) = names.split_last().unwrap_or((&"", &[]));
        format!("{} and {last}", others.join(", "))
    }

    /// The side with this name that is not in the set; or what is wrong with the name.
    #[inline]
    pub(super) fn find(self, name: &str, sides: Sides) -> Result<Side, String> {
        let found = match (self, name.as_bytes()) {
            (SidesOf::Square, &[letter]) => Side::from_letter(letter.into()),
            (SidesOf::Square, _) => None,
            (SidesOf::Cell(mesh, cell), _) => mesh.side_named(cell, name),
        };
        match found {
            Some(side) if !sides.contains(side) => Ok(side),
            _ => Err(self.wrong_name(name, found.is_some())),
        }
    }

    #[cold]
    fn wrong_name(self, name: &str, is_side: bool) -> String {
        if is_side {
            return format!("side {name} is named twice");
        }
        let cut: String = name.chars().take(20).collect();
        format!("{cut:?} is no side: they are {}", self.names())
    }

    /// Whether all sides are in the set; if not, which one is missing.
    pub(super) fn check_all(self, sides: Sides) -> Result<(), String> {
        let missing = self.all().minus(sides).nth(0);
        missing.map_or(Ok(()), |side| Err(format!("side {} is missing", self.name(side))))
    }
}

/// The weight of a cell, or what is wrong with it.
pub(super) fn weight_of(number: u64) -> Result<u16, String> {
    let weight = u16::try_from(number).ok().filter(|weight| (1..=MAX_WEIGHT).contains(weight));
    weight.ok_or_else(|| format!("weight {number} is not from 1 to {MAX_WEIGHT}"))
}

/// An element of the list before this depth: a list, or at the end a cell. At depth 0 it is the whole of `cells`.
///
/// Serde calls that function of it which goes with the JSON that it finds, if it was asked for.
struct Element<'n, 'a> {
    nesting: &'n mut Nesting<'a>,
    depth: usize,
}

impl Element<'_, '_> {
    fn is_list(&self) -> bool {
        self.depth < self.nesting.depth
    }

    /// The side of the cell with this name, which must be new.
    fn find<E: Error>(&mut self, name: &str, named: Sides) -> Result<Side, E> {
        self.nesting.sides().find(name, named).map_err(|detail| self.malformed(detail))
    }

    /// The cell has been read: these are the sides that it names, or else its walls.
    fn finish(self, sides: Sides) {
        let is_open = self.nesting.encoding == Encoding::Passages;
        let open = if is_open { sides } else { self.nesting.sides().all().minus(sides) };
        self.nesting.draft.cell(open);
    }

    fn malformed<E: Error>(&mut self, detail: impl Into<String>) -> E {
        self.nesting.malformed(self.depth - 1, detail)
    }
}

impl<'de> DeserializeSeed<'de> for Element<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if let Some(list) = self.depth.checked_sub(1) {
            self.nesting.begin(list)?;
        }
        if self.is_list() {
            deserializer.deserialize_seq(self)
        } else if self.nesting.is_of_blocks() {
            deserializer.deserialize_u64(self)
        } else {
            deserializer.deserialize_option(self)
        }
    }
}

impl<'de> Visitor<'de> for Element<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_list() {
            return write!(f, "an array with an element for each of the {}", self.nesting.what(self.depth));
        }
        let sides = self.nesting.sides();
        match (self.nesting.encoding, self.nesting.elements) {
            (_, Elements::Weights) => write!(f, "a whole number from 1 to {MAX_WEIGHT}"),
            (Encoding::Walls | Encoding::Passages, _) if self.nesting.kind == GridKind::Square => {
                write!(f, "a string of the letters {}", sides.names())
            }
            (Encoding::Walls | Encoding::Passages, _) => f.write_str("an array of names of sides"),
            (Encoding::Named, _) => write!(f, "an object with the keys {}", sides.names()),
            (Encoding::Blocks, _) => f.write_str("0 or 1"),
            (Encoding::Bits | Encoding::Graph, _) => write!(f, "a whole number from 0 to {}", sides.all().bits()),
        }
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        // Of a grid it is known where there is no cell.
        if !matches!(self.nesting.elements, Elements::Walls(_)) {
            self.nesting.draft.no_cell();
        }
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        match (self.nesting.encoding, self.nesting.elements) {
            (_, Elements::Places) => {
                self.nesting.draft.cell(Sides::NONE);
                deserializer.deserialize_ignored_any(IgnoredAny).map(drop)
            }
            (_, Elements::Weights) => deserializer.deserialize_u64(self),
            (Encoding::Walls | Encoding::Passages, _) if self.nesting.kind == GridKind::Square => {
                deserializer.deserialize_str(self)
            }
            (Encoding::Walls | Encoding::Passages, _) => deserializer.deserialize_seq(self),
            (Encoding::Named, _) => deserializer.deserialize_map(self),
            (Encoding::Bits | Encoding::Blocks | Encoding::Graph, _) => deserializer.deserialize_u64(self),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        if self.is_list() {
            let Element { nesting, depth } = self;
            while list.next_element_seed(Element { nesting: &mut *nesting, depth: depth + 1 })?.is_some() {
                nesting.counts[depth] += 1;
            }
            return nesting.end(depth);
        }
        let mut named = Sides::NONE;
        while let Some(Text(name)) = list.next_element()? {
            named = named.with(self.find(&name, named)?);
        }
        self.finish(named);
        Ok(())
    }

    fn visit_str<E: Error>(mut self, letters: &str) -> Result<(), E> {
        let mut buffer = [0; 4];
        let mut named = Sides::NONE;
        for letter in letters.chars() {
            named = named.with(self.find(letter.encode_utf8(&mut buffer), named)?);
        }
        self.finish(named);
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        let sides = self.nesting.sides();
        let (mut named, mut walls) = (Sides::NONE, Sides::NONE);
        while let Some(Text(name)) = map.next_key()? {
            let side = sides.find(&name, named).map_err(|detail| self.malformed(detail))?;
            named = named.with(side);
            if map.next_value()? {
                walls = walls.with(side);
            }
        }
        sides.check_all(named).map_err(|detail| self.malformed(detail))?;
        self.finish(walls);
        Ok(())
    }

    fn visit_u64<E: Error>(mut self, number: u64) -> Result<(), E> {
        if self.nesting.is_of_blocks() {
            return self.nesting.block(number);
        }
        if let Elements::Weights = self.nesting.elements {
            let weight = weight_of(number).map_err(|detail| self.malformed(detail))?;
            self.nesting.draft.weight(weight);
            return Ok(());
        }
        let most = self.nesting.sides().all().bits();
        match u8::try_from(number) {
            Ok(bits) if bits <= most => {
                self.finish(Sides::from_bits(bits));
                Ok(())
            }
            _ => Err(self.malformed(format!("{number} is not from 0 to {most}"))),
        }
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<(), E> {
        let number = whole(number, &self)?;
        self.visit_u64(number)
    }
}
