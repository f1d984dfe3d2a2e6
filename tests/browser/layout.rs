//! The page on small, usual and large screens, by day and by night; and pictures of all that for people to look at.

use std::path::PathBuf;

use fantoccini::key::Key;
use serde_json::json;

use crate::tab::{Look, Tab};

tests![
    nothing_is_wider_than_the_screen,
    dark_is_dark_and_light_is_light,
    no_element_covers_another,
    the_maze_stays_in_sight_on_a_phone,
    what_is_done_with_a_maze_is_at_the_top,
    choices_of_a_race_are_next_to_each_other,
    nothing_jumps,
    a_worksheet_is_the_first_choice,
    the_maze_has_the_same_ground_in_all_modes,
    a_finger_finds_everything,
];

/// The screens, by name: of a short run the narrowest alone, where there is least room.
fn screens() -> &'static [(&'static str, Look)] {
    const SCREENS: [(&str, Look); 4] =
        [("320", Look::NARROW), ("360", Look::PHONE), ("1280", Look::DESK), ("2560", Look::WALL)];
    let is_short = std::env::var_os("BROWSER_TESTS").is_some_and(|how| how == "short");
    if is_short { &SCREENS[..1] } else { &SCREENS }
}

/// Something that the page can show: its name, an address, and what is done there.
pub type Sight = (&'static str, &'static str, fn(&Tab));

/// Everything that the page can show.
pub const SIGHTS: [Sight; 27] = [
    ("look", "/?algo=wilson&w=30&h=20&seed=7", |_| ()),
    ("look-heat", "/?algo=growing-tree&w=30&h=20&seed=7&ends=farthest&heat=distance&solution=true", |_| ()),
    ("look-large", "/?algo=kruskal&w=300&h=200&seed=7", |_| ()),
    ("watch", "/?algo=prim&w=20&h=15&seed=7&mode=watch", pause_half_way),
    ("watch-solve", "/?algo=prim&w=20&h=15&seed=7&braid=0.5&mode=watch&what=solve&compare=tremaux", pause_half_way),
    ("watch-done", "/?algo=prim&w=20&h=15&seed=7&solver=dead-end-filling&mode=watch&what=solve", |tab| {
        tab.slide("speed", "max");
        tab.state("done");
    }),
    ("play", "/?algo=prim&w=12&h=9&seed=7&mode=play", |tab| tab.click("#hint")),
    ("play-given-up", "/?algo=prim&w=12&h=9&seed=7&mode=play", |tab| tab.click("#give-up")),
    ("play-won", "/?algo=prim&w=2&h=2&seed=7&mode=play&time=65&moves=2", |tab| {
        let [east, south] = [Key::Right, Key::Down].map(char::from);
        tab.press(&[east, south, east]);
        tab.until_seen("#next-maze");
    }),
    ("play-share", "/?algo=prim&w=2&h=2&seed=7&mode=play", |tab| {
        let [east, south] = [Key::Right, Key::Down].map(char::from);
        tab.press(&[east, south, east]);
        tab.until_seen("#share-result");
        tab.click("#share-result");
    }),
    ("play-today", "/?today=2026-12-06", |_| ()),
    ("watch-two", "/?algo=backtracker&w=20&h=20&seed=7&mode=watch&compare=wilson", pause_half_way),
    ("race", "/?algo=prim&w=20&h=15&seed=7&braid=0.5&weights=hills&solver=dijkstra&mode=watch&what=race", |tab| {
        tab.slide("speed", "max");
        tab.state("done");
    }),
    ("textures", "/?algo=wilson&w=30&h=20&seed=7", |tab| {
        tab.run("document.getElementById('textures').scrollIntoView({ block: 'center' })", Vec::new());
        tab.click("#textures");
        tab.until("the pictures are there", "[...document.querySelectorAll('.textures img')].some(({ complete, naturalWidth }) => complete && naturalWidth)");
    }),
    ("shape-circle", "/?algo=prim&grid=polar&rings=9&seed=7&heat=distance&solution=true", |_| ()),
    ("shape-drawn", "/?algo=prim&grid=hex&w=5&h=5&seed=7&mask=bits:__v_g&parts=largest", |tab| {
        tab.until("the board is painted", "document.getElementById('board-cell').innerText !== ''");
    }),
    ("shape-floors", "/?algo=prim&w=5&h=5&seed=7&floors=3&mode=play", |tab| tab.click("#hint")),
    ("shape-woven", "/?algo=prim&w=16&h=12&seed=7&weave=0.6&mode=watch&compare=wilson", pause_half_way),
    ("save", "/?algo=wilson&w=30&h=20&seed=7", |tab| tab.click("#save-menu")),
    ("data-set", "/?algo=wilson&w=30&h=20&seed=7", |tab| {
        tab.click("#save-menu");
        tab.click("#dataset-menu");
        tab.until_seen("#dataset-save");
        // The page while a maze is loading.
        tab.run(
            "document.getElementById('dataset-work').hidden = false;
             document.getElementById('dataset-so-far').textContent = '123,456,789 of 1,000,000,000 mazes, 1,999.9 MB'",
            Vec::new(),
        );
    }),
    ("open", "/?algo=wilson&w=30&h=20&seed=7", |tab| tab.click("#open-menu")),
    ("opened", "/?algo=wilson&w=30&h=20&seed=7&heat=distance&solution=true", |tab| {
        crate::open::paste(tab, "#########\n#S  #   #\n# # # # #\n#     #E#\n#########");
        tab.run("document.getElementById('characters').open = true", Vec::new());
    }),
    ("worksheet", "/?algo=wilson&w=30&h=20&seed=7", |tab| {
        tab.run("document.getElementById('worksheet-menu').click()", Vec::new());
        tab.until("the sheet is there", "document.querySelector('#worksheet-page svg') !== null");
    }),
    ("lesson", "/?algo=prim&w=12&h=9&seed=7&braid=0.5&mode=watch&what=solve", |tab| {
        pause_half_way(tab);
        let click = "for (const each of document.querySelectorAll('#lesson input, #lesson summary')) each.click()";
        tab.run(click, Vec::new());
    }),
    ("share", "/?algo=wilson&w=30&h=20&seed=7", |tab| tab.click("#share-menu")),
    ("print", "/?algo=wilson&w=30&h=20&seed=7", |tab| tab.click("#print-menu")),
    ("error", "/?algo=pirm&w=0&h=9&seed=7&foo=1", |_| ()),
];

fn pause_half_way(tab: &Tab) {
    tab.until("something is to be seen", "/Steps\\s+\\d\\d/.test(document.getElementById('counters').innerText)");
    // On a slow machine it may be done by now, which is a sight as well.
    if tab.eval("document.documentElement.dataset.state") == "playing" {
        tab.click("#play-pause");
    }
}

/// Goes to see something.
pub fn see(tab: &mut Tab, address: &str, arrive: fn(&Tab)) {
    if address.contains("pirm") {
        tab.expect("the server responded with a status of 400");
    }
    tab.go(address);
    tab.settled();
    arrive(tab);
}

/// The folder for screenshots, if requested.
pub fn album() -> Option<PathBuf> {
    std::env::var_os("SCREENSHOTS").map(PathBuf::from)
}

fn nothing_is_wider_than_the_screen(tab: &mut Tab) {
    for (name, address, arrive) in SIGHTS {
        see(tab, address, arrive);
        for &(screen, look) in screens() {
            for (scheme, look) in [("light", look), ("dark", look.dark())] {
                tab.look(look);
                // Two frames, in which the page finds out.
                tab.run("for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)", Vec::new());
                let widths = tab
                    .eval("[innerWidth, document.scrollingElement.scrollWidth, document.scrollingElement.clientWidth]");
                let [window, content, visible] = serde_json::from_value::<[u32; 3]>(widths).unwrap();
                assert!(content <= visible, "{name}, {screen}, {scheme}: {content} px in {visible} px");
                // Content that is too wide may be cut off instead of scrolled, which is no better.
                assert_eq!(tab.eval(TOO_WIDE), json!([]), "{name}, {screen}, {scheme}");
                assert_eq!(tab.eval(TOO_LONG), json!([]), "{name}, {screen}, {scheme}");
                assert_eq!(window, look.width, "{name}: a phone zooms out to show what is too wide");
                let [left, _, width, height] = tab.place(if name == "race" { "#race" } else { "#maze" });
                let fits = left >= 0.0 && left + width <= f64::from(visible);
                assert!(
                    fits && width >= 200.0 && height >= 150.0,
                    "{name}, {screen}: the canvas is {width} × {height} at {left}"
                );
                if let Some(folder) = album() {
                    tab.screenshot(&folder.join(format!("{name}-{screen}-{scheme}.png")), true);
                }
            }
        }
        tab.look(Look::DESK);
    }
}

/// The buttons and links whose words do not fit into them.
pub const TOO_LONG: &str = "[...document.querySelectorAll('button, a')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.clientWidth > 0)
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    .map(({ id, textContent }) => id || textContent)";

/// The elements that reach out of the window.
pub const TOO_WIDE: &str = "[...document.querySelectorAll('header *, main *, footer *')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < -0.5 || right > document.scrollingElement.clientWidth + 0.5;
    })
    .map((element) => element.id || `${element.tagName}.${element.className}`)";

fn dark_is_dark_and_light_is_light(tab: &mut Tab) {
    tab.go("/?algo=wilson&w=20&h=15&seed=7");
    tab.state("ready");
    let brightness = |tab: &Tab| {
        let colors = tab.eval(
            "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.documentElement).backgroundColor]
                 .map((color) => color.match(/[\\d.]+/g).map(Number))
                 .find((color) => color.length === 3 || color[3] > 0).slice(0, 3)",
        );
        serde_json::from_value::<[f64; 3]>(colors).unwrap().iter().sum::<f64>() / 3.0
    };
    let light = (brightness(tab), crate::picture::pixels(tab, "#maze"));
    tab.look(Look::DESK.dark());
    let dark = (brightness(tab), crate::picture::pixels(tab, "#maze"));
    assert!(light.0 > 180.0 && dark.0 < 80.0, "light is {}, and dark is {}", light.0, dark.0);
    assert_ne!(light.1, dark.1, "the maze is painted as by day");
    // Loading the page in dark mode looks the same as switching to it.
    tab.reload();
    tab.state("ready");
    assert_eq!(crate::picture::pixels(tab, "#maze"), dark.1);
}

/// Every control can be hit: at its middle there is itself, or something in it. A menu that is open may cover what is outside of it.
fn no_element_covers_another(tab: &mut Tab) {
    for &(screen, look) in screens() {
        tab.look(look);
        for (name, address, arrive) in SIGHTS {
            see(tab, address, arrive);
            let covered = tab.run(
                "const found = [], within = document.querySelector(':popover-open') ?? document.querySelector('main');
                 for (const control of within.querySelectorAll('button, a, input, select')) {
                     if (!control.checkVisibility({ visibilityProperty: true })) continue;
                     control.scrollIntoView({ block: 'center', behavior: 'instant' });
                     const { left, top, width, height } = control.getBoundingClientRect();
                     const hit = document.elementFromPoint(left + width / 2, top + height / 2);
                     if (!control.contains(hit)) {
                         found.push([control.id || control.textContent, hit && (hit.id || hit.tagName)]);
                     }
                 }
                 return found;",
                Vec::new(),
            );
            assert_eq!(covered, json!([]), "{name}, {screen}");
        }
    }
}

/// However far one has scrolled, the maze and the button for another one are on the screen.
fn the_maze_stays_in_sight_on_a_phone(tab: &mut Tab) {
    tab.look(Look::PHONE);
    for mode in ["look", "watch", "play"] {
        tab.go(&format!("/?algo=prim&w=12&h=9&seed=7&mode={mode}"));
        for share in [0.0, 0.5, 1.0] {
            let seen = tab.run(
                "scrollTo({ top: (document.scrollingElement.scrollHeight - innerHeight) * arguments[0], behavior: 'instant' });
                 await new Promise(requestAnimationFrame);
                 return ['maze', 'new-maze', { watch: 'play-pause', play: 'hint' }[arguments[1]] ?? 'new-maze'].filter((id) => {
                     const element = document.getElementById(id), place = element.getBoundingClientRect();
                     const hit = document.elementFromPoint(place.left + place.width / 2, place.top + place.height / 2);
                     return place.top >= 0 && place.bottom <= innerHeight && element.contains(hit);
                 }).length;",
                vec![json!(share), json!(mode)],
            );
            assert_eq!(seen, 3, "{mode}, scrolled by {share}");
        }
        let scrolled = tab.eval("scrollY");
        tab.click("#new-maze");
        tab.until("the maze is another one", "document.getElementById('seed').value !== '7'");
        tab.settled();
        assert_eq!(tab.eval("scrollY"), scrolled, "{mode}: another maze scrolls the page");
    }
}

fn what_is_done_with_a_maze_is_at_the_top(tab: &mut Tab) {
    for &(screen, look) in screens() {
        tab.look(look);
        tab.go("/?algo=prim&w=12&h=9&seed=7");
        tab.state("ready");
        for button in ["#save-menu", "#share-menu", "#print-menu"] {
            let [_, top, width, height] = tab.place(button);
            assert!(top >= 0.0 && top + height <= 80.0 && width >= 24.0, "{screen}: {button} is at {top}");
        }
    }
}

fn choices_of_a_race_are_next_to_each_other(tab: &mut Tab) {
    for &(screen, look) in screens() {
        tab.look(look);
        for (address, first) in [
            ("/?algo=prim&w=12&h=9&seed=7&mode=watch&compare=wilson", "#algo"),
            ("/?algo=prim&w=12&h=9&seed=7&mode=watch&what=solve&compare=tremaux", "#solver"),
        ] {
            tab.go(address);
            let apart = tab.place("#compare")[1] - tab.place(first)[1];
            assert!((0.0..250.0).contains(&apart), "{screen}, {address}: they are {apart} px apart");
        }
    }
}

fn a_worksheet_is_the_first_choice(tab: &mut Tab) {
    for &(screen, look) in screens() {
        tab.look(look);
        tab.go("/?algo=prim&w=12&h=9&seed=7");
        tab.state("ready");
        let [left, top, width, height] = tab.place("#worksheet-menu");
        let [controls, _, full, _] = tab.place("#controls");
        assert!(
            height >= 56.0 && (left - controls).abs() < 1.0 && (width - full).abs() < 1.0,
            "{screen}: {width} × {height}"
        );
        assert!(top < tab.place("#today")[1] && top < tab.place("#shape-fields")[1], "{screen}: it is at {top}");
    }
    tab.click("#print-menu");
    assert!(tab.place("#print-worksheet")[1] < tab.place("#print-title")[1]);
    tab.click("#print-worksheet");
    tab.until_seen("#worksheet-print");
    assert!(!tab.is_seen("#print-title"));
}

/// Counters and colors are beside the maze or below it, and never over it.
fn the_maze_has_the_same_ground_in_all_modes(tab: &mut Tab) {
    tab.look(Look::DESK);
    for (size, is_beside) in [("w=12&h=18", true), ("w=24&h=15", false)] {
        let mut grounds = Vec::new();
        for mode in ["look", "look&heat=distance", "watch", "watch&what=solve", "play"] {
            tab.go(&format!("/?algo=prim&{size}&seed=7&mode={mode}"));
            tab.settled();
            grounds.push(tab.place(".ground"));
            let [_, ground_top, _, ground_height] = tab.place(".ground");
            let [_, sheet_top, _, sheet_height] = tab.place(".sheet");
            let is_whole = sheet_top + sheet_height > ground_top + ground_height - 12.0;
            assert_eq!(
                is_whole,
                is_beside || mode.starts_with("look"),
                "{size}, {mode}: {sheet_height} of {ground_height}"
            );
        }
        assert!(grounds.iter().all(|ground| *ground == grounds[0]), "{size}: {grounds:?}");
    }
}

/// What is to be touched is 44 pixels high and wide, except for links in sentences, and the name of the page is there.
fn a_finger_finds_everything(tab: &mut Tab) {
    const TOO_SMALL: &str = "[...document.querySelectorAll('button, a:not(.skip, .foot a), input, select, summary')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => [element, (['checkbox', 'radio'].includes(element.type) ? element.parentElement : element).getBoundingClientRect()])
        .filter(([, { width, height }]) => width && (width < 43.5 || height < 43.5))
        .map(([{ id, textContent }, { width, height }]) => `${id || textContent}: ${width} × ${height}`)";
    tab.look(Look::PHONE);
    for mode in ["look", "watch", "play"] {
        tab.go(&format!("/?algo=prim&w=12&h=9&seed=7&mode={mode}"));
        tab.settled();
        assert_eq!(tab.eval(TOO_SMALL), json!([]), "{mode}");
        assert_eq!(tab.text("h1"), "Dédale");
        assert_eq!(tab.eval("parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)"), 18);
    }
}

/// Everything stays where it is while the page loads and when the maze is another one.
fn nothing_jumps(tab: &mut Tab) {
    const SHIFTS: &str = "
        const shifts = [];
        new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true });
        await new Promise((resolve) => setTimeout(resolve, 100));
        return shifts.flatMap(({ value, sources }) => [value, ...sources.map(({ node, previousRect, currentRect }) =>
            `${node?.id || node?.className || node?.nodeName}: ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`)]);";
    for &(screen, look) in screens() {
        tab.look(look);
        for mode in ["look", "watch", "play"] {
            tab.go(&format!("/?algo=prim&w=30&h=30&seed=7&mode={mode}"));
            let seed = tab.value("seed");
            tab.click("#new-maze");
            tab.until("the maze is another one", &format!("document.getElementById('seed').value !== '{seed}'"));
            tab.settled();
            assert_eq!(tab.run(SHIFTS, vec![]), json!([]), "{screen}, {mode}");
        }
    }
}
