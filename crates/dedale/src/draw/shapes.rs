//! Strokes and areas as sample points of pixels, in whole numbers.
//!
//! A pixel has 4 × 4 sample points, each a bit. Shapes of one color are joined by *or*, and the number of set bits determines the proportion of
//! the color in the pixel. Coordinates are rounded to a sixty-fourth of a pixel of the whole picture, so that a part of it is equal to the whole.

use std::ops::Range;

use super::line::{Point, length, minus, plus, times};
use super::raster::PixelArea;

/// The number of sample points of a pixel, and of their lines and columns.
pub(crate) const SAMPLES: u8 = 16;
const SIDE: i64 = 4;

/// The number of steps from a sample point to the next, and across a pixel. Coordinates are whole numbers of steps.
const STEP: i64 = 1 << STEP_BITS;
const STEP_BITS: u32 = 4;
const STEPS: i64 = SIDE * STEP;

/// The number of pixels of a block, and of its columns of sample points.
pub(crate) const PIXELS: usize = 16;
const COLUMNS: usize = PIXELS * SIDE as usize;

/// The sample points of sixteen pixels side by side, in four lines. The first point of a line is its lowest bit.
pub(crate) type SampleBlock = [u64; SIDE as usize];

/// Returns the number of set sample points of each pixel.
pub(crate) fn counts(block: &SampleBlock) -> [u8; PIXELS] {
    const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let of_line = |line: u64| {
        let pairs = line - (line >> 1 & 0x5555_5555_5555_5555);
        (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333)
    };
    let (upper, lower) = (of_line(block[0]) + of_line(block[1]), of_line(block[2]) + of_line(block[3]));
    let even = ((upper & NIBBLES) + (lower & NIBBLES)).to_le_bytes();
    let odd = ((upper >> 4 & NIBBLES) + (lower >> 4 & NIBBLES)).to_le_bytes();
    let mut counts = [0; PIXELS];
    for k in 0..PIXELS / 2 {
        (counts[2 * k], counts[2 * k + 1]) = (even[k], odd[k]);
    }
    counts
}

/// Returns true if the sample point in the middle of each pixel is set, from the lowest bit.
pub(crate) fn middles(block: &SampleBlock) -> impl Iterator<Item = bool> + use<> {
    let line = block[SIDE as usize / 2];
    (0..PIXELS).map(move |pixel| line >> (SIDE as usize * pixel + SIDE as usize / 2) & 1 == 1)
}

/// Draws strokes of one width.
#[derive(Debug)]
pub(crate) struct Nib {
    /// The width in pixels.
    radius: f64,
    /// Half the width of the circle, for each number of steps above or below its center.
    halves: Vec<i64>,
}

impl Nib {
    /// Creates a nib for strokes of this width in pixels.
    pub(crate) fn new(width: f64) -> Nib {
        let radius = width / 2.0;
        let steps = radius * STEPS as f64;
        let half = |y: i64| (steps * steps - (y * y) as f64).sqrt() as i64;
        Nib { radius, halves: (0..=steps as i64).map(half).collect() }
    }
}

/// Finds the sample points of shapes in a part of a picture.
#[derive(Debug, Default)]
pub(crate) struct Shapes {
    /// The part, in steps.
    corner: [i64; 2],
    /// The number of blocks side by side, and of lines of sample points.
    blocks: usize,
    lines: i64,
    /// For each line: the first column of a shape, and the column after the last.
    spans: Vec<[i64; 2]>,
    /// The edges of an area.
    outline: Vec<[i64; 2]>,
    found: Vec<SampleBlock>,
    /// The work that has been done, in lines of strokes and blocks of areas. Each takes about ten nanoseconds.
    work: u64,
}

/// The minimum work for a shape, even if no part of it is visible.
const WORK_OF_A_SHAPE: u64 = 16;

impl Shapes {
    /// Goes to another part of the picture, and returns the number of its blocks.
    pub(crate) fn go(&mut self, PixelArea { left, top, width, height }: PixelArea) -> usize {
        self.corner = [left, top].map(|pixels| pixels as i64 * STEPS);
        self.blocks = (width as usize).div_ceil(PIXELS);
        self.lines = height as i64 * SIDE;
        self.spans.resize(self.lines as usize, [0; 2]);
        self.blocks * height as usize
    }

    /// Returns the maximum memory for a part with this many lines of pixels, in bytes, without the blocks of an area.
    pub(crate) fn expected_bytes(lines: u64) -> u64 {
        lines * SIDE as u64 * size_of::<[i64; 2]>() as u64
    }

    /// Returns the work that has been done so far.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// Returns the number of blocks side by side.
    pub(crate) fn blocks(&self) -> usize {
        self.blocks
    }

    /// Draws a straight stroke, with round ends or without any, on the blocks of the part.
    pub(crate) fn stroke(&mut self, [from, to]: [Point; 2], nib: &Nib, is_round: bool, blocks: &mut [SampleBlock]) {
        let (start, end) = (self.place(from), self.place(to));
        // Where corners are rounded, they are a little farther away.
        let reach = nib.halves.len() as i64 + 1;
        let lines = self.lines_between(start[1].min(end[1]) - reach, start[1].max(end[1]) + reach);
        self.work += WORK_OF_A_SHAPE + lines.len() as u64;
        if lines.is_empty() {
            return;
        }
        let along = minus(to, from);
        let length = length(along);
        let aside = if length > 0.0 { times([-along[1], along[0]], nib.radius / length) } else { [0.0; 2] };
        let (left, far_left) = (self.place(plus(from, aside)), self.place(plus(to, aside)));
        let (right, far_right) = (self.place(minus(from, aside)), self.place(minus(to, aside)));
        let spans = &mut self.spans[lines.clone()];
        spans.fill([i64::MAX, i64::MIN]);
        for edge in [[left, far_left], [far_left, far_right], [far_right, right], [right, left]] {
            walk(edge, &lines, |line, column| {
                let span = &mut spans[line];
                *span = [span[0].min(column), span[1].max(column)];
            });
        }
        if is_round {
            let radius = nib.halves.len() as i64 - 1;
            for [x, y] in [start, end] {
                for line in self.lines_between(y - radius, y + radius + 1) {
                    let half = nib.halves[(line as i64 * STEP + STEP / 2 - y).unsigned_abs() as usize];
                    let span = &mut self.spans[line];
                    *span = [span[0].min(first_from(x - half)), span[1].max(first_from(x + half))];
                }
            }
        }
        for line in lines {
            let [first, end] = self.spans[line];
            self.set(line, first, end, blocks);
        }
    }

    /// Calls `each` with the blocks in which an area has sample points, and their numbers. Its outline does not cross itself.
    pub(crate) fn area(&mut self, outline: &[Point], mut each: impl FnMut(usize, &SampleBlock)) {
        let (mut corners, mut found) = (std::mem::take(&mut self.outline), std::mem::take(&mut self.found));
        corners.clear();
        corners.extend(outline.iter().map(|&point| self.place(point)));
        let ends = |axis: usize| {
            let all = corners.iter().map(|corner| corner[axis]);
            all.fold([i64::MAX, i64::MIN], |[least, most], at| [least.min(at), most.max(at)])
        };
        let ([left, right], [top, bottom]) = (ends(0), ends(1));
        let lines = self.lines_between(top, bottom);
        let blocks = self.column(first_from(left)) / COLUMNS..self.column(first_from(right)).div_ceil(COLUMNS);
        self.work += WORK_OF_A_SHAPE + lines.len() as u64 * (1 + blocks.len() as u64);
        if !lines.is_empty() && !blocks.is_empty() {
            let (first, end) = (lines.start / SIDE as usize, lines.end.div_ceil(SIDE as usize));
            found.clear();
            found.resize((end - first) * blocks.len(), [0; SIDE as usize]);
            for (k, &corner) in corners.iter().enumerate() {
                walk([corner, corners[if k + 1 == corners.len() { 0 } else { k + 1 }]], &lines, |line, column| {
                    // An edge turns inside to outside, or outside to inside, for everything to the right of it.
                    let line = lines.start + line;
                    let place = (line / SIDE as usize - first) * blocks.len();
                    // Rounding may have moved it beyond a corner.
                    let column = self.column(column).clamp(blocks.start * COLUMNS, blocks.end * COLUMNS);
                    let column = column - blocks.start * COLUMNS;
                    let (block, bit) = (column / COLUMNS, column % COLUMNS);
                    let right = &mut found[place + block..place + blocks.len()];
                    for (k, block) in right.iter_mut().enumerate() {
                        block[line % SIDE as usize] ^= if k == 0 { u64::MAX << bit } else { u64::MAX };
                    }
                });
            }
            for (y, found) in (first..end).zip(found.chunks_exact(blocks.len())) {
                for (number, block) in (y * self.blocks + blocks.start..).zip(found) {
                    if *block != [0; SIDE as usize] {
                        each(number, block);
                    }
                }
            }
        }
        (self.outline, self.found) = (corners, found);
    }

    /// Returns the nearest coordinates, in steps, of a point in pixels of the whole picture.
    fn place(&self, point: Point) -> [i64; 2] {
        /// Conversion rounds toward 0: as it should if no number is negative.
        const FAR: i64 = 1 << 40;
        let steps = |of: f64| (of * STEPS as f64 + (FAR as f64 + 0.5)) as i64 - FAR;
        [steps(point[0]) - self.corner[0], steps(point[1]) - self.corner[1]]
    }

    /// Returns the nearest existing column, or the one after the last.
    fn column(&self, column: i64) -> usize {
        column.clamp(0, (self.blocks * COLUMNS) as i64) as usize
    }

    /// Returns the lines of sample points from one height to another.
    fn lines_between(&self, top: i64, bottom: i64) -> Range<usize> {
        let line = |y: i64| first_from(y).clamp(0, self.lines) as usize;
        line(top)..line(bottom)
    }

    /// Sets the sample points of a line in a range of columns, for the columns that exist.
    #[inline]
    fn set(&self, line: usize, first: i64, end: i64, blocks: &mut [SampleBlock]) {
        let (first, end) = (self.column(first), self.column(end));
        if first >= end {
            return;
        }
        let (y, line, last) = (line / SIDE as usize * self.blocks, line % SIDE as usize, end - 1);
        let (start, end) = (y + first / COLUMNS, y + last / COLUMNS);
        let (after_first, to_last) = (u64::MAX << (first % COLUMNS), u64::MAX >> (COLUMNS - 1 - last % COLUMNS));
        if start == end {
            blocks[start][line] |= after_first & to_last;
            return;
        }
        blocks[start][line] |= after_first;
        blocks[start + 1..end].iter_mut().for_each(|block| block[line] = u64::MAX);
        blocks[end][line] |= to_last;
    }
}

/// Returns the first column or line of sample points that is not before a coordinate. Each is in the middle of its steps.
#[inline]
fn first_from(place: i64) -> i64 {
    (place + STEP / 2 - 1) >> STEP_BITS
}

/// Calls `meet` for each of these lines of sample points that an edge crosses: with its number, counted from the first of them, and with the
/// first column that is not left of the edge there.
#[inline]
fn walk([from, to]: [[i64; 2]; 2], lines: &Range<usize>, mut meet: impl FnMut(usize, i64)) {
    /// The bits after the point of a coordinate.
    const BITS: u32 = 16;
    let ([left, top], [right, bottom]) = if from[1] <= to[1] { (from, to) } else { (to, from) };
    let (first, end) = (first_from(top).max(lines.start as i64), first_from(bottom).min(lines.end as i64));
    if first >= end {
        return;
    }
    let slope = ((right - left) << BITS) / (bottom - top);
    let mut x = (left << BITS) + slope * (first * STEP + STEP / 2 - top);
    for line in first..end {
        meet(line as usize - lines.start, first_from((x + (1 << BITS) - 1) >> BITS));
        x += slope * STEP;
    }
}
