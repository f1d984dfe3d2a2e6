//! Who a client is.

use std::net::IpAddr;

use axum::http::HeaderMap;
use axum::http::HeaderValue;
use dedale_server::limits::client_ip::{TrustedProxies, X_FORWARDED_FOR, X_FORWARDED_PROTO, read_network};

fn forwarded<L: AsRef<[u8]>>(lists: &[L]) -> HeaderMap {
    lists.iter().map(|list| (X_FORWARDED_FOR, HeaderValue::from_bytes(list.as_ref()).unwrap())).collect()
}

#[test]
fn client_address_behind_a_proxy() {
    let proxies = TrustedProxies(vec!["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()]);
    let cases = [
        // Untrusted peers cannot name another address.
        ("192.0.2.1", &["203.0.113.9"][..], "192.0.2.1"),
        ("10.0.0.1", &[], "10.0.0.1"),
        ("10.0.0.1", &["203.0.113.9"], "203.0.113.9"),
        // Everything before the first untrusted address is ignored, because it may be forged.
        ("10.0.0.1", &["198.51.100.7, 203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", &["198.51.100.7", "203.0.113.9, 10.0.0.2"], "203.0.113.9"),
        ("10.0.0.1", &["203.0.113.9, 10.9.9.9"], "203.0.113.9"),
        ("fd00::1", &["[2001:db8::1]:4711"], "2001:db8::1"),
        ("::ffff:10.0.0.1", &["203.0.113.9:80"], "203.0.113.9"),
        // An element that cannot be parsed ends the list.
        ("10.0.0.1", &["203.0.113.9, unknown"], "10.0.0.1"),
        ("10.0.0.1", &["203.0.113.9, unknown, 10.0.0.3"], "10.0.0.3"),
        ("10.0.0.1", &[""], "10.0.0.1"),
        ("10.0.0.1", &["203.0.113.9, ", ","], "203.0.113.9"),
    ];
    for (peer, lists, client) in cases {
        let found = proxies.client(peer.parse().unwrap(), &forwarded(lists));
        assert_eq!(found, client.parse::<IpAddr>().unwrap(), "{peer} {lists:?}");
    }
    let nobody = TrustedProxies::default();
    assert_eq!(nobody.client([10, 0, 0, 1].into(), &forwarded(&["203.0.113.9"])), IpAddr::from([10, 0, 0, 1]));
}

#[test]
fn bytes_that_are_no_text_do_not_hide_what_proxies_appended() {
    let proxies = TrustedProxies(vec!["10.0.0.0/8".parse().unwrap()]);
    for (lists, client) in [
        (&[&b"\xff, 203.0.113.9"[..]][..], "203.0.113.9"),
        (&[b"\xff", b"203.0.113.9, 10.0.0.2"], "203.0.113.9"),
        (&[b"198.51.100.7\x80, 10.0.0.3"], "10.0.0.3"),
        (&[b"203.0.113.9, \xff"], "10.0.0.1"),
    ] {
        let found = proxies.client([10, 0, 0, 1].into(), &forwarded(lists));
        assert_eq!(found, client.parse::<IpAddr>().unwrap(), "{lists:?}");
    }
}

#[test]
fn only_trusted_proxies_say_that_a_url_is_secure() {
    let proxies = TrustedProxies(vec!["10.0.0.0/8".parse().unwrap()]);
    for (peer, value, scheme) in [
        ("10.0.0.1", Some("https"), "https"),
        ("::ffff:10.0.0.1", Some("HTTPS"), "https"),
        ("192.0.2.1", Some("https"), "http"),
        ("10.0.0.1", Some("http"), "http"),
        ("10.0.0.1", Some("https, http"), "http"),
        ("10.0.0.1", None, "http"),
    ] {
        let headers = value.map(|value| (X_FORWARDED_PROTO, HeaderValue::from_static(value))).into_iter().collect();
        assert_eq!(proxies.scheme(peer.parse().unwrap(), &headers), scheme, "{peer} {value:?}");
    }
}

#[test]
fn networks() {
    for (text, network) in
        [("10.0.0.0/8", "10.0.0.0/8"), ("::1", "::1/128"), ("::ffff:10.0.0.1", "10.0.0.1/32"), ("fd00::/8", "fd00::/8")]
    {
        assert_eq!(read_network(text).map(|it| it.to_string()).as_deref(), Ok(network));
    }
    assert!(read_network("::ffff:10.0.0.0/104").unwrap_err().contains("10.0.0.0/8"));
    assert!(read_network("all").unwrap_err().contains("10.0.0.0/8"));
}
