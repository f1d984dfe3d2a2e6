//! The search over the squares of a picture, which may be very many. One bit of a square says whether it is free, another one whether it was
//! reached, and two bits from which side.
//!
//! If no corridor is wider than two squares, the path is a shortest one. Otherwise it is a path of least cost. Entering a square at distance
//! `c` from the nearest wall costs `8 + 8 (r / c)²`, rounded, and at most 1,000; `r` is about half the width of most corridors. So the path
//! keeps to the middle of corridors, and does not squeeze through gaps.
//!
//! A square is first reached from the neighbor with the least cost, so its cost is known at once. Each square waits once, in one of as many
//! lists as there are costs (R. Dial, "Algorithm 360: Shortest-path forest with topological ordering", 1969). Of equal paths, the search
//! takes one with many turns, which is nearly straight: whether rows or columns come first changes from square to square.
//!
//! Distances from walls are counted in moves of a king on a chess board (A. Rosenfeld, J. Pfaltz, "Sequential operations in digital picture
//! processing", 1966).

use crate::cell::{Cell, Side};
use crate::grid::{AnyGrid, BitGrid, Grid as _, GridKind};
use crate::maze::Maze;
use crate::observe::{CHECK_INTERVAL, Observer};
use crate::solve::check;

/// The largest cost of a square.
const MAX_COST: u32 = 1000;

/// The cost of a square that is far from all walls.
const MIN_COST: u32 = 8;

/// The order of the sides of squares with an even index, and with an odd one.
const ORDERS: [[Side; 4]; 2] = [[Side::N, Side::S, Side::E, Side::W], [Side::E, Side::W, Side::N, Side::S]];

/// A path over the squares of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traced {
    /// The row and the column of the first square.
    pub from: [u32; 2],
    /// The moves from there to the last square; `None` if no path leads there.
    pub moves: Option<Vec<Side>>,
    /// The number of squares that the search reached.
    pub visited: u32,
    /// The width of the drawn path, in squares: a third of the width of most of its corridors.
    pub width: u32,
}

impl Traced {
    /// Returns the squares of the path, including the first and the last, as row and column; none if there is no path.
    pub fn squares(&self) -> impl Iterator<Item = [u32; 2]> {
        let moves = self.moves.as_deref();
        let first = moves.map(|_| self.from);
        let rest = moves.unwrap_or_default().iter().scan(self.from, |at, &side| {
            *at = moved(*at, side);
            Some(*at)
        });
        first.into_iter().chain(rest)
    }
}

/// Returns the square across a side.
pub(crate) fn moved([row, column]: [u32; 2], side: Side) -> [u32; 2] {
    let [down, right] = side.offset();
    [row.wrapping_add_signed(down), column.wrapping_add_signed(right)]
}

/// Finds a path between two free squares.
pub(crate) fn trace<O: Observer>(
    free: &BitGrid,
    [from, to]: [[u32; 2]; 2],
    observer: &mut O,
) -> Result<Traced, O::Stop> {
    let clearances = if free.has_three_by_three() { Some(Clearances::of(free, observer)?) } else { None };
    let costs = clearances.as_ref().map_or_else(|| vec![1], Clearances::costs);
    let cost = |index: u32| clearances.as_ref().map_or(1, |found| costs[usize::from(found.each[index as usize])]);
    let lists = costs.iter().max().map_or(1, |&most| most as usize) + 1;
    let mut waiting: Vec<Vec<u32>> = vec![Vec::new(); lists];
    let mut left = free.clone();
    let mut sides = SideGrid::new(free.indices());
    let (start, end, stride) = (free.index(from), free.index(to), free.stride());
    left.take(start);
    waiting[0].push(start);
    let across = [stride.wrapping_neg(), 1, stride, 1_u32.wrapping_neg()];
    let (mut count, mut visited, mut now, mut is_found) = (1_u64, 1_u32, 0_usize, start == end);
    let mut until_asked = CHECK_INTERVAL;
    'search: while count > 0 && !is_found {
        let mut list = std::mem::take(&mut waiting[now]);
        count -= list.len() as u64;
        for &at in &list {
            for side in ORDERS[at as usize % 2] {
                let next = at.wrapping_add(across[usize::from(side.number())]);
                if !left.take(next) {
                    continue;
                }
                sides.set(next, side);
                visited += 1;
                if next == end {
                    is_found = true;
                    break 'search;
                }
                let later = now + cost(next) as usize;
                waiting[if later < lists { later } else { later - lists }].push(next);
                count += 1;
            }
            until_asked -= 1;
            if until_asked == 0 {
                until_asked = CHECK_INTERVAL;
                observer.go_on()?;
            }
        }
        // The memory of the list is used again.
        list.clear();
        waiting[now] = list;
        now = if now + 1 < lists { now + 1 } else { 0 };
    }
    drop((left, waiting));
    if !is_found {
        return Ok(Traced { from, moves: None, visited, width: 1 });
    }
    let mut moves = Vec::new();
    let mut passed = [0_u32; 256];
    let mut at = end;
    while at != start {
        let side = sides.get(at);
        moves.push(side);
        passed[clearances.as_ref().map_or(1, |found| usize::from(found.each[at as usize]))] += 1;
        at = match side {
            Side::N => at + stride,
            Side::S => at - stride,
            Side::E => at - 1,
            _ => at + 1,
        };
        if moves.len().is_multiple_of(CHECK_INTERVAL as usize) {
            observer.go_on()?;
        }
    }
    moves.reverse();
    let width = (2 * median(&passed)).saturating_sub(1) / 3;
    Ok(Traced { from, moves: Some(moves), visited, width: width.max(1) })
}

impl Maze<AnyGrid> {
    /// Returns a path between two cells that keeps to the middle of wide corridors, in a maze of squares that was read from a picture, as
    /// [`Scan::trace`](crate::scan::Scan::trace) does. `None` if there is no such path, if a wall between two neighbors is in its way, and on
    /// other grids.
    ///
    /// # Complexity
    ///
    /// Time `O(cells)`, and two bytes for each square.
    ///
    /// # Errors
    ///
    /// The [`Stop`](Observer::Stop) of the observer when it stops the search.
    ///
    /// ```
    /// use dedale::{formats::read, parse::ReadOptions};
    /// let parsed = read(b"#######\n#     #\n#S   E#\n#     #\n#######\n", &ReadOptions::default())?;
    /// let (from, to) = parsed.from.zip(parsed.to).ok_or("two ends")?;
    /// let path = parsed.maze.middle_path(from, to, &mut ())?.ok_or("a path")?;
    /// assert_eq!(path.len(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn middle_path<O: Observer>(
        &self,
        from: Cell,
        to: Cell,
        observer: &mut O,
    ) -> Result<Option<Vec<Cell>>, O::Stop> {
        let grid = self.grid();
        if grid.mesh().is_some_and(|mesh| mesh.kind() != GridKind::Square || mesh.is_cut()) {
            return Ok(None);
        }
        let place = |cell: Cell| <[u32; 2]>::try_from(grid.address(cell).numbers()).ok();
        let last = self.cells().filter_map(place).reduce(|[row, column], last| [row.max(last[0]), column.max(last[1])]);
        let Some((([rows, columns], start), end)) = last.zip(place(from)).zip(place(to)) else { return Ok(None) };
        let Some(mut free) = BitGrid::new([columns + 1, rows + 1]) else { return Ok(None) };
        self.cells().filter_map(place).for_each(|place| free.add(free.index(place)));
        let traced = trace(&free, [start, end], observer)?;
        let cells = traced.moves.is_some().then(|| traced.squares().map(|place| grid.find(place)).collect());
        let is_open = |cells: &Vec<Cell>| check::check_path(self, from, to, cells.iter().copied().map(Some)).is_ok();
        Ok(cells.flatten().filter(is_open))
    }
}

/// Returns the median of numbers; `counts` has how often each occurs.
fn median(counts: &[u32; 256]) -> u32 {
    let all: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    let mut below = 0;
    let found = counts.iter().position(|&count| {
        below += u64::from(count);
        2 * below >= all && all > 0
    });
    found.unwrap_or(1) as u32
}

/// The distance of each square from the nearest wall, by its index: 0 for walls, 1 beside a wall, and at most 255. There are walls around the
/// picture.
struct Clearances {
    each: Vec<u8>,
}

impl Clearances {
    fn of<O: Observer>(free: &BitGrid, observer: &mut O) -> Result<Clearances, O::Stop> {
        let mut each = vec![0_u8; free.indices() as usize];
        for index in free.iter() {
            each[index as usize] = u8::MAX;
        }
        let stride = free.stride() as usize;
        // From the top left, and then from the bottom right.
        for _ in 0..2 {
            for row in 1..each.len() / stride {
                let (done, this) = each.split_at_mut(row * stride);
                let above = &done[done.len() - stride..];
                let (mut corner, mut last) = (0, 0);
                for (column, (square, &near)) in this.iter_mut().zip(above).enumerate() {
                    let next = above.get(column + 1).copied().unwrap_or(0);
                    *square = (*square).min(corner.min(near).min(next).min(last).saturating_add(1));
                    (corner, last) = (near, *square);
                }
                if row % 16 == 0 {
                    observer.go_on()?;
                }
            }
            each.reverse();
        }
        Ok(Clearances { each })
    }

    /// Returns the cost of entering a square, by its distance from the nearest wall.
    fn costs(&self) -> Vec<u32> {
        let mut counts = [0_u32; 256];
        for &clearance in &self.each {
            counts[usize::from(clearance)] += 1;
        }
        counts[0] = 0;
        // In a corridor, half of the squares are in the halves beside the walls.
        let half_width = (2 * median(&counts)).saturating_sub(1).max(1);
        let cost = |clearance: u32| {
            let times = half_width * half_width * MIN_COST;
            let square = (clearance * clearance).max(1);
            (MIN_COST + (times + square / 2) / square).min(MAX_COST)
        };
        (0..256).map(cost).collect()
    }
}

/// A side for each index, in two bits.
struct SideGrid(Vec<u8>);

impl SideGrid {
    fn new(indices: u32) -> SideGrid {
        SideGrid(vec![0; indices as usize / 4 + 1])
    }

    /// Sets a side that has not been set before.
    #[inline]
    fn set(&mut self, index: u32, side: Side) {
        self.0[index as usize / 4] |= side.number() << (index % 4 * 2);
    }

    fn get(&self, index: u32) -> Side {
        Side::new(self.0[index as usize / 4] >> (index % 4 * 2) & 3)
    }
}
