//! Names and addresses, as JSON has them.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};

use super::super::number::Whole;
use crate::grid::Address;

/// A list of names of sides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// All of them together, since there may be millions.
    text: String,
    /// Where each ends.
    ends: Vec<u32>,
}

impl Names {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The names, in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.ends.len()).map(|place| {
            let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
            &self.text[start as usize..self.ends[place] as usize]
        })
    }

    fn push<E: Error>(&mut self, name: &str) -> Result<(), E> {
        self.text.push_str(name);
        // No body is that long.
        self.ends.push(u32::try_from(self.text.len()).map_err(|_| E::custom("too many names"))?);
        Ok(())
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
                let mut names = Names::default();
                let mut buffer = [0; 4];
                word.chars().try_for_each(|letter| names.push(letter.encode_utf8(&mut buffer)))?;
                Ok(names)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Names, A::Error> {
                let mut names = Names::default();
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
        self.0.push(name)
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
