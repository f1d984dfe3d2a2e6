//! The table of options: the name of each, and how it is set and shown.

use std::fmt;
use std::str::FromStr;

use super::option::DESCRIBED_ELSEWHERE;
use super::{EndsRule, InvalidOptions, MazeBuilder, MazeOption, MazeOptions, carving, edits, ends, ground, wanted};
use crate::about::{InvalidValue, OptionValue};
use crate::generate::{ALGORITHMS, AlgorithmInfo};
use crate::picture::OptionList;
use crate::rng::{MAX_SEED, parse_seed};

const ALGO: MazeOption = MazeOption {
    name: "algo",
    default: "backtracker",
    description: "The algorithm, by its name or an alias.",
    set: |builder, text| text.parse().map(|algorithm| builder.algorithm = algorithm),
    get: |builder| builder.obstacles.is_none().then(|| builder.algorithm.name().into()),
    check: MazeBuilder::check_algorithm,
    ..DESCRIBED_ELSEWHERE
};

const SEED: MazeOption = MazeOption {
    name: "seed",
    description: "What every random choice is drawn from: a number, or any text.",
    set: |builder, text| parse_seed(text).map(|seed| builder.seed = seed),
    get: |builder| Some(OptionValue::Whole(builder.seed)),
    check: |builder, faults| {
        if builder.seed > MAX_SEED {
            faults.add("seed", InvalidValue::out_of_range("", &(0..=MAX_SEED)));
        }
    },
    ..DESCRIBED_ELSEWHERE
};

/// Every option of a maze that has a name in text, in the order in which they are shown, without the [options of the
/// algorithms](crate::generate::AlgorithmInfo).
///
/// To add an option of an edit, write its entry and its field of `Edits` in `edits.rs`, a line here, a call where the maze is
/// [made](MazeOptions::make), and a line in the setters of the [`MazeBuilder`].
pub static OPTIONS: &[MazeOption] = &[
    ALGO,
    ground::GRID,
    ground::RINGS,
    ground::W,
    ground::H,
    ground::FLOORS,
    SEED,
    ground::WINDOW,
    ground::ZOOM_LEVEL,
    ends::FROM,
    ends::TO,
    ends::ENDS,
    ground::WRAP,
    ground::WEAVE,
    ground::MASK,
    ground::OUTLINE,
    ground::PARTS,
    ground::OBSTACLES,
    carving::STRAIGHTNESS,
    carving::SYMMETRY,
    carving::UNICURSAL,
    carving::REVEAL,
    edits::ROOMS,
    edits::ROOM_SIZE,
    edits::SPARSE,
    wanted::DIFFICULTY,
    wanted::LENGTH,
    edits::BRAID,
    edits::MAX_DEAD_END,
    edits::MAX_WALLS,
    edits::MAX_WALLS_IN,
    ends::REMOVE,
    edits::DOORS,
    edits::EXITS,
    edits::WEIGHTS,
    edits::SOLVABLE,
    edits::ITEMS,
    edits::LOCKS,
    edits::WORD,
    edits::SUM,
    edits::DECOYS,
];

impl MazeBuilder {
    /// Sets the option with this name to the value of a text. The algorithm must be set before its own options (`pick`, `bias`), and setting
    /// it resets them. The grid must be set before cells of it are named.
    ///
    /// # Errors
    ///
    /// [`InvalidValue`] if there is no such option, or if the text is not a value of it. [`options`](MazeBuilder::options) checks whether the
    /// value is in range, and is valid together with the others.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), InvalidValue> {
        if let Some(option) = MazeOption::named(name) {
            return (option.set)(self, text);
        }
        if let Some(option) = self.algorithm.info().options.iter().find(|option| option.name == name) {
            return (option.set)(&mut self.algorithm, text);
        }
        let own = |info: &'static AlgorithmInfo| {
            info.options.iter().find(|option| option.name == name).map(|option| (info, option))
        };
        Err(match ALGORITHMS.iter().find_map(own) {
            // The value can be checked whatever the algorithm is.
            Some((owner, option)) if self.is_refused("algo") => {
                return (option.set)(&mut owner.algorithm.clone(), text);
            }
            Some((owner, _)) => InvalidValue::needs(format!("algo={}", owner.name)),
            None => "no such option".into(),
        })
    }

    /// Returns the names of the options that were set and need the whole maze, except those that are only valid together with another such
    /// option. Without any, an algorithm that makes rows can make a maze of plain squares [row by row](MazeOptions::by_rows).
    pub(crate) fn whole_maze_options(&self) -> impl Iterator<Item = &'static str> {
        let is_known = |option: &MazeOption| match option.name {
            "ends" => self.ends == Some(EndsRule::Random),
            _ => option.needs.is_some(),
        };
        self.set_options().filter(move |option| !option.is_of_parts && !is_known(option)).map(|option| option.name)
    }

    /// Returns those of the options that are not at their defaults, and those of the algorithm.
    fn shown(&self, among: fn(&MazeOption) -> bool) -> impl Iterator<Item = (&'static str, OptionValue)> {
        let options = OPTIONS.iter().filter(move |option| among(option));
        let of_table = options.filter_map(|option| Some((option.name, (option.get)(self)?)));
        of_table.chain(self.algorithm.options().map(|(name, value)| (name, OptionValue::of_text(value))))
    }

    /// Returns the options that shape the maze, except its algorithm, size, seed and ends.
    pub(super) fn shaping(&self) -> OptionList {
        OptionList(self.shown(|option| option.is_shaping).collect())
    }
}

impl FromStr for MazeBuilder {
    type Err = InvalidOptions;

    /// Parses `name=value` pairs with `&` between them, in any order. Nothing is percent-decoded. Invalid values are
    /// [refused](MazeBuilder::refuse), so that they are reported with everything else. An unknown name is an error at once.
    fn from_str(text: &str) -> Result<MazeBuilder, InvalidOptions> {
        let pairs = text.split('&').filter(|pair| !pair.is_empty());
        let mut pairs: Vec<(&str, &str)> = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, ""))).collect();
        // The algorithm first, since others may be its own options, and then the grid, since addresses depend on it.
        pairs.sort_by_key(|(name, _)| match MazeOption::named(name) {
            Some(option) if option.name == ALGO.name => 0,
            Some(option) if option.shapes_addresses => 1,
            _ => 2,
        });
        let own = || ALGORITHMS.iter().flat_map(|info| info.options).map(|option| option.name);
        let names: Vec<&'static str> = OPTIONS.iter().map(|option| option.name).chain(own()).collect();
        let mut builder = MazeBuilder::default();
        for (place, (name, value)) in pairs.iter().enumerate() {
            let Err(reason) = builder.set(name, value) else { continue };
            let Some(option) = names.iter().find(|known| *known == name) else {
                return Err(InvalidOptions::one("options", format!("{name} is no option of a maze")));
            };
            let index = pairs[..place].iter().filter(|(other, _)| other == name).count();
            builder.refuse(option, index, reason);
        }
        Ok(builder)
    }
}

impl FromStr for MazeOptions {
    type Err = InvalidOptions;

    /// Parses `name=value` pairs with `&` between them, in any order, as [`MazeOptions`] displays them. Nothing is percent-decoded. Custom
    /// grids, and masks that are pictures, are not displayed completely, and cannot be parsed.
    fn from_str(text: &str) -> Result<MazeOptions, InvalidOptions> {
        text.parse::<MazeBuilder>()?.options()
    }
}

impl fmt::Display for MazeOptions {
    /// Writes `name=value` pairs with `&` between them, which can be parsed again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (name, value) in self.set.shown(|_| true) {
            let mut write =
                |value: &dyn fmt::Display| write!(f, "{}{name}={value}", std::mem::replace(&mut separator, "&"));
            match value {
                OptionValue::List(values) => values.iter().try_for_each(|value| write(value))?,
                value => write(&value)?,
            }
        }
        Ok(())
    }
}

impl MazeOptions {
    /// Returns the options that shape the maze, except its algorithm, size, seed and ends: their names, if they are not at their defaults,
    /// and those of the algorithm, with values that can be set again.
    pub fn shaping(&self) -> OptionList {
        self.set.shaping()
    }

    /// Returns the value of an option as text; `None` if it has the same value when it is not set.
    pub fn value_of(&self, option: &MazeOption) -> Option<String> {
        let value = (option.get)(&self.set)?;
        // Ends that are not set are known as well.
        let without = match option.name {
            "from" => MazeBuilder { from: None, ..self.set.clone() },
            "to" => MazeBuilder { to: None, ..self.set.clone() },
            _ => return Some(value.to_string()),
        };
        (without.known_ends() != self.set.known_ends()).then(|| value.to_string())
    }

    /// Returns the options that determine the ends.
    pub(super) fn ends_asked(&self) -> OptionList {
        let of_ends = [ends::FROM, ends::TO, ends::ENDS];
        OptionList(of_ends.iter().filter_map(|option| Some((option.name, (option.get)(&self.set)?))).collect())
    }
}
