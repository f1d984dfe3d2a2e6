//! The relevant members of a line of a body with many solutions.

use std::borrow::Cow;
use std::fmt;

use dedale::parse;
use dedale::picture::Metadata;
use dedale::rng::parse_seed;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::parameters::table::Name;
use crate::posted::maze::Claim;
use crate::problem::{Fault, Kind, Problem};

/// The relevant members of a line: first its own, then those of the metadata of a maze.
const MEMBERS: [&str; 29] = [
    "path",
    "directions",
    "cells",
    "seed",
    "read",
    "warnings",
    "algo",
    "grid",
    "w",
    "h",
    "scale",
    "threshold",
    "dark",
    "rings",
    "floors",
    "window",
    "zoom_level",
    "generator",
    "url",
    "options",
    "from",
    "to",
    "exits",
    "rooms",
    "items",
    "locks",
    "letters",
    "answer",
    "crossings",
];

/// A line of a body: the texts of the known members of its object that are not `null`. Other members are skipped.
#[derive(Clone, Debug, Default)]
pub struct AnswerLine<'a>([Option<&'a RawValue>; MEMBERS.len()]);

impl<'a> AnswerLine<'a> {
    /// Parses a line.
    pub fn new(bytes: &'a [u8]) -> Result<AnswerLine<'a>, Problem> {
        let wrong =
            |detail: String| Problem::new(Kind::MALFORMED_MAZE, format!("the line is no JSON object: {detail}"));
        let text = str::from_utf8(bytes).map_err(|_| wrong("it is not UTF-8".to_owned()))?;
        serde_json::from_str(text).map_err(|error| wrong(format!("column {} is wrong", error.column())))
    }

    /// Returns true if it has a maze.
    pub fn has_maze(&self) -> bool {
        self.member("cells").is_some()
    }

    /// The text of the member with this name.
    fn member(&self, name: &str) -> Option<&'a str> {
        let index = MEMBERS.iter().position(|known| *known == name)?;
        self.0[index].map(RawValue::get)
    }

    /// Parses the seed, which is a number or a text.
    pub fn seed(&self) -> Result<Option<u64>, Problem> {
        let name = Name::Seed.as_str();
        let Some(text) = self.member(name) else { return Ok(None) };
        let wrong = |detail: String| Problem::invalid(vec![Fault::new(name, Some(text), detail)]);
        let seed: Cow<'_, str> = match serde_json::from_str(text) {
            Ok(Text(seed)) => seed,
            Err(_) if text.bytes().all(|byte| byte.is_ascii_digit()) => text.into(),
            Err(_) => return Err(wrong("must be a whole number or a text".to_owned())),
        };
        parse_seed(&seed).map(Some).map_err(|why| wrong(why.to_string()))
    }

    /// Parses the solution, without converting its directions.
    pub fn claim(&self) -> Result<Claim, Problem> {
        let wrong = |name: Name, text: Option<&str>, detail: &str| {
            Problem::invalid(vec![Fault::new(name.as_str(), text, detail)])
        };
        if let Some(text) = self.member("path") {
            let expected = "must be a list of the addresses of cells, such as [[0,0],[0,1]]";
            return parse::path(text).map(Claim::Path).map_err(|_| wrong(Name::Path, Some(text), expected));
        }
        let Some(text) = self.member("directions") else {
            return Err(wrong(Name::Directions, None, "must be given, or path instead"));
        };
        let expected = "must be a text, or a list of the names of sides";
        parse::directions(text).map(Claim::Directions).map_err(|_| wrong(Name::Directions, Some(text), expected))
    }

    /// Fails if its members describe another maze than the generated one. Its seed may differ, since it may be the one
    /// from which the search began.
    pub fn check(&self, metadata: &Metadata) -> Result<(), Problem> {
        let others = || MEMBERS[OWN_MEMBERS..].iter().zip(&self.0[OWN_MEMBERS..]);
        if others().all(|(_, member)| member.is_none()) {
            return Ok(());
        }
        let metadata = serde_json::to_value(metadata).unwrap_or_default();
        let mut faults = Vec::new();
        for (name, text) in others().filter_map(|(name, member)| Some((*name, member.as_ref()?.get()))) {
            let Some(known) = metadata.get(name) else { continue };
            if !is_same(text, known) {
                let detail = format!(
                    "is {known} of the maze that the query asks for; each line has the same one, but for its seed"
                );
                faults.push(Fault::new(name, Some(text), detail));
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(Problem::invalid(faults)) }
    }
}

/// The number of [`MEMBERS`] that do not describe the maze.
const OWN_MEMBERS: usize = 4;

/// A string, which is copied only if it has escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for AnswerLine<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<AnswerLine<'a>, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = AnswerLine<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<AnswerLine<'de>, A::Error> {
                let mut line = AnswerLine::default();
                while let Some(Text(name)) = map.next_key()? {
                    match MEMBERS.iter().position(|known| *known == name) {
                        Some(index) => line.0[index] = map.next_value()?,
                        None => {
                            map.next_value::<IgnoredAny>()?;
                        }
                    }
                }
                Ok(line)
            }
        }

        deserializer.deserialize_map(Members)
    }
}

/// Returns true if a text is this value in JSON. The text is compared while it is parsed, up to the first difference.
fn is_same(text: &str, value: &Value) -> bool {
    let mut json = serde_json::Deserializer::from_str(text);
    Same(value).deserialize(&mut json).and_then(|()| json.end()).is_ok()
}

/// Compares the parsed value with another one, and fails at the first difference.
struct Same<'v>(&'v Value);

impl Same<'_> {
    fn when<E: Error>(is_same: bool) -> Result<(), E> {
        if is_same { Ok(()) } else { Err(E::custom("another value")) }
    }
}

impl<'de> DeserializeSeed<'de> for Same<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Same<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        Same::when(*self.0 == value)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        Same::when(*self.0 == value)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        Same::when(*self.0 == value)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        Same::when(*self.0 == value)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<(), E> {
        Same::when(self.0 == value)
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Same::when(self.0.is_null())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Value::Array(values) = self.0 else { return Same::when(false) };
        for value in values {
            Same::when(list.next_element_seed(Same(value))?.is_some())?;
        }
        Same::when(list.next_element::<IgnoredAny>()?.is_none())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut count = 0;
        while let Some(Text(name)) = map.next_key()? {
            let Some(value) = self.0.get(&*name) else { return Same::when(false) };
            map.next_value_seed(Same(value))?;
            count += 1;
        }
        Same::when(self.0.as_object().is_some_and(|object| object.len() == count))
    }
}
