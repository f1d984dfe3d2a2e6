//! Mazes whose paths lead from row to row to the last one.

use super::Algorithm;
use super::binary_tree::BinaryTree;
use super::rows::RowRequest;
use super::sidewinder::Sidewinder;
use crate::rng::Key;

/// A binary tree or a sidewinder. From every cell, a path leads along its row to a cell that opens to the next row, and so on to the last
/// row, which is a straight corridor.
#[derive(Clone, Debug)]
pub(crate) enum Descent {
    BinaryTree(BinaryTree),
    Sidewinder(Sidewinder),
}

impl Descent {
    /// Returns the descent of a maze; `None` for other algorithms.
    pub(crate) fn new(algorithm: &Algorithm, key: Key, columns: u64, rows: u64) -> Option<Descent> {
        let request = RowRequest { key, columns, rows, wanted: 0..1, wanted_columns: 0..1 };
        match *algorithm {
            Algorithm::BinaryTree { bias } => Some(Descent::BinaryTree(BinaryTree::new(bias, &request))),
            Algorithm::Sidewinder => Some(Descent::Sidewinder(Sidewinder::new(&request))),
            _ => None,
        }
    }

    /// Returns true if the last row is the lowest one, false if it is the highest.
    pub(crate) fn is_down(&self) -> bool {
        match self {
            Descent::BinaryTree(tree) => tree.leads().0,
            Descent::Sidewinder(_) => true,
        }
    }

    /// Returns the column in which the path from this cell leaves its row, which must not be the last one. Two paths in one row meet there if
    /// and only if they leave it in the same column: then the shorter one is a part of the other, or both are in one corridor.
    pub(crate) fn exit(&self, [row, column]: [u64; 2]) -> u64 {
        match self {
            Descent::BinaryTree(tree) => tree.exit(row, column),
            Descent::Sidewinder(sidewinder) => sidewinder.exit(row, column),
        }
    }

    /// Returns true if no path from this cell leads to a column before it (`false`) or behind it (`true`).
    pub(crate) fn never_leads(&self, behind: bool) -> bool {
        match self {
            Descent::BinaryTree(tree) => tree.leads().1 != behind,
            Descent::Sidewinder(_) => false,
        }
    }
}
