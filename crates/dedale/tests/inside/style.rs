//! Colors and sizes of pictures.

use dedale::about::InvalidValueKind;
use dedale::picture::{Color, Style};

#[test]
fn colors_as_in_css() {
    let read = |text: &str| text.parse::<Color>();
    assert_eq!(read("1af"), Ok(Color::opaque([0x11, 0xaa, 0xff])));
    assert_eq!(read("#1AF"), read("11aaff"));
    assert_eq!(read("1af8"), Ok(Color { rgb: [0x11, 0xaa, 0xff], alpha: 0x88 }));
    assert_eq!(read("#01020304"), Ok(Color { rgb: [1, 2, 3], alpha: 4 }));
    assert_eq!(read("red"), read("f00"));
    assert_eq!(read("Transparent"), read("0000"));
    for text in
        ["", "#", "1", "12", "12345", "1234567", "123456789", "##123", "+12", "redd", "12g", "１２３", "1 2", "0x1"]
    {
        assert!(read(text).is_err(), "{text:?}");
    }
}

#[test]
fn pictures_are_exactly_as_wide_as_is_asked_for() {
    for units in [1.0, 2.0, 7.5, 30.0, 10.392_304_845_413_264, 400.0] {
        let InvalidValueKind::NotBetween(ends) = Style::DEFAULT.fitted(1, units).unwrap_err().kind else {
            panic!("{units}")
        };
        let [least, most] = ends.clone().map(|end| end.parse::<u64>().unwrap());
        for width in [least, least + 1, least + 2, 2 * least, 2 * least + 1, 3 * least + 7, most - 1, most] {
            let style = Style::DEFAULT.fitted(width as u32, units).unwrap();
            assert_eq!(style.size_of([units, 1.0])[0], width, "{units} {style:?}");
            assert!(style.wall < style.cell && (3..=256).contains(&style.cell), "{units} {width} {style:?}");
        }
        for width in [least - 1, most + 1] {
            let refused = Style::DEFAULT.fitted(width as u32, units);
            assert_eq!(refused.unwrap_err().kind, InvalidValueKind::NotBetween(ends.clone()), "{units}");
        }
    }
}

#[test]
fn insets_leave_room_in_the_middle() {
    for (cell, wall) in (2..40).flat_map(|cell| (1..cell).map(move |wall| (cell, wall))) {
        let style = Style { cell, wall, ..Style::default() };
        assert!(2 * style.path_inset() < style.room() && 2 * style.mark_inset() < style.room(), "{cell} {wall}");
    }
}
