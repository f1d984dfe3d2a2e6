//! The table of formats: names, extensions, media types, and the identities that caches keep pictures by.

use std::collections::BTreeSet;

use dedale::formats::{Encoding, FORMATS, Format, Table};
use dedale::picture::{Color, Palette, Style};

#[test]
fn names_are_those_of_the_query() {
    let names: Vec<_> = Format::ALL.iter().map(|format| format.name()).collect();
    assert_eq!(
        names,
        [
            "json",
            "ascii",
            "unicode",
            "blocks",
            "ansi",
            "svg",
            "png",
            "gif",
            "csv",
            "npy",
            "dxf",
            "stl",
            "tmj",
            "tmx",
            "mms",
            "tokens",
            "squares",
            "map",
            "scen",
            "hex",
            "description"
        ]
    );
    let encodings: Vec<_> = Encoding::ALL.iter().map(|encoding| encoding.name()).collect();
    assert_eq!(encodings, ["walls", "passages", "bits", "named", "blocks", "graph"]);
    assert_eq!(Encoding::default(), Encoding::Walls);
    let types: Vec<_> = Format::ALL.iter().map(|format| format.info().media_type).collect();
    assert_eq!(types[0], "application/json");
    assert!(types[1..5].iter().all(|&media_type| media_type == "text/plain; charset=utf-8"));
    let others =
        ["image/svg+xml", "image/png", "image/gif", "text/csv", "application/x-npy", "image/vnd.dxf", "model/stl"];
    assert_eq!(types[5..12], others);
    let text = "text/plain; charset=utf-8";
    assert_eq!(
        types[12..],
        ["application/x-tiled+json", "application/x-tiled+xml", text, text, text, text, text, text, text]
    );
}

/// No two formats have the same name or extension.
#[test]
fn formats_are_found_in_their_table() {
    for (info, &format) in FORMATS.iter().zip(Format::ALL) {
        assert_eq!(Format::from_name(info.name), Some(format));
        assert_eq!(format.info().name, info.name);
        assert!(
            info.extension.is_none() || FORMATS.iter().filter(|other| other.extension == info.extension).count() == 1
        );
    }
    assert_eq!(Format::from_name("bmp"), None);
}

/// Caches keep pictures by this text: it stays as it is, and is another one for every other encoding and style.
#[test]
fn identities_depend_on_what_is_written() {
    let plain = Style::DEFAULT;
    let default = "Style { cell: 16, wall: 2, margin: 16, color: [29, 36, 48], background: Color { rgb: [255, 255, 255], \
                   alpha: 255 }, path_color: [215, 38, 61], path_style: None, marks: Arrows, mark: None, heat: None, shaded: Distances, width: None, dark: None }";
    assert_eq!(Format::Svg(plain).identity(), format!("11 Svg({default})"));
    assert_eq!(Format::Png(plain).identity(), format!("11 Png({default})"));
    assert_eq!(Format::Ascii.identity(), "11 Ascii");
    let transparent = Color { rgb: [255; 3], alpha: 0 };
    let others = [
        Style { cell: 17, ..plain },
        Style { wall: 3, ..plain },
        Style { margin: 0, ..plain },
        Style { color: [0x1b, 0x1f, 0x2b], ..plain },
        Style { path_color: [0; 3], ..plain },
        Style { background: transparent, ..plain },
        Style { background: Color::opaque([255, 255, 254]), ..plain },
    ];
    let heat = Palette::ALL.iter().copied().map(|palette| Style { heat: Some(palette), ..plain });
    let styles = [plain].into_iter().chain(others).chain(heat);
    let pictures = styles.flat_map(|style| [Format::Svg(style), Format::Png(style)]);
    let is_text = |format: &Format| format.style().is_none() && format.encoding().is_none() && format.table().is_none();
    let texts = Format::ALL.iter().copied().filter(is_text);
    let tables = Table::ALL.iter().flat_map(|&table| [Format::Csv(table), Format::Npy(table)]);
    let formats: Vec<_> =
        texts.chain(tables).chain(Encoding::ALL.iter().copied().map(Format::Json)).chain(pictures).collect();
    let identities: BTreeSet<_> = formats.iter().map(|format| format.identity()).collect();
    assert_eq!(identities.len(), formats.len(), "{identities:?}");
}
