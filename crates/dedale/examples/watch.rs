//! Watches an algorithm at work, and stops another one.
//!
//! ```sh
//! cargo run -p dedale --example watch
//! ```

use dedale::observe::Stopped;
use dedale::options::MakeError;
use dedale::{Algorithm, Maze, Step};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // An observer receives every step: recursive division takes down all walls, and builds some of them again.
    let options = Maze::builder().size(6, 4).algorithm(Algorithm::Division).seed(7).options()?;
    let mut shown = Maze::closed(options.build_grid(&mut ())?);
    let mut walls = 0;
    let mut show = |step: Step| {
        match step {
            Step::Clear => shown.clear(&mut ())?,
            Step::Wall { from, side, .. } => {
                walls += 1;
                shown.unlink(from, side);
            }
            _ => {}
        }
        Ok(())
    };
    let made = options.make(&mut show)?;
    assert_eq!(shown, made.maze);
    println!("{walls} walls were built:\n{}", made.maze.into_squares().expect("plain squares"));

    // An observer may stop the algorithm at any step: after a time limit, for example.
    let mut steps = 0;
    let mut at_most = |_: Step| {
        steps += 1;
        if steps > 1000 { Err(Stopped) } else { Ok(()) }
    };
    let options = Maze::builder().size(500, 500).algorithm(Algorithm::AldousBroder).seed(7).options()?;
    assert!(matches!(options.make(&mut at_most), Err(MakeError::Stopped(Stopped))));
    println!("Aldous-Broder was stopped at step {steps}");
    Ok(())
}
