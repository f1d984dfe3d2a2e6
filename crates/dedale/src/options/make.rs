//! Mazes of checked options, made: as a whole, row by row, or in part.

use super::ends::{KnownEnds, Spot, inside, no_cell};
use super::ground::of_mesh;
use super::possible::Possible;
use super::wanted::Measured;
use super::{Ends, EndsRule, Ground, InvalidOption, InvalidOptions, MakeError, MazeOptions, outside_mesh};
use crate::about::{InvalidValue, Why};
use crate::edit::{
    Room, Rooms, Share, block, braid, door_sides, draw_exits, has_things, max_dead_end, max_walls, place, remove,
    rooms, sparse, too_many_exits, weigh,
};
use crate::generate::GENERATOR_VERSION;
use crate::grid::{Address, Cell, Edge, Grid, Joined, Mask, Mesh, MeshOptions, Side, Sides, Square, free_squares};
use crate::maze::Maze;
use crate::observe::{Observer, Step};
use crate::picture::{Head, Picture};
use crate::rng::{Rng, Stream};
use crate::solve::{Distances, distances};

/// A wall that is removed, or an opening that is made: a cell and a side of it.
type Wall = (Cell, Side);

impl MazeOptions {
    /// Makes the maze, and says all that is known of it: where something is [wanted](MazeOptions::wanted) that was not
    /// [looked for](MazeOptions::find), that of the seed itself. What is done, and in which order, is part of [`GENERATOR_VERSION`]:
    ///
    /// 1. the grid: wrapped, cut to its mask, and woven, or without `obstacles`;
    /// 2. open ground has no walls; else the algorithm carves a maze, a perfect one if it is not one of the few with loops, by way of `straightness`, `symmetry` and `unicursal`;
    /// 3. `rooms` takes down the walls in rooms;
    /// 4. `sparse` takes cells out, which are as if a mask had left them out from here on;
    /// 5. `braid` opens dead ends, and `max_dead_end` those that are too long;
    /// 6. `max_walls` opens walls of rows, then of columns;
    /// 7. `remove` takes single walls down, and `exits` opens the outer wall;
    /// 8. `ends` looks for entrance and exit;
    /// 9. `doors` opens the outer wall at both, unless they are inside the maze;
    /// 10. `weights` says what it costs to enter each cell;
    /// 11. `to=any` looks for the nearest exit;
    /// 12. `solvable` closes the way to the exit of some;
    /// 13. `locks` and `items` are placed.
    ///
    /// # Errors
    ///
    /// [`MakeError::Stopped`] when the observer stops the work; [`MakeError::Invalid`] for what only the grid shows to be wrong, for a maze of
    /// more than 2^32 − 1 cells, and for a part of a maze, which [`make_part`](MazeOptions::make_part) makes.
    pub fn make<O: Observer>(&self, observer: &mut O) -> Result<Picture, MakeError<O::Stop>> {
        match self.ground {
            Ground::Part { .. } => {
                Err(InvalidOptions::one("window", "is a part of a maze, and not made as a whole").into())
            }
            Ground::Plain { .. } => self.make_plain(self.head(), observer),
            Ground::Open { .. } | Ground::Mesh { .. } | Ground::Given { .. } => {
                let mesh = self.lay(observer)?;
                self.make_on(mesh, observer)
            }
        }
    }

    /// Makes a maze of plain squares of which this is known beforehand.
    pub(crate) fn make_plain<O: Observer>(&self, head: Head, observer: &mut O) -> Result<Picture, MakeError<O::Stop>> {
        let mut picture = self.make_squares(observer)?;
        let Head { from, to, rooms, items, locks, .. } = picture.head;
        picture.head = Head { from, to, rooms, items, locks, ..head };
        if self.has_exits() {
            picture.list_openings();
        }
        Ok(picture)
    }

    /// The maze of plain squares, its ends and its rooms.
    fn make_squares<O: Observer>(&self, observer: &mut O) -> Result<Picture, MakeError<O::Stop>> {
        let grid = self.grid().map_err(|error| InvalidOptions::one("w", error.to_string()))?;
        let known = self.known(&grid)?;
        let (mut maze, mut rooms) = (Maze::closed(grid), Vec::new());
        let make = || {
            self.carve_squares(&mut maze, &mut rooms, observer)?;
            self.place_rooms(&mut maze, &mut rooms, observer)?;
            self.finish(&mut maze, known, observer)
        };
        let (from, to) = make().map_err(MakeError::Stopped)?;
        let mut picture = Picture::new(maze, from, to);
        picture.head.rooms = rooms;
        self.place_things(&mut picture, observer).map_err(MakeError::Stopped)?;
        Ok(picture)
    }

    /// The same options with the seed of the first attempt, of at most `most`, whose maze has what is [wanted](MazeOptions::wanted): nothing is
    /// wanted of them any more, so that they make that maze at once. An attempt is the maze of a seed that is derived from this one: see
    /// [`attempt_seed`](crate::rng::attempt_seed).
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
    /// let made = options.find(100, &mut ())?.make(&mut ())?;
    /// let solved = Solver::Bfs.solve(&made.maze, made.from, made.to);
    /// assert!((60..=70).contains(&solved.length().expect("a path")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find<O: Observer>(&self, most: u32, observer: &mut O) -> Result<MazeOptions, MakeError<O::Stop>> {
        if !self.wanted.is_any() {
            return Ok(self.clone());
        }
        if self.is_plain() {
            Possible::on_squares(self).check(&self.wanted)?;
        }
        let mesh = if self.is_plain() { None } else { Some(self.lay(observer)?) };
        if let Some(mesh) = &mesh {
            Possible::on(self, mesh, observer)?.check(&self.wanted)?;
        }
        // No attempt is measured by weights, but where they say which exit is the nearest.
        let mut tried = self.clone();
        tried.edits.weights = self.edits.weights.filter(|_| self.ends_at_any_exit());
        (tried.edits.items, tried.edits.locks, tried.edits.solvable) = (Vec::new(), 0, None);
        let found = self.wanted.find(self.seed, most, |attempt| {
            tried.seed = attempt;
            let Some(mesh) = &mesh else {
                let Picture { maze, from, to, .. } = tried.make_squares(observer)?;
                return Measured::of(&maze, from, to, observer).map_err(MakeError::Stopped);
            };
            let mesh = if self.has_seeded_grid() { tried.lay(observer)? } else { mesh.clone() };
            let Picture { maze, from, to, .. } = tried.make_on(mesh, observer)?;
            Measured::of(&maze, from, to, observer).map_err(MakeError::Stopped)
        })?;
        Ok(self.found_at(found))
    }

    /// The grid of a maze that is not one of plain squares, with its tunnels.
    ///
    /// # Errors
    ///
    /// [`MakeError::Stopped`] when the observer stops the work; and [`MakeError::Invalid`] where there is no such grid, or not the cells
    /// and sides on it that the options name.
    pub fn lay<O: Observer>(&self, observer: &mut O) -> Result<Mesh, MakeError<O::Stop>> {
        let lay = |options: &MeshOptions, observer: &mut O| {
            let made = Mesh::make(options, observer).map_err(MakeError::Stopped)?;
            made.map_err(|invalid| MakeError::from(InvalidOptions(vec![of_mesh(&invalid)])))
        };
        let (mut mesh, weave) = match &self.ground {
            &Ground::Open { columns, rows, obstacles, any_parts } => {
                let free = self.free_squares([columns, rows], obstacles, any_parts, observer);
                let mask = Some(Mask::from_bits(free.map_err(MakeError::Stopped)?));
                let options = MeshOptions { columns, rows, mask, ..MeshOptions::default() };
                let made = Mesh::in_parts(&options, observer).map_err(MakeError::Stopped)?;
                (made.map_err(|invalid| InvalidOptions(vec![of_mesh(&invalid)]))?, Share::NONE)
            }
            Ground::Plain { .. } | Ground::Part { .. } => (lay(&self.mesh(), observer)?, Share::NONE),
            Ground::Mesh { options, weave } => (lay(options, observer)?, *weave),
            Ground::Given { mesh, weave } => ((**mesh).clone(), *weave),
        };
        if weave.is_some() {
            let rng = &mut self.rng(Stream::Weave);
            mesh = mesh.woven(rng, |most| weave.of(most), observer).map_err(MakeError::Stopped)?;
        }
        self.known(&mesh)?;
        Ok(mesh)
    }

    /// The squares of open ground that are not blocked.
    fn free_squares<O: Observer>(
        &self,
        [columns, rows]: [u32; 2],
        obstacles: Share,
        any_parts: bool,
        observer: &mut O,
    ) -> Result<Vec<bool>, O::Stop> {
        let square = |[row, column]: [u64; 2]| (row * u64::from(columns) + column) as u32;
        let joined = match self.edits.solvable {
            Some(share) if !is_solvable(share, &mut self.rng(Stream::Solvable)) => Joined::NotEnds,
            _ if any_parts => Joined::Perhaps,
            _ => Joined::All,
        };
        let ends = self.ends.places().map(|ends| ends.map(square));
        let rng = &mut self.rng(Stream::Obstacles);
        free_squares([columns, rows], obstacles.of(columns * rows), ends, joined, rng, observer)
    }

    /// Makes the maze on the grid that these options [lay](MazeOptions::lay).
    ///
    /// # Errors
    ///
    /// As those of [`make`](MazeOptions::make).
    pub fn make_on<O: Observer>(&self, mesh: Mesh, observer: &mut O) -> Result<Picture, MakeError<O::Stop>> {
        observer.go_on().map_err(MakeError::Stopped)?;
        if !self.is_open_ground() && self.algorithm.info().walks() {
            let steps = self.expected_steps_on(&mesh, observer).map_err(MakeError::Stopped)?;
            observer.expect(steps).map_err(MakeError::Stopped)?;
        }
        let known = self.known(&mesh)?;
        // A picture is returned as the cells that it keeps.
        let bits = self.mesh().mask.as_ref().filter(|mask| mask.is_picture()).map(|_| mesh.bits());
        let mut rooms = Vec::new();
        let carved = self.carve_mesh(mesh, &mut rooms, observer).map_err(MakeError::Stopped)?;
        let mut maze =
            carved.ok_or_else(|| InvalidOptions::one("algo", Why::Unsupported.because("does not run on this grid")))?;
        let finish = || {
            self.place_rooms(&mut maze, &mut rooms, observer)?;
            if !self.edits.sparse.is_some() {
                return self.finish(&mut maze, known, observer);
            }
            let (known, numbers) = self.thin(&mut maze, known, observer)?;
            self.finish(&mut maze, known, &mut Renumbered { observer, numbers: &numbers })
        };
        let (from, to) = finish().map_err(MakeError::Stopped)?;
        let mut picture = Picture::new(maze, from, to);
        if self.has_exits() {
            picture.list_openings();
        }
        picture.head.rooms = rooms;
        self.place_things(&mut picture, observer).map_err(MakeError::Stopped)?;
        picture.head.algo = self.made_by();
        picture.head.seed = Some(self.seed());
        picture.head.generator = Some(GENERATOR_VERSION);
        let mut shown = self.to_builder();
        shown.mesh.mask = bits.or(shown.mesh.mask);
        picture.head.options = Some(shown.shaping());
        picture.head.ends = self.ends_asked();
        Ok(picture)
    }

    fn place_rooms<G: Site, O: Observer>(
        &self,
        maze: &mut Maze<G>,
        placed: &mut Vec<Room>,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        let Some(asked) = Rooms::of(&self.edits) else { return Ok(()) };
        let MeshOptions { columns, rows, floors, .. } = *self.mesh();
        let at = |grid: &G, [floor, row, column]: [u32; 3]| {
            let place: Address = [row, column].into();
            grid.find(if floors > 1 { [floor, row, column].into() } else { place })
        };
        let rng = &mut self.rng(Stream::Rooms);
        placed.extend(rooms(maze, asked, [floors, rows, columns], at, rng, observer)?);
        Ok(())
    }

    /// Places doors, keys and items, and lists them in the head.
    fn place_things<O: Observer>(&self, picture: &mut Picture, observer: &mut O) -> Result<(), O::Stop> {
        let edits = &self.edits;
        if !has_things(edits) {
            return Ok(());
        }
        let Picture { maze, from, to, .. } = picture;
        let way = way_back(maze, &distances(maze, *from, observer)?, *to);
        let way = if way.is_empty() { vec![*from] } else { way };
        let rng = &mut self.rng(Stream::Items);
        let (items, locks) = place(maze, &way, &edits.items, edits.locks, rng, observer)?;
        picture.list_things(items, locks);
        Ok(())
    }

    /// Takes cells out. Returns what is known of the maze without them, and the numbers that its cells had.
    fn thin<O: Observer>(
        &self,
        maze: &mut Maze<Mesh>,
        Known { ends, walls }: Known,
        observer: &mut O,
    ) -> Result<(Known, Vec<Cell>), O::Stop> {
        let grid = maze.grid();
        let mut stay: Vec<Cell> = walls.iter().map(|&(cell, _)| cell).collect();
        let inner = walls.iter().filter(|(cell, side)| grid.inner_sides(*cell).contains(*side));
        stay.extend(inner.map(|&(cell, side)| grid.across(cell, side)));
        if self.ends() == EndsRule::Corners {
            stay.extend(ends);
        }
        stay.sort_unstable();
        let stays = |cell| stay.binary_search(&cell).is_ok();
        let kept = sparse(maze, self.edits.sparse, stays, &mut self.rng(Stream::Sparse), observer)?;
        let numbers: Vec<Cell> = maze.cells().filter(|cell| kept[cell.index()]).collect();
        *maze = thinned(maze, &kept, &numbers);
        // Ends that are looked for in the finished maze need not be among them.
        let moved = |cell: Cell| Cell(numbers.binary_search(&cell).unwrap_or_default() as u32);
        let walls = walls.into_iter().map(|(cell, side)| (moved(cell), side)).collect();
        Ok((Known { ends: ends.map(moved), walls }, numbers))
    }

    /// Does all that is done to the maze after it has its cells. Returns its ends.
    fn finish<G: Site, O: Observer>(
        &self,
        maze: &mut Maze<G>,
        Known { ends, walls }: Known,
        observer: &mut O,
    ) -> Result<(Cell, Cell), O::Stop> {
        let edits = &self.edits;
        braid(maze, edits.braid, &mut self.rng(Stream::Braid), observer)?;
        if let Some(most) = edits.max_dead_end {
            max_dead_end(maze, most, &mut self.rng(Stream::MaxDeadEnd), observer)?;
        }
        if let (Some(share), Some(maze)) = (edits.max_walls, G::as_squares(maze)) {
            let lines = edits.max_walls_in.unwrap_or_default();
            max_walls(maze, share, lines, &mut self.rng(Stream::MaxWalls), observer)?;
        }
        for (cell, side) in walls {
            remove(maze, cell, side, observer)?;
        }
        let (from, to) = match self.ends() {
            EndsRule::Corners => ends.into(),
            rule => {
                let none = Address::from([0]);
                rule.or(none, none, self.seed).find(maze, observer)?
            }
        };
        if edits.doors {
            for (cell, side) in maze.grid().doors(from, to) {
                remove(maze, cell, side, observer)?;
            }
        }
        weigh(maze, edits.weights, &mut self.rng(Stream::Weights), observer)?;
        let (from, to) = match self.ends_at_any_exit() {
            true => Ends::Nearest { from: maze.grid().address(from) }.find(maze, observer)?,
            false => (from, to),
        };
        // The obstacles of open ground have said it.
        if let Some(share) = edits.solvable.filter(|_| !self.is_open_ground()) {
            let rng = &mut self.rng(Stream::Solvable);
            if !is_solvable(share, rng) {
                let way = way_back(maze, &distances(maze, from, observer)?, to);
                block(maze, &way, rng, observer)?;
            }
        }
        Ok((from, to))
    }

    /// The ends and the walls to open on this grid, which are known before the maze is carved.
    pub(super) fn known<G: Site>(&self, grid: &G) -> Result<Known, InvalidOptions> {
        let mut faults = Vec::new();
        let [first, last] = grid.default_ends();
        let mut end = |option: &'static str, spot: Option<Spot>, default: Cell| {
            let Some(spot) = spot else { return default };
            let cell = grid.find(spot.address());
            let reason = match cell {
                None => Some(grid.outside()),
                Some(cell) if self.edits.doors && grid.outer_sides(cell).is_empty() => Some(inside()),
                Some(_) => None,
            };
            faults.extend(reason.map(|reason| InvalidOption::new(option, 0, reason)));
            cell.unwrap_or(default)
        };
        let ends = match self.ends {
            KnownEnds::Cells { from, to } => [end("from", from, first), end("to", to, last)],
            KnownEnds::Nearest { from } => [end("from", from, first); 2],
            KnownEnds::Rule(_) => [first, last],
        };
        let mut walls = Vec::new();
        for (index, wall) in self.remove.iter().enumerate() {
            let mut fault = |reason: InvalidValue| faults.push(InvalidOption::new("remove", index, reason));
            let Some(cell) = grid.find(wall.cell.address()) else {
                fault(grid.outside());
                continue;
            };
            let sides: Sides = grid.inner_sides(cell).into_iter().chain(grid.outer_sides(cell)).collect();
            match grid.side_named(cell, &wall.side).filter(|&side| sides.contains(side)) {
                Some(side) => walls.push((cell, side)),
                None => {
                    let known: Vec<&str> = sides.into_iter().map(|side| grid.side_name(cell, side)).collect();
                    let known = known.join(", ");
                    let reason = format!("{} is no side of this cell: it has {known}", wall.side);
                    fault(Why::NoSide(known).because(reason));
                }
            }
        }
        if self.has_exits() {
            let rng = &mut self.rng(Stream::Exits);
            match draw_exits(grid, self.edits.exits, |cell| grid.sides_to_open(cell), rng) {
                Ok(exits) => walls.extend(exits),
                Err(border) => faults.push(InvalidOption::new("exits", 0, too_many_exits(border.into()))),
            }
        }
        if faults.is_empty() { Ok(Known { ends, walls }) } else { Err(InvalidOptions(faults)) }
    }
}

/// Draws whether the exit can be reached, which it can with this probability.
fn is_solvable(share: Share, rng: &mut Rng) -> bool {
    rng.below(1 << 53) < share.to_53_bits()
}

/// The properties of a maze that are known before it is carved.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// The entrance and the exit, where these do not depend on the walls.
    pub(super) ends: [Cell; 2],
    /// The walls that are removed, and the openings that are made.
    walls: Vec<Wall>,
}

/// What making a maze asks of a grid, beside its neighbors.
pub(super) trait Site: Grid + Sized {
    /// The ends where none are set.
    fn default_ends(&self) -> [Cell; 2];

    /// Why an address is none of a cell.
    fn outside(&self) -> InvalidValue;

    /// The outer sides of a cell at which the outer wall may be opened.
    fn sides_to_open(&self, cell: Cell) -> Sides;

    /// Where doors are, one for each of these ends that is at the border.
    fn doors(&self, from: Cell, to: Cell) -> Vec<Wall>;

    /// The maze, if it is one of plain squares, whose lines are straight.
    fn as_squares(maze: &mut Maze<Self>) -> Option<&mut Maze<Square>>;
}

impl Site for Square {
    fn default_ends(&self) -> [Cell; 2] {
        [Cell(0), Cell(self.cells() - 1)]
    }

    fn outside(&self) -> InvalidValue {
        no_cell([self.columns(), Square::rows(self)].map(u64::from))
    }

    fn sides_to_open(&self, cell: Cell) -> Sides {
        self.outer_sides(cell)
    }

    fn doors(&self, from: Cell, to: Cell) -> Vec<Wall> {
        let sides = door_sides(self.outer_sides(from), self.outer_sides(to), from == to);
        let doors = [from, to].into_iter().zip(sides);
        doors.filter_map(|(cell, side)| Some((cell, side?))).collect()
    }

    fn as_squares(maze: &mut Maze<Square>) -> Option<&mut Maze<Square>> {
        Some(maze)
    }
}

impl Site for Mesh {
    fn default_ends(&self) -> [Cell; 2] {
        Mesh::default_ends(self)
    }

    fn outside(&self) -> InvalidValue {
        outside_mesh(self)
    }

    /// On a custom grid, sides without an edge are nowhere, and are opened only where the cell has no others.
    fn sides_to_open(&self, cell: Cell) -> Sides {
        let all = self.outer_sides(cell);
        if all.is_empty() {
            return all;
        }
        let drawn: Sides = self.edges(cell).map(Edge::side).filter(|&side| all.contains(side)).collect();
        if drawn.is_empty() { all } else { drawn }
    }

    /// Where doors are: at the entrance the outer side that is farthest to the left, at the exit the one that is farthest to the right, and of
    /// several the upper and the lower one. An end inside the maze has none.
    fn doors(&self, from: Cell, to: Cell) -> Vec<Wall> {
        let middle = |(cell, side): (Cell, Side)| {
            let [[ax, ay], [bx, by]] = self.ends(self.edge(cell, side)?).map(|corner| corner.at);
            Some([ax + bx, ay + by])
        };
        let is_before = |a, b| matches!((middle(a), middle(b)), (Some(a), Some(b)) if a < b);
        let sides = |cell| self.sides_to_open(cell).into_iter().map(move |side| (cell, side));
        let first = sides(from).reduce(|a, b| if is_before(b, a) { b } else { a });
        let last = sides(to).filter(|&door| Some(door) != first).reduce(|a, b| if is_before(a, b) { b } else { a });
        first.into_iter().chain(last).collect()
    }

    fn as_squares(_: &mut Maze<Mesh>) -> Option<&mut Maze<Square>> {
        None
    }
}

/// A shortest way to a cell, by the distances of all cells from where it begins; empty where none leads there.
fn way_back<G: Grid>(maze: &Maze<G>, found: &Distances, to: Cell) -> Vec<Cell> {
    let mut way = Vec::new();
    let mut next = found.to(to).map(|moves| (to, moves));
    while let Some((cell, moves)) = next {
        way.push(cell);
        let before = moves.checked_sub(1);
        let nearer = maze.neighbors(cell).find(|&(_, far)| before.is_some() && found.to(far) == before);
        next = nearer.map(|(_, far)| far).zip(before);
    }
    way.reverse();
    way
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
