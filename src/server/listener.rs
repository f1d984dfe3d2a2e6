//! Serving connections until shutdown.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::header::CONNECTION;
use axum::http::{HeaderValue, Request, Response, Version};
use axum::response::IntoResponse as _;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use crate::app::App;
use crate::limits::shares::{Client, Full, LimitedResource, Share};
use crate::server::head::{self, MAX_HEADER_BYTES, MAX_HEADERS};
use crate::server::request_body::RequestBody;
use crate::server::service::Service;
use crate::server::stream::ClientStream;
use crate::server::timeouts::{Activity, Crowd, Sender, StreamExecutor};
use crate::telemetry::metrics::{CloseReason, Refusal};

/// The approximate maximum size of an HTTP/1 request head in memory: more than the 64 KiB of a URI, so that the library
/// can report which of the two is too long.
const MAX_HEAD_BYTES: usize = 96 * 1024;

/// The maximum number of requests in progress on an HTTP/2 connection.
const MAX_STREAMS: u32 = 64;

/// The maximum number of bytes that are buffered for each HTTP/2 response.
const MAX_SEND_BYTES: usize = 64 * 1024;

/// The flow-control window of HTTP/2, in bytes, for each request and for each connection.
const MAX_UNREAD_BYTES: u32 = 64 * 1024;

/// The maximum number of unsent bytes that the system buffers for a client. The default is megabytes, and a slow client
/// would appear to read nothing for minutes.
#[cfg(any(target_os = "linux", target_os = "android"))]
const MAX_UNSENT_BYTES: u32 = 128 * 1024;

/// The maximum number of chunks of 64 KiB that the system may still buffer when a response is written. The client has
/// the write timeout for each.
const TAIL_CHUNKS: u32 = 3;

/// The maximum size of the heads of requests without a response, in KiB for each connection that may be open. HTTP/2
/// compresses heads.
const MAX_ARRIVED_KIB: u64 = MAX_STREAMS as u64;

/// The approximate memory of a header field besides its name and value, in bytes.
const FIELD_BYTES: usize = 128;

/// The time that the server still waits for new requests after it has stopped accepting connections.
const LAST_REQUESTS_TIMEOUT: Duration = Duration::from_millis(250);

/// The time that streams of steps have to send their last line before they are cut off.
const LAST_LINE_TIMEOUT: Duration = Duration::from_secs(1);

/// The pause after a connection could not be accepted because descriptors or memory had run out.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// How the server shuts down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shutdown {
    /// The time during which it reports that it is not ready and still accepts connections, so that load balancers
    /// notice.
    pub drain_delay: Duration,
    /// The time that it then waits for requests in progress.
    pub timeout: Duration,
}

/// Serves every connection to `listener` until `stop` completes, and then shuts down gracefully: it reports that it is
/// not ready, stops accepting connections, and waits for requests in progress. Requests that take longer than
/// `shutdown` allows are cut off.
pub async fn serve(
    service: Service,
    listener: TcpListener,
    app: Arc<App>,
    stop: impl Future<Output = ()>,
    shutdown: Shutdown,
) {
    set_unsent(&listener);
    let connections = Connections::new(app.clone(), service);
    let beating = app.clone();
    let pulse = tokio::spawn(async move { beating.pulse.beat().await });
    let mut stop = pin!(stop);
    tokio::select! {
        never = connections.accept(&listener) => match never {},
        () = &mut stop => {}
    }
    tracing::info!("stopping: not ready for new work");
    app.start_draining();
    let last = LAST_LINE_TIMEOUT.min(shutdown.timeout / 2);
    // If the time is beyond the range of the clock, it never comes.
    if let Some(end) = Instant::now().checked_add(shutdown.drain_delay.saturating_add(shutdown.timeout - last)) {
        app.end_streams_at(end);
    }
    tokio::select! {
        never = connections.accept(&listener) => match never {},
        () = sleep(shutdown.drain_delay) => {}
    }
    let ended = timeout(shutdown.timeout, async {
        connections.take_last(listener).await;
        connections.graceful.shutdown().await;
    });
    if ended.await.is_err() {
        tracing::warn!("requests that took too long are cut off");
    }
    pulse.abort();
}

/// Limits the unsent bytes that the system buffers for slow clients of this listener. This is a hint; failure does no
/// harm.
fn set_unsent(listener: &TcpListener) {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    if let Err(error) = socket2::SockRef::from(listener).set_tcp_notsent_lowat(MAX_UNSENT_BYTES) {
        tracing::debug!(%error, "TCP_NOTSENT_LOWAT is not set");
    }
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    let _ = listener;
}

struct Connections {
    app: Arc<App>,
    service: Service,
    /// The connections that wait for a place among those that may be open.
    waiting: LimitedResource,
    /// The KiB of the heads of requests that have arrived and have no response yet.
    arrived: LimitedResource,
    graceful: GracefulShutdown,
}

impl Connections {
    fn new(app: Arc<App>, service: Service) -> Connections {
        let resource = |whole| LimitedResource::new(whole, app.settings.client_share);
        let waiting = resource(app.settings.max_waiting_connections.max(1) as u64);
        let arrived = resource(MAX_ARRIVED_KIB * app.settings.max_connections as u64);
        Connections { service, waiting, arrived, graceful: GracefulShutdown::new(), app }
    }

    /// Accepts and serves connections forever. While all places for waiting connections are taken, others stay in the
    /// queue of the system.
    async fn accept(&self, listener: &TcpListener) -> Infallible {
        loop {
            drop(self.waiting.wait(Client::NOBODY).await);
            match listener.accept().await {
                Ok((socket, peer)) => self.take(socket, peer),
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    // Usually because there are no file descriptors left. Connections that end will free some.
                    tracing::warn!(%error, "a connection could not be accepted");
                    sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }

    /// Accepts the connections in the system's queue, which would be lost otherwise, and closes the listener. Then
    /// waits a moment for requests that have not arrived yet, or until there are no connections.
    async fn take_last(&self, listener: TcpListener) {
        let last = async {
            // The system knows waiting connections at once, but the runtime only after an event.
            let listener = listener.into_std()?;
            loop {
                match listener.accept() {
                    Ok((socket, peer)) => {
                        socket.set_nonblocking(true)?;
                        self.take(TcpStream::from_std(socket)?, peer);
                    }
                    Err(error) if is_of_one_connection(&error) => {}
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                    Err(error) => return Err(error),
                }
            }
            drop(listener);
            while self.app.connections.left() < self.app.connections.whole() {
                sleep(Duration::from_millis(5)).await;
            }
            Ok(())
        };
        if let Ok(Err(error)) = timeout(LAST_REQUESTS_TIMEOUT, last).await {
            tracing::warn!(%error, "the last connections could not be accepted");
        }
    }

    /// Serves a connection as soon as there is a place for it. Closes it at once if its client already has its share of
    /// open and waiting connections.
    fn take(&self, socket: TcpStream, peer: SocketAddr) {
        let client = self.app.proxies.holder(peer.ip());
        let connection = Arc::new(Connection {
            app: self.app.clone(),
            service: self.service.clone(),
            arrived: self.arrived.clone(),
            peer,
            client,
            activity: Arc::default(),
        });
        let places = self.app.connections.clone();
        let watcher = self.graceful.watcher();
        if let Ok(place) = places.take(client, 1) {
            tokio::spawn(connection.answer(socket, place, watcher));
            return;
        }
        let waits = match self.waiting.take(client, 1) {
            Ok(waits) => waits,
            Err(full) => return connection.refuse(full),
        };
        tokio::spawn(async move {
            let patience = connection.app.settings.timeouts.idle;
            let place = timeout(patience, places.wait(client)).await;
            drop(waits);
            match place {
                Ok(place) => connection.answer(socket, place, watcher).await,
                Err(_) => connection.refuse(Full::Whole),
            }
        });
    }
}

/// Returns true if an error of `accept` is about a single connection, which ended before it was accepted.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    [ConnectionAborted, ConnectionRefused, ConnectionReset].contains(&error.kind())
}

struct Connection {
    app: Arc<App>,
    service: Service,
    arrived: LimitedResource,
    peer: SocketAddr,
    /// The client that the connection is counted for.
    client: Client,
    activity: Arc<Activity>,
}

impl Connection {
    /// Counts the connection as refused. Dropping its socket closes it.
    fn refuse(&self, full: Full) {
        self.app.metrics.refused(Refusal::Connections);
        tracing::debug!(peer = %self.peer, ?full, "a connection is closed at once");
    }

    /// The demand for the place of this connection.
    fn crowd(&self) -> Crowd {
        match &self.app.connections {
            places if places.is_wanted_from(self.client) => Crowd::OthersWait,
            // No single client can cause that.
            places if places.left() < places.whole() / 4 => Crowd::FewLeft,
            _ => Crowd::None,
        }
    }

    /// Serves the connection until it ends or its client has been silent for too long.
    async fn answer(self: Arc<Self>, socket: TcpStream, place: Share, watcher: Watcher) {
        // Without it, small responses wait for the client to acknowledge earlier data. This is a hint; failure does no harm.
        socket.set_nodelay(true).ok();
        let Connection { app, activity, .. } = &*self;
        let timeouts = app.settings.timeouts;
        let (stream, given_back) = ClientStream::new(socket, activity.clone());
        let http = http_settings(StreamExecutor { activity: activity.clone(), timeouts });
        let (connection, stream) = (self.clone(), TokioIo::new(stream));
        let service = service_fn(move |request| connection.call(request));
        let ending = watcher.watch(http.serve_connection(stream, service).into_owned());
        let closed = tokio::select! {
            ended = ending => {
                if let Err(error) = ended {
                    tracing::debug!(%error, "a connection ended early");
                }
                activity.has_sent_too_many_frames().then_some(CloseReason::Frames)
            }
            slow = activity.overdue(timeouts, || self.crowd()) => Some(slow),
        };
        if let Some(reason) = closed {
            app.metrics.closed(reason.name());
            tracing::debug!(peer = %self.peer, reason = reason.name(), "a connection is closed");
        }
        // The library has dropped its end.
        if let Ok(socket) = given_back.await {
            let is_honest = matches!(closed, None | Some(CloseReason::Idle));
            close(socket, if is_honest { TAIL_CHUNKS * timeouts.write } else { Duration::ZERO }).await;
        }
        drop(place);
    }

    /// Answers a request. It is counted at once, and not when the future is first polled: until then, thousands of heads could wait.
    fn call(&self, mut request: Request<Incoming>) -> impl Future<Output = Result<Response<Body>, Infallible>> + use<> {
        head::truncate(request.headers_mut());
        let is_http1 = request.version() < Version::HTTP_2;
        let kib = head_kib(&request);
        let (mut request, unread) = match is_http1 {
            true => RequestBody::of(request),
            // In HTTP/2, the rest of a body does not affect other requests.
            false => (request.map(Body::new), None),
        };
        let arrived = self.arrived.take(self.client, kib).map(|place| {
            request.extensions_mut().insert(Sender::new(self.peer.ip(), &self.activity));
            // Boxed, so that it is not copied while it is handed on.
            (place, Box::pin(self.service.clone().answer(request)))
        });
        let (app, client) = (self.app.clone(), self.client);
        async move {
            let mut response = match arrived {
                Ok((_place, answering)) => answering.await,
                Err(full) => {
                    let mut response = full.refuse(Refusal::Requests, &app.metrics).into_response();
                    head::set_headers(response.headers_mut(), &head::new_request_id());
                    response
                }
            };
            // The client connects again, after others if they wait for its place.
            if is_http1 && (app.connections.is_wanted_from(client) || unread.is_some_and(|body| body.must_close())) {
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok(response)
        }
    }
}

fn http_settings(streams: StreamExecutor) -> Builder<StreamExecutor> {
    let mut http = Builder::new(streams);
    // `Activity` enforces the timeout for heads, in both versions of HTTP.
    http.http1()
        .timer(TokioTimer::new())
        .header_read_timeout(None)
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_HEAD_BYTES);
    http.http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(MAX_STREAMS)
        .max_send_buf_size(MAX_SEND_BYTES)
        .initial_stream_window_size(MAX_UNREAD_BYTES)
        .initial_connection_window_size(MAX_UNREAD_BYTES)
        // Each header counts 32 bytes more than its size, and the path counts as a header (RFC 9113, section 6.5.2).
        .max_header_list_size(MAX_HEADER_BYTES as u32);
    http
}

/// Closes a socket when the system has sent all written data, or when `patience` is over: the system would keep unsent
/// data in memory for minutes.
async fn close(socket: TcpStream, patience: Duration) {
    let Ok(socket) = with_writable_when_sent(socket, patience) else { return };
    if timeout(patience, socket.writable()).await.is_err() {
        // If this fails, the timeout of the system applies.
        socket.set_zero_linger().ok();
    }
}

/// Returns the socket so that it is writable when no data is unsent; on other systems, when the buffer has room. Data
/// must be acknowledged within `patience`. (While a connection is in use, this timeout would disconnect slow clients.)
fn with_writable_when_sent(socket: TcpStream, patience: Duration) -> io::Result<TcpStream> {
    let socket = socket.into_std()?;
    #[cfg(any(target_os = "linux", target_os = "android"))]
    {
        let options = socket2::SockRef::from(&socket);
        options.set_tcp_notsent_lowat(1)?;
        options.set_tcp_user_timeout(Some(patience))?;
    }
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    let _ = patience;
    // The runtime must register the socket again.
    TcpStream::from_std(socket)
}

/// The memory of a request head in KiB, at least 1.
fn head_kib<B>(request: &Request<B>) -> u64 {
    let fields = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + FIELD_BYTES);
    let bytes = fields.sum::<usize>() + request.uri().path_and_query().map_or(0, |path| path.as_str().len());
    bytes.div_ceil(1024).max(1) as u64
}
