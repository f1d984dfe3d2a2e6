//! Open ground: squares of which a share is blocked.

use crate::{read, read_maze};
use dedale::formats::{Format, SquareStyle, Table};
use dedale::grid::{Address, Grid as _};
use dedale::options::MazeOptions;
use dedale::picture::Picture;
use dedale::rng::derived_seed;
use dedale::solve::Solver;
use proptest::prelude::*;

fn make(query: &str) -> Picture {
    let options: MazeOptions = query.parse().unwrap_or_else(|error| panic!("{query}: {error}"));
    options.make(&mut ()).unwrap_or_else(|error| panic!("{query}: {error}"))
}

/// Which squares are free, row by row.
fn free(picture: &Picture, [columns, rows]: [u32; 2]) -> Vec<Vec<bool>> {
    let is_free = |row, column| picture.maze.grid().find([row, column]).is_some();
    (0..rows).map(|row| (0..columns).map(|column| is_free(row, column)).collect()).collect()
}

/// How many free squares can be reached from a free one by straight moves, by painting.
fn reached(free: &[Vec<bool>], from: [usize; 2]) -> usize {
    let mut seen: Vec<Vec<bool>> = free.iter().map(|row| vec![false; row.len()]).collect();
    let mut waiting = vec![from];
    let mut count = 0;
    while let Some([row, column]) = waiting.pop() {
        if !free[row][column] || std::mem::replace(&mut seen[row][column], true) {
            continue;
        }
        count += 1;
        let near = [[row.wrapping_sub(1), column], [row + 1, column], [row, column.wrapping_sub(1)], [row, column + 1]];
        waiting.extend(near.into_iter().filter(|&[row, column]| row < free.len() && column < free[0].len()));
    }
    count
}

fn count(free: &[Vec<bool>]) -> usize {
    free.iter().flatten().filter(|&&free| free).count()
}

/// The ends of a picture.
fn ends(picture: &Picture) -> [[usize; 2]; 2] {
    let place = |address: Address| {
        let &[row, column] = address.numbers() else { panic!("{address} is not on squares") };
        [row as usize, column as usize]
    };
    [picture.from, picture.to].map(|end| place(picture.maze.grid().address(end)))
}

/// Whether every two free neighbors have an open side between them, and nothing else is open.
fn is_open(picture: &Picture) -> bool {
    let maze = &picture.maze;
    maze.cells().all(|cell| maze.passages(cell) == maze.grid().inner_sides(cell) && maze.openings().next().is_none())
}

#[test]
fn the_share_is_blocked_and_the_others_are_connected() {
    for [columns, rows] in [[1, 1], [2, 1], [1, 7], [3, 3], [12, 9], [40, 25], [101, 67]] {
        let squares = columns * rows;
        for share in [0.0, 0.01, 0.1, 0.3, 0.45, 0.6, 0.8] {
            let blocked = (share * f64::from(squares) + 0.5).floor() as u32;
            if squares - blocked < columns + rows - 1 {
                continue;
            }
            for seed in 0..6 {
                let query = format!("w={columns}&h={rows}&seed={seed}&obstacles={share}");
                let made = make(&query);
                let free = free(&made, [columns, rows]);
                assert_eq!(count(&free) as u32, squares - blocked, "{query}");
                assert_eq!(ends(&made), [[0, 0], [rows as usize - 1, columns as usize - 1]], "{query}");
                assert_eq!(reached(&free, [0, 0]), count(&free), "{query}");
                assert!(is_open(&made), "{query}");
            }
        }
    }
}

/// As many as can be: what is left is a shortest way.
#[test]
fn all_but_a_shortest_way_may_be_blocked() {
    for [columns, rows] in [[2, 2], [5, 4], [30, 20]] {
        let (squares, least) = (columns * rows, columns + rows - 1);
        let share = f64::from(squares - least) / f64::from(squares);
        for seed in 0..20 {
            let made = make(&format!("w={columns}&h={rows}&seed={seed}&obstacles={share}"));
            assert_eq!(made.maze.cells().count() as u32, least);
            let solved = Solver::Bfs.solve(&made.maze, made.from, made.to);
            assert_eq!(solved.length(), Some(least - 1));
        }
    }
}

#[test]
fn obstacles_may_be_anywhere() {
    let (mut open, mut shut) = (0, 0);
    for seed in 0..60 {
        let made = make(&format!("w=20&h=16&seed={seed}&obstacles=0.35&parts=any"));
        let free = free(&made, [20, 16]);
        assert_eq!(count(&free), 320 - 112);
        let is_reachable = Solver::Bfs.solve(&made.maze, made.from, made.to).path().is_some();
        *(if is_reachable { &mut open } else { &mut shut }) += 1;
        assert!(is_open(&made));
    }
    assert!(open > 5 && shut > 5, "{open} {shut}");
    // As many as leave the ends.
    let made = make("w=9&h=9&seed=7&obstacles=0.97&parts=any");
    assert_eq!((made.maze.cells().count(), ends(&made)), (2, [[0, 0], [8, 8]]));
}

#[test]
fn ends_that_are_named_are_free() {
    for seed in 0..20 {
        for parts in ["one", "any"] {
            let made = make(&format!("w=12&h=9&seed={seed}&obstacles=0.5&from=4,4&to=0,11&parts={parts}"));
            assert_eq!(ends(&made), [[4, 4], [0, 11]]);
        }
        // Others are looked for among the free squares.
        for rule in ["farthest", "center", "random"] {
            let made = make(&format!("w=12&h=9&seed={seed}&obstacles=0.5&ends={rule}"));
            let free = free(&made, [12, 9]);
            assert_eq!((count(&free), reached(&free, ends(&made)[0])), (54, 54), "{rule}");
        }
    }
}

/// A share of the squares, each equally often: none of them is preferred but where ends are, or must be left free.
#[test]
fn obstacles_are_everywhere() {
    let mut often = vec![[0_u32; 10]; 10];
    for number in 0..400 {
        let made = make(&format!("w=10&h=10&seed={}&obstacles=0.3", derived_seed(7, number)));
        for (row, squares) in free(&made, [10, 10]).iter().enumerate() {
            (0..10).for_each(|column| often[row][column] += u32::from(!squares[column]));
        }
    }
    assert_eq!([often[0][0], often[9][9]], [0, 0]);
    for (row, squares) in often.iter().enumerate() {
        for (column, &often) in squares.iter().enumerate() {
            let is_end = row + column < 2 || row + column > 16;
            assert!(is_end || (60..=190).contains(&often), "{row},{column}: {often} of 400");
        }
    }
}

/// Where the exit cannot be reached, as many squares are blocked.
#[test]
fn the_way_may_be_closed() {
    for query in ["w=12&h=9&obstacles=0.3", "w=12&h=9&obstacles=0.04", "w=9&h=9&obstacles=0.75"] {
        for seed in 0..30 {
            let [open, shut] = ["", "&solvable=0"].map(|solvable| make(&format!("{query}&seed={seed}{solvable}")));
            assert_eq!(open.maze.cells().count(), shut.maze.cells().count(), "{query}");
            assert_eq!(ends(&open), ends(&shut), "{query}");
            assert!(Solver::Bfs.solve(&open.maze, open.from, open.to).path().is_some(), "{query}");
            assert_eq!(Solver::Bfs.solve(&shut.maze, shut.from, shut.to).path(), None, "{query}&seed={seed}");
            assert!(is_open(&shut), "{query}");
        }
    }
    let solved = (0..400).filter(|&number| {
        let made = make(&format!("w=8&h=8&obstacles=0.3&seed={}&solvable=0.5", derived_seed(7, number)));
        Solver::Bfs.solve(&made.maze, made.from, made.to).path().is_some()
    });
    let solved = solved.count();
    assert!((150..=250).contains(&solved), "{solved} of 400");
}

#[test]
fn what_is_written_is_read_as_the_same() {
    let formats = [Format::Squares(SquareStyle::DEFAULT), Format::Csv(Table::Blocks), Format::Npy(Table::Blocks)];
    for format in formats.map(Format::of_cells) {
        for seed in 0..5 {
            let made = make(&format!("w=14&h=9&seed={seed}&obstacles=0.4&parts=any"));
            let free = free(&made, [14, 9]);
            let parsed = read_maze(made.to_bytes(format).unwrap()).unwrap();
            let is_free = |row: u32, column: u32| parsed.maze.grid().find([row, column]).is_some();
            let read: Vec<Vec<bool>> = (0..9).map(|row| (0..14).map(|column| is_free(row, column)).collect()).collect();
            assert_eq!(read, free, "{format:?}");
            assert!(parsed.is_of_squares);
        }
    }
}

#[test]
fn what_does_not_go_with_obstacles() {
    for (query, wrong) in [
        ("obstacles=1.5", "obstacles"),
        ("obstacles=1", "obstacles"),
        ("obstacles=0.999", "obstacles"),
        ("w=5&h=5&obstacles=0.7", "obstacles"),
        ("w=1&h=1&obstacles=0.5", "obstacles"),
        ("w=5&h=5&obstacles=0.95&parts=any", "obstacles"),
        ("obstacles=0.3&algo=prim", "obstacles"),
        ("obstacles=0.3&mask=heart", "obstacles"),
        ("obstacles=0.3&wrap=x", "obstacles"),
        ("obstacles=0.3&floors=2", "obstacles"),
        ("obstacles=0.3&weave=0.2", "obstacles"),
        ("obstacles=0.3&grid=hex", "obstacles"),
        ("obstacles=0.3&braid=1", "obstacles"),
        ("obstacles=0.3&remove=0,0,E", "obstacles"),
        ("obstacles=0.3&exits=2", "obstacles"),
        ("obstacles=0.3&solvable=0.5&ends=farthest", "solvable"),
        ("obstacles=0.3&solvable=0.5&parts=any", "solvable"),
        ("obstacles=0&solvable=0.5", "solvable"),
        ("obstacles=0.3&solvable=0.5&from=0,0&to=0,1", "solvable"),
        ("obstacles=0.3&parts=largest", "parts"),
        ("parts=any", "parts"),
        ("obstacles=0.3&from=0,30", "from"),
    ] {
        let invalid = query.parse::<MazeOptions>().unwrap_err();
        assert_eq!(invalid.0.iter().map(|invalid| invalid.option).collect::<Vec<_>>(), [wrong], "{query}: {invalid}");
    }
    for query in
        ["w=1&h=1&obstacles=0", "w=2&h=1&obstacles=0", "w=3&h=3&obstacles=0.4", "w=5&h=5&obstacles=0.9&parts=any"]
    {
        assert_eq!(read(query).to_string().parse(), Ok(read(query)), "{query}");
        make(query);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is asked for and possible is made: the ends free, as many squares blocked, and connected where that is asked for.
    #[test]
    fn whatever_is_possible_is_made(
        columns in 1_u32..14, rows in 1_u32..14, share in 0.0_f64..1.0, seed in 0_u64..1000,
        ends_at in any::<[u16; 4]>(), is_any in any::<bool>(),
    ) {
        let [a, b, c, d] = [(0, rows), (1, columns), (2, rows), (3, columns)].map(|(at, side)| u32::from(ends_at[at]) % side);
        let parts = if is_any { "any" } else { "one" };
        let query = format!("w={columns}&h={rows}&seed={seed}&from={a},{b}&to={c},{d}&obstacles={share}&parts={parts}");
        let squares = columns * rows;
        let blocked = (share * f64::from(squares) + 0.5).floor() as u32;
        let least = match is_any {
            true => 1 + u32::from([a, b] != [c, d]),
            false => 1 + a.abs_diff(c) + b.abs_diff(d),
        };
        let Ok(options) = query.parse::<MazeOptions>() else {
            prop_assert!(squares - blocked < least, "{}", query);
            return Ok(());
        };
        prop_assert!(squares - blocked >= least, "{}", query);
        let [made, again] = [(), ()].map(|()| options.make(&mut ()).unwrap());
        prop_assert_eq!(&made.maze, &again.maze, "{}", query);
        let free = free(&made, [columns, rows]);
        prop_assert_eq!(count(&free) as u32, squares - blocked, "{}", query);
        prop_assert_eq!(ends(&made), [[a, b], [c, d]].map(|end| end.map(|number| number as usize)), "{}", query);
        let from = [a as usize, b as usize];
        prop_assert!(is_any || reached(&free, from) == count(&free), "{}", query);
        // Around corners that are not cut, moves across them lead no further.
        let solver = Solver::recommended(false, true);
        let across = made.maze.with_diagonals().unwrap();
        let is_reached = Solver::Bfs.solve(&made.maze, made.from, made.to).path().is_some();
        prop_assert_eq!(solver.solve(&across, made.from, made.to).path().is_some(), is_reached, "{}", query);
    }
}
