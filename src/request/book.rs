//! What book a request asks for.

use axum::http::Uri;
use dedale::about::{InvalidValue, OverLimit, Range};
use dedale::observe::{Observer as _, Stopped};
use dedale::options::{InvalidOptions, MakeError, MazeBuilder, MazeOptions};
use dedale::picture::Marks;

use super::admit::{Job, with_algorithm};
use super::draft::{Draft, Ground};
use super::format::{Call, FormatFrom, Reading, text};
use super::output::Resource;
use super::parameters::Name;
use super::query::Query;
use super::solve::Space;
use crate::problem::{Fault, Problem, Reason};
use crate::response::caching::{Location, Vary};
use crate::settings::Settings;
use crate::work::cancel::Watch;
use crate::work::pool::Cost;
use dedale_book::font;
use dedale_book::options::{self, Answers, BookOptions, Shown};
use dedale_book::paper::{PAPERS, Paper};
use dedale_book::plan::Plan;
use dedale_book::words::{LANGUAGES, Words};
use dedale_book::{drawn_steps, laid_steps};

/// A checked request for a book.
#[derive(Clone, Debug)]
pub struct BookRequest {
    /// The mazes that have the seed of the book: one, or where their sizes grow, one for each of the book.
    pub mazes: SizedMazes,
    /// The rest.
    pub options: BookOptions,
    /// Which headers the response depends on.
    pub vary: Vary,
    /// Where exactly this book is found again.
    pub location: Location,
}

impl BookRequest {
    /// This request, with the work to find out whether the mazes of the book can be made, which it is before the response begins; and about how
    /// many steps the whole book takes.
    pub fn admitted(self, settings: &Settings) -> Result<(BookRequest, Job, u64), Problem> {
        let steps = self.admit_pages(settings)?;
        let job = self.admit_mazes(settings)?;
        Ok((self, job, steps))
    }

    /// About how many steps it takes to make and draw all mazes.
    fn admit_pages(&self, settings: &Settings) -> Result<u64, Problem> {
        let (maze, options) = (&self.mazes.largest, &self.options);
        // They are made again for the solutions.
        let times = 1 + u64::from(options.answers != Answers::None);
        let steps_of = |maze: &MazeOptions| {
            let drawn = drawn_steps(maze.cells(), maze.facts().is_weighted);
            maze.expected_steps().saturating_add(drawn).saturating_mul(times)
        };
        // The steps grow with the cells or faster, so that all sizes have no more than as many of the smallest and of the largest.
        let mean = steps_of(maze).midpoint(steps_of(self.mazes.smallest()));
        let steps = mean.saturating_mul(options.count.into());
        if steps <= settings.max_steps {
            return Ok(steps);
        }
        let (count, cells, with) = (options.count, maze.cells(), with_algorithm(maze));
        Err(too_many(settings, &format!("{count} mazes of {cells} cells{with}"), steps))
    }

    /// The work to lay the grids of the mazes and to find those that are wanted.
    fn admit_mazes(&self, settings: &Settings) -> Result<Job, Problem> {
        let (maze, options, most) = (&self.mazes.largest, &self.options, settings.max_steps);
        let sizes = u64::from(self.mazes.count());
        // Mazes are chosen from so many each, of which none takes more than the largest.
        let each = options.candidates(sizes > 1);
        let candidates = u64::from(each) * sizes;
        let attempts = maze.attempts_within(most / 2 / candidates);
        let tried = u64::from(attempts.unwrap_or(0)) + u64::from(options.is_rising);
        let found = maze.expected_attempt_steps().saturating_mul(tried);
        let laid = laid_steps(maze, each) * sizes + SIZE_STEPS * (sizes - 1);
        let steps = laid.saturating_add(found.saturating_mul(candidates));
        if tried == 0 || steps <= most {
            let bytes = if laid + found > 0 { maze.expected_bytes() } else { 0 };
            return Ok(Job { cost: Cost { steps, bytes }, attempts });
        }
        let (count, cells) = (options.count, maze.cells());
        Err(too_many(settings, &format!("to find {count} mazes of {cells} cells each"), steps))
    }
}

/// The problem with a book that would take so many steps.
fn too_many(settings: &Settings, what: &str, steps: u64) -> Problem {
    let (over, detail) = settings.too_many_steps(what, steps);
    Problem::invalid(vec![Fault::new(Name::Count.as_str(), None, Reason::too_large(over, detail))])
}

/// About how many steps it takes to set a size and to check the options of the maze again.
const SIZE_STEPS: u64 = 4096;

/// The maximum bleed, in millimeters.
const MAX_BLEED: f64 = 10.0;

/// The maximum gutter, in millimeters.
const MAX_GUTTER: f64 = 50.0;

/// Reads and checks a request for a book.
pub fn book(call: Call<'_>) -> Result<BookRequest, Problem> {
    let mut reading = call.read(Resource::Book.groups(), FormatFrom::Resource(Resource::Book))?;
    let query = &mut reading.query;
    let is_rising = rises(query);
    let options = options(query).map(|options| BookOptions { is_rising, ..options });
    let growing = growing(query, call.settings.limits().max_side.into());
    let largest = growing.iter().map(|(name, range)| (*name, range.clone().map(|range| Some(range.most()))));
    let read = largest.chain(is_rising.then_some((Name::Difficulty, Ok(None)))).collect();
    let mut draft = Draft::read(&mut reading, Ground::Book(read));
    let query = &mut reading.query;
    let mazes = options.as_ref().and_then(|options| mazes(query, &mut draft, growing, options.count));
    if let (Some(options), Space::Plain(Some(size))) = (&options, draft.space) {
        let has_doors = mazes.as_ref().is_some_and(SizedMazes::has_doors);
        // The cells of the largest maze are the smallest.
        check_fit(query, &Plan::new(options.clone(), vec![size.map(f64::from)], has_doors));
    }
    let written = draft.written(&mut reading);
    let location = draft.location(&reading);
    let ((mazes, options), written) = reading.finish(mazes.zip(options).zip(written))?;
    Ok(BookRequest { mazes, options, vary: written.vary(), location })
}

/// Whether a book rises; else the difficulty is that of each maze.
fn rises(query: &Query<'_>) -> bool {
    query.given(Name::Difficulty).is_some_and(|text| text.eq_ignore_ascii_case(BookOptions::RISING))
}

/// Sizes that grow from maze to maze, each with its range, or what is wrong with it.
pub(super) type Growing = Vec<(Name, Result<Range<u64>, InvalidValue>)>;

/// The sizes that grow through a book, each with its range, or what is wrong with it.
pub(super) fn growing(query: &Query<'_>, max_side: u64) -> Growing {
    let mut growing = Growing::new();
    for (name, limit, max) in
        [(Name::W, "columns", max_side), (Name::H, "rows", max_side), (Name::Rings, "rings", u64::from(u32::MAX))]
    {
        // These values were meant as ranges, and are no numbers either.
        let Some(text) = query.given(name).filter(|text| ["..", "-", "–"].iter().any(|sign| text.contains(sign)))
        else {
            continue;
        };
        let range = text.parse::<Range<u64>>();
        let within = range.and_then(|range| match range.most() {
            _ if range.least() == 0 => Err(format!("must be between 1 and {max}").into()),
            asked if asked > max => {
                Err(OverLimit { limit, max, asked }.because(format!("must be between 1 and {max}")))
            }
            _ => Ok(range),
        });
        growing.push((name, within));
    }
    growing
}

/// Mazes that differ in their sizes, or a single one.
#[derive(Clone, Debug)]
pub struct SizedMazes {
    /// The largest.
    pub largest: MazeOptions,
    /// The others, where there are some.
    smaller: Option<Box<Smaller>>,
}

/// The mazes that are smaller than the largest. Two of them are checked when a request is read, and the others when they are needed.
#[derive(Clone, Debug)]
struct Smaller {
    smallest: MazeOptions,
    /// The options that all have.
    builder: MazeBuilder,
    sizes: Vec<(Name, Range<u64>)>,
    /// How many mazes there are, with the largest.
    count: u32,
}

impl Smaller {
    /// The options of the maze of this number.
    fn options(&self, number: u32) -> Result<MazeOptions, InvalidOptions> {
        let mut builder = self.builder.clone();
        for (name, range) in &self.sizes {
            let size = options::growing(*range, number, self.count).to_string();
            builder.set(name.as_str(), &size).map_err(|wrong| InvalidOptions::one(name.as_str(), wrong))?;
        }
        builder.options()
    }
}

impl SizedMazes {
    /// How many there are.
    pub fn count(&self) -> u32 {
        self.smaller.as_ref().map_or(1, |smaller| smaller.count)
    }

    /// The smallest.
    pub fn smallest(&self) -> &MazeOptions {
        self.smaller.as_ref().map_or(&self.largest, |smaller| &smaller.smallest)
    }

    /// Whether the outer wall of any of them has doors.
    pub fn has_doors(&self) -> bool {
        self.largest.has_doors() || self.smallest().has_doors()
    }

    /// All of them, the largest last.
    ///
    /// # Errors
    ///
    /// [`MakeError::Invalid`] where the options do not go with one of the sizes, and [`MakeError::Stopped`].
    pub fn all(self, watch: &mut Watch) -> Result<Vec<MazeOptions>, MakeError<Stopped>> {
        let mut mazes = Vec::with_capacity(self.count() as usize);
        if let Some(smaller) = self.smaller {
            for number in 0..smaller.count - 1 {
                watch.go_on()?;
                mazes.push(smaller.options(number).map_err(MakeError::Invalid)?);
            }
        }
        mazes.push(self.largest);
        Ok(mazes)
    }
}

/// The mazes of a book: one where no size grows, else `count`. The largest is the one of the draft, and the smallest is checked too.
pub(super) fn mazes(query: &mut Query<'_>, draft: &mut Draft, growing: Growing, count: u32) -> Option<SizedMazes> {
    let largest = *draft.options.take()?;
    if query.has(Name::Remove) {
        // Cells and sides that one of the mazes has may be missing in another one.
        let differ = [(Name::Weave, largest.is_woven()), (Name::Obstacles, largest.is_open_ground())];
        for (other, _) in differ.iter().filter(|(_, differ)| *differ) {
            query.fault(Name::Remove, InvalidValue::conflict(other.as_str()));
        }
    }
    if !query.is_valid() {
        // What is wrong with the largest would be said of the smaller ones again.
        return None;
    }
    let sizes: Vec<_> = growing.into_iter().filter_map(|(name, range)| Some((name, range.ok()?))).collect();
    if sizes.is_empty() || count == 1 {
        return Some(SizedMazes { largest, smaller: None });
    }
    let mut smaller = Smaller { smallest: largest, builder: draft.of_book.take()?, sizes, count };
    match smaller.options(0) {
        Ok(smallest) => {
            let largest = std::mem::replace(&mut smaller.smallest, smallest);
            Some(SizedMazes { largest, smaller: Some(Box::new(smaller)) })
        }
        Err(invalid) => {
            query.invalid_options(invalid);
            None
        }
    }
}

fn options(query: &mut Query<'_>) -> Option<BookOptions> {
    let count = query.within(Name::Count, "count", BookOptions::MAX.into());
    let sheet = sheet(query);
    let per_page = one_of(query, Name::PerPage, &BookOptions::PER_PAGE);
    let answers = query.choice(Name::Answers, "value", Answers::ALL, Answers::name);
    let answers_per_page = one_of(query, Name::AnswersPerPage, &BookOptions::ANSWERS_PER_PAGE);
    if query.has(Name::AnswersPerPage) && answers.is_some_and(|answers| answers != Answers::End) {
        query.fault(Name::AnswersPerPage, InvalidValue::needs("answers=end"));
    }
    let [bleed, gutter] =
        [(Name::Bleed, MAX_BLEED), (Name::Gutter, MAX_GUTTER)].map(|(name, most)| query.thousandths(name, 0.0..=most));
    Some(BookOptions {
        count: count? as u32,
        per_page: per_page?,
        answers: answers?,
        answers_per_page: answers_per_page?,
        bleed: bleed?,
        gutter: gutter?,
        ..sheet?
    })
}

/// Reads how a page is printed, for a worksheet.
fn sheet(query: &mut Query<'_>) -> Option<BookOptions> {
    let paper = query.choice(Name::Paper, "size of paper", &refs(PAPERS), |paper: &Paper| paper.name);
    let words = query.choice(Name::Lang, "language", &refs(LANGUAGES), |words: &Words| words.lang);
    let shown = query.list(Name::Show, Shown::ALL, Shown::name);
    let marks = query.choice(Name::Marks, "value", Marks::ALL, Marks::name);
    let line = query.has(Name::LineMm).then(|| query.thousandths(Name::LineMm, BookOptions::LINES_MM));
    let title = title(query);
    let line = if let Some(line) = line { Some(line?) } else { None };
    Some(BookOptions::sheet(paper?, words?, shown, marks?, line, title?))
}

/// Reads how a worksheet is printed, if one is asked for; and checks that its maze can be printed on it, where its size is known, in units of a
/// cell. `None` where something is wrong.
pub fn page(reading: &mut Reading<'_>, size: Option<[f64; 2]>, has_doors: bool) -> Option<Option<BookOptions>> {
    if !reading.is_pages() {
        return Some(None);
    }
    let sheet = sheet(&mut reading.query)?;
    if let Some(size) = size {
        check_fit(&mut reading.query, &Plan::new(sheet.clone(), vec![size], has_doors));
    }
    Some(Some(sheet))
}

fn refs<T>(all: &'static [T]) -> Vec<&'static T> {
    all.iter().collect()
}

fn one_of(query: &mut Query<'_>, name: Name, allowed: &[(u32, &'static str)]) -> Option<u32> {
    query.choice(name, "number", allowed, |(_, text)| text).map(|(number, _)| number)
}

/// The title, if one was sent; `None` if it is wrong.
fn title(query: &mut Query<'_>) -> Option<Option<String>> {
    let Some(title) = query.given(Name::Title) else { return Some(None) };
    let most = BookOptions::LONGEST_TITLE;
    let detail = if title.trim().is_empty() || title.chars().count() > most {
        Some(format!("must be 1 to {most} characters, at least one of them not a space"))
    } else {
        title.chars().find(|&letter| !font::has(letter)).map(|letter| {
            format!("has {letter:?}, and the letters of books are Latin, Greek and Cyrillic, each with its accents as one character")
        })
    };
    match detail {
        Some(detail) => {
            query.fault(Name::Title, detail);
            None
        }
        None => Some(Some(title.trim().to_owned())),
    }
}

/// Notes that the mazes cannot be printed on the pages.
fn check_fit(query: &mut Query<'_>, plan: &Plan) {
    if let Some(detail) = plan.fault() {
        let sizes = [Name::W, Name::H, Name::Rings, Name::PerPage, Name::Paper, Name::Floors];
        let name = sizes.into_iter().find(|&name| query.has(name)).unwrap_or(Name::Paper);
        query.fault(name, detail);
    } else if let Some(detail) = plan.line_fault() {
        query.fault(Name::LineMm, detail);
    }
}

/// Checks that mazes can be printed on the pages, once their size is known.
pub fn fitting(uri: &Uri, plan: &Plan) -> Result<(), Problem> {
    let mut query = Query::new(text(uri), Resource::Book.groups());
    check_fit(&mut query, plan);
    query.finish(Some(()))
}
