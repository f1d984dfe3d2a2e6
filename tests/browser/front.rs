//! The page at the first visit: few controls and few bytes, in the language of the visitor.

use std::collections::BTreeSet;
use std::path::Path;

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::access::violations_in;
use crate::layout::{TOO_LONG, TOO_WIDE};
use crate::tab::{Look, Tab};

tests![
    groups_are_folded_until_they_are_wanted,
    every_language_is_spoken_and_fits,
    no_english_is_left_in_another_language,
    a_language_is_chosen,
    a_bare_address_shows_a_maze_that_grows,
    a_parameter_skips_the_show,
    without_motion_the_front_page_is_finished_at_once,
    a_click_on_the_front_page_begins_to_play,
    a_key_ends_the_show,
    the_front_page_has_its_controls_without_a_maze,
    the_mazes_of_the_front_page_fill_its_stage,
    little_is_transferred_before_the_first_maze,
    a_later_view_asks_for_little,
    the_help_shows_its_sheets,
    a_problem_is_a_page_with_a_way_back,
    what_is_wrong_with_a_large_maze_is_said,
    an_unknown_setting_is_named_and_dropped,
    the_board_has_room_on_a_phone,
    buttons_do_not_cover_the_map_on_a_phone,
];

/// Which groups are open.
const OPEN: &str = "[...document.querySelectorAll('details[data-fields][open]')].map(({ id }) => id)";

fn groups_are_folded_until_they_are_wanted(tab: &mut Tab) {
    tab.go("/?seed=7");
    // The tests begin with open groups.
    tab.run("sessionStorage.groups = '{}'", Vec::new());
    tab.go("/?seed=7");
    tab.state("ready");
    assert_eq!(tab.eval(OPEN), json!([]));
    for control in ["#grid-square", ".sizes button", "#solution", "#heat", "#difficulty", "#new-maze"] {
        assert!(tab.is_seen(control), "{control} is not seen at first");
    }
    for field in ["#grid-cairo", "#w", "#algo", "#seed", "#ends", "#weights", "#palette", "#solver"] {
        assert!(!tab.is_seen(field), "{field} is seen at first");
    }
    assert_eq!(violations_in(tab, "folded"), Vec::<String>::new());
    // The values of a link are visible.
    for (address, open) in [
        ("/?seed=7&algo=prim", json!(["group-maze"])),
        ("/?seed=7&w=9&doors=true", json!(["group-size", "group-puzzle"])),
        ("/?seed=7&grid=cairo", json!(["group-shape"])),
        ("/?seed=7&mode=watch", json!(["group-maze"])),
    ] {
        tab.go(address);
        assert_eq!(tab.eval(OPEN), open, "{address}");
    }
    // What is opened and closed by hand stays so in the session.
    tab.go("/?seed=7&algo=prim");
    tab.click("#group-puzzle > summary");
    tab.run("document.querySelector('#group-maze > summary').focus()", Vec::new());
    tab.press(&[char::from(Key::Enter)]);
    tab.until("one is closed", "!document.getElementById('group-maze').open");
    tab.go("/?seed=7&algo=prim");
    tab.state("ready");
    assert_eq!(tab.eval(OPEN), json!(["group-puzzle"]));
    // A group with an error is opened.
    tab.expect("the server responded with a status of 400");
    tab.go("/?seed=7&algo=pirm");
    tab.until_seen("#error-algo");
}

/// The words of a language, by key.
fn words(language: &str) -> Value {
    let file = format!("src/page/words/{language}.json");
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn every_language_is_spoken_and_fits(tab: &mut Tab) {
    let languages = tab_languages(tab);
    assert_eq!(languages.len(), 9);
    for language in &languages {
        let words = words(language);
        for (address, css, said) in [
            ("/?seed=7&w=9&h=9", "#mode-play", &words["page"]["play"]),
            ("/?seed=7&w=9&h=9&mode=watch&compare=prim", "#mode-watch", &words["page"]["watch"]),
            ("/?seed=7&w=9&h=9&mode=play", "#give-up", &words["page"]["give-up"]),
            ("/map?seed=7", "#new-maze", &words["map"]["another-seed"]),
        ] {
            for look in [Look::NARROW, Look { width: 500, ..Look::PHONE }, Look::DESK] {
                tab.look(look);
                tab.go(&format!("{address}&lang={language}"));
                let place = format!("{address}, {language}, {}", look.width);
                assert_eq!(tab.text_of("document.documentElement.lang"), *language, "{place}");
                assert_eq!(tab.text(css), said.as_str().unwrap(), "{place}");
                assert_eq!(tab.eval(TOO_WIDE), json!([]), "{place}");
                assert_eq!(tab.eval(TOO_LONG), json!([]), "{place}");
            }
        }
    }
}

fn tab_languages(tab: &Tab) -> Vec<String> {
    tab.go("/?seed=7&w=9&h=9");
    let languages = tab.eval("[...document.getElementById('language').options].map(({ value }) => value)");
    serde_json::from_value(languages).unwrap()
}

/// Every text of a page, and what is read aloud, but for what says that it is in another language.
const TEXTS: &str = "
    const texts = [document.title], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        if (!walker.currentNode.parentElement.closest('script, body [lang]')) texts.push(walker.currentNode.textContent.trim());
    }
    for (const element of document.body.querySelectorAll('*')) {
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '');
    }
    return [...new Set(texts)].filter(Boolean);";

/// All that a language says as it stands.
fn sayings(language: &str) -> BTreeSet<String> {
    let words = words(language);
    let parts = ["both", "page", "map"].into_iter().flat_map(|part| words[part].as_object().unwrap().values());
    parts.filter_map(|said| said.as_str().map(str::to_owned)).collect()
}

fn no_english_is_left_in_another_language(tab: &mut Tab) {
    let catalogue = ["algorithms", "solvers", "grids"].map(|table| {
        let answer = crate::service::json(&format!("{}/{table}", tab.programs.server_url));
        answer[table].as_array().unwrap().iter().map(|about| about["title"].as_str().unwrap().to_owned()).collect()
    });
    let english: BTreeSet<String> =
        catalogue.into_iter().fold(sayings("en"), |all, titles: BTreeSet<String>| &all | &titles);
    for language in ["de", "ru"] {
        let theirs = sayings(language);
        let names = words(language)["catalogue"].to_string();
        for address in [
            "/?seed=7&w=9&h=9&solution=true&heat=distance",
            "/?seed=7&w=9&h=9&mode=watch&what=solve&compare=dfs",
            "/?seed=7&w=9&h=9&mode=watch&what=race&weights=1..9",
            "/?seed=7&w=9&h=9&mode=play&grid=hex",
            "/?seed=7&w=9&h=9&foo=1&mask=bits:__&floors=1",
            "/map?seed=7&walk=0,0&path=true",
        ] {
            tab.expect("the server responded with a status of 400");
            tab.go(&format!("{address}&lang={language}"));
            let texts: Vec<String> = serde_json::from_value(tab.run(TEXTS, Vec::new())).unwrap();
            assert!(texts.len() > 20, "{address}");
            let left = texts.iter().filter(|text| {
                english.contains(*text) && !theirs.contains(*text) && !names.contains(&format!("\"{text}\""))
            });
            assert_eq!(left.collect::<Vec<_>>(), Vec::<&String>::new(), "{address}, {language}");
        }
    }
}

fn a_language_is_chosen(tab: &mut Tab) {
    tab.cdp("Network.enable", json!({}));
    tab.cdp("Network.setExtraHTTPHeaders", json!({ "headers": { "Accept-Language": "fr-CA,fr;q=0.9,en;q=0.5" } }));
    let language = |tab: &Tab| tab.text_of("document.documentElement.lang");
    // That of the browser, of which links say nothing.
    tab.go("/?seed=7&w=9&h=9");
    tab.state("ready");
    assert_eq!((language(tab), tab.eval("location.search.includes('lang')")), ("fr".to_owned(), json!(false)));
    // One that is chosen is in links, also to the map and back.
    tab.select("language", "el");
    tab.until("the page is in another language", "document.documentElement.lang === 'el'");
    tab.state("ready");
    assert_eq!(tab.address(), "/?algo=backtracker&w=9&h=9&seed=7&lang=el");
    tab.click(".tools [data-keeps-language]");
    tab.until(
        "the map is in the same language",
        "location.pathname === '/map' && document.documentElement.lang === 'el'",
    );
    tab.state("ready");
    tab.click("#back");
    tab.until("so is the page", "location.pathname === '/' && document.documentElement.lang === 'el'");
    // Faults that the service finds are in it too, with the names of the page.
    tab.expect("the server responded with a status of 4");
    tab.go("/?seed=7&w=3000&h=3000&lang=de");
    tab.until_seen("#error-w");
    let told = "“3000”: zu groß (Felder: 9.000.000, höchstens 4.194.304).";
    assert_eq!(tab.text("#error-w"), told);
    tab.go("/?seed=7&rings=5&grid=polar&wrap=x&lang=de");
    tab.until_seen("#error-wrap");
    assert_eq!(tab.text("#error-wrap"), "“x”: geht nicht zusammen mit „Form=polar“.");
    tab.go("/?seed=7&w=9&h=9&lang=xx");
    tab.until_seen("#banner");
    assert!(tab.text("#banner").contains("lang") && language(tab) == "fr", "{}", tab.text("#banner"));
    tab.cdp("Network.setExtraHTTPHeaders", json!({ "headers": {} }));
}

/// How far the show of the front page is.
const SHOW: &str = "document.documentElement.dataset.front";

/// How visible the controls are.
const OPACITY: &str = "Number(getComputedStyle(document.getElementById('controls')).opacity)";

/// The number of mazes among which the front page chooses.
const FRONT_MAZES: usize = 12;

/// Makes this number the seed of the next page, by which the front page chooses its maze.
fn draw(tab: &Tab, number: usize) {
    let source = format!("crypto.getRandomValues = (numbers) => numbers.fill({number});");
    tab.cdp("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }));
}

/// Runs a script in the next pages whenever their show goes on: `stage` is where it is. The driver may be slower than the show.
fn at_each_stage(tab: &Tab, script: &str) {
    let source = format!(
        "addEventListener('DOMContentLoaded', () => {{
            const root = document.documentElement;
            new MutationObserver(() => {{
                const stage = root.dataset.front;
                {script}
            }}).observe(root, {{ attributeFilter: ['data-front'] }});
        }});"
    );
    tab.cdp("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }));
}

/// Keeps what the status line says, in which screen readers hear it.
const KEEP_STATUS: &str = "
    window.told = [];
    addEventListener('DOMContentLoaded', () => {
        const status = document.getElementById('status');
        new MutationObserver(() => told.push(status.textContent)).observe(status, { childList: true });
    });";

fn a_bare_address_shows_a_maze_that_grows(tab: &mut Tab) {
    tab.cdp("Page.addScriptToEvaluateOnNewDocument", json!({ "source": KEEP_STATUS }));
    let look = "const { x, y } = document.getElementById('new-maze').getBoundingClientRect();
        (window.stages ??= []).push([stage, stage === 'grows' && getComputedStyle(document.getElementById('controls')).opacity, x, y]);";
    at_each_stage(tab, look);
    tab.go("/");
    tab.until("the show is over", &format!("{SHOW} === 'over' && {OPACITY} === 1"));
    let stages = tab.eval("stages.map(([stage, opacity]) => [stage, opacity])");
    assert_eq!(stages, json!([["begins", false], ["grows", "0"], ["flows", false], ["over", false]]));
    assert_eq!(tab.eval("new Set(stages.slice(1).map(([, , x, y]) => `${x} ${y}`)).size"), json!(1), "controls move");
    let told = tab.eval("told.filter((words) => words.startsWith('Solution'))");
    assert_eq!(told.as_array().unwrap().len(), 1, "{told}");
    assert_eq!(tab.address(), "/", "nobody has done anything");
    // A link within the page leads to no other maze.
    let seed = tab.value("seed");
    tab.run("location.hash = 'controls'", Vec::new());
    assert_eq!(tab.value("seed"), seed);
    // All is about this maze, and one comes back to it.
    let made = tab.text("#made");
    assert!(made.ends_with(&format!("seed {seed}")), "{made}");
    tab.click("#new-maze");
    tab.until("there is another maze", &format!("document.getElementById('seed').value !== '{seed}'"));
    tab.state("ready");
    tab.back();
    tab.until("the first maze is back", &format!("location.search.includes('seed={seed}')"));
    tab.until("it is shown", &format!("document.getElementById('made').textContent === '{made}'"));
}

fn a_parameter_skips_the_show(tab: &mut Tab) {
    for address in ["/?seed=7", "/?lang=de", "/?mode=play", "/#controls"] {
        tab.load("/healthz");
        tab.go(address);
        assert_eq!(tab.eval(&format!("{SHOW} ?? ''")), json!(""), "{address}");
        assert_eq!(tab.eval(OPACITY), json!(1), "{address}");
        assert!(tab.address().starts_with("/?algo=backtracker&"), "{address}: {}", tab.address());
    }
}

fn without_motion_the_front_page_is_finished_at_once(tab: &mut Tab) {
    tab.look(Look { reduced_motion: true, ..Look::DESK });
    tab.go("/");
    assert_eq!(tab.text_of(SHOW), "over");
    assert_eq!((tab.eval(OPACITY), tab.address()), (json!(1), "/".to_owned()));
    assert!(tab.is_seen("#maze"));
}

fn a_click_on_the_front_page_begins_to_play(tab: &mut Tab) {
    at_each_stage(tab, "if (stage === 'grows') document.getElementById('maze').click();");
    tab.go("/");
    tab.until("it is played", "document.documentElement.dataset.mode === 'play'");
    tab.state("ready");
    tab.until_seen("#give-up");
    assert_eq!((tab.text_of(SHOW), tab.eval(OPACITY)), ("over".to_owned(), json!(1)));
    assert!(tab.address().contains("mode=play"), "{}", tab.address());
    tab.back();
    tab.until("it is no longer played", "document.documentElement.dataset.mode === 'look'");
    assert!(tab.address().contains("seed="), "{}", tab.address());
}

fn a_key_ends_the_show(tab: &mut Tab) {
    let press = "(window.stages ??= []).push(stage);
        if (stage === 'grows') document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', bubbles: true }));";
    at_each_stage(tab, press);
    tab.go("/");
    tab.until("the show is over", &format!("{SHOW} === 'over' && {OPACITY} === 1"));
    assert_eq!((tab.eval("stages"), tab.address()), (json!(["begins", "grows", "over"]), "/".to_owned()));
}

fn the_front_page_has_its_controls_without_a_maze(tab: &mut Tab) {
    tab.expect("ERR_BLOCKED_BY_CLIENT");
    tab.cdp("Network.enable", json!({}));
    tab.cdp("Network.setBlockedURLs", json!({ "urls": ["*maze.json*"] }));
    tab.go("/");
    tab.state("error");
    tab.until_seen("#banner");
    assert_eq!(tab.eval(OPACITY), json!(1));
    tab.cdp("Network.setBlockedURLs", json!({ "urls": [] }));
    tab.click("#new-maze");
    tab.state("ready");
}

fn the_mazes_of_the_front_page_fill_its_stage(tab: &mut Tab) {
    for look in [Look::DESK, Look { width: 390, height: 844, ..Look::PHONE }] {
        tab.look(Look { reduced_motion: true, ..look });
        let made: BTreeSet<String> = (0..FRONT_MAZES)
            .map(|number| {
                draw(tab, number);
                tab.go("/");
                assert_eq!(tab.text_of("document.documentElement.dataset.state"), "ready", "{number}");
                let filled = tab.eval(
                    "import(document.querySelector('script[type=module]').src.replace('main.js', 'view.js')).then(({ view: { maze, camera, canvas } }) =>
                        Math.max(maze.width * camera.size / canvas.clientWidth, maze.height * camera.size / canvas.clientHeight))",
                );
                assert!(filled.as_f64().unwrap() > 0.8, "{number} fills {filled}");
                assert_eq!(tab.eval(TOO_WIDE), json!([]), "{number}");
                tab.text("#made")
            })
            .collect();
        assert_eq!(made.len(), FRONT_MAZES, "{made:?}");
    }
}

/// The most bytes that may be transferred before the first maze is shown: in the mean, since each visit is shown another maze.
const BUDGET: f64 = 134_000.0;

/// What was transferred when the page was ready: the front page loads the rest after its show.
const TRANSFERRED: &str = "
    addEventListener('DOMContentLoaded', () => {
        const root = document.documentElement;
        const observer = new MutationObserver(() => {
            if (root.dataset.state !== 'ready') return;
            observer.disconnect();
            window.transferred = performance.getEntries().reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0);
        });
        observer.observe(root, { attributeFilter: ['data-state'] });
    });";

/// A first visit is the slowest one, and what it transfers is most of its time at home.
fn little_is_transferred_before_the_first_maze(tab: &mut Tab) {
    tab.cdp("Page.addScriptToEvaluateOnNewDocument", json!({ "source": TRANSFERRED }));
    let visits: Vec<f64> = (0..FRONT_MAZES)
        .map(|number| {
            draw(tab, number);
            tab.cdp("Network.clearBrowserCache", json!({}));
            tab.go("/");
            tab.state("ready");
            tab.eval("window.transferred").as_f64().unwrap()
        })
        .collect();
    let bytes = visits.iter().sum::<f64>() / visits.len() as f64;
    assert!(bytes < BUDGET, "more than {BUDGET} bytes: {visits:?}");
}

/// What the page needs from the network: itself, and what was not kept.
fn requests(tab: &Tab) -> BTreeSet<String> {
    tab.state("ready");
    let asked = tab.eval(
        "performance.getEntries().filter(({ entryType, transferSize }) => ['navigation', 'resource'].includes(entryType) && transferSize > 0)
             .map(({ name }) => new URL(name).pathname)",
    );
    serde_json::from_value(asked).unwrap()
}

/// The first view has its files once, and a browser keeps them: a class that comes again asks for the page and its maze.
fn a_later_view_asks_for_little(tab: &mut Tab) {
    for (address, most_at_first, most_later) in [("/", 46, 7), ("/?w=12&h=12&seed=7", 46, 7), ("/map?seed=7", 30, 6)] {
        tab.renew();
        // Another maze of the front page may need more files.
        draw(tab, 0);
        tab.go(address);
        let first = requests(tab);
        assert!(first.iter().any(|path| path.starts_with("/page/")), "{first:?}");
        assert!(first.len() <= most_at_first, "{}: {first:?}", first.len());
        for _ in 0..2 {
            tab.load("/healthz");
            tab.go(address);
            let later = requests(tab);
            let page = address.split('?').next().unwrap();
            assert!(later.contains(page) && later.len() <= most_later, "{}: {later:?}", later.len());
            assert!(!later.iter().any(|path| path.starts_with("/page/")), "{later:?}");
        }
    }
}

fn the_help_shows_its_sheets(tab: &mut Tab) {
    for look in [Look::NARROW, Look::DESK, Look::DESK.dark()] {
        tab.look(look);
        for language in ["en", "el", "ru"] {
            tab.load(&format!("/help?lang={language}"));
            assert_eq!(tab.eval(TOO_WIDE), json!([]), "{language}, {}", look.width);
        }
        // They are loaded when they come into sight, and nothing moves.
        let height = tab.eval("document.documentElement.scrollHeight");
        let shown = tab.run(
            "const pictures = [...document.querySelectorAll('.sheets img')];
             for (const picture of pictures) {
                 picture.scrollIntoView();
                 await picture.decode();
             }
             return pictures.map(({ naturalWidth }) => naturalWidth > 0);",
            Vec::new(),
        );
        assert_eq!(shown, json!(vec![true; 7]));
        assert_eq!(tab.eval("document.documentElement.scrollHeight"), height);
        tab.run("scrollTo(0, 0)", Vec::new());
        assert_eq!(violations_in(tab, "help"), Vec::<String>::new());
    }
    tab.click(".languages summary");
    tab.click(".languages [lang=de]");
    tab.until("the help is in German", "document.documentElement.lang === 'de'");
    tab.click(".top h1 a");
    tab.until("the page is in German, too", "location.pathname === '/' && document.documentElement.lang === 'de'");
}

fn a_problem_is_a_page_with_a_way_back(tab: &mut Tab) {
    tab.expect("the server responded with a status of 4");
    for look in [Look::NARROW, Look::DESK, Look::DESK.dark()] {
        tab.look(look);
        tab.load("/maze.svg?algo=pirm&w=0");
        assert_eq!(tab.text("h1"), "This path is a dead end.");
        assert!(tab.text(".problem").contains("did you mean 'prim'?"), "{}", tab.text(".problem"));
        assert_eq!(tab.eval(TOO_WIDE), json!([]));
        assert_eq!(violations_in(tab, "problem"), Vec::<String>::new());
    }
    tab.load("/no/such/path");
    assert_eq!(tab.text_of("getComputedStyle(document.body).display"), "grid", "its style sheet is there");
    tab.click(".back");
    tab.until("the mazes are there", "location.pathname === '/'");
    tab.settled();
}

fn what_is_wrong_with_a_large_maze_is_said(tab: &mut Tab) {
    tab.expect("the server responded with a status of 400");
    tab.go("/?w=99999&algo=pirm&seed=7");
    tab.state("error");
    tab.until_seen("#error-algo");
    assert!(tab.text("#error-algo").contains("pirm") && tab.text("#error-w").contains("99999"));
    assert_eq!(tab.eval("document.querySelectorAll('#saves a').length"), json!(0), "there is nothing to save");
    assert!(tab.text("#banner").contains("pirm") && tab.text("#banner").contains("99999"), "{}", tab.text("#banner"));
}

fn an_unknown_setting_is_named_and_dropped(tab: &mut Tab) {
    tab.go("/?algo=prim&w=9&h=9&seed=7&colour=red");
    tab.state("ready");
    assert!(tab.text("#banner").contains("“colour=red”"), "{}", tab.text("#banner"));
    assert_eq!(tab.address(), "/?algo=prim&w=9&h=9&seed=7");
    tab.go("/map?seed=7&colour=red");
    tab.state("ready");
    assert!(tab.text("#banner").contains("“colour=red”"), "{}", tab.text("#banner"));
    assert_eq!(tab.address(), "/map?w=70368744177664&h=70368744177664&seed=7");
}

fn the_board_has_room_on_a_phone(tab: &mut Tab) {
    tab.look(Look::PHONE);
    let position = "getComputedStyle(document.querySelector('#maze').parentElement).position";
    tab.go("/?algo=prim&w=6&h=6&seed=7");
    assert_eq!(tab.text_of(position), "sticky");
    tab.go("/?algo=prim&w=6&h=6&seed=7&mask=bits:_____8&parts=largest");
    tab.until_seen("#board");
    assert_eq!(tab.text_of(position), "relative", "the maze hides what is below while one draws");
    assert!(tab.text("#board-help").starts_with("Click cells or draw over them to take them out."));
}

fn buttons_do_not_cover_the_map_on_a_phone(tab: &mut Tab) {
    tab.look(Look::PHONE);
    tab.go("/map?seed=7&walk=0,0");
    tab.state("ready");
    tab.until_seen("#step-north");
    let [_, top, _, height] = tab.place("#map");
    for id in ["#zooms", "#steps", "#scale", "#left"] {
        assert!(tab.place(id)[1] >= top + height, "{id} covers the map");
    }
}
