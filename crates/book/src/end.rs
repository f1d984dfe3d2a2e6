//! What comes after the last page: the fonts, the bookmarks, and what readers begin with.

use pdf_writer::types::{PageLayout, PageMode};
use pdf_writer::writers::{Catalog, DocumentInfo, OutlineItem};
use pdf_writer::{Finish, Rect, Ref, TextStr};

use super::file::PdfFile;
use super::font::{Font, Weight};
use super::options::{Answers, BookOptions};
use super::plan::Plan;

/// The list of all pages.
pub(crate) const PAGES: Ref = Ref::new(3);

const CATALOG: Ref = Ref::new(1);
const INFO: Ref = Ref::new(2);
const OUTLINE: Ref = Ref::new(4);
const FONTS: i32 = 5;

/// The first object of the first page.
const FIRST_PAGE: i32 = FONTS + Weight::ALL.len() as i32 * Font::OBJECTS;

/// The objects of a page, counted from 0: what is known of it, and what is on it.
pub(crate) fn of_page(page: u32) -> [Ref; 2] {
    let first = FIRST_PAGE + 2 * page as i32;
    [first, first + 1].map(Ref::new)
}

/// A bookmark.
struct Bookmark {
    title: String,
    page: u32,
    /// The bookmarks below it.
    below: Vec<Bookmark>,
}

/// How many mazes there may be before their bookmarks are put together by tens.
const FEW: u32 = 20;

/// The bookmarks of a book: the title, the mazes, and the solutions.
fn marks(plan: &Plan) -> Vec<Bookmark> {
    let BookOptions { count, words, .. } = *plan.options();
    let of_maze = |maze: u32| {
        let title = format!("{} {}", words.maze, maze + 1);
        Bookmark { title, page: plan.page_of(maze), below: Vec::new() }
    };
    let title = plan.options().title.iter().map(|title| Bookmark { title: title.clone(), page: 0, below: Vec::new() });
    let mut marks: Vec<Bookmark> = title.collect();
    if count <= FEW {
        marks.extend((0..count).map(of_maze));
    } else {
        let tens = (0..count).step_by(10).map(|first| {
            let end = (first + 10).min(count);
            let title = if first + 1 == end {
                format!("{} {end}", words.maze)
            } else {
                format!("{} {}–{end}", words.maze, first + 1)
            };
            Bookmark { title, page: plan.page_of(first), below: (first..end).map(of_maze).collect() }
        });
        marks.extend(tens);
    }
    let answers = plan.first_answers();
    let title = if count == 1 { words.solution } else { words.solutions };
    marks.extend(answers.map(|page| Bookmark { title: title.to_owned(), page, below: Vec::new() }));
    marks
}

/// How many objects the file has.
pub(crate) fn objects(plan: &Plan) -> i32 {
    let marks = marks(plan).iter().map(|mark| 1 + mark.below.len()).sum::<usize>();
    FIRST_PAGE - 1 + 2 * plan.pages() as i32 + marks as i32
}

/// Writes everything after the last page.
pub(crate) fn write(plan: &Plan, fonts: &[Font; 2], id: u128, file: &mut PdfFile, out: &mut Vec<u8>) {
    for (number, font) in (0..).zip(fonts) {
        font.write(Ref::new(FONTS + number * Font::OBJECTS), file, out);
    }
    write_marks(plan, file, out);
    let options = plan.options();
    let [width, height] = plan.paper_size().map(|side| side as f32);
    file.object(out, |chunk| {
        let mut pages = chunk.pages(PAGES);
        pages.kids((0..plan.pages()).map(|page| of_page(page)[0])).count(plan.pages() as i32);
        pages.media_box(Rect::new(0.0, 0.0, width, height));
        let mut resources = pages.resources();
        let mut names = resources.fonts();
        for (number, weight) in (0..).zip(Weight::ALL) {
            names.pair(weight.name(), Ref::new(FONTS + number * Font::OBJECTS));
        }
    });
    let title = plan.document_title();
    file.object(out, |chunk| {
        let mut info = chunk.indirect(INFO).start::<DocumentInfo<'_>>();
        info.title(TextStr(&title)).creator(TextStr("Dédale")).producer(TextStr("Dédale"));
    });
    file.object(out, |chunk| {
        let mut catalog = chunk.indirect(CATALOG).start::<Catalog<'_>>();
        let mode = if plan.pages() > 1 { PageMode::UseOutlines } else { PageMode::UseNone };
        catalog.pages(PAGES).outlines(OUTLINE).page_mode(mode).lang(TextStr(options.words.lang));
        if options.answers == Answers::Facing {
            // A page with an odd number is on the right.
            catalog.page_layout(PageLayout::TwoPageRight);
        }
        catalog.viewer_preferences().display_doc_title(true);
        catalog.finish();
    });
    file.tail(CATALOG, INFO, id, out);
}

/// Writes the bookmarks. Those by tens are closed.
fn write_marks(plan: &Plan, file: &mut PdfFile, out: &mut Vec<u8>) {
    let marks = marks(plan);
    let mut next = FIRST_PAGE + 2 * plan.pages() as i32;
    let firsts: Vec<Ref> = marks
        .iter()
        .map(|mark| {
            let first = Ref::new(next);
            next += 1 + mark.below.len() as i32;
            first
        })
        .collect();
    if let [first, ..] = firsts[..] {
        let last = firsts[firsts.len() - 1];
        file.object(out, |chunk| {
            chunk.outline(OUTLINE).first(first).last(last).count(firsts.len() as i32);
        });
    }
    for (k, mark) in marks.iter().enumerate() {
        let first = firsts[k].get();
        let below = mark.below.len() as i32;
        file.object(out, |chunk| {
            let mut item = chunk.outline_item(firsts[k]);
            write_mark(&mut item, mark, OUTLINE);
            k.checked_sub(1).map(|before| item.prev(firsts[before]));
            firsts.get(k + 1).map(|&after| item.next(after));
            if below > 0 {
                item.first(Ref::new(first + 1)).last(Ref::new(first + below)).count(-below);
            }
        });
        for (number, mark) in (1..).zip(&mark.below) {
            file.object(out, |chunk| {
                let mut item = chunk.outline_item(Ref::new(first + number));
                write_mark(&mut item, mark, firsts[k]);
                if number > 1 {
                    item.prev(Ref::new(first + number - 1));
                }
                if number < below {
                    item.next(Ref::new(first + number + 1));
                }
            });
        }
    }
}

fn write_mark(item: &mut OutlineItem<'_>, mark: &Bookmark, parent: Ref) {
    item.title(TextStr(&mark.title)).parent(parent);
    item.dest().page(of_page(mark.page)[0]).fit();
}
