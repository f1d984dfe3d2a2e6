//! `Serialize` and `Deserialize`, with the feature `serde`, of types for which they cannot be derived: what is read is checked, a maze has one
//! field less as text if it has no weights, and what is written of metadata depends on more than one field. All others are derived.

use std::collections::BTreeSet;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, SerializeMap as _, SerializeStruct as _, Serializer};

use crate::grid::{Address, Cell, Grid, Side, Sides, Square};
use crate::maze::Maze;
use crate::picture::Room;
use crate::picture::{Metadata, OptionList};

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Side, D::Error> {
        match u8::deserialize(deserializer)? {
            number @ 0..8 => Ok(Side::new(number)),
            number => Err(D::Error::custom(format_args!("{number} is not a side: a cell has sides from 0 to 7"))),
        }
    }
}

impl Serialize for Address {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.numbers())
    }
}

impl Serialize for OptionList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl Serialize for Metadata {
    /// Writes the known members, in the order of the fields.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        macro_rules! members {
            ($($name:ident if $is_known:expr,)*) => {
                $(if $is_known {
                    map.serialize_entry(stringify!($name), &self.$name)?;
                })*
            };
        }
        members! {
            read if self.read.is_some(),
            warnings if !self.warnings.is_empty(),
            algo if self.algo.is_some(),
            grid if self.grid.is_some(),
            w if self.w > 0,
            h if self.h > 0,
            scale if self.scale.is_some(),
            threshold if self.threshold.is_some(),
            dark if self.dark.is_some(),
            rings if self.rings.is_some(),
            floors if self.floors.is_some(),
        }
        if let Some([row, column, rows, columns]) = self.window {
            map.serialize_entry("window", &RectangleMap { floor: None, row, col: column, rows, cols: columns })?;
        }
        members! {
            zoom_level if self.zoom_level.is_some(),
            seed if self.seed.is_some(),
            generator if self.generator.is_some(),
            url if self.url.is_some(),
            options if self.options.is_some(),
            from if !self.from.is_empty(),
            to if !self.to.is_empty(),
            exits if !self.exits.is_empty(),
        }
        if !self.rooms.is_empty() {
            let has_floors = self.floors.is_some();
            let part = |room: &Room| RectangleMap {
                floor: has_floors.then_some(room.floor),
                row: room.row.into(),
                col: room.column.into(),
                rows: room.rows.into(),
                cols: room.columns.into(),
            };
            let rooms: Vec<_> = self.rooms.iter().map(part).collect();
            map.serialize_entry("rooms", &rooms)?;
        }
        members! {
            items if !self.items.is_empty(),
            locks if !self.locks.is_empty(),
            letters if !self.letters.is_empty(),
            answer if self.answer.is_some(),
            crossings if !self.crossings.is_empty(),
        }
        map.end()
    }
}

/// A rectangle of cells, with a floor if there are several.
#[derive(serde::Serialize)]
struct RectangleMap {
    #[serde(skip_serializing_if = "Option::is_none")]
    floor: Option<u32>,
    row: u64,
    col: u64,
    rows: u64,
    cols: u64,
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Square, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(rename = "Square", deny_unknown_fields)]
        struct Fields {
            columns: u32,
            rows: u32,
        }
        let Fields { columns, rows } = Deserialize::deserialize(deserializer)?;
        Square::new(columns, rows).map_err(D::Error::custom)
    }
}

impl<G: Grid + Serialize> Serialize for Maze<G> {
    /// Writes the fields `grid`, `passages` (the bits of the open sides of each cell), and `openings` (cell and side of each); and `weights`,
    /// which are left out of texts if there are none.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let has_weights = self.weights().is_some() || !serializer.is_human_readable();
        let mut fields = serializer.serialize_struct("Maze", if has_weights { 4 } else { 3 })?;
        fields.serialize_field("grid", self.grid())?;
        fields.serialize_field("passages", self.all_passages())?;
        fields.serialize_field("openings", &self.openings().collect::<Vec<_>>())?;
        if has_weights {
            fields.serialize_field("weights", &self.weights())?;
        } else {
            fields.skip_field("weights")?;
        }
        fields.end()
    }
}

impl<'de, G: Grid + Deserialize<'de>> Deserialize<'de> for Maze<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Maze<G>, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(rename = "Maze", deny_unknown_fields)]
        struct Fields<G> {
            grid: G,
            passages: Vec<Sides>,
            openings: BTreeSet<(Cell, Side)>,
            #[serde(default)]
            weights: Option<Box<[u16]>>,
        }
        let Fields { grid, passages, openings, weights } = Fields::deserialize(deserializer)?;
        let mut maze = Maze::checked(grid, passages, openings).ok_or_else(|| {
            D::Error::custom(
                "not a maze: there must be passages for every cell, on inner sides and the same from both cells, and openings on \
                 outer sides",
            )
        })?;
        weights.map_or(Ok(()), |weights| maze.set_weights(weights)).map_err(D::Error::custom)?;
        Ok(maze)
    }
}
