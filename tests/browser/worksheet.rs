//! Worksheets for children: a few choices, and sheets that are printed or saved.

use lopdf::Document;
use serde_json::{Value, json};

use crate::picture::pixels_at_rest;
use crate::service;
use crate::tab::Tab;

tests![
    a_sheet_is_two_clicks_away,
    every_age_and_every_shape_has_a_sheet,
    sheets_are_printed_as_they_are_saved,
    marks_are_printed,
    a_word_is_on_the_way,
    letters_are_on_the_screen,
    a_picture_is_hidden,
];

const MAZE: &str = "/?algo=prim&w=9&h=9&seed=7";

/// The values of a `select`.
fn values(tab: &Tab, id: &str) -> Vec<String> {
    let values = tab.eval(&format!("[...document.getElementById('{id}').options].map(({{ value }}) => value)"));
    serde_json::from_value(values).unwrap()
}

/// Opens the menu, in a page that prints without a dialog.
fn open(tab: &Tab) {
    tab.run(
        "window.printed = 0;
         window.print = () => { dispatchEvent(new Event('beforeprint')); window.printed++; };",
        Vec::new(),
    );
    tab.click("#worksheet-menu");
    tab.until_seen("#worksheet-print");
}

/// The address of the file, when nothing is wrong with it.
fn link(tab: &Tab) -> String {
    tab.text_of("document.getElementById('worksheet-save').href")
}

fn a_sheet_is_two_clicks_away(tab: &mut Tab) {
    tab.go(MAZE);
    tab.state("ready");
    open(tab);
    tab.click("#worksheet-print");
    tab.until("it is printed", "window.printed === 1");
    assert!(!tab.is_seen("#worksheet"), "the menu is done with");
    assert_eq!(tab.eval("document.querySelector('.page .name-line').textContent"), "Name:");
    assert_eq!(Document::load_mem(&tab.pdf()).unwrap().get_pages().len(), 1);
    // A mouse and cheese, and lines of 1.6 millimeters.
    assert_eq!(tab.eval("document.querySelectorAll('.page svg g').length"), 2);
    let [width, height] = [8.0, 11.0];
    let stroke =
        tab.eval("Number(document.querySelector('.page svg > path').getAttribute('stroke-width'))").as_f64().unwrap();
    let paper = if tab.value("worksheet-paper") == "a4" { [210.0, 297.0] } else { [215.9, 279.4] };
    let millimeters = f64::min((paper[0] - 24.0) / width, (paper[1] - 25.0) / height);
    assert!((stroke * millimeters / 20.0 - 1.6).abs() < 0.01, "{stroke}");
    // The print after that is of the maze that is shown.
    tab.run("dispatchEvent(new Event('afterprint')); dispatchEvent(new Event('beforeprint'))", Vec::new());
    assert_eq!(tab.eval("document.querySelectorAll('.page svg g').length"), 0);
}

fn every_age_and_every_shape_has_a_sheet(tab: &mut Tab) {
    tab.expect("the server responded with a status of 400");
    tab.go(MAZE);
    tab.state("ready");
    open(tab);
    let shapes = values(tab, "worksheet-shape");
    assert!(shapes.len() >= 14, "{shapes:?}");
    for age in values(tab, "worksheet-age") {
        tab.select("worksheet-age", &age);
        for shape in &shapes {
            tab.select("worksheet-shape", shape);
            let link = link(tab);
            // The maze of the page may be too small for a shape, and is made larger.
            assert!(service::is_there(&link), "{age}, {shape}: {link}");
        }
    }
}

fn sheets_are_printed_as_they_are_saved(tab: &mut Tab) {
    tab.go(&format!("{MAZE}&lang=de"));
    tab.state("ready");
    open(tab);
    for (age, shape, lang, count) in [("4", "", "el", "3"), ("8", "heart", "en", "2")] {
        tab.select("worksheet-age", age);
        tab.select("worksheet-shape", shape);
        tab.select("worksheet-lang", lang);
        tab.fill("worksheet-count", count);
        if !tab.eval("document.getElementById('worksheet-answers').checked").as_bool().unwrap() {
            tab.click("#worksheet-answers");
        }
        let (link, count) = (link(tab), count.parse::<usize>().unwrap());
        let before = tab.eval("window.printed").as_u64().unwrap();
        tab.click("#worksheet-print");
        tab.until("they are printed", &format!("window.printed === {}", before + 1));
        assert_eq!(Document::load_mem(&tab.pdf()).unwrap().get_pages().len(), 2 * count, "{age}");
        let name = if lang == "el" { "Όνομα:" } else { "Name:" };
        let names = "[...document.querySelectorAll('.page .name-line')].map(({ textContent }) => textContent)";
        assert_eq!(tab.eval(names), json!(vec![name; count]));
        // Other mazes have the seeds of those in the file.
        let saved = Document::load_mem(&service::get(&link)).unwrap();
        assert!(saved.get_pages().len() > count, "{link}");
        tab.click("#worksheet-menu");
        tab.until_seen("#worksheet-print");
    }
    let first = link(tab);
    tab.click("#worksheet-others");
    assert_ne!(link(tab), first, "the mazes are the same");
    // The fault is said, and nothing is printed.
    tab.expect("the server responded with a status of 400");
    tab.fill("worksheet-count", "0");
    tab.until_seen("#error-worksheet");
    let before = tab.eval("window.printed");
    tab.click("#worksheet-print");
    tab.until_seen("#error-worksheet");
    assert_eq!(tab.eval("window.printed"), before);
    assert!(tab.text("#error-worksheet").starts_with("Wie viele"), "{}", tab.text("#error-worksheet"));
}

/// The marks of both ends that are chosen are printed.
fn marks_are_printed(tab: &mut Tab) {
    tab.go("/?algo=prim&w=30&h=40&seed=7&doors=true");
    tab.state("ready");
    for (marks, counts) in [
        ("arrows", [2, 0, 0]),
        ("dots", [0, 2, 0]),
        ("mouse", [0, 0, 2]),
        ("treasure", [0, 0, 2]),
        ("rocket", [0, 0, 2]),
        ("none", [0, 0, 0]),
    ] {
        tab.run("document.getElementById('print-marks').value = arguments[0]", vec![json!(marks)]);
        tab.run("dispatchEvent(new Event('beforeprint'))", Vec::new());
        let drawn = tab
            .eval("['polygon', 'circle', 'g'].map((name) => document.querySelectorAll(`.page svg > ${name}`).length)");
        assert_eq!(drawn, json!(counts), "{marks}");
        // All of them are on the page.
        let inside: Value = tab.eval(
            "[...document.querySelectorAll('.page svg > *')].every((each) => {
                 const box = each.getBBox(), { x, y, width, height } = each.ownerSVGElement.viewBox.baseVal;
                 return each.localName === 'g' || (box.x >= x && box.y >= y && box.x + box.width <= x + width && box.y + box.height <= y + height);
             })",
        );
        assert_eq!(inside, true, "{marks}");
    }
}

/// A word is on the way of the sheet that is seen, of those that are printed, and of those in the file, with boxes for it.
fn a_word_is_on_the_way(tab: &mut Tab) {
    tab.expect("the server responded with a status of 400");
    tab.go(&format!("{MAZE}&lang=de"));
    tab.state("ready");
    open(tab);
    tab.click("#worksheet-answers");
    tab.fill("worksheet-word", "Maus, hund");
    tab.fill("worksheet-count", "2");
    let link = link(tab);
    assert!(link.contains("word=Maus") && link.contains("show=name,answer"), "{link}");
    let seen = tab.text_of("document.querySelector('#worksheet-page img').src");
    assert!(seen.contains("word=Maus") && !seen.contains("hund"), "{seen}");
    assert_eq!(tab.eval("document.querySelectorAll('#worksheet-page .answer-line .box').length"), 4);
    let saved = Document::load_mem(&service::get(&link)).unwrap();
    assert!(saved.extract_text(&[1]).unwrap().contains("Lösungswort:"));
    tab.click("#worksheet-print");
    tab.until("they are printed", "window.printed === 1");
    let lines = "[...document.querySelectorAll('.page .answer-line')].map(({ textContent }) => textContent)";
    let expected = ["Lösungswort:", "Lösungswort:", "Lösungswort:MAUS", "Lösungswort:HUND"];
    assert_eq!(tab.eval(lines), json!(expected));
    // On each page, four letters on the way and those at dead ends, all with strokes.
    let letters =
        tab.eval("[...document.querySelectorAll('.page')].map((page) => page.querySelectorAll('.letter path').length)");
    let letters: Vec<u64> = serde_json::from_value(letters).unwrap();
    assert!(letters.len() == 4 && letters.iter().all(|count| (4..=8).contains(count)), "{letters:?}");
    // A sum has a line, and goes without a word.
    tab.click("#worksheet-menu");
    tab.until_seen("#worksheet-print");
    tab.fill("worksheet-word", "");
    tab.select("worksheet-sum", "1..9");
    assert_eq!(tab.text("#worksheet-page .answer-line"), "Summe =");
    assert!(service::is_there(&self::link(tab)));
    // What is no letter is told.
    tab.fill("worksheet-word", "a-b");
    tab.until_seen("#error-worksheet");
    assert!(tab.text("#error-worksheet").starts_with("Lösungswort"), "{}", tab.text("#error-worksheet"));
}

/// The letters of a maze are painted on the screen, and in a game.
fn letters_are_on_the_screen(tab: &mut Tab) {
    for mode in ["", "&mode=play"] {
        let [plain, with_letters] = ["", "&word=MAUS"].map(|word| {
            tab.go(&format!("{MAZE}{word}{mode}"));
            tab.state("ready");
            if !word.is_empty() {
                let gets = "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('strokes.json'))";
                tab.until("the strokes are there", gets);
            }
            pixels_at_rest(tab, "#maze")
        });
        assert_ne!(plain, with_letters, "{mode}");
    }
}

fn a_picture_is_hidden(tab: &mut Tab) {
    tab.go(&format!("{MAZE}&lang=de"));
    tab.state("ready");
    open(tab);
    for age in values(tab, "worksheet-age") {
        tab.select("worksheet-age", &age);
        tab.select("worksheet-shape", "");
        tab.click("#worksheet-reveal");
        // Where no shape is chosen, each maze hides another animal.
        assert_eq!(tab.value("worksheet-shape"), "animals");
        let link = link(tab);
        assert!(link.contains("reveal=animals") && !link.contains("mask="), "{age}: {link}");
        assert!(service::is_there(&link), "{age}: {link}");
        tab.select("worksheet-shape", "");
        assert_eq!(tab.eval("document.getElementById('worksheet-reveal').checked"), false);
    }
    tab.select("worksheet-age", "4");
    tab.select("worksheet-shape", "cat");
    tab.click("#worksheet-reveal");
    tab.click("#worksheet-answers");
    tab.click("#worksheet-print");
    tab.until("it is printed", "window.printed === 1");
    assert_eq!(tab.eval("document.querySelector('.page .prompt').textContent"), "Male den Weg aus: Was ist es?");
    assert_eq!(tab.eval("document.querySelectorAll('.page').length"), 2);
    assert_eq!(tab.eval("document.querySelectorAll('.page:nth-child(2) .filled').length"), 1);
    assert_eq!(tab.eval("document.querySelectorAll('.page:first-child .filled').length"), 0);
}
