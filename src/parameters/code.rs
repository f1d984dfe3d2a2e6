//! The code of a sheet: its parameters in a line that is short enough to be printed and typed, and that the page reads.
//!
//! `cat 12×12 difficulty=easy count=8 per_page=2 · 48213` has the mask, the size, the other parameters that are not at
//! their defaults, as in a query, and the seed. That of a book always has `count`, since that of a single maze has none.
//! In a value, `%` and spaces are escaped.

use std::fmt::Write as _;

use percent_encoding::{AsciiSet, utf8_percent_encode};

use crate::parameters::query::{CanonicalValue, ESCAPED};
use crate::parameters::table::Name;

/// The characters that are escaped in the address of a sheet.
const ESCAPED_IN_ADDRESS: &AsciiSet = &ESCAPED.remove(b'=');

/// Writes the code of a sheet with the parameters that are not at their defaults, in the order of the table, and with
/// this seed. `size` is the default number of columns and rows, if the grid has some, and `count` the default number of
/// mazes, if the code is that of a book.
pub fn sheet_code(values: &[CanonicalValue<'_>], size: Option<[&str; 2]>, count: Option<&str>, seed: u64) -> String {
    let mut code = String::with_capacity(64);
    let mut add = |word: &str| {
        code.push_str(word);
        code.push(' ');
    };
    let first = |name: Name| values.iter().find(|value| value.parameter == name).map(CanonicalValue::text);
    if let Some(mask) = first(Name::Mask) {
        add(&escaped(mask));
    }
    if let Some([columns, rows]) = size {
        let [columns, rows] = [(Name::W, columns), (Name::H, rows)].map(|(name, usual)| first(name).unwrap_or(usual));
        add(&format!("{columns}×{rows}"));
    }
    for values in values.chunk_by(|a, b| a.parameter == b.parameter) {
        let name = values[0].parameter;
        if name == Name::Mask || size.is_some() && [Name::W, Name::H].contains(&name) {
            continue;
        }
        let texts: Vec<_> = values.iter().map(|value| escaped(value.text())).collect();
        add(&format!("{name}={}", texts.join(name.parameter().values.separator())));
    }
    if let Some(count) = count.filter(|_| first(Name::Count).is_none()) {
        add(&format!("{}={count}", Name::Count));
    }
    let _ = write!(code, "· {seed}");
    code
}

fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace(' ', "%20")
}

/// The address of the page that shows the sheet with this code, on the server with this address.
pub fn sheet_address(public_url: &str, code: &str) -> String {
    let code = code.replace('×', "x").replace("· ", "");
    format!("{public_url}/?sheet={}", utf8_percent_encode(&code, ESCAPED_IN_ADDRESS).to_string().replace("%20", "+"))
}
