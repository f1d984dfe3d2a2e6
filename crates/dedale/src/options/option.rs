//! Information about an option of a maze.

use super::check::Faults;
use super::{MazeBuilder, OPTIONS};
use crate::about::{InvalidValue, OptionValue};
use crate::grid::GridKind;

/// Information about an option of a maze: an entry of [`OPTIONS`].
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct MazeOption {
    /// The name, as in text.
    pub name: &'static str,
    /// All values, if they are names.
    pub values: &'static [&'static str],
    /// The names among its values, if others are numbers or addresses.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub words: &'static [&'static str],
    /// The value when it is not set; empty if there is no fixed one.
    pub default: &'static str,
    /// What it does, in a line.
    pub description: &'static str,
    /// The grids on which it is valid.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub grids: fn(GridKind) -> bool,
    /// True if it is valid for [a part](MazeBuilder::window) of a maze.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub is_of_parts: bool,
    /// True if it is one of the [options that shape](super::MazeOptions::shaping) a maze, and not elsewhere in its metadata.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub is_shaping: bool,
    /// Sets the option to the value of a text.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub set: fn(&mut MazeBuilder, &str) -> Result<(), InvalidValue>,
    /// Returns the value; `None` for the default.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub get: fn(&MazeBuilder) -> Option<OptionValue>,
    /// Reports its faults.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) check: fn(&MazeBuilder, &mut Faults),
    /// The option that it needs to be valid.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) needs: Option<&'static str>,
    /// True if the addresses of cells, or the cells that exist, depend on it.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) shapes_addresses: bool,
    /// True if it would break the halves of a symmetric maze, or the way of a labyrinth.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) breaks_halves: bool,
    /// True if it is about walls, or takes cells out. Open ground has no walls, and all its squares except obstacles are cells.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) needs_walls: bool,
    /// Sets values that follow from other options, if they are not set, so that equivalent options are equal.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) fill: fn(&mut MazeBuilder),
    /// Returns about how many steps its edit takes in a maze of this many cells, if it is set.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) steps: fn(&MazeBuilder, u64) -> u64,
    /// Returns the number of bytes of memory that its edit takes for each cell until it is done, if it is set.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) bytes: fn(&MazeBuilder) -> u64,
}

impl MazeOption {
    /// Returns the option with this name.
    pub fn named(name: &str) -> Option<&'static MazeOption> {
        OPTIONS.iter().find(|option| option.name == name)
    }
}

/// The defaults of an option that shapes the maze: of whole mazes on any grid, without effect.
pub(crate) const SHAPING: MazeOption = MazeOption {
    name: "",
    values: &[],
    words: &[],
    default: "",
    description: "",
    grids: |_| true,
    is_of_parts: false,
    is_shaping: true,
    set: |_, _| Ok(()),
    get: |_| None,
    check: |_, _| {},
    needs: None,
    shapes_addresses: false,
    breaks_halves: false,
    needs_walls: false,
    fill: |_| {},
    steps: |_, _| 0,
    bytes: |_| 0,
};

/// The defaults of an option that the metadata describe elsewhere: of parts as well, and none of those that shape the maze.
pub(super) const DESCRIBED_ELSEWHERE: MazeOption = MazeOption { is_of_parts: true, is_shaping: false, ..SHAPING };

/// An option that is on or off.
pub(crate) const FLAG: MazeOption = MazeOption { values: &["true", "false"], default: "false", ..SHAPING };

/// An option that is a share.
pub(crate) const SHARE: MazeOption = MazeOption { default: "0", ..SHAPING };
