//! The formats: a picture as bytes, and bytes as a maze. A file or a folder for each format has both directions, where it has both.
//!
//! [`FORMATS`] is the table of them. [`Format`] is one of those that are written, with its options, and [`InputFormat`] one of those that
//! are [read](read()).
//!
//! A picture is written in *pieces*, each about one row of cells, when the receiver is ready for it: the memory needed is that of one
//! piece, however large the whole.

pub(crate) mod ansi;
mod around;
pub(crate) mod ascii;
mod beside;
pub(crate) mod blocks;
mod code;
pub(crate) mod csv;
pub(crate) mod description;
mod directions;
mod drawn;
pub(crate) mod hex;
#[cfg(feature = "json")]
pub(crate) mod json;
pub(crate) mod map;
mod matrices;
pub(crate) mod micromouse;
pub(crate) mod mms;
pub(crate) mod npy;
mod numbers;
#[cfg(feature = "png")]
mod pictures;
#[cfg(feature = "png")]
mod png;
mod pyamaze;
mod read;
pub(crate) mod scen;
pub(crate) mod squares;
mod strings;
#[cfg(feature = "json")]
pub(crate) mod svg;
pub(crate) mod table;
pub(crate) mod tiled;
pub(crate) mod tokens;
mod underscores;
pub(crate) mod unicode;
mod words;
mod writer;

pub use crate::picture::piece_writer::WriteInfo;
pub use directions::{Directions, directions};
#[cfg(all(feature = "json", feature = "png"))]
pub use json::traced_document;
#[cfg(feature = "json")]
pub use json::{Encoding, PathCost, Section, SolutionDocument, SolutionHead, has_rectangles, rectangles};
pub use read::{read, read_within};
pub use scen::Scenarios;
pub use squares::{SquareOf, SquareStyle};
#[cfg(feature = "json")]
pub use svg::UrlOfMaze;
pub use table::Table;
pub use tiled::{HEXAGONS, TILES};
pub use writer::{Unwritable, Writer};

use crate::about::InvalidValue;
use crate::draw::dxf;
#[cfg(feature = "gif")]
use crate::draw::gif;
use crate::draw::mesh::{self, layout};
#[cfg(feature = "stl")]
use crate::draw::solid;
#[cfg(not(feature = "json"))]
use crate::draw::svg;
use crate::grid::{AnyGrid, Grid, GridKind, Mesh, MeshOptions};
use crate::observe::Observer;
use crate::parse::InputFormat;
use crate::picture::piece_writer::PieceWriter;
use crate::picture::{Animation, Measures, Picture, RowSource, Shaded, Style};
use crate::solve::{Distances, costs};
use tiled::{tmj, tmx};

/// The version of the formats. It is raised when a byte of any format changes for the same picture, so that a cache knows that
/// what it has is out of date.
///
/// The bytes of one version are held to digests by the tests, as mazes are by the
/// [generator version](crate::generate::GENERATOR_VERSION).
pub const VERSION: u32 = 11;

/// A row of the table of formats.
///
/// ```
/// use dedale::formats::FORMATS;
/// let png = FORMATS.iter().find(|info| info.name == "png").unwrap();
/// assert_eq!((png.media_type, png.extension), ("image/png", Some("png")));
/// assert!(png.write.is_some() && png.read.is_some());
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FormatInfo {
    /// The name, as in text.
    pub name: &'static str,
    /// The extension of the names of files in this format, without the dot. Of several formats with the same one, such as the
    /// kinds of plain text, only one has it here.
    pub extension: Option<&'static str>,
    /// The media type, with its parameters.
    pub media_type: &'static str,
    /// How it is written; `None` for a format that is only read.
    pub write: Option<&'static WriteInfo>,
    /// How it is read; `None` for a format that is only written. Several formats may be read as the same one: `numbers` are rows of a text or an
    /// array.
    pub read: Option<&'static InputFormat>,
}

impl FormatInfo {
    /// Returns a format that is only read.
    const fn of_input(read: &'static InputFormat, media_type: &'static str) -> FormatInfo {
        FormatInfo { name: read.name, extension: None, media_type, write: None, read: Some(read) }
    }
}

/// Writes the enum, the table and every choice by format from one line for each: what the [`FormatInfo`] has, in its order, and the feature
/// that has the format.
///
/// The module of a format that is written has a constant `WRITE` and a function `start`, which is given what the variant holds, and the source.
macro_rules! formats {
    (
        written {$(
            $(#[$doc:meta])*
            $variant:ident $(($held:ident: $options:ty = $default:expr))?
                = $name:literal, $extension:expr, $media_type:expr, $module:ident, $read:expr $(, if $cfg:meta)?;
        )*}
        only_read {$($input:expr, $input_type:expr $(, if $input_cfg:meta)?;)*}
    ) => {
        /// How a maze is written.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Format {
            $($(#[$doc])* $(#[cfg($cfg)])? $variant $(($options))?,)*
        }

        /// Every format: first those of [`Format::ALL`], and then those that are only read.
        pub static FORMATS: &[FormatInfo] = &[
            $($(#[cfg($cfg)])? *Format::$variant $(($default))?.info(),)*
            $($(#[cfg($input_cfg)])? FormatInfo::of_input($input, $input_type),)*
        ];

        impl Format {
            /// Every format that is written, in the order in which messages name them: JSON in its default encoding, and pictures in their
            /// default style.
            pub const ALL: &'static [Format] = &[$($(#[cfg($cfg)])? Format::$variant $(($default))?,)*];

            /// What there is to know about the format, whatever its encoding or its style.
            pub const fn info(self) -> &'static FormatInfo {
                match self {
                    $($(#[cfg($cfg)])? Format::$variant { .. } => const {
                        &FormatInfo {
                            name: $name,
                            extension: $extension,
                            media_type: $media_type,
                            write: Some(&$module::WRITE),
                            read: $read,
                        }
                    },)*
                }
            }

            /// How the format is written, whatever its encoding or its style.
            pub const fn write_info(self) -> &'static WriteInfo {
                match self {
                    $($(#[cfg($cfg)])? Format::$variant { .. } => &$module::WRITE,)*
                }
            }

            /// Begins to write a maze in this format. Fails if the format cannot write it, or needs the whole maze and the source has only
            /// rows.
            fn start(self, source: &dyn RowSource) -> Result<Box<dyn PieceWriter>, Unwritable> {
                if let Some(reason) = self.fault(source) {
                    return Err(Unwritable { format: self, reason });
                }
                let writer = match self {
                    $($(#[cfg($cfg)])? Format::$variant $(($held))? => $module::start($($held,)? source),)*
                };
                writer.ok_or_else(|| Unwritable {
                    format: self,
                    reason: format!("{} needs more of the maze", self.name()),
                })
            }
        }
    };
}

/// How drawings and maps of Tiled are read, with the features that this takes.
macro_rules! input_with {
    ($name:ident, $feature:literal, $input:expr) => {
        const $name: Option<&InputFormat> = {
            #[cfg(feature = $feature)]
            let input = Some(&$input);
            #[cfg(not(feature = $feature))]
            let input = None;
            input
        };
    };
}
input_with!(SVG_INPUT, "json", svg::INPUT);
input_with!(TMJ_INPUT, "json", tiled::read::json::INPUT);
input_with!(TMX_INPUT, "xml", tiled::read::xml::INPUT);

/// The media type of texts.
const TEXT: &str = "text/plain; charset=utf-8";

formats! {
    written {
        /// One JSON object: what is known of the maze, and its cells.
        Json(encoding: Encoding = Encoding::Walls)
            = "json", Some("json"), "application/json", json, Some(&json::INPUT), if feature = "json";
        /// `+---+` and `|`, cells three columns wide.
        Ascii = "ascii", Some("txt"), TEXT, ascii, Some(&ascii::INPUT);
        /// The geometry of [`Ascii`](Format::Ascii) in box-drawing characters.
        Unicode = "unicode", None, TEXT, unicode, Some(&unicode::INPUT);
        /// Walls as thick as passages: two columns a block, `██` for a wall.
        Blocks = "blocks", None, TEXT, blocks, Some(&blocks::INPUT);
        /// The blocks in the colors of a terminal, shaded by distance.
        Ansi = "ansi", None, TEXT, ansi, None;
        /// A drawing that is sharp at every size. With the feature `json` it carries the maze, so that it can be read back: see [`UrlOfMaze`].
        Svg(style: Style = Style::DEFAULT) = "svg", Some("svg"), "image/svg+xml", svg, SVG_INPUT;
        /// A picture of pixels: at most 2^31 - 1 a side.
        Png(style: Style = Style::DEFAULT)
            = "png", Some("png"), "image/png", png, Some(&png::INPUT), if feature = "png";
        /// The steps in which a maze was built or solved, as an animation: at most 65,535 pixels a side. It shows the
        /// [film](crate::picture::Picture::film) of a picture.
        Gif(animation: Animation = Animation::DEFAULT) = "gif", Some("gif"), "image/gif", gif, None, if feature = "gif";
        /// A table of numbers, most often of blocks: 1 for a wall, 0 where one can walk, and 2 on the path.
        Csv(table: Table = Table::Blocks) = "csv", Some("csv"), "text/csv", csv, Some(&numbers::INPUT);
        /// The same as an array of numpy.
        Npy(table: Table = Table::Blocks) = "npy", Some("npy"), "application/x-npy", npy, Some(&numbers::INPUT);
        /// Lines in millimeters, for tools that cut and plot.
        Dxf(measures: Measures = Measures::DEFAULT) = "dxf", Some("dxf"), "image/vnd.dxf", dxf, None;
        /// A solid in millimeters, to print: of at most 42,949,672 cells, since an STL counts its triangles in 32 bits.
        Stl(measures: Measures = Measures::DEFAULT)
            = "stl", Some("stl"), "model/stl", solid, None, if feature = "stl";
        /// A map of Tiled in JSON, for games.
        Tmj = "tmj", Some("tmj"), "application/x-tiled+json", tmj, TMJ_INPUT;
        /// The same in XML.
        Tmx = "tmx", Some("tmx"), "application/x-tiled+xml", tmx, TMX_INPUT;
        /// A text that simulators of robots read.
        Mms = "mms", Some("mms"), TEXT, mms, Some(&mms::INPUT);
        /// A line of tokens, for language models.
        Tokens = "tokens", None, TEXT, tokens, None;
        /// A character for each square: `#` is a wall.
        Squares(style: SquareStyle = SquareStyle::DEFAULT) = "squares", None, TEXT, squares, Some(&squares::INPUT);
        /// A grid map of Moving AI, for what finds paths on squares.
        Map(of: SquareOf = SquareOf::Block) = "map", Some("map"), TEXT, map, Some(&map::INPUT);
        /// Pairs of squares of the grid map, and how far they are apart.
        Scen(scenarios: Scenarios = Scenarios::DEFAULT) = "scen", Some("scen"), TEXT, scen, None;
        /// Hexadecimal digits, the walls of a cell each.
        Hex = "hex", None, TEXT, hex, Some(&hex::INPUT);
        /// A line for each cell in words, for a line of braille.
        Description = "description", None, TEXT, description, None;
    }
    only_read {
        &json::GRAPH, "application/json", if feature = "json";
        &json::OBJECTS, "application/json", if feature = "json";
        &json::SIDES, "application/json", if feature = "json";
        &matrices::INPUT, TEXT;
        &micromouse::MAZ, "application/octet-stream";
        &micromouse::NUM, TEXT;
        &numbers::INPUT, TEXT;
        &pyamaze::INPUT, TEXT;
        &underscores::INPUT, TEXT;
        &pictures::JPEG, "image/jpeg", if feature = "pictures";
        &pictures::GIF, "image/gif", if feature = "gif";
        &pictures::WEBP, "image/webp", if feature = "pictures";
        &pictures::BMP, "image/bmp", if feature = "pictures";
    }
}

impl Format {
    /// Returns the format of this name, in its default encoding or style.
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.iter().copied().find(|format| format.name() == name)
    }

    /// Returns the name, as in text.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// How a picture looks; `None` for a format that has no style.
    pub fn style(self) -> Option<Style> {
        match self {
            Format::Svg(style) => Some(style),
            #[cfg(feature = "png")]
            Format::Png(style) => Some(style),
            #[cfg(feature = "gif")]
            Format::Gif(animation) => Some(animation.style),
            _ => None,
        }
    }

    /// Returns the same format in another style, if it has one.
    #[must_use]
    pub(crate) fn with_style(self, style: Style) -> Format {
        match self {
            Format::Svg(_) => Format::Svg(style),
            #[cfg(feature = "png")]
            Format::Png(_) => Format::Png(style),
            #[cfg(feature = "gif")]
            Format::Gif(animation) => Format::Gif(Animation { style, ..animation }),
            other => other,
        }
    }

    /// How cells are written, as JSON; `None` for a format in which that is always the same.
    #[cfg(feature = "json")]
    pub fn encoding(self) -> Option<Encoding> {
        if let Format::Json(encoding) = self { Some(encoding) } else { None }
    }

    /// Returns the meaning of the numbers; `None` for a format that is no table of numbers.
    pub fn table(self) -> Option<Table> {
        if let Format::Csv(table) | Format::Npy(table) = self { Some(table) } else { None }
    }

    /// Returns the same format, where it writes a maze as squares, with a square for each cell alone: of a maze that was read from squares and has no
    /// walls between its cells.
    #[must_use]
    pub fn of_cells(self) -> Format {
        match self {
            Format::Squares(style) => Format::Squares(SquareStyle { of: SquareOf::Cell, ..style }),
            Format::Map(_) => Format::Map(SquareOf::Cell),
            Format::Scen(scenarios) => Format::Scen(Scenarios { of: SquareOf::Cell, ..scenarios }),
            Format::Csv(Table::Blocks) => Format::Csv(Table::Squares),
            Format::Npy(Table::Blocks) => Format::Npy(Table::Squares),
            other => other,
        }
    }

    /// How an animation looks; `None` for a format that is none.
    #[cfg(feature = "gif")]
    pub fn animation(self) -> Option<Animation> {
        if let Format::Gif(animation) = self { Some(animation) } else { None }
    }

    /// Returns true if it shows how far each cell is from the entrance.
    pub fn shows_distances(self) -> bool {
        // An animation shows its steps in the place of distances.
        let has_heat = || self.name() != "gif" && self.style().is_some_and(|style| style.heat.is_some());
        self.write_info().shows_distances || self.table() == Some(Table::Distances) || has_heat()
    }

    /// Returns true if it can show a path: a table of cells cannot, though one of blocks does.
    pub fn shows_path(self) -> bool {
        self.write_info().shows_path && self.table().is_none_or(Table::is_of_squares)
    }

    /// Returns true if it is written row by row, so that the maze can be [made while it is written](crate::options::MazeOptions::by_rows). Other formats
    /// need the whole maze.
    pub fn is_by_rows(self) -> bool {
        // What lies across a side of a node takes more than its own row.
        let is_graph = match self {
            #[cfg(feature = "json")]
            Format::Json(encoding) => encoding == Encoding::Graph,
            other => matches!(other.table(), Some(Table::Graph | Table::Weights)),
        };
        self.write_info().by_rows && !self.shows_distances() && !is_graph
    }

    /// About how long it takes to write a maze of this size: in units of what one cell takes as text.
    pub(crate) fn elements(self, columns: u64, rows: u64) -> u64 {
        (self.write_info().elements)(&self.style().unwrap_or_default(), [columns, rows])
    }

    /// About how many bytes of memory two rows of a maze take while they are written.
    pub(crate) fn row_bytes(self, columns: u64) -> u64 {
        (self.write_info().row_bytes)(&self.style().unwrap_or_default(), columns)
    }

    /// Returns true if a maze on such a grid can be written in a format. `is_woven` says whether there are tunnels.
    pub fn can_write(self, mesh: &MeshOptions, is_woven: bool) -> bool {
        match self {
            #[cfg(feature = "json")]
            Format::Json(encoding) => json::has_encoding(mesh, encoding) && !(is_woven && encoding == Encoding::Blocks),
            Format::Dxf(_) => true,
            format if format.style().is_some() => true,
            #[cfg(feature = "stl")]
            Format::Stl(_) => mesh.kind != GridKind::Custom && !is_woven,
            Format::Tmj | Format::Tmx if tiled::has_map(mesh) => true,
            Format::Csv(table) | Format::Npy(table) if !table.is_of_squares() => table::has_table(mesh, table),
            // All others are written as rows of squares.
            _ if is_woven || mesh.kind != GridKind::Square || mesh.is_smooth() => false,
            Format::Ascii | Format::Unicode | Format::Blocks | Format::Ansi => true,
            Format::Csv(Table::Blocks) | Format::Npy(Table::Blocks) => mesh.floors == 1,
            _ => mesh.is_flat_squares(),
        }
    }

    /// Why a maze cannot be written in the format, if it cannot although the whole maze is known.
    fn fault(self, source: &dyn RowSource) -> Option<String> {
        let (name, picture) = (self.name(), source.whole());
        if let Some(mesh) = picture.and_then(|picture| picture.maze.grid().mesh())
            && !self.can_write(mesh.options(), !mesh.crossings().is_empty())
        {
            return Some(format!("{name} cannot write a maze on this grid"));
        }
        #[cfg(feature = "stl")]
        if let (Format::Stl(measures), Some(picture)) = (self, picture) {
            let (grid, most) = (picture.maze.grid(), solid::MAX_CELLS);
            if grid.cells() > most {
                return Some(format!("a solid has at most {most} cells, and this maze {}", grid.cells()));
            }
            let kind = grid.mesh().map_or(GridKind::Square, Mesh::kind);
            return measures.check(kind, Some(picture.drawn_size())).err().map(|reason| reason.to_string());
        }
        if let Format::Scen(scenarios) = self
            && !scen::has_numbers(scenarios, source)
        {
            return Some(format!("{name} has fewer than 2^32 squares"));
        }
        let style = self.style()?;
        if let Err(reason) = style.check() {
            return Some(reason.to_string());
        }
        let max_side = match name {
            "png" => i32::MAX as u64,
            "gif" => u16::MAX.into(),
            _ => return None,
        };
        let [columns, rows] = source.metadata().size();
        let [width, height] = match picture.filter(|picture| picture.maze.grid().mesh().is_some()) {
            Some(picture) => style.size_of(picture.drawn_size()),
            None => style.size(columns, rows),
        };
        let is_too_large = width.max(height) > max_side;
        is_too_large
            .then(|| format!("{name} has at most {max_side} pixels a side, and this maze has {width} x {height}"))
    }

    /// Returns a text that names the bytes that are written: two formats with the same identity write the same bytes for the same
    /// picture. It has the [version](VERSION) of the formats and all that the format is, as `Debug` shows it.
    ///
    /// ```
    /// use dedale::formats::{Encoding, Format};
    /// assert_eq!(Format::Json(Encoding::Bits).identity(), format!("{} Json(Bits)", dedale::formats::VERSION));
    /// ```
    pub fn identity(self) -> String {
        format!("{VERSION} {self:?}")
    }
}

/// How many elements take as long as painting a cell.
const PAINTED: u64 = 100;

impl Picture {
    /// About how many elements are written of the picture in a format: cells, or as many pixels as take as long.
    pub(crate) fn elements(&self, format: Format) -> u64 {
        let mesh = match self.maze.grid() {
            AnyGrid::Square(grid) => return format.elements(grid.columns().into(), grid.rows().into()),
            AnyGrid::Mesh(mesh) => mesh,
        };
        #[cfg(feature = "stl")]
        if matches!(format, Format::Stl(_)) {
            return solid::ELEMENTS_OF_A_MESH * u64::from(mesh.cells());
        }
        let cells = u64::from(mesh.cells()) + u64::from(mesh.rock().map_or(0, Grid::cells));
        if !format.write_info().is_compressed {
            // Each of the few sides of a cell is written.
            return 4 * cells;
        }
        // Pixels take as long as those of as many squares, and a cell some microseconds, however small it is. All of them more, the more cells lie
        // over each other.
        let [columns, rows] = layout::drawn_size(mesh).map(|units| units.ceil() as u64);
        let painted = (PAINTED * cells).max(format.elements(columns, rows));
        (painted as f64 * mesh.overlap()) as u64
    }

    /// How many bytes of memory a [`Writer`] of the picture takes at most to know which cells are where: of a PNG on a mesh, which is painted part
    /// by part, some for each cell.
    pub(crate) fn listed_bytes(&self, format: Format) -> u64 {
        match (self.maze.grid(), format) {
            #[cfg(feature = "png")]
            (AnyGrid::Mesh(mesh), Format::Png(style)) => mesh::paint::listed_bytes(mesh, style),
            _ => 0,
        }
    }

    /// Returns the format with the lengths with which the picture is as wide as its style asks for; the same format where it asks for no width.
    ///
    /// # Errors
    ///
    /// [`InvalidValue`] where the maze is too wide or too narrow for that.
    pub fn fitted(&self, format: Format) -> Result<Format, InvalidValue> {
        let Some((style, width)) = format.style().and_then(|style| Some((style, style.width?))) else {
            return Ok(format);
        };
        let [units, _] = self.drawn_size();
        Ok(format.with_style(style.fitted(width, units)?))
    }

    /// Gives the picture the distances that a format shows, if it shows some and there are none yet: the least costs in a maze with weights;
    /// or the weights themselves, where the style asks for these.
    ///
    /// # Complexity
    ///
    /// That of [`costs`], where distances are shown.
    pub fn shade<O: Observer>(&mut self, format: Format, observer: &mut O) -> Result<(), O::Stop> {
        if format.shows_distances() && self.distances.is_none() {
            let shows_weights = format.style().is_some_and(|style| style.shaded == Shaded::Weights);
            self.distances = Some(match self.maze.weights().filter(|_| shows_weights) {
                Some(weights) => Distances::of_numbers(weights.iter().map(|&weight| weight.into()).collect()),
                None => costs(&self.maze, self.from, observer)?,
            });
        }
        Ok(())
    }
}
