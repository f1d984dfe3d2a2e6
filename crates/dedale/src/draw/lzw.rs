//! Compression of pictures that are mostly of one color, for GIF.
//!
//! Other compressors process each pixel. Pixels that have not changed since the previous picture are in long runs, and here a run takes one step
//! for each of its codes. The codes are those of any LZW encoder: each is the code of the longest known sequence, until 4,096 are known.
//!
//! Source: GIF89a specification, appendix F, "Variable-Length-Code LZW Compression".

/// The number of codes, which have twelve bits.
const CODES: u16 = 1 << 12;

/// The capacity of the table of codes: a power of two. At most half of it is used.
const PLACES: usize = 2 * CODES as usize;

/// Compresses pixels. Its tables are reused for the next picture.
#[derive(Debug)]
pub(crate) struct Lzw {
    /// The pixel that occurs in long runs.
    blank: u8,
    /// A hash table. An entry is a code, a pixel, and the code of both, in twelve, eight and twelve bits. A free entry is 0, which is not the
    /// code of two.
    known: Vec<u32>,
    /// The codes of one blank pixel, of two, and so on.
    runs: Vec<u16>,
    /// The next free code.
    next: u16,
}

impl Lzw {
    pub(crate) fn new(blank: u8) -> Lzw {
        Lzw { blank, known: vec![0; PLACES], runs: Vec::new(), next: 0 }
    }

    /// Compresses pixels: returns the number of bits of a pixel, and the codes for the blocks of a GIF.
    pub(crate) fn compressed(&mut self, pixels: &[u8]) -> Vec<u8> {
        let most = pixels.iter().fold(0, |most, &pixel| most.max(pixel));
        // The format has no fewer than two.
        let bits = (u16::from(most) + 1).next_power_of_two().trailing_zeros().max(2);
        let clear = 1_u16 << bits;
        let mut codes = Codes { bytes: vec![bits as u8], held: 0, count: 0, bits: bits + 1 };
        codes.push(clear);
        self.forget(clear);
        // The text that has been read since the last code was written: its code, and how many pixels it has if all are blank.
        let (mut text, mut blanks) = (None, 0);
        let mut at = 0;
        while let Some(&pixel) = pixels.get(at) {
            let is_blank = pixel == self.blank;
            if is_blank && (text.is_none() || blanks > 0) {
                let longer = self.runs.len() - blanks;
                let more = leading(&pixels[at..pixels.len().min(at + longer)], self.blank);
                if more > 0 {
                    (at, blanks) = (at + more, blanks + more);
                    text = Some(self.runs[blanks - 1]);
                    continue;
                }
            }
            let Some(code) = text else {
                (text, at) = (Some(pixel.into()), at + 1);
                continue;
            };
            let place = self.place(code, pixel);
            if self.known[place] != 0 {
                (text, blanks, at) = (Some((self.known[place] & 0xfff) as u16), 0, at + 1);
                continue;
            }
            codes.push(code);
            let is_run = is_blank && blanks > 0;
            (text, blanks) = (None, 0);
            if self.next == CODES {
                codes.push(clear);
                codes.bits = bits + 1;
                self.forget(clear);
                continue;
            }
            self.known[place] = u32::from(code) << 20 | u32::from(pixel) << 12 | u32::from(self.next);
            if is_run {
                self.runs.push(self.next);
            }
            // The decoder knows this code one later.
            if self.next == 1 << codes.bits {
                codes.bits += 1;
            }
            self.next += 1;
        }
        if let Some(code) = text {
            codes.push(code);
            if self.next == 1 << codes.bits && codes.bits < CODES.trailing_zeros() {
                codes.bits += 1;
            }
        }
        codes.push(clear + 1);
        codes.end()
    }

    /// Forgets all codes except those of single pixels.
    fn forget(&mut self, clear: u16) {
        self.known.fill(0);
        self.runs.clear();
        self.runs.push(self.blank.into());
        self.next = clear + 2;
    }

    /// Returns the index of the entry for a sequence with one more pixel, or of the free entry for it.
    fn place(&self, code: u16, pixel: u8) -> usize {
        let key = u32::from(code) << 8 | u32::from(pixel);
        let mut place = (key.wrapping_mul(0x9e37_79b1) >> (u32::BITS - PLACES.trailing_zeros())) as usize;
        while self.known[place] != 0 && self.known[place] >> 12 != key {
            place = (place + 1) % PLACES;
        }
        place
    }
}

/// Returns the number of pixels at the start that are equal to this one. Many are compared at a time.
fn leading(pixels: &[u8], blank: u8) -> usize {
    const MANY: usize = 32;
    let all_blank = |many: &&[u8]| many.iter().fold(true, |all, &pixel| all & (pixel == blank));
    let start = MANY * pixels.chunks_exact(MANY).take_while(all_blank).count();
    start + pixels[start..].iter().take_while(|&&pixel| pixel == blank).count()
}

/// Packs codes into bytes, lowest bits first.
struct Codes {
    bytes: Vec<u8>,
    /// The bits that do not fill a byte yet, and their number.
    held: u32,
    count: u32,
    /// The number of bits of a code.
    bits: u32,
}

impl Codes {
    fn push(&mut self, code: u16) {
        self.held |= u32::from(code) << self.count;
        self.count += self.bits;
        while self.count >= 8 {
            self.bytes.push(self.held as u8);
            (self.held, self.count) = (self.held >> 8, self.count - 8);
        }
    }

    fn end(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.held as u8);
        }
        self.bytes
    }
}
