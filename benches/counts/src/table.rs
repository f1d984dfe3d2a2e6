//! The table of counts.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::Result;

/// How much a case may take above its last count, in percent.
const MAX_ABOVE_LAST: u64 = 3;

/// How much it may take above its first count, in percent.
const MAX_ABOVE_FIRST: u64 = 5;

/// What a case takes.
pub struct Count {
    name: String,
    instructions: u64,
    /// The branches that were predicted wrongly, conditional and indirect ones.
    misses: u64,
}

impl Count {
    /// Reads the count of a case from a dump of Callgrind.
    pub fn read(name: String, dump: &str) -> Result<Count> {
        let line = |start: &str| {
            let line = dump.lines().find_map(|line| line.strip_prefix(start));
            line.ok_or_else(|| format!("the dump of {name} has no line {start}"))
        };
        if !line("desc: Trigger:")?.contains("case_ends") {
            return Err(format!("the dump of {name} does not end where the case ends").into());
        }
        let (mut instructions, mut misses) = (0, 0);
        for (event, number) in line("events:")?.split_whitespace().zip(line("totals:")?.split_whitespace()) {
            match event {
                "Ir" => instructions = number.parse()?,
                "Bcm" | "Bim" => misses += number.parse::<u64>()?,
                _ => {}
            }
        }
        Ok(Count { name, instructions, misses })
    }
}

/// A row of the table: instructions, but for the misses.
struct Row {
    /// The count of an earlier commit, if it had this case.
    before: Option<u64>,
    first: u64,
    last: u64,
    misses: u64,
    name: String,
}

/// The counts of all cases, in order.
pub struct Table {
    /// The lines above the rows.
    head: Vec<String>,
    rows: Vec<Row>,
}

/// The differences between what was counted and a table.
pub struct Report {
    /// A line for each case that differs, and a summary.
    pub text: String,
    /// Whether a case takes more than it may, or is missing on one side.
    pub fails: bool,
}

impl Table {
    /// Reads the table.
    pub fn read(path: &Path) -> Result<Table> {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let (head, rows): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
        let row = |line: &&str| Row::parse(line).ok_or_else(|| format!("{}: not a row: {line}", path.display()).into());
        let rows = rows.iter().map(row).collect::<Result<_>>()?;
        Ok(Table { head: head.into_iter().map(str::to_owned).collect(), rows })
    }

    /// Reads the table, changes it and writes it again.
    pub fn update(path: &Path, change: impl FnOnce(&mut Table)) -> Result<()> {
        let mut table = Table::read(path)?;
        change(&mut table);
        let mut text = table.head.join("\n") + "\n";
        for row in &table.rows {
            let before = row.before.map_or("-".to_owned(), |before| before.to_string());
            writeln!(text, "{before:>12} {:>12} {:>12} {:>9}  {}", row.first, row.last, row.misses, row.name)?;
        }
        Ok(fs::write(path, text)?)
    }

    fn find(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }

    /// Compares what was counted with the table.
    pub fn compare(&self, counts: &[Count]) -> Report {
        let mut report = Report { text: String::new(), fails: false };
        let (mut same, mut lower) = (0, 0);
        for count in counts {
            let Some(row) = self.find(&count.name) else {
                report.fail(format_args!("{}: has no count yet", count.name));
                continue;
            };
            let mut is_more = false;
            for (column, than, max) in [("last", row.last, MAX_ABOVE_LAST), ("first", row.first, MAX_ABOVE_FIRST)] {
                if is_above(count.instructions, than, max) {
                    is_more = true;
                    report.fail(format_args!(
                        "{}: {} instructions, {:+.1} % above its {column} count of {than} (at most {max} %); {} misses, {} before",
                        count.name, count.instructions, percent(count.instructions, than), count.misses, row.misses
                    ));
                }
            }
            if is_above(row.last, count.instructions, MAX_ABOVE_LAST) {
                lower += 1;
            } else if !is_more {
                same += 1;
            }
        }
        for row in self.rows.iter().filter(|row| !counts.iter().any(|count| count.name == row.name)) {
            report.fail(format_args!("{}: is in the table, and there is no such case", row.name));
        }
        report.line(format_args!(
            "counts: {} cases, {same} as before, {lower} with at least {MAX_ABOVE_LAST} % less",
            counts.len()
        ));
        report
    }

    /// Makes what was counted the last counts, and returns what changed. Cases that are new or too far above their first count get a new first one.
    pub fn bless(&mut self, counts: &[Count]) -> String {
        let mut text = String::new();
        let row = |count: &Count| {
            let row = self.find(&count.name);
            let kept = row.map(|row| row.first).filter(|&first| !is_above(count.instructions, first, MAX_ABOVE_FIRST));
            let last = row.map_or(0, |row| row.last);
            if last != count.instructions {
                // Writing to a string never fails.
                let _ = writeln!(text, "{}: {last} -> {}", count.name, count.instructions);
            }
            Row {
                before: row.and_then(|row| row.before),
                first: kept.unwrap_or(count.instructions),
                last: count.instructions,
                misses: count.misses,
                name: count.name.clone(),
            }
        };
        self.rows = counts.iter().map(row).collect();
        text
    }

    /// Makes what was counted the counts of an earlier commit.
    pub fn set_before(&mut self, counts: &[Count]) {
        for row in &mut self.rows {
            row.before = counts.iter().find(|count| count.name == row.name).map(|count| count.instructions);
        }
    }
}

impl Report {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string never fails.
        let _ = writeln!(self.text, "{line}");
    }

    fn fail(&mut self, line: std::fmt::Arguments<'_>) {
        self.fails = true;
        self.line(line);
    }
}

impl Row {
    fn parse(line: &str) -> Option<Row> {
        let mut words = line.split_whitespace();
        let before = words.next()?;
        let before = if before == "-" { None } else { Some(before.parse().ok()?) };
        let mut number = || words.next()?.parse().ok();
        let (first, last, misses) = (number()?, number()?, number()?);
        let name: Vec<&str> = words.collect();
        Some(Row { before, first, last, misses, name: name.join(" ") })
    }
}

/// Whether a count is more than `max` percent above another one.
fn is_above(count: u64, other: u64, max: u64) -> bool {
    count * 100 > other * (100 + max)
}

/// How much a count is above another one, in percent.
fn percent(count: u64, other: u64) -> f64 {
    100.0 * (count as f64 / other as f64 - 1.0)
}
