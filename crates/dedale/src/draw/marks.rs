//! Marks, which every format draws at the ends of a maze and at things in it.
//!
//! A mark consists of areas in the inks of the maze, so it has the colors of every style.

use super::canvas::Ink::{Ground, Path, Wall};
use super::canvas::{Canvas, Cap, Ink, Stroke};
use super::line::{Point, length, minus, plus, times, unit};
use crate::contour::{Contour, PathCommand};
use crate::picture::{ItemPlace, LetterPlace, LockPlace, Marks, Metadata, Style};
use crate::stroke_font;

/// An end of a maze, in units of a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    /// The dot in its cell.
    pub(crate) dot: Dot,
    /// The distance from the middle of a symbol in its cell to each side.
    pub(crate) room: f64,
    /// The opening of the outer wall.
    pub(crate) door: Option<WayOut>,
    /// True if the other end is in the same cell and is marked there.
    pub(crate) is_shared: bool,
}

/// An opening of the outer wall, in units of a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WayOut {
    pub(crate) middle: Point,
    /// The direction out of the maze, of length 1.
    pub(crate) out: Point,
}

impl WayOut {
    /// The opening with this middle, straight out from the center of its cell.
    pub(crate) fn seen_from(center: Point, middle: Point) -> WayOut {
        WayOut { middle, out: unit(minus(middle, center)) }
    }
}

/// A ring or a disc, in units of a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dot {
    pub(crate) center: Point,
    /// The outer radius.
    pub(crate) radius: f64,
    /// The thickness of the ring, which is as large as the disc.
    pub(crate) thickness: f64,
}

impl Dot {
    /// Returns the radius of the middle of the ring.
    pub(crate) fn ring_radius(&self) -> f64 {
        self.radius - self.thickness / 2.0
    }
}

/// A door that is locked, in units of a cell.
pub(crate) struct Door {
    pub(crate) number: usize,
    /// The ends of the edge that it closes; `None` if it closes no edge of a cell, as at stairs.
    pub(crate) ends: Option<[Point; 2]>,
    pub(crate) middle: Point,
    /// The distance from the middle of its symbol to each side.
    pub(crate) room: f64,
}

/// A mark. Later marks are drawn above earlier ones.
#[derive(Clone, Debug)]
pub(crate) enum Mark {
    /// A ring around ground.
    Ring(Dot),
    Disc(Dot),
    Area(Ink, Contour),
    Symbol(Placed),
    /// The strokes of letters, of this width.
    Letters(Contour, f64),
}

/// A symbol that fills a circle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    symbol: &'static Symbol,
    number: Option<usize>,
    center: Point,
    radius: f64,
}

impl Mark {
    /// Its areas and their inks, from back to front. A ring and a disc have none.
    pub(crate) fn areas(&self) -> Vec<(Ink, Contour)> {
        match self {
            Mark::Ring(_) | Mark::Disc(_) => Vec::new(),
            Mark::Area(ink, contour) => vec![(*ink, contour.clone())],
            Mark::Letters(strokes, width) => vec![(Ink::Wall, strokes.stroked(*width))],
            Mark::Symbol(Placed { symbol, number, center, radius }) => {
                let place = |at: Point| plus(*center, times(at, radius / 100.0));
                symbol.numbered(*number).into_iter().map(|(ink, contour)| (ink, contour.moved(place))).collect()
            }
        }
    }

    /// Returns the top left and the bottom right of a rectangle around it.
    pub(crate) fn bounds(&self) -> [Point; 2] {
        let around = |center: Point, radius: f64| [minus(center, [radius; 2]), plus(center, [radius; 2])];
        match self {
            Mark::Ring(dot) | Mark::Disc(dot) => around(dot.center, dot.radius),
            Mark::Area(_, contour) => contour.bounds(),
            Mark::Letters(strokes, width) => {
                let [low, high] = strokes.bounds();
                [minus(low, [width / 2.0; 2]), plus(high, [width / 2.0; 2])]
            }
            // Curves may be a little outside.
            Mark::Symbol(Placed { center, radius, .. }) => around(*center, radius * 1.01),
        }
    }
}

/// The distance of a mark outside a door from the wall, in lengths of the mark.
const GAP: f64 = 0.25;

/// The length of an arrow, in lengths of a mark outside a door: as far from the edge of the picture as from the wall.
const ARROW: f64 = 0.8;

/// The minimum margin in which a mark is drawn outside a door, in units of a cell.
const MIN_MARGIN: f64 = 0.45;

/// The radius of the ground around a dot on a heat map, in radii of the dot.
const AROUND: f64 = 1.3;

/// The minimum ratio of the shorter side of the picture to a mark outside a door that is larger than a cell.
const IN_PICTURE: f64 = 16.0;

/// Returns the marks at the ends of a picture of this size in units of a cell.
pub(crate) fn marks(style: &Style, size: [f64; 2], ends: [Option<End>; 2]) -> Vec<Mark> {
    let margin = style.in_cells(f64::from(style.margin));
    let largest = style
        .mark
        .map_or_else(|| (size[0].min(size[1]) / IN_PICTURE).max(1.0), |length| style.in_cells(f64::from(length)));
    let outside = (margin / (1.0 + GAP)).min(largest);
    let from_wall = style.in_cells(f64::from(style.wall) / 2.0) + GAP * outside;
    let mark = |(end, number): (Option<End>, usize)| {
        let End { dot, room, door, is_shared } = end.filter(|_| style.marks != Marks::None)?;
        // The way out, and a place so far outside.
        let way_out = door
            .filter(|_| margin >= MIN_MARGIN)
            .map(|WayOut { middle, out }| (out, move |far: f64| plus(middle, times(out, from_wall + far * outside))));
        match (symbols_of(style.marks).map(|both| both[number]), way_out) {
            (None, Some((out, at))) if style.marks == Marks::Arrows => {
                // One points to the maze, the other one away from it.
                let [start, direction] = if number == 0 { [at(ARROW), times(out, -1.0)] } else { [at(0.0), out] };
                Some(Mark::Area(Ink::Path, arrow(start, direction, ARROW * outside)))
            }
            (None, _) if is_shared => None,
            (None, _) => Some(if number == 0 { Mark::Ring(dot) } else { Mark::Disc(dot) }),
            (Some(symbol), way_out) => {
                let beside = way_out.filter(|_| outside / 2.0 > room || is_shared);
                let beside = beside.map(|(_, at)| (at(0.5), outside / 2.0));
                let (center, radius) = beside.or((!is_shared).then_some((dot.center, room)))?;
                Some(Mark::Symbol(Placed { symbol, number: None, center, radius }))
            }
        }
    };
    // The colors of a heat map end at a ring of ground around a dot, where there is ground.
    let around = |mark: &Mark| match mark {
        Mark::Ring(dot) | Mark::Disc(dot) => {
            let has_ring = style.heat.is_some() && style.background.alpha == 255;
            has_ring.then(|| Mark::Area(Ink::Ground, Contour::circle(dot.center, dot.radius * AROUND)))
        }
        _ => None,
    };
    let marks = ends.into_iter().zip(0..).filter_map(mark);
    marks.flat_map(|mark| around(&mark).into_iter().chain([mark])).collect()
}

/// The thickness of the bar of a door and the size of its symbol, in lengths of a symbol in a cell.
const BAR: f64 = 0.17;
const ON_DOOR: f64 = 0.9;

/// Returns the marks of the things that were placed in a maze, with doors below other things. Letters are drawn whatever the marks are. `place` returns the middle of a cell and the distance
/// from there to each side of a symbol. Both functions return `None` for cells that are not drawn.
pub(crate) fn of_things(
    style: &Style,
    metadata: &Metadata,
    place: impl Fn(&[u64]) -> Option<(Point, f64)>,
    door: impl Fn(&LockPlace) -> Option<Door>,
) -> Vec<Mark> {
    let of_door = |Door { number, ends, middle, room }: Door| {
        let width = ends.map_or(f64::INFINITY, |[from, to]| length(minus(to, from)));
        let radius = (room * ON_DOOR).min(width / 2.0);
        let bar = ends.map(|ends| Mark::Area(Ink::Path, bar(ends, 2.0 * BAR * room)));
        bar.into_iter().chain([Mark::Symbol(Placed { symbol: &LOCK, number: Some(number), center: middle, radius })])
    };
    let of_letter = |letter: &LetterPlace| {
        let (center, room) = place(&letter.cell)?;
        Some(lettering(&letter.text, center, room))
    };
    let of_item = |item: &ItemPlace| {
        let (center, radius) = place(&item.cell)?;
        Some(Mark::Symbol(Placed { symbol: symbol_of(&item.name), number: item.lock, center, radius }))
    };
    let has_symbols = |_: &_| style.marks != Marks::None;
    let doors = metadata.locks.iter().filter_map(door).flat_map(of_door);
    let items = metadata.items.iter().filter_map(of_item);
    doors.chain(items).filter(has_symbols).chain(metadata.letters.iter().filter_map(of_letter).flatten()).collect()
}

/// The distance from the middle of letters to the corners of a rectangle around them, and the radius of the ground behind them, in distances from
/// the middle of a symbol to its sides. No wall is so near.
const TO_CORNERS: f64 = 1.12;
const BEHIND: f64 = 1.1;

/// Returns the letters in a cell, and the ground behind them: a path and the colors of a heat map end there.
fn lettering(text: &str, center: Point, room: f64) -> [Mark; 2] {
    let mut strokes = Vec::new();
    let mut left = 0.0;
    for letter in text.chars() {
        let letter = stroke_font::strokes(letter).unwrap_or_default();
        let [first, last] = stroke_font::sides(&letter);
        strokes.extend(letter.moved(|at| plus(at, [left - first, 0.0])).0);
        left += last - first + stroke_font::BETWEEN;
    }
    let size = [left - stroke_font::BETWEEN, stroke_font::HEIGHT];
    // A narrow letter is as large as others.
    let around = plus([size[0].max(stroke_font::WIDTH), size[1]], [stroke_font::THICKNESS; 2]);
    let scale = room * TO_CORNERS / length(times(around, 0.5));
    let place = |at: Point| plus(center, times(minus(at, times(size, 0.5)), scale));
    [
        Mark::Area(Ink::Ground, Contour::circle(center, room * BEHIND)),
        Mark::Letters(Contour(strokes).moved(place), stroke_font::THICKNESS * scale),
    ]
}

/// Returns a straight stroke of this width, as an area.
fn bar([from, to]: [Point; 2], width: f64) -> Contour {
    let [x, y] = times(unit(minus(to, from)), width / 2.0);
    let aside = [-y, x];
    polygon([plus(from, aside), plus(to, aside), minus(to, aside), minus(from, aside)])
}

fn polygon<const N: usize>(corners: [Point; N]) -> Contour {
    let parts = corners.into_iter().enumerate();
    Contour(parts.map(|(k, corner)| if k == 0 { PathCommand::Go(corner) } else { PathCommand::Line(corner) }).collect())
}

/// Half the width of the shaft and of the head of an arrow, in its lengths.
const SHAFT: f64 = 0.11;
const HEAD: f64 = 0.34;

/// Returns an arrow with this start, direction and length.
fn arrow(start: Point, [x, y]: Point, length: f64) -> Contour {
    let at = |along: f64, left: f64| plus(start, times([along * x + left * y, along * y - left * x], length));
    let corners = [[0.0, SHAFT], [0.5, SHAFT], [0.5, HEAD], [1.0, 0.0], [0.5, -HEAD], [0.5, -SHAFT], [0.0, -SHAFT]];
    polygon(corners.map(|[along, left]| at(along, left)))
}

/// Draws the marks on a canvas.
pub(crate) fn draw(marks: &[Mark], canvas: &mut dyn Canvas) {
    for mark in marks {
        match mark {
            Mark::Ring(dot) => {
                let circle = Contour::circle(dot.center, dot.ring_radius());
                // The path begins behind it.
                draw_contour(canvas, Ink::Ground, None, &circle);
                let stroke = Stroke { width: dot.thickness, cap: Cap::Butt };
                draw_contour(canvas, Ink::Path, Some(stroke), &circle);
            }
            Mark::Disc(dot) => draw_contour(canvas, Ink::Path, None, &Contour::circle(dot.center, dot.radius)),
            Mark::Letters(strokes, width) => {
                draw_contour(canvas, Ink::Wall, Some(Stroke { width: *width, cap: Cap::Round }), strokes);
            }
            Mark::Area(..) | Mark::Symbol(_) => {
                mark.areas().iter().for_each(|(ink, contour)| draw_contour(canvas, *ink, None, contour));
            }
        }
    }
}

fn draw_contour(canvas: &mut dyn Canvas, ink: Ink, stroke: Option<Stroke>, contour: &Contour) {
    canvas.begin(ink, stroke);
    for part in &contour.0 {
        match *part {
            PathCommand::Go(to) => canvas.go(to),
            PathCommand::Line(to) => canvas.line(to),
            PathCommand::Curve(controls, to) => canvas.curve(controls, to),
        }
    }
    canvas.end();
}

/// A symbol, which fills a square from −100 to 100.
#[derive(Debug)]
pub(crate) struct Symbol {
    /// Its areas in the format of [`Contour::parse`]. Later areas are drawn above earlier ones.
    pub(crate) areas: &'static [(Ink, &'static str)],
    /// The rectangle in which a number is written in the color of the ground. Without a number, it has a round hole.
    plate: Option<Plate>,
}

/// A rectangle.
#[derive(Clone, Copy, Debug)]
struct Plate {
    middle: Point,
    size: [f64; 2],
}

impl Symbol {
    const fn without_plate(areas: &'static [(Ink, &'static str)]) -> Symbol {
        Symbol { areas, plate: None }
    }

    fn contours(&self) -> impl Iterator<Item = (Ink, Contour)> {
        self.areas.iter().map(|&(ink, area)| (ink, Contour::parse(area).unwrap_or_default()))
    }

    /// Its areas with a number, or without one.
    pub(crate) fn numbered(&self, number: Option<usize>) -> Vec<(Ink, Contour)> {
        let on_plate = self.plate.map(|plate| match number {
            Some(number) => plate.digits(number),
            None => vec![Contour::circle(plate.middle, plate.size[1] * HOLE)],
        });
        self.contours().chain(on_plate.into_iter().flatten().map(|contour| (Ink::Ground, contour))).collect()
    }
}

/// The radius of the hole in the place of a number, in heights of its plate.
const HOLE: f64 = 0.3;

/// The width and the height of a digit, and the distance to the next one.
const DIGIT: [f64; 2] = [60.0, 100.0];
const BETWEEN_DIGITS: f64 = 18.0;

impl Plate {
    /// Returns the digits of a number, as large as possible.
    fn digits(self, number: usize) -> Vec<Contour> {
        let digits: Vec<usize> = number.to_string().bytes().map(|digit| usize::from(digit - b'0')).collect();
        let width = digits.len() as f64 * (DIGIT[0] + BETWEEN_DIGITS) - BETWEEN_DIGITS;
        let scale = (self.size[0] / width).min(self.size[1] / DIGIT[1]);
        let corner = minus(self.middle, times([width, DIGIT[1]], scale / 2.0));
        let written = digits.iter().zip(0u32..).map(|(&digit, place)| {
            let left = f64::from(place) * (DIGIT[0] + BETWEEN_DIGITS);
            let contour = Contour::parse(DIGITS[digit]).unwrap_or_default();
            contour.moved(|at| plus(corner, times(plus(at, [left, 0.0]), scale)))
        });
        written.collect()
    }
}

/// Returns the symbols at the entrance and at the exit, if these marks are symbols.
pub(crate) fn symbols_of(marks: Marks) -> Option<[&'static Symbol; 2]> {
    match marks {
        Marks::Arrows | Marks::Dots | Marks::None => None,
        Marks::Mouse => Some([&MOUSE, &CHEESE]),
        Marks::Treasure => Some([&CHILD, &CHEST]),
        Marks::Rocket => Some([&ROCKET, &PLANET]),
    }
}

/// A symbol for programs that draw their own pictures, in a square from −100 to 100.
#[derive(Clone, Debug, PartialEq)]
pub struct SymbolAreas {
    /// The areas, from back to front: an ink, and the path of an SVG.
    pub areas: Vec<(Ink, String)>,
    /// The middle of the rectangle in which a number is written with [digits](Symbols::digits), and its width and height; if there is no number, a hole is there.
    pub plate: Option<[[f64; 2]; 2]>,
}

impl From<&Symbol> for SymbolAreas {
    fn from(symbol: &Symbol) -> SymbolAreas {
        let areas = symbol.contours().map(|(ink, contour)| (ink, contour.to_string()));
        SymbolAreas { areas: areas.collect(), plate: symbol.plate.map(|Plate { middle, size }| [middle, size]) }
    }
}

/// All symbols, for programs that draw themselves.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Symbols {
    /// The symbols at the entrance and at the exit, by the [marks](Marks) that are symbols.
    pub ends: Vec<(Marks, [SymbolAreas; 2])>,
    /// The symbols of things that are placed in mazes, by each name that such a thing may have. `lock` is that of a locked door, and `star` that of
    /// things with other names.
    pub things: Vec<(&'static str, SymbolAreas)>,
    /// The digits, each as the path of an SVG that is 60 wide and 100 high. The gap between two digits is 18.
    pub digits: [String; 10],
    /// The letters and digits of [words and sums](crate::edit::letters()). Strokes are 16 thick and have round ends, and those of two letters side by
    /// side are 34 apart.
    pub letters: Vec<LetterStrokes>,
}

/// A letter or a digit that is 100 high.
#[derive(Clone, Debug, PartialEq)]
pub struct LetterStrokes {
    /// The letter or the digit.
    pub letter: char,
    /// Its strokes, as the path of an SVG.
    pub path: String,
    /// The leftmost and the rightmost place of the strokes.
    pub sides: [f64; 2],
}

impl Symbols {
    /// Returns all symbols.
    pub fn all() -> Symbols {
        let ends = |marks: Marks| Some((marks, symbols_of(marks)?.map(SymbolAreas::from)));
        let thing = |(names, symbol): &'static (&[&'static str], &Symbol)| {
            names.iter().map(|name| (*name, SymbolAreas::from(*symbol)))
        };
        let strokes = |letter: char| {
            let strokes = stroke_font::strokes(letter).unwrap_or_default();
            let sides = stroke_font::sides(&strokes).map(|at| (at * 100.0).round() / 100.0);
            LetterStrokes { letter, path: strokes.to_open(), sides }
        };
        Symbols {
            ends: Marks::ALL.iter().copied().filter_map(ends).collect(),
            things: THINGS.iter().flat_map(thing).collect(),
            digits: DIGITS.map(|digit| Contour::parse(digit).unwrap_or_default().to_string()),
            letters: stroke_font::characters().map(strokes).collect(),
        }
    }
}

/// The names of things and their symbols. A thing with another name is drawn as a star.
pub(crate) static THINGS: &[(&[&str], &Symbol)] = &[
    (&["key"], &KEY),
    (&["treasure", "chest"], &CHEST),
    (&["coin", "gold"], &COIN),
    (&["gem", "diamond"], &GEM),
    (&["heart", "life"], &HEART),
    (&["potion"], &POTION),
    (&["cheese"], &CHEESE),
    (&["mouse"], &MOUSE),
    (&["child", "friend"], &CHILD),
    (&["rocket"], &ROCKET),
    (&["planet"], &PLANET),
    (&["lock", "door"], &LOCK),
    (&["star"], &STAR),
];

fn symbol_of(name: &str) -> &'static Symbol {
    THINGS.iter().find(|(names, _)| names.contains(&name)).map_or(&STAR, |(_, symbol)| symbol)
}

static MOUSE: Symbol = Symbol::without_plate(&[
    (Wall, "M -66 62 C -104 60 -112 4 -78 -22 L -70 -12 C -92 8 -86 42 -60 44"),
    (Wall, "M -74 62 C -86 -2 -40 -42 10 -36 C 52 -30 84 12 98 42 C 102 54 94 62 80 62"),
    (Ground, "M -61 49 C -68 6 -32 -28 7 -23 C 43 -18 71 18 85 47 C 84 49 82 49 78 49"),
    (Wall, "O 18 -44 36"),
    (Path, "O 18 -44 23"),
    (Wall, "O 56 14 10"),
    (Path, "O 90 46 10"),
]);

static CHEESE: Symbol = Symbol::without_plate(&[
    (Wall, "M -98 8 L 52 -70 C 84 -60 98 -30 98 8 L 98 74 -98 74"),
    (Path, "M -58 2 L 50 -54 C 72 -46 82 -24 84 2"),
    (Path, "M -84 18 L 84 18 84 60 -84 60"),
    (Ground, "O 34 -22 15"),
    (Ground, "O -36 40 15"),
    (Ground, "O 20 36 12"),
    (Ground, "O 62 46 10"),
]);

static CHILD: Symbol = Symbol::without_plate(&[
    (Wall, "M -24 30 L 24 30 28 98 6 98 0 60 -6 98 -28 98"),
    (Path, "M -30 -22 L -74 -66 -90 -50 -34 14 -34 46 34 46 34 14 90 -50 74 -66 30 -22"),
    (Wall, "O 0 -58 38"),
    (Ground, "O 0 -52 28"),
    (Wall, "O -11 -54 6"),
    (Wall, "O 11 -54 6"),
    (Path, "M -14 -42 C -8 -30 8 -30 14 -42"),
]);

static CHEST: Symbol = Symbol::without_plate(&[
    (Wall, "M -96 -6 C -96 -60 -74 -78 -44 -78 L 44 -78 C 74 -78 96 -60 96 -6 L 96 80 -96 80"),
    (Path, "M -80 -10 C -80 -50 -64 -62 -42 -62 L 42 -62 C 64 -62 80 -50 80 -10"),
    (Path, "M -80 10 L 80 10 80 64 -80 64"),
    (Wall, "O 0 2 30"),
    (Ground, "O 0 0 19"),
    (Wall, "M -7 -8 L 7 -8 5 12 -5 12"),
]);

static ROCKET: Symbol = Symbol::without_plate(&[
    (Path, "M -24 44 C -40 76 -14 78 0 100 C 14 78 40 76 24 44"),
    (Path, "M -30 -10 L -78 44 -74 72 -26 46 26 46 74 72 78 44 30 -10"),
    (Wall, "M 0 -100 C 52 -58 52 10 34 54 L -34 54 C -52 10 -52 -58 0 -100"),
    (Ground, "O 0 -24 19"),
]);

static PLANET: Symbol = Symbol::without_plate(&[
    (Path, "O 0 0 66"),
    (Ground, "O -24 -34 11"),
    (
        Wall,
        "M -97 24 C -92 66 70 30 96 -24 C 101 -44 84 -52 56 -50 L 62 -36 C 72 -36 80 -32 76 -24 C 56 10 -62 \
            44 -76 18 C -78 10 -72 4 -64 -4 L -66 -20 C -86 -6 -100 8 -97 24",
    ),
]);

static COIN: Symbol =
    Symbol::without_plate(&[(Wall, "O 0 0 97"), (Path, "O 0 0 80"), (Wall, "O 0 0 56"), (Ground, "O 0 0 44")]);

static GEM: Symbol = Symbol::without_plate(&[
    (Wall, "M -58 -84 L 58 -84 98 -28 0 97 -98 -28"),
    (Ground, "M -50 -68 L 50 -68 76 -34 -76 -34"),
    (Path, "M -78 -18 L 78 -18 0 74"),
    (Ground, "M -24 -18 L 24 -18 0 50"),
]);

static HEART: Symbol = Symbol::without_plate(&[
    (Wall, "M 0 94 C -40 56 -98 22 -98 -32 C -98 -98 -24 -106 0 -52 C 24 -106 98 -98 98 -32 C 98 22 40 56 0 94"),
    (Path, "M 0 70 C -32 42 -80 14 -80 -32 C -80 -78 -20 -84 0 -30 C 20 -84 80 -78 80 -32 C 80 14 32 42 0 70"),
    (Ground, "O -42 -36 14"),
]);

static POTION: Symbol = Symbol::without_plate(&[
    (
        Wall,
        "M -34 -97 L 34 -97 34 -78 24 -78 24 -38 C 62 -22 80 8 80 38 C 80 80 48 97 0 97 C -48 97 -80 80 -80 \
            38 C -80 8 -62 -22 -24 -38 L -24 -78 -34 -78",
    ),
    (Ground, "M -9 -78 L 9 -78 9 -28 C 40 -16 58 2 63 24 L -63 24 C -58 2 -40 -16 -9 -28"),
    (Path, "M -64 34 L 64 34 C 66 66 42 82 0 82 C -42 82 -66 66 -64 34"),
    (Ground, "O -22 58 11"),
]);

static STAR: Symbol = Symbol::without_plate(&[
    (Wall, "M 0 -98 L 29 -38 95 -29 47 17 59 83 0 52 -59 83 -47 17 -95 -29 -29 -38"),
    (Path, "M 0 -60 L 19 -23 60 -17 31 12 38 53 0 34 -38 53 -31 12 -60 -17 -19 -23"),
]);

static KEY: Symbol = Symbol {
    areas: &[(Wall, "M -14 0 L 14 0 14 44 46 44 46 62 14 62 14 76 38 76 38 98 -14 98"), (Wall, "O 0 -36 62")],
    plate: Some(Plate { middle: [0.0, -36.0], size: [94.0, 84.0] }),
};

static LOCK: Symbol = Symbol {
    areas: &[
        (
            Wall,
            "M -54 -20 L -54 -46 C -54 -116 54 -116 54 -46 L 54 -20 32 -20 32 -46 C 32 -84 -32 -84 -32 -46 L \
                -32 -20",
        ),
        (
            Wall,
            "M -66 -30 L 66 -30 C 76 -30 80 -26 80 -16 L 80 84 C 80 94 76 98 66 98 L -66 98 C -76 98 -80 94 \
                -80 84 L -80 -16 C -80 -26 -76 -30 -66 -30",
        ),
    ],
    plate: Some(Plate { middle: [0.0, 34.0], size: [136.0, 98.0] }),
};

/// The digits. An outline runs to a hole in it and back on the same line.
pub(crate) const DIGITS: [&str; 10] = [
    "M 0 0 L 60 0 60 100 0 100 0 0 20 20 20 80 40 80 40 20 20 20",
    "M 22 0 L 42 0 42 100 22 100 22 28 6 28 6 12",
    "M 0 0 L 60 0 60 60 20 60 20 80 60 80 60 100 0 100 0 40 40 40 40 20 0 20",
    "M 0 0 L 60 0 60 100 0 100 0 80 40 80 40 60 10 60 10 40 40 40 40 20 0 20",
    "M 0 0 L 20 0 20 40 40 40 40 0 60 0 60 100 40 100 40 60 0 60",
    "M 0 0 L 60 0 60 20 20 20 20 40 60 40 60 100 0 100 0 80 40 80 40 60 0 60",
    "M 0 0 L 60 0 60 20 20 20 20 40 60 40 60 100 0 100 20 80 40 80 40 60 20 60 20 80 0 100",
    "M 0 0 L 60 0 60 100 40 100 40 20 0 20",
    "M 0 0 L 60 0 60 100 0 100 20 80 40 80 40 60 20 60 20 80 0 100 0 0 20 20 20 40 40 40 40 20 20 20",
    "M 0 0 L 60 0 60 100 0 100 0 80 40 80 40 60 0 60 0 0 20 20 20 40 40 40 40 20 20 20",
];
