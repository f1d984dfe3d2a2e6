//! Parsing the options of a solution and of the items that are returned about it.

use std::collections::BTreeMap;

use dedale::about::{InvalidValue, InvalidValueKind, OverLimit, parse_digits};
use dedale::dataset::Hash;
use dedale::grid::{Address, Grid as _, GridKind, Mesh};
use dedale::options::{parse_address, parse_place};
use dedale::solve::{SOLVERS, Solver};

use crate::parameters::query::Query;
use crate::parameters::style::no_weights;
use crate::parameters::table::{ALL_POINTS, AUTO, Groups, Include, Name, TextForm, solver_names};

/// The maximum number of cells of a maze for the distances between all pairs of its cells. The matrix has four times as
/// many elements as the largest maze has cells.
pub const MAX_MATRIX_CELLS: u64 = 4096;

/// The number of blocks from which the length of a path through a large maze is estimated. The error is about one
/// percent.
pub const LENGTH_BUDGET: u64 = 10_000;

/// The cells between which distances are returned.
#[derive(Clone, Debug, PartialEq)]
pub enum Points {
    /// The cells with these addresses.
    Named(Vec<Address>),
    /// All cells of the maze, row by row.
    All,
}

/// The valid addresses of the cells of a maze.
#[derive(Clone, Copy, Debug)]
pub enum AddressSpace<'a> {
    /// Columns and rows of plain squares; `None` if the size is wrong.
    Squares(Option<[u32; 2]>),
    /// A grid that is not built yet. Only the number of its cells is known.
    Unbuilt {
        /// The number of cells.
        cells: u64,
    },
    /// A grid that is built.
    Mesh(&'a Mesh),
}

/// The names of the sides of a grid.
#[derive(Clone, Copy, Debug)]
pub enum SideNames {
    /// Letters.
    Letters(&'static [char]),
    /// The letters of the sides of squares, and the names of their corners.
    Corners,
    /// Names in capitals.
    Names,
    /// The names of a custom grid.
    Custom,
}

impl SideNames {
    /// The names of the sides of a grid with this number of floors.
    pub fn of(kind: GridKind, floors: u32) -> SideNames {
        match kind {
            GridKind::Square if floors > 1 => SideNames::Letters(&['N', 'E', 'S', 'W', 'U', 'D']),
            GridKind::Square => SideNames::Letters(&['N', 'E', 'S', 'W']),
            GridKind::Custom => SideNames::Custom,
            _ => SideNames::Names,
        }
    }
}

impl AddressSpace<'_> {
    /// The number of cells, if it is known.
    fn cells(self) -> Option<u64> {
        match self {
            AddressSpace::Squares(size) => size.map(|[columns, rows]| u64::from(columns) * u64::from(rows)),
            AddressSpace::Unbuilt { cells } => Some(cells),
            AddressSpace::Mesh(mesh) => Some(mesh.cells().into()),
        }
    }

    /// Parses the addresses in a parameter. Each must be that of a cell, if the cells are known.
    pub fn addresses(self, query: &mut Query, name: Name) -> Vec<Address> {
        match self {
            AddressSpace::Squares(size) => query.each(name, |text| parse_place(text, size).map(Address::from)),
            AddressSpace::Unbuilt { .. } => query.each(name, |text| parse_address(text, None)),
            AddressSpace::Mesh(mesh) => query.each(name, |text| parse_address(text, Some(mesh))),
        }
    }
}

impl Points {
    /// The number of points in a maze of `cells` cells.
    pub fn count(&self, cells: u64) -> u64 {
        match self {
            Points::Named(places) => places.len() as u64,
            Points::All => cells,
        }
    }
}

/// Reports a form of text if no text is returned.
pub fn check_text(query: &mut Query, is_returned: bool) {
    if query.has(Name::Text) && !is_returned {
        query.fault(Name::Text, InvalidValue::needs("include=text"));
    }
}

/// The checked options of a solution, and the items that are returned about it.
#[derive(Clone, Debug, PartialEq)]
pub struct SolveOptions {
    /// The solver, with its own options.
    pub solver: Solver,
    /// The items to return, each at most once, in the order of [`Include::ALL`].
    pub include: Vec<Include>,
    /// The cell from which the maze is solved, if it is not the entrance.
    pub at: Option<Address>,
    /// The cells between which distances are returned.
    pub points: Points,
    /// The hash, which determines which mazes are equal.
    pub hash: Hash,
    /// The form of the maze as text.
    pub text: TextForm,
    /// True if moves across the corners of squares are allowed.
    pub diagonals: bool,
    /// True if the path keeps to the middle of wide corridors, as in a posted picture.
    pub keeps_to_middle: bool,
}

impl SolveOptions {
    /// The parameters that are parsed here.
    pub const GROUPS: Groups = Groups::SOLVER.union(Groups::REPORT);

    /// The options of the solver by name, without those that are also parameters of the maze (the seed), which its own
    /// JSON contains.
    pub fn own_options(&self) -> BTreeMap<&'static str, String> {
        self.solver.options().filter(|&(name, _)| Name::find(name, Groups::SOLVER).is_some()).collect()
    }

    /// Sets the seed of random solvers.
    pub fn set_seed(&mut self, seed: u64) {
        for option in self.solver.info().options.iter().filter(|option| option.name == Name::Seed.as_str()) {
            let _ = (option.set)(&mut self.solver, &seed.to_string());
        }
    }
}

/// Parses the solve options of a generated maze. If its size is wrong, only the syntax of points is checked. `seed` is
/// the seed of random solvers.
pub fn parse_generated(query: &mut Query, space: AddressSpace<'_>, seed: u64) -> Option<SolveOptions> {
    let has_exits = query.given(Name::Exits).is_some_and(|exits| parse_digits(exits) != Some(0));
    let is_weighted = query.has(Name::Weights);
    parse(query, space, seed, is_weighted, has_exits)
}

/// Parses the solve options of a maze, given whether it has weights and exits.
pub fn parse(
    query: &mut Query,
    space: AddressSpace<'_>,
    seed: u64,
    is_weighted: bool,
    has_exits: bool,
) -> Option<SolveOptions> {
    let diagonals = query.flag(Name::Diagonals).unwrap_or_default();
    if diagonals && is_weighted {
        query.fault(Name::Diagonals, InvalidValue::conflict("weights"));
    }
    let solver = parse_solver(query, seed, is_weighted, diagonals);
    let include = query.list(Name::Include, Include::ALL, Include::name);
    if include.contains(&Include::Weights) && !is_weighted {
        query.fault_of(Name::Include, Include::Weights.name(), no_weights());
    }
    if include.contains(&Include::Paths) && !has_exits {
        query.fault_of(Name::Include, Include::Paths.name(), InvalidValue::needs("exits"));
    }
    let hash = parse_hash(query, space);
    let points = parse_points(query, space);
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

/// Reports items that count straight moves only, if other moves are allowed.
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

/// Parses the hash.
pub fn parse_hash(query: &mut Query, space: AddressSpace<'_>) -> Option<Hash> {
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
    } else if hash == Some(Hash::Canonical) && !matches!(space, AddressSpace::Squares(_)) {
        let detail = "must be walls on this grid: only plain squares, without floors, wrap, weave, mask and sparse, are turned and mirrored";
        query.fault(Name::Hash, InvalidValueKind::Unsupported.with_reason(detail));
    }
    hash
}

/// Parses the cells between which distances are returned.
fn parse_points(query: &mut Query, space: AddressSpace<'_>) -> Points {
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

/// Parses the solver and its own options. A named solver is never replaced, even if cells have weights.
fn parse_solver(query: &mut Query, seed: u64, is_weighted: bool, diagonals: bool) -> Option<Solver> {
    let mut solver = match query.given(Name::Solver) {
        None | Some(AUTO) => Some(Solver::recommended(is_weighted, diagonals)),
        Some(name) => name.parse().ok(),
    };
    match solver {
        None => query.unknown(Name::Solver, "solver", solver_names()),
        Some(solver) if diagonals && !solver.info().knows_weights => {
            query.fault(
                Name::Solver,
                InvalidValueKind::Unsupported.with_reason(
                    "must be astar or dijkstra with diagonals=true: the others take every move for equally long",
                ),
            );
        }
        Some(_) => {}
    }
    for owner in SOLVERS {
        for option in owner.options {
            let is_own = solver.as_ref().is_some_and(|solver| solver.name() == owner.name);
            // The seed is also that of the maze, whose parser checks it.
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
