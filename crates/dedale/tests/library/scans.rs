//! Pictures of mazes: random ones are encoded here in every way that PNG has, read, and traced; what is found is compared with searches of this file.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::io::Write;

use dedale::formats::{self, Format, traced_document};
use dedale::grid::{Address, Grid};
use dedale::options::{MazeBuilder, MazeOptions};
use dedale::parse::{Legend, ParseError, ParseErrorKind, ReadOptions, Shades};
use dedale::picture::{Picture, Style};
use dedale::rng::{Rng, Stream};
use dedale::scan::Scan;
use dedale::solve::{Solver, Traced};
use png::{BitDepth, ColorType, Encoder};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

/// Squares that are walls or not.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Squares {
    columns: u32,
    walls: Vec<bool>,
}

impl Squares {
    fn random([columns, rows]: [u32; 2], percent: u64, seed: u64) -> Squares {
        let mut rng = Rng::new(seed, Stream::Generate);
        Squares { columns, walls: (0..columns * rows).map(|_| rng.below(100) < percent).collect() }
    }

    fn rows(&self) -> u32 {
        self.walls.len() as u32 / self.columns
    }

    fn is_wall(&self, [row, column]: [u32; 2]) -> bool {
        row >= self.rows() || column >= self.columns || self.walls[(row * self.columns + column) as usize]
    }

    fn all(&self) -> impl Iterator<Item = [u32; 2]> {
        let columns = self.columns;
        (0..self.walls.len() as u32).map(move |number| [number / columns, number % columns])
    }

    /// How many moves of a king on a chess board it is to the next wall, or out.
    fn clearance(&self, [row, column]: [u32; 2]) -> u32 {
        let is_clear = |radius: u32| {
            let across = |center: u32| center.wrapping_sub(radius)..=center.wrapping_add(radius);
            let reach = |center: u32| (0..=2 * radius).map(move |step| across(center).start().wrapping_add(step));
            reach(row).all(|row| reach(column).all(|column| !self.is_wall([row, column])))
        };
        (0..).find(|&radius| !is_clear(radius)).unwrap()
    }

    /// What it costs to enter each square, as the documentation has it.
    fn costs(&self) -> Vec<u32> {
        let clearances: Vec<u32> = self.all().map(|square| self.clearance(square)).collect();
        if clearances.iter().all(|&clearance| clearance < 2) {
            return vec![1; self.walls.len()];
        }
        let mut free: Vec<u32> = clearances.iter().copied().filter(|&clearance| clearance > 0).collect();
        free.sort_unstable();
        let half = 2 * free[(free.len() - 1) / 2] - 1;
        let cost = |&clearance: &u32| {
            let ratio = f64::from(half) / f64::from(clearance.max(1));
            (8.0 + (8.0 * ratio * ratio + 0.5).floor()).min(1000.0) as u32
        };
        clearances.iter().map(cost).collect()
    }

    /// What the cheapest way costs.
    fn cheapest(&self, from: [u32; 2], to: [u32; 2]) -> Option<u32> {
        let costs = self.costs();
        let mut done = BTreeSet::new();
        let mut next = BinaryHeap::from([Reverse((0, from))]);
        while let Some(Reverse((cost, at))) = next.pop() {
            if at == to {
                return Some(cost);
            }
            if done.insert(at) {
                let around = around(at).into_iter().filter(|&far| !self.is_wall(far));
                next.extend(around.map(|far| Reverse((cost + costs[(far[0] * self.columns + far[1]) as usize], far))));
            }
        }
        None
    }

    /// Holds a path to be one through free squares that costs the least.
    fn check(&self, traced: &Traced, from: [u32; 2], to: [u32; 2]) {
        let path: Vec<[u32; 2]> = traced.squares().collect();
        let costs = self.costs();
        let cost =
            (!path.is_empty()).then(|| path[1..].iter().map(|at| costs[(at[0] * self.columns + at[1]) as usize]).sum());
        assert_eq!(cost, self.cheapest(from, to));
        if !path.is_empty() {
            assert_eq!((path[0], path[path.len() - 1]), (from, to));
            assert!(path.iter().all(|&at| !self.is_wall(at)));
            assert!(path.windows(2).all(|pair| around(pair[0]).contains(&pair[1])));
        }
    }
}

fn around([row, column]: [u32; 2]) -> [[u32; 2]; 4] {
    [[row.wrapping_sub(1), column], [row, column + 1], [row + 1, column], [row, column.wrapping_sub(1)]]
}

/// How a picture is encoded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coding {
    color: ColorType,
    depth: BitDepth,
    scale: u32,
    is_interlaced: bool,
    /// Whether pixels differ within a square.
    is_noisy: bool,
}

pub(crate) const GREEN: [u8; 3] = [20, 190, 60];
pub(crate) const RED: [u8; 3] = [210, 30, 30];
pub(crate) const WHITE: [u8; 3] = [255; 3];
pub(crate) const BLACK: [u8; 3] = [0; 3];

/// The samples of a pixel, each of as many bits as the coding has.
fn samples(coding: Coding, color: [u8; 3], noise: u64) -> Vec<u16> {
    let Coding { color: kind, depth, is_noisy, .. } = coding;
    let most = ((1_u32 << depth as u8) - 1) as u16;
    let is_light = color[1] > 100;
    // As near to the edge between dark and light as may be.
    let half = most / 2;
    let gray = match (is_noisy, is_light) {
        (false, true) => most,
        (false, false) => 0,
        (true, true) => half + 1 + (noise % (u64::from(half) + 1)) as u16,
        (true, false) => (noise % (u64::from(half) + 1)) as u16,
    };
    let widened = |value: u8| if depth == BitDepth::Sixteen { u16::from(value) * 257 } else { value.into() };
    let color = if color == WHITE || color == BLACK { [gray; 3] } else { color.map(widened) };
    match kind {
        ColorType::Grayscale => vec![gray],
        // Transparent pixels are free, whatever their color.
        ColorType::GrayscaleAlpha if is_light => vec![0, 0],
        ColorType::GrayscaleAlpha => vec![gray, most],
        ColorType::Rgb => color.to_vec(),
        ColorType::Rgba => [&color[..], &[most]].concat(),
        ColorType::Indexed => vec![u16::from(is_light)],
    }
}

/// The rows of samples, packed.
fn pack(rows: &[Vec<Vec<u16>>], depth: BitDepth, with_filter: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    for row in rows {
        let mut bits = String::new();
        row.iter().flatten().for_each(|sample| bits += &format!("{sample:0width$b}", width = depth as usize));
        bits += &"0".repeat((8 - bits.len() % 8) % 8);
        bytes.extend(with_filter.then_some(0));
        bytes.extend(
            bits.as_bytes().chunks(8).map(|bits| u8::from_str_radix(str::from_utf8(bits).unwrap(), 2).unwrap()),
        );
    }
    bytes
}

/// The passes of an interlaced picture: the first row and column of each, and the steps between rows and columns.
const PASSES: [[usize; 4]; 7] =
    [[0, 0, 8, 8], [0, 4, 8, 8], [4, 0, 8, 4], [0, 2, 4, 4], [2, 0, 4, 2], [0, 1, 2, 2], [1, 0, 2, 1]];

pub(crate) fn encode(coding: Coding, [columns, rows]: [u32; 2], color: impl Fn([u32; 2]) -> [u8; 3]) -> Vec<u8> {
    let Coding { color: kind, depth, scale, is_interlaced, .. } = coding;
    let [width, height] = [columns * scale, rows * scale];
    let mut rng = Rng::new(7, Stream::Generate);
    let mut pixel = |x: u32, y: u32| samples(coding, color([y / scale, x / scale]), rng.below(1 << 20));
    let pixels: Vec<Vec<_>> = (0..height).map(|y| (0..width).map(|x| pixel(x, y)).collect()).collect();
    let mut bytes = Vec::new();
    let mut info = png::Info::with_size(width, height);
    info.color_type = kind;
    info.bit_depth = depth;
    info.interlaced = is_interlaced;
    if kind == ColorType::Indexed {
        info.palette = Some(vec![0, 0, 0, 255, 255, 255].into());
    }
    let mut writer = Encoder::with_info(&mut bytes, info).unwrap().write_header().unwrap();
    if is_interlaced {
        let of_pass = |[first_row, first_column, down, across]: [usize; 4]| {
            let rows = pixels.iter().skip(first_row).step_by(down);
            let rows = rows.map(|row| row.iter().skip(first_column).step_by(across).cloned().collect());
            let rows: Vec<Vec<_>> = rows.filter(|row: &Vec<_>| !row.is_empty()).collect();
            pack(&rows, depth, true)
        };
        let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        PASSES.into_iter().for_each(|pass| zlib.write_all(&of_pass(pass)).unwrap());
        writer.write_chunk(png::chunk::IDAT, &zlib.finish().unwrap()).unwrap();
    } else {
        writer.write_image_data(&pack(&pixels, depth, false)).unwrap();
    }
    drop(writer);
    bytes
}

pub(crate) fn plain(scale: u32) -> Coding {
    Coding { color: ColorType::Rgb, depth: BitDepth::Eight, scale, is_interlaced: false, is_noisy: false }
}

/// The pixels of a picture, as color and opacity.
pub(crate) fn decode(bytes: &[u8]) -> ([u32; 2], Vec<[u8; 4]>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().unwrap();
    let mut data = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut data).unwrap();
    let pixels = match info.color_type {
        ColorType::Rgba => data.as_chunks::<4>().0.to_vec(),
        ColorType::GrayscaleAlpha => {
            data.as_chunks::<2>().0.iter().map(|&[gray, alpha]| [gray, gray, gray, alpha]).collect()
        }
        other => panic!("{other:?}"),
    };
    ([info.width, info.height], pixels)
}

pub(crate) fn read(bytes: &[u8], options: &ReadOptions) -> Result<Scan, ParseError> {
    Scan::read(bytes, options, &|_| true)
}

/// Options for a picture whose ends are said elsewhere, in which nothing may be dark, or all.
fn by_darkness() -> ReadOptions {
    ReadOptions { shades: Some(Shades::default()), ..with_ends() }
}

/// Options for a picture whose ends are said elsewhere.
fn with_ends() -> ReadOptions {
    ReadOptions { has_ends: true, ..ReadOptions::default() }
}

fn place(address: Option<Address>) -> Option<[u32; 2]> {
    address.map(|address| [address.numbers()[0], address.numbers()[1]])
}

fn codings() -> impl Strategy<Value = Coding> {
    let kinds = vec![
        (ColorType::Grayscale, BitDepth::One),
        (ColorType::Grayscale, BitDepth::Two),
        (ColorType::Grayscale, BitDepth::Four),
        (ColorType::Grayscale, BitDepth::Eight),
        (ColorType::Grayscale, BitDepth::Sixteen),
        (ColorType::GrayscaleAlpha, BitDepth::Eight),
        (ColorType::GrayscaleAlpha, BitDepth::Sixteen),
        (ColorType::Rgb, BitDepth::Eight),
        (ColorType::Rgb, BitDepth::Sixteen),
        (ColorType::Rgba, BitDepth::Eight),
        (ColorType::Rgba, BitDepth::Sixteen),
        (ColorType::Indexed, BitDepth::One),
        (ColorType::Indexed, BitDepth::Two),
        (ColorType::Indexed, BitDepth::Four),
        (ColorType::Indexed, BitDepth::Eight),
    ];
    (select(kinds), 1..5_u32, any::<bool>(), any::<bool>()).prop_map(
        |((color, depth), scale, is_interlaced, is_noisy)| Coding { color, depth, scale, is_interlaced, is_noisy },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// In every coding, the squares are those that were drawn, and the path between any two is one of the cheapest.
    #[test]
    fn pictures_are_read_and_traced(
        coding in codings(), size in [1..30_u32, 1..30_u32], percent in 0..60_u64, seed in 0..1000_u64
    ) {
        let squares = Squares::random(size, percent, seed);
        let bytes = encode(coding, size, |at| if squares.is_wall(at) { BLACK } else { WHITE });
        let scan = read(&bytes, &by_darkness()).unwrap();
        prop_assert_eq!(scan.size, size.map(|side| side * coding.scale));
        let scale = scan.scale;
        prop_assert_eq!(scan.squares(), size.map(|side| side * coding.scale / scale));
        // A scan has pixels as its squares; and several squares may look like one.
        prop_assert!(coding.is_noisy || scale.is_multiple_of(coding.scale));
        let columns = scan.squares()[0];
        let walls = (0..scan.squares()[1]).flat_map(|row| (0..columns).map(move |column| [row, column])).map(|[row, column]| {
            let is_wall = squares.is_wall([row * scale / coding.scale, column * scale / coding.scale]);
            assert_eq!(scan.is_free([row, column]), !is_wall, "{row},{column}");
            is_wall
        });
        let found = Squares { columns, walls: walls.collect() };
        let free: Vec<[u32; 2]> = found.all().filter(|&at| !found.is_wall(at)).collect();
        if let [first, .., last] = free[..] {
            found.check(&scan.trace([first, last], &mut ()).unwrap(), first, last);
        }
    }

    /// The path is on the same picture, and on nothing but free squares.
    #[test]
    fn a_path_is_drawn_on_the_same_picture(
        coding in codings(), size in [4..40_u32, 4..40_u32], percent in 0..20_u64, seed in 0..1000_u64
    ) {
        let squares = Squares::random(size, percent, seed);
        let bytes = encode(coding, size, |at| if squares.is_wall(at) { BLACK } else { WHITE });
        let scan = read(&bytes, &by_darkness()).unwrap();
        let free = (0..scan.squares()[1]).flat_map(|row| (0..scan.squares()[0]).map(move |column| [row, column]));
        let free: Vec<[u32; 2]> = free.filter(|&at| scan.is_free(at)).collect();
        let [Some(&from), Some(&to)] = [free.first(), free.last()] else { return Ok(()) };
        let traced = scan.trace([from, to], &mut ()).unwrap();
        let drawn: Vec<u8> = scan.with_path(bytes.clone(), &traced, [1, 2, 3]).unwrap().flatten().collect();
        let ((before_size, before), (after_size, after)) = (decode(&bytes), decode(&drawn));
        prop_assert_eq!(before_size, after_size);
        let path: BTreeSet<[u32; 2]> = traced.squares().collect();
        for (number, (before, after)) in before.iter().zip(&after).enumerate() {
            let at = [number as u32 / before_size[0], number as u32 % before_size[0]].map(|pixel| pixel / scan.scale);
            let is_painted = *after == [1, 2, 3, 255];
            prop_assert!(is_painted || before == after, "{at:?}: {before:?} {after:?}");
            prop_assert!(!is_painted || scan.is_free(at), "{at:?}");
            prop_assert!(is_painted || !path.contains(&at), "{at:?}");
            prop_assert!(!is_painted || traced.width > 1 || path.contains(&at), "{at:?}");
        }
    }

    /// Pictures of this library are read with their ends, by marks or by doors, and the path goes through the cells of the only path. Smaller mazes
    /// than these may have more pixels of marks than of walls, and the reader asks which is which.
    #[test]
    fn drawn_mazes_are_solved_in_their_pictures(
        seed in any::<u64>(), size in [3..12_u32, 3..12_u32], cell in 6..24_u32, wall in 1..4_u32, margin in 0..30_u32, doors in any::<bool>()
    ) {
        let options = MazeBuilder::default().size(size[0].into(), size[1].into()).seed(seed & 0xffff_ffff).doors(doors).options().unwrap();
        let picture = options.make(&mut ()).unwrap();
        let style = Style { cell, wall, margin, ..Style::DEFAULT };
        let bytes = picture.to_bytes(Format::Png(style)).unwrap();
        let scan = read(&bytes, &ReadOptions::default()).unwrap();
        let [from, to] = scan.ends;
        let ends = [from.expect("a start"), to.expect("an end")];
        let traced = scan.trace(ends, &mut ()).unwrap();
        let scale = scan.scale;
        let mut cells: Vec<[u32; 2]> = Vec::new();
        for at in traced.squares() {
            let [y, x] = at.map(|number| (number * scale).checked_sub(margin));
            let (Some(y), Some(x)) = (y, x) else { continue };
            let (room, half) = (cell - wall, wall);
            let is_in_room = [y, x].iter().all(|number| number % cell >= half && number % cell < half + room);
            if is_in_room && cells.last() != Some(&[y / cell, x / cell]) && y / cell < size[1] && x / cell < size[0] {
                cells.push([y / cell, x / cell]);
            }
        }
        let Picture { maze, from, to, .. } = picture;
        let solved = Solver::Bfs.solve(&maze, from, to);
        let path = solved.path().unwrap().iter().map(|&cell| place(Some(maze.grid().address(cell))).unwrap());
        let mut path: Vec<[u32; 2]> = path.collect();
        if path.first() != cells.first() {
            path.reverse();
        }
        prop_assert_eq!(cells, path);
    }

    /// No bytes make it panic, nor any change of a picture.
    #[test]
    fn damaged_pictures_are_errors(coding in codings(), at in any::<prop::sample::Index>(), with in any::<u8>(), end in any::<prop::sample::Index>()) {
        let squares = Squares::random([9, 7], 30, 3);
        let mut bytes = encode(coding, [9, 7], |at| if squares.is_wall(at) { BLACK } else { WHITE });
        let cut = &bytes[..end.index(bytes.len())];
        let options = ReadOptions { max_pixels: 1 << 16, ..ReadOptions::default() };
        let _ = formats::read(cut, &options);
        let at = at.index(bytes.len());
        bytes[at] = with;
        let _ = formats::read(&bytes, &options);
    }
}

#[test]
fn the_largest_green_and_red_spots_are_the_ends() {
    // A small spot of each, and a larger one, in the middle of which the end is.
    let color = |[row, column]: [u32; 2]| match [row, column] {
        [2, 2] | [10..=14, 3..=7] => GREEN,
        [4, 12] | [3..=5, 16..=20] => RED,
        [0 | 19, _] | [_, 0 | 23] => BLACK,
        _ => WHITE,
    };
    for is_interlaced in [false, true] {
        let bytes = encode(Coding { is_interlaced, ..plain(3) }, [24, 20], color);
        let scan = read(&bytes, &ReadOptions::default()).unwrap();
        assert_eq!((scan.scale, scan.ends), (3, [Some([12, 5]), Some([4, 18])]));
        let parsed = formats::read(&bytes, &ReadOptions::default()).unwrap();
        let ends = [parsed.from, parsed.to].map(|end| place(end.map(|end| parsed.maze.grid().address(end))));
        assert_eq!((parsed.format, parsed.scale, ends), ("png", Some(3), [Some([12, 5]), Some([4, 18])]));
    }
    // Half of them: what is missing is said, and the other is known.
    let alone = encode(plain(2), [24, 20], |at| if color(at) == RED { WHITE } else { color(at) });
    let scan = read(&alone, &ReadOptions::default()).unwrap();
    assert_eq!(scan.ends, [Some([12, 5]), None]);
    assert!(scan.unclear[1].as_ref().unwrap().to_string().contains("red") && scan.unclear[0].is_none());
}

/// Colors that are not clearly green or red, and those that are, however dark.
#[test]
fn pale_and_other_colors_are_no_marks() {
    for (color, is_mark) in [
        ([0, 255, 0], true),
        ([0, 90, 0], true),
        ([46, 204, 113], true),
        ([144, 238, 144], true),
        ([255, 0, 0], true),
        ([139, 0, 0], true),
        ([224, 36, 78], true),
        ([255, 165, 0], false),
        ([255, 255, 0], false),
        ([255, 192, 203], false),
        ([240, 255, 240], false),
        ([0, 0, 255], false),
        ([0, 128, 128], false),
        ([128, 0, 128], false),
        ([50, 60, 50], false),
    ] {
        let bytes = encode(plain(1), [5, 5], |at| match at {
            [2, 2] => color,
            [0 | 4, _] | [_, 0 | 4] => BLACK,
            _ => WHITE,
        });
        let scan = read(&bytes, &with_ends()).unwrap();
        assert_eq!(scan.ends.iter().any(Option::is_some), is_mark, "{color:?}");
    }
}

#[test]
fn threshold_and_dark_say_what_is_a_wall() {
    let coding = Coding { color: ColorType::Grayscale, ..plain(1) };
    let shades = |threshold, dark_is_free| {
        let options = ReadOptions { shades: Some(Shades { threshold, dark_is_free }), ..with_ends() };
        let bytes = {
            let mut bytes = Vec::new();
            let mut encoder = Encoder::new(&mut bytes, 5, 1);
            encoder.set_color(coding.color);
            encoder.write_header().unwrap().write_image_data(&[0, 100, 127, 128, 255]).unwrap();
            bytes
        };
        let scan = read(&bytes, &options).unwrap();
        [0, 1, 2, 3, 4].map(|column| scan.is_free([0, column]))
    };
    assert_eq!(shades(0.5, false), [false, false, false, true, true]);
    assert_eq!(shades(0.5, true), [true, true, true, false, false]);
    assert_eq!(shades(0.3, false), [false, true, true, true, true]);
    assert_eq!(shades(0.0, false), [true; 5]);
    assert_eq!(shades(1.0, false), [false, false, false, false, true]);
}

/// A turned frame with two openings, in a margin, with noise at its edges.
#[test]
fn openings_of_a_turned_picture_are_the_ends() {
    for (number, degrees) in [0.0_f64, 1.5, 7.0, 30.0, 45.0].into_iter().enumerate() {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let turned = move |[row, column]: [u32; 2]| {
            let [down, across] = [f64::from(row) - 150.0, f64::from(column) - 150.0];
            [cosine * down - sine * across, sine * down + cosine * across]
        };
        let mut rng = Rng::new(number as u64, Stream::Generate);
        let noise: Vec<u64> = (0..300 * 300).map(|_| rng.below(2)).collect();
        let color = |at: [u32; 2]| {
            let [down, across] = turned(at);
            let is_frame = down.abs() <= 90.0 && across.abs() <= 90.0 && (down.abs() > 86.0 || across.abs() > 86.0);
            let is_edge = down.abs().max(across.abs()) > 89.0 && is_frame;
            // In the top at the left, and in the bottom at the right; and a wall across all that is between.
            let is_open =
                down < -80.0 && (-70.0..-50.0).contains(&across) || down > 80.0 && (50.0..70.0).contains(&across);
            let is_wall = down.abs() < 2.0 && across.abs() < 60.0;
            let is_noise = is_edge && noise[(at[0] * 300 + at[1]) as usize] == 0;
            if (is_frame && !is_open && !is_noise) || is_wall { BLACK } else { WHITE }
        };
        let bytes = encode(plain(1), [300, 300], color);
        let scan = read(&bytes, &ReadOptions::default()).unwrap();
        let ends = scan.ends;
        for (end, [down, across]) in ends.into_iter().zip([[-88.0, -60.0], [88.0, 60.0]]) {
            let found = turned(end.unwrap_or_else(|| panic!("{degrees}: {:?}", scan.unclear)));
            assert!((found[0] - down).abs() < 8.0 && (found[1] - across).abs() < 12.0, "{degrees}: {found:?}");
        }
        // Not around the frame.
        let traced = scan.trace(ends.map(Option::unwrap), &mut ()).unwrap();
        for at in traced.squares() {
            let [down, across] = turned(at);
            assert!(down.abs() < 92.0 && across.abs() < 92.0, "{degrees}: {at:?}");
        }
    }
}

/// Where lines go across all of a picture, they are between squares.
#[test]
fn lines_between_squares_are_no_walls() {
    let drawn = ["#######", "#S  # #", "# # # #", "# #  E#", "#######"];
    for (distance, line, before) in [(10, 2, 1), (10, 1, 0), (12, 3, 3), (7, 2, 2)] {
        for margin in [0, line - before] {
            let size = [7 * distance + margin, 5 * distance + margin];
            let color = |[row, column]: [u32; 2]| {
                let is_line =
                    [row, column].iter().any(|at| !(before..distance - (line - before)).contains(&(at % distance)));
                let [row, column] = [row, column].map(|at| (at / distance) as usize);
                match drawn.get(row).and_then(|line| line.as_bytes().get(column)) {
                    _ if is_line => BLACK,
                    Some(b'S') => GREEN,
                    Some(b'E') => RED,
                    Some(b' ') => WHITE,
                    _ => BLACK,
                }
            };
            let bytes = encode(plain(1), size, color);
            let parsed = formats::read(&bytes, &ReadOptions::default()).unwrap();
            assert_eq!((parsed.scale, parsed.maze.grid().cells()), (Some(distance), 11), "{distance}");
            let length = Solver::Bfs.solve(&parsed.maze, parsed.from.unwrap(), parsed.to.unwrap()).length();
            assert_eq!(length, Some(6), "{distance}");
            // The path is drawn on the squares.
            let scan = read(&bytes, &ReadOptions::default()).unwrap();
            let traced = scan.trace(scan.ends.map(Option::unwrap), &mut ()).unwrap();
            let (_, pixels) =
                decode(&scan.with_path(bytes, &traced, [0, 0, 255]).unwrap().flatten().collect::<Vec<_>>());
            let middle = |row: u32, column: u32| {
                pixels[((row * distance + distance / 2) * size[0] + column * distance + distance / 2) as usize]
            };
            assert_eq!((middle(1, 2), middle(2, 1)), ([0, 0, 255, 255], [255; 4]), "{distance}");
        }
    }
    // A maze that is closed has lines between all of its cells, and no square that is a wall.
    let closed = encode(plain(1), [17, 13], |at| if at.iter().any(|number| number % 4 == 0) { BLACK } else { WHITE });
    assert_eq!(read(&closed, &with_ends()).unwrap().squares(), [17, 13]);
    // A wall across a maze of squares alone is a wall.
    let halves = encode(plain(1), [9, 9], |[row, column]| if row == 4 || column % 8 == 0 { BLACK } else { WHITE });
    assert_eq!(read(&halves, &with_ends()).unwrap().squares(), [9, 9]);
}

/// A path between marks inside does not leave the maze through its openings, unless there is no other.
#[test]
fn a_path_stays_within_the_outline() {
    let color = |is_closed: bool| {
        move |[row, column]: [u32; 2]| match [row, column] {
            [7, 7] => GREEN,
            [7, 23] => RED,
            // Both openings are near the ends, and between the ends is a wall with one way around it.
            [5, 6..=8] | [5, 22..=24] => WHITE,
            [5 | 45, 5..=25] | [5..=45, 5 | 25] => BLACK,
            [5..=40, 15] => BLACK,
            [41..=45, 15] if is_closed => BLACK,
            _ => WHITE,
        }
    };
    for is_closed in [false, true] {
        let bytes = encode(plain(1), [31, 51], color(is_closed));
        let scan = read(&bytes, &ReadOptions::default()).unwrap();
        let ends = scan.ends.map(Option::unwrap);
        assert_eq!(ends, [[7, 7], [7, 23]]);
        let traced = scan.trace(ends, &mut ()).unwrap();
        assert_eq!(traced.squares().any(|[row, _]| row < 5), is_closed);
        let parsed = formats::read(&bytes, &ReadOptions::default()).unwrap();
        let length = Solver::Bfs.solve(&parsed.maze, parsed.from.unwrap(), parsed.to.unwrap()).length();
        assert_eq!(length.is_some_and(|length| length > 60), !is_closed, "{length:?}");
    }
}

/// In a wide corridor, the path keeps to the middle, around corners too, and does not use a gap of a pixel.
#[test]
fn a_path_keeps_away_from_walls() {
    // A wall with an end, around which the path goes, and a crack in it.
    let is_wall = |[row, column]: [u32; 2]| {
        row < 3 || column < 3 || row >= 203 || column >= 83 || ((41..44).contains(&column) && row < 163 && row != 50)
    };
    let bytes = encode(plain(1), [86, 206], |at| if is_wall(at) { BLACK } else { WHITE });
    let scan = read(&bytes, &with_ends()).unwrap();
    let traced = scan.trace([[20, 22], [20, 63]], &mut ()).unwrap();
    let path: Vec<[u32; 2]> = traced.squares().collect();
    assert!(path.iter().any(|&[row, _]| row > 170), "through the crack");
    let squares = Squares {
        columns: 86,
        walls: (0..206).flat_map(|row| (0..86).map(move |column| is_wall([row, column]))).collect(),
    };
    assert!(path.iter().all(|&at| squares.clearance(at) >= 10), "beside a wall");
    assert!((7..=13).contains(&traced.width), "{}", traced.width);
}

/// The document of a traced path has its squares and its directions, where these are wanted, also if they are written in several pieces.
#[test]
fn a_traced_path_is_written_as_json() {
    // A corridor, of which a part may be cut off.
    let corridor = |columns: u32, cut: u32| {
        let color = |[row, column]: [u32; 2]| if row == 1 && column != cut { WHITE } else { BLACK };
        read(&encode(plain(1), [columns, 3], color), &with_ends()).unwrap()
    };
    for (columns, cut) in [(9000, 9000), (4096, 5000), (4097, 5000), (2, 9), (9, 4)] {
        let scan = corridor(columns, cut);
        let ends = [[1, 0], [1, columns - 1]];
        let traced = scan.trace(ends, &mut ()).unwrap();
        assert_eq!(traced.moves.is_some(), cut >= columns);
        let path = traced.moves.is_some().then(|| json!(traced.squares().collect::<Vec<_>>()));
        let directions = traced
            .moves
            .as_ref()
            .map(|moves| moves.iter().map(|side| ["N", "E", "S", "W"][usize::from(side.number())]).collect::<String>());
        for [has_path, has_directions] in [[true, true], [true, false], [false, true], [false, false]] {
            let writer = traced_document(&scan, ends[1], traced.clone(), has_path, has_directions);
            let document: Value = serde_json::from_slice(&writer.flatten().collect::<Vec<u8>>()).unwrap();
            let expected = |value: Option<Value>, is_wanted: bool| is_wanted.then(|| value.unwrap_or(Value::Null));
            assert_eq!(document.get("path"), expected(path.clone(), has_path).as_ref());
            assert_eq!(
                document.get("directions"),
                expected(directions.clone().map(Value::from), has_directions).as_ref()
            );
            let length = traced.moves.as_ref().map(Vec::len);
            assert_eq!((&document["reachable"], &document["length"]), (&json!(length.is_some()), &json!(length)));
        }
    }
}

#[test]
fn what_is_wrong_with_a_picture_is_said() {
    let squares = Squares::random([40, 30], 0, 1);
    let bytes = encode(plain(2), [40, 30], |at| if squares.is_wall(at) { BLACK } else { WHITE });
    let error = |options: &ReadOptions| read(&bytes, options).unwrap_err();
    let small = ReadOptions { max_pixels: 4799, ..ReadOptions::default() };
    let over = if let ParseErrorKind::TooLarge(over) = error(&small).kind { over } else { panic!() };
    assert_eq!((over.limit, over.max, over.asked), ("pixels", 4799, 4800));
    let legend = Legend { walls: "#".to_owned(), ..Legend::default() };
    assert!(error(&ReadOptions { legend, ..ReadOptions::default() }).to_string().contains("threshold"));
    let refused = Scan::read(&bytes, &ReadOptions::default(), &|bytes| bytes == 0).unwrap_err();
    assert_eq!((refused.kind, refused.format), (ParseErrorKind::Refused, Some("png")));
    // What says which pixels are walls is for pictures.
    let shades = Some(Shades::default());
    let text = formats::read(b"###\n#S#\n#E#\n", &ReadOptions { shades, ..ReadOptions::default() }).unwrap_err();
    assert!(text.to_string().contains("only valid for a picture"), "{text}");
    // Three openings, each by its place in squares and in pixels.
    let openings = encode(plain(4), [9, 9], |at| match at {
        [0, 3] | [4, 8] | [8, 5] => WHITE,
        [0 | 8, _] | [_, 0 | 8] => BLACK,
        _ => WHITE,
    });
    let scan = read(&openings, &ReadOptions::default()).unwrap();
    let why = scan.unclear[0].as_ref().unwrap().to_string();
    for part in ["3 openings", "from and to", "x 12 and y 0", "x 32 and y 16", "y / 4"] {
        assert!(why.contains(part), "{part}: {why}");
    }
    // Without walls, there is no outline.
    assert!(read(&bytes, &ReadOptions::default()).unwrap().unclear[0].is_some());
}

/// With many colors, each pixel says its own.
#[test]
fn many_colors_are_kept() {
    let color = |[row, column]: [u32; 2]| {
        if [row, column].iter().any(|side| [0, 29].contains(side)) {
            BLACK
        } else {
            [255, 200 + row as u8, 200 + column as u8]
        }
    };
    for kind in [ColorType::Rgb, ColorType::Rgba] {
        let bytes = encode(Coding { color: kind, ..plain(1) }, [30, 30], color);
        let scan = read(&bytes, &with_ends()).unwrap();
        let traced = scan.trace([[5, 5], [5, 20]], &mut ()).unwrap();
        let drawn: Vec<u8> = scan.with_path(bytes.clone(), &traced, [0, 0, 255]).unwrap().flatten().collect();
        let ((_, before), (_, after)) = (decode(&bytes), decode(&drawn));
        let painted = before.iter().zip(&after).filter(|(before, after)| before != after);
        assert!(painted.clone().all(|(_, after)| *after == [0, 0, 255, 255]));
        assert!(painted.count() >= 16);
    }
}

/// A path in the middle of corridors is one of squares without walls between them, and of no other maze.
#[test]
fn other_mazes_have_no_path_in_the_middle() {
    for query in
        ["grid=hex&w=6&h=5&seed=7", "grid=triangle&w=6&h=5&seed=7", "w=6&h=5&seed=7", "w=6&h=5&floors=2&seed=7"]
    {
        let made = query.parse::<MazeOptions>().unwrap().make(&mut ()).unwrap();
        let Ok(path) = made.maze.middle_path(made.from, made.to, &mut ());
        assert_eq!(path, None, "{query}");
    }
}
