//! From what was read to a maze: its grid, within the limits, its walls, and its ends.

use super::Parsed;
use super::draft::{Draft, carve};
use super::error::ParseError;
use super::input::{Request, ask};
use super::names::Names;
use crate::about::OverLimit;
use crate::grid::{
    Address, AnyGrid, Cell, Crossing, Grid, GridKind, InvalidMesh, Limits, Mask, Mesh, MeshOptions, Side, Sides,
    Square, Wrap,
};
use crate::maze::Maze;

/// How many bytes are taken for a place of a grid, and how many more where cells may be missing.
const PLACE_BYTES: u64 = Mesh::CELL_BYTES + 4;
const MASKED_BYTES: u64 = 56;

/// All that is read of a maze besides its size, its walls and its weights.
pub(super) struct Assembly<'a> {
    pub(super) wrap: Wrap,
    /// Under which cells tunnels run: the row and the column of each, and the side at which it begins.
    pub(super) crossings: Vec<([u64; 2], Side)>,
    pub(super) ends: Ends,
    pub(super) directions: Option<Names>,
    pub(super) path: Option<Vec<Address>>,
    pub(super) limits: Limits,
    pub(super) admit: &'a dyn Fn(u64) -> bool,
}

/// What is said of the ends.
#[derive(Clone, Debug, Default)]
pub(super) struct Ends {
    /// The entrance and the exit.
    pub(super) given: [Option<Address>; 2],
    /// Whether these are openings in the border, and not marked.
    pub(super) are_openings: bool,
    /// The exits, where there are several.
    pub(super) goals: Vec<Address>,
    /// Why the entrance or the exit is not known, although some end is marked.
    pub(super) unclear: [Option<Box<ParseError>>; 2],
}

impl<'a> Assembly<'a> {
    /// A maze without crossings and joined edges, of which no more is said than the ends.
    pub(super) fn new(ends: Ends, request: &Request<'a>) -> Assembly<'a> {
        Assembly {
            wrap: Wrap::Off,
            crossings: Vec::new(),
            ends,
            directions: None,
            path: None,
            limits: request.options.limits,
            admit: request.admit,
        }
    }

    /// Reserves this many more bytes, or fails.
    pub(super) fn ask(&self, bytes: u64) -> Result<(), ParseError> {
        ask(self.admit, bytes)
    }

    /// The maze of a rectangle of so many columns and rows, without weights.
    pub(super) fn rectangle(self, [columns, rows]: [usize; 2], draft: Draft) -> Result<Parsed, ParseError> {
        let size = MeshOptions { columns: columns as u32, rows: rows as u32, ..MeshOptions::new(GridKind::Square) };
        self.squares(size, draft, |_, _| Ok(None))
    }

    /// The maze of squares on one floor of which the sides are known, and which cells are missing.
    pub(super) fn squares(
        self,
        mut size: MeshOptions,
        draft: Draft,
        weights: impl FnOnce(&Assembly<'_>, &MeshOptions) -> Result<Option<Box<[u16]>>, ParseError>,
    ) -> Result<Parsed, ParseError> {
        if self.wrap == Wrap::Off && self.crossings.is_empty() && !draft.is_cut() {
            let weights = weights(&self, &size)?;
            return self.plain_squares(&size, &draft.into_open(), weights);
        }
        size.mask = draft.mask().map(Mask::from_bits);
        let mesh = self.mesh(size)?;
        let weights = weights(&self, mesh.options())?;
        self.finish(carve(mesh, &draft.into_open())?, weights)
    }

    pub(super) fn plain_squares(
        self,
        size: &MeshOptions,
        open: &[Sides],
        weights: Option<Box<[u16]>>,
    ) -> Result<Parsed, ParseError> {
        let grid = Square::new(size.columns, size.rows);
        let grid = grid.map_err(|too_large| ParseError::inconsistent(None, too_large.to_string()))?;
        self.finish(carve(grid, open)?, weights)
    }

    /// The grid of this size, with its joined edges and its tunnels.
    pub(super) fn mesh(&self, size: MeshOptions) -> Result<Mesh, ParseError> {
        let options = MeshOptions { wrap: self.wrap, ..size };
        if options.kind == GridKind::Polar && options.rings == 0 {
            return Err(ParseError::inconsistent(None, "a circle must have at least one ring around its center"));
        }
        if options.sites() > self.limits.max_cells.into() {
            return Err(self.too_many_cells(options.sites()));
        }
        let masked = if options.mask.is_some() { MASKED_BYTES } else { 0 };
        self.ask(options.sites() * (PLACE_BYTES + masked))?;
        let Ok(mesh) = Mesh::in_parts(&options, &mut ());
        let mesh = mesh.map_err(|invalid| invalid_mesh(&invalid))?;
        let mut crossings = Vec::with_capacity(self.crossings.len());
        for (place, &(at @ [row, column], side)) in self.crossings.iter().enumerate() {
            let numbers = at.map(|number| u32::try_from(number).unwrap_or(u32::MAX));
            let cell = mesh.find(numbers).ok_or_else(|| {
                ParseError::inconsistent(None, format!("crossings[{place}] is at [{row},{column}], where no cell is"))
            })?;
            crossings.push(Crossing { cell, side });
        }
        mesh.woven_at(&crossings).map_err(|invalid| match invalid {
            InvalidMesh::Crossing(wrong) => {
                let place = crossings.iter().rposition(|&crossing| crossing == wrong).unwrap_or(0);
                let ([row, column], _) = self.crossings[place];
                let detail =
                    format!("crossings[{place}] is at [{row},{column}], under which no tunnel can run this way");
                ParseError::inconsistent(None, detail)
            }
            invalid => invalid_mesh(&invalid),
        })
    }

    /// There would be so many cells.
    pub(super) fn too_many_cells(&self, asked: u64) -> ParseError {
        ParseError::too_many(None, OverLimit { limit: "cells", max: self.limits.max_cells.into(), asked })
    }

    /// The maze with its weights, its ends and what else is said of it.
    pub(super) fn finish<G: Grid>(self, mut maze: Maze<G>, weights: Option<Box<[u16]>>) -> Result<Parsed, ParseError>
    where
        Maze<AnyGrid>: From<Maze<G>>,
    {
        if let Some(weights) = weights {
            let set = maze.set_weights(weights);
            set.map_err(|invalid| ParseError::inconsistent(None, format!("weights: {invalid}")))?;
        }
        let Ends { given: [from, to], are_openings, goals, unclear } = self.ends;
        let are_given = from.is_some() || to.is_some() || !goals.is_empty() || unclear.iter().any(Option::is_some);
        let find_goal = |goal: Address| find_cell("to", Some(goal), maze.grid()).transpose();
        let goals = goals.into_iter().filter_map(find_goal).collect::<Result<_, _>>()?;
        let [from, to] = if are_given {
            [find_cell("from", from, maze.grid())?, find_cell("to", to, maze.grid())?]
        } else {
            // Where there are exactly two openings, they are the ends.
            let mut openings = maze.openings().map(|(cell, _)| cell);
            match [openings.next(), openings.next(), openings.next()] {
                [from, to, None] if to.is_some() => [from, to],
                _ => [None; 2],
            }
        };
        let ends_are_openings = are_openings || !are_given && from.is_some();
        let Assembly { directions, path, .. } = self;
        Ok(Parsed {
            form: "",
            maze: maze.into(),
            from,
            to,
            goals,
            unclear,
            ends_are_openings,
            directions,
            path,
            is_of_squares: false,
            drawing: None,
            scale: None,
        })
    }
}

pub(super) fn invalid_mesh(invalid: &InvalidMesh) -> ParseError {
    let detail = match invalid {
        InvalidMesh::Empty => "there is no cell: all of them are left out".to_owned(),
        other => other.to_string(),
    };
    ParseError::inconsistent(None, detail)
}

fn find_cell<G: Grid>(name: &str, end: Option<Address>, grid: &G) -> Result<Option<Cell>, ParseError> {
    let Some(address) = end else { return Ok(None) };
    grid.find(address).map(Some).ok_or_else(|| {
        let [first, last] = [Cell(0), Cell(grid.cells() - 1)].map(|cell| grid.address(cell));
        let detail = format!("{name} is [{address}], which is no cell of the maze: they go from [{first}] to [{last}]");
        ParseError::inconsistent(None, detail)
    })
}
