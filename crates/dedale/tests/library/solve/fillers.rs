//! What solvers that fill cells leave, compared with what the books say, done in the slowest way.

use super::{make, on_grid, run};
use dedale::generate::Algorithm;
use dedale::grid::{Cell, Grid, GridKind, Mesh, MeshOptions, Side, Square, Wrap};
use dedale::maze::Maze;
use dedale::rng::{Rng, Stream};
use dedale::solve::{Solver, State};

/// The cells that are not filled.
fn left<G: Grid>(solver: Solver, maze: &Maze<G>, from: Cell, to: Cell) -> Vec<bool> {
    run(solver, maze, from, to).states.iter().map(|&state| state == State::Open).collect()
}

/// The sides of a cell that lead to cells which are not filled.
fn ways<G: Grid>(maze: &Maze<G>, open: &[bool], cell: Cell) -> Vec<Side> {
    maze.neighbors(cell).filter(|(_, far)| open[far.index()]).map(|(side, _)| side).collect()
}

/// Scans the maze for dead ends and nooses until a scan finds none.
fn without_nooses<G: Grid>(maze: &Maze<G>, ends: [Cell; 2]) -> Vec<bool> {
    let mut open = vec![true; maze.grid().cells() as usize];
    loop {
        let before = open.clone();
        for cell in maze.cells().filter(|cell| !ends.contains(cell)) {
            open[cell.index()] &= ways(maze, &open, cell).len() > 1;
        }
        for junction in maze.cells() {
            let begins_here = open[junction.index()];
            for side in ways(maze, &open, junction).into_iter().filter(|_| begins_here) {
                let (mut at, mut side, mut corridor) = (junction, side, Vec::new());
                loop {
                    let entered_from = maze.grid().opposite(at, side);
                    at = maze.grid().across(at, side);
                    let others: Vec<Side> =
                        ways(maze, &open, at).into_iter().filter(|&other| other != entered_from).collect();
                    if at == junction || others.len() != 1 || ends.contains(&at) || corridor.len() > open.len() {
                        break;
                    }
                    corridor.push(at);
                    side = others[0];
                }
                if at == junction {
                    corridor.iter().for_each(|cell| open[cell.index()] = false);
                }
            }
        }
        if open == before {
            return open;
        }
    }
}

/// The cells of all paths that pass each cell once, found one by one.
fn on_any_path<G: Grid>(maze: &Maze<G>, from: Cell, to: Cell) -> Vec<bool> {
    let mut found = vec![false; maze.grid().cells() as usize];
    let mut paths = vec![vec![from]];
    while let Some(path) = paths.pop() {
        let last = path[path.len() - 1];
        if last == to {
            path.iter().for_each(|cell| found[cell.index()] = true);
            continue;
        }
        for (_, far) in maze.neighbors(last).filter(|(_, far)| !path.contains(far)) {
            paths.push([&path[..], &[far]].concat());
        }
    }
    found
}

/// Small mazes with loops, of squares and of some other grids, two of which have several passages between the same cells.
fn meshes(seed: u64, loops: f64) -> Vec<Maze<Mesh>> {
    let small = |kind| MeshOptions { columns: 4, rows: 3, rings: 3, ..MeshOptions::new(kind) };
    let square = small(GridKind::Square);
    let all = [
        MeshOptions { floors: 2, columns: 3, rows: 2, ..square.clone() },
        MeshOptions { wrap: Wrap::Xy, columns: 2, rows: 5, ..square },
        MeshOptions { wrap: Wrap::X, columns: 2, rows: 6, ..small(GridKind::Square) },
        small(GridKind::Polar),
        small(GridKind::Triangle),
    ];
    all.iter().map(|options| on_grid(Mesh::new(options).unwrap(), seed, loops)).collect()
}

#[test]
fn cul_de_sac_filling_leaves_what_scans_for_nooses_leave() {
    let mut saved = 0;
    let mut compare = |open: Vec<bool>, dead_ends: Vec<bool>, expected: Vec<bool>| {
        assert_eq!(open, expected);
        saved += dead_ends.iter().filter(|&&open| open).count() - open.iter().filter(|&&open| open).count();
    };
    for seed in 0..300 {
        let loops = [0.1, 0.3, 0.6, 1.0][seed as usize % 4];
        let generator = [Algorithm::Kruskal, Algorithm::Backtracker, Algorithm::Prim][seed as usize % 3];
        let maze = make(&generator, 9, 8, seed, loops);
        let mut rng = Rng::new(seed, Stream::Solve);
        let [from, to] = [(), ()].map(|()| Cell(rng.below(72) as u32));
        let of = |solver| left(solver, &maze, from, to);
        compare(of(Solver::CulDeSacFilling), of(Solver::DeadEndFilling), without_nooses(&maze, [from, to]));
        for maze in meshes(seed, loops) {
            let to = Cell(maze.grid().cells() - 1);
            let of = |solver| left(solver, &maze, Cell(0), to);
            compare(of(Solver::CulDeSacFilling), of(Solver::DeadEndFilling), without_nooses(&maze, [Cell(0), to]));
        }
    }
    assert!(saved > 1000, "{saved} cells of nooses");
}

#[test]
fn a_ring_that_nothing_leads_to_is_filled() {
    let mut maze = Maze::closed(Square::new(4, 2).unwrap());
    // Two cells, and a ring of four.
    for (cell, side) in [(0, Side::S), (1, Side::E), (1, Side::S), (2, Side::S), (5, Side::E)] {
        maze.link(Cell(cell), side);
    }
    let expected: Vec<bool> = maze.cells().map(|cell| [Cell(0), Cell(4)].contains(&cell)).collect();
    for solver in [Solver::CulDeSacFilling, Solver::BlindAlleyFilling] {
        assert_eq!(left(solver, &maze, Cell(0), Cell(4)), expected, "{solver:?}");
    }
}

#[test]
fn blind_alley_filling_leaves_the_cells_of_all_paths() {
    let mut saved = 0;
    for seed in 0..200 {
        let loops = [0.0, 0.3, 0.6, 1.0][seed as usize % 4];
        let maze = make(&Algorithm::Kruskal, 5, 4, seed, loops);
        let mut rng = Rng::new(seed, Stream::Solve);
        let [from, to] = [(), ()].map(|()| Cell(rng.below(20) as u32));
        let open = left(Solver::BlindAlleyFilling, &maze, from, to);
        assert_eq!(open, on_any_path(&maze, from, to), "{seed}");
        for maze in meshes(seed, loops) {
            let to = Cell(maze.grid().cells() - 1);
            let open = left(Solver::BlindAlleyFilling, &maze, Cell(0), to);
            assert_eq!(open, on_any_path(&maze, Cell(0), to), "{seed} {:?}", maze.grid().options());
        }
        // And no more than what is left without nooses.
        let maze = make(&Algorithm::Kruskal, 20, 20, seed, loops);
        let of = |solver| left(solver, &maze, Cell(0), Cell(399));
        let (alleys, nooses) = (of(Solver::BlindAlleyFilling), of(Solver::CulDeSacFilling));
        assert!(alleys.iter().zip(&nooses).all(|(&alley, &noose)| !alley || noose), "{seed}");
        saved += nooses.iter().zip(&alleys).filter(|&(noose, alley)| noose != alley).count();
    }
    assert!(saved > 1000, "{saved} cells of alleys without a noose");
}

#[test]
fn collisions_leave_the_cells_of_all_shortest_paths() {
    let compare = |maze: &Maze<Mesh>, from: Cell, to: Cell| {
        let [after, before] = [from, to].map(|end| maze.distances(end));
        let length = after.to(to);
        let is_between = |cell| after.to(cell).zip(before.to(cell)).map(|(a, b)| a + b) == length;
        assert_eq!(left(Solver::Collision, maze, from, to), maze.cells().map(is_between).collect::<Vec<_>>());
    };
    for seed in 0..100 {
        let loops = [0.0, 0.3, 1.0][seed as usize % 3];
        let last = |maze: &Maze<Mesh>| Cell(maze.grid().cells() - 1);
        meshes(seed, loops).iter().for_each(|maze| compare(maze, Cell(0), last(maze)));
        let squares = MeshOptions { columns: 12, rows: 9, ..MeshOptions::new(GridKind::Square) };
        let maze = on_grid(Mesh::new(&squares).unwrap(), seed, loops);
        compare(&maze, Cell(seed as u32), Cell(107 - seed as u32 / 2));
    }
    let mut room =
        Maze::closed(Mesh::new(&MeshOptions { columns: 70, rows: 70, ..MeshOptions::new(GridKind::Hex) }).unwrap());
    room.clear(&mut ()).unwrap();
    compare(&room, Cell(100), Cell(4000));
}
