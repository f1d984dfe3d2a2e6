//! The steps of an algorithm on a mesh as an animated GIF: pictures as in a PNG, in the nearest colors of a palette.
//!
//! Of each pixel it is kept which cell it is a part of, and which mixture is drawn above. So another mark of a cell only gives its pixels
//! other colors, and nothing is painted but what changes its lines. Where two marks meet without a wall between them the edge is not smooth;
//! there are none in the last picture.

use super::OnMesh;
use super::layout::Layout;
use super::paint::{CellsOfTiles, Painting, WORK, mixtures, rock, tiles};
use super::sketch::Sketch;
use crate::draw::frames::{Animated, Frames, colors, mixed, of_marks};
use crate::draw::png_file::rgba;
use crate::draw::raster::{Area, Tiles};
use crate::draw::shapes::{PIXELS, middles};
use crate::grid::{Cell, Grid, GridKind, Mesh, MeshOptions, Wrap};
use crate::picture::film::{Change, Mark};
use crate::picture::form::Form;
use crate::picture::palette::Rgb;
use crate::picture::{Animation, Color, Picture, Style};

/// How many mixtures of each two colors the palette has.
const BETWEEN: u32 = 6;

/// How many cells a tile is wide and high: with more, much is painted that has not changed; with fewer, many cells are painted in several
/// tiles.
const TILE: u64 = 2;

/// The owner of pixels that are no part of a cell.
const NONE: u32 = u32::MAX;

/// The animation of a picture.
pub(in crate::draw) fn start(shown: OnMesh<'_>, animation: Animation) -> Box<dyn Form> {
    Box::new(Frames::new(shown.picture, animation, OfCells::new(shown.mesh, animation)))
}

/// Paints pictures of a mesh.
struct OfCells {
    painting: Painting,
    tiles: Tiles,
    cells: CellsOfTiles,
    /// The larger tiles of a picture that differs everywhere, as long as it is taken note of, and which of them is the next.
    large: Option<(Tiles, CellsOfTiles, u64)>,
    /// Whether the lines of the part are painted that is being drawn, and of how many cells the owners are noted.
    is_painted: bool,
    owned: usize,
    palette: Vec<Rgb>,
    /// By the number of a mixture: the numbers of its nearest colors on the ground and on each mark.
    nearest: Vec<[u8; Mark::COUNT + 1]>,
    /// Whether a wall is drawn only where its two cells meet.
    is_plane: bool,
    /// By pixel: the number of the cell that it is a part of, and that of the mixture above the cell.
    owners: Vec<u32>,
    above: Vec<u8>,
    /// The owners of a part, by pixel of its blocks.
    of_part: Vec<u32>,
}

impl OfCells {
    fn new(mesh: &Mesh, animation: Animation) -> OfCells {
        let style = animation.style;
        let layout = Layout::new(mesh, style);
        // A pixel of a GIF has a color or none.
        let opaque = Style { background: Color::opaque(style.background.rgb), ..style };
        let mut palette = colors(style);
        for second in 1..palette.len() {
            for first in 0..second {
                let between = |part| mixed(palette[first], palette[second], part, BETWEEN + 1);
                palette.extend((1..=BETWEEN).map(between).collect::<Vec<_>>());
            }
        }
        if mesh.rock().is_some() {
            let [red, green, blue, _] = rock(opaque);
            palette.push([red, green, blue]);
        }
        let shades = [&[style.background.rgb][..], &of_marks(style)].concat();
        let mut nearest = Vec::new();
        for (k, shade) in shades.into_iter().enumerate() {
            let colors = mixtures(rgba(Color::opaque(shade)), opaque);
            for (number, [red, green, blue, _]) in colors.enumerate() {
                nearest.resize(nearest.len().max(number + 1), [0; Mark::COUNT + 1]);
                nearest[number][k] = nearest_of(&palette, [red, green, blue]);
            }
        }
        // The cells of a custom grid may be of any size: then there is a tile for each.
        let side = match mesh.kind() {
            GridKind::Custom => layout.size[0] * layout.size[1] / u64::from(mesh.cells()),
            _ => 0,
        };
        let tiles = Tiles::new(layout.size, [side.isqrt().max(TILE * u64::from(style.cell)); 2]);
        let cells = CellsOfTiles::new(mesh, tiles);
        let &MeshOptions { kind, wrap, floors, .. } = mesh.options();
        let is_plane = wrap == Wrap::Off && floors == 1 && kind != GridKind::Custom && mesh.crossings().is_empty();
        OfCells {
            painting: Painting::new(layout),
            tiles,
            cells,
            large: None,
            is_painted: false,
            owned: 0,
            palette,
            nearest,
            is_plane,
            owners: Vec::new(),
            above: Vec::new(),
            of_part: Vec::new(),
        }
    }

    /// Notes what is drawn in a tile, and if asked to, which of the cells, which are all that it shows, each pixel is a part of. The result is
    /// whether that is done; otherwise the same is to be drawn next.
    fn draw(&mut self, shown: OnMesh<'_>, tiles: Tiles, cells: &CellsOfTiles, tile: u64, has_owners: bool) -> bool {
        let (area, in_tile) = (tiles.area(tile), cells.of(tile));
        let most = self.painting.work() + WORK;
        if !self.is_painted {
            if !self.painting.paint(shown, in_tile, area) {
                return false;
            }
            self.of_part.clear();
            self.of_part.resize(if has_owners { self.painting.pixels() } else { 0 }, NONE);
            (self.is_painted, self.owned) = (true, 0);
        }
        if has_owners {
            let owners = &mut self.of_part;
            let mut own = |owner: u32, number: usize, block: &_| {
                let owned = owners[number * PIXELS..].iter_mut().zip(middles(block)).filter(|(_, is_set)| *is_set);
                owned.for_each(|(pixel, _)| *pixel = owner);
            };
            for &cell in &in_tile.cells[self.owned..] {
                if self.painting.work() >= most {
                    return false;
                }
                self.owned += 1;
                self.painting.cover(shown, Cell(cell), |_| false, |number, block| own(cell, number, block));
            }
            self.painting.uncover(|number, block| own(NONE, number, block));
        }
        self.is_painted = false;
        let line = self.tiles.size[0] as usize;
        self.painting.each(|[x, y], block, numbers| {
            let start = (area.top as usize + y) * line + area.left as usize + x;
            self.above[start..start + numbers.len()].copy_from_slice(numbers);
            if has_owners {
                let of_block = &self.of_part[block * PIXELS..][..numbers.len()];
                self.owners[start..start + numbers.len()].copy_from_slice(of_block);
            }
        });
        true
    }
}

/// The number of the color of a palette that differs least.
fn nearest_of(palette: &[Rgb], color: Rgb) -> u8 {
    let difference = |other: &Rgb| (0..3).map(|k| u32::from(color[k].abs_diff(other[k])).pow(2)).sum::<u32>();
    (0..).zip(palette).min_by_key(|(_, other)| difference(other)).map_or(0, |(number, _)| number)
}

impl Animated for OfCells {
    fn tiles(&self) -> &Tiles {
        &self.tiles
    }

    /// In larger tiles than later, since what is at a border is drawn twice.
    fn begin(&mut self, picture: &Picture) -> bool {
        let Some(shown @ OnMesh { mesh, .. }) = OnMesh::of(picture) else { return true };
        if !self.cells.go_on(mesh, &self.painting.layout) {
            return false;
        }
        let (tiles, mut cells, mut tile) = self.large.take().unwrap_or_else(|| {
            let tiles = tiles(&self.painting.layout);
            let pixels = (tiles.size[0] * tiles.size[1]) as usize;
            self.owners.resize(pixels, NONE);
            self.above.resize(pixels, 0);
            (tiles, CellsOfTiles::new(mesh, tiles), 0)
        });
        let most = self.painting.work() + WORK;
        if cells.go_on(mesh, &self.painting.layout) {
            while tile < tiles.count()
                && self.painting.work() < most
                && self.draw(shown, tiles, &cells, tile, picture.distances.is_some())
            {
                tile += 1;
            }
        }
        let is_done = tile == tiles.count();
        self.large = (!is_done).then_some((tiles, cells, tile));
        is_done
    }

    fn work(&self) -> u64 {
        self.painting.work()
    }

    fn palette(&self) -> Vec<Rgb> {
        self.palette.clone()
    }

    /// Also the bridges over tunnels of a cell, which may be at the opposite edge of the picture.
    fn showing(&self, picture: &Picture, change: Change, mut show: impl FnMut(u64)) {
        let Some(shown @ OnMesh { mesh, .. }) = OnMesh::of(picture) else { return };
        let layout = &self.painting.layout;
        if let Change::Wall(cell, other) = change
            && self.is_plane
        {
            let [[across, down], [far_across, far_down]] = [cell, other].map(|cell| layout.pixels_of(mesh, cell));
            let common =
                |[first, last]: [u64; 2], [far_first, far_last]: [u64; 2]| [first.max(far_first), last.min(far_last)];
            return self.tiles.showing([common(across, far_across), common(down, far_down)]).for_each(show);
        }
        let sketch = Sketch::new(shown, layout);
        for cell in change.cells() {
            let [mut across, mut down] = layout.pixels_of(mesh, cell);
            if matches!(change, Change::Lines(end) if [picture.from, picture.to].contains(&end)) {
                // A mark may be outside a door that opens.
                for (pixels, size) in [&mut across, &mut down].into_iter().zip(self.tiles.size) {
                    let margin = u64::from(layout.style.margin);
                    *pixels = [pixels[0].saturating_sub(margin), (pixels[1] + margin).min(size - 1)];
                }
            }
            self.tiles.showing([across, down]).for_each(&mut show);
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

    fn paint(&mut self, picture: &Picture, tile: u64, marks: bool, pixels: &mut Vec<u8>) -> bool {
        let Some(shown @ OnMesh { mesh, .. }) = OnMesh::of(picture) else { return true };
        let Area { left, top, width, height } = self.tiles.area(tile);
        if !marks {
            let none = CellsOfTiles::new(mesh, self.tiles);
            let cells = std::mem::replace(&mut self.cells, none);
            // Only the ends of tunnels move the borders of cells.
            let has_owners = !mesh.crossings().is_empty();
            let is_drawn = self.draw(shown, self.tiles, &cells, tile, has_owners);
            self.cells = cells;
            if !is_drawn {
                return false;
            }
        }
        let mark_of = |owner: u32| if owner == NONE { None } else { picture.distances.as_ref()?.to(Cell(owner)) };
        for y in top..top + height {
            let start = (y * self.tiles.size[0] + left) as usize;
            let places = start..start + width as usize;
            let both = self.owners[places.clone()].iter().zip(&self.above[places]);
            pixels.extend(both.map(|(&owner, &above)| {
                self.nearest[usize::from(above)][mark_of(owner).map_or(0, |mark| mark as usize + 1)]
            }));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::MazeOptions;
    use crate::picture::{Film, Shown, Trail};
    use crate::solve::Solver;

    /// The picture of a query with the film of how it was built, or solved.
    fn filmed(query: &str, shown: Shown) -> Picture {
        let (mut built, mut solved) = (Film::default(), Film::default());
        let made = query.parse::<MazeOptions>().unwrap().make(&mut built.recorder(&mut ()));
        let picture = made.unwrap();
        let Picture { ref maze, from, to, .. } = picture;
        let Ok(found) = Solver::Bfs.run(maze, from, to, false, &mut solved.recorder(&mut ()));
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
            ("floors=2&w=5&h=4&wrap=x", Shown::Building),
            ("floors=2&w=5&h=4", Shown::Solving),
            ("grid=cairo&w=4&h=3&algo=kruskal", Shown::Building),
        ] {
            let picture = filmed(&format!("{query}&seed=7"), shown);
            let animation = Animation { shown, fps: 10, seconds: 3, ..Animation::DEFAULT };
            let mut frames =
                Frames::new(&picture, animation, OfCells::new(picture.maze.grid().mesh().unwrap(), animation));
            for number in 0..frames.pieces() {
                frames.write_piece(&mut &picture, number, &mut Vec::new());
                while !frames.is_complete() {
                    frames.write_piece(&mut &picture, number, &mut Vec::new());
                }
                if number + 1 < frames.pieces() {
                    let mut anew = OfCells::new(picture.maze.grid().mesh().unwrap(), animation);
                    frames.assert_like_new(&mut anew, &format!("{query}, picture {number}"));
                }
            }
        }
    }
}
