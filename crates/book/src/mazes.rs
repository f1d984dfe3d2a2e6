//! The mazes of a book. They are made when they are drawn, and made again for their solutions.

use std::convert::Infallible;

use dedale::draw::{Canvas, drawn_size};
use dedale::grid::{GridKind, Mesh, MeshOptions};
use dedale::measure::difficulty;
use dedale::observe::{Observer, Stopped};
use dedale::options::{InvalidOptions, MakeError, MazeBuilder, MazeOptions};
use dedale::picture::{Picture, Style};
use dedale::rng::derived_seed;
use dedale::solve::Solver;

use super::front::Ornament;
use super::options::BookOptions;

/// The mazes of a book.
#[derive(Clone, Debug)]
pub struct Mazes {
    /// The options of each, or those of all, which differ in their seeds alone.
    options: Vec<MazeOptions>,
    /// The seed of each, where mazes were looked for or put in order; else they are derived when they are needed.
    seeds: Vec<u64>,
    /// Width and height in units of a cell: of each, or of all.
    sizes: Vec<[f64; 2]>,
    /// The only one, if it is made already, with the way that is shown through it.
    made: Option<Box<Picture>>,
}

impl Mazes {
    /// A maze that is made, perhaps with a way through it.
    pub fn made(picture: Picture) -> Mazes {
        let (seeds, sizes) = (picture.metadata.seed.into_iter().collect(), vec![picture.drawn_size()]);
        Mazes { options: Vec::new(), seeds, sizes, made: Some(Box::new(picture)) }
    }

    /// Creates the mazes of these options, for each of them or for all together. Unless they are sorted, the first one has the seed of the book.
    /// This checks that each can be made. If a property is wanted that only a finished maze shows, each maze is searched for in at most
    /// `attempts` attempts.
    ///
    /// # Errors
    ///
    /// [`MakeError`], which may say that the observer stopped the work, or that mazes with separate options cannot be in the order of their
    /// difficulty.
    pub fn check<O: Observer<Stop = Stopped>>(
        options: Vec<MazeOptions>,
        book: &BookOptions,
        attempts: Option<u32>,
        observer: &mut O,
    ) -> Result<Mazes, MakeError<Stopped>> {
        let (mut seeds, mut sizes) = (Vec::new(), Vec::new());
        let is_varied = options.len() > 1;
        let candidates = book.candidates(is_varied);
        let mut found = Vec::new();
        for (place, maze) in (0..).zip(&options) {
            let first = place * candidates;
            let numbered = |number: u32| maze.with_seed(seed(maze.seed(), number));
            let mut size = maze.extent().map(f64::from);
            for number in first..first + grids(maze, candidates) {
                observer.go_on()?;
                size = numbered(number).build_grid(observer)?.mesh().map_or(size, drawn_size);
            }
            sizes.push(size);
            if attempts.is_none() && !book.is_rising {
                continue;
            }
            let (mut found_of_maze, mut does_not_fit) = (Vec::new(), None);
            for number in first..first + candidates {
                let mut candidate = numbered(number);
                if let Some(most) = attempts {
                    candidate = candidate.find(most, observer)?;
                }
                if !book.is_rising {
                    found_of_maze.push((0.0, candidate.seed()));
                    continue;
                }
                match candidate.make(observer) {
                    Ok(made) => found_of_maze.push((difficulty_of(&made, observer)?, candidate.seed())),
                    Err(error @ MakeError::DoesNotFit { .. }) => does_not_fit = Some(error),
                    Err(error) => return Err(error),
                }
            }
            let needed = if is_varied { 1 } else { book.count as usize };
            if let Some(error) = does_not_fit.filter(|_| found_of_maze.len() < needed) {
                return Err(error);
            }
            // Those that are equally difficult keep their order.
            found_of_maze.sort_by(|(a, _), (b, _)| a.total_cmp(b));
            found.push(found_of_maze);
        }
        match &found[..] {
            [of_all] if !is_varied => {
                seeds.extend((0..book.count).map(|maze| of_all[book.place(maze, of_all.len() as u32) as usize].1));
            }
            _ if book.is_rising => seeds = rising(&found, book)?,
            _ => seeds.extend(found.iter().map(|of_maze| of_maze[0].1)),
        }
        let is_tried = options.iter().any(|maze| maze.on_the_way().is_some() || maze.reveal().is_some());
        let mut mazes = Mazes { options, seeds, sizes, made: None };
        // Only the way through a maze shows whether there is room. Where there is none, another seed is taken. Those that are in the order of their
        // difficulty were made already.
        let mut fitting = Vec::new();
        for number in (0..book.count).filter(|_| is_tried && !book.is_rising) {
            observer.go_on()?;
            if let Some(maze) = mazes.options_of(number) {
                fitting.push(maze.make_fitting(observer)?.metadata.seed.unwrap_or(maze.seed()));
            }
        }
        if !fitting.is_empty() {
            mazes.seeds = fitting;
        }
        Ok(mazes)
    }

    /// Width and height in units of a cell: of each, or of all.
    pub fn sizes(&self) -> &[[f64; 2]] {
        &self.sizes
    }

    /// The only one, if it is made already.
    pub(crate) fn only_made(&self) -> Option<&Picture> {
        self.made.as_deref()
    }

    /// The options of the largest; `None` where the only maze was made already.
    pub(crate) fn largest(&self) -> Option<&MazeOptions> {
        self.options.last()
    }

    /// The seed of a maze, counted from 0: `/maze` with it gives the same maze. `None` for one that was posted.
    pub fn seed(&self, number: u32) -> Option<u64> {
        let found = self.seeds.get(number as usize).copied();
        found.or_else(|| Some(seed(self.largest()?.seed(), number)))
    }

    /// The options of a maze, with its seed.
    fn options_of(&self, number: u32) -> Option<MazeOptions> {
        Some(self.options.get(number as usize).or(self.largest())?.with_seed(self.seed(number)?))
    }

    /// The maze of the cover, if there can be one: the first maze if it is cut to a shape, and one about so wide and high otherwise, in units of a
    /// cell.
    pub(crate) fn ornament<O: Observer>(
        &mut self,
        room: [f64; 2],
        observer: &mut O,
    ) -> Result<Option<Ornament>, O::Stop> {
        let Some(first) = self.options_of(0) else { return Ok(None) };
        if first.mesh().mask.is_none() {
            return Ok(plain_maze(&first, room).map(|picture| Ornament { picture, is_shape: false }));
        }
        let mut picture = self.make(0, observer)?;
        // Nothing but walls.
        picture.metadata.letters.clear();
        picture.metadata.items.clear();
        picture.metadata.locks.clear();
        Ok(Some(Ornament { picture, is_shape: true }))
    }

    /// Makes a maze.
    pub(crate) fn make<O: Observer>(&mut self, number: u32, observer: &mut O) -> Result<Picture, O::Stop> {
        if let Some(made) = self.made.take() {
            return Ok(*made);
        }
        let made = match self.options_of(number).map(|options| options.make(observer)) {
            Some(Err(why)) => why.unless_stopped::<Infallible>().map(|_| None)?,
            made => made.and_then(Result::ok),
        };
        Ok(made.expect("every maze was checked before"))
    }
}

/// Chooses one of the candidates of each maze, which are in the order of their difficulty, so that no maze is easier than the one before it.
/// Each is as far from its easiest candidate to its hardest as the maze is in the book, if the others allow it. Returns the seeds.
///
/// # Errors
///
/// [`InvalidOptions`] if all candidates of a maze are harder than those of a later one.
fn rising(found: &[Vec<(f64, u64)>], book: &BookOptions) -> Result<Vec<u64>, InvalidOptions> {
    // The hardest that leaves a harder one for each maze after it.
    let mut most = vec![0; found.len()];
    let mut limit = f64::INFINITY;
    for (number, of_maze) in found.iter().enumerate().rev() {
        let allowed = of_maze.partition_point(|(difficulty, _)| *difficulty <= limit);
        most[number] = allowed.checked_sub(1).ok_or_else(|| {
            let detail = format!(
                "each of {} mazes that were tried as maze {} is harder than all of a maze after it: its size or its shape has harder mazes, \
                 so that these sizes and shapes cannot be in the order of their difficulty",
                of_maze.len(),
                number + 1
            );
            InvalidOptions::one("difficulty", detail)
        })?;
        limit = of_maze[most[number]].0;
    }
    let (mut seeds, mut before) = (Vec::new(), f64::NEG_INFINITY);
    for ((maze, of_maze), most) in (0..).zip(found).zip(most) {
        let least = of_maze.partition_point(|(difficulty, _)| *difficulty < before);
        let wanted = book.place(maze, of_maze.len() as u32) as usize;
        let (difficulty, seed) = of_maze[wanted.max(least).min(most)];
        before = difficulty;
        seeds.push(seed);
    }
    Ok(seeds)
}

/// Draws a maze, and perhaps the way through it.
pub(crate) fn draw<O: Observer>(
    mut picture: Picture,
    is_solved: bool,
    style: &Style,
    canvas: &mut dyn Canvas,
    observer: &mut O,
) -> Result<(), O::Stop> {
    if is_solved {
        let solver = Solver::recommended_for(&picture.maze);
        picture.solve(solver, observer)?;
    }
    picture.draw(style, canvas);
    Ok(())
}

/// How many grids are laid to learn the size of mazes of these options: only where there are tunnels they depend on the seed.
fn grids(maze: &MazeOptions, candidates: u32) -> u32 {
    match () {
        // The grid of open ground is as large as its rectangle, or smaller.
        () if maze.is_plain() || maze.is_open_ground() => 0,
        () if maze.is_woven() => candidates,
        () => 1,
    }
}

/// About how many steps these grids take, each of whose cells is laid and looked at.
pub fn laid_steps(maze: &MazeOptions, candidates: u32) -> u64 {
    20 * maze.cells() * u64::from(grids(maze, candidates))
}

/// The difficulty of a maze; 0 where there is no way through it.
pub(crate) fn difficulty_of<O: Observer>(made: &Picture, observer: &mut O) -> Result<f64, O::Stop> {
    Ok(difficulty(&made.maze, made.from, made.to, observer)?.unwrap_or(0.0))
}

/// The seed of a maze of a book.
fn seed(of_book: u64, number: u32) -> u64 {
    derived_seed(of_book, number.into())
}

/// A maze without an entrance and an exit on the same kind of grid as these mazes, at most about so wide and high, in units of a cell.
fn plain_maze(mazes: &MazeOptions, [width, height]: [f64; 2]) -> Option<Picture> {
    let builder = MazeBuilder::default().seed(mazes.seed());
    let kind = mazes.mesh().kind;
    let builder = match kind {
        GridKind::Square | GridKind::Custom => {
            let [columns, rows] = [width, height].map(|side| side.max(2.0) as u64);
            builder.size(columns, rows)
        }
        GridKind::Polar => {
            let rings = ((width.min(height) - 1.0) / 2.0).max(2.0) as u32;
            builder.mesh(MeshOptions { rings, ..MeshOptions::new(kind) })
        }
        kind => {
            // How large cells of this kind are: as a few of them tell.
            let few = Mesh::new(&MeshOptions { columns: FEW, rows: FEW, ..MeshOptions::new(kind) }).ok()?;
            let [across, down] = drawn_size(&few);
            let sides = [width / across, height / down];
            let [columns, rows] = sides.map(|part| (part * f64::from(FEW)).max(2.0) as u64);
            builder.grid(kind).size(columns, rows)
        }
    };
    builder.options().ok()?.make(&mut ()).ok()
}

/// Columns and rows of the cells that are measured.
const FEW: u32 = 12;
