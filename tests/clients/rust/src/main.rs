//! Makes, draws, solves and checks a maze with the client that openapi-to-rust makes of openapi.yaml.

#[allow(dead_code, non_camel_case_types)]
mod api;

use api::{Algorithm, Encoding, Grid, HttpClient, Include, Maze, MazeOrShaped, PostedBits, PostedMaze, PostedSolutionOrShaped};
use api::{PostedSquares, SolutionOrShaped, SolverOrAuto, VerdictReason};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = std::env::args().nth(1).ok_or("the address of the service is missing")?;
    let client = HttpClient::new().with_base_url(url);

    let made = client.generate_maze_json_builder();
    let made = made.algo(Algorithm::Wilson).w(12).h(8).seed(7).encoding(Encoding::Bits).send().await?;
    let MazeOrShaped::Maze(Maze::MazeOfBits(maze)) = &made else { panic!("{made:?}") };
    assert_eq!((maze.seed, maze.cells.len(), &maze.to[..]), (7, 8, &[7, 11][..]));

    let hexagons = client.generate_maze_json_builder().grid(Grid::Hex).w(5).h(4).seed(7).send().await?;
    let MazeOrShaped::ShapedMaze(hexagons) = hexagons else { panic!("{hexagons:?}") };
    assert!(matches!(hexagons.encoding, Encoding::Walls), "{hexagons:?}");

    let text = client.generate_maze_text_builder().w(2).h(1).seed(7).send().await?;
    assert!(text.starts_with("+---+---+\n"), "{text}");
    let png = client.generate_maze_png_builder().seed(7).send().await?;
    assert!(png.starts_with(b"\x89PNG"));

    let solved = client.solve_new_maze_json_builder().algo(Algorithm::Prim).w(5).h(5).seed(7).send().await?;
    let SolutionOrShaped::Solution(solved) = solved else { panic!("{solved:?}") };
    assert!(solved.reachable && solved.length.is_some_and(|length| length >= 8), "{solved:?}");

    // A maze of the service can be posted; the type leaves out what is not needed for that.
    let bits: PostedBits = serde_json::from_value(serde_json::to_value(maze)?)?;
    let posted = PostedMaze::PostedSquares(PostedSquares::PostedBits(bits));
    let parts = vec![Include::Path, Include::Directions, Include::Stats];
    let solved = client.solve_posted_maze_builder(posted.clone()).solver(SolverOrAuto::Astar).include(parts).send().await?;
    let PostedSolutionOrShaped::PostedSolution(solution) = solved else { panic!("{solved:?}") };
    let (Some(length), Some(Some(directions))) = (solution.length, &solution.directions) else { panic!("{solution:?}") };
    // A word on squares, and a list of names of sides on other grids.
    let directions = serde_json::to_value(directions)?;
    let directions = directions.as_str().ok_or("the directions are no word")?;
    assert_eq!(directions.len() as i64, length);
    assert!(solution.stats.is_some_and(|stats| stats.difficulty > Some(0.0)));

    let verdict = client.check_solution_builder(posted.clone()).directions(directions).send().await?;
    assert!(verdict.ok && verdict.shortest == Some(length), "{verdict:?}");
    let verdict = client.check_solution_builder(posted).directions("N").send().await?;
    assert!(!verdict.ok && matches!(verdict.reason, Some(VerdictReason::Wall | VerdictReason::Outside)), "{verdict:?}");

    let refused = client.generate_maze_json_builder().w(0).send().await.unwrap_err();
    assert!(refused.to_string().contains("invalid-parameter") || format!("{refused:?}").contains("InvalidParameter"), "{refused:?}");

    println!("a maze of {} × {} cells was made, drawn, solved in {length} moves and checked", maze.w, maze.h);
    Ok(())
}
