//! Options as the text of a query, and back.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::builder::MazeBuilder;
use super::ends::{NOT_A_PLACE, NOT_A_WALL};
use super::ways::NOT_A_SHARE;
use super::{Ends, EndsRule, InvalidOptions, MOST_ATTEMPTS, MazeOptions, Place, ShapedOptions};
use crate::about::{InvalidValue, OptionInfo, choice, parse_digits, parse_whole};
use crate::edit::{InvalidRoomSize, Lines, Rooms, Share};
use crate::generate::{ALGORITHMS, Symmetry};
use crate::grid::{Address, GridKind, InvalidMask, Mask, Side, Wrap};
use crate::render::OptionList;
use crate::rng::MAX_SEED;

/// The same on other grids.
const NOT_A_SIDE: &str = "must be the address of a cell and a side of it, such as 0,0,NE";

/// Every option of a maze that has a name in a query, without those that belong to one algorithm
/// ([`AlgorithmInfo::options`](crate::generate::AlgorithmInfo)).
///
/// To add an option: an entry here, a field of the [`MazeBuilder`] with its method, its check, and what it does to the maze.
pub static OPTIONS: &[OptionInfo<MazeBuilder>] = &[
    OptionInfo {
        name: "algo",
        values: &[],
        default: "backtracker",
        description: "The algorithm, by its name or an alias.",
        set: |builder, text| {
            builder.algorithm = text.parse()?;
            Ok(())
        },
        get: |builder| builder.algorithm.name().into(),
    },
    OptionInfo {
        name: "grid",
        values: &[],
        default: "square",
        description: "The grid: what its cells look like.",
        set: |builder, text| text.parse().map(|kind| builder.mesh.kind = kind),
        get: |builder| builder.mesh.kind.name().into(),
    },
    OptionInfo {
        name: "rings",
        values: &[],
        default: "15",
        description: "The number of rings around the centre, with grid=polar.",
        set: |builder, text| {
            builder.mesh.rings = parse_whole(text, 1..=u32::MAX.into())? as u32;
            builder.has_rings = true;
            Ok(())
        },
        get: |builder| builder.mesh.rings.to_string(),
    },
    OptionInfo {
        name: "levels",
        values: &[],
        default: "1",
        description: "The number of floors, with grid=square.",
        set: |builder, text| parse_whole(text, 1..=u32::MAX.into()).map(|levels| builder.mesh.levels = levels as u32),
        get: |builder| builder.mesh.levels.to_string(),
    },
    OptionInfo {
        name: "wrap",
        values: Wrap::NAMES,
        default: "off",
        description: "Which opposite edges are joined.",
        set: |builder, text| choice(text, Wrap::ALL, Wrap::NAMES).map(|wrap| builder.mesh.wrap = wrap),
        get: |builder| builder.mesh.wrap.name().into(),
    },
    OptionInfo {
        name: "weave",
        values: &[],
        default: "0",
        description: "The share of possible crossings at which a passage may run under another one, with grid=square.",
        set: |builder, text| share(text).map(|share| builder.weave = share),
        get: |builder| builder.weave.to_string(),
    },
    OptionInfo {
        name: "mask",
        values: &[],
        default: "",
        description: "A shape that the grid is cut to.",
        set: |builder, text| {
            let mask: Mask = text.parse().map_err(|error: InvalidMask| InvalidValue::Malformed(error.to_string()))?;
            builder.mesh.mask = Some(mask);
            Ok(())
        },
        get: |builder| builder.mesh.mask.as_ref().map(ToString::to_string).unwrap_or_default(),
    },
    OptionInfo {
        name: "parts",
        values: &["all", "largest"],
        default: "all",
        description: "Whether only the largest part is kept where a mask falls into parts.",
        set: |builder, text| {
            choice(text, &[false, true], &["all", "largest"]).map(|largest| builder.mesh.largest_part = largest)
        },
        get: |builder| if builder.mesh.largest_part { "largest" } else { "all" }.into(),
    },
    OptionInfo {
        name: "w",
        values: &[],
        default: "30",
        description: "The number of columns.",
        set: |builder, text| {
            parse_whole(text, 0..=u32::MAX.into()).map(|columns| builder.columns = Some(columns as u32))
        },
        get: |builder| builder.get_columns().to_string(),
    },
    OptionInfo {
        name: "h",
        values: &[],
        default: "30",
        description: "The number of rows.",
        set: |builder, text| parse_whole(text, 0..=u32::MAX.into()).map(|rows| builder.rows = Some(rows as u32)),
        get: |builder| builder.get_rows().to_string(),
    },
    OptionInfo {
        name: "seed",
        values: &[],
        default: "",
        description: "What every random choice is drawn from.",
        set: |builder, text| parse_whole(text, 0..=MAX_SEED).map(|seed| builder.seed = seed),
        get: |builder| builder.seed.to_string(),
    },
    OptionInfo {
        name: "straightness",
        values: &[],
        default: "0",
        description: "How likely a passage goes straight on, with the recursive backtracker and the growing tree.",
        set: |builder, text| share(text).map(|share| builder.ways.straightness = share),
        get: |builder| builder.ways.straightness.to_string(),
    },
    OptionInfo {
        name: "symmetry",
        values: Symmetry::NAMES,
        default: "",
        description: "In which two halves that match the maze is made.",
        set: |builder, text| {
            choice(text, Symmetry::ALL, Symmetry::NAMES).map(|symmetry| builder.ways.symmetry = Some(symmetry))
        },
        get: |builder| builder.ways.symmetry.map(|symmetry| symmetry.name().to_owned()).unwrap_or_default(),
    },
    OptionInfo {
        name: "unicursal",
        values: FLAG,
        default: "false",
        description: "Whether the maze is one way without branches.",
        set: |builder, text| choice(text, &[true, false], FLAG).map(|unicursal| builder.ways.unicursal = unicursal),
        get: |builder| builder.ways.unicursal.to_string(),
    },
    OptionInfo {
        name: "rooms",
        values: &[],
        default: "0",
        description: "How many rooms without walls inside are placed.",
        set: |builder, text| parse_whole(text, 0..=Rooms::MOST.into()).map(|rooms| builder.ways.rooms = rooms as u32),
        get: |builder| builder.ways.rooms.to_string(),
    },
    OptionInfo {
        name: "room_size",
        values: &[],
        default: "3..7",
        description: "How many cells the sides of rooms have.",
        set: |builder, text| {
            let size = text.parse().map_err(|why: InvalidRoomSize| InvalidValue::Malformed(why.to_string()))?;
            builder.ways.room_size = Some(size);
            Ok(())
        },
        get: |builder| builder.ways.room_size.unwrap_or_default().to_string(),
    },
    OptionInfo {
        name: "sparse",
        values: &[],
        default: "0",
        description: "The share of cells that are taken out, dead end by dead end.",
        set: |builder, text| share(text).map(|share| builder.ways.sparse = share),
        get: |builder| builder.ways.sparse.to_string(),
    },
    OptionInfo {
        name: "difficulty",
        values: &[],
        default: "",
        description: "The difficulty that is wanted: easy, medium, hard, or a range.",
        set: |builder, text| text.parse().map(|difficulty| builder.wanted.difficulty = Some(difficulty)),
        get: |builder| builder.wanted.difficulty.map(|difficulty| difficulty.to_string()).unwrap_or_default(),
    },
    OptionInfo {
        name: "length",
        values: &[],
        default: "",
        description: "The range that the moves of the shortest path are to be in.",
        set: |builder, text| text.parse().map(|length| builder.wanted.length = Some(length)),
        get: |builder| builder.wanted.length.map(|length| length.to_string()).unwrap_or_default(),
    },
    OptionInfo {
        name: "attempt",
        values: &[],
        default: "",
        description: "The number of the attempt that was found, with difficulty or length: it is made, and none is looked for.",
        set: |builder, text| {
            let most = u64::from(MOST_ATTEMPTS) - 1;
            parse_whole(text, 0..=most).map(|attempt| builder.attempt = Some(attempt as u32))
        },
        get: |builder| builder.attempt.map(|attempt| attempt.to_string()).unwrap_or_default(),
    },
    OptionInfo {
        name: "from",
        values: &[],
        default: "",
        description: "The row and column of the entrance; the top left corner if none is set.",
        set: |builder, text| builder.read_address(text).map(|address| builder.from = Some(address)),
        get: |builder| builder.from.map(|address| address.to_string()).unwrap_or_default(),
    },
    OptionInfo {
        name: "to",
        values: &[],
        default: "",
        description: "The row and column of the exit; the bottom right corner if none is set.",
        set: |builder, text| builder.read_address(text).map(|address| builder.to = Some(address)),
        get: |builder| builder.to.map(|address| address.to_string()).unwrap_or_default(),
    },
    OptionInfo {
        name: "ends",
        values: EndsRule::NAMES,
        default: "corners",
        description: "How entrance and exit are found where they are not set.",
        set: |builder, text| choice(text, EndsRule::ALL, EndsRule::NAMES).map(|rule| builder.ends = Some(rule)),
        get: |builder| builder.ends.unwrap_or_default().name().into(),
    },
    OptionInfo {
        name: "doors",
        values: FLAG,
        default: "false",
        description: "Whether the outer wall is open at the entrance and at the exit.",
        set: |builder, text| choice(text, &[true, false], FLAG).map(|doors| builder.doors = doors),
        get: |builder| builder.doors.to_string(),
    },
    OptionInfo {
        name: "braid",
        values: &[],
        default: "0",
        description: "The share of dead ends that are opened into loops.",
        set: |builder, text| share(text).map(|share| builder.braid = share),
        get: |builder| builder.braid.to_string(),
    },
    OptionInfo {
        name: "max_walls",
        values: &[],
        default: "",
        description: "The largest share of the inner walls of a line that are left standing.",
        set: |builder, text| share(text).map(|share| builder.max_walls = Some(share)),
        get: |builder| builder.max_walls.map(|share| share.to_string()).unwrap_or_default(),
    },
    OptionInfo {
        name: "max_walls_in",
        values: Lines::NAMES,
        default: "both",
        description: "The lines that max_walls is about.",
        set: |builder, text| choice(text, Lines::ALL, Lines::NAMES).map(|lines| builder.max_walls_in = Some(lines)),
        get: |builder| builder.max_walls_in.unwrap_or_default().name().into(),
    },
    OptionInfo {
        name: "remove",
        values: &[],
        default: "",
        description: "One more wall that is removed: the row and column of a cell, and a side of it.",
        set: |builder, text| builder.read_wall(text).map(|wall| builder.remove.push(wall)),
        get: |builder| builder.remove.last().map(|(cell, side)| format!("{cell},{side}")).unwrap_or_default(),
    },
];

/// The values of an option that is on or off.
const FLAG: &[&str] = &["true", "false"];

impl MazeBuilder {
    /// Sets the option that has this name in a query to the value of this text. The algorithm must be set before its own options
    /// (`pick`, `bias`); setting it resets them.
    ///
    /// # Errors
    ///
    /// [`InvalidValue`] when there is no such option, or the text is no value of it. Whether the value is in range, and goes with the
    /// others, is checked by [`options`](MazeBuilder::options).
    ///
    /// ```
    /// use dedale::options::MazeBuilder;
    ///
    /// let mut builder = MazeBuilder::default();
    /// builder.set("algo", "Hunt_And_Kill")?;
    /// assert_eq!(builder.set("from", "3").unwrap_err().to_string(), "must be row,col: two whole numbers, such as 0,0");
    /// # Ok::<(), dedale::about::InvalidValue>(())
    /// ```
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), InvalidValue> {
        if let Some(option) = OPTIONS.iter().find(|option| option.name == name) {
            return (option.set)(self, text);
        }
        if let Some(option) = self.algorithm.info().options.iter().find(|option| option.name == name) {
            return (option.set)(&mut self.algorithm, text);
        }
        let owner = ALGORITHMS.iter().find(|info| info.options.iter().any(|option| option.name == name));
        Err(InvalidValue::Malformed(match owner {
            Some(owner) => format!("is only valid with algo={}", owner.name),
            None => "no such option".into(),
        }))
    }
}

fn share(text: &str) -> Result<f64, InvalidValue> {
    text.parse().map_err(|_| InvalidValue::Malformed(NOT_A_SHARE.into()))
}

/// Reads `row,col`. A number that is too large for any maze is read as the largest there is, which no maze has.
///
/// # Errors
///
/// [`InvalidValue::Malformed`], which says [`NOT_A_PLACE`].
pub fn parse_place(text: &str) -> Result<Place, InvalidValue> {
    read_place(text).ok_or_else(|| InvalidValue::Malformed(NOT_A_PLACE.into()))
}

fn read_place(text: &str) -> Option<Place> {
    let (row, column) = text.split_once(',')?;
    let number = |text| Some(u32::try_from(parse_digits(text)?).unwrap_or(u32::MAX));
    Some([number(row)?, number(column)?])
}

impl MazeBuilder {
    /// Reads the address of a cell on the grid that was set.
    fn read_address(&self, text: &str) -> Result<Address, InvalidValue> {
        if self.is_plain() {
            return parse_place(text).map(Address::from);
        }
        parse_address(text)
    }

    /// Reads the address of a cell and the name of a side.
    fn read_wall(&self, text: &str) -> Result<(Address, String), InvalidValue> {
        let expected = if self.is_plain() { NOT_A_WALL } else { NOT_A_SIDE };
        let read = || {
            let (cell, side) = text.rsplit_once(',')?;
            let address = self.read_address(cell).ok()?;
            let is_letter = !self.is_plain() || side.chars().count() == 1 && side.starts_with(['N', 'E', 'S', 'W']);
            // The names of a custom grid are as they are.
            let is_custom = self.mesh.kind == GridKind::Custom;
            is_letter.then(|| (address, if is_custom { side.to_owned() } else { side.to_ascii_uppercase() }))
        };
        read().ok_or_else(|| InvalidValue::Malformed(expected.into()))
    }
}

/// Reads the address of a cell: one to three numbers with commas between them. A number that is too large for any maze is read as the
/// largest there is, which no maze has.
///
/// # Errors
///
/// [`InvalidValue::Malformed`] for another text.
pub fn parse_address(text: &str) -> Result<Address, InvalidValue> {
    let number = |text: &str| Some(u32::try_from(parse_digits(text)?).unwrap_or(u32::MAX));
    let numbers: Option<Vec<u32>> = text.split(',').map(number).collect();
    let address = numbers.and_then(|numbers| Address::new(&numbers));
    address.ok_or_else(|| InvalidValue::Malformed("must be the address of a cell: whole numbers, such as 0,0".into()))
}

/// The text of a wall.
pub(super) fn wall_text(&([row, column], side): &(Place, Side)) -> String {
    format!("{row},{column},{}", side.letter())
}

/// Why a text is no [`MazeOptions`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseOptionsError {
    /// The text of an option has no meaning.
    Text {
        /// The option's name.
        option: String,
        /// What is wrong.
        reason: InvalidValue,
    },
    /// The options are out of range, or do not go together.
    Options(InvalidOptions),
}

impl fmt::Display for ParseOptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseOptionsError::Text { option, reason } => write!(f, "{option}: {reason}"),
            ParseOptionsError::Options(invalid) => invalid.fmt(f),
        }
    }
}

impl Error for ParseOptionsError {}

impl FromStr for MazeOptions {
    type Err = ParseOptionsError;

    /// Parses `name=value` pairs with `&` between them, in any order, as [`MazeOptions`] displays them. Nothing is percent-decoded.
    fn from_str(text: &str) -> Result<MazeOptions, ParseOptionsError> {
        text.parse::<MazeBuilder>()?.options().map_err(ParseOptionsError::Options)
    }
}

impl FromStr for ShapedOptions {
    type Err = ParseOptionsError;

    /// Parses `name=value` pairs with `&` between them, in any order, as [`ShapedOptions`] displays them. Nothing is percent-decoded. What is
    /// displayed of a custom grid, and of a mask that is a picture, does not say all of it, and cannot be parsed.
    fn from_str(text: &str) -> Result<ShapedOptions, ParseOptionsError> {
        text.parse::<MazeBuilder>()?.shaped_options().map_err(ParseOptionsError::Options)
    }
}

impl FromStr for MazeBuilder {
    type Err = ParseOptionsError;

    /// Parses `name=value` pairs with `&` between them, in any order. Nothing is percent-decoded, and nothing is checked that is not wrong
    /// by itself.
    fn from_str(text: &str) -> Result<MazeBuilder, ParseOptionsError> {
        let mut builder = MazeBuilder::default();
        let pairs =
            || text.split('&').filter(|pair| !pair.is_empty()).map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        // The algorithm first, since others may be its own options, and then the grid, since addresses depend on it.
        let class = |name: &str| match name {
            "algo" => 0,
            "grid" | "levels" | "wrap" | "weave" | "mask" | "sparse" => 1,
            _ => 2,
        };
        let ordered = (0..3).flat_map(|wanted| pairs().filter(move |(name, _)| class(name) == wanted));
        for (name, value) in ordered {
            let set = builder.set(name, value);
            set.map_err(|reason| ParseOptionsError::Text { option: name.into(), reason })?;
        }
        Ok(builder)
    }
}

impl fmt::Display for MazeOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.algorithm.name();
        write!(f, "algo={}&w={}&h={}&seed={}", name, self.columns, self.rows, self.seed)?;
        match self.ends {
            Ends::Cells { from, to } => write!(f, "&from={},{}&to={},{}", from[0], from[1], to[0], to[1])?,
            Ends::Farthest => f.write_str("&ends=farthest")?,
            Ends::Center => f.write_str("&ends=center")?,
            Ends::Random { .. } => f.write_str("&ends=random")?,
        }
        let mut ways = OptionList::default();
        self.ways.push(&mut ways);
        self.wanted.push(&mut ways);
        ways.iter().try_for_each(|(name, value)| write!(f, "&{name}={value}"))?;
        if let Some(attempt) = self.attempt {
            write!(f, "&attempt={attempt}")?;
        }
        if self.doors {
            f.write_str("&doors=true")?;
        }
        if self.braid > Share::NONE {
            write!(f, "&braid={}", self.braid.value())?;
        }
        if let Some((share, lines)) = self.max_walls {
            write!(f, "&max_walls={}&max_walls_in={}", share.value(), lines.name())?;
        }
        for ([row, column], side) in &self.remove {
            write!(f, "&remove={row},{column},{}", side.letter())?;
        }
        for (name, value) in self.algorithm.options() {
            write!(f, "&{name}={value}")?;
        }
        Ok(())
    }
}
