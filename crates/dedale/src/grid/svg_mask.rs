//! Masks that are drawn as an SVG.

use kurbo::{Affine, BezPath, Circle, Ellipse, PathEl, Rect, RoundedRect, Shape as _};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::drawn_mask::{check_size, go_on, scaled};
use super::{DrawnMask, InvalidMask, Limits, Mask};
use crate::contour::{Contour, PathCommand};

/// How many pixels the longer side of a drawing has, in which its shapes are united.
const PIXELS: f64 = 1024.0;

/// How many straight lines all shapes of a drawing may have, and how deep groups may be in groups.
const MAX_LINES: usize = 1 << 17;
const MAX_DEPTH: usize = 64;

/// How far a straight line may be from its curve, in pixels.
const ERROR: f64 = 0.1;

/// Elements whose content is not drawn where it stands.
const NOT_DRAWN: [&[u8]; 9] =
    [b"defs", b"clipPath", b"mask", b"symbol", b"marker", b"pattern", b"style", b"text", b"script"];

/// A shape of a drawing: its outline, whether it is dark, and whether holes follow from its lines alone (`fill-rule`).
struct Painted {
    contour: Contour,
    is_dark: bool,
    is_even_odd: bool,
}

/// How shapes are filled, as an element says it or a group around it.
#[derive(Clone, Copy)]
struct ShapeFill {
    transform: Affine,
    /// `None` for no fill.
    is_dark: Option<bool>,
    is_even_odd: bool,
    is_hidden: bool,
}

impl Mask {
    /// Parses a mask that is drawn as an SVG. Its filled shapes are painted in order, the dark ones as cells and the light ones as gaps, and
    /// everything else in it is ignored: lines, texts, pictures, links, and what style sheets say. The drawing is scaled from edge to edge to
    /// the columns and rows that `size` returns for its pixels, 1,024 on its longer side; there is a cell if at least half of it is dark.
    ///
    /// Takes time and memory in proportion to the text and to the pixels.
    ///
    /// # Errors
    ///
    /// [`InvalidMask`] if it is not XML, or has a document type; if a path or a transform cannot be read; if there are too many lines, or no dark
    /// shape; if a size exceeds the limits; and if `goes_on` returned `false`, which is called again and again to know whether to go on.
    ///
    /// ```
    /// use dedale::grid::{Limits, Mask};
    /// let drawing = br#"<svg viewBox="0 0 20 10"><path d="M0 0h20v10h-20z"/><circle cx="10" cy="5" r="3" fill="white"/></svg>"#;
    /// let mask = Mask::from_svg_within(drawing, |_| [4, 2], Limits::default(), &mut || true)?;
    /// assert_eq!((mask.columns(), mask.rows()), (4, 2));
    /// # Ok::<(), dedale::grid::InvalidMask>(())
    /// ```
    pub fn from_svg_within(
        bytes: &[u8],
        size: impl FnOnce([u32; 2]) -> [u32; 2],
        limits: Limits,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<DrawnMask, InvalidMask> {
        let shapes = read(bytes, goes_on)?;
        let bounds = bounds_of(&shapes);
        let Some([low, high]) = bounds else { return Err(InvalidMask::new("the drawing has no dark shape")) };
        let extent = [0, 1].map(|axis| high[axis] - low[axis]);
        let scale = PIXELS / extent[0].max(extent[1]);
        if !scale.is_finite() || scale <= 0.0 {
            return Err(InvalidMask::new("the drawing has no extent"));
        }
        let [width, height] = extent.map(|side| (side * scale).ceil().max(1.0) as u32);
        let size = check_size(size([width, height]).map(u64::from), limits)?;
        let mut pixels = vec![false; width as usize * height as usize];
        let mut lines = 0;
        for Painted { contour, is_dark, is_even_odd } in shapes {
            let placed = contour.moved(|at| [0, 1].map(|axis| (at[axis] - low[axis]) * scale));
            let polygons = placed.polygons_within(ERROR);
            lines += polygons.iter().map(Vec::len).sum::<usize>();
            if lines > MAX_LINES {
                return Err(InvalidMask::new(format!("the shapes of the drawing have more than {MAX_LINES} lines")));
            }
            fill(&polygons, is_even_odd, [width, height], goes_on, |pixel| pixels[pixel] = is_dark)?;
        }
        scaled(pixels, [width, height], size, goes_on)
    }
}

/// Returns the corners of the rectangle around the dark shapes.
fn bounds_of(shapes: &[Painted]) -> Option<[[f64; 2]; 2]> {
    let around = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        points.fold(None, |bounds, at| {
            let [low, high] = bounds.unwrap_or([at; 2]);
            Some([
                [0, 1].map(|axis: usize| at[axis].min(low[axis])),
                [0, 1].map(|axis: usize| at[axis].max(high[axis])),
            ])
        })
    };
    let dark = || shapes.iter().filter(|shape| shape.is_dark);
    let [low, high] = around(&mut dark().flat_map(|shape| shape.contour.bounds()))?;
    // The control points of curves may be outside of them.
    let error = (high[0] - low[0]).max(high[1] - low[1]) / (4.0 * PIXELS);
    if error <= 0.0 {
        return Some([low, high]);
    }
    around(&mut dark().flat_map(|shape| shape.contour.polygons_within(error)).flatten())
}

/// Calls `set` with the numbers of the pixels whose centers are inside of polygons.
fn fill(
    polygons: &[Vec<[f64; 2]>],
    is_even_odd: bool,
    [width, height]: [u32; 2],
    goes_on: &mut dyn FnMut() -> bool,
    mut set: impl FnMut(usize),
) -> Result<(), InvalidMask> {
    // The lines, those that begin highest last, and those that cross the row.
    let edges = polygons.iter().flat_map(|polygon| polygon.iter().zip(polygon.iter().cycle().skip(1)));
    let mut waiting: Vec<[[f64; 2]; 2]> = edges.map(|(&a, &b)| [a, b]).filter(|[a, b]| a[1] != b[1]).collect();
    let top = |[a, b]: &[[f64; 2]; 2]| a[1].min(b[1]);
    waiting.sort_by(|a, b| top(b).total_cmp(&top(a)));
    let mut active: Vec<[[f64; 2]; 2]> = Vec::new();
    let mut crossings: Vec<(f64, i32)> = Vec::new();
    for row in 0..height as usize {
        go_on(goes_on)?;
        let y = row as f64 + 0.5;
        while let Some(edge) = waiting.pop_if(|edge| top(edge) <= y) {
            active.push(edge);
        }
        active.retain(|[a, b]| a[1].max(b[1]) > y);
        crossings.clear();
        crossings.extend(
            active
                .iter()
                .map(|&[[ax, ay], [bx, by]]| (ax + (y - ay) / (by - ay) * (bx - ax), if by > ay { 1 } else { -1 })),
        );
        crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut winding = 0;
        for pair in crossings.windows(2) {
            winding += pair[0].1;
            let is_inside = if is_even_odd { winding % 2 != 0 } else { winding != 0 };
            if is_inside {
                let column = |x: f64| (x - 0.5).ceil().clamp(0.0, f64::from(width)) as usize;
                (column(pair[0].0)..column(pair[1].0)).for_each(|column| set(row * width as usize + column));
            }
        }
    }
    Ok(())
}

/// Reads the shapes of a drawing.
fn read(bytes: &[u8], goes_on: &mut dyn FnMut() -> bool) -> Result<Vec<Painted>, InvalidMask> {
    let mut reader = Reader::from_reader(bytes);
    let mut groups =
        vec![ShapeFill { transform: Affine::IDENTITY, is_dark: Some(true), is_even_odd: false, is_hidden: false }];
    let (mut shapes, mut is_svg) = (Vec::new(), false);
    loop {
        go_on(goes_on)?;
        let event = reader.read_event().map_err(|error| {
            InvalidMask::new(format!("the drawing is no XML: at byte {}: {error}", reader.error_position()))
        })?;
        match event {
            Event::Start(element) => {
                is_svg |= element.local_name().as_ref() == b"svg";
                let inside = fill_of(&element, groups[groups.len() - 1])?;
                add_shape(&element, inside, &mut shapes)?;
                if groups.len() > MAX_DEPTH {
                    return Err(InvalidMask::new(format!("the drawing has groups in more than {MAX_DEPTH} groups")));
                }
                groups.push(inside);
            }
            Event::Empty(element) => {
                let inside = fill_of(&element, groups[groups.len() - 1])?;
                add_shape(&element, inside, &mut shapes)?;
            }
            Event::End(_) if groups.len() > 1 => drop(groups.pop()),
            Event::DocType(_) => return Err(InvalidMask::new("the drawing has a document type, which is not read")),
            Event::Eof => break,
            _ => {}
        }
    }
    if is_svg { Ok(shapes) } else { Err(InvalidMask::new("the drawing has no element svg")) }
}

/// Returns the value of an attribute of an element, or of the same property in its `style`.
fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let value = |name: &str| {
        let attribute = element.try_get_attribute(name).ok()??;
        Some(attribute.unescape_value().ok()?.into_owned())
    };
    let style = value("style");
    let property = style.as_deref().and_then(|style| {
        let mut declarations = style.split(';').filter_map(|declaration| declaration.split_once(':'));
        declarations.find(|(property, _)| property.trim() == name).map(|(_, value)| value.trim().to_owned())
    });
    property.or_else(|| value(name))
}

/// Returns how shapes in an element are filled.
fn fill_of(element: &BytesStart<'_>, outside: ShapeFill) -> Result<ShapeFill, InvalidMask> {
    let mut fill = outside;
    if NOT_DRAWN.contains(&element.local_name().as_ref()) {
        fill.is_hidden = true;
    }
    let is = |name: &str, value: &str| attribute(element, name).is_some_and(|found| found.trim() == value);
    fill.is_hidden |= is("display", "none") || is("visibility", "hidden");
    if let Some(color) = attribute(element, "fill").filter(|color| color.trim() != "inherit") {
        fill.is_dark = match color.trim() {
            "none" | "transparent" => None,
            // Gradients, patterns, and the color of the text are dark.
            color => Some(color.parse::<csscolorparser::Color>().map_or(true, |color| {
                let [red, green, blue, alpha] = color.to_rgba8().map(u32::from);
                alpha >= 128 && 299 * red + 587 * green + 114 * blue < 128_000
            })),
        };
    }
    if let Some(rule) = attribute(element, "fill-rule").or_else(|| attribute(element, "clip-rule")) {
        fill.is_even_odd = rule.trim() == "evenodd";
    }
    if let Some(transform) = attribute(element, "transform") {
        fill.transform = outside.transform * transform_of(&transform)?;
    }
    Ok(fill)
}

/// Parses the value of `transform`.
fn transform_of(text: &str) -> Result<Affine, InvalidMask> {
    let invalid = || {
        let shown: String = text.chars().take(60).collect();
        InvalidMask::new(format!("{shown:?} is no transform of an SVG"))
    };
    let mut all = Affine::IDENTITY;
    for part in text.split_inclusive(')').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, rest) = part.strip_suffix(')').and_then(|part| part.split_once('(')).ok_or_else(invalid)?;
        let numbers = rest.split([' ', ',', '\t', '\n', '\r']).filter(|word| !word.is_empty()).map(str::parse);
        let numbers: Vec<f64> = numbers.collect::<Result<_, _>>().map_err(|_| invalid())?;
        let next = match (name.trim_matches([' ', ',', '\t', '\n', '\r']), &numbers[..]) {
            ("matrix", &[a, b, c, d, e, f]) => Affine::new([a, b, c, d, e, f]),
            ("translate", &[x]) => Affine::translate((x, 0.0)),
            ("translate", &[x, y]) => Affine::translate((x, y)),
            ("scale", &[by]) => Affine::scale(by),
            ("scale", &[x, y]) => Affine::scale_non_uniform(x, y),
            ("rotate", &[degrees]) => Affine::rotate(degrees.to_radians()),
            ("rotate", &[degrees, x, y]) => Affine::rotate_about(degrees.to_radians(), (x, y)),
            // `f64::tan` differs between machines.
            ("skewX", &[degrees]) => Affine::skew(tangent(degrees), 0.0),
            ("skewY", &[degrees]) => Affine::skew(0.0, tangent(degrees)),
            _ => return Err(invalid()),
        };
        all *= next;
    }
    Ok(all)
}

/// Returns the tangent of an angle, from the sine and the cosine of a rotation, which are the same on every machine.
fn tangent(degrees: f64) -> f64 {
    let [cosine, sine, ..] = Affine::rotate(degrees.to_radians()).as_coeffs();
    sine / cosine
}

/// Adds the shape of an element, if it is one.
fn add_shape(element: &BytesStart<'_>, fill: ShapeFill, shapes: &mut Vec<Painted>) -> Result<(), InvalidMask> {
    let Some(is_dark) = fill.is_dark.filter(|_| !fill.is_hidden) else { return Ok(()) };
    let number = |name: &str| {
        let text = attribute(element, name).unwrap_or_default();
        let text = text.trim().trim_end_matches("px");
        if text.is_empty() { Some(0.0) } else { text.parse::<f64>().ok() }
    };
    let numbers = |names: &[&str]| names.iter().map(|name| number(name)).collect::<Option<Vec<f64>>>();
    let (name, invalid) = (element.local_name(), |what: &str| InvalidMask::new(format!("the drawing has {what}")));
    let path = match name.as_ref() {
        b"path" => {
            let data = attribute(element, "d").unwrap_or_default();
            BezPath::from_svg(&data).map_err(|error| invalid(&format!("a path that cannot be read: {error}")))?
        }
        b"rect" => match numbers(&["x", "y", "width", "height", "rx", "ry"]).as_deref() {
            Some(&[x, y, width, height, rx, ry]) => {
                let rect = Rect::new(x, y, x + width, y + height);
                let radius = if rx > 0.0 { rx } else { ry };
                if radius > 0.0 {
                    RoundedRect::from_rect(rect, radius).to_path(ERROR / 8.0)
                } else {
                    rect.to_path(ERROR)
                }
            }
            _ => return Err(invalid("a rectangle whose lengths are no numbers")),
        },
        b"circle" => match numbers(&["cx", "cy", "r"]).as_deref() {
            Some(&[x, y, radius]) => Circle::new((x, y), radius).to_path(radius.abs() / 1e4),
            _ => return Err(invalid("a circle whose lengths are no numbers")),
        },
        b"ellipse" => match numbers(&["cx", "cy", "rx", "ry"]).as_deref() {
            Some(&[x, y, rx, ry]) => Ellipse::new((x, y), (rx, ry), 0.0).to_path(rx.abs().max(ry.abs()) / 1e4),
            _ => return Err(invalid("an ellipse whose lengths are no numbers")),
        },
        b"polygon" | b"polyline" => {
            let points = attribute(element, "points").unwrap_or_default();
            let words = points.split([' ', ',', '\t', '\n', '\r']).filter(|word| !word.is_empty()).map(str::parse);
            let numbers: Result<Vec<f64>, _> = words.collect();
            let numbers = numbers.map_err(|_| invalid("a polygon whose points are no numbers"))?;
            let mut path = BezPath::new();
            for (place, pair) in numbers.chunks_exact(2).enumerate() {
                let at = (pair[0], pair[1]);
                if place == 0 { path.move_to(at) } else { path.line_to(at) }
            }
            path
        }
        _ => return Ok(()),
    };
    let mut parts = Vec::new();
    let mut from = [0.0; 2];
    for element in (fill.transform * path).elements() {
        let at = |point: kurbo::Point| [point.x, point.y];
        match *element {
            PathEl::MoveTo(to) => parts.push(PathCommand::Go(at(to))),
            PathEl::LineTo(to) => parts.push(PathCommand::Line(at(to))),
            PathEl::QuadTo(control, to) => {
                let (control, to) = (at(control), at(to));
                // The same curve with two control points.
                let towards = |end: [f64; 2]| [0, 1].map(|axis| end[axis] + 2.0 / 3.0 * (control[axis] - end[axis]));
                parts.push(PathCommand::Curve([towards(from), towards(to)], to));
            }
            PathEl::CurveTo(first, second, to) => parts.push(PathCommand::Curve([at(first), at(second)], at(to))),
            PathEl::ClosePath => {}
        }
        from = match *element {
            PathEl::MoveTo(to) | PathEl::LineTo(to) | PathEl::QuadTo(_, to) | PathEl::CurveTo(_, _, to) => at(to),
            PathEl::ClosePath => from,
        };
    }
    let is_finite = |part: &PathCommand| match part {
        PathCommand::Go(at) | PathCommand::Line(at) => at.iter().all(|number| number.is_finite()),
        PathCommand::Curve([first, second], at) => {
            [first, second, at].into_iter().flatten().all(|number| number.is_finite())
        }
    };
    if !parts.iter().all(is_finite) {
        return Err(invalid("numbers that are too large"));
    }
    if !parts.is_empty() {
        shapes.push(Painted { contour: Contour(parts), is_dark, is_even_odd: fill.is_even_odd });
    }
    Ok(())
}
