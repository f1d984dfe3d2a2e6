//! The JSON object of a maze on any grid.

mod cells;
mod graph;
pub(super) mod head;
mod names;

pub use names::Names;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};

use self::cells::{List, Shape};
use self::graph::{Nodes, Purpose};
use self::head::Head;
use super::cells::{Cells as Blocks, Rows};
use super::draft::Draft;
use super::error::{Kind, ParseError, Place};
use super::json::{self, Members};
use super::{AnyParsed, Parsed, ends};
use crate::grid::{
    Address, Cell, Crossing as Crossed, Grid, GridKind, InvalidMesh, Limits, Mask, Mesh, MeshOptions, Sides, Square,
    Wrap, next_ring,
};
use crate::maze::Maze;
use crate::render::Encoding;

/// The least size up to which a graph may describe few cells of a large grid.
const SMALL: u64 = 1 << 12;

/// How many times the bytes of the text are taken for what it says besides the cells, and for a custom grid.
const SAID: u64 = 4;

/// How many bytes are taken for a place of a grid, and how many more where cells may be missing.
const PLACE_BYTES: u64 = Mesh::CELL_BYTES + 4;
const MASKED_BYTES: u64 = 56;

/// Reads a maze on any grid. `default` is the grid of a graph that says nothing of its grid or size. `admit` is asked whether so many bytes
/// more may be taken.
pub(super) fn read(
    text: &str,
    limits: Limits,
    default: GridKind,
    admit: &dyn Fn(u64) -> bool,
) -> Result<AnyParsed, ParseError> {
    // Nearly all are rectangles of squares.
    let plain = json::read_all_members(text, limits);
    if let Ok(members) = &plain
        && !members.is_shaped
        && !members.are_cut()
        && members.encoding != Some(Encoding::Graph)
    {
        return plain.and_then(Members::finish).map(AnyParsed::Square);
    }
    ask(admit, SAID * text.len() as u64)?;
    let head = match head::read(text) {
        Ok(head) => head,
        Err((error, is_shaped)) => return Err(plain.err().filter(|_| !is_shaped).unwrap_or(error)),
    };
    let missing = |name: &str| ParseError::malformed(None, format!("{name} is missing"));
    let encoding = head.encoding.ok_or_else(|| missing("encoding"))?;
    if !head.has_cells {
        return Err(missing("cells"));
    }
    let says_size = head.w.is_some() || head.h.is_some();
    let is_unknown = head.kind.is_none() && head.is_of_plain_squares() && !says_size;
    let kind = head.kind.unwrap_or(if is_unknown && encoding == Encoding::Graph { default } else { GridKind::Square });
    let reader = Reader { text, limits, kind, head: &head, admit };
    if reader.levels() > 1 && kind != GridKind::Square {
        return Err(invalid_mesh(&InvalidMesh::Levels));
    }
    let maze = match encoding {
        Encoding::Graph if kind == GridKind::Custom => reader.custom()?,
        Encoding::Graph => reader.graph()?,
        Encoding::Blocks if plain.as_ref().is_ok_and(Members::are_cut) || head.is_wrapped_alone(kind) => {
            reader.blocks()?
        }
        _ if head.is_of_plain_squares() => match plain {
            Ok(members) => return members.finish().map(AnyParsed::Square),
            // Squares of which some are missing are as plain until the first `null`.
            Err(ref error) => match reader.outline() {
                (read, shape, kept) if kept.contains(&false) && encoding != Encoding::Blocks => {
                    read?;
                    reader.nested(&shape, kept, encoding)?
                }
                _ => return Err(error.clone()),
            },
        },
        Encoding::Blocks => {
            let detail =
                "blocks are read of squares alone, without levels and crossings: they do not say where these lead";
            return Err(ParseError::inconsistent(None, detail));
        }
        _ if kind == GridKind::Custom => {
            return Err(ParseError::inconsistent(
                None,
                "a custom grid must be given as a graph: encoding must be graph",
            ));
        }
        _ => {
            let (read, shape, kept) = reader.outline();
            read?;
            reader.nested(&shape, kept, encoding)?
        }
    };
    if is_plain(maze.grid()) {
        // All other members are those of any maze of squares.
        return plain?.finish_with(to_squares(&maze)?).map(AnyParsed::Square);
    }
    reader.finish(maze, head.directions.clone(), head.path.clone())
}

/// The maze of squares that was drawn, some of which are missing.
pub(super) fn read_drawn(draft: Draft, limits: Limits, admit: &dyn Fn(u64) -> bool) -> Result<AnyParsed, ParseError> {
    let reader = Reader { text: "", limits, kind: GridKind::Square, head: &Head::default(), admit };
    let maze = reader.drawn(draft)?;
    reader.finish(maze, None, None)
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

fn is_plain(mesh: &Mesh) -> bool {
    let MeshOptions { kind, columns, rows, levels, wrap, .. } = mesh.options();
    let is_whole = mesh.cells() == columns * rows && mesh.crossings().is_empty();
    (*kind, *levels, *wrap) == (GridKind::Square, 1, Wrap::Off) && is_whole
}

/// The same maze, as one of squares.
fn to_squares(maze: &Maze<Mesh>) -> Result<Maze<Square>, ParseError> {
    let MeshOptions { columns, rows, .. } = *maze.grid().options();
    let grid = Square::new(columns, rows).map_err(|too_large| ParseError::inconsistent(None, too_large.to_string()))?;
    let mut squares = Maze::closed(grid);
    for (cell, side, _) in maze.links() {
        squares.link(cell, side);
    }
    for (cell, side) in maze.openings() {
        squares.open_outer(cell, side);
    }
    Ok(squares)
}

struct Reader<'a> {
    text: &'a str,
    limits: Limits,
    kind: GridKind,
    head: &'a Head,
    admit: &'a dyn Fn(u64) -> bool,
}

/// Asks whether so many bytes more may be taken.
fn ask(admit: &dyn Fn(u64) -> bool, bytes: u64) -> Result<(), ParseError> {
    let detail = || format!("{bytes} bytes of memory would be needed");
    if admit(bytes) { Ok(()) } else { Err(ParseError { kind: Kind::Refused, place: None, detail: detail() }) }
}

impl Reader<'_> {
    fn levels(&self) -> u64 {
        self.head.levels.unwrap_or(1)
    }

    /// How long the lists of cells are, and which places have a cell: all of them, or those up to an error.
    fn outline(&self) -> (Result<(), ParseError>, Shape, Vec<bool>) {
        let mut reader = cells::Reader::of_outline(self.kind, self.levels() > 1, self.limits);
        let read = read_cells(self.text, List(&mut reader, 0));
        let fault = reader.fault.take();
        let (shape, kept) = reader.into_outline();
        (read.map_err(|error| fault.unwrap_or(error)), shape, kept)
    }

    /// The maze whose cells are nested as their addresses are.
    fn nested(&self, shape: &Shape, kept: Vec<bool>, encoding: Encoding) -> Result<Maze<Mesh>, ParseError> {
        let sizes: Vec<u32> = shape.sizes().iter().map(|size| size.unwrap_or(0) as u32).collect();
        let mut options = MeshOptions { wrap: self.head.wrap, ..MeshOptions::new(self.kind) };
        match (self.kind, &sizes[..]) {
            (GridKind::Polar, &[rings, ..]) => options.rings = rings - 1,
            (GridKind::Square, &[levels, rows, columns]) => {
                (options.levels, options.rows, options.columns) = (levels, rows, columns);
            }
            (_, &[rows, columns, ..]) => (options.rows, options.columns) = (rows, columns),
            _ => {}
        }
        self.check_sizes(&options)?;
        if kept.contains(&false) {
            options.mask = Some(Mask::from_bits(kept));
        }
        let mesh = self.mesh(&options)?;
        let mut reader = cells::Reader::of_walls(&mesh, encoding);
        let read = read_cells(self.text, List(&mut reader, 0));
        let fault = reader.fault.take();
        read.map_err(|error| fault.unwrap_or(error))?;
        let open = reader.into_open();
        carve(mesh, &open)
    }

    /// The maze of squares that is given as blocks.
    fn blocks(&self) -> Result<Maze<Mesh>, ParseError> {
        let mut cells = Blocks::new(Encoding::Blocks, self.limits);
        let read = read_cells(self.text, Rows(&mut cells));
        let fault = cells.fault.take();
        read.map_err(|error| fault.unwrap_or(error))?;
        self.drawn(cells.into_draft())
    }

    /// The maze of squares of which the sides are known, and which cells are missing.
    fn drawn(&self, draft: Draft) -> Result<Maze<Mesh>, ParseError> {
        let (columns, open, left_out) = draft.into_parts();
        // Both are within the limits.
        let [columns, rows] = [columns, open.len() / columns.max(1)].map(|size| size as u32);
        let mut options = MeshOptions { columns, rows, wrap: self.head.wrap, ..MeshOptions::new(GridKind::Square) };
        self.check_sizes(&options)?;
        let is_kept = |place: usize| !left_out.get(place).is_some_and(|&is_out| is_out);
        if !left_out.is_empty() {
            options.mask = Some(Mask::from_bits((0..open.len()).map(is_kept).collect()));
        }
        let mesh = self.mesh(&options)?;
        let open: Vec<Sides> = (0..open.len()).filter(|&place| is_kept(place)).map(|place| open[place]).collect();
        carve(mesh, &open)
    }

    /// Whether the sizes that were said are those that were found.
    fn check_sizes(&self, found: &MeshOptions) -> Result<(), ParseError> {
        let is_polar = self.kind == GridKind::Polar;
        let sizes = [
            ("w", self.head.w.filter(|_| !is_polar), found.columns, "columns"),
            ("h", self.head.h.filter(|_| !is_polar), found.rows, "rows"),
            ("rings", self.head.rings.filter(|_| is_polar), found.rings, "rings around the centre"),
            ("levels", self.head.levels, found.levels, "levels"),
        ];
        sizes.into_iter().try_for_each(|(name, said, found, what)| json::check_size(name, said, found, what))
    }

    /// The maze on a known grid that is given as a graph.
    fn graph(&self) -> Result<Maze<Mesh>, ParseError> {
        let Purpose::Addresses(addresses) = self.nodes(Purpose::Addresses(Vec::new()))? else { return Err(no_cells()) };
        let mut options = self.size_of_graph(&addresses)?;
        let kept = self.kept(&options, &addresses)?;
        if kept.contains(&false) {
            options.mask = Some(Mask::from_bits(kept));
        }
        let mesh = self.mesh(&options)?;
        let open = match self.nodes(Purpose::Walls(&mesh, Vec::with_capacity(addresses.len())))? {
            Purpose::Walls(_, open) => open,
            _ => return Err(no_cells()),
        };
        carve(mesh, &open)
    }

    /// The size of the grid of these cells: as it is said, or else the least that has them.
    fn size_of_graph(&self, addresses: &[Address]) -> Result<MeshOptions, ParseError> {
        let depth = self.kind.info().address.len() + usize::from(self.levels() > 1);
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
        let head = self.head;
        let is_polar = self.kind == GridKind::Polar;
        let [levels, rows, columns] = match (depth, self.kind) {
            (3, GridKind::Square) => most,
            _ => [1, most[0], most[1]],
        };
        let largest = u64::from(self.limits.max_side);
        let size = |name: &str, said: Option<u64>, least: u64| {
            let size = said.unwrap_or(least);
            if size < least {
                let detail = format!("{name} is {size}, but there are cells for which it must be {least} at least");
                return Err(ParseError::inconsistent(None, detail));
            }
            if size > largest {
                return Err(ParseError::inconsistent(None, format!("{name} would be {size}: the limit is {largest}")));
            }
            Ok(size as u32)
        };
        let mut options = MeshOptions { wrap: head.wrap, ..MeshOptions::new(self.kind) };
        if is_polar {
            options.rings = size("rings", head.rings, rows - 1)?;
        } else {
            options.columns = size("w", head.w, columns)?;
            options.rows = size("h", head.h, rows)?;
            options.levels = size("levels", head.levels, levels)?;
        }
        let sites = options.sites();
        if sites > self.limits.max_cells.into() {
            return Err(too_many_cells(self.limits));
        }
        // A cell far off would make a large grid of little.
        if sites > SMALL.max(self.text.len() as u64) {
            let detail = format!("too few cells are given for a grid with places for {sites}");
            return Err(ParseError::inconsistent(None, detail));
        }
        Ok(options)
    }

    /// Which places have a cell.
    fn kept(&self, options: &MeshOptions, addresses: &[Address]) -> Result<Vec<bool>, ParseError> {
        let mut kept = vec![false; options.sites() as usize];
        let pieces = self.kind.cells_of_a_piece();
        // By ring: how many cells are further in, and how many it has.
        let mut rings = vec![(0, 1)];
        if self.kind == GridKind::Polar {
            for ring in 1..=u64::from(options.rings) {
                let (before, count) = rings[ring as usize - 1];
                rings.push((before + count, next_ring(ring, count)));
            }
        }
        let site = |address: Address| match (self.kind, address.numbers()) {
            (GridKind::Polar, &[ring, index]) => {
                let (before, count) = rings[ring as usize];
                (u64::from(index) < count).then(|| before as usize + index as usize)
            }
            (_, numbers) => {
                let [level, row, column, piece] = match *numbers {
                    [level, row, column] if self.kind == GridKind::Square => [level, row, column, 0],
                    [row, column, piece] => [0, row, column, piece],
                    [row, column] => [0, row, column, 0],
                    _ => return None,
                };
                let at = (level * options.rows + row) * options.columns + column;
                (piece < pieces).then(|| (at * pieces + piece) as usize)
            }
        };
        for (number, &address) in (0..).zip(addresses) {
            let kept = site(address).and_then(|site| kept.get_mut(site)).ok_or_else(|| {
                ParseError::inconsistent(
                    Place::Node { number },
                    format!("cell is [{address}], where the grid has no cell"),
                )
            })?;
            *kept = true;
        }
        Ok(kept)
    }

    /// The maze on a custom grid.
    fn custom(&self) -> Result<Maze<Mesh>, ParseError> {
        let Purpose::Custom(graph) = self.nodes(Purpose::Custom(Box::default()))? else { return Err(no_cells()) };
        let (mesh, open) = graph.into_mesh_and_open().map_err(|invalid| {
            let place = invalid.cell.map(|cell| Place::Node { number: cell.0.into() });
            ParseError::inconsistent(place, invalid.fault.to_string())
        })?;
        carve(mesh, &open)
    }

    fn nodes<'a>(&self, purpose: Purpose<'a>) -> Result<Purpose<'a>, ParseError> {
        let mut reader = graph::Reader::new(purpose, self.limits);
        let read = read_cells(self.text, Nodes(&mut reader));
        let fault = reader.fault.take();
        read.map_err(|error| fault.unwrap_or(error)).map(|()| reader.purpose)
    }

    fn mesh(&self, options: &MeshOptions) -> Result<Mesh, ParseError> {
        if options.kind == GridKind::Polar && options.rings == 0 {
            return Err(ParseError::inconsistent(None, "a circle must have at least one ring around its centre"));
        }
        if options.sites() > self.limits.max_cells.into() {
            return Err(too_many_cells(self.limits));
        }
        let masked = if options.mask.is_some() { MASKED_BYTES } else { 0 };
        ask(self.admit, options.sites() * (PLACE_BYTES + masked))?;
        let mesh = Mesh::new(options).map_err(|invalid| invalid_mesh(&invalid))?;
        let mut crossings = Vec::with_capacity(self.head.crossings.len());
        for (place, &(row, column, side)) in self.head.crossings.iter().enumerate() {
            let cell = mesh.find([row, column]).ok_or_else(|| {
                ParseError::inconsistent(None, format!("crossings[{place}] is at [{row},{column}], where no cell is"))
            })?;
            crossings.push(Crossed { cell, side });
        }
        let addresses: Vec<Address> = crossings.iter().map(|crossing| mesh.address(crossing.cell)).collect();
        mesh.woven_at(&crossings).map_err(|invalid| match invalid {
            InvalidMesh::Crossing(wrong) => {
                let place = crossings.iter().rposition(|&crossing| crossing == wrong).unwrap_or(0);
                let detail =
                    format!("crossings[{place}] is at [{}], under which no tunnel can run this way", addresses[place]);
                ParseError::inconsistent(None, detail)
            }
            invalid => invalid_mesh(&invalid),
        })
    }

    fn finish(
        &self,
        maze: Maze<Mesh>,
        directions: Option<Names>,
        path: Option<Vec<Address>>,
    ) -> Result<AnyParsed, ParseError> {
        let Head { from, to, .. } = *self.head;
        let given = from.is_some() || to.is_some();
        let find = |name, address| find_cell(name, address, maze.grid());
        let (from, to) = if given { (find("from", from)?, find("to", to)?) } else { ends(&maze) };
        let ends_are_openings = !given && from.is_some();
        let parsed = Parsed { maze, from, to, ends_are_openings, directions, path };
        Ok(AnyParsed::Mesh(Box::new(parsed)))
    }
}

fn too_many_cells(limits: Limits) -> ParseError {
    ParseError::inconsistent(None, format!("too many cells: the limit is {}", limits.max_cells))
}

fn no_cells() -> ParseError {
    ParseError::malformed(None, "cells is missing")
}

fn invalid_mesh(invalid: &InvalidMesh) -> ParseError {
    let detail = match invalid {
        InvalidMesh::Empty => "there is no cell: all of them are left out".to_owned(),
        other => other.to_string(),
    };
    ParseError::inconsistent(None, detail)
}

fn find_cell(name: &str, address: Option<Address>, mesh: &Mesh) -> Result<Option<Cell>, ParseError> {
    let Some(address) = address else { return Ok(None) };
    mesh.find(address).map(Some).ok_or_else(|| {
        let [first, last] = [Cell(0), Cell(mesh.cells() - 1)].map(|cell| mesh.address(cell));
        let detail = format!("{name} is [{address}], which is no cell of the maze: they go from [{first}] to [{last}]");
        ParseError::inconsistent(None, detail)
    })
}

/// The maze in which these sides are open, if any two cells agree about the wall between them.
fn carve(mesh: Mesh, open: &[Sides]) -> Result<Maze<Mesh>, ParseError> {
    let mut maze = Maze::closed(mesh);
    for cell in maze.cells() {
        let (inner, outer) = (maze.grid().inner_sides(cell), maze.grid().outer_sides(cell));
        for side in inner {
            let (far, back) = (maze.grid().across(cell, side), maze.grid().opposite(cell, side));
            // Each pair once, from its first cell.
            if far < cell {
                continue;
            }
            let is_open = open[cell.index()].contains(side);
            if is_open != open[far.index()].contains(back) {
                let mesh = maze.grid();
                let (here, there) = if is_open { ("no wall", "a wall") } else { ("a wall", "no wall") };
                let (near, opposite) = (mesh.side_name(cell, side), mesh.side_name(far, back));
                let detail = format!(
                    "{here} on side {near}, but the cell [{}] has {there} on side {opposite}",
                    mesh.address(far)
                );
                return Err(ParseError::inconsistent(Place::Address(mesh.address(cell)), detail));
            }
            if is_open {
                maze.link(cell, side);
            }
        }
        for side in open[cell.index()].minus(inner) {
            if !outer.contains(side) {
                let mesh = maze.grid();
                let detail = format!("no wall on side {}, which leads nowhere", mesh.side_name(cell, side));
                return Err(ParseError::inconsistent(Place::Address(mesh.address(cell)), detail));
            }
            maze.open_outer(cell, side);
        }
    }
    Ok(maze)
}

/// Goes over the object for its member `cells` alone.
fn read_cells<S>(text: &str, cells: S) -> Result<(), ParseError>
where
    S: for<'de> DeserializeSeed<'de, Value = ()>,
{
    let mut deserializer = serde_json::Deserializer::from_str(text);
    OnlyCells(cells).deserialize(&mut deserializer).map_err(|error| ParseError::from_json(&error))
}

struct OnlyCells<S>(S);

impl<'de, S: DeserializeSeed<'de, Value = ()>> DeserializeSeed<'de> for OnlyCells<S> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, S: DeserializeSeed<'de, Value = ()>> Visitor<'de> for OnlyCells<S> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the object of a maze, with encoding and cells")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        // There is one, which was seen before.
        let mut cells = Some(self.0);
        while let Some(IsCells(is_cells)) = map.next_key()? {
            match cells.take_if(|_| is_cells) {
                Some(cells) => map.next_value_seed(cells)?,
                None => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

/// Whether a key is `cells`.
struct IsCells(bool);

impl<'de> serde::Deserialize<'de> for IsCells {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<IsCells, D::Error> {
        struct Key;

        impl Visitor<'_> for Key {
            type Value = IsCells;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("the name of a member")
            }

            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<IsCells, E> {
                Ok(IsCells(name == "cells"))
            }
        }

        deserializer.deserialize_identifier(Key)
    }
}
