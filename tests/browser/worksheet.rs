//! Worksheets for children: a few choices, and sheets that are printed or saved.

use lopdf::Document;
use serde_json::{Value, json};

use crate::picture::pixels_at_rest;
use crate::service;
use crate::tab::{Look, Tab};

tests![
    a_sheet_is_two_clicks_away,
    the_menu_is_full_however_early_it_is_opened,
    a_copied_link_is_said_on_its_button,
    the_head_of_the_menu_covers_nothing,
    every_age_and_every_shape_has_a_sheet,
    sheets_are_printed_as_they_are_saved,
    marks_are_printed,
    a_word_is_on_the_way,
    several_mazes_on_a_page_have_numbers_and_lines_for_names,
    what_is_seen_before_is_what_is_printed,
    the_same_sheet_is_there_again,
    every_word_fits_as_a_shape,
    letters_are_on_the_screen,
    a_picture_is_hidden,
];

const MAZE: &str = "/?algo=prim&w=9&h=9&seed=7";

/// The values of a `select`.
fn values(tab: &Tab, id: &str) -> Vec<String> {
    let values = tab.eval(&format!("[...document.getElementById('{id}').options].map(({{ value }}) => value)"));
    serde_json::from_value(values).unwrap()
}

/// Chooses the shape of the sheet.
fn select_shape(tab: &Tab, shape: &str) {
    tab.run(
        "document.querySelector(`#worksheet-shape [value=\"${arguments[0]}\"]`).click()",
        vec![serde_json::json!(shape)],
    );
}

/// Opens the menu, in a page that prints without a dialog.
fn open(tab: &Tab) {
    tab.run(
        "window.printed = 0;
         window.print = () => { dispatchEvent(new Event('beforeprint')); window.printed++; };",
        Vec::new(),
    );
    tab.click("#worksheet-menu");
    tab.until_seen("#worksheet-print");
}

/// The address of the file, when nothing is wrong with it.
fn link(tab: &Tab) -> String {
    tab.text_of("document.getElementById('worksheet-save').href")
}

fn a_sheet_is_two_clicks_away(tab: &mut Tab) {
    tab.go(MAZE);
    tab.state("ready");
    open(tab);
    tab.click("#worksheet-print");
    tab.until("it is printed", "window.printed === 1");
    assert!(!tab.is_seen("#worksheet"), "the menu is done with");
    assert_eq!(tab.eval("document.querySelector('.page .name-line').textContent"), "Name:");
    assert_eq!(Document::load_mem(&tab.pdf()).unwrap().get_pages().len(), 1);
    // A mouse and cheese, and lines of 1.6 millimeters.
    assert_eq!(tab.eval("document.querySelectorAll('.page .drawing > g').length"), 2);
    assert!((line_mm(tab, ".page") - 1.6).abs() < 0.001, "{}", line_mm(tab, ".page"));
    // The print after that is of the maze that is shown.
    tab.run("dispatchEvent(new Event('afterprint')); dispatchEvent(new Event('beforeprint'))", Vec::new());
    assert_eq!(tab.eval("document.querySelectorAll('.page .drawing > g').length"), 0);
    assert!(tab.is_seen("#worksheet"), "the choices are there again");
}

/// What the menu shows: the first page, and every shape in small.
const IS_FULL: &str = "document.querySelector('#worksheet-page .sheet-preview') !== null
    && [...document.querySelectorAll('#worksheet-shape label:not(.group-of-shapes)')].slice(1).every((label) => label.querySelector('img')?.naturalWidth > 0)";

/// Opens the menu at once, as the next page comes to this point, without a pointer that comes near before.
fn open_early(tab: &mut Tab, address: &str, point: &str) {
    let source = format!(
        "new MutationObserver((_, observer) => {{
             const menu = document.getElementById('worksheet-menu'), root = document.documentElement;
             if (!document.querySelector('#worksheet .close') || !({point})) return;
             observer.disconnect();
             menu.click();
             window.isSheetCodeThere = performance.getEntriesByType('resource').some(({{ name }}) => name.endsWith('/printing.js'));
         }}).observe(document, {{ attributes: true, childList: true, subtree: true }});"
    );
    tab.renew();
    tab.cdp("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }));
    tab.go(address);
    tab.until_seen("#worksheet-print");
}

/// The browser opens the menu by itself, also where the code that fills it is not there yet.
fn the_menu_is_full_however_early_it_is_opened(tab: &mut Tab) {
    for (address, point) in [
        // Before any code, while the show grows, when it has grown, and when it is over.
        ("/", "!root.dataset.front"),
        ("/", "root.dataset.front === 'grows'"),
        ("/", "root.dataset.front === 'flows'"),
        ("/", "root.dataset.front === 'over'"),
        (MAZE, "true"),
    ] {
        open_early(tab, address, point);
        assert_eq!(tab.eval("window.isSheetCodeThere"), false, "{address}, {point}: the menu is opened late");
        tab.until(&format!("the menu is full: {address}, {point}"), IS_FULL);
        // What is chosen then is followed as ever.
        let before = link(tab);
        tab.select("worksheet-age", "10");
        assert_ne!(link(tab), before, "{address}, {point}");
    }
}

/// The status line is behind the menu.
fn a_copied_link_is_said_on_its_button(tab: &mut Tab) {
    tab.go(MAZE);
    tab.state("ready");
    tab.allow("clipboard-read");
    open(tab);
    let (words, width) = (tab.text("#worksheet-link"), tab.place("#worksheet-link")[2]);
    tab.click("#worksheet-link");
    tab.until("the button says so", "document.getElementById('worksheet-link').innerText === 'Copied'");
    let mark = tab.text_of("getComputedStyle(document.getElementById('worksheet-link'), '::before').content");
    assert!(mark.contains('✓'), "{mark}");
    assert!(tab.place("#worksheet-link")[2] >= width, "what is beside the button moves");
    tab.until("screen readers say so", "document.getElementById('status').textContent.startsWith('Copied: ')");
    // A second click meanwhile does not make it its name.
    tab.click("#worksheet-link");
    tab.until("it has its words again", &format!("document.getElementById('worksheet-link').innerText === '{words}'"));
}

/// What is scrolled up is below the head of the menu, and not beside its cross.
fn the_head_of_the_menu_covers_nothing(tab: &mut Tab) {
    for look in [Look { height: 620, ..Look::DESK }, Look::PHONE] {
        tab.look(look);
        tab.go(MAZE);
        tab.state("ready");
        open(tab);
        tab.until("the menu is full", IS_FULL);
        for part in [0.1, 0.3, 0.5, 0.7, 1.0] {
            let seen = tab.run(
                "const menu = document.getElementById('worksheet'), [title, cross] = menu.querySelectorAll('h2, .close');
                 menu.scrollTop = arguments[0] * (menu.scrollHeight - menu.clientHeight);
                 const head = title.getBoundingClientRect(), place = cross.getBoundingClientRect();
                 // Between the corners of the cross and those of the head there is only the head.
                 const points = [[place.left - 1, place.bottom - 1], [place.right - 1, head.top + 2], [head.left + 2, head.bottom - 2], [place.left + 2, place.bottom + 1]];
                 return [place.bottom <= head.bottom && Math.abs(head.top - menu.getBoundingClientRect().top) < 2, ...points.map(([x, y]) => document.elementFromPoint(x, y)?.closest('h2, .close') !== null)];",
                vec![json!(part)],
            );
            assert_eq!(seen, json!([true, true, true, true, true]), "{look:?}, {part}");
        }
    }
}

/// How thick walls are on a page, in millimeters.
fn line_mm(tab: &Tab, page: &str) -> f64 {
    let width = format!(
        "(() => {{
             const drawing = document.querySelector('{page} .drawing'), path = [...drawing.querySelectorAll('path')].find((path) => path.getAttribute('stroke') === '#000');
             return Number(path.getAttribute('stroke-width')) * drawing.transform.baseVal.consolidate().matrix.a;
         }})()"
    );
    tab.eval(&width).as_f64().unwrap()
}

fn every_age_and_every_shape_has_a_sheet(tab: &mut Tab) {
    tab.expect("the server responded with a status of 400");
    tab.go(MAZE);
    tab.state("ready");
    open(tab);
    let shapes = tab.eval("[...document.querySelectorAll('#worksheet-shape input')].map(({ value }) => value)");
    let shapes: Vec<String> = serde_json::from_value(shapes).unwrap();
    assert!(shapes.len() >= 14, "{shapes:?}");
    for age in values(tab, "worksheet-age") {
        tab.select("worksheet-age", &age);
        for shape in &shapes {
            select_shape(tab, shape);
            let link = link(tab);
            // The maze of the page may be too small for a shape, and is made larger.
            assert!(service::is_there(&link), "{age}, {shape}: {link}");
        }
    }
}

fn sheets_are_printed_as_they_are_saved(tab: &mut Tab) {
    tab.go(&format!("{MAZE}&lang=de"));
    tab.state("ready");
    open(tab);
    for (age, shape, lang, count) in [("4", "", "el", "3"), ("8", "heart", "en", "2")] {
        tab.select("worksheet-age", age);
        select_shape(tab, shape);
        tab.select("worksheet-lang", lang);
        tab.fill("worksheet-count", count);
        if !tab.eval("document.getElementById('worksheet-answers').checked").as_bool().unwrap() {
            tab.click("#worksheet-answers");
        }
        let (link, count) = (link(tab), count.parse::<usize>().unwrap());
        let before = tab.eval("window.printed").as_u64().unwrap();
        tab.click("#worksheet-print");
        tab.until("they are printed", &format!("window.printed === {}", before + 1));
        // All solutions are on one page.
        assert_eq!(Document::load_mem(&tab.pdf()).unwrap().get_pages().len(), count + 1, "{age}");
        let name = if lang == "el" { "Όνομα:" } else { "Name:" };
        let names = "[...document.querySelectorAll('.page .name-line')].map(({ textContent }) => textContent)";
        assert_eq!(tab.eval(names), json!(vec![name; count]));
        // Other mazes have the seeds of those in the file.
        let saved = Document::load_mem(&service::get(&link)).unwrap();
        assert!(saved.get_pages().len() > count, "{link}");
        tab.run("dispatchEvent(new Event('afterprint'))", Vec::new());
        tab.until_seen("#worksheet-print");
    }
    let first = link(tab);
    tab.click("#worksheet-others");
    assert_ne!(link(tab), first, "the mazes are the same");
    // The fault is said, and nothing is printed.
    tab.expect("the server responded with a status of 400");
    tab.fill("worksheet-count", "0");
    tab.until_seen("#error-worksheet");
    let before = tab.eval("window.printed");
    tab.click("#worksheet-print");
    tab.until_seen("#error-worksheet");
    assert_eq!(tab.eval("window.printed"), before);
    assert!(tab.text("#error-worksheet").starts_with("Labyrinthe"), "{}", tab.text("#error-worksheet"));
}

/// The marks of both ends that are chosen are printed.
fn marks_are_printed(tab: &mut Tab) {
    tab.go("/?algo=prim&w=30&h=40&seed=7&doors=true");
    tab.state("ready");
    for (marks, counts) in [
        ("arrows", [2, 0, 0]),
        ("dots", [0, 2, 0]),
        ("mouse", [0, 0, 2]),
        ("treasure", [0, 0, 2]),
        ("rocket", [0, 0, 2]),
        ("none", [0, 0, 0]),
    ] {
        tab.run("document.getElementById('print-marks').value = arguments[0]", vec![json!(marks)]);
        tab.run("dispatchEvent(new Event('beforeprint'))", Vec::new());
        let drawn = tab.eval(
            "['polygon', 'circle', 'g'].map((name) => document.querySelectorAll(`.page .drawing > ${name}`).length)",
        );
        assert_eq!(drawn, json!(counts), "{marks}");
        // All of them are on the page.
        let inside: Value = tab.eval(
            "[...document.querySelectorAll('.page .drawing')].every((drawing) => {
                 const { a, e, f } = drawing.transform.baseVal.consolidate().matrix, box = drawing.getBBox(), { width, height } = drawing.ownerSVGElement.viewBox.baseVal;
                 return box.x * a + e > -1 && box.y * a + f > -1 && (box.x + box.width) * a + e < width + 1 && (box.y + box.height) * a + f < height + 1;
             })",
        );
        assert_eq!(inside, true, "{marks}");
    }
}

/// A word is on the way of the sheet that is seen, of those that are printed, and of those in the file, with boxes for it.
fn a_word_is_on_the_way(tab: &mut Tab) {
    tab.expect("the server responded with a status of 400");
    tab.go(&format!("{MAZE}&lang=de"));
    tab.state("ready");
    open(tab);
    tab.click("#worksheet-answers");
    tab.fill("worksheet-word", "Maus, hund");
    tab.fill("worksheet-count", "2");
    let link = link(tab);
    assert!(link.contains("word=Maus") && link.contains("show=name,code,answer"), "{link}");
    tab.until("its boxes are seen", "document.querySelectorAll('#worksheet-page .answer-line .box').length === 4");
    tab.until("its letters are seen", "document.querySelectorAll('#worksheet-page .letter').length >= 4");
    let saved = Document::load_mem(&service::get(&link)).unwrap();
    assert!(saved.extract_text(&[1]).unwrap().contains("Lösungswort:"));
    tab.click("#worksheet-print");
    tab.until("they are printed", "window.printed === 1");
    let lines = "[...document.querySelectorAll('.page .answer-line')].map(({ textContent }) => textContent)";
    let expected = ["Lösungswort:", "Lösungswort:", "Lösungswort:MAUS", "Lösungswort:HUND"];
    assert_eq!(tab.eval(lines), json!(expected));
    // In each maze, four letters on the way and those at dead ends, all with strokes.
    let letters = tab.eval(
        "[...document.querySelectorAll('.page .drawing')].map((page) => page.querySelectorAll('.letter path').length)",
    );
    let letters: Vec<u64> = serde_json::from_value(letters).unwrap();
    assert!(letters.len() == 4 && letters.iter().all(|count| (4..=8).contains(count)), "{letters:?}");
    // A sum has a line, and goes without a word.
    tab.run("dispatchEvent(new Event('afterprint'))", Vec::new());
    tab.until_seen("#worksheet-print");
    tab.fill("worksheet-word", "");
    tab.select("worksheet-sum", "1..9");
    tab.until("its line is seen", "document.querySelector('#worksheet-page .answer-line')?.textContent === 'Summe ='");
    assert!(service::is_there(&self::link(tab)));
    // What is no letter is told.
    tab.fill("worksheet-word", "a-b");
    tab.until_seen("#error-worksheet");
    assert!(tab.text("#error-worksheet").starts_with("Lösungswort"), "{}", tab.text("#error-worksheet"));
}

/// Prints the sheet, and returns the text of each page.
fn printed(tab: &Tab) -> Vec<String> {
    let before = tab.eval("window.printed").as_u64().unwrap();
    tab.click("#worksheet-print");
    tab.until("it is printed", &format!("window.printed === {}", before + 1));
    let texts = tab.eval("[...document.querySelectorAll('.page')].map((page) => [...page.querySelectorAll('text')].map(({ textContent }) => textContent).join(' '))");
    serde_json::from_value(texts).unwrap()
}

/// In print as in the file: numbers, a line for a name for each, references between mazes and solutions, the code, and other animals.
fn several_mazes_on_a_page_have_numbers_and_lines_for_names(tab: &mut Tab) {
    tab.go(MAZE);
    tab.state("ready");
    open(tab);
    select_shape(tab, "animals");
    tab.select("worksheet-per-page", "2");
    tab.fill("worksheet-count", "7");
    tab.click("#worksheet-answers");
    let link = link(tab);
    assert!(link.contains("mask=animals") && link.contains("per_page=2"), "{link}");
    let texts = printed(tab);
    let saved = Document::load_mem(&service::get(&link)).unwrap();
    assert_eq!(texts.len(), saved.get_pages().len(), "{texts:?}");
    assert_eq!(Document::load_mem(&tab.pdf()).unwrap().get_pages().len(), texts.len());
    for (page, text) in (1..).zip(&texts) {
        let of_file = saved.extract_text(&[page]).unwrap();
        for words in
            ["Name:", "Maze ", "Solution: page 5", "Solution: page 6", "page 1", "page 4", "easy count=7 per_page=2 · "]
        {
            assert_eq!(
                text.matches(words).count(),
                of_file.matches(words).count(),
                "{words}, {page}: {text}\n{of_file}"
            );
        }
    }
    assert_eq!(texts[..4].iter().map(|text| text.matches("Name:").count()).collect::<Vec<_>>(), [2, 2, 2, 1]);
    // No two of the first six are the same shape.
    let walls = "[...document.querySelectorAll('.page .drawing')].slice(0, 6).map((each) => each.querySelectorAll('path')[4].getAttribute('d'))";
    let walls: Vec<String> = serde_json::from_value(tab.eval(walls)).unwrap();
    assert_eq!(walls.iter().collect::<std::collections::BTreeSet<_>>().len(), 6);
}

/// The first page in small is the first page that is printed: its lines, letters, marks and numbers.
fn what_is_seen_before_is_what_is_printed(tab: &mut Tab) {
    tab.go(MAZE);
    tab.state("ready");
    open(tab);
    let content = |tab: &Tab, page: &str| tab.text_of(&format!("document.querySelector('{page}').innerHTML"));
    let mut seen = Vec::new();
    for (age, shape, per_page, count, line) in [
        ("6", "", "1", "1", "0.8"),
        ("6", "", "1", "1", "2"),
        ("8", "heart", "4", "5", "1.2"),
        ("10", "vehicles", "6", "3", "0.8"),
    ] {
        tab.select("worksheet-age", age);
        select_shape(tab, shape);
        tab.select("worksheet-per-page", per_page);
        tab.fill("worksheet-count", count);
        tab.select("worksheet-line-mm", line);
        let texts = printed(tab);
        assert!(!texts.is_empty());
        tab.run("dispatchEvent(new Event('afterprint'))", Vec::new());
        let is_same =
            "document.querySelector('#worksheet-page svg').innerHTML === document.querySelector('.page svg').innerHTML";
        tab.until("it is the same", is_same);
        assert!((line_mm(tab, "#worksheet-page") - line.parse::<f64>().unwrap()).abs() < 0.001, "{line}");
        seen.push(content(tab, "#worksheet-page svg"));
    }
    assert_ne!(seen[0], seen[1], "thicker lines are seen");
}

/// All choices are in the address: after a reload, from a link, and from the code on paper.
fn the_same_sheet_is_there_again(tab: &mut Tab) {
    tab.go(&format!("{MAZE}&lang=de"));
    tab.state("ready");
    open(tab);
    tab.select("worksheet-age", "8");
    select_shape(tab, "rabbit");
    tab.select("worksheet-per-page", "2");
    tab.fill("worksheet-count", "3");
    tab.select("worksheet-marks", "rocket");
    tab.select("worksheet-line-mm", "2");
    tab.fill("worksheet-word", "Maus;Käse");
    tab.fill("worksheet-title", "Klasse 3b & 100 % mehr");
    tab.select("worksheet-lang", "fr");
    tab.click("#worksheet-name");
    tab.click("#worksheet-answers");
    tab.click("#worksheet-others");
    let first = link(tab);
    let choices = "[...document.querySelectorAll('#worksheet-fields :is(input, select)')].map(({ id, type, value, checked }) => `${id} ${type === 'checkbox' ? checked : value}`).join()";
    let chosen = tab.text_of(choices);
    let address = tab.text_of("location.href");
    assert!(address.contains("&sheet=rabbit+18x18+difficulty=medium+word=Maus;K"), "{address}");
    assert!(!printed(tab).is_empty());
    let code = tab.text_of("document.querySelector('.page .footer').textContent");
    assert!(code.starts_with("rabbit 18×18 difficulty=medium") && code.contains(" count=3 per_page=2 · "), "{code}");
    // A reload.
    tab.go(&address[tab.programs.server_url.len()..]);
    tab.state("ready");
    tab.until_seen("#worksheet-print");
    assert_eq!((link(tab), tab.text_of(choices)), (first.clone(), chosen));
    // The code has the mazes and how many there are on which pages, and leaves the rest as it is.
    tab.go(MAZE);
    tab.state("ready");
    open_code(tab, &code);
    tab.until_seen("#worksheet-print");
    let again = link(tab);
    let kept = ["w", "h", "mask", "seed", "difficulty", "word", "count", "per_page", "answers"];
    let pairs = |link: &str| -> Vec<(String, String)> {
        let url = url::Url::parse(link).unwrap();
        url.query_pairs().filter(|(name, _)| kept.contains(&&**name)).map(|(a, b)| (a.into(), b.into())).collect()
    };
    assert_eq!(pairs(&again), pairs(&first), "{code}");
    // Without solutions, which the code says too.
    tab.run("document.getElementById('worksheet').hidePopover()", Vec::new());
    open(tab);
    tab.click("#worksheet-answers");
    tab.select("worksheet-per-page", "4");
    assert!(!printed(tab).is_empty());
    let (first, code) = (link(tab), tab.text_of("document.querySelector('.page .footer').textContent"));
    assert!(code.contains(" count=3 per_page=4 answers=none · "), "{code}");
    tab.go(MAZE);
    tab.state("ready");
    open(tab);
    tab.click("#worksheet-answers");
    tab.run("document.getElementById('worksheet').hidePopover()", Vec::new());
    open_code(tab, &code);
    tab.until_seen("#worksheet-print");
    assert_eq!(pairs(&link(tab)), pairs(&first), "{code}");
    // Another maze of the page is another link.
    tab.run("document.getElementById('worksheet').hidePopover()", Vec::new());
    tab.click("#new-maze");
    assert!(!tab.text_of("location.href").contains("sheet="));
    // A sheet of another maze than those of an age.
    tab.go("/?sheet=grid=hex+9x8+algo=prim+count=2+7");
    tab.state("ready");
    tab.until_seen("#worksheet-print");
    assert_eq!(tab.value("worksheet-age"), "");
    let other = link(tab);
    assert!(
        other.contains("grid=hex")
            && other.contains("w=9&h=8")
            && other.contains("algo=prim")
            && other.contains("seed=7"),
        "{other}"
    );
    assert!(service::is_there(&other));
    // What is no code is said.
    tab.go("/?sheet=nonsense");
    tab.state("ready");
    assert!(tab.text("#banner").contains("sheet=nonsense"), "{}", tab.text("#banner"));
    // So is a word of a code that was mistyped.
    tab.go("/?sheet=cat+12x12+dificulty=easy+7");
    tab.state("ready");
    assert!(tab.text("#banner").contains("“dificulty=easy”"), "{}", tab.text("#banner"));
    assert!(!tab.is_seen("#worksheet"));
    open_code(tab, "animals 12×12 dificulty=easy count=25 · 7");
    tab.until_seen("#error-code");
    assert!(tab.text("#error-code").contains("“dificulty=easy”"), "{}", tab.text("#error-code"));
    assert!(!tab.is_seen("#worksheet"));
    tab.fill("open-text", "animals 12×12 difficulty=easy count=25 · 7");
    assert!(!tab.is_seen("#error-code"));
    tab.click("#open-it");
    tab.until_seen("#worksheet-print");
    assert_eq!((tab.value("worksheet-age"), tab.value("worksheet-count")), ("6".into(), "25".into()));
}

/// Types the code of a sheet.
fn open_code(tab: &mut Tab, code: &str) {
    tab.click("#open-menu");
    tab.fill("open-text", code);
    tab.click("#open-it");
}

/// The word that a shape begins with has enough cells in every language, and what is no letter is told with those that there are.
fn every_word_fits_as_a_shape(tab: &mut Tab) {
    for lang in ["en", "fr", "de", "es", "it", "pt", "nl", "el", "ru"] {
        tab.go(&format!("/?seed=7&lang={lang}"));
        tab.state("ready");
        tab.run("document.getElementById('group-shape').open = true", Vec::new());
        tab.select("mask", "text");
        tab.until("the word is in the address", "location.search.includes('mask=text')");
        tab.state("ready");
        assert!(!tab.is_seen("#error-mask"), "{lang}: {}", tab.text("#error-mask"));
    }
    tab.expect("the server responded with a status of 400");
    tab.go("/?seed=7&lang=de");
    tab.state("ready");
    tab.run("document.getElementById('group-shape').open = true", Vec::new());
    tab.select("mask", "text");
    tab.state("ready");
    tab.fill("mask-word", "LABYRINTH");
    tab.until("there is room for it", "new URLSearchParams(location.search).get('w') >= 53");
    tab.state("ready");
    tab.fill("mask-word", "KÄSE");
    tab.until_seen("#error-mask");
    assert!(tab.text("#error-mask").contains("A–Z 0–9"), "{}", tab.text("#error-mask"));
}

/// The letters of a maze are painted on the screen, and in a game.
fn letters_are_on_the_screen(tab: &mut Tab) {
    for mode in ["", "&mode=play"] {
        let [plain, with_letters] = ["", "&word=MAUS"].map(|word| {
            tab.go(&format!("{MAZE}{word}{mode}"));
            tab.state("ready");
            if !word.is_empty() {
                let gets = "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('strokes.json'))";
                tab.until("the strokes are there", gets);
            }
            pixels_at_rest(tab, "#maze")
        });
        assert_ne!(plain, with_letters, "{mode}");
    }
}

fn a_picture_is_hidden(tab: &mut Tab) {
    tab.go(&format!("{MAZE}&lang=de"));
    tab.state("ready");
    open(tab);
    for age in values(tab, "worksheet-age") {
        tab.select("worksheet-age", &age);
        select_shape(tab, "");
        tab.click("#worksheet-reveal");
        // Where no shape is chosen, each maze hides another animal.
        assert_eq!(tab.eval("document.querySelector('#worksheet-shape :checked').value"), "animals");
        let link = link(tab);
        assert!(link.contains("reveal=animals") && !link.contains("mask="), "{age}: {link}");
        assert!(service::is_there(&link), "{age}: {link}");
        // Cells are small, and lines are thin enough for them.
        assert!(age.is_empty() || link.contains("line_mm=0.8"), "{age}: {link}");
        select_shape(tab, "");
        assert_eq!(tab.eval("document.getElementById('worksheet-reveal').checked"), false);
    }
    what_is_wrong_is_in_sight(tab);
    tab.select("worksheet-age", "4");
    select_shape(tab, "cat");
    tab.click("#worksheet-reveal");
    tab.click("#worksheet-answers");
    tab.click("#worksheet-print");
    tab.until("it is printed", "window.printed === 1");
    assert_eq!(tab.eval("document.querySelector('.page .prompt').textContent"), "Male den Weg aus: Was ist es?");
    assert_eq!(tab.eval("document.querySelectorAll('.page').length"), 2);
    assert_eq!(tab.eval("document.querySelectorAll('.page:nth-child(2) .filled').length"), 1);
    assert_eq!(tab.eval("document.querySelectorAll('.page:first-child .filled').length"), 0);
}

/// What is wrong is above the buttons, wherever the menu is scrolled to, and there is no file of it.
fn what_is_wrong_is_in_sight(tab: &mut Tab) {
    tab.expect("the server responded with a status of 400");
    tab.fill("worksheet-count", "many");
    tab.until_seen("#error-worksheet");
    tab.eval("document.getElementById('worksheet').scrollTo(0, 0)");
    let is_on_top = "(() => {
        const { left, top, width, height } = document.getElementById('error-worksheet').getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('#error-worksheet') !== null;
    })()";
    assert_eq!(tab.eval(is_on_top), true);
    tab.fill("worksheet-count", "1");
    tab.until("it is right again", "document.getElementById('error-worksheet').hidden");
}
