//! How the cells of a grid lie on the board on which a maze is carved.
//!
//! A board has a *place* for each cell, and may have others. Most grids have one place for each cell, in order, and every step asks them for
//! the neighbors of a cell. On squares, a step is an addition, and there are places around them without cells, so that no step needs to know
//! where the grid ends. No maze depends on the layout.

use super::{Cell, Grid, Kinds, Mesh, Side, Sides, Square};

/// A place on a board: where a cell lies there, or a place without a cell.
///
/// It is another number than that of the cell: [`BoardLayout::place`] and [`BoardLayout::cell_at`] turn one into the other. Generators that carve
/// on a board know each cell by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Place(pub(crate) usize);

impl Place {
    /// The first place of a board.
    pub(crate) const FIRST: Place = Place(0);

    /// Returns the place after this one.
    #[inline(always)]
    pub(crate) fn next(self) -> Place {
        Place(self.0 + 1)
    }
}

/// The layout of a grid. The compiler knows it from the type of the grid.
pub(crate) trait BoardLayout: Grid {
    /// Returns all sides that the cells of this grid have, inner or outer, and maybe others. Fewer sides take less time.
    #[inline(always)]
    fn sides(&self) -> Sides {
        if self.is_square() { Sides::SQUARE } else { self.as_mesh().map_or(Sides::from_bits(u8::MAX), Mesh::all_sides) }
    }

    /// True for squares. The compiler then knows that the place across a side is at a constant distance.
    #[inline(always)]
    fn is_square(&self) -> bool {
        self.as_square().is_some()
    }

    /// Returns the sides that most cells have, inner or outer.
    #[inline]
    fn common_sides(&self) -> Sides {
        self.as_mesh().map_or_else(|| self.sides(), Mesh::common_sides)
    }

    /// Returns the kinds of cells.
    #[inline]
    fn kinds(&self) -> Kinds<'_> {
        self.as_mesh().map(Mesh::kinds).unwrap_or_default()
    }

    /// Returns true if there is only one path between any two cells without walls, as in a single row. The grid then has one perfect maze.
    #[inline]
    fn is_tree(&self) -> bool {
        if let Some(square) = self.as_square() {
            return square.columns() == 1 || square.rows() == 1;
        }
        let most = 2 * (u64::from(self.cells()) - 1);
        let mut ends_of_sides = 0;
        (0..self.cells()).all(|cell| {
            ends_of_sides += u64::from(self.inner_sides(Cell(cell)).len());
            ends_of_sides <= most
        })
    }

    /// Returns the number of places of a board.
    #[inline(always)]
    fn places(&self) -> usize {
        self.as_square().map_or(self.cells() as usize, |square| square.places())
    }

    /// Returns the number of cells whose places are contiguous, counted from every cell whose number is a multiple of this one.
    #[inline(always)]
    fn run(&self) -> u32 {
        self.as_square().map_or(self.cells(), |square| square.columns())
    }

    /// Returns the place of `cell` on a board, below [`places`](BoardLayout::places). Places are different for all cells, and in the order of their numbers.
    #[inline(always)]
    fn place(&self, cell: Cell) -> Place {
        self.as_square().map_or(Place(cell.index()), |square| square.place(cell))
    }

    /// Returns the cell at `place`, which must have one.
    #[inline(always)]
    fn cell_at(&self, place: Place) -> Cell {
        self.as_square().map_or(Cell(place.0 as u32), |square| square.cell_at(place))
    }

    /// Returns the sides of the cell at `place` that lead to other places: its inner sides, or all sides of a square, whose outer sides lead
    /// to places without cells.
    #[inline(always)]
    fn sides_at(&self, place: Place) -> Sides {
        if self.is_square() { Sides::SQUARE } else { self.inner_sides(Cell(place.0 as u32)) }
    }

    /// Returns the [`sides_at`](BoardLayout::sides_at) `place` that lead to wanted places. `is_wanted` may be called with numbers that are not
    /// places, which do not matter.
    #[inline(always)]
    fn sides_to(&self, place: Place, is_wanted: impl Fn(Place) -> bool) -> Sides {
        if let Some(mesh) = self.as_mesh() {
            return mesh.sides_to(Cell(place.0 as u32), |neighbor| is_wanted(Place(neighbor as usize)));
        }
        self.sides_at(place).into_iter().filter(|&side| is_wanted(self.place_across(place, side))).collect()
    }

    /// Returns the wall at `side` of the cell at `place`, one of its inner sides, as a side of the cell across.
    #[inline(always)]
    fn opposite_at(&self, place: Place, side: Side) -> Side {
        // On squares, it is the same for all cells.
        self.opposite(Cell(place.0 as u32), side)
    }

    /// Returns the place across `side`, which must be one of [`sides_at`](BoardLayout::sides_at) `place`.
    #[inline(always)]
    fn place_across(&self, place: Place, side: Side) -> Place {
        match self.as_square() {
            Some(square) => square.place_across(place, side),
            None => Place(self.across(Cell(place.0 as u32), side).index()),
        }
    }

    /// Returns [`Grid::min_moves`] from any cell to this one.
    #[inline(always)]
    fn min_moves_to(&self, to: Cell) -> impl Fn(Cell) -> u32 {
        let on_squares = self.as_square().map(|square| square.min_moves_to(to));
        move |cell| on_squares.as_ref().map_or_else(|| self.min_moves(cell, to), |min_moves| min_moves(cell))
    }
}

impl<G: Grid> BoardLayout for G {}

/// The layout of squares: a row of places before the first row of cells, one after the last row, and one more place than columns in each row,
/// which lies east of that row and west of the next. So there is a place at each side of every cell, with a cell or without, and rows and
/// columns need not be computed.
impl Square {
    /// Returns the distance from a place to the one to the south.
    #[inline]
    const fn stride(&self) -> usize {
        self.columns() as usize + 1
    }

    #[inline]
    fn places(&self) -> usize {
        self.stride() * (self.rows() as usize + 2)
    }

    #[inline]
    fn place(&self, cell: Cell) -> Place {
        // One more for each row before this one.
        Place(cell.index() + self.row(cell) as usize + self.stride() + 1)
    }

    #[inline]
    fn cell_at(&self, place: Place) -> Cell {
        let past_first = place.0 - self.stride() - 1;
        Cell((past_first - past_first / self.stride()) as u32)
    }

    #[inline]
    fn place_across(&self, place: Place, side: Side) -> Place {
        Place(match side {
            Side::N => place.0 - self.stride(),
            Side::E => place.0 + 1,
            Side::S => place.0 + self.stride(),
            _ => place.0 - 1,
        })
    }

    #[inline(always)]
    fn min_moves_to(&self, to: Cell) -> impl Fn(Cell) -> u32 + use<> {
        let [columns, to_row, to_column] = [self.columns(), self.row(to), self.column(to)];
        // One division instead of one for each cell: the product with this, rounded down, is the exact quotient of numbers of 32 bits.
        let inverse = u64::MAX / u64::from(columns);
        move |cell| {
            let row = (((u128::from(cell.0) + 1) * u128::from(inverse)) >> 64) as u32;
            row.abs_diff(to_row) + (cell.0 - row * columns).abs_diff(to_column)
        }
    }
}
