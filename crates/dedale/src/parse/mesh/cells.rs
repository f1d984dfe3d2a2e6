//! The member `cells` of a grid that is known, nested as addresses are.
//!
//! It is gone over twice: once for how long its lists are and which cells are missing, from which the grid is made, and once for the walls,
//! since what an element means depends on the grid.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::super::error::{ParseError, Place};
use super::super::number::whole;
use crate::grid::{Address, Cell, Grid, GridKind, Limits, Mesh, Side, Sides, next_ring};
use crate::render::Encoding;

/// What is read of the cells.
pub(super) struct Reader<'a> {
    /// How many elements came before in each of the lists that are open, from the outermost.
    counts: [u64; 3],
    phase: Phase<'a>,
    shape: Shape,
    /// Why reading was stopped, where it was not for what serde knows of.
    pub(super) fault: Option<ParseError>,
}

enum Phase<'a> {
    /// Which places have a cell.
    Outline { kept: Vec<bool>, limits: Limits },
    /// Which sides of the cells are open.
    Walls { mesh: &'a Mesh, encoding: Encoding, open: Vec<Sides> },
}

/// How long the lists are.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    kind: GridKind,
    /// How many numbers an address has.
    depth: usize,
    /// By depth: how many elements each list has, where it is known.
    lengths: [Option<u64>; 3],
    /// The numbers of cells of the rings that come next.
    rings: Option<RingCounts>,
}

/// The numbers of cells of the rings, from the centre.
#[derive(Clone, Debug)]
struct RingCounts {
    ring: u64,
    count: u64,
}

impl Shape {
    fn new(kind: GridKind, has_levels: bool) -> Shape {
        let depth = kind.info().address.len() + usize::from(has_levels);
        let mut lengths = [None; 3];
        if !has_levels && depth == 3 {
            lengths[2] = Some(kind.cells_of_a_piece().into());
        }
        let rings = (kind == GridKind::Polar).then_some(RingCounts { ring: 0, count: 1 });
        Shape { kind, depth, lengths, rings }
    }

    /// What the lists of this depth hold.
    fn elements(&self, depth: usize) -> &'static str {
        match (self.kind, self.depth - depth) {
            (GridKind::Polar, 2) => "rings",
            (GridKind::Polar, _) => "cells in a ring",
            (GridKind::Square, 3) => "levels",
            (_, 3) => "rows",
            (GridKind::Square | GridKind::Hex | GridKind::Triangle, 2) => "rows",
            (GridKind::Square | GridKind::Hex | GridKind::Triangle, _) => "columns",
            (_, 2) => "columns",
            _ => "pieces",
        }
    }

    /// How many elements the list that is open at this depth must have.
    fn length(&self, depth: usize) -> Option<u64> {
        match &self.rings {
            Some(rings) if depth == 1 => Some(rings.count),
            _ => self.lengths[depth],
        }
    }

    /// How many elements the lists of each depth have.
    pub(super) fn sizes(&self) -> &[Option<u64>] {
        &self.lengths[..self.depth]
    }
}

impl<'a> Reader<'a> {
    pub(super) fn of_outline(kind: GridKind, has_levels: bool, limits: Limits) -> Reader<'static> {
        Reader {
            counts: [0; 3],
            phase: Phase::Outline { kept: Vec::new(), limits },
            shape: Shape::new(kind, has_levels),
            fault: None,
        }
    }

    pub(super) fn of_walls(mesh: &'a Mesh, encoding: Encoding) -> Reader<'a> {
        let phase = Phase::Walls { mesh, encoding, open: Vec::with_capacity(mesh.cells() as usize) };
        Reader { counts: [0; 3], phase, shape: Shape::new(mesh.kind(), mesh.options().levels > 1), fault: None }
    }

    /// How long the lists are, and which places have a cell.
    pub(super) fn into_outline(self) -> (Shape, Vec<bool>) {
        match self.phase {
            Phase::Outline { kept, .. } => (self.shape, kept),
            Phase::Walls { .. } => (self.shape, Vec::new()),
        }
    }

    /// The open sides of each cell.
    pub(super) fn into_open(self) -> Vec<Sides> {
        match self.phase {
            Phase::Outline { .. } => Vec::new(),
            Phase::Walls { open, .. } => open,
        }
    }

    /// The address of the element that comes next in the list of this depth.
    fn place(&self, depth: usize) -> Option<Place> {
        let numbers = self.counts.map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        Address::new(&numbers[..=depth]).map(Place::Address)
    }

    fn malformed<E: Error>(&mut self, depth: usize, detail: impl Into<String>) -> E {
        self.fault = Some(ParseError::malformed(self.place(depth), detail));
        E::custom("malformed")
    }

    /// Before an element of a list is read: whether there may be one.
    fn begin<E: Error>(&mut self, depth: usize) -> Result<(), E> {
        let count = self.counts[depth];
        if self.shape.length(depth) == Some(count) {
            return Err(self.malformed(
                depth,
                format!("the list has more than {count} elements: one for each of the {}", self.shape.elements(depth)),
            ));
        }
        let Phase::Outline { kept, limits } = &self.phase else { return Ok(()) };
        let (side, cells) = (u64::from(limits.max_side), u64::from(limits.max_cells));
        // A circle has a centre beside its rings.
        let side = match (self.shape.kind, depth) {
            (GridKind::Polar, 0) => side + 1,
            // The number of cells of a ring or a piece is fixed by the grid.
            (GridKind::Polar, _) => u64::MAX,
            (kind, 2) if kind != GridKind::Square => u64::MAX,
            _ => side,
        };
        let detail = if count == side {
            format!("too many {}: the limit is {}", self.shape.elements(depth), limits.max_side)
        } else if depth + 1 == self.shape.depth && kept.len() as u64 == cells {
            format!("too many cells: the limit is {cells}")
        } else {
            return Ok(());
        };
        self.fault = Some(ParseError::inconsistent(self.place(depth), detail));
        Err(E::custom("too large"))
    }

    fn end<E: Error>(&mut self, depth: usize) -> Result<(), E> {
        let count = self.counts[depth];
        match self.shape.length(depth) {
            Some(length) if length != count => {
                let elements = self.shape.elements(depth);
                return Err(self.malformed(
                    depth,
                    format!("the list ends here, and must have {length} elements: one for each of the {elements}"),
                ));
            }
            _ if count == 0 => return Err(self.malformed(depth, "a list must have at least one element")),
            _ => self.shape.lengths[depth] = Some(count),
        }
        if let Some(rings) = self.shape.rings.as_mut().filter(|_| depth == 1) {
            rings.ring += 1;
            rings.count = next_ring(rings.ring, rings.count);
        }
        self.counts[depth] = 0;
        Ok(())
    }

    /// The cell whose element comes next, and the grid.
    fn next_cell(&self) -> Option<(&'a Mesh, Cell)> {
        match &self.phase {
            Phase::Outline { .. } => None,
            Phase::Walls { mesh, open, .. } => Some((mesh, Cell(open.len() as u32))),
        }
    }

    /// The next cell has these open sides.
    fn push(&mut self, sides: Sides) {
        if let Phase::Walls { open, .. } = &mut self.phase {
            open.push(sides);
        }
    }
}

/// All sides of a cell.
pub(super) fn all_sides(mesh: &Mesh, cell: Cell) -> Sides {
    (0..mesh.side_count(cell) as u8).map(Side::new).collect()
}

/// The side of a cell with this name that is not in the set; or what is wrong with the name.
pub(super) fn find_side(mesh: &Mesh, cell: Cell, name: &str, sides: Sides) -> Result<Side, String> {
    match mesh.side_names(cell).position(|known| known == name).map(|place| Side::new(place as u8)) {
        Some(side) if sides.contains(side) => Err(format!("side {name} is named twice")),
        Some(side) => Ok(side),
        None => {
            let names: Vec<&str> = mesh.side_names(cell).collect();
            let (last, others) = names.split_last().unwrap_or((&"", &[]));
            let cut: String = name.chars().take(20).collect();
            Err(format!("{cut:?} is no side: they are {} and {last}", others.join(", ")))
        }
    }
}

/// A list of this depth.
pub(super) struct List<'a, 'b>(pub(super) &'a mut Reader<'b>, pub(super) usize);

impl<'de> DeserializeSeed<'de> for List<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for List<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an array with an element for each of the {}", self.0.shape.elements(self.1))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let List(reader, depth) = self;
        while list.next_element_seed(Next(&mut *reader, depth))?.is_some() {
            reader.counts[depth] += 1;
        }
        reader.end(depth)
    }
}

/// The next element of a list of this depth.
struct Next<'a, 'b>(&'a mut Reader<'b>, usize);

impl<'de> DeserializeSeed<'de> for Next<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let Next(reader, depth) = self;
        reader.begin(depth)?;
        if depth + 1 < reader.shape.depth {
            List(reader, depth + 1).deserialize(deserializer)
        } else {
            deserializer.deserialize_option(Element(reader))
        }
    }
}

/// An element: a cell, or `null` where there is none.
struct Element<'a, 'b>(&'a mut Reader<'b>);

impl<'de> Visitor<'de> for Element<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a cell, or null")
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        if let Phase::Outline { kept, .. } = &mut self.0.phase {
            kept.push(false);
        }
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        match &mut self.0.phase {
            Phase::Outline { kept, .. } => {
                kept.push(true);
                deserializer.deserialize_ignored_any(IgnoredAny).map(drop)
            }
            Phase::Walls { mesh, encoding, .. } => {
                let (encoding, is_word) = (*encoding, mesh.kind() == GridKind::Square && mesh.options().levels == 1);
                let walls = Walls { reader: self.0, encoding, is_word };
                match encoding {
                    Encoding::Walls | Encoding::Passages if is_word => deserializer.deserialize_str(walls),
                    Encoding::Walls | Encoding::Passages => deserializer.deserialize_seq(walls),
                    Encoding::Named => deserializer.deserialize_map(walls),
                    // Blocks and graphs are read elsewhere, or refused.
                    Encoding::Bits | Encoding::Blocks | Encoding::Graph => deserializer.deserialize_u64(walls),
                }
            }
        }
    }
}

/// What is said of the walls of a cell.
struct Walls<'a, 'b> {
    reader: &'a mut Reader<'b>,
    encoding: Encoding,
    is_word: bool,
}

impl Walls<'_, '_> {
    fn last(&self) -> usize {
        self.reader.shape.depth - 1
    }

    /// The set with the side of this name in it.
    fn add<E: Error>(&mut self, sides: Sides, name: &str) -> Result<Sides, E> {
        let Some((mesh, cell)) = self.reader.next_cell() else { return Ok(sides) };
        find_side(mesh, cell, name, sides)
            .map(|side| sides.with(side))
            .map_err(|detail| self.reader.malformed(self.last(), detail))
    }

    /// The sides that were named are those of the encoding.
    fn finish(self, named: Sides) {
        let Some((mesh, cell)) = self.reader.next_cell() else { return };
        let is_open = self.encoding == Encoding::Passages;
        self.reader.push(if is_open { named } else { all_sides(mesh, cell).minus(named) });
    }
}

impl<'de> Visitor<'de> for Walls<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.encoding {
            Encoding::Walls | Encoding::Passages if self.is_word => "a string of the letters N, E, S and W",
            Encoding::Walls | Encoding::Passages => "an array of names of sides",
            Encoding::Named => "an object with the names of the sides as keys",
            Encoding::Bits | Encoding::Blocks | Encoding::Graph => "a whole number",
        })
    }

    fn visit_str<E: Error>(mut self, letters: &str) -> Result<(), E> {
        let mut buffer = [0; 4];
        let named =
            letters.chars().try_fold(Sides::NONE, |sides, letter| self.add(sides, letter.encode_utf8(&mut buffer)))?;
        self.finish(named);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        let mut named = Sides::NONE;
        while let Some(sides) = list.next_element_seed(Name { walls: &mut self, sides: named })? {
            named = sides;
        }
        self.finish(named);
        Ok(())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        let Some((mesh, cell)) = self.reader.next_cell() else { return Ok(()) };
        let most = all_sides(mesh, cell).bits();
        match u8::try_from(number) {
            Ok(bits) if bits <= most => {
                self.finish(Sides::from_bits(bits));
                Ok(())
            }
            _ => Err(self.reader.malformed(self.last(), format!("{number} is not from 0 to {most}"))),
        }
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<(), E> {
        let number = whole(number, &self)?;
        self.visit_u64(number)
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        let (mut named, mut closed) = (Sides::NONE, Sides::NONE);
        while let Some(more) = map.next_key_seed(Name { walls: &mut self, sides: named })? {
            if map.next_value::<bool>()? {
                closed = Sides::from_bits(closed.bits() | more.minus(named).bits());
            }
            named = more;
        }
        let Some((mesh, cell)) = self.reader.next_cell() else { return Ok(()) };
        if let Some(side) = all_sides(mesh, cell).minus(named).nth(0) {
            return Err(self.reader.malformed(self.last(), format!("side {} is missing", mesh.side_name(cell, side))));
        }
        self.finish(closed);
        Ok(())
    }
}

/// The name of a side, in a list or as a key: gives the sides that are named with it.
struct Name<'a, 'b, 'c> {
    walls: &'a mut Walls<'b, 'c>,
    sides: Sides,
}

impl<'de> DeserializeSeed<'de> for Name<'_, '_, '_> {
    type Value = Sides;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Sides, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Name<'_, '_, '_> {
    type Value = Sides;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a side")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Sides, E> {
        self.walls.add(self.sides, name)
    }
}
