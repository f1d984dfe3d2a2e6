//! Books of mazes like the one that is shown.

use dedale::rng::derived_seed;
use lopdf::Document;

use crate::service;
use crate::tab::{Look, Tab};

tests![
    the_link_is_a_book_of_the_maze_that_is_shown,
    a_page_in_small_says_what_the_book_says,
    a_cover_is_chosen,
    what_is_wrong_with_a_book_is_said,
    the_button_of_a_book_is_in_sight,
];

fn open(tab: &Tab, address: &str) {
    tab.go(address);
    tab.state("ready");
    tab.click("#print-menu");
    tab.click("#book-menu");
    tab.until_seen("#book-link");
}

fn the_link_is_a_book_of_the_maze_that_is_shown(tab: &mut Tab) {
    for (address, maze) in [
        ("/?algo=prim&w=12&h=9&seed=8&doors=true", "algo=prim&w=12&h=9&seed=8&doors=true"),
        ("/?grid=polar&rings=6&seed=8", "algo=backtracker&grid=polar&rings=6&seed=8&doors=false"),
    ] {
        open(tab, address);
        tab.fill("book-title", "Ways & walls");
        tab.fill("book-count", "5");
        tab.select("book-per-page", "2");
        tab.select("book-paper", "a5");
        tab.click("#book-seeds");
        let link = tab.text_of("document.getElementById('book-link').getAttribute('href')");
        assert_eq!(
            link,
            format!("book.pdf?{maze}&count=5&paper=a5&per_page=2&answers=end&show=seed&title=Ways%20%26%20walls")
        );
        let document = Document::load_mem(&service::get(&format!("{}/{link}", tab.programs.server_url))).unwrap();
        // The cover, a page for a name, three pages of mazes, one at their end, and one of ways, of which six go on a page.
        assert_eq!(document.get_pages().len(), 7);
        // In small there are the title and the first two mazes.
        tab.until("they are there", "document.querySelectorAll('.sheet-preview .drawing').length === 2");
        assert_eq!(tab.text(".book-page strong"), "Ways & walls");
        for number in [0, 1] {
            let seed = derived_seed(8, number);
            let told = tab.text_of("document.querySelector('.sheet-preview .footer').textContent");
            assert!(told.contains(&seed.to_string()), "{told}");
            assert!(document.extract_text(&[3]).unwrap().contains(&seed.to_string()));
        }
        tab.until(
            "the walls of the cover are there",
            "[...document.querySelectorAll('.book-page img')].every((image) => image.naturalWidth > 9)",
        );
        tab.click("#book-name");
        assert!(tab.text_of("document.getElementById('book-link').href").contains("&show=name,seed&"));
        tab.click("#book-growing");
        let sizes = if maze.contains("rings") { "&rings=3..6&" } else { "&w=6..12&h=5..9&" };
        assert!(tab.text_of("document.getElementById('book-link').href").contains(sizes));
        tab.click("#book-print");
        assert!(tab.text_of("document.getElementById('book-link').href").ends_with("&bleed=3&gutter=12"));
        tab.select("book-marks", "mouse");
        tab.select("book-line-mm", "0.8");
        assert!(tab.text_of("document.getElementById('book-link').href").contains("&marks=mouse&line_mm=0.8&"));
        tab.select("book-answers", "facing");
        tab.until("nothing is wrong", "document.getElementById('error-book').hidden");
    }
}

/// The words of the first page with mazes and of those without, in the language of the book; and nothing is cut off.
fn a_page_in_small_says_what_the_book_says(tab: &mut Tab) {
    open(tab, "/?algo=prim&w=12&h=9&seed=8");
    tab.fill("book-title", "Wege");
    tab.select("book-lang", "de");
    for box_ in ["#book-name", "#book-seeds", "#book-difficulty"] {
        tab.click(box_);
    }
    for (count, per_page) in [("5", "6"), ("5", "2")] {
        tab.fill("book-count", count);
        tab.select("book-per-page", per_page);
        tab.until(
            "the difficulties are there",
            &format!("document.querySelectorAll('.sheet-preview .drawing').length === {} && document.querySelectorAll('.sheet-preview .stars').length === document.querySelectorAll('.sheet-preview .drawing').length", if per_page == "2" { 2 } else { 5 }),
        );
        let link = tab.text_of("document.getElementById('book-link').href");
        let book = Document::load_mem(&service::get(&link)).unwrap();
        let joined = |text: String| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
        let pages = Vec::from_iter(1..=u32::try_from(book.get_pages().len()).unwrap());
        let printed = joined(book.extract_text(&pages).unwrap());
        let said = tab.eval(
            "[...document.querySelectorAll('.book-page :is(strong, span), .sheet-preview text')]
                 .flatMap(({ textContent }) => textContent.split(', ')).filter(Boolean)",
        );
        let said: Vec<String> = serde_json::from_value(said).unwrap();
        assert!(said.len() >= 8, "{said:?}");
        for words in said {
            assert!(printed.contains(&joined(words.clone())), "{words} is not in {printed}");
        }
    }
}

/// A book with a cover has its pages without mazes in small too: two pages are in sight, and the others beside them.
fn a_cover_is_chosen(tab: &mut Tab) {
    open(tab, "/?algo=prim&w=12&h=9&seed=8");
    let cover = |tab: &Tab| tab.eval("document.getElementById('book-cover').disabled");
    assert_eq!(cover(tab), true, "without a title there is none");
    tab.fill("book-title", "Ways");
    tab.until("there is one", "document.querySelectorAll('#book-pages :is(.book-page, .sheet-preview)').length === 4");
    assert_eq!(cover(tab), false);
    let ground = |tab: &Tab| tab.eval("document.querySelector('.book-page').style.background");
    // Of six grounds, that of the seed 8.
    assert_eq!(ground(tab), "rgb(224, 36, 78)");
    let said = tab.text_of("document.getElementById('book-pages').textContent");
    for words in ["Ways", "This book belongs to", "Never cross a wall.", "You did it!"] {
        assert!(said.contains(words), "{words} is not in {said}");
    }
    let [left, right] = ["left", "right"].map(|side| {
        tab.eval(&format!("document.querySelector('.facing-pages').firstChild.getBoundingClientRect().{side}"))
            .as_f64()
            .unwrap()
    });
    assert!((299.0..=301.0).contains(&(right - left)), "{left} to {right}");
    let link = |tab: &Tab| tab.text_of("document.getElementById('book-link').getAttribute('href')");
    assert!(link(tab).ends_with("&title=Ways"), "{}", link(tab));
    tab.select("book-cover", "plain");
    tab.until("it has no ground", "document.querySelector('.book-page')?.style.background === ''");
    assert!(link(tab).ends_with("&title=Ways&cover=plain"), "{}", link(tab));
    tab.select("book-cover", "none");
    tab.until("there are two pages with mazes", "document.querySelectorAll('.book-page').length === 0 && document.querySelectorAll('#book-pages .drawing').length === 2");
    assert!(link(tab).ends_with("&title=Ways&cover=none"), "{}", link(tab));
    tab.until("nothing is wrong", "document.getElementById('error-book').hidden");
}

fn what_is_wrong_with_a_book_is_said(tab: &mut Tab) {
    open(tab, "/?algo=prim&w=9&h=9&seed=8");
    tab.expect("422");
    tab.fill("book-count", "501");
    tab.until_seen("#error-book");
    assert_eq!(tab.text("#error-book"), "Mazes: must be between 1 and 500.");
    tab.fill("book-count", "2");
    tab.until("nothing is wrong", "document.getElementById('error-book').hidden");
}

/// On a laptop all of it is in sight, in every language, and on a phone at least its button.
fn the_button_of_a_book_is_in_sight(tab: &mut Tab) {
    const LAPTOP: Look = Look { height: 700, ..Look::DESK };
    for lang in ["en", "fr", "de", "es", "it", "pt", "nl", "el", "ru"] {
        for (look, fits) in [(LAPTOP, true), (Look::PHONE, false), (Look::NARROW, false)] {
            tab.look(look);
            open(tab, &format!("/?algo=prim&w=12&h=9&seed=8&lang={lang}"));
            let place = format!("{lang}, {} × {}", look.width, look.height);
            let seen = tab.eval(
                "(() => {
                    const link = document.getElementById('book-link'), { left, right, top, bottom } = link.getBoundingClientRect();
                    return link.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)) && top > 0 && bottom <= innerHeight;
                })()",
            );
            assert_eq!(seen, true, "the button is cut off: {place}");
            let book = tab.eval(
                "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.getElementById('book'))",
            );
            assert!(!fits || book.as_i64().unwrap() <= 0, "{book} pixels are not in sight: {place}");
        }
    }
}
