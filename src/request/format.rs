//! How a response is written: the format that the path, the query or `Accept` names, its encoding and its style.

use std::sync::LazyLock;

use axum::http::{HeaderMap, Uri};
use dedale::format::{FORMATS, Format};
use dedale::grid::{GridKind, MeshOptions};
use dedale::picture::{Palette, Style};
use dedale::text::{Encoding, Table};

use super::parameters::{Groups, Include, Name};
use super::query::Query;
use super::style::{self, Extent, MostPixels, check_walls, style};
use crate::problem::{Kind, Problem};
use crate::response::caching::Vary;
use crate::response::negotiate;
use crate::settings::Settings;

/// What names the format of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatFrom {
    /// The path: `/maze.svg`.
    Path(Format),
    /// The query, or else the header `Accept`.
    Request,
    /// Nothing: the response is a stream of steps.
    Steps,
}

impl FormatFrom {
    /// The parameters that say how a response is written.
    pub fn groups(self) -> Groups {
        match self {
            FormatFrom::Request => {
                Groups::FORMAT
                    | Groups::ENCODING
                    | Groups::STYLE
                    | Groups::SHADES
                    | Groups::ANIMATION
                    | Groups::LENGTH
                    | Groups::SOLID
            }
            FormatFrom::Path(Format::Gif(_)) => Groups::STYLE | Groups::ANIMATION,
            FormatFrom::Path(Format::Stl(_)) => Groups::LENGTH | Groups::SOLID,
            FormatFrom::Path(format) if format.measures().is_some() => Groups::LENGTH,
            FormatFrom::Path(format) if format.encoding().is_some() || format.table().is_some() => Groups::ENCODING,
            FormatFrom::Path(format) if format.style().is_some() => Groups::STYLE | Groups::SHADES,
            FormatFrom::Path(_) | FormatFrom::Steps => Groups::NONE,
        }
    }

    /// The parameters that a drawing of a maze has besides them.
    pub fn drawing_groups(self) -> Groups {
        match self {
            FormatFrom::Request => Groups::WINDOW | Groups::SOLUTION | Groups::STEPS,
            // The steps are those of the whole maze.
            FormatFrom::Path(Format::Gif(_)) => Groups::SOLUTION | Groups::STEPS,
            FormatFrom::Path(format) if format.info().shows_path => Groups::WINDOW | Groups::SOLUTION,
            FormatFrom::Path(_) => Groups::WINDOW,
            FormatFrom::Steps => Groups::NONE,
        }
    }

    /// The parameters of a solution of a maze that is made: what is returned about it, and a part of it, is a matter of JSON.
    pub fn solving_groups(self) -> Groups {
        let in_json = Groups::SOLVER | Groups::REPORT | Groups::WINDOW | Groups::MOVES;
        match self {
            FormatFrom::Request => in_json | Groups::STEPS,
            FormatFrom::Path(Format::Gif(_)) => Groups::SOLVER | Groups::STEPS,
            FormatFrom::Path(format) if is_json(format) => in_json,
            FormatFrom::Path(_) | FormatFrom::Steps => Groups::SOLVER,
        }
    }
}

/// The head of a request, and the limits of the server that it is sent to.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// Its URI.
    pub uri: &'a Uri,
    /// Its headers.
    pub headers: &'a HeaderMap,
    /// The limits of the server.
    pub settings: &'a Settings,
    /// The seed of a maze for which none is sent.
    pub random_seed: u64,
}

impl<'a> Call<'a> {
    /// Begins to read a request that takes the parameters of `groups`.
    pub fn read(self, groups: Groups, from: FormatFrom) -> Reading<'a> {
        let query = Query::new(text(self.uri), groups);
        let asked = Asked::read(&query, self.headers, from);
        Reading { call: self, query, asked }
    }
}

/// A request that is being read.
#[derive(Debug)]
pub struct Reading<'a> {
    /// The request.
    pub call: Call<'a>,
    /// Its query, and what is wrong with it so far.
    pub query: Query<'a>,
    /// The format that it asks for.
    asked: Asked,
}

impl Reading<'_> {
    /// What is asked for that cannot be written row by row: for each the parameter to name in a message, and how the message begins.
    pub fn needs_whole(&self) -> Vec<(Name, String)> {
        let Reading { query, asked, .. } = self;
        let is_on = |name| query.given(name).is_some_and(|value| value != "false");
        let mut needs = Vec::new();
        if is_on(Name::Solution) {
            needs.push((Name::Solution, String::new()));
        }
        match asked.format {
            Some(format) if !format.is_by_rows() && query.has(Name::Format) => {
                needs.push((Name::Format, String::new()))
            }
            // The path or a header names it: then the size is too large.
            Some(format) if !format.is_by_rows() => {
                let side = if query.has(Name::H) { Name::H } else { Name::W };
                needs.push((side, format!("format={}", format.name())));
            }
            Some(format) if format.style().is_some() && is_on(Name::Heat) => needs.push((Name::Heat, String::new())),
            _ => {}
        }
        needs
    }

    /// How the response is written, whatever is wrong with its encoding and its style: defaults replace these, so that what does not
    /// go with the format is reported as well. `None` where there is no format.
    pub fn written(&mut self, extent: Option<Extent>, most: MostPixels) -> Option<Written> {
        self.asked.written(&mut self.query, extent, most)
    }

    /// The same for a picture whose size is not known, or that is made as a whole.
    pub fn written_whole(&mut self, extent: Option<Extent>) -> Option<Written> {
        self.written(extent, MostPixels::whole(self.call.settings))
    }

    /// Returns what was read if nothing is wrong. Faults of parameters take precedence over an unavailable format.
    ///
    /// # Errors
    ///
    /// A [`Problem`] with everything that is wrong.
    pub fn finish<T>(self, read: Option<T>) -> Result<T, Problem> {
        match self.asked.not_acceptable() {
            Some(problem) if self.query.is_valid() => Err(problem),
            _ => Ok(self.query.finish(read)?),
        }
    }
}

/// The query of a URI.
pub fn text(uri: &Uri) -> &str {
    uri.query().unwrap_or_default()
}

/// How a response is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The format.
    pub format: Format,
    /// Whether it depends on `Accept`.
    pub negotiated: bool,
    /// Whether the encoding of the cells was named.
    pub encoded: bool,
}

impl Written {
    /// Which headers the response depends on.
    pub fn vary(self) -> Vary {
        if self.negotiated { Vary::FormatAndEncoding } else { Vary::Encoding }
    }
}

impl Written {
    /// The encoding of the cells, where it was named.
    pub fn encoding(self) -> Option<Encoding> {
        self.format.encoding().filter(|_| self.encoded)
    }
}

/// The format that a request asks for, before it is known how it looks.
#[derive(Clone, Copy, Debug)]
struct Asked {
    /// Without encoding and style; `None` if there is no such format, or `Accept` allows none.
    format: Option<Format>,
    /// Whether it depends on `Accept`.
    negotiated: bool,
}

/// The media types that `Accept` can choose from, in order of preference, each once.
static MEDIA_TYPES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let is_first = |format: &&Format| Format::from_media_type(format.info().essence()) == Some(**format);
    Format::ALL.iter().filter(is_first).map(|format| format.info().essence()).collect()
});

impl Asked {
    /// Reads what a request asks for.
    fn read(query: &Query<'_>, headers: &HeaderMap, from: FormatFrom) -> Asked {
        let named = |format| Asked { format, negotiated: false };
        match from {
            FormatFrom::Steps => named(Some(Format::Json(Encoding::default()))),
            FormatFrom::Path(format) => named(Some(format)),
            FormatFrom::Request => match query.given(Name::Format) {
                Some(name) => named(Format::from_name(name)),
                None => {
                    let best = negotiate::media_type(headers, &MEDIA_TYPES);
                    Asked { format: best.and_then(Format::from_media_type), negotiated: true }
                }
            },
        }
    }

    /// The problem to report where `Accept` allows none of the formats.
    fn not_acceptable(self) -> Option<Problem> {
        (self.negotiated && self.format.is_none()).then(|| {
            let offered = MEDIA_TYPES.join(", ");
            let detail = format!("available media types are {offered}, and Accept allows none of them");
            Problem::new(Kind::NOT_ACCEPTABLE, detail)
        })
    }

    /// See [`Reading::written`].
    fn written(self, query: &mut Query<'_>, size: Option<Extent>, max_pixels: MostPixels) -> Option<Written> {
        let encoding = query.choice(Name::Encoding, "encoding", Encoding::ALL, Encoding::name).unwrap_or_default();
        let encoded = query.has(Name::Encoding);
        if self.format.is_none() && !self.negotiated {
            query.unknown(Name::Format, "format", FORMATS.iter().map(|info| info.name).collect());
        }
        let mut format = self.format?.with_encoding(encoding);
        if format.style().is_some() {
            let max_pixels = match format {
                Format::Png(_) => Some(max_pixels),
                Format::Gif(_) => {
                    format = format.with_animation(style::animation(query));
                    format.animation().map(style::most_pixels)
                }
                _ => None,
            };
            let style = style_or_default(query, size, max_pixels);
            format = format.with_style(if format.animation().is_some() { style::opaque(query, style) } else { style });
        }
        if format.table().is_some() {
            format = format.with_table(table(query, encoding));
        } else if encoded && !is_json(format) {
            query.fault(Name::Encoding, Name::Encoding.parameter().valid_where());
        }
        if format.measures().is_some() {
            format = format.with_measures(style::measures(query).unwrap_or_default());
        }
        let is_solid = matches!(format, Format::Stl(_));
        for (groups, is_taken) in [
            (Groups::STYLE, format.style().is_some()),
            (Groups::SHADES, format.style().is_some() && format.animation().is_none()),
            (Groups::ANIMATION | Groups::STEPS, format.animation().is_some()),
            (Groups::LENGTH, format.measures().is_some()),
            (Groups::SOLID, is_solid),
        ] {
            if is_taken {
                continue;
            }
            for name in groups.names() {
                if query.has(name) {
                    query.fault(name, name.parameter().valid_where());
                }
            }
        }
        Some(Written { format, negotiated: self.negotiated, encoded })
    }
}

/// The style that a query asks for. If it has faults, the default style, shaded if the query asks for that.
fn style_or_default(query: &mut Query<'_>, size: Option<Extent>, max_pixels: Option<MostPixels>) -> Style {
    style(query, size, max_pixels).unwrap_or_else(|| {
        let is_shaded = query.given(Name::Heat).is_some_and(|heat| heat != "false");
        Style { heat: is_shaded.then(Palette::default), ..Style::DEFAULT }
    })
}

/// The meaning of the numbers of a table, where this encoding is asked for.
fn table(query: &mut Query<'_>, encoding: Encoding) -> Table {
    // An array of many mazes has these beside the maze.
    let is_alone = !query.takes(Groups::FIELDS);
    let included = |item: Include| is_alone && query.all(Name::Include).any(|name| name == item.name());
    let shown = TABLES.iter().find(|(item, _)| included(*item)).copied();
    if let Some((item, _)) = shown {
        let item = item.name();
        let other = query.all(Name::Include).find(|&other| other != item).map(str::to_owned);
        if query.has(Name::Encoding) {
            query.fault(Name::Encoding, format!("does not go with include={item}, where each number is one of these"));
        } else if let Some(other) = other {
            let detail = format!("does not go with {item} in a table, which has one number for each cell");
            query.fault_of(Name::Include, &other, detail);
        }
    }
    match encoding {
        _ if let Some((_, table)) = shown => table,
        Encoding::Bits => Table::Bits,
        Encoding::Graph => Table::Graph,
        // The default of the parameter is that of JSON.
        Encoding::Blocks => Table::Blocks,
        _ if query.has(Name::Encoding) && !query.is_faulty(Name::Encoding) => {
            query.fault(Name::Encoding, "must be blocks, bits or graph in a table");
            Table::Blocks
        }
        _ => Table::Blocks,
    }
}

/// What is returned of a solution as a table.
const TABLES: [(Include, Table); 2] = [(Include::Distances, Table::Distances), (Include::Weights, Table::Weights)];

/// Whether a format is JSON.
pub fn is_json(format: Format) -> bool {
    matches!(format, Format::Json(_))
}

/// Whether a drawing of a maze is to show the shortest path.
pub fn solution(query: &mut Query<'_>, written: Option<Written>) -> bool {
    let is_shown = query.flag(Name::Solution).unwrap_or_default();
    if is_shown && let Some(Written { format, .. }) = written.filter(|written| !written.format.shows_path()) {
        match format.table() {
            Some(_) => query.fault(Name::Solution, "is only shown by a table of blocks"),
            None => query.fault(Name::Solution, Name::Solution.parameter().valid_where()),
        }
    }
    is_shown
}

/// Reports parts of a solution that only JSON can represent.
pub fn only_in_json(query: &mut Query<'_>, written: Option<Written>) {
    let Some(format) = written.map(|written| written.format).filter(|&format| !is_json(format)) else { return };
    let shown = Include::Path.name();
    let is_table = format.table().is_some();
    let is_hidden = |&item: &&str| item != shown && !(is_table && TABLES.iter().any(|(table, _)| table.name() == item));
    let hidden = query.all(Name::Include).find(is_hidden).map(str::to_owned);
    if let Some(hidden) = hidden {
        let detail = format!("is only valid with format=json, except for {shown}, which every drawing shows");
        query.fault_of(Name::Include, &hidden, detail);
    }
}

/// What formats need to know of a grid that is not one of plain squares.
#[derive(Clone, Debug)]
pub struct Look {
    /// Its options.
    pub mesh: MeshOptions,
    /// Whether every cell has a polygon.
    pub is_drawable: bool,
    /// Whether there may be tunnels.
    pub is_woven: bool,
}

/// Notes that a format, or an encoding that was named, cannot show a grid.
pub fn check_grid(query: &mut Query<'_>, look: &Look, Written { format, .. }: Written) {
    let &Look { ref mesh, is_drawable, is_woven } = look;
    let is_json = format.encoding().is_some();
    if is_json && !query.has(Name::Encoding) && mesh.kind == GridKind::Custom {
        return;
    }
    let is_drawn = is_drawable || is_json || format.table().is_some();
    if format.can_write(mesh, is_woven) && is_drawn {
        if matches!(format, Format::Stl(_)) {
            check_walls(query, mesh.kind, format.measures());
        }
        return;
    }
    let rows = "is a table of rows of equal length, which this grid does not have";
    let (name, detail) = match format.table() {
        _ if mesh.kind == GridKind::Custom && is_json => {
            (Name::Encoding, "must be graph for a custom grid: nothing else says which cells are neighbors")
        }
        _ if !is_drawn => (Name::Format, "needs polygon for every cell of a custom grid; json needs none"),
        Some(Table::Blocks) => (Name::Format, "has blocks of squares on one level, without weave"),
        Some(Table::Distances | Table::Weights) => (Name::Include, rows),
        Some(_) => (Name::Encoding, rows),
        None if matches!(format, Format::Stl(_)) => {
            (Name::Format, "is available for every grid but custom ones, without weave")
        }
        None if matches!(format, Format::Tmj | Format::Tmx) => {
            (Name::Format, "is only available for squares on one level and for hexagons, without wrap and weave")
        }
        None if matches!(format, Format::Mms | Format::Tokens) => {
            (Name::Format, "is only available for squares on one level, without wrap and weave")
        }
        None if is_json => {
            (Name::Encoding, "blocks is only available for squares without weave; graph is available for every grid")
        }
        None => (
            Name::Format,
            "is only available for squares without weave; json, svg and png are available for every grid",
        ),
    };
    let name = match () {
        () if is_json => Name::Encoding,
        () if query.has(name) => name,
        () if query.has(Name::Grid) && !query.has(Name::Format) => Name::Grid,
        () => Name::Format,
    };
    if name == Name::Format && !query.has(name) {
        query.fault(name, format!("{} is what Accept asks for, and {detail}", format.name()));
    } else {
        query.fault(name, detail);
    }
}

/// Refuses every parameter that is not in `groups`, and those that are given twice and may not be.
///
/// # Errors
///
/// A [`Problem`] that names each.
pub fn check_names(query: &str, groups: Groups) -> Result<(), Problem> {
    Ok(Query::new(query, groups).finish(Some(()))?)
}
