//! The mazes of a book. They are made when they are drawn, and made again for their solutions.

use dedale::grid::{GridKind, Mesh, MeshOptions};
use dedale::measure::difficulty;
use dedale::observe::Observer;
use dedale::options::{Made, MazeBuilder, MazeOptions, ShapedOptions};
use dedale::render::{Canvas, Picture, Plane, Style, Trail};
use dedale::rng::derived_seed;
use dedale::solve::bfs;

use super::options::BookOptions;
use crate::request::spec::{NotMade, Spec};

/// The mazes of a book, which differ in their seeds alone.
#[derive(Clone, Debug)]
pub struct Mazes {
    spec: Spec,
    /// The seed of each, where mazes were looked for or put in order; else they are derived when they are needed.
    seeds: Vec<u64>,
    /// Width and height of each, in units of a cell.
    size: [f64; 2],
}

impl Mazes {
    /// The mazes of these options, of which the first has the seed of `spec`, unless they are put in order. This checks that each of them can
    /// be made. Where something is wanted that only finished mazes show, it is looked for in so many `attempts` for each.
    ///
    /// # Errors
    ///
    /// [`Observer::Stop`] when the observer stops the work; and within, [`NotMade`].
    pub fn check<O: Observer>(
        spec: Spec,
        options: &BookOptions,
        attempts: Option<u32>,
        observer: &mut O,
    ) -> Result<Result<Mazes, NotMade>, O::Stop> {
        let mut size = spec.extent().map(f64::from);
        let candidates = options.candidates();
        if let Spec::Shaped(shaped) = &spec {
            // Only tunnels depend on the seed.
            let checked = if shaped.is_woven() { candidates } else { 1 };
            for number in 0..checked {
                observer.go_on()?;
                match shaped.with_seed(seed(shaped.seed(), number)).lay(observer)? {
                    Ok(mesh) => size = mesh.drawn_size(),
                    Err(invalid) => return Ok(Err(invalid.into())),
                }
            }
        }
        if attempts.is_none() && !options.is_rising {
            return Ok(Ok(Mazes { spec, seeds: Vec::new(), size }));
        }
        let mut found = Vec::new();
        for number in 0..candidates {
            let maze = spec.with_seed(seed(spec.seed(), number));
            let maze = match attempts.map_or(Ok(Ok(maze.clone())), |most| maze.find(most, observer))? {
                Ok(maze) => maze,
                Err(why) => return Ok(Err(why)),
            };
            let difficulty = if options.is_rising { difficulty_of(&maze, observer)? } else { 0.0 };
            found.push((difficulty, maze.drawn_seed()));
        }
        // Those that are equally difficult keep their order.
        found.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let seeds = options.chosen().map(|place| found[place as usize].1).collect();
        Ok(Ok(Mazes { spec, seeds, size }))
    }

    /// Width and height of each, in units of a cell.
    pub fn size(&self) -> [f64; 2] {
        self.size
    }

    /// What is known of all of them.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The seed of a maze, counted from 0: `/maze` with it gives the same maze.
    pub fn seed(&self, number: u32) -> u64 {
        let found = self.seeds.get(number as usize).copied();
        found.unwrap_or_else(|| seed(self.spec.seed(), number))
    }

    /// Draws a maze, and perhaps the way through it.
    pub fn draw(&self, number: u32, is_solved: bool, style: &Style, canvas: &mut dyn Canvas) {
        let seed = self.seed(number);
        match &self.spec {
            Spec::Plain(options) => {
                let Ok(made) = options.with_seed(seed).make(&mut ());
                draw(Picture::new(made.maze, made.from, made.to), is_solved, style, canvas);
            }
            Spec::Shaped(options) => {
                let Ok(made) = options.with_seed(seed).make(&mut ());
                draw(made.expect("every grid has been laid before"), is_solved, style, canvas);
            }
            // A part of a maze is not asked for.
            Spec::Window(_) => {}
        }
    }
}

/// The difficulty of a maze; 0 where there is no way through it.
fn difficulty_of<O: Observer>(spec: &Spec, observer: &mut O) -> Result<f64, O::Stop> {
    let bits = match spec {
        Spec::Plain(options) => {
            let Made { maze, from, to } = options.make(observer)?;
            difficulty(&maze, from, to, observer)?
        }
        Spec::Shaped(options) => match options.make(observer)? {
            Ok(Picture { maze, from, to, .. }) => difficulty(&maze, from, to, observer)?,
            Err(_) => None,
        },
        // A part of a maze is not asked for.
        Spec::Window(_) => None,
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
pub enum Ornament {
    /// Of plain squares.
    Plain(Box<MazeOptions>),
    /// Of other cells.
    Shaped(Box<ShapedOptions>),
}

impl Ornament {
    /// An ornament that is at least so wide and high, in units of a cell.
    pub fn new(spec: &Spec, [width, height]: [f64; 2]) -> Option<Ornament> {
        let builder = || MazeBuilder::default().seed(spec.seed());
        let kind = match spec {
            Spec::Shaped(options) => options.mesh().kind,
            _ => GridKind::Square,
        };
        match kind {
            GridKind::Square | GridKind::Custom => {
                let [columns, rows] = [width, height].map(|side| side.ceil().max(2.0) as u32);
                builder().size(columns, rows).options().ok().map(|options| Ornament::Plain(Box::new(options)))
            }
            GridKind::Polar => {
                // The upper half of the circle is as wide as the page.
                let rings = (width / 2.0).ceil().max(2.0).to_string();
                Ornament::shaped(builder(), &[("grid", "polar"), ("rings", &rings)])
            }
            kind => {
                // How large cells of this kind are: as a few of them tell.
                let few = Mesh::new(&MeshOptions { columns: FEW, rows: FEW, ..MeshOptions::new(kind) }).ok()?;
                let [across, down] = few.drawn_size();
                let sides = [width / across, height / down];
                let [w, h] = sides.map(|part| ((part * f64::from(FEW)).ceil() as u32 + 2).to_string());
                Ornament::shaped(builder(), &[("grid", kind.name()), ("w", &w), ("h", &h)])
            }
        }
    }

    fn shaped(mut builder: MazeBuilder, options: &[(&str, &str)]) -> Option<Ornament> {
        options.iter().try_for_each(|(name, value)| builder.set(name, value)).ok()?;
        builder.shaped_options().ok().map(|options| Ornament::Shaped(Box::new(options)))
    }

    /// Width and height, in units of a cell.
    pub fn size(&self) -> Option<[f64; 2]> {
        match self {
            Ornament::Plain(options) => Some([options.columns(), options.rows()].map(f64::from)),
            Ornament::Shaped(options) => {
                let Ok(laid) = options.lay(&mut ());
                laid.ok().map(|mesh| mesh.drawn_size())
            }
        }
    }

    /// Draws it.
    pub fn draw(&self, style: &Style, canvas: &mut dyn Canvas) {
        match self {
            Ornament::Plain(options) => {
                let Ok(made) = options.make(&mut ());
                Picture::new(made.maze, made.from, made.to).draw(style, canvas);
            }
            Ornament::Shaped(options) => {
                if let Ok(Ok(picture)) = options.make(&mut ()) {
                    picture.draw(style, canvas);
                }
            }
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
            let Ok(mazes) = Mazes::check(Spec::Plain(maze.clone()), &book, Some(10_000), &mut ());
            let mazes = mazes.unwrap();
            let made = |number| {
                let Ok(made) = maze.with_seed(mazes.seed(number)).make(&mut ());
                made.maze.to_string()
            };
            let different: BTreeSet<String> = (0..BookOptions::MOST).map(made).collect();
            assert_eq!(different.len(), BookOptions::MOST as usize, "{query}");
        }
    }
}
