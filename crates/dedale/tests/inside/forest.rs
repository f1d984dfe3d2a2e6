//! A forest of disjoint sets, held against painting.

use crate::forest::Forest;
use dedale::rng::{Rng, Stream};

#[test]
fn matches_painting() {
    let mut rng = Rng::new(8, Stream::Generate);
    for n in [1, 2, 10, 300] {
        let mut forest = Forest::new(n);
        let mut colors: Vec<usize> = (0..n).collect();
        for _ in 0..4 * n {
            let (a, b) = (rng.index(n), rng.index(n));
            let (old, new) = (colors[a], colors[b]);
            assert_eq!(colors[forest.parent(a as u32) as usize], old);
            assert_eq!(forest.unite(a as u32, b as u32), old != new);
            colors.iter_mut().filter(|color| **color == old).for_each(|color| *color = new);
        }
    }
}
