//! The name of an encoding.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, Visitor};

use crate::render::Encoding;

pub(super) struct EncodingName;

impl<'de> DeserializeSeed<'de> for EncodingName {
    type Value = Encoding;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Encoding, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for EncodingName {
    type Value = Encoding;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of an encoding")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Encoding, E> {
        Encoding::ALL.iter().copied().find(|encoding| encoding.name() == name).ok_or_else(|| {
            let names = Encoding::ALL.iter().map(|encoding| encoding.name()).collect::<Vec<_>>().join(", ");
            E::custom(format!("unknown encoding; must be one of {names}"))
        })
    }
}
