//! The commands that send a request to the service: `dedale maze --algo prim` is `GET /maze?algo=prim`. Their flags are
//! the parameters of the path, from the same table, so each new parameter is also a flag. The help texts come from
//! `openapi.yaml`, which is only read for help.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args as _, Command, FromArgMatches as _, value_parser};
use serde_json::Value;

use super::terminal::escaped;
use crate::endpoints::check::CheckRequest;
use crate::endpoints::docs::OPENAPI;
use crate::parameters::output::Resource;
use crate::parameters::table::{Groups, Name, Parameter, Values};
use crate::parameters::{other_words, query};
use crate::settings::Settings;

/// A command that sends a request to the service.
#[derive(Debug)]
pub struct AskCommand {
    /// The word after `dedale`.
    pub name: &'static str,
    /// The path of its request.
    pub path: &'static str,
    /// Its description, one sentence without a full stop.
    about: &'static str,
    /// The parameters of the path.
    groups: fn() -> Groups,
    /// The use of the file, if one may be given.
    file: Option<&'static str>,
    /// The path with its formats, if it has several.
    resource: Option<Resource>,
    /// The path of a stream of its steps.
    pub steps: Option<&'static str>,
}

/// All commands that send a request to the service.
pub static COMMANDS: [AskCommand; 6] = [
    AskCommand {
        name: "maze",
        path: "/maze",
        about: "Make a maze",
        groups: || Resource::Maze.groups(),
        file: Some("A mask or a grid to make the maze on"),
        resource: Some(Resource::Maze),
        steps: Some("/maze/steps"),
    },
    AskCommand {
        name: "solve",
        path: "/solve",
        about: "Solve a maze: the one in the file, or one that is made",
        groups: || Resource::Solve.groups() | Groups::READ,
        file: Some("The maze"),
        resource: Some(Resource::Solve),
        steps: Some("/solve/steps"),
    },
    AskCommand {
        name: "convert",
        path: "/convert",
        about: "Write the maze in the file in another form",
        groups: || Resource::Convert.groups(),
        file: Some("The maze"),
        resource: Some(Resource::Convert),
        steps: None,
    },
    AskCommand {
        name: "check",
        path: "/check",
        about: "Check a solution of the maze in the file, or of one that is made",
        groups: || CheckRequest::GROUPS | Groups::READ,
        file: Some("The maze, or many solutions, one in each line (.ndjson)"),
        resource: None,
        steps: None,
    },
    AskCommand {
        name: "book",
        path: "/book",
        about: "Make a book of mazes with their solutions, as PDF",
        groups: || Resource::Book.groups(),
        file: None,
        resource: Some(Resource::Book),
        steps: None,
    },
    AskCommand {
        name: "mazes",
        path: "/mazes",
        about: "Make many mazes: a line of JSON for each, or an array",
        groups: || Resource::Mazes.groups(),
        file: None,
        resource: Some(Resource::Mazes),
        steps: None,
    },
];

/// The arguments of a command.
#[derive(Clone, Debug)]
pub struct CommandArguments {
    /// The command.
    pub command: &'static AskCommand,
    /// The parameters, in the order of the table.
    pub parameters: Vec<(&'static str, String)>,
    /// The body; `-` is standard input.
    pub file: Option<PathBuf>,
    /// The file for the response; `-` is standard output.
    pub output: Option<PathBuf>,
    /// True if a file may be replaced.
    pub force: bool,
    /// True if text has colors.
    pub color: bool,
    /// True if the steps are shown instead of the result.
    pub steps: bool,
    /// True if the durations are printed.
    pub time: bool,
    /// True if the request and the head of the response are printed.
    pub verbose: bool,
    /// The limits of the service.
    pub settings: Settings,
}

/// The reason why a command fails.
#[derive(Debug)]
pub enum CommandError {
    /// Its arguments are wrong.
    Usage(String),
    /// It cannot be done.
    Failed(String),
}

impl CommandError {
    /// Prints the reason, and returns the exit status.
    pub fn report(&self) -> ExitCode {
        let (code, text) = match self {
            CommandError::Usage(text) => (2, text),
            CommandError::Failed(text) => (1, text),
        };
        for line in text.lines() {
            let _ = writeln!(io::stderr(), "dedale: {}", escaped(line));
        }
        ExitCode::from(code)
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> CommandError {
        CommandError::Failed(error.to_string())
    }
}

/// The extensions for a command whose path has no formats: it writes an object, or one in each line.
const LINES: [&str; 2] = ["json", "ndjson"];

/// The names of the flags that are not parameters.
const FILE: &str = "FILE";
const OUTPUT: &str = "output";
const FORCE: &str = "force";
const COLOR: &str = "color";
const STEPS: &str = "steps";
const TIME: &str = "time";
const VERBOSE: &str = "verbose";

/// The groups of flags in `--help`.
const PARAMETERS: &str = "Parameters";
const LIMITS: &str = "Limits, as those of the server";

/// The limits of the server that limit a command too. The others are about several clients and requests.
const LIMITS_OF_COMMANDS: [&str; 8] = [
    "max_cells",
    "max_side",
    "max_streamed_cells",
    "max_pixels",
    "max_step_cells",
    "max_body",
    "max_memory",
    "timeout",
];

/// The syntax of values, for the end of `--help`.
const RULES: &str = "Values are those of the query of a URL: 'dedale maze --algo prim --doors' is /maze?algo=prim&doors=true.\n\
    A range is a number or A..B, both included. The items of a list are separated by ';', or the flag is repeated.\n\
    docs/api.md lists the parameters by what they are for.";

/// The value of a flag that is given without one.
const ALONE: &str = "";

/// Adds the commands that send a request to the service.
pub fn with_commands(program: Command) -> Command {
    COMMANDS.iter().fold(program, |program, command| program.subcommand(command.to_clap()))
}

/// Adds the descriptions of the parameters.
pub fn described(program: Command) -> Command {
    // A test ensures that the description of the interface is well formed.
    let interface: Value = serde_saphyr::from_str(OPENAPI).unwrap_or_default();
    COMMANDS.iter().fold(program, |program, command| {
        let texts = command.descriptions(&interface);
        program.mut_subcommand(command.name, |subcommand| {
            subcommand.mut_args(|arg| match texts.iter().find(|(name, _)| *name == arg.get_id().as_str()) {
                Some((name, text)) => {
                    let alone = arg.get_help().map(|alone| format!("; {alone}")).unwrap_or_default();
                    let end = format!("{alone}{}{}", command.default_of(name), command.values_of(&arg, text));
                    let help = format!("{}{end}", first_sentence(text));
                    arg.help(help).long_help(format!("{text}{end}")).hide_possible_values(true)
                }
                None => arg,
            })
        })
    })
}

fn first_sentence(text: &str) -> &str {
    let end = text.match_indices('.').map(|(at, _)| at).find(|at| text[at + 1..].starts_with([' ', '\n']));
    text[..end.unwrap_or(text.len())].trim_end_matches('.')
}

impl AskCommand {
    /// The command of this name.
    pub fn find(name: &str) -> Option<&'static AskCommand> {
        COMMANDS.iter().find(|command| command.name == name)
    }

    /// The extensions of the files that can be written.
    pub fn extensions(&self) -> Vec<&'static str> {
        let outputs = self.resource.map(|resource| resource.outputs().iter().map(|output| output.extension).collect());
        outputs.unwrap_or_else(|| LINES.to_vec())
    }

    /// The path for a file of this extension, which names its format where there are several.
    pub fn path_of(&self, extension: &str) -> Option<&str> {
        match self.resource {
            Some(resource) => resource.output(extension).map(|output| output.path.as_str()),
            None => LINES.contains(&extension).then_some(self.path),
        }
    }

    /// Returns true if it also takes a file with many solutions, one in each line.
    pub fn takes_lines(&self) -> bool {
        self.resource.is_none()
    }

    /// Returns true if the command has the format `ascii`.
    pub fn has_text(&self) -> bool {
        self.path_of("txt").is_some()
    }

    /// The default of a parameter, as text for help.
    fn default_of(&self, name: &str) -> String {
        let parameter = self.parameters().find(|parameter| parameter.name == name);
        let default =
            parameter.filter(|known| known.values != Values::Flag).and_then(|known| known.default_at((self.groups)()));
        default.map(|default| format!(" [default: {default}]")).unwrap_or_default()
    }

    /// The allowed names of a value, as text for help: empty if `text` has them all, and those of the path for
    /// `format`.
    fn values_of(&self, arg: &Arg, text: &str) -> String {
        let values = arg.get_possible_values();
        let of_path = self.resource.filter(|_| arg.get_id() == "format");
        let names = match of_path {
            Some(resource) => resource.names(),
            None => values.iter().filter(|value| !value.is_hide_set()).map(PossibleValue::get_name).collect(),
        };
        let are_in_text = names.iter().all(|name| text.contains(name)) || names.contains(&"true");
        match are_in_text && of_path.is_none() {
            true => String::new(),
            false => format!(" [possible values: {}]", names.join(", ")),
        }
    }

    /// Returns true if it requires a file, since it has no parameters to make a maze.
    fn needs_file(&self) -> bool {
        self.file.is_some() && !(self.groups)().intersects(Groups::SEED)
    }

    /// The parameters of its path.
    pub fn parameters(&self) -> impl Iterator<Item = &'static Parameter> {
        (self.groups)().parameters()
    }

    fn to_clap(&'static self) -> Command {
        let mut command = Command::new(self.name).disable_version_flag(true);
        if let Some(text) = self.file {
            let file = Arg::new(FILE).value_parser(value_parser!(PathBuf)).required(self.needs_file());
            command = command.arg(file.help(format!("{text}; - is standard input")));
        }
        command = command.args([
            Arg::new(OUTPUT)
                .short('o')
                .long(OUTPUT)
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help(format!("Where to write; the extension names the format: {}", self.extensions().join(", "))),
            Arg::new(FORCE).long(FORCE).action(ArgAction::SetTrue).help("Replace the file if it exists"),
            Arg::new(TIME).long(TIME).action(ArgAction::SetTrue).help("Print how long each part of the work takes"),
            Arg::new(VERBOSE)
                .short('v')
                .long(VERBOSE)
                .action(ArgAction::SetTrue)
                .help("Print the request, the head of the response, and the memory used"),
        ]);
        command = command.args((self.groups)().names().map(flag));
        if self.steps.is_some() {
            // These are parameters of pictures, with another meaning if they have no value.
            for (name, help) in [
                (COLOR, "without a value, use colors in text"),
                (STEPS, "without a value, show each step in the terminal"),
            ] {
                let alone = |arg: Arg| arg.num_args(0..=1).require_equals(true).default_missing_value(ALONE).help(help);
                command = match self.parameters().any(|parameter| parameter.name == name) {
                    true => command.mut_arg(name, alone),
                    // It is not a parameter of this path.
                    false => {
                        let flag = Arg::new(name).long(name).action(ArgAction::SetTrue);
                        command.arg(flag.help("Show each step in the terminal"))
                    }
                };
            }
        }
        let known: Vec<String> = command.get_arguments().map(|arg| arg.get_id().to_string()).collect();
        // This also sets the description of the command, which is set again below.
        let command = Settings::augment_args(command).mut_args(|arg| {
            let name = arg.get_id().to_string();
            match known.contains(&name) {
                true => arg,
                false => arg.help_heading(LIMITS).hide_short_help(true).hide(!LIMITS_OF_COMMANDS.contains(&&*name)),
            }
        });
        let file = match self.file {
            Some(_) if self.needs_file() => " FILE",
            Some(_) => " [FILE]",
            None => "",
        };
        command
            .about(self.about)
            .long_about(None)
            .after_long_help(RULES)
            .override_usage(format!("dedale {} [FLAGS]{file}", self.name))
    }

    /// Reads the arguments of this command.
    ///
    /// # Errors
    ///
    /// If a limit is invalid, or a flag of the server is given.
    pub fn read(&'static self, matches: &ArgMatches) -> Result<CommandArguments, clap::Error> {
        let of_server = Settings::augment_args(Command::new(self.name));
        let is_given = |arg: &&Arg| {
            let id = arg.get_id().as_str();
            !LIMITS_OF_COMMANDS.contains(&id) && matches.value_source(id) == Some(ValueSource::CommandLine)
        };
        if let Some(flag) = of_server.get_arguments().find(is_given).and_then(Arg::get_long) {
            let message = format!("--{flag} is a flag of the server alone");
            return Err(self.to_clap().error(ErrorKind::UnknownArgument, message));
        }
        let settings = Settings::from_arg_matches(matches)?.complete();
        let mut request = CommandArguments {
            command: self,
            parameters: Vec::new(),
            file: matches.try_get_one::<PathBuf>(FILE).ok().flatten().cloned(),
            output: matches.get_one::<PathBuf>(OUTPUT).cloned(),
            force: matches.get_flag(FORCE),
            color: false,
            steps: self.steps.is_some() && matches.try_get_one::<bool>(STEPS).ok().flatten() == Some(&true),
            time: matches.get_flag(TIME),
            verbose: matches.get_flag(VERBOSE),
            // A single client may use everything.
            settings: Settings { client_share: 100, ..settings },
        };
        for parameter in self.parameters() {
            for value in matches.get_many::<String>(parameter.name).into_iter().flatten() {
                match parameter.name {
                    COLOR if value == ALONE => request.color = true,
                    STEPS if value == ALONE => request.steps = true,
                    name => request.parameters.push((name, value.clone())),
                }
            }
        }
        Ok(request)
    }

    /// The description of each parameter of the path, by its name, from the description of the interface.
    fn descriptions<'a>(&self, interface: &'a Value) -> Vec<(&'a str, String)> {
        let resolved = |value: &'a Value| {
            let reference = value["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
            reference.and_then(|pointer| interface.pointer(pointer)).unwrap_or(value)
        };
        let item = &interface["paths"][self.path];
        let operations = item.as_object().into_iter().flat_map(|operations| operations.values());
        // Some parameters belong to all operations of the path.
        let parameters = operations.chain([item]).filter_map(|place| place["parameters"].as_array()).flatten();
        let described = parameters.map(resolved).filter_map(|parameter| {
            let text = parameter["description"].as_str()?;
            Some((parameter["name"].as_str()?, text.replace('`', "").replace("<sup>", "^").replace("</sup>", "")))
        });
        described.collect()
    }
}

/// The flag of a parameter.
fn flag(name: Name) -> Arg {
    let parameter = name.parameter();
    let parser = AnyText(name);
    let name = parameter.name;
    let mut arg = Arg::new(name)
        .long(name.replace('_', "-"))
        .help_heading(PARAMETERS)
        .action(ArgAction::Append)
        .value_name("VALUE")
        .allow_negative_numbers(true)
        .value_parser(parser);
    if name.contains('_') {
        arg = arg.alias(name);
    }
    for alias in parameter.aliases {
        arg = arg.visible_alias(*alias);
    }
    if parameter.values == Values::Flag {
        arg = arg.num_args(0..=1).require_equals(true).default_missing_value("true");
    }
    arg
}

/// Accepts any text, since the service checks the values, and lists the allowed names for the completion of shells.
#[derive(Clone)]
struct AnyText(Name);

impl TypedValueParser for AnyText {
    type Value = String;

    fn parse_ref(&self, command: &Command, _: Option<&Arg>, value: &std::ffi::OsStr) -> Result<String, clap::Error> {
        let text = value.to_str().map(str::to_owned);
        text.ok_or_else(|| {
            let flag = self.0.as_str().replace('_', "-");
            let shown = value.to_string_lossy();
            command.clone().error(ErrorKind::InvalidUtf8, format!("--{flag} {shown}: must be text in UTF-8\n"))
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = self.0.parameter().names.clone()?;
        // The aliases are accepted, and would hide the names.
        let value = move |name| PossibleValue::new(name).hide(query::is_alias(self.0, name));
        Some(Box::new(names.into_iter().map(value)))
    }
}

/// The flags of other servers for their address.
const OTHER_WORDS_FOR_LISTEN: [&str; 5] = ["--port", "--host", "--bind", "--address", "-p"];

/// Adds a suggestion to an error about an unknown flag.
pub fn with_suggestion(error: clap::Error, program: &mut Command, args: &[std::ffi::OsString]) -> clap::Error {
    let ErrorKind::UnknownArgument = error.kind() else { return error };
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else { return error };
    let name = flag.trim_start_matches('-').replace('-', "_");
    let Some(command) = args.get(1).and_then(|word| AskCommand::find(word.to_str()?)) else {
        let message = if OTHER_WORDS_FOR_LISTEN.contains(&flag.as_str()) {
            format!("unknown flag {flag}; did you mean --listen ADDRESS:PORT?")
        } else if let Some(command) =
            COMMANDS.iter().find(|command| command.parameters().any(|known| known.name == name))
        {
            format!("{flag} is a flag of a command; did you mean 'dedale {} {flag}'?", command.name)
        } else {
            return error;
        };
        return program.error(ErrorKind::UnknownArgument, message);
    };
    let Some(suggestion) = other_words::suggestion(&name, "", (command.groups)()) else { return error };
    let flags = suggestion.split('\'').enumerate().map(|(at, part)| match at % 2 {
        0 => part.to_owned(),
        _ => format!("'--{part}'"),
    });
    let message = format!("unknown flag {flag}; did you mean {}?", flags.collect::<String>());
    program.find_subcommand_mut(command.name).map_or(error, |it| it.error(ErrorKind::UnknownArgument, message))
}

/// Returns true for `-`, which is standard input or output.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}
