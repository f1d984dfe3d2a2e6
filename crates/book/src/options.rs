//! The options of a book besides those of its mazes.

use std::fmt;
use std::ops::RangeInclusive;

use dedale::about::Between;
use dedale::named;
use dedale::options::DIFFICULTY_SAMPLE;
use dedale::picture::{Marks, Palette, PathStyle, Style};

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
        /// A line for the name of who solves a maze, on each page or, where it has several mazes, above each of them.
        Name = "name",
        /// The seed of each maze.
        Seed = "seed",
        /// How many choices there are on its way.
        Difficulty = "difficulty",
        /// Below each maze, a box for each letter on the way, or a line for the sum.
        Answer = "answer",
        /// Below the mazes of each page, the [footer](BookOptions::footer).
        Code = "code",
    }
}

named! {
    /// The edge at which the pages of a book are bound, where nothing is cut off.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Binding {
        /// None: all four edges are cut.
        #[default]
        None = "none",
        /// The left edge of the first page and of all odd ones, and the right edge of even ones.
        Left = "left",
    }
}

named! {
    /// How the first page of a book looks that has a title. With a cover, the book is a booklet: there are a page for a name before the mazes and one
    /// after the last. Without one, the title is above the mazes of each page.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Cover {
        /// A ground of one color to the edges of the page, with white walls.
        #[default]
        Color = "color",
        /// Walls in the color of those of the mazes, on white paper.
        Plain = "plain",
        /// There is none.
        None = "none",
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
    /// The color of walls and letters.
    pub color: [u8; 3],
    /// The color of the ways and of dots at the ends.
    pub path_color: [u8; 3],
    /// How the ways are drawn: see [`Style::path_style`].
    pub path_style: Option<PathStyle>,
    /// How thick the walls are, in thousandths of a millimeter, where that does not follow from the cells.
    pub line: Option<u32>,
    /// The title, if there is one.
    pub title: Option<String>,
    /// How the title is shown, if the mazes need more than a page.
    pub cover: Cover,
    /// How far a page goes on beyond its edges, which are cut, in thousandths of a millimeter.
    pub bleed: u32,
    /// Where it does not go on.
    pub binding: Binding,
    /// How much wider the margin is at the binding, in thousandths of a millimeter.
    pub gutter: u32,
    /// Whether the mazes are in the order of their difficulty.
    pub is_rising: bool,
    /// Lines in small letters below the mazes of each page: what the mazes can be asked for with again.
    pub footer: Vec<String>,
    /// The colors of the distances, if this is a poster: a single maze to hang on a wall, without a task, and with its title, its seed and its colors in
    /// a line at the foot.
    pub poster: Option<Palette>,
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
    pub fn sheet(paper: &'static Paper, words: &'static Words) -> BookOptions {
        BookOptions {
            count: 1,
            paper,
            per_page: 1,
            answers: Answers::None,
            answers_per_page: 1,
            words,
            shown: Vec::new(),
            marks: Marks::default(),
            color: Style::DEFAULT.color,
            path_color: Style::DEFAULT.path_color,
            path_style: None,
            line: None,
            title: None,
            cover: Cover::default(),
            bleed: 0,
            binding: Binding::None,
            gutter: 0,
            is_rising: false,
            footer: Vec::new(),
            poster: None,
        }
    }

    /// Whether all mazes are on one page, whose title is then above them.
    pub(crate) fn is_sheet(&self) -> bool {
        self.count <= self.per_page
    }

    /// Whether it is a booklet, which has a cover.
    pub fn has_cover(&self) -> bool {
        self.title.is_some() && self.cover != Cover::None && !self.is_sheet()
    }

    /// Whether this is printed beside the mazes.
    pub(crate) fn shows(&self, what: Caption) -> bool {
        self.shown.contains(&what)
    }

    /// How many mazes are made to choose from, in all or, if the mazes have separate options, for each maze of the book. These are as many as are needed. If
    /// the mazes are in the order of their difficulty, they are enough for the first to be easy and the last to be hard.
    pub fn candidates(&self, is_varied: bool) -> u32 {
        let needed = if is_varied { 1 } else { self.count };
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
            color,
            path_color,
            path_style,
            line,
            title,
            cover,
            bleed,
            binding,
            gutter,
            is_rising,
            footer,
            poster,
        } = self;
        let (paper, lang, answers, binding, cover) =
            (paper.name, words.lang, answers.name(), binding.name(), cover.name());
        write!(
            f,
            "{count} {paper} {per_page} {answers} {answers_per_page} {lang} {bleed} {gutter} {shown:?} {marks} {line:?} {title:?} \
             {color:?} {path_color:?} {binding} {cover} {footer:?}"
        )?;
        path_style.iter().try_for_each(|style| write!(f, " {style}"))?;
        poster.iter().try_for_each(|palette| write!(f, " poster {palette}"))?;
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
