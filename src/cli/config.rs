//! Flags and environment variables. The parser, `--help` and the check of the environment use the same table.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use super::commands::{AskCommand, CommandArguments, described, with_commands, with_suggestion};
use crate::limits::client_ip::{Network, read_network};
use crate::limits::rate_limit::RateLimit;
use crate::server::listener::Shutdown;
use crate::settings::{Settings, seconds, whole};
use axum::http::Uri;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use tracing_subscriber::filter::LevelFilter;

/// Makes, draws and solves mazes over HTTP and on the command line. A URL or a command with a seed always returns the same maze.
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

/// The default burst, in seconds of the rate limit.
const BURST: NonZeroU32 = NonZeroU32::new(5).expect("five is not zero");

/// The groups of flags in `--help`.
const ADDRESSES: &str = "Addresses";
const CLIENTS: &str = "Clients and connections";
const STOPPING: &str = "Stopping";
const LOG: &str = "Log";

/// The command to run.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve mazes (the default)
    Serve(Config),
    /// Ask a running server whether it is alive: exit status 0 when it is, 1 when not
    Health(Health),
    /// Print what a shell needs to complete commands and flags
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, of the program or of a command
    Manual {
        /// The command
        command: Option<String>,
    },
    /// Ask the service in this process.
    #[command(skip)]
    Ask(CommandArguments),
}

/// The server that `dedale health` asks.
#[derive(Clone, Debug, Args)]
pub struct Health {
    /// Address and port of the server
    #[arg(long, help_heading = ADDRESSES, env = "DEDALE_LISTEN", value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080", value_parser = address)]
    pub listen: SocketAddr,
}

/// The address of the server.
#[derive(Clone, Debug, Args)]
pub struct ServerAddress {
    /// Address and port to listen on; port 0 chooses a free port
    #[arg(long, help_heading = ADDRESSES, env = "DEDALE_LISTEN", value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080", value_parser = address)]
    pub listen: SocketAddr,
}

/// The configuration of the server.
#[derive(Clone, Debug, Args)]
pub struct Config {
    /// The address to listen on.
    #[command(flatten)]
    pub address: ServerAddress,
    #[command(flatten)]
    settings: Settings,
    /// Requests per second that a client address may send over time; without it, the rate is not limited
    #[arg(long, help_heading = CLIENTS, env = "DEDALE_RATE_LIMIT", value_name = "COUNT", value_parser = whole::<NonZeroU32>(1..=u32::MAX.into()))]
    rate_limit: Option<NonZeroU32>,
    /// Requests that a client address may send at once [default: five seconds of --rate-limit]
    #[arg(long, help_heading = CLIENTS, env = "DEDALE_RATE_BURST", value_name = "COUNT", requires = "rate_limit", value_parser = whole::<NonZeroU32>(1..=u32::MAX.into()))]
    rate_burst: Option<NonZeroU32>,
    /// Proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted: addresses and networks, such as 10.0.0.0/8,fd00::/8
    #[arg(long, help_heading = ADDRESSES, env = "DEDALE_TRUSTED_PROXIES", value_name = "NETWORKS", value_delimiter = ',', value_parser = read_network)]
    pub trusted_proxies: Vec<Network>,
    /// Path prefix under which clients see the service, such as /mazes, if a proxy strips it from each request
    #[arg(long, help_heading = ADDRESSES, env = "DEDALE_BASE_PATH", value_name = "PATH", default_value = "", hide_default_value = true, value_parser = base_path)]
    pub base_path: String,
    /// Address under which clients reach the service, with its scheme: printed on worksheets with their code
    #[arg(long, help_heading = ADDRESSES, env = "DEDALE_PUBLIC_URL", value_name = "URL", value_parser = public_url)]
    pub public_url: Option<String>,
    /// Address and port for /metrics, /healthz and /readyz; without it, they are not served there
    #[arg(long, help_heading = ADDRESSES, env = "DEDALE_ADMIN_LISTEN", value_name = "ADDRESS:PORT", value_parser = address)]
    pub admin_listen: Option<SocketAddr>,
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

fn levels() -> impl TypedValueParser<Value = LevelFilter> {
    let names = PossibleValuesParser::new(["off", "error", "warn", "info", "debug", "trace"]);
    names.map(|name| name.parse().unwrap_or(LevelFilter::INFO))
}

impl Config {
    /// The limits and timeouts of the server.
    pub fn settings(&self) -> Settings {
        self.settings.complete()
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

/// Parses an address and a port.
fn address(text: &str) -> Result<SocketAddr, String> {
    let port = text.trim_start_matches(':').parse::<u16>();
    text.parse().map_err(|_| match port {
        Ok(port) => format!(
            "must be an address and a port: 127.0.0.1:{port} for this machine, 0.0.0.0:{port} for its network too"
        ),
        Err(_) => "must be an IP address and a port, such as 127.0.0.1:8080 or [::1]:8080".to_owned(),
    })
}

/// Parses the prefix of all paths of the service.
fn base_path(text: &str) -> Result<String, String> {
    let is_segment = |segment: &str| {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        segment.bytes().all(is_plain) && !["", ".", ".."].contains(&segment)
    };
    let is_path = text.strip_prefix('/').is_some_and(|path| path.split('/').all(is_segment));
    // Empty means none: some systems cannot unset a variable.
    if is_path || text.is_empty() {
        return Ok(text.to_owned());
    }
    Err("must be a path such as /mazes or /school/mazes, of letters, digits and -._~, without a slash at the end"
        .to_owned())
}

/// Parses the address of the service, without a slash at the end.
fn public_url(text: &str) -> Result<String, String> {
    let url = text.parse::<Uri>().ok().filter(|url| matches!(url.scheme_str(), Some("http" | "https")));
    let is_url = url.is_some_and(|url| url.host().is_some_and(|host| !host.is_empty()) && url.query().is_none());
    // Empty means none: some systems cannot unset a variable.
    if (is_url && !text.contains(['#', '@'])) || text.is_empty() {
        return Ok(text.trim_end_matches('/').to_owned());
    }
    Err("must be an address such as https://maze.example.org or https://example.org/mazes, without ? and #".to_owned())
}

/// Parses the command line and the environment. The parser itself reads the environment of the process.
/// The error may be the text of `--help` or `--version`.
pub fn read(args: Vec<OsString>, environment: Vec<(OsString, OsString)>) -> Result<Command, clap::Error> {
    let mut program = program();
    let matches = match program.try_get_matches_from_mut(&args) {
        // The descriptions are only read for help.
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            described(program.clone()).try_get_matches_from(args)?
        }
        Err(error) => return Err(with_suggestion(error, &mut program, &args)),
        Ok(matches) => matches,
    };
    check_environment(&environment)?;
    let ask = matches.subcommand().and_then(|(name, matches)| Some((AskCommand::find(name)?, matches)));
    if let Some((command, matches)) = ask {
        return command.read(matches).map(Command::Ask);
    }
    let cli = Cli::from_arg_matches(&matches)?;
    Ok(cli.command.unwrap_or(Command::Serve(cli.config)))
}

/// The program with all of its commands.
pub fn program() -> clap::Command {
    let program = with_commands(Cli::command());
    let names: Vec<String> = program.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    program.mut_subcommand("manual", |manual| {
        manual.mut_arg("command", |command| command.value_parser(PossibleValuesParser::new(names)))
    })
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

/// Returns true if Kubernetes sets this variable for a service whose name begins with `dedale`, such as
/// `DEDALE_PORT=tcp://…`.
fn is_service_link(name: &str, value: &str) -> bool {
    let link = |end: &str| name.ends_with(end);
    let is_url = ["tcp://", "udp://", "sctp://"].iter().any(|scheme| value.starts_with(scheme));
    let is_port_part = name.contains("_PORT_") && ["_PROTO", "_PORT", "_ADDR"].iter().any(|end| link(end));
    link("_SERVICE_HOST") || name.contains("_SERVICE_PORT") || is_url || is_port_part
}
