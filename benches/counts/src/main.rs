//! Counts the instructions that requests and the parts of the library take, and compares them with `counts.txt`, where they are kept:
//! `cargo run --profile quick-release -p dedale-counts`, as `.ci/run` does.
//!
//! Callgrind, a tool of Valgrind (Debian: `apt-get install valgrind`), runs this program again and counts. A count says nothing of caches, but
//! it is the same each time, also on a busy machine, so a small loss is seen. Beside the instructions are the conditional and indirect
//! branches that a simple processor predicts wrongly: code without branches has more of the one and fewer of the other.
//!
//! ```text
//! cargo run --profile quick-release -p dedale-counts [-- OPTION]
//!
//!   --bless          write what was counted into counts.txt
//!   --before FILE    write what was counted into the column `before` of this file
//! ```
//!
//! A case fails if it takes more than 3 % above its last count, or more than 5 % above its first one: many small losses are a large one.
//! `--bless` is for losses that are intended, with the reason in the message of the commit. It keeps the first count, unless the new one
//! is more than 5 % above it. The column `before` has the counts of an earlier commit, to come back to.
//!
//! All cases are run by one process with one thread for the service, in order, and each is run a few times before it is counted. The pool
//! of the service uses one more thread for large mazes; it is counted too.

mod cases;
mod table;

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use table::{Count, Table};

/// As in the program.
#[global_allocator]
static ALLOCATOR: dedale_heap::Counting = dedale_heap::Counting;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The argument with which Callgrind runs this program.
const RUN: &str = "--run-cases";

/// Settings of the GNU C library: all threads allocate from one arena, and memory is copied by the instructions that every processor has.
const TUNABLES: &str =
    "glibc.malloc.arena_max=1:glibc.cpu.hwcaps=-AVX512F,-AVX2,-ERMS,-FSRM:glibc.cpu.x86_non_temporal_threshold=0xc0000";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        [RUN] => cases::run(),
        [] => count().and_then(|counts| compare(&counts)),
        ["--bless"] => count().and_then(|counts| bless(&counts)),
        ["--before", file] => {
            count().and_then(|counts| Table::update(Path::new(file), |table| table.set_before(&counts)))
        }
        _ => Err("usage: dedale-counts [--bless | --before FILE]".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Where the counts are kept.
fn table_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("counts.txt")
}

/// Fails if a case takes more than it may.
fn compare(counts: &[Count]) -> Result<()> {
    let report = Table::read(&table_path())?.compare(counts);
    print!("{}", report.text);
    if report.fails {
        return Err("counts: if this is intended, run `cargo run --profile quick-release -p dedale-counts -- --bless`, and give the reason in the commit".into());
    }
    Ok(())
}

fn bless(counts: &[Count]) -> Result<()> {
    Table::update(&table_path(), |table| print!("{}", table.bless(counts)))
}

/// Runs all cases under Callgrind.
fn count() -> Result<Vec<Count>> {
    let folder = std::env::temp_dir().join(format!("dedale-counts-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let counted = count_in(&folder);
    fs::remove_dir_all(&folder)?;
    counted
}

fn count_in(folder: &Path) -> Result<Vec<Count>> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--branch-sim=yes", "--dump-line=no", "--error-exitcode=1"]);
    // A count ends where the next one begins. Callgrind counts all threads.
    valgrind.args(["--dump-before=dedale_counts::case_begins", "--dump-before=dedale_counts::case_ends"]);
    valgrind.arg(format!("--callgrind-out-file={}", folder.join("out").display()));
    valgrind.arg(std::env::current_exe()?).arg(RUN);
    let path = std::env::var_os("PATH").unwrap_or_default();
    valgrind.env_clear().env("PATH", path).env("GLIBC_TUNABLES", TUNABLES).env("LD_PRELOAD", repeatable(folder)?);
    let output =
        valgrind.output().map_err(|error| format!("valgrind could not be run ({error}): apt-get install valgrind"))?;
    if !output.status.success() {
        return Err(format!("the cases failed:\n{}", String::from_utf8_lossy(&output.stderr)).into());
    }
    let names: Vec<String> = String::from_utf8(output.stdout)?.lines().map(str::to_owned).collect();
    let mut counts = Vec::new();
    // The files have the numbers of their dumps. Each second dump is that of a case.
    for (number, name) in names.into_iter().enumerate() {
        let dump = folder.join(format!("out.{}", 2 * number + 2));
        counts.push(Count::read(name, &fs::read_to_string(&dump)?)?);
    }
    Ok(counts)
}

/// Builds the library that makes random numbers and the time the same in each run, with the C compiler that Rust needs anyway.
fn repeatable(folder: &Path) -> Result<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("repeatable.c");
    let library = folder.join("repeatable.so");
    let built = Command::new("cc").args(["-shared", "-fPIC", "-O2", "-o"]).arg(&library).arg(source).status()?;
    if built.success() { Ok(library) } else { Err("repeatable.c could not be compiled".into()) }
}

/// Runs a case: a few times for the caches of the allocator and what is made only once, and once to be counted.
fn run_case(name: &str, mut case: impl FnMut() -> Result<()>) -> Result<()> {
    for _ in 0..3 {
        case()?;
    }
    case_begins(name);
    let result = case();
    case_ends(name);
    println!("{name}");
    result
}

/// Where a count begins, which Callgrind recognizes by the name of the function.
#[inline(never)]
fn case_begins(name: &str) {
    black_box(name);
}

/// Where a count ends.
#[inline(never)]
fn case_ends(name: &str) {
    black_box((name, 1));
}
