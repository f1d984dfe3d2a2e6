//! A value for each place of a board.

use std::ops::{Index, IndexMut};

use crate::grid::Place;

/// A value for each place of a board: see [`Board::table`](super::board::Board::table).
#[derive(Clone, Debug)]
pub(crate) struct PlaceTable<T>(Vec<T>);

impl<T> PlaceTable<T> {
    /// Creates the table with these values, in the order of places.
    pub(super) fn of(values: Vec<T>) -> PlaceTable<T> {
        PlaceTable(values)
    }

    /// Returns the places and their values, in order.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (Place, &mut T)> {
        self.0.iter_mut().enumerate().map(|(place, value)| (Place(place), value))
    }
}

impl<T> Index<Place> for PlaceTable<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, place: Place) -> &T {
        &self.0[place.0]
    }
}

impl<T> IndexMut<Place> for PlaceTable<T> {
    #[inline(always)]
    fn index_mut(&mut self, place: Place) -> &mut T {
        &mut self.0[place.0]
    }
}
