//! The start and the end that are marked in color.

use super::pixels::EndColor;
use crate::grid::BitGrid;

/// The squares in the colors of marks: of each color, the vivid ones and the pale ones.
#[derive(Default)]
pub(super) struct MarkSpots([[Option<BitGrid>; 2]; 3]);

/// How the spots say where both ends are.
#[derive(Clone, Debug)]
pub(super) struct MarkedEnds {
    pub(super) marks: [EndMark; 2],
    /// The end that is blue, if one is.
    pub(super) blue: Option<usize>,
}

/// How the spots of an end say where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EndMark {
    /// There is no spot.
    Nowhere,
    At([u32; 2]),
    /// Several spots may be the end. Has the reason.
    Unclear(String),
}

impl EndMark {
    pub(super) fn place(&self) -> Option<[u32; 2]> {
        if let EndMark::At(place) = *self { Some(place) } else { None }
    }
}

/// In what a picture differs from others whose marks are found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sharpness {
    /// True if no color is a mixture of others, so that each pixel of a color was drawn in it.
    pub(super) is_sharp: bool,
    /// True if it is one of squares with lines between them, each of one color: a mark is one square.
    pub(super) is_ruled: bool,
}

impl MarkSpots {
    /// Adds a square, in a picture of this size.
    pub(super) fn add(&mut self, mark: EndColor, index: u32, size: [u32; 2]) {
        let spots = &mut self.0[mark.end][usize::from(mark.is_pale)];
        if spots.is_none() {
            *spots = BitGrid::new(size);
        }
        spots.iter_mut().for_each(|spots| spots.add(index));
    }

    /// Returns the squares of all spots.
    pub(super) fn grids(&self) -> impl Iterator<Item = &BitGrid> {
        self.0.iter().flatten().flatten()
    }

    /// Returns the same spots in other squares.
    pub(super) fn map(self, into: impl Fn(BitGrid) -> Option<BitGrid>) -> MarkSpots {
        MarkSpots(self.0.map(|grids| grids.map(|grid| grid.and_then(&into))))
    }

    /// Returns the start and the end: the middles of the largest green spot and of the largest red one, of those that are vivid where there are such. Where
    /// nothing is green, and of two red spots one is a ring and the other is not, as in the pictures that are drawn here, these are the two. Where one of the
    /// two colors is missing, a blue spot takes its place.
    pub(super) fn ends(&self, free: &BitGrid, sharpness: Sharpness) -> MarkedEnds {
        let [greens, reds] = [0, 1].map(|end| self.largest(end, sharpness));
        if let ([], [first, second], Some(red)) = (&greens.1[..], &reds.1[..], &reds.0) {
            let middle = |spot: &Spot| Some(spot.mean()).filter(|&mean| !red.has_at(mean) && free.has_at(mean));
            match [first, second].map(middle) {
                [Some(start), None] => return MarkedEnds::of([start, second.middle(red)]),
                [None, Some(start)] => return MarkedEnds::of([start, first.middle(red)]),
                _ => {}
            }
        }
        let counts = [&greens, &reds].map(|(_, spots)| spots.first().map(|spot| spot.count));
        let mut marks = [("green", greens), ("red", reds)].map(|(color, (grid, spots))| {
            let (Some(grid), [first, others @ ..]) = (grid, &spots[..]) else { return EndMark::Nowhere };
            match unclear(first, others, free.size(), sharpness) {
                Some(why) => EndMark::Unclear(format!("{why} {color}")),
                None => EndMark::At(first.middle(&grid)),
            }
        });
        let blue = match (&marks, counts) {
            ([EndMark::Nowhere, EndMark::At(_)], [_, Some(count)]) => Some((0, count)),
            ([EndMark::At(_), EndMark::Nowhere], [Some(count), _]) => Some((1, count)),
            _ => None,
        };
        let blue = blue.and_then(|(end, count)| {
            marks[end] = EndMark::At(self.only_blue(count, free.size(), sharpness)?);
            Some(end)
        });
        MarkedEnds { marks, blue }
    }

    /// Returns the middle of the only blue spot, if it may be a mark beside another one of `count` squares.
    fn only_blue(&self, count: u64, size: [u32; 2], sharpness: Sharpness) -> Option<[u32; 2]> {
        let (Some(grid), spots) = self.largest(EndColor::BLUE, sharpness) else { return None };
        let [first, others @ ..] = &spots[..] else { return None };
        let is_like_it = NOISE * first.count >= count && NOISE * count >= first.count;
        let is_only = others.iter().all(|other| NOISE * other.count <= first.count);
        let is_mark = is_like_it && is_only && unclear(first, others, size, sharpness).is_none();
        is_mark.then(|| first.middle(&grid))
    }

    /// Returns the squares in the color of an end, and the largest spots of them.
    fn largest(&self, end: usize, sharpness: Sharpness) -> (Option<BitGrid>, Vec<Spot>) {
        let chosen = match self.0[end].each_ref().map(Option::as_ref) {
            [Some(vivid), Some(pale)] => {
                let count = |grid: &BitGrid| grid.iter().count() as u64;
                if !sharpness.is_sharp && count(pale) <= count(vivid) {
                    // The pale ones are the smooth edges of the others.
                    let mut all = vivid.clone();
                    pale.iter().for_each(|index| all.add(index));
                    all
                } else {
                    let [vivids, pales] = [vivid, pale].map(Spot::all);
                    let is_vivid = sharpness.is_sharp
                        || vivids.iter().zip(&pales).take(1).all(|(vivid, pale)| NOISE * vivid.count >= pale.count);
                    if is_vivid { vivid.clone() } else { pale.clone() }
                }
            }
            [Some(only), None] | [None, Some(only)] => only.clone(),
            [None, None] => return (None, Vec::new()),
        };
        let spots = Spot::all(&chosen);
        (Some(chosen), spots)
    }
}

impl MarkedEnds {
    /// The start and the end that are known.
    fn of(places: [[u32; 2]; 2]) -> MarkedEnds {
        MarkedEnds { marks: places.map(EndMark::At), blue: None }
    }
}

/// How many times as large as vivid noise at its edges a pale spot is.
const NOISE: u64 = 16;

/// Why the largest of some spots may not be the mark: the beginning of a sentence that ends with its color.
fn unclear(first: &Spot, others: &[Spot], [columns, rows]: [u32; 2], sharpness: Sharpness) -> Option<String> {
    let [[top, left], [bottom, right]] = first.bounds;
    let [height, width] = [bottom - top + 1, right - left + 1].map(u64::from);
    // A mark is compact; what goes through much of a picture is a path that is drawn into it.
    let (long, short) = (height.max(width), height.min(width));
    let side = u64::from(columns.max(rows));
    if (2 * first.count < height * width && 4 * long > side) || (long > 4 * short && 2 * long > side) {
        return Some(format!("something that reaches from row {top} to {bottom} and column {left} to {right} is"));
    }
    let is_several = if sharpness.is_ruled {
        first.count > 1 || !others.is_empty()
    } else {
        others.first().is_some_and(|second| 4 * second.count >= 3 * first.count)
    };
    is_several.then(|| "several squares are".to_owned())
}

/// A spot: how many squares it has, the index of one of them, the sums of their rows and of their columns, and the least and the greatest of these.
struct Spot {
    count: u64,
    index: u32,
    sums: [u64; 2],
    bounds: [[u32; 2]; 2],
}

impl Spot {
    /// Returns the largest spots, the largest first: no more than three.
    fn all(spots: &BitGrid) -> Vec<Spot> {
        let mut left = spots.clone();
        let mut largest: Vec<Spot> = Vec::new();
        for index in spots.iter() {
            if !left.has(index) {
                continue;
            }
            let mut spot = Spot { count: 0, index, sums: [0; 2], bounds: [spots.place(index); 2] };
            left.take_spot(index, |index| {
                let place = spots.place(index);
                spot.count += 1;
                for axis in 0..2 {
                    spot.sums[axis] += u64::from(place[axis]);
                    let [least, most] = &mut spot.bounds;
                    (least[axis], most[axis]) = (least[axis].min(place[axis]), most[axis].max(place[axis]));
                }
            });
            largest.push(spot);
            largest.sort_by_key(|spot| std::cmp::Reverse(spot.count));
            largest.truncate(3);
        }
        largest
    }

    /// Returns the square at the mean of its squares.
    fn mean(&self) -> [u32; 2] {
        self.sums.map(|sum| ((sum + self.count / 2) / self.count) as u32)
    }

    /// Of its squares the one that is nearest to the mean.
    fn middle(&self, spots: &BitGrid) -> [u32; 2] {
        let mut nearest = (f64::INFINITY, [0; 2]);
        spots.clone().take_spot(self.index, |index| {
            let place = spots.place(index);
            let [down, across] = [0, 1].map(|axis| f64::from(place[axis]) - self.sums[axis] as f64 / self.count as f64);
            let distance = down * down + across * across;
            // The first of several, whichever order they come in.
            if distance < nearest.0 || distance == nearest.0 && place < nearest.1 {
                nearest = (distance, place);
            }
        });
        nearest.1
    }
}
