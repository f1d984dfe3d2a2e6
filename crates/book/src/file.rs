//! A PDF file that is written object by object. `pdf-writer` writes the objects; where each begins is noted here, so that those before need not
//! be kept.

use std::io::Write as _;

use pdf_writer::{Chunk, Ref, Settings};

/// How far a file has been written.
#[derive(Debug)]
pub(crate) struct PdfFile {
    /// Where each object begins, by its number.
    offsets: Vec<u64>,
    /// How many bytes there are before `out`.
    sent: u64,
    /// How long `out` was when it was last looked at, since it is emptied in between.
    seen: usize,
}

/// The version, and bytes that mark the file as binary.
const HEADER: &[u8] = b"%PDF-1.7\n%\x80\x80\x80\x80\n";

impl PdfFile {
    /// Creates a file of `objects` objects, which are numbered from 1.
    pub(crate) fn new(objects: i32) -> PdfFile {
        PdfFile { offsets: vec![0; usize::try_from(objects).unwrap_or_default()], sent: 0, seen: 0 }
    }

    /// Begins a piece that is appended to what is in `out`.
    pub(crate) fn begin_piece(&mut self, out: &[u8]) {
        self.seen = out.len();
    }

    /// Ends it.
    pub(crate) fn end_piece(&mut self, out: &[u8]) {
        self.sent += (out.len() - self.seen) as u64;
        self.seen = out.len();
    }

    /// Writes what comes before the first object.
    pub(crate) fn head(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(HEADER);
    }

    /// Writes the objects that `write` puts into a chunk: one, since it is not known where others would begin.
    pub(crate) fn object(&mut self, out: &mut Vec<u8>, write: impl FnOnce(&mut Chunk)) {
        let mut chunk = Chunk::with_settings(Settings { pretty: false });
        write(&mut chunk);
        let offset = self.sent + (out.len() - self.seen) as u64;
        let mut refs = chunk.refs();
        if let Some(place) = refs.next().and_then(|id| self.offsets.get_mut(id.get() as usize - 1)) {
            *place = offset;
        }
        debug_assert!(refs.next().is_none(), "one object at a time");
        drop(refs);
        out.extend_from_slice(chunk.as_bytes());
    }

    /// Writes where everything begins. `id` tells the file from others.
    pub(crate) fn tail(&mut self, root: Ref, info: Ref, id: u128, out: &mut Vec<u8>) {
        let start = self.sent + (out.len() - self.seen) as u64;
        let size = self.offsets.len() + 1;
        // Nothing that is written to a vector fails.
        let _ = write!(out, "xref\n0 {size}\n0000000000 65535 f \n");
        for offset in &self.offsets {
            let _ = writeln!(out, "{offset:010} 00000 n ");
        }
        let (root, info) = (root.get(), info.get());
        let _ = write!(
            out,
            "trailer\n<</Size {size}/Root {root} 0 R/Info {info} 0 R/ID[<{id:032x}><{id:032x}>]>>\nstartxref\n{start}\n%%EOF\n"
        );
    }
}

/// Bytes as `FlateDecode` reads them.
pub(crate) fn compressed(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(bytes, LEVEL)
}

/// Strokes become less than a third as large. Level 6 takes nine times as long, and is no smaller.
const LEVEL: u8 = 2;
