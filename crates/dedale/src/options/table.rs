//! The table of options: how each is called, set and shown.

use std::fmt;
use std::str::FromStr;

use super::option::HEAD;
use super::{
    EndsRule, InvalidOption, InvalidOptions, MazeBuilder, MazeOption, MazeOptions, carving, ends, ground, wanted,
};
use crate::about::{InvalidValue, OptionValue};
use crate::edit;
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
    ..HEAD
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
    ..HEAD
};

/// The option of an edit as one of a maze.
macro_rules! edit {
    ($option:expr) => {
        MazeOption {
            name: $option.name,
            values: $option.values,
            default: $option.default,
            description: $option.description,
            grids: $option.grids,
            is_of_parts: $option.is_of_parts,
            is_shaping: true,
            set: |builder, text| ($option.set)(&mut builder.edits, text),
            get: |builder| ($option.get)(&builder.edits),
            check: |builder, faults| faults.check_edit(&$option, builder),
            edit: Some(&$option),
        }
    };
}

/// Every option of a maze that has a name in text, in the order in which they are shown, without those that belong to one algorithm
/// ([`AlgorithmInfo::options`](crate::generate::AlgorithmInfo)).
///
/// To add an option of an edit: its entry in the file of the edit, a line here, a field of `Edits`, and a call where it is
/// [made](MazeOptions::make); and a method of the [`MazeBuilder`], if it can be set without a text.
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
    ground::PARTS,
    ground::OBSTACLES,
    carving::STRAIGHTNESS,
    carving::SYMMETRY,
    carving::UNICURSAL,
    edit!(edit::ROOMS),
    edit!(edit::ROOM_SIZE),
    edit!(edit::SPARSE),
    wanted::DIFFICULTY,
    wanted::LENGTH,
    edit!(edit::BRAID),
    edit!(edit::MAX_DEAD_END),
    edit!(edit::MAX_WALLS),
    edit!(edit::MAX_WALLS_IN),
    ends::REMOVE,
    edit!(edit::DOORS),
    edit!(edit::EXITS),
    edit!(edit::WEIGHTS),
    edit!(edit::SOLVABLE),
    edit!(edit::ITEMS),
    edit!(edit::LOCKS),
];

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
        if let Some(option) = MazeOption::named(name) {
            (option.set)(self, text)?;
            self.constraints.forget_share(name);
            return Ok(());
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
            Some((owner, _)) => InvalidValue::needs(format!("algo={}", owner.name)),
            None => "no such option".into(),
        })
    }

    /// The names of the options that were set and need the whole maze, but for those that are only valid with another of them. Without any,
    /// an algorithm that makes rows can make a maze of plain squares [row by row](MazeOptions::by_rows).
    pub(crate) fn whole_maze_options(&self) -> impl Iterator<Item = &'static str> {
        let is_known = move |option: &MazeOption| match option.name {
            "ends" => self.ends == Some(EndsRule::Random),
            _ => option.edit.is_some_and(|edit| edit.needs.is_some()),
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

impl FromStr for MazeBuilder {
    type Err = InvalidOptions;

    /// Parses `name=value` pairs with `&` between them, in any order. Nothing is percent-decoded. Values that are not valid are
    /// [refused](MazeBuilder::refuse), so that they are reported with everything else.
    ///
    /// # Errors
    ///
    /// [`InvalidOptions`] with the first name that no option has.
    fn from_str(text: &str) -> Result<MazeBuilder, InvalidOptions> {
        let mut builder = MazeBuilder::default();
        let pairs =
            || text.split('&').filter(|pair| !pair.is_empty()).map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        // The algorithm first, since others may be its own options, and then the grid, since addresses depend on it.
        let class = |name: &str| match name {
            "algo" => 0,
            name if ends::OF_ADDRESSES.contains(&name) => 1,
            _ => 2,
        };
        let own = || ALGORITHMS.iter().flat_map(|info| info.options).map(|option| option.name);
        let names: Vec<&'static str> = OPTIONS.iter().map(|option| option.name).chain(own()).collect();
        for of_class in 0..3 {
            for (place, (name, value)) in pairs().enumerate().filter(|(_, (name, _))| class(name) == of_class) {
                let Err(reason) = builder.set(name, value) else { continue };
                let Some(option) = names.iter().find(|&&known| known == name) else {
                    return Err(InvalidOptions::one("options", format!("{name} is no option of a maze")));
                };
                let index = pairs().take(place).filter(|(other, _)| *other == name).count();
                builder.refuse(InvalidOption::new(option, index, reason));
            }
        }
        Ok(builder)
    }
}

impl FromStr for MazeOptions {
    type Err = InvalidOptions;

    /// Parses `name=value` pairs with `&` between them, in any order, as [`MazeOptions`] displays them. Nothing is percent-decoded. What is
    /// displayed of a custom grid, and of a mask that is a picture, does not say all of it, and cannot be parsed.
    fn from_str(text: &str) -> Result<MazeOptions, InvalidOptions> {
        text.parse::<MazeBuilder>()?.options()
    }
}

impl fmt::Display for MazeOptions {
    /// `name=value` pairs with `&` between them, which can be parsed again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (name, value) in self.to_builder().shown(|_| true) {
            let values = if let OptionValue::List(values) = value { values } else { vec![value.to_string()] };
            for value in values {
                write!(f, "{separator}{name}={value}")?;
                separator = "&";
            }
        }
        Ok(())
    }
}

impl MazeBuilder {
    /// The options that shape the maze.
    pub(super) fn shaping(&self) -> OptionList {
        self.shown(|option| option.is_shaping).collect()
    }
}

impl MazeOptions {
    /// What shapes the maze besides its algorithm, size, seed and ends: the names of options that are not at their defaults, and of the
    /// algorithm's own, with values that can be set again.
    pub fn shaping(&self) -> OptionList {
        self.to_builder().shaping()
    }

    /// The value of an option as text; `None` where it is what it is when the option is not set.
    ///
    /// ```
    /// use dedale::options::{MazeOption, MazeOptions};
    /// let options: MazeOptions = "w=5&h=4&from=0,0&to=2,4&mask=Heart&braid=0.50".parse()?;
    /// let told = |name| options.told(MazeOption::named(name).expect("an option"));
    /// assert_eq!(["braid", "mask"].map(told), [Some("0.5".to_owned()), Some("heart".to_owned())]);
    /// let options: MazeOptions = "w=5&h=4&from=0,0&to=2,4".parse()?;
    /// let told = |name| options.told(MazeOption::named(name).expect("an option"));
    /// assert_eq!(["from", "to"].map(told), [None, Some("2,4".to_owned())]);
    /// # Ok::<(), dedale::options::InvalidOptions>(())
    /// ```
    pub fn told(&self, option: &MazeOption) -> Option<String> {
        let mut builder = self.to_builder();
        let value = (option.get)(&builder).map(|value| value.to_string());
        match option.name {
            "from" => builder.from = None,
            "to" => builder.to = None,
            _ => return value,
        }
        value.filter(|_| builder.known_ends() != self.ends)
    }

    /// What says where the ends are.
    pub(super) fn ends_asked(&self) -> OptionList {
        let builder = self.to_builder();
        let of_ends = [ends::FROM, ends::TO, ends::ENDS];
        of_ends.iter().filter_map(|option| Some((option.name, (option.get)(&builder)?))).collect()
    }
}
