//! The page knows every parameter that decides a maze: by a control, or in a link that it passes on. And it says everything in every
//! language.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::num::NonZeroU32;
use std::path::Path;
use std::sync::Arc;

use axum::http::Method;
use dedale::generate::ALGORITHMS;
use dedale::grid::GridKind;
use dedale::picture::{Marks, Palette};
use dedale::solve::SOLVERS;
use dedale_server::app::App;
use dedale_server::limits::rate_limit::{ClientLimiter, RateLimit};
use dedale_server::parameters::table::Groups;
use dedale_server::problem::{Code, Kind, Problem};
use dedale_server::server::router::{Class, PATHS};
use dedale_server::settings::Settings;
use serde_json::Value;

use crate::common::{request, send_to};

const ADDRESS: &str = include_str!("../../src/page/address.js");

/// The text between the bracket after `const NAME =` and the one that closes it.
fn list(name: &str, [open, close]: [char; 2]) -> &'static str {
    let rest = ADDRESS.split_once(&format!("const {name} = {open}")).map(|(_, rest)| rest);
    let rest = rest.unwrap_or_else(|| panic!("src/page/address.js has no {name}"));
    rest.split_once(close).unwrap().0
}

/// The texts in single quotes.
fn quoted(list: &'static str) -> Vec<&'static str> {
    list.split('\'').skip(1).step_by(2).collect()
}

#[test]
fn every_parameter_of_a_maze_and_a_solver_is_in_the_address_of_the_page() {
    // The options of single algorithms are in a separate list.
    let defaults = ["DEFAULTS", "NO_ALGORITHM_OPTIONS"].map(|name| list(name, ['{', '}'])).concat();
    let passed_through = quoted(list("PASSED_THROUGH", ['[', ']']));
    for parameter in (Groups::MAZE | Groups::SOLVER).parameters() {
        let name = parameter.name;
        if passed_through.contains(&name) {
            continue;
        }
        let default = defaults.split_once(&format!(" {name}: '")).map(|(_, rest)| rest.split_once('\'').unwrap().0);
        let default = default.unwrap_or_else(|| {
            panic!(
                "add {name} to DEFAULTS in src/page/address.js and give it a control, or add it to PASSED_THROUGH there"
            )
        });
        // Those of one algorithm or solver are left to the service until they are chosen.
        assert!(default.is_empty() || Some(default) == parameter.default, "{name}: '{default}' in src/page/address.js");
    }
}

#[test]
fn palettes_are_those_of_the_service() {
    let palettes: Vec<&str> = Palette::ALL.iter().map(|palette| palette.name()).collect();
    assert_eq!(quoted(list("PALETTES", ['[', ']'])), palettes, "PALETTES in src/page/address.js");
}

#[test]
fn options_that_determine_walls_are_parameters_of_the_maze() {
    let known: Vec<&str> = Groups::MAZE.parameters().map(|parameter| parameter.name).collect();
    for name in
        quoted(list("MAZE_PARAMETERS", ['[', ']'])).into_iter().chain(quoted(list("PASSED_THROUGH", ['[', ']'])))
    {
        assert!(known.contains(&name), "{name} in src/page/address.js");
    }
}

/// The files of all pages whose names end like this, with what is in them.
fn sources(ending: &str) -> BTreeMap<String, String> {
    let folders = [
        "src/page",
        "src/page/look",
        "src/page/save",
        "src/page/watch",
        "src/page/map",
        "src/page/play",
        "src/page/help",
        "src/page/front",
        "src/page/error",
    ]
    .map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap()).map(|file| file.unwrap().path());
    let wanted = files.filter(|file| file.to_str().unwrap().ends_with(ending));
    wanted.map(|file| (file.display().to_string(), fs::read_to_string(&file).unwrap())).collect()
}

/// The words of each language.
fn words() -> BTreeMap<String, Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/page/words");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let language = |file: &Path| file.file_stem().unwrap().to_str().unwrap().to_owned();
    files.map(|file| (language(&file), serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap())).collect()
}

/// The parts of a file of words, each with its keys.
const PARTS: [&str; 5] = ["both", "page", "map", "help", "error"];

/// The forms of the words with a key.
fn forms(words: &Value) -> Vec<&str> {
    match words {
        Value::Object(forms) => forms.values().map(|form| form.as_str().unwrap()).collect(),
        words => vec![words.as_str().unwrap()],
    }
}

/// The names in braces, which are replaced by values.
fn places(words: &str) -> BTreeSet<&str> {
    words.split('{').skip(1).map(|part| part.split_once('}').unwrap().0).collect()
}

#[test]
fn every_language_says_everything() {
    let languages = words();
    let english = &languages["en"];
    for (language, words) in &languages {
        for part in PARTS {
            let keys = |words: &Value| words[part].as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
            assert_eq!(keys(words), keys(english), "{language}, {part}");
            for (key, words) in words[part].as_object().unwrap() {
                let original = &english[part][key];
                assert_eq!(words.is_object(), original.is_object(), "{language}, {key}: forms for numbers");
                for form in forms(words) {
                    assert_eq!(places(form), places(forms(original)[0]), "{language}, {key}");
                    // They are inserted into HTML without escapes, also between quotes.
                    assert!(!form.is_empty() && !form.contains(['<', '>', '&', '"']), "{language}, {key}: {form}");
                }
                let categories = words.as_object().map(|forms| forms.keys().map(String::as_str).collect::<Vec<_>>());
                let wanted = if language == "ru" { vec!["few", "many", "one", "other"] } else { vec!["one", "other"] };
                assert!(categories.is_none_or(|mut found| {
                    found.sort_unstable();
                    found == wanted
                }));
            }
        }
    }
}

/// In English the service itself says what they are.
#[test]
fn algorithms_solvers_and_grids_have_names_in_every_language() {
    let algorithms: BTreeSet<&str> = ALGORITHMS.iter().map(|info| info.name).collect();
    let solvers: BTreeSet<&str> = SOLVERS.iter().map(|info| info.name).collect();
    let grids: BTreeSet<&str> = GridKind::ALL.iter().map(|kind| kind.info()).map(|info| info.name).collect();
    for (language, words) in words().into_iter().filter(|(language, _)| language != "en") {
        for (kind, names) in [("algorithms", &algorithms), ("solvers", &solvers), ("grids", &grids)] {
            let entries = words["catalogue"][kind].as_object().unwrap();
            let known: BTreeSet<&str> = entries.keys().map(String::as_str).collect();
            assert_eq!(&known, names, "{kind} in src/page/words/{language}.json");
        }
    }
}

/// In English the service itself says what is wrong.
#[test]
fn every_problem_and_every_fault_has_words_in_every_language() {
    let kinds = Kind::ALL.iter().map(|kind| kind.slug);
    let codes: BTreeSet<&str> = kinds.chain(Code::NAMES.iter().copied()).chain(Problem::CODES).collect();
    // What words about a code may name, with what is sent beside it.
    let named: [(&str, &[&str]); 17] = [
        ("out-of-range", &["least", "most"]),
        ("too-large", &["limit", "asked", "max"]),
        ("needs", &["other"]),
        ("conflict", &["other"]),
        ("parts", &["count"]),
        ("content-too-large", &["max"]),
        ("unreadable", &["example"]),
        ("letters", &["letters"]),
        ("too-little", &["least"]),
        ("too-much", &["most"]),
        ("no-multiple", &["number"]),
        ("no-cell", &["last"]),
        ("no-side", &["sides"]),
        ("too-small", &["size"]),
        ("does-not-fit", &["asked", "placed"]),
        ("malformed-maze-at", &["place"]),
        ("inconsistent-maze-at", &["place"]),
    ];
    for (language, words) in words().into_iter().filter(|(language, _)| language != "en") {
        let problems = words["problems"].as_object().unwrap();
        assert_eq!(problems.keys().map(String::as_str).collect::<BTreeSet<_>>(), codes, "{language}");
        for (code, words) in problems {
            let words = words.as_str().unwrap();
            let places = places(words);
            match named.iter().find(|(known, _)| known == code) {
                Some((_, wanted)) => assert_eq!(places, wanted.iter().copied().collect(), "{language}, {code}"),
                None => assert!(places.iter().all(|place| *place == "seconds"), "{language}, {code}"),
            }
            assert!(!words.is_empty() && !words.ends_with('.') || words.ends_with("δ."), "{language}, {code}: {words}");
        }
    }
}

/// The text between tags, and that of attributes which are shown or read aloud.
fn texts_of(html: &str) -> Vec<&str> {
    let between = html.split('>').skip(1).map(|part| part.split('<').next().unwrap().trim());
    let named = ["aria-label", "aria-roledescription", "title", "placeholder", "alt"].into_iter().flat_map(|name| {
        let parts = html.split(name).skip(1).filter_map(|part| part.strip_prefix("=\""));
        parts.map(|part| part.split('"').next().unwrap())
    });
    between.chain(named).collect()
}

#[test]
fn pages_say_nothing_outside_of_the_files_of_words() {
    // Names, keys of a keyboard, and the parts of a problem.
    const NAMES: [&str; 26] = [
        "title",
        "detail",
        "Dédale",
        "Backtracker",
        "Prim",
        "A4",
        "A5",
        "JSON",
        "NDJSON",
        "NPY",
        "PNG",
        "SVG",
        "JPEG",
        "GIF",
        "WebP",
        "BMP",
        "TileJSON",
        "Page",
        "Up",
        "Down",
        "Home",
        "in",
        "C",
        "or",
        "3",
        "7",
    ];
    for (file, html) in sources(".html") {
        for text in texts_of(&html) {
            let rest: String = text.split("{{").map(|part| part.rsplit("}}").next().unwrap()).collect();
            let mut said =
                rest.split(|letter: char| !letter.is_alphanumeric()).filter(|word| word.contains(char::is_alphabetic));
            assert!(said.all(|word| NAMES.contains(&word)), "{file}: {text}");
        }
    }
    // In scripts, a text is a string literal of two or more words of letters. Selectors, styles and states of a game are not texts.
    const SELECTORS: [&str; 2] = ["input, select, textarea", "given up"];
    // No sentence begins with the name of a class.
    let is_of_class = |text: &str| text.strip_prefix('.').is_some_and(|rest| rest.starts_with(char::is_lowercase));
    for (file, script) in sources(".js") {
        for line in script.lines().filter(|line| !line.trim_start().starts_with(['/', '*'])) {
            let texts = ['\'', '`'].into_iter().flat_map(|quote| line.split(quote).skip(1).step_by(2));
            for text in texts.filter(|text| !SELECTORS.contains(text) && !is_of_class(text)) {
                let letters = |word: &str| word.chars().all(|letter| letter.is_alphabetic() || ",.;:".contains(letter));
                // Templates have code between braces.
                let said = text.split("${").enumerate();
                let said: String = said
                    .map(|(i, part)| if i == 0 { part } else { part.rsplit_once('}').map_or("", |(_, rest)| rest) })
                    .collect();
                let words = said.split(' ').filter(|word| word.len() > 1 && letters(word));
                assert!(words.count() < 2, "{file}: {text}");
            }
        }
    }
}

#[test]
fn every_word_is_used() {
    let marks = Marks::NAMES.iter().map(|name| format!("'marks-{name}'"));
    let used: String = sources(".html").into_values().chain(sources(".js").into_values()).chain(marks).collect();
    for part in PARTS {
        for key in words()["en"][part].as_object().unwrap().keys() {
            assert!(
                used.contains(&format!("{{{{{key}}}}}")) || used.contains(&format!("'{key}'")),
                "nothing says {key}"
            );
        }
    }
}

/// A class behind one address loads the page with all its files, whatever the rate limit is. What is made for a request counts.
#[tokio::test]
async fn the_page_and_all_documents_are_free_of_the_rate_limit() {
    let limit = RateLimit { per_second: NonZeroU32::MIN, burst: NonZeroU32::MIN };
    let mut app = App::new(Settings::default());
    app.rate_limit = Some(ClientLimiter::new(limit));
    let app = Arc::new(app);
    let ask = async |path: &str| send_to(&app, request(Method::GET, path, &[])).await;
    assert_eq!(ask("/maze?w=2&h=2").await.status, 200);
    assert_eq!(ask("/maze?w=2&h=2").await.status, 429);

    let mut paths: Vec<String> =
        PATHS.iter().filter(|path| !path.contains('{')).map(|path| (*path).to_owned()).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/page");
    for file in ["js", "css", "icon.svg"].map(sources).iter().flat_map(BTreeMap::keys) {
        paths.push(format!("/page/latest/{}", Path::new(file).strip_prefix(&folder).unwrap().to_str().unwrap()));
    }
    paths.push("/docs/reference.js".to_owned());
    let mut free = 0;
    for path in &paths {
        let answer = ask(path).await;
        // The responses of these paths are made for the request.
        let start = path[1..].split(['.', '/']).next().unwrap();
        let is_made =
            ["maze", "mazes", "book", "solve", "check", "convert"].contains(&start) || path.starts_with("/map/");
        // Where this takes more than a second, one of these may be answered.
        assert_eq!(answer.header("ratelimit").is_some(), is_made, "{path}");
        assert!(is_made || answer.status == 200, "{path}: {}", answer.status);
        free += usize::from(!is_made);
    }
    assert!(free > 50 && free < paths.len(), "{free} of {}", paths.len());
    // Of each fixed path there is one, or a file in it.
    let fixed = PATHS.iter().filter(|path| Class::of(path) == Class::Fixed);
    for path in fixed {
        let folder = path.split('{').next().unwrap();
        let is_it = |asked: &&String| if folder == *path { *asked == path } else { asked.starts_with(folder) };
        assert!(paths.iter().any(|asked| is_it(&asked)), "{path}");
    }
}
