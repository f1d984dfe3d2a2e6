//! What the tables of algorithms and of solvers have in common.

/// What there is to know about an option that belongs to one algorithm or solver.
#[derive(Clone, Copy, Debug)]
pub struct OptionAbout {
    /// The parameter, as in a query.
    pub name: &'static str,
    /// What it may be, as names; empty where it is a number.
    pub values: &'static [&'static str],
    /// What it is when not given.
    pub default: &'static str,
    /// What it does.
    pub description: &'static str,
}
