//! See `src/parse_json.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| dedale_fuzz::parse_json::run(bytes));
