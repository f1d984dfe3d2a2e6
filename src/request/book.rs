//! What book a request asks for.

use axum::http::Uri;
use dedale::about::parse_digits;
use dedale::options::{Difficulty, MazeOptions};

use super::draft::{Draft, Ground};
use super::format::{Call, FormatFrom, text};
use super::parameters::{Groups, Name};
use super::query::Query;
use super::solve::Space;
use crate::problem::Problem;
use crate::response::caching::Location;
use dedale_book::font;
use dedale_book::options::{Answers, BookOptions, Shown};
use dedale_book::paper::{PAPERS, Paper};
use dedale_book::plan::Plan;
use dedale_book::words::{LANGUAGES, Words};

/// A checked request for a book.
#[derive(Clone, Debug)]
pub struct BookRequest {
    /// The mazes that have the seed of the book: one, or where their sizes grow, one for each of the book, the largest last.
    pub mazes: Vec<MazeOptions>,
    /// The rest.
    pub options: BookOptions,
    /// Where exactly this book is found again.
    pub location: Location,
}

/// The most millimeters of the bleed and of the gutter.
const MOST_MM: [f64; 2] = [10.0, 50.0];

/// Reads and checks a request for a book.
///
/// # Errors
///
/// A [`Problem`] with everything that is wrong with the parameters.
pub fn book(call: Call<'_>) -> Result<BookRequest, Problem> {
    let mut reading = call.read(Groups::MAZES | Groups::BOOK, FormatFrom::Steps);
    let is_rising = reading.query.take(Name::Difficulty, BookOptions::RISING);
    check_difficulty(&mut reading.query);
    let options = options(&mut reading.query).map(|options| BookOptions { is_rising, ..options });
    let growing = growing(&mut reading.query);
    let count = options.as_ref().filter(|_| !growing.is_empty()).map_or(1, |options| options.count);
    let mut drafts: Vec<Draft> = Vec::new();
    // Errors of the largest maze come before those of the others.
    for place in (0..count).rev() {
        for Growing { name, sizes: [least, most] } in &growing {
            // Rounded to the nearest; of a single maze, the largest.
            let gaps = u64::from(count - 1).max(1);
            let grown = ((most - least) * u64::from(if count == 1 { 1 } else { place }) * 2 + gaps) / (2 * gaps);
            reading.query.read_as(*name, &(least + grown).to_string());
        }
        drafts.push(Draft::read(&mut reading, Ground::Whole));
        if !reading.query.is_valid() {
            break;
        }
    }
    let sizes = drafts.iter().rev().map(|draft| match draft.space {
        Space::Plain(size) => size.map(|size| size.map(f64::from)),
        _ => None,
    });
    if let (Some(options), Some(sizes)) = (&options, sizes.collect()) {
        let has_doors = reading.query.given(Name::Doors) == Some("true");
        check_fit(&mut reading.query, &Plan::new(options.clone(), sizes, has_doors));
    }
    let written = drafts[0].written(&mut reading);
    let location = drafts[0].location(&reading, written);
    let mazes: Option<Vec<_>> = drafts.into_iter().rev().map(|draft| draft.options.map(|maze| *maze)).collect();
    let (mazes, options) = reading.finish(mazes.zip(options))?;
    Ok(BookRequest { mazes, options, location })
}

/// Notes that a difficulty is none, and what there is beside those of a single maze.
fn check_difficulty(query: &mut Query<'_>) {
    let Some(text) = query.given(Name::Difficulty).map(str::to_owned) else { return };
    if text.parse::<Difficulty>().is_err() {
        let rising = BookOptions::RISING;
        query.fault(
            Name::Difficulty,
            format!("must be easy, medium, hard, {rising} for a book that rises, or a range of numbers such as 8..12"),
        );
        query.take(Name::Difficulty, &text);
    }
}

/// A size that grows through the book.
struct Growing {
    name: Name,
    /// Of the first maze, and of the last.
    sizes: [u64; 2],
}

/// The sizes that are ranges, such as `8..24`.
fn growing(query: &mut Query<'_>) -> Vec<Growing> {
    let mut growing = Vec::new();
    for name in [Name::W, Name::H, Name::Rings] {
        // These values were meant as ranges, and are no numbers either.
        let Some(text) = query.given(name).filter(|text| ["..", "-", "–"].iter().any(|sign| text.contains(sign)))
        else {
            continue;
        };
        let sizes = text.split_once("..").and_then(|(least, most)| Some([parse_digits(least)?, parse_digits(most)?]));
        // Numbers of 32 bits are larger than any size, and can be multiplied.
        let sizes = sizes.map(|sizes| sizes.map(|size: u64| size.min(u32::MAX.into())));
        let sizes = sizes.filter(|[least, most]| (1..=*most).contains(least)).unwrap_or_else(|| {
            query.fault(name, "must be a number, or a range that begins with the smaller one, such as 8..24");
            [1; 2]
        });
        growing.push(Growing { name, sizes });
    }
    growing
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
    let shown = query.list(Name::Show, Shown::ALL, Shown::name);
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
        shown,
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
