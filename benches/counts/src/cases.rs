//! What is counted.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use dedale::formats::{self, Encoding, Format, Table};
use dedale::generate::ALGORITHMS;
use dedale::options::MazeOptions;
use dedale::parse::{InputFormat, ReadOptions};
use dedale::solve::{SOLVERS, Solver};
use dedale_server::app::App;
use dedale_server::server::listener::{Shutdown, serve};
use dedale_server::server::service::service;
use dedale_server::settings::Settings;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::{Result, run_case};

/// Requests, from the bytes that a client sends to the bytes that it receives.
const REQUESTS: [(&str, &str); 11] = [
    ("GET /maze?w=1&h=1&seed=7", ""),
    ("GET /maze?algo=prim&w=30&h=30&seed=7", ""),
    ("GET /maze.svg?w=30&h=30&seed=7", ""),
    ("GET /maze.png?w=30&h=30&seed=7", ""),
    ("GET /maze.gif?w=10&h=10&seed=7", ""),
    ("GET /solve?w=30&h=30&seed=7", ""),
    ("GET /maze?w=300&h=300&seed=7", ""),
    ("GET /maze.svg?w=300&h=300&seed=7", ""),
    ("GET /maze?algo=prim&w=0&hight=30&sed=7", ""),
    ("POST /solve", "###########\nS   #     #\n# # # # ###\n# #   #   E\n###########\n"),
    ("POST /check?directions=EES", "+---+---+---+\n|           |\n+---+---+   +\n|           |\n+---+---+---+\n"),
];

/// How many times the tasks of the server may run after the client has its response, until they have nothing to do: the line of the log is
/// written then.
const LAST_TURNS: u32 = 20;

/// Runs all cases. Requests come last: times and random numbers are part of them, and change what the allocator has free.
pub fn run() -> Result<()> {
    generators()?;
    solvers()?;
    writers()?;
    readers()?;
    requests()
}

fn requests() -> Result<()> {
    // The lines of the log are made, and go nowhere.
    tracing_subscriber::fmt().with_writer(std::io::sink).with_target(false).with_ansi(false).init();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().max_blocking_threads(1).build()?;
    let mut client = runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let app = Arc::new(App::new(Settings::default()));
        let shutdown = Shutdown { drain_delay: Duration::ZERO, timeout: Duration::ZERO };
        tokio::spawn(serve(service(app.clone()), listener, app, std::future::pending(), shutdown));
        TcpStream::connect(address).await
    })?;
    for (line, body) in REQUESTS {
        let request = format!("{line} HTTP/1.1\r\nhost: counts\r\ncontent-length: {}\r\n\r\n{body}", body.len());
        run_case(line, || runtime.block_on(ask(&mut client, request.as_bytes())))?;
    }
    Ok(())
}

/// Sends a request, and reads its response to the end.
async fn ask(client: &mut TcpStream, request: &[u8]) -> Result<()> {
    client.write_all(request).await?;
    let mut response = Vec::with_capacity(1 << 16);
    let mut length = None;
    let mut is_chunked = false;
    loop {
        if client.read_buf(&mut response).await? == 0 {
            return Err("the connection was closed".into());
        }
        if length.is_none()
            && !is_chunked
            && let Some(end) = response.windows(4).position(|bytes| bytes == b"\r\n\r\n")
        {
            let head = str::from_utf8(&response[..end])?;
            let field = |name: &str| head.lines().find_map(|line| line.strip_prefix(name));
            length = field("content-length: ").map(str::parse::<usize>).transpose()?.map(|length| end + 4 + length);
            is_chunked = field("transfer-encoding: chunked").is_some();
        }
        let is_whole = length.is_some_and(|length| response.len() >= length);
        if is_whole || is_chunked && response.ends_with(b"0\r\n\r\n") {
            break;
        }
        if is_chunked && response.len() > 1 << 15 {
            // The end is all that matters.
            response.drain(..response.len() - 8);
        }
    }
    for _ in 0..LAST_TURNS {
        tokio::task::yield_now().await;
    }
    Ok(())
}

fn generators() -> Result<()> {
    for algorithm in ALGORITHMS {
        let options: MazeOptions = format!("algo={}&w=100&h=100&seed=7", algorithm.name).parse()?;
        run_case(&format!("generate {}", algorithm.name), || {
            black_box(options.make(&mut ())?);
            Ok(())
        })?;
    }
    Ok(())
}

fn solvers() -> Result<()> {
    // With loops, since some solvers do nothing else than avoid them.
    let options: MazeOptions = "w=100&h=100&seed=7&braid=0.5".parse()?;
    let picture = options.make(&mut ())?;
    for name in SOLVERS.iter().map(|info| info.name) {
        let solver: Solver = name.parse()?;
        run_case(&format!("solve {name}"), || {
            let _ = black_box(solver.solve(&picture.maze, picture.from, picture.to));
            Ok(())
        })?;
    }
    Ok(())
}

/// The options of the maze that is written and read.
const PICTURE: &str = "w=30&h=30&seed=7";

fn writers() -> Result<()> {
    let picture = PICTURE.parse::<MazeOptions>()?.make(&mut ())?;
    for &format in Format::ALL {
        run_case(&format!("write {}", format.name()), || {
            black_box(picture.to_bytes(format)?);
            Ok(())
        })?;
    }
    Ok(())
}

/// What is read in a form: a file of the tests, or else a maze in a format.
fn source_of(form: &str) -> Result<Vec<u8>> {
    let format = match form {
        "objects" => return Ok(include_bytes!("../../../tests/fixtures/foreign/objects-NESO.json").to_vec()),
        "underscores" => return Ok(include_bytes!("../../../tests/fixtures/foreign/underscores.txt").to_vec()),
        "mms" => return Ok(include_bytes!("../../../tests/fixtures/foreign/micromouse.txt").to_vec()),
        "pyamaze" => return Ok(open_table(30).into_bytes()),
        "maz" => return Ok(include_bytes!("../../../fuzz/corpus/parse_text/kinds-maz").to_vec()),
        "num" => return Ok(include_bytes!("../../../fuzz/corpus/parse_text/kinds-num").to_vec()),
        "matrices" => return Ok(include_bytes!("../../../fuzz/corpus/parse_text/kinds-matrices").to_vec()),
        "sides" => return Ok(include_bytes!("../../../fuzz/corpus/parse_text/kinds-sides").to_vec()),
        "jpeg" => return Ok(include_bytes!("../../../tests/fixtures/foreign/two-doors.jpg").to_vec()),
        "gif" => return Ok(include_bytes!("../../../tests/fixtures/foreign/two-doors.gif").to_vec()),
        "webp" => return Ok(include_bytes!("../../../tests/fixtures/foreign/two-doors.webp").to_vec()),
        "bmp" => return Ok(include_bytes!("../../../tests/fixtures/foreign/two-doors.bmp").to_vec()),
        "numbers" => Format::Csv(Table::Blocks),
        "graph" => Format::Json(Encoding::Graph),
        name => Format::from_name(name).ok_or_else(|| format!("there is nothing to read in the form {name}"))?,
    };
    let picture = PICTURE.parse::<MazeOptions>()?.make(&mut ())?;
    Ok(picture.to_bytes(format)?)
}

/// A square without inner walls, as a table of pyamaze.
fn open_table(side: u32) -> String {
    let cell = |row: u32, column: u32| {
        let sides = [column < side, column > 1, row > 1, row < side].map(u8::from);
        let [east, west, north, south] = sides;
        format!("\"({row}, {column})\",{east},{west},{north},{south}\n")
    };
    let cells = (1..=side).flat_map(|column| (1..=side).map(move |row| cell(row, column)));
    "  cell  ,E,W,N,S\n".to_owned() + &cells.collect::<String>()
}

fn readers() -> Result<()> {
    for form in InputFormat::ALL {
        let source = source_of(form.name)?;
        run_case(&format!("read {}", form.name), || {
            let parsed = formats::read(&source, &ReadOptions::default())?;
            if parsed.format != form.name {
                return Err(format!("{} is read as {}", form.name, parsed.format).into());
            }
            black_box(parsed);
            Ok(())
        })?;
    }
    Ok(())
}
