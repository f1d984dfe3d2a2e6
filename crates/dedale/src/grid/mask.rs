//! Masks: shapes that leave out the cells around them.

use std::fmt;
use std::str::FromStr;

use super::smooth::{LatticePoint, OutlineRoom, cross_each_other, on_lattice};
use super::{letters, shapes};
use crate::about::{InvalidValue, InvalidValueKind, OverLimit};

/// The cells that a grid keeps.
///
/// ```
/// use dedale::grid::Mask;
/// let mask: Mask = "not:heart".parse()?;
/// assert_eq!(mask.to_string(), "not:heart");
/// assert!("hart".parse::<Mask>().is_err());
/// # Ok::<(), dedale::grid::InvalidMask>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mask {
    form: Form,
    /// True if the cells outside of the form are kept.
    is_inverted: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Form {
    /// The number of a shape in the table.
    Shape(usize),
    /// Upper-case letters and digits.
    Text(String),
    /// True for each cell that is kept.
    Bits(Vec<bool>),
    /// Closed lines that do not cross, in any unit: the corners of each.
    Lines(Vec<Vec<LatticePoint>>),
    /// A picture over the whole grid: the number of its columns, and its places row by row.
    Picture(usize, Vec<bool>),
}

/// Why a text is not a [`Mask`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidMask {
    pub(super) detail: String,
    /// The characters that it may have, if it has others.
    pub letters: Option<&'static str>,
    /// The limit that the mask exceeds, if it is a mask.
    pub over: Option<OverLimit>,
}

impl InvalidMask {
    pub(super) fn new(detail: impl Into<String>) -> InvalidMask {
        InvalidMask { detail: detail.into(), letters: None, over: None }
    }
}

impl fmt::Display for InvalidMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl std::error::Error for InvalidMask {}

impl From<InvalidMask> for InvalidValue {
    fn from(why: InvalidMask) -> InvalidValue {
        let kind = match why {
            InvalidMask { letters: Some(letters), .. } => InvalidValueKind::Letters(letters),
            InvalidMask { over: Some(over), .. } => InvalidValueKind::TooLarge(over),
            InvalidMask { .. } => InvalidValueKind::Unreadable("heart"),
        };
        kind.with_reason(why.detail)
    }
}

/// How much smaller a shape or a word may be if cells are cut along its outline.
const LEAST_SMOOTH: f64 = 0.6;

/// How far a shape that is left out is from the border of the grid, in units of a cell, so that there are cells all around it.
const MARGIN: f64 = 1.2;

/// The largest rounding error of a size.
const ROUNDED: f64 = 1e-6;

/// How far the straight lines of an outline may be from its curves, in units of a cell.
const OUTLINE_ERROR: f64 = 0.005;

/// The largest number of letters in a text.
const MAX_LETTERS: usize = 32;

impl Mask {
    /// The names of the shapes.
    pub const NAMES: &'static [&'static str] = shapes::NAMES;

    /// The names of groups of shapes, each with its shapes: values of a [list](Mask::list) alone.
    pub const GROUPS: &'static [(&'static str, &'static [&'static str])] = shapes::GROUPS;

    /// Parses masks for several mazes, with `;` between them. The name of a group is short for all of its shapes.
    ///
    /// ```
    /// use dedale::grid::Mask;
    /// let names = |text: &str| Some(Mask::list(text).ok()?.iter().map(Mask::to_string).collect::<Vec<_>>());
    /// assert_eq!(names("heart;vehicles"), Some(["heart", "car", "rocket", "boat"].map(String::from).to_vec()));
    /// assert_eq!(names("heart;hart"), None);
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidMask`] if one of them is no mask, or if there are more than [`MAX_LISTED`](Mask::MAX_LISTED).
    pub fn list(text: &str) -> Result<Vec<Mask>, InvalidMask> {
        let mut masks = Vec::new();
        for item in text.split(';') {
            match Mask::group(item) {
                Some(names) => {
                    for name in names {
                        masks.push(name.parse()?);
                    }
                }
                None => masks.push(item.parse()?),
            }
        }
        if masks.len() > Mask::MAX_LISTED {
            let (max, asked) = (Mask::MAX_LISTED as u64, masks.len() as u64);
            let over = Some(OverLimit { limit: "values", max, asked });
            return Err(InvalidMask {
                over,
                ..InvalidMask::new(format!("a list has at most {max} masks, and this one has {asked}"))
            });
        }
        Ok(masks)
    }

    /// The largest number of masks in a list.
    pub const MAX_LISTED: usize = 64;

    /// Returns true if a text is a [list](Mask::list), and not a single mask.
    pub fn is_list(text: &str) -> bool {
        text.contains(';') || Mask::group(text).is_some()
    }

    /// Returns the shapes of the group with this name.
    fn group(text: &str) -> Option<&'static [&'static str]> {
        Mask::GROUPS.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|(_, names)| *names)
    }

    /// Creates the mask that keeps the cells whose bit is set, in the order of their numbers.
    pub fn from_bits(bits: Vec<bool>) -> Mask {
        Mask { form: Form::Bits(bits), is_inverted: false }
    }

    /// Creates the mask that keeps what is inside of closed lines. A line around another one makes a hole.
    pub(super) fn from_lines(lines: Vec<Vec<LatticePoint>>) -> Mask {
        Mask { form: Form::Lines(lines), is_inverted: false }
    }

    /// Returns the mask of bits as a picture over the whole grid, with this many columns.
    pub(super) fn drawn_over(self, columns: u32) -> Mask {
        match self.form {
            Form::Bits(bits) => Mask { form: Form::Picture(columns as usize, bits), ..self },
            form => Mask { form, ..self },
        }
    }

    /// Returns true if the mask is a picture, which cannot be written as text.
    pub(crate) fn is_picture(&self) -> bool {
        matches!(self.form, Form::Picture(..))
    }

    /// Returns true if what is outside of the form is kept.
    pub(super) fn is_inverted(&self) -> bool {
        self.is_inverted
    }

    /// Returns the columns and rows of the points of a word or a picture; `None` if the mask does not consist of points.
    pub(super) fn points(&self) -> Option<[u32; 2]> {
        match &self.form {
            Form::Text(text) => Some(letters::least_size(text).map(|side| side as u32)),
            Form::Picture(columns, bits) => Some([*columns, bits.len() / columns].map(|side| side as u32)),
            Form::Shape(_) | Form::Bits(_) | Form::Lines(_) => None,
        }
    }

    /// Returns the bits repeated `times` times, such as for each floor of a grid. Other masks stay as they are.
    #[must_use]
    pub fn repeated(self, times: u32) -> Mask {
        match self.form {
            Form::Bits(bits) => Mask { form: Form::Bits(bits.repeat(times as usize)), ..self },
            form => Mask { form, ..self },
        }
    }

    /// Returns the mask with exactly this many bits, if it has bits; `None` if there are too few, or too many.
    pub(crate) fn fitted(&self, cells: u32) -> Option<Mask> {
        let Form::Bits(bits) = &self.form else { return Some(self.clone()) };
        let cells = cells as usize;
        // Each digit is six bits, and some programs write whole bytes: up to seven bits may follow those of the cells.
        if bits.len() < cells || bits.len() - cells >= 8 || bits[cells..].contains(&true) {
            return None;
        }
        Some(Mask { form: Form::Bits(bits[..cells].to_vec()), ..*self })
    }

    /// Returns the smallest width and height of a grid, in units of a cell, in which a shape or a word can be recognized.
    pub(super) fn least_size(&self) -> [f64; 2] {
        match &self.form {
            Form::Shape(shape) => shapes::least_size(*shape),
            Form::Text(text) => letters::least_size(text),
            Form::Bits(_) | Form::Picture(..) | Form::Lines(_) => [0.0; 2],
        }
    }

    /// Returns true if the mask has an outline along which cells can be cut.
    pub fn has_outline(&self) -> bool {
        matches!(self.form, Form::Shape(_) | Form::Text(_) | Form::Lines(_))
    }

    /// Returns the lines of the outline, on the lattice of a grid with these bounds, whose top left corner is its origin; and true if the outside
    /// of them is kept.
    ///
    /// # Errors
    ///
    /// The smallest width and height of a grid, in units of a cell, in which it can be recognized.
    pub(super) fn outline(&self, room: &OutlineRoom) -> Result<(Vec<Vec<LatticePoint>>, bool), [f64; 2]> {
        let OutlineRoom { grid: [left, top, right, bottom], inset, is_round } = *room;
        let margin = if self.is_inverted { MARGIN } else { 0.0 };
        let least = self.least_size().map(|side| side * LEAST_SMOOTH + 2.0 * margin);
        if right - left < least[0] - ROUNDED || bottom - top < least[1] - ROUNDED {
            return Err(least);
        }
        let [left, top, right, bottom] =
            [left + inset[0] + margin, top + inset[1] + margin, right - inset[2] - margin, bottom - inset[3] - margin];
        let size @ [width, height] = [right - left, bottom - top];
        let middle = [(left + right) / 2.0, (top + bottom) / 2.0];
        let lines = match &self.form {
            Form::Shape(shape) => {
                let place = place_of_shape(*shape, is_round, middle, size);
                shapes::outline(*shape).moved(place).polygons_within(OUTLINE_ERROR)
            }
            Form::Text(text) => {
                let lines = letters::outline(text);
                let points = letters::least_size(text);
                // The square inside of a circle.
                let share = if is_round { std::f64::consts::FRAC_1_SQRT_2 } else { 1.0 };
                let place = |at: [f64; 2]| {
                    [0, 1].map(|axis| middle[axis] + (at[axis] / points[axis] - 0.5) * size[axis] * share)
                };
                lines.into_iter().map(|line| line.into_iter().map(place).collect()).collect()
            }
            Form::Lines(lines) => {
                let [low, high] = bounds_of(lines);
                let centre = [0, 1].map(|axis| (low[axis] + high[axis]) as f64 / 2.0);
                let [across, down] = [0, 1].map(|axis| ((high[axis] - low[axis]) as f64).max(1.0));
                let scale = if is_round {
                    width / (across * across + down * down).sqrt()
                } else {
                    (width / across).min(height / down)
                };
                let place =
                    |at: &LatticePoint| [0, 1].map(|axis| middle[axis] + (at[axis] as f64 - centre[axis]) * scale);
                lines.iter().map(|line| line.iter().map(place).collect()).collect()
            }
            Form::Bits(_) | Form::Picture(..) => Vec::new(),
        };
        let lines: Vec<Vec<LatticePoint>> =
            lines.into_iter().map(|line: Vec<[f64; 2]>| line.into_iter().map(on_lattice).collect()).collect();
        // Lines that are closer to each other than a step of the lattice need more cells.
        if self.is_lines() && cross_each_other(&lines) {
            return Err([2.0 * (right - left), 2.0 * (bottom - top)]);
        }
        Ok((lines, self.is_inverted))
    }

    /// Returns the lines inside of a shape, such as an eye, where [`outline`](Mask::outline) has its outline: the points of each.
    pub(super) fn details(&self, room: &OutlineRoom) -> Vec<Vec<[f64; 2]>> {
        let (Form::Shape(shape), false) = (&self.form, self.is_inverted) else { return Vec::new() };
        let OutlineRoom { grid: [left, top, right, bottom], inset, is_round } = *room;
        let [left, top, right, bottom] = [left + inset[0], top + inset[1], right - inset[2], bottom - inset[3]];
        let place = place_of_shape(
            *shape,
            is_round,
            [(left + right) / 2.0, (top + bottom) / 2.0],
            [right - left, bottom - top],
        );
        let [low, high] = shapes::frame(*shape).map(&place);
        let cells = (high[0] - low[0]).max(high[1] - low[1]);
        let drawn = shapes::details(*shape, cells);
        drawn.flat_map(|lines| lines.moved(&place).polygons_within(OUTLINE_ERROR)).collect()
    }

    /// Returns true if the mask is closed lines, whose inside is known as a region.
    pub(super) fn is_lines(&self) -> bool {
        matches!(self.form, Form::Lines(_))
    }

    /// Returns the bits of a mask of bits; none of any other mask.
    pub(super) fn bits(&self) -> &[bool] {
        if let Form::Bits(bits) = &self.form { bits } else { &[] }
    }

    /// Returns the numbers of the cells that a mask of bits keeps; none of any other mask.
    pub(super) fn places(&self) -> impl Iterator<Item = u32> {
        (0..).zip(self.bits()).filter(|(_, is_kept)| **is_kept).map(|(place, _)| place)
    }

    /// Returns true if the mask keeps cells by their numbers, wherever they are.
    pub(super) fn is_of_cells(&self) -> bool {
        matches!(self.form, Form::Bits(_))
    }

    /// Returns true if the mask keeps this cell of a grid with these bounds: left, top, right and bottom. Only some masks call `center`.
    pub(super) fn covers(&self, cell: u32, center: impl FnOnce() -> [f64; 2], bounds: [f64; 4]) -> bool {
        let [left, top, right, bottom] = bounds;
        let size @ [width, height] = [right - left, bottom - top];
        let center = || {
            let [x, y] = center();
            [x - left, y - top]
        };
        let is_covered = match &self.form {
            Form::Shape(shape) => shapes::covers(*shape, center(), size),
            Form::Text(text) => {
                let [x, y] = center();
                letters::covers(text, x / width, y / height)
            }
            // Cells are compared with a region.
            Form::Lines(_) => false,
            // A mask without bits for all cells was rejected before.
            Form::Bits(bits) => bits.get(cell as usize).copied().unwrap_or(false),
            Form::Picture(columns, bits) => {
                let rows = bits.len() / columns;
                let part = |share: f64, count: usize| ((share * count as f64) as usize).min(count - 1);
                let [x, y] = center();
                bits[part(y / height, rows) * columns + part(x / width, *columns)]
            }
        };
        is_covered != self.is_inverted
    }
}

impl fmt::Display for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_inverted {
            f.write_str("not:")?;
        }
        match &self.form {
            Form::Shape(shape) => f.write_str(shapes::NAMES[*shape]),
            Form::Text(text) => write!(f, "text:{text}"),
            Form::Picture(..) => f.write_str("picture"),
            Form::Lines(lines) => {
                f.write_str("path:")?;
                for line in lines {
                    for (number, [x, y]) in line.iter().enumerate() {
                        let before = ["M", "L", " "][number.min(2)];
                        write!(f, "{before}{x} {y}")?;
                    }
                    f.write_str("Z")?;
                }
                Ok(())
            }
            Form::Bits(bits) => {
                f.write_str("bits:")?;
                for six in bits.chunks(6) {
                    let digit = (0..6).fold(0, |digit, k| digit << 1 | u8::from(six.get(k) == Some(&true)));
                    fmt::Write::write_char(f, char::from(DIGITS[usize::from(digit)]))?;
                }
                Ok(())
            }
        }
    }
}

/// The digits of base64url (RFC 4648, section 5).
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

impl FromStr for Mask {
    type Err = InvalidMask;

    fn from_str(text: &str) -> Result<Mask, InvalidMask> {
        if Mask::is_list(text) {
            return Err(InvalidMask::new(
                "is a list of masks, and a maze has one: lists are for many mazes, such as those of a book",
            ));
        }
        let (rest, is_inverted) = after(text, "not:").map_or((text, false), |rest| (rest, true));
        let form = if let Some(text) = after(rest, "text:") {
            parse_text(text)?
        } else if let Some(path) = after(rest, "path:") {
            parse_path(path)?
        } else if let Some(digits) = after(rest, "bits:") {
            parse_bits(digits)?
        } else {
            let shape = shapes::NAMES.iter().position(|name| name.eq_ignore_ascii_case(rest));
            Form::Shape(shape.ok_or_else(|| {
                InvalidMask::new(format!(
                    "must be one of {}, text:WORD, path:… or bits:…, optionally after not:",
                    Mask::NAMES.join(", ")
                ))
            })?)
        };
        Ok(Mask { form, is_inverted })
    }
}

/// Returns the text after a prefix, whose case is ignored.
fn after<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let (start, rest) = text.split_at_checked(prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then_some(rest)
}

fn parse_text(text: &str) -> Result<Form, InvalidMask> {
    // Other letters may become several: ß is SS.
    let text = text.to_ascii_uppercase();
    let is_known = |letter: char| letter == ' ' || letters::rows(letter).is_some();
    if let Some(other) = text.chars().find(|&letter| !is_known(letter)) {
        let detail = format!("a text has the letters A to Z, digits and spaces, and not {other:?}");
        return Err(InvalidMask { letters: Some("A–Z 0–9"), ..InvalidMask::new(detail) });
    }
    let count = text.len(); // Each is one byte.
    if count > MAX_LETTERS {
        let detail = format!("a text has 1 to {MAX_LETTERS} letters, spaces among them, and this one has {count}");
        return Err(InvalidMask::new(detail));
    }
    if text.trim().is_empty() {
        return Err(InvalidMask::new("a text has at least one letter that is not a space"));
    }
    Ok(Form::Text(text))
}

/// Returns the corners of the smallest rectangle around some lines.
fn bounds_of(lines: &[Vec<LatticePoint>]) -> [LatticePoint; 2] {
    lines.iter().flatten().fold([[i64::MAX; 2], [i64::MIN; 2]], |[low, high], at| {
        [[0, 1].map(|axis| at[axis].min(low[axis])), [0, 1].map(|axis| at[axis].max(high[axis]))]
    })
}

/// The largest number of corners of a path, and their largest coordinate.
pub(super) const MAX_CORNERS: usize = 1 << 14;
const MAX_COORDINATE: i64 = 65_535;

/// Parses the path of an SVG with the commands `M`, `L` and `Z` and whole numbers.
fn parse_path(path: &str) -> Result<Form, InvalidMask> {
    let invalid = |detail: &str| Err(InvalidMask::new(format!("a path {detail}")));
    let mut lines = Vec::new();
    let closed = path.strip_suffix('Z').or_else(|| path.strip_suffix('z'));
    for line in closed.unwrap_or(path).split(['Z', 'z']) {
        let Some(rest) = line.trim().strip_prefix('M') else {
            return invalid("has lines from M to Z, such as M0 0L10 0 10 10Z");
        };
        let numbers = rest.split([' ', ',', 'L']).filter(|word| !word.is_empty()).map(str::parse);
        let Ok(numbers) = numbers.collect::<Result<Vec<i64>, _>>() else {
            return invalid("has whole numbers, and the commands M, L and Z");
        };
        if numbers.len() < 6 || !numbers.len().is_multiple_of(2) {
            return invalid("has at least three corners in each line, of two numbers each");
        }
        if numbers.iter().any(|number| !(0..=MAX_COORDINATE).contains(number)) {
            return invalid(&format!("has numbers from 0 to {MAX_COORDINATE}"));
        }
        lines.push(numbers.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<LatticePoint>>());
    }
    let count = lines.iter().map(Vec::len).sum::<usize>();
    if count > MAX_CORNERS {
        return invalid(&format!("has at most {MAX_CORNERS} corners, and this one has {count}"));
    }
    if cross_each_other(&lines) {
        return invalid("has no lines that cross: posted as an SVG, a drawing may have them");
    }
    Ok(Form::Lines(lines))
}

fn parse_bits(digits: &str) -> Result<Form, InvalidMask> {
    let mut bits = Vec::with_capacity(digits.len() * 6);
    for digit in digits.trim_end_matches('=').bytes() {
        let value = DIGITS.iter().position(|&known| known == digit);
        let value = value.ok_or_else(|| InvalidMask::new("bits are written in base64url: A-Z a-z 0-9 - _"))?;
        bits.extend((0..6).rev().map(|k| value >> k & 1 == 1));
    }
    Ok(Form::Bits(bits))
}

/// Returns where the points of a shape lie in a rectangle of this middle and size, or in the circle inside of it.
fn place_of_shape(
    shape: usize,
    is_round: bool,
    middle: [f64; 2],
    [width, height]: [f64; 2],
) -> impl Fn([f64; 2]) -> [f64; 2] {
    let [low, high] = shapes::frame(shape);
    let centre = [0, 1].map(|axis| (low[axis] + high[axis]) / 2.0);
    let scale = if is_round {
        let points = shapes::outline(shape).polygons_within((high[0] - low[0]) / 1e3);
        let away = |[x, y]: &[f64; 2]| {
            let (x, y) = (x - centre[0], y - centre[1]);
            (x * x + y * y).sqrt()
        };
        width / 2.0 / points.iter().flatten().map(away).fold(0.0, f64::max)
    } else {
        (width / (high[0] - low[0])).min(height / (high[1] - low[1]))
    };
    move |at| [0, 1].map(|axis| middle[axis] + (at[axis] - centre[axis]) * scale)
}
