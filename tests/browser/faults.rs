//! What is wrong is told in words, beside the field that it is about.

use crate::picture::until_painted;
use crate::tab::Tab;

tests![wrong_parameters_in_the_address_are_told, wrong_values_in_fields_are_told_and_mended];

/// What Chromium writes on the console when the service refuses a request: no fault of the page.
const REFUSED: &str = "the server responded with a status of 400";

/// Waits until words stand beside a field, and the field points to them.
fn until_told(tab: &Tab, parameter: &str) {
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

fn wrong_parameters_in_the_address_are_told(tab: &mut Tab) {
    tab.expect(REFUSED);
    tab.go("/?algo=pirm&w=0&h=-3&seed=x&braid=7&ends=nowhere&doors=perhaps");
    tab.state("error");
    for parameter in ["algo", "w", "h", "seed", "braid", "ends", "doors"] {
        until_told(tab, parameter);
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
        until_told(tab, parameter);
    }
    // What there is no field for is told all the same.
    for address in ["/?algo=prim&w=9&h=9&seed=7&foo=1", "/?algo=prim&w=9&h=9&seed=7&mode=dream"] {
        tab.go(address);
        tab.until_seen("#banner");
        let name = address.rsplit(['&', '=']).nth(1).unwrap();
        assert!(tab.text("#banner").contains(name), "{address}: {}", tab.text("#banner"));
    }
    // No maze is too large for an answer.
    tab.go("/?algo=prim&w=3000&h=3000&seed=7");
    tab.until_seen("#banner");
}

fn wrong_values_in_fields_are_told_and_mended(tab: &mut Tab) {
    tab.expect(REFUSED);
    tab.go("/?algo=prim&w=9&h=9&seed=7");
    tab.state("ready");
    for (parameter, wrong, right) in [("w", "0", "11"), ("h", "many", "7"), ("seed", "-1", "8")] {
        assert!(is_well(tab, parameter));
        tab.fill(parameter, wrong);
        until_told(tab, parameter);
        tab.state("error");
        assert_eq!(tab.value(parameter), wrong, "what was typed is to be seen");
        tab.fill(parameter, right);
        tab.state("ready");
        assert!(is_well(tab, parameter), "#{parameter} is wrong still");
    }
    until_painted(tab, "#maze", "algo=prim&w=11&h=7&seed=8");
    // A field that is emptied does not stay empty without a word.
    tab.fill("w", "");
    until_told(tab, "w");
    tab.fill("w", "12");
    until_painted(tab, "#maze", "algo=prim&w=12&h=7&seed=8");
    tab.select("algo", "growing-tree");
    tab.fill("pick", "newest:no");
    until_told(tab, "pick");
    // It goes with the algorithm that it belongs to.
    tab.select("algo", "prim");
    until_painted(tab, "#maze", "algo=prim&w=12&h=7&seed=8");
    tab.state("ready");
    assert!(!tab.is_seen("#error-pick"));
}
