//! Watches an algorithm at work, and stops another one.
//!
//! ```sh
//! cargo run -p dedale --example watch
//! ```

use dedale::generate::{aldous_broder, division};
use dedale::observe::Stopped;
use dedale::rng::{Rng, Stream};
use dedale::{Maze, Square, Step};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grid = Square::new(6, 4)?;

    // An observer receives every step: recursive division takes down all walls, and builds some of them again.
    let (mut maze, mut shown) = (Maze::closed(grid), Maze::closed(grid));
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
    division(&mut maze, &mut Rng::new(7, Stream::Generate), &mut show)?;
    assert_eq!(shown, maze);
    println!("{walls} walls were built:\n{maze}");

    // An observer may stop the algorithm at any step: after a time limit, for example.
    let mut steps = 0;
    let mut at_most = |_: Step| {
        steps += 1;
        if steps > 1000 { Err(Stopped) } else { Ok(()) }
    };
    let mut large = Maze::closed(Square::new(500, 500)?);
    let result = aldous_broder(&mut large, &mut Rng::new(7, Stream::Generate), &mut at_most);
    println!("Aldous-Broder after 1000 steps: {result:?}, {} passages", large.count_passages());
    Ok(())
}
