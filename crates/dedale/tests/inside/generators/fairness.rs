//! How often each maze comes, and how many dead ends it has: the promises of the table about texture and evenness.
//!
//! All seeds are fixed, so each of these tests either always passes or never does; the critical values are those that a
//! fair generator stays under in 999 of 1000 choices of the seeds.

use super::{Sets, generators, make};
use dedale::generate::{ALGORITHMS, Algorithm};
use dedale::grid::{Cell, Grid, Side, Square};
use dedale::maze::Maze;
use std::collections::HashMap;

/// Chi-square with 14 degrees of freedom, p = 0.001.
const CRITICAL_14: f64 = 36.123;
/// Chi-square with 191 degrees of freedom, p = 0.001.
const CRITICAL_191: f64 = 257.135;

/// A set of edges, as a bit mask over the list of all of them.
type Edges = u32;

/// Every edge of the grid, once.
fn edges(grid: Square) -> Vec<(Cell, Side)> {
    let cells = (0..grid.cells()).map(Cell);
    let both = cells.flat_map(|cell| [(cell, Side::E), (cell, Side::S)]);
    both.filter(|&(cell, side)| grid.inner_sides(cell).contains(side)).collect()
}

/// Every spanning tree of the grid, by trying all sets of edges.
fn spanning_trees(grid: Square) -> Vec<Edges> {
    let edges = edges(grid);
    let is_tree = |&set: &Edges| {
        let mut sets = Sets::new(grid.cells());
        let mut chosen = edges.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
        set.count_ones() == grid.cells() - 1
            && chosen.all(|(_, &(cell, side))| sets.unite(cell, grid.across(cell, side)))
    };
    (0..1 << edges.len()).filter(is_tree).collect()
}

fn edges_of(maze: &Maze<Square>) -> Edges {
    let open = edges(*maze.grid()).into_iter().map(|(cell, side)| maze.passages(cell).contains(side));
    open.enumerate().fold(0, |set, (i, open)| set | u32::from(open) << i)
}

/// Chi-square of the mazes of the seeds `0 .. samples` against the shares in which the trees should come.
fn chi_square(generator: &Algorithm, grid: Square, samples: u32, shares: &[(Edges, f64)]) -> f64 {
    let mut counts: HashMap<Edges, u32> = HashMap::new();
    for seed in 0..u64::from(samples) {
        *counts.entry(edges_of(&make(generator, grid.columns(), grid.rows(), seed))).or_default() += 1;
    }
    let term = |&(tree, share): &(Edges, f64)| {
        let expected = share * f64::from(samples);
        (f64::from(counts.get(&tree).copied().unwrap_or(0)) - expected).powi(2) / expected
    };
    shares.iter().map(term).sum()
}

fn even(trees: &[Edges]) -> Vec<(Edges, f64)> {
    trees.iter().map(|&tree| (tree, 1.0 / trees.len() as f64)).collect()
}

/// The algorithms whose row of the table says that every perfect maze is equally likely keep to it; all the others fail the
/// same tests, which shows that the tests can be failed.
#[test]
fn uniform_algorithms_and_no_others_make_every_maze_equally_often() {
    let small = Square::new(3, 2).unwrap();
    let large = Square::new(3, 3).unwrap();
    let (small_trees, large_trees) = (spanning_trees(small), spanning_trees(large));
    assert_eq!(small_trees.len(), 15);
    assert_eq!(large_trees.len(), 192);
    for generator in generators() {
        let of_small = chi_square(&generator, small, 15 * 1000, &even(&small_trees));
        let of_large = chi_square(&generator, large, 192 * 100, &even(&large_trees));
        if generator.info().uniform {
            assert!(of_small < CRITICAL_14, "{generator:?} is not even on 3 × 2: {of_small}");
            assert!(of_large < CRITICAL_191, "{generator:?} is not even on 3 × 3: {of_large}");
        } else if generator != Algorithm::Houston {
            // Houston's mazes are so nearly even that it takes more of them to tell: see below.
            assert!(of_small > CRITICAL_14, "{generator:?} is even on 3 × 2: {of_small}");
            assert!(of_large > CRITICAL_191, "{generator:?} is even on 3 × 3: {of_large}");
        }
    }
    let uniform: Vec<_> = ALGORITHMS.iter().filter(|about| about.uniform).map(|about| about.algorithm).collect();
    let known = [Algorithm::Wilson, Algorithm::AldousBroder, Algorithm::OriginShift, Algorithm::CyclePopping];
    assert_eq!(uniform, known);
}

/// On 3 × 2 cells, the random walk of Houston's algorithm ends with its first move: each passage is as likely as its two cells are to be left
/// by it. All mazes with this passage are then equally likely, and there are fewer of them for some passages than for others.
#[test]
fn mazes_of_houston_come_as_often_as_they_should_and_not_equally_often() {
    let grid = Square::new(3, 2).unwrap();
    let trees = spanning_trees(grid);
    let degree = |cell: Cell| f64::from(grid.inner_sides(cell).len());
    let of_first = |(number, (cell, side)): (usize, (Cell, Side))| {
        let with_it = trees.iter().filter(|&tree| tree >> number & 1 == 1).count() as f64;
        let is_first = (1.0 / degree(cell) + 1.0 / degree(grid.across(cell, side))) / 6.0;
        is_first / with_it
    };
    let of_passages: Vec<f64> = edges(grid).into_iter().enumerate().map(of_first).collect();
    let share = |tree: Edges| (0..of_passages.len()).filter(|i| tree >> i & 1 == 1).map(|i| of_passages[i]).sum();
    let shares: Vec<(Edges, f64)> = trees.iter().map(|&tree| (tree, share(tree))).collect();
    assert!((shares.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
    let chi = |shares: &[(Edges, f64)]| chi_square(&Algorithm::Houston, grid, 300_000, shares);
    let (as_it_should, evenly) = (chi(&shares), chi(&even(&trees)));
    assert!(as_it_should < CRITICAL_14, "{as_it_should}");
    assert!(evenly > CRITICAL_14, "{evenly}");
}

/// Kruskal's and true Prim's mazes both are minimum spanning trees of random weights. How often each comes on 3 × 2 is
/// known exactly: from all 5040 orders that the weights can bring the seven edges into.
#[test]
fn kruskal_and_true_prim_make_minimum_spanning_trees_as_often_as_they_should() {
    let grid = Square::new(3, 2).unwrap();
    let edges = edges(grid);
    let mut counts: HashMap<Edges, u32> = HashMap::new();
    for_each_order(&mut (0..edges.len()).collect(), 0, &mut |order| {
        let mut sets = Sets::new(grid.cells());
        let opened = order.iter().filter(|&&i| sets.unite(edges[i].0, grid.across(edges[i].0, edges[i].1)));
        *counts.entry(opened.fold(0, |set, i| set | 1 << i)).or_default() += 1;
    });
    assert_eq!((counts.len(), counts.values().sum::<u32>()), (15, 5040));
    let shares: Vec<_> = counts.into_iter().map(|(tree, count)| (tree, f64::from(count) / 5040.0)).collect();
    for generator in generators() {
        let chi = chi_square(&generator, grid, 15 * 1000, &shares);
        let minimum = matches!(
            generator,
            Algorithm::Kruskal | Algorithm::TruePrim | Algorithm::Boruvka | Algorithm::ReverseDelete
        );
        assert_eq!(chi < CRITICAL_14, minimum, "{generator:?}: {chi}");
    }
}

/// Every order of `items`, of which those before `from` stay.
fn for_each_order(items: &mut Vec<usize>, from: usize, told: &mut dyn FnMut(&[usize])) {
    if from == items.len() {
        return told(items);
    }
    for i in from..items.len() {
        items.swap(from, i);
        for_each_order(items, from + 1, told);
        items.swap(from, i);
    }
}

/// Dead ends per hundred cells of 100 × 100 mazes, and where the numbers come from:
///
/// - *Buck*: J. Buck, *Mazes for Programmers* (2015), his table of dead ends;
/// - *Pullen*: W. D. Pullen, *Think Labyrinth: Maze Algorithms*, his table of algorithms;
/// - *exact*: uniform spanning trees of the endless grid have 8/π² (1 − 2/π) = 29.45 % (S. S. Manna, D. Dhar, S. N. Majumdar,
///   *Physical Review A* 46 (1992)); the sidewinder (5/4 − ln 2)/2 = 27.84 %, a binary tree 25 %, which both follow from
///   their definitions;
/// - *measured*: from this code, with no source to compare with. (Pullen's 23 % for division are for other rules of where
///   to divide; a separate simulation of the rules here also gives 26.9 %.)
///
/// The border of a finite maze moves these numbers by a few tenths.
const DEAD_ENDS: [(&str, f64, f64, &str); 33] = [
    ("backtracker", 9.5, 10.5, "Buck and Pullen: 10"),
    ("growing-tree newest", 9.5, 10.5, "the backtracker"),
    ("hunt-and-kill", 9.0, 10.0, "Buck: 9 to 10"),
    ("wilson", 28.8, 29.8, "Buck and Pullen: 29; exact: 29.45"),
    ("aldous-broder", 28.8, 29.8, "Buck and Pullen: 29; exact: 29.45"),
    ("binary-tree se", 24.5, 25.5, "Buck and Pullen: 25; exact: 25"),
    ("binary-tree sw", 24.5, 25.5, "Buck and Pullen: 25; exact: 25"),
    ("binary-tree ne", 24.5, 25.5, "Buck and Pullen: 25; exact: 25"),
    ("binary-tree nw", 24.5, 25.5, "Buck and Pullen: 25; exact: 25"),
    ("sidewinder", 27.3, 28.3, "Buck and Pullen: 27; exact: 27.84"),
    ("kruskal", 30.0, 31.0, "Pullen: 30"),
    ("true-prim", 30.0, 31.0, "Pullen: 30"),
    ("prim", 31.8, 32.9, "Pullen: 32"),
    ("eller", 28.0, 29.2, "Pullen: 28"),
    ("quilt 0", 27.4, 28.4, "measured"),
    ("quilt 4", 28.2, 29.2, "measured"),
    ("quilt 8", 28.3, 29.3, "measured"),
    ("division", 26.4, 27.4, "measured"),
    ("houston", 29.1, 30.1, "measured"),
    ("origin-shift", 28.8, 29.8, "exact: 29.45"),
    ("cycle-popping", 28.8, 29.8, "exact: 29.45"),
    ("boruvka", 30.0, 31.0, "Pullen: 30, as Kruskal's"),
    ("reverse-delete", 30.0, 31.0, "Pullen: 30, as Kruskal's"),
    ("parallel-backtracker", 9.8, 10.8, "measured"),
    ("spiral", 3.2, 4.2, "measured"),
    ("blobby-division", 26.8, 27.8, "measured"),
    ("tessellation", 25.5, 34.5, "measured: it is one pattern, and so differs from seed to seed"),
    ("dungeon", 6.6, 7.6, "measured"),
    ("cellular", 7.4, 8.4, "measured"),
    ("growing-tree newest:50,random:50", 19.5, 20.5, "measured"),
    ("growing-tree random", 27.0, 28.0, "measured"),
    ("growing-tree oldest", 2.2, 2.8, "measured"),
    ("growing-tree middle", 2.2, 2.8, "measured"),
];

#[test]
fn dead_ends_are_as_many_as_the_literature_says() {
    let mut unused: Vec<&str> = DEAD_ENDS.iter().map(|row| row.0).collect();
    for generator in generators() {
        let name = match &generator {
            Algorithm::GrowingTree { pick } => format!("growing-tree {pick}"),
            Algorithm::BinaryTree { bias } => format!("binary-tree {}", bias.name()),
            Algorithm::Quilt { passes } => format!("quilt {passes}"),
            other => other.name().to_owned(),
        };
        let Some(&(_, low, high, source)) = DEAD_ENDS.iter().find(|row| row.0 == name) else { continue };
        unused.retain(|other| *other != name);
        let mazes = (0..10).map(|seed| make(&generator, 100, 100, seed));
        let dead_ends: usize = mazes.map(|maze| maze.cells().filter(|&cell| maze.is_dead_end(cell)).count()).sum();
        let share = dead_ends as f64 / 1000.0;
        assert!((low..=high).contains(&share), "{name}: {share} % dead ends, not {low} to {high} ({source})");
    }
    assert!(unused.is_empty(), "{unused:?}");
    for about in ALGORITHMS {
        assert!(DEAD_ENDS.iter().any(|row| row.0.split(' ').next() == Some(about.name)), "{}", about.name);
    }
}
