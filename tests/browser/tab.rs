//! A browser with one tab, and what a person does with it.

use std::fmt::Display;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use fantoccini::actions::{InputSource, KeyAction, KeyActions, MouseActions};
use fantoccini::key::Key;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper::Method;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::time::timeout;
use url::{ParseError, Url};

use crate::guards;
use crate::programs::Programs;

/// How long something may take that is waited for. Nothing here takes a tenth of it on an idle machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a test that waits in vain for the browser itself fails with.
pub const NO_ANSWER: &str = "the browser does not answer";

/// Opens the groups of controls that fold, as a returning visitor has left them.
const OPENED: &str = "try { sessionStorage.groups ??= JSON.stringify(Object.fromEntries(
    ['shape', 'size', 'maze', 'puzzle', 'ground', 'colors', 'solver'].map((name) => [`group-${name}`, true]))); } catch { }";

/// How often it is looked whether it is there.
const GLANCE: Duration = Duration::from_millis(20);

/// How a page is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub width: u32,
    pub height: u32,
    /// A phone: fingers, and a viewport as phones have it.
    pub touch: bool,
    pub dark: bool,
    pub reduced_motion: bool,
}

impl Look {
    /// A window on a screen.
    pub const DESK: Look = Look { width: 1280, height: 900, touch: false, dark: false, reduced_motion: false };
    /// The narrowest that the Web Content Accessibility Guidelines ask for: a window of 1280 pixels at 400%, with a scroll bar.
    pub const NARROW: Look = Look { width: 320, height: 640, ..Look::DESK };
    /// A small phone.
    pub const PHONE: Look = Look { width: 360, height: 740, touch: true, ..Look::DESK };
    /// A large screen.
    pub const WALL: Look = Look { width: 2560, height: 1440, ..Look::DESK };

    /// The same in dark colors.
    pub const fn dark(self) -> Look {
        Look { dark: true, ..self }
    }
}

/// A browser with one tab, in which nothing is left of earlier tests.
pub struct Tab<'a> {
    pub programs: &'a Programs,
    client: Client,
    /// Where the browser puts what it downloads.
    pub downloads: PathBuf,
    /// The events that the guards ignore.
    expected: Vec<&'static str>,
    /// What they have found so far.
    found: Vec<String>,
}

impl<'a> Tab<'a> {
    /// Opens a tab in a browser that no other test uses, or in a new one. Starting one costs more than most tests do.
    pub fn open(programs: &'a Programs) -> Tab<'a> {
        let idle = programs.idle.lock().unwrap().pop();
        let again = idle.and_then(|client| {
            let mut tab = Tab::of(programs, client);
            // A browser may have died, or hang, after the test before has passed.
            if catch_unwind(AssertUnwindSafe(|| tab.renew())).is_ok() {
                return Some(tab);
            }
            tab.end();
            None
        });
        again.unwrap_or_else(|| {
            let mut tab = Tab::of(programs, start_browser(programs));
            tab.renew();
            tab
        })
    }

    fn of(programs: &'a Programs, client: Client) -> Tab<'a> {
        Tab { programs, client, downloads: PathBuf::new(), expected: Vec::new(), found: Vec::new() }
    }

    /// Replaces the tab by a new one, and empties everything that the browser keeps: the next test is not to find what this one leaves.
    /// Together with a tab goes what is set for it: emulation, scripts on new documents, the history, and what was logged.
    pub fn renew(&mut self) {
        static TABS: AtomicUsize = AtomicUsize::new(0);
        let old = self.wait(self.client.windows(), "the tabs");
        let new = self.wait(self.client.new_window(true), "a new tab").handle;
        for tab in old {
            self.wait(self.client.switch_to_window(tab), "the tab before");
            self.wait(self.client.close_window(), "the end of the tab before");
        }
        self.wait(self.client.switch_to_window(new), "the new tab");
        self.cdp("Storage.clearDataForOrigin", json!({ "origin": self.programs.server_url, "storageTypes": "all" }));
        self.cdp("Network.clearBrowserCache", json!({}));
        self.cdp("Browser.resetPermissions", json!({}));
        self.downloads = self.programs.folder.join(format!("downloads-{}", TABS.fetch_add(1, Ordering::Relaxed)));
        fs::create_dir_all(&self.downloads).unwrap();
        self.cdp("Browser.setDownloadBehavior", json!({ "behavior": "allow", "downloadPath": self.downloads }));
        self.take_faults();
        self.look(Look::DESK);
        self.cdp("Page.addScriptToEvaluateOnNewDocument", json!({ "source": format!("{}{OPENED}", guards::WATCHER) }));
    }

    /// Leaves the browser to another test. After a test that failed it is ended instead.
    pub fn close(self, has_failed: bool) {
        if has_failed {
            self.end();
        } else {
            self.programs.idle.lock().unwrap().push(self.client);
        }
    }

    /// Ends the browser.
    fn end(self) {
        // It may hang.
        self.programs.runtime.block_on(async { timeout(PATIENCE, self.client.close()).await }).ok();
    }

    fn wait<T, E: Display>(&self, future: impl Future<Output = Result<T, E>>, what: impl Display) -> T {
        // A browser that hangs does not answer, not even when it is asked for a picture of what is wrong.
        match self.programs.runtime.block_on(async { timeout(3 * PATIENCE, future).await }) {
            Ok(outcome) => outcome.unwrap_or_else(|error| panic!("{what}: {error}")),
            Err(_) => panic!("{what}: {NO_ANSWER}"),
        }
    }

    /// A command of the protocol below WebDriver.
    pub fn cdp(&self, command: &'static str, parameters: Value) -> Value {
        let body = json!({ "cmd": command, "params": parameters });
        self.wait(self.client.issue_cmd(Post { path: "goog/cdp/execute", body }), command)
    }

    /// Sets how the page is looked at.
    pub fn look(&self, look: Look) {
        let Look { width, height, touch, dark, reduced_motion } = look;
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch });
        self.cdp("Emulation.setDeviceMetricsOverride", size);
        self.cdp("Emulation.setTouchEmulationEnabled", json!({ "enabled": touch, "maxTouchPoints": 5 }));
        let features = json!([
            { "name": "prefers-color-scheme", "value": if dark { "dark" } else { "light" } },
            { "name": "prefers-reduced-motion", "value": if reduced_motion { "reduce" } else { "no-preference" } },
        ]);
        self.cdp("Emulation.setEmulatedMedia", json!({ "media": "", "features": features }));
    }

    /// Lets the page do what a person would be asked about.
    pub fn allow(&self, permission: &str) {
        let body = json!({ "descriptor": { "name": permission }, "state": "granted" });
        self.wait(self.client.issue_cmd(Post { path: "permissions", body }), permission);
    }

    /// Goes to an address of the server, and waits until what is there has been shown.
    pub fn go(&self, path: &str) {
        self.load(path);
        self.settled();
    }

    /// Goes to an address of the server, and waits until it has been loaded.
    pub fn load(&self, path: &str) {
        let url = format!("{}{path}", self.programs.server_url);
        self.wait(self.client.goto(&url), &url);
    }

    /// Waits until the page shows something, if only an error.
    pub fn settled(&self) {
        self.until(
            "the page has come up",
            "!['', undefined, 'loading'].includes(document.documentElement.dataset.state)",
        );
    }

    /// Waits until the page is in this state.
    pub fn state(&self, state: &str) {
        self.until(&format!("the page is {state}"), &format!("document.documentElement.dataset.state === '{state}'"));
    }

    /// Goes back, to what was left.
    pub fn back(&self) {
        self.wait(self.client.back(), "back");
    }

    /// Goes forward again.
    pub fn forward(&self) {
        self.wait(self.client.forward(), "forward");
    }

    /// Loads the page again.
    pub fn reload(&self) {
        self.wait(self.client.refresh(), "reload");
        self.settled();
    }

    /// The value of a JavaScript expression, in the page.
    pub fn eval(&self, expression: &str) -> Value {
        self.run(&format!("return ({expression})"), Vec::new())
    }

    /// What the body of an asynchronous JavaScript function returns in the end.
    pub fn run(&self, body: &str, arguments: Vec<Value>) -> Value {
        let body = format!("return (async () => {{ {body} }})()");
        self.wait(self.client.execute(&body, arguments), body.get(..200).unwrap_or(&body))
    }

    /// The value of an expression that is text.
    pub fn text_of(&self, expression: &str) -> String {
        let value = self.eval(expression);
        value.as_str().unwrap_or_else(|| panic!("{expression} is {value}")).to_owned()
    }

    /// The visible text of an element.
    pub fn text(&self, css: &str) -> String {
        self.text_of(&format!("document.querySelector('{css}').innerText"))
    }

    /// The value of a field.
    pub fn value(&self, id: &str) -> String {
        self.text_of(&format!("document.getElementById('{id}').value"))
    }

    /// Path and query of the page's address.
    pub fn address(&self) -> String {
        self.text_of("location.pathname + location.search")
    }

    /// Whether this is seen: it is there, not hidden, and has a size.
    pub fn is_seen(&self, css: &str) -> bool {
        self.eval(&seen(css)) == true
    }

    /// Waits until this is seen.
    pub fn until_seen(&self, css: &str) {
        self.until(&format!("{css} is seen"), &seen(css));
    }

    /// Waits until an expression is true.
    pub fn until(&self, what: &str, expression: &str) {
        let end = Instant::now() + PATIENCE;
        loop {
            let value = self.eval(expression);
            if !matches!(value, Value::Null | Value::Bool(false)) && value != 0 && value != "" {
                return;
            }
            if Instant::now() > end {
                let page = self.eval(
                    "({ address: location.href, state: document.documentElement.dataset.state,
                        banner: document.querySelector('#banner')?.innerText,
                        status: document.querySelector('#status')?.innerText })",
                );
                panic!("waited in vain until {what}: {expression} is {value}; {page}");
            }
            std::thread::sleep(GLANCE);
        }
    }

    /// Presses the mouse on an element.
    pub fn click(&self, css: &str) {
        let element = self.wait(self.client.find(Locator::Css(css)), css);
        // The driver does not scroll where a part of it is in sight, although its middle may be below a bar.
        self.run(
            "document.querySelector(arguments[0]).scrollIntoView({ block: 'nearest', behavior: 'instant' })",
            vec![json!(css)],
        );
        self.wait(element.click(), format!("a click on {css}"));
    }

    /// Makes a choice in a `select`.
    pub fn select(&self, id: &str, value: &str) {
        let element = self.wait(self.client.find(Locator::Id(id)), id);
        self.wait(element.select_by_value(value), format!("{id}={value}"));
    }

    /// Replaces the text of a field by selecting it and typing, and leaves the field.
    pub fn fill(&self, id: &str, value: &str) {
        let element = self.wait(self.client.find(Locator::Id(id)), id);
        let (control, tab) = (char::from(Key::Control), char::from(Key::Tab));
        let marked = if value.is_empty() { char::from(Key::Backspace).to_string() } else { value.to_owned() };
        // A null lets go of the key that is held.
        let keys = format!("{control}a{}{marked}{tab}", char::from(Key::Null));
        self.wait(element.send_keys(&keys), format!("{value} in #{id}"));
    }

    /// Chooses a file.
    pub fn upload(&self, id: &str, path: &str) {
        let element = self.wait(self.client.find(Locator::Id(id)), id);
        self.wait(element.send_keys(path), format!("{path} in #{id}"));
    }

    /// Sets a slider.
    pub fn slide(&self, id: &str, to: &str) {
        self.run(
            "const slider = document.getElementById(arguments[0]);
             slider.value = arguments[1] ?? slider.max;
             slider.dispatchEvent(new Event('input', { bubbles: true }));
             slider.dispatchEvent(new Event('change', { bubbles: true }));",
            vec![json!(id), if to == "max" { Value::Null } else { json!(to) }],
        );
    }

    /// Presses keys in order.
    pub fn press(&self, keys: &[char]) {
        let mut actions = KeyActions::new("keyboard".to_owned());
        for &value in keys {
            actions = actions.then(KeyAction::Down { value }).then(KeyAction::Up { value });
        }
        self.wait(self.client.perform_actions(actions), "keys");
    }

    /// Presses a key while another is held.
    pub fn press_with(&self, held: char, value: char) {
        let actions = KeyActions::new("keyboard".to_owned());
        let actions = actions.then(KeyAction::Down { value: held }).then(KeyAction::Down { value });
        let actions = actions.then(KeyAction::Up { value }).then(KeyAction::Up { value: held });
        self.wait(self.client.perform_actions(actions), "keys");
    }

    /// Where an element is in the window: left, top, width, height.
    pub fn place(&self, css: &str) -> [f64; 4] {
        let place = self.eval(&format!(
            "(() => {{ const place = document.querySelector('{css}').getBoundingClientRect();
                       return [place.left, place.top, place.width, place.height]; }})()"
        ));
        serde_json::from_value(place.clone()).unwrap_or_else(|_| panic!("{css} is at {place}"))
    }

    /// Does something with a mouse.
    pub fn act(&self, mouse: MouseActions) {
        self.wait(self.client.perform_actions(mouse), "the mouse");
    }

    /// Turns the wheel of a mouse, at a place of the window.
    pub fn wheel(&self, x: f64, y: f64, by: f64) {
        let event = json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": by });
        self.cdp("Input.dispatchMouseEvent", event);
    }

    /// Moves two fingers away from each other, or together.
    pub fn pinch(&self, [x, y]: [f64; 2], from: f64, to: f64) {
        for part in 0..=5 {
            let apart = from + (to - from) * f64::from(part) / 5.0;
            let points = json!([{ "x": x - apart / 2.0, "y": y, "id": 0 }, { "x": x + apart / 2.0, "y": y, "id": 1 }]);
            let kind = if part == 0 { "touchStart" } else { "touchMove" };
            self.cdp("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
        }
        self.cdp("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] }));
    }

    /// Draws a finger over the screen.
    pub fn swipe(&self, from: [f64; 2], to: [f64; 2]) {
        let touch = |kind: &str, points: Value| {
            self.cdp("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
        };
        touch("touchStart", json!([{ "x": from[0], "y": from[1] }]));
        for part in 1..=4 {
            let between = |i: usize| from[i] + (to[i] - from[i]) * f64::from(part) / 4.0;
            touch("touchMove", json!([{ "x": between(0), "y": between(1) }]));
        }
        touch("touchEnd", json!([]));
    }

    /// Everything that happened that the test does not expect. It is asked after every test.
    pub fn unexpected_faults(&mut self) -> Vec<String> {
        self.collect_faults();
        let expected = |fault: &String| self.expected.iter().any(|expected| fault.contains(expected));
        self.found.iter().filter(|fault| !expected(fault)).cloned().collect()
    }

    /// Says that a fault with these words in it is part of the test.
    pub fn expect(&mut self, words: &'static str) {
        self.expected.push(words);
    }

    /// Forgets the faults so far, and gives them.
    pub fn take_faults(&mut self) -> Vec<String> {
        self.collect_faults();
        std::mem::take(&mut self.found)
    }

    fn collect_faults(&mut self) {
        for kind in ["browser", "performance"] {
            let body = json!({ "type": kind });
            let entries = self.wait(self.client.issue_cmd(Post { path: "se/log", body }), "the log");
            let entries = entries.as_array().unwrap();
            self.found.extend(entries.iter().filter_map(|entry| guards::fault(kind, entry, &self.programs.server_url)));
        }
    }

    /// The PDF that printing makes.
    pub fn pdf(&self) -> Vec<u8> {
        let pdf = self.cdp("Page.printToPDF", json!({ "preferCSSPageSize": true, "printBackground": false }));
        BASE64.decode(pdf["data"].as_str().unwrap()).unwrap()
    }

    /// A picture as PNG, of what is in the window, or of the whole page. For the latter a window is as high as the page, on
    /// which the page may paint anew.
    pub fn screenshot(&self, file: &Path, whole: bool) {
        let picture = self.cdp("Page.captureScreenshot", json!({ "captureBeyondViewport": whole }));
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, BASE64.decode(picture["data"].as_str().unwrap()).unwrap()).unwrap();
    }

    /// Keeps a picture of a test that failed, and says where.
    pub fn save_failure(&self, name: &str) -> String {
        let folder = std::env::var_os("SCREENSHOTS").map_or_else(|| env!("CARGO_TARGET_TMPDIR").into(), PathBuf::from);
        let file = folder.join(format!("failed-{}.png", name.replace("::", "-")));
        let saved = catch_unwind(AssertUnwindSafe(|| self.screenshot(&file, false)));
        saved.map_or_else(|_| String::new(), |()| format!("\nhow it looked: {}", file.display()))
    }
}

/// Starts a browser with an empty profile.
fn start_browser(programs: &Programs) -> Client {
    static BROWSERS: AtomicUsize = AtomicUsize::new(0);
    let profile = programs.folder.join(format!("profile-{}", BROWSERS.fetch_add(1, Ordering::Relaxed)));
    let capabilities = json!({
        "browserName": "chrome",
        "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        "goog:chromeOptions": {
            "binary": programs.chromium,
            "args": [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage",
                "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
                // Through a pipe, so that the browser ends when its chromedriver does.
                "--remote-debugging-pipe", format!("--user-data-dir={}", profile.display()),
            ],
        },
    });
    let Value::Object(capabilities) = capabilities else { unreachable!("it is written as an object") };
    let mut builder = ClientBuilder::new(HttpConnector::new());
    programs.runtime.block_on(builder.capabilities(capabilities).connect(&programs.driver_url)).unwrap()
}

/// An expression that is true when an element is seen.
fn seen(css: &str) -> String {
    format!(
        "document.querySelector('{css}')?.checkVisibility({{ visibilityProperty: true, opacityProperty: true }}) === true"
    )
}

/// A command of chromedriver's own: something that is posted to a path below the session.
#[derive(Debug)]
struct Post {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Post {
    fn endpoint(&self, base_url: &Url, session_id: Option<&str>) -> Result<Url, ParseError> {
        base_url.join(&format!("session/{}/{}", session_id.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}
