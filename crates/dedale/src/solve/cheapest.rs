//! The cheapest path, where entering each cell has a cost: what Dijkstra's algorithm and A* have in common.

use std::cmp::Reverse;

use super::best_first::{Heap, PriorityQueue, best_first};
use super::{KeepWalk, Solution, State};
use crate::grid::{Cell, Grid, Side};
use crate::maze::Maze;
use crate::observe::Observer;

/// Finds a cheapest path: always looks on from the cell whose cost so far, together with the least that can be left, is the least.
///
/// It costs its weight to enter a cell; the first one is not entered. `left` is what is left at least from a cell to `to`,
/// and falls by no more than the cost of each move, so that no cell need be looked on from twice. Of cells that promise the same,
/// the one with less left goes first, and of those the one with the lowest number.
///
/// Ten bytes for each cell, and sixteen for each that waits.
#[inline]
pub(super) fn cheapest<G: Grid, O: Observer>(
    maze: &Maze<G>,
    from: Cell,
    to: Cell,
    weights: &[u16],
    left: impl Fn(Cell) -> u32,
    keep_walk: KeepWalk,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let heap = Heap::new(promise(from, 0, left(from)));
    let queue = CostQueue { weights, left, costs: vec![0; weights.len()], heap };
    best_first(maze, from, to, keep_walk, queue, observer)
}

/// A binary heap by the cost so far and the least that can be left.
struct CostQueue<'a, L> {
    weights: &'a [u16],
    left: L,
    /// Of the best way to each cell that is known.
    costs: Vec<u64>,
    heap: Heap<Promise>,
}

/// The cost so far and what is left, what is left, and the cell: one number, which is compared in two instructions.
type Promise = Reverse<u128>;

#[inline]
fn promise(cell: Cell, cost: u64, left: u32) -> Promise {
    let total = cost + u64::from(left);
    Reverse(u128::from(total) << 64 | u128::from(left) << 32 | u128::from(cell.0))
}

impl<L: Fn(Cell) -> u32> PriorityQueue for CostQueue<'_, L> {
    type Entry = Promise;

    #[inline]
    fn cell(Reverse(waiting): Promise) -> Cell {
        Cell(waiting as u32)
    }

    #[inline]
    fn pop(&mut self) -> Option<Promise> {
        self.heap.pop()
    }

    #[inline]
    fn push(&mut self, Reverse(taken): Promise, _: Side, far: Cell, state: State) -> bool {
        let [total, left] = [(taken >> 64) as u64, taken as u64 >> 32];
        let cost = total - left + u64::from(self.weights[far.index()]);
        let known = &mut self.costs[far.index()];
        let is_better = state == State::Unseen || state == State::Open && cost < *known;
        if is_better {
            *known = cost;
            self.heap.push(promise(far, cost, (self.left)(far)));
        }
        is_better
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::{Share, braid};
    use crate::generate::Algorithm;
    use crate::grid::{GridKind, Mesh, MeshOptions, Square};
    use crate::observe::Step;
    use crate::rng::{Rng, Stream};
    use crate::solve::Solver;

    /// The cost of a cheapest way to each cell, by looking at all passages until nothing changes (Bellman and Ford).
    fn costs(maze: &Maze<Square>, from: Cell, entering: impl Fn(Cell) -> u32) -> Vec<u64> {
        let mut costs = vec![u64::MAX; maze.grid().cells() as usize];
        costs[from.index()] = 0;
        let mut changes = true;
        while changes {
            changes = false;
            for cell in maze.cells().filter(|cell| costs[cell.index()] < u64::MAX).collect::<Vec<_>>() {
                for (_, far) in maze.neighbors(cell) {
                    let cost = costs[cell.index()] + u64::from(entering(far));
                    if cost < costs[far.index()] {
                        costs[far.index()] = cost;
                        changes = true;
                    }
                }
            }
        }
        costs
    }

    #[test]
    fn no_path_is_cheaper() {
        let mut winding = 0;
        for seed in 0..60 {
            let mut maze = Algorithm::Kruskal.generate(Square::new(14, 11).unwrap(), seed);
            let loops = Share::new(if seed % 4 == 0 { 0.0 } else { 1.0 }).unwrap();
            braid(&mut maze, loops, &mut Rng::new(seed, Stream::Braid), &mut ()).unwrap();
            let mut rng = Rng::new(seed, Stream::Solve);
            let most = [1, 9, 1000][seed as usize % 3];
            let weights: Vec<u16> = maze.cells().map(|_| 1 + rng.below(most) as u16).collect();
            let entering = |cell: Cell| u32::from(weights[cell.index()]);
            let expected = costs(&maze, Cell(0), entering);
            for to in [Cell(153), Cell(76), Cell(0)] {
                let bounds: [&dyn Fn(Cell) -> u32; 2] = [&|_| 0, &|cell| maze.grid().at_least(cell, to)];
                for left in bounds {
                    let solution = cheapest(&maze, Cell(0), to, &weights, left, KeepWalk::No, &mut ()).unwrap();
                    let path = solution.path().unwrap();
                    let cost: u64 = path[1..].iter().map(|&cell| u64::from(entering(cell))).sum();
                    assert_eq!(cost, expected[to.index()], "{seed} {to:?}");
                    winding += u32::from(solution.length() > maze.distances(Cell(0)).to(to));
                }
            }
        }
        assert!(winding > 20, "the cheapest path is often not the shortest: {winding}");
    }

    /// What a solver finds, and its steps.
    fn search<G: Grid>(solver: Solver, maze: &Maze<G>, to: Cell) -> (Solution, Vec<Step>) {
        let mut steps = Vec::new();
        let mut note = |step| {
            steps.push(step);
            Ok(())
        };
        let solution = solver.run(maze, Cell(0), to, KeepWalk::No, &mut note).unwrap();
        (solution, steps)
    }

    #[track_caller]
    fn assert_weights_of_one_are_none<G: Grid>(mut maze: Maze<G>) {
        let last = maze.grid().cells() - 1;
        // The last one cannot be reached.
        for side in maze.passages(Cell(last)) {
            maze.unlink(Cell(last), side);
        }
        let goals = [0, last / 2, last - 1, last].map(Cell);
        let solvers = [Solver::Dijkstra, Solver::Astar];
        let all = solvers.into_iter().flat_map(|solver| goals.map(|to| (solver, to))).collect::<Vec<_>>();
        let without = all.iter().map(|&(solver, to)| search(solver, &maze, to)).collect::<Vec<_>>();
        maze.set_weights(vec![1; last as usize + 1].into()).unwrap();
        for (&(solver, to), without) in all.iter().zip(without) {
            assert!(search(solver, &maze, to) == without, "{solver:?} {to:?}");
        }
    }

    #[test]
    fn weights_of_one_are_the_same_as_none() {
        for seed in 0..40 {
            let loops = Share::new([0.0, 0.3, 1.0][seed as usize % 3]).unwrap();
            let (grid, mut rng) = (Square::new(17, 13).unwrap(), Rng::new(seed, Stream::Braid));
            let mut maze = Algorithm::Backtracker.generate(grid, seed);
            braid(&mut maze, loops, &mut rng, &mut ()).unwrap();
            assert_weights_of_one_are_none(maze);
        }
        for &kind in GridKind::ALL {
            let options = MeshOptions { columns: 9, rows: 8, rings: 6, floors: 1, ..MeshOptions::new(kind) };
            for share in [0.5, 1.0] {
                let mut maze = Maze::closed(Mesh::new(&options).unwrap());
                let mut rng = Rng::new(7, Stream::Generate);
                Algorithm::Prim.carve_on(&mut maze, &mut rng, &mut ()).unwrap().unwrap();
                if share == 1.0 {
                    // Without walls, a cell is reached from many others.
                    maze.clear(&mut ()).unwrap();
                }
                braid(&mut maze, Share::new(share).unwrap(), &mut rng, &mut ()).unwrap();
                assert_weights_of_one_are_none(maze);
            }
        }
    }
}
