//! Parts of drawings: what shapes cover of pixels, how lines are joined, numbers and angles, the symbols of marks.

use crate::contour::{self, Contour};
use crate::draw::canvas::Cap;
use crate::draw::layers::Layer;
use crate::draw::line::{Line, LineStep, Point, Segment, dot, encircle, join, length, minus, plus, times};
use crate::draw::lzw::Lzw;
use crate::draw::marks::{DIGITS, THINGS, symbols_of};
use crate::draw::outline::Outline;
use crate::draw::picture::controls;
use crate::draw::raster::PixelArea;
use crate::draw::shapes::{Nib, PIXELS, SampleBlock, Shapes, counts};
use crate::draw::solid::{self, Solid};
use crate::draw::{dxf, svg};
use crate::grid::{Arc, Cell, Square};
use crate::maze::Maze;
use crate::picture::{Marks, Measures, Picture, Style};
use crate::rng::{Rng, Stream};

/// The part of a picture in which shapes are drawn.
const PART: PixelArea = PixelArea { left: 7, top: 3, width: 50, height: 40 };

/// How many sample points each pixel of the part has, where `is_in` says which places of the picture have one.
fn expected(is_in: impl Fn(Point) -> bool) -> Vec<u8> {
    let count = |x: u64, y: u64| {
        let at = |corner: u64, k: u8| corner as f64 + f64::from(2 * k + 1) / 8.0;
        let samples = (0..4).flat_map(|down| (0..4).map(move |across| [at(x, across), at(y, down)]));
        samples.filter(|&sample| is_in(sample)).count() as u8
    };
    let rows = PART.top..PART.top + PART.height;
    rows.flat_map(|y| (PART.left..PART.left + PART.width).map(move |x| (x, y))).map(|(x, y)| count(x, y)).collect()
}

fn drawn(blocks: &[SampleBlock]) -> Vec<u8> {
    let line = (PART.width as usize).div_ceil(PIXELS);
    let of_line = |line: &[SampleBlock]| line.iter().flat_map(counts).take(PART.width as usize).collect::<Vec<u8>>();
    blocks.chunks_exact(line).flat_map(of_line).collect()
}

/// The most pixels that differ, each by one sample point of each line.
fn assert_like(drawn: &[u8], expected: &[u8], what: &str) {
    assert!(expected.iter().any(|&count| count > 0), "{what} is seen");
    let most = drawn.iter().zip(expected).map(|(a, b)| a.abs_diff(*b)).max();
    let many = drawn.iter().zip(expected).filter(|(a, b)| a != b).count();
    assert!(most <= Some(4) && many <= 24, "{what}: {many} differ, by up to {most:?}");
}

#[test]
fn a_stroke_has_what_is_near_its_line() {
    let mut shapes = Shapes::default();
    let count = shapes.go(PART);
    for [from, to] in [
        [[12.0, 9.0], [40.0, 9.0]],
        [[20.3, 8.1], [20.3, 33.9]],
        [[15.2, 30.7], [44.8, 11.3]],
        [[44.0, 35.0], [13.0, 12.0]],
        // Partly outside.
        [[-4.0, 20.0], [90.0, 60.0]],
        [[30.0, -20.0], [31.0, 100.0]],
        // A disc.
        [[30.5, 21.7], [30.5, 21.7]],
    ] {
        for (width, is_round) in [(1.0, true), (7.3, true), (2.0, false), (20.0, false)] {
            let along = minus(to, from);
            let whole = length(along);
            let is_in = |point: Point| {
                let away = minus(point, from);
                let dot = dot(away, along) / whole.max(1e-9);
                let beyond = if is_round { dot.clamp(0.0, whole) } else { dot };
                let nearest = plus(from, times(along, beyond / whole.max(1e-9)));
                (0.0..=whole).contains(&dot) && length(minus(point, nearest)) <= width / 2.0
                    || is_round && length(minus(point, nearest)) <= width / 2.0
            };
            if from == to && !is_round {
                continue;
            }
            let mut blocks = vec![[0; 4]; count];
            shapes.stroke([from, to], &Nib::new(width), is_round, &mut blocks);
            assert_like(&drawn(&blocks), &expected(is_in), &format!("{from:?} {to:?} {width} {is_round}"));
        }
    }
}

#[test]
fn an_area_has_what_is_inside() {
    let mut shapes = Shapes::default();
    let count = shapes.go(PART);
    // An arrow, which is not convex; and one that is larger than the part.
    let arrow = [[10.2, 5.1], [50.9, 20.3], [12.4, 38.8], [25.5, 21.6]];
    let large = arrow.map(|point| times(minus(point, [28.0, 21.0]), 3.0));
    for outline in [arrow, large.map(|point| plus(point, [28.0, 21.0]))] {
        let is_in = |[x, y]: Point| {
            let crossings = (0..4).filter(|&k| {
                let ([ax, ay], [bx, by]) = (outline[k], outline[(k + 1) % 4]);
                (ay <= y) != (by <= y) && ax + (y - ay) / (by - ay) * (bx - ax) <= x
            });
            crossings.count() % 2 == 1
        };
        let mut blocks = vec![[0; 4]; count];
        shapes.area(&outline, |number, block| blocks[number] = *block);
        assert_like(&drawn(&blocks), &expected(is_in), &format!("{outline:?}"));
    }
}

#[test]
fn areas_that_share_an_edge_share_no_sample_point() {
    let mut shapes = Shapes::default();
    let count = shapes.go(PART);
    let [a, b, c, d] = [[8.3, 4.2], [55.1, 11.7], [48.6, 41.2], [11.9, 37.4]];
    let all = |outline: [Point; 3], shapes: &mut Shapes| {
        let mut blocks = vec![[0; 4]; count];
        shapes.area(&outline, |number, block| blocks[number] = *block);
        drawn(&blocks)
    };
    let mut whole = vec![[0; 4]; count];
    shapes.area(&[a, b, c, d], |number, block| whole[number] = *block);
    let parts = [all([a, b, c], &mut shapes), all([c, d, a], &mut shapes)];
    let both: Vec<u8> = parts[0].iter().zip(&parts[1]).map(|(a, b)| a + b).collect();
    assert_eq!(both, drawn(&whole));
}

fn segment(nodes: [u64; 2], ends: [Point; 2]) -> Segment {
    Segment { nodes, ends, arc: None }
}

#[test]
fn a_cross_is_two_strokes_and_a_square_is_one() {
    let at = |x: f64, y: f64| [x, y];
    let arm = |node: u64, x: f64, y: f64| segment([0, node], [at(0.0, 0.0), at(x, y)]);
    let cross = [arm(1, 1.0, 0.0), arm(2, 0.0, 1.0), arm(3, -1.0, 0.0), arm(4, 0.0, -1.0)];
    let lines = join(&cross, [0.0; 2]);
    assert_eq!(lines.len(), 2);
    assert!(lines.iter().all(|line| line.steps.len() == 1), "straight through: {lines:?}");

    let corners = [at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0)];
    let side = |k: usize| segment([k as u64, (k as u64 + 1) % 4], [corners[k], corners[(k + 1) % 4]]);
    let lines = join(&[side(2), side(0), side(3), side(1)], [0.0; 2]);
    assert_eq!(lines.len(), 1);
    assert_eq!((lines[0].start, lines[0].steps.len(), lines[0].steps[3].to), (corners[2], 4, corners[2]));
}

/// Each line looks at a few others alone: if each looked at all, this would take minutes.
#[test]
fn any_number_of_lines_meets_at_a_node() {
    // Lines from one node to a few, and closed ones that all have it.
    let arms = (0..100_000).flat_map(|k| {
        let (x, y) = (k as f64, (k % 7) as f64 + 1.0);
        let [near, far] = [1 + 2 * k, 2 + 2 * k];
        let center = segment([0, near], [[0.0; 2], [x, y]]);
        let across = segment([near, far], [[x, y], [x + 0.5, y]]);
        let back = segment([far, 0], [[x + 0.5, y], [0.0; 2]]);
        [center, across, back, segment([0, far], [[0.0; 2], [x + 0.5, y]])]
    });
    let segments = arms.collect::<Vec<_>>();
    let lines = join(&segments, [0.0; 2]);
    // No straight continuation is part of any.
    assert_eq!(lines.iter().map(|line| line.steps.len()).sum::<usize>(), segments.len());
}

#[test]
fn areas_that_meet_at_one_corner_are_encircled() {
    // Wedges: there is one line for each, or for some that pass through the corner.
    let wedge = |k: u64| {
        let (x, y) = (k as f64, 1.0);
        let corners = [(0, [0.0; 2]), (1 + 2 * k, [x, y]), (2 + 2 * k, [x + 0.5, y])];
        [0, 1, 2].map(|k| {
            let [(a, from), (b, to)] = [corners[k], corners[(k + 1) % 3]];
            segment([a, b], [from, to])
        })
    };
    let lines = encircle((0..5000).flat_map(wedge).collect(), [0.0; 2]);
    assert_eq!(lines.iter().map(|line| line.steps.len()).sum::<usize>(), 15_000);
    assert!(lines.iter().all(|line| line.steps.last().is_some_and(|last| last.to == line.start)));
}

#[test]
fn the_stem_of_a_t_ends_at_its_bar() {
    let arm = |node: u64, x: f64, y: f64| segment([0, node], [[0.0; 2], [x, y]]);
    let lines = join(&[arm(1, 1.0, 0.0), arm(2, 0.0, 1.0), arm(3, -1.0, 0.0)], [0.0; 2]);
    let mut steps: Vec<_> = lines.iter().map(|line| (line.steps.len(), line.start)).collect();
    steps.sort_by(|a, b| a.partial_cmp(b).unwrap());
    assert_eq!(lines.len(), 2);
    assert!(steps.iter().all(|&(count, _)| count == 1), "{lines:?}");
}

#[test]
fn arcs_grow_to_quarters() {
    let (high, arc) = (3_f64.sqrt() / 2.0, Some(Arc { radius: 1.0, is_clockwise: true }));
    let points = [[0.0, -1.0], [0.5, -high], [high, -0.5], [1.0, 0.0], [high, 0.5]];
    let mut line = Line::new(points[0]);
    points[1..].iter().for_each(|&to| line.push(LineStep { to, arc }, [0.0; 2]));
    assert_eq!(line.steps.iter().map(|step| step.to).collect::<Vec<_>>(), [points[3], points[4]]);
    let mut flat = Vec::new();
    line.steps[0].flattened(line.start, [0.0; 2], 0.01, |point| flat.push(point));
    assert!(flat.len() > 4 && flat.iter().all(|&point| (length(point) - 1.0).abs() < 1e-12), "{flat:?}");
    assert_eq!(flat.last(), Some(&points[3]));
}

#[test]
fn curves_follow_their_arcs() {
    let middle = [3.0, 2.0];
    for (degrees, is_clockwise) in [(1, true), (30, true), (90, true), (30, false), (90, false)] {
        let angle = f64::from(degrees).to_radians();
        let at = |angle: f64| plus(middle, [5.0 * angle.cos(), 5.0 * angle.sin()]);
        // Clockwise as it is seen, where `y` grows downwards.
        let [from, to] = if is_clockwise { [at(0.0), at(angle)] } else { [at(angle), at(0.0)] };
        let [first, second] = controls([from, to], middle, Arc { radius: 5.0, is_clockwise });
        for k in 0..=20 {
            let t = f64::from(k) / 20.0;
            let s = 1.0 - t;
            let weighted = [(from, s * s * s), (first, 3.0 * s * s * t), (second, 3.0 * s * t * t), (to, t * t * t)];
            let point = weighted.into_iter().map(|(point, weight)| times(point, weight)).fold([0.0; 2], plus);
            let off = (length(minus(point, middle)) - 5.0).abs();
            assert!(off < 5.0 / 3000.0, "{degrees} degrees at {t}: {off}");
        }
    }
}

#[test]
fn numbers_have_as_many_decimals_as_they_need() {
    for (hundredths, text) in [
        (0, "0"),
        (700, "7"),
        (-100, "-1"),
        (9900, "99"),
        (-9900, "-99"),
        (10_000, "100"),
        (-12_300, "-123"),
        (50, ".5"),
        (-1225, "-12.25"),
        (25, ".25"),
        (2500, "25"),
        (i64::MIN + 192, "-92233720368547756.16"),
    ] {
        let mut out = Vec::new();
        svg::Data::new(1.0, &mut out).number(b'h', hundredths);
        assert_eq!(String::from_utf8(out), Ok(format!("h{text}")));
    }
}

#[test]
fn angles_of_all_directions() {
    for degrees in 0..360 {
        let radians = f64::from(degrees).to_radians();
        // Downwards is where `y` grows.
        assert_eq!(dxf::angle([3.0 * radians.cos(), -3.0 * radians.sin()]), i64::from(degrees) * 10_000);
    }
}

#[test]
fn corners_on_a_line_have_no_normal() {
    let mut bytes = Vec::new();
    solid::write_triangle(&[[0.0; 3], [1.0, 1.0, 0.0], [3.0, 3.0, 0.0]], &mut bytes);
    assert_eq!(bytes[..12], [0; 12]);
}

#[test]
fn a_step_to_where_the_line_is_adds_nothing() {
    let picture = Picture::new(Maze::closed(Square::new(2, 2).unwrap()), Cell(0), Cell(3));
    let areas = |steps: &[Point]| {
        let outline = Outline::of(&&picture, &Style::DEFAULT);
        let mut solid = Solid::new(outline, Measures::DEFAULT, Cap::Square);
        let steps: Vec<LineStep> = steps.iter().copied().map(LineStep::straight).collect();
        solid.edges.add_line(Layer::Walls, [0.0; 2], [0.0; 2], &steps);
        solid.find_areas();
        solid.areas
    };
    assert_eq!(areas(&[[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [1.0, 1.0]]), areas(&[[1.0, 0.0], [1.0, 1.0]]));
    assert!(areas(&[[0.0, 0.0]]).iter().all(|(_, areas)| areas.is_empty()));
}

#[test]
fn every_symbol_is_read_and_stays_in_its_square() {
    let of_ends = Marks::ALL.iter().filter_map(|&marks| symbols_of(marks)).flatten();
    for symbol in of_ends.chain(THINGS.iter().map(|(_, symbol)| *symbol)) {
        for (_, area) in symbol.areas {
            assert!(Contour::parse(area).unwrap().0.len() > 1, "{area}");
        }
        for number in [None, Some(7), Some(48), Some(100)] {
            let contours = symbol.numbered(number).into_iter().map(|(_, contour)| contour);
            let places = contours.flat_map(|contour| contour.polygons(8)).flatten();
            let reach = places.flatten().fold(0.0, |reach: f64, at| reach.max(at.abs()));
            assert!((90.0..=100.5).contains(&reach), "{symbol:?}: {reach}");
        }
    }
}

#[test]
fn digits_are_told_apart_and_have_holes() {
    // Top, upper left, upper right, middle, lower left, lower right, bottom; and the two holes.
    let places = [[30, 10], [10, 30], [50, 30], [30, 50], [10, 70], [50, 70], [30, 90], [30, 30], [30, 70]];
    let shown = DIGITS.map(|digit| {
        let polygons = Contour::parse(digit).unwrap().polygons(1);
        let sign = |at: [i32; 2]| if contour::covers(&polygons, at.map(f64::from)) { '#' } else { '.' };
        places.map(sign).iter().collect::<String>()
    });
    let expected = [
        "###.###..",
        "#..#..###",
        "#.###.#..",
        "#.##.##..",
        ".###.#...",
        "##.#.##..",
        "##.####..",
        "#.#..#...",
        "#######..",
        "####.##..",
    ];
    assert_eq!(shown, expected);
}

/// What another program reads out of it.
fn read_lzw(compressed: Vec<u8>, width: u16, height: u16) -> Vec<u8> {
    let mut encoder = gif::Encoder::new(Vec::new(), width, height, &[0; 768]).unwrap();
    let frame = gif::Frame { width, height, buffer: compressed.into(), ..gif::Frame::default() };
    encoder.write_lzw_pre_encoded_frame(&frame).unwrap();
    let bytes = encoder.into_inner().unwrap();
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut decoder = options.read_info(&bytes[..]).unwrap();
    decoder.read_next_frame().unwrap().unwrap().buffer.to_vec()
}

#[test]
fn others_read_what_was_written() {
    let mut rng = Rng::new(1, Stream::Generate);
    let (width, height) = (211, 199);
    // Runs of all lengths, and pixels of few and of many colors between them; also more than there are codes for.
    for (colors, run) in [(2, 1), (2, 900), (9, 40), (9, 70_000), (153, 3), (256, 1), (256, 500)] {
        let blank = (colors - 1) as u8;
        let mut lzw = Lzw::new(blank);
        // The tables are used again.
        for _ in 0..2 {
            let mut pixels = Vec::new();
            while pixels.len() < width * height {
                pixels.push(rng.below(colors) as u8);
                pixels.resize(pixels.len() + rng.below(run) as usize, blank);
            }
            for count in [1, 2, 255, width * height] {
                let (width, height) = if count < 256 { (count, 1) } else { (width, height) };
                let compressed = lzw.compressed(&pixels[..count]);
                let read = read_lzw(compressed, width as u16, height as u16);
                assert!(read == pixels[..count], "{count} pixels of {colors} colors in runs of {run}");
            }
        }
    }
}
