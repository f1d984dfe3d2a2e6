//! The maze that a request asks for: its options, within the limits of the server.

use std::sync::LazyLock;

use dedale::about::InvalidValue;
use dedale::draw::drawn_size;
use dedale::generate::{ALGORITHMS, Algorithm, GENERATOR_VERSION, Passes, Rectangle};
use dedale::grid::{DrawnMask, GridKind, Mesh, MeshOptions};
use dedale::options::{Chosen, MazeBuilder, MazeOptions, OPTIONS};
use dedale::rng::MAX_SEED;
use dedale::solve::diagonals::has_diagonals;

use crate::parameters::format::{MeshTraits, Parameters, Written, check_diagonals, check_grid, is_json};
use crate::parameters::query::{Query, write_values};
use crate::parameters::solve::{SideNames, Space};
use crate::parameters::style::{Extent, PixelLimit};
use crate::parameters::table::{Groups, Name};
use crate::response::caching::{Age, Location};
use crate::settings::{MAX_URI_BYTES, Settings};

/// What says which grid a maze is made on, and how large it is.
#[derive(Clone, Debug)]
pub enum GridSource {
    /// The query. The maze is made as a whole.
    Whole,
    /// The query, but for options that the book has read itself: for each the size to set, if any, or what is wrong with its value. The maze is
    /// made as a whole.
    Book(Vec<(Name, Result<Option<u64>, InvalidValue>)>),
    /// The query. If what is asked for can be written row by row, the maze may be larger than one that is made as a whole.
    Rows,
    /// The query, which asks for a part of a maze, or for `any` part where it names none.
    Part {
        /// Whether the query need not name a part.
        any: bool,
        /// Whether the part may be larger if what is asked for can be written row by row.
        by_rows: bool,
    },
    /// A body: plain squares, in so many columns and rows.
    Squares([u32; 2]),
    /// A body: a mask, to which the grid of the query is cut.
    Mask(DrawnMask),
    /// A body: this grid.
    Mesh(Box<Mesh>),
}

impl GridSource {
    /// The options that are set before the query is read, and the limits of the maze.
    fn builder(&self, parameters: &Parameters) -> MazeBuilder {
        let settings = &parameters.settings;
        let builder = MazeBuilder::default();
        let limited = || MazeBuilder::default().within(settings.limits());
        let by_rows = |builder: MazeBuilder| {
            let builder = builder.by_rows_within(settings.row_limits());
            let needs_whole = parameters.needs_whole().into_iter();
            needs_whole.fold(builder, |builder, (name, what)| builder.needs_whole(name.as_str(), what))
        };
        match self {
            GridSource::Whole | GridSource::Mask(_) => limited(),
            GridSource::Rows => by_rows(limited()),
            GridSource::Book(read) => {
                let mut builder = limited();
                for (name, read) in read {
                    let set = match read {
                        Ok(Some(size)) => builder.set(name.as_str(), &size.to_string()),
                        Ok(None) => Ok(()),
                        Err(reason) => Err(reason.clone()),
                    };
                    if let Err(reason) = set {
                        builder.refuse(name.as_str(), 0, reason);
                    }
                }
                builder
            }
            // A part, also where what says which cannot be read.
            GridSource::Part { any, by_rows: may_go_by_rows } => {
                let builder = limited().zoom_level(0).algorithm(Algorithm::Quilt { passes: Passes::default() });
                let builder = if *may_go_by_rows { by_rows(builder) } else { builder };
                if *any { builder.window(Rectangle { row: 0, column: 0, rows: 1, columns: 1 }) } else { builder }
            }
            // A body is read within the limits.
            GridSource::Squares([columns, rows]) => builder.size((*columns).into(), (*rows).into()),
            GridSource::Mesh(mesh) => builder.mesh(mesh.options().clone()),
        }
    }

    /// The options that the query may set, in the order in which they are set.
    fn names(&self) -> impl Iterator<Item = Name> {
        let is_given = matches!(self, GridSource::Squares(_) | GridSource::Mesh(_));
        let of_part: &[Name] =
            if matches!(self, GridSource::Part { .. }) { &[Name::ZoomLevel, Name::Window] } else { &[] };
        let is_read = move |name: &Name| match self {
            GridSource::Book(read) => read.iter().any(|(known, _)| known == name),
            _ => is_given && OF_GRIDS.contains(name),
        };
        ORDERED_OPTIONS.iter().filter(move |name| !is_read(name)).chain(of_part).copied()
    }
}

/// A maze as a request asks for it: what could be read, whatever else is wrong.
#[derive(Debug)]
pub struct MazeParameters {
    /// The options, if nothing is wrong with them: as a pointer, since they have hundreds of bytes and are passed on many times.
    pub options: Option<Box<MazeOptions>>,
    /// The same before they were checked, for the other mazes of a book.
    pub of_book: Option<MazeBuilder>,
    /// The seed, of the query or random.
    pub seed: u64,
    /// Where the cells are.
    pub space: Space<'static>,
    /// Whether the maze can be made row by row, while it is sent.
    pub by_rows: bool,
    /// How large the maze is in a picture.
    extent: Option<Extent>,
    /// The grid, if it is not one of plain squares.
    traits: Option<MeshTraits>,
    /// The parameters that the query leaves open; `None` where these cannot say what the body does.
    unresolved: Option<Vec<(Name, String)>>,
}

impl MazeParameters {
    /// Reads the options of a maze.
    pub fn parse(parameters: &mut Parameters, ground: GridSource) -> MazeParameters {
        let mut builder = ground.builder(parameters);
        let Parameters { settings, query, .. } = parameters;
        check_version(query);
        for name in ground.names() {
            query.set(name, &mut builder);
        }
        if !query.has(Name::Seed) {
            builder = builder.seed(rand::random_range(0..=MAX_SEED));
        }
        let seed = builder.chosen().seed;
        let mut open = Some(if query.has(Name::Seed) { Vec::new() } else { vec![(Name::Seed, seed.to_string())] });
        let (mut posted, mut is_drawable) = (None, true);
        let is_book = matches!(ground, GridSource::Book(_));
        match ground {
            GridSource::Squares(_) => open = None,
            GridSource::Mesh(mesh) => {
                open = None;
                posted = Some(Extent::Units(drawn_size(&mesh)));
                is_drawable = mesh.is_drawable();
                builder = builder.on(*mesh);
            }
            GridSource::Mask(drawn) => builder = cut(query, builder, drawn, settings, &mut open),
            GridSource::Whole | GridSource::Book(_) | GridSource::Rows | GridSource::Part { .. } => {}
        }
        if query.default_of(Name::Doors) == Some("true") && !query.has(Name::Doors) {
            // A maze with other exits, or with ends inside, has none.
            let with_doors = builder.clone().doors(true);
            builder = if with_doors.clone().options().is_ok() { with_doors } else { builder };
        }
        let of_book = is_book.then(|| builder.clone());
        let Chosen { mesh, size, is_plain, is_woven, is_part, by_rows, .. } = builder.chosen();
        let is_mesh = !is_part && !is_plain;
        let traits = is_mesh.then_some(MeshTraits { mesh, is_drawable, is_woven });
        let options = builder.options().map(Box::new).map_err(|invalid| query.invalid_options(invalid)).ok();
        if is_plain && !is_part {
            query.advise_too_large(&[Name::W, Name::H], LARGER);
        }
        let has_size =
            ![Name::Grid, Name::Rings, Name::W, Name::H, Name::Floors].iter().any(|&name| query.is_faulty(name));
        let space = match &traits {
            Some(traits) => Space::Shaped { cells: if has_size { traits.mesh.sites() } else { 0 } },
            None => Space::Plain((has_size && !is_part).then(|| size.map(|side| side.try_into().unwrap_or(u32::MAX)))),
        };
        let extent = posted.or(match (space, &options) {
            (Space::Plain(Some(size)), _) => Some(Extent::Cells(size)),
            (Space::Plain(None), options) => options.as_ref().map(|options| Extent::Cells(options.extent())),
            (_, options) => options.as_ref().map(|options| Extent::Estimated(options.extent())),
        });
        MazeParameters { options, of_book, seed, space, by_rows, extent, traits, unresolved: open }
    }

    /// How the sides of its grid are called.
    pub fn sides(&self) -> SideNames {
        let mesh = self.traits.as_ref().map(|traits| &traits.mesh);
        mesh.map_or(SideNames::of(GridKind::Square, 1), |mesh| SideNames::of(mesh.kind, mesh.floors))
    }

    /// Whether moves may go across corners.
    pub fn has_diagonals(&self) -> bool {
        self.traits.as_ref().is_none_or(|traits| has_diagonals(&traits.mesh, traits.is_woven))
    }

    /// How the response is written that has the maze; with what is wrong with its format on this grid.
    pub fn written(&self, parameters: &mut Parameters) -> Option<Written> {
        let mut written = match self.by_rows {
            false => parameters.written_whole(self.extent)?,
            true => parameters.written(self.extent, PixelLimit::streamed(&parameters.settings))?,
        };
        if let Some(options) = &self.options {
            parameters.check_animated(options.cells());
            written = if options.is_open_ground() { written.of_cells() } else { written };
        }
        if let Some(traits) = &self.traits {
            check_grid(&mut parameters.query, traits, &mut written);
        }
        Some(written)
    }

    /// Notes moves across corners where there are no squares without walls between them, or a format that does not show such moves.
    pub fn check_diagonals(&self, query: &mut Query, written: Option<Written>) {
        let is_asked = query.given(Name::Diagonals) == Some("true");
        if is_asked && self.options.as_ref().is_some_and(|options| !options.is_open_ground()) {
            query.fault(Name::Diagonals, InvalidValue::needs("obstacles"));
        }
        check_diagonals(query, written);
    }

    /// Where exactly the response is found again: at the path that names its format.
    pub fn location(&self, parameters: &Parameters) -> Location {
        self.locate(parameters).0
    }

    /// The same, and the URL of the maze that is found, by its own seed: it does not say what was looked for. Only JSON has it, where it says more
    /// than the first members do.
    pub fn locate(&self, parameters: &Parameters) -> (Location, Option<UrlBySeed>) {
        let query = &parameters.query;
        if !query.is_valid() {
            return (Location::At(None, Some(self.seed)), None);
        }
        let url = self.url_without(parameters, &[]);
        let location = match (&url, &self.unresolved) {
            (Some(url), Some(open)) if open.is_empty() => {
                Location::Here { canonical: url.of(self.seed), age: age(query), seed: Some(self.seed) }
            }
            _ => Location::At(url.as_ref().and_then(|url| url.with(self.seed)), Some(self.seed)),
        };
        let is_json = parameters.format.is_some_and(is_json);
        let is_wanted = [Name::Difficulty, Name::Length].iter().any(|&name| query.has(name));
        let of_found = match is_wanted {
            _ if !is_json => None,
            true => self.url_without(parameters, &[Name::Difficulty, Name::Length]),
            false => url,
        };
        (location, of_found.filter(|url| url.says_more))
    }

    /// The shortest URL of the response, below that of the service and without these parameters: the path that names its format, what is not at its
    /// default, the seed and the version of the generators. `None` where no URL says it, as of a grid that is posted.
    fn url_without(&self, parameters: &Parameters, names: &[Name]) -> Option<UrlBySeed> {
        let query = &parameters.query;
        let is_said = |(name, value): &&(Name, String)| *name != Name::Seed && query.default_of(*name) != Some(value);
        let more: Vec<_> = self.unresolved.as_ref()?.iter().filter(is_said).collect();
        let without = |name: Name| [Name::Format, Name::Seed, Name::Generator].contains(&name) || names.contains(&name);
        let values = query.canonical(&more, without, self.options.as_deref());
        let seed = values.partition_point(|value| (value.parameter as usize) < Name::Seed as usize);
        let mut before = String::with_capacity(128);
        before.push_str(parameters.path());
        before.push('?');
        write_values(&mut before, &values[..seed]);
        if seed > 0 {
            before.push('&');
        }
        let mut after = String::with_capacity(64);
        after.push_str(&GENERATOR);
        if seed < values.len() {
            after.push('&');
            write_values(&mut after, &values[seed..]);
        }
        let members = [Name::Algo, Name::W, Name::H];
        let says_more = values.iter().any(|value| !members.contains(&value.parameter));
        Some(UrlBySeed { before, after, says_more })
    }
}

/// The version of the generators, as a URL says it.
static GENERATOR: LazyLock<String> = LazyLock::new(|| format!("{}={GENERATOR_VERSION}", Name::Generator));

/// The shortest URL of a maze, but for its seed.
#[derive(Clone, Debug)]
pub struct UrlBySeed {
    before: String,
    /// The version of the generators is in it.
    after: String,
    /// Whether it says more than the algorithm and the size.
    says_more: bool,
}

impl UrlBySeed {
    /// The same below another path.
    #[must_use]
    pub fn below(self, path: &str) -> UrlBySeed {
        UrlBySeed { before: format!("{path}{}", self.before), ..self }
    }

    /// The URL of the maze of this seed; `None` where it would be longer than is read.
    pub fn with(&self, seed: u64) -> Option<String> {
        Some(self.of(seed)).filter(|url| url.len() <= MAX_URI_BYTES)
    }

    /// The same, however long it is.
    fn of(&self, seed: u64) -> String {
        format!("{}seed={seed}&{}", self.before, self.after)
    }
}

/// How long a response may be kept that its URL determines.
pub fn age(query: &Query) -> Age {
    if query.has(Name::Generator) { Age::Year } else { Age::Day }
}

/// The parameters that say what a grid is.
pub const OF_GRIDS: [Name; 8] =
    [Name::Grid, Name::Rings, Name::Floors, Name::Wrap, Name::Weave, Name::Parts, Name::W, Name::H];

/// The options of a maze in the order in which they are set: what says which others there are first, then the grid, then cells of it, and
/// the size, whose limits depend on all others.
static ORDERED_OPTIONS: LazyLock<Vec<Name>> = LazyLock::new(|| {
    let own = ALGORITHMS.iter().flat_map(|info| info.options).map(|option| option.name);
    let all = own.chain(OPTIONS.iter().map(|option| option.name)).filter_map(|name| Name::find(name, Groups::MAZE));
    let mut names = Vec::new();
    // Several algorithms may have an option of the same name.
    all.for_each(|name| {
        if !names.contains(&name) {
            names.push(name)
        }
    });
    names.sort_by_key(|name| match name {
        Name::Algo => 0,
        Name::From | Name::To | Name::Remove => 2,
        Name::W | Name::H => 3,
        _ => 1,
    });
    names
});

/// Notes a version of the generators that is not the one of this server.
fn check_version(query: &mut Query) {
    if query.given(Name::Generator).is_some_and(|version| version != GENERATOR_VERSION.to_string()) {
        let detail = format!("this server has generator version {GENERATOR_VERSION} and no other");
        query.fault(Name::Generator, detail);
    }
}

/// Cuts the grid to a mask, and notes the parameters that say the same.
fn cut(
    query: &Query,
    mut builder: MazeBuilder,
    drawn: DrawnMask,
    settings: &Settings,
    open: &mut Option<Vec<(Name, String)>>,
) -> MazeBuilder {
    let (columns, rows) = (drawn.columns(), drawn.rows());
    if builder.chosen().mesh.kind != GridKind::Polar {
        for (name, side) in [(Name::W, columns), (Name::H, rows)] {
            if !query.has(name) {
                // A number is the value of a side.
                let _ = builder.set(name.as_str(), &side.to_string());
            }
        }
    }
    if !has_rows_of_cells(builder.chosen().mesh.kind) {
        *open = None;
        return builder.mask(drawn.over_grid());
    }
    let mesh = MeshOptions { columns, rows, ..builder.chosen().mesh };
    // A grid that is too large is refused later.
    let floors = if mesh.sites() <= settings.limits().max_cells.into() { mesh.floors } else { 1 };
    let mask = drawn.into_mask().repeated(floors);
    let mut said = vec![(Name::W, columns.to_string()), (Name::H, rows.to_string())];
    said.retain(|&(name, _)| !query.has(name));
    said.extend(open.take().unwrap_or_default());
    // A URL that would be too long is not written.
    let is_short = mesh.sites() <= 6 * MAX_URI_BYTES as u64;
    said.extend(is_short.then(|| (Name::Mask, mask.to_string())));
    *open = is_short.then_some(said);
    builder.size(columns.into(), rows.into()).mask(mask)
}

/// What to do about a maze that is too large to be made.
const LARGER: &str = "; larger mazes are at /map";

/// Whether a grid has one cell in each row and column, so that each place of a picture is a cell.
pub fn has_rows_of_cells(kind: GridKind) -> bool {
    kind != GridKind::Polar && kind.cells_of_a_piece() == 1
}
