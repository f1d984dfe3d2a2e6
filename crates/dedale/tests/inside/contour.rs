//! Outlines as the path of an SVG writes them.

use crate::contour::{Contour, PathCommand, covers};

#[test]
fn paths_are_read_whole_or_not_at_all() {
    let read = Contour::parse("M 0 0 L 10 0 10 10 C 5 10 0 5 0 0").unwrap();
    let curve = PathCommand::Curve([[5.0, 10.0], [0.0, 5.0]], [0.0, 0.0]);
    assert_eq!(
        read.0,
        [PathCommand::Go([0.0; 2]), PathCommand::Line([10.0, 0.0]), PathCommand::Line([10.0; 2]), curve]
    );
    assert_eq!(Contour::parse("O 1 2 3"), Some(Contour::circle([1.0, 2.0], 3.0)));
    for wrong in ["0 0", "M 0", "M 0 0 L 1", "M 0 0 Q 1 1 2 2", "M 0 0 L x 1", "O 1 2"] {
        assert_eq!(Contour::parse(wrong), None, "{wrong}");
    }
}

#[test]
fn a_circle_covers_what_is_near_its_middle() {
    let polygons = Contour::circle([1.0, 2.0], 3.0).polygons(16);
    for (x, y) in (-40..60).flat_map(|x| (-30..70).map(move |y| (f64::from(x) / 10.0, f64::from(y) / 10.0))) {
        let far = (x - 1.0).hypot(y - 2.0);
        if (far - 3.0).abs() > 0.02 {
            assert_eq!(covers(&polygons, [x, y]), far < 3.0, "{x}, {y}");
        }
    }
}
