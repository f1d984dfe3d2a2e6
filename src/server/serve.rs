//! Answering connections until told to stop.

use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use super::bare_errors::ToldErrors;
use super::router::router;
use super::state::App;

/// How long a client may take to send the head of a request, and how long a connection may be idle between two.
const HEAD_TIMEOUT: Duration = Duration::from_secs(60);

/// The longest head of a request that is read, in bytes: a URI that is too long is told so by its length, and the rest is for
/// the headers.
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
///
/// # Errors
///
/// When the requests that were under way took longer than the shutdown allows, and were cut off.
pub async fn serve(
    listener: TcpListener,
    app: Arc<App>,
    stop: impl Future<Output = ()>,
    shutdown: Shutdown,
) -> io::Result<()> {
    let connections = GracefulShutdown::new();
    let router = router(app.clone());
    let mut stop = pin!(stop);
    tokio::select! {
        never = accept(&listener, &router, &connections) => match never {},
        () = &mut stop => {}
    }
    tracing::info!("stopping: not ready for new work");
    app.start_draining();
    tokio::select! {
        never = accept(&listener, &router, &connections) => match never {},
        () = sleep(shutdown.drain_delay) => {}
    }
    drop(listener);
    timeout(shutdown.timeout, connections.shutdown()).await.map_err(|_| {
        io::Error::new(io::ErrorKind::TimedOut, format!("requests were cut off after {:?}", shutdown.timeout))
    })
}

async fn accept(listener: &TcpListener, router: &Router, connections: &GracefulShutdown) -> std::convert::Infallible {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => start(stream, router, connections),
            Err(error) => {
                // Out of file descriptors, most often: connections that end will free some.
                tracing::warn!(%error, "a connection could not be accepted");
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

fn start(stream: TcpStream, router: &Router, connections: &GracefulShutdown) {
    // Without it, small answers wait for the client to acknowledge what came before. It is a hint, and no harm if refused.
    stream.set_nodelay(true).ok();
    let service = TowerToHyperService::new(router.clone());
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
    });
}
