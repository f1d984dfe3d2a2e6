//! ANSI: the bytes of a small maze, and colors that follow distance.

use std::collections::{HashMap, HashSet};

use dedale::formats::Format;
use dedale::generate::Algorithm;
use dedale::grid::{Cell, Side, Square};
use dedale::maze::Maze;
use dedale::picture::Picture;
use dedale::solve::distances;

use super::readers::read_colors;
use super::{WALL, comb, text};

#[test]
fn ansi_is_of_this_form() {
    let picture = Picture { distances: None, ..comb() };
    let [wall, floor, from, to] =
        ["24;26;36", "200;197;188", "255;255;255", "222;30;72"].map(|c| format!("\x1b[48;2;{c}m"));
    let expected = [
        format!("{wall}              \x1b[0m\n"),
        format!("{wall}  {from}  {floor}        {wall}  \x1b[0m\n"),
        format!("{wall}  {floor}  {wall}  {floor}  {wall}  {floor}  {wall}  \x1b[0m\n"),
        format!("{wall}  {floor}  {wall}  {floor}  {wall}  {to}  {wall}  \x1b[0m\n"),
        format!("{wall}              \x1b[0m\n"),
    ];
    assert_eq!(text(&picture, Format::Ansi), expected.concat());
}

#[test]
fn ansi_is_darker_the_farther_it_is_and_grey_where_no_way_leads() {
    let grid = Square::new(9, 7).unwrap();
    let mut maze = Algorithm::Wilson.generate(grid, 7);
    // Cut off whatever lies behind one passage.
    maze.unlink(grid.at(6, 4), maze.passages(grid.at(6, 4)).into_iter().next().unwrap());
    let from_start = distances(&maze, grid.at(0, 0), &mut ()).unwrap();
    let picture = Picture { distances: Some(from_start.clone()), ..Picture::new(maze, grid.at(0, 0), grid.at(0, 0)) };
    let colors = read_colors(&text(&picture, Format::Ansi));
    // Brightness as the eye sees it (ITU-R BT.709), on channels that are linear.
    let brightness = |[r, g, b]: [u8; 3]| {
        let [r, g, b] = [r, g, b].map(|channel| (f64::from(channel) / 255.0).powf(2.2));
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let mut by_distance: HashMap<u32, [u8; 3]> = HashMap::new();
    let (mut reached, mut unreached) = (0, 0);
    for cell in picture.maze.cells().skip(1) {
        let color = colors[2 * grid.row(cell) as usize + 1][2 * grid.column(cell) as usize + 1];
        match from_start.to(cell) {
            Some(moves) => {
                reached += 1;
                assert_eq!(*by_distance.entry(moves).or_insert(color), color);
            }
            None => {
                unreached += 1;
                assert_eq!(color, [128, 128, 128]);
            }
        }
    }
    assert!(reached > 20 && unreached > 0, "{reached} {unreached}");
    for moves in 2..=from_start.longest() {
        assert!(brightness(by_distance[&moves]) < brightness(by_distance[&(moves - 1)]), "{moves} moves");
    }
    assert!(brightness(by_distance[&from_start.longest()]) > 3.0 * brightness(WALL));
    assert_eq!(by_distance[&from_start.longest()], [83, 70, 136]);
}

#[test]
fn ansi_has_no_step_in_its_shades() {
    let grid = Square::new(257, 1).unwrap();
    let mut maze = Maze::closed(grid);
    for cell in maze.cells().take(256) {
        maze.link(cell, Side::E);
    }
    let from_start = distances(&maze, Cell(0), &mut ()).unwrap();
    let picture = Picture { distances: Some(from_start), ..Picture::new(maze, Cell(0), Cell(0)) };
    let colors = read_colors(&text(&picture, Format::Ansi)).swap_remove(1);
    let shades = &colors[2..colors.len() - 1];
    // A few neighbors are rounded to the same.
    assert!(shades.iter().collect::<HashSet<_>>().len() > 240);
    let differs_little = |a: [u8; 3], b: [u8; 3]| a.into_iter().zip(b).all(|(a, b)| a.abs_diff(b) <= 3);
    assert!(shades.windows(2).all(|pair| differs_little(pair[0], pair[1])), "{shades:?}");
}
