//! The member `cells` as a graph: a flat list of cells, each of which says what is across its sides.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::super::error::{ParseError, Place};
use super::super::number::Whole;
use super::cells::{all_sides, find_side};
use super::names::Numbers;
use crate::grid::{Address, Cell, Graph, GraphCell, GraphSide, Grid, Limits, Mesh, Sides};

/// What is made of the cells of a graph.
pub(super) enum Purpose<'a> {
    /// A custom grid.
    Custom(Box<Graph>),
    /// The addresses of the cells of a known grid.
    Addresses(Vec<Address>),
    /// The open sides of the cells of a known grid.
    Walls(&'a Mesh, Vec<Sides>),
}

/// What is read of a graph.
pub(super) struct Reader<'a> {
    pub(super) purpose: Purpose<'a>,
    limits: Limits,
    /// How many cells came before.
    count: u32,
    node: Node,
    /// Why reading was stopped, where it was not for what serde knows of.
    pub(super) fault: Option<ParseError>,
}

/// The cell that is read. Its lists are used again for the next one.
#[derive(Default)]
struct Node {
    address: Option<Address>,
    center: Option<[f64; 2]>,
    polygon: Vec<[f64; 2]>,
    sides: Vec<NodeSide>,
    /// The names of all sides, without anything between them.
    names: String,
}

struct NodeSide {
    /// Where the name ends. It begins where the one before ends.
    name_end: usize,
    to: Option<u64>,
    is_open: bool,
    is_tunnel: bool,
}

impl Node {
    fn clear(&mut self) {
        self.address = None;
        self.center = None;
        self.polygon.clear();
        self.sides.clear();
        self.names.clear();
    }

    fn sides(&self) -> impl Iterator<Item = (&str, &NodeSide)> {
        let starts = std::iter::once(0).chain(self.sides.iter().map(|side| side.name_end));
        self.sides.iter().zip(starts).map(|(side, start)| (&self.names[start..side.name_end], side))
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new(purpose: Purpose<'a>, limits: Limits) -> Reader<'a> {
        Reader { purpose, limits, count: 0, node: Node::default(), fault: None }
    }

    fn place(&self) -> Place {
        Place::Node { number: self.count.into() }
    }

    fn malformed<E: Error>(&mut self, detail: impl Into<String>) -> E {
        self.fault = Some(ParseError::malformed(self.place(), detail));
        E::custom("malformed")
    }

    fn inconsistent<E: Error>(&mut self, detail: impl Into<String>) -> E {
        self.fault = Some(ParseError::inconsistent(self.place(), detail));
        E::custom("inconsistent")
    }

    /// The cell has been read.
    fn finish_node<E: Error>(&mut self) -> Result<(), E> {
        // Any other number that is too large is found when all cells are known.
        let far = self.node.sides.iter().filter_map(|side| side.to).find(|&to| to >= u32::MAX.into());
        if let Some(to) = far {
            return Err(self.inconsistent(format!("a side leads to cell {to}, which does not exist")));
        }
        let read = match &mut self.purpose {
            Purpose::Custom(graph) => add_to_graph(graph, &self.node),
            Purpose::Addresses(addresses) => add_address(addresses, &self.node),
            Purpose::Walls(mesh, open) => open_sides(mesh, Cell(self.count), &self.node).map(|sides| open.push(sides)),
        };
        match read {
            Ok(()) => self.count += 1,
            Err((true, detail)) => return Err(self.malformed(detail)),
            Err((false, detail)) => return Err(self.inconsistent(detail)),
        }
        Ok(())
    }
}

/// Whether something is malformed, and what.
type Fault = (bool, String);

fn add_to_graph(graph: &mut Graph, node: &Node) -> Result<(), Fault> {
    let number = graph.cells();
    if let Some(address) = node.address.filter(|&address| address != [number].into()) {
        return Err((
            false,
            format!(
                "cell is [{address}], but the address of a cell of a custom grid is its place in the list: [{number}]"
            ),
        ));
    }
    let sides: Vec<GraphSide<'_>> = node
        .sides()
        .map(|(name, &NodeSide { to, is_open, is_tunnel, .. })| GraphSide {
            name,
            to: to.map(|to| to as u32),
            is_open,
            is_tunnel,
        })
        .collect();
    let cell = GraphCell { center: node.center, polygon: &node.polygon, sides: &sides };
    graph.add(cell).map(drop).map_err(|invalid| (false, invalid.fault.to_string()))
}

fn add_address(addresses: &mut Vec<Address>, node: &Node) -> Result<(), Fault> {
    let address = node.address.ok_or((true, "cell is missing".to_owned()))?;
    if let Some(before) = addresses.last().filter(|&&before| before >= address) {
        return Err((
            false,
            format!("cell is [{address}], which comes after [{before}]: cells must be in the order of their addresses"),
        ));
    }
    addresses.push(address);
    Ok(())
}

fn open_sides(mesh: &Mesh, cell: Cell, node: &Node) -> Result<Sides, Fault> {
    let (mut named, mut open) = (Sides::NONE, Sides::NONE);
    for (name, said) in node.sides() {
        let side = find_side(mesh, cell, name, named).map_err(|detail| (true, detail))?;
        named = named.with(side);
        let to = mesh.inner_sides(cell).contains(side).then(|| mesh.across(cell, side).0);
        if said.to != to.map(u64::from) {
            let word = |to: Option<u64>| to.map_or("no cell".to_owned(), |to| format!("cell {to}"));
            return Err((
                false,
                format!("side {name} leads to {}, and not to {}", word(to.map(u64::from)), word(said.to)),
            ));
        }
        if said.is_tunnel != mesh.is_tunnel(cell, side) {
            let is = if said.is_tunnel { "no tunnel" } else { "a tunnel" };
            return Err((false, format!("side {name} leads through {is}, as crossings says")));
        }
        if said.is_open {
            open = open.with(side);
        }
    }
    match all_sides(mesh, cell).minus(named).nth(0) {
        Some(side) => Err((true, format!("side {} is missing", mesh.side_name(cell, side)))),
        None => Ok(open),
    }
}

/// The whole of `cells`.
pub(super) struct Nodes<'a, 'b>(pub(super) &'a mut Reader<'b>);

impl<'de> DeserializeSeed<'de> for Nodes<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Nodes<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of the cells of a graph")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(OneNode(&mut *self.0))?.is_some() {}
        if self.0.count == 0 {
            return Err(self.0.malformed("there must be at least one cell"));
        }
        Ok(())
    }
}

struct OneNode<'a, 'b>(&'a mut Reader<'b>);

#[derive(Clone, Copy, Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum NodeMember {
    Cell,
    Center,
    Polygon,
    Sides,
    #[serde(other)]
    Other,
}

impl<'de> DeserializeSeed<'de> for OneNode<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.0.count == self.0.limits.max_cells {
            let detail = format!("too many cells: the limit is {}", self.0.limits.max_cells);
            return Err(self.0.inconsistent(detail));
        }
        self.0.node.clear();
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for OneNode<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a cell of a graph, an object with sides")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let reader = self.0;
        let mut seen = 0_u8;
        while let Some(member) = map.next_key::<NodeMember>()? {
            if let Some(name) = ["cell", "center", "polygon", "sides"].get(member as usize) {
                if seen >> member as u8 & 1 == 1 {
                    return Err(reader.malformed(format!("{name} is given twice")));
                }
                seen |= 1 << member as u8;
            }
            match member {
                NodeMember::Cell => {
                    reader.node.address = map.next_value::<Option<Numbers>>()?.map(|Numbers(address)| address)
                }
                NodeMember::Sides => map.next_value_seed(SideList(reader))?,
                // The polygons of a known grid are known.
                NodeMember::Center | NodeMember::Polygon if !matches!(reader.purpose, Purpose::Custom(_)) => {
                    map.next_value::<IgnoredAny>()?;
                }
                NodeMember::Center => reader.node.center = map.next_value::<Option<Point>>()?.map(|Point(point)| point),
                NodeMember::Polygon => map.next_value_seed(Polygon(reader))?,
                NodeMember::Other => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        if seen >> NodeMember::Sides as u8 & 1 == 0 {
            return Err(reader.malformed("sides is missing"));
        }
        reader.finish_node()
    }
}

/// A point in JSON: `[x, y]`.
struct Point([f64; 2]);

impl<'de> Deserialize<'de> for Point {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Point, D::Error> {
        let [Coordinate(x), Coordinate(y)] = <[Coordinate; 2]>::deserialize(deserializer)?;
        Ok(Point([x, y]))
    }
}

/// A number, to a millionth, as it is written. Messages call it a number, and not by the name of a type of Rust.
struct Coordinate(f64);

impl<'de> Deserialize<'de> for Coordinate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Coordinate, D::Error> {
        struct Number;

        impl Visitor<'_> for Number {
            type Value = Coordinate;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number")
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Coordinate, E> {
                Ok(Coordinate((number * 1e6).round() / 1e6))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Coordinate, E> {
                Ok(Coordinate(number as f64))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Coordinate, E> {
                Ok(Coordinate(number as f64))
            }
        }

        deserializer.deserialize_f64(Number)
    }
}

/// The corners of a cell.
struct Polygon<'a, 'b>(&'a mut Reader<'b>);

impl<'de> DeserializeSeed<'de> for Polygon<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Polygon<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a polygon, an array of points")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(Point(point)) = list.next_element()? {
            if self.0.node.polygon.len() == MOST_SIDES {
                return Err(self.0.inconsistent(format!("the polygon has more than {MOST_SIDES} corners")));
            }
            self.0.node.polygon.push(point);
        }
        Ok(())
    }
}

/// The most sides of a cell.
const MOST_SIDES: usize = 8;

/// The sides of a cell.
struct SideList<'a, 'b>(&'a mut Reader<'b>);

impl<'de> DeserializeSeed<'de> for SideList<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for SideList<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of sides")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(OneSide(&mut *self.0))?.is_some() {}
        Ok(())
    }
}

struct OneSide<'a, 'b>(&'a mut Reader<'b>);

#[derive(Clone, Copy, Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum SideMember {
    Side,
    To,
    Open,
    Tunnel,
    #[serde(other)]
    Other,
}

impl<'de> DeserializeSeed<'de> for OneSide<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.0.node.sides.len() == MOST_SIDES {
            return Err(self.0.inconsistent(format!("a cell must have at most {MOST_SIDES} sides")));
        }
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for OneSide<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a side, an object with side, to and open")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let reader = self.0;
        let mut side = NodeSide { name_end: reader.node.names.len(), to: None, is_open: false, is_tunnel: false };
        let mut seen = 0_u8;
        while let Some(member) = map.next_key::<SideMember>()? {
            if let Some(name) = ["side", "to", "open", "tunnel"].get(member as usize) {
                if seen >> member as u8 & 1 == 1 {
                    return Err(reader.malformed(format!("{name} is given twice for a side")));
                }
                seen |= 1 << member as u8;
            }
            match member {
                SideMember::Side => {
                    map.next_value_seed(SideName(&mut reader.node.names))?;
                    side.name_end = reader.node.names.len();
                }
                SideMember::To => side.to = map.next_value::<Option<Whole>>()?.map(|Whole(to)| to),
                SideMember::Open => side.is_open = map.next_value()?,
                SideMember::Tunnel => side.is_tunnel = map.next_value()?,
                SideMember::Other => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        if seen >> SideMember::Side as u8 & 1 == 0 {
            return Err(reader.malformed("the name of a side is missing: side"));
        }
        reader.node.sides.push(side);
        Ok(())
    }
}

/// The name of a side, which is added to those before it.
struct SideName<'a>(&'a mut String);

impl<'de> DeserializeSeed<'de> for SideName<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for SideName<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a side")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<(), E> {
        self.0.push_str(name);
        Ok(())
    }
}
