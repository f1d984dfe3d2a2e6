//! Capital letters and digits as strokes, which every picture of a maze with letters in it draws.
//!
//! A letter is 100 high, and about 60 wide. Its strokes are in the middle of lines with round ends.

use crate::contour::Contour;

/// The height of the letters, between the middles of their highest and lowest strokes.
pub(crate) const HEIGHT: f64 = 100.0;

/// The width of most letters.
pub(crate) const WIDTH: f64 = 66.0;

/// The distance between the middles of the strokes of two letters side by side.
pub(crate) const BETWEEN: f64 = 34.0;

/// The thickness of the strokes.
pub(crate) const THICKNESS: f64 = 16.0;

/// The letters of each script without accents, and the digits.
pub(crate) const ALPHABETS: [&str; 4] =
    ["ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ", "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ", "0123456789"];

/// Returns the strokes of a letter or a digit; `None` for any other character.
pub(crate) fn strokes(letter: char) -> Option<Contour> {
    if let Some(strokes) = shape(letter) {
        return Contour::parse(strokes);
    }
    let &(_, base, accent) = ACCENTED.iter().find(|(known, ..)| *known == letter)?;
    let (base, accent) = (Contour::parse(shape(base)?)?, Contour::parse(accent.strokes())?);
    // The letter and its accent are together as high as a letter without one.
    let base = match accent {
        _ if letter == 'Ç' => base.moved(|[x, y]| [x, y * 0.8]),
        _ => base.moved(|[x, y]| [x, 26.0 + y * 0.74]),
    };
    Some(Contour([base.0, accent.0].concat()))
}

/// Returns the leftmost and the rightmost place of strokes.
pub(crate) fn sides(strokes: &Contour) -> [f64; 2] {
    let places = strokes.polygons(8).into_iter().flatten().map(|[x, _]| x);
    places.fold([f64::INFINITY, f64::NEG_INFINITY], |[left, right], x| [x.min(left), x.max(right)])
}

/// Returns all characters that have strokes.
pub(crate) fn characters() -> impl Iterator<Item = char> {
    let plain = ALPHABETS.iter().flat_map(|letters| letters.chars());
    let is_new = |letter: &char| !ALPHABETS.iter().any(|letters| letters.contains(*letter));
    plain.chain(ACCENTED.iter().map(|&(letter, ..)| letter).filter(is_new))
}

/// Returns the strokes of a letter without an accent. Letters of several scripts that look alike have the same.
fn shape(letter: char) -> Option<&'static str> {
    SHAPES.iter().find(|(letters, _)| letters.contains(letter)).map(|(_, strokes)| *strokes)
}

/// What is above a letter or below it.
#[derive(Clone, Copy, Debug)]
enum Accent {
    Acute,
    Grave,
    Circumflex,
    Diaeresis,
    Tilde,
    Breve,
    Cedilla,
}

impl Accent {
    fn strokes(self) -> &'static str {
        match self {
            Accent::Acute => "M 24 8 L 40 -4",
            Accent::Grave => "M 36 8 L 20 -4",
            Accent::Circumflex => "M 14 8 L 30 -4 46 8",
            Accent::Diaeresis => "M 12 2 L 12 2 M 48 2 L 48 2",
            Accent::Tilde => "M 8 6 C 20 -14 40 20 52 0",
            Accent::Breve => "M 14 -4 C 18 14 42 14 46 -4",
            Accent::Cedilla => "M 34 82 L 34 90 C 46 92 42 104 26 100",
        }
    }
}

const ACCENTED: [(char, char, Accent); 30] = [
    ('Ä', 'A', Accent::Diaeresis),
    ('Ö', 'O', Accent::Diaeresis),
    ('Ü', 'U', Accent::Diaeresis),
    ('À', 'A', Accent::Grave),
    ('Á', 'A', Accent::Acute),
    ('Â', 'A', Accent::Circumflex),
    ('Ã', 'A', Accent::Tilde),
    ('Ç', 'C', Accent::Cedilla),
    ('È', 'E', Accent::Grave),
    ('É', 'E', Accent::Acute),
    ('Ê', 'E', Accent::Circumflex),
    ('Ë', 'E', Accent::Diaeresis),
    ('Ì', 'I', Accent::Grave),
    ('Í', 'I', Accent::Acute),
    ('Î', 'I', Accent::Circumflex),
    ('Ï', 'I', Accent::Diaeresis),
    ('Ñ', 'N', Accent::Tilde),
    ('Ò', 'O', Accent::Grave),
    ('Ó', 'O', Accent::Acute),
    ('Ô', 'O', Accent::Circumflex),
    ('Õ', 'O', Accent::Tilde),
    ('Ù', 'U', Accent::Grave),
    ('Ú', 'U', Accent::Acute),
    ('Û', 'U', Accent::Circumflex),
    ('Ÿ', 'Y', Accent::Diaeresis),
    ('Ϊ', 'Ι', Accent::Diaeresis),
    ('Ϋ', 'Υ', Accent::Diaeresis),
    ('Ё', 'Е', Accent::Diaeresis),
    ('Й', 'И', Accent::Breve),
    ('Ў', 'У', Accent::Breve),
];

/// Letters that look alike, and their strokes in the format of [`Contour::parse`].
const SHAPES: [(&str, &str); 62] = [
    ("AΑА", "M 0 100 L 30 0 60 100 M 11 64 L 49 64"),
    ("BΒВ", "M 0 0 L 0 100 M 0 0 L 30 0 C 62 0 62 47 30 47 L 0 47 M 30 47 C 70 47 70 100 30 100 L 0 100"),
    ("CС", "M 58 20 C 48 -6 0 -8 0 50 C 0 108 48 106 58 80"),
    ("D", "M 0 0 L 0 100 M 0 0 L 20 0 C 74 0 74 100 20 100 L 0 100"),
    ("EΕЕ", "M 54 0 L 0 0 0 100 54 100 M 0 48 L 46 48"),
    ("F", "M 54 0 L 0 0 0 100 M 0 48 L 44 48"),
    ("G", "M 58 20 C 48 -6 0 -8 0 50 C 0 116 60 112 60 56 L 34 56"),
    ("HΗН", "M 0 0 L 0 100 M 60 0 L 60 100 M 0 48 L 60 48"),
    // A line alone would look like a wall.
    ("IΙ", "M 12 0 L 48 0 M 30 0 L 30 100 M 12 100 L 48 100"),
    ("J", "M 22 0 L 52 0 52 66 C 52 112 0 112 0 72"),
    ("KΚК", "M 0 0 L 0 100 M 56 0 L 0 62 M 20 40 L 58 100"),
    ("L", "M 0 0 L 0 100 54 100"),
    ("MΜМ", "M 0 100 L 0 0 33 60 66 0 66 100"),
    ("NΝ", "M 0 100 L 0 0 60 100 60 0"),
    ("OΟО", "M 32 0 C 14.3 0 0 22.4 0 50 C 0 77.6 14.3 100 32 100 C 49.7 100 64 77.6 64 50 C 64 22.4 49.7 0 32 0"),
    ("PΡР", "M 0 100 L 0 0 30 0 C 68 0 68 54 30 54 L 0 54"),
    (
        "Q",
        "M 32 0 C 14.3 0 0 22.4 0 50 C 0 77.6 14.3 100 32 100 C 49.7 100 64 77.6 64 50 C 64 22.4 49.7 0 32 0 M 40 70 L 64 102",
    ),
    ("R", "M 0 100 L 0 0 30 0 C 68 0 68 54 30 54 L 0 54 M 30 54 L 58 100"),
    ("S", "M 55 17 C 45 -7 3 -7 3 24 C 3 58 58 40 58 74 C 58 108 8 108 0 80"),
    ("TΤТ", "M 0 0 L 60 0 M 30 0 L 30 100"),
    ("U", "M 0 0 L 0 62 C 0 113 60 113 60 62 L 60 0"),
    ("V", "M 0 0 L 30 100 60 0"),
    ("W", "M 0 0 L 17 100 34 32 51 100 68 0"),
    ("XΧХ", "M 0 0 L 60 100 M 60 0 L 0 100"),
    ("YΥ", "M 0 0 L 30 50 60 0 M 30 50 L 30 100"),
    ("ZΖ", "M 0 0 L 60 0 0 100 60 100"),
    ("ΓГ", "M 54 0 L 0 0 0 100"),
    ("Δ", "M 31 0 L 62 100 0 100 31 0"),
    (
        "Θ",
        "M 32 0 C 14.3 0 0 22.4 0 50 C 0 77.6 14.3 100 32 100 C 49.7 100 64 77.6 64 50 C 64 22.4 49.7 0 32 0 M 20 50 L 44 50",
    ),
    ("Λ", "M 0 100 L 30 0 60 100"),
    ("Ξ", "M 2 0 L 58 0 M 12 48 L 48 48 M 0 100 L 60 100"),
    ("ΠП", "M 0 100 L 0 0 60 0 60 100"),
    ("Σ", "M 56 0 L 0 0 34 48 0 100 58 100"),
    ("ΦФ", "M 34 0 L 34 100 M 34 20 C 15 20 0 32 0 49 C 0 66 15 78 34 78 C 53 78 68 66 68 49 C 68 32 53 20 34 20"),
    ("Ψ", "M 32 0 L 32 100 M 0 4 L 0 26 C 0 74 64 74 64 26 L 64 4"),
    ("Ω", "M 0 100 L 22 100 C -14 72 -8 0 33 0 C 74 0 80 72 44 100 L 66 100"),
    ("Б", "M 52 0 L 0 0 0 100 28 100 C 68 100 68 46 28 46 L 0 46"),
    ("Д", "M 12 82 C 22 60 22 30 22 0 L 56 0 56 82 M 0 100 L 0 82 68 82 68 100"),
    ("Ж", "M 38 0 L 38 100 M 2 0 L 74 100 M 74 0 L 2 100"),
    ("З3", "M 3 14 C 16 -6 56 -6 55 24 C 54 42 42 47 24 47 C 46 47 60 54 60 73 C 60 108 10 108 0 84"),
    ("И", "M 0 0 L 0 100 60 0 60 100"),
    ("Л", "M 0 100 C 18 96 18 50 18 0 L 60 0 60 100"),
    ("У", "M 0 0 L 31 58 M 60 0 L 22 76 C 16 90 10 100 0 98"),
    ("Ц", "M 0 0 L 0 82 66 82 66 100 M 54 0 L 54 82"),
    ("Ч", "M 0 0 L 0 28 C 0 58 40 58 58 48 M 58 0 L 58 100"),
    ("Ш", "M 0 0 L 0 100 72 100 72 0 M 36 0 L 36 100"),
    ("Щ", "M 0 0 L 0 82 80 82 80 100 M 34 0 L 34 82 M 68 0 L 68 82"),
    ("Ъ", "M 0 0 L 18 0 18 100 38 100 C 74 100 74 46 38 46 L 18 46"),
    ("Ы", "M 0 0 L 0 100 14 100 C 50 100 50 46 14 46 L 0 46 M 66 0 L 66 100"),
    ("Ь", "M 0 0 L 0 100 28 100 C 68 100 68 46 28 46 L 0 46"),
    ("Э", "M 2 20 C 12 -6 60 -8 60 50 C 60 108 12 106 2 80 M 24 50 L 60 50"),
    (
        "Ю",
        "M 0 0 L 0 100 M 0 50 L 22 50 M 50 0 C 34 0 22 22 22 50 C 22 78 34 100 50 100 C 66 100 78 78 78 50 C 78 22 66 0 50 0",
    ),
    ("Я", "M 60 100 L 60 0 30 0 C -8 0 -8 54 30 54 L 60 54 M 30 54 L 2 100"),
    ("0", "M 28 0 C 12 0 0 22 0 50 C 0 78 12 100 28 100 C 44 100 56 78 56 50 C 56 22 44 0 28 0"),
    ("1", "M 10 22 L 32 0 32 100 M 8 100 L 56 100"),
    ("2", "M 3 26 C 4 -8 57 -10 57 26 C 57 52 18 72 0 100 L 60 100"),
    ("4", "M 46 100 L 46 0 0 70 62 70"),
    ("5", "M 54 0 L 10 0 6 44 C 20 30 60 30 60 67 C 60 110 10 110 0 84"),
    ("6", "M 50 2 C 16 8 0 40 0 66 C 0 112 60 112 60 67 C 60 24 6 26 0 66"),
    ("7", "M 0 0 L 60 0 22 100"),
    ("8", "M 30 47 C -8 47 -8 0 30 0 C 68 0 68 47 30 47 C -10 47 -10 100 30 100 C 70 100 70 47 30 47"),
    ("9", "M 10 98 C 44 92 60 60 60 34 C 60 -12 0 -12 0 33 C 0 76 54 74 60 34"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_has_strokes_of_its_height() {
        let all: Vec<char> = characters().collect();
        for (number, &letter) in all.iter().enumerate() {
            assert!(!all[..number].contains(&letter), "{letter} is there twice");
            let strokes = strokes(letter).unwrap();
            let lines: Vec<f64> = strokes.polygons(24).into_iter().flatten().map(|[_, y]| y).collect();
            let [top, bottom] = [f64::min, f64::max].map(|better| lines.iter().copied().reduce(better).unwrap());
            assert!((-5.0..=5.0).contains(&top) && (96.0..=104.0).contains(&bottom), "{letter}: {top} to {bottom}");
            let [left, right] = sides(&strokes);
            assert!(
                (-3.0..=12.0).contains(&left) && (36.0..=82.0).contains(&(right - left)),
                "{letter}: {left} to {right}"
            );
        }
        assert_eq!((strokes('a'), strokes('<'), strokes(' '), strokes('ß')), (None, None, None, None));
    }
}
