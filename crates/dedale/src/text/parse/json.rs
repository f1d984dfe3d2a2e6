//! The JSON object of a maze.
//!
//! It is read once for everything but the cells, of which only the text is kept. What they say depends on the grid and the encoding, which
//! may come later. The cells of squares are then read once, and all others twice: first which of them there are, for the grid, and then
//! their walls.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::assembly::{Assembly, Ends, invalid_mesh};
use super::cells::{Elements, Nesting};
use super::draft::carve;
use super::error::{ParseError, Place};
use super::input::{Input, Request};
use super::names::Names;
use super::snippet::Snippet;
use super::values::{Numbers, Object, Whole, Word, not_null};
use super::{Parsed, graph, json_rows};
use crate::about::OverLimit;
use crate::grid::{Address, GridKind, InvalidMesh, Mask, MeshOptions, Side, Wrap};
use crate::text::Encoding;

/// The least size up to which a graph may describe few cells of a large grid.
const SMALL: u64 = 1 << 12;

/// Memory for everything but the cells, and for a custom grid, as a multiple of the length of the text.
const SAID: u64 = 4;

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
    floors: Option<Whole>,
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

/// The members of `options` that say what the grid is; everything else is ignored.
#[derive(Default, Deserialize)]
struct Options {
    wrap: Option<Word<Wrap>>,
}

/// A cell that is crossed: `[row, column, "NS"]`.
#[derive(Deserialize)]
#[serde(expecting = "a crossing: an array of its row, its column, and NS or EW")]
struct Crossed(Whole, Whole, Word<Side>);

/// Whether a text looks like the object of a maze, as a graph or not.
pub(super) fn fits(input: &Input<'_>, is_graph: bool) -> bool {
    let text = input.text();
    let mut after_encoding = text.split("\"encoding\"").skip(1);
    let names_graph = |rest: &str| {
        let value = rest.trim_start().strip_prefix(':').map(str::trim_start);
        value.is_some_and(|value| value.starts_with("\"graph\""))
    };
    if input.first_char() != Some('{') || is_graph != after_encoding.any(names_graph) {
        return false;
    }
    // Rows of squares and of objects may be the value of a member too.
    is_graph || text.contains("\"encoding\"") || json_rows::find(text).is_none()
}

/// Reads a maze on any grid.
///
/// Its members may come in any order. Only `encoding` and `cells` are required. `w`, `h`, `from` and `to` must fit the
/// cells where they are given, and one that is `null` is not given. `weights` may have a number for each cell, in the shape of `cells`
/// (with `blocks` a number for each cell, too); in a `graph`, `weight` beside each cell says the same. All others are ignored, whatever they hold, so that
/// what was written with a maze in it can be sent back as it is. In a string of sides each may be named once, in any order.
///
/// The member `grid` has the name or an alias of a [`GridKind`]; `floors` says how many there are where there are several, `options.wrap` which
/// edges are joined, and `crossings` under which cells tunnels run. All other sizes are known from `cells`, which is nested as the addresses of
/// the grid are. An element that is `null` is a cell that is missing. With `blocks`, which are for squares on one floor without tunnels, a cell
/// that is missing is a block of 1.
///
/// In a `graph` of a known grid, `cells` is a flat list in the order of the addresses, and the cells that are not in it are missing. Sizes
/// are those that are given, or else the least that go with the addresses. What is said of neighbors must be what the grid has.
///
/// A `graph` whose `grid` is `custom`, or which gives neither `grid` nor `w` or `h`, may be any connected graph of up to eight sides a
/// cell, whose names differ. `center` and `polygon` can be left out, `cell` too: it is the place in the list. `to` is `null` for an
/// outer side, and if it is not given; `open` and `tunnel` are false if they are not given. See [`Graph`](crate::grid::Graph).
pub(super) fn read(input: &Input<'_>, request: &Request<'_>) -> Result<Parsed, ParseError> {
    let text = input.text();
    if text.trim_ascii().is_empty() {
        return Err(ParseError::malformed(None, "there is nothing here, where the JSON object of a maze must be"));
    }
    let Object(mut members) =
        serde_json::from_str::<Object<Members<'_>>>(text).map_err(|e| ParseError::from_json(&e, ""))?;
    let missing = |name: &str| ParseError::malformed(None, format!("{name} is missing"));
    let Word(encoding) = *members.encoding.as_ref().ok_or_else(|| {
        let names = Encoding::NAMES.join(", ");
        let detail = format!("encoding is missing, which says how cells are written: one of {names}");
        ParseError::malformed(None, detail)
    })?;
    let cells = Snippet::new(text, members.cells.ok_or_else(|| missing("cells"))?);
    let weights = members.weights.map(|weights| Snippet::new(text, weights));
    let options = members.options.map(|options| Snippet::new(text, options));
    let Object(options) = match options.filter(Snippet::is_object) {
        Some(options) => options.read(|json| Object::<Options>::deserialize(json))?,
        None => Object::default(),
    };
    let crossing = |Crossed(Whole(row), Whole(column), Word(side))| ([row, column], side);
    let given = [members.from.take(), members.to.take()].map(|end| end.map(|Numbers(address)| address));
    let assembly = Assembly {
        wrap: options.wrap.map_or(Wrap::Off, |Word(wrap)| wrap),
        crossings: members.crossings.take().unwrap_or_default().into_iter().map(crossing).collect(),
        directions: members.directions.take(),
        path: members.path.take().map(|path| path.into_iter().map(|Numbers(address)| address).collect()),
        ..Assembly::new(Ends { given, ..Ends::default() }, request)
    };
    MazeReader { members, length: text.len() as u64, weights, assembly }.read(cells, encoding)
}

struct MazeReader<'a> {
    members: Members<'a>,
    /// How many bytes the text has.
    length: u64,
    weights: Option<Snippet<'a>>,
    assembly: Assembly<'a>,
}

impl MazeReader<'_> {
    fn read(self, cells: Snippet<'_>, encoding: Encoding) -> Result<Parsed, ParseError> {
        let Members { grid, w, h, floors, .. } = &self.members;
        let floors = floors.map_or(1, |Whole(floors)| floors);
        let is_flat = floors == 1 && self.assembly.crossings.is_empty();
        let says_nothing = is_flat && self.assembly.wrap == Wrap::Off && w.is_none() && h.is_none();
        let kind = match grid {
            Some(Word(kind)) => *kind,
            None if says_nothing && encoding == Encoding::Graph => GridKind::Custom,
            None => GridKind::Square,
        };
        if floors > 1 && kind != GridKind::Square {
            return Err(invalid_mesh(&InvalidMesh::Floors));
        }
        if encoding == Encoding::Graph && self.weights.is_some() {
            let detail = "weights does not go with encoding graph, where each cell has its own weight";
            return Err(ParseError::inconsistent(None, detail));
        }
        if encoding == Encoding::Graph || kind != GridKind::Square || floors > 1 {
            self.assembly.ask(SAID * self.length)?;
        }
        let limits = self.assembly.limits;
        let refused = |detail: &str| Err(ParseError::inconsistent(None, detail));
        match (encoding, kind) {
            (Encoding::Graph, GridKind::Custom) => self.custom(cells),
            (Encoding::Graph, _) => self.graph(cells, kind, floors > 1),
            (_, GridKind::Custom) => refused("a custom grid must be given as a graph: encoding must be graph"),
            (Encoding::Blocks, _) if kind != GridKind::Square || !is_flat => refused(
                "blocks are read of squares alone, without floors and crossings: they do not say where these lead",
            ),
            (_, GridKind::Square) if floors == 1 => {
                let (size, draft) = Nesting::read(cells, (kind, false), Elements::Squares, encoding, limits)?;
                self.check_sizes(&size)?;
                self.assembly.squares(size, draft, |assembly, grid| weights_of(self.weights, assembly, grid))
            }
            _ => self.nested(cells, (kind, floors > 1), encoding),
        }
    }

    /// The maze whose cells are nested as their addresses are.
    fn nested(self, cells: Snippet<'_>, grid: (GridKind, bool), encoding: Encoding) -> Result<Parsed, ParseError> {
        let (mut size, places) = Nesting::read(cells, grid, Elements::Places, encoding, self.assembly.limits)?;
        self.check_sizes(&size)?;
        size.mask = places.mask().map(Mask::from_bits);
        drop(places);
        let mesh = self.assembly.mesh(size)?;
        let weights = weights_of(self.weights, &self.assembly, mesh.options())?;
        let (_, draft) = Nesting::read(cells, grid, Elements::Walls(&mesh), encoding, self.assembly.limits)?;
        self.assembly.finish(carve(mesh, &draft.into_open())?, weights)
    }

    /// Whether the sizes that were said are those that were found.
    fn check_sizes(&self, found: &MeshOptions) -> Result<(), ParseError> {
        let Members { w, h, rings, floors, .. } = &self.members;
        let is_polar = found.kind == GridKind::Polar;
        let sizes = [
            ("w", w.filter(|_| !is_polar), found.columns, "columns"),
            ("h", h.filter(|_| !is_polar), found.rows, "rows"),
            ("rings", rings.filter(|_| is_polar), found.rings, "rings around the center"),
            ("floors", *floors, found.floors, "floors"),
        ];
        match sizes.into_iter().find(|(_, said, found, _)| said.is_some_and(|Whole(said)| said != u64::from(*found))) {
            Some((name, Some(Whole(said)), found, what)) => {
                Err(ParseError::inconsistent(None, format!("{name} is {said}, but the number of {what} is {found}")))
            }
            _ => Ok(()),
        }
    }

    /// The maze on a known grid that is given as a graph.
    fn graph(self, cells: Snippet<'_>, kind: GridKind, has_floors: bool) -> Result<Parsed, ParseError> {
        let addresses = graph::addresses(cells, self.assembly.limits)?;
        let mut options = self.size_of_graph(kind, has_floors, &addresses)?;
        let place = options.places().map_err(|invalid| invalid_mesh(&invalid))?;
        let mut kept = vec![false; options.sites() as usize];
        for (number, &address) in (0..).zip(&addresses) {
            let detail = || format!("cell is [{address}], where the grid has no cell");
            let place = place(address).ok_or_else(|| ParseError::inconsistent(Place::Node { number }, detail()))?;
            kept[place as usize] = true;
        }
        let is_plain = addresses.len() == kept.len()
            && (kind, has_floors, self.assembly.wrap) == (GridKind::Square, false, Wrap::Off)
            && self.assembly.crossings.is_empty();
        drop((place, addresses));
        if kept.contains(&false) {
            options.mask = Some(Mask::from_bits(kept));
        }
        let mesh = self.assembly.mesh(options)?;
        let (open, weights) = graph::open_sides(cells, &mesh, self.assembly.limits)?;
        if is_plain {
            self.assembly.plain_squares(mesh.options(), &open, weights.all())
        } else {
            self.assembly.finish(carve(mesh, &open)?, weights.all())
        }
    }

    /// The size of the grid of these cells: as it is said, or else the least that has them.
    fn size_of_graph(
        &self,
        kind: GridKind,
        has_floors: bool,
        addresses: &[Address],
    ) -> Result<MeshOptions, ParseError> {
        let depth = kind.info().address.len() + usize::from(has_floors);
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
        let [floors, rows, columns] = if has_floors { most } else { [1, most[0], most[1]] };
        let largest = u64::from(self.assembly.limits.max_side);
        let size = |name: &str, limit: &'static str, said: Option<Whole>, least: u64| {
            let size = said.map_or(least, |Whole(said)| said);
            if size < least {
                let detail = format!("{name} is {size}, but there are cells for which it must be {least} at least");
                return Err(ParseError::inconsistent(None, detail));
            }
            if size > largest {
                let over = OverLimit { limit, max: largest, asked: size };
                return Err(ParseError::too_many(None, over));
            }
            Ok(size as u32)
        };
        let members = &self.members;
        let mut options = MeshOptions::new(kind);
        if kind == GridKind::Polar {
            options.rings = size("rings", "rings", members.rings, rows - 1)?;
        } else {
            options.columns = size("w", "columns", members.w, columns)?;
            options.rows = size("h", "rows", members.h, rows)?;
            options.floors = size("floors", "floors", members.floors, floors)?;
        }
        let places = options.sites();
        if places > self.assembly.limits.max_cells.into() {
            return Err(self.assembly.too_many_cells(places));
        }
        // One distant cell could force a huge grid.
        if places > SMALL.max(self.length) {
            let detail = format!("too few cells are given for a grid with places for {places}");
            return Err(ParseError::inconsistent(None, detail));
        }
        Ok(options)
    }

    /// The maze on a custom grid.
    fn custom(self, cells: Snippet<'_>) -> Result<Parsed, ParseError> {
        let (graph, weights) = graph::custom(cells, self.assembly.limits)?;
        let (mesh, open) = graph.into_mesh_and_open().map_err(|invalid| {
            let place = invalid.cell.map(|cell| Place::Node { number: cell.0.into() });
            ParseError::inconsistent(place, invalid.fault.to_string())
        })?;
        self.assembly.finish(carve(mesh, &open)?, weights.all())
    }
}

/// The weights of the cells of this grid, in lists as those of the cells are.
fn weights_of(
    lists: Option<Snippet<'_>>,
    assembly: &Assembly<'_>,
    grid: &MeshOptions,
) -> Result<Option<Box<[u16]>>, ParseError> {
    let Some(lists) = lists else { return Ok(None) };
    assembly.ask(LISTED_BYTES * grid.sites())?;
    let shape = (grid.kind, grid.floors > 1);
    let (size, draft) = Nesting::read(lists, shape, Elements::Weights, Encoding::Bits, assembly.limits)
        .map_err(|error| ParseError { detail: format!("weights: {}", error.detail), ..error })?;
    if (MeshOptions { wrap: grid.wrap, mask: draft.mask().map(Mask::from_bits), ..size }) != *grid {
        let detail = "weights is not in the shape of cells: a number for each cell, and null where there is none";
        return Err(ParseError::inconsistent(None, detail));
    }
    Ok(Some(draft.into_weights()))
}
