//! One maze after the other.

use std::borrow::Cow;

use crate::observe::Observer;
use crate::options::{MakeError, MazeOptions};
use crate::picture::{Head, Picture};

/// Makes mazes that differ in their seeds. What they have in common is found out once.
///
/// ```
/// use dedale::{dataset::Maker, options::MazeOptions, rng::derived_seed};
///
/// let options: MazeOptions = "w=15&h=15&algo=wilson".parse()?;
/// let mut maker = Maker::new(options.clone(), None);
/// for number in 0..100 {
///     let seed = derived_seed(7, number);
///     let picture = maker.make(seed, &mut ())?;
///     let alone = options.with_seed(seed).make(&mut ())?;
///     assert_eq!((picture.maze, picture.head), (alone.maze, alone.head));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Maker {
    options: MazeOptions,
    attempts: Option<u32>,
    /// What JSON says of each, with another seed.
    head: Head,
}

impl Maker {
    /// A maker of the mazes with these options. Where something is wanted of each maze that only finished mazes show, it is looked for in this
    /// many attempts, if any.
    pub fn new(options: MazeOptions, attempts: Option<u32>) -> Maker {
        let head = if attempts.is_some() { options.found_at(options.seed()).head() } else { options.head() };
        Maker { options, attempts, head }
    }

    /// The options that all have in common, with the seed of the last one.
    pub(crate) fn options(&self) -> &MazeOptions {
        &self.options
    }

    /// Makes the maze of this seed, of which the lowest 53 bits are taken.
    ///
    /// # Errors
    ///
    /// [`MakeError`], as [`MazeOptions::find`] and [`MazeOptions::make`].
    pub fn make<O: Observer>(&mut self, seed: u64, observer: &mut O) -> Result<Picture, MakeError<O::Stop>> {
        self.options.set_seed(seed);
        let options = match self.attempts {
            Some(most) => Cow::Owned(self.options.find(most, observer)?),
            None => Cow::Borrowed(&self.options),
        };
        if !options.is_plain() || options.window().is_some() {
            return options.make(observer);
        }
        let head = Head { seed: Some(options.seed()), ..self.head.clone() };
        options.make_plain(head, observer)
    }
}
