//! `--steps`: an algorithm that is watched in the terminal. The steps are those of `/maze/steps` and `/solve/steps`.

use std::io::{self, Write as _};
use std::time::Duration;

use console::Term;
use serde_json::Value;

use super::commands::{Failure, Request};

/// About how long an animation takes, as long as each cell has few steps.
const SECONDS: u64 = 8;

/// How many pictures there are in a second.
const FRAMES_A_SECOND: u64 = 25;

/// Shows each step in the terminal. `get` asks the service for the text at a URI.
///
/// # Errors
///
/// [`Failure`] where there are no such steps, or the terminal cannot show them.
pub async fn watch(request: &Request, get: impl AsyncFn(String) -> Result<String, Failure>) -> Result<(), Failure> {
    let Some(steps) = request.command.steps else { return Ok(()) };
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(&request.parameters).finish();
    let steps = get(format!("{steps}?{query}")).await?;
    let mut steps = steps.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let start = steps.next().unwrap_or_default();
    let mut board = Board::new(&start, request.color)?;
    if board.is_solved {
        // The seed of the steps, since that of the request may be random.
        let others = request.parameters.iter().filter(|(name, _)| *name != "seed");
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(others).finish();
        let maze = get(format!("/solve?{query}&encoding=bits&seed={}", start["seed"])).await?;
        board.take_walls(&serde_json::from_str(&maze).unwrap_or_default());
    }
    let term = Term::stdout();
    let [rows, columns] = board.extent();
    let (lines, width) = term.size();
    if rows + 2 > usize::from(lines) || columns > usize::from(width) {
        let wanted = format!("the steps need a terminal of {} lines and {columns} columns", rows + 2);
        return Err(Failure::Failed(format!(
            "{wanted}, and this one has {lines} and {width}: make it larger, or the maze smaller"
        )));
    }
    let a_frame = (3 * board.state.len() as u64).div_ceil(SECONDS * FRAMES_A_SECOND).max(1);
    let mut shown = 0_u64;
    write!(io::stdout(), "{}", board.draw())?;
    for step in steps {
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
    columns: usize,
    rows: usize,
    /// For each cell, whether its sides in the order north, east, south, west are open.
    open: Vec<[bool; 4]>,
    state: Vec<State>,
    current: Option<usize>,
    /// Whether a search is shown, and not how the maze is made.
    is_solved: bool,
    color: bool,
}

/// The rows and columns from a cell to the one across each side.
const MOVES: [[isize; 2]; 4] = [[-1, 0], [0, 1], [1, 0], [0, -1]];

impl Board {
    /// The board at the first step.
    fn new(start: &Value, color: bool) -> Result<Board, Failure> {
        let side = |name: &str| start[name].as_u64().and_then(|side| usize::try_from(side).ok());
        let options = &start["options"];
        let is_plain = start["grid"].as_str().is_none_or(|grid| grid == "square") && start["levels"].is_null();
        let is_square = is_plain && ["wrap", "weave"].iter().all(|name| options[name].is_null());
        let (Some(columns), Some(rows), true) = (side("w"), side("h"), is_square) else {
            return Err(Failure::Words(
                "--steps draws mazes of squares on one floor; in a pipe, it writes each step as a line".to_owned(),
            ));
        };
        let is_solved = start["solver"].is_string();
        let state = vec![if is_solved { State::Free } else { State::Rock }; columns * rows];
        let open = vec![[false; 4]; columns * rows];
        Ok(Board { columns, rows, open, state, current: None, is_solved, color })
    }

    /// Opens what is open in a maze that is encoded as `bits`.
    fn take_walls(&mut self, maze: &Value) {
        let rows = maze["cells"].as_array().into_iter().flatten();
        let bits = rows.flat_map(|row| row.as_array().into_iter().flatten()).filter_map(Value::as_u64);
        for (open, bits) in self.open.iter_mut().zip(bits) {
            *open = std::array::from_fn(|side| bits >> side & 1 == 0);
        }
    }

    /// The lines and columns of the picture.
    fn extent(&self) -> [usize; 2] {
        [2 * self.rows + 1, 2 * (2 * self.columns + 1)]
    }

    fn cell(&self, place: &Value) -> Option<usize> {
        let [row, column] = [0, 1].map(|k| place[k].as_u64().and_then(|number| usize::try_from(number).ok()));
        Some(row? * self.columns + column?).filter(|&cell| cell < self.state.len())
    }

    fn set(&mut self, cell: Option<usize>, side: &Value, is_open: bool) {
        let side = ["N", "E", "S", "W"].iter().position(|name| side == name);
        let (Some(cell), Some(side)) = (cell, side) else { return };
        self.open[cell][side] = is_open;
        let across = (cell % self.columns).checked_add_signed(MOVES[side][1]).filter(|&column| column < self.columns);
        let row = (cell / self.columns).checked_add_signed(MOVES[side][0]).filter(|&row| row < self.rows);
        if let (Some(row), Some(column)) = (row, across) {
            self.open[row * self.columns + column][(side + 2) % 4] = is_open;
        }
    }

    fn mark(&mut self, cell: Option<usize>, state: State) {
        if let Some(cell) = cell {
            self.state[cell] = state;
            self.current = Some(cell);
        }
    }

    fn apply(&mut self, step: &Value) {
        let (cell, from, to) = (self.cell(&step["cell"]), self.cell(&step["from"]), self.cell(&step["to"]));
        match step["step"].as_str().unwrap_or_default() {
            "visit" | "root" => self.mark(cell, State::Seen),
            "back" | "fill" => self.mark(cell, State::Done),
            "erase" => self.mark(cell, State::Free),
            "path" => self.mark(cell, State::Path),
            "carve" | "join" => {
                self.set(from, &step["side"], true);
                self.mark(from, State::Seen);
                self.mark(to, State::Seen);
            }
            "wall" => self.set(from, &step["side"], false),
            "open" => self.set(cell, &step["side"], true),
            "clear" => {
                for cell in 0..self.state.len() {
                    for (side, [down, right]) in MOVES.into_iter().enumerate() {
                        let row = (cell / self.columns).checked_add_signed(down).filter(|&row| row < self.rows);
                        let column =
                            (cell % self.columns).checked_add_signed(right).filter(|&column| column < self.columns);
                        self.open[cell][side] = row.is_some() && column.is_some();
                    }
                    self.state[cell] = State::Free;
                }
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

    /// The two characters at a place of the picture.
    fn block(&self, line: usize, column: usize) -> &'static str {
        let cell = |line: usize, column: usize| line / 2 * self.columns + column / 2;
        // Of a passage: the cell on either side, if there is one, and its side.
        let between = |before: Option<usize>, side: usize, after: usize, other: usize| match before {
            Some(before) if !self.open[before][side] => Look::Wall,
            None if !self.open[after][other] => Look::Wall,
            Some(before) if self.state[before] == State::Path && self.state.get(after) == Some(&State::Path) => {
                Look::Path
            }
            _ => Look::Free,
        };
        let look = match (line % 2, column % 2) {
            (1, 1) if self.current == Some(cell(line, column)) => Look::Current,
            (1, 1) => match self.state[cell(line, column)] {
                State::Rock => Look::Wall,
                State::Free => Look::Free,
                State::Seen => Look::Seen,
                State::Done => Look::Done,
                State::Path => Look::Path,
            },
            (1, _) => between(column.checked_sub(1).map(|west| cell(line, west)), 1, cell(line, column), 3),
            (_, 1) => between(line.checked_sub(1).map(|north| cell(north, column)), 2, cell(line, column), 0),
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
        for line in 0..2 * self.rows + 1 {
            (0..2 * self.columns + 1).for_each(|column| picture.push_str(self.block(line, column)));
            picture.push('\n');
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::App;
    use crate::http::service::service;
    use crate::http::timeouts::Sender;
    use crate::settings::Settings;
    use axum::body::Body;
    use http_body_util::BodyExt as _;
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
        for algorithm in ["backtracker", "wilson", "kruskal", "division", "cellular"] {
            let query = format!("algo={algorithm}&w=9&h=7&seed=7&doors=true");
            let steps = get(&format!("/maze/steps?{query}")).await;
            let mut steps = steps.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
            let mut board = Board::new(&steps.next().unwrap(), false).unwrap();
            steps.for_each(|step| board.apply(&step));
            board.end();
            let mut solved =
                Board::new(&serde_json::json!({ "w": 9, "h": 7, "solver": "bfs", "options": {} }), false).unwrap();
            solved.take_walls(&serde_json::from_str(&get(&format!("/solve?{query}&encoding=bits")).await).unwrap());
            assert_eq!(board.draw(), solved.draw(), "{algorithm}");
        }
    }

    #[tokio::test]
    async fn other_grids_than_squares_on_one_floor_are_refused() {
        for query in ["grid=hex", "levels=2", "wrap=x", "weave=0.5"] {
            let steps = get(&format!("/maze/steps?w=5&h=5&{query}")).await;
            let start = serde_json::from_str(steps.lines().next().unwrap()).unwrap();
            assert!(Board::new(&start, false).is_err(), "{query}");
        }
    }
}
