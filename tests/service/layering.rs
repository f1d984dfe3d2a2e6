//! A room uses only rooms below it: the files of a crate do not use each other in a circle, and neither do its rooms.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The folders of crates with many files, and their rooms from the bottom: the files and folders in them.
const CRATES: [(&str, &[&str]); 3] = [
    (
        "src",
        &[
            "problem",
            "settings",
            "telemetry",
            "limits",
            "app",
            "response",
            "parameters",
            "posted",
            "endpoints",
            "server",
            "cli",
            "main",
        ],
    ),
    (
        "crates/book/src",
        &["paper", "words", "options", "file", "font", "plan", "ink", "front", "poster", "mazes", "end", "pages"],
    ),
    (
        "crates/dedale/src",
        &[
            "about",
            "forest",
            "fnv",
            "rng",
            "cell",
            "observe",
            "contour",
            "stroke_font",
            "digits",
            "pixel_rows",
            "grid",
            "maze",
            "generate",
            "solve",
            "measure",
            "picture",
            "edit",
            "with_serde",
            "draw",
            "parse",
            "scan",
            "formats",
            "options",
            "endless",
            "dataset",
            "estimate",
        ],
    ),
];

/// The files of a folder and of those in it, by their modules: `["net", "listener"]` is `net/listener.rs`.
pub(crate) fn modules(folder: &Path, module: &[String], found: &mut BTreeMap<Vec<String>, PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        if path.is_dir() {
            modules(&path, &[module, &[name]].concat(), found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let is_folder = ["mod", "lib", "main"].contains(&name.as_str());
            // The program is a separate crate, which contains no file of the library.
            let root = if name == "main" { vec![name.clone()] } else { module.to_vec() };
            found.insert(if is_folder { root } else { [module, &[name]].concat() }, path);
        }
    }
}

/// The paths that a file names, from the root of the crate. `use a::{b, c::d}` names `a::b` and `a::c::d`, and `d::e` after it `a::c::d::e`.
fn named(source: &str, module: &[String]) -> Vec<Vec<String>> {
    let mut named = Vec::new();
    let code: String =
        source.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect();
    let parent = &module[..module.len().saturating_sub(1)];
    read_paths(&code, "crate", &[], &mut named);
    read_paths(&code, "super", parent, &mut named);
    // Names that are brought in by `use`, of modules among others.
    for path in named.clone() {
        let path = path.strip_suffix(&["self".to_owned()]).unwrap_or(&path);
        if let Some(name) = path.last().filter(|name| !name.is_empty()) {
            read_paths(&code, name, path, &mut named);
        }
    }
    named
}

/// Adds the paths that begin with a word, an alias of the path `base`.
fn read_paths(code: &str, word: &str, base: &[String], named: &mut Vec<Vec<String>>) {
    let root = format!("{word}::");
    for (start, _) in code.match_indices(&root) {
        if code[..start].ends_with(|before: char| before.is_alphanumeric() || "_:$".contains(before)) {
            continue;
        }
        // Paths that a brace opens go back to where it stands.
        let (mut stack, mut path, mut word) = (Vec::new(), base.to_vec(), String::new());
        for letter in code[start + root.len()..].chars() {
            match letter {
                _ if letter.is_alphanumeric() || letter == '_' => word.push(letter),
                ':' if word.is_empty() => {}
                ':' if word == "super" => {
                    path.pop();
                    word.clear();
                }
                ':' => path.push(std::mem::take(&mut word)),
                '{' if word.is_empty() => stack.push(path.clone()),
                ' ' | '\n' if !stack.is_empty() => {}
                ',' | '}' if !stack.is_empty() => {
                    named.push([&path[..], &[std::mem::take(&mut word)]].concat());
                    path = stack.last().cloned().unwrap_or_default();
                    if letter == '}' {
                        stack.pop();
                    }
                }
                _ => break,
            }
        }
        named.push([&path[..], &[word]].concat());
    }
}

/// The files that each file uses.
fn uses(files: &BTreeMap<Vec<String>, PathBuf>) -> BTreeMap<&[String], BTreeSet<&[String]>> {
    let mut uses = BTreeMap::new();
    for (module, path) in files {
        let source = std::fs::read_to_string(path).expect("a file");
        // Dependencies of tests do not count.
        let source = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let file_of = |named: &Vec<String>| {
            let file = (1..=named.len()).rev().find_map(|length| files.get_key_value(&named[..length]));
            file.map(|(file, _)| file.as_slice()).filter(|file| file != module)
        };
        uses.insert(module.as_slice(), named(source, module).iter().filter_map(file_of).collect());
    }
    uses
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    for (folder, _) in CRATES {
        let mut files = BTreeMap::new();
        modules(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &[], &mut files);
        let mut uses = uses(&files);
        assert!(uses.values().map(BTreeSet::len).sum::<usize>() > files.len(), "uses are seen");
        // A file that uses none of the remaining files is not in a circle.
        while let Some(free) = uses.iter().find_map(|(file, used)| used.is_empty().then_some(*file)) {
            uses.remove(free);
            uses.values_mut().for_each(|used| _ = used.remove(free));
        }
        assert!(uses.is_empty(), "in {folder}, these use each other in a circle, or those that do: {uses:#?}");
    }
}

#[test]
fn rooms_use_those_below_them() {
    for (folder, rooms) in CRATES {
        let mut files = BTreeMap::new();
        modules(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &[], &mut files);
        let mut up = BTreeSet::new();
        for (file, used) in uses(&files) {
            // The root lists the rooms, and uses none.
            let Some(room) = file.first() else { continue };
            let floor = |room: &str| rooms.iter().position(|other| *other == room);
            assert!(floor(room).is_some(), "{room} has no place among the rooms");
            let above = used.iter().filter_map(|file| file.first()).filter(|other| floor(other) > floor(room));
            up.extend(above.map(|other| [room.as_str(), other]));
        }
        assert_eq!(up, BTreeSet::new(), "in {folder}: [a room, what it uses although it is above]");
    }
}
