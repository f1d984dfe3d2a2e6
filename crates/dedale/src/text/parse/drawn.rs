//! The four drawn forms, by the geometry that they share.

use std::str::Chars;

use super::assembly::{Assembly, Ends};
use super::draft::Draft;
use super::error::{ParseError, Place};
use super::input::{Input, Request, count_chars, is_blank, lines};
use super::legend::known;
use super::matrix::Square;
use super::{Parsed, gcd};
use crate::grid::{Address, Side, Sides};
use crate::text::{ascii, blocks, unicode};

/// Whether a text looks like one of the form.
pub(super) fn fits(form: Form, input: &Input<'_>) -> bool {
    let text = input.text();
    // What is all blank can only be a maze of no walls.
    let Some(char) = text.chars().find(|char| !matches!(char, ' ' | '\r' | '\n')) else { return form == Form::Unicode };
    if form == Form::Ascii && !is_line_of_walls(text) {
        return false;
    }
    let begins = form.begins_with(char) || form.dot() == Some(char) && form.is_drawn_with_dots(text);
    begins && (form != Form::Blocks || has_wide_blocks(text))
}

/// Whether most of the first line are characters of walls, so that + is none of squares.
fn is_line_of_walls(text: &str) -> bool {
    let first = lines(text).find(|line| !is_blank(line)).unwrap_or_default();
    let seen = || first.chars().filter(|&char| char != ' ');
    2 * seen().filter(|&char| Form::Ascii.is_wall(char) || Form::Ascii.dot() == Some(char)).count() > seen().count()
}

/// Whether each block is two characters wide. In mazes of one character a square, about half of the pairs are of two equal ones, and a border is
/// one character wide.
fn has_wide_blocks(text: &str) -> bool {
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
            let is_mark = |char| Form::Blocks.marks().contains(&char);
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

/// Reads a drawing. Blank lines may precede it. In forms whose first line may be blank, they are left out only if it cannot be read with them.
pub(super) fn read(form: Form, input: &Input<'_>, request: &Request<'_>) -> Result<Parsed, ParseError> {
    let text = input.text();
    let blank = lines(text).take_while(|line| is_blank(line)).count();
    let below = || {
        let rest = text.split_inclusive('\n').take(blank).map(str::len).sum();
        read_lines(form, &text[rest..], request).map_err(|error| error.lower_by(blank))
    };
    if blank == 0 || text.bytes().all(|byte| b" \r\n".contains(&byte)) {
        return read_lines(form, text, request);
    }
    if form != Form::Unicode && !form.is_cut(text) {
        return below();
    }
    read_lines(form, text, request).or_else(|error| below().map_err(|_| error))
}

/// Reads the lines of a drawing. Where posts are drawn, all of its lines may begin with as many blanks.
fn read_lines(form: Form, text: &str, request: &Request<'_>) -> Result<Parsed, ParseError> {
    let indent = if form.has_posts() && !form.is_cut(text) { indent_of(text) } else { 0 };
    if indent > 0 {
        let cut = lines(text).map(|line| line.get(indent..).unwrap_or_default()).collect::<Vec<_>>().join("\n");
        return read_lines(form, &cut, request).map_err(|error| error.right_by(indent));
    }
    let Size { columns, rows, widths } = form.size(text)?;
    request.check_size([columns, rows])?;
    let (draft, marked) = TextReader::new(form, text, Size { columns, rows, widths }).read()?;
    Assembly::new(ends_of(form, marked), request).rectangle([columns, rows], draft)
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
    /// How many characters wide a point is, and how many a cell.
    widths: (usize, usize),
}

/// A form that is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Ascii,
    Unicode,
    Blocks,
    Mms,
}

impl Form {
    /// Whether a text that begins with a dot is of this form, and not a drawing of squares.
    fn is_drawn_with_dots(self, text: &str) -> bool {
        self.corner().map_or_else(|| text.contains(|char| junction(char).is_some()), |corner| text.contains(corner))
    }

    fn begins_with(self, char: char) -> bool {
        match self {
            Form::Ascii => char == '+',
            Form::Unicode => self.is_wall(char) || unicode::INFO.path_glyphs.contains(char),
            Form::Blocks => char == '█',
            Form::Mms => char == 'o',
        }
    }

    /// Whether walls, or the points between them, are drawn with this character.
    fn is_wall(self, char: char) -> bool {
        match self {
            Form::Ascii => matches!(char, '+' | '-' | '|'),
            Form::Unicode => junction(char).is_some(),
            Form::Blocks => char == '█',
            Form::Mms => matches!(char, 'o' | '-' | '|'),
        }
    }

    /// Whether one can walk where this character is.
    fn is_free(self, char: char) -> bool {
        let info = match self {
            Form::Ascii => ascii::INFO,
            Form::Unicode => unicode::INFO,
            Form::Blocks => blocks::INFO,
            Form::Mms => return char == ' ' || self.end_of(char).is_some(),
        };
        char == ' ' || info.path_glyphs.contains(char) || self.end_of(char).is_some()
    }

    /// Which end this character marks: the entrance, 0, or the exit, 1. Besides the marks of the form, letters do that mark ends in squares.
    fn end_of(self, char: char) -> Option<usize> {
        let own = self.marks().iter().position(|&mark| mark == char);
        own.or_else(|| match char.is_ascii_alphabetic().then(|| known(char))?? {
            Square::Start => Some(0),
            Square::End => Some(1),
            Square::Wall | Square::Free => None,
        })
    }

    /// The characters that mark the entrance and the exit. They stand inside cells.
    fn marks(self) -> [char; 2] {
        match self {
            Form::Ascii => ['@', 'X'],
            Form::Unicode => ['○', '●'],
            Form::Blocks => ['▒', '▓'],
            Form::Mms => ['S', 'G'],
        }
    }

    /// Whether several cells may be marked as exits: those of competitions for robots have four goals.
    fn has_goals(self) -> bool {
        self == Form::Mms
    }

    /// The character in the middle of a cell that is left out.
    fn dot(self) -> Option<char> {
        match self {
            Form::Ascii => Some('.'),
            Form::Unicode => Some('·'),
            Form::Blocks | Form::Mms => None,
        }
    }

    /// Whether cells are left out. Then lines may begin and end where no wall is.
    fn is_cut(self, text: &str) -> bool {
        self.dot().is_some_and(|dot| text.contains(dot))
    }

    /// How many characters wide a point is, and how many a cell, as they are written here.
    fn widths(self) -> (usize, usize) {
        match self {
            Form::Ascii | Form::Unicode | Form::Mms => (1, 3),
            Form::Blocks => (2, 2),
        }
    }

    /// Whether there is a post at the ends of walls, and nowhere else.
    fn has_posts(self) -> bool {
        matches!(self, Form::Ascii | Form::Mms)
    }

    /// How wide points and cells are in this text, which may have wider or narrower cells.
    fn widths_in(self, text: &str) -> (usize, usize) {
        let (point, cell) = self.widths();
        let stands_at_point = |char: char| match self {
            Form::Ascii | Form::Mms => self.corner() == Some(char),
            Form::Unicode => junction(char).is_some() && char != '─',
            Form::Blocks => false,
        };
        let lines = lines(text).step_by(if self.has_posts() { 2 } else { 1 });
        let columns = lines.flat_map(|line| line.chars().enumerate().filter(|&(_, char)| stands_at_point(char)));
        let distance = columns.fold(0, |distance, (column, _)| gcd(distance, column as u32)) as usize;
        // Where not all posts are drawn, those that are may be some cells apart.
        let is_written_here = (!self.has_posts() || self.is_cut(text)) && distance.is_multiple_of(point + cell);
        if distance < 2 || is_written_here { (point, cell) } else { (1, distance - 1) }
    }

    /// The characters that a lying wall and a standing one are made of.
    fn walls(self) -> (char, char) {
        match self {
            Form::Ascii | Form::Mms => ('-', '|'),
            Form::Unicode => ('─', '│'),
            Form::Blocks => ('█', '█'),
        }
    }

    /// The character of a post; `None` where points are drawn as junctions.
    fn corner(self) -> Option<char> {
        match self {
            Form::Ascii => Some('+'),
            Form::Unicode => None,
            Form::Blocks => Some('█'),
            Form::Mms => Some('o'),
        }
    }

    /// How many columns and rows of cells the text has.
    fn size(self, text: &str) -> Result<Size, ParseError> {
        let widths @ (point, cell) = self.widths_in(text);
        if self == Form::Unicode || self.is_cut(text) {
            let (columns, rows) = size_by_sight(text, point + cell)?;
            return Ok(Size { columns, rows, widths });
        }
        let first = count_chars(lines(text).next().unwrap_or_default().trim_end_matches(' '));
        if first < point || first % (point + cell) != point || first == point {
            let one = point + cell + point;
            let detail = format!(
                "the first line of w cells is {} × w + {point} characters long, {one} at least, and this one {first}",
                point + cell
            );
            return Err(ParseError::malformed(Place::text(1, first + 1), detail));
        }
        let height = lines(text).enumerate().filter(|(_, line)| !is_blank(line)).last().map_or(0, |(line, _)| line + 1);
        if height < 3 || height.is_multiple_of(2) {
            let detail = format!("h rows of cells have 2 × h + 1 lines, 3 at least, and here are {height}");
            return Err(ParseError::malformed(Place::text(height + 1, 1), detail));
        }
        Ok(Size { columns: first / (point + cell), rows: height / 2, widths })
    }
}

/// The first of the box-drawing characters.
const BOX: u32 = 0x2500;

/// By the number of a box-drawing character, the arms of the junction that it is; 0 where it is none.
const ARMS: [u8; 128] = {
    let mut arms = [0; 128];
    let mut bits = 0;
    while bits < unicode::WALLS.len() {
        // A block with no arms is a blank. The others have three bytes, the last two of six bits each.
        if let [_, high, low] = unicode::WALLS[bits].as_bytes() {
            arms[((*high as usize & 63) << 6 | *low as usize & 63) - (BOX as usize & 0xfff)] = bits as u8;
        }
        bits += 1;
    }
    arms
};

/// The arms of a junction of walls, of which every visible one has some.
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

/// The cells that are marked as an end: as the entrance, or as the exit.
#[derive(Default)]
struct Marked {
    /// Row and column of each.
    cells: Vec<[u32; 2]>,
    /// Where the first two of the marks stand.
    places: [Option<Place>; 2],
    /// The first of them.
    mark: Option<char>,
}

impl Marked {
    fn add(&mut self, mark: char, cell: [usize; 2], place: Option<Place>) {
        self.mark.get_or_insert(mark);
        let cell = cell.map(|number| number as u32);
        // A mark may be two characters wide.
        if self.cells.last() != Some(&cell) {
            if let Some(free) = self.places.get_mut(self.cells.len()) {
                *free = place;
            }
            self.cells.push(cell);
        }
    }
}

/// The entrance and the exit that a drawing marks. Where it marks one of them alone, or more than there can be, it does not say the ends.
fn ends_of(form: Form, [from, to]: [Marked; 2]) -> Ends {
    let [entrance, exit] = [(0, &from), (1, &to)].map(|(end, marked)| marked.mark.unwrap_or(form.marks()[end]));
    let (marks, several) = ([&from, &to], [false, form.has_goals()]);
    let unclear = [0, 1].map(|end| {
        let ([mark, other], [name, others]) = match end {
            0 => ([entrance, exit], ["entrance", "exit"]),
            _ => ([exit, entrance], ["exit", "entrance"]),
        };
        let is_marked = |end: usize| !marks[end].cells.is_empty();
        let (place, detail) = match marks[end].cells.len() {
            0 if !is_marked(1 - end) => return None,
            0 => (marks[1 - end].places[0], format!("{other:?} marks the {others}, and no {mark:?} marks the {name}")),
            1 => return None,
            _ if several[end] => return None,
            count => (marks[end].places[1], format!("a second {mark:?} marks the {name}, and {count} are drawn")),
        };
        Some(Box::new(ParseError::inconsistent(place, detail)))
    });
    let address = |[row, column]: [u32; 2]| Address::from([row, column]);
    let one = |end: &Marked| if let [cell] = end.cells[..] { Some(address(cell)) } else { None };
    let given = [one(&from), one(&to)];
    let goals = if to.cells.len() > 1 && several[1] { to.cells.into_iter().map(address).collect() } else { Vec::new() };
    Ends { given, goals, unclear, ..Ends::default() }
}

/// Reads the lines in order. Blanks may be missing at the end of a line.
struct TextReader<'a, L> {
    form: Form,
    columns: usize,
    rows: usize,
    widths: (usize, usize),
    lines: L,
    /// What is left of the line.
    chars: Chars<'a>,
    /// The number of the line, from 1.
    line: usize,
    /// How many characters of the line have been read.
    column: usize,
    draft: Draft,
    /// Whether there is a standing wall north of each point. In the unicode form alone, as the next one.
    standing: Vec<bool>,
    /// The arms of each point of the line of points that was read last.
    points: Vec<Sides>,
    /// The entrances and the exits that are marked.
    ends: [Marked; 2],
    /// Whether cells are left out.
    is_cut: bool,
    /// The columns of the points that are not drawn, of the line of points that was read last.
    missing: Vec<usize>,
}

impl<'a> TextReader<'a, ()> {
    fn new(form: Form, text: &'a str, size: Size) -> TextReader<'a, impl Iterator<Item = &'a str>> {
        let Size { columns, rows, widths } = size;
        let (standing, points) = (Vec::new(), Vec::new());
        let mut draft = Draft::default();
        draft.set_columns(columns);
        TextReader {
            form,
            columns,
            rows,
            widths,
            lines: lines(text),
            chars: "".chars(),
            line: 0,
            column: 0,
            draft,
            standing,
            points,
            ends: Default::default(),
            is_cut: form.is_cut(text),
            missing: Vec::new(),
        }
    }
}

impl<'a, L: Iterator<Item = &'a str>> TextReader<'a, L> {
    /// The maze, and its ends where they are marked.
    fn read(mut self) -> Result<(Draft, [Marked; 2]), ParseError> {
        for row in 0..=self.rows {
            self.next_line();
            self.read_points()?;
            self.end_line()?;
            if row < self.rows {
                self.next_line();
                self.read_cells()?;
                self.end_line()?;
                self.check_missing(row)?;
            }
        }
        // No wall can stand below the last line.
        for column in 0..self.points.len() {
            self.check_arm(self.line, column, Side::S, false)?;
        }
        self.draft.end_lattice();
        self.check_missing(self.rows)?;
        Ok((self.draft, self.ends))
    }

    /// Whether no wall ends at the points above this row that are not drawn.
    fn check_missing(&self, row: usize) -> Result<(), ParseError> {
        match self.missing.iter().find(|&&column| !self.draft.is_bare(row, column)) {
            None => Ok(()),
            Some(column) => {
                let (point, cell) = self.widths;
                let place = Place::text(2 * row + 1, column * (point + cell) + 1);
                let corner = self.form.corner().unwrap_or(' ');
                Err(ParseError::inconsistent(place, format!("{corner:?} must stand here, where a wall ends")))
            }
        }
    }

    fn next_line(&mut self) {
        self.chars = self.lines.next().unwrap_or_default().chars();
        self.line += 1;
        self.column = 0;
    }

    fn end_line(&mut self) -> Result<(), ParseError> {
        if is_blank(self.chars.as_str()) {
            return Ok(());
        }
        let blanks = self.chars.as_str().chars().take_while(|&char| char == ' ').count();
        let place = Place::text(self.line, self.column + blanks + 1);
        Err(ParseError::malformed(place, "the line is longer than the first one"))
    }

    fn read_points(&mut self) -> Result<(), ParseError> {
        self.points.clear();
        self.missing.clear();
        let (width, (wall, _)) = (self.widths.1, self.form.walls());
        let mut west = false;
        for column in 0..=self.columns {
            self.read_point(column)?;
            let is_last = column == self.columns;
            let east = !is_last && self.read_side(width, wall)?;
            if self.form == Form::Unicode {
                let north = self.standing.get(column).copied().unwrap_or(false);
                for (side, is_wall) in [(Side::N, north), (Side::E, east), (Side::W, west)] {
                    self.check_arm(self.line, column, side, is_wall)?;
                }
            }
            if !is_last {
                self.draft.lying(!east);
            }
            west = east;
        }
        Ok(())
    }

    fn read_cells(&mut self) -> Result<(), ParseError> {
        self.standing.clear();
        let ((narrow, wide), (_, wall)) = (self.widths, self.form.walls());
        for column in 0..=self.columns {
            let is_wall = self.read_side(narrow, wall)?;
            self.draft.standing(column, !is_wall);
            if self.form == Form::Unicode {
                self.standing.push(is_wall);
                self.check_arm(self.line - 1, column, Side::S, is_wall)?;
            }
            if column < self.columns {
                self.read_inside(wide, column)?;
            }
        }
        Ok(())
    }

    /// The next character, and whether it is free. A line goes on with blanks for ever.
    fn next_char(&mut self) -> Result<(char, bool), ParseError> {
        let char = self.chars.next().unwrap_or(' ');
        self.column += 1;
        if char != ' ' && self.form.is_wall(char) {
            Ok((char, false))
        } else if self.form.is_free(char) {
            Ok((char, true))
        } else if self.form.dot() == Some(char) {
            Ok((char, false))
        } else if matches!(char, '/' | '\\') {
            let detail = format!("{char:?} means stairs, and floors are not read from text: send JSON");
            Err(ParseError::malformed(self.here(), detail))
        } else {
            let mut detail = format!(
                "{char:?} is no character of this form: there may be only walls, blanks and the marks of a path"
            );
            if let Some(corner) = self.form.corner().filter(|_| self.form.has_posts()) {
                let shown = char.escape_debug();
                detail += &format!(
                    "; as squares are read with walls={corner}-|, it may be free={shown}, start={shown} or end={shown} (in a URL, + is %2B)"
                );
            }
            Err(ParseError::malformed(self.here(), detail))
        }
    }

    /// The place of the character that was read last.
    fn here(&self) -> Place {
        Place::text(self.line, self.column)
    }

    fn read_point(&mut self, column: usize) -> Result<(), ParseError> {
        let Some(corner) = self.form.corner() else {
            let (char, _) = self.next_char()?;
            self.points.push(junction(char).unwrap_or(Sides::NONE));
            return Ok(());
        };
        let is_missing = matches!(self.chars.clone().next(), None | Some(' '));
        if is_missing {
            self.missing.push(column);
        }
        for _ in 0..self.widths.0 {
            if self.chars.as_str().is_empty() && !self.is_cut {
                let place = Place::text(self.line, self.column + 1);
                return Err(ParseError::malformed(place, "the line is shorter than the first one"));
            }
            let expected = if is_missing { ' ' } else { corner };
            if self.next_char()?.0 != expected {
                return Err(ParseError::inconsistent(self.here(), format!("{expected:?} must stand here")));
            }
        }
        Ok(())
    }

    /// Reads a side of a cell, and says whether it is a wall. It is one or the other in all of its width.
    fn read_side(&mut self, width: usize, wall: char) -> Result<bool, ParseError> {
        let mut walls = 0;
        for _ in 0..width {
            let (char, is_free) = self.next_char()?;
            if char == wall {
                walls += 1;
            } else if self.form.end_of(char).is_some() {
                let detail = format!("{char:?} marks an end of the maze, and must stand inside a cell");
                return Err(ParseError::inconsistent(self.here(), detail));
            } else if !is_free {
                let detail = format!("{char:?} cannot stand here, where only {wall:?} or a blank can");
                return Err(ParseError::inconsistent(self.here(), detail));
            }
        }
        if walls != 0 && walls != width {
            let place = Place::text(self.line, self.column + 1 - width);
            let detail = format!("half a wall: here must be {width} times {wall:?}, or none");
            return Err(ParseError::inconsistent(place, detail));
        }
        Ok(walls > 0)
    }

    fn read_inside(&mut self, width: usize, column: usize) -> Result<(), ParseError> {
        let (mut solid, mut is_out) = (0, false);
        for place in 0..width {
            let (char, is_free) = self.next_char()?;
            if let Some(end) = self.form.end_of(char) {
                let here = self.here();
                self.ends[end].add(char, [self.line / 2 - 1, column], Some(here));
            }
            let is_solid = self.form == Form::Blocks && !is_free;
            is_out |= self.form.dot() == Some(char) && place == width / 2;
            solid += usize::from(is_solid);
            // Of a cell that is left out, all of it is solid, and of any other nothing.
            if is_solid && solid <= place || !is_solid && solid > 0 {
                let detail = "half a cell: it must be solid or free in all of its width";
                return Err(ParseError::inconsistent(self.here(), detail));
            }
            let is_dot = is_out && self.form.dot() == Some(char);
            if !(is_free || is_solid || is_dot) {
                let detail = format!("{char:?} stands inside a cell, where no wall can be");
                return Err(ParseError::inconsistent(self.here(), detail));
            }
        }
        if is_out || solid > 0 {
            self.draft.leave_out(column);
        }
        Ok(())
    }

    /// Whether the point in this line, which was read before, has an arm on `side` exactly if there is a wall.
    fn check_arm(&self, line: usize, column: usize, side: Side, is_wall: bool) -> Result<(), ParseError> {
        let arms = self.points[column];
        if arms.contains(side) == is_wall {
            return Ok(());
        }
        let direction = match side {
            Side::N => "up",
            Side::E => "to the right",
            Side::S => "down",
            _ => "to the left",
        };
        let (glyph, found) = (unicode::WALLS[usize::from(arms.bits())], if is_wall { "a wall" } else { "no wall" });
        let has = if is_wall { "no arm" } else { "an arm" };
        let detail = format!("'{glyph}' has {has} {direction}, where {found} is");
        Err(ParseError::inconsistent(Place::text(line, column * (self.widths.0 + self.widths.1) + 1), detail))
    }
}
