//! The pages for browsers: each has all its parts, and explains what it should.

use std::collections::BTreeSet;

use axum::http::Method;
use dedale_server::problem::Kind;

use super::set;
use crate::common::{get, get_with, request, send};

/// The files in a folder of `src` that browsers request: not the pages themselves, nor what only the check of types reads.
fn parts(folder: &str) -> BTreeSet<String> {
    let files = std::fs::read_dir(format!("{}/src/{folder}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    // The files of words, in their folder, are no parts: each page is sent with those of one language.
    let files = files.map(Result::unwrap).filter(|file| file.file_type().unwrap().is_file());
    let names = files.map(|file| file.file_name().into_string().unwrap());
    names.filter(|name| [".js", ".css", ".svg"].iter().any(|end| name.ends_with(end))).collect()
}

/// The addresses in the attributes, imports and strings of a file that begin with one of these.
fn named(text: &str, starts: &[&str]) -> BTreeSet<String> {
    let words = text.split(['"', '\'', '(', ')']);
    let files = words.filter_map(|word| starts.iter().find_map(|start| word.strip_prefix(start)));
    set(files
        .filter(|name| name.contains('.') && !name.starts_with('.') && !name.contains(['/', ' ', '?']))
        .map(str::to_owned))
}

/// Where the files of the page and of the map are: the folder with their digest.
async fn folder() -> String {
    let page = get("/").await;
    let named = page.text().split_once("src=\"").unwrap().1.split_once("/main.js\"").unwrap().0;
    format!("/{named}")
}

#[tokio::test]
async fn every_part_of_the_page_at_the_root_is_there() {
    let (page, folder) = (get("/").await, folder().await);
    let start = format!("{}/", &folder[1..]);
    let mut found = named(page.text(), &[&start, "./"]);
    for part in &parts("page") {
        found.extend(named(get(&format!("{folder}/{part}")).await.text(), &["./"]));
    }
    assert_eq!(found, parts("page"), "every file that the page and its parts refer to, and no other");
    let others = [
        "no-such-part",
        "index.html",
        "map/index.html",
        "words/en.json",
        "jsconfig.json",
        "types.d.ts",
        "../page.rs",
        "map",
    ];
    for missing in others {
        let answer = send(request(Method::GET, &format!("{folder}/{missing}"), &[])).await;
        assert_eq!(answer.problem(), "not-found", "{missing}");
    }
}

#[tokio::test]
async fn every_part_of_the_map_is_there() {
    let (page, folder) = (get("/map").await, folder().await);
    let of_page = format!("{}/", &folder[1..]);
    let mut found = named(page.text(), &[&format!("{of_page}map/")]);
    let mut shared = named(page.text(), &[&of_page]);
    for part in &parts("page/map") {
        let answer = get(&format!("{folder}/map/{part}")).await;
        found.extend(named(answer.text(), &["./"]));
        shared.extend(named(answer.text(), &["../"]));
    }
    assert_eq!(found, parts("page/map"), "every file that the map and its parts refer to, and no other");
    assert!(shared.is_subset(&parts("page")), "{shared:?}");
}

/// The help for schools is in the language that is asked for, and every link of it leads to an answer.
#[tokio::test]
async fn the_help_leads_somewhere_in_every_language() {
    let mut titles = BTreeSet::new();
    for lang in ["en", "fr", "de", "es", "it", "pt", "nl", "el", "ru"] {
        let answer = get_with("/help", &[("accept-language", lang)]).await;
        assert_eq!(answer.header("content-language"), Some(lang));
        let text = answer.text();
        assert_eq!(text, get(&format!("/help?lang={lang}")).await.text());
        assert!(!text.contains("{{") && text.contains(&format!("<html lang=\"{lang}\" ")), "{lang}");
        titles.insert(text.split("class=\"title\">").nth(1).unwrap().split('<').next().unwrap().to_owned());
        let mut links = 0;
        for link in text.split("<a href=\"").skip(1).map(|rest| rest.split('"').next().unwrap().replace("&amp;", "&")) {
            let link = if link.starts_with('?') { format!("help{link}") } else { link };
            assert_eq!(get(&format!("/{}", link.trim_start_matches("./"))).await.status, 200, "{link}");
            links += 1;
        }
        assert!(links >= 19, "{lang}: {links}");
    }
    assert_eq!(titles.len(), 9);
}

/// A later view of a page asks for none of its files again, and after another release it has the new ones at once.
#[tokio::test]
async fn browsers_keep_the_files_of_pages_and_validate_the_pages() {
    let folder = folder().await;
    let digest = folder.strip_prefix("/page/").unwrap();
    assert!(digest.len() == 32 && digest.bytes().all(|byte| byte.is_ascii_hexdigit()), "{digest}");
    for page in ["/", "/map", "/help"] {
        let answer = get(page).await;
        assert_eq!(answer.header("cache-control"), Some("no-cache"), "{page}");
        assert_eq!(get_with(page, &[("if-none-match", answer.header("etag").unwrap())]).await.status, 304);
        let elsewhere =
            answer.text().matches("\"page/").count() - answer.text().matches(&format!("\"page/{digest}/")).count();
        assert_eq!(elsewhere, 0, "{page} has addresses without the digest");
    }
    for part in ["main.js", "page.css", "icon.svg", "map/main.js"] {
        let kept = get(&format!("{folder}/{part}")).await;
        assert_eq!(kept.header("cache-control"), Some("public, max-age=31536000, immutable"), "{part}");
        // While one release replaces another, HTML of one may be answered by the other: the answer is a page then, and it is not cached.
        for other in ["latest", "00000000000000000000000000000000"] {
            let answer = get(&format!("/page/{other}/{part}")).await;
            assert_eq!(
                (answer.header("cache-control"), answer.text()),
                (Some("no-cache"), kept.text()),
                "{other}/{part}"
            );
        }
        let coded = get_with(&format!("{folder}/{part}"), &[("accept-encoding", "gzip")]).await;
        assert_eq!(coded.header("content-encoding"), Some("gzip"), "{part}");
    }
}

#[tokio::test]
async fn every_part_of_the_pages_of_the_documentation_is_there() {
    let reader = "scalar.js".to_owned();
    let mut found = named(get("/docs").await.text(), &["docs/"]);
    found.extend(named(get("/docs/problems").await.text(), &[""]));
    for part in parts("docs").into_iter().filter(|part| part.ends_with(".css")) {
        found.extend(named(get(&format!("/docs/{part}")).await.text(), &[""]));
    }
    let mut there = parts("docs");
    there.insert(reader.clone());
    assert_eq!(found, there, "every file that the pages refer to, and no other");
    for part in there {
        let answer = get(&format!("/docs/{part}")).await;
        assert_eq!(answer.status, 200, "{part}");
        // Only the reader names other servers, in code that its settings turn off.
        assert!(part == reader || !answer.text().contains("https://"), "{part}");
    }
    assert!(get("/docs/scalar.js").await.text().contains("createApiReference"));
    assert!(get("/docs/reference.js").await.text().contains("\"openapi.json\""));
    for wrong in ["no-such-part", "reference.html", "index.html"] {
        assert_eq!(send(request(Method::GET, &format!("/docs/{wrong}"), &[])).await.problem(), "not-found");
    }
}

/// The tags of a page in their order, each as its name and its attributes, with a slash before the name where it ends an element.
fn tags(page: &str) -> Vec<(&str, &str)> {
    let inside = page.split('<').skip(1).filter_map(|rest| rest.split_once('>')).map(|(tag, _)| tag);
    inside.map(|tag| tag.split_once(char::is_whitespace).unwrap_or((tag, ""))).collect()
}

/// A link that leads nowhere is no link, whatever it would download; and a label names one control, so that a click on it is meant for that.
#[tokio::test]
async fn links_lead_somewhere_and_labels_have_one_control() {
    const CONTROLS: [&str; 7] = ["button", "input", "meter", "output", "progress", "select", "textarea"];
    let (mut links, mut labels) = (0, 0);
    for page in ["/", "/map", "/help", "/docs", "/docs/problems"] {
        let answer = get(page).await;
        let mut within = None;
        for (name, attributes) in tags(answer.text()) {
            if name == "a" && attributes.split_whitespace().any(|word| word.split('=').next() == Some("download")) {
                assert!(attributes.contains("href=\""), "{page}: <a {attributes}>");
                links += 1;
            }
            match name {
                "label" => within = Some((attributes, 0)),
                "/label" => {
                    let (attributes, controls) = within.take().unwrap();
                    assert!(controls + usize::from(attributes.contains("for=")) == 1, "{page}: <label {attributes}>");
                    labels += 1;
                }
                _ if CONTROLS.contains(&name) => within.iter_mut().for_each(|(_, controls)| *controls += 1),
                _ => {}
            }
        }
    }
    assert!(links > 0 && labels > 50, "{links}, {labels}");
}

/// It is compressed once: the same bytes for everyone, with their length, and a separate tag.
#[tokio::test]
async fn the_reader_is_kept_compressed() {
    let plain = get("/docs/scalar.js").await;
    let coded = get_with("/docs/scalar.js", &[("accept-encoding", "br, gzip")]).await;
    assert_eq!((plain.header("content-encoding"), coded.header("content-encoding")), (None, Some("gzip")));
    for answer in [&plain, &coded] {
        assert_eq!(answer.header("content-length"), Some(&*answer.body.len().to_string()));
        assert_eq!(answer.header("vary"), Some("accept-encoding"));
    }
    assert!(coded.body.len() < plain.body.len() / 3, "{} of {} bytes", coded.body.len(), plain.body.len());
    assert_ne!(coded.header("etag"), plain.header("etag"));
    let held = [("accept-encoding", "gzip"), ("if-none-match", coded.header("etag").unwrap())];
    assert_eq!(get_with("/docs/scalar.js", &held).await.status, 304);
    // A client without gzip gets it as it is.
    let other = get_with("/docs/scalar.js", &[("accept-encoding", "zstd, gzip;q=0")]).await;
    assert_eq!(other.header("content-encoding"), None);
}

/// One section for each kind of problem, named as the end of its `type`, and one entry of the list.
#[tokio::test]
async fn problems_are_explained_by_the_ends_of_their_types() {
    let page = get("/docs/problems").await;
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(page.text().matches("<section ").count(), Kind::ALL.len());
    for kind in Kind::ALL {
        let uri = kind.uri();
        let slug = uri.strip_prefix("urn:dedale:problem:").unwrap();
        let section = page.text().split_once(&format!("<section id=\"{slug}\">")).unwrap().1;
        let section = section.split_once("</section>").unwrap().0;
        assert!(section.contains(kind.title) && section.contains(&format!("Status {}", kind.status)), "{slug}");
        let words = section.replace("<code>", "`").replace("</code>", "`");
        assert!(words.contains(kind.meaning), "{slug}: {section}");
        assert_eq!(page.text().matches(&format!("id=\"{slug}\"")).count(), 1, "{slug}");
        assert_eq!(page.text().matches(&format!("<li><a href=\"#{slug}\">")).count(), 1, "{slug}");
    }
}
