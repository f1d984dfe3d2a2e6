//! The map on screens of every size, in light and dark colors, and for those who do not see it.

use serde_json::json;

use crate::access::violations_in;
use crate::layout::TOO_WIDE;
use crate::tab::{Look, Tab};

tests![axe_finds_nothing_on_the_map, the_map_fits_every_screen];

/// What the map can show.
const SIGHTS: [(&str, &str); 4] = [
    ("whole", "/map?seed=7"),
    ("path", "/map?seed=7&path=true&at=30000000000000,40000000000000&zoom=3.4"),
    ("walk", "/map?seed=7&path=true&from=1000,1000&walk=1000,1000"),
    ("error", "/map?passes=9"),
];

/// The screens that the map is looked at on.
const SCREENS: [(&str, Look); 4] = [
    ("320", Look::NARROW),
    ("390", Look { width: 390, height: 844, ..Look::PHONE }),
    ("768", Look { width: 768, height: 1024, ..Look::PHONE }),
    ("1440", Look { width: 1440, height: 900, ..Look::DESK }),
];

fn axe_finds_nothing_on_the_map(tab: &mut Tab) {
    tab.expect("the server responded with a status of 400");
    let mut violations = Vec::new();
    for (name, address) in SIGHTS {
        tab.go(address);
        violations.extend(violations_in(tab, name));
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

fn the_map_fits_every_screen(tab: &mut Tab) {
    tab.expect("the server responded with a status of 400");
    for (screen, look) in SCREENS {
        for (name, address) in SIGHTS {
            tab.look(look);
            tab.go(address);
            for (scheme, look) in [("light", look), ("dark", look.dark())] {
                tab.look(look);
                // Two frames, in which the page finds out.
                tab.run("for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)", Vec::new());
                let state = if name == "error" { "error" } else { "ready" };
                tab.state(state);
                let widths = tab.eval("[document.scrollingElement.scrollWidth, document.scrollingElement.clientWidth]");
                let [content, visible] = serde_json::from_value::<[u32; 2]>(widths).unwrap();
                assert!(content <= visible, "{name}, {screen}, {scheme}: {content} px in {visible} px");
                assert_eq!(tab.eval(TOO_WIDE), json!([]), "{name}, {screen}, {scheme}");
                let [_, top, width, height] = tab.place("#map");
                assert!(
                    width >= 270.0 && height >= 300.0 && top + height <= f64::from(look.height),
                    "{name}, {screen}"
                );
                if let Some(folder) = crate::layout::album() {
                    tab.screenshot(&folder.join(format!("map-{name}-{screen}-{scheme}.png")), false);
                }
            }
        }
    }
}
