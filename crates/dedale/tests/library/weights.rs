//! Ground that costs: what the weights of cells are, and what the cheapest ways cost.
//!
//! Proved here, on every kind of grid: weights move no wall; numbers of a range are equally likely, and hills rise and fall slowly; what
//! finds the cheapest way finds what Bellman and Ford do; what is written is read back; some weights are pinned for ever.

use dedale::edit::{Share, Weights, braid};
use dedale::estimate::Properties;
use dedale::formats::{Encoding, Format, Writer};
use dedale::generate::Algorithm;
use dedale::grid::{Cell, Grid, GridKind, Mesh, MeshOptions, Side, Square};
use dedale::maze::{InvalidWeights, MAX_WEIGHT, Maze};
use dedale::observe::Step;
use dedale::parse::ParseErrorKind;
use dedale::picture::Picture;
use dedale::rng::{Rng, Stream};
use dedale::solve::{SOLVERS, Solution, Solver, UNREACHED, check_path, costs, distances};

use crate::all_passages;
use crate::files::bytes;
use crate::{read, with_every_grid};

/// Mazes of every kind of grid, and all else that changes which cells there are and which are neighbors.
fn queries() -> Vec<String> {
    with_every_grid(&[
        "w=1&h=1",
        "w=14&h=11",
        "w=14&h=11&braid=1",
        "w=14&h=11&rooms=6&algo=kruskal",
        "w=14&h=11&sparse=0.3",
        "w=14&h=11&braid=1&weave=1",
        "w=14&h=11&braid=1&doors=true&ends=farthest",
        "w=12&h=12&mask=ring&braid=1",
        "w=8&h=7&floors=3&braid=1",
        "w=8&h=7&wrap=xy&braid=1",
        "grid=polar&rings=6&braid=1",
        "grid=hex&w=8&h=8&wrap=xy&braid=1",
        "grid=triangle&w=12&h=12&mask=heart&parts=largest&braid=1",
        "w=9&h=9&difficulty=3..6",
    ])
}

/// A check of a maze on any grid.
trait Check {
    fn check(&mut self, picture: Picture, query: &str);
}

fn for_each(weights: &str, check: &mut impl Check) {
    for (seed, query) in queries().into_iter().enumerate() {
        let query = format!("{query}&seed={seed}&weights={weights}");
        check.check(read(&query).find(1000, &mut ()).unwrap().make(&mut ()).unwrap(), &query);
    }
}

/// The least cost to every cell, by going over all passages until nothing gets cheaper (Bellman and Ford).
fn slow_costs<G: Grid>(maze: &Maze<G>, from: Cell) -> Vec<u32> {
    let mut costs = vec![UNREACHED; maze.grid().cells() as usize];
    costs[from.index()] = 0;
    loop {
        let before = costs.clone();
        for cell in maze.cells().filter(|cell| before[cell.index()] != UNREACHED) {
            for (_, far) in maze.neighbors(cell) {
                let cost = costs[cell.index()] + maze.weight(far);
                costs[far.index()] = costs[far.index()].min(cost);
            }
        }
        if costs == before {
            return costs;
        }
    }
}

#[test]
fn no_wall_moves() {
    struct Walls(u32);
    impl Check for Walls {
        fn check(&mut self, picture: Picture, query: &str) {
            let (without, _) = query.rsplit_once('&').unwrap();
            let other = read(without).find(1000, &mut ()).unwrap().make(&mut ()).unwrap();
            if other.maze.grid().square().is_some() {
                assert_eq!((other.from, other.to, other.maze.weights()), (picture.from, picture.to, None));
            }
            let passages = all_passages(&other.maze);
            assert_eq!(all_passages(&picture.maze), passages, "{query}");
            assert_eq!(picture.maze.weights().unwrap().len(), passages.len());
            self.0 += 1;
        }
    }
    let mut checked = Walls(0);
    for weights in ["1..9", "hills"] {
        for_each(weights, &mut checked);
    }
    assert!(checked.0 > 50);
}

/// The numbers of the range are equally likely, and independent of those beside them.
#[test]
fn ranges_are_even() {
    let made = read("w=300&h=200&seed=3&weights=4..9").make(&mut ()).unwrap();
    let weights = made.maze.weights().unwrap();
    let mut pairs = [0_u32; 36];
    for pair in weights.chunks_exact(2) {
        pairs[usize::from((pair[0] - 4) * 6 + pair[1] - 4)] += 1;
    }
    let expected = 30_000.0 / 36.0;
    // Chi-square with 35 degrees of freedom stays under 67 in 999 of 1000 fair runs; this one is fixed.
    let chi: f64 = pairs.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    assert!(chi < 67.0, "{chi}: {pairs:?}");
    for (range, least, most) in [("7", 7, 7), ("1000..1000", 1000, 1000), ("1..1000", 1, 1000)] {
        let made = read(&format!("w=200&h=100&weights={range}")).make(&mut ()).unwrap();
        let weights = made.maze.weights().unwrap();
        assert_eq!((weights.iter().min(), weights.iter().max()), (Some(&least), Some(&most)));
    }
}

#[test]
fn hills_rise_and_fall_slowly() {
    struct Slopes;
    impl Check for Slopes {
        fn check(&mut self, picture: Picture, query: &str) {
            let (maze, grid) = (&picture.maze, picture.maze.grid());
            let weights = maze.weights().unwrap();
            let least_and_most = (weights.iter().min(), weights.iter().max());
            if weights.len() == 1 {
                return assert_eq!(least_and_most, (Some(&1), Some(&1)));
            }
            assert_eq!(least_and_most, (Some(&1), Some(&100)), "{query}");
            let (mut slopes, mut sides) = (0, 0);
            for cell in maze.cells() {
                for side in grid.inner_sides(cell) {
                    slopes += maze.weight(cell).abs_diff(maze.weight(grid.across(cell, side)));
                    sides += 1;
                }
            }
            // Of numbers from 1 to 100 that do not depend on each other, the difference is 33 on average.
            let slope = f64::from(slopes) / f64::from(sides);
            assert!(slope < 16.0, "{query}: {slope}");
        }
    }
    for_each("hills", &mut Slopes);
}

/// What finds the cheapest way, and what finds the costs of all, find what a slow search does.
#[test]
fn no_way_is_cheaper() {
    struct Cheapest {
        detours: u32,
    }
    impl Check for Cheapest {
        fn check(&mut self, picture: Picture, query: &str) {
            let Picture { mut maze, from, to, .. } = picture;
            // A cell that no way leads to.
            let closed = Cell(maze.grid().cells() / 2);
            if ![from, to].contains(&closed) {
                for side in maze.passages(closed) {
                    maze.unlink(closed, side);
                }
            }
            let expected = slow_costs(&maze, from);
            let found = costs(&maze, from, &mut ()).unwrap();
            assert_eq!(found.as_slice(), expected, "{query}");
            let reached = expected.iter().copied().filter(|&cost| cost != UNREACHED);
            assert_eq!(found.longest(), reached.max().unwrap());
            let moves = distances(&maze, from, &mut ()).unwrap();
            for info in SOLVERS.iter().filter(|info| info.knows_weights) {
                for to in [to, closed, from, Cell(0)] {
                    let solution = info.solver.solve(&maze, from, to);
                    assert_eq!(solution.path().is_some(), expected[to.index()] != UNREACHED);
                    let Some(path) = solution.path() else { continue };
                    assert_eq!(check_path(&maze, from, to, path.iter().copied().map(Some)), Ok(maze.cost_of(path)));
                    let weights = path[1..].iter().map(|&cell| u64::from(maze.weight(cell)));
                    let cost = weights.sum::<u64>();
                    assert_eq!((cost, maze.cost_of(path)), (expected[to.index()].into(), cost), "{query}: {info:?}");
                    self.detours += u32::from(solution.length() > moves.to(to));
                }
            }
        }
    }
    let mut checked = Cheapest { detours: 0 };
    for weights in ["1..9", "1..1000", "hills"] {
        for_each(weights, &mut checked);
    }
    assert!(checked.detours > 40, "the cheapest path is often not the shortest: {}", checked.detours);
}

#[test]
fn the_usual_solver_knows_weights_where_there_are_some() {
    assert_eq!(
        [false, true].map(|is_weighted| Solver::recommended(is_weighted, false)),
        [Solver::Bfs, Solver::Dijkstra]
    );
    let able: Vec<&str> = SOLVERS.iter().filter(|info| info.knows_weights).map(|info| info.name).collect();
    assert_eq!(able, ["dijkstra", "astar"]);
}

/// Every encoding is read back as it was written, with its weights; the options say how they were drawn.
#[test]
fn weights_are_written_and_read() {
    struct There(u32);
    impl Check for There {
        fn check(&mut self, picture: Picture, query: &str) {
            for &encoding in Encoding::ALL {
                let Ok(mut writer) = Writer::new(&picture, Format::Json(encoding)) else { continue };
                let mut written = Vec::new();
                while !writer.is_done() {
                    writer.write_next(&mut written);
                }
                let value: serde_json::Value = serde_json::from_slice(&written).unwrap();
                assert_eq!(value["options"]["weights"], query.rsplit_once('=').unwrap().1, "{query}");
                assert_eq!(value.get("weights").is_some(), encoding != Encoding::Graph);
                if encoding == Encoding::Blocks && query.contains("floors") {
                    continue;
                }
                let read = crate::read_maze(&written).unwrap().maze;
                assert_eq!(read.weights(), picture.maze.weights(), "{query}, {encoding:?}");
                assert_eq!(all_passages(&read), all_passages(&picture.maze), "{query}, {encoding:?}");
                self.0 += 1;
            }
        }
    }
    let mut checked = There(0);
    for_each("1..1000", &mut checked);
    assert!(checked.0 > 120, "{}", checked.0);
}

/// If one of these fails, every maze with weights has changed.
#[test]
fn weights_have_not_moved() {
    let weights = |query: &str| read(query).make(&mut ()).unwrap().maze.weights().unwrap().to_vec();
    // All of these were worked out apart from this code, from what `edit::weights` documents.
    for (query, expected) in [
        ("w=5&h=3&weights=1..9", &[4, 6, 9, 9, 3, 7, 5, 9, 1, 9, 1, 4, 1, 6, 9][..]),
        ("w=5&h=3&weights=1..1000", &[344, 631, 890, 927, 229, 777, 478, 899, 26, 958, 15, 397, 104, 626, 946]),
        ("w=5&h=3&weights=hills", &[1, 18, 49, 80, 96, 1, 20, 52, 83, 99, 5, 23, 55, 85, 100]),
        ("grid=hex&w=4&h=3&weights=hills", &[1, 21, 61, 91, 8, 40, 81, 100, 1, 21, 61, 91]),
        // In the order of the cells that there are.
        ("w=3&h=3&mask=ring&weights=1..9", &[4, 6, 9, 9, 3, 7, 5, 9]),
    ] {
        assert_eq!(weights(&format!("{query}&seed=7")), expected, "{query}");
    }
    let made = read("w=3&h=2&seed=7&weights=1..9").make(&mut ()).unwrap();
    let text = String::from_utf8(bytes(&made, Format::Json(Encoding::Bits))).unwrap();
    assert_eq!(text.split_once("\"weights\":[[").unwrap().1, "4,6,9],[9,3,7]]}\n");
}

#[test]
fn weights_are_refused_where_their_costs_cannot_be_told() {
    let refused = |query: &str| query.parse::<dedale::options::MazeOptions>().unwrap_err().to_string();
    let why = "must be hills, or a weight between 1 and 1000, or a range of them such as 1..9";
    for text in ["", "0", "0..9", "1001", "1..1001", "9..1", "1..", "..9", "1.5", "-1..3", "hill", "1..2..3", "70000"] {
        assert_eq!(refused(&format!("weights={text}")), format!("weights: {why}"), "{text}");
    }
    assert_eq!(
        refused("w=65535&h=65535&weights=1"),
        "weights: the cells times the largest weight must be at most 2147483647, and 4294836225 × 1 is more: no more than 0 goes with these \
         cells"
    );
    assert!(refused("w=2000&h=2000&weights=1..1000").ends_with("no more than 536 goes with these cells"));
    assert!(Properties::of(&read("w=2000&h=2000&weights=1..536")).is_weighted);
    assert!(refused("algo=quilt&w=90&h=90&window=0,0,5,5&weights=1..9").contains("weights: needs the whole maze"));
    assert!(read("algo=eller&w=9&h=9&weights=1..9").by_rows(Format::Ascii, None).is_none());
    assert_eq!("hills".parse(), Ok(Weights::Hills));
    assert_eq!("Hills".parse(), Ok(Weights::Hills));

    let grid = Square::new(1500, 1500).unwrap();
    let mut maze = Maze::closed(grid);
    assert_eq!(maze.set_weights([1].into()), Err(InvalidWeights::Count));
    assert_eq!(maze.set_weights(vec![MAX_WEIGHT; 2_250_000].into()), Err(InvalidWeights::Sum));
    assert_eq!(maze.set_weights(vec![MAX_WEIGHT + 1; 2_250_000].into()), Err(InvalidWeights::Weight(Cell(0))));
    assert_eq!(maze.weights(), None);
    let most = (2_147_483_647 / 2_250_000) as u16;
    assert_eq!(maze.set_weights(vec![most; 2_250_000].into()), Ok(()));
    assert_eq!(maze.link(Cell(0), Side::E), Cell(1));
    assert_eq!(maze.weight(Cell(1)), u32::from(most));
}

#[test]
#[rustfmt::skip] // One line for each.
fn posted_weights_are_refused_where_they_are_bad() {
    let squares = |weights: &str| format!(r#"{{"encoding":"bits","cells":[[13,3],[15,14]],"weights":{weights}}}"#);
    let ring = |weights: &str| format!(r#"{{"encoding":"bits","cells":[[15,15,15],[15,null,15],[15,15,15]],"weights":{weights}}}"#);
    let polar = |weights: &str| format!(r#"{{"grid":"polar","encoding":"bits","cells":[[63],[15,15,15,15,15,15]],"weights":{weights}}}"#);
    let graph = |a: &str, b: &str| format!(r#"{{"encoding":"graph","cells":[{{{a}"sides":[{{"side":"e","to":1,"open":true}}]}},{{{b}"sides":[{{"side":"w","to":0,"open":true}}]}}]}}"#);
    let shape = "weights is not in the shape of cells: a number for each cell, and null where there is none";
    use ParseErrorKind::{Inconsistent, Malformed};
    for (text, kind, error) in [
        (squares("[[1,2],[3]]"), Malformed, "cell [1,1]: weights: the list ends here, and must have 2 elements: one for each of the columns"),
        (squares("[[1,2],[3,0]]"), Malformed, "cell [1,1]: weights: weight 0 is not from 1 to 1000"),
        (squares("[[1,2],[3,1001]]"), Malformed, "cell [1,1]: weights: weight 1001 is not from 1 to 1000"),
        (squares("[[1,2]]"), Inconsistent, shape),
        (squares("[[1,2,3],[1,2,3]]"), Inconsistent, shape),
        (squares("[[1,2],[3,null]]"), Inconsistent, shape),
        (ring("[[1,1,1],[1,1,1],[1,1,1]]"), Inconsistent, shape),
        (ring("[[1,1,1],[null,1,1],[1,1,1]]"), Inconsistent, shape),
        (polar("[[1],[1,1,1,1,1]]"), Malformed, "cell [1,5]: weights: the list ends here, and must have 6 elements: one for each of the cells in a ring"),
        (graph(r#""weight":5,"#, ""), Inconsistent, "cell 1 of the graph: weight is missing, and the cells before have one"),
        (graph("", r#""weight":5,"#), Inconsistent, "cell 1 of the graph: weight is given, and the cells before have none"),
        (graph(r#""weight":0,"#, r#""weight":5,"#), Malformed, "cell 0 of the graph: weight 0 is not from 1 to 1000"),
        (graph("", "").replacen('{', r#"{"weights":[1,2],"#, 1), Inconsistent, "weights does not go with encoding graph, where each cell has its own weight"),
    ] {
        let refused = crate::read_maze(&text).unwrap_err();
        assert_eq!((refused.to_string(), refused.kind), (error.to_owned(), kind), "{text}");
    }
    for text in [squares(r#"[[1,"2"],[3,4]]"#), squares("[[1,2.5],[3,4]]"), squares("5"), squares("{}"), squares("[[1,-2],[3,4]]")] {
        assert_eq!(crate::read_maze(&text).unwrap_err().kind, Malformed, "{text}");
    }
    for text in [squares("[[1,2.0],[3,1e3]]"), squares("null"), ring("[[1,1,1],[1,null,1],[1,1,1000]]"), graph(r#""weight":5,"#, r#""weight":7,"#)] {
        assert!(crate::read_maze(&text).is_ok(), "{text}");
    }
}

/// What a solver finds, and its steps.
fn search<G: Grid>(solver: Solver, maze: &Maze<G>, to: Cell) -> (Solution, Vec<Step>) {
    let mut steps = Vec::new();
    let mut note = |step| {
        steps.push(step);
        Ok(())
    };
    let solution = solver.solve_observed(maze, Cell(0), to, &mut note).unwrap();
    (solution, steps)
}

#[track_caller]
fn assert_weights_of_one_are_none<G: Grid>(mut maze: Maze<G>) {
    let last = maze.grid().cells() - 1;
    // The last one cannot be reached.
    for side in maze.passages(Cell(last)) {
        maze.unlink(Cell(last), side);
    }
    let goals = [0, last / 2, last - 1, last].map(Cell);
    let solvers = [Solver::Dijkstra, Solver::Astar];
    let all = solvers.into_iter().flat_map(|solver| goals.map(|to| (solver, to))).collect::<Vec<_>>();
    let without = all.iter().map(|&(solver, to)| search(solver, &maze, to)).collect::<Vec<_>>();
    maze.set_weights(vec![1; last as usize + 1].into()).unwrap();
    for (&(solver, to), without) in all.iter().zip(without) {
        assert!(search(solver, &maze, to) == without, "{solver:?} {to:?}");
    }
}

#[test]
fn weights_of_one_are_the_same_as_none() {
    for seed in 0..40 {
        let loops = Share::new([0.0, 0.3, 1.0][seed as usize % 3]).unwrap();
        let (grid, mut rng) = (Square::new(17, 13).unwrap(), Rng::new(seed, Stream::Braid));
        let mut maze = Algorithm::Backtracker.generate(grid, seed);
        braid(&mut maze, loops, &mut rng, &mut ()).unwrap();
        assert_weights_of_one_are_none(maze);
    }
    for &kind in GridKind::ALL {
        let options = MeshOptions { columns: 9, rows: 8, rings: 6, floors: 1, ..MeshOptions::new(kind) };
        for share in [0.5, 1.0] {
            let mut maze = Maze::closed(Mesh::new(&options).unwrap());
            let mut rng = Rng::new(7, Stream::Generate);
            Algorithm::Prim.carve_on(&mut maze, &mut rng, &mut ()).unwrap().unwrap();
            if share == 1.0 {
                // Without walls, a cell is reached from many others.
                maze.clear(&mut ()).unwrap();
            }
            braid(&mut maze, Share::new(share).unwrap(), &mut rng, &mut ()).unwrap();
            assert_weights_of_one_are_none(maze);
        }
    }
}
