//! Names and addresses, as JSON has them.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};

use super::super::number::Whole;
use crate::grid::Address;

/// A list of names of sides, as directions are: a word whose letters are names, or names of any length.
///
/// ```
/// use dedale::parse::Names;
/// assert!(Names::word("NES").iter().eq(["N", "E", "S"]));
/// assert!(Names::list("NE,SW".split(',')).iter().eq(["NE", "SW"]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// All of them together, since there may be millions.
    text: String,
    /// Where each ends; `None` where each is one letter.
    ends: Option<Vec<usize>>,
}

impl Names {
    /// The letters of a word.
    pub fn word(word: impl Into<String>) -> Names {
        Names { text: word.into(), ends: None }
    }

    /// These names.
    pub fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> Names {
        let mut list = Names { text: String::new(), ends: Some(Vec::new()) };
        names.into_iter().for_each(|name| list.push(name));
        list
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.as_ref().map_or_else(|| self.text.chars().count(), Vec::len)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The names, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        let mut next = self.ends.iter().flatten();
        std::iter::from_fn(move || {
            let end = match self.ends {
                Some(_) => *next.next()?,
                None => start + self.text[start..].chars().next()?.len_utf8(),
            };
            Some(&self.text[std::mem::replace(&mut start, end)..end])
        })
    }

    fn push(&mut self, name: &str) {
        self.text.push_str(name);
        let end = self.text.len();
        self.ends.get_or_insert_default().push(end);
    }
}

/// A word of letters, each a name, or an array of names.
impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Names, D::Error> {
        struct WordOrList;

        impl<'de> Visitor<'de> for WordOrList {
            type Value = Names;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string of letters, or an array of the names of sides")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Names, E> {
                Ok(Names::word(word))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Names, A::Error> {
                let mut names = Names::list([]);
                while list.next_element_seed(Push(&mut names))?.is_some() {}
                Ok(names)
            }
        }

        deserializer.deserialize_any(WordOrList)
    }
}

/// Adds a name to those before it.
struct Push<'a>(&'a mut Names);

impl<'de> serde::de::DeserializeSeed<'de> for Push<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Push<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a side")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<(), E> {
        self.0.push(name);
        Ok(())
    }
}

/// An address in JSON.
pub(super) struct Numbers(pub(super) Address);

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Numbers, D::Error> {
        struct OneToThree;

        impl<'de> Visitor<'de> for OneToThree {
            type Value = Numbers;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the address of a cell, an array of one to three whole numbers")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Numbers, A::Error> {
                let (mut numbers, mut count) = ([0; 3], 0);
                while let Some(Whole(number)) = list.next_element()? {
                    let room = numbers.get_mut(count).ok_or_else(|| A::Error::invalid_length(count + 1, &self))?;
                    let too_large = || {
                        A::Error::custom(format!("a number of an address is at most {}, and not {number}", u32::MAX))
                    };
                    *room = u32::try_from(number).map_err(|_| too_large())?;
                    count += 1;
                }
                Address::new(&numbers[..count]).map(Numbers).ok_or_else(|| A::Error::invalid_length(0, &self))
            }
        }

        deserializer.deserialize_seq(OneToThree)
    }
}
