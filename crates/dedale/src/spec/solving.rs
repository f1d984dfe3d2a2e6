//! How a maze is to be solved, and what is to be told of it.

use std::collections::{BTreeMap, BTreeSet};

use super::parameters::{PARAMETERS, Parameter};
use super::reader::Reader;
use super::{Ends, EndsRule, Faults, Known, Pair, read_ends};
use crate::grid::{Cell, Side, Square};
use crate::solve::{Hand, SOLVERS, Solver};

/// One thing that can be told of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Include {
    /// The cells of the path.
    Path,
    /// The moves of the path.
    Directions,
    /// The distance of every cell from the entrance, and the farthest.
    Distances,
    /// The distances between all pairs of the points.
    Matrix,
    /// Every move that the solver made.
    Walk,
    /// What the search knew of each cell when it ended.
    States,
    /// Numbers about the maze.
    Stats,
}

impl Include {
    /// Everything, in the order in which it is told.
    pub const ALL: [Include; 7] = [
        Include::Path,
        Include::Directions,
        Include::Distances,
        Include::Matrix,
        Include::Walk,
        Include::States,
        Include::Stats,
    ];

    /// The name, as in a query.
    pub const fn name(self) -> &'static str {
        match self {
            Include::Path => "path",
            Include::Directions => "directions",
            Include::Distances => "distances",
            Include::Matrix => "matrix",
            Include::Walk => "walk",
            Include::States => "states",
            Include::Stats => "stats",
        }
    }
}

/// Every parameter of a solution.
pub const SOLVE_PARAMETERS: [Parameter; 4] = [
    Parameter::new("solver").or("bfs").of(|| SOLVERS.iter().map(|info| info.name).collect()),
    Parameter::new("hand").or("right").of(|| Hand::ALL.iter().map(|hand| hand.name()).collect()),
    Parameter::new("include").or("path").of(|| Include::ALL.map(Include::name).to_vec()),
    Parameter { repeatable: true, ..Parameter::new("point") },
];

/// Those of them that decide how a solver moves, and not what is told of it.
pub const SOLVER_PARAMETERS: &[Parameter] = SOLVE_PARAMETERS.split_at(2).0;

/// Every parameter of the ends of a maze that was posted.
pub static ENDS_PARAMETERS: [Parameter; 3] = [
    Parameter::new("from"),
    Parameter::new("to"),
    Parameter::new("ends").or("corners").of(|| EndsRule::ALL.map(EndsRule::name).to_vec()),
];

/// The most points between which distances are told at once.
pub const MOST_POINTS: usize = 64;

/// How a maze is to be solved, and what is to be told of it: checked.
#[derive(Clone, Debug, PartialEq)]
pub struct SolveSpec {
    /// The solver and its options.
    pub solver: Solver,
    /// What is to be told, each at most once, in the order of [`Include::ALL`].
    pub include: Vec<Include>,
    /// The cells between which distances are to be told.
    pub points: Vec<Cell>,
}

impl SolveSpec {
    /// Reads and checks a spec from the names and values of a query, in which the maze's own parameters may stand too. Without
    /// a grid (its size is wrong) only the form of the points is checked. `seed` is that of a mouse.
    ///
    /// # Errors
    ///
    /// [`Faults`] with everything that is wrong with these parameters.
    pub fn read(pairs: &[Pair<'_>], grid: Option<Square>, seed: u64) -> Result<SolveSpec, Faults> {
        let mut reader = Reader::new(pairs, &SOLVE_PARAMETERS);
        let spec = read_solve(&mut reader, grid, &[("seed", seed.to_string())]);
        reader.finish(spec)
    }

    /// The solver's options by name, but for those that are parameters of the maze too (the seed): the maze's description has them.
    pub fn options(&self) -> BTreeMap<&'static str, String> {
        let of_the_maze = |name| PARAMETERS.iter().any(|parameter| parameter.name == name);
        self.solver.options().filter(|&(name, _)| !of_the_maze(name)).collect()
    }
}

/// How a maze that was posted is to be solved: checked.
#[derive(Clone, Debug, PartialEq)]
pub struct PostedSpec {
    /// Where it begins and ends.
    pub ends: Ends,
    /// How it is to be solved, and what is to be told.
    pub solve: SolveSpec,
}

impl PostedSpec {
    /// Reads and checks a spec from the names and values of a query. `also` are the parameters that someone else reads from the
    /// same query, and `known` the ends that the maze itself tells.
    ///
    /// # Errors
    ///
    /// [`Faults`] with everything that is wrong.
    pub fn read(pairs: &[Pair<'_>], also: &[Parameter], grid: Square, known: Known) -> Result<PostedSpec, Faults> {
        PostedSpec::read_in(pairs, also, Some(grid), known)
    }

    /// Checks all that can be known to be wrong before the maze is read.
    ///
    /// # Errors
    ///
    /// [`Faults`] with everything that is wrong.
    pub fn check(pairs: &[Pair<'_>], also: &[Parameter]) -> Result<(), Faults> {
        only_faults(PostedSpec::read_in(pairs, also, None, Known::default()))
    }

    fn read_in(
        pairs: &[Pair<'_>],
        also: &[Parameter],
        grid: Option<Square>,
        known: Known,
    ) -> Result<PostedSpec, Faults> {
        let parameters = [&ENDS_PARAMETERS[..], &SOLVE_PARAMETERS, &[Parameter::new("seed")]].concat();
        let mut reader = Reader::new(pairs, &parameters);
        reader.check_names(also);
        let ends = read_ends(&mut reader, grid, known, false);
        let solve = read_solve(&mut reader, grid, &[]);
        let spec = ends.zip(solve).map(|(ends, solve)| PostedSpec { ends, solve });
        reader.finish(spec)
    }
}

/// What is wrong, if anything is, of a spec that could not be read for want of a grid.
fn only_faults<T>(read: Result<T, Faults>) -> Result<(), Faults> {
    match read {
        Err(faults) if !faults.0.is_empty() => Err(faults),
        _ => Ok(()),
    }
}

fn read_solve(reader: &mut Reader<'_>, grid: Option<Square>, of_the_maze: &[(&str, String)]) -> Option<SolveSpec> {
    let solver = read_solver(reader, of_the_maze);
    let include = reader.list("include", &Include::ALL, Include::name);
    let points = reader.cells("point", grid);
    let matrix = include.contains(&Include::Matrix);
    match reader.count("point") {
        0 if matrix => reader.fault("include", "matrix goes only with point: name the cells, row,col, once for each"),
        1.. if !matrix => reader.fault("point", "goes only with include=matrix"),
        count if count > MOST_POINTS => {
            reader.fault("point", format!("must be given at most {MOST_POINTS} times, and is given {count} times"));
        }
        _ => {}
    }
    let include = Include::ALL.into_iter().filter(|item| include.contains(item)).collect();
    Some(SolveSpec { solver: solver?, include, points })
}

/// The solver with its options. `of_the_maze` are options whose values the maze's own parameters give.
fn read_solver(reader: &mut Reader<'_>, of_the_maze: &[(&str, String)]) -> Option<Solver> {
    let mut solver = reader.text("solver").and_then(Solver::from_name);
    if solver.is_none() {
        reader.unknown("solver", "solver", SOLVERS.iter().map(|info| info.name).collect());
    }
    for (name, value) in of_the_maze {
        let Some(solver) = &mut solver else { break };
        if let Some(option) = solver.info().options.iter().find(|option| option.name == *name)
            && let Err(why) = (option.set)(solver, value)
        {
            reader.invalid(name, why);
        }
    }
    // Options are checked where the solver is unknown or another as well, so that every fault is reported at once.
    let known = SOLVERS.iter().flat_map(|info| info.options).map(|option| option.name);
    for name in known.collect::<BTreeSet<_>>() {
        let Some(value) = reader.given(name).filter(|_| reader.knows(name)) else { continue };
        let owners = || SOLVERS.iter().filter(|info| info.options.iter().any(|option| option.name == name));
        let mut another = owners().next()?.solver;
        let owner = match &mut solver {
            Some(solver) if owners().any(|info| info.name == solver.name()) => solver,
            Some(_) => {
                let names: Vec<_> = owners().map(|info| format!("solver={}", info.name)).collect();
                reader.fault(name, format!("goes only with {}", names.join(" or ")));
                &mut another
            }
            None => &mut another,
        };
        let option = owner.info().options.iter().find(|option| option.name == name)?;
        if let Err(why) = (option.set)(owner, value) {
            reader.invalid(name, why);
        }
    }
    solver
}

/// A solution that someone claims to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The sides to go through, one after the other.
    Directions(Vec<Side>),
    /// Row and column of each cell, the first and the last included.
    Path(Vec<[u64; 2]>),
}

/// Every parameter of a solution that is to be checked.
pub static CHECK_PARAMETERS: [Parameter; 2] =
    [Parameter::new("directions"), Parameter { repeatable: true, ..Parameter::new("path") }];

/// A solution that is to be checked, and the ends that it is to lead between: checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckSpec {
    /// Where the maze begins and ends.
    pub ends: Ends,
    /// The solution.
    pub claim: Claim,
}

impl CheckSpec {
    /// Reads and checks a spec from the names and values of a query. `known` are the ends that the maze itself tells, and
    /// `directions` and `path` what the body tells of the solution.
    ///
    /// # Errors
    ///
    /// [`Faults`] with everything that is wrong; also when there is no solution, or more than one in the query.
    pub fn read(
        pairs: &[Pair<'_>],
        grid: Square,
        known: Known,
        directions: Option<String>,
        path: Option<Vec<[u64; 2]>>,
    ) -> Result<CheckSpec, Faults> {
        CheckSpec::read_in(pairs, Some(grid), known, directions, path)
    }

    /// Checks all that can be known to be wrong before the body is read.
    ///
    /// # Errors
    ///
    /// [`Faults`] with everything that is wrong.
    pub fn check(pairs: &[Pair<'_>]) -> Result<(), Faults> {
        let in_query = CHECK_PARAMETERS.iter().any(|parameter| pairs.iter().any(|(name, _)| name == parameter.name));
        // The body may still tell the solution.
        let perhaps = if in_query { None } else { Some(String::new()) };
        only_faults(CheckSpec::read_in(pairs, None, Known::default(), perhaps, None))
    }

    fn read_in(
        pairs: &[Pair<'_>],
        grid: Option<Square>,
        known: Known,
        directions: Option<String>,
        path: Option<Vec<[u64; 2]>>,
    ) -> Result<CheckSpec, Faults> {
        let parameters = [&ENDS_PARAMETERS[..], &CHECK_PARAMETERS].concat();
        let mut reader = Reader::new(pairs, &parameters);
        reader.check_names(&[]);
        let ends = read_ends(&mut reader, grid, known, false);
        let claim = match (reader.has("directions"), reader.has("path"), path, directions) {
            (true, true, ..) => {
                reader.fault("directions", "does not go with path: give one or the other");
                None
            }
            // What the query says goes before what the body says, where it may be part of a solution that was sent back whole.
            (true, false, ..) => {
                let text = reader.text("directions").unwrap_or_default();
                read_directions(&mut reader, text)
            }
            (false, true, ..) => Some(Claim::Path(reader.places("path"))),
            (false, false, Some(path), _) => Some(Claim::Path(path)),
            (false, false, None, Some(directions)) => read_directions(&mut reader, &directions),
            (false, false, None, None) => {
                reader.fault("directions", "must be given, or path instead, in the query or in a JSON body");
                None
            }
        };
        let spec = ends.zip(claim).map(|(ends, claim)| CheckSpec { ends, claim });
        reader.finish(spec)
    }
}

fn read_directions(reader: &mut Reader<'_>, text: &str) -> Option<Claim> {
    let mut sides = Vec::with_capacity(text.len());
    for (i, letter) in text.chars().enumerate() {
        match Side::from_letter(letter) {
            Some(side) => sides.push(side),
            None => {
                reader.fault(
                    "directions",
                    format!("must be of the letters N, E, S and W; letter {} is {letter:?}", i + 1),
                );
                return None;
            }
        }
    }
    Some(Claim::Directions(sides))
}
