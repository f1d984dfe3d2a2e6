//! The JSON object of a maze.
//!
//! It is read once for everything but the cells, of which only the text is kept. What they say depends on the grid and the encoding, which
//! may come later. The cells of squares are then read once, and all others twice: first which of them there are, for the grid, and then
//! their walls.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::cells::{Elements, Nesting};
use super::draft::{Draft, carve};
use super::error::{Kind, ParseError, Place};
use super::snippet::Snippet;
use super::values::{Names, Numbers, Object, Whole, Word, not_null};
use super::{AnyParsed, Parsed, graph};
use crate::grid::{
    Address, Cell, Crossing, GridKind, InvalidMesh, Limits, Mask, Mesh, MeshOptions, Side, Sides, Square, Wrap,
};
use crate::maze::Maze;
use crate::picture::Plane;
use crate::text::Encoding;

/// The least size up to which a graph may describe few cells of a large grid.
const SMALL: u64 = 1 << 12;

/// How many times the bytes of the text are taken for what it says besides the cells, and for a custom grid.
const SAID: u64 = 4;

/// How many bytes are taken for a place of a grid, and how many more where cells may be missing.
const PLACE_BYTES: u64 = Mesh::CELL_BYTES + 4;
const MASKED_BYTES: u64 = 56;

/// How many bytes are taken for a weight, while the list of them grows.
const LISTED_BYTES: u64 = 7;

/// The members that matter.
#[derive(Default, Deserialize)]
#[serde(expecting = "the object of a maze, with encoding and cells")]
struct Members<'a> {
    #[serde(default, deserialize_with = "not_null")]
    encoding: Option<Word<Encoding>>,
    #[serde(borrow, default, deserialize_with = "not_null")]
    cells: Option<&'a RawValue>,
    grid: Option<Word<GridKind>>,
    w: Option<Whole>,
    h: Option<Whole>,
    rings: Option<Whole>,
    levels: Option<Whole>,
    #[serde(borrow)]
    options: Option<&'a RawValue>,
    #[serde(borrow)]
    weights: Option<&'a RawValue>,
    crossings: Option<Vec<Crossed>>,
    from: Option<Numbers<false>>,
    to: Option<Numbers<false>>,
    directions: Option<Names>,
    path: Option<Vec<Numbers<true>>>,
}

/// Of the member `options`, which may hold anything, what the grid is made of.
#[derive(Default, Deserialize)]
struct Options {
    wrap: Option<Word<Wrap>>,
}

/// A cell that is crossed: `[row, column, "NS"]`.
#[derive(Deserialize)]
#[serde(expecting = "a crossing: an array of its row, its column, and NS or EW")]
struct Crossed(Whole, Whole, Word<Side>);

/// Reads a maze on any grid. `default` is the grid of a graph that says nothing of its grid or size. `admit` is asked whether so many bytes
/// more may be taken.
pub(super) fn read(
    text: &str,
    limits: Limits,
    default: GridKind,
    admit: &dyn Fn(u64) -> bool,
) -> Result<AnyParsed, ParseError> {
    if text.trim_ascii().is_empty() {
        return Err(ParseError::malformed(None, "there is nothing here, where the JSON object of a maze must be"));
    }
    let Object(members) =
        serde_json::from_str::<Object<Members<'_>>>(text).map_err(|e| ParseError::from_json(&e, ""))?;
    let missing = |name: &str| ParseError::malformed(None, format!("{name} is missing"));
    let Word(encoding) = *members.encoding.as_ref().ok_or_else(|| missing("encoding"))?;
    let cells = Snippet::new(text, members.cells.ok_or_else(|| missing("cells"))?);
    let weights = members.weights.map(|weights| Snippet::new(text, weights));
    let options = members.options.map(|options| Snippet::new(text, options));
    let Object(options) = match options.filter(Snippet::is_object) {
        Some(options) => options.read(std::marker::PhantomData::<Object<Options>>)?,
        None => Object::default(),
    };
    let reader = MazeReader {
        wrap: options.wrap.map_or(Wrap::Off, |Word(wrap)| wrap),
        length: text.len() as u64,
        weights,
        members,
        limits,
        admit,
    };
    reader.read(cells, encoding, default)
}

/// The maze of squares that was drawn, some of which may be missing, and its ends where they are marked.
pub(super) fn read_drawn(
    draft: Draft,
    size: [usize; 2],
    ends: [Option<Address>; 2],
    limits: Limits,
    admit: &dyn Fn(u64) -> bool,
) -> Result<AnyParsed, ParseError> {
    let [from, to] = ends.map(|end| end.map(Numbers));
    let members = Members { from, to, ..Members::default() };
    let [columns, rows] = size.map(|size| size as u32);
    let size = MeshOptions { columns, rows, ..MeshOptions::new(GridKind::Square) };
    MazeReader { members, wrap: Wrap::Off, length: 0, weights: None, limits, admit }.squares(size, draft)
}

/// The maze of squares that is no more than that.
pub(super) fn squares_alone(parsed: AnyParsed) -> Result<Parsed, ParseError> {
    match parsed {
        AnyParsed::Square(parsed) => Ok(parsed),
        AnyParsed::Mesh(parsed) => {
            let kind = parsed.maze.grid().kind();
            let what = if kind == GridKind::Square { "squares that are more than a rectangle" } else { kind.name() };
            Err(ParseError::inconsistent(None, format!("a rectangle of squares is expected, and the grid is {what}")))
        }
    }
}

struct MazeReader<'a> {
    members: Members<'a>,
    wrap: Wrap,
    /// How many bytes the text has.
    length: u64,
    weights: Option<Snippet<'a>>,
    limits: Limits,
    admit: &'a dyn Fn(u64) -> bool,
}

impl MazeReader<'_> {
    /// Asks whether so many bytes more may be taken.
    fn ask(&self, bytes: u64) -> Result<(), ParseError> {
        let detail = || format!("{bytes} bytes of memory would be needed");
        if (self.admit)(bytes) {
            Ok(())
        } else {
            Err(ParseError { kind: Kind::Refused, place: None, detail: detail() })
        }
    }

    fn crossings(&self) -> &[Crossed] {
        self.members.crossings.as_deref().unwrap_or_default()
    }

    fn read(self, cells: Snippet<'_>, encoding: Encoding, default: GridKind) -> Result<AnyParsed, ParseError> {
        let Members { grid, w, h, levels, .. } = &self.members;
        let levels = levels.map_or(1, |Whole(levels)| levels);
        let is_flat = levels == 1 && self.crossings().is_empty();
        let says_nothing = is_flat && self.wrap == Wrap::Off && w.is_none() && h.is_none();
        let kind = match grid {
            Some(Word(kind)) => *kind,
            None if says_nothing && encoding == Encoding::Graph => default,
            None => GridKind::Square,
        };
        if levels > 1 && kind != GridKind::Square {
            return Err(invalid_mesh(&InvalidMesh::Levels));
        }
        if encoding == Encoding::Graph && self.weights.is_some() {
            let detail = "weights does not go with encoding graph, where each cell has its own weight";
            return Err(ParseError::inconsistent(None, detail));
        }
        if encoding == Encoding::Graph || kind != GridKind::Square || levels > 1 {
            self.ask(SAID * self.length)?;
        }
        let refused = |detail: &str| Err(ParseError::inconsistent(None, detail));
        match (encoding, kind) {
            (Encoding::Graph, GridKind::Custom) => self.custom(cells),
            (Encoding::Graph, _) => self.graph(cells, kind, levels > 1),
            (_, GridKind::Custom) => refused("a custom grid must be given as a graph: encoding must be graph"),
            (Encoding::Blocks, _) if kind != GridKind::Square || !is_flat => refused(
                "blocks are read of squares alone, without levels and crossings: they do not say where these lead",
            ),
            (_, GridKind::Square) if levels == 1 => {
                let (size, draft) = Nesting::read(cells, (kind, false), Elements::Squares, encoding, self.limits)?;
                self.squares(size, draft)
            }
            _ => self.nested(cells, (kind, levels > 1), encoding),
        }
    }

    /// The maze of squares on one level of which the sides are known, and which cells are missing.
    fn squares(self, mut size: MeshOptions, draft: Draft) -> Result<AnyParsed, ParseError> {
        self.check_sizes(&size)?;
        if self.wrap == Wrap::Off && self.crossings().is_empty() && !draft.is_cut() {
            let weights = self.weights(&size)?;
            return self.plain_squares(&size, &draft.into_open(), weights);
        }
        size.mask = draft.mask().map(Mask::from_bits);
        let mesh = self.mesh(size)?;
        let weights = self.weights(mesh.options())?;
        self.finish(carve(mesh, &draft.into_open())?, weights).map(any)
    }

    fn plain_squares(
        self,
        size: &MeshOptions,
        open: &[Sides],
        weights: Option<Box<[u16]>>,
    ) -> Result<AnyParsed, ParseError> {
        let grid = Square::new(size.columns, size.rows);
        let grid = grid.map_err(|too_large| ParseError::inconsistent(None, too_large.to_string()))?;
        self.finish(carve(grid, open)?, weights).map(AnyParsed::Square)
    }

    /// The weights of the cells of this grid, in lists as those of the cells are.
    fn weights(&self, grid: &MeshOptions) -> Result<Option<Box<[u16]>>, ParseError> {
        let Some(lists) = self.weights else { return Ok(None) };
        self.ask(LISTED_BYTES * grid.sites())?;
        let shape = (grid.kind, grid.levels > 1);
        let (size, draft) = Nesting::read(lists, shape, Elements::Weights, Encoding::Bits, self.limits)
            .map_err(|error| ParseError { detail: format!("weights: {}", error.detail), ..error })?;
        if (MeshOptions { wrap: grid.wrap, mask: draft.mask().map(Mask::from_bits), ..size }) != *grid {
            let detail = "weights is not in the shape of cells: a number for each cell, and null where there is none";
            return Err(ParseError::inconsistent(None, detail));
        }
        Ok(Some(draft.into_weights()))
    }

    /// The maze whose cells are nested as their addresses are.
    fn nested(self, cells: Snippet<'_>, grid: (GridKind, bool), encoding: Encoding) -> Result<AnyParsed, ParseError> {
        let (mut size, places) = Nesting::read(cells, grid, Elements::Places, encoding, self.limits)?;
        self.check_sizes(&size)?;
        size.mask = places.mask().map(Mask::from_bits);
        drop(places);
        let mesh = self.mesh(size)?;
        let weights = self.weights(mesh.options())?;
        let (_, draft) = Nesting::read(cells, grid, Elements::Walls(&mesh), encoding, self.limits)?;
        self.finish(carve(mesh, &draft.into_open())?, weights).map(any)
    }

    /// Whether the sizes that were said are those that were found.
    fn check_sizes(&self, found: &MeshOptions) -> Result<(), ParseError> {
        let Members { w, h, rings, levels, .. } = &self.members;
        let is_polar = found.kind == GridKind::Polar;
        let sizes = [
            ("w", w.filter(|_| !is_polar), found.columns, "columns"),
            ("h", h.filter(|_| !is_polar), found.rows, "rows"),
            ("rings", rings.filter(|_| is_polar), found.rings, "rings around the centre"),
            ("levels", *levels, found.levels, "levels"),
        ];
        match sizes.into_iter().find(|(_, said, found, _)| said.is_some_and(|Whole(said)| said != u64::from(*found))) {
            Some((name, Some(Whole(said)), found, what)) => {
                Err(ParseError::inconsistent(None, format!("{name} is {said}, but the number of {what} is {found}")))
            }
            _ => Ok(()),
        }
    }

    /// The maze on a known grid that is given as a graph.
    fn graph(self, cells: Snippet<'_>, kind: GridKind, has_levels: bool) -> Result<AnyParsed, ParseError> {
        let addresses = graph::addresses(cells, self.limits)?;
        let mut options = self.size_of_graph(kind, has_levels, &addresses)?;
        let place = options.places().map_err(|invalid| invalid_mesh(&invalid))?;
        let mut kept = vec![false; options.sites() as usize];
        for (number, &address) in (0..).zip(&addresses) {
            let detail = || format!("cell is [{address}], where the grid has no cell");
            let place = place(address).ok_or_else(|| ParseError::inconsistent(Place::Node { number }, detail()))?;
            kept[place as usize] = true;
        }
        let is_plain = addresses.len() == kept.len()
            && (kind, has_levels, self.wrap) == (GridKind::Square, false, Wrap::Off)
            && self.crossings().is_empty();
        drop((place, addresses));
        if kept.contains(&false) {
            options.mask = Some(Mask::from_bits(kept));
        }
        let mesh = self.mesh(options)?;
        let (open, weights) = graph::open_sides(cells, &mesh, self.limits)?;
        if is_plain {
            self.plain_squares(mesh.options(), &open, weights.all())
        } else {
            self.finish(carve(mesh, &open)?, weights.all()).map(any)
        }
    }

    /// The size of the grid of these cells: as it is said, or else the least that has them.
    fn size_of_graph(
        &self,
        kind: GridKind,
        has_levels: bool,
        addresses: &[Address],
    ) -> Result<MeshOptions, ParseError> {
        let depth = kind.info().address.len() + usize::from(has_levels);
        let mut most = [0_u64; 3];
        for (number, address) in (0..).zip(addresses) {
            if address.numbers().len() != depth {
                let detail = format!("cell is [{address}], and an address has {depth} numbers here");
                return Err(ParseError::inconsistent(Place::Node { number }, detail));
            }
            for (most, &part) in most.iter_mut().zip(address.numbers()) {
                *most = (*most).max(u64::from(part) + 1);
            }
        }
        let [levels, rows, columns] = if has_levels { most } else { [1, most[0], most[1]] };
        let largest = u64::from(self.limits.max_side);
        let size = |name: &str, said: Option<Whole>, least: u64| {
            let size = said.map_or(least, |Whole(said)| said);
            if size < least {
                let detail = format!("{name} is {size}, but there are cells for which it must be {least} at least");
                return Err(ParseError::inconsistent(None, detail));
            }
            if size > largest {
                return Err(ParseError::inconsistent(None, format!("{name} would be {size}: the limit is {largest}")));
            }
            Ok(size as u32)
        };
        let members = &self.members;
        let mut options = MeshOptions::new(kind);
        if kind == GridKind::Polar {
            options.rings = size("rings", members.rings, rows - 1)?;
        } else {
            options.columns = size("w", members.w, columns)?;
            options.rows = size("h", members.h, rows)?;
            options.levels = size("levels", members.levels, levels)?;
        }
        let places = options.sites();
        if places > self.limits.max_cells.into() {
            return Err(self.too_many_cells());
        }
        // A cell far off would make a large grid of little.
        if places > SMALL.max(self.length) {
            let detail = format!("too few cells are given for a grid with places for {places}");
            return Err(ParseError::inconsistent(None, detail));
        }
        Ok(options)
    }

    /// The maze on a custom grid.
    fn custom(self, cells: Snippet<'_>) -> Result<AnyParsed, ParseError> {
        let (graph, weights) = graph::custom(cells, self.limits)?;
        let (mesh, open) = graph.into_mesh_and_open().map_err(|invalid| {
            let place = invalid.cell.map(|cell| Place::Node { number: cell.0.into() });
            ParseError::inconsistent(place, invalid.fault.to_string())
        })?;
        self.finish(carve(mesh, &open)?, weights.all()).map(any)
    }

    /// The grid of this size, with its joined edges and its tunnels.
    fn mesh(&self, size: MeshOptions) -> Result<Mesh, ParseError> {
        let options = MeshOptions { wrap: self.wrap, ..size };
        if options.kind == GridKind::Polar && options.rings == 0 {
            return Err(ParseError::inconsistent(None, "a circle must have at least one ring around its centre"));
        }
        if options.sites() > self.limits.max_cells.into() {
            return Err(self.too_many_cells());
        }
        let masked = if options.mask.is_some() { MASKED_BYTES } else { 0 };
        self.ask(options.sites() * (PLACE_BYTES + masked))?;
        let mesh = Mesh::new(&options).map_err(|invalid| invalid_mesh(&invalid))?;
        let mut crossings = Vec::with_capacity(self.crossings().len());
        for (place, &Crossed(Whole(row), Whole(column), Word(side))) in self.crossings().iter().enumerate() {
            let numbers = [row, column].map(|number| u32::try_from(number).unwrap_or(u32::MAX));
            let cell = mesh.find(numbers).ok_or_else(|| {
                ParseError::inconsistent(None, format!("crossings[{place}] is at [{row},{column}], where no cell is"))
            })?;
            crossings.push(Crossing { cell, side });
        }
        mesh.woven_at(&crossings).map_err(|invalid| match invalid {
            InvalidMesh::Crossing(wrong) => {
                let place = crossings.iter().rposition(|&crossing| crossing == wrong).unwrap_or(0);
                let Crossed(Whole(row), Whole(column), _) = self.crossings()[place];
                let detail =
                    format!("crossings[{place}] is at [{row},{column}], under which no tunnel can run this way");
                ParseError::inconsistent(None, detail)
            }
            invalid => invalid_mesh(&invalid),
        })
    }

    fn too_many_cells(&self) -> ParseError {
        ParseError::inconsistent(None, format!("too many cells: the limit is {}", self.limits.max_cells))
    }

    /// The maze with its weights, its ends and what else is said of it.
    fn finish<G: Plane>(self, mut maze: Maze<G>, weights: Option<Box<[u16]>>) -> Result<Parsed<G>, ParseError> {
        if let Some(weights) = weights {
            let set = maze.set_weights(weights);
            set.map_err(|invalid| ParseError::inconsistent(None, format!("weights: {invalid}")))?;
        }
        let Members { from, to, directions, path, .. } = self.members;
        let are_given = from.is_some() || to.is_some();
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
        let ends_are_openings = !are_given && from.is_some();
        let path = path.map(|path| path.into_iter().map(|Numbers(address)| address).collect());
        Ok(Parsed { maze, from, to, ends_are_openings, directions, path })
    }
}

fn any(parsed: Parsed<Mesh>) -> AnyParsed {
    AnyParsed::Mesh(Box::new(parsed))
}

fn invalid_mesh(invalid: &InvalidMesh) -> ParseError {
    let detail = match invalid {
        InvalidMesh::Empty => "there is no cell: all of them are left out".to_owned(),
        other => other.to_string(),
    };
    ParseError::inconsistent(None, detail)
}

fn find_cell<G: Plane>(name: &str, end: Option<Numbers<false>>, grid: &G) -> Result<Option<Cell>, ParseError> {
    let Some(Numbers(address)) = end else { return Ok(None) };
    grid.cell_at_address(address).map(Some).ok_or_else(|| {
        let [first, last] = [Cell(0), Cell(grid.cells() - 1)].map(|cell| grid.address_of(cell));
        let detail = format!("{name} is [{address}], which is no cell of the maze: they go from [{first}] to [{last}]");
        ParseError::inconsistent(None, detail)
    })
}
