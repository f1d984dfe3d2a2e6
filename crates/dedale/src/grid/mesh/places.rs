//! Where the cells of a mesh are, what their sides are called, and what they look like.

use super::table::{Frame, Mesh};
use super::tiled::{Site, Tiled};
use super::{Crossing, DOWN, InvalidMesh, MeshOptions, UP, Wrap};
use crate::grid::catalogue::GridKind;
use crate::grid::custom::{Look, Spread};
use crate::grid::rings::{self, Rings};
use crate::grid::{Address, Cell, Mask, Side};

/// How many cells of a custom grid are written together.
const CUSTOM_ROW: u32 = 1024;

/// Where a cell is, in what it is drawn with: of repeating pieces, which cell of its piece it is, and row and column of that.
#[derive(Clone, Copy)]
enum Position<'a> {
    Custom(&'a Look, Cell),
    Rings(&'a Rings, [u32; 2]),
    Tiled(&'a Tiled, usize, [i64; 2]),
}

impl Position<'_> {
    /// How many corners its polygon has.
    fn corners(self) -> usize {
        match self {
            Position::Custom(look, cell) => look.corners(cell),
            Position::Rings(rings, [ring, _]) => usize::from(rings.sides(ring)),
            Position::Tiled(tiled, cell, _) => tiled.piece.cells[cell].corners.len(),
        }
    }

    fn corner(self, corner: usize) -> Corner {
        match self {
            Position::Custom(look, cell) => look.corner(cell, corner),
            Position::Rings(rings, place) => {
                let [circle, step] = rings.corner(place, corner as u8);
                Corner { id: u64::from(circle) << 32 | u64::from(step), at: rings.position([circle, step]) }
            }
            Position::Tiled(tiled, cell, [row, column]) => {
                let corner = tiled.piece.cells[cell].corners[corner];
                let [along, down] = tiled.piece.steps(corner, column, row);
                let [x, y] = tiled.piece.position(corner, column, row);
                // Small numbers, some of them negative, side by side.
                let part = |steps: i64| (steps + (1 << 28)) as u64;
                let id = (part(along) << 29 | part(down)) << 5 | u64::from(corner.class);
                let [left, top] = tiled.origin();
                Corner { id, at: [x - left, y - top] }
            }
        }
    }
}

impl Frame {
    /// The place for a cell at an address; `None` where there is none.
    fn find(&self, address: Address) -> Option<u32> {
        match (self, address.numbers()) {
            (Frame::Rings(rings), &[ring, index]) => {
                (ring <= rings.rings() && index < rings.count(ring)).then(|| rings.at(ring, index))
            }
            (Frame::Custom(look), &[number]) => (number < look.cells()).then_some(number),
            (Frame::Tiled(tiled), numbers) => {
                let [floor, row, column, piece] = match (numbers, tiled.arranged.is_some(), tiled.floors > 1) {
                    (&[row, column], true, false) => [0, row, column, 0],
                    (&[floor, row, column], true, true) => [floor, row, column, 0],
                    (&[row, column, piece], false, _) => [0, row, column, piece],
                    _ => return None,
                };
                let is_inside =
                    floor < tiled.floors && row < tiled.rows && column < tiled.columns && piece < tiled.each();
                is_inside.then(|| tiled.number(floor, row, column, piece))
            }
            _ => None,
        }
    }
}

impl MeshOptions {
    /// Finds the place for a cell at an address, counted with those that a mask leaves out, without making the grid.
    pub(crate) fn places(&self) -> Result<impl Fn(Address) -> Option<u32> + use<>, InvalidMesh> {
        self.check()?;
        let frame = Frame::new(self)?;
        Ok(move |address| frame.find(address))
    }
}

impl Mesh {
    /// What the grid was made of.
    pub fn options(&self) -> &MeshOptions {
        &self.options
    }

    /// What its cells look like.
    pub fn kind(&self) -> GridKind {
        self.options.kind
    }

    /// The place for the cell, counted with those that a mask leaves out.
    #[inline]
    pub(crate) fn site(&self, cell: Cell) -> u32 {
        self.sites.as_ref().map_or(cell.0, |sites| sites[cell.index()])
    }

    /// The address of a cell.
    pub(crate) fn address(&self, cell: Cell) -> Address {
        self.address_of(self.site(cell))
    }

    fn address_of(&self, site: u32) -> Address {
        match &self.frame {
            Frame::Rings(rings) => rings.place(site).into(),
            Frame::Custom(_) => [site].into(),
            Frame::Tiled(tiled) => {
                let Site { floor, row, column, cell } = tiled.site(site);
                match tiled.arranged {
                    Some(_) if tiled.floors > 1 => [floor, row, column].into(),
                    Some(_) => [row, column].into(),
                    None => [row, column, cell as u32].into(),
                }
            }
        }
    }

    /// The cell at an address; `None` where there is none.
    pub(crate) fn find(&self, address: impl Into<Address>) -> Option<Cell> {
        let site = self.frame.find(address.into())?;
        match &self.sites {
            Some(sites) => sites.binary_search(&site).ok().map(|cell| Cell(cell as u32)),
            None => Some(Cell(site)),
        }
    }

    /// The same grid without the cells that are not `kept`, as if a mask had left them out; by number, the cells that are left come in the same
    /// order. The others are its [rock](Mesh::rock). Not for custom grids, nor for those with tunnels.
    pub(crate) fn of_only(&self, kept: &[bool]) -> Mesh {
        let part = |is_in_it: &[bool]| {
            let cells = (0..self.inner.len() as u32).filter(|&cell| is_in_it[cell as usize]);
            let sites = cells.map(|cell| self.site(Cell(cell))).collect();
            let mut mesh = self.only(is_in_it);
            mesh.sites = Some(sites);
            mesh
        };
        let taken: Vec<bool> = kept.iter().map(|kept| !kept).collect();
        let mut mesh = part(kept);
        mesh.options.mask = Some(mesh.bits());
        mesh.options.largest_part = false;
        mesh.rock = taken.contains(&true).then(|| Box::new(part(&taken)));
        mesh
    }

    /// The cells that [`sparse`](crate::edit::sparse()) took out, as a separate grid: its cells lie where they lay in this
    /// grid, which drawings show in another color than the ground. `None` where all cells are there, or where a mask alone left some out.
    ///
    /// ```
    /// use dedale::grid::Grid;
    /// use dedale::options::MazeOptions;
    /// let made = "w=10&h=10&seed=7&sparse=0.4".parse::<MazeOptions>()?.make(&mut ())?;
    /// let mesh = made.maze.grid().mesh().expect("cells are missing");
    /// let rock = mesh.rock().expect("what is missing");
    /// assert_eq!((mesh.cells(), rock.cells()), (60, 40));
    /// assert!((0..40).all(|cell| mesh.find(rock.address(dedale::grid::Cell(cell))).is_none()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rock(&self) -> Option<&Mesh> {
        self.rock.as_deref()
    }

    /// The mask of bits that keeps exactly its cells.
    pub(crate) fn bits(&self) -> Mask {
        let mut bits = vec![self.sites.is_none(); self.options.sites() as usize];
        self.sites.iter().flatten().for_each(|&site| bits[site as usize] = true);
        Mask::from_bits(bits)
    }

    /// Where mazes begin and end by default: at the first cell and the last; on a circle at a cell of the rim and the center;
    /// where edges are joined, at the first cell and the one in the middle.
    pub fn default_ends(&self) -> [Cell; 2] {
        let (first, last) = (Cell(0), Cell(self.inner.len() as u32 - 1));
        let MeshOptions { kind, columns, rows, rings, wrap, .. } = self.options;
        if kind == GridKind::Polar {
            return [self.find([rings, 0]).unwrap_or(last), self.find([0, 0]).unwrap_or(first)];
        }
        if wrap == Wrap::Off {
            return [first, last];
        }
        let (row, column) = (rows / 2, columns / 2);
        let middle =
            self.find([row, column]).or_else(|| self.find([row, column, 0])).or_else(|| self.find([0, row, column]));
        [first, middle.unwrap_or(Cell(self.inner.len() as u32 / 2))]
    }

    /// The cell whose center is nearest to the middle of the whole, the first of several. On a custom grid of which not every center is known,
    /// the one whose number is in the middle.
    ///
    /// # Complexity
    ///
    /// Time `O(cells)`.
    pub(crate) fn middle(&self) -> Cell {
        let [left, top, right, bottom] = self.bounds();
        let [x, y] = [(left + right) / 2.0, (top + bottom) / 2.0];
        let mut nearest = (f64::INFINITY, Cell(0));
        for cell in (0..self.inner.len() as u32).map(Cell) {
            let Some([at_x, at_y]) = self.known_center(cell) else { return Cell((self.inner.len() as u32 - 1) / 2) };
            let squared = (at_x - x) * (at_x - x) + (at_y - y) * (at_y - y);
            // Centers that are equally far may be rounded differently.
            if squared < nearest.0 - 1e-9 {
                nearest = (squared, cell);
            }
        }
        nearest.1
    }

    /// The names of the sides of a cell, in their order; numbers where the sides have none.
    pub(crate) fn side_names(&self, cell: Cell) -> impl ExactSizeIterator<Item = &str> + Clone {
        let names = self.names(cell);
        (0..names.len()).map(move |side| names.get(side))
    }

    /// The name of a side of a cell; `?` where the cell has no such side.
    pub(crate) fn side_name(&self, cell: Cell, side: Side) -> &str {
        self.names(cell).get(side.number().into())
    }

    fn names(&self, cell: Cell) -> Names<'_> {
        static NUMBERS: [&str; 8] = ["0", "1", "2", "3", "4", "5", "6", "7"];
        static FLOORS: [&str; 6] = ["N", "E", "S", "W", "U", "D"];
        let sides = self.kind().info().sides;
        Names::Known(match &self.frame {
            Frame::Custom(look) => return Names::Own(look.names(cell)),
            Frame::Rings(rings) => match rings.place(self.site(cell)) {
                [0, _] => sides[2],
                [ring, _] => sides[rings.outwards(ring) as usize - 1],
            },
            Frame::Tiled(tiled) if tiled.floors > 1 => &FLOORS,
            Frame::Tiled(tiled) => {
                let piece = tiled.site(self.site(cell)).cell;
                sides.get(piece).copied().unwrap_or(&NUMBERS[..tiled.piece.cells[piece].across.len()])
            }
        })
    }

    /// How many sides a cell has: those along its polygon, and those after them, such as up and down.
    pub(crate) fn side_count(&self, cell: Cell) -> usize {
        match &self.frame {
            Frame::Custom(look) => look.names(cell).len(),
            _ => self.edge_count(cell) + if self.options.floors > 1 { 2 } else { 0 },
        }
    }

    /// The sides that lead up and down, where there are floors.
    pub(crate) fn up_and_down(&self) -> Option<[Side; 2]> {
        (self.options.floors > 1).then_some([UP, DOWN])
    }

    /// Whether every cell has a polygon. Only a custom grid can lack them.
    pub fn is_drawable(&self) -> bool {
        !matches!(&self.frame, Frame::Custom(look) if !look.is_drawable())
    }

    /// How many edges the polygon of a cell has, and how many corners.
    pub(crate) fn edge_count(&self, cell: Cell) -> usize {
        self.seen(cell).corners()
    }

    /// The edge that a side is drawn as; `None` for a side that has none, such as stairs.
    ///
    /// ```
    /// use dedale::grid::{Cell, GridKind, Mesh, MeshOptions, Side};
    /// let floors = Mesh::new(&MeshOptions { columns: 3, rows: 2, floors: 2, ..MeshOptions::new(GridKind::Square) })?;
    /// let [up, east] = [4, 1].map(Side::new);
    /// assert_eq!(floors.edge(Cell(0), up), None);
    /// let [from, to] = floors.ends(floors.edge(Cell(0), east).unwrap());
    /// assert_eq!([from.at, to.at], [[1.0, 0.0], [1.0, 1.0]]);
    /// # Ok::<(), dedale::grid::InvalidMesh>(())
    /// ```
    pub fn edge(&self, cell: Cell, side: Side) -> Option<Edge> {
        (usize::from(side.number()) < self.edge_count(cell)).then_some(Edge { cell, side })
    }

    /// The edges of the polygon of a cell, clockwise.
    pub fn edges(&self, cell: Cell) -> impl ExactSizeIterator<Item = Edge> + Clone + use<> {
        (0..self.edge_count(cell) as u8).map(move |side| Edge { cell, side: Side::new(side) })
    }

    /// How many times as long it takes to paint the cells as if none lay over another: 1 for every grid but custom ones, whose polygons may.
    pub fn overlap(&self) -> f64 {
        self.spread().map_or(1.0, |spread| spread.overlap())
    }

    /// How far the polygons of a custom grid reach over others.
    pub(crate) fn spread(&self) -> Option<Spread> {
        if let Frame::Custom(look) = &self.frame { Some(look.known_spread()) } else { None }
    }

    /// The corners of the polygon of a cell, clockwise: that with number `k` is where the side with this number begins.
    pub fn polygon(&self, cell: Cell) -> impl ExactSizeIterator<Item = Corner> + Clone {
        let place = self.seen(cell);
        (0..place.corners()).map(move |corner| place.corner(corner))
    }

    /// The two corners that an edge lies between, clockwise.
    pub fn ends(&self, Edge { cell, side }: Edge) -> [Corner; 2] {
        let (place, start) = (self.seen(cell), usize::from(side.number()));
        [place.corner(start), place.corner((start + 1) % place.corners())]
    }

    /// Where the cell is, which is looked up once for all of its corners.
    fn seen(&self, cell: Cell) -> Position<'_> {
        match &self.frame {
            Frame::Custom(look) => Position::Custom(look, cell),
            Frame::Rings(rings) => Position::Rings(rings, rings.place(self.site(cell))),
            Frame::Tiled(tiled) => {
                let site = tiled.site(self.site(cell));
                Position::Tiled(tiled, site.cell, tiled.piece_at(site))
            }
        }
    }

    /// The center of a cell where it is known: that of a custom grid only if it was given.
    pub(crate) fn known_center(&self, cell: Cell) -> Option<[f64; 2]> {
        match &self.frame {
            Frame::Custom(look) => look.given_center(cell),
            _ => Some(self.center(cell)),
        }
    }

    /// The center of a cell: where its mark is. Of a custom grid, the one that was given, or else the mean of the corners.
    pub fn center(&self, cell: Cell) -> [f64; 2] {
        match self.seen(cell) {
            Position::Custom(look, cell) => look.center(cell),
            Position::Rings(rings, place) => rings.center(place),
            Position::Tiled(tiled, cell, [row, column]) => {
                let piece = tiled.piece;
                let [x, y] = piece.cells[cell].center;
                let along = (column - piece.moved_back(row)) as f64;
                let ([right, below], [left, top]) = (piece.down, tiled.origin());
                [x + along * piece.along + row as f64 * right - left, y + row as f64 * below - top]
            }
        }
    }

    /// The arc that an edge is drawn as: the radius, around [`bounds`](Mesh::bounds)' middle, clockwise or not; `None` for a straight one.
    pub fn arc(&self, Edge { cell, side }: Edge) -> Option<Arc> {
        let Frame::Rings(rings) = &self.frame else { return None };
        let [ring, _] = rings.place(self.site(cell));
        match side.number() {
            _ if ring == 0 => Some(Arc { radius: rings::radius(0), is_clockwise: true }),
            rings::CLOCKWISE | rings::COUNTERCLOCKWISE => None,
            rings::IN => Some(Arc { radius: rings::radius(ring - 1), is_clockwise: false }),
            _ => Some(Arc { radius: rings::radius(ring), is_clockwise: true }),
        }
    }

    /// How many rows of places for cells there are: rows of all floors, or rings. The cells of a custom grid are divided into rows of
    /// 1,024.
    pub(crate) fn row_count(&self) -> u32 {
        match &self.frame {
            Frame::Custom(look) => look.cells().div_ceil(CUSTOM_ROW),
            Frame::Rings(rings) => rings.rings() + 1,
            Frame::Tiled(tiled) => tiled.floors * tiled.rows,
        }
    }

    /// The places for cells of a row, `0 .. row_count()`: their addresses, and the cells, where a mask leaves one.
    pub(crate) fn row(&self, row: u32) -> impl Iterator<Item = (Address, Option<Cell>)> {
        let places = match &self.frame {
            Frame::Custom(look) => row * CUSTOM_ROW..look.cells().min((row + 1) * CUSTOM_ROW),
            Frame::Rings(rings) => rings.at(row, 0)..rings.at(row, 0) + rings.count(row),
            Frame::Tiled(tiled) => {
                let each = tiled.columns * tiled.each();
                row * each..(row + 1) * each
            }
        };
        let mut next = self.sites.as_ref().map_or(0, |sites| sites.partition_point(|&site| site < places.start));
        places.map(move |site| {
            let cell = match &self.sites {
                None => Some(Cell(site)),
                Some(sites) => (sites.get(next) == Some(&site)).then(|| {
                    next += 1;
                    Cell(next as u32 - 1)
                }),
            };
            (self.address_of(site), cell)
        })
    }

    /// Whether a side leads through a tunnel.
    pub fn is_tunnel(&self, cell: Cell, side: Side) -> bool {
        self.tunnels.get(cell.index()).is_some_and(|sides| sides.contains(side))
    }

    /// The address of the last place before a row.
    pub(crate) fn last_address_before(&self, row: u32) -> Option<Address> {
        let row = row.checked_sub(1)?;
        self.row(row).last().map(|(address, _)| address)
    }

    /// The crossings, in the order of their cells.
    pub fn crossings(&self) -> &[Crossing] {
        &self.crossings
    }
}

/// The names of the sides of a cell.
#[derive(Clone, Copy)]
enum Names<'a> {
    Known(&'static [&'static str]),
    Own(&'a [Box<str>]),
}

impl<'a> Names<'a> {
    fn len(self) -> usize {
        match self {
            Names::Known(names) => names.len(),
            Names::Own(names) => names.len(),
        }
    }

    fn get(self, side: usize) -> &'a str {
        match self {
            Names::Known(names) => names.get(side).copied().unwrap_or("?"),
            Names::Own(names) => names.get(side).map_or("?", |name| name),
        }
    }
}

/// A side of a cell that is drawn: an edge of its polygon. A [`Side`] is any way to a neighbor or to the outside, and some have no edge:
/// stairs, and those of a custom grid that come after its corners. [`Mesh::edge`] returns it where there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    cell: Cell,
    side: Side,
}

impl Edge {
    /// The cell whose edge it is.
    pub(crate) const fn cell(self) -> Cell {
        self.cell
    }

    /// The side that is drawn there.
    pub const fn side(self) -> Side {
        self.side
    }
}

/// A corner of cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// The same number for the same corner of every cell that has it.
    pub id: u64,
    /// `[x, y]`, from the top left, in units of a cell.
    pub at: [f64; 2],
}

/// A side that is part of a circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    /// The radius of the circle.
    pub radius: f64,
    /// Whether it runs clockwise, as the corners of its cell follow one another.
    pub is_clockwise: bool,
}
