//! The path through a posted picture, which is found among its squares.

use axum::body::Bytes;
use axum::response::Response;

use super::maze::call;
use crate::clients::memory::Reservation;
use crate::problem::Problem;
use crate::request::body::{self, PIXEL_STEPS, SQUARE_BYTES, Sent};
use crate::request::parameters::Include;
use crate::request::picture::PictureRequest;
use crate::response::answer::{Ask, Content, Subject, answer};
use crate::response::body::Drawing;
use crate::response::caching::Location;
use crate::telemetry::metrics::Work;
use crate::work::cancel::Watch;
use crate::work::pool::Cost;
use dedale::observe::Stopped;
use dedale::text::parse::Scan;
use dedale::text::traced_document;

/// The name of the form.
const FORM: &str = "png";

/// Solves a picture that was posted.
pub async fn solved(
    ask: &Ask,
    sent: Sent,
    (bytes, memory): (Bytes, Reservation),
    request: PictureRequest,
) -> Result<Response, Problem> {
    let pixels = Scan::pixels(&bytes).unwrap_or(0).min(sent.options.max_pixels);
    let settings = &ask.app.settings;
    let cost = Cost { steps: pixels.saturating_mul(PIXEL_STEPS), bytes: 0 };
    if cost.steps > settings.max_steps {
        let (over, detail) = settings.too_many_steps(&format!("a picture of {pixels} pixels"), cost.steps);
        return Err(Problem::too_large(over, detail));
    }
    let written = request.written;
    let coding = ask.coding(written.is_compressed());
    let work = Work { cells: pixels, algorithm: "none", format: written.name() };
    let (media_type, vary) = (written.media_type(), written.vary());
    let subject = Subject { location: Location::At(None, None), tag: None, vary, media_type, coding, work };
    let asked = ask.clone();
    let work = move |watch: &mut Watch| solve(&asked, &sent, bytes, memory, &request, watch);
    let response = answer(ask, subject, async {
        let (drawing, outcome, memory) = ask.run(cost, work).await?.result?;
        let content = Content::drawn(drawing, coding, ask, memory).await?;
        Ok(Content { outcome: Some(outcome), ..content })
    });
    response.await.map(|response| body::told(response, FORM))
}

type Solved = (Drawing, &'static str, Reservation);

fn solve(
    ask: &Ask,
    sent: &Sent,
    bytes: Bytes,
    mut memory: Reservation,
    request: &PictureRequest,
    watch: &mut Watch,
) -> Result<Result<Solved, Problem>, Stopped> {
    let read = |watch: &mut Watch| body::within(&mut memory, watch, |admit| Scan::read(&bytes, &sent.options, admit));
    let scan = match watch.time("read", read)? {
        Ok(scan) => scan,
        Err(problem) => return Ok(Err(problem)),
    };
    let ends = match PictureRequest::ends(call(ask), &scan) {
        Ok(ends) => ends,
        Err(problem) => return Ok(Err(problem)),
    };
    let squares: u64 = scan.squares().map(u64::from).iter().product();
    let kept = bytes.len() as u64 + squares / 4;
    if let Err(problem) = memory.resize(kept + SQUARE_BYTES * squares) {
        return Ok(Err(problem));
    }
    let traced = watch.time("solve", |watch| scan.trace(ends, watch))?;
    let outcome = if traced.moves.is_some() { "arrived" } else { "unreachable" };
    let moves = traced.moves.as_ref().map_or(0, Vec::len) as u64;
    let drawing = match request.color {
        Some(color) => {
            let drawn = scan.with_path(bytes, &traced, color);
            let Ok(writer) = drawn else {
                return Ok(Err(Problem::new(
                    crate::problem::Kind::INTERNAL_ERROR,
                    "the picture could not be read again",
                )));
            };
            Drawing::written(writer, request.written.format)
        }
        None => {
            let has = |item| request.include.contains(&item);
            let [has_path, has_directions] = [Include::Path, Include::Directions].map(has);
            Drawing::document(traced_document(&scan, ends[1], traced, has_path, has_directions))
        }
    };
    let left = if request.color.is_some() { kept } else { moves };
    Ok(memory.resize(left).map(|()| (drawing, outcome, memory)))
}
