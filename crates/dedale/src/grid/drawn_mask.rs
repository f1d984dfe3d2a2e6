//! Masks that are drawn as lines of text.

use super::mask::MAX_CORNERS;
use super::smooth::{LatticePoint, around, simplified};
use super::{InvalidMask, Limits, Mask};
use crate::about::OverLimit;

/// A drawn mask and its size: a bit for each cell, row by row, or its outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnMask {
    mask: Mask,
    columns: u32,
    rows: u32,
}

impl Mask {
    /// Parses a mask that is drawn as text, with a line for each row and a character for each cell.
    ///
    /// `#`, `X`, `1` and `█` are cells; `.`, `_`, `0` and spaces are none. Lines shorter than the longest one are filled up with no cells.
    /// Line ends may be `\n` or `\r\n`, and empty lines at the end are ignored. `size` gets the columns and rows of the text, and returns
    /// those to which the drawing is scaled: there is a cell where at least half of the drawing was cells.
    ///
    /// Takes time and memory in proportion to the text and to the cells, which are counted before memory is allocated for them.
    ///
    /// # Errors
    ///
    /// [`InvalidMask`] for any other character, with its line and column; for a text without lines; and if a size exceeds the limits.
    ///
    /// ```
    /// use dedale::grid::{Limits, Mask};
    /// let drawn = Mask::from_text("##\n#.#\n", |size| size, Limits::default())?;
    /// assert_eq!((drawn.columns(), drawn.rows()), (3, 2));
    /// assert_eq!(drawn.into_mask(), Mask::from_bits(vec![true, true, false, true, false, true]));
    /// let error = Mask::from_text("##\n#?\n", |size| size, Limits::default()).unwrap_err();
    /// assert_eq!(error.to_string(), "line 2, column 2: '?' is no cell and no gap: cells are # X 1 █, gaps are . _ 0 and spaces");
    /// # Ok::<(), dedale::grid::InvalidMask>(())
    /// ```
    pub fn from_text(
        text: &str,
        size: impl FnOnce([u32; 2]) -> [u32; 2],
        limits: Limits,
    ) -> Result<DrawnMask, InvalidMask> {
        Mask::from_text_within(text, size, limits, &mut || true)
    }

    /// Parses a mask as [`from_text`](Mask::from_text) does, and calls `goes_on` at each row, to know whether to go on.
    ///
    /// # Errors
    ///
    /// Those of [`from_text`](Mask::from_text), and another one if `goes_on` returned `false`.
    pub fn from_text_within(
        text: &str,
        size: impl FnOnce([u32; 2]) -> [u32; 2],
        limits: Limits,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<DrawnMask, InvalidMask> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (mut columns, mut rows) = (0_u64, 0_u64);
        for (row, line) in (1..).zip(lines(text)) {
            go_on(goes_on)?;
            let length = line.chars().count() as u64;
            columns = columns.max(length);
            rows = if length > 0 { row } else { rows };
        }
        let [columns, rows] = check_size([columns, rows], limits)?;
        let mut bits = Vec::with_capacity(columns as usize * rows as usize);
        for (row, line) in lines(text).take(rows as usize).enumerate() {
            go_on(goes_on)?;
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
        let wanted = size([columns, rows]).map(u64::from);
        scaled(bits, [columns, rows], check_size(wanted, limits)?, goes_on)
    }
}

impl DrawnMask {
    /// Creates a mask of these bits, in rows of `columns` each.
    ///
    /// # Errors
    ///
    /// [`InvalidMask`] if there are no bits, no columns, or different numbers of bits in the rows.
    ///
    /// ```
    /// use dedale::grid::DrawnMask;
    /// assert_eq!(DrawnMask::new(vec![true; 6], 3)?.rows(), 2);
    /// let error = DrawnMask::new(vec![true; 6], 0).unwrap_err();
    /// assert_eq!(error.to_string(), "6 bits are no rows of 0 columns: there must be one row of one column at least");
    /// # Ok::<(), dedale::grid::InvalidMask>(())
    /// ```
    pub fn new(bits: Vec<bool>, columns: u32) -> Result<DrawnMask, InvalidMask> {
        let rows = bits.len().checked_div(columns as usize).and_then(|rows| u32::try_from(rows).ok());
        match rows {
            Some(rows) if rows > 0 && bits.len().is_multiple_of(columns as usize) => {
                Ok(DrawnMask { mask: Mask::from_bits(bits), columns, rows })
            }
            _ => {
                let detail = format!("{} bits are no rows of {columns} columns", bits.len());
                Err(InvalidMask::new(detail + ": there must be one row of one column at least"))
            }
        }
    }

    /// Returns the mask: a bit for each cell, row by row, or the outline.
    pub fn into_mask(self) -> Mask {
        self.mask
    }

    /// Returns the number of columns, at least 1.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// Returns the number of rows, at least 1.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Returns the outline of the drawing as a mask for a grid of this size, along which cells can be [cut](super::MaskOutline::Smooth): closed lines that are nowhere farther than
    /// three quarters of a cell of the drawing from its border. Takes time in proportion to the cells of the drawing, and for each corner of an outline
    /// up to as long as it has corners.
    ///
    /// # Errors
    ///
    /// [`InvalidMask`] if no cell is set, and if the outline has more than 16,384 corners.
    ///
    /// ```
    /// use dedale::grid::{Limits, Mask};
    /// let square = Mask::from_text("####\n####\n####\n####\n", |size| size, Limits::default())?;
    /// assert_eq!(square.traced([9, 9])?.into_mask().to_string(), "path:M8 1L8 7 7 8 1 8 0 7 0 1 1 0 7 0Z");
    /// # Ok::<(), dedale::grid::InvalidMask>(())
    /// ```
    pub fn traced(&self, [columns, rows]: [u32; 2]) -> Result<DrawnMask, InvalidMask> {
        let size = [columns, rows];
        let (columns, rows) = (i64::from(self.columns), i64::from(self.rows));
        let bits = self.mask.bits();
        let is_set =
            |x: i64, y: i64| (0..columns).contains(&x) && (0..rows).contains(&y) && bits[(y * columns + x) as usize];
        let lines = around(is_set, [columns, rows]);
        let length = |line: &Vec<LatticePoint>| {
            let next = line.iter().cycle().skip(1);
            line.iter().zip(next).map(|(a, b)| a[0].abs_diff(b[0]) + a[1].abs_diff(b[1])).sum::<u64>()
        };
        let corners = lines.iter().map(length).sum::<u64>() as usize;
        // Lines with more corners would take too long to simplify.
        if corners > 8 * MAX_CORNERS {
            return Err(too_detailed(corners));
        }
        let lines = simplified(&lines, [columns, rows]);
        match lines.iter().map(Vec::len).sum() {
            0 => Err(InvalidMask::new("there is no cell")),
            corners if corners > MAX_CORNERS => Err(too_detailed(corners)),
            _ => Ok(DrawnMask { mask: Mask::from_lines(lines), columns: size[0], rows: size[1] }),
        }
    }

    /// Returns the drawing as a mask for any grid, from edge to edge: a cell is kept if its center is on a cell of the drawing.
    ///
    /// ```
    /// use dedale::grid::{Grid, GridKind, Limits, Mask, Mesh, MeshOptions};
    /// let left_half = Mask::from_text("#.", |size| size, Limits::default())?.over_grid();
    /// let circle = MeshOptions { rings: 5, ..MeshOptions::new(GridKind::Polar) };
    /// let whole = Mesh::new(&circle).unwrap().cells();
    /// let half = Mesh::new(&MeshOptions { mask: Some(left_half), ..circle }).unwrap().cells();
    /// assert_eq!(half, (whole - 1) / 2, "without the center, which is on the edge");
    /// # Ok::<(), dedale::grid::InvalidMask>(())
    /// ```
    pub fn over_grid(self) -> Mask {
        self.mask.drawn_over(self.columns)
    }
}

fn too_detailed(corners: usize) -> InvalidMask {
    let detail = format!("the outline has {corners} corners, and {MAX_CORNERS} are allowed");
    let over = OverLimit { limit: "corners", max: MAX_CORNERS as u64, asked: corners as u64 };
    InvalidMask { over: Some(over), ..InvalidMask::new(detail) }
}

/// Returns an error if `goes_on` returns `false`.
pub(super) fn go_on(goes_on: &mut dyn FnMut() -> bool) -> Result<(), InvalidMask> {
    if goes_on() { Ok(()) } else { Err(InvalidMask::new("reading was stopped")) }
}

/// Scales pixels to columns and rows.
pub(super) fn scaled(
    dark: Vec<bool>,
    [width, height]: [u32; 2],
    [columns, rows]: [u32; 2],
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<DrawnMask, InvalidMask> {
    if [columns, rows] == [width, height] {
        return Ok(DrawnMask { mask: Mask::from_bits(dark), columns, rows });
    }
    let mut bits = Vec::with_capacity(columns as usize * rows as usize);
    for lines in (0..rows).map(|row| span(row, rows, height)) {
        go_on(goes_on)?;
        for across in (0..columns).map(|column| span(column, columns, width)) {
            let pixels = lines.clone().map(|line| &dark[line * width as usize..][across.clone()]);
            let count = pixels.flatten().filter(|&&dark| dark).count();
            bits.push(2 * count >= lines.len() * across.len());
        }
    }
    Ok(DrawnMask { mask: Mask::from_bits(bits), columns, rows })
}

/// Returns the pixels of a cell, at least one, if `pixels` are scaled to `cells`.
fn span(cell: u32, cells: u32, pixels: u32) -> std::ops::Range<usize> {
    let edge = |cell: u32| (u64::from(cell) * u64::from(pixels) / u64::from(cells)) as usize;
    edge(cell)..edge(cell + 1).max(edge(cell) + 1)
}

pub(super) fn check_size([columns, rows]: [u64; 2], limits: Limits) -> Result<[u32; 2], InvalidMask> {
    if columns == 0 || rows == 0 {
        return Err(InvalidMask::new("there is no cell"));
    }
    let Some(over) = limits.excess([columns, rows]) else { return Ok([columns as u32, rows as u32]) };
    let detail = match over.limit {
        "cells" => format!("there are {columns} × {rows} places for cells, and {} are allowed", over.max),
        _ => format!("there are {columns} columns and {rows} rows, and {} are allowed", over.max),
    };
    Err(InvalidMask { over: Some(over), ..InvalidMask::new(detail) })
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line))
}
