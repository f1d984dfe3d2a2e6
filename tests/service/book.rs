//! Books, as a reader of PDF finds them. `tests/files` opens them with other programs and solves what these show.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::http::{Method, StatusCode};
use dedale::rng::derived_seed;
use dedale_server::app::App;
use dedale_server::settings::Settings;
use lopdf::content::Content;
use lopdf::{Document, Object, ObjectId};
use siphasher::sip128::SipHasher13;

use crate::common::{assert_tells_where_it_is_found, get, get_with, pages, pdf, request, send, send_to};

async fn book(query: &str) -> Document {
    pdf(&format!("/book.pdf?{query}")).await
}

/// The text of a page, counted from 1.
fn text(document: &Document, page: usize) -> String {
    document.extract_text(&[page as u32]).unwrap()
}

/// A wall one cell long, by its two ends.
type Wall = [[i64; 2]; 2];

/// The walls of the only maze on a page, which is one of squares: its strokes with square ends, cell by cell.
fn walls(document: &Document, page: ObjectId) -> BTreeSet<Wall> {
    let content = Content::decode(&document.get_page_content(page)).unwrap();
    let (mut walls, mut at, mut is_wall) = (BTreeSet::new(), [0; 2], false);
    for operation in &content.operations {
        let numbers: Vec<i64> = operation
            .operands
            .iter()
            .filter_map(|operand| operand.as_float().ok())
            .map(|number| number as i64)
            .collect();
        match operation.operator.as_str() {
            "J" => is_wall = numbers == [2],
            // After the walls there are the arrows, which are filled.
            "rg" => is_wall = false,
            "m" => at = [numbers[0], numbers[1]],
            "l" if is_wall => {
                let to = [numbers[0], numbers[1]];
                let step = [(to[0] - at[0]).signum(), (to[1] - at[1]).signum()];
                while at != to {
                    let next = [at[0] + step[0], at[1] + step[1]];
                    walls.insert([at.min(next), at.max(next)]);
                    at = next;
                }
            }
            _ => {}
        }
    }
    walls
}

/// The walls of a maze of squares in JSON with its sides as bits: open ones are set, from the north on.
async fn walls_of_maze(query: &str, seed: u64) -> BTreeSet<Wall> {
    let maze = get(&format!("/maze.json?{query}&seed={seed}&encoding=walls")).await.json();
    let mut walls = BTreeSet::new();
    for (y, row) in (0..).zip(maze["cells"].as_array().unwrap()) {
        for (x, cell) in (0..).zip(row.as_array().unwrap()) {
            for side in cell.as_str().unwrap().chars() {
                walls.insert(match side {
                    'N' => [[x, y], [x + 1, y]],
                    'E' => [[x + 1, y], [x + 1, y + 1]],
                    'S' => [[x, y + 1], [x + 1, y + 1]],
                    _ => [[x, y], [x, y + 1]],
                });
            }
        }
    }
    walls
}

#[tokio::test]
async fn the_seed_beside_each_maze_is_that_of_the_same_maze() {
    for maze in [
        "w=9&h=7&algo=prim&doors=false",
        "w=12&h=12&algo=wilson&doors=true&braid=0.3",
        "w=5&h=11&remove=2,2,E&doors=false",
    ] {
        let document = book(&format!("{maze}&seed=7&count=5&answers=none&show=seed")).await;
        let pages = pages(&document);
        assert_eq!(pages.len(), 5);
        for (number, &page) in (0..).zip(&pages) {
            let seed = derived_seed(7, number);
            let told = text(&document, number as usize + 1);
            assert!(told.contains(&format!("Maze {}", number + 1)) && told.contains(&seed.to_string()), "{told}");
            assert_eq!(walls(&document, page), walls_of_maze(maze, seed).await, "{maze} {number}");
        }
    }
}

#[tokio::test]
async fn mazes_and_their_ways_are_on_their_pages() {
    for (query, mazes, answers) in [
        ("count=7", vec![1, 2, 3, 4, 5, 6, 7], vec![8, 9]),
        ("count=7&title=Mazes", vec![3, 4, 5, 6, 7, 8, 9], vec![11, 12]),
        ("count=7&title=Mazes&cover=plain", vec![3, 4, 5, 6, 7, 8, 9], vec![11, 12]),
        ("count=7&title=Mazes&cover=none", vec![1, 2, 3, 4, 5, 6, 7], vec![8, 9]),
        ("count=7&per_page=4&answers_per_page=9", vec![1, 2], vec![3]),
        ("count=3&answers=facing", vec![2, 4, 6], vec![3, 5, 7]),
        ("count=3&answers=facing&per_page=2&title=Mazes", vec![4, 6], vec![5, 7]),
        ("count=3&answers=none&title=Mazes", vec![3, 4, 5], vec![]),
    ] {
        let document = book(&format!("{query}&w=6&h=5&seed=1&lang=de")).await;
        let pages = pages(&document);
        let has_cover = query.contains("title") && !query.contains("cover=none");
        // The page after the last maze is the last one where no ways come after it.
        let last = mazes.iter().chain(&answers).copied().max().unwrap();
        let ends = has_cover && (answers.is_empty() || query.contains("facing"));
        assert_eq!(pages.len(), last + usize::from(ends), "{query}");
        if has_cover {
            let first = mazes[0] - 1;
            assert!(text(&document, 1).starts_with("Mazes") && text(&document, first).contains("Dieses Buch gehört"));
            let done = if ends { last } else { answers[0] - 2 };
            assert_eq!(text(&document, done + 1).trim(), "Geschafft!", "{query}");
        }
        for page in 1..=pages.len() {
            // Where the solution of a maze is, it says too.
            let told = text(&document, page).replace("Lösung: Seite", "");
            assert_eq!(told.contains("Labyrinth "), mazes.contains(&page), "{query}, page {page}: {told}");
            assert_eq!(
                told.contains("Lösung"),
                answers.contains(&page) || told.contains("mit "),
                "{query}, page {page}: {told}"
            );
            let is_numbered = mazes.contains(&page) || answers.contains(&page);
            assert_eq!(told.split_whitespace().any(|word| word == page.to_string()), is_numbered, "{query}: {told}");
        }
    }
}

/// The colors that are set on a page, each with its operator, and the rectangles that are filled.
fn painted(document: &Document, page: ObjectId) -> (Vec<Vec<i64>>, Vec<Vec<f64>>) {
    let content = Content::decode(&document.get_page_content(page)).unwrap();
    let numbers = |operands: &[Object]| -> Vec<f64> {
        operands.iter().filter_map(|operand| operand.as_float().ok()).map(f64::from).collect()
    };
    let with = |name: &str| {
        content
            .operations
            .iter()
            .filter(|operation| operation.operator == name)
            .map(|operation| numbers(&operation.operands))
            .collect::<Vec<_>>()
    };
    let colors =
        with("rg").iter().map(|tone| tone.iter().map(|part| (part * 255.0).round() as i64).collect()).collect();
    (colors, with("re"))
}

/// The ground of a cover reaches all edges of the paper, and its color is that of its seed. A plain one has no ground.
#[tokio::test]
async fn a_cover_has_the_color_of_its_seed() {
    let grounds: [[i64; 3]; 6] =
        [[246, 196, 69], [42, 157, 143], [224, 36, 78], [31, 78, 121], [242, 140, 56], [106, 76, 147]];
    for seed in 0..6 {
        let document = book(&format!("count=3&w=6&h=6&seed={seed}&title=ABC&bleed=3&paper=6x9&binding=left")).await;
        let (colors, areas) = painted(&document, pages(&document)[0]);
        assert_eq!(colors[0], grounds[seed as usize], "{seed}");
        let [width, height] = [6.0 * 72.0 + 3.0 * 72.0 / 25.4, 9.0 * 72.0 + 6.0 * 72.0 / 25.4];
        let paper = [0.0, 0.0, width, height];
        assert!(areas[0].iter().zip(paper).all(|(a, b)| (a - b).abs() < 0.1), "{areas:?}");
        // White walls 2 mm thick go on beyond three edges.
        let content = Content::decode(&document.get_page_content(pages(&document)[0])).unwrap();
        let placed = content.operations.iter().find(|operation| operation.operator == "cm").unwrap();
        let [cell, left, top] = [0, 4, 5].map(|k| f64::from(placed.operands[k].as_float().unwrap()));
        let thick = content.operations.iter().find(|operation| operation.operator == "w").unwrap();
        let thick = f64::from(thick.operands[0].as_float().unwrap()) * cell * 25.4 / 72.0;
        assert!((thick - 2.0).abs() < 0.05, "{thick} mm");
        let walls = walls(&document, pages(&document)[0]);
        let [wide, high] = [0, 1].map(|axis| walls.iter().map(|wall| wall[1][axis]).max().unwrap() as f64 * cell);
        assert!(left < 0.0 && left + wide > width && top < height && top - high < 0.0, "{left} {wide} {top} {high}");
    }
    let plain = book("count=3&w=6&h=6&seed=4&title=ABC&cover=plain&color=black&path_color=black").await;
    let (colors, _) = painted(&plain, pages(&plain)[0]);
    assert!(colors.iter().all(|color| color[..] == [255; 3]), "{colors:?}");
    // A shape is there as a whole.
    let cat = book("count=3&w=16&h=16&mask=cat&seed=4&title=ABC").await;
    let curves = |page: usize| {
        let content = Content::decode(&cat.get_page_content(pages(&cat)[page])).unwrap();
        content.operations.iter().filter(|operation| ["l", "c"].contains(&operation.operator.as_str())).count()
    };
    assert!(curves(0) > 50 && curves(0) <= curves(2), "{} {}", curves(0), curves(2));
}

/// What is before the mazes and after them, in each language, with the right plurals.
#[tokio::test]
async fn a_booklet_is_in_its_language() {
    for (lang, owner, done, subtitle) in [
        ("en", "This book belongs to", "You did it!", "3 mazes with solutions"),
        ("fr", "Ce livre appartient à", "Tu as réussi !", "3 labyrinthes avec solutions"),
        ("de", "Dieses Buch gehört", "Geschafft!", "3 Labyrinthe mit Lösungen"),
        ("es", "Este libro pertenece a", "¡Lo lograste!", "3 laberintos con soluciones"),
        ("it", "Questo libro appartiene a", "Ce l’hai fatta!", "3 labirinti con soluzioni"),
        ("pt", "Este livro pertence a", "Você conseguiu!", "3 labirintos com soluções"),
        ("nl", "Dit boek is van", "Het is je gelukt!", "3 doolhoven met oplossingen"),
        ("el", "Αυτό το βιβλίο ανήκει σε", "Τα κατάφερες!", "3 λαβύρινθοι με λύσεις"),
        ("ru", "Эта книга принадлежит", "У тебя получилось!", "3 лабиринта с решениями"),
    ] {
        let document = book(&format!("count=3&w=6&h=6&seed=7&title=ABC&lang={lang}")).await;
        let told = |page| text(&document, page).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(told(1), format!("ABC {subtitle}"));
        assert!(
            told(2).starts_with(owner) && ["1.", "2.", "3."].iter().all(|rule| told(2).contains(rule)),
            "{}",
            told(2)
        );
        assert_eq!(told(6), done);
    }
}

/// Everything that is drawn on a page besides walls, in cells: points of lines and of symbols, in their order.
fn points(document: &Document, page: ObjectId) -> Vec<Vec<i64>> {
    let content = Content::decode(&document.get_page_content(page)).unwrap();
    let drawn = content.operations.iter().skip_while(|operation| operation.operator != "J");
    let points = drawn.filter(|operation| ["m", "l", "c"].contains(&operation.operator.as_str()));
    // In hundredths: pages of other sizes round otherwise.
    let said = |operand: &Object| (operand.as_float().unwrap() * 100.0).round() as i64;
    points.map(|operation| operation.operands.iter().map(said).collect()).collect()
}

/// A book takes what a worksheet takes, and shows the same.
#[tokio::test]
async fn ground_and_things_are_in_books_too() {
    for (query, has_more) in [
        ("weights=1..1000&braid=1", false),
        ("items=treasure:3", true),
        ("locks=2&items=star", true),
        ("word=CAT&show=answer", true),
        ("solvable=0", false),
    ] {
        let maze = format!("w=9&h=9&seed=7&{query}");
        let [plain, book] = [
            book("w=9&h=9&seed=7&count=1&answers=facing").await,
            book(&format!("{maze}&count=1&answers=facing")).await,
        ];
        let [mazes, plain_mazes] = [pages(&book), pages(&plain)];
        for (page, path) in mazes[mazes.len() - 2..].iter().zip(["maze", "solve"]) {
            let sheet = pdf(&format!("/{path}.pdf?{maze}")).await;
            let [of_book, of_sheet] = [points(&book, *page), points(&sheet, pages(&sheet)[0])];
            let near = |(a, b): (&i64, &i64)| (a - b).abs() <= 1;
            assert_eq!(of_book.len(), of_sheet.len(), "{path} {query}");
            for (a, b) in of_book.iter().zip(&of_sheet) {
                assert!(a.len() == b.len() && a.iter().zip(b).all(near), "{path} {query}: {a:?} {b:?}");
            }
        }
        let most = points(&plain, *plain_mazes.last().unwrap()).len();
        assert!(!has_more || points(&book, *mazes.last().unwrap()).len() > most, "{query}");
    }
}

#[tokio::test]
async fn documents_have_a_title_a_language_bookmarks_and_boxes() {
    let title = "Λαβύρινθοι, лабиринты & “mazes”";
    let query: String = form_urlencoded::Serializer::new(String::new()).append_pair("title", title).finish();
    let document = book(&format!("{query}&count=23&w=4&h=4&seed=1&lang=el&bleed=3&paper=6x9")).await;
    let told: Vec<String> = text(&document, 1).split_whitespace().map(str::to_owned).collect();
    assert_eq!(told.join(" "), format!("{title} 23 λαβύρινθοι με λύσεις"));
    let info = document.get_object(document.trailer.get(b"Info").unwrap().as_reference().unwrap()).unwrap();
    let told = lopdf::decode_text_string(info.as_dict().unwrap().get(b"Title").unwrap()).unwrap();
    assert_eq!(told, title);
    assert!(info.as_dict().unwrap().get(b"CreationDate").is_err());
    let catalog = document.catalog().unwrap();
    assert_eq!(lopdf::decode_text_string(catalog.get(b"Lang").unwrap()).unwrap(), "el");
    let marks: Vec<(usize, String)> =
        document.get_toc().unwrap().toc.into_iter().map(|mark| (mark.page, mark.title)).collect();
    assert_eq!(marks.len(), 1 + 3 + 23 + 1);
    assert_eq!(marks[0], (1, title.to_owned()));
    assert_eq!(marks[1], (3, "Λαβύρινθος 1–10".to_owned()));
    assert_eq!(marks[27], (27, "Λύσεις".to_owned()));
    assert!(marks.contains(&(25, "Λαβύρινθος 23".to_owned())));
    let page = document.get_dictionary(pages(&document)[3]).unwrap();
    let rectangle = |name: &[u8]| -> Vec<f32> {
        page.get(name).unwrap().as_array().unwrap().iter().map(|side| side.as_float().unwrap().round()).collect()
    };
    // Six by nine inches, and 3 mm around them.
    assert_eq!(rectangle(b"TrimBox"), [9.0, 9.0, 441.0, 657.0]);
    assert_eq!(rectangle(b"BleedBox"), [0.0, 0.0, 449.0, 665.0]);
    let fonts = document.objects.values().filter_map(|object| object.as_dict().ok());
    let embedded = fonts.filter(|dict| dict.has(b"FontFile2")).count();
    assert_eq!(embedded, 2);
}

#[tokio::test]
async fn every_grid_fills_pages() {
    for query in [
        "grid=hex&w=12&h=10",
        "grid=polar&rings=8",
        "grid=cairo&w=6&h=6&doors=true",
        "mask=heart&w=20&h=20&parts=largest",
        "weave=0.6&w=12&h=12",
        "floors=3&w=6&h=5",
        "wrap=xy&w=8&h=8",
        "algo=quilt&w=30&h=40",
    ] {
        for rest in ["answers=end", "answers=facing&title=Mazes&bleed=3", "per_page=6&answers_per_page=9&paper=a5"] {
            let document = book(&format!("{query}&{rest}&count=7&seed=3")).await;
            let first = pages(&document);
            let strokes = |page: ObjectId| {
                let content = Content::decode(&document.get_page_content(page)).unwrap();
                content.operations.iter().filter(|operation| ["l", "c"].contains(&operation.operator.as_str())).count()
            };
            // The first and the fourth are mazes or solutions, or the cover and a maze.
            assert!(strokes(first[0]) > 30 || rest.contains("facing") && strokes(first[3]) > 30, "{query} {rest}");
        }
    }
}

#[tokio::test]
async fn the_same_url_gives_the_same_bytes() {
    let known = [
        ("count=3&w=8&h=6&seed=7", "bb37827cd0a49611cf2ce27a0603b6be"),
        (
            "count=3&grid=polar&rings=5&seed=7&title=Mazes&answers=facing&paper=letter&bleed=3.2&lang=fr",
            "b3107c25da6097472bcb8752285c96d9",
        ),
        (
            "count=9&grid=hex&w=5&h=5&seed=7&per_page=4&answers_per_page=9&paper=a5&gutter=0&lang=ru",
            "66cecd4faf6e5d684ebe14afaba4f5c8",
        ),
        ("grid=polar&rings=6..9&seed=7&count=4&doors=true", "75e0dd296fc24f3c31fc6c1496bd974c"),
        (
            "grid=hex&w=5..12&h=5..7&seed=7&count=6&per_page=4&answers=facing&title=Mazes",
            "cc87b5bf8a5709165da93d58c215a524",
        ),
    ];
    let mut digests = Vec::new();
    for (query, _) in known {
        let uri = format!("/book.pdf?{query}");
        let first = get(&uri).await;
        assert_eq!(first.body, get(&uri).await.body, "{query}");
        assert_eq!(first.header("content-type"), Some("application/pdf"));
        assert_eq!(first.header("cache-control"), Some("public, max-age=86400"));
        assert_eq!(first.header("content-encoding"), None);
        // Another version of a library for compression may give other bytes: then the pages must look the same.
        let told = SipHasher13::new().hash(&first.body).as_bytes();
        let told: String = told.iter().map(|byte| format!("{byte:02x}")).collect();
        digests.push((query, told));
    }
    assert_eq!(digests, known.map(|(query, digest)| (query, digest.to_owned())));
}

#[tokio::test]
async fn books_are_asked_for_by_their_tag_and_again_by_their_seed() {
    let uri = "/book.pdf?count=2&w=5&h=5&seed=7";
    let answer = get_with(uri, &[("accept-encoding", "gzip")]).await;
    assert_eq!(answer.header("content-encoding"), None);
    let tag = answer.header("etag").unwrap();
    let held = get_with(uri, &[("if-none-match", tag)]).await;
    assert_eq!((held.status, held.body.len()), (StatusCode::NOT_MODIFIED, 0));
    let head = send(request(Method::HEAD, uri, &[])).await;
    assert_eq!((head.status, head.header("etag"), head.body.len()), (StatusCode::OK, Some(tag), 0));
    assert_tells_where_it_is_found("/book.pdf?count=2&w=5&h=5").await;
    assert_tells_where_it_is_found("/book.pdf?count=2&width=5..7&h=5&difficulty=easy..hard").await;
}

#[tokio::test]
async fn faults_of_books_name_parameter_value_and_what_is_allowed() {
    let refused = get(
        "/book.pdf?count=0&paper=a9&per_page=3&answers=left&lang=xx&show=size&title=%20&bleed=11&gutter=x&w=0&cell=9",
    )
    .await;
    assert_eq!((refused.status.as_u16(), refused.problem().as_str()), (400, "invalid-parameter"));
    let document = refused.json();
    let named: BTreeSet<&str> =
        document["errors"].as_array().unwrap().iter().map(|error| error["parameter"].as_str().unwrap()).collect();
    let all = ["count", "paper", "per_page", "answers", "lang", "show", "title", "bleed", "gutter", "w", "cell"];
    assert_eq!(named, BTreeSet::from(all), "{document}");
    let long = format!("title={}", "a".repeat(121));
    for (query, parameter, reason) in [
        ("count=501", "count", "must be between 1 and 500"),
        ("per_page=3", "per_page", "must be one of 1, 2, 4, 6"),
        ("binding=right&bleed=3", "binding", "must be one of none, left"),
        ("binding=left", "binding", "is only valid with bleed"),
        ("cover=blue&title=A", "cover", "must be one of color, plain, none"),
        ("cover=plain", "cover", "is only valid with title"),
        ("color=blck", "color", "color"),
        ("path_color=transparent", "path_color", "color"),
        ("mask=cat;hart", "mask", "must be one of circle"),
        ("mask=cat;heart;fish&count=2", "mask", "has 3 masks, and there are 2 mazes"),
        ("mask=not:animals", "mask", "must be one of circle"),
        ("paper=a44", "paper", "unknown size of paper; must be one of a1, a2, a3, a4, a5"),
        ("answers=none&answers_per_page=9", "answers_per_page", "is only valid with answers=end"),
        ("title=%E6%BC%A2", "title", "has '漢'"),
        ("title=e%CC%81", "title", "each with its accents as one character"),
        (long.as_str(), "title", "must be 1 to 120 characters"),
        ("w=300&h=300", "w", "a cell would be 0.52 mm wide, and a pencil needs 1 mm"),
        ("grid=polar&rings=200", "rings", "mm wide, and a pencil needs 1 mm"),
        ("per_page=6&paper=5x8&w=60", "w", "mm wide, and a pencil needs 1 mm"),
        ("mask=not:ring&w=30&h=30", "mask", "parts=largest"),
        ("window=0,0,1,1", "window", "is only valid at"),
        ("show=seed,seed", "show", "must not be named twice"),
        ("w=24..8", "w", "must be a number, or a range that begins with the smaller one, such as 40..60"),
        ("h=0..8", "h", "must be between 1 and 65535"),
        ("grid=polar&rings=4..", "rings", "must be a number, or a range"),
        ("w=8..70000", "w", "must be between 1 and 65535"),
        ("w=8..18446744073709551615&count=500", "w", "must be between 1 and 65535"),
        ("unicursal=true&w=6..12", "w", "must be even with unicursal=true"),
        ("w=8..24&to=9,9", "to", "must be a cell of the maze"),
        ("h=10..300", "h", "mm wide, and a pencil needs 1 mm"),
        ("background=fff", "background", "is only valid at /maze and /solve with format=svg, png or gif"),
    ] {
        let refused = get(&format!("/book.pdf?{query}")).await;
        refused.assert_refused();
        let document = refused.json();
        let error = &document["errors"][0];
        let told = error["detail"].as_str().unwrap();
        assert_eq!(error["parameter"], parameter, "{document}");
        assert!(told.contains(reason), "{query}: {told}");
    }
    // A size that grows is shown as it was sent.
    for size in ["24..8", "8-20", "8..x", "8..70000", "10..300", "7..12"] {
        let document = get(&format!("/book.pdf?unicursal=true&w={size}&h=10")).await.json();
        let error = &document["errors"][0];
        assert_eq!((&error["parameter"], &error["value"]), (&"w".into(), &size.into()), "{document}");
    }
    // What depends on a size that is wrong is not known to be wrong.
    let document = get("/book.pdf?unicursal=true&w=8..x&h=11&to=50,0&difficulty=very&count=0").await.json();
    let named: Vec<&str> =
        document["errors"].as_array().unwrap().iter().map(|error| error["parameter"].as_str().unwrap()).collect();
    assert_eq!(named, ["count", "w", "difficulty"], "{document}");
    let document = get("/book.pdf?grid=polar&w=4..7").await.json();
    assert_eq!(document["errors"].as_array().unwrap().len(), 1, "{document}");
    // The exit that is not named is the last cell of each maze, and a cell that is named is one of all.
    for (query, is_made) in [("", true), ("&to=7,7", true), ("&to=9,9", false)] {
        let answer = get(&format!("/book.pdf?w=8..10&h=8..10&count=2{query}")).await;
        assert_eq!(answer.status.is_success(), is_made, "{query}: {}", answer.text());
    }
    let elsewhere = get("/maze?count=3").await;
    assert!(elsewhere.text().contains("at /mazes; count at /book.pdf too"), "{}", elsewhere.text());
}

/// The seeds that are printed, page by page.
fn seeds(document: &Document) -> Vec<u64> {
    let told = (1..=pages(document).len()).map(|page| text(document, page));
    told.filter_map(|told| told.split_once("seed ")?.1.split_whitespace().next()?.parse().ok()).collect()
}

#[tokio::test]
async fn mazes_have_the_difficulty_that_is_wanted() {
    let maze = "w=12&h=12&algo=prim";
    let found =
        seeds(&book(&format!("{maze}&seed=7&count=4&answers=none&show=seed&difficulty=hard&length=25..60")).await);
    for (number, seed) in (0..).zip(found) {
        let of_maze = derived_seed(7, number);
        let alone = get(&format!("/maze.json?{maze}&seed={of_maze}&difficulty=hard&length=25..60")).await.json();
        assert_eq!(alone["seed"], seed, "{number}");
        // The seed alone is the same maze.
        assert_eq!(get(&format!("/maze.json?{maze}&seed={seed}")).await.json(), alone);
    }
}

#[tokio::test]
async fn mazes_become_more_difficult() {
    for (maze, count) in
        [("w=12&h=12", 5), ("grid=hex&w=8&h=8", 1), ("w=9&h=9&weave=1", 3), ("w=5&h=5&length=8..12", 40)]
    {
        let document = book(&format!("{maze}&seed=7&count={count}&answers=none&show=seed&difficulty=easy..hard")).await;
        let mut difficulties = Vec::new();
        for seed in seeds(&document) {
            let solved = get(&format!("/solve?{maze}&seed={seed}&include=stats")).await.json();
            difficulties.push(solved["stats"]["difficulty"].as_f64().unwrap());
        }
        assert_eq!(difficulties.len(), count, "{maze}");
        assert!(difficulties.is_sorted(), "{maze}: {difficulties:?}");
        assert!(count == 1 || difficulties[0] < difficulties[count - 1], "{maze}: {difficulties:?}");
    }
    // Of thirty that are known, the easiest is the first and the hardest the last.
    let mut all = Vec::new();
    for number in 0..30 {
        let seed = derived_seed(7, number);
        let solved = get(&format!("/solve?w=12&h=12&seed={seed}&include=stats")).await.json();
        all.push((solved["stats"]["difficulty"].as_f64().unwrap(), seed));
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let found = seeds(&book("w=12&h=12&seed=7&count=2&answers=none&show=seed&difficulty=easy..hard").await);
    assert_eq!(found, [all[0].1, all[29].1]);
}

#[tokio::test]
async fn a_book_that_takes_too_long_names_its_count() {
    let app = Arc::new(App::new(Settings { max_steps: 100_000, ..Settings::default() }));
    for maze in ["w=10&h=10&answers=none", "grid=hex&w=8&h=8", "w=10&h=10&answers=facing"] {
        let ask = |count: u32| send_to(&app, request(Method::GET, &format!("/book.pdf?{maze}&count={count}"), &[]));
        let refused = ask(100).await;
        assert_eq!((refused.status.as_u16(), refused.problem().as_str()), (422, "too-large"), "{maze}");
        let document = refused.json();
        assert_eq!(
            (&document["errors"][0]["parameter"], &document["limit"]),
            (&"count".into(), &"steps".into()),
            "{maze}"
        );
        assert!(document["max"] == 100_000 && document["asked"].as_u64() > Some(100_000), "{maze}: {document}");
        assert_eq!(ask(2).await.status, StatusCode::OK, "{maze}");
    }
}

/// Objects begin where the table at the end says, and nothing is there that no object leads to.
#[tokio::test]
async fn all_objects_are_used() {
    let mut document = book("count=11&w=4&h=4&seed=1&title=Mazes").await;
    assert_eq!(document.prune_objects(), Vec::<ObjectId>::new());
    let id = document.trailer.get(b"ID").unwrap().as_array().unwrap();
    assert!(id.iter().all(|id| matches!(id, Object::String(id, _) if id.len() == 16)));
}

/// The width and the height of the only maze on a page, in points: those of its walls, which are strokes in units of a cell.
fn printed(document: &Document, page: ObjectId) -> [f64; 2] {
    let content = Content::decode(&document.get_page_content(page)).unwrap();
    let scale = content.operations.iter().find(|operation| operation.operator == "cm").unwrap();
    let cell = f64::from(scale.operands[0].as_float().unwrap());
    let walls = walls(document, page);
    [0, 1].map(|axis| walls.iter().map(|wall| wall[1][axis]).max().unwrap() as f64 * cell)
}

#[tokio::test]
async fn a_sheet_has_its_title_above_its_mazes() {
    for (query, pages_of_sheet, labels) in
        [("count=1", 2, 0), ("count=1&answers=none", 1, 0), ("count=6&per_page=6&answers=none", 1, 6)]
    {
        let document = book(&format!("{query}&w=6&h=6&seed=7&title=Our%20maze")).await;
        let told = text(&document, 1);
        assert_eq!(pages(&document).len(), pages_of_sheet, "{query}");
        assert!(told.starts_with("Our maze"), "{told}");
        assert_eq!(told.matches("Maze ").count(), labels, "{told}");
    }
    // The title takes room from the maze, and with two pages of mazes there are a cover, a page for a name, and one at the end.
    let sheet = book("count=1&w=20&h=36&seed=7&title=Mazes").await;
    let plain = book("count=1&w=20&h=36&seed=7").await;
    let [[_, low], [_, high]] = [&sheet, &plain].map(|document| printed(document, pages(document)[0]));
    assert!(low < high, "{low} {high}");
    assert_eq!(pages(&book("count=2&w=6&h=6&seed=7&title=Mazes&answers=none").await).len(), 5);
    let titled = book("count=2&w=6&h=6&seed=7&title=ABC&answers=none&cover=none").await;
    assert!((1..=2).all(|page| text(&titled, page).starts_with("ABC")) && pages(&titled).len() == 2);
}

#[tokio::test]
async fn only_what_is_asked_for_is_beside_a_maze() {
    let maze = "count=2&w=9&h=9&seed=7&answers=none";
    let plain = text(&book(maze).await, 1);
    assert_eq!(plain.split_whitespace().collect::<Vec<_>>().join(" "), "Find the way through the maze. Maze 1 1");
    for (lang, line) in [
        ("en", "Name:"),
        ("fr", "Nom :"),
        ("de", "Name:"),
        ("es", "Nombre:"),
        ("it", "Nome:"),
        ("pt", "Nome:"),
        ("nl", "Naam:"),
        ("el", "Όνομα:"),
        ("ru", "Имя:"),
    ] {
        let document = book(&format!("{maze}&lang={lang}&show=name")).await;
        assert!((1..=2).all(|page| text(&document, page).contains(line)), "{lang}: {}", text(&document, 1));
    }
    let told = text(&book(&format!("{maze}&show=difficulty,seed")).await, 1);
    assert!(told.contains("seed 7"), "{told}");
}

/// The paths of stars on a page: whether each of them is filled.
fn stars(document: &Document, page: ObjectId) -> Vec<bool> {
    let content = Content::decode(&document.get_page_content(page)).unwrap();
    let (mut lines, mut found) = (0, Vec::new());
    for operation in &content.operations {
        match operation.operator.as_str() {
            "m" => lines = 0,
            "l" => lines += 1,
            "S" | "B" if lines == 9 => found.push(operation.operator == "B"),
            _ => {}
        }
    }
    found
}

/// Five stars beside each maze, of which one to five are filled.
#[tokio::test]
async fn difficulty_is_shown_by_stars() {
    let document =
        book("w=5..40&h=5..40&seed=7&count=6&per_page=2&answers_per_page=6&show=difficulty&difficulty=easy..hard")
            .await;
    let pages = pages(&document);
    let all: Vec<bool> = pages[..3].iter().flat_map(|&page| stars(&document, page)).collect();
    let filled: Vec<usize> = all.chunks(5).map(|stars| stars.iter().filter(|&&filled| filled).count()).collect();
    assert!(filled.len() == 6 && filled.is_sorted() && filled[0] == 1 && filled[5] == 5, "{filled:?}");
    assert!(all.chunks(5).all(|stars| !stars.is_sorted() || stars.iter().all(|&filled| filled)), "{all:?}");
    assert_eq!(stars(&document, pages[3]), [false; 0], "solutions have none");
    let sheet = pdf("/maze.pdf?w=9&h=9&seed=7&show=difficulty").await;
    assert_eq!(stars(&sheet, crate::common::pages(&sheet)[0]).len(), 5);
}

/// What to do is said by the marks, once, as the title of a sheet that has no other and of the document, and below another title.
#[tokio::test]
async fn a_sheet_says_what_to_do() {
    let told = async |uri: &str| text(&pdf(uri).await, 1).split_whitespace().collect::<Vec<_>>().join(" ");
    for (query, task) in [
        ("marks=mouse", "Help the mouse find the cheese."),
        ("marks=treasure&lang=de", "Hilf dem Kind, den Schatz zu finden."),
        ("marks=rocket&lang=fr", "Aide la fusée à rejoindre la planète."),
        ("lang=nl", "Vind de weg door het doolhof."),
        ("doors=false&lang=es", "Encuentra el camino del anillo al punto."),
        ("marks=dots&lang=it", "Trova la strada dall’anello al punto."),
        ("marks=mouse&lang=pt", "Ajude o rato a encontrar o queijo."),
        ("marks=mouse&lang=el", "Βοήθησε το ποντίκι να βρει το τυρί."),
        ("marks=mouse&lang=ru", "Помоги мышке найти сыр."),
        ("marks=none", ""),
        ("marks=mouse&word=MOUSE&show=answer", "Solution word:"),
        ("marks=mouse&reveal=heart&w=30&h=30", "Color the way: what is it?"),
    ] {
        let sheet = format!("/maze.pdf?w=12&h=12&seed=7&{query}");
        let sheet = if query.contains("w=30") { sheet.replace("w=12&h=12&", "") } else { sheet };
        assert_eq!(told(&sheet).await, task, "{query}");
        if !query.contains("word") && !query.contains("reveal") {
            assert_eq!(told(&format!("{sheet}&title=ABC")).await, format!("ABC {task}").trim(), "{query}");
        }
    }
    assert_eq!(told("/solve.pdf?w=9&h=9&seed=7&lang=ru").await, "Решение");
    let document = pdf("/maze.pdf?w=9&h=9&seed=7&marks=mouse").await;
    let info = document.get_object(document.trailer.get(b"Info").unwrap().as_reference().unwrap()).unwrap();
    let title = lopdf::decode_text_string(info.as_dict().unwrap().get(b"Title").unwrap()).unwrap();
    assert_eq!(title, "Help the mouse find the cheese.");
}

/// Where each text begins from the left, and where the outer walls of the only maze on a page begin from the left and from the top, in points.
fn edges(document: &Document, page: ObjectId) -> (Vec<f64>, [f64; 2]) {
    let content = Content::decode(&document.get_page_content(page)).unwrap();
    let number = |operand: &Object| f64::from(operand.as_float().unwrap());
    let (mut texts, mut corner, mut cell, mut wall) = (Vec::new(), [0.0; 2], 0.0, 0.0);
    for operation in &content.operations {
        match operation.operator.as_str() {
            "Td" => texts.push(number(&operation.operands[0])),
            "cm" => (cell, corner) = (number(&operation.operands[0]), [4, 5].map(|k| number(&operation.operands[k]))),
            "w" if wall == 0.0 && cell > 0.0 => wall = number(&operation.operands[0]) * cell,
            _ => {}
        }
    }
    (texts, [corner[0] - wall / 2.0, corner[1] + wall / 2.0])
}

/// The line for a name, the title, what to do and the number begin where the maze does, and the number is 4 mm above it.
#[tokio::test]
async fn a_page_has_one_left_edge() {
    for query in
        ["w=9&h=9&marks=mouse", "w=20&h=28", "grid=hex&w=9&h=9&marks=rocket", "w=16&h=24&per_page=1&gutter=0&bleed=3"]
    {
        let document = book(&format!("{query}&seed=7&count=2&show=name&answers=none")).await;
        let page = pages(&document)[0];
        let (texts, [left, top]) = edges(&document, page);
        // The name, what to do, and the number; the last is the number of the page.
        assert!(texts[..3].iter().all(|text| (text - left).abs() < 0.1), "{query}: {texts:?} {left}");
        let content = Content::decode(&document.get_page_content(page)).unwrap();
        let label = content.operations.iter().filter(|operation| operation.operator == "Td").nth(2).unwrap();
        let gap = (f64::from(label.operands[1].as_float().unwrap()) - top) * 25.4 / 72.0;
        assert!(query.contains("hex") || (gap - 4.0).abs() < 0.1, "{query}: {gap} mm");
    }
}

/// Marks outside of doors are at least 14 mm, where a page has room.
#[tokio::test]
async fn symbols_on_paper_are_large() {
    for (query, least) in [("w=20&h=28", 14.0), ("w=12&h=12", 14.0), ("w=40&h=50", 14.0), ("w=12&h=12&paper=a5", 10.0)]
    {
        let document = pdf(&format!("/maze.pdf?{query}&seed=7&marks=treasure")).await;
        let content = Content::decode(&document.get_page_content(pages(&document)[0])).unwrap();
        let (mut cell, mut at) = (0.0, Vec::new());
        for operation in &content.operations {
            let numbers: Vec<f64> =
                operation.operands.iter().filter_map(|operand| operand.as_float().ok()).map(f64::from).collect();
            match operation.operator.as_str() {
                "cm" => cell = numbers[0] * 25.4 / 72.0,
                // What is drawn left of the maze is the mark of its entrance.
                "m" | "l" if cell > 0.0 && numbers[0] < 0.0 => at.push(numbers[1] * cell),
                "c" if numbers[4] < 0.0 => at.push(numbers[5] * cell),
                _ => {}
            }
        }
        let high = at.iter().copied().fold(f64::MIN, f64::max) - at.iter().copied().fold(f64::MAX, f64::min);
        assert!(high > 0.85 * least, "{query}: {high} mm");
    }
}

#[tokio::test]
async fn sizes_grow_through_a_book() {
    let document = book("w=8..24&h=6..10&seed=7&count=5&answers=none&show=seed").await;
    for (number, (w, h)) in [(8, 6), (12, 7), (16, 8), (20, 9), (24, 10)].into_iter().enumerate() {
        let seed = seeds(&document)[number];
        let page = pages(&document)[number];
        assert_eq!(walls(&document, page), walls_of_maze(&format!("w={w}&h={h}&doors=true"), seed).await, "{number}");
    }
    // A single maze is as large as it may be.
    let single = book("w=8..24&h=10&seed=7&count=1&answers=none").await;
    assert_eq!(walls(&single, pages(&single)[0]), walls_of_maze("w=24&h=10&doors=true", 7).await);
    // Circles grow by their rings, and cells are as large as the page allows on each of their pages.
    let circles = book("grid=polar&rings=6..9&seed=7&count=2&answers=none").await;
    let scale = |page: ObjectId| {
        let content = Content::decode(&circles.get_page_content(page)).unwrap();
        let scale = content.operations.iter().find(|operation| operation.operator == "cm").unwrap();
        scale.operands[0].as_float().unwrap()
    };
    let [large, small] = [0, 1].map(|page| scale(pages(&circles)[page]));
    // They are as wide with their outer walls, which are 0.13 of a cell thick.
    let [large, small] = [(large, 13.0), (small, 19.0)].map(|(cell, cells)| cell * cells / (1.0 - 0.13 / cells));
    assert!((large - small).abs() < 0.1, "{large} {small}");
}

/// Each maze of a book whose sizes grow is chosen among thirty of the same size: the first is the easiest of these, and the last the hardest.
#[tokio::test]
async fn difficulty_rises_where_sizes_grow() {
    let document = book("w=6..10&h=6..10&seed=7&count=3&answers=none&show=seed&difficulty=easy..hard").await;
    let found = seeds(&document);
    for (number, side, place) in [(0, 6, 0), (1, 8, 14), (2, 10, 29)] {
        let mut all = Vec::new();
        for candidate in 0..30 {
            let seed = derived_seed(7, 30 * number as u64 + candidate);
            let solved = get(&format!("/solve?w={side}&h={side}&seed={seed}&include=stats")).await.json();
            all.push((solved["stats"]["difficulty"].as_f64().unwrap(), seed));
        }
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        assert_eq!(found[number], all[place].1, "{number}");
    }
}

/// The corners of the arrows on a page: filled areas of seven straight lines, in units of a cell.
fn arrows(document: &Document, page: ObjectId) -> Vec<Vec<[f32; 2]>> {
    let content = Content::decode(&document.get_page_content(page)).unwrap();
    let (mut areas, mut lines) = (Vec::new(), Vec::new());
    for operation in &content.operations {
        let numbers: Vec<f32> = operation.operands.iter().filter_map(|operand| operand.as_float().ok()).collect();
        match operation.operator.as_str() {
            "m" => lines = vec![[numbers[0], numbers[1]]],
            "l" => lines.push([numbers[0], numbers[1]]),
            "f" if lines.len() == 7 => areas.push(std::mem::take(&mut lines)),
            _ => {}
        }
    }
    areas
}

#[tokio::test]
async fn arrows_point_in_and_out_of_doors() {
    let document = book("w=8&h=6&seed=7&count=1").await;
    for page in pages(&document) {
        let [entrance, exit] = <[_; 2]>::try_from(arrows(&document, page)).unwrap();
        // The tip of the first is near the door at the west, that of the second far from the door at the east; both are outside.
        let outside = |arrow: &[[f32; 2]]| arrow.iter().all(|&[x, _]| !(-0.01..=8.01).contains(&x));
        assert!(outside(&entrance) && outside(&exit), "{entrance:?} {exit:?}");
        let tip = |arrow: &[[f32; 2]]| arrow[3];
        assert!(entrance.iter().all(|&[x, _]| x <= tip(&entrance)[0]) && exit.iter().all(|&[x, _]| x <= tip(&exit)[0]));
        assert_eq!([tip(&entrance)[1], tip(&exit)[1]], [0.5, 5.5]);
    }
    // Where there are marks there are no arrows, and where a grid has one door only there is one of each.
    let marked = book("w=8&h=6&seed=7&count=1&doors=false").await;
    assert_eq!(arrows(&marked, pages(&marked)[0]).len(), 0);
    let circle = book("grid=polar&rings=5&seed=7&count=1").await;
    assert_eq!(arrows(&circle, pages(&circle)[0]).len(), 1);
    let hexagons = book("grid=hex&w=6&h=6&seed=7&count=1").await;
    assert_eq!(arrows(&hexagons, pages(&hexagons)[0]).len(), 2);
}

#[tokio::test]
async fn few_solutions_are_large() {
    // One is nearly as large as its maze; of two, each has half a page.
    let one = book("count=1&w=20&h=20&seed=7").await;
    let [maze, solution] = [0, 1].map(|page| printed(&one, pages(&one)[page])[0]);
    assert!(solution > 0.95 * maze, "{maze} {solution}");
    let two = book("count=2&w=20&h=20&seed=7").await;
    let four = book("count=4&w=20&h=20&seed=7").await;
    let [of_two, of_four] = [&two, &four].map(|document| printed(document, *pages(document).last().unwrap())[0]);
    assert!(of_two > 1.2 * of_four, "{of_two} {of_four}");
}

/// Width and height of a page, in millimeters.
fn size_of_page(document: &Document) -> [f32; 2] {
    let page = document.get_dictionary(pages(document)[0]).unwrap();
    let trim = page.get(b"TrimBox").unwrap().as_array().unwrap();
    [2, 3].map(|side| trim[side].as_float().unwrap() * 25.4 / 72.0)
}

#[tokio::test]
async fn a_worksheet_is_a_page_that_its_maze_fills() {
    for (query, filled) in [("w=8&h=8", 0.75), ("w=20&h=28", 0.75), ("w=30&h=30", 0.75)] {
        let sheet = pdf(&format!("/maze.pdf?{query}&seed=7")).await;
        let page = pages(&sheet)[0];
        assert_eq!((pages(&sheet).len(), text(&sheet, 1).trim()), (1, "Find the way through the maze."), "{query}");
        assert_eq!(walls(&sheet, page), walls_of_maze(&format!("{query}&doors=true"), 7).await, "{query}");
        assert_eq!(arrows(&sheet, page).len(), 2, "{query}");
        let wide = printed(&sheet, page)[0] * 25.4 / 72.0;
        assert!(wide > filled * 210.0, "{query}: {wide} mm");
        // The solution is on the same page.
        let solved = pdf(&format!("/solve.pdf?{query}&seed=7")).await;
        let of_solved = pages(&solved)[0];
        assert_eq!((pages(&solved).len(), printed(&solved, of_solved)), (1, printed(&sheet, page)), "{query}");
        assert_eq!(walls(&solved, of_solved), walls(&sheet, page), "{query}");
        assert_eq!(arrows(&solved, of_solved), arrows(&sheet, page), "{query}");
        assert!(solved.get_page_content(of_solved).len() > sheet.get_page_content(page).len() + 20, "{query}");
    }
    // One that is wider than high lies across.
    assert_eq!(size_of_page(&pdf("/maze.pdf?w=9&h=12&seed=7").await).map(f32::round), [210.0, 297.0]);
    assert_eq!(size_of_page(&pdf("/maze.pdf?w=30&h=12&seed=7&paper=a5").await).map(f32::round), [210.0, 148.0]);
}

#[tokio::test]
async fn a_worksheet_has_what_is_asked_for() {
    let sheet = pdf("/maze.pdf?w=12&h=16&difficulty=easy&seed=7&title=A%20maze&show=name&lang=fr").await;
    let told = text(&sheet, 1);
    assert!(told.contains("A maze") && told.contains("Nom :") && !told.contains("Labyrinthe"), "{told}");
    assert!(text(&pdf("/maze.pdf?w=9&h=9&seed=4711&show=seed").await, 1).contains("seed 4711"));
    let document = pdf("/maze.pdf?w=9&h=9&seed=7&doors=false").await;
    assert_eq!(arrows(&document, pages(&document)[0]).len(), 0);
    assert_eq!(get("/maze.pdf?seed=7&doors=true").await.body, get("/maze.pdf?seed=7").await.body);
    // There are no doors where the maze cannot have any.
    for query in [
        "exits=3",
        "from=3,3",
        "to=4,4",
        "grid=polar&rings=6",
        "grid=hex&mask=heart",
        "wrap=xy&w=8&h=8",
        "floors=2&w=5&h=5",
    ] {
        for path in ["maze", "solve"] {
            assert_eq!(pages(&pdf(&format!("/{path}.pdf?{query}&seed=7")).await).len(), 1, "{path} {query}");
        }
    }
    // The page is compressed already.
    let coded = get_with("/maze.pdf?w=30&h=30&seed=7", &[("accept-encoding", "gzip, br, zstd")]).await;
    assert_eq!(coded.header("content-encoding"), None);
    assert_tells_where_it_is_found("/maze.pdf?w=5&h=5").await;
    assert_tells_where_it_is_found("/solve.pdf?w=5&h=5&solver=dfs").await;
    for (uri, parameter, reason) in [
        ("/maze.pdf?count=3", "count", "is only valid where many mazes are made"),
        ("/maze.pdf?gutter=5", "gutter", "is only valid at /book.pdf"),
        ("/maze.pdf?cell=9", "cell", "is only valid at /maze and /solve with format=svg, png or gif"),
        ("/maze.pdf?encoding=bits", "encoding", "is only valid with"),
        ("/maze.svg?title=A", "title", "is only valid with format=pdf"),
        ("/maze.pdf?algo=quilt&window=0,0,9,9", "window", "is only valid at /map/window"),
        ("/maze.pdf?w=300&h=300", "w", "mm wide, and a pencil needs 1 mm"),
        ("/solve.pdf?grid=hex&w=300&h=300", "paper", "mm wide, and a pencil needs 1 mm"),
    ] {
        let refused = get(uri).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{uri}");
        let error = &refused.json()["errors"][0];
        assert_eq!(error["parameter"], parameter, "{uri}: {error}");
        assert!(error["detail"].as_str().unwrap().contains(reason), "{uri}: {error}");
    }
}
