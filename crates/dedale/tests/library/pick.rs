//! Mixes of members, as text.

use dedale::generate::Pick;

#[test]
fn reads_what_it_writes() {
    for text in ["newest", "oldest", "random", "middle", "newest:50,random:50", "middle:1,oldest:1000000"] {
        assert_eq!(text.parse::<Pick>().unwrap().to_string(), text);
    }
    assert_eq!("random:9".parse::<Pick>().unwrap(), "random".parse().unwrap());
    assert_eq!("newest,random".parse::<Pick>().unwrap().to_string(), "newest:1,random:1");
}

#[test]
fn rejects_invalid_values() {
    for text in
        ["", "new", "newest:", "newest:0", "newest:-1", "newest:+1", "newest:1000001", "newest,", "oldest,oldest"]
    {
        assert!(text.parse::<Pick>().is_err(), "{text:?}");
    }
}
