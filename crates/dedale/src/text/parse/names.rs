//! Names of sides, one after another.

/// Directions as they were sent: a word whose letters are names of sides, or names of any length, or the first and then the second.
///
/// ```
/// use dedale::text::parse::Names;
/// assert!(Names::word("NES").iter().eq(["N", "E", "S"]));
/// assert!("NE,SW".split(',').collect::<Names>().iter().eq(["NE", "SW"]));
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

    /// Adds a name.
    pub fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len());
    }

    /// How many bytes all of them have together.
    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    /// The names, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.text[..self.word].split("").filter(|letter| !letter.is_empty()).chain(self.others())
    }

    /// The texts that were sent: the word as a whole, and then each other name.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        Some(&self.text[..self.word]).filter(|word| !word.is_empty()).into_iter().chain(self.others())
    }

    fn others(&self) -> impl Iterator<Item = &str> {
        let mut start = self.word;
        self.ends.iter().map(move |&end| &self.text[std::mem::replace(&mut start, end)..end])
    }
}

impl<'a> FromIterator<&'a str> for Names {
    fn from_iter<I: IntoIterator<Item = &'a str>>(names: I) -> Names {
        let mut all = Names::default();
        names.into_iter().for_each(|name| all.push(name));
        all
    }
}
