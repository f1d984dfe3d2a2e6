//! `/check` with many solutions: each line of the body has one, and is answered by a line, in order, while the answer is sent.

use std::ops::Range;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::response::Response;
use serde_json::Value;

use super::maze::call;
use super::verdict::judge;
use crate::problem::{Kind, Problem};
use crate::request::admit::Job;
use crate::request::body::{self, maze_of_line};
use crate::request::check::{Line, LinesRequest, of_posted_line};
use crate::request::format::text;
use crate::request::maze;
use crate::response::answer::{Ask, Content, Subject, answer};
use crate::response::caching::{Location, Vary};
use crate::response::coding::Coding;
use crate::response::many::{BATCH_BYTES, Batch, BatchPlan, Make, body as body_of_parts};
use crate::settings::threads;
use crate::telemetry::metrics::Work;
use crate::work::cancel::Watch;
use crate::work::pool::{Cost, Done, TURN_STEPS};
use dedale::dataset::Maker;
use dedale::observe::Stopped;
use dedale::options::MakeError;
use dedale::picture::Picture;

/// About how many bytes an answer to a line has.
const ANSWER_BYTES: u64 = 512;

/// About how many steps it takes to read a byte of a line, and to check the moves in it.
const BYTE_STEPS: u64 = 16;

/// How many bytes of memory are taken for each byte of the line that is being read, whose path takes them while it is a list of lists.
const LINE_BYTES: u64 = 24;

/// Checks the solution in each line.
pub async fn respond(ask: Ask, body: Body) -> Result<Response, Problem> {
    let request = LinesRequest::read(call(&ask))?;
    let job = request.task(0).admit(&ask.app.settings)?;
    let (bytes, mut memory) = body::receive(&ask, body).await?;
    if bytes.trim_ascii().is_empty() {
        return Err(Problem::new(Kind::MALFORMED_MAZE, "the body has no line, where each is an answer to check"));
    }
    let length = bytes.len() as u64;
    // Beside the body, where its parts begin and end.
    memory.resize(2 * length)?;
    let cut = {
        let bytes = bytes.clone();
        move |_: &mut Watch| Ok(Parts::of(&bytes, job.cost.steps))
    };
    let Done { result: parts, .. } = ask.run(Cost { steps: length / 8, bytes: 0 }, cut).await?;
    let of_part = job.cost.bytes + LINE_BYTES * parts.longest_line + ANSWER_BYTES * MAX_LINES;
    // Those that are made ahead, and the one that is sent.
    let memory_for = |ahead: u64| (2 * length).saturating_add((ahead + 1).saturating_mul(of_part));
    let mut ahead = threads() + 1;
    if memory.try_resize(memory_for(ahead)).is_err() {
        ahead = 1;
        memory.resize(memory_for(ahead))?;
    }
    let subject = Subject {
        location: Location::At(None, None),
        tag: None,
        vary: Vary::Encoding,
        media_type: "application/x-ndjson",
        coding: Coding::Identity,
        work: Work::making(&request.maze, "ndjson"),
    };
    let content = async {
        let plan = BatchPlan {
            first: Batch::default(),
            numbers: 0..parts.ranges.len() as u64,
            mazes_per_batch: 1,
            ahead: ahead as usize,
            steps: parts.steps,
            is_distinct: false,
        };
        let pieces = ask.app.pool.pieces(&ask.account);
        let judge = Judge { ask: ask.clone(), request, job, bytes, ranges: parts.ranges };
        let make: Make = Arc::new(move |numbers, watch| judge.batch(numbers, watch));
        Ok(Content { memory: Some(memory), ..Content::new(body_of_parts(plan, make, pieces)) })
    };
    answer(&ask, subject, content).await
}

/// The most lines of a part, whose answers are sent together.
const MAX_LINES: u64 = BATCH_BYTES / ANSWER_BYTES;

/// The parts of a body, each of whole lines.
struct Parts {
    ranges: Vec<Range<usize>>,
    /// About how many steps the longest of them takes.
    steps: u64,
    /// How many bytes the longest line has.
    longest_line: u64,
}

impl Parts {
    /// Divides a body into parts that take about a turn each, where a maze takes so many steps.
    fn of(body: &[u8], steps_of_maze: u64) -> Parts {
        let mut parts = Parts { ranges: Vec::new(), steps: 0, longest_line: 0 };
        let (mut start, mut end, mut lines, mut steps) = (0, 0, 0, 0);
        for line in body.split_inclusive(|&byte| byte == b'\n') {
            let of_line = steps_of_maze.saturating_add(BYTE_STEPS * line.len() as u64);
            if lines > 0 && (lines == MAX_LINES || of_line.saturating_add(steps) > TURN_STEPS) {
                parts.ranges.push(start..end);
                (start, lines, steps) = (end, 0, 0);
            }
            end += line.len();
            lines += 1;
            steps = of_line.saturating_add(steps);
            parts.steps = parts.steps.max(steps);
            parts.longest_line = parts.longest_line.max(line.len() as u64);
        }
        if end > start {
            parts.ranges.push(start..end);
        }
        parts
    }
}

/// What answers lines.
struct Judge {
    ask: Ask,
    request: LinesRequest,
    /// The work for a line without moves.
    job: Job,
    bytes: Bytes,
    ranges: Vec<Range<usize>>,
}

impl Judge {
    /// The answers to the lines of these parts. Blank lines have none.
    fn batch(&self, numbers: Range<u64>, watch: &mut Watch) -> Batch {
        let mut batch = Batch::default();
        let mut maker = Maker::new((*self.request.maze).clone(), self.job.attempts);
        let parts = numbers.filter_map(|number| self.ranges.get(usize::try_from(number).ok()?).cloned());
        let lines = parts.flat_map(|part| self.bytes[part].split(|&byte| byte == b'\n'));
        for line in lines.filter(|line| !line.trim_ascii().is_empty()) {
            match self.answer(line, &mut maker, watch) {
                Ok(Ok(verdict)) => batch.bytes.extend_from_slice(format!("{verdict}\n").as_bytes()),
                Ok(Err(problem)) => batch.bytes.extend_from_slice(problem.to_json().as_bytes()),
                Err(stopped) => {
                    batch.error = Some(MakeError::Stopped(stopped));
                    break;
                }
            }
        }
        batch
    }

    /// The verdict on a line, or what is wrong with it.
    fn answer(&self, line: &[u8], maker: &mut Maker, watch: &mut Watch) -> Result<Result<Value, Problem>, Stopped> {
        let read = match Line::new(line) {
            Ok(read) => read,
            Err(problem) => return Ok(Err(problem)),
        };
        if read.has_maze() {
            return self.of_posted(line, &read, watch);
        }
        let claimed = self.request.of_line(&read).and_then(|(seed, claim)| {
            self.request.task(claim.moves()).admit(&self.ask.app.settings)?;
            Ok((seed, claim))
        });
        let (seed, claim) = match claimed {
            Ok(claimed) => claimed,
            Err(problem) => return Ok(Err(problem)),
        };
        let picture = match maker.make(seed, watch) {
            Ok(picture) => picture,
            Err(why) => return why.unless_stopped().map(|why| Err(maze::not_made(&self.ask.uri, why))),
        };
        let Picture { maze, from, to, head, .. } = picture;
        if let Err(problem) = read.check(&head) {
            return Ok(Err(problem));
        }
        let mut verdict = judge(&maze, [from, to], &claim, self.request.diagonals, watch)?;
        verdict["seed"] = head.seed.unwrap_or(seed).into();
        Ok(Ok(verdict))
    }

    /// The verdict on a line that has its own maze.
    fn of_posted(&self, bytes: &[u8], line: &Line<'_>, watch: &mut Watch) -> Result<Result<Value, Problem>, Stopped> {
        let read = maze_of_line(&self.ask, bytes).and_then(|Done { result: maze, mut memory }| {
            let request = of_posted_line(text(&self.ask.uri), line, &maze)?;
            let Job { cost, .. } = request.task(&maze).admit(&self.ask.app.settings)?;
            memory.resize(memory.bytes().saturating_add(cost.bytes))?;
            Ok((request, maze, memory))
        });
        let (request, maze, _memory) = match read {
            Ok(read) => read,
            Err(problem) => return Ok(Err(problem)),
        };
        let form = maze.form();
        let (maze, _) = maze.into_maze();
        let (from, to) = request.ends.find(&maze, watch)?;
        let mut verdict = judge(&maze, [from, to], &request.claim, request.diagonals, watch)?;
        verdict["read"] = form.into();
        Ok(Ok(verdict))
    }
}
