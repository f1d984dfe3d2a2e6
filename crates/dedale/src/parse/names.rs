//! Names of sides, one after another.

/// Directions as they were sent: a word whose letters are names of sides, names of any length, or a word followed by names.
///
/// A name of one letter takes as many bytes as the letter, since there may be millions.
///
/// ```
/// use dedale::parse::Names;
/// assert!(Names::word("NES").iter().eq(["N", "E", "S"]));
/// assert!("NE,SW".split(',').collect::<Names>().iter().eq(["NE", "SW"]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The letters of the word, and then the other names: each is its letter, or else [`LONG`], the digits of its length in bytes, and the name.
    text: String,
    /// How many bytes at the beginning are those of the word.
    word: usize,
}

/// The character before a name that has not exactly one letter, or is this one.
const LONG: char = '\0';

/// The numbers that a digit of a length may be. The last digit is below them, and the others are above.
const DIGITS: usize = 1 << 6;

impl Names {
    /// Returns the letters of a word.
    pub fn word(word: impl Into<String>) -> Names {
        let text = word.into();
        Names { word: text.len(), text }
    }

    /// Adds a name.
    pub fn push(&mut self, name: &str) {
        let mut letters = name.chars();
        if !matches!((letters.next(), letters.next()), (Some(letter), None) if letter != LONG) {
            self.text.push(LONG);
            let mut rest = name.len();
            while rest >= DIGITS {
                self.text.push((DIGITS + rest % DIGITS) as u8 as char);
                rest /= DIGITS;
            }
            self.text.push(rest as u8 as char);
        }
        self.text.push_str(name);
    }

    /// How many bytes all of them have together, with those that say how long they are.
    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    /// Returns the names, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let mut rest = &self.text[..self.word];
        let letters = std::iter::from_fn(move || {
            let (letter, others) = rest.split_at(rest.chars().next()?.len_utf8());
            rest = others;
            Some(letter)
        });
        letters.chain(self.others())
    }

    /// Returns the texts that were sent: the word as a whole, and then each other name.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        Some(&self.text[..self.word]).filter(|word| !word.is_empty()).into_iter().chain(self.others())
    }

    fn others(&self) -> impl Iterator<Item = &str> {
        let mut rest = &self.text[self.word..];
        std::iter::from_fn(move || {
            let mut chars = rest.chars();
            let letter = chars.next()?;
            let mut length = letter.len_utf8();
            if letter == LONG {
                let mut unit = 1;
                length = 0;
                for digit in chars.by_ref() {
                    length += digit as usize % DIGITS * unit;
                    unit *= DIGITS;
                    if (digit as usize) < DIGITS {
                        break;
                    }
                }
                rest = chars.as_str();
            }
            let (name, others) = rest.split_at(length);
            rest = others;
            Some(name)
        })
    }
}

impl<'a> FromIterator<&'a str> for Names {
    fn from_iter<I: IntoIterator<Item = &'a str>>(names: I) -> Names {
        let mut all = Names::default();
        names.into_iter().for_each(|name| all.push(name));
        all
    }
}
