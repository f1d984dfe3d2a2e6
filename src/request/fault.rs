//! What is wrong with a parameter, in words that its sender can act on.

use std::fmt;

/// One thing that is wrong with one parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The parameter's name, as it was sent.
    pub parameter: String,
    /// The value that was sent, cut after [`Fault::LONGEST_VALUE`] characters; `None` where the fault is not about a value.
    pub value: Option<String>,
    /// The reason, and what is allowed.
    pub detail: String,
    /// Every name that is allowed, where there is a list of them.
    pub allowed: Vec<&'static str>,
}

impl Fault {
    /// How many characters of a value are repeated to its sender.
    pub const LONGEST_VALUE: usize = 100;

    /// A fault of `parameter`, whose value was `value`.
    pub fn new(parameter: &str, value: Option<&str>, detail: impl Into<String>) -> Fault {
        Fault { parameter: cut(parameter), value: value.map(cut), detail: detail.into(), allowed: Vec::new() }
    }

    /// A fault of a parameter that must be one of `allowed` and is not: `unknown {what}`, and the name that was perhaps meant.
    pub fn unknown(parameter: &str, value: Option<&str>, what: &str, allowed: Vec<&'static str>) -> Fault {
        let given = value.unwrap_or(parameter);
        let detail = match nearest(given, &allowed) {
            Some(name) => format!("unknown {what}; did you mean '{name}'?"),
            None if allowed.is_empty() => format!("unknown {what}; none is allowed here"),
            None => format!("unknown {what}; must be one of {}", allowed.join(", ")),
        };
        Fault { allowed, ..Fault::new(parameter, value, detail) }
    }

    /// A fault of a parameter that does not exist, sent with this value; `known` are those that do.
    pub fn stray(parameter: &str, value: &str, known: Vec<&'static str>) -> Fault {
        Fault { value: Some(cut(value)), ..Fault::unknown(parameter, None, "parameter", known) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Some(value) => write!(f, "{}={value:?}: {}", self.parameter, self.detail),
            None => write!(f, "{}: {}", self.parameter, self.detail),
        }
    }
}

/// Everything that is wrong with a request: at least one [`Fault`], and of very many the first [`Faults::MOST`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// How many faults are reported at once.
    pub const MOST: usize = 100;
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            let separator = if i == 0 { "" } else { "; " };
            write!(f, "{separator}{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// The beginning of what a caller sent, as much as is repeated.
pub fn cut(text: &str) -> String {
    match text.char_indices().nth(Fault::LONGEST_VALUE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The one of `names` that a slip of the finger may have turned into `given`.
fn nearest(given: &str, names: &[&'static str]) -> Option<&'static str> {
    let given = given.to_ascii_lowercase();
    // A slip is rare in a short name and cheap to make in a long one.
    let near = |name: &str| (name.len().max(given.len()) / 3).max(1);
    names
        .iter()
        .filter(|_| (1..=64).contains(&given.len()))
        .map(|&name| (strsim::damerau_levenshtein(&given, name), name))
        .filter(|&(distance, name)| distance <= near(name))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_what_was_meant_and_nothing_else() {
        let names = ["prim", "true-prim", "kruskal", "w", "h", "hunt-and-kill"];
        assert_eq!(nearest("pirm", &names), Some("prim"));
        assert_eq!(nearest("PRIM", &names), Some("prim"));
        assert_eq!(nearest("hunt_and_kill", &names), Some("hunt-and-kill"));
        assert_eq!(nearest("foo", &names), None);
        assert_eq!(nearest("", &names), None);
        assert_eq!(nearest(&"prim".repeat(100), &names), None);
    }

    #[test]
    fn long_values_are_cut_between_characters() {
        let fault = Fault::new("w", Some(&"é".repeat(101)), "must be short");
        assert_eq!(fault.value.unwrap().chars().count(), 101);
    }
}
