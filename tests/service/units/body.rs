//! Where responses are drawn and compressed.

use axum::http::{HeaderMap, Uri};
use dedale::formats::Format;
use dedale::options::MazeOptions;
use dedale::picture::Measures;
use dedale_server::app::App;
use dedale_server::limits::cancel::{Stop, StopOnDrop, Watch};
use dedale_server::limits::client_ip::Origin;
use dedale_server::response::answer::Content;
use dedale_server::response::body::Drawing;
use dedale_server::response::coding::Coding;
use dedale_server::response::context::RequestContext;
use dedale_server::settings::Settings;
use http_body_util::BodyExt as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::current;

fn ask(settings: Settings) -> RequestContext {
    let app = Arc::new(App::new(settings));
    RequestContext::new(&app, Origin::default(), Uri::default(), HeaderMap::new())
}

#[tokio::test]
async fn large_responses_are_drawn_and_compressed_by_the_pool() {
    let ask = ask(Settings::default());
    for (elements, coding, is_here) in [
        (20_000, Coding::Identity, true),
        (20_001, Coding::Identity, false),
        (4_000, Coding::Gzip, true),
        (4_001, Coding::Gzip, false),
    ] {
        let was_here = Arc::new(AtomicBool::new(false));
        let (seen, thread) = (was_here.clone(), current().id());
        let write_next = move |out: &mut Vec<u8>, _: &mut Watch| {
            seen.store(current().id() == thread, Ordering::SeqCst);
            out.extend_from_slice(b"a body");
            Ok(false)
        };
        let drawing = Drawing::new(Box::new(write_next), Format::Ascii, elements);
        let memory = ask.account.reserve(0).unwrap();
        let content = Content::drawn(drawing, coding, &ask, memory).await.unwrap();
        assert_eq!(content.coding, coding);
        let bytes = content.body.collect().await.unwrap().to_bytes();
        assert_eq!(bytes == "a body", coding == Coding::Identity);
        assert_eq!(was_here.load(Ordering::SeqCst), is_here, "{elements} {coding:?}");
    }
}

#[tokio::test]
async fn without_memory_for_an_encoder_a_response_is_sent_as_it_is() {
    let ask = ask(Settings { max_memory: (1 << 20) - 1, ..Settings::default() });
    for (elements, expected) in [(1, Coding::Gzip), (1_000_000, Coding::Identity)] {
        let write_next = |out: &mut Vec<u8>, _: &mut Watch| {
            out.extend_from_slice(b"a body");
            Ok(false)
        };
        let drawing = Drawing::new(Box::new(write_next), Format::Ascii, elements);
        let memory = ask.account.reserve(0).unwrap();
        let content = Content::drawn(drawing, Coding::Gzip, &ask, memory).await.unwrap();
        assert_eq!(content.coding, expected, "{elements}");
    }
}

/// The triangles of a solid are found before the first bytes, by the work that made the maze, which can be stopped.
#[test]
fn what_comes_before_the_first_bytes_of_an_stl_is_done_while_the_maze_is_made() {
    let drawing = || {
        let maze: MazeOptions = "w=30&h=30&seed=7".parse().expect("options");
        let made = maze.make(&mut ()).expect("a maze");
        Drawing::picture(made, Format::Stl(Measures::DEFAULT)).expect("a solid")
    };
    let stop = Stop::new(u64::MAX);
    let mut watch = Watch::default().stopped_by(&stop);
    let stop = StopOnDrop(stop);
    let (mut whole, mut begun) = (Vec::new(), Vec::new());
    drawing().write(&mut whole, &mut watch).expect("it is not stopped");
    drawing().begin(&mut watch).and_then(|begins| begins.write(&mut begun, &mut watch)).expect("it is not stopped");
    assert!(whole == begun && !whole.is_empty());
    drop(stop);
    assert!(drawing().begin(&mut watch).is_err());
}
