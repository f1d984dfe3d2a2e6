//! How a maze is carved besides its algorithm, and what is done to it before all other edits: options that go with few others.

use crate::edit::{Room, RoomSize, Rooms, Share, rooms};
use crate::generate::{ALGORITHMS, Algorithm, Halves, Symmetry, Walk, straight_growing_tree, symmetric, unicursal};
use crate::grid::{Cell, Grid, GridKind, MeshOptions, Square, Wrap};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::render::{OptionList, OptionValue};
use crate::rng::{Rng, Stream};

/// The reason why a number is not a share.
pub(super) const NOT_A_SHARE: &str = "must be a number between 0 and 1";

/// These options, not checked yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct AskedWays {
    pub(super) straightness: f64,
    pub(super) symmetry: Option<Symmetry>,
    pub(super) unicursal: bool,
    pub(super) rooms: u32,
    pub(super) room_size: Option<RoomSize>,
    pub(super) sparse: f64,
}

/// What they have to go with.
pub(super) struct With<'a> {
    pub(super) algorithm: &'a Algorithm,
    pub(super) mesh: &'a MeshOptions,
    pub(super) is_woven: bool,
    pub(super) braids: bool,
    pub(super) caps_walls: bool,
}

impl With<'_> {
    /// The parameter that makes the grid another one than a plain rectangle of squares.
    fn not_plain(&self) -> Option<&'static str> {
        let MeshOptions { kind, levels, wrap, mask, .. } = self.mesh;
        let reasons = [
            ("grid", *kind != GridKind::Square),
            ("levels", *levels > 1),
            ("wrap", *wrap != Wrap::Off),
            ("mask", mask.is_some()),
            ("weave", self.is_woven),
        ];
        reasons.into_iter().find(|&(_, holds)| holds).map(|(name, _)| name)
    }
}

/// These options, checked.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ways {
    straightness: Share,
    symmetry: Option<Symmetry>,
    unicursal: bool,
    rooms: Option<Rooms>,
    pub(super) sparse: Share,
}

impl AskedWays {
    /// Checks the options. `fault` receives what is wrong: an option, and the reason.
    pub(super) fn check(&self, with: &With<'_>, mut fault: impl FnMut(&'static str, String)) -> Ways {
        let [straightness, sparse] =
            [("straightness", self.straightness), ("sparse", self.sparse)].map(|(name, number)| {
                let share = Share::new(number);
                if share.is_err() {
                    fault(name, NOT_A_SHARE.into());
                }
                share.unwrap_or(Share::NONE)
            });
        if self.straightness != 0.0 && with.algorithm.grows_from().is_none() {
            let able = ALGORITHMS.iter().filter(|info| info.algorithm.grows_from().is_some()).map(|info| info.name);
            fault("straightness", format!("is only valid with algo={}", able.collect::<Vec<_>>().join(" or algo=")));
        }
        if self.rooms > Rooms::MOST {
            fault("rooms", format!("must be between 0 and {}", Rooms::MOST));
        }
        if self.room_size.is_some() && self.rooms == 0 {
            fault("room_size", "is only valid with rooms".into());
        }
        if self.rooms > 0 && !with.mesh.kind.has_places() {
            fault(
                "rooms",
                format!("is only valid with grid=square, hex or triangle, and this is grid={}", with.mesh.kind),
            );
        }
        for (name, is_asked) in [("rooms", self.rooms > 0), ("sparse", self.sparse != 0.0)] {
            if is_asked && with.is_woven {
                fault(name, "does not go with weave, whose tunnels need the cells above them as they are".into());
            }
        }
        if self.sparse != 0.0 && with.mesh.kind == GridKind::Custom {
            fault("sparse", "is not valid with grid=custom".into());
        }
        self.check_carving(with, &mut fault);
        let size = self.room_size.unwrap_or_default();
        let rooms = Some(Rooms { count: self.rooms, size }).filter(|rooms| rooms.count > 0);
        Ways { straightness, symmetry: self.symmetry, unicursal: self.unicursal, rooms, sparse }
    }

    /// Checks what makes a maze of one or two halves.
    fn check_carving(&self, with: &With<'_>, fault: &mut impl FnMut(&'static str, String)) {
        let asked = [("symmetry", self.symmetry.is_some()), ("unicursal", self.unicursal)];
        for (name, _) in asked.into_iter().filter(|&(_, is_asked)| is_asked) {
            if let Some(other) = with.not_plain() {
                fault(name, format!("is not valid with {other}: the maze must be a plain rectangle of squares"));
            }
            let others = [
                ("braid", with.braids),
                ("max_walls", with.caps_walls),
                ("rooms", self.rooms > 0),
                ("sparse", self.sparse != 0.0),
                ("unicursal", self.unicursal && name != "unicursal"),
            ];
            for (other, _) in others.into_iter().filter(|&(_, is_asked)| is_asked) {
                fault(name, format!("does not go with {other}: give one or the other"));
            }
        }
        let MeshOptions { kind, columns, rows, .. } = *with.mesh;
        // Other grids need not have columns and rows, and another size would not help them.
        if kind != GridKind::Square {
            return;
        }
        if let Some((side, reason)) = self.symmetry.and_then(|symmetry| symmetry.unfit([columns, rows])) {
            fault(side, reason);
        }
        for (side, number) in [("w", columns), ("h", rows)] {
            if self.unicursal && !number.is_multiple_of(2) {
                fault(side, "must be even with unicursal=true".into());
            }
        }
    }
}

impl Ways {
    /// Carves a perfect maze.
    pub(super) fn carve<O: Observer>(
        &self,
        algorithm: &Algorithm,
        maze: &mut Maze<Square>,
        seed: u64,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        let grid = *maze.grid();
        if let Some(symmetry) = self.symmetry {
            let half =
                |half: &mut Maze<Square>, halves: &mut Halves<'_, O>| self.carve_plainly(algorithm, half, seed, halves);
            return symmetric(maze, symmetry, half, &mut Rng::new(seed, Stream::Symmetry), observer);
        }
        if self.unicursal
            && let Ok(half) = Square::new(grid.columns() / 2, grid.rows() / 2)
        {
            let mut tree = Maze::closed(half);
            self.carve_plainly(algorithm, &mut tree, seed, &mut Halves::of_nothing(observer, half))?;
            return unicursal(maze, &tree, observer);
        }
        self.carve_plainly(algorithm, maze, seed, observer)
    }

    fn carve_plainly<O: Observer>(
        &self,
        algorithm: &Algorithm,
        maze: &mut Maze<Square>,
        seed: u64,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        match self.carve_straight(algorithm, maze, seed, observer) {
            Some(carved) => carved,
            None => algorithm.carve(maze, &mut Rng::new(seed, Stream::Generate), observer),
        }
    }

    /// The same on any grid; `None` where the algorithm does not run on it.
    pub(super) fn carve_on<G: Grid, O: Observer>(
        &self,
        algorithm: &Algorithm,
        maze: &mut Maze<G>,
        seed: u64,
        observer: &mut O,
    ) -> Option<Result<(), O::Stop>> {
        let straight = self.carve_straight(algorithm, maze, seed, observer);
        straight.or_else(|| algorithm.carve_on(maze, &mut Rng::new(seed, Stream::Generate), observer))
    }

    /// Carves a maze whose passages like to go straight on, if that is asked for.
    fn carve_straight<G: Grid, O: Observer>(
        &self,
        algorithm: &Algorithm,
        maze: &mut Maze<G>,
        seed: u64,
        observer: &mut O,
    ) -> Option<Result<(), O::Stop>> {
        let pick = algorithm.grows_from().filter(|_| self.straightness > Share::NONE)?;
        let rng = &mut Rng::new(seed, Stream::Generate);
        Some(straight_growing_tree(maze, pick, self.straightness, rng, observer))
    }

    /// Places the rooms.
    pub(super) fn place_rooms<G: Grid, O: Observer>(
        &self,
        maze: &mut Maze<G>,
        extent: [u32; 3],
        at: impl Fn(&G, [u32; 3]) -> Option<Cell>,
        seed: u64,
        observer: &mut O,
    ) -> Result<Vec<Room>, O::Stop> {
        match self.rooms {
            Some(asked) => rooms(maze, asked, extent, at, &mut Rng::new(seed, Stream::Rooms), observer),
            None => Ok(Vec::new()),
        }
    }

    /// Whether there may be more than one way between two cells.
    pub(super) fn has_loops(&self) -> bool {
        self.rooms.is_some()
    }

    /// Whether the maze is one way without branches.
    pub(super) fn is_unicursal(&self) -> bool {
        self.unicursal
    }

    /// The exit that belongs to an entrance, where the maze is symmetric.
    pub(super) fn exit_of(&self, from: [u32; 2], size: [u32; 2]) -> Option<[u32; 2]> {
        let of_unicursal = || self.unicursal.then_some([1, 0]).filter(|_| from == [0, 0]);
        self.symmetry.map(|symmetry| symmetry.image(from, size)).or_else(of_unicursal)
    }

    /// Whether they need the whole maze.
    pub(super) fn need_whole(&self) -> bool {
        self.symmetry.is_some() || self.unicursal || self.rooms.is_some()
    }

    /// About how many steps it takes to carve a maze on a grid on which a random walk goes like this, and to place rooms in it.
    pub(super) fn steps_on(&self, algorithm: &Algorithm, [columns, rows]: [u64; 2], walk: Walk) -> u64 {
        let walked = algorithm.info().walk.map(|moves| moves(walk));
        walked.unwrap_or_else(|| self.steps(algorithm, [columns, rows]))
    }

    /// About how many steps it takes to carve a maze with so many columns and rows, and to place rooms in it.
    pub(super) fn steps(&self, algorithm: &Algorithm, [columns, rows]: [u64; 2]) -> u64 {
        let cells = columns.saturating_mul(rows);
        let steps = |columns: u64, rows: u64| {
            let carved = (algorithm.info().steps)(columns, rows);
            let grown =
                if self.straightness > Share::NONE { columns.saturating_mul(rows).saturating_mul(5) } else { 0 };
            carved.max(grown)
        };
        let carved = match (self.symmetry, self.unicursal) {
            (Some(Symmetry::MirrorX), _) => steps(columns.div_ceil(2), rows).saturating_add(cells.saturating_mul(2)),
            (Some(_), _) => steps(columns, rows.div_ceil(2)).saturating_add(cells.saturating_mul(2)),
            (None, true) => steps(columns.div_ceil(2), rows.div_ceil(2)).saturating_add(cells.saturating_mul(2)),
            (None, false) => steps(columns, rows),
        };
        let of_rooms = self.rooms.map_or(0, |rooms| rooms.steps());
        carved.saturating_add(of_rooms)
    }

    /// How many bytes of memory each cell takes at most meanwhile, besides the maze.
    pub(super) fn bytes(&self, algorithm: &Algorithm) -> u64 {
        let grown = if self.straightness > Share::NONE { 28 } else { 0 };
        let halves = u64::from(self.symmetry.is_some() || self.unicursal);
        let rooms = u64::from(self.rooms.is_some());
        (algorithm.info().bytes.max(grown) + halves).max(rooms)
    }

    /// The names and values of those that change anything.
    pub(super) fn push(&self, options: &mut OptionList) {
        if self.straightness > Share::NONE {
            options.push("straightness", self.straightness.value());
        }
        if let Some(symmetry) = self.symmetry {
            options.push("symmetry", symmetry.name());
        }
        if self.unicursal {
            options.push("unicursal", true);
        }
        if let Some(Rooms { count, size }) = self.rooms {
            options.push("rooms", OptionValue::Whole(count.into()));
            options.push("room_size", size.to_string());
        }
        if self.sparse > Share::NONE {
            options.push("sparse", self.sparse.value());
        }
    }
}
