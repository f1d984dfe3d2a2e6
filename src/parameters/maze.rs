//! Parsing the options of a maze, within the limits of the server.

use std::sync::LazyLock;

use dedale::about::InvalidValue;
use dedale::draw::drawn_size;
use dedale::estimate::Preview;
use dedale::generate::{ALGORITHMS, Algorithm, GENERATOR_VERSION, Passes, Rectangle};
use dedale::grid::{DrawnMask, GridKind, MaskOutline, Mesh, MeshOptions};
use dedale::options::{MazeBuilder, MazeOptions, OPTIONS};
use dedale::rng::MAX_SEED;
use dedale::solve::diagonals::has_diagonals;

use crate::parameters::code::sheet_code;
use crate::parameters::format::{MeshTraits, Parameters, Representation, check_diagonals, check_grid, is_json, is_svg};
use crate::parameters::query::{CanonicalValue, Query, write_values};
use crate::parameters::solve::{AddressSpace, SideNames};
use crate::parameters::style::{Extent, PixelLimit};
use crate::parameters::table::{DRAWING, Groups, Name};
use crate::response::caching::{Age, Location};
use crate::settings::{MAX_URI_BYTES, Settings};

/// Options that were parsed already: the value to set, if there is one, or the error.
pub type Overrides = Vec<(Name, Result<Option<String>, InvalidValue>)>;

/// The source of the grid of a maze, which also determines how large the maze may be.
#[derive(Clone, Debug)]
pub enum GridSource {
    /// The query. The maze is generated as a whole.
    Whole,
    /// The query, except for options that a book has parsed already. The maze is generated as a whole.
    Book(Overrides),
    /// The query. The maze may be larger if the response can be written row by row.
    Rows,
    /// The query, for a part of a maze.
    Part {
        /// True if the query need not name a part.
        any: bool,
        /// True if larger parts are allowed when the response can be written row by row.
        by_rows: bool,
    },
    /// A body: plain squares, by the numbers of columns and rows.
    Squares([u32; 2]),
    /// A body: a mask, which is applied to the grid of the query.
    Mask(DrawnMask),
    /// A body: this grid.
    Mesh(Box<Mesh>),
}

impl GridSource {
    /// A builder with the limits of the maze and the options that are set before those of the query.
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
            GridSource::Book(overrides) => {
                let mut builder = limited();
                for (name, value) in overrides {
                    let set = match value {
                        Ok(Some(value)) => builder.set(name.as_str(), value),
                        Ok(None) => Ok(()),
                        Err(reason) => Err(reason.clone()),
                    };
                    if let Err(reason) = set {
                        builder.refuse(name.as_str(), 0, reason);
                    }
                }
                builder
            }
            // This is a part even if the parameter that names it is wrong.
            GridSource::Part { any, by_rows: allows_rows } => {
                let builder = limited().zoom_level(0).algorithm(Algorithm::Quilt { passes: Passes::default() });
                let builder = if *allows_rows { by_rows(builder) } else { builder };
                if *any { builder.window(Rectangle { row: 0, column: 0, rows: 1, columns: 1 }) } else { builder }
            }
            // The limits were checked when the body was parsed.
            GridSource::Squares([columns, rows]) => builder.size((*columns).into(), (*rows).into()),
            GridSource::Mesh(mesh) => builder.mesh(mesh.options().clone()),
        }
    }

    /// The options that the query may set, in the order in which they are set.
    fn names(&self) -> impl Iterator<Item = Name> {
        let is_given = matches!(self, GridSource::Squares(_) | GridSource::Mesh(_));
        let of_part: &[Name] =
            if matches!(self, GridSource::Part { .. }) { &[Name::ZoomLevel, Name::Window] } else { &[] };
        let is_set = move |name: &Name| match self {
            GridSource::Book(overrides) => overrides.iter().any(|(known, _)| known == name),
            _ => is_given && GRID_PARAMETERS.contains(name),
        };
        ORDERED_OPTIONS.iter().filter(move |name| !is_set(name)).chain(of_part).copied()
    }
}

/// The parsed options of a maze, even if some parameters are wrong.
#[derive(Debug)]
pub struct MazeParameters {
    /// The options, if they are valid. They are boxed, since they have hundreds of bytes and are moved many times.
    pub options: Option<Box<MazeOptions>>,
    /// The options before they were checked, for the other mazes of a book.
    pub unchecked: Option<MazeBuilder>,
    /// The seed: given in the query, or random.
    pub seed: u64,
    /// The addresses of the cells.
    pub space: AddressSpace<'static>,
    /// True if the maze can be generated row by row while it is sent.
    pub by_rows: bool,
    /// The size of the maze in a picture.
    extent: Option<Extent>,
    /// The properties of the grid, unless it consists of plain squares.
    traits: Option<MeshTraits>,
    /// The parameters that the query leaves open, with their values. `None` if parameters cannot represent the grid in
    /// the body.
    unresolved: Option<Vec<(Name, String)>>,
}

impl MazeParameters {
    /// Parses the options of a maze.
    pub fn parse(parameters: &mut Parameters, source: GridSource) -> MazeParameters {
        let mut builder = source.builder(parameters);
        let Parameters { settings, query, .. } = parameters;
        check_version(query);
        let is_drawn = matches!(source, GridSource::Mask(_)) && is_revealed(query);
        for name in source.names().filter(|&name| !(is_drawn && name == Name::Reveal)) {
            query.set(name, &mut builder);
        }
        if !query.has(Name::Seed) {
            builder = builder.seed(rand::random_range(0..=MAX_SEED));
        }
        let seed = Preview::of(&builder).seed;
        let mut unresolved =
            Some(if query.has(Name::Seed) { Vec::new() } else { vec![(Name::Seed, seed.to_string())] });
        let (mut posted, mut is_drawable) = (None, true);
        let is_book = matches!(source, GridSource::Book(_));
        match source {
            GridSource::Squares(_) => unresolved = None,
            GridSource::Mesh(mesh) => {
                unresolved = None;
                posted = Some(Extent::Units(drawn_size(&mesh)));
                is_drawable = mesh.is_drawable();
                builder = builder.on(*mesh);
            }
            GridSource::Mask(drawn) if is_drawn => builder = builder.reveal(drawn.over_grid()),
            GridSource::Mask(drawn) => builder = apply_mask(query, builder, drawn, settings, &mut unresolved),
            GridSource::Whole | GridSource::Book(_) | GridSource::Rows | GridSource::Part { .. } => {}
        }
        if query.default_of(Name::Outline) == Some("smooth") && !query.has(Name::Outline) {
            // A grid without a mask, and some others, have no outline.
            let smooth = builder.clone().outline(MaskOutline::Smooth);
            builder = if smooth.clone().options().is_ok() { smooth } else { builder };
        }
        if query.default_of(Name::Doors) == Some("true") && !query.has(Name::Doors) {
            // A maze with other exits, or with ends inside, has no doors.
            let with_doors = builder.clone().doors(true);
            builder = if with_doors.clone().options().is_ok() { with_doors } else { builder };
        }
        let unchecked = is_book.then(|| builder.clone());
        let Preview { mesh, size, is_plain, is_woven, is_part, by_rows, .. } = Preview::of(&builder);
        let is_mesh = !is_part && !is_plain;
        let traits = is_mesh.then_some(MeshTraits { mesh, is_drawable, is_woven });
        let options = builder.options().map(Box::new).map_err(|invalid| query.invalid_options(invalid)).ok();
        if let (true, Some(values), Some(options)) = (is_drawn, &mut unresolved, &options) {
            values.extend(options.reveal().map(|shape| (Name::Reveal, shape.to_string())));
        }
        if is_plain && !is_part {
            query.advise_too_large(&[Name::W, Name::H], LARGER_MAZES);
        }
        let has_size =
            ![Name::Grid, Name::Rings, Name::W, Name::H, Name::Floors].iter().any(|&name| query.is_faulty(name));
        let space = match &traits {
            Some(traits) => {
                AddressSpace::Unbuilt { cells: if has_size { traits.mesh.cells_without_mask() } else { 0 } }
            }
            None => AddressSpace::Squares(
                (has_size && !is_part).then(|| size.map(|side| side.try_into().unwrap_or(u32::MAX))),
            ),
        };
        let extent = posted.or(match (space, &options) {
            (AddressSpace::Squares(Some(size)), _) => Some(Extent::Cells(size)),
            (AddressSpace::Squares(None), options) => options.as_ref().map(|options| Extent::Cells(options.extent())),
            (_, options) => options.as_ref().map(|options| Extent::Estimated(options.extent())),
        });
        MazeParameters { options, unchecked, seed, space, by_rows, extent, traits, unresolved }
    }

    /// The names of the sides of the grid.
    pub fn sides(&self) -> SideNames {
        let mesh = self.traits.as_ref().map(|traits| &traits.mesh);
        mesh.map_or(SideNames::of(GridKind::Square, 1), |mesh| SideNames::of(mesh.kind, mesh.floors))
    }

    /// Returns true if the grid has moves across corners.
    pub fn has_diagonals(&self) -> bool {
        self.traits.as_ref().is_none_or(|traits| has_diagonals(&traits.mesh, traits.is_woven))
    }

    /// The representation of the maze. A format that cannot show the grid is a fault.
    pub fn representation(&self, parameters: &mut Parameters) -> Option<Representation> {
        let mut representation = match self.by_rows {
            false => parameters.representation(self.extent)?,
            true => parameters.representation_within(self.extent, PixelLimit::streamed(&parameters.settings))?,
        };
        if let Some(options) = &self.options {
            parameters.check_animated(options.cells());
            representation = if options.is_open_ground() { representation.of_cells() } else { representation };
        }
        if let Some(traits) = &self.traits {
            check_grid(&mut parameters.query, traits, &mut representation);
        }
        Some(representation)
    }

    /// Reports moves across corners for mazes with walls, and formats that do not show such moves.
    pub fn check_diagonals(&self, query: &mut Query, representation: Option<Representation>) {
        let is_asked = query.given(Name::Diagonals) == Some("true");
        if is_asked && self.options.as_ref().is_some_and(|options| !options.is_open_ground()) {
            query.fault(Name::Diagonals, InvalidValue::needs("obstacles"));
        }
        check_diagonals(query, representation);
    }

    /// The location of the response: the path that names its format, with the canonical query.
    pub fn location(&self, parameters: &Parameters) -> Location {
        self.locate(parameters).0
    }

    /// The location, and the URL of the maze by its own seed, without the properties that were searched for. The URL is
    /// `None` if the format is not JSON, or if the first members of the JSON determine the maze already.
    pub fn locate(&self, parameters: &Parameters) -> (Location, Option<UrlBySeed>) {
        let query = &parameters.query;
        if !query.is_valid() {
            return (Location::At(None, Some(self.seed)), None);
        }
        let url = self.url_without(parameters, &[]);
        let location = match (&url, &self.unresolved) {
            (Some(url), Some(unresolved)) if unresolved.is_empty() => {
                Location::Here { canonical: url.unlimited_url(self.seed), age: age(query), seed: Some(self.seed) }
            }
            _ => Location::At(url.as_ref().and_then(|url| url.for_seed(self.seed)), Some(self.seed)),
        };
        let [is_json, is_svg] = [is_json, is_svg].map(|is| parameters.format.is_some_and(is));
        let is_searched = [Name::Difficulty, Name::Length].iter().any(|&name| query.has(name));
        let url_by_seed = match is_searched {
            _ if !is_json && !is_svg => None,
            true => self.url_without(parameters, &[Name::Difficulty, Name::Length]),
            false => url,
        };
        (location, url_by_seed.filter(|url| is_svg || url.has_options))
    }

    /// The shortest URL of the response, relative to that of the service and without these parameters. It consists of
    /// the path that names the format, all parameters that are not at their defaults, the seed and the generator
    /// version. `None` if no URL determines the response, as for a posted grid.
    fn url_without(&self, parameters: &Parameters, names: &[Name]) -> Option<UrlBySeed> {
        let values = self.values_without(parameters, |name| names.contains(&name))?;
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
        let has_options = values.iter().any(|value| !members.contains(&value.parameter));
        Some(UrlBySeed { before, after, has_options })
    }

    /// The values of the canonical query, without the format, the seed, the generator version and the parameters for
    /// which `without` returns true. `None` if no URL determines the response.
    fn values_without<'q>(
        &'q self,
        parameters: &'q Parameters,
        without: impl Fn(Name) -> bool,
    ) -> Option<Vec<CanonicalValue<'q>>> {
        let query = &parameters.query;
        let is_not_default =
            |(name, value): &&(Name, String)| *name != Name::Seed && query.default_of(*name) != Some(value);
        let more: Vec<_> = self.unresolved.as_ref()?.iter().filter(is_not_default).collect();
        // What a drawing in the body stands for takes the place of the word for it.
        let is_known = |name: Name| more.iter().any(|(known, _)| *known == name);
        let is_left_out =
            |name: Name| [Name::Format, Name::Seed, Name::Generator].contains(&name) || without(name) || is_known(name);
        // A book has the values of the query, such as lists, and the options of one of its mazes.
        let options = self.options.as_deref().filter(|_| self.unchecked.is_none());
        Some(query.canonical(&more, is_left_out, options))
    }

    /// The [code](sheet_code) of a sheet, with its mazes and how many there are on which pages, or with everything that
    /// is printed. `None` if no URL determines the mazes.
    pub fn sheet_code(&self, parameters: &Parameters, is_complete: bool) -> Option<String> {
        let is_short = |name: Name| PRINTED.contains(&name) || name.parameter().group.intersects(Groups::MAZE);
        let values = self.values_without(parameters, |name| !is_complete && !is_short(name))?;
        let has_columns = self.traits.as_ref().is_none_or(|traits| traits.mesh.kind != GridKind::Polar);
        let size = [Name::W, Name::H].map(|name| name.parameter().default.unwrap_or_default());
        let count = Name::Count.parameter().default.filter(|_| parameters.query.takes(Groups::BOOK));
        Some(sheet_code(&values, has_columns.then_some(size), count, self.seed))
    }
}

/// The layout that the code on paper has: without it, the same mazes would be on other pages.
const PRINTED: [Name; 3] = [Name::Count, Name::PerPage, Name::Answers];

/// The generator version as a parameter of a URL.
static GENERATOR: LazyLock<String> = LazyLock::new(|| format!("{}={GENERATOR_VERSION}", Name::Generator));

/// The shortest URL of a maze, without its seed.
#[derive(Clone, Debug)]
pub struct UrlBySeed {
    before: String,
    /// The part after the seed. It includes the generator version.
    after: String,
    /// True if it has parameters besides the algorithm and the size.
    has_options: bool,
}

impl UrlBySeed {
    /// Prepends the base path of the service.
    #[must_use]
    pub fn below(self, path: &str) -> UrlBySeed {
        UrlBySeed { before: format!("{path}{}", self.before), ..self }
    }

    /// The URL of the maze with this seed; `None` if the service would reject it as too long.
    pub fn for_seed(&self, seed: u64) -> Option<String> {
        Some(self.unlimited_url(seed)).filter(|url| url.len() <= MAX_URI_BYTES)
    }

    /// The URL of the maze with this seed, of any length.
    fn unlimited_url(&self, seed: u64) -> String {
        format!("{}seed={seed}&{}", self.before, self.after)
    }
}

/// How long clients may cache a response that its URL determines.
pub fn age(query: &Query) -> Age {
    if query.has(Name::Generator) { Age::Year } else { Age::Day }
}

/// The parameters that determine a grid.
pub const GRID_PARAMETERS: [Name; 9] =
    [Name::Grid, Name::Rings, Name::Floors, Name::Wrap, Name::Weave, Name::Outline, Name::Parts, Name::W, Name::H];

/// The options of a maze in the order in which they are set. The algorithm determines which others are valid, cells
/// depend on the grid, and the limits of the size depend on all others.
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

/// Returns true if the drawing in the body is the shape that the way shows.
pub fn is_revealed(query: &Query) -> bool {
    query.given(Name::Reveal).is_some_and(|shape| shape.eq_ignore_ascii_case(DRAWING))
}

/// Reports a generator version other than that of this server.
fn check_version(query: &mut Query) {
    if query.given(Name::Generator).is_some_and(|version| version != GENERATOR_VERSION.to_string()) {
        let detail = format!("this server has generator version {GENERATOR_VERSION} and no other");
        query.fault(Name::Generator, detail);
    }
}

/// Applies a mask to the grid. The parameters that have the same effect are added to `unresolved`.
fn apply_mask(
    query: &Query,
    mut builder: MazeBuilder,
    drawn: DrawnMask,
    settings: &Settings,
    unresolved: &mut Option<Vec<(Name, String)>>,
) -> MazeBuilder {
    let (columns, rows) = (drawn.columns(), drawn.rows());
    let mesh = Preview::of(&builder).mesh;
    if mesh.kind != GridKind::Polar {
        for (name, side) in [(Name::W, columns), (Name::H, rows)] {
            if !query.has(name) {
                // A number is the value of a side.
                let _ = builder.set(name.as_str(), &side.to_string());
            }
        }
    }
    if !has_rows_of_cells(mesh.kind) {
        *unresolved = None;
        return builder.mask(drawn.over_grid());
    }
    let mesh = MeshOptions { columns, rows, ..mesh };
    // A grid that is too large is rejected later.
    let floors = if mesh.cells_without_mask() <= settings.limits().max_cells.into() { mesh.floors } else { 1 };
    let mask = drawn.into_mask().repeated(floors);
    let mut values = vec![(Name::W, columns.to_string()), (Name::H, rows.to_string())];
    values.retain(|&(name, _)| !query.has(name));
    values.extend(unresolved.take().unwrap_or_default());
    // URLs that would be too long are not written.
    let shown = mask.to_string();
    // Each bit is a sixth of a letter, and each space of a path three.
    let is_short = shown.len() + 2 * shown.matches(' ').count() <= MAX_URI_BYTES;
    values.extend(is_short.then_some((Name::Mask, shown)));
    *unresolved = is_short.then_some(values);
    builder.size(columns.into(), rows.into()).mask(mask)
}

/// The advice for a maze that is too large.
const LARGER_MAZES: &str = "; larger mazes are at /map";

/// Returns true if a grid has one cell at each row and column, so that each pixel of a mask is a cell.
pub fn has_rows_of_cells(kind: GridKind) -> bool {
    kind != GridKind::Polar && kind.cells_of_a_piece() == 1
}
