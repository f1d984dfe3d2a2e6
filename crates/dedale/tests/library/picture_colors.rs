//! Which colors of a picture are walls, corridors and marks, and which openings are ends, where that is easily mistaken.

use dedale::parse::{ParseErrorKind, ReadOptions, Shades};
use dedale::scan::Scan;

use crate::scans::{BLACK, GREEN, RED, WHITE, encode, plain, read};

/// A picture in which each character is a square of `scale` pixels in the color that `color` says.
fn drawn(rows: &[&str], scale: u32, color: impl Fn(u8) -> [u8; 3]) -> Vec<u8> {
    let size = [rows[0].len() as u32, rows.len() as u32];
    encode(plain(scale), size, |[row, column]| color(rows[row as usize].as_bytes()[column as usize]))
}

fn scan(bytes: &[u8]) -> Scan {
    read(bytes, &ReadOptions::default()).unwrap()
}

fn length(scan: &Scan) -> Option<usize> {
    let [from, to] = scan.ends.map(|end| end.unwrap_or_else(|| panic!("{:?}", scan.unclear)));
    scan.trace([from, to], &mut ()).unwrap().moves.map(|moves| moves.len())
}

/// Why an end is not known.
fn why(scan: &Scan) -> String {
    assert_eq!(scan.ends.iter().filter(|end| end.is_some()).count() + scan.unclear.iter().flatten().count(), 2);
    let why = scan.unclear.iter().flatten().next().unwrap_or_else(|| panic!("{:?}", scan.ends)).to_string();
    assert!(why.contains("from and to are each row,column"), "{why}");
    why
}

/// Squared paper as programs draw it: squares of one color, and a black border around each. `x` is explored, `*` is the path.
fn paper(rows: &[&str], [side, border]: [u32; 2]) -> Vec<u8> {
    let size = [rows[0].len() as u32 * side, rows.len() as u32 * side];
    encode(plain(1), size, |[y, x]| {
        let is_border = [y, x].iter().any(|at| !(border..=side - border).contains(&(at % side)));
        match rows[(y / side) as usize].as_bytes()[(x / side) as usize] {
            _ if is_border => BLACK,
            b'#' => [40, 40, 40],
            b'A' => [255, 0, 0],
            b'B' => [0, 171, 28],
            b'x' => [212, 97, 85],
            b'*' => [220, 235, 113],
            _ => [237, 240, 252],
        }
    })
}

/// All squares count, also rows and columns of walls at the edges, and a picture of a single corridor.
#[test]
fn squared_paper_ends_where_the_picture_does() {
    for (rows, expected) in [
        (&["####", "#AB#", "####"][..], 1),
        (&["#####", "##A##", "## ##", "##B##", "#####"], 2),
        (&["A # ", "# # ", "#  B"], 5),
        (&["#A###", "#   #", "### #", "###B#"], 5),
        (&["B#A", " # ", "   "], 6),
    ] {
        for [side, border] in [[50, 2], [20, 1], [12, 2]] {
            let bytes = paper(rows, [side, border]);
            let scan = scan(&bytes);
            assert_eq!((scan.scale, scan.squares()), (side, [rows[0].len() as u32, rows.len() as u32]), "{rows:?}");
            let at = |mark: u8| {
                let place = rows.iter().enumerate().find_map(|(row, line)| Some([row, line.find(char::from(mark))?]));
                place.map(|place| place.map(|number| number as u32))
            };
            assert_eq!(scan.ends, [at(b'B'), at(b'A')], "{rows:?}");
            assert_eq!(length(&scan), Some(expected), "{rows:?}");
        }
    }
}

/// Squares that a search has explored are pale red. There may be more of them than of any others.
#[test]
fn explored_squares_are_no_end() {
    let bytes = paper(&["#######", "#A  *B#", "#x#####", "#xxxxx#", "#xxx#x#", "#######"], [50, 2]);
    assert_eq!(scan(&bytes).ends, [Some([1, 5]), Some([1, 1])]);
    // Without the vivid red, each explored square could be the end.
    let alone = scan(&paper(&["#######", "#   *B#", "#x#####", "#xxxxx#", "#xxx#x#", "#######"], [50, 2]));
    assert_eq!(alone.ends, [Some([1, 5]), None]);
    assert!(why(&alone).contains("several squares are red"), "{}", why(&alone));
    // The only one is the end.
    assert_eq!(scan(&paper(&["#####", "#x B#", "#####"], [50, 2])).ends, [Some([1, 3]), Some([1, 1])]);
    // Squares without borders, and an explored one beside the end.
    let color = |char| match char {
        b'#' => BLACK,
        b'A' => RED,
        b'B' => GREEN,
        b'x' => [240, 128, 128],
        _ => WHITE,
    };
    assert_eq!(scan(&drawn(&["######", "#xxxB#", "#xA ##", "######"], 10, color)).ends, [Some([1, 4]), Some([2, 2])]);
}

/// Two spots that are as large, and a path that is drawn in the color of a mark.
#[test]
fn marks_that_are_not_clear_are_no_ends() {
    let color = |char| match char {
        b'#' => BLACK,
        b'A' => RED,
        b'B' => GREEN,
        _ => WHITE,
    };
    let two = scan(&drawn(&["#######", "#A B A#", "#######"], 10, color));
    assert_eq!(two.ends, [Some([1, 3]), None]);
    assert!(why(&two).contains("several squares are red"), "{}", why(&two));
    let rows = [
        "############",
        "#AAAAAAAAAA#",
        "##########A#",
        "#        #A#",
        "# ###### #A#",
        "#B#      #A#",
        "############",
    ];
    let path = scan(&drawn(&rows, 10, color));
    assert_eq!(path.ends, [Some([5, 1]), None]);
    assert!(why(&path).contains("reaches from row 1 to 5"), "{}", why(&path));
}

const MAZE: [&str; 7] = ["#########", "#S  #   #", "### # # #", "#   # # #", "# ### # #", "#     #E#", "#########"];

/// The same maze with two openings in the place of marks.
const OPEN: [&str; 7] = ["#S#######", "#   #   #", "### # # #", "#   # # #", "# ### # #", "#     # #", "#######E#"];

/// Pairs of colors that are both dark or both light.
const PAIRS: [[[u8; 3]; 2]; 7] = [
    [[0, 0, 0], [0, 0, 255]],
    [[0, 0, 0], [128, 0, 128]],
    [[30, 30, 60], [110, 60, 160]],
    [[100, 150, 255], [255, 255, 255]],
    [[211, 211, 211], [255, 255, 255]],
    [[0, 0, 0], [90, 90, 90]],
    [[255, 215, 0], [255, 250, 240]],
];

/// Both ways around, with marks and with openings, in a frame or in a margin. What is found is what the parameters say that are in the answer.
#[test]
fn walls_and_corridors_are_told_apart_by_their_colors() {
    for [dark, light] in PAIRS {
        for (rows, is_marked) in [(MAZE, true), (OPEN, false)] {
            for (wall, free) in [(dark, light), (light, dark)] {
                let color = |char| match char {
                    b'#' => wall,
                    b'S' if is_marked => [0, 255, 0],
                    b'E' if is_marked => [255, 0, 0],
                    _ => free,
                };
                let bytes = drawn(&rows, 10, color);
                let scan = scan(&bytes);
                let shades = scan.found.unwrap_or_else(|| panic!("{wall:?} {free:?}"));
                assert_eq!(shades.dark_is_free, free == dark);
                assert_eq!(length(&scan), Some(if is_marked { 22 } else { 24 }), "{wall:?} {free:?}");
                let given = ReadOptions { shades: Some(shades), ..ReadOptions::default() };
                let again = read(&bytes, &given).unwrap();
                assert_eq!((again.ends, again.found, again.squares()), (scan.ends, None, scan.squares()));
                let places = || (0..7).flat_map(|row| (0..9).map(move |column| [row, column]));
                assert!(places().all(|place| again.is_free(place) == scan.is_free(place)));
                let parsed = dedale::formats::read(&bytes, &ReadOptions::default()).unwrap();
                assert_eq!(parsed.shades, scan.found);
            }
        }
    }
}

/// Lines in a margin, which are much thinner than corridors.
#[test]
fn thin_walls_are_told_apart_by_their_colors() {
    for [dark, light] in PAIRS {
        for (wall, free) in [(dark, light), (light, dark)] {
            let is_wall = |[y, x]: [u32; 2]| {
                let [y, x] = [y, x].map(|at| at.wrapping_sub(9));
                let is_frame = y < 82 && x < 82 && (y < 2 || x < 2 || y >= 80 || x >= 80);
                is_frame || (40..42).contains(&y) && x < 60
            };
            let bytes = encode(plain(1), [100, 100], |[y, x]| match [y, x] {
                [16..=24, 16..=24] => [0, 255, 0],
                [70..=78, 16..=24] => [255, 0, 0],
                place if is_wall(place) => wall,
                _ => free,
            });
            let scan = scan(&bytes);
            assert_eq!(scan.found.map(|shades| shades.dark_is_free), Some(free == dark), "{wall:?} {free:?}");
            assert!(length(&scan) > Some(90), "{wall:?} {free:?}");
        }
    }
}

/// Where both ways are possible, or neither is, nothing is guessed; and what is read by darkness stays as it was.
#[test]
fn colors_that_do_not_say_what_is_a_wall_are_an_error() {
    let blue = |char| if char == b'#' { BLACK } else { [0, 0, 255] };
    let error = read(&drawn(&["####", "#  #", "####"], 10, blue), &ReadOptions::default()).unwrap_err();
    assert_eq!((error.kind, error.format), (ParseErrorKind::Inconsistent, Some("png")));
    for part in ["000000", "0000ff", "both dark", "threshold=0.057", "dark=free"] {
        assert!(error.detail.contains(part), "{part}: {error}");
    }
    // The ends are given elsewhere.
    let ends = ReadOptions { has_ends: true, ..ReadOptions::default() };
    assert!(read(&drawn(&OPEN, 10, blue), &ends).unwrap_err().detail.contains("threshold=0.057"));
    let given = ReadOptions { shades: Some(Shades { threshold: 0.057, dark_is_free: false }), ..ends };
    assert!(read(&drawn(&OPEN, 10, blue), &given).unwrap().is_free([1, 1]));
    // Nothing lies between two colors of the same luma.
    let equal = |char| if char == b'#' { [0, 50, 0] } else { [0, 0, 255] };
    let error = read(&drawn(&OPEN, 10, equal), &ReadOptions::default()).unwrap_err();
    assert!(error.detail.contains("no threshold tells them apart"), "{error}");
    // Most of it is dark, and what is free is light.
    let color = |char| match char {
        b'#' => BLACK,
        b'b' => [0, 0, 200],
        b'S' => GREEN,
        b'E' => RED,
        _ => WHITE,
    };
    let scan = scan(&drawn(&["#######", "#S   E#", "#bbbbb#", "#bbbbb#", "#######"], 10, color));
    assert_eq!((scan.found, length(&scan)), (None, Some(4)));
}

/// Corridors in the color of a mark are no mark.
#[test]
fn red_corridors_are_no_end() {
    for (wall, free) in [(BLACK, [255, 0, 0]), (WHITE, [255, 0, 0]), (BLACK, [0, 255, 0])] {
        let color = |char| if char == b'#' { wall } else { free };
        let bytes = drawn(&OPEN, 10, color);
        let found = scan(&bytes);
        assert_eq!(length(&found), Some(24), "{wall:?} {free:?}");
        // What is in the answer reads it in the same way.
        let given = read(&bytes, &ReadOptions { shades: found.found, ..ReadOptions::default() }).unwrap();
        assert_eq!((given.ends, given.squares()), (found.ends, found.squares()));
    }
}

/// What blue is, in these tests.
const BLUE: [u8; 3] = [30, 60, 230];

/// Walls that are `#`, and marks that are the first letters of their colors.
fn marked(char: u8) -> [u8; 3] {
    match char {
        b'#' => BLACK,
        b'r' => RED,
        b'g' => GREEN,
        b'b' => BLUE,
        _ => WHITE,
    }
}

/// Where green or red is missing, blue is the mark, with a warning.
#[test]
fn blue_is_the_mark_that_is_missing() {
    for (rows, ends, warning) in [
        (
            ["#######", "#r   b#", "#######"],
            [[1, 5], [1, 1]],
            "the blue one was read as the start, and the red one as the end",
        ),
        (
            ["#######", "#g   b#", "#######"],
            [[1, 1], [1, 5]],
            "the blue one was read as the end, and the green one as the start",
        ),
        // With openings, marks are the ends, as green and red ones are.
        (["###b###", "#     #", "###r###"], [[0, 3], [2, 3]], "was read as the start"),
        ([" ######", "#r   b#", "###### "], [[1, 5], [1, 1]], "was read as the start"),
    ] {
        for scale in [1, 10] {
            let bytes = drawn(&rows, scale, marked);
            let scan = scan(&bytes);
            assert_eq!((scan.ends, scan.found), (ends.map(Some), None), "{rows:?}");
            assert!(ends.iter().all(|&end| scan.is_free(end)));
            let [only] = &scan.warnings[..] else { panic!("{:?}", scan.warnings) };
            assert!(only.detail.contains(warning), "{only}");
            let parsed = dedale::formats::read(&bytes, &ReadOptions::default()).unwrap();
            assert_eq!((parsed.warnings, parsed.from.is_some(), parsed.to.is_some()), (scan.warnings, true, true));
        }
    }
    // Walls and corridors that are both dark.
    let rows = ["#########", "#b  #   #", "### # # #", "#     #r#", "#########"];
    let dark = |char| match char {
        b'#' => BLACK,
        b' ' => [90, 90, 90],
        mark => marked(mark),
    };
    let found = scan(&drawn(&rows, 10, dark));
    assert_eq!((found.ends, found.warnings.len()), ([Some([1, 1]), Some([3, 7])], 1));
    assert_eq!((found.found.map(|shades| shades.dark_is_free), length(&found)), (Some(false), Some(12)));
}

/// Corridors that are hardly lighter than half of white, and an edge that is darker than that between a mark and a corridor: walls are those that are nearer to
/// the color of walls.
#[test]
fn corridors_of_a_middle_gray_are_connected() {
    let color = |char| match char {
        b'|' => [110, 110, 125],
        b' ' => [137; 3],
        other => marked(other),
    };
    let scan = scan(&drawn(&["########", "#r   |b#", "########"], 10, color));
    assert_eq!((scan.ends, length(&scan)), ([Some([1, 6]), Some([1, 1])], Some(5)));
    let found = scan.found.unwrap();
    assert!(!found.dark_is_free && (0.2..0.4).contains(&found.threshold), "{found:?}");
}

/// Beside green and red, blue is nothing. It is no mark where it may be something else.
#[test]
fn blue_is_no_mark_where_that_is_not_clear() {
    let both = scan(&drawn(&["#########", "#g  b  r#", "#       #", "#########"], 10, marked));
    assert_eq!((both.ends, both.warnings.len()), ([Some([1, 1]), Some([1, 7])], 0));
    // As dark as walls, it is one.
    assert!(!both.is_free([1, 4]));
    for rows in [
        // Several spots.
        &["#########", "#b  b  r#", "#########"][..],
        // A path, and something that is much larger than the other mark.
        &["#########", "#bbbbbbr#", "# #######", "#       #", "# ##### #", "#       #", "#########"],
        &[
            "#################",
            "#r              #",
            "#     bbbbb     #",
            "#     bbbbb     #",
            "#     bbbbb     #",
            "#     bbbbb     #",
            "#               #",
            "#               #",
            "#               #",
            "#               #",
            "#################",
        ],
        // No other mark, and two of them.
        &["#######", "#    b#", "#######"],
        &["#######", "#r r b#", "#######"],
        // Corridors and walls.
        &["#######", "#rbbbb#", "#bb bb#", "#######"],
        &["bbbbbbb", "b    rb", "bbbbbbb"],
    ] {
        let scan = scan(&drawn(rows, 10, marked));
        assert!(scan.ends.contains(&None) && scan.warnings.is_empty(), "{rows:?} {:?}", scan.ends);
        why(&scan);
    }
    // What is no clear blue.
    for color in [[0, 128, 128], [128, 0, 128], [0, 0, 50], [200, 210, 240]] {
        let rows = ["#######", "#r   b#", "#######"];
        let scan = scan(&drawn(&rows, 10, |char| if char == b'b' { color } else { marked(char) }));
        assert_eq!((scan.ends, scan.warnings.len()), ([None, Some([1, 1])], 0), "{color:?}");
    }
}

fn black_and_white(rows: &[&str], scale: u32) -> Scan {
    scan(&drawn(rows, scale, |char| if char == b'#' { BLACK } else { WHITE }))
}

/// What sticks out of a closed outline makes no openings.
#[test]
fn bumps_are_no_openings() {
    for rows in [
        &["       ", "   #   ", " ##### ", " #   # ", " # # # ", " ##### ", "       "][..],
        &["         ", "   #     ", " ####### ", " #     # ", " # ### # ", " ####### ", "     #   ", "         "],
        &["          ", " ##       ", " ######## ", " #      # ", " # #### ##", " ######## ", "          "],
        &["          ", " #      # ", " ######## ", " #      # ", " ######## ", " #      # ", "          "],
        &["######", "#    #", "# ## #", "#  # #", "######"],
    ] {
        for scale in [1, 4, 10] {
            let scan = black_and_white(rows, scale);
            assert_eq!(scan.ends, [None; 2], "{rows:?} {scale}");
            why(&scan);
        }
    }
}

/// Walls that touch the edges of a picture are no frame, with and without a margin.
#[test]
fn without_a_frame_there_are_no_openings() {
    for rows in [
        &["   # ", "## ##", " #   ", " ### ", "   # "][..],
        &["   #   ", " # # # ", " #   # ", " ##### ", "     # ", " ### # ", " #     "],
        &[" #   ", " # # ", "   # ", " ### ", "     "],
        &[".....", ".###.", ".#.#.", "...#.", "####."],
    ] {
        for scale in [1, 8] {
            let scan = black_and_white(rows, scale);
            assert_eq!(scan.ends, [None; 2], "{rows:?} {scale}");
            why(&scan);
        }
    }
}
