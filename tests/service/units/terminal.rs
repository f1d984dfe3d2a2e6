//! Text for a terminal.

use std::io::Write as _;

use dedale_server::cli::terminal::{Escaped, escaped};

#[test]
fn characters_that_a_terminal_obeys_are_written_by_their_numbers() {
    for (text, shown) in [
        ("grün → 迷路\t*\n", "grün → 迷路\t*\n"),
        ("a\u{9b}31mb", "a\\u009b31mb"),
        ("\x1b[2J", "\\u001b[2J"),
        ("x\u{202e}gpj.exe", "x\\u202egpj.exe"),
        ("\u{2066}\u{2069}\u{61c}\u{200f}\r\u{7f}\u{8}", "\\u2066\\u2069\\u061c\\u200f\\u000d\\u007f\\u0008"),
    ] {
        assert_eq!(escaped(text), shown);
    }
}

#[test]
fn answers_are_escaped_however_they_arrive() {
    let text = "ä\u{9b}1m\u{202e}\x1b[0m迷";
    for size in 1..=text.len() {
        for (has_color, end) in [(false, "\\u001b[0m迷"), (true, "\x1b[0m迷")] {
            let mut shown = Vec::new();
            let mut target = Escaped::new(&mut shown, has_color);
            text.as_bytes().chunks(size).for_each(|piece| target.write_all(piece).unwrap());
            assert_eq!(String::from_utf8(shown).unwrap(), format!("ä\\u009b1m\\u202e{end}"), "{size}");
        }
    }
    let mut shown = Vec::new();
    Escaped::new(&mut shown, false).write_all(b"a\x9b\xff\n").unwrap();
    assert_eq!(shown, "a\u{fffd}\u{fffd}\n".as_bytes());
}
