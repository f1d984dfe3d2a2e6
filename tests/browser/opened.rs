//! What else a browser can open: the viewer of the interface, and the answers themselves.

use crate::tab::Tab;

tests![pictures_are_seen_in_the_viewer, answers_are_seen_when_they_are_opened];

fn pictures_are_seen_in_the_viewer(tab: &mut Tab) {
    tab.load("/docs");
    for (operation, shows) in [
        // It shows the text of an SVG.
        ("getMazeSvg", "?.textContent.includes('<svg')"),
        ("getMazePng", "?.querySelector('img')?.naturalWidth > 500"),
    ] {
        let block = format!("#operations-Mazes-{operation}");
        tab.until_seen(&block);
        tab.click(&format!("{block} .opblock-summary"));
        tab.until_seen(&format!("{block} .execute"));
        tab.click(&format!("{block} .execute"));
        let shown = format!("document.querySelector('{block} .live-responses-table'){shows}");
        tab.until("the picture is shown", &shown);
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
