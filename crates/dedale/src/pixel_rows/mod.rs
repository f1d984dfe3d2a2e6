//! The rows of a picture, decoded in order: of PNG, and with the features of their names, of JPEG, GIF, WebP and BMP.
//!
//! [`PictureKind::ALL`] is the table of them. PNG is decoded row by row, and the other kinds as a whole.

#[cfg(feature = "pictures")]
mod bmp;
#[cfg(feature = "gif")]
mod gif;
#[cfg(feature = "pictures")]
mod jpeg;
mod png;
#[cfg(feature = "pictures")]
mod webp;

use std::fmt;

use png::PngRows;

/// A kind of picture that is read.
#[derive(Debug)]
pub(crate) struct PictureKind {
    /// The name of its [format](crate::parse::InputFormat).
    pub(crate) name: &'static str,
    /// Its name in messages.
    title: &'static str,
    /// True if a picture of this kind begins with these bytes.
    fits: fn(&[u8]) -> bool,
    /// The size, from the first bytes.
    size: fn(&[u8]) -> Result<PictureSize, String>,
    /// True if pixels are kept as they were drawn.
    is_exact: fn(&[u8]) -> bool,
    /// Decodes all pixels; `None` for PNG, which is decoded row by row.
    decode: Option<Decode>,
}

/// Decodes all pixels of a picture.
type Decode = fn(&[u8]) -> Result<Pixels, String>;

pub(crate) static PNG: PictureKind =
    PictureKind { name: "png", title: "PNG", fits: png::fits, size: png::size, is_exact: |_| true, decode: None };

#[cfg(feature = "pictures")]
pub(crate) static JPEG: PictureKind = PictureKind {
    name: "jpeg",
    title: "JPEG",
    fits: jpeg::fits,
    size: jpeg::size,
    is_exact: |_| false,
    decode: Some(jpeg::decode),
};

#[cfg(feature = "gif")]
pub(crate) static GIF: PictureKind = PictureKind {
    name: "gif",
    title: "GIF",
    fits: gif::fits,
    size: gif::size,
    is_exact: |_| true,
    decode: Some(gif::decode),
};

#[cfg(feature = "pictures")]
pub(crate) static WEBP: PictureKind = PictureKind {
    name: "webp",
    title: "WebP",
    fits: webp::fits,
    size: webp::size,
    is_exact: webp::is_lossless,
    decode: Some(webp::decode),
};

#[cfg(feature = "pictures")]
pub(crate) static BMP: PictureKind = PictureKind {
    name: "bmp",
    title: "BMP",
    fits: bmp::fits,
    size: bmp::size,
    is_exact: |_| true,
    decode: Some(bmp::decode),
};

impl PictureKind {
    /// Every kind.
    const ALL: &'static [&'static PictureKind] = &[
        &PNG,
        #[cfg(feature = "pictures")]
        &JPEG,
        #[cfg(feature = "gif")]
        &GIF,
        #[cfg(feature = "pictures")]
        &WEBP,
        #[cfg(feature = "pictures")]
        &BMP,
    ];

    /// Returns the kind of a picture, by its first bytes; `None` if it is none.
    pub(crate) fn of(bytes: &[u8]) -> Option<&'static PictureKind> {
        PictureKind::ALL.iter().copied().find(|kind| kind.fits(bytes))
    }

    /// Returns the kind of this name.
    pub(crate) fn from_name(name: &str) -> Option<&'static PictureKind> {
        PictureKind::ALL.iter().copied().find(|kind| kind.name == name)
    }

    /// Returns true if a picture of this kind begins with these bytes.
    pub(crate) fn fits(&self, bytes: &[u8]) -> bool {
        (self.fits)(bytes)
    }

    /// Returns true if the pixels of a picture of this kind are kept as they were drawn. Otherwise there is noise at edges.
    pub(crate) fn is_exact(&self, bytes: &[u8]) -> bool {
        (self.is_exact)(bytes)
    }

    /// Returns the size of a picture of this kind, from its first bytes.
    pub(crate) fn size(&self, bytes: &[u8]) -> Result<PictureSize, Damaged> {
        (self.size)(bytes).map_err(|detail| self.damaged(detail))
    }

    /// Returns the rows of the picture in these bytes.
    pub(crate) fn rows<B: AsRef<[u8]>>(&self, bytes: B) -> Result<PixelRows<B>, Damaged> {
        let source = match self.decode {
            None => PngRows::of(bytes).map(|rows| PixelSource::Png(Box::new(rows))),
            Some(decode) => decode(bytes.as_ref()).map(|pixels| PixelSource::Whole(pixels, 0)),
        };
        Ok(PixelRows { source: source.map_err(|detail| self.damaged(detail))?, title: self.title })
    }

    fn damaged(&self, detail: String) -> Damaged {
        Damaged { title: self.title, detail }
    }
}

impl fmt::Display for PictureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title)
    }
}

/// Why a picture cannot be decoded.
#[derive(Clone, Debug)]
pub(crate) struct Damaged {
    title: &'static str,
    detail: String,
}

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} picture cannot be decoded: {}", self.title, self.detail)
    }
}

/// How large a picture is, from its first bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PictureSize {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// About how many bytes the decoder takes, with the pixels that it keeps: of PNG some rows, of other kinds all of them.
    pub(crate) decoder_bytes: u64,
}

impl PictureSize {
    pub(crate) fn pixels(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }
}

/// All pixels of a picture.
#[derive(Debug)]
struct Pixels {
    width: u32,
    /// How many bytes a pixel is.
    samples: usize,
    bytes: Vec<u8>,
}

/// The rows of a picture, in order.
pub(crate) struct PixelRows<B: AsRef<[u8]>> {
    source: PixelSource<B>,
    title: &'static str,
}

enum PixelSource<B: AsRef<[u8]>> {
    Png(Box<PngRows<B>>),
    /// All pixels, and where the next row begins.
    Whole(Pixels, usize),
}

impl<B: AsRef<[u8]>> PixelRows<B> {
    /// How many bytes a pixel is.
    pub(crate) fn samples(&self) -> usize {
        match &self.source {
            PixelSource::Png(rows) => rows.samples(),
            PixelSource::Whole(pixels, _) => pixels.samples,
        }
    }

    /// Returns the next row: of each pixel gray, gray and alpha, the three colors, or these and alpha. `None` after the last.
    pub(crate) fn next(&mut self) -> Result<Option<&[u8]>, Damaged> {
        match &mut self.source {
            PixelSource::Png(rows) => rows.next().map_err(|detail| Damaged { title: self.title, detail }),
            PixelSource::Whole(pixels, start) => {
                let length = pixels.width as usize * pixels.samples;
                let row = pixels.bytes.get(*start..*start + length).filter(|row| !row.is_empty());
                *start += length;
                Ok(row)
            }
        }
    }
}

/// Returns the color and the opacity of a pixel.
pub(crate) fn rgba(pixel: &[u8]) -> [u8; 4] {
    match *pixel {
        [gray] => [gray, gray, gray, u8::MAX],
        [gray, alpha] => [gray, gray, gray, alpha],
        [red, green, blue] => [red, green, blue, u8::MAX],
        [red, green, blue, alpha, ..] => [red, green, blue, alpha],
        [] => [0; 4],
    }
}

/// How bright a color is, in thousandths of a sample: the luma of ITU-R BT.601.
pub(crate) fn luma([red, green, blue]: [u32; 3]) -> u32 {
    299 * red + 587 * green + 114 * blue
}
