//! `/mazes`, `/mazes.tokens` and `/mazes.npy`: many mazes of one seed, as data.

use std::ops::Range;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::{MethodRouter, get};

use super::maze::{call, unless_stopped};
use super::solve::solved;
use crate::app::App;
use crate::clients::shares::Client;
use crate::problem::Problem;
use crate::request::admit::{Admit as _, Job};
use crate::request::format::Written;
use crate::request::many::{self, Content, Form, ManyRequest};
use crate::request::maze;
use crate::response::body::Drawing;
use crate::response::caching::{Determined, Tag, Vary};
use crate::response::many::{AsItIs, Cut, Make, PART_BYTES, Part, Plan, body};
use crate::response::reply::{self, Timing};
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
pub fn made(form: Form) -> MethodRouter<Arc<App>> {
    get(move |State(app), client: Client, request: Request| answer(app, client, request, form))
}

async fn answer(app: Arc<App>, client: Client, request: Request, form: Form) -> Result<Response, Problem> {
    let (head, _) = request.into_parts();
    let request = many::many(call(&app, &head.uri, &head.headers), form)?;
    let determined = Determined::made(request.location.clone(), Some(request.maze.seed()), || tag(&request));
    let &ManyRequest { ref maze, written, count, offset, hash, distinct, .. } = &request;
    let (media_type, format) = match form {
        Form::Lines => ("application/x-ndjson", "ndjson"),
        Form::Tokens | Form::Array => (written.format.media_type(), written.format.name()),
    };
    let asked = Work { cells: maze.cells().saturating_mul(count), algorithm: maze.algorithm().name(), format };
    if let Some(held) = determined.held(&head.headers, asked) {
        return Ok(determined.mark(held, Vary::Encoding));
    }
    let Job { cost, attempts } = request.admit(&app.settings)?;
    let ManyRequest { maze, content, .. } = request;
    // The first maze shows what is wrong with all of them, before anything is sent.
    let first = maze.with_seed(derived_seed(maze.seed(), offset));
    let seed = maze.seed();
    let is_probed = !maze.is_plain() || attempts.is_some();
    let probed = if is_probed { cost } else { Cost { steps: 0, bytes: 0 } };
    let probe =
        move |watch: &mut Watch| unless_stopped(Source::new(first, content, written, hash, attempts, is_probed, watch));
    let source = app.pool.run(client, probed, probe).await?.result.map_err(|why| maze::not_made(&head.uri, why))?;
    let (start, bytes, each) = match &source {
        Source::Array(records) => (records.start(count), Some(records.bytes_of(count)), records.record_bytes()),
        Source::Lines { .. } => (Vec::new(), None, line_bytes(written, maze.cells())),
    };
    let each = each.max(1);
    let in_a_part = (PART_BYTES / each).min(TURN_STEPS / cost.steps.max(1)).clamp(1, count);
    let of_part = in_a_part * each + cost.bytes;
    let hashes = if distinct { HASH_BYTES * count } else { 0 };
    let reserve = |ahead: u64| app.memory.reserve(client, ahead * of_part + hashes);
    // Each core has a part, and another one is ready; where there is no memory for that, a single part is made at a time.
    let ahead = threads() + 1;
    let (ahead, memory) = match reserve(ahead) {
        Ok(memory) => (ahead, memory),
        Err(_) => (1, reserve(1)?),
    };
    let plan = Plan {
        start,
        numbers: offset..offset + count,
        in_a_part,
        ahead: ahead as usize,
        steps: in_a_part.saturating_mul(cost.steps),
        bytes,
        is_distinct: distinct,
        memory,
    };
    let hash = distinct.then_some(hash);
    let room = (in_a_part * each) as usize;
    let make: Make = Arc::new(move |numbers, watch| part(&mut source.clone(), seed, numbers, hash, room, watch));
    let mut response = reply::streamed(body(plan, make, &app.pool, client), media_type, asked);
    response.extensions_mut().insert(AsItIs);
    Ok(determined.mark(response, Vary::Encoding))
}

/// The tag of a response.
fn tag(request: &ManyRequest) -> Tag {
    let ManyRequest { maze, written, content, count, offset, hash, distinct, .. } = request;
    let content = match content {
        Content::Maze => "maze".to_owned(),
        Content::Solution(solve) => format!("solution {} {}", solve.identity(), written.encoded),
        Content::Record { fields, .. } => format!("record {fields:?} {}", dedale::solve::VERSION),
    };
    let (format, hash) = (written.format.identity(), hash.name());
    Tag::new(format_args!("mazes {VERSION} {maze} {format} {content} {count} {offset} {hash} {distinct}"))
}

/// About how many bytes a line has.
fn line_bytes(written: Written, cells: u64) -> u64 {
    let of_cell = match written.format.encoding() {
        Some(Encoding::Graph) => 256,
        Some(Encoding::Named) => 48,
        _ if written.format == Format::Tokens => 48,
        _ => 8,
    };
    512 + of_cell * cells
}

/// A maker of mazes, each from its seed.
#[derive(Clone)]
enum Source {
    Array(Records),
    Lines { maker: Maker, content: Content, written: Written },
}

impl Source {
    /// A maker of mazes like this one, which is made once if `is_probed`.
    fn new(
        maze: MazeOptions,
        content: Content,
        written: Written,
        hash: Hash,
        attempts: Option<u32>,
        is_probed: bool,
        watch: &mut Watch,
    ) -> Result<Source, MakeError<Stopped>> {
        let seed = maze.seed();
        let mut source = match content {
            Content::Record { cells, fields } => {
                Source::Array(Records::new(maze, cells, fields, hash, attempts, watch)?)
            }
            content => Source::Lines { maker: Maker::new(maze, attempts), content, written },
        };
        if is_probed {
            source.write(seed, None, &mut Vec::new(), watch)?;
        }
        Ok(source)
    }

    /// Adds the maze of this seed to `out`, and returns its hash if one is asked for.
    fn write(
        &mut self,
        seed: u64,
        hash: Option<Hash>,
        out: &mut Vec<u8>,
        watch: &mut Watch,
    ) -> Result<Option<u64>, MakeError<Stopped>> {
        let (maker, content, written) = match self {
            Source::Array(records) => return records.write(seed, out, watch).map(|()| None),
            Source::Lines { maker, content, written } => (maker, content, *written),
        };
        if let Content::Solution(solve) = content {
            solve.set_seed(seed);
        }
        match maker.make(seed, watch)? {
            Made::Squares(picture) => line(picture, content, written, hash, out, watch),
            Made::Mesh(picture) => line(picture, content, written, hash, out, watch),
        }
    }
}

/// Adds a maze as a line.
fn line<G: Plane>(
    picture: Picture<G>,
    content: &Content,
    written: Written,
    hash: Option<Hash>,
    out: &mut Vec<u8>,
    watch: &mut Watch,
) -> Result<Option<u64>, MakeError<Stopped>> {
    let hash = hash.map(|hash| hash.of(&picture.maze));
    let drawing = match content {
        Content::Solution(solve) => solved(picture, solve, written, Timing::none(), watch)?.0,
        _ => Drawing::picture(picture, written.format),
    };
    if let Some(drawing) = drawing {
        drawing.write(out);
    }
    Ok(hash)
}

/// Makes the mazes of these numbers, until one cannot be made.
fn part(
    source: &mut Source,
    seed: u64,
    numbers: Range<u64>,
    hash: Option<Hash>,
    room: usize,
    watch: &mut Watch,
) -> Part {
    let mut part = Part { bytes: Vec::with_capacity(room), ..Part::default() };
    for number in numbers {
        let whole = part.bytes.len();
        match source.write(derived_seed(seed, number), hash, &mut part.bytes, watch) {
            Ok(hash) => part.hashes.extend(hash.map(|hash| (hash, part.bytes.len()))),
            Err(why) => {
                part.bytes.truncate(whole);
                part.cut = Some(match why.unless_stopped::<std::convert::Infallible>() {
                    Err(Stopped) => Cut::Stopped,
                    Ok(why) => Cut::NotMade(format!("maze {number}: {why}").into()),
                });
                return part;
            }
        }
    }
    part
}
