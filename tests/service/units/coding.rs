//! `Accept-Encoding`.

use axum::http::HeaderMap;
use axum::http::HeaderValue;
use axum::http::header::ACCEPT_ENCODING;
use dedale_server::response::coding::Coding;

#[test]
fn the_preferred_coding_is_chosen() {
    for (accepted, chosen) in [
        ("", Some(Coding::Identity)),
        ("gzip", Some(Coding::Gzip)),
        ("GZIP;q=0.1, br;q=0.2", Some(Coding::Brotli)),
        ("gzip, deflate, br, zstd", Some(Coding::Zstd)),
        ("gzip, identity", Some(Coding::Gzip)),
        ("gzip;q=0.5, identity", Some(Coding::Identity)),
        ("gzip;q=0, *", Some(Coding::Zstd)),
        ("lzw", Some(Coding::Identity)),
        ("lzw, identity;q=0", None),
        ("gzip, identity;q=0", Some(Coding::Gzip)),
        ("gzip;q=0", Some(Coding::Identity)),
        ("*;q=0", None),
    ] {
        let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(accepted))]);
        assert_eq!(Coding::choose(&headers, Coding::ALL), chosen, "{accepted}");
    }
    assert_eq!(Coding::choose(&HeaderMap::new(), Coding::ALL), Some(Coding::Identity));
}
