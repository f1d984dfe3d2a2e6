//! The edits, as a query asks for them: braid, caps on walls, removed walls, ends and doors.
//!
//! Proved here: how many dead ends a braid opens; that a cap on walls holds in each line and opens no wall too many; which
//! walls `remove` and `doors` open; where a maze begins and ends; that every edit leaves the maze beneath as it was; and
//! that the edits follow each other in the one order that is documented, and in no other.

mod braid;
mod doors;
mod items;
mod letters;
mod max_dead_end;
mod rooms;
mod solvable;
mod sparse;

use std::collections::HashMap;

use crate::{Made, inner_walls, letter, lettered, made as make, read};
use dedale::edit::{Lines, Share, braid, doors, max_walls, remove};
use dedale::generate::ALGORITHMS;
use dedale::grid::{Cell, Grid, Side, Sides, Square};
use dedale::maze::Maze;
use dedale::options::Ends;
use dedale::rng::{Rng, Stream};

fn dead_ends(maze: &Maze<Square>) -> u32 {
    maze.cells().filter(|&cell| maze.is_dead_end(cell)).count() as u32
}

/// Every passage, from the cell with the lower number.
fn passages(maze: &Maze<Square>) -> Vec<(Cell, Side)> {
    let all = maze.cells().flat_map(|cell| maze.passages(cell).into_iter().map(move |side| (cell, side)));
    all.filter(|&(_, side)| side == Side::E || side == Side::S).collect()
}

/// The passages of `after` that `before` has not. Panics where one is gone.
fn opened(before: &Maze<Square>, after: &Maze<Square>) -> Vec<(Cell, Side)> {
    let (before, after) = (passages(before), passages(after));
    assert!(before.iter().all(|passage| after.contains(passage)), "an edit closed a passage");
    after.into_iter().filter(|passage| !before.contains(passage)).collect()
}

/// This share of `whole`, rounded half up, worked out in thousandths.
fn share_of(whole: u32, share: Share) -> u32 {
    rounded(whole, (share.value() * 1000.0).round() as u32)
}

/// So many thousandths of `whole`, rounded half up.
fn rounded(whole: u32, thousandths: u32) -> u32 {
    (whole * thousandths + 500) / 1000
}

/// Whether `cell` was a dead end with nothing but dead ends beside it when `side` was opened, the last of all walls: then
/// the opening had to end two of them.
fn was_opened_with_another(before: &Maze<Square>, after: &Maze<Square>, cell: Cell, side: Side) -> bool {
    let far = |side| before.grid().across(cell, side);
    let once = before.is_dead_end(cell) && after.passages(cell).len() == 2;
    once && before.is_dead_end(far(side))
        && inner_walls(after, cell).into_iter().all(|side| after.is_dead_end(far(side)))
}

#[test]
fn braid_opens_the_share_of_dead_ends_that_is_asked_for() {
    for about in ALGORITHMS {
        for (columns, rows) in [(2, 2), (2, 9), (3, 3), (20, 15)] {
            for seed in 0..20 {
                let query = format!("algo={}&w={columns}&h={rows}&seed={seed}", about.name);
                let before = make(&query).maze;
                for thousandths in [0, 1, 100, 250, 333, 500, 900, 999, 1000] {
                    let after = make(&format!("{query}&braid={}", f64::from(thousandths) / 1000.0)).maze;
                    let (had, gone) = (dead_ends(&before), dead_ends(&before) - dead_ends(&after));
                    let asked = rounded(had, thousandths);
                    let loops = opened(&before, &after);
                    let what = format!("{query}, braid {thousandths}/1000: {gone} of {had} opened, not {asked}");
                    assert!(gone == asked || gone == asked + 1, "{what}");
                    if gone == asked + 1 {
                        let last = |&(cell, side): &(Cell, Side)| {
                            let (far, back) = (before.grid().across(cell, side), before.grid().opposite(cell, side));
                            was_opened_with_another(&before, &after, cell, side)
                                || was_opened_with_another(&before, &after, far, back)
                        };
                        assert!(loops.iter().any(last), "{what}");
                    }
                    // No opening ends no dead end.
                    assert!(loops.len() as u32 <= gone, "{what}, by {} walls", loops.len());
                }
            }
        }
    }
}

#[test]
fn braid_can_do_nothing_in_a_single_line() {
    for size in ["w=1&h=1", "w=9&h=1", "w=1&h=9"] {
        assert_eq!(make(&format!("{size}&braid=1&seed=3")), make(&format!("{size}&seed=3")));
    }
}

/// Of the walls between neighbors in each line, as `rows` or `columns` say: how many stand, and of how many.
fn standing(maze: &Maze<Square>, lines: Lines) -> Vec<(u32, u32)> {
    let grid = maze.grid();
    let (count, length, side) = match lines {
        Lines::Rows => (grid.rows(), grid.columns(), Side::E),
        _ => (grid.columns(), grid.rows(), Side::S),
    };
    let cell = |line, place| if lines == Lines::Rows { grid.at(line, place) } else { grid.at(place, line) };
    let stands = |line| (0..length - 1).filter(move |&place| !maze.passages(cell(line, place)).contains(side)).count();
    (0..count).map(|line| (stands(line) as u32, length - 1)).collect()
}

#[test]
fn max_walls_holds_in_each_line_and_opens_no_wall_too_many() {
    for algo in ["backtracker", "division", "wilson", "sidewinder"] {
        for (columns, rows) in [(1, 1), (1, 12), (12, 1), (2, 2), (20, 13), (11, 31)] {
            for seed in 0..5 {
                for thousandths in [0, 1, 100, 290, 300, 333, 500, 700, 999, 1000] {
                    for &lines in Lines::ALL {
                        let query = format!("algo={algo}&w={columns}&h={rows}&seed={seed}");
                        let before = make(&query).maze;
                        let share = f64::from(thousandths) / 1000.0;
                        let after = make(&format!("{query}&max_walls={share}&max_walls_in={}", lines.name())).maze;
                        opened(&before, &after);
                        for capped in [Lines::Rows, Lines::Columns] {
                            let has_cap = lines == Lines::Both || lines == capped;
                            for (was, is) in standing(&before, capped).into_iter().zip(standing(&after, capped)) {
                                let allowed = was.1 * thousandths / 1000; // the most that is no more than the share
                                let expected = if has_cap { was.0.min(allowed) } else { was.0 };
                                assert_eq!(
                                    is.0, expected,
                                    "{query}, {share} in {lines:?}: of {} walls in a line",
                                    was.1
                                );
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn max_walls_is_for_both_where_nothing_else_is_said() {
    assert_eq!(make("max_walls=0.3&seed=1"), make("max_walls=0.3&max_walls_in=both&seed=1"));
    assert_ne!(make("max_walls=0.3&seed=1"), make("max_walls=0.3&max_walls_in=rows&seed=1"));
}

/// Which two of four walls are left is as often the one pair as the other: chi-square with 5 degrees of freedom, p = 0.001.
#[test]
fn max_walls_opens_any_wall_as_often_as_any_other() {
    let mut counts: HashMap<Vec<(Cell, Side)>, u32> = HashMap::new();
    for seed in 0..6000 {
        let mut maze = Maze::closed(Square::new(5, 1).unwrap());
        let rng = &mut Rng::new(seed, Stream::MaxWalls);
        max_walls(&mut maze, Share::new(0.5).unwrap(), Lines::Rows, rng, &mut ()).unwrap();
        *counts.entry(passages(&maze)).or_default() += 1;
    }
    assert_eq!(counts.len(), 6);
    let chi: f64 = counts.values().map(|&count| (f64::from(count) - 1000.0).powi(2) / 1000.0).sum();
    assert!(chi < 20.515, "{chi}: {counts:?}");
}

#[test]
fn remove_takes_down_the_walls_that_are_named_and_no_others() {
    let (columns, rows) = (4, 3);
    for seed in 0..4 {
        let size = format!("w={columns}&h={rows}&seed={seed}");
        let before = make(&size);
        let grid = *before.maze.grid();
        for cell in before.maze.cells() {
            for side in Sides::SQUARE {
                let wall = format!("remove={},{},{}", grid.row(cell), grid.column(cell), letter(side));
                let after = make(&format!("{size}&{wall}")).maze;
                let mut expected = before.maze.clone();
                if grid.outer_sides(cell).contains(side) {
                    expected.open_outer(cell, side);
                } else {
                    let far = expected.link(cell, side);
                    assert!(
                        after.passages(far).contains(grid.opposite(cell, side)),
                        "{size}&{wall}: from the other side"
                    );
                }
                assert_eq!(after, expected, "{size}&{wall}");
                // Twice is as good as once.
                assert_eq!(make(&format!("{size}&{wall}&{wall}")).maze, after, "{size}&{wall} twice");
            }
        }
    }
}

#[test]
fn remove_takes_down_many_walls_in_any_order() {
    let walls = ["remove=0,0,N", "remove=0,0,W", "remove=0,0,E", "remove=2,3,S", "remove=2,3,W", "remove=1,1,N"];
    let forwards = make(&format!("w=4&h=3&seed=2&{}", walls.join("&"))).maze;
    let backwards =
        make(&format!("w=4&h=3&seed=2&{}", walls.map(str::to_owned).into_iter().rev().collect::<Vec<_>>().join("&")));
    assert_eq!(forwards, backwards.maze);
    let grid = *forwards.grid();
    let openings: Vec<_> = forwards.openings().collect();
    assert_eq!(openings, [(grid.at(0, 0), Side::N), (grid.at(0, 0), Side::W), (grid.at(2, 3), Side::S)]);
    assert_eq!(forwards.open_sides(grid.at(0, 0)).minus(Sides::NONE.with(Side::S)).len(), 3);
}

/// The side where the door of a cell should be: the first of `order` that leads out and is not `taken`.
fn door(grid: Square, cell: Cell, order: &str, taken: Option<Side>) -> Option<Side> {
    let outer = grid.outer_sides(cell);
    order.chars().map(lettered).find(|&side| outer.contains(side) && Some(side) != taken)
}

#[test]
fn doors_open_the_outer_wall_at_both_ends() {
    for (columns, rows) in [(1, 1), (1, 4), (4, 1), (2, 2), (4, 3)] {
        let grid = Square::new(columns, rows).unwrap();
        let border: Vec<Cell> = (0..grid.cells()).map(Cell).filter(|&c| !grid.outer_sides(c).is_empty()).collect();
        for &from in &border {
            for &to in &border {
                let place = |cell| format!("{},{}", grid.row(cell), grid.column(cell));
                let query = format!("w={columns}&h={rows}&from={}&to={}&seed=5", place(from), place(to));
                let closed = make(&query);
                let made = make(&format!("{query}&doors=true"));
                assert_eq!((made.from, made.to), (from, to), "{query}");
                assert_eq!(passages(&made.maze), passages(&closed.maze), "{query}");
                assert_eq!(closed.maze.openings().count(), 0, "{query}");
                let entrance = door(grid, from, "WNES", None);
                let exit = door(grid, to, "ESNW", entrance.filter(|_| from == to));
                let mut expected: Vec<_> = entrance.map(|side| (from, side)).into_iter().collect();
                expected.extend(exit.map(|side| (to, side)));
                expected.sort_unstable();
                expected.dedup();
                assert_eq!(made.maze.openings().collect::<Vec<_>>(), expected, "{query}");
            }
        }
    }
    assert_eq!(make("w=4&h=3&doors=false").maze.openings().count(), 0);
}

#[test]
fn mazes_begin_and_end_at_the_given_cells() {
    let grid = Square::new(7, 5).unwrap();
    let ends = |query: &str| {
        let made = make(&format!("w=7&h=5&seed=1&{query}"));
        assert_eq!(made.maze, make("w=7&h=5&seed=1").maze, "{query} moved a wall");
        (made.from, made.to)
    };
    assert_eq!(ends("algo=backtracker"), (grid.at(0, 0), grid.at(4, 6)));
    assert_eq!(ends("ends=corners"), (grid.at(0, 0), grid.at(4, 6)));
    assert_eq!(ends("from=1,2"), (grid.at(1, 2), grid.at(4, 6)));
    assert_eq!(ends("to=3,6"), (grid.at(0, 0), grid.at(3, 6)));
    assert_eq!(ends("from=4,6&to=0,0"), (grid.at(4, 6), grid.at(0, 0)));
    assert_eq!(ends("from=2,2&to=2,2"), (grid.at(2, 2), grid.at(2, 2)));
}

/// The number of moves from one cell to every other, by going over all passages until nothing gets nearer.
fn moves_from(maze: &Maze<Square>, from: Cell) -> Vec<u32> {
    let mut moves = vec![u32::MAX; maze.grid().cells() as usize];
    moves[from.index()] = 0;
    loop {
        let before = moves.clone();
        for (cell, side) in passages(maze) {
            let (a, b) = (cell.index(), maze.grid().across(cell, side).index());
            moves[a] = moves[a].min(moves[b].saturating_add(1));
            moves[b] = moves[b].min(moves[a].saturating_add(1));
        }
        if moves == before {
            return moves;
        }
    }
}

#[test]
fn farthest_ends_are_the_border_cells_with_the_longest_way_between_them() {
    for edits in ["", "&braid=0.3", "&braid=1", "&max_walls=0.2", "&remove=0,0,E&remove=3,3,S", "&max_walls=0"] {
        for algo in ["backtracker", "wilson", "division"] {
            for seed in 0..6 {
                let query = format!("algo={algo}&w=9&h=6&seed={seed}{edits}&ends=farthest");
                let made = make(&query);
                let grid = *made.maze.grid();
                let on_border = |cell: &Cell| !grid.outer_sides(*cell).is_empty();
                let border: Vec<Cell> = made.maze.cells().filter(on_border).collect();
                let longest = border
                    .iter()
                    .map(|&a| moves_from(&made.maze, a))
                    .map(|moves| border.iter().map(|b| moves[b.index()]).max().unwrap())
                    .max()
                    .unwrap();
                assert!(on_border(&made.from) && on_border(&made.to) && made.from < made.to, "{query}");
                assert_eq!(moves_from(&made.maze, made.from)[made.to.index()], longest, "{query}");
            }
        }
    }
    assert_eq!(make("w=1&h=1&ends=farthest").to, Cell(0));
}

#[test]
fn ends_lead_from_the_border_to_the_middle() {
    for algo in ["backtracker", "wilson", "division"] {
        for (columns, rows) in [(1, 1), (1, 6), (2, 2), (7, 5), (8, 6)] {
            let made = make(&format!("algo={algo}&w={columns}&h={rows}&seed=3&ends=center"));
            let grid = *made.maze.grid();
            assert_eq!(made.to, grid.at((rows - 1) / 2, (columns - 1) / 2));
            let moves = moves_from(&made.maze, made.to);
            let border = made.maze.cells().filter(|&cell| !grid.outer_sides(cell).is_empty());
            let farthest = border.map(|cell| (moves[cell.index()], std::cmp::Reverse(cell))).max().unwrap();
            assert_eq!(farthest, (moves[made.from.index()], std::cmp::Reverse(made.from)), "{algo} {columns} × {rows}");
        }
    }
    // Only the entrance is on the border.
    let made = make("w=7&h=5&seed=3&ends=center&doors=true");
    assert!(made.maze.openings().map(|(cell, _)| cell).eq([made.from]));
}

/// Two different cells of the border, each pair about as often as any other, and known without the maze.
#[test]
fn random_ends_are_any_two_cells_of_the_border() {
    let mut times: HashMap<(Cell, Cell), u32> = HashMap::new();
    for seed in 0..6600 {
        let made = make(&format!("algo=binary-tree&w=4&h=4&seed={seed}&ends=random"));
        *times.entry((made.from, made.to)).or_default() += 1;
    }
    let border = |cell: Cell| !Square::new(4, 4).unwrap().outer_sides(cell).is_empty();
    assert_eq!(times.len(), 12 * 11);
    assert!(times.keys().all(|&(from, to)| from != to && border(from) && border(to)));
    // Fifty are expected of each.
    assert!(times.values().all(|times| (20..90).contains(times)), "{times:?}");
    for (columns, rows) in [(1, 1), (1, 2), (5, 1), (2, 2), (2, 7), (7, 2), (3, 3), (9, 4)] {
        for seed in 0..50 {
            let query = format!("algo=eller&w={columns}&h={rows}&seed={seed}&ends=random&doors=true");
            let made = make(&query);
            let metadata = read(&query).metadata();
            let place = |cell| [made.maze.grid().row(cell), made.maze.grid().column(cell)].map(u64::from);
            assert_eq!([metadata.from, metadata.to], [place(made.from), place(made.to)], "{query}");
        }
    }
}

/// What one edit does to the maze beneath does not depend on which other edits are asked for: each draws from a stream of
/// its own, and the algorithm knows of none of them.
#[test]
fn edits_leave_the_maze_beneath_as_it_was() {
    for about in ALGORITHMS {
        let query = format!("algo={}&w=15&h=11&seed=8", about.name);
        let plain = make(&query).maze;
        let braided = make(&format!("{query}&braid=0.5")).maze;
        let capped = make(&format!("{query}&braid=0.5&max_walls=0.5")).maze;
        let removed = make(&format!("{query}&braid=0.5&max_walls=0.5&remove=5,5,E")).maze;
        assert!(!opened(&plain, &braided).is_empty(), "{query}");
        assert!(!opened(&braided, &capped).is_empty(), "{query}");
        assert!(opened(&capped, &removed).iter().all(|&wall| wall == (removed.grid().at(5, 5), Side::E)), "{query}");
    }
}

/// The edits of the query below, under names to put in order.
const ORDERED: &str =
    "algo=kruskal&w=9&h=7&braid=0.6&max_walls=0.55&remove=3,3,E&remove=3,3,S&ends=farthest&doors=true";
#[derive(Clone, Copy, Debug, PartialEq)]
enum Edit {
    Braid,
    MaxWallsRows,
    MaxWallsColumns,
    Remove,
    Ends,
    Doors,
}
/// The order that is documented.
const ORDER: [Edit; 6] =
    [Edit::Braid, Edit::MaxWallsRows, Edit::MaxWallsColumns, Edit::Remove, Edit::Ends, Edit::Doors];

/// The maze of [`ORDERED`] with its edits done one by one, in the order that is given.
fn make_in_order(seed: u64, order: &[Edit]) -> Made {
    let maze = make(&format!("algo=kruskal&w=9&h=7&seed={seed}")).maze;
    let grid = *maze.grid();
    let mut made = Made { maze, from: grid.at(0, 0), to: grid.at(6, 8) };
    let cap = Share::new(0.55).unwrap();
    // One stream for both kinds of lines.
    let mut lines = Rng::new(seed, Stream::MaxWalls);
    for edit in order {
        let maze = &mut made.maze;
        match edit {
            Edit::Braid => {
                braid(maze, Share::new(0.6).unwrap(), &mut Rng::new(seed, Stream::Braid), &mut ()).unwrap();
            }
            Edit::MaxWallsRows => max_walls(maze, cap, Lines::Rows, &mut lines, &mut ()).unwrap(),
            Edit::MaxWallsColumns => max_walls(maze, cap, Lines::Columns, &mut lines, &mut ()).unwrap(),
            Edit::Remove => {
                remove(maze, grid.at(3, 3), Side::E, &mut ()).unwrap();
                remove(maze, grid.at(3, 3), Side::S, &mut ()).unwrap();
            }
            Edit::Ends => (made.from, made.to) = Ends::Farthest.find(maze, &mut ()).unwrap(),
            Edit::Doors => doors(maze, made.from, made.to, &mut ()).unwrap(),
        }
    }
    made
}

#[test]
fn edits_follow_each_other_in_the_documented_order() {
    let seeds = 0..40;
    for seed in seeds.clone() {
        assert_eq!(make(&format!("{ORDERED}&seed={seed}")), make_in_order(seed, &ORDER), "seed {seed}");
    }
    // Any two neighbors changed about would be noticed.
    for i in 1..ORDER.len() {
        let mut order = ORDER;
        order.swap(i - 1, i);
        let noticed = seeds.clone().filter(|&seed| make_in_order(seed, &order) != make_in_order(seed, &ORDER)).count();
        assert!(noticed > 0, "{:?} before {:?} makes no difference", ORDER[i], ORDER[i - 1]);
    }
}
