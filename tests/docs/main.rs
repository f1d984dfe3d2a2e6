//! `README.md` and `docs/` are true: every command in them is run against the program and prints what they show, every program in them
//! runs, and every table in them lists what there is.
//!
//! Commands that need a program that is missing here are left out, which one line says. With `MISSING_PROGRAMS=fail` in the environment, as
//! in `.ci/run`, that is a failure.

#![cfg(unix)]
// What helps a test may panic like one.
#![allow(clippy::unwrap_used)]

mod console;
mod gallery;
mod machine;
mod markdown;
mod pairs;
mod tables;

use std::collections::BTreeSet;
use std::io::Write as _;

use console::{Outcome, Server, commands, file_name, is_as_shown, matches, outcome};
use dedale_server::problem::Kind;
use markdown::{Page, blocks, page, pages, texts};

/// The programs that a block of `sh` may start. Their commands are not run here: they build, measure, change the system, or need
/// Docker or a cluster.
const NOT_RUN: [&str; 6] = ["cargo", "docker", "dedale", "nohup", "sudo", "taskset"];

#[test]
fn every_command_prints_what_is_shown() {
    report(&pages(), "commands of README.md and docs/");
}

/// Runs these pages, and says what was left out.
fn report(pages: &[Page], what: &str) {
    let server = Server::start();
    let (mut run, mut not_run, mut faults) = (0, Vec::new(), Vec::new());
    for page in pages {
        let outcome = outcome(page, &server.address);
        run += outcome.run;
        not_run.extend(outcome.not_run);
        faults.extend(outcome.faults);
    }
    if std::env::var("MISSING_PROGRAMS").is_ok_and(|how| how == "fail") {
        faults.extend(not_run.into_iter().map(|(command, missing)| format!("not run, without {missing}: {command}")));
    } else if !not_run.is_empty() {
        let missing: BTreeSet<&str> = not_run.iter().map(|(_, missing)| missing.as_str()).collect();
        let missing = missing.into_iter().collect::<Vec<_>>().join(", ");
        let (left_out, all) = (not_run.len(), run + not_run.len());
        // Not by `eprintln`, of which nothing is seen where a test passes.
        let mut errors = std::io::stderr();
        writeln!(
            errors,
            "docs: {left_out} of the {all} {what} are left out, since they need what is missing here: {missing}"
        )
        .unwrap();
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// How a file of `examples/` is run, by the end of its name.
const RUN: [(&str, &str); 7] = [
    ("html", "chromium --headless --virtual-time-budget=5000 2> chromium.log --dump-dom"),
    // The script starts curl, so the command names it too.
    ("sh", "curl -V > version.txt && sh"),
    ("py", "python3"),
    ("mjs", "node"),
    ("go", "go run"),
    ("php", "php"),
    ("cs", "mcs -r:System.Net.Http -out:maze.exe maze.cs && mono maze.exe"),
];

/// The programs of `examples/` run and print something, and its page has a line for each file.
#[test]
fn every_example_runs() {
    let listed = page("examples/README.md");
    let mut text = String::new();
    let mut kinds = BTreeSet::new();
    for example in texts().filter(|text| text.path.starts_with("examples/") && text.path != listed.path) {
        let name = example.path.strip_prefix("examples/").unwrap();
        assert!(listed.text.contains(&format!("[`{name}`]({name})")), "{name} is not in {}", listed.path);
        let (stem, kind) = name.split_once('.').unwrap();
        // Cargo runs the others, and pages that load a library from elsewhere are for a browser.
        let run = RUN.iter().find(|(known, _)| *known == kind).filter(|_| !example.text.contains("src=\"https://"));
        let Some((_, run)) = run else { continue };
        let comment = match kind {
            "py" | "sh" => format!("# {name}"),
            "html" => format!("<!-- {name} -->"),
            _ => format!("// {name}"),
        };
        let file = if kind == "cs" { String::new() } else { format!(" {name}") };
        // A page has the address in it, and is a game before its first move.
        let address = if kind == "html" { " | grep '>0 moves<'" } else { " http://127.0.0.1:8080" };
        kinds.insert(kind.to_owned());
        text += &format!("```text\n{comment}\n{}```\n", example.text);
        text += &format!("```console\n$ {run}{file}{address} > {stem}-{kind}.txt\n$ test -s {stem}-{kind}.txt\n```\n");
    }
    assert_eq!(kinds.len(), RUN.len());
    report(&[Page { path: "examples".to_owned(), text }], "commands of examples/");
}

/// Addresses of the service outside of the blocks of code, such as those of links, answer.
#[test]
fn every_address_answers() {
    let server = Server::start();
    let mut asked = 0;
    for page in pages() {
        let prose = page.text.split("```").step_by(2);
        for rest in prose.flat_map(|prose| prose.split("http://127.0.0.1:8080").skip(1)) {
            let path = rest.split(['"', '\'', ')', '>', '`', ' ', '\n']).next().unwrap().trim_end_matches(',');
            if path.contains(['…', '{']) {
                continue;
            }
            let url = format!("http://{}{path}", server.address);
            let answer = minreq::get(&url).with_timeout(60).send().unwrap_or_else(|error| panic!("{url}: {error}"));
            assert_eq!(answer.status_code, 200, "{}: {path}", page.path);
            asked += usize::from(path.len() > 1);
        }
    }
    assert!(asked >= 10, "{asked}");
}

#[test]
fn a_command_that_needs_what_is_missing_is_not_run_nor_what_depends_on_it() {
    let text = "\
```console
$ printf 'old\\n' > kept.txt; printf 'old\\n' > a.txt
$ no-such-program kept.txt -o a.txt > b.txt
$ cat a.txt
$ cat kept.txt 2> b.txt
old
$ cat b.txt | no-such-filter 'Type /Page.x'
$ printf 'new\\n' > a.txt
$ cat a.txt && grep -c new a.txt
new
1
$ no-such-program 'http://127.0.0.1:8080/kept.txt' -o 'many-#1.txt' --to=c.txt
$ ls many-*.txt | wc -l
```

```sh
# program.sh
cat \"c.txt\" > 'd.txt'
```

```python
# program.py
import no_such_module
```

```console
$ sh program.sh
$ cat 'd.txt'
$ test -e program.py
$ cat @kept.txt 2> c.txt || cat c.txt kept.txt | grep -c old
1
```
";
    let page = Page { path: "no-such-page.md".to_owned(), text: text.to_owned() };
    let Outcome { run, not_run, faults } = outcome(&page, "no-such-server");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let not_run: Vec<(&str, &str)> =
        not_run.iter().map(|(command, missing)| (command.split(": ").nth(1).unwrap(), missing.as_str())).collect();
    let expected = [
        ("no-such-program kept.txt -o a.txt > b.txt", "no-such-program"),
        ("cat a.txt", "no-such-program"),
        ("cat b.txt | no-such-filter 'Type /Page.x'", "no-such-filter"),
        ("no-such-program 'http://127.0.0.1:8080/kept.txt' -o 'many-#1.txt' --to=c.txt", "no-such-program"),
        ("ls many-*.txt | wc -l", "no-such-program"),
        ("sh program.sh", "no-such-program"),
        ("cat 'd.txt'", "no-such-program"),
        ("test -e program.py", "no_such_module for Python"),
    ];
    assert_eq!(not_run, expected);
    assert_eq!(run, 5);
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
                "rust" => assert_eq!(page.path, "docs/library.md", "{place}"),
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
    assert!(lines <= 160, "{lines} lines: what is not for everybody belongs in docs/");
}

#[test]
fn every_link_leads_somewhere() {
    let pages: Vec<Page> = texts().filter(|page| page.path.ends_with(".md")).collect();
    assert!(pages.iter().any(|page| page.path == "deploy/README.md"));
    for page in pages {
        for link in page.links() {
            assert!(page.leads(link), "{}: {link}", page.path);
        }
    }
    assert!(!page("README.md").leads("docs/api.md#no-such-heading"));
    assert!(!page("README.md").leads("docs/no-such-page.md"));
    assert!(
        page("README.md").leads("docs/reference/maze.md#p-w")
            && !page("README.md").leads("docs/reference/maze.md#p-no-such-parameter")
    );
}

/// Code, manifests and the description of the API name pages of `docs/`, and problems.
#[test]
fn every_page_that_is_named_is_there() {
    let name = |letter: char| letter.is_ascii_alphanumeric() || "-_./".contains(letter);
    let mut named = 0;
    for text in texts().filter(|page| !page.path.starts_with("tests/docs/")) {
        for rest in text.text.split("docs/").skip(1) {
            let (path, rest) = rest.split_at(rest.find(|letter| !name(letter)).unwrap_or(rest.len()));
            let heading =
                rest.strip_prefix('#').map(|rest| &rest[..rest.find(|letter| !name(letter)).unwrap_or(rest.len())]);
            let heading = heading.map(|heading| heading.trim_end_matches(['.', '/']));
            match (path.strip_suffix(".md"), heading) {
                (Some(_), heading) => {
                    let link =
                        format!("docs/{path}{}", heading.map(|heading| format!("#{heading}")).unwrap_or_default());
                    assert!(page("README.md").leads(&link), "{}: {link}", text.path);
                    named += 1;
                }
                (None, Some(heading)) if path == "problems" && !heading.is_empty() => {
                    assert!(Kind::ALL.iter().any(|kind| kind.slug == heading), "{}: {heading}", text.path);
                    named += 1;
                }
                _ => {}
            }
        }
    }
    assert!(named >= 60, "{named}");
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
