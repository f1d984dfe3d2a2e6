//! Which pages a book has, and where everything is on them.

use dedale::picture::Marks;

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
}

/// What is on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sheet {
    /// The title.
    Title,
    /// Nothing, so that mazes and their ways face each other.
    Blank,
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
    /// The footer, in lines that are no wider than a page.
    footer: Vec<String>,
    /// How the mazes of a page are arranged.
    mazes: PageGrid,
    /// How the ways of a page at the end are arranged.
    answers: PageGrid,
}

/// What is known of all mazes of a book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MazeTraits {
    /// Whether the outer walls have doors.
    pub has_doors: bool,
    /// Whether there are letters on the ways.
    pub has_letters: bool,
    /// Whether the ways show shapes.
    pub has_shapes: bool,
    /// Whether the mazes that were made already have their ways.
    pub are_solved: bool,
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
    /// How long a mark outside a door is at least, in points.
    mark: f64,
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

/// The least length of a mark outside a door, in cells.
const MARK: f64 = 0.5;

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

/// From the letters of a label to the maze below it.
const BELOW_LABEL: f64 = 2.6 * MM;

/// From the line for a name above a maze to its label.
const BELOW_NAME: f64 = 4.0 * MM;

/// The size of the letters of the footer, and the height of one of its lines, in points.
pub(crate) const FOOTER: f64 = 6.5;
pub(crate) const FOOTER_LINE: f64 = 8.5;

/// From one page number or footer to what is above it.
const ABOVE_FOOTER: f64 = 3.0 * MM;

/// From a maze to the boxes for letters below it.
const ABOVE_ANSWER: f64 = 4.0 * MM;

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
    /// What is left free around it for marks outside its doors.
    pub(crate) around: f64,
    /// The base line of the letters before the line for a name.
    pub(crate) name: f64,
    /// The base line of the label.
    pub(crate) label: f64,
    /// The lower edge of the boxes for letters.
    pub(crate) answer: f64,
    /// The base line of the prompt below it.
    pub(crate) prompt: f64,
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
        let empty = PageGrid { counts: [1, 1], name: 0.0, label: 0.0, answer: 0.0, prompt: 0.0, mark: 0.0 };
        let headline = (0.0, Vec::new());
        let mut plan =
            Plan { options, page, sizes, traits, headline, footer: Vec::new(), mazes: empty, answers: empty };
        let wide = plan.inside(0).width;
        plan.footer = plan.options.footer.iter().flat_map(|line| cut(line, wide)).collect();
        if let Some(title) = plan.options.title.as_deref().filter(|_| plan.options.is_sheet()) {
            let inside = plan.inside(0);
            plan.headline = fitted(title, [inside.width, inside.height * 0.12], 26.0);
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
        self.before() + mazes + answers
    }

    /// How many pages there are before the first maze.
    fn before(&self) -> u32 {
        let has_page = self.options.title.is_some() && !self.options.is_sheet();
        u32::from(has_page || self.options.answers == Answers::Facing)
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

    /// The footer in lines.
    pub(crate) fn footer(&self) -> &[String] {
        &self.footer
    }

    /// The height of the footer; 0 if there is none.
    pub(crate) fn footer_height(&self) -> f64 {
        let lines = self.footer.len() as f64 * FOOTER_LINE;
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
        (self.options.answers == Answers::End).then(|| self.before() + self.maze_pages())
    }

    /// What is on a page, counted from 0.
    pub(crate) fn sheet(&self, page: u32) -> Sheet {
        let BookOptions { count, per_page, answers, ref title, .. } = self.options;
        let of = |page: u32, per_page: u32, solved: bool| {
            let first = page * per_page;
            Sheet::Mazes { first, count: per_page.min(count.saturating_sub(first)), solved }
        };
        match page.checked_sub(self.before()) {
            None if title.is_some() && !self.options.is_sheet() => Sheet::Title,
            None => Sheet::Blank,
            Some(page) if answers == Answers::Facing => of(page / 2, per_page, page % 2 == 1),
            Some(page) if page < self.maze_pages() => of(page, per_page, false),
            Some(page) => of(page - self.maze_pages(), self.answers_per_page(), true),
        }
    }

    /// The margin at three edges of a page; at the binding it is wider.
    pub(crate) fn margin(&self) -> f64 {
        let [width, height] = self.page;
        (width.min(height) * 0.055).clamp(9.0 * MM, 14.0 * MM)
    }

    /// The area inside the margins of a page, counted from 0. Odd page numbers are on the right.
    pub(crate) fn inside(&self, page: u32) -> PageArea {
        let [width, height] = self.page;
        let (margin, gutter) = (self.margin(), BookOptions::points(self.options.gutter));
        let left = if is_right(page) { margin + gutter } else { margin };
        PageArea { left, bottom: margin, width: width - 2.0 * margin - gutter, height: height - 2.0 * margin }
    }

    /// Where the mazes of a page may be, above its number and below its heading, its line for a name and its title.
    fn block(&self, page: u32, solved: bool) -> PageArea {
        let inside = self.inside(page);
        let (size, ref lines) = self.headline;
        let title = if lines.is_empty() { 0.0 } else { size * LEADING * lines.len() as f64 + BELOW_TITLE };
        // A sheet has no number.
        let below = self.footer_height() + if self.options.is_sheet() { 0.0 } else { 7.0 * MM };
        let above = if solved { HEADING } else { self.name_height() + title };
        PageArea { bottom: inside.bottom + below, height: inside.height - below - above, ..inside }
    }

    /// Width and height of a maze of the book, in units of a cell.
    fn size(&self, maze: u32) -> [f64; 2] {
        self.sizes.get(maze as usize).or(self.sizes.last()).copied().unwrap_or([1.0; 2])
    }

    /// How large a cell is where a maze of this size is as large as its slot allows, and what is left free around the maze. The cell is below 0
    /// where there is no room.
    fn cell(&self, slot: PageArea, grid: PageGrid, size: [f64; 2]) -> (f64, f64) {
        let largest = if grid.counts == [1, 1] { f64::INFINITY } else { MAX_CELL };
        let sides = [slot.width, slot.height - grid.above() - grid.below()];
        // So large are cells where this much is free around the maze, in points and in cells. The outer walls are drawn around their middle.
        let fitted = |points: f64, cells: f64| {
            let along = |axis: usize| (sides[axis] - 2.0 - 2.0 * points) / (size[axis] + 2.0 * cells);
            along(0).min(along(1)).min(largest)
        };
        let [inside, outside] = [fitted(0.0, 0.0), fitted(AROUND * grid.mark, 0.0).min(fitted(0.0, AROUND * MARK))];
        let is_outside = self.traits.has_doors
            && match self.options.marks {
                Marks::Arrows => true,
                Marks::Dots | Marks::None => false,
                // Symbols are where they are larger.
                _ => inside * SYMBOL < grid.mark,
            };
        if is_outside { (outside, AROUND * grid.mark.max(outside * MARK)) } else { (inside, 0.0) }
    }

    /// How large a cell of the maze is whose cells are smallest.
    fn smallest_cell(&self, grid: PageGrid, solved: bool) -> f64 {
        let slot = slot(self.block(0, solved), grid.counts, [0, 0]);
        self.sizes.iter().map(|&size| self.cell(slot, grid, size).0).fold(f64::INFINITY, f64::min)
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
        let arranged = |columns: u32| PageGrid {
            counts: [columns, count / columns],
            name,
            label,
            answer,
            prompt,
            mark: match count {
                1 => 20.0,
                2 => 17.0,
                _ => 9.0,
            },
        };
        let ways = (1..=count).filter(|columns| count.is_multiple_of(*columns)).map(arranged);
        let larger = |best: (PageGrid, f64), next: (PageGrid, f64)| if next.1 > best.1 + 1e-9 { next } else { best };
        let best = ways.map(|grid| (grid, self.smallest_cell(grid, solved))).reduce(larger);
        best.map_or_else(|| arranged(1), |(grid, _)| grid)
    }

    /// Whether there is something to say of each maze: a single one has no number.
    fn has_labels(&self, solved: bool) -> bool {
        let is_told = [Caption::Seed, Caption::Difficulty].iter().any(|&what| self.options.shows(what));
        self.options.count > 1 || is_told && !solved
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
        let (cell, around) = self.cell(slot, grid, size);
        let [width, height] = size.map(|cells| cells * cell);
        // All rows have the height of the tallest maze, so that labels are in line.
        let tall = |size: [f64; 2]| {
            let (cell, around) = self.cell(slot, grid, size);
            grid.above() + grid.below() + 2.0 * around + size[1] * cell
        };
        let is_alone = grid.counts == [1, 1];
        let used = if is_alone { tall(size) } else { self.sizes.iter().copied().map(tall).fold(0.0, f64::max) };
        // The rest of the height is between the rows, up to a limit, and around them: a little more below than above, which looks like the middle.
        let [row, rows] = [row, rows].map(f64::from);
        let left_over = (slot.height - used).max(0.0);
        let between = (rows * left_over / (rows + 1.0)).min(MAX_BETWEEN);
        let above = (rows * left_over - (rows - 1.0) * between) * 0.45 - row * (left_over - between);
        let slot = PageArea { bottom: slot.top() - above - used, height: used, ..slot };
        let (name, label) = (slot.top() - grid.name, slot.top() - grid.above_label() - grid.label);
        let bottom = slot.top() - grid.above() - around - height;
        let maze = PageArea { left: slot.left + (slot.width - width) / 2.0, bottom, width, height };
        let below = bottom - around;
        let prompt = below - ABOVE_ANSWER - grid.prompt;
        PagePlace { slot, maze, cell, around, name, label, answer: below - grid.below(), prompt }
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
        let lines = broken(title, width, size);
        let is_wide = lines.iter().any(|line| Weight::Semibold.width(line, size) > width);
        let is_high = lines.len() as f64 * size * LEADING > height;
        if size < 4.0 || !is_wide && !is_high {
            return (size, lines);
        }
        size *= 0.94;
    }
}

/// A title in lines, broken between words.
fn broken(title: &str, width: f64, size: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in title.split_whitespace() {
        match lines.last_mut() {
            Some(line) if Weight::Semibold.width(&format!("{line} {word}"), size) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
