//! Pictures in the way: a shape appears when the way from the entrance to the exit is colored.
//!
//! ```text
//! divide each cell of a perfect maze into four cells: a block
//! close its passages between the shape and the rest, and open others at random until the shape is connected
//! the way around the shape visits all its cells: cut it open at the border, and lay two corridors to the ends
//! cut the maze outside of the shape into patches, and take the way around each of them
//! open random walls between the ways and the cells that are left until all are connected
//! cut the way around each patch open beside one of these
//! ```
//!
//! So the corridors outside of the shape are of the same kind as those inside of it, but lead nowhere.

use crate::forest::Forest;
use crate::generate::{Halves, way_around};
use crate::grid::{Cell, Grid, Side, Square};
use crate::maze::Maze;
use crate::observe::{Observer, Pacer, checkpoints, shuffle};
use crate::rng::Rng;
use crate::solve::costs;

/// Why no way shows a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoWayError {
    /// The shape has no blocks.
    Empty,
    /// The blocks of the shape are not connected, but fall into this many parts.
    Parts(u32),
    /// One of the ends is inside of the shape: the entrance if this is false, and else the exit.
    End(bool),
    /// There is no room for two corridors from the shape to the ends.
    NoRoom,
}

/// The largest number of blocks of a patch.
const PATCH: u32 = 12;

/// What it costs at most to lay a corridor through a cell, and what it costs beside the shape or the other corridor.
const WEIGHTS: u64 = 4;
const BESIDE: u16 = 40;

/// What it costs if both corridors begin in one block, which then looks like a part of the shape.
const ONE_BLOCK: u32 = 400;

/// How many places are tried at most to cut the way around the shape.
const TRIES: usize = 24;

/// The columns, rows and blocks of a maze with a shape in it.
struct ShapeGround<'a> {
    cells: Square,
    blocks: Square,
    /// True for each block of the shape.
    shape: &'a [bool],
}

/// Where the way around a shape is cut: the cells of the shape at the entrance's side and at that of the exit, and the cells before them.
#[derive(Clone, Copy, Debug)]
struct WayOpening {
    inside: [Cell; 2],
    outside: [Cell; 2],
    cost: u32,
}

/// The two corridors of a way: from the entrance to the shape, and from there to the exit.
struct Corridors {
    before: Vec<Cell>,
    /// The cells of the shape after the one corridor and before the other.
    inside: [Cell; 2],
    after: Vec<Cell>,
}

/// Carves a perfect maze in which the only way between two cells visits all cells of a shape, and none outside of it except those of two
/// corridors. `shape` is true for each cell of `tree` that belongs to it, and `tree` is a perfect maze with half as many columns and rows.
///
/// # Complexity
///
/// Time `O(cells × log cells)`, and about 30 bytes for each cell.
///
/// # Panics
///
/// Panics unless `maze` has twice as many columns and rows as `tree`.
///
/// # Source
///
/// Y. Okamoto and R. Uehara, "How to make a picturesque maze", *CCCG* (2009): the way around a spanning tree of the pixels, as in labyrinths.
/// That the rest looks alike is of this library.
pub(crate) fn reveal<O: Observer>(
    maze: &mut Maze<Square>,
    shape: &[bool],
    mut tree: Maze<Square>,
    ends: [Cell; 2],
    rng: &mut Rng,
    observer: &mut O,
) -> Result<Result<(), NoWayError>, O::Stop> {
    let ground = ShapeGround { cells: *maze.grid(), blocks: *tree.grid(), shape };
    let size = [ground.cells.columns(), ground.cells.rows()];
    assert_eq!(size, [2 * ground.blocks.columns(), 2 * ground.blocks.rows()], "a tree of half the size");
    if let Some(end) = ends.iter().position(|&end| ground.is_shape(end)) {
        return Ok(Err(NoWayError::End(end == 1)));
    }
    match ground.join_shape(&mut tree, rng, observer)? {
        0 => return Ok(Err(NoWayError::Empty)),
        1 => {}
        parts => return Ok(Err(NoWayError::Parts(parts))),
    }
    let Some(corridors) = ground.corridors(&tree, ends, rng, observer)? else {
        return Ok(Err(NoWayError::NoRoom));
    };
    // The whole way, whose middle leads around the shape.
    let Corridors { before: mut way, inside: [first, last], after } = corridors;
    let (mut here, mut came) = (first, last);
    way.push(here);
    while here != last {
        let next = way_around(&tree, here).into_iter().map(|side| ground.cells.across(here, side));
        let next = next.filter(|&next| next != came).last().unwrap_or(last);
        (came, here) = (here, next);
        way.push(here);
    }
    way.extend(after);
    // The rest is planned before it is carved, since the ways around patches are cut where they are joined.
    let mut rest = RestOfMaze::new(ground, &way);
    rest.lay_patches(&tree, rng, observer)?;
    rest.join(rng, observer)?;
    for pair in way.windows(2) {
        if let Some(side) = side_towards(maze.grid(), pair[0], pair[1]) {
            maze.carve(pair[0], side, observer)?;
        }
    }
    let planned = rest.planned;
    for (cell, side, _) in planned.links() {
        maze.carve(cell, side, observer)?;
    }
    Ok(Ok(()))
}

/// Returns the side of a cell at which a neighbor lies.
fn side_towards(grid: &Square, cell: Cell, neighbor: Cell) -> Option<Side> {
    grid.inner_sides(cell).into_iter().find(|&side| grid.across(cell, side) == neighbor)
}

impl ShapeGround<'_> {
    fn block(&self, cell: Cell) -> Cell {
        self.blocks.at(self.cells.row(cell) / 2, self.cells.column(cell) / 2)
    }

    fn is_shape(&self, cell: Cell) -> bool {
        self.shape[self.block(cell).index()]
    }

    /// Closes the passages of a tree between the shape and the rest, and opens others until the blocks of the shape are connected. Returns the
    /// number of parts that cannot be connected.
    fn join_shape<O: Observer>(
        &self,
        tree: &mut Maze<Square>,
        rng: &mut Rng,
        observer: &mut O,
    ) -> Result<u32, O::Stop> {
        let is_shape = |block: Cell| self.shape[block.index()];
        let mut parts = self.shape.iter().filter(|&&is_shape| is_shape).count() as u32;
        let mut forest = Forest::new(self.shape.len());
        let mut pacer = Pacer::default();
        let (mut across, mut walls) = (Vec::new(), Vec::new());
        for (block, side, neighbor) in tree.links() {
            pacer.tick(observer)?;
            match (is_shape(block), is_shape(neighbor)) {
                (true, true) => parts -= u32::from(forest.unite(block.0, neighbor.0)),
                (false, false) => {}
                _ => across.push((block, side)),
            }
        }
        for (block, side) in across {
            tree.unlink(block, side);
        }
        for (block, side, neighbor) in tree.walls() {
            pacer.tick(observer)?;
            if is_shape(block) && is_shape(neighbor) && forest.root(block.0) != forest.root(neighbor.0) {
                walls.push((block, side));
            }
        }
        shuffle(&mut walls, rng, observer)?;
        for (block, side) in walls {
            if forest.unite(block.0, self.blocks.across(block, side).0) {
                tree.link(block, side);
                parts -= 1;
            }
        }
        Ok(parts)
    }

    /// Lays two corridors from the ends to the shape, which do not touch it before where there is room.
    fn corridors<O: Observer>(
        &self,
        tree: &Maze<Square>,
        [from, to]: [Cell; 2],
        rng: &mut Rng,
        observer: &mut O,
    ) -> Result<Option<Corridors>, O::Stop> {
        let silent = &mut Halves::silent(observer, self.blocks);
        let mut free = Maze::closed(self.cells);
        let mut weights = vec![1; self.cells.cells() as usize].into_boxed_slice();
        for cells in checkpoints(0..self.cells.cells()) {
            silent.go_on()?;
            for cell in cells.map(Cell).filter(|&cell| !self.is_shape(cell)) {
                for side in self.cells.inner_sides(cell) {
                    if !self.is_shape(self.cells.across(cell, side)) {
                        free.link(cell, side);
                    }
                }
                let is_beside = self.around(cell).any(|cell| self.is_shape(cell));
                weights[cell.index()] = if is_beside { BESIDE } else { 1 + rng.below(WEIGHTS) as u16 };
            }
        }
        // In a maze that is too large for its costs, corridors are as short as they can be.
        let mut is_weighted = free.set_weights(weights).is_ok();
        let from_entrance = costs(&without(&free, &[to]), from, silent)?;
        let from_exit = costs(&without(&free, &[from]), to, silent)?;
        let mut openings = Vec::new();
        for cells in checkpoints(0..self.cells.cells()) {
            silent.go_on()?;
            for a in cells.map(Cell).filter(|&cell| self.is_shape(cell)) {
                let steps = |cell: Cell| free_neighbors(self, cell);
                for b in way_around(tree, a).into_iter().map(|side| self.cells.across(a, side)) {
                    for (before, after) in steps(a).flat_map(|before| steps(b).map(move |after| (before, after))) {
                        let costs = from_entrance.to(before).zip(from_exit.to(after)).filter(|_| before != after);
                        let is_one = self.block(before) == self.block(after);
                        if let Some((first, second)) = costs {
                            openings.push(WayOpening {
                                inside: [a, b],
                                outside: [before, after],
                                cost: first + second + if is_one { ONE_BLOCK } else { 0 },
                            });
                        }
                    }
                }
            }
        }
        openings.sort_by_key(|opening| opening.cost);
        let spread = openings.iter().step_by(openings.len().div_ceil(TRIES).max(1));
        for &opening in openings.iter().take(TRIES).chain(spread) {
            let [before, after] = opening.outside;
            let Some(first) = from_entrance.path_to(&free, before) else { continue };
            if first.contains(&after) {
                continue;
            }
            let mut free = without(&free, &first);
            if is_weighted {
                let mut weights: Box<[u16]> = free.weights().unwrap_or_default().into();
                for beside in first.iter().flat_map(|&cell| self.around(cell)) {
                    weights[beside.index()] = weights[beside.index()].max(BESIDE);
                }
                // Where they are too large together, they stay as they are.
                is_weighted &= free.set_weights(weights).is_ok();
            }
            let from_exit = costs(&free, to, silent)?;
            if let Some(mut second) = from_exit.path_to(&free, after) {
                second.reverse();
                return Ok(Some(Corridors { before: first, inside: opening.inside, after: second }));
            }
        }
        Ok(None)
    }

    /// Returns the cells that touch a cell at a side or at a corner, and the cell itself.
    fn around(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let grid = self.cells;
        let near = |at: u32, count: u32| at.saturating_sub(1)..count.min(at + 2);
        let columns = near(grid.column(cell), grid.columns());
        near(grid.row(cell), grid.rows()).flat_map(move |row| columns.clone().map(move |column| grid.at(row, column)))
    }
}

/// Returns the neighbors of a cell outside of the shape.
fn free_neighbors<'a>(ground: &'a ShapeGround<'_>, cell: Cell) -> impl Iterator<Item = Cell> + use<'a> {
    let neighbors = ground.cells.inner_sides(cell).into_iter().map(move |side| ground.cells.across(cell, side));
    neighbors.filter(|&neighbor| !ground.is_shape(neighbor))
}

/// Returns a maze without the passages of some cells.
fn without(maze: &Maze<Square>, cells: &[Cell]) -> Maze<Square> {
    let mut maze = maze.clone();
    for &cell in cells {
        for side in maze.passages(cell) {
            maze.unlink(cell, side);
        }
    }
    maze
}

/// What is carved outside of the way.
struct RestOfMaze<'a> {
    ground: ShapeGround<'a>,
    /// The passages outside of the way.
    planned: Maze<Square>,
    /// Which cells are connected, by the way too.
    joined: Forest,
    /// True for each block with cells of the way.
    is_on_way: Vec<bool>,
    /// Which blocks are of one patch.
    patches: Forest,
}

impl<'a> RestOfMaze<'a> {
    fn new(ground: ShapeGround<'a>, way: &[Cell]) -> RestOfMaze<'a> {
        let mut joined = Forest::new(ground.cells.cells() as usize);
        let mut is_on_way = ground.shape.to_vec();
        for pair in way.windows(2) {
            joined.unite(pair[0].0, pair[1].0);
        }
        for &cell in way {
            is_on_way[ground.block(cell).index()] = true;
        }
        let patches = Forest::new(is_on_way.len());
        RestOfMaze { planned: Maze::closed(ground.cells), joined, is_on_way, patches, ground }
    }

    /// Cuts the tree outside of the way into patches, and carves the way around each of them, which is a loop until it is cut.
    fn lay_patches<O: Observer>(
        &mut self,
        tree: &Maze<Square>,
        rng: &mut Rng,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        let RestOfMaze { ground, planned, joined, is_on_way, patches } = self;
        let mut pacer = Pacer::default();
        let mut sizes = vec![1; is_on_way.len()];
        let mut links = Vec::new();
        for (block, side, neighbor) in tree.links() {
            pacer.tick(observer)?;
            if !is_on_way[block.index()] && !is_on_way[neighbor.index()] {
                links.push((block, side));
            }
        }
        shuffle(&mut links, rng, observer)?;
        let mut cut = Maze::closed(ground.blocks);
        for (block, side) in links {
            pacer.tick(observer)?;
            let neighbor = ground.blocks.across(block, side);
            let size = [block, neighbor].map(|block| sizes[patches.root(block.0) as usize]).iter().sum();
            if size <= PATCH && patches.unite(block.0, neighbor.0) {
                sizes[patches.root(block.0) as usize] = size;
                cut.link(block, side);
            }
        }
        for cells in checkpoints(0..ground.cells.cells()) {
            observer.go_on()?;
            for cell in cells.map(Cell).filter(|&cell| !is_on_way[ground.block(cell).index()]) {
                for side in way_around(&cut, cell) {
                    joined.unite(cell.0, planned.link(cell, side).0);
                }
            }
        }
        Ok(())
    }

    /// Opens random walls until all is connected, and cuts the way around each patch beside one of them.
    fn join<O: Observer>(&mut self, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
        let RestOfMaze { ground, planned, joined, is_on_way, patches } = self;
        let mut pacer = Pacer::default();
        let mut walls = Vec::new();
        for (cell, side, neighbor) in planned.walls() {
            pacer.tick(observer)?;
            if joined.root(cell.0) != joined.root(neighbor.0) {
                walls.push((cell, side));
            }
        }
        shuffle(&mut walls, rng, observer)?;
        let mut is_cut = vec![false; is_on_way.len()];
        for (cell, side) in walls {
            pacer.tick(observer)?;
            let neighbor = ground.cells.across(cell, side);
            if !joined.unite(cell.0, neighbor.0) {
                continue;
            }
            for end in [cell, neighbor] {
                let block = ground.block(end);
                let patch = patches.root(block.0) as usize;
                if !is_on_way[block.index()] && !std::mem::replace(&mut is_cut[patch], true) {
                    let sides = planned.passages(end);
                    if let Some(side) = sides.nth(rng.below(2) as u32) {
                        planned.unlink(end, side);
                    }
                }
            }
            planned.link(cell, side);
        }
        Ok(())
    }
}
