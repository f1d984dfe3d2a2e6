//! What the variants of a format hold.

use std::fmt::{self, Formatter};

use super::{Animation, Encoding, Measures, Style, Table};

/// What a variant of [`Format`](super::Format) holds.
pub(super) trait Held {
    fn style(&self) -> Option<&Style> {
        None
    }

    fn style_mut(&mut self) -> Option<&mut Style> {
        None
    }

    fn encoding(&self) -> Option<Encoding> {
        None
    }

    fn encoding_mut(&mut self) -> Option<&mut Encoding> {
        None
    }

    fn table(&self) -> Option<Table> {
        None
    }

    fn table_mut(&mut self) -> Option<&mut Table> {
        None
    }

    fn measures(&self) -> Option<Measures> {
        None
    }

    fn measures_mut(&mut self) -> Option<&mut Measures> {
        None
    }

    fn animation(&self) -> Option<&Animation> {
        None
    }

    fn animation_mut(&mut self) -> Option<&mut Animation> {
        None
    }

    /// Writes a text that is another one for every other value, with a space before it.
    fn identify(&self, f: &mut Formatter<'_>) -> fmt::Result;
}
