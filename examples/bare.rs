//! The least that a server of this kind can do: it sends one body from memory, whatever it is asked. What `dedale` is
//! measured against (`cargo bench --bench http`).
//!
//! ```sh
//! cargo run --release --example bare -- 127.0.0.1:8081 application/json maze.json
//! ```
//!
//! Without a file it answers that there is nothing new (304).

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (address, media_type, file) = match &words[..] {
        [address, media_type, file] => (address, media_type.clone(), Some(file)),
        [address] => (address, String::new(), None),
        _ => return Err("bare ADDRESS:PORT [MEDIA_TYPE FILE]".into()),
    };
    let media_type = HeaderValue::try_from(media_type)?;
    let body = file.map(std::fs::read).transpose()?.map(Bytes::from);
    let answer = move || -> std::future::Ready<Response> {
        std::future::ready(match &body {
            Some(body) => ([(CONTENT_TYPE, media_type.clone())], Body::from(body.clone())).into_response(),
            None => StatusCode::NOT_MODIFIED.into_response(),
        })
    };
    let listener = tokio::net::TcpListener::bind(address).await?;
    println!("bare listens on http://{}", listener.local_addr()?);
    axum::serve(listener, Router::new().fallback(answer)).await?;
    Ok(())
}
