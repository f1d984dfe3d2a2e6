//! Telling the steps of an algorithm to a reader as they happen.
//!
//! The algorithm runs on a thread of its own and writes each step into a buffer. Full buffers go through a short channel to the
//! body of the answer. A reader who is slow makes the channel full and the algorithm wait; one who went away closes it, and the
//! next step is answered with [`Stopped`].

use std::io::Write as _;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::Bytes;
use axum::http::HeaderMap;
use http_body::{Body, Frame};
use serde_json::Value;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{Instant, timeout_at};

use crate::app::App;
use crate::response::negotiate;
use crate::response::problem::{Kind, Problem};
use crate::telemetry::metrics::Refusal;
use dedale::grid::{Cell, Side, Square};
use dedale::observe::{Observer, Step, Stopped};

/// How many bytes of steps are sent at a time.
const CHUNK: usize = 8 * 1024;

/// How many chunks may be on their way to a reader.
const CHUNKS: usize = 2;

/// The most steps that are told of one algorithm. Random walks may take more; their telling then ends with a step that says so,
/// as it does when it takes too long.
pub const MOST_STEPS: u64 = 20_000_000;

/// After how many seconds one may be asked for again when there are too many.
const RETRY_AFTER: u32 = 10;

/// The longest that one stream lasts, however slowly it is read.
const LONGEST_STREAM: Duration = Duration::from_secs(600);

/// In which form steps are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A JSON object a line.
    NdJson,
    /// Server-sent events.
    Events,
}

impl Form {
    /// The form that `Accept` likes best.
    ///
    /// # Errors
    ///
    /// A [`Problem`] when it allows none.
    pub fn of(headers: &HeaderMap) -> Result<Form, Problem> {
        let forms = [Form::NdJson, Form::Events];
        let offered = forms.map(Form::media_type);
        let liked = negotiate::media_type(headers, &offered);
        forms.into_iter().find(|form| Some(form.media_type()) == liked).ok_or_else(|| {
            let detail = format!("this can be had as {}, and Accept allows neither", offered.join(" or "));
            Problem::new(Kind::NOT_ACCEPTABLE, detail)
        })
    }

    /// Its name in metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Form::NdJson => "ndjson",
            Form::Events => "events",
        }
    }

    /// Its media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Form::NdJson => "application/x-ndjson",
            Form::Events => "text/event-stream",
        }
    }
}

/// What goes through the channel.
enum Part {
    Chunk(Bytes),
    /// All was told. A channel that closes without it was cut off.
    End,
}

/// An observer that tells a reader of each step.
pub struct Teller {
    form: Form,
    grid: Square,
    buffer: Vec<u8>,
    steps: u64,
    sender: Sender<Part>,
    runtime: Handle,
    app: Arc<App>,
    /// When the stream ends in any case.
    end: Instant,
    /// How long the algorithm has worked, without the time in which it waited for the reader.
    worked: Duration,
    /// Since when it works again.
    working_since: Instant,
}

impl Teller {
    /// How many steps were told.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Tells of something that is no step: the beginning, or the end. `members` must be an object.
    ///
    /// # Errors
    ///
    /// [`Stopped`] when the reader is gone.
    pub fn tell(&mut self, name: &str, members: Value) -> Result<(), Stopped> {
        let members = members.to_string();
        // The object goes on after its name.
        self.event(name, |out| write!(out, ",{}", &members[1..members.len() - 1]));
        self.send_if(CHUNK)
    }

    fn event(&mut self, name: &str, members: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) {
        let out = &mut self.buffer;
        // Nothing that is written to a vector fails.
        let _ = match self.form {
            Form::NdJson => write!(out, "{{\"step\":\"{name}\""),
            Form::Events => write!(out, "event: {name}\ndata: {{\"step\":\"{name}\""),
        };
        let _ = members(out);
        out.extend_from_slice(match self.form {
            Form::NdJson => b"}\n",
            Form::Events => b"}\n\n",
        });
    }

    fn cell_event(&mut self, name: &str, cell: Cell) {
        let (row, column) = (self.grid.row(cell), self.grid.column(cell));
        self.event(name, |out| write!(out, ",\"cell\":[{row},{column}]"));
    }

    fn pair_event(&mut self, name: &str, from: Cell, side: Side, to: Cell) {
        let grid = self.grid;
        let (row, column, side) = (grid.row(from), grid.column(from), side.letter());
        let (to_row, to_column) = (grid.row(to), grid.column(to));
        self.event(name, |out| {
            write!(out, ",\"from\":[{row},{column}],\"side\":\"{side}\",\"to\":[{to_row},{to_column}]")
        });
    }

    /// Sends what is in the buffer, if that is at least this many bytes.
    fn send_if(&mut self, bytes: usize) -> Result<(), Stopped> {
        if self.buffer.len() < bytes {
            return Ok(());
        }
        let chunk = std::mem::replace(&mut self.buffer, Vec::with_capacity(CHUNK + 256));
        self.send(Part::Chunk(chunk.into()))?;
        match self.over() {
            Some(why) => self.stop(why),
            None => Ok(()),
        }
    }

    fn send(&mut self, part: Part) -> Result<(), Stopped> {
        let waiting_since = Instant::now();
        self.worked += waiting_since - self.working_since;
        // A reader who takes nothing for as long as work may take is as good as gone.
        let patience = (waiting_since + self.app.settings.timeout).min(self.end + self.app.settings.timeout);
        let sent = self.runtime.block_on(timeout_at(patience, self.sender.send(part)));
        self.working_since = Instant::now();
        match sent {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Stopped),
        }
    }

    /// Why the stream must end before all is told.
    fn over(&self) -> Option<&'static str> {
        if self.app.must_streams_end() {
            Some("the server is about to stop")
        } else if self.worked > self.app.settings.timeout {
            Some("the work took longer than the server allows")
        } else if Instant::now() > self.end {
            Some("the stream lasted longer than the server allows")
        } else {
            None
        }
    }

    /// Tells why no more is told, and stops.
    fn stop(&mut self, why: &str) -> Result<(), Stopped> {
        let members = serde_json::json!({ "steps": self.steps, "reason": why }).to_string();
        self.event("stopped", |out| write!(out, ",{}", &members[1..members.len() - 1]));
        let chunk = std::mem::take(&mut self.buffer);
        self.send(Part::Chunk(chunk.into()))?;
        self.send(Part::End)?;
        Err(Stopped)
    }

    fn finish(&mut self) -> Result<(), Stopped> {
        let chunk = std::mem::take(&mut self.buffer);
        self.send(Part::Chunk(chunk.into()))?;
        self.send(Part::End)
    }
}

impl Observer for Teller {
    type Stop = Stopped;

    fn go_on(&mut self) -> Result<(), Stopped> {
        // Nothing is ready to be sent, but the reader may have left.
        if self.sender.is_closed() { Err(Stopped) } else { Ok(()) }
    }

    fn see(&mut self, step: Step) -> Result<(), Stopped> {
        if self.steps == MOST_STEPS {
            return self.stop("these are as many steps as are told");
        }
        self.steps += 1;
        match step {
            Step::Visit(cell) => self.cell_event("visit", cell),
            Step::Back(cell) => self.cell_event("back", cell),
            Step::Erase(cell) => self.cell_event("erase", cell),
            Step::Fill(cell) => self.cell_event("fill", cell),
            Step::Path(cell) => self.cell_event("path", cell),
            Step::Carve { from, side, to } => self.pair_event("carve", from, side, to),
            Step::Join { from, side, to } => self.pair_event("join", from, side, to),
            Step::Wall { from, side, to } => self.pair_event("wall", from, side, to),
            Step::Clear => self.event("clear", |_| Ok(())),
            Step::Open { cell, side } => {
                let (row, column, side) = (self.grid.row(cell), self.grid.column(cell), side.letter());
                self.event("open", |out| write!(out, ",\"cell\":[{row},{column}],\"side\":\"{side}\""));
            }
        }
        self.send_if(CHUNK)
    }
}

/// The body of an answer that tells of steps.
pub struct StepsBody {
    receiver: Receiver<Part>,
    ended: bool,
}

impl Body for StepsBody {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, std::io::Error>>> {
        if self.ended {
            return Poll::Ready(None);
        }
        Poll::Ready(match ready!(self.receiver.poll_recv(cx)) {
            Some(Part::Chunk(chunk)) => Some(Ok(Frame::data(chunk))),
            Some(Part::End) => {
                self.ended = true;
                None
            }
            None => Some(Err(std::io::Error::other("the telling of steps was cut off"))),
        })
    }

    fn is_end_stream(&self) -> bool {
        self.ended
    }
}

/// Runs `work` on a thread of its own, and gives the body that tells of it.
///
/// # Errors
///
/// A [`Problem`] when as many are told already as the server takes on.
pub fn stream(
    app: &Arc<App>,
    form: Form,
    grid: Square,
    work: impl FnOnce(&mut Teller) -> Result<(), Stopped> + Send + 'static,
) -> Result<StepsBody, Problem> {
    let permit = app.step_streams.clone().try_acquire_owned();
    let permit = permit.map_err(|_| app.pool.refuse(Refusal::Streams, RETRY_AFTER))?;
    let (sender, receiver) = channel(CHUNKS);
    let (runtime, app) = (Handle::current(), app.clone());
    tokio::task::spawn_blocking(move || {
        let now = Instant::now();
        let mut teller = Teller {
            form,
            grid,
            buffer: Vec::new(),
            steps: 0,
            sender,
            runtime,
            app,
            end: now + LONGEST_STREAM,
            worked: Duration::ZERO,
            working_since: now,
        };
        let told = work(&mut teller).and_then(|()| teller.finish());
        // Who stopped it, the reader or the limit, has been told or is gone.
        let _: Result<(), Stopped> = told;
        drop(permit);
    });
    Ok(StepsBody { receiver, ended: false })
}
