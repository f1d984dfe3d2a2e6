//! Words and sums on the way, over HTTP: JSON and pictures have them, books print their boxes, and no text of a client becomes markup.

use axum::http::StatusCode;
use lopdf::Document;
use lopdf::content::Content;
use serde_json::{Value, json};

use crate::common::{get, pdf};
use crate::solving::{faulty, post_json};

/// The reason why this parameter is wrong.
async fn reason(uri: &str, parameter: &str) -> String {
    let answer = get(uri).await;
    assert_eq!(faulty(&answer), [parameter], "{uri}");
    answer.json()["errors"][0]["detail"].as_str().unwrap().to_owned()
}

/// For each page, the number of boxes, and the text.
fn printed(document: &Document) -> Vec<(usize, String)> {
    let pages = document.get_pages();
    let boxes = |page| {
        let content = Content::decode(&document.get_page_content(page)).unwrap();
        content.operations.iter().filter(|operation| operation.operator == "re").count()
    };
    pages.into_iter().map(|(number, page)| (boxes(page), document.extract_text(&[number]).unwrap())).collect()
}

/// The text without spaces: each letter in a box is a text of its own.
fn joined(text: &str) -> String {
    text.split_whitespace().collect()
}

#[tokio::test]
async fn letters_are_wherever_a_maze_is_made() {
    for maze in ["w=20&h=12", "grid=hex&w=12&h=9", "grid=polar&rings=9", "grid=cairo&w=5&h=5", "w=9&h=9&floors=2"] {
        let query = format!("{maze}&seed=7&word=m%C3%A4use");
        let made = get(&format!("/maze?{query}&encoding=graph")).await.json();
        assert_eq!((&made["answer"], &made["options"]["word"]), (&json!("MÄUSE"), &json!("MÄUSE")), "{query}");
        let letters = made["letters"].as_array().unwrap();
        let on_path: Vec<&Value> = letters.iter().filter(|letter| letter["on_path"] == true).collect();
        let text: String = on_path.iter().map(|letter| letter["text"].as_str().unwrap()).collect();
        assert_eq!(text, "MÄUSE", "{query}");
        let solved = get(&format!("/solve?{query}&encoding=graph")).await.json();
        assert_eq!((&solved["letters"], &solved["answer"]), (&made["letters"], &made["answer"]), "{query}");
        let path = solved["path"].as_array().unwrap();
        let places = on_path.iter().map(|letter| path.iter().position(|cell| *cell == letter["cell"]).unwrap());
        assert!(places.is_sorted(), "{query}");
        let lines = get(&format!("/mazes?{query}&count=2")).await;
        let lines = String::from_utf8(lines.body.to_vec()).unwrap();
        for line in lines.lines() {
            assert_eq!(serde_json::from_str::<Value>(line).unwrap()["answer"], "MÄUSE", "{query}");
        }
        // The same maze, posted: its walls are known, and letters are not walls.
        let posted = post_json("/solve?include=path", &made).await.json();
        assert_eq!(posted["path"], solved["path"], "{query}");
    }
}

#[tokio::test]
async fn the_sum_is_that_of_the_numbers_on_the_way() {
    for seed in 0..20 {
        let made = get(&format!("/maze?w=20&h=12&seed={seed}&sum=10..99")).await.json();
        let letters = made["letters"].as_array().unwrap();
        let number = |letter: &Value| letter["text"].as_str().unwrap().parse::<u32>().unwrap();
        assert!(letters.iter().all(|letter| (10..=99).contains(&number(letter))));
        let sum: u32 = letters.iter().filter(|letter| letter["on_path"] == true).map(number).sum();
        assert_eq!(made["answer"], sum.to_string());
    }
}

/// A word is letters and digits alone, and is drawn as lines.
#[tokio::test]
async fn no_text_of_a_client_becomes_markup() {
    for word in ["%3Cscript%3E", "A%26B", "A%22B", "A%27B", "A%3BB", "A%00B", "%E2%80%AEAB", "A%0AB", "A%3C"] {
        for path in ["/maze.svg", "/maze.pdf", "/maze.json", "/solve.svg", "/book.pdf"] {
            let detail = reason(&format!("{path}?w=9&h=9&seed=7&word={word}"), "word").await;
            assert!(path == "/book.pdf" || detail.contains("A to Z"), "{path} {word}: {detail}");
        }
    }
    let svg = get("/maze.svg?w=12&h=12&seed=7&word=ZEBRA").await;
    let svg = String::from_utf8(svg.body.to_vec()).unwrap();
    assert!(!svg.contains("<text"), "letters are lines");
    let (drawing, metadata) = svg.split_once("<metadata>").unwrap();
    assert!(!drawing.contains("ZEBRA") && metadata.contains("word=ZEBRA"));
    assert_eq!(svg.matches("stroke-linecap=\"round\" stroke-linejoin=\"round\"").count(), 10);
}

#[tokio::test]
async fn what_does_not_fit_says_how_much_does() {
    for uri in [
        "/maze?w=6&h=1&seed=1&word=MOUSE",
        "/solve.svg?w=6&h=1&seed=1&word=MOUSE",
        "/book.pdf?w=6&h=1&count=2&word=AB;MOUSE",
    ] {
        let problem = get(uri).await;
        assert_eq!((problem.status, &*problem.problem()), (StatusCode::UNPROCESSABLE_ENTITY, "does-not-fit"), "{uri}");
        let problem = problem.json();
        assert_eq!((&problem["asked"], &problem["placed"]), (&json!(5), &json!(4)), "{uri}");
        let error = &problem["errors"][0];
        assert_eq!((&error["parameter"], &error["code"]), (&json!("word"), &json!("does-not-fit")), "{uri}");
    }
}

/// Of many mazes, each is tried with other seeds; one on whose way the word fits with none of them is a problem in its line.
#[tokio::test]
async fn a_maze_of_many_without_room_for_its_word_is_a_problem_in_its_line() {
    let query = "w=4&h=3&seed=1&count=300&word=MAUSKATZ";
    for distinct in [false, true] {
        let lines = get(&format!("/mazes?{query}&distinct={distinct}")).await;
        assert_eq!(lines.status, StatusCode::OK);
        let lines = String::from_utf8(lines.body.to_vec()).unwrap();
        let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let (mazes, problems): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line["answer"] == "MAUSKATZ");
        assert!(!problems.is_empty() && mazes.len() > 20, "{} {}", mazes.len(), problems.len());
        assert!(distinct || lines.len() == 300, "{}", lines.len());
        for problem in &problems {
            assert_eq!(problem["type"], "urn:dedale:problem:does-not-fit");
            assert_eq!(problem["errors"][0]["parameter"], "word");
            let number = problem["maze"].as_u64().unwrap();
            assert!(distinct || lines[number as usize] == **problem, "{problem}");
        }
        // A maze with another seed than that of its number says so, and is the maze of that seed.
        let found = mazes.iter().find(|maze| !derived(1, 300).contains(&maze["seed"].as_u64().unwrap())).unwrap();
        let alone = get(&format!("/maze?w=4&h=3&seed={}&word=MAUSKATZ", found["seed"])).await.json();
        assert_eq!(alone["cells"], found["cells"]);
    }
    for format in ["npy", "tokens"] {
        assert_eq!(faulty(&get(&format!("/mazes.{format}?w=9&h=9&count=2&word=CAT")).await), ["word"], "{format}");
        assert_eq!(faulty(&get(&format!("/mazes.{format}?w=9&h=9&count=2&sum=1..9")).await), ["sum"], "{format}");
    }
}

/// The seeds of this many mazes.
fn derived(seed: u64, count: u64) -> Vec<u64> {
    (0..count).map(|number| dedale::rng::derived_seed(seed, number)).collect()
}

#[tokio::test]
async fn worksheets_have_boxes_and_solutions_the_answer() {
    let sheet = "w=12&h=12&seed=7&word=MOUSE&show=answer";
    let [maze, solution] =
        [printed(&pdf(&format!("/maze.pdf?{sheet}")).await), printed(&pdf(&format!("/solve.pdf?{sheet}")).await)];
    assert_eq!((maze.len(), maze[0].0, &*joined(&maze[0].1)), (1, 5, "Solutionword:"));
    assert_eq!((solution.len(), solution[0].0, &*joined(&solution[0].1)), (1, 5, "Solutionword:MOUSE"));
    // Only solutions have it without being asked.
    let sheet = "w=12&h=12&seed=7&sum=1..9&lang=de";
    let [maze, solution] =
        [printed(&pdf(&format!("/maze.pdf?{sheet}")).await), printed(&pdf(&format!("/solve.pdf?{sheet}")).await)];
    let answer = get("/maze?w=12&h=12&seed=7&sum=1..9").await.json()["answer"].as_str().unwrap().to_owned();
    assert_eq!(joined(&maze[0].1), "FindedenWegdurchdasLabyrinth.");
    assert_eq!(joined(&solution[0].1), format!("LösungSumme={answer}"));
    for path in ["/maze.pdf", "/solve.pdf", "/book.pdf"] {
        let detail = reason(&format!("{path}?w=9&h=9&show=answer"), "show").await;
        assert!(detail.contains("word or sum"), "{path}: {detail}");
    }
    let made = get("/maze?w=9&h=9&seed=7&word=CAT").await.json();
    assert_eq!(faulty(&post_json("/solve.pdf?show=answer", &made).await), ["show"]);
}

/// Each maze of a book has the next word, also where sizes grow, and its solution the same.
#[tokio::test]
async fn each_maze_of_a_book_has_its_word() {
    for sizes in ["w=12&h=12", "w=10..14&h=10..14", "w=12&h=12&difficulty=easy..hard"] {
        let book =
            pdf(&format!("/book.pdf?{sizes}&seed=7&count=4&word=CAT;mouse,DOG42&show=answer&answers_per_page=1")).await;
        let pages = printed(&book);
        assert_eq!(pages.len(), 8, "{sizes}");
        assert_eq!(pages.iter().map(|page| page.0).collect::<Vec<_>>(), [3, 5, 5, 3, 3, 5, 5, 3], "{sizes}");
        for (page, word) in pages[4..].iter().zip(["CAT", "MOUSE", "DOG42", "CAT"]) {
            assert!(joined(&page.1).contains(word), "{sizes}: {}", page.1);
        }
        assert!(pages[..4].iter().all(|page| !joined(&page.1).contains("MOUSE")), "{sizes}");
    }
    let detail = reason("/book.pdf?w=12&h=12&count=2&word=CAT;DOG;BIRD", "word").await;
    assert!(detail.contains("3 words") && detail.contains("2 mazes"), "{detail}");
    let detail = reason("/book.pdf?w=12&h=12&count=2&word=CAT;D", "word").await;
    assert!(detail.contains("2 to 40"), "{detail}");
    let detail = reason("/maze?w=12&h=12&word=CAT;DOG", "word").await;
    assert!(detail.contains("';'"), "{detail}");
}
