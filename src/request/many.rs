//! Which mazes of one seed a request asks for, and what is said of each.

use dedale::about::OverLimit;
use dedale::dataset::{Field, Hash};
use dedale::format::Format;
use dedale::options::MazeOptions;
use dedale::solve::Solver;
use dedale::text::{Encoding, Table};

use super::admit::{Job, Task};
use super::book::{self, Growing, SizedMazes};
use super::draft::{Draft, Ground};
use super::format::{Call, FormatFrom, Written};
use super::output::Resource;
use super::parameters::{Include, Name};
use super::query::Query;
use super::solve::{self, Points, SolveOptions, Space};
use super::style::no_weights;
use crate::problem::Problem;
use crate::response::caching::Location;
use crate::settings::Settings;

/// The most mazes of a response.
pub const MAX_MAZES: u64 = 1_000_000_000;

/// The most mazes of a response without repetitions, whose hashes are kept until it ends.
pub const MAX_DISTINCT_MAZES: u64 = 2_000_000;

/// The largest number of a maze: there are as many as seeds.
pub const MAX_NUMBER: u64 = dedale::rng::MAX_SEED;

/// What is said of each maze.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// The maze, as `/maze` has it.
    Maze,
    /// Its solution, as `/solve` has it.
    Solution(SolveOptions),
    /// A record of an array.
    Record {
        /// The meaning of the bytes of a maze.
        table: Table,
        /// None where the record is the maze alone.
        fields: Vec<Field>,
    },
}

/// A checked request for many mazes.
#[derive(Clone, Debug)]
pub struct ManyRequest {
    /// The mazes that have the seed of all: one, or one of each size through which the mazes go round.
    pub mazes: SizedMazes,
    /// How each is written.
    pub written: Written,
    /// What is said of each.
    pub entry: Entry,
    /// How many there are.
    pub count: u64,
    /// The number of the first.
    pub offset: u64,
    /// Which of them are equal.
    pub hash: Hash,
    /// Whether those that are equal to one before them are left out.
    pub distinct: bool,
    /// Where exactly this response is found again.
    pub location: Location,
}

impl ManyRequest {
    /// This request, with the work for one of the mazes.
    pub fn admitted(self, settings: &Settings) -> Result<(ManyRequest, Job), Problem> {
        let job = self.task().admit(settings)?;
        Ok((self, job))
    }

    /// The work for one of the mazes.
    pub fn task(&self) -> Task<'_> {
        let task = Task::making(&self.mazes.largest).drawn(self.written.format, None);
        let fields = match &self.entry {
            Entry::Maze => return task,
            Entry::Solution(solve) => return task.solved_as(solve),
            Entry::Record { fields, .. } => fields,
        };
        let details: Vec<Include> = fields.iter().copied().filter_map(detail).collect();
        let task = if details.is_empty() {
            task
        } else {
            task.solved_by(Solver::usual(self.mazes.largest.facts().is_weighted, false))
        };
        details.into_iter().fold(task, |task, item| task.including(item, &NO_POINTS))
    }

    /// How many bytes a line has at most.
    pub fn max_line_bytes(&self) -> u64 {
        let (cells, format) = (self.mazes.largest.cells(), self.written.format);
        let of_cell = match format.encoding() {
            Some(Encoding::Graph) => 512,
            Some(Encoding::Named) => 64,
            _ if format == Format::Tokens => 64,
            _ => 16,
        };
        let Entry::Solution(solve) = &self.entry else { return cells.saturating_mul(of_cell).saturating_add(512) };
        let has_maze = self.written.encoded || format == Format::Tokens;
        let of_maze = if has_maze { cells.saturating_mul(of_cell) } else { 0 };
        let of_items = solve.include.iter().map(|&item| max_bytes(item, solve, &self.mazes.largest));
        of_items.fold(of_maze.saturating_add(1024), u64::saturating_add)
    }
}

/// How many bytes a line has at most of this about a solution.
fn max_bytes(item: Include, solve: &SolveOptions, maze: &MazeOptions) -> u64 {
    // Numbers have up to ten digits, and addresses are two or three of them in brackets.
    let numbers = |count: u64| count.saturating_mul(11);
    let addresses = |count: u64| count.saturating_mul(20);
    let cells = maze.cells();
    match item {
        Include::Matrix => {
            let points = solve.points.count(cells);
            numbers(points.saturating_mul(points))
        }
        Include::Paths => addresses(cells.saturating_mul(maze.facts().openings.max(1))),
        Include::Walk => addresses(solve.solver.info().longest_walk.of(cells)),
        Include::Path | Include::Directions | Include::DeadEnds => addresses(cells),
        // Fewer than two for each cell, each of four numbers by name.
        Include::Rectangles => numbers(cells.saturating_mul(16)),
        Include::Distances | Include::Weights | Include::States => numbers(cells),
        // Up to nine squares for each cell, of up to four bytes, and the ends of lines.
        Include::Text => cells.saturating_mul(48),
        Include::Stats | Include::Hash => 2048,
    }
}

/// No record has distances between points.
static NO_POINTS: Points = Points::Named(Vec::new());

/// The detail of a solution that takes as long as a field of a record, if one does.
fn detail(field: Field) -> Option<Include> {
    match field {
        Field::Path | Field::Length => Some(Include::Path),
        Field::Directions => Some(Include::Directions),
        Field::Distances => Some(Include::Distances),
        Field::Hash => Some(Include::Hash),
        _ => None,
    }
}

/// Reads and checks a request for many mazes.
pub fn many(call: Call<'_>) -> Result<ManyRequest, Problem> {
    let mut reading = call.read(Resource::Mazes.groups(), FormatFrom::Resource(Resource::Mazes))?;
    let format = reading.format;
    let is_array = matches!(format, Some(Format::Npy(_)));
    let max_side = call.settings.limits().max_side.into();
    let growing = if is_array { Vec::new() } else { book::growing(&reading.query, max_side) };
    let largest = growing.iter().map(|(name, range)| (*name, range.clone().map(|range| Some(range.most()))));
    let ground = if growing.is_empty() { Ground::Whole } else { Ground::Book(largest.collect()) };
    let mut draft = Draft::read(&mut reading, ground);
    let query = &mut reading.query;
    let space = draft.space;
    let count_of_sizes = sizes(&growing);
    let mazes = book::mazes(query, &mut draft, growing, count_of_sizes);
    // All cells that are named are in the smallest.
    let space = match (space, mazes.as_ref().map(SizedMazes::smallest)) {
        (Space::Plain(Some(_)), Some(smallest)) => Space::Plain(Some(smallest.extent())),
        _ => space,
    };
    let count = query.within(Name::Count, "count", MAX_MAZES);
    let offset = query.whole(Name::Offset, 0..=MAX_NUMBER);
    if let Some((count, offset)) = count.zip(offset)
        && offset + (count - 1) > MAX_NUMBER
    {
        query.fault(Name::Offset, format!("offset + count must be at most {}, which is 2^53", MAX_NUMBER + 1));
    }
    let distinct = query.flag(Name::Distinct).unwrap_or_default();
    if distinct && let Some(count) = count.filter(|&count| count > MAX_DISTINCT_MAZES) {
        let detail = format!("must be at most {MAX_DISTINCT_MAZES} with distinct=true, and {count} were asked for");
        query.too_large(Name::Count, OverLimit { limit: "count", max: MAX_DISTINCT_MAZES, asked: count }, detail);
    }
    // A line is the solution where anything is asked about one, and has the path among its tokens.
    let of_solution = [Name::Include, Name::Text, Name::Solver, Name::Hand, Name::Point, Name::Diagonals];
    let is_solution = format == Some(Format::Tokens) || of_solution.iter().any(|&name| query.has(name));
    let (entry, hash) = match format {
        Some(Format::Npy(_)) => (record(query, space), solve::hash(query, space)),
        _ if is_solution => {
            let solve = solve::of_made(query, space, draft.seed);
            let hash = solve.as_ref().map(|solve| solve.hash);
            (solve.map(Entry::Solution), hash)
        }
        _ => (Some(Entry::Maze), solve::hash(query, space)),
    };
    let written = draft.written(&mut reading);
    draft.check_diagonals(&mut reading.query, written);
    let location = draft.location(&reading);
    let which = count.zip(offset).zip(hash);
    let ((mazes, written), (entry, ((count, offset), hash))) =
        reading.finish(mazes.zip(written).zip(entry.zip(which)))?;
    Ok(ManyRequest { mazes, written, entry, count, offset, hash, distinct, location })
}

/// The most sizes of the mazes of a response.
const MAX_SIZES: u64 = 100;

/// Through how many sizes the mazes go round: as many as the longest range has.
fn sizes(growing: &Growing) -> u32 {
    let lengths =
        growing.iter().filter_map(|(_, range)| range.as_ref().ok()).map(|range| range.most() - range.least() + 1);
    lengths.max().unwrap_or(1).min(MAX_SIZES) as u32
}

fn record(query: &mut Query<'_>, space: Space<'_>) -> Option<Entry> {
    let table = match query.given(Name::Encoding) {
        Some("bits") => Table::Bits,
        Some("graph") => {
            query.fault(Name::Encoding, "must be blocks or bits in an array of many mazes");
            return None;
        }
        // Whatever else there is is wrong, as in the array of one maze.
        _ => Table::Blocks,
    };
    let fields = match query.has(Name::Include) {
        true => query.list(Name::Include, Field::ALL, Field::name),
        false => Vec::new(),
    };
    solve::check_text(query, false);
    if fields.contains(&Field::Weights) && !query.has(Name::Weights) {
        query.fault_of(Name::Include, Field::Weights.name(), no_weights());
    }
    if query.has(Name::Include) && !matches!(space, Space::Plain(_)) {
        let detail = "is only accepted for plain squares, without floors, wrap, weave, mask and sparse; the array of the mazes alone is \
                      available for every grid with rows of equal length";
        query.fault(Name::Include, detail);
    }
    Some(Entry::Record { table, fields })
}
