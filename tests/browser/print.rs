//! The maze on paper: as many pages as there are to be, of the right size, with something on each.

use lopdf::{Document, ObjectId};
use serde_json::json;

use crate::tab::Tab;

tests![a_maze_is_one_page_and_its_solution_another, a_sheet_says_what_is_wanted, the_button_prints];

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

/// At first, a line for a name and no more: nothing on the sheet of a child says how the maze was made.
fn a_sheet_says_what_is_wanted(tab: &mut Tab) {
    tab.go("/?algo=prim&w=20&h=15&seed=7");
    tab.state("ready");
    tab.click("#print-menu");
    let sheets = |tab: &Tab| {
        tab.run("dispatchEvent(new Event('beforeprint'))", Vec::new());
        tab.eval("[...document.querySelectorAll('.page')].map(({ textContent }) => textContent)")
    };
    assert_eq!(sheets(tab), json!(["Name:"]));
    for box_ in ["#print-name", "#print-made", "#print-solution"] {
        tab.click(box_);
    }
    tab.fill("print-title", "Class 3b");
    let made = "Dédale · Randomized Prim, 20 × 15, seed 7";
    assert_eq!(sheets(tab), json!([format!("Class 3b{made}"), format!("Class 3b · Solution{made}")]));
    // The longest title leaves the maze on its page.
    tab.fill("print-title", &"wide mazes ".repeat(10));
    let document = Document::load_mem(&tab.pdf()).unwrap();
    assert_eq!(document.get_pages().len(), 2);
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
