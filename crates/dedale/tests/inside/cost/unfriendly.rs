//! Mazes that are as hard for a solver as any, and long and narrow ones that take an algorithm as long as a request may.

use dedale::estimate::Work;
use dedale::generate::{ALGORITHMS, Algorithm};
use dedale::grid::{Cell, Graph, GraphCell, GraphSide, Grid, GridKind, Mesh, MeshOptions, Side, Sides, Square};
use dedale::maze::Maze;
use dedale::measure::stats;
use dedale::observe::{Observer, Step, Stopped};
use dedale::options::MazeOptions;
use dedale::rng::{Rng, Stream};
use dedale::solve::{SOLVERS, Solver, SolverInfo, costs, distances};

use super::{Count, SEEDS, steps_of_each};

/// A square of so many cells on each side, with these walls opened.
fn squares(side: u32, link: impl Fn(u32, u32) -> &'static [Side]) -> Maze<Square> {
    let grid = Square::new(side, side).unwrap();
    let mut maze = Maze::closed(grid);
    for cell in maze.cells() {
        for &side in link(grid.row(cell), grid.column(cell)) {
            if grid.inner_sides(cell).contains(side) {
                maze.link(cell, side);
            }
        }
    }
    maze
}

/// One corridor that goes to and fro.
fn snake(side: u32) -> Maze<Square> {
    squares(side, |row, column| match (row % 2, column) {
        (0, column) if column + 1 == side => &[Side::S],
        (1, 0) => &[Side::E, Side::S],
        _ => &[Side::E],
    })
}

/// A corridor, and a dead end from each of its cells.
fn comb(side: u32) -> Maze<Square> {
    squares(side, |row, _| if row == 0 { &[Side::E, Side::S] } else { &[Side::S] })
}

/// One corridor that winds to the middle.
fn spiral(side: u32) -> Maze<Square> {
    let grid = Square::new(side, side).unwrap();
    let mut maze = Maze::closed(grid);
    let mut is_new = vec![true; grid.cells() as usize];
    let (mut cell, mut ahead) = (grid.at(0, 0), 0);
    is_new[cell.index()] = false;
    let mut turns = 0;
    while turns < 2 {
        let side = [Side::E, Side::S, Side::W, Side::N][ahead];
        if grid.inner_sides(cell).contains(side) && is_new[grid.across(cell, side).index()] {
            maze.link(cell, side);
            cell = grid.across(cell, side);
            is_new[cell.index()] = false;
            turns = 0;
        } else {
            ahead = (ahead + 1) % 4;
            turns += 1;
        }
    }
    maze
}

/// No walls at all.
fn hall<G: Grid>(grid: G) -> Maze<G> {
    let mut maze = Maze::closed(grid);
    maze.clear(&mut ()).unwrap();
    maze
}

/// A ring in which each cell is joined with the four before it and after it. Cells have their sides in different orders.
fn tangle(cells: u32) -> Mesh {
    const NAMES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let mut graph = Graph::default();
    for cell in 0..cells {
        let mut ways: Vec<u32> = [1, 2, 3, 4].into_iter().flat_map(|by| [by, cells - by]).collect();
        ways.rotate_left(cell as usize * 5 % 8);
        ways.swap(cell as usize % 7, 7);
        ways.swap(cell as usize % 5, 2);
        let sides: Vec<_> = ways
            .into_iter()
            .zip(NAMES)
            .map(|(by, name)| GraphSide { to: Some((cell + by) % cells), ..GraphSide::from(name) })
            .collect();
        graph.add(GraphCell { sides: &sides, ..GraphCell::default() }).unwrap();
    }
    graph.into_mesh().unwrap()
}

/// The most moves of a solver's walk in a maze, and the most steps of its search, each as a share of the estimate.
fn shares<G: Grid + Clone>(info: &SolverInfo, maze: &Maze<G>) -> [f64; 2] {
    let cells = maze.grid().cells();
    // To the last cell, to the one in the middle, and to one that no way leads to.
    let mut closed: Maze<G> = maze.clone();
    for side in closed.passages(Cell(cells - 1)) {
        closed.unlink(Cell(cells - 1), side);
    }
    let mut most = [0.0_f64; 2];
    for (maze, to) in [(maze, Cell(cells - 1)), (maze, Cell(cells / 2)), (&closed, Cell(cells - 1))] {
        let mut count = Count(0);
        let solution = info.solver.walk(maze, Cell(0), to, &mut count).unwrap();
        let walk = solution.walk.unwrap_or_default().len() as f64 / info.longest_walk.of(cells.into()) as f64;
        // A move of this solver is one number that it changes.
        let of_each = if info.solver == Solver::Flood { 10.0 } else { 1.0 };
        let steps = of_each * count.0 as f64 / info.steps.of(cells.into()) as f64;
        most = [most[0].max(walk), most[1].max(steps)];
    }
    most
}

/// No walk is longer than is said, and each is nearly half as long somewhere; and no search takes more than twice the steps that are said.
#[test]
fn no_solver_walks_farther_or_takes_longer_than_is_said() {
    let meshes: Vec<_> = [("square", 3), ("hex", 1), ("triangle", 1), ("kisrhombille", 1), ("octagon", 1)]
        .map(|(kind, floors)| {
            let kind = kind.parse::<GridKind>().unwrap();
            hall(Mesh::new(&MeshOptions { columns: 12, rows: 12, floors, ..MeshOptions::new(kind) }).unwrap())
        })
        .into_iter()
        .chain([300, 301, 302, 303].map(|cells| hall(tangle(cells))))
        .collect();
    for info in SOLVERS {
        let of_squares = [snake(21), snake(20), comb(20), comb(21), spiral(20), hall(Square::new(20, 20).unwrap())]
            .into_iter()
            .chain([hall(Square::new(400, 1).unwrap()), hall(Square::new(1, 400).unwrap())])
            .chain([hall(Square::new(2, 200).unwrap())])
            .map(|maze| shares(info, &maze));
        let all: Vec<_> = of_squares.chain(meshes.iter().map(|maze| shares(info, maze))).collect();
        let [walk, steps] = [0, 1].map(|which| all.iter().map(|share| share[which]).fold(0.0, f64::max));
        assert!(walk <= 1.01, "{}: {walk}", info.name);
        assert!(steps <= 2.0, "{}: {steps}", info.name);
        // No maze is known in which the walk of a micromouse is as long as is proved that it can be at most.
        let least = if info.solver == Solver::Flood { 0.05 } else { 0.4 };
        assert!(walk >= least, "{}: {walk}", info.name);
    }
}

/// A grid that counts how often it is asked about a side.
struct Counted<'a, G> {
    grid: G,
    asked: &'a std::cell::Cell<u64>,
}

impl<G: Grid> Grid for Counted<'_, G> {
    fn cells(&self) -> u32 {
        self.grid.cells()
    }

    fn inner_sides(&self, cell: Cell) -> Sides {
        self.asked.set(self.asked.get() + 1);
        self.grid.inner_sides(cell)
    }

    fn outer_sides(&self, cell: Cell) -> Sides {
        self.grid.outer_sides(cell)
    }

    fn across(&self, cell: Cell, side: Side) -> Cell {
        self.asked.set(self.asked.get() + 1);
        self.grid.across(cell, side)
    }

    fn opposite(&self, cell: Cell, side: Side) -> Side {
        self.grid.opposite(cell, side)
    }
}

/// A chain of cells with the numbers from `length` on, and beside each a leaf: the first of them has the last number before.
fn chain_with_leaves(length: u32) -> Mesh {
    let mut graph = Graph::default();
    let mut add = |to: &[u32]| {
        let sides: Vec<_> = to
            .iter()
            .zip(["a", "b", "c"])
            .map(|(&to, name)| GraphSide { to: Some(to), ..GraphSide::from(name) })
            .collect();
        graph.add(GraphCell { sides: &sides, ..GraphCell::default() }).unwrap();
    };
    (0..length).for_each(|leaf| add(&[2 * length - 1 - leaf]));
    for hub in 0..length {
        let cell = length + hub;
        let leaf = [length - 1 - hub];
        let beside = [(hub > 0).then(|| cell - 1), (hub + 1 < length).then_some(cell + 1)];
        add(&beside.into_iter().flatten().chain(leaf).collect::<Vec<_>>());
    }
    graph.into_mesh().unwrap()
}

/// Twice as many cells take twice as much work, in whatever order they are numbered.
#[test]
fn hunts_look_at_no_cell_again_and_again() {
    let asked = |length: u32| {
        let asked = std::cell::Cell::new(0);
        let mut maze = Maze::closed(Counted { grid: chain_with_leaves(length), asked: &asked });
        let mut rng = Rng::new(7, Stream::Generate);
        Algorithm::HuntAndKill.carve_on(&mut maze, &mut rng, &mut ()).unwrap().unwrap();
        assert_eq!(maze.count_passages(), u64::from(2 * length - 1));
        asked.get()
    };
    let [small, large] = [1_000, 16_000].map(asked);
    assert!(large < 20 * small, "{small} and {large}");
}

/// An observer is asked whether to go on between bounded pieces of work.
#[test]
fn cancelling_is_heard_while_edges_are_listed() {
    /// Notes the most questions to the grid between two to it.
    struct Gaps<'a> {
        asked: &'a std::cell::Cell<u64>,
        longest: u64,
    }

    impl Observer for Gaps<'_> {
        const FOLLOWS: bool = false;

        type Stop = Stopped;

        fn go_on(&mut self) -> Result<(), Stopped> {
            self.longest = self.longest.max(self.asked.take());
            Ok(())
        }

        fn see(&mut self, _: Step) -> Result<(), Stopped> {
            self.go_on()
        }
    }

    let hexagons = MeshOptions { columns: 300, rows: 200, ..MeshOptions::new(GridKind::Hex) };
    for algorithm in [Algorithm::ReverseDelete, Algorithm::Boruvka, Algorithm::HuntAndKill] {
        let asked = std::cell::Cell::new(0);
        let mut maze = Maze::closed(Counted { grid: Mesh::new(&hexagons).unwrap(), asked: &asked });
        let mut gaps = Gaps { asked: &asked, longest: 0 };
        algorithm.carve_on(&mut maze, &mut Rng::new(7, Stream::Generate), &mut gaps).unwrap().unwrap();
        assert!(gaps.longest < 1 << 16, "{algorithm:?}: {}", gaps.longest);
        maze.clear(&mut gaps).unwrap();
        assert!(gaps.longest < 1 << 16, "{algorithm:?}: {}", gaps.longest);
    }
}

/// How many steps a maze is expected to take: a few thousandths of those that a request may take.
const BUDGET: u64 = 500_000;

/// The longest maze of this shape, `L` long, that is expected to take no more steps and has no more cells; `None` if none can be made.
fn largest(query: &str, most_cells: u64) -> Option<MazeOptions> {
    let of = |length: u32| query.replace('L', &length.to_string()).parse::<MazeOptions>().ok();
    let fits = |length: u32| {
        of(length).is_some_and(|options| options.cells() <= most_cells && options.expected_steps() <= BUDGET)
    };
    // Of an even length, since some edits need one.
    let (mut fitting, mut end) = (2, most_cells as u32 / 2 + 1);
    while fitting + 1 < end {
        let middle = fitting + (end - fitting) / 2;
        if fits(2 * middle) { fitting = middle } else { end = middle }
    }
    of(2 * fitting)
}

/// One row, one column, a few of them, and squares, each as large as the time allows. No more than twice the steps are counted that are
/// expected. How long a walk takes is expected as exactly the other way; the steps of other algorithms, and the searches for ends that are
/// far from each other, may be fewer.
#[test]
fn each_algorithm_takes_as_long_as_is_expected_at_the_largest_size_of_each_shape() {
    let mut wrong = Vec::new();
    for info in ALGORITHMS {
        for shape in ["w=L&h=1", "w=1&h=L", "w=L&h=2", "w=2&h=L", "w=L&h=8", "w=8&h=L", "w=64&h=L", "w=L&h=64"] {
            for edit in ["", "&braid=1&ends=farthest", "&rooms=9", "&to=any&exits=4&weights=1..9"] {
                let query = format!("algo={}&{shape}{edit}", info.name);
                let is_single = shape.contains("=1");
                if edit.contains("rooms") && is_single {
                    continue;
                }
                let sized = largest(&query, 30_000).unwrap();
                let is_walk = info.walks() && edit.is_empty() && !is_single;
                // The lengths of walks are far apart.
                let seeds = if is_walk { 2 * SEEDS } else { 1 };
                let (mut all, mut expected) = (Count(0), 0.0);
                for seed in 0..seeds {
                    let options = sized.with_seed(seed);
                    options.make(&mut all).unwrap();
                    expected = options.expected_steps() as f64;
                }
                let ratio = expected * seeds as f64 / (all.0 as f64 * steps_of_each(info.algorithm));
                if ratio < 0.5 || is_walk && ratio > 2.0 {
                    wrong.push(format!("{query}: {ratio:.2}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What else may be asked for: edits, ends, and cells that are joined or left out.
const EDITS: [&str; 22] = [
    "braid=1",
    "braid=0.5&wrap=x&ends=farthest",
    "braid=1&wrap=xy&ends=center",
    "mask=circle&parts=largest&ends=farthest",
    "mask=heart&parts=largest&braid=1&ends=farthest",
    "mask=ring&parts=largest&ends=center",
    "max_walls=0.4&ends=farthest",
    "remove=0,0,E&ends=center",
    "rooms=9&ends=farthest",
    "sparse=0.7",
    "sparse=0.3&braid=1&ends=farthest",
    "weave=1&ends=farthest",
    "weave=0.5&braid=1&ends=center",
    "straightness=0.8",
    "symmetry=mirror-x&ends=farthest",
    "symmetry=mirror-y&weights=hills",
    "unicursal=true&ends=farthest",
    "doors=true&weights=1..9",
    "exits=6&ends=farthest",
    "floors=2&ends=farthest",
    "grid=hex&braid=1&ends=farthest",
    "grid=triangle&remove=0,0,S&ends=center",
];

/// Each algorithm with each edit and ends, at the largest size of a shape: neither to make the maze nor to measure all distances or the
/// maze takes more than twice the steps that are expected.
#[test]
fn each_edit_and_what_is_included_take_no_longer_than_is_expected() {
    let mut wrong = Vec::new();
    for edit in EDITS {
        let mut made = 0;
        for info in ALGORITHMS {
            for shape in ["w=L&h=2", "w=8&h=L", "w=L&h=64", "w=64&h=L"] {
                let query = format!("algo={}&{shape}&{edit}", info.name);
                let Some(options) = largest(&query, 8_000) else {
                    continue;
                };
                let mut check = |what: &str, expected: u64, counted: f64| {
                    if (expected as f64) < counted / 2.0 {
                        wrong.push(format!("{query}: {what} takes {counted}, not {expected}"));
                    }
                };
                // The shape of what a mask leaves decides how long a walk takes. For the mean of a few: their lengths are far apart.
                let Ok(grid) = options.build_grid(&mut ()) else {
                    continue;
                };
                let expected = match grid.mesh().map(|mesh| options.expected_steps_on(mesh, &mut ())) {
                    Some(Ok(expected)) => expected,
                    None => options.expected_steps(),
                };
                let seeds = if info.walks() { SEEDS } else { 1 };
                let mut all = Count(0);
                let mut result = None;
                for seed in 0..seeds {
                    result = options.with_seed(seed).make(&mut all).ok();
                }
                let Some(result) = result else {
                    continue;
                };
                check("making", expected, all.0 as f64 / seeds as f64 * steps_of_each(info.algorithm));
                made += 1;
                let included = included(&result.maze, [result.from, result.to]);
                let cells = included.cells;
                check("searching", Work::Search.estimate(cells.into(), GridKind::Square).steps, included.search as f64);
                check(
                    "adding up costs",
                    Work::CheapestPaths.estimate(cells.into(), GridKind::Square).steps,
                    included.cost as f64,
                );
                check(
                    "measuring",
                    Work::Stats { has_loops: options.has_loops() }.estimate(cells.into(), GridKind::Square).steps,
                    included.stats as f64,
                );
            }
        }
        assert!(made >= 4, "{edit} is made {made} times");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The steps of what may be included in a solution, and the cells of the maze.
struct Included {
    cells: u32,
    search: u64,
    cost: u64,
    stats: u64,
}

fn included<G: Grid>(maze: &Maze<G>, [from, to]: [Cell; 2]) -> Included {
    let [mut search, mut cost, mut all] = [const { Count(0) }; 3];
    let _ = distances(maze, from, &mut search).unwrap();
    let _ = costs(maze, from, &mut cost).unwrap();
    stats(maze, from, to, &mut all).unwrap();
    Included { cells: maze.grid().cells(), search: search.0, cost: cost.0, stats: all.0 }
}
