//! Masks that are drawn: as lines of text, or as a PNG picture.

use std::io::Cursor;

use png::{ColorType, Decoder, Transformations};

use super::{InvalidMask, Limits, Mask};

/// A mask that was drawn, and the size that it has: a bit for each cell, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnMask {
    /// Which cells there are.
    pub mask: Mask,
    /// The number of columns.
    pub columns: u32,
    /// The number of rows.
    pub rows: u32,
}

/// The most pixels that a picture can have: it is decoded as a whole.
pub const MOST_PIXELS: u64 = 1 << 22;

/// The most bytes that the decoder allocates beside the pixels.
const DECODER_BYTES: usize = 1 << 24;

impl Mask {
    /// Reads a mask that is drawn as text: a line for each row, a character for each cell.
    ///
    /// `#`, `X`, `1` and `█` are cells; `.`, `_`, `0` and spaces are none. Lines that are shorter than the longest are filled up with none.
    /// Line ends may be `\n` or `\r\n`, and empty lines at the end are ignored.
    ///
    /// # Complexity
    ///
    /// Time and memory in proportion to the text and to the cells, which are counted before memory is allocated for them.
    ///
    /// # Errors
    ///
    /// Any other character, with its line and column; a text without lines; a size that exceeds the limits.
    ///
    /// # Example
    ///
    /// ```
    /// use dedale::grid::{Limits, Mask};
    /// let drawn = Mask::from_text("##\n#.#\n", Limits::default())?;
    /// assert_eq!((drawn.columns, drawn.rows), (3, 2));
    /// assert_eq!(drawn.mask, Mask::from_bits(vec![true, true, false, true, false, true]));
    /// let error = Mask::from_text("##\n#?\n", Limits::default()).unwrap_err();
    /// assert_eq!(error.to_string(), "line 2, column 2: '?' is no cell and no gap: cells are # X 1 █, gaps are . _ 0 and spaces");
    /// # Ok::<(), dedale::grid::InvalidMask>(())
    /// ```
    pub fn from_text(text: &str, limits: Limits) -> Result<DrawnMask, InvalidMask> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (mut columns, mut rows) = (0_u64, 0_u64);
        for (row, line) in (1..).zip(lines(text)) {
            let length = line.chars().count() as u64;
            columns = columns.max(length);
            rows = if length > 0 { row } else { rows };
        }
        let [columns, rows] = check_size(columns, rows, limits)?;
        let mut bits = Vec::with_capacity(columns as usize * rows as usize);
        for (row, line) in lines(text).take(rows as usize).enumerate() {
            for (column, char) in line.chars().enumerate() {
                bits.push(match char {
                    '#' | 'X' | '1' | '█' => true,
                    '.' | '_' | '0' | ' ' => false,
                    _ => {
                        let place = format!("line {}, column {}", row + 1, column + 1);
                        let allowed = "cells are # X 1 █, gaps are . _ 0 and spaces";
                        return Err(InvalidMask::new(format!("{place}: {char:?} is no cell and no gap: {allowed}")));
                    }
                });
            }
            bits.resize((row + 1) * columns as usize, false);
        }
        Ok(DrawnMask { mask: Mask::from_bits(bits), columns, rows })
    }

    /// Reads a mask that is drawn as a PNG picture: what is dark and opaque is a cell.
    ///
    /// A pixel is dark if its luma is less than half of white's, and opaque if its alpha is at least half. Without `size`, each pixel is a
    /// cell. Otherwise the picture is scaled to that many columns and rows, and a cell is where at least half of its pixels are dark and
    /// opaque. Of an animation, the first picture is taken.
    ///
    /// # Complexity
    ///
    /// Time and memory in proportion to the pixels, of which there may be 4,194,304. They are counted before they are decoded.
    ///
    /// # Errors
    ///
    /// What is no PNG picture, or a damaged one; too many pixels; a size that exceeds the limits.
    pub fn from_png(bytes: &[u8], size: Option<[u32; 2]>, limits: Limits) -> Result<DrawnMask, InvalidMask> {
        let mut decoder = decoder(bytes);
        let (width, height) = decoder.read_header_info().map_err(damaged)?.size();
        let [columns, rows] = size.unwrap_or([width, height]);
        let [columns, rows] = check_size(columns.into(), rows.into(), limits)?;
        if u64::from(width) * u64::from(height) > MOST_PIXELS {
            let detail = format!("the picture has {width} × {height} pixels, and {MOST_PIXELS} are allowed");
            return Err(InvalidMask::too_large(detail));
        }
        let mut reader = decoder.read_info().map_err(damaged)?;
        let mut pixels = vec![0; reader.output_buffer_size().unwrap_or(0)];
        let info = reader.next_frame(&mut pixels).map_err(damaged)?;
        let is_cell = is_cell(info.color_type);
        let samples = info.color_type.samples();
        let dark: Vec<bool> = (0..height as usize)
            .flat_map(|row| pixels[row * info.line_size..].chunks_exact(samples).take(width as usize))
            .map(is_cell)
            .collect();
        Ok(scaled(dark, [width, height], [columns, rows]))
    }
}

impl DrawnMask {
    /// The same picture with so many columns and rows: a cell is where at least half of what was there is a cell.
    ///
    /// # Errors
    ///
    /// A size that exceeds the limits.
    pub fn scaled_to(self, [columns, rows]: [u32; 2], limits: Limits) -> Result<DrawnMask, InvalidMask> {
        let [columns, rows] = check_size(columns.into(), rows.into(), limits)?;
        Ok(scaled(self.mask.into_bits(), [self.columns, self.rows], [columns, rows]))
    }

    /// The picture drawn over any grid, from edge to edge: a cell is kept if its centre is on a cell of the picture.
    ///
    /// ```
    /// use dedale::grid::{Grid, GridKind, Limits, Mask, Mesh, MeshOptions};
    /// let left_half = Mask::from_text("#.", Limits::default())?.over_grid();
    /// let circle = MeshOptions { rings: 5, ..MeshOptions::new(GridKind::Polar) };
    /// let whole = Mesh::new(&circle).unwrap().cells();
    /// let half = Mesh::new(&MeshOptions { mask: Some(left_half), ..circle }).unwrap().cells();
    /// assert_eq!(half, (whole - 1) / 2, "without the centre, which is on the edge");
    /// # Ok::<(), dedale::grid::InvalidMask>(())
    /// ```
    pub fn over_grid(self) -> Mask {
        Mask::from_picture(self.columns, self.mask.into_bits())
    }
}

/// Pixels that are scaled to columns and rows.
fn scaled(dark: Vec<bool>, [width, height]: [u32; 2], [columns, rows]: [u32; 2]) -> DrawnMask {
    if [columns, rows] == [width, height] {
        return DrawnMask { mask: Mask::from_bits(dark), columns, rows };
    }
    let mut bits = Vec::with_capacity(columns as usize * rows as usize);
    for lines in (0..rows).map(|row| span(row, rows, height)) {
        for across in (0..columns).map(|column| span(column, columns, width)) {
            let pixels = lines.clone().map(|line| &dark[line * width as usize..][across.clone()]);
            let count = pixels.flatten().filter(|&&dark| dark).count();
            bits.push(2 * count >= lines.len() * across.len());
        }
    }
    DrawnMask { mask: Mask::from_bits(bits), columns, rows }
}

/// The columns and rows of pixels of a PNG picture, from its first bytes.
///
/// # Errors
///
/// What does not begin as a PNG picture does.
pub fn png_size(bytes: &[u8]) -> Result<[u32; 2], InvalidMask> {
    decoder(bytes).read_header_info().map(|info| info.size().into()).map_err(damaged)
}

fn decoder(bytes: &[u8]) -> Decoder<Cursor<&[u8]>> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: DECODER_BYTES });
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(Transformations::normalize_to_color8());
    decoder
}

fn damaged(error: png::DecodingError) -> InvalidMask {
    InvalidMask::new(format!("the PNG picture cannot be decoded: {error}"))
}

/// The pixels of a cell, at least one, where `pixels` are scaled to `cells`.
fn span(cell: u32, cells: u32, pixels: u32) -> std::ops::Range<usize> {
    let edge = |cell: u32| (u64::from(cell) * u64::from(pixels) / u64::from(cells)) as usize;
    edge(cell)..edge(cell + 1).max(edge(cell) + 1)
}

/// Whether a pixel, given as its samples of eight bits, is dark and opaque.
fn is_cell(color: ColorType) -> fn(&[u8]) -> bool {
    fn is_dark(red: u8, green: u8, blue: u8) -> bool {
        // The luma of ITU-R BT.601.
        299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue) < 128_000
    }
    match color {
        // The decoder has converted palettes to colours.
        ColorType::Grayscale | ColorType::Indexed => |pixel| pixel[0] < 128,
        ColorType::GrayscaleAlpha => |pixel| pixel[0] < 128 && pixel[1] >= 128,
        ColorType::Rgb => |pixel| is_dark(pixel[0], pixel[1], pixel[2]),
        ColorType::Rgba => |pixel| is_dark(pixel[0], pixel[1], pixel[2]) && pixel[3] >= 128,
    }
}

fn check_size(columns: u64, rows: u64, limits: Limits) -> Result<[u32; 2], InvalidMask> {
    let side = u64::from(limits.max_side);
    let detail = if columns == 0 || rows == 0 {
        return Err(InvalidMask::new("there is no cell".to_owned()));
    } else if columns > side || rows > side {
        format!("there are {columns} columns and {rows} rows, and {side} are allowed")
    } else if columns * rows > limits.max_cells.into() {
        format!("there are {columns} × {rows} places for cells, and {} are allowed", limits.max_cells)
    } else {
        return Ok([columns as u32, rows as u32]);
    };
    Err(InvalidMask::too_large(detail))
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line))
}
