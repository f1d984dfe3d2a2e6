//! Mazes on a grid that is given: what of it is known, and what does not go with it.

use dedale::estimate::Estimate;
use dedale::formats::{Encoding, Format};
use dedale::generate::Symmetry;
use dedale::grid::{GridKind, Mesh, MeshOptions};
use dedale::options::{MazeBuilder, MazeOptions};

fn squares(side: u32) -> Mesh {
    Mesh::new(&MeshOptions { columns: side, rows: side, ..MeshOptions::new(GridKind::Square) }).unwrap()
}

fn woven() -> Mesh {
    crate::woven(squares(12), 7)
}

/// What is wrong with options, or nothing.
fn wrong(builder: MazeBuilder) -> String {
    builder.options().err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn what_does_not_go_with_tunnels_does_not_go_with_those_of_a_grid_that_is_given() {
    let given = || MazeBuilder::default().on(woven());
    assert!(given().options().unwrap().is_woven());
    let not = "does not go with weave, whose tunnels need the cells above them as they are";
    assert_eq!(wrong(given().sparse(0.7)), format!("sparse: {not}"));
    assert_eq!(wrong(given().rooms(5)), format!("rooms: {not}"));
    assert_eq!(wrong(given().weave(0.5)), "weave: is not valid on a grid that has tunnels already");
    let made = given().braid(1.0).make().unwrap();
    assert_eq!(made.maze.grid().mesh().unwrap().crossings(), woven().crossings());
    assert!(Format::ALL.iter().all(|&format| {
        let can = format.can_write(woven().options(), true);
        can == made.to_bytes(format).is_ok()
    }));
    assert!(made.to_bytes(Format::Json(Encoding::Blocks)).is_err());
}

#[test]
fn no_option_is_ignored_on_a_grid_that_is_given() {
    let given = || MazeBuilder::default().on(squares(12));
    let plain = "does not go with a grid that is given: the maze must be a plain rectangle of squares";
    assert_eq!(wrong(given().symmetry(Symmetry::MirrorX)), format!("symmetry: {plain}"));
    assert_eq!(wrong(given().unicursal(true)), format!("unicursal: {plain}"));
}

#[test]
fn the_last_grid_that_is_set_is_the_one() {
    let hexagons = MeshOptions { columns: 5, rows: 4, ..MeshOptions::new(GridKind::Hex) };
    let set = MazeBuilder::default().on(woven()).mesh(hexagons.clone());
    assert_eq!(set.options().unwrap().build_grid(&mut ()).unwrap().mesh().unwrap().options(), &hexagons);
    let kind = MazeBuilder::default().on(woven()).grid(GridKind::Hex).options().unwrap();
    assert_eq!(kind.build_grid(&mut ()).unwrap().mesh().unwrap().kind(), GridKind::Hex);
    let given = MazeBuilder::default().mesh(hexagons).on(woven()).options().unwrap();
    assert_eq!(given.build_grid(&mut ()).unwrap().mesh().unwrap().crossings(), woven().crossings());
}

#[test]
fn a_value_that_changes_nothing_leaves_the_grid_that_is_given() {
    let mut builder = MazeBuilder::default().on(woven()).grid(GridKind::Square);
    for (name, value) in [("grid", "square"), ("floors", "1"), ("wrap", "none"), ("parts", "one")] {
        builder.set(name, value).unwrap();
    }
    let laid = |builder: MazeBuilder| builder.options().unwrap().build_grid(&mut ()).unwrap().mesh().unwrap().clone();
    assert_eq!(laid(builder.clone()).crossings(), woven().crossings());
    builder.set("wrap", "x").unwrap();
    assert!(laid(builder).crossings().is_empty());
}

#[test]
fn there_is_an_estimate_of_a_path_on_every_grid() {
    for query in ["grid=polar&rings=4", "grid=hex&w=4&h=4", "w=4&h=4&floors=2", "w=9&h=9"] {
        let options: MazeOptions = query.parse().unwrap();
        for moves in [None, Some(0), Some(9)] {
            let _ = Estimate::of_path(&options, moves);
        }
    }
}
