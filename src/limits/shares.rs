//! Fair shares of limited resources.
//!
//! One rule applies to every limited resource (connections, requests in progress, streams, memory, workers): **a client
//! may take more as long as it holds less than is left for the others.** With a share of 50%, a single client gets at
//! most half of the whole, two get a third each, nine a tenth each, and the next client can always get as much as any
//! other holds. This requires no measurements or predictions, and no client gains by being patient or slow or by
//! opening many connections.
//!
//! Clients that wait for a unit are ordered by their use: **a client is placed as if it had begun to wait when it had
//! paid off what it used before**, which takes a few seconds for each second of use. A client that has used little
//! comes before all those that have used much, regardless of their number.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::problem::{Kind, Problem};
use crate::settings::share_of;
use crate::telemetry::metrics::{Metrics, Refusal};

/// A client: an IPv4 address, or an IPv6 network of 64 bits, which one subscriber usually has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client(Option<IpAddr>);

impl Client {
    /// No particular client: for requests that did not arrive by network, or the connection of a trusted proxy. It is not limited to a
    /// share.
    pub const NOBODY: Client = Client(None);

    /// The client with this address.
    pub fn at(address: IpAddr) -> Client {
        Client(Some(match address.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
            address => address,
        }))
    }
}

/// Returns true if a client may hold `held` units while `left` units are free.
fn allows(share: u8, held: u64, left: u64) -> bool {
    let share = u128::from(share.clamp(1, 100));
    // One unit is always allowed. The free units count one more, so that half of three is two and not one.
    held == 1 || u128::from(held) * (100 - share) <= (u128::from(left) + 1) * share
}

/// The reason why nothing could be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// The other clients hold too much.
    Whole,
    /// The client itself holds its share.
    Client,
    /// It is more than a single client may ever hold.
    TooMuch,
}

/// The number of seconds after which a rejected request may be sent again.
const RETRY_AFTER: u32 = 2;

impl Full {
    /// Counts a rejected request, and returns its problem: either its client or all clients together have used up the
    /// resource.
    pub fn refuse(self, why: Refusal, metrics: &Metrics) -> Problem {
        metrics.refused(why);
        let (resource, all) = match why {
            Refusal::Queue => ("queue for large mazes", "the queue for large mazes is full"),
            Refusal::QueueTimeout => ("workers for large mazes", "no worker for large mazes became free in time"),
            Refusal::Memory => ("memory for large mazes", "the memory for large mazes is in use"),
            Refusal::Streams => ("streams of steps", "all streams of steps are in use"),
            Refusal::Connections | Refusal::Requests | Refusal::RateLimit => {
                ("requests in progress", "too many requests are in progress")
            }
        };
        let problem = match self {
            Full::Whole => Problem::new(Kind::OVERLOADED, all),
            Full::Client | Full::TooMuch => {
                let detail = format!("this client already has its full share of the {resource}");
                Problem::new(Kind::TOO_MANY_REQUESTS, detail)
            }
        };
        problem.retry_after(RETRY_AFTER)
    }
}

/// A limited resource, in whole units.
#[derive(Clone, Debug)]
pub struct LimitedResource(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    whole: u64,
    /// The percentage that a client may hold.
    share: u8,
    gauge: Option<Gauge>,
    state: Mutex<ResourceState>,
}

#[derive(Debug)]
struct ResourceState {
    left: u64,
    /// The units of each client that holds any.
    held: HashMap<Client, u64>,
    /// The requests that wait for a unit, by client.
    waiting: HashMap<Client, Waiting>,
    /// The clients among them, in the order of their turns.
    turns: BTreeMap<Turn, Client>,
    /// The time at which each client has paid off its use. Entries in the past are removed from time to time.
    paid: HashMap<Client, Instant>,
    /// The number of these entries when past ones were last removed.
    paid_when_cleared: usize,
    next_turn: u64,
}

/// The key of a client in the order of turns: a time, and a number that increases with each arrival.
type Turn = (Instant, u64);

/// The requests of a client that wait, in order of arrival.
#[derive(Debug)]
struct Waiting {
    turn: Turn,
    requests: VecDeque<oneshot::Sender<Share>>,
}

/// The number of seconds in which one second of use of a unit is paid off.
const SECONDS_TO_PAY_OFF: f64 = 4.0;

/// The maximum time in which a client pays off its use.
const MAX_DEBT: Duration = Duration::from_secs(60);

/// The part of a resource that a client holds until this is dropped.
#[derive(Debug)]
pub struct Share {
    resource: LimitedResource,
    client: Client,
    amount: u64,
    since: Instant,
}

impl LimitedResource {
    /// Creates a resource with `whole` units. A client may hold `share` percent of them.
    pub fn new(whole: u64, share: u8) -> LimitedResource {
        LimitedResource::counted(whole, share, None)
    }

    /// Creates a resource like [`LimitedResource::new`], whose held units `gauge` counts.
    pub fn counted(whole: u64, share: u8, gauge: Option<Gauge>) -> LimitedResource {
        let state = ResourceState {
            left: whole,
            held: HashMap::new(),
            waiting: HashMap::new(),
            turns: BTreeMap::new(),
            paid: HashMap::new(),
            paid_when_cleared: 0,
            next_turn: 0,
        };
        LimitedResource(Arc::new(Shared { whole, share, gauge, state: Mutex::new(state) }))
    }

    /// The number of units in total.
    pub fn whole(&self) -> u64 {
        self.0.whole
    }

    /// The number of units that are free.
    pub fn left(&self) -> u64 {
        self.0.state().left
    }

    /// The number of units that a single client may hold.
    pub fn most(&self) -> u64 {
        let Shared { whole, share, .. } = *self.0;
        share_of(whole, share)
    }

    /// Takes units for a client. If that is not possible, the error tells whose limit is exceeded.
    pub fn take(&self, client: Client, amount: u64) -> Result<Share, Full> {
        let mut share = self.empty_share(client);
        share.resize(amount)?;
        Ok(share)
    }

    /// Creates a share without units, which can be resized.
    pub fn empty_share(&self, client: Client) -> Share {
        Share { resource: self.clone(), client, amount: 0, since: Instant::now() }
    }

    /// The number of units that this client may hold.
    pub fn max_of(&self, client: Client) -> u64 {
        if client == Client::NOBODY { self.whole() } else { self.most() }
    }

    /// Hands free units to waiting requests.
    fn serve_waiting(&self) {
        loop {
            let next = self.0.state().next(&self.0);
            let Some((sender, share)) = next else { return };
            // If the receiver has just been dropped, the share is returned, and goes to the next client.
            let _ = sender.send(share);
        }
    }

    /// The number of stored clients: those that hold units, wait for one, or have not paid off their use.
    pub fn clients(&self) -> usize {
        let state = self.0.state();
        state.held.len() + state.waiting.len() + state.paid.len()
    }

    /// The number of requests that wait.
    pub fn waiting(&self) -> usize {
        self.0.state().waiting.values().map(|waiting| waiting.requests.len()).sum()
    }

    /// Returns true if others wait for units that this client holds: its own requests, or anyone's if nothing is left.
    pub fn is_wanted_from(&self, client: Client) -> bool {
        let state = self.0.state();
        state.waiting.contains_key(&client) || state.left == 0 && !state.turns.is_empty()
    }

    /// Takes one unit for a client as soon as one is available. Clients take turns in the order of their use,
    /// regardless of the number of their requests; requests of one client are served in order of arrival.
    pub async fn wait(&self, client: Client) -> Share {
        loop {
            let turn = {
                let mut state = self.0.state();
                if state.allows(&self.0, client, 1) {
                    return state.take(&self.0, client, 1);
                }
                let (sender, turn) = oneshot::channel();
                state.queue(client).push_back(sender);
                turn
            };
            // The sender is not dropped before it has sent.
            if let Ok(share) = turn.await {
                return share;
            }
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, ResourceState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ResourceState {
    fn allows(&self, inner: &Shared, client: Client, amount: u64) -> bool {
        let Some(left) = self.left.checked_sub(amount) else { return false };
        let held = self.held.get(&client).copied().unwrap_or_default();
        client == Client::NOBODY || allows(inner.share, held + amount, left)
    }

    /// Takes units, which must be available.
    fn take(&mut self, inner: &Arc<Shared>, client: Client, amount: u64) -> Share {
        let mut share = LimitedResource(inner.clone()).empty_share(client);
        self.set(&mut share, amount);
        share
    }

    /// Changes the number of units of a share. Enough units must be free.
    fn set(&mut self, share: &mut Share, amount: u64) {
        self.left = self.left + share.amount - amount;
        if let Some(gauge) = &share.resource.0.gauge {
            gauge.inc_by(amount as i64 - share.amount as i64);
        }
        let mut held = match self.held.entry(share.client) {
            Entry::Occupied(held) => held,
            Entry::Vacant(held) => held.insert_entry(0),
        };
        *held.get_mut() = *held.get() + amount - share.amount;
        if *held.get() == 0 {
            held.remove();
        }
        let given_back = share.amount.saturating_sub(amount);
        share.amount = amount;
        if given_back > 0 {
            self.charge(share.client, share.since, given_back);
        }
    }

    /// Charges a client for the use of `amount` units since a time.
    fn charge(&mut self, client: Client, since: Instant, amount: u64) {
        let now = Instant::now();
        let used = now.duration_since(since).as_secs_f64() * amount as f64 * SECONDS_TO_PAY_OFF;
        let used = Duration::from_secs_f64(used.min(MAX_DEBT.as_secs_f64()));
        let before = self.paid.get(&client).copied().unwrap_or(since).max(since);
        let paid = (before + used).min(now + MAX_DEBT);
        if paid <= now {
            self.paid.remove(&client);
            return;
        }
        self.paid.insert(client, paid);
        if self.paid.len() > 2 * self.paid_when_cleared + 64 {
            self.paid.retain(|_, paid| *paid > now);
            self.paid_when_cleared = self.paid.len();
        }
        if let Some(waiting) = self.waiting.get_mut(&client)
            && waiting.turn.0 < paid
        {
            self.turns.remove(&waiting.turn);
            waiting.turn.0 = paid;
            self.turns.insert(waiting.turn, client);
        }
    }

    /// The key of a client that begins to wait.
    fn turn(&mut self, client: Client) -> Turn {
        let now = Instant::now();
        self.next_turn += 1;
        (self.paid.get(&client).map_or(now, |&paid| paid.max(now)), self.next_turn)
    }

    /// The waiting requests of a client, without abandoned ones at the front.
    fn queue(&mut self, client: Client) -> &mut VecDeque<oneshot::Sender<Share>> {
        let new = self.turn(client);
        let waiting = self.waiting.entry(client).or_insert_with(|| {
            self.turns.insert(new, client);
            Waiting { turn: new, requests: VecDeque::new() }
        });
        skip_clients_that_disconnected(&mut waiting.requests);
        &mut waiting.requests
    }

    /// Takes a unit for the next request of the client whose turn it is, among those that may take one. The client's
    /// other requests wait for its next turn.
    fn next(&mut self, inner: &Arc<Shared>) -> Option<(oneshot::Sender<Share>, Share)> {
        while self.left > 0 {
            // Clients that may not take a unit are skipped. They hold units, so there are no more of them than units.
            let (&turn, &client) = self.turns.iter().find(|&(_, &client)| self.allows(inner, client, 1))?;
            self.turns.remove(&turn);
            let mut requests = self.waiting.remove(&client).map(|waiting| waiting.requests).unwrap_or_default();
            skip_clients_that_disconnected(&mut requests);
            let Some(sender) = requests.pop_front() else { continue };
            if !requests.is_empty() {
                let turn = self.turn(client);
                self.turns.insert(turn, client);
                self.waiting.insert(client, Waiting { turn, requests });
            }
            return Some((sender, self.take(inner, client, 1)));
        }
        None
    }
}

/// Removes abandoned requests at the front of a queue. Most time out in order of arrival.
fn skip_clients_that_disconnected(queue: &mut VecDeque<oneshot::Sender<Share>>) {
    while queue.front().is_some_and(oneshot::Sender::is_closed) {
        queue.pop_front();
    }
}

impl Share {
    /// The number of units.
    pub fn amount(&self) -> u64 {
        self.amount
    }

    /// The total number of units that its client may hold.
    pub fn most(&self) -> u64 {
        self.resource.max_of(self.client)
    }

    /// Takes or gives back units until there are `amount`.
    /// If that is not possible, nothing changes, and the error tells whose limit is exceeded.
    pub fn resize(&mut self, amount: u64) -> Result<(), Full> {
        if amount == self.amount {
            return Ok(());
        }
        let resource = self.resource.clone();
        let mut state = resource.0.state();
        let is_less = amount < self.amount;
        if !is_less && !state.allows(&resource.0, self.client, amount - self.amount) {
            // A client that holds nothing fails because others hold too much.
            let is_at_fault = self.client != Client::NOBODY && state.held.contains_key(&self.client);
            return Err(match () {
                () if amount > self.most() => Full::TooMuch,
                () if is_at_fault => Full::Client,
                () => Full::Whole,
            });
        }
        state.set(self, amount);
        drop(state);
        if is_less {
            resource.serve_waiting();
        }
        Ok(())
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        // Less is always possible.
        let _ = self.resize(0);
    }
}
