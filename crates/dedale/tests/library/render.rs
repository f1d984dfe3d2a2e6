//! Every format, over mazes of every algorithm with doors, loops and holes.
//!
//! Proved here: all formats and encodings say the same maze, as `readers` find; the course's maze is written to the byte;
//! every junction of walls and every bend of a path is the right character; a path marks its cells and its gaps and nothing
//! else, and without its characters the picture is the one without a path; colors follow distance; the pieces are small, and
//! together the whole. A few small pictures stand here in full, to be looked at.

mod ansi;
mod description;
mod formats;
mod json;
mod readers;
mod squares;
mod tables;
mod trail;

use std::collections::{BTreeSet, HashMap, HashSet};

use dedale::edit::{Share, braid, doors, remove};
use dedale::formats::{Encoding, Format, Table, Writer};
use dedale::generate::ALGORITHMS;
use dedale::grid::{AnyGrid, Cell, Grid, Side, Sides, Square};
use dedale::maze::Maze;
use dedale::picture::{Picture, Trail};
use dedale::rng::{Rng, Stream};
use dedale::solve::distances;
use serde_json::{Value, json};

use readers::{Lattice, Opens, cut, read_colors, read_json, read_sides, read_text};

/// Every algorithm at every kind of size, perfect, with doors, with loops and with openings everywhere; and two mazes that
/// no algorithm makes: one in which every wall stands and one in which none does.
fn pictures() -> Vec<Picture> {
    let mut pictures = Vec::new();
    for (columns, rows) in [(1, 1), (1, 6), (7, 1), (2, 2), (5, 4), (12, 9)] {
        let grid = Square::new(columns, rows).unwrap();
        let (from, to) = (grid.at(0, 0), grid.at(rows - 1, columns - 1));
        for (seed, about) in (1..).zip(ALGORITHMS) {
            let perfect = about.algorithm.generate(grid, seed);
            let mut with_doors = perfect.clone();
            doors(&mut with_doors, from, to, &mut ()).unwrap();
            let mut braided = with_doors.clone();
            braid(&mut braided, Share::ALL, &mut Rng::new(seed, Stream::Braid), &mut ()).unwrap();
            let mut ruined = perfect.clone();
            let mut rng = Rng::new(seed, Stream::MaxWalls);
            for _ in 0..grid.cells() {
                let cell = Cell(rng.below(u64::from(grid.cells())) as u32);
                remove(&mut ruined, cell, Side::new(rng.below(4) as u8), &mut ()).unwrap();
            }
            pictures.extend([perfect, with_doors, braided, ruined].map(|maze| Picture::new(maze, from, to)));
        }
        let closed = Maze::closed(grid);
        let mut open = Maze::closed(grid);
        for (cell, side) in open.cells().flat_map(|cell| Sides::SQUARE.into_iter().map(move |side| (cell, side))) {
            remove(&mut open, cell, side, &mut ()).unwrap();
        }
        pictures.extend([closed, open].map(|maze| Picture::new(maze, from, to)));
    }
    pictures
}

/// A shortest path between the picture's ends, where there is one.
fn shortest_path(picture: &Picture) -> Option<Vec<Cell>> {
    let (maze, grid) = (&picture.maze, picture.maze.grid());
    let to_end = distances(maze, picture.to, &mut ()).unwrap();
    let mut path = vec![picture.from];
    for left in (0..to_end.to(picture.from)?).rev() {
        let cell = *path.last().unwrap();
        let next = maze.passages(cell).into_iter().map(|side| grid.across(cell, side));
        path.push(next.into_iter().find(|&far| to_end.to(far) == Some(left)).unwrap());
    }
    Some(path)
}

fn with_path(picture: &Picture) -> Option<(Vec<Cell>, Picture)> {
    let path = shortest_path(picture)?;
    let trail = Trail::new(&picture.maze, &path);
    Some((path, Picture { path: Some(trail), ..picture.clone() }))
}

fn text(picture: &Picture, format: Format) -> String {
    String::from_utf8(picture.to_bytes(format).unwrap()).unwrap()
}

fn opens(maze: &Maze<AnyGrid>) -> Opens {
    let grid = maze.grid().square().unwrap();
    let row = |row| (0..grid.columns()).map(|column| maze.open_sides(grid.at(row, column))).collect();
    (0..grid.rows()).map(row).collect()
}

const WALL: [u8; 3] = [24, 26, 36];

#[test]
fn every_format_says_the_same_maze() {
    for picture in pictures() {
        let expected = opens(&picture.maze);
        for &encoding in Encoding::ALL {
            let text = text(&picture, Format::Json(encoding));
            assert_eq!(read_json(&text, encoding), expected, "{text}");
        }
        let ascii = cut(&text(&picture, Format::Ascii), 1, 3);
        assert_eq!(read_text(&ascii, "---", "|"), expected);
        let posts = |lines: &[Vec<String>], post: &str| {
            let is_post = |point: &String| point == post || point.trim().is_empty();
            lines.iter().step_by(2).all(|line| line.iter().step_by(2).all(is_post))
        };
        assert!(posts(&ascii, "+"));
        assert_eq!(read_text(&cut(&text(&picture, Format::Unicode), 1, 3), "───", "│"), expected);
        let blocks = cut(&text(&picture, Format::Blocks), 2, 2);
        assert_eq!(read_text(&blocks, "██", "██"), expected);
        assert!(posts(&blocks, "██"));
        let csv = text(&picture, Format::Csv(Table::Blocks)).replace(['0', '2', '3'], " ");
        let csv: Vec<Vec<_>> = csv.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect();
        assert_eq!(read_text(&csv, "1", "1"), expected);
        assert!(posts(&csv, "1"));
        let colors = read_colors(&text(&picture, Format::Ansi));
        assert_eq!(read_sides(colors.len(), colors[0].len(), |y, x| colors[y][x] != WALL), expected);
        // A point has the color of walls exactly where a post stands.
        let same = |(colors, blocks): (&Vec<[u8; 3]>, &Vec<String>)| {
            colors.iter().zip(blocks).step_by(2).all(|(&color, block)| (color == WALL) == (block == "1"))
        };
        assert!(colors.iter().zip(&csv).step_by(2).all(same));
    }
}

#[test]
fn the_course_is_reproduced_to_the_byte() {
    let fixture = include_str!("../fixtures/course-5x7.txt");
    let solution: Value = serde_json::from_str(include_str!("../fixtures/course-5x7.solution.json")).unwrap();
    let sides = read_text(&cut(fixture, 1, 3), "---", "|");
    let grid = Square::new(7, 5).unwrap();
    let mut maze = Maze::closed(grid);
    for (row, sides) in (0..).zip(&sides) {
        for (column, sides) in (0..).zip(sides) {
            for side in *sides {
                remove(&mut maze, grid.at(row, column), side, &mut ()).unwrap();
            }
        }
    }
    let from_start = distances(&maze, grid.at(0, 0), &mut ()).unwrap();
    assert_eq!(json!(from_start.as_slice().chunks(7).collect::<Vec<_>>()), solution["distances"]);
    let picture = Picture::new(maze, grid.at(0, 0), grid.at(4, 6));
    assert_eq!(text(&picture, Format::Ascii), fixture);

    let path: Vec<[u32; 2]> = serde_json::from_value(solution["path"].clone()).unwrap();
    let path: Vec<Cell> = path.into_iter().map(|[row, column]| grid.at(row, column)).collect();
    let picture = Picture { path: Some(Trail::new(&picture.maze, &path)), ..picture };
    assert_eq!(text(&picture, Format::Ascii).replace(['@', 'X', '*'], " "), fixture);
    assert_eq!(
        text(&picture, Format::Ascii),
        "\
+---+---+---+---+---+---+---+
* @ |       |     * * * * * |
+ * +---+   +   + * +---+ * +
| * * * |       | * | * * * |
+---+ * +---+   + * + * +---+
|   | * * * |   | * | * |   |
+   +---+ * +---+ * + * +   +
| * * * * * | * * * | * * * |
+ * +---+---+ * +---+---+ * +
| * * * * * * * |         X *
+---+---+---+---+---+---+---+
"
    );
}

/// The characters that have an arm towards each of these sides, light and heavy.
const ARMS: [(&str, &str, &str); 16] = [
    ("", " ", "•"),
    ("N", "╵", "╹"),
    ("E", "╶", "╺"),
    ("S", "╷", "╻"),
    ("W", "╴", "╸"),
    ("NE", "└", "┗"),
    ("NS", "│", "┃"),
    ("NW", "┘", "┛"),
    ("ES", "┌", "┏"),
    ("EW", "─", "━"),
    ("SW", "┐", "┓"),
    ("NES", "├", "┣"),
    ("NEW", "┴", "┻"),
    ("NSW", "┤", "┫"),
    ("ESW", "┬", "┳"),
    ("NESW", "┼", "╋"),
];

/// The sides of a block at which there is another block with any of these characters.
fn neighbors(lattice: &Lattice, y: usize, x: usize, glyphs: &str) -> String {
    let block = |y: Option<usize>, x: Option<usize>| lattice.get(y?).and_then(|line| line.get(x?));
    let around = [('N', y.checked_sub(1), Some(x)), ('E', Some(y), Some(x + 1)), ('S', Some(y + 1), Some(x))];
    let around = around.into_iter().chain([('W', Some(y), x.checked_sub(1))]);
    let has_glyph = |block: &String| block.contains(|char| glyphs.contains(char));
    around.filter(|&(_, y, x)| block(y, x).is_some_and(has_glyph)).map(|(letter, ..)| letter).collect()
}

#[test]
fn every_junction_has_its_own_arms() {
    let light: HashMap<&str, &str> = ARMS.iter().map(|&(sides, light, _)| (sides, light)).collect();
    let mut seen = HashSet::new();
    for picture in pictures() {
        let lattice = cut(&text(&picture, Format::Unicode), 1, 3);
        for (y, x) in (0..lattice.len()).step_by(2).flat_map(|y| (0..lattice[y].len()).step_by(2).map(move |x| (y, x)))
        {
            let arms = neighbors(&lattice, y, x, "─│");
            assert_eq!(
                lattice[y][x],
                light[arms.as_str()],
                "row {y}, column {x}:\n{}",
                text(&picture, Format::Unicode)
            );
            seen.insert(arms);
        }
    }
    assert_eq!(seen.len(), 16);
}

/// Where the path is to be seen among the blocks: its cells, the sides between them, and one opening at each end.
fn expected_marks(picture: &Picture, path: &[Cell]) -> BTreeSet<(usize, usize)> {
    let grid = picture.maze.grid().square().unwrap();
    let place = |cell: Cell| (2 * grid.row(cell) as usize + 1, 2 * grid.column(cell) as usize + 1);
    let beside = |cell: Cell, side: Side| {
        let (y, x) = place(cell);
        match side {
            Side::N => (y - 1, x),
            Side::E => (y, x + 1),
            Side::S => (y + 1, x),
            _ => (y, x - 1),
        }
    };
    let mut marks: BTreeSet<(usize, usize)> = path.iter().map(|&cell| place(cell)).collect();
    for step in path.windows(2) {
        let ((ay, ax), (by, bx)) = (place(step[0]), place(step[1]));
        marks.insert(((ay + by) / 2, (ax + bx) / 2));
    }
    let openings = |cell: Cell| {
        let of_cell: Vec<_> = picture.maze.openings().filter(|&(owner, _)| owner == cell).collect();
        of_cell.into_iter().map(|(cell, side)| beside(cell, side))
    };
    marks.extend(openings(path[0]).next());
    marks.extend(openings(path[path.len() - 1]).next_back());
    marks
}

#[test]
fn a_path_is_drawn_on_its_cells_and_through_its_gaps() {
    let mut shown = 0;
    for picture in pictures() {
        let Some((path, drawn)) = with_path(&picture) else { continue };
        shown += 1;
        let marks = expected_marks(&picture, &path);
        for (format, narrow) in [(Format::Ascii, 1), (Format::Unicode, 1), (Format::Blocks, 2)] {
            let (plain, with) = (text(&picture, format), text(&drawn, format));
            let glyphs = format.write_info().path_glyphs;
            let marks_alone = plain.chars().filter(|&char| glyphs.contains(char)).count();
            assert!(marks_alone <= 2 * narrow, "the ends at most: {plain}");
            assert_eq!(
                with.replace(|char| glyphs.contains(char), " "),
                plain.replace(|char| glyphs.contains(char), " ")
            );
            let lattice = cut(&with, narrow, 4 - narrow);
            let places = (0..lattice.len()).flat_map(|y| (0..lattice[0].len()).map(move |x| (y, x)));
            let marked = places.filter(|&(y, x)| lattice[y][x].contains(|char| glyphs.contains(char)));
            assert_eq!(marked.collect::<BTreeSet<_>>(), marks, "{with}");
        }
        let (plain, with) = (text(&picture, Format::Csv(Table::Blocks)), text(&drawn, Format::Csv(Table::Blocks)));
        assert_eq!(with.replace('2', "0"), plain.replace(['2', '3'], "0"));
        let numbers =
            with.lines().zip(0..).flat_map(|(line, y)| line.split(',').zip(0..).map(move |(n, x)| (n, (y, x))));
        let marked = numbers.filter(|&(number, _)| number == "2").map(|(_, place)| place);
        assert_eq!(marked.collect::<BTreeSet<_>>(), marks, "{with}");
        for &encoding in Encoding::ALL {
            assert_eq!(text(&drawn, Format::Json(encoding)), text(&picture, Format::Json(encoding)));
        }
        let (plain, with) = (read_colors(&text(&picture, Format::Ansi)), read_colors(&text(&drawn, Format::Ansi)));
        for (y, x) in (0..plain.len()).flat_map(|y| (0..plain[0].len()).map(move |x| (y, x))) {
            // The ends are in their own colors with a path and without.
            let ends = [picture.from, picture.to].map(|end| {
                (
                    2 * picture.maze.grid().square().unwrap().row(end) as usize + 1,
                    2 * picture.maze.grid().square().unwrap().column(end) as usize + 1,
                )
            });
            assert_eq!(plain[y][x] != with[y][x], marks.contains(&(y, x)) && !ends.contains(&(y, x)));
        }
    }
    assert!(shown >= 6 * 12 * 4, "{shown}");
}

#[test]
fn the_unicode_path_is_one_line_with_the_right_bends() {
    let heavy: HashMap<&str, &str> = ARMS.iter().map(|&(sides, _, heavy)| (sides, heavy)).collect();
    let mut seen = HashSet::new();
    let mut check = |picture: &Picture| {
        let lattice = cut(&text(picture, Format::Unicode), 1, 3);
        for (y, x) in (1..lattice.len()).step_by(2).flat_map(|y| (1..lattice[y].len()).step_by(2).map(move |x| (y, x)))
        {
            let arms = neighbors(&lattice, y, x, Format::Unicode.write_info().path_glyphs);
            let [west, middle, east] = lattice[y][x].chars().collect::<Vec<_>>()[..] else { panic!("three columns") };
            // In a cell that is both ends, the entrance is beside the exit.
            let is_both = [west, east].contains(&'○');
            assert_eq!(is_both, middle == '●' && picture.from == picture.to);
            assert!(west == '○' || (west == '━') == arms.contains('W'));
            assert!(east == '○' || (east == '━') == arms.contains('E'));
            match middle {
                ' ' => assert_eq!(arms, ""),
                '○' | '●' => assert!(picture.path.is_some()),
                bend => assert_eq!(bend.to_string(), heavy[arms.as_str()]),
            }
            if middle != ' ' {
                seen.insert(arms);
            }
        }
    };
    for picture in pictures() {
        if let Some((_, drawn)) = with_path(&picture) {
            check(&drawn);
        }
        // Every move there is, as a walk that tries them all may make: branches in every direction.
        let (maze, grid) = (&picture.maze, picture.maze.grid());
        let there_and_back =
            |cell| maze.passages(cell).into_iter().flat_map(move |side| [grid.across(cell, side), cell]);
        let walk: Vec<Cell> = maze.cells().flat_map(there_and_back).collect();
        check(&Picture { path: Some(Trail::new(maze, &walk)), ..picture.clone() });
    }
    assert_eq!(seen.len(), 16);
}

#[test]
fn a_trail_never_goes_through_a_wall() {
    let grid = Square::new(3, 1).unwrap();
    let mut maze = Maze::closed(grid);
    maze.link(grid.at(0, 0), Side::E);
    let trail = Trail::new(&maze, &[grid.at(0, 0), grid.at(0, 1), grid.at(0, 2)]);
    assert_eq!(trail.sides(grid.at(0, 1)), Sides::NONE.with(Side::W));
    assert_eq!(trail.sides(grid.at(0, 2)), Sides::NONE);
    assert!(trail.passes(grid.at(0, 2)));
    assert!(!Trail::new(&maze, &[]).passes(grid.at(0, 0)));

    let picture = Picture { path: Some(trail), ..Picture::new(maze, grid.at(0, 0), grid.at(0, 0)) };
    assert_eq!(text(&picture, Format::Unicode), "┌───────┬───┐\n│○●━━━╸ │ • │\n└───────┴───┘\n");
    assert!("●━╸•".chars().all(|glyph| Format::Unicode.write_info().path_glyphs.contains(glyph)));
}

/// Three columns and two rows: the upper row is open from end to end, each cell below hangs from it.
fn comb() -> Picture {
    let grid = Square::new(3, 2).unwrap();
    let mut maze = Maze::closed(grid);
    for column in 0..3 {
        maze.link(grid.at(0, column), Side::S);
    }
    maze.link(grid.at(0, 0), Side::E);
    maze.link(grid.at(0, 1), Side::E);
    Picture::new(maze, grid.at(0, 0), grid.at(1, 2))
}

#[test]
fn small_pictures_in_full() {
    let (_, mut comb) = with_path(&comb()).unwrap();
    let ascii = "\
+---+---+---+
| @ * * * * |
+   +   + * +
|   |   | X |
+---+---+---+
";
    let unicode = "\
┌───────────┐
│ ○━━━━━━━┓ │
│   ╷   ╷ ┃ │
│   │   │ ● │
└───┴───┴───┘
";
    let blocks = "\
██████████████
██▒▒░░░░░░░░██
██  ██  ██░░██
██  ██  ██▓▓██
██████████████
";
    let csv = "\
1,1,1,1,1,1,1
1,2,2,2,2,2,1
1,0,1,0,1,2,1
1,0,1,0,1,2,1
1,1,1,1,1,1,1
";
    assert_eq!(text(&comb, Format::Csv(Table::Blocks)), csv);
    assert_eq!(text(&comb, Format::Ascii), ascii);
    assert_eq!(text(&comb, Format::Unicode), unicode);
    assert_eq!(text(&comb, Format::Blocks), blocks);

    let mut maze = comb.maze.clone().into_squares().unwrap();
    doors(&mut maze, comb.from, comb.to, &mut ()).unwrap();
    comb.maze = maze.into();
    let (_, comb) = with_path(&comb).unwrap();
    assert_eq!(
        text(&comb, Format::Unicode),
        "\
╶───────────┐
━━○━━━━━━━┓ │
╷   ╷   ╷ ┃ ╵
│   │   │ ●━━
└───┴───┴───╴
"
    );
}

#[test]
fn one_cell_is_a_picture_too() {
    let mut maze = Maze::closed(Square::new(1, 1).unwrap());
    let picture = |maze: &Maze<Square>, path: &[Cell]| {
        let path = Some(Trail::new(maze, path));
        Picture { path, ..Picture::new(maze.clone(), Cell(0), Cell(0)) }
    };
    assert_eq!(text(&picture(&maze, &[]), Format::Ascii), "+---+\n|   |\n+---+\n");
    assert_eq!(text(&picture(&maze, &[Cell(0)]), Format::Ascii), "+---+\n|@X |\n+---+\n");
    assert_eq!(text(&picture(&maze, &[Cell(0)]), Format::Unicode), "┌───┐\n│○● │\n└───┘\n");
    doors(&mut maze, Cell(0), Cell(0), &mut ()).unwrap();
    assert_eq!(text(&picture(&maze, &[Cell(0)]), Format::Unicode), "╶───╴\n━○●━━\n╶───╴\n");
    assert_eq!(text(&picture(&maze, &[Cell(0)]), Format::Blocks), "██████\n░░▒▓░░\n██████\n");
}

#[test]
fn pieces_are_small_and_make_the_whole() {
    for picture in pictures() {
        let picture = with_path(&picture).map_or(picture, |(_, drawn)| drawn);
        let [columns, rows] =
            [picture.maze.grid().square().unwrap().columns(), picture.maze.grid().square().unwrap().rows()]
                .map(|cells| cells as usize);
        for format in Encoding::ALL.iter().copied().map(Format::Json).chain(Format::ALL.iter().copied()) {
            let mut whole = Vec::new();
            for mut piece in Writer::new(&picture, format).unwrap() {
                let bound = match format {
                    Format::Json(Encoding::Graph) => 300 * columns + 120,
                    Format::Dxf(_) => 400 * columns + 800,
                    // The last piece has the plate from below.
                    Format::Stl(_) => 3_000 * (columns + rows) + 200,
                    // A GIF without a film is a single picture.
                    Format::Gif(_) => 400 * columns * rows + 4000,
                    // Or some openings, or a row of dead ends.
                    Format::Tmj | Format::Tmx => (160 * columns + 40 * rows + 1_600).max(64 * 160),
                    _ if format.style().is_none() => 84 * columns + 120,
                    _ => 2000,
                };
                assert!(piece.len() <= bound, "{format:?}: {}", piece.len());
                whole.append(&mut piece);
            }
            assert_eq!(whole, picture.to_bytes(format).unwrap());
        }
    }
}

#[test]
fn there_is_no_piece_after_the_last() {
    let picture = comb();
    let (mut writer, mut out) = (Writer::new(picture.clone(), Format::Ascii).unwrap(), Vec::new());
    for _ in 0..10 {
        writer.write_next(&mut out);
    }
    assert!(writer.is_done());
    assert_eq!(writer.next(), None);
    assert_eq!(out, picture.to_bytes(Format::Ascii).unwrap());
}
