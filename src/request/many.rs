//! Which mazes of one seed a request asks for, and what is said of each.

use dedale::dataset::{Cells, Field, Hash};
use dedale::format::Format;
use dedale::options::MazeOptions;
use dedale::solve::Solver;
use dedale::text::{Encoding, Table};

use super::admit::Task;
use super::draft::{Draft, Ground};
use super::format::{Call, FormatFrom, Written};
use super::parameters::{Groups, Include, Name};
use super::query::Query;
use super::solve::{self, Points, SolveOptions, Space};
use super::style::NO_WEIGHTS;
use crate::problem::Problem;
use crate::response::caching::Location;

/// The most mazes of a response.
pub const MOST_MAZES: u64 = 1_000_000_000;

/// The most mazes of a response without repetitions, whose hashes are kept until it ends.
pub const MOST_DISTINCT: u64 = 2_000_000;

/// The largest number of a maze: there are as many as seeds.
pub const LAST_MAZE: u64 = dedale::rng::MAX_SEED;

/// How many mazes are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A line of JSON each.
    Lines,
    /// A line of tokens each.
    Tokens,
    /// As one array.
    Array,
}

impl Form {
    /// The parameters that are read at its path.
    pub fn groups(self) -> Groups {
        let all = Groups::MAZES | Groups::GROUND | Groups::MANY;
        match self {
            Form::Lines => all | Groups::ENCODING | SolveOptions::GROUPS | Groups::DISTINCT,
            Form::Tokens => all | Groups::SOLVER | Groups::DISTINCT,
            Form::Array => all | Groups::ENCODING | Groups::FIELDS,
        }
    }

    fn format(self) -> Format {
        match self {
            Form::Lines => Format::Json(Encoding::default()),
            Form::Tokens => Format::Tokens,
            Form::Array => Format::Npy(Table::default()),
        }
    }
}

/// What is said of each maze.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// The maze, as `/maze` has it.
    Maze,
    /// Its solution, as `/solve` has it.
    Solution(SolveOptions),
    /// A record of an array.
    Record {
        /// The meaning of the bytes of a maze.
        cells: Cells,
        /// None where the record is the maze alone.
        fields: Vec<Field>,
    },
}

/// A checked request for many mazes.
#[derive(Clone, Debug)]
pub struct ManyRequest {
    /// The maze that has the seed of all.
    pub maze: MazeOptions,
    /// How each is written.
    pub written: Written,
    /// What is said of each.
    pub content: Content,
    /// How many there are.
    pub count: u64,
    /// The number of the first.
    pub offset: u64,
    /// Which of them are equal.
    pub hash: Hash,
    /// Whether those that are equal to one before them are left out.
    pub distinct: bool,
    /// Where exactly this response is found again.
    pub location: Location,
}

impl ManyRequest {
    /// The work for one of the mazes.
    pub fn task(&self) -> Task<'_> {
        let task = Task::making(&self.maze).drawn(self.written.format, None);
        let fields = match &self.content {
            Content::Maze => return task,
            Content::Solution(solve) => return task.solved_as(solve),
            Content::Record { fields, .. } => fields,
        };
        let details: Vec<Include> = fields.iter().copied().filter_map(detail).collect();
        let task = if details.is_empty() { task } else { task.solved_by(Solver::usual(self.maze.is_weighted())) };
        details.into_iter().fold(task, |task, item| task.including(item, &NO_POINTS))
    }
}

/// No record has distances between points.
static NO_POINTS: Points = Points::Named(Vec::new());

/// The detail of a solution that takes as long as a field of a record, if one does.
fn detail(field: Field) -> Option<Include> {
    match field {
        Field::Path | Field::Length => Some(Include::Path),
        Field::Directions => Some(Include::Directions),
        Field::Distances => Some(Include::Distances),
        Field::Hash => Some(Include::Hash),
        _ => None,
    }
}

/// Reads and checks a request for many mazes.
///
/// # Errors
///
/// A [`Problem`] with everything that is wrong with the parameters.
pub fn many(call: Call<'_>, form: Form) -> Result<ManyRequest, Problem> {
    let mut reading = call.read(form.groups(), FormatFrom::Path(form.format()));
    let draft = Draft::read(&mut reading, Ground::Whole);
    let query = &mut reading.query;
    let count = query.whole(Name::Count, 1..=MOST_MAZES);
    let offset = query.whole(Name::Offset, 0..=LAST_MAZE);
    if let Some((count, offset)) = count.zip(offset)
        && offset + (count - 1) > LAST_MAZE
    {
        query.fault(Name::Offset, format!("offset + count must be at most {}, which is 2^53", LAST_MAZE + 1));
    }
    let distinct = form != Form::Array && query.flag(Name::Distinct).unwrap_or_default();
    if distinct && let Some(count) = count.filter(|&count| count > MOST_DISTINCT) {
        let detail = format!("must be at most {MOST_DISTINCT} with distinct=true, and {count} were asked for");
        query.fault(Name::Count, detail);
    }
    // A line is the solution where anything is asked about one, and has the path among its tokens.
    let of_solution = [Name::Include, Name::Solver, Name::Hand, Name::Point];
    let is_solution = form == Form::Tokens || of_solution.iter().any(|&name| query.has(name));
    let (content, hash) = match form {
        Form::Array => (record(query, draft.space), solve::hash(query, draft.space)),
        Form::Lines | Form::Tokens if is_solution => {
            let solve = solve::of_made(query, draft.space, draft.seed);
            let hash = solve.as_ref().map(|solve| solve.hash);
            (solve.map(Content::Solution), hash)
        }
        Form::Lines | Form::Tokens => (Some(Content::Maze), solve::hash(query, draft.space)),
    };
    let written = draft.written(&mut reading);
    let location = draft.location(&reading, written);
    let which = count.zip(offset).zip(hash);
    let ((maze, written), (content, ((count, offset), hash))) =
        reading.finish(draft.options.zip(written).zip(content.zip(which)))?;
    Ok(ManyRequest { maze: *maze, written, content, count, offset, hash, distinct, location })
}

/// What a record of an array says.
fn record(query: &mut Query<'_>, space: Space<'_>) -> Option<Content> {
    let cells = match query.given(Name::Encoding) {
        Some("bits") => Cells::Bits,
        Some("graph") => {
            query.fault(Name::Encoding, "must be blocks or bits in an array of many mazes");
            return None;
        }
        // Whatever else there is is wrong, as in the array of one maze.
        _ => Cells::Blocks,
    };
    let fields = match query.has(Name::Include) {
        true => query.list(Name::Include, Field::ALL, Field::name),
        false => Vec::new(),
    };
    if fields.contains(&Field::Weights) && !query.has(Name::Weights) {
        query.fault_of(Name::Include, Field::Weights.name(), NO_WEIGHTS);
    }
    if query.has(Name::Include) && !matches!(space, Space::Plain(_)) {
        let detail = "is only accepted for plain squares, without levels, wrap, weave, mask and sparse; the array of the mazes alone is \
                      available for every grid with rows of equal length";
        query.fault(Name::Include, detail);
    }
    Some(Content::Record { cells, fields })
}
