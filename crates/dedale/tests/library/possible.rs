//! What no maze can have is refused before one is made.

use dedale::measure::difficulty;
use dedale::options::{MakeError, MazeOptions};
use dedale::picture::Picture;
use dedale::solve::Solver;

/// Ranges that are refused are never found, and the limits are those of real mazes.
#[test]
fn no_maze_has_what_is_refused() {
    for query in [
        "w=3&h=3",
        "w=2&h=4&from=0,0&to=1,1",
        "w=1&h=5",
        "w=4&h=3&braid=1",
        "w=4&h=4&remove=0,0,E&from=0,0&to=0,0",
        "w=4&h=4&ends=farthest",
        "w=5&h=3&ends=center",
        "w=3&h=3&ends=random",
        "w=2&h=3&ends=center",
        "w=2&h=3",
        "w=4&h=4&unicursal=true",
        "w=5&h=4&symmetry=rotate",
        "w=4&h=4&wrap=x",
        "w=3&h=4&wrap=x&braid=1",
        "w=3&h=4&wrap=y&ends=farthest",
        "grid=hex&w=4&h=3",
        "grid=triangle&w=5&h=3",
        "grid=triangle&w=5&h=3&ends=center",
        "grid=polar&rings=2&braid=1",
        "floors=2&w=3&h=2",
        "w=4&h=4&weave=1",
        "w=5&h=5&mask=diamond&sparse=0.4",
        "w=4&h=4&sparse=0.5&ends=farthest",
        "w=4&h=4&rooms=1&room_size=2",
        "grid=octagon&w=2&h=2&ends=random",
    ] {
        let refused = |name: &str, range: &str| refuses(&format!("{query}&{name}={range}"));
        let mut has = std::collections::BTreeSet::new();
        let mut most_bits = 0.0_f64;
        for seed in 0..300 {
            let options: MazeOptions = format!("{query}&seed={seed}").parse().unwrap();
            let (length, bits) = measured(&options.make(&mut ()).unwrap());
            has.insert(u64::from(length));
            most_bits = most_bits.max(bits);
        }
        for length in 0..40 {
            let is_refused = refused("length", &format!("{length}..{length}"));
            assert!(!(is_refused && has.contains(&length)), "{query}: length {length} of {has:?}");
        }
        assert!(refused("length", "1000..2000"), "{query}");
        assert!(!refused("difficulty", &format!("{most_bits}..1000")), "{query}: {most_bits}");
        assert!(refused("difficulty", "200..1000"), "{query}");
    }
}

/// Whether something wanted is refused before the first attempt.
fn refuses(query: &str) -> bool {
    let options: MazeOptions = query.parse().unwrap();
    matches!(options.find(0, &mut ()), Err(MakeError::Invalid(_)))
}

fn measured(Picture { maze, from, to, .. }: &Picture) -> (u32, f64) {
    let path = Solver::Bfs.solve(maze, *from, *to);
    let Ok(bits) = difficulty(maze, *from, *to, &mut ());
    (path.length().unwrap(), bits.unwrap())
}

#[test]
fn lengths_that_squares_do_not_have() {
    for (query, expected) in [
        (
            "w=300&h=300&length=1..2",
            "length: must include an even number from 598 to 89998: no other number of moves leads from the entrance to the exit",
        ),
        (
            "w=3&h=3&length=5..5",
            "length: must include an even number from 4 to 8: no other number of moves leads from the entrance to the exit",
        ),
        (
            "w=300&h=300&ends=farthest&length=1..2",
            "length: must include a number from 598 to 89999: no other number of moves leads from the entrance to the exit",
        ),
        ("w=1&h=9&length=1..7", "length: must include 8: no path between these ends has more or fewer moves"),
        (
            "w=3&h=3&difficulty=5..9",
            "difficulty: can start at 4.2 at most: no path here, of at most 8 moves, has more choices",
        ),
        (
            "w=30&h=30&ends=random&length=0..0",
            "length: must include a number from 1 to 899: no other number of moves leads from the entrance to the exit",
        ),
        (
            "w=3&h=3&seed=5&length=5",
            "length: must include an even number from 4 to 8: no other number of moves leads from the entrance to the exit",
        ),
        (
            "grid=hex&w=4&h=3&ends=random&length=0..0",
            "length: must include a number from 1 to 11: no other number of moves leads from the entrance to the exit",
        ),
        (
            "w=30&h=30&difficulty=200..300&length=0..60",
            "difficulty: can start at 95.5 at most: no path here, of at most 60 moves, has more choices",
        ),
    ] {
        let refused = query.parse::<MazeOptions>().unwrap().find(0, &mut ()).unwrap_err();
        assert_eq!(refused.to_string(), expected, "{query}");
    }
    for query in [
        "w=300&h=300&length=0..598",
        "w=3&h=3&length=5..6",
        "w=3&h=3&difficulty=4..9",
        "w=3&h=3&ends=random&length=1..1",
        "w=1&h=1&ends=random&length=0..0",
    ] {
        assert!(!refuses(query), "{query}");
    }
}
