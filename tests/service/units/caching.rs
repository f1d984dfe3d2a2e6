//! Preconditions.

use axum::http::header::{IF_MATCH, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue};
use dedale_server::response::caching::{Precondition, Tag, precondition};
use dedale_server::response::coding::Coding;

#[test]
fn preconditions() {
    let tag = Tag::new("x").coded(Coding::Gzip);
    let text = tag.to_str().unwrap();
    assert!(text.ends_with("-gzip\""), "{text}");
    let bare = text.trim_matches('"');
    // The list, and whether it has the tag when it is compared weakly, and strongly.
    for (list, weak, strong) in [
        (text.to_owned(), true, true),
        (format!("W/{text}"), true, false),
        (format!("\"a,b\", {text}"), true, true),
        // Tags cannot contain a space, but the tags beside such a value count.
        (format!("\"a b\", {bare}, W/{text}"), true, false),
        (format!("\"a b\",\"{bare}"), false, false),
        ("*".to_owned(), true, true),
        (Tag::new("x").coded(Coding::Identity).to_str().unwrap().to_owned(), false, false),
        (format!("\"{bare}0\""), false, false),
        ("\"other\"".to_owned(), false, false),
        (bare.to_owned(), false, false),
    ] {
        let with = |name| HeaderMap::from_iter([(name, HeaderValue::from_str(&list).unwrap())]);
        let found = precondition(&with(IF_NONE_MATCH), Some(&tag));
        assert_eq!(found == Ok(Precondition::NotModified), weak, "{list}");
        assert_eq!(precondition(&with(IF_MATCH), Some(&tag)).is_ok(), strong, "{list}");
        assert_eq!(precondition(&with(IF_NONE_MATCH), None), Ok(Precondition::Holds), "{list}");
        assert_eq!(precondition(&with(IF_MATCH), None).is_ok(), list == "*", "{list}");
    }
    assert_eq!(precondition(&HeaderMap::new(), Some(&tag)), Ok(Precondition::Holds));
    assert_ne!(Tag::new("x"), Tag::new("y"));
}
