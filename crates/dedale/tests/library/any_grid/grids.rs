//! The grids that the tests of any grid are run on: none of them is in the library.

use dedale::grid::{Cell, Grid, Side, Sides};

/// Any grid at all, as a list of which cell lies across which side. Symmetric, because a pair is entered from both ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// By cell and side: the neighbor, and the side of the neighbor that is the same wall.
    across: Vec<[Option<(Cell, Side)>; 8]>,
    /// By cell: every side that it has.
    sides: Vec<Sides>,
}

impl Listed {
    /// A grid of `cells` cells without a neighbor yet, each with the sides `0 .. sides`.
    pub fn new(cells: u32, sides: u8) -> Listed {
        let all = (0..sides).map(Side::new).collect();
        Listed { across: vec![[None; 8]; cells as usize], sides: vec![all; cells as usize] }
    }

    pub fn pair(&mut self, a: u32, side_of_a: u8, b: u32, side_of_b: u8) {
        let ends = [(a, side_of_a, b, side_of_b), (b, side_of_b, a, side_of_a)];
        for (cell, side, far, back) in ends {
            let entry = &mut self.across[cell as usize][usize::from(side)];
            assert_eq!(*entry, None, "the side {side} of {cell} has a neighbor already");
            *entry = Some((Cell(far), Side::new(back)));
        }
    }

    pub fn neighbor(&self, cell: Cell, side: Side) -> (Cell, Side) {
        self.across[cell.index()][usize::from(side.number())].expect("an inner side")
    }
}

impl Listed {
    /// The same cells and sides as those of `grid`, without its layout.
    pub fn of(grid: &impl Grid) -> Listed {
        let cells = (0..grid.cells()).map(Cell);
        let across = |cell| {
            let mut across = [None; 8];
            for side in grid.inner_sides(cell) {
                across[usize::from(side.number())] = Some((grid.across(cell, side), grid.opposite(cell, side)));
            }
            across
        };
        let sides = |cell| grid.inner_sides(cell).into_iter().chain(grid.outer_sides(cell)).collect();
        Listed { across: cells.clone().map(across).collect(), sides: cells.map(sides).collect() }
    }
}

impl Grid for Listed {
    fn cells(&self) -> u32 {
        self.sides.len() as u32
    }

    fn inner_sides(&self, cell: Cell) -> Sides {
        let has = |side: &Side| self.across[cell.index()][usize::from(side.number())].is_some();
        self.sides[cell.index()].into_iter().filter(has).collect()
    }

    fn outer_sides(&self, cell: Cell) -> Sides {
        self.sides[cell.index()].minus(self.inner_sides(cell))
    }

    fn across(&self, cell: Cell, side: Side) -> Cell {
        self.neighbor(cell, side).0
    }

    fn opposite(&self, cell: Cell, side: Side) -> Side {
        self.neighbor(cell, side).1
    }
}

/// Pointy-topped hexagons, odd rows moved half a cell to the east. The sides go round from the east: E SE SW W NW NE.
pub fn hexagons(columns: u32, rows: u32) -> Listed {
    let mut grid = Listed::new(columns * rows, 6);
    let at = |row: u32, column: u32| row * columns + column;
    for row in 0..rows {
        for column in 0..columns {
            if column + 1 < columns {
                grid.pair(at(row, column), 0, at(row, column + 1), 3);
            }
            if row + 1 < rows {
                let south_east = column + row % 2;
                if south_east < columns {
                    grid.pair(at(row, column), 1, at(row + 1, south_east), 4);
                }
                if south_east > 0 {
                    grid.pair(at(row, column), 2, at(row + 1, south_east - 1), 5);
                }
            }
        }
    }
    grid
}

/// The `#` of a picture, as square cells with the sides N E S W.
pub fn masked(picture: &[&str]) -> Listed {
    let rows: Vec<&[u8]> = picture.iter().map(|row| row.as_bytes()).collect();
    let is_cell = |row: usize, column: usize| rows.get(row).and_then(|row| row.get(column)) == Some(&b'#');
    let places: Vec<(usize, usize)> =
        (0..rows.len()).flat_map(|row| (0..rows[row].len()).map(move |column| (row, column))).collect();
    let cells: Vec<(usize, usize)> = places.into_iter().filter(|&(row, column)| is_cell(row, column)).collect();
    let number = |place: (usize, usize)| cells.iter().position(|&cell| cell == place);
    let mut grid = Listed::new(cells.len() as u32, 4);
    for (cell, &(row, column)) in cells.iter().enumerate() {
        if let Some(east) = number((row, column + 1)) {
            grid.pair(cell as u32, 1, east as u32, 3);
        }
        if let Some(south) = number((row + 1, column)) {
            grid.pair(cell as u32, 2, south as u32, 0);
        }
    }
    grid
}

/// Square cells that go round from east to west; and from south to north too, where `around` says so.
pub fn rolled(columns: u32, rows: u32, around: bool) -> Listed {
    let mut grid = Listed::new(columns * rows, 4);
    for row in 0..rows {
        for column in 0..columns {
            grid.pair(row * columns + column, 1, row * columns + (column + 1) % columns, 3);
            if row + 1 < rows || around {
                grid.pair(row * columns + column, 2, (row + 1) % rows * columns + column, 0);
            }
        }
    }
    grid
}

/// A round cell with six neighbors, and rings around it; in every other ring there are twice as many cells as before, so
/// that cells have one or two neighbors outwards. The sides of a cell in a ring: clockwise, back, inwards, outwards twice.
pub fn polar(rings: u32) -> Listed {
    let in_ring = |ring: u32| if ring == 0 { 1 } else { 6 << (ring / 2) };
    let first: Vec<u32> = (0..=rings).map(|ring| (0..ring).map(in_ring).sum()).collect();
    let mut grid = Listed::new(first[rings as usize], 5);
    grid.sides[0] = (0..6).map(Side::new).collect();
    for ring in 1..rings {
        for k in 0..in_ring(ring) {
            let cell = first[ring as usize] + k;
            grid.pair(cell, 0, first[ring as usize] + (k + 1) % in_ring(ring), 1);
            let each = in_ring(ring) / in_ring(ring - 1);
            let (inner, outwards) =
                if ring == 1 { (0, k) } else { (first[ring as usize - 1] + k / each, 3 + k % each) };
            grid.pair(cell, 2, inner, outwards as u8);
            if each == 1 {
                // One neighbor outwards is one side, not two of which one leads nowhere.
                grid.sides[inner as usize] = grid.sides[inner as usize].without(Side::new(4));
            }
        }
    }
    grid
}

/// Square cells that are next to each other by their corners as well, as a king moves on a board. The sides go round from the
/// north: N NE E SE S SW W NW.
#[derive(Clone, Debug, PartialEq)]
pub struct King {
    columns: u32,
    rows: u32,
}

impl King {
    pub fn new(columns: u32, rows: u32) -> King {
        King { columns, rows }
    }

    /// By how many rows and columns one moves across each side.
    const MOVES: [(i64, i64); 8] = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

    fn moved(&self, cell: Cell, side: Side) -> Option<Cell> {
        let (columns, rows) = (i64::from(self.columns), i64::from(self.rows));
        let (row, column) = (i64::from(cell.0) / columns, i64::from(cell.0) % columns);
        let (down, right) = King::MOVES[usize::from(side.number())];
        let (row, column) = (row + down, column + right);
        ((0..rows).contains(&row) && (0..columns).contains(&column)).then_some(Cell((row * columns + column) as u32))
    }
}

impl Grid for King {
    fn cells(&self) -> u32 {
        self.columns * self.rows
    }

    fn inner_sides(&self, cell: Cell) -> Sides {
        (0..8).map(Side::new).filter(|&side| self.moved(cell, side).is_some()).collect()
    }

    fn outer_sides(&self, cell: Cell) -> Sides {
        Sides::from_bits(u8::MAX).minus(self.inner_sides(cell))
    }

    fn across(&self, cell: Cell, side: Side) -> Cell {
        self.moved(cell, side).expect("an inner side")
    }

    fn opposite(&self, _cell: Cell, side: Side) -> Side {
        Side::new((side.number() + 4) % 8)
    }
}

/// A cell with eight neighbors around it, and a chain of cells that begins with each: of one cell, of two, of three, and so on in
/// turns. Its only spanning tree has a cell with eight passages.
pub fn star() -> Listed {
    let mut grid = Listed::new(1 + [1, 2, 3, 1, 2, 3, 1, 2].iter().sum::<u32>(), 8);
    let mut next = 1;
    for (side, length) in (0..8).zip([1, 2, 3, 1, 2, 3, 1, 2]) {
        grid.pair(0, side, next, 0);
        (next + 1..next + length).for_each(|cell| grid.pair(cell - 1, 1, cell, 0));
        next += length;
    }
    grid
}

/// A cell with eight neighbors, which are neighbors of each other by twos: four triangles that meet. It has `3^4` spanning trees.
pub fn windmill() -> Listed {
    let mut grid = Listed::new(9, 8);
    (0..8).for_each(|side| grid.pair(0, side, 1 + u32::from(side), 0));
    (0..4).for_each(|sail| grid.pair(1 + 2 * sail, 1, 2 + 2 * sail, 1));
    grid
}

/// A house with courtyards and lanes, one of which ends at a cell with a single neighbor.
pub const HOUSE: [&str; 9] = [
    "########..###",
    "#......#..#.#",
    "#.####.####.#",
    "#.#..#.#.##.#",
    "#.#..###.#..#",
    "#.####...####",
    "#......####..",
    "########..###",
    ".........##.#",
];

pub fn grids() -> Vec<(&'static str, Listed)> {
    vec![
        ("a single cell", Listed::new(1, 4)),
        ("hexagons 1 × 1", hexagons(1, 1)),
        ("hexagons 1 × 8", hexagons(1, 8)),
        ("hexagons 9 × 7", hexagons(9, 7)),
        ("hexagons 14 × 12", hexagons(14, 12)),
        ("house", masked(&HOUSE)),
        ("field with holes", masked(&["#####", "##.##", "#..##", "####.", "#.###"])),
        ("cylinder 2 × 5, neighbors twice over", rolled(2, 5, false)),
        ("cylinder 3 × 1", rolled(3, 1, false)),
        ("cylinder 3 × 9", rolled(3, 9, false)),
        ("cylinder 11 × 8", rolled(11, 8, false)),
        ("torus 3 × 3", rolled(3, 3, true)),
        ("torus 10 × 7", rolled(10, 7, true)),
        ("polar, 2 rings", polar(2)),
        ("polar, 7 rings", polar(7)),
        ("king's moves 2 × 2", Listed::of(&King::new(2, 2))),
        ("king's moves 1 × 6", Listed::of(&King::new(1, 6))),
        ("king's moves 9 × 8", Listed::of(&King::new(9, 8))),
        ("star", star()),
        ("windmill", windmill()),
    ]
}
