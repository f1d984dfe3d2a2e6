//! The steps of an algorithm on a mesh as an animated GIF: pictures as in a PNG, in the nearest colors of a palette.
//!
//! Of each pixel it is kept which cell it is a part of, and what is drawn above. So another mark of a cell only gives its pixels other
//! colors, and nothing is drawn but what changes its lines. Where two marks meet without a wall between them the edge is not smooth; there
//! are none in the last picture, which is painted as a PNG is.

use std::collections::BTreeMap;
use std::ops::Range;

use super::layout::Layout;
use super::png::{Canvas, CellsOfTiles, OfTile, Painting, tiles};
use super::sketch::Sketch;
use crate::draw::area::{Area, Tiles};
use crate::draw::canvas::Ink;
use crate::draw::gif::{Frames, Raster, colors, mixed, of_marks};
use crate::grid::{Cell, Grid, GridKind, Mesh, MeshOptions, Wrap};
use crate::picture::film::Change;
use crate::picture::form::MeshForm as Form;
use crate::picture::palette::Rgb;
use crate::picture::{Animation, Color, Picture};

/// How many mixtures of each two colors the palette has.
const BETWEEN: u32 = 6;

/// How many cells a tile is wide and high: with more, much is painted that has not changed; with fewer, many cells are painted in several
/// tiles.
const TILE: u64 = 2;

/// The animation of a picture.
pub(crate) fn start(picture: &Picture<Mesh>, animation: Animation) -> Box<dyn Form> {
    Box::new(Frames::new(picture, animation, OfCells::new(picture, animation)))
}

/// Paints pictures of a mesh.
struct OfCells {
    painting: Painting,
    tiles: Tiles,
    cells: CellsOfTiles,
    palette: Nearest,
    /// The colors of the ground, and of the marks.
    shades: Vec<Rgb>,
    /// By pixel: the number of the cell that it is a part of; of none, the largest number.
    owners: Vec<u32>,
    /// Whether a wall is drawn only where its two cells meet.
    is_plane: bool,
    /// Whether all of the picture has been drawn.
    is_begun: bool,
    /// By pixel: the number of what is drawn above the cell.
    above: Vec<u32>,
    /// The numbers of all that has been drawn: colors, and how much they cover.
    inks: BTreeMap<[u8; 4], u32>,
    /// By these numbers: the number of the color on each shade.
    mixtures: Vec<Vec<u8>>,
}

impl OfCells {
    fn new(picture: &Picture<Mesh>, animation: Animation) -> OfCells {
        let layout = Layout::new(picture.maze.grid(), animation.style);
        let mut palette = colors(animation.style);
        for second in 1..palette.len() {
            for first in 0..second {
                let between = |part| mixed(palette[first], palette[second], part, BETWEEN + 1);
                palette.extend((1..=BETWEEN).map(between).collect::<Vec<_>>());
            }
        }
        if picture.maze.grid().rock().is_some() {
            let Color { rgb, alpha } = Ink::Rock.color(&animation.style);
            palette.push(mixed(animation.style.background.rgb, rgb, alpha.into(), 255));
        }
        let tiles = Tiles::new(layout.size, [TILE * u64::from(animation.style.cell); 2]);
        let cells = CellsOfTiles::new(picture.maze.grid(), &layout, tiles);
        let pixels = (layout.size[0] * layout.size[1]) as usize;
        let mesh = picture.maze.grid();
        let &MeshOptions { kind, wrap, levels, .. } = mesh.options();
        let is_plane = wrap == Wrap::Off && levels == 1 && kind != GridKind::Custom && mesh.crossings().is_empty();
        OfCells {
            painting: Painting { layout, heat: None },
            tiles,
            cells,
            palette: Nearest { palette, known: BTreeMap::new(), last: None },
            shades: [&[animation.style.background.rgb][..], &of_marks(animation.style)].concat(),
            owners: vec![u32::MAX; pixels],
            is_plane,
            is_begun: false,
            above: vec![0; pixels],
            inks: BTreeMap::new(),
            mixtures: Vec::new(),
        }
    }

    /// Notes what is drawn in a part of the picture, and of these `cells`, which are all that it shows, which one each pixel is a part of.
    fn draw(&mut self, picture: &Picture<Mesh>, area: Area, shown: OfTile<'_>) -> Option<()> {
        let layout = &self.painting.layout;
        let sketch = Sketch { picture, layout };
        // Only the ends of tunnels move the borders of cells.
        if !self.is_begun || !picture.maze.grid().crossings().is_empty() {
            let mut owners = Canvas::of_numbers(layout, area)?;
            for (number, &cell) in (1_u32..).zip(shown.cells) {
                let [red, green, blue, _] = number.to_le_bytes();
                owners.paint(&[sketch.area(Cell(cell), |_| false)], Color::opaque([red, green, blue]), None);
            }
            let colors = owners.colors();
            for (place, [red, green, blue]) in places(area, layout.size).flatten().zip(colors) {
                let number = u32::from_le_bytes([red, green, blue, 0]);
                self.owners[place] = number.checked_sub(1).map_or(u32::MAX, |number| shown.cells[number as usize]);
            }
        }
        let mut above = Canvas::new(layout, area, Color { rgb: [0; 3], alpha: 0 })?;
        self.painting.paint_above(sketch, shown, &mut above);
        let mut inks = above.seen();
        // Most pixels are like the one before.
        let mut last = None;
        for places in places(area, layout.size) {
            for (place, ink) in places.zip(&mut inks) {
                self.above[place] = match last {
                    Some((before, number)) if before == ink => number,
                    _ => *self.inks.entry(ink).or_insert_with(|| {
                        let shades = self.shades.iter().map(|&shade| self.palette.number(covered(shade, ink)));
                        self.mixtures.push(shades.collect());
                        (self.mixtures.len() - 1) as u32
                    }),
                };
                last = Some((ink, self.above[place]));
            }
        }
        Some(())
    }
}

/// The places of the pixels of a part of a picture, line by line.
fn places(Area { left, top, width, height }: Area, [line, _]: [u64; 2]) -> impl Iterator<Item = Range<usize>> {
    (top..top + height).map(move |y| (y * line + left) as usize..(y * line + left + width) as usize)
}

/// The color of a pixel above which something is drawn.
fn covered(ground: Rgb, [red, green, blue, alpha]: [u8; 4]) -> Rgb {
    let seen = |channel: u8| ((u32::from(channel) * (255 - u32::from(alpha)) + 127) / 255) as u8;
    let [under, above] = [ground.map(seen), [red, green, blue]];
    [0, 1, 2].map(|channel| under[channel].saturating_add(above[channel]))
}

impl Raster<Mesh> for OfCells {
    fn tiles(&self) -> &Tiles {
        &self.tiles
    }

    /// In larger tiles than later, since what is at a border is drawn twice.
    fn begin(&mut self, picture: &Picture<Mesh>) {
        let tiles = tiles(&self.painting.layout);
        let cells = CellsOfTiles::new(picture.maze.grid(), &self.painting.layout, tiles);
        for tile in 0..tiles.count() {
            let drawn = self.draw(picture, tiles.area(tile), cells.of(tile));
            debug_assert!(drawn.is_some(), "a tile has pixels");
        }
        self.is_begun = true;
    }

    fn cut_as_png(&mut self, picture: &Picture<Mesh>) {
        self.tiles = tiles(&self.painting.layout);
        self.cells = CellsOfTiles::new(picture.maze.grid(), &self.painting.layout, self.tiles);
        (self.owners, self.above) = (Vec::new(), Vec::new());
    }

    fn palette(&self) -> Vec<Rgb> {
        self.palette.palette.clone()
    }

    /// Also the bridges over tunnels of a cell, which may be at the opposite edge of the picture.
    fn showing(&self, picture: &Picture<Mesh>, change: Change, mut show: impl FnMut(u64)) {
        let (mesh, layout) = (picture.maze.grid(), &self.painting.layout);
        if let Change::Wall(cell, other) = change
            && self.is_plane
        {
            let [[across, down], [far_across, far_down]] = [cell, other].map(|cell| layout.pixels_of(mesh, cell));
            let common =
                |[first, last]: [u64; 2], [far_first, far_last]: [u64; 2]| [first.max(far_first), last.min(far_last)];
            return self.tiles.showing([common(across, far_across), common(down, far_down)]).for_each(show);
        }
        let sketch = Sketch { picture, layout };
        for cell in change.cells() {
            self.tiles.showing(layout.pixels_of(mesh, cell)).for_each(&mut show);
            if mesh.crossings().is_empty() {
                continue;
            }
            for side in mesh.inner_sides(cell).into_iter().filter(|&side| mesh.is_tunnel(cell, side)) {
                if let Some(bridge) = mesh.edge(cell, side).and_then(|edge| sketch.beside(edge)) {
                    self.tiles.showing(layout.pixels_of(mesh, bridge.cell())).for_each(&mut show);
                }
            }
        }
    }

    fn paint(&mut self, picture: &Picture<Mesh>, tile: u64, marks: bool, pixels: &mut Vec<u8>) {
        let area = self.tiles.area(tile);
        let Some(distances) = &picture.distances else {
            let canvas = self.painting.paint(picture, self.cells.of(tile), area);
            pixels.extend(canvas.iter().flat_map(Canvas::colors).map(|color| self.palette.number(color)));
            return;
        };
        if !marks {
            let cells = std::mem::take(&mut self.cells);
            let drawn = self.draw(picture, area, cells.of(tile));
            debug_assert!(drawn.is_some(), "a tile has pixels");
            self.cells = cells;
        }
        for places in places(area, self.tiles.size) {
            let both = self.owners[places.clone()].iter().zip(&self.above[places]);
            pixels.extend(both.map(|(&owner, &above)| {
                let mark = if owner == u32::MAX { None } else { distances.to(Cell(owner)) };
                self.mixtures[above as usize][mark.map_or(0, |mark| mark as usize + 1)]
            }));
        }
    }
}

/// A palette, and the nearest of its colors to those that have been met.
struct Nearest {
    palette: Vec<Rgb>,
    known: BTreeMap<Rgb, u8>,
    /// Most pixels have the color of the one before.
    last: Option<(Rgb, u8)>,
}

impl Nearest {
    /// The number of the color that differs least.
    fn number(&mut self, color: Rgb) -> u8 {
        let difference = |other: &Rgb| (0..3).map(|k| u32::from(color[k].abs_diff(other[k])).pow(2)).sum::<u32>();
        let nearest = || (0..).zip(&self.palette).min_by_key(|(_, other)| difference(other));
        let number = match self.last {
            Some((before, number)) if before == color => number,
            _ => *self.known.entry(color).or_insert_with(|| nearest().map_or(0, |(number, _)| number)),
        };
        self.last = Some((color, number));
        number
    }
}

impl Form for Frames<Mesh, OfCells> {
    fn pieces(&self) -> u64 {
        self.pictures()
    }

    fn write_piece(&mut self, picture: &Picture<Mesh>, number: u64, out: &mut Vec<u8>) {
        self.write(picture, number, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::MazeOptions;
    use crate::picture::{Film, Shown, Trail};
    use crate::solve::{KeepWalk, Solver};

    /// The picture of a query with the film of how it was built, or solved.
    fn filmed(query: &str, shown: Shown) -> Picture<Mesh> {
        let (mut built, mut solved) = (Film::default(), Film::default());
        let made = query.parse::<MazeOptions>().unwrap().make(&mut built.recorder(&mut ()));
        let picture = made.unwrap().into_mesh().unwrap();
        let Picture { ref maze, from, to, .. } = picture;
        let Ok(found) = Solver::Bfs.run(maze, from, to, KeepWalk::No, &mut solved.recorder(&mut ()));
        let path = found.path().map(|path| Trail::new(maze, path));
        Picture { film: Some(if shown == Shown::Building { built } else { solved }), path, ..picture }
    }

    #[test]
    fn what_changes_is_all_that_differs() {
        for (query, shown) in [
            ("grid=hex&w=7&h=5&doors=true&braid=0.3", Shown::Building),
            ("grid=hex&w=7&h=5&doors=true", Shown::Solving),
            ("grid=polar&rings=4&algo=wilson", Shown::Building),
            ("grid=polar&rings=4", Shown::Solving),
            ("weave=1&w=9&h=7", Shown::Building),
            ("weave=1&w=9&h=7", Shown::Solving),
            ("weave=0.7&wrap=xy&w=6&h=6", Shown::Building),
            ("weave=0.7&wrap=xy&w=6&h=6", Shown::Solving),
            ("levels=2&w=5&h=4&wrap=x", Shown::Building),
            ("levels=2&w=5&h=4", Shown::Solving),
            ("grid=cairo&w=4&h=3&algo=kruskal", Shown::Building),
        ] {
            let picture = filmed(&format!("{query}&seed=7"), shown);
            let animation = Animation { shown, fps: 10, seconds: 3, ..Animation::DEFAULT };
            let mut frames = Frames::new(&picture, animation, OfCells::new(&picture, animation));
            for number in 0..frames.pictures() {
                frames.write(&picture, number, &mut Vec::new());
                if number + 1 < frames.pictures() {
                    let mut anew = OfCells::new(&picture, animation);
                    frames.assert_like_new(&mut anew, &format!("{query}, picture {number}"));
                }
            }
        }
    }
}
