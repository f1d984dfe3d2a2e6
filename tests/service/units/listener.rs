//! Connections whose answers fail.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::routing::get;
use dedale_server::app::App;
use dedale_server::server::listener::{Shutdown, serve};
use dedale_server::server::service::around;
use dedale_server::settings::Settings;
use futures_util::stream::{self, StreamExt as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

#[tokio::test]
async fn a_connection_whose_answer_panics_leaves_nothing_behind() {
    let app = Arc::new(App::new(Settings { max_connections: 1, ..Settings::default() }));
    let connections = &app.metrics.connections;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let bad = get(async || {
        let first = stream::iter([Ok::<_, io::Error>(Bytes::from_static(b"first"))]);
        Body::from_stream(first.chain(stream::poll_fn(|_| panic!("on purpose"))))
    });
    let service = around(Router::new().route("/", bad), app.clone());
    let shutdown = Shutdown { drain_delay: Duration::ZERO, timeout: Duration::ZERO };
    let asking = async {
        // More than the limit.
        for _ in 0..3 {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
            stream.read_to_end(&mut Vec::new()).await.ok();
        }
        while connections.get() > 0 {
            sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::select! {
        () = serve(service, listener, app.clone(), std::future::pending(), shutdown) => panic!("it serves forever"),
        asked = timeout(Duration::from_secs(20), asking) => asked.unwrap(),
    }
}
