//! The tiles of a map of a maze.

use std::ops::RangeInclusive;

use crate::draw::frame::TileFrame;
use crate::generate::{Algorithm, Rectangle, WindowError};
use crate::options::{InvalidOptions, MazeOptions};
use crate::picture::{Metadata, RowSource, Style};

/// A maze as a map of square tiles, as map libraries request them: zoom 0 is one tile, and each zoom has four tiles for each tile of the zoom
/// before. Tile 0,0 is in the top left corner; `x` grows to the right, and `y` downwards.
///
/// A tile shows 16 × 16 blocks of [level](MazeOptions::zoom_level) `Z − zoom`. `Z` is the largest zoom, the first one whose blocks are cells
/// and cover the maze. Mazes other than quilts have no levels: their tiles show the cells of these blocks, if a cell has at least a pixel.
///
/// ```
/// use dedale::{options::MazeOptions, endless::Tiles};
/// let side = (1_u64 << 53) - 1;
/// let maze: MazeOptions = format!("algo=quilt&w={side}&h={side}&seed=7&window=0,0,1,1").parse()?;
/// let tiles = Tiles::new(maze)?;
/// assert_eq!(tiles.zooms(), 0..=49);
/// let tile = tiles.tile(49, 1 << 48, 1 << 47, false).expect("there is such a zoom");
/// let png = tile.png(&[], Default::default())?;
/// assert!(png.starts_with(b"\x89PNG"));
/// assert!(tiles.tile(50, 0, 0, false).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tiles {
    /// The maze, with any window.
    pub maze: MazeOptions,
}

/// The number of cells or blocks across a tile.
const BLOCKS: u64 = 16;

/// The number of pixels across a cell or block.
const BLOCK: u32 = 16;

/// About how many pixels are drawn in a step, and the number of bytes of each.
const PIXELS_IN_A_STEP: u64 = 4;
const PIXEL_BYTES: u64 = 2;

/// The number of zooms before the last one on which cells have at least a pixel.
const ZOOMS_OF_CELLS: u32 = 4;

impl Tiles {
    /// Creates the map of a maze. The window and the level of the options are ignored.
    ///
    /// # Errors
    ///
    /// [`InvalidOptions`] for a maze that cannot be made in parts.
    pub fn new(maze: MazeOptions) -> Result<Tiles, InvalidOptions> {
        // Each tile is another window.
        let any = Rectangle { row: 0, column: 0, rows: 1, columns: 1 };
        maze.into_builder().zoom_level(0).window(any).options().map(|maze| Tiles { maze })
    }

    /// Returns the first and the last zoom.
    pub fn zooms(&self) -> RangeInclusive<u32> {
        let [columns, rows] = self.maze.size().unwrap_or_default();
        let most = u64::BITS - ((columns.max(rows) - 1) / BLOCKS).leading_zeros();
        let least = if self.has_levels() { 0 } else { most.saturating_sub(ZOOMS_OF_CELLS) };
        least..=most
    }

    /// Returns a tile of 256 × 256 pixels, or of 512 × 512 for screens with twice as many. `None` if the maze does not have this zoom. A tile
    /// outside of the maze is empty.
    pub fn tile(&self, zoom: u32, x: u64, y: u64, is_double: bool) -> Option<Tile> {
        let zooms = self.zooms();
        let up = zooms.contains(&zoom).then(|| zooms.end() - zoom)?;
        let double = if is_double { 2 } else { 1 };
        let (level, blocks, cell) =
            if self.has_levels() { (up, BLOCKS, BLOCK * double) } else { (0, BLOCKS << up, (BLOCK * double) >> up) };
        // Walls and cells of one pixel would fill the tile, so each pixel is the mean of four.
        let shrink = if cell == 1 { 2 } else { 1 };
        let cell = cell * shrink;
        let [columns, rows] = self.maze.size().unwrap_or_default().map(|side| ((side - 1) >> level) + 1);
        let mut frame = TileFrame {
            side: BLOCK * BLOCKS as u32 * double,
            shrink,
            first: [0; 2],
            shown: [0; 2],
            is_end: [false; 2],
        };
        let mut axis = |number: usize, place: u64, end: u64| {
            let first = place.checked_mul(blocks).filter(|&first| first < end)?;
            let last = end.min(first + blocks);
            let before = first.min(1);
            frame.first[number] = before as u32 * cell;
            frame.shown[number] = (last - first) as u32 * cell;
            frame.is_end[number] = last == end;
            // The surroundings of a tile determine how walls end at its edge.
            Some([first..last, first - before..end.min(last + 1)])
        };
        let parts = axis(0, x, columns).zip(axis(1, y, rows)).map(|(across, down)| {
            [0, 1].map(|k| {
                let (rows, columns) = (&down[k], &across[k]);
                let (height, width) = (rows.end - rows.start, columns.end - columns.start);
                let part = Rectangle { row: rows.start, column: columns.start, rows: height, columns: width };
                self.maze.part(level, part)
            })
        });
        if parts.is_none() {
            frame.shown = [0; 2];
        }
        let [window, around] = parts.map_or([None, None], |parts| parts.map(Some));
        Some(Tile { maze: self.maze.clone(), window, around, level, frame, cell })
    }

    fn has_levels(&self) -> bool {
        matches!(self.maze.algorithm(), Algorithm::Quilt { .. })
    }
}

/// A tile of a map: see [`Tiles`].
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// The maze.
    pub maze: MazeOptions,
    /// The window that it shows; `None` outside of the maze.
    pub window: Option<MazeOptions>,
    /// The window that is made for it, with the cells around the tile; `None` outside of the maze. [`png`](Tile::png) and [`svg`](Tile::svg)
    /// draw the parts of a path in this window.
    pub around: Option<MazeOptions>,
    level: u32,
    frame: TileFrame,
    /// The pixels of a cell.
    cell: u32,
}

impl Tile {
    fn pixels(&self) -> u64 {
        u64::from(self.frame.side).pow(2)
    }

    /// Returns the approximate number of steps to draw it, in addition to those for making [what is around](Tile::around) it.
    pub(crate) fn expected_steps(&self) -> u64 {
        self.pixels() / PIXELS_IN_A_STEP
    }

    /// Returns the approximate maximum number of bytes of memory while it is drawn, in addition to those for [what is around](Tile::around)
    /// it.
    pub(crate) fn expected_bytes(&self) -> u64 {
        self.pixels() * PIXEL_BYTES
    }

    /// Returns the tile as PNG, with these parts of a path. It uses the colors of the style, and its thickness of walls, which is for cells
    /// of 16 pixels; smaller cells have thinner walls.
    ///
    /// # Errors
    ///
    /// None with checked options.
    #[cfg(feature = "png")]
    pub fn png(&self, path: &[Vec<[u64; 2]>], style: Style) -> Result<Vec<u8>, WindowError> {
        let mut window = self.around.as_ref().map(|around| around.make_part(path)).transpose()?;
        Ok(self.frame.png(window.as_mut().map(|window| window as &mut dyn RowSource), self.style(style)))
    }

    /// Returns the tile as SVG, in the same way.
    ///
    /// # Errors
    ///
    /// None with checked options.
    pub fn svg(&self, path: &[Vec<[u64; 2]>], style: Style) -> Result<Vec<u8>, WindowError> {
        let zoom_level = Some(self.level).filter(|&level| level > 0);
        let metadata = Metadata { window: None, zoom_level, ..self.maze.metadata() };
        let window = self.around.as_ref().map(|around| around.make_part(path)).transpose()?;
        Ok(self.frame.svg(window, &metadata, self.style(style)))
    }

    fn style(&self, style: Style) -> Style {
        let wall = style.wall.saturating_mul(self.cell) / BLOCK;
        let wall = wall.clamp(1, self.cell - 1);
        Style { cell: self.cell, wall, margin: 0, heat: None, ..style }
    }
}
