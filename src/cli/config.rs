//! Flags and environment variables. The parser, `--help` and the check of the environment use the same table.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use dedale::grid::Limits;
use dedale_server::clients::client_ip::{Network, read_network};
use dedale_server::clients::rate_limit::RateLimit;
use dedale_server::net::listener::Shutdown;
use dedale_server::settings::{ClientShare, Settings, Timeouts};
use tracing_subscriber::filter::LevelFilter;

/// Generates and solves mazes over HTTP. The same URL always returns the same maze.
#[derive(Debug, Parser)]
#[command(name = "dedale", version, args_conflicts_with_subcommands = true, max_term_width = 100)]
#[command(
    after_help = "Every flag can also be set with the environment variable shown after it; the flag takes precedence.\n\
    Without a command, dedale serves mazes.\n\nTry: curl 'http://127.0.0.1:8080/maze.txt?algo=prim&w=20&h=10'"
)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    config: Config,
}

/// The largest number of threads for each of mazes, drawing, and steps. Their sum is less than the number of blocking threads of the
/// runtime.
const MOST_THREADS: i64 = 150;

/// The default burst, in seconds of the rate limit.
const BURST: NonZeroU32 = NonZeroU32::new(5).expect("five is not zero");

/// The groups of flags in `--help`.
const ADDRESSES: &str = "Addresses";
const LIMITS: &str = "Largest mazes and requests";
const WORK: &str = "Work at the same time";
const CLIENTS: &str = "Clients and connections";
const STOPPING: &str = "Stopping";
const LOG: &str = "Log";

/// The command to run.
#[derive(Debug, Subcommand)]
#[expect(clippy::large_enum_variant, reason = "there is one in a process")]
enum Command {
    /// Serve mazes (the default)
    Serve(Config),
    /// Ask a running server whether it is alive: exit status 0 when it is, 1 when not
    Health(Health),
}

/// The command to run, with its checked configuration.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one in a process")]
pub enum Action {
    /// Serve mazes at this address.
    Serve(SocketAddr, Config),
    /// Ask the server at this address whether it is alive.
    Health(SocketAddr),
}

#[derive(Debug, Args)]
struct Health {
    #[command(flatten)]
    address: Address,
}

/// The address of the server.
#[derive(Clone, Debug, Args)]
struct Address {
    /// Address and port to listen on; port 0 chooses a free port
    #[arg(long, help_heading = ADDRESSES, env = "DEDALE_LISTEN", value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
}

/// The configuration of the server.
#[derive(Clone, Debug, Args)]
pub struct Config {
    #[command(flatten)]
    address: Address,
    /// Maximum number of cells of a maze
    #[arg(long, help_heading = LIMITS, env = "DEDALE_MAX_CELLS", value_name = "CELLS", default_value_t = Limits::default().max_cells,
        value_parser = clap::value_parser!(u32).range(1..))]
    max_cells: u32,
    /// Maximum number of columns and of rows of a maze
    #[arg(long, help_heading = LIMITS, env = "DEDALE_MAX_SIDE", value_name = "CELLS", default_value_t = Limits::default().max_side,
        value_parser = clap::value_parser!(u32).range(1..))]
    max_side: u32,
    /// Maximum number of cells of a maze that is generated row by row while it is sent (binary-tree, sidewinder, eller and quilt)
    #[arg(long, help_heading = LIMITS, env = "DEDALE_MAX_STREAMED_CELLS", value_name = "CELLS",
        default_value_t = Settings::default().max_streamed_cells, value_parser = clap::value_parser!(u64).range(1..))]
    max_streamed_cells: u64,
    /// Maximum number of pixels of a PNG that is not generated row by row
    #[arg(long, help_heading = LIMITS, env = "DEDALE_MAX_PIXELS", value_name = "PIXELS", default_value_t = Settings::default().max_pixels,
        value_parser = clap::value_parser!(u64).range(1..))]
    max_pixels: u64,
    /// Maximum number of seconds that the work for a request may take, including waiting
    #[arg(long, help_heading = WORK, env = "DEDALE_TIMEOUT", value_name = "SECONDS", default_value = "30", value_parser = positive_seconds)]
    timeout: Duration,
    /// Number of large mazes that are processed at the same time [default: two for each processor, half of them for a single client]
    #[arg(long, help_heading = WORK, env = "DEDALE_WORKERS", value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    workers: Option<u16>,
    /// Maximum number of requests for large mazes in the queue; others get a 503
    #[arg(long, help_heading = WORK, env = "DEDALE_QUEUE", value_name = "COUNT", default_value = "64")]
    queue: u32,
    /// Maximum number of seconds that a request may wait in a queue before it gets a 503
    #[arg(long, help_heading = WORK, env = "DEDALE_QUEUE_TIMEOUT", value_name = "SECONDS", default_value = "10", value_parser = positive_seconds)]
    queue_timeout: Duration,
    /// Maximum memory for large mazes that are being generated or sent, in MiB; requests that find too little of it free get a 503
    #[arg(long, help_heading = WORK, env = "DEDALE_MAX_MEMORY", value_name = "MIB", default_value_t = Settings::default().max_memory >> 20,
        value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    max_memory: u64,
    /// Maximum size of a request body (a maze), in bytes
    #[arg(long, help_heading = LIMITS, env = "DEDALE_MAX_BODY", value_name = "BYTES", default_value_t = Settings::default().max_body)]
    max_body: usize,
    /// Percentage of the connections, requests in progress, streams, memory, workers and places in the queue that a single client address
    /// may hold; with several clients, each may take more as long as it holds less than is left
    #[arg(long, help_heading = CLIENTS, env = "DEDALE_CLIENT_SHARE", value_name = "PERCENT", default_value_t = ClientShare::default().0,
        value_parser = clap::value_parser!(u8).range(1..=100))]
    client_share: u8,
    /// Maximum number of connections, and of requests in progress; others wait
    #[arg(long, help_heading = CLIENTS, env = "DEDALE_MAX_CONNECTIONS", value_name = "COUNT", default_value = "1024",
        value_parser = clap::value_parser!(u32).range(1..))]
    max_connections: u32,
    /// Maximum number of seconds from a response to the end of the next request head
    #[arg(long, help_heading = CLIENTS, env = "DEDALE_IDLE_TIMEOUT", value_name = "SECONDS", default_value = "60", value_parser = positive_seconds)]
    idle_timeout: Duration,
    /// Maximum number of seconds that a client may take to read the next 64 KiB of a response
    #[arg(long, help_heading = CLIENTS, env = "DEDALE_WRITE_TIMEOUT", value_name = "SECONDS", default_value = "60", value_parser = positive_seconds)]
    write_timeout: Duration,
    /// Requests per second that a client address may send over time; without it, the rate is not limited
    #[arg(long, help_heading = CLIENTS, env = "DEDALE_RATE_LIMIT", value_name = "COUNT")]
    rate_limit: Option<NonZeroU32>,
    /// Requests that a client address may send at once [default: five seconds of --rate-limit]
    #[arg(long, help_heading = CLIENTS, env = "DEDALE_RATE_BURST", value_name = "COUNT", requires = "rate_limit")]
    rate_burst: Option<NonZeroU32>,
    /// Proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted: addresses and networks, such as 10.0.0.0/8,fd00::/8
    #[arg(long, help_heading = ADDRESSES, env = "DEDALE_TRUSTED_PROXIES", value_name = "NETWORKS", value_delimiter = ',', value_parser = read_network)]
    pub trusted_proxies: Vec<Network>,
    /// Address and port for /metrics, /healthz and /readyz; without it, they are not served there
    #[arg(long, help_heading = ADDRESSES, env = "DEDALE_ADMIN_LISTEN", value_name = "ADDRESS:PORT")]
    pub admin_listen: Option<SocketAddr>,
    /// Maximum number of cells of a maze whose steps are sent
    #[arg(long, help_heading = LIMITS, env = "DEDALE_MAX_STEP_CELLS", value_name = "CELLS", default_value_t = Settings::default().max_step_cells,
        value_parser = clap::value_parser!(u32).range(1..))]
    max_step_cells: u32,
    /// Maximum number of streams of steps at the same time; others get a 503
    #[arg(long, help_heading = WORK, env = "DEDALE_MAX_STEP_STREAMS", value_name = "COUNT", default_value = "64",
        value_parser = clap::value_parser!(u16).range(0..=MOST_THREADS))]
    max_step_streams: u16,
    /// Seconds between the signal to stop and closing the listener; meanwhile /readyz returns a 503
    #[arg(long, help_heading = STOPPING, env = "DEDALE_DRAIN_DELAY", value_name = "SECONDS", default_value = "0", value_parser = seconds)]
    drain_delay: Duration,
    /// Maximum number of seconds to wait after that for requests in progress
    #[arg(long, help_heading = STOPPING, env = "DEDALE_SHUTDOWN_TIMEOUT", value_name = "SECONDS", default_value = "8", value_parser = seconds)]
    shutdown_timeout: Duration,
    /// Format of the log, which is written to standard error
    #[arg(long, help_heading = LOG, env = "DEDALE_LOG_FORMAT", value_enum, default_value_t)]
    pub log_format: LogFormat,
    /// Least severe level that is logged
    #[arg(long, help_heading = LOG, env = "DEDALE_LOG_LEVEL", default_value = "info", value_parser = levels())]
    pub log_level: LevelFilter,
}

/// The format of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For humans.
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

/// The names of the log levels.
fn levels() -> impl TypedValueParser<Value = LevelFilter> {
    let names = PossibleValuesParser::new(["off", "error", "warn", "info", "debug", "trace"]);
    names.map(|name| name.parse().unwrap_or(LevelFilter::INFO))
}

impl Config {
    /// The limits and timeouts of the server.
    pub fn settings(&self) -> Settings {
        Settings {
            limits: Limits { max_side: self.max_side, max_cells: self.max_cells },
            max_streamed_cells: self.max_streamed_cells,
            max_pixels: self.max_pixels,
            timeout: self.timeout,
            max_steps: Settings::steps_within(self.timeout),
            workers: self.workers.map_or(Settings::default().workers, usize::from),
            queue: self.queue as usize,
            queue_timeout: self.queue_timeout,
            max_memory: self.max_memory << 20,
            client_share: ClientShare(self.client_share),
            max_body: self.max_body,
            max_connections: self.max_connections as usize,
            max_waiting_connections: Settings::waiting_connections(self.max_connections as usize),
            timeouts: Timeouts { idle: self.idle_timeout, write: self.write_timeout },
            max_step_cells: self.max_step_cells,
            max_step_streams: self.max_step_streams.into(),
        }
    }

    /// The rate limit of each client, if there is one.
    pub fn rate_limit(&self) -> Option<RateLimit> {
        let burst = |per_second: NonZeroU32| self.rate_burst.unwrap_or(per_second.saturating_mul(BURST));
        self.rate_limit.map(|per_second| RateLimit { per_second, burst: burst(per_second) })
    }

    /// How the server shuts down.
    pub fn shutdown(&self) -> Shutdown {
        Shutdown { drain_delay: self.drain_delay, timeout: self.shutdown_timeout }
    }
}

/// Parses the command line and the environment. The parser itself reads the environment of the process.
///
/// # Errors
///
/// An error that can be printed: what is wrong with either of them, or the text of `--help` or `--version`.
pub fn read(args: Vec<OsString>, environment: Vec<(OsString, OsString)>) -> Result<Action, clap::Error> {
    let cli = Cli::try_parse_from(args)?;
    check_environment(&environment)?;
    match cli.command {
        None => Ok(Action::Serve(cli.config.address.listen, cli.config)),
        Some(Command::Serve(config)) => Ok(Action::Serve(config.address.listen, config)),
        Some(Command::Health(health)) => Ok(Action::Health(health.address.listen)),
    }
}

/// Rejects unknown variables that begin with our prefix: a misspelt setting must not be ignored silently.
fn check_environment(environment: &[(OsString, OsString)]) -> Result<(), clap::Error> {
    let command = Cli::command();
    let known: Vec<&str> = command.get_arguments().filter_map(|arg| arg.get_env()?.to_str()).collect();
    for (name, value) in environment {
        let (name, value) = (name.to_string_lossy(), value.to_string_lossy());
        if !name.starts_with("DEDALE_") || known.contains(&&*name) || is_service_link(&name, &value) {
            continue;
        }
        let message = format!("unknown environment variable {name}; known are {}\n", known.join(", "));
        return Err(Cli::command().error(ErrorKind::UnknownArgument, message));
    }
    Ok(())
}

/// Whether Kubernetes sets this variable for a service whose name begins with `dedale`, such as `DEDALE_PORT=tcp://…`.
fn is_service_link(name: &str, value: &str) -> bool {
    let link = |end: &str| name.ends_with(end);
    let is_url = ["tcp://", "udp://", "sctp://"].iter().any(|scheme| value.starts_with(scheme));
    let is_port_part = name.contains("_PORT_") && ["_PROTO", "_PORT", "_ADDR"].iter().any(|end| link(end));
    link("_SERVICE_HOST") || name.contains("_SERVICE_PORT") || is_url || is_port_part
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "must be a number of seconds between 0 and 86400".to_owned())
}

fn positive_seconds(text: &str) -> Result<Duration, String> {
    seconds(text).and_then(|time| if time.is_zero() { Err("must be more than 0 seconds".to_owned()) } else { Ok(time) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &[&str]) -> Result<Action, clap::Error> {
        read(args.iter().map(OsString::from).collect(), Vec::new())
    }

    #[test]
    fn the_table_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn help_has_every_flag_in_a_group() {
        let cli = Cli::command();
        let flags = cli.get_arguments().filter(|flag| !["help", "version"].contains(&flag.get_id().as_str()));
        let alone = flags.filter(|flag| flag.get_help_heading().is_none()).map(|flag| flag.get_id().as_str());
        assert_eq!(alone.collect::<Vec<_>>(), Vec::<&str>::new());
    }

    #[test]
    fn flags_with_and_without_the_command() {
        for args in [
            &["dedale", "--listen", "[::1]:0", "--timeout", "1.5"][..],
            &["dedale", "serve", "--listen", "[::1]:0", "--timeout", "1.5"],
        ] {
            let Action::Serve(listen, config) = parse(args).unwrap() else { panic!("serves") };
            assert_eq!(listen, "[::1]:0".parse().unwrap());
            assert_eq!(config.settings().timeout, Duration::from_millis(1500));
            assert_eq!(config.settings().limits, Limits::default());
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for flag in [
            "--max-cells=0",
            "--max-cells=x",
            "--max-cells=4294967296",
            "--max-side=-1",
            "--timeout=0",
            "--timeout=nan",
            "--workers=0",
            "--workers=251",
            "--max-step-streams=251",
            "--queue=-1",
            "--listen=here",
            "--listen=1.2.3.4",
            "--log-format=xml",
            "--log-level=loud",
            "--drain-delay=-1",
            "--shutdown-timeout=1e9",
            "--port=80",
            "--rate-limit=0",
            "--rate-burst=5",
            "--trusted-proxies=10.0.0.0/33",
            "--trusted-proxies=all",
            "--idle-timeout=0",
            "--client-share=0",
            "--client-share=101",
            "--max-memory=0",
            "--admin-listen=9090",
            "server",
        ] {
            assert!(parse(&["dedale", flag]).is_err(), "{flag}");
        }
    }

    #[test]
    fn rate_limit_and_trusted_proxies() {
        let args = ["dedale", "--rate-limit=3", "--trusted-proxies=10.0.0.0/8,::1"];
        let Action::Serve(_, config) = parse(&args).unwrap() else { panic!("serves") };
        let number = |number| NonZeroU32::new(number).unwrap();
        assert_eq!(config.trusted_proxies, [read_network("10.0.0.0/8").unwrap(), read_network("::1").unwrap()]);
        assert_eq!(config.rate_limit(), Some(RateLimit { per_second: number(3), burst: number(15) }));
        assert!(parse(&["dedale", "--rate-limit=3", "--rate-burst=1"]).is_ok());
    }

    #[test]
    fn variables_that_look_like_ours() {
        let check = |name: &str, value: &str| check_environment(&[(name.into(), value.into())]).is_ok();
        assert!(check("DEDALE_LISTEN", "0.0.0.0:80") && check("DEDALE_MAX_CELLS", "1") && check("HOME", "/"));
        for (name, value) in [
            ("DEDALE_PORT", "tcp://10.0.0.7:8080"),
            ("DEDALE_PORT_8080_TCP", "tcp://10.0.0.7:8080"),
            ("DEDALE_PORT_8080_TCP_PROTO", "tcp"),
            ("DEDALE_PORT_8080_TCP_PORT", "8080"),
            ("DEDALE_PORT_8080_TCP_ADDR", "10.0.0.7"),
            ("DEDALE_SERVICE_HOST", "10.0.0.7"),
            ("DEDALE_SERVICE_PORT", "8080"),
            ("DEDALE_SERVICE_PORT_HTTP", "8080"),
        ] {
            assert!(check(name, value), "{name}");
        }
        assert!(!check("DEDALE_MAXCELLS", "1") && !check("DEDALE_PORT", "8080") && !check("DEDALE_", ""));
    }
}
