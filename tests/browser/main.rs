//! The page in a real browser: Debian's headless Chromium, driven through chromedriver, against the real server.
//!
//! See README.md in this folder for what it needs and how it is run. Without `BROWSER_TESTS` in the environment it says
//! in one line what it left out, and nothing else.

#![cfg(unix)]
// What helps a test may panic like one.
#![allow(clippy::unwrap_used)]

/// The tests of a file, by name: each is a function that takes a new [`tab::Tab`].
macro_rules! tests {
    ($($name:ident),* $(,)?) => {
        pub const TESTS: &[crate::Test] = &[$((concat!(module_path!(), "::", stringify!($name)), $name)),*];
    };
}

mod access;
mod book;
mod build;
mod faults;
mod front;
mod guards;
mod isolation;
mod large;
mod layout;
mod map;
mod map_screens;
mod open;
mod opened;
mod picture;
mod play;
mod print;
mod programs;
mod save;
mod service;
mod shapes;
mod share;
mod spoken;
mod tab;
mod tiles;
mod today;
mod watch;
mod worksheet;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};

use programs::Programs;
use tab::{NO_ANSWER, Tab};

thread_local! {
    /// The message and location of the last panic of this thread. It is printed with the failed test.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// A test: its name, and what it does with a browser that nothing was done with before.
type Test = (&'static str, fn(&mut Tab));

/// Every test, file by file.
const FILES: &[&[Test]] = &[
    guards::TESTS,
    isolation::TESTS,
    book::TESTS,
    build::TESTS,
    watch::TESTS,
    play::TESTS,
    shapes::TESTS,
    share::TESTS,
    faults::TESTS,
    front::TESTS,
    print::TESTS,
    save::TESTS,
    layout::TESTS,
    access::TESTS,
    large::TESTS,
    map::TESTS,
    map_screens::TESTS,
    tiles::TESTS,
    opened::TESTS,
    open::TESTS,
    worksheet::TESTS,
    today::TESTS,
    spoken::TESTS,
];

/// Two browsers at a time are as many as a small machine has room for.
const MAX_BROWSERS: usize = 2;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads =
        Some(arguments.test_threads.map_or(MAX_BROWSERS, |threads| threads.clamp(1, MAX_BROWSERS)));
    if arguments.list {
        return libtest_mimic::run(&arguments, trials(&None)).exit_code();
    }
    let wanted = trials(&None).iter().filter(|trial| !arguments.is_filtered_out(trial)).count();
    if std::env::var_os("BROWSER_TESTS").is_none() {
        if wanted > 0 {
            println!(
                "browser: {wanted} tests left out, since they need Chromium: \
                 BROWSER_TESTS=1 cargo test --test browser (see tests/browser/README.md)"
            );
        }
        return ExitCode::SUCCESS;
    }
    if wanted == 0 {
        return libtest_mimic::run(&arguments, Vec::new()).exit_code();
    }
    let programs = match Programs::start() {
        Ok(programs) => Some(Arc::new(programs)),
        Err(missing) => {
            eprintln!("browser: {missing} (see tests/browser/README.md)");
            return ExitCode::FAILURE;
        }
    };
    std::panic::set_hook(Box::new(|panic| PANIC.set(panic.to_string())));
    let conclusion = libtest_mimic::run(&arguments, trials(&programs));
    // All tests have ended, so this is the last holder.
    let faults = programs.and_then(Arc::into_inner).map(Programs::stop).unwrap_or_default();
    for fault in &faults {
        eprintln!("browser: {fault}");
    }
    if faults.is_empty() { conclusion.exit_code() } else { ExitCode::FAILURE }
}

/// The tests, to be run with these programs. Without programs they can be listed and counted.
fn trials(programs: &Option<Arc<Programs>>) -> Vec<Trial> {
    let tests = FILES.iter().flat_map(|tests| tests.iter());
    tests
        .map(|&(name, test)| {
            let name = name.strip_prefix("browser::").unwrap_or(name);
            let programs = programs.clone();
            Trial::test(name, move || run(&programs.expect("programs are there when tests are run"), name, test))
        })
        .collect()
}

/// Runs a test. When the browser does not answer any more, the test is run once again in another one: Chromium hangs now and then,
/// while a page that keeps it from answering does so twice.
fn run(programs: &Programs, name: &str, test: fn(&mut Tab)) -> Result<(), Failed> {
    let outcome = run_once(programs, name, test);
    match &outcome {
        Err(failed) if failed.message().is_some_and(|said| said.contains(NO_ANSWER)) => {
            eprintln!("browser: {name} is run again, since {NO_ANSWER}");
            run_once(programs, name, test)
        }
        _ => outcome,
    }
}

/// Runs a test in a fresh tab, and then checks with the guards whether anything forbidden happened.
fn run_once(programs: &Programs, name: &str, test: fn(&mut Tab)) -> Result<(), Failed> {
    let mut tab = Tab::open(programs);
    let outcome = catch_unwind(AssertUnwindSafe(|| test(&mut tab)));
    let panic = PANIC.take();
    // A browser that is gone tells nothing any more, and must not keep the rest from being put away.
    let faults = catch_unwind(AssertUnwindSafe(|| tab.unexpected_faults()));
    let faults = faults.unwrap_or_else(|_| vec!["the browser does not tell its log".to_owned()]);
    let failed = outcome.is_err() || !faults.is_empty();
    let picture = if failed { tab.save_failure(name) } else { String::new() };
    tab.close(failed);
    let mut said = Vec::new();
    if outcome.is_err() {
        said.push(panic);
    }
    said.extend(faults.iter().map(|fault| format!("the guards found: {fault}")));
    if failed { Err(format!("{}{picture}", said.join("\n")).into()) } else { Ok(()) }
}
