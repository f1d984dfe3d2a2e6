//! The steps of an algorithm on a mesh as an animated GIF: pictures as in a PNG, in the nearest colors of a palette.
//!
//! For each pixel, the cell that it belongs to is kept, and the mixture that is drawn above it. So another mark of a cell only gives its pixels
//! other colors, and only changed lines are painted. Where two marks meet without a wall between them the edge is not smooth;
//! there are none in the last picture.

use super::OnMesh;
use super::layout::Layout;
use super::paint::{Painting, WORK, mixtures, rock};
use super::sketch::Sketch;
use crate::draw::animated::{Animated, AnimationWriter, colors, mixed, of_marks};
use crate::draw::png_file::rgba;
use crate::draw::raster::{PixelArea, TileGrid};
use crate::draw::shapes::{PIXELS, middles};
use crate::grid::{Cell, Grid, GridKind, Mesh, MeshOptions, Wrap};
use crate::picture::film::{CellMark, Change};
use crate::picture::palette::Rgb;
use crate::picture::piece_writer::PieceWriter;
use crate::picture::{Animation, Color, Picture, Style};

/// How many mixtures of each two colors the palette has.
const BETWEEN: u32 = 6;

/// How many cells a tile is wide and high: with more, much is painted that has not changed; with fewer, many cells are painted in several
/// tiles.
const TILE: u64 = 2;

/// The owner of pixels that are no part of a cell.
const NONE: u32 = u32::MAX;

/// Returns the animation of a picture.
pub(crate) fn start(shown: OnMesh<'_>, animation: Animation) -> Box<dyn PieceWriter> {
    Box::new(AnimationWriter::new(shown.picture, animation, AnimatedMesh::new(shown.mesh, animation)))
}

/// Paints pictures of a mesh.
pub(crate) struct AnimatedMesh {
    painting: Painting,
    /// Of how many cells of the tile that is being drawn the owners are noted.
    owned: usize,
    palette: Vec<Rgb>,
    /// By the number of a mixture: the numbers of its nearest colors on the ground and on each mark.
    nearest: Vec<[u8; CellMark::COUNT + 1]>,
    /// True if a wall is only drawn where its two cells meet.
    is_plane: bool,
    /// By tile: whether the owners of its pixels are known.
    is_owned: Vec<bool>,
    /// By pixel: the number of the cell that it belongs to, and the number of the mixture above the cell.
    owners: Vec<u32>,
    above: Vec<u8>,
    /// The owners of a part, by pixel of its blocks.
    of_part: Vec<u32>,
}

impl AnimatedMesh {
    pub(crate) fn new(mesh: &Mesh, animation: Animation) -> AnimatedMesh {
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
                nearest.resize(nearest.len().max(number + 1), [0; CellMark::COUNT + 1]);
                nearest[number][k] = nearest_of(&palette, [red, green, blue]);
            }
        }
        // The cells of a custom grid may be of any size: then there is a tile for each.
        let side = match mesh.kind() {
            GridKind::Custom => layout.size[0] * layout.size[1] / u64::from(mesh.cells()),
            _ => 0,
        };
        let tiles = TileGrid::new(layout.size, [side.isqrt().max(TILE * u64::from(style.cell)); 2]);
        let pixels = (layout.size[0] * layout.size[1]) as usize;
        let &MeshOptions { kind, wrap, floors, .. } = mesh.options();
        let is_plane = wrap == Wrap::Off && floors == 1 && kind != GridKind::Custom && mesh.crossings().is_empty();
        AnimatedMesh {
            painting: Painting::new(layout, tiles, Vec::new()),
            owned: 0,
            palette,
            nearest,
            is_plane,
            is_owned: vec![false; tiles.count() as usize],
            owners: vec![NONE; pixels],
            above: vec![0; pixels],
            of_part: Vec::new(),
        }
    }

    /// Notes what is drawn in a tile, and which of its cells each pixel is a part of. The result is whether that is done; otherwise the same is to
    /// be drawn next.
    fn draw(&mut self, shown: OnMesh<'_>, tile: u64) -> bool {
        let OnMesh { picture, mesh } = shown;
        let (painting, of_part) = (&mut self.painting, &mut self.of_part);
        let metadata = &picture.metadata;
        // Things are placed when the maze is complete, so the last picture alone has them.
        let has_things = !(metadata.items.is_empty() && metadata.locks.is_empty() && metadata.letters.is_empty());
        if painting.things.is_empty() && has_things {
            let things = Sketch::new(shown, &painting.layout).things();
            painting.things = things;
        }
        let most = painting.work() + WORK;
        if !painting.paint(shown, tile) {
            return false;
        }
        // Only the ends of tunnels move the borders of cells.
        let is_owned = &mut self.is_owned[tile as usize];
        let has_owners = picture.distances.is_some() && !(*is_owned && mesh.crossings().is_empty());
        if has_owners {
            if self.owned == 0 {
                of_part.clear();
                of_part.resize(painting.pixels(), NONE);
            }
            let mut own = |owner: u32, number: usize, block: &_| {
                let owned = of_part[number * PIXELS..].iter_mut().zip(middles(block)).filter(|(_, is_set)| *is_set);
                owned.for_each(|(pixel, _)| *pixel = owner);
            };
            while let Some(&cell) = painting.cells_of(tile).get(self.owned) {
                if painting.work() >= most {
                    return false;
                }
                self.owned += 1;
                painting.cover(shown, Cell(cell), |_| false, |number, block| own(cell, number, block));
            }
            painting.uncover(|number, block| own(NONE, number, block));
        }
        (self.owned, *is_owned) = (0, true);
        let (line, area) = (painting.tiles.size[0] as usize, painting.tiles.area(tile));
        painting.each(|[x, y], block, numbers| {
            let start = (area.top as usize + y) * line + area.left as usize + x;
            self.above[start..start + numbers.len()].copy_from_slice(numbers);
            if has_owners {
                let of_block = &of_part[block * PIXELS..][..numbers.len()];
                self.owners[start..start + numbers.len()].copy_from_slice(of_block);
            }
        });
        true
    }
}

/// Returns the number of the color of a palette that differs least.
fn nearest_of(palette: &[Rgb], color: Rgb) -> u8 {
    let difference = |other: &Rgb| (0..3).map(|k| u32::from(color[k].abs_diff(other[k])).pow(2)).sum::<u32>();
    (0..).zip(palette).min_by_key(|(_, other)| difference(other)).map_or(0, |(number, _)| number)
}

impl Animated for AnimatedMesh {
    fn tiles(&self) -> &TileGrid {
        &self.painting.tiles
    }

    fn work(&self) -> u64 {
        self.painting.work()
    }

    fn palette(&self) -> Vec<Rgb> {
        self.palette.clone()
    }

    /// Also shows the bridges over tunnels of a cell, which may be at the opposite edge of the picture.
    fn showing(&self, picture: &Picture, change: Change, mut show: impl FnMut(u64)) {
        let Some(shown @ OnMesh { mesh, .. }) = OnMesh::of(picture) else { return };
        let layout = &self.painting.layout;
        if let Change::Wall(cell, other) = change
            && self.is_plane
        {
            let [[across, down], [far_across, far_down]] = [cell, other].map(|cell| layout.pixels_of(mesh, cell));
            let common =
                |[first, last]: [u64; 2], [far_first, far_last]: [u64; 2]| [first.max(far_first), last.min(far_last)];
            return self.painting.tiles.showing([common(across, far_across), common(down, far_down)]).for_each(show);
        }
        let sketch = Sketch::new(shown, layout);
        for cell in change.cells() {
            let [mut across, mut down] = layout.pixels_of(mesh, cell);
            if matches!(change, Change::Lines(end) if [picture.from, picture.to].contains(&end)) {
                // A mark may be outside a door that opens.
                for (pixels, size) in [&mut across, &mut down].into_iter().zip(self.painting.tiles.size) {
                    let margin = u64::from(layout.style.margin);
                    *pixels = [pixels[0].saturating_sub(margin), (pixels[1] + margin).min(size - 1)];
                }
            }
            self.painting.tiles.showing([across, down]).for_each(&mut show);
            if mesh.crossings().is_empty() {
                continue;
            }
            for side in mesh.inner_sides(cell).into_iter().filter(|&side| mesh.is_tunnel(cell, side)) {
                if let Some(bridge) = mesh.edge(cell, side).and_then(|edge| sketch.beside(edge)) {
                    self.painting.tiles.showing(layout.pixels_of(mesh, bridge.cell())).for_each(&mut show);
                }
            }
        }
    }

    fn paint(&mut self, picture: &Picture, tile: u64, marks: bool, pixels: &mut Vec<u8>) -> bool {
        let Some(shown) = OnMesh::of(picture) else { return true };
        let PixelArea { left, top, width, height } = self.painting.tiles.area(tile);
        if !marks && !self.draw(shown, tile) {
            return false;
        }
        let mark_of = |owner: u32| if owner == NONE { None } else { picture.distances.as_ref()?.to(Cell(owner)) };
        for y in top..top + height {
            let start = (y * self.painting.tiles.size[0] + left) as usize;
            let places = start..start + width as usize;
            let both = self.owners[places.clone()].iter().zip(&self.above[places]);
            pixels.extend(both.map(|(&owner, &above)| {
                self.nearest[usize::from(above)][mark_of(owner).map_or(0, |mark| mark as usize + 1)]
            }));
        }
        true
    }
}
