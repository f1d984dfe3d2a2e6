//! The pages, and the parts of them that are checked: blocks of code, tables, headings and links.

use std::path::{Path, PathBuf};

/// A page of Markdown.
pub struct Page {
    /// The path, from the folder of the project.
    pub path: String,
    /// Everything in it.
    pub text: String,
}

/// A block of code.
#[derive(Clone, Copy)]
pub struct Block<'a> {
    /// The language that is named behind the fence.
    pub language: &'a str,
    /// The lines between the fences.
    pub lines: &'a [&'a str],
    /// The line of the first fence, counted from 1.
    pub number: usize,
}

/// The folder of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// One page.
pub fn page(path: &str) -> Page {
    let text = std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    Page { path: path.to_owned(), text }
}

/// `README.md` and every page of `docs/` and of the reference in it.
pub fn pages() -> Vec<Page> {
    let front = std::iter::once(page("README.md"));
    front.chain(pages_of("docs")).chain(pages_of("docs/reference")).collect()
}

/// The pages of a folder, without those of the folders in it.
pub fn pages_of(folder: &str) -> Vec<Page> {
    let names = std::fs::read_dir(root().join(folder)).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut paths: Vec<String> =
        names.filter(|name| name.ends_with(".md")).map(|name| format!("{folder}/{name}")).collect();
    paths.sort();
    paths.iter().map(|path| page(path)).collect()
}

/// Every file of the project that is text, without what is built.
pub fn texts() -> impl Iterator<Item = Page> {
    let mut folders = vec![PathBuf::new()];
    let mut paths = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            let is_ours = !["target", ".git", "node_modules", ".venv"].contains(&name.as_str());
            let kind = entry.file_type().unwrap();
            if kind.is_dir() && is_ours {
                folders.push(folder.join(name));
            } else if kind.is_file() && is_ours {
                paths.push(folder.join(name).to_str().unwrap().to_owned());
            }
        }
    }
    paths.sort();
    paths.into_iter().filter_map(|path| Some(Page { text: std::fs::read_to_string(root().join(&path)).ok()?, path }))
}

/// The blocks of code among these lines.
pub fn blocks<'a>(lines: &'a [&'a str]) -> Vec<Block<'a>> {
    let mut blocks = Vec::new();
    let mut at = 0;
    while let Some(language) = lines.get(at).map(|line| line.strip_prefix("```")) {
        let begin = at + 1;
        at = begin;
        if let Some(language) = language {
            let length = lines[begin..].iter().position(|line| *line == "```").expect("the end of a block");
            blocks.push(Block { language, lines: &lines[begin..begin + length], number: begin });
            at = begin + length + 1;
        }
    }
    blocks
}

impl Page {
    /// The cells of all tables whose first heading this is, without the headings. Backticks around a cell are dropped, and the anchor
    /// before it.
    pub fn table(&self, heading: &str) -> Vec<Vec<&str>> {
        let lines: Vec<&str> = self.text.lines().collect();
        let start = format!("| {heading} |");
        let is_table = |at: &usize| lines[*at].starts_with(&start) && lines[at + 1].starts_with("|---");
        let tables = (0..lines.len() - 1).filter(is_table).map(|at| lines[at + 2..].iter());
        let rows = tables.flat_map(|lines| lines.take_while(|line| line.starts_with('|')));
        let rows = rows.map(|row| row.trim_matches('|').split('|').map(|cell| plain(cell.trim())).collect());
        let rows: Vec<Vec<&str>> = rows.collect();
        assert!(!rows.is_empty(), "{} has no table with the heading {heading}", self.path);
        rows
    }

    /// The targets of links, and of pictures.
    pub fn links(&self) -> impl Iterator<Item = &str> {
        self.text.split("](").skip(1).filter_map(|rest| rest.split(')').next())
    }

    /// The anchors of the headings, and those that are written out.
    pub fn anchors(&self) -> Vec<String> {
        let headings = self.text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#'));
        let written = self.text.split("<a id=\"").skip(1).filter_map(|rest| rest.split('"').next());
        headings.map(|heading| anchor(heading.trim())).chain(written.map(str::to_owned)).collect()
    }

    /// Whether a link of this page leads to a file, and to a heading in it.
    pub fn leads(&self, link: &str) -> bool {
        if link.starts_with("http://") || link.starts_with("https://") {
            return true;
        }
        let (path, heading) = link.split_once('#').map_or((link, None), |(path, heading)| (path, Some(heading)));
        let folder: PathBuf = root().join(&self.path).parent().unwrap().to_owned();
        let file = if path.is_empty() { root().join(&self.path) } else { folder.join(path) };
        let has = |heading: &str| {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            Page { path: String::new(), text }.anchors().iter().any(|anchor| anchor == heading)
        };
        file.exists() && heading.is_none_or(has)
    }
}

/// A cell without the anchor before it, and without the backticks around it, if it is one word of code.
fn plain(cell: &str) -> &str {
    let cell = cell.strip_prefix("<a id=").and_then(|cell| cell.split_once("</a>")).map_or(cell, |(_, cell)| cell);
    let inner = cell.strip_prefix('`').and_then(|cell| cell.strip_suffix('`'));
    inner.filter(|inner| !inner.contains('`')).unwrap_or(cell)
}

/// The anchor that GitHub gives to a heading.
fn anchor(heading: &str) -> String {
    let letters = heading.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    letters.map(|letter| if letter == ' ' { '-' } else { letter }).collect::<String>().to_lowercase()
}
