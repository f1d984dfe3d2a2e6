//! The table of parameters.

use dedale::generate::ALGORITHMS;
use dedale::options::OPTIONS;
use dedale::picture::{ANIMATION_OPTIONS, MEASURE_OPTIONS, STYLE_OPTIONS};
use dedale::solve::SOLVERS;
use dedale_server::parameters::table::{Groups, Name, PARAMETERS, flag_word};

#[test]
fn names_find_their_parameters() {
    for (parameter, name) in PARAMETERS.iter().zip(Groups::all().names()) {
        assert_eq!(Name::find(parameter.name, parameter.group), Some(name));
        assert_eq!(name.as_str(), parameter.name);
    }
    assert_eq!(Name::find("algo", Groups::STYLE), None);
    assert_eq!(Name::find("algorithm", Groups::MAZE), Some(Name::Algo));
    assert_eq!(Name::find("algorithms", Groups::MAZE), None);
    let mut all: Vec<_> = PARAMETERS.iter().flat_map(|known| known.aliases.iter().chain([&known.name])).collect();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count, "no name is that of two parameters");
}

#[test]
fn every_group_says_where_it_is_valid() {
    for parameter in PARAMETERS.iter() {
        assert_ne!(parameter.valid_where().detail, "is not valid at this path", "{}", parameter.name);
    }
}

#[test]
fn words_for_on_and_off() {
    for (word, value) in [("True", Some("true")), ("", Some("true")), ("OFF", Some("false")), ("2", None)] {
        assert_eq!(flag_word(word), value, "{word}");
    }
}

#[test]
fn every_option_is_a_parameter_with_the_same_default_and_values() {
    let algorithms = ALGORITHMS.iter().flat_map(|info| info.options).map(|o| (o.name, o.default, o.values));
    let solvers = SOLVERS.iter().flat_map(|info| info.options).map(|o| (o.name, o.default, o.values));
    for option in OPTIONS {
        assert!(
            PARAMETERS.iter().any(|known| known.name == option.name),
            "add an entry for {} to the table",
            option.name
        );
    }
    let styles = STYLE_OPTIONS.iter().map(|o| (o.name, o.default, o.values));
    // What steps are shown depends on the path.
    let animations = ANIMATION_OPTIONS.iter().filter(|o| o.name != "steps").map(|o| (o.name, o.default, o.values));
    let measures = MEASURE_OPTIONS.iter().map(|o| (o.name, o.default, o.values));
    let pictures = styles.chain(animations).chain(measures);
    for (name, default, values) in algorithms.chain(solvers).chain(pictures) {
        let known = PARAMETERS.iter().find(|parameter| parameter.name == name);
        let known = known.unwrap_or_else(|| panic!("add an entry for {name} to the table of parameters"));
        // The seed of a solver is that of the maze, and drawn where none is given.
        let default = Some(default).filter(|default| !default.is_empty() && name != "seed");
        assert_eq!(known.default, default, "{name}");
        assert!(values.is_empty() || known.names.clone().is_none_or(|names| names == values), "{name}");
    }
}
