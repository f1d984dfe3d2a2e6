//! The path through a posted picture, found among its squares.

use axum::body::Bytes;
use axum::response::Response;
use dedale::formats::{Format, traced_document};
use dedale::grid::Address;
use dedale::observe::Stopped;
use dedale::scan::Scan;

use crate::limits::cancel::Watch;
use crate::limits::memory::Reservation;
use crate::limits::pool::Cost;
use crate::parameters::estimate::{PIXEL_STEPS, SQUARE_BYTES};
use crate::parameters::format::{Parameters, Representation};
use crate::parameters::query::Query;
use crate::parameters::solve::AddressSpace;
use crate::parameters::table::{Include, Name};
use crate::posted::body::{self, BodyOptions, Received};
use crate::posted::maze::HowRead;
use crate::problem::{Code, Kind, Problem, Reason};
use crate::response::answer::{Content, Subject};
use crate::response::body::Drawing;
use crate::response::caching::Location;
use crate::response::context::RequestContext;
use crate::telemetry::metrics::WorkSummary;

/// The parameters with which a path is found among the squares of a picture. With any other parameter, the picture is
/// parsed as a maze.
const NAMES: [Name; 8] =
    [Name::From, Name::To, Name::Read, Name::Threshold, Name::Dark, Name::Format, Name::Include, Name::PathColor];

/// A checked request for the path through a picture, as JSON or in the same picture.
#[derive(Clone, Debug)]
pub struct PictureRequest {
    /// The representation of the response.
    pub representation: Representation,
    /// The items of JSON.
    pub include: Vec<Include>,
    /// The color of the path, if the response is the picture.
    pub color: Option<[u8; 3]>,
    query: Query,
}

impl PictureRequest {
    /// Checks a request; `None` if it must be answered like that for any posted maze.
    pub fn new(parameters: &Parameters) -> Result<Option<PictureRequest>, Problem> {
        let mut parameters = parameters.clone();
        let is_path = |item: &str| [Include::Path, Include::Directions].iter().any(|known| known.name() == item);
        let query = &parameters.query;
        if !query.has_only(&NAMES) || !query.all(Name::Include).all(is_path) || query.given(Name::To) == Some("any") {
            return Ok(None);
        }
        let include = parameters.query.list(Name::Include, Include::ALL, Include::name);
        let representation = parameters.representation(None);
        let color = match representation.map(|representation| representation.format) {
            Some(Format::Json(_)) => None,
            Some(Format::Png(style)) => Some(style.path_color),
            _ => return Ok(None),
        };
        let query = parameters.query.clone();
        let representation = parameters.finish(representation)?;
        Ok(Some(PictureRequest { representation, include, color, query }))
    }

    /// The squares of the picture at the ends of the path.
    fn ends(&self, scan: &Scan) -> Result<[[u32; 2]; 2], Problem> {
        let mut query = self.query.clone();
        let space = AddressSpace::Squares(Some(scan.squares()));
        let place = |address: Address| <[u32; 2]>::try_from(address.numbers()).ok();
        let mut ends = [None; 2];
        for (index, name) in [Name::From, Name::To].into_iter().enumerate() {
            if query.has(name) {
                ends[index] = space.addresses(&mut query, name).first().copied().and_then(place);
                if ends[index].is_some_and(|place| !scan.is_free(place)) {
                    query.fault(name, "is a wall of the picture");
                }
            } else if let Some(known) = scan.ends[index] {
                ends[index] = Some(known);
            } else {
                let why = scan.unclear[index].as_ref().map_or_else(String::new, |why| format!(": {why}"));
                let detail = format!("must be given, since the picture does not say it{why}");
                query.fault(name, Reason::new(Code::Missing, detail));
            }
        }
        let [from, to] = ends;
        query.finish(from.zip(to).map(|(from, to)| [from, to]))
    }
}

/// Responds with the path through a posted picture.
pub async fn respond(
    context: &RequestContext,
    body_options: BodyOptions,
    (bytes, memory): Received,
    request: PictureRequest,
) -> Result<Response, Problem> {
    let pixels = Scan::pixels(&bytes).unwrap_or(0).min(body_options.read.max_pixels);
    let settings = &context.app.settings;
    let cost = Cost { steps: pixels.saturating_mul(PIXEL_STEPS), bytes: 0 };
    if cost.steps > settings.max_steps {
        let (over, detail) = settings.too_many_steps(&format!("a picture of {pixels} pixels"), cost.steps);
        return Err(Problem::too_large(over, detail));
    }
    let representation = request.representation;
    let coding = context.coding(representation.is_compressed());
    let work = WorkSummary { cells: pixels, algorithm: "none", format: representation.name() };
    let (media_type, vary) = (representation.media_type(), representation.vary());
    let subject = Subject { location: Location::At(None, None), tag: None, vary, media_type, coding, work };
    let work = move |watch: &mut Watch| solve(&body_options, bytes, memory, &request, watch);
    let (drawing, outcome, memory, how) = context.run(cost, work).await?.result?;
    let content = Content { outcome: Some(outcome), ..Content::drawn(drawing, coding, context, memory).await? };
    Ok(body::with_read_headers(subject.respond(context, Some(content)), &how))
}

/// The drawing, whether the search arrived, the memory, and how the picture was read.
type Solved = (Drawing, &'static str, Reservation, HowRead);

fn solve(
    body_options: &BodyOptions,
    bytes: Bytes,
    mut memory: Reservation,
    request: &PictureRequest,
    watch: &mut Watch,
) -> Result<Result<Solved, Problem>, Stopped> {
    let read = |watch: &mut Watch| {
        body::read_with_memory(&[], &mut memory, watch, |admit| Scan::read(&bytes, &body_options.read, admit))
    };
    let scan = match watch.time("read", read)? {
        Ok(scan) => scan,
        Err(problem) => return Ok(Err(problem)),
    };
    let ends = match request.ends(&scan) {
        Ok(ends) => ends,
        Err(problem) => return Ok(Err(problem)),
    };
    let squares: u64 = scan.squares().map(u64::from).iter().product();
    let warnings = scan.warnings.iter().map(ToString::to_string).collect();
    let read = HowRead { form: scan.format, shades: scan.found, warnings, ..HowRead::default() };
    let kept = bytes.len() as u64 + squares / 4;
    // The picture is decoded again when the search is done.
    let decoded = if request.color.is_some() { scan.decoder_bytes() } else { 0 };
    if let Err(problem) = memory.resize(kept + decoded.max(SQUARE_BYTES * squares)) {
        return Ok(Err(problem));
    }
    let traced = watch.time("solve", |watch| scan.trace(ends, watch))?;
    let outcome = if traced.moves.is_some() { "arrived" } else { "unreachable" };
    let moves = traced.moves.as_ref().map_or(0, Vec::len) as u64;
    let drawing = match request.color {
        Some(color) => {
            let drawn = scan.with_path(bytes, &traced, color);
            let Ok(writer) = drawn else {
                return Ok(Err(Problem::new(Kind::INTERNAL_ERROR, "the picture could not be read again")));
            };
            Drawing::written(writer, request.representation.format)
        }
        None => {
            let has = |item| request.include.contains(&item);
            let [has_path, has_directions] = [Include::Path, Include::Directions].map(has);
            Drawing::document(traced_document(&scan, ends[1], traced, has_path, has_directions))
        }
    };
    let left = if request.color.is_some() { kept + decoded } else { moves };
    Ok(memory.resize(left).map(|()| (drawing, outcome, memory, read)))
}
