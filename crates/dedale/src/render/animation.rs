//! How an animation looks, and how long it takes.

use std::fmt::{self, Formatter};

use super::Style;

/// What an animation shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shown {
    /// How the maze is built, from walls everywhere.
    #[default]
    Building,
    /// How the maze is solved.
    Solving,
}

impl Shown {
    /// Everything that an animation can show, in the order in which messages name it.
    pub const ALL: &'static [Shown] = &[Shown::Building, Shown::Solving];

    /// The name, as in a query.
    pub const fn name(self) -> &'static str {
        match self {
            Shown::Building => "building",
            Shown::Solving => "solving",
        }
    }
}

/// An animation of the steps of an algorithm: see [`Film`](super::Film).
///
/// ```
/// use dedale::render::Animation;
/// // Eight seconds of twenty pictures each, where there are as many steps; each step is a picture where there are fewer.
/// assert_eq!(Animation::DEFAULT.pictures(100_000), 160);
/// assert_eq!(Animation::DEFAULT.pictures(9), 10);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Animation {
    /// How each picture looks. The background must be opaque, and heat maps are not shown.
    pub style: Style,
    /// Whether the steps build the maze or solve it.
    pub shown: Shown,
    /// How many pictures are shown in a second: at least 1, and at most 50, since most programs do not show more.
    pub fps: u32,
    /// How many seconds it takes at most, from the first step to the last; then the last picture stays for two more.
    pub seconds: u32,
}

impl Default for Animation {
    fn default() -> Animation {
        Animation::DEFAULT
    }
}

impl Animation {
    /// How the maze is built, in eight seconds at most.
    pub const DEFAULT: Animation = Animation { style: Style::DEFAULT, shown: Shown::Building, fps: 20, seconds: 8 };

    /// How many pictures there are of so many steps: one before the first step, and one after each, but no more than there is time for.
    pub fn pictures(&self, steps: u64) -> u64 {
        self.most_pictures().min(steps.saturating_add(1))
    }

    /// How many pictures there are at most.
    pub fn most_pictures(&self) -> u64 {
        (u64::from(self.fps) * u64::from(self.seconds)).max(1)
    }

    /// About how many steps it takes to paint and to compress the pictures of a film of so many `steps`, each as long as one of
    /// [`MazeOptions::expected_steps`](crate::options::MazeOptions::expected_steps): what a maze of so many `cells` takes whose pictures have
    /// so many `pixels`, measured. `is_mesh` says whether it is on a [`Mesh`](crate::grid::Mesh).
    ///
    /// ```
    /// use dedale::render::{Animation, Shown};
    /// let of_squares = Animation::DEFAULT.expected_steps(514 * 514, 900, 1800, false);
    /// let of_a_mesh = Animation::DEFAULT.expected_steps(514 * 514, 900, 1800, true);
    /// assert!(of_squares < of_a_mesh);
    /// ```
    pub fn expected_steps(&self, pixels: u64, cells: u64, steps: u64, is_mesh: bool) -> u64 {
        let pictures = self.pictures(steps);
        let of_pixels = |count: u64, each: u64, of: u64| pixels.saturating_mul(count).saturating_mul(each) / of;
        // However many steps there are, a cell looks different only a few times.
        let changes = steps.min(cells.saturating_mul(4));
        // A search is seen in many places at a time, and so the rectangle that has changed is larger; but it draws no walls.
        let (of_rectangle, whole, of_change) = match self.shown {
            Shown::Building => (128, 8, 10),
            Shown::Solving => (32, 6, 3),
        };
        let written = of_pixels(pictures, 1, of_rectangle);
        let (whole, changed) = if is_mesh {
            (of_pixels(1, whole, 1), of_pixels(changes, of_change, cells.max(1)))
        } else {
            // Squares are painted by rows, and at most the whole picture each time.
            let by_rows = of_pixels(changes, 1, 20 * cells.isqrt().max(1));
            (pixels / 2, by_rows.min(of_pixels(pictures, 1, 10)))
        };
        written.saturating_add(whole).saturating_add(changed)
    }

    /// When a picture is shown, counted from 0, in hundredths of a second after the first.
    pub(super) fn start_of(&self, picture: u64) -> u64 {
        picture * 100 / u64::from(self.fps.max(1))
    }
}

impl Animation {
    /// Writes a text that is another one for every other value, with a space before it.
    pub(super) fn identify(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Animation { style, shown, fps, seconds } = self;
        style.identify(f)?;
        write!(f, " shown={} fps={fps} seconds={seconds}", shown.name())
    }
}
