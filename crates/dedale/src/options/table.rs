//! The table of options: how each is called, set and shown.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::builder::{MazeBuilder, Spot};
use super::ends::{NOT_A_PLACE, NOT_A_WALL};
use super::{EndsRule, InvalidOptions, MAX_ATTEMPTS, MazeOptions, Place};
use crate::about::{InvalidValue, parse_digits, parse_whole};
use crate::edit::{Lines, MAX_EXITS, Rooms};
use crate::generate::{ALGORITHMS, AlgorithmInfo, Rectangle, Symmetry};
use crate::grid::{Address, GridKind, InvalidMask, Side, Wrap};
use crate::picture::{OptionList, OptionValue};
use crate::rng::MAX_SEED;
use crate::text::words::write_digits;

/// The reason why a number is not a share.
pub(super) const NOT_A_SHARE: &str = "must be a number between 0 and 1";

/// The reason why a text is not a wall on other grids.
const NOT_A_SIDE: &str = "must be the address of a cell and a side of it, such as 0,0,NE";

/// The value of `to` that means the nearest exit.
pub const ANY_EXIT: &str = "any";

/// The reason why a text is not a window.
const NOT_A_WINDOW: &str = "must be row,col,rows,cols: four whole numbers, such as 0,0,20,30";

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
    /// Whether it is among the [options that shape](MazeOptions::shaping) a maze, rather than in the head of its JSON.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub is_shaping: bool,
    /// Sets it to the value of this text.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub set: fn(&mut MazeBuilder, &str) -> Result<(), InvalidValue>,
    /// The value as text; `None` for the default.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub get: fn(&MazeBuilder) -> Option<OptionValue>,
}

impl MazeOption {
    /// The options that say what a grid of this kind is, or that are not valid on every kind.
    pub fn of_grid(kind: GridKind) -> impl Iterator<Item = &'static MazeOption> {
        OPTIONS.iter().filter(move |option| (option.grids)(kind) && !(option.grids)(GridKind::Custom))
    }

    /// The option with this name.
    ///
    /// # Panics
    ///
    /// When there is none.
    pub const fn named(name: &str) -> &'static MazeOption {
        let mut place = 0;
        while place < OPTIONS.len() {
            if is_same(OPTIONS[place].name.as_bytes(), name.as_bytes()) {
                return &OPTIONS[place];
            }
            place += 1;
        }
        panic!("no option has this name")
    }

    /// Whether it is on or off.
    pub const fn is_flag(&self) -> bool {
        matches!(self.values, [on, off] if is_same(on.as_bytes(), b"true") && is_same(off.as_bytes(), b"false"))
    }
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    match (a.split_first(), b.split_first()) {
        (Some((a, rest)), Some((b, others))) => *a == *b && is_same(rest, others),
        (None, None) => true,
        _ => false,
    }
}

/// An option that shapes a whole maze on any grid.
const OPTION: MazeOption = MazeOption {
    name: "",
    values: &[],
    default: "",
    description: "",
    grids: |_| true,
    is_of_parts: false,
    is_shaping: true,
    set: |_, _| Ok(()),
    get: |_| None,
};

/// An option that the head of JSON has, for parts as well.
const HEAD: MazeOption = MazeOption { is_of_parts: true, is_shaping: false, ..OPTION };

/// An option that is on or off.
const FLAG: MazeOption = MazeOption { values: &["true", "false"], default: "false", ..OPTION };

/// An option that is a share.
const SHARE: MazeOption = MazeOption { default: "0", ..OPTION };

/// Every option of a maze that has a name in text, in the order in which they are shown, without those that belong to one algorithm
/// ([`AlgorithmInfo::options`](crate::generate::AlgorithmInfo)).
///
/// To add an option: an entry here, a field of the [`MazeBuilder`] with its method, its check, and what it does to the maze.
pub static OPTIONS: &[MazeOption] = &[
    MazeOption {
        name: "algo",
        default: "backtracker",
        description: "The algorithm, by its name or an alias.",
        set: |builder, text| text.parse().map(|algorithm| builder.algorithm = algorithm),
        get: |builder| Some(builder.algorithm.name().into()),
        ..HEAD
    },
    MazeOption {
        name: "grid",
        default: "square",
        description: "The grid: what its cells look like.",
        is_of_parts: false,
        set: |builder, text| text.parse().map(|kind| builder.mesh.kind = kind),
        // What makes squares a mesh is shown with their name.
        get: |builder| (!builder.is_plain()).then(|| builder.mesh.kind.name().into()),
        ..HEAD
    },
    MazeOption {
        name: "rings",
        default: "15",
        description: "The number of rings around the center, with grid=polar.",
        grids: |kind| kind == GridKind::Polar,
        is_of_parts: false,
        set: |builder, text| parse_whole(text, 1..=u32::MAX.into()).map(|rings| builder.rings = Some(rings as u32)),
        get: |builder| builder.rings.map(whole),
        ..HEAD
    },
    MazeOption {
        name: "w",
        default: "30",
        description: "The number of columns.",
        grids: has_columns,
        set: |builder, text| {
            let most = builder.of_maze().max_columns;
            MazeBuilder::read_side(text, most).map(|columns| builder.columns = Some(columns))
        },
        get: |builder| builder.columns.filter(|_| builder.mesh.kind != GridKind::Custom).map(OptionValue::Whole),
        ..HEAD
    },
    MazeOption {
        name: "h",
        default: "30",
        description: "The number of rows.",
        grids: has_columns,
        set: |builder, text| {
            let most = builder.of_maze().max_rows;
            MazeBuilder::read_side(text, most).map(|rows| builder.rows = Some(rows))
        },
        get: |builder| builder.rows.filter(|_| builder.mesh.kind != GridKind::Custom).map(OptionValue::Whole),
        ..HEAD
    },
    MazeOption {
        name: "levels",
        default: "1",
        description: "The number of floors, with grid=square.",
        grids: is_square,
        is_of_parts: false,
        set: |builder, text| parse_whole(text, 1..=u32::MAX.into()).map(|levels| builder.mesh.levels = levels as u32),
        get: |builder| Some(builder.mesh.levels).filter(|&levels| levels != 1).map(whole),
        ..HEAD
    },
    MazeOption {
        name: "seed",
        description: "What every random choice is drawn from.",
        set: |builder, text| parse_whole(text, 0..=MAX_SEED).map(|seed| builder.seed = seed),
        get: |builder| Some(OptionValue::Whole(builder.seed)),
        ..HEAD
    },
    MazeOption {
        name: "window",
        description: "The part of the maze that is made: its first row and column, and how many there are.",
        set: |builder, text| {
            let [row, column, rows, columns] = numbers(text).ok_or_else(|| InvalidValue::from(NOT_A_WINDOW))?;
            builder.window = Some(Rectangle { row, column, rows, columns });
            Ok(())
        },
        get: |builder| {
            let Rectangle { row, column, rows, columns } = builder.window?;
            Some(format!("{row},{column},{rows},{columns}").into())
        },
        ..HEAD
    },
    MazeOption {
        name: "zoom_level",
        default: "0",
        description: "The level of a quilt of which a part is made.",
        set: |builder, text| parse_whole(text, 0..=53).map(|level| builder.level = Some(level as u32)),
        get: |builder| builder.level.filter(|&level| level > 0).map(whole),
        ..HEAD
    },
    MazeOption {
        name: "from",
        description: "The address of the entrance; the top left corner if none is set.",
        set: |builder, text| builder.read_address(text).map(|cell| builder.from = Some(cell)),
        get: |builder| builder.from.map(|cell| cell.to_text().into()),
        ..HEAD
    },
    MazeOption {
        name: "to",
        description: "The address of the exit; or any, for the nearest of the exits; if none is set, any with exits, else the bottom right corner.",
        set: |builder, text| {
            let to = if text == ANY_EXIT { None } else { Some(builder.read_address(text)?) };
            (builder.to, builder.to_any) = (to, to.is_none());
            Ok(())
        },
        get: |builder| match builder.to {
            _ if builder.to_any => Some(ANY_EXIT.into()),
            to => to.map(|cell| cell.to_text().into()),
        },
        ..HEAD
    },
    MazeOption {
        name: "ends",
        values: EndsRule::NAMES,
        default: "corners",
        description: "How entrance and exit are found where they are not set.",
        is_of_parts: false,
        set: |builder, text| text.parse().map(|rule| builder.ends = Some(rule)),
        get: |builder| builder.ends.filter(|&rule| rule != EndsRule::Corners).map(|rule| rule.name().into()),
        ..HEAD
    },
    MazeOption {
        name: "attempt",
        description: "The number of the attempt that was found, with difficulty or length: it is made, and none is looked for.",
        is_of_parts: false,
        set: |builder, text| {
            let most = u64::from(MAX_ATTEMPTS) - 1;
            parse_whole(text, 0..=most).map(|attempt| builder.attempt = Some(attempt as u32))
        },
        get: |builder| builder.attempt.map(whole),
        ..HEAD
    },
    MazeOption {
        name: "wrap",
        values: Wrap::NAMES,
        default: "off",
        description: "Which opposite edges are joined.",
        grids: |kind| kind.info().wraps,
        set: |builder, text| text.parse().map(|wrap| builder.mesh.wrap = wrap),
        get: |builder| Some(builder.mesh.wrap).filter(|&wrap| wrap != Wrap::Off).map(|wrap| wrap.name().into()),
        ..OPTION
    },
    MazeOption {
        name: "weave",
        description: "The share of possible crossings at which a passage may run under another one, with grid=square.",
        grids: is_square,
        set: |builder, text| share(text).map(|share| builder.weave = share),
        get: |builder| shown(builder.weave),
        ..SHARE
    },
    MazeOption {
        name: "mask",
        description: "A shape that the grid is cut to.",
        grids: is_known,
        set: |builder, text| {
            let mask = text.parse().map_err(|why: InvalidMask| InvalidValue::from(why.to_string()));
            mask.map(|mask| builder.mesh.mask = Some(mask))
        },
        get: |builder| builder.mesh.mask.as_ref().map(|mask| mask.to_string().into()),
        ..OPTION
    },
    MazeOption {
        name: "parts",
        values: &["all", "largest"],
        default: "all",
        description: "Whether only the largest part is kept where a mask falls into parts.",
        grids: is_known,
        set: |builder, text| {
            builder.mesh.largest_part = one_of(text, &["all", "largest"])? == 1;
            Ok(())
        },
        get: |builder| builder.mesh.largest_part.then(|| "largest".into()),
        ..OPTION
    },
    MazeOption {
        name: "straightness",
        description: "How likely a passage goes straight on, with the recursive backtracker and the growing tree.",
        set: |builder, text| share(text).map(|share| builder.straightness = share),
        get: |builder| shown(builder.straightness),
        ..SHARE
    },
    MazeOption {
        name: "symmetry",
        values: Symmetry::NAMES,
        description: "In which two halves that match the maze is made.",
        grids: is_square,
        set: |builder, text| text.parse().map(|symmetry| builder.symmetry = Some(symmetry)),
        get: |builder| builder.symmetry.map(|symmetry| symmetry.name().into()),
        ..OPTION
    },
    MazeOption {
        name: "unicursal",
        description: "Whether the maze is one way without branches.",
        grids: is_square,
        set: |builder, text| flag(text).map(|unicursal| builder.unicursal = unicursal),
        get: |builder| builder.unicursal.then_some(true.into()),
        ..FLAG
    },
    MazeOption {
        name: "rooms",
        default: "0",
        description: "How many rooms without walls inside are placed.",
        grids: GridKind::has_places,
        set: |builder, text| parse_whole(text, 0..=Rooms::MAX.into()).map(|rooms| builder.rooms = rooms as u32),
        get: |builder| Some(builder.rooms).filter(|&rooms| rooms > 0).map(whole),
        ..OPTION
    },
    MazeOption {
        name: "room_size",
        default: "3..7",
        description: "How many cells the sides of rooms have.",
        grids: GridKind::has_places,
        set: |builder, text| text.parse().map(|size| builder.room_size = Some(size)),
        get: |builder| builder.room_size.map(|size| size.to_string().into()),
        ..OPTION
    },
    MazeOption {
        name: "sparse",
        description: "The share of cells that are taken out, dead end by dead end.",
        grids: is_known,
        set: |builder, text| share(text).map(|share| builder.sparse = share),
        get: |builder| shown(builder.sparse),
        ..SHARE
    },
    MazeOption {
        name: "difficulty",
        description: "The difficulty that is wanted: easy, medium, hard, or a range.",
        set: |builder, text| text.parse().map(|difficulty| builder.wanted.difficulty = Some(difficulty)),
        get: |builder| builder.wanted.difficulty.map(|difficulty| difficulty.to_string().into()),
        ..OPTION
    },
    MazeOption {
        name: "length",
        description: "The range that the moves of the shortest path are to be in.",
        set: |builder, text| text.parse().map(|length| builder.wanted.length = Some(length)),
        get: |builder| builder.wanted.length.map(|length| length.to_string().into()),
        ..OPTION
    },
    MazeOption {
        name: "braid",
        description: "The share of dead ends that are opened into loops.",
        set: |builder, text| share(text).map(|share| builder.braid = share),
        get: |builder| shown(builder.braid),
        ..SHARE
    },
    MazeOption {
        name: "max_walls",
        description: "The largest share of the inner walls of a line that are left standing.",
        set: |builder, text| share(text).map(|share| builder.max_walls = Some(share)),
        get: |builder| builder.max_walls.map(OptionValue::Number),
        ..OPTION
    },
    MazeOption {
        name: "max_walls_in",
        values: Lines::NAMES,
        default: "both",
        description: "The lines that max_walls is about.",
        set: |builder, text| text.parse().map(|lines| builder.max_walls_in = Some(lines)),
        get: |builder| builder.max_walls_in.map(|lines| lines.name().into()),
        ..OPTION
    },
    MazeOption {
        name: "remove",
        description: "One more wall that is removed: the address of a cell, and a side of it.",
        is_of_parts: true,
        set: |builder, text| builder.read_wall(text).map(|wall| builder.remove.push(wall)),
        get: |builder| {
            let walls =
                || builder.remove.iter().map(|(cell, side)| format!("{},{side}", cell.to_text())).collect::<Vec<_>>();
            (!builder.remove.is_empty()).then(|| walls().into())
        },
        ..OPTION
    },
    MazeOption {
        name: "doors",
        description: "Whether the outer wall is open at the entrance and at the exit.",
        is_of_parts: true,
        set: |builder, text| flag(text).map(|doors| builder.doors = doors),
        get: |builder| builder.doors.then_some(true.into()),
        ..FLAG
    },
    MazeOption {
        name: "exits",
        default: "0",
        description: "How many openings the outer wall has, each of another cell.",
        set: |builder, text| parse_whole(text, 0..=MAX_EXITS.into()).map(|exits| builder.exits = exits as u32),
        get: |builder| Some(builder.exits).filter(|&exits| exits > 0).map(whole),
        ..OPTION
    },
    MazeOption {
        name: "weights",
        description: "What it costs to enter a cell: a range of whole numbers, or hills.",
        set: |builder, text| text.parse().map(|weights| builder.weights = Some(weights)),
        get: |builder| builder.weights.map(|weights| weights.to_string().into()),
        ..OPTION
    },
];

/// The options that say where the ends are.
static OF_ENDS: [&MazeOption; 3] = [MazeOption::named("from"), MazeOption::named("to"), MazeOption::named("ends")];

fn is_square(kind: GridKind) -> bool {
    kind == GridKind::Square
}

fn has_columns(kind: GridKind) -> bool {
    is_known(kind) && kind != GridKind::Polar
}

fn is_known(kind: GridKind) -> bool {
    kind != GridKind::Custom
}

fn whole(number: u32) -> OptionValue {
    OptionValue::Whole(number.into())
}

/// A share that is not 0, the default.
fn shown(share: f64) -> Option<OptionValue> {
    (share != 0.0).then_some(OptionValue::Number(share))
}

/// The place of a name among these.
fn one_of(text: &str, allowed: &'static [&'static str]) -> Result<usize, InvalidValue> {
    allowed.iter().position(|&name| name == text).ok_or(InvalidValue::Unknown { allowed })
}

fn flag(text: &str) -> Result<bool, InvalidValue> {
    one_of(text, FLAG.values).map(|place| place == 0)
}

fn share(text: &str) -> Result<f64, InvalidValue> {
    text.parse().map_err(|_| InvalidValue::from(NOT_A_SHARE))
}

/// So many numbers with commas between them.
fn numbers<const COUNT: usize>(text: &str) -> Option<[u64; COUNT]> {
    let numbers: Option<Vec<u64>> = text.split(',').map(parse_digits).collect();
    numbers?.try_into().ok()
}

impl MazeBuilder {
    /// Sets the option that has this name in text to the value of this text. The algorithm must be set before its own options
    /// (`pick`, `bias`), and setting it resets them; the grid must be set before cells of it are named.
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
        let own = |info: &'static AlgorithmInfo| {
            info.options.iter().find(|option| option.name == name).map(|option| (info, option))
        };
        Err(match ALGORITHMS.iter().find_map(own) {
            // Whatever the algorithm is, the value can be checked.
            Some((owner, option)) if self.is_refused("algo") => {
                return (option.set)(&mut owner.algorithm.clone(), text);
            }
            Some((owner, _)) => format!("is only valid with algo={}", owner.name).into(),
            None => "no such option".into(),
        })
    }

    /// Reads the address of a cell on the grid that was set.
    fn read_address(&self, text: &str) -> Result<Spot, InvalidValue> {
        if self.is_plain() {
            return numbers(text).map(<Spot as From<[u64; 2]>>::from).ok_or_else(|| InvalidValue::from(NOT_A_PLACE));
        }
        let numbers: Option<Vec<u64>> = text.split(',').map(parse_digits).collect();
        numbers.and_then(|numbers| Spot::new(&numbers)).ok_or_else(|| InvalidValue::from(NOT_AN_ADDRESS))
    }

    /// Reads the address of a cell and the name of a side.
    fn read_wall(&self, text: &str) -> Result<(Spot, String), InvalidValue> {
        let read = || {
            let (cell, side) = text.rsplit_once(',')?;
            let cell = self.read_address(cell).ok()?;
            // The names of a custom grid are as they are.
            let is_custom = self.mesh.kind == GridKind::Custom;
            let is_side = !self.is_plain() || letter(side).is_some();
            is_side.then(|| (cell, if is_custom { side.to_owned() } else { side.to_ascii_uppercase() }))
        };
        read().ok_or_else(|| InvalidValue::from(if self.is_plain() { NOT_A_WALL } else { NOT_A_SIDE }))
    }

    /// The names of the options that were set and need the whole maze, but for those that are only valid with another of them. Without any,
    /// an algorithm that makes rows can make a maze of plain squares [row by row](MazeOptions::by_rows).
    pub fn whole_maze_options(&self) -> impl Iterator<Item = &'static str> {
        let is_known = move |option: &MazeOption| match option.name {
            "ends" => self.ends == Some(EndsRule::Random),
            name => ["attempt", "max_walls_in", "room_size"].contains(&name),
        };
        let needs_whole =
            move |option: &&MazeOption| !option.is_of_parts && (option.get)(self).is_some() && !is_known(option);
        OPTIONS.iter().filter(needs_whole).map(|option| option.name)
    }

    /// The options among these that are not at their defaults, and those of the algorithm.
    fn shown(&self, among: fn(&MazeOption) -> bool) -> impl Iterator<Item = (&'static str, OptionValue)> {
        let options = OPTIONS.iter().filter(move |option| among(option));
        let of_table = options.filter_map(|option| Some((option.name, (option.get)(self)?)));
        of_table.chain(self.algorithm.options().map(|(name, value)| (name, OptionValue::of_text(value))))
    }
}

/// The side of a square that is called by this letter.
pub(super) fn letter(text: &str) -> Option<Side> {
    let mut letters = text.chars();
    letters.next().and_then(Side::from_letter).filter(|_| letters.next().is_none())
}

/// Reads `row,col`. A number that is too large for any maze is read as the largest there is, which no maze has.
///
/// # Errors
///
/// [`InvalidValue::Malformed`], which says [`NOT_A_PLACE`].
pub fn parse_place(text: &str) -> Result<Place, InvalidValue> {
    let place = numbers(text).map(|place: [u64; 2]| place.map(|number| u32::try_from(number).unwrap_or(u32::MAX)));
    place.ok_or_else(|| InvalidValue::from(NOT_A_PLACE))
}

/// The reason why a text is not an address.
const NOT_AN_ADDRESS: &str = "must be the address of a cell: whole numbers, such as 0,0";

/// Reads the address of a cell: one to three numbers with commas between them. A number that is too large for any maze is read as the
/// largest there is, which no maze has.
///
/// # Errors
///
/// [`InvalidValue::Malformed`] for another text.
pub fn parse_address(text: &str) -> Result<Address, InvalidValue> {
    let number = |text: &str| Some(u32::try_from(parse_digits(text)?).unwrap_or(u32::MAX));
    let numbers: Option<Vec<u32>> = text.split(',').map(number).collect();
    numbers.and_then(|numbers| Address::new(&numbers)).ok_or_else(|| InvalidValue::from(NOT_AN_ADDRESS))
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

impl Error for ParseOptionsError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ParseOptionsError::Text { reason, .. } => Some(reason),
            ParseOptionsError::Options(invalid) => Some(invalid),
        }
    }
}

impl FromStr for MazeBuilder {
    type Err = ParseOptionsError;

    /// Parses `name=value` pairs with `&` between them, in any order. Nothing is percent-decoded, and each value is checked, but
    /// not whether the values go together.
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

impl FromStr for MazeOptions {
    type Err = ParseOptionsError;

    /// Parses `name=value` pairs with `&` between them, in any order, as [`MazeOptions`] displays them. Nothing is percent-decoded. What is
    /// displayed of a custom grid, and of a mask that is a picture, does not say all of it, and cannot be parsed.
    fn from_str(text: &str) -> Result<MazeOptions, ParseOptionsError> {
        text.parse::<MazeBuilder>()?.options().map_err(ParseOptionsError::Options)
    }
}

impl fmt::Display for MazeOptions {
    /// `name=value` pairs with `&` between them, which can be parsed again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The service names every response by this text. Names, texts and whole numbers, which are most of it, are copied and not formatted.
        let mut text = Vec::with_capacity(96);
        let mut show = |name: &str, value: &OptionValue| {
            if !text.is_empty() {
                text.push(b'&');
            }
            text.extend_from_slice(name.as_bytes());
            text.push(b'=');
            match value {
                OptionValue::Text(value) => text.extend_from_slice(value.as_bytes()),
                OptionValue::Whole(number) => write_digits(*number, &mut text),
                other => text.extend_from_slice(other.to_string().as_bytes()),
            }
        };
        for (name, value) in self.0.shown(|_| true) {
            match value {
                OptionValue::List(values) => values.into_iter().for_each(|value| show(name, &value.into())),
                value => show(name, &value),
            }
        }
        f.write_str(str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

impl MazeOptions {
    /// What shapes the maze besides its algorithm, size, seed and ends: the names of options that are not at their defaults, and of the
    /// algorithm's own, with values that can be set again.
    pub fn shaping(&self) -> OptionList {
        self.0.shown(|option| option.is_shaping).collect()
    }

    /// What says where the ends are.
    pub(super) fn ends_asked(&self) -> OptionList {
        OF_ENDS.iter().filter_map(|option| Some((option.name, (option.get)(&self.0)?))).collect()
    }
}
