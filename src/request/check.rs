//! A solution that is to be checked.

use dedale::options::{ANY_EXIT, Ends};
use dedale::text::parse::Names;

use super::admit::Task;
use super::parameters::{Groups, Name};
use super::posted::{Claim, PostedMaze};
use super::query::Query;
use super::solve::Space;
use crate::problem::{Problem, cut};

/// A checked request to check a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckRequest {
    /// Where the maze begins and ends.
    pub ends: Ends,
    /// The solution.
    pub claim: Claim,
}

impl CheckRequest {
    /// The parameters that are read here.
    pub const GROUPS: Groups = Groups::ENDS.union(Groups::CLAIM);

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
        let claim = claim(&mut query, maze);
        let (ends, claim) = query.finish(ends.zip(claim))?;
        Ok(CheckRequest { ends, claim })
    }

    /// The work to check the solution in this maze.
    pub fn task<'a>(&'a self, maze: &'a PostedMaze) -> Task<'a> {
        Task::on_posted(maze, &self.ends).checked(self.claim.moves())
    }
}

/// The solution. That of the query goes before that of the body, where it may be part of a solution that was sent back whole.
fn claim(query: &mut Query<'_>, maze: &mut PostedMaze) -> Option<Claim> {
    let claim = match (query.given(Name::Directions), query.has(Name::Path)) {
        (Some(_), true) => {
            query.fault(Name::Directions, "does not go with path: give one or the other");
            return None;
        }
        (Some(text), false) => Some(Claim::Directions(match maze.has_letters() {
            true => Names::word(text),
            false if text.is_empty() => Names::list([]),
            false => Names::list(text.split(',')),
        })),
        // A cell that the maze does not have is reported as the first fault of the solution.
        (None, true) => {
            let space =
                if let Space::Plain(_) = maze.space() { Space::Plain(None) } else { Space::Shaped { cells: 0 } };
            Some(Claim::Path(space.addresses(query, Name::Path)))
        }
        (None, false) => maze.claim.take(),
    };
    let detail = match &claim {
        None => "must be given, or path instead, in the query or in a JSON body".to_owned(),
        // On other grids, cells may have different sides.
        Some(Claim::Directions(names)) if maze.has_letters() => match first_other_letter(names) {
            Some(detail) => detail,
            None => return claim,
        },
        Some(_) => return claim,
    };
    query.fault(Name::Directions, detail);
    None
}

/// The first fault of directions that are not all letters of sides.
fn first_other_letter(names: &Names) -> Option<String> {
    let is_letter = |name: &str| name.len() == 1 && name.starts_with(['N', 'E', 'S', 'W']);
    let (at, name) = names.iter().enumerate().find(|(_, name)| !is_letter(name))?;
    let mut letters = name.chars();
    let shown = match (letters.next(), letters.next()) {
        (Some(letter), None) => format!("{letter:?}"),
        _ => format!("{:?}", cut(name)),
    };
    Some(format!("must be of the letters N, E, S and W; letter {} is {shown}", at + 1))
}
