//! The one table that describes every algorithm: names for the query, texts for people, what each needs and costs.

use super::{Algorithm, Bias, Member};
use crate::about::OptionAbout;

/// What there is to know about an algorithm.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Which algorithm.
    pub algorithm: Algorithm,
    /// The name, as in a query.
    pub name: &'static str,
    /// Other names that mean the same.
    pub aliases: &'static [&'static str],
    /// The name, as in a book.
    pub title: &'static str,
    /// How it carves, in a sentence or two.
    pub description: &'static str,
    /// The look of its mazes, in a line.
    pub texture: &'static str,
    /// The options that are its own.
    pub options: &'static [OptionAbout],
    /// Whether it needs rows and columns, and so only works on a square grid.
    pub needs_rows: bool,
    /// Whether every perfect maze of the grid is equally likely.
    pub uniform: bool,
    /// Expected time, in terms of `n` cells.
    pub time: &'static str,
    /// Memory beside the maze, in terms of `n` cells and `w` columns.
    pub memory: &'static str,
    /// Whether it walks at random until it is done, so that the time it takes has no firm bound.
    pub walks: bool,
    /// About how many steps a cell takes in a large square maze, a step being what the recursive backtracker does for a cell. See
    /// `cargo bench --bench generators`.
    pub steps: u64,
    /// Where it comes from.
    pub source: &'static str,
}

const PLAIN: About = About {
    algorithm: Algorithm::Backtracker,
    name: "",
    aliases: &[],
    title: "",
    description: "",
    texture: "",
    options: &[],
    needs_rows: false,
    uniform: false,
    time: "O(n)",
    memory: "O(n)",
    walks: false,
    steps: 1,
    source: "",
};

/// Every algorithm, in the order of the variants of [`Algorithm`].
pub static ALGORITHMS: [About; 12] = [
    About {
        algorithm: Algorithm::Backtracker,
        name: "backtracker",
        aliases: &["dfs", "recursive-backtracker", "exploration"],
        title: "Recursive backtracker",
        description: "Depth-first search from a random cell: walk to a random new neighbour while there is one, else turn back.",
        texture: "long winding passages, few dead ends, a long solution",
        source: "J. Buck, Mazes for Programmers (2015), p. 66; Trémaux (1882), in É. Lucas, Récréations mathématiques I, p. 47",
        ..PLAIN
    },
    About {
        algorithm: Algorithm::Prim,
        name: "prim",
        title: "Randomised Prim",
        description: "Grows from a random cell: of all edges that lead out of what is carved, one is taken at random and opened if its far cell is new.",
        texture: "many short dead ends, spreading from one place like a crystal",
        steps: 3,
        source: "R. C. Prim, Bell System Technical Journal 36 (1957); J. Buck, Mazes for Programmers (2015), p. 175",
        ..PLAIN
    },
    About {
        algorithm: Algorithm::TruePrim,
        name: "true-prim",
        title: "True Prim",
        description: "The minimum spanning tree of random edge weights, grown from a random cell by the lightest edge that leads out.",
        texture: "many short dead ends, less regular than randomised Prim",
        time: "O(n log n)",
        steps: 9,
        source: "R. C. Prim, Bell System Technical Journal 36 (1957); J. Buck, Mazes for Programmers (2015), p. 179",
        ..PLAIN
    },
    About {
        algorithm: Algorithm::Kruskal,
        name: "kruskal",
        aliases: &["fusion"],
        title: "Randomised Kruskal",
        description: "Takes the edges of the grid in random order and opens each that connects two different sets of cells.",
        texture: "even, with many short dead ends",
        time: "O(n α(n))",
        steps: 4,
        source: "J. B. Kruskal, Proceedings of the AMS 7 (1956); J. Buck, Mazes for Programmers (2015), p. 158",
        ..PLAIN
    },
    About {
        algorithm: Algorithm::GrowingTree,
        name: "growing-tree",
        title: "Growing tree",
        description: "Keeps a list of active cells; takes the member that pick says, and carves from it to a random new neighbour or drops it.",
        texture: "from the backtracker's to Prim's and beyond, as pick says",
        options: &[OptionAbout {
            name: "pick",
            values: &[Member::Newest.name(), Member::Oldest.name(), Member::Random.name(), Member::Middle.name()],
            default: "newest:50,random:50",
            description: "Which active cell is taken: one of the names, or a mix with weights such as newest:50,random:50.",
        }],
        time: "O(n log n)",
        steps: 4,
        source: "W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Buck, Mazes for Programmers (2015), p. 184",
        ..PLAIN
    },
    About {
        algorithm: Algorithm::Wilson,
        name: "wilson",
        title: "Wilson",
        description: "Random walks to the tree, their loops erased: a uniform spanning tree.",
        texture: "no bias at all: every perfect maze is equally likely",
        uniform: true,
        time: "O(n log n) expected on a square, O(n²) on a single row",
        walks: true,
        steps: 3,
        source: "D. B. Wilson, Generating random spanning trees more quickly than the cover time, STOC (1996)",
        ..PLAIN
    },
    About {
        algorithm: Algorithm::AldousBroder,
        name: "aldous-broder",
        title: "Aldous-Broder",
        description: "One random walk until every cell is visited, opening the wall by which each is first entered: a uniform spanning tree.",
        texture: "no bias at all, like Wilson's, but slower to make",
        uniform: true,
        time: "O(n (log n)²) expected on a square, O(n²) on a single row",
        walks: true,
        steps: 16,
        source: "D. J. Aldous, SIAM J. Discrete Mathematics 3 (1990); A. Broder, Generating random spanning trees, FOCS (1989)",
        ..PLAIN
    },
    About {
        algorithm: Algorithm::HuntAndKill,
        name: "hunt-and-kill",
        title: "Hunt and kill",
        description: "A random walk through new cells; when it is stuck, a hunt row by row for a new cell beside a visited one.",
        texture: "long winding passages, few dead ends, a shorter solution than the backtracker's",
        source: "W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Buck, Mazes for Programmers (2015), p. 67",
        ..PLAIN
    },
    About {
        algorithm: Algorithm::BinaryTree,
        name: "binary-tree",
        title: "Binary tree",
        description: "Row by row from the top left, each cell opens one of the two sides that bias names, at random.",
        texture: "a strong diagonal drift, two straight corridors along the borders",
        options: &[OptionAbout {
            name: "bias",
            values: &[Bias::SouthEast.name(), Bias::SouthWest.name(), Bias::NorthEast.name(), Bias::NorthWest.name()],
            default: "se",
            description: "The corner that every passage drifts towards.",
        }],
        needs_rows: true,
        memory: "O(w)",
        source: "J. Buck, Mazes for Programmers (2015), p. 6",
        ..PLAIN
    },
    About {
        algorithm: Algorithm::Sidewinder,
        name: "sidewinder",
        title: "Sidewinder",
        description: "Row by row, either the run goes on to the east, or it is closed and a random cell of it opens south.",
        texture: "a vertical drift, one straight corridor along the bottom",
        needs_rows: true,
        memory: "O(w)",
        source: "W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Buck, Mazes for Programmers (2015), p. 12",
        ..PLAIN
    },
    About {
        algorithm: Algorithm::Eller,
        name: "eller",
        title: "Eller",
        description: "One row at a time: neighbours of different sets are joined at random, and each set is carried down at least once.",
        texture: "even, much like Kruskal's, from memory for one row only",
        needs_rows: true,
        memory: "O(w)",
        source: "M. Eller (1982), in W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Buck, Mazes for Programmers (2015), p. 189",
        ..PLAIN
    },
    About {
        algorithm: Algorithm::Division,
        name: "division",
        title: "Recursive division",
        description: "An empty room is divided by a wall with one gap, and so are its halves, until every room is one cell wide.",
        texture: "long straight walls, nested rooms, few ways through",
        needs_rows: true,
        source: "J. Perry, in W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Buck, Mazes for Programmers (2015), p. 197",
        ..PLAIN
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Pick;

    #[test]
    fn rows_stand_in_the_order_of_the_variants() {
        for about in &ALGORITHMS {
            assert_eq!(about.algorithm.about().name, about.name);
            assert!(!about.title.is_empty() && !about.description.is_empty() && !about.source.is_empty());
        }
    }

    #[test]
    fn names_and_aliases_are_all_different_and_resolve() {
        let mut names: Vec<_> = ALGORITHMS.iter().flat_map(|a| a.aliases.iter().chain([&a.name])).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
        assert_eq!(Algorithm::from_name("fusion"), Some(Algorithm::Kruskal));
        assert!(names.iter().all(|name| Algorithm::from_name(name).is_some()));
    }

    #[test]
    fn options_say_the_defaults_and_values_that_the_code_has() {
        let option = |algorithm: Algorithm| algorithm.about().options[0];
        assert_eq!(option(Algorithm::GrowingTree).default, Pick::default().to_string());
        assert_eq!(option(Algorithm::GrowingTree).values, Member::ALL.map(Member::name));
        assert_eq!(option(Algorithm::BinaryTree).default, Bias::default().name());
        assert_eq!(option(Algorithm::BinaryTree).values, Bias::ALL.map(Bias::name));
    }
}
