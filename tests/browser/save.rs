//! Saved files are the responses of the service, with a descriptive name.

use std::fs;

use crate::service;
use crate::tab::Tab;

tests![all_four_kinds_are_saved_with_the_bytes_of_the_service];

/// The links, how the names of their files end, and how the bytes begin.
const KINDS: [(&str, &str, &[u8]); 4] = [
    ("save-svg", "svg", b"<"),
    ("save-png", "png", b"\x89PNG\r\n\x1a\n"),
    ("save-text", "txt", b"+---"),
    ("save-json", "json", b"{"),
];

fn all_four_kinds_are_saved_with_the_bytes_of_the_service(tab: &mut Tab) {
    let solved = "algo=prim&w=12&h=9&seed=8&solver=tremaux";
    for (address, name, paths) in [
        (
            "/?algo=prim&w=20&h=15&seed=7",
            "dedale-prim-20x15-7",
            ["/maze.svg?", "/maze.png?", "/maze.txt?", "/maze.json?"]
                .map(|path| format!("{path}algo=prim&w=20&h=15&seed=7")),
        ),
        (
            "/?algo=prim&w=12&h=9&seed=8&solver=tremaux&heat=true&palette=magma&solution=true",
            "dedale-prim-12x9-8",
            [
                format!("/solve.svg?{solved}&heat=true&palette=magma"),
                format!("/solve.png?{solved}&heat=true&palette=magma"),
                format!("/solve?{solved}&format=ascii"),
                format!("/solve?{solved}&format=json&encoding=walls"),
            ],
        ),
        // Who plays does not want to be shown the way.
        (
            "/?algo=prim&w=9&h=9&seed=9&heat=true&solution=true&mode=play",
            "dedale-prim-9x9-9",
            ["/maze.svg?", "/maze.png?", "/maze.txt?", "/maze.json?"]
                .map(|path| format!("{path}algo=prim&w=9&h=9&seed=9")),
        ),
    ] {
        tab.go(address);
        tab.state("ready");
        tab.click("#save-menu");
        for ((id, ending, beginning), path) in KINDS.into_iter().zip(paths) {
            tab.click(&format!("#{id}"));
            let (file, bytes) = saved(tab);
            assert_eq!(file, format!("{name}.{ending}"));
            assert!(bytes.starts_with(beginning), "{file} begins with {:?}", &bytes[..bytes.len().min(16)]);
            let given = service::get(&format!("{}{path}", tab.programs.server_url));
            assert!(bytes == given, "{address}: {file} is not what the service gives at {path}");
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
