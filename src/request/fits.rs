//! With which values a request that is too large would be accepted.

use std::cell::Cell;

use axum::http::Uri;
use dedale::about::parse_digits;
use form_urlencoded::Serializer;

use super::format::{Call, text};
use super::parameters::Name;
use crate::problem::{Fault, Problem};

/// How many times a request is read to find out what fits. Reading one takes some microseconds.
const MAX_READS: u32 = 120;

/// The parameters that are made smaller, in the order in which they are tried: the work on a maze first, then the maze.
const KNOBS: [Name; 7] = [Name::Moves, Name::Count, Name::Pairs, Name::Pixels, Name::Cell, Name::Window, Name::Rings];

/// Reads and admits a request as `read` does. Where it is only too large, the problem says with which values it would be admitted: that is tried.
pub fn admitted<T>(call: Call<'_>, read: impl Fn(Call<'_>) -> Result<T, Problem>) -> Result<T, Problem> {
    read(call).map_err(|problem| {
        if !problem.is_too_large() {
            return problem;
        }
        let is_admitted = |call: Call<'_>| read(call).is_ok();
        let mut search = Search { call, is_admitted: &is_admitted, fixed: Vec::new(), reads: Cell::new(0) };
        match search.smaller(&problem.errors) {
            Some(values) => problem.fitting(values.into_iter().map(|(name, value)| (name.as_str(), value)).collect()),
            None => problem,
        }
    })
}

/// Parameters and their values.
type Values = Vec<(Name, String)>;

/// A request that is too large.
struct Search<'a> {
    call: Call<'a>,
    is_admitted: &'a dyn Fn(Call<'_>) -> bool,
    /// The values that exceed their own limits, replaced by these limits.
    fixed: Values,
    reads: Cell<u32>,
}

impl Search<'_> {
    /// Values with which the request is admitted.
    fn smaller(&mut self, faults: &[Fault]) -> Option<Values> {
        for Fault { parameter, reason, .. } in faults {
            if let Some((name, over)) = Name::find_anywhere(parameter).zip(reason.over)
                && self.numbers(name) == [over.asked]
            {
                self.fixed.push((name, over.max.to_string()));
            }
        }
        let is_enough = !self.fixed.is_empty() && self.is_admitted(&[]);
        let values = is_enough.then(Vec::new).or_else(|| {
            KNOBS.into_iter().find_map(|name| self.turned_down(&[name])).or_else(|| self.turned_down(&SIDES))
        });
        values.or_else(|| self.turned_down(&[Name::Floors])).map(|values| self.whole(values))
    }

    /// The largest values of these parameters with which the request is admitted, in the proportions that they have.
    fn turned_down(&self, names: &[Name]) -> Option<Values> {
        let asked: Vec<(Name, Vec<u64>)> = names.iter().map(|&name| (name, self.numbers(name))).collect();
        let longest = asked.iter().flat_map(|(name, numbers)| changing(*name, numbers)).copied().max()?;
        let values = |length: u64| -> Values {
            let scaled = |&number: &u64| (u128::from(number) * u128::from(length) / u128::from(longest)).max(1);
            let text = |(name, numbers): &(Name, Vec<u64>)| {
                let kept = &numbers[..numbers.len() - changing(*name, numbers).len()];
                let kept = kept.iter().map(u64::to_string);
                let all: Vec<String> =
                    kept.chain(changing(*name, numbers).iter().map(|number| scaled(number).to_string())).collect();
                (*name, all.join(","))
            };
            asked.iter().map(text).collect()
        };
        let fits = |length: u64| self.is_admitted(&values(length));
        // A size or a picture that is much too small may contradict other parameters; of anything else, the least fits or nothing does.
        let (mut most, mut end) = (longest, longest);
        if names == SIDES || names == [Name::Pixels] {
            loop {
                (end, most) = (most, most / 2);
                if most == 0 || fits(most) {
                    break;
                }
            }
        } else {
            most = if names == [Name::Cell] { self.numbers(Name::Wall).first().map_or(3, |wall| wall + 1) } else { 1 };
            most = if most < longest && fits(most) { most } else { 0 };
        }
        if most == 0 {
            return None;
        }
        while most + 1 < end {
            let middle = most + (end - most) / 2;
            if fits(middle) {
                most = middle;
            } else {
                end = middle;
            }
        }
        Some(values(most))
    }

    /// The numbers of a parameter: those that were sent, or of its default.
    fn numbers(&self, name: Name) -> Vec<u64> {
        let fixed = self.fixed.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone());
        let mut sent = form_urlencoded::parse(text(self.call.uri).as_bytes());
        let sent =
            || sent.find(|(known, _)| Name::find_anywhere(known) == Some(name)).map(|(_, value)| value.into_owned());
        let value = fixed.or_else(sent).or(name.parameter().default.map(str::to_owned));
        value.and_then(|value| value.split(',').map(parse_digits).collect()).unwrap_or_default()
    }

    /// Whether the request is admitted with these values and those that are fixed.
    fn is_admitted(&self, values: &[(Name, String)]) -> bool {
        self.reads.set(self.reads.get() + 1);
        let all = self.with_fixed(values);
        let is_changed = |name: &str| all.iter().any(|(known, _)| Name::find_anywhere(name) == Some(*known));
        let kept = form_urlencoded::parse(text(self.call.uri).as_bytes()).filter(|(name, _)| !is_changed(name));
        let mut query = Serializer::new(String::new());
        query.extend_pairs(kept).extend_pairs(all.iter().map(|(name, value)| (name.as_str(), value)));
        let uri = format!("{}?{}", self.call.uri.path(), query.finish());
        let Ok(uri) = uri.parse::<Uri>() else { return false };
        self.reads.get() <= MAX_READS && (self.is_admitted)(Call { uri: &uri, ..self.call })
    }

    fn with_fixed(&self, values: &[(Name, String)]) -> Values {
        let is_free = |name: &Name| values.iter().all(|(known, _)| known != name);
        let fixed = self.fixed.iter().filter(|(name, _)| is_free(name));
        fixed.chain(values).cloned().collect()
    }

    /// All values, with both sides of a size.
    fn whole(&self, values: Values) -> Values {
        let mut all = self.with_fixed(&values);
        for (name, other) in [(Name::W, Name::H), (Name::H, Name::W)] {
            let has = |name: Name| all.iter().any(|(known, _)| *known == name);
            if has(name) && !has(other) {
                all.extend(self.numbers(other).first().map(|side| (other, side.to_string())));
            }
        }
        all
    }
}

/// The sides of a maze, which keep their proportions.
const SIDES: [Name; 2] = [Name::W, Name::H];

/// Those of the numbers of a parameter that are made smaller: of a window, its length.
fn changing(name: Name, numbers: &[u64]) -> &[u64] {
    if name == Name::Window { numbers.get(2..).unwrap_or_default() } else { numbers }
}
