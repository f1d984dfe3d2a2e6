//! Masks that are drawn as text and as PNG pictures.

use std::collections::BTreeSet;

use dedale::grid::{Cell, DrawnMask, Grid, GridKind, Limits, Mask, Mesh, MeshOptions};
use png::{BitDepth, ColorType, Encoder};
use proptest::prelude::*;

fn drawn(bits: &[bool], columns: u32, rows: u32) -> DrawnMask {
    let drawn = DrawnMask::new(bits.to_vec(), columns).unwrap();
    assert_eq!(drawn.rows(), rows);
    drawn
}

fn encode(columns: u32, rows: u32, color: ColorType, depth: BitDepth, data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, columns, rows);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if color == ColorType::Indexed {
        // White, black, and black that cannot be seen.
        encoder.set_palette([255, 255, 255, 0, 0, 0, 0, 0, 0].as_slice());
        encoder.set_trns([255, 255, 0].as_slice());
    }
    encoder.write_header().unwrap().write_image_data(data).unwrap();
    bytes
}

/// The samples of a pixel that is a cell, or not, in a color type.
fn pixel(color: ColorType, is_cell: bool, variant: u8) -> Vec<u8> {
    match (color, is_cell, variant.is_multiple_of(2)) {
        (ColorType::Grayscale, true, _) => vec![variant % 128],
        (ColorType::Grayscale, false, _) => vec![128 + variant % 128],
        (ColorType::GrayscaleAlpha, true, _) => vec![0, 128 + variant % 128],
        (ColorType::GrayscaleAlpha, false, true) => vec![0, variant % 128],
        (ColorType::GrayscaleAlpha, false, false) => vec![200, 255],
        // Blue is dark, and yellow is not.
        (ColorType::Rgb, true, _) => vec![variant % 100, 20, 255],
        (ColorType::Rgb, false, _) => vec![255, 255, variant],
        (ColorType::Rgba, true, _) => vec![0, 100, 0, 128 + variant % 128],
        (ColorType::Rgba, false, true) => vec![0, 0, 0, variant % 128],
        (ColorType::Rgba, false, false) => vec![255, 255, 255, 255],
        (ColorType::Indexed, true, _) => vec![1],
        (ColorType::Indexed, false, even) => vec![if even { 0 } else { 2 }],
    }
}

const COLORS: [ColorType; 5] =
    [ColorType::Grayscale, ColorType::GrayscaleAlpha, ColorType::Rgb, ColorType::Rgba, ColorType::Indexed];

fn bitmaps() -> impl Strategy<Value = (u32, u32, Vec<bool>)> {
    (1_u32..9, 1_u32..9).prop_flat_map(|(columns, rows)| {
        (Just(columns), Just(rows), prop::collection::vec(any::<bool>(), (columns * rows) as usize))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn text_is_read_as_it_was_drawn((columns, rows, mut bits) in bitmaps(), marks in any::<[u8; 2]>(), crlf in any::<bool>()) {
        // The last row and column are seen.
        bits[(columns * rows) as usize - 1] = true;
        let (cells, gaps) = (['#', 'X', '1', '█'], ['.', '_', '0', ' ']);
        let mark = |bit: &bool| if *bit { cells[usize::from(marks[0]) % 4] } else { gaps[usize::from(marks[1]) % 4] };
        let lines: Vec<String> = bits.chunks(columns as usize).map(|row| row.iter().map(mark).collect()).collect();
        let end = if crlf { "\r\n" } else { "\n" };
        let expected = drawn(&bits, columns, rows);
        for text in [lines.join(end), lines.join(end) + end + end, format!("\u{feff}{}", lines.join(end))] {
            prop_assert_eq!(&Mask::from_text(&text, |size| size, Limits::default()).unwrap(), &expected);
        }
        // Gaps at the ends of lines may be missing, while one line is as long as it was.
        let cut: Vec<&str> = lines.iter().map(|line| line.trim_end_matches(gaps)).collect();
        prop_assert_eq!(&Mask::from_text(&cut.join(end), |size| size, Limits::default()).unwrap(), &expected);
    }

    #[test]
    fn pictures_are_read_as_they_were_drawn((columns, rows, bits) in bitmaps(), variants in any::<[u8; 7]>(), scale in 1_u32..4) {
        for color in COLORS {
            let variant = |place: usize| variants[place % variants.len()];
            let data: Vec<u8> = bits.iter().enumerate().flat_map(|(place, &bit)| pixel(color, bit, variant(place))).collect();
            let bytes = encode(columns, rows, color, BitDepth::Eight, &data);
            let read = |wanted: Option<[u32; 2]>| {
                Mask::from_png(&bytes, |size| wanted.unwrap_or(size), Limits::default()).unwrap()
            };
            prop_assert_eq!(read(None), drawn(&bits, columns, rows), "{:?}", color);
            prop_assert_eq!(read(Some([columns, rows])), drawn(&bits, columns, rows));
            // Larger: each pixel is a square of cells.
            let larger: Vec<bool> = (0..rows * scale)
                .flat_map(|row| (0..columns * scale).map(move |column| (row / scale, column / scale)))
                .map(|(row, column)| bits[(row * columns + column) as usize])
                .collect();
            prop_assert_eq!(read(Some([columns * scale, rows * scale])), drawn(&larger, columns * scale, rows * scale));
            // And the other way round.
            let data: Vec<u8> = larger.iter().enumerate().flat_map(|(place, &bit)| pixel(color, bit, variant(place))).collect();
            let bytes = encode(columns * scale, rows * scale, color, BitDepth::Eight, &data);
            let smaller = Mask::from_png(&bytes, |_| [columns, rows], Limits::default()).unwrap();
            prop_assert_eq!(smaller, drawn(&bits, columns, rows));
        }
    }

    #[test]
    fn damaged_pictures_are_read_or_refused(at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()) {
        let mut bytes = encode(9, 5, ColorType::Grayscale, BitDepth::Eight, &[0; 45]);
        let at = at.index(bytes.len());
        if cut { bytes.truncate(at) } else { bytes[at] = byte }
        if let Ok(read) = Mask::from_png(&bytes, |_| [4, 4], Limits { max_side: 100, max_cells: 100 }) {
            prop_assert_eq!((read.columns(), read.rows()), (4, 4));
        }
    }
}

#[test]
fn half_of_a_cell_is_enough() {
    let bytes = encode(4, 2, ColorType::Grayscale, BitDepth::Eight, &[0, 255, 255, 255, 255, 0, 255, 0]);
    assert_eq!(Mask::from_png(&bytes, |_| [2, 1], Limits::default()).unwrap(), drawn(&[true, false], 2, 1));
    // Two bits a pixel, and sixteen.
    let bytes = encode(4, 1, ColorType::Grayscale, BitDepth::Two, &[0b00_01_10_11]);
    assert_eq!(
        Mask::from_png(&bytes, |size| size, Limits::default()).unwrap(),
        drawn(&[true, true, false, false], 4, 1)
    );
    let bytes = encode(2, 1, ColorType::Grayscale, BitDepth::Sixteen, &[127, 255, 128, 0]);
    assert_eq!(Mask::from_png(&bytes, |size| size, Limits::default()).unwrap(), drawn(&[true, false], 2, 1));
}

#[test]
fn a_drawn_mask_cuts_a_grid() {
    let drawn = Mask::from_text("###\n#.\n###", |size| size, Limits::default()).unwrap();
    let (columns, rows, mask) = (drawn.columns(), drawn.rows(), drawn.into_mask());
    let options = MeshOptions { columns, rows, mask: Some(mask), ..MeshOptions::new(GridKind::Square) };
    let mesh = Mesh::new(&options).unwrap();
    assert_eq!(mesh.cells(), 7);
    assert!(mesh.find([1, 1]).is_none() && mesh.find([1, 2]).is_none());
}

#[test]
fn what_is_no_mask_is_refused() {
    let limits = Limits { max_side: 10, max_cells: 50 };
    let text = |text: &str| Mask::from_text(text, |size| size, limits).unwrap_err().to_string();
    assert_eq!(text(""), "there is no cell");
    assert_eq!(text("\r\n\n"), "there is no cell");
    assert_eq!(
        text("#\t"),
        "line 1, column 2: '\\t' is no cell and no gap: cells are # X 1 █, gaps are . _ 0 and spaces"
    );
    assert_eq!(text("###########"), "there are 11 columns and 1 rows, and 10 are allowed");
    assert_eq!(text(&"\n".repeat(10).replace('\n', "#\n#")), "there are 2 columns and 11 rows, and 10 are allowed");
    assert_eq!(text("########\n\n\n\n\n\n#"), "there are 8 × 7 places for cells, and 50 are allowed");

    let png = |bytes: &[u8], wanted: Option<[u32; 2]>| {
        Mask::from_png(bytes, |size| wanted.unwrap_or(size), limits).unwrap_err().to_string()
    };
    let bytes = encode(11, 2, ColorType::Grayscale, BitDepth::Eight, &[0; 22]);
    assert_eq!(png(&bytes, None), "there are 11 columns and 2 rows, and 10 are allowed");
    assert_eq!(png(&bytes, Some([0, 3])), "there is no cell");
    assert_eq!(png(&bytes, Some([10, 6])), "there are 10 × 6 places for cells, and 50 are allowed");
    assert!(Mask::from_png(&bytes, |_| [10, 5], limits).is_ok());
    assert!(png(b"GIF89a", None).starts_with("the PNG picture cannot be decoded: "));
    assert!(png(&bytes[..40], Some([2, 2])).starts_with("the PNG picture cannot be decoded: "));
    // A header that claims a large picture, before anything of it.
    let mut large = encode(1, 1, ColorType::Grayscale, BitDepth::One, &[0]);
    large[16..24].copy_from_slice(&[0, 0, 255, 255, 0, 0, 255, 255]);
    let sum = crc(&large[12..29]).to_be_bytes();
    large[29..33].copy_from_slice(&sum);
    assert_eq!(png(&large, Some([2, 2])), "the picture has 65535 × 65535 pixels, and 4194304 are allowed");
}

/// The checksum of a chunk of PNG.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 })
    })
}

#[test]
fn masks_are_displayed_as_they_are_parsed() {
    for text in ["circle", "not:star", "text:HELLO 2", "not:text:A", "bits:_w-A"] {
        assert_eq!(text.parse::<Mask>().unwrap().to_string(), text);
    }
    for text in ["", "not:", "not:not:star", "text:", "text: ", "text:é!", "bits:+", "cirle"] {
        assert!(text.parse::<Mask>().is_err(), "{text}");
    }
    assert_eq!("text:hello".parse::<Mask>().unwrap().to_string(), "text:HELLO");
}

#[test]
fn what_is_wrong_with_a_text_is_said_of_all_its_letters() {
    let wrong = |text: &str| text.parse::<Mask>().unwrap_err().to_string();
    let long = format!("text: {} ", "A".repeat(32));
    assert_eq!(wrong(&long), "a text has 1 to 32 letters, spaces among them, and this one has 34");
    assert!(format!("text: {} ", "A".repeat(30)).parse::<Mask>().is_ok());
    assert_eq!(wrong("text:  "), "a text has at least one letter that is not a space");
    for other in ['ß', 'é', 'ﬁ', 'ı'] {
        let expected = format!("a text has the letters A to Z, digits and spaces, and not {other:?}");
        assert_eq!(wrong(&format!("text:A{other}")), expected);
    }
}

/// The squares that a mask keeps.
fn kept(mask: &str, [columns, rows]: [u32; 2]) -> BTreeSet<[u32; 2]> {
    let mask = Some(mask.parse().unwrap());
    let mesh = Mesh::new(&MeshOptions { columns, rows, mask, ..MeshOptions::new(GridKind::Square) });
    let mesh = mesh.expect("one piece");
    (0..mesh.cells()).map(|cell| mesh.address(Cell(cell)).numbers().try_into().unwrap()).collect()
}

#[test]
fn every_letter_is_one_piece_and_stands_on_the_line() {
    for letter in ('A'..='Z').chain('0'..='9') {
        let mut left = kept(&format!("text:{letter}"), [5, 8]);
        assert_eq!(left.iter().filter(|[row, _]| *row == 7).count(), 5, "{letter} has a line below it");
        left.retain(|[row, _]| *row < 7);
        let mut waiting = vec![*left.last().unwrap()];
        assert_eq!(waiting[0][0], 6, "{letter} stands on the line");
        while let Some([row, column]) = waiting.pop() {
            if left.remove(&[row, column]) {
                waiting.extend([[row + 1, column], [row, column + 1]]);
                waiting.extend(row.checked_sub(1).map(|above| [above, column]));
                waiting.extend(column.checked_sub(1).map(|before| [row, before]));
            }
        }
        assert!(left.is_empty(), "{letter} is one piece");
    }
}

#[test]
fn formulas_keep_their_center_or_their_corners() {
    for name in ["circle", "ring", "diamond", "heart", "star", "hexagon", "triangle"] {
        let squares = kept(name, [41, 41]);
        assert_eq!(squares.contains(&[20, 20]), name != "ring", "{name}");
        assert!(!squares.contains(&[0, 0]) && !squares.contains(&[0, 40]), "{name}");
        assert!(squares.iter().all(|&[row, column]| squares.contains(&[row, 40 - column])), "{name}: both sides");
    }
}

/// It is asked at each row of what was drawn, and at each row of what it is scaled to, whether to go on.
#[test]
fn reading_stops_at_any_row() {
    let text = "#.\n".repeat(50);
    let picture = encode(2, 50, ColorType::Grayscale, BitDepth::Eight, &[0, 255].repeat(50));
    for is_text in [true, false] {
        let read = |goes_on: &mut dyn FnMut() -> bool| match is_text {
            true => Mask::from_text_within(&text, |_| [9, 30], Limits::default(), goes_on),
            false => Mask::from_png_within(&picture, |_| [9, 30], Limits::default(), goes_on),
        };
        let mut all = 0;
        let mut counts = || {
            all += 1;
            true
        };
        assert_eq!(read(&mut counts).unwrap().rows(), 30);
        assert!(all >= 80, "{all}");
        for most in 0..all {
            let mut asked = 0;
            let mut stops = || {
                asked += 1;
                asked <= most
            };
            assert_eq!(read(&mut stops).unwrap_err().to_string(), "reading was stopped");
            assert_eq!(asked, most + 1);
        }
    }
}
