//! Paths of tiles.

use dedale_server::endpoints::map::tiles::TilePath;

#[test]
fn paths_of_tiles() {
    let read = |zoom, x, file| TilePath::parse(zoom, x, file).map(|path| (path.zoom, path.place, path.is_double));
    assert_eq!(read("3", "5", "7.png"), Some((3, [5, 7], false)));
    assert_eq!(read("49", "0", "562949953421311@2x.svg"), Some((49, [0, 562_949_953_421_311], true)));
    let outside = u64::MAX;
    assert_eq!(read("0", "-1", "-9223372036854775808.json"), Some((0, [outside; 2], false)));
    for (zoom, x, file) in [
        ("-1", "0", "0.png"),
        ("0", "", "0.png"),
        ("0", "0", "0"),
        ("0", "0", ".png"),
        ("0", "0", "0.jpg"),
        ("0", "0", "0@3x.png"),
        ("0", "0", "0@2x.json"),
        ("0", "--1", "0.png"),
        ("0", "+1", "0.png"),
        ("0", "9223372036854775808", "0.png"),
        ("0", "0", "0.png.png"),
        ("4294967296", "0", "0.png"),
    ] {
        assert_eq!(read(zoom, x, file), None, "{zoom}/{x}/{file}");
    }
}
