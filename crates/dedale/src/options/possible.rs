//! The possible lengths and difficulties of a maze, known before it is made.

use super::carving::Carving;
use super::option_grid::OptionGrid;
use super::wanted::{Difficulty, Target};
use super::{EndsRule, InvalidOption, InvalidOptions, MakeError, MazeOptions};
use crate::about::{Between, InvalidValueKind};
use crate::generate::SearchLevels;
use crate::grid::{Cell, MeshOptions};
use crate::observe::Observer;

/// The properties of every maze with the same options.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Possible {
    /// The number of cells.
    cells: u64,
    /// The fewest moves from the entrance to the exit, if no walls are in the way.
    least: u64,
    /// The most moves: a path passes each cell once.
    most: u64,
    /// True if every path has an even number of moves, or every path an odd one; `None` if it is not known. It is known if the ends are known
    /// and the cells have two colors, as on a chessboard.
    is_even: Option<bool>,
    /// The largest number of inner sides of a cell.
    sides: u32,
    /// True if there may be more than one way between two cells.
    has_loops: bool,
}

impl Possible {
    /// Returns the properties on a grid on which the ends are not known.
    fn anywhere(cells: u64, sides: u32, has_loops: bool) -> Possible {
        Possible { cells, least: 0, most: cells.saturating_sub(1), is_even: None, sides, has_loops }
    }

    /// Returns the properties if the path has at least this many moves. If `is_colored` is true, it has an even number of them if `least` is
    /// even.
    fn from(self, least: u64, is_colored: bool) -> Possible {
        let is_even = is_colored.then_some(least.is_multiple_of(2));
        let last = is_even.is_some_and(|is_even| self.most.is_multiple_of(2) != is_even);
        Possible { least, most: self.most.saturating_sub(last.into()), is_even, ..self }
    }

    /// Returns the largest difficulty, in bits, of a path of at most this many moves.
    fn most_bits(&self, moves: u64) -> f64 {
        // Each cell but the first has one way on fewer than sides.
        let [first, other] =
            [self.sides, self.sides.saturating_sub(1).max(1)].map(|ways| f64::from(ways.max(1)).log2());
        let by_sides = if moves == 0 { 0.0 } else { first + (moves - 1) as f64 * other };
        // In a maze without loops, each way on leads to separate cells. So there are no more ways than cells, and three ways at each cell of
        // the path give the most bits.
        let by_cells = self.cells.saturating_sub(1) as f64 * 3_f64.log2() / 3.0;
        if self.has_loops { by_sides } else { by_sides.min(by_cells) }
    }

    /// Checks that a maze can have what is wanted.
    pub(super) fn check(&self, wanted: &Target) -> Result<(), InvalidOptions> {
        let mut faults = Vec::new();
        let mut longest = self.most;
        if let Some(length) = wanted.length {
            if self.has(length) {
                longest = longest.min(length.most().into());
            } else {
                let why = InvalidValueKind::NotBetween([self.least, self.most].map(|number| number.to_string()));
                faults.push(InvalidOption::new("length", 0, why.with_reason(self.lengths())));
            }
        }
        if let Some(Difficulty::Between(bits)) = wanted.difficulty {
            let most = self.most_bits(longest);
            // Sums of logarithms are rounded.
            if bits.least() > most * (1.0 + 1e-9) {
                let reason = format!(
                    "can start at {most:.1} at most: no path here, of at most {longest} moves, has more choices"
                );
                let why = InvalidValueKind::TooMuch(format!("{most:.1}"));
                faults.push(InvalidOption::new("difficulty", 0, why.with_reason(reason)));
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(InvalidOptions(faults)) }
    }

    /// Returns true if a possible length is in the range.
    fn has(&self, length: Between<u32>) -> bool {
        let (first, last) = (self.least.max(length.least().into()), self.most.min(length.most().into()));
        let has_other_color = self.is_even.is_some_and(|is_even| first.is_multiple_of(2) != is_even);
        first + u64::from(has_other_color) <= last
    }

    fn lengths(&self) -> String {
        let Possible { least, most, .. } = self;
        let what = match self.is_even {
            _ if least == most => {
                return format!("must include {least}: no path between these ends has more or fewer moves");
            }
            Some(true) => "an even number",
            Some(false) => "an odd number",
            None => "a number",
        };
        format!(
            "must include {what} from {least} to {most}: no other number of moves leads from the entrance to the exit"
        )
    }

    /// Returns the properties of mazes of plain squares with these options, which follow from the size alone.
    fn on_squares(options: &MazeOptions) -> Possible {
        let MeshOptions { columns, rows, .. } = *options.mesh();
        let sides = [columns, rows].map(|length| length.saturating_sub(1).min(2)).iter().sum();
        let [columns, rows] = [columns, rows].map(u64::from);
        let any = Possible::anywhere(options.cells(), sides, options.has_loops());
        match (options.ends(), options.places()) {
            (EndsRule::Corners, Some([from, to])) if from == to => Possible { most: 0, ..any }.from(0, true),
            // The whole way of a labyrinth, from end to end.
            (EndsRule::Corners, Some([[0, 0], [1, 0]])) if options.is_labyrinth() => any.from(any.most, true),
            (EndsRule::Corners, Some([[a, b], [c, d]])) => any.from(a.abs_diff(c) + b.abs_diff(d), true),
            // The entrance may be one of the exits.
            (EndsRule::Corners, None) => any,
            (EndsRule::Farthest, _) => any.from((columns + rows).saturating_sub(2), false),
            (EndsRule::Center, _) => any.from(columns / 2 + rows / 2, false),
            // Two different cells, if there are two.
            (EndsRule::Random, _) => any.from(any.most.min(1), false),
        }
    }

    /// Returns the properties of mazes with these options on this grid, for every seed.
    pub(super) fn on<G: OptionGrid, O: Observer>(
        options: &MazeOptions,
        grid: &G,
        observer: &mut O,
    ) -> Result<Possible, MakeError<O::Stop>> {
        if options.is_plain() {
            return Ok(Possible::on_squares(options));
        }
        if options.is_open_ground() {
            // With another seed, other squares are free.
            let any = Possible::anywhere(options.cells(), 4, true);
            return Ok(match options.set.known_places() {
                None => any,
                Some([from, to]) if from == to => Possible { most: 0, ..any }.from(0, true),
                Some([[a, b], [c, d]]) => any.from(a.abs_diff(c) + b.abs_diff(d), true),
            });
        }
        let cells = || (0..grid.cells()).map(Cell);
        let is_border = |&cell: &Cell| !grid.outer_sides(cell).is_empty();
        let sides = cells().map(|cell| grid.inner_sides(cell).len()).max().unwrap_or(0);
        let any = Possible::anywhere(grid.cells().into(), sides, options.has_loops());
        let [from, to] = options.resolve_on(grid)?.ends;
        let (rule, is_woven) = (options.ends(), options.is_woven());
        // Cells of the border may be taken out, and with another seed, tunnels are elsewhere.
        let is_unknown = rule != EndsRule::Corners && (options.set.edits.sparse.is_some() || is_woven);
        if is_unknown || options.ends_at_any_exit() {
            return Ok(any);
        }
        let first = match rule {
            EndsRule::Corners => from,
            EndsRule::Farthest => cells().find(is_border).unwrap_or(Cell(0)),
            EndsRule::Center => grid.middle(),
            EndsRule::Random => {
                // Two different cells of the border, or of all if there is none.
                let border = cells().filter(is_border).count();
                let is_one = any.most == 0 || border == 1;
                return Ok(any.from(u64::from(!is_one), false));
            }
        };
        let SearchLevels { depth, .. } = SearchLevels::from(grid, first, observer).map_err(MakeError::Stopped)?;
        let depth = |cell: Cell| depth[cell.index()];
        Ok(match rule {
            EndsRule::Corners if from == to => Possible { most: 0, ..any }.from(0, true),
            // A tunnel is a move across two cells.
            EndsRule::Corners if is_woven => any.from(u64::from(grid.min_moves(from, to) / 2), false),
            EndsRule::Corners => {
                let differ = |cell: Cell| {
                    let is_other = |side| depth(grid.across(cell, side)) % 2 != depth(cell) % 2;
                    grid.inner_sides(cell).into_iter().all(is_other)
                };
                any.from(depth(to).into(), cells().all(differ))
            }
            // The farther of two cells is no nearer if there are walls.
            _ => {
                let has_border = cells().any(|cell| is_border(&cell));
                let far = cells().filter(|cell| !has_border || is_border(cell)).map(depth).max();
                any.from(far.unwrap_or(0).into(), false)
            }
        })
    }
}

impl MazeOptions {
    /// Returns true if all of the maze is one way from its default entrance to its default exit.
    fn is_labyrinth(&self) -> bool {
        self.set.carving() == Carving::Unicursal && self.set.remove.is_empty()
    }
}
