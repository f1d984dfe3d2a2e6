//! Sheets of paper.

/// A size of paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// The name.
    pub name: &'static str,
    /// Width and height of the trimmed page, in points.
    pub size: [f64; 2],
}

/// Points in a millimeter.
pub(crate) const MM: f64 = 72.0 / 25.4;

const fn mm(name: &'static str, width: f64, height: f64) -> Paper {
    Paper { name, size: [width * MM, height * MM] }
}

const fn inches(name: &'static str, width: f64, height: f64) -> Paper {
    Paper { name, size: [width * 72.0, height * 72.0] }
}

/// Every size, in the order in which messages name them: those of offices and posters, then those in which books are printed on demand.
pub static PAPERS: &[Paper] = &[
    mm("a1", 594.0, 841.0),
    mm("a2", 420.0, 594.0),
    mm("a3", 297.0, 420.0),
    mm("a4", 210.0, 297.0),
    mm("a5", 148.0, 210.0),
    mm("b5", 176.0, 250.0),
    inches("letter", 8.5, 11.0),
    inches("legal", 8.5, 14.0),
    inches("5x8", 5.0, 8.0),
    inches("6x9", 6.0, 9.0),
    inches("7x10", 7.0, 10.0),
    inches("8x10", 8.0, 10.0),
    inches("8.5x8.5", 8.5, 8.5),
    inches("8.5x11", 8.5, 11.0),
];

impl Paper {
    /// The names of all sizes.
    pub fn names() -> Vec<&'static str> {
        PAPERS.iter().map(|paper| paper.name).collect()
    }
}
