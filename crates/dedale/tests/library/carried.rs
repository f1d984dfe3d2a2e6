//! An SVG carries the maze that it shows.

use dedale::formats::{self, Format, UrlOfMaze};
use dedale::parse::ReadOptions;
use dedale::picture::Style;
use proptest::prelude::*;

use crate::read;

const SVG: Format = Format::Svg(Style::DEFAULT);

fn error_of(svg: &str) -> String {
    let [found, read] = [
        UrlOfMaze::find(svg.as_bytes()).unwrap_err(),
        formats::read(svg.as_bytes(), &ReadOptions::default()).unwrap_err(),
    ];
    assert_eq!(found.detail, read.detail);
    found.detail
}

/// The SVG of a maze with its cells, and of one with a URL.
fn both() -> [String; 2] {
    let mut made = read("w=9&h=7&seed=3&algo=wilson").make(&mut ()).unwrap();
    let with_cells = made.to_bytes(SVG).unwrap();
    made.metadata.url = Some("/maze.svg?w=9&h=7&seed=3&color=%3Cred%3E<>&generator=1".to_owned());
    [with_cells, made.to_bytes(SVG).unwrap()].map(|bytes| String::from_utf8(bytes).unwrap())
}

#[test]
fn an_svg_with_a_url_says_it_and_the_ends() {
    let [with_cells, with_url] = both();
    let found = UrlOfMaze::find(with_url.as_bytes()).unwrap().unwrap();
    assert_eq!(found.url, "/maze.svg?w=9&h=7&seed=3&color=%3Cred%3E<>&generator=1");
    assert_eq!((found.from, found.to), (Some([0, 0].into()), Some([6, 8].into())));
    let error = formats::read(with_url.as_bytes(), &ReadOptions::default()).unwrap_err();
    assert!(error.detail.contains("shows the maze of the URL /maze.svg?w=9"), "{error}");
    assert_eq!(UrlOfMaze::find(with_cells.as_bytes()), Ok(None));
    assert_eq!(UrlOfMaze::find(b"\x89PNG\r\n\x1a\n"), Ok(None));
    // Both are XML, whose elements are those of SVG.
    for svg in [with_cells, with_url] {
        let document = resvg::usvg::roxmltree::Document::parse(&svg).unwrap();
        let text = document
            .root_element()
            .children()
            .filter(|node| node.has_tag_name("metadata"))
            .find_map(|node| node.text());
        let object: serde_json::Value = serde_json::from_str(text.unwrap()).unwrap();
        assert!(object["digest"].is_string() && (object["url"].is_string() || object["cells"].is_array()));
    }
}

#[test]
fn other_svg_are_refused() {
    for svg in [
        "<svg></svg>",
        "<?xml version=\"1.0\"?>\n<!-- a maze -->\n<svg><metadata>{\"url\":\"/maze\"}</metadata></svg>\n",
    ] {
        assert!(error_of(svg).starts_with("this SVG does not say which maze it shows"), "{svg}");
    }
    // Nothing is behind the path of a digest.
    let forged = both()[1].replace("/maze.svg", "/maze.png");
    assert!(error_of(&forged).starts_with("this SVG was changed"));
}

#[test]
fn other_line_ends_are_no_change() {
    for svg in both() {
        let windows = svg.replace('\n', "\r\n");
        let [before, after] = [&svg, &windows].map(|svg| UrlOfMaze::find(svg.as_bytes()));
        assert_eq!(before, after);
        let unended = svg.trim_end();
        assert_eq!(UrlOfMaze::find(unended.as_bytes()), before);
    }
}

/// A custom grid is drawn without its graph.
#[test]
fn a_custom_grid_is_not_carried() {
    let cell = |side: &str, to: u32, polygon: &str| {
        format!(
            r#"{{"polygon":{polygon},"sides":[{{"side":"{side}","to":{to},"open":true}},{{"side":"X"}},{{"side":"Y"}}]}}"#
        )
    };
    let [first, second] = [cell("A", 1, "[[0,0],[1,0],[0,1]]"), cell("B", 0, "[[1,0],[1,1],[0,1]]")];
    let json = format!(r#"{{"encoding":"graph","cells":[{first},{second}]}}"#);
    let maze = formats::read(json.as_bytes(), &ReadOptions::default()).unwrap().maze;
    let [from, to] = [0, 1].map(dedale::grid::Cell);
    let svg = dedale::picture::Picture::new(maze, from, to).to_bytes(SVG).unwrap();
    assert!(error_of(str::from_utf8(&svg).unwrap()).starts_with("this SVG does not say which maze it shows"));
}

proptest! {
    /// Whatever is changed in the file, it is not read, unless it is a line end.
    #[test]
    fn a_change_is_noticed(of in 0..2_usize, at in any::<prop::sample::Index>(), byte in b' '..b'~') {
        let mut bytes = both()[of].clone().into_bytes();
        let at = at.index(bytes.len() - 1);
        // What is no UTF-8 is no text.
        prop_assume!(bytes[at] != byte && bytes[at].is_ascii());
        bytes[at] = byte;
        let is_svg = str::from_utf8(&bytes).unwrap().to_ascii_lowercase().contains("<svg");
        prop_assume!(is_svg);
        let error = formats::read(&bytes, &ReadOptions::default()).unwrap_err();
        prop_assert!(error.detail.starts_with("this SVG"), "{}", error);
    }
}
