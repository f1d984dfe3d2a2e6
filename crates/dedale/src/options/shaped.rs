//! Mazes on grids that are not plain squares.

use std::fmt;

use super::{Ends, EndsRule, InvalidOption, InvalidOptions, Made, MazeBuilder};
use crate::edit::{Share, braid, remove};
use crate::generate::{Algorithm, GENERATOR_VERSION};
use crate::grid::{Address, Cell, Grid, GridKind, InvalidMesh, Mask, Mesh, MeshOptions, Side, Sides, Wrap};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::render::{MeshHead, OptionList, OptionValue, Picture};
use crate::rng::{MAX_SEED, Rng, Stream};

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
    algorithm: Algorithm,
    mesh: MeshOptions,
    /// The grid, where its options do not say all of it.
    laid: Option<Mesh>,
    weave: Share,
    seed: u64,
    from: Option<Address>,
    to: Option<Address>,
    ends: EndsRule,
    doors: bool,
    braid: Share,
    remove: Vec<(Address, String)>,
}

impl MazeBuilder {
    /// Whether the grid is one of plain squares, for [`options`](MazeBuilder::options); else [`shaped_options`](MazeBuilder::shaped_options)
    /// takes the options.
    pub fn is_plain(&self) -> bool {
        let mesh = &self.mesh;
        mesh.kind == GridKind::Square
            && mesh.levels == 1
            && mesh.wrap == Wrap::Off
            && mesh.mask.is_none()
            && self.weave == 0.0
    }

    /// Whether there may be tunnels.
    pub fn is_woven(&self) -> bool {
        self.weave != 0.0
    }

    /// The grid that was set.
    pub fn get_mesh(&self) -> MeshOptions {
        MeshOptions { columns: self.get_columns(), rows: self.get_rows(), ..self.mesh.clone() }
    }

    /// Checks the options of a maze on this grid, which may be a custom one. All that was set of the grid before is forgotten.
    ///
    /// # Errors
    ///
    /// [`InvalidOptions`] with everything that is wrong.
    ///
    /// # Example
    ///
    /// ```
    /// use dedale::grid::{Graph, GraphCell, GraphSide};
    /// use dedale::options::MazeBuilder;
    /// // A ring of nine cells.
    /// let mut graph = Graph::default();
    /// for cell in 0..9 {
    ///     let side = |name, to| GraphSide { to: Some(to), ..GraphSide::outer(name) };
    ///     graph.add(GraphCell { sides: &[side("next", (cell + 1) % 9), side("back", (cell + 8) % 9)], ..GraphCell::default() })?;
    /// }
    /// let options = MazeBuilder::default().seed(7).shaped_options_on(graph.into_mesh()?).unwrap();
    /// let Ok(picture) = options.make(&mut ());
    /// assert_eq!(picture.unwrap().maze.count_passages(), 8);
    /// # Ok::<(), dedale::grid::InvalidGraph>(())
    /// ```
    pub fn shaped_options_on(mut self, mesh: Mesh) -> Result<ShapedOptions, InvalidOptions> {
        (self.weave, self.has_rings, self.columns, self.rows) = (0.0, false, None, None);
        self = self.mesh(mesh.options().clone());
        let is_known = mesh.kind() != GridKind::Custom && mesh.crossings().is_empty();
        self.check_shape(Some(mesh).filter(|_| !is_known))
    }

    /// Checks the options of a maze on any grid.
    ///
    /// # Errors
    ///
    /// [`InvalidOptions`] with everything that is wrong.
    pub fn shaped_options(self) -> Result<ShapedOptions, InvalidOptions> {
        self.check_shape(None)
    }

    fn check_shape(self, laid: Option<Mesh>) -> Result<ShapedOptions, InvalidOptions> {
        let mut faults = Vec::new();
        let mut fault = |option, index, reason: String| faults.push(InvalidOption { option, index, reason });
        let mesh = self.get_mesh();
        let kind = mesh.kind;
        if kind == GridKind::Polar {
            for (option, value) in [("w", self.columns), ("h", self.rows)] {
                if value.is_some() {
                    fault(option, 0, "is not valid with grid=polar: rings gives its size".into());
                }
            }
            if mesh.rings == 0 {
                fault("rings", 0, "must be at least 1".into());
            }
            if mesh.wrap != Wrap::Off {
                fault("wrap", 0, NO_EDGES.into());
            }
        } else {
            for (option, size) in [("w", mesh.columns), ("h", mesh.rows), ("levels", mesh.levels)] {
                if size == 0 {
                    fault(option, 0, "must be at least 1".into());
                }
            }
            if self.has_rings {
                fault("rings", 0, "is only valid with grid=polar".into());
            }
        }
        let only_square = |name: &str| format!("is only valid with grid=square, and this is grid={name}");
        if kind != GridKind::Square {
            if mesh.levels > 1 {
                fault("levels", 0, only_square(kind.name()));
            }
            if self.weave > 0.0 {
                fault("weave", 0, only_square(kind.name()));
            }
        } else if self.weave > 0.0 && mesh.levels > 1 {
            fault("weave", 0, "is not valid with levels: give one or the other".into());
        }
        if mesh.largest_part && mesh.mask.is_none() {
            fault("parts", 0, "is only valid with mask".into());
        }
        if faults.is_empty()
            && laid.is_none()
            && let Err(invalid) = mesh.check()
        {
            faults.push(of_mesh(&invalid));
        }
        let mut fault = |option, index, reason: String| faults.push(InvalidOption { option, index, reason });
        if self.seed > MAX_SEED {
            fault("seed", 0, format!("must be between 0 and {MAX_SEED}"));
        }
        if self.ends.is_some() && (self.from.is_some() || self.to.is_some()) {
            fault("ends", 0, "does not go with from or to: give one or the other".into());
        }
        if let Some(reason) = self.runs_nowhere(&mesh, laid.is_some()) {
            fault("algo", 0, reason);
        }
        let mut share = |option, number: f64| {
            let share = Share::new(number);
            if share.is_err() {
                fault(option, 0, super::builder::NOT_A_SHARE.into());
            }
            share.unwrap_or(Share::NONE)
        };
        let (braid, weave) = (share("braid", self.braid), share("weave", self.weave));
        for (option, is_set) in [("max_walls", self.max_walls.is_some()), ("max_walls_in", self.max_walls_in.is_some())]
        {
            if is_set {
                fault(
                    option,
                    0,
                    "is only valid with grid=square alone, without levels, wrap, weave and mask: other rows and columns are not straight"
                        .into(),
                );
            }
        }
        if !faults.is_empty() {
            return Err(InvalidOptions(faults));
        }
        Ok(ShapedOptions {
            algorithm: self.algorithm,
            mesh,
            laid,
            weave,
            seed: self.seed,
            from: self.from,
            to: self.to,
            ends: self.ends.unwrap_or_default(),
            doors: self.doors,
            braid,
            remove: self.remove,
        })
    }

    /// Why the algorithm does not run on a grid; `None` where it does.
    fn runs_nowhere(&self, mesh: &MeshOptions, is_laid: bool) -> Option<String> {
        use crate::generate::Grids;
        let name = self.algorithm.name();
        let is_whole = mesh.levels == 1 && mesh.mask.is_none() && self.weave == 0.0 && !is_laid;
        let has_rows = mesh.kind.info().has_rows() && is_whole;
        match self.algorithm.grids() {
            Grids::Rows if !has_rows => Some(format!(
                "{name} goes row by row: it runs on square, hex, triangle and polar grids without mask, weave and levels"
            )),
            Grids::Squares => Some(format!("{name} runs on square grids without wrap, mask, weave and levels")),
            _ => None,
        }
    }
}

/// Why the edges of a circle cannot be joined.
const NO_EDGES: &str = "is not valid with grid=polar, which has no opposite edges";

/// What is wrong with a grid, said of the option that can mend it.
fn of_mesh(invalid: &InvalidMesh) -> InvalidOption {
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
        ShapedOptions { seed: seed & MAX_SEED, ..self.clone() }
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
        self.braid > Share::NONE || !self.remove.is_empty()
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
        let (columns, rows) = (u64::from(columns), u64::from(rows));
        let carved = (self.algorithm.info().steps)(columns, rows);
        let edits = u64::from(self.braid > Share::NONE) * 2 + u64::from(self.weave > Share::NONE) * 8;
        let searches = if self.ends == EndsRule::Farthest { 12 } else { 0 };
        carved.saturating_add(columns.saturating_mul(rows).saturating_mul(MESH_STEPS + edits + searches))
    }

    /// About how many bytes of memory there are at most while the maze is made.
    pub fn expected_bytes(&self) -> u64 {
        let working = self.algorithm.info().bytes.max(10);
        let masked = if self.mesh.mask.is_some() { 16 } else { 0 };
        let woven = if self.weave > Share::NONE { 40 } else { 0 };
        let laid = if self.laid.is_some() { Mesh::CELL_BYTES } else { 0 };
        self.cells().saturating_mul(1 + working + Mesh::CELL_BYTES + laid + masked + woven)
    }

    /// Makes the maze, and says all that is known of it. What is done, and in which order, is part of [`GENERATOR_VERSION`]:
    ///
    /// 1. the grid: wrapped, cut to its mask, and woven;
    /// 2. the algorithm carves a perfect maze;
    /// 3. `braid` opens dead ends;
    /// 4. `remove` takes single walls down;
    /// 5. `ends=farthest` looks for entrance and exit;
    /// 6. `doors` opens the outer wall at the entrance and at the exit, unless they are inside the maze.
    ///
    /// # Errors
    ///
    /// [`Observer::Stop`] when the observer stops the work; and within, [`InvalidOptions`] that only the grid shows to be wrong.
    pub fn make<O: Observer>(&self, observer: &mut O) -> Result<Result<Picture<Mesh>, InvalidOptions>, O::Stop> {
        match self.lay() {
            Ok(mesh) => self.make_on(mesh, observer),
            Err(invalid) => Ok(Err(invalid)),
        }
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
        let ends = match self.known_ends(&mesh).and_then(|ends| Ok((ends, self.walls(&mesh)?))) {
            Ok(ends) => ends,
            Err(invalid) => return Ok(Err(invalid)),
        };
        let ((from, to), walls) = ends;
        let mut maze = Maze::closed(mesh);
        let rng = &mut Rng::new(self.seed, Stream::Generate);
        match self.algorithm.carve_on(&mut maze, rng, observer) {
            Some(carved) => carved?,
            None => return Ok(Err(single("algo", "does not run on this grid".into()))),
        }
        braid(&mut maze, self.braid, &mut Rng::new(self.seed, Stream::Braid), observer)?;
        for (cell, side) in walls {
            remove(&mut maze, cell, side, observer)?;
        }
        let (from, to) = match self.ends {
            EndsRule::Farthest => Ends::<Address>::Farthest.find(&maze, observer)?,
            EndsRule::Corners => (from, to),
        };
        if self.doors {
            for (cell, side) in doors(maze.grid(), from, to) {
                remove(&mut maze, cell, side, observer)?;
            }
        }
        let mut picture = Picture::new(maze, from, to);
        self.complete(&mut picture.head, picture.maze.grid());
        Ok(Ok(picture))
    }

    /// The grid, with its tunnels.
    ///
    /// # Errors
    ///
    /// [`InvalidOptions`] where there is no such grid, or not the cells and sides on it that the options name.
    pub fn lay(&self) -> Result<Mesh, InvalidOptions> {
        let mut mesh = match &self.laid {
            Some(mesh) => mesh.clone(),
            None => Mesh::new(&self.mesh).map_err(|invalid| InvalidOptions(vec![of_mesh(&invalid)]))?,
        };
        if self.weave > Share::NONE {
            mesh = mesh.woven(&mut Rng::new(self.seed, Stream::Weave), |most| self.weave.of(most));
        }
        self.known_ends(&mesh)?;
        self.walls(&mesh)?;
        Ok(mesh)
    }

    /// The ends, where they do not depend on the maze.
    fn known_ends(&self, mesh: &Mesh) -> Result<(Cell, Cell), InvalidOptions> {
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

    /// Says how the maze was made.
    fn complete(&self, head: &mut MeshHead, mesh: &Mesh) {
        head.algo = Some(self.algorithm.name());
        head.seed = Some(self.seed);
        head.generator = Some(GENERATOR_VERSION);
        // A picture is returned as the cells that it keeps.
        let bits = self.mesh.mask.as_ref().filter(|mask| mask.is_picture()).map(|_| mesh.bits());
        head.options = Some(self.shaping_with(bits.as_ref().or(self.mesh.mask.as_ref())));
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

impl From<Picture<Mesh>> for Made<Mesh> {
    fn from(Picture { maze, from, to, .. }: Picture<Mesh>) -> Made<Mesh> {
        Made { maze, from, to }
    }
}

/// About how many steps a cell of a mesh takes while its tables are made.
const MESH_STEPS: u64 = 8;

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

/// Why an address is none of a cell on this grid.
pub fn outside_mesh(mesh: &Mesh) -> String {
    let numbers = mesh.kind().info().address.join(",");
    let level = if mesh.options().levels > 1 { "level," } else { "" };
    let last = mesh.address(Cell(mesh.cells() - 1));
    format!("must be a cell of the maze, {level}{numbers}, of which the last is {last}")
}

/// Where doors are: at the entrance the outer side that is farthest to the left, at the exit the one that is farthest to the right, and of
/// several the upper and the lower one. An end inside the maze has none.
fn doors(mesh: &Mesh, from: Cell, to: Cell) -> Vec<(Cell, Side)> {
    let middle = |cell: Cell, side: Side| {
        let number = usize::from(side.number());
        let ([ax, ay], [bx, by]) =
            (mesh.corner(cell, number).at, mesh.corner(cell, (number + 1) % mesh.corners(cell)).at);
        [ax + bx, ay + by]
    };
    let is_before = |a: [f64; 2], b: [f64; 2]| (a[0], a[1]) < (b[0], b[1]);
    let sides = |cell| mesh.outer_sides(cell).into_iter().map(move |side| (cell, side));
    let first = sides(from).reduce(|a, b| if is_before(middle(b.0, b.1), middle(a.0, a.1)) { b } else { a });
    let last = sides(to)
        .filter(|&door| Some(door) != first)
        .reduce(|a, b| if is_before(middle(a.0, a.1), middle(b.0, b.1)) { b } else { a });
    first.into_iter().chain(last).collect()
}
