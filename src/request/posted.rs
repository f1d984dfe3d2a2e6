//! A maze that was posted, and what it says of its ends and its solution.

use dedale::draw::drawn_size;
use dedale::grid::{Address, Grid};
use dedale::options::{ANY_EXIT, Ends, EndsRule};
use dedale::text::parse::{AnyParsed, Names, Parsed};

use super::draft::Ground;
use super::parameters::Name;
use super::query::Query;
use super::solve::Space;
use super::style::Extent;

/// A maze that was posted.
#[derive(Clone, Debug)]
pub struct PostedMaze {
    /// The maze.
    pub parsed: AnyParsed,
    /// How large it is in a picture.
    pub extent: Extent,
    /// Columns and rows; where there are none, all cells are in one row.
    pub size: [u32; 2],
    /// How many openings the outer wall has.
    pub openings: u64,
    /// Whether it costs something to enter its cells.
    pub is_weighted: bool,
    /// The solution that it comes with.
    pub claim: Option<Claim>,
    ends: MarkedEnds,
}

/// A solution that someone claims to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The names of the sides to go through, in order.
    Directions(Names),
    /// The address of each cell, the first and the last included.
    Path(Vec<Address>),
}

impl Claim {
    /// About how many moves there are: as many as bytes of their names.
    pub fn moves(&self) -> u64 {
        match self {
            Claim::Directions(names) => names.bytes() as u64,
            Claim::Path(cells) => cells.len() as u64,
        }
    }
}

/// The ends that a posted maze names. Each holds where the query names no other.
#[derive(Clone, Debug, Default)]
struct MarkedEnds {
    from: Option<Address>,
    to: Option<Address>,
    /// The exits, where there are several.
    goals: Vec<Address>,
    /// Why the entrance, and why the exit, is not known although some end is marked.
    unclear: [Option<String>; 2],
    /// Whether they are the two openings in the outer wall and nothing else: these are meant together, and hold where the query names
    /// neither.
    are_openings: bool,
}

impl PostedMaze {
    /// What a body says.
    pub fn new(parsed: AnyParsed) -> PostedMaze {
        match parsed {
            AnyParsed::Square(parsed) => {
                let size = [parsed.maze.grid().columns(), parsed.maze.grid().rows()];
                PostedMaze::read(parsed, size, Extent::Cells(size), AnyParsed::Square)
            }
            AnyParsed::Mesh(parsed) => {
                let (size, extent) = ([parsed.maze.grid().cells(), 1], drawn_size(parsed.maze.grid()));
                PostedMaze::read(*parsed, size, Extent::Units(extent), |parsed| AnyParsed::Mesh(Box::new(parsed)))
            }
        }
    }

    fn read<G: Grid>(
        mut parsed: Parsed<G>,
        size: [u32; 2],
        extent: Extent,
        on_any_grid: impl FnOnce(Parsed<G>) -> AnyParsed,
    ) -> PostedMaze {
        let address = |cell| parsed.maze.grid().address(cell);
        let ends = MarkedEnds {
            from: parsed.from.map(address),
            to: parsed.to.map(address),
            goals: parsed.goals.iter().copied().map(address).collect(),
            unclear: parsed.unclear.each_ref().map(|why| why.as_ref().map(|why| why.to_string())),
            are_openings: parsed.ends_are_openings,
        };
        let (path, directions) = (parsed.path.take(), parsed.directions.take());
        PostedMaze {
            extent,
            size,
            openings: parsed.maze.openings().count() as u64,
            is_weighted: parsed.maze.weights().is_some(),
            claim: path.map(Claim::Path).or(directions.map(Claim::Directions)),
            ends,
            parsed: on_any_grid(parsed),
        }
    }

    /// Its grid, for another maze.
    pub fn into_ground(self) -> Ground {
        match self.parsed {
            AnyParsed::Square(_) => Ground::Squares(self.size),
            AnyParsed::Mesh(parsed) => Ground::Mesh(Box::new(parsed.maze.into_grid())),
        }
    }

    /// How many cells there are.
    pub fn cells(&self) -> u64 {
        self.size.map(u64::from).iter().product()
    }

    /// Where its cells are.
    pub fn space(&self) -> Space<'_> {
        match &self.parsed {
            AnyParsed::Square(_) => Space::Plain(Some(self.size)),
            AnyParsed::Mesh(parsed) => Space::Laid(parsed.maze.grid()),
        }
    }

    /// Whether every side is one of the letters N, E, S and W.
    pub fn has_letters(&self) -> bool {
        match &self.parsed {
            AnyParsed::Square(_) => true,
            AnyParsed::Mesh(parsed) => parsed.maze.grid().has_letters(),
        }
    }

    /// Reads the ends that a query names. Those that it does not name are as the maze says, or in the corners.
    pub fn ends(&self, query: &mut Query<'_>, seed: u64) -> Option<Ends> {
        let rule = query.choice(Name::Ends, "value", EndsRule::ALL, EndsRule::name);
        let is_any = query.given(Name::To) == Some(ANY_EXIT);
        if is_any && self.openings == 0 && self.ends.goals.is_empty() {
            query
                .fault(Name::To, "any is only valid for a maze with openings in its outer wall, and this one has none");
        }
        let from = self.space().addresses(query, Name::From);
        let to = if is_any { Vec::new() } else { self.space().addresses(query, Name::To) };
        let is_named = query.has(Name::From) || query.has(Name::To);
        if query.has(Name::Ends) && is_named {
            query.fault(Name::Ends, "does not go with from or to: give one or the other");
        }
        let nothing = MarkedEnds::default();
        let is_replaced = query.has(Name::Ends) || (is_named && self.ends.are_openings);
        let marked = if is_replaced { &nothing } else { &self.ends };
        for (name, unclear) in [Name::From, Name::To].into_iter().zip(&marked.unclear) {
            if let Some(why) = unclear.as_ref().filter(|_| !query.has(name)) {
                query.fault(name, format!("must be given, since the maze does not say it: {why}"));
            }
        }
        let ends = self.ends_by(rule?, seed).with(marked.from, marked.to);
        let has_goals = !marked.goals.is_empty() && (is_any || !query.has(Name::To));
        match ends.with(from.first().copied(), to.first().copied()) {
            Ends::Cells { from, .. } if has_goals => Some(Ends::NearestOf { from, goals: marked.goals.clone() }),
            Ends::Cells { from, .. } if is_any => Some(Ends::Nearest { from }),
            ends => Some(ends),
        }
    }

    /// Where the maze begins and ends by a rule.
    fn ends_by(&self, rule: EndsRule, seed: u64) -> Ends {
        let [from, to] = match &self.parsed {
            AnyParsed::Square(_) => [[0, 0].into(), [self.size[1] - 1, self.size[0] - 1].into()],
            AnyParsed::Mesh(parsed) => {
                let grid = parsed.maze.grid();
                grid.default_ends().map(|cell| grid.address(cell))
            }
        };
        rule.or(from, to, seed)
    }
}
