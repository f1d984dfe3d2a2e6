//! Every problem that the service can have, each held to the file.

use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request};
use dedale_server::app::App;
use dedale_server::limits::client_ip::{Network, TrustedProxies};
use dedale_server::limits::rate_limit::{ClientLimiter, RateLimit};
use dedale_server::parameters::table::MAX_POINTS;
use dedale_server::problem::Kind;
use dedale_server::settings::Settings;

use crate::common::{PEER, app, get_with, post, request, send, send_to};

#[tokio::test]
async fn every_problem_that_a_router_can_have() {
    let long = format!("/maze?remove={}", "0".repeat(9000));
    let many = format!("/maze?{}&format=x&encoding=y", (0..150).map(|i| format!("x{i}=1&")).collect::<String>());
    let (long_name, long_value) = (format!("/maze?{}=1", "n".repeat(999)), format!("/maze?v={}", "v".repeat(999)));
    let points = format!("/solve?include=matrix{}", "&point=0,0".repeat(usize::from(MAX_POINTS) + 1));
    let mut met = BTreeSet::new();
    let cases = [
        ("invalid-parameter", "/maze?w=0&algo=pirm&foo=1&seed=&w=1"),
        ("invalid-parameter", "/maze?format=jpeg"),
        ("invalid-parameter", "/maze?encoding=morse"),
        ("invalid-parameter", "/maze?format=ascii&encoding=bits"),
        ("too-large", "/maze?w=65535&h=65535"),
        ("invalid-parameter", "/maze.json?format=json"),
        ("invalid-parameter", "/maze.txt?encoding=bits"),
        ("invalid-parameter", "/maze.txt?format=ascii"),
        ("invalid-parameter", "/solve?solver=bsf&hand=both&include=path,walks,path&point=1"),
        ("invalid-parameter", "/solve?hand=left"),
        ("invalid-parameter", "/solve?include=matrix"),
        ("invalid-parameter", "/solve?point=0,0"),
        ("too-large", &points),
        ("invalid-parameter", "/solve?include=matrix&point=30,0"),
        ("invalid-parameter", "/solve?include=path,walk&format=ascii"),
        ("invalid-parameter", "/maze/steps?format=json"),
        ("invalid-parameter", "/maze/steps?solver=dfs"),
        ("too-large", "/maze/steps?w=257&h=256"),
        ("too-large", "/solve/steps?w=256&h=257"),
        ("invalid-parameter", "/solve/steps?include=walk"),
        ("invalid-parameter", "/maze?%FF=%00&&=&w"),
        ("invalid-parameter", &many),
        ("invalid-parameter", &long_name),
        ("invalid-parameter", &long_value),
        ("too-large", "/maze?algo=aldous-broder&w=64&h=65535"),
        ("too-large", "/maze.txt?algo=wilson&w=65535&h=2"),
        ("too-large", "/solve?algo=wilson&w=64&h=65535&include=stats"),
        ("too-large", "/solve.svg?algo=aldous-broder&w=2&h=60000"),
        ("no-such-maze", "/maze?w=3&h=3&seed=1&difficulty=4.2..4.22"),
        ("no-such-maze", "/solve?algo=binary-tree&w=3&h=3&seed=1&length=6..8"),
        ("does-not-fit", "/maze?w=5&h=1&seed=1&word=MOUSE"),
        ("does-not-fit", "/solve?w=2&h=1&seed=1&sum=1..9"),
        ("does-not-fit", "/check?w=5&h=1&seed=1&word=MOUSE&directions=E"),
        ("does-not-fit", "/mazes?w=5&h=1&seed=1&count=3&word=MOUSE"),
        ("does-not-fit", "/book.pdf?w=5&h=1&seed=1&count=2&word=CAT;MOUSE"),
        ("not-found", "/mazess"),
        ("not-found", "/maze/"),
        ("not-found", "/docs/%2e%2e%2fopenapi.yaml"),
        ("not-found", "/%FF"),
        ("uri-too-long", &long),
    ];
    for (kind, uri) in cases {
        for method in [Method::GET, Method::HEAD] {
            let answer = send(request(method.clone(), uri, &[])).await;
            if method == Method::GET {
                assert!(!answer.status.is_success(), "{uri}");
                assert_eq!(answer.problem(), kind, "{uri}");
            }
        }
        met.insert(kind.to_owned());
    }
    for (uri, name, value) in [
        ("/maze", "accept", "image/webp"),
        ("/solve", "accept", "model/stl"),
        ("/mazes", "accept", "application/json"),
        ("/book", "accept", "image/png"),
        ("/maze/steps", "accept", "application/json"),
        ("/maze/steps?grid=hex", "accept", "text/plain"),
        ("/algorithms", "accept-encoding", "identity;q=0"),
        ("/nowhere", "accept-encoding", "*;q=0"),
        ("/maze", "host", "two hosts"),
        ("/nowhere", "transfer-encoding", "gzip, chunked"),
        ("/solve", "transfer-encoding", "chunked, chunked"),
        ("/maze", "if-match", "\"another\""),
    ] {
        met.insert(get_with(uri, &[(name, value)]).await.problem());
    }
    met.insert(send(request(Method::POST, "/mazes", &[])).await.problem());
    met.extend(problems_of_bodies().await);
    met.extend(problems_of_load().await);

    let not_in_process = [
        // Given before there is a request that a router could see.
        Kind::REQUEST_TIMEOUT,
        Kind::TOO_MANY_HEADERS,
        // No request is known that makes it.
        Kind::INTERNAL_ERROR,
    ];
    met.extend(not_in_process.iter().map(|kind| kind.slug.to_owned()));
    assert_eq!(met, Kind::ALL.iter().map(|kind| kind.slug.to_owned()).collect());
}

/// The problems of bodies, each by `/solve` and by `/check`.
async fn problems_of_bodies() -> BTreeSet<String> {
    let mut met = BTreeSet::new();
    let cases = [
        ("malformed-maze", "application/json", ""),
        ("malformed-maze", "application/json", "{}"),
        ("malformed-maze", "application/json", "[[\"NSW\",\"NES\"]]"),
        ("malformed-maze", "application/json", r#"{"encoding":"walls"}"#),
        ("malformed-maze", "application/json", r#"{"encoding":"morse","cells":[[""]]}"#),
        ("malformed-maze", "application/json", r#"{"encoding":"bits","cells":[[9,3],[13]]}"#),
        ("malformed-maze", "application/json", r#"{"encoding":"walls","cells":[["NESW"#),
        ("malformed-maze", "text/plain", ""),
        ("malformed-maze", "text/plain", "a maze"),
        ("malformed-maze", "text/plain; charset=utf-8", "+---+\n|   |\n"),
        ("inconsistent-maze", "application/json", r#"{"encoding":"walls","cells":[["NSW","NESW"]]}"#),
        ("inconsistent-maze", "application/json", r#"{"encoding":"walls","cells":[["NSW","NES"]],"w":3}"#),
        ("inconsistent-maze", "application/json", r#"{"encoding":"walls","cells":[["NSW","NES"]],"to":[1,0]}"#),
        ("inconsistent-maze", "text/plain", "+---+\n|   |\n+- -+\n"),
        ("unsupported-media-type", "image/tiff", "+---+\n|   |\n+---+\n"),
    ];
    for (kind, content_type, body) in cases {
        for uri in ["/solve", "/check?directions="] {
            let answer = post(uri, content_type, body).await;
            assert!(!answer.status.is_success(), "{uri} {content_type} {body}: {}", answer.text());
            assert_eq!(answer.problem(), kind, "{uri} {content_type} {body}");
        }
        met.insert(kind.to_owned());
    }
    let long = post("/solve", &"x".repeat(9000), "").await;
    assert!(long.problem() == "unsupported-media-type" && long.body.len() < 1000, "{}", long.text());
    let compressed = Request::post("/check").header("content-type", "text/plain").header("content-encoding", "gzip");
    assert_eq!(send(compressed.body(Body::empty()).expect("a good request")).await.problem(), "unsupported-media-type");

    let narrow = Settings { max_body: 1000, max_side: 9, max_cells: 9, ..Settings::default() };
    let narrow = Arc::new(App::new(narrow));
    for (method, uri) in [
        (Method::GET, "/maze"),
        (Method::POST, "/maze"),
        (Method::POST, "/solve"),
        (Method::POST, "/check?directions="),
    ] {
        let request = |body: String| {
            let request = Request::builder().method(method.clone()).uri(uri).header("content-type", "text/plain");
            request.header("content-length", body.len()).body(Body::from(body)).expect("a good request")
        };
        let answer = send_to(&narrow, request(" ".repeat(1001))).await;
        assert_eq!(answer.problem(), "content-too-large", "{method} {uri}");
        met.insert(answer.problem());
        if method == Method::POST {
            let row = "|   |   |   |   |   |\n+---+---+---+---+---+\n";
            let answer = send_to(&narrow, request(format!("{}{row}{row}", &row[22..]))).await;
            assert_eq!(answer.problem(), "too-large", "{uri}");
        }
    }
    met
}

/// The problems of a service with too much to do, too little time, or not much longer to go.
async fn problems_of_load() -> Vec<String> {
    let with = |settings| Arc::new(App::new(settings));
    let large = || request(Method::GET, "/maze?w=1000&h=1000&algo=wilson", &[]);
    let full = with(Settings { workers: 0, queue: 0, ..Settings::default() });
    let overloaded = send_to(&full, large()).await;
    assert!(overloaded.header("retry-after").is_some());
    let hasty = with(Settings { timeout: Duration::ZERO, workers: 1, ..Settings::default() });
    let too_slow = send_to(&hasty, large()).await;
    let stopping = app();
    stopping.start_draining();
    let draining = send_to(&stopping, request(Method::GET, "/readyz", &[])).await;
    for path in ["/healthz", "/maze"] {
        assert_eq!(send_to(&stopping, request(Method::GET, path, &[])).await.status, 200, "{path}");
    }
    vec![overloaded.problem(), too_slow.problem(), draining.problem(), too_many_requests().await]
}

/// The problem of an address that asks too often: what it says of whom it asks for changes nothing, and whether the service is alive
/// may be asked as often as one likes.
async fn too_many_requests() -> String {
    let one = NonZeroU32::MIN;
    let app = |trusted| {
        let mut app = App::new(Settings::default());
        app.proxies = TrustedProxies(trusted);
        app.rate_limit = Some(ClientLimiter::new(RateLimit { per_second: one, burst: one }));
        Arc::new(app)
    };
    let ask = async |app: &Arc<App>, client: &str| {
        send_to(app, request(Method::GET, "/maze", &[("x-forwarded-for", client)])).await
    };
    let open = app(Vec::new());
    let first = ask(&open, "203.0.113.1").await;
    assert_eq!((first.status.as_u16(), first.header("ratelimit")), (200, Some("\"client\";r=0;t=1")));
    let refused = ask(&open, "203.0.113.2").await;
    assert_eq!(refused.header("retry-after"), Some("1"));
    for probe in ["/healthz", "/readyz"] {
        let answer = send_to(&open, request(Method::GET, probe, &[])).await;
        assert_eq!((answer.status.as_u16(), answer.header("ratelimit")), (200, None));
    }
    // Behind a trusted proxy, each client has a different address.
    let proxied = app(vec![Network::from(PEER)]);
    assert_eq!(ask(&proxied, "203.0.113.1").await.status, 200);
    assert_eq!(ask(&proxied, "203.0.113.2").await.status, 200);
    assert_eq!(ask(&proxied, "198.51.100.1, 203.0.113.2").await.status, 429);
    refused.problem()
}
