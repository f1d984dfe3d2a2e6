//! The commands of a page, run in order in one folder against a real server, and what they print.
//!
//! - A block of `console` is a terminal: a line that starts with `$ ` is a command, a `|` or `\` at its end continues it, and the lines below
//!   are what it prints on standard output. `…` in a line matches any text, and a line of `…` any lines. An answer of one line,
//!   such as JSON, may be wrapped.
//! - A block of another language whose first line is a comment with a file name is written to that file.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::markdown::{Block, Page, blocks, root};

/// The address in the pages.
const SHOWN: &str = "127.0.0.1:8080";

/// A server on a free port, which ends with the test.
pub struct Server {
    child: Child,
    address: String,
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
    let is_name = |letter: char| letter.is_ascii_lowercase() || matches!(letter, '-' | '.');
    Some(name).filter(|name| name.contains('.') && name.chars().all(is_name))
}

/// Runs the commands of a page, in a separate folder. Returns one line for each fault.
pub fn faults(page: &Page, server: &Server) -> Vec<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs").join(page.path.replace('/', "-"));
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).unwrap();
    let path = path_with_chromium(&folder);
    let lines: Vec<&str> = page.text.lines().collect();
    let mut faults = Vec::new();
    for block in blocks(&lines) {
        if let Some(name) = file_name(block) {
            let text = block.lines.join("\n") + "\n";
            std::fs::write(folder.join(name), text.replace(SHOWN, &server.address)).unwrap();
        }
        if block.language != "console" {
            continue;
        }
        for Shown { command, prints } in commands(block) {
            if let Some(missing) = missing(&command, &folder) {
                eprintln!("docs: not run, since {missing} is missing: {command}");
                continue;
            }
            let real = command.replace(SHOWN, &server.address);
            let output =
                Command::new("sh").args(["-c", &real]).current_dir(&folder).env("PATH", &path).output().unwrap();
            let printed = String::from_utf8_lossy(&output.stdout).replace(&server.address, SHOWN).replace('\r', "");
            let is_as_shown = is_as_shown(&prints, printed.trim_end_matches('\n'));
            if !is_as_shown || !output.status.success() {
                let errors = String::from_utf8_lossy(&output.stderr);
                let place = format!("{}:{}", page.path, block.number);
                faults.push(format!("{place}: {command}\nprints, with {}:\n{printed}{errors}", output.status));
            }
        }
    }
    faults.extend(stale(&folder).map(|name| format!("docs/{name} is not what the command in {} writes", page.path)));
    faults
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

/// Whether `sh` runs this command with success.
fn succeeds(command: &str) -> bool {
    Command::new("sh").args(["-c", command]).stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success()
}

/// What a command needs that this machine does not have. `curl` and the tools of every system must be there.
fn missing(command: &str, folder: &Path) -> Option<String> {
    for word in command.split([' ', '\n']) {
        if ["python3", "node", "chromium", "godot"].contains(&word) && !succeeds(&format!("command -v {word}")) {
            return Some(word.to_owned());
        }
        let program = std::fs::read_to_string(folder.join(word)).unwrap_or_default();
        for module in ["numpy", "matplotlib"] {
            let is_needed = word.ends_with(".py") && program.contains(&format!("import {module}"));
            if is_needed && !succeeds(&format!("python3 -c 'import {module}'")) {
                return Some(module.to_owned());
            }
        }
    }
    None
}

/// A `PATH` in which `chromium` runs as root too, as it does in containers.
fn path_with_chromium(folder: &Path) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = std::env::var("PATH").unwrap();
    let found = std::env::split_paths(&path).map(|folder| folder.join("chromium")).find(|program| program.exists());
    let Some(real) = found else { return path };
    let programs: PathBuf = folder.join("programs");
    std::fs::create_dir_all(&programs).unwrap();
    let profile = folder.join("profile");
    let flags = format!("--no-sandbox --disable-gpu --user-data-dir={}", profile.display());
    std::fs::write(programs.join("chromium"), format!("#!/bin/sh\nexec {} {flags} \"$@\"\n", real.display())).unwrap();
    std::fs::set_permissions(programs.join("chromium"), std::fs::Permissions::from_mode(0o755)).unwrap();
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
