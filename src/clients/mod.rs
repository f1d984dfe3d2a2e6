//! Who a client is, and how much it may have.

pub mod client_ip;
pub mod memory;
pub mod rate_limit;
pub mod shares;
