//! Other names and forms of parameters that the service accepts, and the hints in its errors. Every answer is also checked against
//! `openapi.yaml`, by `common`.

use crate::common::{Answer, app, get, get_with, post, request, send, without_url};
use axum::http::{Method, Request};
use dedale_server::server::service::service;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};

/// The parameter and the detail of the one thing that is wrong.
fn fault(answer: &Answer) -> (String, String) {
    answer.assert_refused();
    let document = answer.json();
    let errors = document["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 1, "{document}");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    (text(&errors[0]["parameter"]), text(&errors[0]["detail"]))
}

/// Both are the same response, with the same tag.
async fn assert_same(one: &str, other: &str) {
    let (one_answer, other_answer) = (get(one).await, get(other).await);
    assert_eq!(one_answer.status, 200, "{one}: {}", one_answer.text());
    assert!(one_answer.body == other_answer.body, "{one} is {other}");
    assert_eq!(one_answer.header("etag"), other_answer.header("etag"), "{one} is {other}");
}

#[tokio::test]
async fn other_names_of_parameters_mean_the_same() {
    for (one, other) in [
        ("/maze?width=4&height=3&algorithm=prim&seed=1", "/maze?w=4&h=3&algo=prim&seed=1"),
        ("/maze.json?width=4&h=3&seed=1", "/maze.json?w=4&h=3&seed=1"),
        ("/solve?width=4&height=3&algorithm=recursive-division&seed=1", "/solve?w=4&h=3&algo=division&seed=1"),
        ("/maze/steps?width=4&height=3&seed=1", "/maze/steps?w=4&h=3&seed=1"),
    ] {
        assert_same(one, other).await;
    }
    let drawn = get("/maze?width=4&algorithm=Prim&doors").await;
    let location = drawn.header("content-location").unwrap();
    assert!(location.starts_with("/maze.json?algo=prim&w=4&seed="), "{location}");
    assert!(location.ends_with("&generator=1&doors=true"), "{location}");
    // Errors use the name that was sent.
    assert_eq!(fault(&get("/maze?width=0").await), ("width".into(), "must be between 1 and 65535".into()));
    assert_eq!(fault(&get("/maze?algorithm=pirm").await).0, "algorithm");
    assert_eq!(fault(&get("/maze?height=70000&width=70").await).0, "height");
    // A parameter may not be given twice, whatever its names and values are.
    for (query, detail) in [
        ("w=3&width=4", "means the same as 'w': give one of them"),
        ("w=3&width=3", "means the same as 'w': give one of them"),
        ("width=3&width=3", "must be given once"),
    ] {
        assert_eq!(fault(&get(&format!("/mazes?{query}")).await), ("width".into(), detail.into()));
    }
    // Only errors about a width explain the width of a picture.
    assert_eq!(fault(&get("/maze.svg?algo=prim&algorithm=prim").await).1, "means the same as 'algo': give one of them");
    let picture = fault(&get("/maze.svg?w=3&width=600").await).1;
    assert_eq!(picture, "means the same as 'w': give one of them; the width of a picture is 'pixels'");
}

#[tokio::test]
async fn words_for_on_and_off() {
    for (path, name) in [("/maze", "doors"), ("/maze.txt", "doors"), ("/solve", "doors")] {
        let with = |value: &str| format!("{path}?w=4&h=3&seed=1&{name}{value}");
        for value in ["", "=", "=1", "=yes", "=on", "=True", "=TRUE"] {
            assert_same(&with(value), &with("=true")).await;
        }
        for value in ["=0", "=no", "=Off", "=False"] {
            assert_same(&with(value), &with("=false")).await;
        }
        assert_ne!(get(&with("=1")).await.header("etag"), get(&with("=0")).await.header("etag"));
        assert_eq!(fault(&get(&with("=2")).await), (name.into(), "unknown value; must be one of true, false".into()));
    }
}

#[tokio::test]
async fn lists_in_one_piece_or_value_by_value() {
    for (one, other) in [
        ("/solve?include=path,stats", "/solve?include=path&include=stats"),
        ("/solve?include=path,stats&include=walk", "/solve?include=stats&include=walk&include=path"),
        ("/solve?include=matrix&point=0,0;1,1;2,0", "/solve?include=matrix&point=0,0&point=1,1&point=2,0"),
        ("/solve?include=matrix&point=0,0%3B1,1&point=2,0", "/solve?include=matrix&point=0,0&point=1,1;2,0"),
        ("/maze?remove=0,0,E;1,1,S", "/maze?remove=0,0,E&remove=1,1,S"),
        ("/maze?remove=0,0,e;1,1,s", "/maze?remove=0,0,E&remove=1,1,S"),
        ("/solve?include=path;stats", "/solve?include=path,stats"),
        ("/maze?algo=growing-tree&pick=oldest:3;newest", "/maze?algo=growing-tree&pick=oldest:3&pick=newest"),
        ("/maze?algo=growing-tree&pick=oldest:3,newest", "/maze?algo=growing-tree&pick=oldest:3&pick=newest"),
    ] {
        assert_same(&format!("{one}&seed=1&w=4&h=3"), &format!("{other}&seed=1&w=4&h=3")).await;
    }
    for (query, name) in [
        ("include=path&include=path", "include"),
        ("include=path,", "include"),
        ("include=matrix&point=0,0;", "point"),
        ("include=matrix&point=0,0;1", "point"),
        ("remove=0,0,E;;1,1,S", "remove"),
        ("format=ascii&include=path&include=walk", "include"),
    ] {
        assert_eq!(fault(&get(&format!("/solve?{query}")).await).0, name, "{query}");
    }
}

/// Names of values are read in upper and in lower case, and `none` is what is off.
#[tokio::test]
async fn names_of_values_fold_case() {
    for (one, other) in [
        ("/maze?format=SVG", "/maze?format=svg"),
        ("/maze?encoding=Bits", "/maze?encoding=bits"),
        ("/maze?ends=Farthest&doors=TRUE", "/maze?ends=farthest&doors=true"),
        ("/maze?difficulty=Easy", "/maze?difficulty=easy"),
        ("/maze?symmetry=Rotate", "/maze?symmetry=rotate"),
        ("/maze?mask=NOT:Heart&parts=Largest", "/maze?mask=not:heart&parts=largest"),
        ("/maze?weights=Hills", "/maze?weights=hills"),
        ("/maze?exits=2&to=ANY", "/maze?exits=2&to=any"),
        ("/maze.svg?theme=Dark&heat=Distance&palette=Magma", "/maze.svg?theme=dark&heat=distance&palette=magma"),
        ("/maze.svg?color=Teal&background=Transparent", "/maze.svg?color=008080&background=0000"),
        ("/maze.svg?background=none", "/maze.svg?background=transparent"),
        ("/solve?include=Path,STATS&solver=BFS", "/solve?include=path,stats&solver=bfs"),
        ("/solve?include=Path,STATS&solver=AUTO", "/solve?include=path,stats"),
        ("/solve?include=matrix&point=ALL", "/solve?include=matrix&point=all"),
        ("/book.pdf?paper=A5&answers=None&show=Name&count=1", "/book.pdf?paper=a5&answers=none&show=name&count=1"),
        (
            "/maze?wrap=none&rooms=none&braid=none&doors=none&symmetry=none&difficulty=none&length=NONE&mask=none",
            "/maze?",
        ),
        ("/maze.txt?length=24&difficulty=easy..hard", "/maze.txt?length=24..24"),
    ] {
        let and = |uri: &str| format!("{uri}&seed=1&w=9&h=9");
        assert_same_bytes(&and(one), &and(other)).await;
    }
    for (uri, name) in [("/book.pdf?show=none,name", "show"), ("/maze?algo=none", "algo"), ("/maze?w=none", "w")] {
        assert_eq!(fault(&get(uri).await).0, name, "{uri}");
    }
}

async fn assert_same_bytes(one: &str, other: &str) {
    let (one_answer, other_answer) = (get(one).await, get(other).await);
    assert_eq!(one_answer.status, 200, "{one}: {}", one_answer.text());
    // An SVG says its URL at its end.
    let [one_part, other_part] = [&one_answer, &other_answer].map(|answer| {
        let mark = b"<metadata>{\"url\"";
        let end = answer.body.windows(mark.len()).position(|part| part == mark);
        &answer.body[..end.unwrap_or(answer.body.len())]
    });
    assert!(one_part == other_part, "{one} is {other}");
}

/// Words that people try first, and names of before.
#[tokio::test]
async fn other_words_are_told_their_parameter() {
    for (uri, meant) in [
        ("/maze?loops=0.5", "'braid'"),
        ("/maze.svg?cell_size=20", "'cell'"),
        ("/maze.svg?scale=2", "'pixels'"),
        ("/maze.svg?bg=fff", "'background'"),
        ("/maze?shape=heart", "'grid' or 'mask'"),
        ("/maze?bridges=1", "'weave'"),
        ("/maze?levels=2", "'floors'"),
        ("/maze?entrance=0,0", "'from'"),
        ("/maze?exit=0,0", "'to'"),
        ("/maze?output=svg", "'format'"),
        ("/maze.svg?output=svg", "'format'"),
        ("/maze?size=20x20", "'w' and 'h'"),
        ("/maze?deadends=0", "'braid' or 'sparse'"),
        ("/maze.svg?wallColor=red", "'color'"),
        ("/maze?solve=true", "/solve"),
        ("/solve?solve=true", "'solver'"),
    ] {
        let detail = fault(&get(uri).await).1;
        assert!(detail.contains(meant), "{uri}: {detail}");
    }
}

/// Errors suggest a parameter, or name the paths where the given one is valid.
#[tokio::test]
async fn unknown_parameters_are_told_what_may_be_meant() {
    for (uri, detail) in [
        ("/maze?size=30", "unknown parameter; did you mean 'w' and 'h'?"),
        ("/maze?Size=30", "unknown parameter; did you mean 'w' and 'h'?"),
        ("/maze?algo_rithm=prim", "unknown parameter; did you mean 'algorithm'?"),
        ("/maze?size=30x20", "unknown parameter; did you mean 'w' and 'h', as w=30&h=20?"),
        ("/maze?type=prim", "unknown parameter; did you mean 'algo' or 'format'?"),
        ("/maze/steps?type=prim", "unknown parameter; did you mean 'algo'?"),
        ("/maze?widht=3", "unknown parameter; did you mean 'width'?"),
        ("/maze?Seed=3", "unknown parameter; did you mean 'seed'?"),
        ("/maze?rows=3", "unknown parameter; did you mean 'h'?"),
        ("/maze?foo=3", "unknown parameter; those of this path are listed in `allowed`"),
        ("/maze?solver=dfs", "is only valid at /solve, and at /mazes but for format=npy"),
        (
            "/maze?path=0,0",
            "is only valid at /check, for one solution: where there are many, each is in a line of the body",
        ),
        ("/maze.txt?format=ascii", "is not valid here: the path names the format ascii"),
        ("/solve.svg?include=stats", "is only valid with format=json, except for path, which every drawing shows"),
        (
            "/maze.svg?solution=true",
            "is only valid at /map/window and for tiles; /solve draws the solution of a whole maze, as at /solve.svg",
        ),
        (
            "/maze?solution=true&format=stl",
            "is only valid at /map/window and for tiles; /solve draws the solution of a whole maze, as at /solve.svg",
        ),
        ("/maze.gif?steps=solving", "is only valid at GET /solve with format=gif, which shows how a maze is solved"),
        ("/solve?format=stl", "has no solution; /maze.stl has the maze"),
        ("/solve.csv?encoding=bits", "must be blocks in a table of a solution: the others have no path"),
    ] {
        let answer = get(uri).await;
        assert_eq!(fault(&answer).1, detail, "{uri}");
        assert_eq!(answer.json()["errors"][0]["allowed"].is_array(), uri == "/maze?foo=3", "{uri}");
    }
}

/// The errors are the same whether the path or the query names the format.
#[tokio::test]
async fn the_path_and_the_query_name_the_format_alike() {
    for (path, format) in [
        ("txt", "ascii"),
        ("json", "json"),
        ("gif", "gif"),
        ("csv", "csv"),
        ("npy", "npy"),
        ("dxf", "dxf"),
        ("stl", "stl"),
        ("tmj", "tmj"),
        ("tmx", "tmx"),
        ("mms", "mms"),
    ] {
        for name in ["heat=distance", "cell=9", "palette=magma", "encoding=bits", "solution=true"] {
            let by_path = get(&format!("/maze.{path}?{name}")).await;
            let by_query = get(&format!("/maze?format={format}&{name}")).await;
            assert_eq!(by_path.status, by_query.status, "{path} {name}");
            if by_path.status != 200 {
                assert_eq!(fault(&by_path), fault(&by_query), "{path} {name}");
            }
        }
    }
}

/// Programs often show nothing but `detail`, and terminals need the end of a line.
#[tokio::test]
async fn one_fault_is_the_detail_and_every_error_is_a_line() {
    for (uri, detail) in [
        ("/maze?w=0", "1 parameter is invalid: w (must be between 1 and 65535)."),
        ("/maze?algo=pirm", "1 parameter is invalid: algo (unknown algorithm; did you mean 'prim'?)."),
        ("/maze?from=0", "1 parameter is invalid: from (must be row,col: two whole numbers, such as 0,0)."),
        ("/maze?seed=", "1 parameter is invalid: seed (must be a number or a text of 1 to 200 bytes)."),
        (
            "/solve?include=matrix",
            "1 parameter is invalid: include (matrix is only valid with point: name the cells, such as point=0,0;2,5, or point=all).",
        ),
        (
            "/maze?w=0&h=-3",
            "2 parameters are invalid: h (must be between 1 and 65535) and w (must be between 1 and 65535).",
        ),
    ] {
        assert_eq!(get(uri).await.json()["detail"], detail, "{uri}");
    }
    let long = format!("/maze?w={}", "9".repeat(1000));
    assert!(get(&long).await.json()["detail"].as_str().unwrap().len() < 200);
    for uri in ["/maze?w=0", "/nothing", "/healthz", "/readyz", "/maze?seed=1", "/solve?seed=1", "/solve.json?w=x"] {
        let answer = get(uri).await;
        assert!(answer.text().ends_with("}\n") && !answer.text().ends_with("\n\n"), "{uri}");
    }
    for (method, uri, body) in
        [(Method::DELETE, "/maze", ""), (Method::POST, "/check?directions=", "+---+\n|   |\n+---+\n")]
    {
        let request = Request::builder().method(method).uri(uri).header("content-type", "text/plain");
        assert!(send(request.body(body.into()).unwrap()).await.text().ends_with("}\n"), "{uri}");
    }
}

#[tokio::test]
async fn paths_and_methods_that_do_not_exist_are_told_what_may_be_meant() {
    for (uri, detail) in [
        ("/mazess", "There is nothing at this path; perhaps you mean /mazes."),
        ("/maze/", "There is nothing at this path; perhaps you mean /maze."),
        ("/nothing", "There is nothing at this path: /docs describes those that there are."),
    ] {
        assert_eq!(get(uri).await.json()["detail"], detail, "{uri}");
    }
    let formats = get("/maze.jpg").await.json()["detail"].as_str().unwrap().to_owned();
    assert!(
        formats.contains("/maze.json, /maze.txt, /maze.unicode, /maze.blocks, /maze.ansi, /maze.svg, /maze.png"),
        "{formats}"
    );
    for (method, uri, detail) in [
        (
            Method::POST,
            "/mazes",
            "This path takes GET, HEAD and OPTIONS, not POST; mazes are posted to /solve and /check, and grids and masks to /maze.",
        ),
        (Method::DELETE, "/solve", "This path takes GET, HEAD, POST and OPTIONS, not DELETE."),
    ] {
        let answer = send(request(method, uri, &[])).await;
        assert_eq!(answer.json()["detail"], detail, "{uri}");
        assert!(answer.header("allow").is_some());
    }
    assert!(send(request(Method::HEAD, "/check", &[])).await.body.is_empty());
}

/// Text has no room for the seed, and users need it to get the same maze again.
#[tokio::test]
async fn a_drawn_seed_has_a_header() {
    for uri in
        ["/maze.txt", "/maze?w=4", "/maze.svg?w=4&h=4", "/solve?w=4", "/maze/steps?w=4&h=4", "/solve/steps?w=4&h=4"]
    {
        let drawn = get(uri).await;
        let seed = drawn.header("dedale-seed").unwrap().to_owned();
        assert!(drawn.header("access-control-expose-headers").unwrap().contains("dedale-seed"));
        let again = get(&format!("{uri}{}seed={seed}", if uri.contains('?') { '&' } else { '?' })).await;
        assert!(again.body == drawn.body, "{uri}");
        assert_eq!(again.header("dedale-seed"), Some(&*seed), "{uri}");
    }
    assert_eq!(get("/maze?w=0").await.header("dedale-seed"), None);
}

#[tokio::test]
async fn solutions_have_paths_for_json_and_text() {
    let maze = "w=6&h=4&seed=7";
    for (path, query) in [("json", "format=json"), ("txt", "format=ascii")] {
        assert_same(&format!("/solve.{path}?{maze}"), &format!("/solve?{maze}&{query}")).await;
    }
    assert_same(
        "/solve.json?seed=1&include=path,stats&encoding=bits",
        "/solve?seed=1&include=path,stats&encoding=bits",
    )
    .await;
    let headers = [("accept", "image/png")];
    let answer = get_with("/solve.json?seed=1", &headers).await;
    assert_eq!(
        (answer.header("content-type"), answer.header("vary")),
        (Some("application/json"), Some("accept-encoding"))
    );
    for (uri, name) in [
        ("/solve.json?format=json", "format"),
        ("/solve.json?heat=distance", "heat"),
        ("/solve.txt?include=path,stats", "include"),
        ("/solve.txt?encoding=bits", "encoding"),
    ] {
        assert_eq!(fault(&get(uri).await).0, name, "{uri}");
    }
}

#[tokio::test]
async fn distances_between_all_cells() {
    let maze = "w=9&h=7&seed=3&braid=0.3";
    let answer = get(&format!("/solve?{maze}&include=matrix,stats&point=all")).await.json();
    let (points, matrix) = (answer["points"].as_array().unwrap(), answer["matrix"].as_array().unwrap());
    assert_eq!((points.len(), matrix.len()), (63, 63));
    assert_eq!((&points[0], &points[10], &points[62]), (&json!([0, 0]), &json!([1, 1]), &json!([6, 8])));
    let named: Vec<_> = points.iter().map(|point| format!("{},{}", point[0], point[1])).collect();
    let named = format!("/solve?{maze}&include=matrix,stats&point={}", named.join(";"));
    assert_eq!(without_url(get(&named).await.json()), without_url(answer.clone()), "all are those that there are");
    // Cells that cannot be reached have no distance.
    let split = post("/solve?include=matrix&point=all", "text/plain", "+---+---+\n|   |   |\n+---+---+\n").await.json();
    assert_eq!(split["matrix"], json!([[0, null], [null, 0]]));
    let too_many = get("/solve?w=64&h=65&include=matrix&point=all").await;
    let told = "is only valid for mazes of at most 4096 cells, and this one has 4160";
    assert_eq!(fault(&too_many), ("point".into(), told.into()));
    for query in
        ["include=matrix&point=all;0,0", "include=matrix&point=all&point=all", "point=all", "include=matrix&point=al"]
    {
        assert_eq!(fault(&get(&format!("/solve?{query}&w=4&h=4")).await).0, "point", "{query}");
    }
}

/// The matrix of the largest maze that may have one has seventeen million elements, and none of them is kept.
#[tokio::test]
async fn the_largest_matrix_is_made_while_it_is_sent() {
    let app = app();
    let uri = "/solve?w=64&h=64&seed=1&include=matrix&point=all";
    let answer = service(app.clone()).answer(request(Method::GET, uri, &[("host", "x")])).await;
    assert_eq!((answer.status().as_u16(), answer.headers().get("content-length")), (200, None));
    assert!(app.metrics.reserved.get() < 1 << 20, "{} bytes are held", app.metrics.reserved.get());
    let mut body = answer.into_body();
    let (mut numbers, mut largest) = (0_usize, 0);
    while let Some(frame) = body.frame().await {
        let data = frame.unwrap().into_data().unwrap();
        numbers += data.iter().filter(|&&byte| byte == b',').count();
        largest = largest.max(data.len());
    }
    assert!(
        (4096 * 4096..4096 * 4099).contains(&numbers) && largest < 256 * 1024,
        "{numbers} numbers, {largest} bytes"
    );
}
