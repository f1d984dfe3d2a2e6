//! Books as their users see them: letters, words, sizes that grow, and mazes.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use dedale::observe::Step;
use dedale::options::MazeOptions;
use dedale::picture::Marks;
use dedale_book::options::{self, BookOptions};
use dedale_book::paper::PAPERS;
use dedale_book::plan::{MazeTraits, Plan};
use dedale_book::words::LANGUAGES;
use dedale_book::{Book, Mazes, font};

/// A page with one maze, and nothing else.
fn sheet() -> BookOptions {
    BookOptions::sheet(&PAPERS[0], &LANGUAGES[0])
}

#[test]
fn the_fonts_have_the_letters_of_all_words() {
    let every = [Marks::Arrows, Marks::Dots, Marks::Mouse, Marks::Treasure, Marks::Rocket];
    for words in LANGUAGES {
        assert!(every.map(|marks| words.task(marks, true).unwrap()).join("").chars().all(font::has), "{}", words.lang);
        let all = [
            words.maze,
            words.seed,
            words.solutions,
            words.with_solutions,
            words.solution_on,
            words.page,
            words.belongs_to,
            words.done,
            &words.rules.join(""),
            &words.count(5),
            &words.count(2),
        ];
        assert!(all.iter().flat_map(|word| word.chars()).all(font::has), "{}", words.lang);
    }
    assert!("Ærøskøbing Ąćęłńóśźż Čšž Ἑ — “Ё”".chars().filter(|&letter| letter != 'Ἑ').all(font::has));
    assert!(!font::has('漢') && !font::has('\n') && !font::has('\u{301}') && !font::has('א') && !font::has('😀'));
}

#[test]
fn every_letter_is_listed() {
    let letters = font::letters();
    assert!(letters.starts_with("\\u{20}-\\u{7e}"), "{letters}");
    let listed = |letter: char| {
        letters.split("\\u{").skip(1).collect::<Vec<_>>().chunks(2).any(|range| {
            let ends = [0, 1].map(|end| u32::from_str_radix(range[end].trim_end_matches(['}', '-']), 16).unwrap());
            (ends[0]..=ends[1]).contains(&letter.into())
        })
    };
    assert!("Aé€Ωя№".chars().all(listed) && !"漢😀\n\u{301}".chars().any(listed));
    assert!(!('\u{10000}'..=char::MAX).any(font::has));
}

#[test]
fn sizes_grow_evenly() {
    for (text, count, sizes) in [
        ("8..24", 1, vec![24]),
        ("8..24", 2, vec![8, 24]),
        ("6..10", 5, vec![6, 7, 8, 9, 10]),
        ("5..5", 3, vec![5, 5, 5]),
        ("1..2", 4, vec![1, 1, 2, 2]),
    ] {
        let range = text.parse().unwrap();
        let found: Vec<u64> = (0..count).map(|number| options::growing(range, number, count)).collect();
        assert_eq!(found, sizes, "{text}");
    }
    let range = "1..18446744073709551615".parse().unwrap();
    assert_eq!(options::growing(range, BookOptions::MAX - 1, BookOptions::MAX), u64::MAX);
}

/// The attempts at a maze were the mazes after it, so that half of all books of thirty had one twice.
#[test]
fn no_two_mazes_of_a_book_are_equal() {
    for query in ["w=10&h=10&seed=11&difficulty=easy", "w=10&h=10&seed=3&algo=prim&difficulty=8..30&length=18..40"] {
        let maze: MazeOptions = query.parse().unwrap();
        let book = BookOptions { count: BookOptions::MAX, ..sheet() };
        let mut go_on = |_: Step| Ok(());
        let mazes = Mazes::check(vec![maze.clone()], &book, Some(10_000), &mut go_on).unwrap();
        let made = |number| {
            let made = maze.with_seed(mazes.seed(number).unwrap()).make(&mut ()).unwrap();
            made.maze.into_squares().unwrap().to_string()
        };
        let different: BTreeSet<String> = (0..BookOptions::MAX).map(made).collect();
        assert_eq!(different.len(), BookOptions::MAX as usize, "{query}");
    }
}

#[test]
fn numbers_of_mazes() {
    let count = |lang: &str, count: u32| {
        let words = LANGUAGES.iter().find(|words| words.lang == lang).unwrap();
        words.count(count)
    };
    for (lang, number, said) in [
        ("en", 1, "1 maze"),
        ("en", 2, "2 mazes"),
        ("en", 21, "21 mazes"),
        ("de", 1, "1 Labyrinth"),
        ("de", 20, "20 Labyrinthe"),
        ("ru", 1, "1 лабиринт"),
        ("ru", 3, "3 лабиринта"),
        ("ru", 11, "11 лабиринтов"),
        ("ru", 12, "12 лабиринтов"),
        ("ru", 20, "20 лабиринтов"),
        ("ru", 21, "21 лабиринт"),
        ("ru", 111, "111 лабиринтов"),
    ] {
        assert_eq!(count(lang, number), said);
    }
}

#[test]
fn fonts_are_cut_to_their_glyphs() {
    let picture = "w=5&h=5&seed=1".parse::<MazeOptions>().unwrap().make(&mut ()).unwrap();
    let options = BookOptions { title: Some("Aba".to_owned()), ..sheet() };
    let plan = Plan::new(options, vec![picture.drawn_size()], MazeTraits::of_made(&picture));
    let (mut book, mut bytes) = (Book::new(Mazes::made(picture), plan, 1), Vec::new());
    while book.write_next(&mut bytes, &mut ()) == Ok(true) {}
    assert!(bytes.starts_with(b"%PDF") && bytes.len() < 20_000, "{} bytes", bytes.len());
}
