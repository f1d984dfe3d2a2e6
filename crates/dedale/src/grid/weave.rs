//! Passages that run under other passages.

use super::{Cell, Crossing, Grid, GridKind, InvalidMesh, Mesh, Side, Sides};
use crate::forest::Forest;
use crate::observe::{Observer, Pacer, shuffle};
use crate::rng::Rng;

impl Mesh {
    /// Lets passages run under others. Possible crossings are found in random order, and `count` gets the number of those that are possible
    /// together, and returns how many to take.
    ///
    /// A cell can be crossed if it has all four neighbors and both ends of the tunnel are right beside it. The cells stay connected: in each
    /// row and each column, the cells that are not crossed are still joined one to the next.
    ///
    /// Does nothing on grids whose cells are not squares, on several floors, and if there are tunnels already. Takes time `O(cells
    /// α(cells))`.
    pub fn woven<O: Observer>(
        mut self,
        rng: &mut Rng,
        count: impl FnOnce(u32) -> u32,
        observer: &mut O,
    ) -> Result<Mesh, O::Stop> {
        if self.kind() != GridKind::Square || self.options().floors > 1 || !self.crossings().is_empty() {
            return Ok(self);
        }
        observer.go_on()?;
        let plain = self.clone();
        let mut cells: Vec<Cell> = (0..self.cells()).map(Cell).filter(|&cell| plain.is_square(cell)).collect();
        shuffle(&mut cells, rng, observer)?;
        let mut chosen = Vec::new();
        let mut pacer = Pacer::default();
        for cell in cells {
            pacer.tick(observer)?;
            let first = if rng.coin() { [Side::N, Side::E] } else { [Side::E, Side::N] };
            if let Some(side) = first.into_iter().find(|&side| self.can_be_crossed(&plain, cell, side)) {
                self.dig(cell, side);
                chosen.push(Crossing { cell, side });
            }
        }
        // The crossings that were found first stay, so that more of them include the same ones.
        let stay = count(chosen.len() as u32) as usize;
        while chosen.len() > stay {
            if let Some(crossing) = chosen.pop() {
                self.fill_in(&plain, crossing);
            }
        }
        self.reconnect(&plain, &mut chosen, observer)?;
        chosen.sort_unstable();
        self.set_crossings(&plain, chosen);
        Ok(self)
    }

    /// Returns the grid with passages that run under these cells, each from [`Side::N`] or [`Side::E`], as [`woven`](Mesh::woven) makes it.
    ///
    /// # Errors
    ///
    /// [`InvalidMesh::Crossing`] for the first crossing that is not possible together with those before it, and [`InvalidMesh::Parts`] if the
    /// crossings cut cells off.
    pub(crate) fn woven_at(mut self, crossings: &[Crossing]) -> Result<Mesh, InvalidMesh> {
        if crossings.is_empty() {
            return Ok(self);
        }
        let is_plain = self.kind() == GridKind::Square && self.options().floors == 1 && self.crossings().is_empty();
        let plain = self.clone();
        for &crossing in crossings {
            let Crossing { cell, side } = crossing;
            let can_be = is_plain
                && cell.0 < self.cells()
                && matches!(side, Side::N | Side::E)
                && plain.is_square(cell)
                && self.inner_sides(cell) == Sides::SQUARE
                && self.can_be_crossed(&plain, cell, side);
            if !can_be {
                return Err(InvalidMesh::Crossing(crossing));
            }
            self.dig(cell, side);
        }
        let mut sorted = crossings.to_vec();
        sorted.sort_unstable();
        self.set_crossings(&plain, sorted);
        let Ok((_, sizes)) = self.parts(|_| true, &mut ());
        if sizes.len() == 1 { Ok(self) } else { Err(InvalidMesh::Parts(sizes.len() as u32)) }
    }

    /// Returns true if a cell has all four neighbors of a square, and neither it nor one of them is cut.
    fn is_square(&self, cell: Cell) -> bool {
        let sides = self.inner_sides(cell);
        let is_whole = |side| self.is_usual(self.across(cell, side));
        sides == Sides::SQUARE && self.is_usual(cell) && sides.into_iter().all(is_whole)
    }

    /// Returns true if the cell and its neighbors at `side` and at the opposite side still have the sides between them.
    fn can_be_crossed(&self, plain: &Mesh, cell: Cell, side: Side) -> bool {
        let back = plain.opposite(cell, side);
        let is_direct = |side: Side| {
            let far = plain.across(cell, side);
            let there = plain.opposite(cell, side);
            // A wrapped grid can have the same cell on both sides.
            self.inner_sides(cell).contains(side)
                && self.inner_sides(far).contains(there)
                && self.across(far, there) == cell
        };
        let [near, far] = [side, back].map(|side| plain.across(cell, side));
        is_direct(side) && is_direct(back) && near != far
    }

    fn dig(&mut self, cell: Cell, side: Side) {
        let back = self.opposite(cell, side);
        let (near, far) = (self.across(cell, side), self.across(cell, back));
        self.unlink_sides(cell, [side, back]);
        self.link_sides((near, back), (far, side));
    }

    /// Undoes [`dig`](Mesh::dig).
    fn fill_in(&mut self, plain: &Mesh, Crossing { cell, side }: Crossing) {
        let back = plain.opposite(cell, side);
        self.link_sides((cell, side), (plain.across(cell, side), back));
        self.link_sides((cell, back), (plain.across(cell, back), side));
    }

    /// Fills in crossings that cut cells off, where a mask leaves too little around them, the last found first.
    fn reconnect<O: Observer>(
        &mut self,
        plain: &Mesh,
        chosen: &mut Vec<Crossing>,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        let (part_of, sizes) = self.parts(|_| true, observer)?;
        if sizes.len() == 1 {
            return Ok(());
        }
        observer.go_on()?;
        // Filling a crossing in joins the cell above the tunnel with those at both its ends, which the tunnel had already joined. So no
        // crossing that was passed over joins anything later.
        let mut parts = Forest::new(sizes.len());
        let mut stay = Vec::with_capacity(chosen.len());
        while let Some(crossing) = chosen.pop() {
            let [cell, end] = [crossing.cell, plain.across(crossing.cell, crossing.side)];
            if parts.unite(part_of[cell.index()], part_of[end.index()]) {
                self.fill_in(plain, crossing);
            } else {
                stay.push(crossing);
            }
        }
        *chosen = stay;
        Ok(())
    }
}
