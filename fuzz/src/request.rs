//! No request makes the service panic or answer that something in it went wrong; every error is a problem document; and whatever is
//! asked, a line is logged that is one line.
//!
//! An input is a request as it is sent: a first line, headers, an empty line and a body. The ends of lines may be bare, and `Host` may be
//! left out. Before it may stand `!`, to ask a service that answers two requests at once and no more until a minute has gone by, and `~`,
//! to go away after the first piece of the answer.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::header::HOST;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, Uri, Version};
use dedale_server::app::App;
use dedale_server::limits::client_ip::TrustedProxies;
use dedale_server::limits::rate_limit::{ClientLimiter, RateLimit};
use dedale_server::server::router::Class;
use dedale_server::server::service::{self, Service};
use dedale_server::server::timeouts::Sender;
use dedale_server::settings::Settings;
use futures_util::{FutureExt as _, stream};
use http_body_util::BodyExt as _;
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};
use tower::{ServiceExt as _, service_fn};
use tower_http::decompression::Decompression;
use tracing_subscriber::field::MakeExt as _;
use tracing_subscriber::fmt::format::debug_fn;
use tracing_subscriber::prelude::*;

/// From where every request comes: a proxy that is trusted.
const PEER: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// How the last of some steps ends that take too long.
const TOO_LONG: &[u8] = b"the work took longer than the server allows\"}";

/// As much as is read of an answer.
const MAX: usize = 1 << 20;

/// The longest line of the log: path and query are cut, and a request id and a media type are short.
const MAX_LINE: usize = 8 * 1024;

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_current_thread().enable_time().build().expect("a runtime"));

/// A service without a limit on requests.
static OPEN: LazyLock<(Arc<App>, Service)> = LazyLock::new(|| service(None));

fn service(limit: Option<RateLimit>) -> (Arc<App>, Service) {
    let settings = Settings {
        max_side: 400,
        max_cells: 400,
        max_streamed_cells: 40_000,
        max_pixels: 100_000,
        max_step_cells: 200,
        max_body: 2_000,
        timeout: Duration::from_secs(1),
        queue_timeout: Duration::from_secs(1),
        workers: 2,
        ..Settings::default()
    };
    served(settings, limit)
}

/// A service that may use as much time for a request as others, and admits only requests with a low estimate.
static IDLE: LazyLock<(Arc<App>, Service)> = LazyLock::new(idle);

fn idle() -> (Arc<App>, Service) {
    let settings = Settings {
        max_side: 65_535,
        max_cells: 20_000,
        max_steps: Settings::steps_within(Duration::from_millis(50)),
        max_streamed_cells: 200_000,
        max_pixels: 1 << 21,
        max_step_cells: 2_000,
        ..Settings::default()
    };
    served(settings, None)
}

/// A service that takes what is asked for to come through a proxy.
fn served(settings: Settings, limit: Option<RateLimit>) -> (Arc<App>, Service) {
    let mut app = App::new(settings);
    app.proxies = TrustedProxies(vec![PEER.into()]);
    app.rate_limit = limit.map(ClientLimiter::new);
    let app = Arc::new(app);
    (app.clone(), service::service(app))
}

/// A service that has nothing else to do, whose log is not read: several may run beside each other while nothing else is asked.
pub struct Idle {
    runtime: Runtime,
    app: Arc<App>,
    service: Service,
}

impl Idle {
    /// So many of them, and what keeps other requests from being sent meanwhile.
    pub fn some(count: usize) -> (Vec<Idle>, MutexGuard<'static, ()>) {
        let turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let one = || {
            let (app, service) = idle();
            Idle { runtime: Builder::new_current_thread().enable_time().build().expect("a runtime"), app, service }
        };
        ((0..count).map(|_| one()).collect(), turn)
    }

    /// Sends a request, and holds the answer to what is promised of every answer. Returns its status and its body.
    pub fn ask(&self, bytes: &[u8]) -> (StatusCode, Vec<u8>) {
        let asked = Asked::read(bytes).expect("a request");
        let (status, body) = self.runtime.block_on(asked.answer(&self.app, &self.service));
        LOGGED.lock().unwrap_or_else(PoisonError::into_inner).clear();
        (status, body.expect("a small body"))
    }
}

/// The log is read after each request.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Sets up the log, which is read after each request.
pub fn start() {
    LazyLock::force(&LOGGED);
}

/// Sends a request to a service that has nothing else to do: what it accepts, it answers. Returns whether it did.
pub fn alone(bytes: &[u8]) -> bool {
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let asked = Asked::read(bytes).expect("a request");
    let (app, service) = &*IDLE;
    let status = RUNTIME.block_on(asked.ask(app, service));
    assert_ne!(status, StatusCode::SERVICE_UNAVAILABLE, "it was accepted, and not answered in time");
    assert_ne!(status, StatusCode::TOO_MANY_REQUESTS, "nothing else is asked");
    status.is_success()
}

/// Tries one input, and says whether it is a request.
pub fn run(bytes: &[u8]) -> bool {
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(asked) = Asked::read(bytes) else { return false };
    if asked.is_limited {
        const BURST: u32 = 2;
        let often = |number| NonZeroU32::new(number).expect("not zero");
        let (app, service) = service(Some(RateLimit { per_second: often(1), burst: often(BURST) }));
        let start = Instant::now();
        let answers = [(); BURST as usize + 1].map(|()| RUNTIME.block_on(asked.ask(&app, &service)));
        // In a second there is place for another one.
        let is_free = Class::of(asked.uri.path()) != Class::Metered;
        if start.elapsed() < Duration::from_millis(900) && !is_free {
            assert!(answers[..BURST as usize].iter().all(|status| *status != StatusCode::TOO_MANY_REQUESTS));
            assert_eq!(answers[BURST as usize], StatusCode::TOO_MANY_REQUESTS);
        }
    } else {
        let (app, service) = &*OPEN;
        RUNTIME.block_on(asked.ask(app, service));
    }
    true
}

/// A request that can be sent.
struct Asked {
    is_limited: bool,
    leaves: bool,
    method: Method,
    uri: Uri,
    version: Version,
    headers: HeaderMap,
    body: Bytes,
}

impl Asked {
    fn read(mut bytes: &[u8]) -> Option<Asked> {
        let (mut is_limited, mut leaves) = (false, false);
        loop {
            bytes = match bytes {
                [b'!', rest @ ..] => {
                    is_limited = true;
                    rest
                }
                [b'~', rest @ ..] => {
                    leaves = true;
                    rest
                }
                _ => break,
            };
        }
        let first = line(&mut bytes)?;
        let space = first.iter().position(|&byte| byte == b' ')?;
        let (method, target) = (&first[..space], &first[space + 1..]);
        let (target, version) = match target.iter().rposition(|&byte| byte == b' ') {
            Some(space) => (&target[..space], &target[space + 1..]),
            None => (target, &b""[..]),
        };
        let version = match version {
            b"HTTP/1.0" => Version::HTTP_10,
            b"HTTP/2" => Version::HTTP_2,
            _ => Version::HTTP_11,
        };
        let (method, uri) = (Method::from_bytes(method).ok()?, Uri::try_from(target).ok()?);
        let mut headers = HeaderMap::new();
        while let Some(line) = line(&mut bytes).filter(|line| !line.is_empty()) {
            let Some(colon) = line.iter().position(|&byte| byte == b':') else { continue };
            let name = HeaderName::from_bytes(&line[..colon]);
            let value = HeaderValue::from_bytes(line[colon + 1..].trim_ascii());
            if let (Ok(name), Ok(value)) = (name, value) {
                headers.append(name, value);
            }
        }
        headers.entry(HOST).or_insert(HeaderValue::from_static("localhost"));
        let body = Bytes::copy_from_slice(bytes);
        Some(Asked { is_limited, leaves, method, uri, version, headers, body })
    }

    /// The body as HTTP gives it to the service: in pieces where its length is not told, cut off where it is shorter than that.
    fn body(&self) -> Body {
        if self.headers.contains_key("transfer-encoding") {
            let pieces: Vec<_> =
                self.body.chunks(100).map(|piece| Ok::<_, Infallible>(self.body.slice_ref(piece))).collect();
            return Body::from_stream(stream::iter(pieces));
        }
        let told = self.headers.get("content-length").and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
        match told {
            Some(length) if length > self.body.len() => {
                let cut = Err(io::Error::other("the connection was closed"));
                Body::from_stream(stream::iter([Ok(self.body.clone()), cut]))
            }
            Some(length) => self.body.slice(..length).into(),
            None => self.body.clone().into(),
        }
    }

    fn request(&self) -> Request<Body> {
        let mut request = Request::new(self.body());
        *request.method_mut() = self.method.clone();
        *request.uri_mut() = self.uri.clone();
        *request.version_mut() = self.version;
        *request.headers_mut() = self.headers.clone();
        request.extensions_mut().insert(Sender::new(PEER, &Arc::default()));
        request
    }

    /// Asks, and holds the answer to what is promised of every answer.
    async fn ask(&self, app: &Arc<App>, service: &Service) -> StatusCode {
        LOGGED.lock().unwrap_or_else(PoisonError::into_inner).clear();
        let (status, _) = self.answer(app, service).await;
        check_log();
        status
    }

    /// The same, whatever is logged. Returns the body too, unless the client left before it had all.
    async fn answer(&self, app: &Arc<App>, service: &Service) -> (StatusCode, Option<Vec<u8>>) {
        let service = service.clone();
        let is_head = self.method == Method::HEAD;
        let (head, body) = if self.headers.contains_key("accept-encoding") && !is_head {
            let service = service_fn(move |request| service.clone().answer(request).map(Ok));
            let response = Decompression::new(service).oneshot(self.request()).await;
            let (head, body) = response.unwrap_or_else(|never: Infallible| match never {}).into_parts();
            (head, Body::new(body.map_err(|error| error.to_string())))
        } else {
            let (head, body) = service.answer(self.request()).await.into_parts();
            (head, Body::new(body))
        };
        let (status, headers) = (head.status, head.headers);
        let body = self.read_answer(body).await;
        assert!(is_head || body.is_ok(), "{} {}: {status}: {body:?}", self.method, self.uri);
        let body = body.ok().flatten();
        self.check(status, &headers, body.as_deref());
        assert_eq!(app.metrics.in_progress.get(), 0);
        (status, body)
    }

    /// The answer; `None` where the client leaves before it has all.
    async fn read_answer(&self, mut body: Body) -> Result<Option<Vec<u8>>, axum::Error> {
        let mut read = Vec::new();
        while let Some(frame) = body.frame().await {
            let frame = match frame {
                // Steps that take too long end in words that say so, and the answer is cut off after them.
                Err(_) if read.trim_ascii_end().ends_with(TOO_LONG) => return Ok(None),
                frame => frame?,
            };
            if let Ok(data) = frame.into_data() {
                read.extend_from_slice(&data);
            }
            if self.leaves || read.len() > MAX {
                return Ok(None);
            }
        }
        Ok(Some(read))
    }

    fn check(&self, status: StatusCode, headers: &HeaderMap, body: Option<&[u8]>) {
        let header = |name: &str| headers.get(name).map(|value| value.to_str().expect("headers are ASCII"));
        assert_ne!(status, StatusCode::INTERNAL_SERVER_ERROR);
        assert!((1..=128).contains(&header("x-request-id").expect("a request id").len()));
        assert_eq!(header("x-content-type-options"), Some("nosniff"));
        assert!(header("content-security-policy").is_some_and(|policy| policy.starts_with("default-src 'none'")));
        assert_eq!(header("access-control-allow-origin"), Some("*"));
        let is_head = self.method == Method::HEAD;
        if let (false, Some(length), Some(body)) = (is_head, header("content-length"), body) {
            assert_eq!(length.parse(), Ok(body.len()));
        }
        let empty = is_head || status == StatusCode::NO_CONTENT || status == StatusCode::NOT_MODIFIED;
        if empty {
            assert!(body.is_none_or(<[u8]>::is_empty));
        }
        let media_type = header("content-type").unwrap_or_default();
        if status.is_client_error() || status.is_server_error() {
            assert_eq!(media_type, "application/problem+json", "{status}");
            assert_eq!(header("cache-control"), Some("no-store"));
            let is_busy = matches!(status, StatusCode::TOO_MANY_REQUESTS);
            assert!(!is_busy || header("retry-after").is_some());
            assert!(status != StatusCode::METHOD_NOT_ALLOWED || header("allow").is_some());
        } else {
            assert!(status.is_success() || status == StatusCode::NOT_MODIFIED || status.is_redirection(), "{status}");
        }
        let Some(body) = body.filter(|_| !empty) else { return };
        match media_type {
            "application/problem+json" => {
                let problem: Value = serde_json::from_slice(body).expect("a problem is JSON");
                assert_eq!(problem["status"], status.as_u16(), "{problem}");
                for member in ["type", "title", "detail"] {
                    assert!(problem[member].as_str().is_some_and(|text| !text.is_empty()), "{problem}");
                }
                assert!(
                    problem["type"].as_str().is_some_and(|uri| uri.starts_with("urn:dedale:problem:")),
                    "{problem}"
                );
            }
            "application/json" | "application/x-tiled+json" => assert!(serde_json::from_slice::<Value>(body).is_ok()),
            "application/x-ndjson" => {
                let lines: Vec<Value> = body
                    .split_inclusive(|&byte| byte == b'\n')
                    .map(|line| serde_json::from_slice(line).expect("JSON"))
                    .collect();
                let last = lines.last().expect("a line");
                // Steps have an end, and each line of many mazes is a maze.
                let is_step = |line: &Value| line["step"].is_string();
                let is_end = last["step"] == "end" || last["step"] == "stopped";
                assert!(is_end || lines.iter().all(|line| !is_step(line) && line["seed"].is_u64()), "{last}");
            }
            "application/pdf" => assert!(body.starts_with(b"%PDF-") && body.trim_ascii_end().ends_with(b"%%EOF")),
            "image/gif" => assert!(body.starts_with(b"GIF89a") && body.ends_with(b";")),
            "image/svg+xml" => assert!(body.starts_with(b"<svg") && body.trim_ascii_end().ends_with(b"</svg>")),
            "image/vnd.dxf" => assert!(body.ends_with(b"\n0\nEOF\n")),
            "model/stl" => {
                let triangles = body.get(80..84).and_then(|count| count.try_into().ok()).map(u32::from_le_bytes);
                assert_eq!(triangles.map(|count| 84 + 50 * count as usize), Some(body.len()));
            }
            "application/x-npy" => assert!(body.starts_with(b"\x93NUMPY")),
            "image/png" => assert!(body.starts_with(b"\x89PNG") && body.ends_with(b"IEND\xae\x42\x60\x82")),
            _ => assert!(std::str::from_utf8(body).is_ok() || self.uri.path().starts_with("/docs/")),
        }
    }
}

/// The next line, without its end.
fn line<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    if bytes.is_empty() {
        return None;
    }
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let line = &bytes[..end];
    *bytes = &bytes[(end + 1).min(bytes.len())..];
    Some(line.strip_suffix(b"\r").unwrap_or(line))
}

/// The log, alternately as JSON and as text. Set up at the start, because a process can set up its log only once.
static LOGGED: LazyLock<Mutex<Vec<u8>>> = LazyLock::new(|| {
    // As `cli/log.rs` sets them up.
    let json = tracing_subscriber::fmt::layer().with_target(false).with_writer(|| Log);
    let json = json.json().flatten_event(true).with_current_span(false).with_span_list(false);
    let text = tracing_subscriber::fmt::layer().with_target(false).with_writer(|| Log).with_ansi(false);
    let write = debug_fn(|out, field, value| match field.name() {
        "message" => write!(out, "{value:?}"),
        name => write!(out, "{name}={value:?}"),
    });
    let log = tracing_subscriber::registry().with(json).with(text.fmt_fields(write.delimited(" ")));
    log.with(tracing_subscriber::filter::LevelFilter::INFO).init();
    Mutex::default()
});

/// Writes to [`LOGGED`].
struct Log;

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LOGGED.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Every event is one line that nothing in a request can break or color.
fn check_log() {
    let logged = LOGGED.lock().unwrap_or_else(PoisonError::into_inner);
    let logged = std::str::from_utf8(&logged).expect("a log is text");
    let lines: Vec<&str> = logged.split_terminator('\n').collect();
    assert_eq!(lines.len(), 2, "{logged:?}");
    assert!(lines.iter().all(|line| line.len() <= MAX_LINE && !line.contains(char::is_control)), "{logged:?}");
    let line: Value = serde_json::from_str(lines[0]).expect("a line of JSON");
    assert_eq!((&line["level"], &line["message"]), (&"INFO".into(), &"request".into()), "{logged}");
    assert!(lines[1].contains(" request method="), "{logged}");
}
