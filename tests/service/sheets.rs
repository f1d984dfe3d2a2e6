//! Sheets for a class: several mazes on a page, lists of shapes, references between mazes and solutions, and the code for the same sheet again.

use std::sync::Arc;

use axum::http::{Method, StatusCode};
use dedale::picture::Palette;
use dedale::rng::derived_seed;
use dedale_server::app::App;
use dedale_server::settings::Settings;
use lopdf::Document;
use lopdf::content::Content;

use crate::common::{get, pages, pdf, post, request, send_to};

/// The text of each page.
fn texts(document: &Document) -> Vec<String> {
    (1..=pages(document).len()).map(|page| document.extract_text(&[page as u32]).unwrap().replace('\n', " ")).collect()
}

#[tokio::test]
async fn each_maze_of_a_page_has_a_name_line_and_a_number() {
    for (per_page, on_pages) in [(1, vec![1; 7]), (2, vec![2, 2, 2, 1]), (4, vec![4, 3]), (6, vec![6, 1])] {
        let document =
            pdf(&format!("/book.pdf?count=7&per_page={per_page}&w=6&h=6&seed=7&show=name&answers_per_page=9")).await;
        let texts = texts(&document);
        let (mazes, solutions) = texts.split_at(on_pages.len());
        let mut number = 0;
        for (text, count) in mazes.iter().zip(on_pages) {
            assert_eq!(text.matches("Name:").count(), count, "{per_page}: {text}");
            for _ in 0..count {
                number += 1;
                assert!(text.contains(&format!("Maze {number} ")), "{per_page}: {text}");
            }
        }
        assert_eq!(solutions.len(), 1, "{per_page}");
        let words: Vec<&str> = solutions[0].split_whitespace().collect();
        assert!((1..=7).all(|number: u32| words.contains(&&*number.to_string())), "{words:?}");
        assert!(!solutions[0].contains("Name:"));
    }
}

/// Each maze says on which page its solution is, and each solution on which page its maze is.
#[tokio::test]
async fn mazes_and_solutions_refer_to_each_other() {
    for (lang, solution, page) in [
        ("en", "Solution: page", "page"),
        ("fr", "Solution : page", "page"),
        ("de", "Lösung: Seite", "Seite"),
        ("es", "Solución: página", "página"),
        ("it", "Soluzione: pagina", "pagina"),
        ("pt", "Solução: página", "página"),
        ("nl", "Oplossing: pagina", "pagina"),
        ("el", "Λύση: σελίδα", "σελίδα"),
        ("ru", "Решение: стр.", "стр."),
    ] {
        let of = |query: &str| format!("/book.pdf?w=6&h=6&seed=7&lang={lang}&{query}");
        let found = texts(&pdf(&of("count=7&per_page=4&answers_per_page=4&title=ABC")).await);
        assert_eq!(found.len(), 7, "{lang}");
        for (number, counts) in [(2, [4, 0]), (3, [0, 3])] {
            for (on_page, count) in [(6, counts[0]), (7, counts[1])] {
                let told = format!("{solution} {on_page}");
                assert_eq!(found[number].matches(&told).count(), count, "{lang}: {told}: {}", found[number]);
            }
        }
        for (number, on_page) in [(5, 3), (6, 4)] {
            let told = format!("{page} {on_page}");
            assert_eq!(
                found[number].matches(&told).count(),
                if number == 5 { 4 } else { 3 },
                "{lang}: {}",
                found[number]
            );
        }
        let facing = texts(&pdf(&of("count=2&answers=facing")).await);
        assert!(facing[3].contains(&format!("{solution} 5")) && facing[4].contains(&format!("{page} 4")), "{facing:?}");
        // Nothing refers to solutions that are not there, or to pages without numbers.
        for query in ["count=2&answers=none", "count=1", "count=4&per_page=4"] {
            let found = texts(&pdf(&of(query)).await).join(" ");
            assert!(!found.contains(solution) && !found.contains(page), "{lang} {query}: {found}");
        }
    }
}

/// The operators that set colors on all pages, each with its numbers.
fn colors(document: &Document) -> Vec<(String, Vec<f32>)> {
    let mut colors = Vec::new();
    for page in pages(document) {
        let content = Content::decode(&document.get_page_content(page)).unwrap();
        for operation in content.operations {
            if ["rg", "RG", "g", "G", "k", "K"].contains(&&*operation.operator) {
                let numbers = operation.operands.iter().map(|operand| operand.as_float().unwrap()).collect();
                colors.push((operation.operator, numbers));
            }
        }
    }
    colors
}

/// A poster has a color for each distance, with its title, its seed, its colors and the longest distance at the foot, and no task.
#[tokio::test]
async fn a_poster_is_colored_by_distance() {
    for (path, size, paper, width) in [
        ("maze", "w=20&h=28", "a4", 210.0),
        ("solve", "w=20&h=28", "a1", 594.0),
        ("maze", "grid=polar&rings=9", "a2", 420.0),
    ] {
        let uri = format!("/{path}.pdf?{size}&seed=7&paper={paper}&title=The%20long%20way&poster=true&palette=magma");
        let document = pdf(&uri).await;
        let [page] = pages(&document)[..] else { panic!("{uri}: one page") };
        let box_of_page = document.get_dictionary(page).unwrap().get(b"TrimBox").unwrap().as_array().unwrap();
        assert!((f64::from(box_of_page[2].as_float().unwrap()) - width / 25.4 * 72.0).abs() < 0.1, "{uri}");
        let [text] = &texts(&document)[..] else { panic!("{uri}: one page") };
        for part in ["The long way", "seed 7", "magma"] {
            assert!(text.contains(part), "{uri}: {part} is not in {text}");
        }
        assert!(!text.contains("Find the way"), "{uri}: {text}");
        // The nearest cells and the farthest, as in `Palette::Magma`.
        let filled = colors(&document);
        for color in [Palette::Magma.color(0, 2), Palette::Magma.color(1, 2)] {
            let color = color.map(|part| f32::from(part) / 255.0);
            let is_same = |numbers: &[f32]| numbers.iter().zip(color).all(|(a, b)| (a - b).abs() < 1e-4);
            assert!(filled.iter().any(|(_, numbers)| numbers.len() == 3 && is_same(numbers)), "{uri}: {color:?}");
        }
    }
}

#[tokio::test]
async fn a_palette_is_for_posters() {
    for (uri, name, reason) in [
        ("/maze.pdf?w=6&h=6&palette=magma", "palette", "poster=true"),
        ("/book.pdf?w=6&h=6&poster=true", "poster", "format=pdf"),
        ("/maze.svg?w=6&h=6&poster=true", "poster", "format=pdf"),
        ("/maze.pdf?w=6&h=6&poster=large", "poster", "false"),
    ] {
        let answer = get(uri).await;
        let body = answer.text();
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{uri}: {body}");
        assert!(body.contains(name) && body.contains(reason), "{uri}: {body}");
    }
}

/// The same values as in pictures; and without a color, nothing but gray, which is black ink.
#[tokio::test]
async fn books_are_printed_in_their_colors() {
    for (path, query) in [
        ("book", "count=2&show=name,seed,code&title=ABC"),
        ("book", "count=3&sparse=0.3&answers=facing"),
        ("solve", "word=MOUSE&show=answer"),
        ("maze", "locks=1&items=star"),
    ] {
        let uri = format!("/{path}.pdf?w=12&h=12&seed=7&{query}");
        let plain = if query.contains("title") { "&cover=plain" } else { "" };
        let black = colors(&pdf(&format!("{uri}{plain}&color=black&path_color=%23000")).await);
        let is_gray = |(operator, numbers): &&(String, Vec<f32>)| {
            operator.eq_ignore_ascii_case("g") || numbers.iter().all(|&number| number == 1.0)
        };
        let other: Vec<_> = black.iter().filter(|color| !is_gray(color)).collect();
        assert!(other.is_empty() && !black.is_empty(), "{uri}: {other:?}");
        let blue = colors(&pdf(&format!("{uri}&color=navy&path_color=0a0")).await);
        assert!(blue.iter().any(|(_, numbers)| numbers[..] == [0.0, 0.0, 128.0 / 255.0]), "{uri}: {blue:?}");
        assert!(
            path == "maze" || blue.iter().any(|(_, numbers)| numbers[..] == [0.0, 170.0 / 255.0, 0.0]),
            "{uri}: {blue:?}"
        );
    }
}

/// Nothing is cut off where a book is bound: on the left of odd pages, and on the right of even ones.
#[tokio::test]
async fn a_bound_edge_has_no_bleed() {
    let boxes = |document: &Document| -> Vec<[Vec<i64>; 2]> {
        let of_page = |page| {
            let dictionary = document.get_dictionary(page).unwrap();
            [&b"TrimBox"[..], b"BleedBox"].map(|name| {
                let sides = dictionary.get(name).unwrap().as_array().unwrap();
                sides.iter().map(|side| (side.as_float().unwrap() * 100.0).round() as i64).collect()
            })
        };
        pages(document).into_iter().map(of_page).collect()
    };
    let uri = "/book.pdf?count=2&answers=none&w=6&h=6&seed=7&paper=6x9&bleed=3";
    // Six by nine inches, and 3 mm.
    let (width, height, bleed) = (43_200, 64_800, 850);
    let all = [vec![bleed, bleed, width + bleed, height + bleed], vec![0, 0, width + 2 * bleed, height + 2 * bleed]];
    let paper = vec![0, 0, width + bleed, height + 2 * bleed];
    let odd = [vec![0, bleed, width, height + bleed], paper.clone()];
    let even = [vec![bleed, bleed, width + bleed, height + bleed], paper];
    let near = |found: Vec<[Vec<i64>; 2]>, expected: [[Vec<i64>; 2]; 2]| {
        let flat = |boxes: Vec<[Vec<i64>; 2]>| boxes.into_iter().flatten().flatten().collect::<Vec<_>>();
        let (found, expected) = (flat(found), flat(expected.to_vec()));
        assert!(
            found.len() == expected.len() && found.iter().zip(&expected).all(|(a, b)| (a - b).abs() <= 2),
            "{found:?} {expected:?}"
        );
    };
    near(boxes(&pdf(uri).await), [all.clone(), all]);
    near(boxes(&pdf(&format!("{uri}&binding=left")).await), [odd, even]);
}

/// The seed that is printed beside each maze.
fn seeds(document: &Document) -> Vec<u64> {
    let texts = texts(document);
    texts.iter().filter_map(|told| told.split_once("seed ")?.1.split_whitespace().next()?.parse().ok()).collect()
}

/// Mazes that grow and become harder never fall back, neither in size nor in difficulty.
#[tokio::test]
async fn growing_and_harder_at_once_never_falls_back() {
    for (count, seed) in [(40, 7), (25, 3)] {
        let document = pdf(&format!(
            "/book.pdf?w=8..24&h=8..24&seed={seed}&count={count}&answers=none&show=seed&difficulty=easy..hard"
        ))
        .await;
        let mut before = 0.0;
        for (number, seed) in (0..).zip(seeds(&document)) {
            let side = dedale_book::options::growing("8..24".parse().unwrap(), number, count);
            let solved = get(&format!("/solve?w={side}&h={side}&seed={seed}&include=stats")).await.json();
            let difficulty = solved["stats"]["difficulty"].as_f64().unwrap();
            assert!(difficulty >= before, "maze {number}: {difficulty} after {before}");
            before = difficulty;
        }
        assert!(before > 20.0, "{before}");
    }
    // What has no such order is refused, and says why.
    let refused =
        get("/book.pdf?mask=circle;bits:__AAAAAAAAAAAAAAAAAAAAAA&w=12&h=12&seed=7&count=2&difficulty=easy..hard").await;
    refused.assert_refused();
    let error = &refused.json()["errors"][0];
    assert_eq!(error["parameter"], "difficulty");
    assert!(error["detail"].as_str().unwrap().contains("maze 1 is harder than all of a maze after it"), "{error}");
}

/// Each maze takes the next shape of a list, in books and among many mazes.
#[tokio::test]
async fn each_maze_has_the_next_shape_of_a_list() {
    let animals = ["cat", "fish", "rabbit", "bird", "butterfly", "dinosaur"];
    let lists: [(&str, &[&str]); 4] = [
        ("animals", &animals),
        ("Vehicles;heart", &["car", "rocket", "boat", "heart"]),
        ("cat;text:HI;path:M0 0L10 0 10,10 0 10Z", &["cat", "text:HI", "path:M0 0L10 0 10 10 0 10Z"]),
        ("cat;not:heart", &["cat", "not:heart"]),
    ];
    for (list, shapes) in lists {
        let list: String = form_urlencoded::byte_serialize(list.as_bytes()).collect();
        for outline in ["cells", "smooth"] {
            let lines =
                get(&format!("/mazes?w=24&h=24&seed=7&count=9&parts=largest&outline={outline}&mask={list}")).await;
            assert_eq!(lines.status, StatusCode::OK, "{list}: {}", String::from_utf8_lossy(&lines.body));
            let lines = String::from_utf8(lines.body.to_vec()).unwrap();
            for (number, line) in (0..).zip(lines.lines()) {
                let line: serde_json::Value = serde_json::from_str(line).unwrap();
                let shape: String = form_urlencoded::byte_serialize(shapes[number % shapes.len()].as_bytes()).collect();
                let seed = derived_seed(7, number as u64);
                let alone = get(&format!("/maze?w=24&h=24&seed={seed}&parts=largest&outline={outline}&mask={shape}"))
                    .await
                    .json();
                assert_eq!(line["cells"], alone["cells"], "{shape} {outline}");
            }
        }
        let book = pdf(&format!("/book.pdf?w=24&h=24&seed=7&count=9&parts=largest&answers=none&mask={list}")).await;
        assert_eq!(pages(&book).len(), 9, "{list}");
        let content = |page: usize| book.get_page_content(pages(&book)[page]);
        assert!((1..9).all(|page| content(page) != content(0)), "{list}");
    }
    // A maze of a book is that of a sheet.
    let strokes = |document: &Document, page: usize| {
        let content = Content::decode(&document.get_page_content(pages(document)[page])).unwrap();
        let lines = content.operations.into_iter().filter(|operation| ["m", "l", "c"].contains(&&*operation.operator));
        lines.map(|operation| operation.operands).collect::<Vec<_>>().len()
    };
    let book = pdf("/book.pdf?w=14&h=14&seed=7&count=8&answers=none&mask=animals").await;
    for (number, shape) in (0..8).zip(animals.iter().cycle()) {
        let seed = derived_seed(7, number as u64);
        let sheet = pdf(&format!("/maze.pdf?w=14&h=14&seed={seed}&mask={shape}")).await;
        assert_eq!(strokes(&book, number), strokes(&sheet, 0), "{shape}");
    }
    // Sizes and shapes begin again after different numbers.
    let lines = get("/mazes?w=11..13&h=12&seed=7&count=6&mask=cat;heart").await;
    let lines = String::from_utf8(lines.body.to_vec()).unwrap();
    let sizes: Vec<u64> = lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["w"].as_u64().unwrap())
        .collect();
    assert_eq!(sizes, [11, 12, 13, 11, 12, 13]);
    // One maze has one shape.
    for path in ["/maze", "/solve", "/maze.pdf", "/mazes.npy"] {
        for list in ["cat;heart", "animals"] {
            let refused = get(&format!("{path}?w=14&h=14&mask={list}")).await;
            refused.assert_refused();
            let detail = refused.json()["errors"][0]["detail"].as_str().unwrap().to_owned();
            assert!(detail.contains("is a list of masks, and a maze has one"), "{path}: {detail}");
        }
    }
    let lines = get("/mazes?w=12&h=12&seed=7&count=2&word=CAT;DOG").await;
    let lines = String::from_utf8(lines.body.to_vec()).unwrap();
    assert!(
        lines.lines().zip(["CAT", "DOG"]).all(|(line, word)| line.contains(&format!("\"answer\":\"{word}\""))),
        "{lines}"
    );
}

/// The code has what the mazes are asked for with, and how many there are on which pages, and nothing of the request's `Host` is printed.
#[tokio::test]
async fn a_sheet_says_what_it_can_be_asked_for_with() {
    for (uri, code) in [
        ("/maze.pdf?mask=cat&w=12&h=12&seed=48213&difficulty=easy", "cat 12×12 difficulty=easy · 48213"),
        ("/solve.pdf?mask=cat&w=12&h=12&seed=48213&paper=a5&title=ABC", "cat 12×12 · 48213"),
        ("/maze.pdf?grid=polar&rings=9&seed=7", "grid=polar rings=9 · 7"),
        ("/maze.pdf?seed=7&mask=text:AB+C&w=30", "text:AB%20C 30×30 · 7"),
        (
            "/book.pdf?mask=animals&w=12&h=14&count=4&per_page=2&seed=7&gutter=0&word=CAT;DOG",
            "animals 12×14 word=CAT;DOG count=4 per_page=2 · 7",
        ),
        (
            "/book.pdf?mask=animals&w=12&h=12&difficulty=easy&count=5&per_page=4&answers=none&seed=7&paper=letter&marks=mouse",
            "animals 12×12 difficulty=easy count=5 per_page=4 answers=none · 7",
        ),
        ("/book.pdf?w=9&h=9&count=2&per_page=1&answers=end&answers_per_page=4&seed=7", "9×9 count=2 · 7"),
        ("/book.pdf?w=9&h=9&count=2&answers=facing&seed=7", "9×9 count=2 answers=facing · 7"),
        ("/book.pdf?w=9&h=9&per_page=4&seed=7", "9×9 per_page=4 count=20 · 7"),
        (
            "/book.pdf?w=8..12&h=9&count=2&seed=7&remove=2,2,E;3,3,E&doors=false",
            "8..12×9 doors=false remove=2,2,E;3,3,E count=2 · 7",
        ),
    ] {
        let found = texts(&pdf(&format!("{uri}&show=code")).await);
        // Where solutions face mazes, the first page is blank.
        let mut printed = found.iter().filter(|text| !text.is_empty());
        assert!(printed.all(|text| text.contains(code)), "{uri}: {found:?}");
    }
    // Of a maze with a random seed, the seed is in the code.
    let answer = get("/maze.pdf?w=9&h=9&show=code").await;
    let seed = answer.header("dedale-seed").unwrap().to_owned();
    let document = Document::load_mem(&answer.body).unwrap();
    assert!(texts(&document)[0].contains(&format!("9×9 · {seed}")));
    let mut app = App::new(Settings::default());
    app.public_url = Some("https://maze.example.org/school".into());
    let app = Arc::new(app);
    let uri = "/book.pdf?mask=cat&w=12&h=12&count=2&seed=7&show=name,code&title=A%20%26%20B&per_page=2";
    let answer = send_to(&app, request(Method::GET, uri, &[("host", "evil.example")])).await;
    let text = texts(&Document::load_mem(&answer.body).unwrap()).remove(0);
    let address =
        "https://maze.example.org/school/?sheet=cat+12x12+count=2+per_page=2+show=name,code+title=A%2520%26%2520B+7";
    assert!(text.replace(' ', "").contains(&address.replace(' ', "")) && !text.contains("evil"), "{text}");
    let posted = get("/maze?w=9&h=9&seed=7").await;
    let refused = post("/solve.pdf?show=code", "application/json", posted.body).await.json();
    assert_eq!(refused["errors"][0]["parameter"], "show", "{refused}");
}
