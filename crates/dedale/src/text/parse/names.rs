//! Names of sides, one after another.

/// A list of names of sides, as directions are: a word whose letters are names, or names of any length.
///
/// ```
/// use dedale::text::parse::Names;
/// assert!(Names::word("NES").iter().eq(["N", "E", "S"]));
/// assert!(Names::list("NE,SW".split(',')).iter().eq(["NE", "SW"]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// All of them together, since there may be millions.
    text: String,
    /// Where each ends; `None` where each is one letter.
    ends: Option<Vec<usize>>,
}

impl Names {
    /// The letters of a word.
    pub fn word(word: impl Into<String>) -> Names {
        Names { text: word.into(), ends: None }
    }

    /// These names.
    pub fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> Names {
        let mut list = Names { text: String::new(), ends: Some(Vec::new()) };
        names.into_iter().for_each(|name| list.push(name));
        list
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.as_ref().map_or_else(|| self.text.chars().count(), Vec::len)
    }

    /// How many bytes all of them have together.
    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The names, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        let mut next = self.ends.iter().flatten();
        std::iter::from_fn(move || {
            let end = match self.ends {
                Some(_) => *next.next()?,
                None => start + self.text[start..].chars().next()?.len_utf8(),
            };
            Some(&self.text[std::mem::replace(&mut start, end)..end])
        })
    }

    pub(super) fn push(&mut self, name: &str) {
        self.text.push_str(name);
        let end = self.text.len();
        self.ends.get_or_insert_default().push(end);
    }
}
