//! What is painted on a canvas, read back pixel by pixel.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::service;
use crate::tab::Tab;

/// Finds a maze on a canvas, whatever its size and colors: the outer wall is the frame of all that is painted, and its
/// color is that of the pixel in the corner.
const FIND: &str = "
    const [css, w, h] = arguments;
    const canvas = document.querySelector(css);
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    copy.drawImage(canvas, 0, 0);
    const { data, width, height } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let left = width, right = -1, top = height, bottom = -1;
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
        if (data[(y * width + x) * 4 + 3] < 128) continue;
        left = Math.min(left, x); right = Math.max(right, x); top = Math.min(top, y); bottom = Math.max(bottom, y);
    }
    if (right < 0) return 'nothing is painted';
    const at = (x, y) => (Math.round(y) * width + Math.round(x)) * 4;
    const wall = at(left, top);
    const stands = (x, y) => [0, 1, 2].every((i) => Math.abs(data[at(x, y) + i] - data[wall + i]) < 40);
    // How thick the outer wall is on the left: half way down a row no other wall touches it. There may be a door in a row.
    const run = (y) => { let x = left; while (x <= right && stands(x, y)) x++; return x - left; };
    const runs = Array.from({ length: h }, (_, r) => run(top + ((r + 0.5) * (bottom - top)) / h)).filter((run) => run > 0);
    const thick = Math.min(...runs);
    const across = (i) => left + (i * (right + 1 - left - thick)) / w + (thick - 1) / 2;
    const down = (i) => top + (i * (bottom + 1 - top - thick)) / h + (thick - 1) / 2;
    const each = (tell) => Array.from({ length: h }, (_, r) => Array.from({ length: w }, (_, c) => tell(r, c)));";

/// Each cell as `encoding=bits` tells it: N=1, E=2, S=4, W=8.
const WALLS: &str = "
    return each((r, c) =>
        (stands(across(c + 0.5), down(r)) ? 1 : 0) + (stands(across(c + 1), down(r + 0.5)) ? 2 : 0)
        + (stands(across(c + 0.5), down(r + 1)) ? 4 : 0) + (stands(across(c), down(r + 0.5)) ? 8 : 0));";

/// The color in the middle of each cell.
const MIDDLES: &str = "
    return each((r, c) => data.slice(at(across(c + 0.5), down(r + 0.5)), at(across(c + 0.5), down(r + 0.5)) + 3).join());";

/// The cells as they are painted, or in words why none are found.
pub fn walls(tab: &Tab, css: &str, w: u64, h: u64) -> Value {
    tab.run(&format!("{FIND} {WALLS}"), vec![json!(css), json!(w), json!(h)])
}

/// The maze of the service for this query.
pub fn maze(tab: &Tab, query: &str) -> Value {
    service::json(&format!("{}/maze.json?{query}&encoding=bits", tab.programs.server_url))
}

/// Waits until the maze of the service for this query is painted on a canvas.
pub fn until_painted(tab: &Tab, css: &str, query: &str) {
    let maze = maze(tab, query);
    let (w, h) = (maze["w"].as_u64().unwrap(), maze["h"].as_u64().unwrap());
    let end = Instant::now() + Duration::from_secs(15);
    loop {
        let painted = walls(tab, css, w, h);
        if painted == maze["cells"] {
            return;
        }
        assert!(Instant::now() < end, "{query} is not painted: {}", difference(&painted, &maze["cells"]));
        std::thread::sleep(Duration::from_millis(30));
    }
}

/// Which walls of a maze on any grid are not painted as the service tells them with `encoding=graph`: each side of a cell is looked at half
/// way, where no path may run. Tunnels and joined edges look different there, and are left out.
const GRAPH: &str = "
    const [css, query] = arguments;
    const { cells, grid, rings, floors = 1 } = await (await fetch(`maze.json?${query}&encoding=graph`)).json();
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const canvas = document.querySelector(css), copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    copy.drawImage(canvas, 0, 0);
    const { data, width, height } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let left = width, right = -1, top = height, bottom = -1;
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
        if (data[(y * width + x) * 4 + 3] < 128) continue;
        left = Math.min(left, x); right = Math.max(right, x); top = Math.min(top, y); bottom = Math.max(bottom, y);
    }
    if (right < 0) return 'nothing is painted';
    const corners = cells.flatMap(({ polygon }) => polygon), xs = corners.map(([x]) => x), ys = corners.map(([, y]) => y);
    const bounds = grid === 'polar' ? [0, 0, 2 * rings + 1, 2 * rings + 1] : [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    const step = floors > 1 ? bounds[2] - bounds[0] + 1 : 0, wide = bounds[2] - bounds[0] + (floors - 1) * step, tall = bounds[3] - bounds[1];
    // Half a wall is painted outside: the wall is 0.12 thick, in whole pixels.
    const size = (right + 1 - left) / (wide + 0.12), x0 = (left + right + 1) / 2 - (wide / 2) * size, y0 = (top + bottom + 1) / 2 - (tall / 2) * size;
    const light = ([x, y]) => {
        const at = (Math.floor(y) * width + Math.floor(x)) * 4;
        return data[at] + data[at + 1] + data[at + 2];
    };
    const isSame = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]) < 1e-3;
    const wrong = [];
    let seen = 0;
    for (const { cell, polygon, sides } of cells) sides.slice(0, polygon.length).forEach(({ side, to, open, tunnel }, k) => {
        const [a, b] = [polygon[k], polygon[(k + 1) % polygon.length]];
        let middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
        // At a tunnel, below a bridge and at a joined edge the side is not half way between the two, or looks otherwise.
        const far = to === null ? null : cells[to].polygon;
        const isDirect = to === null ? !query.includes('weave') : !tunnel && far.some((corner) => isSame(corner, a)) && far.some((corner) => isSame(corner, b));
        if (!isDirect) return;
        const radius = grid === 'polar' && side !== 'CW' && side !== 'CCW' ? cell[0] + (side === 'IN' ? -0.5 : 0.5) : 0;
        if (radius) {
            const center = rings + 0.5, [x, y] = [middle[0] - center, middle[1] - center], length = Math.hypot(x, y);
            middle = [center + (x * radius) / length, center + (y * radius) / length];
        }
        const shift = floors > 1 ? cell[0] * step : 0;
        const stands = light([x0 + (middle[0] - bounds[0] + shift) * size, y0 + (middle[1] - bounds[1]) * size]) < 384;
        seen++;
        // A door is open to what is around the maze, where nothing is painted.
        if (stands === open && !(open && to === null)) wrong.push(`${cell} ${side}`);
    });
    return seen > 20 || cells.length < 10 ? wrong : ['hardly a wall was looked at'];";

/// Waits until the maze of the service for this query is painted on a canvas, on whatever grid.
pub fn until_graph_painted(tab: &Tab, css: &str, query: &str) {
    let end = Instant::now() + Duration::from_secs(15);
    loop {
        let wrong = tab.run(GRAPH, vec![json!(css), json!(query)]);
        if wrong == json!([]) {
            return;
        }
        assert!(Instant::now() < end, "{query} is not painted: {wrong}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The colors in the middles of all cells, row by row.
pub fn middles(tab: &Tab, css: &str, w: u64, h: u64) -> Vec<Vec<String>> {
    // The canvas is read two frames after painting.
    tab.run("for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)", Vec::new());
    let colors = tab.run(&format!("{FIND} {MIDDLES}"), vec![json!(css), json!(w), json!(h)]);
    serde_json::from_value(colors.clone()).unwrap_or_else(|_| panic!("{colors}"))
}

/// Asserts that a thread runs through the cells of a path, from `solve?include=path`, and through no others: there is a
/// color that all of them have in their middles, and nothing else has. The ends have separate marks.
pub fn assert_thread(tab: &Tab, css: &str, w: u64, h: u64, path: &Value) {
    let path: Vec<[usize; 2]> = serde_json::from_value(path.clone()).unwrap();
    let (&first, &last) = (path.first().unwrap(), path.last().unwrap());
    let colors = middles(tab, css, w, h);
    let [row, col] = path[path.len() / 2];
    let thread = &colors[row][col];
    for (row, colors) in colors.iter().enumerate() {
        for (col, color) in colors.iter().enumerate() {
            let cell = [row, col];
            if cell != first && cell != last {
                assert_eq!(color == thread, path.contains(&cell), "{cell:?} is {color}, and the thread {thread}");
            }
        }
    }
}

/// How what is painted differs, in few words.
fn difference(painted: &Value, cells: &Value) -> String {
    let each = |cells: &Value| {
        cells.as_array().map(|rows| rows.iter().flat_map(|row| row.as_array().cloned()).flatten().collect())
    };
    let (painted, cells): (Option<Vec<Value>>, Option<Vec<Value>>) = (each(painted), each(cells));
    let (Some(painted), Some(cells)) = (painted, cells) else { return "nothing is painted".to_owned() };
    let others = painted.iter().zip(&cells).filter(|(painted, cell)| painted != cell).count();
    format!("{others} of {} cells are others", cells.len())
}

/// All pixels of a canvas, as a number that is another one when they are others.
pub fn pixels(tab: &Tab, css: &str) -> Value {
    tab.run(
        "const canvas = document.querySelector(arguments[0]);
         await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
         const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
         copy.drawImage(canvas, 0, 0);
         const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
         const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
         return `${canvas.width} × ${canvas.height}: ${[...digest.slice(0, 8)].join(' ')}`;",
        vec![json!(css)],
    )
}

/// The same, when nothing moves any more: while a large maze is moved, a coarser picture of it is shown.
pub fn pixels_at_rest(tab: &Tab, css: &str) -> Value {
    let mut before = Value::Null;
    for _ in 0..50 {
        let now = pixels(tab, css);
        if now == before {
            return now;
        }
        before = now;
        std::thread::sleep(Duration::from_millis(300));
    }
    panic!("{css} never comes to rest");
}
