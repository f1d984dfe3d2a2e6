//! The board on which a maze is carved, before it becomes a [`Maze`].

use super::place_table::PlaceTable;
use crate::grid::{BoardLayout as _, Cell, Grid, Kinds, Place, Side, Sides, Stride};
use crate::maze::Maze;
use crate::observe::{Observer, Step};
use crate::rng::Rng;

/// The byte at a place that has no cell. It is not that of an unvisited cell, and no passage leads there. Only squares have such places.
const NO_CELL: u8 = u8::MAX;

/// The number of unsuccessful draws after which [`Board::random_neighbor`] asks the observer. A cell with one neighbor among eight sides
/// takes that many once in five thousand times.
const MAX_DRAWS: u32 = 64;

/// The passages of every cell, one byte each, at the place of the cell. The grid lays the places out so that a step to a neighbor costs
/// nothing: see `grid::layout`. As in a maze, a cell is unvisited while no passage leads to it.
///
/// Random draws depend on the seed and on the inner sides of the cells, but not on the layout.
pub(crate) struct Board<'a, G> {
    grid: &'a G,
    passages: Vec<u8>,
    /// True if any cell has an inner side with a number of 4 or more.
    has_wide_cells: bool,
    /// The number to add to a place for the one across a side, by the number of the side. Only for squares.
    steps: [usize; 8],
    /// The kinds of cells, if the grid has kinds, and the strides of each kind. A stride that a walk has taken knows the kind of cell at its
    /// end.
    kinds: Kinds<'a>,
    strides: Vec<[Stride; 8]>,
    /// The step across each side in [`CHOICES`]. Only for squares.
    chosen_steps: [[usize; 16]; 12],
}

/// Carves `maze`, whose walls must all stand, by `work` on a board. If the observer stops the work, the maze has what was carved until then.
#[inline]
pub(crate) fn carve_on_board<G: Grid, E>(
    maze: &mut Maze<G>,
    work: impl FnOnce(&mut Board<'_, G>) -> Result<(), E>,
) -> Result<(), E> {
    let (grid, passages) = maze.grid_and_passages();
    // The board holds the passages meanwhile, so that a large maze is in memory once.
    *passages = Vec::new();
    let mut board = Board::new(grid);
    let outcome = work(&mut board);
    board.write_to(passages);
    outcome
}

impl<'a, G: Grid> Board<'a, G> {
    fn new(grid: &'a G) -> Board<'a, G> {
        let mut steps = [0; 8];
        if grid.is_square() {
            let first = grid.place(Cell(0));
            for side in Sides::SQUARE {
                steps[usize::from(side.number())] = grid.place_across(first, side).0.wrapping_sub(first.0);
            }
        }
        // A single cell has no neighbor to step to, and the table would cost more than the maze.
        let mut chosen_steps = [[0; 16]; 12];
        if grid.cells() > 1 {
            for (step, side) in chosen_steps.as_flattened_mut().iter_mut().zip(CHOICES.as_flattened()) {
                *step = steps[usize::from(side.number())];
            }
        }
        let has_wide_cells = may_have_wide_cells(grid)
            && (0..grid.cells()).any(|cell| !grid.inner_sides(Cell(cell)).minus(Sides::SQUARE).is_empty());
        let kinds = grid.kinds();
        let mut board = Board {
            grid,
            passages: vec![NO_CELL; grid.places()],
            has_wide_cells,
            steps,
            kinds,
            strides: kinds.strides.to_vec(),
            chosen_steps,
        };
        for_each_run(grid, |places| board.passages[places].fill(0));
        board
    }

    fn write_to(&self, passages: &mut Vec<Sides>) {
        passages.reserve_exact(self.grid.cells() as usize);
        for_each_run(self.grid, |places| {
            passages.extend(self.passages[places].iter().map(|&sides| Sides::from_bits(sides)));
        });
    }

    #[inline]
    pub(crate) fn grid(&self) -> &'a G {
        self.grid
    }

    /// Returns a random place of a cell.
    pub(crate) fn random_place(&self, rng: &mut Rng) -> Place {
        self.grid.place(Cell(rng.below(u64::from(self.grid.cells())) as u32))
    }

    /// Returns the cell at `place`.
    #[inline]
    pub(crate) fn cell(&self, place: Place) -> Cell {
        self.grid.cell_at(place)
    }

    /// Returns the index of the cell at `place` in disjoint sets: it is unique, and below [`set_count`](Board::set_count). It is the place,
    /// since the number of a cell takes a division to find, or the number of the cell if places do not fit into four bytes.
    #[inline]
    pub(crate) fn set_index(&self, place: Place) -> u32 {
        if self.has_small_places() { place.0 as u32 } else { self.cell(place).0 }
    }

    /// Returns the number of indices that disjoint sets of the cells need.
    pub(crate) fn set_count(&self) -> usize {
        if self.has_small_places() { self.passages.len() } else { self.grid.cells() as usize }
    }

    #[inline]
    fn has_small_places(&self) -> bool {
        self.passages.len() <= u32::MAX as usize
    }

    /// Returns true if there is an unvisited cell at `place`.
    #[inline]
    pub(crate) fn is_unvisited(&self, place: Place) -> bool {
        self.passages[place.0] == 0
    }

    /// Returns true if there is a cell at `place`.
    #[inline]
    pub(crate) fn is_cell(&self, place: Place) -> bool {
        !self.grid.is_square() || self.passages[place.0] != NO_CELL
    }

    /// Returns true if there is a cell at `place`, which must be across one of the [`sides_at`](Board::sides_at) another place.
    #[inline]
    pub(crate) fn is_cell_beyond(&self, place: Place) -> bool {
        // The sides of a kind are inner sides.
        self.has_kinds() || self.is_cell(place)
    }

    /// Returns true if all inner sides have numbers from 0 to 3, so that choices are drawn as on a square grid. Other sides take more bits. This
    /// depends on the cells and not on the layout. If the compiler can tell from the type of the grid, it costs nothing.
    #[inline]
    pub(crate) fn draws_as_square(&self) -> bool {
        !may_have_wide_cells(self.grid) || !self.has_wide_cells
    }

    /// Returns the first place of an unvisited cell at `from` or after it, in the order of the cells' numbers.
    #[inline]
    pub(crate) fn first_unvisited(&self, from: Place) -> Option<Place> {
        let rest = self.passages.get(from.0..)?;
        rest.iter().position(|&passages| passages == 0).map(|after| Place(from.0 + after))
    }

    /// Returns the sides of the cell at `place` that lead to unvisited cells.
    #[inline]
    pub(crate) fn sides_to_unvisited(&self, place: Place) -> Sides {
        if !self.grid.is_square() {
            return self.grid.sides_to(place, |neighbor| self.passages.get(neighbor.0) == Some(&0));
        }
        let sides = self.grid.sides_at(place);
        let mut ways = 0;
        // From the last to the first, so each shift moves the earlier ones as well.
        for number in (0..u8::BITS - self.grid.sides().bits().leading_zeros()).rev() {
            let side = Side::new(number as u8 & 7);
            ways = ways + ways + u8::from(sides.contains(side) && self.is_unvisited(self.across(place, side)));
        }
        Sides::from_bits(ways)
    }

    /// Returns the sides of the cell at `place` that lead to visited cells.
    #[inline]
    pub(crate) fn sides_to_visited(&self, place: Place) -> Sides {
        let mut ways = 0;
        for side in self.grid.sides_at(place) {
            let neighbor = self.across(place, side);
            ways |= u8::from(self.is_cell(neighbor) && !self.is_unvisited(neighbor)) << side.number();
        }
        Sides::from_bits(ways)
    }

    /// Returns the first place of an unvisited cell with a visited neighbor, at `from` or after it, in the order of the cells' numbers.
    pub(crate) fn first_unvisited_beside_visited(&self, mut from: Place) -> Option<Place> {
        while let Some(place) = self.first_unvisited(from) {
            if !self.sides_to_visited(place).is_empty() {
                return Some(place);
            }
            from = place.next();
        }
        None
    }

    /// Returns the sides of the cell at `place` that lead to cells at higher places, through a wall or a passage. Those of all cells are all
    /// walls and passages between two cells, each once.
    #[inline]
    pub(crate) fn sides_to_later(&self, place: Place) -> Sides {
        let is_later = |side: &Side| {
            let neighbor = self.across(place, *side);
            neighbor > place && self.is_cell(neighbor)
        };
        self.grid.sides_at(place).into_iter().filter(is_later).collect()
    }

    /// Returns the sides of the cell at `place` that lead to other cells.
    pub(crate) fn inner_sides(&self, place: Place) -> Sides {
        self.grid.inner_sides(self.cell(place))
    }

    /// Returns the open sides of the cell at `place`.
    #[inline]
    pub(crate) fn passages(&self, place: Place) -> Sides {
        Sides::from_bits(self.passages[place.0])
    }

    /// Returns the neighbor across `side` of the cell at `place`.
    #[inline]
    pub(crate) fn neighbor(&self, place: Place, side: Side) -> Neighbor {
        Neighbor { side, place: self.across(place, side) }
    }

    /// Returns the place across `side` of the cell at `place`.
    #[inline]
    pub(crate) fn across(&self, place: Place, side: Side) -> Place {
        if self.grid.is_square() {
            Place(place.0.wrapping_add(self.steps[usize::from(side.number())]))
        } else {
            self.grid.place_across(place, side)
        }
    }

    /// Returns the wall at `side` of the cell at `place` as a side of the cell across.
    #[inline]
    pub(crate) fn opposite(&self, place: Place, side: Side) -> Side {
        self.grid.opposite_at(place, side)
    }

    /// Reports that the algorithm is at the cell at `place`.
    #[inline]
    pub(crate) fn visit<O: Observer>(&self, place: Place, observer: &mut O) -> Result<(), O::Stop> {
        observer.see(Step::Visit(self.cell(place)))
    }

    /// Reports that a tree or a walk begins in the cell at `place`.
    pub(crate) fn begin_at<O: Observer>(&self, place: Place, observer: &mut O) -> Result<(), O::Stop> {
        observer.see(Step::Root(self.cell(place)))
    }

    /// Opens the wall between the cell at `place` and its neighbor, and reports a [`Step::Carve`].
    #[inline]
    pub(crate) fn carve<O: Observer>(
        &mut self,
        place: Place,
        neighbor: Neighbor,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        self.link(place, neighbor);
        observer.see(Step::Carve { from: self.cell(place), side: neighbor.side, to: self.cell(neighbor.place) })
    }

    /// [Carves](Board::carve) from the cell across `back` to the cell at `place`.
    #[inline]
    pub(crate) fn carve_into<O: Observer>(
        &mut self,
        place: Place,
        back: Side,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        self.carve(self.across(place, back), Neighbor { side: self.opposite(place, back), place }, observer)
    }

    /// Opens the wall between the cell at `place` and its neighbor, and reports a [`Step::Join`].
    #[inline]
    pub(crate) fn join<O: Observer>(
        &mut self,
        place: Place,
        neighbor: Neighbor,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        self.link(place, neighbor);
        observer.see(Step::Join { from: self.cell(place), side: neighbor.side, to: self.cell(neighbor.place) })
    }

    /// Closes the passage between the cell at `place` and its neighbor, and reports a [`Step::Wall`].
    pub(crate) fn wall<O: Observer>(
        &mut self,
        place: Place,
        neighbor: Neighbor,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        let Neighbor { side, place: neighbor } = neighbor;
        debug_assert_eq!(self.across(place, side), neighbor);
        self.passages[place.0] &= !(1 << side.number());
        self.passages[neighbor.0] &= !(1 << self.opposite(place, side).number());
        observer.see(Step::Wall { from: self.cell(place), side, to: self.cell(neighbor) })
    }

    /// Opens the wall between the cell at `place` and its neighbor, without a report.
    #[inline]
    pub(crate) fn link(&mut self, place: Place, Neighbor { side, place: neighbor }: Neighbor) {
        debug_assert_eq!(self.across(place, side), neighbor);
        self.passages[place.0] |= 1 << side.number();
        self.passages[neighbor.0] |= 1 << self.opposite(place, side).number();
    }

    /// Returns a random neighbor of the cell at `place`, each equally likely.
    ///
    /// Draws as many bits as it takes to name a side of any cell of this grid, two or three, and again if there is no neighbor at that side.
    /// After many such draws, it reports that the cell is visited once more. So it can be stopped if the cell has no neighbor, against what
    /// [`Grid`] promises.
    #[inline]
    pub(crate) fn random_neighbor<O: Observer>(
        &self,
        place: Place,
        rng: &mut Rng,
        observer: &mut O,
    ) -> Result<Neighbor, O::Stop> {
        loop {
            if let Some(found) = self.random_neighbor_after(0, place, |width| rng.bits(width)) {
                return Ok(found);
            }
            self.visit(place, observer)?;
        }
    }

    /// Goes on with [`random_neighbor`](Board::random_neighbor) after `draws` unsuccessful draws. Returns `None` after too many.
    #[inline]
    pub(crate) fn random_neighbor_after(
        &self,
        draws: u32,
        place: Place,
        mut draw: impl FnMut(u32) -> u32,
    ) -> Option<Neighbor> {
        let width = self.width_of_draws();
        for _ in draws..MAX_DRAWS {
            let side = Side::new(draw(width) as u8 & 7);
            if self.grid.sides_at(place).contains(side) {
                let neighbor = self.neighbor(place, side);
                if self.is_cell(neighbor.place) {
                    return Some(neighbor);
                }
            }
        }
        None
    }

    /// Returns the number of bits that it takes to name a side of any cell.
    #[inline]
    pub(crate) fn width_of_draws(&self) -> u32 {
        if self.draws_as_square() { 2 } else { 3 }
    }

    /// Returns the position of a walk at a place.
    #[inline]
    pub(crate) fn position(&self, place: Place) -> Position {
        Position { place, kind: if self.has_kinds() { self.kinds.of_cells[place.0] } else { 0 } }
    }

    /// Returns true if the grid has a few kinds of cells.
    #[inline]
    fn has_kinds(&self) -> bool {
        !self.grid.is_square() && !self.strides.is_empty()
    }

    /// Returns the sides of a cell that lead to other places.
    #[inline]
    pub(crate) fn sides_at(&self, position: Position) -> Sides {
        if self.has_kinds() { self.kinds.inner[usize::from(position.kind)] } else { self.grid.sides_at(position.place) }
    }

    /// Returns a table with this value for each place.
    pub(crate) fn table<T: Clone>(&self, value: T) -> PlaceTable<T> {
        PlaceTable::of(vec![value; self.passages.len()])
    }

    /// Returns all places of the board, with a cell or without.
    pub(crate) fn places(&self) -> impl Iterator<Item = Place> + Clone + use<G> {
        (0..self.passages.len()).map(Place)
    }

    /// Returns the inner sides of each cell, by place; none for places without a cell.
    pub(crate) fn all_sides_at(&self) -> PlaceTable<u8> {
        let mut sides = vec![0; self.passages.len()];
        let mut cells = (0..self.grid.cells()).map(Cell);
        for_each_run(self.grid, |places| {
            for (sides, cell) in sides[places].iter_mut().zip(&mut cells) {
                *sides = self.grid.inner_sides(cell).bits();
            }
        });
        PlaceTable::of(sides)
    }

    /// Returns the places of visited cells.
    pub(crate) fn visited(&self) -> impl Iterator<Item = Place> {
        self.places().filter(|&place| self.passages[place.0] != 0 && self.is_cell(place))
    }

    /// Calls `each` with every place that a side of a cell leads to, and with the side that leads back.
    // Inlined, so that the arguments can stay in registers.
    #[inline(always)]
    pub(crate) fn for_each_neighbor(&self, position: Position, mut each: impl FnMut(Place, Side)) {
        let sides = self.sides_at(position);
        if self.has_kinds() {
            // Looked up once: a loop that looks it up for each side takes a tenth more time.
            let strides = &self.strides[usize::from(position.kind)];
            for side in sides {
                let stride = strides[usize::from(side.number())];
                each(Place(stride.from(Cell(position.place.0 as u32)).index()), stride.back);
            }
        } else {
            for side in sides {
                each(self.across(position.place, side), self.opposite(position.place, side));
            }
        }
    }

    /// [Carves](Board::carve) to the cell that a [`step`](Board::step) has led to. Returns the side that leads back.
    #[inline]
    pub(crate) fn carve_step<O: Observer>(
        &mut self,
        from: Position,
        side: Side,
        to: Position,
        observer: &mut O,
    ) -> Result<Side, O::Stop> {
        let back = if self.has_kinds() {
            self.strides[usize::from(from.kind)][usize::from(side.number())].back
        } else {
            self.opposite(from.place, side)
        };
        self.passages[from.place.0] |= 1 << side.number();
        self.passages[to.place.0] |= 1 << back.number();
        observer.see(Step::Carve { from: self.cell(from.place), side, to: self.cell(to.place) })?;
        Ok(back)
    }

    /// Takes a step across a random one of `sides`, drawn as by [`choose`](Board::choose).
    #[inline]
    pub(crate) fn choose_step(&mut self, from: Position, sides: Sides, rng: &mut Rng) -> Option<(Side, Position)> {
        if !self.has_kinds() {
            let Neighbor { side, place } = self.choose(from.place, sides, rng)?;
            return Some((side, Position { place, kind: 0 }));
        }
        let side = self.choose_side(sides, rng)?;
        Some((side, self.step(from, side)))
    }

    /// Returns a random one of `sides`, drawn as by [`choose`](Board::choose).
    // Inlined, as a walk does little else.
    #[inline(always)]
    fn choose_side(&self, sides: Sides, rng: &mut Rng) -> Option<Side> {
        if sides.is_empty() {
            None
        } else if self.draws_as_square() {
            Some(CHOICES[rng.twelfth() as usize % 12][usize::from(sides.bits() & 15)])
        } else {
            sides.pick(|n| rng.below(n))
        }
    }

    /// Returns the position after a step across a side, which must be an inner one.
    // Inlined, as a walk does little else.
    #[inline(always)]
    pub(crate) fn step(&mut self, from: Position, side: Side) -> Position {
        if !self.has_kinds() {
            return Position { place: self.across(from.place, side), kind: 0 };
        }
        let stride = self.strides[usize::from(from.kind)][usize::from(side.number())];
        let place = Place(stride.from(Cell(from.place.0 as u32)).index());
        let found = self.kinds.of_cells[place.0];
        if found == stride.kind {
            // The same as the last time, so that the next step need not wait for the memory of this one.
            return Position { place, kind: stride.kind };
        }
        learn(&mut self.strides[usize::from(from.kind)][usize::from(side.number())], found);
        Position { place, kind: found }
    }

    /// Returns the side opposite of the only passage of the cell at `place`. `None` if the cell has no passage or several, or if a corner is
    /// opposite.
    #[inline]
    pub(crate) fn ahead(&self, place: Place) -> Option<Side> {
        let passages = Sides::from_bits(self.passages[place.0]);
        let side = passages.nth(0).filter(|_| passages.len() == 1)?;
        self.grid.straight_ahead(self.cell(place), side)
    }

    /// Returns the neighbor across a random one of `sides` of the cell at `place`, each equally likely. `None`, without a draw, if `sides` is
    /// empty.
    #[inline]
    pub(crate) fn choose(&self, place: Place, sides: Sides, rng: &mut Rng) -> Option<Neighbor> {
        if sides.is_empty() || !self.grid.is_square() {
            return self.choose_side(sides, rng).map(|side| self.neighbor(place, side));
        }
        let (twelfth, ways) = (rng.twelfth() as usize % 12, usize::from(sides.bits() & 15));
        // The step has a separate table, since the walk waits for it.
        let place = Place(place.0.wrapping_add(self.chosen_steps[twelfth][ways]));
        Some(Neighbor { side: CHOICES[twelfth][ways], place })
    }
}

/// A neighbor of a cell on a board: the side of the cell that leads there, and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Neighbor {
    pub(crate) side: Side,
    pub(crate) place: Place,
}

/// The position of a walk on a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Position {
    pub(crate) place: Place,
    /// The kind of the cell, if the grid has kinds.
    kind: u16,
}

/// Notes the kind of cell that a stride has led to.
// Out of line, so that the processor is not made to wait for the kind that is found.
#[cold]
#[inline(never)]
fn learn(stride: &mut Stride, found: u16) {
    stride.kind = found;
}

/// Returns true if the cells of the grid may have a side with a number of 4 or more.
#[inline]
fn may_have_wide_cells<G: Grid>(grid: &G) -> bool {
    !grid.sides().minus(Sides::SQUARE).is_empty()
}

/// Calls `each` with all places that have a cell, as ranges, in the order of the cells' numbers.
fn for_each_run<G: Grid>(grid: &G, mut each: impl FnMut(std::ops::Range<usize>)) {
    let cells = grid.cells();
    let run = grid.run();
    let mut first = 0;
    while first < cells {
        let place = grid.place(Cell(first));
        let len = run.min(cells - first);
        each(place.0..place.0 + len as usize);
        // The last range may end with the largest number.
        let Some(next) = first.checked_add(len) else { return };
        first = next;
    }
}

/// A table for choices: by a number in `0 .. 12` and a set of sides, a side of the set. Each side of a set is there for equally many numbers.
static CHOICES: [[Side; 16]; 12] = choices();

const fn choices() -> [[Side; 16]; 12] {
    let mut table = [[Side::N; 16]; 12];
    let mut twelfth = 0;
    while twelfth < 12 {
        let mut sides: u8 = 1;
        while sides < 16 {
            let mut rank = twelfth as u32 * sides.count_ones() / 12;
            let mut rest = sides;
            while rank > 0 {
                rest &= rest - 1;
                rank -= 1;
            }
            table[twelfth][sides as usize] = Side::new(rest.trailing_zeros() as u8);
            sides += 1;
        }
        twelfth += 1;
    }
    table
}
