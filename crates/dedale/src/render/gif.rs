//! The steps of an algorithm as an animated GIF.
//!
//! Each picture is painted as a PNG is, and only the smallest rectangle that has changed is written, with the pixels in it that have not
//! changed left out. Pictures of squares have few colours. Those of other cells have smooth edges, so their colours are the nearest ones
//! of a palette: the colours of the style, and the mixtures of each two.

use std::fmt::{self, Debug, Formatter};

use gif::{Encoder, Frame, Repeat};

use super::film::{Mark, Reel};
use super::heat::Heat;
use super::palette::Rgb;
use super::pixels::Painter;
use super::style::Style;
use super::writer::Form;
use super::{Animation, Format, FormatInfo, Picture, Plane, RowSource};
use crate::grid::Square;

pub(super) const INFO: FormatInfo = FormatInfo {
    media_type: "image/gif",
    extension: Some("gif"),
    by_rows: false,
    is_compressed: true,
    // How often the picture is painted is not known here: each takes as long as the pixels of a PNG.
    elements: |style, [columns, rows]| {
        let [width, height] = style.size(columns, rows);
        PICTURES * width * height / 32
    },
    ..FormatInfo::text("gif", Format::Gif(Animation::DEFAULT))
};

/// About how many pictures an animation has.
const PICTURES: u64 = 100;

/// How long the last picture stays, in hundredths of a second.
const HOLD: u64 = 200;

pub(super) fn start(animation: Animation, source: &dyn RowSource) -> Option<Box<dyn Form>> {
    let [columns, rows] = source.head().size();
    let style = animation.style;
    let raster = OfSquares { style, size: style.size(columns, rows) };
    Some(Box::new(Animated(Frames::new(source.whole()?, animation, raster))))
}

/// Paints pictures, each pixel as the number of a colour.
pub(super) trait Raster<G: Plane> {
    /// Width and height in pixels.
    fn size(&self) -> [u64; 2];

    /// The colours by their numbers: fewer than 256.
    fn palette(&self) -> Vec<Rgb>;

    /// Appends the pixels of a picture whose distances are [marks](Mark), if it has any.
    fn paint(&mut self, picture: &Picture<G>, pixels: &mut Vec<u8>);
}

/// The colours of a style, as pictures of squares number them: ground, walls, path, marks.
pub(super) fn colours(style: Style) -> Vec<Rgb> {
    let ground = style.background.rgb;
    [ground, style.color, style.path_color].into_iter().chain(of_marks(style)).collect()
}

/// The colour of each mark.
pub(super) fn of_marks(style: Style) -> [Rgb; Mark::COUNT] {
    let ground = style.background.rgb;
    let shade = |colour: Rgb, percent: u32| mixed(ground, colour, percent, 100);
    [(style.color, 28), (style.path_color, 45), (style.color, 9), (style.path_color, 22), (style.path_color, 75)]
        .map(|(colour, percent)| shade(colour, percent))
}

/// A mixture that has `part` of `whole` of the second colour.
pub(super) fn mixed(first: Rgb, second: Rgb, part: u32, whole: u32) -> Rgb {
    let mix = |k: usize| (u32::from(first[k]) * (whole - part) + u32::from(second[k]) * part + whole / 2) / whole;
    [0, 1, 2].map(|k| mix(k) as u8)
}

/// The animation on its way into a file: as many pieces as pictures.
pub(super) struct Frames<G: Plane, R> {
    animation: Animation,
    reel: Reel<G>,
    raster: R,
    size: [u16; 2],
    /// How many steps there are, and how many pictures.
    steps: u64,
    pictures: u64,
    /// The pixels of the picture before.
    before: Vec<u8>,
    /// The part that has changed since, and when that was. It is written when the next change says how long it is shown.
    changed: Option<(Frame<'static>, u64)>,
    /// The number of the colour that leaves a pixel as it is.
    unchanged: u8,
    /// Until the last picture is written.
    encoder: Option<Encoder<Vec<u8>>>,
}

impl<G: Plane, R: Raster<G>> Frames<G, R> {
    pub(super) fn new(picture: &Picture<G>, animation: Animation, raster: R) -> Frames<G, R> {
        let steps = picture.film.as_ref().map_or(0, |film| film.steps().len() as u64);
        let size = raster.size();
        assert!(
            size.iter().all(|&side| side <= u16::MAX.into()),
            "a GIF has at most 65,535 pixels a side, not {size:?}"
        );
        let size = size.map(|side| side as u16);
        let mut palette = raster.palette();
        debug_assert!(palette.len() < 256, "one number is that of no colour");
        let unchanged = palette.len() as u8;
        palette.push([0; 3]);
        let encoder = Encoder::new(Vec::new(), size[0], size[1], palette.as_flattened()).and_then(|mut encoder| {
            encoder.set_repeat(Repeat::Infinite)?;
            Ok(encoder)
        });
        debug_assert!(encoder.is_ok(), "the palette is small, and a vector takes everything");
        Frames {
            animation,
            reel: Reel::new(picture, animation.shown),
            raster,
            size,
            steps,
            pictures: animation.pictures(steps),
            before: Vec::new(),
            changed: None,
            unchanged,
            encoder: encoder.ok(),
        }
    }

    pub(super) fn pictures(&self) -> u64 {
        self.pictures
    }

    /// Appends what is certain once the picture with this number is known.
    pub(super) fn write(&mut self, picture: &Picture<G>, number: u64, out: &mut Vec<u8>) {
        let is_last = number + 1 == self.pictures;
        let now = if is_last {
            self.reel.end(picture)
        } else {
            let steps = self.steps * number / (self.pictures - 1);
            self.reel.after(picture, steps as usize)
        };
        let mut pixels = Vec::with_capacity(self.before.len());
        self.raster.paint(now, &mut pixels);
        let start = self.animation.start_of(number);
        if let Some(frame) = self.frame(&pixels) {
            self.end_shown(start);
            self.changed = Some((frame, start));
        }
        self.before = pixels;
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

    /// Writes what has changed, which is shown until then.
    fn end_shown(&mut self, end: u64) {
        let Some((mut frame, start)) = self.changed.take() else { return };
        frame.delay = u16::try_from(end - start).unwrap_or(u16::MAX);
        let written = self.encoder.as_mut().map(|encoder| encoder.write_frame(&frame));
        debug_assert!(matches!(written, Some(Ok(()))), "a vector takes everything: {written:?}");
    }

    /// The smallest rectangle with everything that has changed; `None` if nothing has.
    fn frame(&self, pixels: &[u8]) -> Option<Frame<'static>> {
        let [width, height] = self.size;
        if self.before.is_empty() {
            return Some(Frame { width, height, buffer: pixels.to_vec().into(), ..Frame::default() });
        }
        let line = usize::from(width);
        let lines =
            || pixels.chunks(line).zip(self.before.chunks(line)).enumerate().filter(|(_, (now, was))| now != was);
        let top = lines().next()?.0;
        let (mut left, mut right, mut bottom) = (line, 0, top);
        for (y, (now, was)) in lines() {
            let differs = |&x: &usize| now[x] != was[x];
            left = (0..left).find(differs).unwrap_or(left);
            right = (right..line).rev().find(differs).map_or(right, |last| last + 1);
            bottom = y + 1;
        }
        let mut buffer = Vec::with_capacity((bottom - top) * (right - left));
        for y in top..bottom {
            let places = y * line + left..y * line + right;
            let pairs = pixels[places.clone()].iter().zip(&self.before[places]);
            buffer.extend(pairs.map(|(now, was)| if now == was { self.unchanged } else { *now }));
        }
        Some(Frame {
            left: left as u16,
            top: top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            transparent: Some(self.unchanged),
            buffer: buffer.into(),
            ..Frame::default()
        })
    }
}

impl<G: Plane, R> Debug for Frames<G, R> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Frames { animation, size, pictures, .. } = self;
        f.debug_struct("Frames")
            .field("animation", animation)
            .field("size", size)
            .field("pictures", pictures)
            .finish_non_exhaustive()
    }
}

/// Paints pictures of squares.
#[derive(Debug)]
struct OfSquares {
    style: Style,
    size: [u64; 2],
}

impl Raster<Square> for OfSquares {
    fn size(&self) -> [u64; 2] {
        self.size
    }

    fn palette(&self) -> Vec<Rgb> {
        colours(self.style)
    }

    fn paint(&mut self, picture: &Picture, pixels: &mut Vec<u8>) {
        let mut source = picture;
        let heat = picture.distances.is_some().then(|| Heat::of_marks(of_marks(self.style)));
        let mut painter = Painter::with_heat(&source, self.style, heat);
        for y in 0..self.size[1] as u32 {
            painter.paint_line(&mut source, y);
            pixels.extend_from_slice(painter.colours());
        }
    }
}

/// An animation of squares.
#[derive(Debug)]
struct Animated(Frames<Square, OfSquares>);

impl Form for Animated {
    fn pieces(&self) -> u64 {
        self.0.pictures()
    }

    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
        if let Some(picture) = source.whole() {
            self.0.write(picture, number, out);
        }
    }
}
