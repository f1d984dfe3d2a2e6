//! Whole numbers in JSON.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, Expected, Unexpected, Visitor};

use crate::rng::MAX_SEED;

/// A whole number. Messages call it so, and not by the name of a type of Rust.
pub(super) struct Whole(pub(super) u64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole, D::Error> {
        struct AnyWhole;

        impl Visitor<'_> for AnyWhole {
            type Value = Whole;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, 0 or more")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Whole, E> {
                Ok(Whole(number))
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
