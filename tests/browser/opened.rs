//! What else a browser can open: the reference of the API, and the answers themselves.

use crate::tab::{Look, Tab};

tests![
    the_reference_begins_with_the_introduction,
    the_reference_shows_every_operation,
    the_reference_says_where_one_is,
    a_request_is_sent_from_the_reference,
    answers_are_seen_when_they_are_opened,
];

fn the_reference_begins_with_the_introduction(tab: &mut Tab) {
    for look in [Look::DESK, Look::DESK.dark(), Look::PHONE, Look::PHONE.dark()] {
        tab.look(look);
        tab.load("/docs");
        tab.until_seen(".introduction-description");
        let introduction = tab.text(".introduction-description");
        assert!(introduction.starts_with("Dédale makes mazes and solves them"), "{look:?}: {introduction}");
        let [_, top, _, _] = tab.place(".introduction-description");
        assert!((0.0..f64::from(look.height) / 2.0).contains(&top), "{look:?}: it begins at {top}");
    }
}

fn the_reference_shows_every_operation(tab: &mut Tab) {
    // The reader shows an operation only when one scrolls to it.
    tab.load("/docs#tag/solutions");
    for shown in ["Make a maze", "Solve a maze of your own", "Check a solution", "Test Request"] {
        tab.until(
            "the reference is shown",
            &format!("document.querySelector('#reference').textContent.includes(\"{shown}\")"),
        );
    }
}

/// The list shows the operation that a link leads to, the page has one title, and its examples name this server.
fn the_reference_says_where_one_is(tab: &mut Tab) {
    tab.load("/docs#tag/solutions/GET/solve");
    tab.until(
        "the list shows it",
        "document.querySelector('a[aria-current=page]')?.getAttribute('href') === '#tag/solutions/GET/solve'",
    );
    let titles = "[...document.querySelectorAll('h1')].filter((title) => title.checkVisibility())";
    assert_eq!(tab.eval(&format!("{titles}.length")), 1);
    let example = format!("{}/solve", tab.programs.server_url);
    tab.until("an example is there", &format!("document.body.textContent.includes('{example}')"));
    assert_eq!(tab.eval("document.body.textContent.includes('127.0.0.1:8080')"), false);
}

fn a_request_is_sent_from_the_reference(tab: &mut Tab) {
    // A button that is seen, by its words.
    let button = |words: &str| {
        format!(
            "[...document.querySelectorAll('button')].find((button) =>
                 button.checkVisibility({{ visibilityProperty: true }}) && button.innerText.includes('{words}'))"
        )
    };
    tab.load("/docs#tag/mazes/GET/maze");
    for words in ["Test Request", "Send"] {
        let button = button(words);
        tab.until(&format!("{words} can be pressed"), &format!("{button} !== undefined"));
        tab.run(&format!("{button}.click()"), Vec::new());
    }
    for shown in ["200 OK", "application/json", "\"algo\": \"backtracker\""] {
        tab.until(
            "the response is shown",
            &format!("document.querySelector('[role=dialog]').innerText.includes('{shown}')"),
        );
    }
}

fn answers_are_seen_when_they_are_opened(tab: &mut Tab) {
    let addresses = ["/maze.svg", "/maze.png", "/solve.svg?heat=distance", "/maze.txt", "/maze.json", "/docs/problems"];
    for address in addresses {
        tab.load(address);
        tab.until("it is there", "document.readyState === 'complete'");
    }
    tab.load("/docs/problems");
    tab.until_seen("#problems h2");
    tab.load("/maze.svg?seed=7");
    assert_eq!(
        tab.text_of("document.documentElement.querySelector('title').textContent"),
        "Maze of 30 × 30 cells, backtracker, seed 7"
    );
}
