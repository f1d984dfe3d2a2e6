//! The pages of a book, one after another.

use std::ops::Range;

use dedale::estimate::{Estimate, Properties, Work};
use dedale::grid::{Grid, GridKind};
use dedale::observe::Observer;
use dedale::options::MazeOptions;
use dedale::picture::{Picture, Style, Surface};
use dedale::solve::Distances;
use pdf_writer::{Filter, Finish, Rect};

use super::end;
use super::file::{PdfFile, compressed};
use super::font::Weight;
use super::front::{draw_cover, draw_finish, draw_owner, filled};
use super::ink::{Paint, Tone, Tones, stroke_with};
use super::mazes::{Mazes, difficulty_of, draw};
use super::options::{Answers, Caption};
use super::paper::MM;
use super::plan::{FOOTER, FOOTER_LINE, LEADING, PageArea, PageGrid, PagePlace, Plan, Sheet, fitting, style};
use super::poster;

/// A book on its way to bytes. A piece is the head of the file, a maze, or the end of the file.
pub struct Book {
    mazes: Mazes,
    plan: Plan,
    /// What tells it from other books.
    id: u128,
    file: PdfFile,
    paint: Paint,
    /// Where the trimmed page begins on its paper.
    corner: [f64; 2],
    next: Next,
}

/// What is written next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Head,
    /// A page and, on it, a maze by its number there.
    Page(u32, u32),
    Tail,
    Nothing,
}

impl Book {
    /// Creates a book of these mazes. Nothing is written yet. `id` distinguishes it from other books.
    pub fn new(mazes: Mazes, plan: Plan, id: u128) -> Book {
        let file = PdfFile::new(end::objects(&plan));
        let paint = Paint::new(Tones::new(plan.options().color, plan.options().path_color));
        Book { mazes, plan, id, file, paint, corner: [0.0; 2], next: Next::Head }
    }

    /// The maximum memory, in bytes, while a page is drawn, with everything else that is kept, except a maze that was made before.
    pub fn bytes(&self) -> u64 {
        let is_poster = self.plan.options().poster.is_some();
        let of_page = |maze: &MazeOptions| {
            let cells = maze.cells() * u64::from(self.most_on_a_page());
            Estimate::of_making(maze).bytes + drawn_bytes(cells, Properties::of(maze).surface, is_poster)
        };
        match (self.mazes.only_made(), self.mazes.largest()) {
            (Some(picture), _) => {
                let (cells, surface) = places(picture);
                drawn_bytes(cells, surface, is_poster)
            }
            (None, largest) => largest.map_or(0, of_page),
        }
    }

    fn most_on_a_page(&self) -> u32 {
        let options = self.plan.options();
        options.per_page.max(if options.answers == Answers::End { options.answers_per_page } else { 0 })
    }

    /// Draws a part of a page, and writes the page when it is complete. Returns what is next.
    fn write_part<O: Observer>(
        &mut self,
        page: u32,
        number: u32,
        out: &mut Vec<u8>,
        observer: &mut O,
    ) -> Result<Next, O::Stop> {
        let sheet = self.plan.sheet(page);
        self.corner = self.plan.corner(page);
        match sheet {
            Sheet::Cover => {
                let room = filled(self.plan.paper_size());
                let (ornament, seed) = (self.mazes.ornament(room, observer)?, self.mazes.seed(0));
                draw_cover(&mut self.paint, &self.plan, ornament.as_ref(), seed.unwrap_or_default());
            }
            Sheet::Owner => draw_owner(&mut self.paint, &self.plan, page),
            Sheet::Finish => draw_finish(&mut self.paint, &self.plan, page),
            Sheet::Blank => {}
            Sheet::Mazes { first, count, solved } => {
                match (number, solved) {
                    (0, true) => self.draw_heading(page, first, count),
                    (0, false) => self.draw_head(page, first),
                    _ => {}
                }
                self.draw_maze(page, first, number, solved, observer)?;
                if number + 1 < count {
                    return Ok(Next::Page(page, number + 1));
                }
            }
        }
        if let Sheet::Mazes { first, count, solved } = sheet {
            let seeds = if solved { 0..0 } else { first..first + count };
            self.draw_foot(page, seeds);
        }
        self.write_page(page, out);
        Ok(if page + 1 < self.plan.pages() { Next::Page(page + 1, 0) } else { Next::Tail })
    }

    fn write_page(&mut self, page: u32, out: &mut Vec<u8>) {
        let content = compressed(&self.paint.take());
        let [object, content_object] = end::of_page(page);
        let [left, bottom] = self.corner.map(|side| side as f32);
        let [width, height] = self.plan.page_size().map(|side| side as f32);
        let [paper_width, paper_height] = self.plan.paper_size().map(|side| side as f32);
        self.file.object(out, |chunk| {
            let mut page = chunk.page(object);
            page.parent(end::PAGES).contents(content_object);
            page.trim_box(Rect::new(left, bottom, left + width, bottom + height));
            page.bleed_box(Rect::new(0.0, 0.0, paper_width, paper_height));
        });
        self.file.object(out, |chunk| {
            let mut stream = chunk.stream(content_object, &content);
            stream.filter(Filter::FlateDecode);
            stream.finish();
        });
    }

    /// A place of the trimmed page, on its paper.
    fn on_paper(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [x + self.corner[0], y + self.corner[1]]
    }

    /// A line of text. Places are counted from the corner of the trimmed page.
    fn text(&mut self, at: [f64; 2], weight: Weight, size: f64, tone: Tone, text: &str) {
        if text.is_empty() {
            return;
        }
        self.paint.text(self.on_paper(at), weight, size, tone, text);
    }

    /// Draws a line to write on, between two distances from the left. Places are counted from the corner of the trimmed page.
    fn draw_line(&mut self, [from, to]: [f64; 2], y: f64) {
        let [[from, y], [to, _]] = [from, to].map(|x| self.on_paper([x, y]));
        self.paint.rule([from, to], y);
    }

    /// The line for a name, after its word, from here and at most this far.
    fn draw_name(&mut self, [x, y]: [f64; 2], size: f64, width: f64) {
        let word = self.plan.options().words.name;
        self.text([x, y], Weight::Regular, size, self.paint.tones().dark, word);
        let from = Weight::Regular.width(word, size) + 2.0 * MM;
        self.draw_line([x + from, x + (from + NAME_LINE).min(width)], y - 2.0);
    }

    /// The number of a page, if pages have numbers, and below it the seeds of these mazes and the footer.
    fn draw_foot(&mut self, page: u32, mazes: Range<u32>) {
        let (inside, pale) = (self.plan.inside(page), self.paint.tones().pale);
        let shows_seeds = self.plan.options().shows(Caption::Seed);
        let seeds: Vec<u64> = mazes.filter(|_| shows_seeds).filter_map(|maze| self.mazes.seed(maze)).collect();
        let mut footer = if seeds.is_empty() { Vec::new() } else { self.plan.lines_of_seeds(&seeds) };
        footer.extend_from_slice(self.plan.footer());
        for (line, text) in footer.iter().enumerate() {
            let y = inside.bottom + (footer.len() - 1 - line) as f64 * FOOTER_LINE;
            self.text([inside.left, y], Weight::Regular, FOOTER, pale, text);
        }
        if self.plan.options().is_sheet() {
            return;
        }
        let number = (page + 1).to_string();
        let x = inside.left + (inside.width - Weight::Regular.width(&number, 9.0)) / 2.0;
        self.text([x, inside.bottom + self.plan.footer_height()], Weight::Regular, 9.0, pale, &number);
    }

    /// The heading of a page of ways: the title, and that these are solutions.
    fn draw_heading(&mut self, page: u32, first: u32, count: u32) {
        let (inside, options) = (self.plan.inside(page), self.plan.options());
        let word = if count == 1 { options.words.solution } else { options.words.solutions };
        let heading = options.title.iter().map(String::as_str).chain([word]).collect::<Vec<_>>().join(" · ");
        // A long title has smaller letters.
        let size = fitting(&heading, Weight::Semibold, 14.0, inside.width);
        let left = self.plan.place(page, true, first, 0).edge(Weight::Semibold.width(&heading, size));
        self.text([left, inside.top() - 13.0], Weight::Semibold, size, self.paint.tones().dark, &heading);
    }

    /// The line for a name, the title of a sheet, and what to do, above the mazes of a page.
    fn draw_head(&mut self, page: u32, first: u32) {
        let (inside, height) = (self.plan.inside(page), self.plan.name_height());
        let ((size, lines), task) = (self.plan.headline().clone(), self.plan.task());
        let of_title = lines.iter().map(|line| Weight::Semibold.width(line, size));
        let of_task = task.iter().map(|(size, task)| Weight::Regular.width(task, *size));
        let widest = of_title.chain(of_task).fold(0.0, f64::max);
        let left = self.plan.place(page, false, first, 0).edge(widest);
        if height > 0.0 {
            self.draw_name([left, inside.top() - 13.0], 13.0, inside.left + inside.width - left);
        }
        let y = self.draw_lines([left, inside.top() - height - size], size, &lines) + size;
        if let Some((size, task)) = task {
            self.text([left, y - size], Weight::Regular, size, self.paint.tones().dark, task);
        }
    }

    /// Draws a title whose first line is here. Returns where another line would be.
    fn draw_lines(&mut self, [x, mut y]: [f64; 2], size: f64, lines: &[String]) -> f64 {
        for line in lines {
            self.text([x, y], Weight::Semibold, size, self.paint.tones().dark, line);
            y -= size * LEADING;
        }
        y
    }

    fn draw_maze<O: Observer>(
        &mut self,
        page: u32,
        first: u32,
        number: u32,
        solved: bool,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        let PageGrid { name: name_size, label, answer: boxes, prompt, .. } = self.plan.arrangement(solved);
        let maze = first + number;
        let place = self.plan.place(page, solved, maze, number);
        let PagePlace { slot, maze: area, cell, wall, mark, name: name_y, label: y, answer: below, .. } = place;
        let (options, words) = (self.plan.options(), self.plan.options().words);
        let made = self.mazes.make(maze, observer)?;
        let is_rated = !solved && options.shows(Caption::Difficulty);
        let stars = if is_rated { Some(stars(difficulty_of(&made, observer)?)) } else { None };
        let answer = if boxes > 0.0 { Answer::of(&made, solved || made.path.is_some()) } else { None };
        let style = Style {
            marks: options.marks,
            path_style: options.path_style,
            heat: options.poster,
            ..style(cell, wall, mark)
        };
        if let Some(palette) = options.poster {
            let longest = made.distances.as_ref().map_or(0, Distances::longest);
            poster::draw(&mut self.paint, &self.plan, palette, &place, &made.metadata, longest);
        }
        let tones = self.paint.tones();
        let mut pen = self.paint.pen(self.on_paper([area.left, area.top()]), cell, tones);
        draw(made, solved, &style, &mut pen, observer)?;
        drop(pen);
        let name = match (options.count, solved) {
            // There is no other.
            (1, _) => String::new(),
            (_, true) => (maze + 1).to_string(),
            (_, false) => format!("{} {}", words.maze, maze + 1),
        };
        let page_word = if solved { words.page } else { words.solution_on };
        let told = self.plan.reference(maze, solved).map(|page| format!("{page_word} {page}")).unwrap_or_default();
        // The stars are beside the number.
        let star = STAR.min(label);
        let before_stars = if name.is_empty() { 0.0 } else { Weight::Semibold.width(&name, label) + 3.0 * MM };
        let name_width = match stars {
            Some(_) => before_stars + f64::from(MAX_STARS) * STAR_STEP * star,
            None => Weight::Semibold.width(&name, label),
        };
        // In a narrow slot it has smaller letters, or a separate line below the number.
        let small = (label * 0.62).max(6.5);
        let beside = fitting(&told, Weight::Regular, small, slot.width - name_width - 3.0 * MM);
        let is_below = beside < MIN_CAPTION;
        let small = if is_below { fitting(&told, Weight::Regular, small, slot.width).min(MIN_CAPTION) } else { beside };
        let widths = [name_width, Weight::Regular.width(&told, small)];
        // As wide as the maze, or wider where that is narrow.
        let needed = match () {
            () if told.is_empty() => widths[0],
            () if is_below => widths[0].max(widths[1]),
            () => widths[0] + widths[1] + 3.0 * MM,
        };
        let width = (area.width + wall).max(needed).min(slot.width);
        let left = place.edge(width);
        if let Some(answer) = answer {
            // In the middle of the maze, and within the slot.
            let area = PageArea { left: slot.left, bottom: below, width: slot.width, height: boxes };
            self.draw_answer(area, area_middle(place.maze), &answer);
        }
        if prompt > 0.0 {
            let size = fitting(words.color, Weight::Regular, prompt, slot.width);
            let left = (area_middle(area) - Weight::Regular.width(words.color, size) / 2.0).max(slot.left);
            self.text([left, place.prompt], Weight::Regular, size, self.paint.tones().dark, words.color);
        }
        if name_size > 0.0 {
            let width = width.max(NAME_LINE).min(slot.width);
            self.draw_name([place.edge(width), name_y], name_size, width);
        }
        let Tones { dark, pale, .. } = self.paint.tones();
        self.text([left, y], Weight::Semibold, label, dark, &name);
        if let Some(filled) = stars {
            self.draw_stars([left + before_stars, y], star, filled);
        }
        let at = if is_below { [left, y - 1.25 * MIN_CAPTION] } else { [left + width - widths[1], y] };
        self.text(at, Weight::Regular, small, pale, &told);
        Ok(())
    }

    /// Stars of this height on this base line, so many of them filled.
    fn draw_stars(&mut self, [left, bottom]: [f64; 2], height: f64, filled: u32) {
        let dark = self.paint.tones().dark;
        for number in 0..MAX_STARS {
            let at = self.on_paper([left + f64::from(number) * STAR_STEP * height, bottom]);
            self.paint.star(at, height, dark, number < filled);
        }
    }

    /// A box for each letter on the way, or a line for the sum, after a word, in an area and around this place from the left.
    fn draw_answer(&mut self, area: PageArea, middle: f64, answer: &Answer) {
        let (words, Tones { dark, pale, .. }) = (self.plan.options().words, self.paint.tones());
        let size = area.height * 0.62;
        let label = if answer.is_word { words.word.to_owned() } else { format!("{} =", words.sum) };
        let label_width = Weight::Regular.width(&label, size) + 2.0 * MM;
        let count = if answer.is_word { answer.text.chars().count() as f64 } else { SUM_LINE };
        let each = ((area.width - label_width) / count).min(area.height);
        let width = label_width + count * each;
        let left = (middle - width / 2.0).clamp(area.left, (area.left + area.width - width).max(area.left));
        let base = area.bottom + (each - each * 0.62 * CAPITAL) / 2.0;
        self.text([left, base], Weight::Regular, size.min(each * 0.8), dark, &label);
        let first = left + label_width;
        let [x, y] = self.on_paper([first, area.bottom]).map(|length| length as f32);
        let side = each as f32;
        let content = self.paint.content();
        stroke_with(content, pale);
        content.set_line_width(0.7);
        if answer.is_word {
            (0..answer.text.chars().count()).for_each(|number| {
                content.rect(x + number as f32 * side, y, side, side);
            });
        } else {
            content.move_to(x, y).line_to(x + (count * each) as f32, y);
        }
        content.stroke();
        if !answer.is_shown {
            return;
        }
        let letters: Vec<String> = match answer.is_word {
            true => answer.text.chars().map(String::from).collect(),
            false => vec![answer.text.clone()],
        };
        let places = letters.len() as f64;
        for (letter, number) in letters.iter().zip(0u32..) {
            let size = each * 0.72;
            let middle = first + (f64::from(number) + 0.5) * count * each / places;
            let x = middle - Weight::Semibold.width(letter, size) / 2.0;
            self.text([x, area.bottom + (each - size * CAPITAL) / 2.0], Weight::Semibold, size, dark, letter);
        }
    }
}

/// What the letters on the way through a maze say.
struct Answer {
    text: String,
    /// Whether it is a word, and not a sum.
    is_word: bool,
    /// Whether it is printed.
    is_shown: bool,
}

impl Answer {
    fn of(made: &Picture, is_shown: bool) -> Option<Answer> {
        let text = made.metadata.answer.clone()?;
        let letters = made.metadata.letters.iter().filter(|letter| letter.on_path);
        // No sum is its numbers side by side.
        let is_word = letters.map(|letter| &*letter.text).collect::<String>() == text;
        Some(Answer { text, is_word, is_shown })
    }
}

/// The height of a star, in points, and from one to the next in its heights.
const STAR: f64 = 12.0;
const STAR_STEP: f64 = 1.2;

/// The most stars of a maze.
const MAX_STARS: u32 = 5;

/// How many stars a maze of this difficulty has: each but the first takes twice as much as the one before it.
fn stars(difficulty: f64) -> u32 {
    1 + [4.0, 8.0, 16.0, 32.0].into_iter().filter(|&limit| difficulty >= limit).count() as u32
}

/// The smallest letters beside the number of a maze, in points.
const MIN_CAPTION: f64 = 5.0;

/// How long the line for a name is at most, in points.
const NAME_LINE: f64 = 75.0 * MM;

/// How long the line for a sum is, in its heights.
const SUM_LINE: f64 = 3.0;

/// The height of a capital letter, in sizes of the font.
const CAPITAL: f64 = 0.7;

/// The middle of an area from the left.
fn area_middle(area: PageArea) -> f64 {
    area.left + area.width / 2.0
}

impl Book {
    /// Appends the next piece to `out`, and says whether there is another one. A maze may be made for it.
    ///
    /// # Errors
    ///
    /// The error of the observer, if it stops the work. The book is incomplete then.
    pub fn write_next<O: Observer>(&mut self, out: &mut Vec<u8>, observer: &mut O) -> Result<bool, O::Stop> {
        self.file.begin_piece(out);
        self.next = match self.next {
            Next::Head => {
                self.file.head(out);
                Next::Page(0, 0)
            }
            Next::Page(page, number) => self.write_part(page, number, out, observer)?,
            Next::Tail => {
                end::write(&self.plan, self.paint.fonts(), self.id, &mut self.file, out);
                Next::Nothing
            }
            Next::Nothing => Next::Nothing,
        };
        self.file.end_piece(out);
        Ok(self.next != Next::Nothing)
    }
}

/// The approximate number of steps for drawing a maze of `cells` cells on a page, compressing the page, and finding the path through the maze.
pub fn drawn_steps(cells: u64, is_weighted: bool, is_poster: bool) -> u64 {
    let work = if is_weighted { Work::CheapestPaths } else { Work::Search };
    let of_cell = CELL_STEPS + if is_poster { SHADE_STEPS } else { 0 };
    of_cell * cells + work.estimate(cells, GridKind::Square).steps
}

/// The number of cells that are drawn, with those that were taken out, and their kind.
fn places(picture: &Picture) -> (u64, Surface) {
    let grid = picture.maze.grid();
    let Some(mesh) = grid.mesh() else { return (grid.cells().into(), Surface::Squares) };
    let surface = if mesh.crossings().is_empty() { Surface::Mesh } else { Surface::Tunnels };
    (u64::from(grid.cells()) + u64::from(mesh.rock().map_or(0, Grid::cells)), surface)
}

/// The maximum memory, in bytes, while a page with mazes of `cells` cells in all is drawn, with everything else that is kept.
fn drawn_bytes(cells: u64, surface: Surface, is_poster: bool) -> u64 {
    // Strokes, what they are made of, and a buffer that has just grown; and on a poster the area of the cell.
    let [of_cell, of_shade] = match surface {
        Surface::Squares => [40, 40],
        Surface::Mesh => [280, 320],
        _ => [720, 320],
    };
    (of_cell + if is_poster { of_shade } else { 0 }) * cells + MIN_BYTES
}

/// The steps for each cell of a maze on a page, and those for its area on a poster.
const CELL_STEPS: u64 = 40;
const SHADE_STEPS: u64 = 80;

/// What everything else takes: the fonts, and where the pages begin.
const MIN_BYTES: u64 = 1 << 20;
