//! The estimated cost of a request. Requests that cannot be completed in time are rejected before any work is done.

use dedale::draw::solid_steps;
use dedale::format::Format;
use dedale::grid::Mesh;
use dedale::maze::WEIGHT_BYTES;
use dedale::measure::{STATS_BYTES, stats_steps};
use dedale::options::{Difficulty, Ends, MOST_ATTEMPTS, MazeOptions};
use dedale::picture::{Animation, FILM_BYTES, Shown, Surface};
use dedale::solve::{COST_BYTES, COST_STEPS, SEARCH_BYTES, SEARCH_STEPS, Solver};
use dedale::text::parse::AnyParsed;

use super::include::Include;
use super::parameters::Name;
use super::posted::PostedMaze;
use super::solve::{Points, SolveOptions};
use crate::book::options::BookOptions;
use crate::problem::{Kind, Problem};
use crate::settings::Settings;
use crate::work::pool::Cost;

/// The size of a cell in a list, in bytes: its number, or a distance.
const NUMBER: u64 = 4;

/// About how many steps it takes at most to find or to estimate the length of a path in a maze that is not made as a whole.
const TO_A_LENGTH: u64 = 100_000;

/// About how many pixels of a tile are drawn in a step.
const PIXELS_IN_A_STEP: u64 = 4;

/// About how many steps an algorithm reports of a cell besides those that take long.
const STEPS_OF_A_CELL: u64 = 4;

/// The size of a cell of a maze that is animated, in bytes: its passages, its mark, the number of its colour, and the path through it.
const CELL_OF_A_FILM: u64 = 12;

/// The size of a pixel of an animation, in bytes: in the picture and in what differs, before and after it is compressed; the number of its
/// cell, and of what is drawn above that.
const PIXEL: u64 = 12;

/// About how many steps it takes to draw a cell on a page, and to compress that.
const DRAWN_STEPS: u64 = 40;

/// About how many steps a cell of a grid takes while it is laid.
const LAID_STEPS: u64 = 20;

/// How many steps each cell of an attempt takes besides those of making it: the path is looked for.
const MEASURED: u64 = 4;

/// The work on a maze.
#[derive(Clone, Debug, Default)]
pub struct Task<'a> {
    /// The options of a maze that is generated; `None` if it was posted.
    pub maze: Option<&'a MazeOptions>,
    /// How the ends of a posted maze are found.
    pub ends: Option<Ends>,
    /// Whether a posted maze is on a grid that is not one of plain squares.
    pub is_mesh: bool,
    /// Whether a posted maze has weights.
    pub has_weights: bool,
    /// How many openings a posted maze has.
    pub openings: u64,
    /// The solver.
    pub solver: Option<Solver>,
    /// The details of the solution that are returned.
    pub include: &'a [Include],
    /// The cells between which distances are returned.
    pub points: Option<&'a Points>,
    /// How many moves of a path are returned, in a maze that is not made as a whole.
    pub moves: Option<u64>,
    /// The format, if the response is a drawing.
    pub format: Option<Format>,
    /// The pixels of a tile.
    pub pixels: u64,
}

impl<'a> Task<'a> {
    /// A maze that is generated.
    pub fn making(maze: &'a MazeOptions) -> Task<'a> {
        Task { maze: Some(maze), ..Task::default() }
    }

    /// A maze that was posted.
    pub fn posted(maze: &PostedMaze, ends: Ends) -> Task<'a> {
        let is_mesh = matches!(maze.parsed, AnyParsed::Mesh(_));
        let has_weights = maze.known().is_weighted == Some(true);
        Task { ends: Some(ends), is_mesh, has_weights, openings: maze.openings(), ..Task::default() }
    }

    /// Adds solving it.
    pub fn solved(self, solve: &'a SolveOptions) -> Task<'a> {
        Task {
            solver: Some(solve.solver),
            include: &solve.include,
            points: Some(&solve.points),
            moves: solve.moves,
            ..self
        }
    }

    /// Adds details of the solution.
    pub fn including(self, include: &'a [Include]) -> Task<'a> {
        Task { include, ..self }
    }

    /// Adds drawing it.
    pub fn drawn(self, format: Format) -> Task<'a> {
        Task { format: Some(format), ..self }
    }

    /// Adds the pixels of a tile.
    pub fn of_pixels(self, pixels: u64) -> Task<'a> {
        Task { pixels, ..self }
    }

    /// The cost, if a request may be that expensive.
    ///
    /// # Errors
    ///
    /// Returns a [`Problem`] that says how large the maze may be.
    pub fn cost(&self, [columns, rows]: [u32; 2], settings: &Settings) -> Result<Cost, Problem> {
        self.check_animation(u64::from(columns) * u64::from(rows), settings)?;
        let steps = self.steps([columns, rows]);
        // Where attempts are made, there are as many as fit.
        let attempts = self.maze.zip(self.attempts([columns, rows], settings));
        let attempted =
            attempts.map_or(0, |(maze, most)| steps_of_attempt(maze, [columns, rows]).saturating_mul(most.into()));
        let steps = steps.saturating_add(attempted);
        if steps > settings.max_steps {
            return Err(self.too_much([columns, rows], steps, settings));
        }
        let film = self.film_bytes([columns, rows]);
        Ok(Cost { steps, bytes: film + self.bytes(u64::from(columns) * u64::from(rows)) })
    }

    /// Reports a maze with more steps than an animation can show.
    fn check_animation(&self, cells: u64, settings: &Settings) -> Result<(), Problem> {
        let (cells, most) = (self.maze.map_or(cells, MazeOptions::cells), u64::from(settings.max_step_cells));
        if self.format.and_then(Format::animation).is_none() || cells <= most {
            return Ok(());
        }
        let detail = format!(
            "the steps of at most {most} cells can be shown, and the maze has {cells}; a smaller maze would fit"
        );
        Err(Problem::new(Kind::TOO_MUCH_WORK, detail))
    }

    /// The approximate memory for an animation: its steps, another maze, and the pixels of two pictures.
    fn film_bytes(&self, [columns, rows]: [u32; 2]) -> u64 {
        let Some(animation) = self.format.and_then(Format::animation) else { return 0 };
        let cells = u64::from(columns) * u64::from(rows);
        let [width, height] = animation.style.size(columns.into(), rows.into());
        FILM_BYTES * self.film_steps(animation, [columns, rows]) + CELL_OF_A_FILM * cells + PIXEL * width * height
    }

    /// About how many steps an animation shows.
    fn film_steps(&self, animation: Animation, [columns, rows]: [u32; 2]) -> u64 {
        let cells = u64::from(columns) * u64::from(rows);
        let expected = match animation.shown {
            Shown::Solving => self.solver.map_or(0, |solver| (solver.info().steps)(cells)),
            _ => self.maze.map_or(0, |maze| maze.expected_steps_at(columns, rows)),
        };
        expected.saturating_add(STEPS_OF_A_CELL * cells)
    }

    /// About how many steps it takes to paint an animation.
    fn animated(&self, animation: Animation, [columns, rows]: [u32; 2]) -> u64 {
        let cells = u64::from(columns) * u64::from(rows);
        let surface = match self.maze {
            Some(maze) if maze.is_woven() => Surface::Tunnels,
            _ if self.is_shaped() => Surface::Mesh,
            _ => Surface::Squares,
        };
        let steps = self.film_steps(animation, [columns, rows]);
        animation.expected_steps([columns.into(), rows.into()], cells, steps, surface)
    }

    /// The cost of a book of so many of these mazes, and of the ways through them where it is `solved`, if a request may be that
    /// expensive.
    ///
    /// # Errors
    ///
    /// Returns a [`Problem`] that says how many mazes the book may have.
    pub fn book(&self, count: u32, solved: bool, settings: &Settings) -> Result<Cost, Problem> {
        let Some(maze) = self.maze else { return Ok(Cost { steps: 0, bytes: 0 }) };
        let [columns, rows] = maze.extent();
        let cells = u64::from(columns) * u64::from(rows);
        let drawn = self.steps([columns, rows]).saturating_add(DRAWN_STEPS * cells);
        // They are made again for the ways.
        let each = if solved { 2 * drawn + SEARCH_STEPS * cells } else { drawn };
        let steps = each.saturating_mul(count.into());
        if steps > settings.max_steps {
            let (most, time) = (settings.max_steps, settings.timeout.as_secs_f64());
            let fits = match most / each.max(1) {
                0 => "no maze of this size would fit".to_owned(),
                fitting => format!("{}={fitting} would fit", Name::Count),
            };
            let detail = format!(
                "{}={count} mazes of {cells} cells with algo={} would take about {steps} steps, and one request may take {most}, which is \
                 what {time} s are enough for; {fits}",
                Name::Count,
                maze.algorithm().name()
            );
            return Err(Problem::new(Kind::TOO_MUCH_WORK, detail));
        }
        Ok(Cost { steps, bytes: self.bytes(cells) })
    }

    /// The cost to find out whether the mazes of a book can be made; and how many attempts there are for each, where something is looked
    /// for. The grids of mazes with tunnels depend on their seeds.
    ///
    /// # Errors
    ///
    /// Returns a [`Problem`] that says how many mazes could be found.
    pub fn checked(&self, book: &BookOptions, settings: &Settings) -> Result<(Cost, Option<u32>), Problem> {
        let Some(maze) = self.maze else { return Ok((Cost { steps: 0, bytes: 0 }, None)) };
        let candidates = u64::from(book.candidates());
        let grids = match () {
            () if maze.is_plain() => 0,
            () if maze.is_woven() => candidates,
            () => 1,
        };
        let laid = LAID_STEPS * maze.cells() * grids;
        let most = settings.max_steps / 2;
        let each = steps_of_attempt(maze, maze.extent());
        let attempts = attempts(maze, maze.extent(), most / candidates);
        let tried = u64::from(attempts.unwrap_or(0)) + u64::from(book.is_rising);
        let found = each.saturating_mul(tried);
        let steps = laid.saturating_add(found.saturating_mul(candidates));
        if tried > 0 && steps > settings.max_steps {
            // A book that chooses its mazes makes so many at least.
            let fewest = if book.is_rising { Difficulty::SAMPLE.into() } else { 1 };
            let fitting = match most / found.max(1) {
                count if count >= fewest => format!("{}={count}", Name::Count),
                _ => "smaller mazes".to_owned(),
            };
            let detail = format!(
                "to find the mazes of {}={} of {} cells each would take about {steps} steps, and one request may take {}; {fitting} would fit",
                Name::Count,
                book.count,
                maze.cells(),
                settings.max_steps,
            );
            return Err(Problem::new(Kind::TOO_MUCH_WORK, detail));
        }
        let bytes = if laid + found > 0 { self.bytes(maze.cells()) } else { 0 };
        Ok((Cost { steps, bytes }, attempts))
    }

    /// How many attempts are made at most to find the maze; `None` where nothing is looked for.
    pub fn attempts(&self, size: [u32; 2], settings: &Settings) -> Option<u32> {
        self.maze.and_then(|maze| attempts(maze, size, settings.max_steps / 2))
    }

    /// The approximate number of steps for a maze of this size.
    fn steps(&self, [columns, rows]: [u32; 2]) -> u64 {
        let cells = u64::from(columns) * u64::from(rows);
        let made = self.maze.map_or(0, |maze| maze.expected_steps_at(columns, rows));
        // A posted maze may have loops.
        let has_loops = self.maze.is_none_or(MazeOptions::has_loops);
        let stats = || stats_steps(u32::try_from(cells).unwrap_or(u32::MAX), has_loops);
        let ends = self.ends.map_or(0, |ends| ends.steps(cells));
        let solver = self.solver.map(|solver| solver.info());
        let solved = match (self.far(), solver) {
            (Some(window), _) => window.expected_path_steps(self.moves),
            (None, Some(info)) => (info.steps)(cells),
            (None, None) => 0,
        };
        // If a solver may give up, breadth-first search finds out whether there is a path.
        let gave_up = solver.is_some_and(|info| !info.limits.is_empty());
        let searches = u64::from(gave_up) + u64::from(self.shows_distances());
        let search = cells.saturating_mul(if self.is_weighted() { COST_STEPS } else { SEARCH_STEPS });
        let included = |item: &Include| match item {
            Include::Path if self.far().is_some() => TO_A_LENGTH,
            Include::Path
            | Include::Directions
            | Include::Weights
            | Include::Walk
            | Include::States
            | Include::Hash => cells,
            Include::Paths => search.saturating_add(cells.saturating_mul(self.exits())),
            Include::Distances => search,
            Include::Matrix => search.saturating_mul(self.points.map_or(0, |points| points.count(cells))),
            Include::Stats => stats(),
        };
        let included = self.include.iter().map(included);
        let drawn = self.pixels / PIXELS_IN_A_STEP;
        let animation = self.format.and_then(Format::animation);
        let animated = animation.map_or(0, |animation| self.animated(animation, [columns, rows]));
        let is_solid = matches!(self.format, Some(Format::Stl(_)));
        let counted = if is_solid { solid_steps(cells, self.is_shaped()) } else { 0 };
        let parts = [made, ends, solved, search.saturating_mul(searches), drawn, animated, counted];
        parts.into_iter().chain(included).fold(0, u64::saturating_add)
    }

    /// The approximate maximum of memory until the response is sent, in bytes, for a maze with so many cells: the maze while it is
    /// generated; or the maze, its solver and the details of the solution.
    fn bytes(&self, cells: u64) -> u64 {
        let making = self.maze.map_or(cells, MazeOptions::expected_bytes);
        // The path of an attempt is looked for.
        let searched = self.maze.filter(|maze| maze.wanted().is_any()).map_or(0, |_| SEARCH_BYTES * cells);
        let making = making.saturating_add(searched);
        let solver = self.solver.map(|solver| solver.info());
        let (solving, part) = match (self.far(), solver) {
            (Some(window), _) => (0, window.expected_path_bytes(self.moves)),
            (None, Some(info)) => (info.bytes, 0),
            (None, None) => (0, 0),
        };
        let kept = |item: &Include| match item {
            Include::Path if self.far().is_some() => 0,
            Include::Path | Include::Distances => NUMBER * cells,
            Include::Paths => NUMBER.saturating_mul(cells).saturating_mul(self.exits()),
            Include::Directions | Include::States => cells,
            Include::Matrix => match self.points {
                Some(Points::Named(places)) => NUMBER * (places.len() * places.len()) as u64,
                // Each row is found out when it is sent.
                Some(Points::All) => NUMBER * cells,
                None => 0,
            },
            Include::Walk => NUMBER * solver.map_or(0, |info| (info.longest_walk)(cells)),
            Include::Weights | Include::Stats | Include::Hash => 0,
        };
        let kept = self.include.iter().map(kept).fold(0, u64::saturating_add);
        let is_search = |item: &Include| matches!(item, Include::Paths | Include::Distances | Include::Matrix);
        let needs_search = self.include.iter().any(is_search) || matches!(self.ends, Some(Ends::Nearest { .. }));
        let measured = self.include.contains(&Include::Stats)
            || self.ends.is_some_and(|ends| matches!(ends, Ends::Farthest | Ends::Center));
        let searching = match (measured, needs_search || self.shows_distances()) {
            (true, _) => STATS_BYTES,
            (false, true) if self.is_weighted() => COST_BYTES,
            (false, true) => SEARCH_BYTES,
            (false, false) => 0,
        };
        let weights = if self.is_weighted() { WEIGHT_BYTES } else { 0 };
        let laid = if self.is_shaped() { Mesh::CELL_BYTES } else { 0 };
        let found = cells * (1 + laid + weights + solving + searching) + part;
        making.max(found.saturating_add(kept)).saturating_add(2 * self.pixels)
    }

    /// The most openings that the outer wall has, without doors.
    fn exits(&self) -> u64 {
        self.maze.map_or(self.openings, MazeOptions::most_openings)
    }

    /// Whether the grid is not one of plain squares.
    fn is_shaped(&self) -> bool {
        self.is_mesh || self.maze.is_some_and(|maze| !maze.is_plain())
    }

    /// The part of a maze that is not made as a whole, if a path is looked for in it.
    fn far(&self) -> Option<&'a MazeOptions> {
        self.maze.filter(|maze| maze.window().is_some() && self.solver.is_some())
    }

    fn is_weighted(&self) -> bool {
        self.has_weights || self.maze.is_some_and(MazeOptions::is_weighted)
    }

    fn shows_distances(&self) -> bool {
        self.format.is_some_and(|format| format.shows_distances())
    }

    fn too_much(&self, [columns, rows]: [u32; 2], steps: u64, settings: &Settings) -> Problem {
        let (most, time) = (settings.max_steps, settings.timeout.as_secs_f64());
        let what = self.maze.map_or(String::new(), |maze| format!(" with algo={}", maze.algorithm().name()));
        if self.is_shaped() {
            let cells = self.maze.map_or(u64::from(columns) * u64::from(rows), MazeOptions::cells);
            let detail = format!(
                "{cells} cells{what} would take about {steps} steps, and one request may take {most}, which is what {time} s are enough \
                 for; a smaller maze would fit"
            );
            return Problem::new(Kind::TOO_MUCH_WORK, detail);
        }
        if let Some(window) = self.maze.filter(|maze| maze.window().is_some()) {
            let cells = window.cells();
            let (part, advice) = match (self.solver, self.moves) {
                (None, _) => (format!("a window of {cells} cells"), "a smaller window would fit"),
                (Some(_), None) => (
                    format!("the path in a window of {cells} cells"),
                    "a window nearer to the ends of the path may fit",
                ),
                (Some(_), Some(moves)) => (format!("the first {moves} moves of the path"), "fewer moves may fit"),
            };
            let detail = format!(
                "{part}{what} would take about {steps} steps, and one request may take {most}, which is what {time} s are enough for; \
                 {advice}"
            );
            return Problem::new(Kind::TOO_MUCH_WORK, detail);
        }
        let (w, h) = (Name::W.as_str(), Name::H.as_str());
        let fits = match self.largest([columns, rows], most) {
            Some([columns, rows]) => format!("{w}={columns}&{h}={rows} would fit"),
            None => "no maze of these columns or rows would fit".to_owned(),
        };
        let detail = format!(
            "{w}={columns}&{h}={rows}{what} would take about {steps} steps, and one request may take {most}, which is what {time} s \
             are enough for; {fits}"
        );
        Problem::new(Kind::TOO_MUCH_WORK, detail)
    }

    /// The largest size with as many columns, or with as many rows, that needs no more than so many steps.
    fn largest(&self, [columns, rows]: [u32; 2], most: u64) -> Option<[u32; 2]> {
        let fewer_rows = largest_below(rows, |rows| self.steps([columns, rows]) <= most).map(|rows| [columns, rows]);
        let fewer_columns =
            largest_below(columns, |columns| self.steps([columns, rows]) <= most).map(|columns| [columns, rows]);
        let cells = |&[columns, rows]: &[u32; 2]| u64::from(columns) * u64::from(rows);
        fewer_rows.into_iter().chain(fewer_columns).max_by_key(cells)
    }
}

/// How many attempts are made at most to find a maze that has what is wanted, if each takes as many steps as one of so many columns and
/// rows, and all together at most `most_steps`. `None` where nothing is looked for.
fn attempts(maze: &MazeOptions, size: [u32; 2], most_steps: u64) -> Option<u32> {
    let wanted = Some(maze.wanted()).filter(|wanted| wanted.is_any() && maze.attempt().is_none())?;
    let fitting = most_steps / steps_of_attempt(maze, size).max(1);
    Some(fitting.clamp(wanted.least_attempts().into(), MOST_ATTEMPTS.into()) as u32)
}

/// About how many steps it takes to make and measure one attempt.
fn steps_of_attempt(maze: &MazeOptions, [columns, rows]: [u32; 2]) -> u64 {
    let cells = u64::from(columns) * u64::from(rows);
    maze.expected_steps_at(columns, rows).saturating_add(cells.saturating_mul(MEASURED))
}

/// The largest number from 1 and below `end` that fits, if all numbers below a fitting one fit.
fn largest_below(end: u32, fits: impl Fn(u32) -> bool) -> Option<u32> {
    let (mut fitting, mut end) = (0, end);
    while fitting + 1 < end {
        let middle = fitting + (end - fitting) / 2;
        if fits(middle) {
            fitting = middle;
        } else {
            end = middle;
        }
    }
    (fitting > 0).then_some(fitting)
}
