//! What is estimated of a maze grows as what it takes: on each grid, on rings, on long and narrow grids and with each edit.

use dedale::estimate::Work;
use dedale::generate::ALGORITHMS;
use dedale::grid::{Graph, GraphCell, GraphSide, Grid as _, GridKind, Mask, Mesh, MeshOptions};
use dedale::measure::stats;
use dedale::observe::{Observer, Step, Stopped};
use dedale::options::{MazeBuilder, MazeOptions};

use super::super::made::{Made, read};
use super::{Count, steps_of_each};

/// How many mazes are made of each size, for the mean: the lengths of random walks are far apart.
const SEEDS: u64 = 12;

fn builder(query: &str) -> MazeBuilder {
    let mut builder = MazeBuilder::default();
    for pair in query.split('&') {
        let (name, value) = pair.split_once('=').unwrap();
        builder.set(name, value).unwrap_or_else(|error| panic!("{query}: {error}"));
    }
    builder
}

/// Counts each step, also of algorithms that report one for many to those who do not follow them.
struct CountEach(u64);

impl Observer for CountEach {
    type Stop = Stopped;

    fn see(&mut self, _: Step) -> Result<(), Stopped> {
        self.0 += 1;
        Ok(())
    }
}

/// How many times as many steps are expected as are counted on average.
fn ratio(query: &str) -> f64 {
    let walks = walks().any(|algo| query.contains(algo));
    // What walks reports is more for those who follow it.
    if walks {
        ratio_of(query, &mut Count(0), |all| all.0, SEEDS)
    } else {
        ratio_of(query, &mut CountEach(0), |all| all.0, 2)
    }
}

fn ratio_of<O: Observer<Stop = Stopped>>(query: &str, all: &mut O, count: impl Fn(&O) -> u64, seeds: u64) -> f64 {
    let mut expected = 0;
    for seed in 0..seeds {
        let options = read(&format!("{query}&seed={seed}"));
        expected = if options.is_plain() { options.expected_steps() } else { expected_on_its_grid(&options) };
        options.make(all).unwrap();
    }
    expected as f64 * seeds as f64 / count(all) as f64
}

/// The steps that a maze is expected to take when its grid is known.
fn expected_on_its_grid(options: &MazeOptions) -> u64 {
    let Ok(steps) = options.expected_steps_on(options.build_grid(&mut ()).unwrap().mesh().unwrap(), &mut ());
    steps
}

/// Checks how many times as many steps as are counted are expected, at three sizes, each four times as large as the one before.
fn check(name: &str, ratios: [f64; 3]) {
    let (least, most) =
        ratios.iter().fold((f64::MAX, 0.0_f64), |(least, most), &ratio| (least.min(ratio), most.max(ratio)));
    assert!(least > 1.0 / 3.0, "{name}: {ratios:.2?}");
    assert!(most < 120.0, "{name}: {ratios:.2?}");
    // Over both steps, a square where there should be none makes it 16, and a root 4.
    assert!(most < 3.0 * least, "{name}: {ratios:.2?} grows with the size");
}

/// Three sizes of a grid.
fn squares(sides: [u32; 3]) -> [String; 3] {
    sides.map(|side| format!("w={side}&h={side}"))
}

#[test]
fn on_each_grid() {
    for &kind in GridKind::ALL {
        let sizes = match kind {
            GridKind::Polar => [10, 20, 40].map(|rings| format!("rings={rings}")),
            _ => squares([12, 24, 48]),
        };
        for info in ALGORITHMS.iter().filter(|info| info.grids().any(|on| on == kind)) {
            let query = format!("algo={}&grid={kind}", info.name);
            check(&query, sizes.each_ref().map(|size| ratio(&format!("{query}&{size}"))));
        }
    }
}

/// The algorithms that walk at random.
fn walks() -> impl Iterator<Item = &'static str> {
    ALGORITHMS.iter().filter(|info| info.walks()).map(|info| info.name)
}

#[test]
fn on_rings_and_on_long_and_narrow_grids() {
    for algo in walks().chain(["backtracker", "prim", "kruskal", "hunt-and-kill"]) {
        for shape in [
            "wrap=x&w=L&h=1",
            "wrap=x&w=L&h=2",
            "wrap=x&w=L&h=3",
            "wrap=xy&w=L&h=3",
            "wrap=y&w=3&h=L",
            "wrap=x&w=3&h=L",
            "w=L&h=1",
            "w=L&h=2",
            "w=2&h=L",
            "w=L&h=5",
            "grid=hex&w=L&h=1",
            "grid=hex&w=L&h=2",
            "grid=triangle&w=L&h=2",
            "grid=triangle&w=2&h=L",
            "grid=triakis&w=3&h=L",
            "grid=cairo&w=L&h=3",
            "floors=L&w=2&h=2",
            "floors=2&w=2&h=L",
        ] {
            let query = format!("algo={algo}&{shape}");
            check(&query, [30, 120, 480].map(|length: u32| ratio(&query.replace('L', &length.to_string()))));
        }
        let cube = |side: u32| ratio(&format!("algo={algo}&floors={side}&w={side}&h={side}"));
        check(&format!("a cube with {algo}"), [5, 8, 13].map(cube));
    }
}

/// A ring of so many cells, `width` of them abreast.
fn ring(cells: u32, width: u32) -> Mesh {
    let mut graph = Graph::default();
    let around = cells / width;
    for cell in 0..cells {
        let (place, lane) = (cell / width, cell % width);
        let side = |name, to| GraphSide { to, ..GraphSide::from(name) };
        let sides = [
            side("next", Some((place + 1) % around * width + lane)),
            side("back", Some((place + around - 1) % around * width + lane)),
            side("left", (lane > 0).then(|| cell - 1)),
            side("right", (lane + 1 < width).then_some(cell + 1)),
        ];
        graph.add(GraphCell { sides: &sides, ..GraphCell::default() }).unwrap();
    }
    graph.into_mesh().unwrap()
}

/// Two balls of cells that have up to eight neighbors each, at the ends of a corridor of as many cells as they have together; or only the
/// first of them.
fn dumbbell(cells: u32, has_second: bool) -> Mesh {
    const NAMES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let first = if has_second { 0..cells / 4 } else { 0..cells / 2 };
    let second = if has_second { cells * 3 / 4..cells } else { cells..cells };
    let mut ways = vec![Vec::new(); cells as usize];
    for cell in 1..cells {
        ways[cell as usize].push(cell - 1);
        ways[cell as usize - 1].push(cell);
    }
    for ball in [first, second] {
        // Seven times as far, and so on: each is reached from each other in a few moves.
        for (number, cell) in ball.clone().enumerate() {
            for times in [7, 31, 3] {
                let far = ball.start + (number as u32 * times + 1) % (ball.end - ball.start);
                let is_free = |cell: u32| ways[cell as usize].len() < 8;
                if far != cell && !ways[cell as usize].contains(&far) && is_free(cell) && is_free(far) {
                    ways[cell as usize].push(far);
                    ways[far as usize].push(cell);
                }
            }
        }
    }
    let mut graph = Graph::default();
    for ways in ways {
        let sides: Vec<_> =
            ways.iter().zip(NAMES).map(|(&to, name)| GraphSide { to: Some(to), ..GraphSide::from(name) }).collect();
        graph.add(GraphCell { sides: &sides, ..GraphCell::default() }).unwrap();
    }
    graph.into_mesh().unwrap()
}

/// A few corridors, two cells wide, that meet in one place.
fn star(length: u32) -> Mask {
    let side = 2 * length + 2;
    let is_in = |row: u32, column: u32| {
        row.abs_diff(length) <= 1 && row >= length || column.abs_diff(length) <= 1 && column >= length
    };
    Mask::from_bits((0..side * side).map(|bit| is_in(bit / side, bit % side)).collect())
}

/// One corridor, two cells wide, that goes to and fro.
fn to_and_fro(side: u32) -> Mask {
    let is_in = |row: u32, column: u32| {
        let (turn, place) = (row / 3, row % 3);
        place < 2 || if turn.is_multiple_of(2) { column + 2 >= side } else { column < 2 }
    };
    Mask::from_bits((0..side * side).map(|bit| is_in(bit / side, bit % side)).collect())
}

#[test]
fn on_custom_grids_and_in_masks() {
    let of = |options: MazeOptions| {
        let mut all = Count(0);
        for seed in 0..SEEDS {
            options.with_seed(seed).make(&mut all).unwrap();
        }
        expected_on_its_grid(&options) as f64 * SEEDS as f64 / (all.0 as f64 * steps_of_each(*options.algorithm()))
    };
    for algo in walks() {
        for width in [1, 2, 3] {
            let ratios = [120, 480, 1920]
                .map(|cells| of(builder(&format!("algo={algo}")).on(ring(cells, width)).options().unwrap()));
            check(&format!("{algo} on a ring of {width} abreast"), ratios);
        }
        for (name, has_second) in [("a lollipop", false), ("a barbell", true)] {
            let on = |cells| builder(&format!("algo={algo}")).on(dumbbell(cells, has_second)).options().unwrap();
            check(&format!("{algo} on {name}"), [100, 300, 900].map(|cells| of(on(cells))));
        }
        let masked = |side: u32, mask: Mask| {
            let query = format!("algo={algo}");
            let mesh =
                MeshOptions { columns: side, rows: side, mask: Some(mask), ..MeshOptions::new(GridKind::Square) };
            of(builder(&query).mesh(mesh).options().unwrap())
        };
        check(&format!("{algo} in a star"), [8, 16, 32].map(|length| masked(2 * length + 2, star(length))));
        check(&format!("{algo} to and fro"), [11, 23, 47].map(|side| masked(side, to_and_fro(side))));
        for mask in ["circle", "heart", "ring"] {
            let query = format!("algo={algo}&mask={mask}&parts=largest");
            check(&query, squares([20, 40, 80]).map(|size| ratio(&format!("{query}&{size}"))));
        }
    }
}

#[test]
fn with_each_edit() {
    for edit in [
        "braid=1",
        "max_walls=0.4",
        "remove=3,1,E",
        "doors=true",
        "rooms=2",
        "sparse=0.6",
        "weave=1",
        "obstacles=0.3",
        "obstacles=0.7",
        "straightness=0.7",
        "symmetry=mirror-x",
        "unicursal=true",
        "reveal=heart",
        "ends=center",
        "ends=farthest",
        "braid=0.5&ends=farthest",
        "rooms=9&ends=farthest",
        "grid=hex&braid=0.5&ends=farthest",
        "grid=polar&rings=R&braid=1&ends=center",
        "wrap=x&braid=1&ends=farthest",
        "wrap=xy&braid=1&ends=farthest",
        "mask=heart&braid=1&ends=farthest&sparse=0.3",
    ] {
        let of = |side: u32| {
            let size = if edit.contains("polar") { String::new() } else { format!("&w={side}&h={side}") };
            ratio(&format!("{}{size}", edit.replace('R', &(side / 2).to_string())))
        };
        check(edit, [40, 80, 160].map(of));
    }
    // Mazes that take as many searches as are allowed.
    for edit in ["wrap=x&braid=1&ends=farthest&h=1", "unicursal=true&remove=0,0,S&ends=farthest&h=4"] {
        check(edit, [300, 1200, 4800].map(|columns: u32| ratio(&format!("{edit}&w={columns}"))));
    }
}

#[test]
fn statistics() {
    for query in ["algo=prim", "algo=prim&braid=1", "algo=prim&remove=0,0,E&h=30", "unicursal=true&remove=0,0,S&h=4"] {
        let of = |side: u32| {
            let size = if query.contains("&h=") {
                format!("&w={}", side * side / 60 * 2)
            } else {
                format!("&w={side}&h={side}")
            };
            let options = read(&format!("{query}{size}"));
            let made = Made::of(&options);
            let mut all = Count(0);
            stats(&made.maze, made.from, made.to, &mut all).unwrap();
            Work::Stats { has_loops: options.has_loops() }
                .estimate(made.maze.grid().cells().into(), GridKind::Square)
                .steps as f64
                / all.0 as f64
        };
        let ratios = [100, 200, 400].map(of);
        // With loops there is a limit, which few mazes come near.
        assert!(ratios.iter().all(|ratio| *ratio > 0.5), "{query}: {ratios:.2?}");
    }
}
