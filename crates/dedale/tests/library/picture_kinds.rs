//! Pictures of other kinds than PNG: each is read as the same picture in PNG, in every way in which it is written here or is among the fixtures.

use std::borrow::Cow;

use dedale::formats;
use dedale::parse::{InputFormat, ParseError, ParseErrorKind, ReadOptions};
use dedale::scan::Scan;
use image_webp::{ColorType, WebPEncoder};
use proptest::prelude::*;
use sha2::{Digest as _, Sha256};

use crate::scans::{BLACK, GREEN, RED, WHITE, decode, encode, plain, read};

/// A maze with both ends: black, white, green and red.
const DRAWN: [&str; 5] = ["#########", "#S  #   #", "### # # #", "#     #E#", "#########"];

/// The size of a square.
const SCALE: usize = 3;

const WIDTH: usize = DRAWN[0].len() * SCALE;
const HEIGHT: usize = DRAWN.len() * SCALE;

const PALETTE: [[u8; 3]; 4] = [BLACK, WHITE, GREEN, RED];

/// The number of the color of a pixel.
fn number([row, column]: [usize; 2]) -> u8 {
    match DRAWN[row / SCALE].as_bytes()[column / SCALE] {
        b'#' => 0,
        b'S' => 2,
        b'E' => 3,
        _ => 1,
    }
}

fn color(place: [usize; 2]) -> [u8; 3] {
    PALETTE[usize::from(number(place))]
}

fn pixels() -> impl Iterator<Item = [usize; 2]> {
    (0..HEIGHT).flat_map(|row| (0..WIDTH).map(move |column| [row, column]))
}

/// Holds a picture to be that maze, and one into which a path can be drawn.
fn check(bytes: &[u8], format: &str, is_gray: bool) {
    let options = ReadOptions { has_ends: true, ..ReadOptions::default() };
    let scan = read(bytes, &options).unwrap_or_else(|error| panic!("{format}: {error}"));
    assert_eq!((scan.format, scan.size, scan.scale), (format, [WIDTH as u32, HEIGHT as u32], SCALE as u32));
    for [row, column] in pixels().filter(|place| place.iter().all(|at| at % SCALE == 0)) {
        let is_free = color([row, column]) != BLACK;
        assert_eq!(scan.is_free([row, column].map(|at| (at / SCALE) as u32)), is_free, "{format}: {row},{column}");
    }
    let ends = [[1, 1], [3, 7]];
    assert_eq!(scan.ends, if is_gray { [None; 2] } else { ends.map(Some) }, "{format}");
    let traced = scan.trace(ends, &mut ()).unwrap();
    assert_eq!(traced.moves.as_ref().map(Vec::len), Some(12), "{format}");
    // The same picture, with the path.
    let drawn: Vec<u8> = scan.with_path(bytes.to_vec(), &traced, [0, 0, 255]).unwrap().flatten().collect();
    let (size, found) = decode(&drawn);
    assert_eq!(size, scan.size);
    for ([row, column], found) in pixels().zip(found) {
        let square = [row, column].map(|at| (at / SCALE) as u32);
        let [red, green, blue] =
            if traced.squares().any(|at| at == square) { [0, 0, 255] } else { color([row, column]) };
        assert!(is_gray || found == [red, green, blue, 255], "{format}: {row},{column}: {found:?}");
    }
}

/// How a BMP is written: how many bits a pixel has, and how they are coded.
#[derive(Clone, Copy, Debug)]
enum Bmp {
    /// Numbers of colors, with this many bits; whether the first row is the highest, and whether the header is the oldest one.
    Numbers(usize, bool, bool),
    Plain(usize),
    /// The number of bits of a pixel, those that are red, green, blue and alpha, and the number of bytes of the header.
    Masks(usize, [u32; 4], u32),
    /// Runs of numbers of 8 or 4 bits, or numbers as they are.
    Runs(usize, bool),
}

impl Bmp {
    const ALL: [Bmp; 15] = [
        Bmp::Numbers(2, false, false),
        Bmp::Numbers(4, false, false),
        Bmp::Numbers(8, false, false),
        Bmp::Numbers(8, true, false),
        Bmp::Numbers(4, false, true),
        Bmp::Plain(24),
        Bmp::Plain(32),
        Bmp::Masks(16, [0xf800, 0x7e0, 0x1f, 0], 40),
        Bmp::Masks(32, [0xff, 0xff00, 0xff_0000, 0xff00_0000], 108),
        Bmp::Masks(32, [0x3ff0_0000, 0xf_fc00, 0x3ff, 0], 56),
        Bmp::Masks(16, [0xf00, 0xf0, 0xf, 0xf000], 124),
        Bmp::Runs(8, false),
        Bmp::Runs(8, true),
        Bmp::Runs(4, false),
        Bmp::Runs(4, true),
    ];

    fn write(self) -> Vec<u8> {
        let (bits, compression, header, is_downward) = match self {
            Bmp::Numbers(bits, is_downward, is_old) => (bits, 0, if is_old { 12 } else { 40 }, is_downward),
            Bmp::Plain(bits) => (bits, 0, 40, false),
            Bmp::Masks(bits, _, header) => (bits, 3, header, false),
            Bmp::Runs(8, _) => (8, 1, 40, false),
            Bmp::Runs(bits, _) => (bits, 2, 40, false),
        };
        let height = if is_downward { -(HEIGHT as i32) } else { HEIGHT as i32 };
        let mut after = Vec::new();
        let mut head: Vec<u8> = u32::to_le_bytes(header).to_vec();
        if header == 12 {
            [WIDTH, HEIGHT, 1, bits].iter().for_each(|&number| head.extend((number as u16).to_le_bytes()));
        } else {
            head.extend((WIDTH as u32).to_le_bytes());
            head.extend(height.to_le_bytes());
            head.extend([1, 0, bits as u8, 0, compression, 0, 0, 0]);
            head.extend([0; 12]);
            let used: u32 = if bits <= 8 { 4 } else { 0 };
            head.extend(used.to_le_bytes());
            head.extend([0; 4]);
        }
        if let Bmp::Masks(_, masks, header) = self {
            let count = if header == 40 { 3 } else { 4 };
            masks[..count].iter().for_each(|mask| head.extend(mask.to_le_bytes()));
            head.resize(head.len().max(header as usize), 0);
        }
        if bits <= 8 {
            // The oldest header has as many colors as numbers.
            let count = if header == 12 { 1 << bits } else { 4 };
            for number in 0..count {
                let [red, green, blue] = PALETTE.get(number).copied().unwrap_or([7; 3]);
                after.extend([blue, green, red]);
                after.extend((header != 12).then_some(0));
            }
        }
        let start = (14 + head.len() + after.len()) as u32;
        let mut file = b"BM\0\0\0\0\0\0\0\0".to_vec();
        file.extend(start.to_le_bytes());
        file.extend(head);
        file.extend(after);
        for row in 0..HEIGHT {
            let row = if is_downward { row } else { HEIGHT - 1 - row };
            self.write_row(bits, row, &mut file);
        }
        if let Bmp::Runs(..) = self {
            file.extend([0, 1]);
        }
        file
    }

    fn write_row(self, bits: usize, row: usize, file: &mut Vec<u8>) {
        let numbers: Vec<u8> = (0..WIDTH).map(|column| number([row, column])).collect();
        match self {
            Bmp::Runs(_, true) => {
                // As they are: the picture is wide enough.
                file.extend([0, WIDTH as u8]);
                let bytes: Vec<u8> = match bits {
                    8 => numbers,
                    _ => numbers.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or(0)).collect(),
                };
                let is_odd = bytes.len() % 2 == 1;
                file.extend(bytes);
                file.extend(is_odd.then_some(0));
                file.extend([0, 0]);
                return;
            }
            Bmp::Runs(..) => {
                for run in numbers.chunk_by(|a, b| a == b) {
                    let number = if bits == 8 { run[0] } else { run[0] << 4 | run[0] };
                    file.extend([run.len() as u8, number]);
                }
                file.extend([0, 0]);
                return;
            }
            _ => {}
        }
        let start = file.len();
        match self {
            Bmp::Numbers(..) => {
                let pixels_of_byte = 8 / bits;
                file.extend(numbers.chunks(pixels_of_byte).map(|pixels| {
                    let place = |(place, &number): (usize, &u8)| number << (8 - bits * (place + 1));
                    pixels.iter().enumerate().map(place).fold(0, |byte, bits| byte | bits)
                }));
            }
            _ => {
                for column in 0..WIDTH {
                    let [red, green, blue] = color([row, column]);
                    let pixel = match self {
                        Bmp::Masks(_, masks, _) => {
                            let sample = |(mask, sample): (u32, u8)| {
                                let most = u64::from(mask >> mask.trailing_zeros().min(31));
                                ((u64::from(sample) * most).div_ceil(255) as u32) << mask.trailing_zeros().min(31)
                            };
                            masks.into_iter().zip([red, green, blue, 255]).map(sample).fold(0, |all, bits| all | bits)
                        }
                        _ => u32::from_be_bytes([0, red, green, blue]),
                    };
                    file.extend(&pixel.to_le_bytes()[..bits / 8]);
                }
            }
        }
        while !(file.len() - start).is_multiple_of(4) {
            file.push(0);
        }
    }
}

#[test]
fn every_kind_of_bmp_is_read() {
    for bmp in Bmp::ALL {
        // Few bits are not enough for each color.
        let is_rough = matches!(bmp, Bmp::Masks(16, ..));
        let bytes = bmp.write();
        if is_rough {
            let scan = read(&bytes, &ReadOptions::default()).unwrap_or_else(|error| panic!("{bmp:?}: {error}"));
            assert_eq!((scan.scale, scan.ends), (3, [Some([1, 1]), Some([3, 7])]), "{bmp:?}");
        } else {
            check(&bytes, "bmp", false);
        }
    }
}

/// One bit a pixel is what a scan has.
#[test]
fn a_bmp_of_two_colors_is_read() {
    let mut file = b"BM\0\0\0\0\0\0\0\0\x3e\0\0\0\x28\0\0\0\x05\0\0\0\x03\0\0\0\x01\0\x01\0".to_vec();
    file.extend([0; 24]);
    file.extend([0, 0, 0, 0, 255, 255, 255, 0]);
    for row in [0b0001_0000, 0b0111_0000, 0b0100_0000_u8] {
        file.extend([row, 0, 0, 0]);
    }
    let scan = read(&file, &ReadOptions { has_ends: true, ..ReadOptions::default() }).unwrap();
    let row = |row: u32| (0..5).map(|column| if scan.is_free([row, column]) { '.' } else { '#' }).collect::<String>();
    // The first row of the file is the lowest.
    assert_eq!([row(0), row(1), row(2)], ["#.###", "#...#", "###.#"]);
}

/// Of an animation the first picture is read, which may be a part of it; what it does not cover is free.
#[test]
fn the_first_picture_of_a_gif_is_read() {
    let palette: Vec<u8> = PALETTE.concat();
    let whole: Vec<u8> = pixels().map(number).collect();
    let frame = |left: usize, top: usize| {
        let kept = pixels().filter(|&[row, column]| row >= top && column >= left).map(number).collect::<Vec<_>>();
        gif::Frame {
            left: left as u16,
            top: top as u16,
            width: (WIDTH - left) as u16,
            height: (HEIGHT - top) as u16,
            buffer: Cow::Owned(kept),
            ..gif::Frame::default()
        }
    };
    let write = |frames: &[gif::Frame<'_>]| {
        let mut file = Vec::new();
        let mut encoder = gif::Encoder::new(&mut file, WIDTH as u16, HEIGHT as u16, &palette).unwrap();
        frames.iter().for_each(|frame| encoder.write_frame(frame).unwrap());
        drop(encoder);
        file
    };
    let first = gif::Frame {
        width: WIDTH as u16,
        height: HEIGHT as u16,
        buffer: Cow::Borrowed(&whole),
        ..gif::Frame::default()
    };
    check(&write(std::slice::from_ref(&first)), "gif", false);
    check(&write(&[first, frame(6, 3)]), "gif", false);
    let part = read(&write(&[frame(6, 3)]), &ReadOptions { has_ends: true, ..ReadOptions::default() }).unwrap();
    assert!(part.is_free([0, 0]) && !part.is_free([4, 8]));
}

#[test]
fn webp_is_read() {
    for has_alpha in [false, true] {
        let mut file = Vec::new();
        let samples = pixels().flat_map(|place| color(place).into_iter().chain(has_alpha.then_some(255)));
        let kind = if has_alpha { ColorType::Rgba8 } else { ColorType::Rgb8 };
        let samples: Vec<u8> = samples.collect();
        WebPEncoder::new(&mut file).encode(&samples, WIDTH as u32, HEIGHT as u32, kind).unwrap();
        check(&file, "webp", false);
    }
}

const FIXTURES: [(&str, &[u8]); 6] = [
    ("jpeg", include_bytes!("../../../../tests/fixtures/foreign/two-doors.jpg")),
    ("jpeg", include_bytes!("../../../../tests/fixtures/foreign/marks.jpg")),
    ("jpeg", include_bytes!("../../../../tests/fixtures/foreign/inks.jpg")),
    ("gif", include_bytes!("../../../../tests/fixtures/foreign/two-doors.gif")),
    ("webp", include_bytes!("../../../../tests/fixtures/foreign/two-doors.webp")),
    ("bmp", include_bytes!("../../../../tests/fixtures/foreign/two-doors.bmp")),
];

/// All machines find the same pixels, also of those that are computed.
#[test]
fn pixels_of_fixtures_are_the_same_everywhere() {
    let mut digests = Vec::new();
    for (format, bytes) in FIXTURES {
        let scan = read(bytes, &ReadOptions::default()).unwrap();
        assert_eq!(scan.format, format);
        let [from, to] = scan.ends.map(|end| end.unwrap_or_else(|| panic!("{format}: {:?}", scan.unclear)));
        let traced = scan.trace([from, to], &mut ()).unwrap();
        let drawn: Vec<u8> = scan.with_path(bytes, &traced, [0, 0, 255]).unwrap().flatten().collect();
        let (_, pixels) = decode(&drawn);
        let digest = Sha256::digest(pixels.concat());
        digests.push(digest.iter().take(4).map(|byte| format!("{byte:02x}")).collect::<String>());
    }
    assert_eq!(digests, ["2a89a107", "11322189", "53e299ff", "1fbb609f", "a3af4f83", "1fbb609f"]);
}

/// If `read` names another kind, the error names the right one.
#[test]
fn the_kind_of_a_picture_is_named() {
    for (format, bytes) in FIXTURES {
        let parsed = formats::read(bytes, &ReadOptions::default());
        assert_eq!(parsed.map(|parsed| parsed.format).unwrap(), format);
        let other = InputFormat::from_name(if format == "bmp" { "gif" } else { "bmp" });
        let error = formats::read(bytes, &ReadOptions { format: other, ..ReadOptions::default() }).unwrap_err();
        assert!(error.detail.contains(&format!("read={format}")), "{error}");
    }
    let jpeg = ReadOptions { format: InputFormat::from_name("jpeg"), ..ReadOptions::default() };
    let error = formats::read(b"###\n#S#\n#E#\n", &jpeg).unwrap_err();
    assert!(error.detail.contains("the JPEG picture cannot be decoded"), "{error}");
}

/// The noise at the edges of a JPEG hides that lines between squares are no walls. It is an error, and no maze without a way.
#[test]
fn lines_between_squares_of_a_jpeg_are_an_error() {
    let paper = include_bytes!("../../../../tests/fixtures/foreign/paper.jpg");
    let error = read(paper, &ReadOptions::default()).unwrap_err();
    assert_eq!((error.kind, error.format), (ParseErrorKind::Inconsistent, Some("jpeg")));
    assert!(error.detail.contains("a PNG of it is read"), "{error}");
}

/// Pixels and memory are asked for before they are decoded.
#[test]
fn large_pictures_of_each_kind_are_refused() {
    for (format, bytes) in FIXTURES {
        let pixels = Scan::pixels(bytes).unwrap();
        let small = ReadOptions { max_pixels: pixels - 1, ..ReadOptions::default() };
        let ParseError { kind, format: named, .. } = read(bytes, &small).unwrap_err();
        let ParseErrorKind::TooLarge(over) = kind else { panic!("{format}: {kind:?}") };
        assert_eq!((named, over.limit, over.asked), (Some(format), "pixels", pixels));
        let refused = Scan::read(bytes, &ReadOptions::default(), &|bytes| bytes < pixels).unwrap_err();
        assert_eq!((refused.kind, refused.format), (ParseErrorKind::Refused, Some(format)));
    }
}

/// A file that is cut off says so, and no pixels are made up.
#[test]
fn pictures_that_are_cut_off_are_errors() {
    for (format, bytes) in FIXTURES {
        for part in [2, 3] {
            let error = read(&bytes[..bytes.len() * (part - 1) / part], &ReadOptions::default()).unwrap_err();
            assert_eq!(error.kind, ParseErrorKind::Malformed, "{format}");
            assert!(error.detail.contains("picture cannot be decoded: "), "{format}: {error}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// No bytes make a decoder panic, nor any change of a picture.
    #[test]
    fn damaged_pictures_of_each_kind_are_errors(
        which in 0..FIXTURES.len() + Bmp::ALL.len(), at in any::<prop::sample::Index>(), with in any::<[u8; 3]>(), end in any::<prop::sample::Index>()
    ) {
        let mut bytes = match FIXTURES.get(which) {
            Some((_, bytes)) => bytes.to_vec(),
            None => Bmp::ALL[which - FIXTURES.len()].write(),
        };
        let options = ReadOptions { max_pixels: 1 << 16, ..ReadOptions::default() };
        let _ = formats::read(&bytes[..end.index(bytes.len())], &options);
        // Headers decide more than pixels do.
        let first = at.index(bytes.len());
        for (byte, at) in with.into_iter().zip([first, first % 64, (first / 2) % 30]) {
            let at = at.min(bytes.len() - 1);
            bytes[at] = byte;
            let _ = formats::read(&bytes, &options);
        }
    }
}

/// A PNG is still one.
#[test]
fn the_same_picture_as_png() {
    let bytes = encode(plain(SCALE as u32), [9, 5], |at| color(at.map(|at| at as usize * SCALE)));
    check(&bytes, "png", false);
}
