//! The address of a client, which may be behind proxies, and the scheme of its URL.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName};
pub use ipnet::IpNet as Network;

use crate::limits::shares::Client;

/// The header in which proxies report their clients: a list to which each proxy appends the address of its peer.
pub const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The header in which proxies report the scheme of the URL that their client requested.
pub const X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// The origin of a request: an extension of the request.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    /// The client.
    pub client: Client,
    /// The scheme of the URL that it requested: `http`, or `https` if a trusted proxy terminates TLS.
    pub scheme: &'static str,
}

impl Default for Origin {
    fn default() -> Origin {
        Origin { client: Client::NOBODY, scheme: "http" }
    }
}

/// Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted.
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies(pub Vec<Network>);

impl TrustedProxies {
    /// The address of the client that sent a request through `peer`: `peer` itself, unless that is a trusted proxy. In that case, it is
    /// the last address in `X-Forwarded-For` that is not a trusted proxy. Everything before it was sent by the client and can be forged.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.to_canonical();
        let values = headers.get_all(X_FORWARDED_FOR);
        // Lists are split as bytes: a client may send bytes that are not text, and these must not hide the elements
        // that proxies appended.
        let elements = values.iter().rev().flat_map(|list| list.as_bytes().rsplit(|&byte| byte == b','));
        // Empty list elements are ignored (RFC 9110, section 5.6.1).
        let elements = elements.map(<[u8]>::trim_ascii).filter(|element| !element.is_empty());
        for element in elements {
            if !self.is_trusted(client) {
                break;
            }
            // Anything that is not an address ends the list, because its author cannot be trusted.
            let Some(address) = read_address(element) else { break };
            client = address;
        }
        client
    }

    /// The scheme of a request that arrived from `peer`: the value of `X-Forwarded-Proto` if `peer` is a trusted proxy.
    pub fn scheme(&self, peer: IpAddr, headers: &HeaderMap) -> &'static str {
        let is_https =
            headers.get(X_FORWARDED_PROTO).is_some_and(|scheme| scheme.as_bytes().eq_ignore_ascii_case(b"https"));
        if is_https && self.is_trusted(peer.to_canonical()) { "https" } else { "http" }
    }

    /// The client that holds a connection from `peer`: no particular client if `peer` is a trusted proxy, whose
    /// connections many clients use.
    pub fn holder(&self, peer: IpAddr) -> Client {
        if self.is_trusted(peer.to_canonical()) { Client::NOBODY } else { Client::at(peer) }
    }

    fn is_trusted(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }
}

/// Parses a network or a single address.
pub fn read_network(text: &str) -> Result<Network, String> {
    let alone = || text.parse::<IpAddr>().map(|address| Network::from(address.to_canonical()));
    let network: Network = text
        .parse()
        .or_else(|_| alone())
        .map_err(|_| "must be an address, or a network such as 10.0.0.0/8".to_owned())?;
    match network.addr() {
        // Client addresses never have this form, so the network would contain none.
        IpAddr::V6(address) if address.to_ipv4_mapped().is_some() => {
            Err("must be written as a network of IPv4, such as 10.0.0.0/8".to_owned())
        }
        _ => Ok(network),
    }
}

/// Parses an address as proxies write it: alone, in brackets, or with a port.
fn read_address(element: &[u8]) -> Option<IpAddr> {
    let text = str::from_utf8(element).ok()?;
    let address = text.parse::<IpAddr>().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|it| it.ip()));
    let bare = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    address.or_else(bare).map(|address| address.to_canonical())
}
