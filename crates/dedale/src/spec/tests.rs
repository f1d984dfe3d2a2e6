use super::*;
use crate::render::OptionValue;

fn read(query: &[(&str, &str)]) -> Result<MazeSpec, Faults> {
    let pairs: Vec<Pair<'_>> = query.iter().map(|&(name, value)| (name.into(), value.into())).collect();
    MazeSpec::read(&pairs, &[Parameter::new("format")], Limits::default(), 5)
}

/// The names of the parameters that are wrong, in the order in which they are told.
fn faulty(query: &[(&str, &str)]) -> Vec<String> {
    match read(query) {
        Ok(spec) => panic!("{query:?} gave {spec:?}"),
        Err(faults) => faults.0.into_iter().map(|fault| fault.parameter).collect(),
    }
}

#[test]
fn everything_has_a_default() {
    let spec = read(&[]).unwrap();
    assert_eq!(spec.canonical(), "backtracker 30x30 5 0,899 {}");
    assert_eq!(read(&[("algo", "dfs"), ("format", "x")]).unwrap(), spec);
}

#[test]
fn all_faults_are_told_at_once() {
    let faults = read(&[("w", "0"), ("h", "-3"), ("algo", "pirm"), ("foo", "1")]).unwrap_err();
    let told: Vec<_> = faults.0.iter().map(|f| (f.parameter.as_str(), f.value.as_deref(), f.detail.as_str())).collect();
    assert_eq!(told[1], ("algo", Some("pirm"), "unknown algorithm; did you mean 'prim'?"));
    assert_eq!(told[2], ("w", Some("0"), "must be between 1 and 65535"));
    assert_eq!(told[3], ("h", Some("-3"), "must be between 1 and 65535"));
    assert_eq!((told[0].0, told[0].1), ("foo", Some("1")));
    assert_eq!(told.len(), 4);
}

#[test]
fn single_values() {
    let cases = [
        ("w", &["", "x", "1.0", "+1", " 1", "0x10", "65536", "99999999999999999999"][..]),
        ("seed", &["-1", "9007199254740992", "7.5", "1e3"]),
        ("braid", &["-0.1", "1.1", "nan", "inf", "", "half", "0,5"]),
        ("max_walls", &["2", ""]),
        ("doors", &["yes", "1", "TRUE", ""]),
        ("ends", &["corner", ""]),
        ("from", &["1", "1,", ",1", "30,0", "0,30", "-1,0", "0, 0", "0,0,0", "99999999999999999999,0"]),
        ("remove", &["0,0", "0,0,X", "0,0,n", "0,0,NE", "30,0,N", "a,b,N"]),
    ];
    for (name, values) in cases {
        for value in values {
            assert_eq!(faulty(&[(name, value)]), [name], "{name}={value}");
        }
    }
    for (name, value) in [("seed", "9007199254740991"), ("braid", "1e-3"), ("from", "29,29"), ("remove", "0,0,N")] {
        assert!(read(&[(name, value)]).is_ok(), "{name}={value}");
    }
}

#[test]
fn values_that_do_not_go_together() {
    assert_eq!(faulty(&[("pick", "newest")]), ["pick"]);
    assert_eq!(faulty(&[("algo", "prim"), ("bias", "se")]), ["bias"]);
    assert_eq!(faulty(&[("max_walls_in", "rows")]), ["max_walls_in"]);
    assert_eq!(faulty(&[("ends", "corners"), ("to", "1,1")]), ["ends"]);
    assert_eq!(faulty(&[("doors", "true"), ("from", "1,1")]), ["from"]);
    assert_eq!(faulty(&[("w", "65535"), ("h", "65535")]), ["w"]);
    assert_eq!(faulty(&[("w", "2"), ("w", "3")]), ["w"]);
    assert_eq!(faulty(&[("foo", "2"), ("foo", "3"), ("format", "a"), ("format", "b")]), ["foo", "format"]);
    assert!(read(&[("algo", "growing-tree"), ("pick", "oldest"), ("remove", "0,0,E"), ("remove", "0,0,S")]).is_ok());
}

#[test]
fn of_very_many_faults_the_first_are_told() {
    let names: Vec<String> = (0..2000).map(|i| format!("x{i}")).collect();
    let query: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
    assert_eq!(faulty(&query), names[..Faults::MOST]);
}

#[test]
fn sizes_that_would_overflow_are_refused_before_anything_is_allocated() {
    let pairs = [("w", "4294967295"), ("h", "4294967295")].map(|(k, v)| (k.into(), v.into()));
    let limits = Limits { max_side: u32::MAX, max_cells: u32::MAX };
    assert_eq!(MazeSpec::read(&pairs, &[], limits, 0).unwrap_err().0.len(), 1);
}

/// The object that a client gets, turned into a query, asks for the same maze.
#[test]
fn options_can_be_sent_again() {
    let spec = read(&[
        ("algo", "growing-tree"),
        ("pick", "newest:3,oldest:1"),
        ("braid", "0.3"),
        ("max_walls", "0.9"),
        ("remove", "0,0,E"),
        ("remove", "1,1,S"),
        ("doors", "true"),
    ])
    .unwrap();
    let mut pairs = vec![(Cow::from("algo"), Cow::from("growing-tree"))];
    for (name, value) in spec.options().iter() {
        match value {
            OptionValue::List(values) => pairs.extend(values.iter().map(|value| (name.into(), value.clone().into()))),
            OptionValue::Text(text) => pairs.push((name.into(), text.clone().into())),
            OptionValue::Number(number) => pairs.push((name.into(), number.to_string().into())),
            OptionValue::Flag(flag) => pairs.push((name.into(), flag.to_string().into())),
        }
    }
    assert_eq!(MazeSpec::read(&pairs, &[], Limits::default(), 5).unwrap(), spec);
}

#[test]
fn farthest_ends_of_a_maze_with_doors() {
    let made = read(&[("ends", "farthest"), ("doors", "true"), ("seed", "7")]).unwrap().make(&mut ()).unwrap();
    let doors: Vec<_> = made.maze.openings().map(|(cell, _)| cell).collect();
    assert_eq!(doors, [made.from, made.to]);
}
