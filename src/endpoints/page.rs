//! The page at `/`, the map at `/map`, the help at `/help`, and their files. Each is available in the languages of
//! books: its HTML has keys in double braces, which are replaced by the words in a file of `page/words`.
//!
//! The files are at `/page/{digest}/`, and browsers cache them without validation, since the digest changes with every
//! change of a file. The HTML, which contains the digest, is validated on each use.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::extract::{Path, RawQuery};
use axum::http::header::{CACHE_CONTROL, CONTENT_LANGUAGE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::problem::{Kind, Problem};
use crate::response::caching::Tag;
use crate::response::fixed::{self, Document};
use crate::response::negotiate;
use dedale::draw::{Ink, LetterStrokes, SymbolAreas, Symbols};
use dedale::generate::Algorithm;
use dedale::grid::Mask;
use dedale::picture::{Inks, Marks};
use dedale_book::words::LANGUAGES;
use dedale_book::{GROUNDS, font};
use rust_embed::Embed;

/// The content security policy of the pages: they use their own files, this service, and pictures that they draw
/// themselves.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
     base-uri 'none'; form-action 'none'";

/// Cached, and validated on each use, which is cheap while nothing has changed.
const VALIDATED: HeaderValue = HeaderValue::from_static("no-cache");

/// Cached, and never validated.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// The files of the pages, which are embedded in the program.
#[derive(Embed)]
#[folder = "src/page"]
struct Files;

fn text(name: &str) -> String {
    let file = Files::get(name).expect("a test reads every file");
    String::from_utf8_lossy(&file.data).into_owned()
}

/// The files that browsers request, by name: all except the HTML and the words, which are inserted into it.
static SERVED: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let served = Files::iter().filter(|name| [".js", ".css", ".svg"].iter().any(|end| name.ends_with(end)));
    let written = served.map(|name| {
        let colors = if name == "page.css" { colors() } else { String::new() };
        (name.to_string(), colors + &without_comments(&text(&name)))
    });
    written.chain([("strokes.json".to_owned(), strokes()), ("sheets.json".to_owned(), sheets())]).collect()
});

fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The colors of walls and of the path, which are those of pictures, as properties of the style sheet of the page.
fn colors() -> String {
    let of = |Inks { color, path_color, .. }: Inks| {
        let (walls, path) = (hex(color), hex(path_color));
        format!(":root {{ --wall: {walls}; --thread: {path}; --exit: {path}; }}")
    };
    format!("{}\n@media (prefers-color-scheme: dark) {{ {} }}\n", of(Inks::LIGHT), of(Inks::DARK))
}

/// The strokes of letters as the paths of SVGs, each with its leftmost and its rightmost place. Only mazes with letters need them.
fn strokes() -> String {
    let letter = |LetterStrokes { letter, path, sides }| (String::from(letter), json!([path, sides[0], sides[1]]));
    Value::Object(Symbols::all().letters.into_iter().map(letter).collect()).to_string()
}

/// What the page makes sheets and books of besides mazes: the words of books in every language and the letters that they have, the grounds of
/// covers, the symbols of marks, and the shapes in each group of masks.
fn sheets() -> String {
    let books: BTreeMap<_, _> = LANGUAGES.iter().map(|words| (words.lang, words)).collect();
    let marks = Symbols::all().ends.into_iter();
    let symbols: BTreeMap<_, _> = marks.map(|(marks, both)| (marks.name(), both.map(symbol))).collect();
    let groups: BTreeMap<_, _> = Mask::GROUPS.iter().copied().collect();
    let grounds = GROUNDS.map(hex);
    json!({ "books": books, "letters": font::letters(), "grounds": grounds, "symbols": symbols, "maskGroups": groups })
        .to_string()
}

/// Removes lines that are comments, which no browser needs.
fn without_comments(text: &str) -> String {
    let mut is_inside = false;
    let lines = text.lines().filter(|line| {
        let line = line.trim();
        let is_comment = is_inside || line.starts_with("//") || line.starts_with("/*");
        is_inside = (is_inside || line.starts_with("/*")) && !line.ends_with("*/");
        !is_comment
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

static DOCUMENTS: LazyLock<BTreeMap<&str, Document>> =
    LazyLock::new(|| SERVED.iter().map(|(name, text)| (&**name, Document::compressed(text.as_str()))).collect());

/// The scripts that make sheets of paper, which the page imports by itself: the front page does so after its maze is shown.
const FOR_SHEETS: [&str; 4] = ["maze-cache.js", "paper.js", "printing.js", "worksheet.js"];

/// The digest of all files. They import each other by relative URLs, so they share one digest.
static DIGEST: LazyLock<String> = LazyLock::new(|| digest(SERVED.iter().map(|(name, text)| (&**name, &**text))));

fn digest<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let all: String = files.map(|(name, text)| format!("{name} {}\n{text}", text.len())).collect();
    format!("{:032x}", Tag::of_bytes(all.as_bytes()).number())
}

/// The words of one language: those of all pages, and those of each page. Plural forms are in an object, by plural
/// category.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    /// The name of the language in the language itself.
    language: String,
    both: Map<String, Value>,
    page: Map<String, Value>,
    map: Map<String, Value>,
    help: Map<String, Value>,
    error: Map<String, Value>,
    /// Descriptions of algorithms, solvers and grids, by name. The English ones are in the catalogues of the service.
    #[serde(default)]
    catalogue: Map<String, Value>,
    /// Sentences about problems and faults, by code, and the names of limits. The English ones are those of the
    /// service.
    #[serde(default)]
    problems: Map<String, Value>,
    #[serde(default)]
    limits: Map<String, Value>,
}

type Pages = BTreeMap<&'static str, Document>;

static PAGE: LazyLock<Pages> = LazyLock::new(|| {
    pages("index.html", |words| {
        let mut page = words.page.clone();
        page.insert("catalogue".to_owned(), words.catalogue.clone().into());
        let Symbols { things, digits, .. } = Symbols::all();
        let things: Map<_, _> = things.into_iter().map(|(name, areas)| (name.to_owned(), symbol(areas))).collect();
        page.insert("marks-options".to_owned(), marks_options(words).into());
        page.insert("things".to_owned(), json!(things));
        page.insert("digits".to_owned(), json!(digits));
        page
    })
});

/// The options for the marks of entrance and exit.
fn marks_options(words: &Words) -> String {
    let option = |marks: &Marks| {
        let name = marks.name();
        format!(r#"<option value="{name}">{}</option>"#, words.page[&format!("marks-{name}")].as_str().unwrap_or(name))
    };
    Marks::ALL.iter().map(option).collect()
}

/// The areas of a symbol, each with its ink and the path of an SVG, and the plate for a number.
fn symbol(SymbolAreas { areas, plate }: SymbolAreas) -> Value {
    let ink = |ink| match ink {
        Ink::Wall => "wall",
        Ink::Path => "path",
        _ => "ground",
    };
    let areas: Vec<Value> = areas.into_iter().map(|(color, path)| json!([ink(color), path])).collect();
    json!({ "areas": areas, "plate": plate })
}

static MAP: LazyLock<Pages> = LazyLock::new(|| pages("map/index.html", |words| words.map.clone()));

/// The parts of URLs that the help mentions.
const CODES: [(&str, &str); 2] = [("code-solve", "<code>solve.pdf</code>"), ("code-maze", "<code>maze.pdf</code>")];

/// The help, which names controls by their labels in the page. The keys of labels are in single braces, and so are
/// those of [`CODES`].
fn help_pages(today: &str) -> Pages {
    pages("help/index.html", |words| {
        let called = |key: &str| {
            let label = words.page.get(key).or_else(|| words.both.get(key)).and_then(Value::as_str);
            label.or_else(|| CODES.iter().find(|(code, _)| *code == key).map(|(_, text)| *text))
        };
        let fill = |text: &Value| {
            filled(text.as_str().unwrap_or_default(), ["{", "}"], |key| called(key).expect("a test fills every page"))
        };
        let mut help: Map<String, Value> =
            words.help.iter().map(|(key, text)| (key.clone(), fill(text).into())).collect();
        for name in ["backtracker", "prim"] {
            let title = words.catalogue.get("algorithms").and_then(|algorithms| algorithms[name][0].as_str());
            let title = title.or_else(|| name.parse::<Algorithm>().ok().map(|algorithm| algorithm.info().title));
            help.insert(format!("algorithm-{name}"), title.unwrap_or(name).into());
        }
        help.insert("today".to_owned(), today.into());
        help
    })
}

/// The help of a day, whose ready-made sheets have the date as their seed, with the number of the day.
static HELP: Mutex<Option<(u64, Arc<Pages>)>> = Mutex::new(None);

/// The help of this day, counted from 1970-01-01. It is made once a day.
fn help_of(day: u64) -> Arc<Pages> {
    let mut held = HELP.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((known, pages)) = &*held
        && *known == day
    {
        return pages.clone();
    }
    let pages = Arc::new(help_pages(&date_of(day)));
    *held = Some((day, pages.clone()));
    pages
}

/// The date of a day, counted from 1970-01-01, as eight digits: 20261130.
fn date_of(day: u64) -> String {
    // Years that begin in March, so that the day that may be missing is the last; in periods of 400 years, which are equal.
    let day = day + 719_468;
    let (period, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    format!("{:04}{month:02}{day:02}", period * 400 + year)
}

/// The page of a problem in each language. `{root}`, `{title}` and `{detail}` are those of the problem.
static PROBLEM: LazyLock<BTreeMap<&'static str, String>> =
    LazyLock::new(|| texts_of("error/index.html", |words| words.error.clone()));

/// Returns the page that shows a problem, in a language of [`LANGUAGES`], with its content security policy. `root` is the
/// relative URL of the service.
pub fn of_problem(lang: &str, root: &str, title: &str, detail: &str) -> (String, HeaderValue) {
    let [title, detail] = [title, detail].map(escaped);
    let html = filled(&PROBLEM[lang], ["{", "}"], |key| match key {
        "root" => root,
        "title" => title.as_str(),
        _ => detail.as_str(),
    });
    (html, HeaderValue::from_static(POLICY))
}

/// Text as HTML has it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Creates a page in every language. `own` returns the words that no other page has.
fn pages(name: &str, own: impl Fn(&Words) -> Map<String, Value>) -> Pages {
    texts_of(name, own).into_iter().map(|(lang, html)| (lang, Document::compressed(html))).collect()
}

/// The HTML of a page in every language.
fn texts_of(name: &str, own: impl Fn(&Words) -> Map<String, Value>) -> BTreeMap<&'static str, String> {
    let html = text(name);
    let words =
        |lang: &str| serde_json::from_str(&text(&format!("words/{lang}.json"))).expect("a test reads every file");
    let all: Vec<(&'static str, Words)> =
        LANGUAGES.iter().map(|language| (language.lang, words(language.lang))).collect();
    let options = all.iter().map(|(lang, words)| {
        let name = &words.language;
        format!(r#"<option value="{lang}" lang="{lang}">{name}</option>"#)
    });
    let options = options.collect::<String>();
    let links =
        all.iter().map(|(lang, words)| format!(r#"<a href="?lang={lang}" lang="{lang}">{}</a>"#, words.language));
    let links = links.collect::<Vec<_>>().join(" · ");
    // The browser requests all scripts that the page imports at once, rather than in turn. Those in folders belong to another page, or are
    // imported when they are needed.
    let files = format!("page/{}", *DIGEST);
    let of_page = SERVED
        .keys()
        .filter(|name| name.ends_with(".js") && !name.contains('/') && !FOR_SHEETS.contains(&name.as_str()));
    let modules =
        of_page.map(|name| format!(r#"<link rel="modulepreload" href="{files}/{name}">"#)).collect::<String>();
    let page = |(lang, words): &(&'static str, Words)| {
        let mut texts = words.both.clone();
        texts.insert("problems".to_owned(), words.problems.clone().into());
        texts.insert("limits".to_owned(), words.limits.clone().into());
        texts.extend(own(words));
        let values = json!(texts).to_string();
        let others = [
            ("lang", *lang),
            ("languages", &options),
            ("links", &links),
            ("files", &files),
            ("modules", &modules),
            ("words", &values),
        ];
        let value = |key: &str| others.iter().find(|(name, _)| *name == key).map(|(_, value)| *value);
        let html = filled(&html, ["{{", "}}"], |key| {
            value(key).or_else(|| texts.get(key)?.as_str()).expect("a test fills every page")
        });
        (*lang, html)
    };
    all.iter().map(page).collect()
}

/// Replaces each name between `open` and `close` by its value.
fn filled<'v>(text: &str, [open, close]: [&str; 2], value: impl Fn(&str) -> &'v str) -> String {
    let mut parts = text.split(open);
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for (key, rest) in parts.filter_map(|part| part.split_once(close)) {
        filled.push_str(value(key));
        filled.push_str(rest);
    }
    filled
}

/// `/`
pub async fn page(RawQuery(query): RawQuery, headers: HeaderMap) -> Result<Response, Problem> {
    in_language(&PAGE, query.as_deref(), &headers)
}

/// `/page/{digest}/{*file}`
///
/// Any other digest returns the same file, which is then validated on each use. While one release replaces another, a
/// browser may receive the HTML from one process and request the files from another one, and a 404 would leave it
/// without a page. Pages that are open have all of their files.
pub async fn file(Path((digest, name)): Path<(String, String)>, headers: HeaderMap) -> Result<Response, Problem> {
    let (name, document) = DOCUMENTS.get_key_value(&*name).ok_or(Kind::NOT_FOUND)?;
    answer(&headers, name, document.clone(), if digest == *DIGEST { IMMUTABLE } else { VALIDATED })
}

/// `/map`
pub async fn map(RawQuery(query): RawQuery, headers: HeaderMap) -> Result<Response, Problem> {
    in_language(&MAP, query.as_deref(), &headers)
}

/// `/help`
pub async fn help(RawQuery(query): RawQuery, headers: HeaderMap) -> Result<Response, Problem> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    in_language(&help_of(now.as_secs() / SECONDS_OF_A_DAY), query.as_deref(), &headers)
}

const SECONDS_OF_A_DAY: u64 = 24 * 60 * 60;

/// Returns a page in the language of the parameter `lang`, or else in the language that the client prefers.
fn in_language(pages: &Pages, query: Option<&str>, headers: &HeaderMap) -> Result<Response, Problem> {
    let mut pairs = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
    let named = pairs.find(|(name, _)| name == "lang").and_then(|(_, lang)| pages.get_key_value(&*lang));
    let preferred = || negotiate::language(headers, LANGUAGES.iter().map(|language| language.lang));
    let (lang, document) = named.or_else(|| pages.get_key_value(preferred()?)).unwrap_or((&"en", &pages["en"]));
    let mut response = answer(headers, "index.html", document.clone(), VALIDATED)?;
    response.headers_mut().append(VARY, HeaderValue::from_static("accept-language"));
    response.headers_mut().insert(CONTENT_LANGUAGE, HeaderValue::from_static(lang));
    Ok(response)
}

fn answer(headers: &HeaderMap, name: &str, document: Document, caching: HeaderValue) -> Result<Response, Problem> {
    let mut answer = fixed::file(headers, name, document, POLICY)?;
    answer.headers_mut().insert(CACHE_CONTROL, caching);
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_filled_in_every_language() {
        let files = Files::iter().filter(|name| name.starts_with("words/")).count();
        for pages in [&*PAGE, &*MAP, &*help_of(0)] {
            assert_eq!(pages.len(), files, "the languages of books are those of the pages");
        }
        assert_eq!(PROBLEM.len(), files);
        assert!(FOR_SHEETS.iter().all(|name| SERVED.contains_key(*name)));
        assert_eq!(filled("a {{b}} c{{d}}", ["{{", "}}"], |key| if key == "b" { "1" } else { "2" }), "a 1 c2");
    }

    /// A line that begins with a comment is removed as a whole, so that code after the comment would be lost.
    #[test]
    fn comments_have_lines_of_their_own() {
        for name in Files::iter().filter(|name| name.ends_with(".js")) {
            for line in text(&name).lines().map(str::trim).filter(|line| line.starts_with("/*") && line.contains("*/"))
            {
                assert!(line.ends_with("*/"), "{name}: {line}");
            }
        }
    }

    #[test]
    fn days_have_their_dates() {
        for (day, date) in
            [(0, "19700101"), (59, "19700301"), (19_782, "20240229"), (19_783, "20240301"), (20_787, "20261130")]
        {
            assert_eq!(date_of(day), date);
        }
        let [first, second] = [1, 2].map(|day| format!("{:?}", help_of(day)["de"]));
        assert_ne!(first, second);
    }

    #[test]
    fn every_change_of_a_file_changes_the_digest() {
        let files = [("a.js", "1"), ("b.js", "2")];
        let others = [[("a.js", "1"), ("b.js", "3")], [("a.js", "1"), ("c.js", "2")], [("a.js", ""), ("b.js", "12")]];
        let digest = |files: &[(&'static str, &'static str)]| digest(files.iter().copied());
        assert!(others.iter().all(|other| digest(other) != digest(&files)));
        assert_eq!(digest(&files).len(), 32);
    }
}
