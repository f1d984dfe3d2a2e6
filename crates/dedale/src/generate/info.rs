//! Information about an algorithm: names, texts for people, requirements and costs.

use super::Algorithm;
use super::rows::MakeParts;
use super::walk::Walk;
use crate::about::{Growth, OptionInfo};

/// Information about an algorithm: an entry of [`ALGORITHMS`](super::ALGORITHMS).
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct AlgorithmInfo {
    /// The algorithm, with the default of every option.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub algorithm: Algorithm,
    /// The name, as in text.
    pub name: &'static str,
    /// Other names that mean the same.
    pub aliases: &'static [&'static str],
    /// The name in prose.
    pub title: &'static str,
    /// A description in a sentence or two.
    pub description: &'static str,
    /// The look of its mazes, in a line.
    pub texture: &'static str,
    /// The options of this algorithm.
    pub options: &'static [OptionInfo<Algorithm>],
    /// Whether it needs rows, and so works on square, hex, triangle and polar grids alone, without masks, tunnels and floors.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub needs_rows: bool,
    /// Whether every perfect maze of the grid is equally likely.
    pub uniform: bool,
    /// Whether its mazes are perfect. Others are connected as well, but may have loops.
    pub perfect: bool,
    /// Expected time, in terms of `n` cells.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub time: &'static str,
    /// Memory in addition to the maze, in terms of `n` cells and `w` columns.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub memory: &'static str,
    /// About how many steps it takes to generate a maze with `n` cells, unless it walks at random until it is done: see
    /// [`MazeOptions::expected_steps`](crate::options::MazeOptions::expected_steps).
    #[cfg_attr(feature = "serde", serde(skip))]
    pub steps: Growth,
    /// The maximum number of bytes of memory for each cell during generation, in addition to the maze.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub bytes: u64,
    /// The same for each column of squares: for the edge of a grid, or for what an algorithm knows of a row.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) bytes_of_column: u64,
    /// The same on grids other than squares, if it is not in proportion.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) bytes_on_meshes: Option<u64>,
    /// Where it walks at random until it is done: about how many moves that takes.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) walk: Option<fn(Walk) -> u64>,
    /// How [`Rows`](super::Rows) are generated, if that is possible.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) rows: Option<MakeParts>,
    /// How a part of a maze is generated, if that is possible.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) rectangle: Option<MakeParts>,
    /// The source of the algorithm.
    pub source: &'static str,
}

impl AlgorithmInfo {
    /// Whether it walks at random until it is done, so that its running time has no upper bound.
    pub fn walks(&self) -> bool {
        self.walk.is_some()
    }

    /// Whether the algorithm works row by row, so that it can be used with [`Rows`](super::Rows).
    pub fn makes_rows(&self) -> bool {
        self.rows.is_some()
    }

    /// Whether it can generate parts of mazes with [`Rows::window`](super::Rows::window).
    pub fn makes_rectangles(&self) -> bool {
        self.rectangle.is_some()
    }
}

/// What holds for most algorithms.
pub(super) const PLAIN: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Backtracker,
    name: "",
    aliases: &[],
    title: "",
    description: "",
    texture: "",
    options: &[],
    needs_rows: false,
    uniform: false,
    perfect: true,
    time: "O(n)",
    memory: "O(n)",
    walk: None,
    steps: Growth::Linear(1),
    bytes: 2,
    bytes_of_column: 2,
    bytes_on_meshes: None,
    rows: None,
    rectangle: None,
    source: "",
};

#[cfg(test)]
mod tests {
    use crate::about::InvalidValue;
    use crate::generate::{ALGORITHMS, Algorithm, Bias, Member, Pick};

    #[test]
    fn every_entry_is_complete_and_its_own() {
        for info in ALGORITHMS {
            assert_eq!(info.algorithm.info().name, info.name);
            assert!(!info.title.is_empty() && !info.description.is_empty() && !info.source.is_empty());
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
        assert_eq!(Algorithm::from_name("recursive-division"), Some(Algorithm::Division));
        assert!(names.iter().all(|name| Algorithm::from_name(name).is_some()));
    }

    #[test]
    fn options_have_the_defaults_and_values_that_the_texts_say() {
        for info in ALGORITHMS {
            for option in info.options {
                assert_eq!((option.get)(&info.algorithm), option.default, "{}", info.name);
                for value in option.values {
                    let mut algorithm = info.algorithm;
                    (option.set)(&mut algorithm, value).unwrap();
                    assert_eq!((option.get)(&algorithm), *value, "{}", info.name);
                }
                assert!((option.set)(&mut info.algorithm.clone(), "?").is_err());
                // Others do not have it.
                let mut other = Algorithm::Wilson;
                assert_eq!(((option.set)(&mut other, option.default), (option.get)(&other)), (Ok(()), String::new()));
                assert_eq!(other, Algorithm::Wilson);
            }
        }
        let bias = &Algorithm::BinaryTree { bias: Bias::NorthWest }.info().options[0];
        assert!(bias.values.iter().copied().eq(Bias::ALL.iter().map(|bias| bias.name())));
        assert_eq!(
            (bias.set)(&mut Algorithm::BinaryTree { bias: Bias::NorthWest }, "up"),
            Err(InvalidValue::Unknown { allowed: bias.values })
        );
        let pick = &Algorithm::GrowingTree { pick: Pick::DEFAULT }.info().options[0];
        assert!(pick.values.iter().copied().eq(Member::ALL.iter().map(|member| member.name())));
    }
}
