//! The building and the solving of a maze are watched, to the end.

use fantoccini::key::Key;
use serde_json::Value;

use crate::picture::{assert_thread, middles, pixels, until_painted};
use crate::service;
use crate::tab::{Look, Tab};

tests![
    every_algorithm_is_watched_to_the_maze_of_the_service,
    every_solver_is_watched_to_the_way_of_the_service,
    an_animation_is_paused_stepped_and_begun_anew,
    an_animation_goes_to_any_step_and_back,
    watching_begins_at_once,
    wilsons_first_cell_belongs_to_the_maze,
    colors_of_a_key_are_distinct,
    two_algorithms_build_side_by_side,
    two_solvers_run_side_by_side,
    all_solvers_race,
    a_race_is_for_solvers_that_know_the_ground,
    without_motion_a_race_shows_its_end,
    races_that_cannot_be_run_are_reported,
    a_long_build_shows_progress_and_can_be_stopped,
    a_search_is_followed_step_by_step,
];

const MAZE: &str = "w=11&h=8&seed=7";

/// The steps of a stream, without the lines that begin and end it.
pub fn steps(tab: &Tab, path: &str) -> u64 {
    let lines = service::get(&format!("{}{path}", tab.programs.server_url));
    lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).count() as u64 - 2
}

/// The number beside a word among the counters.
pub fn counter(tab: &Tab, list: &str, name: &str) -> u64 {
    let value = tab.text_of(&format!(
        "[...document.querySelectorAll('#{list} dt')].find((name) => name.innerText === '{name}').nextElementSibling.innerText"
    ));
    value.replace(',', "").parse().unwrap_or_else(|_| panic!("{name} in #{list} is {value}"))
}

/// Plays to the end, as fast as it comes. After a change by hand it plays already.
pub fn play_to_the_end(tab: &Tab) {
    tab.until(
        "there is something to play",
        "['ready', 'playing', 'done'].includes(document.documentElement.dataset.state)",
    );
    tab.slide("speed", "max");
    if tab.eval("document.documentElement.dataset.state") == "ready" {
        tab.click("#play-pause");
    }
    tab.state("done");
}

/// The names in a table of the service.
fn names(tab: &Tab, table: &str) -> Vec<String> {
    let about = service::json(&format!("{}/{table}", tab.programs.server_url));
    let names = about[table].as_array().unwrap().iter().map(|about| about["name"].as_str().unwrap().to_owned());
    names.collect()
}

fn every_algorithm_is_watched_to_the_maze_of_the_service(tab: &mut Tab) {
    tab.go(&format!("/?algo=backtracker&{MAZE}&braid=0.5&doors=true&mode=watch"));
    for algorithm in names(tab, "algorithms") {
        tab.select("algo", &algorithm);
        play_to_the_end(tab);
        let query = format!("algo={algorithm}&{MAZE}&braid=0.5&doors=true");
        until_painted(tab, "#maze", &query);
        assert_eq!(counter(tab, "counters", "Steps"), steps(tab, &format!("/maze/steps?{query}")), "{algorithm}");
    }
    // The mode that only looks shows the same walls.
    tab.click("#mode-look");
    tab.state("ready");
    let last = tab.value("algo");
    until_painted(tab, "#maze", &format!("algo={last}&{MAZE}&braid=0.5&doors=true"));
}

fn every_solver_is_watched_to_the_way_of_the_service(tab: &mut Tab) {
    tab.go(&format!("/?algo=prim&{MAZE}&braid=0.5&mode=watch&what=solve"));
    for solver in names(tab, "solvers") {
        tab.select("solver", &solver);
        play_to_the_end(tab);
        let query = format!("algo=prim&{MAZE}&braid=0.5&solver={solver}");
        let solved = service::json(&format!("{}/solve?{query}&include=path", tab.programs.server_url));
        assert_eq!(Value::from(counter(tab, "counters", "Path length")), solved["length"], "{solver}");
        assert_eq!(counter(tab, "counters", "Steps"), steps(tab, &format!("/solve/steps?{query}")), "{solver}");
        assert!(tab.text("#status").contains(&solved["length"].to_string()), "{}", tab.text("#status"));
        assert_thread(tab, "#maze", 11, 8, &solved["path"]);
    }
}

fn an_animation_is_paused_stepped_and_begun_anew(tab: &mut Tab) {
    let counted = |tab: &Tab| counter(tab, "counters", "Steps");
    tab.look(Look { reduced_motion: true, ..Look::DESK });
    tab.go("/?algo=backtracker&w=30&h=30&seed=7&mode=watch");
    tab.state("ready");
    let untouched = pixels(tab, "#maze");
    tab.slide("speed", "5");
    tab.click("#play-pause");
    tab.state("playing");
    tab.until("some steps are made", "/Steps\\s+[1-9]/.test(document.getElementById('counters').innerText)");
    tab.click("#play-pause");
    tab.state("paused");
    // Reading the pixels waits for two frames.
    let (steps, picture) = (counted(tab), pixels(tab, "#maze"));
    assert_ne!(picture, untouched);
    assert_eq!((pixels(tab, "#maze"), counted(tab)), (picture.clone(), steps), "it goes on while it is paused");
    for more in 1..=3 {
        tab.click("#step");
        assert_eq!(counted(tab), steps + more);
    }
    assert_eq!(tab.eval("document.documentElement.dataset.state"), "paused");
    assert_ne!(pixels(tab, "#maze"), picture, "steps are not painted");
    for less in (0..3).rev() {
        tab.click("#step-back");
        assert_eq!(counted(tab), steps + less);
    }
    assert_eq!(pixels(tab, "#maze"), picture, "steps back do not lead back");
    // The space bar does the same as the button, and the comma and the full stop step.
    tab.run("document.activeElement.blur()", Vec::new());
    tab.press(&['.', '.', ',']);
    assert_eq!(counted(tab), steps + 1);
    tab.press(&[' ']);
    tab.state("playing");
    tab.press(&[' ']);
    tab.state("paused");
    tab.slide("scrub", "0");
    tab.state("ready");
    assert_eq!((counted(tab), pixels(tab, "#maze")), (0, untouched.clone()));
    // Done, it can be played again.
    play_to_the_end(tab);
    until_painted(tab, "#maze", "w=30&h=30&seed=7");
    tab.slide("speed", "0");
    tab.click("#play-pause");
    tab.state("playing");
    assert!(counted(tab) < steps, "it has not begun anew");
}

/// Wherever one comes from, a place in an animation shows the same.
fn an_animation_goes_to_any_step_and_back(tab: &mut Tab) {
    let size = "w=40&h=30&seed=7";
    for query in [
        format!("algo=kruskal&{size}&braid=0.3"),
        format!("algo=division&{size}"),
        format!("algo=wilson&{size}"),
        format!("algo=backtracker&{size}"),
        format!("algo=prim&{size}&braid=0.5&solver=wall-follower&what=solve&compare=bfs"),
    ] {
        tab.look(Look { reduced_motion: true, ..Look::DESK });
        tab.go(&format!("/?{query}&mode=watch"));
        tab.until("all steps are there", "/\\d$/.test(document.getElementById('position').value)");
        tab.until("there are steps", "Number(document.getElementById('scrub').max) > 1000");
        let last = tab.eval("Number(document.getElementById('scrub').max)").as_u64().unwrap();
        let sight = |tab: &Tab, place: u64| {
            tab.slide("scrub", &place.to_string());
            assert_eq!(tab.eval("Number(document.getElementById('scrub').value)"), place);
            [pixels(tab, "#maze").to_string(), tab.text("#counters"), tab.text("#position")]
        };
        let places = [0, 1, last / 3, last / 2, last - 1, last];
        let forth = places.map(|place| sight(tab, place));
        for i in [4, 1, 3, 5, 2, 0] {
            assert_eq!(sight(tab, places[i]), forth[i], "{query}: step {}", places[i]);
        }
        assert_ne!(forth[1][0], forth[2][0], "{query}: two places show the same");
    }
}

fn watching_begins_at_once(tab: &mut Tab) {
    tab.go("/?algo=backtracker&w=30&h=30&seed=7");
    tab.state("ready");
    tab.click("#mode-watch");
    tab.state("playing");
    // Another algorithm begins at once as well.
    tab.click("#play-pause");
    tab.state("paused");
    tab.select("algo", "kruskal");
    tab.state("playing");
    // So does what a link names.
    tab.go("/?algo=backtracker&w=30&h=30&seed=7&mode=watch");
    tab.state("playing");
    // With reduced motion, the user presses Play.
    tab.look(Look { reduced_motion: true, ..Look::DESK });
    tab.go("/?algo=backtracker&w=30&h=30&seed=7");
    tab.state("ready");
    tab.click("#mode-watch");
    tab.until_seen("#play-pause");
    tab.state("ready");
    assert_eq!(counter(tab, "counters", "Steps"), 0);
}

/// The maze of Wilson's algorithm begins with one cell, which is not a part of the walk that sets out for it.
fn wilsons_first_cell_belongs_to_the_maze(tab: &mut Tab) {
    // The animation waits, so that its third step stays in sight.
    tab.look(Look { reduced_motion: true, ..Look::DESK });
    tab.go(&format!("/?algo=wilson&{MAZE}&mode=watch"));
    tab.until("the steps are there", "document.getElementById('scrub').max > 10");
    let lines = service::get(&format!("{}/maze/steps?algo=wilson&{MAZE}", tab.programs.server_url));
    let first: Value = serde_json::from_slice(lines.split(|&byte| byte == b'\n').nth(1).unwrap()).unwrap();
    let [row, col] = serde_json::from_value::<[usize; 2]>(first["cell"].clone()).unwrap();
    let swatch = |tab: &Tab, name: &str| {
        let color =
            tab.text_of(&format!("getComputedStyle(document.querySelector('#key .swatch-{name}')).backgroundColor"));
        color.trim_start_matches("rgb(").trim_end_matches(')').replace(", ", ",")
    };
    // The next ones are the beginning of the walk, the last of which are in the colors of its tail.
    tab.slide("scrub", "12");
    let colors = middles(tab, "#maze", 11, 8);
    assert_eq!(colors[row][col], swatch(tab, "floor"));
    let count = |name: &str| colors.iter().flatten().filter(|color| **color == swatch(tab, name)).count();
    assert_eq!((count("floor"), count("head")), (1, 1));
}

fn colors_of_a_key_are_distinct(tab: &mut Tab) {
    for (table, what) in [("algorithms", "build"), ("solvers", "solve")] {
        for name in names(tab, table) {
            let (chosen, other) = match what {
                "build" => (format!("algo={name}"), "prim"),
                _ => (format!("algo=prim&solver={name}"), "tremaux"),
            };
            tab.go(&format!("/?{chosen}&{MAZE}&mode=watch&what={what}&compare={other}"));
            for look in [Look::DESK, Look::DESK.dark()] {
                tab.look(look);
                for key in ["key", "key-2"] {
                    let colors = tab.eval(&format!(
                        "[...document.querySelectorAll('#{key} .swatch')].map((swatch) => {{
                             const {{ backgroundColor, backgroundImage }} = getComputedStyle(swatch);
                             return backgroundColor + backgroundImage;
                         }})"
                    ));
                    let colors: Vec<String> = serde_json::from_value(colors).unwrap();
                    let distinct: std::collections::BTreeSet<&String> = colors.iter().collect();
                    assert!(
                        colors.len() >= 2 && distinct.len() == colors.len(),
                        "{name}, #{key}, {look:?}: {colors:?}"
                    );
                }
            }
        }
    }
}

fn two_algorithms_build_side_by_side(tab: &mut Tab) {
    tab.go(&format!("/?algo=backtracker&{MAZE}&mode=watch"));
    assert!(!tab.is_seen("#maze-2") && !tab.is_seen("#counters-2"));
    tab.select("compare", "kruskal");
    tab.until_seen("#maze-2");
    assert_eq!(tab.address(), format!("/?algo=backtracker&{MAZE}&mode=watch&compare=kruskal"));
    play_to_the_end(tab);
    until_painted(tab, "#maze", &format!("algo=backtracker&{MAZE}"));
    until_painted(tab, "#maze-2", &format!("algo=kruskal&{MAZE}"));
    for (list, algorithm) in [("counters", "backtracker"), ("counters-2", "kruskal")] {
        let told = steps(tab, &format!("/maze/steps?algo={algorithm}&{MAZE}"));
        assert_eq!(counter(tab, list, "Steps"), told, "{algorithm}");
    }
}

fn two_solvers_run_side_by_side(tab: &mut Tab) {
    tab.go(&format!("/?algo=prim&{MAZE}&braid=0.5&solver=bfs&mode=watch&what=solve&compare=wall-follower"));
    tab.until_seen("#counters-2");
    play_to_the_end(tab);
    for (list, solver) in [("counters", "bfs"), ("counters-2", "wall-follower")] {
        let query = format!("algo=prim&{MAZE}&braid=0.5&solver={solver}");
        let solved = service::json(&format!("{}/solve?{query}", tab.programs.server_url));
        assert_eq!(Value::from(counter(tab, list, "Path length")), solved["length"], "{solver}");
        assert_eq!(counter(tab, list, "Steps"), steps(tab, &format!("/solve/steps?{query}")), "{solver}");
    }
    assert_ne!(pixels(tab, "#maze"), pixels(tab, "#maze-2"), "both show the same search");
}

fn a_long_build_shows_progress_and_can_be_stopped(tab: &mut Tab) {
    tab.go("/?algo=aldous-broder&w=256&h=256&seed=7&mode=watch");
    // At 2^14 steps a second the three million steps do not come to their end while this looks, however slow the machine is.
    tab.slide("speed", "14");
    tab.until("there is progress", "document.getElementById('scrub').value > 0");
    let before = tab.eval("Number(document.getElementById('scrub').value)").as_f64().unwrap();
    tab.until("there is more progress", &format!("document.getElementById('scrub').value > {before}"));
    tab.slide("scrub", "0");
    tab.click("#play-pause");
    tab.slide("scrub", "0");
    tab.state("ready");
    assert_eq!(counter(tab, "counters", "Steps"), 0);
    // What one does not watch but waits for can be stopped as well: this takes many seconds.
    tab.load("/?algo=aldous-broder&w=1000&h=1000&seed=7");
    tab.until_seen("#progress");
    tab.run("document.getElementById('stop').focus()", Vec::new());
    tab.press(&[char::from(Key::Enter)]);
    tab.state("error");
    assert!(tab.is_seen("#banner") && !tab.text("#banner").is_empty());
    assert_eq!(tab.eval("document.activeElement.id"), "maze", "the focus goes with the button");
    // The page goes on being of use.
    tab.fill("w", "9");
    tab.fill("h", "9");
    until_painted(tab, "#maze", "algo=aldous-broder&w=9&h=9&seed=7");
    tab.state("ready");
    assert!(!tab.is_seen("#banner"));
}

/// What a lane of a race shows: its place and solver, and the numbers under it.
fn lanes(tab: &Tab) -> Vec<(String, u64, Value)> {
    let lanes = tab.eval(
        "[...document.querySelectorAll('#lanes li')].map((lane) => {
             const numbers = [...lane.querySelectorAll('dd')].map((number) => number.innerText.replaceAll(',', ''));
             return [lane.querySelector('p').innerText.replace(/\\s+/g, ' '), Number(numbers[0]), Number(numbers.at(-1))];
         })",
    );
    serde_json::from_value(lanes).unwrap()
}

/// The titles of the solvers, and for each the query that asks for it.
fn solvers(tab: &Tab, maze: &str, wanted: fn(&Value) -> bool) -> Vec<(String, String)> {
    let about = service::json(&format!("{}/solvers", tab.programs.server_url));
    let solvers = about["solvers"].as_array().unwrap().iter().filter(|about| wanted(about));
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    solvers.map(|about| (text(&about["title"]), format!("{maze}&solver={}", text(&about["name"])))).collect()
}

/// The lanes that the service says there are, in the order in which they end.
fn expected(tab: &Tab, solvers: &[(String, String)]) -> Vec<(String, u64, Value)> {
    let mut lanes: Vec<_> = solvers
        .iter()
        .map(|(title, query)| {
            let solved = service::json(&format!("{}/solve?{query}", tab.programs.server_url));
            (title.clone(), steps(tab, &format!("/solve/steps?{query}")), solved["length"].clone())
        })
        .collect();
    lanes.sort_by_key(|&(_, steps, _)| steps);
    // Those that take as many steps share a place.
    let places: Vec<usize> =
        lanes.iter().map(|lane| 1 + lanes.iter().filter(|other| other.1 < lane.1).count()).collect();
    for (lane, place) in lanes.iter_mut().zip(places) {
        lane.0 = format!("{place}. {}", lane.0);
    }
    lanes
}

fn all_solvers_race(tab: &mut Tab) {
    let maze = format!("algo=prim&{MAZE}");
    tab.go(&format!("/?{maze}"));
    tab.state("ready");
    tab.click("#start-race");
    play_to_the_end(tab);
    assert_eq!(tab.address(), format!("/?{maze}&mode=watch&what=race"));
    let solvers = solvers(tab, &maze, |_| true);
    let expected = expected(tab, &solvers);
    assert!(expected.len() >= 9, "{expected:?}");
    assert_eq!(lanes(tab), expected);
    assert_eq!(tab.text("#left-out"), "");
    assert!(tab.text("#status").contains(&expected[0].0["1. ".len()..]), "{}", tab.text("#status"));
    // Each lane shows the way that was found.
    let pictures = tab.eval("[...document.querySelectorAll('#lanes canvas')].map((lane) => lane.toDataURL())");
    let first = &pictures[0];
    assert_eq!(tab.eval("document.querySelectorAll('#lanes canvas').length"), expected.len());
    tab.slide("scrub", "0");
    tab.run("for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)", Vec::new());
    assert_ne!(tab.eval("document.querySelector('#lanes canvas').toDataURL()"), *first, "nothing is painted");
    // Half way, those that have ended are in front of those that run, which are in the order of the service.
    let middle = expected[expected.len() / 2].1;
    tab.slide("scrub", &middle.to_string());
    let (there, running): (Vec<_>, Vec<_>) = expected.iter().partition(|lane| lane.1 <= middle);
    let shown: Vec<String> = lanes(tab).into_iter().map(|(name, ..)| name).collect();
    let running: Vec<&str> = running.iter().map(|lane| lane.0.split_once(". ").unwrap().1).collect();
    let names: Vec<&str> =
        solvers.iter().map(|(title, _)| title.as_str()).filter(|name| running.contains(name)).collect();
    let there: Vec<&str> = there.iter().map(|lane| lane.0.as_str()).collect();
    assert_eq!(shown, [there, names].concat());
    // Another mode shows the one maze again, and no lanes.
    tab.click("#mode-look");
    tab.state("ready");
    assert!(tab.is_seen("#maze") && !tab.is_seen("#race"));
    until_painted(tab, "#maze", &maze);
}

fn a_race_is_for_solvers_that_know_the_ground(tab: &mut Tab) {
    let maze = format!("algo=prim&{MAZE}&braid=1&weights=1..9");
    tab.go(&format!("/?{maze}&mode=watch&what=race"));
    play_to_the_end(tab);
    assert_eq!(lanes(tab), expected(tab, &solvers(tab, &maze, |about| about["weights"] == true)));
    let left_out = tab.text("#left-out");
    for (title, _) in solvers(tab, &maze, |about| about["weights"] != true) {
        assert!(left_out.contains(&title), "{title} is not in {left_out}");
    }
    assert!(left_out.contains("the cost of the ground"), "{left_out}");
}

fn without_motion_a_race_shows_its_end(tab: &mut Tab) {
    tab.look(Look { reduced_motion: true, ..Look::DESK });
    let maze = format!("algo=prim&{MAZE}");
    tab.go(&format!("/?{maze}"));
    tab.state("ready");
    tab.click("#start-race");
    tab.state("done");
    assert_eq!(lanes(tab), expected(tab, &solvers(tab, &maze, |_| true)));
    // The button still plays it.
    tab.click("#play-pause");
    tab.state("playing");
}

fn races_that_cannot_be_run_are_reported(tab: &mut Tab) {
    tab.go("/?algo=prim&w=101&h=100&seed=7&mode=watch&what=race");
    tab.state("error");
    assert!(tab.text("#error-what").contains("10,000 cells"), "{}", tab.text("#error-what"));
    tab.go(&format!("/?algo=prim&{MAZE}&mode=watch&what=race&compare=bfs"));
    tab.state("error");
    assert!(tab.text("#banner").contains("side by side"), "{}", tab.text("#banner"));
    assert!(!tab.is_seen("#race"));
}

/// The frontier is a list, with where each cell was reached from and how far it is, at each step and after steps back.
fn a_search_is_followed_step_by_step(tab: &mut Tab) {
    tab.look(Look { reduced_motion: true, ..Look::DESK });
    for solver in ["bfs", "astar", "dfs"] {
        let query = format!("algo=prim&{MAZE}&braid=0.5&solver={solver}");
        tab.go(&format!("/?{query}&mode=watch&what=solve"));
        tab.until("the steps are there", "document.getElementById('scrub').max > 40");
        let lines = service::get(&format!("{}/solve/steps?{query}", tab.programs.server_url));
        let lines: Vec<Value> =
            lines.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
        let plain = pixels(tab, "#maze");
        for each in ["#note-numbers", "#note-parents", "#frontier summary"] {
            tab.click(each);
        }
        for place in [1, 7, 40, 39, 8] {
            tab.slide("scrub", &place.to_string());
            let (mut frontier, mut known) = (Vec::<(String, u64, String)>::new(), std::collections::BTreeMap::new());
            for line in &lines[1..=place] {
                let words = |address: &Value| format!("{}, {}", address[0], address[1]);
                let cell = words(&line["cell"]);
                match line["step"].as_str() {
                    Some("visit") => {
                        let parent = line.get("parent").map(words);
                        let far = parent.as_ref().map_or(0, |parent| known[parent] + 1);
                        known.insert(cell.clone(), far);
                        let told = (cell, far, parent.unwrap_or_else(|| "–".to_owned()));
                        match frontier.iter_mut().find(|(each, _, _)| *each == told.0) {
                            Some(known) => *known = told,
                            None => frontier.push(told),
                        }
                    }
                    Some("back") => frontier.retain(|(each, _, _)| *each != cell),
                    _ => {}
                }
            }
            let expected: Vec<Value> = frontier
                .iter()
                .take(12)
                .map(|(cell, far, parent)| serde_json::json!([cell, far.to_string(), parent]))
                .collect();
            let shown = tab.eval("[...document.getElementById('frontier-cells').rows].map(({ cells }) => [...cells].map(({ textContent }) => textContent))");
            assert_eq!(shown, Value::from(expected), "{solver}, step {place}");
            let more = tab.text_of("document.getElementById('frontier-more').textContent");
            assert_eq!(more.is_empty(), frontier.len() <= 12, "{solver}, step {place}: {more}");
        }
        let noted = pixels(tab, "#maze");
        tab.click("#note-numbers");
        tab.click("#note-parents");
        let bare = pixels(tab, "#maze");
        assert!(noted != bare && bare != plain, "{solver}: what is noted is not painted");
    }
}
