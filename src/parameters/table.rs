//! The table of all parameters of queries: names, defaults, values, and the paths that take them.
//!
//! To add a parameter, add an entry to the table below and the code that uses its value. The tests name the lines that
//! are missing in `openapi.yaml`, in the dictionary of the fuzzers and in the page.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use bitflags::bitflags;
use dedale::dataset::Hash;
use dedale::formats::{Encoding, Format, SquareStyle};
use dedale::generate::{Algorithm, Bias};
use dedale::grid::GridKind;
use dedale::named;
use dedale::options::MazeOption;
use dedale::parse::InputFormat;
use dedale::picture::{Marks, Palette, PathStyle, Shown, Theme};
use dedale::solve::{Hand, Solver};

use crate::problem::{Code, Reason};

use dedale_book::options::{Answers, Binding, BookOptions, Caption, Cover};
use dedale_book::paper::Paper;
use dedale_book::words::Words;

bitflags! {
    /// A set of groups of parameters. Parameters of one group are valid at the same paths.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Groups: u64 {
        /// The shape of a maze, without its ends and its seed.
        const SHAPE = 1 << 0;
        /// The ends of a maze.
        const ENDS = 1 << 1;
        /// The seed of random choices.
        const SEED = 1 << 2;
        /// The solver and its options.
        const SOLVER = 1 << 3;
        /// The items that are returned about a solution.
        const REPORT = 1 << 4;
        /// The format of a response.
        const FORMAT = 1 << 5;
        /// The encoding of cells in JSON and tables.
        const ENCODING = 1 << 6;
        /// The style of a picture.
        const STYLE = 1 << 7;
        /// Whether the drawing of a part of a maze shows the path.
        const SOLUTION = 1 << 8;
        /// A solution to check.
        const CLAIM = 1 << 9;
        /// The window of a large maze.
        const WINDOW = 1 << 10;
        /// The number of moves of a path.
        const MOVES = 1 << 11;
        /// The style of a tile of a map.
        const TILE = 1 << 12;
        /// The size of the cells in millimeters.
        const LENGTH = 1 << 13;
        /// The walls and the base of a solid.
        const SOLID = 1 << 14;
        /// Colors for distances or weights.
        const SHADES = 1 << 15;
        /// The speed and duration of an animation.
        const ANIMATION = 1 << 16;
        /// Whether an animation shows the building of a maze or its solution.
        const STEPS = 1 << 17;
        /// The version of the generators.
        const VERSION = 1 << 18;
        /// Whether moves across corners are allowed.
        const DIAGONALS = 1 << 19;
        /// The cells that are left out of a grid.
        const MASK = 1 << 20;
        /// The layout of a book of mazes.
        const BOOK = 1 << 21;
        /// The range of many mazes.
        const MANY = 1 << 22;
        /// The fields of a record of an array.
        const FIELDS = 1 << 23;
        /// Whether equal mazes are left out.
        const DISTINCT = 1 << 24;
        /// A page to print.
        const PAGE = 1 << 25;
        /// The cell from which a maze is solved.
        const AT = 1 << 26;
        /// The options of a maze that may be larger than any memory.
        const MAP = 1 << 27;
        /// How a posted maze is parsed.
        const READ = 1 << 28;
        /// The character of a path among squares.
        const MARK = 1 << 29;
        /// The number of scenarios.
        const SCENARIOS = 1 << 30;
        /// The marks at the ends of a maze.
        const MARKS = 1 << 31;
        /// The colors of what is drawn with lines, on a screen or on paper.
        const INK = 1 << 32;
        /// Whether a page is a poster.
        const POSTER = 1 << 33;
        /// A page to print with one maze.
        const SHEET = Self::PAGE.bits() | Self::POSTER.bits();
        /// All groups that depend on the format of a single maze.
        const OF_FORMATS = Self::ENCODING.bits() | Self::STYLE.bits() | Self::SHADES.bits() | Self::ANIMATION.bits()
            | Self::LENGTH.bits() | Self::SOLID.bits() | Self::SHEET.bits() | Self::MARKS.bits() | Self::INK.bits() | Self::SCENARIOS.bits();
        /// All options of a maze on a posted grid.
        const ON_GRID = Self::SHAPE.bits() | Self::ENDS.bits() | Self::SEED.bits() | Self::VERSION.bits();
        /// All options of a maze.
        const MAZE = Self::ON_GRID.bits() | Self::MASK.bits();
    }
}

impl Groups {
    /// The groups of format-dependent parameters that are valid with this format.
    pub fn of_format(format: Format) -> Groups {
        let (has_style, is_animated) = (format.style().is_some(), format.animation().is_some());
        let groups = [
            (Groups::ENCODING, format.encoding().is_some() || format.table().is_some()),
            (Groups::STYLE | Groups::MARKS | Groups::INK, has_style),
            (Groups::SHADES, has_style && !is_animated),
            (Groups::ANIMATION | Groups::STEPS, is_animated),
            (Groups::LENGTH, matches!(format, Format::Dxf(_) | Format::Stl(_))),
            (Groups::SOLID, matches!(format, Format::Stl(_))),
            (Groups::MARK, matches!(format, Format::Squares(_))),
            (Groups::SCENARIOS, matches!(format, Format::Scen(_))),
        ];
        groups.into_iter().filter(|(_, takes)| *takes).map(|(groups, _)| groups).collect()
    }

    /// Returns true if every response with these parameters is printed.
    pub fn are_printed(self) -> bool {
        self.intersects(Groups::PAGE) && !self.intersects(Groups::STYLE)
    }

    /// The names of the parameters of these groups, in the order of the table.
    pub fn names(self) -> impl Iterator<Item = Name> {
        Name::ALL.iter().copied().filter(move |name| name.parameter().group.intersects(self))
    }

    /// The parameters of these groups, in the order of the table.
    pub fn parameters(self) -> impl Iterator<Item = &'static Parameter> {
        self.names().map(Name::parameter)
    }
}

named! {
    /// An item that can be returned about a solution. Items are returned in this order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Include {
        /// The cells of the path.
        Path = "path",
        /// The moves of the path.
        Directions = "directions",
        /// A path to each exit.
        Paths = "paths",
        /// The distance of every cell from the entrance, and the farthest cell.
        Distances = "distances",
        /// The distances between all pairs of the points.
        Matrix = "matrix",
        /// The cost of entering each cell.
        Weights = "weights",
        /// Every move that the solver made.
        Walk = "walk",
        /// The state of each cell when the search ended.
        States = "states",
        /// Statistics of the maze.
        Stats = "stats",
        /// A hash, which is the same for equal mazes.
        Hash = "hash",
        /// The dead ends.
        DeadEnds = "dead_ends",
        /// The walls as rectangles of blocks.
        Rectangles = "rectangles",
        /// The maze as text.
        Text = "text",
    }
}

named! {
    /// The form of a maze as text that is returned with its solution.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum TextForm {
        /// A character for each square.
        #[default]
        Squares = "squares",
        /// Lines of characters.
        Ascii = "ascii",
        /// An emoji for each square.
        Emoji = "emoji",
        /// Box-drawing characters.
        Unicode = "unicode",
    }
}

impl TextForm {
    /// The format of the text.
    pub fn format(self) -> Format {
        match self {
            TextForm::Squares => Format::Squares(SquareStyle::DEFAULT),
            TextForm::Emoji => Format::Squares(SquareStyle::EMOJI),
            TextForm::Ascii => Format::Ascii,
            TextForm::Unicode => Format::Unicode,
        }
    }
}

/// A parameter of a query.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// Other accepted names.
    pub aliases: &'static [&'static str],
    /// The groups that it belongs to.
    pub group: Groups,
    /// The value if it is not given, unless it depends on other parameters.
    pub default: Option<&'static str>,
    /// Returns true if the default applies at a path that takes the parameters of these groups.
    pub has_default: fn(Groups) -> bool,
    /// A different default for paths where everything is printed.
    pub printed_default: Option<&'static str>,
    /// A different default for large mazes.
    pub map_default: Option<&'static str>,
    /// The value to which `none` is equivalent, if it is accepted. If this is empty, `none` is treated as absent.
    pub off: Option<&'static str>,
    /// The syntax of its values.
    pub values: Values,
    /// All values, if the values are names.
    pub names: Option<Vec<&'static str>>,
    /// Names that are accepted besides other values.
    pub words: &'static [&'static str],
    /// The option of a maze that it sets, unless it is specific to an algorithm.
    pub option: Option<&'static MazeOption>,
}

/// The syntax of the values of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// One value.
    One,
    /// One number, which may have a fraction: `10` and `10.0` are the same.
    Number,
    /// On or off: `true` or `false`, or [another word](flag_word) for either.
    Flag,
    /// Several values. The parameter is given once for each, or once with `;` between the values, or both. If values
    /// have no commas, `,` may be used instead of `;`.
    List {
        /// True if values have commas.
        has_commas: bool,
        /// The maximum number of values.
        max_values: u16,
    },
}

impl Values {
    /// Splits a text into values. Only lists have several.
    pub fn split(self, text: &str) -> impl Iterator<Item = &str> {
        text.split(move |sign| match self {
            Values::List { has_commas, .. } => sign == ';' || sign == ',' && !has_commas,
            _ => false,
        })
    }

    /// The separator of values.
    pub fn separator(self) -> &'static str {
        if matches!(self, Values::List { has_commas: true, .. }) { ";" } else { "," }
    }
}

/// The maximum number of points between which distances are returned.
pub const MAX_POINTS: u16 = 64;

/// The value of `point` that names all cells.
pub const ALL_POINTS: &str = "all";

/// The value of `solver` that leaves the choice to the service, see [`Solver::recommended`].
pub const AUTO: &str = "auto";

/// The value of `reveal` that means the drawing in the body.
pub const DRAWING: &str = "drawing";

/// All values of `solver`.
pub fn solver_names() -> Vec<&'static str> {
    [&[AUTO], Solver::names()].concat()
}

/// The word that switches a parameter off.
const NONE: &str = "none";

impl Parameter {
    /// Creates a parameter with a single value and no default.
    fn new(name: &'static str, group: Groups) -> Parameter {
        Parameter {
            name,
            aliases: &[],
            group,
            default: None,
            has_default: |_| true,
            printed_default: None,
            map_default: None,
            off: None,
            values: Values::One,
            names: None,
            words: &[],
            option: None,
        }
    }

    /// Creates a parameter that sets an option of a maze, with the default and the values from the library.
    fn option(name: &'static str, group: Groups) -> Parameter {
        let known = Parameter::new(name, group);
        let Some(option) = MazeOption::named(name) else { return known };
        let known = Parameter { option: Some(option), ..known.with_words(option.words) };
        let known = if option.default.is_empty() { known } else { known.with_default(option.default) };
        match option.values {
            [] => known,
            ["true", "false"] => known.flag(),
            names => known.with_names(names),
        }
    }

    /// Adds aliases.
    fn with_aliases(self, aliases: &'static [&'static str]) -> Parameter {
        Parameter { aliases, ..self }
    }

    /// Sets the default. If it is 0, `none` is equivalent to it.
    fn with_default(self, default: &'static str) -> Parameter {
        let off = if default == "0" { Some(default) } else { self.off };
        Parameter { default: Some(default), off, ..self }
    }

    /// Sets a different default for paths where everything is printed.
    fn with_printed_default(self, default: &'static str) -> Parameter {
        Parameter { printed_default: Some(default), ..self }
    }

    /// Sets a different default for large mazes.
    fn with_map_default(self, default: &'static str) -> Parameter {
        Parameter { map_default: Some(default), ..self }
    }

    /// Restricts the default to paths for whose groups `has_default` returns true.
    fn with_default_where(self, has_default: fn(Groups) -> bool) -> Parameter {
        Parameter { has_default, ..self }
    }

    /// Accepts `none`, which is equivalent to `off`, or treated as absent if `off` is empty.
    fn with_none(self, off: &'static str) -> Parameter {
        Parameter { off: Some(off), ..self }
    }

    /// Sets the names that are the only values.
    fn with_names(self, names: &[&'static str]) -> Parameter {
        Parameter { names: Some(names.to_vec()), ..self }
    }

    /// Sets the names that are accepted besides other values.
    fn with_words(self, words: &'static [&'static str]) -> Parameter {
        Parameter { words, ..self }
    }

    /// Makes it a flag, which is off by default.
    fn flag(self) -> Parameter {
        Parameter { default: Some("false"), values: Values::Flag, ..self }
            .with_none("false")
            .with_names(&["true", "false"])
    }

    /// Makes it a number, which may have a fraction.
    fn number(self) -> Parameter {
        Parameter { values: Values::Number, ..self }
    }

    /// Makes it a list of up to `max_values` values without commas.
    fn list(self, max_values: u16) -> Parameter {
        Parameter { values: Values::List { has_commas: false, max_values }, ..self }
    }

    /// Makes it a list of up to `max_values` addresses, which have commas.
    fn list_of_addresses(self, max_values: u16) -> Parameter {
        Parameter { values: Values::List { has_commas: true, max_values }, ..self }
    }

    /// Returns the canonical form of a value: names are in lower case, words for on and off become `true` and `false`,
    /// and `none` becomes its equivalent.
    pub fn canonical(&self, value: Cow<'_, str>) -> Cow<'static, str> {
        let word = if self.values == Values::Flag { flag_word(&value) } else { None };
        let mut names = self.names.iter().flatten().chain(self.words).copied();
        let name = || names.find(|name| name.eq_ignore_ascii_case(&value));
        let off = || self.off.filter(|off| !off.is_empty() && value.eq_ignore_ascii_case(NONE));
        let known = word.or_else(name).or_else(off);
        known.map_or_else(|| Cow::Owned(value.into_owned()), Cow::Borrowed)
    }

    /// Returns true if a value is equivalent to an absent parameter, at a path that takes the parameters of `groups`.
    /// The path need not take this parameter.
    pub fn is_default(&self, value: &str, groups: Groups) -> bool {
        let number = |text: &str| text.parse::<f64>().ok().filter(|_| self.values == Values::Number);
        let is_same = |default| value == default || number(value).is_some_and(|value| Some(value) == number(default));
        let is_known = self.group.intersects(groups);
        let default = if is_known { self.default_at(groups) } else { self.default };
        // If the parameter has a default at this path, `none` differs from it.
        let may_be_off = self.off == Some("") && !(is_known && default.is_some());
        default.is_some_and(is_same) || may_be_off && value.eq_ignore_ascii_case(NONE)
    }

    /// The default at a path that takes the parameters of `groups`. An explicit value that equals it is treated as
    /// absent.
    pub fn default_at(&self, groups: Groups) -> Option<&'static str> {
        let printed = self.printed_default.filter(|_| groups.are_printed());
        let large = self.map_default.filter(|_| groups.intersects(Groups::MAP));
        printed.or(large).or(self.default.filter(|_| (self.has_default)(groups)))
    }

    /// The reason of a fault for the parameter at a path where it is not valid.
    pub fn valid_where(&self) -> Reason {
        Reason::new(Code::Misplaced, self.where_valid())
    }

    fn where_valid(&self) -> String {
        if let Some((_, text)) = VALID_WHERE.iter().find(|(group, _)| self.group.intersects(*group)) {
            return (*text).to_owned();
        }
        let formats = Format::ALL.iter().filter(|&&format| self.group.intersects(Groups::of_format(format)));
        let pages = Some("pdf").filter(|_| self.group.intersects(Groups::POSTER));
        let formats: Vec<&str> = formats.map(|format| format.name()).chain(pages).collect();
        match &formats[..] {
            [] => "is not valid at this path".to_owned(),
            [format] => format!("is only valid at /maze and /solve with format={format}"),
            [others @ .., last] => {
                format!("is only valid at /maze and /solve with format={} or {last}", others.join(", "))
            }
        }
    }
}

/// Where the parameters of each group are valid, except those that depend on the format.
const VALID_WHERE: [(Groups, &str); 23] = [
    (
        Groups::DIAGONALS,
        "is only valid where squares are solved, at /solve, /solve/steps, /mazes and /check: posted ones, or those of obstacles",
    ),
    (Groups::SCENARIOS, "is only valid at /maze, /convert and /map/window with format=scen"),
    (
        Groups::READ,
        "is only valid where a maze is posted, at /solve, /convert and /check; a maze that is made has from and to",
    ),
    (Groups::MARK, "is only valid at /solve with format=squares"),
    (Groups::MANY, "is only valid where many mazes are made, at /mazes; count at /book.pdf too"),
    (
        Groups::SHAPE.union(Groups::VERSION),
        "is only valid where a maze is made, at /maze, GET /solve, /mazes and /book",
    ),
    (
        Groups::MASK,
        "is only valid where the maze is made, at GET /maze and GET /solve; what is posted to /maze is the mask",
    ),
    (Groups::ENDS.union(Groups::SEED), "is only valid at /maze and /solve"),
    (Groups::SOLVER, "is only valid at /solve, and at /mazes but for format=npy"),
    (Groups::AT, "is only valid at GET /solve, where the maze is made; a posted maze is solved from its `from`"),
    (Groups::REPORT, "is only valid at /solve and /mazes with format=json"),
    (Groups::FORMAT, "is only valid at /maze, /solve, /mazes, /book, /map/window and /map/path"),
    (Groups::ENCODING, "is only valid with format=json, and as blocks, bits or graph with format=csv and format=npy"),
    (
        Groups::SOLUTION,
        "is only valid at /map/window and for tiles; /solve draws the solution of a whole maze, as at /solve.svg",
    ),
    (Groups::CLAIM, "is only valid at /check, for one solution: where there are many, each is in a line of the body"),
    (Groups::WINDOW, "is only valid at /map/window and /map/path, for a part of a large maze"),
    (Groups::MOVES, "is only valid at /map/path, for the first moves in a large maze"),
    (Groups::STEPS, "is only valid at GET /solve with format=gif, which shows how a maze is solved"),
    (Groups::PAGE, "is only valid with format=pdf"),
    (Groups::MARKS, "is only valid with format=svg, png, gif or pdf, and at /book.pdf"),
    (Groups::INK, "is only valid with format=svg, png, gif or pdf, at /book.pdf, and for tiles"),
    (Groups::BOOK, "is only valid at /book.pdf"),
    (Groups::DISTINCT, "is only valid at /mazes, but for format=npy"),
];

/// Converts a word for on or off to `true` or `false`. A parameter without a value is on.
pub fn flag_word(text: &str) -> Option<&'static str> {
    let is_one_of = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(text));
    match () {
        () if is_one_of(&["", "true", "1", "yes", "on"]) => Some("true"),
        () if is_one_of(&["false", "0", "no", "off"]) => Some("false"),
        () => None,
    }
}

/// Defines the names of all parameters as an enum, and their table.
macro_rules! parameters {
    ($($variant:ident: $parameter:expr,)*) => {
        /// The name of a parameter.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Name {
            $(#[doc = concat!("See the entry `", stringify!($variant), "` of the table.")] $variant,)*
        }

        /// Every parameter.
        pub static PARAMETERS: LazyLock<Vec<Parameter>> = LazyLock::new(|| vec![$($parameter),*]);

        impl Name {
            /// Every name, in the order of [`PARAMETERS`].
            pub const ALL: &[Name] = &[$(Name::$variant),*];

            /// The number of parameters.
            pub const COUNT: usize = Name::ALL.len();
        }
    };
}

/// Maps each name and alias to its parameter.
static NAMES: LazyLock<HashMap<&'static str, Name>> = LazyLock::new(|| {
    let texts = |name: Name| name.parameter().aliases.iter().copied().chain([name.as_str()]);
    Name::ALL.iter().flat_map(|&name| texts(name).map(move |text| (text, name))).collect()
});

parameters! {
    Algo: Parameter::option("algo", Groups::SHAPE.union(Groups::MAP))
        .with_aliases(&["algorithm"]).with_default_where(|groups| groups.intersects(Groups::SHAPE)).with_map_default("quilt").with_names(Algorithm::names()),
    Grid: Parameter::option("grid", Groups::SHAPE).with_names(GridKind::names()),
    Rings: Parameter::option("rings", Groups::SHAPE),
    Floors: Parameter::option("floors", Groups::SHAPE),
    Wrap: Parameter::option("wrap", Groups::SHAPE),
    Weave: Parameter::option("weave", Groups::SHAPE).number(),
    Mask: Parameter::option("mask", Groups::MASK).with_none(""),
    Outline: Parameter::option("outline", Groups::SHAPE).with_printed_default("smooth"),
    Parts: Parameter::option("parts", Groups::SHAPE),
    // A body determines which cells there are.
    Obstacles: Parameter::option("obstacles", Groups::MASK).with_none(""),
    // A posted mask has a size.
    W: Parameter::option("w", Groups::SHAPE.union(Groups::MAP)).with_aliases(&["width"]).with_default_where(|groups| groups.intersects(Groups::MASK.union(Groups::MAP))),
    H: Parameter::option("h", Groups::SHAPE.union(Groups::MAP)).with_aliases(&["height"]).with_default_where(|groups| groups.intersects(Groups::MASK.union(Groups::MAP))),
    Seed: Parameter::option("seed", Groups::SEED.union(Groups::MAP)),
    Generator: Parameter::new("generator", Groups::VERSION.union(Groups::MAP)),
    Straightness: Parameter::option("straightness", Groups::SHAPE).number(),
    Symmetry: Parameter::option("symmetry", Groups::SHAPE).with_none(""),
    Unicursal: Parameter::option("unicursal", Groups::SHAPE),
    // A book takes a list, and separates it itself.
    Reveal: Parameter::option("reveal", Groups::SHAPE).with_words(&[DRAWING]).with_none(""),
    Rooms: Parameter::option("rooms", Groups::SHAPE),
    RoomSize: Parameter::option("room_size", Groups::SHAPE),
    Sparse: Parameter::option("sparse", Groups::SHAPE).number(),
    Difficulty: Parameter::option("difficulty", Groups::SHAPE).with_none(""),
    Length: Parameter::option("length", Groups::SHAPE).with_none(""),
    From: Parameter::option("from", Groups::ENDS.union(Groups::MAP)),
    To: Parameter::option("to", Groups::ENDS.union(Groups::MAP)),
    // A posted maze may name its ends.
    Ends: Parameter::option("ends", Groups::ENDS)
        .with_default_where(|groups| groups.intersects(Groups::SHAPE) && !groups.intersects(Groups::READ)),
    Doors: Parameter::option("doors", Groups::SHAPE.union(Groups::MAP)).with_printed_default("true"),
    Exits: Parameter::option("exits", Groups::SHAPE),
    Braid: Parameter::option("braid", Groups::SHAPE).number(),
    MaxDeadEnd: Parameter::option("max_dead_end", Groups::SHAPE).with_none(""),
    MaxWalls: Parameter::option("max_walls", Groups::SHAPE).with_none(""),
    MaxWallsIn: Parameter::option("max_walls_in", Groups::SHAPE),
    Remove: Parameter::option("remove", Groups::SHAPE).list_of_addresses(4096).with_none(""),
    Weights: Parameter::option("weights", Groups::SHAPE).with_none(""),
    Solvable: Parameter::option("solvable", Groups::SHAPE).number(),
    Items: Parameter::option("items", Groups::SHAPE).list(64).with_none(""),
    Locks: Parameter::option("locks", Groups::SHAPE),
    // A book takes a list, and separates it itself.
    Word: Parameter::option("word", Groups::SHAPE).with_none(""),
    Sum: Parameter::option("sum", Groups::SHAPE).with_none(""),
    Decoys: Parameter::option("decoys", Groups::SHAPE).number(),
    Pick: Parameter::new("pick", Groups::SHAPE).with_default("newest:50,random:50").list(16),
    Bias: Parameter::new("bias", Groups::SHAPE.union(Groups::MAP)).with_default("se").with_names(Bias::NAMES),
    Passes: Parameter::new("passes", Groups::SHAPE.union(Groups::MAP)).with_default("4"),
    Window: Parameter::option("window", Groups::WINDOW).with_none(""),
    ZoomLevel: Parameter::option("zoom_level", Groups::WINDOW),
    Moves: Parameter::new("moves", Groups::MOVES).with_none(""),
    // `/mazes` has solutions only if a parameter requests them.
    Solver: Parameter::new("solver", Groups::SOLVER).with_default(AUTO).with_default_where(|groups| !groups.intersects(Groups::MANY)).with_names(&solver_names()).with_none(""),
    Hand: Parameter::new("hand", Groups::SOLVER).with_default("right").with_default_where(|groups| !groups.intersects(Groups::MANY)).with_names(Hand::NAMES).with_none(""),
    Diagonals: Parameter::new("diagonals", Groups::DIAGONALS).flag(),
    At: Parameter::new("at", Groups::AT),
    Include: Parameter::new("include", Groups::REPORT.union(Groups::FIELDS))
        .with_default("path").with_default_where(|groups| !groups.intersects(Groups::MANY)).with_names(Include::NAMES).list(64).with_none(""),
    Text: Parameter::new("text", Groups::REPORT).with_default("squares").with_names(TextForm::NAMES),
    Point: Parameter::new("point", Groups::REPORT).with_words(&[ALL_POINTS]).list_of_addresses(MAX_POINTS).with_none(""),
    Hash: Parameter::new("hash", Groups::REPORT.union(Groups::FIELDS).union(Groups::DISTINCT))
        .with_default("walls").with_names(Hash::NAMES),
    Format: Parameter::new("format", Groups::FORMAT).with_names(&Format::ALL.iter().map(|format| format.name()).chain(["pdf"]).collect::<Vec<_>>()),
    // A solution contains the maze only if this is given.
    Encoding: Parameter::new("encoding", Groups::ENCODING)
        .with_default("walls")
        .with_default_where(|groups| !groups.intersects(Groups::MANY.union(Groups::SOLVER)))
        .with_names(Encoding::NAMES).with_none(""),
    Cell: Parameter::new("cell", Groups::STYLE).with_default("16"),
    Wall: Parameter::new("wall", Groups::STYLE.union(Groups::TILE)).with_default("2"),
    Margin: Parameter::new("margin", Groups::STYLE).with_default("16").with_none("0"),
    Pixels: Parameter::new("pixels", Groups::STYLE).with_none(""),
    Theme: Parameter::new("theme", Groups::STYLE).with_default("light").with_names(Theme::NAMES),
    // Without these, the theme determines the colors.
    Color: Parameter::new("color", Groups::INK.union(Groups::TILE)).with_default("1d2430").with_default_where(|_| false),
    Background: Parameter::new("background", Groups::STYLE.union(Groups::TILE)).with_default("ffffff").with_default_where(|_| false),
    PathColor: Parameter::new("path_color", Groups::INK.union(Groups::TILE)).with_default("d7263d").with_default_where(|_| false),
    // No default, since it depends on the maze.
    PathStyle: Parameter::new("path_style", Groups::INK).with_names(PathStyle::NAMES),
    Marks: Parameter::new("marks", Groups::MARKS).with_default("arrows").with_names(Marks::NAMES),
    Heat: Parameter::new("heat", Groups::SHADES).with_default("none").with_names(&["distance", "weights", "none"]),
    Palette: Parameter::new("palette", Groups::SHADES.union(Groups::POSTER)).with_default("viridis").with_names(Palette::NAMES),
    // No default, since it depends on the path.
    Steps: Parameter::new("steps", Groups::STEPS).with_names(Shown::NAMES),
    Fps: Parameter::new("fps", Groups::ANIMATION).with_default("20"),
    Seconds: Parameter::new("seconds", Groups::ANIMATION).with_default("8"),
    CellMm: Parameter::new("cell_mm", Groups::LENGTH).with_default("10").number(),
    WallMm: Parameter::new("wall_mm", Groups::SOLID).with_default("1.2").number(),
    HeightMm: Parameter::new("height_mm", Groups::SOLID).with_default("8").number(),
    BaseMm: Parameter::new("base_mm", Groups::SOLID).with_default("1.6").number().with_none("0"),
    Pairs: Parameter::new("pairs", Groups::SCENARIOS).with_default("100"),
    Solution: Parameter::new("solution", Groups::SOLUTION.union(Groups::TILE)).flag(),
    Count: Parameter::new("count", Groups::BOOK.union(Groups::MANY)).with_default("20"),
    Offset: Parameter::new("offset", Groups::MANY).with_default("0"),
    Distinct: Parameter::new("distinct", Groups::DISTINCT).flag(),
    Paper: Parameter::new("paper", Groups::PAGE).with_default("a4").with_names(&Paper::names()),
    PerPage: Parameter::new("per_page", Groups::BOOK)
        .with_default("1").with_names(&BookOptions::PER_PAGE.map(|(_, name)| name)),
    Answers: Parameter::new("answers", Groups::BOOK).with_default("end").with_names(Answers::NAMES),
    AnswersPerPage: Parameter::new("answers_per_page", Groups::BOOK)
        .with_default("6").with_names(&BookOptions::ANSWERS_PER_PAGE.map(|(_, name)| name)),
    LineMm: Parameter::new("line_mm", Groups::PAGE).number(),
    Lang: Parameter::new("lang", Groups::PAGE).with_default("en").with_names(&Words::names()),
    Show: Parameter::new("show", Groups::PAGE).with_names(Caption::NAMES).list(64).with_none(""),
    Title: Parameter::new("title", Groups::PAGE).with_none(""),
    Poster: Parameter::new("poster", Groups::POSTER).flag(),
    Cover: Parameter::new("cover", Groups::BOOK).with_default("color").with_names(Cover::NAMES),
    Bleed: Parameter::new("bleed", Groups::BOOK).with_default("0").number(),
    Binding: Parameter::new("binding", Groups::BOOK).with_default("none").with_names(Binding::NAMES),
    Gutter: Parameter::new("gutter", Groups::BOOK).with_default("10").number().with_none("0"),
    Directions: Parameter::new("directions", Groups::CLAIM).list(4096),
    Read: Parameter::new("read", Groups::READ).with_names(&InputFormat::ALL.iter().map(|form| form.name).collect::<Vec<_>>()),
    Lines: Parameter::new("lines", Groups::READ),
    Walls: Parameter::new("walls", Groups::READ),
    Free: Parameter::new("free", Groups::READ),
    Start: Parameter::new("start", Groups::READ),
    End: Parameter::new("end", Groups::READ),
    Thin: Parameter::new("thin", Groups::READ).flag(),
    Bits: Parameter::new("bits", Groups::READ),
    Threshold: Parameter::new("threshold", Groups::READ).number(),
    Dark: Parameter::new("dark", Groups::READ).with_names(&["wall", "free"]),
    Mark: Parameter::new("mark", Groups::MARK).with_default("*"),
    Path: Parameter::new("path", Groups::CLAIM).list_of_addresses(4096),
}

impl Name {
    /// Finds the parameter of these groups with this name or alias.
    pub fn find(name: &str, groups: Groups) -> Option<Name> {
        Name::find_anywhere(name).filter(|name| name.parameter().group.intersects(groups))
    }

    /// Finds the parameter with this name or alias.
    pub fn find_anywhere(name: &str) -> Option<Name> {
        NAMES.get(name).copied()
    }

    /// Finds the parameter with this name or alias, and returns the static text of the name or alias as well.
    pub fn look_up(name: &str) -> Option<(&'static str, Name)> {
        NAMES.get_key_value(name).map(|(&sent, &name)| (sent, name))
    }

    /// The parameter's entry in the table.
    pub fn parameter(self) -> &'static Parameter {
        &PARAMETERS[self as usize]
    }

    /// The name as text.
    pub fn as_str(self) -> &'static str {
        self.parameter().name
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
