//! Memory, which is reserved for a client before it is used, and measured while it is used.
//!
//! Each request has an [`Account`]. An estimate is reserved before the work begins ([`Reservation`]). While the work
//! runs, allocations and deallocations are counted ([`Meter`]), and at least the live bytes are reserved. An estimate
//! that is too low fails its request, and never the process.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::Thread;

use axum::body::Bytes;
use axum::http::Uri;
use dedale::about::OverLimit;

use crate::limits::shares::{Client, Full, LimitedResource, Share};
use crate::problem::Problem;
use crate::telemetry::metrics::{Metrics, Refusal};

/// The maximum size in bytes that needs no reservation: there are no more of these than requests in progress.
pub const UNRESERVED_BYTES: u64 = 64 * 1024;

/// The number of bytes that a turn may allocate or free until they are added to the account.
pub const UNCOUNTED_BYTES: u64 = 64 * 1024;

/// The number of live bytes that need no reservation: those of a chunk of a response, which are counted with the
/// requests in progress.
const CHUNK_BYTES: u64 = 96 * 1024;

/// By how many bytes the reservations fall from their peak until freed memory is returned to the operating system. What
/// is given back and reserved again meanwhile is memory that is used again.
const TRIMMED_BYTES: u64 = 16 << 20;

/// The memory for mazes and responses, in bytes.
#[derive(Clone, Debug)]
pub struct Memory(Arc<TotalMemory>);

#[derive(Debug)]
struct TotalMemory {
    bytes: LimitedResource,
    metrics: Arc<Metrics>,
    /// The number of reserved bytes.
    reserved: AtomicU64,
    /// The maximum of that since freed memory was last returned to the operating system.
    peak: AtomicU64,
    /// The thread that returns freed memory when it is unparked.
    trims: OnceLock<Thread>,
}

impl Memory {
    /// Creates a resource of `bytes` bytes. A client may hold `share` percent of them.
    pub fn new(bytes: u64, share: u8, metrics: Arc<Metrics>) -> Memory {
        let bytes = LimitedResource::counted(bytes, share, Some(metrics.reserved.clone()));
        let [reserved, peak] = [0; 2].map(AtomicU64::new);
        Memory(Arc::new(TotalMemory { bytes, metrics, reserved, peak, trims: OnceLock::new() }))
    }

    /// Sets the thread that is unparked to return freed memory to the operating system, whenever much less is reserved
    /// than before. Only the first call has an effect.
    pub fn trimmed_by(&self, thread: Thread) {
        let _ = self.0.trims.set(thread);
    }

    /// Counts a change of the reserved bytes of a request from `before` to `after`.
    fn count(&self, before: u64, after: u64) {
        let TotalMemory { reserved, peak, trims, .. } = &*self.0;
        if after >= before {
            let now = reserved.fetch_add(after - before, Ordering::Relaxed) + (after - before);
            peak.fetch_max(now, Ordering::Relaxed);
            return;
        }
        let now = reserved.fetch_sub(before - after, Ordering::Relaxed) - (before - after);
        if peak.load(Ordering::Relaxed).saturating_sub(now) >= TRIMMED_BYTES {
            peak.store(now, Ordering::Relaxed);
            trims.get().inspect(|thread| thread.unpark());
        }
    }

    /// Creates the account of a request by a client for a URI. Nothing is reserved yet.
    pub fn account(&self, client: Client, uri: &Uri) -> Account {
        let state = Mutex::new(AccountState { share: None, claimed: 0, is_over: false });
        let (memory, uri, live) = (self.clone(), uri.clone(), AtomicI64::new(0));
        Account(Arc::new(AccountInner { memory, client, uri, live, state }))
    }
}

/// The reserved and live bytes of a request. They are given back when the last clone is dropped.
#[derive(Clone, Debug)]
pub struct Account(Arc<AccountInner>);

#[derive(Debug)]
struct AccountInner {
    memory: Memory,
    client: Client,
    /// The URI of the request, for the log.
    uri: Uri,
    /// The bytes that the turns of the request allocated, less those that were freed. The number is negative for a
    /// moment if a turn frees bytes that another one has not counted yet.
    live: AtomicI64,
    state: Mutex<AccountState>,
}

#[derive(Debug)]
struct AccountState {
    /// The reserved bytes; `None` until some are reserved.
    share: Option<Share>,
    /// The sum of the estimates: at least this many bytes are reserved.
    claimed: u64,
    /// True if more bytes were live than could be reserved.
    is_over: bool,
}

impl AccountState {
    fn reserved(&self) -> u64 {
        self.share.as_ref().map_or(0, Share::amount)
    }

    /// Reserves `bytes` bytes in all, or none if they are at most [`UNRESERVED_BYTES`].
    fn reserve(&mut self, account: &AccountInner, bytes: u64) -> Result<(), Full> {
        let units = if bytes > UNRESERVED_BYTES { bytes } else { 0 };
        let before = self.reserved();
        let result = match &mut self.share {
            None if units == 0 => return Ok(()),
            share => share.get_or_insert_with(|| account.memory.0.bytes.empty_share(account.client)).resize(units),
        };
        account.memory.count(before, self.reserved());
        result
    }
}

impl Drop for AccountInner {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        self.memory.count(state.reserved(), 0);
    }
}

impl Account {
    /// The client of the request.
    pub fn client(&self) -> Client {
        self.0.client
    }

    /// The number of live bytes of the request.
    pub fn live(&self) -> u64 {
        self.0.live.load(Ordering::Relaxed).max(0).unsigned_abs()
    }

    /// The number of bytes that are reserved for the request.
    pub fn reserved(&self) -> u64 {
        self.state().reserved()
    }

    /// Reserves more bytes.
    ///
    /// # Errors
    ///
    /// A problem if the client may not hold that many bytes, now or ever, or if not enough are left.
    pub fn reserve(&self, bytes: u64) -> Result<Reservation, Problem> {
        let mut reservation = Reservation { account: self.clone(), bytes: 0 };
        reservation.resize(bytes)?;
        Ok(reservation)
    }

    /// Does work on this thread and counts its memory. It is for work without a [`Watch`](crate::limits::cancel::Watch).
    pub fn measure<T>(&self, work: impl FnOnce() -> T) -> T {
        let _meter = Meter::start(self);
        work()
    }

    /// Counts memory that the allocator does not see, such as that of a C library.
    pub fn count(&self, bytes: u64) -> Counted {
        self.add(i64::try_from(bytes).unwrap_or(i64::MAX));
        Counted { account: self.clone(), bytes }
    }

    /// Hands a chunk of the response, which a turn allocated, to the HTTP library. The chunk leaves the account, since
    /// any thread may free it: from now on it is counted with the requests in progress, like their buffers.
    pub fn sent(&self, chunk: Vec<u8>) -> Bytes {
        self.add(-(chunk.capacity() as i64));
        Bytes::from(chunk)
    }

    fn state(&self) -> MutexGuard<'_, AccountState> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, bytes: i64) {
        self.0.live.fetch_add(bytes, Ordering::Relaxed);
    }

    /// The number of bytes that must be reserved for the live ones.
    fn needed(&self) -> u64 {
        self.live().saturating_sub(CHUNK_BYTES)
    }

    /// Changes an estimate from `before` bytes to `bytes`.
    fn claim(&self, before: u64, bytes: u64) -> Result<(), Full> {
        let mut state = self.state();
        let claimed = (state.claimed - before).saturating_add(bytes);
        let wanted = claimed.max(self.needed());
        // Less is always possible.
        let wanted = if bytes > before { wanted } else { wanted.min(state.reserved()) };
        state.reserve(&self.0, wanted)?;
        state.claimed = claimed;
        Ok(())
    }

    /// Reserves at least the live bytes, or gives back bytes that were reserved beyond the estimate and are no longer
    /// live. If that is not possible, it is logged once.
    fn cover(&self) -> Result<(), Full> {
        let (needed, mut state) = (self.needed(), self.state());
        let reserved = state.reserved();
        // A little more, so that small changes need no other reservation.
        let enough = needed + UNCOUNTED_BYTES;
        if needed <= reserved.max(UNRESERVED_BYTES) {
            let kept = state.claimed.max(enough + UNCOUNTED_BYTES);
            return if reserved > kept { state.reserve(&self.0, kept) } else { Ok(()) };
        }
        let covered = state.reserve(&self.0, enough).or_else(|_| state.reserve(&self.0, needed));
        if covered.is_err() && !std::mem::replace(&mut state.is_over, true) {
            tracing::warn!(
                path = self.0.uri.path(),
                estimated = state.claimed,
                reserved,
                live = self.live(),
                "a request needed more memory than was estimated, and was stopped"
            );
        }
        covered
    }
}

/// Bytes that are counted until this is dropped.
#[derive(Debug)]
pub struct Counted {
    account: Account,
    bytes: u64,
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.account.add(-i64::try_from(self.bytes).unwrap_or(i64::MAX));
    }
}

/// Counts the bytes that a thread allocates and frees for an account, until this is dropped. A thread has one meter at
/// a time.
#[derive(Debug)]
pub struct Meter {
    account: Account,
    /// The live bytes of the thread when they were last counted.
    counted: i64,
    /// A meter stays on its thread.
    _thread: PhantomData<*const ()>,
}

impl Meter {
    /// Begins to count.
    pub fn start(account: &Account) -> Meter {
        Meter { account: account.clone(), counted: dedale_heap::live(), _thread: PhantomData }
    }

    /// Reserves more bytes if more are live than are reserved.
    ///
    /// # Errors
    ///
    /// The limit that does not allow it. The work must be stopped then.
    #[inline]
    pub fn check(&mut self) -> Result<(), Full> {
        let uncounted = dedale_heap::live() - self.counted;
        if uncounted.unsigned_abs() < UNCOUNTED_BYTES { Ok(()) } else { self.check_now() }
    }

    /// Does the same even if few bytes were allocated: at the end of a turn.
    ///
    /// # Errors
    ///
    /// Those of [`check`](Meter::check).
    pub fn check_now(&mut self) -> Result<(), Full> {
        self.count();
        self.account.cover()
    }

    fn count(&mut self) {
        let now = dedale_heap::live();
        self.account.add(now - self.counted);
        self.counted = now;
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.count();
    }
}

/// The detail of a problem with work that needs too much memory.
pub fn too_much_memory(OverLimit { max, asked, .. }: OverLimit) -> String {
    let [asked, max] = [asked, max].map(|bytes| bytes.div_ceil(1 << 20));
    format!("this needs {asked} MiB of memory, and one client may have {max}")
}

/// Memory that is reserved until this is dropped: the estimate of a part of a request.
#[derive(Debug)]
pub struct Reservation {
    account: Account,
    bytes: u64,
}

impl Reservation {
    /// The number of reserved bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Changes the number of reserved bytes. Fewer bytes are always possible. If it fails, the reservation stays as it
    /// was.
    ///
    /// # Errors
    ///
    /// A problem if the client may not hold that many bytes, now or ever, or if not enough are left.
    pub fn resize(&mut self, bytes: u64) -> Result<(), Problem> {
        let Err(full) = self.try_resize(bytes) else { return Ok(()) };
        let TotalMemory { bytes: whole, metrics, .. } = &*self.account.0.memory.0;
        Err(match full {
            Full::TooMuch => {
                metrics.refused(Refusal::Memory);
                let over = OverLimit { limit: "memory", max: whole.max_of(self.account.client()), asked: bytes };
                Problem::too_large(over, too_much_memory(over))
            }
            full => full.refuse(Refusal::Memory, metrics),
        })
    }

    /// Does the same for memory that a request can do without: a failure is not counted as a refusal.
    ///
    /// # Errors
    ///
    /// The limit that does not allow it.
    pub fn try_resize(&mut self, bytes: u64) -> Result<(), Full> {
        self.account.claim(self.bytes, bytes)?;
        self.bytes = bytes;
        Ok(())
    }

    /// Keeps the bytes reserved for as long as the account exists.
    pub fn keep(mut self) -> Account {
        self.bytes = 0;
        self.account.clone()
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        // Less is always possible.
        let _ = self.try_resize(0);
    }
}
