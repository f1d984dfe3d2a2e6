//! The maze on paper: as many pages as there are to be, of the right size, with something on each.

use lopdf::{Document, ObjectId};
use serde_json::json;

use crate::service;
use crate::tab::Tab;

tests![
    a_maze_is_one_page_and_its_solution_another,
    a_sheet_says_what_is_wanted,
    what_the_screen_shows_is_on_paper_and_in_pictures,
    a_title_that_cannot_be_printed_is_refused,
    the_button_prints,
];

/// Width and height of paper, in points.
const PAPERS: [(&str, f32, f32); 2] = [("a4", 595.3, 841.9), ("letter", 612.0, 792.0)];

/// How many lines, curves and pictures are drawn on a page.
fn strokes(document: &Document, page: ObjectId) -> usize {
    let content = document.get_and_decode_page_content(page).unwrap();
    content.operations.iter().filter(|operation| ["l", "c", "re", "Do"].contains(&&*operation.operator)).count()
}

/// Width and height of a page, in points.
fn size(document: &Document, page: ObjectId) -> (f32, f32) {
    let media = document.get_dictionary(page).unwrap().get_deref(b"MediaBox", document).unwrap().as_array().unwrap();
    (media[2].as_float().unwrap(), media[3].as_float().unwrap())
}

fn a_maze_is_one_page_and_its_solution_another(tab: &mut Tab) {
    for (w, h) in [(30, 30), (10, 60), (60, 10), (100, 100), (1, 1)] {
        tab.go(&format!("/?algo=prim&w={w}&h={h}&seed=7"));
        tab.state("ready");
        tab.click("#print-menu");
        for (paper, width, height) in PAPERS {
            tab.select("paper", paper);
            for solution in [false, true] {
                if tab.eval("document.getElementById('print-solution').checked") != solution {
                    tab.click("#print-solution");
                }
                let what = format!("{w} × {h} on {paper}, solution: {solution}");
                let document = Document::load_mem(&tab.pdf()).unwrap();
                let pages: Vec<ObjectId> = document.get_pages().into_values().collect();
                assert_eq!(pages.len(), if solution { 2 } else { 1 }, "pages of {what}");
                for &page in &pages {
                    let (wide, tall) = size(&document, page);
                    // A wide maze may lie on its side.
                    let near = |a: f32, b: f32| (a - b).abs() < 3.0;
                    let upright = near(wide, width) && near(tall, height);
                    let lying = near(wide, height) && near(tall, width);
                    assert!(upright || (lying && w > h), "a page of {what} has {wide} × {tall} points");
                    // A line for every row and every column at least.
                    assert!(strokes(&document, page) >= w + h, "{what}: {} strokes", strokes(&document, page));
                }
                if let [maze, solved] = pages[..] {
                    // One maze of a cell has nothing to solve.
                    let more = strokes(&document, solved) > strokes(&document, maze);
                    assert!(more || w * h == 1, "the solution is not drawn: {what}");
                }
            }
        }
    }
}

/// At first, a line for a name and what to do, and no more: nothing on the sheet of a child says how the maze was made.
fn a_sheet_says_what_is_wanted(tab: &mut Tab) {
    tab.go("/?algo=prim&w=20&h=15&seed=7");
    tab.state("ready");
    tab.click("#print-menu");
    let sheets = |tab: &Tab| {
        tab.run("dispatchEvent(new Event('beforeprint'))", Vec::new());
        tab.eval("[...document.querySelectorAll('.page')].map(({ textContent }) => textContent)")
    };
    let task = "Find the way from the ring to the dot.";
    assert_eq!(sheets(tab), json!([format!("Name:{task}")]));
    for box_ in ["#print-name", "#print-made", "#print-solution"] {
        tab.click(box_);
    }
    tab.fill("print-title", "Class 3b");
    let made = "Dédale · Randomized Prim, 20 × 15, seed 7";
    assert_eq!(sheets(tab), json!([format!("Class 3b{task}{made}"), format!("Class 3b · Solution{made}")]));
    // The longest title leaves the maze on its page.
    tab.fill("print-title", &"wide mazes ".repeat(10));
    let document = Document::load_mem(&tab.pdf()).unwrap();
    assert_eq!(document.get_pages().len(), 2);
}

/// The marks on a sheet, and of each arrow whether it points to the maze, is on the sheet, and is not in the cell.
const MARKS: &str = "
    const sheet = (marks) => {
        document.getElementById('print-marks').value = marks;
        dispatchEvent(new Event('beforeprint'));
        return document.querySelector('.page .drawing');
    };
    const places = (svg) => [...svg.querySelectorAll('circle')].map((each) => [each.cx, each.cy].map(({ baseVal }) => baseVal.value));
    const ends = places(sheet('dots'));
    const svg = sheet('arrows'), { a, e, f } = svg.transform.baseVal.consolidate().matrix, { width, height } = svg.ownerSVGElement.viewBox.baseVal;
    const isWithin = (at, length) => at > 0 && at < length;
    const arrows = [...svg.querySelectorAll('polygon')].map((each) => [...each.points].map(({ x, y }) => [x, y]));
    const far = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);
    return { ends: ends.length, circles: places(svg).length, arrows: arrows.map((points) => {
        const nearest = ends.reduce((best, next) => (far(next, points[3]) < far(best, points[3]) ? next : best));
        return [
            far(points[3], nearest) < far(points[0], nearest),
            points.every(([x, y]) => isWithin(x * a + e, width) && isWithin(y * a + f, height)),
            points.every((point) => far(point, nearest) > 10),
        ];
    }) };";

/// Arrows show the way in and out, and where there is no door, a ring or a disc is at the end.
fn what_the_screen_shows_is_on_paper_and_in_pictures(tab: &mut Tab) {
    for (address, arrows) in [
        ("/?algo=prim&w=8&h=8&seed=7", 0),
        ("/?algo=prim&w=8&h=8&seed=7&doors=true", 2),
        ("/?algo=prim&w=60&h=20&seed=7&ends=farthest&doors=true", 2),
        ("/?algo=prim&grid=hex&w=14&h=14&seed=7&mask=heart&doors=true", 2),
        ("/?algo=prim&grid=triangle&w=14&h=14&seed=7&doors=true", 2),
        // The middle of a circle has no door.
        ("/?algo=prim&grid=polar&rings=6&seed=7&doors=true", 1),
    ] {
        tab.go(address);
        tab.state("ready");
        let marks = tab.run(MARKS, Vec::new());
        assert_eq!((&marks["ends"], &marks["circles"]), (&json!(2), &json!(2 - arrows)), "{address}");
        let drawn = marks["arrows"].as_array().unwrap();
        assert_eq!(drawn.len(), arrows, "{address}");
        for (i, arrow) in drawn.iter().enumerate() {
            let is_inwards = i == 0;
            assert_eq!(*arrow, json!([is_inwards, true, true]), "{address}: arrow {i}");
        }
        let link = tab.text_of("document.getElementById('save-svg').href");
        let picture = String::from_utf8(service::get(&link)).unwrap();
        assert_eq!(picture.matches("<circle ").count(), 2 - arrows, "{address}: {picture}");
    }
}

/// Replaces the text of a field by what no keyboard types.
fn paste(tab: &Tab, id: &str, text: &str) {
    tab.run("const field = document.getElementById(arguments[0]); field.focus(); field.select()", vec![json!(id)]);
    tab.cdp("Input.insertText", json!({ "text": text }));
}

/// Sheets and books have the same letters, and what they lack is said at once, in the language of the page.
fn a_title_that_cannot_be_printed_is_refused(tab: &mut Tab) {
    tab.go("/?algo=prim&w=9&h=9&seed=7&lang=de");
    tab.state("ready");
    tab.run("window.asked = 0; window.print = () => { window.asked++; }", Vec::new());
    tab.click("#print-menu");
    paste(tab, "print-title", "Finde den Weg zum Herz! \u{1f42d}");
    tab.until_seen("#error-print-title");
    assert!(tab.text("#error-print-title").starts_with("„\u{1f42d}“ kann"), "{}", tab.text("#error-print-title"));
    tab.click("#print");
    assert_eq!(tab.eval("[window.asked, document.activeElement.id]"), json!([0, "print-title"]));
    paste(tab, "print-title", "Größe, Ελλάδα и Ёж: „½ × 3“");
    tab.until("nothing is wrong", "document.getElementById('error-print-title').hidden");
    tab.click("#print");
    tab.until("the page prints", "window.asked === 1");

    tab.click("#print-menu");
    tab.click("#book-menu");
    tab.until_seen("#book-title");
    for (title, is_wrong) in
        [("\u{1f42d}", true), ("e\u{301}t\u{e9}", false), ("漢字", true), ("Größe, Ελλάδα и Ёж", false)]
    {
        paste(tab, "book-title", title);
        assert_eq!(tab.is_seen("#error-book-title"), is_wrong, "{title}");
        // What the page takes, the book takes, and the other way round.
        let link = tab.text_of("document.getElementById('book-link').href");
        assert_eq!(service::is_there(&link), !is_wrong, "{title}");
    }
}

fn the_button_prints(tab: &mut Tab) {
    for address in ["/?algo=prim&w=20&h=15&seed=7", "/?algo=prim&w=20&h=15&seed=7&mode=play"] {
        tab.go(address);
        tab.state("ready");
        // The dialogue of a browser is not there without a screen: it is enough that it was asked for.
        tab.run("window.asked = 0; window.print = () => { window.asked++; }", Vec::new());
        tab.click("#print-menu");
        tab.click("#print");
        tab.until("the page prints", "window.asked === 1");
        assert_eq!(Document::load_mem(&tab.pdf()).unwrap().get_pages().len(), 1, "{address}");
        assert!(!tab.is_seen("#print-error"));
    }
}
