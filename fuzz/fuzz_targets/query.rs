//! See `src/query.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| dedale_fuzz::query::run(bytes));
