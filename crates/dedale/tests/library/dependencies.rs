//! The library depends on a few crates in pure Rust, and on nothing that asks the operating system for anything: it builds for
//! targets without one, such as `wasm32-unknown-unknown`.

use std::collections::BTreeSet;
use std::process::Command;

/// Every crate that is built into the library on `wasm32-unknown-unknown`, with all its features. None of them runs a C compiler,
/// draws random numbers from the system (getrandom), or needs JavaScript (js-sys, wasm-bindgen).
const ALLOWED: &[&str] = &[
    "adler2",
    "arrayref",
    "arrayvec",
    "bitflags",
    "bytemuck",
    "cfg-if",
    "crc32fast",
    "dedale",
    "fdeflate",
    "flate2",
    "gif",
    "itoa",
    "log",
    "memchr",
    "miniz_oxide",
    "png",
    "rand",
    "rand_core",
    "serde",
    "serde_core",
    "serde_json",
    "simd-adler32",
    "strict-num",
    "strsim",
    "tiny-skia",
    "tiny-skia-path",
    "weezl",
    "zmij",
];

/// The crates that are built into the library for a target: neither procedural macros nor what builds or tests it.
fn dependencies(target: &str) -> BTreeSet<String> {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--package", "dedale", "--edges", "normal,no-proc-macro", "--all-features", "--prefix", "none"])
        .args(["--format", "{lib}", "--target", target, "--locked", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let names = String::from_utf8(tree.stdout).unwrap();
    let names: BTreeSet<String> = names
        .lines()
        .map(|line| line.trim_end_matches(" (*)").trim().to_owned())
        .filter(|name| !name.is_empty())
        .collect();
    assert!(names.contains("dedale") && names.contains("png"), "{names:?}");
    names
}

#[test]
fn nothing_is_built_in_that_needs_an_operating_system() {
    let allowed: BTreeSet<String> = ALLOWED.iter().map(|name| name.replace("-", "_")).collect();
    for target in
        ["wasm32-unknown-unknown", "x86_64-unknown-linux-gnu", "aarch64-apple-darwin", "x86_64-pc-windows-msvc"]
    {
        let more: Vec<String> = dependencies(target).difference(&allowed).cloned().collect();
        assert!(more.is_empty(), "new dependencies on {target}: {more:?}. Are they pure Rust, and worth it?");
    }
}
