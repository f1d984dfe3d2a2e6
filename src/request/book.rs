//! What book a request asks for.

use axum::http::Uri;
use dedale::options::MazeOptions;

use super::draft::{Draft, Ground};
use super::format::{Call, FormatFrom, text};
use super::parameters::{Groups, Name};
use super::query::Query;
use super::solve::Space;
use crate::book::font;
use crate::book::options::{Answers, BookOptions};
use crate::book::paper::{PAPERS, Paper};
use crate::book::plan::Plan;
use crate::book::words::{LANGUAGES, Words};
use crate::problem::Problem;
use crate::response::caching::Location;

/// A checked request for a book.
#[derive(Clone, Debug)]
pub struct BookRequest {
    /// The maze that has the seed of the book.
    pub maze: MazeOptions,
    /// The rest.
    pub options: BookOptions,
    /// Where exactly this book is found again.
    pub location: Location,
}

/// The most millimetres of the bleed and of the gutter.
const MOST_MM: [f64; 2] = [10.0, 50.0];

/// Reads and checks a request for a book.
///
/// # Errors
///
/// A [`Problem`] with everything that is wrong with the parameters.
pub fn book(call: Call<'_>) -> Result<BookRequest, Problem> {
    let mut reading = call.read(Groups::MAZES | Groups::BOOK, FormatFrom::Steps);
    let is_rising = reading.query.take(Name::Difficulty, BookOptions::RISING);
    let draft = Draft::read(&mut reading, Ground::Whole);
    let options = options(&mut reading.query).map(|options| BookOptions { is_rising, ..options });
    if let (Some(options), Space::Plain(Some(size))) = (&options, draft.space) {
        check_fit(&mut reading.query, &Plan::new(options.clone(), size.map(f64::from)));
    }
    let written = draft.written(&mut reading);
    let location = draft.location(&reading, written);
    let (maze, options) = reading.finish(draft.options.zip(options))?;
    Ok(BookRequest { maze, options, location })
}

/// The options of a book besides its mazes.
fn options(query: &mut Query<'_>) -> Option<BookOptions> {
    let count = query.whole(Name::Count, 1..=BookOptions::MOST.into());
    let paper = query.choice(Name::Paper, "size of paper", &refs(PAPERS), |paper: &Paper| paper.name);
    let per_page = one_of(query, Name::PerPage, &BookOptions::PER_PAGE);
    let answers = query.choice(Name::Answers, "value", Answers::ALL, Answers::name);
    let answers_per_page = one_of(query, Name::AnswersPerPage, &BookOptions::ANSWERS_PER_PAGE);
    if query.has(Name::AnswersPerPage) && answers.is_some_and(|answers| answers != Answers::End) {
        query.fault(Name::AnswersPerPage, "is only valid with answers=end; facing pages are alike");
    }
    let words = query.choice(Name::Lang, "language", &refs(LANGUAGES), |words: &Words| words.lang);
    let title = title(query);
    let [bleed, gutter] =
        [(Name::Bleed, MOST_MM[0]), (Name::Gutter, MOST_MM[1])].map(|(name, most)| query.thousandths(name, 0.0..=most));
    Some(BookOptions {
        count: count? as u32,
        paper: paper?,
        per_page: per_page?,
        answers: answers?,
        answers_per_page: answers_per_page?,
        words: words?,
        title: title?,
        bleed: bleed?,
        gutter: gutter?,
        is_rising: false,
    })
}

fn refs<T>(all: &'static [T]) -> Vec<&'static T> {
    all.iter().collect()
}

/// One of a few numbers.
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
        let sizes = [Name::W, Name::H, Name::Rings, Name::PerPage, Name::Paper, Name::Levels];
        let name = sizes.into_iter().find(|&name| query.has(name)).unwrap_or(Name::Paper);
        query.fault(name, detail);
    }
}

/// Checks that mazes can be printed on the pages, once their size is known.
///
/// # Errors
///
/// A [`Problem`] that says why they cannot.
pub fn fitting(uri: &Uri, plan: &Plan) -> Result<(), Problem> {
    let mut query = Query::new(text(uri), Groups::MAZES | Groups::BOOK);
    check_fit(&mut query, plan);
    Ok(query.finish(Some(()))?)
}
