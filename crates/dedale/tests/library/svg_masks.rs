//! Masks that are drawn as an SVG: what of it is read, and what is refused.

use dedale::grid::{
    Cell, DrawnMask, Grid, GridKind, InvalidMask, InvalidMesh, Limits, Mask, MaskOutline, Mesh, MeshOptions,
};

fn drawn_as(drawing: &str, size: [u32; 2]) -> Result<DrawnMask, InvalidMask> {
    Mask::from_svg_within(drawing.as_bytes(), |_| size, Limits::default(), &mut || true)
}

/// The rows of the mask of some shapes on 8 × 8 units, of which each is a cell: `#` and `.`.
fn rows(shapes: &str) -> Vec<String> {
    // Corners, so that the drawing is not cut to the shapes.
    let corners = r#"<path d="M0 0h.02v.02h-.02zM7.98 7.98h.02v.02h-.02z"/>"#;
    let drawing = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">{corners}{shapes}</svg>"#);
    let mask = drawn_as(&drawing, [8, 8]).unwrap_or_else(|invalid| panic!("{shapes}: {invalid}"));
    let options = MeshOptions {
        columns: 8,
        rows: 8,
        mask: Some(mask.into_mask()),
        largest_part: true,
        ..MeshOptions::new(GridKind::Square)
    };
    let Ok(mesh) = Mesh::new(&options) else { return vec![".".repeat(8); 8] };
    let is_cell = |row, column| if mesh.find([row, column]).is_some() { '#' } else { '.' };
    (0..8).map(|row| (0..8).map(|column| is_cell(row, column)).collect()).collect()
}

const SQUARE: [&str; 8] =
    ["........", "........", "..####..", "..####..", "..####..", "..####..", "........", "........"];

#[test]
fn every_way_to_draw_a_square_is_read() {
    for shape in [
        r#"<rect x="2" y="2" width="4" height="4"/>"#,
        r#"<path d="M2 2H6V6H2Z"/>"#,
        r#"<path d="m2,2 4,0 0,4-4 0"/>"#,
        r#"<path d="M 2 2 C 3 2 5 2 6 2 L 6 6 Q 4 6 2 6 z" fill="maroon"/>"#,
        r#"<polygon points="2,2 6,2 6,6 2,6"/>"#,
        r#"<polyline points="2 2 6 2 6 6 2 6"/>"#,
        r#"<g transform="translate(2 2)"><rect width="4px" height="4px"/></g>"#,
        r#"<g transform="translate(1,1) scale(2)"><rect x=".5" y=".5" width="2" height="2"/></g>"#,
        r#"<rect x="2" y="2" width="4" height="4" transform="rotate(90 4 4)"/>"#,
        r#"<rect x="2" y="2" width="4" height="4" transform="matrix(-1 0 0 1 8 0)"/>"#,
        r#"<g fill="none"><rect x="0" y="0" width="8" height="8"/><rect x="2" y="2" width="4" height="4" style="fill: navy"/></g>"#,
        r#"<path d="M0 0h8v8h-8zM2 2h4v4h-4z" fill="black"/><path d="M0 0h8v8h-8zM2 2h4v4h-4z" fill="white" fill-rule="evenodd"/>"#,
        r#"<rect x="2" y="2" width="4" height="4"/><rect width="8" height="8" display="none"/><defs><rect width="8" height="8"/></defs>"#,
        r#"<rect x="2" y="2" width="4" height="4" fill="url(#gradient)"/><use href="other.svg#all"/><image href="other.png" width="8" height="8"/>"#,
    ] {
        assert_eq!(rows(shape), SQUARE, "{shape}");
    }
}

#[test]
fn holes_follow_from_lines_or_from_light_shapes() {
    let ring = ["........", ".######.", ".######.", ".##..##.", ".##..##.", ".######.", ".######.", "........"];
    for shape in [
        r#"<path fill-rule="evenodd" d="M1 1h6v6h-6zM3 3h2v2h-2z"/>"#,
        r#"<path d="M1 1h6v6h-6zM3 3v2h2v-2z"/>"#,
        r#"<rect x="1" y="1" width="6" height="6"/><rect x="3" y="3" width="2" height="2" fill="ivory"/>"#,
    ] {
        assert_eq!(rows(shape), ring, "{shape}");
    }
    // Both lines go the same way, so there is no hole.
    assert_eq!(rows(r#"<path d="M1 1h6v6h-6zM3 3h2v2h-2z"/>"#)[3], ".######.");
}

#[test]
fn what_is_no_drawing_is_refused() {
    let deep = format!("<svg>{}</svg>", "<g>".repeat(100) + &"</g>".repeat(100));
    let many = format!(r#"<svg><path d="M0 0{}"/></svg>"#, "l1 1 1-1".repeat(100_000));
    for (drawing, why) in [
        ("<svg></svg>", "no dark shape"),
        ("<html></html>", "no element svg"),
        ("<svg><rect width=\"4\" height=\"4\"></svg>", "no XML"),
        ("<!DOCTYPE svg [<!ENTITY a \"b\">]><svg><rect width=\"4\" height=\"4\"/></svg>", "document type"),
        ("<svg><path d=\"M0 0L1 x\"/></svg>", "a path that cannot be read"),
        ("<svg><circle r=\"ten\"/></svg>", "a circle whose lengths are no numbers"),
        ("<svg><rect width=\"1e999\" height=\"4\"/></svg>", "numbers that are too large"),
        ("<svg><g transform=\"turn(4)\"/></svg>", "is no transform"),
        ("<svg><path d=\"M0 0L1 1\"/><path d=\"M0 0h0\" fill=\"#fff\"/></svg>", ""),
        (&deep, "groups in more than 64 groups"),
        (&many, "more than 131072 lines"),
    ] {
        match drawn_as(drawing, [8, 8]) {
            Err(invalid) => assert!(invalid.to_string().contains(why), "{why}: {invalid}"),
            Ok(_) => assert_eq!(why, "", "{drawing} is read"),
        }
    }
    let stopped =
        Mask::from_svg_within(b"<svg><rect width='4' height='4'/></svg>", |_| [8, 8], Limits::default(), &mut || false);
    assert!(stopped.is_err());
}

/// The area of all cells of a grid, in cells.
fn area(mesh: &Mesh) -> f64 {
    let of_cell = |cell| {
        let corners: Vec<[f64; 2]> = mesh.polygon(cell).map(|corner| corner.at).collect();
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>() / 2.0
    };
    (0..mesh.cells()).map(Cell).map(of_cell).sum()
}

#[test]
fn cells_are_cut_along_a_drawing() {
    let drawing = r#"<svg viewBox="0 0 100 100"><circle cx="50" cy="50" r="40"/><circle cx="70" cy="50" r="10" fill="white"/></svg>"#;
    let pixels = Mask::from_svg_within(drawing.as_bytes(), |size| size, Limits::default(), &mut || true).unwrap();
    assert_eq!((pixels.columns(), pixels.rows()), (1024, 1024));
    let traced = pixels.traced([16, 16]).unwrap();
    assert_eq!((traced.columns(), traced.rows()), (16, 16));
    let mask = traced.into_mask();
    for kind in [GridKind::Square, GridKind::Hex] {
        let options = MeshOptions {
            columns: 16,
            rows: 16,
            mask: Some(mask.clone()),
            outline: MaskOutline::Smooth,
            ..MeshOptions::new(kind)
        };
        let mesh = Mesh::new(&options).unwrap();
        let [left, top, right, bottom] = mesh.bounds();
        let disc = std::f64::consts::PI * 64.0 * (1.0 - 1.0 / 16.0);
        let scale = (right - left).min(bottom - top) / 16.0;
        let expected = disc * scale * scale;
        assert!((area(&mesh) / expected - 1.0).abs() < 0.05, "{kind}: {} and {expected}", area(&mesh));
    }
    // As text, it is the same mask.
    let text = mask.to_string();
    assert!(text.starts_with("path:M"), "{text}");
    assert_eq!(text.parse::<Mask>().unwrap(), mask);
    let whole = MeshOptions { columns: 16, rows: 16, mask: Some(mask), ..MeshOptions::new(GridKind::Square) };
    assert!((175..=205).contains(&Mesh::new(&whole).unwrap().cells()), "as cells");
}

#[test]
fn paths_that_are_no_outline_are_refused() {
    for (path, why) in [
        ("path:", "lines from M to Z"),
        ("path:L0 0", "lines from M to Z"),
        ("path:M0 0L4 4Z", "at least three corners"),
        ("path:M0 0L4 4 4Z", "at least three corners"),
        ("path:M0 0L4 4.5 0 4Z", "whole numbers"),
        ("path:M0 0L4 -4 0 4Z", "numbers from 0 to 65535"),
        ("path:M0 0L4 4 4 0 0 4Z", "no lines that cross"),
        ("path:M0 0L9 0 9 9ZM0 0L9 0 5 5Z", "no lines that cross"),
    ] {
        let refused = path.parse::<Mask>().unwrap_err().to_string();
        assert!(refused.contains(why), "{path}: {refused}");
    }
    let mask: Mask = "path:M0 0L10 0 10 10 0 10ZM3 3L3 7 7 7 7 3z".parse().unwrap();
    assert_eq!(mask.to_string(), "path:M0 0L10 0 10 10 0 10ZM3 3L3 7 7 7 7 3Z");
    // Lines that are closer than a step of the lattice need more cells.
    let near: Mask = "path:M0 0L65535 0 65535 65535 30002 65535 30001 30000 30000 65535 0 65535Z".parse().unwrap();
    let small = MeshOptions {
        columns: 4,
        rows: 4,
        mask: Some(near),
        outline: MaskOutline::Smooth,
        ..MeshOptions::new(GridKind::Square)
    };
    assert!(matches!(Mesh::new(&small), Err(InvalidMesh::Small { .. })));
}
