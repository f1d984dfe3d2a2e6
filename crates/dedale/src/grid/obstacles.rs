//! Obstacles on open ground: the squares of a rectangle that are blocked, drawn at random.
//!
//! If all free squares must be connected, squares are blocked in random order, except those that would disconnect the free squares. That is
//! so if the blocked squares, which touch each other at corners too, and the outside of the rectangle would close a ring. A forest of
//! disjoint sets knows which of them are joined, so looking at a square takes nearly constant time. A square that cannot be blocked may be
//! blocked once its neighbors are: it is then looked at again. If the ends are in the end too far apart for the number of squares to block,
//! all is repeated around a shortest path that is kept free. So exactly the requested number of squares is blocked.
//!
//! It takes time `O(squares × α(squares))`, and about 16 bytes for each square.

use crate::forest::Forest;
use crate::observe::{CHECK_INTERVAL, Observer, checkpoints, shuffle};
use crate::rng::Rng;

/// How the free squares are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Joined {
    /// Any two of them are connected.
    All,
    /// They may be connected or not.
    Perhaps,
    /// The ends are not connected.
    NotEnds,
}

/// The squares around a square, clockwise from the north, as steps down and to the right.
const AROUND: [[i64; 2]; 8] = [[-1, 0], [-1, 1], [0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1]];

/// Draws the free squares of a rectangle, which are numbered row by row. `blocked` squares are blocked, and both `ends` are free.
///
/// At least [`least_free`] squares must be free. If there should be no path between the ends, at least [`walls_at`] squares must be blocked.
pub(crate) fn free_squares<O: Observer>(
    [columns, rows]: [u32; 2],
    blocked: u32,
    ends: Option<[u32; 2]>,
    joined: Joined,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<Vec<bool>, O::Stop> {
    let mut ground = Ground::new([columns, rows], ends);
    match (joined, ends) {
        (Joined::Perhaps, _) => ground.block_any(blocked, rng, observer)?,
        (Joined::NotEnds, Some(ends)) => {
            ground = ground.blocked(blocked.saturating_sub(1), ends.into(), rng, observer)?;
            ground.part(ends, blocked, rng, observer)?;
        }
        (_, ends) => ground = ground.blocked(blocked, ends, rng, observer)?,
    }
    Ok(ground.free)
}

/// Returns the smallest number of free squares if both ends are free, and connected or not.
pub(crate) fn least_free([columns, rows]: [u64; 2], ends: Option<[[u64; 2]; 2]>, joined: Joined) -> u64 {
    match ends {
        Some([from, to]) if joined == Joined::Perhaps => 1 + u64::from(from != to),
        Some([from, to]) => from[0].abs_diff(to[0]) + from[1].abs_diff(to[1]) + 1,
        None => columns.saturating_mul(rows).min(2),
    }
}

/// Returns the number of squares around an end that must be blocked so that no path leads to it; `None` if both ends are one square or
/// neighbors, which cannot be separated.
pub(crate) fn walls_at([columns, rows]: [u64; 2], [from, to]: [[u64; 2]; 2]) -> Option<u64> {
    let inside = [to[0] > 0, to[0] + 1 < rows, to[1] > 0, to[1] + 1 < columns];
    let apart = from[0].abs_diff(to[0]) + from[1].abs_diff(to[1]);
    (apart > 1).then(|| inside.into_iter().map(u64::from).sum())
}

/// What may be done with a free square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SquareState {
    /// It stays free.
    Stays,
    /// It may be blocked, and has not been looked at yet.
    Open,
    /// The others would not be connected without it.
    Needed,
    /// It was needed, and will be looked at again.
    Waits,
}

/// The squares while some of them are being blocked.
struct Ground {
    columns: u32,
    rows: u32,
    free: Vec<bool>,
    states: Vec<SquareState>,
    /// The blocked squares that touch each other. The last element is for the outside.
    touching: Forest,
}

impl Ground {
    fn new([columns, rows]: [u32; 2], ends: Option<[u32; 2]>) -> Ground {
        let squares = (columns * rows) as usize;
        let mut states = vec![SquareState::Open; squares];
        ends.into_iter().flatten().for_each(|end| states[end as usize] = SquareState::Stays);
        Ground { columns, rows, free: vec![true; squares], states, touching: Forest::new(squares + 1) }
    }

    /// Returns the squares that may be blocked, in random order.
    fn order(&self, rng: &mut Rng) -> Vec<u32> {
        let is_open = |square: &u32| self.states[*square as usize] == SquareState::Open;
        let mut order: Vec<u32> = (0..self.columns * self.rows).filter(is_open).collect();
        rng.shuffle(&mut order);
        order
    }

    /// Returns the squares around a square, clockwise from the north; `None` for those outside of the rectangle.
    fn around(&self, square: u32) -> [Option<u32>; 8] {
        let [row, column] = [square / self.columns, square % self.columns].map(i64::from);
        AROUND.map(|[down, right]| {
            let (row, column) = (row + down, column + right);
            let is_inside = (0..self.rows.into()).contains(&row) && (0..self.columns.into()).contains(&column);
            is_inside.then(|| (row * i64::from(self.columns) + column) as u32)
        })
    }

    /// Returns the free neighbors of a square.
    fn beside(&self, square: u32) -> impl Iterator<Item = u32> {
        let around = self.around(square).into_iter().step_by(2).flatten();
        around.filter(|&near| self.free[near as usize])
    }

    /// Blocks the first squares of a random order.
    fn block_any<O: Observer>(&mut self, blocked: u32, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
        observer.go_on()?;
        for square in self.order(rng).into_iter().take(blocked as usize) {
            self.free[square as usize] = false;
        }
        observer.go_on()
    }

    /// Draws the ground again, with `blocked` squares blocked and all others connected.
    fn blocked<O: Observer>(
        mut self,
        blocked: u32,
        ends: Option<[u32; 2]>,
        rng: &mut Rng,
        observer: &mut O,
    ) -> Result<Ground, O::Stop> {
        let left = self.block_connected(blocked, rng, observer)?;
        let Some(ends) = ends.filter(|_| left > 0) else { return Ok(self) };
        let mut again = Ground::new([self.columns, self.rows], Some(ends));
        drop(self);
        again.keep_path_free(ends, rng);
        again.block_connected(blocked, rng, observer)?;
        Ok(again)
    }

    /// Blocks squares as long as the others are connected. Returns the number of squares that could not be blocked.
    fn block_connected<O: Observer>(&mut self, blocked: u32, rng: &mut Rng, observer: &mut O) -> Result<u32, O::Stop> {
        let mut left = blocked;
        let order = self.order(rng);
        let mut waiting = Vec::new();
        for places in checkpoints(0..order.len() as u32) {
            observer.go_on()?;
            for place in places {
                self.try_block(order[place as usize], &mut left, &mut waiting);
            }
        }
        drop(order);
        let mut tried = 0_u32;
        while left > 0 && !waiting.is_empty() {
            if tried.is_multiple_of(CHECK_INTERVAL) {
                observer.go_on()?;
            }
            tried = tried.wrapping_add(1);
            let square = waiting.swap_remove(rng.index(waiting.len()));
            self.try_block(square, &mut left, &mut waiting);
        }
        Ok(left)
    }

    /// Blocks a square if that is possible, and notes squares around it that can be blocked now and could not before.
    fn try_block(&mut self, square: u32, left: &mut u32, waiting: &mut Vec<u32>) {
        if *left == 0 {
            return;
        }
        if !self.is_needless(square) {
            self.states[square as usize] = SquareState::Needed;
            return;
        }
        self.free[square as usize] = false;
        *left -= 1;
        let outside = self.columns * self.rows;
        for near in self.around(square) {
            match near {
                Some(near) if self.free[near as usize] => {
                    if self.states[near as usize] == SquareState::Needed {
                        self.states[near as usize] = SquareState::Waits;
                        waiting.push(near);
                    }
                }
                near => {
                    self.touching.unite(square, near.unwrap_or(outside));
                }
            }
        }
    }

    /// Returns true if the free squares stay connected without this one: no two of the runs of blocked squares around it, which its free neighbors
    /// separate, touch each other elsewhere.
    fn is_needless(&mut self, square: u32) -> bool {
        let outside = self.columns * self.rows;
        let around = self.around(square);
        let is_free = |place: usize| around[place % 8].is_some_and(|near| self.free[near as usize]);
        let Some(first) = (0..8).step_by(2).find(|&side| is_free(side)) else { return true };
        let (mut stretches, mut count) = ([0; 4], 0);
        let mut stretch = None;
        for place in first + 1..=first + 8 {
            match is_free(place) {
                false => stretch = Some(around[place % 8].unwrap_or(outside)),
                true if place.is_multiple_of(2) => {
                    if let Some(blocked) = stretch.take() {
                        stretches[count] = blocked;
                        count += 1;
                    }
                }
                true => {}
            }
        }
        let roots = &mut stretches[..count];
        for root in roots.iter_mut() {
            *root = self.touching.root(*root);
        }
        (1..count).all(|place| !roots[..place].contains(&roots[place]))
    }

    /// Keeps a random one of the shortest paths between two squares free.
    fn keep_path_free(&mut self, [from, to]: [u32; 2], rng: &mut Rng) {
        let columns = self.columns;
        let [here, there] = [from, to].map(|square| [square / columns, square % columns]);
        let mut moves = vec![0; here[0].abs_diff(there[0]) as usize];
        moves.resize(moves.len() + here[1].abs_diff(there[1]) as usize, 1);
        rng.shuffle(&mut moves);
        let mut at = here;
        for axis in moves {
            at[axis] = if at[axis] < there[axis] { at[axis] + 1 } else { at[axis] - 1 };
            self.states[(at[0] * columns + at[1]) as usize] = SquareState::Stays;
        }
    }

    /// Blocks all paths between the ends at a random one of the squares that all of them pass. If there is no such square, blocks all
    /// neighbors of the exit, and frees other squares instead. The number of blocked squares stays the same.
    fn part<O: Observer>(
        &mut self,
        [from, to]: [u32; 2],
        blocked: u32,
        rng: &mut Rng,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        let cuts = self.cuts([from, to], observer)?;
        if !cuts.is_empty() {
            self.free[cuts[rng.index(cuts.len())] as usize] = false;
            return Ok(());
        }
        let walls: Vec<u32> = self.around(to).into_iter().step_by(2).flatten().collect();
        walls.iter().for_each(|&wall| self.free[wall as usize] = false);
        observer.go_on()?;
        let is_blocked = |square: &u32| !self.free[*square as usize];
        let mut order: Vec<u32> = (0..self.columns * self.rows).filter(is_blocked).collect();
        let mut more = order.len().saturating_sub(blocked as usize);
        order.retain(|square| !walls.contains(square));
        shuffle(&mut order, rng, observer)?;
        // First those that are then connected with other free squares.
        for is_alone in [false, true] {
            for &square in &order {
                if more > 0 && !self.free[square as usize] && (is_alone || self.beside(square).next().is_some()) {
                    self.free[square as usize] = true;
                    more -= 1;
                }
            }
        }
        Ok(())
    }

    /// Returns the squares that every path between the ends passes, without the ends.
    fn cuts<O: Observer>(&self, [from, to]: [u32; 2], observer: &mut O) -> Result<Vec<u32>, O::Stop> {
        let path = self.shortest_path([from, to], observer)?;
        const NOT_ON_PATH: u32 = u32::MAX;
        let mut number = vec![NOT_ON_PATH; self.free.len()];
        for (place, &square) in (0..).zip(&path) {
            number[square as usize] = place;
        }
        let (mut seen, mut waiting, mut cuts) = (vec![false; self.free.len()], Vec::new(), Vec::new());
        // How far along the path detours from its squares so far lead.
        let mut farthest = 0;
        let mut looked = 0_u32;
        for (place, &square) in (0..).zip(&path) {
            if 0 < place && place as usize + 1 < path.len() && farthest <= place {
                cuts.push(square);
            }
            waiting.push(square);
            while let Some(here) = waiting.pop() {
                if looked.is_multiple_of(CHECK_INTERVAL) {
                    observer.go_on()?;
                }
                looked = looked.wrapping_add(1);
                for near in self.beside(here) {
                    match number[near as usize] {
                        NOT_ON_PATH if !seen[near as usize] => {
                            seen[near as usize] = true;
                            waiting.push(near);
                        }
                        NOT_ON_PATH => {}
                        there => farthest = farthest.max(there),
                    }
                }
            }
        }
        Ok(cuts)
    }

    /// Returns a shortest path between two connected squares, including both.
    fn shortest_path<O: Observer>(&self, [from, to]: [u32; 2], observer: &mut O) -> Result<Vec<u32>, O::Stop> {
        // From the end, so that the squares of the path lead on.
        const NOT_SEEN: u32 = u32::MAX;
        let mut next = vec![NOT_SEEN; self.free.len()];
        next[to as usize] = to;
        let mut queue = vec![to];
        let mut place = 0;
        while place < queue.len() && next[from as usize] == NOT_SEEN {
            if place.is_multiple_of(CHECK_INTERVAL as usize) {
                observer.go_on()?;
            }
            let here = queue[place];
            place += 1;
            for near in self.beside(here) {
                if next[near as usize] == NOT_SEEN {
                    next[near as usize] = here;
                    queue.push(near);
                }
            }
        }
        let mut path = vec![from];
        let mut at = from;
        while at != to {
            at = next[at as usize];
            path.push(at);
        }
        Ok(path)
    }
}
