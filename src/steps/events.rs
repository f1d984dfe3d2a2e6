//! The steps of an algorithm as text: each is a JSON object, on a line or in an event.

use std::io::Write as _;
use std::sync::Arc;

use axum::body::Body;
use axum::http::HeaderMap;
use serde_json::Value;

use crate::app::App;
use crate::response::negotiate;
use crate::response::problem::{Kind, Problem};
use crate::steps::stream::{Sending, stream};
use dedale::grid::{Cell, Side, Square};
use dedale::observe::{Observer, Step, Stopped};

/// The version of how steps are written. A change of the bytes of a stream needs the next number, since entity tags name it.
pub const VERSION: u32 = 1;

/// How many bytes of steps are sent at a time.
const CHUNK: usize = 8 * 1024;

/// The most steps of one algorithm that are sent. Random walks may take more; their telling then ends with a step that says so,
/// as it does when it takes too long.
pub const MOST_STEPS: u64 = 20_000_000;

/// The form in which steps are sent.
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

    /// Its name in metrics and in entity tags.
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

/// An observer that tells a reader of each step.
pub struct Teller {
    form: Form,
    grid: Square,
    buffer: Vec<u8>,
    steps: u64,
    sending: Sending,
}

impl Teller {
    /// How many steps were sent.
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
        self.sending.send(chunk.into())?;
        match self.sending.over() {
            Some(why) => self.stop(why),
            None => Ok(()),
        }
    }

    /// Sends the reason why no more is sent, and stops.
    fn stop(&mut self, why: &str) -> Result<(), Stopped> {
        let steps = self.steps;
        self.event("stopped", |out| write!(out, ",\"steps\":{steps},\"reason\":\"{why}\""));
        self.finish()?;
        Err(Stopped)
    }

    fn finish(&mut self) -> Result<(), Stopped> {
        self.sending.send(std::mem::take(&mut self.buffer).into())?;
        self.sending.end()
    }
}

impl Observer for Teller {
    type Stop = Stopped;

    fn go_on(&mut self) -> Result<(), Stopped> {
        // Nothing is ready to be sent, but the reader may have left.
        if self.sending.is_closed() { Err(Stopped) } else { Ok(()) }
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
            // A step that the interface does not have yet.
            _ => {}
        }
        self.send_if(CHUNK)
    }
}

/// Does `work` on a separate thread, and returns the body that reports it.
///
/// # Errors
///
/// A [`Problem`] when the server sends as many streams already as it takes on.
pub fn tell(
    app: &Arc<App>,
    form: Form,
    grid: Square,
    work: impl FnOnce(&mut Teller) -> Result<(), Stopped> + Send + 'static,
) -> Result<Body, Problem> {
    stream(app, move |sending| {
        let mut teller = Teller { form, grid, buffer: Vec::new(), steps: 0, sending };
        work(&mut teller).and_then(|()| teller.finish())
    })
}
