//! The moves of a solution, as people, programs and language models write them.

use dedale::text::parse::Names;

use super::solve::SideNames;

/// The letters of the sides of squares.
const COMPASS: [(char, char); 4] = [('n', 'N'), ('e', 'E'), ('s', 'S'), ('w', 'W')];

/// The letters of the ways on a screen, where no stairs are called `U` and `D`.
const SCREEN: [(char, char); 4] = [('u', 'N'), ('r', 'E'), ('d', 'S'), ('l', 'W')];

/// The letters of stairs.
const STAIRS: [(char, char); 2] = [('u', 'U'), ('d', 'D')];

/// Arrows, and the letters that they mean.
const ARROWS: [(char, char); 12] = [
    ('↑', 'N'),
    ('→', 'E'),
    ('↓', 'S'),
    ('←', 'W'),
    ('⬆', 'N'),
    ('➡', 'E'),
    ('⬇', 'S'),
    ('⬅', 'W'),
    ('^', 'N'),
    ('>', 'E'),
    ('v', 'S'),
    ('<', 'W'),
];

/// Arrows towards corners, and the names that they mean.
const CORNER_ARROWS: [(char, &str); 4] = [('↗', "NE"), ('↘', "SE"), ('↙', "SW"), ('↖', "NW")];

/// Words for the letters above, and names of sides between two of them.
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

/// The character that asks for the colorful look of an arrow.
const EMOJI_STYLE: char = '\u{fe0f}';

/// Reads moves from texts, each of one move or of several, with blanks, commas, semicolons, quotation marks or brackets between them. Upper and lower case
/// mean the same. On squares a move is a letter of a side, the letter or the word of a way on the screen, such as `R` or `right`, or an arrow; where moves
/// go across corners, also the name of one, such as `NE`; elsewhere the name of a side. On a custom grid each text is a name.
///
/// A text that is no move on squares becomes a move that no cell has, and the texts after it are not read.
pub fn read<'a>(texts: impl Iterator<Item = &'a str>, sides: SideNames) -> Names {
    match sides {
        SideNames::Letters(letters) => on_squares(texts, letters.len() > 4),
        SideNames::Corners => across_corners(texts),
        SideNames::Names => {
            let mut names = Names::default();
            texts.flat_map(parts).for_each(|part| names.push(&name_of(part)));
            names
        }
        SideNames::Own => texts.filter(|text| !text.is_empty()).collect(),
    }
}

/// What is written between separators.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let separates = |char: char| char.is_whitespace() || ",;\"'[]".contains(char);
    text.split(separates).filter(|part| !part.is_empty())
}

/// The name of a side that has several letters.
fn name_of(part: &str) -> String {
    word(part).map_or_else(|| part.to_ascii_uppercase(), str::to_owned)
}

/// The side that a word means: `north-east` and `northeast` are the same.
fn word(part: &str) -> Option<&'static str> {
    let is_same =
        |word: &str| part.chars().filter(|char| *char != '-').map(|char| char.to_ascii_lowercase()).eq(word.chars());
    WORDS.iter().find(|(word, _)| is_same(word)).map(|(_, name)| *name)
}

fn on_squares<'a>(texts: impl Iterator<Item = &'a str>, has_stairs: bool) -> Names {
    let mut moves = String::new();
    let [compass, screen] = if has_stairs {
        [[&COMPASS[..], &STAIRS].concat(), [&SCREEN[1..2], &SCREEN[3..], &STAIRS].concat()]
    } else {
        [COMPASS.to_vec(), SCREEN.to_vec()]
    };
    let alphabets = [&compass[..], &screen, &ARROWS];
    for part in texts.flat_map(parts) {
        let part_or_word = word(part).unwrap_or(part);
        let read = |alphabet: &&[(char, char)]| letters(part_or_word, alphabet);
        match alphabets.iter().find_map(read) {
            Some(letters) => moves += &letters,
            None => {
                let mut names = Names::word(moves);
                names.push(part);
                return names;
            }
        }
    }
    Names::word(moves)
}

fn across_corners<'a>(texts: impl Iterator<Item = &'a str>) -> Names {
    let mut names = Names::default();
    for part in texts.flat_map(parts) {
        match sides_or_corners(word(part).unwrap_or(part)) {
            Some(moves) => moves.into_iter().for_each(|name| names.push(name)),
            None => {
                names.push(part);
                break;
            }
        }
    }
    names
}

/// The moves that a name of a corner, letters of sides, or arrows mean. Letters that might be the name of a corner are none: `SEE` begins with a move
/// to the south or to the south-east.
fn sides_or_corners(part: &str) -> Option<Vec<&'static str>> {
    let corners = || CORNER_ARROWS.iter().map(|(_, corner)| *corner);
    let name = |side: char| ["N", "E", "S", "W"].into_iter().find(|name| name.starts_with(side));
    let arrow = |char: char| {
        let corner = CORNER_ARROWS.iter().find(|(arrow, _)| *arrow == char).map(|(_, corner)| *corner);
        corner.or_else(|| name(ARROWS.iter().find(|(arrow, _)| *arrow == char)?.1))
    };
    let upper = part.to_ascii_uppercase();
    if let Some(corner) = corners().find(|corner| *corner == upper) {
        return Some(vec![corner]);
    }
    if corners().any(|corner| upper.contains(corner)) {
        return None;
    }
    match [COMPASS, SCREEN].iter().find_map(|alphabet| letters(part, alphabet)) {
        Some(sides) => sides.chars().map(name).collect(),
        None => part.chars().filter(|char| *char != EMOJI_STYLE).map(arrow).collect(),
    }
}

/// The sides that these letters mean in an alphabet, if it has all of them.
fn letters(part: &str, alphabet: &[(char, char)]) -> Option<String> {
    let side =
        |char: char| alphabet.iter().find(|(letter, _)| *letter == char.to_ascii_lowercase()).map(|(_, side)| *side);
    part.chars().filter(|char| *char != EMOJI_STYLE).map(side).collect()
}

#[cfg(test)]
mod tests {
    use dedale::grid::GridKind;

    use super::*;

    fn on(kind: GridKind, floors: u32, texts: &[&str]) -> String {
        read(texts.iter().copied(), SideNames::of(kind, floors)).iter().collect::<Vec<_>>().join(" ")
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
            &["→→↓"],
            &["➡️➡️⬇️"],
            &["> > v"],
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
        assert_eq!(on(GridKind::Square, 2, &["right up left down ↑"]), "E U W D N");
    }

    #[test]
    fn what_is_no_move_ends_what_is_read() {
        for (text, moves) in
            [("EEX", "EEX"), ("E I E", "E I"), ("The path is E", "The"), ("NR", "NR"), ("E → right?", "E E right?")]
        {
            assert_eq!(on(GridKind::Square, 1, &[text]), moves, "{text}");
        }
    }

    #[test]
    fn corners_have_names_of_their_own() {
        let read =
            |texts: &[&str]| read(texts.iter().copied(), SideNames::Corners).iter().collect::<Vec<_>>().join(" ");
        for texts in [
            &["SE", "E", "NW"][..],
            &["se,e nw"],
            &["South-East, right, northwest"],
            &["↘→↖"],
            &["[\"SE\",\"r\",\"↖️\"]"],
        ] {
            assert_eq!(read(texts), "SE E NW", "{texts:?}");
        }
        assert_eq!(read(&["EES", "RRD", "ws"]), "E E S E E S W S");
        // It is not known whether this begins with a move across a corner.
        assert_eq!(read(&["E", "SEE", "E"]), "E SEE");
        assert_eq!(read(&["E", "UX", "E"]), "E UX");
    }

    #[test]
    fn names_of_other_grids_are_words() {
        assert_eq!(on(GridKind::Hex, 1, &["ne, E north-west", "SE"]), "NE E NW SE");
        assert_eq!(on(GridKind::Custom, 1, &["to the left", "a,b"]), "to the left a,b");
    }
}
