//! `dedale`: serves mazes, or asks a server whether it is alive.

mod config;

use std::cell::RefCell;
use std::fmt;
use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::panic::PanicHookInfo;
use std::pin::pin;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use config::{Action, Config, LogFormat, LogLevel};
use dedale_server::app::App;
use dedale_server::net::serve::serve;
use dedale_server::telemetry::admin;
#[cfg(feature = "otel")]
use dedale_server::telemetry::otel::Spans;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tracing::field::Field;
use tracing_subscriber::field::MakeExt as _;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::format::{Writer, debug_fn};
use tracing_subscriber::fmt::time::{FormatTime, SystemTime as UtcTime};

/// How long a server may take to say that it is alive.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(3);

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
        Ok(Action::Health(address)) => runtime.block_on(health(address)),
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

/// Has the C library give large blocks of memory back to the system as soon as they are free. By itself it begins to keep them once it
/// has seen some: after a dozen mazes of four million cells the server had 117 MiB instead of 7, and has 13 with this. Other allocators
/// kept 94 (mimalloc) and 202 (jemalloc), or needed a thread and 15 seconds.
///
/// The library looks at its environment before there is a program, so this begins anew, as the same process, with the variable set.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn return_memory() {
    use std::os::unix::process::CommandExt as _;
    const THRESHOLD: &str = "MALLOC_MMAP_THRESHOLD_";
    if std::env::var_os(THRESHOLD).is_some() || std::env::var_os("GLIBC_TUNABLES").is_some() {
        return;
    }
    // Where it cannot be begun anew, it goes on, and keeps some memory.
    let Ok(program) = std::env::current_exe() else { return };
    let mut arguments = std::env::args_os();
    let name = arguments.next().unwrap_or_default();
    let _: io::Error = std::process::Command::new(program).arg0(name).args(arguments).env(THRESHOLD, "262144").exec();
}

/// Other libraries are left as they are.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn return_memory() {}

/// Serves until a signal says stop.
async fn run(listen: SocketAddr, config: &Config) -> io::Result<()> {
    start_log(config);
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
    let mut app = App::with_access(settings, config.access());
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
    const PATIENCE: Duration = Duration::from_secs(2);
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

/// Asks the system for as many open files as there may be connections, and some more. Where it gives fewer, those who come when
/// all are taken wait.
fn raise_file_limit(connections: usize) {
    /// For listeners, the log, and threads.
    const OTHERS: u64 = 128;
    let wanted = connections as u64 + OTHERS;
    match rlimit::increase_nofile_limit(wanted) {
        Ok(files) if files < wanted => {
            tracing::warn!(files, wanted, "fewer files may be open than there may be connections (ulimit -n)");
        }
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "the limit of open files is not known"),
    }
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
    let log = log.with_timer(LogTime);
    match config.log_format {
        LogFormat::Text if io::IsTerminal::is_terminal(&io::stderr()) => log.with_ansi(true).init(),
        LogFormat::Text => log.with_ansi(false).fmt_fields(debug_fn(write_field).delimited(" ")).init(),
        LogFormat::Json => log.json().flatten_event(true).with_current_span(false).with_span_list(false).init(),
    }
    std::panic::set_hook(Box::new(log_panic));
}

/// Makes a panic a line of the log like any other: what it says may hold what a client has sent.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let payload = panic.payload();
    let message = payload.downcast_ref::<&str>().copied();
    let message = message.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let location = panic.location().map(tracing::field::display);
    tracing::error!(location, panic = message.unwrap_or("no message"), "the server panicked");
}

/// The time of a line of the log. The same as by default, which works out year, month and day for every line: this does so once a
/// second.
struct LogTime;

impl FormatTime for LogTime {
    fn format_time(&self, out: &mut Writer<'_>) -> fmt::Result {
        /// As far as a second goes: `2026-11-22T11:03:27.`
        const WHOLE: usize = 20;
        thread_local! {
            static LAST: RefCell<(u64, String)> = const { RefCell::new((u64::MAX, String::new())) };
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        LAST.with_borrow_mut(|(second, text)| {
            if *second != now.as_secs() {
                text.clear();
                UtcTime.format_time(&mut Writer::new(text))?;
                text.truncate(WHOLE);
                *second = now.as_secs();
            }
            write!(out, "{text}{:06}Z", now.subsec_micros())
        })
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

/// What tells the process to stop: SIGTERM, or Ctrl-C.
struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

impl Signals {
    fn new() -> io::Result<Signals> {
        #[cfg(unix)]
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            #[cfg(unix)]
            terminate: signal(SignalKind::terminate())?,
            #[cfg(unix)]
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// Done at the next of them.
    async fn next(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
        #[cfg(not(unix))]
        tokio::signal::ctrl_c().await.ok();
    }
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
