//! What the server holds to: sizes, times and numbers, all of them set at the start.

use std::time::Duration;

use crate::net::timeouts::Timeouts;
use dedale::grid::Limits;

/// How large a maze may be that is made row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowLimits {
    /// The largest number of columns: what the memory depends on.
    pub max_columns: u32,
    /// The largest number of rows.
    pub max_rows: u32,
    /// The largest number of cells: how long a response may be.
    pub max_cells: u64,
}

impl Default for RowLimits {
    /// 65,535 columns, a billion rows, and a hundred billion cells.
    fn default() -> RowLimits {
        RowLimits { max_columns: 65_535, max_rows: 1_000_000_000, max_cells: 100_000_000_000 }
    }
}

/// What the server holds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How large a maze may be.
    pub limits: Limits,
    /// The most cells of a maze that is made row by row, while it is sent.
    pub max_streamed_cells: u64,
    /// The most pixels of a picture whose maze is made as a whole.
    pub max_pixels: u64,
    /// How long the work for one request may take, waiting included.
    pub timeout: Duration,
    /// How many large mazes are worked on at a time.
    pub workers: usize,
    /// How many requests for large mazes may wait for a worker.
    pub queue: usize,
    /// How long a request may wait for a worker.
    pub queue_timeout: Duration,
    /// How many bytes the large mazes may have in all that are being made or sent.
    pub max_held: u64,
    /// The largest body that is read, in bytes.
    pub max_body: usize,
    /// The most cells of a maze whose steps are told.
    pub max_step_cells: u32,
    /// How many connections there may be at a time.
    pub max_connections: usize,
    /// How long the client of a connection may take for what.
    pub timeouts: Timeouts,
    /// How many streams of steps there may be at a time.
    pub max_step_streams: usize,
}

impl Default for Settings {
    /// The limits of [`Limits::default`] and of [`RowLimits::default`], 2^28 pixels, 30 seconds, a worker for each processor, 64
    /// requests that wait for up to 10 seconds, a GiB of mazes, bodies of 32 MiB, 1024 connections, and 16 streams of steps of
    /// mazes of 65,536 cells.
    fn default() -> Settings {
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            limits: Limits::default(),
            max_streamed_cells: RowLimits::default().max_cells,
            max_pixels: 1 << 28,
            timeout: Duration::from_secs(30),
            workers,
            queue: 64,
            queue_timeout: Duration::from_secs(10),
            max_held: 1 << 30,
            max_body: 32 * 1024 * 1024,
            max_step_cells: 65_536,
            max_connections: 1024,
            timeouts: Timeouts::default(),
            max_step_streams: 16,
        }
    }
}

impl Settings {
    /// How large a maze may be that is made row by row.
    pub fn row_limits(&self) -> RowLimits {
        RowLimits { max_columns: self.limits.max_side, max_cells: self.max_streamed_cells, ..RowLimits::default() }
    }
}
