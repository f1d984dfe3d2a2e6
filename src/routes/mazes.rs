//! `/mazes`, `/mazes.tokens` and `/mazes.npy`: many mazes of one seed, as data.

use std::ops::Range;
use std::sync::Arc;

use axum::response::Response;
use axum::routing::{MethodRouter, get};

use super::maze::{call, unless_stopped};
use super::solve::solved;
use crate::app::App;
use crate::problem::Problem;
use crate::request::admit::Job;
use crate::request::format::Written;
use crate::request::many::{self, Content as Line, Form, ManyRequest};
use crate::request::maze;
use crate::request::parameters::Include;
use crate::response::answer::{Ask, Content, Subject, answer};
use crate::response::body::Drawing;
use crate::response::caching::{Identity, Tag, Vary};
use crate::response::coding::Coding;
use crate::response::many::{BATCH_BYTES, Batch, BatchPlan, Make, body};
use crate::settings::threads;
use crate::telemetry::metrics::Work;
use crate::work::cancel::Watch;
use crate::work::pool::{Cost, TURN_STEPS};
use dedale::dataset::{Hash, Maker, Records};
use dedale::format::Format;
use dedale::observe::Stopped;
use dedale::options::{Made, MakeError, MazeOptions};
use dedale::picture::{Picture, Plane};
use dedale::rng::derived_seed;
use dedale::text::Encoding;

/// The version of what is made of many mazes. It is raised when the bytes of the same mazes change.
const VERSION: u32 = 1;

/// How many bytes of memory the hash of a maze takes.
const HASH_BYTES: u64 = 24;

/// The handler of `/mazes`, in this form.
pub fn handler(form: Form) -> MethodRouter<Arc<App>> {
    get(move |ask: Ask| async move { respond(&ask, many::many(call(&ask), form)?, form).await })
}

async fn respond(ask: &Ask, request: ManyRequest, form: Form) -> Result<Response, Problem> {
    let ManyRequest { maze, written, count, .. } = &request;
    let (media_type, format) = match form {
        Form::Lines => ("application/x-ndjson", "ndjson"),
        Form::Tokens | Form::Array => (written.format.media_type(), written.format.name()),
    };
    let (algorithm, cells) = (maze.algorithm().name(), maze.cells().saturating_mul(*count));
    let subject = Subject {
        identity: Identity::new(request.location.clone(), Some(maze.seed()), || tag(&request)),
        vary: Vary::Encoding,
        media_type,
        // The mazes are made by all cores at once, and the length of an array is known.
        coding: Coding::Identity,
        work: Work { cells, algorithm, format },
    };
    let job = request.task().admit(&ask.app.settings)?;
    answer(ask, subject, made(ask, request, job)).await
}

/// The mazes, which are made while they are sent.
async fn made(ask: &Ask, request: ManyRequest, job: Job) -> Result<Content, Problem> {
    let Ask { app, client, uri, .. } = ask;
    let Job { cost, attempts } = job;
    let ManyRequest { maze, written, content, count, offset, hash, distinct, .. } = request;
    let line = line_bytes(&maze, written, &content);
    // The first maze shows what is wrong with all of them, before anything is sent.
    let first = maze.with_seed(derived_seed(maze.seed(), offset));
    let seed = maze.seed();
    let is_probed = !maze.is_plain() || attempts.is_some();
    let probed =
        if is_probed { Cost { bytes: cost.bytes + line.min(MAX_RECORD), ..cost } } else { Cost { steps: 0, bytes: 0 } };
    let probe =
        move |watch: &mut Watch| unless_stopped(Source::new(first, content, written, hash, attempts, is_probed, watch));
    let source = ask.run(probed, probe).await?.result.map_err(|why| maze::not_made(uri, why))?;
    let (start, length, each) = match &source {
        Source::Array(records) => (records.start(count), Some(records.bytes_of(count)), records.record_bytes()),
        Source::Lines { .. } => (Vec::new(), None, line),
    };
    let each = each.max(1);
    let mazes_per_batch = (BATCH_BYTES / each).min(TURN_STEPS / cost.steps.max(1)).clamp(1, count);
    // A long line is drawn when it is sent, from a maze that is kept until then.
    let is_drawn_later = length.is_none() && each > BATCH_BYTES;
    let written_bytes = if is_drawn_later { BATCH_BYTES } else { mazes_per_batch * each };
    let of_part = written_bytes.saturating_add(cost.bytes);
    let hashes = if distinct { HASH_BYTES * count } else { 0 };
    // Those that are made ahead, and the one that is sent.
    let reserve = |ahead: u64| app.memory.reserve(*client, (ahead + 1).saturating_mul(of_part).saturating_add(hashes));
    // Each core has a part, and another one is ready; where there is no memory for that, a single part is made at a time.
    let ahead = threads() + 1;
    let (ahead, memory) = match reserve(ahead) {
        Ok(memory) => (ahead, memory),
        Err(_) => (1, reserve(1)?),
    };
    let plan = BatchPlan {
        start,
        numbers: offset..offset + count,
        mazes_per_batch,
        ahead: ahead as usize,
        steps: mazes_per_batch.saturating_mul(cost.steps),
        is_distinct: distinct,
    };
    let hash = distinct.then_some(hash);
    let make: Make = Arc::new(move |numbers, watch| {
        let mut part = Batch {
            bytes: Vec::with_capacity(if is_drawn_later { 0 } else { written_bytes as usize }),
            ..Batch::default()
        };
        part.error = add(&mut part, &mut source.clone(), seed, numbers, hash, is_drawn_later, watch).err();
        part
    });
    let body = body(plan, make, &app.pool, *client);
    Ok(Content { length, memory: Some(memory), ..Content::new(body) })
}

/// The tag of a response.
fn tag(request: &ManyRequest) -> Tag {
    let ManyRequest { maze, written, content, count, offset, hash, distinct, .. } = request;
    let content = match content {
        Line::Maze => "maze".to_owned(),
        Line::Solution(solve) => format!("solution {} {}", solve.identity(), written.encoded),
        Line::Record { fields, .. } => format!("record {fields:?} {}", dedale::solve::VERSION),
    };
    let (format, hash) = (written.format.identity(), hash.name());
    Tag::new(format_args!("mazes {VERSION} {maze} {format} {content} {count} {offset} {hash} {distinct}"))
}

/// The most bytes of a record of an array.
const MAX_RECORD: u64 = 1 << 27;

/// About how many bytes a line has at most.
fn line_bytes(maze: &MazeOptions, written: Written, content: &Line) -> u64 {
    let cells = maze.cells();
    let of_maze = match written.format.encoding() {
        Some(Encoding::Graph) => 512,
        Some(Encoding::Named) => 64,
        _ if written.format == Format::Tokens => 64,
        _ => 16,
    };
    let Line::Solution(solve) = content else { return 512_u64.saturating_add(cells.saturating_mul(of_maze)) };
    // Numbers have up to ten digits, and addresses are two or three of them in brackets.
    let numbers = |count: u64| count.saturating_mul(11);
    let addresses = |count: u64| count.saturating_mul(20);
    let of_item = |item: &Include| match item {
        Include::Matrix => {
            let points = solve.points.count(cells);
            numbers(points.saturating_mul(points))
        }
        Include::Paths => addresses(cells.saturating_mul(maze.most_openings().max(1))),
        Include::Walk => addresses(solve.solver.info().longest_walk.of(cells)),
        Include::Path | Include::Directions => addresses(cells),
        Include::Distances | Include::Weights | Include::States => numbers(cells),
        Include::Stats | Include::Hash => 2048,
    };
    let maze = if written.encoded || written.format == Format::Tokens { cells.saturating_mul(of_maze) } else { 0 };
    solve.include.iter().map(of_item).fold(maze.saturating_add(1024), u64::saturating_add)
}

/// A maker of mazes, each from its seed.
#[derive(Clone)]
enum Source {
    Array(Records),
    Lines { maker: Maker, content: Line, written: Written },
}

impl Source {
    /// A maker of mazes like this one, which is made once if `is_probed`.
    fn new(
        maze: MazeOptions,
        content: Line,
        written: Written,
        hash: Hash,
        attempts: Option<u32>,
        is_probed: bool,
        watch: &mut Watch,
    ) -> Result<Source, MakeError<Stopped>> {
        let seed = maze.seed();
        let mut source = match content {
            Line::Record { cells, fields } => Source::Array(Records::new(maze, cells, fields, hash, attempts, watch)?),
            content => Source::Lines { maker: Maker::new(maze, attempts), content, written },
        };
        if is_probed {
            source.make(seed, None, &mut Vec::new(), watch)?;
        }
        Ok(source)
    }

    /// Makes the maze of this seed: adds its record to `out`, or returns its line, which is not drawn yet, and its hash if one is asked for.
    fn make(
        &mut self,
        seed: u64,
        hash: Option<Hash>,
        out: &mut Vec<u8>,
        watch: &mut Watch,
    ) -> Result<(Option<Drawing>, Option<u64>), MakeError<Stopped>> {
        let (maker, content, written) = match self {
            Source::Array(records) => return records.write(seed, out, watch).map(|()| (None, None)),
            Source::Lines { maker, content, written } => (maker, content, *written),
        };
        if let Line::Solution(solve) = content {
            solve.set_seed(seed);
        }
        match maker.make(seed, watch)? {
            Made::Squares(picture) => line(picture, content, written, hash, watch),
            Made::Mesh(picture) => line(picture, content, written, hash, watch),
        }
    }
}

/// A maze as a line, and its hash.
fn line<G: Plane>(
    picture: Picture<G>,
    content: &Line,
    written: Written,
    hash: Option<Hash>,
    watch: &mut Watch,
) -> Result<(Option<Drawing>, Option<u64>), MakeError<Stopped>> {
    let hash = hash.map(|hash| hash.of(&picture.maze));
    let drawing = match content {
        Line::Solution(solve) => solved(picture, solve, written, watch)?.drawing,
        _ => Drawing::picture(picture, written.format),
    };
    Ok((drawing, hash))
}

/// Adds the mazes of these numbers to a part, until one cannot be made.
fn add(
    part: &mut Batch,
    source: &mut Source,
    seed: u64,
    numbers: Range<u64>,
    hash: Option<Hash>,
    is_drawn_later: bool,
    watch: &mut Watch,
) -> Result<(), MakeError<Stopped>> {
    for number in numbers {
        let before = part.bytes.len();
        let made = source.make(derived_seed(seed, number), hash, &mut part.bytes, watch);
        let (drawing, hash) = made.inspect_err(|_| part.bytes.truncate(before))?;
        match drawing {
            Some(drawing) if is_drawn_later => part.drawing = Some(drawing),
            Some(drawing) => drawing.write(&mut part.bytes),
            None => {}
        }
        part.hashes.extend(hash.map(|hash| (hash, part.bytes.len())));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::shares::Client;
    use crate::settings::Settings;
    use crate::telemetry::timing::Timing;
    use axum::http::HeaderMap;

    /// Memory is reserved for as many bytes as are written.
    #[test]
    fn no_line_is_longer_than_is_reserved() {
        let app = Arc::new(App::new(Settings::default()));
        for (form, query) in [
            (Form::Lines, "w=7&h=9"),
            (Form::Lines, "w=40&h=1&encoding=named"),
            (Form::Lines, "w=30&h=30&encoding=graph&weights=1..1000"),
            (Form::Lines, "grid=kisrhombille&w=9&h=9&encoding=graph&weights=1..1000"),
            (Form::Lines, "grid=cairo&w=9&h=9&encoding=named"),
            (Form::Lines, "w=9&h=9&include=matrix&point=all&weights=1..1000"),
            (Form::Lines, "w=9&h=9&levels=2&include=matrix,distances,states&point=all"),
            (Form::Lines, "w=30&h=30&exits=20&include=paths"),
            (Form::Lines, "w=300&h=2&solver=random-mouse&include=walk,path,directions,stats,hash"),
            (Form::Lines, "grid=polar&rings=30&include=path,directions&encoding=named"),
            (Form::Tokens, "w=30&h=30"),
        ] {
            let uri = format!("/mazes?count=1&seed=1&{query}").parse().unwrap();
            let ask = Ask {
                app: app.clone(),
                client: Client::NOBODY,
                uri,
                headers: HeaderMap::new(),
                timing: Timing::default(),
            };
            let request = many::many(call(&ask), form).unwrap_or_else(|problem| panic!("{query}: {problem:?}"));
            let ManyRequest { maze, written, content, hash, .. } = request;
            let most = line_bytes(&maze, written, &content);
            let (seed, watch) = (maze.seed(), &mut Watch::default());
            let mut source = Source::new(maze, content, written, hash, None, false, watch).unwrap();
            let (drawing, _) = source.make(seed, None, &mut Vec::new(), watch).unwrap();
            let mut line = Vec::new();
            drawing.unwrap().write(&mut line);
            assert!(line.len() as u64 <= most, "{query}: {} bytes, and {most} are reserved", line.len());
        }
    }
}
