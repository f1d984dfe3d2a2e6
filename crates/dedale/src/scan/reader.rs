//! Reads a picture row by row, and finds the ends of its maze.

use super::clusters::{Cluster, ColorCounts, distance};
use super::marks::{EndMark, MarkSpots, MarkedEnds, Sharpness};
use super::outline::{Hull, Opening, corridor_width, inside_of_concave};
use super::pixels::{ColorTable, EndColor, Pixel, PixelCache, Reading};
use super::ruled::Ruled;
use crate::about::{OverLimit, gcd};
use crate::grid::{Address, BitGrid, Limits};
use crate::observe::Observer;
use crate::parse::assembly::{GivenEnds, border, runs};
use crate::parse::error::{InputPlace, ParseError};
use crate::parse::input::{Input, Notes, ReadContext};
use crate::parse::legend::{Meanings, SquareKind};
use crate::parse::matrix::Matrix;
use crate::parse::{Parsed, ReadOptions, Shades, Warning};
use crate::pixel_rows::{Damaged, PNG, PictureKind, PictureSize, luma, rgba};
use crate::solve::{Traced, trace_squares};

/// A picture of a maze, as squares of pixels that are walls or free. It takes a bit for each.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Scan {
    pub(super) free: BitGrid,
    /// The name of the [format](crate::parse::InputFormat): the kind of picture.
    pub format: &'static str,
    /// Which pixels are walls, if they were found by the two most common colors and not given.
    pub found: Option<Shades>,
    /// The width of a square, in pixels.
    pub scale: u32,
    /// The width and the height, in pixels.
    pub size: [u32; 2],
    /// The row and the column of the start and of the end, where the picture says them.
    pub ends: [Option<[u32; 2]>; 2],
    /// Why the start, and why the end, is not known although it should be.
    pub unclear: [Option<Box<ParseError>>; 2],
    /// What may be wrong although the picture was read.
    pub warnings: Vec<Warning>,
    /// True if the ends are openings, and not marked.
    are_openings: bool,
    /// The outline of the walls, where there is a margin around it; `None` too where nothing outside of it is free.
    outline: Option<Hull>,
    /// How the marks say where the ends are.
    marked: MarkedEnds,
    /// Which colors were marks.
    are_marks: [bool; 3],
    /// The colors, unless they are many.
    pub(super) colors: ColorTable,
    /// How many pixels there are of each color.
    counts: ColorCounts,
    decoder_bytes: u64,
}

impl Scan {
    /// Returns true if a file begins as a picture does.
    ///
    /// ```
    /// use dedale::scan::Scan;
    /// assert!(Scan::fits(b"GIF89a") && !Scan::fits(b"####"));
    /// ```
    pub fn fits(bytes: &[u8]) -> bool {
        PictureKind::of(bytes).is_some()
    }

    /// How many pixels a picture has, from its first bytes; `None` if it is none.
    pub fn pixels(bytes: &[u8]) -> Option<u64> {
        // To begin to decode takes longer than to read a small maze.
        PictureKind::of(bytes)?.size(bytes).ok().map(PictureSize::pixels)
    }

    /// Reads a picture: PNG, JPEG, WebP, BMP or the first one of a GIF.
    ///
    /// **Walls.** [`ReadOptions::shades`] say which pixels are walls. If they are not given, dark pixels are. If the two most common colors
    /// are both dark or both light, both are tried as the color of walls, and [`found`](Scan::found) is the one with which a path leads from
    /// end to end.
    ///
    /// **Squares.** The picture is divided into the largest squares of equal pixels that it consists of, or into those between lines that all
    /// go across it.
    ///
    /// **Ends.** The largest spot that is clearly green is the start, and the largest that is clearly red is the end: the square in the middle
    /// of each. Where one of the two is missing, the only spot that is clearly blue takes its place, with a [warning](Scan::warnings). Pale spots count
    /// only if there are no others. If it is not clear which of several spots is the end, there is
    /// [no end](Scan::unclear). Without any spots, the ends are the middles of the two openings in the outline of the walls, unless
    /// [`ReadOptions::has_ends`]; then no squares outside of the outline are free. The outline is the
    /// [hull](https://en.wikipedia.org/wiki/Convex_hull), or else goes around all hollows that are wider than corridors.
    ///
    /// `admit` is asked as in [`read_within`](crate::formats::read_within), and now and then with 0 bytes, whether to go on.
    ///
    /// # Complexity
    ///
    /// Time `O(pixels)`; at most a byte for each pixel, or two if the outline is not convex; and all pixels of a PNG that is interlaced, and of
    /// other kinds of pictures.
    ///
    /// # Errors
    ///
    /// No picture, or a damaged one; colors that do not say which pixels are walls; more than [`ReadOptions::max_pixels`] pixels; no memory.
    pub fn read(bytes: &[u8], options: &ReadOptions, admit: &dyn Fn(u64) -> bool) -> Result<Scan, ParseError> {
        let notes = Notes::default();
        let context = ReadContext { options, admit, notes: &notes, are_sides: false };
        let format = PictureKind::of(bytes).unwrap_or(&PNG).name;
        read_scan(bytes, &context).map_err(|error| ParseError { format: Some(format), ..error })
    }

    /// About how many bytes it takes to decode the picture again, to draw a path into it.
    pub fn decoder_bytes(&self) -> u64 {
        self.decoder_bytes
    }

    /// How many columns and rows of squares there are.
    pub fn squares(&self) -> [u32; 2] {
        self.free.size()
    }

    /// Returns true if there is a free square in this row and column.
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
pub(crate) fn read(input: &Input<'_>, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let mut scan = read_scan(input.bytes, context)?;
    for Warning { place, detail } in std::mem::take(&mut scan.warnings) {
        context.warn(place, detail);
    }
    if let [Some(from), Some(to)] = scan.ends
        && let Some(inside) = scan.inside([from, to])
        && inside.are_connected(from, to)
    {
        scan.free = inside;
    }
    let [columns, rows] = scan.squares();
    let mut matrix = Matrix::new([columns, rows].map(|side| side as usize), Meanings::default(), context)?;
    context.ask(u64::from(columns) * u64::from(rows) * SQUARE_BYTES)?;
    let marked = if scan.are_openings { [None; 2] } else { scan.ends };
    for place in (0..rows).flat_map(|row| (0..columns).map(move |column| [row, column])) {
        if place[1] == 0 {
            context.go_on()?;
        }
        let square = match marked {
            _ if !scan.is_free(place) => SquareKind::Wall,
            [start, _] if start == Some(place) => SquareKind::Start,
            [_, end] if end == Some(place) => SquareKind::End,
            _ => SquareKind::Free,
        };
        matrix.push(square, || InputPlace::Address(place.into()));
    }
    let given = scan.ends.map(|end| end.map(Address::from));
    let ends = GivenEnds { given, are_openings: scan.are_openings, unclear: scan.unclear, ..GivenEnds::default() };
    let parsed = matrix.read_between(ends, context)?;
    Ok(Parsed { scale: Some(scan.scale), shades: scan.found, ..parsed })
}

/// How many bytes are taken for each square of a maze while it is read: in the matrix, in the lattice, and as a cell.
const SQUARE_BYTES: u64 = 5;

/// After how many rows it is asked whether to go on.
const ROWS_BETWEEN_QUESTIONS: u32 = 64;

fn read_scan(bytes: &[u8], context: &ReadContext<'_>) -> Result<Scan, ParseError> {
    let options = context.options;
    if !options.legend.is_empty() {
        let detail = "walls, free, start and end are characters or numbers, and this is a picture: threshold and dark say what is a wall";
        return Err(ParseError::malformed(None, detail));
    }
    let named = options.format.and_then(|format| PictureKind::from_name(format.name));
    let kind = match (PictureKind::of(bytes), named) {
        (Some(kind), Some(named)) if kind.name != named.name => {
            let detail = format!("this is a {kind} picture, and not a {named} picture: read={} reads it", kind.name);
            return Err(ParseError::malformed(None, detail));
        }
        (kind, named) => kind.or(named).unwrap_or(&PNG),
    };
    let picture = kind.size(bytes).map_err(damaged)?;
    if picture.pixels() > options.max_pixels {
        return Err(too_large(picture, options.max_pixels));
    }
    let source = ReadSource { kind, bytes, picture };
    let sides = u64::from(picture.width) + u64::from(picture.height);
    let kept = picture.pixels().saturating_mul(5) / 8 + sides * LINE_BYTES + ColorCounts::BYTES;
    context.ask(kept.saturating_add(picture.decoder_bytes))?;
    let reading = Reading { shades: options.shades.unwrap_or_default(), are_marks: Reading::GREEN_AND_RED };
    let scan = source.scan(reading, context)?;
    let scan = source.scan_with_blue(scan, reading, context)?;
    let mut scan = match (scan.doubt(), options.shades) {
        (Some(doubt), None) => source.scan_by_colors(scan, doubt, context)?,
        (Some(Doubt { are_marks, is_ground: true, .. }), Some(shades)) => {
            source.scan(Reading { shades, are_marks }, context)?
        }
        (None, None) => source.scan_until_connected(scan, context)?,
        _ => scan,
    };
    if let Some(end) = scan.marked.blue {
        let [[missing, blue], [other, role]] =
            if end == 0 { [["green", "start"], ["red", "end"]] } else { [["red", "end"], ["green", "start"]] };
        let detail = format!(
            "no spot is clearly {missing}: the blue one was read as the {blue}, and the {other} one as the {role}"
        );
        scan.warnings.push(Warning { place: None, detail });
    }
    if !source.is_exact() && scan.are_enclosed() {
        let detail = format!(
            "each end is in a room that is closed: in a {kind} picture, lines between squares are not told from walls, and a PNG of it is read"
        );
        return Err(ParseError::inconsistent(None, detail));
    }
    Ok(scan)
}

fn damaged(error: Damaged) -> ParseError {
    ParseError::malformed(None, error.to_string())
}

fn too_large(picture: PictureSize, max: u64) -> ParseError {
    let PictureSize { width, height, .. } = picture;
    let detail = format!("the picture has {width} × {height} pixels, and {max} are allowed");
    let over = OverLimit { limit: "pixels", max, asked: picture.pixels() };
    ParseError { detail, ..ParseError::too_many(None, over) }
}

/// A picture that is read, perhaps in several ways.
#[derive(Clone, Copy)]
struct ReadSource<'a> {
    kind: &'static PictureKind,
    bytes: &'a [u8],
    picture: PictureSize,
}

impl ReadSource<'_> {
    /// Returns true if pixels are kept as they were drawn. Otherwise there is noise at edges.
    fn is_exact(self) -> bool {
        self.kind.is_exact(self.bytes)
    }

    /// Reads the picture in one way.
    fn scan(self, reading: Reading, context: &ReadContext<'_>) -> Result<Scan, ParseError> {
        let ReadSource { kind, bytes, picture } = self;
        let size = [picture.width, picture.height];
        let too_large = || too_large(picture, MAX_SQUARES);
        let mut reader = PictureReader::new(size, reading, self.is_exact()).ok_or_else(too_large)?;
        let mut rows = kind.rows(bytes).map_err(damaged)?;
        let samples = rows.samples();
        for row in 0..picture.height {
            let Some(pixels) = rows.next().map_err(damaged)? else { break };
            reader.add_row(row, pixels, samples);
            if row % ROWS_BETWEEN_QUESTIONS == 0 {
                context.go_on()?;
            }
        }
        drop(rows);
        // What decoding took is free again, but that is not said; this is little beside it.
        let [columns, rows] = size.map(u64::from);
        context.ask((columns + rows) * OUTLINE_BYTES)?;
        let mut scan = reader.finish(kind, picture.decoder_bytes).ok_or_else(too_large)?;
        let [columns, rows] = scan.squares().map(u64::from);
        // As many as there are in all: a maze of cells may have fewer.
        let limits = Limits { max_cells: u32::MAX, ..context.options.limits };
        if let Some(over) = limits.excess([columns, rows]) {
            return Err(ParseError::too_many(None, over));
        }
        scan.find_ends(context)?;
        Ok(scan)
    }

    /// Reads the picture with blue as the mark that is missing, where one of green and red is, and some blue may be a mark.
    fn scan_with_blue(self, scan: Scan, reading: Reading, context: &ReadContext<'_>) -> Result<Scan, ParseError> {
        if !scan.may_have_blue_mark() {
            return Ok(scan);
        }
        context.ask(self.picture.pixels().saturating_mul(7) / 8 + ColorCounts::BYTES)?;
        let other = self.scan(Reading { are_marks: [true; 3], ..reading }, context)?;
        Ok(if other.marked.blue.is_some() { other } else { scan })
    }

    /// Reads the picture with other thresholds, where the ends are not connected otherwise: with what is drawn in a dark color as free, which is most often a
    /// path from one to the other, and between the colors of walls and corridors, where one of them is hardly lighter or darker than half of white.
    fn scan_until_connected(self, scan: Scan, context: &ReadContext<'_>) -> Result<Scan, ParseError> {
        if !self.is_exact() || scan.ends.contains(&None) {
            return Ok(scan);
        }
        let thresholds = [scan.threshold_below_color(), scan.threshold_between_colors()];
        // To search for a path takes longest, so it comes last.
        if thresholds == [None; 2] || scan.is_solvable() {
            return Ok(scan);
        }
        for threshold in thresholds.into_iter().flatten() {
            context.ask(self.picture.pixels().saturating_mul(5) / 8 + ColorCounts::BYTES)?;
            let shades = Shades { threshold, dark_is_free: false };
            let other = self.scan(Reading { shades, are_marks: scan.are_marks }, context)?;
            if other.is_solvable() {
                return Ok(Scan { found: Some(shades), ..other });
            }
        }
        Ok(scan)
    }

    /// Reads the picture by the two colors that most of it has: once with the lighter one free, and once with the darker one. The way in which the ends
    /// are known and connected is the right one; of two, that whose corridors are wider, or in which the walls have a frame.
    fn scan_by_colors(self, scan: Scan, doubt: Doubt, context: &ReadContext<'_>) -> Result<Scan, ParseError> {
        context.ask(self.picture.pixels().saturating_mul(5) / 4 + 2 * ColorCounts::BYTES)?;
        let Doubt { threshold, are_marks, .. } = doubt;
        let mut found = Vec::new();
        let both = threshold.map(|threshold| [false, true].map(|dark_is_free| Shades { threshold, dark_is_free }));
        for shades in both.into_iter().flatten() {
            let other = self.scan(Reading { shades, are_marks }, context)?;
            if other.is_solvable() {
                found.push(Scan { found: Some(shades), ..other });
            }
        }
        let right = match &found[..] {
            [_] => Some(0),
            [first, second] => {
                let widths = [first, second].map(|scan| corridor_width(&scan.free));
                let is_much_wider = |wide: usize| widths[wide] >= MUCH_WIDER * widths[1 - wide];
                let by_frame = || first.is_frame_free(widths[0].min(widths[1])).map(usize::from);
                [0, 1].into_iter().find(|&wide| is_much_wider(wide)).or_else(by_frame)
            }
            _ => None,
        };
        match right {
            Some(right) => Ok(found.swap_remove(right)),
            None if doubt.is_certain => Err(doubt.error()),
            // A maze that cannot be solved is one too.
            None => Ok(scan),
        }
    }
}

/// The least difference of the samples of a color that is not a gray.
const CLEAR_COLOR: u8 = 96;

/// The least share of the pixels, in thousandths, that a drawn path has.
const MIN_OF_DRAWN: u64 = 1;

/// By how much the luma of a color differs at most from half of white that is hardly lighter or darker.
const MIDDLE: f64 = 0.15;

/// Returns a threshold with the digits that it has in an answer.
fn rounded(threshold: f64) -> f64 {
    (threshold * 1000.0).round() / 1000.0
}

/// How many times as wide as the walls the corridors are, where walls could be corridors as well.
const MUCH_WIDER: u32 = 2;

/// Why darkness may not say what is a wall.
struct Doubt {
    colors: [Cluster; 2],
    /// Between the luma of both, unless these are nearly equal.
    threshold: Option<f64>,
    /// Which colors are still marks.
    are_marks: [bool; 3],
    /// True if one of them is the color of most corridors or walls.
    is_ground: bool,
    /// True if next to nothing is on the other side of half of white.
    is_certain: bool,
}

impl Doubt {
    fn error(&self) -> ParseError {
        let Doubt { colors: [first, second], threshold, .. } = self;
        let why = match [first, second].map(|color| color.luma() < 0.5) {
            [true, true] => "which are both dark",
            [false, false] => "which are both light",
            _ => "of which one is that of a mark",
        };
        let how = match threshold {
            None => "no threshold tells them apart: paint the walls black and the corridors white".to_owned(),
            Some(threshold) => format!(
                "with threshold={threshold} the darker one is a wall, and with threshold={threshold} and dark=free the lighter one"
            ),
        };
        let [first, second] = [first, second].map(Cluster::digits);
        let detail = format!("most of the picture is in two colors, {first} and {second}, {why}: {how}");
        ParseError::inconsistent(None, detail)
    }
}

/// How many times as wide as the other one an opening may be, if both are.
const MAX_DIFFERENT: usize = 3;

/// About how many squares can be numbered, where there are several columns.
const MAX_SQUARES: u64 = 1 << 31;

/// An opening is at most this many times as wide as a corridor: 5 / 2.
const WIDEST: [usize; 2] = [5, 2];

/// How many bytes are taken for each row and column to find openings.
const OUTLINE_BYTES: u64 = 48;

/// How many bytes are taken for each row and column to find lines.
const LINE_BYTES: u64 = 16;

/// How far apart two colors are at least: where there are few colors, where these are light, and where there is noise.
const FEW_APART: u8 = 40;
const LIGHT_APART: u8 = 16;
const MANY_APART: u8 = 64;

/// By how much the luma of two colors differs at least, if it tells them apart.
const MIN_LUMA: f64 = 0.03;

/// The least part of the pixels that the second one of the two colors has, in hundredths.
const MIN_OF_COLOR: u64 = 5;

/// The least part of the pixels that a color has that is no mark, in hundredths.
const MIN_OF_GROUND: u64 = 15;

/// A picture that is read row by row.
struct PictureReader {
    size: [u32; 2],
    cache: PixelCache,
    free: BitGrid,
    spots: MarkSpots,
    /// True if equal squares have equal pixels. In other pictures, there is noise at edges.
    is_exact: bool,
    scale: u32,
    above: Vec<u8>,
    colors: ColorTable,
    counts: ColorCounts,
    /// How often each shade of gray is there, and which of them are free.
    grays: [u64; 256],
    are_free: [bool; 256],
    lines: PlainLines,
}

/// The rows and columns that are of one color.
#[derive(Default)]
struct PlainLines {
    rows: Vec<Option<[u8; 4]>>,
    first: Vec<u8>,
    /// The columns that are as the first row so far.
    columns: Vec<u32>,
}

impl PlainLines {
    fn add_row(&mut self, row: u32, pixels: &[u8], samples: usize) {
        if row == 0 {
            self.first = pixels.to_vec();
            self.columns = (0..(pixels.len() / samples) as u32).collect();
        } else if !self.columns.is_empty() {
            let first = &self.first;
            self.columns.retain(|&column| {
                let bytes = column as usize * samples..(column as usize + 1) * samples;
                first[bytes.clone()] == pixels[bytes]
            });
        }
        let start = &pixels[..samples];
        self.rows.push(pixels.chunks_exact(samples).all(|pixel| pixel == start).then(|| rgba(start)));
    }

    /// Which rows and columns are lines, of those that begin a square: if all of them have one color, and it is a wall.
    fn of(self, [columns, rows]: [u32; 2], samples: usize, scale: u32, reading: Reading) -> Option<[Vec<bool>; 2]> {
        let color = self.rows.iter().find_map(|color| *color)?;
        let column_color = |column: u32| rgba(&self.first[column as usize * samples..][..samples]);
        let is_one = self.rows.iter().flatten().all(|&line| line == color)
            && self.columns.iter().all(|&column| column_color(column) == color);
        if !is_one || self.columns.is_empty() || Pixel::of(&color, reading) != Pixel::Wall {
            return None;
        }
        let mut are_lines = vec![false; columns as usize];
        for column in self.columns.iter().filter(|&column| column % scale == 0) {
            are_lines[(column / scale) as usize] = true;
        }
        let row = |row: u32| self.rows.get((row * scale) as usize).is_some_and(Option::is_some);
        Some([(0..rows).map(row).collect(), are_lines])
    }
}

impl PictureReader {
    fn new(size: [u32; 2], reading: Reading, is_exact: bool) -> Option<PictureReader> {
        Some(PictureReader {
            size,
            cache: PixelCache::new(reading),
            free: BitGrid::new(size)?,
            spots: MarkSpots::default(),
            is_exact,
            scale: gcd(size[0], size[1]),
            above: Vec::new(),
            colors: ColorTable::default(),
            counts: ColorCounts::default(),
            grays: [0; 256],
            are_free: std::array::from_fn(|gray| Pixel::of(&[gray as u8], reading) != Pixel::Wall),
            lines: PlainLines::default(),
        })
    }

    fn add_row(&mut self, row: u32, pixels: &[u8], samples: usize) {
        if self.is_exact {
            if self.scale > 1 {
                self.divide(row, pixels, samples);
            }
            self.lines.add_row(row, pixels, samples);
        }
        let PictureReader { size, cache, free, spots, colors, counts, grays, are_free, .. } = self;
        if samples == 1 {
            pixels.iter().for_each(|&gray| grays[usize::from(gray)] += 1);
            free.add_row(row, pixels.iter().map(|&gray| are_free[usize::from(gray)]));
            return;
        }
        let start = free.index([row, 0]);
        let bits = (start..).zip(pixels.chunks_exact(samples)).map(|(index, pixel)| {
            let (meaning, is_new) = cache.look(pixel, counts);
            if is_new {
                colors.add(rgba(pixel));
            }
            match meaning {
                Pixel::Wall => return false,
                Pixel::Free => {}
                Pixel::EndColor(mark) => spots.add(mark, index, *size),
            }
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

    fn finish(mut self, kind: &'static PictureKind, decoder_bytes: u64) -> Option<Scan> {
        for gray in (0..=u8::MAX).filter(|&gray| self.grays[usize::from(gray)] > 0) {
            self.colors.add(rgba(&[gray]));
            self.counts.add(rgba(&[gray]), self.grays[usize::from(gray)]);
        }
        self.cache.count(&mut self.counts);
        let reading = self.cache.reading();
        let PictureReader { size, free, spots, mut scale, is_exact, colors, counts, lines, .. } = self;
        if !is_exact {
            // Where there is noise, squares have pixels that mean the same.
            scale = spots.grids().fold(scale, |scale, spot| spot.scale(scale));
            scale = free.scale(scale);
        }
        let reduced = |grid: BitGrid| if scale > 1 { grid.reduced(scale) } else { Some(grid) };
        let mut free = reduced(free)?;
        let mut spots = spots.map(reduced);
        let mut width = scale;
        let samples = lines.first.len() / size[0].max(1) as usize;
        let lines = if samples > 0 { lines.of(free.size(), samples, scale, reading) } else { None };
        let ruled = Ruled::of(&free, lines.as_ref());
        let sharpness = Sharpness { is_sharp: is_exact && (scale > 1 || colors.are_few()), is_ruled: ruled.is_some() };
        if let Some((ruled, squares)) = ruled {
            free = squares;
            spots = spots.map(|spot| ruled.squares(&spot));
            width = scale * ruled.distance();
        }
        let marked = spots.ends(&free, sharpness);
        let ends = marked.marks.each_ref().map(EndMark::place);
        let (unclear, are_openings, outline) = ([None, None], false, None);
        let (format, found) = (kind.name, None);
        Some(Scan {
            free,
            format,
            found,
            scale: width,
            size,
            ends,
            unclear,
            warnings: Vec::new(),
            are_openings,
            outline,
            marked,
            are_marks: reading.are_marks,
            colors,
            counts,
            decoder_bytes,
        })
    }
}

impl Scan {
    /// Finds what is not known yet of the ends. Openings are the ends where not both are marked.
    fn find_ends(&mut self, context: &ReadContext<'_>) -> Result<(), ParseError> {
        let outline = Hull::of(&self.free);
        self.outline = outline.clone().filter(|_| self.has_margin());
        let missing = match &self.marked.marks {
            [EndMark::At(_), EndMark::At(_)] => return Ok(()),
            [EndMark::Nowhere, EndMark::Nowhere] => "no spot is clearly green or red".to_owned(),
            [start, end] => {
                let about = |mark: &EndMark, color: &str, what: &str| match mark {
                    EndMark::At(_) => None,
                    EndMark::Nowhere => Some(format!("no spot is clearly {color}, as the {what} is")),
                    EndMark::Unclear(why) => Some(format!("{why}, as the {what} is")),
                };
                let both = [about(start, "green", "start"), about(end, "red", "end")];
                both.into_iter().flatten().collect::<Vec<_>>().join(", and ")
            }
        };
        let mut detail = format!("{missing}; {}", self.advice());
        if !context.options.has_ends {
            let (openings, why) =
                outline.map_or(Ok((Vec::new(), None)), |outline| self.take_openings(&outline, context))?;
            if self.are_openings {
                return Ok(());
            }
            let count = openings.len();
            let why = why.map_or_else(|| format!("has {count} openings, where two would be the ends"), str::to_owned);
            detail = format!("{missing}, and the outline of the walls {why}; {}", self.advice());
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

    /// Takes the openings in the outline of the walls for the ends, if they are two, and then what is around the outline for walls. Returns them; and
    /// why two openings are not the ends.
    fn take_openings(
        &mut self,
        outline: &Hull,
        context: &ReadContext<'_>,
    ) -> Result<(Vec<Opening>, Option<&'static str>), ParseError> {
        let mut inside = self.free.clone();
        outline.clear_around(&mut inside);
        // Where an outline is not convex, what is in front of its hollows looks like a wide opening.
        let width = corridor_width(&inside);
        let mut openings = outline.openings(&inside, width);
        let is_wide = |opening: &Opening| 2 * opening.width > 3 * width as usize;
        let mut is_hull = true;
        // Where walls reach the edges of the picture, nothing is outside of them.
        if openings.iter().any(is_wide) && self.has_margin() {
            let [columns, rows] = self.squares().map(u64::from);
            context.ask(columns * rows)?;
            if let Some((within, found)) = inside_of_concave(&self.free, width, outline)
                && let [first, second] = found[..]
                && first.width.max(second.width) <= MAX_DIFFERENT * first.width.min(second.width)
            {
                (inside, openings, is_hull) = (within, found, false);
            }
        }
        let [first, second] = openings[..] else { return Ok((openings, None)) };
        let [most, of] = WIDEST;
        let width = width as usize;
        // The hollows beside something that sticks out of a closed outline are not connected. In a straight wall, there are none.
        let may_be_apart =
            is_hull && outline.is_rectangle() && openings.iter().all(|end| end.leads_into(&inside, end.width));
        let why = if is_hull && outline.is_mostly_open(&inside, width as u32) {
            Some("is mostly open")
        } else if is_hull && of * first.width.max(second.width) > most * width {
            Some("has two openings that are much wider than its corridors")
        } else if !openings.iter().all(|end| end.leads_into(&inside, width.min(end.width))) {
            Some("has two openings that lead into next to nothing")
        } else if !may_be_apart && !inside.are_connected(first.middle, second.middle) {
            Some("has two openings that no way through the maze connects")
        } else {
            None
        };
        if why.is_some() {
            return Ok((openings, why));
        }
        let mut middles = [first.middle, second.middle];
        middles.sort_unstable();
        (self.free, self.outline) = (inside, None);
        (self.ends, self.are_openings) = (middles.map(Some), true);
        Ok((openings, None))
    }

    /// Returns true if one end alone is marked, and some pixels are clearly blue, but not as many as those of corridors or walls.
    fn may_have_blue_mark(&self) -> bool {
        let is_one =
            matches!(&self.marked.marks, [EndMark::Nowhere, EndMark::At(_)] | [EndMark::At(_), EndMark::Nowhere]);
        let count = || self.counts.count(|color| EndColor::blue(color.map(u32::from)).is_some());
        let total = || self.counts.count(|_| true);
        is_one && (1..MIN_OF_GROUND * total()).contains(&(100 * count()))
    }

    /// Returns true if the two colors that most of the picture has are on the same side of half of white, so that darkness may not say what is a wall.
    fn doubt(&self) -> Option<Doubt> {
        let are_few = self.colors.are_few();
        let colors = self.counts.largest(if are_few { FEW_APART / 2 } else { MANY_APART / 8 * 5 })?;
        let total = self.counts.count(|_| true);
        let [first, second] = &colors;
        let is_much = |count: u64, hundredths: u64| 100 * count >= hundredths * total;
        let apart = distance(first.color, second.color);
        let is_light = colors.iter().all(|cluster| cluster.luma() >= 0.5);
        // Dark lines between dark squares are nearer to each other.
        let is_apart = match are_few {
            true => apart > if is_light { LIGHT_APART } else { FEW_APART },
            false => apart > MANY_APART,
        };
        if !is_apart || !is_much(second.count, MIN_OF_COLOR) {
            return None;
        }
        // Where the colors between the two are as many, they are shades of one.
        let between = first.between(second);
        if 2 * self.counts.count(|color| distance(color, between) <= apart / 4) > second.count {
            return None;
        }
        let mut are_marks = self.are_marks;
        for cluster in colors.iter().filter(|cluster| is_much(cluster.count, MIN_OF_GROUND)) {
            let mark = EndColor::of(cluster.color.map(u32::from)).filter(|mark| !mark.is_pale);
            mark.into_iter().for_each(|mark| are_marks[mark.end] = false);
        }
        let lumas = [first.luma(), second.luma()];
        let are_dark = lumas.map(|luma| luma < 0.5);
        let is_ground = are_marks[..EndColor::BLUE].contains(&false);
        // Blue is a mark only beside another one.
        are_marks[EndColor::BLUE] &= !is_ground;
        if are_dark[0] != are_dark[1] && !is_ground {
            return None;
        }
        let is_between = (lumas[0] - lumas[1]).abs() >= MIN_LUMA;
        let threshold = is_between.then(|| rounded(f64::midpoint(lumas[0], lumas[1])));
        let others = self.counts.count(|color| {
            let color = color.map(u32::from);
            let mark = EndColor::of(color).or_else(|| EndColor::blue(color));
            let is_mark = mark.is_some_and(|mark| are_marks[mark.end]);
            !is_mark && (luma(color) < 127_500) != are_dark[0]
        });
        let is_certain = is_ground || !is_much(others, 1);
        // With dark walls, the ends are not connected if the corridors are taken for walls too.
        let is_doubtful = is_ground || if are_dark[0] { !self.is_solvable() } else { is_certain };
        is_doubtful.then_some(Doubt { colors, threshold, are_marks, is_ground, is_certain })
    }

    /// Returns the threshold between the two colors that most of the picture has, of which one is dark, if one of them is hardly lighter or darker than half
    /// of white.
    fn threshold_between_colors(&self) -> Option<f64> {
        let is_middle = |luma: f64| (luma - 0.5).abs() < MIDDLE;
        let middle = self.counts.count(|color| is_middle(f64::from(luma(color.map(u32::from))) / 255_000.0));
        if middle == 0 || 100 * middle < MIN_OF_COLOR * self.counts.count(|_| true) {
            return None;
        }
        let clusters = self.counts.largest(MANY_APART / 8 * 5)?;
        let total = self.counts.count(|_| true);
        let [first, second] = clusters.each_ref().map(Cluster::luma);
        let threshold = f64::midpoint(first, second);
        let is_one_middle = is_middle(first) || is_middle(second);
        let are_apart = is_one_middle && (first < 0.5) != (second < 0.5) && (threshold - 0.5).abs() >= MIN_LUMA;
        (are_apart && 100 * clusters[1].count >= MIN_OF_COLOR * total).then(|| rounded(threshold))
    }

    /// Returns the threshold between black walls and what is drawn in a dark color, if something is.
    fn threshold_below_color(&self) -> Option<f64> {
        let spread =
            |color: [u8; 3]| color.iter().max().zip(color.iter().min()).map_or(0, |(most, least)| most - least);
        let is_dark = |color: [u8; 3]| luma(color.map(u32::from)) < 127_500;
        let is_drawn = |color: [u8; 3]| {
            let is_blue_mark = self.marked.blue.is_some() && EndColor::blue(color.map(u32::from)).is_some();
            let is_mark = is_blue_mark || EndColor::of(color.map(u32::from)).is_some();
            is_dark(color) && spread(color) >= CLEAR_COLOR && !is_mark
        };
        let drawn = self.counts.cluster(is_drawn)?;
        let walls = self.counts.cluster(|color| is_dark(color) && spread(color) < CLEAR_COLOR / 2)?;
        let is_much = 1000 * drawn.count >= MIN_OF_DRAWN * self.counts.count(|_| true);
        let is_apart = is_much && drawn.luma() - walls.luma() >= MIN_LUMA;
        is_apart.then(|| rounded(f64::midpoint(drawn.luma(), walls.luma())))
    }

    /// Returns true if what is free is the frame of a maze, so that it must be the walls. False if what is a wall has a frame, and `None` if that is not clear.
    /// `width` is that of corridors.
    ///
    /// Around a maze there is a margin or a frame, of one color. If what is next to it has the other color throughout, that is a frame. If it is mixed,
    /// the first one is.
    fn is_frame_free(&self, width: u32) -> Option<bool> {
        let [columns, rows] = self.squares();
        let is_free = self.is_free([0, 0]);
        if border([columns, rows]).0.any(|place| self.is_free(place) != is_free) {
            return None;
        }
        let is_other = |place: [u32; 2]| self.is_free(place) != is_free;
        let has_row = |&row: &u32| (0..columns).any(|column| is_other([row, column]));
        let has_column = |&column: &u32| (0..rows).any(|row| is_other([row, column]));
        // Noise is at the edges.
        let inset = width / 4;
        let [top, bottom] = [(0..rows).find(has_row)? + inset, (0..rows).rev().find(has_row)?.checked_sub(inset)?];
        let [left, right] =
            [(0..columns).find(has_column)? + inset, (0..columns).rev().find(has_column)?.checked_sub(inset)?];
        let size = [(right + 1).checked_sub(left)?, (bottom + 1).checked_sub(top)?];
        let (ring, is_ring) = border(size);
        let gaps = runs(ring.map(|[row, column]| [top + row, left + column]), is_ring, |place| !is_other(place));
        match gaps.iter().filter(|gap| 2 * gap.len() >= width as usize).count() {
            0 => Some(!is_free),
            1 | 2 => None,
            _ => Some(is_free),
        }
    }

    /// Returns true if both ends are known, and each is in a closed room: hardly larger than a square as wide as most corridors, or both with less than half
    /// of what is free.
    fn are_enclosed(&self) -> bool {
        let [Some(from), Some(to)] = self.ends else { return false };
        if self.is_solvable() {
            return false;
        }
        let rooms = [from, to].map(|end| {
            let (mut left, mut count) = (self.free.clone(), 0_u64);
            left.take_connected(left.index(end), |_| count += 1);
            count
        });
        let most = 3 * u64::from(corridor_width(&self.free)).pow(2) / 2;
        rooms.iter().all(|&room| room <= most) || 2 * (rooms[0] + rooms[1]) < self.free.iter().count() as u64
    }

    /// Returns true if the ends are known, and connected inside of the outline.
    fn is_solvable(&self) -> bool {
        let [Some(from), Some(to)] = self.ends else { return false };
        match &self.outline {
            None => self.free.are_connected(from, to),
            Some(_) => self.inside([from, to]).is_some_and(|inside| inside.are_connected(from, to)),
        }
    }

    /// Returns true if no wall is at an edge of the picture.
    fn has_margin(&self) -> bool {
        border(self.squares()).0.all(|place| self.is_free(place))
    }

    /// Returns the free squares inside of the outline, where there is one and both ends are inside.
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
