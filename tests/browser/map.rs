//! The map: mazes of up to 2^53 − 1 cells a side, from the whole to a cell.

use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::picture::pixels;
use crate::service;
use crate::tab::{Look, Tab};

tests![
    every_level_is_painted_as_the_service_has_it,
    finer_walls_are_pale_below_bold_ones,
    the_mouse_pans_and_zooms,
    fingers_pan_and_zoom,
    the_keyboard_pans_and_zooms,
    positions_are_exact_at_the_far_corner,
    the_address_gives_the_same_map,
    a_frame_of_a_movement_paints_a_bounded_number_of_rectangles,
    a_cell_is_gone_to,
    the_path_is_painted_at_every_zoom,
    two_places_are_picked,
    walking_follows_passages_and_counts_the_moves_left,
    errors_are_shown_in_words,
];

/// The largest side.
const LONGEST: u64 = (1 << 53) - 1;

/// A view of the map at a zoom at which blocks of one level are 16 pixels wide.
struct Sight {
    w: u64,
    h: u64,
    level: u32,
    /// The cell, at one corner of which the middle of the canvas is.
    at: [u64; 2],
}

impl Sight {
    /// The zoom of single cells.
    fn deepest(&self) -> u32 {
        let longest = self.w.max(self.h);
        (u64::BITS - (longest - 1).leading_zeros()).saturating_sub(4)
    }

    fn maze(&self) -> String {
        format!("w={}&h={}&seed=7", self.w, self.h)
    }

    fn address(&self) -> String {
        let [row, col] = self.at;
        format!("/map?{}&at={row},{col}&zoom={}", self.maze(), self.deepest() - self.level)
    }

    /// The blocks around the middle, up to `away` of them in each direction: row, column, rows, columns.
    fn window(&self, away: u64) -> [u64; 4] {
        let span = |at: u64, side: u64| {
            let (at, blocks) = (at >> self.level, ((side - 1) >> self.level) + 1);
            let first = at.saturating_sub(away);
            (first, (at + away).min(blocks) - first)
        };
        let ((row, rows), (col, cols)) = (span(self.at[0], self.h), span(self.at[1], self.w));
        [row, col, rows, cols]
    }

    /// A request for a window of this level.
    fn query(&self, window: [u64; 4]) -> String {
        let window = window.map(|number| number.to_string()).join(",");
        format!("algo=quilt&{}&zoom_level={}&window={window}", self.maze(), self.level)
    }

    /// What JavaScript needs to find the window on the canvas.
    fn arguments(&self, window: [u64; 4]) -> Vec<Value> {
        // Numbers of JavaScript are exact up to here.
        vec![json!(self.at), json!(self.level), json!(window)]
    }
}

/// Reads the canvas, in which the middle is at a known place and blocks are 16 pixels wide.
const FIND: &str = "
    const [at, level, [row, col, rows, cols]] = arguments;
    const canvas = document.getElementById('map');
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    copy.drawImage(canvas, 0, 0);
    const { data, width, height } = copy.getImageData(0, 0, canvas.width, canvas.height);
    const color = (x, y) => data.slice((y * width + x) * 4, (y * width + x) * 4 + 3).join();
    const x = (c) => Math.round(width / 2 + Number((BigInt(c) << BigInt(level)) - BigInt(at[1])) / 2 ** level * 16);
    const y = (r) => Math.round(height / 2 + Number((BigInt(r) << BigInt(level)) - BigInt(at[0])) / 2 ** level * 16);
    const each = (tell) => Array.from({ length: rows }, (_, r) => Array.from({ length: cols }, (_, c) => tell(row + r, col + c)));";

/// Each block as `encoding=bits` has it. A wall is two pixels wide, on both sides of its line.
const WALLS: &str = "
    const hex = getComputedStyle(document.documentElement).getPropertyValue('--wall').trim();
    const wall = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join();
    const across = (r, c) => [0, 1].some((up) => color(x(c) + 8, y(r) - up) === wall);
    const down = (r, c) => [0, 1].some((left) => color(x(c) - left, y(r) + 8) === wall);
    return each((r, c) => across(r, c) + 2 * down(r, c + 1) + 4 * across(r + 1, c) + 8 * down(r, c));";

/// Whether the path goes through the middle of each block.
const PATH: &str = "
    const hex = getComputedStyle(document.documentElement).getPropertyValue('--thread').trim();
    const thread = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join();
    return each((r, c) => color(x(c) + 8, y(r) + 8) === thread);";

fn every_level_is_painted_as_the_service_has_it(tab: &mut Tab) {
    let far = LONGEST - 1;
    for sight in [
        Sight { w: LONGEST, h: LONGEST, level: 0, at: [0, 0] },
        Sight { w: LONGEST, h: LONGEST, level: 0, at: [far, far] },
        Sight { w: LONGEST, h: LONGEST, level: 0, at: [LONGEST / 2, far - 64] },
        Sight { w: LONGEST, h: LONGEST, level: 20, at: [LONGEST - (1 << 20), 1 << 50] },
        Sight { w: LONGEST, h: LONGEST, level: 49, at: [1 << 52, 1 << 52] },
        Sight { w: 1 << 46, h: 1 << 46, level: 33, at: [0, 1 << 45] },
        Sight { w: 1 << 46, h: 999, level: 0, at: [999, 1 << 40] },
        Sight { w: 100, h: 60, level: 0, at: [30, 50] },
        Sight { w: 1, h: 70, level: 0, at: [35, 0] },
    ] {
        tab.go(&sight.address());
        tab.state("ready");
        let window = sight.window(20);
        let url = format!("{}/map/window.json?{}&encoding=bits", tab.programs.server_url, sight.query(window));
        let painted = tab.run(&format!("{FIND} {WALLS}"), sight.arguments(window));
        assert_eq!(painted, service::json(&url)["cells"], "{}", sight.address());
    }
}

fn finer_walls_are_pale_below_bold_ones(tab: &mut Tab) {
    // The colors of the canvas, those that are seen most first.
    const COLORS: &str = "
        const canvas = document.getElementById('map');
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
        copy.drawImage(canvas, 0, 0);
        const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
        const count = new Map();
        for (let i = 0; i < data.length; i += 4) {
            const light = data[i] + data[i + 1] + data[i + 2];
            count.set(light, (count.get(light) ?? 0) + 1);
        }
        return [...count].filter(([, times]) => times > 1000).map(([light]) => light).sort((one, other) => one - other);";
    let colors = |zoom: &str| -> Vec<u64> {
        tab.go(&format!("/map?seed=7&at=35184372088832,35184372088832&zoom={zoom}"));
        tab.state("ready");
        serde_json::from_value(tab.run(COLORS, vec![])).unwrap()
    };
    let (one, two, three) = (colors("20"), colors("20.5"), colors("20.9"));
    assert_eq!(one.len(), 2, "walls and floor: {one:?}");
    assert_eq!(two.len(), 3, "bold walls, pale ones and floor: {two:?}");
    assert_eq!((one[0], one[1]), (two[0], two[2]), "the bold ones and the floor stay as they are");
    // Nearer to the next level the finer walls are bold.
    assert_eq!(three.len(), 3, "{three:?}");
    assert!(three[0] < two[1] && three[1] > two[0], "{two:?}, {three:?}");
}

/// The middle of the map and its zoom, from the address.
fn place(tab: &Tab) -> ([f64; 2], f64) {
    let address = tab.address();
    let value = |name: &str| address.split(['?', '&']).find_map(|pair| pair.strip_prefix(name)).map(str::to_owned);
    let at = value("at=").unwrap_or_else(|| panic!("{address}"));
    let (row, col) = at.split_once(',').unwrap();
    ([row.parse().unwrap(), col.parse().unwrap()], value("zoom=").unwrap().parse().unwrap())
}

/// Waits until the map rests at another address than this.
fn until_moved(tab: &Tab, from: &str) {
    let from = serde_json::to_string(from.split_once('?').unwrap().1).unwrap();
    tab.until("the address is another one", &format!("location.search.slice(1) !== {from}"));
    tab.state("ready");
}

/// A small part of a large maze, where positions are exact as floating-point numbers too.
const NEAR: &str = "/map?w=70368744177664&h=70368744177664&seed=7&at=1000,2000&zoom=42";

fn the_mouse_pans_and_zooms(tab: &mut Tab) {
    tab.go(NEAR);
    tab.state("ready");
    let [left, top, width, height] = tab.place("#map");
    let (x, y) = ((left + width / 2.0).round(), (top + height / 2.0).round());
    let mouse = MouseActions::new("mouse".to_owned())
        .then(PointerAction::MoveTo { duration: None, x, y })
        .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
        .then(PointerAction::MoveBy { duration: None, x: -80.0, y: -48.0 })
        .then(PointerAction::MoveBy { duration: None, x: -80.0, y: -48.0 })
        .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
    let before = tab.address();
    tab.act(mouse);
    until_moved(tab, &before);
    assert_eq!(place(tab), ([1006.0, 2010.0], 42.0), "a cell is 16 pixels wide");
    // What is below the pointer stays there.
    let before = tab.address();
    let away = [160.0, -80.0];
    tab.wheel(left + width / 2.0 + away[0], top + height / 2.0 + away[1], 400.0);
    until_moved(tab, &before);
    let ([row, col], zoom) = place(tab);
    assert!((40.0..42.0).contains(&zoom), "{zoom}");
    let size = 16.0 * (zoom - 42.0).exp2();
    let below = [row + away[1] / size, col + away[0] / size];
    assert!((below[0] - 1001.0).abs() < 0.1 && (below[1] - 2020.0).abs() < 0.1, "{below:?} is below the pointer");
    // Two clicks are one step of the zoom.
    let before = tab.address();
    let click = |mouse: MouseActions| {
        mouse
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT })
    };
    let mouse = MouseActions::new("mouse".to_owned()).then(PointerAction::MoveTo { duration: None, x, y });
    tab.act(click(click(mouse)));
    until_moved(tab, &before);
    assert!((place(tab).1 - zoom - 1.0).abs() < 0.001, "{} after {zoom}", place(tab).1);
}

fn fingers_pan_and_zoom(tab: &mut Tab) {
    tab.look(Look::PHONE);
    tab.go(NEAR);
    tab.state("ready");
    let [left, top, width, height] = tab.place("#map");
    let [x, y] = [left + width / 2.0, top + height / 2.0];
    let before = tab.address();
    tab.swipe([x, y], [x - 96.0, y + 64.0]);
    until_moved(tab, &before);
    assert_eq!(place(tab), ([996.0, 2006.0], 42.0));
    assert_eq!(tab.eval("scrollY"), 0, "a finger on the map does not scroll the page");
    let before = tab.address();
    tab.pinch([x, y], 160.0, 40.0);
    until_moved(tab, &before);
    let ([row, col], zoom) = place(tab);
    assert!((zoom - 40.0).abs() < 0.01, "a quarter of the distance is two zooms, not {zoom}");
    assert!((row - 996.0).abs() < 1.0 && (col - 2006.0).abs() < 1.0, "the middle stays: {row}, {col}");
}

fn the_keyboard_pans_and_zooms(tab: &mut Tab) {
    tab.go(NEAR);
    tab.state("ready");
    let press = |key: char| {
        let before = tab.address();
        tab.press(&[key]);
        until_moved(tab, &before);
    };
    tab.run("document.getElementById('map').focus()", vec![]);
    // Each goes a hundred and twenty pixels.
    for (key, at) in [
        (Key::Right, [1000.0, 2007.5]),
        (Key::Down, [1007.5, 2007.5]),
        (Key::Left, [1007.5, 2000.0]),
        (Key::Up, [1000.0, 2000.0]),
    ] {
        press(char::from(key));
        assert_eq!(place(tab), (at, 42.0), "{key:?}");
    }
    press('+');
    assert_eq!(place(tab), ([1000.0, 2000.0], 43.0));
    press('-');
    press('-');
    assert_eq!(place(tab), ([1000.0, 2000.0], 41.0));
    let status = tab.text("#status");
    for words in ["Row 1,000", "column 2,000", "2¹ × 2¹", "zoom 41.0"] {
        assert!(status.contains(words), "{status}");
    }
    assert_eq!(tab.eval("document.getElementById('status').getAttribute('role')"), "status");
    press(char::from(Key::Home));
    assert_eq!(
        tab.address(),
        "/map?w=70368744177664&h=70368744177664&seed=7",
        "without a place in the address, all of it is shown"
    );
    // The buttons do the same.
    let before = tab.address();
    tab.click("#zoom-in");
    until_moved(tab, &before);
    let zoom = place(tab).1;
    let before = tab.address();
    tab.click("#zoom-out");
    until_moved(tab, &before);
    assert!((place(tab).1 - zoom + 1.0).abs() < 0.001);
    tab.click("#zoom-whole");
    tab.until("all of it is shown", "!location.search.includes('zoom')");
}

fn positions_are_exact_at_the_far_corner(tab: &mut Tab) {
    let [row, col] = [LONGEST - 101, LONGEST - 201];
    let address = format!("/map?w={LONGEST}&h={LONGEST}&seed=7&at={row}.5,{col}.25&zoom=51");
    tab.go(&address);
    tab.state("ready");
    assert_eq!(tab.address(), address);
    let first = pixels(tab, "#map");
    // Cells are 64 pixels wide: 120 pixels are a number of cells and seven eighths.
    for (keys, at) in [
        ([Key::Right, Key::Down], format!("{}.375,{}.125", row + 2, col + 2)),
        ([Key::Left, Key::Up], format!("{row}.5,{col}.25")),
        ([Key::Left, Key::Up], format!("{}.625,{}.375", row - 2, col - 2)),
        ([Key::Right, Key::Down], format!("{row}.5,{col}.25")),
    ] {
        for key in keys {
            let before = tab.address();
            tab.press(&[char::from(key)]);
            until_moved(tab, &before);
        }
        assert!(tab.address().contains(&format!("at={at}&")), "{} is not at {at}", tab.address());
    }
    assert_eq!(pixels(tab, "#map"), first, "there and back");
    // To the whole and back. Where a cell is less than a pixel, the address has whole cells.
    for key in ['-', '+'] {
        tab.press(&[key; 60]);
        tab.run("await new Promise((resolve) => setTimeout(resolve, 800))", vec![]);
        tab.state("ready");
    }
    assert!(tab.address().ends_with(&format!("&at={},{col}&zoom=51", row + 1)), "{}", tab.address());
}

fn the_address_gives_the_same_map(tab: &mut Tab) {
    tab.go("/map");
    tab.state("ready");
    let address = tab.address();
    assert!(address.starts_with("/map?w=70368744177664&h=70368744177664&seed="), "{address}");
    tab.run("document.getElementById('path').click()", vec![]);
    tab.wheel(400.0, 300.0, -1234.0);
    until_moved(tab, &format!("{address}&path=true"));
    tab.click("#zoom-in");
    tab.run("await new Promise((resolve) => setTimeout(resolve, 500))", vec![]);
    tab.state("ready");
    let (address, picture) = (tab.address(), pixels(tab, "#map"));
    assert!(address.contains("&path=true") && address.contains("&zoom="), "{address}");
    tab.reload();
    tab.state("ready");
    assert_eq!((tab.address(), pixels(tab, "#map")), (address.clone(), picture.clone()));
    // Another seed is another maze at the same place.
    tab.click("#new-maze");
    tab.until("the seed is another one", &format!("location.pathname + location.search !== '{address}'"));
    tab.state("ready");
    assert_ne!(pixels(tab, "#map"), picture);
    assert_eq!(
        place(tab).1.to_bits(),
        tab.eval("Number(new URLSearchParams(location.search).get('zoom'))").as_f64().unwrap().to_bits()
    );
    // From the small mazes to the map and back.
    tab.click("#back");
    tab.until("the page of small mazes is there", "document.getElementById('maze') !== null");
    tab.until("the show is over", "document.documentElement.dataset.front === 'over'");
    tab.click("a[href=\"map\"]");
    tab.until("the map is there", "document.getElementById('map') !== null");
    tab.state("ready");
}

/// Zooming from the whole to a cell, frame by frame: what is painted does not depend on the size of the maze.
fn a_frame_of_a_movement_paints_a_bounded_number_of_rectangles(tab: &mut Tab) {
    tab.go(&format!("/map?w={LONGEST}&h={LONGEST}&seed=7"));
    tab.state("ready");
    let most = tab.run(
        "window.painted = 0;
         const { fillRect } = CanvasRenderingContext2D.prototype;
         CanvasRenderingContext2D.prototype.fillRect = function (...place) {
             window.painted += 1;
             return fillRect.apply(this, place);
         };
         const canvas = document.getElementById('map'), place = canvas.getBoundingClientRect();
         let most = 0;
         for (let turn = 0; turn < 250; turn++) {
             window.painted = 0;
             canvas.dispatchEvent(new WheelEvent('wheel', {
                 deltaY: -90, bubbles: true, cancelable: true,
                 clientX: place.left + place.width / 3, clientY: place.top + place.height / 3,
             }));
             await new Promise(requestAnimationFrame);
             most = Math.max(most, window.painted);
         }
         return most;",
        vec![],
    );
    let most = most.as_u64().unwrap();
    assert!(0 < most && most < 20_000, "{most} rectangles in a frame");
    tab.state("ready");
    assert!(place(tab).1 >= 49.0, "{}", tab.address());
}

fn a_cell_is_gone_to(tab: &mut Tab) {
    tab.go(&format!("/map?w={LONGEST}&h={LONGEST}&seed=7"));
    tab.state("ready");
    tab.fill("row", "9,007,199,254,740,990");
    tab.fill("col", "4503599627370497");
    let before = tab.address();
    tab.click("#go button");
    until_moved(tab, &before);
    assert!(tab.address().ends_with("&at=9007199254740990.5,4503599627370497.5&zoom=50"), "{}", tab.address());
    assert_eq!(tab.text("#scale-words"), "2 cells");
    tab.fill("col", "9007199254740991");
    tab.click("#go button");
    tab.until_seen("#error-go");
    let words = tab.text("#error-go");
    assert!(words.contains("Column “9007199254740991”") && words.contains("9,007,199,254,740,990"), "{words}");
}

/// Waits until exactly the parts of the path that the service has for a window are painted.
fn until_path_painted(tab: &Tab, sight: &Sight, ends: &str) {
    let window = sight.window(20);
    let url = format!("{}/map/path.json?{}{ends}", tab.programs.server_url, sight.query(window));
    let parts: Vec<Vec<[u64; 2]>> = serde_json::from_value(service::json(&url)["path"].clone()).unwrap();
    let path: Vec<[u64; 2]> = parts.concat();
    assert!(!path.is_empty(), "{url}: no path");
    let [row, col, rows, cols] = window;
    let end = Instant::now() + Duration::from_secs(15);
    loop {
        let painted = tab.run(&format!("{FIND} {PATH}"), sight.arguments(window));
        let painted: Vec<Vec<bool>> = serde_json::from_value(painted).unwrap();
        let differs = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c))).find(|&(r, c)| {
            let is_end = |&[end_row, end_col]: &[u64; 2]| sight.level == 0 && [end_row, end_col] == [row + r, col + c];
            let is_marked = [path.first(), path.last()].into_iter().flatten().any(is_end);
            painted[r as usize][c as usize] != path.contains(&[row + r, col + c]) && !is_marked
        });
        let Some((r, c)) = differs else { return };
        assert!(Instant::now() < end, "{url}: block {}, {} is painted otherwise", row + r, col + c);
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn the_path_is_painted_at_every_zoom(tab: &mut Tab) {
    let side = 1 << 46;
    for sight in [
        Sight { w: side, h: side, level: 41, at: [1 << 45, 1 << 45] },
        Sight { w: side, h: side, level: 30, at: [0, 0] },
        Sight { w: side, h: side, level: 0, at: [8, 8] },
        Sight { w: LONGEST, h: LONGEST, level: 0, at: [LONGEST - 8, LONGEST - 8] },
        Sight { w: 50, h: 40, level: 0, at: [20, 25] },
    ] {
        tab.go(&format!("{}&path=true", sight.address()));
        tab.state("ready");
        until_path_painted(tab, &sight, "");
    }
    assert!(tab.text("#length").ends_with("moves"), "a short path has an exact length: {}", tab.text("#length"));
    tab.go("/map?seed=7&path=true");
    tab.state("ready");
    let length = tab.text("#length");
    assert!(length.starts_with("About ") && length.contains("× 10") && length.contains('±'), "{length}");
}

fn two_places_are_picked(tab: &mut Tab) {
    let sight = Sight { w: 1 << 46, h: 1 << 46, level: 0, at: [1000, 2000] };
    tab.go(&sight.address());
    tab.state("ready");
    tab.click("#pick-from");
    let [left, top, width, height] = tab.place("#map");
    let mouse = MouseActions::new("mouse".to_owned())
        .then(PointerAction::MoveTo {
            duration: None,
            x: (left + width / 2.0 + 40.0).round(),
            y: (top + height / 2.0 - 56.0).round(),
        })
        .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
        .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
    tab.act(mouse);
    tab.until("the start is in the address", "location.search.includes('from=996,2002')");
    // The other one from the keyboard, at the cross in the middle.
    tab.click("#pick-to");
    tab.press(&[char::from(Key::Enter)]);
    tab.until("the goal is in the address", "location.search.includes('to=1000,2000')");
    assert!(tab.address().ends_with("&path=true"), "{}", tab.address());
    tab.state("ready");
    until_path_painted(tab, &sight, "&from=996,2002&to=1000,2000");
    let url = format!(
        "{}/map/path.json?algo=quilt&{}&from=996,2002&to=1000,2000&moves=10000",
        tab.programs.server_url,
        sight.maze()
    );
    let length = service::json(&url)["length"].as_u64().unwrap();
    tab.until("the length is shown", &format!("document.getElementById('length').textContent.startsWith('{length} ')"));
    // Escape stops picking.
    tab.click("#pick-to");
    tab.press(&[char::from(Key::Escape)]);
    tab.until("nothing is picked", "!document.body.classList.contains('picking')");
}

/// The key that goes from a cell to the next one.
fn key(from: [u64; 2], to: [u64; 2]) -> char {
    let key = match () {
        () if to[0] > from[0] => Key::Down,
        () if to[0] < from[0] => Key::Up,
        () if to[1] > from[1] => Key::Right,
        () => Key::Left,
    };
    char::from(key)
}

fn walking_follows_passages_and_counts_the_moves_left(tab: &mut Tab) {
    // Short enough for an exact number of moves, at the far corner of the largest maze.
    let far = LONGEST - 1;
    let ends = format!("from={far},{far}&to={},{}", far - 5, far - 3);
    let maze = format!("w={LONGEST}&h={LONGEST}&seed=7");
    let url = format!("{}/map/path.json?algo=quilt&{maze}&{ends}&moves=100000", tab.programs.server_url);
    let path: Vec<[u64; 2]> = serde_json::from_value(service::json(&url)["path"].clone()).unwrap();
    let length = path.len() - 1;
    tab.go(&format!("/map?{maze}&{ends}"));
    tab.state("ready");
    tab.click("#walk");
    tab.state("ready");
    let left = |number: usize| format!("document.getElementById('left').textContent.startsWith('{number} move')");
    tab.until("the moves left are shown", &left(length));
    let cell = |tab: &Tab| tab.text_of("new URLSearchParams(location.search).get('walk') ?? ''");
    let steps = path.windows(2).take(4).collect::<Vec<_>>();
    for (done, pair) in steps.iter().enumerate() {
        tab.press(&[key(pair[0], pair[1])]);
        tab.until("one move less is left", &left(length - done - 1));
    }
    for (done, pair) in steps.iter().enumerate().rev() {
        tab.press(&[key(pair[1], pair[0])]);
        tab.until("one move more is left", &left(length - done));
    }
    // A wall stops. The corner has two outer walls.
    tab.press(&[char::from(Key::Down), char::from(Key::Right)]);
    tab.until("the wall is reported", "document.getElementById('walked').textContent.includes('wall')");
    tab.until("the address says where", "new URLSearchParams(location.search).has('walk')");
    assert_eq!(cell(tab), format!("{far},{far}"));
    // All the way.
    for pair in path.windows(2) {
        tab.press(&[key(pair[0], pair[1])]);
    }
    tab.until("the goal is reached", "document.getElementById('left').textContent.startsWith('You are there')");
    tab.state("ready");
    assert_eq!(cell(tab), format!("{},{}", far - 5, far - 3));
    // The view has moved along, up to the border of the maze.
    let outside = "(() => {
        const canvas = document.getElementById('map'), context = canvas.getContext('2d');
        const { data } = context.getImageData(canvas.width / 2, canvas.height * 0.75, 1, 1);
        return data[3] === 0;
    })()";
    assert_eq!(tab.eval(outside), false, "what is outside of the maze is half of the view");
    tab.press(&[char::from(Key::Escape)]);
    tab.until("the walk has ended", "!location.search.includes('walk')");
    // From one corner of a large maze to the other, the number is an estimate.
    tab.go("/map?seed=7");
    tab.state("ready");
    tab.click("#walk");
    tab.until(
        "an estimate is shown",
        "/^About .* moves .*± .* left$/.test(document.getElementById('left').textContent)",
    );
}

fn errors_are_shown_in_words(tab: &mut Tab) {
    tab.expect("the server responded with a status of 400");
    tab.expect("the server responded with a status of 422");
    for (query, words) in [("w=0&h=9", "w"), ("w=9007199254740992&h=9", "w"), ("passes=9", "passes")] {
        tab.go(&format!("/map?{query}"));
        tab.state("error");
        tab.until_seen("#banner");
        let banner = tab.text("#banner");
        assert!(banner.contains(words) && banner.split_whitespace().count() > 3, "{query}: {banner}");
    }
    for (query, words) in
        [("zoom=near", "zoom=near"), ("at=7", "at=7"), ("w=9&h=9&from=9,0", "from=9,0"), ("depth=2", "depth=2")]
    {
        tab.go(&format!("/map?seed=7&{query}"));
        tab.state("ready");
        assert!(tab.text("#banner").contains(words), "{query}: {}", tab.text("#banner"));
    }
}
