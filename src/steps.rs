//! Streams of the steps of an algorithm while it runs: each step is a JSON object, as a line or as an event. A body is written by a dedicated
//! thread while it is sent.
//!
//! Chunks pass through a short channel to the body of the response. If the client is slow, the channel is full and the thread waits; if
//! the client disconnects, the channel is closed, and the next send fails.
//!
//! A body that ends early ends with an error, so it is not mistaken for a complete one: in HTTP/1, the last chunk is missing, and in
//! HTTP/2, the stream is reset.

use std::io::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use futures_util::stream::try_unfold;
use serde_json::Value;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Sender, channel};
use tokio::time::{Instant, sleep, timeout_at};

use crate::app::App;
use crate::clients::shares::{Client, Full};
use crate::problem::{Kind, Problem};
use crate::response::negotiate;
use crate::telemetry::metrics::Refusal;
use dedale::grid::{Cell, Side};
use dedale::observe::{Observer, Step, Stopped};
use dedale::picture::Plane;

/// The version of the format of steps. It must be increased whenever the bytes of a stream change, because entity tags contain it.
pub const VERSION: u32 = 2;

/// How many bytes of steps are sent at a time.
const CHUNK: usize = 8 * 1024;

/// The maximum number of steps that are sent. Random walks may take more; the stream then ends with an event that says so.
pub const MOST_STEPS: u64 = 20_000_000;

/// The format of a stream of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One JSON object per line.
    NdJson,
    /// Server-sent events.
    Events,
}

impl Form {
    /// The format that `Accept` prefers.
    ///
    /// # Errors
    ///
    /// Returns a [`Problem`] if it accepts none.
    pub fn of(headers: &HeaderMap) -> Result<Form, Problem> {
        let forms = [Form::NdJson, Form::Events];
        let offered = forms.map(Form::media_type);
        let liked = negotiate::media_type(headers, &offered);
        forms.into_iter().find(|form| Some(form.media_type()) == liked).ok_or_else(|| {
            let detail = format!("available media types are {}, and Accept allows neither", offered.join(" or "));
            Problem::new(Kind::NOT_ACCEPTABLE, detail)
        })
    }

    /// The name in metrics and in entity tags.
    pub const fn name(self) -> &'static str {
        match self {
            Form::NdJson => "ndjson",
            Form::Events => "events",
        }
    }

    /// The media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Form::NdJson => "application/x-ndjson",
            Form::Events => "text/event-stream",
        }
    }

    /// Writes an event with its name and its members, which begin with a comma.
    fn write(self, name: &str, out: &mut Vec<u8>, members: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) {
        // Writing to a vector never fails.
        let _ = match self {
            Form::NdJson => write!(out, "{{\"step\":\"{name}\""),
            Form::Events => write!(out, "event: {name}\ndata: {{\"step\":\"{name}\""),
        };
        let _ = members(out);
        out.extend_from_slice(match self {
            Form::NdJson => b"}\n",
            Form::Events => b"}\n\n",
        });
    }
}

/// An observer that sends each step to a client.
pub struct Teller<G> {
    form: Form,
    grid: G,
    buffer: Vec<u8>,
    steps: u64,
    sending: Sending,
}

impl<G: Plane> Teller<G> {
    /// How many steps have been sent.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Sends an event that is not a step: the beginning or the end. `members` must be an object.
    ///
    /// # Errors
    ///
    /// Returns [`Stopped`] if the client has disconnected.
    pub fn tell(&mut self, name: &str, members: Value) -> Result<(), Stopped> {
        let members = members.to_string();
        // The members of the object follow its name.
        self.event(name, |out| write!(out, ",{}", &members[1..members.len() - 1]));
        self.send_if(CHUNK)
    }

    fn event(&mut self, name: &str, members: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) {
        self.form.write(name, &mut self.buffer, members);
    }

    fn cell_event(&mut self, name: &str, cell: Cell) {
        let cell = self.grid.address_of(cell);
        self.event(name, |out| write!(out, ",\"cell\":[{cell}]"));
    }

    fn pair_event(&mut self, name: &str, from: Cell, side: Side, to: Cell) {
        let side = self.grid.side_name(from, side);
        let [from, to] = [from, to].map(|cell| self.grid.address_of(cell));
        self.form
            .write(name, &mut self.buffer, |out| write!(out, ",\"from\":[{from}],\"side\":\"{side}\",\"to\":[{to}]"));
    }

    /// Sends the buffer if it has at least this many bytes.
    fn send_if(&mut self, bytes: usize) -> Result<(), Stopped> {
        if self.buffer.len() < bytes {
            return Ok(());
        }
        let chunk = std::mem::replace(&mut self.buffer, Vec::with_capacity(CHUNK + 256));
        self.sending.send(chunk.into())?;
        match self.sending.over() {
            Some(why) => self.cut(why),
            None => Ok(()),
        }
    }

    /// Sends the reason why the stream ends early, and ends it with an error, because the same request may send more another time.
    fn cut(&mut self, why: &str) -> Result<(), Stopped> {
        self.stopped(why);
        self.sending.send(std::mem::take(&mut self.buffer).into())?;
        Err(Stopped)
    }

    fn stopped(&mut self, why: &str) {
        let steps = self.steps;
        self.event("stopped", |out| write!(out, ",\"steps\":{steps},\"reason\":\"{why}\""));
    }

    fn finish(&mut self) -> Result<(), Stopped> {
        self.sending.send(std::mem::take(&mut self.buffer).into())?;
        self.sending.end()
    }
}

impl<G: Plane> Observer for Teller<G> {
    type Stop = Stopped;

    fn go_on(&mut self) -> Result<(), Stopped> {
        // There is nothing to send, but the client may have disconnected.
        if self.sending.is_closed() { Err(Stopped) } else { Ok(()) }
    }

    fn see(&mut self, step: Step) -> Result<(), Stopped> {
        if self.steps == MOST_STEPS {
            // This limit is always the same, so the response is complete.
            self.stopped("this is the maximum number of steps that are sent");
            self.finish()?;
            return Err(Stopped);
        }
        self.steps += 1;
        match step {
            Step::Visit(cell) => self.cell_event("visit", cell),
            Step::Root(cell) => self.cell_event("root", cell),
            Step::Back(cell) => self.cell_event("back", cell),
            Step::Erase(cell) => self.cell_event("erase", cell),
            Step::Fill(cell) => self.cell_event("fill", cell),
            Step::Path(cell) => self.cell_event("path", cell),
            Step::Carve { from, side, to } => self.pair_event("carve", from, side, to),
            Step::Join { from, side, to } => self.pair_event("join", from, side, to),
            Step::Wall { from, side, to } => self.pair_event("wall", from, side, to),
            Step::Clear => self.event("clear", |_| Ok(())),
            Step::Open { cell, side } => {
                let (side, cell) = (self.grid.side_name(cell, side), self.grid.address_of(cell));
                self.form.write("open", &mut self.buffer, |out| write!(out, ",\"cell\":[{cell}],\"side\":\"{side}\""));
            }
            // A step that this version cannot send yet.
            _ => {}
        }
        self.send_if(CHUNK)
    }
}

/// Runs `work` on a separate thread, and returns the body that it writes.
///
/// # Errors
///
/// Returns a [`Problem`] if the maximum number of streams is open.
pub fn tell<G: Plane>(
    app: &Arc<App>,
    client: Client,
    form: Form,
    grid: G,
    work: impl FnOnce(&mut Teller<G>) -> Result<(), Stopped> + Send + 'static,
) -> Result<Body, Problem> {
    stream(app, client, move |sending| {
        let mut teller = Teller { form, grid, buffer: Vec::new(), steps: 0, sending };
        work(&mut teller).and_then(|()| teller.finish())
    })
}

/// The capacity of the channel, in chunks.
const CHUNKS: usize = 2;

/// How long the last chunk has to be sent before a body is cut off. Data that the HTTP library still holds is lost with the error.
const LAST_CHUNK: Duration = Duration::from_millis(100);

/// The maximum duration of a stream, however slowly it is read.
const LONGEST_STREAM: Duration = Duration::from_secs(600);

/// The messages in the channel.
enum Part {
    Chunk(Bytes),
    /// The end of a complete body. If the channel closes without it, the body was cut off.
    End,
}

/// The sending side, which is used by the thread.
pub struct Sending {
    sender: Sender<Part>,
    runtime: Handle,
    app: Arc<App>,
    /// When the stream ends in any case.
    end: Instant,
    /// How long the thread has worked, without the time it waited for the client.
    worked: Duration,
    /// When it last resumed work.
    working_since: Instant,
}

impl Sending {
    /// Sends a chunk.
    ///
    /// # Errors
    ///
    /// Returns [`Stopped`] if the client has disconnected.
    pub fn send(&mut self, chunk: Bytes) -> Result<(), Stopped> {
        self.send_part(Part::Chunk(chunk))
    }

    /// Marks the end of the body.
    fn end(&mut self) -> Result<(), Stopped> {
        self.send_part(Part::End)
    }

    /// Whether the client has disconnected.
    fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }

    fn send_part(&mut self, part: Part) -> Result<(), Stopped> {
        let waiting_since = Instant::now();
        self.worked += waiting_since - self.working_since;
        // A client that reads nothing for the whole timeout is treated as disconnected.
        let patience = (waiting_since + self.app.settings.timeout).min(self.end + self.app.settings.timeout);
        let sent = self.runtime.block_on(timeout_at(patience, self.sender.send(part)));
        self.working_since = Instant::now();
        match sent {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Stopped),
        }
    }

    /// The reason why the stream must end early.
    fn over(&self) -> Option<&'static str> {
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

/// Runs `work` on a dedicated thread, and returns the body that it writes.
///
/// # Errors
///
/// Returns a [`Problem`] if the maximum number of streams is open.
pub fn stream(
    app: &Arc<App>,
    client: Client,
    work: impl FnOnce(Sending) -> Result<(), Stopped> + Send + 'static,
) -> Result<Body, Problem> {
    let refuse = |full: Full| full.refuse(Refusal::Streams, &app.metrics);
    let share = app.step_streams.take(client, 1).map_err(refuse)?;
    let (sender, receiver) = channel(CHUNKS);
    let (runtime, app) = (Handle::current(), app.clone());
    tokio::task::spawn_blocking(move || {
        let now = Instant::now();
        let (end, worked) = (now + LONGEST_STREAM, Duration::ZERO);
        let panics = app.metrics.panics.clone();
        let sending = Sending { sender, runtime, app, end, worked, working_since: now };
        // After an error, the client has received the reason, or has disconnected.
        if catch_unwind(AssertUnwindSafe(|| work(sending))).is_err() {
            panics.inc();
        }
        drop(share);
    });
    let parts = try_unfold(receiver, async |mut receiver| match receiver.recv().await {
        Some(Part::Chunk(chunk)) => Ok(Some((chunk, receiver))),
        Some(Part::End) => Ok(None),
        None => {
            sleep(LAST_CHUNK).await;
            Err(io::Error::other("the stream of steps was cut off"))
        }
    });
    Ok(Body::from_stream(parts))
}
