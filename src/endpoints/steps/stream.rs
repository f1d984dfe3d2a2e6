//! Streams of the steps of an algorithm while it runs: each step is a JSON object, as a line or as an event, or a line
//! with a picture. A body is written by a dedicated thread while it is sent.
//!
//! The thread works in turns, like all long work, and has none while it waits. Chunks pass through a short channel to
//! the body of the response. If the client is slow, the channel is full and the thread waits; if the client
//! disconnects, the channel is closed, and the next send fails.
//!
//! A body that ends early ends with an error, so it is not mistaken for a complete one: in HTTP/1, the last chunk is
//! missing, and in HTTP/2, the stream is reset.

use std::fmt::{Arguments, Write as _};
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use futures_util::stream::try_unfold;
use serde_json::Value;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Sender, channel};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep, timeout_at};

use crate::app::App;
use crate::endpoints::steps::frames::{Frames, SearchProgress, StepDetails};
use crate::limits::memory::{Account, Meter};
use crate::limits::pool::MAX_TURN_TIME;
use crate::limits::shares::{Full, Share};
use crate::problem::{Kind, Problem};
use crate::response::context::RequestContext;
use crate::response::negotiate;
use crate::telemetry::metrics::{Cancelled, Refusal};
use dedale::grid::{AnyGrid, Cell, Grid as _, Side};
use dedale::named;
use dedale::observe::{Observer, Step, Stopped};
use dedale::picture::Picture;

/// The approximate size of a chunk, in bytes.
const CHUNK_BYTES: usize = 8 * 1024;

/// The maximum number of chunks that wait to be sent.
const MAX_CHUNKS: usize = 2;

/// The maximum number of steps that are sent. Random walks may take more; the stream then ends with an event that says
/// so.
pub const MAX_STEPS: u64 = 20_000_000;

/// The maximum duration of a stream, however slowly it is read.
const MAX_STREAM_TIME: Duration = Duration::from_secs(600);

/// The time for sending the last chunk before a body is cut off. The error discards data that the HTTP library still
/// holds.
const LAST_CHUNK_TIME: Duration = Duration::from_millis(100);

named! {
    /// The format of a stream of steps, by its name in metrics and in entity tags.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum StepFormat {
        /// One JSON object per line.
        NdJson = "ndjson",
        /// Server-sent events.
        Events = "events",
        /// A line and a picture of characters for each step.
        Text = "text",
    }
}

impl StepFormat {
    /// The format that `Accept` prefers.
    pub fn of(headers: &HeaderMap) -> Result<StepFormat, Problem> {
        let offered: Vec<&str> = StepFormat::ALL.iter().map(|format| format.essence()).collect();
        let preferred = negotiate::media_type(headers, &offered);
        StepFormat::ALL.iter().copied().find(|format| Some(format.essence()) == preferred).ok_or_else(|| {
            let detail = format!("available media types are {}, and Accept allows none of them", offered.join(", "));
            Problem::new(Kind::NOT_ACCEPTABLE, detail)
        })
    }

    /// The media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            StepFormat::NdJson => "application/x-ndjson",
            StepFormat::Events => "text/event-stream",
            StepFormat::Text => "text/plain; charset=utf-8",
        }
    }

    /// The media type without parameters.
    fn essence(self) -> &'static str {
        self.media_type().split(';').next().unwrap_or_default()
    }

    /// Writes an event with its name and its members. In JSON, each member begins with a comma.
    fn write(self, out: &mut Vec<u8>, name: &str, members: Arguments<'_>) {
        // Writing to a vector never fails.
        let _ = match self {
            StepFormat::NdJson => io::Write::write_fmt(out, format_args!("{{\"step\":\"{name}\"{members}}}\n")),
            StepFormat::Events => {
                io::Write::write_fmt(out, format_args!("event: {name}\ndata: {{\"step\":\"{name}\"{members}}}\n\n"))
            }
            // The line before a picture.
            StepFormat::Text => io::Write::write_fmt(out, format_args!("{name}{members}\n")),
        };
    }
}

/// An observer that sends each step to a client.
pub struct StepStream {
    format: StepFormat,
    grid: AnyGrid,
    /// The search so far, if a maze is solved.
    search: Option<SearchProgress>,
    /// The picture of the maze, if there is one.
    frames: Option<Frames>,
    buffer: Vec<u8>,
    /// The number of steps that have been sent.
    pub steps: u64,
    /// True if the maximum number of steps has been sent.
    is_full: bool,
    sender: Sender<Bytes>,
    runtime: Handle,
    app: Arc<App>,
    account: Account,
    /// Counts the allocations of the thread.
    meter: Meter,
    /// The time at which the stream ends in any case.
    end: Instant,
    /// The total duration of the turns that are over.
    worked: Duration,
    /// The current turn of the thread, and its start; `None` while it waits.
    turn: Option<(Share, Instant)>,
}

impl StepStream {
    /// Sends an event that is not a step: the beginning or the end. `members` must be an object. Fails if the client
    /// has disconnected.
    pub fn send_event(&mut self, name: &str, members: &Value) -> Result<(), Stopped> {
        if self.format == StepFormat::Text {
            self.write(name, format_args!("{}", in_words(members)));
            self.write_picture();
            return self.send_if_large();
        }
        let members = members.to_string();
        // The members of the object follow its name.
        self.write(name, format_args!(",{}", &members[1..members.len() - 1]));
        self.send_if_large()
    }

    fn write(&mut self, name: &str, members: Arguments<'_>) {
        self.format.write(&mut self.buffer, name, members);
    }

    fn write_cell(&mut self, name: &str, cell: Cell, StepDetails { parent, frontier }: StepDetails) {
        let [cell, parent] = [Some(cell), parent].map(|cell| cell.map(|cell| self.grid.address(cell)));
        let is_text = self.format == StepFormat::Text;
        let mut members = String::new();
        // Writing to a string never fails.
        if let Some(cell) = cell {
            let _ = if is_text { write!(members, " {cell}") } else { write!(members, ",\"cell\":[{cell}]") };
        }
        if let Some(parent) = parent {
            let _ = if is_text { write!(members, " from {parent}") } else { write!(members, ",\"parent\":[{parent}]") };
        }
        if let Some(frontier) = frontier {
            let _ = match is_text {
                true => write!(members, ", {frontier} waiting"),
                false => write!(members, ",\"frontier\":{frontier}"),
            };
        }
        self.write(name, format_args!("{members}"));
    }

    /// Ends the pictures of a search: the last one does not show its last step.
    pub fn end_search(&mut self) {
        if let Some(frames) = &mut self.frames {
            frames.end();
        }
    }

    /// Ends the pictures of a maze that is built: the last one shows the finished maze.
    pub fn end_building(&mut self, picture: &Picture) {
        if let Some(frames) = &mut self.frames {
            frames.end_with(picture);
        }
    }

    /// Appends the picture, if there is one, and an empty line.
    fn write_picture(&mut self) {
        if let Some(frames) = &self.frames {
            self.buffer.extend_from_slice(frames.text());
            self.buffer.push(b'\n');
        }
    }

    fn write_pair(&mut self, name: &str, from: Cell, side: Side, to: Cell) {
        let side = self.grid.side_name(from, side);
        let [from, to] = [from, to].map(|cell| self.grid.address(cell));
        let members = match self.format {
            StepFormat::Text => format_args!(" {from} {side} to {to}"),
            _ => format_args!(",\"from\":[{from}],\"side\":\"{side}\",\"to\":[{to}]"),
        };
        self.format.write(&mut self.buffer, name, members);
    }

    fn write_stopped(&mut self, reason: &str) {
        let steps = self.steps;
        match self.format {
            StepFormat::Text => self.write("stopped", format_args!(" after {steps} steps: {reason}")),
            _ => self.write("stopped", format_args!(",\"steps\":{steps},\"reason\":\"{reason}\"")),
        }
    }

    /// Sends the buffer if it is a full chunk. A stream that must end early ends with the reason and an error, since
    /// the next one may be longer.
    fn send_if_large(&mut self) -> Result<(), Stopped> {
        if self.buffer.len() < CHUNK_BYTES {
            return Ok(());
        }
        self.send()?;
        let Some(reason) = self.must_end() else { return Ok(()) };
        self.write_stopped(reason);
        self.send_last()?;
        Err(Stopped)
    }

    /// Sends the buffer, and waits for another turn.
    fn send(&mut self) -> Result<(), Stopped> {
        self.send_last()?;
        self.begin_turn()
    }

    /// Sends the buffer, and ends the turn. A client that reads nothing for the whole timeout is treated as
    /// disconnected.
    fn send_last(&mut self) -> Result<(), Stopped> {
        self.check_memory(Meter::check)?;
        let chunk = std::mem::replace(&mut self.buffer, Vec::with_capacity(CHUNK_BYTES + 256));
        self.end_turn();
        let patience = Instant::now().min(self.end) + self.app.settings.timeout;
        let chunk = self.account.sent(chunk);
        let sent = self.runtime.block_on(timeout_at(patience, self.sender.send(chunk)));
        match sent {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Stopped),
        }
    }

    /// Waits for a turn. Fails if the client disconnects meanwhile.
    fn begin_turn(&mut self) -> Result<(), Stopped> {
        let (pool, sender) = (&self.app.pool, &self.sender);
        let turn = self.runtime.block_on(async {
            tokio::select! {
                turn = pool.turn(self.account.client()) => Some(turn),
                () = sender.closed() => None,
            }
        });
        self.turn = Some((turn.ok_or(Stopped)?, Instant::now()));
        Ok(())
    }

    /// Ends the turn.
    fn end_turn(&mut self) {
        self.worked += self.turn.take().map_or(Duration::ZERO, |(_, since)| since.elapsed());
    }

    /// Checks the memory of the thread, and stops if no more can be reserved.
    fn check_memory(&mut self, check: impl FnOnce(&mut Meter) -> Result<(), Full>) -> Result<(), Stopped> {
        check(&mut self.meter).map_err(|_| {
            self.app.metrics.cancelled(Cancelled::Memory);
            Stopped
        })
    }

    /// The reason why the stream must end early.
    fn must_end(&self) -> Option<&'static str> {
        if self.app.must_streams_end() {
            Some("the server is shutting down")
        } else if self.worked > self.app.settings.timeout {
            Some("the work took longer than the server allows")
        } else if Instant::now() > self.end {
            Some("the stream lasted longer than the server allows")
        } else {
            None
        }
    }
}

impl Observer for StepStream {
    type Stop = Stopped;

    fn go_on(&mut self) -> Result<(), Stopped> {
        // There is nothing to send, but the client may have disconnected.
        if self.sender.is_closed() {
            return Err(Stopped);
        }
        self.check_memory(Meter::check)?;
        if self.turn.as_ref().is_some_and(|(_, since)| since.elapsed() < MAX_TURN_TIME) {
            return Ok(());
        }
        self.end_turn();
        self.begin_turn()
    }

    fn see(&mut self, step: Step) -> Result<(), Stopped> {
        if self.steps == MAX_STEPS {
            // The limit is always the same, so the response is complete.
            self.is_full = true;
            self.write_stopped("this is the maximum number of steps that are sent");
            return Err(Stopped);
        }
        self.steps += 1;
        let details = self.search.as_mut().map(|search| search.follow(step)).unwrap_or_default();
        if let Some(frames) = &mut self.frames {
            frames.show(&self.grid, step);
        }
        match step {
            Step::Visit(cell) => self.write_cell("visit", cell, details),
            Step::Root(cell) => self.write_cell("root", cell, details),
            Step::Back(cell) => self.write_cell("back", cell, details),
            Step::Erase(cell) => self.write_cell("erase", cell, details),
            Step::Fill(cell) => self.write_cell("fill", cell, details),
            Step::Path(cell) => self.write_cell("path", cell, details),
            Step::Carve { from, side, to } => self.write_pair("carve", from, side, to),
            Step::Join { from, side, to } => self.write_pair("join", from, side, to),
            Step::Wall { from, side, to } => self.write_pair("wall", from, side, to),
            Step::Clear => self.write("clear", format_args!("")),
            Step::Open { cell, side } => {
                let (side, cell) = (self.grid.side_name(cell, side), self.grid.address(cell));
                let members = match self.format {
                    StepFormat::Text => format_args!(" {cell} {side}"),
                    _ => format_args!(",\"cell\":[{cell}],\"side\":\"{side}\""),
                };
                self.format.write(&mut self.buffer, "open", members);
            }
            // A step that this version cannot send yet.
            _ => return Ok(()),
        }
        self.write_picture();
        self.send_if_large()
    }
}

/// Writes the members of the first or last event as text, without nested objects.
fn in_words(members: &Value) -> String {
    let word = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Array(numbers) => numbers.iter().map(Value::to_string).collect::<Vec<_>>().join(","),
        value => value.to_string(),
    };
    let members = members.as_object().into_iter().flatten().filter(|(_, value)| !value.is_object());
    members
        .enumerate()
        .map(|(number, (name, value))| format!("{} {name} {}", if number == 0 { ":" } else { "," }, word(value)))
        .collect()
}

/// The additions to the steps.
#[derive(Clone, Debug, Default)]
pub struct StepAdditions {
    /// The search so far, if a maze is solved.
    pub search: Option<SearchProgress>,
    /// The pictures, if they are sent.
    pub frames: Option<Frames>,
}

/// Runs `work` on a dedicated thread, in turns, and returns the body that it writes.
///
/// # Errors
///
/// A problem if the maximum number of streams is open.
pub fn stream_steps(
    context: &RequestContext,
    format: StepFormat,
    grid: AnyGrid,
    shown: StepAdditions,
    work: impl FnOnce(&mut StepStream) -> Result<(), Stopped> + Send + 'static,
) -> Result<Body, Problem> {
    let (app, account) = (context.app.clone(), context.account.clone());
    let share = app.step_streams.take(context.client, 1).map_err(|full| full.refuse(Refusal::Streams, &app.metrics))?;
    let (sender, receiver) = channel(MAX_CHUNKS);
    let (runtime, panics) = (Handle::current(), app.metrics.panics.clone());
    let working = spawn_blocking(move || {
        let _share = share;
        let mut stream = StepStream {
            format,
            grid,
            search: shown.search,
            frames: shown.frames,
            buffer: Vec::new(),
            steps: 0,
            is_full: false,
            sender,
            runtime,
            app,
            meter: Meter::start(&account),
            account,
            end: Instant::now() + MAX_STREAM_TIME,
            worked: Duration::ZERO,
            turn: None,
        };
        stream.begin_turn()?;
        let ended = work(&mut stream);
        if ended.is_ok() || stream.is_full { stream.send_last() } else { Err(Stopped) }
    });
    let chunks = try_unfold((receiver, working, panics), async |(mut receiver, mut working, panics)| {
        if let Some(chunk) = receiver.recv().await {
            return Ok(Some((chunk, (receiver, working, panics))));
        }
        match (&mut working).await {
            Ok(Ok(())) => return Ok(None),
            // The reason was sent, or the client has disconnected.
            Ok(Err(Stopped)) => {}
            Err(_panic) => {
                panics.inc();
            }
        }
        sleep(LAST_CHUNK_TIME).await;
        Err(io::Error::other("the stream of steps was cut off"))
    });
    Ok(Body::from_stream(chunks))
}
