//! Making one maze after another.

use crate::observe::Observer;
use crate::options::{MakeError, MazeOptions};
use crate::picture::Picture;

/// Makes mazes that differ in their seeds.
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
///     assert_eq!((picture.maze, picture.metadata), (alone.maze, alone.metadata));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Maker {
    options: MazeOptions,
    attempts: Option<u32>,
}

impl Maker {
    /// Creates a maker of mazes with these options. If they want something that only finished mazes show, it is looked for in this many
    /// attempts.
    pub fn new(options: MazeOptions, attempts: Option<u32>) -> Maker {
        Maker { options, attempts }
    }

    /// Returns the options that all mazes have in common, with the seed of the last one.
    pub(crate) fn options(&self) -> &MazeOptions {
        &self.options
    }

    /// Makes the maze of this seed, or of its lowest 53 bits if it is larger. If the word of the options does not fit on its way, it makes the
    /// first of the next [`MazeOptions::MAX_FITTING`] mazes of [attempts](crate::rng::attempt_seed) on whose way it does.
    ///
    /// # Errors
    ///
    /// The [`MakeError`] of [`MazeOptions::find`] and [`MazeOptions::make`].
    pub fn make<O: Observer>(&mut self, seed: u64, observer: &mut O) -> Result<Picture, MakeError<O::Stop>> {
        self.options.set_seed(seed);
        match self.attempts {
            Some(most) => self.options.find(most, observer)?.make_fitting(observer),
            None => self.options.make_fitting(observer),
        }
    }
}
