//! What is wanted of a maze, and found among attempts.

use dedale::options::wanted::{Difficulty, Measured, Target};
use dedale::options::{MakeError, MazeBuilder};
use dedale::rng::attempt_seed;

/// Searches among attempts with these difficulties and lengths.
fn found(difficulty: &str, length: &str, known: &[(f64, u32)]) -> Result<u32, MakeError> {
    let number = |seed: u64| (0..).find(|&attempt| attempt_seed(7, attempt) == seed).unwrap();
    let wanted = Target {
        difficulty: (!difficulty.is_empty()).then(|| difficulty.parse().unwrap()),
        length: (!length.is_empty()).then(|| length.parse().unwrap()),
    };
    let measure = |seed: u64| {
        let (difficulty, length) = known[number(seed) as usize];
        Ok(Measured { difficulty: Some(difficulty), length: Some(length) })
    };
    wanted.find(7, known.len() as u32, measure).map(number)
}

#[test]
fn the_first_attempt_that_lies_in_the_range_is_found() {
    let known = [(5.0, 50), (8.0, 30), (9.0, 70), (9.0, 40)];
    assert_eq!(found("8..10", "", &known), Ok(1));
    assert_eq!((found("9", "", &known), found("9..9", "", &known)), (Ok(2), Ok(2)));
    assert_eq!(found("", "40..45", &known), Ok(3));
    assert_eq!(found("8..10", "40..60", &known), Ok(3));
    let Err(MakeError::NotFound(none)) = found("20..30", "", &known) else { panic!("none is so difficult") };
    assert_eq!((none.attempts, none.nearest, none.difficulty), (4, attempt_seed(7, 2), Some(9.0)));
    let text = "none of 4 attempts has what is wanted; the nearest is seed=6694606148408161, with difficulty 9.0 and length 70";
    assert_eq!(none.to_string(), text);
}

#[test]
fn thirds_of_the_sample_are_easy_medium_and_hard() {
    let known: Vec<(f64, u32)> = (0..30).map(|attempt| (f64::from((attempt * 7 + 15) % 30), 1)).collect();
    let of = |name: &str| {
        let wanted: Difficulty = name.parse().unwrap();
        let mut sorted: Vec<f64> = known.iter().map(|it| it.0).collect();
        sorted.sort_by(f64::total_cmp);
        let [least, most] = wanted.bounds(&sorted);
        known.iter().filter(|it| (least..=most).contains(&it.0)).count()
    };
    assert_eq!([of("easy"), of("medium"), of("hard")], [10; 3]);
    assert_eq!([of("easy..medium"), of("medium..hard"), of("easy..hard"), of("EASY..easy")], [20, 20, 30, 10]);
    assert_eq!(found("medium", "", &known), Ok(0));
    assert_eq!(found("hard", "", &known), Ok(1));
    // Where all are the same, each is everything.
    assert_eq!(found("easy", "", &[(3.0, 1); 30]), Ok(0));
    assert_eq!(found("hard", "", &[(3.0, 1); 30]), Ok(0));
}

#[test]
fn no_more_attempts_are_made_than_are_allowed() {
    for (difficulty, most) in [("easy", 1), ("hard", 29), ("3..4", 5), ("easy", 0)] {
        let wanted = Target { difficulty: difficulty.parse().ok(), length: None };
        let mut made = 0;
        let measure = |_| {
            made += 1;
            Ok(Measured { difficulty: Some(9.0), length: Some(9) })
        };
        let Err(MakeError::<()>::NotFound(none)) = wanted.find(7, most, measure) else { panic!("{difficulty}") };
        assert_eq!((none.attempts, made), (most, most), "{difficulty}");
    }
}

#[test]
fn texts_that_are_no_range() {
    for text in [
        "",
        "8..",
        "..8",
        "12..8",
        "-1..3",
        "nan..3",
        "1..inf",
        "1e1..20",
        "1...3",
        "0...5",
        "0..5.",
        ".5..1",
        "hard..easy",
        "easy..8",
    ] {
        assert!(text.parse::<Difficulty>().is_err(), "{text}");
    }
    for text in ["", "8..", "..8", "12..8", "-1..3", "1.5..3", "easy"] {
        assert!(MazeBuilder::default().set("length", text).is_err(), "{text}");
    }
    // A number that is larger than all that are finite.
    assert!(format!("1..{}", "9".repeat(400)).parse::<Difficulty>().is_err());
    for text in ["easy..medium", "8..12.5", "hard", "9"] {
        assert_eq!(text.parse::<Difficulty>().unwrap().to_string(), text);
    }
}
