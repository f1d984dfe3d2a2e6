//! Flags and environment variables.

use std::ffi::OsString;
use std::num::NonZeroU32;
use std::time::Duration;

use clap::CommandFactory as _;
use dedale_server::cli::config::{Cli, Command, read};
use dedale_server::limits::client_ip::read_network;
use dedale_server::limits::rate_limit::RateLimit;
use dedale_server::settings::Settings;

fn parse(args: &[&str]) -> Result<Command, clap::Error> {
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
        let Command::Serve(config) = parse(args).unwrap() else { panic!("serves") };
        assert_eq!(config.address.listen, "[::1]:0".parse().unwrap());
        assert_eq!(config.settings().timeout, Duration::from_millis(1500));
        assert_eq!(
            config.settings(),
            Settings { timeout: Duration::from_millis(1500), ..Settings::default() }.complete()
        );
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
    let Command::Serve(config) = parse(&args).unwrap() else { panic!("serves") };
    let number = |number| NonZeroU32::new(number).unwrap();
    assert_eq!(config.trusted_proxies, [read_network("10.0.0.0/8").unwrap(), read_network("::1").unwrap()]);
    assert_eq!(config.rate_limit(), Some(RateLimit { per_second: number(3), burst: number(15) }));
    assert!(parse(&["dedale", "--rate-limit=3", "--rate-burst=1"]).is_ok());
}

#[test]
fn a_base_path_has_one_spelling() {
    for path in ["", "/mazes", "/school.example/~m-1_x"] {
        let Command::Serve(config) = parse(&["dedale", "--base-path", path]).unwrap() else { panic!("serves") };
        assert_eq!(config.base_path, path);
    }
    for path in [
        "mazes",
        "/",
        "/mazes/",
        "//mazes",
        "/a/../b",
        "/a b",
        "/a%20b",
        "/ä",
        "https://a.example/b",
        "/a?b",
        "/a\r\nb: c",
    ] {
        assert!(parse(&["dedale", "--base-path", path]).unwrap_err().to_string().contains("/school/mazes"), "{path}");
    }
}

#[test]
fn variables_that_look_like_ours() {
    let check = |name: &str, value: &str| read(vec!["dedale".into()], vec![(name.into(), value.into())]).is_ok();
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
