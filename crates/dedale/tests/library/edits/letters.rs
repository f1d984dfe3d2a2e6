//! Words and sums on the way: where the letters are, that the answer is that of every way, and which texts are words.

use std::collections::BTreeSet;

use crate::mesh_of;
use dedale::edit::{DoesNotFitError, SolutionWord};
use dedale::generate::ALGORITHMS;
use dedale::grid::{Address, Cell, Grid, GridKind};
use dedale::options::{MakeError, MazeBuilder, MazeOptions};
use dedale::picture::{LetterPlace, Picture};
use dedale::solve::Solver;

fn cell(picture: &Picture, letter: &LetterPlace) -> Cell {
    let numbers: Vec<u32> = letter.cell.iter().map(|&number| number as u32).collect();
    picture.maze.grid().find(Address::try_from(&numbers[..]).unwrap()).unwrap()
}

fn refused(query: &str) -> DoesNotFitError {
    match query.parse::<MazeOptions>().unwrap().make(&mut ()) {
        Err(MakeError::DoesNotFit { error, .. }) => error,
        other => panic!("{query}: {:?}", other.map(|picture| picture.metadata.answer)),
    }
}

/// Every grid, and mazes with everything that makes ways and cells other than usual.
fn mazes() -> Vec<String> {
    let on_grid =
        |kind: &GridKind| format!("grid={kind}&{}", if *kind == GridKind::Polar { "rings=9" } else { "w=12&h=12" });
    let grids = GridKind::ALL.iter().filter(|kind| **kind != GridKind::Custom).map(on_grid);
    let others = [
        "w=20&h=14&algo=wilson&braid=0.1",
        "w=20&h=14&rooms=3&exits=1",
        "w=30&h=20&mask=cat&parts=largest",
        "w=16&h=16&weave=1&algo=kruskal",
        "w=9&h=9&floors=3&sparse=0.2",
        "w=20&h=20&wrap=xy&ends=farthest",
        "w=20&h=20&unicursal=true",
        "w=20&h=20&symmetry=rotate&h=21",
        "w=20&h=14&weights=1..9&braid=0.1&doors=true",
        "w=20&h=14&items=treasure:30&locks=4",
        "w=16&h=16&ends=center",
    ];
    let algorithms = ALGORITHMS.iter().map(|info| format!("w=30&h=30&algo={}", info.name));
    grids.chain(others.map(str::to_owned)).chain(algorithms).collect()
}

/// The letters are on the way in their order, evenly spread, and the other ones at dead ends that are not beside them, where nothing else is.
#[test]
fn letters_are_in_order_on_the_way_and_others_at_dead_ends() {
    let (mut decoys, mut made) = (0, 0);
    for maze in mazes() {
        for (more, word) in
            [("word=MAUS", Some("MAUS")), ("word=Käsebrot7&decoys=0.5", Some("KÄSEBROT7")), ("sum=1..9", None)]
        {
            for seed in 0..3 {
                let query = format!("{maze}&seed={seed}&{more}");
                let picture = match query.parse::<MazeOptions>().unwrap().make(&mut ()) {
                    Ok(picture) => picture,
                    // Where there are loops, few cells are on every way.
                    Err(MakeError::DoesNotFit { error, .. }) => {
                        assert!(error.placed < error.asked, "{query}");
                        continue;
                    }
                    Err(why) => panic!("{query}: {why}"),
                };
                made += 1;
                let (maze, letters) = (&picture.maze, &picture.metadata.letters);
                let ways = [Solver::Bfs, Solver::recommended_for(maze)]
                    .map(|solver| solver.solve(maze, picture.from, picture.to).path().unwrap().to_vec());
                let on_path: Vec<&LetterPlace> = letters.iter().filter(|letter| letter.on_path).collect();
                for way in &ways {
                    let place = |letter: &&LetterPlace| way.iter().position(|&at| at == cell(&picture, letter));
                    let places: Vec<usize> = on_path.iter().map(|letter| place(letter).expect(&query)).collect();
                    assert!(places.is_sorted_by(|a, b| a < b), "{query}: {places:?}");
                    assert!(places[0] > 0 && places[places.len() - 1] + 1 < way.len(), "{query}: at an end");
                }
                let text: String = on_path.iter().map(|letter| &*letter.text).collect();
                let sum = || on_path.iter().map(|letter| letter.text.parse::<u32>().unwrap()).sum::<u32>().to_string();
                let answer = picture.metadata.answer.as_deref().unwrap();
                match word {
                    Some(word) => assert_eq!((&*text, answer), (word, word), "{query}"),
                    None => assert_eq!((answer, (2..=10).contains(&on_path.len())), (&*sum(), true), "{query}"),
                }
                let cells: BTreeSet<Cell> = letters.iter().map(|letter| cell(&picture, letter)).collect();
                assert_eq!(cells.len(), letters.len(), "{query}: two letters in a cell");
                let items = picture.metadata.items.iter().map(|item| item.cell.clone());
                assert!(items.into_iter().all(|item| letters.iter().all(|letter| letter.cell != item)), "{query}");
                let others: Vec<&LetterPlace> = letters.iter().filter(|letter| !letter.on_path).collect();
                assert!(others.len() <= on_path.len(), "{query}");
                for letter in others {
                    let at = cell(&picture, letter);
                    assert!(maze.is_dead_end(at), "{query}");
                    let is_beside = |other: &LetterPlace| {
                        let grid = maze.grid();
                        let other = cell(&picture, other);
                        grid.inner_sides(at).into_iter().any(|side| grid.across(at, side) == other)
                    };
                    assert!(!on_path.iter().any(|other| is_beside(other)), "{query}: {letter:?}");
                    decoys += 1;
                }
            }
        }
    }
    assert!(decoys > 1000 && made > 300, "{decoys} decoys in {made} mazes");
}

/// On a way without branches, letters are in the middle of equal parts.
#[test]
fn letters_are_evenly_spread() {
    let picture = mesh_of("w=14&h=1&seed=1&word=CAT");
    let columns: Vec<u64> = picture.metadata.letters.iter().map(|letter| letter.cell[1]).collect();
    assert_eq!(columns, [3, 7, 11]);
}

/// Half of the mazes here have a loop between the ends, and a letter in it could be passed by.
#[test]
fn every_way_passes_all_letters() {
    let mut with_loops = 0;
    for seed in 0..40 {
        let query = format!("w=12&h=12&seed={seed}&braid=0.15&word=ABC");
        let Ok(picture) = query.parse::<MazeOptions>().unwrap().make(&mut ()) else { continue };
        let maze = &picture.maze;
        with_loops += u32::from(maze.grid().square().is_some() && maze.count_passages() >= 144);
        for letter in picture.metadata.letters.iter().filter(|letter| letter.on_path) {
            let shut = cell(&picture, letter);
            let (mut reached, mut waiting) = (BTreeSet::from([picture.from, shut]), vec![picture.from]);
            while let Some(at) = waiting.pop() {
                waiting.extend(maze.neighbors(at).map(|(_, far)| far).filter(|&far| reached.insert(far)));
            }
            assert!(!reached.contains(&picture.to), "{query}: a way around {letter:?}");
        }
    }
    assert!(with_loops > 10, "{with_loops}");
}

#[test]
fn decoys_are_as_many_as_asked_for() {
    let count = |more: &str| {
        let letters = mesh_of(&format!("w=30&h=30&seed=7&{more}")).metadata.letters;
        letters.iter().filter(|letter| !letter.on_path).count()
    };
    let all = ["word=MOUSE", "word=MOUSE&decoys=0.5", "word=MOUSE&decoys=0", "word=MOUSE&decoys=1"].map(count);
    assert_eq!(all, [5, 3, 0, 5]);
}

/// Others are of the same script, so that they do not stand out.
#[test]
fn decoys_look_like_the_word() {
    for (word, alphabet) in [
        ("MOUSE", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        ("ÄÖ", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        ("2049", "0123456789"),
        ("МЫШЬ", "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"),
        ("ΓΑΤΑ", "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"),
    ] {
        for seed in 0..20 {
            let letters = mesh_of(&format!("w=20&h=20&seed={seed}&word={word}")).metadata.letters;
            let other = letters.iter().filter(|letter| !letter.on_path).find(|letter| !alphabet.contains(&letter.text));
            assert_eq!(other, None, "{word}");
        }
    }
    let letters = mesh_of("w=20&h=20&seed=7&sum=12..15").metadata.letters;
    assert!(letters.iter().all(|letter| (12..=15).contains(&letter.text.parse::<u32>().unwrap())));
}

#[test]
fn what_does_not_fit_says_how_much_does() {
    assert_eq!(refused("w=5&h=1&word=MAUS"), DoesNotFitError { asked: 4, placed: 3 });
    assert_eq!(refused("w=3&h=1&sum=1..9"), DoesNotFitError { asked: 2, placed: 1 });
    assert_eq!(refused("w=1&h=1&word=MAUS"), DoesNotFitError { asked: 4, placed: 0 });
    assert_eq!(mesh_of("w=6&h=1&word=MAUS").metadata.answer.unwrap(), "MAUS");
}

/// The places of a seed stay, as its walls do.
#[test]
fn letters_have_not_moved() {
    let places = |query: &str| {
        let letters = mesh_of(query).metadata.letters;
        letters.iter().map(|letter| format!("{} {:?} {}", letter.text, letter.cell, letter.on_path)).collect::<Vec<_>>()
    };
    let word =
        ["C [5, 0] true", "A [5, 4] true", "T [6, 9] true", "W [6, 6] false", "G [2, 4] false", "Q [2, 10] false"];
    assert_eq!(places("w=12&h=9&seed=7&word=CAT"), word);
    assert_eq!(
        places("grid=hex&w=9&h=9&seed=7&sum=1..20&decoys=0.5"),
        ["15 [2, 0] true", "5 [8, 1] true", "18 [7, 4] true", "4 [3, 8] false", "12 [3, 1] false"]
    );
}

/// No wall, no item and no door depends on letters.
#[test]
fn letters_move_nothing() {
    for query in ["w=20&h=14&seed=3&items=treasure:3&locks=2", "grid=hex&w=9&h=8&seed=3", "w=9&h=9&floors=2&seed=3"] {
        let (plain, mut with) = (mesh_of(query), mesh_of(&format!("{query}&word=CAT")));
        assert_eq!((&plain.maze, plain.from, plain.to), (&with.maze, with.from, with.to), "{query}");
        (with.metadata.letters, with.metadata.answer) = (Vec::new(), None);
        (with.metadata.options, with.metadata.url) = (plain.metadata.options.clone(), plain.metadata.url.clone());
        assert_eq!(plain.metadata, with.metadata, "{query}");
    }
}

#[test]
fn words_are_letters_and_digits() {
    let word = |text: &str| text.parse::<SolutionWord>().map(|word| word.to_string());
    for (text, expected) in [
        ("mouse", "MOUSE"),
        (" Straße ", "STRASSE"),
        ("ÉLÉPHANT", "ÉLÉPHANT"),
        ("γάτα", "ΓΑΤΑ"),
        ("ёж", "ЁЖ"),
        ("R2D2", "R2D2"),
        ("ας", "ΑΣ"),
    ] {
        assert_eq!(word(text).as_deref(), Ok(expected));
    }
    for text in ["", "A", "A B", "A-B", "<b>", "A&B", "A\"B", "木木", "A\u{308}B", &"A".repeat(41)] {
        let why = word(text).unwrap_err().to_string();
        assert!(why.contains("2 to 40 letters") && why.contains("A to Z"), "{text}: {why}");
    }
    assert!(word(&"A".repeat(40)).is_ok());
    for letter in SolutionWord::characters() {
        assert_eq!(word(&format!("{letter}{letter}")), Ok(format!("{letter}{letter}")));
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let options = |query: &str| query.parse::<MazeOptions>().map(|_| ()).map_err(|why| why.to_string());
    for (query, option) in [
        ("word=CAT&sum=1..9", "word"),
        ("word=CAT&exits=2", "word"),
        ("sum=1..9&exits=2", "sum"),
        ("word=CAT&solvable=0.5", "word"),
        ("word=CAT&obstacles=0.3", "obstacles"),
        ("sum=1..100", "sum"),
        ("sum=9..1", "sum"),
        ("sum=-1..3", "sum"),
        ("decoys=0.5", "decoys"),
        ("word=CAT&decoys=1.5", "decoys"),
        ("word=CAT&window=0,0,5,5&algo=quilt", "word"),
    ] {
        let why = options(query).unwrap_err();
        assert!(why.starts_with(&format!("{option}: ")), "{query}: {why}");
    }
    for query in ["word=CAT&exits=1", "sum=0..99", "sum=7", "word=CAT&solvable=1"] {
        assert_eq!(options(query), Ok(()), "{query}");
    }
    let builder = MazeBuilder::default().size(12, 9).word("cat").decoys(0.5).options().unwrap();
    assert_eq!(builder.to_string().parse::<MazeOptions>().unwrap(), builder);
    assert!(builder.to_string().ends_with("&word=CAT&decoys=0.5"), "{builder}");
}
