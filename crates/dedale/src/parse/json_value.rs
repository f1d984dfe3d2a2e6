//! Values in JSON, each read separately.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::error::{InputPlace, ParseError};
use super::input::{READ_BYTES, ReadContext};
use super::matrix::whole;
use super::names::Names;
use crate::grid::Address;
use crate::rng::MAX_SEED;

/// The text of a value, and the whole that it is a part of.
#[derive(Clone, Copy)]
pub(crate) struct Value<'a> {
    whole: &'a str,
    text: &'a str,
    /// The context that may stop reading.
    context: Option<&'a ReadContext<'a>>,
}

/// A string, which is copied only if it has escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Value").field(&self.text).finish()
    }
}

impl<'a> Value<'a> {
    /// Returns a text that may be JSON.
    pub(crate) fn new(text: &'a str) -> Value<'a> {
        Value { whole: text, text, context: None }
    }

    /// Returns the same value. Before each of its parts, the context is asked whether to go on.
    pub(crate) fn of(self, context: &'a ReadContext<'a>) -> Value<'a> {
        Value { context: Some(context), ..self }
    }

    /// Returns a part of this value.
    pub(crate) fn part(self, value: &'a RawValue) -> Value<'a> {
        Value { text: value.get(), ..self }
    }

    pub(crate) fn text(self) -> &'a str {
        self.text
    }

    pub(crate) fn is_null(self) -> bool {
        self.text == "null"
    }

    fn before(self) -> &'a str {
        &self.whole[..self.text.as_ptr().addr() - self.whole.as_ptr().addr()]
    }

    /// Returns the place of its first byte.
    pub(crate) fn start(self) -> InputPlace {
        place_behind(self.before(), 1)
    }

    /// Returns the place of its last byte.
    pub(crate) fn end(self) -> InputPlace {
        place_behind(&self.whole[..self.before().len() + self.text.len()], 0)
    }

    /// Reads the value.
    pub(crate) fn read<T: Deserialize<'a>>(self) -> Result<T, ParseError> {
        serde_json::from_str(self.text).map_err(|error| self.error(&error))
    }

    /// Reads an object; `expected` describes it, for messages. A reader that is derived would also take an array of its values.
    pub(crate) fn object<T: Deserialize<'a>>(self, expected: impl fmt::Display) -> Result<T, ParseError> {
        if !self.text.trim_ascii_start().starts_with('{') {
            self.members(expected, |_, _| Ok(()))?;
        }
        self.read()
    }

    /// Shows the elements of an array.
    pub(crate) fn each(
        self,
        expected: impl fmt::Display,
        mut take: impl FnMut(Value<'a>) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        self.parts(false, expected, |_, value| take(value))
    }

    /// Reads the elements of an array.
    pub(crate) fn list<T>(
        self,
        expected: impl fmt::Display,
        read: impl Fn(Value<'a>) -> Result<T, ParseError>,
    ) -> Result<Vec<T>, ParseError> {
        let mut list = Vec::new();
        self.each(expected, |value| read(value).map(|value| list.push(value)))?;
        Ok(list)
    }

    /// Shows the members of an object.
    pub(crate) fn members(
        self,
        expected: impl fmt::Display,
        take: impl FnMut(Cow<'a, str>, Value<'a>) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        self.parts(true, expected, take)
    }

    fn parts(
        self,
        is_object: bool,
        expected: impl fmt::Display,
        mut take: impl FnMut(Cow<'a, str>, Value<'a>) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        let mut fault = None;
        let mut unasked = 0;
        let mut go_on = |value: Value<'_>| match self.context {
            Some(context) if unasked + value.text.len() > READ_BYTES => {
                unasked = value.text.len();
                context.go_on()
            }
            _ => {
                // With a comma, and what else is least around it.
                unasked += value.text.len() + 1;
                Ok(())
            }
        };
        let mut take = |name, value| go_on(value).and_then(|()| take(name, value));
        let take = |name, value| take(name, self.part(value)).map_err(|error| fault = Some(error)).is_ok();
        let mut json = serde_json::Deserializer::from_str(self.text);
        let parts = Parts { expected, take };
        let read = if is_object { json.deserialize_map(parts) } else { json.deserialize_seq(parts) };
        read.and_then(|()| json.end()).map_err(|error| fault.unwrap_or_else(|| self.error(&error)))
    }

    /// Returns the error that it is not what is expected.
    fn refused(self, expected: impl fmt::Display) -> ParseError {
        let shown = self.parts(self.text.starts_with('['), &expected, |_, _| Ok(()));
        shown.err().unwrap_or_else(|| self.wrong(expected))
    }

    fn wrong(self, expected: impl fmt::Display) -> ParseError {
        let shown: String = self.text.chars().take(40).collect();
        ParseError::malformed(self.end(), format!("must be {expected}, and is {shown}"))
    }

    /// Reads a string.
    pub(crate) fn string(self, expected: impl fmt::Display) -> Result<Cow<'a, str>, ParseError> {
        match self.text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
            None => Err(self.refused(expected)),
            Some(text) if !text.contains('\\') => Ok(text.into()),
            Some(_) => self.read().map(|Text(text)| text),
        }
    }

    /// Reads a string that is one of some words, as `read` does, which says what is wrong with it otherwise.
    pub(crate) fn word<T>(
        self,
        expected: impl fmt::Display,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<T, ParseError> {
        read(&self.string(expected)?).map_err(|detail| ParseError::malformed(self.end(), shortened(detail)))
    }

    /// Reads a whole number from 0 to [`MAX_SEED`], the largest range that every program reads exactly. Some write it as `1.0`.
    pub(crate) fn whole(self, expected: impl fmt::Display) -> Result<u64, ParseError> {
        if !self.text.starts_with(|char: char| char == '-' || char.is_ascii_digit()) {
            return Err(self.refused(expected));
        }
        let pointed = || u64::try_from(whole(self.text.parse().ok()?)?).ok();
        let number = self.text.parse().ok().or_else(pointed).filter(|number| *number <= MAX_SEED);
        number.ok_or_else(|| self.wrong(expected))
    }

    /// Parses a number without further conditions.
    pub(crate) fn number(self) -> Result<u64, ParseError> {
        self.whole("a whole number from 0 to 9007199254740991")
    }

    /// Reads true or false.
    pub(crate) fn flag(self) -> Result<bool, ParseError> {
        match self.text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.refused("a boolean")),
        }
    }

    /// Parses a flag for a wall.
    pub(crate) fn is_wall(self) -> Result<bool, ParseError> {
        match self.text {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            _ => Err(self.wrong("true or 1 where there is a wall, or else false or 0")),
        }
    }

    /// Reads an address. If it may be `any`, a number that is too large for any maze is the largest there is, which no maze has.
    pub(crate) fn address(self, any: bool) -> Result<Address, ParseError> {
        const EXPECTED: &str = "the address of a cell, an array of one to three whole numbers";
        let (mut numbers, mut count) = ([0; 3], 0);
        self.each(EXPECTED, |value| {
            let number = value.number()?;
            let place = numbers.get_mut(count);
            count += 1;
            let Some(place) = place else { return Ok(()) };
            *place = match u32::try_from(number) {
                Ok(number) => number,
                Err(_) if any => u32::MAX,
                Err(_) => {
                    let detail = format!("a number of an address is at most {}, and not {number}", u32::MAX);
                    return Err(ParseError::malformed(self.end(), detail));
                }
            };
            Ok(())
        })?;
        let address = numbers.get(..count).and_then(|numbers| Address::try_from(numbers).ok());
        let wrong = || format!("must be {EXPECTED}, and has {count} elements");
        address.ok_or_else(|| ParseError::malformed(self.end(), wrong()))
    }

    /// Reads an array of addresses. A number that is too large for any maze is the largest there is. The list never grows: there may be millions.
    pub(crate) fn path(self) -> Result<Vec<Address>, ParseError> {
        const MIN_BYTES: usize = "[0],".len();
        let brackets = self.text.bytes().filter(|&byte| byte == b'[').count();
        let mut path = Vec::with_capacity(brackets.min(self.text.len() / MIN_BYTES));
        self.each("an array of addresses", |cell| cell.address(true).map(|address| path.push(address)))?;
        Ok(path)
    }

    /// Reads a word of letters, each a name, or an array of names.
    pub(crate) fn names(self) -> Result<Names, ParseError> {
        let expected = "a string of letters, or an array of the names of sides";
        if self.text.starts_with('"') {
            return Ok(Names::word(self.string(expected)?));
        }
        let mut names = Names::default();
        self.each(expected, |name| {
            names.push(&name.string("a string")?);
            Ok(())
        })?;
        Ok(names)
    }

    /// What serde has to say of it, with its place in the whole.
    fn error(self, error: &serde_json::Error) -> ParseError {
        let before = self.before();
        let place = (error.line() > 0).then(|| {
            let columns = if error.line() == 1 { before.rsplit('\n').next().unwrap_or_default().len() } else { 0 };
            // The column is the number of bytes read in the line, which may be none yet.
            InputPlace::text(before.matches('\n').count() + error.line(), (columns + error.column()).max(1))
        });
        let mut detail = error.to_string();
        // Where serde knows the place, it says it twice, in words and in numbers.
        let words = format!(" at line {} column {}", error.line(), error.column());
        detail.truncate(detail.strip_suffix(&words).unwrap_or(&detail).len());
        // It may repeat a whole value.
        ParseError::malformed(place, shortened(plain(&detail).unwrap_or(detail)))
    }
}

fn place_behind(text: &str, columns: usize) -> InputPlace {
    let line = text.rsplit('\n').next().unwrap_or_default();
    InputPlace::text(text.matches('\n').count() + 1, line.len() + columns)
}

/// Passes the elements of an array, or the members of an object, to `take` in order, until `take` returns `false`.
struct Parts<E, F> {
    expected: E,
    take: F,
}

impl<'de, E: fmt::Display, F: FnMut(Cow<'de, str>, &'de RawValue) -> bool> Visitor<'de> for Parts<E, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.expected)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        while let Some(value) = list.next_element()? {
            if !(self.take)(Cow::Borrowed(""), value) {
                return Err(A::Error::custom("refused"));
            }
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some((Text(name), value)) = map.next_entry()? {
            if !(self.take)(name, value) {
                return Err(A::Error::custom("refused"));
            }
        }
        Ok(())
    }
}

/// Returns true if the name of a member is one of these, in whatever case.
pub(crate) fn is_one_of(name: &str, names: &[&str]) -> bool {
    names.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// The most characters of a message that may repeat what was sent.
const MAX_DETAIL: usize = 200;

fn shortened(mut detail: String) -> String {
    if let Some((end, _)) = detail.char_indices().nth(MAX_DETAIL) {
        detail.truncate(end);
        detail.push('…');
    }
    detail
}

/// What serde says in other words: what there is, and what must be there.
fn plain(detail: &str) -> Option<String> {
    let name = |start: &str| detail.strip_prefix(start)?.strip_suffix('`');
    if let Some(name) = name("duplicate field `") {
        return Some(format!("{name} is given twice"));
    }
    if let Some(name) = name("missing field `") {
        return Some(format!("{name} is missing"));
    }
    if detail == "trailing characters" {
        return Some("there is more text after the end of the JSON".to_owned());
    }
    if let Some(what) = detail.strip_prefix("EOF while parsing ") {
        return Some(format!("the text ends in the middle of {what}"));
    }
    if let Some(what) = detail.strip_prefix("expected ") {
        return Some(format!("must be {what} here"));
    }
    let (found, expected) = detail.strip_prefix("invalid ")?.rsplit_once(", expected ")?;
    if let Some(length) = found.strip_prefix("length ") {
        return Some(format!("must be {expected}, and has {length} elements"));
    }
    let (_, found) = found.split_once(": ")?;
    let value = ["integer", "floating point", "boolean", "string", "character"]
        .iter()
        .find_map(|kind| found.strip_prefix(kind)?.strip_prefix(' '))
        .map(|value| value.trim_matches('`'));
    let found = match found {
        "sequence" => "a list",
        "map" => "an object",
        _ => value.unwrap_or(found),
    };
    Some(format!("must be {expected}, and is {found}"))
}
