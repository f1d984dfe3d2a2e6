//! Scenarios for what finds paths on squares, as [Moving AI](https://movingai.com/benchmarks/formats.html) has them, version 1: pairs of squares of
//! the [map](super::map) of the maze, with the length of a shortest way from one to the other, where moves across corners are √2 long and cut no
//! corner.
//!
//! From each square where scenarios begin, the lengths to all others are found at once. Several scenarios begin at the same one, so that a hundred
//! of a large maze take ten searches.

use std::io::Write as _;

use super::squares::{self, SquareOf};
use crate::grid::BitGrid;
use crate::picture::RowSource;
use crate::picture::piece_writer::{PieceWriter, WriteInfo};
use crate::picture::strip::WALL;
use crate::rng::{Rng, Stream};
use crate::solve::Lengths;

pub(crate) const WRITE: WriteInfo = WriteInfo { shows_path: false, by_rows: false, ..WriteInfo::TEXT };

/// Which scenarios are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scenarios {
    /// What is a square.
    pub of: SquareOf,
    /// How many pairs of squares are drawn, from the seed of the maze.
    pub pairs: u32,
}

/// How many scenarios begin at the same square, where there are many.
const PAIRS_OF_A_START: u32 = 10;

/// As many squares are starts at least, if there are so many scenarios.
const MIN_STARTS: u32 = 10;

/// Lengths that have the same whole part of a fourth are in the same bucket.
const LENGTHS_OF_A_BUCKET: f64 = 4.0;

/// How many squares are looked on from in a piece.
const SQUARES_OF_A_PIECE: u32 = 1 << 16;

/// About how many steps it takes to look on from a square.
const SQUARE_STEPS: u64 = 4;

/// How many bytes of memory are taken for each square: whether it is free, how far it is, and its places in the lists of those that wait, that are
/// free and that were reached.
const SQUARE_BYTES: u64 = 1 + 8 + 12;

impl Scenarios {
    /// A hundred scenarios, with a square for each block.
    pub const DEFAULT: Scenarios = Scenarios { of: SquareOf::Block, pairs: 100 };

    /// The most scenarios of a maze.
    pub const MAX_PAIRS: u32 = 10_000;

    /// At how many squares scenarios begin.
    fn starts(self) -> u32 {
        self.pairs.div_ceil(PAIRS_OF_A_START).max(MIN_STARTS).min(self.pairs)
    }

    /// Returns the maximum number of squares of a maze with this many places for cells: those of one row have three each.
    fn squares(self, places: u64) -> u64 {
        if self.of == SquareOf::Block { places.saturating_mul(6).saturating_add(3) } else { places }
    }

    /// About how many steps it takes to find them.
    pub(crate) fn steps(self, places: u64) -> u64 {
        self.squares(places).saturating_mul(1 + SQUARE_STEPS * u64::from(self.starts()))
    }

    /// How many bytes of memory are taken at most while they are found.
    pub(crate) fn bytes(self, places: u64) -> u64 {
        let each = size_of::<Scenario>() as u64;
        self.squares(places).saturating_mul(SQUARE_BYTES).saturating_add(each * u64::from(self.pairs))
    }
}

pub(crate) fn start(scenarios: Scenarios, source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
    source.whole()?;
    Some(Box::new(ScenarioWriter {
        scenarios,
        size: scenarios.of.size(source.metadata()),
        strips: source.metadata().size()[1] + 1,
        rng: Rng::new(source.metadata().seed.unwrap_or(0), Stream::Scenarios),
        squares: squares(scenarios, source)?,
        line: 0,
        ends: Vec::new(),
        lengths: None,
        found: Vec::with_capacity(scenarios.pairs as usize),
        written: 0,
        is_complete: true,
    }))
}

/// Returns true if the squares of a maze can be numbered.
pub(crate) fn has_numbers(scenarios: Scenarios, source: &dyn RowSource) -> bool {
    squares(scenarios, source).is_some()
}

/// Returns the squares of a maze before any is free; `None` if they cannot be numbered.
fn squares(scenarios: Scenarios, source: &dyn RowSource) -> Option<BitGrid> {
    let [columns, rows] = scenarios.of.size(source.metadata()).map(u32::try_from);
    BitGrid::new([columns.ok()?, rows.ok()?])
}

/// A way from one square to another.
#[derive(Debug)]
struct Scenario {
    /// Row and column.
    ends: [[u32; 2]; 2],
    length: f64,
}

impl Scenario {
    fn bucket(&self) -> u32 {
        (self.length / LENGTHS_OF_A_BUCKET) as u32
    }
}

/// The pieces are the rows of the maze, which are read; a search each; and the scenarios, which are sorted.
#[derive(Debug)]
struct ScenarioWriter {
    scenarios: Scenarios,
    /// The columns and the rows of the map.
    size: [u64; 2],
    /// How many pieces read rows.
    strips: u64,
    rng: Rng,
    /// Those that are free.
    squares: BitGrid,
    /// The line of squares that is read next.
    line: u32,
    /// The squares that have a way to another.
    ends: Vec<u32>,
    /// The search that goes on, or the last one.
    lengths: Option<(u32, Lengths)>,
    found: Vec<Scenario>,
    /// How many of them are written.
    written: usize,
    is_complete: bool,
}

impl PieceWriter for ScenarioWriter {
    fn pieces(&self) -> u64 {
        self.strips + u64::from(self.scenarios.starts()) + 1
    }

    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
        if number < self.strips {
            self.add_row(source, number);
        } else if number < self.strips + u64::from(self.scenarios.starts()) {
            self.search((number - self.strips) as u32);
        } else {
            self.write(out);
        }
    }

    fn is_complete(&self) -> bool {
        self.is_complete
    }
}

impl ScenarioWriter {
    /// Adds the squares of a row, and after the last one finds the ends.
    fn add_row(&mut self, source: &mut dyn RowSource, row: u64) {
        let squares = &mut self.squares;
        for line in squares::squares(&source.strip(row), self.scenarios.of).lines() {
            for (column, _) in (0..).zip(line).filter(|&(_, &square)| square != WALL) {
                squares.add(squares.index([self.line, column]));
            }
            self.line += 1;
        }
        if row + 1 == self.strips {
            let leads_on = |&at: &u32| squares.beside(at).into_iter().any(|beside| squares.has(beside));
            self.ends = squares.iter().filter(leads_on).collect();
        }
    }

    /// Goes on with the search of this number; the last part of it draws scenarios.
    fn search(&mut self, number: u32) {
        if self.ends.is_empty() {
            return;
        }
        let (from, mut lengths) = match self.lengths.take() {
            Some(begun) if !self.is_complete => begun,
            last => {
                let from = self.ends[self.rng.index(self.ends.len())];
                (from, Lengths::begin(&self.squares, from, last.map(|(_, lengths)| lengths)))
            }
        };
        self.is_complete = lengths.search_some(&self.squares, SQUARES_OF_A_PIECE);
        if self.is_complete {
            self.draw(number, from, &lengths);
        }
        self.lengths = Some((from, lengths));
    }

    /// Draws the scenarios that begin at this square.
    fn draw(&mut self, number: u32, from: u32, lengths: &Lengths) {
        let (pairs, starts) = (self.scenarios.pairs, self.scenarios.starts());
        let reached: Vec<u32> =
            self.ends.iter().copied().filter(|&to| to != from && lengths.to(to).is_some()).collect();
        for _ in 0..pairs / starts + u32::from(number < pairs % starts) {
            let to = reached[self.rng.index(reached.len())];
            let ends = [from, to].map(|end| self.squares.place(end));
            self.found.extend(lengths.to(to).map(|length| Scenario { ends, length }));
        }
    }

    /// Writes a line.
    fn write(&mut self, out: &mut Vec<u8>) {
        if self.written == 0 {
            out.extend_from_slice(b"version 1\n");
            self.found.sort_by_key(Scenario::bucket);
        }
        if let Some(scenario) = self.found.get(self.written) {
            let &Scenario { ends: [[row, column], [to_row, to_column]], length } = scenario;
            let ([width, height], bucket) = (self.size, scenario.bucket());
            let ends = format_args!("{column}\t{row}\t{to_column}\t{to_row}");
            // Nothing fails that is written to memory.
            let _ = writeln!(out, "{bucket}\tmaze.map\t{width}\t{height}\t{ends}\t{length:.8}");
            self.written += 1;
        }
        self.is_complete = self.written == self.found.len();
    }
}
