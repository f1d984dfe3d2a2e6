//! Random requests of many parameters at once: each answer is as `openapi.yaml` says.
//!
//! `FUZZ_SEED` draws others, and `FUZZ_COMBINATIONS` sends another number of them.

use std::env;
use std::sync::Arc;

use axum::http::Method;
use dedale::rng::{Rng, Stream, derived_seed};
use dedale_server::app::App;
use dedale_server::settings::Settings;

use crate::common::{request, send_whole};

#[path = "../../../fuzz/src/combinations.rs"]
#[allow(dead_code, reason = "the fuzzers use the rest")]
mod combinations;

#[tokio::test]
async fn answers_to_combined_parameters_are_as_the_file_says() {
    let number = |name: &str| env::var(name).ok().map(|text| text.parse::<u64>().expect("a number"));
    let (seed, count) = (number("FUZZ_SEED").unwrap_or(1), number("FUZZ_COMBINATIONS").unwrap_or(1_500));
    let settings = Settings {
        max_side: 400,
        max_cells: 2_000,
        max_streamed_cells: 20_000,
        max_pixels: 1 << 20,
        max_step_cells: 400,
        ..Settings::default()
    };
    let app = Arc::new(App::new(settings));
    let mut answered = 0;
    for index in 0..count {
        let bytes = combinations::request(&mut Rng::new(derived_seed(seed, index), Stream::Generate));
        let text = String::from_utf8(bytes).expect("text");
        let uri = text.split_ascii_whitespace().nth(1).expect("a method and a path");
        // Lines of mazes are cut off where the next one is not found.
        let answer = send_whole(&app, request(Method::GET, uri, &[])).await;
        answered += u64::from(answer.is_some_and(|answer| answer.status == 200));
    }
    assert!(answered > count / 8, "{answered} of {count} requests had an answer");
}
