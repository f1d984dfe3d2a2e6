//! The bound of A* on every grid: no way is shorter, and no move takes off more than one.

use dedale::grid::{Cell, Grid, GridKind, Mesh, MeshOptions, Wrap};
use dedale::maze::Maze;
use dedale::solve::Solver;

fn meshes() -> Vec<Mesh> {
    let small = |kind| MeshOptions { columns: 6, rows: 5, rings: 6, largest_part: true, ..MeshOptions::new(kind) };
    let mut meshes = Vec::new();
    for &kind in GridKind::ALL {
        meshes.push(Mesh::new(&small(kind)).unwrap());
        let mask = Some("not:diamond".parse().unwrap());
        meshes.push(Mesh::new(&MeshOptions { columns: 9, rows: 8, mask, ..small(kind) }).unwrap());
        if kind.info().wraps {
            meshes.push(Mesh::new(&MeshOptions { rows: 6, wrap: Wrap::Xy, ..small(kind) }).unwrap());
        }
    }
    let square = small(GridKind::Square);
    meshes.push(Mesh::new(&MeshOptions { floors: 3, ..square.clone() }).unwrap());
    let woven = Mesh::new(&MeshOptions { columns: 8, rows: 8, ..square }).unwrap();
    // Asked before, so that a tunnel has to be thought of later.
    assert_eq!(woven.min_moves(Cell(0), Cell(63)), 14);
    meshes.push(crate::woven(woven, 7));
    meshes
}

#[test]
fn no_way_is_shorter_and_no_move_takes_off_more_than_one() {
    for mesh in meshes() {
        let mut room = Maze::closed(mesh.clone());
        room.clear(&mut ()).unwrap();
        let is_known = mesh.options().wrap == Wrap::Off;
        let mut most = 0;
        for to in room.cells() {
            let away = room.distances(to);
            for cell in room.cells() {
                let bound = mesh.min_moves(cell, to);
                assert!(bound <= away.to(cell).unwrap(), "{:?}: {cell:?} to {to:?}", mesh.options());
                assert_eq!(bound == 0, cell == to || !is_known, "{:?}: {cell:?} to {to:?}", mesh.options());
                for (_, far) in room.neighbors(cell) {
                    assert!(bound <= 1 + mesh.min_moves(far, to), "{:?}: {cell:?} to {to:?}", mesh.options());
                }
                most = most.max(bound);
            }
        }
        assert_eq!(most > 2, is_known, "{:?}", mesh.options());
    }
}

/// On squares, triangles' rows and the six directions of hexagons, it is as near as can be.
#[test]
fn it_is_exact_along_a_row() {
    for (kind, columns) in [(GridKind::Square, 30), (GridKind::Hex, 30)] {
        let mesh = Mesh::new(&MeshOptions { columns, rows: 4, ..MeshOptions::new(kind) }).unwrap();
        for column in 0..columns {
            let cell = mesh.find([1, column]).unwrap();
            assert_eq!(mesh.min_moves(mesh.find([1, 0]).unwrap(), cell), column, "{kind}");
        }
    }
}

#[test]
fn fewer_hexagons_are_looked_at() {
    let mesh = Mesh::new(&MeshOptions { columns: 50, rows: 50, ..MeshOptions::new(GridKind::Hex) }).unwrap();
    let mut room = Maze::closed(mesh);
    room.clear(&mut ()).unwrap();
    let [from, to] = [[25, 5], [25, 45]].map(|address| room.grid().find(address).unwrap());
    let directed = Solver::Astar.solve(&room, from, to);
    let all_round = Solver::Bfs.solve(&room, from, to);
    assert_eq!(directed.length(), all_round.length());
    println!("{} of {} hexagons", directed.visited, all_round.visited);
    assert!(10 * directed.visited < all_round.visited, "{} and {}", directed.visited, all_round.visited);
}
