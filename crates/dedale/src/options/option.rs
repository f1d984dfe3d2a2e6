//! What there is to know about an option of a maze.

use super::check::Faults;
use super::{MazeBuilder, OPTIONS};
use crate::about::{InvalidValue, OptionValue};
use crate::grid::GridKind;

/// What there is to know about an option of a maze: an entry of [`OPTIONS`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct MazeOption {
    /// The name, as in text.
    pub name: &'static str,
    /// Every value, where these are names.
    pub values: &'static [&'static str],
    /// The names among its values, where others are numbers or addresses.
    pub words: &'static [&'static str],
    /// The value when it is not set; empty if there is no fixed one.
    pub default: &'static str,
    /// What it does, in a line.
    pub description: &'static str,
    /// On which grids it is valid.
    pub grids: fn(GridKind) -> bool,
    /// Whether it is valid for [a part](MazeBuilder::window) of a maze.
    pub is_of_parts: bool,
    /// Whether it is among the [options that shape](super::MazeOptions::shaping) a maze, rather than elsewhere in its metadata.
    pub is_shaping: bool,
    /// Sets it to the value of this text.
    pub set: fn(&mut MazeBuilder, &str) -> Result<(), InvalidValue>,
    /// The value; `None` for the default.
    pub get: fn(&MazeBuilder) -> Option<OptionValue>,
    /// Notes what is wrong with it.
    pub(crate) check: fn(&MazeBuilder, &mut Faults),
    /// The option without which it is not valid.
    pub(crate) needs: Option<&'static str>,
    /// Whether the addresses of cells, or which cells there are, depend on it.
    pub(crate) shapes_addresses: bool,
    /// Whether the halves of a symmetric maze, or the way of a labyrinth, would no longer be what they are.
    pub(crate) breaks_halves: bool,
    /// Whether it is about walls, or takes cells out: on open ground there are no walls, and all squares but obstacles are cells.
    pub(crate) needs_walls: bool,
    /// Sets what follows from other options where it was not set, so that options that mean the same are the same.
    pub(crate) fill: fn(&mut MazeBuilder),
    /// About how many steps its edit takes in a maze of this many cells, where it is set.
    pub(crate) steps: fn(&MazeBuilder, u64) -> u64,
    /// How many bytes of memory its edit takes for each cell until it is done, where it is set.
    pub(crate) bytes: fn(&MazeBuilder) -> u64,
}

impl MazeOption {
    /// The option with this name.
    pub fn named(name: &str) -> Option<&'static MazeOption> {
        OPTIONS.iter().find(|option| option.name == name)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for MazeOption {
    /// Its name, its values, its default and its description.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct as _;
        let mut fields = serializer.serialize_struct("MazeOption", 4)?;
        fields.serialize_field("name", self.name)?;
        fields.serialize_field("values", self.values)?;
        fields.serialize_field("default", self.default)?;
        fields.serialize_field("description", self.description)?;
        fields.end()
    }
}

/// An option of whole mazes on any grid, which does nothing.
pub(crate) const OPTION: MazeOption = MazeOption {
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

/// An option that is elsewhere in the metadata, for parts as well.
pub(super) const METADATA: MazeOption = MazeOption { is_of_parts: true, is_shaping: false, ..OPTION };

/// An option that is on or off.
pub(crate) const FLAG: MazeOption = MazeOption { values: &["true", "false"], default: "false", ..OPTION };

/// An option that is a share.
pub(crate) const SHARE: MazeOption = MazeOption { default: "0", ..OPTION };
