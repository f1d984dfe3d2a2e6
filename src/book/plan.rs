//! Which pages a book has, and where everything is on them.

use super::options::{Answers, BookOptions};
use super::paper::MM;

/// A rectangle on a page, in points from the bottom left corner of the trimmed page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// The left edge.
    pub left: f64,
    /// The bottom edge.
    pub bottom: f64,
    /// From left to right.
    pub width: f64,
    /// From the bottom to the top.
    pub height: f64,
}

impl Area {
    /// The top edge.
    pub fn top(self) -> f64 {
        self.bottom + self.height
    }
}

/// What is on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
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

/// The pages of a book of mazes of one size.
#[derive(Clone, Debug)]
pub struct Plan {
    options: BookOptions,
    /// Width and height of a maze, in units of a cell.
    size: [f64; 2],
    /// How the mazes of a page are arranged.
    mazes: Grid,
    /// How the ways of a page at the end are arranged.
    answers: Grid,
}

/// How the mazes of a page are arranged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// From left to right, and from top to bottom.
    counts: [u32; 2],
    /// How large a cell of a maze is, in points.
    pub cell: f64,
    /// How thick a wall is, in points.
    pub wall: f64,
    /// The size of the number of a maze, in points.
    pub label: f64,
}

/// The largest cell.
const LARGEST_CELL: f64 = 18.0 * MM;

/// The smallest cell of a maze that is to be solved: there must be room for a pencil.
const SMALLEST_CELL: f64 = 1.0 * MM;

/// From one maze to the next one beside it and to the next one below it.
const GAPS: [f64; 2] = [7.0 * MM, 6.0 * MM];

/// From the letters of a label to the maze below it.
const BELOW_LABEL: f64 = 2.6 * MM;

/// The height of the heading of a page of ways.
const HEADING: f64 = 10.0 * MM;

/// Where a maze is on its page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Where its label and the maze may be.
    pub slot: Area,
    /// The maze, from the middle of its outer walls.
    pub maze: Area,
    /// The base line of the label.
    pub label: f64,
}

impl Plan {
    /// The pages of a book of mazes of this size, in units of a cell.
    pub fn new(options: BookOptions, size: [f64; 2]) -> Plan {
        let empty = Grid { counts: [1, 1], cell: 0.0, wall: 0.0, label: 0.0 };
        let mut plan = Plan { options, size, mazes: empty, answers: empty };
        plan.mazes = plan.grid(plan.options.per_page, false);
        plan.answers = match plan.options.answers {
            Answers::Facing => plan.grid(plan.options.per_page, true),
            _ => plan.grid(plan.options.answers_per_page, true),
        };
        plan
    }

    /// The options.
    pub fn options(&self) -> &BookOptions {
        &self.options
    }

    /// Why the mazes cannot be printed on such pages; `None` if they can.
    pub fn fault(&self) -> Option<String> {
        let cell = self.mazes.cell;
        (cell < SMALLEST_CELL).then(|| {
            let mm = (cell.max(0.0) / MM * 100.0).floor() / 100.0;
            format!(
                "a cell would be {mm} mm wide, and a pencil needs {} mm: larger paper, fewer mazes on a page or fewer cells would fit",
                SMALLEST_CELL / MM
            )
        })
    }

    /// How the mazes, or the ways through them, are arranged on their pages.
    pub fn arrangement(&self, solved: bool) -> Grid {
        if solved { self.answers } else { self.mazes }
    }

    /// How many pages there are.
    pub fn pages(&self) -> u32 {
        let (mazes, answers) = (self.maze_pages(), self.answer_pages());
        self.before() + mazes + answers
    }

    /// How many pages there are before the first maze.
    fn before(&self) -> u32 {
        u32::from(self.options.title.is_some() || self.options.answers == Answers::Facing)
    }

    fn maze_pages(&self) -> u32 {
        self.options.count.div_ceil(self.options.per_page)
    }

    fn answer_pages(&self) -> u32 {
        match self.options.answers {
            Answers::End => self.options.count.div_ceil(self.options.answers_per_page),
            Answers::Facing => self.maze_pages(),
            Answers::None => 0,
        }
    }

    /// The page of a maze, counted from 0.
    pub fn page_of(&self, maze: u32) -> u32 {
        let page = maze / self.options.per_page;
        self.before() + if self.options.answers == Answers::Facing { 2 * page } else { page }
    }

    /// The first page with ways, where these are at the end.
    pub fn first_answers(&self) -> Option<u32> {
        (self.options.answers == Answers::End).then(|| self.before() + self.maze_pages())
    }

    /// What is on a page, counted from 0.
    pub fn sheet(&self, page: u32) -> Sheet {
        let BookOptions { count, per_page, answers_per_page, answers, ref title, .. } = self.options;
        let of = |page: u32, per_page: u32, solved: bool| {
            let first = page * per_page;
            Sheet::Mazes { first, count: per_page.min(count.saturating_sub(first)), solved }
        };
        match page.checked_sub(self.before()) {
            None if title.is_some() => Sheet::Title,
            None => Sheet::Blank,
            Some(page) if answers == Answers::Facing => of(page / 2, per_page, page % 2 == 1),
            Some(page) if page < self.maze_pages() => of(page, per_page, false),
            Some(page) => of(page - self.maze_pages(), answers_per_page, true),
        }
    }

    /// The margin at three edges of a page; at the binding it is wider.
    pub fn margin(&self) -> f64 {
        let [width, height] = self.options.paper.size;
        (width.min(height) * 0.055).clamp(9.0 * MM, 14.0 * MM)
    }

    /// The area inside the margins of a page, counted from 0. Odd page numbers are on the right.
    pub fn inside(&self, page: u32) -> Area {
        let [width, height] = self.options.paper.size;
        let (margin, gutter) = (self.margin(), BookOptions::points(self.options.gutter));
        let left = if page.is_multiple_of(2) { margin + gutter } else { margin };
        Area { left, bottom: margin, width: width - 2.0 * margin - gutter, height: height - 2.0 * margin }
    }

    /// Where the mazes of a page may be, above its number and below its heading.
    fn block(&self, page: u32, solved: bool) -> Area {
        let inside = self.inside(page);
        let (below, above) = (7.0 * MM, if solved { HEADING } else { 0.0 });
        Area { bottom: inside.bottom + below, height: inside.height - below - above, ..inside }
    }

    /// The arrangement of so many mazes in which they are largest.
    fn grid(&self, count: u32, solved: bool) -> Grid {
        let block = self.block(0, solved);
        let label = match (solved, count) {
            (false, 1) => 15.0,
            (false, 2) => 12.0,
            (false, _) => 10.5,
            (true, 1) => 12.0,
            (true, _) => 9.0,
        };
        let arranged = |columns: u32| {
            let counts = [columns, count / columns];
            let slot = slot(block, counts, [0, 0]);
            let height = slot.height - label - BELOW_LABEL;
            // The outer walls are drawn around their middle.
            let cell = ((slot.width - 2.0) / self.size[0]).min((height - 2.0) / self.size[1]).min(LARGEST_CELL);
            let wall = (cell * 0.11).clamp(0.5, 2.4).min(cell * 0.35);
            Grid { counts, cell, wall, label }
        };
        let ways = (1..=count).filter(|columns| count.is_multiple_of(*columns)).map(arranged);
        let larger = |best: Grid, next: Grid| if next.cell > best.cell + 1e-9 { next } else { best };
        ways.reduce(larger).unwrap_or(Grid { counts: [1, 1], cell: 0.0, wall: 0.0, label })
    }

    /// Where a maze is, by its number on its page.
    pub fn place(&self, page: u32, solved: bool, number: u32) -> Place {
        let grid = self.arrangement(solved);
        let [columns, _] = grid.counts;
        let slot = slot(self.block(page, solved), grid.counts, [number % columns, number / columns]);
        let [width, height] = self.size.map(|cells| cells * grid.cell);
        // A little above the middle, where it looks like the middle; beside others, at the top, so that their labels are in line.
        let left_over = (slot.height - grid.label - BELOW_LABEL - height).max(0.0);
        let above = if grid.counts == [1, 1] { left_over * 0.45 } else { 0.0 };
        let label = slot.top() - above - grid.label;
        let maze =
            Area { left: slot.left + (slot.width - width) / 2.0, bottom: label - BELOW_LABEL - height, width, height };
        Place { slot, maze, label }
    }
}

/// One of the equal parts of an area.
fn slot(area: Area, [columns, rows]: [u32; 2], [column, row]: [u32; 2]) -> Area {
    let [columns, rows, column, row] = [columns, rows, column, row].map(f64::from);
    let width = (area.width - (columns - 1.0) * GAPS[0]) / columns;
    let height = (area.height - (rows - 1.0) * GAPS[1]) / rows;
    let left = area.left + column * (width + GAPS[0]);
    let bottom = area.top() - (row + 1.0) * height - row * GAPS[1];
    Area { left, bottom, width, height }
}
