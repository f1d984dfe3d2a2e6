//! The page for everybody: what axe-core finds, and what can be done without a mouse.

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::layout::{SIGHTS, see};
use crate::picture::until_painted;
use crate::tab::{Look, Tab};

tests![
    axe_finds_nothing,
    every_button_can_be_read_in_every_state,
    words_and_marks_stand_out_from_what_is_below,
    tab_reaches_every_control_in_order_and_is_seen,
    everything_works_from_the_keyboard,
    changes_are_said_aloud,
    menus_open_and_close_from_the_keyboard,
    the_focus_is_never_lost,
];

/// Each violation in a line: the rule, and the elements.
const AXE: &str = "
    const { violations } = await axe.run(document, { resultTypes: ['violations'], preload: false });
    return violations.map(({ id, help, nodes }) =>
        `${id} (${help}): ${nodes.map(({ target, any }) => `${target} ${any.map(({ message }) => message)}`).join('; ')}`);";

/// The violations in what is shown, with its name: in light and dark colors, and on a phone.
pub fn violations_in(tab: &mut Tab, name: &str) -> Vec<String> {
    let mut violations = Vec::new();
    // Scripts of the driver are not subject to the policy of the page, and need not be.
    tab.run(&tab.programs.axe_core.clone(), Vec::new());
    for (how, look) in [("light", Look::DESK), ("dark", Look::DESK.dark()), ("phone", Look::PHONE)] {
        tab.look(look);
        tab.run("for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)", Vec::new());
        let found = tab.run(AXE, Vec::new());
        violations.extend(found.as_array().unwrap().iter().map(|violation| format!("{name}, {how}: {violation}")));
    }
    tab.look(Look::DESK);
    violations
}

fn axe_finds_nothing(tab: &mut Tab) {
    let mut violations = Vec::new();
    for (name, address, arrive) in SIGHTS {
        see(tab, address, arrive);
        violations.extend(violations_in(tab, name));
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

/// The texts on buttons that have less contrast than 4.5 : 1, and how many texts there are.
const FAINT: &str = "
    const ctx = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const paint = (color) => { ctx.fillStyle = color; ctx.fillRect(0, 0, 1, 1); };
    const light = () => {
        const [r, g, b] = [...ctx.getImageData(0, 0, 1, 1).data].map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const faint = [];
    let count = 0;
    for (const button of document.querySelectorAll('button, .menu a')) for (const element of [button, ...button.querySelectorAll('small, span, svg')]) {
        const around = [];
        for (let each = element; each; each = each.parentElement) around.unshift(getComputedStyle(each).backgroundColor);
        paint('#fff');
        around.forEach(paint);
        const below = light();
        paint(getComputedStyle(element).color);
        const above = light(), contrast = Math.max(above, below) / Math.min(above, below);
        count++;
        if (contrast < 4.5) faint.push(`${button.id || button.textContent.trim()} ${contrast.toFixed(1)}`);
    }
    return [faint, count];";

/// Chosen or not, disabled or not, and whatever the pointer and the keyboard do with it.
fn every_button_can_be_read_in_every_state(tab: &mut Tab) {
    const STATES: [&[&str]; 4] = [&[], &["hover"], &["hover", "active"], &["focus", "focus-visible"]];
    const KINDS: [&str; 4] = [
        "",
        "for (const each of document.querySelectorAll('button[aria-pressed]')) each.setAttribute('aria-pressed', 'true')",
        "for (const each of document.querySelectorAll('button[aria-pressed]')) each.setAttribute('aria-pressed', 'false')",
        "for (const each of document.querySelectorAll('button')) each.disabled = true",
    ];
    let mut faint = Vec::new();
    for address in ["/?w=9&h=9&seed=7", "/?w=9&h=9&seed=7&mode=watch", "/?w=9&h=9&seed=7&mode=play", "/map?seed=7"] {
        for look in [Look::DESK, Look::DESK.dark()] {
            tab.look(Look { reduced_motion: true, ..look });
            tab.go(address);
            tab.state("ready");
            tab.cdp("DOM.enable", json!({}));
            tab.cdp("CSS.enable", json!({}));
            let root = tab.cdp("DOM.getDocument", json!({ "depth": 0 }))["root"]["nodeId"].clone();
            let buttons = tab.cdp("DOM.querySelectorAll", json!({ "nodeId": root, "selector": "button, .menu a" }));
            for kind in KINDS {
                tab.run(kind, Vec::new());
                for state in STATES {
                    for button in buttons["nodeIds"].as_array().unwrap() {
                        tab.cdp("CSS.forcePseudoState", json!({ "nodeId": button, "forcedPseudoClasses": state }));
                    }
                    let found = tab.run(FAINT, Vec::new());
                    assert!(found[1].as_u64().unwrap() > 10, "{address}: {found}");
                    let found = found[0].as_array().unwrap().iter();
                    faint
                        .extend(found.map(|text| format!("{address}, dark: {}, {state:?}, {kind}: {text}", look.dark)));
                }
            }
            tab.cdp("CSS.disable", json!({}));
            tab.cdp("DOM.disable", json!({}));
        }
    }
    assert!(faint.is_empty(), "{}", faint.join("\n"));
}

/// The focused element.
const FOCUSED: &str = "(document.activeElement.id || document.activeElement.textContent.trim())";

/// Everything that Tab is to reach, in the order of the page. Of radio buttons that is the checked one; arrow keys go to the others.
const REACHABLE: &str = "
    [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex=\"0\"]')]
        .filter((element) => element.type !== 'radio' || element.checked)
        .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled && element.tabIndex >= 0)
        .map((element) => element.id || element.textContent.trim())";

/// Whether one sees where the focus is: something is drawn around the element or its label that is not there without it.
const FOCUS_SEEN: &str = "(() => {
    const element = document.activeElement;
    const look = () => [element, element.parentElement].map((each) => {
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(each);
        return [outlineStyle === 'none' ? '' : [outlineStyle, outlineWidth, outlineColor], boxShadow, borderColor].join();
    }).join();
    const focused = look();
    element.blur();
    const plain = look();
    element.focus({ focusVisible: true });
    return focused !== plain;
})()";

/// Each color of the style sheet beside those that it is seen on, by day and by night: 4.5 to 1 for words, and 3 to 1 for marks.
fn words_and_marks_stand_out_from_what_is_below(tab: &mut Tab) {
    const WORDS: &[(&str, &[&str])] = &[
        (
            "ink",
            &["paper", "surface", "outside", "accent-soft", "danger-soft", "floor", "trod", "seen", "settled", "left"],
        ),
        ("quiet", &["paper", "surface", "outside", "accent-soft"]),
        ("accent", &["paper", "surface"]),
        ("on-accent", &["accent"]),
        ("danger", &["paper", "surface", "danger-soft"]),
        ("entrance", &["paper"]),
    ];
    const MARKS: &[(&str, &[&str])] = &[
        (
            "wall",
            &["floor", "inside", "outside", "untouched", "active", "seen", "settled", "frontier", "left", "filled"],
        ),
        ("thread", &["floor", "inside", "trod"]),
        ("entrance", &["floor", "inside", "trod"]),
        ("exit", &["floor", "inside", "trod"]),
        ("player", &["floor", "inside", "trod"]),
        ("trail", &["floor", "inside", "trod"]),
        ("hint", &["floor", "inside", "trod"]),
        ("head-ring", &["floor", "inside", "untouched", "active", "seen", "settled", "frontier", "left"]),
        ("control-line", &["paper", "surface"]),
    ];
    const RATIO: &str = "
        const style = getComputedStyle(document.documentElement);
        const luminance = (name) => {
            const [r, g, b] = style.getPropertyValue(`--${name}`).trim().match(/[0-9a-f]{2}/g)
                .map((channel) => parseInt(channel, 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const [dark, light] = [...arguments].map(luminance).sort((a, b) => a - b);
        return (light + 0.05) / (dark + 0.05);";
    tab.go("/?algo=prim&w=12&h=9&seed=7");
    for (scheme, look) in [("light", Look::DESK), ("dark", Look::DESK.dark())] {
        tab.look(look);
        for (pairs, min) in [(WORDS, 4.5), (MARKS, 3.0)] {
            for (color, grounds) in pairs {
                for ground in *grounds {
                    let ratio = tab.run(RATIO, vec![json!(color), json!(ground)]).as_f64().unwrap();
                    assert!(ratio >= min, "{scheme}: {color} on {ground} is {ratio:.2} to 1");
                }
            }
        }
    }
}

fn tab_reaches_every_control_in_order_and_is_seen(tab: &mut Tab) {
    for address in [
        "/?algo=growing-tree&w=12&h=9&seed=7&heat=distance",
        "/?algo=prim&w=12&h=9&seed=7&mode=watch&what=solve&compare=bfs&solver=wall-follower",
        "/?algo=binary-tree&w=12&h=9&seed=7&mode=play",
    ] {
        // So that an animation waits to be begun.
        tab.look(Look { reduced_motion: true, ..Look::DESK });
        tab.go(address);
        tab.state("ready");
        let expected = tab.eval(REACHABLE);
        let mut reached = Vec::new();
        for _ in expected.as_array().unwrap() {
            tab.press(&[char::from(Key::Tab)]);
            let focused = tab.eval(FOCUSED);
            assert_eq!(tab.eval(FOCUS_SEEN), true, "{address}: the focus on {focused} is not visible");
            reached.push(focused);
        }
        assert_eq!(Value::from(reached), expected, "{address}");
        // The agreed controls are among them.
        for id in [
            "mode-look",
            "mode-watch",
            "mode-play",
            "algo",
            "w",
            "h",
            "seed",
            "new-maze",
            "save-menu",
            "share-menu",
            "print-menu",
        ] {
            assert!(expected.as_array().unwrap().contains(&json!(id)), "{address}: {id} is not reached");
        }
    }
}

/// Puts the focus on an element, by Tab.
pub fn tab_to(tab: &Tab, id: &str) {
    for _ in 0..80 {
        if tab.eval("document.activeElement.id") == id {
            return;
        }
        tab.press(&[char::from(Key::Tab)]);
    }
    panic!("Tab does not come to #{id}");
}

fn everything_works_from_the_keyboard(tab: &mut Tab) {
    let (enter, space, down) = (char::from(Key::Enter), ' ', char::from(Key::Down));
    tab.go("/?algo=backtracker&w=12&h=9&seed=7");
    tab.state("ready");
    // First comes a link that leads past all the rest.
    tab.press(&[char::from(Key::Tab)]);
    assert!(tab.is_seen(":focus"));
    tab.press(&[enter]);
    tab.until("the link leads to the controls", "document.activeElement.id === 'controls'");
    tab_to(tab, "algo");
    tab.press(&[down]);
    let second = tab.text_of("document.getElementById('algo').options[1].value");
    until_painted(tab, "#maze", &format!("algo={second}&w=12&h=9&seed=7"));
    tab_to(tab, "w");
    tab.press_with(char::from(Key::Control), 'a');
    tab.press(&['8', enter]);
    until_painted(tab, "#maze", &format!("algo={second}&w=8&h=9&seed=7"));
    tab_to(tab, "doors");
    tab.press(&[space]);
    until_painted(tab, "#maze", &format!("algo={second}&w=8&h=9&seed=7&doors=true"));
    tab_to(tab, "mode-watch");
    tab.press(&[enter]);
    tab.until_seen("#play-pause");
    tab.slide("speed", "max");
    tab_to(tab, "play-pause");
    // It has begun at once; then it is played again.
    tab.state("done");
    tab.press(&[enter]);
    tab.state("done");
    // The focus stays where it was, so that one can go on from there.
    assert_eq!(tab.eval("document.activeElement.id"), "play-pause");
    tab_to(tab, "mode-look");
    tab.press(&[space]);
    tab.state("ready");
    tab_to(tab, "zoom-in");
    let before = crate::picture::pixels(tab, "#maze");
    tab.press(&[enter]);
    assert_ne!(crate::picture::pixels(tab, "#maze"), before);
}

fn changes_are_said_aloud(tab: &mut Tab) {
    tab.expect("the server responded with a status of 400");
    tab.go("/?algo=prim&w=12&h=9&seed=7");
    tab.state("ready");
    let live =
        tab.eval("['status', 'banner', 'outcome'].map((id) => document.getElementById(id).getAttribute('role'))");
    assert_eq!(live, json!(["status", "alert", "status"]));
    let label = |tab: &Tab| tab.text_of("document.getElementById('maze').getAttribute('aria-label')");
    let before = (label(tab), tab.text("#status"));
    assert!(before.0.contains("12") && before.0.contains('7') && !before.1.is_empty(), "{before:?}");
    tab.fill("seed", "8");
    tab.state("ready");
    assert_ne!(label(tab), before.0, "the canvas is described as before");
    tab.fill("w", "0");
    tab.state("error");
    assert!(!tab.text("#status").is_empty() || tab.is_seen("#banner"), "nothing says that something is wrong");
    // In the game, the surroundings are announced on request.
    tab.go("/?algo=prim&w=12&h=9&seed=7&mode=play");
    tab.state("ready");
    tab.press(&['l']);
    tab.until("it says which ways are open", "/go .*(east|south)/.test(document.getElementById('status').innerText)");
}

fn menus_open_and_close_from_the_keyboard(tab: &mut Tab) {
    let (enter, escape) = (char::from(Key::Enter), char::from(Key::Escape));
    tab.go("/?algo=prim&w=12&h=9&seed=7");
    tab.state("ready");
    for (menu, first) in [
        ("open-menu", "open-file"),
        ("save-menu", "save-png"),
        ("share-menu", "copy-link"),
        ("print-menu", "print-worksheet"),
        ("worksheet-menu", "worksheet-others"),
    ] {
        tab_to(tab, menu);
        tab.press(&[enter]);
        tab.until_seen(&format!("#{first}"));
        tab.press(&[char::from(Key::Tab)]);
        assert_eq!(tab.eval("document.activeElement.id"), first, "Tab does not lead into the menu");
        tab.press(&[escape]);
        tab.until("the menu is closed", &format!("!document.getElementById('{first}').checkVisibility()"));
        assert_eq!(tab.eval("document.activeElement.id"), menu, "Escape does not lead back");
        tab.press(&[enter]);
        tab.click(":popover-open .close");
        assert!(!tab.is_seen(&format!("#{first}")), "{menu}: its cross does not close it");
    }
}

/// A button that is disabled by its own action passes the focus on.
fn the_focus_is_never_lost(tab: &mut Tab) {
    let enter = char::from(Key::Enter);
    tab.go("/?algo=prim&w=12&h=9&seed=7&mode=play");
    tab.state("ready");
    tab_to(tab, "give-up");
    tab.press(&[enter]);
    tab.until("the game is over", "document.getElementById('give-up').disabled");
    assert_eq!(tab.eval("document.activeElement.id"), "again");
    tab.look(Look { reduced_motion: true, ..Look::DESK });
    tab.go("/?algo=prim&w=2&h=1&seed=7&mode=watch");
    tab.until("the steps are there", "document.getElementById('scrub').max > 0");
    tab_to(tab, "step");
    for _ in 0..20 {
        if tab.eval("document.documentElement.dataset.state") == "done" {
            break;
        }
        assert_eq!(tab.eval("document.activeElement.id"), "step");
        tab.press(&[enter]);
    }
    assert_eq!(tab.eval("document.activeElement.id"), "play-pause", "the last step takes the focus away");
}
