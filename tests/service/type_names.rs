//! One type name has one meaning: types of several files share a name only for a reason that is listed here.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::layering::modules;

/// The folders of all crates.
const FOLDERS: [&str; 4] = ["src", "crates/book/src", "crates/heap/src", "crates/dedale/src"];

/// The names of types that several files define, and why.
const SHARED: &[(&str, &str)] = &[
    ("Crossing", "a member of JSON as it is read, and the crossing of a grid that it describes"),
    ("Node", "a node of a graph in JSON, as it is written and as it is read"),
    ("NodeSide", "a side of a node of a graph in JSON, as it is written and as it is read"),
    ("Share", "a part of a whole: of the cells of a maze, and of a resource of the service"),
    (
        "Text",
        "a string of JSON without a copy, private to the library and to the service, since neither is part of a face",
    ),
    ("Words", "the words of one language, those of a book and those of the pages"),
];

/// The names of the types that a file defines, also in a macro or a module.
fn defined(source: &str) -> impl Iterator<Item = &str> {
    source.lines().filter_map(|line| {
        // Types of an `impl`, such as `type Item`, are further in.
        let is_nested = line.starts_with("    ");
        let line = if is_nested { &line[4..] } else { line };
        let (visibility, rest) = line.split_once(' ')?;
        let line = if visibility.starts_with("pub") { rest } else { line };
        let (keyword, rest) = line.split_once(' ')?;
        let is_type = ["struct", "enum", "trait", "union"].contains(&keyword) || (keyword == "type" && !is_nested);
        rest.split(|letter: char| !letter.is_alphanumeric()).next().filter(|_| is_type)
    })
}

#[test]
fn a_type_name_has_one_meaning() {
    let mut files_of = BTreeMap::<String, BTreeSet<String>>::new();
    for folder in FOLDERS {
        let mut files = BTreeMap::new();
        modules(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &[], &mut files);
        for (module, path) in files {
            let source = std::fs::read_to_string(path).expect("a file");
            for name in defined(&source) {
                files_of.entry(name.to_owned()).or_default().insert(format!("{folder}/{}", module.join("/")));
            }
        }
    }
    assert!(files_of.len() > 300, "types are seen");
    files_of.retain(|_, files| files.len() > 1);
    let known: BTreeSet<&str> = SHARED.iter().map(|(name, _)| *name).collect();
    let shared: BTreeSet<&str> = files_of.keys().map(String::as_str).collect();
    let new: Vec<_> = shared.difference(&known).map(|&name| (name, &files_of[name])).collect();
    assert!(new.is_empty(), "types that share a name, without a reason in SHARED: {new:#?}");
    let gone: Vec<_> = known.difference(&shared).collect();
    assert!(gone.is_empty(), "these are in SHARED, and no two files define them: {gone:?}");
}
