//! The length of a path.

/// How many moves a path has.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Length {
    /// Exactly this many.
    Exact(u64),
    /// About this many.
    Estimate {
        /// The number of moves that is expected.
        moves: f64,
        /// How far the exact number may be from it, as a share of it: nineteen of twenty are not farther.
        error: f64,
    },
}
