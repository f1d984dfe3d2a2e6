//! Compares the estimated memory with allocated memory. It counts all allocations of the process, and so is a single test
//! in a separate file and process.
#![allow(clippy::unwrap_used)]

use dedale::estimate::{Estimate, Properties, Work};
use dedale::formats::{self, Encoding, Format, Table, Writer};
use dedale::generate::ALGORITHMS;
use dedale::grid::{Cell, Graph, GraphCell, GraphSide, Grid, GridKind, Mesh, MeshOptions, Side, Square};
use dedale::maze::Maze;
use dedale::measure::stats;
use dedale::options::MazeOptions;
use dedale::parse::ReadOptions;
use dedale::picture::{Animation, Film, Measures, Picture, Style, Surface};
use dedale::solve::{SOLVERS, costs, distances};
use peak_alloc::PeakAlloc;

/// To measure any maze.
const STATS: Work = Work::Stats { has_loops: true };

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// What does not grow with the cells: tables, and blocks of a fixed size.
const FIXED: f64 = 4096.0;

/// Formats that are written of rows of squares; the first is not there for floors.
const WRITTEN: [Format; 5] =
    [Format::Csv(Table::Blocks), Format::Ascii, Format::Blocks, Format::Ansi, Format::Json(Encoding::Blocks)];

/// The maximum number of bytes for each of these cells at a time, beyond what there was before.
fn peak<T>(cells: u64, work: impl FnOnce() -> T) -> f64 {
    ALLOCATED.reset_peak_usage();
    let before = ALLOCATED.current_usage();
    let done = work();
    let bytes = ALLOCATED.peak_usage() - before;
    drop(done);
    (bytes as f64 - FIXED).max(0.0) / cells as f64
}

/// How much of the memory that is expected for a maze it takes to make it.
fn share_of_expected(options: &MazeOptions) -> f64 {
    let of_cell = peak(options.cells(), || options.make(&mut ()).unwrap());
    of_cell * options.cells() as f64 / Estimate::of_making(options).bytes as f64
}

/// No grid takes more than is documented, and one of them takes nearly half of it.
#[track_caller]
fn assert_is_peak(what: &str, peaks: &[f64], said: u64) {
    let most = peaks.iter().copied().fold(0.0, f64::max);
    let said = said as f64;
    assert!(most <= said && most >= 0.4 * said, "{what}: {peaks:?} bytes a cell, and {said} are said");
}

/// Cells of a custom grid side by side, each as high as the picture, so that each is shown by many tiles.
fn slivers(count: u32) -> Picture {
    let mut graph = Graph::default();
    for cell in 0..count {
        let side = |name, to: Option<u32>| GraphSide { to, ..GraphSide::from(name) };
        let sides = [
            GraphSide::from("N"),
            side("E", Some(cell + 1).filter(|&next| next < count)),
            GraphSide::from("S"),
            side("W", cell.checked_sub(1)),
        ];
        let [left, right] = [cell, cell + 1].map(|column| f64::from(column) / 50.0);
        let polygon = [[left, 0.0], [right, 0.0], [right, 60.0], [left, 60.0]];
        graph.add(GraphCell { sides: &sides, polygon: &polygon, ..GraphCell::default() }).unwrap();
    }
    Picture::new(Maze::closed(graph.into_mesh().unwrap()), Cell(0), Cell(count - 1))
}

#[test]
fn no_more_memory_is_needed_than_is_said() {
    const SIZES: [&str; 6] =
        ["w=500&h=500", "w=1&h=60000", "w=60000&h=1", "w=30000&h=2", "w=60000&h=16", "w=4&h=60000"];
    for info in ALGORITHMS {
        let of_size = |size: &&str| {
            // A walk along a narrow grid takes long, and no more memory.
            let is_short = !(info.uniform || info.name == "houston") || SIZES[..3].contains(size);
            let size = if is_short { size } else { "w=2&h=2000" };
            // What it picks from its list changes how long that becomes.
            let picks: &[&str] = if info.name == "growing-tree" { &["newest", "random", "middle"] } else { &[""] };
            let of_pick = |pick: &&str| {
                let pick = if pick.is_empty() { String::new() } else { format!("&pick={pick}") };
                share_of_expected(&format!("algo={}&{size}&seed=7{pick}", info.name).parse().unwrap())
            };
            picks.iter().map(of_pick).fold(0.0, f64::max)
        };
        assert_is_peak(info.name, &SIZES.iter().map(of_size).collect::<Vec<_>>(), 1);
    }

    let mazes = ["algo=prim", "algo=wilson&braid=1", "algo=prim&max_walls=0", "algo=backtracker"];
    let sizes = SIZES[..2].iter().chain(&["w=40&h=40", "w=1&h=3000"]);
    let made = sizes.flat_map(|size| mazes.iter().map(move |query| format!("{query}&{size}&seed=7")));
    let made = made.map(|query| query.parse::<MazeOptions>().unwrap().make(&mut ()).unwrap()).collect::<Vec<_>>();
    let cells = |maze: &Picture| maze.maze.cells().count() as u64;
    // Where a maze of this size takes long, smaller ones show the same.
    let (large, small) = made.split_at(made.len() / 2);
    let ground = ["w=500&h=500&algo=prim&braid=1&max_walls=0", "w=500&h=500&algo=prim"].map(|query| {
        let query = format!("{query}&weights=1..1000");
        query.parse::<MazeOptions>().unwrap().make(&mut ()).unwrap()
    });
    for info in SOLVERS {
        let made = if info.steps.of(cells(&large[0])) < 1 << 30 { large } else { small };
        let of_maze = |it: &Picture| peak(cells(it), || info.solver.solve(&it.maze, it.from, it.to));
        let ground = ground.iter().filter(|_| info.knows_weights);
        assert_is_peak(info.name, &made.iter().chain(ground).map(of_maze).collect::<Vec<_>>(), info.bytes);
    }
    let searches = large.iter().map(|it| peak(cells(it), || distances(&it.maze, it.from, &mut ())));
    // Where many cells wait at a time, these take nearly as much as is documented: see below.
    assert!(searches.into_iter().all(|taken| taken <= Work::Search.estimate(1, GridKind::Square).bytes as f64));
    let searches = ground.iter().map(|it| peak(cells(it), || costs(&it.maze, it.from, &mut ())));
    assert!(searches.into_iter().all(|taken| taken <= Work::CheapestPaths.estimate(1, GridKind::Square).bytes as f64));
    let numbers = large.iter().map(|it| peak(cells(it), || stats(&it.maze, it.from, it.to, &mut ())));
    assert_is_peak("stats", &numbers.collect::<Vec<_>>(), STATS.estimate(1, GridKind::Square).bytes);

    for query in [
        "algo=binary-tree",
        "algo=kruskal&braid=1",
        "algo=prim&max_walls=0.5&ends=farthest",
        "algo=prim&symmetry=mirror-y",
        "algo=kruskal&rooms=9",
        "algo=binary-tree&weights=1..9",
        "algo=binary-tree&weights=hills",
    ] {
        let of_size = |size: &&str| share_of_expected(&format!("{query}&{size}&seed=7").parse().unwrap());
        assert_is_peak(query, &SIZES[..2].iter().map(of_size).collect::<Vec<_>>(), 1);
    }
    for info in ALGORITHMS {
        let of_grid = |grid: &&str| {
            let options: MazeOptions = format!("{grid}&algo={}&seed=7", info.name).parse().ok()?;
            Some(share_of_expected(&options))
        };
        let grids = [
            "grid=hex&w=200&h=200",
            "grid=octagon&w=100&h=100&floors=3",
            "grid=polar&rings=90",
            "w=200&h=200&mask=circle",
        ];
        let shares: Vec<f64> = grids.iter().filter_map(of_grid).collect();
        let most = shares.iter().copied().fold(0.0, f64::max);
        assert!(shares.is_empty() || (0.3..=1.0).contains(&most), "{}: {shares:?}", info.name);
    }
    wide_levels();
    // To solve a maze takes no more on other grids.
    let query = "grid=hex&w=60&h=60&algo=prim&braid=0.5&seed=7";
    let hexagons = query.parse::<MazeOptions>().unwrap().make(&mut ()).unwrap();
    let Picture { maze, from, to, .. } = &hexagons;
    let peak_of = |work: &dyn Fn()| peak(maze.grid().cells().into(), work);
    for info in SOLVERS {
        let taken = peak_of(&|| drop(info.solver.solve(maze, *from, *to)));
        assert!(taken <= info.bytes as f64, "{}: {taken}", info.name);
    }
    let taken = [peak_of(&|| drop(distances(maze, *from, &mut ()))), peak_of(&|| _ = stats(maze, *from, *to, &mut ()))];
    assert!(
        taken[0] <= Work::Search.estimate(1, GridKind::Square).bytes as f64
            && taken[1] <= STATS.estimate(1, GridKind::Square).bytes as f64,
        "{taken:?}"
    );
    // Cells that are taken out are kept for drawings.
    for query in [
        "algo=prim&sparse=0.5",
        "grid=hex&algo=prim&sparse=0.9",
        "grid=hex&algo=prim&sparse=0.2&mask=circle",
        "algo=prim&weave=1",
        "obstacles=0.3",
        "obstacles=0.7",
        "obstacles=0.3&solvable=0",
        "grid=hex&algo=prim&braid=1",
        "grid=hex&algo=prim&ends=farthest",
        "grid=hex&algo=prim&weights=hills&to=any&exits=5",
    ] {
        let taken = share_of_expected(&format!("{query}&w=400&h=400&seed=7").parse().unwrap());
        assert_is_peak(query, &[taken], 1);
    }
    for query in ["w=60&h=60", "w=120&h=120", "grid=hex&w=60&h=60", "grid=polar&rings=30", "w=60&h=60&weave=1"] {
        let options: MazeOptions = format!("{query}&seed=7").parse().unwrap();
        for cell in [4, 16] {
            let animation = Animation { style: Style { cell, wall: 1, ..Style::DEFAULT }, ..Animation::DEFAULT };
            let extent = options.extent().map(u64::from);
            let (steps, surface) = (Estimate::of_making(&options).steps, Properties::of(&options).surface);
            let said = Estimate::of_animation(&animation, extent, options.cells(), steps, surface).bytes;
            let taken = peak(said, || {
                let mut film = Film::default();
                let made = options.make(&mut film.recorder(&mut ())).unwrap();
                let mut writer = Writer::new(Picture { film: Some(film), ..made }, Format::Gif(animation)).unwrap();
                writer.by_ref().count()
            });
            assert_is_peak(&format!("{query} cell={cell}"), &[taken], 1);
        }
    }
    // Solids: those with the most walls take the most.
    for kind in GridKind::ALL {
        let options = MeshOptions { columns: 60, rows: 60, rings: 60, ..MeshOptions::new(*kind) };
        let closed = Maze::closed(Mesh::new(&options).unwrap());
        let cells = u64::from(closed.grid().cells());
        let picture = Picture::new(closed, Cell(0), Cell(0));
        let taken = peak(cells, || Writer::new(&picture, Format::Stl(Measures::DEFAULT)).unwrap().count());
        let said = Work::Solid(Surface::Mesh).estimate(1, *kind).bytes as f64;
        let is_near = *kind != GridKind::Hex || taken >= 0.6 * said;
        assert!(taken <= said && is_near, "{kind}: {taken}, and {said} are said");
    }
    let squares = Picture::new(Maze::closed(Square::new(200, 200).unwrap()), Cell(0), Cell(0));
    let taken = peak(40_000, || Writer::new(&squares, Format::Stl(Measures::DEFAULT)).unwrap().count());
    let said = Work::Solid(Surface::Squares).estimate(1, GridKind::Square).bytes as f64;
    assert!(taken <= said && taken >= 0.5 * said, "{taken}");
    // The lists of a PNG on a mesh, and what is painted of one part of it.
    let style = Style { cell: 2, wall: 1, ..Style::DEFAULT };
    let queries =
        ["grid=hex&w=1000&h=1000", "grid=polar&rings=500", "sparse=0.5&w=1000&h=1000", "floors=2&w=700&h=700"];
    let mazes = queries.map(|query| query.parse::<MazeOptions>().unwrap().make(&mut ()).unwrap());
    for (picture, cell) in mazes.into_iter().map(|picture| (picture, 2)).chain([(slivers(3000), 50)]) {
        let format = Format::Png(Style { cell, ..style });
        let what = format!("png {:?}", picture.maze.grid().mesh().map(Mesh::kind));
        let mut writer = Writer::new(&picture, format).unwrap();
        let said = writer.expected_bytes() as f64;
        let taken = peak(1, || {
            let mut piece = Vec::new();
            while !writer.is_done() {
                piece.clear();
                writer.write_next(&mut piece);
            }
        });
        assert!(taken <= said && taken >= 0.4 * said, "{what}: {taken} bytes, and {said} are said");
    }
    // The ends of lines may be missing in a drawing, but not most of it.
    let walls = " -".repeat(5000);
    let sparse = format!("{walls} \n|\n{}{walls} \n", "\n".repeat(20_000));
    let taken = peak(sparse.len() as u64, || formats::read(sparse.as_bytes(), &ReadOptions::default()).unwrap_err());
    assert!(taken < 16.0, "{taken} bytes for each byte of a drawing");

    // Rows of squares that are cut by a mask, or in floors, are not copied.
    for (query, formats) in [("w=500&h=500&mask=circle", &WRITTEN[..]), ("w=250&h=250&floors=4", &WRITTEN[1..])] {
        let picture = query.parse::<MazeOptions>().unwrap().make(&mut ()).unwrap();
        for &format in formats {
            let picture = picture.clone();
            let taken = peak(picture.maze.grid().cells().into(), || {
                let mut writer = Writer::new(picture, format).unwrap();
                let mut piece = Vec::new();
                while !writer.is_done() {
                    piece.clear();
                    writer.write_next(&mut piece);
                }
            });
            assert!(taken < 1.0, "{query} {format:?}: {taken} bytes a cell");
        }
    }
}

/// A tree of squares in which all leaves are as far from the cell in the middle, and its root: each arm ends in two others, half as long
/// after every second one. A quarter of the squares are leaves.
fn tree_of_squares(levels: u32) -> (Maze<Square>, Cell) {
    let side = (2 << levels) - 1;
    let grid = Square::new(side, side).unwrap();
    let mut maze = Maze::closed(grid);
    let mut centers = vec![(side / 2, side / 2, (side + 1) / 4)];
    while let Some((row, column, arm)) = centers.pop() {
        for across in column - arm..column + arm {
            maze.link(grid.at(row, across), Side::E);
        }
        for end in [column - arm, column + arm] {
            for down in row - arm..row + arm {
                maze.link(grid.at(down, end), Side::S);
            }
            if arm > 1 {
                centers.extend([row - arm, row + arm].map(|row| (row, end, arm / 2)));
            }
        }
    }
    (maze, grid.at(side / 2, side / 2))
}

/// A graph with this many cells. Each leads to seven others: six of seven cells are leaves.
fn tree_of_seven(cells: u32) -> Maze<Mesh> {
    const NAMES: [&str; 7] = ["a", "b", "c", "d", "e", "f", "g"];
    let mut graph = Graph::default();
    for cell in 0..cells {
        let parent = (cell > 0).then(|| GraphSide { to: Some((cell - 1) / 7), ..GraphSide::from("up") });
        let children = (7 * cell + 1..cells.min(7 * cell + 8)).zip(NAMES);
        let children = children.map(|(child, name)| GraphSide { to: Some(child), ..GraphSide::from(name) });
        let sides: Vec<_> = parent.into_iter().chain(children).collect();
        graph.add(GraphCell { sides: &sides, ..GraphCell::default() }).unwrap();
    }
    let mut maze = Maze::closed(graph.into_mesh().unwrap());
    maze.clear(&mut ()).unwrap();
    maze
}

/// Checks what it takes to search mazes in which many cells wait at the same time.
fn wide_levels() {
    fn check<G: Grid>(what: &str, of_size: impl Fn(bool) -> (Maze<G>, Cell), kind: GridKind) {
        let ((mut large, root), (mut small, small_root)) = (of_size(true), of_size(false));
        for is_weighted in [false, true] {
            if is_weighted {
                for maze in [&mut large, &mut small] {
                    let cells = maze.grid().cells() as usize;
                    maze.set_weights(vec![1_u16; cells].into()).unwrap();
                }
            }
            for info in SOLVERS {
                let is_quick = info.steps.of(large.grid().cells().into()) < 1 << 27;
                let (maze, from) = if is_quick { (&large, root) } else { (&small, small_root) };
                let cells = maze.grid().cells();
                let taken = peak(cells.into(), || info.solver.solve(maze, from, Cell(cells - 1)));
                assert!(
                    taken <= Work::Solve(info.solver).estimate(1, kind).bytes as f64,
                    "{} in {what}: {taken}",
                    info.name
                );
            }
            let taken = peak(large.grid().cells().into(), || drop(costs(&large, root, &mut ())));
            let work = if is_weighted { Work::CheapestPaths } else { Work::Search };
            let said = work.estimate(1, kind).bytes;
            assert!(taken <= said as f64 && taken >= 0.4 * said as f64, "{what}: {taken} of {said}");
        }
    }
    check("a tree of squares", |is_large| tree_of_squares(if is_large { 7 } else { 4 }), GridKind::Square);
    let of_seven = |is_large| (tree_of_seven(if is_large { 140_000 } else { 1000 }), Cell(0));
    check("a tree of seven", of_seven, GridKind::Custom);
}
