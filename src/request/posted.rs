//! Reading a maze from the body of a request.

use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use bytes::BytesMut;
use http_body_util::{BodyExt as _, Limited};
use tokio::time::{Instant, timeout_at};

use super::fault::cut;
use super::solve::Known;
use crate::app::App;
use crate::response::problem::{Kind, Problem};
use crate::settings::Settings;
use crate::shares::Client;
use crate::work::pool::{Cost, Done, FEW, Held};
use dedale::grid::Limits;
use dedale::parse::{self, ParseError, Parsed};

/// The form of a posted maze.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Posted {
    /// `application/json`
    Json,
    /// `text/plain`
    Text,
}

impl Posted {
    /// The form that the headers name.
    ///
    /// # Errors
    ///
    /// A [`Problem`] if they name a form that is not supported.
    pub fn of(headers: &HeaderMap) -> Result<Posted, Problem> {
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
            "application/json" => Ok(Posted::Json),
            "text/plain" => Ok(Posted::Text),
            _ => {
                let media_type = cut(media_type);
                refused(format!("Content-Type is '{media_type}', and must be application/json or text/plain"))
            }
        }
    }

    /// The maze in a body.
    ///
    /// # Errors
    ///
    /// A [`Problem`] that says what is wrong with it, and where.
    pub fn parse(self, body: &[u8], limits: Limits) -> Result<Parsed, Problem> {
        let parsed = match self {
            Posted::Json => parse::json(body, limits),
            Posted::Text => parse::text(body, limits),
        };
        parsed.map_err(|error| problem(&error))
    }
}

fn problem(error: &ParseError) -> Problem {
    let kind = match error.kind {
        parse::Kind::Inconsistent => Kind::INCONSISTENT_MAZE,
        _ => Kind::MALFORMED_MAZE,
    };
    Problem::new(kind, error.to_string())
}

/// The ends that a posted maze names.
pub fn known(parsed: &Parsed) -> Known {
    let grid = parsed.maze.grid();
    let place = |cell| [grid.row(cell), grid.column(cell)];
    Known { from: parsed.from.map(place), to: parsed.to.map(place), are_openings: parsed.ends_are_openings }
}

/// The maze in a body, read on a thread of the pool if it is large; what is wrong with it is the inner error.
///
/// # Errors
///
/// A [`Problem`] when the body does not arrive, or there is no place for it.
pub async fn maze(
    form: Posted,
    body: Body,
    app: &App,
    client: Client,
) -> Result<Done<Result<Parsed, Problem>>, Problem> {
    let limits = app.settings.limits;
    let (body, _held) = read(body, app, client).await?;
    let bytes = body.len() as u64;
    // Reading takes a few steps for each byte, and what is read is at most 16 bytes for each six: a cell of a path.
    let cost = Cost { steps: 8 * bytes, bytes: 3 * bytes };
    app.pool.run(client, cost, move |_| Ok(form.parse(&body, limits))).await
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
