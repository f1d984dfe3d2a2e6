//! `README.md` and `docs/` are true: every command in them is run against the program and prints what they show, every program in them
//! runs, and every table in them lists what there is.

#![cfg(unix)]
// What helps a test may panic like one.
#![allow(clippy::unwrap_used)]

mod console;
mod markdown;
mod pairs;
mod tables;

use console::{Server, commands, faults, file_name, is_as_shown, matches};
use markdown::{blocks, page, pages};

/// The programs that a block of `sh` may start. Their commands are not run here: they build, or need Docker or a cluster.
const NOT_RUN: [&str; 4] = ["cargo", "docker", "dedale", "nohup"];

#[test]
fn every_command_prints_what_is_shown() {
    let server = Server::start();
    let found: Vec<String> = pages().iter().flat_map(|page| faults(page, &server)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_block_is_checked() {
    let mut answers = 0;
    for page in pages() {
        let lines: Vec<&str> = page.text.lines().collect();
        let blocks = blocks(&lines);
        for (at, &block) in blocks.iter().enumerate() {
            let place = format!("{}:{}", page.path, block.number);
            match block.language {
                "console" => {
                    for shown in commands(block) {
                        let is_elided = !shown.prints.is_empty() && shown.prints.iter().all(|line| *line == "…");
                        assert!(!is_elided, "{place}: an answer of which nothing is shown is not checked");
                        answers += usize::from(!shown.prints.is_empty());
                    }
                }
                // These are doctests of `src/lib.rs`.
                "rust" => assert!(["README.md", "docs/library.md"].contains(&&*page.path), "{place}"),
                "sh" => {
                    for line in block.lines.iter().filter(|line| !line.is_empty()) {
                        let program = line.split(' ').next().unwrap();
                        assert!(NOT_RUN.contains(&program), "{place}: {program} can be run, so show it as console");
                    }
                }
                // Nothing that runs, and the one program that needs Godot.
                "text" | "toml" | "gdscript" => {}
                "html" | "python" | "js" => {
                    let name = file_name(block).unwrap_or_else(|| panic!("{place}: the first line names no file"));
                    let later = blocks[at + 1..].iter().filter(|block| block.language == "console");
                    let is_used = later.flat_map(|&block| commands(block)).any(|shown| shown.command.contains(name));
                    assert!(is_used, "{place}: no command runs {name}");
                }
                other => panic!("{place}: no check for {other:?}"),
            }
        }
    }
    assert!(answers >= 30, "{answers} answers");
}

#[test]
fn the_front_page_is_short() {
    let lines = page("README.md").text.lines().count();
    assert!(lines <= 180, "{lines} lines: what is not for everybody belongs in docs/");
}

#[test]
fn every_link_leads_somewhere() {
    let others = ["ARCHITECTURE.md", "CHANGELOG.md", "SECURITY.md", "deploy/README.md", "fuzz/README.md"];
    for page in pages().into_iter().chain(others.map(page)) {
        for link in page.links() {
            assert!(page.leads(link), "{}: {link}", page.path);
        }
    }
    assert!(!page("README.md").leads("docs/api.md#no-such-heading"));
    assert!(!page("README.md").leads("docs/no-such-page.md"));
}

#[test]
fn what_is_printed_is_compared() {
    assert!(matches(&[], &[]) && matches(&["a", "b"], &["a", "b"]));
    assert!(!matches(&["a"], &["b"]) && !matches(&["a"], &["a", "b"]) && !matches(&["a", "b"], &["a"]));
    assert!(!matches(&[], &["a"]) && !matches(&["a"], &[]));
    assert!(matches(&["a", "…", "d"], &["a", "b", "c", "d"]) && matches(&["a", "…"], &["a"]));
    assert!(!matches(&["a", "…", "d"], &["a", "b", "c"]));
    assert!(matches(&["{…\"seed\":7…}"], &["{\"w\":3,\"seed\":7}"]));
    assert!(!matches(&["{…\"seed\":8…}"], &["{\"w\":3,\"seed\":7}"]) && !matches(&["{…"], &["[]"]));
    assert!(!matches(&["a…a"], &["a"]), "no letter counts twice");
    assert!(is_as_shown(&["{\"w\":3,", "\"h\":2}"], "{\"w\":3,\"h\":2}") && is_as_shown(&["a", "b"], "a\nb"));
    assert!(!is_as_shown(&["{\"w\":3,", "\"h\":2}"], "{\"w\":3,\"h\":1}") && !is_as_shown(&["ab"], "a\nb"));
}
