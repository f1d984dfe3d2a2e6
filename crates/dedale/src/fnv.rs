//! FNV-1a of 64 bits, a hash that is the same on every machine.
//!
//! # Source
//!
//! G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake and T. Hansen, *The FNV Non-Cryptographic Hash Algorithm*, RFC 9923 (2025).

/// The hash of no bytes.
pub(crate) const START: u64 = 0xcbf2_9ce4_8422_2325;

/// Returns the hash of some bytes and one more, from the hash of those before it.
pub(crate) const fn add(hash: u64, byte: u8) -> u64 {
    (hash ^ byte as u64).wrapping_mul(0x0000_0100_0000_01b3)
}
