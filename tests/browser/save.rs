//! Saved files are the responses of the service, with a descriptive name.

use std::collections::BTreeMap;
use std::fs;

use dedale::formats::FORMATS;
use dedale::grid::GridKind;
use serde_json::{Value, json};

use crate::service;
use crate::tab::Tab;

tests![
    files_are_saved_with_the_bytes_of_the_service,
    pictures_and_a_sheet_are_the_first_choices,
    pictures_are_as_large_and_as_dark_as_wanted,
    a_picture_is_large_enough_for_paper,
    every_format_that_a_grid_has_can_be_saved,
    data_sets_are_saved_with_the_bytes_of_the_service,
    a_data_set_that_is_stopped_or_wrong_is_not_saved,
];

/// Some of the links, how the names of their files end, and how the bytes begin.
const KINDS: [(&str, &str, &[u8]); 4] = [
    ("save-svg", "svg", b"<"),
    ("save-png", "png", b"\x89PNG\r\n\x1a\n"),
    ("save-ascii", "txt", b"+---"),
    ("save-json", "json", b"{"),
];

/// Mazes that differ in the formats that they are written in.
const MAZES: [&str; 9] = [
    "algo=prim&w=9&h=7&seed=7",
    "algo=prim&w=9&h=7&seed=7&solution=true&heat=distance",
    "algo=prim&w=9&h=7&seed=7&mask=circle",
    "algo=prim&w=9&h=7&seed=7&floors=2",
    "algo=prim&w=9&h=7&seed=7&wrap=x",
    "algo=prim&w=9&h=7&seed=7&weave=1",
    "algo=prim&grid=hex&w=9&h=7&seed=7",
    "algo=prim&grid=polar&rings=4&seed=7",
    "algo=prim&grid=cairo&w=8&h=8&seed=7&solution=true",
];

/// Opens the menu, and all formats in it.
fn open_all(tab: &Tab) {
    tab.click("#save-menu");
    tab.click("#save-more summary");
}

/// What most people want is first, and large.
fn pictures_and_a_sheet_are_the_first_choices(tab: &mut Tab) {
    tab.go("/?algo=prim&w=20&h=15&seed=7&solution=true");
    tab.state("ready");
    tab.click("#save-menu");
    let seen =
        "[...document.querySelectorAll('#saves a')].filter((link) => link.checkVisibility()).map(({ id }) => id)";
    assert_eq!(tab.eval(seen), json!(["save-png", "save-svg", "save-pdf", "save-gif"]));
    assert!(tab.place("#save-png")[3] >= 56.0);
    tab.click("#save-pdf");
    let (file, bytes) = saved(tab);
    assert_eq!(file, "dedale-prim-20x15-7.pdf");
    let url = tab.text_of("document.getElementById('save-pdf').href");
    assert!(url.contains("count=1&answers=end"), "{url}");
    assert!(bytes.starts_with(b"%PDF") && bytes == service::get(&url));
    tab.go("/?algo=prim&w=300&h=300&seed=7");
    tab.state("ready");
    assert_eq!(tab.eval("document.getElementById('save-pdf')"), json!(null), "its cells would be too small");
}

fn files_are_saved_with_the_bytes_of_the_service(tab: &mut Tab) {
    let solved = "algo=prim&w=12&h=9&seed=8&solver=tremaux";
    for (address, name, paths) in [
        (
            "/?algo=prim&w=20&h=15&seed=7",
            "dedale-prim-20x15-7",
            [
                "/maze.svg?algo=prim&w=20&h=15&seed=7".to_owned(),
                "/maze.png?algo=prim&w=20&h=15&seed=7&cell=100&wall=13&margin=100".to_owned(),
                "/maze.txt?algo=prim&w=20&h=15&seed=7".to_owned(),
                "/maze.json?algo=prim&w=20&h=15&seed=7".to_owned(),
            ],
        ),
        (
            "/?algo=prim&w=12&h=9&seed=8&solver=tremaux&heat=distance&palette=magma&solution=true",
            "dedale-prim-12x9-8",
            [
                format!("/solve.svg?{solved}&heat=distance&palette=magma"),
                format!("/solve.png?{solved}&heat=distance&palette=magma&cell=167&wall=21&margin=167"),
                format!("/solve.txt?{solved}"),
                format!("/solve.json?{solved}&encoding=walls"),
            ],
        ),
        // Who plays does not want to be shown the way.
        (
            "/?algo=prim&w=9&h=9&seed=9&heat=distance&solution=true&mode=play",
            "dedale-prim-9x9-9",
            [
                "/maze.svg?algo=prim&w=9&h=9&seed=9".to_owned(),
                "/maze.png?algo=prim&w=9&h=9&seed=9&cell=223&wall=28&margin=223".to_owned(),
                "/maze.txt?algo=prim&w=9&h=9&seed=9".to_owned(),
                "/maze.json?algo=prim&w=9&h=9&seed=9".to_owned(),
            ],
        ),
    ] {
        tab.go(address);
        tab.state("ready");
        open_all(tab);
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

fn pictures_are_as_large_and_as_dark_as_wanted(tab: &mut Tab) {
    tab.go("/?algo=prim&w=20&h=15&seed=7");
    tab.state("ready");
    tab.click("#save-menu");
    tab.click("#save-look summary");
    tab.fill("save-pixels", "1234");
    let maze = "algo=prim&w=20&h=15&seed=7";
    for (theme, of_svg, of_png) in [("auto", "&theme=auto", ""), ("dark", "&theme=dark", "&theme=dark")] {
        tab.select("save-theme", theme);
        for (format, more) in [("svg", of_svg), ("png", of_png), ("gif", of_png)] {
            let link = tab.text_of(&format!("document.getElementById('save-{format}').getAttribute('href')"));
            assert_eq!(link, format!("maze?{maze}&pixels=1234{more}&format={format}"));
        }
    }
    tab.select("save-marks", "rocket");
    for format in ["svg", "png", "gif"] {
        let link = tab.text_of(&format!("document.getElementById('save-{format}').href"));
        assert!(link.contains("&marks=rocket") && service::is_there(&link), "{link}");
    }
    tab.click("#save-png");
    let (_, bytes) = saved(tab);
    assert_eq!(bytes[16..20], 1234_u32.to_be_bytes(), "the width of the picture");
    assert!(!tab.is_seen("#error-save"));
    tab.expect("400");
    tab.fill("save-pixels", "5");
    tab.until_seen("#error-save");
    assert!(tab.text("#error-save").starts_with("Width in pixels: a picture of this maze may be"));
}

/// Two thousand pixels along a side at least, on every grid, and no more than programs open.
fn a_picture_is_large_enough_for_paper(tab: &mut Tab) {
    let grids = GridKind::ALL.iter().map(|kind| kind.info()).map(|grid| match grid.name {
        "polar" => "grid=polar&rings=4".to_owned(),
        name => format!("grid={name}&w=6&h=14"),
    });
    let others =
        ["w=1&h=1", "w=2&h=1", "w=8&h=8&doors=true", "w=5&h=5&floors=3", "w=124&h=30", "w=200&h=150", "w=2&h=90"];
    for query in grids.chain(others.map(str::to_owned)) {
        tab.go(&format!("/?algo=prim&seed=7&{query}"));
        tab.state("ready");
        let bytes = service::get(&tab.text_of("document.getElementById('save-png').href"));
        let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        let longest = side(16).max(side(20));
        assert!((2000..=8000).contains(&longest), "{query}: {} × {}", side(16), side(20));
    }
}

/// Each link is answered in its format; and where there is no link, the service does not write the format either.
fn every_format_that_a_grid_has_can_be_saved(tab: &mut Tab) {
    for query in MAZES {
        tab.go(&format!("/?{query}"));
        tab.state("ready");
        open_all(tab);
        let mut links: BTreeMap<String, Value> = serde_json::from_value(tab.run(
            "const links = [...document.querySelectorAll('#saves a')].filter((link) => link.checkVisibility());
             const asked = await Promise.all(links.map((link) => fetch(link.href)));
             return Object.fromEntries(links.map(({ id, href }, place) =>
               [id.slice('save-'.length), [href, asked[place].status, asked[place].headers.get('content-type')]]))",
            vec![],
        ))
        .unwrap();
        let sheet = links.remove("pdf").unwrap();
        assert_eq!((&sheet[1], &sheet[2]), (&200.into(), &"application/pdf".into()), "{query}: {sheet}");
        for info in FORMATS.iter().filter(|info| info.write.is_some()) {
            let maze = query.replace("&solution=true&heat=distance", "").replace("&solution=true", "");
            let url = format!("{}/maze?{maze}&format={}", tab.programs.server_url, info.name);
            let is_written =
                ["", "&encoding=bits", "&encoding=graph"].iter().any(|more| service::is_there(&format!("{url}{more}")));
            let link = links.get(info.name);
            assert_eq!(link.is_some(), is_written, "{query}: whether there is a link for {}", info.name);
            let Some(link) = link else { continue };
            assert_eq!((&link[1], &link[2]), (&200.into(), &info.media_type.into()), "{query}: {link}");
        }
        assert!(links.keys().all(|name| FORMATS.iter().any(|info| info.name == name)), "{links:?}");
    }
}

fn open_data_set(tab: &Tab, address: &str) {
    tab.go(address);
    tab.state("ready");
    tab.click("#save-menu");
    tab.click("#dataset-menu");
    tab.until_seen("#dataset-save");
}

fn data_sets_are_saved_with_the_bytes_of_the_service(tab: &mut Tab) {
    for (address, format, has_paths, path, name) in [
        ("w=9&h=7", "ndjson", false, "ndjson?algo=prim&w=9&h=7&seed=7&count=30", "prim-9x7-7"),
        (
            "w=9&h=7&solution=true",
            "ndjson",
            true,
            "ndjson?algo=prim&w=9&h=7&seed=7&include=directions&encoding=walls&count=30",
            "prim-9x7-7",
        ),
        ("w=9&h=7", "npy", false, "npy?algo=prim&w=9&h=7&seed=7&count=30", "prim-9x7-7"),
        ("w=9&h=7", "npy", true, "npy?algo=prim&w=9&h=7&seed=7&include=seed,maze,path,length&count=30", "prim-9x7-7"),
        (
            "grid=hex&w=9&h=7",
            "npy",
            false,
            "npy?algo=prim&grid=hex&w=9&h=7&seed=7&encoding=bits&count=30",
            "prim-hex-9x7-7",
        ),
    ] {
        open_data_set(tab, &format!("/?algo=prim&seed=7&{address}"));
        tab.fill("dataset-count", "30");
        tab.select("dataset-format", format);
        if has_paths {
            tab.click("#dataset-paths");
        }
        let url = format!("{}/mazes.{path}", tab.programs.server_url);
        assert_eq!(tab.value("dataset-url"), url);
        tab.click("#dataset-save");
        let (file, bytes) = saved(tab);
        assert_eq!(file, format!("dedale-{name}-30.{format}"));
        assert!(bytes == service::get(&url), "{file} is not what the service gives at {url}");
        tab.until("it says so", "document.getElementById('status').innerText === 'Saved 30 mazes.'");
        assert!(
            tab.text_of("document.getElementById('dataset-so-far').textContent").starts_with("30 of 30 mazes, 0.0 MB")
        );
        assert!(!tab.is_seen("#dataset-work") && !tab.is_seen("#error-dataset"));
    }
    tab.allow("clipboard-read");
    tab.click("#copy-dataset");
    tab.until("it says so", "/Copied/.test(document.getElementById('status').innerText)");
    let copied = tab.run("return navigator.clipboard.readText()", vec![]);
    assert_eq!(copied, tab.value("dataset-url"));
}

fn a_data_set_that_is_stopped_or_wrong_is_not_saved(tab: &mut Tab) {
    open_data_set(tab, "/?algo=prim&w=30&h=30&seed=7");
    tab.fill("dataset-count", "500000");
    for format in ["npy", "ndjson"] {
        tab.select("dataset-format", format);
        tab.click("#dataset-save");
        tab.until("some are there", "document.getElementById('dataset-progress').value > 0");
        assert_eq!(tab.eval("document.activeElement.id"), "dataset-stop");
        assert_eq!(tab.eval("document.getElementById('dataset-progress').max"), 500_000);
        assert!(tab.text("#dataset-so-far").contains(" of 500,000 mazes, "));
        tab.click("#dataset-stop");
        tab.until("it says so", "document.getElementById('status').innerText === 'Stopped. Nothing is saved.'");
        assert!(!tab.is_seen("#dataset-work"));
        assert_eq!(tab.eval("document.activeElement.id"), "dataset-save");
    }
    // An array of two terabytes, of which nothing is read.
    tab.select("dataset-format", "npy");
    tab.fill("dataset-count", "1000000000");
    tab.click("#dataset-save");
    tab.until_seen("#error-dataset");
    assert!(tab.text("#error-dataset").contains("too much for a page"));
    tab.expect("400");
    tab.fill("dataset-count", "0");
    tab.until("what is wrong is said", "document.getElementById('error-dataset').innerText.includes('1000000000')");
    tab.click("#dataset-save");
    tab.until_seen("#error-dataset");
    tab.fill("dataset-count", "2");
    tab.until("nothing is wrong", "document.getElementById('error-dataset').hidden");
    assert_eq!(fs::read_dir(&tab.downloads).unwrap().count(), 0, "something is saved");
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
