//! What the fuzzers are given to begin with knows every path and every parameter.

use std::collections::BTreeSet;

use dedale_server::paths::PATHS;
use dedale_server::request::parameters::{PARAMETERS, Parameter};

/// The words of the dictionary, without their quotes.
fn words() -> BTreeSet<&'static str> {
    let lines = include_str!("../fuzz/requests.dict").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let word = |line: &'static str| line.strip_prefix('"').and_then(|line| line.strip_suffix('"'));
    lines.map(|line| word(line).unwrap_or_else(|| panic!("no word of a dictionary: {line}"))).collect()
}

#[test]
fn the_dictionary_of_requests_has_every_path_and_every_parameter_with_its_values() {
    let mut wanted: BTreeSet<String> = PATHS.iter().map(|path| path.replace("{file}", "")).collect();
    for Parameter { name, names, .. } in PARAMETERS {
        wanted.insert(format!("&{name}="));
        wanted.extend(names.map(|names| names()).unwrap_or_default().into_iter().map(str::to_owned));
    }
    let words = words();
    let missing: Vec<String> =
        wanted.iter().filter(|word| !words.contains(word.as_str())).map(|word| format!("{word:?}")).collect();
    assert!(missing.is_empty(), "fuzz/requests.dict lacks:\n{}", missing.join("\n"));
}
