//! The layouts of grids in memory, and squares.

use dedale::grid::{BoardLayout, Cell, Grid, GridKind, Limits, Mesh, MeshOptions, Place, Side, Square, Wrap};

#[test]
fn the_layouts_keep_the_contract() {
    fn check(grid: &impl Grid) {
        let places: Vec<Place> = (0..grid.cells()).map(|cell| grid.place(Cell(cell))).collect();
        assert!(places.is_sorted_by(|a, b| a < b) && places.iter().all(|&place| place.0 < grid.places()));
        for (cell, &place) in (0..).map(Cell).zip(&places) {
            assert_eq!(grid.cell_at(place), cell);
            let inner = grid.inner_sides(cell);
            for side in (0..8).map(Side::new).filter(|&side| grid.sides_at(place).contains(side)) {
                let far = grid.place_across(place, side);
                assert!(far.0 < grid.places() && grid.sides().contains(side));
                assert_eq!(places.contains(&far), inner.contains(side));
                if inner.contains(side) {
                    assert_eq!(grid.cell_at(far), grid.across(cell, side));
                    assert_eq!(grid.opposite_at(place, side), grid.opposite(cell, side));
                }
            }
            assert!(inner.minus(grid.sides_at(place)).is_empty());
        }
    }
    for (columns, rows) in [(5, 4), (1, 1), (1, 6), (6, 1)] {
        check(&Square::new(columns, rows).expect("a size that is allowed"));
    }
    for (columns, rows) in [(3, 3), (5, 4), (4, 7), (2, 5), (1, 6)] {
        for kind in [GridKind::Hex, GridKind::Triangle, GridKind::Octagon] {
            // A column of triangles has several parts.
            if (kind, columns) == (GridKind::Triangle, 1) {
                continue;
            }
            let mesh = Mesh::new(&MeshOptions { columns, rows, ..MeshOptions::new(kind) });
            let mesh = mesh.expect("a size that is allowed");
            check(&mesh);
        }
    }
}

#[test]
fn links_are_the_same_for_each_cell_as_by_kinds() {
    let mut meshes = 0;
    for (&kind, &wrap) in GridKind::ALL.iter().flat_map(|kind| Wrap::ALL.iter().map(move |wrap| (kind, wrap))) {
        for (columns, rows) in [(6, 8), (70, 4), (12, 2)] {
            let options = MeshOptions { columns, rows, rings: rows + 3, wrap, ..MeshOptions::new(kind) };
            let Ok(mesh) = Mesh::new(&options) else { continue };
            meshes += 1;
            let each = mesh.of_only(&vec![true; mesh.cells() as usize]);
            for cell in (0..mesh.cells()).map(Cell) {
                let across = |mesh: &Mesh| -> Vec<_> {
                    let sides = mesh.inner_sides(cell).into_iter();
                    sides.map(|side| (side, mesh.across(cell, side), mesh.opposite(cell, side))).collect()
                };
                let found = across(&mesh);
                assert_eq!(across(&each), found, "{options:?} {cell:?}");
                for &(side, far, back) in &found {
                    assert!(mesh.inner_sides(far).contains(back), "{options:?} {cell:?} {side:?}");
                    assert_eq!((mesh.across(far, back), mesh.opposite(far, back)), (cell, side), "{options:?}");
                }
            }
        }
    }
    assert!(meshes > 60, "only {meshes}");
}

#[test]
fn neighbors_are_symmetric_and_borders_are_outer() {
    for (columns, rows) in [(1, 1), (1, 5), (5, 1), (4, 3)] {
        let grid = Square::new(columns, rows).unwrap();
        let mut inner = 0;
        for cell in (0..grid.cells()).map(Cell) {
            assert_eq!(grid.at(grid.row(cell), grid.column(cell)), cell);
            assert_eq!(grid.inner_sides(cell).len() + grid.outer_sides(cell).len(), 4);
            for side in grid.inner_sides(cell) {
                let far = grid.across(cell, side);
                assert_eq!(grid.across(far, grid.opposite(cell, side)), cell);
                inner += 1;
            }
        }
        assert_eq!(inner, 2 * (columns * (rows - 1) + rows * (columns - 1)));
    }
}

#[test]
fn bounds_from_many_cells_are_those_from_each() {
    let most = u32::MAX;
    for (columns, rows) in
        [(1, most), (2, most / 2), (3, most / 3), (65_535, 65_537), (most / 7, 7), (most, 1), (1, 1), (30, 20)]
    {
        let grid = Square::new(columns, rows).unwrap();
        let last = grid.cells() - 1;
        for to in [0, last / 2, last] {
            let min_moves = grid.min_moves_to(Cell(to));
            for row in [0, rows / 3, rows - 1] {
                for column in [0, columns / 2, columns - 1] {
                    let cell = grid.at(row, column);
                    assert_eq!(min_moves(cell), grid.min_moves(cell, Cell(to)), "{columns} × {rows}: {cell:?} {to}");
                }
            }
        }
    }
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    assert!(Square::new(0, 3).is_err());
    assert!(Square::new(65_536, 65_536).is_err());
    assert!(Square::new(65_535, 65_535).is_ok());
    let edge = Square::new(u32::MAX, 1).unwrap();
    assert_eq!(edge.row_cells(0).next_back(), Some(Cell(u32::MAX - 1)));
}

#[test]
fn the_first_limit_that_is_exceeded_is_said() {
    let limits = Limits { max_side: 50, max_cells: 1000 };
    let over = |columns, rows| limits.excess([columns, rows]).map(|over| (over.limit, over.max, over.asked));
    assert_eq!(over(40, 25), None);
    assert_eq!(over(40, 26), Some(("cells", 1000, 1040)));
    assert_eq!(over(40, 60), Some(("rows", 50, 60)));
}
