//! The game for players who do not see it: what the accessibility tree says, and a maze that is won by that alone.

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::access::tab_to;
use crate::play::arrow;
use crate::tab::Tab;

tests![
    the_board_is_an_application_with_a_description,
    moves_walls_and_junctions_are_announced,
    buttons_say_whether_their_sides_are_open,
    help_comes_by_key_and_by_button,
    locked_doors_are_announced,
    a_maze_is_won_by_its_announcements_alone,
];

/// The nodes of the accessibility tree that are not ignored.
fn tree(tab: &Tab) -> Vec<Value> {
    let nodes = tab.cdp("Accessibility.getFullAXTree", json!({}));
    nodes["nodes"].as_array().unwrap().iter().filter(|node| node["ignored"] == false).cloned().collect()
}

/// The nodes with a role.
fn with_role(tree: &[Value], role: &str) -> Vec<Value> {
    tree.iter().filter(|node| node["role"]["value"] == role).cloned().collect()
}

fn name(node: &Value) -> &str {
    node["name"]["value"].as_str().unwrap_or_default()
}

/// A property of a node, such as `focused`.
fn property<'a>(node: &'a Value, name: &str) -> &'a Value {
    let found = node["properties"].as_array().and_then(|all| all.iter().find(|property| property["name"] == name));
    found.map_or(&Value::Null, |property| &property["value"]["value"])
}

/// The text below a node.
fn text_below(tree: &[Value], node: &Value) -> String {
    let children = node["childIds"].as_array().cloned().unwrap_or_default();
    let parts = children.iter().filter_map(|id| tree.iter().find(|node| node["nodeId"] == *id)).map(|child| {
        if child["role"]["value"] == "StaticText" { name(child).to_owned() } else { text_below(tree, child) }
    });
    parts.collect::<String>().trim().to_owned()
}

/// What the live regions of the page say.
fn said(tab: &Tab) -> Vec<String> {
    let tree = tree(tab);
    let regions = with_role(&tree, "status");
    let live = regions.iter().filter(|node| property(node, "live") == "polite");
    live.map(|node| text_below(&tree, node)).filter(|text| !text.is_empty()).collect()
}

/// What is said of the player's cell.
fn announced(tab: &Tab) -> String {
    said(tab).into_iter().find(|text| text.starts_with("Row") || text == "Wall.").unwrap_or_default()
}

/// Puts the focus on the board, as Tab does.
fn enter_board(tab: &Tab) {
    tab_to(tab, "maze");
    let board = with_role(&tree(tab), "application").remove(0);
    assert_eq!(property(&board, "focused"), &json!(true));
}

/// A maze whose first moves are known: right along the first row, which has a junction, and down to the exit.
const MAZE: &str = "/?algo=binary-tree&w=4&h=3&seed=7&mode=play";

fn the_board_is_an_application_with_a_description(tab: &mut Tab) {
    tab.go("/?algo=prim&w=8&h=8&seed=7");
    tab.state("ready");
    assert!(with_role(&tree(tab), "application").is_empty(), "a maze that one looks at is a picture");
    tab.click("#mode-play");
    tab.state("ready");
    let tree = tree(tab);
    let boards = with_role(&tree, "application");
    let [board] = &boards[..] else { panic!("{boards:?}") };
    assert!(name(board).contains("8 × 8") && name(board).contains("exit in row 8, column 8"), "{}", name(board));
    let description = board["description"]["value"].as_str().unwrap();
    for key in ["Arrow keys", "L:", "H:", "X:", "Enter"] {
        assert!(description.contains(key), "{key} is not explained: {description}");
    }
    assert!(
        !description.contains("Page Up") && !description.contains("Q E Z C"),
        "there are no such sides: {description}"
    );
    tab.click("#mode-look");
    tab.state("ready");
    assert!(with_role(&self::tree(tab), "application").is_empty());
}

fn moves_walls_and_junctions_are_announced(tab: &mut Tab) {
    tab.go(MAZE);
    tab.state("ready");
    enter_board(tab);
    let walls = crate::picture::maze(tab, "algo=binary-tree&w=4&h=3&seed=7")["cells"].clone();
    // The words for a cell, from its walls as the service has them.
    let expected = |row: u64, col: u64| {
        let bits = walls[row as usize][col as usize].as_u64().unwrap();
        let open: Vec<&str> = (0..4)
            .filter(|side| bits & (1 << side) == 0)
            .map(|side| ["north", "east", "south", "west"][side])
            .collect();
        let ways = open.join(", ");
        let ways = match open.len() {
            1 => format!("Dead end: {ways}"),
            2 => format!("{}{}", ways[..1].to_uppercase(), &ways[1..]),
            _ => format!("Junction: {ways}"),
        };
        format!("Row {}, column {}. {ways}.", row + 1, col + 1)
    };
    assert_eq!(announced(tab), expected(0, 0), "where the player begins");
    let url = format!("{}/solve?algo=binary-tree&w=4&h=3&seed=7&include=directions,path", tab.programs.server_url);
    let solved = crate::service::json(&url);
    let way = solved["directions"].as_str().unwrap().to_owned();
    let mut kinds = Vec::new();
    for (i, direction) in way.chars().enumerate() {
        // A wall is said each time, also if that is what was said before.
        let at = solved["path"][i].clone();
        let bits = walls[at[0].as_u64().unwrap() as usize][at[1].as_u64().unwrap() as usize].as_u64().unwrap();
        if let Some(closed) = (0..4).find(|side| bits & (1 << side) != 0) {
            let key = arrow("NESW".chars().nth(closed).unwrap());
            let changes = "globalThis.changes = 0;
                new MutationObserver((all) => { changes += all.length; }).observe(document.getElementById('announcement'), { childList: true, characterData: true, subtree: true });";
            tab.run(changes, Vec::new());
            tab.press(&[key]);
            assert_eq!(announced(tab), "Wall.");
            tab.press(&[key]);
            assert_eq!(announced(tab), "Wall.");
            assert!(tab.eval("changes").as_u64().unwrap() >= 2, "the second wall is not said");
        }
        tab.press(&[arrow(direction)]);
        let next = &solved["path"][i + 1];
        if i + 1 < way.len() {
            let words = announced(tab);
            assert_eq!(words, expected(next[0].as_u64().unwrap(), next[1].as_u64().unwrap()));
            kinds.push(words.contains("Junction"));
        }
    }
    assert!(kinds.contains(&true) && kinds.contains(&false), "there is no junction, or nothing else: {kinds:?}");
    let end = said(tab);
    assert!(end.iter().any(|text| text.starts_with(&format!("You found it! {} moves", way.len()))), "{end:?}");
    assert_eq!(announced(tab), "", "what was said before the end is gone");
}

/// The buttons of the group for directions, by name.
fn directions(tab: &Tab) -> Vec<String> {
    let tree = tree(tab);
    let group =
        tree.iter().find(|node| node["role"]["value"] == "group" && name(node) == "Directions").unwrap().clone();
    let mut below = vec![group];
    let mut names = Vec::new();
    while let Some(node) = below.pop() {
        if node["role"]["value"] == "button" {
            names.push(name(&node).to_owned());
        }
        let children = node["childIds"].as_array().cloned().unwrap_or_default();
        below.extend(children.iter().rev().filter_map(|id| tree.iter().find(|node| node["nodeId"] == *id).cloned()));
    }
    names
}

fn buttons_say_whether_their_sides_are_open(tab: &mut Tab) {
    tab.go("/?algo=prim&w=5&h=5&seed=7&mode=play");
    tab.state("ready");
    let bits = crate::picture::maze(tab, "algo=prim&w=5&h=5&seed=7")["cells"][0][0].as_u64().unwrap();
    let names = ["North", "East", "South", "West"];
    let expected: Vec<String> = (0..4)
        .map(|side| format!("{}, {}", names[side], if bits & (1 << side) == 0 { "open" } else { "wall" }))
        .chain(["How far?".to_owned()])
        .collect();
    assert_eq!(directions(tab), expected);
    // By keyboard: a wall is said, and an open side is taken; the focus stays on the button.
    let open = (0..4).find(|side| bits & (1 << side) == 0).unwrap();
    let press = |side: usize| {
        tab.run("document.querySelectorAll('#pad-keys button')[arguments[0]].focus()", vec![json!(side)]);
        tab.press(&[char::from(Key::Enter)]);
    };
    press(0);
    assert_eq!((announced(tab), tab.text("#moves")), ("Wall.".to_owned(), "0".to_owned()));
    press(open);
    assert_eq!(tab.text("#moves"), "1");
    let focused = with_role(&tree(tab), "button").into_iter().find(|node| property(node, "focused") == &json!(true));
    assert!(name(&focused.unwrap()).starts_with(names[open]));
    assert_ne!(directions(tab), expected, "the buttons are those of the cell before");
    // Other grids have other sides, each with a name of its own.
    for (grid, count) in [("hex", 6), ("triangle", 3), ("cairo", 5), ("polar", 5)] {
        tab.go(&format!("/?grid={grid}&w=5&h=5&rings=4&seed=7&mode=play"));
        tab.until("the buttons are there", "document.querySelector('#pad-keys button')");
        tab.settled();
        let mut names = directions(tab);
        assert!((3..=8).contains(&(names.len() - 1)), "{grid}: {names:?}");
        assert!(grid == "polar" || names.len() - 1 == count, "{grid}: {names:?}");
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all, "{grid}: {names:?}");
    }
}

fn help_comes_by_key_and_by_button(tab: &mut Tab) {
    tab.go("/?algo=prim&w=8&h=8&seed=7&mode=play");
    tab.state("ready");
    let says = |tab: &Tab, words: &str| {
        let all = said(tab);
        assert!(all.iter().any(|text| text.contains(words)), "{words}: {all:?}");
    };
    let far = format!("{} moves to the exit.", tab.text("#shortest"));
    enter_board(tab);
    tab.press(&['x']);
    says(tab, &far);
    tab.press(&['h']);
    says(tab, "Go ");
    tab.press(&['l']);
    says(tab, "You can go ");
    tab.click("#how-far");
    says(tab, &far);
    // The letters are where they are on other keyboards.
    let russian =
        "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'р', code: 'KeyH', bubbles: true }))";
    tab.run(russian, Vec::new());
    says(tab, "Go ");
}

fn locked_doors_are_announced(tab: &mut Tab) {
    const QUERY: &str = "algo=prim&w=12&h=9&seed=7&locks=1";
    let maze = crate::service::json(&format!("{}/maze?{QUERY}", tab.programs.server_url));
    let lock = &maze["locks"][0];
    let [from, to] = [&maze["from"], &lock["cell"]].map(|cell| format!("{},{}", cell[0], cell[1]));
    let url =
        format!("{}/solve?algo=prim&w=12&h=9&seed=7&from={from}&to={to}&include=directions", tab.programs.server_url);
    let way = crate::service::json(&url)["directions"].as_str().unwrap().to_owned();
    tab.go(&format!("/?{QUERY}&mode=play"));
    tab.state("ready");
    tab.press(&way.chars().map(arrow).collect::<Vec<_>>());
    let side = ["North", "East", "South", "West"]["NESW".find(lock["side"].as_str().unwrap()).unwrap()];
    assert!(announced(tab).ends_with(&format!("{side}, locked door 1.")), "{}", announced(tab));
    assert!(directions(tab).contains(&format!("{side}, locked door 1")), "{:?}", directions(tab));
    tab.press(&['x']);
    assert!(said(tab).iter().any(|text| text.contains("if no door were locked")), "{:?}", said(tab));
}

/// The open sides in an announcement, as numbers clockwise from the north.
fn open_sides(announcement: &str) -> Vec<usize> {
    let (_, ways) =
        announcement.split_once(". ").unwrap_or_else(|| panic!("nothing is said of a cell: {announcement}"));
    let ways = ways.to_lowercase();
    let words = ways.split([':', ',', '.']).map(str::trim);
    words.filter_map(|word| ["north", "east", "south", "west"].iter().position(|side| *side == word)).collect()
}

/// A player who keeps a hand on the wall, and knows nothing but what is said.
fn a_maze_is_won_by_its_announcements_alone(tab: &mut Tab) {
    for seed in [3, 7] {
        tab.go(&format!("/?algo=backtracker&w=8&h=8&seed={seed}&mode=play"));
        tab.state("ready");
        enter_board(tab);
        let mut heading = 1;
        let mut moves = 0;
        loop {
            let open = open_sides(&announced(tab));
            assert!(!open.is_empty() && moves < 256, "lost after {moves} moves: {:?}", said(tab));
            // Right, straight on, left, back.
            heading =
                [1, 0, 3, 2].into_iter().map(|turn| (heading + turn) % 4).find(|side| open.contains(side)).unwrap();
            tab.press(&[arrow(['N', 'E', 'S', 'W'][heading])]);
            moves += 1;
            if said(tab).iter().any(|text| text.starts_with(&format!("You found it! {moves} moves"))) {
                break;
            }
        }
        assert!(moves >= 14, "eight rows and columns take more than {moves} moves");
        // The next one begins where the hands are.
        tab.press(&[char::from(Key::Enter)]);
        tab.until("the maze is larger", "document.getElementById('w').value === '9'");
        tab.state("ready");
        assert!(announced(tab).starts_with("Row 1, column 1."), "{}", announced(tab));
    }
}
