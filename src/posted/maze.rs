//! A posted maze with its ends and its solution.

use dedale::about::InvalidValue;
use dedale::draw::drawn_size;
use dedale::formats::{Format, SquareStyle};
use dedale::grid::{Address, AnyGrid, Cell, Grid, GridKind, Mesh};
use dedale::maze::Maze;
use dedale::options::{ANY_EXIT, Ends, EndsRule};
use dedale::parse::{Names, Parsed, Shades, SquareDrawing, Warning};
use dedale::picture::{Metadata, Surface};

use crate::parameters::estimate::Facts;
use crate::parameters::format::{MeshTraits, Parameters, Representation, check_grid};
use crate::parameters::maze::GridSource;
use crate::parameters::query::Query;
use crate::parameters::solve::{AddressSpace, SideNames};
use crate::parameters::style::{Extent, SHADED_BY_WEIGHTS, no_weights};
use crate::parameters::table::Name;
use crate::posted::moves;
use crate::problem::{Code, Reason};

/// A posted maze.
#[derive(Clone, Debug)]
pub struct PostedMaze {
    /// The maze and the ends that it names.
    parsed: Parsed,
    /// The size of the maze in a picture.
    pub extent: Extent,
    /// The columns and rows. On grids without these, all cells are in one row.
    pub size: [u32; 2],
    /// The number of openings in the outer wall.
    pub openings: u64,
    /// True if its cells have weights.
    pub is_weighted: bool,
    /// The solution in the same body.
    pub claim: Option<Claim>,
}

/// How a body was parsed.
#[derive(Clone, Debug, Default)]
pub struct HowRead {
    /// The name of the form.
    pub form: &'static str,
    /// The width of each square in pixels, if it is a picture.
    pub scale: Option<u32>,
    /// Which pixels of a picture are walls, if this was found and not given.
    pub shades: Option<Shades>,
    /// What may be wrong with the body.
    pub warnings: Vec<String>,
}

impl HowRead {
    /// Writes this into the metadata of a picture.
    pub fn write_to(self, metadata: &mut Metadata) {
        let HowRead { form, scale, shades, warnings } = self;
        (metadata.read, metadata.scale, metadata.warnings) = (Some(form), scale, warnings);
        (metadata.threshold, metadata.dark) = (shades.map(|shades| shades.threshold), shades.map(Shades::dark));
    }
}

/// A solution that a client sent, which may be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The names of the sides to pass through, in order.
    Directions(Names),
    /// The address of each cell, the first and the last included.
    Path(Vec<Address>),
}

impl Claim {
    /// The approximate number of moves: for directions, the number of bytes of their names.
    pub fn moves(&self) -> u64 {
        match self {
            Claim::Directions(names) => names.bytes() as u64,
            Claim::Path(cells) => cells.len() as u64,
        }
    }

    /// Converts directions to the names of sides on a grid with these names.
    pub fn canonical(self, sides: SideNames) -> Claim {
        match self {
            Claim::Directions(sent) => Claim::Directions(moves::parse(sent.texts(), sides)),
            path => path,
        }
    }
}

impl PostedMaze {
    /// Creates the maze from a parsed body.
    pub fn new(mut parsed: Parsed) -> PostedMaze {
        let (path, directions) = (parsed.path.take(), parsed.directions.take());
        let maze = &parsed.maze;
        let (size, extent) = match maze.grid() {
            AnyGrid::Square(grid) => {
                let size = [grid.columns(), grid.rows()];
                (size, Extent::Cells(size))
            }
            AnyGrid::Mesh(mesh) => ([mesh.cells(), 1], Extent::Units(drawn_size(mesh))),
        };
        PostedMaze {
            extent,
            size,
            openings: maze.openings().count() as u64,
            is_weighted: maze.weights().is_some(),
            claim: path.map(Claim::Path).or(directions.map(Claim::Directions)),
            parsed,
        }
    }

    /// The grid.
    pub fn grid(&self) -> &AnyGrid {
        self.parsed.maze.grid()
    }

    /// The name of the form in which it was parsed.
    pub fn form(&self) -> &'static str {
        self.parsed.format
    }

    /// How it was parsed.
    pub fn how_read(&self) -> HowRead {
        let warnings = self.parsed.warnings.iter().map(ToString::to_string).collect();
        HowRead { form: self.form(), scale: self.scale(), shades: self.parsed.shades, warnings }
    }

    /// Returns true if its cells are the free squares of the body, without walls between them.
    pub fn is_of_squares(&self) -> bool {
        self.parsed.is_of_squares
    }

    /// The width of each square in pixels, if it was parsed from a picture.
    pub fn scale(&self) -> Option<u32> {
        self.parsed.scale
    }

    /// Returns the maze, and the drawing in the body if it consists of squares.
    pub fn into_maze(self) -> (Maze<AnyGrid>, Option<SquareDrawing>) {
        (self.parsed.maze, self.parsed.drawing)
    }

    /// The representation of the maze. A maze of squares is written as squares. If it was posted as a drawing of
    /// squares, its default form as text is that drawing.
    pub fn representation(&self, parameters: &mut Parameters) -> Option<Representation> {
        if parameters.query.given(Name::Heat) == Some(SHADED_BY_WEIGHTS) && !self.is_weighted {
            parameters.query.fault(Name::Heat, no_weights());
        }
        let representation = parameters.representation(Some(self.extent))?;
        let format = match representation.format {
            Format::Ascii if !parameters.query.has(Name::Format) && self.parsed.drawing.is_some() => {
                Format::Squares(SquareStyle::DEFAULT)
            }
            format => format,
        };
        let representation = representation.in_format(format);
        Some(if self.parsed.is_of_squares { representation.of_cells() } else { representation })
    }

    /// Reports a format that cannot show the grid, and returns the representation, whose encoding as JSON may depend on
    /// the grid.
    pub fn check_grid(&self, query: &mut Query, representation: Option<Representation>) -> Option<Representation> {
        let mut representation = representation?;
        if let Some(mesh) = self.grid().mesh() {
            let (is_drawable, is_woven) = (mesh.is_drawable(), !mesh.crossings().is_empty());
            let traits = MeshTraits { mesh: mesh.options().clone(), is_drawable, is_woven };
            check_grid(query, &traits, &mut representation);
        }
        Some(representation)
    }

    /// Returns the grid, for another maze.
    pub fn into_grid_source(self) -> GridSource {
        match self.parsed.maze.into_grid() {
            AnyGrid::Square(_) => GridSource::Squares(self.size),
            AnyGrid::Mesh(mesh) => GridSource::Mesh(mesh),
        }
    }

    /// The facts for an estimate.
    pub fn facts(&self) -> Facts {
        let squares = Facts {
            extent: self.size,
            cells: self.cells(),
            places: self.cells(),
            grid_bytes: 0,
            openings: self.openings,
            surface: Surface::Squares,
            overlap: 1.0,
            kind: GridKind::Square,
            is_weighted: self.is_weighted,
            // A posted maze may have loops.
            has_loops: true,
            is_part: false,
        };
        let Some(grid) = self.grid().mesh() else { return squares };
        let kind = grid.kind();
        let (grid_bytes, surface, overlap) = (Mesh::CELL_BYTES, Surface::Mesh, grid.overlap());
        Facts { places: grid.options().cells_without_mask(), grid_bytes, surface, overlap, kind, ..squares }
    }

    /// The number of cells.
    pub fn cells(&self) -> u64 {
        self.size.map(u64::from).iter().product()
    }

    /// The valid addresses of its cells.
    pub fn space(&self) -> AddressSpace<'_> {
        self.grid().mesh().map_or(AddressSpace::Squares(Some(self.size)), AddressSpace::Mesh)
    }

    /// The names of its sides.
    pub fn sides(&self) -> SideNames {
        self.grid()
            .mesh()
            .map_or(SideNames::of(GridKind::Square, 1), |mesh| SideNames::of(mesh.kind(), mesh.options().floors))
    }

    /// Parses the ends in a query. Ends that it does not name are those of the body, or in the corners.
    pub fn parse_ends(&self, query: &mut Query, seed: u64) -> Option<Ends> {
        self.parse_ends_if(query, seed, true)
    }

    /// Whether neither the query nor the body says the entrance, and whether neither says the exit.
    pub fn lacks_ends(&self, query: &Query) -> [bool; 2] {
        if query.has(Name::Ends) {
            return [false; 2];
        }
        let are_replaced = self.parsed.ends_are_openings && (query.has(Name::From) || query.has(Name::To));
        [(Name::From, 0), (Name::To, 1)].map(|(name, index)| {
            let is_unclear =
                if are_replaced { self.parsed.is_of_squares } else { self.parsed.unclear[index].is_some() };
            is_unclear && !query.has(name)
        })
    }

    /// Warns of each end that is lacking although ends are marked: of an entrance without an exit, and of two entrances.
    pub fn warn_of_ends(&mut self, lacks_ends: [bool; 2]) {
        let lacking = self.parsed.unclear.iter().zip(lacks_ends).filter(|&(_, lacks)| lacks);
        let marked = lacking.filter_map(|(why, _)| why.as_deref()).filter(|why| why.place.is_some());
        self.parsed.warnings.extend(marked.map(Warning::from));
    }

    /// Parses the ends in a query. If they are not `needed`, ends that the body leaves unclear are not reported.
    pub fn parse_ends_if(&self, query: &mut Query, seed: u64, needed: bool) -> Option<Ends> {
        let rule = query.choice(Name::Ends, "value", EndsRule::ALL, EndsRule::name);
        let is_any = query.given(Name::To) == Some(ANY_EXIT);
        if is_any && self.openings == 0 && self.parsed.goals.is_empty() {
            query
                .fault(Name::To, "any is only valid for a maze with openings in its outer wall, and this one has none");
        }
        let from = self.space().addresses(query, Name::From);
        let to = if is_any { Vec::new() } else { self.space().addresses(query, Name::To) };
        let is_named = query.has(Name::From) || query.has(Name::To);
        if query.has(Name::Ends) && is_named {
            query.fault(Name::Ends, InvalidValue::conflict("from or to"));
        }
        // Two openings in the outer wall are the ends only together.
        let is_replaced = query.has(Name::Ends) || (is_named && self.parsed.ends_are_openings);
        let marked = Some(&self.parsed).filter(|_| !is_replaced);
        let [first, last] = self.corners();
        let lacks_both = marked.is_some_and(|marked| marked.unclear.iter().all(Option::is_some));
        for (name, index) in [(Name::From, 0), (Name::To, 1)] {
            if query.has(name) || !needed {
                continue;
            }
            if let Some(why) = marked.and_then(|marked| marked.unclear[index].as_ref()) {
                let proposal = match name {
                    Name::To if lacks_both && !is_named => format!(
                        "; its first and last cells are from={first}&to={last}, and ends=farthest takes two that are far apart"
                    ),
                    _ => String::new(),
                };
                let detail = format!("must be given, since the maze does not say it: {why}{proposal}");
                query.fault(name, Reason::new(Code::Missing, detail));
            } else if self.parsed.is_of_squares && is_replaced && !query.has(Name::Ends) {
                // It is unknown which of the two openings is the other end, and corners are walls.
                query.fault(
                    name,
                    Reason::new(
                        Code::Missing,
                        "must be given too, or neither: two openings are the ends only together",
                    ),
                );
            }
        }
        let address = |cell: Cell| self.grid().address(cell);
        let cells = marked.map_or([None; 2], |marked| [marked.from, marked.to].map(|cell| cell.map(address)));
        let goals = marked.map_or(&[][..], |marked| &marked.goals);
        let from = from.first().copied().or(cells[0]).unwrap_or(first);
        let to = to.first().copied().or(cells[1]).unwrap_or(last);
        let has_goals = !goals.is_empty() && (is_any || !query.has(Name::To));
        match rule?.or(from, to, seed) {
            Ends::Cells { from, .. } if has_goals => {
                Some(Ends::NearestOf { from, goals: goals.iter().copied().map(address).collect() })
            }
            Ends::Cells { from, .. } if is_any => Some(Ends::Nearest { from }),
            ends => Some(ends),
        }
    }

    /// The default ends, in the corners.
    fn corners(&self) -> [Address; 2] {
        self.grid().default_ends().map(|cell| self.grid().address(cell))
    }
}
