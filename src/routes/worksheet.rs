//! A worksheet: one maze on a page to print, as `/maze.pdf` and `/solve.pdf` have it.

use dedale::grid::Grid as _;
use dedale::options::InvalidOptions;
use dedale::picture::Picture;

use crate::request::parameters::Name;
use crate::response::body::Drawing;
use crate::response::caching::Tag;
use crate::work::cancel::Watch;
use dedale_book::options::BookOptions;
use dedale_book::plan::Plan;
use dedale_book::{Book, Mazes, drawn_bytes, drawn_steps};

/// The version of the pages of worksheets and books. It is raised when they change for the same mazes.
pub const VERSION: u32 = 4;

/// A worksheet, with what tells it from others.
#[derive(Clone, Debug)]
pub struct Page {
    options: BookOptions,
    id: u128,
}

impl Page {
    /// A worksheet that is printed like this, of what the tag says.
    pub fn new(options: &BookOptions, tag: &Tag) -> Page {
        Page { options: options.clone(), id: tag.number() }
    }

    /// The worksheet with this maze. Fails where only its grid shows that it is too large to be printed.
    pub fn draw(self, picture: Picture) -> Result<Drawing, InvalidOptions> {
        let (cells, has_doors) = (u64::from(picture.maze.grid().cells()), picture.doors().iter().any(Option::is_some));
        let plan = Plan::new(self.options, vec![picture.drawn_size()], has_doors);
        if let Some(detail) = plan.fault() {
            return Err(InvalidOptions::one(Name::Paper.as_str(), detail));
        }
        if let Some(detail) = plan.line_fault() {
            return Err(InvalidOptions::one(Name::LineMm.as_str(), detail));
        }
        let mut book = Book::new(Mazes::made(picture), plan, self.id);
        let write_next = Box::new(move |out: &mut Vec<u8>, watch: &mut Watch| book.write_next(out, watch));
        let steps = drawn_steps(cells, false);
        Ok(Drawing::compressed(write_next, steps, steps, drawn_bytes(cells)))
    }
}

/// The part of a tag that tells one page from another; empty where there is no page.
pub fn identity(page: Option<&BookOptions>) -> String {
    page.map(|options| format!(" page {VERSION} {options}")).unwrap_or_default()
}
