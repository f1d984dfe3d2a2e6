//! Settings of the server: sizes, timeouts and numbers, all of them set at startup.

use std::time::Duration;

use dedale::grid::Limits;

/// The maximum length of path and query, in bytes.
pub const MAX_URI_BYTES: usize = 8 * 1024;

/// The timeouts for the client of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// From the last response, or the start of the connection, to the end of the next request head.
    pub idle: Duration,
    /// For the next part of a response, of up to 64 KiB.
    pub write: Duration,
}

impl Default for Timeouts {
    /// One minute for each.
    fn default() -> Timeouts {
        Timeouts { idle: Duration::from_secs(60), write: Duration::from_secs(60) }
    }
}

/// The share of a resource that a single client may hold, in percent: 1 to 100. With 100, the share is not limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientShare(pub u8);

impl Default for ClientShare {
    /// Half.
    fn default() -> ClientShare {
        ClientShare(50)
    }
}

/// The maximum size of a maze that is generated row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowLimits {
    /// The maximum number of columns, which determines the memory.
    pub max_columns: u32,
    /// The maximum number of rows.
    pub max_rows: u32,
    /// The maximum number of cells, which determines the length of the response.
    pub max_cells: u64,
}

impl Default for RowLimits {
    /// 65,535 columns, a billion rows, and a hundred billion cells.
    fn default() -> RowLimits {
        RowLimits { max_columns: 65_535, max_rows: 1_000_000_000, max_cells: 100_000_000_000 }
    }
}

/// The limits and timeouts of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The maximum size of a maze.
    pub limits: Limits,
    /// The maximum number of cells of a maze that is generated row by row while it is sent.
    pub max_streamed_cells: u64,
    /// The maximum number of pixels of a picture whose maze is generated as a whole.
    pub max_pixels: u64,
    /// How long the work for one request may take, including waiting.
    pub timeout: Duration,
    /// The maximum number of steps of the work for one request, according to an estimate before it begins: see [`Settings::steps_within`].
    pub max_steps: u64,
    /// How many large mazes are processed at the same time.
    pub workers: usize,
    /// How many requests for large mazes may wait for a worker.
    pub queue: usize,
    /// How long a request may wait for a worker.
    pub queue_timeout: Duration,
    /// The maximum memory for all large mazes that are being generated or sent, in bytes.
    pub max_memory: u64,
    /// The share of the connections, requests in progress, streams, memory, workers and places in the queue that a single client may hold.
    pub client_share: ClientShare,
    /// The maximum size of a request body, in bytes.
    pub max_body: usize,
    /// The maximum number of cells of a maze whose steps are sent.
    pub max_step_cells: u32,
    /// The maximum number of connections, and of requests in progress.
    pub max_connections: usize,
    /// The maximum number of connections that wait for a place among these.
    pub max_waiting_connections: usize,
    /// The timeouts for connections.
    pub timeouts: Timeouts,
    /// The maximum number of streams of steps at the same time.
    pub max_step_streams: usize,
}

impl Default for Settings {
    /// The limits of [`Limits::default`] and of [`RowLimits::default`], 2^28 pixels, 30 seconds, two workers for each processor, 64
    /// requests that wait for up to 10 seconds, 1 GiB of mazes, bodies of 32 MiB, 1024 connections, and 64 streams of steps of
    /// mazes of 65,536 cells; half of each for a single client. A single client can therefore use all processors, and workers are left for
    /// others.
    fn default() -> Settings {
        Settings {
            limits: Limits::default(),
            max_streamed_cells: RowLimits::default().max_cells,
            max_pixels: 1 << 28,
            timeout: Duration::from_secs(30),
            max_steps: Settings::steps_within(Duration::from_secs(30)),
            workers: 2 * threads() as usize,
            queue: 64,
            queue_timeout: Duration::from_secs(10),
            max_memory: 1 << 30,
            client_share: ClientShare::default(),
            max_body: 32 * 1024 * 1024,
            max_step_cells: 65_536,
            max_connections: 1024,
            max_waiting_connections: Settings::waiting_connections(1024),
            timeouts: Timeouts::default(),
            max_step_streams: 64,
        }
    }
}

impl Settings {
    /// How many steps can be done within `timeout`: a hundred million per second, on a slow machine. See
    /// [`MazeOptions::expected_steps`](dedale::options::MazeOptions::expected_steps) for the definition of a step.
    pub fn steps_within(timeout: Duration) -> u64 {
        const STEPS_A_MILLISECOND: u64 = 100_000;
        u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX).saturating_mul(STEPS_A_MILLISECOND)
    }

    /// How many connections may wait for a place if so many may be open. One that waits takes little but a file descriptor.
    pub const fn waiting_connections(max_connections: usize) -> usize {
        max_connections.saturating_mul(4)
    }

    /// The maximum memory of the process and its sockets, in bytes. `docs/operations.md` has the sum, and how it was measured.
    pub fn most_memory(&self) -> u64 {
        const AT_REST: u64 = 24 << 20;
        // A request, a stream of HTTP/2, and a socket.
        const A_CONNECTION: u64 = (256 + 192 + 256) << 10;
        AT_REST.saturating_add(self.max_memory).saturating_add(A_CONNECTION.saturating_mul(self.max_connections as u64))
    }

    /// The maximum size of a maze that is generated row by row.
    pub fn row_limits(&self) -> RowLimits {
        RowLimits { max_columns: self.limits.max_side, max_cells: self.max_streamed_cells, ..RowLimits::default() }
    }
}

/// The number of threads that can run at the same time.
pub fn threads() -> u64 {
    std::thread::available_parallelism().map_or(1, |threads| threads.get() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_of_the_memory() {
        let sum =
            |max_memory, max_connections| Settings { max_memory, max_connections, ..Settings::default() }.most_memory();
        assert_eq!(sum(0, 0), 24 << 20);
        assert_eq!(sum(448 << 20, 512), 824 << 20);
        assert_eq!(Settings::default().most_memory(), 1752 << 20);
        assert_eq!(sum(u64::MAX, 1), u64::MAX);
    }
}
