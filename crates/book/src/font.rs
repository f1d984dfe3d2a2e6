//! The letters of a book: which glyphs they are, how wide, and the part of the font that is in the file.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Chunk, Filter, Finish, Name, Rect, Ref, Str};
use siphasher::sip::SipHasher13;
use subsetter::GlyphRemapper;
use ttf_parser::Face;

use super::file::{PdfFile, compressed};

/// How thick letters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    /// For text.
    Regular,
    /// For titles.
    Semibold,
}

/// The file of a font, and what it says.
struct FontFile {
    bytes: &'static [u8],
    face: Option<Face<'static>>,
}

impl FontFile {
    fn of(bytes: &'static [u8]) -> FontFile {
        FontFile { bytes, face: Face::parse(bytes, 0).ok() }
    }
}

static REGULAR: LazyLock<FontFile> = LazyLock::new(|| FontFile::of(include_bytes!("font/OpenSans-Regular.ttf")));
static SEMIBOLD: LazyLock<FontFile> = LazyLock::new(|| FontFile::of(include_bytes!("font/OpenSans-Semibold.ttf")));

impl Weight {
    /// Every weight.
    pub(crate) const ALL: [Weight; 2] = [Weight::Regular, Weight::Semibold];

    /// Its name in the resources of a page.
    pub(crate) fn name(self) -> Name<'static> {
        match self {
            Weight::Regular => Name(b"R"),
            Weight::Semibold => Name(b"S"),
        }
    }

    fn postscript(self) -> &'static str {
        match self {
            Weight::Regular => "OpenSans",
            Weight::Semibold => "OpenSans-Semibold",
        }
    }

    fn parsed(self) -> &'static FontFile {
        match self {
            Weight::Regular => &REGULAR,
            Weight::Semibold => &SEMIBOLD,
        }
    }

    fn face(self) -> &'static Face<'static> {
        self.parsed().face.as_ref().expect("the fonts of the program can be read: a test does")
    }

    /// How wide a glyph is, in thousandths of the size of the letters.
    fn advance(self, glyph: u16) -> f64 {
        let face = self.face();
        let units = face.glyph_hor_advance(ttf_parser::GlyphId(glyph)).unwrap_or_default();
        f64::from(units) * 1000.0 / f64::from(face.units_per_em())
    }

    fn glyph(self, letter: char) -> u16 {
        self.face().glyph_index(letter).map_or(0, |glyph| glyph.0)
    }

    /// How wide text is in letters of this size.
    pub(crate) fn width(self, text: &str, size: f64) -> f64 {
        text.chars().map(|letter| self.advance(self.glyph(letter))).sum::<f64>() * size / 1000.0
    }
}

/// Whether there is a glyph for a letter that stands alone: accents that are put on the letter before are not placed.
pub fn has(letter: char) -> bool {
    let is_mark = ('\u{300}'..='\u{36f}').contains(&letter) || ('\u{483}'..='\u{489}').contains(&letter);
    !letter.is_control() && !is_mark && Weight::ALL.iter().all(|weight| weight.glyph(letter) != 0)
}

/// All letters that there [are](has), as in the brackets of a character class of a regular expression.
pub fn letters() -> String {
    let mut ranges: Vec<[u32; 2]> = Vec::new();
    // The fonts have nothing beyond the first plane: a test looks.
    for letter in ('\0'..='\u{ffff}').filter(|&letter| has(letter)).map(u32::from) {
        match ranges.last_mut() {
            Some([_, last]) if *last + 1 == letter => *last = letter,
            _ => ranges.push([letter; 2]),
        }
    }
    ranges.iter().map(|[first, last]| format!("\\u{{{first:x}}}-\\u{{{last:x}}}")).collect()
}

/// The glyphs of a weight that a book uses.
#[derive(Debug)]
pub(crate) struct Font {
    weight: Weight,
    glyphs: GlyphRemapper,
    /// The letters by the numbers that glyphs have in the book.
    letters: BTreeMap<u16, char>,
}

impl Font {
    /// How many objects of the file a font is.
    pub(crate) const OBJECTS: i32 = 5;

    /// No glyphs yet.
    pub(crate) fn new(weight: Weight) -> Font {
        Font { weight, glyphs: GlyphRemapper::new(), letters: BTreeMap::new() }
    }

    /// The glyphs of a text, as pages name them: two bytes each.
    pub(crate) fn encode(&mut self, text: &str) -> Vec<u8> {
        let glyphs = text.chars().map(|letter| {
            let glyph = self.glyphs.remap(self.weight.glyph(letter));
            self.letters.entry(glyph).or_insert(letter);
            glyph
        });
        glyphs.flat_map(u16::to_be_bytes).collect()
    }

    /// Writes the font with the glyphs that were used, as objects from this number on.
    pub(crate) fn write(&self, first: Ref, file: &mut PdfFile, out: &mut Vec<u8>) {
        let [cid, descriptor, cmap, data] = [1, 2, 3, 4].map(|more| Ref::new(first.get() + more));
        let face = self.weight.face();
        let scaled = |units: i16| (f64::from(units) * 1000.0 / f64::from(face.units_per_em())) as f32;
        let name = self.name();
        let name = Name(name.as_bytes());
        let system = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
        file.object(out, |chunk: &mut Chunk| {
            let mut font = chunk.type0_font(first);
            font.base_font(name).encoding_predefined(Name(b"Identity-H")).descendant_font(cid).to_unicode(cmap);
        });
        file.object(out, |chunk| {
            let mut font = chunk.cid_font(cid);
            font.subtype(CidFontType::Type2).base_font(name).system_info(system).font_descriptor(descriptor);
            font.cid_to_gid_map_predefined(Name(b"Identity"));
            let widths = self.glyphs.remapped_gids().map(|glyph| self.weight.advance(glyph) as f32);
            font.widths().consecutive(0, widths);
        });
        file.object(out, |chunk| {
            let bounds = face.global_bounding_box();
            let [left, bottom, right, top] = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(scaled);
            let mut written = chunk.font_descriptor(descriptor);
            written.name(name).flags(FontFlags::NON_SYMBOLIC).bbox(Rect::new(left, bottom, right, top));
            written.italic_angle(0.0).ascent(scaled(face.ascender())).descent(scaled(face.descender()));
            written.cap_height(scaled(face.capital_height().unwrap_or(face.ascender())));
            written.stem_v(if self.weight == Weight::Regular { 90.0 } else { 120.0 }).font_file2(data);
        });
        file.object(out, |chunk| {
            let mut letters = UnicodeCmap::new(Name(b"Letters"), system);
            self.letters.iter().for_each(|(&glyph, &letter)| letters.pair(glyph, letter));
            let letters = compressed(letters.finish().as_slice());
            chunk.cmap(cmap, &letters).filter(Filter::FlateDecode);
        });
        let bytes = self.weight.parsed().bytes;
        let part = subsetter::subset(bytes, 0, &self.glyphs);
        let part = part.expect("the fonts of the program can be cut: a test does");
        file.object(out, |chunk| {
            let packed = compressed(&part);
            let mut stream = chunk.stream(data, &packed);
            stream.filter(Filter::FlateDecode).pair(Name(b"Length1"), part.len() as i32);
            stream.finish();
        });
    }

    /// The name of this part of the font: six letters that differ where the glyphs do, and the name of the whole.
    fn name(&self) -> String {
        let letters: String = self.letters.values().collect();
        let mut hash = SipHasher13::new().hash(letters.as_bytes());
        let tag = (0..6).map(|_| {
            let letter = char::from(b'A' + (hash % 26) as u8);
            hash /= 26;
            letter
        });
        format!("{}+{}", tag.collect::<String>(), self.weight.postscript())
    }
}
