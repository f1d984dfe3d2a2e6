//! The tests of the library, as one program: what they share, and what they make of the library's generic code, is compiled once.
//!
//! `cargo test -p dedale --test library golden::` runs those of one file. `tests/memory.rs` is a separate program: it counts all
//! allocations of its process.

#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "a test may do what the library may not")]

mod animation;
mod any_grid;
mod cost;
mod distant;
mod drawn_masks;
mod edits;
mod endless;
mod files;
mod generators;
mod golden;
mod golden_pictures;
mod golden_solutions;
mod goldens;
mod hexagons;
mod laying;
mod maze;
mod mesh_pictures;
mod options;
mod parse;
mod parse_any;
mod pictures;
mod pixels;
mod quilt;
mod render;
mod shapes;
mod solids;
mod solve;
mod tiles;
mod ways;
mod windows;
mod with_serde;

use dedale::observe::{Observer, Step, Stopped};

/// An observer that follows the steps, whatever it does with them. The generic code of the library is compiled for each type of observer,
/// and thus for all closures at once.
type Told<'a> = &'a mut dyn FnMut(Step) -> Result<(), Stopped>;

/// An observer that can cancel, but does not follow the steps.
struct Watch {
    /// After how many steps to stop.
    after: usize,
    told: usize,
}

impl Observer for Watch {
    const FOLLOWS: bool = false;

    type Stop = Stopped;

    fn see(&mut self, _: Step) -> Result<(), Stopped> {
        self.told += 1;
        if self.told > self.after { Err(Stopped) } else { Ok(()) }
    }
}
