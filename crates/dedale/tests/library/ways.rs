//! Ways to shape a maze: halves that match, labyrinths, rooms, and cells that are taken out.
//!
//! Proved here: symmetric mazes are their own image, and if their halves are perfect, so are they, and their solutions are their own image;
//! labyrinths are one way through all cells; cells are taken out on every grid, in the share that is asked for, and what is left hangs
//! together; the steps, played back, give the maze; and what does not go together is refused by an error that names both options.

use crate::all_passages;
use crate::{Made, Told, made, mesh_of as shaped, read};
use dedale::about::Between;
use dedale::formats::{Encoding, Format, Writer};
use dedale::generate::{ALGORITHMS, Symmetry};
use dedale::grid::{Address, AnyGrid, Cell, Grid, GridKind, Side, Sides};
use dedale::maze::Maze;
use dedale::measure::stats;
use dedale::observe::Step;
use dedale::options::{InvalidOptions, MakeError, MazeBuilder, MazeOptions};
use dedale::picture::Picture;
use dedale::rng::attempt_seed;
use dedale::solve::{Solver, distances};

fn builder(query: &str) -> MazeBuilder {
    let mut builder = MazeBuilder::default();
    for (name, value) in query.split('&').map(|pair| pair.split_once('=').unwrap()) {
        builder.set(name, value).unwrap_or_else(|error| panic!("{query}: {name}: {error}"));
    }
    builder
}

/// Panics unless the passages are a spanning tree.
fn assert_perfect<G: Grid>(maze: &Maze<G>, what: &str) {
    assert_eq!(maze.count_passages(), u64::from(maze.grid().cells()) - 1, "{what}");
    assert_connected(maze, what);
}

fn assert_connected<G: Grid>(maze: &Maze<G>, what: &str) {
    let reached = distances(maze, Cell(0), &mut ()).unwrap();
    assert!(maze.cells().all(|cell| reached.to(cell).is_some()), "{what}");
}

/// The maze that these steps give, and which cells they take out.
fn play_back<G: Grid>(grid: G, steps: &[Step]) -> (Maze<G>, Vec<bool>) {
    let mut kept = vec![true; grid.cells() as usize];
    let mut maze = Maze::closed(grid);
    for step in steps {
        match *step {
            Step::Carve { from, side, to } | Step::Join { from, side, to } => assert_eq!(maze.link(from, side), to),
            Step::Wall { from, side, to } => assert_eq!(maze.unlink(from, side), to),
            Step::Clear => maze.clear(&mut ()).unwrap(),
            Step::Open { .. } => maze.replay(*step),
            Step::Fill(cell) => kept[cell.index()] = false,
            _ => {}
        }
    }
    (maze, kept)
}

#[test]
fn symmetric_mazes_are_their_own_image_and_perfect_if_their_halves_are() {
    for about in ALGORITHMS {
        for &symmetry in Symmetry::ALL {
            for size in [[1, 1], [2, 1], [1, 2], [2, 2], [1, 5], [5, 1], [6, 5], [5, 6], [7, 7], [12, 8], [30, 21]] {
                let [columns, rows] = size;
                // A tree that is its own image has a cell or a passage in the middle.
                let [is_wide, is_high] = size.map(|side| side % 2 == 0);
                let has_middle = match symmetry {
                    Symmetry::MirrorX => is_wide,
                    Symmetry::MirrorY => is_high,
                    _ => !is_wide || !is_high,
                };
                if !has_middle {
                    let query = format!("algo={}&w={columns}&h={rows}&symmetry={}", about.name, symmetry.name());
                    assert!(query.parse::<MazeOptions>().is_err(), "{query}");
                    continue;
                }
                for seed in 0..4 {
                    let query =
                        format!("algo={}&w={columns}&h={rows}&seed={seed}&symmetry={}", about.name, symmetry.name());
                    let Made { maze, from, to } = made(&query);
                    if about.perfect {
                        assert_perfect(&maze, &query)
                    } else {
                        assert_connected(&maze, &query)
                    }
                    let grid = *maze.grid();
                    let image = |cell: Cell| {
                        let (row, column) = (grid.row(cell), grid.column(cell));
                        match symmetry {
                            Symmetry::MirrorX => grid.at(row, columns - 1 - column),
                            Symmetry::MirrorY => grid.at(rows - 1 - row, column),
                            _ => grid.at(rows - 1 - row, columns - 1 - column),
                        }
                    };
                    for (a, _, b) in maze.links() {
                        assert!(maze.neighbors(image(a)).any(|(_, far)| far == image(b)), "{query}: {a:?} {b:?}");
                    }
                    assert_eq!((from, to), (Cell(0), image(Cell(0))), "{query}");
                    // Where there are loops, another path may be as short.
                    if !about.perfect {
                        continue;
                    }
                    let path = Solver::Bfs.solve(&maze, from, to).path().unwrap().to_vec();
                    assert!(path.iter().rev().map(|&cell| image(cell)).eq(path.iter().copied()), "{query}");
                }
            }
        }
    }
}

#[test]
fn labyrinths_are_one_way_through_all_cells() {
    for about in ALGORITHMS {
        if !about.perfect {
            let refused = format!("algo={}&w=6&h=4&unicursal=true", about.name).parse::<MazeOptions>().unwrap_err();
            let expected = "whose mazes have loops: the path leads around a perfect maze";
            assert_eq!(refused.to_string(), format!("unicursal: does not go with algo={}, {expected}", about.name));
            continue;
        }
        for (columns, rows) in [(2, 2), (2, 8), (8, 2), (6, 4), (30, 20)] {
            for seed in 0..4 {
                let query = format!("algo={}&w={columns}&h={rows}&seed={seed}&unicursal=true", about.name);
                let Made { maze, from, to } = made(&query);
                assert_perfect(&maze, &query);
                assert!(maze.cells().all(|cell| maze.passages(cell).len() <= 2), "{query}");
                assert_eq!((from, to), (Cell(0), maze.grid().at(1, 0)));
                let path = Solver::Bfs.solve(&maze, from, to).path().unwrap().len();
                assert_eq!(path, (columns * rows) as usize, "{query}");
            }
        }
    }
}

#[test]
fn rooms_come_before_other_edits() {
    let query = "algo=prim&w=30&h=20&seed=7";
    let (plain, with_rooms) = (made(query).maze, made(&format!("{query}&rooms=5&room_size=4")).maze);
    assert!(plain.links().all(|(cell, side, _)| with_rooms.passages(cell).contains(side)));
    // Each of them has 24 passages inside, of which a tree has at most 15.
    let opened = with_rooms.count_passages() - plain.count_passages();
    assert!((5 * 9..=5 * 24).contains(&opened), "{opened}");
    let braided = made(&format!("{query}&rooms=5&room_size=4&braid=1")).maze;
    assert!(with_rooms.links().all(|(cell, side, _)| braided.passages(cell).contains(side)));
    assert!(braided.cells().all(|cell| !braided.is_dead_end(cell)));
    assert_eq!(made(&format!("{query}&rooms=0")).maze, plain);
}

#[test]
fn cells_are_taken_out_on_every_grid() {
    for &kind in GridKind::ALL {
        let size = if kind == GridKind::Polar { "rings=9" } else { "w=9&h=8" };
        let base = format!("grid={kind}&{size}&seed=7");
        let Picture { maze: whole, from: first, to: last, .. } = shaped(&format!("{base}&wrap=none"));
        let cells = whole.grid().cells();
        for share in ["0.2", "0.5"] {
            let query = format!("{base}&sparse={share}");
            let Picture { maze, from, to, .. } = shaped(&query);
            assert_perfect(&maze, &query);
            let share: f64 = share.parse().unwrap();
            let gone = cells - maze.grid().cells();
            assert_eq!(gone, (f64::from(cells) * share + 0.5).floor() as u32, "{query}");
            let address = |maze: &Maze<AnyGrid>, cell| maze.grid().address(cell);
            assert_eq!(
                [from, to].map(|end| address(&maze, end)),
                [first, last].map(|end| address(&whole, end)),
                "{query}"
            );
            // The rest is a part of the maze without the option.
            for (cell, _, far) in maze.links() {
                let [a, b] = [cell, far].map(|cell| whole.grid().find(maze.grid().address(cell)).unwrap());
                assert!(whole.neighbors(a).any(|(_, far)| far == b), "{query}");
            }
        }
    }
    // Nothing but the path is left of a tree.
    let all = shaped("w=12&h=9&seed=3&sparse=1");
    let path = Solver::Bfs.solve(&all.maze, all.from, all.to).path().unwrap().len();
    assert_eq!(path as u32, all.maze.grid().cells());
    assert_eq!(shaped("w=12&h=9&seed=3&sparse=1&ends=farthest").maze.grid().cells(), 1);
}

#[test]
fn taking_cells_out_leaves_the_maze_of_every_algorithm_as_it_was() {
    for about in ALGORITHMS {
        let query = format!("algo={}&w=9&h=7&seed=5&rooms=1&remove=3,3,E&remove=0,0,N", about.name);
        let before = made(&query).maze;
        let after = shaped(&format!("{query}&sparse=0.3&doors=true")).maze;
        let place = |cell| {
            let address = after.grid().address(cell);
            before.grid().at(address.numbers()[0], address.numbers()[1])
        };
        for cell in after.cells() {
            let stays = |&side: &Side| {
                let far = before.grid().across(place(cell), side);
                after.grid().find([before.grid().row(far), before.grid().column(far)]).is_some()
            };
            let expected = before.passages(place(cell)).into_iter().filter(stays);
            assert!(after.passages(cell).into_iter().eq(expected), "{query}");
        }
        assert!(after.grid().find([3, 3]).zip(after.grid().find([3, 4])).is_some(), "{query}");
    }
}

#[test]
fn cells_that_are_taken_out_are_null() {
    let picture = shaped("w=6&h=5&seed=5&sparse=0.4");
    let mut writer = Writer::new(picture, Format::Json(Encoding::Walls)).unwrap();
    let mut bytes = Vec::new();
    while !writer.is_done() {
        writer.write_next(&mut bytes);
    }
    let document: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    let rows = document["cells"].as_array().unwrap();
    let nulls = rows.iter().flat_map(|row| row.as_array().unwrap()).filter(|cell| cell.is_null()).count();
    assert_eq!((nulls, &document["options"]), (12, &serde_json::json!({ "sparse": 0.4 })));
}

#[test]
fn steps_played_back_give_the_maze() {
    for query in [
        "w=8&h=5&seed=3&symmetry=mirror-x",
        "algo=division&w=8&h=5&seed=3&symmetry=mirror-x",
        "algo=division&w=9&h=7&seed=3&symmetry=rotate",
        "algo=quilt&w=9&h=8&seed=3&symmetry=rotate&doors=true",
        "algo=wilson&w=9&h=8&seed=3&symmetry=mirror-y",
        "algo=kruskal&w=10&h=8&seed=3&unicursal=true&doors=true",
        "algo=prim&w=20&h=15&seed=3&rooms=4&braid=0.5",
    ] {
        let mut steps = Vec::new();
        let mut note: Told = &mut |step| {
            steps.push(step);
            Ok(())
        };
        let told = Made::watched(&read(query), &mut note).unwrap();
        assert_eq!(play_back(*told.maze.grid(), &steps).0, told.maze, "{query}");
        assert_eq!(told, made(query), "{query}: being watched moved a wall");
    }
    for query in [
        "grid=hex&w=8&h=7&seed=3&sparse=0.5&braid=1&doors=true",
        "algo=division&w=9&h=7&seed=3&sparse=0.3&rooms=1&ends=random",
        // Doors beside cells that were taken out.
        "w=20&h=14&seed=1&sparse=0.6&ends=farthest&doors=true",
        "w=20&h=14&seed=2&sparse=0.6&ends=farthest&doors=true",
        "grid=hex&w=12&h=9&seed=3&sparse=0.6&ends=random&doors=true",
    ] {
        let options = read(query);
        let grid = options.build_grid(&mut ()).unwrap();
        let mut steps = Vec::new();
        let mut note: Told = &mut |step| {
            steps.push(step);
            Ok(())
        };
        let picture = options.make_on(grid.clone(), &mut note).unwrap();
        let (whole, kept) = play_back(grid.mesh().unwrap().clone(), &steps);
        let left: Vec<Cell> = whole.cells().filter(|cell| kept[cell.index()]).collect();
        assert!(whole.cells().all(|cell| kept[cell.index()] || whole.passages(cell).is_empty()), "{query}");
        let passages: Vec<Sides> = left.iter().map(|&cell| whole.passages(cell)).collect();
        assert_eq!(passages, all_passages(&picture.maze), "{query}");
        fn openings<G: Grid>(maze: &Maze<G>) -> std::collections::BTreeSet<(Address, Side)> {
            maze.openings().map(|(cell, side)| (maze.grid().address(cell), side)).collect()
        }
        assert_eq!(openings(&whole), openings(&picture.maze), "{query}");
        assert!(
            left.iter()
                .zip(picture.maze.cells())
                .all(|(&old, new)| whole.grid().address(old) == picture.maze.grid().address(new))
        );
    }
}

#[test]
fn what_does_not_go_together_is_refused_by_name() {
    let faults = |query: &str| {
        let InvalidOptions(faults) = builder(query).options().err().unwrap_or_else(|| panic!("{query} is valid"));
        faults.into_iter().map(|fault| (fault.option, fault.reason.to_string())).collect::<Vec<_>>()
    };
    for (query, option, other) in [
        ("w=7&h=6&symmetry=mirror-x", "w", "symmetry"),
        ("w=6&h=7&symmetry=mirror-y", "h", "symmetry"),
        ("w=6&h=6&symmetry=rotate", "w", "symmetry"),
        ("w=7&h=6&unicursal=true", "w", "unicursal"),
        ("w=6&h=7&unicursal=true", "h", "unicursal"),
        ("w=6&h=6&unicursal=true&symmetry=mirror-x", "symmetry", "unicursal"),
        ("w=6&h=6&unicursal=true&braid=0.5", "unicursal", "braid"),
        ("w=6&h=6&symmetry=mirror-x&max_walls=0.5", "symmetry", "max_walls"),
        ("w=6&h=6&symmetry=mirror-x&rooms=2", "symmetry", "rooms"),
        ("w=6&h=6&symmetry=mirror-x&sparse=0.2", "symmetry", "sparse"),
        ("grid=hex&w=6&h=6&symmetry=mirror-x", "symmetry", "grid"),
        ("floors=2&w=6&h=6&unicursal=true", "unicursal", "floors"),
        ("wrap=x&w=6&h=6&unicursal=true", "unicursal", "wrap"),
        ("weave=0.5&w=6&h=6&symmetry=mirror-y", "symmetry", "weave"),
        ("mask=circle&w=6&h=6&symmetry=mirror-y", "symmetry", "mask"),
        ("weave=0.5&rooms=2", "rooms", "weave"),
        ("weave=0.5&sparse=0.5", "sparse", "weave"),
        ("grid=polar&rooms=2", "rooms", "grid"),
        ("grid=cairo&rooms=2", "rooms", "grid"),
        ("sparse=0.5&max_walls=0.5", "max_walls", "sparse"),
        ("room_size=3", "room_size", "rooms"),
        ("algo=eller&w=4294967295&h=4294967295&length=1..9", "length", "the whole maze"),
        ("grid=hex&straightness=0.5&algo=prim", "straightness", "algo"),
    ] {
        let faults = faults(query);
        assert!(faults.len() == 1 && faults[0].0 == option && faults[0].1.contains(other), "{query}: {faults:?}");
    }
    assert_eq!(MazeBuilder::default().sparse(1.5).options().unwrap_err().0.len(), 1);
    assert_eq!(faults("w=7&h=7&unicursal=true").len(), 2);
}

#[test]
fn the_first_attempt_that_has_what_is_wanted_is_found() {
    for (query, wanted) in [
        ("w=12&h=12&seed=7", "difficulty=8..9"),
        ("algo=prim&w=12&h=12&seed=7&ends=random&doors=true", "length=15..20"),
        ("algo=wilson&w=10&h=12&seed=7&braid=0.2", "difficulty=6..20&length=20..30"),
    ] {
        let options = read(&format!("{query}&{wanted}"));
        let found = options.find(1000, &mut ()).unwrap();
        // Nothing more is wanted of what was found: its text makes that maze at once.
        assert_eq!(found.with_seed(7), read(query), "{query}");
        let again: MazeOptions = found.to_string().parse().unwrap();
        assert_eq!((&again, again.find(0, &mut ()).unwrap()), (&found, found.clone()), "{query}");
        // It is the maze of a derived seed, and none before it has what is wanted.
        let attempt = (0..).find(|&attempt| attempt_seed(7, attempt) == found.seed()).unwrap();
        let maze_of = |attempt| made(&query.replace("seed=7", &format!("seed={}", attempt_seed(7, attempt))));
        assert_eq!(Made::of(&found), maze_of(attempt), "{query}");
        let lies = |Made { maze, from, to }: Made| {
            let difficulty = stats(&maze, from, to, &mut ()).unwrap().difficulty.unwrap();
            let length = Solver::Bfs.solve(&maze, from, to).length().unwrap();
            match wanted {
                "difficulty=8..9" => (8.0..=9.0).contains(&difficulty),
                "length=15..20" => (15..=20).contains(&length),
                _ => (6.0..=20.0).contains(&difficulty) && (20..=30).contains(&length),
            }
        };
        assert!(lies(maze_of(attempt)), "{query}");
        assert!((0..attempt).all(|before| !lies(maze_of(before))), "{query}");
    }
}

/// A third of all mazes is easy, on every grid.
#[test]
fn easy_and_hard_are_thirds_of_the_mazes_with_the_same_options() {
    let of = |query: &str, wanted: &str, seed: u32| {
        let found = read(&format!("{query}&seed={seed}&difficulty={wanted}")).find(100, &mut ()).unwrap();
        let Picture { maze, from, to, .. } = found.make(&mut ()).unwrap();
        assert_eq!(read(&found.to_string()), found, "{query}");
        (found.seed() == u64::from(seed), stats(&maze, from, to, &mut ()).unwrap().difficulty.unwrap())
    };
    for query in ["grid=hex&w=9&h=9", "grid=polar&rings=7", "w=9&h=9&sparse=0.3", "algo=prim&w=15&h=15&mask=circle"] {
        let mut first = [0; 3];
        for seed in 0..60 {
            let all = ["easy", "medium", "hard"].map(|wanted| of(query, wanted, seed));
            assert!(all[0].1 <= all[1].1 && all[1].1 <= all[2].1, "{query}: {all:?}");
            for (count, (is_first, _)) in first.iter_mut().zip(all) {
                *count += u32::from(is_first);
            }
        }
        // The seed itself is each of them about as often as the others; equal difficulties are several at once.
        assert!(first.iter().all(|count| (9..45).contains(count)), "{query}: {first:?}");
    }
}

#[test]
fn what_no_maze_has_is_said_with_the_nearest() {
    let options = read("algo=binary-tree&w=3&h=3&length=6..8");
    let Err(MakeError::NotFound(none)) = options.find(50, &mut ()) else { panic!("no maze is so long") };
    let lengths = (0..50).map(|attempt| {
        let Made { maze, from, to } = made(&format!("algo=binary-tree&w=3&h=3&seed={}", attempt_seed(0, attempt)));
        Solver::Bfs.solve(&maze, from, to).length()
    });
    assert_eq!((none.attempts, none.length), (50, lengths.max().unwrap()));
    // Options of which nothing is found are not reported as wrong.
    for wanted in ["length=6..8", "difficulty=4..5"] {
        let refused = builder(&format!("algo=binary-tree&w=3&h=3&{wanted}")).build().unwrap_err();
        assert!(matches!(&refused, MakeError::NotFound(none) if none.attempts == 10_000), "{refused:?}");
    }
    assert_eq!([Between::new(9.0, 8.0), Between::new(f64::NAN, 8.0)], [None; 2]);
}
