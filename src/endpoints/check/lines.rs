//! `/check` with many solutions: each line of the body has one, and is answered by a line, in order, while the response
//! is sent.

use std::ops::Range;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::response::Response;
use dedale::dataset::Maker;
use dedale::grid::Address;
use dedale::observe::{Observer as _, Stopped};
use dedale::options::{Ends, EndsRule, MakeError, MazeOptions};
use dedale::picture::Picture;
use serde_json::Value;

use crate::endpoints::check::line::AnswerLine;
use crate::endpoints::check::posted::PostedCheck;
use crate::endpoints::check::verdict::judge;
use crate::endpoints::check::{diagonals_of_generated, diagonals_of_posted, sides};
use crate::endpoints::making::not_made;
use crate::endpoints::{PostedEndpoint as _, parse};
use crate::limits::cancel::Watch;
use crate::limits::memory::Reservation;
use crate::limits::pool::{Cost, Done, TURN_STEPS};
use crate::parameters::estimate::{Job, Task};
use crate::parameters::format::{FormatSource, Parameters};
use crate::parameters::maze::{GridSource, MazeParameters};
use crate::parameters::query::Query;
use crate::parameters::solve::SideNames;
use crate::parameters::table::{Groups, Name};
use crate::posted::body::{self, parse_maze_line};
use crate::posted::maze::{Claim, PostedMaze};
use crate::problem::{Fault, Kind, Problem};
use crate::response::answer::{Content, Subject};
use crate::response::caching::{Location, Vary, precondition};
use crate::response::coding::Coding;
use crate::response::context::RequestContext;
use crate::response::many::{BATCH_BYTES, Batch, BatchPlan, Make, body as batch_body};
use crate::settings::threads;
use crate::telemetry::metrics::{CellCount, WorkSummary};

/// The approximate number of bytes of the answer to a line.
const ANSWER_BYTES: u64 = 512;

/// The approximate number of steps to parse a byte of a line and to check its moves.
const BYTE_STEPS: u64 = 16;

/// The approximate number of steps per byte of the body to find its lines, and those that may have mazes.
const CUT_STEPS: u64 = 2;

/// The number of bytes of memory for each byte of the line that is parsed: four for its path, or for its directions
/// twice.
const LINE_BYTES: u64 = 4;

/// A checked request to check a solution in each line of the body.
#[derive(Clone, Debug)]
pub struct LinesRequest {
    /// The maze of lines without a maze, except for its seed.
    pub maze: Box<MazeOptions>,
    /// True if moves across corners are allowed.
    pub diagonals: bool,
    /// True if the query has a seed.
    has_seed: bool,
    sides: SideNames,
    /// The parameters of lines with a maze.
    posted_query: Query,
}

impl LinesRequest {
    /// The parameters that are parsed here.
    pub const GROUPS: Groups = Groups::MAZE.union(Groups::DIAGONALS);

    /// Parses the options of the mazes.
    pub fn parse(context: &RequestContext) -> Result<LinesRequest, Problem> {
        let mut parameters = Parameters::parse(context, LinesRequest::GROUPS, FormatSource::Fixed)?;
        let parsed = MazeParameters::parse(&mut parameters, GridSource::Whole);
        let diagonals = diagonals_of_generated(&mut parameters.query, &parsed);
        let (has_seed, sides) = (parameters.query.has(Name::Seed), sides(parsed.sides(), diagonals));
        let posted_query = parameters.query.restricted(Groups::ENDS | Groups::DIAGONALS);
        let maze = parameters.finish(parsed.options)?;
        Ok(LinesRequest { maze, diagonals, has_seed, sides, posted_query })
    }

    /// The work to generate a maze, and to check a solution with this number of moves.
    pub fn task(&self, moves: u64) -> Task<'_> {
        Task::making(&self.maze).checked(moves, self.diagonals)
    }

    /// The approximate maximum number of steps for a line of `bytes` with a maze, which has at most as many cells and
    /// moves as bytes.
    pub fn steps_of_posted(&self, bytes: u64) -> u64 {
        let ends = match self.posted_query.given(Name::Ends).and_then(|rule| rule.parse().ok()) {
            Some(EndsRule::Farthest) => Ends::Farthest,
            Some(EndsRule::Center) => Ends::Center,
            // The maze may name several exits. Then the nearest one is the end.
            _ => Ends::Nearest { from: Address::from([0, 0]) },
        };
        Task::on_cells(bytes, &ends).checked(bytes, self.diagonals).expected_steps()
    }

    /// Parses the seed and the solution of a line without a maze.
    pub fn parse_line(&self, line: &AnswerLine<'_>) -> Result<(u64, Claim), Problem> {
        let wrong = |detail: &str| Problem::invalid(vec![Fault::new(Name::Seed.as_str(), None, detail)]);
        let seed = match (line.seed()?, self.has_seed) {
            (Some(seed), _) => seed,
            (None, true) => self.maze.seed(),
            (None, false) => {
                return Err(wrong(
                    "must be given, in the line or in the query; or else cells, of a maze of the line's own",
                ));
            }
        };
        Ok((seed, line.claim()?.canonical(self.sides)))
    }

    /// Parses the request of a line with a maze.
    pub fn parse_posted_line(&self, line: &AnswerLine<'_>, maze: &PostedMaze) -> Result<PostedCheck, Problem> {
        let mut query = self.posted_query.clone();
        let ends = maze.parse_ends(&mut query, 0);
        let diagonals = diagonals_of_posted(&mut query, maze);
        let ends = query.finish(ends)?;
        Ok(PostedCheck { ends, claim: line.claim()?.canonical(sides(maze.sides(), diagonals)), diagonals })
    }
}

/// Checks the solution in each line.
pub async fn respond(context: RequestContext, body: Body) -> Result<Response, Problem> {
    // The response has no tag.
    precondition(&context.headers, None)?;
    let request = parse(&context, LinesRequest::parse).await?;
    let job = request.task(0).admit(&context.app.settings)?;
    let (bytes, mut memory) = body::receive(&context, body).await?;
    let length = bytes.len() as u64;
    let request = Arc::new(request);
    let cut = {
        let (request, bytes) = (request.clone(), bytes.clone());
        move |watch: &mut Watch| {
            let batches = LineBatches::of(&request, job.cost.steps, &bytes, &mut memory, watch)?;
            Ok(batches.map(|batches| (batches, memory)))
        }
    };
    let (batches, mut memory) = context.run(Cost { steps: CUT_STEPS * length, bytes: 0 }, cut).await?.result?;
    if batches.ranges.is_empty() {
        return Err(Problem::new(Kind::MALFORMED_MAZE, "the body has no line, where each is an answer to check"));
    }
    let batch_bytes = job.cost.bytes + LINE_BYTES * batches.longest_line + ANSWER_BYTES * MAX_LINES;
    let kept = memory.bytes();
    // The batches that are made ahead, and the one that is sent.
    let memory_for = |ahead: u64| kept.saturating_add((ahead + 1).saturating_mul(batch_bytes));
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
        work: WorkSummary::making(&request.maze, "ndjson"),
    };
    let plan = BatchPlan {
        first: Batch::default(),
        numbers: 0..batches.ranges.len() as u64,
        mazes_per_batch: 1,
        ahead: ahead as usize,
        steps: batches.steps,
        is_distinct: false,
        cells: CellCount::default(),
    };
    let cells = Some(plan.cells.clone());
    let pieces = context.app.pool.pieces(&context.account);
    let judge = Judge { context: context.clone(), request, job, bytes, ranges: batches.ranges };
    let make: Make = Arc::new(move |numbers, watch| judge.batch(numbers, watch));
    let content = Content { cells, memory: Some(memory), ..Content::new(batch_body(plan, make, pieces)) };
    Ok(subject.respond(&context, Some(content)))
}

/// The maximum number of lines of a batch, whose answers are sent together.
const MAX_LINES: u64 = BATCH_BYTES / ANSWER_BYTES;

/// The batches of lines of a body.
struct LineBatches {
    ranges: Vec<Range<usize>>,
    /// The approximate maximum number of steps of a batch.
    steps: u64,
    /// The number of bytes of the longest line.
    longest_line: u64,
}

impl LineBatches {
    /// Divides a body into batches that take about a turn each, if a generated maze takes `steps_of_maze`. Blank lines
    /// are skipped. `memory` is that of the body, and is resized to include the batches.
    fn of(
        request: &LinesRequest,
        steps_of_maze: u64,
        body: &[u8],
        memory: &mut Reservation,
        watch: &mut Watch,
    ) -> Result<Result<LineBatches, Problem>, Stopped> {
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
        let mut batches = LineBatches { ranges: Vec::with_capacity(count), steps: 0, longest_line };
        cut(&mut |range, steps| {
            batches.ranges.push(range);
            batches.steps = batches.steps.max(steps);
            watch.go_on()
        })?;
        Ok(Ok(batches))
    }
}

/// The ranges of the lines of a body, without blank lines.
fn lines_of(body: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    let lines = body.split(|&byte| byte == b'\n').map(move |line| {
        let range = start..start + line.len();
        start = range.end + 1;
        range
    });
    lines.filter(|line| !body[line.clone()].trim_ascii().is_empty())
}

/// The approximate number of steps for a line, if a generated maze takes `steps_of_maze`.
fn steps_of_line(request: &LinesRequest, steps_of_maze: u64, line: &[u8]) -> u64 {
    const CELLS: &[u8] = b"\"cells\"";
    let bytes = line.len() as u64;
    // The name of the member may have escapes.
    let may_have_maze = line.contains(&b'\\') || line.windows(CELLS.len()).any(|part| part == CELLS);
    let of_maze = if may_have_maze { steps_of_maze.max(request.steps_of_posted(bytes)) } else { steps_of_maze };
    of_maze.saturating_add(BYTE_STEPS * bytes)
}

/// The verdict on a line and the number of cells of its maze, or the problem with the line.
type Judged = Result<(Value, u64), Problem>;

/// Checks lines in batches.
struct Judge {
    context: RequestContext,
    request: Arc<LinesRequest>,
    /// The work for a line without moves.
    job: Job,
    bytes: Bytes,
    ranges: Vec<Range<usize>>,
}

impl Judge {
    /// The answers to the lines of these batches. Blank lines have none.
    fn batch(&self, numbers: Range<u64>, watch: &mut Watch) -> Batch {
        let mut batch = Batch::default();
        let mut maker = Maker::new((*self.request.maze).clone(), self.job.attempts);
        let ranges = numbers.filter_map(|number| self.ranges.get(usize::try_from(number).ok()?).cloned());
        let lines = ranges.flat_map(|range| self.bytes[range].split(|&byte| byte == b'\n'));
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

    /// Checks a line.
    fn answer(&self, line: &[u8], maker: &mut Maker, watch: &mut Watch) -> Result<Judged, Stopped> {
        let members = match AnswerLine::new(line) {
            Ok(members) => members,
            Err(problem) => return Ok(Err(problem)),
        };
        if members.has_maze() {
            return self.answer_with_maze(line, &members, watch);
        }
        let claimed = self.request.parse_line(&members).and_then(|(seed, claim)| {
            self.request.task(claim.moves()).admit(&self.context.app.settings)?;
            Ok((seed, claim))
        });
        let (seed, claim) = match claimed {
            Ok(claimed) => claimed,
            Err(problem) => return Ok(Err(problem)),
        };
        let picture = match maker.make(seed, watch) {
            Ok(picture) => picture,
            Err(why) => return why.unless_stopped().map(|why| Err(not_made(&self.context.uri, why))),
        };
        let Picture { maze, from, to, metadata, .. } = picture;
        if let Err(problem) = members.check(&metadata) {
            return Ok(Err(problem));
        }
        let mut verdict = judge(&maze, [from, to], &claim, self.request.diagonals, watch)?;
        verdict["seed"] = metadata.seed.unwrap_or(seed).into();
        Ok(Ok((verdict, self.request.maze.cells())))
    }

    /// Checks a line with a maze.
    fn answer_with_maze(&self, bytes: &[u8], line: &AnswerLine<'_>, watch: &mut Watch) -> Result<Judged, Stopped> {
        let parsed = parse_maze_line(&self.context, bytes, watch)?.and_then(|Done { result: maze, mut memory }| {
            let request = self.request.parse_posted_line(line, &maze)?;
            let Job { cost, .. } = request.task(&maze).admit(&self.context.app.settings)?;
            memory.resize(memory.bytes().saturating_add(cost.bytes))?;
            Ok((request, maze, memory))
        });
        let (request, maze, _memory) = match parsed {
            Ok(parsed) => parsed,
            Err(problem) => return Ok(Err(problem)),
        };
        let (how, cells) = (maze.how_read(), maze.cells());
        let (maze, _) = maze.into_maze();
        let (from, to) = request.ends.find(&maze, watch)?;
        let mut verdict = judge(&maze, [from, to], &request.claim, request.diagonals, watch)?;
        verdict["read"] = how.form.into();
        if !how.warnings.is_empty() {
            verdict["warnings"] = how.warnings.into();
        }
        Ok(Ok((verdict, cells)))
    }
}
