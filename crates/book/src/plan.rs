//! Which pages a book has, and where everything is on them.

use dedale::grid::Side;
use dedale::options::MazeOptions;
use dedale::picture::{Marks, Metadata, Picture, Style};

use super::font::Weight;
use super::options::{Answers, Binding, BookOptions, Caption};
use super::paper::MM;

/// A rectangle on a page, in points from the bottom left corner of the trimmed page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PageArea {
    /// The left edge.
    pub(crate) left: f64,
    /// The bottom edge.
    pub(crate) bottom: f64,
    /// From left to right.
    pub(crate) width: f64,
    /// From the bottom to the top.
    pub(crate) height: f64,
}

impl PageArea {
    /// The top edge.
    pub(crate) fn top(self) -> f64 {
        self.bottom + self.height
    }

    /// The same area from another corner on.
    pub(crate) fn moved(self, [x, y]: [f64; 2]) -> PageArea {
        PageArea { left: self.left + x, bottom: self.bottom + y, ..self }
    }
}

/// What is on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sheet {
    /// The title.
    Cover,
    /// Nothing, so that mazes and their ways face each other.
    Blank,
    /// A line for the name of the owner, and the rules.
    Owner,
    /// That the last maze is done.
    Finish,
    /// So many mazes, from this one on, counted from 0.
    Mazes {
        /// The first of them.
        first: u32,
        /// How many.
        count: u32,
        /// Whether the ways through them are shown.
        solved: bool,
    },
}

/// The pages of a book.
#[derive(Clone, Debug)]
pub struct Plan {
    options: BookOptions,
    /// Width and height of a trimmed page, in points.
    page: [f64; 2],
    /// Width and height in units of a cell: of each maze, or of all.
    sizes: Vec<[f64; 2]>,
    /// What is known of the mazes.
    traits: MazeTraits,
    /// The title in lines and the size of its letters, if there is no page for it.
    headline: (f64, Vec<String>),
    /// What to do with the mazes, below the title, and the size of its letters.
    task: Option<(f64, &'static str)>,
    /// The footer, in lines that are no wider than a page.
    footer: Vec<String>,
    /// How many lines there may be for the seeds of the mazes of a page.
    seed_lines: usize,
    /// How the mazes of a page are arranged.
    mazes: PageGrid,
    /// How the ways of a page at the end are arranged.
    answers: PageGrid,
}

/// What is known of all mazes of a book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MazeTraits {
    /// Where the outer walls have doors.
    pub doors: Doors,
    /// Whether there are letters on the ways.
    pub has_letters: bool,
    /// Whether the ways show shapes.
    pub has_shapes: bool,
    /// Whether cells are cut along an outline, so that those at the ends may have little room for marks.
    pub is_cut: bool,
    /// Whether the mazes that were made already have their ways.
    pub are_solved: bool,
}

/// Where the outer walls of mazes have doors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Doors {
    /// Nowhere.
    #[default]
    None,
    /// On the left and on the right alone, so that marks take no room above and below.
    Beside,
    /// Anywhere.
    Anywhere,
}

impl MazeTraits {
    /// The measures of the mazes of these options, before the mazes are made.
    pub fn of(options: &MazeOptions) -> MazeTraits {
        let doors = match () {
            () if !options.has_doors() => Doors::None,
            () if options.is_plain() => {
                let Metadata { w, h, from, to, .. } = options.metadata();
                // Opposite corners have their doors beside the maze.
                if from == [0, 0] && to == [h - 1, w - 1] { Doors::Beside } else { Doors::Anywhere }
            }
            () => Doors::Anywhere,
        };
        let (has_letters, has_shapes) = (options.on_the_way().is_some(), options.reveal().is_some());
        MazeTraits { doors, has_letters, has_shapes, is_cut: options.mesh().is_smooth(), are_solved: false }
    }

    /// The measures of a maze that is made.
    pub fn of_made(made: &Picture) -> MazeTraits {
        let is_beside = |&side: &Side| matches!(side, Side::W | Side::E);
        let doors: Vec<Side> = made.doors().into_iter().flatten().collect();
        let doors = match made.maze.grid().mesh() {
            _ if doors.is_empty() => Doors::None,
            None if doors.iter().all(is_beside) => Doors::Beside,
            _ => Doors::Anywhere,
        };
        let (has_letters, has_shapes) = (made.metadata.answer.is_some(), made.metadata.reveals());
        let is_cut = made.maze.grid().mesh().is_some_and(|mesh| mesh.options().is_smooth());
        MazeTraits { doors, has_letters, has_shapes, is_cut, are_solved: made.path.is_some() }
    }
}

/// How the mazes of a page are arranged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PageGrid {
    /// From left to right, and from top to bottom.
    counts: [u32; 2],
    /// The size of the letters before the line for a name above a maze, in points; 0 if there is none.
    pub(crate) name: f64,
    /// The size of the number of a maze, in points.
    pub(crate) label: f64,
    /// The height of the boxes for letters below a maze, in points; 0 if there are none.
    pub(crate) answer: f64,
    /// The size of the prompt below a maze, in points; 0 if there is none.
    pub(crate) prompt: f64,
    /// How long a mark outside a door is at least, and at most where that is more than this part of a cell, in points.
    mark: [f64; 2],
}

/// How large a maze is on its page, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fit {
    /// A cell. It is below 0 where there is no room.
    cell: f64,
    /// A mark outside a door; 0 if marks are in cells.
    mark: f64,
    /// What is left free on both sides, and above and below, from the outside of the walls.
    around: [f64; 2],
}

impl PageGrid {
    /// Returns the height of the free area below a maze, for its prompt and its boxes.
    fn below(self) -> f64 {
        [self.prompt, self.answer].into_iter().filter(|&height| height > 0.0).map(|height| height + ABOVE_ANSWER).sum()
    }

    /// What is left free above a maze for its label.
    fn above(self) -> f64 {
        self.above_label() + if self.label > 0.0 { self.label + BELOW_LABEL } else { 0.0 }
    }

    /// What is left free above the label of a maze for the line for a name.
    fn above_label(self) -> f64 {
        if self.name > 0.0 { self.name + BELOW_NAME } else { 0.0 }
    }
}

/// The largest cell where a page has several mazes.
const MAX_CELL: f64 = 18.0 * MM;

/// The smallest cell of a maze on a sheet: there must be room for a pencil.
const MIN_CELL: f64 = 1.0 * MM;

/// The free space for a mark outside a door, in lengths of the mark.
const AROUND: f64 = 1.3;

/// The length of an arrow and of a symbol outside a door, in cells, within their limits.
const ARROW_CELLS: f64 = 0.5;
const SYMBOL_CELLS: f64 = 2.0;

/// The least and the greatest length of a symbol outside a door, and its share of a slot where that is less.
const SYMBOL_LENGTHS: [f64; 2] = [14.0 * MM, 20.0 * MM];
const SYMBOL_SHARES: [f64; 2] = [0.08, 0.1];

/// The length of a symbol in a cell, in cells.
const SYMBOL: f64 = 0.78;

/// How thick a wall is, in cells, and at least and at most in points; and how thick it may be in small cells.
const USUAL_PART: f64 = 0.13;
const THINNEST_WALL: f64 = 0.8;
const THICKEST_WALL: f64 = 7.0;
const THICKEST_PART: f64 = 0.5;

/// How many times as large a cell must be for a sheet to lie across.
const WORTH_TURNING: f64 = 1.1;

/// From one maze to the next one beside it and to the next one below it.
const GAPS: [f64; 2] = [7.0 * MM, 6.0 * MM];

/// How much farther it is at most from one row of mazes to the next, where a page has more room than they need.
const MAX_BETWEEN: f64 = 12.0 * MM;

/// From the letters of a label to the outer wall of the maze below it.
const BELOW_LABEL: f64 = 4.0 * MM;

/// From the line for a name above a maze to its label.
const BELOW_NAME: f64 = 4.0 * MM;

/// The size of the letters of the footer, and the height of one of its lines, in points.
pub(crate) const FOOTER: f64 = 7.0;
pub(crate) const FOOTER_LINE: f64 = 9.0;

/// The largest letters of a title above a maze, and the letters of what to do, in points.
const TITLE: f64 = 26.0;
const TASK: f64 = 14.0;

/// From one page number or footer to what is above it.
const ABOVE_FOOTER: f64 = 3.0 * MM;

/// From a maze to the boxes for letters below it.
const ABOVE_ANSWER: f64 = 4.0 * MM;

/// The part of the free height of a page that is above its mazes, and on a poster, where there is no text above the maze.
const ABOVE_PART: f64 = 0.2;
const POSTER_ABOVE_PART: f64 = 0.5;

/// The height of the foot of a poster as wide as A4, with the space above it, and the width of A4.
const POSTER_FOOT: f64 = 17.0 * MM;
const WIDTH_OF_A4: f64 = 210.0 * MM;

/// The margin of a poster, in widths of the page.
const POSTER_MARGIN: f64 = 0.08;

/// The height of the heading of a page of ways.
const HEADING: f64 = 10.0 * MM;

/// The height of the line for a name.
const NAME: f64 = 12.0 * MM;

/// From a title to the mazes below it.
const BELOW_TITLE: f64 = 5.0 * MM;

/// From one line of a title to the next, in sizes of its letters.
pub(crate) const LEADING: f64 = 1.22;

/// Where a maze is on its page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PagePlace {
    /// Where its label and the maze may be.
    pub(crate) slot: PageArea,
    /// The maze, from the middle of its outer walls.
    pub(crate) maze: PageArea,
    /// How large a cell of it is, in points.
    pub(crate) cell: f64,
    /// How thick its walls are.
    pub(crate) wall: f64,
    /// How long a mark outside a door is; 0 if marks are in cells.
    pub(crate) mark: f64,
    /// The base line of the letters before the line for a name.
    pub(crate) name: f64,
    /// The base line of the label.
    pub(crate) label: f64,
    /// The lower edge of the boxes for letters.
    pub(crate) answer: f64,
    /// The base line of the prompt below it.
    pub(crate) prompt: f64,
}

impl PagePlace {
    /// Where something so wide begins: at the outside of the outer wall on the left, or before it if the slot ends too soon.
    pub(crate) fn edge(&self, width: f64) -> f64 {
        let PageArea { left, width: slot, .. } = self.slot;
        (self.maze.left - self.wall / 2.0).min(left + slot - width).max(left)
    }
}

impl Plan {
    /// The pages of a book of mazes of these sizes, in units of a cell: of each, or of all. A sheet lies across if its maze is larger there.
    pub fn new(options: BookOptions, sizes: Vec<[f64; 2]>, traits: MazeTraits) -> Plan {
        let [width, height] = options.paper.size;
        let upright = Plan::on_pages([width, height], options, sizes, traits);
        if !upright.options.is_sheet() || upright.options.per_page > 1 {
            return upright;
        }
        let across = Plan::on_pages([height, width], upright.options.clone(), upright.sizes.clone(), traits);
        let [larger, cell] = [&across, &upright].map(|plan| plan.smallest_cell(plan.mazes, false));
        if larger > cell * WORTH_TURNING { across } else { upright }
    }

    /// The same on pages of this size.
    fn on_pages(page: [f64; 2], options: BookOptions, sizes: Vec<[f64; 2]>, traits: MazeTraits) -> Plan {
        let empty = PageGrid { counts: [1, 1], name: 0.0, label: 0.0, answer: 0.0, prompt: 0.0, mark: [0.0; 2] };
        let headline = (0.0, Vec::new());
        let mut plan = Plan {
            options,
            page,
            sizes,
            traits,
            headline,
            task: None,
            footer: Vec::new(),
            seed_lines: 0,
            mazes: empty,
            answers: empty,
        };
        let inside = plan.inside(0);
        plan.footer = plan.options.footer.iter().flat_map(|line| cut(line, inside.width)).collect();
        if plan.options.shows(Caption::Seed) {
            plan.seed_lines = plan.lines_of_seeds(&vec![u64::MAX; plan.options.per_page as usize]).len();
        }
        let task = plan.task_of_mazes();
        let title = plan.options.title.as_deref().filter(|_| !plan.options.has_cover());
        // A sheet without a title has what to do there. A poster has its title at the foot.
        let default_title = task.filter(|_| plan.options.is_sheet());
        if let Some(title) = title.or(default_title).filter(|_| plan.options.poster.is_none()) {
            plan.headline = fitted(title, [inside.width, inside.height * 0.12], TITLE);
        }
        if plan.options.title.is_some() || !plan.options.is_sheet() {
            plan.task = task.map(|task| (fitting(task, Weight::Regular, TASK, inside.width), task));
        }
        plan.mazes = plan.grid(plan.options.per_page, false);
        plan.answers = match plan.options.answers {
            Answers::Facing => plan.grid(plan.options.per_page, true),
            _ => plan.grid(plan.answer_places(), true),
        };
        plan
    }

    /// The options.
    pub(crate) fn options(&self) -> &BookOptions {
        &self.options
    }

    /// Width and height of a trimmed page, in points.
    pub(crate) fn page_size(&self) -> [f64; 2] {
        self.page
    }

    /// Why the mazes cannot be printed on such pages; `None` if they can.
    pub fn fault(&self) -> Option<String> {
        let cell = self.smallest_cell(self.mazes, false);
        (cell < MIN_CELL).then(|| {
            let mm = (cell.max(0.0) / MM * 100.0).floor() / 100.0;
            format!(
                "a cell would be {mm} mm wide, and a pencil needs {} mm: larger paper, fewer mazes on a page or fewer cells would fit",
                MIN_CELL / MM
            )
        })
    }

    /// Why the walls cannot be so thick; `None` if they can.
    pub fn line_fault(&self) -> Option<String> {
        let (line, cell) = (BookOptions::points(self.options.line?), self.smallest_cell(self.mazes, false));
        (line > cell * THICKEST_PART).then(|| {
            let most = (cell.max(0.0) * THICKEST_PART / MM * 100.0).floor() / 100.0;
            format!("walls may be at most half as thick as cells are wide, which here is {most} mm")
        })
    }

    /// How thick a wall is where cells are so large, in points. Where the ways are shown, in smaller cells, walls are no thicker than usual.
    pub(crate) fn wall(&self, cell: f64, solved: bool) -> f64 {
        let usual = (cell * USUAL_PART).clamp(THINNEST_WALL, THICKEST_WALL);
        let line = self.options.line.map_or(usual, BookOptions::points);
        if solved { line.min(usual) } else { line }.min(cell * THICKEST_PART)
    }

    /// How the mazes, or the ways through them, are arranged on their pages.
    pub(crate) fn arrangement(&self, solved: bool) -> PageGrid {
        if solved { self.answers } else { self.mazes }
    }

    /// How many pages there are.
    pub(crate) fn pages(&self) -> u32 {
        let (mazes, answers) = (self.maze_pages(), self.answer_pages());
        self.before() + mazes + answers + u32::from(self.options.has_cover())
    }

    /// How many pages there are before the first maze, which is on a right page, or where its way faces it, on a left one.
    fn before(&self) -> u32 {
        let cover = if self.options.has_cover() { 2 } else { 0 };
        cover + u32::from(self.options.answers == Answers::Facing)
    }

    /// How many pages there are with mazes and the ways that face them.
    fn main_pages(&self) -> u32 {
        let times = if self.options.answers == Answers::Facing { 2 } else { 1 };
        times * self.maze_pages()
    }

    /// How many ways there are on each page at the end but the last: no page has many more than another.
    fn answers_per_page(&self) -> u32 {
        let BookOptions { count, answers_per_page, .. } = self.options;
        count.div_ceil(count.div_ceil(answers_per_page))
    }

    /// How many places for ways a page at the end has: the fewest that are enough.
    fn answer_places(&self) -> u32 {
        let enough = |places: &u32| *places >= self.answers_per_page();
        [1, 2, 4, 6].into_iter().find(enough).unwrap_or(self.options.answers_per_page)
    }

    /// The title in lines and the size of its letters, where it is above the mazes of a page.
    pub(crate) fn headline(&self) -> &(f64, Vec<String>) {
        &self.headline
    }

    /// What to do with the mazes, and the size of its letters, if the title does not say it.
    pub(crate) fn task(&self) -> Option<(f64, &'static str)> {
        self.task
    }

    /// What to do with the mazes, or what was done. `None` where boxes or a question beside them say it, where no ends are marked, and on posters.
    fn task_of_mazes(&self) -> Option<&'static str> {
        let MazeTraits { doors, has_shapes, are_solved, .. } = self.traits;
        if self.has_answers(false) || has_shapes || self.options.poster.is_some() {
            return None;
        }
        let words = self.options.words;
        if are_solved { Some(words.solution) } else { words.task(self.options.marks, doors != Doors::None) }
    }

    /// The title of the document: that of the book, or what to do on a sheet, or how many mazes there are.
    pub(crate) fn document_title(&self) -> String {
        let BookOptions { title, words, count, .. } = &self.options;
        let task = self.task_of_mazes().filter(|_| self.options.is_sheet());
        title.clone().or_else(|| task.map(str::to_owned)).unwrap_or_else(|| words.count(*count))
    }

    /// The footer in lines.
    pub(crate) fn footer(&self) -> &[String] {
        &self.footer
    }

    /// The seeds of the mazes of a page, in lines that are no wider than a page.
    pub(crate) fn lines_of_seeds(&self, seeds: &[u64]) -> Vec<String> {
        let seeds = seeds.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        broken(&format!("{} {seeds}", self.options.words.seed), Weight::Regular, self.inside(0).width, FOOTER)
    }

    /// The height of the footer and of the seeds above it; 0 if there are none.
    pub(crate) fn footer_height(&self) -> f64 {
        let lines = (self.footer.len() + self.seed_lines) as f64 * FOOTER_LINE;
        if lines > 0.0 { lines + ABOVE_FOOTER } else { 0.0 }
    }

    /// The height of the line for a name above the only maze of a page; 0 if there is none. Where pages have several, each has its own.
    pub(crate) fn name_height(&self) -> f64 {
        if self.options.shows(Caption::Name) && self.options.per_page == 1 { NAME } else { 0.0 }
    }

    /// Where trimmed pages begin on the paper, from its left edge and its lower one.
    pub(crate) fn corner(&self, page: u32) -> [f64; 2] {
        let bleed = BookOptions::points(self.options.bleed);
        let is_bound = self.options.binding == Binding::Left && is_right(page);
        [if is_bound { 0.0 } else { bleed }, bleed]
    }

    /// Width and height of the paper, with what is cut off.
    pub(crate) fn paper_size(&self) -> [f64; 2] {
        let (bleed, [width, height]) = (BookOptions::points(self.options.bleed), self.page);
        let sides = if self.options.binding == Binding::None { 2.0 } else { 1.0 };
        [width + sides * bleed, height + 2.0 * bleed]
    }

    /// The number of the page, from 1, with the way through a maze, or where that is shown, with the maze. `None` if pages have no numbers, or
    /// there are no ways.
    pub(crate) fn reference(&self, maze: u32, solved: bool) -> Option<u32> {
        let page = match self.options.answers {
            _ if self.options.is_sheet() => return None,
            Answers::None => return None,
            _ if solved => self.page_of(maze),
            Answers::Facing => self.page_of(maze) + 1,
            Answers::End => self.first_answers()? + maze / self.answers_per_page(),
        };
        Some(page + 1)
    }

    fn maze_pages(&self) -> u32 {
        self.options.count.div_ceil(self.options.per_page)
    }

    fn answer_pages(&self) -> u32 {
        match self.options.answers {
            Answers::End => self.options.count.div_ceil(self.answers_per_page()),
            Answers::Facing => self.maze_pages(),
            Answers::None => 0,
        }
    }

    /// The page of a maze, counted from 0.
    pub(crate) fn page_of(&self, maze: u32) -> u32 {
        let page = maze / self.options.per_page;
        self.before() + if self.options.answers == Answers::Facing { 2 * page } else { page }
    }

    /// The first page with ways, where these are at the end.
    pub(crate) fn first_answers(&self) -> Option<u32> {
        let finish = u32::from(self.options.has_cover());
        (self.options.answers == Answers::End).then(|| self.before() + self.maze_pages() + finish)
    }

    /// What is on a page, counted from 0.
    pub(crate) fn sheet(&self, page: u32) -> Sheet {
        let BookOptions { count, per_page, answers, .. } = self.options;
        let of = |page: u32, per_page: u32, solved: bool| {
            let first = page * per_page;
            Sheet::Mazes { first, count: per_page.min(count.saturating_sub(first)), solved }
        };
        let has_cover = self.options.has_cover();
        match page.checked_sub(self.before()) {
            None if has_cover && page == 0 => Sheet::Cover,
            // The last one before the mazes.
            None if has_cover && page + 1 == self.before() => Sheet::Owner,
            None => Sheet::Blank,
            Some(page) if page < self.main_pages() && answers == Answers::Facing => {
                of(page / 2, per_page, page % 2 == 1)
            }
            Some(page) if page < self.main_pages() => of(page, per_page, false),
            Some(page) if has_cover && page == self.main_pages() => Sheet::Finish,
            Some(page) => of(page - self.main_pages() - u32::from(has_cover), self.answers_per_page(), true),
        }
    }

    /// The margin at three edges of a page; at the binding it is wider.
    pub(crate) fn margin(&self) -> f64 {
        let [width, height] = self.page;
        match self.options.poster {
            Some(_) => width.min(height) * POSTER_MARGIN,
            None => (width.min(height) * 0.055).clamp(9.0 * MM, 14.0 * MM),
        }
    }

    /// How many times as large the letters of a poster are as on A4.
    pub(crate) fn enlargement(&self) -> f64 {
        let [width, height] = self.page;
        width.min(height) / WIDTH_OF_A4
    }

    /// The area inside the margins of a page, counted from 0. Odd page numbers are on the right.
    pub(crate) fn inside(&self, page: u32) -> PageArea {
        let [width, height] = self.page;
        let (margin, gutter) = (self.margin(), BookOptions::points(self.options.gutter));
        let left = if is_right(page) { margin + gutter } else { margin };
        PageArea { left, bottom: margin, width: width - 2.0 * margin - gutter, height: height - 2.0 * margin }
    }

    /// Where the mazes of a page may be, above its number and below its heading, its line for a name, its title and what to do.
    fn block(&self, page: u32, solved: bool) -> PageArea {
        let inside = self.inside(page);
        let (size, ref lines) = self.headline;
        let title = size * LEADING * lines.len() as f64 + self.task.map_or(0.0, |(size, _)| size * LEADING);
        let title = if title > 0.0 { title + BELOW_TITLE } else { 0.0 };
        // A sheet has no number.
        let below = self.footer_height()
            + match self.options.poster {
                Some(_) => POSTER_FOOT * self.enlargement(),
                None if self.options.is_sheet() => 0.0,
                None => 7.0 * MM,
            };
        let above = if solved { HEADING } else { self.name_height() + title };
        PageArea { bottom: inside.bottom + below, height: inside.height - below - above, ..inside }
    }

    /// Width and height of a maze of the book, in units of a cell.
    fn size(&self, maze: u32) -> [f64; 2] {
        self.sizes.get(maze as usize).or(self.sizes.last()).copied().unwrap_or([1.0; 2])
    }

    /// How large a maze of this size is where it is as large as its slot allows.
    fn fit(&self, slot: PageArea, grid: PageGrid, size: [f64; 2]) -> Fit {
        let largest = if grid.counts == [1, 1] { f64::INFINITY } else { MAX_CELL };
        let sides = [slot.width, slot.height - grid.above() - grid.below()];
        let shares = match self.traits.doors {
            Doors::None => [0.0, 0.0],
            Doors::Beside => [1.0, 0.0],
            Doors::Anywhere => [1.0, 1.0],
        };
        // So large are cells where marks are so long, in points and in cells, and walls so thick. The outer walls are drawn around their middle.
        let fitted = |points: f64, cells: f64, wall: f64| {
            let along = |axis: usize| {
                let free = 2.0 * AROUND * shares[axis];
                (sides[axis] - wall - free * points) / (size[axis] + free * cells)
            };
            along(0).min(along(1)).min(largest)
        };
        let [least, most] = grid.mark;
        let part = if self.has_arrows() { ARROW_CELLS } else { SYMBOL_CELLS };
        // The marks are so many cells long, within their limits.
        let beside_marks =
            |wall: f64| fitted(least, 0.0, wall).min(fitted(0.0, part, wall).max(fitted(most, 0.0, wall)));
        let walls_of = |fitted: &dyn Fn(f64) -> f64| fitted(self.wall(fitted(0.0), false));
        let inside = walls_of(&|wall| fitted(0.0, 0.0, wall));
        let is_outside = self.traits.doors != Doors::None
            && match self.options.marks {
                Marks::Arrows => true,
                Marks::Dots | Marks::None => false,
                // Symbols are where they are larger, and outside of shapes.
                _ => inside * SYMBOL < least || self.traits.is_cut,
            };
        if !is_outside {
            return Fit { cell: inside, mark: 0.0, around: [0.0; 2] };
        }
        let cell = walls_of(&beside_marks);
        let mark = (part * cell).min(most).max(least);
        Fit { cell, mark, around: shares.map(|share| AROUND * mark * share) }
    }

    /// Whether the marks at doors are arrows, and not symbols.
    fn has_arrows(&self) -> bool {
        matches!(self.options.marks, Marks::Arrows | Marks::Dots | Marks::None)
    }

    /// How large a cell of the maze is whose cells are smallest.
    fn smallest_cell(&self, grid: PageGrid, solved: bool) -> f64 {
        let slot = slot(self.block(0, solved), grid.counts, [0, 0]);
        self.sizes.iter().map(|&size| self.fit(slot, grid, size).cell).fold(f64::INFINITY, f64::min)
    }

    /// The arrangement of `count` mazes in which they are largest.
    fn grid(&self, count: u32, solved: bool) -> PageGrid {
        let label = match (solved, count) {
            _ if !self.has_labels(solved) => 0.0,
            (false, 1) => 15.0,
            (false, 2) => 12.0,
            (false, _) => 10.5,
            (true, 1) => 12.0,
            (true, _) => 9.0,
        };
        let answer = match (solved || self.traits.are_solved, count) {
            (is_solved, _) if !self.has_answers(is_solved) => 0.0,
            (_, 1) => 22.0,
            (false, 2) => 18.0,
            (false, _) => 14.0,
            (true, _) => 11.0,
        };
        let name = match count {
            _ if solved || count == 1 || !self.options.shows(Caption::Name) => 0.0,
            2 => 12.0,
            _ => 10.0,
        };
        let prompt = match count {
            _ if solved || self.traits.are_solved || !self.traits.has_shapes => 0.0,
            1 => 15.0,
            2 => 12.0,
            _ => 9.0,
        };
        let arrow = match count {
            1 => 20.0,
            2 => 17.0,
            _ => 9.0,
        };
        let arranged = |columns: u32| {
            let counts = [columns, count / columns];
            let slot = slot(self.block(0, solved), counts, [0, 0]);
            let side = slot.width.min(slot.height);
            let limit = |k: usize| SYMBOL_LENGTHS[k].min(side * SYMBOL_SHARES[k]).max(arrow);
            // On pages of solutions, marks are as small as arrows, since the paths show the ends.
            let mark = match self.has_arrows() {
                true => [arrow, f64::INFINITY],
                false if solved => [arrow; 2],
                false => [limit(0), limit(1)],
            };
            PageGrid { counts, name, label, answer, prompt, mark }
        };
        let ways = (1..=count).filter(|columns| count.is_multiple_of(*columns)).map(arranged);
        let larger = |best: (PageGrid, f64), next: (PageGrid, f64)| if next.1 > best.1 + 1e-9 { next } else { best };
        let best = ways.map(|grid| (grid, self.smallest_cell(grid, solved))).reduce(larger);
        best.map_or_else(|| arranged(1), |(grid, _)| grid)
    }

    /// Whether there is something to say of each maze: a single one has no number.
    fn has_labels(&self, solved: bool) -> bool {
        self.options.count > 1 || self.options.shows(Caption::Difficulty) && !solved
    }

    /// Whether there are boxes for letters below the mazes. Where the ways are shown, the letters are in them.
    fn has_answers(&self, is_solved: bool) -> bool {
        self.traits.has_letters && (is_solved || self.options.shows(Caption::Answer))
    }

    /// Where a maze of the book is, by its number on its page.
    pub(crate) fn place(&self, page: u32, solved: bool, maze: u32, number: u32) -> PagePlace {
        let grid = self.arrangement(solved);
        let [columns, rows] = grid.counts;
        let [column, row] = [number % columns, number / columns];
        let slot = slot(self.block(page, solved), grid.counts, [column, row]);
        let size = self.size(maze);
        let Fit { cell, mark, around: [_, around] } = self.fit(slot, grid, size);
        let wall = self.wall(cell, solved);
        let [width, height] = size.map(|cells| cells * cell);
        // All rows have the height of the tallest maze, so that labels are in line.
        let tall = |size: [f64; 2]| {
            let Fit { cell, around: [_, around], .. } = self.fit(slot, grid, size);
            grid.above() + grid.below() + 2.0 * around + size[1] * cell + self.wall(cell, solved)
        };
        let is_alone = grid.counts == [1, 1];
        let used = if is_alone { tall(size) } else { self.sizes.iter().copied().map(tall).fold(0.0, f64::max) };
        // The rest of the height is between the rows, up to a limit, and around them: most of it below, since the mazes belong to the text above.
        let [row, rows] = [row, rows].map(f64::from);
        let left_over = (slot.height - used).max(0.0);
        let between = (rows * left_over / (rows + 1.0)).min(MAX_BETWEEN);
        let part = if self.options.poster.is_some() { POSTER_ABOVE_PART } else { ABOVE_PART };
        let above = (rows * left_over - (rows - 1.0) * between) * part - row * (left_over - between);
        let slot = PageArea { bottom: slot.top() - above - used, height: used, ..slot };
        let (name, label) = (slot.top() - grid.name, slot.top() - grid.above_label() - grid.label);
        let bottom = slot.top() - grid.above() - around - wall / 2.0 - height;
        let maze = PageArea { left: slot.left + (slot.width - width) / 2.0, bottom, width, height };
        let below = bottom - wall / 2.0 - around;
        let prompt = below - ABOVE_ANSWER - grid.prompt;
        PagePlace { slot, maze, cell, wall, mark, name, label, answer: below - grid.below(), prompt }
    }
}

/// Whether a page, counted from 0, is on the right.
fn is_right(page: u32) -> bool {
    page.is_multiple_of(2)
}

/// A line of the footer in pieces that are no wider than this: it may have no spaces.
fn cut(line: &str, width: f64) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for letter in line.chars() {
        if let Some(piece) = pieces.last_mut() {
            piece.push(letter);
            if Weight::Regular.width(piece, FOOTER) > width && piece.chars().count() > 1 {
                piece.pop();
                pieces.push(letter.to_string());
            }
        }
    }
    pieces
}

/// One of the equal parts of an area.
fn slot(area: PageArea, [columns, rows]: [u32; 2], [column, row]: [u32; 2]) -> PageArea {
    let [columns, rows, column, row] = [columns, rows, column, row].map(f64::from);
    let width = (area.width - (columns - 1.0) * GAPS[0]) / columns;
    let height = (area.height - (rows - 1.0) * GAPS[1]) / rows;
    let left = area.left + column * (width + GAPS[0]);
    let bottom = area.top() - (row + 1.0) * height - row * GAPS[1];
    PageArea { left, bottom, width, height }
}

/// The largest size, up to this one, at which a title is no wider and no higher, and its lines there.
pub(crate) fn fitted(title: &str, [width, height]: [f64; 2], largest: f64) -> (f64, Vec<String>) {
    let mut size = largest;
    loop {
        let lines = broken(title, Weight::Semibold, width, size);
        let is_wide = lines.iter().any(|line| Weight::Semibold.width(line, size) > width);
        let is_high = lines.len() as f64 * size * LEADING > height;
        if size < 4.0 || !is_wide && !is_high {
            return (size, lines);
        }
        size *= 0.94;
    }
}

/// The largest size, up to this one, at which a line of text is no wider.
pub(crate) fn fitting(text: &str, weight: Weight, size: f64, width: f64) -> f64 {
    size * (width.max(0.0) / weight.width(text, size).max(1.0)).min(1.0)
}

/// How a maze is drawn whose cells, walls and marks outside of doors are so large, in points: in hundredths of these.
pub(crate) fn style(cell: f64, wall: f64, mark: f64) -> Style {
    let [cell, wall, mark, margin] = [cell, wall, mark, AROUND * mark].map(|length| (length * 100.0).round() as u32);
    Style { cell: cell.max(2), wall: wall.clamp(1, cell.max(2) - 1), margin, mark: Some(mark), ..Style::DEFAULT }
}

/// Text in lines, broken between words.
pub(crate) fn broken(text: &str, weight: Weight, width: f64, size: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if weight.width(&format!("{line} {word}"), size) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
