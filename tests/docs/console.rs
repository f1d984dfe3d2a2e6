//! The commands of a page, run in order in one folder against a real server, and what they print.
//!
//! - A block of `console` is a terminal: a line that starts with `$ ` is a command, a `|` or `\` at its end continues it, and the lines below
//!   are what it prints on standard output. `…` in a line matches any text, and a line of `…` any lines. An answer of one line,
//!   such as JSON, may be wrapped.
//! - A block of another language whose first line is a comment with a file name is written to that file.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::markdown::{Block, Page, blocks, root};

/// The address in the pages.
const SHOWN: &str = "127.0.0.1:8080";

/// A server on a free port, which ends with the test.
pub struct Server {
    child: Child,
    pub address: String,
}

impl Server {
    pub fn start() -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dedale"));
        command.args(["--listen", "127.0.0.1:0", "--log-level", "off"]).env_clear().stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        Server { child, address: first.split("http://").nth(1).unwrap().to_owned() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// A command of a page, and what the page says that it prints.
pub struct Shown<'a> {
    pub command: String,
    pub prints: Vec<&'a str>,
}

/// The commands of a block.
pub fn commands<'a>(block: Block<'a>) -> Vec<Shown<'a>> {
    let mut commands: Vec<Shown> = Vec::new();
    let mut continues = false;
    for line in block.lines {
        let part = line.strip_prefix("$ ").or(continues.then_some(*line));
        match (part, commands.last_mut()) {
            (Some(part), Some(last)) if continues => last.command += &format!("\n{part}"),
            (Some(part), _) => commands.push(Shown { command: part.to_owned(), prints: Vec::new() }),
            (None, Some(last)) => last.prints.push(line),
            (None, None) => panic!("line {}: a block of console begins with a command", block.number),
        }
        continues = part.is_some_and(|part| part.ends_with(['\\', '|']));
    }
    commands
}

/// The file that a block is written to.
pub fn file_name<'a>(block: Block<'a>) -> Option<&'a str> {
    let first = block.lines.first()?;
    let name = ["# ", "// ", "<!-- "].iter().find_map(|comment| first.strip_prefix(comment))?;
    let name = name.strip_suffix(" -->").unwrap_or(name);
    let is_name = |letter: char| letter.is_ascii_lowercase() || matches!(letter, '-' | '_' | '.');
    Some(name).filter(|name| name.contains('.') && name.chars().all(is_name))
}

/// What the commands of a page do.
pub struct Outcome {
    /// How many were run.
    pub run: usize,
    /// Those that were not run, each with what is missing on this machine.
    pub not_run: Vec<(String, String)>,
    /// One line for each fault.
    pub faults: Vec<String>,
}

/// Runs the commands of a page, in a separate folder.
///
/// A command is not run where a program is missing that it starts, or a Python module that its program imports, or a file that only
/// a command has that was not run.
pub fn outcome(page: &Page, server: &str) -> Outcome {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs").join(page.path.replace('/', "-"));
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).unwrap();
    let lines: Vec<&str> = page.text.lines().collect();
    let mut outcome = Outcome { run: 0, not_run: Vec::new(), faults: Vec::new() };
    let mut ran = Ran { path: path_of_commands(&folder), folder, programs: Vec::new(), unwritten: BTreeMap::new() };
    for block in blocks(&lines) {
        if let Some(name) = file_name(block) {
            let text = block.lines.join("\n") + "\n";
            std::fs::write(ran.folder.join(name), text.replace(SHOWN, server)).unwrap();
            ran.programs.push((name, text));
        }
        if block.language != "console" {
            continue;
        }
        for Shown { command, prints } in commands(block) {
            let place = format!("{}:{}: {command}", page.path, block.number);
            if let Some(missing) = ran.missing(&command) {
                outcome.not_run.push((place, missing));
                continue;
            }
            outcome.run += 1;
            let output = ran.sh(&command.replace(SHOWN, server)).output().unwrap();
            let printed = String::from_utf8_lossy(&output.stdout).replace(server, SHOWN).replace('\r', "");
            let is_as_shown = is_as_shown(&prints, printed.trim_end_matches('\n'));
            if !is_as_shown || !output.status.success() {
                let errors = String::from_utf8_lossy(&output.stderr);
                outcome.faults.push(format!("{place}\nprints, with {}:\n{printed}{errors}", output.status));
            }
        }
    }
    let stale = stale(&ran.folder);
    outcome.faults.extend(stale.map(|name| format!("docs/{name} is not what the command in {} writes", page.path)));
    outcome
}

/// The files in `docs/` that a command has written here as well, with other bytes.
fn stale(folder: &Path) -> impl Iterator<Item = String> {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let folder = folder.to_owned();
    names.filter(move |name| {
        let kept = std::fs::read(root().join("docs").join(name));
        kept.is_ok_and(|kept| kept != std::fs::read(folder.join(name)).unwrap())
    })
}

/// Where the commands of a page are run, and what there is for those that follow.
struct Ran<'a> {
    folder: PathBuf,
    /// The `PATH` of the commands.
    path: String,
    /// The programs of the page so far, with their names.
    programs: Vec<(&'a str, String)>,
    /// The files that a command would have written that was not run, each with what is missing.
    unwritten: BTreeMap<String, String>,
}

impl Ran<'_> {
    /// `sh` with this command.
    fn sh(&self, command: &str) -> Command {
        let mut sh = Command::new("sh");
        sh.args(["-c", command]).current_dir(&self.folder).env("PATH", &self.path);
        sh
    }

    fn succeeds(&self, command: &str) -> bool {
        self.sh(command).stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success()
    }

    /// The missing thing that this command needs, if there is one. The command is run next if there is none.
    fn missing(&mut self, command: &str) -> Option<String> {
        let words = words(command);
        let programs = self.programs.iter().filter(|(name, _)| words.iter().any(|word| word == name));
        let programs: Vec<(&str, String)> = programs.cloned().collect();
        let mut files = files(&words);
        files.extend(programs.iter().flat_map(|(_, text)| quoted_files(text)));
        let missing = started(&words)
            .find(|program| !self.succeeds(&format!("command -v {program}")))
            .map(str::to_owned)
            .or_else(|| {
                let modules =
                    programs.iter().filter(|(name, _)| name.ends_with(".py")).flat_map(|(_, text)| modules(text));
                let missing =
                    modules.into_iter().find(|module| !self.succeeds(&format!("python3 -c 'import {module}'")));
                missing.map(|module| format!("{module} for Python"))
            })
            .or_else(|| {
                let is_written = |name: &str| files.iter().any(|file| file.is_written && file.name == name);
                let mut read = files.iter().filter(|file| !is_written(&file.name));
                read.find_map(|file| self.unwritten.get(&file.name)).cloned()
            });
        for file in files {
            match &missing {
                None => drop(self.unwritten.remove(&file.name)),
                Some(missing) if file.is_written || !self.folder.join(&file.name).exists() => {
                    self.unwritten.entry(file.name).or_insert_with(|| missing.clone());
                }
                Some(_) => {}
            }
        }
        missing
    }
}

/// The words of a command as `sh` sees them, where `|`, `;`, `&` and `>` are words, too.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for letter in command.chars() {
        match (letter, quote) {
            ('\'' | '"', None) => quote = Some(letter),
            (_, Some(open)) if letter == open => quote = None,
            (' ' | '\n' | '\\', None) => words.push(String::new()),
            ('|' | ';' | '&' | '>', None) => words.extend([letter.to_string(), String::new()]),
            _ => words.last_mut().unwrap().push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The programs that a command starts.
fn started(words: &[String]) -> impl Iterator<Item = &str> {
    let ends = |word: &String| ["|", ";", "&"].contains(&word.as_str());
    words.split(move |word| ends(word)).filter_map(|command| command.first().map(String::as_str))
}

/// A file that is named in a command or a program.
struct File {
    name: String,
    /// It is named as a place to write to.
    is_written: bool,
}

/// The files that a command names. With a `*`, or the `#1` of curl, which is the same here, a name is that of many files.
fn files(words: &[String]) -> Vec<File> {
    let before = std::iter::once("").chain(words.iter().map(String::as_str));
    let named = words.iter().zip(before).filter_map(|(word, before)| {
        let option = word.split_once('=').filter(|_| word.starts_with("--"));
        let name = option.map_or(word.trim_start_matches('@'), |(_, value)| value).replace("#1", "*");
        let is_written = option.is_some() || [">", "-o"].contains(&before);
        is_file(&name).then_some(File { name, is_written })
    });
    named.collect()
}

/// The files that a program names: they stand alone between quotes.
fn quoted_files(program: &str) -> impl Iterator<Item = File> {
    let names = program.split(['"', '\'']).filter(|part| is_file(part));
    names.map(|name| File { name: name.to_owned(), is_written: false })
}

fn is_file(word: &str) -> bool {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || "-_.*".contains(letter);
    let end = word.rsplit_once('.').map(|(_, end)| end);
    word.chars().all(is_name) && end.is_some_and(|end| end.starts_with(|letter: char| letter.is_ascii_lowercase()))
}

/// The modules that a program in Python imports.
fn modules(program: &str) -> Vec<&str> {
    let lines = program.lines().map(str::trim_start);
    let lines = lines.filter_map(|line| line.strip_prefix("import ").or(line.strip_prefix("from ")));
    lines.filter_map(|rest| rest.split([' ', '.']).next()).collect()
}

/// A `PATH` with `dedale`, in which `chromium` runs as root too, as it does in containers, and in which `curl` fails rather than write an error to a file.
fn path_of_commands(folder: &Path) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = std::env::var("PATH").unwrap();
    let programs: PathBuf = folder.join("programs");
    std::fs::create_dir_all(&programs).unwrap();
    let profile = folder.join("profile");
    let flags = format!("--no-sandbox --disable-gpu --user-data-dir={}", profile.display());
    let scripts = [
        ("chromium", format!("exec \"$real\" {flags} \"$@\"")),
        (
            "curl",
            "case \" $* \" in *\" --fail\"* | *\"[\"*) ;; *\" -o \"*) set -- --fail \"$@\" ;; esac\nexec \"$real\" \"$@\""
                .to_owned(),
        ),
    ];
    for (name, script) in scripts {
        let found = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|program| program.exists());
        let Some(real) = found else { continue };
        let program = programs.join(name);
        std::fs::write(&program, format!("#!/bin/sh\nreal='{}'\n{script}\n", real.display())).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_dedale"), programs.join("dedale")).unwrap();
    format!("{}:{path}", programs.display())
}

/// Whether this is what was shown. One long line may be wrapped there.
pub fn is_as_shown(shown: &[&str], printed: &str) -> bool {
    let lines: Vec<&str> = printed.lines().collect();
    matches(shown, &lines) || lines.len() == 1 && line_matches(&shown.concat(), lines[0])
}

/// Whether these are the lines that were shown, where a line of `…` matches any lines.
pub fn matches(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((&"…", rest)) => (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..])),
        Some((line, rest)) => {
            printed.split_first().is_some_and(|(first, others)| line_matches(line, first) && matches(rest, others))
        }
    }
}

/// Whether this is the line that was shown, where `…` matches any text.
fn line_matches(shown: &str, printed: &str) -> bool {
    let Some((start, rest)) = shown.split_once('…') else { return shown == printed };
    let Some(printed) = printed.strip_prefix(start) else { return false };
    let starts = printed.char_indices().map(|(at, _)| at).chain([printed.len()]);
    starts.into_iter().any(|at| line_matches(rest, &printed[at..]))
}
