//! Tables list what there is.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::{HeaderValue, Method, Uri};

use dedale::formats::{Encoding, Format};
use dedale::generate::ALGORITHMS;
use dedale::grid::GridKind;
use dedale::solve::{SOLVERS, WalkKind};
use dedale_server::parameters::output::Resource;
use dedale_server::parameters::table::{Groups, Include, PARAMETERS, Parameter};
use dedale_server::problem::Kind;
use dedale_server::server::router::PATHS;
use dedale_server::settings::Settings;
use dedale_server::telemetry::access_log::LogLine;
use dedale_server::telemetry::metrics::{Labels, Metrics, WorkSummary};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};

use crate::markdown::{Page, page, pages_of};

/// The page with the index, the paths and the rules of the reference.
const INDEX: &str = "docs/api.md";

/// The pages of the reference, and the one that has their index.
fn reference() -> Vec<Page> {
    let mut pages = pages_of("docs/reference");
    pages.push(page(INDEX));
    pages
}

/// The parameters of all pages of the reference: the page, and the cells of the line.
fn parameters(pages: &[Page]) -> Vec<(&str, Vec<&str>)> {
    let with_some = pages.iter().filter(|page| page.text.contains("\n| parameter |"));
    with_some.flat_map(|page| page.table("parameter").into_iter().map(|row| (&*page.path, row))).collect()
}

/// The first cells of a table.
fn first<'a>(page: &'a Page, heading: &str) -> Vec<&'a str> {
    page.table(heading).iter().map(|row| row[0]).collect()
}

/// The name, the default and the values of a parameter are those of the program.
fn check_parameter(row: &[&str]) {
    let parameter = PARAMETERS.iter().find(|parameter| parameter.name == row[0]);
    let parameter = parameter.unwrap_or_else(|| panic!("there is no parameter {}", row[0]));
    for alias in parameter.aliases {
        assert!(row[2].contains(&format!("`{alias}`")), "{}: {alias}", row[0]);
    }
    match parameter.default {
        Some(default) => assert_eq!(row[1], default, "{}", row[0]),
        None => assert!(!row[1].is_empty(), "{}: say what happens without it", row[0]),
    }
    // Algorithms, grids, solvers, formats and the forms of files have separate tables, and everybody knows what is true or false.
    let listed = parameter.names.clone().filter(|_| !["algo", "grid", "solver", "format", "read"].contains(&row[0]));
    for value in listed.filter(|names| !names.contains(&"true")).unwrap_or_default() {
        assert!(row[2].contains(&format!("`{value}`")), "{}: {value}", row[0]);
    }
}

#[test]
fn every_parameter_has_its_line() {
    let pages = reference();
    let lines = parameters(&pages);
    lines.iter().for_each(|(_, row)| check_parameter(row));
    let mut listed: Vec<&str> = lines.iter().map(|(_, row)| row[0]).collect();
    let mut expected: Vec<&str> = PARAMETERS.iter().map(|parameter| parameter.name).collect();
    listed.sort_unstable();
    expected.sort_unstable();
    assert_eq!(listed, expected);
}

/// The line of a parameter says where it is valid.
#[test]
fn every_parameter_is_valid_where_its_line_says() {
    let interface = serde_saphyr::from_str(&page("openapi.yaml").text).unwrap();
    for (_, row) in parameters(&reference()) {
        let known = PARAMETERS.iter().find(|parameter| parameter.name == row[0]).unwrap();
        assert_eq!(places(row[3]), valid_at(known, &interface), "where {} is valid", row[0]);
    }
}

/// A parameter is described once: `openapi.yaml` takes what its line says, and may add sentences.
#[test]
fn every_description_begins_with_the_line_of_the_parameter() {
    let interface: serde_json::Value = serde_saphyr::from_str(&page("openapi.yaml").text).unwrap();
    let pages = reference();
    let lines: BTreeMap<&str, String> =
        parameters(&pages).into_iter().map(|(_, row)| (row[0], sentence(row[2]))).collect();
    let operations =
        interface["paths"].as_object().unwrap().values().flat_map(|item| item.as_object().unwrap().values());
    let inline = operations.chain(interface["paths"].as_object().unwrap().values());
    let inline = inline.filter_map(|place| place["parameters"].as_array()).flatten();
    let shared = interface["components"]["parameters"].as_object().unwrap().values();
    let mut described = BTreeSet::new();
    for known in shared.chain(inline).filter(|known| known["in"] == "query") {
        let (name, text) = (known["name"].as_str().unwrap(), known["description"].as_str().unwrap());
        let text: Vec<&str> = text.split_whitespace().collect();
        let line = lines.get(name).unwrap_or_else(|| panic!("{name} has no line"));
        assert!(text.join(" ").starts_with(line), "{name}: {line}\n{}", text.join(" "));
        described.insert(name);
    }
    assert_eq!(described.len(), PARAMETERS.len());
}

/// What a cell says, without its links, as a sentence.
fn sentence(cell: &str) -> String {
    let (start, rest) = cell.split_once('[').unwrap_or((cell, ""));
    let links = rest.split('[').filter_map(|part| {
        let (text, rest) = part.split_once("](")?;
        Some([text, rest.split_once(')')?.1])
    });
    let text = start.to_owned() + &links.flatten().collect::<String>();
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    let end = if text.ends_with('.') { "" } else { "." };
    format!("{}{rest}{end}", first.to_uppercase())
}

/// The index has every parameter, with a link to its line.
#[test]
fn every_parameter_is_in_the_index() {
    let index = page(INDEX);
    let mut listed = BTreeSet::new();
    for row in index.table("looking for") {
        assert!(!row[0].is_empty());
        for link in row[1].split(", ") {
            let (name, rest) = link.strip_prefix("[`").and_then(|link| link.split_once("`](")).expect(link);
            let target = rest.trim_end_matches(')');
            assert!(target.ends_with(&format!("#p-{name}")) && index.leads(target), "{link}");
            listed.insert(name);
        }
    }
    assert_eq!(listed, PARAMETERS.iter().map(|parameter| parameter.name).collect());
}

/// The places in a cell where a parameter is valid: paths without their formats, `map`, and formats.
fn places(cell: &str) -> BTreeSet<&str> {
    let parts = cell.split(", ").flat_map(|part| match part {
        "any maze" => vec!["/maze", "/solve", "/mazes", "/book"],
        part => vec![part.trim_matches('`')],
    });
    parts.collect()
}

/// Where a parameter is valid by `openapi.yaml`, as [`places`]. With a format, it is valid at `/maze`, `/solve` and `/convert`.
fn valid_at<'a>(parameter: &Parameter, interface: &'a serde_json::Value) -> BTreeSet<&'a str> {
    let takes = |format: &&Format| parameter.group.intersects(Groups::of_format(**format));
    let mut formats: BTreeSet<&str> = Format::ALL.iter().filter(takes).map(|format| format.name()).collect();
    if parameter.group.intersects(Groups::SHEET | Groups::MARKS | Groups::INK) {
        formats.insert("pdf");
    }
    let resolved = |value: &'a serde_json::Value| {
        let pointer = value["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
        pointer.map_or(value, |pointer| interface.pointer(pointer).unwrap())
    };
    let has = |operation: &'a serde_json::Value| {
        operation["parameters"].as_array().into_iter().flatten().any(|known| resolved(known)["name"] == parameter.name)
    };
    let paths = interface["paths"].as_object().unwrap().iter();
    let paths = paths.filter(|(_, item)| has(item) || item.as_object().unwrap().values().any(has));
    let mut places: BTreeSet<&str> = paths
        .map(|(path, _)| match &path[..1 + path[1..].find(['/', '.']).unwrap_or(path.len() - 1)] {
            "/map" | "/map/tiles" => "map",
            place => place,
        })
        .collect();
    if places.contains("/maze") {
        // A solution is checked of the same mazes.
        places.remove("/check");
    }
    if !formats.is_empty() {
        places.remove("/maze");
        places.remove("/solve");
        places.remove("/convert");
    }
    places.extend(formats);
    places
}

/// No cell of the reference is longer than two lines of a table of three columns.
#[test]
fn cells_are_short() {
    for page in reference() {
        for line in page.text.lines().filter(|line| line.starts_with("| ")) {
            for cell in line.split('|') {
                // As it is shown: without the anchor, and without the targets of links.
                let cell = cell.split_once("</a>").map_or(cell, |(_, cell)| cell);
                let (start, rest) = cell.split_once("](").unwrap_or((cell, ""));
                let rest = rest.split("](").filter_map(|part| part.split_once(')')).map(|(_, after)| after);
                let letters = start.chars().count() + rest.map(|part| part.chars().count()).sum::<usize>();
                assert!(letters <= 180, "{}: {letters} letters in {cell}", page.path);
            }
        }
    }
}

#[test]
fn every_grid_has_its_line() {
    let page = page("docs/reference/shapes.md");
    let listed: Vec<Vec<&str>> = page.table("`grid`").into_iter().map(|row| vec![row[0], row[1], row[5]]).collect();
    let aliases = GridKind::ALL.iter().map(|kind| kind.info()).map(|info| match info.aliases {
        [alias] => (*alias).to_owned(),
        aliases => aliases.iter().map(|alias| format!("`{alias}`")).collect::<Vec<_>>().join(", "),
    });
    let picture = |name: &str| format!("![{name}](../gallery/grid-{name}.svg)");
    let expected: Vec<[String; 3]> = GridKind::ALL
        .iter()
        .map(|kind| kind.info())
        .zip(aliases)
        .map(|(info, aliases)| [info.name.to_owned(), aliases, picture(info.name)])
        .collect();
    assert_eq!(listed, expected);
}

#[test]
fn the_main_parameters_are_as_on_the_front_page() {
    page("README.md").table("parameter").iter().for_each(|row| check_parameter(row));
}

#[test]
fn every_algorithm_has_its_line() {
    let page = page("docs/reference/maze.md");
    let expected: Vec<Vec<String>> = ALGORITHMS
        .iter()
        .map(|info| {
            let aliases: Vec<String> = info.aliases.iter().map(|alias| format!("`{alias}`")).collect();
            let aliases = if aliases.len() == 1 { info.aliases[0].to_owned() } else { aliases.join(", ") };
            let picture = format!("![{0}](../gallery/algo-{0}.svg)", info.name);
            vec![info.name.to_owned(), aliases, info.texture.to_owned(), picture]
        })
        .collect();
    assert_eq!(page.table("`algo`"), expected);
}

#[test]
fn every_solver_has_its_line() {
    let page = page("docs/reference/solve.md");
    let expected = SOLVERS.iter().map(|info| {
        let is_walked = info.walk == WalkKind::Moves;
        let [shortest, memory, loops, inside] = [info.shortest, info.needs_memory, info.solves_loops, is_walked]
            .map(|is_so| if is_so { "yes" } else { "no" });
        vec![info.name, shortest, memory, loops, inside, info.description]
    });
    assert_eq!(page.table("`solver`"), expected.collect::<Vec<_>>());
}

#[test]
fn every_format_and_encoding_has_its_line() {
    let (formats, solve) = (page("docs/reference/formats.md"), page("docs/reference/solve.md"));
    let listed: Vec<Vec<&str>> = formats.table("`format`").into_iter().map(|row| row[..3].to_vec()).collect();
    let outputs = Resource::Maze.outputs().iter();
    let expected = outputs.map(|output| vec![output.name, &output.path, output.media_type]);
    assert_eq!(listed, expected.collect::<Vec<_>>());

    assert_eq!(first(&formats, "`encoding`"), Encoding::ALL.iter().map(|encoding| encoding.name()).collect::<Vec<_>>());
    assert_eq!(first(&solve, "`include`"), Include::ALL.iter().map(|include| include.name()).collect::<Vec<_>>());
}

#[test]
fn every_path_has_its_line() {
    let page = page(INDEX);
    let is_part_of_a_page = |path: &str| ["/page/{digest}/{*file}", "/docs/{file}"].contains(&path);
    let rows = first(&page, "path");
    let mut listed: Vec<&str> =
        rows.iter().flat_map(|row| row.split(", ")).map(|path| path.trim_matches('`')).collect();
    let mut expected: Vec<&str> = PATHS.iter().copied().filter(|path| !is_part_of_a_page(path)).collect();
    listed.sort_unstable();
    expected.sort_unstable();
    assert_eq!(listed, expected);
}

#[test]
fn every_problem_has_its_line() {
    let page = page("docs/reference/errors.md");
    let listed: Vec<Vec<String>> =
        page.table("status").iter().map(|row| row[..2].iter().map(|cell| (*cell).to_owned()).collect()).collect();
    let mut expected: Vec<Vec<String>> =
        Kind::ALL.iter().map(|kind| vec![kind.status.to_string(), kind.slug.to_owned()]).collect();
    expected.sort_by(|a, b| a[0].cmp(&b[0]));
    assert_eq!(listed, expected);
}

/// The flags, variables and defaults of the table are those of `--help`.
#[test]
fn every_setting_has_its_line() {
    let page = page("docs/operations.md");
    let help = Command::new(env!("CARGO_BIN_EXE_dedale")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    // From one flag to the next, as one line: the text is wrapped.
    let flags: HashMap<&str, String> = help
        .split("\n      --")
        .skip(1)
        .map(|about| (about.split([' ', '\n']).next().unwrap(), about.split_whitespace().collect::<Vec<_>>().join(" ")))
        .collect();
    let between = |about: &str, start: &str| Some(about.split_once(start)?.1.split([']', '=']).next()?.to_owned());
    let mut listed = Vec::new();
    for row in page.table("flag") {
        let about = row[0].strip_prefix("--").and_then(|flag| flags.get(flag));
        let about = about.unwrap_or_else(|| panic!("there is no flag {}", row[0]));
        assert_eq!(between(about, "[env: ").as_deref(), Some(row[1]), "{}", row[0]);
        if let Some(default) = between(about, "[default: ").filter(|default| !default.contains(' ')) {
            assert_eq!(row[2].split(' ').next(), Some(&*default), "{}", row[0]);
        }
        listed.push(row[1].to_owned());
    }
    let mut variables: Vec<String> = flags.values().filter_map(|about| between(about, "[env: ")).collect();
    listed.sort_unstable();
    variables.sort_unstable();
    assert_eq!(listed, variables);
}

#[test]
fn every_metric_has_its_line() {
    let metrics = Metrics::default();
    metrics.count_dropped_lines(|| 0);
    metrics.answered(Labels { route: "/maze", algorithm: "none", format: "none", status: 200 }, Duration::ZERO);
    let text = metrics.text();
    // Those of the process have the names that they have everywhere.
    let types = text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '));
    let mut expected: Vec<(&str, &str)> = types.filter(|(name, _)| name.starts_with("dedale_")).collect();
    let page = page("docs/operations.md");
    let mut listed: Vec<(&str, &str)> = page.table("metric").iter().map(|row| (row[0], row[1])).collect();
    expected.sort_unstable();
    listed.sort_unstable();
    assert_eq!(listed, expected);
    for (name, label) in [("refused", "reason"), ("cancelled", "reason"), ("connections_closed", "reason")] {
        let series = text.lines().filter_map(|line| line.strip_prefix(&format!("dedale_{name}_total{{{label}=\"")));
        for value in series.filter_map(|series| series.split('"').next()) {
            assert!(page.text.contains(&format!("`{value}`")), "{name}: {value}");
        }
    }
}

/// The sum of the memory is the one that the program computes.
#[test]
fn the_sum_of_memory_is_that_of_the_program() {
    let page = page("docs/operations.md");
    let mib = |max_memory, max_connections| {
        Settings { max_memory, max_connections, ..Settings::default() }.max_process_memory() as f64 / f64::from(1 << 20)
    };
    let (rest, connection) = (mib(0, 0), (mib(0, 1024) - mib(0, 0)) as u64);
    let socket = page.text.split_once("sockets, in the kernel       --max-connections ×   ").unwrap().1;
    let socket: u64 = socket.split(' ').next().unwrap().parse().unwrap();
    let sum = format!("{rest} MiB + --max-memory + --max-connections × {} KiB", connection - socket);
    assert!(page.text.contains(&sum), "{sum}");
    // 1,024 connections need as many MiB as one needs KiB.
    let all = mib(1 << 30, 1024) as u64 - socket;
    let defaults = format!("that is {},{} MiB, and {socket} MiB for sockets", all / 1000, all % 1000);
    assert!(page.text.contains(&defaults), "{defaults}");
    assert_eq!(Settings::default().max_process_memory(), (all + socket) << 20);
}

/// Keeps the names of the fields of events, in order.
struct Names(Arc<Mutex<Vec<&'static str>>>);

impl<S: tracing::Subscriber> Layer<S> for Names {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        self.0.lock().unwrap().extend(event.metadata().fields().iter().map(|field| field.name()));
    }
}

/// Every field of a line of the log, whether it has a value or not.
#[test]
fn every_field_of_the_log_has_its_line() {
    let names = Arc::default();
    let line = LogLine {
        method: Method::GET,
        uri: Uri::from_static("/maze?w=3"),
        status: 200,
        duration: Duration::ZERO,
        bytes: 0,
        is_whole: true,
        work: WorkSummary::NONE,
        client: None,
        request_id: HeaderValue::from_static(""),
        trace: None,
    };
    let log = tracing_subscriber::registry().with(Names(Arc::clone(&names)));
    tracing::subscriber::with_default(log, || line.log());
    let names = names.lock().unwrap();
    // The formatter adds these.
    let expected = [&["timestamp", "level"][..], &names].concat();
    let page = page("docs/operations.md");
    let rows = first(&page, "field");
    let listed: Vec<&str> = rows.iter().flat_map(|row| row.split(", ")).map(|name| name.trim_matches('`')).collect();
    assert_eq!(listed, expected);
    // The line that is shown has them in this order.
    let shown = page.text.split("```text\n").find(|block| block.starts_with("{\"timestamp\"")).unwrap();
    let shown: serde_json::Value = serde_json::from_str(shown.split("```").next().unwrap()).unwrap();
    let keys: Vec<&str> = shown.as_object().unwrap().keys().map(String::as_str).collect();
    let absent = ["whole", "trace_id", "parent_id"];
    assert_eq!(keys, expected.into_iter().filter(|name| !absent.contains(name)).collect::<Vec<_>>());
}
