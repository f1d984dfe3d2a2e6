//! The parameters of a maze, by name: what the readers of a query know, and the interface's description is held to.

use crate::edit::Lines;
use crate::generate::{ALGORITHMS, Bias};

use super::EndsRule;

/// A parameter of a query.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// The value when it is not given, where there is a fixed one.
    pub default: Option<&'static str>,
    /// Whether it may be given more than once.
    pub repeatable: bool,
    /// Every value, where the values are names.
    pub names: Option<fn() -> Vec<&'static str>>,
}

impl Parameter {
    /// A parameter that is given at most once, and has no default.
    pub const fn new(name: &'static str) -> Parameter {
        Parameter { name, default: None, repeatable: false, names: None }
    }

    /// The same with a default.
    pub const fn or(self, default: &'static str) -> Parameter {
        Parameter { default: Some(default), ..self }
    }

    /// The same, whose values are names.
    pub const fn of(self, names: fn() -> Vec<&'static str>) -> Parameter {
        Parameter { names: Some(names), ..self }
    }
}

/// Every parameter that shapes a maze.
pub static PARAMETERS: [Parameter; 14] = [
    Parameter::new("algo").or("backtracker").of(algorithm_names),
    Parameter::new("w").or("30"),
    Parameter::new("h").or("30"),
    Parameter::new("seed"),
    Parameter::new("from"),
    Parameter::new("to"),
    Parameter::new("ends").or("corners").of(|| EndsRule::ALL.map(EndsRule::name).to_vec()),
    Parameter::new("doors").or("false").of(|| vec!["true", "false"]),
    Parameter::new("braid").or("0"),
    Parameter::new("max_walls"),
    Parameter::new("max_walls_in").or("both").of(|| Lines::ALL.map(Lines::name).to_vec()),
    Parameter { repeatable: true, ..Parameter::new("remove") },
    Parameter::new("pick").or("newest:50,random:50"),
    Parameter::new("bias").or("se").of(|| Bias::ALL.map(Bias::name).to_vec()),
];

/// Every name and alias of an algorithm.
pub(super) fn algorithm_names() -> Vec<&'static str> {
    let names = ALGORITHMS.iter().map(|about| about.name);
    names.chain(ALGORITHMS.iter().flat_map(|about| about.aliases.iter().copied())).collect()
}
