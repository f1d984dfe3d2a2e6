//! From a URL and its headers to what is asked for.

use std::sync::LazyLock;

use axum::http::{HeaderMap, Uri};

use crate::response::negotiate;
use crate::response::problem::{Kind, Problem};
use crate::settings::Settings;
use dedale::generate::Algorithm;
use dedale::grid::{Grid, Square};
use dedale::render::{Encoding, FORMATS, Format, FormatInfo, Palette, Style};
use dedale::spec::{
    ENDS_PARAMETERS, Fault, Faults, Include, Known, Limits, MazeSpec, MostPixels, Pair, Parameter, PostedSpec,
    RowsSpec, SOLVE_PARAMETERS, SOLVER_PARAMETERS, STYLE_PARAMETERS, SolveSpec, needs_the_whole, read_style,
};

/// `format`: how the answer is written.
pub static FORMAT: Parameter = Parameter::new("format").of(|| Format::ALL.iter().map(|format| format.name()).collect());

/// `encoding`: what stands for a cell in JSON.
pub static ENCODING: Parameter =
    Parameter::new("encoding").or("walls").of(|| Encoding::ALL.map(Encoding::name).to_vec());

/// `solution`: whether a drawing of a maze shows the shortest path.
pub static SOLUTION: Parameter = Parameter::new("solution").or("false").of(|| vec!["true", "false"]);

/// The parameters that say how an answer is written, and then the one that a drawing of a maze has beside them.
static WRITTEN: [Parameter; 11] = joined([&[FORMAT, ENCODING], &STYLE_PARAMETERS, &[SOLUTION]]);

/// The parameters of a solution, and then those that say how it is written.
static SOLVED: [Parameter; 14] = joined([&SOLVE_PARAMETERS, &[FORMAT, ENCODING], &STYLE_PARAMETERS]);

/// The parameters of a drawn solution.
static SOLVED_DRAWING: [Parameter; 10] = joined([SOLVER_PARAMETERS, &STYLE_PARAMETERS, &[]]);

/// Several lists of parameters as one, which is made once and not for every request.
const fn joined<const N: usize>(lists: [&[Parameter]; 3]) -> [Parameter; N] {
    let mut all = [FORMAT; N];
    let (mut list, mut from, mut to) = (0, 0, 0);
    while list < lists.len() {
        if from < lists[list].len() {
            all[to] = lists[list][from];
            (from, to) = (from + 1, to + 1);
        } else {
            (list, from) = (list + 1, 0);
        }
    }
    assert!(to == N, "there are as many as are told");
    all
}

/// The names and values of a query, in their order; most stand in it as they are.
pub type Pairs<'a> = Vec<Pair<'a>>;

/// Where the format of an answer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatFrom {
    /// The path: `/maze.svg`.
    Path(Format),
    /// The query or the header `Accept` may name any.
    Request,
    /// The answer is a stream of steps, which is no format.
    Steps,
}

/// How an answer is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The format.
    pub format: Format,
    /// Whether `Accept` had a part in choosing it.
    pub negotiated: bool,
    /// Whether the encoding of the cells was named.
    pub encoded: bool,
}

impl Written {
    /// The encoding of the cells, where it was named.
    pub fn encoding(self) -> Option<Encoding> {
        match self.format {
            Format::Json(encoding) if self.encoded => Some(encoding),
            _ => None,
        }
    }
}

/// A maze that is asked for, and how it is made.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// As a whole.
    Whole(MazeSpec),
    /// Row by row, while it is sent.
    Rows(RowsSpec),
}

impl Wanted {
    /// The algorithm that makes it.
    pub fn algorithm(&self) -> Algorithm {
        match self {
            Wanted::Whole(spec) => spec.algorithm(),
            Wanted::Rows(spec) => spec.algorithm(),
        }
    }

    /// How many cells it has.
    pub fn cells(&self) -> u64 {
        match self {
            Wanted::Whole(spec) => spec.grid().cells().into(),
            Wanted::Rows(spec) => spec.cells(),
        }
    }

    fn seed(&self) -> u64 {
        match self {
            Wanted::Whole(spec) => spec.seed(),
            Wanted::Rows(spec) => spec.seed(),
        }
    }
}

/// A checked request for a maze.
#[derive(Clone, Debug)]
pub struct MazeRequest<M> {
    /// The maze.
    pub maze: M,
    /// How it is to be written.
    pub written: Written,
    /// Whether the drawing shows the shortest path.
    pub solution: bool,
    /// The URL of exactly this answer, where the one that was sent leaves the seed open.
    pub location: Option<String>,
}

/// Splits a query into names and values.
pub fn pairs(uri: &Uri) -> Pairs<'_> {
    form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).collect()
}

/// Refuses every parameter, for a path that takes none.
///
/// # Errors
///
/// A [`Problem`] that names each.
pub fn none(uri: &Uri) -> Result<(), Problem> {
    let faults: Vec<Fault> =
        pairs(uri).iter().map(|(name, value)| Fault::stray(name, value, Vec::new())).take(Faults::MOST).collect();
    if faults.is_empty() { Ok(()) } else { Err(Faults(faults).into()) }
}

/// A maze of more cells is made row by row where that can be done, so that it needs no memory and its first rows are sent at once; and
/// so is one whose picture has more pixels than if it were made as a whole.
const WHOLE: u64 = 20_000;

/// Reads and checks a request for a maze. `draw` gives a seed where none was sent.
///
/// # Errors
///
/// A [`Problem`] that names everything that is wrong with the parameters, or says that no format is acceptable.
pub fn maze(
    uri: &Uri,
    headers: &HeaderMap,
    from: FormatFrom,
    settings: &Settings,
    draw: impl FnOnce() -> u64,
) -> Result<MazeRequest<Wanted>, Problem> {
    let pairs = pairs(uri);
    let mut found = Found::default();
    let also = of_maze(from);
    let seed = seed_of(&pairs, draw);
    let (limits, row_limits) = (settings.limits, settings.row_limits());
    let asked = Asked::read(&pairs, headers, from);
    let by_rows = asked.is_by_rows(&pairs, from) && RowsSpec::is_possible(&pairs);
    // What is no size at all is told with the limits that hold for what else is asked.
    let rows = RowsSpec::read(&pairs, also, limits, row_limits, seed)
        .filter(|_| by_rows || RowsSpec::size_of(&pairs, row_limits).is_some());
    let is_endless = rows.is_some();
    let (maze, size) = match rows {
        Some(rows) => {
            let spec = found.take(rows);
            let size = spec.as_ref().map(RowsSpec::size).or_else(|| RowsSpec::size_of(&pairs, row_limits));
            (spec.map(Wanted::Rows), size)
        }
        None => {
            let spec = found.take(MazeSpec::read(&pairs, also, limits, seed));
            let grid = grid(spec.as_ref(), &pairs, limits);
            (spec.map(Wanted::Whole), grid.map(size))
        }
    };
    let most = if is_endless || by_rows { settings.most_streamed_pixels() } else { settings.most_pixels() };
    let written = found.written(&pairs, asked, from, size, most);
    let solution = found.solution(&pairs, written, from);
    if is_endless {
        found.only_by_rows(&pairs, written, solution, limits);
    }
    let (maze, written) = found.finish(maze.zip(written))?;
    let location = location(uri, pairs, maze.seed(), written);
    let maze = match maze {
        Wanted::Whole(spec) if by_rows && !is_small(spec.grid(), written.format, settings) => {
            spec.by_rows().map_or(Wanted::Whole(spec), Wanted::Rows)
        }
        maze => maze,
    };
    Ok(MazeRequest { maze, written, solution, location })
}

/// Whether a maze is made as a whole though it can be made row by row.
fn is_small(grid: Square, format: Format, settings: &Settings) -> bool {
    let pixels = match format {
        Format::Png(style) => style.size(grid.columns().into(), grid.rows().into()).iter().product(),
        _ => 0,
    };
    u64::from(grid.cells()) <= WHOLE && pixels <= settings.max_pixels
}

/// The grid of a maze, whatever else is wrong with it.
fn grid(spec: Option<&MazeSpec>, pairs: &Pairs<'_>, limits: Limits) -> Option<Square> {
    spec.map(MazeSpec::grid).or_else(|| MazeSpec::grid_of(pairs, limits))
}

fn size(grid: Square) -> [u32; 2] {
    [grid.columns(), grid.rows()]
}

/// Reads and checks a request for the steps in which a maze is made.
///
/// # Errors
///
/// As for [`maze`].
pub fn steps(
    uri: &Uri,
    headers: &HeaderMap,
    settings: &Settings,
    draw: impl FnOnce() -> u64,
) -> Result<MazeRequest<MazeSpec>, Problem> {
    let pairs = pairs(uri);
    let mut found = Found::default();
    let spec = found.take(MazeSpec::read(&pairs, &[], settings.limits, seed_of(&pairs, draw)));
    let asked = Asked::read(&pairs, headers, FormatFrom::Steps);
    let written = found.written(&pairs, asked, FormatFrom::Steps, None, settings.most_pixels());
    let (maze, written) = found.finish(spec.zip(written))?;
    let location = location(uri, pairs, maze.seed(), written);
    Ok(MazeRequest { maze, written, solution: false, location })
}

/// Reads and checks a request for the solution of a maze that is to be made.
///
/// # Errors
///
/// As for [`maze`].
pub fn solve(
    uri: &Uri,
    headers: &HeaderMap,
    from: FormatFrom,
    settings: &Settings,
    draw: impl FnOnce() -> u64,
) -> Result<(MazeRequest<MazeSpec>, SolveSpec), Problem> {
    let pairs = pairs(uri);
    let mut found = Found::default();
    let also = if from == FormatFrom::Request { &SOLVED[..] } else { &SOLVED_DRAWING };
    let spec = found.take(MazeSpec::read(&pairs, also, settings.limits, seed_of(&pairs, draw)));
    let (grid, seed) = (grid(spec.as_ref(), &pairs, settings.limits), spec.as_ref().map_or(0, MazeSpec::seed));
    let solve = found.take(SolveSpec::read(&pairs, grid, seed));
    let asked = Asked::read(&pairs, headers, from);
    let written = found.written(&pairs, asked, from, grid.map(size), settings.most_pixels());
    if from == FormatFrom::Request {
        found.only_in_json(&pairs, written, "include");
    }
    let (spec, (solve, written)) = found.finish(spec.zip(solve.zip(written)))?;
    let location = location(uri, pairs, spec.seed(), written);
    Ok((MazeRequest { maze: spec, written, solution: true, location }, solve))
}

/// A checked request for the solution of a maze that was posted; `known` are the ends that the maze itself tells.
///
/// # Errors
///
/// As for [`maze`].
pub fn posted(
    uri: &Uri,
    headers: &HeaderMap,
    grid: Square,
    known: Known,
    settings: &Settings,
) -> Result<(PostedSpec, Written), Problem> {
    let read = |pairs: &Pairs<'_>, also: &[Parameter]| PostedSpec::read(pairs, also, grid, known);
    read_posted(uri, headers, read, Some(grid), settings)
}

/// Checks such a request as far as it can be before the maze is read.
///
/// # Errors
///
/// As for [`maze`].
pub fn check_posted(uri: &Uri, headers: &HeaderMap, settings: &Settings) -> Result<(), Problem> {
    read_posted(uri, headers, |pairs, also| PostedSpec::check(pairs, also), None, settings).map(|_| ())
}

fn read_posted<T>(
    uri: &Uri,
    headers: &HeaderMap,
    read: impl FnOnce(&Pairs<'_>, &[Parameter]) -> Result<T, Faults>,
    grid: Option<Square>,
    settings: &Settings,
) -> Result<(T, Written), Problem> {
    let pairs = pairs(uri);
    let mut found = Found::default();
    let spec = found.take(read(&pairs, of_format(FormatFrom::Request)));
    let asked = Asked::read(&pairs, headers, FormatFrom::Request);
    let written = found.written(&pairs, asked, FormatFrom::Request, grid.map(size), settings.most_pixels());
    found.only_in_json(&pairs, written, "include");
    found.finish(spec.zip(written))
}

/// The names of the parameters that a posted maze is solved with, beside those of the format.
pub fn posted_parameters() -> Vec<Parameter> {
    [&ENDS_PARAMETERS[..], &SOLVE_PARAMETERS, &[Parameter::new("seed")], of_format(FormatFrom::Request)].concat()
}

/// The parameters that say how an answer is written, beside its path.
pub fn of_format(from: FormatFrom) -> &'static [Parameter] {
    match from {
        FormatFrom::Request => &WRITTEN[..10],
        FormatFrom::Path(format) if format.encoding().is_some() => &WRITTEN[1..2],
        FormatFrom::Path(format) if format.style().is_some() => &WRITTEN[2..10],
        FormatFrom::Path(_) | FormatFrom::Steps => &[],
    }
}

/// Both: those of a maze that may be drawn.
fn of_maze(from: FormatFrom) -> &'static [Parameter] {
    match from {
        FormatFrom::Request => &WRITTEN,
        FormatFrom::Path(format) if format.style().is_some() => &WRITTEN[2..],
        FormatFrom::Path(format) if format.info().shows_path => of_drawing(from),
        FormatFrom::Path(_) | FormatFrom::Steps => of_format(from),
    }
}

/// The parameters of the solution of a maze that is made, beside them: what is to be told is a matter of JSON.
pub fn of_solving(from: FormatFrom) -> &'static [Parameter] {
    if from == FormatFrom::Request { &SOLVE_PARAMETERS } else { SOLVER_PARAMETERS }
}

/// The parameter that a drawing of a maze has beside them.
pub fn of_drawing(from: FormatFrom) -> &'static [Parameter] {
    match from {
        FormatFrom::Request => &WRITTEN[10..],
        FormatFrom::Path(format) if format.info().shows_path => &WRITTEN[10..],
        FormatFrom::Path(_) | FormatFrom::Steps => &[],
    }
}

fn find<'a>(pairs: &'a Pairs<'_>, name: &str) -> Option<&'a str> {
    pairs.iter().find(|(other, _)| other == name).map(|(_, value)| &**value)
}

fn seed_of(pairs: &Pairs<'_>, draw: impl FnOnce() -> u64) -> u64 {
    if find(pairs, "seed").is_some() { 0 } else { draw() }
}

/// The URL of exactly this answer, where the seed was drawn.
fn location(uri: &Uri, mut pairs: Pairs<'_>, seed: u64, written: Written) -> Option<String> {
    if find(&pairs, "seed").is_some() {
        return None;
    }
    pairs.push(("seed".into(), seed.to_string().into()));
    if written.negotiated {
        pairs.push(("format".into(), written.format.name().into()));
    }
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(&pairs).finish();
    Some(format!("{}?{query}", uri.path()))
}

/// The format that a request asks for, before it is known how it is to look.
#[derive(Clone, Copy, Debug)]
struct Asked {
    /// In no encoding and no style yet; `None` where there is no such format, or `Accept` allows none.
    format: Option<Format>,
    /// Whether `Accept` had a part in choosing it.
    negotiated: bool,
}

impl Asked {
    fn read(pairs: &Pairs<'_>, headers: &HeaderMap, from: FormatFrom) -> Asked {
        let named = |format| Asked { format, negotiated: false };
        match from {
            FormatFrom::Path(format) => named(Some(format)),
            FormatFrom::Steps => named(Some(Format::Json(Encoding::default()))),
            FormatFrom::Request => match find(pairs, FORMAT.name) {
                Some(name) => named(Format::from_name(name)),
                None => Asked { format: Asked::by_accept(headers), negotiated: true },
            },
        }
    }

    /// The format that `Accept` likes best.
    fn by_accept(headers: &HeaderMap) -> Option<Format> {
        negotiate::media_type(headers, &OFFERED).and_then(Format::from_media_type)
    }

    /// Whether the drawing of a maze needs to know no more than its rows.
    fn is_by_rows(self, pairs: &Pairs<'_>, from: FormatFrom) -> bool {
        let is_shaded = matches!(self.format, Some(Format::Png(_))) && find(pairs, "heat") == Some("true");
        !is_shaded && solution_of(pairs, from) != Some("true") && self.format.is_none_or(Format::is_by_rows)
    }
}

/// The media types that `Accept` may choose from, each once.
static OFFERED: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let is_first = |info: &&FormatInfo| Format::from_media_type(info.essence()) == Some(info.format);
    FORMATS.iter().filter(is_first).map(FormatInfo::essence).collect()
});

/// What was sent as `solution`, where that may be sent.
fn solution_of<'a>(pairs: &'a Pairs<'_>, from: FormatFrom) -> Option<&'a str> {
    find(pairs, SOLUTION.name).filter(|_| !of_drawing(from).is_empty())
}

/// What was found to be wrong with a request so far.
#[derive(Default)]
struct Found {
    faults: Vec<Fault>,
    not_acceptable: Option<Problem>,
}

impl Found {
    fn take<T>(&mut self, read: Result<T, Faults>) -> Option<T> {
        read.map_err(|Faults(faults)| self.faults.extend(faults)).ok()
    }

    /// What was read, if nothing was wrong; faults of the parameters are told before a format that cannot be had.
    fn finish<T>(self, read: Option<T>) -> Result<T, Problem> {
        match (read, self.not_acceptable) {
            (Some(read), None) if self.faults.is_empty() => Ok(read),
            (_, Some(problem)) if self.faults.is_empty() => Err(problem),
            _ => Err(Faults(self.faults).into()),
        }
    }

    /// How the answer is to be written, whatever is wrong with its encoding and its style: a default stands for these, so that what
    /// does not go with the format is told as well. `None` where there is no format.
    fn written(
        &mut self,
        pairs: &Pairs<'_>,
        Asked { format, negotiated }: Asked,
        from: FormatFrom,
        size: Option<[u32; 2]>,
        max_pixels: MostPixels,
    ) -> Option<Written> {
        let names = of_format(from);
        let encoding = find(pairs, ENCODING.name).filter(|_| names.iter().any(|known| known.name == ENCODING.name));
        let cells = self.encoding(encoding);
        if format.is_none() {
            self.no_format(pairs, negotiated);
        }
        let format = format.map(|format| if is_json(format) { Format::Json(cells) } else { format });
        if format.is_some_and(|format| !is_json(format)) && encoding.is_some() {
            self.faults.push(Fault::new(ENCODING.name, encoding, "goes only with format=json"));
        }
        let format = self.styled(pairs, format?, from, size, max_pixels);
        Some(Written { format, negotiated, encoded: encoding.is_some() })
    }

    /// The same format in the style that the query asks for, if it is a picture.
    fn styled(
        &mut self,
        pairs: &Pairs<'_>,
        format: Format,
        from: FormatFrom,
        size: Option<[u32; 2]>,
        max_pixels: MostPixels,
    ) -> Format {
        match format {
            Format::Svg(_) => Format::Svg(self.style(pairs, size, None)),
            Format::Png(_) => Format::Png(self.style(pairs, size, Some(max_pixels))),
            _ => {
                // Where the path names another format they are told to be unknown.
                for Parameter { name, .. } in STYLE_PARAMETERS.iter().filter(|_| from == FormatFrom::Request) {
                    if let Some(value) = find(pairs, name) {
                        self.faults.push(Fault::new(name, Some(value), "goes only with format=svg or format=png"));
                    }
                }
                format
            }
        }
    }

    /// The style that the query asks for; where something is wrong with it, one that is shaded if that is asked for.
    fn style(&mut self, pairs: &Pairs<'_>, size: Option<[u32; 2]>, max_pixels: Option<MostPixels>) -> Style {
        self.take(read_style(pairs, size, max_pixels)).unwrap_or_else(|| {
            let is_shaded = find(pairs, "heat") == Some("true");
            Style { heat: is_shaded.then(Palette::default), ..Style::DEFAULT }
        })
    }

    /// Whether a drawing of a maze is to show the shortest path.
    fn solution(&mut self, pairs: &Pairs<'_>, written: Option<Written>, from: FormatFrom) -> bool {
        let asked = solution_of(pairs, from);
        match asked {
            None | Some("false") => false,
            Some("true") => {
                if written.is_some_and(|written| is_json(written.format)) {
                    let detail = "goes only with a format that is drawn; /solve tells it as JSON";
                    self.faults.push(Fault::new(SOLUTION.name, asked, detail));
                }
                true
            }
            Some(_) => {
                self.faults.push(Fault::unknown(SOLUTION.name, asked, "value", vec!["true", "false"]));
                false
            }
        }
    }

    fn encoding(&mut self, name: Option<&str>) -> Encoding {
        let Some(name) = name else { return Encoding::default() };
        let encoding = Encoding::ALL.into_iter().find(|encoding| encoding.name() == name);
        if encoding.is_none() {
            let names = Encoding::ALL.map(Encoding::name).to_vec();
            self.faults.push(Fault::unknown("encoding", Some(name), "encoding", names));
        }
        encoding.unwrap_or_default()
    }

    /// Notes why there is no format: `Accept` allows none, or none has this name.
    fn no_format(&mut self, pairs: &Pairs<'_>, negotiated: bool) {
        if negotiated {
            let detail = format!("this can be had as {}, and Accept allows none of them", OFFERED.join(", "));
            self.not_acceptable = Some(Problem::new(Kind::NOT_ACCEPTABLE, detail));
        } else {
            let names = Format::ALL.iter().map(|format| format.name()).collect();
            self.faults.push(Fault::unknown("format", find(pairs, FORMAT.name), "format", names));
        }
    }

    /// Notes what is asked for that needs the whole of a maze which is too large for that.
    fn only_by_rows(&mut self, pairs: &Pairs<'_>, written: Option<Written>, solution: bool, limits: Limits) {
        let mut fault = |name: &str, detail: String| {
            self.faults.push(Fault::new(name, find(pairs, name), detail));
        };
        if solution {
            fault(SOLUTION.name, needs_the_whole(limits));
        }
        let Some(format) = written.map(|written| written.format) else { return };
        if format.is_by_rows() {
            return;
        }
        match find(pairs, "heat") {
            Some(_) if matches!(format, Format::Png(_)) => fault("heat", needs_the_whole(limits)),
            _ if find(pairs, FORMAT.name).is_some() => fault(FORMAT.name, needs_the_whole(limits)),
            // The path or a header names it: then the size is too large.
            _ => {
                let name = if find(pairs, "h").is_some() { "h" } else { "w" };
                fault(name, format!("format={} {}", format.name(), needs_the_whole(limits)));
            }
        }
    }

    /// Notes that something is to be told that only an answer in JSON can tell.
    fn only_in_json(&mut self, pairs: &Pairs<'_>, written: Option<Written>, name: &str) {
        let shown = Include::Path.name();
        let hidden = find(pairs, name).filter(|&value| value != shown);
        if written.is_some_and(|written| !is_json(written.format)) && hidden.is_some() {
            let detail = format!("goes only with format=json, but for {shown}, which every format shows");
            self.faults.push(Fault::new(name, hidden, detail));
        }
    }
}

fn is_json(format: Format) -> bool {
    matches!(format, Format::Json(_))
}
