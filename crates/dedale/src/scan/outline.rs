//! The outline of the walls of a picture, and the openings in it.

use crate::grid::BitGrid;
use crate::parse::assembly::runs;

/// The convex hull of the walls, which is all of a picture whose walls reach its edges: of each row from the first with a wall to the last,
/// its first and its last column.
#[derive(Clone, Debug)]
pub(super) struct Hull {
    top: u32,
    sides: Vec<[u32; 2]>,
}

/// How many openings are looked at. A picture with more has no outline.
const MAX_OPENINGS: usize = 1000;

impl Hull {
    /// Returns the outline of what is not free; `None` if all is.
    pub(super) fn of(free: &BitGrid) -> Option<Hull> {
        let [columns, rows] = free.size();
        let ends = |row: u32| {
            let start = free.index([row, 0]);
            let mut walls = (0..columns).filter(|column| !free.has(start + column));
            let first = walls.next()?;
            Some([first, (first..columns).rev().find(|column| !free.has(start + column))?])
        };
        let mut left = Envelope::default();
        let mut right = Envelope::default();
        for row in 0..rows {
            if let Some([first, last]) = ends(row) {
                left.add([row.into(), first.into()]);
                // The largest of a number is the least of its opposite.
                right.add([row.into(), -i64::from(last)]);
            }
        }
        let top = u32::try_from(left.0.first()?[0]).ok()?;
        let sides = left.rounded_up().zip(right.rounded_up());
        Some(Hull { top, sides: sides.map(|(first, last)| [first as u32, -last as u32]).collect() })
    }

    /// Returns true if a square is inside.
    pub(super) fn has(&self, [row, column]: [u32; 2]) -> bool {
        let sides = row.checked_sub(self.top).and_then(|row| self.sides.get(row as usize));
        sides.is_some_and(|&[first, last]| (first..=last).contains(&column))
    }

    /// Takes out of a set what is not inside.
    pub(super) fn clear_around(&self, free: &mut BitGrid) {
        let rows = free.size()[1];
        for row in 0..rows {
            let sides = row.checked_sub(self.top).and_then(|row| self.sides.get(row as usize));
            free.keep(row, sides.copied().unwrap_or([1, 0]));
        }
    }

    /// Returns true if it is a rectangle, which has no hollows in front of walls.
    pub(super) fn is_rectangle(&self) -> bool {
        self.sides.windows(2).all(|pair| pair[0] == pair[1])
    }

    /// Returns true if more of it is open than closed, where openings that are not half as wide as most corridors do not count.
    pub(super) fn is_mostly_open(&self, inside: &BitGrid, width: u32) -> bool {
        let (ring, is_closed) = self.ring();
        let runs = runs(ring.iter().copied(), is_closed, |place| inside.has_at(place));
        let open: usize = runs.iter().map(Vec::len).filter(|length| 2 * length > width as usize).sum();
        2 * open > ring.len()
    }

    /// Returns the openings: runs of free squares along the outline, as [`chosen`] says. `width` is that of most corridors.
    pub(super) fn openings(&self, inside: &BitGrid, width: u32) -> Vec<Opening> {
        let (ring, is_closed) = self.ring();
        chosen(inside, width, |free| runs(ring.iter().copied(), is_closed, |place| free.has_at(place)))
    }

    /// Returns the squares of the outline, clockwise from the first of its first row, and whether they are a ring: else they are a line.
    fn ring(&self) -> (Vec<[u32; 2]>, bool) {
        let Hull { top, sides } = self;
        let last = sides.len() - 1;
        let at = |row: usize| top + row as u32;
        let mut ring: Vec<[u32; 2]> = (sides[0][0]..=sides[0][1]).map(|column| [*top, column]).collect();
        let mut add = |row: usize, columns: &mut dyn Iterator<Item = u32>| {
            ring.extend(columns.map(|column| [at(row), column]));
        };
        for row in 0..=last {
            let right = sides[row][1];
            if row > 0 {
                add(row, &mut (right.min(sides[row - 1][1] + 1)..=right));
            }
            if row < last {
                add(row, &mut (sides[row + 1][1] + 1..right).rev());
            }
        }
        let is_line = last == 0 || sides.iter().all(|[first, last]| first == last);
        if is_line {
            return (ring, false);
        }
        add(last, &mut (sides[last][0]..sides[last][1]).rev());
        for row in (0..last).rev() {
            let left = sides[row][0];
            let below = sides[row + 1][0];
            // The first square is there already.
            let first = if row == 0 { left + 1 } else { left };
            add(row, &mut (first..below.max(left + 1)).rev());
            if row > 0 {
                add(row, &mut (left + 1..sides[row - 1][0]));
            }
        }
        (ring, true)
    }
}

/// An opening in an outline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    /// The square in its middle.
    pub(super) middle: [u32; 2],
    /// How many squares wide it is.
    pub(super) width: usize,
}

impl Opening {
    /// Returns true if more is behind it than a hollow of this width.
    pub(super) fn leads_into(&self, inside: &BitGrid, width: usize) -> bool {
        let (mut left, mut count) = (inside.clone(), 0);
        left.take_connected(left.index(self.middle), |_| count += 1);
        count > MIN_REACHED * width * width
    }
}

/// How many times the square of a width is reached at least from an opening that leads into a maze.
const MIN_REACHED: usize = 4;

/// Returns the openings among the runs of squares of an outline. Where there are more than two, those that lead nowhere do not count, nor those that are not
/// half as wide as both of two others and as most corridors: noise at the edges of walls.
fn chosen(inside: &BitGrid, width: u32, runs_of: impl Fn(&BitGrid) -> Vec<Vec<[u32; 2]>>) -> Vec<Opening> {
    let mut runs = runs_of(inside);
    let is_wide = |run: &Vec<[u32; 2]>| 2 * run.len() > width as usize;
    if runs.len() > 2 && runs.len() <= MAX_OPENINGS {
        runs = runs_of(&leading_in(&runs, inside, is_wide));
        let mut widths: Vec<usize> = runs.iter().map(Vec::len).collect();
        widths.sort_unstable_by(|a, b| b.cmp(a));
        if let [_, second, third, ..] = widths[..]
            && 2 * third <= second
        {
            runs.retain(|run| run.len() >= second || is_wide(run));
        }
    }
    runs.iter().map(|run| Opening { middle: run[(run.len() - 1) / 2], width: run.len() }).collect()
}

/// Finds the squares inside of an outline that is not convex, and the openings in it.
///
/// Outside is what a square reaches from the edge of the picture that is one and a half times as wide as most corridors, so that it does not fit
/// through openings. (In mathematical morphology, this is the opening of what is free.) There must be such a square in a hollow of the hull, and no
/// more than half of what is free there may be outside: else these are corridors at the edges of a maze without a frame.
pub(super) fn inside_of_concave(free: &BitGrid, width: u32, hull: &Hull) -> Option<(BitGrid, Vec<Opening>)> {
    let [columns, rows] = free.size();
    // A large square would need much room around the picture.
    if width > columns.min(rows) / 4 {
        return None;
    }
    let square = width + width / 2 + 1;
    let outside = reached_by_square(free, square)?;
    let mut hollows = outside.clone();
    hull.clear_around(&mut hollows);
    let is_wide = ends_of_squares([columns, rows], square, |place| hollows.has_at(place))?.iter().next().is_some();
    let mut inside = free.clone();
    outside.iter().for_each(|index| {
        inside.take(index);
    });
    if !is_wide || inside.iter().count() < hollows.iter().count() {
        return None;
    }
    let is_outside = |[row, column]: [u32; 2]| row >= rows || column >= columns || outside.has_at([row, column]);
    let is_edge = |[row, column]: [u32; 2]| {
        let around =
            [[row.wrapping_sub(1), column], [row, column + 1], [row + 1, column], [row, column.wrapping_sub(1)]];
        around.into_iter().any(is_outside)
    };
    let openings = chosen(&inside, width, |free| {
        let mut edge = free.emptied();
        free.iter().filter(|&index| is_edge(free.place(index))).for_each(|index| edge.add(index));
        let mut runs = Vec::new();
        for index in edge.clone().iter() {
            if edge.has(index) && runs.len() <= MAX_OPENINGS {
                let mut run = Vec::new();
                edge.take_spot(index, |index| run.push(free.place(index)));
                run.sort_unstable();
                runs.push(run);
            }
        }
        runs
    });
    Some((inside, openings))
}

/// Returns the width of most corridors: a free square is in a corridor as wide as the shorter one of the runs of free squares across and down. Of many
/// squares, some are looked at.
pub(super) fn corridor_width(free: &BitGrid) -> u32 {
    let [columns, rows] = free.size();
    let [seen_rows, seen_columns] = [rows, columns].map(seen);
    let across: Vec<Vec<u32>> =
        seen_rows.iter().map(|&row| lengths(&seen_columns, columns, |at| [row, at], free)).collect();
    let down: Vec<Vec<u32>> =
        seen_columns.iter().map(|&column| lengths(&seen_rows, rows, |at| [at, column], free)).collect();
    let mut squares = vec![0_u64; columns.min(rows) as usize + 1];
    for (row, lengths) in across.iter().enumerate() {
        for (column, &length) in lengths.iter().enumerate() {
            squares[length.min(down[column][row]) as usize] += 1;
        }
    }
    // Walls have no length.
    squares[0] = 0;
    let most = squares.iter().max().copied().filter(|&most| most > 0);
    squares.iter().position(|&count| Some(count) == most).unwrap_or(1) as u32
}

/// Returns the rows or columns that are looked at, of `side`. They are not evenly spaced, so that no pattern hides between them.
fn seen(side: u32) -> Vec<u32> {
    const MOST: u32 = 256;
    let step = side / MOST + 1;
    (0..side.div_ceil(step)).map(|number| number * step + number * 7 % step).filter(|&at| at < side).collect()
}

/// How long the run of free squares is that each of some squares of a line is in; 0 for a wall.
fn lengths(seen: &[u32], side: u32, place: impl Fn(u32) -> [u32; 2], free: &BitGrid) -> Vec<u32> {
    let mut lengths = vec![0; seen.len()];
    let (mut first, mut next) = (0, 0);
    for at in 0..=side {
        if at < side && free.has_at(place(at)) {
            continue;
        }
        // The run ends before this wall.
        while let Some(&square) = seen.get(next).filter(|&&square| square <= at) {
            lengths[next] = if square < at { at - first } else { 0 };
            next += 1;
        }
        first = at + 1;
    }
    lengths
}

/// Returns the free squares that a square of this width covers on its ways from outside of the rectangle, where all is free.
fn reached_by_square(free: &BitGrid, width: u32) -> Option<BitGrid> {
    let [columns, rows] = free.size();
    // As much is free around them as the square is wide.
    let (Some(all_columns), Some(all_rows)) = (columns.checked_add(2 * width), rows.checked_add(2 * width)) else {
        return None;
    };
    let mut fits = ends_of_squares([all_columns, all_rows], width, |[row, column]| {
        let place = [row.wrapping_sub(width), column.wrapping_sub(width)];
        place[0] >= rows || place[1] >= columns || free.has_at(place)
    })?;
    let mut reached = fits.emptied();
    fits.take_connected(fits.index([width - 1; 2]), |index| reached.add(index));
    // The first row and column of squares remain, since no other square ends in them.
    let missed = ends_of_squares([all_columns, all_rows], width, |place| !reached.has_at(place))?;
    let mut covered = BitGrid::new([columns, rows])?;
    for row in 0..rows {
        let is_covered = |column: u32| !missed.has_at([row + 2 * width - 1, column + 2 * width - 1]);
        covered.add_row(row, (0..columns).map(is_covered));
    }
    Some(covered)
}

/// Where the last rows and columns of squares of this width are, in which all squares are such as `has` says.
fn ends_of_squares(size: [u32; 2], width: u32, has: impl Fn([u32; 2]) -> bool) -> Option<BitGrid> {
    let mut ends = BitGrid::new(size)?;
    let mut heights = vec![0; size[0] as usize];
    for row in 0..size[1] {
        let mut length = 0;
        let bits = (0..).zip(&mut heights).map(|(column, height)| {
            length = if has([row, column]) { length + 1 } else { 0 };
            *height = if length >= width { *height + 1 } else { 0 };
            *height >= width
        });
        ends.add_row(row, bits);
    }
    Some(ends)
}

/// Returns the squares of these runs that lead into the maze. They reach most other squares, or a way leads from them to another run, if both runs are wide.
fn leading_in(runs: &[Vec<[u32; 2]>], inside: &BitGrid, is_wide: impl Fn(&Vec<[u32; 2]>) -> bool) -> BitGrid {
    let mut around = inside.emptied();
    runs.iter().flatten().for_each(|&square| around.add(around.index(square)));
    let wide: Vec<u32> = runs.iter().filter(|run| is_wide(run)).map(|run| around.index(run[0])).collect();
    let mut left = inside.clone();
    let mut found = inside.emptied();
    let mut largest = (0_u64, Vec::new());
    for index in around.iter().filter(|&index| inside.has(index)) {
        if !left.has(index) {
            continue;
        }
        let (mut count, mut reached) = (0, Vec::new());
        left.take_connected(index, |index| {
            count += 1;
            if around.has(index) {
                reached.push(index);
            }
        });
        reached.sort_unstable();
        if wide.iter().filter(|index| reached.binary_search(index).is_ok()).count() > 1 {
            reached.iter().for_each(|&index| found.add(index));
        }
        if count > largest.0 {
            largest = (count, reached);
        }
    }
    largest.1.iter().for_each(|&index| found.add(index));
    found
}

/// The lower envelope of points that are added from left to right: A. Andrew, "Another
/// efficient algorithm for convex hulls in two dimensions", 1979.
#[derive(Default)]
struct Envelope(Vec<[i64; 2]>);

impl Envelope {
    fn add(&mut self, point: [i64; 2]) {
        while let [.., first, second] = self.0[..] {
            let [along, up] = [0, 1].map(|axis| point[axis] - first[axis]);
            if (second[1] - first[1]) * along < up * (second[0] - first[0]) {
                break;
            }
            self.0.pop();
        }
        self.0.push(point);
    }

    /// Its heights from the first point to the last, rounded up.
    fn rounded_up(&self) -> impl Iterator<Item = i64> {
        let pairs = self.0.windows(2).flat_map(|pair| {
            let [[start, low], [end, high]] = [pair[0], pair[1]];
            let width = end - start;
            (0..width).map(move |along| low - ((low - high) * along).div_euclid(width))
        });
        pairs.chain(self.0.last().map(|last| last[1]))
    }
}
