//! `--steps`: an algorithm that is watched in the terminal. The steps are those of `/maze/steps` and `/solve/steps`.

use std::io::{self, Write as _};
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use bytes::BytesMut;
use console::Term;
use dedale::grid::{Cell, Grid as _, Side, Square};
use dedale::maze::Maze;
use http_body_util::BodyExt as _;
use serde_json::Value;

use super::commands::{Failure, Request};

/// About how long an animation takes, as long as each cell has few steps.
const SECONDS: u64 = 8;

/// How many pictures there are in a second.
const FRAMES_A_SECOND: u64 = 25;

/// Shows each step in the terminal. `get` asks the service for what is at a URI.
///
/// # Errors
///
/// [`Failure`] where there are no such steps, or the terminal cannot show them.
pub async fn watch(request: &Request, get: impl AsyncFn(String) -> Result<Response, Failure>) -> Result<(), Failure> {
    let Some(steps) = request.command.steps else { return Ok(()) };
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(&request.parameters).finish();
    let mut steps = Lines::of(get(format!("{steps}?{query}")).await?);
    let start = steps.next().await?.unwrap_or_default();
    let mut board = Board::new(&start, request.color)?;
    let term = Term::stdout();
    let [rows, columns] = board.extent();
    let (lines, width) = term.size();
    if rows + 2 > usize::from(lines) || columns > usize::from(width) {
        let wanted = format!("the steps need a terminal of {} lines and {columns} columns", rows + 2);
        return Err(Failure::Failed(format!(
            "{wanted}, and this one has {lines} and {width}: make it larger, or the maze smaller"
        )));
    }
    if board.is_solved {
        // The seed of the steps, since that of the request may be random.
        let others = request.parameters.iter().filter(|(name, _)| *name != "seed");
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(others).finish();
        let mut maze = Lines::of(get(format!("/solve?{query}&encoding=bits&seed={}", start["seed"])).await?);
        board.take_walls(&maze.next().await?.unwrap_or_default());
    }
    let a_frame = (3 * board.state.len() as u64).div_ceil(SECONDS * FRAMES_A_SECOND).max(1);
    let mut shown = 0_u64;
    write!(io::stdout(), "{}", board.draw())?;
    while let Some(step) = steps.next().await? {
        if let Some(steps) = step["steps"].as_u64() {
            // The end, or a stop: it says how many there were.
            shown = steps;
            break;
        }
        board.apply(&step);
        shown += 1;
        if shown.is_multiple_of(a_frame) {
            tokio::time::sleep(Duration::from_millis(1000 / FRAMES_A_SECOND)).await;
            term.move_cursor_up(rows)?;
            write!(io::stdout(), "{}", board.draw())?;
        }
    }
    board.end();
    term.move_cursor_up(rows)?;
    write!(io::stdout(), "{}", board.draw())?;
    writeln!(io::stdout(), "{shown} steps, seed {}", start["seed"])?;
    Ok(())
}

/// The lines of a response, each of which is JSON. They are made when they are read.
struct Lines {
    body: Body,
    /// What was received after the last line.
    rest: BytesMut,
}

impl Lines {
    fn of(response: Response) -> Lines {
        Lines { body: response.into_body(), rest: BytesMut::new() }
    }

    /// The next line, if there is one.
    async fn next(&mut self) -> Result<Option<Value>, Failure> {
        let end = loop {
            if let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
                break end + 1;
            }
            match self.body.frame().await {
                Some(frame) => {
                    let frame = frame.map_err(|error| Failure::Failed(format!("the steps ended early: {error}")))?;
                    self.rest.extend_from_slice(&frame.into_data().unwrap_or_default());
                }
                None => break self.rest.len(),
            }
        };
        Ok(serde_json::from_slice(&self.rest.split_to(end)).ok())
    }
}

/// What is known of a cell.
#[derive(Clone, Copy, PartialEq)]
enum State {
    /// Not carved yet.
    Rock,
    /// Nothing.
    Free,
    /// Looked at, and still in work.
    Seen,
    /// Done with.
    Done,
    /// On the path.
    Path,
}

/// How a place of the picture looks.
enum Look {
    Wall,
    Free,
    Seen,
    Done,
    Path,
    Current,
}

/// A maze of squares, two characters for each cell and each wall.
struct Board {
    maze: Maze<Square>,
    /// By the cells' numbers.
    state: Vec<State>,
    current: Option<Cell>,
    /// Whether a search is shown, and not how the maze is made.
    is_solved: bool,
    color: bool,
}

impl Board {
    /// The board at the first step.
    fn new(start: &Value, color: bool) -> Result<Board, Failure> {
        let side = |name: &str| start[name].as_u64().and_then(|side| u32::try_from(side).ok());
        let options = &start["options"];
        let is_plain = start["grid"].as_str().is_none_or(|grid| grid == "square") && start["floors"].is_null();
        let is_square = is_plain && ["wrap", "weave"].iter().all(|name| options[name].is_null());
        let size = side("w").zip(side("h")).filter(|_| is_square);
        let grid = size.and_then(|(columns, rows)| Square::new(columns, rows).ok()).ok_or_else(|| {
            let squares = "--steps draws mazes of squares on one floor; in a pipe, it writes each step as a line";
            Failure::Words(squares.to_owned())
        })?;
        let is_solved = start["solver"].is_string();
        let state = vec![if is_solved { State::Free } else { State::Rock }; grid.cells() as usize];
        Ok(Board { maze: Maze::closed(grid), state, current: None, is_solved, color })
    }

    /// Opens what is open in a maze that is encoded as `bits`. A cell that is left out is null.
    fn take_walls(&mut self, maze: &Value) {
        let rows = maze["cells"].as_array().into_iter().flatten().map(|row| row.as_array().into_iter().flatten());
        for (row, cells) in (0..).zip(rows) {
            for (column, bits) in (0..).zip(cells) {
                let (Some(cell), Some(bits)) = (self.maze.grid().find([row, column]), bits.as_u64()) else { continue };
                let open = (0..).zip([Side::N, Side::E, Side::S, Side::W]).filter(|(bit, _)| bits >> bit & 1 == 0);
                open.for_each(|(_, side)| self.open(cell, side));
            }
        }
    }

    /// The lines and columns of the picture.
    fn extent(&self) -> [usize; 2] {
        let [rows, columns] = [self.maze.grid().rows(), self.maze.grid().columns()].map(|side| 2 * side as usize + 1);
        [rows, 2 * columns]
    }

    fn cell(&self, place: &Value) -> Option<Cell> {
        let [row, column] = [0, 1].map(|k| place[k].as_u64().and_then(|number| u32::try_from(number).ok()));
        self.maze.grid().find([row?, column?])
    }

    /// Opens a side. One to a cell that is left out is an opening of the maze, and not of this rectangle.
    fn open(&mut self, cell: Cell, side: Side) {
        if self.maze.grid().outer_sides(cell).contains(side) {
            self.maze.open_outer(cell, side);
        } else {
            self.maze.link(cell, side);
        }
    }

    fn mark(&mut self, cell: Option<Cell>, state: State) {
        if let Some(cell) = cell {
            self.state[cell.index()] = state;
            self.current = Some(cell);
        }
    }

    fn apply(&mut self, step: &Value) {
        let (cell, from, to) = (self.cell(&step["cell"]), self.cell(&step["from"]), self.cell(&step["to"]));
        let side_of = |cell: Cell| Some((cell, self.maze.grid().side_named(cell, step["side"].as_str()?)?));
        let moved = cell.or(from).and_then(side_of);
        match (step["step"].as_str().unwrap_or_default(), moved) {
            ("visit" | "root", _) => self.mark(cell, State::Seen),
            ("back" | "fill", _) => self.mark(cell, State::Done),
            ("erase", _) => self.mark(cell, State::Free),
            ("path", _) => self.mark(cell, State::Path),
            ("carve" | "join", Some((from, side))) => {
                self.open(from, side);
                self.mark(Some(from), State::Seen);
                self.mark(to, State::Seen);
            }
            ("wall", Some((from, side))) => {
                self.maze.unlink(from, side);
            }
            ("open", Some((cell, side))) => self.open(cell, side),
            ("clear", _) => {
                let Ok(()) = self.maze.clear(&mut ());
                self.state.fill(State::Free);
            }
            _ => {}
        }
    }

    /// After the last step, a maze that was made is shown alone.
    fn end(&mut self) {
        self.current = None;
        if !self.is_solved {
            self.state.fill(State::Free);
        }
    }

    /// How a wall looks, or the passage that is there: between two cells, or at the border. `side` is that of the first cell.
    fn between(&self, cells: [Option<Cell>; 2], side: Side) -> Look {
        let is_open = |cell: Option<Cell>, side| cell.is_some_and(|cell| self.maze.open_sides(cell).contains(side));
        let is_on_path = |cell: &Option<Cell>| cell.is_some_and(|cell| self.state[cell.index()] == State::Path);
        let across = if side == Side::E { Side::W } else { Side::N };
        match is_open(cells[0], side) || is_open(cells[1], across) {
            false => Look::Wall,
            true if cells.iter().all(is_on_path) => Look::Path,
            true => Look::Free,
        }
    }

    /// The two characters at a place of the picture.
    fn block(&self, line: u32, column: u32) -> &'static str {
        let cell = |line: u32, column: u32| self.maze.grid().find([line / 2, column / 2]);
        let look = match (line % 2, column % 2, cell(line, column)) {
            (1, 1, here) if self.current == here => Look::Current,
            (1, 1, Some(here)) => match self.state[here.index()] {
                State::Rock => Look::Wall,
                State::Free => Look::Free,
                State::Seen => Look::Seen,
                State::Done => Look::Done,
                State::Path => Look::Path,
            },
            (1, 0, here) => self.between([column.checked_sub(1).and_then(|west| cell(line, west)), here], Side::E),
            (0, 1, here) => self.between([line.checked_sub(1).and_then(|north| cell(north, column)), here], Side::S),
            _ => Look::Wall,
        };
        let [plain, colored] = match look {
            Look::Wall => ["██", "\x1b[48;5;236m  \x1b[0m"],
            Look::Free => ["  ", "\x1b[48;5;254m  \x1b[0m"],
            Look::Seen => ["▒▒", "\x1b[48;5;75m  \x1b[0m"],
            Look::Done => ["░░", "\x1b[48;5;153m  \x1b[0m"],
            Look::Path => ["▓▓", "\x1b[48;5;161m  \x1b[0m"],
            Look::Current => ["<>", "\x1b[48;5;208m  \x1b[0m"],
        };
        if self.color { colored } else { plain }
    }

    /// The whole picture.
    fn draw(&self) -> String {
        let mut picture = String::new();
        for line in 0..2 * self.maze.grid().rows() + 1 {
            (0..2 * self.maze.grid().columns() + 1).for_each(|column| picture.push_str(self.block(line, column)));
            picture.push('\n');
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::App;
    use crate::server::service::service;
    use crate::server::timeouts::Sender;
    use crate::settings::Settings;
    use std::net::{IpAddr, Ipv4Addr};
    use std::sync::Arc;
    use tower::ServiceExt as _;

    async fn get(uri: &str) -> String {
        let sender = Sender::new(IpAddr::V4(Ipv4Addr::LOCALHOST), &Arc::default());
        let request = axum::http::Request::get(uri).header("host", "localhost").extension(sender).body(Body::empty());
        let Ok(response) = service(Arc::new(App::new(Settings::default()))).oneshot(request.unwrap()).await;
        assert!(response.status().is_success(), "{uri}");
        String::from_utf8(response.into_body().collect().await.unwrap().to_bytes().to_vec()).unwrap()
    }

    #[tokio::test]
    async fn the_steps_end_with_the_maze() {
        for more in ["backtracker", "wilson", "kruskal", "division", "cellular", "prim&mask=diamond"] {
            let query = format!("algo={more}&w=9&h=7&seed=7&doors=true");
            let steps = get(&format!("/maze/steps?{query}")).await;
            let mut steps = steps.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
            let mut board = Board::new(&steps.next().unwrap(), false).unwrap();
            steps.for_each(|step| board.apply(&step));
            board.end();
            let mut solved =
                Board::new(&serde_json::json!({ "w": 9, "h": 7, "solver": "bfs", "options": {} }), false).unwrap();
            solved.take_walls(&serde_json::from_str(&get(&format!("/solve?{query}&encoding=bits")).await).unwrap());
            assert_eq!(board.draw(), solved.draw(), "{more}");
        }
    }

    #[tokio::test]
    async fn other_grids_than_squares_on_one_floor_are_refused() {
        for query in ["grid=hex", "floors=2", "wrap=x", "weave=0.5"] {
            let steps = get(&format!("/maze/steps?w=5&h=5&{query}")).await;
            let start = serde_json::from_str(steps.lines().next().unwrap()).unwrap();
            assert!(Board::new(&start, false).is_err(), "{query}");
        }
    }
}
