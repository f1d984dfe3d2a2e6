//! What lengths and difficulties a maze can have at all, known before one is made.

use super::wanted::{Difficulty, PathLength, Wanted};
use super::{EndsRule, InvalidOption, InvalidOptions, MakeError, MazeOptions};
use crate::generate::Levels;
use crate::grid::{Cell, Grid as _, Mesh};
use crate::observe::Observer;
use crate::picture::Plane;

/// What every maze with the same options has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Possible {
    /// How many cells there are.
    pub(super) cells: u64,
    /// The fewest moves from the entrance to the exit, by a way on which no wall stands.
    pub(super) least: u64,
    /// The most moves: a way passes each cell once.
    pub(super) most: u64,
    /// Whether every way has an even number of moves, or every way an odd one: so it is where the cells have two colors, as on a
    /// chessboard, and the ends are known.
    pub(super) is_even: Option<bool>,
    /// The most sides of a cell that lead to others.
    pub(super) sides: u32,
    /// Whether there may be more than one way between two cells.
    pub(super) has_loops: bool,
}

impl Possible {
    /// Of a grid on which nothing is known of the ends.
    pub(super) fn anywhere(cells: u64, sides: u32, has_loops: bool) -> Possible {
        Possible { cells, least: 0, most: cells.saturating_sub(1), is_even: None, sides, has_loops }
    }

    /// The same where the way has so many moves at least; and, if it is known to be so, an even or an odd number of them as these are.
    pub(super) fn from(self, least: u64, is_colored: bool) -> Possible {
        let is_even = is_colored.then_some(least.is_multiple_of(2));
        let last = is_even.is_some_and(|is_even| self.most.is_multiple_of(2) != is_even);
        Possible { least, most: self.most.saturating_sub(last.into()), is_even, ..self }
    }

    /// The most bits of difficulty that a path of at most so many moves has.
    fn most_bits(&self, moves: u64) -> f64 {
        // Each cell but the first has one way on fewer than sides.
        let [first, other] =
            [self.sides, self.sides.saturating_sub(1).max(1)].map(|ways| f64::from(ways.max(1)).log2());
        let by_sides = if moves == 0 { 0.0 } else { first + (moves - 1) as f64 * other };
        // In a maze without loops, each way on leads to separate cells: so there are no more ways in all than cells, and most bits
        // come of three ways at each cell of the path.
        let by_cells = self.cells.saturating_sub(1) as f64 * 3_f64.log2() / 3.0;
        if self.has_loops { by_sides } else { by_sides.min(by_cells) }
    }

    /// Checks that a maze can have what is wanted.
    pub(super) fn check(&self, wanted: &Wanted) -> Result<(), InvalidOptions> {
        let mut faults = Vec::new();
        let mut longest = self.most;
        if let Some(length) = wanted.length {
            if self.has(length) {
                longest = longest.min(length.most().into());
            } else {
                faults.push(InvalidOption::new("length", 0, self.lengths()));
            }
        }
        if let Some(Difficulty::Between { least, .. }) = wanted.difficulty {
            let most = self.most_bits(longest);
            // Sums of logarithms are rounded.
            if least > most * (1.0 + 1e-9) {
                let reason = format!(
                    "must begin at no more than {most:.1} bits: no path of at most {longest} moves here has more"
                );
                faults.push(InvalidOption::new("difficulty", 0, reason));
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(InvalidOptions(faults)) }
    }

    /// Whether a length that is possible is in the range.
    fn has(&self, length: PathLength) -> bool {
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

    /// The limits of a grid whose ends are found like this.
    pub(super) fn on<G: Plane, O: Observer>(
        grid: &G,
        ends: KnownEnds,
        has_loops: bool,
        observer: &mut O,
    ) -> Result<Possible, O::Stop> {
        let cells = || (0..grid.cells()).map(Cell);
        let sides = cells().map(|cell| grid.inner_sides(cell).len()).max().unwrap_or(0);
        let any = Possible::anywhere(grid.cells().into(), sides, has_loops);
        let is_border = |&cell: &Cell| !grid.outer_sides(cell).is_empty();
        let first = match ends {
            KnownEnds::Cells(from, _) => from,
            KnownEnds::Farthest => cells().find(is_border).unwrap_or(Cell(0)),
            KnownEnds::Center => grid.middle(),
            KnownEnds::Unknown => return Ok(any),
        };
        let Levels { depth, .. } = Levels::from(grid, first, observer)?;
        let depth = |cell: Cell| depth[cell.index()];
        Ok(match ends {
            KnownEnds::Cells(from, to) if from == to => Possible { most: 0, ..any }.from(0, true),
            KnownEnds::Cells(_, to) => {
                let differ = |cell: Cell| {
                    let is_other = |side| depth(grid.across(cell, side)) % 2 != depth(cell) % 2;
                    grid.inner_sides(cell).into_iter().all(is_other)
                };
                any.from(depth(to).into(), cells().all(differ))
            }
            // The farther of two cells without walls is no nearer with them.
            _ => {
                let has_border = cells().any(|cell| is_border(&cell));
                let far = cells().filter(|cell| !has_border || is_border(cell)).map(depth).max();
                any.from(far.unwrap_or(0).into(), false)
            }
        })
    }
}

impl MazeOptions {
    /// What every maze of plain squares with these options has, whatever its seed.
    pub(super) fn possible(&self) -> Possible {
        let [columns, rows] = [self.mesh().columns, self.mesh().rows].map(u64::from);
        let sides = u32::from(columns > 1) * 2 + u32::from(rows > 1) * 2;
        let any = Possible::anywhere(self.cells(), sides, self.has_loops());
        match (self.ends(), self.places()) {
            (EndsRule::Corners, Some([from, to])) if from == to => Possible { most: 0, ..any }.from(0, true),
            // The whole way, from end to end.
            (EndsRule::Corners, Some([[0, 0], [1, 0]])) if self.0.unicursal && self.0.remove.is_empty() => {
                any.from(any.most, true)
            }
            (EndsRule::Corners, Some([[a, b], [c, d]])) => any.from(a.abs_diff(c) + b.abs_diff(d), true),
            (EndsRule::Farthest, _) => any.from(columns + rows - 2, false),
            (EndsRule::Center, _) => any.from(columns / 2 + rows / 2, false),
            // The entrance may be one of the exits.
            _ if self.0.to_any => any,
            _ => any.from(any.most.min(1), false),
        }
    }

    /// The grid, if a maze on it can have what is wanted.
    pub(super) fn possible_on_its_grid<O: Observer>(&self, observer: &mut O) -> Result<Mesh, MakeError<O::Stop>> {
        let mesh = self.lay(observer)?;
        let ends = match (self.ends(), self.known_ends(&mesh)?) {
            _ if self.0.to_any => KnownEnds::Unknown,
            (EndsRule::Corners, (from, to)) => KnownEnds::Cells(from, to),
            // Cells of the border may be taken out, and tunnels are elsewhere with another seed.
            _ if self.0.sparse > 0.0 || self.is_woven() => KnownEnds::Unknown,
            (EndsRule::Farthest, _) => KnownEnds::Farthest,
            (EndsRule::Center, _) => KnownEnds::Center,
            _ => KnownEnds::Unknown,
        };
        let possible = match ends {
            // A tunnel is a move of two.
            KnownEnds::Cells(from, to) if self.is_woven() => {
                let on = Possible::on(&mesh, KnownEnds::Unknown, self.has_loops(), observer);
                on.map(|on| on.from(u64::from(mesh.at_least(from, to) / 2), false))
            }
            ends => Possible::on(&mesh, ends, self.has_loops(), observer),
        };
        possible.map_err(MakeError::Stopped)?.check(self.wanted())?;
        Ok(mesh)
    }
}

/// What is known of where a maze begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnownEnds {
    /// At these cells.
    Cells(Cell, Cell),
    /// At two cells of the border that are far apart.
    Farthest,
    /// In the middle, and at a cell of the border that is far from it.
    Center,
    /// Nothing.
    Unknown,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::difficulty;
    use crate::options::Made;
    use crate::picture::Picture;
    use crate::solve::Solver;

    /// Ranges that are refused are never found, and the limits are those of real mazes.
    #[test]
    fn no_maze_has_what_is_refused() {
        for query in [
            "w=3&h=3",
            "w=2&h=4&from=0,0&to=1,1",
            "w=1&h=5",
            "w=4&h=3&braid=1",
            "w=4&h=4&remove=0,0,E&from=0,0&to=0,0",
            "w=4&h=4&ends=farthest",
            "w=5&h=3&ends=center",
            "w=3&h=3&ends=random",
            "w=4&h=4&unicursal=true",
            "w=5&h=4&symmetry=rotate",
            "w=4&h=4&wrap=x",
            "w=3&h=4&wrap=x&braid=1",
            "w=3&h=4&wrap=y&ends=farthest",
            "grid=hex&w=4&h=3",
            "grid=triangle&w=5&h=3",
            "grid=triangle&w=5&h=3&ends=center",
            "grid=polar&rings=2&braid=1",
            "levels=2&w=3&h=2",
            "w=4&h=4&weave=1",
            "w=5&h=5&mask=diamond&sparse=0.4",
            "w=4&h=4&sparse=0.5&ends=farthest",
            "w=4&h=4&rooms=1&room_size=2",
            "grid=octagon&w=2&h=2&ends=random",
        ] {
            let refused = |name: &str, range: &str| refuses(&format!("{query}&{name}={range}"));
            let mut has = std::collections::BTreeSet::new();
            let mut most_bits = 0.0_f64;
            for seed in 0..300 {
                let options: MazeOptions = format!("{query}&seed={seed}").parse().unwrap();
                let (length, bits) = match options.make(&mut ()).unwrap() {
                    Made::Squares(picture) => measured(&picture),
                    Made::Mesh(picture) => measured(&picture),
                };
                has.insert(u64::from(length));
                most_bits = most_bits.max(bits);
            }
            for length in 0..40 {
                let is_refused = refused("length", &format!("{length}..{length}"));
                assert!(!(is_refused && has.contains(&length)), "{query}: length {length} of {has:?}");
            }
            assert!(refused("length", "1000..2000"), "{query}");
            assert!(!refused("difficulty", &format!("{most_bits}..1000")), "{query}: {most_bits}");
            assert!(refused("difficulty", "200..1000"), "{query}");
        }
    }

    /// Whether something wanted is refused: when the options are checked, or before the first attempt.
    fn refuses(query: &str) -> bool {
        match query.parse::<MazeOptions>() {
            Ok(options) => !options.is_plain() && options.possible_on_its_grid(&mut ()).is_err(),
            Err(_) => true,
        }
    }

    fn measured<G: Plane>(Picture { maze, from, to, .. }: &Picture<G>) -> (u32, f64) {
        let path = Solver::Bfs.solve(maze, *from, *to);
        let Ok(bits) = difficulty(maze, *from, *to, &mut ());
        (path.length().unwrap(), bits.unwrap())
    }

    #[test]
    fn lengths_that_squares_do_not_have() {
        for (query, expected) in [
            (
                "w=300&h=300&length=1..2",
                "length: must include an even number from 598 to 89998: no other number of moves leads from the entrance to the exit",
            ),
            (
                "w=3&h=3&length=5..5",
                "length: must include an even number from 4 to 8: no other number of moves leads from the entrance to the exit",
            ),
            (
                "w=300&h=300&ends=farthest&length=1..2",
                "length: must include a number from 598 to 89999: no other number of moves leads from the entrance to the exit",
            ),
            ("w=1&h=9&length=1..7", "length: must include 8: no path between these ends has more or fewer moves"),
            (
                "w=3&h=3&difficulty=5..9",
                "difficulty: must begin at no more than 4.2 bits: no path of at most 8 moves here has more",
            ),
            (
                "w=30&h=30&difficulty=200..300&length=0..60",
                "difficulty: must begin at no more than 95.5 bits: no path of at most 60 moves here has more",
            ),
        ] {
            let refused = query.parse::<MazeOptions>().unwrap_err();
            assert_eq!(refused.to_string(), expected, "{query}");
        }
        for query in [
            "w=300&h=300&length=0..598",
            "w=3&h=3&length=5..6",
            "w=3&h=3&difficulty=4..9",
            "w=3&h=3&ends=random&length=1..1",
        ] {
            assert!(query.parse::<MazeOptions>().is_ok(), "{query}");
        }
    }
}
