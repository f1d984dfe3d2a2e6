//! Grids of all kinds: chosen, looked at, watched, raced, played, cut and printed.

use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::key::Key;
use lopdf::Document;
use serde_json::{Value, json};

use crate::picture::{middles, until_graph_painted};
use crate::play::says;
use crate::service;
use crate::tab::{Look, Tab};
use crate::watch::{counter, play_to_the_end, steps};

tests![
    every_shape_is_chosen_from_its_picture,
    shapes_are_chosen_from_the_keyboard,
    a_grid_begins_with_about_as_many_cells_as_any_other,
    controls_are_those_of_the_shape,
    algorithms_are_those_that_run_on_the_shape,
    squares_are_painted_with_edges_joined_on_floors_and_woven,
    heat_and_the_way_through_are_painted_on_a_circle,
    what_is_taken_out_has_a_color_of_its_own,
    a_shape_has_a_floor_and_an_outline_of_its_own,
    a_circle_is_built_to_the_maze_of_the_service,
    every_kind_of_grid_is_watched_to_the_end,
    solvers_race_on_triangles,
    hexagons_are_played_by_keys,
    every_side_of_every_grid_is_reached_by_keys,
    floors_are_climbed_by_keys_and_by_buttons,
    a_finger_goes_to_the_side_under_it,
    a_mask_is_a_name_or_a_word,
    a_mask_is_drawn_by_hand,
    another_shape_begins_with_all_of_its_parts,
    a_mask_is_drawn_from_the_keyboard,
    an_address_says_everything,
    wrong_shapes_in_the_address_are_reported,
    mazes_that_are_too_large_to_be_shown_can_be_saved,
    shapes_are_printed_and_saved,
    a_picture_is_a_shape,
];

/// Every kind of grid that is drawn in another way.
const KINDS: [&str; 9] = [
    "algo=backtracker&grid=hex&w=8&h=6&seed=7",
    "algo=kruskal&grid=triangle&w=9&h=6&seed=7&doors=true",
    "algo=eller&grid=polar&rings=5&seed=7",
    "algo=prim&grid=octagon&w=5&h=4&seed=7&braid=0.5",
    "algo=wilson&grid=floret&w=3&h=3&seed=7&wrap=x",
    "algo=true-prim&w=9&h=8&seed=7&weave=1",
    "algo=hunt-and-kill&w=5&h=4&seed=7&floors=3",
    "algo=growing-tree&w=12&h=12&seed=7&mask=heart",
    "algo=sidewinder&w=9&h=8&seed=7&wrap=xy",
];

/// What the service gives at a path.
fn told(tab: &Tab, path: &str) -> Value {
    service::json(&format!("{}{path}", tab.programs.server_url))
}

/// The names of all grids.
fn grids(tab: &Tab) -> Vec<Value> {
    told(tab, "/grids")["grids"].as_array().unwrap().clone()
}

fn query(tab: &Tab) -> String {
    tab.address().trim_start_matches("/?").to_owned()
}

fn every_shape_is_chosen_from_its_picture(tab: &mut Tab) {
    tab.go("/?algo=prim&w=6&h=5&seed=7");
    tab.state("ready");
    for about in grids(tab) {
        let name = about["name"].as_str().unwrap();
        assert!(tab.is_seen(&format!("#grid-{name} + svg")), "{name} is not offered");
        let picture = tab.text_of(&format!("document.querySelector('#grid-{name} + svg path').getAttribute('d')"));
        assert!(picture.len() > 30, "{name} has no picture");
        tab.click(&format!("#grid-{name}"));
        tab.until("it is shown", &format!("document.getElementById('grid-{name}').checked"));
        tab.settled();
        tab.state("ready");
        // The first four have their names below them. The mathematics of a shape is in its tooltip.
        let title = about["title"].as_str().unwrap();
        let [shown, tooltip] = [
            if ["square", "hex", "triangle", "polar"].contains(&name) {
                format!("label:has(#grid-{name})")
            } else {
                "#grid-title".to_owned()
            },
            format!("document.querySelector('label:has(#grid-{name})').title"),
        ];
        assert_eq!(tab.text(&shown), title);
        assert_eq!(tab.text_of(&tooltip), format!("{title}. {}", about["description"].as_str().unwrap()));
        let query = query(tab);
        assert_eq!(query.contains(&format!("grid={name}")), name != "square", "{query}");
        // There are about as many cells as before.
        let cells = told(tab, &format!("/maze.json?{query}&encoding=graph"))["cells"].as_array().unwrap().len();
        assert!((10..70).contains(&cells), "{query}: {cells} cells");
        until_graph_painted(tab, "#maze", &query);
    }
}

fn shapes_are_chosen_from_the_keyboard(tab: &mut Tab) {
    tab.go("/?algo=prim&w=6&h=5&seed=7");
    tab.state("ready");
    tab.run("document.getElementById('grid-square').focus()", Vec::new());
    tab.press(&[char::from(Key::Right)]);
    tab.until("the next shape is chosen", "document.activeElement.id === 'grid-hex'");
    tab.state("ready");
    assert!(tab.address().contains("grid=hex"), "{}", tab.address());
    tab.back();
    tab.until("it was a step", "document.getElementById('grid-square').checked");
    tab.state("ready");
}

/// However many cells a piece of a grid has, the first maze on it is one that a screen has room for, and nobody has chosen its size.
fn a_grid_begins_with_about_as_many_cells_as_any_other(tab: &mut Tab) {
    tab.go("/?seed=7");
    // The tests begin with open groups.
    tab.run("sessionStorage.groups = '{}'", Vec::new());
    for (look, cells) in [(Look::DESK, 700..1000), (Look { width: 390, height: 844, ..Look::PHONE }, 120..300)] {
        tab.look(look);
        for grid in ["square", "hex", "polar", "cairo", "kisrhombille"] {
            tab.go(&format!("/?grid={grid}&seed=7"));
            tab.state("ready");
            let query = query(tab);
            let made = told(tab, &format!("/maze.json?{query}&encoding=graph"))["cells"].as_array().unwrap().len();
            assert!(cells.contains(&made), "{query}: {made} cells");
            assert_eq!(tab.eval("document.getElementById('group-size').open"), false, "{grid}: nobody chose it");
        }
    }
    tab.click("#grid-square");
    tab.until("it is another grid", "!location.search.includes('grid=')");
    tab.state("ready");
    assert_eq!(tab.eval("document.getElementById('group-size').open"), false);
}

fn controls_are_those_of_the_shape(tab: &mut Tab) {
    let seen = |tab: &Tab| {
        let fields = ["w", "h", "rings", "floors", "wrap", "weave", "mask", "parts"];
        fields.into_iter().filter(|id| tab.is_seen(&format!("#{id}"))).collect::<Vec<_>>()
    };
    for (address, fields) in [
        ("/?algo=prim&w=6&h=5&seed=7", vec!["w", "h", "floors", "wrap", "weave", "mask"]),
        ("/?algo=prim&w=6&h=5&seed=7&floors=2", vec!["w", "h", "floors", "wrap", "mask"]),
        ("/?algo=prim&w=6&h=5&seed=7&weave=0.5", vec!["w", "h", "wrap", "weave", "mask"]),
        ("/?algo=prim&grid=cairo&w=6&h=5&seed=7", vec!["w", "h", "wrap", "mask"]),
        ("/?algo=prim&grid=polar&rings=5&seed=7&mask=star&parts=largest", vec!["rings", "mask", "parts"]),
    ] {
        tab.go(address);
        tab.state("ready");
        assert_eq!(seen(tab), fields, "{address}");
        assert_eq!(tab.address(), address);
    }
    tab.go("/?algo=prim&grid=polar&rings=5&seed=7");
    tab.fill("rings", "4");
    until_graph_painted(tab, "#maze", "algo=prim&grid=polar&rings=4&seed=7");
    tab.go("/?algo=prim&w=6&h=5&seed=7");
    tab.fill("floors", "2");
    until_graph_painted(tab, "#maze", "algo=prim&w=6&h=5&seed=7&floors=2");
    tab.select("wrap", "x");
    until_graph_painted(tab, "#maze", "algo=prim&w=6&h=5&seed=7&floors=2&wrap=x");
    // What another shape does not have does not go along to it.
    tab.click("#grid-hex");
    tab.until("it is another shape", "document.getElementById('grid-hex').checked");
    tab.state("ready");
    assert_eq!(tab.address(), "/?algo=prim&grid=hex&w=6&h=5&seed=7");
}

fn algorithms_are_those_that_run_on_the_shape(tab: &mut Tab) {
    let offered = |tab: &Tab| tab.eval("[...document.getElementById('algo').options].map(({ value }) => value)");
    for about in grids(tab).iter().filter(|about| ["hex", "polar", "cairo"].contains(&about["name"].as_str().unwrap()))
    {
        tab.go(&format!("/?grid={}&seed=7", about["name"].as_str().unwrap()));
        tab.state("ready");
        assert_eq!(offered(tab), about["algorithms"], "{}", about["name"]);
    }
    // The service makes a maze by each of those that are offered, and by no other.
    let all = told(tab, "/algorithms");
    for features in ["wrap=x", "floors=2", "weave=0.5", "mask=circle", "grid=hex&mask=circle", "grid=triangle&wrap=x"] {
        tab.go(&format!("/?{features}&w=8&h=8&seed=7"));
        tab.state("ready");
        let offered = offered(tab);
        for algorithm in all["algorithms"].as_array().unwrap() {
            let name = algorithm["name"].as_str().unwrap();
            let url = format!("{}/maze.json?{features}&w=8&h=8&seed=7&algo={name}", tab.programs.server_url);
            let runs = minreq::get(url).send().unwrap().status_code == 200;
            assert_eq!(offered.as_array().unwrap().contains(&json!(name)), runs, "{features}: {name}");
        }
    }
    // An algorithm that does not run on the chosen shape is replaced.
    tab.go("/?algo=eller&w=8&h=8&seed=7");
    tab.click("#grid-cairo");
    tab.until("it is said", "document.getElementById('status').innerText.includes('does not run on this shape')");
    assert_eq!(tab.address(), "/?algo=backtracker&grid=cairo&w=4&h=4&seed=7");
    tab.go("/?algo=prim&w=8&h=8&seed=7&mode=watch&compare=eller");
    tab.click("#grid-cairo");
    tab.until("the race is off", "location.search.includes('cairo') && !location.search.includes('compare')");
    tab.settled();
    assert!(!tab.is_seen("#maze-2"));
}

fn squares_are_painted_with_edges_joined_on_floors_and_woven(tab: &mut Tab) {
    for query in KINDS {
        tab.go(&format!("/?{query}"));
        tab.state("ready");
        until_graph_painted(tab, "#maze", query);
        assert_eq!(tab.address(), format!("/?{query}"));
    }
}

fn heat_and_the_way_through_are_painted_on_a_circle(tab: &mut Tab) {
    let query = "algo=prim&grid=polar&rings=6&seed=7";
    tab.go(&format!("/?{query}&heat=distance&solution=true"));
    tab.state("ready");
    let solved = told(tab, &format!("/solve?{query}&include=path,distances"));
    let label = tab.text_of("document.getElementById('maze').getAttribute('aria-label')");
    assert!(label.contains("ring 6, cell 1") && label.contains(&format!("{} moves", solved["length"])), "{label}");
    // The path has one color in the middles of its cells, and all others have that of their distance.
    let colors = tab.run(
        "const { cells } = await (await fetch(`maze.json?${arguments[0]}&encoding=graph`)).json();
         const canvas = document.getElementById('maze'), ctx = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
         await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
         ctx.drawImage(canvas, 0, 0);
         const { data, width, height } = ctx.getImageData(0, 0, canvas.width, canvas.height);
         let left = width, right = 0;
         for (let i = 3; i < data.length; i += 4) if (data[i] > 127) {
             left = Math.min(left, ((i - 3) / 4) % width);
             right = Math.max(right, ((i - 3) / 4) % width);
         }
         const size = (right - left) / 13.12, x0 = (left + right + 1) / 2 - 6.5 * size, y0 = height / 2 - 6.5 * size;
         return cells.map(({ cell, center: [x, y] }) => {
             const at = (Math.floor(y0 + y * size) * width + Math.floor(x0 + x * size)) * 4;
             return [cell, data.slice(at, at + 3).join()];
         });",
        vec![json!(query)],
    );
    let path = solved["path"].as_array().unwrap();
    let at = |cell: &Value| {
        let found = colors.as_array().unwrap().iter().find(|pair| pair[0] == *cell);
        found.unwrap_or_else(|| panic!("{cell}"))[1].clone()
    };
    let thread = at(&path[path.len() / 2]);
    for pair in colors.as_array().unwrap() {
        let is_end = [path.first(), path.last()].contains(&Some(&pair[0]));
        assert!(is_end || (pair[1] == thread) == path.contains(&pair[0]), "{pair}, and the thread is {thread}");
    }
    // Cells at the same distance look the same, and others do not.
    let distance = |cell: &Value| {
        let [ring, index] = serde_json::from_value::<[usize; 2]>(cell.clone()).unwrap();
        solved["distances"][ring][index].as_u64().unwrap()
    };
    let aside: Vec<&Value> = colors.as_array().unwrap().iter().filter(|pair| !path.contains(&pair[0])).collect();
    for (a, b) in aside.iter().zip(&aside[1..]) {
        let same = distance(&a[0]) == distance(&b[0]);
        assert_eq!(same, a[1] == b[1], "{a}, {b}");
    }
}

fn what_is_taken_out_has_a_color_of_its_own(tab: &mut Tab) {
    let query = "algo=prim&w=12&h=9&seed=7&sparse=0.5";
    tab.go(&format!("/?{query}"));
    tab.state("ready");
    let cells = told(tab, &format!("/maze.json?{query}&encoding=bits"))["cells"].clone();
    // The walls are #1d2430, and the floor is #fffefb.
    let (floor, rock) = ([255, 254, 251], [227, 227, 226]);
    for (row, colors) in middles(tab, "#maze", 12, 9).iter().enumerate() {
        for (col, color) in colors.iter().enumerate().filter(|&(col, _)| ![[0, 0], [8, 11]].contains(&[row, col])) {
            let seen: Vec<i32> = color.split(',').map(|channel| channel.parse().unwrap()).collect();
            let expected = if cells[row][col].is_null() { rock } else { floor };
            let is_near = seen.iter().zip(expected).all(|(seen, expected)| (seen - expected).abs() <= 1);
            assert!(is_near, "row {row}, column {col}: {color}");
        }
    }
}

/// The color of most pixels, and how thick the first wall from the left is in the row above the middle of 12.
const FLOOR_AND_OUTLINE: &str = "
    const canvas = document.getElementById('maze'), { width, height } = canvas, ctx = new OffscreenCanvas(width, height).getContext('2d');
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    ctx.drawImage(canvas, 0, 0);
    const { data } = ctx.getImageData(0, 0, width, height), counts = new Map();
    let top = height, bottom = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 127) {
        const color = data.slice(i, i + 3).join();
        counts.set(color, (counts.get(color) ?? 0) + 1);
        top = Math.min(top, Math.floor(i / 4 / width));
        bottom = Math.max(bottom, Math.floor(i / 4 / width));
    }
    const [[floor]] = [...counts].sort(([, a], [, b]) => b - a), channels = floor.split(',').map(Number);
    const row = Math.round((top + bottom) / 2 - (bottom - top) / 24), at = (x) => (row * width + x) * 4;
    const isWall = (x) => data[at(x) + 3] > 127 && channels.some((channel, i) => Math.abs(data[at(x) + i] - channel) > 80);
    let left = 0, right;
    while (!isWall(left)) left++;
    for (right = left; isWall(right); right++);
    return [floor, right - left];";

fn a_shape_has_a_floor_and_an_outline_of_its_own(tab: &mut Tab) {
    for (look, floor, inside) in
        [(Look::DESK, "255,254,251", "255,246,220"), (Look::DESK.dark(), "45,55,69", "58,53,38")]
    {
        tab.look(look);
        let [plain, shape] = ["", "&mask=circle"].map(|mask| {
            tab.go(&format!("/?algo=prim&w=12&h=12&seed=7{mask}"));
            tab.state("ready");
            serde_json::from_value::<(String, f64)>(tab.run(FLOOR_AND_OUTLINE, Vec::new())).unwrap()
        });
        assert_eq!([&*plain.0, &*shape.0], [floor, inside]);
        assert!((shape.1 - 1.6 * plain.1).abs() <= 1.0, "{} and {} pixels", plain.1, shape.1);
    }
    // So it is on paper.
    let widths = "(() => {
        dispatchEvent(new Event('beforeprint'));
        const [walls, outline] = [...document.querySelectorAll('.page .drawing > path')].slice(-2);
        return outline.getAttribute('stroke-width') / walls.getAttribute('stroke-width');
    })()";
    let ratio = tab.eval(widths).as_f64().unwrap();
    assert!((ratio - 1.6).abs() < 1e-6, "{ratio}");
}

fn a_circle_is_built_to_the_maze_of_the_service(tab: &mut Tab) {
    let query = "algo=backtracker&grid=polar&rings=5&seed=7";
    tab.look(Look { reduced_motion: true, ..Look::DESK });
    tab.go(&format!("/?{query}&mode=watch"));
    tab.until("all steps are there", "/\\d$/.test(document.getElementById('position').value)");
    assert_eq!(counter(tab, "counters", "Steps"), 0);
    tab.slide("scrub", "40");
    assert_eq!((counter(tab, "counters", "Steps"), counter(tab, "counters", "Carved")), (40, 39));
    tab.click("#step");
    tab.click("#step-back");
    assert_eq!(counter(tab, "counters", "Steps"), 40);
    tab.slide("scrub", "0");
    play_to_the_end(tab);
    until_graph_painted(tab, "#maze", query);
    assert_eq!(counter(tab, "counters", "Steps"), steps(tab, &format!("/maze/steps?{query}")));
}

fn every_kind_of_grid_is_watched_to_the_end(tab: &mut Tab) {
    for query in KINDS {
        tab.go(&format!("/?{query}&mode=watch"));
        play_to_the_end(tab);
        until_graph_painted(tab, "#maze", query);
        assert_eq!(counter(tab, "counters", "Steps"), steps(tab, &format!("/maze/steps?{query}")), "{query}");
        tab.go(&format!("/?{query}&mode=watch&what=solve&solver=tremaux"));
        play_to_the_end(tab);
        let solved = told(tab, &format!("/solve?{query}&solver=tremaux"));
        assert_eq!(Value::from(counter(tab, "counters", "Path length")), solved["length"], "{query}");
    }
}

fn solvers_race_on_triangles(tab: &mut Tab) {
    let query = "algo=prim&grid=triangle&w=12&h=7&seed=7&braid=0.5";
    tab.go(&format!("/?{query}&mode=watch&what=solve"));
    tab.select("compare", "tremaux");
    tab.until_seen("#counters-2");
    play_to_the_end(tab);
    for (list, solver) in [("counters", "bfs"), ("counters-2", "tremaux")] {
        let solved = told(tab, &format!("/solve?{query}&solver={solver}"));
        assert_eq!(Value::from(counter(tab, list, "Path length")), solved["length"], "{solver}");
        let told = steps(tab, &format!("/solve/steps?{query}&solver={solver}"));
        assert_eq!(counter(tab, list, "Steps"), told, "{solver}");
    }
}

/// The names of the sides on the way through a maze.
fn directions(tab: &Tab, query: &str) -> Vec<String> {
    let solved = told(tab, &format!("/solve?{query}&include=directions"));
    // Sides of one letter are a word.
    match solved["directions"].as_str() {
        Some(word) => word.chars().map(String::from).collect(),
        None => serde_json::from_value(solved["directions"].clone()).unwrap(),
    }
}

fn hexagons_are_played_by_keys(tab: &mut Tab) {
    let query = "algo=backtracker&grid=hex&w=8&h=7&seed=7";
    tab.go(&format!("/?{query}&mode=play"));
    tab.state("ready");
    let way = directions(tab, query);
    let (left, right) = (char::from(Key::Left), char::from(Key::Right));
    let keys = way.iter().map(|side| match side.as_str() {
        "NE" => 'e',
        "E" => right,
        "SE" => 'c',
        "SW" => 'z',
        "W" => left,
        _ => 'q',
    });
    let keys: Vec<char> = keys.collect();
    tab.click("#hint");
    let word = if way[0] == "E" { "east" } else { "south-east" };
    says(tab, "status", &format!("Go {word}"));
    tab.press(&['l']);
    says(tab, "status", "Row 1, column 1. You can go");
    // Of the six sides none is right above: up goes to the open one of the two that are next to it.
    tab.press(&[left, char::from(Key::Up)]);
    assert_eq!(tab.text("#moves"), "0", "there are walls");
    tab.press(&keys);
    says(tab, "outcome", "found");
    assert_eq!(tab.text("#moves"), way.len().to_string());
    // After another shape was chosen with the mouse, the arrow keys play the game, and do not choose shapes.
    tab.click("#grid-triangle");
    tab.until("it is another shape", "document.getElementById('grid-triangle').checked");
    tab.state("ready");
    assert_eq!(tab.eval("document.activeElement.id"), "maze");
}

/// Eight keys reach every side, whatever else is open. Four keys reach it where no other side is open.
fn every_side_of_every_grid_is_reached_by_keys(tab: &mut Tab) {
    tab.go("/?algo=prim&w=6&h=5&seed=7");
    tab.state("ready");
    let missed = tab.run(
        "const { Mesh } = await import('./page/latest/mesh.js');
         const keys = [[0, -1], [1, 0], [0, 1], [-1, 0], [1, -1], [1, 1], [-1, 1], [-1, -1]], missed = [];
         for (const name of arguments[0]) {
             const size = name === 'polar' ? 'rings=6' : 'w=4&h=4';
             const mesh = Mesh.read(await (await fetch(`maze.json?grid=${name}&${size}&seed=7&encoding=graph`)).json());
             mesh.clear();
             for (let cell = 0; cell < mesh.size; cell++) for (const side of mesh.sides(cell)) {
                 if (mesh.beside(cell, side) < 0) continue;
                 const reaches = (key) => mesh.sideTowards(cell, key) === side;
                 if (!keys.some(reaches)) missed.push(`${name} ${cell} ${side}, all open`);
                 const walls = mesh.walls[cell];
                 mesh.walls[cell] = 255 & ~(1 << side);
                 if (!keys.slice(0, 4).some(reaches)) missed.push(`${name} ${cell} ${side}, alone`);
                 mesh.walls[cell] = walls;
             }
         }
         return missed;",
        vec![json!(grids(tab).iter().map(|about| &about["name"]).collect::<Vec<_>>())],
    );
    assert_eq!(missed, json!([]));
}

fn floors_are_climbed_by_keys_and_by_buttons(tab: &mut Tab) {
    let query = "algo=backtracker&w=4&h=4&seed=7&floors=3";
    tab.go(&format!("/?{query}&mode=play"));
    tab.state("ready");
    let way = directions(tab, query);
    assert!(way.iter().any(|side| side == "U") && way.iter().any(|side| side == "D"), "{way:?}");
    let key = |side: &String| match side.as_str() {
        "N" => 'w',
        "E" => 'd',
        "S" => 's',
        "W" => 'a',
        "U" => char::from(Key::PageUp),
        _ => char::from(Key::PageDown),
    };
    tab.press(&way.iter().map(key).collect::<Vec<_>>());
    says(tab, "outcome", "found");
    tab.click("#again");
    let up = way.iter().position(|side| side == "U").unwrap();
    assert_eq!(tab.eval("document.getElementById('stairs-down').disabled"), true, "there is nothing below");
    tab.press(&way[..up].iter().map(key).collect::<Vec<_>>());
    tab.click("#stairs-up");
    says(tab, "moves", &(up + 1).to_string());
    tab.press(&['l']);
    says(tab, "status", "Floor 2");
    tab.go("/?algo=prim&w=4&h=4&seed=7&mode=play");
    tab.state("ready");
    assert!(!tab.is_seen("#stairs-up"), "stairs where there are no floors");
}

fn a_finger_goes_to_the_side_under_it(tab: &mut Tab) {
    tab.look(Look::PHONE);
    let query = "algo=backtracker&grid=hex&w=6&h=6&seed=3";
    tab.go(&format!("/?{query}&mode=play"));
    tab.state("ready");
    let [left, top, width, height] = tab.place("#maze");
    let middle = [left + width / 2.0, top + height / 2.0];
    let (dx, dy) = match directions(tab, query)[0].as_str() {
        "E" => (90.0, 0.0),
        "SE" => (50.0, 86.0),
        _ => (-50.0, 86.0),
    };
    tab.swipe(middle, [middle[0] + dx, middle[1] + dy]);
    tab.until("the swipe has moved", "document.getElementById('moves').innerText !== '0'");
}

fn a_mask_is_a_name_or_a_word(tab: &mut Tab) {
    tab.go("/?algo=prim&w=24&h=12&seed=7");
    tab.state("ready");
    for name in ["circle", "ring", "diamond", "heart", "star", "hexagon", "triangle"] {
        tab.select("mask", name);
        until_graph_painted(tab, "#maze", &format!("algo=prim&w=24&h=12&seed=7&mask={name}"));
    }
    tab.select("mask", "text");
    tab.until_seen("#mask-word");
    tab.fill("mask-word", "HI");
    until_graph_painted(tab, "#maze", "algo=prim&w=24&h=12&seed=7&mask=text:HI");
    assert_eq!(tab.address(), "/?algo=prim&w=24&h=12&seed=7&mask=text:HI");
    // The rest of a diamond is in four parts, which is an error until it is said what is to become of them.
    tab.expect("the server responded with a status of 400");
    tab.select("mask", "diamond");
    tab.click("#mask-not");
    tab.until_seen("#error-mask");
    assert!(tab.text("#error-mask").contains("parts"), "{}", tab.text("#error-mask"));
    tab.click("#parts");
    until_graph_painted(tab, "#maze", "algo=prim&w=24&h=12&seed=7&mask=not:diamond&parts=largest");
    tab.select("mask", "");
    tab.state("ready");
    assert_eq!(tab.address(), "/?algo=prim&w=24&h=12&seed=7");
}

/// Whether the maze that is shown has a cell in this row and column.
fn has(tab: &Tab, row: usize, col: usize) -> bool {
    tab.state("ready");
    let maze = told(tab, &format!("/maze.json?{}", query(tab)));
    !maze["cells"][row][col].is_null()
}

fn a_mask_is_drawn_by_hand(tab: &mut Tab) {
    tab.go("/?algo=prim&w=8&h=8&seed=7");
    tab.state("ready");
    tab.select("mask", "bits");
    tab.until("the board is painted", "document.getElementById('board-cell').innerText !== ''");
    tab.state("ready");
    assert_eq!(tab.address(), "/?algo=prim&w=8&h=8&seed=7&mask=bits:__________8&parts=largest");
    tab.run("document.getElementById('board').scrollIntoView({ block: 'center' })", Vec::new());
    let [left, top, width, height] = tab.place("#board");
    let side = (width - 8.0).min(height - 8.0) / 8.0;
    let place = |row: f64, col: f64| {
        let (x, y) = (left + width / 2.0 + (col - 3.5) * side, top + height / 2.0 + (row - 3.5) * side);
        (x.round(), y.round())
    };
    let ((x, y), (end, _)) = (place(2.0, 1.0), place(2.0, 6.0));
    let to = |x, y| PointerAction::MoveTo { duration: None, x, y };
    let stroke = MouseActions::new("mouse".to_owned())
        .then(to(x, y))
        .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
        .then(to(end, y))
        .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
    tab.act(stroke);
    tab.until("the stroke is in the address", "!location.search.includes('__________8')");
    assert!((1..=6).all(|col| !has(tab, 2, col)) && has(tab, 2, 0) && has(tab, 3, 1), "{}", tab.address());
    let query = query(tab);
    until_graph_painted(tab, "#maze", &query);
    // It keeps its place when there is more room, and goes when the shape does.
    tab.fill("w", "10");
    tab.until("there are more columns", "location.search.includes('w=10')");
    assert!(!has(tab, 2, 1) && has(tab, 2, 0) && has(tab, 2, 9));
    tab.reload();
    tab.until("the board is painted", "document.getElementById('board-cell').innerText !== ''");
    tab.click("#board-all");
    tab.state("ready");
    assert!(has(tab, 2, 1));
    tab.run("scrollTo({ top: 0, behavior: 'instant' })", Vec::new());
    tab.click("#grid-hex");
    tab.until("it is another shape", "document.getElementById('grid-hex').checked");
    tab.state("ready");
    assert!(!tab.address().contains("mask"), "{}", tab.address());
}

/// A fault about the parts of one shape does not stay for the next shape.
fn another_shape_begins_with_all_of_its_parts(tab: &mut Tab) {
    tab.expect("the server responded with a status of 400");
    tab.go("/?algo=prim&w=60&h=24&seed=7");
    tab.state("ready");
    for next in ["text", "heart", ""] {
        tab.select("mask", "bits");
        tab.until("the largest part is kept", "document.getElementById('parts').checked");
        tab.state("ready");
        tab.select("mask", next);
        tab.settled();
        tab.until("all parts are kept", "!document.getElementById('parts').checked");
        assert!(!tab.address().contains("parts="), "{}", tab.address());
    }
}

fn a_mask_is_drawn_from_the_keyboard(tab: &mut Tab) {
    tab.go("/?algo=prim&grid=hex&w=5&h=5&seed=7&mask=bits:____g&parts=largest");
    tab.state("ready");
    tab.until("the board is painted", "document.getElementById('board-cell').innerText !== ''");
    tab.run("document.getElementById('board').focus()", Vec::new());
    tab.press(&[char::from(Key::Right), char::from(Key::Right), 'c']);
    says(tab, "board-cell", "row 2, column 3: in");
    tab.press(&[' ']);
    says(tab, "board-cell", "row 2, column 3: out");
    assert!(!has(tab, 1, 2) && has(tab, 1, 1));
    tab.back();
    tab.until("the cell is there again", "location.search.includes('bits:____g')");
    tab.state("ready");
    says(tab, "board-cell", "row 2, column 3: in");
}

fn an_address_says_everything(tab: &mut Tab) {
    for address in [
        "/?algo=prim&grid=hex&w=7&h=6&seed=7&wrap=xy&braid=0.5&doors=true&heat=distance&solution=true",
        "/?algo=prim&grid=polar&rings=6&seed=7&mask=not:star&parts=largest&mode=play",
        "/?algo=wilson&w=6&h=6&seed=7&floors=2&wrap=x&mask=diamond&solver=tremaux&mode=watch&what=solve&compare=bfs",
        "/?algo=kruskal&w=24&h=10&seed=7&weave=0.5&mask=text:A%20B",
        "/?algo=prim&grid=cairo&w=3&h=3&seed=7&from=0,0,1&to=2,2,3",
    ] {
        tab.look(Look { reduced_motion: true, ..Look::DESK });
        tab.go(address);
        tab.state("ready");
        assert_eq!(tab.address(), address);
        assert!(!tab.is_seen("#banner"), "{address}: {}", tab.text("#banner"));
        let sight = |tab: &Tab| (tab.text("#title"), crate::picture::pixels(tab, "#maze"));
        let before = sight(tab);
        tab.reload();
        tab.state("ready");
        assert_eq!(sight(tab), before, "{address}");
    }
}

fn wrong_shapes_in_the_address_are_reported(tab: &mut Tab) {
    tab.expect("the server responded with a status of 400");
    for (address, place, word) in [
        ("/?grid=square-ish&seed=7", "#error-grid", "square"),
        ("/?grid=polar&rings=0&seed=7", "#error-rings", "between 1 and"),
        ("/?floors=2&weave=0.5&seed=7", "#error-weave", "floors"),
        ("/?wrap=z&seed=7", "#error-wrap", "xy"),
        ("/?grid=hex&w=5&h=5&wrap=y&seed=7", "#error-h", "multiple of 2"),
        ("/?mask=moon&seed=7", "#error-mask", "heart"),
        ("/?grid=polar&rings=5&w=9&seed=7", "#banner", "w="),
        ("/?grid=cairo&algo=eller&seed=7", "#error-algo", "eller"),
    ] {
        tab.go(address);
        tab.until(
            &format!("{address} is reported"),
            &format!(
                "[...document.querySelectorAll('{place}')].some((error) => error.checkVisibility() && error.innerText.includes('{word}'))"
            ),
        );
    }
}

fn mazes_that_are_too_large_to_be_shown_can_be_saved(tab: &mut Tab) {
    tab.go("/?algo=prim&grid=hex&w=300&h=300&seed=7");
    tab.state("error");
    assert!(tab.text("#banner").contains("too large to be shown"), "{}", tab.text("#banner"));
    let url = tab.text_of("document.getElementById('save-svg').href");
    assert!(service::get(&url).starts_with(b"<"), "{url}");
}

fn shapes_are_printed_and_saved(tab: &mut Tab) {
    for query in KINDS {
        tab.go(&format!("/?{query}"));
        tab.state("ready");
        let document = Document::load_mem(&tab.pdf()).unwrap();
        assert_eq!(document.get_pages().len(), 1, "{query}");
        let drawn = tab.eval("document.querySelector('#pages .drawing path:last-of-type').getAttribute('d').length");
        assert!(drawn.as_u64().unwrap() > 500, "{query}: {drawn}");
        let name = tab.text_of("document.getElementById('save-svg').download");
        assert!(name.starts_with("dedale-") && name.ends_with("-7.svg"), "{name}");
    }
}

/// The cells are where a picture is dark, whatever its size.
fn a_picture_is_a_shape(tab: &mut Tab) {
    tab.go("/?algo=prim&w=17&h=7&seed=7");
    tab.state("ready");
    tab.run("document.getElementById('mask-file').click = () => {}", Vec::new());
    tab.select("mask", "picture");
    tab.until_seen("#mask-file");
    let files = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/foreign");
    tab.upload("mask-file", &format!("{files}/hash.txt"));
    tab.until_seen("#error-picture");
    // The walls of this picture, which are dark, become a maze.
    tab.upload("mask-file", &format!("{files}/png-from-to.png"));
    tab.until("it is a mask", "new URLSearchParams(location.search).get('mask')?.startsWith('bits:')");
    tab.state("ready");
    assert!(!tab.is_seen("#mask-picture"));
    let made = service::json(&format!(
        "{}/maze.json{}&encoding=bits",
        tab.programs.server_url,
        tab.text_of("location.search")
    ));
    let cells = made["cells"].as_array().unwrap().iter().map(|row| {
        row.as_array().unwrap().iter().map(|cell| if cell.is_null() { ' ' } else { '#' }).collect::<String>()
    });
    let drawing = std::fs::read_to_string(format!("{files}/hash.txt")).unwrap();
    // The outer wall is the largest part.
    for (row, line) in cells.zip(drawing.lines()) {
        assert_eq!(row.len(), 17);
        assert!(row.chars().zip(line.chars()).all(|(cell, sign)| cell == ' ' || sign == '#'), "{row} {line}");
    }
    assert!(made["cells"][0].as_array().unwrap().iter().all(|cell| !cell.is_null()));
}
