//! The options of a maze: their defaults, their checks, and their text.

use crate::{Made, woven};
use dedale::about::InvalidValueKind;
use dedale::edit::Lines;
use dedale::generate::{ALGORITHMS, Algorithm, Rectangle, Symmetry};
use dedale::grid::{AnyGrid, Graph, GraphCell, Grid, Limits, Mesh, MeshOptions, Side};
use dedale::maze::Maze;
use dedale::options::{EndsRule, MakeError, MazeBuilder, MazeOption, MazeOptions, OPTIONS, SizeLimits, parse_place};
use dedale::picture::OptionValue;

/// The options that are invalid, in the order in which they are reported.
fn invalid(query: &str) -> Vec<&'static str> {
    query.parse::<MazeOptions>().unwrap_err().0.into_iter().map(|invalid| invalid.option).collect()
}

#[test]
fn everything_has_a_default() {
    let options: MazeOptions = "".parse().unwrap();
    assert_eq!(options, Maze::builder().options().unwrap());
    assert_eq!(options.to_string(), "algo=backtracker&w=30&h=30&seed=0&from=0,0&to=29,29");
    assert_eq!("algo=dfs".parse::<MazeOptions>().unwrap(), options);
}

/// The table tells the defaults and the values that the builder has.
#[test]
fn the_table_of_options_is_that_of_the_builder() {
    for option in OPTIONS {
        let mut builder = MazeBuilder::default();
        if !option.default.is_empty() {
            (option.set)(&mut builder, option.default).unwrap();
        }
        // It is only valid with another, or of a part of a maze.
        if !["max_walls_in", "rings", "room_size", "zoom_level"].contains(&option.name) {
            assert_eq!(builder.clone().options(), MazeBuilder::default().options(), "{}", option.name);
        }
        let shown = |builder: &MazeBuilder| (option.get)(builder).map(|value| value.to_string());
        // These are always shown.
        let expected = match option.name {
            "algo" => Some("backtracker"),
            "seed" => Some("0"),
            _ => None,
        };
        assert_eq!(shown(&MazeBuilder::default()).as_deref(), expected, "{}", option.name);
        for value in option.values {
            (option.set)(&mut builder, value).unwrap();
            let is_shown = shown(&builder).map_or(*value == option.default, |shown| shown == *value);
            assert!(is_shown, "{}={value}", option.name);
        }
        assert!(!option.description.is_empty());
    }
}

#[test]
fn a_builder_and_a_query_give_the_same_options() {
    let built = Maze::builder()
        .size(9, 7)
        .seed(3)
        .entrance(0, 4)
        .exit(6, 4)
        .doors(true)
        .straightness(0.5)
        .braid(0.25)
        .max_walls(0.5)
        .max_walls_in(Lines::Rows)
        .remove(1, 2, Side::E)
        .remove(3, 3, Side::S);
    let query = "w=9&h=7&seed=3&from=0,4&to=6,4&doors=true&straightness=0.5&braid=0.25&max_walls=0.5&max_walls_in=rows\
                 &remove=1,2,E&remove=3,3,S";
    assert_eq!(built.options().unwrap(), query.parse().unwrap());
    let farthest = Maze::builder().ends(EndsRule::Farthest).options().unwrap();
    assert_eq!(farthest, "ends=farthest".parse().unwrap());
}

/// What a maze displays, and what its JSON says of it, asks for the same maze.
#[test]
fn options_can_be_sent_again() {
    let mut queries: Vec<String> = ALGORITHMS.iter().map(|info| format!("algo={}&w=7&h=5&seed=7", info.name)).collect();
    for info in ALGORITHMS {
        for option in info.options {
            queries.extend(option.values.iter().map(|value| format!("algo={}&{}={value}", info.name, option.name)));
        }
    }
    queries.push("algo=growing-tree&pick=newest:3,oldest:1&braid=0.3&max_walls=0.9&remove=0,0,E&remove=1,1,S".into());
    queries.push("ends=farthest&doors=true&seed=9007199254740991&max_walls=1&max_walls_in=columns".into());
    queries.extend([
        "symmetry=mirror-y&straightness=0.2".into(),
        "unicursal=true".into(),
        "reveal=not:heart".into(),
        "rooms=7&room_size=4..9&braid=1".into(),
        "ends=center&straightness=0.7".into(),
        "exits=7&braid=0.3".into(),
        "solvable=0.5&braid=0.2".into(),
        "max_dead_end=3&items=treasure:3&items=key:1&locks=2".into(),
        "word=MOUSE&decoys=0.25".into(),
        "sum=1..9".into(),
        "ends=random&algo=growing-tree&straightness=1".into(),
    ]);
    for query in queries {
        let options: MazeOptions = query.parse().unwrap();
        assert_eq!(options.to_string().parse::<MazeOptions>().unwrap(), options, "{query}");
        let mut told = format!(
            "algo={}&w={}&h={}&seed={}",
            options.metadata().algo.unwrap(),
            options.size().unwrap()[0],
            options.size().unwrap()[1],
            options.seed()
        );
        for (name, value) in options.shaping().0 {
            let values = match value {
                OptionValue::List(values) => values.clone(),
                OptionValue::Text(text) => vec![text.to_string()],
                OptionValue::Number(number) => vec![number.to_string()],
                OptionValue::Whole(number) => vec![number.to_string()],
                OptionValue::Flag(flag) => vec![flag.to_string()],
                other => panic!("{other:?}"),
            };
            values.iter().for_each(|value| told.push_str(&format!("&{name}={value}")));
        }
        if let Some((_, rule)) = query.split_once("ends=") {
            told.push_str(&format!("&ends={}", rule.split('&').next().unwrap()));
        }
        assert_eq!(told.parse::<MazeOptions>().unwrap(), options, "{query}");
    }
}

#[test]
fn values_that_do_not_go_together() {
    assert_eq!(invalid("w=0&h=0"), ["w", "h"]);
    assert_eq!(invalid("max_walls_in=rows"), ["max_walls_in"]);
    assert_eq!(invalid("ends=corners&to=1,1"), ["ends"]);
    assert_eq!(invalid("doors=true&from=1,1&to=30,0"), ["from", "to"]);
    assert_eq!(invalid("braid=1.1&max_walls=-1"), ["braid", "max_walls"]);
    assert_eq!(invalid("braid=nan"), ["braid"]);
    assert_eq!(invalid("h=0&seed=&remove=0,0,N&remove=?&bias=se&floors=-1"), ["floors", "seed", "remove", "bias", "h"]);
    assert_eq!(invalid("size=3"), ["options"]);
    assert_eq!(invalid("algo=prim&straightness=0.5"), ["straightness"]);
    assert_eq!(invalid("straightness=1.5"), ["straightness"]);
    assert_eq!(invalid("w=7&symmetry=mirror-x&braid=1"), ["symmetry", "w"]);
    assert_eq!(invalid("ends=random&from=0,0"), ["ends"]);
    assert_eq!(invalid("remove=0,0,N&remove=30,0,N&remove=0,30,S"), ["remove", "remove"]);
    let faults = Maze::builder().seed(1 << 53).remove(0, 0, Side::N).remove(99, 0, Side::N).options().unwrap_err().0;
    assert_eq!(
        faults.iter().map(|fault| (fault.option, fault.index)).collect::<Vec<_>>(),
        [("seed", 0), ("remove", 1)]
    );
}

#[test]
fn texts_without_a_meaning() {
    for (name, values) in [
        ("w", &["", "x", "1.0", "+1", " 1", "0x10", "9007199254740992", "99999999999999999999"][..]),
        ("seed", &["", &"x".repeat(201)]),
        ("braid", &["", "half", "0,5"]),
        ("doors", &["yes", "1", ""]),
        ("ends", &["corner", ""]),
        ("from", &["1", "1,", ",1", "-1,0", "0, 0", "0,0,0"]),
        ("remove", &["0,0", "0,0,X", "0,0,NE", "a,b,N"]),
        ("algo", &["pirm", "", "prim "]),
        ("pick", &["newest"]),
        ("bias", &["se"]),
        ("size", &["3"]),
        ("items", &["treasure:0", "a b:2", "7:1"]),
        ("weights", &["9..1", "0..9", "flat"]),
    ] {
        for value in values {
            assert!(MazeBuilder::default().set(name, value).is_err(), "{name}={value}");
        }
    }
    for (name, value) in [("seed", "9007199254740991"), ("braid", "1e-3"), ("from", "29,29"), ("remove", "0,0,N")] {
        assert!(format!("{name}={value}").parse::<MazeOptions>().is_ok(), "{name}={value}");
    }
    let unknown = MazeBuilder::default().set("algo", "pirm").unwrap_err();
    assert!(matches!(unknown.kind, InvalidValueKind::Unknown(allowed) if allowed.contains(&"prim")));
    assert_eq!(
        MazeBuilder::default().set("bias", "se").unwrap_err().to_string(),
        "is only valid with algo=binary-tree"
    );
}

#[test]
fn a_maze_that_no_memory_holds_is_an_error_and_not_made() {
    let side = u64::from(u32::MAX);
    let refused = |columns, rows| match Maze::builder().size(columns, rows).build() {
        Err(MakeError::Invalid(invalid)) => invalid.0[0].option,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(side, side), "w");
    // More columns, or more rows, has only a maze of which a part is made.
    assert_eq!((refused(side + 1, 1), refused(1, side + 1)), ("w", "h"));
}

#[test]
fn farthest_ends_of_a_maze_with_doors() {
    let made = Made::of(&"ends=farthest&doors=true&seed=7".parse().unwrap());
    let doors: Vec<_> = made.maze.openings().map(|(cell, _)| cell).collect();
    assert_eq!(doors, [made.from, made.to]);
}

/// A value that was refused stays refused, whatever is set after it; what is only tried is not.
#[test]
fn a_refused_value_stays_refused() {
    let wrong = |builder: MazeBuilder| builder.options().err().map(|wrong| wrong.to_string());
    let no_share = "braid: must be a number between 0 and 1, such as 0.5";
    assert_eq!(wrong(MazeBuilder::default().braid(1.5).braid(0.3)).as_deref(), Some(no_share));
    let mut builder = MazeBuilder::default();
    assert!(builder.set("braid", "2").is_err());
    assert_eq!(wrong(builder.clone()), None);
    builder.refuse("braid", 0, "is no value");
    assert_eq!(wrong(builder.braid(0.3)), Some("braid: is no value".to_owned()));
}

/// Faults of one option that do not follow from each other.
#[test]
fn an_option_may_have_several_faults() {
    let wrong = |builder: MazeBuilder| builder.options().unwrap_err().to_string();
    assert_eq!(
        wrong(MazeBuilder::default().size(3, 3).doors(true).exits(9)),
        "exits: does not go with doors: give one or the other; exits: must be at most 8, since so many cells are at the border"
    );
    let items =
        ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u"];
    let many =
        items.into_iter().fold(MazeBuilder::default().weave(0.5), |builder, item| builder.items(item.parse().unwrap()));
    assert_eq!(
        wrong(many.rooms(7).rooms(200)),
        "rooms: must be between 0 and 100; rooms: does not go with weave, whose tunnels need the cells above them as they are; items: at most \
         20 names may be given"
    );
}

/// A value that could not be read is the only fault where others would follow from the default in its place.
#[test]
fn what_follows_from_a_refused_value_is_not_reported() {
    let builder = MazeBuilder::default;
    for (refused, builder) in [
        ("w", builder().exit(0, 50).remove(0, 50, Side::S)),
        ("h", builder().size(30, 31).symmetry(Symmetry::MirrorY)),
        ("w", builder().window(Rectangle { row: 0, column: 50, rows: 1, columns: 1 }).algorithm(Algorithm::Division)),
        ("algo", builder().zoom_level(1)),
        ("algo", builder().algorithm(Algorithm::Prim).straightness(0.5)),
        ("exits", "to=any".parse().unwrap()),
    ] {
        let mut builder = builder;
        builder.refuse(refused, 0, "is no value");
        let wrong = builder.options().unwrap_err();
        assert_eq!(wrong.to_string(), format!("{refused}: is no value"));
    }
    for (refused, name, value) in [
        ("grid", "rings", "5"),
        ("mask", "parts", "largest"),
        ("rooms", "room_size", "3..5"),
        ("max_walls", "max_walls_in", "rows"),
        ("algo", "passes", "3"),
        ("grid", "from", "0,0,0"),
        ("floors", "to", "1,0,0"),
        ("mask", "to", "4"),
        ("grid", "remove", "0,0,NE"),
    ] {
        let mut builder = MazeBuilder::default();
        builder.refuse(refused, 0, "is no value");
        builder.set(name, value).unwrap_or_else(|reason| panic!("{name}: {reason}"));
        assert_eq!(builder.options().unwrap_err().to_string(), format!("{refused}: is no value"), "{name}");
    }
}

#[test]
fn a_maze_may_be_larger_where_it_is_made_by_rows() {
    let rows = SizeLimits { max_columns: 50, max_rows: 1_000_000, max_cells: 1_000_000 };
    let limits = Limits { max_side: 50, max_cells: 1000 };
    let builder = MazeBuilder::default().within(limits).by_rows_within(rows).size(9, 5000);
    assert!(builder.clone().algorithm(Algorithm::Eller).options().is_ok());
    assert_eq!(builder.clone().options().unwrap_err().to_string(), "h: must be between 1 and 50");
    let wrong = builder.clone().algorithm(Algorithm::Eller).braid(0.5).options().unwrap_err();
    assert!(wrong.to_string().starts_with("braid: needs the whole maze"));
    let wrong = builder.size(40, 26).options().unwrap_err();
    assert_eq!(wrong.to_string(), "w: w × h must be at most 1000 cells, and 40 × 26 is 1040");
}

/// An option is listed with its effective value, and only where that is not the default.
#[test]
fn options_are_told_where_they_say_something() {
    let told = |query: &str, name| {
        query.parse::<MazeOptions>().unwrap().value_of(MazeOption::named(name).unwrap()).unwrap_or_default()
    };
    let query = "w=5&h=4&from=0,0&to=2,4&mask=Heart&braid=0.50";
    assert_eq!(["braid", "mask", "doors"].map(|name| told(query, name)), ["0.5", "heart", ""]);
    assert_eq!(["from", "to"].map(|name| told("w=5&h=4&from=0,0&to=2,4", name)), ["", "2,4"]);
    assert_eq!(["from", "to"].map(|name| told("w=5&h=4&to=3,4", name)), ["", ""]);
}

/// The size is what was set last, whatever grid was given before.
#[test]
fn a_size_after_a_grid_replaces_the_grid() {
    let plain = Mesh::new(&MeshOptions { columns: 4, rows: 3, ..MeshOptions::default() }).unwrap();
    let woven = woven(plain.clone(), 7);
    for mesh in [plain, woven] {
        let made = |builder: MazeBuilder| builder.make().unwrap().maze.grid().clone();
        let given = MazeBuilder::default().on(mesh.clone());
        let mut named = given.clone();
        named.set("w", "5").unwrap();
        let sizes = [made(given.clone().size(5, 6)), made(named)].map(|grid| grid.cells());
        assert_eq!(sizes, [30, 15]);
        assert_eq!(made(given.clone().size(4, 3)), AnyGrid::from(mesh), "the same size");
    }
    let mut graph = Graph::default();
    graph.add(GraphCell::default()).unwrap();
    let custom = MazeBuilder::default().on(graph.into_mesh().unwrap());
    assert!(custom.clone().size(1, 1).make().is_ok());
    assert!(custom.size(5, 5).make().is_err());
}

#[test]
fn cells_are_read_by_row_and_column() {
    assert_eq!(parse_place("2,8", Some([9, 3])), Ok([2, 8]));
    assert_eq!(parse_place("8,2", None), Ok([8, 2]));
    let wrong = parse_place("8,2", Some([9, 3])).unwrap_err();
    assert_eq!(wrong.to_string(), "must be a cell of the maze, row,col from 0,0 to 2,8");
}
