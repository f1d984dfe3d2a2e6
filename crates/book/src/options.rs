//! The options of a book besides those of its mazes.

use std::fmt;
use std::ops::RangeInclusive;

use dedale::about::Between;
use dedale::edit::SolutionWord;
use dedale::grid::Mask;
use dedale::named;
use dedale::options::DIFFICULTY_SAMPLE;
use dedale::picture::{Marks, PathStyle};

use super::paper::{MM, Paper};
use super::words::Words;

named! {
    /// Where the ways through the mazes are shown.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Answers {
        /// On pages after the last maze.
        End = "end",
        /// On the page that faces each page of mazes.
        Facing = "facing",
        /// Nowhere.
        None = "none",
    }
}

named! {
    /// What is printed beside the mazes of a book, apart from their numbers.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Caption {
        /// On each page, a line for the name of who solves it.
        Name = "name",
        /// The seed of each maze.
        Seed = "seed",
        /// How many choices there are on its way.
        Difficulty = "difficulty",
        /// Below each maze, a box for each letter on the way, or a line for the sum.
        Answer = "answer",
    }
}

/// The options of a book, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct BookOptions {
    /// How many mazes there are.
    pub count: u32,
    /// The size of a page.
    pub paper: &'static Paper,
    /// How many mazes there are on a page.
    pub per_page: u32,
    /// Where the ways are.
    pub answers: Answers,
    /// How many there are at most on a page at the end.
    pub answers_per_page: u32,
    /// The words.
    pub words: &'static Words,
    /// What is printed beside the mazes.
    pub shown: Vec<Caption>,
    /// What is drawn at their ends.
    pub marks: Marks,
    /// How the ways are drawn: see [`Style::path_style`](dedale::picture::Style::path_style).
    pub path_style: Option<PathStyle>,
    /// How thick the walls are, in thousandths of a millimeter, where that does not follow from the cells.
    pub line: Option<u32>,
    /// The title, if there is one.
    pub title: Option<String>,
    /// How far a page goes on beyond its edges, which are cut, in thousandths of a millimeter.
    pub bleed: u32,
    /// How much wider the margin is at the binding, in thousandths of a millimeter.
    pub gutter: u32,
    /// Whether the mazes are in the order of their difficulty.
    pub is_rising: bool,
    /// The words on the ways through the mazes: each maze has the next one, and after the last comes the first. If there are none, mazes have what
    /// their options say.
    pub solution_words: Vec<SolutionWord>,
    /// The shapes that the ways show, in the same order.
    pub shapes: Vec<Mask>,
}

impl BookOptions {
    /// The thinnest and the thickest walls, in millimeters.
    pub const LINES_MM: RangeInclusive<f64> = 0.1..=10.0;

    /// The most mazes.
    pub const MAX: u32 = 500;

    /// The difficulty of a book whose mazes are in the order of theirs.
    pub const RISING: &'static str = "easy..hard";

    /// The most characters of a title.
    pub const MAX_TITLE: usize = 120;

    /// How many mazes a page may have.
    pub const PER_PAGE: [(u32, &'static str); 4] = [(1, "1"), (2, "2"), (4, "4"), (6, "6")];

    /// How many ways a page may have.
    pub const ANSWERS_PER_PAGE: [(u32, &'static str); 4] = [(1, "1"), (4, "4"), (6, "6"), (9, "9")];

    /// A worksheet: a page with one maze, and nothing of what it was made from.
    pub fn sheet(
        paper: &'static Paper,
        words: &'static Words,
        shown: Vec<Caption>,
        marks: Marks,
        line: Option<u32>,
        title: Option<String>,
    ) -> BookOptions {
        BookOptions {
            count: 1,
            paper,
            per_page: 1,
            answers: Answers::None,
            answers_per_page: 1,
            words,
            shown,
            marks,
            path_style: None,
            line,
            title,
            bleed: 0,
            gutter: 0,
            is_rising: false,
            solution_words: Vec::new(),
            shapes: Vec::new(),
        }
    }

    /// Whether all mazes are on one page, whose title is then above them.
    pub(crate) fn is_sheet(&self) -> bool {
        self.count <= self.per_page
    }

    /// Whether this is printed beside the mazes.
    pub(crate) fn shows(&self, what: Caption) -> bool {
        self.shown.contains(&what)
    }

    /// How many mazes are made to choose from, in all or, where sizes grow, of each maze of the book: as many as are needed, and where they
    /// are in the order of their difficulty, enough of them that the first is easy and the last is hard.
    pub fn candidates(&self, is_growing: bool) -> u32 {
        let needed = if is_growing { 1 } else { self.count };
        if self.is_rising { needed.max(DIFFICULTY_SAMPLE) } else { needed }
    }

    /// The place of a maze of the book among so many candidates that are in order: of the first maze the first, of the last the last, and
    /// those of others evenly between them.
    pub(crate) fn place(&self, maze: u32, candidates: u32) -> u32 {
        maze * (candidates - 1) / (self.count - 1).max(1)
    }

    /// A length in points.
    pub(crate) fn points(thousandths: u32) -> f64 {
        f64::from(thousandths) / 1000.0 * MM
    }

    /// The title of the document: that of the book, or how many mazes it has.
    pub(crate) fn document_title(&self) -> String {
        self.title.clone().unwrap_or_else(|| self.words.count(self.count))
    }
}

/// All of it in one line, for tags of responses.
impl fmt::Display for BookOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BookOptions {
            count,
            paper,
            per_page,
            answers,
            answers_per_page,
            words,
            shown,
            marks,
            path_style,
            line,
            title,
            bleed,
            gutter,
            is_rising,
            solution_words,
            shapes,
        } = self;
        let (paper, lang, answers) = (paper.name, words.lang, answers.name());
        write!(
            f,
            "{count} {paper} {per_page} {answers} {answers_per_page} {lang} {bleed} {gutter} {shown:?} {marks} {line:?} {title:?}"
        )?;
        solution_words.iter().try_for_each(|word| write!(f, " {word}"))?;
        path_style.iter().try_for_each(|style| write!(f, " {style}"))?;
        shapes.iter().try_for_each(|shape| write!(f, " {shape}"))?;
        if *is_rising { write!(f, " {}", BookOptions::RISING) } else { Ok(()) }
    }
}

/// The size of the maze with this index, from 0, of `count` mazes whose sizes grow through a range: between its ends, rounded to the nearest. A single
/// maze has the largest.
///
/// ```
/// use dedale_book::options::growing;
/// let range = "8..24".parse()?;
/// assert_eq!([0, 1, 2, 3, 4].map(|number| growing(range, number, 5)), [8, 12, 16, 20, 24]);
/// # Ok::<(), dedale::about::InvalidValue>(())
/// ```
pub fn growing(range: Between<u64>, number: u32, count: u32) -> u64 {
    let (number, gaps) = if count > 1 { (number, count - 1) } else { (1, 1) };
    let (number, gaps, growth) = (u128::from(number), u128::from(gaps), u128::from(range.most() - range.least()));
    range.least() + ((growth * number * 2 + gaps) / (2 * gaps)) as u64
}
