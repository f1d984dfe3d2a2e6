//! How pictures are to look.

use dedale::picture::{Color, Marks, Palette, PathStyle, Shaded, Style};
use dedale_server::parameters::query::Query;
use dedale_server::parameters::style::{Extent, PixelLimit, parse_style};
use dedale_server::parameters::table::Groups;

fn read(query: &[(&str, &str)], size: [u32; 2], most: PixelLimit) -> Result<Style, Vec<String>> {
    let text = form_urlencoded::Serializer::new(String::new()).extend_pairs(query).finish();
    let mut query = Query::new(&text, Groups::STYLE | Groups::INK | Groups::MARKS | Groups::SHADES);
    let style = parse_style(&mut query, Some(Extent::Cells(size)), Some(most));
    query.finish(Some(style)).map_err(|problem| {
        problem.errors.iter().map(|fault| format!("{} {}", fault.parameter, fault.reason.detail)).collect()
    })
}

fn style_of(query: &[(&str, &str)], size: [u32; 2], most: u64) -> Result<Style, Vec<String>> {
    read(query, size, PixelLimit::InAll(most))
}

#[test]
fn the_defaults_are_those_of_the_style() {
    assert_eq!(style_of(&[], [30, 30], u64::MAX), Ok(Style::default()));
}

#[test]
fn everything_is_read() {
    let query = [
        ("cell", "9"),
        ("wall", "3"),
        ("margin", "0"),
        ("theme", "dark"),
        ("color", "#fff"),
        ("background", "0000"),
        ("path_color", "00ff7f"),
        ("path_style", "fill"),
        ("marks", "mouse"),
        ("heat", "distance"),
        ("palette", "magma"),
    ];
    let style = Style {
        cell: 9,
        wall: 3,
        margin: 0,
        color: [255; 3],
        background: Color { rgb: [0; 3], alpha: 0 },
        path_color: [0, 255, 127],
        path_style: Some(PathStyle::Fill),
        marks: Marks::Mouse,
        mark: None,
        heat: Some(Palette::Magma),
        shaded: Shaded::Distances,
        width: None,
        dark: None,
    };
    assert_eq!(style_of(&query, [1, 1], 144), Ok(style));
    assert!(
        query.iter().map(|(name, _)| *name).eq((Groups::STYLE | Groups::INK | Groups::MARKS | Groups::SHADES)
            .parameters()
            .map(|known| known.name)
            .filter(|name| *name != "pixels"))
    );
}

#[test]
fn every_fault_is_reported() {
    let query = [("cell", "1"), ("wall", "256"), ("margin", "-1"), ("color", "reddish"), ("background", "")];
    let faults = style_of(&query, [1, 1], u64::MAX).unwrap_err();
    assert_eq!(faults.len(), 5, "{faults:?}");
    for (query, start) in [
        (&[("cell", "2")][..], "cell a wall must be thinner than a cell, and wall is 2 and cell 2"),
        (&[("cell", "8"), ("wall", "8")], "wall a wall must be thinner"),
        (&[("palette", "magma")], "palette is only valid with heat=distance or heat=weights"),
        (&[("color", "ffff")], "color must be a color of 3 or 6"),
        (&[("heat", "maybe")], "heat unknown value"),
        (&[("pixels", "0")], "pixels must be between 1 and 1000000"),
        (&[("theme", "gray")], "theme unknown value"),
        (&[("pixels", "100"), ("wall", "3")], "wall does not go with pixels"),
        (&[("marks", "cat")], "marks unknown value"),
        (&[("theme", "auto")], "theme is only available for format=svg"),
        (&[("background", "</svg>")], "background must be a color"),
    ] {
        let faults = style_of(query, [1, 1], u64::MAX).unwrap_err();
        assert!(faults.len() == 1 && faults[0].starts_with(start), "{faults:?}");
    }
}

#[test]
fn pixels_are_counted_before_anything_is_done() {
    let size = [4, 2];
    assert_eq!(style_of(&[], size, 98 * 66), Ok(Style::default()));
    let fault = |query: &[(&str, &str)], most| style_of(query, size, most).unwrap_err().concat();
    assert_eq!(
        fault(&[], 98 * 66 - 1),
        "cell the picture would be 98 × 66 pixels, and may have 6467 pixels in all; format=svg has no such limit"
    );
    assert!(style_of(&[("cell", "15")], size, 98 * 66 - 1).is_ok());
    assert!(fault(&[], 1000).ends_with("format=svg has no such limit"));
    // A picture far larger than any number of pixels that a machine can count in 32 bits.
    let wide = [("cell", "256"), ("margin", "1024")];
    assert!(style_of(&wide, [65_535, 65_535], 1 << 28).unwrap_err()[0].contains("16779010 × 16779010 pixels"));
    assert!(style_of(&wide, [u32::MAX; 2], u64::MAX).unwrap_err()[0].contains("may have 2147483647 a side"));
}

#[test]
fn the_pixels_of_cells_are_counted_without_a_margin() {
    let read = |query: &[(&str, &str)], most| {
        let read = read(query, [4, 2], PixelLimit::OfCells(most));
        read.map_err(|faults| faults[0].strip_prefix("cell ").unwrap().to_owned())
    };
    assert_eq!(read(&[], 64 * 32), Ok(Style::default()));
    assert!(read(&[("margin", "1024"), ("wall", "15")], 64 * 32).is_ok());
    let told = "the picture would be 98 × 66 pixels, and its cells may have 2047 in all";
    assert_eq!(read(&[], 64 * 32 - 1), Err(told.to_owned()));
    assert!(read(&[("cell", "15")], 64 * 32 - 1).is_ok());
    assert!(read(&[("cell", "3")], 9).unwrap_err().contains("its cells may have"));
}
