//! The maze as a map of Tiled in JSON.

use super::tiled::{self, Notation};
use crate::picture::RowSource;
use crate::picture::form::{Form, FormatInfo};

pub(crate) const INFO: FormatInfo = tiled::info("tmj", "application/x-tiled+json");

pub(crate) fn start(source: &dyn RowSource) -> Option<Box<dyn Form>> {
    tiled::start(Notation::Json, source)
}
