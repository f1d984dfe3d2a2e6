//! The small values in the JSON of a maze.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, Error, Expected, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};

use super::names::Names;
use crate::about::InvalidValue;
use crate::grid::{Address, GridKind, Side, Wrap};
use crate::rng::MAX_SEED;
use crate::text::Encoding;

/// A struct that is read from an object alone. By itself, one whose reader is derived can be an array of its values too.
#[derive(Default)]
pub(super) struct Object<T>(pub(super) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
        struct AsMap<D>(D);

        impl<'de, D: Deserializer<'de>> Deserializer<'de> for AsMap<D> {
            type Error = D::Error;

            fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
                self.0.deserialize_map(visitor)
            }

            forward_to_deserialize_any! {
                bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq tuple
                tuple_struct map struct enum identifier ignored_any
            }
        }

        T::deserialize(AsMap(deserializer)).map(Object)
    }
}

/// A value that must be there: `null` is none.
pub(super) fn not_null<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// A string, which is copied only if it has escapes.
#[derive(Default, Deserialize)]
pub(super) struct Text<'a>(#[serde(borrow)] pub(super) Cow<'a, str>);

/// A value that is written as one of a few words.
pub(super) struct Word<T>(pub(super) T);

pub(super) trait FromWord: Sized {
    /// A description of these words, for messages.
    const EXPECTED: &'static str;

    /// The value with this name; or what is wrong with the name.
    fn from_word(word: &str) -> Result<Self, String>;
}

impl<'de, T: FromWord> Deserialize<'de> for Word<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Word<T>, D::Error> {
        struct AnyWord<T>(PhantomData<T>);

        impl<T: FromWord> Visitor<'_> for AnyWord<T> {
            type Value = Word<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(T::EXPECTED)
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Word<T>, E> {
                T::from_word(word).map(Word).map_err(E::custom)
            }
        }

        deserializer.deserialize_str(AnyWord(PhantomData))
    }
}

impl FromWord for Encoding {
    const EXPECTED: &'static str = "the name of an encoding";

    fn from_word(word: &str) -> Result<Encoding, String> {
        word.parse().map_err(|why: InvalidValue| format!("unknown encoding; {why}"))
    }
}

impl FromWord for GridKind {
    const EXPECTED: &'static str = "the name of a grid";

    fn from_word(word: &str) -> Result<GridKind, String> {
        // The name of a grid that only its graph describes.
        let known = if word == "custom" { Some(GridKind::Custom) } else { word.parse().ok() };
        known.ok_or_else(|| format!("unknown grid; must be custom, or one of {}", GridKind::names().join(", ")))
    }
}

impl FromWord for Wrap {
    const EXPECTED: &'static str = "one of off, x, y, xy";

    fn from_word(word: &str) -> Result<Wrap, String> {
        word.parse().map_err(|why: InvalidValue| format!("unknown wrap; {why}"))
    }
}

/// The side at which a tunnel begins.
impl FromWord for Side {
    const EXPECTED: &'static str = "NS or EW";

    fn from_word(word: &str) -> Result<Side, String> {
        match word {
            "NS" => Ok(Side::N),
            "EW" => Ok(Side::E),
            _ => Err("a tunnel runs NS or EW".to_owned()),
        }
    }
}

/// A whole number from 0 to [`MAX_SEED`], the largest range that every program reads exactly.
#[derive(Clone, Copy)]
pub(super) struct Whole(pub(super) u64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole, D::Error> {
        struct AnyWhole;

        impl Visitor<'_> for AnyWhole {
            type Value = Whole;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a whole number from 0 to {MAX_SEED}")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Whole, E> {
                if number <= MAX_SEED {
                    Ok(Whole(number))
                } else {
                    Err(E::invalid_value(Unexpected::Unsigned(number), &self))
                }
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Whole, E> {
                whole(number, &self).map(Whole)
            }
        }

        deserializer.deserialize_u64(AnyWhole)
    }
}

/// The whole number that some programs write as `1.0`.
///
/// # Errors
///
/// For any other number: that it is not what `expected` says.
pub(super) fn whole<E: Error>(number: f64, expected: &dyn Expected) -> Result<u64, E> {
    // Up to here every whole number is exact.
    if number.fract() == 0.0 && (0.0..=MAX_SEED as f64).contains(&number) {
        Ok(number as u64)
    } else {
        Err(E::invalid_type(Unexpected::Float(number), expected))
    }
}

/// An address. If `ANY` is set, a number that is too large for any maze is the largest there is, which no maze has.
pub(super) struct Numbers<const ANY: bool>(pub(super) Address);

impl<'de, const ANY: bool> Deserialize<'de> for Numbers<ANY> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Numbers<ANY>, D::Error> {
        const EXPECTED: &str = "the address of a cell, an array of one to three whole numbers";
        let wrong_length = |length: usize| format!("invalid length {length}, expected {EXPECTED}");
        let (mut numbers, mut count) = ([0; 3], 0);
        read_list(deserializer, EXPECTED, |Whole(number)| {
            let place = numbers.get_mut(count).ok_or_else(|| wrong_length(count + 1))?;
            *place = match u32::try_from(number) {
                Ok(number) => number,
                Err(_) if ANY => u32::MAX,
                Err(_) => return Err(format!("a number of an address is at most {}, and not {number}", u32::MAX)),
            };
            count += 1;
            Ok(())
        })?;
        Address::new(&numbers[..count]).map(Numbers).ok_or_else(|| D::Error::custom(wrong_length(0)))
    }
}

/// Reads an array, of which `take` gets one element after the other, or says what is wrong with it. `expected` describes the array, for messages.
pub(super) fn read_list<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
    expected: &str,
    take: impl FnMut(T) -> Result<(), String>,
) -> Result<(), D::Error> {
    struct List<'a, T, F> {
        expected: &'a str,
        take: F,
        element: PhantomData<fn() -> T>,
    }

    impl<'de, T: Deserialize<'de>, F: FnMut(T) -> Result<(), String>> Visitor<'de> for List<'_, T, F> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.expected)
        }

        fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
            while let Some(element) = list.next_element()? {
                (self.take)(element).map_err(A::Error::custom)?;
            }
            Ok(())
        }
    }

    deserializer.deserialize_seq(List { expected, take, element: PhantomData })
}

/// The most sides of a cell.
pub(super) const MAX_SIDES: usize = 8;

/// A list of what a cell has one of for each side.
pub(super) struct Few<T> {
    values: [T; MAX_SIDES],
    /// How many there are in the list, even if it is too long.
    count: usize,
}

impl<T> Few<T> {
    pub(super) fn push(&mut self, value: T) {
        if let Some(place) = self.values.get_mut(self.count) {
            *place = value;
        }
        self.count += 1;
    }

    pub(super) fn map<U>(self, change: impl FnMut(T) -> U) -> Few<U> {
        Few { values: self.values.map(change), count: self.count }
    }

    pub(super) fn is_too_long(&self) -> bool {
        self.count > MAX_SIDES
    }

    pub(super) fn as_slice(&self) -> &[T] {
        &self.values[..self.count.min(MAX_SIDES)]
    }
}

impl<T: Default> Default for Few<T> {
    fn default() -> Few<T> {
        Few { values: Default::default(), count: 0 }
    }
}

impl<'de, T: Default + Deserialize<'de>> Deserialize<'de> for Few<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Few<T>, D::Error> {
        let mut few = Few::default();
        read_list(deserializer, &format!("an array of at most {MAX_SIDES} elements"), |value| {
            few.push(value);
            Ok(())
        })?;
        Ok(few)
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
                while let Some(Text(name)) = list.next_element()? {
                    names.push(&name);
                }
                Ok(names)
            }
        }

        deserializer.deserialize_any(WordOrList)
    }
}
