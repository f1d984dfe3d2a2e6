//! A maze is made, and shown as the service has it.

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::picture::{assert_thread, middles, pixels, until_painted};
use crate::service;
use crate::tab::Tab;

tests![
    the_page_comes_up_with_a_maze_and_its_seed,
    every_algorithm_gives_the_maze_of_the_service,
    every_control_of_the_maze_does_what_the_parameter_does,
    a_seed_is_a_picture,
    heat_and_the_way_through_are_painted,
    the_ground_and_the_cheapest_way_are_painted,
    algorithms_are_chosen_by_their_textures,
    a_maze_of_the_wanted_difficulty_is_found,
    things_are_placed,
    the_nearest_of_several_exits_is_chosen,
];

fn the_page_comes_up_with_a_maze_and_its_seed(tab: &mut Tab) {
    tab.go("/?mode=look");
    tab.state("ready");
    let seed = tab.value("seed");
    assert!(seed.parse::<u64>().is_ok(), "{seed}");
    assert_eq!(tab.address(), format!("/?algo=backtracker&w=30&h=30&seed={seed}"));
    until_painted(tab, "#maze", &format!("seed={seed}"));
    assert!(!tab.is_seen("#banner"));
    let statistics = tab.text("#statistics");
    assert!(statistics.contains("Dead ends"), "{statistics}");
    // Another one, by the button.
    tab.click("#new-maze");
    tab.until("there is another seed", &format!("document.getElementById('seed').value !== '{seed}'"));
    let seed = tab.value("seed");
    assert_eq!(tab.address(), format!("/?algo=backtracker&w=30&h=30&seed={seed}"));
    until_painted(tab, "#maze", &format!("seed={seed}"));
}

fn every_algorithm_gives_the_maze_of_the_service(tab: &mut Tab) {
    let algorithms = service::json(&format!("{}/algorithms", tab.programs.server_url));
    let algorithms = algorithms["algorithms"].as_array().unwrap().clone();
    tab.go("/?algo=backtracker&w=13&h=9&seed=7");
    let offered = tab.eval("[...document.getElementById('algo').options].map((option) => option.value)");
    assert_eq!(offered, json!(algorithms.iter().map(|about| &about["name"]).collect::<Vec<_>>()));
    // The first is shown already; it is to be chosen, too.
    for about in algorithms.iter().rev() {
        let name = about["name"].as_str().unwrap();
        tab.select("algo", name);
        until_painted(tab, "#maze", &format!("algo={name}&w=13&h=9&seed=7"));
        tab.state("ready");
        assert_eq!(tab.address(), format!("/?algo={name}&w=13&h=9&seed=7"));
        let description = tab.text("#description");
        let words = about["description"].as_str().unwrap();
        assert!(description.contains(words), "{name} is described so: {description}");
    }
}

fn every_control_of_the_maze_does_what_the_parameter_does(tab: &mut Tab) {
    tab.go("/?algo=backtracker&w=13&h=9&seed=7");
    tab.fill("w", "10");
    until_painted(tab, "#maze", "w=10&h=9&seed=7");
    tab.fill("h", "12");
    until_painted(tab, "#maze", "w=10&h=12&seed=7");
    tab.fill("seed", "9007199254740991");
    until_painted(tab, "#maze", "w=10&h=12&seed=9007199254740991");
    tab.fill("seed", "7");
    tab.slide("braid", "1");
    until_painted(tab, "#maze", "w=10&h=12&seed=7&braid=1");
    tab.click("#doors");
    until_painted(tab, "#maze", "w=10&h=12&seed=7&braid=1&doors=true");
    tab.select("ends", "farthest");
    until_painted(tab, "#maze", "w=10&h=12&seed=7&braid=1&doors=true&ends=farthest");
    assert_eq!(tab.address(), "/?algo=backtracker&w=10&h=12&seed=7&braid=1&ends=farthest&doors=true");
    // Some algorithms have an additional parameter, which is shown with them.
    assert!(!tab.is_seen("#pick") && !tab.is_seen("#bias"));
    tab.select("algo", "growing-tree");
    tab.until_seen("#pick");
    tab.fill("pick", "oldest");
    until_painted(tab, "#maze", "algo=growing-tree&w=10&h=12&seed=7&braid=1&doors=true&ends=farthest&pick=oldest");
    tab.select("algo", "binary-tree");
    tab.until_seen("#bias");
    tab.select("bias", "nw");
    until_painted(tab, "#maze", "algo=binary-tree&w=10&h=12&seed=7&braid=1&doors=true&ends=farthest&bias=nw");
    assert!(!tab.is_seen("#pick"));
}

fn a_seed_is_a_picture(tab: &mut Tab) {
    let address = "/?algo=wilson&w=40&h=25&seed=1";
    tab.go(address);
    tab.state("ready");
    let first = pixels(tab, "#maze");
    tab.fill("seed", "2");
    until_painted(tab, "#maze", "algo=wilson&w=40&h=25&seed=2");
    let second = pixels(tab, "#maze");
    assert_ne!(first, second, "seeds 1 and 2 look the same");
    tab.reload();
    assert_eq!(pixels(tab, "#maze"), second, "the address says the same after the page is loaded again");
    tab.go(address);
    assert_eq!(pixels(tab, "#maze"), first, "the same address shows the same");
}

fn heat_and_the_way_through_are_painted(tab: &mut Tab) {
    let (w, h) = (20, 15);
    let is_painted = |tab: &Tab, query: &str| {
        let url = format!("{}/solve?algo=prim&w=20&h=15&seed=7{query}&include=path", tab.programs.server_url);
        tab.state("ready");
        assert_thread(tab, "#maze", w, h, &service::json(&url)["path"]);
    };
    tab.go("/?algo=prim&w=20&h=15&seed=7");
    tab.state("ready");
    let plain = middles(tab, "#maze", w, h);
    tab.click("#solution");
    is_painted(tab, "");
    assert_eq!(tab.address(), "/?algo=prim&w=20&h=15&seed=7&solution=true");
    tab.click("#solution");
    tab.state("ready");
    assert_eq!(middles(tab, "#maze", w, h), plain);
    // The farther, the lighter: at the entrance it is darkest, and lightest at the farthest cell.
    tab.click("#heat");
    tab.state("ready");
    let url = format!("{}/solve?algo=prim&w=20&h=15&seed=7&include=distances", tab.programs.server_url);
    let solved = service::json(&url);
    let distances: Vec<Vec<u64>> = serde_json::from_value(solved["distances"].clone()).unwrap();
    let hot = middles(tab, "#maze", w, h);
    let mut colors: Vec<(u64, &String)> = distances.iter().flatten().copied().zip(hot.iter().flatten()).collect();
    // Entrance and exit have separate marks.
    colors.pop();
    colors.remove(0);
    colors.sort();
    for pair in colors.windows(2) {
        assert!(pair[0].0 != pair[1].0 || pair[0].1 == pair[1].1, "the same distance in two colors: {pair:?}");
    }
    let (nearest, farthest) = (brightness(colors[0].1), brightness(colors[colors.len() - 1].1));
    assert!(nearest + 200 < farthest, "near is {nearest}, and far is {farthest}");
    tab.until_seen("#palette");
    tab.select("palette", "magma");
    tab.state("ready");
    assert_ne!(middles(tab, "#maze", w, h), hot, "another palette is the same");
    tab.click("#solution");
    is_painted(tab, "");
    // The way of someone with a hand on the wall of a maze with loops is another one.
    tab.slide("braid", "1");
    is_painted(tab, "&braid=1");
    tab.select("solver", "wall-follower");
    is_painted(tab, "&braid=1&solver=wall-follower");
    let address = tab.address();
    for part in ["heat=distance", "solution=true", "palette=magma", "solver=wall-follower"] {
        assert!(address.contains(part), "{address}");
    }
    tab.click("#heat");
    tab.until("the palette has gone", "!document.getElementById('palette').checkVisibility()");
    // The statistics are those of the service.
    tab.select("solver", "bfs");
    tab.state("ready");
    let url = format!("{}/solve?algo=prim&w=20&h=15&seed=7&braid=1&include=stats", tab.programs.server_url);
    let solved = service::json(&url);
    let statistics = tab.text("#statistics");
    for value in [&solved["length"], &solved["stats"]["dead_ends"], &solved["stats"]["junctions"]] {
        assert!(*value != json!(null) && statistics.contains(&value.to_string()), "{value} is not in {statistics}");
    }
}

fn the_ground_and_the_cheapest_way_are_painted(tab: &mut Tab) {
    let (w, h) = (20, 15);
    tab.go("/?algo=prim&w=20&h=15&seed=7&braid=1&solver=wall-follower&hand=left");
    tab.state("ready");
    assert_eq!(tab.eval("document.getElementById('ground').checkVisibility()"), json!(false));
    tab.select("weights", "hills");
    tab.state("ready");
    // A solver that takes no notice of weights is no longer there to choose.
    let solvers = tab.eval("[...document.getElementById('solver').options].map((option) => option.value)");
    assert_eq!(solvers, json!(["dijkstra", "astar"]));
    tab.click("#ground");
    tab.click("#solution");
    tab.state("ready");
    let query = "algo=prim&w=20&h=15&seed=7&braid=1&weights=hills";
    assert_eq!(tab.address(), format!("/?{query}&solver=dijkstra&heat=weights&solution=true"));
    let solved = service::json(&format!("{}/solve?{query}&include=path,weights,distances", tab.programs.server_url));
    assert_thread(tab, "#maze", w, h, &solved["path"]);
    let statistics = tab.text("#statistics");
    let cost = solved["cost"].as_u64().map(grouped).unwrap();
    assert!(statistics.contains(&format!("costs {cost}")), "{statistics}");
    assert_eq!(tab.text("#legend-what"), "cost of a cell");
    tab.click("#solution");
    tab.state("ready");
    let colors_by = |tab: &Tab, numbers: &Value| {
        let numbers: Vec<Vec<u64>> = serde_json::from_value(numbers.clone()).unwrap();
        let painted = middles(tab, "#maze", w, h);
        let mut colors: Vec<(u64, String)> =
            numbers.iter().flatten().copied().zip(painted.into_iter().flatten()).collect();
        colors.pop();
        colors.remove(0);
        colors.sort();
        for pair in colors.windows(2) {
            assert!(pair[0].0 != pair[1].0 || pair[0].1 == pair[1].1, "the same number in two colors: {pair:?}");
        }
        let (least, most) = (brightness(&colors[0].1), brightness(&colors[colors.len() - 1].1));
        assert!(least + 200 < most, "little is {least}, and much is {most}");
    };
    colors_by(tab, &solved["weights"]);
    // The other colors are those of the costs.
    tab.click("#heat");
    tab.state("ready");
    assert!(tab.address().contains("&heat=distance"), "{}", tab.address());
    assert_eq!(tab.text("#legend-most"), solved["farthest"]["distance"].as_u64().map(grouped).unwrap());
    colors_by(tab, &solved["distances"]);
    tab.select("weights", "");
    tab.state("ready");
    assert_eq!(tab.address(), "/?algo=prim&w=20&h=15&seed=7&braid=1&heat=distance");
    // On another grid, and a range that the page does not offer.
    tab.go("/?algo=prim&grid=hex&w=9&h=8&seed=7&braid=1&weights=3..7&heat=weights&solution=true");
    tab.state("ready");
    assert_eq!(tab.text("#legend-most"), "7");
    assert_eq!(tab.eval("document.getElementById('weights').value"), json!("3..7"));
}

/// With commas between thousands.
fn grouped(number: u64) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", number / 1000, number % 1000) }
}

/// Red, green and blue together.
fn brightness(color: &str) -> u32 {
    color.split(',').map(|part| part.parse::<u32>().unwrap()).sum()
}

/// Things, doors with keys and shorter dead ends are asked for, painted, printed and saved.
fn things_are_placed(tab: &mut Tab) {
    tab.go("/?algo=prim&w=12&h=9&seed=7");
    tab.state("ready");
    let before = tab.eval("document.getElementById('maze').toDataURL()");
    tab.run("document.getElementById('group-puzzle').open = true", Vec::new());
    tab.fill("items", "treasure:2,rune");
    tab.fill("locks", "2");
    tab.until("both are asked for", "location.search.endsWith('&items=treasure:2,rune&locks=2')");
    tab.state("ready");
    tab.run("await new Promise(requestAnimationFrame)", Vec::new());
    assert_ne!(tab.eval("document.getElementById('maze').toDataURL()"), before);
    assert!(tab.text_of("document.getElementById('save-svg').href").contains("items=treasure:2,rune&locks=2"));
    tab.run("dispatchEvent(new Event('beforeprint'))", Vec::new());
    // Two treasures, a rune, two keys and two doors, each door with a bar.
    assert_eq!(tab.eval("document.querySelectorAll('.page .drawing > g').length"), 7);
    tab.fill("max_dead_end", "2");
    tab.until("it is asked for", "location.search.includes('&max_dead_end=2')");
    tab.state("ready");
    tab.expect("the server responded with a status of 400");
    tab.fill("items", "treasure:0");
    tab.state("error");
    tab.until_seen("#error-items");
}

fn the_nearest_of_several_exits_is_chosen(tab: &mut Tab) {
    tab.go("/?algo=prim&w=12&h=9&seed=7&to=3,3");
    tab.state("ready");
    assert!(!tab.is_seen("#to") && tab.text("#passed-on").contains("to=3,3"));
    tab.fill("exits", "3");
    tab.until_seen("#to");
    tab.click("#to");
    let query = "algo=prim&w=12&h=9&seed=7&exits=3&to=any";
    until_painted(tab, "#maze", query);
    tab.state("ready");
    assert_eq!(tab.address(), format!("/?{query}"));
    let solved = service::json(&format!("{}/solve?{query}", tab.programs.server_url));
    assert!(tab.text("#statistics").contains(&format!("{} moves", solved["length"])), "{}", tab.text("#statistics"));
    // In a data set too.
    tab.click("#save-menu");
    tab.click("#dataset-menu");
    tab.until_seen("#dataset-save");
    assert!(tab.value("dataset-url").contains("&exits=3&to=any&"));
    tab.press(&[char::from(Key::Escape)]);
    // Without exits there is no nearest one.
    tab.fill("exits", "0");
    tab.until("it is no longer asked for", "!location.search.includes('to=')");
    tab.go(&format!("/?{query}"));
    assert_eq!(tab.eval("document.getElementById('to').checked"), json!(true));
    // There is no field for another cell, so its fault has the name of the parameter.
    tab.expect("400");
    tab.go("/?algo=prim&w=12&h=9&seed=7&to=99,99");
    tab.until_seen("#banner");
    assert!(tab.text("#banner").starts_with("to: “99,99”: "), "{}", tab.text("#banner"));
}

/// The word is part of the address, and the maze is the one that the service finds for it.
fn a_maze_of_the_wanted_difficulty_is_found(tab: &mut Tab) {
    tab.expect("the server responded with a status of 422");
    tab.go("/?algo=backtracker&w=30&h=30&seed=7");
    tab.state("ready");
    let mut found = Vec::new();
    for level in ["easy", "medium", "hard"] {
        tab.select("difficulty", level);
        tab.until("it is in the address", &format!("location.search.includes('difficulty={level}')"));
        tab.state("ready");
        let url = format!("{}/solve{}&include=stats", tab.programs.server_url, &tab.address()[1..]);
        let difficulty = service::json(&url)["stats"]["difficulty"].as_f64().unwrap();
        found.push(difficulty);
        let number = format!("{difficulty:.1}");
        let number = number.trim_end_matches(".0");
        tab.until(
            "its number is shown",
            &format!("document.getElementById('statistics').innerText.includes('{number}')"),
        );
    }
    assert!(found.is_sorted() && found[0] < found[2], "{found:?}");
    // Another maze is as hard.
    tab.click("#new-maze");
    tab.until("another seed", "!location.search.includes('seed=7&')");
    tab.state("ready");
    assert!(tab.address().contains("difficulty=hard"), "{}", tab.address());
    // A range of the address is shown. Hardly a maze of 25 cells has it, and none of those that are tried, which is said.
    tab.go("/?algo=backtracker&w=5&h=5&seed=7&difficulty=12..12.5");
    tab.state("error");
    assert_eq!(tab.value("difficulty"), "12..12.5");
    tab.until("it says so", "document.getElementById('banner').innerText.includes('one of 10000')");
}

fn algorithms_are_chosen_by_their_textures(tab: &mut Tab) {
    tab.go("/?algo=prim&w=12&h=9&seed=7");
    tab.state("ready");
    let asked = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('maze.png')).length";
    assert_eq!(tab.eval(asked), json!(0), "pictures are requested before the fold is opened");
    tab.click("#textures");
    tab.until(
        "the picture of the algorithm is there",
        "document.querySelector('#texture-prim + img').naturalWidth > 100",
    );
    let names = "[...document.querySelectorAll('.textures label')].filter((label) => label.checkVisibility()).map(({ control }) => control.value)";
    let offered = "[...document.getElementById('algo').options].map(({ value }) => value)";
    assert_eq!(tab.eval(names), tab.eval(offered));
    assert_eq!(tab.eval("document.getElementById('texture-prim').checked"), json!(true));
    // Every picture is there once it is in sight, each is another one, and they are kept for a year.
    let pictures = tab.run(
        "const pictures = [];
         for (const image of document.querySelectorAll('.textures img')) {
             image.scrollIntoView();
             await image.decode();
             const answer = await fetch(image.src);
             if (!/max-age=31536000/.test(answer.headers.get('cache-control'))) return answer.headers.get('cache-control');
             pictures.push(String(new Uint8Array(await answer.arrayBuffer())));
         }
         return pictures;",
        Vec::new(),
    );
    let pictures = pictures.as_array().unwrap_or_else(|| panic!("{pictures}"));
    assert!(pictures.len() >= 13, "{} pictures", pictures.len());
    for (i, picture) in pictures.iter().enumerate() {
        assert!(!pictures[..i].contains(picture), "picture {i} is one of those before it");
    }
    // A picture and the list of names say the same, whichever is used. Arrow keys go from one picture to the next.
    tab.run("document.getElementById('texture-eller').scrollIntoView({ block: 'center' })", Vec::new());
    tab.click("#texture-eller");
    until_painted(tab, "#maze", "algo=eller&w=12&h=9&seed=7");
    assert_eq!(tab.value("algo"), "eller");
    tab.select("algo", "wilson");
    tab.state("ready");
    assert_eq!(tab.eval("document.getElementById('texture-wilson').checked"), json!(true));
    tab.run("document.getElementById('texture-wilson').focus()", Vec::new());
    tab.press(&[char::from(Key::Right)]);
    tab.until("the next one is chosen", "!document.getElementById('texture-wilson').checked");
    let next = tab.text_of("document.querySelector('.textures :checked').value");
    until_painted(tab, "#maze", &format!("algo={next}&w=12&h=9&seed=7"));
    // Only what runs on a shape is there.
    tab.run("document.getElementById('grid-hex').scrollIntoView({ block: 'center' })", Vec::new());
    tab.click("#grid-hex");
    tab.state("ready");
    assert_eq!(tab.eval(names), tab.eval(offered));
    assert_eq!(tab.eval("document.getElementById('texture-division').checkVisibility()"), json!(false));
}
