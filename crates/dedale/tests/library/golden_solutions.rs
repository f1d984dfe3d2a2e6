//! Solutions that must never change: the digests of what every solver finds, and of the steps that it reports.
//!
//! The same solver version, maze and solver give the same solution in the same steps. `golden/solutions.txt` has a line for each:
//! the maze, the solver with its options, then the SHA-256 of the solution or of the steps. The mazes come from this file and not
//! from a generator, so that nothing but the solvers can change them.
//!
//! `DEDALE_BLESS=1 cargo test -p dedale --test library golden_solutions::` writes the file anew. It adds what is missing, but refuses
//! to change or drop what is there unless `solve::VERSION` was raised.

use crate::Told;
use crate::goldens::{Goldens, Promise, sha256};
use crate::hexagons::Hexagons;
use crate::inner_walls;
use dedale::grid::{Cell, Grid, Side, Square};
use dedale::maze::Maze;
use dedale::observe::Step;
use dedale::rng::MAX_SEED;
use dedale::solve::{SOLVERS, Solution, Solver, State, VERSION, distances};

static SOLUTIONS: Promise = Promise {
    file: "solutions.txt",
    title: "solver version",
    constant: "solve::VERSION",
    test: "--test library golden_solutions",
};

/// A number that looks random, the same for the same cell, side and kind of maze (the finaliser of SplitMix64).
fn scatter(cell: Cell, side: u64, kind: u64) -> u64 {
    let mut word = (u64::from(cell.0) << 16 | side << 8 | kind).wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// A perfect maze: every cell is linked to one of its neighbors with a lower number, if it has any.
fn tree<G: Grid>(grid: G) -> Maze<G> {
    let mut maze = Maze::closed(grid);
    for cell in maze.cells() {
        let sides = maze.grid().inner_sides(cell).into_iter();
        let back: Vec<Side> = sides.filter(|&side| maze.grid().across(cell, side) < cell).collect();
        if !back.is_empty() {
            maze.link(cell, back[scatter(cell, 8, 0) as usize % back.len()]);
        }
    }
    maze
}

/// The maze with so many of a hundred walls taken down besides.
fn open<G: Grid>(mut maze: Maze<G>, percent: u64, kind: u64) -> Maze<G> {
    for cell in maze.cells() {
        for side in inner_walls(&maze, cell) {
            if maze.grid().across(cell, side) > cell && scatter(cell, side.number().into(), kind) % 100 < percent {
                maze.link(cell, side);
            }
        }
    }
    maze
}

/// Every solver with every value of its options, and of those that are numbers some.
fn solvers() -> Vec<Solver> {
    let mut all = Vec::new();
    for info in SOLVERS {
        all.push(info.solver);
        for option in info.options {
            let numbers = ["7".to_owned(), MAX_SEED.to_string()];
            let values = option.values.iter().map(|&value| value.to_owned());
            for value in values.chain(numbers.into_iter().filter(|_| option.values.is_empty())) {
                let mut solver = info.solver;
                (option.set)(&mut solver, &value).unwrap();
                all.extend((solver != info.solver).then_some(solver));
            }
        }
    }
    all
}

/// Every number in four bytes, the lowest first.
fn push(bytes: &mut Vec<u8>, numbers: impl IntoIterator<Item = u32>) {
    numbers.into_iter().for_each(|number| bytes.extend(number.to_le_bytes()));
}

/// How it ended as the first letter of its name in upper case; then, with their lengths before them, the path, the walk, and the states; and how many were visited.
fn solution_bytes(solution: &Solution) -> Vec<u8> {
    let mut bytes = vec![solution.outcome.name().as_bytes()[0].to_ascii_uppercase()];
    for cells in [solution.path().unwrap_or_default(), solution.walk.as_deref().unwrap()] {
        push(&mut bytes, [cells.len() as u32]);
        push(&mut bytes, cells.iter().map(|cell| cell.0));
    }
    let states = solution.states.iter().map(|state| match state {
        State::Unseen => 0,
        State::Open => 1,
        State::Done => 2,
        other => panic!("{other:?} has no number here yet"),
    });
    bytes.extend(states);
    push(&mut bytes, [solution.visited]);
    bytes
}

fn step_bytes(steps: &[Step]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for step in steps {
        let (letter, cell) = match step {
            Step::Visit(cell) => (b'v', cell),
            Step::Back(cell) => (b'b', cell),
            Step::Erase(cell) => (b'e', cell),
            Step::Fill(cell) => (b'f', cell),
            Step::Path(cell) => (b'p', cell),
            other => panic!("a solver changes no wall: {other:?}"),
        };
        bytes.push(letter);
        push(&mut bytes, [cell.0]);
    }
    bytes
}

/// Two lines for each solver.
fn solve<G: Grid>(name: &str, maze: &Maze<G>, from: Cell, to: Cell, lines: &mut Vec<(String, String)>) {
    let is_reachable = distances(maze, from, &mut ()).unwrap().to(to).is_some();
    for solver in solvers() {
        // Ten million moves in vain.
        if !is_reachable && matches!(solver, Solver::RandomMouse { .. }) {
            continue;
        }
        let mut steps = Vec::new();
        let mut see: Told = &mut |step| {
            steps.push(step);
            Ok(())
        };
        let solution = solver.walk(maze, from, to, &mut see).unwrap();
        let options: String = solver.options().map(|(name, value)| format!(" {name}={value}")).collect();
        let name = format!("{name} {}-{} {}{options}", from.0, to.0, solver.name());
        lines.push((format!("{name} solution"), sha256(&solution_bytes(&solution))));
        lines.push((format!("{name} steps"), sha256(&step_bytes(&steps))));
    }
}

#[test]
fn solutions_have_not_changed() {
    let mut lines = Vec::new();
    for (columns, rows) in [(1, 1), (2, 1), (7, 5), (30, 30), (101, 67)] {
        let grid = Square::new(columns, rows).unwrap();
        let (first, last, middle) = (Cell(0), Cell(grid.cells() - 1), Cell(grid.cells() / 2));
        let kinds = [
            ("tree", tree(grid)),
            ("loops", open(tree(grid), 20, 1)),
            ("room", open(Maze::closed(grid), 100, 0)),
            // Parts of it are walled off.
            ("holes", open(Maze::closed(grid), 55, 2)),
        ];
        for (kind, mut maze) in kinds {
            let name = format!("{kind} {columns}x{rows}");
            solve(&name, &maze, first, last, &mut lines);
            if grid.cells() > 2 {
                // A wall follower begins away from the opening.
                maze.open_outer(last, Side::S);
                solve(&name, &maze, last, middle, &mut lines);
            }
        }
    }
    let hexagons = Hexagons { columns: 9, rows: 8 };
    solve("tree hexagons 9x8", &tree(hexagons), Cell(0), Cell(71), &mut lines);
    solve("loops hexagons 9x8", &open(tree(hexagons), 20, 3), Cell(71), Cell(30), &mut lines);
    SOLUTIONS.check(&Goldens { promise: &SOLUTIONS, version: VERSION, lines });
}
