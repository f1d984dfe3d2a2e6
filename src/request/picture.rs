//! The path through a posted picture.

use dedale::format::Format;
use dedale::grid::Address;
use dedale::text::parse::Scan;

use super::format::{Call, FormatFrom, Written, text};
use super::maze::PostedRequest;
use super::output::Resource;
use super::parameters::{Include, Name};
use super::query::Query;
use super::solve::Space;
use crate::problem::{Code, Problem, Reason};

/// What may be said of a picture whose path is found among its squares. With any other parameter it is read as every maze is.
const NAMES: [Name; 8] =
    [Name::From, Name::To, Name::Read, Name::Threshold, Name::Dark, Name::Format, Name::Include, Name::PathColor];

/// A checked request for the path through a picture, as JSON or in the same picture.
#[derive(Clone, Debug)]
pub struct PictureRequest {
    /// How the response is written.
    pub written: Written,
    /// What JSON has of the path.
    pub include: Vec<Include>,
    /// The color of the path, where the response is the picture.
    pub color: Option<[u8; 3]>,
}

impl PictureRequest {
    /// Reads and checks a request; `None` if it is one that is answered as for every posted maze.
    pub fn read(call: Call<'_>) -> Result<Option<PictureRequest>, Problem> {
        let mut reading = call.read(PostedRequest::groups(), FormatFrom::Resource(Resource::Solve))?;
        let is_path = |item: &str| [Include::Path, Include::Directions].iter().any(|known| known.name() == item);
        let query = &reading.query;
        if !query.has_only(&NAMES) || !query.all(Name::Include).all(is_path) || query.given(Name::To) == Some("any") {
            return Ok(None);
        }
        let include = reading.query.list(Name::Include, Include::ALL, Include::name);
        let written = reading.written(None, super::style::PixelLimit::whole(call.settings));
        let color = match written.map(|written| written.format) {
            Some(Format::Json(_)) => None,
            Some(Format::Png(style)) => Some(style.path_color),
            _ => return Ok(None),
        };
        let written = reading.finish(written)?;
        Ok(Some(PictureRequest { written, include, color }))
    }

    /// Reads between which squares of the picture the path is.
    pub fn ends(call: Call<'_>, scan: &Scan) -> Result<[[u32; 2]; 2], Problem> {
        let mut query = Query::new(text(call.uri), PostedRequest::groups());
        let space = Space::Plain(Some(scan.squares()));
        let place = |address: Address| <[u32; 2]>::try_from(address.numbers()).ok();
        let mut ends = [None; 2];
        for (index, name) in [Name::From, Name::To].into_iter().enumerate() {
            if query.has(name) {
                ends[index] = space.addresses(&mut query, name).first().copied().and_then(place);
                if ends[index].is_some_and(|place| !scan.is_free(place)) {
                    query.fault(name, "is a wall of the picture");
                }
            } else if let Some(known) = scan.ends[index] {
                ends[index] = Some(known);
            } else {
                let why = scan.unclear[index].as_ref().map_or_else(String::new, |why| format!(": {why}"));
                let detail = format!("must be given, since the picture does not say it{why}");
                query.fault(name, Reason::new(Code::Missing, detail));
            }
        }
        let [from, to] = ends;
        query.finish(from.zip(to).map(|(from, to)| [from, to]))
    }
}
