//! A solution that is to be checked.

use std::borrow::Cow;
use std::fmt;

use dedale::about::InvalidValue;
use dedale::grid::Address;
use dedale::options::{ANY_EXIT, Ends, EndsRule, MazeOptions};
use dedale::picture::Head;
use dedale::rng::parse_seed;
use dedale::text::parse;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
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
    /// The parameters about a maze that a line has itself.
    of_posted: Query<'static>,
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
        let of_posted = reading.query.restricted(Groups::ENDS | Groups::DIAGONALS);
        let maze = reading.finish(draft.options)?;
        Ok(LinesRequest { maze, diagonals, has_seed, sides, of_posted })
    }

    /// The work to make a maze, and to check a solution of so many moves.
    pub fn task(&self, moves: u64) -> Task<'_> {
        Task::making(&self.maze).checked(moves, self.diagonals)
    }

    /// About how many steps a line of `bytes` takes at most that has its own maze: it has no more cells, and no more moves.
    pub fn steps_of_posted(&self, bytes: u64) -> u64 {
        let ends = match self.of_posted.given(Name::Ends).and_then(|rule| rule.parse().ok()) {
            Some(EndsRule::Farthest) => Ends::Farthest,
            Some(EndsRule::Center) => Ends::Center,
            // The nearest of several exits, which the maze may name.
            _ => Ends::Nearest { from: Address::from([0, 0]) },
        };
        Task::on_cells(bytes, &ends).checked(bytes, self.diagonals).expected_steps()
    }

    /// The seed and the solution of a line without a maze.
    pub fn of_line(&self, line: &Line<'_>) -> Result<(u64, Claim), Problem> {
        let wrong = |detail: &str| Problem::invalid(vec![Fault::new(Name::Seed.as_str(), None, detail)]);
        let seed = match (line.seed()?, self.has_seed) {
            (Some(seed), _) => seed,
            (None, true) => self.maze.seed(),
            (None, false) => {
                return Err(wrong(
                    "must be given, in the line or in the query; or else cells, of a maze of the line's own",
                ));
            }
        };
        Ok((seed, line.claim()?.read(self.sides)))
    }

    /// The request of a line that has its own maze.
    pub fn of_posted_line(&self, line: &Line<'_>, maze: &PostedMaze) -> Result<CheckRequest, Problem> {
        let mut query = self.of_posted.clone();
        let ends = maze.ends(&mut query, 0);
        let diagonals = diagonals_of_posted(&mut query, maze);
        let ends = query.finish(ends)?;
        Ok(CheckRequest { ends, claim: line.claim()?.read(sides(maze.sides(), diagonals)), diagonals })
    }
}

/// The members of a line that matter. The first ones are its own, and the others those of the head of a maze.
const MEMBERS: [&str; 24] = [
    "path",
    "directions",
    "cells",
    "seed",
    "read",
    "algo",
    "grid",
    "w",
    "h",
    "scale",
    "rings",
    "floors",
    "window",
    "zoom_level",
    "generator",
    "url",
    "options",
    "from",
    "to",
    "exits",
    "rooms",
    "items",
    "locks",
    "crossings",
];

/// A line of a body: the texts of the members of its object that are known and are not `null`. Nothing is kept of others.
#[derive(Clone, Debug, Default)]
pub struct Line<'a>([Option<&'a RawValue>; MEMBERS.len()]);

impl<'a> Line<'a> {
    /// Reads a line.
    pub fn new(bytes: &'a [u8]) -> Result<Line<'a>, Problem> {
        let wrong =
            |detail: String| Problem::new(Kind::MALFORMED_MAZE, format!("the line is no JSON object: {detail}"));
        let text = str::from_utf8(bytes).map_err(|_| wrong("it is not UTF-8".to_owned()))?;
        serde_json::from_str(text).map_err(|error| wrong(format!("column {} is wrong", error.column())))
    }

    /// Whether it has a maze.
    pub fn has_maze(&self) -> bool {
        self.member("cells").is_some()
    }

    /// The text of the member of this name.
    fn member(&self, name: &str) -> Option<&'a str> {
        let index = MEMBERS.iter().position(|known| *known == name)?;
        self.0[index].map(RawValue::get)
    }

    /// The seed: a number or a text.
    fn seed(&self) -> Result<Option<u64>, Problem> {
        let name = Name::Seed.as_str();
        let Some(text) = self.member(name) else { return Ok(None) };
        let wrong = |detail: String| Problem::invalid(vec![Fault::new(name, Some(text), detail)]);
        let seed: Cow<'_, str> = match serde_json::from_str(text) {
            Ok(Text(seed)) => seed,
            Err(_) if text.bytes().all(|byte| byte.is_ascii_digit()) => text.into(),
            Err(_) => return Err(wrong("must be a whole number or a text".to_owned())),
        };
        parse_seed(&seed).map(Some).map_err(|why| wrong(why.to_string()))
    }

    /// The solution, as it was sent.
    fn claim(&self) -> Result<Claim, Problem> {
        let wrong = |name: Name, text: Option<&str>, detail: &str| {
            Problem::invalid(vec![Fault::new(name.as_str(), text, detail)])
        };
        if let Some(text) = self.member("path") {
            let expected = "must be a list of the addresses of cells, such as [[0,0],[0,1]]";
            return parse::path(text).map(Claim::Path).map_err(|_| wrong(Name::Path, Some(text), expected));
        }
        let Some(text) = self.member("directions") else {
            return Err(wrong(Name::Directions, None, "must be given, or path instead"));
        };
        let expected = "must be a text, or a list of the names of sides";
        parse::directions(text).map(Claim::Directions).map_err(|_| wrong(Name::Directions, Some(text), expected))
    }

    /// Fails where it says something else of the maze than what it is: its seed may differ, which is one that was looked for.
    pub fn check(&self, head: &Head) -> Result<(), Problem> {
        let others = || MEMBERS[OWN_MEMBERS..].iter().zip(&self.0[OWN_MEMBERS..]);
        if others().all(|(_, member)| member.is_none()) {
            return Ok(());
        }
        let head = serde_json::to_value(head).unwrap_or_default();
        let mut faults = Vec::new();
        for (name, text) in others().filter_map(|(name, member)| Some((*name, member.as_ref()?.get()))) {
            let Some(known) = head.get(name) else { continue };
            if !is_same(text, known) {
                let detail = format!(
                    "is {known} of the maze that the query asks for; each line has the same one, but for its seed"
                );
                faults.push(Fault::new(name, Some(text), detail));
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(Problem::invalid(faults)) }
    }
}

/// How many of the [`MEMBERS`] say nothing of the maze that the query asks for.
const OWN_MEMBERS: usize = 4;

/// A string, which is copied only if it has escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Line<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Line<'a>, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = Line<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Line<'de>, A::Error> {
                let mut line = Line::default();
                while let Some(Text(name)) = map.next_key()? {
                    match MEMBERS.iter().position(|known| *known == name) {
                        Some(index) => line.0[index] = map.next_value()?,
                        None => {
                            map.next_value::<IgnoredAny>()?;
                        }
                    }
                }
                Ok(line)
            }
        }

        deserializer.deserialize_map(Members)
    }
}

/// Whether a text is this value in JSON. Nothing is kept of the text, and reading ends where it differs.
fn is_same(text: &str, value: &Value) -> bool {
    let mut json = serde_json::Deserializer::from_str(text);
    Same(value).deserialize(&mut json).and_then(|()| json.end()).is_ok()
}

/// Compares what is read with a value, and fails where it differs.
struct Same<'v>(&'v Value);

impl Same<'_> {
    fn when<E: Error>(is_same: bool) -> Result<(), E> {
        if is_same { Ok(()) } else { Err(E::custom("another value")) }
    }
}

impl<'de> DeserializeSeed<'de> for Same<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Same<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        Same::when(*self.0 == value)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        Same::when(*self.0 == value)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        Same::when(*self.0 == value)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        Same::when(*self.0 == value)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<(), E> {
        Same::when(self.0 == value)
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Same::when(self.0.is_null())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Value::Array(values) = self.0 else { return Same::when(false) };
        for value in values {
            Same::when(list.next_element_seed(Same(value))?.is_some())?;
        }
        Same::when(list.next_element::<IgnoredAny>()?.is_none())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut count = 0;
        while let Some(Text(name)) = map.next_key()? {
            let Some(value) = self.0.get(&*name) else { return Same::when(false) };
            map.next_value_seed(Same(value))?;
            count += 1;
        }
        Same::when(self.0.as_object().is_some_and(|object| object.len() == count))
    }
}

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
