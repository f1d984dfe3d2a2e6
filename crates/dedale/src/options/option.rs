//! What there is to know about an option of a maze.

use super::check::Faults;
use super::{MazeBuilder, OPTIONS};
use crate::about::{InvalidValue, OptionValue};
use crate::edit::EditOption;
use crate::grid::GridKind;

/// What there is to know about an option of a maze: an entry of [`OPTIONS`].
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct MazeOption {
    /// The name, as in text.
    pub name: &'static str,
    /// Every value, where these are names.
    pub values: &'static [&'static str],
    /// The value when it is not set; empty if there is no fixed one.
    pub default: &'static str,
    /// What it does, in a line.
    pub description: &'static str,
    /// On which grids it is valid.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub grids: fn(GridKind) -> bool,
    /// Whether it is valid for [a part](MazeBuilder::window) of a maze.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub is_of_parts: bool,
    /// Whether it is among the [options that shape](super::MazeOptions::shaping) a maze, rather than in the head of its JSON.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub is_shaping: bool,
    /// Sets it to the value of this text.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub set: fn(&mut MazeBuilder, &str) -> Result<(), InvalidValue>,
    /// The value; `None` for the default.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub get: fn(&MazeBuilder) -> Option<OptionValue>,
    /// Notes what is wrong with it.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) check: fn(&MazeBuilder, &mut Faults),
    /// The edit that it is the option of.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) edit: Option<&'static EditOption>,
}

impl MazeOption {
    /// The options that say what a grid of this kind is, or that are not valid on every kind.
    pub fn of_grid(kind: GridKind) -> impl Iterator<Item = &'static MazeOption> {
        OPTIONS.iter().filter(move |option| (option.grids)(kind) && !(option.grids)(GridKind::Custom))
    }

    /// The option with this name.
    pub fn named(name: &str) -> Option<&'static MazeOption> {
        OPTIONS.iter().find(|option| option.name == name)
    }
}

pub(super) const OPTION: MazeOption = MazeOption {
    name: "",
    values: &[],
    default: "",
    description: "",
    grids: |_| true,
    is_of_parts: false,
    is_shaping: true,
    set: |_, _| Ok(()),
    get: |_| None,
    check: |_, _| {},
    edit: None,
};

/// An option that the head of JSON has, for parts as well.
pub(super) const HEAD: MazeOption = MazeOption { is_of_parts: true, is_shaping: false, ..OPTION };

/// An option that is on or off.
pub(super) const FLAG: MazeOption = MazeOption { values: &["true", "false"], default: "false", ..OPTION };

/// An option that is a share.
pub(super) const SHARE: MazeOption = MazeOption { default: "0", ..OPTION };
