//! JSON objects, one for each cell, in rows or in a list with their places. Each says for every side whether there is a wall; or it is a square, and says
//! whether that is a wall.

use super::ends::{AXES, end_of};
use super::rows::{self, FoundRows, RowKind};
use crate::grid::{Side, Sides};
use crate::parse::assembly::{Cells, GivenEnds, Marked, outer_sides, rectangle};
use crate::parse::error::{InputPlace, ParseError};
use crate::parse::input::{Input, ReadContext};
use crate::parse::json_value::{Value, is_one_of};
use crate::parse::legend::{Meanings, SquareKind};
use crate::parse::listed_cells::{row_by_row, size_with};
use crate::parse::matrix::Matrix;
use crate::parse::{InputFormat, Parsed};

pub(crate) const INPUT: InputFormat = InputFormat {
    name: "objects",
    description: "JSON objects, one a cell, in rows or in a list with x and y. They say for each side whether there is a wall: N E S W, north …, top right \
                  bottom left, up …, or walls, an array in the order top, right, bottom, left. Or they say whether they are a wall themselves: wall, \
                  walkable, type ….",
    first_line: r#"[[{"N":true,"E":false,"S":true,"W":true},"#,
    is_of_squares: false,
    fits,
    read,
};

/// The names of the sides, in the order north, east, south, west.
const SIDE_NAMES: [[&str; 4]; 4] = [
    ["n", "north", "top", "up"],
    ["e", "east", "right", "right"],
    ["s", "south", "bottom", "down"],
    ["w", "west", "left", "o"],
];

/// The names of members that are true where an object is a wall, and of those that are true where it is none.
const WALL_FLAGS: [&str; 7] = ["wall", "iswall", "is_wall", "blocked", "solid", "obstacle", "isobstacle"];
const FREE_FLAGS: [&str; 5] = ["walkable", "iswalkable", "free", "passable", "open"];

/// The names of members that say in a word what an object is, and these words.
const KINDS: [&str; 4] = ["type", "kind", "state", "tile"];
const WORDS: [(SquareKind, &[&str]); 2] = [
    (SquareKind::Wall, &["wall", "blocked", "obstacle", "rock", "solid"]),
    (SquareKind::Free, &["path", "free", "empty", "floor", "open", "passage", "space", "road", "corridor"]),
];

/// How many bytes are taken for an object.
const OBJECT_BYTES: u64 = 32;

/// What an object says.
#[derive(Clone, Copy, Debug, Default)]
struct CellObject {
    /// The sides that it names, and those that are walls.
    named: Sides,
    walls: Sides,
    /// Whether it is a wall itself, and whether it is an end.
    is_wall: Option<bool>,
    is_end: [bool; 2],
    /// Its row and its column.
    at: [Option<u32>; 2],
}

/// Returns true if a text has rows of objects, or a list of those that have a place.
fn fits(input: &Input<'_>) -> bool {
    rows::find(input.text()).is_some_and(|found| matches!(found.kind, RowKind::Objects | RowKind::ListOfObjects))
        && rows::unwrapped(input.text()).is_none()
}

/// Reads the objects of a text.
fn read(input: &Input<'_>, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let text = input.text();
    let Some(FoundRows { rows, kind: kind @ (RowKind::Objects | RowKind::ListOfObjects), ends }) = rows::find(text)
    else {
        let detail = "this has no rows of objects, such as [[{\"N\":true,\"E\":false,\"S\":true,\"W\":true}]]";
        return Err(rows::without_rows(text, detail));
    };
    let rows = rows.of(context);
    let (objects, size) = if kind == RowKind::Objects { read_rows(rows, context)? } else { read_list(rows, context)? };
    // An object that names its sides is a cell, whatever else it says.
    let is_cell = |object: &CellObject| object.named == Sides::SQUARE;
    let are_cells = objects.iter().flatten().any(is_cell);
    if are_cells && !objects.iter().flatten().all(is_cell) {
        let detail =
            "some objects say for each side whether there is a wall, and others whether they are a wall themselves";
        return Err(ParseError::inconsistent(None, detail));
    }
    let parsed = if are_cells { cells(&objects, size, context)? } else { squares(&objects, size, context)? };
    Ok(ends.applied(parsed, context.options.thin && !are_cells))
}

/// Reads rows of objects; `None` for `null`. If every object has a place, the places count, and not the rows.
fn read_rows(rows: Value<'_>, context: &ReadContext<'_>) -> Result<(Vec<Option<CellObject>>, [usize; 2]), ParseError> {
    let (mut objects, mut columns, mut count) = (Vec::new(), 0, 0_usize);
    rows.each("an array of rows", |row| {
        let before = objects.len();
        row.each("a row of objects", |value| {
            let place = InputPlace::Address([count as u32, (objects.len() - before) as u32].into());
            let object = if value.is_null() { None } else { Some(object_of(value, place)?) };
            objects.push(object);
            if objects.len().is_power_of_two() {
                context.ask(OBJECT_BYTES * objects.len() as u64)?;
            }
            Ok(())
        })?;
        let length = objects.len() - before;
        if count == 0 {
            columns = length;
        }
        if length != columns {
            let detail = format!("this row has {length} objects, and the first one {columns}");
            return Err(ParseError::inconsistent(InputPlace::Address([count as u32].into()), detail));
        }
        count += 1;
        context.check_size([columns, count])
    })?;
    // Some programs have columns of rows.
    let placed = || objects.iter().flatten().all(|object| object.at.iter().all(Option::is_some));
    let is_turned = objects.iter().enumerate().any(|(number, object)| {
        object.is_some_and(|object| object.at != [Some((number / columns) as u32), Some((number % columns) as u32)])
    });
    if objects.iter().all(Option::is_some) && placed() && is_turned {
        return by_places(objects.into_iter().flatten().collect(), context);
    }
    Ok((objects, [columns, count]))
}

/// Returns the objects of a list, by their places.
fn read_list(list: Value<'_>, context: &ReadContext<'_>) -> Result<(Vec<Option<CellObject>>, [usize; 2]), ParseError> {
    let mut objects = Vec::new();
    list.each("an array of objects", |value| {
        let place = InputPlace::Node { number: objects.len() as u64 };
        let object = object_of(value, place)?;
        if object.at.contains(&None) {
            return Err(ParseError::malformed(
                place,
                "an object of a list must have its place: x and y, or row and col",
            ));
        }
        objects.push(object);
        if objects.len().is_power_of_two() {
            context.ask(OBJECT_BYTES * objects.len() as u64)?;
        }
        Ok(())
    })?;
    by_places(objects, context)
}

/// Returns the same objects row by row. Those that are missing are left out.
fn by_places(
    objects: Vec<CellObject>,
    context: &ReadContext<'_>,
) -> Result<(Vec<Option<CellObject>>, [usize; 2]), ParseError> {
    let place = |object: &CellObject| object.at.map(|number| number.unwrap_or(0) as usize);
    let size @ [columns, rows] = objects.iter().map(place).fold([0; 2], size_with);
    context.check_size(size)?;
    let cells = rows.saturating_mul(columns);
    // A few objects that are far apart would make a large maze of little.
    if cells > (16 * objects.len()).max(1 << 12) {
        let detail = format!("{} objects are too few for {columns} × {rows} places", objects.len());
        return Err(ParseError::inconsistent(None, detail));
    }
    context.ask(OBJECT_BYTES * cells as u64)?;
    let placed = objects.into_iter().map(|object| Ok((place(&object), object)));
    let all = row_by_row(size, placed, |index, [row, column]| {
        let detail = format!("the place [{row},{column}] is listed for the second time");
        ParseError::inconsistent(InputPlace::Node { number: index as u64 }, detail)
    })?;
    Ok((all, size))
}

/// What an object says.
fn object_of(value: Value<'_>, place: InputPlace) -> Result<CellObject, ParseError> {
    let mut object = CellObject::default();
    value.members("an object that says for each side whether there is a wall", |name, value| {
        let is_true = || matches!(value.text(), "true" | "1");
        let is_flag = || matches!(value.text(), "true" | "false" | "1" | "0");
        if name.eq_ignore_ascii_case("walls") && value.text().starts_with('{') {
            value.members("an object that says for each side whether there is a wall", |name, value| {
                add_side(&mut object, &name, value)
            })
        } else if name.eq_ignore_ascii_case("walls") && value.text().starts_with('[') {
            add_walls(&mut object, value)
        } else if SIDE_NAMES.iter().any(|names| is_one_of(&name, names)) {
            add_side(&mut object, &name, value)
        } else {
            if let Some(axis) = AXES.iter().position(|names| is_one_of(&name, names)) {
                object.at[axis] = value.text().parse().ok();
            } else if is_one_of(&name, &WALL_FLAGS) && is_flag() {
                object.is_wall = Some(is_true());
            } else if is_one_of(&name, &FREE_FLAGS) && is_flag() {
                object.is_wall = Some(!is_true());
            } else if is_flag()
                && let Some(end) =
                    end_of(name.trim_start_matches("is").trim_start_matches("Is").trim_start_matches('_'))
            {
                object.is_end[end] = is_true();
            } else if is_one_of(&name, &KINDS) && value.text().starts_with('"') {
                add_kind(&mut object, &value.string("a word")?, place)?;
            }
            Ok(())
        }
    })?;
    let says_nothing = object.is_wall.is_none() || object.named != Sides::NONE;
    if says_nothing && object.named != Sides::SQUARE {
        let side = Sides::SQUARE.minus(object.named).nth(0).unwrap_or(Side::N);
        let [letter, word, other, _] = SIDE_NAMES[usize::from(side.number())];
        let letter = letter.to_ascii_uppercase();
        let mut detail = format!("a side is missing: {letter}, {word} or {other}");
        if object.named == Sides::NONE {
            detail += "; of an object that is a square, it must be said whether it is a wall: wall, walkable or type";
        }
        return Err(ParseError::malformed(value.end(), detail));
    }
    Ok(object)
}

/// Adds a side that a member names.
fn add_side(object: &mut CellObject, name: &str, value: Value<'_>) -> Result<(), ParseError> {
    let Some(side) = SIDE_NAMES.iter().position(|names| is_one_of(name, names)) else { return Ok(()) };
    let side = Side::new(side as u8);
    if object.named.contains(side) {
        return Err(ParseError::malformed(value.end(), format!("{name} names a side for the second time")));
    }
    object.named = object.named.with(side);
    if value.is_wall()? {
        object.walls = object.walls.with(side);
    }
    Ok(())
}

/// Adds the walls of an array, which go around the cell from the top.
fn add_walls(object: &mut CellObject, value: Value<'_>) -> Result<(), ParseError> {
    let mut count = 0;
    value.each("four walls, in the order top, right, bottom, left", |value| {
        if count < 4 {
            let side = Side::new(count);
            object.named = object.named.with(side);
            if value.is_wall()? {
                object.walls = object.walls.with(side);
            }
        }
        count = count.saturating_add(1);
        Ok(())
    })?;
    if count == 4 {
        return Ok(());
    }
    let detail = format!("walls must be four, in the order top, right, bottom, left, and are {count}");
    Err(ParseError::malformed(value.end(), detail))
}

/// Adds what a word says that the object is.
fn add_kind(object: &mut CellObject, word: &str, place: InputPlace) -> Result<(), ParseError> {
    if let Some(end) = end_of(word) {
        object.is_wall = Some(false);
        object.is_end[end] = true;
        return Ok(());
    }
    let Some((kind, _)) = WORDS.iter().find(|(_, words)| is_one_of(word, words)) else {
        let shown: String = word.chars().take(20).collect();
        let detail = format!("{shown:?} is no word for what a square is, such as wall, path, start or end");
        return Err(ParseError::malformed(place, detail));
    };
    object.is_wall = Some(*kind == SquareKind::Wall);
    Ok(())
}

/// Returns the maze of objects that are walls or free.
fn squares(objects: &[Option<CellObject>], size: [usize; 2], context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let mut matrix = Matrix::new(size, Meanings::default(), context)?;
    for (number, object) in objects.iter().enumerate() {
        let square = match object {
            Some(object) if object.is_wall != Some(false) && object.is_end == [false; 2] => SquareKind::Wall,
            None => SquareKind::Wall,
            Some(object) => match object.is_end {
                [true, true] => SquareKind::Both,
                [true, false] => SquareKind::Start,
                [false, true] => SquareKind::End,
                [false, false] => SquareKind::Free,
            },
        };
        matrix.push(square, || InputPlace::Address([(number / size[0]) as u32, (number % size[0]) as u32].into()));
    }
    matrix.read(context)
}

/// Returns the maze of objects that are cells with walls.
fn cells(objects: &[Option<CellObject>], size: [usize; 2], context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let has_walls = |(number, object): (usize, &Option<CellObject>)| {
        object.is_none_or(|object| outer_sides(number, size).minus(object.walls) == outer_sides(number, size))
    };
    // A maze has walls around it, so that the sides that are true must be open.
    let are_open = size[0].min(size[1]) > 1 && objects.iter().enumerate().all(has_walls);
    if are_open {
        context.warn(None, "no side around the maze is true, so that true was read as an open side");
    }
    let mut all = Cells::new();
    let mut marked = <[Marked; 2]>::default();
    for (number, object) in objects.iter().enumerate() {
        all.push(object.map(|object| if are_open { object.walls } else { Sides::SQUARE.minus(object.walls) }));
        let Some(object) = object else { continue };
        let at = [(number / size[0]) as u32, (number % size[0]) as u32];
        for (is_end, marked) in object.is_end.into_iter().zip(&mut marked) {
            if is_end {
                marked.add(at, || InputPlace::Address(at.into()));
            }
        }
    }
    let lone = |end: usize| {
        let [this, other] = if end == 0 { ["end", "start"] } else { ["start", "end"] };
        format!("this object is the {this}, and none the {other}")
    };
    let second = |_, count| format!("a second object is the start, and {count} are");
    rectangle(size, all, GivenEnds::marked(&marked, true, lone, second), context)
}
