//! Memory, which is reserved for a client before it is used.

use std::sync::Arc;

use dedale::about::OverLimit;

use crate::clients::shares::{Client, Full, Resource, Share};
use crate::problem::Problem;
use crate::telemetry::metrics::{Metrics, Refusal};

/// Up to this size in bytes, nothing is reserved: there are no more of these than requests in progress.
pub const UNRESERVED_BYTES: u64 = 64 * 1024;

/// The memory for mazes and responses, in bytes. Whatever is known to be large is reserved here before it is made.
#[derive(Clone, Debug)]
pub struct Memory {
    bytes: Resource,
    metrics: Arc<Metrics>,
}

/// Memory that is reserved for a client until this is dropped.
#[derive(Debug)]
pub struct Reservation {
    share: Share,
    metrics: Arc<Metrics>,
}

impl Memory {
    /// Creates so many bytes of memory, of which a client may have a share.
    pub fn new(bytes: u64, share: u8, metrics: Arc<Metrics>) -> Memory {
        Memory { bytes: Resource::counted(bytes, share, Some(metrics.reserved.clone())), metrics }
    }

    /// Reserves so many bytes for a client. Nothing is reserved for up to [`UNRESERVED_BYTES`].
    /// Fails if the client may not have that much, now or ever, or if not enough is left.
    pub fn reserve(&self, client: Client, bytes: u64) -> Result<Reservation, Problem> {
        let mut reservation = Reservation { share: self.bytes.nothing(client), metrics: self.metrics.clone() };
        reservation.resize(bytes)?;
        Ok(reservation)
    }
}

/// Why something is too large that would take so much memory.
pub fn too_much_memory(OverLimit { max, asked, .. }: OverLimit) -> String {
    let [asked, max] = [asked, max].map(|bytes| bytes.div_ceil(1 << 20));
    format!("this needs {asked} MiB of memory, and one client may have {max}")
}

impl Reservation {
    /// How many bytes are reserved.
    pub fn bytes(&self) -> u64 {
        self.share.amount()
    }

    /// Reserves so many bytes in all. Less is always possible. If it fails, what was reserved before stays reserved.
    pub fn resize(&mut self, bytes: u64) -> Result<(), Problem> {
        self.try_resize(bytes).map_err(|full| match full {
            Full::TooMuch => {
                self.metrics.refused(Refusal::Memory);
                let over = OverLimit { limit: "memory", max: self.share.most(), asked: bytes };
                Problem::too_large(over, too_much_memory(over))
            }
            full => full.refuse(Refusal::Memory, &self.metrics),
        })
    }

    /// The same for what a request can do without: nothing is refused.
    /// If that is not possible, the error says whose limit does not allow it.
    pub fn try_resize(&mut self, bytes: u64) -> Result<(), Full> {
        self.share.resize(if bytes > UNRESERVED_BYTES { bytes } else { 0 })
    }
}
