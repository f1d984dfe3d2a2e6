//! The house keeps its order: imports lead downwards, and the library names nothing of the world outside.
//!
//! Read from the sources themselves, without their comments, texts and test modules: where each path that begins with
//! `crate`, `super` or `dedale` leads; who names the crates of the server, the seeded generator's crate, clocks, threads and
//! the environment; and how long each file is. The last tests hold the reader to a made-up source that breaks every rule,
//! and to one that only seems to.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the crate from the ground up. A module may import from the floors below its own, and from nowhere else.
const FLOORS: [&[&str]; 11] = [
    &["rng", "grid", "about"],
    &["observe"],
    &["maze"],
    &["generate", "edit", "solve"],
    &["measure"],
    &["render"],
    // What is read back is told by the same names and glyphs as it was written with.
    &["parse"],
    &["spec"],
    &["server"],
    &["config"],
    // The crate's root declares and re-exports, and so stands where the programs do.
    &["lib", "main", "bin"],
];

/// The one file of the library that starts threads, none of which outlives the call: the maze is the same on any number.
const THREADS: &str = "generate/bands.rs";

/// What the library may not name, in any module of the standard library.
const OUTSIDE: [&str; 6] = ["time", "env", "thread", "fs", "net", "process"];
const OUTSIDE_WORDS: [&str; 4] = ["async", "await", "Instant", "SystemTime"];
const OUTSIDE_MACROS: [&str; 5] = ["print", "println", "eprint", "eprintln", "dbg"];

/// How many lines a file may have.
const MOST_LINES: usize = 600;

#[derive(Clone, Debug, PartialEq)]
struct Token {
    text: String,
    line: usize,
}

/// The words and signs of a source, without comments and without what is inside of texts. `::` is one sign.
fn tokens(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let (mut i, mut line) = (0, 1);
    while i < chars.len() {
        let start = i;
        let first_line = line;
        let mut text = String::new();
        match at(i) {
            '/' if at(i + 1) == '/' => i = position(&chars, i, '\n'),
            '/' if at(i + 1) == '*' => i = after_comment(&chars, i),
            '"' => i = after_text(&chars, i),
            'r' | 'b' | 'c' if text_start(&chars, i).is_some() => {
                let (quote, hashes) = text_start(&chars, i).unwrap();
                let raw = chars[i..quote].contains(&'r');
                i = if raw { after_raw_text(&chars, quote, hashes) } else { after_text(&chars, quote) };
            }
            // A character, or else a lifetime: `'a'` and `'\n'`, but `'a`.
            '\'' if at(i + 1) == '\\' => i = position(&chars, i + 3, '\'') + 1,
            '\'' if at(i + 2) == '\'' => i += 3,
            '\'' => i += 1,
            ':' if at(i + 1) == ':' => {
                text.push_str("::");
                i += 2;
            }
            c if is_word(c) => {
                while is_word(at(i)) {
                    text.push(at(i));
                    i += 1;
                }
            }
            c => {
                text.extend([c].into_iter().filter(|c| !c.is_whitespace()));
                i += 1;
            }
        }
        i = i.min(chars.len());
        line += chars[start..i].iter().filter(|&&c| c == '\n').count();
        if !text.is_empty() {
            tokens.push(Token { text, line: first_line });
        }
    }
    tokens
}

fn position(chars: &[char], from: usize, sign: char) -> usize {
    chars.iter().skip(from).position(|&c| c == sign).map_or(chars.len(), |after| from + after)
}

fn after_comment(chars: &[char], from: usize) -> usize {
    let mut depth = 0;
    let mut i = from;
    while i < chars.len() {
        match chars[i..] {
            ['/', '*', ..] => (depth, i) = (depth + 1, i + 2),
            ['*', '/', ..] => (depth, i) = (depth - 1, i + 2),
            _ => i += 1,
        }
        if depth == 0 {
            break;
        }
    }
    i
}

fn after_text(chars: &[char], quote: usize) -> usize {
    let mut i = quote + 1;
    while i < chars.len() && chars[i] != '"' {
        i += if chars[i] == '\\' { 2 } else { 1 };
    }
    i + 1
}

fn after_raw_text(chars: &[char], quote: usize, hashes: usize) -> usize {
    let end =
        |i: usize| chars[i] == '"' && chars.iter().skip(i + 1).take(hashes).filter(|&&c| c == '#').count() == hashes;
    (quote + 1..chars.len()).find(|&i| end(i)).map_or(chars.len(), |i| i + 1 + hashes)
}

/// Where a text with a prefix (`r#"`, `b"`, `br"`, `c"` …) that begins at `i` has its quote, and how many `#` it has.
fn text_start(chars: &[char], i: usize) -> Option<(usize, usize)> {
    if i > 0 && (chars[i - 1].is_alphanumeric() || chars[i - 1] == '_') {
        return None;
    }
    let letters = chars[i..].iter().take(2).take_while(|&&c| "rbc".contains(c)).count();
    let hashes = chars[i + letters..].iter().take_while(|&&c| c == '#').count();
    let quote = i + letters + hashes;
    (chars.get(quote) == Some(&'"')).then_some((quote, hashes))
}

/// The tokens without the items that are there for tests only, and the modules among those that are files of their own.
fn without_tests(tokens: &[Token]) -> (Vec<Token>, Vec<String>) {
    let (mut kept, mut files) = (Vec::new(), Vec::new());
    let mut i = 0;
    while i < tokens.len() {
        let attribute = attribute_end(tokens, i);
        let words = || tokens[i..attribute].iter().map(|token| token.text.as_str());
        let is_test = words().nth(2) == Some("cfg") && words().any(|w| w == "test") && words().all(|w| w != "not");
        if attribute > i && is_test {
            let end = item_end(tokens, attribute);
            let item: Vec<&str> = tokens[attribute..end].iter().map(|token| token.text.as_str()).collect();
            if let [.., "mod", name, ";"] = item[..] {
                files.push(name.to_owned());
            }
            i = end;
        } else {
            kept.push(tokens[i].clone());
            i += 1;
        }
    }
    (kept, files)
}

/// Where the attribute that begins at `i` is over; `i` where none begins there.
fn attribute_end(tokens: &[Token], i: usize) -> usize {
    let is = |i: usize, text: &str| tokens.get(i).is_some_and(|token| token.text == text);
    if !is(i, "#") || !is(i + 1, "[") {
        return i;
    }
    let mut depth = 0;
    for (j, token) in tokens.iter().enumerate().skip(i + 1) {
        depth += i32::from(token.text == "[") - i32::from(token.text == "]");
        if depth == 0 {
            return j + 1;
        }
    }
    tokens.len()
}

/// Where the item that begins at `i` is over: after its block, or after its semicolon.
fn item_end(tokens: &[Token], i: usize) -> usize {
    let mut depth = 0;
    for (j, token) in tokens.iter().enumerate().skip(i) {
        let sign = token.text.as_str();
        depth += i32::from("([{".contains(sign)) - i32::from(")]}".contains(sign));
        if depth == 0 && (sign == "}" || sign == ";") {
            return j + 1;
        }
    }
    tokens.len()
}

/// A path that the source names, as `["std", "time", "Instant"]`, and where. Groups in braces are taken apart.
#[derive(Clone, Debug, PartialEq)]
struct Named {
    path: Vec<String>,
    line: usize,
    imported: bool,
}

fn named(tokens: &[Token]) -> Vec<Named> {
    let text = |i: usize| tokens.get(i).map_or("", |token| token.text.as_str());
    let mut all = Vec::new();
    for i in 0..tokens.len() {
        let before = if i > 0 { text(i - 1) } else { "" };
        let before_that = if i > 1 { text(i - 2) } else { "" };
        // `::axum` begins a path, the `Router` of `axum::Router` does not.
        let begins = before != "::" || !(is_name(before_that) || before_that == ">");
        if is_name(text(i)) && begins && before != "." {
            let imported = ["use", "crate"].contains(&if before == "::" { before_that } else { before });
            follow(tokens, i, &[], imported, &mut all);
        }
    }
    all
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_') && text != "use"
}

/// Follows the path at `i` with its groups, and gives where it is over.
fn follow(tokens: &[Token], mut i: usize, prefix: &[String], imported: bool, all: &mut Vec<Named>) -> usize {
    let text = |i: usize| tokens.get(i).map_or("", |token| token.text.as_str());
    let line = tokens[i].line;
    let mut path = prefix.to_vec();
    while is_name(text(i)) || text(i) == "*" {
        path.push(text(i).to_owned());
        i += 1;
        if text(i) != "::" || !(is_name(text(i + 1)) || ["*", "{"].contains(&text(i + 1))) {
            break;
        }
        i += 1;
    }
    if text(i) != "{" || text(i - 1) != "::" {
        all.push(Named { path, line, imported });
        return i;
    }
    i += 1;
    while i < tokens.len() && text(i) != "}" {
        i = follow(tokens, i, &path, imported, all).max(i + 1);
        // Past `as name`, to the next of the group.
        while i < tokens.len() && ![",", "}"].contains(&text(i)) {
            i += 1;
        }
        i += usize::from(text(i) == ",");
    }
    i + 1
}

/// Where a file stands in the tree of modules: `src/generate/pick.rs` is `["generate", "pick"]`, `src/lib.rs` is `["lib"]`.
fn module(file: &Path) -> Vec<String> {
    let parts =
        file.with_extension("").components().map(|part| part.as_os_str().to_str().unwrap().to_owned()).collect();
    let mut module: Vec<String> = parts;
    if module.len() > 1 && module.last().is_some_and(|last| last == "mod") {
        module.pop();
    }
    module
}

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&module))
}

/// The module of the crate that a path leads to; `None` when it leads out of the crate or stays where it is.
fn target<'a>(path: &'a [String], own: &[String]) -> Option<&'a str> {
    let supers = path.iter().take_while(|part| *part == "super").count();
    let next = path.get(supers.max(1))?.as_str();
    match path[0].as_str() {
        "crate" | "dedale" => Some(next),
        // As many steps up as there are floors above reach the root.
        "super" if supers >= own.len() && floor(next).is_some() => Some(next),
        _ => None,
    }
    .filter(|target| *target != own[0])
}

/// Everything that is wrong with one file, a line each. `optional` are the crates that only the server needs.
fn faults(file: &Path, tokens: &[Token], optional: &[String]) -> Vec<String> {
    let own = module(file);
    let mut faults = Vec::new();
    let mut fault = |line: usize, what: String| faults.push(format!("{}:{line}: {what}", file.display()));
    let Some(own_floor) = floor(&own[0]) else {
        fault(1, format!("the module {} stands on no floor: give it one in tests/layering.rs", own[0]));
        return faults;
    };
    let top = own[0].as_str();
    let is_library = own_floor < floor("server").unwrap() || top == "lib";
    for Named { path, line, imported } in named(tokens) {
        if let Some(target) = target(&path, &own) {
            match floor(target) {
                None => fault(line, format!("{} is no module: name the one that it is from", path.join("::"))),
                Some(floor) if floor >= own_floor => fault(line, format!("{top} must not import from {target}")),
                Some(_) => {}
            }
        }
        let (first, second) = (path[0].as_str(), path.get(1).map(String::as_str));
        let is_crate = imported || second.is_some();
        let allowed = matches!(top, "server" | "main" | "bin") || (top == "config" && first == "clap");
        if is_crate && !allowed && optional.iter().any(|name| name == first) {
            fault(line, format!("{top} must not name {first}"));
        }
        if is_crate && first == "rand" && !matches!(top, "rng" | "server") {
            fault(line, format!("{top} must not name rand, but use rng"));
        }
        let of_std = ["std", "core", "alloc"].contains(&first);
        let is_thread = second == Some("thread") && file == Path::new(THREADS);
        if is_library && of_std && !is_thread && second.is_some_and(|second| OUTSIDE.contains(&second)) {
            fault(line, format!("the library must not name {first}::{}", second.unwrap()));
        }
    }
    for pair in tokens.windows(2).filter(|_| is_library) {
        let word = pair[0].text.as_str();
        if OUTSIDE_WORDS.contains(&word) || (OUTSIDE_MACROS.contains(&word) && pair[1].text == "!") {
            fault(pair[0].line, format!("the library must not name {word}"));
        }
    }
    faults
}

/// Every source file: its path below `src`, and its text.
fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut files, mut folders) = (Vec::new(), vec![root.clone()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push((path.strip_prefix(&root).unwrap().to_owned(), fs::read_to_string(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

/// The crates that `Cargo.toml` has for the server only, as sources name them.
fn optional_crates() -> Vec<String> {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).unwrap();
    let optional = manifest.lines().filter(|line| line.contains("optional = true"));
    optional.map(|line| line.split([' ', '=']).next().unwrap().replace('-', "_")).collect()
}

#[test]
fn the_servers_crates_are_known() {
    let optional = optional_crates();
    for name in ["axum", "tokio", "tower", "tower_http", "tracing", "hyper", "clap"] {
        assert!(optional.iter().any(|other| other == name), "{name} is optional, or the library is bound to it");
    }
}

#[test]
fn imports_lead_downwards_and_the_library_names_nothing_outside() {
    let optional = optional_crates();
    let read = |(file, text): (PathBuf, String)| {
        let (kept, test_files) = without_tests(&tokens(&text));
        (file, kept, test_files)
    };
    let files: Vec<_> = sources().into_iter().map(read).collect();
    let mut for_tests: Vec<Vec<String>> = Vec::new();
    for (file, _, test_files) in &files {
        for_tests.extend(test_files.iter().map(|name| [module(file), vec![name.clone()]].concat()));
    }
    let is_for_tests = |file: &Path| for_tests.iter().any(|tests| module(file).starts_with(tests));
    let shipped = files.iter().filter(|(file, ..)| !is_for_tests(file));
    let faults: Vec<String> = shipped.flat_map(|(file, kept, _)| faults(file, kept, &optional)).collect();
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn files_are_short() {
    let sources = sources();
    assert!(sources.iter().any(|(file, _)| file.ends_with("maze.rs")), "the sources were found");
    for (file, text) in sources {
        let lines = text.lines().count();
        assert!(lines <= MOST_LINES, "{} has {lines} lines, more than {MOST_LINES}", file.display());
    }
}

/// The faults of a made-up source, without the name of the file.
fn faults_of(file: &str, source: &str) -> Vec<String> {
    let optional = ["axum", "tokio", "tower_http", "clap"].map(str::to_owned);
    let (kept, _) = without_tests(&tokens(source));
    let faults = faults(Path::new(file), &kept, &optional);
    faults.iter().map(|fault| fault.strip_prefix(&format!("{file}:")).unwrap().to_owned()).collect()
}

#[test]
fn a_source_that_breaks_the_rules_is_found() {
    let source = "\
use crate::spec::MazeSpec;
use crate::{grid::Cell, server::{self, state}};
use super::super::render::Format;
use std::{collections::HashMap, time::Duration};
pub use ::tower_http::cors;
use tokio;
fn f() { let x = crate::measure::river(&maze); dedale::edit::braid(x) }
#[axum::debug_handler]
async fn g() -> std::time::Instant { println!(\"{}\", std::env::args().count()); rand::random() }
use crate::Share;
use crate::prelude::*;
#[cfg(not(test))]
use crate::parse::text;
";
    let expected = [
        "1: generate must not import from spec",
        "2: generate must not import from server",
        "2: generate must not import from server",
        "3: generate must not import from render",
        "4: the library must not name std::time",
        "5: generate must not name tower_http",
        "6: generate must not name tokio",
        "7: generate must not import from measure",
        "7: generate must not import from edit",
        "8: generate must not name axum",
        "9: the library must not name std::time",
        "9: the library must not name std::env",
        "9: generate must not name rand, but use rng",
        "10: crate::Share is no module: name the one that it is from",
        "11: crate::prelude::* is no module: name the one that it is from",
        "13: generate must not import from parse",
        "9: the library must not name async",
        "9: the library must not name Instant",
        "9: the library must not name println",
    ];
    assert_eq!(faults_of("generate/prim.rs", source), expected);
}

#[test]
fn a_source_that_only_seems_to_break_the_rules_is_not() {
    let source = r####"
//! See [`MazeSpec`](crate::spec::MazeSpec), or `use crate::server`.
/* use crate::spec; /* use tokio; */ use axum::Router; */
use super::{is_new, table::About};
use crate::grid::{Cell, Grid as Other, Side};
use crate::generate::pick;
const TEXT: &str = "use crate::spec; \" println!() Instant";
const RAW: &str = r#"use crate::spec; " std::time::Instant "#;
const BYTES: &[u8] = b"async";
const QUOTES: [char; 3] = ['"', '\'', '\\'];
fn f<'a>(tokio: &'a str, rand: u32) -> &'a str { let clap = tokio; clap }
impl Walk { fn env(&self) -> std::fmt::Result { self.time.env() } }
#[cfg(test)]
use crate::spec::MazeSpec;
#[cfg(test)]
mod tests {
    use crate::spec::{Limits, MazeSpec};
    #[test]
    fn g() { println!("{:?}", std::time::Instant::now()); }
}
fn h() {}
"####;
    assert_eq!(faults_of("generate/prim.rs", source), [""; 0]);
    // What follows a test module is read again.
    assert_eq!(faults_of("generate/prim.rs", &format!("{source}use axum::Router;")).len(), 1);
}

#[test]
fn each_floor_has_its_rights() {
    let faults = |file: &str, source: &str| faults_of(file, source).len();
    assert_eq!(faults("rng.rs", "use rand::Rng;"), 0);
    assert_eq!(faults("rng.rs", "use crate::grid::Cell;"), 1, "the same floor");
    assert_eq!(faults("maze.rs", "use crate::{grid::Cell, observe::Step};"), 0);
    assert_eq!(faults("observe.rs", "use crate::maze::Maze;"), 1);
    assert_eq!(faults("observe.rs", "use super::maze::Maze;"), 1);
    assert_eq!(faults("measure.rs", "use crate::solve::distances;"), 0);
    assert_eq!(faults("solve/mod.rs", "use crate::measure::river;"), 1);
    assert_eq!(faults("edit/mod.rs", "use crate::generate::prim;"), 1);
    assert_eq!(faults("spec/mod.rs", "use crate::render::Format;"), 0);
    assert_eq!(faults("spec/reader.rs", "use std::thread; use clap::Parser;"), 2);
    assert_eq!(
        faults("server/router.rs", "use axum::Router; use rand::rng; use std::time::Instant; async fn f() {}"),
        0
    );
    assert_eq!(faults("server/state.rs", "use crate::config::Config;"), 1);
    assert_eq!(faults("config.rs", "use clap::Parser; use dedale::server::state; use std::env;"), 0);
    assert_eq!(faults("config.rs", "use tokio::net;"), 1);
    assert_eq!(faults("main.rs", "mod config; use clap::Parser; use tokio::net; use dedale::server::serve;"), 0);
    assert_eq!(faults("lib.rs", "pub mod grid; pub use crate::server::router;"), 0);
    assert_eq!(faults("lib.rs", "use std::time::Instant;"), 2);
    assert_eq!(faults("attic.rs", ""), 1, "on no floor");
}
