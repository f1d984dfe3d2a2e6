//! Mazes that other people made are opened: every form that the service reads, in every way that a page can be given a file.

use std::fs;

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::layout::{TOO_LONG, TOO_WIDE};
use crate::service;
use crate::tab::{Look, Tab};

tests![
    every_form_is_read,
    what_cannot_be_read_is_said_with_what_may_help,
    a_maze_is_dropped_and_pasted,
    an_end_that_is_marked_stays,
    reasons_are_said_in_other_languages_too,
    the_ends_are_shown_and_can_be_others,
    moves_across_corners_are_a_choice,
    a_picture_has_a_threshold,
    an_opened_maze_is_watched_played_and_printed,
    an_opened_maze_is_saved_in_every_form,
    an_opened_maze_is_closed,
];

/// What Chromium writes on the console when the service refuses a body: no fault of the page.
const REFUSED: &str = "the server responded with a status of 400";

/// The folder of mazes that other people made.
const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/foreign");

/// Chooses a file in the menu.
fn open(tab: &Tab, name: &str) {
    tab.click("#open-menu");
    tab.until_seen("#open-file");
    tab.upload("open-file", &format!("{FILES}/{name}"));
    shown(tab, name);
}

/// Waits until the page has done with what is called so.
fn shown(tab: &Tab, name: &str) {
    tab.until("it is opened", &format!("document.getElementById('opened-name').textContent.startsWith('{name}')"));
    tab.settled();
}

/// Pastes a text into the page.
pub fn paste(tab: &Tab, text: &str) {
    tab.run(
        "const clipboardData = new DataTransfer();
         clipboardData.setData('text/plain', arguments[0]);
         document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));",
        vec![json!(text)],
    );
    shown(tab, "Pasted maze");
}

/// The maze that is shown: how it was read, where it begins and ends, and what is said of its solution.
fn told(tab: &Tab) -> Value {
    tab.eval("[...['read', 'from', 'to'].map((name) => document.getElementById(`read-${name}`).value), document.getElementById('status').innerText]")
}

/// Each of the files, with what is said of it in the answers, on a screen and on a phone.
fn every_form_is_read(tab: &mut Tab) {
    tab.expect(REFUSED);
    let answers: Value = serde_json::from_slice(&fs::read(format!("{FILES}/answers.json")).unwrap()).unwrap();
    for look in [Look::DESK, Look::PHONE] {
        tab.look(look);
        tab.go("/?algo=prim&w=9&h=9&seed=7");
        for (name, answer) in answers.as_object().unwrap() {
            let Some(length) = answer.get("length") else { continue };
            open(tab, name);
            for (parameter, value) in url::form_urlencoded::parse(answer["query"].as_str().unwrap().as_bytes()) {
                match &*parameter {
                    "thin" => {
                        tab.run(
                            "document.getElementById('characters').open = true;
                                 document.getElementById('read-thin').click()",
                            Vec::new(),
                        );
                    }
                    "walls" => tab.click("#banner button"),
                    _ => tab.fill(&format!("read-{parameter}"), &value),
                }
                tab.until("it is read again", "document.documentElement.dataset.state !== 'error'");
                tab.settled();
            }
            tab.state("ready");
            let said = match length.as_u64() {
                Some(1) => "Solution: 1 move.".to_owned(),
                Some(moves) => format!("Solution: {moves} moves."),
                None => "No solution was found.".to_owned(),
            };
            tab.until(&said, &format!("document.getElementById('status').innerText.includes('{said}')"));
            for end in ["from", "to"] {
                let Some(place) = answer.get(end) else { continue };
                assert_eq!(tab.value(&format!("read-{end}")), format!("{}, {}", place[0], place[1]), "{name}: {end}");
            }
            assert_eq!(tab.eval(TOO_WIDE), json!([]), "{name}, {look:?}");
            assert_eq!(tab.eval(TOO_LONG), json!([]), "{name}, {look:?}");
        }
    }
}

fn what_cannot_be_read_is_said_with_what_may_help(tab: &mut Tab) {
    tab.expect(REFUSED);
    tab.go("/?algo=prim&w=9&h=9&seed=7");
    open(tab, "exes-unsaid.txt");
    tab.state("error");
    assert!(tab.text("#banner").contains("'X' may be anything"), "{}", tab.text("#banner"));
    let buttons = "[...document.querySelectorAll('#banner button')].map(({ innerText }) => innerText)";
    assert_eq!(tab.eval(buttons), json!(["“X” is a wall", "“X” is free", "“X” is the start", "“X” is the end"]));
    assert_eq!(tab.value("read-read"), "squares");
    tab.run("document.querySelector('#banner button').focus()", Vec::new());
    tab.press(&[char::from(Key::Enter)]);
    tab.state("ready");
    assert_eq!(tab.value("read-walls"), "X");
    assert!(!tab.is_seen("#banner"));
    // Of two readings, the other one is a choice away.
    paste(tab, "1111\n1201\n1131\n1111");
    assert_eq!(told(tab), json!(["numbers", "1, 1", "2, 2", "Solution: 2 moves. 2 dead ends."]));
    tab.select("read-read", "squares");
    tab.state("error");
    // A character after another is known beside it.
    paste(tab, "xxxx\nx+-x\nxxxx");
    for expected in ["x", "x+"] {
        tab.state("error");
        tab.click("#banner button");
        tab.until("it is a wall", &format!("document.getElementById('read-walls').value === '{expected}'"));
        tab.settled();
    }
    // All faults are listed, each with its line and a mark below its place.
    paste(tab, "#####\n#S?E#\n#!  #\n#####");
    tab.state("error");
    let faults = tab.text("#banner .faults");
    let lines: Vec<&str> = faults.lines().collect();
    assert_eq!((lines[0], lines[2]), ("2: #S?E#", "3: #!  #"), "{faults}");
    assert!(
        lines[1].starts_with("     ^ '?' may be anything") && lines[3].starts_with("    ^ '!' may be anything"),
        "{faults}"
    );
    assert_eq!(tab.eval(TOO_WIDE), json!([]));
    // Lines that are none of the maze are left out by a button, and what was left out without one is said.
    paste(tab, "Tomb\n#####\n#S E#\n#####");
    tab.state("error");
    assert_eq!(tab.eval(buttons), json!(["Read only lines 2-4"]));
    tab.click("#banner button");
    tab.state("ready");
    assert!(!tab.is_seen("#read-warnings"));
    paste(tab, "#####\n\n#S E#\n\n#####");
    tab.state("ready");
    assert_eq!(tab.text("#read-warnings"), "every second line is empty, and was left out");
    // A file that is no maze leaves a way on.
    tab.click("#open-menu");
    tab.until_seen("#open-text");
    tab.click("#open-it");
    tab.until_seen("#error-open");
    tab.run("document.getElementById('open-text').value = 'A letter.'", Vec::new());
    tab.click("#open-it");
    tab.until("it is tried", "document.getElementById('banner').innerText.includes('none of the forms')");
    tab.state("error");
    tab.click("#new-maze");
    tab.state("ready");
    assert!(!tab.is_seen("#opened"));
}

fn a_maze_is_dropped_and_pasted(tab: &mut Tab) {
    tab.go("/?algo=prim&w=9&h=9&seed=7");
    let address = tab.address();
    paste(tab, "#####\n#S E#\n#####");
    assert_eq!(told(tab), json!(["squares", "1, 1", "1, 3", "Solution: 2 moves. 2 dead ends."]));
    tab.run(
        "const dataTransfer = new DataTransfer(), init = { dataTransfer, bubbles: true, cancelable: true };
         dataTransfer.items.add(new File(['1 1 1 1 1\\n1 2 0 3 1\\n1 1 1 1 1\\n'], 'row.csv'));
         const over = new DragEvent('dragover', init);
         document.querySelector('footer').dispatchEvent(over);
         window.seen = [over.defaultPrevented, document.getElementById('drop').checkVisibility()];
         document.querySelector('footer').dispatchEvent(new DragEvent('drop', init));",
        Vec::new(),
    );
    assert_eq!(tab.eval("window.seen"), json!([true, true]));
    shown(tab, "row.csv");
    tab.state("ready");
    assert_eq!(told(tab), json!(["numbers", "1, 1", "1, 3", "Solution: 2 moves. 2 dead ends."]));
    assert!(!tab.is_seen("#drop"));
    // Into a field, text is only pasted.
    tab.run(
        "const clipboardData = new DataTransfer();
         clipboardData.setData('text/plain', '###\\n#S#\\n###');
         document.getElementById('read-from').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));",
        Vec::new(),
    );
    assert!(tab.text("#opened-name").starts_with("row.csv"));
    tab.click("#open-menu");
    tab.until_seen("#open-text");
    tab.run("document.getElementById('open-text').value = '######\\n#S  E#\\n######'", Vec::new());
    tab.click("#open-it");
    shown(tab, "Pasted maze, 6 × 3");
    assert_eq!(tab.eval("document.activeElement.id"), "open-menu", "the focus goes with the menu");
    assert_eq!(tab.address(), address, "a file is in no address");
}

/// One end is marked and the other is missing, or marked twice: the marked one is no guess, and what is wrong is said.
fn an_end_that_is_marked_stays(tab: &mut Tab) {
    let two = "#######\n#S   S#\n# ### #\n#E    #\n#######\n";
    tab.go("/");
    for (text, from, to, warning) in [
        (two.to_owned(), "1, 5", "3, 1", "line 2, column 6: a second square is marked as the start, and 2 are"),
        (
            two.replace('S', " "),
            "1, 5",
            "3, 1",
            "line 4, column 2: this is marked as the end, and no square as the start",
        ),
        (two.replace('E', " ").replacen('S', " ", 1), "1, 5", "3, 1", "line 2, column 6: this is marked as the start"),
    ] {
        paste(tab, &text);
        let told = told(tab);
        assert_eq!((&told[1], &told[2]), (&json!(from), &json!(to)), "{text}");
        assert!(tab.is_seen("#ends-unsaid") && tab.text("#ends-unsaid").contains("only one end"), "{text}");
        assert!(tab.text("#read-warnings").contains(warning), "{}", tab.text("#read-warnings"));
    }
    // Where nothing is marked, both are guesses.
    paste(tab, &two.replace(['S', 'E'], " "));
    assert!(tab.text("#ends-unsaid").contains("does not say where"));
}

/// The service knows the reason in English alone, which is better than none.
fn reasons_are_said_in_other_languages_too(tab: &mut Tab) {
    tab.go("/?lang=de");
    tab.expect(REFUSED);
    tab.run(
        "const clipboardData = new DataTransfer();
         clipboardData.setData('text/plain', '{\"cells\":7}');
         document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));",
        vec![],
    );
    tab.until_seen("#banner");
    let said = tab.text("#banner");
    assert!(said.contains("kein Labyrinth") && said.contains("cells"), "{said}");
}

fn the_ends_are_shown_and_can_be_others(tab: &mut Tab) {
    tab.expect(REFUSED);
    tab.go("/?algo=prim&w=9&h=9&seed=7");
    paste(tab, "######\n#    #\n######");
    assert_eq!(told(tab)[1], "1, 1");
    assert_eq!(told(tab)[2], "1, 4");
    assert!(tab.is_seen("#ends-unsaid") && tab.text("#status").contains("does not say where"));
    tab.fill("read-to", "1 3");
    tab.until("it is read again", "document.getElementById('read-to').value === '1, 3'");
    tab.state("ready");
    assert!(tab.text("#status").starts_with("Solution: 2 moves."), "{}", tab.text("#status"));
    assert!(!tab.is_seen("#ends-unsaid"));
    // With the mouse: the middle of the second free square.
    tab.click("#pick-from");
    assert_eq!(tab.eval("document.getElementById('pick-from').getAttribute('aria-pressed')"), "true");
    assert!(tab.text("#status").starts_with("Click the start"), "{}", tab.text("#status"));
    let [left, top, width, height] = tab.place("#maze");
    let cell = (width - 28.0).min((height - 28.0) * 2.0) / 6.0;
    let (x, y) = (left + width / 2.0 - cell / 2.0, top + height / 2.0);
    for kind in ["mousePressed", "mouseReleased"] {
        let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
        tab.cdp("Input.dispatchMouseEvent", event);
    }
    tab.until("it is picked", "document.getElementById('read-from').value === '1, 2'");
    tab.state("ready");
    assert!(tab.text("#status").starts_with("Solution: 1 move."), "{}", tab.text("#status"));
    // Escape gives up.
    tab.click("#pick-to");
    tab.press(&[char::from(Key::Escape)]);
    assert_eq!(tab.eval("document.getElementById('pick-to').getAttribute('aria-pressed')"), "false");
    // A wall is no end, and the service says so.
    tab.fill("read-to", "0,0");
    tab.state("error");
    assert!(tab.text("#banner").contains("End"), "{}", tab.text("#banner"));
    tab.fill("read-to", "1,4");
    tab.state("ready");
}

fn moves_across_corners_are_a_choice(tab: &mut Tab) {
    tab.go("/?algo=prim&w=9&h=9&seed=7");
    paste(tab, "+---+---+\n| @   X |\n+---+---+");
    assert!(!tab.is_seen("#read-diagonals"), "cells with walls have no corners to cross");
    paste(tab, "#####\n#S  #\n#   #\n#  E#\n#####");
    tab.state("ready");
    assert!(tab.text("#status").starts_with("Solution: 4 moves."), "{}", tab.text("#status"));
    tab.click("#read-diagonals");
    tab.until(
        "it is solved",
        "document.getElementById('status').innerText.startsWith('Solution: 2 moves, cost 2.828')",
    );
    assert!(tab.text("#statistics").contains("2 moves"), "{}", tab.text("#statistics"));
    // The solver that is watched knows such moves, too.
    tab.click("#mode-watch");
    tab.slide("speed", "max");
    tab.state("done");
    assert!(tab.text("#status").contains("a path of 2 moves"), "{}", tab.text("#status"));
    tab.select("solver", "wall-follower");
    tab.until("it is named", "document.getElementById('title').innerText === 'A*'");
    tab.click("#mode-look");
    tab.state("ready");
    tab.click("#read-diagonals");
    tab.until("it is solved", "document.getElementById('status').innerText.startsWith('Solution: 4 moves.')");
}

/// Gray walls are walls where what is darker than three quarters of white is dark.
fn a_picture_has_a_threshold(tab: &mut Tab) {
    tab.expect(REFUSED);
    tab.go("/?algo=prim&w=9&h=9&seed=7");
    tab.run(
        "const canvas = new OffscreenCanvas(9, 5), ctx = canvas.getContext('2d');
         ctx.fillStyle = '#fff';
         ctx.fillRect(0, 0, 9, 5);
         ctx.fillStyle = '#a0a0a0';
         for (const [x, y, w, h] of [[0, 0, 9, 1], [0, 4, 9, 1], [0, 2, 1, 3], [8, 2, 1, 3], [2, 1, 1, 2], [4, 2, 1, 2], [6, 1, 1, 2]]) ctx.fillRect(x, y, w, h);
         const dataTransfer = new DataTransfer();
         dataTransfer.items.add(new File([await canvas.convertToBlob()], 'gray.png', { type: 'image/png' }));
         for (const kind of ['dragover', 'drop']) document.querySelector('footer').dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));",
        Vec::new(),
    );
    shown(tab, "gray.png");
    // Gray walls are told from white corridors by these two colors, until a threshold is chosen.
    assert!(tab.is_seen("#read-threshold") && tab.text("#status").starts_with("Solution: 16 moves."));
    for (threshold, finds_it) in [("0.5", false), ("0.75", true)] {
        tab.run(
            "const slider = document.getElementById('read-threshold');
             slider.value = arguments[0];
             for (const kind of ['input', 'change']) slider.dispatchEvent(new Event(kind));",
            vec![json!(threshold)],
        );
        let read =
            format!("document.getElementById('status').innerText.startsWith('Solution: 16 moves.') === {finds_it}");
        tab.until("it is read again", &read);
    }
    assert_eq!(tab.text("#read-threshold-words"), "75%");
}

/// A drawing with a loop, in which solvers differ.
const DRAWING: &str = "#########\n#S  #   #\n# # # # #\n#     #E#\n#########";

fn an_opened_maze_is_watched_played_and_printed(tab: &mut Tab) {
    tab.go("/?algo=prim&w=9&h=9&seed=7");
    paste(tab, DRAWING);
    tab.state("ready");
    tab.click("#mode-play");
    tab.state("ready");
    tab.run("document.activeElement.blur()", Vec::new());
    for key in "ddssddwwddss".chars() {
        tab.press(&[key]);
    }
    tab.until_seen("#outcome");
    assert!(tab.text("#outcome").starts_with("You found it!"), "{}", tab.text("#outcome"));
    tab.click("#mode-watch");
    tab.until("it is watched", "['playing', 'done'].includes(document.documentElement.dataset.state)");
    tab.slide("speed", "max");
    tab.state("done");
    assert!(tab.text("#status").contains("a path of 12 moves"), "{}", tab.text("#status"));
    assert_eq!(tab.eval("document.querySelector('#what [value=build]').hidden"), true, "it was built elsewhere");
    tab.click("#frontier summary");
    tab.slide("scrub", "1");
    assert_eq!(tab.text("#frontier-cells").split_whitespace().collect::<String>(), "1,10–");
    tab.select("what", "race");
    tab.slide("speed", "max");
    tab.state("done");
    assert_eq!(tab.eval("document.querySelectorAll('#lanes li').length > 10"), true);
    tab.click("#mode-look");
    tab.state("ready");
    tab.run("document.getElementById('print-solution').checked = true", Vec::new());
    assert_eq!(lopdf::Document::load_mem(&tab.pdf()).unwrap().get_pages().len(), 2);
}

fn an_opened_maze_is_saved_in_every_form(tab: &mut Tab) {
    tab.go("/?algo=prim&w=9&h=9&seed=7");
    paste(tab, DRAWING);
    tab.click("#solution");
    tab.state("ready");
    tab.click("#save-menu");
    let buttons = "[...document.querySelectorAll('#saves button')].map(({ id }) => id)";
    let buttons: Vec<String> = serde_json::from_value(tab.eval(buttons)).unwrap();
    for format in ["svg", "png", "gif", "ascii", "squares", "json", "csv", "npy", "dxf", "tmj", "hex", "map"] {
        assert!(buttons.contains(&format!("save-{format}")), "{format}: {buttons:?}");
    }
    tab.run(
        "window.kept = [];
         URL.createObjectURL = (blob) => { window.kept.push(blob); return 'data:,'; };",
        Vec::new(),
    );
    for (i, button) in buttons.iter().enumerate() {
        tab.run("document.getElementById(arguments[0]).click()", vec![json!(button)]);
        tab.until(button, &format!("window.kept.length === {}", i + 1));
        assert_eq!(
            tab.eval("window.kept.at(-1).size > 10 && document.getElementById('error-save').hidden"),
            true,
            "{button}"
        );
    }
    let squares = buttons.iter().position(|button| button == "save-squares").unwrap();
    let text = tab.text_of(&format!("await window.kept[{squares}].text()"));
    assert_eq!(text.trim_end(), "#########\n#S**#***#\n# #*#*#*#\n#  ***#E#\n#########");
    // There is no address of it, and what is said to curl is the file.
    assert!(!tab.is_seen("#dataset-menu"));
    tab.press(&[char::from(Key::Escape)]);
    tab.click("#share-menu");
    tab.until_seen("#copy-curl");
    assert!(!tab.is_seen("#copy-link"));
    tab.allow("clipboard-read");
    tab.allow("clipboard-write");
    tab.click("#copy-curl");
    tab.until("it is copied", "document.getElementById('status').innerText.startsWith('Copied')");
    assert!(tab.text("#status").contains("--data-binary @'Pasted maze'"), "{}", tab.text("#status"));
}

fn an_opened_maze_is_closed(tab: &mut Tab) {
    tab.go("/?algo=prim&w=9&h=9&seed=7");
    let made = tab.text("#made");
    for how in ["#close-file", "#new-maze"] {
        paste(tab, DRAWING);
        assert_eq!(tab.text("#title"), "Pasted maze, 9 × 5");
        for hidden in ["#algo", "#grid", "#w", "#difficulty"] {
            assert!(!tab.is_seen(hidden), "{hidden} makes other mazes");
        }
        tab.click(how);
        tab.until("another maze is there", "document.getElementById('made').innerText.startsWith('Randomized Prim')");
        tab.state("ready");
        assert!(!tab.is_seen("#opened") && tab.is_seen("#grid"));
        assert_eq!(tab.text("#title"), "Find the way from the ring to the dot.");
        assert_eq!(tab.text("#made") == made, how == "#close-file");
    }
    // The page shows then the maze of its address.
    let query = tab.text_of("location.search");
    let made = service::json(&format!("{}/maze.json{query}", tab.programs.server_url));
    assert_eq!(made["seed"].to_string(), tab.value("seed"));
}
