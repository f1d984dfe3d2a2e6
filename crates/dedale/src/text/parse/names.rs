//! Names of sides, one after another.

/// A list of names of sides, as directions are: a word whose letters are names, or names of any length, or the first and then the second.
///
/// ```
/// use dedale::text::parse::Names;
/// assert!(Names::word("NES").iter().eq(["N", "E", "S"]));
/// assert!(Names::list("NE,SW".split(',')).iter().eq(["NE", "SW"]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// All of them together, since there may be millions.
    text: String,
    /// How many bytes at the beginning are those of the word.
    word: usize,
    /// Where each of the others ends.
    ends: Vec<usize>,
}

impl Names {
    /// The letters of a word.
    pub fn word(word: impl Into<String>) -> Names {
        let text = word.into();
        Names { word: text.len(), text, ends: Vec::new() }
    }

    /// These names.
    pub fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> Names {
        let mut list = Names::default();
        names.into_iter().for_each(|name| list.push(name));
        list
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.text[..self.word].chars().count() + self.ends.len()
    }

    /// How many bytes all of them have together.
    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.word == 0 && self.ends.is_empty()
    }

    /// The names, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        let mut ends = self.ends.iter();
        std::iter::from_fn(move || {
            let end = match self.text[start..self.word.max(start)].chars().next() {
                Some(letter) => start + letter.len_utf8(),
                None => *ends.next()?,
            };
            Some(&self.text[std::mem::replace(&mut start, end)..end])
        })
    }

    /// The texts that were sent: the word as a whole, and then each other name.
    ///
    /// ```
    /// use dedale::text::parse::Names;
    /// assert!(Names::word("NES").texts().eq(["NES"]));
    /// assert!(Names::list(["N", "E"]).texts().eq(["N", "E"]));
    /// ```
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let mut start = self.word;
        let others = self.ends.iter().map(move |&end| &self.text[std::mem::replace(&mut start, end)..end]);
        Some(&self.text[..self.word]).filter(|word| !word.is_empty()).into_iter().chain(others)
    }

    /// Adds a name.
    pub fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len());
    }
}
