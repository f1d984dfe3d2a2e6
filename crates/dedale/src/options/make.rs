//! Mazes of checked options, made: as a whole, row by row, or in part.

use super::ends::drawn;
use super::table::letter;
use super::wanted::Measured;
use super::{
    Ends, EndsRule, InvalidOption, InvalidOptions, Made, MakeError, MazeBuilder, MazeOptions, check, checked,
    outside_mesh,
};
use crate::edit::{Lines, Room, Rooms, Share, braid, doors, draw_exits, max_walls, remove, rooms, sparse, weigh};
use crate::generate::{
    Algorithm, GENERATOR_VERSION, Halves, Symmetry, dungeon_of_rooms, straight_growing_tree, symmetric, unicursal,
};
use crate::grid::{Address, Cell, Edge, Grid, GridKind, Mask, Mesh, MeshOptions, Side, Sides, Square};
use crate::maze::Maze;
use crate::observe::{Observer, Step};
use crate::picture::{Head, Picture, Plane};
use crate::rng::{Rng, Stream};

/// A wall that is removed, or an opening that is made: a cell and a side of it.
type Wall = (Cell, Side);

impl MazeOptions {
    /// Makes the maze, and says all that is known of it: where something is [wanted](MazeOptions::wanted) that was not
    /// [looked for](MazeOptions::find), that of the seed itself. What is done, and in which order, is part of [`GENERATOR_VERSION`]:
    ///
    /// 1. the grid: wrapped, cut to its mask, and woven;
    /// 2. the algorithm carves a maze, a perfect one if it is not one of the few with loops, by way of `straightness`, `symmetry` and `unicursal`;
    /// 3. `rooms` takes down the walls in rooms;
    /// 4. `sparse` takes cells out, which are as if a mask had left them out from here on;
    /// 5. `braid` opens dead ends;
    /// 6. `max_walls` opens walls of rows, then of columns;
    /// 7. `remove` takes single walls down, and `exits` opens the outer wall;
    /// 8. `ends` looks for entrance and exit;
    /// 9. `doors` opens the outer wall at both, unless they are inside the maze;
    /// 10. `weights` says what it costs to enter each cell;
    /// 11. `to=any` looks for the nearest exit.
    ///
    /// # Errors
    ///
    /// [`MakeError::Stopped`] when the observer stops the work; [`MakeError::Invalid`] for what only the grid shows to be wrong, for a maze of
    /// more than 2^32 − 1 cells, and for a part of a maze, which [`make_part`](MazeOptions::make_part) makes.
    pub fn make<O: Observer>(&self, observer: &mut O) -> Result<Made, MakeError<O::Stop>> {
        if self.window().is_some() {
            return Err(InvalidOptions::one("window", "is a part of a maze, and not made as a whole").into());
        }
        if self.is_plain() {
            return self.make_plain(self.head(), observer).map(Made::Squares);
        }
        let mesh = self.lay(observer)?;
        self.make_on(mesh, observer).map(Made::Mesh)
    }

    /// Makes a maze of plain squares of which this is known beforehand.
    pub(crate) fn make_plain<O: Observer>(&self, head: Head, observer: &mut O) -> Result<Picture, MakeError<O::Stop>> {
        let grid = self.plain_grid()?;
        let mut rooms = Vec::new();
        let (maze, from, to) = self.make_squares(grid, &mut rooms, observer).map_err(MakeError::Stopped)?;
        let mut picture = Picture::new(maze, from, to);
        picture.head = Head { from: picture.head.from, to: picture.head.to, rooms, ..head };
        if self.has_exits() {
            picture.list_openings();
        }
        Ok(picture)
    }

    /// The grid of plain squares.
    pub(crate) fn plain_grid(&self) -> Result<Square, InvalidOptions> {
        self.grid().map_err(|error| InvalidOptions::one("w", error.to_string()))
    }

    /// The same options with the first attempt, of at most so many, whose maze has what is [wanted](MazeOptions::wanted). An attempt is the maze
    /// of a seed that is derived from this one: see [`attempt_seed`](crate::rng::attempt_seed). Options that were found already stay as they
    /// are.
    ///
    /// # Complexity
    ///
    /// That of [`make`](MazeOptions::make) and of a search, for each attempt.
    ///
    /// # Errors
    ///
    /// As those of [`make`](MazeOptions::make); and [`MakeError::NoneFound`].
    ///
    /// ```
    /// use dedale::options::MazeOptions;
    /// use dedale::solve::Solver;
    /// let options: MazeOptions = "w=12&h=12&seed=7&length=60..70".parse()?;
    /// let made = options.find(100, &mut ())?.make(&mut ())?.into_squares().expect("a maze of squares");
    /// let solved = Solver::Bfs.solve(&made.maze, made.from, made.to);
    /// assert!((60..=70).contains(&solved.length().expect("a path")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find<O: Observer>(&self, most: u32, observer: &mut O) -> Result<MazeOptions, MakeError<O::Stop>> {
        if !self.wanted().is_any() || self.attempt().is_some() {
            return Ok(self.clone());
        }
        let tried = self.without_weights();
        let found = if self.is_plain() {
            let grid = self.plain_grid()?;
            self.wanted().find(most, |attempt| {
                let made = tried.at_attempt(attempt).make_squares(grid, &mut Vec::new(), observer);
                let measured = made.and_then(|(maze, from, to)| Measured::of(&maze, from, to, observer));
                measured.map_err(MakeError::Stopped)
            })?
        } else {
            let mesh = self.possible_on_its_grid(observer)?;
            self.wanted().find(most, |attempt| {
                let options = tried.at_attempt(attempt);
                // Only tunnels depend on the seed.
                let mesh = if self.0.weave != 0.0 { options.lay(observer)? } else { mesh.clone() };
                let Picture { maze, from, to, .. } = options.make_on(mesh, observer)?;
                Measured::of(&maze, from, to, observer).map_err(MakeError::Stopped)
            })?
        };
        Ok(self.at_attempt(found))
    }

    /// The maze of plain squares alone, and its ends. Its rooms are appended to `rooms`.
    fn make_squares<O: Observer>(
        &self,
        grid: Square,
        rooms: &mut Vec<Room>,
        observer: &mut O,
    ) -> Result<(Maze<Square>, Cell, Cell), O::Stop> {
        let seed = self.drawn_seed();
        let mut maze = Maze::closed(grid);
        self.carve_squares(&mut maze, rooms, observer)?;
        let at = |grid: &Square, [_, row, column]: [u32; 3]| Some(grid.at(row, column));
        rooms.extend(self.place_rooms(&mut maze, [1, grid.rows(), grid.columns()], at, observer)?);
        braid(&mut maze, checked(self.0.braid), &mut Rng::new(seed, Stream::Braid), observer)?;
        if let Some((share, lines)) = self.max_walls() {
            max_walls(&mut maze, share, lines, &mut Rng::new(seed, Stream::MaxWalls), observer)?;
        }
        let at = |[row, column]: [u64; 2]| grid.at(row as u32, column as u32);
        for (place, side) in self.removed() {
            remove(&mut maze, at(place), side, observer)?;
        }
        // That there are as many cells was checked.
        for (cell, side) in self.exits(&grid, |cell| grid.outer_sides(cell)).unwrap_or_default() {
            remove(&mut maze, cell, side, observer)?;
        }
        let to_any = self.0.from.and_then(|spot| spot.place()).filter(|_| self.0.to_any).map(|from| [from, from]);
        let (from, to) = match to_any.or_else(|| self.places()).filter(|_| self.ends() == EndsRule::Corners) {
            Some([from, to]) => (at(from), at(to)),
            None => self.find_ends(&maze, observer)?,
        };
        if self.0.doors {
            doors(&mut maze, from, to, observer)?;
        }
        weigh(&mut maze, self.0.weights, &mut Rng::new(seed, Stream::Weights), observer)?;
        let (from, to) = self.with_nearest_exit(&maze, (from, to), observer)?;
        Ok((maze, from, to))
    }

    /// The openings that are drawn; or how many cells are at the border, where these are too few.
    fn exits<G: Grid>(&self, grid: &G, sides: impl Fn(Cell) -> Sides) -> Result<Vec<Wall>, u32> {
        match self.0.exits {
            0 => Ok(Vec::new()),
            count => draw_exits(grid, count, sides, &mut Rng::new(self.drawn_seed(), Stream::Exits)),
        }
    }

    /// The ends of a finished maze, the second of which may be any exit.
    fn with_nearest_exit<G: Plane, O: Observer>(
        &self,
        maze: &Maze<G>,
        ends: (Cell, Cell),
        observer: &mut O,
    ) -> Result<(Cell, Cell), O::Stop> {
        if !self.0.to_any {
            return Ok(ends);
        }
        Ends::Nearest { from: maze.grid().address_of(ends.0) }.find(maze, observer)
    }

    fn find_ends<G: Plane, O: Observer>(&self, maze: &Maze<G>, observer: &mut O) -> Result<(Cell, Cell), O::Stop> {
        let none = Address::from([0]);
        self.ends().or(none, none, self.drawn_seed()).find(maze, observer)
    }

    /// The ends that are drawn from the seed, on the border of a rectangle of squares.
    pub(super) fn drawn_ends(&self) -> [[u64; 2]; 2] {
        let MeshOptions { columns, rows, .. } = *self.mesh();
        drawn([columns, rows], self.drawn_seed()).map(|place| place.map(u64::from))
    }

    fn max_walls(&self) -> Option<(Share, Lines)> {
        Some((checked(self.0.max_walls?), self.0.max_walls_in.unwrap_or_default()))
    }

    /// The walls that are removed of plain squares.
    pub(crate) fn removed(&self) -> impl Iterator<Item = ([u64; 2], Side)> {
        self.0.remove.iter().filter_map(|(spot, name)| spot.place().zip(letter(name)))
    }

    /// Carves a maze of plain squares.
    fn carve_squares<O: Observer>(
        &self,
        maze: &mut Maze<Square>,
        rooms: &mut Vec<Room>,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        let (grid, seed) = (*maze.grid(), self.drawn_seed());
        if let Some(symmetry) = self.0.symmetry {
            let half = |half: &mut Maze<Square>, halves: &mut Halves<'_, O>| self.carve_plainly(half, rooms, halves);
            symmetric(maze, symmetry, half, &mut Rng::new(seed, Stream::Symmetry), observer)?;
            let images: Vec<Room> = rooms.iter().map(|&room| image(room, symmetry, grid)).collect();
            rooms.extend(images);
            return Ok(());
        }
        if self.0.unicursal
            && let Ok(half) = Square::new(grid.columns() / 2, grid.rows() / 2)
        {
            let mut tree = Maze::closed(half);
            self.carve_plainly(&mut tree, rooms, &mut Halves::silent(observer, half))?;
            return unicursal(maze, &tree, observer);
        }
        self.carve_plainly(maze, rooms, observer)
    }

    fn carve_plainly<O: Observer>(
        &self,
        maze: &mut Maze<Square>,
        rooms: &mut Vec<Room>,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        match self.carve_otherwise(maze, rooms, observer) {
            Some(carved) => carved,
            None => self.algorithm().carve(maze, &mut Rng::new(self.drawn_seed(), Stream::Generate), observer),
        }
    }

    /// Carves a maze whose passages like to go straight on, or one whose algorithm places rooms, if that is asked for. Those that are
    /// rectangles of squares are appended to `rooms`.
    fn carve_otherwise<G: Plane, O: Observer>(
        &self,
        maze: &mut Maze<G>,
        rooms: &mut Vec<Room>,
        observer: &mut O,
    ) -> Option<Result<(), O::Stop>> {
        let rng = &mut Rng::new(self.drawn_seed(), Stream::Generate);
        if *self.algorithm() == Algorithm::Dungeon && self.mesh().kind == GridKind::Square {
            let placed = &mut |grid: &G, cells: &mut dyn Iterator<Item = Cell>| {
                rooms.extend(rectangle_of(cells.map(|cell| grid.address_of(cell))));
            };
            return Some(dungeon_of_rooms(maze, rng, observer, placed));
        }
        let pick = self.algorithm().growth_pick().filter(|_| self.0.straightness > 0.0)?;
        Some(straight_growing_tree(maze, pick, checked(self.0.straightness), rng, observer))
    }

    fn place_rooms<G: Grid, O: Observer>(
        &self,
        maze: &mut Maze<G>,
        extent: [u32; 3],
        at: impl Fn(&G, [u32; 3]) -> Option<Cell>,
        observer: &mut O,
    ) -> Result<Vec<Room>, O::Stop> {
        let MazeBuilder { rooms: count, room_size, .. } = self.0;
        let asked = Rooms { count, size: room_size.unwrap_or_default() };
        rooms(maze, asked, extent, at, &mut Rng::new(self.drawn_seed(), Stream::Rooms), observer)
    }
}

impl MazeOptions {
    /// The grid of a maze that is not one of plain squares, with its tunnels.
    ///
    /// # Errors
    ///
    /// [`MakeError::Stopped`] when the observer stops the work; and [`MakeError::Invalid`] where there is no such grid, or not the cells
    /// and sides on it that the options name.
    pub fn lay<O: Observer>(&self, observer: &mut O) -> Result<Mesh, MakeError<O::Stop>> {
        let mut mesh = match &self.0.laid {
            Some(mesh) => (**mesh).clone(),
            None => {
                let made = Mesh::make(self.mesh(), observer).map_err(MakeError::Stopped)?;
                made.map_err(|invalid| InvalidOptions(vec![check::of_mesh(&invalid)]))?
            }
        };
        if self.0.weave != 0.0 {
            let rng = &mut Rng::new(self.drawn_seed(), Stream::Weave);
            let weave = checked(self.0.weave);
            mesh = mesh.woven(rng, |most| weave.of(most), observer).map_err(MakeError::Stopped)?;
        }
        self.known_ends(&mesh).and_then(|_| self.walls(&mesh))?;
        Ok(mesh)
    }

    /// Makes the maze on the grid that these options [lay](MazeOptions::lay).
    ///
    /// # Errors
    ///
    /// As those of [`make`](MazeOptions::make).
    pub fn make_on<O: Observer>(&self, mesh: Mesh, observer: &mut O) -> Result<Picture<Mesh>, MakeError<O::Stop>> {
        observer.go_on().map_err(MakeError::Stopped)?;
        if self.algorithm().info().walks() {
            let steps = self.expected_steps_on(&mesh, observer).map_err(MakeError::Stopped)?;
            observer.expect(steps).map_err(MakeError::Stopped)?;
        }
        let (ends, walls) = (self.known_ends(&mesh)?, self.walls(&mesh)?);
        // A picture is returned as the cells that it keeps.
        let bits = self.mesh().mask.as_ref().filter(|mask| mask.is_picture()).map(|_| mesh.bits());
        let mut rooms = Vec::new();
        let carved = self.carve_mesh(mesh, &mut rooms, observer).map_err(MakeError::Stopped)?;
        let mut maze = carved.ok_or_else(|| InvalidOptions::one("algo", "does not run on this grid"))?;
        let MeshOptions { columns, rows, levels, .. } = *self.mesh();
        let at = |mesh: &Mesh, [level, row, column]: [u32; 3]| {
            if levels > 1 { mesh.find([level, row, column]) } else { mesh.find([row, column]) }
        };
        rooms.extend(self.place_rooms(&mut maze, [levels, rows, columns], at, observer).map_err(MakeError::Stopped)?);
        let finished = if self.0.sparse == 0.0 {
            self.finish(maze, ends, &walls, bits, observer)
        } else {
            self.thin_and_finish(maze, ends, walls, bits, observer)
        };
        let mut picture = finished.map_err(MakeError::Stopped)?;
        picture.head.rooms = rooms;
        Ok(picture)
    }

    /// Carves a maze; `None` where the algorithm does not run on the grid.
    fn carve_mesh<O: Observer>(
        &self,
        mesh: Mesh,
        rooms: &mut Vec<Room>,
        observer: &mut O,
    ) -> Result<Option<Maze<Mesh>>, O::Stop> {
        let squares = self.0.is_rectangle() && !self.is_woven() && self.0.laid.is_none();
        if let Some(grid) = squares.then(|| self.grid().ok()).flatten() {
            // The same maze as if nothing were taken out, by any algorithm.
            let mut squares = Maze::closed(grid);
            self.carve_squares(&mut squares, rooms, observer)?;
            let mut maze = Maze::closed(mesh);
            squares.links().for_each(|(cell, side, _)| {
                maze.link(cell, side);
            });
            return Ok(Some(maze));
        }
        let mut maze = Maze::closed(mesh);
        let rng = &mut Rng::new(self.drawn_seed(), Stream::Generate);
        let otherwise = self.carve_otherwise(&mut maze, rooms, observer);
        let carved = otherwise.or_else(|| self.algorithm().carve_on(&mut maze, rng, observer));
        Ok(carved.transpose()?.map(|()| maze))
    }

    /// Takes cells out, and does all that is done after it.
    fn thin_and_finish<O: Observer>(
        &self,
        mut maze: Maze<Mesh>,
        ends: (Cell, Cell),
        walls: Vec<Wall>,
        mask: Option<Mask>,
        observer: &mut O,
    ) -> Result<Picture<Mesh>, O::Stop> {
        let grid = maze.grid();
        let mut stay: Vec<Cell> = walls.iter().map(|&(cell, _)| cell).collect();
        let inner = walls.iter().filter(|(cell, side)| grid.inner_sides(*cell).contains(*side));
        stay.extend(inner.map(|&(cell, side)| grid.across(cell, side)));
        if self.ends() == EndsRule::Corners {
            stay.extend([ends.0, ends.1]);
        }
        stay.sort_unstable();
        let rng = &mut Rng::new(self.drawn_seed(), Stream::Sparse);
        let stays = |cell| stay.binary_search(&cell).is_ok();
        let kept = sparse(&mut maze, checked(self.0.sparse), stays, rng, observer)?;
        let numbers: Vec<Cell> = maze.cells().filter(|cell| kept[cell.index()]).collect();
        let maze = thinned(&maze, &kept, &numbers);
        // Ends that are looked for in the finished maze need not be among them.
        let moved = |cell: Cell| Cell(numbers.binary_search(&cell).unwrap_or_default() as u32);
        let walls: Vec<Wall> = walls.into_iter().map(|(cell, side)| (moved(cell), side)).collect();
        let observer = &mut Renumbered { observer, numbers: &numbers };
        self.finish(maze, (moved(ends.0), moved(ends.1)), &walls, mask, observer)
    }

    /// Does all that is done to the maze after it has its cells.
    fn finish<O: Observer>(
        &self,
        mut maze: Maze<Mesh>,
        ends: (Cell, Cell),
        walls: &[Wall],
        mask: Option<Mask>,
        observer: &mut O,
    ) -> Result<Picture<Mesh>, O::Stop> {
        braid(&mut maze, checked(self.0.braid), &mut Rng::new(self.drawn_seed(), Stream::Braid), observer)?;
        for &(cell, side) in walls {
            remove(&mut maze, cell, side, observer)?;
        }
        let (from, to) = match self.ends() {
            EndsRule::Corners => ends,
            _ => self.find_ends(&maze, observer)?,
        };
        if self.0.doors {
            for (cell, side) in doors_of(maze.grid(), from, to) {
                remove(&mut maze, cell, side, observer)?;
            }
        }
        weigh(&mut maze, self.0.weights, &mut Rng::new(self.drawn_seed(), Stream::Weights), observer)?;
        let (from, to) = self.with_nearest_exit(&maze, (from, to), observer)?;
        let mut picture = Picture::new(maze, from, to);
        if self.has_exits() {
            picture.list_openings();
        }
        picture.head.algo = Some(self.algorithm().name());
        picture.head.seed = Some(self.seed());
        picture.head.attempt = self.attempt();
        picture.head.generator = Some(GENERATOR_VERSION);
        let mut shown = self.clone();
        shown.0.mesh.mask = mask.or(shown.0.mesh.mask);
        picture.head.options = Some(shown.shaping());
        picture.head.ends = self.ends_asked();
        Ok(picture)
    }

    /// The ends on a mesh, where they do not depend on the maze.
    pub(super) fn known_ends(&self, mesh: &Mesh) -> Result<(Cell, Cell), InvalidOptions> {
        let [first, last] = mesh.default_ends();
        let mut faults = Vec::new();
        let mut end = |option: &'static str, address: Option<Address>, default: Cell| {
            let Some(address) = address else { return default };
            let cell = mesh.find(address);
            let reason = match cell {
                None => Some(outside_mesh(mesh)),
                Some(cell) if self.0.doors && mesh.outer_sides(cell).is_empty() => {
                    Some("must be a cell on the border, since doors=true opens the outer wall there".to_owned())
                }
                Some(_) => None,
            };
            faults.extend(reason.map(|reason| InvalidOption::new(option, 0, reason)));
            cell.unwrap_or(default)
        };
        let [from, to] = [self.0.from, self.0.to].map(|spot| spot.map(|spot| spot.address()));
        let from = end("from", from, first);
        let ends = (from, end("to", to, if self.0.to_any { from } else { last }));
        if faults.is_empty() { Ok(ends) } else { Err(InvalidOptions(faults)) }
    }

    /// The walls to remove of a mesh, and its exits.
    fn walls(&self, mesh: &Mesh) -> Result<Vec<Wall>, InvalidOptions> {
        let mut faults = Vec::new();
        let mut walls = Vec::new();
        for (index, (spot, name)) in self.0.remove.iter().enumerate() {
            let mut fault = |reason| faults.push(InvalidOption::new("remove", index, reason));
            let Some(cell) = mesh.find(spot.address()) else {
                fault(outside_mesh(mesh));
                continue;
            };
            let names: Vec<&str> = mesh.side_names(cell).collect();
            let side = names.iter().position(|known| known == name).map(|side| Side::new(side as u8));
            let sides = mesh.inner_sides(cell).into_iter().chain(mesh.outer_sides(cell)).collect::<Sides>();
            match side.filter(|&side| sides.contains(side)) {
                Some(side) => walls.push((cell, side)),
                None => {
                    let known: Vec<&str> = sides.into_iter().map(|side| names[usize::from(side.number())]).collect();
                    fault(format!("{name} is no side of this cell: it has {}", known.join(", ")));
                }
            }
        }
        match self.exits(mesh, |cell| sides_to_open(mesh, cell)) {
            Ok(exits) => walls.extend(exits),
            Err(border) => faults.push(InvalidOption::new("exits", 0, check::too_many_exits(border.into()))),
        }
        if faults.is_empty() { Ok(walls) } else { Err(InvalidOptions(faults)) }
    }
}

/// The image of a room.
fn image(room: Room, symmetry: Symmetry, grid: Square) -> Room {
    let corners = [[room.row, room.column], [room.row + room.rows - 1, room.column + room.columns - 1]];
    let [a, b] = corners.map(|corner| symmetry.image(corner, [grid.columns(), grid.rows()]));
    Room { row: a[0].min(b[0]), column: a[1].min(b[1]), ..room }
}

/// The rectangle that squares are, by their addresses; `None` where they are none.
fn rectangle_of(squares: impl Iterator<Item = Address>) -> Option<Room> {
    let (mut low, mut high, mut count) = ([u32::MAX; 3], [0; 3], 0);
    for square in squares {
        let &[.., row, column] = square.numbers() else { return None };
        let level = if square.numbers().len() > 2 { square.numbers()[0] } else { 0 };
        let place = [level, row, column];
        (low, high) = (std::array::from_fn(|k| low[k].min(place[k])), std::array::from_fn(|k| high[k].max(place[k])));
        count += 1;
    }
    let [levels, rows, columns] = std::array::from_fn(|k| (high[k] + 1).saturating_sub(low[k]));
    let [level, row, column] = low;
    (levels == 1 && rows * columns == count).then_some(Room { level, row, column, rows, columns })
}

/// The maze of those cells alone that are `kept`, which have these `numbers`. No passage leads to another.
fn thinned(maze: &Maze<Mesh>, kept: &[bool], numbers: &[Cell]) -> Maze<Mesh> {
    let open: Vec<Sides> = numbers.iter().map(|&cell| maze.passages(cell)).collect();
    let mut maze = Maze::closed(maze.grid().of_only(kept));
    for (cell, sides) in (0..).map(Cell).zip(open) {
        sides.into_iter().for_each(|side| {
            maze.link(cell, side);
        });
    }
    maze
}

/// Tells an observer of cells by the numbers that they had before others were taken out.
struct Renumbered<'a, O> {
    observer: &'a mut O,
    numbers: &'a [Cell],
}

impl<O: Observer> Observer for Renumbered<'_, O> {
    const FOLLOWS: bool = O::FOLLOWS;

    type Stop = O::Stop;

    fn go_on(&mut self) -> Result<(), O::Stop> {
        self.observer.go_on()
    }

    fn see(&mut self, step: Step) -> Result<(), O::Stop> {
        self.observer.see(step.moved(|cell| self.numbers[cell.index()], |side| side))
    }
}

/// Where doors are: at the entrance the outer side that is farthest to the left, at the exit the one that is farthest to the right, and of
/// several the upper and the lower one. An end inside the maze has none.
fn doors_of(mesh: &Mesh, from: Cell, to: Cell) -> Vec<(Cell, Side)> {
    let middle = |(cell, side): (Cell, Side)| {
        let [[ax, ay], [bx, by]] = mesh.ends(mesh.edge(cell, side)?).map(|corner| corner.at);
        Some([ax + bx, ay + by])
    };
    let is_before = |a, b| matches!((middle(a), middle(b)), (Some(a), Some(b)) if a < b);
    let sides = |cell| sides_to_open(mesh, cell).into_iter().map(move |side| (cell, side));
    let first = sides(from).reduce(|a, b| if is_before(b, a) { b } else { a });
    let last = sides(to).filter(|&door| Some(door) != first).reduce(|a, b| if is_before(a, b) { b } else { a });
    first.into_iter().chain(last).collect()
}

/// The outer sides of a cell. On a custom grid, those without an edge are nowhere, and among them only where the cell has no others.
fn sides_to_open(mesh: &Mesh, cell: Cell) -> Sides {
    let all = mesh.outer_sides(cell);
    if all.is_empty() {
        return all;
    }
    let drawn: Sides = mesh.edges(cell).map(Edge::side).filter(|&side| all.contains(side)).collect();
    if drawn.is_empty() { all } else { drawn }
}
