//! `/mazes`, and the paths that name a format: many mazes as data, with seeds that are derived from a single one.

use std::ops::Range;
use std::sync::Arc;

use dedale::about::OverLimit;
use dedale::dataset::{Field, Hash, Maker, Records};
use dedale::estimate::Properties;
use dedale::formats::{Encoding, Format, Table};
use dedale::observe::Stopped;
use dedale::options::{MakeError, MazeOptions};
use dedale::picture::Picture;
use dedale::rng::derived_seed;
use dedale::solve::Solver;

use crate::endpoints::Endpoint;
use crate::endpoints::making::{not_made, subject_of_generated, unless_stopped};
use crate::endpoints::solve::solve_and_draw;
use crate::endpoints::varied::{Variations, VariedMazes, varied_mazes};
use crate::limits::cancel::Watch;
use crate::limits::pool::{Cost, Done, TURN_STEPS};
use crate::parameters::estimate::{Job, Task};
use crate::parameters::format::{FormatSource, Parameters, Representation};
use crate::parameters::maze::{GridSource, MazeParameters};
use crate::parameters::output::Resource;
use crate::parameters::query::Query;
use crate::parameters::solve::{self, AddressSpace, Points, SolveOptions};
use crate::parameters::style::no_weights;
use crate::parameters::table::{Include, Name};
use crate::problem::Problem;
use crate::response::answer::{Content, Subject};
use crate::response::body::Drawing;
use crate::response::caching::Location;
use crate::response::coding::Coding;
use crate::response::context::RequestContext;
use crate::response::many::{BATCH_BYTES, Batch, BatchEntry, BatchPlan, Make, body};
use crate::settings::{Settings, threads};
use crate::telemetry::metrics::CellCount;

/// The number of bytes of memory for the hash of a maze.
const HASH_BYTES: u64 = 24;

/// The maximum number of mazes of a response.
pub const MAX_MAZES: u64 = 1_000_000_000;

/// The maximum number of mazes of a response without repetitions. Their hashes are kept until it ends.
pub const MAX_DISTINCT_MAZES: u64 = 2_000_000;

/// The largest number of a maze, which is the largest seed.
pub const MAX_NUMBER: u64 = dedale::rng::MAX_SEED;

/// The content of the response for each maze.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// The maze, as in `/maze`.
    Maze,
    /// Its solution, as in `/solve`.
    Solution(SolveOptions),
    /// A record of an array.
    Record {
        /// The meaning of the bytes of a maze.
        table: Table,
        /// The fields besides the maze; empty if the record consists of the maze.
        fields: Vec<Field>,
    },
}

/// A checked request for many mazes.
#[derive(Clone, Debug)]
pub struct ManyRequest {
    /// The mazes with the seed of the request: one for each size and value of a list. The mazes of the response have
    /// these in turn.
    pub mazes: VariedMazes,
    /// The representation of each maze.
    pub representation: Representation,
    /// The content for each maze.
    pub entry: Entry,
    /// The number of mazes.
    pub count: u64,
    /// The number of the first maze.
    pub offset: u64,
    /// The hash, which determines which mazes are equal.
    pub hash: Hash,
    /// True if mazes that are equal to an earlier one are left out.
    pub distinct: bool,
    /// The exact location of the response.
    pub location: Location,
}

impl Endpoint for ManyRequest {
    fn parse(context: &RequestContext) -> Result<ManyRequest, Problem> {
        let mut parameters =
            Parameters::parse(context, Resource::Mazes.groups(), FormatSource::Resource(Resource::Mazes))?;
        let format = parameters.format;
        let is_array = matches!(format, Some(Format::Npy(_)));
        if is_array || format == Some(Format::Tokens) {
            refuse_letters(&mut parameters.query);
        }
        let max_side = parameters.settings.limits().max_side.into();
        let variations = if is_array { Variations::default() } else { Variations::parse(&parameters.query, max_side) };
        let source = if variations.is_empty() { GridSource::Whole } else { GridSource::Book(variations.overrides()) };
        let mut parsed = MazeParameters::parse(&mut parameters, source);
        let query = &mut parameters.query;
        let space = parsed.space;
        let (sizes_count, period) = variations.period(MAX_SIZES);
        let mazes = varied_mazes(query, &mut parsed, variations, [sizes_count, period]);
        // Cells that the request names must be in the smallest maze.
        let space = match (space, mazes.as_ref().map(VariedMazes::smallest)) {
            (AddressSpace::Squares(Some(_)), Some(smallest)) => AddressSpace::Squares(Some(smallest.extent())),
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
        // A line is a solution if the request has parameters of one, and tokens include the path.
        let of_solution = [Name::Include, Name::Text, Name::Solver, Name::Hand, Name::Point, Name::Diagonals];
        let is_solution = format == Some(Format::Tokens) || of_solution.iter().any(|&name| query.has(name));
        let (entry, hash) = match format {
            Some(Format::Npy(_)) => (parse_record(query, space), solve::parse_hash(query, space)),
            _ if is_solution => {
                let solve = solve::parse_generated(query, space, parsed.seed);
                let hash = solve.as_ref().map(|solve| solve.hash);
                (solve.map(Entry::Solution), hash)
            }
            _ => (Some(Entry::Maze), solve::parse_hash(query, space)),
        };
        let representation = parsed.representation(&mut parameters);
        parsed.check_diagonals(&mut parameters.query, representation);
        let location = parsed.location(&parameters);
        let which = count.zip(offset).zip(hash);
        let ((mazes, representation), (entry, ((count, offset), hash))) =
            parameters.finish(mazes.zip(representation).zip(entry.zip(which)))?;
        Ok(ManyRequest { mazes, representation, entry, count, offset, hash, distinct, location })
    }

    fn admit(&self, settings: &Settings) -> Result<Job, Problem> {
        self.task().admit(settings)
    }

    fn subject(&self, context: &RequestContext) -> Result<Subject, Problem> {
        let subject = subject_of_generated(context, &self.mazes.largest, &self.location, self.representation);
        // The mazes are made by all cores at once, and the length of an array is known.
        Ok(Subject { coding: Coding::Identity, ..subject })
    }

    /// Makes the first maze. The others are made while they are sent.
    async fn make(self: Box<Self>, context: &RequestContext, job: Job) -> Result<Content, Problem> {
        let Job { cost, attempts } = job;
        let line = self.max_line_bytes();
        let ManyRequest { mut mazes, representation, entry, count, offset, hash, distinct, .. } = *self;
        // A long line is drawn while it is sent, from a maze that is kept until then.
        let is_drawn_later = line > BATCH_BYTES && !matches!(entry, Entry::Record { .. });
        let seed = mazes.largest.seed();
        // Errors that concern all mazes show in the first one, before anything is sent.
        let begin = move |watch: &mut Watch| {
            mazes.largest = mazes.largest.with_seed(derived_seed(seed, offset));
            let (source, cells) = Source::new(mazes, entry, representation, hash, attempts, watch)?;
            let mut series = Series { source, cells, seed, hash: distinct.then_some(hash), is_drawn_later };
            let mut first = Batch { bytes: series.source.start(count), ..Batch::default() };
            series.add(offset, &mut first, watch)?;
            Ok((series, first))
        };
        let cost_of_first = Cost { bytes: cost.bytes.saturating_add(line.min(MAX_RECORD_BYTES)), ..cost };
        let Done { result, mut memory } = context.run(cost_of_first, |watch| unless_stopped(begin(watch))).await?;
        let (series, first) = result.map_err(|why| not_made(&context.uri, why))?;
        let (length, each) = match &series.source {
            Source::Array(records) => (Some(records.bytes_of(count)), records.record_bytes().max(1)),
            Source::Lines { .. } => (None, line),
        };
        let mazes_per_batch = (BATCH_BYTES / each).min(TURN_STEPS / cost.steps.max(1)).clamp(1, count);
        let capacity = if is_drawn_later { 0 } else { mazes_per_batch * each };
        let of_part = if is_drawn_later { BATCH_BYTES } else { capacity }.saturating_add(cost.bytes);
        let hashes = if distinct { HASH_BYTES * count } else { 0 };
        // The batches that are made ahead, and the one that is sent.
        let bytes = |ahead: u64| (ahead + 1).saturating_mul(of_part).saturating_add(hashes);
        // Each core makes a batch, and another one is ready. If there is not enough memory for that, a single batch is
        // made at a time.
        let mut ahead = threads() + 1;
        if memory.try_resize(bytes(ahead)).is_err() {
            ahead = 1;
            memory.resize(bytes(ahead))?;
        }
        let plan = BatchPlan {
            first,
            numbers: offset + 1..offset + count,
            mazes_per_batch,
            ahead: ahead as usize,
            steps: mazes_per_batch.saturating_mul(cost.steps),
            is_distinct: distinct,
            cells: CellCount::default(),
        };
        let cells = Some(plan.cells.clone());
        let make: Make = Arc::new(move |numbers, watch| series.clone().batch(numbers, capacity as usize, watch));
        let body = body(plan, make, context.app.pool.pieces(&context.account));
        Ok(Content { length, cells, memory: Some(memory), ..Content::new(body) })
    }
}

impl ManyRequest {
    /// The work for one of the mazes.
    pub fn task(&self) -> Task<'_> {
        let task = Task::making(&self.mazes.largest).drawn(self.representation.format, None);
        let fields = match &self.entry {
            Entry::Maze => return task,
            Entry::Solution(solve) => return task.solved_as(solve),
            Entry::Record { fields, .. } => fields,
        };
        let items: Vec<Include> = fields.iter().copied().filter_map(equivalent_item).collect();
        let task = if items.is_empty() {
            task
        } else {
            task.solved_by(Solver::recommended(Properties::of(&self.mazes.largest).is_weighted, false))
        };
        items.into_iter().fold(task, |task, item| task.including(item, &NO_POINTS))
    }

    /// The maximum number of bytes of a line.
    pub fn max_line_bytes(&self) -> u64 {
        let (cells, format) = (self.mazes.largest.cells(), self.representation.format);
        let of_cell = match format.encoding() {
            Some(Encoding::Graph) => 512,
            Some(Encoding::Named) => 64,
            _ if format == Format::Tokens => 64,
            _ => 16,
        };
        let Entry::Solution(solve) = &self.entry else { return cells.saturating_mul(of_cell).saturating_add(512) };
        let has_maze = self.representation.encoded || format == Format::Tokens;
        let of_maze = if has_maze { cells.saturating_mul(of_cell) } else { 0 };
        let of_items = solve.include.iter().map(|&item| max_item_bytes(item, solve, &self.mazes.largest));
        of_items.fold(of_maze.saturating_add(1024), u64::saturating_add)
    }
}

/// The maximum number of bytes for this item of a solution in a line.
fn max_item_bytes(item: Include, solve: &SolveOptions, maze: &MazeOptions) -> u64 {
    // Numbers have up to ten digits, and addresses are two or three of them in brackets.
    let numbers = |count: u64| count.saturating_mul(11);
    let addresses = |count: u64| count.saturating_mul(20);
    let cells = maze.cells();
    match item {
        Include::Matrix => {
            let points = solve.points.count(cells);
            numbers(points.saturating_mul(points))
        }
        Include::Paths => addresses(cells.saturating_mul(Properties::of(maze).openings.max(1))),
        Include::Walk => addresses(solve.solver.info().longest_walk.of(cells)),
        Include::Path | Include::Directions | Include::DeadEnds => addresses(cells),
        // Fewer than two rectangles for each cell, each with four named numbers.
        Include::Rectangles => numbers(cells.saturating_mul(16)),
        Include::Distances | Include::Weights | Include::States => numbers(cells),
        // Up to nine squares for each cell, of up to four bytes, and the ends of lines.
        Include::Text => cells.saturating_mul(48),
        Include::Stats | Include::Hash => 2048,
    }
}

/// No record has distances between points.
static NO_POINTS: Points = Points::Named(Vec::new());

/// The item of a solution with the same cost as a field of a record, if there is one.
fn equivalent_item(field: Field) -> Option<Include> {
    match field {
        Field::Path | Field::Length => Some(Include::Path),
        Field::Directions => Some(Include::Directions),
        Field::Distances => Some(Include::Distances),
        Field::Hash => Some(Include::Hash),
        _ => None,
    }
}

/// The maximum number of sizes of the mazes of a response.
const MAX_SIZES: u64 = 100;

/// Refuses letters on the way, in formats without a place for the problem with a maze on whose way they do not fit.
fn refuse_letters(query: &mut Query) {
    for name in [Name::Word, Name::Sum] {
        if query.has(name) {
            query.fault(name, "is only valid for lines of JSON: no array and no tokens have letters");
        }
    }
}

fn parse_record(query: &mut Query, space: AddressSpace<'_>) -> Option<Entry> {
    let table = match query.given(Name::Encoding) {
        Some("bits") => Table::Bits,
        Some("graph") => {
            query.fault(Name::Encoding, "must be blocks or bits in an array of many mazes");
            return None;
        }
        // Other encodings are reported as for the array of one maze.
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
    if query.has(Name::Include) && !matches!(space, AddressSpace::Squares(_)) {
        let detail = "is only accepted for plain squares, without floors, wrap, weave, mask and sparse; the array of the mazes alone is \
                      available for every grid with rows of equal length";
        query.fault(Name::Include, detail);
    }
    Some(Entry::Record { table, fields })
}

/// The maximum number of bytes of a record of an array.
const MAX_RECORD_BYTES: u64 = 1 << 27;

/// Makes mazes from their seeds.
#[derive(Clone)]
enum Source {
    Array(Box<Records>),
    /// A maker for each size and value of a list.
    Lines {
        makers: Vec<Maker>,
        entry: Entry,
        representation: Representation,
    },
}

impl Source {
    /// Creates a maker of mazes that have these options in turn, and returns the number of cells of each. An array has
    /// the largest size only.
    fn new(
        mazes: VariedMazes,
        entry: Entry,
        representation: Representation,
        hash: Hash,
        attempts: Option<u32>,
        watch: &mut Watch,
    ) -> Result<(Source, Vec<u64>), MakeError<Stopped>> {
        Ok(match entry {
            Entry::Record { table, fields } => {
                let maze = mazes.largest;
                let cells = vec![maze.cells()];
                (Source::Array(Box::new(Records::new(maze, table, fields, hash, attempts, watch)?)), cells)
            }
            entry => {
                let mazes = mazes.all(watch)?;
                let cells = mazes.iter().map(MazeOptions::cells).collect();
                let makers = mazes.into_iter().map(|maze| Maker::new(maze, attempts)).collect();
                (Source::Lines { makers, entry, representation }, cells)
            }
        })
    }

    /// The bytes before the first of `count` mazes.
    fn start(&self, count: u64) -> Vec<u8> {
        match self {
            Source::Array(records) => records.start(count),
            Source::Lines { .. } => Vec::new(),
        }
    }

    /// Makes the maze with this number and seed. Adds its record to `out`, or returns its line, which is not drawn yet,
    /// and its hash if one is requested.
    fn make(
        &mut self,
        number: u64,
        seed: u64,
        hash: Option<Hash>,
        out: &mut Vec<u8>,
        watch: &mut Watch,
    ) -> Result<(Option<Drawing>, Option<u64>), MakeError<Stopped>> {
        let (makers, entry, representation) = match self {
            Source::Array(records) => return records.write(seed, out, watch).map(|()| (None, None)),
            Source::Lines { makers, entry, representation } => (makers, entry, *representation),
        };
        let place = (number % makers.len() as u64) as usize;
        let picture = makers[place].make(seed, watch)?;
        if let Entry::Solution(solve) = entry {
            solve.set_seed(picture.metadata.seed.unwrap_or(seed));
        }
        line(picture, entry, representation, hash, watch)
    }
}

/// The line of a maze, and its hash if one is requested.
fn line(
    picture: Picture,
    entry: &Entry,
    representation: Representation,
    hash: Option<Hash>,
    watch: &mut Watch,
) -> Result<(Option<Drawing>, Option<u64>), MakeError<Stopped>> {
    let hash = hash.map(|hash| hash.of(&picture.maze));
    let drawing = match entry {
        Entry::Solution(solve) => solve_and_draw(picture, solve, representation, None, watch)?.drawing,
        _ => Drawing::picture(picture, representation.format),
    };
    Ok((drawing, hash))
}

/// The mazes of one seed, by number.
#[derive(Clone)]
struct Series {
    source: Source,
    /// The number of cells of each maze until sizes and values of lists begin again.
    cells: Vec<u64>,
    seed: u64,
    /// The hash that equal mazes share, if these are left out.
    hash: Option<Hash>,
    /// True if a maze is drawn while it is sent.
    is_drawn_later: bool,
}

impl Series {
    /// Makes the mazes with these numbers, until one cannot be made. `capacity` is the approximate number of their
    /// bytes.
    fn batch(&mut self, mut numbers: Range<u64>, capacity: usize, watch: &mut Watch) -> Batch {
        let mut batch = Batch { bytes: Vec::with_capacity(capacity), ..Batch::default() };
        batch.error = numbers.try_for_each(|number| self.add_or_say_why_not(number, &mut batch, watch)).err();
        batch
    }

    /// Adds the maze with this number; or if its word does not fit on its way, this problem.
    fn add_or_say_why_not(
        &mut self,
        number: u64,
        batch: &mut Batch,
        watch: &mut Watch,
    ) -> Result<(), MakeError<Stopped>> {
        match self.add(number, batch, watch) {
            Err(MakeError::DoesNotFit { option, error }) => {
                let problem = Problem::does_not_fit(option, error).with("maze", number);
                batch.bytes.extend_from_slice(problem.to_json().as_bytes());
                batch.entries.extend(self.hash.map(|_| BatchEntry { hash: None, end: batch.bytes.len(), cells: 0 }));
                Ok(())
            }
            added => added,
        }
    }

    /// Adds the maze with this number to a batch.
    fn add(&mut self, number: u64, batch: &mut Batch, watch: &mut Watch) -> Result<(), MakeError<Stopped>> {
        let before = batch.bytes.len();
        let hash = self.add_line(number, batch, watch).inspect_err(|_| batch.bytes.truncate(before))?;
        let cells = self.cells[(number % self.cells.len() as u64) as usize];
        batch.cells += cells;
        batch.entries.extend(hash.map(|hash| BatchEntry { hash: Some(hash), end: batch.bytes.len(), cells }));
        Ok(())
    }

    /// Adds the line of a maze, possibly in part if that fails, and returns its hash if one is requested.
    fn add_line(
        &mut self,
        number: u64,
        batch: &mut Batch,
        watch: &mut Watch,
    ) -> Result<Option<u64>, MakeError<Stopped>> {
        let seed = derived_seed(self.seed, number);
        let (drawing, hash) = self.source.make(number, seed, self.hash, &mut batch.bytes, watch)?;
        match drawing {
            Some(drawing) if self.is_drawn_later => batch.drawing = Some(drawing),
            Some(drawing) => drawing.write(&mut batch.bytes, watch).map_err(MakeError::Stopped)?,
            None => {}
        }
        Ok(hash)
    }
}
