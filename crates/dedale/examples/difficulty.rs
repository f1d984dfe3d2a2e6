//! How difficult mazes are, by algorithm and size: the number below which a third of them are, and that above which a third are.
//!
//! ```console
//! $ cargo run --release -p dedale --example difficulty
//! ```

use std::error::Error;

use dedale::generate::ALGORITHMS;
use dedale::measure::difficulty;
use dedale::options::MazeOptions;

const SEEDS: u64 = 300;
const SIDES: [u32; 4] = [8, 15, 30, 50];

fn main() -> Result<(), Box<dyn Error>> {
    println!("| algorithm | {} |", SIDES.map(|side| format!("{side} × {side}")).join(" | "));
    println!("|---{}|", SIDES.map(|_| "|---").concat());
    for about in ALGORITHMS {
        let mut columns = Vec::new();
        for side in SIDES {
            let mut all = Vec::new();
            for seed in 0..SEEDS {
                let options: MazeOptions = format!("algo={}&w={side}&h={side}&seed={seed}", about.name).parse()?;
                let made = options.make(&mut ())?;
                let Ok(bits) = difficulty(&made.maze, made.from, made.to, &mut ());
                all.extend(bits);
            }
            all.sort_by(f64::total_cmp);
            let at = |place: usize| all.get(place).copied().unwrap_or(f64::NAN);
            columns.push(format!("{:.0}, {:.0}", at(all.len() / 3), at(all.len() - all.len() / 3)));
        }
        println!("| `{}` | {} |", about.name, columns.join(" | "));
    }
    Ok(())
}
