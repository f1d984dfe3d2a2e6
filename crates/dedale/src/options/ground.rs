//! The ground on which a maze is made: its grid, or the part of it that is made.

use super::carving::MUST_BE_A_RECTANGLE;
use super::check::Faults;
use super::option::{DESCRIBED_ELSEWHERE, SHAPING, SHARE};
use super::{InvalidOption, MazeBuilder, MazeOption, MazeOptions, OPTIONS, SizeLimits};
use crate::about::{InvalidValue, InvalidValueKind, OptionValue, OverLimit, parse_digits, parse_whole, parse_within};
use crate::generate::{ALGORITHMS, Algorithm, Grids, MAX_SIDE, Rectangle};
use crate::grid::{GridKind, InvalidMesh, Joined, Mask, MaskOutline, MeshOptions, Square, Wrap, least_free, walls_at};

pub(super) const GRID: MazeOption = MazeOption {
    name: "grid",
    default: "square",
    description: "The grid: what its cells look like.",
    is_of_parts: false,
    shapes_addresses: true,
    set: |builder, text| text.parse().map(|kind| builder.change_mesh(|mesh| mesh.kind = kind)),
    // Options that make squares a mesh show their name.
    get: |builder| (!builder.is_plain()).then(|| builder.mesh.kind.name().into()),
    check: MazeBuilder::check_mesh,
    fill: MazeBuilder::fill_size,
    ..DESCRIBED_ELSEWHERE
};

pub(super) const RINGS: MazeOption = MazeOption {
    name: "rings",
    default: "15",
    description: "The number of rings around the center, with grid=polar.",
    grids: |kind| kind == GridKind::Polar,
    is_of_parts: false,
    set: |builder, text| parse_within(text, "rings", u32::MAX.into()).map(|rings| builder.rings = Some(rings as u32)),
    get: |builder| builder.rings.map(OptionValue::from),
    ..DESCRIBED_ELSEWHERE
};

pub(super) const W: MazeOption = MazeOption {
    name: "w",
    default: "30",
    description: "The number of columns.",
    grids: has_columns,
    set: |builder, text| {
        let columns = parse_side(text, "columns", builder.of_maze().max_columns)?;
        builder.change_grid(|builder| builder.columns = Some(columns));
        Ok(())
    },
    get: |builder| builder.columns.filter(|_| builder.mesh.kind != GridKind::Custom).map(OptionValue::Whole),
    ..DESCRIBED_ELSEWHERE
};

pub(super) const H: MazeOption = MazeOption {
    name: "h",
    default: "30",
    description: "The number of rows.",
    grids: has_columns,
    set: |builder, text| {
        let rows = parse_side(text, "rows", builder.of_maze().max_rows)?;
        builder.change_grid(|builder| builder.rows = Some(rows));
        Ok(())
    },
    get: |builder| builder.rows.filter(|_| builder.mesh.kind != GridKind::Custom).map(OptionValue::Whole),
    ..DESCRIBED_ELSEWHERE
};

pub(super) const FLOORS: MazeOption = MazeOption {
    name: "floors",
    default: "1",
    description: "The number of floors, with grid=square.",
    grids: |kind| kind == GridKind::Square,
    is_of_parts: false,
    shapes_addresses: true,
    set: |builder, text| {
        let floors = parse_within(text, "floors", u32::MAX.into())?;
        builder.change_mesh(|mesh| mesh.floors = floors as u32);
        Ok(())
    },
    get: |builder| Some(builder.mesh.floors).filter(|&floors| floors != 1).map(OptionValue::from),
    ..DESCRIBED_ELSEWHERE
};

pub(super) const WINDOW: MazeOption = MazeOption {
    name: "window",
    description: "The part of the maze that is made: its first row and column, and how many there are.",
    set: |builder, text| {
        let numbers: Option<Vec<u64>> = text.split(',').map(parse_digits).collect();
        let &[row, column, rows, columns] = &numbers.unwrap_or_default()[..] else {
            let reason = "must be row,col,rows,cols: four whole numbers, such as 0,0,20,30";
            return Err(InvalidValueKind::Unreadable("0,0,20,30").with_reason(reason));
        };
        builder.window = Some(Rectangle { row, column, rows, columns });
        Ok(())
    },
    get: |builder| {
        let Rectangle { row, column, rows, columns } = builder.window?;
        Some(format!("{row},{column},{rows},{columns}").into())
    },
    ..DESCRIBED_ELSEWHERE
};

pub(super) const ZOOM_LEVEL: MazeOption = MazeOption {
    name: "zoom_level",
    default: "0",
    description: "The level of a quilt of which a part is made.",
    set: |builder, text| parse_whole(text, 0..=53).map(|level| builder.level = Some(level as u32)),
    get: |builder| builder.level.filter(|&level| level > 0).map(OptionValue::from),
    check: |builder, faults| {
        let level = builder.level.unwrap_or(0);
        if level > 0 && !matches!(builder.algorithm, Algorithm::Quilt { .. }) {
            faults.add_without("zoom_level", "algo", InvalidValue::needs("algo=quilt"));
        } else if faults.size.is_some() && level > builder.zoom_levels() {
            faults.add("zoom_level", InvalidValue::out_of_range("", &(0..=builder.zoom_levels())));
        }
        if faults.size.is_some() && builder.is_part() && !faults.is_about(&["algo", "zoom_level", "window"]) {
            builder.check_window(faults);
        }
    },
    fill: |builder| {
        if builder.is_part() {
            builder.window = Some(builder.window.unwrap_or(builder.level_extent()));
            builder.level = Some(builder.level.unwrap_or(0));
        }
    },
    ..DESCRIBED_ELSEWHERE
};

pub(super) const WRAP: MazeOption = MazeOption {
    name: "wrap",
    values: Wrap::NAMES,
    default: "none",
    description: "Which opposite edges are joined.",
    grids: |kind| kind.info().wraps,
    shapes_addresses: true,
    set: |builder, text| text.parse().map(|wrap| builder.change_mesh(|mesh| mesh.wrap = wrap)),
    get: |builder| Some(builder.mesh.wrap).filter(|&wrap| wrap != Wrap::Off).map(|wrap| wrap.name().into()),
    ..SHAPING
};

pub(super) const WEAVE: MazeOption = MazeOption {
    name: "weave",
    description: "The share of possible crossings at which a passage may run under another one, with grid=square.",
    grids: |kind| kind == GridKind::Square,
    shapes_addresses: true,
    set: |builder, text| text.parse().map(|share| builder.weave = share),
    get: |builder| builder.weave.shown(),
    check: |builder, faults| {
        let is_given = builder.given.as_ref().is_some_and(|mesh| !mesh.crossings().is_empty());
        if builder.weave.is_some() && is_given {
            faults.add(
                "weave",
                InvalidValueKind::Unsupported.with_reason("is not valid on a grid that has tunnels already"),
            );
        }
        if builder.mesh.floors > 1 && builder.is_woven() {
            faults.add("weave", InvalidValue::conflict("floors"));
        }
    },
    ..SHARE
};

pub(super) const MASK: MazeOption = MazeOption {
    name: "mask",
    description: "A shape that the grid is cut to.",
    grids: is_known,
    shapes_addresses: true,
    set: |builder, text| {
        let mask: Mask = text.parse()?;
        builder.change_mesh(|mesh| mesh.mask = Some(mask));
        Ok(())
    },
    get: |builder| builder.mesh.mask.as_ref().map(|mask| mask.to_string().into()),
    ..SHAPING
};

pub(super) const OUTLINE: MazeOption = MazeOption {
    name: "outline",
    values: MaskOutline::NAMES,
    default: "cells",
    description: "Whether cells are kept as a whole, or cut along the outline of the mask.",
    grids: is_known,
    shapes_addresses: true,
    set: |builder, text| text.parse().map(|outline| builder.change_mesh(|mesh| mesh.outline = outline)),
    get: |builder| (builder.mesh.outline == MaskOutline::Smooth).then(|| MaskOutline::Smooth.name().into()),
    check: |builder, faults| {
        let MeshOptions { outline, ref mask, floors, wrap, .. } = builder.mesh;
        if outline != MaskOutline::Smooth || builder.given.is_some() {
            return;
        }
        match mask {
            None => faults.add_without("outline", "mask", InvalidValue::needs("mask")),
            Some(mask) if !mask.has_outline() => {
                let reason = "bits say which cells there are, and have no outline";
                faults.add_without("outline", "mask", InvalidValueKind::Unsupported.with_reason(reason));
            }
            Some(_) => {}
        }
        if floors > 1 {
            faults.add("outline", InvalidValue::conflict("floors"));
        }
        if wrap != Wrap::Off {
            faults.add("outline", InvalidValue::conflict("wrap"));
        }
    },
    ..SHAPING
};

pub(super) const PARTS: MazeOption = MazeOption {
    name: "parts",
    values: &["one", LARGEST, ANY],
    default: "one",
    description: "Whether all cells must be connected, the largest part of a mask is kept, or obstacles are anywhere.",
    grids: is_known,
    set: |builder, text| {
        if !PARTS.values.contains(&text) {
            return Err(InvalidValue::unknown(PARTS.values));
        }
        builder.change_mesh(|mesh| mesh.largest_part = text == LARGEST);
        builder.any_parts = text == ANY;
        Ok(())
    },
    get: |builder| match builder.any_parts {
        true => Some(ANY.into()),
        false => builder.mesh.largest_part.then(|| LARGEST.into()),
    },
    check: |builder, faults| {
        if builder.mesh.largest_part && builder.mesh.mask.is_none() {
            faults.add_without("parts", "mask", InvalidValue::needs("mask"));
        }
        if builder.any_parts && builder.obstacles.is_none() {
            faults.add_without("parts", "obstacles", InvalidValue::needs("obstacles"));
        }
    },
    ..SHAPING
};

const LARGEST: &str = "largest";
const ANY: &str = "any";

pub(super) const OBSTACLES: MazeOption = MazeOption {
    name: "obstacles",
    description: "The share of squares that are blocked, on open ground without walls, in the place of an algorithm.",
    grids: |kind| kind == GridKind::Square,
    set: |builder, text| text.parse().map(|share| builder.obstacles = Some(share)),
    get: |builder| builder.obstacles.map(|share| share.value().into()),
    check: MazeBuilder::check_obstacles,
    ..SHAPING
};

/// The options that determine the grid.
const OF_GRIDS: [&str; 10] = ["grid", "rings", "w", "h", "floors", "wrap", "weave", "mask", "outline", "parts"];

fn has_columns(kind: GridKind) -> bool {
    is_known(kind) && kind != GridKind::Polar
}

fn is_known(kind: GridKind) -> bool {
    kind != GridKind::Custom
}

/// Parses the number of columns or rows, as `limit` names them, up to this maximum.
fn parse_side(text: &str, limit: &'static str, most: u64) -> Result<u64, InvalidValue> {
    // Whether the number is in range is known when all options are.
    let side = parse_digits(text).filter(|&side| side <= MAX_SIDE);
    side.map_or_else(|| parse_within(text, limit, most), Ok)
}

impl MazeOptions {
    /// Returns the grid. A size that is too large for any grid is replaced by the largest one.
    pub fn mesh(&self) -> &MeshOptions {
        &self.set.mesh
    }

    /// Columns and rows, of cells or of repeating pieces, of the whole maze: `None` for circles and custom grids, whose cells are in neither.
    pub fn size(&self) -> Option<[u64; 2]> {
        Some([self.set.columns?, self.set.rows?])
    }

    /// Returns true if the maze is one of plain squares: a whole rectangle without missing cells, or a part of it.
    pub fn is_plain(&self) -> bool {
        self.set.is_plain()
    }

    /// Returns true if the maze is open ground: squares with obstacles, and without walls between them.
    pub fn is_open_ground(&self) -> bool {
        self.set.obstacles.is_some()
    }

    /// Returns true if passages run under one another.
    pub fn is_woven(&self) -> bool {
        self.set.is_woven()
    }

    /// Returns the part of the maze that is made, in cells of its [zoom level](MazeOptions::zoom_level); `None` if all of it is.
    pub fn window(&self) -> Option<Rectangle> {
        self.set.window
    }

    /// Returns the level of the quilt that the part is of.
    pub fn zoom_level(&self) -> u32 {
        self.set.level.unwrap_or(0)
    }

    /// Returns the number of cells that are made, with those that a mask leaves out.
    pub fn cells(&self) -> u64 {
        match self.window() {
            Some(window) => window.rows.saturating_mul(window.columns),
            None => self.mesh().cells_without_mask(),
        }
    }

    /// About how many columns and rows of cells are made, for what an algorithm takes on them.
    pub fn extent(&self) -> [u32; 2] {
        let fitting = |size: u64| u32::try_from(size).unwrap_or(u32::MAX);
        if let Some(Rectangle { rows, columns, .. }) = self.window() {
            return [columns, rows].map(fitting);
        }
        let (cells, mesh) = (self.cells(), self.mesh());
        let rows = match mesh.kind {
            GridKind::Polar => u64::from(mesh.rings) + 1,
            // As if it were a square.
            GridKind::Custom => cells.isqrt(),
            _ => u64::from(mesh.rows) * u64::from(mesh.floors),
        };
        [cells / rows.max(1), rows].map(fitting)
    }

    /// Returns the plain squares that the maze is carved of, also where cells are taken out of it afterwards.
    pub(super) fn rectangle(&self) -> Option<Square> {
        let MeshOptions { columns, rows, .. } = *self.mesh();
        Square::new(columns, rows).ok().filter(|_| self.set.is_rectangle() && !self.is_open_ground())
    }
}

impl MazeBuilder {
    /// Sets the size, if nothing is wrong with it, where it is the default.
    fn fill_size(&mut self) {
        let size =
            if self.given.is_some() { [self.mesh.columns, self.mesh.rows].map(u64::from) } else { self.chosen_size() };
        self.mesh = self.chosen_mesh();
        (self.columns, self.rows) = Some(size).filter(|_| has_columns(self.mesh.kind)).map(<(u64, u64)>::from).unzip();
        self.rings = (self.mesh.kind == GridKind::Polar).then_some(self.mesh.rings);
    }

    /// Checks how large the maze is; returns whether that is known, and nothing is wrong with it.
    pub(super) fn check_size(&self, faults: &mut Faults) -> bool {
        let (mesh, limits, whole) = (self.chosen_mesh(), self.of_maze(), self.of_whole());
        let is_known = !faults.is_about(&["grid", "rings", "w", "h", "floors"]);
        let before = faults.found.len();
        if mesh.kind == GridKind::Polar {
            if mesh.rings == 0 {
                faults.add("rings", InvalidValueKind::TooLittle("1".into()).with_reason("must be at least 1"));
            }
        } else {
            let [columns, rows] = self.chosen_size();
            for (option, limit, asked, max) in
                [("w", "columns", columns, limits.max_columns), ("h", "rows", rows, limits.max_rows)]
            {
                let reason = || InvalidValue::out_of_range("", &(1..=max));
                if asked == 0 {
                    faults.add_without(option, option, reason());
                } else if asked > max {
                    faults.add_without(
                        option,
                        option,
                        OverLimit { limit, max, asked }.with_reason(reason().to_string()),
                    );
                }
            }
            if mesh.floors == 0 {
                faults.add("floors", InvalidValueKind::TooLittle("1".into()).with_reason("must be at least 1"));
            }
        }
        if !is_known || faults.found.len() > before || self.given.is_some() {
            return is_known && faults.found.len() == before;
        }
        if self.is_part() || self.is_plain() {
            let [columns, rows] = self.chosen_size();
            if let Some(over @ OverLimit { max, asked, .. }) = limits.excess([columns, rows]) {
                // The longer of the sides that were set.
                let side = if self.columns.map_or(0, |_| columns) >= self.rows.map_or(0, |_| rows) { "w" } else { "h" };
                let reason = format!("w × h must be at most {max} cells, and {columns} × {rows} is {asked}");
                faults.add(side, over.with_reason(reason));
            }
        } else if mesh.cells_without_mask() > whole.max_cells {
            let sizes = [
                ("floors", mesh.floors > 1),
                ("rings", self.rings.is_some()),
                ("h", self.rows.is_some()),
                ("w", self.columns.is_some()),
                ("grid", mesh.kind != GridKind::Square),
            ];
            // Where none was set, the default size is too large.
            let option = sizes.into_iter().find(|&(_, is_set)| is_set).map_or("h", |(option, _)| option);
            let (max, asked) = (whole.max_cells, mesh.cells_without_mask());
            let reason = format!("the grid may have at most {max} cells, and this one would have {asked}");
            faults.add(option, OverLimit { limit: "cells", max, asked }.with_reason(reason));
        }
        faults.found.len() == before
    }

    /// Checks that there is such a grid, and that options that are not valid on every grid are on this one.
    fn check_mesh(&self, faults: &mut Faults) {
        let kind = self.mesh.kind;
        if !faults.is_about(&["grid"]) {
            for option in OPTIONS.iter().filter(|option| !(option.grids)(kind) && (option.get)(self).is_some()) {
                faults.add(option.name, only_on(option, kind));
            }
        }
        let is_said = !self.is_plain() && self.given.is_none();
        let invalid = (is_said && !faults.is_about(&OF_GRIDS)).then(|| self.chosen_mesh().check().err()).flatten();
        // Why there is no outline is said of the option.
        if let Some(invalid) = invalid.filter(|invalid| *invalid != InvalidMesh::Outline) {
            faults.found.push(of_mesh(&invalid));
        }
    }

    /// Checks that nothing else shapes the maze, and that enough squares are free.
    fn check_obstacles(&self, faults: &mut Faults) {
        let Some(obstacles) = self.obstacles.filter(|_| self.mesh.kind == GridKind::Square) else { return };
        if let Some(other) = self.not_plain() {
            faults.add("obstacles", InvalidValue::conflict_since(other, MUST_BE_A_RECTANGLE));
        }
        if self.algorithm != Algorithm::default() {
            faults.add_without("obstacles", "algo", InvalidValue::conflict("algo"));
        }
        for other in self.set_options().filter(|other| other.needs_walls) {
            faults.add("obstacles", InvalidValue::conflict(other.name));
        }
        let Some(size) = faults.size.filter(|_| !faults.is_about(&["grid", "obstacles", "from", "to"])) else { return };
        // A larger size is refused for other reasons.
        let Ok(squares) = u32::try_from(size[0].saturating_mul(size[1])) else { return };
        let (ends, blocked) = (self.known_places(), obstacles.of(squares));
        let (free, least) = (squares - blocked, least_free(size, ends, self.joined()));
        if u64::from(free) < least {
            let most = (u64::from(squares).saturating_sub(least)) as f64 / f64::from(squares);
            let reason = format!("leaves {free} of {squares} squares free, and at least {least} must be");
            faults.add(
                "obstacles",
                InvalidValueKind::TooMuch(((most * 1e3).floor() / 1e3).to_string()).with_reason(reason),
            );
        } else if self.edits.solvable.is_some() {
            match ends.map(|ends| walls_at(size, ends)) {
                None => faults.add("solvable", InvalidValue::conflict("ends")),
                Some(None) => faults.add("solvable", "needs ends with a square between them"),
                Some(Some(_)) if self.any_parts => faults.add("solvable", InvalidValue::conflict("parts=any")),
                Some(Some(walls)) if u64::from(blocked) < walls => {
                    let reason = format!("needs {walls} obstacles to close the exit off, and {blocked} are asked for");
                    faults.add("solvable", reason);
                }
                Some(Some(_)) => {}
            }
        }
    }

    /// Returns how the free squares are connected, where the exit can be reached.
    pub(super) fn joined(&self) -> Joined {
        if self.any_parts { Joined::Perhaps } else { Joined::All }
    }

    /// Checks that the algorithm runs on the grid, or makes parts.
    pub(super) fn check_algorithm(&self, faults: &mut Faults) {
        let reason = match self.is_part() {
            false => self.unsupported_reason(),
            true if self.algorithm.info().makes_rectangles() => None,
            true => {
                let able = ALGORITHMS.iter().filter(|info| info.makes_rectangles()).map(|info| info.name);
                let able = able.collect::<Vec<_>>().join(", ");
                Some(format!("must be one that makes parts of a maze: {able}"))
            }
        };
        if let Some(reason) = reason {
            faults.add_without("algo", "algo", InvalidValueKind::Unsupported.with_reason(reason));
        }
    }

    /// Returns why the algorithm does not run on the grid; `None` if it does.
    fn unsupported_reason(&self) -> Option<String> {
        // The maze of squares is made first, and cells are taken out of it.
        if self.is_rectangle() {
            return None;
        }
        let (name, mesh) = (self.algorithm.name(), &self.mesh);
        let is_whole = mesh.floors == 1 && mesh.mask.is_none() && !self.is_woven() && self.given.is_none();
        let has_rows = mesh.kind.has_rows() && is_whole;
        match self.algorithm.info().grids {
            Grids::Rows if !has_rows => Some(format!(
                "{name} goes row by row: it runs on square, hex, triangle and polar grids without mask, weave and floors"
            )),
            Grids::Squares => Some(format!("{name} runs on square grids without wrap, mask, weave and floors")),
            _ => None,
        }
    }

    /// Checks that the window lies in its level, and that what is made is not too large.
    fn check_window(&self, faults: &mut Faults) {
        let Rectangle { rows, columns, .. } = self.level_extent();
        if let Some(window) = self.window {
            let fits =
                |start: u64, length: u64, end: u64| length > 0 && start.checked_add(length).is_some_and(|to| to <= end);
            if !fits(window.row, window.rows, rows) || !fits(window.column, window.columns, columns) {
                let reason =
                    format!("must be row,col,rows,cols of at least one cell within {rows} rows and {columns} columns");
                return faults.add("window", reason);
            }
        }
        let (option, advice) = match self.window {
            Some(_) => ("window", ""),
            None => ("zoom_level", "; window names a part of it"),
        };
        let (limits, Rectangle { rows, columns, .. }) = (self.of_part(), self.window.unwrap_or(self.level_extent()));
        let SizeLimits { max_columns, max_rows, max_cells } = limits;
        if let Some(over) = limits.excess([columns, rows]) {
            let reason = format!(
                "what is asked for may have {max_columns} columns, {max_rows} rows and {max_cells} cells in all, and has {columns} columns \
                 and {rows} rows{advice}"
            );
            faults.add(option, over.with_reason(reason));
        }
    }

    /// Returns the number of levels of a quilt above its cells.
    fn zoom_levels(&self) -> u32 {
        let [columns, rows] = self.chosen_size();
        u64::BITS - (columns.max(rows).clamp(1, MAX_SIDE) - 1).leading_zeros()
    }

    /// Returns all of the level that is asked for.
    fn level_extent(&self) -> Rectangle {
        let level = self.level.unwrap_or(0).min(self.zoom_levels());
        let [columns, rows] = self.chosen_size().map(|side| ((side.clamp(1, MAX_SIDE) - 1) >> level) + 1);
        Rectangle { row: 0, column: 0, rows, columns }
    }
}

/// Returns the reason why an option is not valid on a grid.
fn only_on(option: &MazeOption, kind: GridKind) -> InvalidValue {
    let others = GridKind::ALL.iter().copied().filter(|&other| (option.grids)(other)).map(GridKind::name);
    match &others.collect::<Vec<_>>()[..] {
        [others @ .., last] if others.len() < 3 => {
            let (others, or) = (others.join(", "), if others.is_empty() { "" } else { " or " });
            InvalidValue::needs(format!("grid={others}{or}{last}"))
        }
        _ => {
            let why = match kind {
                _ if option.name == "wrap" => ", which has no opposite edges",
                GridKind::Polar => ": rings gives its size",
                _ => "",
            };
            InvalidValue::conflict_since(format!("grid={kind}"), why)
        }
    }
}

/// Returns what is wrong with a grid, said of the option that can mend it.
pub(super) fn of_mesh(invalid: &InvalidMesh) -> InvalidOption {
    let (option, reason) = match invalid {
        InvalidMesh::Open { rows, number, is_least } => {
            let how = if *is_least { "at least" } else { "a multiple of" };
            let why = if *is_least {
                InvalidValueKind::TooLittle(number.to_string())
            } else {
                InvalidValueKind::NoMultiple((*number).into())
            };
            let reason = format!("must be {how} {number} for the edges to be joined");
            (if *rows { "h" } else { "w" }, why.with_reason(reason))
        }
        InvalidMesh::Parts(parts) => {
            let reason =
                format!("leaves {parts} parts without a way between them: parts=largest keeps the largest of them");
            ("mask", InvalidValueKind::Parts(*parts).with_reason(reason))
        }
        InvalidMesh::Small { kind, least: [columns, rows] } => {
            let size = match kind {
                GridKind::Polar => format!("rings={columns}"),
                _ => format!("{columns} × {rows}"),
            };
            ("mask", InvalidValueKind::TooSmall(size).with_reason(invalid.to_string()))
        }
        other => (if matches!(other, InvalidMesh::Size) { "w" } else { "mask" }, other.to_string().into()),
    };
    InvalidOption::new(option, 0, reason)
}
