//! The maze that a request asks for: its options, within the limits of the server.

use std::sync::LazyLock;

use dedale::about::parse_digits;
use dedale::draw::drawn_size;
use dedale::generate::{ALGORITHMS, AlgorithmInfo, GENERATOR_VERSION, LONGEST_SIDE, Rectangle};
use dedale::grid::{DrawnMask, GridKind, Limits, Mesh, MeshOptions};
use dedale::options::{InvalidOptions, MazeBuilder, MazeOptions, OPTIONS};
use dedale::rng::MAX_SEED;
use dedale::text::Encoding;

use super::format::{Call, Look, Reading, Written, check_grid};
use super::parameters::{Groups, Name};
use super::query::Query;
use super::solve::Space;
use super::style::{Extent, MostPixels};
use crate::response::caching::{Age, Location};
use crate::settings::{MAX_URI_BYTES, Settings};

/// What says which grid a maze is made on, and how large it is.
#[derive(Clone, Debug)]
pub enum Ground {
    /// The query. The maze is made as a whole.
    Whole,
    /// The query, but for parameters that were read before, each with the size that it gives, if any. The maze is made as a whole.
    Book(Vec<(Name, Option<u64>)>),
    /// The query. If what is asked for can be written row by row, the maze may be larger than one that is made as a whole.
    Rows(bool),
    /// The query, which asks for a part of a maze, or for `any` part where it names none. If it can be written row by row, it may be larger.
    Part {
        /// Whether the query need not name a part.
        any: bool,
        /// Whether what is asked for can be written row by row.
        by_rows: bool,
    },
    /// A body: plain squares, in so many columns and rows.
    Squares([u32; 2]),
    /// A body: a mask, to which the grid of the query is cut.
    Mask(DrawnMask),
    /// A body: this grid.
    Mesh(Box<Mesh>),
}

impl Ground {
    /// How many cells a body has that says what the grid is: so many are looked at to read the query.
    pub fn cells(&self) -> u64 {
        match self {
            Ground::Mask(drawn) => u64::from(drawn.columns) * u64::from(drawn.rows),
            Ground::Mesh(mesh) => dedale::grid::Grid::cells(&**mesh).into(),
            Ground::Whole | Ground::Book(_) | Ground::Rows(_) | Ground::Part { .. } | Ground::Squares(_) => 0,
        }
    }
}

impl Ground {
    /// The options that are set before the query is read.
    fn builder(&self) -> MazeBuilder {
        let builder = MazeBuilder::default();
        match self {
            Ground::Whole | Ground::Rows(_) | Ground::Mask(_) => builder,
            Ground::Book(_) => {
                let mut builder = builder;
                if let Some(rings) = self.was_read(Name::Rings).flatten() {
                    // A number that is allowed, or else it would not be there.
                    let _ = builder.set(Name::Rings.as_str(), &rings.to_string());
                }
                builder
            }
            // A part, also where what says which cannot be read.
            Ground::Part { any: false, .. } => builder.zoom_level(0),
            Ground::Part { any: true, .. } => {
                builder.zoom_level(0).window(Rectangle { row: 0, column: 0, rows: 1, columns: 1 })
            }
            Ground::Squares([columns, rows]) => builder.size((*columns).into(), (*rows).into()),
            Ground::Mesh(mesh) => builder.mesh(mesh.options().clone()),
        }
    }

    /// The options that are read by their names alone.
    fn names(&self) -> impl Iterator<Item = Name> {
        let is_given = matches!(self, Ground::Squares(_) | Ground::Mesh(_));
        let of_part: &[Name] = if matches!(self, Ground::Part { .. }) { &[Name::ZoomLevel, Name::Window] } else { &[] };
        let is_left = move |name: &&Name| !(is_given && OF_GRIDS.contains(name)) && self.was_read(**name).is_none();
        OTHER_OPTIONS.iter().filter(is_left).chain(of_part).copied()
    }

    /// The size that a parameter gives that was read before, if any; the outer `None` where the parameter was not.
    fn was_read(&self, name: Name) -> Option<Option<u64>> {
        let Ground::Book(read) = self else { return None };
        read.iter().find(|(known, _)| *known == name).map(|(_, size)| *size)
    }
}

/// Whether a maze is made row by row, while it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// It is not.
    Never,
    /// It can be.
    Possible,
    /// It must be, since it is too large to be made as a whole.
    Needed,
}

/// A maze as a request asks for it: what could be read, whatever else is wrong.
#[derive(Debug)]
pub struct Draft {
    /// The options, if nothing is wrong with them: as a pointer, since they have hundreds of bytes and are passed on many times.
    pub options: Option<Box<MazeOptions>>,
    /// The same before they were checked, for the other mazes of a book.
    pub of_book: Option<MazeBuilder>,
    /// The seed, of the query or random.
    pub seed: u64,
    /// Where the cells are.
    pub space: Space<'static>,
    /// Whether it is made row by row.
    pub rows: Rows,
    /// How large the maze is in a picture.
    extent: Option<Extent>,
    /// The grid, if it is not one of plain squares.
    look: Option<Look>,
    /// The parameters that the query leaves open; `None` where these cannot say what the body does.
    open: Option<Vec<(Name, String)>>,
}

impl Draft {
    /// Reads the options of a maze. `drawn` is the seed where none was sent.
    pub fn read(reading: &mut Reading<'_>, ground: Ground) -> Draft {
        let Reading { call: Call { settings, drawn, .. }, query, .. } = reading;
        if query.given(Name::Generator).is_some_and(|version| version != GENERATOR_VERSION.to_string()) {
            let detail = format!("this server has generator version {GENERATOR_VERSION} and no other");
            query.fault(Name::Generator, detail);
        }
        let mut builder = ground.builder();
        query.set(Name::Algo, &mut builder);
        set_own_options(query, &mut builder);
        if !query.has(Name::Seed) {
            builder = builder.seed(*drawn & MAX_SEED);
        }
        // Their faults are reported after those of the size, because the limits of the size depend on them.
        let others = query.faults_of(|query| {
            for name in ground.names() {
                if query.has(name) {
                    query.set(name, &mut builder);
                }
            }
        });
        let seed = builder.chosen_seed();
        let open = match ground {
            Ground::Squares(_) | Ground::Mesh(_) => None,
            _ if query.has(Name::Seed) => Some(Vec::new()),
            _ => Some(vec![(Name::Seed, seed.to_string())]),
        };
        let space = Space::Plain(None);
        let mut draft =
            Draft { options: None, of_book: None, seed, space, rows: Rows::Never, extent: None, look: None, open };
        let needs_whole = builder.whole_maze_options().filter_map(|name| Name::find(name, Groups::MAZE));
        let needs_whole: Vec<_> = needs_whole.collect();
        let is_part = matches!(ground, Ground::Part { .. });
        let is_plain = builder.is_plain() && !matches!(ground, Ground::Mask(_) | Ground::Mesh(_));
        let is_polar = builder.chosen_mesh().kind == GridKind::Polar;
        let has_sides = is_part || !is_polar && !matches!(ground, Ground::Mesh(_));
        let most = Most::whole(settings);
        let size = match &ground {
            Ground::Part { .. } => read_sides(query, &ground, [LONGEST_SIDE; 2]),
            Ground::Mesh(_) => None,
            _ if is_polar => {
                for name in [Name::W, Name::H] {
                    if query.has(name) {
                        query.fault(name, "is not valid with grid=polar: rings gives its size");
                    }
                }
                None
            }
            Ground::Squares(size) => Some(size.map(u64::from)),
            Ground::Mask(drawn) => {
                let sides = [(Name::W, drawn.columns), (Name::H, drawn.rows)];
                let [columns, rows] = sides.map(|(name, drawn)| match query.has(name) {
                    true => query.whole(name, 1..=most.sides[0]),
                    false => Some(drawn.into()),
                });
                columns.zip(rows).map(<[u64; 2]>::from)
            }
            _ if !is_plain => read_sides(query, &ground, most.sides),
            Ground::Rows(by_rows) => {
                draft.read_rows(query, &ground, &builder, *by_rows && needs_whole.is_empty(), settings)
            }
            Ground::Whole | Ground::Book(_) => {
                let makes_parts =
                    builder.chosen_algorithm().info().makes_rectangles() && Most::ANY.allow(query).is_some();
                if makes_parts && query.takes(Groups::MOVES) && most.allow(query).is_none() {
                    query.fault(most.named(query), needs_part(settings.limits()));
                    None
                } else {
                    most.read(query, &ground)
                }
            }
        };
        if has_sides {
            // A wrong size is a fault already, and what depends on it is checked with another.
            let [columns, rows] = size.unwrap_or([1, 1]);
            builder = builder.size(columns, rows);
        }
        let (mut laid, is_of_book) = (None, matches!(ground, Ground::Book(_)));
        match ground {
            Ground::Part { by_rows: true, .. } => draft.rows = Rows::Possible,
            Ground::Mask(drawn) => builder = draft.cut(query, builder, drawn, settings),
            Ground::Mesh(mesh) => laid = Some(mesh),
            _ => {}
        }
        let mesh = Some(builder.chosen_mesh()).filter(|_| !is_part && !is_plain);
        let is_too_large = mesh.as_ref().is_some_and(|mesh| check_sites(query, mesh, most.cells));
        query.put(others);
        if let Some(mesh) = mesh {
            draft.space = Space::Shaped { cells: mesh.sites() };
            draft.extent = laid.as_ref().map(|laid| Extent::Units(drawn_size(laid)));
            let is_drawable = laid.as_ref().is_none_or(|laid| laid.is_drawable());
            if let Some(laid) = laid {
                builder = builder.on(*laid);
            }
            draft.look = Some(Look { mesh, is_drawable, is_woven: builder.is_woven() });
        } else if !is_part {
            // Both fit in 32 bits.
            draft.space = Space::Plain(size.map(|size| size.map(|side| side as u32)));
        }
        let has_size = size.is_some() || draft.look.is_some();
        draft.of_book = is_of_book.then(|| builder.clone());
        let options = checked(query, builder.options(), has_size, is_too_large);
        if draft.rows == Rows::Needed {
            for name in needs_whole {
                query.fault(name, needs_all(settings.limits()));
            }
        }
        let by_rows = draft.rows == Rows::Possible;
        draft.options = options.filter(|options| !is_part || check_window(query, options, by_rows, settings));
        draft.extent = draft.extent.or(match (draft.space, &draft.options) {
            (Space::Plain(Some(size)), _) => Some(Extent::Cells(size)),
            (Space::Plain(None), options) => options.as_ref().map(|options| Extent::Cells(options.extent())),
            (_, options) => options.as_ref().map(|options| Extent::About(options.extent())),
        });
        draft
    }

    /// Reads columns and rows of a maze that is made row by row where that `is_possible` and the algorithm does it, or else as a whole.
    fn read_rows(
        &mut self,
        query: &mut Query<'_>,
        ground: &Ground,
        builder: &MazeBuilder,
        is_possible: bool,
        settings: &Settings,
    ) -> Option<[u64; 2]> {
        let (whole, by_rows) = (Most::whole(settings), Most::by_rows(settings));
        let makes_rows = builder.chosen_algorithm().info().makes_rows() && !query.is_faulty(Name::Algo);
        self.rows = match () {
            () if makes_rows && whole.allow(query).is_none() && by_rows.allow(query).is_some() => Rows::Needed,
            () if makes_rows && is_possible => Rows::Possible,
            () => Rows::Never,
        };
        let read =
            |query| if self.rows == Rows::Never { whole.read(query, ground) } else { by_rows.read(query, ground) };
        whole.allow(query).or_else(|| read(query))
    }

    /// Cuts the grid to a mask, and notes the parameters that say the same.
    fn cut(&mut self, query: &Query<'_>, builder: MazeBuilder, drawn: DrawnMask, settings: &Settings) -> MazeBuilder {
        let mut mesh = builder.chosen_mesh();
        if !has_rows_of_cells(mesh.kind) {
            self.open = None;
            mesh.mask = Some(drawn.over_grid());
            return builder.mesh(mesh);
        }
        let (columns, rows) = (drawn.columns, drawn.rows);
        (mesh.columns, mesh.rows) = (columns, rows);
        // A grid that is too large is refused later.
        let levels = if mesh.sites() <= settings.limits().max_cells.into() { mesh.levels } else { 1 };
        let mask = drawn.mask.repeated(levels);
        let mut open = vec![(Name::W, columns.to_string()), (Name::H, rows.to_string())];
        open.retain(|&(name, _)| !query.has(name));
        open.extend(self.open.take().unwrap_or_default());
        // A URL that would be too long is not written.
        let is_short = mesh.sites() <= 6 * MAX_URI_BYTES as u64;
        open.extend(is_short.then(|| (Name::Mask, mask.to_string())));
        self.open = is_short.then_some(open);
        mesh.mask = Some(mask);
        builder.mesh(mesh)
    }

    /// How the response is written that has the maze; with what is wrong with its format on this grid.
    pub fn written(&self, reading: &mut Reading<'_>) -> Option<Written> {
        let mut written = match self.rows {
            Rows::Never => reading.written_whole(self.extent)?,
            _ => reading.written(self.extent, MostPixels::streamed(reading.call.settings))?,
        };
        if let Some(look) = &self.look {
            check_grid(&mut reading.query, look, written);
            if look.mesh.kind == GridKind::Custom && !written.encoded {
                // No other encoding says which cells are neighbors.
                written.format = written.format.with_encoding(Encoding::Graph);
            }
        }
        Some(written)
    }

    /// Where exactly the response is found again.
    pub fn location(&self, Reading { call, query, .. }: &Reading<'_>, written: Option<Written>) -> Location {
        match &self.open {
            Some(open) if open.is_empty() => Location::Here(age(query)),
            Some(open) if query.is_valid() => {
                let negotiated = written.filter(|written| written.negotiated);
                let format = negotiated.map(|written| (Name::Format, written.format.name().to_owned()));
                let open: Vec<_> = open.iter().cloned().chain(format).collect();
                let url = format!("{}?{}", call.uri.path(), query.to_text(&open));
                // A longer one is not read.
                if url.len() <= MAX_URI_BYTES { Location::At(url) } else { Location::Nowhere }
            }
            // The response is about what is wrong, or the body says what it is about.
            _ => Location::Nowhere,
        }
    }
}

/// Whether a query asks for a part of a maze, or of its path.
pub fn is_part(query: &Query<'_>) -> bool {
    [Name::Window, Name::ZoomLevel, Name::Moves].into_iter().any(|name| query.has(name))
}

/// How long a response may be kept that its URL determines.
pub fn age(query: &Query<'_>) -> Age {
    if query.has(Name::Generator) { Age::Year } else { Age::Day }
}

/// The parameters that say what a grid is.
pub const OF_GRIDS: [Name; 8] =
    [Name::Grid, Name::Rings, Name::Levels, Name::Wrap, Name::Weave, Name::Parts, Name::W, Name::H];

/// The options of a maze that are read by their names alone: all but the algorithm and the size.
static OTHER_OPTIONS: LazyLock<Vec<Name>> = LazyLock::new(|| {
    let names = OPTIONS.iter().filter_map(|option| Name::find(option.name, Groups::MAZE));
    let mut names: Vec<Name> = names.filter(|name| ![Name::Algo, Name::W, Name::H].contains(name)).collect();
    // What makes another grid of squares comes before cells of it.
    names.sort_by_key(|name| [Name::From, Name::To, Name::Remove].contains(name));
    names
});

/// The options that belong to one algorithm, and which one.
static OWN_OPTIONS: LazyLock<Vec<(Name, &AlgorithmInfo)>> = LazyLock::new(|| {
    let options = ALGORITHMS.iter().flat_map(|info| info.options.iter().map(move |option| (option.name, info)));
    options.filter_map(|(name, info)| Some((Name::find(name, Groups::SHAPE)?, info))).collect()
});

/// Sets the options that belong to one algorithm, or notes that they belong to another.
fn set_own_options(query: &mut Query<'_>, builder: &mut MazeBuilder) {
    for &(name, owner) in OWN_OPTIONS.iter() {
        if query.has(name) && query.is_faulty(Name::Algo) {
            // Whatever the algorithm is, the value can be checked.
            query.set(name, &mut MazeBuilder::default().algorithm(owner.algorithm));
        } else if query.has(name) {
            query.set(name, builder);
        }
    }
}

/// Whether a grid has more cells than there may be, which is noted.
fn check_sites(query: &mut Query<'_>, mesh: &MeshOptions, most: u64) -> bool {
    let cells = mesh.sites();
    if cells > most {
        let sizes = [Name::Levels, Name::Rings, Name::H, Name::W, Name::Grid];
        // Where none was sent, the default size is too large.
        let name = sizes.into_iter().find(|&name| query.has(name)).unwrap_or(Name::H);
        query.fault(name, format!("the grid may have at most {most} cells, and this one would have {cells}"));
    }
    cells > most
}

/// The options, if they are valid. What depends on something that is wrong, such as the size, is not known to be wrong.
fn checked(
    query: &mut Query<'_>,
    options: Result<MazeOptions, InvalidOptions>,
    has_size: bool,
    is_too_large: bool,
) -> Option<Box<MazeOptions>> {
    let invalid = match options {
        Ok(options) => return Some(Box::new(options)),
        Err(invalid) => invalid,
    };
    let [algo, level, window] = [Name::Algo, Name::ZoomLevel, Name::Window].map(|name| query.is_faulty(name));
    let has_ends = has_size && ![Name::From, Name::To, Name::Ends].into_iter().any(|name| query.is_faulty(name));
    let is_part = is_part(query);
    query.invalid_options(invalid, |option| match option {
        "algo" => algo,
        // Without a size it is not known where a cell can be, nor whether a side is even.
        "from" | "to" | "remove" => !has_size,
        "zoom_level" => algo || !has_size,
        "window" => algo || !has_size || level || window,
        _ if is_part => false,
        "w" => !has_size || is_too_large,
        "exits" | "h" => !has_size,
        "length" | "difficulty" => !has_ends,
        _ => false,
    });
    None
}

/// How many columns, rows and cells there may be.
struct Most {
    sides: [u64; 2],
    cells: u64,
    /// The side that there are too many cells for, where both were sent.
    first: Name,
}

impl Most {
    /// In any maze.
    const ANY: Most = Most { sides: [LONGEST_SIDE; 2], cells: u64::MAX, first: Name::W };

    /// In a maze that is made as a whole.
    fn whole(settings: &Settings) -> Most {
        let Limits { max_side, max_cells } = settings.limits();
        Most { sides: [max_side.into(); 2], cells: max_cells.into(), first: Name::W }
    }

    /// In a maze that is made row by row.
    fn by_rows(settings: &Settings) -> Most {
        let limits = settings.row_limits();
        Most { sides: [limits.max_columns.into(), limits.max_rows.into()], cells: limits.max_cells, first: Name::H }
    }

    /// Columns and rows, if they are within these limits.
    fn allow(&self, query: &Query<'_>) -> Option<[u64; 2]> {
        let [columns, rows] = [Name::W, Name::H].map(|name| query.text(name).and_then(parse_digits).unwrap_or(0));
        self.have([columns, rows]).then_some([columns, rows])
    }

    fn have(&self, [columns, rows]: [u64; 2]) -> bool {
        let is_within = (1..=self.sides[0]).contains(&columns) && (1..=self.sides[1]).contains(&rows);
        is_within && columns.saturating_mul(rows) <= self.cells
    }

    /// Columns and rows, or what is wrong with them.
    fn read(&self, query: &mut Query<'_>, ground: &Ground) -> Option<[u64; 2]> {
        let [columns, rows] = read_sides(query, ground, self.sides)?;
        let (most, cells) = (self.cells, columns.saturating_mul(rows));
        if cells > most {
            let detail = format!("w × h must be at most {most} cells, and {columns} × {rows} is {cells}");
            query.fault(self.named(query), detail);
            return None;
        }
        Some([columns, rows])
    }

    /// The side that there are too many cells for: one that was sent, since the other may be the default.
    fn named(&self, query: &Query<'_>) -> Name {
        let other = if self.first == Name::W { Name::H } else { Name::W };
        if query.has(self.first) { self.first } else { other }
    }
}

/// Columns and rows, each of which may be so many.
fn read_sides(query: &mut Query<'_>, ground: &Ground, [columns, rows]: [u64; 2]) -> Option<[u64; 2]> {
    let mut read = |name, most| ground.was_read(name).unwrap_or_else(|| query.whole(name, 1..=most));
    let (columns, rows) = (read(Name::W, columns), read(Name::H, rows));
    Some([columns?, rows?])
}

/// Whether a window is within the limits that hold for how it is made; if not, that is noted.
fn check_window(query: &mut Query<'_>, options: &MazeOptions, by_rows: bool, settings: &Settings) -> bool {
    let Some(Rectangle { rows, columns, .. }) = options.window() else { return false };
    let most = if by_rows { Most::by_rows(settings) } else { Most::whole(settings) };
    let fits = most.have([columns, rows]);
    if !fits {
        let (name, advice) = match query.has(Name::Window) {
            true => (Name::Window, ""),
            false => (Name::ZoomLevel, "; window names a part of it"),
        };
        let Most { sides: [most_columns, most_rows], cells, .. } = most;
        let detail = format!(
            "what is asked for may have {most_columns} columns, {most_rows} rows and {cells} cells in all, and has {columns} columns \
             and {rows} rows{advice}"
        );
        query.fault(name, detail);
    }
    fits
}

/// Why an option is not available for a maze that is too large to be generated as a whole.
pub fn needs_all(limits: Limits) -> String {
    let Limits { max_side, max_cells } = limits;
    format!("needs the whole maze, which may then have at most {max_side} columns or rows and {max_cells} cells in all")
}

/// Why the whole path in a maze is not available that is too large to be generated as a whole.
fn needs_part(limits: Limits) -> String {
    let Limits { max_side, max_cells } = limits;
    format!(
        "the whole path is returned in a maze of at most {max_side} columns or rows and {max_cells} cells in all; in a larger one, give \
         moves for its first moves, or window for its parts there"
    )
}

/// Whether a grid has one cell in each row and column, so that each place of a picture is a cell.
pub fn has_rows_of_cells(kind: GridKind) -> bool {
    kind != GridKind::Polar && kind.cells_of_a_piece() == 1
}
