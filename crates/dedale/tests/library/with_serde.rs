//! Mazes and solutions go through serde and come back, and what is not a maze does not come in.

use crate::Told;
use dedale::generate::Algorithm;
use dedale::grid::{Cell, Side, Sides, Square};
use dedale::maze::Maze;
use dedale::observe::Step;
use dedale::rng::{Rng, Stream};
use dedale::solve::{Hand, SOLVERS, Solution, Solver};
use serde_json::json;

fn maze() -> Maze<Square> {
    let mut maze = Maze::closed(Square::new(7, 5).unwrap());
    let Ok(()) = Algorithm::Kruskal.carve(&mut maze, &mut Rng::new(7, Stream::Generate), &mut ());
    maze.open_outer(Cell(0), Side::W);
    maze.open_outer(Cell(34), Side::S);
    maze
}

#[test]
fn mazes_come_back() {
    let text = serde_json::to_string(&maze()).unwrap();
    assert_eq!(serde_json::from_str::<Maze<Square>>(&text).unwrap(), maze());
    let mut small = Maze::closed(Square::new(2, 1).unwrap());
    small.link(Cell(0), Side::E);
    small.open_outer(Cell(0), Side::W);
    let value = serde_json::to_value(&small).unwrap();
    // The form is promised.
    assert_eq!(value, json!({ "grid": { "columns": 2, "rows": 1 }, "passages": [2, 8], "openings": [[0, 3]] }));
    small.set_weights([7, 1000].into()).unwrap();
    let mut value = serde_json::to_value(&small).unwrap();
    assert_eq!(value["weights"], json!([7, 1000]));
    assert_eq!(serde_json::from_value::<Maze<Square>>(value.clone()).unwrap(), small);
    value["weights"] = json!([7, 1001]);
    assert!(serde_json::from_value::<Maze<Square>>(value).is_err());
}

#[test]
fn invalid_mazes_are_errors() {
    let grid = json!({ "columns": 2, "rows": 1 });
    let read = |grid: &serde_json::Value, passages: serde_json::Value, openings: serde_json::Value| {
        serde_json::from_value::<Maze<Square>>(json!({ "grid": grid, "passages": passages, "openings": openings }))
    };
    assert!(read(&grid, json!([2, 8]), json!([[0, 3], [1, 2]])).is_ok());
    for (passages, openings) in [
        // One cell thinks that there is a passage.
        (json!([2, 0]), json!([])),
        (json!([0, 8]), json!([])),
        // Through the outer wall, by a side that no square has, in too many cells and too few.
        (json!([3, 8]), json!([])),
        (json!([18, 8]), json!([])),
        (json!([2, 8, 0]), json!([])),
        (json!([2]), json!([])),
        (json!([]), json!([])),
        (json!([2, 256]), json!([])),
        (json!([2, -8]), json!([])),
        // Openings inside, by sides and of cells that are not there.
        (json!([2, 8]), json!([[0, 1]])),
        (json!([2, 8]), json!([[0, 4]])),
        (json!([2, 8]), json!([[0, 8]])),
        (json!([2, 8]), json!([[2, 0]])),
    ] {
        assert!(read(&grid, passages.clone(), openings.clone()).is_err(), "{passages} {openings}");
    }
    for (columns, rows) in [(0_u64, 1_u64), (1, 0), (65_536, 65_536), (1 << 32, 1)] {
        assert!(read(&json!({ "columns": columns, "rows": rows }), json!([]), json!([])).is_err());
    }
    assert!(serde_json::from_value::<Maze<Square>>(json!({ "grid": grid, "passages": [0, 0] })).is_err());
}

#[test]
fn solvers_solutions_and_steps_come_back() {
    let maze = maze();
    for info in SOLVERS {
        let text = serde_json::to_string(&info.solver).unwrap();
        assert_eq!(serde_json::from_str::<Solver>(&text).unwrap(), info.solver);
        let mut steps = Vec::new();
        let mut see: Told = &mut |step| {
            steps.push(step);
            Ok(())
        };
        let solution = info.solver.walk(&maze, Cell(0), Cell(34), &mut see).unwrap();
        let text = serde_json::to_string(&(&solution, &steps)).unwrap();
        assert_eq!(serde_json::from_str::<(Solution, Vec<Step>)>(&text).unwrap(), (solution, steps));
    }
    let left = Solver::WallFollower { hand: Hand::Left };
    assert_eq!(serde_json::to_value(left).unwrap(), json!({ "wall-follower": { "hand": "left" } }));
}

#[test]
fn sides_are_numbers() {
    assert_eq!(serde_json::to_value((Side::W, Sides::SQUARE, Cell(7))).unwrap(), json!([3, 15, 7]));
    assert!(serde_json::from_value::<Side>(json!(8)).is_err());
}
