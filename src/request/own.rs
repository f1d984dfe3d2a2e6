//! The options that belong to one algorithm.

use std::sync::LazyLock;

use dedale::generate::{ALGORITHMS, AlgorithmInfo};
use dedale::options::MazeBuilder;

use super::parameters::{Groups, Name};
use super::query::Query;

/// The options that belong to one algorithm, and which one.
static OWN_OPTIONS: LazyLock<Vec<(Name, &AlgorithmInfo)>> = LazyLock::new(|| {
    let options = ALGORITHMS.iter().flat_map(|info| info.options.iter().map(move |option| (option.name, info)));
    options.filter_map(|(name, info)| Some((Name::find(name, Groups::SHAPE)?, info))).collect()
});

/// Sets the options that belong to one algorithm, or notes that they belong to another.
pub fn set_own_options(query: &mut Query<'_>, builder: &mut MazeBuilder) {
    for &(name, owner) in OWN_OPTIONS.iter() {
        if !query.has(name) {
            continue;
        }
        if query.is_faulty(Name::Algo) {
            // Whatever the algorithm is, the value can be checked.
            let mut other = MazeBuilder::default().algorithm(owner.algorithm);
            query.set(name, &mut other);
        } else {
            query.set(name, builder);
        }
    }
}

/// Whether a parameter is an option that belongs to one algorithm.
pub fn is_own(name: Name) -> bool {
    OWN_OPTIONS.iter().any(|(own, _)| *own == name)
}
