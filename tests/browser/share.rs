//! Links: what is copied is what is seen, and the way back leads back.

use serde_json::json;

use crate::picture::{pixels, until_painted};
use crate::service;
use crate::tab::{Look, Tab};

tests![a_copied_link_shows_the_same, a_copied_command_gets_the_same_maze, back_and_forward_lead_there];

/// Takes what was copied, so that it is not read again when nothing is copied next.
pub fn clipboard(tab: &Tab) -> String {
    let copied = tab.run(
        "const copied = await navigator.clipboard.readText();
         await navigator.clipboard.writeText('');
         return copied;",
        Vec::new(),
    );
    copied.as_str().unwrap().to_owned()
}

fn a_copied_link_shows_the_same(tab: &mut Tab) {
    tab.go("/");
    tab.allow("clipboard-read");
    for address in [
        "/?algo=growing-tree&w=21&h=13&seed=5&braid=0.25&ends=farthest&pick=newest:80,random:20&heat=distance&solution=true",
        "/?algo=prim&w=20&h=15&seed=7&mode=play",
        "/?algo=wilson&w=20&h=15&seed=7&solver=tremaux&mode=watch&what=solve&compare=bfs",
    ] {
        tab.look(Look { reduced_motion: true, ..Look::DESK });
        tab.go(address);
        tab.state("ready");
        assert_eq!(tab.address(), address, "the page writes its address in another way");
        let picture = pixels(tab, "#maze");
        tab.click("#share-menu");
        tab.click("#copy-link");
        tab.until("it says so", "/[Cc]opied/.test(document.getElementById('status').innerText)");
        let link = clipboard(tab);
        // It names the version of the generator: another version answers with an error instead of with another maze.
        assert_eq!(link.matches("&generator=1").count(), 1, "{link}");
        assert_eq!(link.replace("&generator=1", ""), format!("{}{address}", tab.programs.server_url));
        tab.go("/?algo=eller&w=9&h=9&seed=1");
        tab.go(link.strip_prefix(&tab.programs.server_url).unwrap());
        tab.state("ready");
        assert_eq!(pixels(tab, "#maze"), picture, "{link}");
    }
}

fn a_copied_command_gets_the_same_maze(tab: &mut Tab) {
    tab.go("/?algo=growing-tree&w=21&h=13&seed=5&braid=0.25&pick=newest:80,random:20");
    tab.state("ready");
    tab.allow("clipboard-read");
    tab.click("#share-menu");
    tab.click("#copy-curl");
    tab.until("it says so", "/[Cc]opied/.test(document.getElementById('status').innerText)");
    let command = clipboard(tab);
    let url =
        command.strip_prefix("curl '").and_then(|rest| rest.strip_suffix('\'')).unwrap_or_else(|| panic!("{command}"));
    let query = "algo=growing-tree&w=21&h=13&seed=5&braid=0.25&pick=newest:80,random:20";
    assert!(url.contains("&generator=1"), "{url}");
    assert_eq!(service::json(url), service::json(&format!("{}/maze.json?{query}", tab.programs.server_url)));
}

fn back_and_forward_lead_there(tab: &mut Tab) {
    let first = "/?algo=prim&w=20&h=15&seed=7";
    tab.go(first);
    tab.state("ready");
    let picture = pixels(tab, "#maze");
    tab.select("algo", "sidewinder");
    until_painted(tab, "#maze", "algo=sidewinder&w=20&h=15&seed=7");
    tab.fill("seed", "123");
    until_painted(tab, "#maze", "algo=sidewinder&w=20&h=15&seed=123");
    tab.click("#mode-play");
    tab.state("ready");
    let last = "/?algo=sidewinder&w=20&h=15&seed=123&mode=play";
    assert_eq!(tab.address(), last);

    tab.back();
    tab.until("the game is over", "!document.getElementById('moves').checkVisibility()");
    until_painted(tab, "#maze", "algo=sidewinder&w=20&h=15&seed=123");
    tab.back();
    // However many keys were pressed in the field, it was one change.
    until_painted(tab, "#maze", "algo=sidewinder&w=20&h=15&seed=7");
    assert_eq!((tab.value("seed"), tab.value("algo")), ("7".to_owned(), "sidewinder".to_owned()));
    tab.back();
    until_painted(tab, "#maze", "algo=prim&w=20&h=15&seed=7");
    tab.state("ready");
    assert_eq!((tab.address(), tab.value("algo")), (first.to_owned(), "prim".to_owned()));
    assert_eq!(pixels(tab, "#maze"), picture);

    for _ in 0..3 {
        tab.forward();
    }
    tab.until_seen("#moves");
    tab.state("ready");
    assert_eq!((json!(tab.address()), json!(tab.value("seed"))), (json!(last), json!("123")));
}
