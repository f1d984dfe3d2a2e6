//! The two ends of a path in a quilt, on every level.

use crate::generate::Quilt;
use crate::generate::quilt::{Position, Trail};

/// The cells of a path that cannot be computed from the path on the next higher level: those near both ends.
///
/// On level `l` the path is `ends[0]`, the middle, and `ends[1]` reversed; the middle leads from the last cell of one to the last cell of
/// the other through the blocks of the path on level `l + 1`.
///
/// # Why this is the path
///
/// A half-pass moves only dead ends. The inner cells of a path have two passages, so no inner cell moves, and a path changes at its two
/// ends alone. Let the path lead from `a` to `b`. If the half-pass has hung `a` anew, `a` is a dead end after it, and the path is `a` and
/// the path from the neighbor of `a`. That neighbor is of the other color and did not move itself. Without `a` the half-pass would have
/// changed nothing for the other cells, so the path from the neighbor to `b` can be followed backwards in the same way, from the state
/// before the half-pass. What is left before the first half-pass is a path through blocks: in each block the path through its tree, which
/// has at most four cells, and between them the doors. The blocks are a path on the level above, since it is a tree too.
///
/// The two ends move towards each other, so they may meet on the way. Otherwise they are in one block on some level, at the latest below
/// the highest level, which has a single cell.
#[derive(Clone, Debug)]
pub(super) struct LevelEnds {
    /// For each level from 0, the cells from each end inwards.
    pub(super) levels: Vec<[Vec<Position>; 2]>,
    /// The whole path on the next higher level, on which both ends meet.
    pub(super) top: Vec<Position>,
}

impl LevelEnds {
    pub(super) fn new(quilt: &Quilt, from: Position, to: Position) -> LevelEnds {
        let mut trails = Trail::pair(quilt, [from, to]);
        let (mut at, mut levels) = ([from, to], Vec::new());
        for number in 0..quilt.levels() {
            let moves = trails.each_mut().map(Trail::moves);
            let mut ends = at.map(|cell| vec![cell]);
            follow(&moves, &mut at, &mut ends);
            let blocks = at.map(|cell| cell.map(|place| place / 2));
            if blocks[0] == blocks[1] {
                let [mut top, back] = ends;
                top.pop();
                top.extend(quilt.level(number).block(blocks[0]).through(at[0], at[1]));
                top.extend(back.iter().rev().skip(1));
                return LevelEnds { levels, top };
            }
            levels.push(ends);
            at = blocks;
        }
        LevelEnds { levels, top: vec![at[0]] }
    }
}

/// Follows both ends backwards through the half-passes of a level until they meet.
fn follow(moves: &[Vec<(usize, Position)>; 2], at: &mut [Position; 2], ends: &mut [Vec<Position>; 2]) {
    let mut moves = moves.each_ref().map(|moves| moves.iter().copied().peekable());
    while at[0] != at[1] {
        // The later half-pass first. In one and the same, both cells have one color and are not neighbors.
        let halves = moves.each_mut().map(|moves| moves.peek().map(|&(half, _)| half));
        let end = usize::from(halves[1] > halves[0]);
        let Some((_, cell)) = moves[end].next() else { return };
        at[end] = cell;
        ends[end].push(cell);
    }
}
