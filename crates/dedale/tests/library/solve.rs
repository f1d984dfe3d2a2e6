//! Every solver, over mazes of every algorithm with and without loops.
//!
//! Proved here: paths are legal and simple, and shortest where that is promised; what cannot be reached is proved or given up;
//! walks are single lines; states, steps and counts agree; cancelling takes effect at the very step; they
//! solve a grid that the library does not have; big mazes are quick; the course's maze is solved as its solution says.

mod bound;
mod check;
mod fillers;
mod moves;
mod walkers;

use crate::hexagons::Hexagons;
use crate::{Told, backtracked, read};
use check::check;
use dedale::about::Growth;
use dedale::edit::{Share, braid};
use dedale::generate::{ALGORITHMS, Algorithm};
use dedale::grid::{Cell, Grid, Side, Square};
use dedale::maze::Maze;
use dedale::observe::{Step, Stopped};
use dedale::rng::{MAX_SEED, Rng, Stream};
use dedale::solve::*;

const RIGHT: Solver = Solver::WallFollower { hand: Hand::Right };
const LEFT: Solver = Solver::WallFollower { hand: Hand::Left };
const MOUSE: Solver = Solver::RandomMouse { seed: 7 };

/// Every solver, with every value of its options.
fn solvers() -> Vec<Solver> {
    let mut all = Vec::new();
    for info in SOLVERS {
        all.push(info.solver);
        for option in info.options {
            for value in option.values.iter().filter(|&&value| value != option.default) {
                let mut solver = info.solver;
                (option.set)(&mut solver, value).unwrap();
                all.push(solver);
            }
        }
    }
    all
}

fn generators() -> impl Iterator<Item = Algorithm> {
    ALGORITHMS.iter().map(|about| about.algorithm)
}

fn make(generator: &Algorithm, columns: u32, rows: u32, seed: u64, loops: f64) -> Maze<Square> {
    let mut maze = generator.generate(Square::new(columns, rows).unwrap(), seed);
    braid(&mut maze, Share::new(loops).unwrap(), &mut Rng::new(seed, Stream::Braid), &mut ()).unwrap();
    maze
}

/// A maze of the backtracker with loops.
fn on_grid<G: Grid>(grid: G, seed: u64, loops: f64) -> Maze<G> {
    let mut maze = backtracked(grid, seed);
    braid(&mut maze, Share::new(loops).unwrap(), &mut Rng::new(seed, Stream::Braid), &mut ()).unwrap();
    maze
}

/// Runs and checks one search; returns its solution.
fn run<G: Grid>(solver: Solver, maze: &Maze<G>, from: Cell, to: Cell) -> Solution {
    let mut steps = Vec::new();
    let mut see: Told = &mut |step| {
        steps.push(step);
        Ok(())
    };
    let solution = solver.walk(maze, from, to, &mut see).unwrap();
    let told = solution.path().map_or(0, <[Cell]>::len);
    let (steps, path) = steps.split_at(steps.len() - told);
    assert!(path.iter().copied().eq(solution.path().unwrap_or_default().iter().map(|&cell| Step::Path(cell))));
    check(maze, from, to, &solution, steps, solver.info());
    solution
}

#[test]
fn every_solver_solves_every_maze() {
    let sizes = [(1, 1), (1, 7), (7, 1), (2, 2), (5, 4), (13, 9), (40, 30)];
    for generator in generators() {
        for loops in [0.0, 0.5, 1.0] {
            for (columns, rows) in sizes {
                for seed in 0..if columns < 10 { 4 } else { 1 } {
                    let maze = make(&generator, columns, rows, seed, loops);
                    let mut rng = Rng::new(seed, Stream::Solve);
                    let cells = maze.grid().cells();
                    let mut random_cell = || Cell(rng.below(u64::from(cells)) as u32);
                    for (from, to) in [(Cell(0), Cell(cells - 1)), (random_cell(), random_cell())] {
                        for solver in solvers() {
                            let solution = run(solver, &maze, from, to);
                            let has_loops = loops > 0.0 || !generator.info().perfect;
                            let by_hand = !solver.info().solves_loops && has_loops;
                            assert!(
                                solution.path().is_some() || by_hand,
                                "{solver:?} {from:?} {to:?} {seed} {generator:?} {columns}x{rows}"
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn the_walk_is_kept_only_when_asked_for_and_changes_nothing() {
    let maze = make(&Algorithm::Prim, 9, 7, 3, 0.5);
    for solver in solvers() {
        let kept = run(solver, &maze, Cell(0), Cell(62));
        let not_kept = solver.solve_observed(&maze, Cell(0), Cell(62), &mut ()).unwrap();
        let mut expected = kept;
        expected.walk = None;
        assert_eq!(not_kept, expected);
    }
}

#[test]
fn where_there_is_no_way_it_is_proved_or_given_up() {
    for loops in [0.0, 1.0] {
        let mut maze = make(&Algorithm::Kruskal, 8, 6, 5, loops);
        let grid = *maze.grid();
        // A wall between the columns 4 and 5, with a maze on either side.
        for row in 0..6 {
            maze.unlink(grid.at(row, 4), Side::E);
        }
        for (from, to) in [(grid.at(0, 0), grid.at(5, 7)), (grid.at(2, 7), grid.at(3, 4))] {
            for solver in solvers().into_iter().filter(|&solver| solver != MOUSE.info().solver) {
                let outcome = run(solver, &maze, from, to).outcome;
                match solver {
                    Solver::WallFollower { hand } => assert_eq!(outcome, Outcome::GaveUp(GaveUp::CameRound(hand))),
                    Solver::Chain => assert_eq!(outcome, Outcome::GaveUp(GaveUp::RobotsCameRound)),
                    Solver::Pledge => assert_eq!(outcome, Outcome::GaveUp(GaveUp::Repeats)),
                    _ => assert_eq!(outcome, Outcome::Unreachable),
                }
            }
        }
    }
}

#[test]
fn no_solver_arrives_where_the_grid_has_no_way() {
    let mut apart = 0;
    for seed in 0..60 {
        for size in ["w=1&h=7", "w=7&h=1", "w=8&h=8"] {
            let query = format!("{size}&obstacles=0.4&parts=any&seed={seed}");
            let Ok(picture) = read(&query).make(&mut ()) else { continue };
            for solver in solvers() {
                let solution = run(solver, &picture.maze, picture.from, picture.to);
                apart += u32::from(solution.outcome == Outcome::Unreachable);
            }
        }
    }
    assert!(apart > 1_000, "{apart}");
}

#[test]
fn where_nothing_leads_out_of_the_first_cell_everyone_knows() {
    let mut maze = Maze::closed(Square::new(3, 3).unwrap());
    // An opening in the outer wall is no way out.
    maze.open_outer(Cell(0), Side::W);
    for solver in solvers() {
        let solution = run(solver, &maze, Cell(0), Cell(8));
        assert_eq!(solution.outcome, Outcome::Unreachable, "{solver:?}");
        assert_eq!(solution.walk, Some(vec![Cell(0)]));
        assert!(run(solver, &maze, Cell(4), Cell(4)).length() == Some(0));
    }
}

#[test]
fn the_mouse_gives_up_after_its_moves() {
    let mut maze = Maze::closed(Square::new(3, 1).unwrap());
    maze.link(Cell(0), Side::E);
    let mut moves = 0;
    let mut count: Told = &mut |step| {
        moves += u32::from(matches!(step, Step::Visit(_) | Step::Back(_)));
        Ok(())
    };
    // 30 × 3^1.5.
    let most_moves = 155;
    let solution = MOUSE.solve_observed(&maze, Cell(0), Cell(2), &mut count).unwrap();
    assert_eq!(solution.outcome, Outcome::GaveUp(GaveUp::OutOfMoves(most_moves)));
    assert_eq!(moves, most_moves + 1);
    let Outcome::GaveUp(reason) = solution.outcome else { unreachable!() };
    assert_eq!(reason.to_string(), "it made 155 moves without meeting the exit");
}

#[test]
fn the_mouse_gives_up_sooner_in_larger_mazes_as_its_texts_say() {
    let info = MOUSE.info();
    // A small maze needs little memory: four bytes for each move.
    assert_eq!(
        [900, 100, 1_000_000, 1 << 32].map(|cells| info.longest_walk.of(cells)),
        [810_000, 30_000, 10_000_000, 10_000_000]
    );
    let Growth::Walk(each, most) = info.longest_walk else { panic!("{:?}", info.longest_walk) };
    let said = format!("gives up after {each} n√n moves in a maze of n cells and after {most} in any");
    assert_eq!(info.limits.replace(',', ""), said);
}

#[test]
fn seeds_are_whole_numbers_that_json_can_hold() {
    let option = &MOUSE.info().options[0];
    assert!(option.description.contains(&MAX_SEED.to_string()));
    let read = |text: &str| {
        let mut solver = MOUSE;
        (option.set)(&mut solver, text).map(|()| solver)
    };
    assert_eq!(read("9007199254740991"), Ok(Solver::RandomMouse { seed: MAX_SEED }));
    for text in ["", "-1", "+1", "1.0", "9007199254740992", "99999999999999999999"] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn mice_differ_by_their_seed_alone() {
    let maze = make(&Algorithm::Wilson, 20, 20, 1, 0.0);
    let walk = |seed| run(Solver::RandomMouse { seed }, &maze, Cell(0), Cell(399)).walk;
    assert_eq!(walk(1), walk(1));
    assert_ne!(walk(1), walk(2));
}

/// A ring of eight cells round a ninth, which one passage leads to.
fn island() -> Maze<Square> {
    let grid = Square::new(3, 3).unwrap();
    let mut maze = Maze::closed(grid);
    for (row, column, side) in [(0, 0, Side::E), (0, 1, Side::E), (0, 2, Side::S), (1, 2, Side::S)] {
        maze.link(grid.at(row, column), side);
        // The same ring, turned by half.
        maze.link(grid.at(2 - row, 2 - column), grid.opposite(Cell(0), side));
    }
    maze.link(grid.at(1, 1), Side::N);
    maze
}

#[test]
fn the_hand_rule_goes_round_the_exit_on_an_island() {
    let maze = island();
    let (corner, center) = (Cell(0), Cell(4));
    for (solver, hand) in [(RIGHT, "right"), (LEFT, "left")] {
        let solution = run(solver, &maze, corner, center);
        let Outcome::GaveUp(reason) = solution.outcome else { panic!("{:?}", solution.outcome) };
        let text = format!("the {hand}-hand rule came back to where it began without meeting the exit");
        assert_eq!(reason.to_string(), text);
        // Once round, and not a move more.
        assert_eq!(solution.walk.unwrap().len(), 9);
        assert_eq!(solution.visited, 8);
    }
    assert_eq!(run(Solver::Bfs, &maze, corner, center).length(), Some(2));
    // The other way round the hand is on the inner wall, and finds the gap.
    assert_eq!(run(RIGHT, &maze, Cell(1), center).length(), Some(1));
}

#[test]
fn hands_follow_their_own_wall_and_look_into_the_maze_first() {
    // A crossing: which arm is taken first is the hand's and the heading's choice.
    let grid = Square::new(3, 3).unwrap();
    let mut maze = Maze::closed(grid);
    let center = grid.at(1, 1);
    for side in [Side::N, Side::E, Side::S, Side::W] {
        maze.link(center, side);
    }
    let second =
        |solver: Solver, maze: &Maze<Square>, from: Cell| run(solver, maze, from, Cell(0)).walk.unwrap()[1..3].to_vec();
    let (north, east, south, west) = (grid.at(0, 1), grid.at(1, 2), grid.at(2, 1), grid.at(1, 0));
    assert_eq!(second(RIGHT, &maze, west), [center, south]);
    assert_eq!(second(LEFT, &maze, west), [center, north]);
    assert_eq!(second(RIGHT, &maze, center), [south, center]);
    // Away from an opening in the east, and so towards the west: the right hand is on the northern wall.
    maze.open_outer(east, Side::E);
    assert_eq!(second(RIGHT, &maze, east), [center, north]);
    assert_eq!(second(LEFT, &maze, east), [center, south]);
}

#[test]
fn tremaux_walks_through_no_passage_more_than_once_each_way() {
    for seed in 0..20 {
        let maze = make(&Algorithm::Kruskal, 12, 9, seed, 1.0);
        let walk = run(Solver::Tremaux, &maze, Cell(0), Cell(107)).walk.unwrap();
        let mut moves: Vec<&[Cell]> = walk.windows(2).collect();
        let all = moves.len();
        moves.sort_unstable();
        moves.dedup();
        assert_eq!(moves.len(), all);
    }
}

#[test]
fn every_cell_that_breadth_first_search_sees_is_counted() {
    // A row of three, and one cell below each of them; the last to be found is the one below the last.
    let grid = Square::new(3, 2).unwrap();
    let mut maze = Maze::closed(grid);
    for column in 0..3 {
        maze.link(grid.at(0, column), Side::S);
        if column < 2 {
            maze.link(grid.at(0, column), Side::E);
        }
    }
    let solution = run(Solver::Bfs, &maze, grid.at(0, 0), grid.at(1, 2));
    assert_eq!(solution.visited, 6);
    assert_eq!(solution.path(), Some(&[Cell(0), Cell(1), Cell(2), Cell(5)][..]));
    // Into the two dead ends and back out, and to the goal last.
    assert_eq!(solution.walk.unwrap(), [0, 3, 0, 1, 4, 1, 2, 5].map(Cell));
    // Waiting in the queue: the cell below the middle, and the goal itself.
    let states = [State::Done, State::Done, State::Done, State::Done, State::Open, State::Open];
    assert_eq!(solution.states, states);
}

#[test]
fn states_are_what_each_solver_says_they_are() {
    use State::{Done, Open, Unseen};
    // A corridor of seven cells; from the middle to the west end, the east wing is in vain.
    let grid = Square::new(7, 1).unwrap();
    let mut maze = Maze::closed(grid);
    for column in 0..6 {
        maze.link(grid.at(0, column), Side::E);
    }
    let states = |solver| run(solver, &maze, Cell(3), Cell(0)).states;
    assert_eq!(states(Solver::Bfs), [Open, Done, Done, Done, Done, Done, Open]);
    assert_eq!(states(Solver::Astar), [Open, Done, Done, Done, Open, Unseen, Unseen]);
    assert_eq!(states(Solver::Greedy), states(Solver::Astar));
    assert_eq!(states(Solver::Bidirectional), [Done, Open, Open, Done, Open, Unseen, Unseen]);
    assert_eq!(states(Solver::DeadEndFilling), [Open, Open, Open, Open, Done, Done, Done]);
    for solver in [Solver::Dfs, Solver::Tremaux, RIGHT, LEFT] {
        assert_eq!(states(solver), [Open, Open, Open, Open, Done, Done, Done], "{solver:?}");
    }
}

#[test]
fn greedy_search_always_takes_the_cell_that_seems_nearest() {
    for seed in 0..20 {
        let maze = make(&Algorithm::Kruskal, 11, 8, seed, 1.0);
        let (from, to) = (Cell(40), Cell(if seed % 2 == 0 { 87 } else { 3 }));
        let mut taken = Vec::new();
        let mut see: Told = &mut |step| {
            taken.extend(if let Step::Back(cell) = step { Some(cell) } else { None });
            Ok(())
        };
        let solution = Solver::Greedy.solve_observed(&maze, from, to, &mut see).unwrap();
        // The same without a heap: of all cells that wait, the last of those that seem nearest.
        let (mut waiting, mut seen, mut expected) = (vec![from], vec![from], Vec::new());
        loop {
            let nearest = waiting.iter().map(|&cell| maze.grid().min_moves(cell, to)).min().unwrap();
            let last = waiting.iter().rposition(|&cell| maze.grid().min_moves(cell, to) == nearest).unwrap();
            let cell = waiting.remove(last);
            if cell == to {
                break;
            }
            expected.push(cell);
            let beside = maze.passages(cell).into_iter().map(|side| maze.grid().across(cell, side));
            let new: Vec<Cell> = beside.filter(|far| !seen.contains(far)).collect();
            seen.extend(&new);
            waiting.extend(new);
        }
        assert_eq!(taken, expected);
        assert!(solution.length() >= distances(&maze, from, &mut ()).unwrap().to(to));
    }
}

#[test]
fn greedy_search_may_go_a_longer_way() {
    // From the second row's first cell to its last: over the top it is six moves, which begin with one away from the exit.
    let text = "\
+---+---+---+---+---+
|                   |
+   +---+---+---+   +
|               |   |
+---+---+---+   +   +
|   |   |   |   |   |
+---+---+---+   +   +
|   |   |   |       |
+---+---+---+---+---+
";
    let maze = read_ascii(text);
    assert_eq!(run(Solver::Greedy, &maze, Cell(5), Cell(9)).length(), Some(8));
    assert_eq!(run(Solver::Bfs, &maze, Cell(5), Cell(9)).length(), Some(6));
}

#[test]
fn no_way_is_shorter_than_the_grid_says() {
    let mut room = Maze::closed(Square::new(6, 5).unwrap());
    room.clear(&mut ()).unwrap();
    for from in room.cells() {
        let away = distances(&room, from, &mut ()).unwrap();
        for to in room.cells() {
            assert_eq!(away.to(to), Some(room.grid().min_moves(from, to)));
        }
    }
}

#[test]
fn cancelling_takes_effect_at_once() {
    let maze = make(&Algorithm::Backtracker, 6, 5, 1, 0.5);
    for solver in solvers() {
        for keep_walk in [false, true] {
            let run = |observer: &mut Told<'_>| match keep_walk {
                true => solver.walk(&maze, Cell(0), Cell(29), observer),
                false => solver.solve_observed(&maze, Cell(0), Cell(29), observer),
            };
            let mut all = 0;
            let mut count: Told = &mut |_| {
                all += 1;
                Ok(())
            };
            let _ = run(&mut count).unwrap();
            for last in 0..all {
                let mut seen = 0;
                let mut stop: Told = &mut |_| {
                    seen += 1;
                    if seen > last { Err(Stopped) } else { Ok(()) }
                };
                assert_eq!(run(&mut stop), Err(Stopped));
                assert_eq!(seen, last + 1, "{solver:?}");
            }
        }
    }
}

#[test]
fn every_solver_solves_hexagons() {
    for seed in 0..10 {
        for loops in [0.0, 0.5, 1.0] {
            let maze = on_grid(Hexagons { columns: 9, rows: 8 }, seed, loops);
            for solver in solvers() {
                let solution = run(solver, &maze, Cell(0), Cell(71));
                let by_hand = !solver.info().solves_loops && loops > 0.0;
                assert!(solution.path().is_some() || by_hand, "{solver:?}");
            }
        }
    }
}

#[test]
fn big_mazes_are_solved_too() {
    let row = Square::new(200_000, 1).unwrap();
    let corridor = Algorithm::Backtracker.generate(row, 7);
    let square = Algorithm::Prim.generate(Square::new(700, 700).unwrap(), 7);
    let mut looped = Algorithm::Kruskal.generate(Square::new(700, 700).unwrap(), 7);
    braid(&mut looped, Share::ALL, &mut Rng::new(7, Stream::Braid), &mut ()).unwrap();
    for maze in [corridor, square, looped] {
        let to = Cell(maze.grid().cells() - 1);
        let shortest = distances(&maze, Cell(0), &mut ()).unwrap().to(to);
        let is_quick = |solver: &Solver| solver.info().steps.of(maze.grid().cells().into()) < 1 << 30;
        for solver in solvers().into_iter().filter(|solver| is_quick(solver) && *solver != MOUSE.info().solver) {
            let solution = solver.walk(&maze, Cell(0), to, &mut ()).unwrap();
            if solver.info().shortest {
                assert_eq!(solution.length(), shortest, "{solver:?}");
            } else if solver.info().solves_loops {
                assert!(solution.length() >= shortest);
            }
            assert!(solution.walk.unwrap().len() <= 4 * maze.grid().cells() as usize);
        }
    }
}

/// A maze from its drawing with `+---+` and `|`; pieces missing from the outer wall are openings.
fn read_ascii(text: &str) -> Maze<Square> {
    let lines: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
    let (rows, columns) = (lines.len() as u32 / 2, lines[0].len() as u32 / 4);
    let mut maze = Maze::closed(Square::new(columns, rows).unwrap());
    for cell in maze.cells() {
        let (y, x) = ((2 * (cell.0 / columns) + 1) as usize, (4 * (cell.0 % columns) + 2) as usize);
        for (side, y, x) in [(Side::N, y - 1, x), (Side::E, y, x + 2), (Side::S, y + 1, x), (Side::W, y, x - 2)] {
            match lines[y].get(x).unwrap_or(&b' ') {
                b' ' if maze.grid().inner_sides(cell).contains(side) => drop(maze.link(cell, side)),
                b' ' => maze.open_outer(cell, side),
                _ => {}
            }
        }
    }
    maze
}

#[test]
fn the_fixture_is_solved_as_it_says() {
    let maze = read_ascii(include_str!("../fixtures/course-5x7.txt"));
    let expected: serde_json::Value =
        serde_json::from_str(include_str!("../fixtures/course-5x7.solution.json")).unwrap();
    let grid = *maze.grid();
    let place = |cell: Cell| serde_json::json!([grid.row(cell), grid.column(cell)]);
    let at = |place: &serde_json::Value| {
        let number = |k: usize| place[k].as_u64().unwrap() as u32;
        grid.at(number(0), number(1))
    };
    let (from, to) = (at(&expected["from"]), at(&expected["to"]));
    for solver in solvers() {
        let solution = run(solver, &maze, from, to);
        let path: Vec<_> = solution.path().unwrap().iter().map(|&cell| place(cell)).collect();
        assert_eq!(serde_json::Value::from(path), expected["path"], "{solver:?}");
        assert_eq!(solution.length().map(u64::from), expected["length"].as_u64());
    }
    let away = distances(&maze, from, &mut ()).unwrap();
    let rows: Vec<&[u32]> = away.as_slice().chunks(grid.columns() as usize).collect();
    assert_eq!(serde_json::json!(rows), expected["distances"]);
}
