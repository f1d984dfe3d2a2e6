//! A solution that is to be checked.

use std::collections::BTreeMap;

use dedale::about::InvalidValue;
use dedale::grid::Address;
use dedale::options::{ANY_EXIT, Ends, MazeOptions};
use dedale::picture::Head;
use dedale::rng::parse_seed;
use dedale::text::parse::Names;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::admit::Task;
use super::draft::{Draft, Ground};
use super::format::{Call, FormatFrom};
use super::moves;
use super::parameters::{Groups, Name};
use super::posted::{Claim, PostedMaze};
use super::query::Query;
use super::solve::{SideNames, Space};
use crate::problem::{Code, Fault, Kind, Problem, Reason};
use crate::response::caching::Location;

/// A checked request to check a solution of a posted maze.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckRequest {
    /// Where the maze begins and ends.
    pub ends: Ends,
    /// The solution.
    pub claim: Claim,
    /// Whether moves across corners are allowed.
    pub diagonals: bool,
}

impl CheckRequest {
    /// The parameters that are read here.
    pub const GROUPS: Groups = Groups::ENDS.union(Groups::CLAIM).union(Groups::READ).union(Groups::DIAGONALS);

    /// Reads a solution and its ends from a query, or takes what the maze says of them.
    /// It fails too if there is no solution, or more than one in the query.
    pub fn read(query: &str, maze: &mut PostedMaze) -> Result<CheckRequest, Problem> {
        let mut query = Query::new(query, CheckRequest::GROUPS);
        let ends = if query.given(Name::To) == Some(ANY_EXIT) {
            query.fault(Name::To, "any is only valid at /maze and /solve");
            None
        } else {
            maze.ends(&mut query, 0)
        };
        let posted = maze.claim.take();
        let diagonals = diagonals_of_posted(&mut query, maze);
        let claim = claim(&mut query, maze.space(), sides(maze.sides(), diagonals), posted);
        if claim.is_none() && !query.is_faulty(Name::Directions) {
            query.fault(
                Name::Directions,
                Reason::new(Code::Missing, "must be given, or path instead, in the query or in a JSON body"),
            );
        }
        let (ends, claim) = query.finish(ends.zip(claim))?;
        Ok(CheckRequest { ends, claim, diagonals })
    }

    /// The work to check the solution in this maze.
    pub fn task<'a>(&'a self, maze: &'a PostedMaze) -> Task<'a> {
        Task::on_posted(maze, &self.ends).checked(self.claim.moves(), self.diagonals)
    }
}

/// Whether moves across corners are allowed in a maze that was posted.
fn diagonals_of_posted(query: &mut Query<'_>, maze: &PostedMaze) -> bool {
    diagonals(query, maze.grid().has_diagonals(), maze.is_weighted)
}

/// Whether moves across corners are allowed in a maze that is made.
fn diagonals_of_made(query: &mut Query<'_>, draft: &Draft) -> bool {
    let is_weighted = query.has(Name::Weights);
    diagonals(query, draft.has_diagonals(), is_weighted)
}

/// Reads whether moves across corners are allowed in a maze that has such moves or not, and weights or not.
fn diagonals(query: &mut Query<'_>, has_diagonals: bool, is_weighted: bool) -> bool {
    let are_allowed = query.flag(Name::Diagonals).unwrap_or_default();
    if are_allowed && !has_diagonals {
        query.fault(Name::Diagonals, "is only valid for squares on one floor, without wrap and weave");
    } else if are_allowed && is_weighted {
        query.fault(Name::Diagonals, InvalidValue::conflict("weights"));
    }
    are_allowed
}

/// How sides are called where moves across corners are allowed, or not.
fn sides(sides: SideNames, diagonals: bool) -> SideNames {
    if diagonals { SideNames::Corners } else { sides }
}

/// A checked request to check a solution of a maze that is made.
#[derive(Clone, Debug)]
pub struct MadeRequest {
    /// The maze.
    pub maze: Box<MazeOptions>,
    /// The solution.
    pub claim: Claim,
    /// Whether moves across corners are allowed.
    pub diagonals: bool,
    /// Where exactly this response is found again.
    pub location: Location,
}

impl MadeRequest {
    /// The parameters that are read here.
    pub const GROUPS: Groups = Groups::MAZE.union(Groups::CLAIM).union(Groups::DIAGONALS);

    /// Reads a solution and the options of a maze.
    pub fn read(call: Call<'_>) -> Result<MadeRequest, Problem> {
        let mut reading = call.read(MadeRequest::GROUPS, FormatFrom::Fixed)?;
        let draft = Draft::read(&mut reading, Ground::Whole);
        let diagonals = diagonals_of_made(&mut reading.query, &draft);
        let claim = claim(&mut reading.query, draft.space, sides(draft.sides(), diagonals), None);
        if claim.is_none() && !reading.query.is_faulty(Name::Directions) {
            reading.query.fault(Name::Directions, Reason::new(Code::Missing, "must be given, or path instead"));
        }
        let location = draft.location(&reading);
        let (maze, claim) = reading.finish(draft.options.zip(claim))?;
        Ok(MadeRequest { maze, claim, diagonals, location })
    }

    /// The work to make the maze and to check the solution.
    pub fn task(&self) -> Task<'_> {
        Task::making(&self.maze).checked(self.claim.moves(), self.diagonals)
    }
}

/// A checked request to check a solution in each line of the body.
#[derive(Clone, Debug)]
pub struct LinesRequest {
    /// The maze of a line that does not have its own, with another seed.
    pub maze: Box<MazeOptions>,
    /// Whether moves across corners are allowed.
    pub diagonals: bool,
    /// Whether the seed is that of the query.
    has_seed: bool,
    sides: SideNames,
}

impl LinesRequest {
    /// The parameters that are read here.
    pub const GROUPS: Groups = Groups::MAZE.union(Groups::DIAGONALS);

    /// Reads the options of the mazes.
    pub fn read(call: Call<'_>) -> Result<LinesRequest, Problem> {
        let mut reading = call.read(LinesRequest::GROUPS, FormatFrom::Fixed)?;
        let draft = Draft::read(&mut reading, Ground::Whole);
        let diagonals = diagonals_of_made(&mut reading.query, &draft);
        let (has_seed, sides) = (reading.query.has(Name::Seed), sides(draft.sides(), diagonals));
        let maze = reading.finish(draft.options)?;
        Ok(LinesRequest { maze, diagonals, has_seed, sides })
    }

    /// The work to make a maze, and to check a solution of so many moves.
    pub fn task(&self, moves: u64) -> Task<'_> {
        Task::making(&self.maze).checked(moves, self.diagonals)
    }

    /// The seed and the solution of a line without a maze.
    pub fn of_line(&self, line: &Line<'_>) -> Result<(u64, Claim), Problem> {
        let seed = match line.read::<Value>("seed", "a whole number")? {
            Some(Value::String(text)) => Some(parse_seed(&text)),
            Some(Value::Number(number)) if !number.is_f64() => Some(parse_seed(&number.to_string())),
            Some(_) => Some(Err("must be a whole number or a text".to_owned().into())),
            None => self.has_seed.then_some(Ok(self.maze.seed())),
        };
        let wrong = |detail: &str| Problem::invalid(vec![Fault::new(Name::Seed.as_str(), None, detail)]);
        let seed = seed.ok_or_else(|| {
            wrong("must be given, in the line or in the query; or else cells, of a maze of the line's own")
        })?;
        let seed = seed.map_err(|why| wrong(&why.to_string()))?;
        Ok((seed, line.claim()?.read(self.sides)))
    }
}

/// A maze that a line has itself, with its ends and its solution. `query` is that of the request.
pub fn of_posted_line(query: &str, line: &Line<'_>, maze: &PostedMaze) -> Result<CheckRequest, Problem> {
    let mut query = Query::new(query, LinesRequest::GROUPS);
    let ends = maze.ends(&mut query, 0);
    let diagonals = diagonals_of_posted(&mut query, maze);
    let ends = query.finish(ends)?;
    Ok(CheckRequest { ends, claim: line.claim()?.read(sides(maze.sides(), diagonals)), diagonals })
}

/// A line of a body: the object that it is.
#[derive(Clone, Debug)]
pub struct Line<'a>(BTreeMap<String, &'a RawValue>);

impl<'a> Line<'a> {
    /// Reads a line.
    pub fn new(bytes: &'a [u8]) -> Result<Line<'a>, Problem> {
        let wrong =
            |detail: String| Problem::new(Kind::MALFORMED_MAZE, format!("the line is no JSON object: {detail}"));
        let text = str::from_utf8(bytes).map_err(|_| wrong("it is not UTF-8".to_owned()))?;
        serde_json::from_str(text).map(Line).map_err(|error| wrong(format!("column {} is wrong", error.column())))
    }

    /// Whether it has a maze.
    pub fn has_maze(&self) -> bool {
        self.0.contains_key("cells")
    }

    /// The member of this name, unless it is `null`; `expected` says what it must be.
    fn read<T: Deserialize<'a>>(&self, name: &'static str, expected: &str) -> Result<Option<T>, Problem> {
        let Some(member) = self.0.get(name) else { return Ok(None) };
        serde_json::from_str(member.get())
            .map_err(|_| Problem::invalid(vec![Fault::new(name, Some(member.get()), format!("must be {expected}"))]))
    }

    /// The solution, as it was sent.
    fn claim(&self) -> Result<Claim, Problem> {
        if let Some(path) = self.read::<Vec<Vec<u64>>>(Name::Path.as_str(), PATH)? {
            let address = |numbers: Vec<u64>| {
                let numbers =
                    numbers.iter().map(|&number| u32::try_from(number).unwrap_or(u32::MAX)).collect::<Vec<_>>();
                Address::try_from(&numbers[..]).ok()
            };
            let wrong = || Problem::invalid(vec![Fault::new(Name::Path.as_str(), None, format!("must be {PATH}"))]);
            return path.into_iter().map(address).collect::<Option<_>>().map(Claim::Path).ok_or_else(wrong);
        }
        let (name, expected) = (Name::Directions.as_str(), "a text, or a list of the names of sides");
        let directions: Option<Names> = match self.0.get(name) {
            Some(list) if list.get().starts_with('[') => {
                self.read::<Vec<String>>(name, expected)?.map(|names| names.iter().map(String::as_str).collect())
            }
            _ => self.read::<String>(name, expected)?.map(Names::word),
        };
        directions.map(Claim::Directions).ok_or_else(|| {
            let detail = "must be given, or path instead";
            Problem::invalid(vec![Fault::new(Name::Directions.as_str(), None, detail)])
        })
    }

    /// Fails where it says something else of the maze than what it is: its seed may differ, which is one that was looked for.
    pub fn check(&self, head: &Head) -> Result<(), Problem> {
        const OF_LINES: [Name; 3] = [Name::Seed, Name::Path, Name::Directions];
        let mut told =
            self.0.iter().filter(|(name, _)| OF_LINES.iter().all(|of_line| of_line.as_str() != *name)).peekable();
        if told.peek().is_none() {
            return Ok(());
        }
        let head = serde_json::to_value(head).unwrap_or_default();
        let mut faults = Vec::new();
        for (name, member) in told {
            let Some(known) = head.get(name) else { continue };
            if serde_json::from_str::<Value>(member.get()).ok().as_ref() != Some(known) {
                let detail = format!(
                    "is {known} of the maze that the query asks for; each line has the same one, but for its seed"
                );
                faults.push(Fault::new(name, Some(member.get()), detail));
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(Problem::invalid(faults)) }
    }
}

/// The form of a path in a line.
const PATH: &str = "a list of the addresses of cells, such as [[0,0],[0,1]]";

/// The solution, if there is one: that of the query, or else the one that came with the maze, where it may be part
/// of a solution that was sent back whole.
fn claim(query: &mut Query<'_>, space: Space<'_>, sides: SideNames, posted: Option<Claim>) -> Option<Claim> {
    match (query.has(Name::Directions), query.has(Name::Path)) {
        (true, true) => {
            query.fault(Name::Directions, InvalidValue::conflict("path"));
            None
        }
        (true, false) => Some(Claim::Directions(moves::read(query.all(Name::Directions), sides))),
        // A cell that the maze does not have is reported as the first fault of the solution.
        (false, true) => {
            let space = if let Space::Plain(_) = space { Space::Plain(None) } else { Space::Shaped { cells: 0 } };
            Some(Claim::Path(space.addresses(query, Name::Path)))
        }
        (false, false) => posted.map(|claim| claim.read(sides)),
    }
}
