//! Reads a picture row by row, and finds the ends of its maze.

use super::outline::{Hull, Opening, corridor_width, inside_of_concave};
use super::pixels::{ColorTable, Pixel, PixelCache};
use super::ruled::Ruled;
use crate::about::{OverLimit, gcd};
use crate::grid::{Address, BitGrid, Limits};
use crate::observe::Observer;
use crate::parse::assembly::{GivenEnds, border};
use crate::parse::error::{ParseError, Place};
use crate::parse::input::{Input, Notes, PNG, Request};
use crate::parse::legend::{Meanings, SquareKind};
use crate::parse::matrix::Matrix;
use crate::parse::{Parsed, ReadOptions, Shades};
use crate::png_rows::{PictureSize, PngRows, rgba};
use crate::solve::{Traced, trace_squares};

/// A picture of a maze, as squares of pixels that are walls or free. It takes a bit for each.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Scan {
    pub(super) free: BitGrid,
    /// The width of a square, in pixels.
    pub scale: u32,
    /// The width and the height, in pixels.
    pub size: [u32; 2],
    /// The row and the column of the start and of the end, where the picture says them.
    pub ends: [Option<[u32; 2]>; 2],
    /// Why the start, and why the end, is not known although it should be.
    pub unclear: [Option<Box<ParseError>>; 2],
    /// Whether the ends are openings, and not marked.
    are_openings: bool,
    /// The outline of the walls, where there is a margin around it; `None` too where nothing outside of it is free.
    outline: Option<Hull>,
    /// The colors, unless they are many.
    pub(super) colors: ColorTable,
}

impl Scan {
    /// How many pixels a picture has, from its first bytes; `None` if it is none.
    pub fn pixels(bytes: &[u8]) -> Option<u64> {
        // To begin to decode takes longer than to read a small maze.
        if !bytes.starts_with(PNG) {
            return None;
        }
        PictureSize::of(bytes).ok().map(PictureSize::pixels)
    }

    /// Reads a PNG picture.
    ///
    /// A pixel is a wall as [`ReadOptions::shades`] says. The picture is divided into the largest squares of equal pixels that it consists of,
    /// or those between lines that all go across it.
    /// The largest spot that is clearly green is the start, and the largest that is clearly red the end: the square in the middle of each. Without
    /// such spots, the ends are the middles of the two openings in the outline of the walls, unless [`ReadOptions::has_ends`]; then there are no free
    /// squares outside of it. The outline is the [hull](https://en.wikipedia.org/wiki/Convex_hull), or else goes around all hollows that are wider than
    /// corridors.
    ///
    /// `admit` is asked as in [`read_within`](crate::formats::read_within), and now and then with 0 bytes, whether to go on. Time `O(pixels)`; at most half a byte
    /// for each pixel, or one and a half where the outline is not convex, and of an interlaced picture all pixels.
    ///
    /// # Errors
    ///
    /// What is no PNG picture, or a damaged one; more than [`ReadOptions::max_pixels`] pixels; no memory.
    pub fn read(bytes: &[u8], options: &ReadOptions, admit: &dyn Fn(u64) -> bool) -> Result<Scan, ParseError> {
        let notes = Notes::default();
        let request = Request { options, admit, notes: &notes };
        read_scan(bytes, &request).map_err(|error| ParseError { format: Some("png"), ..error })
    }

    /// How many columns and rows of squares there are.
    pub fn squares(&self) -> [u32; 2] {
        self.free.size()
    }

    /// Whether there is a free square in this row and column.
    pub fn is_free(&self, place: [u32; 2]) -> bool {
        self.free.has_at(place)
    }

    /// Finds a path between two free squares. It is a shortest one, where no corridor is wider than two squares; elsewhere it keeps away from
    /// walls: to enter a square that is `c` squares from the next one costs `8 + 8 (r / c)²`, where `r` is half the width of most corridors. Where the
    /// walls have a margin around them, it is within their outline, if there is such a path. Time `O(squares)`; half a byte for each square, and another
    /// one where there are wide corridors.
    ///
    /// # Panics
    ///
    /// When one of the two is no square of the picture.
    pub fn trace<O: Observer>(&self, ends: [[u32; 2]; 2], observer: &mut O) -> Result<Traced, O::Stop> {
        if let Some(inside) = self.inside(ends) {
            let traced = trace_squares(&inside, ends, observer)?;
            if traced.moves.is_some() {
                return Ok(traced);
            }
        }
        trace_squares(&self.free, ends, observer)
    }
}

/// Reads a picture as a maze.
pub(crate) fn read(input: &Input<'_>, request: &Request<'_>) -> Result<Parsed, ParseError> {
    let mut scan = read_scan(input.bytes, request)?;
    if let [Some(from), Some(to)] = scan.ends
        && let Some(inside) = scan.inside([from, to])
        && inside.are_connected(from, to)
    {
        scan.free = inside;
    }
    let [columns, rows] = scan.squares();
    let mut matrix = Matrix::new([columns, rows].map(|side| side as usize), Meanings::default(), request)?;
    request.ask(u64::from(columns) * u64::from(rows) * SQUARE_BYTES)?;
    let marked = if scan.are_openings { [None; 2] } else { scan.ends };
    for place in (0..rows).flat_map(|row| (0..columns).map(move |column| [row, column])) {
        if place[1] == 0 {
            request.go_on()?;
        }
        let square = match marked {
            _ if !scan.is_free(place) => SquareKind::Wall,
            [start, _] if start == Some(place) => SquareKind::Start,
            [_, end] if end == Some(place) => SquareKind::End,
            _ => SquareKind::Free,
        };
        matrix.push(square, || Place::Address(place.into()));
    }
    let given = scan.ends.map(|end| end.map(Address::from));
    let ends = GivenEnds { given, are_openings: scan.are_openings, unclear: scan.unclear, ..GivenEnds::default() };
    let parsed = matrix.read_between(ends, request)?;
    Ok(Parsed { scale: Some(scan.scale), ..parsed })
}

/// How many bytes are taken for each square of a maze while it is read: in the matrix, in the lattice, and as a cell.
const SQUARE_BYTES: u64 = 5;

/// After how many rows it is asked whether to go on.
const ROWS_BETWEEN_QUESTIONS: u32 = 64;

fn read_scan(bytes: &[u8], request: &Request<'_>) -> Result<Scan, ParseError> {
    let options = request.options;
    if !options.legend.is_empty() {
        let detail = "walls, free, start and end are characters or numbers, and this is a picture: threshold and dark say what is a wall";
        return Err(ParseError::malformed(None, detail));
    }
    let damaged = |error| ParseError::malformed(None, format!("the PNG picture cannot be decoded: {error}"));
    let picture = PictureSize::of(bytes).map_err(damaged)?;
    let PictureSize { width, height, decoder_bytes } = picture;
    let size = [width, height];
    let too_large = |max| {
        let detail = format!("the picture has {width} × {height} pixels, and {max} are allowed");
        let over = OverLimit { limit: "pixels", max, asked: picture.pixels() };
        ParseError { detail, ..ParseError::too_many(None, over) }
    };
    if picture.pixels() > options.max_pixels {
        return Err(too_large(options.max_pixels));
    }
    request.ask(picture.pixels().saturating_mul(3) / 8 + decoder_bytes)?;
    let mut reader =
        PictureReader::new(size, options.shades.unwrap_or_default()).ok_or_else(|| too_large(MAX_SQUARES))?;
    let mut rows = PngRows::of(bytes).map_err(damaged)?;
    let samples = rows.samples();
    for row in 0..height {
        let Some(pixels) = rows.next().map_err(damaged)? else { break };
        reader.add_row(row, pixels, samples);
        if row % ROWS_BETWEEN_QUESTIONS == 0 {
            request.go_on()?;
        }
    }
    drop(rows);
    // What decoding took is free again, but that is not said; this is little beside it.
    let [columns, rows] = size.map(u64::from);
    request.ask((columns + rows) * OUTLINE_BYTES)?;
    let mut scan = reader.finish().ok_or_else(|| too_large(MAX_SQUARES))?;
    let [columns, rows] = scan.squares().map(u64::from);
    // As many as there are in all: a maze of cells may have fewer.
    let limits = Limits { max_cells: u32::MAX, ..options.limits };
    if let Some(over) = limits.excess([columns, rows]) {
        return Err(ParseError::too_many(None, over));
    }
    scan.find_ends(request)?;
    Ok(scan)
}

/// How many times as wide as the other one an opening may be, if both are.
const MOST_DIFFERENT: usize = 3;

/// About how many squares can be numbered, where there are several columns.
const MAX_SQUARES: u64 = 1 << 31;

/// How many bytes are taken for each row and column to find openings.
const OUTLINE_BYTES: u64 = 48;

/// A picture that is read row by row.
struct PictureReader {
    size: [u32; 2],
    cache: PixelCache,
    free: BitGrid,
    /// What is clearly green, and clearly red.
    spots: [Option<BitGrid>; 2],
    scale: u32,
    above: Vec<u8>,
    colors: ColorTable,
    /// Which shades of gray there are, and which of them are free.
    grays: [bool; 256],
    are_free: [bool; 256],
}

impl PictureReader {
    fn new(size: [u32; 2], shades: Shades) -> Option<PictureReader> {
        Some(PictureReader {
            size,
            cache: PixelCache::new(shades),
            free: BitGrid::new(size)?,
            spots: [None, None],
            scale: gcd(size[0], size[1]),
            above: Vec::new(),
            colors: ColorTable::default(),
            grays: [false; 256],
            are_free: std::array::from_fn(|gray| Pixel::of(&[gray as u8], shades) != Pixel::Wall),
        })
    }

    fn add_row(&mut self, row: u32, pixels: &[u8], samples: usize) {
        if self.scale > 1 {
            self.divide(row, pixels, samples);
        }
        let PictureReader { size, cache, free, spots, colors, grays, are_free, .. } = self;
        if samples == 1 {
            pixels.iter().for_each(|&gray| grays[usize::from(gray)] = true);
            free.add_row(row, pixels.iter().map(|&gray| are_free[usize::from(gray)]));
            return;
        }
        let start = free.index([row, 0]);
        let bits = (start..).zip(pixels.chunks_exact(samples)).map(|(index, pixel)| {
            let (meaning, is_new) = cache.look(pixel);
            if is_new {
                colors.add(rgba(pixel));
            }
            let spot = match meaning {
                Pixel::Wall => return false,
                Pixel::Free => return true,
                Pixel::Start => &mut spots[0],
                Pixel::End => &mut spots[1],
            };
            if spot.is_none() {
                *spot = BitGrid::new(*size);
            }
            spot.iter_mut().for_each(|spot| spot.add(index));
            true
        });
        free.add_row(row, bits);
    }

    /// Makes squares smaller, so that all pixels of each are equal.
    fn divide(&mut self, row: u32, pixels: &[u8], samples: usize) {
        if pixels == self.above {
            return;
        }
        self.scale = gcd(self.scale, row);
        let both = pixels.chunks_exact(samples).zip(pixels.chunks_exact(samples).skip(1));
        for (column, (left, right)) in (1..).zip(both) {
            if left != right {
                self.scale = gcd(self.scale, column);
                if self.scale == 1 {
                    break;
                }
            }
        }
        self.above.clear();
        self.above.extend_from_slice(pixels);
    }

    fn finish(self) -> Option<Scan> {
        let PictureReader { size, free, spots, scale, mut colors, grays, .. } = self;
        for gray in (0..=u8::MAX).filter(|&gray| grays[usize::from(gray)]) {
            colors.add(rgba(&[gray]));
        }
        let reduced = |grid: BitGrid| if scale > 1 { grid.reduced(scale) } else { Some(grid) };
        let mut free = reduced(free)?;
        let mut spots = spots.map(|spot| spot.and_then(reduced));
        let mut width = scale;
        if let Some((ruled, squares)) = Ruled::of(&free) {
            free = squares;
            spots = spots.map(|spot| spot.and_then(|spot| ruled.squares(&spot)));
            width = scale * ruled.distance();
        }
        let [green, red] = spots;
        let ends = marked(green.as_ref(), red.as_ref(), &free);
        let (unclear, are_openings, outline) = ([None, None], false, None);
        Some(Scan { free, scale: width, size, ends, unclear, are_openings, outline, colors })
    }
}

impl Scan {
    /// Finds what is not known yet of the ends. Openings are the ends where not both are marked.
    fn find_ends(&mut self, request: &Request<'_>) -> Result<(), ParseError> {
        let outline = Hull::of(&self.free);
        self.outline = outline.clone().filter(|_| self.has_margin());
        let missing = match self.ends {
            [Some(_), Some(_)] => return Ok(()),
            [None, None] => "no spot is clearly green or red",
            [None, _] => "no spot is clearly green, as the start is",
            [_, None] => "no spot is clearly red, as the end is",
        };
        let mut detail = format!("{missing}; {}", self.advice());
        if !request.options.has_ends {
            let openings = outline.map_or(Ok(Vec::new()), |outline| self.take_openings(&outline, request))?;
            if self.are_openings {
                return Ok(());
            }
            detail = format!(
                "{missing}, and the outline of the walls has {} openings, where two would be the ends; {}",
                openings.len(),
                self.advice()
            );
            for (number, Opening { middle: [row, column], .. }) in openings.iter().take(8).enumerate() {
                let [x, y] = [column, row].map(|number| number * self.scale);
                detail += if number == 0 { ". The openings are " } else { ", " };
                detail += &format!("{row},{column} at x {x} and y {y}");
            }
        }
        for (unclear, end) in self.unclear.iter_mut().zip(self.ends) {
            *unclear = end.is_none().then(|| Box::new(ParseError::inconsistent(None, detail.clone())));
        }
        Ok(())
    }

    /// Takes the openings in the outline of the walls for the ends, if they are two, and then what is around the outline for walls. Returns them.
    fn take_openings(&mut self, outline: &Hull, request: &Request<'_>) -> Result<Vec<Opening>, ParseError> {
        let mut inside = self.free.clone();
        outline.clear_around(&mut inside);
        let mut openings = outline.openings(&inside);
        // Where an outline is not convex, what is in front of its hollows looks like a wide opening.
        let width = corridor_width(&inside);
        let is_wide = |opening: &Opening| 2 * opening.width > 3 * width as usize;
        if openings.iter().any(is_wide) {
            let [columns, rows] = self.squares().map(u64::from);
            request.ask(columns * rows)?;
            if let Some((within, found)) = inside_of_concave(&self.free, width)
                && let [first, second] = found[..]
                && first.width.max(second.width) <= MOST_DIFFERENT * first.width.min(second.width)
            {
                (inside, openings) = (within, found);
            }
        }
        if let [first, second] = openings[..] {
            let mut middles = [first.middle, second.middle];
            middles.sort_unstable();
            (self.free, self.outline) = (inside, None);
            (self.ends, self.are_openings) = (middles.map(Some), true);
        }
        Ok(openings)
    }

    /// Whether no wall is at an edge of the picture.
    fn has_margin(&self) -> bool {
        border(self.squares()).0.all(|place| self.is_free(place))
    }

    /// The free squares inside of the outline, where there is one and both ends are inside.
    fn inside(&self, ends: [[u32; 2]; 2]) -> Option<BitGrid> {
        let outline = self.outline.as_ref()?;
        if !ends.iter().all(|&end| outline.has(end)) {
            return None;
        }
        let mut inside = self.free.clone();
        outline.clear_around(&mut inside);
        Some(inside)
    }

    /// How to give the ends.
    fn advice(&self) -> String {
        match self.scale {
            1 => "from and to are each row,column, which are y and x in pixels".to_owned(),
            scale => {
                format!(
                    "from and to are each row,column of squares {scale} pixels wide: y / {scale} and x / {scale} of a pixel"
                )
            }
        }
    }
}

/// The start and the end that are marked: the middles of the largest green spot and of the largest red one. Where nothing is green, and of two red
/// spots one is a ring and the other is not, as in the pictures that are drawn here, these are the two.
fn marked(green: Option<&BitGrid>, red: Option<&BitGrid>, free: &BitGrid) -> [Option<[u32; 2]>; 2] {
    let [greens, reds] = [green, red].map(|spots| spots.map(Spot::all).unwrap_or_default());
    if let ([], [first, second], Some(red)) = (&greens[..], &reds[..], red) {
        let middle = |spot: &Spot| Some(spot.mean()).filter(|&mean| !red.has_at(mean) && free.has_at(mean));
        match [first, second].map(middle) {
            [Some(start), None] => return [Some(start), Some(second.middle(red))],
            [None, Some(start)] => return [Some(start), Some(first.middle(red))],
            _ => {}
        }
    }
    let middle = |spots: Option<&BitGrid>, all: &[Spot]| Some(all.first()?.middle(spots?));
    [middle(green, &greens), middle(red, &reds)]
}

/// A spot: how many squares it has, the index of one of them, and the sums of their rows and of their columns.
struct Spot {
    count: u64,
    index: u32,
    sums: [u64; 2],
}

impl Spot {
    /// The largest spots, the largest first: no more than three.
    fn all(spots: &BitGrid) -> Vec<Spot> {
        let mut left = spots.clone();
        let mut largest: Vec<Spot> = Vec::new();
        for index in spots.iter() {
            if !left.has(index) {
                continue;
            }
            let mut spot = Spot { count: 0, index, sums: [0; 2] };
            left.take_spot(index, |index| {
                let [row, column] = spots.place(index).map(u64::from);
                spot.count += 1;
                spot.sums = [spot.sums[0] + row, spot.sums[1] + column];
            });
            largest.push(spot);
            largest.sort_by_key(|spot| std::cmp::Reverse(spot.count));
            largest.truncate(3);
        }
        largest
    }

    /// The square at the mean of its squares.
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
