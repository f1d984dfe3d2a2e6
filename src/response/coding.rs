//! The content coding of a response. It is chosen once, for the tag, a 304, the length and the bytes.

use std::io::{self, Write};

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;
use brotli::CompressorWriter;
use dedale::named;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::response::negotiate::{best, weighted_list};

named! {
    /// A content coding (RFC 9110, section 8.4.1). Among codings that a client prefers equally, the first is used.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Coding {
        /// `zstd`
        Zstd = "zstd",
        /// `br`
        Brotli = "br",
        /// `gzip`
        Gzip = "gzip",
        /// None: the bytes are sent as they are.
        #[default]
        Identity = "identity",
    }
}

impl Coding {
    /// Returns the `offered` coding that `Accept-Encoding` prefers; `None` if it accepts none of them.
    pub fn choose(headers: &HeaderMap, offered: &[Coding]) -> Option<Coding> {
        let accepted = weighted_list(headers, &ACCEPT_ENCODING);
        let named = |name: &str| accepted.iter().find(|(other, _)| other == name).map(|&(_, quality)| quality);
        // The identity is accepted unless it is excluded, but named codings are preferred (RFC 9110, section 12.5.3).
        let quality = |coding: Coding| {
            named(coding.name()).or_else(|| named("*")).unwrap_or_else(|| u16::from(coding == Coding::Identity))
        };
        best(offered, quality)
    }
}

/// The size of the output buffer of Brotli, in bytes.
const BROTLI_BUFFER: usize = 4096;

/// The size of the window of Brotli, as a power of two.
const BROTLI_WINDOW: u32 = 18;

/// Compresses the parts of a body, as fast as each coding can.
pub enum Encoder {
    /// `gzip`
    Gzip(GzEncoder<Vec<u8>>),
    /// `br`
    Brotli(Box<CompressorWriter<Vec<u8>>>),
    /// `zstd`
    Zstd(zstd::Encoder<'static, Vec<u8>>),
}

impl Encoder {
    /// Creates an encoder; `None` for bytes that are sent as they are.
    pub fn new(coding: Coding) -> io::Result<Option<Encoder>> {
        Ok(Some(match coding {
            Coding::Identity => return Ok(None),
            Coding::Gzip => Encoder::Gzip(GzEncoder::new(Vec::new(), Compression::fast())),
            Coding::Brotli => {
                Encoder::Brotli(Box::new(CompressorWriter::new(Vec::new(), BROTLI_BUFFER, 0, BROTLI_WINDOW)))
            }
            Coding::Zstd => Encoder::Zstd(zstd::Encoder::new(Vec::new(), 1)?),
        }))
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Encoder::Gzip(encoder) => encoder,
            Encoder::Brotli(encoder) => encoder,
            Encoder::Zstd(encoder) => encoder,
        }
    }

    /// Compresses a part, and flushes the encoder: a client can decode the whole part from the bytes that are returned.
    pub fn part(&mut self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let writer = self.writer();
        writer.write_all(bytes)?;
        writer.flush()?;
        Ok(std::mem::take(match self {
            Encoder::Gzip(encoder) => encoder.get_mut(),
            Encoder::Brotli(encoder) => encoder.get_mut(),
            Encoder::Zstd(encoder) => encoder.get_mut(),
        }))
    }

    /// Compresses the last part.
    pub fn last(mut self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        self.writer().write_all(bytes)?;
        match self {
            Encoder::Gzip(encoder) => encoder.finish(),
            Encoder::Brotli(encoder) => Ok(encoder.into_inner()),
            Encoder::Zstd(encoder) => encoder.finish(),
        }
    }
}
