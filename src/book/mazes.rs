//! The mazes of a book. They are made when they are drawn, and made again for their solutions.

use dedale::draw::{Canvas, drawn_size};
use dedale::grid::{GridKind, Mesh, MeshOptions};
use dedale::measure::difficulty;
use dedale::observe::{Observer, Stopped};
use dedale::options::{Made, MakeError, MazeBuilder, MazeOptions};
use dedale::picture::{Picture, Plane, Style, Trail};
use dedale::rng::derived_seed;
use dedale::solve::bfs;

use super::options::BookOptions;

/// The mazes of a book, which differ in their seeds alone.
#[derive(Clone, Debug)]
pub struct Mazes {
    maze: MazeOptions,
    /// The seed of each, where mazes were looked for or put in order; else they are derived when they are needed.
    seeds: Vec<u64>,
    /// Width and height of each, in units of a cell.
    size: [f64; 2],
}

impl Mazes {
    /// The mazes of these options, of which the first has the seed of `maze`, unless they are put in order. This checks that each of them can
    /// be made. Where something is wanted that only finished mazes show, it is looked for in so many `attempts` for each.
    ///
    /// # Errors
    ///
    /// [`MakeError`], which may say that the observer stopped the work.
    pub fn check<O: Observer<Stop = Stopped>>(
        maze: MazeOptions,
        options: &BookOptions,
        attempts: Option<u32>,
        observer: &mut O,
    ) -> Result<Mazes, MakeError<Stopped>> {
        let mut size = maze.extent().map(f64::from);
        let candidates = options.candidates();
        // Only tunnels depend on the seed.
        let grids = match () {
            () if maze.is_plain() => 0,
            () if maze.is_woven() => candidates,
            () => 1,
        };
        for number in 0..grids {
            observer.go_on()?;
            size = drawn_size(&maze.with_seed(seed(maze.seed(), number)).lay(observer)?);
        }
        if attempts.is_none() && !options.is_rising {
            return Ok(Mazes { maze, seeds: Vec::new(), size });
        }
        let mut found = Vec::new();
        for number in 0..candidates {
            let mut candidate = maze.with_seed(seed(maze.seed(), number));
            if let Some(most) = attempts {
                candidate = candidate.find(most, observer)?;
            }
            let difficulty = if options.is_rising { difficulty_of(&candidate, observer)? } else { 0.0 };
            found.push((difficulty, candidate.drawn_seed()));
        }
        // Those that are equally difficult keep their order.
        found.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let seeds = options.chosen().map(|place| found[place as usize].1).collect();
        Ok(Mazes { maze, seeds, size })
    }

    /// Width and height of each, in units of a cell.
    pub fn size(&self) -> [f64; 2] {
        self.size
    }

    /// What is known of all of them.
    pub fn options(&self) -> &MazeOptions {
        &self.maze
    }

    /// The seed of a maze, counted from 0: `/maze` with it gives the same maze.
    pub fn seed(&self, number: u32) -> u64 {
        let found = self.seeds.get(number as usize).copied();
        found.unwrap_or_else(|| seed(self.maze.seed(), number))
    }

    /// Draws a maze, and perhaps the way through it.
    pub fn draw(&self, number: u32, is_solved: bool, style: &Style, canvas: &mut dyn Canvas) {
        let made = self.maze.with_seed(self.seed(number)).make(&mut ()).expect("every maze was checked before");
        match made {
            Made::Squares(picture) => draw(picture, is_solved, style, canvas),
            Made::Mesh(picture) => draw(picture, is_solved, style, canvas),
        }
    }
}

/// The difficulty of a maze; 0 where there is no way through it.
fn difficulty_of<O: Observer<Stop = Stopped>>(
    options: &MazeOptions,
    observer: &mut O,
) -> Result<f64, MakeError<Stopped>> {
    let bits = match options.make(observer)? {
        Made::Squares(made) => difficulty(&made.maze, made.from, made.to, observer)?,
        Made::Mesh(made) => difficulty(&made.maze, made.from, made.to, observer)?,
    };
    Ok(bits.unwrap_or(0.0))
}

/// The seed of a maze of a book.
fn seed(of_book: u64, number: u32) -> u64 {
    derived_seed(of_book, number.into())
}

fn draw<G: Plane>(mut picture: Picture<G>, is_solved: bool, style: &Style, canvas: &mut dyn Canvas) {
    if is_solved {
        let Ok(solution) = bfs(&picture.maze, picture.from, picture.to, false, &mut ());
        picture.path = solution.path().map(|path| Trail::new(&picture.maze, path));
    }
    picture.draw(style, canvas);
}

/// Walls for the title page, without an entrance and an exit, on the same kind of grid as the mazes of the book.
#[derive(Debug)]
pub struct Ornament(Made);

impl Ornament {
    /// An ornament that is at least so wide and high, in units of a cell.
    pub fn new(mazes: &MazeOptions, [width, height]: [f64; 2]) -> Option<Ornament> {
        let builder = MazeBuilder::default().seed(mazes.seed());
        let kind = mazes.mesh().kind;
        let builder = match kind {
            GridKind::Square | GridKind::Custom => {
                let [columns, rows] = [width, height].map(|side| side.ceil().max(2.0) as u64);
                builder.size(columns, rows)
            }
            GridKind::Polar => {
                // The upper half of the circle is as wide as the page.
                let rings = (width / 2.0).ceil().max(2.0) as u32;
                builder.mesh(MeshOptions { rings, ..MeshOptions::new(kind) })
            }
            kind => {
                // How large cells of this kind are: as a few of them tell.
                let few = Mesh::new(&MeshOptions { columns: FEW, rows: FEW, ..MeshOptions::new(kind) }).ok()?;
                let [across, down] = drawn_size(&few);
                let sides = [width / across, height / down];
                let [columns, rows] = sides.map(|part| (part * f64::from(FEW)).ceil() as u64 + 2);
                builder.grid(kind).size(columns, rows)
            }
        };
        builder.options().ok()?.make(&mut ()).ok().map(Ornament)
    }

    /// Width and height, in units of a cell.
    pub fn size(&self) -> [f64; 2] {
        match &self.0 {
            Made::Squares(Picture { maze, .. }) => [maze.grid().columns(), maze.grid().rows()].map(f64::from),
            Made::Mesh(picture) => drawn_size(picture.maze.grid()),
        }
    }

    /// Draws it.
    pub fn draw(&self, style: &Style, canvas: &mut dyn Canvas) {
        match &self.0 {
            Made::Squares(picture) => picture.draw(style, canvas),
            Made::Mesh(picture) => picture.draw(style, canvas),
        }
    }
}

/// Columns and rows of the cells that are measured.
const FEW: u32 = 12;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::book::options::Answers;
    use crate::book::paper::PAPERS;
    use crate::book::words::LANGUAGES;
    use crate::work::cancel::Watch;

    /// The attempts at a maze were the mazes after it, so that half of all books of thirty had one twice.
    #[test]
    fn no_two_mazes_of_a_book_are_equal() {
        for query in ["w=10&h=10&seed=11&difficulty=easy", "w=10&h=10&seed=3&algo=prim&difficulty=8..30&length=18..40"]
        {
            let maze: MazeOptions = query.parse().unwrap();
            let book = BookOptions {
                count: BookOptions::MOST,
                paper: &PAPERS[0],
                per_page: 1,
                answers: Answers::None,
                answers_per_page: 1,
                words: &LANGUAGES[0],
                title: None,
                bleed: 0,
                gutter: 0,
                is_rising: false,
            };
            let mazes = Mazes::check(maze.clone(), &book, Some(10_000), &mut Watch::default()).unwrap();
            let made = |number| {
                let made = maze.with_seed(mazes.seed(number)).make(&mut ()).unwrap();
                made.into_squares().unwrap().maze.to_string()
            };
            let different: BTreeSet<String> = (0..BookOptions::MOST).map(made).collect();
            assert_eq!(different.len(), BookOptions::MOST as usize, "{query}");
        }
    }
}
