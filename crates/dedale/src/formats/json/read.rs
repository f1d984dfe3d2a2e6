//! The JSON object of a maze.
//!
//! Its members are read in a fixed order, whichever order they come in: what the cells say depends on the grid and the encoding. The cells of squares
//! are read once, and all others twice: first which of them there are, for the grid, and then their walls.

use serde::Deserialize;
use serde::de::Deserializer;
use serde_json::value::RawValue;

use super::cells::{self, GridShape, open_sides, weight_of};
use super::encoding::Encoding;
use super::{graph, rows};
use crate::about::{InvalidValue, OverLimit};
use crate::grid::{
    Address, Cell, GridKind, InvalidMask, InvalidMesh, Mask, MaskOutline, Mesh, MeshOptions, Side, Square, Wrap,
};
use crate::parse::assembly::{self, Crossed, GivenEnds, invalid_mesh, is_plain, maze, mesh};
use crate::parse::error::{InputPlace, ParseError};
use crate::parse::input::{Input, ReadContext};
use crate::parse::json_value::Value;
use crate::parse::{InputFormat, Parsed};

pub(crate) const INPUT: InputFormat = InputFormat {
    name: "json",
    description: "A JSON object with encoding and cells, on any grid.",
    first_line: r#"{"encoding":"walls","cells":[["NSW","NES"]]}"#,
    is_of_squares: false,
    fits: |input| fits(input, false),
    read,
};

/// The object with the encoding `graph`, which has a separate name.
pub(crate) const GRAPH: InputFormat = InputFormat {
    name: "graph",
    description: "A JSON object with encoding=graph: each cell, and what lies across each of its sides.",
    first_line: r#"{"encoding":"graph","cells":[{"sides":[{"side":"E","to":1,"open":true}]},"#,
    is_of_squares: false,
    fits: |input| fits(input, true),
    read,
};

/// A grid of at most this size may be described by a graph of few of its cells.
const SMALL: u64 = 1 << 12;

/// Memory for everything but the cells, as a multiple of the length of the text; and for a graph, whose polygons may have any number of corners.
const SAID: u64 = 4;
const SAID_OF_GRAPH: u64 = 10;

/// How many bytes are taken for a weight, while the list of them grows.
const LISTED_BYTES: u64 = 7;

/// The members that matter.
#[derive(Deserialize)]
#[serde(bound(deserialize = "'de: 'a"))]
struct Members<'a> {
    #[serde(default, deserialize_with = "not_null")]
    encoding: Option<&'a RawValue>,
    #[serde(default, deserialize_with = "not_null")]
    cells: Option<&'a RawValue>,
    grid: Option<&'a RawValue>,
    w: Option<&'a RawValue>,
    h: Option<&'a RawValue>,
    rings: Option<&'a RawValue>,
    floors: Option<&'a RawValue>,
    options: Option<&'a RawValue>,
    weights: Option<&'a RawValue>,
    crossings: Option<&'a RawValue>,
    from: Option<&'a RawValue>,
    to: Option<&'a RawValue>,
    directions: Option<&'a RawValue>,
    path: Option<&'a RawValue>,
}

/// Returns a value that must be there: `null` is none.
fn not_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    Deserialize::deserialize(deserializer).map(Some)
}

/// A cell that is crossed: `[row, column, "NS"]`.
#[derive(Deserialize)]
#[serde(bound(deserialize = "'de: 'a"), expecting = "a crossing: an array of its row, its column, and NS or EW")]
struct Crossing<'a>(&'a RawValue, &'a RawValue, &'a RawValue);

/// Returns true if a text looks like the object of a maze, as a graph or not.
fn fits(input: &Input<'_>, is_graph: bool) -> bool {
    let text = input.text();
    let mut after_encoding = text.split("\"encoding\"").skip(1);
    let names_graph = |rest: &str| {
        let value = rest.trim_start().strip_prefix(':').map(str::trim_start);
        value.is_some_and(|value| value.starts_with("\"graph\""))
    };
    if input.first_char() != Some('{') || is_graph != after_encoding.any(names_graph) {
        return false;
    }
    // An array in code may begin with two braces.
    let begins_with_member = text.trim_start()[1..].trim_start().starts_with(['"', '}']);
    // Rows of squares and of objects may be the value of a member too.
    begins_with_member && (is_graph || text.contains("\"encoding\"") || rows::find(text).is_none())
}

/// Reads a maze on any grid.
///
/// Its members may come in any order. Only `encoding` and `cells` are required. `w`, `h`, `from` and `to` must fit the
/// cells where they are given, and one that is `null` is not given. `weights` may have a number for each cell, in the shape of `cells`
/// (with `blocks` a number for each cell, too); in a `graph`, `weight` beside each cell says the same. All others are ignored, whatever they hold, so that
/// what was written with a maze in it can be sent back as it is. In a string of sides each may be named once, in any order.
///
/// The member `grid` has the name or an alias of a [`GridKind`]; `floors` says how many there are where there are several, `options.wrap` which
/// edges are joined, `options.mask` with `options.outline` along which outline cells are cut, and `crossings` under which cells tunnels run. All other sizes are known from `cells`, which is nested as the addresses of
/// the grid are. An element that is `null` is a cell that is missing. With `blocks`, which are for squares on one floor without tunnels, a cell
/// that is missing is a block of 1.
///
/// In a `graph` of a known grid, `cells` is a flat list in the order of the addresses, and the cells that are not in it are missing. Sizes
/// are those that are given, or else the least that go with the addresses. The listed neighbors must be those of the grid.
///
/// A `graph` whose `grid` is `custom`, or which gives neither `grid` nor `w` or `h`, may be any connected graph of up to eight sides a
/// cell, whose names differ. `center` and `polygon` can be left out, `cell` too: it is the place in the list. `to` is `null` for an
/// outer side, and if it is not given; `open` and `tunnel` are false if they are not given. See [`Graph`](crate::grid::Graph).
fn read(input: &Input<'_>, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let text = input.text();
    if text.trim_ascii().is_empty() {
        return Err(ParseError::malformed(None, "there is nothing here, where the JSON object of a maze must be"));
    }
    let whole = Value::new(text).of(context);
    let members: Members<'_> = whole.object("the object of a maze, with encoding and cells")?;
    let part = |value| Option::map(value, |value| whole.part(value));
    let encoding = part(members.encoding).ok_or_else(|| {
        let names = Encoding::NAMES.join(", ");
        let elsewhere = match members.cells {
            Some(_) => "",
            None => {
                "; rows of squares may be in a member such as maze, grid or map, and walls in horizontal and vertical"
            }
        };
        let detail = format!("encoding is missing, which says how cells are written: one of {names}{elsewhere}");
        ParseError::malformed(None, detail)
    })?;
    let encoding: Encoding = encoding.word("the name of an encoding", |word| {
        word.parse().map_err(|why: InvalidValue| format!("unknown encoding; {why}"))
    })?;
    let cells = part(members.cells).ok_or_else(|| ParseError::malformed(None, "cells is missing"))?;
    let kind = part(members.grid).map(|grid| grid.word("the name of a grid", kind_named)).transpose()?;
    let number = |value| part(value).map(Value::number).transpose();
    let address = |value| part(value).map(|value| value.address(false)).transpose();
    let path = part(members.path).map(Value::path).transpose()?;
    let directions = part(members.directions).map(Value::names).transpose()?;
    let reader = MazeReader {
        encoding,
        kind,
        sizes: [number(members.w)?, number(members.h)?, number(members.rings)?, number(members.floors)?],
        shape: part(members.options).map_or(Ok(GivenShape::default()), GivenShape::of)?,
        crossings: part(members.crossings)
            .map_or(Ok(Vec::new()), |list| list.list("an array of crossings", crossing_of))?,
        weights: part(members.weights),
        length: text.len() as u64,
        ends: GivenEnds { given: [address(members.from)?, address(members.to)?], ..GivenEnds::default() },
        context,
    };
    Ok(Parsed { directions, path, ..reader.read(cells)? })
}

fn kind_named(word: &str) -> Result<GridKind, String> {
    // The name of a grid that only its graph describes.
    let known = if word == "custom" { Some(GridKind::Custom) } else { word.parse().ok() };
    known.ok_or_else(|| format!("unknown grid; must be custom, or one of {}", GridKind::names().join(", ")))
}

/// What the member `options` says of the grid. All other options are ignored.
#[derive(Clone, Debug, Default, PartialEq)]
struct GivenShape {
    /// Which edges are joined.
    wrap: Wrap,
    /// The mask along whose outline cells are cut, if they are.
    outline: Option<Mask>,
}

impl GivenShape {
    fn of(options: Value<'_>) -> Result<GivenShape, ParseError> {
        let (mut wrap, mut mask, mut outline) = (None, None, None);
        if options.text().starts_with('{') {
            options.members("an object", |name, value| {
                let known = match &*name {
                    "wrap" => &mut wrap,
                    "mask" => &mut mask,
                    "outline" => &mut outline,
                    _ => return Ok(()),
                };
                if known.replace(value).is_some() {
                    return Err(ParseError::malformed(value.start(), format!("{name} is given twice")));
                }
                Ok(())
            })?;
        }
        let [wrap, mask, outline]: [Option<Value<'_>>; 3] =
            [wrap, mask, outline].map(|value: Option<Value<'_>>| value.filter(|value| !value.is_null()));
        let wrap = wrap.map(|wrap| {
            wrap.word("one of none, x, y, xy", |word| {
                word.parse().map_err(|why: InvalidValue| format!("unknown wrap; {why}"))
            })
        });
        let outline = outline.map(|outline| {
            outline.word("one of cells, smooth", |word| {
                word.parse().map_err(|why: InvalidValue| format!("unknown outline; {why}"))
            })
        });
        let is_smooth = outline.transpose()? == Some(MaskOutline::Smooth);
        // Elsewhere, the cells themselves say which there are.
        let mask = mask
            .filter(|_| is_smooth)
            .map(|mask| mask.word("a mask", |word| word.parse().map_err(|why: InvalidMask| why.to_string())));
        let outline = mask.transpose()?;
        if is_smooth && outline.is_none() {
            return Err(ParseError::inconsistent(None, "options has an outline, and no mask that it is of"));
        }
        Ok(GivenShape { wrap: wrap.transpose()?.unwrap_or_default(), outline })
    }
}

fn crossing_of(value: Value<'_>) -> Result<Crossed, ParseError> {
    let Crossing(row, column, side) = value.read()?;
    let at = [value.part(row).number()?, value.part(column).number()?];
    let side = value.part(side).word("NS or EW", |word| match word {
        "NS" => Ok(Side::N),
        "EW" => Ok(Side::E),
        _ => Err("a tunnel runs NS or EW".to_owned()),
    })?;
    Ok((at, side))
}

struct MazeReader<'a> {
    encoding: Encoding,
    kind: Option<GridKind>,
    /// The members `w`, `h`, `rings` and `floors`.
    sizes: [Option<u64>; 4],
    shape: GivenShape,
    crossings: Vec<Crossed>,
    weights: Option<Value<'a>>,
    /// How many bytes the text has.
    length: u64,
    ends: GivenEnds,
    context: &'a ReadContext<'a>,
}

impl MazeReader<'_> {
    fn read(self, cells: Value<'_>) -> Result<Parsed, ParseError> {
        let [w, h, _, floors] = self.sizes;
        let floors = floors.unwrap_or(1);
        let is_flat = floors == 1 && self.crossings.is_empty();
        let says_nothing = is_flat && self.shape == GivenShape::default() && w.is_none() && h.is_none();
        let is_graph = self.encoding == Encoding::Graph;
        let kind = match self.kind {
            Some(kind) => kind,
            None if says_nothing && is_graph => GridKind::Custom,
            None => GridKind::Square,
        };
        if floors > 1 && kind != GridKind::Square {
            return Err(invalid_mesh(&InvalidMesh::Floors));
        }
        if is_graph && self.weights.is_some() {
            let detail = "weights does not go with encoding graph, where each cell has its own weight";
            return Err(ParseError::inconsistent(None, detail));
        }
        let is_nested = kind != GridKind::Square || floors > 1 || self.shape.outline.is_some();
        if is_graph || is_nested {
            let said = if is_graph { SAID_OF_GRAPH } else { SAID };
            self.context.ask(said * self.length)?;
        }
        let refused = |detail: &str| Err(ParseError::inconsistent(None, detail));
        match (self.encoding, kind) {
            (Encoding::Graph, GridKind::Custom) => self.custom(cells),
            (Encoding::Graph, _) => self.graph(cells, (kind, floors > 1)),
            (_, GridKind::Custom) => refused("a custom grid must be given as a graph: encoding must be graph"),
            (Encoding::Blocks, _) if kind != GridKind::Square || !is_flat => refused(
                "blocks are read of squares alone, without floors and crossings: they do not say where these lead",
            ),
            _ if !is_nested => self.squares(cells),
            _ => self.nested(cells, (kind, floors > 1)),
        }
    }

    /// Returns the maze of squares on one floor.
    fn squares(self, cells: Value<'_>) -> Result<Parsed, ParseError> {
        let limits = self.context.options.limits;
        let (size, cells) = if self.encoding == Encoding::Blocks {
            cells::read_blocks(cells, limits)?
        } else {
            // All cells have the same sides.
            let any = Square::new(1, 1).map_err(|too_large| ParseError::inconsistent(None, too_large.to_string()))?;
            let element = |value, _| open_sides(value, &any, Cell(0), self.encoding);
            cells::read(cells, (GridKind::Square, false), limits, element)?
        };
        self.check_sizes(&size)?;
        let (mask, open) = cells.into_parts();
        let size = MeshOptions { wrap: self.shape.wrap, mask, ..size };
        let weights = self.weights_of(&size)?;
        assembly::squares(size, &self.crossings, &open, weights, self.ends, self.context)
    }

    /// Returns the maze whose cells are nested as their addresses are.
    fn nested(self, cells: Value<'_>, shape: GridShape) -> Result<Parsed, ParseError> {
        let limits = self.context.options.limits;
        let (size, places) = cells::read(cells, shape, limits, |_, _| Ok(()))?;
        self.check_sizes(&size)?;
        let size = MeshOptions { wrap: self.shape.wrap, mask: places.into_parts().0, ..size };
        let mesh = self.mesh(size)?;
        let weights = self.weights_of(mesh.options())?;
        let element = |value, number| open_sides(value, &mesh, Cell(number as u32), self.encoding);
        let (_, cells) = cells::read(cells, shape, limits, element)?;
        maze(mesh, &cells.into_parts().1, weights, self.ends)
    }

    /// Returns the grid with cells at the places that are given. `options` has a mask of bits for these, if they are not all.
    fn mesh(&self, options: MeshOptions) -> Result<Mesh, ParseError> {
        let Some(outline) = self.shape.outline.clone() else { return mesh(options, &self.crossings, self.context) };
        let places =
            options.mask.clone().unwrap_or_else(|| Mask::from_bits(vec![true; options.cells_without_mask() as usize]));
        let cut = MeshOptions { mask: Some(outline), outline: MaskOutline::Smooth, ..options };
        let whole = mesh(cut, &self.crossings, self.context)?;
        whole.of_places(&places).map_err(|address| {
            let detail = format!("cell [{address}] is given, where the outline of the mask in options has no cell");
            ParseError::inconsistent(None, detail)
        })
    }

    /// Returns the weights of the cells of this grid, in lists as those of the cells are.
    fn weights_of(&self, grid: &MeshOptions) -> Result<Option<Box<[u16]>>, ParseError> {
        let Some(lists) = self.weights else { return Ok(None) };
        self.context.ask(LISTED_BYTES * grid.cells_without_mask())?;
        let shape = (grid.kind, grid.floors > 1);
        let (size, weights) = cells::read(lists, shape, self.context.options.limits, |value, _| weight_of(value))
            .map_err(|error| ParseError { detail: format!("weights: {}", error.detail), ..error })?;
        let (mask, weights) = weights.into_parts();
        let expected = MeshOptions { wrap: grid.wrap, mask, ..size };
        let is_same = match grid.is_smooth() {
            // Which cells there are is compared when the weights are set.
            true => MeshOptions { mask: grid.mask.clone(), outline: grid.outline, ..expected } == *grid,
            false => expected == *grid,
        };
        if !is_same {
            let detail = "weights is not in the shape of cells: a number for each cell, and null where there is none";
            return Err(ParseError::inconsistent(None, detail));
        }
        Ok(Some(weights.into()))
    }

    /// Fails unless the given sizes are those that were found.
    fn check_sizes(&self, found: &MeshOptions) -> Result<(), ParseError> {
        let [w, h, rings, floors] = self.sizes;
        let is_polar = found.kind == GridKind::Polar;
        let sizes = [
            ("w", w.filter(|_| !is_polar), found.columns, "columns"),
            ("h", h.filter(|_| !is_polar), found.rows, "rows"),
            ("rings", rings.filter(|_| is_polar), found.rings, "rings around the center"),
            ("floors", floors, found.floors, "floors"),
        ];
        for (name, said, found, what) in sizes {
            if let Some(said) = said.filter(|&said| said != u64::from(found)) {
                let detail = format!("{name} is {said}, but the number of {what} is {found}");
                return Err(ParseError::inconsistent(None, detail));
            }
        }
        Ok(())
    }

    /// Returns the maze on a known grid that is given as a graph.
    fn graph(self, cells: Value<'_>, shape: GridShape) -> Result<Parsed, ParseError> {
        let limits = self.context.options.limits;
        let addresses = graph::addresses(cells, limits)?;
        let mut options = self.size_of_graph(shape, &addresses)?;
        let place = options.places().map_err(|invalid| invalid_mesh(&invalid))?;
        let mut kept = vec![false; options.cells_without_mask() as usize];
        for (number, &address) in (0..).zip(&addresses) {
            let detail = || format!("cell is [{address}], where the grid has no cell");
            let place =
                place(address).ok_or_else(|| ParseError::inconsistent(InputPlace::Node { number }, detail()))?;
            kept[place as usize] = true;
        }
        drop((place, addresses));
        options.wrap = self.shape.wrap;
        options.mask = kept.contains(&false).then(|| Mask::from_bits(kept));
        let mesh = self.mesh(options.clone())?;
        let (open, weights) = graph::open_sides(cells, &mesh, limits)?;
        if is_plain(mesh.options(), &self.crossings) {
            return assembly::squares(options, &self.crossings, &open, weights, self.ends, self.context);
        }
        maze(mesh, &open, weights, self.ends)
    }

    /// Returns the size of the grid of these cells: the given one, or else the smallest that contains them.
    fn size_of_graph(&self, (kind, has_floors): GridShape, addresses: &[Address]) -> Result<MeshOptions, ParseError> {
        let depth = kind.info().address.len() + usize::from(has_floors);
        let mut most = [0_u64; 3];
        for (number, address) in (0..).zip(addresses) {
            if address.numbers().len() != depth {
                let detail = format!("cell is [{address}], and an address has {depth} numbers here");
                return Err(ParseError::inconsistent(InputPlace::Node { number }, detail));
            }
            for (most, &part) in most.iter_mut().zip(address.numbers()) {
                *most = (*most).max(u64::from(part) + 1);
            }
        }
        let [floors, rows, columns] = if has_floors { most } else { [1, most[0], most[1]] };
        let limits = self.context.options.limits;
        let largest = u64::from(limits.max_side);
        let size = |name: &str, limit: &'static str, said: Option<u64>, least: u64| {
            let size = said.unwrap_or(least);
            if size < least {
                let detail = format!("{name} is {size}, but there are cells for which it must be {least} at least");
                return Err(ParseError::inconsistent(None, detail));
            }
            if size > largest {
                return Err(ParseError::too_many(None, OverLimit { limit, max: largest, asked: size }));
            }
            Ok(size as u32)
        };
        let [w, h, rings, said_floors] = self.sizes;
        let mut options = MeshOptions::new(kind);
        if kind == GridKind::Polar {
            options.rings = size("rings", "rings", rings, rows - 1)?;
        } else {
            options.columns = size("w", "columns", w, columns)?;
            options.rows = size("h", "rows", h, rows)?;
            options.floors = size("floors", "floors", said_floors, floors)?;
        }
        let places = options.cells_without_mask();
        self.context.check_cells(places)?;
        // One distant cell could force a huge grid.
        if places > SMALL.max(self.length) {
            let detail = format!("too few cells are given for a grid with places for {places}");
            return Err(ParseError::inconsistent(None, detail));
        }
        Ok(options)
    }

    /// Returns the maze on a custom grid.
    fn custom(self, cells: Value<'_>) -> Result<Parsed, ParseError> {
        let (graph, weights) = graph::custom(cells, self.context.options.limits)?;
        let (mesh, open) = graph.into_mesh_and_open().map_err(|invalid| {
            let place = invalid.cell.map(|cell| InputPlace::Node { number: cell.0.into() });
            ParseError::inconsistent(place, invalid.fault)
        })?;
        maze(mesh, &open, weights, self.ends)
    }
}
