//! Serving connections until shutdown.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::http::{Request, Response};
use http_body::Body;
use hyper::body::Incoming;
use hyper::service::Service;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use crate::app::App;
use crate::clients::shares::{Full, Resource, Share};
use crate::http::head::LARGEST_HEADERS;
use crate::http::service::service;
use crate::http::timeouts::Activity;
use crate::net::bare_errors::ToldErrors;
use crate::telemetry::metrics::Refusal;

/// The approximate maximum size of a request head in memory, in bytes. Heads that arrive completely are then checked against the limits of
/// [`head`](crate::http::head). It exceeds the limit of 64 KiB for URIs in the HTTP library, so the service can distinguish which of the
/// two is too long.
const LONGEST_HEAD: usize = 96 * 1024;

/// How many requests an HTTP/2 connection may have in progress, and how many bytes of each response may be sent ahead of its client.
const MOST_STREAMS: u32 = 64;
const MOST_AHEAD: usize = 64 * 1024;

/// How many unsent bytes the system may buffer for a client. By default, it buffers up to four megabytes and accepts no more until
/// a third of that has been sent, so a slow client would appear to take nothing for minutes.
#[cfg(any(target_os = "linux", target_os = "android"))]
const MOST_UNSENT: u32 = 128 * 1024;

/// How long the server still waits for new requests after it has stopped accepting connections.
const LINGER: Duration = Duration::from_millis(250);

/// How long streams of steps have to send their last line, before they are cut off.
const LAST: Duration = Duration::from_secs(1);

/// How the server shuts down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shutdown {
    /// How long it reports that it is not ready, and still accepts connections, so load balancers notice.
    pub drain_delay: Duration,
    /// How long it then waits for requests in progress.
    pub timeout: Duration,
}

/// Serves every connection to `listener` until `stop` completes, and then shuts down gracefully: it reports that it is not ready,
/// stops accepting connections, and waits for requests in progress. Those that take longer than the shutdown allows are cut off.
pub async fn serve(listener: TcpListener, app: Arc<App>, stop: impl Future<Output = ()>, shutdown: Shutdown) {
    set_unsent(&listener);
    let service = service(app.clone());
    let connections = Connections::new(app.clone(), app.connections.clone());
    let accept = |peer: SocketAddr, activity: &Arc<Activity>| service.for_connection(peer.ip(), activity.clone());
    let beating = app.clone();
    let pulse = tokio::spawn(async move { beating.pulse.beat().await });
    let mut stop = pin!(stop);
    tokio::select! {
        never = connections.accept(&listener, accept) => match never {},
        () = &mut stop => {}
    }
    tracing::info!("stopping: not ready for new work");
    app.start_draining();
    let last = LAST.min(shutdown.timeout / 2);
    // The time is beyond the range of the clock, and never comes.
    if let Some(end) = Instant::now().checked_add(shutdown.drain_delay.saturating_add(shutdown.timeout - last)) {
        app.end_streams_at(end);
    }
    tokio::select! {
        never = connections.accept(&listener, accept) => match never {},
        () = sleep(shutdown.drain_delay) => {}
    }
    let ended = timeout(shutdown.timeout, async {
        connections.take_last(listener, accept).await;
        connections.graceful.shutdown().await;
    });
    if ended.await.is_err() {
        tracing::warn!("requests that took too long are cut off");
    }
    pulse.abort();
}

/// Limits how much the system buffers for slow clients of this listener. This is a hint; failure does no harm.
fn set_unsent(listener: &TcpListener) {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    if let Err(error) = socket2::SockRef::from(listener).set_tcp_notsent_lowat(MOST_UNSENT) {
        tracing::debug!(%error, "TCP_NOTSENT_LOWAT is not set");
    }
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    let _ = listener;
}

/// The connections of one listener.
pub(crate) struct Connections {
    app: Arc<App>,
    /// One for each connection that may be open.
    places: Resource,
    http: Builder<TokioExecutor>,
    graceful: GracefulShutdown,
}

impl Connections {
    /// Creates the set, without connections. At most `places` may be open.
    pub(crate) fn new(app: Arc<App>, places: Resource) -> Connections {
        let mut http = Builder::new(TokioExecutor::new());
        // `Activity` enforces the timeout for heads, in both versions of HTTP.
        http.http1().timer(TokioTimer::new()).header_read_timeout(None).max_buf_size(LONGEST_HEAD);
        http.http2()
            .timer(TokioTimer::new())
            .max_concurrent_streams(MOST_STREAMS)
            .max_send_buf_size(MOST_AHEAD)
            .max_header_list_size(LARGEST_HEADERS as u32);
        Connections { app, places, http, graceful: GracefulShutdown::new() }
    }

    /// Accepts connections forever, and serves each with the service that `service_for` returns.
    pub(crate) async fn accept<S, B>(
        &self,
        listener: &TcpListener,
        service_for: impl Fn(SocketAddr, &Arc<Activity>) -> S,
    ) -> Infallible
    where
        S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible> + Send + 'static,
        S::Future: Send,
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Into<axum::BoxError>,
    {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => self.take(stream, peer, &service_for),
                Err(error) => {
                    // Usually because there are no file descriptors left. Connections that end will free some.
                    tracing::warn!(%error, "a connection could not be accepted");
                    sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }

    /// Accepts the connections that wait in the system's queue, because they would be lost when it is closed, and closes the listener.
    /// Then waits for a moment, or until there are no connections: clients that have just connected, or have an idle connection, may have
    /// sent a request that has not arrived, and idle connections are about to be closed.
    async fn take_last<S, B>(&self, listener: TcpListener, service_for: impl Fn(SocketAddr, &Arc<Activity>) -> S)
    where
        S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible> + Send + 'static,
        S::Future: Send,
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Into<axum::BoxError>,
    {
        let last = async {
            // The system knows waiting connections at once, but the runtime only after an event.
            let listener = listener.into_std()?;
            loop {
                match listener.accept() {
                    Ok((stream, peer)) => {
                        stream.set_nonblocking(true)?;
                        self.take(TcpStream::from_std(stream)?, peer, &service_for);
                    }
                    Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                    Err(error) => return Err(error),
                }
            }
            drop(listener);
            while self.places.left() < self.places.whole() {
                sleep(Duration::from_millis(5)).await;
            }
            Ok(())
        };
        if let Ok(Err(error)) = timeout(LINGER, last).await {
            tracing::warn!(%error, "the last connections could not be accepted");
        }
    }

    /// Serves a connection, or closes it at once if its client has its share of connections or the server has no more.
    fn take<S, B>(&self, stream: TcpStream, peer: SocketAddr, service_for: impl Fn(SocketAddr, &Arc<Activity>) -> S)
    where
        S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible> + Send + 'static,
        S::Future: Send,
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Into<axum::BoxError>,
    {
        let place = match self.places.take(self.app.proxies.holder(peer.ip()), 1) {
            Ok(place) => place,
            Err(full) => return self.close(peer, full),
        };
        // Without it, small responses wait for the client to acknowledge earlier data. This is a hint; failure does no harm.
        stream.set_nodelay(true).ok();
        let activity = Arc::new(Activity::default());
        let service = service_for(peer, &activity);
        let connection = self.http.serve_connection(ToldErrors::new(TokioIo::new(stream)), service).into_owned();
        tokio::spawn(answer(self.graceful.watch(connection), activity, self.app.clone(), self.places.clone(), place));
    }

    fn close(&self, peer: SocketAddr, full: Full) {
        self.app.metrics.refused(Refusal::Connections);
        tracing::debug!(%peer, ?full, "a connection is closed at once");
    }
}

/// Serves one connection until it ends or its client has been silent for too long.
async fn answer<E: std::fmt::Display>(
    connection: impl Future<Output = Result<(), E>>,
    activity: Arc<Activity>,
    app: Arc<App>,
    places: Resource,
    place: Share,
) {
    // No client can bring that about alone.
    let is_crowded = || places.left() < places.whole() / 4;
    tokio::select! {
        ended = connection => if let Err(error) = ended {
            tracing::debug!(%error, "a connection ended early");
        },
        slow = activity.overdue(app.settings.timeouts, is_crowded) => {
            app.metrics.closed(slow.name());
            tracing::debug!(reason = slow.name(), "a connection is closed");
        }
    }
    drop(place);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;
    use std::task::Poll;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    #[tokio::test]
    async fn a_connection_whose_answer_panics_leaves_nothing_behind() {
        let app = Arc::new(App::new(Settings { max_connections: 1, ..Settings::default() }));
        let connections = &app.metrics.connections;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let accepting = Connections::new(app.clone(), app.connections.clone());
        let bad = |_, _: &Arc<Activity>| {
            hyper::service::service_fn(|_| async {
                let body =
                    futures_util::stream::poll_fn(|_| -> Poll<Option<io::Result<Bytes>>> { panic!("on purpose") });
                Ok::<_, Infallible>(Response::new(axum::body::Body::from_stream(body)))
            })
        };
        let asking = async {
            // More than the limit.
            for _ in 0..3 {
                let mut stream = TcpStream::connect(address).await.unwrap();
                stream.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
                stream.read_to_end(&mut Vec::new()).await.ok();
            }
            while connections.get() > 0 {
                sleep(Duration::from_millis(1)).await;
            }
        };
        tokio::select! {
            never = accepting.accept(&listener, bad) => match never {},
            asked = timeout(Duration::from_secs(20), asking) => asked.unwrap(),
        }
    }
}
