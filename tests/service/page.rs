//! The page knows every parameter that decides a maze: by a control, or in a link that it passes on.

use dedale::picture::Palette;
use dedale_server::request::parameters::Groups;

const ADDRESS: &str = include_str!("../../src/page/address.js");

/// The text between the bracket after `const NAME =` and the one that closes it.
fn list(name: &str, [open, close]: [char; 2]) -> &'static str {
    let rest = ADDRESS.split_once(&format!("const {name} = {open}")).map(|(_, rest)| rest);
    let rest = rest.unwrap_or_else(|| panic!("src/page/address.js has no {name}"));
    rest.split_once(close).unwrap().0
}

/// The texts in single quotes.
fn quoted(list: &'static str) -> Vec<&'static str> {
    list.split('\'').skip(1).step_by(2).collect()
}

#[test]
fn every_parameter_of_a_maze_and_a_solver_is_in_the_address_of_the_page() {
    // The options of single algorithms are in a separate list.
    let defaults = ["DEFAULTS", "OF_ALGORITHMS"].map(|name| list(name, ['{', '}'])).concat();
    let passed_on = quoted(list("PASSED_ON", ['[', ']']));
    for parameter in (Groups::MAZE | Groups::SOLVER).parameters() {
        let name = parameter.name;
        if passed_on.contains(&name) {
            continue;
        }
        let default = defaults.split_once(&format!(" {name}: '")).map(|(_, rest)| rest.split_once('\'').unwrap().0);
        let default = default.unwrap_or_else(|| {
            panic!("add {name} to DEFAULTS in src/page/address.js and give it a control, or add it to PASSED_ON there")
        });
        // Those of one algorithm or solver are left to the service until they are chosen.
        assert!(default.is_empty() || Some(default) == parameter.default, "{name}: '{default}' in src/page/address.js");
    }
}

#[test]
fn palettes_are_those_of_the_service() {
    let palettes: Vec<&str> = Palette::ALL.iter().map(|palette| palette.name()).collect();
    assert_eq!(quoted(list("PALETTES", ['[', ']'])), palettes, "PALETTES in src/page/address.js");
}

#[test]
fn options_that_determine_walls_are_parameters_of_the_maze() {
    let known: Vec<&str> = Groups::MAZE.parameters().map(|parameter| parameter.name).collect();
    for name in quoted(list("OF_THE_MAZE", ['[', ']'])).into_iter().chain(quoted(list("PASSED_ON", ['[', ']']))) {
        assert!(known.contains(&name), "{name} in src/page/address.js");
    }
}
