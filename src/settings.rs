//! Settings of the server: sizes, timeouts and numbers, all of them set at startup.

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Command, FromArgMatches as _};
use dedale::about::OverLimit;
use dedale::grid::Limits;
use dedale::options::SizeLimits;

/// The maximum length of path and query, in bytes.
pub const MAX_URI_BYTES: usize = 8 * 1024;

/// The maximum number of rows of a maze that is generated row by row.
const MAX_ROWS: u64 = 1_000_000_000;

/// The groups of flags in `--help`.
const LIMITS: &str = "Size limits";
const WORK: &str = "Concurrency";
const CLIENTS: &str = "Clients and connections";

/// The largest number of threads for each of mazes, drawing, and steps.
const MAX_THREADS: u64 = 150;

/// The limits and timeouts of the server. Each is a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct Settings {
    /// Maximum number of cells of a maze
    #[arg(long, help_heading = LIMITS, env = "DEDALE_MAX_CELLS", value_name = "CELLS", default_value_t = Limits::default().max_cells,
        value_parser = whole::<u32>(1..=u32::MAX.into()))]
    pub max_cells: u32,
    /// Maximum number of columns and of rows of a maze
    #[arg(long, help_heading = LIMITS, env = "DEDALE_MAX_SIDE", value_name = "CELLS", default_value_t = Limits::default().max_side,
        value_parser = whole::<u32>(1..=u32::MAX.into()))]
    pub max_side: u32,
    /// Maximum number of cells of a maze that is generated row by row while it is sent (binary-tree, sidewinder, eller and quilt)
    #[arg(long, help_heading = LIMITS, env = "DEDALE_MAX_STREAMED_CELLS", value_name = "CELLS",
        default_value_t = 100_000_000_000, value_parser = whole::<u64>(1..=u64::MAX))]
    pub max_streamed_cells: u64,
    /// Maximum number of pixels of a PNG that is not generated row by row
    #[arg(long, help_heading = LIMITS, env = "DEDALE_MAX_PIXELS", value_name = "PIXELS", default_value_t = 1 << 28,
        value_parser = whole::<u64>(1..=u64::MAX))]
    pub max_pixels: u64,
    /// Maximum number of seconds that the work for a request may take, including waiting
    #[arg(long, help_heading = WORK, env = "DEDALE_TIMEOUT", value_name = "SECONDS", default_value = "30", value_parser = positive_seconds)]
    pub timeout: Duration,
    /// The maximum number of steps of the work for one request, according to an estimate before it begins: see [`Settings::steps_within`].
    #[arg(skip)]
    pub max_steps: u64,
    /// Number of large mazes that are processed at the same time [default: two for each processor, half of them for a single client]
    #[arg(long, help_heading = WORK, env = "DEDALE_WORKERS", value_name = "COUNT", hide_default_value = true,
        default_value_t = default_workers(), value_parser = whole::<usize>(1..=MAX_THREADS))]
    pub workers: usize,
    /// Maximum number of requests for large mazes in the queue; others get a 503
    #[arg(long, help_heading = WORK, env = "DEDALE_QUEUE", value_name = "COUNT", default_value_t = 64, value_parser = whole::<usize>(0..=u32::MAX.into()))]
    pub queue: usize,
    /// Maximum number of seconds that a request may wait in a queue before it gets a 503
    #[arg(long, help_heading = WORK, env = "DEDALE_QUEUE_TIMEOUT", value_name = "SECONDS", default_value = "10", value_parser = positive_seconds)]
    pub queue_timeout: Duration,
    /// Maximum memory for large mazes that are being generated or sent, in MiB; requests beyond it get a 503
    #[arg(long, help_heading = WORK, env = "DEDALE_MAX_MEMORY", value_name = "MIB", default_value = "1024", value_parser = mebibytes)]
    pub max_memory: u64,
    /// Maximum size of a request body (a maze), in bytes
    #[arg(long, help_heading = LIMITS, env = "DEDALE_MAX_BODY", value_name = "BYTES", default_value_t = 32 << 20,
        value_parser = whole::<usize>(0..=isize::MAX as u64))]
    pub max_body: usize,
    /// Percentage of the connections, requests in progress, streams, memory, workers and places in the queue that a single client address
    /// may hold; with several clients, each may take more as long as it holds less than is left
    #[arg(long, help_heading = CLIENTS, env = "DEDALE_CLIENT_SHARE", value_name = "PERCENT", default_value_t = 50,
        value_parser = whole::<u8>(1..=100))]
    pub client_share: u8,
    /// Maximum number of connections, and of requests in progress; others wait
    #[arg(long, help_heading = CLIENTS, env = "DEDALE_MAX_CONNECTIONS", value_name = "COUNT", default_value_t = 1024,
        value_parser = whole::<usize>(1..=u32::MAX.into()))]
    pub max_connections: usize,
    /// The maximum number of connections that wait for a place among these.
    #[arg(skip)]
    pub max_waiting_connections: usize,
    /// The timeouts for connections.
    #[command(flatten)]
    pub timeouts: Timeouts,
    /// Maximum number of cells of a maze whose steps are sent
    #[arg(long, help_heading = LIMITS, env = "DEDALE_MAX_STEP_CELLS", value_name = "CELLS", default_value_t = 65_536,
        value_parser = whole::<u32>(1..=u32::MAX.into()))]
    pub max_step_cells: u32,
    /// Maximum number of streams of steps at the same time; others get a 503
    #[arg(long, help_heading = WORK, env = "DEDALE_MAX_STEP_STREAMS", value_name = "COUNT", default_value_t = 64,
        value_parser = whole::<usize>(0..=MAX_THREADS))]
    pub max_step_streams: usize,
}

/// The timeouts for the client of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct Timeouts {
    /// Maximum number of seconds from a response to the end of the next request head
    #[arg(long = "idle-timeout", help_heading = CLIENTS, env = "DEDALE_IDLE_TIMEOUT", value_name = "SECONDS", default_value = "60", value_parser = positive_seconds)]
    pub idle: Duration,
    /// Maximum number of seconds that a client may take to read the next 64 KiB of a response
    #[arg(long = "write-timeout", help_heading = CLIENTS, env = "DEDALE_WRITE_TIMEOUT", value_name = "SECONDS", default_value = "60", value_parser = positive_seconds)]
    pub write: Duration,
}

impl Default for Settings {
    /// The defaults of the flags, whatever the environment says.
    ///
    /// # Panics
    ///
    /// Never: the defaults are valid.
    fn default() -> Settings {
        let flags = Settings::augment_args(Command::new("dedale")).mut_args(|flag| flag.env(None::<&str>));
        let read = flags.try_get_matches_from(["dedale"]).and_then(|read| Settings::from_arg_matches(&read));
        read.expect("the defaults are valid").complete()
    }
}

impl Settings {
    /// Returns the settings with the derived ones computed.
    pub fn complete(self) -> Settings {
        Settings {
            max_steps: Settings::steps_within(self.timeout),
            max_waiting_connections: Settings::waiting_connections(self.max_connections),
            ..self
        }
    }

    /// The maximum size of a maze that is generated as a whole.
    pub fn limits(&self) -> Limits {
        Limits { max_side: self.max_side, max_cells: self.max_cells }
    }

    /// The number of steps that can be done within `timeout`: a hundred million per second, on a slow machine. See
    /// [`Estimate::steps`](dedale::estimate::Estimate::steps) for the definition of a step.
    pub fn steps_within(timeout: Duration) -> u64 {
        const STEPS_A_MILLISECOND: u64 = 100_000;
        u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX).saturating_mul(STEPS_A_MILLISECOND)
    }

    /// The limit that `asked` steps exceed, and the detail of the problem.
    pub fn too_many_steps(&self, what: &str, asked: u64) -> (OverLimit, String) {
        let (max, time) = (self.max_steps, self.timeout.as_secs_f64());
        let detail = format!(
            "{what} would take about {asked} steps, and one request may take {max}, which is what {time} s are enough for"
        );
        (OverLimit { limit: "steps", max, asked }, detail)
    }

    /// The maximum memory of one request, in bytes: the share of a client.
    pub fn max_request_memory(&self) -> u64 {
        share_of(self.max_memory, self.client_share)
    }

    /// The maximum number of connections that wait for a place, for a maximum number of open ones. A waiting connection
    /// needs little besides a file descriptor.
    pub const fn waiting_connections(max_connections: usize) -> usize {
        max_connections.saturating_mul(4)
    }

    /// The maximum memory of the process and its sockets, in bytes. `docs/operations.md` has the sum, and how it was measured.
    pub fn max_process_memory(&self) -> u64 {
        const AT_REST: u64 = 24 << 20;
        // A request, a stream of HTTP/2, and a socket.
        const A_CONNECTION: u64 = (256 + 192 + 256) << 10;
        AT_REST.saturating_add(self.max_memory).saturating_add(A_CONNECTION.saturating_mul(self.max_connections as u64))
    }

    /// The maximum size of a maze that is generated row by row.
    pub fn row_limits(&self) -> SizeLimits {
        SizeLimits { max_columns: self.max_side.into(), max_rows: MAX_ROWS, max_cells: self.max_streamed_cells }
    }
}

/// The part of a whole that one client may have, for a share in percent.
pub fn share_of(whole: u64, percent: u8) -> u64 {
    let (percent, all) = (u128::from(percent.clamp(1, 100)), u128::from(whole));
    ((all + 1) * percent / 100).min(all).max(1) as u64
}

/// The number of threads that can run at the same time.
pub fn threads() -> u64 {
    std::thread::available_parallelism().map_or(1, |threads| threads.get() as u64)
}

/// The number of turns at the same time: twice as many as can run, so that a single client can use all processors while
/// turns are left for others.
pub fn turns() -> u64 {
    (2 * threads()).min(MAX_THREADS)
}

/// Two workers for each processor.
fn default_workers() -> usize {
    (2 * threads()).min(MAX_THREADS) as usize
}

/// Returns a parser of whole numbers in a range. Its message explains what to write instead of `10M` or `10,000`.
pub fn whole<T: FromStr>(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse::<u64>().ok().filter(|number| range.contains(number));
        // The range is within the type, so its own parser succeeds.
        number.and_then(|number| number.to_string().parse().ok()).ok_or_else(|| {
            format!("must be a whole number between {} and {}, in digits alone", range.start(), range.end())
        })
    }
}

fn mebibytes(text: &str) -> Result<u64, String> {
    whole::<u64>(1..=1 << 30)(text).map(|number| number << 20)
}

/// Parses a number of seconds, up to a day.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "must be a number of seconds between 0 and 86400, without a unit".to_owned())
}

fn positive_seconds(text: &str) -> Result<Duration, String> {
    seconds(text).and_then(|time| if time.is_zero() { Err("must be more than 0 seconds".to_owned()) } else { Ok(time) })
}
