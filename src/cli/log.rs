//! The format of log lines.

use std::cell::{Cell, RefCell};
use std::fmt::{self, Write as _};
use std::io;
use std::panic::PanicHookInfo;
use std::time::{SystemTime, UNIX_EPOCH};

use dedale_server::digits::Digits;
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime as UtcTime};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

use super::config::LogFormat;
use super::output::Output;

/// Starts logging to standard error.
pub fn start(level: LevelFilter, format: LogFormat) -> Output {
    let output = Output::to(io::stderr());
    let log = tracing_subscriber::fmt().with_max_level(level).with_writer(output.queue()).with_target(false);
    let log = log.with_timer(LogTime);
    match format {
        LogFormat::Text if io::IsTerminal::is_terminal(&io::stderr()) => log.with_ansi(true).init(),
        LogFormat::Text => log.with_ansi(false).event_format(Plain).init(),
        LogFormat::Json => log.json().flatten_event(true).with_current_span(false).with_span_list(false).init(),
    }
    std::panic::set_hook(Box::new(log_panic));
    output
}

/// Logs panics like other events: their message may contain text from a client, and writing to standard error directly may block.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let payload = panic.payload();
    let message = payload.downcast_ref::<&str>().copied();
    let message = message.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let location = panic.location().map(tracing::field::display);
    tracing::error!(location, panic = message.unwrap_or("no message"), "the server panicked");
}

/// The time of a log line, in the default format. The default formatter computes year, month and day for every line; this one does so once
/// per second.
struct LogTime;

impl FormatTime for LogTime {
    fn format_time(&self, out: &mut Writer<'_>) -> fmt::Result {
        /// The time up to the second: `2026-11-22T11:03:27.`
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
            out.write_str(text)?;
            Digits::at_least(6, now.subsec_micros().into()).chars().try_for_each(|digit| out.write_char(digit))?;
            out.write_char('Z')
        })
    }
}

/// Formats lines exactly like the default formatter without colors. Most of their content, numbers and plain text, is copied rather than
/// formatted.
struct Plain;

impl<S, N> FormatEvent<S, N> for Plain
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(&self, _: &FmtContext<'_, S, N>, mut out: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        thread_local! {
            /// The buffer for a line, which is reused.
            static LINE: Cell<String> = const { Cell::new(String::new()) };
        }
        let mut line = LINE.take();
        line.clear();
        LogTime.format_time(&mut Writer::new(&mut line))?;
        let level = event.metadata().level().as_str();
        line.push_str(&"      "[level.len()..]);
        line.push_str(level);
        event.record(&mut Fields(&mut line));
        line.push('\n');
        let written = out.write_str(&line);
        LINE.set(line);
        written
    }
}

/// Writes the fields of a line.
struct Fields<'a>(&'a mut String);

impl Fields<'_> {
    /// Writes a name, and returns where its value is written.
    fn name(&mut self, field: &Field) -> &mut String {
        self.0.push(' ');
        if field.name() != "message" {
            self.0.push_str(field.name());
            self.0.push('=');
        }
        self.0
    }
}

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        // Writing to a string never fails.
        let _ = write!(self.name(field), "{value:?}");
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        let is_plain = |byte| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
        if !value.bytes().all(is_plain) {
            return self.record_debug(field, &value);
        }
        let out = self.name(field);
        out.push('"');
        out.push_str(value);
        out.push('"');
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.name(field).extend(Digits::of(value).chars());
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        /// Numbers of thousandths below this can be distinguished from all others, and are written exactly.
        const EXACT: f64 = 1e12;
        let thousandths = (value * 1000.0).round();
        if !(0.0..EXACT).contains(&value) || thousandths / 1000.0 != value {
            return self.record_debug(field, &value);
        }
        let (whole, rest) = (thousandths as u64 / 1000, thousandths as u64 % 1000);
        let out = self.name(field);
        out.extend(Digits::of(whole).chars());
        out.push('.');
        out.extend(Digits::at_least(3, rest).chars());
        // At least one decimal is kept, as in `1.0`.
        while out.ends_with('0') && !out.ends_with(".0") {
            out.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex, PoisonError};
    use tracing_subscriber::field::MakeExt as _;

    /// Formats the same event with the default formatter, without the time.
    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_equal_those_of_the_default_formatter() {
        let [ours, usual] = [Written::default(), Written::default()];
        let log = |written: &Written| {
            let written = written.clone();
            tracing_subscriber::fmt().with_writer(move || written.clone()).with_target(false).with_ansi(false)
        };
        let say = || {
            for duration in [0.0, 0.001, 0.02, 0.3, 1.0, 12.345, 120.1, 1e9, 1e-4, -1.5, f64::NAN] {
                tracing::info!(text = "a b", quoted = "a\"\\b\r\u{9b}é", duration, none = None::<u64>, "request");
            }
            for number in [0, 7, 10, u64::MAX] {
                tracing::warn!(number, signed = -7, is = true, client = %std::net::Ipv4Addr::LOCALHOST, "message {number}");
            }
            tracing::error!(only = "field");
        };
        tracing::subscriber::with_default(log(&ours).event_format(Plain).finish(), say);
        let default = tracing_subscriber::fmt::format::debug_fn(|out, field, value| match field.name() {
            "message" => write!(out, "{value:?}"),
            name => write!(out, "{name}={value:?}"),
        });
        tracing::subscriber::with_default(log(&usual).fmt_fields(default.delimited(" ")).finish(), say);
        let lines = |written: Written| {
            let text = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
            text.lines().map(|line| line.split_once('Z').unwrap().1.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(lines(ours), lines(usual));
    }
}
