//! Disjoint sets of cells.

/// A forest of `n` elements, each of which is a separate tree at first. Trees are united by Rem's algorithm: it climbs from both elements in
/// turns, always from the one whose parent has the lower number, and points the elements on the way at the parent on the other side. If the
/// two parents are the same, the elements are in one tree, without a climb to the root. A root has a higher number than all elements below
/// it, so it needs no size or rank in addition to its four bytes.
///
/// # Source
///
/// M. Rem, in E. W. Dijkstra, *A Discipline of Programming* (1976), ch. 23; the fastest of many in M. M. A. Patwary, J. Blair and
/// F. Manne, "Experiments on union-find algorithms for the disjoint-set data structure", *SEA* (2010).
pub(crate) struct Forest {
    /// The parent of each element; a root is its own parent.
    parents: Vec<u32>,
}

impl Forest {
    pub(crate) fn new(n: usize) -> Forest {
        Forest { parents: (0..n as u32).collect() }
    }

    /// Returns the parent of `element`, which is in the same tree, now and forever. A root is its own parent.
    #[inline]
    pub(crate) fn parent(&self, element: u32) -> u32 {
        self.parents[element as usize]
    }

    /// Returns the root of the tree that `element` is in.
    pub(crate) fn root(&mut self, mut element: u32) -> u32 {
        while self.parent(element) != element {
            // The next climb is half as long.
            self.parents[element as usize] = self.parent(self.parent(element));
            element = self.parent(element);
        }
        element
    }

    /// Unites the trees of `a` and `b`. Returns false if they are in one tree already.
    ///
    /// It climbs from their parents, since few elements are roots. Taking a step without checking which is lower saves Kruskal's algorithm a
    /// fifth of its time.
    #[inline]
    pub(crate) fn unite(&mut self, a: u32, b: u32) -> bool {
        let (mut a, mut b) = (self.parent(a), self.parent(b));
        loop {
            let (parent_of_a, parent_of_b) = (self.parents[a as usize], self.parents[b as usize]);
            if parent_of_a == parent_of_b {
                return false;
            }
            let a_is_lower = parent_of_a < parent_of_b;
            let (lower, climbed, higher) =
                if a_is_lower { (a, parent_of_a, parent_of_b) } else { (b, parent_of_b, parent_of_a) };
            self.parents[lower as usize] = higher;
            if lower == climbed {
                return true;
            }
            (a, b) = if a_is_lower { (climbed, b) } else { (a, climbed) };
        }
    }
}
