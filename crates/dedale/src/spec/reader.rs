//! Reading values out of a query, and keeping count of everything that is wrong with them.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::Pair;
use super::fault::{Fault, Faults};
use super::parameters::Parameter;
use crate::about::InvalidValue;
use crate::edit::Share;
use crate::grid::{Cell, Grid, Side, Square};

/// The most parameters that one path has.
const MOST_KNOWN: usize = 48;

/// The pairs of a query, read one parameter at a time. Whatever is wrong is noted, and reading goes on.
pub(super) struct Reader<'a> {
    pairs: &'a [Pair<'a>],
    known: &'a [Parameter],
    faults: Vec<Fault>,
}

impl<'a> Reader<'a> {
    /// Reads the `known` parameters from `pairs`. What else is there is someone else's affair.
    pub(super) fn new(pairs: &'a [Pair<'a>], known: &'a [Parameter]) -> Reader<'a> {
        Reader { pairs, known, faults: Vec::new() }
    }

    /// Notes every name that is neither known here nor one of `also`, and every one that is there twice.
    pub(super) fn check_names(&mut self, also: &[Parameter]) {
        let known = || self.known.iter().chain(also);
        let mut faults = Vec::new();
        // How often each parameter was there, by its place among those that are known. Few queries have a name that is not.
        let mut times = [0_u32; MOST_KNOWN];
        let mut strays = BTreeSet::new();
        for (name, value) in self.pairs {
            match known().position(|parameter| parameter.name == name) {
                // More are not told, and each is compared with all that are known.
                None if strays.len() < Faults::MOST && strays.insert(name) => {
                    let names = known().map(|parameter| parameter.name).collect();
                    faults.push(Fault::stray(name, value, names));
                }
                None => {}
                Some(place) => {
                    times[place] += 1;
                    let once = || known().nth(place).is_some_and(|parameter| !parameter.repeatable);
                    if times[place] == 2 && once() {
                        faults.push(Fault::new(name, Some(value), "must be given once"));
                    }
                }
            }
        }
        self.faults.extend(faults);
    }

    /// The spec, if nothing was found to be wrong.
    pub(super) fn finish<T>(mut self, spec: Option<T>) -> Result<T, Faults> {
        match spec {
            Some(spec) if self.faults.is_empty() => Ok(spec),
            _ => {
                // A query of nothing but faults must not make an answer many times its own size.
                self.faults.truncate(Faults::MOST);
                Err(Faults(self.faults))
            }
        }
    }

    pub(super) fn fault(&mut self, name: &str, detail: impl Into<String>) {
        self.faults.push(Fault::new(name, self.given(name), detail));
    }

    /// Whether the parameter was sent.
    pub(super) fn has(&self, name: &str) -> bool {
        self.given(name).is_some()
    }

    /// How many times the parameter was sent.
    pub(super) fn count(&self, name: &str) -> usize {
        self.all(name).count()
    }

    /// Whether the parameter is one of those that this reader reads.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.known.iter().any(|parameter| parameter.name == name)
    }

    /// The value that was sent.
    pub(super) fn given(&self, name: &str) -> Option<&'a str> {
        self.all(name).next()
    }

    fn all<'b>(&self, name: &'b str) -> impl Iterator<Item = &'a str> + use<'a, 'b> {
        self.pairs.iter().filter(move |(other, _)| other == name).map(|(_, value)| &**value)
    }

    /// The value that was sent, else the default.
    pub(super) fn text(&self, name: &str) -> Option<&'a str> {
        self.given(name).or_else(|| self.known.iter().find(|parameter| parameter.name == name)?.default)
    }

    /// A whole number in `range`. `None`, as everywhere here, when there is no value or a wrong one.
    pub(super) fn whole(&mut self, name: &str, range: RangeInclusive<u64>) -> Option<u64> {
        let text = self.text(name)?;
        let (low, high) = (range.start(), range.end());
        let number = whole(text);
        if number.is_none_or(|number| !range.contains(&number)) {
            let whole = if is_negative_or_whole(text) { "" } else { "a whole number " };
            self.fault(name, format!("must be {whole}between {low} and {high}"));
            return None;
        }
        number
    }

    /// A number between 0 and 1.
    pub(super) fn share(&mut self, name: &str) -> Option<Share> {
        let share = self.text(name)?.parse().ok().and_then(|number| Share::new(number).ok());
        if share.is_none() {
            self.fault(name, "must be a number between 0 and 1");
        }
        share
    }

    /// One of `all`, by its name.
    pub(super) fn choice<T: Copy>(&mut self, name: &str, all: &[T], label: fn(T) -> &'static str) -> Option<T> {
        let text = self.text(name)?;
        let choice = all.iter().copied().find(|&choice| label(choice) == text);
        if choice.is_none() {
            self.unknown(name, "value", all.iter().copied().map(label).collect());
        }
        choice
    }

    /// Notes that the value of a parameter is none of the names that are allowed.
    pub(super) fn unknown(&mut self, name: &str, what: &str, allowed: Vec<&'static str>) {
        self.faults.push(Fault::unknown(name, Some(self.text(name).unwrap_or_default()), what, allowed));
    }

    /// Notes that the value of an option is not one that the algorithm or solver can have.
    pub(super) fn invalid(&mut self, name: &str, why: InvalidValue) {
        match why {
            InvalidValue::Unknown { allowed } => self.unknown(name, "value", allowed.to_vec()),
            InvalidValue::Malformed(reason) => self.fault(name, reason),
        }
    }

    /// A cell, `row,col`. Without a grid (its size is wrong) only the form is checked.
    pub(super) fn cell(&mut self, name: &str, grid: Option<Square>) -> Option<Cell> {
        self.place(name, grid.map(size)).zip(grid).map(|([row, column], grid)| grid.at(row, column))
    }

    /// The same, as row and column of a maze of this many columns and rows.
    pub(super) fn place(&mut self, name: &str, size: Option<[u32; 2]>) -> Option<[u32; 2]> {
        match read_place(self.given(name)?, size) {
            Ok(place) => place,
            Err(detail) => {
                self.fault(name, detail);
                None
            }
        }
    }

    /// Every cell that the parameter names, `row,col`.
    pub(super) fn cells(&mut self, name: &str, grid: Option<Square>) -> Vec<Cell> {
        let mut cells = Vec::new();
        for text in self.all(name) {
            match read_place(text, grid.map(size)) {
                Ok(place) => cells.extend(place.zip(grid).map(|([row, column], grid)| grid.at(row, column))),
                Err(detail) => self.faults.push(Fault::new(name, Some(text), detail)),
            }
        }
        cells
    }

    /// Every row and column that the parameter names, inside a maze or not.
    pub(super) fn places(&mut self, name: &str) -> Vec<[u64; 2]> {
        let mut places = Vec::new();
        for text in self.all(name) {
            match text.split_once(',').and_then(|(row, column)| Some([whole(row)?, whole(column)?])) {
                Some(place) => places.push(place),
                None => self.faults.push(Fault::new(name, Some(text), CELL_FORM)),
            }
        }
        places
    }

    /// A list of names with commas between them, each at most once.
    pub(super) fn list<T: Copy + PartialEq>(&mut self, name: &str, all: &[T], label: fn(T) -> &'static str) -> Vec<T> {
        let mut list = Vec::new();
        for part in self.text(name).unwrap_or_default().split(',') {
            if self.faults.len() >= Faults::MOST {
                break;
            }
            match all.iter().copied().find(|&item| label(item) == part) {
                Some(item) if list.contains(&item) => {
                    self.faults.push(Fault::new(name, Some(part), "must not be named twice"));
                }
                Some(item) => list.push(item),
                None => {
                    let names = all.iter().copied().map(label).collect();
                    self.faults.push(Fault::unknown(name, Some(part), "value", names));
                }
            }
        }
        list
    }

    /// Every wall that the parameter names, `row,col,side`.
    pub(super) fn walls(&mut self, name: &str, grid: Option<Square>) -> Vec<(Cell, Side)> {
        let walls = self.walls_at(name, grid.map(size));
        let Some(grid) = grid else { return Vec::new() };
        walls.into_iter().map(|([row, column], side)| (grid.at(row, column), side)).collect()
    }

    /// The same, with row and column of a maze of this many columns and rows.
    pub(super) fn walls_at(&mut self, name: &str, size: Option<[u32; 2]>) -> Vec<([u32; 2], Side)> {
        let mut walls = Vec::new();
        for text in self.all(name) {
            match read_wall(text, size) {
                Ok(wall) => walls.extend(wall),
                Err(detail) => self.faults.push(Fault::new(name, Some(text), detail)),
            }
        }
        walls
    }
}

/// A whole number in decimal digits alone.
fn whole(text: &str) -> Option<u64> {
    is_digits(text).then(|| text.parse().ok()).flatten()
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_negative_or_whole(text: &str) -> bool {
    is_digits(text.strip_prefix('-').unwrap_or(text))
}

const CELL_FORM: &str = "must be row,col: two whole numbers, such as 0,0";

/// Columns and rows.
fn size(grid: Square) -> [u32; 2] {
    [grid.columns(), grid.rows()]
}

fn read_place(text: &str, size: Option<[u32; 2]>) -> Result<Option<[u32; 2]>, String> {
    let (row, column) =
        text.split_once(',').filter(|(row, column)| is_digits(row) && is_digits(column)).ok_or(CELL_FORM)?;
    let Some([columns, rows]) = size else { return Ok(None) };
    let (last_row, last_column) = (rows - 1, columns - 1);
    match (whole(row), whole(column)) {
        (Some(row), Some(column)) if row <= u64::from(last_row) && column <= u64::from(last_column) => {
            Ok(Some([row as u32, column as u32]))
        }
        _ => Err(format!("must be a cell of the maze, row,col from 0,0 to {last_row},{last_column}")),
    }
}

fn read_wall(text: &str, size: Option<[u32; 2]>) -> Result<Option<([u32; 2], Side)>, String> {
    let form = "must be row,col,side: two whole numbers and N, E, S or W, such as 0,0,E";
    let (cell, letter) = text.rsplit_once(',').ok_or(form)?;
    let mut letters = letter.chars();
    let side = letters.next().and_then(Side::from_letter).filter(|_| letters.next().is_none()).ok_or(form)?;
    let place = read_place(cell, size).map_err(|detail| if detail.contains("maze") { detail } else { form.into() })?;
    Ok(place.map(|place| (place, side)))
}

/// Whether `cell` has an outer side, where a door can be.
pub(super) fn is_on_border(grid: Square, cell: Cell) -> bool {
    !grid.outer_sides(cell).is_empty()
}
