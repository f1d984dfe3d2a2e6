//! What is saved is what the service gives, under a name that says what it is.

use std::fs;

use crate::service;
use crate::tab::Tab;

tests![all_four_kinds_are_saved_with_the_bytes_of_the_service];

/// The kinds of files: the ids of their links, how their names end, and how their bytes begin.
const KINDS: [(&str, &str, &[u8]); 4] = [
    ("save-svg", "svg", b"<"),
    ("save-png", "png", b"\x89PNG\r\n\x1a\n"),
    ("save-text", "txt", b"+---"),
    ("save-json", "json", b"{"),
];

fn all_four_kinds_are_saved_with_the_bytes_of_the_service(tab: &mut Tab) {
    for (address, query) in [
        ("/?algo=prim&w=20&h=15&seed=7", "/maze"),
        ("/?algo=prim&w=12&h=9&seed=8&heat=true&palette=magma&solution=true&solver=tremaux", "tremaux"),
        ("/?algo=prim&w=9&h=9&seed=9&mode=play", "/maze"),
    ] {
        tab.go(address);
        tab.state("ready");
        for (id, ending, beginning) in KINDS {
            let url = tab.text_of(&format!("document.getElementById('{id}').href"));
            assert!(url.contains(query), "{address}: #{id} leads to {url}");
            tab.click(&format!("#{id}"));
            let (name, bytes) = saved(tab);
            let size = if address.contains("w=20") {
                "20x15"
            } else if address.contains("w=12") {
                "12x9"
            } else {
                "9x9"
            };
            assert!(name.contains("prim") && name.contains(size) && name.ends_with(&format!(".{ending}")), "{name}");
            assert!(bytes.starts_with(beginning), "{name} begins with {:?}", &bytes[..bytes.len().min(16)]);
            assert!(bytes == service::get(&url), "{name} is not what the service gives at {url}");
        }
    }
}

/// The file that was saved, with its name. It is taken away, so that the next one is alone.
fn saved(tab: &Tab) -> (String, Vec<u8>) {
    for _ in 0..500 {
        let files: Vec<_> = fs::read_dir(&tab.downloads).unwrap().map(|file| file.unwrap().path()).collect();
        // While a file is on its way, it has a name for the time being.
        if let [file] = &files[..]
            && file.extension().is_none_or(|ending| ending != "crdownload")
            && !file.file_name().unwrap().to_string_lossy().starts_with('.')
        {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            let bytes = fs::read(file).unwrap();
            fs::remove_file(file).unwrap();
            return (name, bytes);
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("nothing is saved");
}
