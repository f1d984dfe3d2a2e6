//! A maze, its ends, and everything else that is drawn: the input of every writer.
//!
//! A writer reads a maze from a `RowSource`: a [`Picture`], which is in memory, or rows of squares that are made while they are written. Its look
//! is determined by a [`Style`], an [`Animation`], or [`Measures`].

mod animation;
pub(crate) mod film;
mod measures;
mod metadata;
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
pub use measures::Measures;
pub use metadata::{Exit, Item, ItemPlace, Letter, LetterPlace, Lock, LockPlace, Metadata, OptionList, Room};
pub use palette::Palette;
pub use picture::Picture;
pub(crate) use source::RowSource;
pub(crate) use strip::Strip;
pub use style::{Color, Inks, Marks, PathStyle, Shaded, Style};
pub use table::{ANIMATION_OPTIONS, MEASURE_OPTIONS, STYLE_OPTIONS, Theme};
pub use trail::Trail;
