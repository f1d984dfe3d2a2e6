//! Disjoint sets, for Eller: which of `0 .. n` belong together.

/// A forest of `n` elements, each in a set of its own at first. Sets are united by size and found with path halving, so
/// that any run of operations takes next to constant time for each (Tarjan and van Leeuwen, *J. ACM* 31, 1984).
pub(super) struct DisjointSets {
    /// The parent of each element; a root is its own parent.
    parents: Vec<u32>,
    /// For a root, how many elements its set has.
    sizes: Vec<u32>,
}

impl DisjointSets {
    pub(super) fn new(n: u32) -> DisjointSets {
        DisjointSets { parents: (0..n).collect(), sizes: vec![1; n as usize] }
    }

    /// Puts every element back into a set of its own.
    pub(super) fn reset(&mut self) {
        self.parents.iter_mut().zip(0..).for_each(|(parent, element)| *parent = element);
        self.sizes.fill(1);
    }

    /// The element that stands for the set of `element`.
    #[inline]
    pub(super) fn find(&mut self, mut element: u32) -> u32 {
        loop {
            let parent = self.parents[element as usize];
            if parent == element {
                return element;
            }
            let grandparent = self.parents[parent as usize];
            self.parents[element as usize] = grandparent;
            element = grandparent;
        }
    }

    /// Makes one set of the two that `a` and `b` are in; false where they are in one already.
    #[inline]
    pub(super) fn unite(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return false;
        }
        let (small, large) = if self.sizes[a as usize] < self.sizes[b as usize] { (a, b) } else { (b, a) };
        self.parents[small as usize] = large;
        self.sizes[large as usize] += self.sizes[small as usize];
        true
    }
}
