//! Errors are shown as text beside the field that they are about.

use crate::picture::until_painted;
use crate::tab::{Look, Tab};

tests![
    wrong_parameters_in_the_address_are_reported,
    wrong_values_in_fields_are_reported_and_corrected,
    nothing_describes_a_maze_that_is_not_shown,
    the_place_of_the_maze_says_why_there_is_none,
];

/// What Chromium writes on the console when the service refuses a request: no fault of the page.
const REFUSED: &str = "the server responded with a status of 400";

/// Waits until there is a message beside a field, and the field refers to it.
fn until_reported(tab: &Tab, parameter: &str) {
    tab.until_seen(&format!("#error-{parameter}"));
    let words = tab.text(&format!("#error-{parameter}"));
    assert!(words.split_whitespace().count() >= 3, "#error-{parameter} says: {words}");
    let invalid = tab.eval(&format!("document.getElementById('{parameter}').getAttribute('aria-invalid')"));
    assert_eq!(invalid, "true", "#{parameter} is not marked");
    let described =
        tab.text_of(&format!("document.getElementById('{parameter}').getAttribute('aria-describedby') ?? ''"));
    assert!(described.split(' ').any(|id| id == format!("error-{parameter}")), "#{parameter} points to {described}");
}

/// Whether nothing is wrong with a field.
fn is_well(tab: &Tab, parameter: &str) -> bool {
    !tab.is_seen(&format!("#error-{parameter}"))
        && tab.eval(&format!("document.getElementById('{parameter}').getAttribute('aria-invalid')")).as_str()
            != Some("true")
}

fn wrong_parameters_in_the_address_are_reported(tab: &mut Tab) {
    tab.expect(REFUSED);
    tab.go("/?algo=pirm&w=0&h=-3&seed=7&braid=7&ends=nowhere&doors=perhaps");
    tab.state("error");
    for parameter in ["algo", "w", "h", "braid", "ends", "doors"] {
        until_reported(tab, parameter);
    }
    assert!(tab.text("#error-algo").contains("prim"), "{}", tab.text("#error-algo"));
    for (address, parameter) in [
        ("/?algo=growing-tree&w=9&h=9&seed=7&pick=slowest", "pick"),
        ("/?algo=binary-tree&w=9&h=9&seed=7&bias=up", "bias"),
        ("/?algo=prim&w=9&h=9&seed=7&solver=luck", "solver"),
        ("/?algo=prim&w=9&h=9&seed=7&heat=warm", "heat"),
        ("/?algo=prim&w=9&h=9&seed=7&solution=perhaps", "solution"),
        ("/?algo=prim&w=9&h=9&seed=7&mode=watch&compare=pirm", "compare"),
        ("/?algo=prim&w=9&h=9&seed=7&mode=watch&what=dream", "what"),
    ] {
        tab.go(address);
        until_reported(tab, parameter);
    }
    // Errors without a field are shown as well. Every object of JavaScript has a member `toString`.
    for address in [
        "/?algo=prim&w=9&h=9&seed=7&foo=1",
        "/?algo=prim&w=9&h=9&seed=7&toString=1",
        "/?algo=prim&w=9&h=9&seed=7&mode=dream",
        "/map?seed=7&toString=1",
    ] {
        tab.go(address);
        tab.until_seen("#banner");
        let name = address.rsplit(['&', '=']).nth(1).unwrap();
        assert!(tab.text("#banner").contains(name), "{address}: {}", tab.text("#banner"));
    }
    // The page calls a parameter as its field is called, wherever the service finds it wrong.
    tab.go("/?algo=prim&w=9&h=9&seed=7&weights=0&mode=play");
    tab.until_seen("#banner");
    assert!(tab.text("#banner").starts_with("Cost of entering a cell: “0”: "), "{}", tab.text("#banner"));
    // So is that a maze is too large, wherever.
    tab.expect("the server responded with a status of 422");
    tab.go("/?algo=prim&w=3000&h=3000&seed=7");
    tab.state("error");
    assert!(["#banner", "#error-w", "#error-h"].iter().any(|place| tab.is_seen(place) && tab.text(place).len() > 20));
}

fn wrong_values_in_fields_are_reported_and_corrected(tab: &mut Tab) {
    tab.expect(REFUSED);
    tab.go("/?algo=prim&w=9&h=9&seed=7");
    tab.state("ready");
    let links = "document.querySelectorAll('#saves a').length";
    for (parameter, wrong, right) in [("w", "0", "11"), ("h", "many", "7")] {
        assert!(is_well(tab, parameter));
        tab.fill(parameter, wrong);
        until_reported(tab, parameter);
        tab.state("error");
        assert_eq!(tab.value(parameter), wrong, "what was typed is to be seen");
        assert_eq!(tab.eval(links), 0, "a maze that there is not cannot be saved");
        tab.fill(parameter, right);
        tab.state("ready");
        assert_ne!(tab.eval(links), 0);
        assert!(is_well(tab, parameter), "#{parameter} is wrong still");
    }
    // Any text is a seed.
    tab.fill("seed", "otter");
    tab.state("ready");
    tab.fill("seed", "8");
    until_painted(tab, "#maze", "algo=prim&w=11&h=7&seed=8");
    // A field that is emptied does not stay empty without a word.
    tab.fill("w", "");
    until_reported(tab, "w");
    tab.fill("w", "12");
    until_painted(tab, "#maze", "algo=prim&w=12&h=7&seed=8");
    tab.select("algo", "growing-tree");
    tab.fill("pick", "newest:no");
    until_reported(tab, "pick");
    // It goes with the algorithm that it belongs to.
    tab.select("algo", "prim");
    until_painted(tab, "#maze", "algo=prim&w=12&h=7&seed=8");
    tab.state("ready");
    assert!(!tab.is_seen("#error-pick"));
}

/// The name and the numbers of the maze before are not left beside the fields of one that is too large.
fn nothing_describes_a_maze_that_is_not_shown(tab: &mut Tab) {
    tab.expect(REFUSED);
    for (w, h) in [("3000", "1000"), ("0", "9")] {
        tab.go("/?algo=prim&w=9&h=9&seed=7");
        tab.state("ready");
        assert!(tab.text("#made").contains("9 × 9") && tab.text("#statistics").contains("Dead ends"));
        tab.fill("w", w);
        tab.fill("h", h);
        tab.state("error");
        let label = tab.text_of("document.getElementById('maze').getAttribute('aria-label')");
        let title = tab.text_of("document.title");
        for words in [tab.text("#title"), tab.text("#statistics-section"), tab.text("#status"), label, title] {
            assert!(
                !words.contains('×') && !words.contains("Dead ends") && !words.contains("moves"),
                "{w} × {h}: {words}"
            );
        }
        tab.fill("w", "8");
        tab.fill("h", "8");
        tab.state("ready");
        assert!(tab.text("#made").contains("8 × 8") && tab.text("#statistics").contains("Dead ends"));
    }
}

/// Also on a phone, where the fields are out of sight. Where a size is what it takes, a button sets it.
fn the_place_of_the_maze_says_why_there_is_none(tab: &mut Tab) {
    tab.expect(REFUSED);
    tab.look(Look::PHONE);
    tab.go("/?algo=prim&w=8&h=12&seed=7&mask=cat");
    tab.state("error");
    assert!(tab.text("#banner").starts_with("A cat needs at least 9 × 10 cells."), "{}", tab.text("#banner"));
    let [_, top, _, height] = tab.place("#banner");
    let [_, sheet_top, _, sheet_height] = tab.place(".sheet");
    assert!(top > sheet_top && top + height < sheet_top + sheet_height);
    tab.click("#banner button");
    tab.state("ready");
    assert!(!tab.is_seen("#banner"));
    assert_eq!((tab.value("w"), tab.value("h")), ("9".to_owned(), "12".to_owned()));
    // The maze before is still there, and pale.
    tab.go("/?algo=prim&w=9&h=9&seed=7");
    tab.state("ready");
    tab.fill("w", "0");
    tab.state("error");
    assert!(tab.text("#banner").contains("must be between 1 and"), "{}", tab.text("#banner"));
    assert!(!tab.is_seen("#banner button"), "no size is named");
    assert_eq!(tab.eval("getComputedStyle(document.getElementById('maze')).opacity"), "0.15");
}
