//! The limits of each client: its identity, its share of each resource, its memory, and the threads that work for it.

pub mod cancel;
pub mod client_ip;
pub mod memory;
pub mod pool;
pub mod rate_limit;
pub mod shares;
