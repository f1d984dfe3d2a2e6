//! The member `cells` as a graph: a flat list of cells, each with the neighbors across its sides.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Number;
use serde_json::value::RawValue;

use super::cells::{check_all, find_side, weight_of};
use crate::about::OverLimit;
use crate::grid::{Address, Cell, Graph, GraphCell, GraphSide, Grid, Limits, Mesh, Sides};
use crate::parse::error::{InputPlace, ParseError};
use crate::parse::json_value::Value;

/// A cell. The center and the polygon of a cell of a known grid are known, and so are not read.
#[derive(Deserialize)]
#[serde(bound(deserialize = "'de: 'a"))]
struct Node<'a> {
    cell: Option<&'a RawValue>,
    center: Option<&'a RawValue>,
    polygon: Option<&'a RawValue>,
    weight: Option<&'a RawValue>,
    sides: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(bound(deserialize = "'de: 'a"))]
struct NodeSide<'a> {
    side: Option<&'a RawValue>,
    to: Option<&'a RawValue>,
    #[serde(default)]
    open: bool,
    #[serde(default)]
    tunnel: bool,
    corners: Option<&'a RawValue>,
}

/// A point, to a millionth, as it is written.
#[derive(Deserialize)]
#[serde(from = "[Number; 2]")]
struct RoundedPoint([f64; 2]);

impl From<[Number; 2]> for RoundedPoint {
    fn from(point: [Number; 2]) -> RoundedPoint {
        RoundedPoint(point.map(|number| number.as_f64().map_or(f64::NAN, |number| (number * 1e6).round() / 1e6)))
    }
}

/// The most sides of a cell.
const MAX_SIDES: usize = 8;

/// The names and the rest of the sides of a cell.
#[derive(Default)]
struct NodeSides<'a> {
    names: [Cow<'a, str>; MAX_SIDES],
    /// Without their names.
    sides: [GraphSide<'static>; MAX_SIDES],
    count: usize,
}

impl<'a> NodeSides<'a> {
    fn read(node: Value<'a>, list: Option<&'a RawValue>) -> Result<NodeSides<'a>, ParseError> {
        let list = list.ok_or_else(|| ParseError::malformed(None, "sides is missing"))?;
        let mut read = NodeSides::default();
        node.part(list).each("an array of at most 8 elements", |value| {
            let NodeSide { side, to, open: is_open, tunnel: is_tunnel, corners } =
                value.object("a side, an object with side, to and open")?;
            let name = side.ok_or_else(|| ParseError::malformed(None, "the name of a side is missing: side"))?;
            let to = match to.map(|to| value.part(to).number()).transpose()? {
                None => None,
                // Any other number that is too large is found when all cells are known.
                Some(to) => Some(u32::try_from(to).ok().filter(|&to| to < u32::MAX).ok_or_else(|| {
                    ParseError::inconsistent(None, format!("a side leads to cell {to}, which does not exist"))
                })?),
            };
            if read.count == MAX_SIDES {
                return Err(ParseError::inconsistent(None, format!("a cell must have at most {MAX_SIDES} sides")));
            }
            read.names[read.count] = value.part(name).string("a string")?;
            let corners = corners.map(|corners| value.part(corners).read()).transpose()?;
            read.sides[read.count] = GraphSide { name: "", to, is_open, is_tunnel, corners };
            read.count += 1;
            Ok(())
        })?;
        Ok(read)
    }

    fn each(&self) -> impl Iterator<Item = GraphSide<'_>> {
        self.names.iter().zip(self.sides).take(self.count).map(|(name, side)| GraphSide { name, ..side })
    }
}

/// The weights of the cells, if they have some.
type CellWeights = Option<Box<[u16]>>;

/// Returns a custom grid, with the walls in it, and the weights of its cells.
pub(super) fn custom(cells: Value<'_>, limits: Limits) -> Result<(Graph, CellWeights), ParseError> {
    let mut graph = Graph::default();
    let mut polygon = Vec::new();
    let weights = read(cells, limits, |number, value, node, sides| {
        let address = node.cell.map(|cell| value.part(cell).address(false)).transpose()?;
        if let Some(address) = address.filter(|&address| address != [number].into()) {
            let detail = "but the address of a cell of a custom grid is its place in the list";
            return Err(ParseError::inconsistent(None, format!("cell is [{address}], {detail}: [{number}]")));
        }
        polygon.clear();
        if let Some(list) = node.polygon {
            value.part(list).each("an array of corners", |corner| {
                let RoundedPoint(at) = corner.read()?;
                polygon.push(at);
                Ok(())
            })?;
        }
        let center = node.center.map(|center| value.part(center).read()).transpose()?.map(|RoundedPoint(at)| at);
        let mut all = [GraphSide::default(); MAX_SIDES];
        all.iter_mut().zip(sides.each()).for_each(|(place, side)| *place = side);
        let cell = GraphCell { center, polygon: &polygon, sides: &all[..sides.count] };
        let added = graph.add(cell).map(drop);
        added.map_err(|invalid| ParseError::inconsistent(None, invalid.fault))
    })?;
    Ok((graph, weights))
}

/// Returns the addresses of the cells of a known grid.
pub(super) fn addresses(cells: Value<'_>, limits: Limits) -> Result<Vec<Address>, ParseError> {
    let mut addresses = Vec::new();
    read(cells, limits, |_, value, node, _| {
        let cell = node.cell.ok_or_else(|| ParseError::malformed(None, "cell is missing"))?;
        let address = value.part(cell).address(false)?;
        if let Some(before) = addresses.last().filter(|&&before| before >= address) {
            let detail = "cells must be in the order of their addresses";
            let detail = format!("cell is [{address}], which comes after [{before}]: {detail}");
            return Err(ParseError::inconsistent(None, detail));
        }
        addresses.push(address);
        Ok(())
    })?;
    Ok(addresses)
}

/// Returns the open sides of the cells of a known grid, and their weights.
pub(super) fn open_sides(
    cells: Value<'_>,
    mesh: &Mesh,
    limits: Limits,
) -> Result<(Vec<Sides>, CellWeights), ParseError> {
    let mut all_open = Vec::with_capacity(mesh.cells() as usize);
    let weights = read(cells, limits, |number, _, _, sides| {
        let (cell, mut named, mut open) = (Cell(number), Sides::NONE, Sides::NONE);
        for GraphSide { name, to, is_open, is_tunnel, .. } in sides.each() {
            let side = find_side(mesh, cell, name, named)?;
            named = named.with(side);
            let known = mesh.inner_sides(cell).contains(side).then(|| mesh.across(cell, side).0);
            if to != known {
                let word = |to: Option<u32>| to.map_or("no cell".to_owned(), |to| format!("cell {to}"));
                let detail = format!("side {name} leads to {}, and not to {}", word(known), word(to));
                return Err(ParseError::inconsistent(None, detail));
            }
            if is_tunnel != mesh.is_tunnel(cell, side) {
                let is = if is_tunnel { "no tunnel" } else { "a tunnel" };
                let detail = format!("side {name} leads through {is}, as crossings says");
                return Err(ParseError::inconsistent(None, detail));
            }
            if is_open {
                open = open.with(side);
            }
        }
        check_all(mesh, cell, named)?;
        all_open.push(open);
        Ok(())
    })?;
    Ok((all_open, weights))
}

/// Reads one cell after the other, and returns their weights. An error without a place gets that of its cell.
fn read<'a>(
    cells: Value<'a>,
    limits: Limits,
    mut add: impl FnMut(u32, Value<'a>, Node<'a>, NodeSides<'a>) -> Result<(), ParseError>,
) -> Result<CellWeights, ParseError> {
    let max = limits.max_cells;
    let (mut number, mut weights) = (0, Vec::new());
    let mut take = |number: u32, value: Value<'a>| {
        let node: Node<'a> = value.object("a cell of a graph, an object with sides")?;
        if number == max {
            let over = OverLimit { limit: "cells", max: max.into(), asked: u64::from(max) + 1 };
            return Err(ParseError::too_many(None, over));
        }
        let weight = node.weight;
        let sides = NodeSides::read(value, node.sides)?;
        add(number, value, node, sides)?;
        match weight {
            Some(weight) if weights.len() == number as usize => weights.push(weight_of(value.part(weight))?),
            None if weights.is_empty() => {}
            Some(_) => {
                return Err(ParseError::inconsistent(None, "weight is given, and the cells before have none"));
            }
            None => return Err(ParseError::inconsistent(None, "weight is missing, and the cells before have one")),
        }
        Ok(())
    };
    cells.each("an array of the cells of a graph", |value| {
        let place = InputPlace::Node { number: number.into() };
        take(number, value).map_err(|error| ParseError { place: error.place.or(Some(place)), ..error })?;
        number += 1;
        Ok(())
    })?;
    if number == 0 {
        return Err(ParseError::malformed(InputPlace::Node { number: 0 }, "there must be at least one cell"));
    }
    Ok(Some(weights).filter(|weights| !weights.is_empty()).map(Vec::into))
}
