//! The options that shaped a maze, as JSON tells them.

use std::fmt;

/// Names and values in the order in which they were added, which is that of their JSON object.
///
/// ```
/// use dedale::picture::OptionList;
/// let mut options = OptionList::default();
/// options.push("braid", 0.5);
/// options.push("doors", true);
/// assert_eq!(options.get("braid").unwrap().to_string(), "0.5");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OptionList(Vec<(&'static str, OptionValue)>);

/// The value of an option.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
#[non_exhaustive]
pub enum OptionValue {
    /// Yes or no.
    Flag(bool),
    /// A number, such as a share between 0 and 1.
    Number(f64),
    /// A whole number.
    Whole(u64),
    /// A name, or another text.
    Text(String),
    /// Several texts.
    List(Vec<String>),
}

impl OptionList {
    /// Adds an option at the end. Each name is added once.
    pub fn push(&mut self, name: &'static str, value: impl Into<OptionValue>) {
        debug_assert!(self.get(name).is_none(), "{name} is added twice");
        self.0.push((name, value.into()));
    }

    /// The value of the option with this name.
    pub fn get(&self, name: &str) -> Option<&OptionValue> {
        self.iter().find(|option| option.0 == name).map(|option| option.1)
    }

    /// Names and values, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &OptionValue)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }
}

impl FromIterator<(&'static str, OptionValue)> for OptionList {
    fn from_iter<I: IntoIterator<Item = (&'static str, OptionValue)>>(options: I) -> OptionList {
        let mut list = OptionList::default();
        options.into_iter().for_each(|(name, value)| list.push(name, value));
        list
    }
}

/// As in text.
impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Flag(flag) => flag.fmt(f),
            OptionValue::Number(number) => number.fmt(f),
            OptionValue::Whole(number) => number.fmt(f),
            OptionValue::Text(text) => f.write_str(text),
            OptionValue::List(texts) => f.write_str(&texts.join(";")),
        }
    }
}

impl From<bool> for OptionValue {
    fn from(flag: bool) -> OptionValue {
        OptionValue::Flag(flag)
    }
}

impl From<f64> for OptionValue {
    fn from(number: f64) -> OptionValue {
        OptionValue::Number(number)
    }
}

impl OptionValue {
    /// The value that this text means: a whole number if it consists of digits.
    pub fn of_text(text: String) -> OptionValue {
        let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| is_whole).map_or(OptionValue::Text(text), OptionValue::Whole)
    }
}

impl From<&str> for OptionValue {
    fn from(text: &str) -> OptionValue {
        OptionValue::Text(text.to_owned())
    }
}

impl From<String> for OptionValue {
    fn from(text: String) -> OptionValue {
        OptionValue::Text(text)
    }
}

impl From<Vec<String>> for OptionValue {
    fn from(texts: Vec<String>) -> OptionValue {
        OptionValue::List(texts)
    }
}
