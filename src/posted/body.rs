//! The body of a request: its media type, its bytes, and parsing the maze or the mask in them.

use std::cell::{Cell, RefCell};

use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, HeaderName};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use bytes::BytesMut;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use tokio::time::{Instant, timeout_at};

use crate::limits::cancel::Watch;
use crate::limits::memory::Reservation;
use crate::limits::pool::{Cost, Done};
use crate::parameters::estimate::{BYTE_STEPS, PIXEL_STEPS};
use crate::parameters::format::Parameters;
use crate::posted::drawn;
use crate::posted::faults::problem_of_maze;
use crate::posted::maze::{HowRead, PostedMaze};
use crate::posted::options;
use crate::problem::{Kind, Problem, cut};
use crate::response::context::RequestContext;
use crate::settings::Settings;
use dedale::formats;
use dedale::grid::{DrawnMask, InvalidMask, Limits, MAX_PIXELS, Mask, png_size};
use dedale::named;
use dedale::observe::{Observer as _, Stopped};
use dedale::parse::{self, InputFormat, ParseError, Parsed, ReadOptions};
use dedale::scan::Scan;

named! {
    /// The media type of a body.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum MediaType {
        /// A maze as JSON.
        Json = "application/json",
        /// A maze or a mask as text.
        Text = "text/plain",
        /// A table.
        Csv = "text/csv",
        /// An array of NumPy.
        Npy = "application/x-npy",
        /// Any bytes.
        Bytes = "application/octet-stream",
        /// The default media type of programs such as curl.
        Urlencoded = "application/x-www-form-urlencoded",
        /// Several solutions to check, one per line.
        Lines = "application/x-ndjson",
        /// A picture of a maze or a mask.
        Png = "image/png",
        /// A photo or a scan of a maze.
        Jpeg = "image/jpeg",
        /// An animation. Its first picture is read.
        Gif = "image/gif",
        /// A picture of a maze.
        Webp = "image/webp",
        /// A picture of a maze.
        Bmp = "image/bmp",
        /// A drawing of a maze that says which maze it shows, or of a mask.
        Svg = "image/svg+xml",
    }
}

/// The media types of mazes. The form of a maze is detected from its content. A body without a media type is treated as
/// bytes.
pub const MAZES: &[MediaType] = &[
    MediaType::Json,
    MediaType::Text,
    MediaType::Csv,
    MediaType::Npy,
    MediaType::Png,
    MediaType::Jpeg,
    MediaType::Gif,
    MediaType::Webp,
    MediaType::Bmp,
    MediaType::Svg,
    MediaType::Bytes,
    MediaType::Urlencoded,
];

/// The media types of bodies with solutions to check.
pub const CHECKED: &[MediaType] = &[
    MediaType::Json,
    MediaType::Text,
    MediaType::Csv,
    MediaType::Npy,
    MediaType::Png,
    MediaType::Jpeg,
    MediaType::Gif,
    MediaType::Webp,
    MediaType::Bmp,
    MediaType::Svg,
    MediaType::Bytes,
    MediaType::Urlencoded,
    MediaType::Lines,
];

/// The media types of grids: the grid of a maze, or a mask that is applied to a grid.
pub const GRIDS: &[MediaType] =
    &[MediaType::Json, MediaType::Text, MediaType::Png, MediaType::Svg, MediaType::Bytes, MediaType::Urlencoded];

/// Returns the media type of a body, which must be one of `allowed`. Fails for content codings except `identity`.
pub fn media_type(headers: &HeaderMap, allowed: &[MediaType]) -> Result<MediaType, Problem> {
    let refused = |detail| Problem::new(Kind::UNSUPPORTED_MEDIA_TYPE, detail);
    let coding = single_header(headers, CONTENT_ENCODING)?.unwrap_or("identity");
    if !coding.eq_ignore_ascii_case("identity") {
        let detail = format!(
            "Content-Encoding is '{}', and must be identity: bodies are read as they are, without a coding",
            cut(coding)
        );
        return Err(refused(detail).accepted(ACCEPT_ENCODING, "identity"));
    }
    let names = allowed.iter().map(|known| known.name()).collect::<Vec<_>>().join(", ");
    let refused = |detail| Err(refused(detail).accepted(ACCEPT, &names));
    let given = single_header(headers, CONTENT_TYPE)?;
    if given.is_none() && allowed.contains(&MediaType::Bytes) {
        return Ok(MediaType::Bytes);
    }
    let content_type = given.unwrap_or("absent");
    let mut parts = content_type.split(';').map(str::trim);
    let essence = parts.next().unwrap_or_default();
    let Some(&media_type) = allowed.iter().find(|known| known.name().eq_ignore_ascii_case(essence)) else {
        let curl = "curl sends a file with --data-binary @FILE -H 'Content-Type: text/plain'";
        return refused(format!("Content-Type is '{}', and must be one of {names}; {curl}", cut(content_type)));
    };
    let charset = parts.filter_map(|part| part.split_once('=')).find(|(name, _)| name.eq_ignore_ascii_case("charset"));
    match charset.map(|(_, charset)| charset.trim_matches('"')) {
        Some(charset) if !CHARSETS.iter().any(|known| charset.eq_ignore_ascii_case(known)) => {
            refused(format!("the charset of Content-Type is '{}', and must be {}", cut(charset), CHARSETS.join(" or ")))
        }
        _ => Ok(media_type),
    }
}

/// The supported encodings of text. A byte-order mark distinguishes them.
const CHARSETS: [&str; 2] = ["utf-8", "utf-16"];

/// The value of a header. Fails if it is sent twice.
fn single_header(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, Problem> {
    let mut values = headers.get_all(&name).iter();
    match (values.next(), values.next()) {
        (_, Some(_)) => Err(Problem::new(Kind::BAD_REQUEST, format!("a request must not have two {name} headers"))),
        (value, None) => Ok(value.map(|value| value.to_str().unwrap_or("unreadable"))),
    }
}

/// The number of bytes of memory for each byte of a body with a maze, including that byte. A cell of a path has at
/// least four bytes in the body, and takes 16 in memory.
const MAZE_BYTES: u64 = 5;

/// The options for parsing the maze in a body.
#[derive(Clone, Debug)]
pub struct BodyOptions {
    /// The options of the library.
    pub read: ReadOptions,
    media_type: MediaType,
}

/// Parses the options for the maze in a body from the head of the request.
pub fn body_options(context: &RequestContext, parameters: &mut Parameters) -> Result<BodyOptions, Problem> {
    let media_type = media_type(&context.headers, MAZES)?;
    Ok(BodyOptions { read: options::parse(parameters)?, media_type })
}

/// The options for a grid as JSON.
pub fn grid_options(context: &RequestContext) -> BodyOptions {
    let read = ReadOptions {
        format: InputFormat::from_name("json"),
        limits: context.app.settings.limits(),
        ..ReadOptions::default()
    };
    BodyOptions { read, media_type: MediaType::Json }
}

/// The options for a maze in a line of a body.
fn line_options(context: &RequestContext) -> BodyOptions {
    let read = ReadOptions { limits: context.app.settings.limits(), ..ReadOptions::default() };
    BodyOptions { read, media_type: MediaType::Json }
}

/// Parses the maze in a line of a body. The returned memory is that of the maze.
pub fn parse_maze_line(
    context: &RequestContext,
    line: &[u8],
    watch: &mut Watch,
) -> Result<Result<Done<PostedMaze>, Problem>, Stopped> {
    let mut memory = match context.account.reserve(MAZE_BYTES * line.len() as u64) {
        Ok(memory) => memory,
        Err(problem) => return Ok(Err(problem)),
    };
    let parsed = parse(&line_options(context), line, &mut memory, watch)?;
    Ok(parsed.map(|parsed| Done { result: PostedMaze::new(parsed), memory }))
}

/// The header with the form in which a body was parsed.
const DEDALE_READ: HeaderName = HeaderName::from_static("dedale-read");

/// The header with what may be wrong with a body that was parsed.
pub const DEDALE_WARNINGS: HeaderName = HeaderName::from_static("dedale-warnings");

/// The header with the parameters that read a picture in the same way, if they were found and not given.
const DEDALE_SHADES: HeaderName = HeaderName::from_static("dedale-shades");

/// Adds the headers that describe how the body was parsed.
pub fn with_read_headers(mut response: Response, how: &HowRead) -> Response {
    let headers = response.headers_mut();
    headers.insert(DEDALE_READ, HeaderValue::from_static(how.form));
    if let Some(shades) = how.shades {
        let query = format!("threshold={}&dark={}", shades.threshold, shades.dark());
        headers.extend(HeaderValue::try_from(query).map(|value| (DEDALE_SHADES, value)));
    }
    // Headers have only the characters of ASCII.
    let warnings = how.warnings.join("; ").replace(|char: char| !matches!(char, ' '..='~'), "?");
    if let Some(warnings) = HeaderValue::from_str(&warnings).ok().filter(|warnings| !warnings.is_empty()) {
        headers.insert(DEDALE_WARNINGS, warnings);
    }
    response
}

/// A received body and its memory.
pub type Received = (Bytes, Reservation);

/// Parses the maze in a body and runs `work` with it, in one job. The returned memory is that of the maze.
///
/// # Errors
///
/// A problem if there is no memory for the maze, if the body is wrong, or if `work` returns one.
pub async fn with_maze<T: Send + 'static>(
    context: &RequestContext,
    body_options: BodyOptions,
    received: Received,
    work: impl FnOnce(PostedMaze, &mut Watch) -> Result<Result<T, Problem>, Stopped> + Send + 'static,
) -> Result<Done<T>, Problem> {
    if let Some(found) = drawn::url_in(context, &body_options.read, &received.0).await? {
        drop(received);
        return drawn::with_maze_of_url(context, found, work).await;
    }
    let (body, mut memory) = received;
    let bytes = body.len() as u64;
    memory.resize(MAZE_BYTES * bytes)?;
    // The parameters are parsed in the same job.
    let length = bytes + context.query().len() as u64;
    let steps = BYTE_STEPS * length + PIXEL_STEPS * Scan::pixels(&body).unwrap_or(0);
    let work = move |watch: &mut Watch| {
        let parsed = parse(&body_options, &body, &mut memory, watch)?;
        drop(body);
        let maze = parsed.and_then(|parsed| {
            let kept = parsed.drawing.as_ref().map_or(0, |drawing| drawing.as_str().len() as u64);
            memory.resize(memory.bytes().saturating_sub(bytes) + kept)?;
            Ok(PostedMaze::new(parsed))
        });
        match maze {
            Ok(maze) => Ok(work(maze, watch)?.map(|result| Done { result, memory })),
            Err(problem) => Ok(Err(problem)),
        }
    };
    context.run(Cost { steps, bytes: 0 }, work).await?.result
}

/// Parses the maze in a body. Memory for the grid is reserved when its size is known.
fn parse(
    BodyOptions { read, media_type }: &BodyOptions,
    body: &[u8],
    memory: &mut Reservation,
    watch: &mut Watch,
) -> Result<Result<Parsed, Problem>, Stopped> {
    match check_lines(*media_type, body) {
        Ok(()) => read_with_memory(body, memory, watch, |admit| formats::read_within(body, read, admit)),
        Err(problem) => Ok(Err(problem)),
    }
}

/// Parses a body with `read`, which calls its argument to reserve more memory, or with 0 to ask whether to continue.
pub fn read_with_memory<T>(
    body: &[u8],
    memory: &mut Reservation,
    watch: &mut Watch,
    read: impl FnOnce(&dyn Fn(u64) -> bool) -> Result<T, ParseError>,
) -> Result<Result<T, Problem>, Stopped> {
    let state = RefCell::new((memory, watch));
    let (refused, is_stopped) = (RefCell::new(None), Cell::new(false));
    let admit = |more: u64| {
        let (memory, watch) = &mut *state.borrow_mut();
        is_stopped.set(is_stopped.get() || watch.go_on().is_err());
        let needed = memory.bytes().saturating_add(more);
        let has_memory = more == 0 || memory.resize(needed).map_err(|problem| refused.replace(Some(problem))).is_ok();
        has_memory && !is_stopped.get()
    };
    match read(&admit) {
        Err(ParseError { kind: parse::ParseErrorKind::Refused, .. }) if is_stopped.get() => Err(Stopped),
        Err(error) => Ok(Err(refused.take().unwrap_or_else(|| problem_of_maze(&error, body)))),
        Ok(read) => Ok(Ok(read)),
    }
}

/// Fails for an empty body, and for text in one line from a program that may have joined its lines.
fn check_lines(media_type: MediaType, body: &[u8]) -> Result<(), Problem> {
    let start = body.trim_ascii_start();
    if start.is_empty() {
        let detail = "the body is empty: curl sends a file with --data-binary @FILE";
        return Err(Problem::new(Kind::MALFORMED_MAZE, detail));
    }
    // JSON, arrays in code and drawings may be one line.
    let is_of_lines = start.iter().all(|byte| !b"{[<".contains(byte));
    let is_line = || !body.contains(&b'\n') && str::from_utf8(body).is_ok_and(|text| text.chars().nth(1).is_some());
    if media_type == MediaType::Urlencoded && is_of_lines && !Scan::fits(body) && is_line() {
        let detail = "the body is one line, as curl -d sends a file: --data-binary keeps its lines, and a text of one line needs \
                      Content-Type: text/plain";
        return Err(Problem::new(Kind::MALFORMED_MAZE, detail));
    }
    Ok(())
}

/// The media type of a grid: a picture, JSON, or text. If the request does not determine it, the first bytes do.
pub fn media_type_of_grid(media_type: MediaType, body: &[u8]) -> Result<MediaType, Problem> {
    check_lines(media_type, body)?;
    Ok(match media_type {
        MediaType::Bytes | MediaType::Urlencoded if body.starts_with(b"\x89PNG") => MediaType::Png,
        MediaType::Bytes | MediaType::Urlencoded if body.trim_ascii_start().starts_with(b"{") => MediaType::Json,
        MediaType::Bytes | MediaType::Urlencoded if body.trim_ascii_start().starts_with(b"<") => MediaType::Svg,
        MediaType::Bytes | MediaType::Urlencoded => MediaType::Text,
        known => known,
    })
}

/// The maximum number of pixels in which the shapes of an SVG are united.
const SVG_PIXELS: u64 = 1 << 20;

/// The requested size of a mask.
#[derive(Clone, Copy, Debug, Default)]
pub struct MaskSize {
    /// The columns and rows, if the request names them.
    pub sides: [Option<u32>; 2],
    /// The number of floors on which it is repeated.
    pub floors: u64,
    /// The columns or rows of the longer side of a drawing that says nothing of cells.
    pub longer_side: u32,
    /// Whether cells are cut along its outline.
    pub is_smooth: bool,
    /// Whether it is a shape in a maze of another size.
    pub is_revealed: bool,
}

impl MaskSize {
    /// The longer side where none is requested.
    pub const LONGER_SIDE: u32 = 30;

    /// The columns and rows of the mask in a picture of this size. If only one of them is requested, the other one
    /// keeps the proportions.
    fn of_picture(self, [width, height]: [u32; 2]) -> [u32; 2] {
        let in_proportion = |side: u32, of: u32, other: u32| {
            let scaled = (u64::from(side) * u64::from(other) + u64::from(of) / 2) / u64::from(of.max(1));
            u32::try_from(scaled).unwrap_or(u32::MAX).max(1)
        };
        match self.sides {
            [None, None] => [width, height],
            [Some(columns), Some(rows)] => [columns, rows],
            [Some(columns), None] => [columns, in_proportion(columns, width, height)],
            [None, Some(rows)] => [in_proportion(rows, height, width), rows],
        }
    }

    /// The columns and rows of a grid that is cut along the outline of a drawing of this size.
    fn of_drawing(self, [width, height]: [u32; 2]) -> [u32; 2] {
        let sides = match self.sides {
            [None, None] if width >= height => [Some(self.longer_side), None],
            [None, None] => [None, Some(self.longer_side)],
            known => known,
        };
        MaskSize { sides, ..self }.of_picture([width, height])
    }

    /// The maximum number of cells of a mask in a text of this number of bytes.
    fn cells_of_text(self, bytes: u64) -> u64 {
        match self.sides.map(|side| side.map(u64::from)) {
            // The number of cells is largest if the longest line has as many characters as there are lines.
            [None, None] => (bytes / 2 + 1).saturating_pow(2),
            [Some(columns), Some(rows)] => columns * rows,
            [Some(side), None] | [None, Some(side)] => side.saturating_mul(side).saturating_mul(bytes),
        }
    }
}

/// Parses the mask in a body and runs `work` with it, in one job. The returned memory is that of the mask.
///
/// # Errors
///
/// The same as for [`with_maze`].
pub async fn with_mask<T: Send + 'static>(
    context: &RequestContext,
    media_type: MediaType,
    size: MaskSize,
    (body, mut memory): Received,
    work: impl FnOnce(DrawnMask) -> Result<T, Problem> + Send + 'static,
) -> Result<Done<T>, Problem> {
    let limits = context.app.settings.limits();
    let Cost { steps, bytes } = cost_of_mask(media_type, size, &body, limits)?;
    memory.resize(body.len() as u64 + bytes)?;
    let job = move |watch: &mut Watch| {
        let mask = parse_mask(media_type, size, &body, limits, watch)?;
        drop(body);
        Ok(mask.and_then(|mask| Ok(Done { result: work(mask)?, memory })))
    };
    context.run(Cost { steps, bytes: 0 }, job).await?.result
}

/// The cost of parsing a mask, scaling it, and repeating it on each floor.
fn cost_of_mask(media_type: MediaType, size: MaskSize, body: &[u8], limits: Limits) -> Result<Cost, Problem> {
    let max_cells = u64::from(limits.max_cells);
    let product = |[width, height]: [u32; 2]| u64::from(width) * u64::from(height);
    let (drawn, cells) = match media_type {
        MediaType::Png => {
            let pixels = png_size(body).map_err(|invalid| problem_of_mask(&invalid))?;
            let count = product(pixels).min(MAX_PIXELS);
            // Four samples and a flag for each pixel.
            (Cost { steps: 8 * count, bytes: 6 * count }, product(size.of_picture(pixels)))
        }
        MediaType::Svg => {
            let (bytes, pixels) = (body.len() as u64, SVG_PIXELS);
            // The shapes as commands and as lines.
            let drawn = Cost { steps: 8 * pixels + 100 * bytes, bytes: pixels + 64 * bytes };
            (drawn, max_cells.min(pixels))
        }
        _ => {
            let bytes = body.len() as u64;
            let count = MaskSize::default().cells_of_text(bytes).min(max_cells);
            (Cost { steps: count, bytes: 2 * count }, size.cells_of_text(bytes))
        }
    };
    // The lines of an outline are found in the drawing itself.
    let cells = if size.is_smooth { cells.max(drawn.bytes / 6) } else { cells }.min(max_cells);
    let repeated = cells.saturating_mul(size.floors).min(max_cells);
    let steps = BYTE_STEPS * body.len() as u64 + drawn.steps + cells + repeated;
    Ok(Cost { steps, bytes: drawn.bytes + 2 * cells + repeated })
}

fn parse_mask(
    media_type: MediaType,
    size: MaskSize,
    body: &[u8],
    limits: Limits,
    watch: &mut Watch,
) -> Result<Result<DrawnMask, Problem>, Stopped> {
    let mut is_stopped = false;
    let goes_on = &mut || {
        is_stopped |= watch.go_on().is_err();
        !is_stopped
    };
    let of_drawn = |drawn| match media_type {
        _ if size.is_smooth => drawn,
        // Its pixels are no cells.
        MediaType::Svg => size.of_drawing(drawn),
        MediaType::Png if size.is_revealed => size.of_drawing(drawn),
        _ => size.of_picture(drawn),
    };
    let mask = match (media_type, str::from_utf8(body)) {
        (MediaType::Png, _) => Mask::from_png_within(body, of_drawn, limits, goes_on),
        (MediaType::Svg, _) => Mask::from_svg_within(body, of_drawn, limits, goes_on),
        (_, Ok(text)) => Mask::from_text_within(text, of_drawn, limits, goes_on),
        (_, Err(_)) => return Ok(Err(Problem::new(Kind::MALFORMED_MAZE, "the text is not UTF-8"))),
    };
    let mask = mask.and_then(|drawn| match size.is_smooth {
        true => drawn.traced(size.of_drawing([drawn.columns(), drawn.rows()])),
        false => Ok(drawn),
    });
    if is_stopped { Err(Stopped) } else { Ok(mask.map_err(|invalid| problem_of_mask(&invalid))) }
}

fn problem_of_mask(invalid: &InvalidMask) -> Problem {
    match invalid.over {
        Some(over) => Problem::too_large(over, invalid.to_string()),
        None => Problem::new(Kind::MALFORMED_MAZE, invalid.to_string()),
    }
}

/// Receives the whole body. Its memory is reserved as bytes arrive, because announcing many costs a client nothing, and
/// before the buffer grows.
pub async fn receive(context: &RequestContext, body: Body) -> Result<Received, Problem> {
    let Settings { max_body, timeout, .. } = context.app.settings;
    let deadline = Instant::now() + timeout;
    let mut body = Limited::new(body, max_body);
    let mut bytes = BytesMut::new();
    let mut memory = context.account.reserve(0)?;
    loop {
        match timeout_at(deadline, body.frame()).await {
            // Frames other than data are trailers, which are ignored.
            Ok(Some(Ok(frame))) => {
                let data = frame.into_data().unwrap_or_default();
                let (length, place) = (bytes.len() + data.len(), bytes.capacity());
                if length > place {
                    let larger = length.max(2 * place);
                    // Both exist for a moment.
                    memory.resize((place + larger) as u64)?;
                    context.account.measure(|| bytes.reserve(larger - bytes.len()));
                }
                bytes.extend_from_slice(&data);
                memory.resize(bytes.capacity() as u64)?;
            }
            Ok(Some(Err(error))) if error.is::<LengthLimitError>() => {
                let detail = format!("the body is larger than {max_body} bytes, the most that is read");
                return Err(Problem::new(Kind::CONTENT_TOO_LARGE, detail).with("max", max_body));
            }
            Ok(Some(Err(_))) => return Err(Problem::new(Kind::BAD_REQUEST, "the body was cut off")),
            Ok(None) => return Ok((bytes.freeze(), memory)),
            Err(_) => {
                let detail = format!("the body did not arrive within {} s", timeout.as_secs_f64());
                return Err(Problem::new(Kind::REQUEST_TIMEOUT, detail));
            }
        }
    }
}
