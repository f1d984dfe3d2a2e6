//! The pixels of a JPEG picture. `jpeg-decoder` computes them in whole numbers, and without instructions that only some machines have.

use jpeg_decoder::{CodingProcess, Decoder, Error, ImageInfo, PixelFormat};

use super::{PictureSize, Pixels};

pub(super) fn fits(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xff\xd8\xff")
}

pub(super) fn size(bytes: &[u8]) -> Result<PictureSize, String> {
    let mut decoder = Decoder::new(bytes);
    let info = info(&mut decoder)?;
    let [width, height] = [info.width, info.height].map(u32::from);
    let samples = info.pixel_format.pixel_bytes() as u64;
    // Each block has 8 rows and columns, and with colors in half the resolution, two blocks are decoded at once.
    let [columns, rows] = [width, height].map(|side| u64::from(side.next_multiple_of(16)));
    // Of each sample its plane and the pixel that it becomes, and two bytes for its coefficient where several scans refine it.
    let bytes = if info.coding_process == CodingProcess::DctSequential { 2 } else { 4 };
    // Pixels that are not written as colors become such.
    let converted = if info.pixel_format == PixelFormat::CMYK32 { 3 } else { 0 };
    let decoder_bytes = (bytes * samples + converted) * columns * rows + ROW_BYTES * columns * samples;
    Ok(PictureSize { width, height, decoder_bytes })
}

/// How many bytes are taken for each sample in a row: the coefficients of 32 rows.
const ROW_BYTES: u64 = 64;

pub(super) fn decode(bytes: &[u8]) -> Result<Pixels, String> {
    let mut decoder = Decoder::new(bytes);
    let ImageInfo { width, pixel_format, .. } = info(&mut decoder)?;
    let decoded = decoder.decode().map_err(detail)?;
    let (samples, bytes) = match pixel_format {
        PixelFormat::L8 => (1, decoded),
        PixelFormat::RGB24 => (3, decoded),
        // The upper byte: they are in the order of the machine.
        PixelFormat::L16 => {
            let gray = |pair: &[u8; 2]| (u16::from_ne_bytes(*pair) >> 8) as u8;
            (1, decoded.as_chunks::<2>().0.iter().map(gray).collect())
        }
        PixelFormat::CMYK32 => (3, decoded.as_chunks::<4>().0.iter().copied().flat_map(rgb).collect()),
    };
    Ok(Pixels { width: width.into(), samples, bytes })
}

/// Returns the color of some inks.
fn rgb([cyan, magenta, yellow, black]: [u8; 4]) -> [u8; 3] {
    [cyan, magenta, yellow].map(|ink| (u16::from(255 - ink) * u16::from(255 - black) / 255) as u8)
}

fn info(decoder: &mut Decoder<&[u8]>) -> Result<ImageInfo, String> {
    decoder.read_info().map_err(detail)?;
    decoder.info().ok_or_else(|| "it has no size".to_owned())
}

fn detail(error: Error) -> String {
    error.to_string()
}
