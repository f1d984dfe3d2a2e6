//! The frames of an animation, and how they are written to a GIF.
//!
//! Each picture is painted like a PNG, but only its tiles with a cell that has changed. Only the smallest rectangle with all changes is
//! written, and the pixels in it that have not changed are transparent. So the time only depends on the changes.
//!
//! A picture is a single rectangle, however far apart its changes are: browsers show a rectangle without a duration for a tenth of a second.

use std::fmt::{self, Debug, Formatter};

use gif::{Encoder, Frame, Repeat};

use super::lzw::Lzw;
use super::mesh::paint::WORK;
use super::png_file::{mixture, rgba};
use super::raster::{PixelArea, TileGrid};
use crate::picture::film::{CellMark, Change, Playback};
use crate::picture::palette::Rgb;
use crate::picture::piece_writer::PieceWriter;
use crate::picture::{Animation, Color, Picture, RowSource, Style};

/// How long the last picture stays, in hundredths of a second.
const HOLD: u64 = 200;

/// Paints a changing picture part by part. A pixel is the number of a color. Only parts that have changed are painted.
pub(crate) trait Animated: Send + Sync {
    /// Returns the tiles of the picture.
    fn tiles(&self) -> &TileGrid;

    /// Returns the colors by their numbers: fewer than 256.
    fn palette(&self) -> Vec<Rgb>;

    /// Calls `show` with the tiles that may look different after a change.
    fn showing(&self, picture: &Picture, change: Change, show: impl FnMut(u64));

    /// Appends the pixels of a tile of a picture. Its distances, if it has any, are [marks](CellMark). `marks` is true if nothing but marks
    /// has changed since the tile was last painted. Returns true when the tile is finished; otherwise, this must be called again.
    fn paint(&mut self, picture: &Picture, tile: u64, marks: bool, pixels: &mut Vec<u8>) -> bool;

    /// Returns the amount of painting so far, without the pixels.
    fn work(&self) -> u64;
}

/// Returns the colors of a style, as pictures of squares number them: ground, walls, path, marks.
pub(crate) fn colors(style: Style) -> Vec<Rgb> {
    let ground = style.background.rgb;
    [ground, style.color, style.path_color].into_iter().chain(of_marks(style)).collect()
}

/// Returns the color of each mark.
pub(crate) fn of_marks(style: Style) -> [Rgb; CellMark::COUNT] {
    let ground = style.background.rgb;
    let shade = |color: Rgb, percent: u32| mixed(ground, color, percent, 100);
    [(style.color, 13), (style.path_color, 45), (style.color, 5), (style.path_color, 22), (style.path_color, 75)]
        .map(|(color, percent)| shade(color, percent))
}

/// Returns a mixture that has `part` of `whole` of the second color.
pub(crate) fn mixed(first: Rgb, second: Rgb, part: u32, whole: u32) -> Rgb {
    let [first, second] = [first, second].map(|rgb| rgba(Color::opaque(rgb)));
    let [red, green, blue, _] = mixture([(first, whole - part), (second, part)]);
    [red, green, blue]
}

/// An animation that is being written. Each picture is a piece.
pub(crate) struct AnimationWriter<R> {
    animation: Animation,
    pub(crate) playback: Playback,
    raster: R,
    size: [u16; 2],
    /// The number of steps, and the number of pictures.
    steps: u64,
    pictures: u64,
    /// The pixels of the current picture, which are empty at first, and the pixels that differ from the previous picture.
    pub(crate) pixels: Vec<u8>,
    differences: Vec<u8>,
    /// For each tile that must be painted: true if nothing but marks has changed.
    dirty: Vec<Option<bool>>,
    /// The part that changed last, and the time of the change. It is written once the next change determines its duration.
    changed: Option<(Frame<'static>, u64)>,
    /// True if the last requested picture is written. Otherwise, tiles of it must still be painted.
    is_complete: bool,
    tiles: Vec<u64>,
    bounds: Option<Bounds>,
    /// The number of the color that leaves a pixel as it is.
    unchanged: u8,
    /// The encoder, until the last picture is written.
    encoder: Option<Encoder<Vec<u8>>>,
    lzw: Lzw,
}

/// The number of pixels that are painted at a time, which takes some milliseconds.
const PIXELS: u64 = 1 << 21;

impl<R: Animated> AnimationWriter<R> {
    pub(crate) fn new(picture: &Picture, animation: Animation, raster: R) -> AnimationWriter<R> {
        let playback = Playback::new(picture, animation.shown);
        let steps = picture.film.as_ref().map_or(0, |film| film.steps.len() as u64);
        let tiles = raster.tiles();
        let size = tiles.size;
        let (size, pixels) = (size.map(|side| side as u16), (size[0] * size[1]) as usize);
        let mut palette = raster.palette();
        debug_assert!(palette.len() < 256, "one number is that of no color");
        let unchanged = palette.len() as u8;
        palette.push([0; 3]);
        let encoder = Encoder::new(Vec::new(), size[0], size[1], palette.as_flattened()).and_then(|mut encoder| {
            encoder.set_repeat(Repeat::Infinite)?;
            Ok(encoder)
        });
        debug_assert!(encoder.is_ok(), "the palette is small, and a vector takes everything");
        AnimationWriter {
            animation,
            playback,
            dirty: vec![None; tiles.count() as usize],
            raster,
            size,
            steps,
            pictures: animation.pictures(steps),
            pixels: vec![unchanged; pixels],
            differences: vec![unchanged; pixels],
            changed: None,
            is_complete: true,
            tiles: Vec::new(),
            bounds: None,
            unchanged,
            encoder: encoder.ok(),
            lzw: Lzw::new(unchanged),
        }
    }

    /// Writes the changes, which are shown until then.
    fn end_shown(&mut self, end: u64) {
        let Some((mut frame, start)) = self.changed.take() else { return };
        frame.delay = u16::try_from(end - start).unwrap_or(u16::MAX);
        let written = self.encoder.as_mut().map(|encoder| encoder.write_lzw_pre_encoded_frame(&frame));
        debug_assert!(matches!(written, Some(Ok(()))), "a vector takes everything: {written:?}");
    }

    /// Finds the tiles in which a cell has changed, or all of a picture that differs everywhere.
    fn find_tiles(&mut self, all: bool) {
        let tiles = &mut self.tiles;
        if all {
            // Some tiles show only cells that were taken out.
            tiles.extend(0..self.raster.tiles().count());
            self.dirty.fill(Some(false));
        }
        for change in self.playback.take_changed() {
            let is_mark = matches!(change, Change::Mark(_));
            self.raster.showing(self.playback.now(), change, |tile| {
                let dirty = &mut self.dirty[tile as usize];
                if dirty.is_none() {
                    tiles.push(tile);
                }
                *dirty = Some(dirty.unwrap_or(true) && is_mark);
            });
        }
        // They are taken from the end.
        tiles.reverse();
    }

    /// Paints some of these tiles, and records the smallest rectangle with all changed pixels. Returns true if all tiles are painted.
    fn paint(&mut self) -> bool {
        let line = usize::from(self.size[0]);
        let (mut painted, mut pixels) = (Vec::new(), 0);
        let (bounds, most) = (&mut self.bounds, self.raster.work() + WORK);
        while let Some(&tile) = self.tiles.last() {
            if pixels >= PIXELS || self.raster.work() >= most {
                return false;
            }
            let marks = self.dirty[tile as usize].unwrap_or_default();
            painted.clear();
            if !self.raster.paint(self.playback.now(), tile, marks, &mut painted) {
                return false;
            }
            self.tiles.pop();
            self.dirty[tile as usize] = None;
            pixels += painted.len() as u64;
            let PixelArea { left, top, width, .. } = self.raster.tiles().area(tile);
            for (y, now) in (top as usize..).zip(painted.chunks_exact(width as usize)) {
                let start = y * line + left as usize;
                let was = &mut self.pixels[start..start + now.len()];
                if now == was {
                    continue;
                }
                let (mut first, mut last) = (usize::MAX, 0);
                let differences = &mut self.differences[start..];
                for (x, ((now, was), difference)) in now.iter().zip(was).zip(differences).enumerate() {
                    if now != was {
                        (*was, *difference) = (*now, *now);
                        (first, last) = (first.min(x), x);
                    }
                }
                let [first, last] = [first, last].map(|x| left as usize + x);
                let bounds = bounds.get_or_insert(Bounds { left: first, right: last, top: y, bottom: y });
                (bounds.left, bounds.right) = (bounds.left.min(first), bounds.right.max(last));
                (bounds.top, bounds.bottom) = (bounds.top.min(y), bounds.bottom.max(y));
            }
        }
        true
    }

    /// The rectangle with all changes.
    fn frame(&mut self, Bounds { left, right, top, bottom }: Bounds, transparent: Option<u8>) -> Frame<'static> {
        let line = usize::from(self.size[0]);
        let (lines, columns) = (&mut self.differences[top * line..(bottom + 1) * line], left..right + 1);
        let (width, height) = (columns.len() as u16, (bottom + 1 - top) as u16);
        // Whole lines are compressed in place.
        let compressed = match columns.len() == line {
            true => self.lzw.compressed(lines),
            false => {
                let parts: Vec<&[u8]> = lines.chunks_exact(line).map(|line| &line[columns.clone()]).collect();
                self.lzw.compressed(&parts.concat())
            }
        };
        lines.fill(self.unchanged);
        let (left, top, buffer) = (left as u16, top as u16, compressed.into());
        Frame { left, top, width, height, transparent, buffer, ..Frame::default() }
    }
}

impl<R: Animated> PieceWriter for AnimationWriter<R> {
    fn pieces(&self) -> u64 {
        self.pictures
    }

    /// Paints a part of the picture with this number. After its last part, appends everything whose duration is known by then.
    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
        let Some(picture) = source.whole() else { return };
        let is_last = number + 1 == self.pictures;
        if self.is_complete {
            if is_last {
                self.playback.end(picture);
            } else {
                let steps = self.steps * number / (self.pictures - 1);
                self.playback.advance_to(picture, steps as usize);
            }
            self.find_tiles(number == 0 || is_last);
        }
        self.is_complete = self.paint();
        if !self.is_complete {
            return;
        }
        let start = self.animation.start_of(number);
        if let Some(bounds) = self.bounds.take() {
            // In the first picture all is new.
            let frame = self.frame(bounds, (number > 0).then_some(self.unchanged));
            self.end_shown(start);
            self.changed = Some((frame, start));
        }
        if is_last {
            self.end_shown(start + HOLD);
        }
        if let Some(encoder) = &mut self.encoder {
            out.append(encoder.get_mut());
        }
        if is_last && let Some(Ok(mut rest)) = self.encoder.take().map(Encoder::into_inner) {
            out.append(&mut rest);
        }
    }

    fn is_complete(&self) -> bool {
        self.is_complete
    }
}

/// The first and the last column and line of a part of a picture.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
}

impl<R> Debug for AnimationWriter<R> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnimationWriter").field("animation", &self.animation).finish_non_exhaustive()
    }
}
