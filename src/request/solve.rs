//! How a maze is to be solved, what is to be returned about it, and a solution that is to be checked.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use dedale::about::parse_digits;
use dedale::dataset::Hash;
use dedale::grid::{Address, Grid as _, Mesh};
use dedale::options::{ANY_EXIT, Ends, EndsRule, outside_mesh};
use dedale::picture::Plane as _;
use dedale::rng::MAX_SEED;
use dedale::solve::{SOLVERS, Solver, VERSION};
use dedale::text::parse::{AnyParsed, Names, Parsed};

use super::parameters::{Groups, Include, Name};
use super::query::Query;
use super::style::{NO_WEIGHTS, SHADED_BY_WEIGHTS};
use crate::problem::{Faults, cut};

/// The most points that may be named, between which distances are returned.
pub const MOST_POINTS: usize = 64;

/// The most cells of a maze between all of which distances are returned: their matrix has as many elements as the largest maze has cells,
/// four times.
pub const MOST_CELLS: u64 = 4096;

/// How many blocks the length of a path is estimated from where the maze is not made as a whole: the error is about one in a hundred.
pub const LENGTH_BUDGET: u64 = 10_000;

/// The value of `point` that names all cells.
pub const ALL_POINTS: &str = "all";

/// The cells between which distances are returned.
#[derive(Clone, Debug, PartialEq)]
pub enum Points {
    /// The cells at these places.
    Named(Vec<Address>),
    /// All of a maze, row by row.
    All,
}

/// Where the cells of a maze are.
#[derive(Clone, Copy, Debug)]
pub enum Space<'a> {
    /// In columns and rows of plain squares; `None` where the size is wrong, or not known yet.
    Plain(Option<[u32; 2]>),
    /// On a grid that is laid later: no more is known than how many cells there are.
    Shaped {
        /// How many.
        cells: u64,
    },
    /// In a maze that is not read yet.
    Unread,
    /// On this grid.
    Laid(&'a Mesh),
}

impl<'a> Space<'a> {
    /// Where the cells of a maze are that was read.
    pub fn of(parsed: &'a AnyParsed) -> Space<'a> {
        match parsed {
            AnyParsed::Square(Parsed { maze, .. }) => Space::Plain(Some([maze.grid().columns(), maze.grid().rows()])),
            AnyParsed::Mesh(parsed) => Space::Laid(parsed.maze.grid()),
        }
    }

    /// How many cells there are, where that is known.
    fn cells(self) -> Option<u64> {
        match self {
            Space::Plain(size) => size.map(|[columns, rows]| u64::from(columns) * u64::from(rows)),
            Space::Shaped { cells } => Some(cells),
            Space::Unread => None,
            Space::Laid(mesh) => Some(mesh.cells().into()),
        }
    }

    /// The addresses that a parameter names, each of a cell if it is known where these are.
    fn cells_of(self, query: &mut Query<'_>, name: Name) -> Vec<Address> {
        match self {
            Space::Plain(size) => query.places(name, size).into_iter().map(Address::from).collect(),
            Space::Shaped { .. } | Space::Unread => query.addresses(name, |_| None),
            Space::Laid(mesh) => {
                query.addresses(name, |address| mesh.find(address).is_none().then(|| outside_mesh(mesh)))
            }
        }
    }

    /// The addresses that a parameter names, of cells or not.
    fn addresses_of(self, query: &mut Query<'_>, name: Name) -> Vec<Address> {
        match self {
            Space::Plain(_) => Space::Plain(None),
            Space::Shaped { .. } | Space::Unread | Space::Laid(_) => Space::Unread,
        }
        .cells_of(query, name)
    }

    /// Whether the cells are plain squares, or may be, where the maze is not read yet.
    fn may_be_plain(self) -> bool {
        matches!(self, Space::Plain(_) | Space::Unread)
    }

    /// Where a maze begins and ends by a rule.
    fn ends(self, rule: EndsRule, seed: u64) -> Option<Ends> {
        match self {
            Space::Plain(Some([columns, rows])) => Some(rule.or([0, 0].into(), [rows - 1, columns - 1].into(), seed)),
            Space::Laid(mesh) => {
                let [from, to] = mesh.default_ends().map(|cell| mesh.address(cell));
                Some(rule.or(from, to, seed))
            }
            Space::Plain(None) | Space::Shaped { .. } | Space::Unread => None,
        }
    }

    /// Whether every side is one of the letters N, E, S and W; `None` where that is not known.
    fn has_letters(self) -> Option<bool> {
        match self {
            Space::Plain(_) => Some(true),
            Space::Shaped { .. } | Space::Unread => None,
            Space::Laid(mesh) => Some(mesh.has_letters()),
        }
    }
}

impl Points {
    /// How many there are in a maze of so many cells.
    pub fn count(&self, cells: u64) -> u64 {
        match self {
            Points::Named(places) => places.len() as u64,
            Points::All => cells,
        }
    }
}

/// How a maze is to be solved, and what is to be returned: checked.
#[derive(Clone, Debug, PartialEq)]
pub struct SolveOptions {
    /// The solver, with its own options.
    pub solver: Solver,
    /// What is to be returned, each at most once, in the order of [`Include::ALL`].
    pub include: Vec<Include>,
    /// The cells between which distances are to be returned.
    pub points: Points,
    /// How many moves of the path are to be returned, of a maze that is not made as a whole; `None` for its parts in a window.
    pub moves: Option<u64>,
    /// Which mazes have the same hash.
    pub hash: Hash,
}

impl SolveOptions {
    /// The parameters that are read here.
    pub const GROUPS: Groups = Groups::SOLVER.and(Groups::REPORT);

    /// The solver's options by name, without those that are parameters of the maze too (the seed): the maze's own JSON has them.
    pub fn own_options(&self) -> BTreeMap<&'static str, String> {
        self.solver.options().filter(|&(name, _)| Name::find(name, Groups::SOLVER).is_some()).collect()
    }

    /// A text that is the same for two of them exactly when they are the same, in this version of the solvers: a part of the identity
    /// of a response.
    pub fn identity(&self) -> String {
        let mut text = format!("{VERSION} solver={}", self.solver.name());
        for (name, value) in self.solver.options() {
            // Writing to a string does not fail.
            let _ = write!(text, "&{name}={value}");
        }
        for item in &self.include {
            let _ = write!(text, "&include={}", item.name());
        }
        match &self.points {
            Points::Named(places) => {
                for place in places {
                    let _ = write!(text, "&point={place}");
                }
            }
            Points::All => text.push_str("&point=all"),
        }
        if let Some(moves) = self.moves {
            let _ = write!(text, "&moves={moves}");
        }
        if self.hash != Hash::default() {
            let _ = write!(text, "&hash={}", self.hash.name());
        }
        text
    }

    /// Sets the seed from which random solvers draw.
    pub fn set_seed(&mut self, seed: u64) {
        for option in self.solver.info().options.iter().filter(|option| option.name == Name::Seed.as_str()) {
            let _ = (option.set)(&mut self.solver, &seed.to_string());
        }
    }
}

/// Reads how a maze is to be solved. Without a size (it is wrong, or not known yet) only the form of the points is checked. `seed` is
/// the one that random solvers draw from, if none is given.
pub fn solve(query: &mut Query<'_>, space: Space<'_>, seed: u64) -> Option<SolveOptions> {
    let has_exits = query.given(Name::Exits).is_some_and(|exits| parse_digits(exits) != Some(0));
    let is_weighted = Some(query.has(Name::Weights));
    solve_on(query, space, seed, &Known { is_weighted, has_exits: Some(has_exits), ..Known::default() })
}

/// The same in a maze of which this is known.
fn solve_on(query: &mut Query<'_>, space: Space<'_>, seed: u64, known: &Known) -> Option<SolveOptions> {
    let &Known { is_weighted, has_exits, .. } = known;
    let solver = solver(query, seed, is_weighted == Some(true));
    let include = query.list(Name::Include, Include::ALL, Include::name);
    if include.contains(&Include::Weights) && is_weighted == Some(false) {
        query.fault_of(Name::Include, Include::Weights.name(), NO_WEIGHTS);
    }
    if include.contains(&Include::Paths) && has_exits == Some(false) {
        query.fault_of(Name::Include, Include::Paths.name(), NO_EXITS);
    }
    let hash = hash(query, space);
    let points = points(query, space);
    let matrix = include.contains(&Include::Matrix);
    match query.count(Name::Point) {
        0 if matrix => {
            let detail = "matrix is only valid with point: name the cells, such as point=0,0;2,5, or point=all";
            query.fault_of(Name::Include, Include::Matrix.name(), detail);
        }
        1.. if !matrix => query.fault(Name::Point, "is only valid with include=matrix"),
        count if count > MOST_POINTS => {
            query.fault(Name::Point, format!("at most {MOST_POINTS} cells may be named, and {count} are"));
        }
        _ => {}
    }
    let include = Include::ALL.iter().copied().filter(|item| include.contains(item)).collect();
    Some(SolveOptions { solver: solver?, include, points, moves: None, hash: hash? })
}

/// Reads which mazes have the same hash.
pub fn hash(query: &mut Query<'_>, space: Space<'_>) -> Option<Hash> {
    let hash = query.choice(Name::Hash, "value", Hash::ALL, Hash::name);
    if query.is_faulty(Name::Hash) || !query.has(Name::Hash) {
        return hash;
    }
    let is_distinct = query.given(Name::Distinct) == Some("true");
    if !is_distinct && !query.all(Name::Include).any(|item| item == Include::Hash.name()) {
        let with = match [Groups::REPORT | Groups::FIELDS, Groups::DISTINCT].map(|groups| query.takes(groups)) {
            [true, true] => "include=hash, or with distinct=true",
            [true, false] => "include=hash",
            [false, _] => "distinct=true",
        };
        query.fault(Name::Hash, format!("is only valid with {with}"));
    } else if hash == Some(Hash::Canonical) && !space.may_be_plain() {
        let detail = "must be walls on this grid: only plain squares, without levels, wrap, weave, mask and sparse, are turned and mirrored";
        query.fault(Name::Hash, detail);
    }
    hash
}

/// Reads the cells between which distances are to be returned: all, or those that are named.
fn points(query: &mut Query<'_>, space: Space<'_>) -> Points {
    if !query.all(Name::Point).any(|point| point == ALL_POINTS) {
        return Points::Named(space.cells_of(query, Name::Point));
    }
    let cells = space.cells().unwrap_or(0);
    if query.count(Name::Point) > 1 {
        query.fault_of(Name::Point, ALL_POINTS, "names every cell: give no other point with it");
    } else if cells > MOST_CELLS {
        let detail = format!("is only valid for mazes of at most {MOST_CELLS} cells, and this one has {cells}");
        query.fault(Name::Point, detail);
    }
    Points::All
}

fn solver(query: &mut Query<'_>, seed: u64, is_weighted: bool) -> Option<Solver> {
    let mut solver = query.given(Name::Solver).map_or(Some(Solver::usual(is_weighted)), |name| name.parse().ok());
    match solver {
        None => query.unknown(Name::Solver, "solver", Solver::names().to_vec()),
        Some(solver) if is_weighted && !solver.info().knows_weights => {
            let able = SOLVERS.iter().filter(|info| info.knows_weights).map(|info| info.name);
            let able = able.collect::<Vec<_>>().join(" or solver=");
            query.fault(Name::Solver, format!("takes no notice of weights: with these, give solver={able}"));
        }
        Some(_) => {}
    }
    for owner in SOLVERS {
        for option in owner.options {
            let is_own = solver.as_ref().is_some_and(|solver| solver.name() == owner.name);
            // The seed is the maze's as well, and checked where that is read.
            if option.name == Name::Seed.as_str() {
                if let Some(solver) = solver.as_mut().filter(|_| is_own) {
                    let _ = (option.set)(solver, &seed.to_string());
                }
                continue;
            }
            let Some(name) = Name::find(option.name, Groups::SOLVER).filter(|&name| query.has(name)) else { continue };
            if solver.is_some() && !is_own {
                query.fault(name, format!("is only valid with solver={}", owner.name));
            }
            let mut other = owner.solver;
            let target = solver.as_mut().filter(|_| is_own).unwrap_or(&mut other);
            query.set_option(name, target, option);
        }
    }
    solver
}

/// Why something is refused that leads to exits.
const NO_EXITS: &str = "paths is only valid for a maze with exits";

/// What a posted maze says that concerns its solution: entrance and exit, each of which holds where the query names no other, and
/// whether it has weights and exits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The entrance.
    pub from: Option<Address>,
    /// The exit.
    pub to: Option<Address>,
    /// The exits, where there are several.
    pub goals: Vec<Address>,
    /// Why the entrance, and why the exit, is not known although some end is marked.
    pub unclear: [Option<String>; 2],
    /// Whether they are the two openings in the outer wall and nothing else: these are meant together, and hold where the query names
    /// neither.
    pub are_openings: bool,
    /// Whether the maze has weights; `None` before it is read.
    pub is_weighted: Option<bool>,
    /// Whether there are openings in its outer wall; `None` before it is read.
    pub has_exits: Option<bool>,
}

/// Reads entrance and exit of a posted maze. What is not given is as in `known`, or in the corners.
fn ends(query: &mut Query<'_>, space: Space<'_>, known: &Known, seed: u64) -> Option<Ends> {
    let rule = query.choice(Name::Ends, "value", EndsRule::ALL, EndsRule::name);
    let is_any = query.given(Name::To) == Some(ANY_EXIT);
    if is_any && known.has_exits == Some(false) && known.goals.is_empty() {
        query.fault(Name::To, "any is only valid for a maze with openings in its outer wall, and this one has none");
    }
    let from = space.cells_of(query, Name::From);
    let to = if is_any { Vec::new() } else { space.cells_of(query, Name::To) };
    let named = query.has(Name::From) || query.has(Name::To);
    if query.has(Name::Ends) && named {
        query.fault(Name::Ends, "does not go with from or to: give one or the other");
    }
    let nothing = Known::default();
    let known = if query.has(Name::Ends) || (named && known.are_openings) { &nothing } else { known };
    for (name, unclear) in [Name::From, Name::To].into_iter().zip(&known.unclear) {
        if let Some(why) = unclear.as_ref().filter(|_| !query.has(name)) {
            query.fault(name, format!("must be given, since the maze does not say it: {why}"));
        }
    }
    let ends = space.ends(rule?, seed)?.with(known.from, known.to);
    let has_goals = !known.goals.is_empty() && (is_any || !query.has(Name::To));
    match ends.with(from.first().copied(), to.first().copied()) {
        Ends::Cells { from, .. } if has_goals => Some(Ends::NearestOf { from, goals: known.goals.clone() }),
        Ends::Cells { from, .. } if is_any => Some(Ends::Nearest { from }),
        ends => Some(ends),
    }
}

/// How a posted maze is to be solved: checked.
#[derive(Clone, Debug, PartialEq)]
pub struct PostedOptions {
    /// Where it begins and ends.
    pub ends: Ends,
    /// How it is to be solved, and what is to be returned.
    pub solve: SolveOptions,
}

impl PostedOptions {
    /// The parameters that are read here.
    pub const GROUPS: Groups = Groups::ENDS.and(Groups::SEED).and(SolveOptions::GROUPS);
}

/// Reads how a posted maze is to be solved. Where it is not known where the cells are (the maze is not read yet) nothing is returned, and everything that can be
/// wrong without it is noted.
pub fn posted(query: &mut Query<'_>, space: Space<'_>, known: &Known) -> Option<PostedOptions> {
    let seed = if query.has(Name::Seed) { query.whole(Name::Seed, 0..=MAX_SEED) } else { Some(0) };
    let ends = ends(query, space, known, seed.unwrap_or(0));
    let solve = solve_on(query, space, seed.unwrap_or(0), known);
    if query.given(Name::Heat) == Some(SHADED_BY_WEIGHTS) && known.is_weighted == Some(false) {
        query.fault(Name::Heat, NO_WEIGHTS);
    }
    let draws = |solver: &Solver| solver.info().options.iter().any(|option| option.name == Name::Seed.as_str());
    let is_drawn = query.given(Name::Ends) == Some(EndsRule::Random.name());
    if query.has(Name::Seed) && !is_drawn && solve.as_ref().is_some_and(|solve| !draws(&solve.solver)) {
        let owners = SOLVERS.iter().filter(|info| draws(&info.solver)).map(|info| info.name);
        let owners = owners.collect::<Vec<_>>().join(" or ");
        query.fault(
            Name::Seed,
            format!("is only valid with solver={owners} or ends=random, since the maze is made already"),
        );
    }
    let (ends, solve, _) = (ends?, solve?, seed?);
    Some(PostedOptions { ends, solve })
}

/// A solution that someone claims to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The names of the sides to go through, in order.
    Directions(Names),
    /// The address of each cell, the first and the last included.
    Path(Vec<Address>),
}

impl Claim {
    /// About how many moves there are: as many as bytes of their names.
    pub fn moves(&self) -> u64 {
        match self {
            Claim::Directions(names) => names.bytes() as u64,
            Claim::Path(cells) => cells.len() as u64,
        }
    }
}

/// A solution that is to be checked, and the ends that it is to lead between: checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckOptions {
    /// Where the maze begins and ends.
    pub ends: Ends,
    /// The solution.
    pub claim: Claim,
}

impl CheckOptions {
    /// The parameters that are read here.
    pub const GROUPS: Groups = Groups::ENDS.and(Groups::CLAIM);

    /// Reads a solution and its ends from a query. `known` are the ends that the maze itself names, `directions` and `path` what the
    /// body says of the solution.
    ///
    /// # Errors
    ///
    /// [`Faults`] with everything that is wrong; also when there is no solution, or more than one in the query.
    pub fn read(
        query: &str,
        space: Space<'_>,
        known: &Known,
        directions: Option<Names>,
        path: Option<Vec<Address>>,
    ) -> Result<CheckOptions, Faults> {
        let mut query = Query::new(query, CheckOptions::GROUPS);
        let ends = known_ends(&mut query, space, known);
        let claim = claim(&mut query, space, directions, path);
        let read = ends.zip(claim).map(|(ends, claim)| CheckOptions { ends, claim });
        query.finish(read)
    }

    /// Checks everything that can be wrong before the body is read.
    ///
    /// # Errors
    ///
    /// [`Faults`] with everything that is wrong.
    pub fn check(query: &str, space: Space<'_>) -> Result<(), Faults> {
        let mut query = Query::new(query, CheckOptions::GROUPS);
        known_ends(&mut query, space, &Known::default());
        // The body may still have the solution.
        if query.has(Name::Directions) || query.has(Name::Path) {
            claim(&mut query, space, None, None);
        }
        if query.is_valid() { Ok(()) } else { Err(query.into_faults()) }
    }
}

/// The ends that a solution is to lead between.
fn known_ends(query: &mut Query<'_>, space: Space<'_>, known: &Known) -> Option<Ends> {
    if query.given(Name::To) == Some(ANY_EXIT) {
        query.fault(Name::To, "any is only valid at /maze and /solve");
        return None;
    }
    ends(query, space, known, 0)
}

fn claim(
    query: &mut Query<'_>,
    space: Space<'_>,
    directions: Option<Names>,
    path: Option<Vec<Address>>,
) -> Option<Claim> {
    match (query.has(Name::Directions), query.has(Name::Path), path, directions) {
        (true, true, ..) => {
            query.fault(Name::Directions, "does not go with path: give one or the other");
            None
        }
        // The query goes before the body, where it may be part of a solution that was sent back whole.
        (true, false, ..) => {
            let text = query.given(Name::Directions).unwrap_or_default();
            let names = match space.has_letters() {
                Some(false) if text.is_empty() => Names::list([]),
                Some(false) => Names::list(text.split(',')),
                Some(true) | None => Names::word(text),
            };
            checked_directions(query, space, names)
        }
        (false, true, ..) => Some(Claim::Path(space.addresses_of(query, Name::Path))),
        (false, false, Some(path), _) => Some(Claim::Path(path)),
        (false, false, None, Some(directions)) => checked_directions(query, space, directions),
        (false, false, None, None) => {
            query.fault(Name::Directions, "must be given, or path instead, in the query or in a JSON body");
            None
        }
    }
}

/// The directions, if each is a letter where all sides are letters. On other grids, cells may have different sides.
fn checked_directions(query: &mut Query<'_>, space: Space<'_>, names: Names) -> Option<Claim> {
    let is_letter = |name: &str| name.len() == 1 && name.starts_with(['N', 'E', 'S', 'W']);
    let wrong = names.iter().enumerate().find(|(_, name)| !is_letter(name));
    if space.has_letters() == Some(true)
        && let Some((at, name)) = wrong
    {
        let mut letters = name.chars();
        let told = match (letters.next(), letters.next()) {
            (Some(letter), None) => format!("{letter:?}"),
            _ => format!("{:?}", cut(name)),
        };
        let detail = format!("must be of the letters N, E, S and W; letter {} is {told}", at + 1);
        query.fault(Name::Directions, detail);
        return None;
    }
    Some(Claim::Directions(names))
}
