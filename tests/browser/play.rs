//! The game: by keyboard, by finger, with help and without.

use serde_json::Value;

use crate::picture::{assert_thread, maze, middles, pixels};
use crate::service;
use crate::tab::{Look, Tab};
use fantoccini::key::Key;

tests![
    a_game_is_won_by_keyboard,
    letters_are_those_on_the_keys_of_any_keyboard,
    walls_stop_players,
    a_hint_and_giving_up_show_the_way,
    a_hint_goes_when_it_is_no_longer_true,
    a_finger_moves_too,
    reduced_motion_is_respected,
    doors_are_opened_with_their_keys,
    the_next_maze_is_a_step_larger,
    the_first_maze_fits_a_phone,
    the_view_follows_the_player,
];

const MAZE: &str = "algo=prim&w=12&h=9&seed=7";

/// What the service says about the way.
fn solved(tab: &Tab) -> Value {
    service::json(&format!("{}/solve?{MAZE}&include=path,directions", tab.programs.server_url))
}

/// The way of the service: its moves as N, E, S and W.
fn directions(tab: &Tab) -> String {
    solved(tab)["directions"].as_str().unwrap().to_owned()
}

/// The arrow key for a direction.
pub fn arrow(direction: char) -> char {
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
pub fn says(tab: &Tab, id: &str, words: &str) {
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
    says(tab, "outcome", "found");
    assert_eq!(tab.text("#moves"), way.len().to_string());
    assert_eq!(tab.text("#stars"), "★★★");
    // The next maze is the one thing to do, and the first.
    let primary = "[...document.querySelectorAll('.dock button')].filter((button) => button.checkVisibility()
         && getComputedStyle(button).backgroundColor !== getComputedStyle(document.getElementById('again')).backgroundColor).map(({ id }) => id)";
    assert_eq!(tab.eval(primary), serde_json::json!(["next-maze"]));
    // A game that is won is over.
    tab.press(&[arrow('W'), arrow('N'), arrow('E'), arrow('S')]);
    assert_eq!(tab.text("#moves"), way.len().to_string());
    tab.click("#again");
    assert_eq!((tab.text("#moves"), tab.text("#outcome")), ("0".to_owned(), String::new()));
    assert!(!tab.is_seen("#stars"));
    // A detour is counted, and told.
    let back = match way.chars().next().unwrap() {
        'N' => 'S',
        'E' => 'W',
        'S' => 'N',
        _ => 'E',
    };
    tab.press(&[letter(way.chars().next().unwrap()), letter(back)]);
    tab.press(&way.chars().map(letter).collect::<Vec<_>>());
    says(tab, "outcome", "found");
    assert_eq!(tab.text("#moves"), (way.len() + 2).to_string());
    assert_eq!(tab.text("#stars"), "★★☆");
    assert!(tab.text("#outcome").contains(&way.len().to_string()), "{}", tab.text("#outcome"));
}

/// On a French keyboard, A is where Q is elsewhere; on a Russian one, there is Ц in the place of W, and no Latin letter.
fn letters_are_those_on_the_keys_of_any_keyboard(tab: &mut Tab) {
    start(tab);
    let way = directions(tab);
    let press = |direction: char, others: [[&str; 2]; 4]| {
        let [key, code] = others["NESW".find(direction).unwrap()];
        let event = format!("new KeyboardEvent('keydown', {{ key: '{key}', code: '{code}', bubbles: true }})");
        tab.run(&format!("document.body.dispatchEvent({event})"), Vec::new());
    };
    let french = [["w", "KeyZ"], ["d", "KeyD"], ["s", "KeyS"], ["a", "KeyQ"]];
    let russian = [["ц", "KeyW"], ["в", "KeyD"], ["ы", "KeyS"], ["ф", "KeyA"]];
    for keyboard in [french, russian] {
        way.chars().for_each(|direction| press(direction, keyboard));
        says(tab, "outcome", "found");
        assert_eq!(tab.text("#moves"), way.len().to_string());
        tab.click("#again");
    }
}

fn walls_stop_players(tab: &mut Tab) {
    // A maze in which the entrance, in the corner at the top and on the left, has one way out.
    let one_way = |tab: &Tab, seed: u32| {
        [7, 13, 11].contains(&maze(tab, &format!("w=12&h=9&seed={seed}"))["cells"][0][0].as_u64().unwrap())
    };
    let seed = (1..100).find(|&seed| one_way(tab, seed)).unwrap();
    tab.go(&format!("/?algo=backtracker&w=12&h=9&seed={seed}&mode=play"));
    tab.state("ready");
    let walls = maze(tab, &format!("w=12&h=9&seed={seed}"))["cells"][0][0].as_u64().unwrap();
    let (closed, open) = if walls & 2 == 0 { ('S', 'E') } else { ('E', 'S') };
    let picture = middles(tab, "#maze", 12, 9);
    tab.press(&[arrow('N'), arrow('W'), arrow(closed), 'w', 'a', letter(closed)]);
    assert_eq!((tab.text("#moves"), middles(tab, "#maze", 12, 9)), ("0".to_owned(), picture.clone()));
    tab.press(&[arrow(open)]);
    says(tab, "moves", "1");
    assert_ne!(middles(tab, "#maze", 12, 9), picture);
    // Letters in a field go to the field.
    tab.fill("seed", "5");
    assert_eq!(tab.value("seed"), "5");
}

fn a_hint_and_giving_up_show_the_way(tab: &mut Tab) {
    start(tab);
    let way = directions(tab);
    let before = middles(tab, "#maze", 12, 9);
    tab.click("#hint");
    let side = match way.chars().next().unwrap() {
        'N' => "north",
        'E' => "east",
        'S' => "south",
        _ => "west",
    };
    says(tab, "status", side);
    let hinted = middles(tab, "#maze", 12, 9);
    let path: Vec<[usize; 2]> = serde_json::from_value(solved(tab)["path"].clone()).unwrap();
    let [row, col] = path[1];
    assert_ne!(hinted[row][col], before[row][col], "the hint is not painted");
    tab.click("#give-up");
    tab.until("it says how it ended", "document.getElementById('outcome').innerText !== ''");
    assert!(!tab.text("#outcome").to_lowercase().contains("found"), "{}", tab.text("#outcome"));
    assert_thread(tab, "#maze", 12, 9, &solved(tab)["path"]);
    tab.press(&way.chars().map(arrow).collect::<Vec<_>>());
    assert_eq!(tab.text("#moves"), "0", "a game that is over goes on");
    tab.click("#again");
    assert_eq!((tab.text("#outcome"), middles(tab, "#maze", 12, 9)), (String::new(), before));
    tab.press(&way.chars().map(arrow).collect::<Vec<_>>());
    says(tab, "outcome", "found");
}

fn a_hint_goes_when_it_is_no_longer_true(tab: &mut Tab) {
    let hint = |tab: &Tab| {
        tab.click("#hint");
        says(tab, "status", "Go ");
    };
    start(tab);
    let way: Vec<char> = directions(tab).chars().map(arrow).collect();
    hint(tab);
    tab.press(&way[..1]);
    assert_eq!(tab.text("#status"), "", "the player has moved");
    hint(tab);
    tab.click("#give-up");
    assert_eq!(tab.text("#status"), "", "the game is given up");
    tab.click("#again");
    hint(tab);
    tab.click("#new-maze");
    tab.until("the maze is another one", "document.getElementById('seed').value !== '7'");
    tab.state("ready");
    assert_eq!(tab.text("#status"), "", "the maze is another one");
    start(tab);
    tab.press(&way[..way.len() - 2]);
    hint(tab);
    tab.press(&way[way.len() - 2..]);
    says(tab, "outcome", "found");
    assert_eq!(tab.text("#status"), "", "the game is won");
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

fn reduced_motion_is_respected(tab: &mut Tab) {
    tab.look(Look { reduced_motion: true, ..Look::DESK });
    start(tab);
    tab.press(&directions(tab).chars().map(arrow).collect::<Vec<_>>());
    says(tab, "outcome", "found");
    // No fireworks: what was painted at the first glance stays.
    let won = pixels(tab, "#maze");
    assert_thread(tab, "#maze", 12, 9, &solved(tab)["path"]);
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

/// The door on the way is locked until the key is found.
fn doors_are_opened_with_their_keys(tab: &mut Tab) {
    let maze = service::json(&format!("{}/maze?{MAZE}&locks=1&items=treasure:2", tab.programs.server_url));
    tab.go(&format!("/?{MAZE}&locks=1&items=treasure:2&mode=play"));
    tab.state("ready");
    assert_eq!(tab.text("#shortest"), "–", "with keys to fetch, it is not known");
    let walk = |from: &Value, to: &Value| {
        let [from, to] = [from, to].map(|cell| format!("{},{}", cell[0], cell[1]));
        let query = format!("{}/solve?{MAZE}&from={from}&to={to}&include=directions", tab.programs.server_url);
        let way = service::json(&query)["directions"].as_str().unwrap().to_owned();
        tab.press(&way.chars().map(arrow).collect::<Vec<_>>());
        way.len()
    };
    let (lock, key) = (&maze["locks"][0], &maze["items"][0]["cell"]);
    let mut moves = walk(&maze["from"], &lock["cell"]);
    let side = lock["side"].as_str().unwrap().chars().next().unwrap();
    tab.press(&[arrow(side)]);
    says(tab, "status", "locked");
    assert_eq!(tab.text("#moves"), moves.to_string());
    tab.click("#hint");
    says(tab, "status", "Go ");
    moves += walk(&lock["cell"], key);
    says(tab, "status", "key 1");
    moves += walk(key, &maze["to"]);
    says(tab, "outcome", "found");
    assert_eq!(tab.text("#moves"), moves.to_string());
    assert_eq!(tab.text("#outcome"), format!("You found it! {moves} moves with 1 hint."));
    // Who gives up before a door is not told any more that it is locked.
    tab.click("#again");
    walk(&maze["from"], &lock["cell"]);
    tab.press(&[arrow(side)]);
    says(tab, "status", "locked");
    tab.click("#give-up");
    says(tab, "outcome", "gave up");
    assert!(!tab.text("#status").contains("locked"), "{}", tab.text("#status"));
}

/// Wins the maze of this query by the keys of the shortest path.
pub fn win(tab: &Tab, query: &str) {
    let url = format!("{}/solve?{query}&include=directions", tab.programs.server_url);
    let way = service::json(&url)["directions"].as_str().unwrap().to_owned();
    tab.press(&way.chars().map(arrow).collect::<Vec<_>>());
    says(tab, "outcome", "found");
}

fn the_next_maze_is_a_step_larger(tab: &mut Tab) {
    tab.go("/?algo=prim&w=8&h=10&seed=7&mode=play");
    tab.state("ready");
    assert!(!tab.is_seen("#next-maze") && tab.is_seen("#hint"));
    win(tab, "algo=prim&w=8&h=10&seed=7");
    assert!(!tab.is_seen("#hint") && !tab.is_seen("#give-up"), "there is nothing to help with");
    let first = "[...document.querySelectorAll('#game button')].find((button) => button.checkVisibility()).id";
    assert_eq!(tab.eval(first), "next-maze");
    tab.click("#next-maze");
    tab.until("the maze is another one", "document.getElementById('seed').value !== '7'");
    tab.state("ready");
    assert_eq!((tab.value("w"), tab.value("h")), ("9".to_owned(), "11".to_owned()));
    assert!(tab.address().starts_with("/?algo=prim&w=9&h=11&seed=") && tab.address().ends_with("&mode=play"));
    assert!(!tab.is_seen("#next-maze") && tab.is_seen("#hint"));
    assert_eq!(tab.eval("document.activeElement.id"), "maze", "the arrow keys go on");
    // Enter does the same, where the arrow keys were.
    tab.press(&[char::from(Key::Enter)]);
    assert_eq!(tab.value("w"), "9", "nobody has won yet");
    let seed = tab.value("seed");
    win(tab, &format!("algo=prim&w=9&h=11&seed={seed}"));
    tab.press(&[char::from(Key::Enter)]);
    tab.until("the maze is larger", "document.getElementById('w').value === '10'");
    // Rings are counted from the center.
    tab.go("/?algo=prim&grid=polar&rings=1&seed=7&mode=play");
    tab.state("ready");
    let out = tab.eval(
        "[...document.querySelectorAll('#pad-keys button')].findIndex((button) => button.ariaLabel.endsWith('open'))",
    );
    tab.run("document.querySelectorAll('#pad-keys button')[arguments[0]].click()", vec![out]);
    for _ in 0..20 {
        if !tab.text("#outcome").is_empty() {
            break;
        }
        tab.click("#hint");
        tab.run(
            "const name = document.getElementById('status').innerText.match(/Go ([a-z-]+)/)[1];
             [...document.querySelectorAll('#pad-keys button')].find((button) => button.ariaLabel.toLowerCase().startsWith(`${name},`)).click()",
            Vec::new(),
        );
    }
    tab.click("#next-maze");
    tab.until("the maze is larger", "location.search.includes('rings=2')");
}

/// On a phone nobody has chosen a size yet: a finger finds every cell, and all of them are in sight.
fn the_first_maze_fits_a_phone(tab: &mut Tab) {
    // The tests begin with open groups.
    tab.go("/");
    tab.run("sessionStorage.groups = '{}'", Vec::new());
    let size = |tab: &Tab| [tab.value("w"), tab.value("h")].map(|side| side.parse::<f64>().unwrap());
    for look in [Look { width: 390, height: 844, ..Look::PHONE }, Look::PHONE] {
        tab.look(look);
        for address in ["/?mode=look", "/?mode=play"] {
            tab.go(address);
            tab.state("ready");
            let [w, h] = size(tab);
            let [left, top, width, height] = tab.place("#maze");
            assert!(width / w >= 24.0 && height / h >= 24.0, "{address}: {w} × {h} in {width} × {height}");
            assert!(left >= 0.0 && top >= 0.0 && top + height <= f64::from(look.height), "{address}");
            assert!(
                !tab.eval("document.getElementById('group-size').open").as_bool().unwrap(),
                "{address}: nobody chose it"
            );
            // The walls of the first row and column are that far apart.
            let cells = middles(tab, "#maze", w as u64, h as u64);
            assert_eq!((cells.len(), cells[0].len()), (h as usize, w as usize));
        }
        // What a link says holds.
        tab.go("/?w=30&h=20&seed=7&mode=play");
        assert_eq!(size(tab), [30.0, 20.0]);
    }
    tab.look(Look::DESK);
    tab.go("/?mode=look");
    assert_eq!(size(tab), [30.0, 30.0]);
}

/// Where the player's mark is on the canvas, by its color, as shares of its width and height.
const MARK: &str = "(() => {
    const canvas = document.getElementById('maze'), { width, height } = canvas;
    const ctx = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    ctx.drawImage(canvas, 0, 0);
    const { data } = ctx.getImageData(0, 0, width, height);
    const color = getComputedStyle(document.documentElement).getPropertyValue('--player').trim();
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
    let count = 0, x = 0, y = 0;
    for (let i = 0; i < data.length; i += 4) {
        if (data[i] !== r || data[i + 1] !== g || data[i + 2] !== b) continue;
        count++;
        x += (i / 4) % width;
        y += Math.floor(i / 4 / width);
    }
    return [count, x / count / width, y / count / height];
})()";

fn the_view_follows_the_player(tab: &mut Tab) {
    tab.look(Look { reduced_motion: true, ..Look::DESK });
    tab.go("/?algo=prim&w=30&h=30&seed=7&mode=play");
    tab.state("ready");
    let mark = |tab: &Tab| {
        tab.run("for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame)", Vec::new());
        let [count, x, y]: [f64; 3] = serde_json::from_value(tab.eval(MARK)).unwrap_or_default();
        assert!(count > 20.0 && (0.0..1.0).contains(&x) && (0.0..1.0).contains(&y), "{count} pixels at {x}, {y}");
        count
    };
    let small = mark(tab);
    // The corner with the player would be out of sight, if the middle stayed where it is.
    for _ in 0..4 {
        tab.press(&['+']);
    }
    let large = mark(tab);
    assert!(large > 4.0 * small, "{small} pixels, then {large}");
    let url = format!("{}/solve?algo=prim&w=30&h=30&seed=7&include=directions", tab.programs.server_url);
    let way = service::json(&url)["directions"].as_str().unwrap().to_owned();
    for (i, direction) in way.chars().enumerate() {
        tab.press(&[arrow(direction)]);
        if i % 8 == 0 {
            mark(tab);
        }
    }
    says(tab, "outcome", "found");
    tab.click("#zoom-in");
    mark(tab);
}
