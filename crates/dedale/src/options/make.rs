//! Making mazes from checked options: as a whole, row by row, or in part.

use super::ground::of_mesh;
use super::option_grid::{OptionGrid, Resolved};
use super::possible::Possible;
use super::wanted::{Measured, Target};
use super::{Ends, EndsRule, InvalidOptions, MakeError, MazeOptions};
use crate::about::InvalidValueKind;
use crate::edit::{
    PlacedLetters, Room, Share, braid, letters, make_unsolvable, max_dead_end, max_walls, place, remove, rooms, sparse,
    weights,
};
use crate::grid::{
    Address, AnyGrid, Cell, Grid, InvalidMesh, Joined, Mask, Mesh, MeshOptions, Sides, Square, free_squares,
};
use crate::maze::Maze;
use crate::observe::{Observer, Step};
use crate::picture::Picture;
use crate::rng::{Rng, Stream, attempt_seed};
use crate::solve::distances;

impl MazeOptions {
    /// Makes the maze, with everything that is known about it. A difficulty or a length that was not [looked for](MazeOptions::find) is
    /// ignored: the maze is that of the seed itself. The steps and their order are part of the [version](crate::generate::GENERATOR_VERSION):
    ///
    /// 1. the grid: wrapped, cut to its mask, and woven, or without `obstacles`;
    /// 2. the walls: open ground has none; otherwise the algorithm carves a maze, with `straightness`, `symmetry`, `unicursal` and `reveal`;
    /// 3. `rooms` removes the walls inside of rooms;
    /// 4. `sparse` takes cells out, as if a mask had left them out;
    /// 5. `braid` opens dead ends, and `max_dead_end` opens those that are too long;
    /// 6. `max_walls` opens walls of rows, then of columns;
    /// 7. `remove` removes single walls, and `exits` opens the outer wall;
    /// 8. `ends` finds the entrance and the exit;
    /// 9. `doors` opens the outer wall at both, unless they are inside of the maze;
    /// 10. `weights` sets the cost of entering each cell;
    /// 11. `to=any` finds the nearest exit;
    /// 12. `solvable` closes the way to the exit in some mazes;
    /// 13. `locks` and `items` are placed, and then the letters of `word` or the numbers of `sum`.
    ///
    /// # Errors
    ///
    /// [`MakeError::Stopped`] when the observer stops the work. [`MakeError::Invalid`] for what only the grid shows to be wrong, for a maze
    /// of more than 2^32 − 1 cells, and for a part of a maze, which [`make_part`](MazeOptions::make_part) makes. [`MakeError::DoesNotFit`] if
    /// the way to the exit has no room for a word.
    pub fn make<O: Observer>(&self, observer: &mut O) -> Result<Picture, MakeError<O::Stop>> {
        if self.window().is_some() {
            return Err(InvalidOptions::one("window", "is a part of a maze, and not made as a whole").into());
        }
        let grid = self.build_grid(observer)?;
        self.make_on(grid, observer)
    }

    /// Returns the picture of a finished maze, with the things in it and its metadata.
    fn picture<O: Observer>(
        &self,
        maze: impl Into<Maze<AnyGrid>>,
        (from, to): (Cell, Cell),
        rooms: Vec<Room>,
        observer: &mut O,
    ) -> Result<Picture, MakeError<O::Stop>> {
        let mut picture = Picture::new(maze, from, to);
        if self.set.edits.exits > 0 {
            picture.list_openings();
        }
        picture.metadata.rooms = rooms;
        self.place_things(&mut picture, observer)?;
        self.describe(&mut picture.metadata);
        Ok(picture)
    }

    /// The number of seeds that [`make_fitting`](MazeOptions::make_fitting) tries besides that of the options.
    pub const MAX_FITTING: u32 = 20;

    /// Makes the maze, as [`make`](MazeOptions::make) does. If its word or its numbers do not fit on the way, it makes the first of the next
    /// [`MAX_FITTING`](MazeOptions::MAX_FITTING) mazes of [attempts](crate::rng::attempt_seed) on whose way they do.
    ///
    /// # Errors
    ///
    /// The [`MakeError`] of [`make`](MazeOptions::make): [`DoesNotFit`](MakeError::DoesNotFit) if they fit in none of these mazes.
    pub fn make_fitting<O: Observer>(&self, observer: &mut O) -> Result<Picture, MakeError<O::Stop>> {
        let mut made = self.make(observer);
        for attempt in 1..=MazeOptions::MAX_FITTING {
            if !matches!(made, Err(MakeError::DoesNotFit { .. })) {
                break;
            }
            made = self.with_seed(attempt_seed(self.seed(), attempt)).make(observer);
        }
        made
    }

    /// Returns these options with the seed of the first attempt, of at most `most`, whose maze has the wanted difficulty and length. They
    /// want nothing any more, so they make that maze at once. An attempt is the maze of a seed that is derived from this one: see
    /// [`attempt_seed`].
    pub fn find<O: Observer>(&self, most: u32, observer: &mut O) -> Result<MazeOptions, MakeError<O::Stop>> {
        let wanted = self.set.wanted;
        // The maze that is found has what is wanted. Attempts are measured without weights, unless these decide which exit is the nearest.
        let mut found = self.clone();
        found.set.wanted = Target::default();
        if !wanted.is_any() {
            return Ok(found);
        }
        let grid = self.build_grid(observer)?;
        match &grid {
            AnyGrid::Square(grid) => Possible::on(self, grid, observer)?.check(&wanted)?,
            AnyGrid::Mesh(mesh) => Possible::on(self, &**mesh, observer)?.check(&wanted)?,
        }
        let mut tried = found.clone();
        let edits = &mut tried.set.edits;
        edits.weights = edits.weights.filter(|_| self.ends_at_any_exit());
        (edits.items, edits.locks, edits.solvable) = (Vec::new(), 0, None);
        edits.set_on_the_way(None);
        let seed = wanted.find(self.seed(), most, |attempt| {
            tried.set_seed(attempt);
            let is_new = self.is_woven() || self.is_open_ground();
            let grid = if is_new { tried.build_grid(observer)? } else { grid.clone() };
            let Picture { maze, from, to, .. } = tried.make_on(grid, observer)?;
            Measured::of(&maze, from, to, observer).map_err(MakeError::Stopped)
        })?;
        found.set_seed(seed);
        Ok(found)
    }

    /// Builds the grid on which the maze is made, with its tunnels, and checks that it has the cells and sides that the options name.
    pub fn build_grid<O: Observer>(&self, observer: &mut O) -> Result<AnyGrid, MakeError<O::Stop>> {
        if self.is_plain() {
            let MeshOptions { columns, rows, .. } = *self.mesh();
            let grid = Square::new(columns, rows).map_err(|error| InvalidOptions::one("w", error.to_string()))?;
            return Ok(grid.into());
        }
        let checked = |made: Result<Result<Mesh, InvalidMesh>, O::Stop>| {
            let made = made.map_err(MakeError::Stopped)?;
            made.map_err(|invalid| MakeError::from(InvalidOptions(vec![of_mesh(&invalid)])))
        };
        let mut mesh = match (&self.set.given, self.set.obstacles) {
            (Some(mesh), _) => (**mesh).clone(),
            (None, Some(obstacles)) => {
                let MeshOptions { columns, rows, .. } = *self.mesh();
                let free = self.free_squares([columns, rows], obstacles, observer).map_err(MakeError::Stopped)?;
                let mask = Some(Mask::from_bits(free));
                checked(Mesh::make(&MeshOptions { columns, rows, mask, ..MeshOptions::default() }, true, observer))?
            }
            (None, None) => checked(Mesh::make(self.mesh(), false, observer))?,
        };
        let weave = self.set.weave;
        if weave.is_some() {
            let rng = &mut self.rng(Stream::Weave);
            mesh = mesh.woven(rng, |most| weave.of(most), observer).map_err(MakeError::Stopped)?;
        }
        self.resolve_on(&mesh)?;
        Ok(mesh.into())
    }

    /// Returns the squares of open ground that are not blocked.
    fn free_squares<O: Observer>(
        &self,
        [columns, rows]: [u32; 2],
        obstacles: Share,
        observer: &mut O,
    ) -> Result<Vec<bool>, O::Stop> {
        let square = |[row, column]: [u64; 2]| (row * u64::from(columns) + column) as u32;
        let joined = match self.set.edits.solvable {
            Some(share) if !is_solvable(share, &mut self.rng(Stream::Solvable)) => Joined::NotEnds,
            _ => self.set.joined(),
        };
        let ends = self.set.known_places().map(|ends| ends.map(square));
        let rng = &mut self.rng(Stream::Obstacles);
        free_squares([columns, rows], obstacles.of(columns * rows), ends, joined, rng, observer)
    }

    /// Makes the maze on the grid that these options [build](MazeOptions::build_grid).
    pub fn make_on<O: Observer>(&self, grid: AnyGrid, observer: &mut O) -> Result<Picture, MakeError<O::Stop>> {
        match grid {
            AnyGrid::Square(grid) => self.make_on_squares(grid, observer),
            AnyGrid::Mesh(mesh) => self.make_on_mesh(*mesh, observer),
        }
    }

    fn make_on_squares<O: Observer>(&self, grid: Square, observer: &mut O) -> Result<Picture, MakeError<O::Stop>> {
        let resolved = self.resolve_on(&grid)?;
        let (mut maze, mut rooms) = (Maze::closed(grid), Vec::new());
        match &self.set.reveal {
            Some(shape) => {
                let place = |[row, column]: [u64; 2]| grid.at(row as u32, column as u32);
                let ends = self.places().map_or(resolved.ends, |ends| ends.map(place));
                self.carve_reveal(&mut maze, shape, ends, observer)?;
            }
            None => self.carve_squares(&mut maze, &mut rooms, observer).map_err(MakeError::Stopped)?,
        }
        let make = || {
            self.place_rooms(&mut maze, &mut rooms, observer)?;
            self.finish(&mut maze, resolved, observer)
        };
        let ends = make().map_err(MakeError::Stopped)?;
        self.picture(maze, ends, rooms, observer)
    }

    fn make_on_mesh<O: Observer>(&self, mesh: Mesh, observer: &mut O) -> Result<Picture, MakeError<O::Stop>> {
        observer.go_on().map_err(MakeError::Stopped)?;
        if !self.is_open_ground() && self.algorithm().info().walks() {
            let steps = self.expected_steps_on(&mesh, observer).map_err(MakeError::Stopped)?;
            observer.expect(steps).map_err(MakeError::Stopped)?;
        }
        let resolved = self.resolve_on(&mesh)?;
        // A picture becomes the bits of the cells that it keeps.
        let bits = self.mesh().mask.as_ref().filter(|mask| mask.is_picture()).map(|_| mesh.bits());
        let mut rooms = Vec::new();
        let carved = self.carve_mesh(mesh, &mut rooms, observer).map_err(MakeError::Stopped)?;
        let mut maze = carved.ok_or_else(|| {
            InvalidOptions::one("algo", InvalidValueKind::Unsupported.with_reason("does not run on this grid"))
        })?;
        let finish = || {
            self.place_rooms(&mut maze, &mut rooms, observer)?;
            if self.set.edits.sparse.is_some() {
                let (resolved, numbers) = self.thin(&mut maze, resolved, observer)?;
                self.finish(&mut maze, resolved, &mut Renumbered { observer, numbers: &numbers })
            } else {
                self.finish(&mut maze, resolved, observer)
            }
        };
        let ends = finish().map_err(MakeError::Stopped)?;
        let mut picture = self.picture(maze, ends, rooms, observer)?;
        if bits.is_some() {
            let mut shown = self.set.clone();
            shown.mesh.mask = bits;
            picture.metadata.options = Some(shown.shaping());
        }
        Ok(picture)
    }

    fn place_rooms<G: OptionGrid, O: Observer>(
        &self,
        maze: &mut Maze<G>,
        placed: &mut Vec<Room>,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        let edits = &self.set.edits;
        let MeshOptions { columns, rows, floors, .. } = *self.mesh();
        let at = |grid: &G, [floor, row, column]: [u32; 3]| {
            let place: Address = [row, column].into();
            grid.find(if floors > 1 { [floor, row, column].into() } else { place })
        };
        let rng = &mut self.rng(Stream::Rooms);
        placed.extend(rooms(maze, edits.rooms, edits.room_size(), [floors, rows, columns], at, rng, observer)?);
        Ok(())
    }

    /// Places doors, keys, items and letters, and lists them in the metadata.
    fn place_things<O: Observer>(&self, picture: &mut Picture, observer: &mut O) -> Result<(), MakeError<O::Stop>> {
        let edits = &self.set.edits;
        let (has_things, on_the_way) = (!edits.items.is_empty() || edits.locks > 0, edits.on_the_way());
        if !has_things && on_the_way.is_none() {
            return Ok(());
        }
        let Picture { maze, from, to, .. } = &*picture;
        let path = distances(maze, *from, observer).map_err(MakeError::Stopped)?.path_to(maze, *to);
        let path = path.unwrap_or_else(|| vec![*from]);
        let (items, locks) = if has_things {
            let rng = &mut self.rng(Stream::Items);
            place(maze, &path, &edits.items, edits.locks, rng, observer).map_err(MakeError::Stopped)?
        } else {
            (Vec::new(), Vec::new())
        };
        let written = on_the_way.map(|(option, what)| {
            let grid = maze.grid();
            let mut taken: Vec<Cell> = items.iter().map(|item| item.cell).collect();
            taken.extend(locks.iter().flat_map(|lock| [lock.cell, grid.across(lock.cell, lock.side)]));
            let mesh = grid.mesh();
            taken.extend(mesh.iter().flat_map(|mesh| mesh.crossings()).map(|crossing| crossing.cell));
            taken.sort_unstable();
            // Stairs are drawn in their cells.
            let floors = mesh.filter(|mesh| mesh.options().floors > 1);
            let has_stairs = |cell| {
                floors.is_some_and(|mesh| maze.passages(cell).into_iter().any(|side| mesh.edge(cell, side).is_none()))
            };
            let is_taken = |cell: Cell| taken.binary_search(&cell).is_ok() || has_stairs(cell);
            let rng = &mut self.rng(Stream::Letters);
            let written = letters(maze, &path, &what, edits.decoys(), is_taken, rng, observer);
            written.map_err(MakeError::Stopped)?.map_err(|error| MakeError::DoesNotFit { option, error })
        });
        let written = written.transpose()?;
        if has_things {
            picture.list_things(items, locks);
        }
        if let Some(PlacedLetters { letters, answer }) = written {
            picture.list_letters(letters, answer);
        }
        Ok(())
    }

    /// Takes cells out. Returns the maze without them, and the numbers that its cells had before.
    fn thin<O: Observer>(
        &self,
        maze: &mut Maze<Mesh>,
        Resolved { ends, walls }: Resolved,
        observer: &mut O,
    ) -> Result<(Resolved, Vec<Cell>), O::Stop> {
        let grid = maze.grid();
        let mut stay: Vec<Cell> = walls.iter().map(|&(cell, _)| cell).collect();
        let inner = walls.iter().filter(|(cell, side)| grid.inner_sides(*cell).contains(*side));
        stay.extend(inner.map(|&(cell, side)| grid.across(cell, side)));
        if self.ends() == EndsRule::Corners {
            stay.extend(ends);
        }
        stay.sort_unstable();
        let stays = |cell| stay.binary_search(&cell).is_ok();
        let kept = sparse(maze, self.set.edits.sparse, stays, &mut self.rng(Stream::Sparse), observer)?;
        let numbers: Vec<Cell> = maze.cells().filter(|cell| kept[cell.index()]).collect();
        *maze = thinned(maze, &kept, &numbers);
        // Ends that will be found in the finished maze need not be among them.
        let moved = |cell: Cell| Cell(numbers.binary_search(&cell).unwrap_or_default() as u32);
        let walls = walls.into_iter().map(|(cell, side)| (moved(cell), side)).collect();
        Ok((Resolved { ends: ends.map(moved), walls }, numbers))
    }

    /// Edits the maze after it has its cells. Returns its ends.
    fn finish<G: OptionGrid, O: Observer>(
        &self,
        maze: &mut Maze<G>,
        Resolved { ends, walls }: Resolved,
        observer: &mut O,
    ) -> Result<(Cell, Cell), O::Stop> {
        let edits = &self.set.edits;
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
                rule.or(none, none, self.seed()).find(maze, observer)?
            }
        };
        if edits.doors {
            G::open_doors(maze, from, to, observer)?;
        }
        if let Some(drawn) = edits.weights {
            let weights = weights(maze.grid(), drawn, &mut self.rng(Stream::Weights), observer)?;
            let set = maze.set_weights(weights);
            debug_assert_eq!(set, Ok(()), "the options were checked");
        }
        let (from, to) = match self.ends_at_any_exit() {
            true => Ends::Nearest { from: maze.grid().address(from) }.find(maze, observer)?,
            false => (from, to),
        };
        // On open ground, the obstacles have decided this.
        if let Some(share) = edits.solvable.filter(|_| !self.is_open_ground()) {
            let rng = &mut self.rng(Stream::Solvable);
            if !is_solvable(share, rng) {
                let path = distances(maze, from, observer)?.path_to(maze, to).unwrap_or_default();
                make_unsolvable(maze, &path, rng, observer)?;
            }
        }
        Ok((from, to))
    }
}

/// Draws whether the exit can be reached, with this probability.
fn is_solvable(share: Share, rng: &mut Rng) -> bool {
    rng.below(1 << 53) < share.to_53_bits()
}

/// Returns the maze of the cells that are `kept`, which have these `numbers`. No passage leads to other cells.
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

/// Reports cells to an observer by the numbers that they had before others were taken out.
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
