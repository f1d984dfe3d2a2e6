//! Whole numbers in JSON.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, Expected, Unexpected, Visitor};

use crate::rng::MAX_SEED;

/// A whole number from 0 to [`MAX_SEED`], the largest range that every program reads exactly.
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
