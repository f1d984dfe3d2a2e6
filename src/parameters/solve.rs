//! How a maze is to be solved, and what is to be returned about it.

use std::collections::BTreeMap;

use dedale::about::{InvalidValue, OverLimit, Why, parse_digits};
use dedale::dataset::Hash;
use dedale::grid::{Address, Grid as _, GridKind, Mesh};
use dedale::options::{parse_address, parse_place};
use dedale::solve::{SOLVERS, Solver};

use crate::parameters::query::Query;
use crate::parameters::style::no_weights;
use crate::parameters::table::{ALL_POINTS, AUTO, Groups, Include, Name, TextForm, solver_names};

/// The most cells of a maze between all of which distances are returned: their matrix has as many elements as the largest maze has cells,
/// four times.
pub const MAX_MATRIX_CELLS: u64 = 4096;

/// How many blocks the length of a path is estimated from where the maze is not made as a whole: the error is about one in a hundred.
pub const LENGTH_BUDGET: u64 = 10_000;

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
    /// In columns and rows of plain squares; `None` where the size is wrong.
    Plain(Option<[u32; 2]>),
    /// On a grid that is laid later: no more is known than how many cells there are.
    Shaped {
        /// How many.
        cells: u64,
    },
    /// On this grid.
    Laid(&'a Mesh),
}

/// How the sides of a grid are called.
#[derive(Clone, Copy, Debug)]
pub enum SideNames {
    /// By these letters.
    Letters(&'static [char]),
    /// As the sides and the corners of squares.
    Corners,
    /// By names in capitals.
    Names,
    /// By any names, as a custom grid has them.
    Own,
}

impl SideNames {
    /// How the sides of a grid are called that has so many floors.
    pub fn of(kind: GridKind, floors: u32) -> SideNames {
        match kind {
            GridKind::Square if floors > 1 => SideNames::Letters(&['N', 'E', 'S', 'W', 'U', 'D']),
            GridKind::Square => SideNames::Letters(&['N', 'E', 'S', 'W']),
            GridKind::Custom => SideNames::Own,
            _ => SideNames::Names,
        }
    }
}

impl Space<'_> {
    /// How many cells there are, where that is known.
    fn cells(self) -> Option<u64> {
        match self {
            Space::Plain(size) => size.map(|[columns, rows]| u64::from(columns) * u64::from(rows)),
            Space::Shaped { cells } => Some(cells),
            Space::Laid(mesh) => Some(mesh.cells().into()),
        }
    }

    /// The addresses that a parameter names, each of a cell if it is known where these are.
    pub fn addresses(self, query: &mut Query, name: Name) -> Vec<Address> {
        match self {
            Space::Plain(size) => query.each(name, |text| parse_place(text, size).map(Address::from)),
            Space::Shaped { .. } => query.each(name, |text| parse_address(text, None)),
            Space::Laid(mesh) => query.each(name, |text| parse_address(text, Some(mesh))),
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

/// Notes that a form of text is named that is not returned.
pub fn check_text(query: &mut Query, is_returned: bool) {
    if query.has(Name::Text) && !is_returned {
        query.fault(Name::Text, InvalidValue::needs("include=text"));
    }
}

/// How a maze is to be solved, and what is to be returned: checked.
#[derive(Clone, Debug, PartialEq)]
pub struct SolveOptions {
    /// The solver, with its own options.
    pub solver: Solver,
    /// What is to be returned, each at most once, in the order of [`Include::ALL`].
    pub include: Vec<Include>,
    /// The cell from which the maze is solved, if that is not its entrance.
    pub at: Option<Address>,
    /// The cells between which distances are to be returned.
    pub points: Points,
    /// Which mazes have the same hash.
    pub hash: Hash,
    /// What the maze looks like as text.
    pub text: TextForm,
    /// Whether moves across the corners of squares are allowed.
    pub diagonals: bool,
    /// Whether the path keeps to the middle of wide corridors: in a picture that was posted.
    pub keeps_to_middle: bool,
}

impl SolveOptions {
    /// The parameters that are read here.
    pub const GROUPS: Groups = Groups::SOLVER.union(Groups::REPORT);

    /// The solver's options by name, without those that are parameters of the maze too (the seed): the maze's own JSON has them.
    pub fn own_options(&self) -> BTreeMap<&'static str, String> {
        self.solver.options().filter(|&(name, _)| Name::find(name, Groups::SOLVER).is_some()).collect()
    }

    /// Sets the seed from which random solvers draw.
    pub fn set_seed(&mut self, seed: u64) {
        for option in self.solver.info().options.iter().filter(|option| option.name == Name::Seed.as_str()) {
            let _ = (option.set)(&mut self.solver, &seed.to_string());
        }
    }
}

/// Reads how a maze is to be solved that is made. Where its size is wrong, only the form of the points is checked. `seed` is the one that random
/// solvers draw from, if none is given.
pub fn of_made(query: &mut Query, space: Space<'_>, seed: u64) -> Option<SolveOptions> {
    let has_exits = query.given(Name::Exits).is_some_and(|exits| parse_digits(exits) != Some(0));
    let is_weighted = query.has(Name::Weights);
    parse(query, space, seed, is_weighted, has_exits)
}

/// Reads how a maze is to be solved that has weights or not, and exits or not.
pub fn parse(
    query: &mut Query,
    space: Space<'_>,
    seed: u64,
    is_weighted: bool,
    has_exits: bool,
) -> Option<SolveOptions> {
    let diagonals = query.flag(Name::Diagonals).unwrap_or_default();
    if diagonals && is_weighted {
        query.fault(Name::Diagonals, InvalidValue::conflict("weights"));
    }
    let solver = solver(query, seed, is_weighted, diagonals);
    let include = query.list(Name::Include, Include::ALL, Include::name);
    if include.contains(&Include::Weights) && !is_weighted {
        query.fault_of(Name::Include, Include::Weights.name(), no_weights());
    }
    if include.contains(&Include::Paths) && !has_exits {
        query.fault_of(Name::Include, Include::Paths.name(), InvalidValue::needs("exits"));
    }
    let hash = hash(query, space);
    let points = points(query, space);
    let matrix = include.contains(&Include::Matrix);
    match query.count(Name::Point) {
        0 if matrix => {
            let detail = "matrix is only valid with point: name the cells, such as point=0,0;2,5, or point=all";
            query.fault_of(Name::Include, Include::Matrix.name(), detail);
        }
        1.. if !matrix => query.fault(Name::Point, InvalidValue::needs("include=matrix")),
        _ => {}
    }
    let include: Vec<Include> = Include::ALL.iter().copied().filter(|item| include.contains(item)).collect();
    let at = space.addresses(query, Name::At).pop();
    let text = query.choice(Name::Text, "value", TextForm::ALL, TextForm::name);
    check_text(query, include.contains(&Include::Text));
    if diagonals {
        check_diagonals(query, &include);
    }
    let hash = hash?;
    Some(SolveOptions { solver: solver?, include, at, points, hash, text: text?, diagonals, keeps_to_middle: false })
}

/// Notes what is asked about a solution and counts straight moves alone, where others are allowed.
fn check_diagonals(query: &mut Query, include: &[Include]) {
    for &item in include {
        if matches!(item, Include::Distances | Include::Matrix | Include::Paths | Include::Stats) {
            query.fault_of(
                Name::Include,
                item.name(),
                "does not go with diagonals=true, since it counts straight moves alone",
            );
        }
    }
}

/// Reads which mazes have the same hash.
pub fn hash(query: &mut Query, space: Space<'_>) -> Option<Hash> {
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
        query.fault(Name::Hash, InvalidValue::needs(with));
    } else if hash == Some(Hash::Canonical) && !matches!(space, Space::Plain(_)) {
        let detail = "must be walls on this grid: only plain squares, without floors, wrap, weave, mask and sparse, are turned and mirrored";
        query.fault(Name::Hash, Why::Unsupported.because(detail));
    }
    hash
}

/// Reads the cells between which distances are to be returned: all, or those that are named.
fn points(query: &mut Query, space: Space<'_>) -> Points {
    if !query.all(Name::Point).any(|point| point == ALL_POINTS) {
        return Points::Named(space.addresses(query, Name::Point));
    }
    let cells = space.cells().unwrap_or(0);
    if query.count(Name::Point) > 1 {
        query.fault_of(Name::Point, ALL_POINTS, "names every cell: give no other point with it");
    } else if cells > MAX_MATRIX_CELLS {
        let detail = format!("is only valid for mazes of at most {MAX_MATRIX_CELLS} cells, and this one has {cells}");
        query.too_large(Name::Point, OverLimit { limit: "cells", max: MAX_MATRIX_CELLS, asked: cells }, detail);
    }
    Points::All
}

/// Parses the solver, with its own options: the one that is named, whatever the ground costs.
fn solver(query: &mut Query, seed: u64, is_weighted: bool, diagonals: bool) -> Option<Solver> {
    let mut solver = match query.given(Name::Solver) {
        None | Some(AUTO) => Some(Solver::usual(is_weighted, diagonals)),
        Some(name) => name.parse().ok(),
    };
    match solver {
        None => query.unknown(Name::Solver, "solver", solver_names()),
        Some(solver) if diagonals && !solver.info().knows_weights => {
            query.fault(
                Name::Solver,
                Why::Unsupported.because(
                    "must be astar or dijkstra with diagonals=true: the others take every move for equally long",
                ),
            );
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
                query.fault(name, InvalidValue::needs(format!("solver={}", owner.name)));
            }
            let mut other = owner.solver;
            let target = solver.as_mut().filter(|_| is_own).unwrap_or(&mut other);
            query.set_option(name, target, option);
        }
    }
    solver
}
