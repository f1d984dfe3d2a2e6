//! Reads the four drawn formats, by the geometry that they share.

use std::iter::repeat;
use std::str::Chars;

use crate::about::gcd;
use crate::grid::{Side, Sides};
use crate::parse::Parsed;
use crate::parse::assembly::{GivenEnds, Lattice, Marked, rectangle};
use crate::parse::error::{InputPlace, ParseError};
use crate::parse::input::{Input, ReadContext, count_chars, is_blank, lines};
use crate::parse::legend::{Sign, SquareKind, known};

/// Returns true if a text looks like a drawing in this format.
pub(super) fn fits(format: &GridDrawing, input: &Input<'_>) -> bool {
    let text = input.text();
    // What is all blank can only be a maze of no walls.
    let Some(char) = text.chars().find(|char| !matches!(char, ' ' | '\r' | '\n')) else {
        return format.has_junctions();
    };
    // A corner may be a square, too.
    if format.corner == Some('+') && !format.begins_with_walls(text)
        || format.has_posts() && format.has_two_corners(text)
    {
        return false;
    }
    let begins =
        format.corner.map_or_else(|| format.is_wall(char) || format.path.contains(char), |corner| char == corner);
    (begins || format.dot == Some(char) && format.is_drawn_with_dots(text))
        && (!format.is_of_blocks() || has_wide_blocks(text, format.marks))
}

/// Returns true if each block is two characters wide. In mazes of one character a square, about half of the pairs are of two equal ones, and a border is
/// one character wide.
fn has_wide_blocks(text: &str, marks: [char; 2]) -> bool {
    let (mut pairs, mut equal) = (0, 0);
    let first = lines(text).find(|line| !is_blank(line)).unwrap_or_default();
    if count_chars(first.trim_end_matches(' ')) % 4 != 2 {
        return false;
    }
    let mut narrow_borders = 0;
    for line in lines(text) {
        let mut chars = line.chars();
        let mut is_first = true;
        while let Some(first) = chars.next() {
            let second = chars.next().unwrap_or(' ');
            let is_mark = |char| marks.contains(&char);
            // Stairs are reported by the reader.
            let is_equal = first == second || is_mark(first) && is_mark(second) || matches!(second, '/' | '\\');
            pairs += 1;
            equal += usize::from(is_equal);
            narrow_borders += usize::from(is_first && !is_equal);
            is_first = false;
        }
    }
    // A few that are wrong are reported as such, and a line may be cut off.
    narrow_borders <= 1 && 4 * equal >= 3 * pairs
}

/// Reads a drawing. Blank lines may precede it. In formats whose first line may be blank, they are left out only if it cannot be read with them.
pub(super) fn read(
    format: &'static GridDrawing,
    input: &Input<'_>,
    context: &ReadContext<'_>,
) -> Result<Parsed, ParseError> {
    read_text(format, input.text(), context)
}

/// Reads the drawing in a text.
pub(super) fn read_text(
    format: &'static GridDrawing,
    text: &str,
    context: &ReadContext<'_>,
) -> Result<Parsed, ParseError> {
    let blank = lines(text).take_while(|line| is_blank(line)).count();
    let below = || {
        let rest = text.split_inclusive('\n').take(blank).map(str::len).sum();
        read_lines(format, &text[rest..], context).map_err(|error| error.moved(blank, 0))
    };
    if blank == 0 || text.bytes().all(|byte| b" \r\n".contains(&byte)) {
        return read_lines(format, text, context);
    }
    if !format.has_junctions() && !format.is_cut(text) {
        return below();
    }
    read_lines(format, text, context).or_else(|error| {
        let faults = context.notes.faults.take();
        below().map_err(|_| {
            context.notes.faults.replace(faults);
            error
        })
    })
}

/// Reads the lines of a drawing. Where posts are drawn, all of its lines may begin with as many blanks.
fn read_lines(format: &'static GridDrawing, text: &str, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let indent = if format.has_posts() && !format.is_cut(text) { indent_of(text) } else { 0 };
    if indent > 0 {
        let cut = lines(text).map(|line| line.get(indent..).unwrap_or_default()).collect::<Vec<_>>().join("\n");
        return read_lines(format, &cut, context).map_err(|error| error.moved(0, indent));
    }
    let size @ Size { columns, rows, .. } = format.size(text, context)?;
    let mut reader = DrawingReader {
        format,
        size,
        lattice: Lattice::of_cells([columns, rows], text, context)?,
        marked: Default::default(),
        marks: format.marks,
    };
    let is_cut = format.is_cut(text);
    for (number, line) in (1..=2 * rows + 1).zip(lines(text).chain(repeat(""))) {
        context.go_on()?;
        if let Err(error) = reader.read_line(LineRest { chars: line.chars(), number, column: 0 }, is_cut) {
            context.fault(error)?;
            reader.lattice.fill(number);
        }
    }
    context.check_faults()?;
    if format.has_junctions() {
        reader.check_junctions(text)?;
    } else if let Some([row, column]) = reader.lattice.bare_corner() {
        let place = InputPlace::text(2 * row + 1, column * (size.point + size.cell) + 1);
        let corner = format.corner.unwrap_or(' ');
        return Err(ParseError::inconsistent(place, format!("{corner:?} must stand here, where a wall ends")));
    }
    rectangle([columns, rows], reader.lattice.cells(), reader.ends(), context)
}

/// With how many blanks every line begins that is not blank.
fn indent_of(text: &str) -> usize {
    let filled = lines(text).filter(|line| !is_blank(line));
    filled.map(|line| line.len() - line.trim_start_matches(' ').len()).min().unwrap_or(0)
}

/// How large a drawing is.
#[derive(Clone, Copy)]
struct Size {
    columns: usize,
    rows: usize,
    /// How many characters wide a corner is, and how many a cell.
    point: usize,
    cell: usize,
}

/// The characters of a drawn format.
pub(super) struct GridDrawing {
    /// The character of a post; `None` where corners are drawn as junctions.
    pub(super) corner: Option<char>,
    /// The characters that a lying wall and a standing one are made of.
    pub(super) walls: [char; 2],
    /// The characters that mark the entrance and the exit. They stand inside cells.
    pub(super) marks: [char; 2],
    /// All characters of a path.
    pub(super) path: &'static str,
    /// The character in the middle of a cell that is left out.
    pub(super) dot: Option<char>,
    /// How many characters wide a corner is, and how many a cell, as they are written here.
    pub(super) widths: [usize; 2],
}

impl GridDrawing {
    /// Returns true if most of the first line are characters of walls.
    fn begins_with_walls(&self, text: &str) -> bool {
        let first = lines(text).find(|line| !is_blank(line)).unwrap_or_default();
        let seen = || first.chars().filter(|&char| char != ' ');
        2 * seen().filter(|&char| self.is_wall(char) || self.dot == Some(char)).count() > seen().count()
    }

    /// Returns true if the first line begins with two corners, between which there is no wall.
    fn has_two_corners(&self, text: &str) -> bool {
        let first = lines(text).find(|line| !is_blank(line)).unwrap_or_default();
        let mut chars = first.trim_start_matches(' ').chars();
        self.corner.is_some_and(|corner| chars.next() == Some(corner) && chars.next() == Some(corner))
    }

    /// Returns true if a text that begins with a dot is in this format, and not a drawing of squares.
    fn is_drawn_with_dots(&self, text: &str) -> bool {
        self.corner.map_or_else(|| text.contains(|char| junction(char).is_some()), |corner| text.contains(corner))
    }

    /// Returns true if corners are drawn as the junctions of walls that they are.
    fn has_junctions(&self) -> bool {
        self.corner.is_none()
    }

    /// Returns true if all is drawn with the same character.
    fn is_of_blocks(&self) -> bool {
        self.corner == Some(self.walls[0])
    }

    /// Returns true if there is a post at the ends of walls, and nowhere else.
    fn has_posts(&self) -> bool {
        !self.has_junctions() && !self.is_of_blocks()
    }

    /// What to do where this is a box around a drawing of squares: it has four corners.
    fn box_hint(&self, text: &str) -> String {
        let is_wide = text.trim_start().find('\n').is_some_and(|length| length > 5);
        let is_box = |corner: &char| is_wide && self.has_posts() && text.matches(*corner).count() == 4;
        let Some(corner) = self.corner.filter(is_box) else { return String::new() };
        format!(
            "; a box around squares is read with read=squares and walls={corner}-|# (in a URL, + is %2B and # is %23)"
        )
    }

    /// Returns true if walls, or the corners between them, are drawn with this character.
    fn is_wall(&self, char: char) -> bool {
        self.walls.contains(&char) || self.corner.map_or_else(|| junction(char).is_some(), |corner| char == corner)
    }

    /// Returns true if one can walk where this character is.
    fn is_free(&self, char: char) -> bool {
        char == ' ' || self.path.contains(char) || self.end_of(char).is_some()
    }

    /// Which end this character marks: the entrance, 0, or the exit, 1. Besides the marks of the format, letters do that mark ends in squares.
    fn end_of(&self, char: char) -> Option<usize> {
        let own = self.marks.iter().position(|&mark| mark == char);
        own.or_else(|| match char.is_ascii_alphabetic().then(|| known(Sign::Char(char)))?? {
            SquareKind::Start => Some(0),
            SquareKind::End => Some(1),
            // No letter marks both.
            SquareKind::Both | SquareKind::Wall | SquareKind::Free => None,
        })
    }

    /// Returns true if cells are left out. Then lines may begin and end where no wall is.
    fn is_cut(&self, text: &str) -> bool {
        self.dot.is_some_and(|dot| text.contains(dot))
    }

    /// How wide corners and cells are in this text, which may have wider or narrower cells.
    fn widths_in(&self, text: &str) -> [usize; 2] {
        if self.is_of_blocks() {
            return self.widths;
        }
        let is_at_corner =
            |char: char| self.corner.map_or_else(|| junction(char).is_some() && char != '─', |corner| char == corner);
        let lines = lines(text).step_by(if self.has_posts() { 2 } else { 1 });
        let columns = lines.flat_map(|line| line.chars().enumerate().filter(|&(_, char)| is_at_corner(char)));
        let distance = columns.fold(0, |distance, (column, _)| gcd(distance, column as u32)) as usize;
        // Where not all posts are drawn, those that are may be some cells apart.
        let may_be_apart = self.has_junctions() || self.is_cut(text);
        let is_written_here = may_be_apart && distance.is_multiple_of(self.widths.iter().sum());
        if distance < 2 || is_written_here { self.widths } else { [1, distance - 1] }
    }

    /// How many columns and rows of cells the text has.
    ///
    /// # Errors
    ///
    /// If they are above the limits, whatever else is wrong, so that a long text is refused before its faults are listed; or if no maze has
    /// this number of lines and of characters in a line.
    fn size(&self, text: &str, context: &ReadContext<'_>) -> Result<Size, ParseError> {
        let [point, cell] = self.widths_in(text);
        if self.has_junctions() || self.is_cut(text) {
            let (columns, rows) = size_by_sight(text, point + cell)?;
            context.check_size([columns, rows])?;
            return Ok(Size { columns, rows, point, cell });
        }
        let first = count_chars(lines(text).next().unwrap_or_default().trim_end_matches(' '));
        if first < point || first % (point + cell) != point || first == point {
            let one = point + cell + point;
            let detail = format!(
                "the first line of w cells is {} × w + {point} characters long, {one} at least, and this one {first}{}",
                point + cell,
                self.box_hint(text)
            );
            return Err(ParseError::malformed(InputPlace::text(1, first + 1), detail));
        }
        let height = lines(text).enumerate().filter(|(_, line)| !is_blank(line)).last().map_or(0, |(line, _)| line + 1);
        let (columns, rows) = (first / (point + cell), height / 2);
        context.check_size([columns, rows])?;
        if height < 3 || height.is_multiple_of(2) {
            let hint = self.box_hint(text);
            let detail = format!("h rows of cells have 2 × h + 1 lines, 3 at least, and here are {height}{hint}");
            return Err(ParseError::malformed(InputPlace::text(height + 1, 1), detail));
        }
        Ok(Size { columns, rows, point, cell })
    }
}

/// By the bits of the sides that walls lead to: `N = 1`, `E = 2`, `S = 4`, `W = 8`.
pub(super) const JUNCTIONS: [&str; 16] =
    [" ", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"];

/// The first of the box-drawing characters.
const BOX: u32 = 0x2500;

/// By the number of a box-drawing character, the arms of the junction that it is; 0 where it is none.
const ARMS: [u8; 128] = {
    let mut arms = [0; 128];
    let mut bits = 0;
    while bits < JUNCTIONS.len() {
        // A block with no arms is a blank. The others have three bytes, the last two of six bits each.
        if let [_, high, low] = JUNCTIONS[bits].as_bytes() {
            arms[((*high as usize & 63) << 6 | *low as usize & 63) - (BOX as usize & 0xfff)] = bits as u8;
        }
        bits += 1;
    }
    arms
};

/// Returns the arms of a junction of walls. Every visible junction has at least one.
fn junction(char: char) -> Option<Sides> {
    let number = u32::from(char).checked_sub(BOX)?;
    ARMS.get(number as usize).filter(|&&arms| arms != 0).map(|&arms| Sides::from_bits(arms))
}

/// All that is drawn if the lines are as they were written, equally long; the least that holds all that can be seen if not.
///
/// A cell and a wall are so many characters wide.
fn size_by_sight(text: &str, width: usize) -> Result<(usize, usize), ParseError> {
    let (mut equal, mut length, mut height) = (true, 0, 0);
    let (mut seen_length, mut seen_height) = (0, 0);
    for (row, line) in lines(text).enumerate().filter(|(_, line)| !line.is_empty()) {
        let all = count_chars(line);
        equal &= row == height && (row == 0 || all == length);
        (length, height) = (all, row + 1);
        if !is_blank(line) {
            seen_length = seen_length.max(count_chars(line.trim_end_matches(' ')));
            seen_height = row + 1;
        }
    }
    if equal && length % width == 1 && length > 1 && height % 2 == 1 && height > 1 {
        return Ok((length / width, height / 2));
    }
    if seen_height == 0 {
        return Err(ParseError::malformed(None, "there is nothing here, where a maze must be drawn"));
    }
    let (columns, rows) = ((seen_length - 1).div_ceil(width).max(1), (seen_height - 1).div_ceil(2).max(1));
    // One long line, and one that is far down, would make a large maze of little.
    if columns.saturating_mul(rows) > text.len().max(1 << 16) {
        let detail = format!("too little is drawn here for a maze of {columns} × {rows} cells");
        return Err(ParseError::malformed(None, detail));
    }
    Ok((columns, rows))
}

/// The rest of a line, followed by any number of blanks.
struct LineRest<'a> {
    chars: Chars<'a>,
    /// From 1.
    number: usize,
    /// How many characters were read.
    column: usize,
}

impl LineRest<'_> {
    fn next(&mut self) -> char {
        self.column += 1;
        self.chars.next().unwrap_or(' ')
    }

    fn is_over(&self) -> bool {
        self.chars.as_str().is_empty()
    }

    /// Returns the place of the character that was read last.
    fn here(&self) -> InputPlace {
        InputPlace::text(self.number, self.column)
    }
}

/// What was read of a drawing.
struct DrawingReader {
    format: &'static GridDrawing,
    size: Size,
    lattice: Lattice,
    marked: [Marked; 2],
    /// What marks the entrance and the exit.
    marks: [char; 2],
}

impl DrawingReader {
    /// Reads a line of corners, or one of cells. Blanks may be missing at its end.
    fn read_line(&mut self, mut line: LineRest<'_>, is_cut: bool) -> Result<(), ParseError> {
        let Size { columns, point, cell, .. } = self.size;
        let row = line.number - 1;
        for column in 0..=2 * columns {
            let is_solid = match (row % 2, column % 2) {
                (0, 0) => self.read_corner(&mut line, is_cut)?,
                (1, 1) => self.read_cell(&mut line, [row / 2, column / 2])?,
                (_, along) => self.read_side(&mut line, along == 1, if along == 1 { cell } else { point })?,
            };
            self.lattice.push(is_solid);
        }
        let rest = line.chars.as_str();
        if is_blank(rest) {
            return Ok(());
        }
        let blanks = rest.chars().take_while(|&char| char == ' ').count();
        let place = InputPlace::text(line.number, line.column + blanks + 1);
        Err(ParseError::malformed(place, "the line is longer than the first one"))
    }

    /// Returns the next character, and whether it is free.
    fn next_char(&self, line: &mut LineRest<'_>) -> Result<(char, bool), ParseError> {
        let (char, format) = (line.next(), self.format);
        if char == ' ' {
            Ok((char, true))
        } else if format.is_wall(char) || format.dot == Some(char) {
            Ok((char, false))
        } else if format.is_free(char) {
            Ok((char, true))
        } else if matches!(char, '/' | '\\') {
            let detail = format!("{char:?} means stairs, and floors are not read from text: send JSON");
            Err(ParseError::malformed(line.here(), detail))
        } else {
            let mut detail = format!(
                "{char:?} is no character of this form: there may be only walls, blanks and the marks of a path"
            );
            if let Some(corner) = format.corner.filter(|_| format.has_posts()) {
                let shown = char.escape_debug();
                detail += &format!(
                    "; as squares are read with walls={corner}-|, it may be free={shown}, start={shown} or end={shown} (in a URL, + is %2B)"
                );
            }
            Err(ParseError::malformed(line.here(), detail))
        }
    }

    /// Reads a corner, and says whether there is a post. One that ends no wall may be missing.
    fn read_corner(&self, line: &mut LineRest<'_>, is_cut: bool) -> Result<bool, ParseError> {
        let Some(corner) = self.format.corner else { return self.next_char(line).map(|(_, is_free)| !is_free) };
        let is_missing = matches!(line.chars.clone().next(), None | Some(' '));
        let expected = if is_missing { ' ' } else { corner };
        for _ in 0..self.size.point {
            if line.is_over() && !is_cut {
                line.next();
                return Err(ParseError::malformed(line.here(), "the line is shorter than the first one"));
            }
            if self.next_char(line)?.0 != expected {
                return Err(ParseError::inconsistent(line.here(), format!("{expected:?} must stand here")));
            }
        }
        Ok(!is_missing)
    }

    /// Reads a side of a cell, and says whether it is a wall. It is one or the other in all of its width.
    fn read_side(&self, line: &mut LineRest<'_>, is_lying: bool, width: usize) -> Result<bool, ParseError> {
        let wall = self.format.walls[usize::from(!is_lying)];
        let mut walls = 0;
        for _ in 0..width {
            let (char, is_free) = self.next_char(line)?;
            if char == wall {
                walls += 1;
            } else if char != ' ' && self.format.end_of(char).is_some() {
                let detail = format!("{char:?} marks an end of the maze, and must stand inside a cell");
                return Err(ParseError::inconsistent(line.here(), detail));
            } else if !is_free {
                let detail = format!("{char:?} cannot stand here, where only {wall:?} or a blank can");
                return Err(ParseError::inconsistent(line.here(), detail));
            }
        }
        if walls != 0 && walls != width {
            let place = InputPlace::text(line.number, line.column + 1 - width);
            let detail = format!("half a wall: here must be {width} times {wall:?}, or none");
            return Err(ParseError::inconsistent(place, detail));
        }
        Ok(walls > 0)
    }

    /// Reads the inside of a cell, and says whether it is left out.
    fn read_cell(&mut self, line: &mut LineRest<'_>, at: [usize; 2]) -> Result<bool, ParseError> {
        let (mut solid, mut is_out) = (0, false);
        let (width, format) = (self.size.cell, self.format);
        for place in 0..width {
            let (char, is_free) = self.next_char(line)?;
            if char != ' '
                && let Some(end) = format.end_of(char)
            {
                let (marked, at) = (&mut self.marked[end], at.map(|number| number as u32));
                if marked.cells.is_empty() {
                    self.marks[end] = char;
                }
                // A mark may be two characters wide.
                if marked.cells.last() != Some(&at) {
                    marked.add(at, || line.here());
                }
            }
            let is_solid = format.is_of_blocks() && !is_free;
            is_out |= format.dot == Some(char) && place == width / 2;
            solid += usize::from(is_solid);
            // Of a cell that is left out, all of it is solid, and of any other nothing.
            if is_solid && solid <= place || !is_solid && solid > 0 {
                let detail = "half a cell: it must be solid or free in all of its width";
                return Err(ParseError::inconsistent(line.here(), detail));
            }
            let is_dot = is_out && format.dot == Some(char);
            if !(is_free || is_solid || is_dot) {
                let detail = format!("{char:?} stands inside a cell, where no wall can be");
                return Err(ParseError::inconsistent(line.here(), detail));
            }
        }
        Ok(is_out || solid > 0)
    }

    /// Fails unless each junction has an arm on a side exactly if there is a wall.
    fn check_junctions(&self, text: &str) -> Result<(), ParseError> {
        let Size { columns, rows, point, cell } = self.size;
        let corners = lines(text).chain(repeat("")).step_by(2).take(rows + 1);
        for (row, line) in corners.enumerate() {
            let chars = line.chars().chain(repeat(' ')).step_by(point + cell).take(columns + 1);
            for (column, char) in chars.enumerate() {
                let (arms, walls) =
                    (junction(char).unwrap_or(Sides::NONE), self.lattice.around(2 * row, 2 * column, true));
                let Some(side) = arms.minus(walls).nth(0).or(walls.minus(arms).nth(0)) else { continue };
                let direction = match side {
                    Side::N => "up",
                    Side::E => "to the right",
                    Side::S => "down",
                    _ => "to the left",
                };
                let [has, found] = if arms.contains(side) { ["an arm", "no wall"] } else { ["no arm", "a wall"] };
                let glyph = JUNCTIONS[usize::from(arms.bits())];
                let detail = format!("'{glyph}' has {has} {direction}, where {found} is");
                let place = InputPlace::text(2 * row + 1, column * (point + cell) + 1);
                return Err(ParseError::inconsistent(place, detail));
            }
        }
        Ok(())
    }

    /// Returns the entrance and the exit that the drawing marks. Where it marks one of them alone, or more than there can be, it does not say the ends.
    fn ends(&self) -> GivenEnds {
        let names = ["entrance", "exit"];
        let lone = |end: usize| {
            let ([this, other], other_name) = ([self.marks[end], self.marks[1 - end]], names[1 - end]);
            format!("{other:?} marks the {other_name}, and no {this:?} marks the {}", names[end])
        };
        let second = |end: usize, count| {
            format!("a second {:?} marks the {}, and {count} are drawn", self.marks[end], names[end])
        };
        GivenEnds::marked(&self.marked, true, lone, second)
    }
}
