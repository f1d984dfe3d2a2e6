//! Problems and suggestions.

use axum::http::StatusCode;
use dedale_server::problem::{Fault, Kind, nearest};

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
fn values_have_quotes_where_they_need_them() {
    for (value, told) in [("0,0", "w=0,0: no"), ("", "w=\"\": no"), ("a b", "w=\"a b\": no"), ("\n", "w=\"\\n\": no")] {
        assert_eq!(Fault::new("w", Some(value), "no").to_string(), told);
    }
}

#[test]
fn long_values_are_cut_between_characters() {
    let fault = Fault::new("w", Some(&"é".repeat(101)), "must be short");
    assert_eq!(fault.value.unwrap().chars().count(), 101);
}
