//! Tables list what there is.

use std::collections::HashMap;
use std::process::Command;

use dedale::generate::ALGORITHMS;
use dedale::render::{Encoding, FORMATS};
use dedale::solve::{SOLVERS, WalkKind};
use dedale_server::paths::PATHS;
use dedale_server::problem::Kind;
use dedale_server::request::include::Include;
use dedale_server::request::parameters::PARAMETERS;

use crate::markdown::{Page, page};

fn api() -> Page {
    page("docs/api.md")
}

/// The first cells of a table.
fn first<'a>(page: &'a Page, heading: &str) -> Vec<&'a str> {
    page.table(heading).iter().map(|row| row[0]).collect()
}

/// The name, the default and the values of a parameter are those of the program.
fn check_parameter(row: &[&str]) {
    let parameter = PARAMETERS.iter().find(|parameter| parameter.name == row[0]);
    let parameter = parameter.unwrap_or_else(|| panic!("there is no parameter {}", row[0]));
    for alias in parameter.aliases {
        assert!(row[2].contains(&format!("`{alias}`")), "{}: {alias}", row[0]);
    }
    match parameter.default {
        Some(default) => assert_eq!(row[1], default, "{}", row[0]),
        None => assert!(!row[1].is_empty(), "{}: say what happens without it", row[0]),
    }
    // Algorithms and solvers have separate tables, and everybody knows what is true or false.
    let listed = parameter.names.names().filter(|_| !["algo", "solver"].contains(&row[0]));
    for value in listed.filter(|names| !names.contains(&"true")).unwrap_or_default() {
        assert!(row[2].contains(&format!("`{value}`")), "{}: {value}", row[0]);
    }
}

#[test]
fn every_parameter_has_its_line() {
    let page = api();
    let table = page.table("parameter");
    table.iter().for_each(|row| check_parameter(row));
    let mut listed: Vec<&str> = table.iter().map(|row| row[0]).collect();
    let mut expected: Vec<&str> = PARAMETERS.iter().map(|parameter| parameter.name).collect();
    listed.sort_unstable();
    expected.sort_unstable();
    assert_eq!(listed, expected);
}

#[test]
fn the_main_parameters_are_as_on_the_front_page() {
    page("README.md").table("parameter").iter().for_each(|row| check_parameter(row));
}

#[test]
fn every_algorithm_has_its_line() {
    let page = api();
    let expected: Vec<Vec<String>> = ALGORITHMS
        .iter()
        .map(|info| {
            let aliases: Vec<String> = info.aliases.iter().map(|alias| format!("`{alias}`")).collect();
            let aliases = if aliases.len() == 1 { info.aliases[0].to_owned() } else { aliases.join(", ") };
            vec![info.name.to_owned(), aliases, info.texture.to_owned()]
        })
        .collect();
    assert_eq!(page.table("`algo`"), expected);
}

#[test]
fn every_solver_has_its_line() {
    let page = api();
    let expected = SOLVERS.iter().map(|info| {
        let is_walked = info.walk == WalkKind::Moves;
        let [shortest, memory, loops, inside] = [info.shortest, info.needs_memory, info.solves_loops, is_walked]
            .map(|is_so| if is_so { "yes" } else { "no" });
        vec![info.name, shortest, memory, loops, inside, info.description]
    });
    assert_eq!(page.table("`solver`"), expected.collect::<Vec<_>>());
}

#[test]
fn every_format_and_encoding_has_its_line() {
    let page = api();
    let paths: Vec<String> = FORMATS
        .iter()
        .map(|info| info.extension.map(|extension| format!("/maze.{extension}")).unwrap_or_default())
        .collect();
    let listed: Vec<Vec<&str>> = page.table("`format`").into_iter().map(|row| row[..3].to_vec()).collect();
    let expected = FORMATS.iter().zip(&paths).map(|(info, path)| vec![info.name, path, info.media_type]);
    assert_eq!(listed, expected.collect::<Vec<_>>());

    assert_eq!(first(&page, "`encoding`"), Encoding::ALL.iter().map(|encoding| encoding.name()).collect::<Vec<_>>());
    assert_eq!(first(&page, "`include`"), Include::ALL.iter().map(|include| include.name()).collect::<Vec<_>>());
}

#[test]
fn every_path_has_its_line() {
    let page = api();
    let is_part_of_a_page = |path: &str| ["/page/{file}", "/map/{file}", "/docs/{file}"].contains(&path);
    let mut listed = first(&page, "path");
    let mut expected: Vec<&str> = PATHS.iter().copied().filter(|path| !is_part_of_a_page(path)).collect();
    listed.sort_unstable();
    expected.sort_unstable();
    assert_eq!(listed, expected);
}

#[test]
fn every_problem_has_its_line() {
    let page = api();
    let listed: Vec<Vec<String>> =
        page.table("status").iter().map(|row| row[..2].iter().map(|cell| (*cell).to_owned()).collect()).collect();
    let expected: Vec<Vec<String>> =
        Kind::ALL.iter().map(|kind| vec![kind.status.to_string(), kind.slug.to_owned()]).collect();
    assert_eq!(listed, expected);
}

/// The flags, variables and defaults of the table are those of `--help`.
#[test]
fn every_setting_has_its_line() {
    let page = page("docs/operations.md");
    let help = Command::new(env!("CARGO_BIN_EXE_dedale")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    // From one flag to the next, as one line: the text is wrapped.
    let flags: HashMap<&str, String> = help
        .split("\n      --")
        .skip(1)
        .map(|about| (about.split([' ', '\n']).next().unwrap(), about.split_whitespace().collect::<Vec<_>>().join(" ")))
        .collect();
    let between = |about: &str, start: &str| Some(about.split_once(start)?.1.split([']', '=']).next()?.to_owned());
    let mut listed = Vec::new();
    for row in page.table("flag") {
        let about = row[0].strip_prefix("--").and_then(|flag| flags.get(flag));
        let about = about.unwrap_or_else(|| panic!("there is no flag {}", row[0]));
        assert_eq!(between(about, "[env: ").as_deref(), Some(row[1]), "{}", row[0]);
        if let Some(default) = between(about, "[default: ").filter(|default| !default.contains(' ')) {
            assert_eq!(row[2].split(' ').next(), Some(&*default), "{}", row[0]);
        }
        listed.push(row[1].to_owned());
    }
    let mut variables: Vec<String> = flags.values().filter_map(|about| between(about, "[env: ")).collect();
    listed.sort_unstable();
    variables.sort_unstable();
    assert_eq!(listed, variables);
}
