//! The game: by keyboard, by finger, with help and without.

use serde_json::Value;

use crate::picture::pixels;
use crate::service;
use crate::tab::{Look, Tab};
use fantoccini::key::Key;

tests![
    a_game_is_won_by_keyboard,
    walls_stop_whoever_plays,
    a_hint_and_giving_up_show_the_way,
    a_finger_moves_too,
    who_wants_less_motion_gets_less,
];

const MAZE: &str = "algo=prim&w=12&h=9&seed=7";

/// The way of the service: its moves as N, E, S and W.
fn directions(tab: &Tab) -> String {
    let solved = service::json(&format!("{}/solve?{MAZE}&include=directions", tab.programs.server_url));
    solved["directions"].as_str().unwrap().to_owned()
}

/// The arrow key for a direction.
fn arrow(direction: char) -> char {
    char::from(match direction {
        'N' => Key::Up,
        'E' => Key::Right,
        'S' => Key::Down,
        _ => Key::Left,
    })
}

/// The letter for a direction, where W A S D are the arrows.
fn letter(direction: char) -> char {
    match direction {
        'N' => 'w',
        'E' => 'd',
        'S' => 's',
        _ => 'a',
    }
}

fn start(tab: &Tab) {
    tab.go(&format!("/?{MAZE}&mode=play"));
    tab.state("ready");
}

/// A call that waits until this is what the page says.
fn says(tab: &Tab, id: &str, words: &str) {
    tab.until(
        &format!("#{id} says {words}"),
        &format!("document.getElementById('{id}').innerText.includes('{words}')"),
    );
}

fn a_game_is_won_by_keyboard(tab: &mut Tab) {
    tab.go(&format!("/?{MAZE}"));
    tab.click("#mode-play");
    tab.state("ready");
    assert_eq!(tab.address(), format!("/?{MAZE}&mode=play"));
    let way = directions(tab);
    assert_eq!((tab.text("#moves"), tab.text("#shortest")), ("0".to_owned(), way.len().to_string()));
    assert_eq!(tab.text("#outcome"), "");
    let (first, second) = way.split_at(way.len() / 2);
    tab.press(&first.chars().map(arrow).collect::<Vec<_>>());
    says(tab, "moves", &first.len().to_string());
    tab.press(&second.chars().map(letter).collect::<Vec<_>>());
    says(tab, "outcome", "won");
    assert_eq!(tab.text("#moves"), way.len().to_string());
    // What is won is over.
    tab.press(&[arrow('W'), arrow('N'), arrow('E'), arrow('S')]);
    assert_eq!(tab.text("#moves"), way.len().to_string());
    tab.click("#again");
    assert_eq!((tab.text("#moves"), tab.text("#outcome")), ("0".to_owned(), String::new()));
    // A detour is counted, and told.
    let back = match way.chars().next().unwrap() {
        'N' => 'S',
        'E' => 'W',
        'S' => 'N',
        _ => 'E',
    };
    tab.press(&[letter(way.chars().next().unwrap()), letter(back)]);
    tab.press(&way.chars().map(letter).collect::<Vec<_>>());
    says(tab, "outcome", "won");
    assert_eq!(tab.text("#moves"), (way.len() + 2).to_string());
    assert!(tab.text("#outcome").contains(&way.len().to_string()), "{}", tab.text("#outcome"));
}

fn walls_stop_whoever_plays(tab: &mut Tab) {
    start(tab);
    let picture = pixels(tab, "#maze");
    // The entrance is in the corner at the top and on the left.
    tab.press(&[arrow('N'), arrow('W'), 'w', 'a']);
    assert_eq!((tab.text("#moves"), pixels(tab, "#maze")), ("0".to_owned(), picture.clone()));
    tab.press(&[arrow(directions(tab).chars().next().unwrap())]);
    says(tab, "moves", "1");
    assert_ne!(pixels(tab, "#maze"), picture);
    // Keys with which a browser does something else are left to it, and letters in a field go to the field.
    tab.press_with(char::from(Key::Control), 'd');
    tab.fill("seed", "5");
    assert_eq!(tab.value("seed"), "5");
}

fn a_hint_and_giving_up_show_the_way(tab: &mut Tab) {
    start(tab);
    let way = directions(tab);
    let before = pixels(tab, "#maze");
    tab.click("#hint");
    let side = match way.chars().next().unwrap() {
        'N' => "north",
        'E' => "east",
        'S' => "south",
        _ => "west",
    };
    says(tab, "status", side);
    let hinted = pixels(tab, "#maze");
    assert_ne!(hinted, before, "the hint is not painted");
    tab.click("#give-up");
    tab.until("it says how it ended", "document.getElementById('outcome').innerText !== ''");
    assert!(!tab.text("#outcome").to_lowercase().contains("won"), "{}", tab.text("#outcome"));
    let given = pixels(tab, "#maze");
    assert!(given != hinted && given != before, "the way is not painted");
    tab.press(&way.chars().map(arrow).collect::<Vec<_>>());
    assert_eq!((tab.text("#moves"), pixels(tab, "#maze")), ("0".to_owned(), given));
    tab.click("#again");
    assert_eq!((tab.text("#outcome"), pixels(tab, "#maze")), (String::new(), before));
    tab.press(&way.chars().map(arrow).collect::<Vec<_>>());
    says(tab, "outcome", "won");
}

fn a_finger_moves_too(tab: &mut Tab) {
    tab.look(Look::PHONE);
    start(tab);
    tab.run("document.getElementById('maze').scrollIntoView({ block: 'center' })", Vec::new());
    let [left, top, width, height] = tab.place("#maze");
    let middle = [left + width / 2.0, top + height / 2.0];
    let (dx, dy) = match directions(tab).chars().next().unwrap() {
        'N' => (0.0, -90.0),
        'E' => (90.0, 0.0),
        'S' => (0.0, 90.0),
        _ => (-90.0, 0.0),
    };
    let scrolled = tab.eval("[scrollX, scrollY]");
    tab.swipe(middle, [middle[0] + dx, middle[1] + dy]);
    tab.until("the swipe has moved", "document.getElementById('moves').innerText !== '0'");
    assert_eq!(tab.eval("[scrollX, scrollY]"), scrolled, "the page is scrolled by a swipe of the game");
}

fn who_wants_less_motion_gets_less(tab: &mut Tab) {
    tab.look(Look { reduced_motion: true, ..Look::DESK });
    start(tab);
    tab.press(&directions(tab).chars().map(arrow).collect::<Vec<_>>());
    says(tab, "outcome", "won");
    // No fireworks: what was painted at the first glance stays.
    let won = pixels(tab, "#maze");
    for _ in 0..5 {
        assert_eq!(pixels(tab, "#maze"), won);
    }
    let moving = tab.eval(
        "[...document.querySelectorAll('*')].filter((element) => {
             const { transitionDuration, animationDuration } = getComputedStyle(element);
             return [transitionDuration, animationDuration].join().split(',').some((time) => parseFloat(time) > 0.01);
         }).map((element) => element.id || element.tagName)",
    );
    assert_eq!(moving, Value::Array(Vec::new()));
}
