//! The lines of a maze on a mesh, painted in tiles of pixels.
//!
//! Path and walls are kept as sample points, and the walls hide the path. So a pixel is a mixture of the ground, the path and the walls, in
//! sixteenths: few enough for a palette. The ground itself is the matter of the format.

use super::OnMesh;
use super::layout::Layout;
use super::sketch::Sketch;
use crate::draw::canvas::{Cap, Ink};
use crate::draw::layers::Layer;
use crate::draw::line::{Line, LineStep, Point, Segment};
use crate::draw::marks::Mark;
use crate::draw::png_file::{Rgba, mixture, rgba};
use crate::draw::raster::{PixelArea, TileGrid};
use crate::draw::shapes::{Nib, PIXELS, SAMPLES, SampleBlock, Shapes, counts, middles};
use crate::grid::{Cell, Grid, Mesh};
use crate::picture::{Color, Style};

/// By how many pixels a straight line may miss the circle that it is a part of.
const ERROR: f64 = 0.02;

/// The number of pixels that are painted at a time, so that their sample points stay in the cache, and the minimum number of lines: cells at
/// the border of two parts are painted twice.
pub(crate) const PIXELS_OF_TILE: u64 = 1 << 17;
const MIN_LINES: u64 = 96;

/// The number of cells that are painted at a time, if all are squares. This takes a few milliseconds, in which the thread does nothing else.
pub(crate) const CELLS: u64 = 1 << 12;

/// Returns how a picture is cut.
pub(crate) fn tiles(layout: &Layout) -> TileGrid {
    let ([width, height], cell) = (layout.size, u64::from(layout.style.cell));
    let pixels = PIXELS_OF_TILE.min(CELLS.saturating_mul(cell * cell));
    let lines = (pixels / width).max(MIN_LINES).min(height);
    TileGrid::new(layout.size, [(pixels / lines).max(1), lines])
}

/// How many cells are listed at a time, or how many tiles that show one; and how much [work](Shapes::work) is done: each takes some milliseconds.
const LISTED: u64 = 1 << 16;
pub(crate) const WORK: u64 = 1 << 20;

/// The cells that each tile shows, including cells that were taken out: four bytes for each, and again for each that a second tile shows.
/// They are listed part by part.
pub(crate) struct CellsOfTiles {
    tiles: TileGrid,
    /// The numbers of the cells, combined with [`ROCK`] for cells that were taken out.
    cells: Vec<u32>,
    /// The start of the cells of each tile, and the end of the last one's.
    starts: Vec<usize>,
    /// For each tile, the number of its cells while they are counted, and then the place of its next cell in the list.
    next: Vec<usize>,
    /// The next cell to count, and then the next one to list.
    cell: u32,
    is_counted: bool,
    is_complete: bool,
}

/// The bit of the cells that were taken out: a mesh has fewer cells.
const ROCK: u32 = 1 << 31;

impl CellsOfTiles {
    /// Nothing is listed yet.
    pub(crate) fn new(tiles: TileGrid) -> CellsOfTiles {
        let (cells, starts, next) = (Vec::new(), Vec::new(), vec![0; tiles.count() as usize]);
        CellsOfTiles { tiles, cells, starts, next, cell: 0, is_counted: false, is_complete: false }
    }

    /// Lists some more cells. Returns true when all are listed. It sorts by counting, so that the cells of a tile stay in order.
    pub(crate) fn list_some(&mut self, mesh: &Mesh, layout: &Layout) -> bool {
        let CellsOfTiles { tiles, cells, starts, next, cell, is_counted, is_complete } = self;
        if *is_complete {
            return true;
        }
        let end = mesh.cells() + mesh.rock().map_or(0, Grid::cells);
        let mut left = LISTED;
        while *cell < end && left > 0 {
            left -= 1;
            let (of, number, bit) = match cell.checked_sub(mesh.cells()).zip(mesh.rock()) {
                Some((number, rock)) => (rock, number, ROCK),
                None => (mesh, *cell, 0),
            };
            for tile in tiles.showing(layout.pixels_of(of, Cell(number))) {
                let next = &mut next[tile as usize];
                if *is_counted {
                    cells[*next] = number | bit;
                }
                *next += 1;
                left = left.saturating_sub(1);
            }
            *cell += 1;
        }
        if *cell < end {
            return false;
        }
        if *is_counted {
            (*next, *is_complete) = (Vec::new(), true);
            return true;
        }
        starts.push(0);
        let mut sum = 0;
        for count in next {
            let start = sum;
            sum += std::mem::replace(count, start);
            starts.push(sum);
        }
        cells.resize(sum, 0);
        (*cell, *is_counted) = (0, true);
        false
    }

    /// Returns the numbers of the cells that a tile shows, combined with [`ROCK`] for cells that were taken out.
    pub(crate) fn of(&self, tile: u64) -> [&[u32]; 2] {
        let cells = &self.cells[self.starts[tile as usize]..self.starts[tile as usize + 1]];
        cells.split_at(cells.partition_point(|cell| cell & ROCK == 0)).into()
    }
}

/// Returns the largest number of bytes of the lists of a picture: four for each cell in each tile.
pub(crate) fn listed_bytes(mesh: &Mesh, style: Style) -> u64 {
    let layout = Layout::new(mesh, style);
    let tiles = tiles(&layout);
    let (around, cell) = (2.0 * layout.around(), f64::from(style.cell));
    let reach = [0, 1].map(|axis| (tiles.size[axis] as f64, tiles.each[axis] as f64)).map(|(size, each)| {
        // Of what is as wide as the picture, and of a point.
        [size / each, 2.0 + around / each]
    });
    // Regular cells are two units wide at most, and lie anywhere; others may all lie where four tiles meet.
    let of_cell = || {
        reach.iter().zip(tiles.each).map(|([_, least], each)| least - 1.0 + 2.0 * cell / each as f64).product::<f64>()
    };
    let listed = |mesh: &Mesh| match mesh.spread() {
        Some(spread) => spread.within(reach),
        None => f64::from(mesh.cells()) * of_cell(),
    };
    let cells = listed(mesh) + mesh.rock().map_or(0.0, listed);
    4 * cells as u64 + 2 * size_of::<usize>() as u64 * tiles.count()
}

/// The number of mixtures without a path, and with one. After them come those of walls and the ground of what was taken out: there is no
/// path.
const WITHOUT_PATH: usize = SAMPLES as usize + 1;
const WITH_PATH: usize = WITHOUT_PATH * (WITHOUT_PATH + 1) / 2;

/// Returns the number of the mixture with this many sixteenths of the path, and ground otherwise. Those with more of the walls follow.
fn first_with(path: u8) -> u8 {
    let path = u16::from(path);
    (path * (2 * WITHOUT_PATH as u16 + 1 - path) / 2) as u8
}

/// Returns how many sixteenths of ground, path and walls each mixture has, by its number.
pub(crate) fn parts() -> impl Iterator<Item = [u32; 3]> {
    let whole = u32::from(SAMPLES);
    (0..=whole).flat_map(move |path| (0..=whole - path).map(move |walls| [whole - path - walls, path, walls]))
}

/// Returns the colors of all mixtures on a ground, by their numbers.
pub(crate) fn mixtures(ground: Rgba, style: Style) -> impl Iterator<Item = Rgba> {
    let [path_color, wall_color] = [style.path_color, style.color].map(|rgb| rgba(Color::opaque(rgb)));
    let on = move |ground: Rgba| {
        parts().map(move |[rest, path, walls]| mixture([(ground, rest), (path_color, path), (wall_color, walls)]))
    };
    on(ground).chain(on(rock(style)).take(WITHOUT_PATH))
}

/// Returns the number of mixtures in a picture, or a larger number.
pub(crate) fn count(has_path: bool, has_rock: bool) -> usize {
    match (has_path, has_rock) {
        (_, true) => WITH_PATH + WITHOUT_PATH,
        (true, false) => WITH_PATH,
        (false, false) => WITHOUT_PATH,
    }
}

/// Returns the number of the same mixture on the plain ground, and whether it was on the ground of cells that were taken out.
pub(crate) fn on_ground(number: u8) -> (usize, bool) {
    let number = usize::from(number);
    number.checked_sub(WITH_PATH).map_or((number, false), |number| (number, true))
}

/// Returns the color of cells that were taken out.
pub(crate) fn rock(style: Style) -> Rgba {
    let Color { rgb, alpha } = Ink::Rock.color(&style);
    mixture([(rgba(Color::opaque(rgb)), alpha.into()), (rgba(style.background), 255 - u32::from(alpha))])
}

/// Paints a picture tile by tile.
pub(crate) struct Painting {
    pub(crate) layout: Layout,
    pub(crate) tiles: TileGrid,
    cells: CellsOfTiles,
    /// The marks of things.
    pub(super) things: Vec<Mark>,
    /// For the path, for the walls, for the lines inside of a shape, and for its outline.
    nibs: [Nib; 4],
    /// The tile that was painted last, and the sample points that the path has there, if there is one, and the walls.
    area: PixelArea,
    /// The layer and the cell with which the painting of that tile goes on.
    next: Option<[usize; 2]>,
    /// True if the tile is painted, and has not been taken yet.
    is_painted: bool,
    path: Vec<SampleBlock>,
    walls: Vec<SampleBlock>,
    /// The sample points within marks through which the ground is seen, if a mark is there.
    hole: Vec<SampleBlock>,
    /// Those of cells that were taken out, if there are any.
    rock: Vec<SampleBlock>,
    /// Those of the lines inside of the shape, if there are any.
    details: Vec<SampleBlock>,
    shapes: Shapes,
    /// What is drawn of a cell, and the points of a line of that.
    segments: Vec<Segment>,
    lines: Vec<Line>,
    points: Vec<Point>,
}

impl Painting {
    pub(crate) fn new(layout: Layout, tiles: TileGrid, things: Vec<Mark>) -> Painting {
        Painting {
            things,
            nibs: [
                layout.path_width(),
                layout.style.wall.into(),
                layout.detail_width() * f64::from(layout.style.cell),
                layout.border_width(),
            ]
            .map(Nib::new),
            layout,
            tiles,
            cells: CellsOfTiles::new(tiles),
            area: tiles.area(0),
            next: None,
            is_painted: false,
            path: Vec::new(),
            walls: Vec::new(),
            hole: Vec::new(),
            rock: Vec::new(),
            details: Vec::new(),
            shapes: Shapes::default(),
            segments: Vec::new(),
            lines: Vec::new(),
            points: Vec::new(),
        }
    }

    /// Returns the numbers of the cells that a tile shows.
    pub(crate) fn cells_of(&self, tile: u64) -> &[u32] {
        self.cells.of(tile)[0]
    }

    /// Paints the content of a tile above the ground, or a part of it. Returns whether all of it is painted; otherwise, this must be called
    /// again for the same tile.
    pub(crate) fn paint(&mut self, picture: OnMesh<'_>, tile: u64) -> bool {
        if self.is_painted {
            return true;
        }
        if !self.cells.list_some(picture.mesh, &self.layout) {
            return false;
        }
        let (begun, most) = (self.next.take(), self.shapes.work() + WORK);
        self.area = self.tiles.area(tile);
        let count = self.shapes.go(self.area);
        let [shown, taken_out] = self.cells.of(tile);
        let sketch = Sketch::new(picture, &self.layout);
        let (layers, ends) = (sketch.layers(), sketch.marks());
        let has_path = layers.iter().any(|(layer, _)| matches!(layer, Layer::Path | Layer::PathCells));
        let mut marks: Vec<&Mark> = ends.iter().chain(&self.things).collect();
        marks.retain(|mark| is_in(self.area, &self.layout, mark));
        let has_marks = !marks.is_empty();
        for (blocks, is_used) in [
            (&mut self.walls, true),
            (&mut self.path, has_path || has_marks),
            (&mut self.hole, has_marks),
            (&mut self.rock, !taken_out.is_empty()),
            (&mut self.details, layers.iter().any(|(layer, _)| *layer == Layer::Details)),
        ] {
            if begun.is_none() {
                blocks.clear();
                blocks.resize(if is_used { count } else { 0 }, [0; 4]);
            }
        }
        let [first_layer, first_cell] = begun.unwrap_or_default();
        for (number, &(layer, stroke)) in layers.iter().enumerate().skip(first_layer) {
            let cells = if layer == Layer::Rock { taken_out } else { shown };
            let is_round = stroke.is_some_and(|stroke| stroke.cap == Cap::Round);
            let first = if number == first_layer { first_cell } else { 0 };
            if layer == Layer::Details {
                for Line { start, steps } in sketch.details() {
                    follow(&self.layout, start, &steps, &mut self.points);
                    for ends in self.points.windows(2).map(|ends| [ends[0], ends[1]]) {
                        self.shapes.stroke(ends, &self.nibs[2], true, &mut self.details);
                    }
                }
                continue;
            }
            if layer == Layer::Marks {
                let blocks = [&mut self.path, &mut self.walls, &mut self.hole];
                paint_marks(&marks, &self.layout, &mut self.shapes, blocks);
                continue;
            }
            let (nib, blocks) = match (layer, layer.ink()) {
                (Layer::Border, _) => (&self.nibs[3], &mut self.walls),
                (_, Ink::Path) => (&self.nibs[0], &mut self.path),
                (_, Ink::Rock) => (&self.nibs[1], &mut self.rock),
                _ => (&self.nibs[1], &mut self.walls),
            };
            let (layout, shapes, points) = (&self.layout, &mut self.shapes, &mut self.points);
            for (place, &cell) in cells.iter().enumerate().skip(first) {
                if shapes.work() >= most {
                    self.next = Some([number, place]);
                    return false;
                }
                sketch.add(layer, Cell(cell & !ROCK), &mut self.segments, &mut self.lines);
                let mut paint = |start: Point, steps: &[LineStep]| {
                    follow(layout, start, steps, points);
                    if stroke.is_none() {
                        shapes.area(points, |number, block| unite(&mut blocks[number], block));
                    } else {
                        let ends = points.windows(2).map(|ends| [ends[0], ends[1]]);
                        ends.for_each(|ends| shapes.stroke(ends, nib, is_round, blocks));
                    }
                };
                let segments = self.segments.drain(..);
                segments.for_each(|Segment { ends: [from, to], arc, .. }| paint(from, &[LineStep { to, arc }]));
                self.lines.drain(..).for_each(|line| paint(line.start, &line.steps));
            }
        }
        // Details are seen where nothing is above them.
        for (number, detail) in self.details.iter_mut().enumerate() {
            for above in [&self.path, &self.hole] {
                above.get(number).into_iter().for_each(|above| take(detail, above));
            }
            detail.iter_mut().zip(HALFTONE).for_each(|(line, points)| *line &= points);
            unite(&mut self.walls[number], detail);
        }
        self.is_painted = true;
        true
    }

    /// Returns how much [work](Shapes::work) has been done.
    pub(crate) fn work(&self) -> u64 {
        self.shapes.work()
    }

    /// Returns how many pixels the blocks of the largest part have.
    pub(crate) fn pixels_of_tile(&self) -> u64 {
        let [width, height] = self.tiles.each;
        width.next_multiple_of(PIXELS as u64) * height
    }

    /// Returns the maximum memory to paint a part with this many layers of sample points, in bytes.
    pub(crate) fn expected_bytes(&self, layers: u64) -> u64 {
        let of_pixel = (size_of::<SampleBlock>() / PIXELS) as u64;
        layers * of_pixel * self.pixels_of_tile() + Shapes::expected_bytes(self.tiles.each[1])
    }

    /// Returns the number of pixels in the blocks of the part, which may be a few more than in a line.
    pub(crate) fn pixels(&self) -> usize {
        self.walls.len() * PIXELS
    }

    /// Calls `each` with the sample points of the area of a cell in the part, and the numbers of their blocks. See [`Sketch::area`].
    pub(crate) fn cover(
        &mut self,
        picture: OnMesh<'_>,
        cell: Cell,
        reaches: impl Fn(Cell) -> bool,
        each: impl FnMut(usize, &SampleBlock),
    ) {
        let Painting { layout, shapes, points, .. } = self;
        let Line { start, steps } = Sketch::new(picture, layout).area(cell, reaches);
        follow(layout, start, &steps, points);
        shapes.area(points, each);
    }

    /// Calls `each` with the sample points through which the ground is seen within marks, and the numbers of their blocks.
    pub(crate) fn uncover(&self, mut each: impl FnMut(usize, &SampleBlock)) {
        self.hole.iter().enumerate().filter(|(_, hole)| **hole != [0; 4]).for_each(|(number, hole)| each(number, hole));
    }

    /// Takes the tile: calls `each` with the column and the line of a pixel in it, the number of its block, and the numbers of the mixtures that it and
    /// the next ones have.
    pub(crate) fn each(&mut self, mut each: impl FnMut([usize; 2], usize, &[u8])) {
        self.is_painted = false;
        let (blocks, width) = (self.shapes.blocks(), self.area.width as usize);
        for (y, walls) in self.walls.chunks_exact(blocks).enumerate() {
            for (k, walls) in walls.iter().enumerate() {
                let number = y * blocks + k;
                let path = self.path.get(number).filter(|path| **path != [0; 4]);
                let mut numbers = path.map_or_else(|| counts(walls), |path| numbers(path, walls));
                if let Some(rock) = self.rock.get(number).filter(|rock| **rock != [0; 4]) {
                    let on_rock = numbers.iter_mut().zip(middles(rock)).filter(|(_, is_set)| *is_set);
                    // At its edge there may be a path.
                    let without_path = on_rock.filter(|(number, _)| usize::from(**number) < WITHOUT_PATH);
                    without_path.for_each(|(number, _)| *number += WITH_PATH as u8);
                }
                let x = k * PIXELS;
                each([x, y], number, &numbers[..PIXELS.min(width - x)]);
            }
        }
    }
}

/// True if a mark, or a pixel beside it, is in a part of the picture.
fn is_in(PixelArea { left, top, width, height }: PixelArea, layout: &Layout, mark: &Mark) -> bool {
    let [low, high] = mark.bounds().map(|end| layout.to_pixels(end));
    let is_in = |axis: usize, start: u64, pixels: u64| {
        low[axis] - 1.0 < (start + pixels) as f64 && high[axis] + 1.0 > start as f64
    };
    is_in(0, left, width) && is_in(1, top, height)
}

/// As how many straight lines a curve of a mark is painted.
const SIDES: u32 = 12;

/// Paints marks into the sample points of the path, of the walls, and of the ground that is seen through both.
fn paint_marks(marks: &[&Mark], layout: &Layout, shapes: &mut Shapes, [path, walls, hole]: [&mut Vec<SampleBlock>; 3]) {
    let mut points = Vec::new();
    let disc = |shapes: &mut Shapes, center: Point, radius: f64, blocks: &mut [SampleBlock]| {
        let nib = Nib::new(2.0 * radius * f64::from(layout.style.cell));
        shapes.stroke([layout.to_pixels(center); 2], &nib, true, blocks);
    };
    for mark in marks {
        match mark {
            Mark::Ring(dot) => {
                disc(shapes, dot.center, dot.radius, path);
                hole.iter_mut().zip(&*path).for_each(|(hole, path)| take(hole, path));
                disc(shapes, dot.center, dot.radius - dot.thickness, hole);
                path.iter_mut().zip(&*hole).for_each(|(path, hole)| take(path, hole));
            }
            Mark::Disc(dot) => {
                disc(shapes, dot.center, dot.radius, path);
                hole.iter_mut().zip(&*path).for_each(|(hole, path)| take(hole, path));
            }
            Mark::Area(..) | Mark::Symbol(_) | Mark::Letters(..) => {
                let areas = mark.areas();
                let polygons = areas
                    .iter()
                    .flat_map(|(ink, contour)| contour.polygons(SIDES).into_iter().map(move |it| (ink, it)));
                for (ink, polygon) in polygons {
                    points.clear();
                    points.extend(polygon.into_iter().map(|at| layout.to_pixels(at)));
                    shapes.area(&points, |number, block| {
                        take(&mut path[number], block);
                        take(&mut walls[number], block);
                        take(&mut hole[number], block);
                        match ink {
                            Ink::Path => unite(&mut path[number], block),
                            Ink::Ground => unite(&mut hole[number], block),
                            Ink::Wall | Ink::Rock | Ink::Detail | Ink::Shade(_) => unite(&mut walls[number], block),
                        }
                    });
                }
            }
        }
    }
}

/// The sample points of [`Ink::Detail`], six of the sixteen of each pixel: what shows through it is the ground.
const HALFTONE: SampleBlock =
    [0x5555_5555_5555_5555, 0x2222_2222_2222_2222, 0x5555_5555_5555_5555, 0x8888_8888_8888_8888];

/// Takes sample points out of others.
fn take(blocks: &mut SampleBlock, others: &SampleBlock) {
    blocks.iter_mut().zip(others).for_each(|(line, other)| *line &= !other);
}

/// The points of a line, in pixels, with arcs made straight.
fn follow(layout: &Layout, start: Point, steps: &[LineStep], points: &mut Vec<Point>) {
    let error = ERROR / f64::from(layout.style.cell);
    points.clear();
    points.push(layout.to_pixels(start));
    let mut from = start;
    for step in steps {
        step.flattened(from, layout.middle, error, |point| points.push(layout.to_pixels(point)));
        from = step.to;
    }
}

fn unite(blocks: &mut SampleBlock, others: &SampleBlock) {
    blocks.iter_mut().zip(others).for_each(|(line, other)| *line |= other);
}

/// Returns the numbers of the mixtures of the pixels of a block.
fn numbers(path: &SampleBlock, walls: &SampleBlock) -> [u8; PIXELS] {
    let mut seen = *path;
    seen.iter_mut().zip(walls).for_each(|(path, walls)| *path &= !walls);
    let (path, mut numbers) = (counts(&seen), counts(walls));
    numbers.iter_mut().zip(path).for_each(|(number, path)| *number += first_with(path));
    numbers
}
