//! The maze as a map of Tiled in XML.

use super::tiled::{self, Notation};
use crate::picture::RowSource;
use crate::picture::form::{Form, FormatInfo};

pub(crate) const INFO: FormatInfo = tiled::info("tmx", "application/x-tiled+xml");

pub(crate) fn start(source: &dyn RowSource) -> Option<Box<dyn Form>> {
    tiled::start(Notation::Xml, source)
}
