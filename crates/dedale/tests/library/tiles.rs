//! Tiles beside each other are the whole picture, pixel by pixel.

use dedale::endless::Tiles;
use dedale::formats::{Format, Writer};
use dedale::generate::Algorithm;
use dedale::options::MazeOptions;
use dedale::picture::{Color, Style};

/// A picture in memory.
struct Image {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 4]>,
}

impl Image {
    fn read(bytes: &[u8]) -> Image {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
        let mut reader = decoder.read_info().unwrap();
        let mut samples = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut samples).unwrap();
        assert_eq!(info.color_type, png::ColorType::Rgba);
        let pixels = samples[..info.buffer_size()].as_chunks::<4>().0.to_vec();
        Image { width: info.width as usize, height: info.height as usize, pixels }
    }

    fn at(&self, x: usize, y: usize) -> [u8; 4] {
        self.pixels[y * self.width + x]
    }
}

fn whole(maze: &MazeOptions, style: Style, path: &[Vec<[u64; 2]>]) -> Image {
    let made = maze.make_part(path).unwrap();
    let bytes: Vec<u8> = Writer::new(made, Format::Png(style)).unwrap().flatten().collect();
    Image::read(&bytes)
}

const STYLES: [Style; 3] = [
    Style { margin: 0, ..Style::DEFAULT },
    Style { margin: 0, wall: 6, background: Color { rgb: [10, 20, 30], alpha: 100 }, ..Style::DEFAULT },
    Style { margin: 0, wall: 5, color: [9, 8, 7], ..Style::DEFAULT },
];

/// Cells row by row, as if they were a path. Steps through walls are not drawn.
fn comb(rows: u64, columns: u64) -> Vec<Vec<[u64; 2]>> {
    (0..rows).map(|row| (0..columns).map(|column| [row, column]).collect()).collect()
}

#[test]
fn tiles_are_the_whole_picture() {
    for maze in [
        "algo=quilt&w=40&h=33&seed=7&doors=true",
        "algo=quilt&w=32&h=48&seed=1&from=3,4&to=40,30",
        "algo=division&w=70&h=20&seed=3",
        "algo=binary-tree&w=33&h=32&seed=5&doors=true",
        "algo=sidewinder&w=5&h=5&seed=5",
    ] {
        let maze: MazeOptions = maze.parse().unwrap();
        let tiles = Tiles::new(maze.clone()).unwrap();
        for (zoom, is_double) in tiles.zooms().flat_map(|zoom| [false, true].map(|it| (zoom, it))) {
            let up = tiles.zooms().end() - zoom;
            let double = if is_double { 2 } else { 1 };
            let is_quilt = matches!(maze.algorithm(), Algorithm::Quilt { .. });
            let level = if is_quilt { up } else { 0 };
            let cell = if is_quilt { 16 * double } else { (16 * double) >> up };
            if cell < 2 {
                continue;
            }
            let [columns, rows] = maze.size().unwrap().map(|side| ((side - 1) >> level) + 1);
            let of_level = format!("{maze}&zoom_level={level}&window=0,0,{rows},{columns}");
            let of_level: MazeOptions = replaced(&of_level).parse().unwrap();
            let style = STYLES[((zoom + double) % 3) as usize];
            {
                let wall = (style.wall * cell / 16).clamp(1, cell - 1);
                let drawn = Style { cell, wall, ..style };
                for path in [vec![], comb(rows, columns)] {
                    let expected = whole(&of_level, drawn, &path);
                    let side = 256 * double as usize;
                    let [width, height] = [columns, rows].map(|cells| cells as usize * cell as usize);
                    let count = |length: usize| length.div_ceil(side) + 1;
                    for (x, y) in (0..count(width)).flat_map(|x| (0..count(height)).map(move |y| (x, y))) {
                        let tile = tiles.tile(zoom, x as u64, y as u64, is_double).unwrap();
                        let tile = Image::read(&tile.png(&path, style).unwrap());
                        assert_eq!([tile.width, tile.height], [side, side]);
                        for (at_x, at_y) in (0..side).flat_map(|x| (0..side).map(move |y| (x, y))) {
                            let place = [x * side + at_x, y * side + at_y];
                            let is_in = place[0] < width && place[1] < height;
                            // Half of a wall of one pixel is nothing: the last one is drawn within the maze.
                            let half = |place: usize, end: usize| match wall {
                                1 if place + 1 == end => place + 1,
                                _ => place + wall as usize / 2,
                            };
                            let shown = is_in.then(|| expected.at(half(place[0], width), half(place[1], height)));
                            let is_alike = tile.at(at_x, at_y) == shown.unwrap_or_default();
                            assert!(is_alike, "{maze} zoom {zoom} {is_double}, tile {x},{y}, pixel {at_x},{at_y}");
                        }
                    }
                }
            }
        }
    }
}

/// The options without the window that they were displayed with.
fn replaced(text: &str) -> String {
    let mut windows = text.match_indices("&window=");
    let (first, _) = windows.next().unwrap();
    let after = text[first + 1..].find('&').map_or(text.len(), |end| first + 1 + end);
    format!("{}{}", &text[..first], &text[after..])
}

/// Where a cell has one pixel, it is the mean of the four pixels that its walls and its room have.
#[test]
fn small_cells_are_means() {
    // The tiles of the second one are full, and the one in the middle has neither an end nor an edge of the maze.
    for (columns, rows, zooms) in [(270, 250, 1..=5), (530, 300, 2..=6)] {
        let maze: MazeOptions = format!("algo=division&w={columns}&h={rows}&seed=3&zoom_level=0").parse().unwrap();
        let tiles = Tiles::new(maze.clone()).unwrap();
        assert_eq!(tiles.zooms(), zooms);
        check_small_cells(&tiles, &maze, [columns, rows]);
    }
}

fn check_small_cells(tiles: &Tiles, maze: &MazeOptions, [columns, rows]: [usize; 2]) {
    let style = Style { cell: 2, wall: 1, margin: 0, ..Style::DEFAULT };
    let path = comb(rows as u64, columns as u64);
    for path in [&[][..], &path[..]] {
        let expected = whole(maze, style, path);
        for x in 0..columns.div_ceil(256) {
            let tile = tiles.tile(*tiles.zooms().start(), x as u64, 0, false).unwrap();
            let bytes = tile.png(path, style).unwrap();
            if path.is_empty() && (columns, x) == (530, 1) {
                assert!(bytes.len() < 17_000, "of walls alone there are four mixtures, and two bits for a pixel");
            }
            let tile = Image::read(&bytes);
            for (at_x, y) in (0..256).flat_map(|x| (0..256).map(move |y| (x, y))) {
                let column = 256 * x + at_x;
                if column >= columns || y >= rows {
                    assert_eq!(tile.at(at_x, y), [0; 4]);
                    continue;
                }
                // The last walls are drawn within the maze.
                let last = |place: usize, end: usize| 2 * place + if place + 1 == end { 2 } else { 1 };
                let (xs, ys) = ([2 * column, last(column, columns)], [2 * y, last(y, rows)]);
                let four = xs.into_iter().flat_map(|x| ys.map(|y| expected.at(x, y)));
                let sums = four.fold([0; 3], |sums: [u32; 3], pixel| [0, 1, 2].map(|k| sums[k] + u32::from(pixel[k])));
                let [r, g, b] = sums.map(|sum| ((sum + 2) / 4) as u8);
                assert_eq!(tile.at(at_x, y), [r, g, b, 255], "{column},{y}");
            }
        }
    }
}

#[test]
fn svg_tiles_are_parts_of_the_whole() {
    let maze: MazeOptions = "algo=quilt&w=40&h=33&seed=7".parse().unwrap();
    let tiles = Tiles::new(maze).unwrap();
    let text = |x, y| String::from_utf8(tiles.tile(2, x, y, false).unwrap().svg(&[], Style::DEFAULT).unwrap());
    let first = text(0, 0).unwrap();
    assert!(first.contains("<svg width=\"256\" height=\"256\" viewBox=\"1 1 256 256\">"), "{first}");
    let last = text(2, 2).unwrap();
    assert!(last.contains("<svg width=\"128\" height=\"16\" viewBox=\"17 17 128 16\">"), "{last}");
    let outside = text(3, 0).unwrap();
    assert!(!outside.contains("<path") && outside.ends_with("</svg>\n"), "{outside}");
}

#[test]
fn zooms_cover_the_maze() {
    for (size, algo, zooms) in [
        ("w=1&h=1", "quilt", 0..=0),
        ("w=16&h=16", "quilt", 0..=0),
        ("w=17&h=1", "quilt", 0..=1),
        ("w=32&h=33", "quilt", 0..=2),
        ("w=9007199254740991&h=1", "quilt", 0..=49),
        ("w=9007199254740991&h=1", "division", 45..=49),
        ("w=256&h=256", "sidewinder", 0..=4),
        ("w=257&h=256", "binary-tree", 1..=5),
    ] {
        let maze: MazeOptions = format!("algo={algo}&{size}&seed=1&window=0,0,1,1").parse().unwrap();
        let tiles = Tiles::new(maze).unwrap();
        assert_eq!(tiles.zooms(), zooms, "{algo} {size}");
        for zoom in 0..=50 {
            let tile = tiles.tile(zoom, 0, 0, false);
            assert_eq!(tile.is_some(), zooms.contains(&zoom), "{algo} {size} {zoom}");
            let outside = tiles.tile(zoom, u64::MAX, 0, true);
            assert!(outside.is_none_or(|tile| tile.window.is_none()));
        }
        assert!(tiles.tile(*zooms.end(), 1 << zooms.end(), 0, false).unwrap().window.is_none());
    }
}
