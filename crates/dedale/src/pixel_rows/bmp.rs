//! The pixels of a BMP picture.
//!
//! The reader is our own: `zune-bmp` takes missing pixels for black, and `image` brings profiles of colors.
//!
//! # Source
//!
//! [`BITMAPV5HEADER`](https://learn.microsoft.com/windows/win32/api/wingdi/ns-wingdi-bitmapv5header). It begins like the older headers.

use super::{PictureSize, Pixels};

/// How many bytes the header of the file has. The header of the picture follows.
const FILE_HEADER: usize = 14;

/// How many bytes the headers of pictures have. The first one has sides of 16 bits, and colors of three bytes.
const HEADERS: [u32; 8] = [CORE_HEADER, 16, 40, 52, 56, 64, 108, 124];

const CORE_HEADER: u32 = 12;

/// How the pixels are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BmpCoding {
    /// Numbers of colors in a palette, or colors.
    Plain,
    /// Runs of numbers of colors.
    Runs,
    /// Colors: the bits of a pixel that are red, green, blue and alpha.
    Masks([u32; 4]),
}

#[derive(Clone, Debug)]
struct Header {
    width: usize,
    height: usize,
    /// True if the first row is the lowest.
    is_upward: bool,
    /// Of a pixel.
    bits: usize,
    coding: BmpCoding,
    /// Where the pixels begin.
    start: usize,
    /// The colors, where pixels are their numbers.
    palette: Vec<[u8; 3]>,
}

/// The two letters alone might be the beginning of a text.
pub(super) fn fits(bytes: &[u8]) -> bool {
    bytes.starts_with(b"BM") && number(bytes, FILE_HEADER).is_ok_and(|length| HEADERS.contains(&length))
}

pub(super) fn size(bytes: &[u8]) -> Result<PictureSize, String> {
    let header = Header::of(bytes)?;
    let [width, height] = [header.width, header.height].map(|side| side as u32);
    // Of each pixel its color, and its number.
    let decoder_bytes = (u64::from(width) * u64::from(height)).saturating_mul(5);
    Ok(PictureSize { width, height, decoder_bytes })
}

pub(super) fn decode(bytes: &[u8]) -> Result<Pixels, String> {
    let header = Header::of(bytes)?;
    let Header { width, height, is_upward, bits, coding, start, .. } = header;
    let data = bytes.get(start..).unwrap_or_default();
    let numbers = if coding == BmpCoding::Runs { Some(header.numbers(data)?) } else { None };
    let samples = if matches!(coding, BmpCoding::Masks([.., alpha]) if alpha != 0) { 4 } else { 3 };
    let (used, length) = ((width * bits).div_ceil(8), (width * bits).div_ceil(32) * 4);
    let mut pixels = Vec::with_capacity(samples * width * height);
    for row in 0..height {
        let row = if is_upward { height - 1 - row } else { row };
        if let Some(numbers) = &numbers {
            for &number in &numbers[row * width..(row + 1) * width] {
                pixels.extend(header.color(number.into())?);
            }
            continue;
        }
        let line = row.checked_mul(length).and_then(|start| data.get(start..)?.get(..used));
        let line = line.ok_or_else(|| format!("the file ends before row {row} of {height} does"))?;
        for column in 0..width {
            let pixel = match bits {
                // The first pixel is in the highest bits.
                1 | 2 | 4 => {
                    let at = column * bits;
                    u32::from(line[at / 8]) >> (8 - bits - at % 8) & ((1 << bits) - 1)
                }
                _ => {
                    let bytes = &line[column * bits / 8..][..bits / 8];
                    bytes.iter().rev().fold(0, |pixel, &byte| pixel << 8 | u32::from(byte))
                }
            };
            match coding {
                BmpCoding::Masks(masks) => pixels.extend(masks.iter().take(samples).map(|&mask| sample(pixel, mask))),
                _ if bits <= 8 => pixels.extend(header.color(pixel)?),
                _ => pixels.extend([16, 8, 0].map(|shift| (pixel >> shift) as u8)),
            }
        }
    }
    Ok(Pixels { width: width as u32, samples, bytes: pixels })
}

impl Header {
    fn of(bytes: &[u8]) -> Result<Header, String> {
        let start = number(bytes, 10)? as usize;
        let length = number(bytes, FILE_HEADER)?;
        let is_core = length == CORE_HEADER;
        let (width, height) = if is_core {
            (half(bytes, 18)?.into(), i64::from(half(bytes, 20)?))
        } else {
            (i64::from(number(bytes, 18)? as i32), i64::from(number(bytes, 22)? as i32))
        };
        let (Ok(columns), rows) = (usize::try_from(width), height.unsigned_abs() as usize) else {
            return Err(format!("its width is {width}"));
        };
        if columns == 0 || rows == 0 {
            return Err(format!("it has {columns} × {rows} pixels"));
        }
        let bits: usize = half(bytes, if is_core { 24 } else { 28 })?.into();
        let has_more = length >= 40;
        let compression = if has_more { number(bytes, 30)? } else { 0 };
        let behind = FILE_HEADER + length as usize;
        // Of the oldest header that has masks, they follow it.
        let masks = |count: usize| {
            let mut masks = [0; 4];
            for (index, mask) in masks.iter_mut().enumerate().take(count) {
                *mask = number(bytes, FILE_HEADER + 40 + 4 * index)?;
            }
            Ok::<_, String>(BmpCoding::Masks(masks))
        };
        let (coding, more) = match (compression, bits) {
            (0, 1 | 2 | 4 | 8 | 24 | 32) => (BmpCoding::Plain, 0),
            (0, 16) => (BmpCoding::Masks([0x7c00, 0x3e0, 0x1f, 0]), 0),
            (1, 8) | (2, 4) => (BmpCoding::Runs, 0),
            (3, 16 | 32) => (masks(if length >= 56 { 4 } else { 3 })?, if length == 40 { 12 } else { 0 }),
            (6, 16 | 32) => (masks(4)?, if length == 40 { 16 } else { 0 }),
            _ => {
                return Err(format!(
                    "compression {compression} with {bits} bits a pixel is not read: save it without compression"
                ));
            }
        };
        let mut palette = Vec::new();
        if bits <= 8 {
            let used = if has_more { number(bytes, 46)? as usize } else { 0 };
            let count = if used == 0 { 1 << bits } else { used.min(1 << bits) };
            let entry = if is_core { 3 } else { 4 };
            let colors = bytes.get(behind + more..).unwrap_or_default().chunks_exact(entry).take(count);
            palette.extend(colors.map(|color| [color[2], color[1], color[0]]));
        }
        Ok(Header { width: columns, height: rows, is_upward: height > 0, bits, coding, start, palette })
    }

    fn color(&self, number: u32) -> Result<[u8; 3], String> {
        let count = self.palette.len();
        self.palette.get(number as usize).copied().ok_or_else(|| format!("it has color {number}, of {count} from 0"))
    }

    /// Returns the numbers of the colors, row by row, where they are written in runs.
    fn numbers(&self, data: &[u8]) -> Result<Vec<u8>, String> {
        let Header { width, height, bits, .. } = *self;
        let mut numbers = vec![0; width * height];
        let [mut row, mut column] = [0; 2];
        let mut left = data.iter().copied();
        let cut = || format!("the file ends before all {height} rows are there");
        // The number of the pixel at this place of a run.
        let number = |byte: u8, place: usize| match (bits, place % 2) {
            (8, _) => byte,
            (_, 0) => byte >> 4,
            _ => byte & 15,
        };
        let mut add = |row: usize, column: &mut usize, number: u8| {
            if row >= height || *column >= width {
                return Err(format!("a run goes beyond the {width} × {height} pixels"));
            }
            numbers[row * width + *column] = number;
            *column += 1;
            Ok(())
        };
        loop {
            let mut next = || left.next().ok_or_else(cut);
            match (next()?, next()?) {
                (0, 0) => (row, column) = (row + 1, 0),
                (0, 1) => return Ok(numbers),
                (0, 2) => (column, row) = (column + usize::from(next()?), row + usize::from(next()?)),
                (0, count) => {
                    let count = usize::from(count);
                    let length = if bits == 8 { count } else { count.div_ceil(2) };
                    let mut byte = 0;
                    for place in 0..count {
                        if bits == 8 || place % 2 == 0 {
                            byte = next()?;
                        }
                        add(row, &mut column, number(byte, place))?;
                    }
                    // They are padded to pairs.
                    if length % 2 == 1 {
                        next()?;
                    }
                }
                (count, byte) => {
                    for place in 0..usize::from(count) {
                        add(row, &mut column, number(byte, place))?;
                    }
                }
            }
        }
    }
}

/// Returns the sample with these bits of a pixel, in 8 bits.
fn sample(pixel: u32, mask: u32) -> u8 {
    if mask == 0 {
        return 0;
    }
    let most = mask >> mask.trailing_zeros();
    let value = (pixel & mask) >> mask.trailing_zeros();
    (u64::from(value) * 255 / u64::from(most)) as u8
}

fn number(bytes: &[u8], at: usize) -> Result<u32, String> {
    let found = bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
    found.map(u32::from_le_bytes).ok_or_else(|| "the file ends in its header".to_owned())
}

fn half(bytes: &[u8], at: usize) -> Result<u16, String> {
    let found = bytes.get(at..at + 2).and_then(|bytes| bytes.try_into().ok());
    found.map(u16::from_le_bytes).ok_or_else(|| "the file ends in its header".to_owned())
}
