//! Flags and environment variables: one table, from which the parser, `--help` and the check of the environment all come.

use std::ffi::OsString;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use dedale::grid::Limits;
use dedale_server::http::client_ip::{Network, read_network};
use dedale_server::http::rate_limit::RateLimit;
use dedale_server::net::listener::Shutdown;
use dedale_server::net::timeouts::Timeouts;
use dedale_server::settings::Settings;
use tracing_subscriber::filter::LevelFilter;

/// Mazes by HTTP: every algorithm the books know, the same URL the same maze for ever.
#[derive(Debug, Parser)]
#[command(name = "dedale", version, args_conflicts_with_subcommands = true, max_term_width = 100)]
#[command(after_help = "Every flag may be given as the environment variable that stands behind it; the flag wins.\n\
    Without a command, dedale serves.\n\nTry: curl 'http://127.0.0.1:8080/maze.txt?algo=prim&w=20&h=10'")]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    config: Config,
}

/// The most threads for each of mazes, turns of drawing, and steps: all together are fewer than the runtime has for work that
/// blocks.
const MOST_THREADS: i64 = 150;

/// The seconds whose requests one client may send at once.
const BURST: NonZeroU32 = NonZeroU32::new(5).expect("five is not zero");

/// What the program is to do.
#[derive(Debug, Subcommand)]
#[expect(clippy::large_enum_variant, reason = "there is one in a process")]
enum Command {
    /// Serve mazes (the default)
    Serve(Config),
    /// Ask a running server whether it is alive: exit status 0 when it is, 1 when not
    Health(Health),
}

/// What the program is to do, with all that it needs for it.
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

/// Where the server listens.
#[derive(Clone, Debug, Args)]
struct Address {
    /// Address and port to listen on; port 0 takes any that is free [default: 127.0.0.1:8080]
    #[arg(long, env = "DEDALE_LISTEN", value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
    /// Another name for --listen; both may be given if they agree
    #[arg(long, env = "DEDALE_ADDR", value_name = "ADDRESS:PORT")]
    addr: Option<SocketAddr>,
}

/// How the server is set up.
#[derive(Clone, Debug, Args)]
pub struct Config {
    #[command(flatten)]
    address: Address,
    /// Most cells of one maze
    #[arg(long, env = "DEDALE_MAX_CELLS", value_name = "CELLS", default_value_t = Limits::default().max_cells,
        value_parser = clap::value_parser!(u32).range(1..))]
    max_cells: u32,
    /// Most columns, and most rows, of one maze
    #[arg(long, env = "DEDALE_MAX_SIDE", value_name = "CELLS", default_value_t = Limits::default().max_side,
        value_parser = clap::value_parser!(u32).range(1..))]
    max_side: u32,
    /// Most cells of a maze that is made row by row while it is sent (binary-tree, sidewinder and eller)
    #[arg(long, env = "DEDALE_MAX_STREAMED_CELLS", value_name = "CELLS",
        default_value_t = Settings::default().max_streamed_cells, value_parser = clap::value_parser!(u64).range(1..))]
    max_streamed_cells: u64,
    /// Most pixels of one PNG; one that is made row by row may have more
    #[arg(long, env = "DEDALE_MAX_PIXELS", value_name = "PIXELS", default_value_t = Settings::default().max_pixels,
        value_parser = clap::value_parser!(u64).range(1..))]
    max_pixels: u64,
    /// Most seconds that the work for one request may take, waiting included
    #[arg(long, env = "DEDALE_TIMEOUT", value_name = "SECONDS", default_value = "30", value_parser = positive_seconds)]
    timeout: Duration,
    /// How many large mazes are worked on at a time [default: one for each processor]
    #[arg(long, env = "DEDALE_WORKERS", value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    workers: Option<u16>,
    /// How many requests for large mazes may wait; more are answered 503
    #[arg(long, env = "DEDALE_QUEUE", value_name = "COUNT", default_value = "64")]
    queue: u32,
    /// Most seconds that a request may wait for its turn; those that would wait longer are answered 503
    #[arg(long, env = "DEDALE_QUEUE_TIMEOUT", value_name = "SECONDS", default_value = "10", value_parser = positive_seconds)]
    queue_timeout: Duration,
    /// Most MiB that all large mazes together may have which are being made or sent; more are answered 503
    #[arg(long, env = "DEDALE_MAX_HELD", value_name = "MIB", default_value_t = Settings::default().max_held >> 20,
        value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    max_held: u64,
    /// Largest body of a request, in bytes: a maze that is posted
    #[arg(long, env = "DEDALE_MAX_BODY", value_name = "BYTES", default_value_t = Settings::default().max_body)]
    max_body: usize,
    /// How many connections there may be at a time; more wait to be accepted
    #[arg(long, env = "DEDALE_MAX_CONNECTIONS", value_name = "COUNT", default_value = "1024",
        value_parser = clap::value_parser!(u32).range(1..))]
    max_connections: u32,
    /// Most seconds that a client may take to send the head of a request
    #[arg(long, env = "DEDALE_HEAD_TIMEOUT", value_name = "SECONDS", default_value = "10", value_parser = positive_seconds)]
    head_timeout: Duration,
    /// Most seconds that a connection may be idle between two requests
    #[arg(long, env = "DEDALE_IDLE_TIMEOUT", value_name = "SECONDS", default_value = "60", value_parser = positive_seconds)]
    idle_timeout: Duration,
    /// Most seconds that a client may take nothing, or next to nothing, of an answer
    #[arg(long, env = "DEDALE_WRITE_TIMEOUT", value_name = "SECONDS", default_value = "30", value_parser = positive_seconds)]
    write_timeout: Duration,
    /// Requests a second that one client address may send over time; without it, any number
    #[arg(long, env = "DEDALE_RATE_LIMIT", value_name = "COUNT")]
    rate_limit: Option<NonZeroU32>,
    /// Requests that one client address may send at once [default: those of five seconds]
    #[arg(long, env = "DEDALE_RATE_BURST", value_name = "COUNT", requires = "rate_limit")]
    rate_burst: Option<NonZeroU32>,
    /// Proxies whose X-Forwarded-For is believed: addresses and networks, such as 10.0.0.0/8,fd00::/8
    #[arg(long, env = "DEDALE_TRUSTED_PROXIES", value_name = "NETWORKS", value_delimiter = ',', value_parser = read_network)]
    pub trusted_proxies: Vec<Network>,
    /// Address and port of /metrics, and of /healthz and /readyz beside it; without it, there is none
    #[arg(long, env = "DEDALE_ADMIN_LISTEN", value_name = "ADDRESS:PORT")]
    pub admin_listen: Option<SocketAddr>,
    /// Most cells of a maze whose steps are told
    #[arg(long, env = "DEDALE_MAX_STEP_CELLS", value_name = "CELLS", default_value_t = Settings::default().max_step_cells,
        value_parser = clap::value_parser!(u32).range(1..))]
    max_step_cells: u32,
    /// How many streams of steps there may be at a time; more are answered 503
    #[arg(long, env = "DEDALE_MAX_STEP_STREAMS", value_name = "COUNT", default_value = "16",
        value_parser = clap::value_parser!(u16).range(0..=MOST_THREADS))]
    max_step_streams: u16,
    /// Seconds between the signal to stop and taking no more connections; /readyz says 503 meanwhile
    #[arg(long, env = "DEDALE_DRAIN_DELAY", value_name = "SECONDS", default_value = "0", value_parser = seconds)]
    drain_delay: Duration,
    /// Most seconds to wait after that for the requests that are under way
    #[arg(long, env = "DEDALE_SHUTDOWN_TIMEOUT", value_name = "SECONDS", default_value = "8", value_parser = seconds)]
    shutdown_timeout: Duration,
    /// How the log is written, to standard error
    #[arg(long, env = "DEDALE_LOG_FORMAT", value_enum, default_value_t)]
    pub log_format: LogFormat,
    /// The least urgent messages that are logged
    #[arg(long, env = "DEDALE_LOG_LEVEL", default_value = "info", value_parser = levels())]
    pub log_level: LevelFilter,
}

/// How the log is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

/// The levels of messages, by their names.
fn levels() -> impl TypedValueParser<Value = LevelFilter> {
    let names = PossibleValuesParser::new(["off", "error", "warn", "info", "debug", "trace"]);
    names.map(|name| name.parse().unwrap_or(LevelFilter::INFO))
}

impl Config {
    /// What the server holds to.
    pub fn settings(&self) -> Settings {
        Settings {
            limits: Limits { max_side: self.max_side, max_cells: self.max_cells },
            max_streamed_cells: self.max_streamed_cells,
            max_pixels: self.max_pixels,
            timeout: self.timeout,
            workers: self.workers.map_or(Settings::default().workers, usize::from),
            queue: self.queue as usize,
            queue_timeout: self.queue_timeout,
            max_held: self.max_held << 20,
            max_body: self.max_body,
            max_connections: self.max_connections as usize,
            timeouts: Timeouts { head: self.head_timeout, idle: self.idle_timeout, write: self.write_timeout },
            max_step_cells: self.max_step_cells,
            max_step_streams: self.max_step_streams.into(),
        }
    }

    /// How often each client may ask, if there is a limit.
    pub fn rate_limit(&self) -> Option<RateLimit> {
        let burst = |per_second: NonZeroU32| self.rate_burst.unwrap_or(per_second.saturating_mul(BURST));
        self.rate_limit.map(|per_second| RateLimit { per_second, burst: burst(per_second) })
    }

    /// How the server stops.
    pub fn shutdown(&self) -> Shutdown {
        Shutdown { drain_delay: self.drain_delay, timeout: self.shutdown_timeout }
    }
}

impl Address {
    /// The address that the two names agree on.
    fn resolve(&self) -> Result<SocketAddr, clap::Error> {
        const DEFAULT: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);
        match (self.listen, self.addr) {
            (Some(listen), Some(addr)) if listen != addr => {
                let message =
                    format!("--listen (DEDALE_LISTEN) is {listen} and --addr (DEDALE_ADDR) is {addr}: give one\n");
                Err(Cli::command().error(ErrorKind::ArgumentConflict, message))
            }
            (listen, addr) => Ok(listen.or(addr).unwrap_or(DEFAULT)),
        }
    }
}

/// Reads the command line and the environment, of which the parser sees the process's own.
///
/// # Errors
///
/// What is wrong with either, ready to be shown; also what `--help` and `--version` show.
pub fn read(args: Vec<OsString>, environment: Vec<(OsString, OsString)>) -> Result<Action, clap::Error> {
    let cli = Cli::try_parse_from(args)?;
    check_environment(&environment)?;
    match cli.command {
        None => Ok(Action::Serve(cli.config.address.resolve()?, cli.config)),
        Some(Command::Serve(config)) => Ok(Action::Serve(config.address.resolve()?, config)),
        Some(Command::Health(health)) => Ok(Action::Health(health.address.resolve()?)),
    }
}

/// Refuses variables that look like ours and are not: a misspelt setting must not be silently another one.
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

/// Whether Kubernetes has set this variable for a service whose name begins with `dedale`: `DEDALE_PORT=tcp://…` and its kin.
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
            "--head-timeout=0",
            "--max-held=0",
            "--admin-listen=9090",
            "server",
        ] {
            assert!(parse(&["dedale", flag]).is_err(), "{flag}");
        }
        assert!(parse(&["dedale", "--listen=127.0.0.1:1", "--addr=127.0.0.1:2"]).is_err());
        assert!(parse(&["dedale", "--listen=127.0.0.1:1", "--addr=127.0.0.1:1"]).is_ok());
    }

    #[test]
    fn who_may_ask_how_often() {
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
