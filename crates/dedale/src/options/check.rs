//! All options of a maze, checked together.

use super::ends::{NOT_A_PLACE, NOT_A_WALL, border_cells, outer_sides};
use super::limits::Constraints;
use super::table::{NOT_A_SHARE, letter};
use super::{
    EndsRule, InvalidOption, InvalidOptions, MAX_ATTEMPTS, MazeBuilder, MazeOption, MazeOptions, OPTIONS, SizeLimits,
};
use crate::about::InvalidValue;
use crate::edit::{MAX_EXITS, Rooms, Share};
use crate::generate::{ALGORITHMS, Algorithm, Grids, LONGEST_SIDE, Rectangle};
use crate::grid::{GridKind, InvalidMesh, MeshOptions, Wrap};
use crate::maze::MAX_COST;
use crate::rng::MAX_SEED;

/// Why the edges of a circle cannot be joined.
const NO_EDGES: &str = "is not valid with grid=polar, which has no opposite edges";

/// The options that say what the grid is.
const OF_GRIDS: [&str; 9] = ["grid", "rings", "w", "h", "levels", "wrap", "weave", "mask", "parts"];

/// The faults of some options, in the order in which they are found.
#[derive(Debug)]
struct Faults {
    found: Vec<InvalidOption>,
    /// Whether it is known how large the maze is: what depends on a wrong size is not known to be wrong.
    has_size: bool,
}

impl Faults {
    fn add(&mut self, option: &'static str, reason: impl Into<InvalidValue>) {
        self.found.push(InvalidOption::new(option, 0, reason));
    }

    /// Adds a fault that follows from the value of another option, if nothing is wrong with that.
    fn add_without(&mut self, option: &'static str, other: &str, reason: impl Into<InvalidValue>) {
        if !self.is_about(&[other]) {
            self.add(option, reason);
        }
    }

    fn check_share(&mut self, option: &'static str, share: f64) {
        if Share::new(share).is_err() {
            self.add(option, NOT_A_SHARE);
        }
    }

    /// Whether something is wrong with one of these options.
    fn is_about(&self, options: &[&str]) -> bool {
        self.found.iter().any(|fault| options.contains(&fault.option))
    }

    fn finish(self) -> Result<(), InvalidOptions> {
        if self.found.is_empty() { Ok(()) } else { Err(InvalidOptions(self.found)) }
    }
}

impl MazeBuilder {
    /// Checks the options. What only the grid shows to be wrong, such as the cells and sides of one that is not of plain squares, is found
    /// when a maze is [made](MazeOptions::make).
    ///
    /// # Errors
    ///
    /// [`InvalidOptions`] with everything that is wrong, but for what only follows from another fault.
    pub fn options(mut self) -> Result<MazeOptions, InvalidOptions> {
        let mut faults = Faults { found: self.constraints.refused.clone(), has_size: true };
        faults.has_size = self.check_size(&mut faults);
        if self.is_part() {
            self.check_part(&mut faults);
        } else {
            self.check_grid(&mut faults);
            self.check_numbers(&mut faults);
            self.check_carving(&mut faults);
            self.check_wanted(&mut faults);
            self.check_weights(&mut faults);
            self.check_exits(&mut faults);
            self.check_lines(&mut faults);
            for (option, reason) in self.too_large_for() {
                faults.add(option, reason);
            }
        }
        if self.to_any && self.exits == 0 {
            faults.add_without("to", "exits", "any is only valid with exits");
        }
        if self.is_plain() {
            self.check_places(&mut faults);
        }
        faults.finish()?;
        self.fill();
        let options = MazeOptions(self);
        if options.is_plain() {
            options.possible().check(options.wanted())?;
        }
        Ok(options)
    }

    /// Checks how large the maze is; returns whether that is known, and nothing is wrong with it.
    fn check_size(&self, faults: &mut Faults) -> bool {
        let (mesh, limits, whole) = (self.chosen_mesh(), self.of_maze(), self.of_whole());
        let is_known = !faults.is_about(&["grid", "rings", "w", "h", "levels"]);
        let before = faults.found.len();
        if mesh.kind == GridKind::Polar {
            if mesh.rings == 0 {
                faults.add("rings", "must be at least 1");
            }
        } else {
            let [columns, rows] = self.chosen_size();
            for (option, size, most) in [("w", columns, limits.max_columns), ("h", rows, limits.max_rows)] {
                if !(1..=most).contains(&size) {
                    faults.add_without(option, option, format!("must be between 1 and {most}"));
                }
            }
            if mesh.levels == 0 {
                faults.add("levels", "must be at least 1");
            }
        }
        if !is_known || faults.found.len() > before || self.laid.is_some() {
            return is_known && faults.found.len() == before;
        }
        if self.is_part() || self.is_plain() {
            let ([columns, rows], most) = (self.chosen_size(), limits.max_cells);
            let cells = columns.saturating_mul(rows);
            if cells > most {
                // The longer of the sides that were set.
                let side = if self.columns.map_or(0, |_| columns) >= self.rows.map_or(0, |_| rows) { "w" } else { "h" };
                faults.add(side, format!("w × h must be at most {most} cells, and {columns} × {rows} is {cells}"));
            }
        } else if mesh.sites() > whole.max_cells {
            let sizes = [
                ("levels", mesh.levels > 1),
                ("rings", self.rings.is_some()),
                ("h", self.rows.is_some()),
                ("w", self.columns.is_some()),
                ("grid", mesh.kind != GridKind::Square),
            ];
            // Where none was set, the default size is too large.
            let option = sizes.into_iter().find(|&(_, is_set)| is_set).map_or("h", |(option, _)| option);
            let (most, cells) = (whole.max_cells, mesh.sites());
            faults.add(option, format!("the grid may have at most {most} cells, and this one would have {cells}"));
        }
        faults.found.len() == before
    }

    fn check_grid(&self, faults: &mut Faults) {
        let mesh = self.chosen_mesh();
        let kind = mesh.kind;
        if !faults.is_about(&["grid"]) {
            for option in OPTIONS.iter().filter(|option| !(option.grids)(kind) && (option.get)(self).is_some()) {
                faults.add(option.name, only_on(option, kind));
            }
        }
        if self.weave != 0.0 && self.laid.as_ref().is_some_and(|mesh| !mesh.crossings().is_empty()) {
            faults.add("weave", "is not valid on a grid that has tunnels already");
        }
        if mesh.levels > 1 && self.is_woven() {
            faults.add("weave", "is not valid with levels: give one or the other");
        }
        if mesh.largest_part && mesh.mask.is_none() {
            faults.add_without("parts", "mask", "is only valid with mask");
        }
        if !faults.is_about(&OF_GRIDS)
            && !self.is_plain()
            && self.laid.is_none()
            && let Err(invalid) = mesh.check()
        {
            faults.found.push(of_mesh(&invalid));
        }
    }

    fn check_numbers(&self, faults: &mut Faults) {
        self.check_seed(faults);
        if self.ends.is_some() && (self.from.is_some() || self.to.is_some() || self.to_any) {
            faults.add("ends", "does not go with from or to: give one or the other");
        }
        if let Some(reason) = self.unsupported_reason() {
            faults.add_without("algo", "algo", reason);
        }
        let shares = [
            ("braid", self.braid),
            ("weave", self.weave),
            ("max_walls", self.max_walls.unwrap_or(0.0)),
            ("straightness", self.straightness),
            ("sparse", self.sparse),
        ];
        shares.into_iter().for_each(|(option, share)| faults.check_share(option, share));
    }

    fn check_seed(&self, faults: &mut Faults) {
        if self.seed > MAX_SEED {
            faults.add("seed", format!("must be between 0 and {MAX_SEED}"));
        }
    }

    /// Why the algorithm does not run on the grid; `None` where it does.
    fn unsupported_reason(&self) -> Option<String> {
        // A maze of squares of which cells are taken out is made first.
        if self.is_rectangle() && self.laid.is_none() && !self.is_woven() {
            return None;
        }
        let (name, mesh) = (self.algorithm.name(), &self.mesh);
        let is_whole = mesh.levels == 1 && mesh.mask.is_none() && !self.is_woven() && self.laid.is_none();
        let has_rows = mesh.kind.has_rows() && is_whole;
        match self.algorithm.grids() {
            Grids::Rows if !has_rows => Some(format!(
                "{name} goes row by row: it runs on square, hex, triangle and polar grids without mask, weave and levels"
            )),
            Grids::Squares => Some(format!("{name} runs on square grids without wrap, mask, weave and levels")),
            _ => None,
        }
    }

    /// Checks how the maze is carved, and what is done to it before all other edits: options that go with few others.
    fn check_carving(&self, faults: &mut Faults) {
        if self.straightness != 0.0 && self.algorithm.growth_pick().is_none() {
            let able = ALGORITHMS.iter().filter(|info| info.algorithm.growth_pick().is_some()).map(|info| info.name);
            let able = able.collect::<Vec<_>>().join(" or algo=");
            faults.add_without("straightness", "algo", format!("is only valid with algo={able}"));
        }
        if self.rooms > Rooms::MAX {
            faults.add("rooms", format!("must be between 0 and {}", Rooms::MAX));
        }
        if self.room_size.is_some() && self.rooms == 0 {
            faults.add_without("room_size", "rooms", "is only valid with rooms");
        }
        for (option, is_set) in [("rooms", self.rooms > 0), ("sparse", self.sparse != 0.0)] {
            if is_set && self.is_woven() {
                faults.add(option, "does not go with weave, whose tunnels need the cells above them as they are");
            }
        }
        self.check_halves(faults);
    }

    /// Checks what makes a maze of one or two halves.
    fn check_halves(&self, faults: &mut Faults) {
        let halves = [("symmetry", self.symmetry.is_some()), ("unicursal", self.unicursal)];
        for (option, _) in halves.into_iter().filter(|&(_, is_set)| is_set) {
            if let Some(other) = self.not_plain() {
                faults.add(option, format!("is not valid with {other}: the maze must be a plain rectangle of squares"));
            }
            let others = [
                ("braid", self.braid != 0.0),
                ("max_walls", self.max_walls.is_some()),
                ("rooms", self.rooms > 0),
                ("sparse", self.sparse != 0.0),
                ("unicursal", self.unicursal && option != "unicursal"),
            ];
            for (other, _) in others.into_iter().filter(|&(_, is_set)| is_set) {
                faults.add(option, format!("does not go with {other}: give one or the other"));
            }
        }
        if self.unicursal && !self.algorithm.info().perfect {
            let reason = format!(
                "is not valid with algo={}, whose mazes have loops: the path leads around a perfect maze",
                self.algorithm.name()
            );
            faults.add("unicursal", reason);
        }
        let MeshOptions { kind, columns, rows, .. } = self.chosen_mesh();
        // Other grids need not have columns and rows, and another size would not help them.
        if kind != GridKind::Square || !faults.has_size {
            return;
        }
        if let Some((side, reason)) = self.symmetry.and_then(|symmetry| symmetry.size_fault([columns, rows])) {
            faults.add(side, reason);
        }
        for (side, number) in [("w", columns), ("h", rows)] {
            if self.unicursal && !number.is_multiple_of(2) {
                faults.add(side, "must be even with unicursal=true");
            }
        }
    }

    /// The option that makes a grid of squares another one than a plain rectangle.
    fn not_plain(&self) -> Option<&'static str> {
        let MeshOptions { levels, wrap, mask, .. } = &self.mesh;
        let reasons = [
            ("levels", *levels > 1),
            ("wrap", *wrap != Wrap::Off),
            ("mask", mask.is_some()),
            ("weave", self.is_woven()),
            ("a grid that is given", self.laid.is_some()),
        ];
        reasons.into_iter().find(|&(_, holds)| holds).map(|(name, _)| name)
    }

    /// Checks what is wanted of the finished maze.
    fn check_wanted(&self, faults: &mut Faults) {
        self.wanted.check(|option, reason| faults.add(option, reason));
        match self.attempt {
            Some(_) if !self.wanted.is_any() && !faults.is_about(&["difficulty", "length"]) => {
                faults.add("attempt", "is only valid with difficulty or length")
            }
            Some(attempt) if attempt >= MAX_ATTEMPTS => {
                faults.add("attempt", format!("must be less than {MAX_ATTEMPTS}"))
            }
            _ => {}
        }
        let [columns, rows] = self.chosen_size();
        if faults.has_size && self.wanted.is_any() && self.is_plain() && columns.saturating_mul(rows) > u32::MAX.into()
        {
            let reason = format!("needs the whole maze, which may then have at most {} cells", u32::MAX);
            faults.add(self.wanted.option(), reason);
        }
    }

    /// Checks that the cost of every path fits into its number.
    fn check_weights(&self, faults: &mut Faults) {
        let Some(most) = self.weights.map(|weights| u64::from(weights.most())) else { return };
        let cells = self.chosen_mesh().sites();
        if faults.has_size && cells.saturating_mul(most) > MAX_COST.into() {
            let reason = format!(
                "the cells times the largest weight must be at most {MAX_COST}, and {cells} × {most} is more: no more than {} goes with \
                 these cells",
                u64::from(MAX_COST) / cells
            );
            faults.add("weights", reason);
        }
    }

    /// Checks that there can be so many exits. How many cells are at the border of a grid that is not one of plain squares is known when it is laid.
    fn check_exits(&self, faults: &mut Faults) {
        if self.exits > 0 && self.doors {
            faults.add("exits", "does not go with doors: give one or the other");
        }
        if self.exits > 0 && self.mesh.wrap == Wrap::Xy {
            faults.add("exits", "is not valid with wrap=xy, which leaves no border");
        }
        let border = if self.is_plain() && faults.has_size { border_cells(self.chosen_size()) } else { u64::MAX };
        if self.exits > MAX_EXITS {
            faults.add("exits", format!("must be between 0 and {MAX_EXITS}"));
        } else if u64::from(self.exits) > border && border > 0 {
            faults.add("exits", too_many_exits(border));
        }
    }

    /// Checks what is done to straight lines.
    fn check_lines(&self, faults: &mut Faults) {
        if self.is_plain() {
            if self.max_walls_in.is_some() && self.max_walls.is_none() {
                faults.add_without("max_walls_in", "max_walls", "is only valid with max_walls");
            }
            return;
        }
        for (option, is_set) in [("max_walls", self.max_walls.is_some()), ("max_walls_in", self.max_walls_in.is_some())]
        {
            if is_set {
                faults.add(
                    option,
                    if self.is_rectangle() && !self.is_woven() {
                        "does not go with sparse: give one or the other"
                    } else {
                        "is only valid with grid=square alone, without levels, wrap, weave, mask and sparse: other rows and columns are \
                         not straight"
                    },
                );
            }
        }
    }

    /// Checks the cells of a maze of plain squares, and their sides.
    fn check_places(&self, faults: &mut Faults) {
        let size = self.chosen_size();
        let outside = |place, has_size| if has_size { outside(place, size) } else { None };
        for (option, spot) in [("from", self.from), ("to", self.to)] {
            let Some(spot) = spot else { continue };
            match spot.place() {
                None => faults.add(option, NOT_A_PLACE),
                Some(place) => {
                    if let Some(reason) = outside(place, faults.has_size) {
                        faults.add(option, reason);
                    } else if self.doors && faults.has_size && outer_sides(place, size).is_empty() {
                        faults.add(option, "must be a cell on the border, since doors=true opens the outer wall there");
                    }
                }
            }
        }
        for (index, (spot, name)) in self.remove.iter().enumerate() {
            let reason = match spot.place().zip(letter(name)) {
                None => Some(NOT_A_WALL.to_owned()),
                Some((place, _)) => outside(place, faults.has_size),
            };
            faults.found.extend(reason.map(|reason| InvalidOption::new("remove", index, reason)));
        }
    }

    /// Checks a part of a maze.
    fn check_part(&self, faults: &mut Faults) {
        self.check_seed(faults);
        if !self.algorithm.info().makes_rectangles() {
            let able = ALGORITHMS.iter().filter(|info| info.makes_rectangles()).map(|info| info.name);
            let able = able.collect::<Vec<_>>().join(", ");
            faults.add_without("algo", "algo", format!("must be one that makes parts of a maze: {able}"));
        }
        let level = self.level.unwrap_or(0);
        if level > 0 && !self.remove.is_empty() {
            faults.add("remove", "is only valid with zoom_level=0: on other levels a wall is one of blocks");
        }
        if level > 0 && !matches!(self.algorithm, Algorithm::Quilt { .. }) {
            faults.add_without("zoom_level", "algo", "is only valid with algo=quilt");
        } else if faults.has_size && level > self.levels() {
            faults.add("zoom_level", format!("must be between 0 and {}", self.levels()));
        }
        if faults.has_size && !faults.is_about(&["algo", "zoom_level", "window"]) {
            self.check_window(faults);
        }
        for option in OPTIONS.iter().filter(|option| !option.is_of_parts && (option.get)(self).is_some()) {
            faults.add(option.name, "needs the whole maze, and does not go with a part of it");
        }
    }

    /// Checks that the window lies in the level, and that it is not too large.
    fn check_window(&self, faults: &mut Faults) {
        let Rectangle { rows, columns, .. } = self.level_extent();
        if let Some(window) = self.window {
            let fits =
                |start: u64, length: u64, end: u64| length > 0 && start.checked_add(length).is_some_and(|to| to <= end);
            if !fits(window.row, window.rows, rows) || !fits(window.column, window.columns, columns) {
                let reason =
                    format!("must be row,col,rows,cols of at least one cell within {rows} rows and {columns} columns");
                faults.add("window", reason);
                return;
            }
        }
        let (option, advice) = match self.window {
            Some(_) => ("window", ""),
            None => ("zoom_level", "; window names a part of it"),
        };
        let (limits, Rectangle { rows, columns, .. }) = (self.of_part(), self.window.unwrap_or(self.level_extent()));
        let SizeLimits { max_columns, max_rows, max_cells } = limits;
        if !limits.allow([columns, rows]) {
            let reason = format!(
                "what is asked for may have {max_columns} columns, {max_rows} rows and {max_cells} cells in all, and has {columns} columns \
                 and {rows} rows{advice}"
            );
            faults.add(option, reason);
        }
    }

    /// How many levels a quilt has above its cells.
    fn levels(&self) -> u32 {
        let [columns, rows] = self.chosen_size();
        u64::BITS - (columns.max(rows).clamp(1, LONGEST_SIDE) - 1).leading_zeros()
    }

    /// All of the level that is asked for.
    fn level_extent(&self) -> Rectangle {
        let level = self.level.unwrap_or(0).min(self.levels());
        let [columns, rows] = self.chosen_size().map(|side| ((side.clamp(1, LONGEST_SIDE) - 1) >> level) + 1);
        Rectangle { row: 0, column: 0, rows, columns }
    }

    /// Sets what was not set, so that options that mean the same are the same.
    fn fill(&mut self) {
        let has_columns = self.mesh.kind != GridKind::Polar;
        self.constraints = Constraints::default();
        self.mesh = self.chosen_mesh();
        let size = self.chosen_size().map(|side| Some(side).filter(|_| has_columns));
        [self.columns, self.rows] = size;
        self.rings = Some(self.mesh.rings).filter(|_| !has_columns);
        if self.is_part() {
            (self.window, self.level) =
                (Some(self.window.unwrap_or(self.level_extent())), Some(self.level.unwrap_or(0)));
        }
        self.room_size = (self.rooms > 0).then(|| self.room_size.unwrap_or_default());
        self.max_walls_in = self.max_walls.map(|_| self.max_walls_in.unwrap_or_default());
        self.ends = self.ends.filter(|&rule| rule != EndsRule::Corners);
        self.to_any |= self.exits > 0 && self.to.is_none() && self.ends.is_none();
        if self.is_plain() && self.ends.is_none() {
            let [columns, rows] = self.chosen_size();
            let from = self.from.and_then(|spot| spot.place()).unwrap_or([0, 0]);
            let image = || {
                let from = from.map(|number| number as u32);
                let size = [self.mesh.columns, self.mesh.rows];
                let of_unicursal = || Some([1, 0]).filter(|_| self.unicursal && from == [0, 0]);
                let image = self.symmetry.map(|symmetry| symmetry.image(from, size)).or_else(of_unicursal)?;
                Some(image.map(u64::from).into())
            };
            if !self.to_any {
                self.to = Some(self.to.or_else(image).unwrap_or([rows - 1, columns - 1].into()));
            }
            self.from = Some(from.into());
        }
    }
}

/// The reason why there are more exits than cells at the border.
pub(super) fn too_many_exits(border: u64) -> String {
    match border {
        0 => "is not valid here: no cell is at the border".to_owned(),
        _ => format!("must be at most {border}, since so many cells are at the border"),
    }
}

/// The reason why an option is not valid on a grid.
fn only_on(option: &MazeOption, kind: GridKind) -> String {
    let others = GridKind::ALL.iter().copied().filter(|&other| (option.grids)(other)).map(GridKind::name);
    match &others.collect::<Vec<_>>()[..] {
        [others @ .., last] if others.len() < 3 => {
            let (others, or) = (others.join(", "), if others.is_empty() { "" } else { " or " });
            format!("is only valid with grid={others}{or}{last}, and this is grid={kind}")
        }
        _ if option.name == "wrap" => format!("is not valid with grid={kind}, which has no opposite edges"),
        _ if kind == GridKind::Polar => format!("is not valid with grid={kind}: rings gives its size"),
        _ => format!("is not valid with grid={kind}"),
    }
}

/// The reason why a place is not a cell of a maze of so many columns and rows; `None` if it is one.
fn outside([row, column]: [u64; 2], [columns, rows]: [u64; 2]) -> Option<String> {
    let reason = || format!("must be a cell of the maze, row,col from 0,0 to {},{}", rows - 1, columns - 1);
    (row >= rows || column >= columns).then(reason)
}

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
    InvalidOption::new(option, 0, reason)
}
