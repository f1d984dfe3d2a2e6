//! The one table that describes every solver: names for the query, texts for people, what each promises, needs and costs.

use super::{Hand, Solver};
use crate::about::OptionAbout;

/// What there is to know about a solver.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Which solver.
    pub solver: Solver,
    /// The name, as in a query.
    pub name: &'static str,
    /// The name, as in a book.
    pub title: &'static str,
    /// How it searches, in a sentence or two.
    pub description: &'static str,
    /// The options that are its own. One without names for its values takes a number, as its description says.
    pub options: &'static [OptionAbout],
    /// Whether its path is always a shortest one. In a maze without loops there is but one path.
    pub shortest: bool,
    /// Whether it needs rows and columns, and so only works on a square grid.
    pub needs_rows: bool,
    /// Time, in terms of `n` cells.
    pub time: &'static str,
    /// Memory beside the maze, in terms of `n` cells.
    pub memory: &'static str,
    /// When it gives up although there may be a way; empty when it never does.
    pub limits: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

const PLAIN: About = About {
    solver: Solver::Bfs,
    name: "",
    title: "",
    description: "",
    options: &[],
    shortest: false,
    needs_rows: false,
    time: "O(n)",
    memory: "O(n)",
    limits: "",
    source: "",
};

/// Every solver, in the order of the variants of [`Solver`].
pub static SOLVERS: [About; 8] = [
    About {
        solver: Solver::Bfs,
        name: "bfs",
        title: "Breadth-first search",
        description: "Floods the maze evenly from the start: all cells one move away, then all two moves away, until the exit is met.",
        shortest: true,
        source: "E. F. Moore, The shortest path through a maze, Proc. International Symposium on the Theory of Switching (1959)",
        ..PLAIN
    },
    About {
        solver: Solver::Dfs,
        name: "dfs",
        title: "Depth-first search",
        description: "Backtracking: walks to a new cell while there is one, else turns back.",
        source: "R. Tarjan, Depth-first search and linear graph algorithms, SIAM J. Computing 1 (1972)",
        ..PLAIN
    },
    About {
        solver: Solver::Astar,
        name: "astar",
        title: "A*",
        description: "Always looks on from the cell whose moves so far, together with the Manhattan distance that is left, are the least.",
        shortest: true,
        time: "O(n log n)",
        source: "P. E. Hart, N. J. Nilsson, B. Raphael, A formal basis for the heuristic determination of minimum cost paths, IEEE Trans. Systems Science and Cybernetics 4 (1968)",
        ..PLAIN
    },
    About {
        solver: Solver::Bidirectional,
        name: "bidirectional",
        title: "Bidirectional search",
        description: "Breadth-first search from both ends at once, the smaller frontier first, until they meet.",
        shortest: true,
        source: "I. Pohl, Bi-directional search, Machine Intelligence 6 (1971)",
        ..PLAIN
    },
    About {
        solver: Solver::DeadEndFilling,
        name: "dead-end-filling",
        title: "Dead-end filling",
        description: "Sees the maze from above and fills every dead end, and what becomes one by that; then takes the shortest way through what is left.",
        shortest: true,
        source: "W. D. Pullen, Think Labyrinth: Maze Algorithms",
        ..PLAIN
    },
    About {
        solver: Solver::WallFollower,
        name: "wall-follower",
        title: "Wall follower",
        description: "Keeps one hand on the wall all the way, beginning away from an opening at the start, or else to the east.",
        options: &[OptionAbout {
            name: "hand",
            values: &[Hand::Right.name(), Hand::Left.name()],
            default: "right",
            description: "The hand that is on the wall.",
        }],
        needs_rows: true,
        limits: "gives up when it is about to repeat its first move, which can only happen in a maze with loops or walled-off parts",
        source: "W. D. Pullen, Think Labyrinth: Maze Algorithms",
        ..PLAIN
    },
    About {
        solver: Solver::Tremaux,
        name: "tremaux",
        title: "Trémaux",
        description: "Walks with no memory but marks on the passages, and through none more than once each way; the passages marked once are the path.",
        source: "C. P. Trémaux (1882), in É. Lucas, Récréations mathématiques I, p. 47",
        ..PLAIN
    },
    About {
        solver: Solver::RandomMouse,
        name: "random-mouse",
        title: "Random mouse",
        description: "Runs along corridors, takes any passage at random where there are several, and turns round in dead ends only.",
        options: &[OptionAbout {
            name: "seed",
            values: &[],
            default: "the seed of the maze, or 0 where it has none",
            description: "What its choices are drawn from: a whole number from 0 to 9007199254740991 (2^53 - 1).",
        }],
        time: "O(n²) expected without loops",
        limits: "gives up after 10,000,000 moves",
        source: "W. D. Pullen, Think Labyrinth: Maze Algorithms",
        ..PLAIN
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::MAX_SEED;
    use crate::solve::{MOUSE_MOVES, Search};

    #[test]
    fn rows_stand_in_the_order_of_the_variants() {
        for about in &SOLVERS {
            assert_eq!(about.solver.about().name, about.name);
            assert!(!about.title.is_empty() && !about.description.is_empty() && !about.source.is_empty());
        }
    }

    #[test]
    fn names_are_all_different_and_resolve() {
        let names = SOLVERS.map(|about| about.name);
        for (place, name) in names.iter().enumerate() {
            assert!(!names[..place].contains(name));
            assert_eq!(Solver::from_name(name).map(Solver::name), Some(*name));
        }
    }

    #[test]
    fn searches_are_named_after_their_solvers() {
        let searches = [
            Search::Bfs,
            Search::Dfs,
            Search::Astar,
            Search::Bidirectional,
            Search::DeadEndFilling,
            Search::WallFollower { hand: Hand::default() },
            Search::Tremaux,
            Search::RandomMouse { seed: 0 },
        ];
        assert_eq!(searches.map(|search| search.solver()), SOLVERS.map(|about| about.solver));
    }

    #[test]
    fn texts_say_the_defaults_values_and_bounds_that_the_code_has() {
        let hand = Solver::WallFollower.about().options[0];
        assert_eq!(hand.default, Hand::default().name());
        assert_eq!(hand.values, Hand::ALL.map(Hand::name));
        assert!(Solver::RandomMouse.about().options[0].description.contains(&MAX_SEED.to_string()));
        assert_eq!(Solver::RandomMouse.about().limits.replace(',', ""), format!("gives up after {MOUSE_MOVES} moves"));
    }
}
