//! Mazes on grids that are not plain squares.

use std::fmt;

use super::wanted::Measured;
use super::ways::Ways;
use super::{EndsRule, InvalidOption, InvalidOptions, Made, NoneFound, Wanted, outside_mesh};
use crate::edit::{Share, braid, remove, sparse};
use crate::generate::{Algorithm, GENERATOR_VERSION, Walk};
use crate::grid::{
    Address, Cell, Edge, Grid, GridKind, InvalidMesh, Mask, Mesh, MeshOptions, Side, Sides, Square, Wrap,
};
use crate::maze::Maze;
use crate::observe::{Observer, Step};
use crate::render::{OptionList, OptionValue, Picture};
use crate::rng::{MAX_SEED, Rng, Stream, attempt_seed};

/// A maze on a [`Mesh`] that can be made: what [`MazeOptions`](super::MazeOptions) is for plain squares.
///
/// Everything that does not depend on the grid is checked. The addresses and the parts of a mask are checked when it
/// is [made](ShapedOptions::make).
///
/// ```
/// use dedale::options::MazeBuilder;
/// let mut builder = MazeBuilder::default();
/// for (name, value) in [("grid", "hex"), ("w", "12"), ("h", "9"), ("algo", "wilson"), ("seed", "7")] {
///     builder.set(name, value)?;
/// }
/// let options = builder.shaped_options().unwrap();
/// assert_eq!(options.to_string(), "algo=wilson&grid=hex&w=12&h=9&seed=7");
/// let Ok(picture) = options.make(&mut ());
/// assert_eq!(picture.unwrap().maze.count_passages(), 12 * 9 - 1);
/// # Ok::<(), dedale::about::InvalidValue>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ShapedOptions {
    pub(super) algorithm: Algorithm,
    pub(super) mesh: MeshOptions,
    /// The grid, where its options do not say all of it.
    pub(super) laid: Option<Mesh>,
    pub(super) weave: Share,
    pub(super) seed: u64,
    pub(super) from: Option<Address>,
    pub(super) to: Option<Address>,
    pub(super) ends: EndsRule,
    pub(super) doors: bool,
    pub(super) ways: Ways,
    pub(super) braid: Share,
    pub(super) remove: Vec<(Address, String)>,
    pub(super) wanted: Wanted,
    /// The attempt that was found.
    pub(super) attempt: Option<u32>,
}

/// Why the edges of a circle cannot be joined.
pub(super) const NO_EDGES: &str = "is not valid with grid=polar, which has no opposite edges";

/// What is wrong with a grid, said of the option that can mend it.
pub(super) fn of_mesh(invalid: &InvalidMesh) -> InvalidOption {
    let (option, reason) = match invalid {
        InvalidMesh::Levels => ("levels", "is only valid with grid=square".to_owned()),
        InvalidMesh::NoEdges => ("wrap", NO_EDGES.into()),
        InvalidMesh::Open { rows, number, is_least } => {
            let how = if *is_least { "at least" } else { "a multiple of" };
            (if *rows { "h" } else { "w" }, format!("must be {how} {number} for the edges to be joined"))
        }
        InvalidMesh::Parts(parts) => (
            "mask",
            format!("leaves {parts} parts without a way between them: parts=largest keeps the largest of them"),
        ),
        other => (if matches!(other, InvalidMesh::Size) { "w" } else { "mask" }, other.to_string()),
    };
    InvalidOption { option, index: 0, reason }
}

impl ShapedOptions {
    /// The algorithm, with its own options.
    pub fn algorithm(&self) -> &Algorithm {
        &self.algorithm
    }

    /// The grid.
    pub fn mesh(&self) -> &MeshOptions {
        &self.mesh
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The same with another seed: see [`MazeOptions::with_seed`](super::MazeOptions::with_seed).
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> ShapedOptions {
        ShapedOptions { seed: seed & MAX_SEED, attempt: None, ..self.clone() }
    }

    /// Whether passages run under one another: then the grid depends on the seed.
    pub fn is_woven(&self) -> bool {
        self.weave > Share::NONE
    }

    /// The number of cells, with those that a mask leaves out.
    pub fn cells(&self) -> u64 {
        self.mesh.sites()
    }

    /// Whether there may be more than one way between two cells.
    pub fn has_loops(&self) -> bool {
        self.ways.has_loops() || self.braid > Share::NONE || !self.remove.is_empty()
    }

    /// About how many columns and rows of cells there are, for what an algorithm takes on them.
    pub fn extent(&self) -> [u32; 2] {
        let cells = self.cells();
        let rows = match self.mesh.kind {
            GridKind::Polar => u64::from(self.mesh.rings) + 1,
            // As if it were a square.
            GridKind::Custom => cells.isqrt(),
            _ => u64::from(self.mesh.rows) * u64::from(self.mesh.levels),
        };
        [cells / rows.max(1), rows].map(|size| u32::try_from(size).unwrap_or(u32::MAX))
    }

    /// About how many steps it takes to make the maze: see [`MazeOptions::expected_steps`](super::MazeOptions::expected_steps).
    pub fn expected_steps(&self) -> u64 {
        let [columns, rows] = self.extent();
        self.expected_steps_at(columns, rows)
    }

    /// The approximate number of steps with so many columns and rows of cells: see [`extent`](ShapedOptions::extent).
    pub fn expected_steps_at(&self, columns: u32, rows: u32) -> u64 {
        // What a custom grid is like, where that is found out sooner than a walk takes.
        if let Some(mesh) = self.laid.as_ref().filter(|mesh| mesh.cells() <= SMALL) {
            let Ok(steps) = self.expected_steps_on(mesh, &mut ());
            return steps;
        }
        self.steps_of_walk(columns, rows, self.walk_at(columns, rows))
    }

    /// About how many steps it takes to make the maze on the grid that these options [lay](ShapedOptions::lay). Where cells are left out, and
    /// on a custom grid, nothing else shows how long a random walk takes.
    ///
    /// # Complexity
    ///
    /// Time and memory `O(cells)` where the algorithm walks at random on such a grid, and constant otherwise.
    ///
    /// # Errors
    ///
    /// [`Observer::Stop`] when the observer stops the work.
    pub fn expected_steps_on<O: Observer>(&self, mesh: &Mesh, observer: &mut O) -> Result<u64, O::Stop> {
        let [columns, rows] = self.extent();
        let is_regular = mesh.kind() != GridKind::Custom && self.mesh.mask.is_none();
        let walk = if is_regular || !self.algorithm.info().walks() {
            self.walk_at(columns, rows)
        } else if mesh.is_tree() {
            return Ok(self.steps_of_walk(columns, rows, Walk::nowhere(mesh.cells().into())));
        } else {
            Walk::on(mesh, observer)?
        };
        Ok(self.steps_of_walk(columns, rows, walk))
    }

    /// How a random walk goes on a grid of so many columns and rows of cells, if none is left out.
    fn walk_at(&self, columns: u32, rows: u32) -> Walk {
        let MeshOptions { kind, levels, wrap, .. } = self.mesh;
        let cells = u64::from(columns).saturating_mul(rows.into());
        if kind == GridKind::Polar {
            let side = cells.isqrt();
            return Walk::in_box([side, cells / side.max(1), 1], [false; 3]);
        }
        let levels = u64::from(levels.max(1));
        let (columns, rows) = (u64::from(columns), u64::from(rows) / levels);
        let joined = [wrap.joins_columns(), wrap.joins_rows(), false];
        let is_path = match kind {
            GridKind::Square | GridKind::Hex => columns.min(rows) <= 1,
            GridKind::Triangle => columns <= 2 || rows <= 1,
            _ => false,
        };
        if is_path && levels == 1 && wrap == Wrap::Off {
            return Walk::nowhere(cells);
        }
        // A piece of many cells is as high as it is wide, but all of them count as columns.
        let each = f64::from(kind.cells_of_a_piece()).sqrt();
        let [columns, rows] = [columns as f64 / each, rows as f64 * each].map(|length| length.round() as u64);
        Walk::in_box([columns, rows, levels], joined)
    }

    fn steps_of_walk(&self, columns: u32, rows: u32, walk: Walk) -> u64 {
        let (columns, rows) = (u64::from(columns), u64::from(rows));
        let cells = columns.saturating_mul(rows);
        let carved = self.ways.steps_on(&self.algorithm, [columns, rows], walk);
        let thinned = if self.ways.sparse > Share::NONE { MESH_STEPS } else { 0 };
        let edits = thinned + u64::from(self.braid > Share::NONE) * 2 + u64::from(self.weave > Share::NONE) * 8;
        let border = if self.mesh.wrap == Wrap::Xy { 0 } else { cells };
        let ends = self.ends.steps(cells, border, self.has_loops());
        carved.saturating_add(cells.saturating_mul(MESH_STEPS + edits)).saturating_add(ends)
    }

    /// About how many bytes of memory there are at most while the maze is made.
    pub fn expected_bytes(&self) -> u64 {
        // Lists of edges are longer than on squares.
        let working = self.ways.bytes(&self.algorithm).max(18);
        let thinned = if self.ways.sparse > Share::NONE { Mesh::CELL_BYTES + 12 } else { 0 };
        let masked = if self.mesh.mask.is_some() { 16 } else { 0 };
        let woven = if self.weave > Share::NONE { 40 } else { 0 };
        let laid = if self.laid.is_some() { Mesh::CELL_BYTES } else { 0 };
        self.cells().saturating_mul(1 + working + Mesh::CELL_BYTES + laid + masked + woven + thinned)
    }

    /// Makes the maze, and says all that is known of it. What is done, and in which order, is part of [`GENERATOR_VERSION`]:
    ///
    /// 1. the grid: wrapped, cut to its mask, and woven;
    /// 2. the algorithm carves a perfect maze, by way of `straightness`;
    /// 3. `rooms` takes down the walls in rooms;
    /// 4. `sparse` takes cells out, which are as if a mask had left them out from here on;
    /// 5. `braid` opens dead ends;
    /// 6. `remove` takes single walls down;
    /// 7. `ends` looks for entrance and exit;
    /// 8. `doors` opens the outer wall at the entrance and at the exit, unless they are inside the maze.
    ///
    /// # Errors
    ///
    /// [`Observer::Stop`] when the observer stops the work; and within, [`InvalidOptions`] that only the grid shows to be wrong.
    pub fn make<O: Observer>(&self, observer: &mut O) -> Result<Result<Picture<Mesh>, InvalidOptions>, O::Stop> {
        match self.lay(observer)? {
            Ok(mesh) => self.make_on(mesh, observer),
            Err(invalid) => Ok(Err(invalid)),
        }
    }

    /// The seed that the maze is made from.
    pub fn drawn_seed(&self) -> u64 {
        attempt_seed(self.seed, self.attempt.unwrap_or(0))
    }

    /// The number of the attempt that was found; `None` before.
    pub fn attempt(&self) -> Option<u32> {
        self.attempt
    }

    /// What is wanted of the maze that only the finished maze shows.
    pub fn wanted(&self) -> &Wanted {
        &self.wanted
    }

    /// The same options with the first attempt, of at most so many, whose maze has what is wanted: see
    /// [`MazeOptions::find`](super::MazeOptions::find).
    ///
    /// # Errors
    ///
    /// [`Observer::Stop`] when the observer stops the work; within, as those of [`make`](ShapedOptions::make); and within, [`NoneFound`].
    pub fn find<O: Observer>(
        &self,
        most: u32,
        observer: &mut O,
    ) -> Result<Result<Result<ShapedOptions, NoneFound>, InvalidOptions>, O::Stop> {
        if !self.wanted.is_any() || self.attempt.is_some() {
            return Ok(Ok(Ok(self.clone())));
        }
        let mesh = match self.possible(observer)? {
            Ok(mesh) => mesh,
            Err(invalid) => return Ok(Err(invalid)),
        };
        let at = |attempt| ShapedOptions { attempt: Some(attempt), ..self.clone() };
        let found = self.wanted.find(most, |attempt| {
            let options = at(attempt);
            // Only tunnels depend on the seed.
            let made =
                if self.is_woven() { options.make(observer)? } else { options.make_on(mesh.clone(), observer)? };
            match made {
                Ok(Picture { maze, from, to, .. }) => Measured::of(&maze, from, to, observer).map(Ok),
                Err(invalid) => Ok(Err(invalid)),
            }
        })?;
        Ok(found.map(|found| found.map(at)))
    }

    /// The same on the grid that these options [lay](ShapedOptions::lay).
    ///
    /// # Errors
    ///
    /// As those of [`make`](ShapedOptions::make).
    pub fn make_on<O: Observer>(
        &self,
        mesh: Mesh,
        observer: &mut O,
    ) -> Result<Result<Picture<Mesh>, InvalidOptions>, O::Stop> {
        observer.go_on()?;
        if self.algorithm.info().walks() {
            let steps = self.expected_steps_on(&mesh, observer)?;
            observer.expect(steps)?;
        }
        let (ends, walls) = match self.known_ends(&mesh).and_then(|ends| Ok((ends, self.walls(&mesh)?))) {
            Ok(known) => known,
            Err(invalid) => return Ok(Err(invalid)),
        };
        // A picture is returned as the cells that it keeps.
        let bits = self.mesh.mask.as_ref().filter(|mask| mask.is_picture()).map(|_| mesh.bits());
        let mask = bits.as_ref().or(self.mesh.mask.as_ref());
        let mut maze = match self.carve(mesh, observer) {
            Some(carved) => carved?,
            None => return Ok(Err(single("algo", "does not run on this grid".into()))),
        };
        self.place_rooms(&mut maze, observer)?;
        if self.ways.sparse == Share::NONE {
            return self.finish(maze, ends, &walls, mask, observer).map(Ok);
        }
        let grid = maze.grid();
        let mut stay: Vec<Cell> = walls.iter().map(|&(cell, _)| cell).collect();
        let inner = walls.iter().filter(|(cell, side)| grid.inner_sides(*cell).contains(*side));
        stay.extend(inner.map(|&(cell, side)| grid.across(cell, side)));
        if self.ends == EndsRule::Corners {
            stay.extend([ends.0, ends.1]);
        }
        stay.sort_unstable();
        let rng = &mut Rng::new(self.drawn_seed(), Stream::Sparse);
        let stays = |cell| stay.binary_search(&cell).is_ok();
        let kept = sparse(&mut maze, self.ways.sparse, stays, rng, observer)?;
        let numbers: Vec<Cell> = maze.cells().filter(|cell| kept[cell.index()]).collect();
        let maze = thinned(maze, &kept, &numbers);
        // Ends that are looked for in the finished maze need not be among them.
        let moved = |cell: Cell| Cell(numbers.binary_search(&cell).unwrap_or_default() as u32);
        let walls: Vec<_> = walls.into_iter().map(|(cell, side)| (moved(cell), side)).collect();
        let observer = &mut Renumbered { observer, numbers: &numbers };
        self.finish(maze, (moved(ends.0), moved(ends.1)), &walls, mask, observer).map(Ok)
    }

    /// Carves a perfect maze; `None` where the algorithm does not run on the grid.
    fn carve<O: Observer>(&self, mesh: Mesh, observer: &mut O) -> Option<Result<Maze<Mesh>, O::Stop>> {
        if self.ways.sparse > Share::NONE
            && self.laid.is_none()
            && self.weave == Share::NONE
            && is_rectangle(&self.mesh)
        {
            // The same maze as if nothing were taken out, by any algorithm.
            let mut squares = Maze::closed(Square::new(self.mesh.columns, self.mesh.rows).ok()?);
            return Some(self.ways.carve(&self.algorithm, &mut squares, self.drawn_seed(), observer).map(|()| {
                let mut maze = Maze::closed(mesh);
                squares.links().for_each(|(cell, side, _)| {
                    maze.link(cell, side);
                });
                maze
            }));
        }
        let mut maze = Maze::closed(mesh);
        let carved = self.ways.carve_on(&self.algorithm, &mut maze, self.drawn_seed(), observer)?;
        Some(carved.map(|()| maze))
    }

    fn place_rooms<O: Observer>(&self, maze: &mut Maze<Mesh>, observer: &mut O) -> Result<(), O::Stop> {
        let MeshOptions { columns, rows, levels, .. } = self.mesh;
        let at = |mesh: &Mesh, [level, row, column]: [u32; 3]| {
            if levels > 1 { mesh.find([level, row, column]) } else { mesh.find([row, column]) }
        };
        self.ways.place_rooms(maze, [levels, rows, columns], at, self.drawn_seed(), observer).map(|_| ())
    }

    /// Does all that is done to the maze after it has its cells.
    fn finish<O: Observer>(
        &self,
        mut maze: Maze<Mesh>,
        ends: (Cell, Cell),
        walls: &[(Cell, Side)],
        mask: Option<&Mask>,
        observer: &mut O,
    ) -> Result<Picture<Mesh>, O::Stop> {
        braid(&mut maze, self.braid, &mut Rng::new(self.drawn_seed(), Stream::Braid), observer)?;
        for &(cell, side) in walls {
            remove(&mut maze, cell, side, observer)?;
        }
        let (from, to) = match self.ends {
            EndsRule::Corners => ends,
            rule => rule.or(Address::from([0]), Address::from([0]), self.drawn_seed()).find(&maze, observer)?,
        };
        if self.doors {
            for (cell, side) in doors(maze.grid(), from, to) {
                remove(&mut maze, cell, side, observer)?;
            }
        }
        let mut picture = Picture::new(maze, from, to);
        picture.head.algo = Some(self.algorithm.name());
        picture.head.seed = Some(self.seed);
        picture.head.attempt = self.attempt;
        picture.head.generator = Some(GENERATOR_VERSION);
        picture.head.options = Some(self.shaping_with(mask));
        Ok(picture)
    }

    /// The grid, with its tunnels.
    ///
    /// # Errors
    ///
    /// [`Observer::Stop`] when the observer stops the work; and within, [`InvalidOptions`] where there is no such grid, or not the cells
    /// and sides on it that the options name.
    pub fn lay<O: Observer>(&self, observer: &mut O) -> Result<Result<Mesh, InvalidOptions>, O::Stop> {
        let mut mesh = match &self.laid {
            Some(mesh) => mesh.clone(),
            None => match Mesh::make(&self.mesh, observer)? {
                Ok(mesh) => mesh,
                Err(invalid) => return Ok(Err(InvalidOptions(vec![of_mesh(&invalid)]))),
            },
        };
        if self.weave > Share::NONE {
            let rng = &mut Rng::new(self.drawn_seed(), Stream::Weave);
            mesh = mesh.woven(rng, |most| self.weave.of(most), observer)?;
        }
        Ok(self.known_ends(&mesh).and_then(|_| self.walls(&mesh)).map(|_| mesh))
    }

    /// The ends, where they do not depend on the maze.
    pub(super) fn known_ends(&self, mesh: &Mesh) -> Result<(Cell, Cell), InvalidOptions> {
        let [first, last] = mesh.default_ends();
        let mut faults = Vec::new();
        let mut end = |option: &'static str, address: Option<Address>, default: Cell| {
            let Some(address) = address else { return default };
            let cell = mesh.find(address);
            let reason = match cell {
                None => Some(outside_mesh(mesh)),
                Some(cell) if self.doors && mesh.outer_sides(cell).is_empty() => {
                    Some("must be a cell on the border, since doors=true opens the outer wall there".to_owned())
                }
                Some(_) => None,
            };
            faults.extend(reason.map(|reason| InvalidOption { option, index: 0, reason }));
            cell.unwrap_or(default)
        };
        let ends = (end("from", self.from, first), end("to", self.to, last));
        if faults.is_empty() { Ok(ends) } else { Err(InvalidOptions(faults)) }
    }

    /// The walls to remove.
    fn walls(&self, mesh: &Mesh) -> Result<Vec<(Cell, Side)>, InvalidOptions> {
        let mut faults = Vec::new();
        let mut walls = Vec::new();
        for (index, (address, name)) in self.remove.iter().enumerate() {
            let mut fault = |reason| faults.push(InvalidOption { option: "remove", index, reason });
            let Some(cell) = mesh.find(*address) else {
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
        if faults.is_empty() { Ok(walls) } else { Err(InvalidOptions(faults)) }
    }

    /// What else shapes the maze besides its algorithm, size, seed and ends: see [`MazeOptions::shaping`](super::MazeOptions::shaping).
    pub fn shaping(&self) -> OptionList {
        self.shaping_with(self.mesh.mask.as_ref())
    }

    fn shaping_with(&self, mask: Option<&Mask>) -> OptionList {
        let mut options = OptionList::default();
        if self.mesh.wrap != Wrap::Off {
            options.push("wrap", self.mesh.wrap.name());
        }
        if self.weave > Share::NONE {
            options.push("weave", self.weave.value());
        }
        if let Some(mask) = mask {
            options.push("mask", mask.to_string());
        }
        if self.mesh.largest_part {
            options.push("parts", "largest");
        }
        self.ways.push(&mut options);
        self.wanted.push(&mut options);
        if self.braid > Share::NONE {
            options.push("braid", self.braid.value());
        }
        if !self.remove.is_empty() {
            options.push("remove", self.remove.iter().map(|(cell, side)| format!("{cell},{side}")).collect::<Vec<_>>());
        }
        if self.doors {
            options.push("doors", true);
        }
        for (name, value) in self.algorithm.options() {
            options.push(name, OptionValue::of_text(value));
        }
        options
    }
}

/// Whether these are the options of a plain rectangle of squares.
pub(super) fn is_rectangle(mesh: &MeshOptions) -> bool {
    mesh.kind == GridKind::Square && mesh.levels == 1 && mesh.wrap == Wrap::Off && mesh.mask.is_none()
}

/// The maze of those cells alone that are `kept`, which have these `numbers`. No passage leads to another.
fn thinned(maze: Maze<Mesh>, kept: &[bool], numbers: &[Cell]) -> Maze<Mesh> {
    let open: Vec<Sides> = numbers.iter().map(|&cell| maze.passages(cell)).collect();
    let mut maze = Maze::closed(maze.into_grid().of_only(kept));
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

impl From<Picture<Mesh>> for Made<Mesh> {
    fn from(Picture { maze, from, to, .. }: Picture<Mesh>) -> Made<Mesh> {
        Made { maze, from, to }
    }
}

/// About how many steps a cell of a mesh takes while its tables are made.
const MESH_STEPS: u64 = 8;

/// Up to how many cells of a custom grid are looked at to know how long a random walk takes on it, before the work begins.
const SMALL: u32 = 4096;

impl fmt::Display for ShapedOptions {
    /// The query that asks the service for the same maze.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MeshOptions { kind, columns, rows, rings, levels, .. } = self.mesh;
        write!(f, "algo={}&grid={kind}", self.algorithm.name())?;
        match kind {
            GridKind::Custom => {}
            GridKind::Polar => write!(f, "&rings={rings}")?,
            _ => write!(f, "&w={columns}&h={rows}")?,
        }
        if levels > 1 {
            write!(f, "&levels={levels}")?;
        }
        write!(f, "&seed={}", self.seed)?;
        for (name, end) in [("from", self.from), ("to", self.to)] {
            if let Some(end) = end {
                write!(f, "&{name}={end}")?;
            }
        }
        if self.ends != EndsRule::default() {
            write!(f, "&ends={}", self.ends.name())?;
        }
        if let Some(attempt) = self.attempt {
            write!(f, "&attempt={attempt}")?;
        }
        for (name, value) in self.shaping().iter() {
            match value {
                OptionValue::List(values) => {
                    values.iter().try_for_each(|value| write!(f, "&{name}={value}"))?;
                }
                value => write!(f, "&{name}={value}")?,
            }
        }
        Ok(())
    }
}

fn single(option: &'static str, reason: String) -> InvalidOptions {
    InvalidOptions(vec![InvalidOption { option, index: 0, reason }])
}

/// Where doors are: at the entrance the outer side that is farthest to the left, at the exit the one that is farthest to the right, and of
/// several the upper and the lower one. On a custom grid, outer sides without an edge are nowhere, and taken only where the cell has no
/// others, in their order. An end inside the maze has none.
fn doors(mesh: &Mesh, from: Cell, to: Cell) -> Vec<(Cell, Side)> {
    let middle = |(cell, side): (Cell, Side)| {
        let [[ax, ay], [bx, by]] = mesh.ends(mesh.edge(cell, side)?).map(|corner| corner.at);
        Some([ax + bx, ay + by])
    };
    let is_before = |a, b| matches!((middle(a), middle(b)), (Some(a), Some(b)) if a < b);
    let sides = |cell| {
        let all = mesh.outer_sides(cell);
        let drawn: Sides = mesh.edges(cell).map(Edge::side).filter(|&side| all.contains(side)).collect();
        (if drawn.is_empty() { all } else { drawn }).into_iter().map(move |side| (cell, side))
    };
    let first = sides(from).reduce(|a, b| if is_before(b, a) { b } else { a });
    let last = sides(to).filter(|&door| Some(door) != first).reduce(|a, b| if is_before(a, b) { b } else { a });
    first.into_iter().chain(last).collect()
}
