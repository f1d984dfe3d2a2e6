//! A solution that is to be checked.

use dedale::about::InvalidValue;
use dedale::options::{ANY_EXIT, Ends, MazeOptions};
use dedale::text::parse::Names;

use super::admit::Task;
use super::draft::{Draft, Ground};
use super::format::{Call, FormatFrom};
use super::parameters::{Groups, Name};
use super::posted::{Claim, PostedMaze};
use super::query::Query;
use super::solve::{SideNames, Space};
use crate::problem::{Code, Problem, Reason, cut, in_words};
use crate::response::caching::Location;

/// A checked request to check a solution of a posted maze.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckRequest {
    /// Where the maze begins and ends.
    pub ends: Ends,
    /// The solution.
    pub claim: Claim,
}

impl CheckRequest {
    /// The parameters that are read here.
    pub const GROUPS: Groups = Groups::ENDS.union(Groups::CLAIM).union(Groups::READ);

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
        let claim = claim(&mut query, maze.space(), maze.sides(), posted);
        if claim.is_none() && !query.is_faulty(Name::Directions) {
            query.fault(
                Name::Directions,
                Reason::new(Code::Missing, "must be given, or path instead, in the query or in a JSON body"),
            );
        }
        let (ends, claim) = query.finish(ends.zip(claim))?;
        Ok(CheckRequest { ends, claim })
    }

    /// The work to check the solution in this maze.
    pub fn task<'a>(&'a self, maze: &'a PostedMaze) -> Task<'a> {
        Task::on_posted(maze, &self.ends).checked(self.claim.moves())
    }
}

/// A checked request to check a solution of a maze that is made.
#[derive(Clone, Debug)]
pub struct MadeRequest {
    /// The maze.
    pub maze: Box<MazeOptions>,
    /// The solution.
    pub claim: Claim,
    /// Where exactly this response is found again.
    pub location: Location,
}

impl MadeRequest {
    /// The parameters that are read here.
    pub const GROUPS: Groups = Groups::MAZE.union(Groups::CLAIM);

    /// Reads a solution and the options of a maze.
    pub fn read(call: Call<'_>) -> Result<MadeRequest, Problem> {
        let mut reading = call.read(MadeRequest::GROUPS, FormatFrom::Fixed)?;
        let draft = Draft::read(&mut reading, Ground::Whole);
        let claim = claim(&mut reading.query, draft.space, draft.sides(), None);
        if claim.is_none() && !reading.query.is_faulty(Name::Directions) {
            reading.query.fault(Name::Directions, Reason::new(Code::Missing, "must be given, or path instead"));
        }
        let location = draft.location(&reading);
        let (maze, claim) = reading.finish(draft.options.zip(claim))?;
        Ok(MadeRequest { maze, claim, location })
    }

    /// The work to make the maze and to check the solution.
    pub fn task(&self) -> Task<'_> {
        Task::making(&self.maze).checked(self.claim.moves())
    }
}

/// The solution, if there is one and nothing is wrong with it: that of the query, or else the one that came with the maze, where it may be part
/// of a solution that was sent back whole.
fn claim(query: &mut Query<'_>, space: Space<'_>, sides: SideNames, posted: Option<Claim>) -> Option<Claim> {
    let claim = match (query.has(Name::Directions), query.has(Name::Path)) {
        (true, true) => {
            query.fault(Name::Directions, InvalidValue::conflict("path"));
            return None;
        }
        (true, false) => {
            let is_one = query.count(Name::Directions) == 1;
            let names = query.all(Name::Directions).filter(|name| !(is_one && name.is_empty()));
            Some(Claim::Directions(match sides {
                SideNames::Letters(_) => Names::word(names.collect::<String>().to_ascii_uppercase()),
                SideNames::Names => {
                    Names::list(names.map(str::to_ascii_uppercase).collect::<Vec<_>>().iter().map(|name| &**name))
                }
                SideNames::Own => Names::list(names),
            }))
        }
        // A cell that the maze does not have is reported as the first fault of the solution.
        (false, true) => {
            let space = if let Space::Plain(_) = space { Space::Plain(None) } else { Space::Shaped { cells: 0 } };
            Some(Claim::Path(space.addresses(query, Name::Path)))
        }
        (false, false) => posted,
    };
    // On other grids, cells may have different sides.
    if let (Some(Claim::Directions(names)), SideNames::Letters(letters)) = (&claim, sides)
        && let Some(detail) = first_other_letter(names, letters)
    {
        query.fault(Name::Directions, detail);
        return None;
    }
    claim
}

/// The first fault of directions that are not all among these letters of sides.
fn first_other_letter(names: &Names, letters_of_sides: &[char]) -> Option<String> {
    let is_letter = |name: &str| name.len() == 1 && name.starts_with(letters_of_sides);
    let (at, name) = names.iter().enumerate().find(|(_, name)| !is_letter(name))?;
    let mut letters = name.chars();
    let shown = match (letters.next(), letters.next()) {
        (Some(letter), None) => format!("{letter:?}"),
        _ => format!("{:?}", cut(name)),
    };
    let letters = in_words(&letters_of_sides.iter().map(char::to_string).collect::<Vec<_>>());
    Some(format!("must be of the letters {letters}; letter {} is {shown}", at + 1))
}
