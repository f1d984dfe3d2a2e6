//! The representation of a response: the format that the path, the query or `Accept` names, with its encoding and
//! style.

use std::sync::Arc;

use axum::http::{HeaderMap, Uri};
use dedale::about::{InvalidValue, InvalidValueKind, OverLimit};
use dedale::formats::{Encoding, Format, Scenarios, Table, has_rectangles};
use dedale::grid::{GridKind, MeshOptions};
use dedale::picture::Style;

use crate::parameters::output::{Output, Resource};
use crate::parameters::query::Query;
use crate::parameters::style::{self, Extent, PixelLimit, check_walls, parse_poster, parse_style};
use crate::parameters::table::{Groups, Include, Name, TextForm};
use crate::problem::{Kind, Problem};
use crate::response::caching::Vary;
use crate::response::context::RequestContext;
use crate::response::negotiate;
use crate::settings::Settings;

/// The source of the format of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatSource {
    /// The path, as in `/maze.svg`, or else the query, or else the header `Accept`.
    Resource(Resource),
    /// The path of a tile.
    Path(Format),
    /// The only format of the endpoint, which is JSON unless the endpoint chooses another one.
    Fixed,
}

/// The format of a resource that `Accept` prefers, if it allows one.
fn accepted(headers: &HeaderMap, resource: Resource) -> Option<&'static Output> {
    let essence = negotiate::media_type(headers, resource.media_types())?;
    resource.outputs().iter().find(|output| output.essence() == essence)
}

/// The part of a URL that names a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Naming {
    Path,
    Query,
}

/// Reports a wrong parameter `format`.
fn fault_format(query: &mut Query, resource: Resource, output: Option<&Output>, named: Option<Naming>) {
    match (output, named) {
        (Some(output), Some(Naming::Path)) => {
            query.fault(Name::Format, format!("is not valid here: the path names the format {}", output.name));
        }
        (None, Some(Naming::Query)) => {
            let name = query.given(Name::Format).unwrap_or_default().to_owned();
            match resource.why_not(&name) {
                Some(why) => query.fault(Name::Format, why),
                None => query.unknown(Name::Format, "format", resource.names()),
            }
        }
        _ => {}
    }
}

/// The parameters of a request: its query, which is parsed once, and the format of its response. Values are taken one
/// by one, and faults are collected.
#[derive(Clone, Debug)]
pub struct Parameters {
    /// The query and its faults so far.
    pub query: Query,
    /// The limits of the server.
    pub settings: Settings,
    /// The address under which clients reach the service, if it is known.
    pub public_url: Option<Arc<str>>,
    /// The URL of the request.
    uri: Uri,
    /// The source of the format.
    source: FormatSource,
    /// The chosen format of a path with several formats. `None` for other paths, for unknown formats, and if `Accept`
    /// allows no format.
    output: Option<&'static Output>,
    /// The format of the library, without encoding and style. `None` for unknown formats, and if `Accept` allows no
    /// format.
    pub format: Option<Format>,
    /// True if the format depends on `Accept`.
    negotiated: bool,
}

impl Parameters {
    /// Parses the query of a request that takes the parameters of `groups`.
    ///
    /// # Errors
    ///
    /// A problem if the path names a format that the resource does not have. All other faults are collected.
    pub fn parse(context: &RequestContext, groups: Groups, source: FormatSource) -> Result<Parameters, Problem> {
        let (mut output, mut named) = (None, None);
        if let FormatSource::Resource(resource) = source
            && let Some(extension) = resource.extension(context.uri.path())
        {
            let known = resource.output(extension).ok_or_else(|| resource.no_such_path(extension))?;
            (output, named) = (Some(known), Some(Naming::Path));
        }
        let mut query = Query::in_format(context.query(), groups, |format| match source {
            FormatSource::Resource(resource) => {
                match format {
                    _ if named.is_some() => {}
                    Some(name) => (output, named) = (resource.output(name), Some(Naming::Query)),
                    None => output = accepted(&context.headers, resource),
                }
                output.map_or(groups, |output| resource.valid_groups(groups, output))
            }
            FormatSource::Path(format) => groups - (Groups::OF_FORMATS - Groups::of_format(format)),
            FormatSource::Fixed => groups,
        });
        let format = match source {
            // A page is drawn with lines, like SVG.
            FormatSource::Resource(_) => output.map(|output| output.format.unwrap_or(Format::Svg(Style::DEFAULT))),
            FormatSource::Path(format) => Some(format),
            FormatSource::Fixed => Some(Format::Json(Encoding::default())),
        };
        if let (FormatSource::Resource(resource), true) = (source, query.has(Name::Format)) {
            fault_format(&mut query, resource, output, named);
        }
        let negotiated = matches!(source, FormatSource::Resource(_)) && named.is_none();
        let (settings, uri) = (context.app.settings, context.uri.clone());
        let public_url = context.app.public_url.clone();
        Ok(Parameters { query, settings, public_url, uri, source, output, format, negotiated })
    }

    /// Returns true if the request is for pages to print.
    pub fn is_pages(&self) -> bool {
        self.output.is_some_and(Output::is_pages)
    }

    /// The path that names the format.
    pub fn path(&self) -> &str {
        self.output.map_or(self.uri.path(), |output| &output.path)
    }

    /// The requested features that need the whole maze. Each has the parameter to which a fault is attributed, and the
    /// beginning of its text.
    pub fn needs_whole(&self) -> Vec<(Name, String)> {
        let Parameters { query, format, .. } = self;
        let mut needs = Vec::new();
        let encoding = query.given(Name::Encoding).and_then(|name| name.parse().ok());
        let encoded = format.zip(encoding).and_then(|(format, encoding)| encoded(format, encoding));
        if encoded.is_some_and(|encoded| !encoded.is_by_rows()) {
            needs.push((Name::Encoding, String::new()));
        }
        if query.has(Name::Solution) {
            needs.push((Name::Solution, String::new()));
        }
        match format {
            Some(format) if !format.is_by_rows() && query.has(Name::Format) => {
                needs.push((Name::Format, String::new()))
            }
            // If the path or a header names the format, the fault is attributed to the size.
            Some(format) if !format.is_by_rows() => {
                let side = if query.has(Name::H) { Name::H } else { Name::W };
                needs.push((side, format!("format={}", format.name())));
            }
            Some(format) if format.style().is_some() && query.has(Name::Heat) => {
                needs.push((Name::Heat, String::new()))
            }
            _ => {}
        }
        needs
    }

    /// The representation of the response, within a limit of pixels. Wrong encodings and styles are replaced by their
    /// defaults, so that conflicts with the format are reported as well. `None` if there is no format.
    pub fn representation_within(&mut self, size: Option<Extent>, limit: PixelLimit) -> Option<Representation> {
        let Parameters { query, format, negotiated, output, .. } = self;
        let encoding = query.choice(Name::Encoding, "encoding", Encoding::ALL, Encoding::name).unwrap_or_default();
        let encoded = query.has(Name::Encoding);
        let mut format = (*format)?;
        match &mut format {
            Format::Json(value) => *value = encoding,
            Format::Gif(animation) => *animation = style::parse_animation(query, size),
            Format::Png(value) => *value = parse_style(query, size, Some(limit)),
            // The layout of pages has the rest of their style.
            Format::Svg(value) if output.is_some_and(Output::is_pages) => value.heat = parse_poster(query),
            Format::Svg(value) => *value = parse_style(query, size, None),
            Format::Csv(value) | Format::Npy(value) => *value = parse_table(query, encoding),
            Format::Dxf(measures) | Format::Stl(measures) => *measures = style::parse_measures(query),
            Format::Squares(style) => style.mark = parse_mark(query),
            Format::Scen(scenarios) => scenarios.pairs = parse_pairs(query),
            _ => {}
        }
        Some(Representation { format, output: *output, negotiated: *negotiated, encoded, is_of_cells: false })
    }

    /// The representation of a maze that is made as a whole.
    pub fn representation(&mut self, extent: Option<Extent>) -> Option<Representation> {
        self.representation_within(extent, PixelLimit::whole(&self.settings))
    }

    /// Reports a maze with more cells than an animation shows.
    pub fn check_animated(&mut self, cells: u64) {
        let max = u64::from(self.settings.max_step_cells);
        if self.format.is_some_and(|format| format.animation().is_some()) && cells > max {
            let over = OverLimit { limit: "step_cells", max, asked: cells };
            let detail = format!("the steps of at most {max} cells can be shown, and the maze has {cells}");
            self.query.too_large(self.query.size(), over, detail);
        }
    }

    /// Returns an error with all faults so far.
    pub fn check(&mut self) -> Result<(), Problem> {
        self.query.check()
    }

    /// Returns the parsed value if there are no faults. Faults of parameters take precedence over an unavailable
    /// format.
    pub fn finish<T>(self, parsed: Option<T>) -> Result<T, Problem> {
        if let (FormatSource::Resource(resource), true) = (self.source, self.negotiated)
            && self.output.is_none()
            && self.query.is_valid()
        {
            let offered = resource.media_types().join(", ");
            let detail = format!("available media types are {offered}, and Accept allows none of them");
            return Err(Problem::new(Kind::NOT_ACCEPTABLE, detail));
        }
        self.query.finish(parsed)
    }
}

/// The representation of a response: its format with all options.
#[derive(Clone, Copy, Debug)]
pub struct Representation {
    /// The format. Pages are drawn with lines, like SVG.
    pub format: Format,
    /// The chosen format of a path with several formats.
    output: Option<&'static Output>,
    /// True if the format depends on `Accept`.
    negotiated: bool,
    /// True if the request names the encoding of the cells.
    pub encoded: bool,
    /// True if each square is a cell, because there are no walls between squares.
    is_of_cells: bool,
}

impl Representation {
    /// The same representation in another format.
    pub fn in_format(self, format: Format) -> Representation {
        Representation { format, ..self }
    }

    /// The representation of a maze without walls between its squares, in which each square is a cell.
    pub fn of_cells(self) -> Representation {
        Representation { format: self.format.of_cells(), is_of_cells: true, ..self }
    }

    /// The format of the text that is returned with a solution.
    pub fn text(self, form: TextForm) -> Format {
        if self.is_of_cells { form.format().of_cells() } else { form.format() }
    }

    /// The request headers on which the response depends.
    pub fn vary(self) -> Vary {
        if self.negotiated { Vary::FormatAndEncoding } else { Vary::Encoding }
    }

    /// The encoding of the cells, if the request names one.
    pub fn encoding(self) -> Option<Encoding> {
        self.format.encoding().filter(|_| self.encoded)
    }

    /// The media type, with its parameters.
    pub fn media_type(self) -> &'static str {
        self.output.map_or(self.format.info().media_type, |output| output.media_type)
    }

    /// Returns true if the bytes are compressed already.
    pub fn is_compressed(self) -> bool {
        self.output.is_some_and(Output::is_pages) || self.format.write_info().is_compressed
    }

    /// The name of the format.
    pub fn name(self) -> &'static str {
        self.output.map_or(self.format.name(), |output| output.name)
    }
}

/// Parses the character that marks a path among squares.
fn parse_mark(query: &mut Query) -> char {
    let mut chars = query.given(Name::Mark).unwrap_or("*").chars();
    match (chars.next(), chars.next()) {
        (Some(mark), None) if !mark.is_control() => mark,
        _ => {
            query.fault(Name::Mark, InvalidValueKind::Unreadable("*").with_reason("must be one character"));
            '*'
        }
    }
}

/// Parses the number of scenarios.
fn parse_pairs(query: &mut Query) -> u32 {
    let pairs = query.within(Name::Pairs, "pairs", Scenarios::MAX_PAIRS.into());
    pairs.and_then(|pairs| u32::try_from(pairs).ok()).unwrap_or(Scenarios::DEFAULT.pairs)
}

/// Chooses the content of a table by `include` and by this encoding.
fn parse_table(query: &mut Query, encoding: Encoding) -> Table {
    // In an array of many mazes, these are fields beside the maze.
    let is_alone = !query.takes(Groups::FIELDS);
    let included = |item: Include| is_alone && query.all(Name::Include).any(|name| name == item.name());
    let shown = TABLES.iter().find(|(item, _)| included(*item)).copied();
    if let Some((item, _)) = shown {
        let item = item.name();
        let other = query.all(Name::Include).find(|&other| other != item).map(str::to_owned);
        if query.has(Name::Encoding) {
            query.fault(
                Name::Encoding,
                InvalidValue::conflict_since(format!("include={item}"), ", where each number is one of these"),
            );
        } else if let Some(other) = other {
            let why = " in a table, which has one number for each cell";
            query.fault_of(Name::Include, &other, InvalidValue::conflict_since(item, why));
        }
    }
    if let Some((_, table)) = shown {
        return table;
    }
    let table = table_of(encoding);
    // The default of the parameter is that of JSON.
    if table.is_none() && query.has(Name::Encoding) && !query.is_faulty(Name::Encoding) {
        query.fault(
            Name::Encoding,
            InvalidValueKind::Unsupported.with_reason("must be blocks, bits or graph in a table"),
        );
    }
    table.unwrap_or(Table::Blocks)
}

/// The table with this encoding, if there is one.
fn table_of(encoding: Encoding) -> Option<Table> {
    match encoding {
        Encoding::Bits => Some(Table::Bits),
        Encoding::Graph => Some(Table::Graph),
        Encoding::Blocks => Some(Table::Blocks),
        _ => None,
    }
}

/// A format with this encoding, if it supports it.
fn encoded(format: Format, encoding: Encoding) -> Option<Format> {
    match format {
        Format::Json(_) => Some(Format::Json(encoding)),
        Format::Csv(_) => table_of(encoding).map(Format::Csv),
        Format::Npy(_) => table_of(encoding).map(Format::Npy),
        _ => None,
    }
}

/// The items of `include` that can be written as tables.
const TABLES: [(Include, Table); 2] = [(Include::Distances, Table::Distances), (Include::Weights, Table::Weights)];

/// Returns true for JSON.
pub fn is_json(format: Format) -> bool {
    matches!(format, Format::Json(_))
}

/// Returns true for SVG.
pub fn is_svg(format: Format) -> bool {
    matches!(format, Format::Svg(_))
}

/// Parses whether the drawing of a part of a maze shows the shortest path.
pub fn shows_solution(query: &mut Query, representation: Option<Representation>) -> bool {
    let is_shown = query.flag(Name::Solution).unwrap_or_default();
    // A map of tiles has the path as a single line, but a window may have several parts of it.
    let shows_parts = |format: Format| format.shows_path() && !matches!(format, Format::Tmj | Format::Tmx);
    if is_shown
        && let Some(Representation { format, .. }) =
            representation.filter(|representation| !shows_parts(representation.format))
    {
        match format.table() {
            Some(_) => query
                .fault(Name::Solution, InvalidValueKind::Unsupported.with_reason("is only shown by a table of blocks")),
            None => query.fault(
                Name::Solution,
                InvalidValueKind::Unsupported.with_reason("is only valid with a format that is drawn"),
            ),
        }
    }
    is_shown
}

/// Reports conflicts with the format of a solution: items that only JSON can represent, and encodings without a path.
pub fn check_solved(query: &mut Query, representation: Option<Representation>) {
    if let Some(Table::Bits | Table::Graph) = representation.and_then(|representation| representation.format.table()) {
        query.fault(Name::Encoding, "must be blocks in a table of a solution: the others have no path");
    }
    let Some(format) = representation.map(|representation| representation.format).filter(|&format| !is_json(format))
    else {
        return;
    };
    let shown = Include::Path.name();
    let is_table = format.table().is_some();
    let is_hidden = |&item: &&str| item != shown && !(is_table && TABLES.iter().any(|(table, _)| table.name() == item));
    let hidden = query.all(Name::Include).find(is_hidden).map(str::to_owned);
    if let Some(hidden) = hidden {
        let detail = format!("is only valid with format=json, except for {shown}, which every drawing shows");
        query.fault_of(Name::Include, &hidden, detail);
    }
}

/// Reports a format that does not show moves across corners, if they are allowed.
pub fn check_diagonals(query: &mut Query, representation: Option<Representation>) {
    let is_asked = query.given(Name::Diagonals) == Some("true");
    if is_asked
        && let Some(representation) = representation
            .filter(|representation| !matches!(representation.format, Format::Json(_) | Format::Squares(_)))
    {
        let detail = format!(
            "is only valid with format=json and format=squares, and not with {}: other formats show straight moves alone",
            representation.name()
        );
        query.fault(Name::Diagonals, detail);
    }
}

/// The properties of a grid other than plain squares, on which the available formats depend.
#[derive(Clone, Debug)]
pub struct MeshTraits {
    /// The options of the grid.
    pub mesh: MeshOptions,
    /// True if every cell has a polygon.
    pub is_drawable: bool,
    /// True if there may be tunnels.
    pub is_woven: bool,
}

/// Reports a format or a named encoding that cannot show a grid. The default encoding of a custom grid as JSON is a
/// graph, since no other one represents its neighbors.
pub fn check_grid(query: &mut Query, traits: &MeshTraits, representation: &mut Representation) {
    let format = representation.format;
    let &MeshTraits { ref mesh, is_drawable, is_woven } = traits;
    let rectangles = Include::Rectangles.name();
    if query.all(Name::Include).any(|item| item == rectangles) && !has_rectangles(mesh, is_woven) {
        let detail = "rectangles is only available for squares on one floor, without weave";
        query.fault_of(Name::Include, rectangles, InvalidValueKind::Unsupported.with_reason(detail));
    }
    let text = Include::Text.name();
    let form = query.given(Name::Text).unwrap_or(TextForm::default().name());
    let form = TextForm::ALL.iter().find(|known| known.name() == form);
    let is_drawn_so = form.is_none_or(|form| form.format().can_write(mesh, is_woven));
    if query.all(Name::Include).any(|item| item == text) && !is_drawn_so {
        let detail = "text is only available for squares on one floor, without wrap and weave; as ascii and unicode with both but weave";
        query.fault_of(Name::Include, text, InvalidValueKind::Unsupported.with_reason(detail));
    }
    let is_json = format.encoding().is_some();
    if let Format::Json(encoding) = &mut representation.format
        && !representation.encoded
        && mesh.kind == GridKind::Custom
    {
        *encoding = Encoding::Graph;
        return;
    }
    let is_drawn = is_drawable || is_json || format.table().is_some();
    if format.can_write(mesh, is_woven) && is_drawn {
        if let Format::Stl(measures) = format {
            check_walls(query, mesh.kind, measures);
        }
        return;
    }
    let (name, detail) = not_writable(mesh.kind, is_drawn, format);
    let name = match () {
        () if is_json => Name::Encoding,
        () if query.has(name) => name,
        () if query.has(Name::Grid) && !query.has(Name::Format) => Name::Grid,
        () => Name::Format,
    };
    if name == Name::Format && !query.has(name) {
        let asker = if representation.negotiated { "Accept" } else { "the path" };
        let detail = format!("{} is what {asker} asks for, and {detail}", representation.name());
        query.fault(name, InvalidValueKind::Unsupported.with_reason(detail));
    } else {
        query.fault(name, InvalidValueKind::Unsupported.with_reason(detail));
    }
}

/// The reason why a format cannot show a grid of this kind, and the parameter to which it is attributed.
fn not_writable(kind: GridKind, is_drawn: bool, format: Format) -> (Name, &'static str) {
    const NO_ROWS: &str = "is a table of rows of equal length, which this grid does not have";
    match (format, format.table()) {
        (Format::Json(_), _) if kind == GridKind::Custom => {
            (Name::Encoding, "must be graph for a custom grid: nothing else says which cells are neighbors")
        }
        _ if !is_drawn => (Name::Format, "needs polygon for every cell of a custom grid; json needs none"),
        (_, Some(Table::Blocks)) => (Name::Format, "has blocks of squares on one floor, without weave"),
        (_, Some(Table::Distances | Table::Weights)) => (Name::Include, NO_ROWS),
        (_, Some(_)) => (Name::Encoding, NO_ROWS),
        (Format::Stl(_), _) => (Name::Format, "is available for every grid but custom ones, without weave"),
        (Format::Tmj | Format::Tmx, _) => {
            (Name::Format, "is only available for squares on one floor and for hexagons, without wrap and weave")
        }
        (
            Format::Mms
            | Format::Tokens
            | Format::Squares(_)
            | Format::Map(_)
            | Format::Scen(_)
            | Format::Hex
            | Format::Description,
            _,
        ) => (Name::Format, "is only available for squares on one floor, without wrap and weave"),
        (Format::Json(_), _) => {
            (Name::Encoding, "blocks is only available for squares without weave; graph is available for every grid")
        }
        _ => (
            Name::Format,
            "is only available for squares without weave; json, svg and png are available for every grid",
        ),
    }
}
