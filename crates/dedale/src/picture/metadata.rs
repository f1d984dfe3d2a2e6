//! Facts about a maze in addition to its cells: the first members of its JSON.

use crate::about::OptionValue;
use crate::grid::{Address, AnyGrid, Cell, Crossing, Grid, GridKind, Mesh, Side, Wrap, outer_sides_of};

/// The first members of the JSON object of a maze, in this order. Unknown members are omitted. A cell is given by the numbers of its
/// [address](Address): row and column in a rectangle of squares.
///
/// ```
/// use dedale::picture::Metadata;
/// let mut metadata = Metadata::default();
/// (metadata.algo, metadata.seed) = (Some("wilson"), Some(7));
/// assert_eq!(metadata.options, None);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Metadata {
    /// The name of the [format](crate::parse::InputFormat) that it was read from.
    pub read: Option<&'static str>,
    /// What may be wrong with the file that it was read from.
    pub warnings: Vec<String>,
    /// The name of the algorithm that made it.
    pub algo: Option<&'static str>,
    /// The name of the grid, unless it is a plain rectangle of squares.
    pub grid: Option<&'static str>,
    /// The number of columns; 0 if the grid has none.
    pub w: u64,
    /// The number of rows; 0 if the grid has none.
    pub h: u64,
    /// The width of a square in pixels, if it was read from a picture.
    pub scale: Option<u32>,
    /// Below which part of white's luma pixels are dark, if this was found in a picture.
    pub threshold: Option<f64>,
    /// What dark pixels are, if this was found in a picture: `wall` or `free`.
    pub dark: Option<&'static str>,
    /// The number of rings around the center.
    pub rings: Option<u32>,
    /// The number of floors, if there are several.
    pub floors: Option<u32>,
    /// The part of the maze that is written, unless all of it is: its first row, its first column, and its numbers of rows and columns.
    pub window: Option<[u64; 4]>,
    /// The level of a [quilt](crate::Algorithm::Quilt) that is written, unless it is the maze. `window` is in cells of that level.
    pub zoom_level: Option<u32>,
    /// The seed of the maze.
    pub seed: Option<u64>,
    /// The version of the generator that made it.
    pub generator: Option<u32>,
    /// The shortest URL of the same maze.
    pub url: Option<String>,
    /// The other options of the maze.
    pub options: Option<OptionList>,
    /// The options that determine the entrance and the exit. JSON contains the ends themselves instead.
    pub(crate) ends: OptionList,
    /// The entrance; empty where it is not known.
    pub from: Vec<u64>,
    /// The exit; empty where it is not known.
    pub to: Vec<u64>,
    /// The exits, if there may be several: openings of the outer wall of a maze with `exits`, or cells.
    pub exits: Vec<Exit>,
    /// The rooms, in the order in which they were placed: those of the option `rooms`, and on squares those of a
    /// [dungeon](crate::Algorithm::Dungeon).
    pub rooms: Vec<Room>,
    /// The things that were [placed](crate::edit::place), keys first.
    pub items: Vec<ItemPlace>,
    /// The doors on the way to the exit, in the order of the way.
    pub locks: Vec<LockPlace>,
    /// The letters that were [placed](crate::edit::letters()), those on the way to the exit first, in their order.
    pub letters: Vec<LetterPlace>,
    /// What the letters on the way say: the word, or the sum of the numbers.
    pub answer: Option<String>,
    /// The cells above a tunnel, and its direction: `NS` or `EW`.
    pub crossings: Vec<(u32, u32, &'static str)>,
}

/// The position and size of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// The floor, from 0.
    pub floor: u32,
    /// The first row.
    pub row: u32,
    /// The first column.
    pub column: u32,
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub columns: u32,
}

/// A thing that was placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The name of the thing.
    pub name: String,
    /// The cell that it is in.
    pub cell: Cell,
    /// The number of the door that a key opens, from 0.
    pub lock: Option<usize>,
}

/// A letter or a number that was placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The letter, or the digits of the number.
    pub text: String,
    /// The cell that it is in.
    pub cell: Cell,
    /// True if it is on the way to the exit.
    pub on_path: bool,
}

/// A door: a passage that is closed until its key is found. It is not a wall of the maze.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lock {
    /// The cell in front of it on the way from the entrance.
    pub cell: Cell,
    /// The side of that cell.
    pub side: Side,
}

/// Options by their names, in the order of their JSON object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OptionList(pub Vec<(&'static str, OptionValue)>);

/// A thing, by the address of its cell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ItemPlace {
    /// The name of the thing.
    pub name: String,
    /// The address of the cell.
    pub cell: Vec<u64>,
    /// The number of the door that a key opens, from 1.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub lock: Option<usize>,
}

/// A letter or a number, by the address of its cell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LetterPlace {
    /// The address of the cell.
    pub cell: Vec<u64>,
    /// The letter, or the digits of the number.
    pub text: String,
    /// True if it is on the way to the exit.
    pub on_path: bool,
}

/// A locked door, by the address of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LockPlace {
    /// Its number, from 1.
    pub lock: usize,
    /// The address of the cell before it.
    pub cell: Vec<u64>,
    /// The side of that cell.
    pub side: String,
    /// The cell behind it.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) far: Vec<u64>,
}

/// An exit: the address of its cell, and the name of its open side in the outer wall.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Exit {
    /// The address of the cell.
    pub cell: Vec<u64>,
    /// The open side; `None` if the exit is the cell itself.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub side: Option<String>,
}

impl Metadata {
    /// Returns true if the way shows a shape.
    pub fn reveals(&self) -> bool {
        self.options.iter().flat_map(|options| &options.0).any(|(name, _)| *name == "reveal")
    }

    /// Creates the metadata of a maze from its size and its ends.
    pub(crate) fn new([w, h]: [u64; 2], from: impl Into<Vec<u64>>, to: impl Into<Vec<u64>>) -> Metadata {
        Metadata { w, h, from: from.into(), to: to.into(), ..Metadata::default() }
    }

    /// Returns the parameters of a query that makes the same maze: the algorithm, the size, the seed, the options and the rule for the ends.
    /// Empty if the algorithm is not known.
    pub(crate) fn parameters(&self) -> Vec<(&'static str, String)> {
        let Metadata { algo, grid, w, h, rings, floors, window, zoom_level, seed, generator, options, ends, .. } = self;
        let Some(algo) = algo else { return Vec::new() };
        let numbers = |numbers: &[u64; 4]| numbers.map(|number| number.to_string()).join(",");
        let known = [
            ("algo", Some((*algo).to_owned())),
            ("grid", grid.filter(|grid| *grid != GridKind::Square.name()).map(str::to_owned)),
            ("w", Some(*w).filter(|w| *w > 0).map(|w| w.to_string())),
            ("h", Some(*h).filter(|h| *h > 0).map(|h| h.to_string())),
            ("rings", rings.map(|rings| rings.to_string())),
            ("floors", floors.map(|floors| floors.to_string())),
            ("window", window.as_ref().map(numbers)),
            ("zoom_level", zoom_level.map(|level| level.to_string())),
            ("seed", seed.map(|seed| seed.to_string())),
            ("generator", generator.map(|generator| generator.to_string())),
        ];
        let known = known.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let options = options.iter().chain([ends]).flat_map(|list| &list.0);
        known.chain(options.map(|(name, value)| (*name, value.to_string()))).collect()
    }

    /// Returns the title of a picture.
    pub(crate) fn title(&self) -> String {
        let Metadata { algo, grid, w, h, rings, floors, window, zoom_level, seed, .. } = self;
        let name = grid.map(|grid| grid.parse::<GridKind>().map_or(grid, |kind| kind.info().title));
        let mut title = match name {
            None => format!("Maze of {w} × {h} cells"),
            Some(name) => format!("Maze: {}", name.to_lowercase()),
        };
        let mut add = |part: Option<String>| title.extend(part.map(|part| format!(", {part}")));
        add(name.filter(|_| *h > 0).map(|_| format!("{w} × {h}")));
        add(rings.map(|rings| format!("{rings} rings")));
        add(floors.map(|floors| format!("{floors} floors")));
        add(algo.map(str::to_owned));
        add(seed.map(|seed| format!("seed {seed}")));
        add(window.map(|[row, column, rows, columns]| {
            format!("window of {columns} × {rows} from row {row}, column {column}")
        }));
        add(zoom_level.map(|level| format!("zoom level {level}")));
        title
    }
}

impl Exit {
    /// Creates the exit at a cell, which is an opening if it has a side.
    pub(crate) fn new<G: Grid>(grid: &G, cell: Cell, side: Option<Side>) -> Exit {
        let side = side.map(|side| grid.side_name(cell, side).to_owned());
        Exit { cell: numbers(grid.address(cell)), side }
    }
}

impl ItemPlace {
    pub(crate) fn new<G: Grid>(grid: &G, Item { name, cell, lock }: Item) -> ItemPlace {
        ItemPlace { name, cell: numbers(grid.address(cell)), lock: lock.map(|lock| lock + 1) }
    }
}

impl LetterPlace {
    pub(crate) fn new<G: Grid>(grid: &G, Letter { text, cell, on_path }: Letter) -> LetterPlace {
        LetterPlace { cell: numbers(grid.address(cell)), text, on_path }
    }
}

impl LockPlace {
    pub(crate) fn new<G: Grid>(grid: &G, number: usize, Lock { cell, side }: Lock) -> LockPlace {
        let [near, far] = [cell, grid.across(cell, side)].map(|cell| numbers(grid.address(cell)));
        LockPlace { lock: number + 1, cell: near, side: grid.side_name(cell, side).to_owned(), far }
    }
}

/// Returns the numbers of an address.
fn numbers(address: Address) -> Vec<u64> {
    address.numbers().iter().map(|&number| number.into()).collect()
}

impl Metadata {
    /// Creates the metadata of a maze from its grid and its ends.
    pub(crate) fn of(grid: &AnyGrid, from: Cell, to: Cell) -> Metadata {
        let [from, to] = [from, to].map(|end| numbers(grid.address(end)));
        match grid {
            AnyGrid::Square(square) => Metadata::new([square.columns(), square.rows()].map(u64::from), from, to),
            AnyGrid::Mesh(mesh) => Metadata::of_mesh(mesh, from, to),
        }
    }

    fn of_mesh(mesh: &Mesh, from: Vec<u64>, to: Vec<u64>) -> Metadata {
        let options = mesh.options();
        let is_polar = options.kind == GridKind::Polar;
        let has_rows = !is_polar && options.kind != GridKind::Custom;
        let size = if has_rows { [options.columns, options.rows] } else { [0; 2] };
        // Without this, neighbors at opposite edges would be openings.
        let wrap = || OptionList(vec![("wrap", options.wrap.name().into())]);
        let crossing = |crossing: &Crossing| {
            let address = mesh.address(crossing.cell);
            let (row, column) = (address.numbers()[0], address.numbers()[1]);
            (row, column, if crossing.side == Side::N { "NS" } else { "EW" })
        };
        Metadata {
            grid: Some(mesh.kind().name()),
            rings: is_polar.then_some(options.rings),
            floors: (options.floors > 1).then_some(options.floors),
            options: (options.wrap != Wrap::Off).then(wrap),
            crossings: mesh.crossings().iter().map(crossing).collect(),
            ..Metadata::new(size.map(u64::from), from, to)
        }
    }

    /// Returns the numbers of columns and rows that are written: those of the window, or all.
    pub(crate) fn size(&self) -> [u64; 2] {
        self.window.map_or([self.w, self.h], |[_, _, rows, columns]| [columns, rows])
    }

    /// Returns the numbers of columns and rows of the level that is written.
    pub(crate) fn level_size(&self) -> [u64; 2] {
        [self.w, self.h].map(|side| (side.saturating_sub(1) >> self.zoom_level.unwrap_or(0)) + 1)
    }

    /// Returns the row and the column of the entrance and of the exit, on squares, as cells of the level that is written; `None` if an end is not
    /// known.
    pub(crate) fn ends(&self) -> [Option<[u64; 2]>; 2] {
        [&self.from, &self.to].map(|end| {
            let place = match end[..] {
                [] => return None,
                [.., row, column] => [row, column],
                _ => [0; 2],
            };
            Some(place.map(|number| number >> self.zoom_level.unwrap_or(0)))
        })
    }

    /// Returns the same in the part that is written; `None` where an end is outside of it, or not known.
    pub(crate) fn places_of_ends(&self) -> [Option<[u64; 2]>; 2] {
        self.ends().map(|end| self.place_of(end?))
    }

    /// Returns true if a side of a square of the level is in the outer wall.
    pub(crate) fn is_outer(&self, place: [u64; 2], side: Side) -> bool {
        outer_sides_of(place, self.level_size()).contains(side)
    }

    /// Returns the row and the column of a cell of the level in the part that is written; `None` if it is outside of that part.
    pub(crate) fn place_of(&self, [row, column]: [u64; 2]) -> Option<[u64; 2]> {
        let Some([first_row, first_column, rows, columns]) = self.window else { return Some([row, column]) };
        let (row, column) = (row.checked_sub(first_row)?, column.checked_sub(first_column)?);
        (row < rows && column < columns).then_some([row, column])
    }
}
