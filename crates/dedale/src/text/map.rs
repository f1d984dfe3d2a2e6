//! The maze as a grid map of [Moving AI](https://movingai.com/benchmarks/formats.html): a head of four lines, and then a character for each square,
//! `.` where one can walk and `@` where not. It does not say where the maze begins and ends.

use super::squares::{SquareOf, squares};
use crate::picture::RowSource;
use crate::picture::form::{Form, FormatInfo, by_strip};
use crate::picture::strip::WALL;

pub(crate) const INFO: FormatInfo = FormatInfo { extension: Some("map"), shows_path: false, ..FormatInfo::text("map") };

pub(crate) fn start(of: SquareOf, source: &dyn RowSource) -> Option<Box<dyn Form>> {
    let [width, height] = of.size(source.head());
    by_strip(source, move |strip, out| {
        if strip.row == 0 {
            out.extend_from_slice(format!("type octile\nheight {height}\nwidth {width}\nmap\n").as_bytes());
        }
        for line in squares(strip, of).lines() {
            out.extend(line.iter().map(|&square| if square == WALL { b'@' } else { b'.' }));
            out.push(b'\n');
        }
    })
}
