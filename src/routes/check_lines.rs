//! `/check` with many solutions: each line of the body has one, and is answered by a line, in order, while the answer is sent.

use std::ops::Range;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::response::Response;
use serde_json::Value;

use super::maze::read_call;
use super::verdict::judge;
use crate::clients::memory::Reservation;
use crate::problem::{Kind, Problem};
use crate::request::admit::Job;
use crate::request::body::{self, maze_of_line};
use crate::request::check::{Line, LinesRequest};
use crate::request::maze;
use crate::response::answer::{Ask, Content, Subject, answer};
use crate::response::caching::{Location, Vary};
use crate::response::coding::Coding;
use crate::response::many::{BATCH_BYTES, Batch, BatchPlan, Make, body as body_of_parts};
use crate::settings::threads;
use crate::telemetry::metrics::{Cells, Work};
use crate::work::cancel::Watch;
use crate::work::pool::{Cost, Done, TURN_STEPS};
use dedale::dataset::Maker;
use dedale::observe::{Observer as _, Stopped};
use dedale::options::MakeError;
use dedale::picture::Picture;

/// About how many bytes an answer to a line has.
const ANSWER_BYTES: u64 = 512;

/// About how many steps it takes to read a byte of a line, and to check the moves in it.
const BYTE_STEPS: u64 = 16;

/// About how many steps it takes to look at a byte of the body, to find where its lines are and which may have mazes.
const CUT_STEPS: u64 = 2;

/// How many bytes of memory are taken for each byte of the line that is being read: four for its path, or for its directions twice.
const LINE_BYTES: u64 = 4;

/// Checks the solution in each line.
pub async fn respond(ask: Ask, body: Body) -> Result<Response, Problem> {
    let request = read_call(&ask, LinesRequest::read).await?;
    let job = request.task(0).admit(&ask.app.settings)?;
    let (bytes, mut memory) = body::receive(&ask, body).await?;
    let length = bytes.len() as u64;
    let request = Arc::new(request);
    let cut = {
        let (request, bytes) = (request.clone(), bytes.clone());
        move |watch: &mut Watch| {
            let parts = Parts::of(&request, job.cost.steps, &bytes, &mut memory, watch)?;
            Ok(parts.map(|parts| (parts, memory)))
        }
    };
    let (parts, mut memory) = ask.run(Cost { steps: CUT_STEPS * length, bytes: 0 }, cut).await?.result?;
    if parts.ranges.is_empty() {
        return Err(Problem::new(Kind::MALFORMED_MAZE, "the body has no line, where each is an answer to check"));
    }
    let of_part = job.cost.bytes + LINE_BYTES * parts.longest_line + ANSWER_BYTES * MAX_LINES;
    let kept = memory.bytes();
    // Those that are made ahead, and the one that is sent.
    let memory_for = |ahead: u64| kept.saturating_add((ahead + 1).saturating_mul(of_part));
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
            cells: Cells::default(),
        };
        let cells = Some(plan.cells.clone());
        let pieces = ask.app.pool.pieces(&ask.account);
        let judge = Judge { ask: ask.clone(), request, job, bytes, ranges: parts.ranges };
        let make: Make = Arc::new(move |numbers, watch| judge.batch(numbers, watch));
        Ok(Content { cells, memory: Some(memory), ..Content::new(body_of_parts(plan, make, pieces)) })
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
    /// Divides a body into parts that take about a turn each, where a maze takes so many steps. Blank lines are none. `memory` is that of the body, and of where
    /// the parts are from here on.
    fn of(
        request: &LinesRequest,
        steps_of_maze: u64,
        body: &[u8],
        memory: &mut Reservation,
        watch: &mut Watch,
    ) -> Result<Result<Parts, Problem>, Stopped> {
        let cut = |take: &mut dyn FnMut(Range<usize>, u64) -> Result<(), Stopped>| {
            let (mut start, mut end, mut lines, mut steps) = (0, 0, 0, 0_u64);
            for line in lines_of(body) {
                let of_line = steps_of_line(request, steps_of_maze, &body[line.clone()]);
                if lines > 0 && (lines == MAX_LINES || of_line.saturating_add(steps) > TURN_STEPS) {
                    take(start..end, steps)?;
                    (lines, steps) = (0, 0);
                }
                if lines == 0 {
                    start = line.start;
                }
                (end, lines, steps) = (line.end, lines + 1, steps.saturating_add(of_line));
            }
            if lines > 0 { take(start..end, steps) } else { Ok(()) }
        };
        let mut count = 0;
        cut(&mut |_, _| {
            count += 1;
            watch.go_on()
        })?;
        let needed = body.len() as u64 + (count * size_of::<Range<usize>>()) as u64;
        if let Err(problem) = memory.resize(needed) {
            return Ok(Err(problem));
        }
        let longest_line = lines_of(body).map(|line| line.len()).max().unwrap_or(0) as u64;
        let mut parts = Parts { ranges: Vec::with_capacity(count), steps: 0, longest_line };
        cut(&mut |range, steps| {
            parts.ranges.push(range);
            parts.steps = parts.steps.max(steps);
            watch.go_on()
        })?;
        Ok(Ok(parts))
    }
}

/// Where the lines of a body are that are not blank.
fn lines_of(body: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    let lines = body.split(|&byte| byte == b'\n').map(move |line| {
        let range = start..start + line.len();
        start = range.end + 1;
        range
    });
    lines.filter(|line| !body[line.clone()].trim_ascii().is_empty())
}

/// About how many steps a line takes, where its maze takes `steps_of_maze` if it does not have its own.
fn steps_of_line(request: &LinesRequest, steps_of_maze: u64, line: &[u8]) -> u64 {
    const CELLS: &[u8] = b"\"cells\"";
    let bytes = line.len() as u64;
    // The name may be written with escapes.
    let may_have_maze = line.contains(&b'\\') || line.windows(CELLS.len()).any(|part| part == CELLS);
    let of_maze = if may_have_maze { steps_of_maze.max(request.steps_of_posted(bytes)) } else { steps_of_maze };
    of_maze.saturating_add(BYTE_STEPS * bytes)
}

/// The verdict on a line and the cells of its maze, or what is wrong with the line.
type Judged = Result<(Value, u64), Problem>;

/// What answers lines.
struct Judge {
    ask: Ask,
    request: Arc<LinesRequest>,
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
                Ok(Ok((verdict, cells))) => {
                    batch.bytes.extend_from_slice(format!("{verdict}\n").as_bytes());
                    batch.cells += cells;
                }
                Ok(Err(problem)) => batch.bytes.extend_from_slice(problem.to_json().as_bytes()),
                Err(stopped) => {
                    batch.error = Some(MakeError::Stopped(stopped));
                    break;
                }
            }
        }
        batch
    }

    /// The verdict on a line and the cells of its maze, or what is wrong with it.
    fn answer(&self, line: &[u8], maker: &mut Maker, watch: &mut Watch) -> Result<Judged, Stopped> {
        let members = match Line::new(line) {
            Ok(members) => members,
            Err(problem) => return Ok(Err(problem)),
        };
        if members.has_maze() {
            return self.of_posted(line, &members, watch);
        }
        let claimed = self.request.of_line(&members).and_then(|(seed, claim)| {
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
        if let Err(problem) = members.check(&head) {
            return Ok(Err(problem));
        }
        let mut verdict = judge(&maze, [from, to], &claim, self.request.diagonals, watch)?;
        verdict["seed"] = head.seed.unwrap_or(seed).into();
        Ok(Ok((verdict, self.request.maze.cells())))
    }

    /// The same of a line that has its own maze.
    fn of_posted(&self, bytes: &[u8], line: &Line<'_>, watch: &mut Watch) -> Result<Judged, Stopped> {
        let read = maze_of_line(&self.ask, bytes, watch)?.and_then(|Done { result: maze, mut memory }| {
            let request = self.request.of_posted_line(line, &maze)?;
            let Job { cost, .. } = request.task(&maze).admit(&self.ask.app.settings)?;
            memory.resize(memory.bytes().saturating_add(cost.bytes))?;
            Ok((request, maze, memory))
        });
        let (request, maze, _memory) = match read {
            Ok(read) => read,
            Err(problem) => return Ok(Err(problem)),
        };
        let (form, cells) = (maze.form(), maze.cells());
        let (maze, _) = maze.into_maze();
        let (from, to) = request.ends.find(&maze, watch)?;
        let mut verdict = judge(&maze, [from, to], &request.claim, request.diagonals, watch)?;
        verdict["read"] = form.into();
        Ok(Ok((verdict, cells)))
    }
}
