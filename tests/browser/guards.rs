//! What may happen in no test: a warning on the console, a request to elsewhere, something that the page's policy
//! forbids, an uncaught error. And the tests that this is detected.

use serde_json::{Value, json};

use crate::tab::Tab;

tests![the_guards_find_what_they_are_there_for, a_quiet_page_has_no_faults];

/// Runs in every page before the page's own code does: what the policy stopped goes to the console, by name.
pub const WATCHER: &str = "addEventListener('securitypolicyviolation', (event) => console.error(
    `policy violation: ${event.violatedDirective} forbids ${event.blockedURI}`));";

/// The violation in a log entry of chromedriver.
pub fn fault(log: &str, entry: &Value, server_url: &str) -> Option<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    if log == "browser" {
        let level = text(&entry["level"]);
        return ["WARNING", "SEVERE"]
            .contains(&&*level)
            .then(|| format!("console {level}: {}", text(&entry["message"])));
    }
    let event: Value = serde_json::from_str(&text(&entry["message"])).unwrap_or_default();
    let (method, parameters) = (&event["message"]["method"], &event["message"]["params"]);
    let url = match method.as_str() {
        Some("Network.requestWillBeSent") => text(&parameters["request"]["url"]),
        Some("Network.webSocketCreated" | "Network.webTransportCreated") => text(&parameters["url"]),
        _ => return None,
    };
    let own = url.strip_prefix(server_url).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let inner = ["data:", "blob:", "about:"].iter().any(|scheme| url.starts_with(scheme));
    (!own && !inner).then(|| format!("request to elsewhere: {url}"))
}

/// Each thing that the guards must find is done here, in a page of the server.
fn the_guards_find_what_they_are_there_for(tab: &mut Tab) {
    // A page with a policy, so that there is something to violate.
    tab.go("/");
    tab.take_faults();
    for (what, script, found) in [
        ("an error on the console", "console.error('a cry')", "a cry"),
        ("a warning on the console", "console.warn('a murmur')", "a murmur"),
        ("an exception", "setTimeout(() => { throw new Error('thrown up') })", "thrown up"),
        ("a promise that is broken", "Promise.reject(new Error('let down')); return 0", "let down"),
        ("a file that is not there", "fetch('/page/latest/no-such-file'); return 0", "404"),
        ("a request to elsewhere", "navigator.sendBeacon('http://127.0.0.1:9/beacon')", "127.0.0.1:9"),
        (
            "another origin",
            "document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.1:9/i' }))",
            "forbids",
        ),
        (
            "a style in the page",
            "document.body.append(Object.assign(document.createElement('style'), { textContent: 'b { top: 0 }' }))",
            "style-src-elem forbids inline",
        ),
        (
            "a script in the page",
            "document.body.append(Object.assign(document.createElement('script'), { textContent: '0' }))",
            "script-src-elem forbids inline",
        ),
        ("eval", "setTimeout('0')", "script-src forbids eval"),
    ] {
        tab.run(script, Vec::new());
        // The log is written by another process, some time after.
        let mut faults = Vec::new();
        for _ in 0..100 {
            faults.extend(tab.take_faults());
            if faults.iter().any(|fault| fault.contains(found)) {
                break;
            }
            tab.run("await new Promise((resolve) => setTimeout(resolve, 20))", Vec::new());
        }
        assert!(faults.iter().any(|fault| fault.contains(found)), "{what} is not found, but {faults:?}");
        // What comes late is part of the same.
        tab.run("await new Promise((resolve) => setTimeout(resolve, 100))", Vec::new());
        tab.take_faults();
    }
}

/// Allowed actions are not violations.
fn a_quiet_page_has_no_faults(tab: &mut Tab) {
    tab.go("/");
    tab.run("console.log('a word'); console.info('a word'); await fetch('/healthz')", Vec::new());
    tab.run(
        "const image = new Image();
         image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
         await new Promise((ended) => { image.onload = image.onerror = ended; });",
        Vec::new(),
    );
    assert_eq!(json!(tab.take_faults()), json!([]));
}
