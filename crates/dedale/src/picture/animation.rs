//! The look and the duration of an animation.

use super::Style;
use super::film::FILM_BYTES;
use crate::about::named;

named! {
    /// What an animation shows.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Shown {
        /// The generation of the maze, from walls everywhere.
        #[default]
        Building = "building",
        /// The solution of the maze.
        Solving = "solving",
    }
}

/// The kinds of mazes that take different times to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Surface {
    /// Plain squares.
    Squares,
    /// The cells of a [`Mesh`](crate::grid::Mesh).
    Mesh,
    /// The cells of a mesh with passages that cross others.
    Tunnels,
}

/// The approximate number of cheap steps that an algorithm reports for a cell. However many there are, the look of a cell changes only a few
/// times.
const STEPS_OF_A_CELL: u64 = 4;

/// The memory for a cell, in bytes: its passages, its mark, the number of its color, and the path through it.
const CELL_BYTES: u64 = 12;

/// The memory for a pixel, in bytes: in the picture and in the differences, before and after compression; and on a mesh, the number of its cell
/// and of the mixture above it.
const PIXEL_BYTES: u64 = 3;
const PIXEL_BYTES_OF_A_MESH: u64 = 12;

/// The approximate number of steps to find the nearest colors of a palette for the edges of lines.
const COLORS_OF_A_MESH: u64 = 200_000;

/// An animation of the steps of an algorithm: see [`Film`](super::Film).
///
/// ```
/// use dedale::picture::Animation;
/// // Eight seconds of twenty pictures each, where there are as many steps; each step is a picture where there are fewer.
/// assert_eq!(Animation::DEFAULT.pictures(100_000), 160);
/// assert_eq!(Animation::DEFAULT.pictures(9), 10);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Animation {
    /// The style of each picture. The background must be opaque, and heat maps are not shown.
    pub style: Style,
    /// The steps that are shown: those that build the maze, or those that solve it.
    pub shown: Shown,
    /// The number of pictures per second: at least 1, and at most 50, since most programs do not show more.
    pub fps: u32,
    /// The maximum number of seconds from the first step to the last. The last picture then stays for two more.
    pub seconds: u32,
}

impl Default for Animation {
    fn default() -> Animation {
        Animation::DEFAULT
    }
}

impl Animation {
    /// An animation of the generation of the maze, of at most eight seconds.
    pub const DEFAULT: Animation = Animation { style: Style::DEFAULT, shown: Shown::Building, fps: 20, seconds: 8 };

    /// Returns the number of pictures for `steps` steps: one before the first step and one after each, but at most as many as there is time for.
    pub fn pictures(&self, steps: u64) -> u64 {
        (u64::from(self.fps) * u64::from(self.seconds)).max(1).min(steps.saturating_add(1))
    }

    /// Returns the approximate number of steps to paint and compress the pictures of `steps` steps in a maze of `cells` cells, at most as
    /// many as a rectangle of `columns` and `rows` of squares, on such a surface. Fitted to measurements.
    pub(crate) fn expected_steps(&self, [columns, rows]: [u64; 2], cells: u64, steps: u64, surface: Surface) -> u64 {
        let changes = STEPS_OF_A_CELL.saturating_mul(cells);
        let pictures = self.pictures(steps.saturating_add(changes));
        let [width, height] = self.style.size(columns, rows);
        let pixels = width.saturating_mul(height);
        let times = |pixels: u64, count: u64, divisor: u64| pixels.saturating_mul(count) / divisor;
        // A search changes many places at a time, so the rectangle that has changed is larger. But it draws no walls.
        let (in_rectangle, whole, of_cell) = match (surface, self.shown) {
            (Surface::Squares, Shown::Building) => (128, 1, 0),
            (Surface::Squares, Shown::Solving) => (128, 0, 0),
            (Surface::Mesh, Shown::Building) => (128, 6, 900),
            (Surface::Tunnels, Shown::Building) => (128, 6, 2800),
            (_, Shown::Solving) => (64, 3, 400),
        };
        let written = times(pixels, pictures, in_rectangle).saturating_add(times(pixels, whole, 1));
        if surface == Surface::Squares {
            // They are painted by rows, each at most once for a picture.
            let painted = (pictures * rows).min(changes);
            return written.saturating_add(times(pixels / rows.max(1), painted, 60));
        }
        [written, cells.saturating_mul(of_cell)].into_iter().fold(COLORS_OF_A_MESH, u64::saturating_add)
    }

    /// Returns the approximate maximum memory, in bytes, while these steps are kept and painted.
    pub(crate) fn expected_bytes(&self, [columns, rows]: [u64; 2], cells: u64, steps: u64, surface: Surface) -> u64 {
        let of_pixel = if surface == Surface::Squares { PIXEL_BYTES } else { PIXEL_BYTES_OF_A_MESH };
        let reported = steps.saturating_add(STEPS_OF_A_CELL.saturating_mul(cells));
        let [width, height] = self.style.size(columns, rows);
        let parts = [(FILM_BYTES, reported), (CELL_BYTES, cells), (of_pixel, width.saturating_mul(height))];
        parts.into_iter().fold(0, |bytes, (each, count)| bytes.saturating_add(each.saturating_mul(count)))
    }

    /// Returns the time at which a picture, counted from 0, is shown: in hundredths of a second after the first one.
    pub(crate) fn start_of(&self, picture: u64) -> u64 {
        picture * 100 / u64::from(self.fps.max(1))
    }
}
