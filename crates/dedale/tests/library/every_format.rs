//! Every format in every encoding and style.

use dedale::formats::{Encoding, Format, Table};
use dedale::picture::{Color, Palette, Style};

/// Names and styles.
fn styles() -> Vec<(String, Style)> {
    let plain = Style::DEFAULT;
    let half = Color { rgb: [250, 240, 200], alpha: 128 };
    let see_through = Color { rgb: [0, 0, 0], alpha: 0 };
    let mut styles = vec![
        ("plain".to_owned(), plain),
        ("thin".to_owned(), Style { cell: 2, wall: 1, margin: 0, ..plain }),
        ("thick".to_owned(), Style { cell: 11, wall: 8, margin: 3, ..plain }),
        ("large".to_owned(), Style { cell: 37, wall: 5, margin: 1, ..plain }),
        (
            "colored".to_owned(),
            Style { color: [1, 2, 3], path_color: [0, 128, 255], background: half, margin: 5, ..plain },
        ),
        ("see-through".to_owned(), Style { background: see_through, ..plain }),
    ];
    for &palette in Palette::ALL {
        styles.push((palette.name().to_owned(), Style { heat: Some(palette), ..plain }));
    }
    styles.push(("thick-heat".to_owned(), Style { heat: Some(Palette::Magma), cell: 9, wall: 7, ..plain }));
    styles
}

/// Every format in every encoding and style, by name.
pub fn formats() -> Vec<(String, Format)> {
    let mut formats = Vec::new();
    for &format in Format::ALL {
        let name = format.name();
        match format {
            Format::Json(_) => {
                formats.extend(
                    Encoding::ALL
                        .iter()
                        .copied()
                        .map(|encoding| (format!("{name}-{}", encoding.name()), Format::Json(encoding))),
                );
            }
            Format::Svg(_) => {
                formats.extend(styles().into_iter().map(|(style, it)| (format!("{name}-{style}"), Format::Svg(it))));
            }
            Format::Png(_) => {
                formats.extend(styles().into_iter().map(|(style, it)| (format!("{name}-{style}"), Format::Png(it))));
            }
            _ => formats.push((name.to_owned(), format)),
        }
    }
    let cells = [Table::Bits, Table::Distances, Table::Graph].into_iter();
    let tables = cells.flat_map(|table| [Format::Csv(table), Format::Npy(table)].map(|format| (table, format)));
    formats.extend(tables.map(|(table, format)| (format!("{}-{}", format.name(), table.name()), format)));
    formats
}
