//! See `src/request.rs`.
#![no_main]

use dedale_fuzz::request;
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(init: request::start(), |bytes: &[u8]| -> Corpus {
    if request::run(bytes) { Corpus::Keep } else { Corpus::Reject }
});
