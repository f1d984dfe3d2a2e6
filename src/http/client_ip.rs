//! The address of a client that may be behind proxies.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName};
pub use ipnet::IpNet as Network;

/// Where proxies say for whom they ask: a list to which each appends the address that it was asked from.
const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Proxies whose `X-Forwarded-For` is believed.
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies(pub Vec<Network>);

impl TrustedProxies {
    /// The address of the client for whom `peer` asks: its own, unless it is a trusted proxy. Then it is the last in
    /// `X-Forwarded-For` that is no trusted proxy: what stands before it is the client's own word, which anybody can forge.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.to_canonical();
        let values = headers.get_all(X_FORWARDED_FOR);
        let lists = values.iter().rev().map(|value| value.to_str().unwrap_or("unreadable"));
        // Empty elements are for nobody (RFC 9110, section 5.6.1).
        let elements = lists.flat_map(|list| list.rsplit(',')).map(str::trim).filter(|element| !element.is_empty());
        for named in elements {
            if !self.is_trusted(client) {
                break;
            }
            // What is no address ends the list: whoever wrote it is not believed further.
            let Some(address) = read_address(named) else { break };
            client = address;
        }
        client
    }

    fn is_trusted(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }
}

/// A network, or an address alone.
///
/// # Errors
///
/// What it should be, if it is neither.
pub fn read_network(text: &str) -> Result<Network, String> {
    let alone = || text.parse::<IpAddr>().map(|address| Network::from(address.to_canonical()));
    let network: Network = text
        .parse()
        .or_else(|_| alone())
        .map_err(|_| "must be an address, or a network such as 10.0.0.0/8".to_owned())?;
    match network.addr() {
        // Addresses of clients are never in this form, so that it would have none.
        IpAddr::V6(address) if address.to_ipv4_mapped().is_some() => {
            Err("must be written as a network of IPv4, such as 10.0.0.0/8".to_owned())
        }
        _ => Ok(network),
    }
}

/// An address as proxies write it: alone, in brackets, or with a port.
fn read_address(text: &str) -> Option<IpAddr> {
    let address = text.parse::<IpAddr>().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|it| it.ip()));
    let bare = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    address.or_else(bare).map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn forwarded(lists: &[&'static str]) -> HeaderMap {
        lists.iter().map(|list| (X_FORWARDED_FOR, HeaderValue::from_static(list))).collect()
    }

    #[test]
    fn whom_a_proxy_asks_for() {
        let proxies = TrustedProxies(vec!["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()]);
        let cases = [
            // Nobody is believed who is not trusted.
            ("192.0.2.1", &["203.0.113.9"][..], "192.0.2.1"),
            ("10.0.0.1", &[], "10.0.0.1"),
            ("10.0.0.1", &["203.0.113.9"], "203.0.113.9"),
            // What stands before the first address that is not trusted is forged, or of no matter.
            ("10.0.0.1", &["198.51.100.7, 203.0.113.9"], "203.0.113.9"),
            ("10.0.0.1", &["198.51.100.7", "203.0.113.9, 10.0.0.2"], "203.0.113.9"),
            ("10.0.0.1", &["203.0.113.9, 10.9.9.9"], "203.0.113.9"),
            ("fd00::1", &["[2001:db8::1]:4711"], "2001:db8::1"),
            ("::ffff:10.0.0.1", &["203.0.113.9:80"], "203.0.113.9"),
            // What cannot be read ends the list.
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
    fn networks() {
        for (text, network) in [
            ("10.0.0.0/8", "10.0.0.0/8"),
            ("::1", "::1/128"),
            ("::ffff:10.0.0.1", "10.0.0.1/32"),
            ("fd00::/8", "fd00::/8"),
        ] {
            assert_eq!(read_network(text).map(|it| it.to_string()).as_deref(), Ok(network));
        }
        assert!(read_network("::ffff:10.0.0.0/104").unwrap_err().contains("10.0.0.0/8"));
        assert!(read_network("all").unwrap_err().contains("10.0.0.0/8"));
    }
}
