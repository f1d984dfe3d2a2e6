//! Problems and suggestions.

use axum::http::StatusCode;
use dedale_server::problem::{Fault, Kind, Problem, nearest};

#[test]
fn slugs_differ_and_statuses_exist() {
    for (i, kind) in Kind::ALL.iter().enumerate() {
        assert!(Kind::ALL[..i].iter().all(|other| other.slug != kind.slug));
        assert!(StatusCode::from_u16(kind.status).is_ok());
    }
    assert_eq!(Kind::of_status(StatusCode::BAD_REQUEST), Kind::BAD_REQUEST);
    assert_eq!(Kind::of_status(StatusCode::IM_A_TEAPOT), Kind::BAD_REQUEST);
    assert_eq!(Kind::of_status(StatusCode::BAD_GATEWAY), Kind::INTERNAL_ERROR);
}

#[test]
fn suggests_what_was_meant_and_nothing_else() {
    let names = ["prim", "true-prim", "kruskal", "w", "h", "hunt-and-kill"];
    assert_eq!(nearest("pirm", &names), Some("prim"));
    assert_eq!(nearest("PRIM", &names), Some("prim"));
    assert_eq!(nearest("hunt_and_kill", &names), Some("hunt-and-kill"));
    assert_eq!(nearest("foo", &names), None);
    assert_eq!(nearest("x", &names), None);
    assert_eq!(nearest("W", &names), Some("w"));
    assert_eq!(nearest("", &names), None);
    assert_eq!(nearest(&"prim".repeat(100), &names), None);
}

#[test]
fn details_are_one_sentence() {
    let told = |problem: Problem| {
        let document: serde_json::Value = serde_json::from_str(&problem.to_json()).unwrap();
        document["detail"].as_str().unwrap().to_owned()
    };
    assert_eq!(told(Problem::new(Kind::BAD_REQUEST, "the body was cut off")), "The body was cut off.");
    assert_eq!(told(Problem::new(Kind::BAD_REQUEST, "École.")), "École.");
    for kind in Kind::ALL {
        let detail = told(Problem::from(*kind));
        assert!(detail.ends_with('.') && !detail.contains(". "), "{detail}");
    }
    let faults = |names: &[&str]| names.iter().map(|name| Fault::new(name, None, "must be odd")).collect();
    for (names, detail) in [
        (&["w"][..], "1 parameter is invalid: w (must be odd)."),
        (&["w", "h"], "2 parameters are invalid: w (must be odd) and h (must be odd)."),
        (
            &["w", "h", "w"],
            "2 parameters are invalid, in 3 ways: w (must be odd), h (must be odd) and w (must be odd).",
        ),
        (
            &["a", "b", "c", "d", "e"],
            "5 parameters are invalid: a (must be odd), b (must be odd), c (must be odd) and 2 more.",
        ),
    ] {
        assert_eq!(told(Problem::invalid(faults(names))), detail);
    }
}

#[test]
fn long_values_are_cut_between_characters() {
    let fault = Fault::new("w", Some(&"é".repeat(101)), "must be short");
    assert_eq!(fault.value.unwrap().chars().count(), 101);
}
