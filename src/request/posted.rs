//! Reading a maze from the body of a request.

use std::cell::{Cell, RefCell};

use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, HeaderName};
use bytes::BytesMut;
use http_body_util::{BodyExt as _, Limited};
use tokio::time::{Instant, timeout_at};

use super::draft::Ground;
use super::solve::{Known, Space};
use super::style::Extent;
use crate::clients::memory::Reservation;
use crate::problem::{Kind, Problem, cut};
use crate::response::answer::Ask;
use crate::settings::Settings;
use crate::work::pool::Cost;
use dedale::draw::drawn_size;
use dedale::grid::{Address, DrawnMask, Grid as _, InvalidMask, Limits, MOST_PIXELS, Mask, png_size};
use dedale::picture::Plane;
use dedale::text::parse::{self, AnyParsed, Names, ParseError, Parsed};

/// The form of a posted maze, or of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `application/json`: a maze.
    Json,
    /// `text/plain`: a maze that is drawn, or a mask.
    Text,
    /// `image/png`: a mask.
    Png,
}

/// The forms that a maze may have.
pub const OF_MAZES: &[Form] = &[Form::Json, Form::Text];

/// The forms that a grid may have.
pub const OF_GRIDS: &[Form] = &[Form::Json, Form::Text, Form::Png];

impl Form {
    /// The media type.
    fn media_type(self) -> &'static str {
        match self {
            Form::Json => "application/json",
            Form::Text => "text/plain",
            Form::Png => "image/png",
        }
    }

    /// The form that the headers name, one of `allowed`.
    ///
    /// # Errors
    ///
    /// A [`Problem`] if they name a form that is not supported.
    pub fn of(headers: &HeaderMap, allowed: &[Form]) -> Result<Form, Problem> {
        let refused = |detail| Problem::new(Kind::UNSUPPORTED_MEDIA_TYPE, detail);
        let coding = only(headers, CONTENT_ENCODING)?.unwrap_or("identity");
        if !coding.eq_ignore_ascii_case("identity") {
            let detail = format!(
                "Content-Encoding is '{}', and must be identity: bodies are read as they are, without a coding",
                cut(coding)
            );
            return Err(refused(detail).accepted(ACCEPT_ENCODING, "identity"));
        }
        let names: Vec<&str> = allowed.iter().map(|form| form.media_type()).collect();
        let names = names.join(", ");
        let media_type = only(headers, CONTENT_TYPE)?.unwrap_or("absent");
        let mut parts = media_type.split(';').map(str::trim);
        let essence = parts.next().unwrap_or_default();
        let form = allowed.iter().copied().find(|form| form.media_type().eq_ignore_ascii_case(essence));
        let form = form.ok_or_else(|| {
            let detail = format!("Content-Type is '{}', and must be one of {names}", cut(media_type));
            refused(detail).accepted(ACCEPT, &names)
        })?;
        let charset =
            parts.filter_map(|part| part.split_once('=')).find(|(name, _)| name.eq_ignore_ascii_case("charset"));
        match charset.map(|(_, charset)| charset.trim_matches('"')) {
            Some(charset) if !charset.eq_ignore_ascii_case("utf-8") => {
                let detail = format!("the charset of Content-Type is '{}', and must be utf-8", cut(charset));
                Err(refused(detail).accepted(ACCEPT, &names))
            }
            _ => Ok(form),
        }
    }

    /// Where the cells of a maze in this form are, before it is read.
    pub fn space(self) -> Space<'static> {
        match self {
            Form::Json | Form::Text => Space::Unread,
            Form::Png => Space::Plain(None),
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
            Form::Text | Form::Png => parse::any_text(body, limits, admit),
        }
    }
}

/// The value of a header that is sent once at most.
fn only(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, Problem> {
    let mut values = headers.get_all(&name).iter();
    match (values.next(), values.next()) {
        (_, Some(_)) => Err(Problem::new(Kind::BAD_REQUEST, format!("a request must not have two {name} headers"))),
        (value, None) => Ok(value.map(|value| value.to_str().unwrap_or("unreadable"))),
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
    /// The memory that is reserved for it.
    pub memory: Option<Reservation>,
}

impl PostedMaze {
    /// A maze that was read without waiting.
    pub fn new(parsed: AnyParsed) -> PostedMaze {
        let extent = match &parsed {
            AnyParsed::Square(Parsed { maze, .. }) => Extent::Cells([maze.grid().columns(), maze.grid().rows()]),
            AnyParsed::Mesh(parsed) => Extent::Units(drawn_size(parsed.maze.grid())),
        };
        PostedMaze { parsed, extent, memory: None }
    }

    /// What is said of a solution, taken out: directions and path.
    pub fn take_claim(&mut self) -> (Option<Names>, Option<Vec<Address>>) {
        match &mut self.parsed {
            AnyParsed::Square(parsed) => (parsed.directions.take(), parsed.path.take()),
            AnyParsed::Mesh(parsed) => (parsed.directions.take(), parsed.path.take()),
        }
    }

    /// About how many moves the solution has that it comes with.
    pub fn claimed(&self) -> u64 {
        let (directions, path) = match &self.parsed {
            AnyParsed::Square(parsed) => (&parsed.directions, &parsed.path),
            AnyParsed::Mesh(parsed) => (&parsed.directions, &parsed.path),
        };
        (directions.as_ref().map_or(0, Names::bytes) + path.as_ref().map_or(0, Vec::len)) as u64
    }

    /// Its grid, for another maze.
    pub fn into_ground(self) -> Ground {
        match self.parsed {
            AnyParsed::Square(Parsed { maze, .. }) => Ground::Squares([maze.grid().columns(), maze.grid().rows()]),
            AnyParsed::Mesh(parsed) => Ground::Mesh(Box::new(parsed.maze.into_grid())),
        }
    }

    /// How many openings the outer wall has.
    pub fn openings(&self) -> u64 {
        match &self.parsed {
            AnyParsed::Square(parsed) => parsed.maze.openings().count() as u64,
            AnyParsed::Mesh(parsed) => parsed.maze.openings().count() as u64,
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

    /// Whether it costs something to enter its cells.
    pub fn is_weighted(&self) -> bool {
        match &self.parsed {
            AnyParsed::Square(parsed) => parsed.maze.weights().is_some(),
            AnyParsed::Mesh(parsed) => parsed.maze.weights().is_some(),
        }
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
    Known {
        from: parsed.from.map(address),
        to: parsed.to.map(address),
        goals: parsed.goals.iter().copied().map(address).collect(),
        unclear: parsed.unclear.each_ref().map(|why| why.as_ref().map(|why| why.to_string())),
        are_openings: parsed.ends_are_openings,
        is_weighted: Some(parsed.maze.weights().is_some()),
        has_exits: Some(parsed.maze.has_openings()),
    }
}

/// The maze in a body, read on a thread of the pool if it is large.
///
/// # Errors
///
/// A [`Problem`] when the body does not arrive, when there is no place for it, or that says what is wrong with it.
pub async fn maze(form: Form, body: Body, ask: &Ask) -> Result<PostedMaze, Problem> {
    let limits = ask.app.settings.limits();
    let (body, mut memory) = read(body, ask).await?;
    let bytes = body.len() as u64;
    // Reading takes a few steps for each byte, and what is read is at most 16 bytes for each six: a cell of a path.
    let read = 3 * bytes;
    memory.resize(bytes + read)?;
    let work = move |_: &mut _| {
        // The memory for a grid is known only when it is read.
        let (memory, refused) = (RefCell::new(memory), RefCell::new(None));
        let needed = Cell::new(bytes + read);
        let admit = |more: u64| {
            needed.set(needed.get().saturating_add(more));
            memory.borrow_mut().resize(needed.get()).map_err(|problem| refused.replace(Some(problem))).is_ok()
        };
        let parsed = form.parse(&body, limits, &admit);
        let mut memory = memory.into_inner();
        let parsed = parsed.map_err(|error| refused.take().unwrap_or_else(|| problem(&error)));
        Ok(parsed.and_then(|parsed| {
            drop(body);
            memory.resize(needed.get() - bytes)?;
            Ok(PostedMaze { memory: Some(memory), ..PostedMaze::new(parsed) })
        }))
    };
    ask.run(Cost { steps: 8 * bytes, bytes: 0 }, work).await?.result
}

/// The mask in a body and the memory for it, read on a thread of the pool if it is large. It is scaled to columns and rows where these are given.
///
/// # Errors
///
/// As for [`maze`].
pub async fn mask(
    form: Form,
    asked: [Option<u32>; 2],
    body: Body,
    ask: &Ask,
) -> Result<(DrawnMask, Reservation), Problem> {
    let limits = ask.app.settings.limits();
    let (body, mut memory) = read(body, ask).await?;
    let bytes = body.len() as u64;
    let most = u64::from(limits.max_cells);
    // Lines of text are at most as many and as long as there are bytes.
    let scaled_cells = |[width, height]: [u64; 2]| {
        let [columns, rows] = asked.map(|side| side.map(u64::from));
        let (columns, rows) = match (columns, rows) {
            (None, None) => return 0,
            (Some(columns), Some(rows)) => (columns, rows),
            (Some(columns), None) => (columns, columns.saturating_mul(height)),
            (None, Some(rows)) => (rows.saturating_mul(width), rows),
        };
        columns.saturating_mul(rows).min(most)
    };
    let (cost, size) = match form {
        Form::Png => {
            let pixels = png_size(&body).map_err(|invalid| problem_of_mask(&invalid))?;
            let [width, height] = pixels.map(u64::from);
            let count = width.saturating_mul(height).min(MOST_PIXELS);
            // Four samples and a bit for each pixel, and a bit for each cell.
            (
                {
                    let cells = cells_of(scaled(asked, pixels), most);
                    Cost { steps: 8 * (bytes + count) + cells, bytes: 6 * count + cells }
                },
                scaled(asked, pixels),
            )
        }
        // Few lines may be long, and many short.
        _ => {
            let cells = bytes.saturating_mul(bytes).min(most);
            let cells = cells + scaled_cells([bytes, bytes]);
            (Cost { steps: 8 * bytes + cells, bytes: 2 * cells }, None)
        }
    };
    memory.resize(bytes + cost.bytes)?;
    let work = move |_: &mut _| {
        let drawn = match form {
            Form::Png => Mask::from_png(&body, size, limits),
            _ => match str::from_utf8(&body) {
                Ok(text) => Mask::from_text(text, limits).and_then(|drawn| {
                    let size = [drawn.columns, drawn.rows];
                    drawn.scaled_to(scaled(asked, size).unwrap_or(size), limits)
                }),
                Err(_) => return Ok(Err(Problem::new(Kind::MALFORMED_MAZE, "the text is not UTF-8"))),
            },
        };
        drop(body);
        Ok(drawn.map(|drawn| (drawn, memory)).map_err(|invalid| problem_of_mask(&invalid)))
    };
    ask.run(Cost { bytes: 0, ..cost }, work).await?.result
}

/// How many cells a mask of this size has, but at most so many.
fn cells_of(size: Option<[u32; 2]>, most: u64) -> u64 {
    size.map_or(0, |[columns, rows]| u64::from(columns) * u64::from(rows)).min(most)
}

/// The columns and rows that a picture is scaled to; if one of them is given alone, the other keeps the proportions.
fn scaled(size: [Option<u32>; 2], [width, height]: [u32; 2]) -> Option<[u32; 2]> {
    let in_proportion = |given: u32, of: u32, other: u32| {
        let scaled = (u64::from(given) * u64::from(other) + u64::from(of) / 2) / u64::from(of.max(1));
        u32::try_from(scaled).unwrap_or(u32::MAX).max(1)
    };
    match size {
        [None, None] => None,
        [Some(columns), Some(rows)] => Some([columns, rows]),
        [Some(columns), None] => Some([columns, in_proportion(columns, width, height)]),
        [None, Some(rows)] => Some([in_proportion(rows, height, width), rows]),
    }
}

fn problem_of_mask(invalid: &InvalidMask) -> Problem {
    let kind = if invalid.is_too_large() { Kind::INCONSISTENT_MAZE } else { Kind::MALFORMED_MAZE };
    Problem::new(kind, invalid.to_string())
}

/// The whole body, which must not be larger than is read, and arrive in time; and the memory for it. That is reserved when the bytes
/// have arrived, because announcing many costs a client nothing.
async fn read(body: Body, ask: &Ask) -> Result<(Bytes, Reservation), Problem> {
    let Settings { max_body, timeout: longest, .. } = ask.app.settings;
    let too_large = || {
        let detail = format!("the body is larger than {max_body} bytes, the most that is read");
        Problem::new(Kind::CONTENT_TOO_LARGE, detail)
    };
    let deadline = Instant::now() + longest;
    let mut body = Limited::new(body, max_body);
    let mut bytes = BytesMut::new();
    let mut memory = ask.app.memory.reserve(ask.client, 0)?;
    loop {
        match timeout_at(deadline, body.frame()).await {
            // Frames other than data are trailers, which are ignored.
            Ok(Some(Ok(frame))) => {
                bytes.extend(frame.into_data().ok());
                memory.resize(bytes.capacity() as u64)?;
            }
            Ok(Some(Err(error))) if is_too_large(&*error) => return Err(too_large()),
            Ok(Some(Err(_))) => return Err(Problem::new(Kind::BAD_REQUEST, "the body was cut off")),
            Ok(None) => return Ok((bytes.freeze(), memory)),
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
