//! Parsing the moves of a solution, as people, programs and language models write them.

use dedale::parse::Names;

use crate::parameters::solve::SideNames;

/// The letters of the sides of squares.
const COMPASS: [(char, char); 4] = [('n', 'N'), ('e', 'E'), ('s', 'S'), ('w', 'W')];

/// The letters of directions on a screen. On grids with stairs, `U` and `D` are [`STAIRS`] instead.
const SCREEN: [(char, char); 4] = [('u', 'N'), ('r', 'E'), ('d', 'S'), ('l', 'W')];

/// The letters of stairs.
const STAIRS: [(char, char); 2] = [('u', 'U'), ('d', 'D')];

/// The names of corners.
const CORNERS: [&str; 4] = ["NE", "SE", "SW", "NW"];

/// Words for the letters above, and names of the corners between two sides.
const WORDS: [(&str, &str); 12] = [
    ("north", "N"),
    ("east", "E"),
    ("south", "S"),
    ("west", "W"),
    ("up", "U"),
    ("right", "R"),
    ("down", "D"),
    ("left", "L"),
    ("northeast", "NE"),
    ("southeast", "SE"),
    ("southwest", "SW"),
    ("northwest", "NW"),
];

/// Parses moves from texts. Each text has one or several moves, separated by blanks, commas, semicolons, quotation
/// marks or brackets. Case is ignored.
///
/// On squares, a move is the letter of a side, or the letter or word of a direction on the screen, such as `R` or
/// `right`. If moves across corners are allowed, it may also be the name of a corner, such as `NE`. On other grids, it
/// is the name of a side. On a custom grid, each text is a name.
///
/// On squares, parsing ends at the first letter that is not a move. This letter, or the whole part if it begins with
/// it, becomes a name that no side has.
///
/// Time `O(bytes)`. The memory is at most that of the texts, or four times as much if names have two letters.
pub fn parse<'a>(texts: impl Iterator<Item = &'a str>, sides: SideNames) -> Names {
    let mut names = Names::default();
    match sides {
        SideNames::Letters(letters) => {
            let has_stairs = letters.len() > 4;
            texts.flat_map(parts).all(|part| push_letters(&mut names, word(part).unwrap_or(part), has_stairs));
        }
        SideNames::Corners => {
            texts.flat_map(parts).all(|part| push_corners(&mut names, word(part).unwrap_or(part)));
        }
        SideNames::Names => {
            let mut name = String::new();
            for part in texts.flat_map(parts) {
                name.clear();
                match word(part) {
                    Some(word) => name.push_str(word),
                    None => name.extend(part.chars().map(|char| char.to_ascii_uppercase())),
                }
                names.push(&name);
            }
        }
        SideNames::Custom => texts.filter(|text| !text.is_empty()).for_each(|text| names.push(text)),
    }
    names
}

/// The parts of a text between separators.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let separates = |char: char| char.is_whitespace() || ",;\"'[]".contains(char);
    text.split(separates).filter(|part| !part.is_empty())
}

/// Translates a word for a side. Hyphens are ignored: `north-east` is `northeast`.
fn word(part: &str) -> Option<&'static str> {
    let is_same =
        |word: &str| part.chars().filter(|char| *char != '-').map(|char| char.to_ascii_lowercase()).eq(word.chars());
    WORDS.iter().find(|(word, _)| is_same(word)).map(|(_, name)| *name)
}

/// Adds the moves of a sequence of letters, and returns true if all of them are moves. The letters are those of the
/// compass or of the screen, whichever match a longer prefix.
fn push_letters(names: &mut Names, part: &str, has_stairs: bool) -> bool {
    let compass = |letter: char| {
        let stairs = STAIRS.iter().filter(|_| has_stairs);
        COMPASS.iter().chain(stairs).find(|(known, _)| *known == letter).map(|(_, side)| *side)
    };
    let screen = |letter: char| {
        let is_stairs = |known: char| STAIRS.iter().any(|(stairs, _)| *stairs == known);
        let table = if has_stairs && is_stairs(letter) { &STAIRS[..] } else { &SCREEN };
        table.iter().find(|(known, _)| *known == letter).map(|(_, side)| *side)
    };
    let letters = || part.chars().map(|char| char.to_ascii_lowercase());
    let [in_compass, in_screen] = [
        letters().take_while(|char| compass(*char).is_some()).count(),
        letters().take_while(|char| screen(*char).is_some()).count(),
    ];
    let side = |letter: char| if in_compass >= in_screen { compass(letter) } else { screen(letter) };
    for (number, letter) in letters().enumerate() {
        let mut bytes = [0; 4];
        match side(letter) {
            Some(side) => names.push(side.encode_utf8(&mut bytes)),
            None if number == 0 => {
                names.push(part);
                return false;
            }
            None => {
                part.chars().nth(number).into_iter().for_each(|wrong| names.push(wrong.encode_utf8(&mut bytes)));
                return false;
            }
        }
    }
    true
}

/// Adds the move of the name of a corner, or the moves of a sequence of letters, and returns true if all of them are
/// moves. Letters that contain the name of a corner are ambiguous and rejected: `SEE` begins with a move to the south
/// or to the south-east.
fn push_corners(names: &mut Names, part: &str) -> bool {
    if let Some(corner) = CORNERS.iter().find(|corner| part.eq_ignore_ascii_case(corner)) {
        names.push(corner);
        return true;
    }
    let is_corner = |pair: &[u8]| CORNERS.iter().any(|corner| pair.eq_ignore_ascii_case(corner.as_bytes()));
    if part.as_bytes().windows(2).any(is_corner) {
        names.push(part);
        return false;
    }
    push_letters(names, part, false)
}

#[cfg(test)]
mod tests {
    use dedale::grid::GridKind;

    use super::*;

    fn on(kind: GridKind, floors: u32, texts: &[&str]) -> String {
        parse(texts.iter().copied(), SideNames::of(kind, floors)).iter().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn moves_on_squares_are_read_as_people_write_them() {
        for texts in [
            &["EES"][..],
            &["ees"],
            &["RRD"],
            &["rrd"],
            &["right right down"],
            &["Right, right, DOWN"],
            &["E", "E", "S"],
            &["east", "East", "south"],
            &["[\"E\",\"E\",\"S\"]"],
            &["E E S\n"],
            &["EE", "down"],
        ] {
            assert_eq!(on(GridKind::Square, 1, texts), "E E S", "{texts:?}");
        }
        assert_eq!(on(GridKind::Square, 1, &[""]), "");
        assert_eq!(on(GridKind::Square, 1, &["northeast"]), "N E");
    }

    #[test]
    fn up_and_down_are_stairs_where_there_are_some() {
        assert_eq!(on(GridKind::Square, 2, &["NUD"]), "N U D");
        assert_eq!(on(GridKind::Square, 2, &["right up left down north"]), "E U W D N");
    }

    #[test]
    fn what_is_no_move_ends_what_is_read() {
        for (text, moves) in [
            ("EEX", "E E X"),
            ("E,E,X", "E E X"),
            ("EEXE", "E E X"),
            ("E I E", "E I"),
            ("The path is E", "The"),
            ("NR", "N R"),
            ("RRX", "E E X"),
            ("E → E", "E →"),
        ] {
            assert_eq!(on(GridKind::Square, 1, &[text]), moves, "{text}");
        }
    }

    #[test]
    fn corners_have_names_of_their_own() {
        let read =
            |texts: &[&str]| parse(texts.iter().copied(), SideNames::Corners).iter().collect::<Vec<_>>().join(" ");
        for texts in
            [&["SE", "E", "NW"][..], &["se,e nw"], &["South-East, right, northwest"], &["[\"SE\",\"r\",\"nw\"]"]]
        {
            assert_eq!(read(texts), "SE E NW", "{texts:?}");
        }
        assert_eq!(read(&["EES", "RRD", "ws"]), "E E S E E S W S");
        // It is unclear whether this begins with a move across a corner.
        assert_eq!(read(&["E", "SEE", "E"]), "E SEE");
        assert_eq!(read(&["E", "UX", "E"]), "E N X");
    }

    #[test]
    fn names_of_other_grids_are_words() {
        assert_eq!(on(GridKind::Hex, 1, &["ne, E north-west", "SE"]), "NE E NW SE");
        assert_eq!(on(GridKind::Custom, 1, &["to the left", "a,b"]), "to the left a,b");
    }
}
