//! One type name has one meaning: two files define types of the same name only for a reason that is listed here.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::layering::modules;

/// The folders of all crates.
const FOLDERS: [&str; 4] = ["src", "crates/book/src", "crates/heap/src", "crates/dedale/src"];

/// The reasons why several types may share a name.
const READ_AND_WRITTEN: &str =
    "the same thing, as it is read and as it is written, or where it is kept and where it is listed";
const OF_A_FORM: &str = "private to the reader of a form, which names what that form has";
const OF_A_FILE: &str = "private to a file, whose subject says what it means there; the other file never meets it";
const OF_THE_SERVICE: &str =
    "one of the library, and one of the service, which says of HTTP what the library says of mazes";

/// The names of types that several files define, and why.
const SHARED: &[(&str, &str)] = &[
    ("Address", OF_THE_SERVICE),
    ("Bands", OF_A_FORM),
    ("Batch", OF_A_FILE),
    ("Block", OF_A_FILE),
    ("Cells", OF_THE_SERVICE),
    ("Colors", READ_AND_WRITTEN),
    ("Crossing", READ_AND_WRITTEN),
    ("Descent", OF_A_FILE),
    ("Drawing", OF_THE_SERVICE),
    ("Edge", OF_A_FILE),
    ("Ends", READ_AND_WRITTEN),
    ("Failure", OF_THE_SERVICE),
    ("Found", OF_THE_SERVICE),
    ("Frames", OF_THE_SERVICE),
    ("Inner", OF_A_FILE),
    ("Kind", OF_THE_SERVICE),
    ("Length", OF_A_FILE),
    ("Line", OF_A_FILE),
    ("Lines", OF_A_FILE),
    ("Mark", OF_A_FILE),
    ("Marked", OF_A_FILE),
    ("Marks", READ_AND_WRITTEN),
    ("Member", OF_A_FILE),
    ("Node", READ_AND_WRITTEN),
    ("NodeSide", READ_AND_WRITTEN),
    ("Notation", OF_A_FILE),
    ("Number", OF_A_FORM),
    ("OfCells", READ_AND_WRITTEN),
    ("Outline", READ_AND_WRITTEN),
    ("Output", OF_THE_SERVICE),
    ("Parsed", OF_A_FILE),
    ("Parts", OF_A_FORM),
    ("Piece", OF_THE_SERVICE),
    ("Point", OF_A_FORM),
    ("Reader", OF_A_FORM),
    ("Reason", OF_THE_SERVICE),
    ("Request", OF_THE_SERVICE),
    ("Resource", OF_THE_SERVICE),
    ("Room", OF_A_FILE),
    ("Search", OF_A_FILE),
    ("Shape", OF_A_FORM),
    ("Share", OF_THE_SERVICE),
    ("Shown", OF_THE_SERVICE),
    ("SideNames", OF_THE_SERVICE),
    ("Square", OF_A_FORM),
    ("State", OF_A_FILE),
    ("Stream", OF_THE_SERVICE),
    ("Text", OF_A_FILE),
    ("Tile", OF_A_FILE),
    ("Tiles", OF_A_FILE),
    ("Trail", OF_A_FILE),
    ("Watch", OF_THE_SERVICE),
    ("Weights", OF_A_FORM),
    ("Whole", OF_A_FILE),
    ("Words", OF_THE_SERVICE),
    ("Work", OF_THE_SERVICE),
    ("Writer", OF_THE_SERVICE),
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
