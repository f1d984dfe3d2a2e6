//! See `src/parse_text.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| dedale_fuzz::parse_text::run(bytes));
