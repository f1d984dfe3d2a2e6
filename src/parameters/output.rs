//! The table of the paths with several formats: `/maze.svg` is `/maze?format=svg`.

use std::sync::LazyLock;

use dedale::formats::{Encoding, Format, Table};
use dedale::named;

use crate::parameters::table::Groups;
use crate::problem::{Kind, Problem, nearest};

named! {
    /// A path with several formats, by its name without an extension.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Resource {
        /// A maze.
        Maze = "/maze",
        /// The solution of a maze.
        Solve = "/solve",
        /// A posted maze in another format.
        Convert = "/convert",
        /// Many mazes.
        Mazes = "/mazes",
        /// A book of mazes.
        Book = "/book",
        /// A window of a large maze.
        Window = "/map/window",
        /// A part of the path through a large maze.
        Path = "/map/path",
    }
}

/// A format of the responses of a path.
#[derive(Debug)]
pub struct Output {
    /// The name, which is the value of `format`.
    pub name: &'static str,
    /// The extension of files and paths, which is also accepted as a value of `format`.
    pub extension: &'static str,
    /// The media type, with its parameters.
    pub media_type: &'static str,
    /// The path of this format, such as `/maze.svg`.
    pub path: String,
    /// The format of the library; `None` for pages to print.
    pub format: Option<Format>,
}

impl Output {
    fn new(
        resource: Resource,
        [name, extension, media_type]: [&'static str; 3],
        format: impl Into<Option<Format>>,
    ) -> Output {
        let path = format!("{}.{extension}", resource.name());
        Output { name, extension, media_type, path, format: format.into() }
    }

    /// A format of the library.
    fn of(resource: Resource, format: Format) -> Output {
        let info = format.info();
        Output::new(resource, [info.name, info.extension.unwrap_or(info.name), info.media_type], format)
    }

    /// The media type without parameters, as in `Accept`.
    pub fn essence(&self) -> &'static str {
        self.media_type.split(';').next().unwrap_or_default()
    }

    /// Returns true for pages to print.
    pub fn is_pages(&self) -> bool {
        self.format.is_none()
    }

    /// The groups of format-dependent parameters that are valid with this format.
    fn groups(&self) -> Groups {
        self.format.map_or(Groups::SHEET | Groups::MARKS | Groups::INK, Groups::of_format)
    }
}

/// The formats of a path.
struct Row {
    resource: Resource,
    /// The first one is the default.
    outputs: Vec<Output>,
    /// Their media types, without parameters and without repetitions.
    media_types: Vec<&'static str>,
}

/// The table of paths and formats.
static OUTPUTS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let outputs = |resource| {
        let of = |format: &Format| Output::of(resource, *format);
        let pages = Output::new(resource, ["pdf", "pdf", "application/pdf"], None);
        let all = Format::ALL.iter();
        match resource {
            Resource::Maze => all.map(of).chain([pages]).collect(),
            Resource::Solve => all.filter(|format| has_solution(**format)).map(of).chain([pages]).collect(),
            // A posted maze was not generated here, so it has no steps to show.
            Resource::Convert => all.filter(|format| format.animation().is_none()).map(of).collect(),
            Resource::Mazes => {
                let json = Format::Json(Encoding::default());
                let lines = Output::new(resource, [json.name(), "ndjson", "application/x-ndjson"], json);
                vec![lines, of(&Format::Npy(Table::default())), of(&Format::Tokens)]
            }
            Resource::Book => vec![pages],
            Resource::Window => all.filter(|format| shows_window(**format)).map(of).collect(),
            Resource::Path => vec![of(&Format::Json(Encoding::default()))],
        }
    };
    let row = |resource| {
        let outputs: Vec<Output> = outputs(resource);
        let mut media_types = Vec::new();
        for essence in outputs.iter().map(Output::essence) {
            if !media_types.contains(&essence) {
                media_types.push(essence);
            }
        }
        Row { resource, outputs, media_types }
    };
    Resource::ALL.iter().copied().map(row).collect()
});

/// The format-dependent parameters of solutions, which are not available as solids and scenarios.
pub const SOLVED: Groups = Groups::OF_FORMATS.difference(Groups::SOLID).difference(Groups::SCENARIOS);

/// The format-dependent parameters of windows: distances, steps and pages need the whole maze.
const OF_WINDOWS: Groups =
    Groups::OF_FORMATS.difference(Groups::SHADES).difference(Groups::ANIMATION).difference(Groups::SHEET);

/// Returns true if a format can represent a solution.
fn has_solution(format: Format) -> bool {
    matches!(format, Format::Json(_)) || format.write_info().shows_path
}

/// Returns true if a format can represent a window. Animations and formats that contain the ends of the whole maze
/// cannot.
fn shows_window(format: Format) -> bool {
    format.animation().is_none() && !matches!(format, Format::Tokens | Format::Hex | Format::Description)
}

impl Resource {
    /// The formats, in the order of preference.
    pub fn outputs(self) -> &'static [Output] {
        OUTPUTS.iter().find(|row| row.resource == self).map_or(&[], |row| &row.outputs)
    }

    /// The format with this name or extension.
    pub fn output(self, name: &str) -> Option<&'static Output> {
        let is_called =
            |output: &&Output| [output.name, output.extension].iter().any(|it| it.eq_ignore_ascii_case(name));
        self.outputs().iter().find(is_called)
    }

    /// The names of the formats.
    pub fn names(self) -> Vec<&'static str> {
        self.outputs().iter().map(|output| output.name).collect()
    }

    /// The media types of the formats, without parameters and without repetitions.
    pub fn media_types(self) -> &'static [&'static str] {
        OUTPUTS.iter().find(|row| row.resource == self).map_or(&[], |row| &row.media_types)
    }

    /// The extension of a path of this resource, such as `svg` in `/maze.svg`.
    pub fn extension(self, path: &str) -> Option<&str> {
        path.strip_prefix(self.name())?.strip_prefix('.')
    }

    /// The groups of parameters that the path takes, with any format.
    pub fn groups(self) -> Groups {
        Groups::FORMAT
            | match self {
                Resource::Maze => Groups::MAZE | Groups::OF_FORMATS,
                Resource::Solve => {
                    let solved = Groups::SOLVER | Groups::DIAGONALS | Groups::REPORT | Groups::AT | Groups::MARK;
                    Groups::MAZE | SOLVED | Groups::STEPS | solved
                }
                Resource::Convert => {
                    Groups::ENDS | (Groups::OF_FORMATS - Groups::ANIMATION - Groups::SHEET) | Groups::READ
                }
                Resource::Mazes => {
                    let made = Groups::MAZE | Groups::MANY | Groups::ENCODING;
                    made | Groups::SOLVER | Groups::DIAGONALS | Groups::REPORT | Groups::FIELDS | Groups::DISTINCT
                }
                Resource::Book => Groups::MAZE | Groups::BOOK | Groups::PAGE | Groups::MARKS | Groups::INK,
                Resource::Window => Groups::MAP | Groups::WINDOW | Groups::SOLUTION | OF_WINDOWS,
                Resource::Path => Groups::MAP | Groups::WINDOW | Groups::MOVES,
            }
    }

    /// Returns the groups of `groups` that are valid with a format of this path.
    pub fn valid_groups(self, groups: Groups, output: &Output) -> Groups {
        match (self, output.format) {
            (Resource::Book | Resource::Path, _) => groups,
            (Resource::Mazes, Some(Format::Json(_))) => groups - Groups::FIELDS,
            (Resource::Mazes, Some(Format::Tokens)) => {
                groups - Groups::ENCODING - Groups::REPORT - Groups::FIELDS - Groups::DIAGONALS
            }
            (Resource::Mazes, _) => groups - Groups::SOLVER - Groups::REPORT - Groups::DISTINCT - Groups::DIAGONALS,
            (Resource::Maze | Resource::Solve | Resource::Convert | Resource::Window, _) => {
                groups - ((Groups::OF_FORMATS | Groups::STEPS | Groups::MARK) - output.groups())
            }
        }
    }

    /// The problem with a path whose extension is not a format of this resource.
    pub fn no_such_path(self, extension: &str) -> Problem {
        let similar = || nearest(extension, &self.names()).and_then(|name| self.output(name));
        let advice = match (self.why_not(extension), similar()) {
            (Some(why), _) => format!(": {extension} {why}"),
            (None, Some(similar)) => format!("; perhaps you mean {}", similar.path),
            (None, None) => {
                let paths: Vec<_> = self.outputs().iter().map(|output| output.path.as_str()).collect();
                format!("; perhaps you mean one of {}", paths.join(", "))
            }
        };
        Problem::new(Kind::NOT_FOUND, format!("There is nothing at this path{advice}."))
    }

    /// The reason why a solution is not available in a format of mazes.
    pub fn why_not(self, name: &str) -> Option<String> {
        let maze = Resource::Maze.output(name).filter(|_| self == Resource::Solve)?;
        Some(format!("has no solution; {} has the maze", maze.path))
    }
}
