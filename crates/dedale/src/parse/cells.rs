//! The member `cells` of JSON, read element by element into one byte for each cell.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::draft::{Draft, excess};
use super::error::{ParseError, Place};
use super::number::whole;
use crate::grid::{Limits, Side, Sides};
use crate::render::Encoding;

/// What was read of `cells` so far.
pub(super) struct Cells {
    encoding: Encoding,
    limits: Limits,
    /// Of the element that is read.
    row: u64,
    /// Of the element that is read.
    column: u64,
    /// How many elements a row has, once the first has been read.
    width: u64,
    draft: Draft,
    /// Why reading was stopped, where it was not for what serde knows of.
    pub(super) fault: Option<ParseError>,
}

impl Cells {
    pub(super) fn new(encoding: Encoding, limits: Limits) -> Cells {
        Cells { encoding, limits, row: 0, column: 0, width: 0, draft: Draft::default(), fault: None }
    }

    pub(super) fn into_draft(self) -> Draft {
        self.draft
    }

    fn place(&self) -> Place {
        let (row, column) = (self.row, self.column);
        if self.encoding == Encoding::Blocks { Place::Block { row, column } } else { Place::Cell { row, column } }
    }

    fn malformed<E: Error>(&mut self, detail: impl Into<String>) -> E {
        self.fault = Some(ParseError::malformed(self.place(), detail));
        E::custom("malformed")
    }

    fn inconsistent<E: Error>(&mut self, detail: impl Into<String>) -> E {
        self.fault = Some(ParseError::inconsistent(self.place(), detail));
        E::custom("inconsistent")
    }

    /// Before the element in the present row and column is read: whether there may be one.
    fn begin_element<E: Error>(&mut self) -> Result<(), E> {
        if self.row > 0 && self.column == self.width {
            return Err(
                self.malformed(format!("the row has more elements than the first one, which has {}", self.width))
            );
        }
        // A row or a column of cells takes two of blocks, of which the first may be the last one of all.
        let cells = |elements: u64| if self.encoding == Encoding::Blocks { elements.div_ceil(2) } else { elements + 1 };
        let known = if self.row == 0 { cells(self.column) } else { cells(self.width - 1) };
        match excess(self.limits, known, cells(self.row)) {
            Some(detail) => Err(self.inconsistent(detail)),
            None => Ok(()),
        }
    }

    fn end_row<E: Error>(&mut self) -> Result<(), E> {
        let blocks = self.encoding == Encoding::Blocks;
        if self.row == 0 {
            if self.column == 0 {
                return Err(self.malformed("a row must have at least one element"));
            }
            if blocks && (self.column < 3 || self.column.is_multiple_of(2)) {
                let detail =
                    format!("a row of blocks has 2w + 1 elements, 3 at least, and this one has {}", self.column);
                return Err(self.malformed(detail));
            }
            self.width = self.column;
            self.draft.set_columns((if blocks { self.width / 2 } else { self.width }) as usize);
        } else if self.column < self.width {
            let detail = format!("the row ends here, and the first one has {} elements", self.width);
            return Err(self.malformed(detail));
        }
        self.row += 1;
        self.column = 0;
        Ok(())
    }

    fn end<E: Error>(&mut self) -> Result<(), E> {
        if self.row == 0 {
            return Err(self.malformed("there must be at least one row"));
        }
        if self.encoding == Encoding::Blocks {
            if self.row < 3 || self.row.is_multiple_of(2) {
                let detail = format!("a matrix of blocks has 2h + 1 rows, 3 at least, and this one has {}", self.row);
                return Err(self.malformed(detail));
            }
            self.draft.end_lattice();
        }
        Ok(())
    }

    fn block<E: Error>(&mut self, block: u64) -> Result<(), E> {
        let open = match block {
            0 => true,
            1 => false,
            _ => return Err(self.malformed(format!("{block} is neither 0 nor 1"))),
        };
        match (self.row % 2, self.column % 2) {
            (0, 0) if open => {
                return Err(self.inconsistent("where walls may meet, in even rows and columns, every block must be 1"));
            }
            // A solid cell is left out.
            (1, 1) if !open => self.draft.leave_out((self.column / 2) as usize),
            (0, 1) => self.draft.lying(open),
            (1, 0) => self.draft.standing((self.column / 2) as usize, open),
            _ => {}
        }
        Ok(())
    }

    /// The set with a side of this name in it, which must be a side and be new.
    fn add_side<E: Error>(&mut self, sides: Sides, name: &str) -> Result<Sides, E> {
        let mut letters = name.chars();
        match (letters.next().and_then(Side::from_letter), letters.next()) {
            (Some(side), None) if sides.contains(side) => Err(self.malformed(format!("side {name} is named twice"))),
            (Some(side), None) => Ok(sides.with(side)),
            _ => {
                let cut: String = name.chars().take(20).collect();
                Err(self.malformed(format!("{cut:?} is no side: they are N, E, S and W")))
            }
        }
    }
}

/// The whole of `cells`.
pub(super) struct Rows<'a>(pub(super) &'a mut Cells);

impl<'de> DeserializeSeed<'de> for Rows<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Rows<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<(), A::Error> {
        while rows.next_element_seed(Row(&mut *self.0))?.is_some() {}
        self.0.end()
    }
}

struct Row<'a>(&'a mut Cells);

impl<'de> DeserializeSeed<'de> for Row<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Row<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a row, an array of cells")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        while elements.next_element_seed(Element(&mut *self.0))?.is_some() {
            self.0.column += 1;
        }
        self.0.end_row()
    }
}

/// One element of a row. Serde calls that function of it which goes with the JSON that it finds, if it was asked for.
struct Element<'a>(&'a mut Cells);

impl<'de> DeserializeSeed<'de> for Element<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.0.begin_element()?;
        match self.0.encoding {
            Encoding::Walls | Encoding::Passages => deserializer.deserialize_str(self),
            Encoding::Bits | Encoding::Blocks => deserializer.deserialize_u64(self),
            Encoding::Named => deserializer.deserialize_map(self),
            // Read elsewhere.
            Encoding::Graph => Err(self.0.malformed("a graph is not a matrix of cells")),
        }
    }
}

impl<'de> Visitor<'de> for Element<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0.encoding {
            Encoding::Walls | Encoding::Passages => "a string of the letters N, E, S and W",
            Encoding::Bits => "a whole number from 0 to 15",
            Encoding::Named => "an object with the keys N, E, S and W",
            Encoding::Blocks => "0 or 1",
            Encoding::Graph => "a node of a graph",
        })
    }

    fn visit_str<E: Error>(self, letters: &str) -> Result<(), E> {
        let mut sides = Sides::NONE;
        let mut buffer = [0; 4];
        for letter in letters.chars() {
            sides = self.0.add_side(sides, letter.encode_utf8(&mut buffer))?;
        }
        self.0.draft.cell(if self.0.encoding == Encoding::Walls { Sides::SQUARE.minus(sides) } else { sides });
        Ok(())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        if self.0.encoding == Encoding::Blocks {
            return self.0.block(number);
        }
        match u8::try_from(number) {
            Ok(bits @ 0..=15) => {
                self.0.draft.cell(Sides::SQUARE.minus(Sides::from_bits(bits)));
                Ok(())
            }
            _ => Err(self.0.malformed(format!("{number} is not from 0 to 15"))),
        }
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<(), E> {
        let number = whole(number, &self)?;
        self.visit_u64(number)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut walls: A) -> Result<(), A::Error> {
        let (mut named, mut open) = (Sides::NONE, Sides::NONE);
        while let Some(more) = walls.next_key_seed(Key { cells: &mut *self.0, named })? {
            if !walls.next_value::<bool>()? {
                open = Sides::from_bits(open.bits() | more.minus(named).bits());
            }
            named = more;
        }
        if let Some(side) = Sides::SQUARE.minus(named).nth(0) {
            return Err(self.0.malformed(format!("side {} is missing", side.letter())));
        }
        self.0.draft.cell(open);
        Ok(())
    }
}

/// A key of a named cell: gives the sides that are named with it.
struct Key<'a> {
    cells: &'a mut Cells,
    named: Sides,
}

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = Sides;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Sides, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = Sides;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("N, E, S or W")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Sides, E> {
        self.cells.add_side(self.named, name)
    }
}
