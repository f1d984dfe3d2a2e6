//! The dearest requests that are answered: each by a separate server that does nothing else.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use super::{Result, Server};

/// The requests. If one is refused because its maze is too large, a smaller one is requested instead: the size that the answer names, or
/// else nine tenths of the columns and rows.
const REQUESTS: [&str; 17] = [
    "/maze?algo=cycle-popping&w=64&h=65535&encoding=bits",
    "/maze?algo=cycle-popping&w=8&h=65535&encoding=bits",
    "/maze?algo=wilson&w=2&h=65535&encoding=bits",
    "/maze?algo=aldous-broder&w=65535&h=64&encoding=bits",
    "/maze?algo=origin-shift&w=65535&h=64&encoding=bits",
    "/maze?algo=blobby-division&w=2048&h=2048&encoding=bits",
    "/maze?w=2048&h=2048&ends=farthest&braid=1&encoding=bits",
    "/maze?w=2048&h=2048&ends=farthest&braid=1&mask=circle&encoding=bits",
    "/solve?w=1638&h=1638&include=stats,path&ends=farthest&braid=1&wrap=x",
    "/solve?w=2048&h=2048&include=matrix&weights=hills&braid=1&POINTS",
    "/solve?w=2048&h=2048&include=matrix&POINTS",
    "/solve?w=2048&h=2048&include=stats,path,walk,distances&weave=1",
    "/maze?w=2048&h=2048&weave=1&encoding=bits",
    "/solve?algo=spiral&solver=iterative-deepening&w=240&h=240",
    "/solve?algo=backtracker&solver=flood&w=64&h=65535",
    "/maze?algo=reverse-delete&w=800&h=12&difficulty=3..15",
    "/maze.gif?w=250&h=250&cell=3&wall=1",
];

/// Asks for each, a few of them where it is to be quick, and prints what that costs.
pub(super) fn dearest(quick: bool) -> Result<()> {
    println!("\ndearest: the processor time of a request, and the most memory that the server has meanwhile");
    println!("{:>6} {:>8} {:>6}", "status", "seconds", "MiB");
    let points: Vec<_> = (0..64).map(|point| format!("point={point},{point}")).collect();
    for path in REQUESTS.iter().step_by(if quick { 4 } else { 1 }) {
        let mut path = path.replace("POINTS", &points.join("&"));
        loop {
            let (status, detail) = ask(&path)?;
            match smaller(&path, &detail) {
                Some(fitting) if status == 422 => path = fitting,
                _ if status == 200 => break,
                _ => {
                    println!("{:>22} {detail}", "");
                    break;
                }
            }
        }
    }
    Ok(())
}

/// A request for a smaller maze, where the answer says that one would fit.
fn smaller(path: &str, detail: &str) -> Option<String> {
    let (before, _) = detail.split_once(" would fit")?;
    let (route, query) = path.split_once('?')?;
    let named = before.rsplit(' ').next().filter(|size| size.starts_with("w="));
    let resized = query.split('&').filter_map(|pair| match (pair.split_once('='), named) {
        (Some(("w" | "h", _)), Some(_)) => None,
        (Some((name @ ("w" | "h"), side)), None) => Some(format!("{name}={}", side.parse::<u32>().ok()? * 9 / 10)),
        _ => Some(pair.to_owned()),
    });
    let pairs: Vec<_> = named.map(str::to_owned).into_iter().chain(resized).collect();
    Some(format!("{route}?{}", pairs.join("&")))
}

/// Asks a new server, and prints what that costs. Returns the status and the beginning of the answer.
fn ask(path: &str) -> Result<(u32, String)> {
    let server = Server::dedale()?;
    let before = server.processor_time()?;
    let mut stream = TcpStream::connect(server.url.trim_start_matches("http://"))?;
    stream.write_all(format!("GET {path}&seed=7 HTTP/1.1\r\nhost: bench\r\nconnection: close\r\n\r\n").as_bytes())?;
    let (mut buffer, mut beginning) = (vec![0; 1 << 16], Vec::new());
    loop {
        let read = stream.read(&mut buffer)?;
        if read == 0 {
            break;
        }
        let left = 2048_usize.saturating_sub(beginning.len());
        beginning.extend_from_slice(&buffer[..read.min(left)]);
    }
    let answer = String::from_utf8_lossy(&beginning);
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or("an answer has a status")?;
    if status != 422 {
        let (seconds, peak) = (server.processor_time()? - before, server.peak()? >> 20);
        println!("{status:>6} {seconds:>8.1} {peak:>6} {}", shown(path));
    }
    let detail = answer.split("\"detail\":\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
    Ok((status, detail.to_owned()))
}

/// A request, without the many points that it may have.
fn shown(path: &str) -> &str {
    path.split("&point=").next().unwrap_or(path)
}
