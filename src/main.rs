//! `dedale`: serves mazes, or asks a server whether it is alive.

mod cli;

use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::pin::pin;
use std::process::ExitCode;
use std::sync::Arc;

use cli::config::{self, Action, Config};
use cli::health::{ask_health, reachable};
use cli::system::{Signals, raise_file_limit, return_memory};
use dedale_server::app::App;
use dedale_server::net::listener::serve;
use dedale_server::telemetry::admin;
#[cfg(feature = "otel")]
use dedale_server::telemetry::otel::Spans;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

fn main() -> ExitCode {
    return_memory();
    let action = config::read(std::env::args_os().collect(), std::env::vars_os().collect());
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    // Connections for which a thread has no room wait in a queue of all threads, which each looks at after so many others. By itself it
    // does so more seldom, and in a flood some would wait three times as long as others.
    let runtime = match runtime.enable_all().global_queue_interval(8).build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("dedale: {error}");
            return ExitCode::FAILURE;
        }
    };
    let result = match action {
        Ok(Action::Serve(listen, config)) => runtime.block_on(run(listen, &config)),
        Ok(Action::Health(address)) => runtime.block_on(ask_health(address)),
        // A health check knows two exit statuses, and containers keep the others for themselves.
        Err(error) if error.use_stderr() && std::env::args_os().nth(1).is_some_and(|word| word == "health") => {
            eprint!("{error}");
            return ExitCode::FAILURE;
        }
        Err(error) => error.exit(),
    };
    // Work that is still being done is for nobody, and is not waited for.
    runtime.shutdown_background();
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("dedale: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Serves until a signal says stop.
async fn run(listen: SocketAddr, config: &Config) -> io::Result<()> {
    cli::log::start(config.log_level, config.log_format);
    // Before anything is promised, so that no signal is missed.
    let mut signals = Signals::new()?;
    let settings = config.settings();
    raise_file_limit(settings.max_connections);
    let listener = TcpListener::bind(listen).await.map_err(|error| cannot_listen(listen, error))?;
    let address = listener.local_addr()?;
    let admin_listener = config
        .admin_listen
        .map(|listen| std::net::TcpListener::bind(listen).map_err(|error| cannot_listen(listen, error)));
    let admin_listener = admin_listener.transpose()?;
    #[cfg_attr(not(feature = "otel"), expect(unused_mut, reason = "there is nothing to add to it"))]
    let mut app = App::with_access(settings, config.trusted_proxies.clone(), config.rate_limit());
    #[cfg(feature = "otel")]
    {
        app.spans = Spans::from_environment().map_err(io::Error::other)?;
    }
    let app = Arc::new(app);
    let mut admin_address = None;
    if let Some(listener) = admin_listener {
        admin_address = Some(listener.local_addr()?);
        admin::start(listener, app.clone())?;
    }
    // It is there as soon as it says so. Whoever started it may have stopped listening, which is no reason not to serve.
    let mut output = io::stdout();
    let _ = writeln!(output, "dedale {} listens on http://{address}", env!("CARGO_PKG_VERSION"));
    let _ = writeln!(output, "try: curl 'http://{}/maze.txt?algo=prim&w=20&h=10'", reachable(address));
    if let Some(address) = admin_address {
        let _ = writeln!(output, "admin: http://{address}/metrics");
    }

    let (stop, stopped) = oneshot::channel();
    let stopped = async {
        // The other end is dropped only when it was told, or nobody serves any more.
        let _: Result<(), _> = stopped.await;
    };
    let mut serving = pin!(serve(listener, app.clone(), stopped, config.shutdown()));
    tokio::select! {
        () = &mut serving => return Ok(()),
        () = signals.next() => {}
    }
    let _: Result<(), _> = stop.send(());
    tokio::select! {
        () = serving => {}
        () = signals.next() => {
            return Err(io::Error::other("told to stop twice: the requests that were under way are cut off"));
        }
    }
    #[cfg(feature = "otel")]
    tokio::select! {
        () = finish_spans(app) => {}
        () = signals.next() => return Err(io::Error::other("told to stop twice: the last spans are not sent")),
    }
    Ok(())
}

/// Sends the last spans, and waits for the collector for so long as not to be ended by whoever has told the process to end.
#[cfg(feature = "otel")]
async fn finish_spans(app: Arc<App>) {
    const PATIENCE: std::time::Duration = std::time::Duration::from_secs(2);
    let finishing = tokio::task::spawn_blocking(move || app.spans.as_ref().map(|spans| spans.finish(PATIENCE)));
    // The collector may take its time to be found as well.
    match tokio::time::timeout(PATIENCE, finishing).await {
        Ok(Ok(_)) => {}
        Ok(Err(error)) => tracing::warn!(%error, "the last spans could not be sent"),
        Err(_) => tracing::warn!("the last spans could not be sent in time"),
    }
}

fn cannot_listen(address: SocketAddr, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot listen on {address}: {error}"))
}
