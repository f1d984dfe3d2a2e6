//! Answering connections until told to stop.

use std::convert::Infallible;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use super::bare_errors::ToldErrors;
use super::router::router;
use super::service::Service;
use super::state::App;

/// How long a client may take to send the head of a request, and how long a connection may be idle between two.
const HEAD_TIMEOUT: Duration = Duration::from_secs(60);

/// About how much of the head of a request is kept while it is read, in bytes. What arrives whole is then held to the limits of
/// [`layers`](super::layers).
const LONGEST_HEAD: usize = 64 * 1024;

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
    let connections = GracefulShutdown::new();
    let service = router(app.clone());
    let places = Arc::new(Semaphore::new(app.settings.max_connections));
    let mut stop = pin!(stop);
    tokio::select! {
        never = accept(&listener, &service, &connections, &places) => match never {},
        () = &mut stop => {}
    }
    tracing::info!("stopping: not ready for new work");
    app.start_draining();
    tokio::select! {
        never = accept(&listener, &service, &connections, &places) => match never {},
        () = sleep(shutdown.drain_delay) => {}
    }
    drop(listener);
    if timeout(shutdown.timeout, connections.shutdown()).await.is_err() {
        tracing::warn!("requests that were under way for too long are cut off");
    }
}

async fn accept(
    listener: &TcpListener,
    service: &Service,
    connections: &GracefulShutdown,
    places: &Arc<Semaphore>,
) -> Infallible {
    loop {
        // Those for which there is no place wait in the system's queue. The semaphore is never closed.
        let place = places.clone().acquire_owned().await.ok();
        match listener.accept().await {
            Ok((stream, _)) => start(stream, service, connections, place),
            Err(error) => {
                // Out of file descriptors, most often: connections that end will free some.
                tracing::warn!(%error, "a connection could not be accepted");
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

fn start(stream: TcpStream, service: &Service, connections: &GracefulShutdown, place: Option<OwnedSemaphorePermit>) {
    // Without it, small answers wait for the client to acknowledge what came before. It is a hint, and no harm if refused.
    stream.set_nodelay(true).ok();
    let service = TowerToHyperService::new(service.clone());
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(ToldErrors::new(TokioIo::new(stream)), service);
    let connection = connections.watch(connection);
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a connection ended early");
        }
        drop(place);
    });
}
