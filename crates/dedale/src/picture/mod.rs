//! A maze, its ends, and all that is drawn with them: what every writer reads, whatever the format.
//!
//! A writer knows of a maze only what a `RowSource` tells: a [`Picture`], which is in memory, or rows of squares that are made while they
//! are written. How it looks is a [`Style`], an [`Animation`], or [`Measures`].

mod animation;
pub(crate) mod film;
mod head;
mod measures;
pub(crate) mod palette;
#[expect(clippy::module_inception, reason = "the picture itself, among what belongs to it")]
mod picture;
pub(crate) mod piece_writer;
pub(crate) mod source;
pub(crate) mod strip;
mod style;
mod table;
mod trail;
pub(crate) mod writer;

pub use crate::about::OptionValue;
pub use animation::{Animation, Shown, Surface};
pub use film::Film;
pub use head::{Exit, Head, Item, ItemPlace, Lock, LockPlace, OptionList, Room};
pub use measures::Measures;
pub use palette::Palette;
pub use picture::Picture;
pub(crate) use source::RowSource;
pub(crate) use strip::Strip;
pub use style::{Color, Inks, Marks, Shaded, Style};
pub use table::{ANIMATION_OPTIONS, MEASURE_OPTIONS, STYLE_OPTIONS, Theme};
pub use trail::Trail;
