//! The maze of a day: the same for everybody, with a timer, a result to copy and the best time; and challenges by link.

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::play::{arrow, says, win};
use crate::service;
use crate::share::clipboard;
use crate::tab::{Look, Tab};

tests![
    a_day_has_one_maze,
    mondays_are_small_and_sundays_large,
    what_is_wrong_with_a_day_or_a_challenge_is_said,
    the_timer_starts_with_the_first_move_and_pauses_with_the_tab,
    a_result_is_copied_and_the_best_time_kept,
    a_challenge_is_shown_and_decided,
    the_code_of_the_game_is_loaded_when_somebody_plays,
];

/// Lets the pages that are loaded next take this for the moment that is now.
fn set_date(tab: &Tab, moment: &str) {
    let source = format!(
        "{{
             const Real = Date, now = new Real('{moment}').getTime();
             globalThis.Date = class extends Real {{
                 constructor(...parts) {{ super(...(parts.length ? parts : [now])); }}
                 static now() {{ return now; }}
             }};
         }}"
    );
    tab.cdp("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }));
}

/// What the service was asked for.
fn asked(tab: &Tab) -> String {
    tab.text_of("performance.getEntriesByType('resource').map(({ name }) => name).find((name) => name.includes('/maze.json')).split('?')[1]")
}

fn a_day_has_one_maze(tab: &mut Tab) {
    // The day is that of UTC, wherever one is.
    tab.cdp("Emulation.setTimezoneOverride", json!({ "timezoneId": "Pacific/Auckland" }));
    set_date(tab, "2026-11-30T23:59:59Z");
    tab.go("/?today");
    tab.state("ready");
    assert_eq!(tab.address(), "/?today");
    assert_eq!(tab.text("#title"), "Maze of the day: Monday, November 30, 2026");
    assert!(tab.is_seen("#moves"), "it is there to be played");
    let monday = asked(tab);
    assert!(monday.contains("seed=2026-11-30"), "{monday}");
    // By its button, over whatever was there.
    tab.go("/?algo=prim&w=9&h=9&seed=7&doors=true&ends=random");
    tab.click("#today");
    tab.until("it is that of today", "document.getElementById('title').innerText.startsWith('Maze of the day')");
    tab.state("ready");
    assert_eq!(tab.address(), "/?today");
    tab.reload();
    tab.state("ready");
    assert_eq!(asked(tab), monday);
    tab.back();
    tab.until("the maze before is there", "location.search.startsWith('?algo=prim')");
    // Whatever else is done with it, it stays that of the day; another one is another.
    tab.go("/?today");
    tab.click("#mode-look");
    tab.state("ready");
    assert_eq!(tab.address(), "/?today&mode=look");
    tab.click("#mode-play");
    tab.state("ready");
    assert_eq!(tab.address(), "/?today");
    tab.click("#new-maze");
    tab.until("the maze is another one", "!document.getElementById('title').innerText.startsWith('Maze of the day')");
    assert!(!tab.address().contains("today"), "{}", tab.address());
    // The next day, the address with the date leads there again, and that without it to another maze.
    set_date(tab, "2026-12-01T00:00:00Z");
    tab.go("/?today=2026-11-30");
    tab.state("ready");
    assert_eq!((asked(tab), tab.address()), (monday.clone(), "/?today=2026-11-30".to_owned()));
    tab.go("/?today");
    tab.state("ready");
    assert_ne!(asked(tab), monday);
    assert_eq!(tab.text("#title"), "Maze of the day: Tuesday, December 1, 2026");
    // With another value it is not that of the day.
    tab.go("/?today&w=20");
    tab.state("ready");
    assert!(tab.address().contains("w=20") && !tab.address().contains("today"), "{}", tab.address());
}

fn mondays_are_small_and_sundays_large(tab: &mut Tab) {
    tab.go("/?w=3&h=3&seed=7");
    // Seven weeks, so that many shapes come on each day of the week.
    let weeks = tab.run(
        "const { mazeOfDay } = await import(document.querySelector('[href$=\"/today.js\"]').href);
         const { countCells } = await import(document.querySelector('[href$=\"/shapes.js\"]').href);
         const begin = Date.parse('2026-11-30'), day = 86_400_000;
         return Array.from({ length: 7 * 23 }, (_, i) => {
             const maze = mazeOfDay(new Date(begin + i * day).toISOString().slice(0, 10));
             return { ...maze, cells: Math.round(countCells({ floors: '1', ...maze })) };
         });",
        Vec::new(),
    );
    let days = weeks.as_array().unwrap();
    let shape = |day: &Value| format!("{} {}", day["grid"], day["mask"]);
    for week in days.chunks(7) {
        // Of a shape that is cut out, about half of the cells are left.
        let sizes: Vec<u64> =
            week.iter().map(|day| day["cells"].as_u64().unwrap() / if day["mask"] == "" { 1 } else { 2 }).collect();
        let [monday, sunday] = [sizes[0], sizes[6]];
        assert!(sizes.iter().all(|size| (monday / 2..=sunday * 2).contains(size)), "{week:?}");
        assert!(sunday > 2 * monday, "{week:?}");
    }
    for two in days.windows(2) {
        assert_ne!(shape(&two[0]), shape(&two[1]));
    }
    // The service makes each of them.
    for day in &days[..23] {
        let date = day["seed"].as_str().unwrap();
        tab.go(&format!("/?today={date}"));
        tab.state("ready");
        let size: u32 = tab.text("#shortest").parse().unwrap();
        assert!(size > 5, "{day}");
    }
}

fn what_is_wrong_with_a_day_or_a_challenge_is_said(tab: &mut Tab) {
    set_date(tab, "2026-11-30T12:00:00Z");
    for (address, said, then) in [
        ("/?today=2026-02-30", "“today=2026-02-30”; this can be a date, such as 2026-11-30", "/?today"),
        ("/?today=now", "“today=now”", "/?today"),
        ("/?w=4&h=4&seed=7&mode=play&time=1&moves=0", "“moves=0”; this can be a whole number from 1 to", "mode=play"),
        (
            "/?w=4&h=4&seed=7&mode=play&time=-1&moves=9",
            "“time=-1”; this can be a whole number from 0 to 359,999",
            "mode=play",
        ),
        ("/?w=4&h=4&seed=7&mode=play&time=9", "“moves=”", "mode=play"),
        ("/?w=4&h=4&seed=7&mode=play&time=9&moves=%3Cb%3E", "“moves=<b>”", "mode=play"),
    ] {
        tab.go(address);
        tab.state("ready");
        assert!(tab.text("#banner").contains(said), "{address}: {}", tab.text("#banner"));
        assert!(tab.address().ends_with(then), "{address} becomes {}", tab.address());
        assert!(!tab.is_seen("#challenge"), "{address}");
    }
    // Nobody has been faster than the shortest path allows.
    tab.go("/?w=4&h=4&seed=7&mode=play&time=9&moves=2");
    tab.until_seen("#banner");
    assert!(tab.text("#banner").contains("“moves=2”"), "{}", tab.text("#banner"));
    assert!(!tab.is_seen("#challenge"));
}

/// Hides the tab, or shows it again, as far as the page can tell.
fn be(tab: &Tab, visibility: &str) {
    let tell = "Object.defineProperty(document, 'visibilityState', { value: arguments[0], configurable: true });
                document.dispatchEvent(new Event('visibilitychange'));";
    tab.run(tell, vec![json!(visibility)]);
}

/// Makes the clock of the timer pass so many seconds.
fn pass(tab: &Tab, seconds: u32) {
    let later = "const now = performance.now.bind(performance);
                 performance.now = () => now() + arguments[0] * 1000;
                 await new Promise((resolve) => setTimeout(resolve, 500));";
    tab.run(later, vec![json!(seconds)]);
}

fn the_timer_starts_with_the_first_move_and_pauses_with_the_tab(tab: &mut Tab) {
    tab.look(Look { reduced_motion: true, ..Look::DESK });
    tab.go("/?algo=prim&w=4&h=4&seed=7&mode=play");
    tab.state("ready");
    pass(tab, 10);
    assert_eq!(tab.text("#time"), "0:00", "nobody has moved yet");
    // A wall is no move.
    tab.press(&[char::from(Key::Up)]);
    pass(tab, 10);
    assert_eq!(tab.text("#time"), "0:00");
    let url = format!("{}/solve?algo=prim&w=4&h=4&seed=7&include=directions", tab.programs.server_url);
    let way = service::json(&url)["directions"].as_str().unwrap().to_owned();
    let keys: Vec<char> = way.chars().map(arrow).collect();
    tab.press(&keys[..1]);
    pass(tab, 65);
    assert!(["1:05", "1:06", "1:07"].contains(&&*tab.text("#time")), "{}", tab.text("#time"));
    be(tab, "hidden");
    let before = tab.text("#time");
    pass(tab, 3000);
    assert_eq!(tab.text("#time"), before, "nobody saw the maze");
    be(tab, "visible");
    pass(tab, 3600);
    assert!(tab.text("#time").starts_with("1:01:0"), "{}", tab.text("#time"));
    tab.press(&keys[1..]);
    says(tab, "outcome", "found");
    let end = tab.text("#time");
    pass(tab, 100);
    assert_eq!(tab.text("#time"), end, "the game is over");
    // What is hidden and shown again then does not go on.
    be(tab, "hidden");
    be(tab, "visible");
    pass(tab, 100);
    assert_eq!(tab.text("#time"), end);
    tab.click("#again");
    assert_eq!(tab.text("#time"), "0:00");
}

fn a_result_is_copied_and_the_best_time_kept(tab: &mut Tab) {
    tab.look(Look { reduced_motion: true, ..Look::DESK });
    set_date(tab, "2026-12-01T12:00:00Z");
    tab.go("/?today");
    tab.state("ready");
    tab.allow("clipboard-read");
    assert_eq!(tab.text("#status"), "");
    assert!(!tab.is_seen("#share-result"));
    let query = asked(tab).split('&').filter(|pair| !pair.starts_with("encoding=")).collect::<Vec<_>>().join("&");
    let least = tab.text("#shortest");
    win_after(tab, &query, 65);
    assert!(tab.text("#status").starts_with("Your best time: 1:0"), "{}", tab.text("#status"));
    tab.click("#share-result");
    tab.click("#copy-result");
    tab.until("it says so", "/[Cc]opied/.test(document.getElementById('status').innerText)");
    let result = clipboard(tab);
    let [title, how, link] = result.split('\n').collect::<Vec<_>>()[..] else { panic!("{result}") };
    assert_eq!(title, "Dédale: Maze of the day: Tuesday, December 1, 2026");
    assert!(how.starts_with(&format!("{least} moves in 1:0")) && how.ends_with("There is no shorter path."), "{how}");
    let address = format!("{}/?today=2026-12-01&time=6", tab.programs.server_url);
    assert!(link.starts_with(&address) && link.contains(&format!("&moves={least}")), "{link}");
    // It is kept in this browser, and nowhere else.
    assert_eq!(tab.eval("document.cookie"), "");
    tab.go("/?today");
    tab.until(
        "the best time is there",
        "document.getElementById('status').innerText.startsWith('Your best time: 1:0')",
    );
    // A slower win leaves it as it is, and a faster one does not.
    win_after(tab, &query, 500);
    assert!(tab.text("#status").starts_with("Your best time: 1:0"), "{}", tab.text("#status"));
    tab.click("#again");
    win_after(tab, &query, 5);
    assert!(tab.text("#status").starts_with("Your best time: 0:0"), "{}", tab.text("#status"));
    // Another day has its own.
    tab.go("/?today=2026-11-30");
    tab.state("ready");
    assert_eq!(tab.text("#status"), "");
    // A browser that keeps nonsense does not stop the game.
    tab.run("localStorage.setItem('best-times', '[1')", Vec::new());
    tab.go("/?today");
    tab.state("ready");
    assert_eq!(tab.text("#status"), "");
}

/// Wins with the shortest path, so many seconds after the first move.
fn win_after(tab: &Tab, query: &str, seconds: u32) {
    let url = format!("{}/solve?{query}&include=directions", tab.programs.server_url);
    let way = service::json(&url)["directions"].as_str().unwrap().to_owned();
    let keys: Vec<char> = way.chars().map(arrow).collect();
    tab.press(&keys[..1]);
    pass(tab, seconds);
    tab.press(&keys[1..]);
    says(tab, "outcome", "found");
}

fn a_challenge_is_shown_and_decided(tab: &mut Tab) {
    const MAZE: &str = "algo=prim&w=4&h=4&seed=7";
    tab.look(Look { reduced_motion: true, ..Look::DESK });
    tab.go(&format!("/?{MAZE}&mode=play"));
    tab.state("ready");
    tab.allow("clipboard-read");
    assert!(!tab.is_seen("#challenge"));
    // Two moves more than the shortest path.
    let url = format!("{}/solve?{MAZE}&include=directions", tab.programs.server_url);
    let way = service::json(&url)["directions"].as_str().unwrap().to_owned();
    let there = way.chars().next().unwrap();
    let back = "SWNE".chars().nth("NESW".find(there).unwrap()).unwrap();
    tab.press(&[arrow(there), arrow(back)]);
    win_after(tab, MAZE, 40);
    let moves = way.len() + 2;
    tab.click("#share-result");
    tab.click("#copy-challenge");
    tab.until("it says so", "/[Cc]opied/.test(document.getElementById('status').innerText)");
    let link = clipboard(tab);
    let address = link.strip_prefix(&tab.programs.server_url).unwrap();
    assert!(address.starts_with(&format!("/?{MAZE}&generator=1&mode=play&time=4")), "{address}");
    assert!(address.ends_with(&format!("&moves={moves}")), "{address}");
    // Others see it before they start, and are told how it ended.
    for (seconds, said) in [(5, "You beat the challenge"), (100, "The challenge still stands")] {
        tab.go(address);
        tab.until_seen("#challenge");
        assert!(tab.text("#challenge").starts_with(&format!("The challenge: {moves} moves in 0:4")));
        assert_eq!(tab.address(), address, "a page that is loaded again shows it as well");
        win_after(tab, MAZE, seconds);
        assert!(tab.text("#status").starts_with(said), "{}", tab.text("#status"));
        assert!(!tab.is_seen("#challenge"));
    }
    // Of two that are as fast, the one with fewer moves is better.
    for (moves, said) in [(way.len(), "As good as the challenge"), (way.len() + 2, "You beat the challenge")] {
        tab.go(&format!("/?{MAZE}&mode=play&time=0&moves={moves}"));
        tab.until_seen("#challenge");
        win(tab, MAZE);
        assert!(tab.text("#status").starts_with(said), "{}", tab.text("#status"));
    }
    // It is about this maze, and no other one.
    tab.click("#next-maze");
    tab.until("the maze is another one", "document.getElementById('seed').value !== '7'");
    assert!(!tab.address().contains("time=") && !tab.address().contains("moves="), "{}", tab.address());
    assert!(!tab.is_seen("#challenge"));
    // A maze of a day is named with its date.
    set_date(tab, "2026-12-01T12:00:00Z");
    tab.go("/?today&time=65&moves=1000");
    tab.until_seen("#challenge");
    assert_eq!(tab.address(), "/?today=2026-12-01&time=65&moves=1000");
}

fn the_code_of_the_game_is_loaded_when_somebody_plays(tab: &mut Tab) {
    let loaded = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/play/')).length";
    tab.go("/?algo=prim&w=4&h=4&seed=7");
    tab.state("ready");
    assert_eq!(tab.eval(loaded), json!(0));
    tab.click("#mode-play");
    tab.state("ready");
    assert!(tab.eval(loaded).as_u64().unwrap() > 3);
}
