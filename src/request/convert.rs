//! A posted maze that is to be written in another form.

use dedale::format::Format;
use dedale::options::Ends;

use super::admit::Task;
use super::format::{Call, FormatFrom, MeshTraits, Written, check_grid};
use super::output::Resource;
use super::parameters::Name;
use super::posted::PostedMaze;
use super::solve::Space;
use super::style::{SHADED_BY_WEIGHTS, no_weights};
use crate::problem::Problem;

/// A checked request to write a maze in another form.
#[derive(Clone, Debug)]
pub struct ConvertRequest {
    /// Where it begins and ends.
    pub ends: Ends,
    /// How the response is written.
    pub written: Written,
}

impl ConvertRequest {
    /// Reads and checks a request to write this maze.
    pub fn read(call: Call<'_>, maze: &PostedMaze) -> Result<ConvertRequest, Problem> {
        let mut reading = call.read(Resource::Convert.groups(), FormatFrom::Resource(Resource::Convert))?;
        let shows_ends = reading.format.is_none_or(shows_ends);
        let ends = maze.ends_if(&mut reading.query, 0, shows_ends);
        if reading.query.given(Name::Heat) == Some(SHADED_BY_WEIGHTS) && !maze.is_weighted {
            reading.query.fault(Name::Heat, no_weights());
        }
        let mut written = reading.written_whole(Some(maze.extent)).map(|written| maze.written(written, &reading.query));
        if let (Space::Laid(mesh), Some(written)) = (maze.space(), &mut written) {
            let (is_drawable, is_woven) = (mesh.is_drawable(), !mesh.crossings().is_empty());
            let traits = MeshTraits { mesh: mesh.options().clone(), is_drawable, is_woven };
            check_grid(&mut reading.query, &traits, written);
        }
        let (ends, written) = reading.finish(ends.zip(written))?;
        Ok(ConvertRequest { ends, written })
    }

    /// The work to write this maze.
    pub fn task<'a>(&'a self, maze: &'a PostedMaze) -> Task<'a> {
        Task::on_posted(maze, &self.ends).drawn(self.written.format, None)
    }
}

/// Whether what is written says where a maze begins and ends. Then it must be known.
fn shows_ends(format: Format) -> bool {
    match format {
        Format::Ascii
        | Format::Unicode
        | Format::Blocks
        | Format::Ansi
        | Format::Dxf(_)
        | Format::Stl(_)
        | Format::Csv(_)
        | Format::Npy(_)
        | Format::Map(_)
        | Format::Scen(_) => format.shows_distances(),
        _ => true,
    }
}
