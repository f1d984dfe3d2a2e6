//! Tests share a browser, and find nothing of each other in it.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use serde_json::json;

use crate::tab::{Look, Tab};

tests![nothing_is_left_of_an_earlier_test, a_browser_that_has_died_is_replaced];

/// Leaves something in everything that a browser keeps.
const LEAVE: &str = "
    localStorage.left = sessionStorage.left = window.name = 'left';
    document.cookie = 'left=1; max-age=1000';
    await caches.open('left');
    await new Promise((done) => { indexedDB.open('left').onsuccess = done; });
    await (await fetch('/maze.svg?seed=7')).text();
    for (let i = 0; i < 9; i++) history.pushState(null, '', location.href);
    const link = Object.assign(document.createElement('a'), { href: '/maze.txt?seed=7', download: 'left.txt' });
    document.body.append(link);
    link.click();";

/// The names of the things that are there.
const FOUND: &str = "
    const permission = await navigator.permissions.query({ name: 'clipboard-read' });
    const request = fetch('/maze.svg?seed=7', { cache: 'only-if-cached', mode: 'same-origin' });
    const isCached = await request.then(() => true, () => false);
    return Object.entries({
        'local storage': localStorage.length > 0,
        'session storage': Object.keys(sessionStorage).some((key) => key !== 'groups'),
        'a cookie': document.cookie !== '',
        'a cache of the page': (await caches.keys()).length > 0,
        'a database': (await indexedDB.databases()).length > 0,
        'a cached response': isCached,
        'a permission': permission.state === 'granted',
        'a name': window.name !== '',
        'a history': history.length > 9,
        'a script': window.scripted === true,
        'dark colors': matchMedia('(prefers-color-scheme: dark)').matches,
        'a touch screen': navigator.maxTouchPoints > 0,
        'another width': innerWidth !== 1280,
    }).filter(([, isFound]) => isFound).map(([name]) => name);";

fn nothing_is_left_of_an_earlier_test(tab: &mut Tab) {
    tab.look(Look::PHONE.dark());
    tab.cdp("Page.addScriptToEvaluateOnNewDocument", json!({ "source": "window.scripted = true;" }));
    tab.go("/");
    tab.allow("clipboard-read");
    tab.run(LEAVE, Vec::new());
    let is_saved = |tab: &Tab| fs::read_dir(&tab.downloads).unwrap().count() > 0;
    let is_saved_soon = (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        is_saved(tab)
    });
    assert!(is_saved_soon, "nothing is saved");
    let left = tab.run(FOUND, Vec::new());
    assert_eq!(left.as_array().unwrap().len(), 13, "only this can be left: {left}");
    tab.run("console.error('the last words of a test')", Vec::new());

    tab.renew();
    assert_eq!(json!(tab.take_faults()), json!([]));
    tab.go("/");
    // That a response is not in the cache is an error on the console.
    tab.expect("ERR_CACHE_MISS");
    assert_eq!(tab.run(FOUND, Vec::new()), json!([]));
    assert!(!is_saved(tab));
}

fn a_browser_that_has_died_is_replaced(tab: &mut Tab) {
    let dying = Tab::open(tab.programs);
    let is_alive = |tab: &Tab| catch_unwind(AssertUnwindSafe(|| tab.address())).is_ok();
    assert!(is_alive(&dying));
    catch_unwind(AssertUnwindSafe(|| dying.cdp("Browser.close", json!({})))).ok();
    assert!(!is_alive(&dying));
    // As after a test that has passed: the next one is given this browser.
    dying.close(false);
    let next = Tab::open(tab.programs);
    next.go("/");
    next.close(false);
}
