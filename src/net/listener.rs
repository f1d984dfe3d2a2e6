//! Answering connections until told to stop.

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
use prometheus::IntGauge;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use crate::app::App;
use crate::http::head::LARGEST_HEADERS;
use crate::http::service::service;
use crate::net::bare_errors::ToldErrors;
use crate::net::timeouts::Activity;
use crate::net::watched::Watched;
use crate::work::pool::Counted;

/// About how much of the head of a request is kept while it is read, in bytes. What arrives whole is then held to the limits of
/// [`head`](crate::http::head). More than the 64 KiB that a URI may have for the HTTP library, so that it can see which of the two is too
/// long.
const LONGEST_HEAD: usize = 96 * 1024;

/// How many requests one connection of HTTP/2 may have under way, and how many bytes of each answer it may have ahead of its client.
const MOST_STREAMS: u32 = 64;
const MOST_AHEAD: usize = 64 * 1024;

/// How often a client of HTTP/2 that is silent is asked whether it is still there, and how long it may take to say so.
const PING: Duration = Duration::from_secs(20);
const PONG: Duration = Duration::from_secs(10);

/// How long those are still heard who have connected, or asked on a connection that they had, when no more connections are taken.
const LINGER: Duration = Duration::from_millis(250);

/// How long streams of steps have to say that they end, before they are cut off.
const LAST: Duration = Duration::from_secs(1);

/// How the server stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shutdown {
    /// How long it says that it is not ready, and still takes connections, so that balancers notice.
    pub drain_delay: Duration,
    /// How long it then waits for the requests that are under way.
    pub timeout: Duration,
}

/// Answers every connection to `listener` until `stop` is done, and then stops in good order: it says that it is not ready,
/// takes no more connections, and waits for the requests that are under way.
/// Those that take longer than the shutdown allows are cut off.
pub async fn serve(listener: TcpListener, app: Arc<App>, stop: impl Future<Output = ()>, shutdown: Shutdown) {
    let most = app.settings.max_connections;
    let service = service(app.clone());
    let connections = Connections::new(app.clone(), most, Some(app.metrics.connections.clone()));
    let accept = |peer: SocketAddr, activity: &Arc<Activity>| service.for_connection(peer.ip(), activity.clone());
    let behind = tokio::spawn(app.pool.clone().watch_threads());
    let mut stop = pin!(stop);
    tokio::select! {
        never = connections.accept(&listener, accept) => match never {},
        () = &mut stop => {}
    }
    tracing::info!("stopping: not ready for new work");
    app.start_draining();
    let last = LAST.min(shutdown.timeout / 2);
    // A time that is beyond all clocks does not come.
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
        tracing::warn!("requests that were under way for too long are cut off");
    }
    behind.abort();
}

/// The connections of one listener.
pub(crate) struct Connections {
    app: Arc<App>,
    /// Where they are counted, if they are.
    gauge: Option<IntGauge>,
    http: Builder<TokioExecutor>,
    /// One for each connection that there may be.
    places: Arc<Semaphore>,
    graceful: GracefulShutdown,
}

impl Connections {
    /// None yet, and `most` at a time, which are counted in `gauge`.
    pub(crate) fn new(app: Arc<App>, most: usize, gauge: Option<IntGauge>) -> Connections {
        let mut http = Builder::new(TokioExecutor::new());
        // The time that a head may take is seen to by `Activity`.
        http.http1().timer(TokioTimer::new()).header_read_timeout(None).max_buf_size(LONGEST_HEAD);
        http.http2()
            .timer(TokioTimer::new())
            .keep_alive_interval(PING)
            .keep_alive_timeout(PONG)
            .max_concurrent_streams(MOST_STREAMS)
            .max_send_buf_size(MOST_AHEAD)
            .max_header_list_size(LARGEST_HEADERS as u32);
        let places = Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS)));
        Connections { app, gauge, http, places, graceful: GracefulShutdown::new() }
    }

    /// Takes connections for ever, and answers each with the service that `service_for` gives.
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
            let place = self.place().await;
            match listener.accept().await {
                Ok((stream, peer)) => self.take(stream, peer, place, &service_for),
                Err(error) => {
                    // Out of file descriptors, most often: connections that end will free some.
                    tracing::warn!(%error, "a connection could not be accepted");
                    sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }

    /// Takes the connections that wait in the system's queue, since they would be lost with it, and listens no more. Then waits for a
    /// moment, or until there are no connections: who has connected, or has an idle connection, may just have asked for something, and
    /// idle connections are about to be closed.
    async fn take_last<S, B>(&self, listener: TcpListener, service_for: impl Fn(SocketAddr, &Arc<Activity>) -> S)
    where
        S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible> + Send + 'static,
        S::Future: Send,
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Into<axum::BoxError>,
    {
        let last = async {
            // What waits is known to the system at once, and to the runtime only when it has been told.
            let listener = listener.into_std()?;
            loop {
                let place = self.place().await;
                match listener.accept() {
                    Ok((stream, peer)) => {
                        stream.set_nonblocking(true)?;
                        self.take(TcpStream::from_std(stream)?, peer, place, &service_for);
                    }
                    Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                    Err(error) => return Err(error),
                }
            }
            drop(listener);
            while self.gauge.as_ref().is_some_and(|open| open.get() > 0) {
                sleep(Duration::from_millis(5)).await;
            }
            Ok(())
        };
        if let Ok(Err(error)) = timeout(LINGER, last).await {
            tracing::warn!(%error, "the last connections could not be accepted");
        }
    }

    /// A place for a connection. Those for which there is none wait in the system's queue.
    async fn place(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        self.places.clone().acquire_owned().await.ok()
    }

    /// Answers a connection that has been taken.
    fn take<S, B>(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        place: Option<OwnedSemaphorePermit>,
        service_for: impl Fn(SocketAddr, &Arc<Activity>) -> S,
    ) where
        S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible> + Send + 'static,
        S::Future: Send,
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Into<axum::BoxError>,
    {
        let activity = Arc::new(Activity::default());
        let service = service_for(peer, &activity);
        let answered = self.answer(stream, service, activity);
        tokio::spawn(async move {
            answered.await;
            drop(place);
        });
    }

    /// Answers what comes on one connection, until it ends or its client has been slow for too long.
    fn answer<S, B>(
        &self,
        stream: TcpStream,
        service: S,
        activity: Arc<Activity>,
    ) -> impl Future<Output = ()> + Send + use<S, B>
    where
        S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible> + Send + 'static,
        S::Future: Send,
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Into<axum::BoxError>,
    {
        // Without it, small answers wait for the client to acknowledge what came before. It is a hint, and no harm if refused.
        stream.set_nodelay(true).ok();
        let stream = ToldErrors::new(TokioIo::new(Watched::new(stream, activity.clone())));
        let connection = self.http.serve_connection(stream, service).into_owned();
        let connection = self.graceful.watch(connection);
        let app = self.app.clone();
        let counted = self.gauge.as_ref().map(|gauge| Counted::new(gauge, 1));
        async move {
            let _counted = counted;
            tokio::select! {
                ended = connection => if let Err(error) = ended {
                    tracing::debug!(%error, "a connection ended early");
                },
                slow = activity.overdue(|| app.timeouts()) => {
                    app.metrics.closed(slow.name());
                    tracing::debug!(reason = slow.name(), "a connection is closed");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;
    use std::task::Poll;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    #[tokio::test]
    async fn a_connection_whose_answer_panics_leaves_nothing_behind() {
        let app = Arc::new(App::new(Settings::default()));
        let connections = &app.metrics.connections;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let accepting = Connections::new(app.clone(), 1, Some(connections.clone()));
        let bad = |_, _: &Arc<Activity>| {
            hyper::service::service_fn(|_| async {
                let body =
                    futures_util::stream::poll_fn(|_| -> Poll<Option<io::Result<Bytes>>> { panic!("on purpose") });
                Ok::<_, Infallible>(Response::new(axum::body::Body::from_stream(body)))
            })
        };
        let asking = async {
            // More than there are places.
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

    #[tokio::test]
    async fn a_server_that_serves_is_seen_to_move() {
        let app = Arc::new(App::new(Settings::default()));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        assert_eq!(app.pool.unseen_for(), None);
        let shutdown = Shutdown { drain_delay: Duration::ZERO, timeout: Duration::ZERO };
        serve(listener, app.clone(), sleep(Duration::from_millis(100)), shutdown).await;
        assert!(app.pool.unseen_for().is_some());
    }
}
