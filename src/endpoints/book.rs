//! `/book`, and the path that names its format: many mazes to print.

use dedale::about::InvalidValue;
use dedale::estimate::{Estimate, Properties};
use dedale::options::MazeOptions;
use dedale_book::options::{Answers, Binding, BookOptions, Cover};
use dedale_book::plan::Plan;
use dedale_book::{Book, Mazes, drawn_steps, laid_steps};

use crate::endpoints::Endpoint;
use crate::endpoints::making::{not_made, subject_of_generated, unless_stopped};
use crate::endpoints::varied::{Variations, VariedMazes, varied_mazes};
use crate::endpoints::worksheet::{check_fit, parse_layout, parse_number, with_footer};
use crate::limits::cancel::Watch;
use crate::limits::pool::Cost;
use crate::parameters::estimate::{Job, with_algorithm};
use crate::parameters::format::{FormatSource, Parameters, Representation};
use crate::parameters::maze::{GridSource, MazeParameters};
use crate::parameters::output::Resource;
use crate::parameters::query::Query;
use crate::parameters::solve::AddressSpace;
use crate::parameters::table::Name;
use crate::problem::{Fault, Problem, Reason};
use crate::response::answer::{Content, Subject};
use crate::response::body::Drawing;
use crate::response::caching::{Location, Tag};
use crate::response::coding::Coding;
use crate::response::context::RequestContext;
use crate::settings::Settings;
use crate::telemetry::metrics::CellCount;

/// A checked request for a book.
#[derive(Clone, Debug)]
pub struct BookRequest {
    /// The mazes with the seed of the book: a single one, or all of them if they differ in more than their seeds.
    mazes: VariedMazes,
    /// The layout and the number of mazes.
    options: BookOptions,
    /// The representation of the response.
    representation: Representation,
    /// The exact location of the book.
    location: Location,
}

impl Endpoint for BookRequest {
    fn parse(context: &RequestContext) -> Result<BookRequest, Problem> {
        let mut parameters =
            Parameters::parse(context, Resource::Book.groups(), FormatSource::Resource(Resource::Book))?;
        let max_side = parameters.settings.limits().max_side.into();
        let query = &mut parameters.query;
        let is_rising = rises(query);
        let options = parse_options(query).map(|options| BookOptions { is_rising, ..options });
        let variations = Variations::parse(query, max_side);
        if let Some(options) = &options {
            variations.check_count(query, options.count);
        }
        let rising = is_rising.then_some((Name::Difficulty, Ok(None)));
        let overrides = variations.overrides().into_iter().chain(rising).collect();
        let mut parsed = MazeParameters::parse(&mut parameters, GridSource::Book(overrides));
        let options = options.map(|options| with_footer(&mut parameters, Some(&parsed), options));
        let query = &mut parameters.query;
        let mazes = options.as_ref().and_then(|options| {
            let counts = [options.count; 2];
            varied_mazes(query, &mut parsed, variations, counts)
        });
        if let (Some(options), AddressSpace::Squares(Some(size))) = (&options, parsed.space) {
            let traits = mazes.as_ref().map(VariedMazes::traits).unwrap_or_default();
            // The largest maze has the smallest cells on paper.
            check_fit(query, &Plan::new(options.clone(), vec![size.map(f64::from)], traits));
        }
        let representation = parsed.representation(&mut parameters);
        let location = parsed.location(&parameters);
        let ((mazes, options), representation) = parameters.finish(mazes.zip(options).zip(representation))?;
        Ok(BookRequest { mazes, options, representation, location })
    }

    /// The work to check that the mazes of the book can be made, before the response begins.
    fn admit(&self, settings: &Settings) -> Result<Job, Problem> {
        self.admit_pages(settings)?;
        self.admit_mazes(settings)
    }

    fn subject(&self, context: &RequestContext) -> Result<Subject, Problem> {
        Ok(subject_of_generated(context, &self.mazes.largest, &self.location, self.representation))
    }

    async fn make(self: Box<Self>, context: &RequestContext, Job { cost, attempts }: Job) -> Result<Content, Problem> {
        let steps = self.steps();
        let BookRequest { mazes, options, .. } = *self;
        let maze = &mazes.largest;
        let id = Tag::new(format_args!("book {mazes} {options}")).number();
        let traits = mazes.traits();
        // Each maze is made when it is drawn.
        let drawn = drawn_steps(maze.cells(), Properties::of(maze).is_weighted, false);
        let steps_of_maze = Estimate::of_making(maze).steps.saturating_add(drawn);
        let work = move |watch: &mut Watch| {
            let mazes = mazes.all(watch).and_then(|mazes| {
                let of_all: u64 = mazes.iter().map(MazeOptions::cells).fold(0, u64::saturating_add);
                // If there is a single size, all mazes have it.
                let times = if mazes.len() == 1 { options.count.into() } else { 1 };
                Ok((Mazes::check(mazes, &options, attempts, watch)?, of_all.saturating_mul(times)))
            });
            Ok((unless_stopped(mazes)?, options))
        };
        let (mazes, options) = context.run(cost, work).await?.result;
        let (mazes, cells_of_all) = mazes.map_err(|why| not_made(&context.uri, why))?;
        let cells = CellCount::default();
        cells.add(cells_of_all);
        let plan = Plan::new(options, mazes.sizes().to_vec(), traits);
        check_sizes(context, &plan)?;
        let mut book = Book::new(mazes, plan, id);
        let bytes = book.bytes();
        let write_next = Box::new(move |out: &mut Vec<u8>, watch: &mut Watch| book.write_next(out, watch));
        let drawing = Drawing::compressed(write_next, steps, steps_of_maze, bytes);
        let content = Content::drawn(drawing, Coding::Identity, context, context.account.reserve(0)?).await?;
        Ok(Content { cells: Some(cells), ..content })
    }
}

impl BookRequest {
    /// The approximate number of steps to make and draw all mazes.
    fn steps(&self) -> u64 {
        let (maze, options) = (&self.mazes.largest, &self.options);
        // The mazes are made again for the solutions.
        let times = 1 + u64::from(options.answers != Answers::None);
        let steps_of = |maze: &MazeOptions| {
            let drawn = drawn_steps(maze.cells(), Properties::of(maze).is_weighted, false);
            Estimate::of_making(maze).steps.saturating_add(drawn).saturating_mul(times)
        };
        // The steps grow at least linearly with the cells, so the mean of the smallest and the largest maze is an upper
        // bound.
        let mean = steps_of(maze).midpoint(steps_of(self.mazes.smallest()));
        // A cover may have the first maze too.
        mean.saturating_mul(u64::from(options.count) + u64::from(options.has_cover()))
    }

    /// Rejects a book that takes too many steps in total.
    fn admit_pages(&self, settings: &Settings) -> Result<(), Problem> {
        let steps = self.steps();
        if steps <= settings.max_steps {
            return Ok(());
        }
        let (count, maze) = (self.options.count, &self.mazes.largest);
        let what = format!("{count} mazes of {} cells{}", maze.cells(), with_algorithm(maze));
        Err(too_many(settings, &what, steps))
    }

    /// The work to build the grids of the mazes and to find those with the requested properties.
    fn admit_mazes(&self, settings: &Settings) -> Result<Job, Problem> {
        let (maze, options, most) = (&self.mazes.largest, &self.options, settings.max_steps);
        let sizes = u64::from(self.mazes.count());
        // Each maze is chosen from several candidates. None takes more than the largest maze.
        let each = options.candidates(sizes > 1);
        let candidates = u64::from(each) * sizes;
        let attempts = maze.attempts_within(most / 2 / candidates);
        let tries = u64::from(attempts.unwrap_or(0)) + u64::from(options.is_rising);
        let finding = Estimate::of_attempt(maze).steps.saturating_mul(tries);
        // Mazes with letters or shapes are made once more, to see whether there is room for all of them.
        let is_tried = maze.on_the_way().is_some() || maze.reveal().is_some();
        let lettered = if is_tried { u64::from(options.count) } else { 0 };
        let lettered = Estimate::of_making(maze).steps.saturating_mul(lettered);
        let building = (laid_steps(maze, each) * sizes + SIZE_STEPS * (sizes - 1)).saturating_add(lettered);
        let steps = building.saturating_add(finding.saturating_mul(candidates));
        if steps <= most || tries == 0 && lettered == 0 {
            let bytes = if building.saturating_add(finding) > 0 { Estimate::of_making(maze).bytes } else { 0 };
            return Ok(Job { cost: Cost { steps, bytes }, attempts });
        }
        let (count, cells) = (options.count, maze.cells());
        Err(too_many(settings, &format!("to find {count} mazes of {cells} cells each"), steps))
    }
}

/// The problem with a book that takes too many steps.
fn too_many(settings: &Settings, what: &str, steps: u64) -> Problem {
    let (over, detail) = settings.too_many_steps(what, steps);
    Problem::invalid(vec![Fault::new(Name::Count.as_str(), None, Reason::too_large(over, detail))])
}

/// The approximate number of steps to set a size and to check the options of the maze again.
const SIZE_STEPS: u64 = 4096;

/// The maximum bleed, in millimeters.
const MAX_BLEED: f64 = 10.0;

/// The maximum gutter, in millimeters.
const MAX_GUTTER: f64 = 50.0;

/// Returns true if the difficulty rises through the book. Otherwise, all mazes have the same difficulty.
fn rises(query: &Query) -> bool {
    query.given(Name::Difficulty).is_some_and(|text| text.eq_ignore_ascii_case(BookOptions::RISING))
}

fn parse_options(query: &mut Query) -> Option<BookOptions> {
    let count = query.within(Name::Count, "count", BookOptions::MAX.into());
    let layout = parse_layout(query);
    let per_page = parse_number(query, Name::PerPage, &BookOptions::PER_PAGE);
    let answers = query.choice(Name::Answers, "value", Answers::ALL, Answers::name);
    let answers_per_page = parse_number(query, Name::AnswersPerPage, &BookOptions::ANSWERS_PER_PAGE);
    if query.has(Name::AnswersPerPage) && answers.is_some_and(|answers| answers != Answers::End) {
        query.fault(Name::AnswersPerPage, InvalidValue::needs("answers=end"));
    }
    let [bleed, gutter] =
        [(Name::Bleed, MAX_BLEED), (Name::Gutter, MAX_GUTTER)].map(|(name, most)| query.thousandths(name, 0.0..=most));
    let binding = query.choice(Name::Binding, "value", Binding::ALL, Binding::name);
    if query.has(Name::Binding) && bleed == Some(0) {
        query.fault(Name::Binding, InvalidValue::needs("bleed"));
    }
    let cover = query.choice(Name::Cover, "value", Cover::ALL, Cover::name);
    if query.has(Name::Cover) && !query.has(Name::Title) {
        query.fault(Name::Cover, InvalidValue::needs("title"));
    }
    Some(BookOptions {
        count: count? as u32,
        per_page: per_page?,
        answers: answers?,
        answers_per_page: answers_per_page?,
        bleed: bleed?,
        binding: binding?,
        cover: cover?,
        gutter: gutter?,
        ..layout?
    })
}

/// Checks that the mazes fit on the pages when their size is known. The query is parsed again if a problem must name
/// its parameters.
fn check_sizes(context: &RequestContext, plan: &Plan) -> Result<(), Problem> {
    if plan.fault().is_none() && plan.line_fault().is_none() {
        return Ok(());
    }
    let mut query = Query::new(context.query(), Resource::Book.groups());
    check_fit(&mut query, plan);
    query.check()
}
