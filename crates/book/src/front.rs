//! The pages before the mazes of a booklet and after them: a cover, a page for the name of its owner, and a page of congratulations.

use dedale::draw::Canvas;
use dedale::picture::{Marks, Picture, Style};

use super::font::Weight;
use super::ink::{Paint, Tone, Tones, tone_of};
use super::options::{Answers, Cover};
use super::paper::MM;
use super::plan::{LEADING, PageArea, Plan, broken, fitted, fitting, style};

/// The colors of covers, as red, green and blue. The seed chooses one.
pub const GROUNDS: [[u8; 3]; 6] = [
    [0xf6, 0xc4, 0x45],
    [0x2a, 0x9d, 0x8f],
    [0xe0, 0x24, 0x4e],
    [0x1f, 0x4e, 0x79],
    [0xf2, 0x8c, 0x38],
    [0x6a, 0x4c, 0x93],
];

const WHITE: Tone = [1.0; 3];

/// The letters of the title and of the line below it, in points.
const TITLE: f64 = 44.0;
const SUBTITLE: f64 = 16.0;

/// How thick the walls of the maze are, and its cells where it fills the page.
const WALL: f64 = 2.0 * MM;
const CELL: f64 = 12.0 * MM;

/// The thickest walls in the cells of a shape, in cells.
const WALL_CELLS: f64 = 0.3;

/// How wide a shape is at most.
const SHAPE: f64 = 150.0 * MM;

/// From the edge of the panel to its letters.
const PADDING: f64 = 9.0 * MM;

/// From the panel to the shape below it.
const ABOVE_SHAPE: f64 = 12.0 * MM;

/// How much of the page is above the maze that fills the rest.
const ABOVE_MAZE: f64 = 0.09;

/// The maze of a cover.
#[derive(Debug)]
pub(crate) struct Ornament {
    pub(crate) picture: Picture,
    /// Whether it has a shape, which is shown as a whole.
    pub(crate) is_shape: bool,
}

/// Width and height of the maze of a cover that fills a page of this size, in units of a cell.
pub(crate) fn filled(page: [f64; 2]) -> [f64; 2] {
    page.map(|side| side / CELL + 2.0)
}

/// Draws the cover on a page that begins at this corner of its paper. The color of its ground depends on the seed.
pub(crate) fn draw_cover(paint: &mut Paint, plan: &Plan, ornament: Option<&Ornament>, seed: u64) {
    let options = plan.options();
    let [corner, paper] = [plan.corner(0), plan.paper_size()];
    let mut tones = paint.tones();
    if options.cover == Cover::Color {
        let ground = tone_of(GROUNDS[(seed % GROUNDS.len() as u64) as usize]);
        paint.fill(PageArea { left: 0.0, bottom: 0.0, width: paper[0], height: paper[1] }, ground);
        tones = Tones::on_ground(WHITE, ground);
    }
    // The binding takes no room from a cover.
    let (margin, [width, height]) = (plan.margin(), plan.page_size());
    let inside = PageArea { left: margin, bottom: margin, width: width - 2.0 * margin, height: height - 2.0 * margin };
    let inside = inside.moved(corner);
    let title = options.title.as_deref().unwrap_or_default();
    let width = inside.width - 2.0 * PADDING;
    let (size, lines) = fitted(title, [width, inside.height * 0.3], TITLE);
    let count = options.words.count(options.count);
    let subtitle = match options.answers {
        Answers::None => count,
        Answers::End | Answers::Facing => format!("{count} {}", options.words.with_solutions),
    };
    let small = fitting(&subtitle, Weight::Regular, SUBTITLE, width);
    let height = lines.len() as f64 * size * LEADING + small * LEADING + 2.0 * PADDING;
    let is_shape = ornament.is_some_and(|ornament| ornament.is_shape);
    // A maze that fills the page begins above the panel.
    let above = if is_shape { 0.0 } else { paper[1] * ABOVE_MAZE + CELL };
    let panel = PageArea { bottom: inside.top() - above - height, height, ..inside };
    match ornament {
        Some(ornament) if is_shape => {
            let height = panel.bottom - inside.bottom - ABOVE_SHAPE;
            let room = PageArea { height: height.max(0.0), ..inside };
            draw_shape(paint, ornament, room, tones);
        }
        Some(ornament) => {
            let top = paper[1] * (1.0 - ABOVE_MAZE);
            draw_over(paint, ornament, PageArea { left: 0.0, bottom: 0.0, width: paper[0], height: top }, tones);
        }
        None => {}
    }
    paint.fill(panel, WHITE);
    let dark = paint.tones().dark;
    let mut y = panel.top() - PADDING - size * 0.86;
    for line in &lines {
        paint.text([panel.left + PADDING, y], Weight::Semibold, size, dark, line);
        y -= size * LEADING;
    }
    paint.text([panel.left + PADDING, panel.bottom + PADDING], Weight::Regular, small, dark, &subtitle);
}

/// Draws a maze that is as large as its area allows, in the middle.
fn draw_shape(paint: &mut Paint, ornament: &Ornament, area: PageArea, tones: Tones) {
    let size = ornament.picture.drawn_size();
    let cell = ((area.width.min(SHAPE) - WALL) / size[0]).min((area.height - WALL) / size[1]);
    if cell > 0.0 {
        let [width, height] = size.map(|cells| cells * cell);
        let corner = [area.left + (area.width - width) / 2.0, area.top() - (area.height - height) / 2.0];
        draw_walls(paint, ornament, corner, cell, tones);
    }
}

/// Draws a maze from the top of an area on, so large that it goes on beyond the other edges.
fn draw_over(paint: &mut Paint, ornament: &Ornament, area: PageArea, tones: Tones) {
    let size = ornament.picture.drawn_size();
    let beyond = |side: f64| side + 2.0 * WALL;
    let cell = (beyond(area.width) / size[0]).max(beyond(area.height) / size[1]);
    draw_walls(paint, ornament, [area.left + (area.width - size[0] * cell) / 2.0, area.top()], cell, tones);
}

fn draw_walls(paint: &mut Paint, ornament: &Ornament, corner: [f64; 2], cell: f64, tones: Tones) {
    let style = Style { marks: Marks::None, ..style(cell, WALL.min(cell * WALL_CELLS), 0.0) };
    let mut pen = paint.pen(corner, cell, tones);
    let canvas: &mut dyn Canvas = &mut pen;
    ornament.picture.draw(&style, canvas);
}

/// The sizes of the letters of these pages, in points: those of the heading, and those of the rules.
const LARGE: f64 = 24.0;
const RULE: f64 = 14.0;

/// Draws the page with the line for the name of the owner, and with the rules.
pub(crate) fn draw_owner(paint: &mut Paint, plan: &Plan, page: u32) {
    let (inside, words) = (plan.inside(page).moved(plan.corner(page)), plan.options().words);
    let dark = paint.tones().dark;
    let (size, lines) = fitted(words.belongs_to, [inside.width, inside.height * 0.2], LARGE);
    let mut y = inside.top() - inside.height * 0.22;
    for line in &lines {
        paint.text([inside.left, y], Weight::Semibold, size, dark, line);
        y -= size * LEADING;
    }
    y -= 12.0 * MM;
    paint.rule([inside.left, inside.left + inside.width], y);
    y -= 24.0 * MM;
    let indent = 9.0 * MM;
    for (number, rule) in (1..).zip(words.rules) {
        paint.text([inside.left, y], Weight::Semibold, RULE, dark, &format!("{number}."));
        for line in broken(rule, Weight::Regular, inside.width - indent, RULE) {
            paint.text([inside.left + indent, y], Weight::Regular, RULE, dark, &line);
            y -= RULE * LEADING;
        }
        y -= RULE * 0.8;
    }
}

/// Draws the page after the last maze.
pub(crate) fn draw_finish(paint: &mut Paint, plan: &Plan, page: u32) {
    let (inside, words) = (plan.inside(page).moved(plan.corner(page)), plan.options().words);
    let dark = paint.tones().dark;
    let middle = inside.left + inside.width / 2.0;
    let star = (inside.width * 0.4).min(70.0 * MM);
    let bottom = inside.bottom + inside.height * 0.55;
    paint.star([middle - star * Paint::STAR_WIDTH / 2.0, bottom], star, dark, true);
    let (size, lines) = fitted(words.done, [inside.width, inside.height * 0.3], TITLE);
    let mut y = bottom - 16.0 * MM - size;
    for line in &lines {
        let left = middle - Weight::Semibold.width(line, size) / 2.0;
        paint.text([left, y], Weight::Semibold, size, dark, line);
        y -= size * LEADING;
    }
}
