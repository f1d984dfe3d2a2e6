//! What else a browser can open: the reference of the API, and the answers themselves.

use crate::tab::Tab;

tests![the_reference_shows_every_operation, answers_are_seen_when_they_are_opened];

fn the_reference_shows_every_operation(tab: &mut Tab) {
    // What is far away is shown when it is scrolled to.
    tab.load("/docs#tag/solutions");
    for shown in ["Make a maze", "Solve a maze of your own", "Check a solution", "Test Request"] {
        tab.until(
            "the reference is shown",
            &format!("document.querySelector('#reference').textContent.includes(\"{shown}\")"),
        );
    }
}

fn answers_are_seen_when_they_are_opened(tab: &mut Tab) {
    let addresses = ["/maze.svg", "/maze.png", "/solve.svg?heat=true", "/maze.txt", "/maze.json", "/docs/problems"];
    for address in addresses {
        tab.load(address);
        tab.until("it is there", "document.readyState === 'complete'");
    }
    tab.load("/maze.svg?seed=7");
    assert_eq!(
        tab.text_of("document.documentElement.querySelector('title').textContent"),
        "Maze of 30 × 30 cells, backtracker, seed 7"
    );
}
