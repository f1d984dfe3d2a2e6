//! `dedale health`: checks whether a server is alive.

use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

const HEALTH_TIMEOUT: Duration = Duration::from_secs(3);

/// Asks the server at `address` whether it is alive.
pub async fn ask_health(address: SocketAddr) -> io::Result<()> {
    let address = reachable(address);
    let answered = tokio::time::timeout(HEALTH_TIMEOUT, ask(address)).await;
    match answered.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into())) {
        Ok(StatusCode::OK) => {
            // Scripts use the exit status; this line is for humans, and may fail.
            let _ = writeln!(io::stdout(), "http://{address} is alive");
            Ok(())
        }
        Ok(status) => Err(io::Error::other(format!("http://{address}/healthz returned {status}"))),
        Err(error) => Err(io::Error::new(error.kind(), format!("http://{address} does not respond: {error}"))),
    }
}

async fn ask(address: SocketAddr) -> io::Result<StatusCode> {
    let stream = TcpStream::connect(address).await?;
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
    tokio::spawn(connection);
    let request = Request::get("/healthz").header(header::HOST, address.to_string()).body(Body::empty());
    let response = sender.send_request(request.map_err(io::Error::other)?).await.map_err(io::Error::other)?;
    Ok(response.status())
}

/// Returns the address at which this machine reaches a server that listens on `address`.
pub fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        let loopback =
            if address.is_ipv4() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { IpAddr::V6(Ipv6Addr::LOCALHOST) };
        address.set_ip(loopback);
    }
    address
}
