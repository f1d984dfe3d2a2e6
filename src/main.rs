//! `dedale`: serves mazes, or asks a server whether it is alive.

mod config;

use std::fmt;
use std::future::Future;
use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use config::{Action, Config, LogFormat, LogLevel};
use dedale::server::serve::serve;
use dedale::server::state::App;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tracing::field::Field;
use tracing_subscriber::field::MakeExt as _;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::format::{Writer, debug_fn};

/// How long a server may take to say that it is alive.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(3);

#[tokio::main]
async fn main() -> ExitCode {
    let action = config::read(std::env::args_os().collect(), std::env::vars_os().collect());
    let result = match action {
        Ok(Action::Serve(listen, config)) => run(listen, &config).await,
        Ok(Action::Health(address)) => health(address).await,
        // A health check knows two exit statuses, and containers keep the others for themselves.
        Err(error) if error.use_stderr() && std::env::args_os().nth(1).is_some_and(|word| word == "health") => {
            eprint!("{error}");
            return ExitCode::FAILURE;
        }
        Err(error) => error.exit(),
    };
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
    start_log(config);
    // Before anything is promised, so that no signal is missed.
    let stop = stop_signal()?;
    let listener = TcpListener::bind(listen)
        .await
        .map_err(|error| io::Error::new(error.kind(), format!("cannot listen on {listen}: {error}")))?;
    let address = listener.local_addr()?;
    // Whoever started it may have stopped listening, which is no reason not to serve.
    let mut output = io::stdout();
    let _ = writeln!(output, "dedale {} listens on http://{address}", env!("CARGO_PKG_VERSION"));
    let _ = writeln!(output, "try: curl 'http://{}/maze.txt?algo=prim&w=20&h=10'", reachable(address));
    serve(listener, Arc::new(App::new(config.settings())), stop, config.shutdown()).await;
    Ok(())
}

fn start_log(config: &Config) {
    let level = match config.log_level {
        LogLevel::Off => LevelFilter::OFF,
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    };
    let log = tracing_subscriber::fmt().with_max_level(level).with_writer(io::stderr).with_target(false);
    match config.log_format {
        LogFormat::Text if io::IsTerminal::is_terminal(&io::stderr()) => log.with_ansi(true).init(),
        LogFormat::Text => log.with_ansi(false).fmt_fields(debug_fn(write_field).delimited(" ")).init(),
        LogFormat::Json => log.json().flatten_event(true).with_current_span(false).with_span_list(false).init(),
    }
}

/// Writes a field as a log without colours has it. The same as by default, which thinks of colours at every name, and is half of
/// what a line costs.
fn write_field(out: &mut Writer<'_>, field: &Field, value: &dyn fmt::Debug) -> fmt::Result {
    match field.name() {
        "message" => write!(out, "{value:?}"),
        name => {
            out.write_str(name)?;
            write!(out, "={value:?}")
        }
    }
}

/// Done when the process is told to stop: SIGTERM, or Ctrl-C.
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    #[cfg(unix)]
    let mut interrupt = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt())?;
    Ok(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        #[cfg(not(unix))]
        tokio::signal::ctrl_c().await.ok();
    })
}

/// Asks the server at `address` whether it is alive.
async fn health(address: SocketAddr) -> io::Result<()> {
    let address = reachable(address);
    let told = tokio::time::timeout(HEALTH_TIMEOUT, ask(address)).await;
    match told.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into())) {
        Ok(StatusCode::OK) => {
            println!("http://{address} is alive");
            Ok(())
        }
        Ok(status) => Err(io::Error::other(format!("http://{address}/healthz answered {status}"))),
        Err(error) => Err(io::Error::new(error.kind(), format!("http://{address} does not answer: {error}"))),
    }
}

async fn ask(address: SocketAddr) -> io::Result<StatusCode> {
    let stream = TcpStream::connect(address).await?;
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
    tokio::spawn(connection);
    let request = Request::get("/healthz").header(header::HOST, address.to_string()).body(Body::empty());
    let response = sender.send_request(request.map_err(io::Error::other)?).await.map_err(io::Error::other)?;
    Ok(response.status())
}

/// The address at which a server that listens on `address` is reached from this machine.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        let loopback =
            if address.is_ipv4() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { IpAddr::V6(Ipv6Addr::LOCALHOST) };
        address.set_ip(loopback);
    }
    address
}
