//! The corner that a binary tree leads towards.

use crate::about::named;
use crate::grid::Side;

named! {
    /// The corner that a binary tree leads towards.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Bias {
        /// Each cell opens south or east.
        #[default]
        SouthEast = "se",
        /// Each cell opens south or west.
        SouthWest = "sw",
        /// Each cell opens north or east.
        NorthEast = "ne",
        /// Each cell opens north or west.
        NorthWest = "nw",
    }
}

impl Bias {
    /// Returns the two sides that cells open: north or south, and east or west.
    pub(super) const fn sides(self) -> (Side, Side) {
        match self {
            Bias::SouthEast => (Side::S, Side::E),
            Bias::SouthWest => (Side::S, Side::W),
            Bias::NorthEast => (Side::N, Side::E),
            Bias::NorthWest => (Side::N, Side::W),
        }
    }
}
