//! Worksheets: a maze on a page to print, as in `/maze.pdf` and `/solve.pdf`, and the parts that books share with them.

use std::fmt::Display;

use dedale::about::InvalidValueKind;
use dedale::grid::Grid as _;
use dedale::options::InvalidOptions;
use dedale::picture::{Marks, Picture, STYLE_OPTIONS, Style};
use dedale_book::font;
use dedale_book::options::{BookOptions, Caption};
use dedale_book::paper::{PAPERS, Paper};
use dedale_book::plan::{MazeTraits, Plan};
use dedale_book::words::{LANGUAGES, Words};
use dedale_book::{Book, Mazes, drawn_steps};

use crate::limits::cancel::Watch;
use crate::parameters::code::sheet_address;
use crate::parameters::format::{Parameters, Representation};
use crate::parameters::maze::MazeParameters;
use crate::parameters::query::Query;
use crate::parameters::solve::AddressSpace;
use crate::parameters::table::{Groups, Name};
use crate::response::body::Drawing;
use crate::response::caching::Tag;

/// A worksheet and the identifier of its document.
#[derive(Clone, Debug)]
pub struct Page {
    options: BookOptions,
    id: u128,
}

impl Page {
    /// Creates a worksheet. The identifier of the document is a digest of its content, `what`, and of the options.
    pub fn new(options: &BookOptions, what: impl Display) -> Page {
        Page { options: options.clone(), id: Tag::new(format_args!("{what} {options}")).number() }
    }

    /// Draws a maze on the worksheet. That of a poster has its distances already. Fails if the maze turns out to be too large to be printed.
    pub fn draw(self, picture: Picture) -> Result<Drawing, InvalidOptions> {
        let cells = u64::from(picture.maze.grid().cells());
        let (traits, is_poster) = (MazeTraits::of_made(&picture), self.options.poster.is_some());
        let plan = Plan::new(self.options, vec![picture.drawn_size()], traits);
        if let Some(detail) = plan.fault() {
            return Err(InvalidOptions::one(Name::Paper.as_str(), detail));
        }
        if let Some(detail) = plan.line_fault() {
            return Err(InvalidOptions::one(Name::LineMm.as_str(), detail));
        }
        let mut book = Book::new(Mazes::made(picture), plan, self.id);
        let bytes = book.bytes();
        let write_next = Box::new(move |out: &mut Vec<u8>, watch: &mut Watch| book.write_next(out, watch));
        let steps = drawn_steps(cells, false, is_poster);
        Ok(Drawing::compressed(write_next, steps, steps, bytes))
    }
}

/// Parses the layout of the worksheet of a generated maze, if it is printed.
#[expect(clippy::option_option, reason = "no worksheet is no error")]
pub fn parse_generated_worksheet(
    parameters: &mut Parameters,
    parsed: &MazeParameters,
    representation: Option<Representation>,
) -> Option<Option<BookOptions>> {
    let size = if let AddressSpace::Squares(Some(size)) = parsed.space { Some(size.map(f64::from)) } else { None };
    let traits = parsed.options.as_deref().map(MazeTraits::of).unwrap_or_default();
    let are_solved = parameters.query.takes(Groups::SOLVER);
    parse_worksheet(parameters, Some(parsed), size, MazeTraits { are_solved, ..traits }, representation)
}

/// Parses the layout of a page.
pub fn parse_layout(query: &mut Query) -> Option<BookOptions> {
    let paper = query.choice(Name::Paper, "size of paper", &refs(PAPERS), |paper: &Paper| paper.name);
    let words = query.choice(Name::Lang, "language", &refs(LANGUAGES), |words: &Words| words.lang);
    let shown = query.list(Name::Show, Caption::ALL, Caption::name);
    if shown.contains(&Caption::Answer) && !query.has(Name::Word) && !query.has(Name::Sum) {
        let reason =
            InvalidValueKind::Needs(Name::Word.to_string()).with_reason("answer is only valid with word or sum");
        query.fault_of(Name::Show, Caption::Answer.name(), reason);
    }
    let marks = query.choice(Name::Marks, "value", Marks::ALL, Marks::name);
    let mut style = Style::DEFAULT;
    query.set_options(Groups::INK, &mut style, STYLE_OPTIONS);
    let line = query.has(Name::LineMm).then(|| query.thousandths(Name::LineMm, BookOptions::LINES_MM));
    let title = parse_title(query);
    let line = if let Some(line) = line { Some(line?) } else { None };
    let Style { color, path_color, path_style, .. } = style;
    Some(BookOptions {
        shown,
        marks: marks?,
        color,
        path_color,
        path_style,
        line,
        title: title?,
        ..BookOptions::sheet(paper?, words?)
    })
}

/// Adds the footer, if it is asked for: the code of the mazes, and the address of the page that shows the same sheet, if
/// it is known. `parsed` is `None` for a posted maze.
pub fn with_footer(parameters: &mut Parameters, parsed: Option<&MazeParameters>, options: BookOptions) -> BookOptions {
    if !options.shown.contains(&Caption::Code) || !parameters.query.is_valid() {
        return options;
    }
    let code = |is_complete| parsed?.sheet_code(parameters, is_complete);
    let (Some(printed), Some(complete)) = (code(false), code(true)) else {
        parameters.query.fault_of(Name::Show, Caption::Code.name(), NO_CODE);
        return options;
    };
    let address = parameters.public_url.as_ref().map(|url| sheet_address(url, &complete));
    BookOptions { footer: [printed].into_iter().chain(address).collect(), ..options }
}

/// The reason why there is no code.
const NO_CODE: &str = "code is only valid for mazes that a URL gives, and not for one in a body";

/// Parses the layout of a worksheet, if the format is one, and checks that the maze fits on it if its size is known, in
/// units of a cell. `parsed` is `None` for a posted maze. `None` if something is wrong.
pub fn parse_worksheet(
    parameters: &mut Parameters,
    parsed: Option<&MazeParameters>,
    size: Option<[f64; 2]>,
    traits: MazeTraits,
    representation: Option<Representation>,
) -> Option<Option<BookOptions>> {
    if !parameters.is_pages() {
        return Some(None);
    }
    let layout = parse_layout(&mut parameters.query)?;
    let poster = representation.and_then(|representation| representation.format.style()?.heat);
    let layout = BookOptions { poster, ..with_footer(parameters, parsed, layout) };
    if let Some(size) = size {
        check_fit(&mut parameters.query, &Plan::new(layout.clone(), vec![size], traits));
    }
    Some(Some(layout))
}

fn refs<T>(all: &'static [T]) -> Vec<&'static T> {
    all.iter().collect()
}

pub fn parse_number(query: &mut Query, name: Name, allowed: &[(u32, &'static str)]) -> Option<u32> {
    query.choice(name, "number", allowed, |(_, text)| text).map(|(number, _)| number)
}

/// Parses the title. The inner value is `None` if there is no title, and the outer one if it is wrong.
fn parse_title(query: &mut Query) -> Option<Option<String>> {
    let Some(title) = query.given(Name::Title) else { return Some(None) };
    let most = BookOptions::MAX_TITLE;
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

/// Reports mazes that do not fit on the pages.
pub fn check_fit(query: &mut Query, plan: &Plan) {
    if let Some(detail) = plan.fault() {
        let sizes = [Name::W, Name::H, Name::Rings, Name::PerPage, Name::Paper, Name::Floors];
        let name = sizes.into_iter().find(|&name| query.has(name)).unwrap_or(Name::Paper);
        query.fault(name, detail);
    } else if let Some(detail) = plan.line_fault() {
        query.fault(Name::LineMm, detail);
    }
}
