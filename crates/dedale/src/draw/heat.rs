//! A heat map: cells are colored by their distance, in steps.

use crate::grid::Cell;
use crate::picture::film::CellMark;
use crate::picture::palette::{Palette, Rgb};
use crate::solve::Distances;

/// The maximum number of steps. More could not be distinguished, and they fit into a palette of 256 colors with a few others.
const MAX_STEPS: u32 = 240;

/// The colors of the steps.
#[derive(Clone, Copy, Debug)]
enum ColorMap {
    Even(Palette),
    Each([Rgb; CellMark::COUNT]),
}

/// Assigns distances to a number of equal steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heat {
    colors: ColorMap,
    longest: u32,
    /// The number of steps.
    pub(crate) steps: u32,
}

impl Heat {
    pub(crate) fn new(distances: &Distances, palette: Palette) -> Heat {
        let longest = distances.longest();
        Heat { colors: ColorMap::Even(palette), longest, steps: longest.saturating_add(1).min(MAX_STEPS) }
    }

    /// Creates the heat map of cells whose distances are the numbers of marks, with a color for each mark.
    pub(crate) fn of_marks(colors: [Rgb; CellMark::COUNT]) -> Heat {
        let steps = CellMark::COUNT as u32;
        Heat { colors: ColorMap::Each(colors), longest: steps - 1, steps }
    }

    /// Returns the step of a cell; `None` if it is unreachable.
    #[inline]
    pub(crate) fn step(&self, distances: &Distances, cell: Cell) -> Option<u32> {
        let distance = u64::from(distances.to(cell)?);
        let step = distance * u64::from(self.steps - 1) / u64::from(self.longest.max(1));
        Some(step as u32)
    }

    /// Returns the color of a step.
    pub(crate) fn color(&self, step: u32) -> Rgb {
        match self.colors {
            ColorMap::Even(palette) => palette.color(step, self.steps),
            ColorMap::Each(colors) => colors[step as usize],
        }
    }
}

/// The cells of a heat map in the order of their shades.
#[derive(Clone, Debug)]
pub(crate) struct HeatShades {
    pub(crate) heat: Heat,
    cells: Vec<Cell>,
    /// The index of the first cell of each shade, and the total number of cells.
    starts: Vec<usize>,
}

/// The number of cells of a shade that are drawn at a time.
const BAND: usize = 1 << 14;

impl HeatShades {
    /// Returns the number of bands in which the cells of a shade are drawn: at least one.
    pub(crate) fn bands(&self, step: u32) -> u64 {
        (self.cells_of(step).len().div_ceil(BAND) as u64).max(1)
    }

    /// Returns the cells of a band of a shade. Consecutive cells in a row of `columns` cells are all in the band of the first.
    pub(crate) fn band(&self, step: u32, band: u64, columns: u32) -> &[Cell] {
        let cells = self.cells_of(step);
        let goes_on = |&place: &usize| {
            place > 0 && cells[place - 1].0 + 1 == cells[place].0 && !cells[place].0.is_multiple_of(columns)
        };
        let from = |band: u64| {
            let first = (band as usize * BAND).min(cells.len());
            (first..cells.len()).find(|place| !goes_on(place)).unwrap_or(cells.len())
        };
        &cells[from(band)..from(band + 1)]
    }

    /// Sorts the cells by shade with a counting sort, which keeps the cells of a shade in order. It takes four bytes for each cell.
    pub(crate) fn new(distances: &Distances, heat: Heat) -> HeatShades {
        let cells = || (0..distances.as_slice().len() as u32).map(Cell);
        let step = |cell| heat.step(distances, cell).map(|step| step as usize);
        let mut starts = vec![0; heat.steps as usize + 1];
        for step in cells().filter_map(step) {
            starts[step + 1] += 1;
        }
        for step in 1..starts.len() {
            starts[step] += starts[step - 1];
        }
        let mut next = starts.clone();
        let mut sorted = vec![Cell(0); starts[starts.len() - 1]];
        for cell in cells() {
            if let Some(step) = step(cell) {
                sorted[next[step]] = cell;
                next[step] += 1;
            }
        }
        HeatShades { heat, cells: sorted, starts }
    }

    /// Returns the cells of one shade.
    pub(crate) fn cells_of(&self, step: u32) -> &[Cell] {
        &self.cells[self.starts[step as usize]..self.starts[step as usize + 1]]
    }
}
