//! What is wrong with a parameter, in words that its sender can act on.

use std::fmt;

use super::parameters::{Groups, Name};

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

    /// A fault of a parameter whose value is not one of `allowed`: `unknown {what}`, with a suggestion.
    pub fn unknown(parameter: &str, value: Option<&str>, what: &str, allowed: Vec<&'static str>) -> Fault {
        let given = value.unwrap_or(parameter);
        let detail = match nearest(given, &allowed) {
            Some(name) => format!("unknown {what}; did you mean '{name}'?"),
            None if allowed.is_empty() => format!("unknown {what}; none is allowed here"),
            None => format!("unknown {what}; must be one of {}", allowed.join(", ")),
        };
        Fault { allowed, ..Fault::new(parameter, value, detail) }
    }

    /// A fault of a parameter that is not one of those of its path, sent with this value: `groups` are these.
    pub fn stray(parameter: &str, value: &str, groups: Groups) -> Fault {
        let fault = |detail: String| Fault::new(parameter, Some(value), detail);
        if groups == Groups::NONE {
            return fault("unknown parameter; this path takes none".to_owned());
        }
        if let Some(known) = Name::find_anywhere(parameter) {
            return fault(known.parameter().valid_where().to_owned());
        }
        if let Some(meant) = meant(parameter, groups) {
            return fault(format!("unknown parameter; did you mean {meant}?"));
        }
        let allowed = groups.parameters().map(|known| known.name).collect();
        Fault { allowed, ..fault("unknown parameter; those of this path are listed in `allowed`".to_owned()) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Some(value) if is_plain(value) => write!(f, "{}={value}: {}", self.parameter, self.detail),
            Some(value) => write!(f, "{}={value:?}: {}", self.parameter, self.detail),
            None => write!(f, "{}: {}", self.parameter, self.detail),
        }
    }
}

/// Everything that is wrong with a request: at least one [`Fault`]. Of very many, the first [`Faults::MOST`] are listed; if there is another
/// one, it is seen that there are more.
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

/// Whether a value needs no quotes to stand out from the words around it.
fn is_plain(value: &str) -> bool {
    !value.is_empty() && value.chars().all(|letter| letter.is_alphanumeric() || "-_.,;:+#…".contains(letter))
}

/// Other names for parameters that are not clear enough to be accepted, and the parameters that may be meant.
const OTHER_WORDS: [(&str, &str, &[Name]); 11] = [
    ("size", " and ", &[Name::W, Name::H]),
    ("type", " or ", &[Name::Algo, Name::Format]),
    ("cols", "", &[Name::W]),
    ("columns", "", &[Name::W]),
    ("rows", "", &[Name::H]),
    ("start", "", &[Name::From]),
    ("entrance", "", &[Name::From]),
    ("end", " or ", &[Name::To, Name::Ends]),
    ("goal", "", &[Name::To]),
    ("exit", "", &[Name::To]),
    ("solve", " or ", &[Name::Solver, Name::Solution]),
];

/// The parameters of these groups that may be meant by a wrong name, in quotes.
fn meant(given: &str, groups: Groups) -> Option<String> {
    let quoted = |name: &str| format!("'{name}'");
    if let Some((_, between, names)) = OTHER_WORDS.iter().find(|(word, ..)| word.eq_ignore_ascii_case(given)) {
        let there = names.iter().filter(|name| name.parameter().group.intersects(groups));
        let there: Vec<_> = there.map(|name| quoted(name.as_str())).collect();
        return Some(there.join(between)).filter(|text| !text.is_empty());
    }
    let known = groups.parameters().flat_map(|known| known.aliases.iter().copied().chain([known.name]));
    nearest(given, &known.collect::<Vec<_>>()).map(quoted)
}

/// The one of `names` of which `given` may be a misspelling.
pub fn nearest(given: &str, names: &[&'static str]) -> Option<&'static str> {
    let given = given.to_ascii_lowercase();
    // Short names are rarely misspelled, long ones often.
    let near = |name: &str| (name.len().max(given.len()) / 3).max(1);
    names
        .iter()
        .filter(|_| (1..=64).contains(&given.len()))
        .map(|&name| (strsim::damerau_levenshtein(&given, name), name))
        // A name that shares no letter with the given one was not meant.
        .filter(|&(distance, name)| distance <= near(name) && distance < name.chars().count())
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
        assert_eq!(nearest("x", &names), None);
        assert_eq!(nearest("W", &names), Some("w"));
        assert_eq!(nearest("", &names), None);
        assert_eq!(nearest(&"prim".repeat(100), &names), None);
    }

    #[test]
    fn suggests_parameters_of_the_path_by_what_others_call_them() {
        let meant = |given| meant(given, Groups::MAZE);
        for (given, names) in [
            ("Size", Some("'w' and 'h'")),
            // There is no format among these.
            ("type", Some("'algo'")),
            ("widht", Some("'width'")),
            ("algo_rithm", Some("'algorithm'")),
            ("foo", None),
        ] {
            assert_eq!(meant(given).as_deref(), names, "{given}");
        }
    }

    #[test]
    fn values_have_quotes_where_they_need_them() {
        for (value, told) in
            [("0,0", "w=0,0: no"), ("", "w=\"\": no"), ("a b", "w=\"a b\": no"), ("\n", "w=\"\\n\": no")]
        {
            assert_eq!(Fault::new("w", Some(value), "no").to_string(), told);
        }
    }

    #[test]
    fn long_values_are_cut_between_characters() {
        let fault = Fault::new("w", Some(&"é".repeat(101)), "must be short");
        assert_eq!(fault.value.unwrap().chars().count(), 101);
    }
}
