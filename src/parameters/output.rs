//! The paths that answer in several formats, and the formats of each: `/maze.svg` is `/maze?format=svg`.

use std::sync::LazyLock;

use dedale::format::Format;
use dedale::named;
use dedale::text::{Encoding, Table};

use crate::parameters::table::Groups;
use crate::problem::{Kind, Problem, nearest};

named! {
    /// A path that answers in several formats, by its name without any.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Resource {
        /// A maze.
        Maze = "/maze",
        /// A maze with its solution.
        Solve = "/solve",
        /// A posted maze in another form.
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

/// A format in which a path answers.
#[derive(Debug)]
pub struct Output {
    /// The name, which is the value of `format`.
    pub name: &'static str,
    /// What files and paths end with, which is another name of it.
    pub extension: &'static str,
    /// The media type, with its parameters.
    pub media_type: &'static str,
    /// The path that names it, such as `/maze.svg`.
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

    /// The media type without parameters, as `Accept` names it.
    pub fn essence(&self) -> &'static str {
        self.media_type.split(';').next().unwrap_or_default()
    }

    /// Whether it is pages to print.
    pub fn is_pages(&self) -> bool {
        self.format.is_none()
    }

    /// The groups of the parameters that go with it, of those that depend on the format.
    fn groups(&self) -> Groups {
        self.format.map_or(Groups::PAGE | Groups::MARKS, Groups::of_format)
    }
}

/// The formats of a path.
struct Row {
    resource: Resource,
    /// The first is the one in which it answers a request that names none.
    outputs: Vec<Output>,
    /// Their media types without parameters, each once.
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
            // A maze that is posted was not made here, and has no steps to show.
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

/// What depends on the format of a solution: there is none of solids and of scenarios.
pub const SOLVED: Groups = Groups::OF_FORMATS.difference(Groups::SOLID).difference(Groups::SCENARIOS);

/// What depends on the format of a window: distances, steps and pages need the whole maze.
const OF_WINDOWS: Groups =
    Groups::OF_FORMATS.difference(Groups::SHADES).difference(Groups::ANIMATION).difference(Groups::PAGE);

/// Whether a solution can be written in a format.
fn has_solution(format: Format) -> bool {
    matches!(format, Format::Json(_)) || format.info().shows_path
}

/// Whether a window can be written in a format: all that shows cells, but not how they come to be, and not the ends of the whole maze.
fn shows_window(format: Format) -> bool {
    format.animation().is_none() && !matches!(format, Format::Tokens | Format::Hex)
}

impl Resource {
    /// The formats, in the order in which messages name them and `Accept` prefers them.
    pub fn outputs(self) -> &'static [Output] {
        OUTPUTS.iter().find(|row| row.resource == self).map_or(&[], |row| &row.outputs)
    }

    /// The format of this name, or with this extension.
    pub fn output(self, name: &str) -> Option<&'static Output> {
        let is_called =
            |output: &&Output| [output.name, output.extension].iter().any(|it| it.eq_ignore_ascii_case(name));
        self.outputs().iter().find(is_called)
    }

    /// The names of its formats.
    pub fn names(self) -> Vec<&'static str> {
        self.outputs().iter().map(|output| output.name).collect()
    }

    /// The media types of its formats, without parameters, each once.
    pub fn media_types(self) -> &'static [&'static str] {
        OUTPUTS.iter().find(|row| row.resource == self).map_or(&[], |row| &row.media_types)
    }

    /// What follows the dot in a path of this resource, such as `svg` in `/maze.svg`.
    pub fn extension(self, path: &str) -> Option<&str> {
        path.strip_prefix(self.name())?.strip_prefix('.')
    }

    /// The groups of the parameters of its path, with all formats.
    pub fn groups(self) -> Groups {
        Groups::FORMAT
            | match self {
                Resource::Maze => Groups::MAZE | Groups::OF_FORMATS,
                Resource::Solve => {
                    let solved = Groups::SOLVER | Groups::DIAGONALS | Groups::REPORT | Groups::AT | Groups::MARK;
                    Groups::MAZE | SOLVED | Groups::STEPS | solved
                }
                Resource::Convert => {
                    Groups::ENDS | (Groups::OF_FORMATS - Groups::ANIMATION - Groups::PAGE) | Groups::READ
                }
                Resource::Mazes => {
                    let made = Groups::MAZE | Groups::MANY | Groups::ENCODING;
                    made | Groups::SOLVER | Groups::DIAGONALS | Groups::REPORT | Groups::FIELDS | Groups::DISTINCT
                }
                Resource::Book => Groups::MAZE | Groups::BOOK | Groups::PAGE | Groups::MARKS,
                Resource::Window => Groups::MAP | Groups::WINDOW | Groups::SOLUTION | OF_WINDOWS,
                Resource::Path => Groups::MAP | Groups::WINDOW | Groups::MOVES,
            }
    }

    /// Of the parameters of `groups`, those that go with a format of this path.
    pub fn fitting(self, groups: Groups, output: &Output) -> Groups {
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

    /// The problem with a path that ends with the name of a format which is not one of this resource.
    pub fn no_such_path(self, extension: &str) -> Problem {
        let meant = || nearest(extension, &self.names()).and_then(|name| self.output(name));
        let told = match (self.why_not(extension), meant()) {
            (Some(why), _) => format!(": {extension} {why}"),
            (None, Some(meant)) => format!("; perhaps you mean {}", meant.path),
            (None, None) => {
                let paths: Vec<_> = self.outputs().iter().map(|output| output.path.as_str()).collect();
                format!("; perhaps you mean one of {}", paths.join(", "))
            }
        };
        Problem::new(Kind::NOT_FOUND, format!("There is nothing at this path{told}."))
    }

    /// Why there is no such format here, if it is one of mazes and the resource is their solutions.
    pub fn why_not(self, name: &str) -> Option<String> {
        let maze = Resource::Maze.output(name).filter(|_| self == Resource::Solve)?;
        Some(format!("has no solution; {} has the maze", maze.path))
    }
}
