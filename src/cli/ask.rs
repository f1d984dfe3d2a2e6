//! Commands that send a request to the service in this process, and get the same bytes and errors as over HTTP.

use std::fs::{self, File};
use std::io::{self, IsTerminal as _, Read as _, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{Method, StatusCode, header};
use axum::response::Response;
use console::Term;
use dedale::formats::Format;
use dedale::scan::Scan;
use http_body::Body as _;
use http_body_util::BodyExt as _;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::Value;
use tempfile::NamedTempFile;
use tokio::task::JoinHandle;

use super::commands::{CommandArguments, CommandError, is_standard};
use super::terminal::Escaped;
use super::watch::StepScreen;
use crate::app::App;
use crate::parameters::table::Name;
use crate::posted::body::DEDALE_WARNINGS;
use crate::problem::Kind;
use crate::server::service::{Service, service};
use crate::server::timeouts::{Activity, Sender};

/// The time after which a line shows that the work goes on.
const PATIENCE: Duration = Duration::from_secs(1);

/// Sends the request to the service, and writes the response.
///
/// # Errors
///
/// [`CommandError`] if the arguments are wrong, or if the response cannot be made or written.
pub async fn ask(request: &CommandArguments) -> Result<(), CommandError> {
    let output = Destination::of(request)?;
    let service = service(Arc::new(App::new(request.settings)));
    let body = read_body(request.file.as_deref())?;
    if request.steps && body.is_some() {
        return Err(CommandError::Usage("--steps is only valid for a maze that is made".to_owned()));
    }
    let uri = uri(request, &output)?;
    let progress = Progress::start();
    let result = answer(&service, &uri, body, request, output, &progress).await;
    progress.end();
    result?;
    if request.verbose {
        print_memory();
    }
    Ok(())
}

/// Sends the request, and writes the response.
async fn answer(
    service: &Service,
    uri: &str,
    body: Option<Vec<u8>>,
    request: &CommandArguments,
    output: Destination,
    progress: &Progress,
) -> Result<(), CommandError> {
    let is_terminal = output.is_terminal();
    let is_watched = request.steps && is_terminal;
    let response = send(service, uri, body, request, if is_watched { "text/plain" } else { "*/*" }).await?;
    let headers = response.headers().clone();
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if is_terminal && !is_text(media_type) {
        return Err(CommandError::Usage(format!(
            "{media_type} is not text: write it to a file with -o, or into a pipe"
        )));
    }
    let mut body = response.into_body();
    if let Some(length) = body.size_hint().exact() {
        progress.bar.set_length(length);
    }
    let mut writer = match is_watched {
        true => DestinationWriter::Stream(Box::new(StepScreen::new(Term::stdout(), request.color))),
        false => output.open(has_color(request))?,
    };
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| CommandError::Failed(format!("the answer ended early: {error}")))?;
        let Ok(bytes) = frame.into_data() else { continue };
        if is_terminal {
            progress.end();
        }
        progress.bar.inc(bytes.len() as u64);
        match writer.write(&bytes) {
            // The reader of the pipe needs no more.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            written => written?,
        }
    }
    writer.finish()?;
    let sent = request.parameters.iter().any(|(name, _)| *name == "seed");
    let is_seen = io::stderr().is_terminal();
    if let Some(seed) = headers.get("dedale-seed").and_then(|seed| seed.to_str().ok()).filter(|_| is_seen && !sent) {
        let _ = writeln!(io::stderr(), "seed: {seed}");
    }
    Ok(())
}

/// Sends a request, and returns its response if it is not an error.
async fn send(
    service: &Service,
    uri: &str,
    body: Option<Vec<u8>>,
    request: &CommandArguments,
    accept: &str,
) -> Result<Response, CommandError> {
    let method = if body.is_some() { Method::POST } else { Method::GET };
    if request.verbose {
        let _ = writeln!(io::stderr(), "> {method} {uri}");
    }
    let mut builder = axum::http::Request::builder()
        .method(method)
        .uri(uri)
        .header(header::HOST, "localhost")
        .header(header::ACCEPT, accept);
    if let Some(body) = &body {
        builder = builder
            .header(header::CONTENT_TYPE, media_type_of(body, request))
            .header(header::CONTENT_LENGTH, body.len());
    }
    let sender = Sender::new(IpAddr::V4(Ipv4Addr::LOCALHOST), &Arc::<Activity>::default());
    let asked = builder.extension(sender).body(body.map_or_else(Body::empty, Body::from));
    let asked = asked.map_err(|error| CommandError::Usage(error.to_string()))?;
    let response = service.clone().answer(asked).await;
    let (status, headers) = (response.status(), response.headers());
    if request.verbose {
        let _ = writeln!(io::stderr(), "< {status}");
        for (name, value) in headers {
            let _ = writeln!(io::stderr(), "< {name}: {}", value.to_str().unwrap_or_default());
        }
    }
    if let Some(times) = headers.get("server-timing").and_then(|value| value.to_str().ok()).filter(|_| request.time) {
        for part in times.split(", ") {
            let _ = writeln!(io::stderr(), "{} ms", part.replace(";dur=", ": "));
        }
    }
    if let Some(warnings) = headers.get(DEDALE_WARNINGS).and_then(|value| value.to_str().ok()) {
        let _ = writeln!(io::stderr(), "warning: {warnings}");
    }
    if status.is_success() { Ok(response) } else { Err(problem(status, text_of(response).await?)) }
}

/// Reads the body of a response as text.
async fn text_of(response: Response) -> Result<String, CommandError> {
    let bytes =
        response.into_body().collect().await.map_err(|error| CommandError::Failed(error.to_string()))?.to_bytes();
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The flags that raise limits, by the name of the limit or of the kind of problem.
const RAISED_BY: [(&str, &str); 11] = [
    ("cells", "--max-cells COUNT"),
    ("columns", "--max-side COUNT"),
    ("rows", "--max-side COUNT"),
    ("rings", "--max-side COUNT"),
    ("pixels", "--max-pixels COUNT"),
    ("step_cells", "--max-step-cells COUNT"),
    ("steps", "--timeout SECONDS"),
    ("memory", "--max-memory MIB"),
    (Kind::CONTENT_TOO_LARGE.slug, "--max-body BYTES"),
    (Kind::OVERLOADED.slug, "--max-memory MIB"),
    (Kind::TOO_SLOW.slug, "--timeout SECONDS"),
];

/// Advice about a problem, if a command has another remedy than a request.
fn advice(problem: &Value) -> Option<String> {
    let kind = problem["type"].as_str().and_then(|uri| uri.rsplit(':').next()).unwrap_or_default();
    if kind == Kind::URI_TOO_LONG.slug {
        return Some(
            "All flags together may have 8 KiB; a long mask can be a file instead: dedale maze FILE.".to_owned(),
        );
    }
    // Only steps in a terminal are asked for in a format.
    if kind == Kind::NOT_ACCEPTABLE.slug {
        return Some("In a pipe, --steps writes each step as a line.".to_owned());
    }
    let limit = problem["args"]["limit"].as_str().unwrap_or(kind);
    RAISED_BY.iter().find(|(name, _)| *name == limit).map(|(_, flag)| format!("{flag} raises this limit."))
}

/// A fault of a file, with its place, and the line with a mark below that.
fn fault_in_file(fault: &Value) -> String {
    let text = |member: &str| fault[member].as_str().unwrap_or_default();
    let place = match (fault["line"].as_u64(), fault["column"].as_u64()) {
        (Some(line), Some(column)) => format!("line {line}, column {column}"),
        _ => text("place").to_owned(),
    };
    let shown =
        if text("text").is_empty() { String::new() } else { format!("\n  {}\n  {}", text("text"), text("caret")) };
    format!("{place}: {}{shown}", text("detail"))
}

/// Converts a problem document to a failure, with one line for each fault.
fn problem(status: StatusCode, document: String) -> CommandError {
    let problem: Value = serde_json::from_str(&document).unwrap_or_default();
    let line = |error: &Value| {
        let text = |member: &str| error[member].as_str().unwrap_or_default().to_owned();
        let allowed: Vec<&str> = error["allowed"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let allowed = if allowed.is_empty() { String::new() } else { format!(" ({})", allowed.join(", ")) };
        match error["value"].as_str() {
            Some(value) => format!("{}={value}: {}{allowed}", text("parameter"), text("detail")),
            None => format!("{}: {}{allowed}", text("parameter"), text("detail")),
        }
    };
    let lines: Vec<String> = problem["errors"].as_array().into_iter().flatten().map(line).collect();
    let faults: Vec<String> = problem["faults"].as_array().into_iter().flatten().map(fault_in_file).collect();
    let mut text = match (&lines[..], &faults[..]) {
        ([], []) => problem["detail"].as_str().unwrap_or(&document).to_owned(),
        ([], faults) => faults.join("\n"),
        (lines, _) => lines.join("\n"),
    };
    if let Some(advice) = advice(&problem) {
        text = format!("{text}\n{advice}");
    }
    let is_about_words = status == StatusCode::BAD_REQUEST && !lines.is_empty();
    if is_about_words { CommandError::Usage(text) } else { CommandError::Failed(text) }
}

/// Builds the URI of the request. The parameters, the name of the file or the terminal determine its format.
fn uri(request: &CommandArguments, output: &Destination) -> Result<String, CommandError> {
    let command = request.command;
    let mut query = form_urlencoded::Serializer::new(String::new());
    let mut path = command.path.to_owned();
    let is_named = request.parameters.iter().any(|(name, _)| *name == "format");
    let extension = output.extension();
    if request.color && (is_named || !matches!(extension.as_deref(), None | Some("txt"))) {
        return Err(CommandError::Usage(
            "--color is only valid for text, which is neither --format nor another file than .txt".to_owned(),
        ));
    }
    match extension {
        Some(extension) if request.steps && extension == "ndjson" => {}
        Some(_) if request.steps => {
            return Err(CommandError::Usage(
                "-o: steps are lines of JSON, in a file that ends with .ndjson".to_owned(),
            ));
        }
        _ if request.steps => {}
        // The check above ensures that the output is text.
        _ if request.color => {
            query.append_pair("format", "ansi");
        }
        Some(extension) if !is_named => {
            let unknown = || {
                let known = command.extensions().join(", .");
                CommandError::Usage(format!(
                    "-o {}: the extension names the format, and must be one of .{known}",
                    output.path().display()
                ))
            };
            path = command.path_of(&extension).ok_or_else(unknown)?.to_owned();
        }
        _ if command.has_text() && !is_named && output.is_terminal() => {
            query.append_pair("format", "ascii");
        }
        _ => {}
    }
    for (name, value) in &request.parameters {
        query.append_pair(name, value);
    }
    if request.steps
        && let Some(steps) = command.steps
    {
        path = steps.to_owned();
    }
    let query = query.finish();
    Ok(if query.is_empty() { path } else { format!("{path}?{query}") })
}

/// Reads a file, or standard input.
fn read_body(file: Option<&Path>) -> Result<Option<Vec<u8>>, CommandError> {
    let Some(file) = file else { return Ok(None) };
    if is_standard(file) {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        return Ok(Some(bytes));
    }
    match fs::read(file) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) => Err(CommandError::Failed(format!("cannot read {}: {error}", file.display()))),
    }
}

/// Returns the media type of a body, by its first bytes.
fn media_type_of(body: &[u8], request: &CommandArguments) -> &'static str {
    let first = body.iter().find(|byte| !byte.is_ascii_whitespace());
    match first {
        Some(b'{') if request.command.takes_lines() && has_lines(body, request.file.as_deref()) => {
            "application/x-ndjson"
        }
        Some(b'{' | b'[') => "application/json",
        _ if body.starts_with(b"\x89PNG") => "image/png",
        _ if body.trim_ascii_start().starts_with(b"<") => "application/octet-stream",
        _ if Scan::fits(body) => "application/octet-stream",
        _ if body.starts_with(b"\x93NUMPY") => "application/x-npy",
        _ => "text/plain",
    }
}

/// Returns true if a body has a solution to check in each line: its name says so, or its first line is an object that
/// is not the only line or has no maze.
fn has_lines(body: &[u8], file: Option<&Path>) -> bool {
    let extension = file.and_then(Path::extension).unwrap_or_default();
    if ["ndjson", "jsonl"].iter().any(|known| extension.eq_ignore_ascii_case(known)) {
        return true;
    }
    let mut lines = body.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let first = serde_json::from_slice::<serde_json::Map<String, Value>>(lines.next().unwrap_or_default());
    let is_answer = |(name, value): (&String, &Value)| {
        let is_claim = [Name::Path, Name::Directions].iter().any(|claim| claim.as_str() == name);
        is_claim || !(value.is_array() || value.is_object())
    };
    first.is_ok_and(|first| lines.next().is_some() || first.iter().all(is_answer))
}

/// Returns true if a terminal can show this media type.
fn is_text(media_type: &str) -> bool {
    ["text/", "application/json", "application/x-ndjson", "image/svg"].iter().any(|text| media_type.starts_with(text))
}

/// Returns true if the response is text in colors.
fn has_color(request: &CommandArguments) -> bool {
    let is_ansi = |value: &str| value.eq_ignore_ascii_case(Format::Ansi.name());
    request.color || request.parameters.iter().any(|(name, value)| *name == "format" && is_ansi(value))
}

/// The destination of a response.
enum Destination {
    /// Standard output; true if it is a terminal.
    Standard(bool),
    /// A file; `force` is true if it may be replaced.
    File { path: PathBuf, force: bool },
}

impl Destination {
    /// The output of a command.
    ///
    /// # Errors
    ///
    /// If the file exists and `--force` is missing.
    fn of(request: &CommandArguments) -> Result<Destination, CommandError> {
        match &request.output {
            Some(path) if !is_standard(path) => {
                // The target of a link is replaced, and not the link.
                let target = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
                let output = Destination::File { path: target, force: request.force };
                // This is checked before the work, and again when the file is written.
                if path.is_file() && !request.force { Err(output.exists()) } else { Ok(output) }
            }
            _ => Ok(Destination::Standard(io::stdout().is_terminal())),
        }
    }

    fn is_terminal(&self) -> bool {
        matches!(self, Destination::Standard(true))
    }

    fn path(&self) -> &Path {
        if let Destination::File { path, .. } = self { path } else { Path::new("-") }
    }

    /// The extension of the file in lower case, which is empty if the name has no dot; `None` for other outputs.
    fn extension(&self) -> Option<String> {
        let Destination::File { path, .. } = self else { return None };
        // The name of a device says nothing about a format.
        let is_special = path.exists() && !path.is_file();
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        Some(extension).filter(|_| !is_special)
    }

    fn exists(&self) -> CommandError {
        CommandError::Failed(format!("{} exists: give --force to replace it", self.path().display()))
    }

    fn failed(&self, error: &io::Error) -> CommandError {
        CommandError::Failed(format!("cannot write {}: {error}", self.path().display()))
    }

    /// Opens the output. For a terminal, text is escaped, except for colors if it `has_color`.
    fn open(self, has_color: bool) -> Result<DestinationWriter, CommandError> {
        let (path, force) = match &self {
            Destination::Standard(true) => {
                return Ok(DestinationWriter::Stream(Box::new(Escaped::new(io::stdout(), has_color))));
            }
            Destination::Standard(false) => return Ok(DestinationWriter::Stream(Box::new(io::stdout()))),
            Destination::File { path, force } => (path, force),
        };
        let failed = |error: io::Error| self.failed(&error);
        if path.exists() && !path.is_file() {
            return File::options()
                .write(true)
                .open(path)
                .map(|file| DestinationWriter::Stream(Box::new(file)))
                .map_err(failed);
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".dedale-");
        // The permissions of a new file, which the umask restricts.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        // A file that is replaced keeps its permissions.
        if let Ok(replaced) = fs::metadata(path) {
            builder.permissions(replaced.permissions());
        }
        let file = builder.tempfile_in(folder).map_err(failed)?;
        Ok(DestinationWriter::Whole { file, force: *force, output: self })
    }
}

/// The writer of a response.
enum DestinationWriter {
    /// At once.
    Stream(Box<dyn Write>),
    /// To a file that gets its name when it is complete.
    Whole { file: NamedTempFile, force: bool, output: Destination },
}

impl DestinationWriter {
    fn write(&mut self, bytes: &Bytes) -> io::Result<()> {
        match self {
            DestinationWriter::Stream(stream) => stream.write_all(bytes),
            DestinationWriter::Whole { file, .. } => file.write_all(bytes),
        }
    }

    fn finish(self) -> Result<(), CommandError> {
        match self {
            DestinationWriter::Stream(mut stream) => Ok(stream.flush()?),
            DestinationWriter::Whole { file, force: true, output } => {
                file.persist(output.path()).map(drop).map_err(|error| output.failed(&error.error))
            }
            DestinationWriter::Whole { file, force: false, output } => match file.persist_noclobber(output.path()) {
                Ok(_) => Ok(()),
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Err(output.exists()),
                Err(error) => Err(output.failed(&error.error)),
            },
        }
    }
}

/// A line in the terminal that appears after a second and shows that the work goes on.
struct Progress {
    bar: ProgressBar,
    shown: JoinHandle<()>,
}

impl Progress {
    fn start() -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {bytes}") {
            bar.set_style(style);
        }
        let shown = tokio::spawn({
            let bar = bar.clone();
            async move {
                tokio::time::sleep(PATIENCE).await;
                bar.set_draw_target(ProgressDrawTarget::stderr());
                bar.enable_steady_tick(Duration::from_millis(100));
            }
        });
        Progress { bar, shown }
    }

    /// Clears the line.
    fn end(&self) {
        self.shown.abort();
        self.bar.finish_and_clear();
    }
}

/// Prints the peak memory of the process, if the system knows it.
fn print_memory() {
    #[cfg(target_os = "linux")]
    if let Some(kib) =
        procfs::process::Process::myself().and_then(|process| process.status()).ok().and_then(|status| status.vmhwm)
    {
        let _ = writeln!(io::stderr(), "memory: {kib} KiB");
    }
}
