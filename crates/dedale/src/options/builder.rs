//! Options that are set one by one, and then checked.

use super::ends::{EndsRule, NOT_A_PLACE, NOT_A_WALL, Place, outer_sides, outside};
use super::ways::{AskedWays, NOT_A_SHARE, With};
use super::{InvalidOption, InvalidOptions, MOST_ATTEMPTS, MazeOptions, NoneFound, Wanted};
use crate::edit::{Lines, Rooms, Share};
use crate::generate::{Algorithm, Symmetry};
use crate::grid::{Address, GridKind, MeshOptions, Side, Square};
use crate::maze::Maze;
use crate::rng::MAX_SEED;

/// The options of a maze that are not checked yet. Every method sets one of them and returns the builder.
///
/// | option | when it is not set |
/// |---|---|
/// | size | 30 columns, 30 rows |
/// | algorithm | recursive backtracker |
/// | seed | 0 |
/// | entrance and exit | the top left and the bottom right corner |
/// | symmetry, rooms, doors, braid, max walls, removed walls | none |
///
/// ```
/// use dedale::generate::Algorithm;
/// use dedale::maze::Maze;
///
/// let maze = Maze::builder().size(20, 10).algorithm(Algorithm::Prim).seed(7).braid(0.5).build()?;
/// assert_eq!((maze.grid().columns(), maze.grid().rows()), (20, 10));
///
/// let wrong = Maze::builder().size(20, 0).braid(1.5).build().unwrap_err();
/// assert_eq!(wrong.to_string(), "h: must be at least 1; braid: must be a number between 0 and 1");
/// # Ok::<(), dedale::options::InvalidOptions>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MazeBuilder {
    pub(super) algorithm: Algorithm,
    pub(super) columns: Option<u32>,
    pub(super) rows: Option<u32>,
    /// The grid, but for its columns and rows.
    pub(super) mesh: MeshOptions,
    pub(super) has_rings: bool,
    pub(super) weave: f64,
    pub(super) seed: u64,
    pub(super) from: Option<Address>,
    pub(super) to: Option<Address>,
    pub(super) ends: Option<EndsRule>,
    pub(super) doors: bool,
    pub(super) ways: AskedWays,
    pub(super) wanted: Wanted,
    pub(super) attempt: Option<u32>,
    pub(super) braid: f64,
    pub(super) max_walls: Option<f64>,
    pub(super) max_walls_in: Option<Lines>,
    /// Addresses of cells, and names of sides.
    pub(super) remove: Vec<(Address, String)>,
}

impl Default for MazeBuilder {
    /// The defaults that the table above lists.
    fn default() -> MazeBuilder {
        MazeBuilder {
            algorithm: Algorithm::Backtracker,
            columns: None,
            rows: None,
            mesh: MeshOptions::new(GridKind::Square),
            has_rings: false,
            weave: 0.0,
            seed: 0,
            from: None,
            to: None,
            ends: None,
            doors: false,
            ways: AskedWays::default(),
            wanted: Wanted::default(),
            attempt: None,
            braid: 0.0,
            max_walls: None,
            max_walls_in: None,
            remove: Vec::new(),
        }
    }
}

/// The row and the column of an address; `None` for one of another grid.
fn place(address: Address) -> Option<Place> {
    <[u32; 2]>::try_from(address.numbers()).ok()
}

impl Maze<Square> {
    /// A builder of mazes, with every option at its default.
    ///
    /// ```
    /// use dedale::maze::Maze;
    /// let maze = Maze::builder().size(5, 4).seed(7).build()?;
    /// assert_eq!(maze.count_passages(), 5 * 4 - 1);
    /// # Ok::<(), dedale::options::InvalidOptions>(())
    /// ```
    pub fn builder() -> MazeBuilder {
        MazeBuilder::default()
    }
}

impl MazeBuilder {
    /// The algorithm, with its own options.
    #[must_use]
    pub fn algorithm(mut self, algorithm: Algorithm) -> MazeBuilder {
        self.algorithm = algorithm;
        self
    }

    /// The number of columns and of rows.
    #[must_use]
    pub fn size(mut self, columns: u32, rows: u32) -> MazeBuilder {
        (self.columns, self.rows) = (Some(columns), Some(rows));
        self
    }

    /// The seed, `0 ..= `[`MAX_SEED`].
    #[must_use]
    pub fn seed(mut self, seed: u64) -> MazeBuilder {
        self.seed = seed;
        self
    }

    /// The row and column of the entrance.
    #[must_use]
    pub fn entrance(mut self, row: u32, column: u32) -> MazeBuilder {
        self.from = Some([row, column].into());
        self
    }

    /// The row and column of the exit.
    #[must_use]
    pub fn exit(mut self, row: u32, column: u32) -> MazeBuilder {
        self.to = Some([row, column].into());
        self
    }

    /// How entrance and exit are found. Not together with [`entrance`](MazeBuilder::entrance) or [`exit`](MazeBuilder::exit).
    #[must_use]
    pub fn ends(mut self, rule: EndsRule) -> MazeBuilder {
        self.ends = Some(rule);
        self
    }

    /// Whether the outer wall is open at the entrance and at the exit: see [`doors`](crate::edit::doors()).
    #[must_use]
    pub fn doors(mut self, doors: bool) -> MazeBuilder {
        self.doors = doors;
        self
    }

    /// How likely a passage goes straight on, `0.0 ..= 1.0`, with the recursive backtracker and the growing tree: see
    /// [`straight_growing_tree`](crate::generate::straight_growing_tree).
    #[must_use]
    pub fn straightness(mut self, share: f64) -> MazeBuilder {
        self.ways.straightness = share;
        self
    }

    /// The difficulty that the maze is to have, and the length of its shortest path: see [`MazeOptions::find`].
    #[must_use]
    pub fn wanted(mut self, wanted: Wanted) -> MazeBuilder {
        self.wanted = wanted;
        self
    }

    /// In which two halves that match the maze is made: see [`symmetric`](crate::generate::symmetric).
    #[must_use]
    pub fn symmetry(mut self, symmetry: Symmetry) -> MazeBuilder {
        self.ways.symmetry = Some(symmetry);
        self
    }

    /// Whether the maze is a labyrinth, one way without branches: see [`unicursal`](crate::generate::unicursal).
    #[must_use]
    pub fn unicursal(mut self, unicursal: bool) -> MazeBuilder {
        self.ways.unicursal = unicursal;
        self
    }

    /// How many rooms there are, and how large: see [`rooms`](crate::edit::rooms()).
    #[must_use]
    pub fn rooms(mut self, rooms: Rooms) -> MazeBuilder {
        (self.ways.rooms, self.ways.room_size) = (rooms.count, Some(rooms.size).filter(|_| rooms.count > 0));
        self
    }

    /// The share of cells, `0.0 ..= 1.0`, that are taken out, dead end by dead end: see [`sparse`](crate::edit::sparse()). The maze is not one
    /// of plain squares then: [`shaped_options`](MazeBuilder::shaped_options) takes the options.
    #[must_use]
    pub fn sparse(mut self, share: f64) -> MazeBuilder {
        self.ways.sparse = share;
        self
    }

    /// The share of dead ends, `0.0 ..= 1.0`, that are opened into loops: see [`braid`](crate::edit::braid()).
    #[must_use]
    pub fn braid(mut self, share: f64) -> MazeBuilder {
        self.braid = share;
        self
    }

    /// The largest share, `0.0 ..= 1.0`, of the inner walls of each row, of each column, or of both, that are still standing in the
    /// end: see [`max_walls`](crate::edit::max_walls()).
    #[must_use]
    pub fn max_walls(mut self, share: f64, lines: Lines) -> MazeBuilder {
        (self.max_walls, self.max_walls_in) = (Some(share), Some(lines));
        self
    }

    /// One more wall that is removed, on this side of the cell in this row and column: see [`remove`](crate::edit::remove()).
    #[must_use]
    pub fn remove(mut self, row: u32, column: u32, side: Side) -> MazeBuilder {
        self.remove.push(([row, column].into(), side.letter().to_string()));
        self
    }

    /// The number of columns that was set, or the default.
    pub fn get_columns(&self) -> u32 {
        self.columns.unwrap_or(30)
    }

    /// The number of rows that was set, or the default.
    pub fn get_rows(&self) -> u32 {
        self.rows.unwrap_or(30)
    }

    /// The kind of grid: see [`shaped_options`](MazeBuilder::shaped_options).
    #[must_use]
    pub fn grid(mut self, kind: GridKind) -> MazeBuilder {
        self.mesh.kind = kind;
        self
    }

    /// The grid: all that its options say, the size too.
    ///
    /// ```
    /// use dedale::grid::{GridKind, Limits, Mask, MeshOptions};
    /// use dedale::options::MazeBuilder;
    /// let drawn = Mask::from_text("###\n# #\n", Limits::default())?;
    /// let grid = MeshOptions { mask: Some(drawn.mask), ..MeshOptions::new(GridKind::Square) };
    /// let options = MazeBuilder::default().mesh(grid).size(drawn.columns, drawn.rows).shaped_options().unwrap();
    /// let Ok(picture) = options.make(&mut ());
    /// assert_eq!(picture.unwrap().maze.count_passages(), 4);
    /// # Ok::<(), dedale::grid::InvalidMask>(())
    /// ```
    #[must_use]
    pub fn mesh(mut self, mesh: MeshOptions) -> MazeBuilder {
        if mesh.kind != GridKind::Polar {
            (self.columns, self.rows) = (Some(mesh.columns), Some(mesh.rows));
        }
        self.mesh = mesh;
        self
    }

    /// The algorithm that was set, or the default.
    pub fn get_algorithm(&self) -> &Algorithm {
        &self.algorithm
    }

    /// The seed that was set, or the default.
    pub fn get_seed(&self) -> u64 {
        self.seed
    }

    /// Those of the options that were set for which the whole maze must be known, by their names in a query. Without any, an algorithm
    /// that makes rows can make the maze [row by row](MazeOptions::by_rows).
    pub fn whole_maze_options(&self) -> impl Iterator<Item = &'static str> + use<> {
        let asked = [
            ("symmetry", self.ways.symmetry.is_some()),
            ("unicursal", self.ways.unicursal),
            ("rooms", self.ways.rooms > 0),
            ("difficulty", self.wanted.difficulty.is_some()),
            ("length", self.wanted.length.is_some()),
            ("braid", self.braid > 0.0),
            ("max_walls", self.max_walls.is_some()),
            ("ends", matches!(self.ends, Some(EndsRule::Farthest | EndsRule::Center))),
        ];
        asked.into_iter().filter(|&(_, is_asked)| is_asked).map(|(name, _)| name)
    }

    /// Checks the options.
    ///
    /// # Errors
    ///
    /// [`InvalidOptions`] with everything that is wrong.
    pub fn options(self) -> Result<MazeOptions, InvalidOptions> {
        let mut faults = Vec::new();
        let mut fault = |option: &'static str, index: usize, reason: String| {
            faults.push(InvalidOption { option, index, reason });
        };
        let (columns, rows) = (self.get_columns(), self.get_rows());
        let size = [columns, rows];
        if !self.is_plain() {
            fault("grid", 0, "is not one of plain squares".into());
        }
        if self.has_rings {
            fault("rings", 0, "is only valid with grid=polar".into());
        }
        if self.mesh.largest_part {
            fault("parts", 0, "is only valid with mask".into());
        }
        for (option, side) in [("w", columns), ("h", rows)] {
            if side == 0 {
                fault(option, 0, "must be at least 1".into());
            }
        }
        if self.seed > MAX_SEED {
            fault("seed", 0, format!("must be between 0 and {MAX_SEED}"));
        }
        if self.ends.is_some() && (self.from.is_some() || self.to.is_some()) {
            fault("ends", 0, "does not go with from or to: give one or the other".into());
        }
        let mut ends = [None, None];
        for (end, (option, address)) in ends.iter_mut().zip([("from", self.from), ("to", self.to)]) {
            let Some(address) = address else { continue };
            let Some(place) = place(address) else {
                fault(option, 0, NOT_A_PLACE.into());
                continue;
            };
            *end = Some(place);
            if let Some(reason) = outside(place, size) {
                fault(option, 0, reason);
            } else if self.doors && outer_sides(place, size).is_empty() {
                fault(option, 0, "must be a cell on the border, since doors=true opens the outer wall there".into());
            }
        }
        let mut share = |option, number: f64| {
            let share = Share::new(number);
            if share.is_err() {
                fault(option, 0, NOT_A_SHARE.into());
            }
            share.unwrap_or(Share::NONE)
        };
        let braid = share("braid", self.braid);
        let most = self.max_walls.map(|number| share("max_walls", number));
        let ways = self.ways.check(&self.with(&self.get_mesh()), |option, reason| fault(option, 0, reason));
        self.check_wanted(|option, reason| fault(option, 0, reason));
        if self.wanted.is_any() && u64::from(columns) * u64::from(rows) > u32::MAX.into() {
            let reason = format!("needs the whole maze, which may then have at most {} cells", u32::MAX);
            fault(self.wanted.option(), 0, reason);
        }
        if self.max_walls_in.is_some() && most.is_none() {
            fault("max_walls_in", 0, "is only valid with max_walls".into());
        }
        let mut remove = Vec::new();
        for (index, (address, name)) in self.remove.iter().enumerate() {
            let mut letters = name.chars();
            let side = letters.next().and_then(Side::from_letter).filter(|_| letters.next().is_none());
            match place(*address).zip(side) {
                None => fault("remove", index, NOT_A_WALL.into()),
                Some((place, side)) => match outside(place, size) {
                    Some(reason) => fault("remove", index, reason),
                    None => remove.push((place, side)),
                },
            }
        }
        if !faults.is_empty() {
            return Err(InvalidOptions(faults));
        }
        let [from, to] = ends;
        let to = to.or_else(|| ways.exit_of(from.unwrap_or([0, 0]), size));
        let ends = self.ends.unwrap_or_default().ends(size, self.seed).with(from, to);
        let options = MazeOptions {
            algorithm: self.algorithm,
            columns,
            rows,
            seed: self.seed,
            ends,
            doors: self.doors,
            ways,
            wanted: self.wanted,
            attempt: self.attempt,
            braid,
            max_walls: most.map(|share| (share, self.max_walls_in.unwrap_or_default())),
            remove,
        };
        options.possible().check(&self.wanted)?;
        // The ends may be drawn.
        Ok(options.at_attempt(self.attempt))
    }

    /// Checks what is wanted of the finished maze.
    pub(super) fn check_wanted(&self, mut fault: impl FnMut(&'static str, String)) {
        self.wanted.check(&mut fault);
        match self.attempt {
            Some(_) if !self.wanted.is_any() => fault("attempt", "is only valid with difficulty or length".into()),
            Some(attempt) if attempt >= MOST_ATTEMPTS => fault("attempt", format!("must be less than {MOST_ATTEMPTS}")),
            _ => {}
        }
    }

    /// What some options must go with.
    pub(super) fn with<'a>(&'a self, mesh: &'a MeshOptions) -> With<'a> {
        With {
            algorithm: &self.algorithm,
            mesh,
            is_woven: self.is_woven(),
            braids: self.braid != 0.0,
            caps_walls: self.max_walls.is_some(),
        }
    }

    /// Checks the options and makes the maze.
    ///
    /// # Errors
    ///
    /// [`InvalidOptions`] with everything that is wrong; also when the maze has more than 2^32 − 1 cells.
    pub fn build(self) -> Result<Maze<Square>, InvalidOptions> {
        let wanted = self.wanted;
        let options = self.options()?;
        if let Err(error) = options.grid() {
            return Err(InvalidOptions(vec![InvalidOption { option: "w", index: 0, reason: error.to_string() }]));
        }
        let Ok(found) = options.find(MOST_ATTEMPTS, &mut ());
        let none_found =
            |none: NoneFound| InvalidOptions(vec![InvalidOption::new(wanted.option(), 0, none.to_string())]);
        let Ok(made) = found.map_err(none_found)?.make(&mut ());
        Ok(made.maze)
    }
}
