//! `/mazes`: many mazes of one seed, as data.

use std::ops::Range;
use std::sync::Arc;

use axum::response::Response;

use super::maze::{read_call, unless_stopped};
use super::solve::solved;
use crate::problem::Problem;
use crate::request::admit::Job;
use crate::request::book::SizedMazes;
use crate::request::format::Written;
use crate::request::many::{self, Entry, ManyRequest};
use crate::request::maze;
use crate::response::answer::{Ask, Content, Subject, answer};
use crate::response::body::Drawing;
use crate::response::caching::Tag;
use crate::response::coding::Coding;
use crate::response::many::{BATCH_BYTES, Batch, BatchEntry, BatchPlan, Make, body};
use crate::settings::threads;
use crate::telemetry::metrics::{Cells, Work};
use crate::work::cancel::Watch;
use crate::work::pool::{Cost, Done, TURN_STEPS};
use dedale::dataset::{Hash, Maker, Records};
use dedale::observe::Stopped;
use dedale::options::{MakeError, MazeOptions};
use dedale::picture::Picture;
use dedale::rng::derived_seed;

/// The version of what is made of many mazes. It is raised when the bytes of the same mazes change.
const VERSION: u32 = 1;

/// How many bytes of memory the hash of a maze takes.
const HASH_BYTES: u64 = 24;

/// `/mazes`, and the paths that name a format.
pub async fn mazes(ask: Ask) -> Result<Response, Problem> {
    let (request, job) = read_call(&ask, many::many).await?.admitted(&ask.app.settings)?;
    let ManyRequest { mazes, written, .. } = &request;
    let subject = Subject {
        location: request.location.clone(),
        tag: request.location.tag(|| tag(&request)),
        vary: written.vary(),
        media_type: written.media_type(),
        // The mazes are made by all cores at once, and the length of an array is known.
        coding: Coding::Identity,
        work: Work::making(&mazes.largest, written.name()),
    };
    answer(&ask, subject, made(&ask, request, job)).await
}

/// The mazes, of which the first is made now, and the others while they are sent.
async fn made(ask: &Ask, request: ManyRequest, job: Job) -> Result<Content, Problem> {
    let Job { cost, attempts } = job;
    let line = request.max_line_bytes();
    let ManyRequest { mut mazes, written, entry, count, offset, hash, distinct, .. } = request;
    // A long line is drawn when it is sent, from a maze that is kept until then.
    let is_drawn_later = line > BATCH_BYTES && !matches!(entry, Entry::Record { .. });
    let seed = mazes.largest.seed();
    // The first maze shows what is wrong with all of them, before anything is sent.
    let begin = move |watch: &mut Watch| {
        mazes.largest = mazes.largest.with_seed(derived_seed(seed, offset));
        let (source, cells) = Source::new(mazes, entry, written, hash, attempts, watch)?;
        let mut series = Series { source, cells, seed, hash: distinct.then_some(hash), is_drawn_later };
        let mut first = Batch { bytes: series.source.start(count), ..Batch::default() };
        series.add(offset, &mut first, watch)?;
        Ok((series, first))
    };
    let cost_of_first = Cost { bytes: cost.bytes.saturating_add(line.min(MAX_RECORD_BYTES)), ..cost };
    let Done { result, mut memory } = ask.run(cost_of_first, |watch| unless_stopped(begin(watch))).await?;
    let (series, first) = result.map_err(|why| maze::not_made(&ask.uri, why))?;
    let (length, each) = match &series.source {
        Source::Array(records) => (Some(records.bytes_of(count)), records.record_bytes().max(1)),
        Source::Lines { .. } => (None, line),
    };
    let mazes_per_batch = (BATCH_BYTES / each).min(TURN_STEPS / cost.steps.max(1)).clamp(1, count);
    let capacity = if is_drawn_later { 0 } else { mazes_per_batch * each };
    let of_part = if is_drawn_later { BATCH_BYTES } else { capacity }.saturating_add(cost.bytes);
    let hashes = if distinct { HASH_BYTES * count } else { 0 };
    // Those that are made ahead, and the one that is sent.
    let bytes = |ahead: u64| (ahead + 1).saturating_mul(of_part).saturating_add(hashes);
    // Each core has a part, and another one is ready; where there is no memory for that, a single part is made at a time.
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
        cells: Cells::default(),
    };
    let cells = Some(plan.cells.clone());
    let make: Make = Arc::new(move |numbers, watch| series.clone().batch(numbers, capacity as usize, watch));
    let body = body(plan, make, ask.app.pool.pieces(&ask.account));
    Ok(Content { length, cells, memory: Some(memory), ..Content::new(body) })
}

fn tag(request: &ManyRequest) -> Tag {
    let ManyRequest { mazes, written, entry, count, offset, hash, distinct, .. } = request;
    let entry = match entry {
        Entry::Maze => "maze".to_owned(),
        Entry::Solution(solve) => format!("solution {} {solve:?} {}", dedale::solve::VERSION, written.encoded),
        Entry::Record { fields, .. } => format!("record {fields:?} {}", dedale::solve::VERSION),
    };
    let (format, hash) = (written.format.identity(), hash.name());
    // The first and the last of several sizes say all of them.
    let (maze, smaller) = (&mazes.largest, mazes.count() - 1);
    let sizes = if smaller > 0 { format!(" {smaller} {}", mazes.smallest()) } else { String::new() };
    Tag::new(format_args!("mazes {VERSION} {maze} {format} {entry} {count} {offset} {hash} {distinct}{sizes}"))
}

/// The most bytes of a record of an array.
const MAX_RECORD_BYTES: u64 = 1 << 27;

/// A maker of mazes, each from its seed.
#[derive(Clone)]
enum Source {
    Array(Box<Records>),
    /// With a maker for each size, the largest last.
    Lines {
        makers: Vec<Maker>,
        entry: Entry,
        written: Written,
    },
}

impl Source {
    /// A maker of mazes like these, which go round, and the cells of each; an array has the largest alone.
    fn new(
        mazes: SizedMazes,
        entry: Entry,
        written: Written,
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
                (Source::Lines { makers, entry, written }, cells)
            }
        })
    }

    /// What is sent before the first of so many mazes.
    fn start(&self, count: u64) -> Vec<u8> {
        match self {
            Source::Array(records) => records.start(count),
            Source::Lines { .. } => Vec::new(),
        }
    }

    /// Makes the maze of this number and seed: adds its record to `out`, or returns its line, which is not drawn yet, and its hash if one is asked for.
    fn make(
        &mut self,
        number: u64,
        seed: u64,
        hash: Option<Hash>,
        out: &mut Vec<u8>,
        watch: &mut Watch,
    ) -> Result<(Option<Drawing>, Option<u64>), MakeError<Stopped>> {
        let (makers, entry, written) = match self {
            Source::Array(records) => return records.write(seed, out, watch).map(|()| (None, None)),
            Source::Lines { makers, entry, written } => (makers, entry, *written),
        };
        let place = (number % makers.len() as u64) as usize;
        let picture = makers[place].make(seed, watch)?;
        if let Entry::Solution(solve) = entry {
            solve.set_seed(picture.head.seed.unwrap_or(seed));
        }
        line(picture, entry, written, hash, watch)
    }
}

/// A maze as a line, and its hash.
fn line(
    picture: Picture,
    entry: &Entry,
    written: Written,
    hash: Option<Hash>,
    watch: &mut Watch,
) -> Result<(Option<Drawing>, Option<u64>), MakeError<Stopped>> {
    let hash = hash.map(|hash| hash.of(&picture.maze));
    let drawing = match entry {
        Entry::Solution(solve) => solved(picture, solve, written, None, watch)?.drawing,
        _ => Drawing::picture(picture, written.format),
    };
    Ok((drawing, hash))
}

/// The mazes of one seed, by their numbers.
#[derive(Clone)]
struct Series {
    source: Source,
    /// The cells of a maze of each size.
    cells: Vec<u64>,
    seed: u64,
    /// By which mazes are equal, if those that are come once alone.
    hash: Option<Hash>,
    /// Whether a maze is drawn when it is sent.
    is_drawn_later: bool,
}

impl Series {
    /// Makes the mazes of these numbers, until one cannot be made. They have about as many bytes as `capacity`.
    fn batch(&mut self, mut numbers: Range<u64>, capacity: usize, watch: &mut Watch) -> Batch {
        let mut batch = Batch { bytes: Vec::with_capacity(capacity), ..Batch::default() };
        batch.error = numbers.try_for_each(|number| self.add(number, &mut batch, watch)).err();
        batch
    }

    /// Adds the maze of this number to a batch.
    fn add(&mut self, number: u64, batch: &mut Batch, watch: &mut Watch) -> Result<(), MakeError<Stopped>> {
        let before = batch.bytes.len();
        let hash = self.add_line(number, batch, watch).inspect_err(|_| batch.bytes.truncate(before))?;
        let cells = self.cells[(number % self.cells.len() as u64) as usize];
        batch.cells += cells;
        batch.entries.extend(hash.map(|hash| BatchEntry { hash, end: batch.bytes.len(), cells }));
        Ok(())
    }

    /// Adds its line, perhaps in part if that fails, and returns its hash if one is asked for.
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
