//! The log: how its lines are written.

use std::cell::RefCell;
use std::fmt;
use std::io;
use std::panic::PanicHookInfo;
use std::time::{SystemTime, UNIX_EPOCH};

use tracing::field::Field;
use tracing_subscriber::field::MakeExt as _;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::format::{Writer, debug_fn};
use tracing_subscriber::fmt::time::{FormatTime, SystemTime as UtcTime};

use super::config::{LogFormat, LogLevel};

/// Starts the log, to standard error.
pub fn start(level: LogLevel, format: LogFormat) {
    let level = match level {
        LogLevel::Off => LevelFilter::OFF,
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    };
    let log = tracing_subscriber::fmt().with_max_level(level).with_writer(io::stderr).with_target(false);
    let log = log.with_timer(LogTime);
    match format {
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
