//! The options that shaped a maze, as JSON tells them.

use crate::about::OptionValue;

/// Names and values in the order in which they were added, which is that of their JSON object.
///
/// ```
/// use dedale::picture::OptionList;
/// let mut options = OptionList::default();
/// options.push("braid", 0.5);
/// options.push("doors", true);
/// assert_eq!(options.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["braid", "doors"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OptionList(Vec<(&'static str, OptionValue)>);

impl OptionList {
    /// Adds an option at the end. Each name is added once.
    pub fn push(&mut self, name: &'static str, value: impl Into<OptionValue>) {
        debug_assert!(self.get(name).is_none(), "{name} is added twice");
        self.0.push((name, value.into()));
    }

    /// The value of the option with this name.
    pub(crate) fn get(&self, name: &str) -> Option<&OptionValue> {
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
