//! The program `dedale`: serves mazes, answers commands in the same way as the service answers requests, or checks that
//! a server is alive.

use std::future::Future;
use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::pin::pin;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread::Thread;
use std::time::Duration;

use dedale_server::app::App;
use dedale_server::cli::ask::ask;
use dedale_server::cli::commands::{CommandArguments, CommandError, described};
use dedale_server::cli::config::{self, Command, Config};
use dedale_server::cli::health::{ask_health, reachable};
use dedale_server::cli::log::Log;
use dedale_server::cli::system::{Signals, fit_to_file_limit, memory, require_files, return_memory, warn_of_memory};
use dedale_server::limits::client_ip::TrustedProxies;
use dedale_server::limits::rate_limit::ClientLimiter;
use dedale_server::server::admin;
use dedale_server::server::listener::serve;
use dedale_server::server::service::service;
#[cfg(feature = "otel")]
use dedale_server::telemetry::otel::Spans;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::oneshot;

/// Counts the memory of each request.
#[global_allocator]
static ALLOCATOR: dedale_heap::Counting = dedale_heap::Counting;

fn main() -> ExitCode {
    let command = config::read(std::env::args_os().collect(), std::env::vars_os().collect());
    match command {
        Ok(Command::Serve(config)) => {
            let trims = return_memory();
            let log = Log::start(config.log_level, config.log_format);
            let result = block_on(run(&config, &log, trims));
            if let Err(error) = &result {
                log.print(&format!("dedale: {error}"));
            }
            log.finish();
            if result.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Ok(Command::Health(address)) => exit_status(block_on(ask_health(address.listen))),
        Ok(Command::Ask(request)) => answer(&request),
        Ok(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut described(config::program()), "dedale", &mut script);
            exit_status(print(&script))
        }
        Ok(Command::Manual { command }) => exit_status(manual(command.as_deref())),
        // The exit status of a health check must be 0 or 1, because Docker reserves all others.
        Err(error) if error.use_stderr() && std::env::args_os().nth(1).is_some_and(|word| word == "health") => {
            let _ = write!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
        Err(error) => error.exit(),
    }
}

/// Prints the error of a command, if there is one, and returns the exit status.
fn exit_status(result: io::Result<()>) -> ExitCode {
    result.map_or_else(|error| CommandError::from(error).report(), |()| ExitCode::SUCCESS)
}

/// The exit status of shells for a program that Ctrl-C stopped.
const INTERRUPTED: u8 = 130;

/// The time for a command to clean up when a signal stops it. It may be blocked by a file or a pipe forever.
const CLEANUP_TIME: Duration = Duration::from_millis(300);

/// Answers a command in this process, in the same way as the service answers a request.
fn answer(request: &CommandArguments) -> ExitCode {
    let mut outcome = None;
    let ran = block_on(async {
        let mut signals = Signals::new()?;
        let (stop, stopped) = oneshot::channel::<()>();
        tokio::spawn(async move {
            signals.next().await;
            drop(stop);
            tokio::time::sleep(CLEANUP_TIME).await;
            std::process::exit(INTERRUPTED.into());
        });
        tokio::select! {
            result = ask(request) => outcome = Some(result),
            _ = stopped => {}
        }
        Ok(())
    });
    match (ran, outcome) {
        (Ok(()), None) => ExitCode::from(INTERRUPTED),
        (Ok(()), Some(Err(failure))) => failure.report(),
        (ran, _) => exit_status(ran),
    }
}

/// Writes to standard output. A reader that closes the pipe early is no error.
fn print(bytes: &[u8]) -> io::Result<()> {
    match io::stdout().write_all(bytes) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Prints the manual page of the program, or of one of its commands.
fn manual(command: Option<&str>) -> io::Result<()> {
    let mut program = described(config::program());
    program.build();
    let page = command.and_then(|name| program.find_subcommand(name)).unwrap_or(&program).clone();
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    print(&text)
}

const FOREVER: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

fn block_on(work: impl Future<Output = io::Result<()>>) -> io::Result<()> {
    require_files()?;
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    // Connections that do not fit into the queue of a thread wait in a global queue, which each thread checks at this
    // interval. The default interval is longer, and in a flood some connections would wait three times as long as
    // others.
    //
    // Threads for work are kept, and there is one from the start: if another one cannot be started, work waits for it.
    // Without any thread, the work would be lost with its reservations.
    //
    // A separate runtime for each processor took 1 to 8 % less time for a request, and let connections wait while other
    // threads were idle.
    let runtime = runtime.enable_all().global_queue_interval(8).thread_keep_alive(FOREVER).build()?;
    let started = runtime.spawn_blocking(|| ());
    let result = runtime.block_on(async {
        started.await?;
        work.await
    });
    // The results of unfinished work are no longer needed, so this does not wait for it.
    runtime.shutdown_background();
    result
}

async fn run(config: &Config, log: &Log, trims: Option<Thread>) -> io::Result<()> {
    // This is first so that no signal is missed.
    let mut signals = Signals::new()?;
    let mut settings = config.settings();
    fit_to_file_limit(&mut settings);
    let memory = memory();
    warn_of_memory(settings.max_process_memory(), memory);
    let listen = config.address.listen;
    let listener = listen_on(listen).map_err(|error| cannot_listen(listen, error))?;
    let address = listener.local_addr()?;
    let admin_listener = config
        .admin_listen
        .map(|listen| std::net::TcpListener::bind(listen).map_err(|error| cannot_listen(listen, error)));
    let admin_listener = admin_listener.transpose()?;
    let mut app = App::new(settings);
    app.proxies = TrustedProxies(config.trusted_proxies.clone());
    app.base_path = config.base_path.clone();
    app.public_url = config.public_url.as_deref().filter(|url| !url.is_empty()).map(Arc::from);
    app.rate_limit = config.rate_limit().map(ClientLimiter::new);
    #[cfg(feature = "otel")]
    {
        app.spans = Spans::from_environment().map_err(io::Error::other)?;
    }
    app.metrics.count_dropped_lines(log.dropped_lines());
    app.metrics.memory_limit.set(memory.unwrap_or(0).try_into().unwrap_or(i64::MAX));
    if let Some(thread) = trims {
        app.memory.trimmed_by(thread);
    }
    let app = Arc::new(app);
    let mut admin_address = None;
    if let Some(listener) = admin_listener {
        admin_address = Some(listener.local_addr()?);
        admin::start(listener, app.clone())?;
    }
    tracing::info!(
        version = env!("CARGO_PKG_VERSION"),
        %address,
        admin = admin_address.map(tracing::field::display),
        base_path = Some(&*app.base_path).filter(|path| !path.is_empty()),
        max_connections = app.settings.max_connections,
        max_memory_mib = app.settings.max_memory >> 20,
        "started"
    );
    // The server is ready when this is printed. It continues to serve even if standard output is closed.
    let mut stdout = io::stdout();
    let _ = writeln!(stdout, "dedale {} listens on http://{address}", env!("CARGO_PKG_VERSION"));
    let _ = writeln!(stdout, "try: curl 'http://{}/maze.txt?algo=prim&w=20&h=10'", reachable(address));
    if let Some(address) = admin_address {
        let _ = writeln!(stdout, "admin: http://{address}/metrics");
    }

    let (stop, stopped) = oneshot::channel();
    let stopped = async {
        // This fails only if the sender is dropped, when the server has ended anyway.
        let _: Result<(), _> = stopped.await;
    };
    let mut serving = pin!(serve(service(app.clone()), listener, app.clone(), stopped, config.shutdown()));
    tokio::select! {
        () = &mut serving => return Ok(()),
        () = signals.next() => {}
    }
    let _: Result<(), _> = stop.send(());
    tokio::select! {
        () = serving => {}
        () = signals.next() => {
            return Err(io::Error::other("stopped by a second signal: requests in progress are cut off"));
        }
    }
    #[cfg(feature = "otel")]
    tokio::select! {
        () = finish_spans(app) => {}
        () = signals.next() => return Err(io::Error::other("stopped by a second signal: the last spans are not sent")),
    }
    Ok(())
}

/// Sends the last spans. The time limit is short enough that the process is not killed meanwhile.
#[cfg(feature = "otel")]
async fn finish_spans(app: Arc<App>) {
    const PATIENCE: std::time::Duration = std::time::Duration::from_secs(2);
    let finishing = tokio::task::spawn_blocking(move || app.spans.as_ref().map(|spans| spans.finish(PATIENCE)));
    // Resolving the address of the collector may take long as well.
    match tokio::time::timeout(PATIENCE, finishing).await {
        Ok(Ok(_)) => {}
        Ok(Err(error)) => tracing::warn!(%error, "the last spans could not be sent"),
        Err(_) => tracing::warn!("the last spans could not be sent in time"),
    }
}

/// The maximum number of connections that wait to be accepted. With the usual 128, one client that opens many would
/// delay others by a second.
const BACKLOG: u32 = 4096;

/// Listens on this address like `TcpListener::bind`, but with [`BACKLOG`].
fn listen_on(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // A restarted server need not wait until the connections of its predecessor have expired. On Windows, this option
    // has another meaning.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

fn cannot_listen(address: SocketAddr, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot listen on {address}: {error}"))
}
