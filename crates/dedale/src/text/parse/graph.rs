//! The member `cells` as a graph: a flat list of cells, each of which says what is across its sides.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Number;

use super::cells::{SidesOf, weight_of};
use super::error::{Kind, ParseError, Place};
use super::snippet::Snippet;
use super::values::{Few, MAX_SIDES, Numbers, Object, Text, Whole, read_list};
use crate::about::OverLimit;
use crate::grid::{Address, Cell, Graph, GraphCell, GraphSide, Grid, Limits, Mesh, Sides};

/// A cell. The center and the polygon of a cell of a known grid are known, and so need not be read.
#[derive(Deserialize)]
#[serde(expecting = "a cell of a graph, an object with sides")]
struct Node<'a, Center, Polygon> {
    cell: Option<Numbers<false>>,
    #[serde(default)]
    center: Center,
    #[serde(default)]
    polygon: Polygon,
    weight: Option<Whole>,
    #[serde(borrow)]
    sides: Option<Few<Object<NodeSide<'a>>>>,
}

#[derive(Default, Deserialize)]
#[serde(expecting = "a side, an object with side, to and open")]
struct NodeSide<'a> {
    #[serde(borrow)]
    side: Option<Text<'a>>,
    to: Option<Whole>,
    #[serde(default)]
    open: bool,
    #[serde(default)]
    tunnel: bool,
}

/// A point, to a millionth, as it is written.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(from = "[Number; 2]")]
struct Point([f64; 2]);

impl From<[Number; 2]> for Point {
    fn from(point: [Number; 2]) -> Point {
        Point(point.map(|number| number.as_f64().map_or(f64::NAN, |number| (number * 1e6).round() / 1e6)))
    }
}

/// What is wrong with a cell, and in which way.
type Fault = (Kind, String);

impl<Center, Polygon> Node<'_, Center, Polygon> {
    fn address(&self) -> Option<Address> {
        self.cell.as_ref().map(|Numbers(address)| *address)
    }

    /// The sides, as a graph has them.
    fn sides(&self) -> Result<Few<GraphSide<'_>>, Fault> {
        let given = self.sides.as_ref().ok_or((Kind::Malformed, "sides is missing".to_owned()))?;
        if given.is_too_long() {
            return Err((Kind::Inconsistent, format!("a cell must have at most {MAX_SIDES} sides")));
        }
        let mut sides = Few::default();
        for Object(NodeSide { side, to, open, tunnel }) in given.as_slice() {
            let Some(Text(name)) = side else {
                return Err((Kind::Malformed, "the name of a side is missing: side".to_owned()));
            };
            let to = match to.map(|Whole(to)| (to, u32::try_from(to).unwrap_or(u32::MAX))) {
                // Any other number that is too large is found when all cells are known.
                Some((to, u32::MAX)) => {
                    return Err((Kind::Inconsistent, format!("a side leads to cell {to}, which does not exist")));
                }
                to => to.map(|(_, to)| to),
            };
            sides.push(GraphSide { name, to, is_open: *open, is_tunnel: *tunnel });
        }
        Ok(sides)
    }
}

/// The weights of the cells of a graph.
#[derive(Default)]
pub(super) struct NodeWeights(Vec<u16>);

impl NodeWeights {
    /// Adds that of a cell. All cells have one, or none has.
    fn add(&mut self, number: u32, weight: Option<Whole>) -> Result<(), Fault> {
        let NodeWeights(weights) = self;
        match weight {
            Some(Whole(weight)) if weights.len() == number as usize => {
                weights.push(weight_of(weight).map_err(|detail| (Kind::Malformed, detail))?);
                Ok(())
            }
            None if weights.is_empty() => Ok(()),
            Some(_) => Err((Kind::Inconsistent, "weight is given, and the cells before have none".to_owned())),
            None => Err((Kind::Inconsistent, "weight is missing, and the cells before have one".to_owned())),
        }
    }

    /// By the cells' numbers; `None` where no cell has one.
    pub(super) fn all(self) -> Option<Box<[u16]>> {
        Some(self.0).filter(|weights| !weights.is_empty()).map(Vec::into)
    }
}

/// A custom grid, with the walls in it, and the weights of its cells.
pub(super) fn custom(cells: Snippet<'_>, limits: Limits) -> Result<(Graph, NodeWeights), ParseError> {
    let (mut graph, mut weights) = (Graph::default(), NodeWeights::default());
    read(cells, limits, |number, mut node: Node<'_, Option<Point>, Few<Point>>| {
        if let Some(address) = node.address().filter(|&address| address != [number].into()) {
            let detail = "but the address of a cell of a custom grid is its place in the list";
            return Err((Kind::Inconsistent, format!("cell is [{address}], {detail}: [{number}]")));
        }
        let polygon = std::mem::take(&mut node.polygon).map(|Point(point)| point);
        let sides = node.sides()?;
        if polygon.is_too_long() {
            return Err((Kind::Inconsistent, format!("the polygon has more than {MAX_SIDES} corners")));
        }
        weights.add(number, node.weight)?;
        let center = node.center.map(|Point(point)| point);
        let cell = GraphCell { center, polygon: polygon.as_slice(), sides: sides.as_slice() };
        graph.add(cell).map(drop).map_err(|invalid| (Kind::Inconsistent, invalid.fault.to_string()))
    })?;
    Ok((graph, weights))
}

type NodeOfKnown<'a> = Node<'a, IgnoredAny, IgnoredAny>;

/// The addresses of the cells of a known grid.
pub(super) fn addresses(cells: Snippet<'_>, limits: Limits) -> Result<Vec<Address>, ParseError> {
    let mut addresses = Vec::new();
    read(cells, limits, |_, node: NodeOfKnown<'_>| {
        node.sides()?;
        let address = node.address().ok_or((Kind::Malformed, "cell is missing".to_owned()))?;
        if let Some(before) = addresses.last().filter(|&&before| before >= address) {
            let detail = "cells must be in the order of their addresses";
            return Err((Kind::Inconsistent, format!("cell is [{address}], which comes after [{before}]: {detail}")));
        }
        addresses.push(address);
        Ok(())
    })?;
    Ok(addresses)
}

/// The open sides of the cells of a known grid, and their weights.
pub(super) fn open_sides(
    cells: Snippet<'_>,
    mesh: &Mesh,
    limits: Limits,
) -> Result<(Vec<Sides>, NodeWeights), ParseError> {
    let mut weights = NodeWeights::default();
    let mut all_open = Vec::with_capacity(mesh.cells() as usize);
    read(cells, limits, |number, node: NodeOfKnown<'_>| {
        let (cell, mut named, mut open) = (Cell(number), Sides::NONE, Sides::NONE);
        let sides = SidesOf::Cell(mesh, cell);
        for &GraphSide { name, to, is_open, is_tunnel } in node.sides()?.as_slice() {
            let side = sides.find(name, named).map_err(|detail| (Kind::Malformed, detail))?;
            named = named.with(side);
            let known = mesh.inner_sides(cell).contains(side).then(|| mesh.across(cell, side).0);
            if to != known {
                let word = |to: Option<u32>| to.map_or("no cell".to_owned(), |to| format!("cell {to}"));
                let detail = format!("side {name} leads to {}, and not to {}", word(known), word(to));
                return Err((Kind::Inconsistent, detail));
            }
            if is_tunnel != mesh.is_tunnel(cell, side) {
                let is = if is_tunnel { "no tunnel" } else { "a tunnel" };
                return Err((Kind::Inconsistent, format!("side {name} leads through {is}, as crossings says")));
            }
            if is_open {
                open = open.with(side);
            }
        }
        sides.check_all(named).map_err(|detail| (Kind::Malformed, detail))?;
        weights.add(number, node.weight)?;
        all_open.push(open);
        Ok(())
    })?;
    Ok((all_open, weights))
}

/// Reads one cell after the other.
fn read<'a, N: Deserialize<'a>>(
    cells: Snippet<'a>,
    limits: Limits,
    mut add: impl FnMut(u32, N) -> Result<(), Fault>,
) -> Result<(), ParseError> {
    let most = limits.max_cells;
    let (mut number, mut fault) = (0, None);
    let mut take = |Object(node): Object<N>| {
        let added = match number == most {
            true => {
                let over = OverLimit { limit: "cells", max: most.into(), asked: u64::from(most) + 1 };
                Err((Kind::TooLarge(over), format!("too many cells: the limit is {most}")))
            }
            false => add(number, node),
        };
        // What serde says of it has another place.
        added.map_err(|wrong| fault = Some(wrong)).map_err(|()| String::new())?;
        number += 1;
        Ok(())
    };
    let read = cells.read(|json| read_list(json, "an array of the cells of a graph", &mut take));
    if read.is_ok() && number == 0 {
        fault = Some((Kind::Malformed, "there must be at least one cell".to_owned()));
    }
    match fault {
        Some((kind, detail)) => {
            Err(ParseError { kind, form: None, place: Some(Place::Node { number: number.into() }), detail })
        }
        None => read,
    }
}
