//! Reading a maze from the body of a request.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use bytes::BytesMut;
use http_body_util::{BodyExt as _, Limited};
use tokio::time::{Instant, timeout_at};

use super::fault::cut;
use super::solve::{Known, Space};
use super::style::Extent;
use crate::app::App;
use crate::response::problem::{Kind, Problem};
use crate::settings::Settings;
use crate::shares::Client;
use crate::work::pool::{Cost, Done, FEW, Held};
use dedale::grid::{Address, Grid as _, Limits};
use dedale::parse::{self, AnyParsed, Names, ParseError, Parsed};
use dedale::render::{MeshWriter, Plane};

/// The form of a posted maze.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `application/json`
    Json,
    /// `text/plain`
    Text,
}

impl Form {
    /// The form that the headers name.
    ///
    /// # Errors
    ///
    /// A [`Problem`] if they name a form that is not supported.
    pub fn of(headers: &HeaderMap) -> Result<Form, Problem> {
        let refused = |detail: String| Err(Problem::new(Kind::UNSUPPORTED_MEDIA_TYPE, detail));
        let coding = headers.get(CONTENT_ENCODING).map(|value| value.to_str().unwrap_or("unreadable"));
        if let Some(coding) = coding.filter(|coding| !coding.eq_ignore_ascii_case("identity")) {
            return refused(format!(
                "Content-Encoding is '{}', and bodies are read as they are, without a coding",
                cut(coding)
            ));
        }
        let media_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("absent");
        match media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase().as_str() {
            "application/json" => Ok(Form::Json),
            "text/plain" => Ok(Form::Text),
            _ => {
                let media_type = cut(media_type);
                refused(format!("Content-Type is '{media_type}', and must be application/json or text/plain"))
            }
        }
    }

    /// Where the cells of a maze in this form are, before it is read.
    pub fn space(self) -> Space<'static> {
        match self {
            Form::Json => Space::Shaped { cells: None },
            Form::Text => Space::Plain(None),
        }
    }

    /// The maze in a body. `admit` is asked whether so many bytes of memory may be taken for a grid that is not one of plain squares.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and where.
    pub fn parse(self, body: &[u8], limits: Limits, admit: &dyn Fn(u64) -> bool) -> Result<AnyParsed, ParseError> {
        match self {
            Form::Json => parse::any_json_within(body, limits, admit),
            Form::Text => parse::text(body, limits).map(AnyParsed::Square),
        }
    }
}

fn problem(error: &ParseError) -> Problem {
    let kind = match error.kind {
        parse::Kind::Inconsistent => Kind::INCONSISTENT_MAZE,
        _ => Kind::MALFORMED_MAZE,
    };
    Problem::new(kind, error.to_string())
}

/// A maze that was posted.
#[derive(Debug)]
pub struct PostedMaze {
    /// The maze, and what is said of it.
    pub parsed: AnyParsed,
    /// How large it is in a picture.
    pub extent: Extent,
    /// How long it waited to be read.
    pub queued: Duration,
    /// The memory that is reserved for it.
    pub held: Vec<Held>,
}

impl PostedMaze {
    /// A maze that was read without waiting.
    pub fn new(parsed: AnyParsed) -> PostedMaze {
        let extent = match &parsed {
            AnyParsed::Square(Parsed { maze, .. }) => Extent::Cells([maze.grid().columns(), maze.grid().rows()]),
            AnyParsed::Mesh(parsed) => Extent::Units(MeshWriter::units(parsed.maze.grid())),
        };
        PostedMaze { parsed, extent, queued: Duration::ZERO, held: Vec::new() }
    }

    /// What is said of a solution, taken out: directions and path.
    pub fn take_claim(&mut self) -> (Option<Names>, Option<Vec<Address>>) {
        match &mut self.parsed {
            AnyParsed::Square(parsed) => (parsed.directions.take(), parsed.path.take()),
            AnyParsed::Mesh(parsed) => (parsed.directions.take(), parsed.path.take()),
        }
    }

    /// How many cells there are.
    pub fn cells(&self) -> u64 {
        let [columns, rows] = self.size();
        u64::from(columns) * u64::from(rows)
    }

    /// Columns and rows; where there are none, all cells are in one row.
    pub fn size(&self) -> [u32; 2] {
        match &self.parsed {
            AnyParsed::Square(Parsed { maze, .. }) => [maze.grid().columns(), maze.grid().rows()],
            AnyParsed::Mesh(parsed) => [parsed.maze.grid().cells(), 1],
        }
    }

    /// Where its cells are.
    pub fn space(&self) -> Space<'_> {
        Space::of(&self.parsed)
    }

    /// The ends that it names.
    pub fn known(&self) -> Known {
        match &self.parsed {
            AnyParsed::Square(parsed) => known(parsed),
            AnyParsed::Mesh(parsed) => known(parsed),
        }
    }
}

fn known<G: Plane>(parsed: &Parsed<G>) -> Known {
    let address = |cell| parsed.maze.grid().address_of(cell);
    Known { from: parsed.from.map(address), to: parsed.to.map(address), are_openings: parsed.ends_are_openings }
}

/// The maze in a body, read on a thread of the pool if it is large.
///
/// # Errors
///
/// A [`Problem`] when the body does not arrive, when there is no place for it, or that says what is wrong with it.
pub async fn maze(form: Form, body: Body, app: &App, client: Client) -> Result<PostedMaze, Problem> {
    let limits = app.settings.limits;
    let (body, _held) = read(body, app, client).await?;
    let bytes = body.len() as u64;
    // Reading takes a few steps for each byte, and what is read is at most 16 bytes for each six: a cell of a path.
    let cost = Cost { steps: 8 * bytes, bytes: 3 * bytes };
    let pool = app.pool.clone();
    let work = move |_: &mut _| {
        // The memory for a grid is known only when it is read.
        let (more, refused, before) = (RefCell::new(Vec::new()), Cell::new(None), Cell::new(bytes + cost.bytes));
        let admit = |bytes| match pool.hold_more(client, before.get(), bytes) {
            Ok(held) => {
                more.borrow_mut().extend(held);
                before.set(before.get() + bytes);
                true
            }
            Err(problem) => {
                refused.set(Some(problem));
                false
            }
        };
        let parsed = form.parse(&body, limits, &admit);
        let read = parsed.map_err(|error| refused.take().unwrap_or_else(|| problem(&error)));
        Ok(read.map(|parsed| PostedMaze { held: more.take(), ..PostedMaze::new(parsed) }))
    };
    let Done { result, queued, held } = app.pool.run(client, cost, work).await?;
    let mut maze = result?;
    maze.held.extend(held);
    Ok(PostedMaze { queued, ..maze })
}

/// How much memory is reserved for a body at a time, in bytes. It is reserved when the bytes have arrived, because announcing many costs a
/// client nothing.
const PIECE: u64 = 256 * 1024;

/// The whole body, which must not be larger than is read, and arrive in time; and the memory that is held for it.
async fn read(body: Body, app: &App, client: Client) -> Result<(Bytes, Vec<Held>), Problem> {
    let Settings { max_body, timeout: longest, .. } = app.settings;
    let too_large = || {
        let detail = format!("the body is larger than {max_body} bytes, the most that is read");
        Problem::new(Kind::CONTENT_TOO_LARGE, detail)
    };
    let deadline = Instant::now() + longest;
    let mut body = Limited::new(body, max_body);
    let mut bytes = BytesMut::new();
    let mut held = Vec::new();
    loop {
        match timeout_at(deadline, body.frame()).await {
            // Frames other than data are trailers, which are ignored.
            Ok(Some(Ok(frame))) => {
                bytes.extend(frame.into_data().ok());
                while bytes.capacity() as u64 > FEW + PIECE * held.len() as u64 {
                    held.push(app.pool.hold(client, PIECE)?);
                }
            }
            Ok(Some(Err(error))) if is_too_large(&*error) => return Err(too_large()),
            Ok(Some(Err(_))) => return Err(Problem::new(Kind::BAD_REQUEST, "the body was cut off")),
            Ok(None) => return Ok((bytes.freeze(), held)),
            Err(_) => {
                let detail = format!("the body did not arrive within {} s", longest.as_secs_f64());
                return Err(Problem::new(Kind::REQUEST_TIMEOUT, detail));
            }
        }
    }
}

fn is_too_large(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut source = Some(error);
    while let Some(cause) = source {
        if cause.is::<http_body_util::LengthLimitError>() {
            return true;
        }
        source = cause.source();
    }
    false
}
