//! Everything but the cells: what the grid is made of, and what is said of the maze.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::super::encoding_name::EncodingName;
use super::super::error::ParseError;
use super::super::number::Whole;
use super::names::{Names, Numbers};
use crate::grid::{Address, GridKind, Side, Wrap};
use crate::render::Encoding;

/// The name of a grid that only its graph describes.
pub(super) const CUSTOM: &str = "custom";

/// All members but `cells`.
#[derive(Default)]
pub(in crate::parse) struct Head {
    pub(super) encoding: Option<Encoding>,
    /// `None` where it is not given.
    pub(super) kind: Option<GridKind>,
    pub(super) w: Option<u64>,
    pub(super) h: Option<u64>,
    pub(super) rings: Option<u64>,
    pub(super) levels: Option<u64>,
    pub(super) wrap: Wrap,
    /// Row, column, and the side at which the tunnel begins.
    pub(super) crossings: Vec<(u32, u32, Side)>,
    pub(super) from: Option<Address>,
    pub(super) to: Option<Address>,
    pub(super) directions: Option<Names>,
    pub(super) path: Option<Vec<Address>>,
    pub(super) has_cells: bool,
    /// Whether something was given that plain squares do not have.
    is_shaped: bool,
}

impl Head {
    /// Whether all that was given goes with a rectangle of squares.
    pub(super) fn is_of_plain_squares(&self) -> bool {
        !self.is_shaped
    }

    /// Whether it is of squares on one level whose edges are joined.
    pub(super) fn is_wrapped_alone(&self, kind: GridKind) -> bool {
        let is_flat = self.levels.is_none_or(|levels| levels == 1) && self.crossings.is_empty();
        kind == GridKind::Square && self.wrap != Wrap::Off && is_flat
    }
}

/// Reads the head, and says what is wrong with it and whether that is sure to be no plain maze of squares.
pub(super) fn read(text: &str) -> Result<Head, (ParseError, bool)> {
    let mut head = Head::default();
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let read = Object(&mut head).deserialize(&mut deserializer).and_then(|()| deserializer.end());
    match read {
        Ok(()) => Ok(head),
        Err(error) => Err((ParseError::from_json(&error), head.is_shaped)),
    }
}

struct Object<'a>(&'a mut Head);

/// The members that matter.
#[derive(Clone, Copy, Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum Member {
    Encoding,
    Cells,
    Grid,
    W,
    H,
    Rings,
    Levels,
    Options,
    Crossings,
    From,
    To,
    Directions,
    Path,
    #[serde(other)]
    Other,
}

const MEMBERS: [&str; 13] = [
    "encoding",
    "cells",
    "grid",
    "w",
    "h",
    "rings",
    "levels",
    "options",
    "crossings",
    "from",
    "to",
    "directions",
    "path",
];

impl<'de> DeserializeSeed<'de> for Object<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Object<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the object of a maze, with encoding and cells")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let head = self.0;
        let mut seen = 0_u16;
        while let Some(member) = map.next_key::<Member>()? {
            if let Some(name) = MEMBERS.get(member as usize) {
                let bit = 1 << member as u16;
                if seen & bit != 0 {
                    return Err(A::Error::custom(format!("{name} is given twice")));
                }
                seen |= bit;
            }
            let number = |map: &mut A| Ok(map.next_value::<Option<Whole>>()?.map(|Whole(number)| number));
            match member {
                Member::Encoding => head.encoding = Some(map.next_value_seed(EncodingName)?),
                Member::Cells => {
                    head.has_cells = true;
                    map.next_value::<IgnoredAny>()?;
                }
                Member::Grid => {
                    // Unless it turns out to be squares.
                    let before = std::mem::replace(&mut head.is_shaped, true);
                    head.kind = map.next_value::<Option<Kind>>()?.map(|Kind(kind)| kind);
                    head.is_shaped = before || head.kind.unwrap_or_default() != GridKind::Square;
                }
                Member::W => head.w = number(&mut map)?,
                Member::H => head.h = number(&mut map)?,
                Member::Rings => head.rings = number(&mut map)?,
                Member::Levels => {
                    head.levels = number(&mut map)?;
                    head.is_shaped |= head.levels.unwrap_or(1) != 1;
                }
                Member::Options => {
                    head.wrap = map.next_value::<Options>()?.wrap;
                    head.is_shaped |= head.wrap != Wrap::Off;
                }
                Member::Crossings => {
                    let crossings = map.next_value::<Option<Vec<Crossing>>>()?.unwrap_or_default();
                    head.crossings = crossings.into_iter().map(|Crossing(crossing)| crossing).collect();
                    head.is_shaped |= !head.crossings.is_empty();
                }
                Member::From => head.from = map.next_value::<Option<Numbers>>()?.map(|Numbers(address)| address),
                Member::To => head.to = map.next_value::<Option<Numbers>>()?.map(|Numbers(address)| address),
                Member::Directions => head.directions = map.next_value()?,
                Member::Path => {
                    let path = map.next_value::<Option<Vec<Numbers>>>()?;
                    head.path = path.map(|path| path.into_iter().map(|Numbers(address)| address).collect());
                }
                Member::Other => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

/// A name of a grid.
pub(in crate::parse) struct Kind(pub(in crate::parse) GridKind);

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Kind, D::Error> {
        struct Name;

        impl Visitor<'_> for Name {
            type Value = Kind;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a grid")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Kind, E> {
                let known = if name == CUSTOM { Some(GridKind::Custom) } else { name.parse().ok() };
                known.map(Kind).ok_or_else(|| {
                    let names: Vec<&str> = GridKind::ALL.iter().map(|kind| kind.name()).collect();
                    E::custom(format!("unknown grid; must be {CUSTOM}, or one of {}", names.join(", ")))
                })
            }
        }

        deserializer.deserialize_str(Name)
    }
}

/// Of the member `options`, which may hold anything, what the grid is made of.
#[derive(Default)]
pub(in crate::parse) struct Options {
    pub(in crate::parse) wrap: Wrap,
}

impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Options, D::Error> {
        struct Anything;

        impl<'de> Visitor<'de> for Anything {
            type Value = Options;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_unit<E: Error>(self) -> Result<Options, E> {
                Ok(Options::default())
            }

            fn visit_bool<E: Error>(self, _: bool) -> Result<Options, E> {
                Ok(Options::default())
            }

            fn visit_i64<E: Error>(self, _: i64) -> Result<Options, E> {
                Ok(Options::default())
            }

            fn visit_u64<E: Error>(self, _: u64) -> Result<Options, E> {
                Ok(Options::default())
            }

            fn visit_f64<E: Error>(self, _: f64) -> Result<Options, E> {
                Ok(Options::default())
            }

            fn visit_str<E: Error>(self, _: &str) -> Result<Options, E> {
                Ok(Options::default())
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Options, A::Error> {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Options::default())
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Options, A::Error> {
                let mut options = Options::default();
                while let Some(option) = map.next_key::<OptionName>()? {
                    match option {
                        OptionName::Wrap => {
                            options.wrap = map.next_value::<Option<Joined>>()?.map_or(Wrap::Off, |Joined(wrap)| wrap)
                        }
                        OptionName::Other => drop(map.next_value::<IgnoredAny>()?),
                    }
                }
                Ok(options)
            }
        }

        deserializer.deserialize_any(Anything)
    }
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum OptionName {
    Wrap,
    #[serde(other)]
    Other,
}

/// Which edges are joined.
struct Joined(Wrap);

impl<'de> Deserialize<'de> for Joined {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Joined, D::Error> {
        struct Name;

        impl Visitor<'_> for Name {
            type Value = Joined;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "one of {}", Wrap::NAMES.join(", "))
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Joined, E> {
                let known = Wrap::ALL.iter().copied().find(|wrap| wrap.name() == name);
                known
                    .map(Joined)
                    .ok_or_else(|| E::custom(format!("unknown wrap; must be one of {}", Wrap::NAMES.join(", "))))
            }
        }

        deserializer.deserialize_str(Name)
    }
}

/// A cell that is crossed: `[row, column, "NS"]`.
pub(in crate::parse) struct Crossing((u32, u32, Side));

impl<'de> Deserialize<'de> for Crossing {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Crossing, D::Error> {
        struct Triple;

        impl<'de> Visitor<'de> for Triple {
            type Value = Crossing;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a crossing: an array of its row, its column, and NS or EW")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Crossing, A::Error> {
                let mut next = |place| {
                    let Whole(number) = list.next_element()?.ok_or_else(|| A::Error::invalid_length(place, &self))?;
                    u32::try_from(number)
                        .map_err(|_| A::Error::custom(format!("{number} is no row or column of a maze")))
                };
                let (row, column) = (next(0)?, next(1)?);
                let Way(side) = list.next_element()?.ok_or_else(|| A::Error::invalid_length(2, &self))?;
                Ok(Crossing((row, column, side)))
            }
        }

        deserializer.deserialize_seq(Triple)
    }
}

/// Which way a tunnel runs.
struct Way(Side);

impl<'de> Deserialize<'de> for Way {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Way, D::Error> {
        struct Letters;

        impl Visitor<'_> for Letters {
            type Value = Way;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("NS or EW")
            }

            fn visit_str<E: Error>(self, letters: &str) -> Result<Way, E> {
                match letters {
                    "NS" => Ok(Way(Side::N)),
                    "EW" => Ok(Way(Side::E)),
                    _ => Err(E::custom("a tunnel runs NS or EW")),
                }
            }
        }

        deserializer.deserialize_str(Letters)
    }
}
