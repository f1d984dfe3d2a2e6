//! The pixels of a PNG picture, row by row, and what each of them is.

use std::io::Cursor;

use png::{BitDepth, ColorType, Decoder, DecodingError, Reader, Transformations};

use super::Shades;

/// The most bytes that the decoder allocates beside the pixels.
const DECODER_BYTES: usize = 1 << 24;

/// The rows of a picture, in order. An interlaced picture is there as a whole before its first row is.
pub(crate) struct Rows<B: AsRef<[u8]>> {
    reader: Reader<Cursor<B>>,
    /// The pixels of an interlaced picture, and where its next row begins.
    whole: Option<(Vec<u8>, usize)>,
    row: Vec<u8>,
}

impl<B: AsRef<[u8]>> Rows<B> {
    /// The rows of the picture in these bytes.
    pub(crate) fn of(bytes: B) -> Result<Rows<B>, DecodingError> {
        let mut reader = decoder(bytes).read_info()?;
        let line = reader.output_line_size(reader.info().width).ok_or(DecodingError::LimitsExceeded)?;
        let whole = if reader.info().interlaced {
            let mut pixels = vec![0; reader.output_buffer_size().ok_or(DecodingError::LimitsExceeded)?];
            reader.next_frame(&mut pixels)?;
            Some((pixels, 0))
        } else {
            None
        };
        Ok(Rows { reader, whole, row: vec![0; line] })
    }

    /// How many bytes a pixel is.
    pub(crate) fn samples(&self) -> usize {
        self.reader.output_color_type().0.samples()
    }

    /// The next row: of each pixel gray, gray and alpha, the three colors, or these and alpha. `None` after the last.
    pub(crate) fn next(&mut self) -> Result<Option<&[u8]>, DecodingError> {
        if let Some((pixels, start)) = &mut self.whole {
            let row = pixels.get(*start..*start + self.row.len());
            *start += self.row.len();
            return Ok(row);
        }
        let row = self.reader.read_row(&mut self.row)?;
        Ok(row.map(|_| &self.row[..]))
    }
}

fn decoder<B: AsRef<[u8]>>(bytes: B) -> Decoder<Cursor<B>> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: DECODER_BYTES });
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(Transformations::normalize_to_color8());
    decoder
}

/// How large a picture is, from its first bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PictureSize {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// About how many bytes the decoder takes: some rows, or all of them.
    pub(crate) decoder_bytes: u64,
}

impl PictureSize {
    pub(crate) fn of(bytes: &[u8]) -> Result<PictureSize, DecodingError> {
        let mut decoder = decoder(bytes);
        let info = decoder.read_header_info()?;
        let (width, height) = info.size();
        let samples = match info.color_type {
            ColorType::Grayscale | ColorType::GrayscaleAlpha => 2,
            _ => 4,
        };
        let depth = if info.bit_depth == BitDepth::Sixteen { 2 } else { 1 };
        let row = u64::from(width) * samples;
        let whole = if info.interlaced { row.saturating_mul(height.into()) } else { 0 };
        Ok(PictureSize {
            width,
            height,
            decoder_bytes: (4 * depth * row).saturating_add(whole) + DECODER_BYTES as u64 / 16,
        })
    }

    pub(crate) fn pixels(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }
}

/// The color and the opacity of a pixel.
pub(crate) fn rgba(pixel: &[u8]) -> [u8; 4] {
    match *pixel {
        [gray] => [gray, gray, gray, u8::MAX],
        [gray, alpha] => [gray, gray, gray, alpha],
        [red, green, blue] => [red, green, blue, u8::MAX],
        [red, green, blue, alpha, ..] => [red, green, blue, alpha],
        [] => [0; 4],
    }
}

/// What a pixel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pixel {
    Wall,
    Free,
    /// Clearly green.
    Start,
    /// Clearly red.
    End,
}

impl Pixel {
    pub(super) fn of(pixel: &[u8], shades: Shades) -> Pixel {
        let [red, green, blue, alpha] = rgba(pixel).map(u32::from);
        if alpha < 128 {
            return Pixel::Free;
        }
        let least = red.min(green).min(blue);
        // Within so many degrees of the pure color, and not pale, or almost black.
        if green > red && green > blue && green >= 64 {
            let color = green - least;
            if 3 * red.abs_diff(blue) <= 2 * color && 20 * color >= 7 * green {
                return Pixel::Start;
            }
        }
        if red > green && red > blue && red >= 64 {
            let color = red - least;
            if 3 * green.abs_diff(blue) <= color && 2 * color >= red {
                return Pixel::End;
            }
        }
        // The luma of ITU-R BT.601, in thousandths.
        let luma = f64::from(299 * red + 587 * green + 114 * blue);
        let is_dark = luma < shades.threshold * 255_000.0;
        if is_dark == shades.dark_is_free { Pixel::Free } else { Pixel::Wall }
    }
}

/// What pixels of several bytes are, of those that were looked at last.
pub(super) struct Known {
    shades: Shades,
    /// At the place that its hash says, a pixel and what it is.
    places: Vec<Option<([u8; 4], Pixel)>>,
}

impl Known {
    pub(super) fn new(shades: Shades) -> Known {
        Known { shades, places: vec![None; 256] }
    }

    /// What a pixel is, and whether it was not known.
    #[inline]
    pub(super) fn look(&mut self, pixel: &[u8]) -> (Pixel, bool) {
        let color = rgba(pixel);
        let place = &mut self.places[(u32::from_le_bytes(color).wrapping_mul(0x9e37_79b1) >> 24) as usize];
        match *place {
            Some((known, meaning)) if known == color => (meaning, false),
            _ => {
                let meaning = Pixel::of(pixel, self.shades);
                *place = Some((color, meaning));
                (meaning, true)
            }
        }
    }
}

/// The colors of a picture, until they are more than a byte can number, with one more.
#[derive(Clone, Debug)]
pub(crate) struct Colors {
    /// In the order in which they were found.
    pub(crate) all: Vec<[u8; 4]>,
    /// At the place that its hash says, or the next that is empty, the number of a color and one more.
    places: Vec<u16>,
}

impl Colors {
    const MAX: usize = 255;

    const PLACES: usize = 1024;

    pub(super) fn new() -> Colors {
        Colors { all: Vec::new(), places: vec![0; Colors::PLACES] }
    }

    /// Whether there are too many to be numbered.
    pub(crate) fn are_many(&self) -> bool {
        self.all.len() > Colors::MAX
    }

    /// The number of a color, or where it would be.
    fn find(&self, color: [u8; 4]) -> Result<usize, usize> {
        let hash = u32::from_le_bytes(color).wrapping_mul(0x9e37_79b1) >> 22;
        let mut place = hash as usize % Colors::PLACES;
        loop {
            match self.places[place] {
                0 => return Err(place),
                number if self.all[usize::from(number) - 1] == color => return Ok(usize::from(number) - 1),
                _ => place = (place + 1) % Colors::PLACES,
            }
        }
    }

    /// The number of a color.
    pub(crate) fn number(&self, color: [u8; 4]) -> u8 {
        self.find(color).unwrap_or(0) as u8
    }

    pub(super) fn add(&mut self, color: [u8; 4]) {
        if self.are_many() {
            return;
        }
        if let Err(place) = self.find(color) {
            self.all.push(color);
            self.places[place] = self.all.len() as u16;
        }
    }
}
