//! Parsing parameters from a query, and collecting everything that is wrong with them.

use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};

use dedale::about::{
    InvalidValue, InvalidValueKind, OptionInfo, OverLimit, parse_digits, parse_thousandths, parse_whole, parse_within,
};
use dedale::generate::ALGORITHMS;
use dedale::grid::GridKind;
use dedale::options::{InvalidOption, InvalidOptions, MazeBuilder, MazeOptions};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::parameters::other_words::suggestion;
use crate::parameters::table::{Groups, Name, Values};
use crate::problem::{Code, Fault, Problem, Reason};

/// The characters that are escaped in a query: separators, and characters that a URL may not contain.
pub const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'!')
    .remove(b'$')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b',')
    .remove(b'-')
    .remove(b'.')
    .remove(b'/')
    .remove(b':')
    .remove(b';')
    .remove(b'?')
    .remove(b'@')
    .remove(b'_')
    .remove(b'~');

/// The maximum number of pairs of a name and a value in a query.
pub const MAX_PAIRS: usize = 256;

/// The maximum number of unknown names that are reported, since each is compared with all parameters of the path.
const MAX_UNKNOWN: usize = 10;

/// A value of a parameter.
#[derive(Clone, Debug)]
struct QueryValue {
    parameter: Name,
    /// The name or alias in the query.
    sent_name: &'static str,
    /// The value in its [canonical](crate::parameters::table::Parameter::canonical) form.
    text: Cow<'static, str>,
}

/// A query whose values are taken one parameter at a time. Faults are collected, and parsing continues.
///
/// The text is parsed once, into a list of values in the order of the table of parameters. The values of a parameter
/// are found by the index of the parameter.
#[derive(Clone, Debug)]
pub struct Query {
    values: Vec<QueryValue>,
    /// The index of the first value of each parameter, and the total number of values.
    starts: [u16; Name::COUNT + 1],
    /// The groups of parameters that the path takes.
    groups: Groups,
    faults: Vec<Fault>,
}

/// A value of a canonical query.
pub struct CanonicalValue<'q> {
    /// The parameter.
    pub parameter: Name,
    text: Cow<'q, str>,
}

impl CanonicalValue<'_> {
    /// The value.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Appends values to the text of a query. A list is written as one value, and only characters that must be escaped are
/// escaped.
pub fn write_values(query: &mut String, values: &[CanonicalValue<'_>]) {
    let mut before = None;
    for CanonicalValue { parameter, text } in values {
        match parameter.parameter().values {
            values @ Values::List { .. } if before == Some(*parameter) => query.push_str(values.separator()),
            _ => {
                if before.is_some() {
                    query.push('&');
                }
                query.push_str(parameter.as_str());
                query.push('=');
            }
        }
        query.extend(utf8_percent_encode(text, ESCAPED));
        before = Some(*parameter);
    }
}

impl Query {
    /// Parses the names and values of a query of a path that takes the parameters of `groups`.
    ///
    /// These are faults: a name that the path does not take, a repeated parameter that is not a list, more than
    /// [`MAX_PAIRS`] pairs, and a list with too many values.
    ///
    /// Values are converted to their [canonical form](crate::parameters::table::Parameter::canonical). A parameter that
    /// has its default value is treated as absent, even if the path does not take it.
    ///
    /// Time `O(bytes)`, plus the time to sort the values.
    pub fn new(query: &str, groups: Groups) -> Query {
        Query::in_format(query, groups, |_| groups)
    }

    /// The same if the format of the response restricts the parameters. `valid_groups` receives the value of `format`
    /// and returns the groups of `groups` that are valid with it. Parameters of other groups are faults.
    pub fn in_format(query: &str, groups: Groups, valid_groups: impl FnOnce(Option<&str>) -> Groups) -> Query {
        let mut values: Vec<QueryValue> = Vec::new();
        let mut names = NameCheck { groups, times: [0; Name::COUNT], unknown: Vec::new(), faults: Vec::new() };
        for (number, (name, value)) in form_urlencoded::parse(query.as_bytes()).enumerate() {
            if number == MAX_PAIRS {
                let detail = format!(
                    "a query has at most {MAX_PAIRS} parameters, and this is one more; a list is one of them, with ; between its values"
                );
                names.faults.push(Fault::new(&name, Some(&value), detail));
                break;
            }
            let Some((sent_name, parameter)) = names.look_up(&name, &value) else { continue };
            let known = parameter.parameter();
            let Values::List { max_values, .. } = known.values else {
                names.check_once(parameter, sent_name, &value, &values);
                values.push(QueryValue { parameter, sent_name, text: known.canonical(value) });
                continue;
            };
            for item in known.values.split(&value) {
                if !names.has_room(parameter, sent_name, max_values) {
                    break;
                }
                values.push(QueryValue { parameter, sent_name, text: known.canonical(item.into()) });
            }
        }
        let format = values.iter().find(|value| value.parameter == Name::Format).map(|value| &*value.text);
        let groups = valid_groups(format);
        values.sort_by_key(|value| value.parameter as usize);
        let mut query = Query { starts: starts_of(&values), values, groups, faults: names.faults };
        query.forget_defaults();
        query
    }

    /// Removes parameters that have their default value, so that an explicit default has the same meaning as an absent
    /// parameter. Parameters that are not valid with the format are removed too, each with a fault.
    fn forget_defaults(&mut self) {
        let mut forgotten = Vec::new();
        let mut next = 0;
        while let Some(&QueryValue { parameter: name, .. }) = self.values.get(next) {
            next = self.positions(name).end;
            let parameter = name.parameter();
            if self.joined(name).is_some_and(|value| parameter.is_default(&value, self.groups)) {
                forgotten.push(name);
            } else if !self.takes(parameter.group) {
                forgotten.push(name);
                self.fault(name, parameter.valid_where());
            }
        }
        if !forgotten.is_empty() {
            self.values.retain(|value| !forgotten.contains(&value.parameter));
            self.starts = starts_of(&self.values);
        }
    }

    /// Returns the parsed value if there are no faults.
    pub fn finish<T>(self, parsed: Option<T>) -> Result<T, Problem> {
        match parsed {
            Some(parsed) if self.faults.is_empty() => Ok(parsed),
            _ => Err(self.into_problem()),
        }
    }

    /// Returns an error with all faults so far.
    pub fn check(&mut self) -> Result<(), Problem> {
        if self.is_valid() { Ok(()) } else { Err(Problem::invalid(std::mem::take(&mut self.faults))) }
    }

    /// Converts the query into a problem with all faults so far.
    pub fn into_problem(self) -> Problem {
        Problem::invalid(self.faults)
    }

    /// Appends advice to the faults of these parameters that are too large.
    pub fn advise_too_large(&mut self, names: &[Name], advice: &str) {
        let sent: Vec<&str> = names.iter().map(|&name| self.sent_name(name)).collect();
        let is_affected = |fault: &&mut Fault| fault.reason.over.is_some() && sent.contains(&&*fault.parameter);
        for fault in self.faults.iter_mut().filter(is_affected) {
            fault.reason.detail += advice;
        }
    }

    /// Returns true if there are no faults so far.
    pub fn is_valid(&self) -> bool {
        self.faults.is_empty()
    }

    /// Adds a fault. To limit the size of the response, only the first faults are kept, and one more, which shows that
    /// the list is incomplete.
    fn add_fault(&mut self, fault: impl FnOnce(&Query) -> Fault) {
        if self.faults.len() <= Fault::MAX_LISTED {
            let mut fault = fault(self);
            if let Some(hint) = fault.value.as_deref().and_then(|value| hint(&fault.parameter, value, self.groups)) {
                fault.reason.detail = format!("{}; {hint}", fault.reason.detail);
            }
            self.faults.push(fault);
        }
    }

    /// Reports that the value of a parameter is wrong, or the first value if it has several.
    pub fn fault(&mut self, name: Name, reason: impl Into<Reason>) {
        self.add_fault(|query| Fault::new(query.sent_name(name), query.given(name), reason));
    }

    /// Reports that one of the values of a parameter is wrong.
    pub fn fault_of(&mut self, name: Name, value: &str, reason: impl Into<Reason>) {
        self.add_fault(|query| Fault::new(query.sent_name(name), Some(value), reason));
    }

    /// Reports that the value at this position is wrong.
    fn fault_at(&mut self, position: usize, reason: impl Into<Reason>) {
        self.add_fault(|query| {
            let QueryValue { parameter, text, .. } = &query.values[position];
            Fault::new(query.sent_name(*parameter), Some(text), reason)
        });
    }

    /// Reports that the value of a parameter is not one of the allowed names.
    pub fn unknown(&mut self, name: Name, what: &str, allowed: Vec<&'static str>) {
        self.add_fault(|query| {
            Fault::unknown(query.sent_name(name), query.text(name).or(Some("")), what, allowed, &[])
        });
    }

    /// The name or alias of a parameter in the query.
    fn sent_name(&self, name: Name) -> &'static str {
        self.values_of(name).first().map_or(name.as_str(), |value| value.sent_name)
    }

    /// The positions of the values of a parameter.
    fn positions(&self, name: Name) -> Range<usize> {
        let [start, end] = [0, 1].map(|next| self.starts[name as usize + next].into());
        start..end
    }

    fn values_of(&self, name: Name) -> &[QueryValue] {
        &self.values[self.positions(name)]
    }

    /// Returns the query with only the parameters of `groups`, and without faults.
    pub fn restricted(&self, groups: Groups) -> Query {
        let is_kept = |value: &&QueryValue| value.parameter.parameter().group.intersects(groups);
        let values: Vec<QueryValue> = self.values.iter().filter(is_kept).cloned().collect();
        Query { starts: starts_of(&values), values, groups: self.groups, faults: Vec::new() }
    }

    /// Returns true if the path takes parameters of one of these groups.
    pub fn takes(&self, groups: Groups) -> bool {
        self.groups.intersects(groups)
    }

    /// The default value of a parameter at this path and in this format.
    pub fn default_of(&self, name: Name) -> Option<&'static str> {
        name.parameter().default_at(self.groups)
    }

    /// Returns true if a parameter was given.
    pub fn has(&self, name: Name) -> bool {
        !self.positions(name).is_empty()
    }

    /// Returns true if no parameters other than `names` were given. `names` must be distinct.
    pub fn has_only(&self, names: &[Name]) -> bool {
        names.iter().map(|&name| self.count(name)).sum::<usize>() == self.values.len()
    }

    /// The number of values of a parameter.
    pub fn count(&self, name: Name) -> usize {
        self.positions(name).len()
    }

    /// The value of a parameter, or the first one if there are several.
    pub fn given(&self, name: Name) -> Option<&str> {
        self.all(name).next()
    }

    /// All values of a parameter.
    pub fn all(&self, name: Name) -> impl Iterator<Item = &str> {
        self.values_of(name).iter().map(|value| &*value.text)
    }

    /// All values of a parameter, joined with the separator of its list.
    fn joined(&self, name: Name) -> Option<Cow<'_, str>> {
        match self.values_of(name) {
            [] => None,
            [value] => Some(Cow::Borrowed(&value.text)),
            values => {
                let texts: Vec<&str> = values.iter().map(|value| &*value.text).collect();
                Some(texts.join(name.parameter().values.separator()).into())
            }
        }
    }

    /// The values of the canonical query, in the order of the table of parameters. `more` values are added, and
    /// parameters for which `without` returns true are omitted. If `options` are given, they determine the values of
    /// the options of a maze.
    pub fn canonical<'q>(
        &'q self,
        more: &[&'q (Name, String)],
        without: impl Fn(Name) -> bool,
        options: Option<&MazeOptions>,
    ) -> Vec<CanonicalValue<'q>> {
        let mut canonical: Vec<CanonicalValue<'_>> = Vec::with_capacity(self.values.len() + more.len());
        for values in self.values.chunk_by(|a, b| a.parameter == b.parameter) {
            let name = values[0].parameter;
            if without(name) {
                continue;
            }
            let start = canonical.len();
            match name.parameter().option.zip(options) {
                Some((option, options)) => {
                    let value =
                        options.value_of(option).filter(|value| !name.parameter().is_default(value, self.groups));
                    canonical.extend(value.map(|value| CanonicalValue { parameter: name, text: value.into() }));
                }
                None => {
                    let borrowed =
                        |value: &'q QueryValue| CanonicalValue { parameter: name, text: (&*value.text).into() };
                    canonical.extend(values.iter().map(borrowed));
                }
            }
            // The order of names in a list has no meaning.
            if let Some(names) = &name.parameter().names
                && canonical.len() > start + 1
            {
                canonical[start..].sort_by_key(|value| names.iter().position(|name| *name == value.text));
            }
        }
        let added = |&(name, value): &&'q (Name, String)| CanonicalValue { parameter: *name, text: value.into() };
        canonical.extend(more.iter().map(added));
        canonical.sort_by_key(|value| value.parameter as usize);
        canonical
    }

    /// The value of a parameter, or its default.
    pub fn text(&self, name: Name) -> Option<&str> {
        self.given(name).or(name.parameter().default)
    }

    /// Parses a whole number in `range`. Like the other functions that parse, returns `None` if
    /// there is no value or if it is wrong.
    pub fn whole(&mut self, name: Name, range: RangeInclusive<u64>) -> Option<u64> {
        self.parsed(name, |text| parse_whole(text, range))
    }

    /// Parses a number in `range`, and returns it in thousandths, rounded.
    pub fn thousandths(&mut self, name: Name, range: RangeInclusive<f64>) -> Option<u32> {
        self.parsed(name, |text| parse_thousandths(text, range))
    }

    /// Parses a value with `parse`.
    pub fn parsed<T>(&mut self, name: Name, parse: impl FnOnce(&str) -> Result<T, InvalidValue>) -> Option<T> {
        let parsed = parse(self.text(name)?);
        parsed.map_err(|reason| self.add_fault(|query| query.invalid(name, query.given(name), &reason))).ok()
    }

    /// Parses a whole number from 1 to `max`. `limit` is the name of the limit in faults.
    pub fn within(&mut self, name: Name, limit: &'static str, max: u64) -> Option<u64> {
        self.parsed(name, |text| parse_within(text, limit, max))
    }

    /// Reports that the value of a parameter exceeds a limit.
    pub fn too_large(&mut self, name: Name, over: OverLimit, detail: impl Into<String>) {
        self.fault(name, Reason::too_large(over, detail));
    }

    /// The parameter to which faults about the size of the maze are attributed.
    pub fn size(&self) -> Name {
        [Name::Rings, Name::H, Name::W].into_iter().find(|&name| self.has(name)).unwrap_or(Name::H)
    }

    /// Parses one of `all` by its name. `what` describes the names in faults.
    pub fn choice<T: Copy>(&mut self, name: Name, what: &str, all: &[T], label: fn(T) -> &'static str) -> Option<T> {
        let text = self.text(name)?;
        let choice = all.iter().copied().find(|&choice| label(choice) == text);
        if choice.is_none() {
            self.unknown(name, what, all.iter().copied().map(label).collect());
        }
        choice
    }

    /// Parses `true` or `false`.
    pub fn flag(&mut self, name: Name) -> Option<bool> {
        self.choice(name, "value", &[true, false], |flag| if flag { "true" } else { "false" })
    }

    /// Parses a list of names, each at most once.
    pub fn list<T: Copy + PartialEq>(&mut self, name: Name, all: &[T], label: fn(T) -> &'static str) -> Vec<T> {
        let named = |text: &str| all.iter().copied().find(|&item| label(item) == text);
        if !self.has(name) {
            return name.parameter().default.and_then(named).into_iter().collect();
        }
        let mut list = Vec::new();
        for position in self.positions(name) {
            match named(&self.values[position].text) {
                Some(item) if list.contains(&item) => {
                    self.fault_at(position, Reason::new(Code::Repeated, "must not be named twice"))
                }
                Some(item) => list.push(item),
                None => self.add_fault(|query| {
                    let names = all.iter().copied().map(label).collect();
                    Fault::unknown(query.sent_name(name), Some(&query.values[position].text), "value", names, &[])
                }),
            }
        }
        list
    }

    /// Parses each value of a parameter, and returns those that are valid.
    pub fn each<T>(&mut self, name: Name, mut parse: impl FnMut(&str) -> Result<T, InvalidValue>) -> Vec<T> {
        let mut parsed = Vec::new();
        for position in self.positions(name) {
            match parse(&self.values[position].text) {
                Ok(value) => parsed.push(value),
                Err(reason) => {
                    self.add_fault(|query| query.invalid(name, Some(&query.values[position].text), &reason));
                }
            }
        }
        parsed
    }

    /// Sets an option of a maze to the values of the parameter of the same name. The builder reports wrong values.
    pub fn set(&self, name: Name, builder: &mut MazeBuilder) {
        if !self.has(name) {
            return;
        }
        let option = name.parameter().option;
        let mut refused = 0;
        let mut set = |index: usize, value: &str| {
            let result = match option {
                Some(option) => (option.set)(builder, value),
                None => builder.set(name.as_str(), value),
            };
            if let Err(reason) = result {
                builder.refuse(name.as_str(), index, reason);
                refused += 1;
            }
            // Only the first wrong values are reported.
            refused <= Fault::MAX_LISTED
        };
        let _ = match option {
            Some(_) => self.all(name).enumerate().all(|(index, value)| set(index, value)),
            // An option of an algorithm has one value, which may be a list.
            None => self.joined(name).iter().all(|value| set(0, value)),
        };
    }

    /// Sets an option of a solver or a picture to the value of the parameter of the same name.
    pub fn set_option<T>(&mut self, name: Name, target: &mut T, option: &OptionInfo<T>) {
        let _: Vec<()> = self.each(name, |value| (option.set)(target, value));
    }

    /// Sets all of these options that are parameters of `groups`.
    pub fn set_options<T>(&mut self, groups: Groups, target: &mut T, options: &[OptionInfo<T>]) {
        for option in options {
            if let Some(name) = Name::find(option.name, groups) {
                self.set_option(name, target, option);
            }
        }
    }

    /// Creates the fault of a wrong value.
    fn invalid(&self, name: Name, value: Option<&str>, reason: &InvalidValue) -> Fault {
        let what = if name == Name::Algo { "algorithm" } else { "value" };
        match reason.kind {
            InvalidValueKind::Unknown(allowed) => {
                let (names, aliases): (Vec<&str>, Vec<&str>) = allowed.iter().partition(|known| !is_alias(name, known));
                Fault::unknown(self.sent_name(name), value, what, names, &aliases)
            }
            _ => Fault::new(self.sent_name(name), value, reason),
        }
    }

    /// Reports the wrong options of a maze that were set from this query.
    pub fn invalid_options(&mut self, InvalidOptions(invalid): InvalidOptions) {
        for InvalidOption { option, index, reason, .. } in &invalid {
            self.add_fault(|query| match Name::find_anywhere(option) {
                Some(name) => query.invalid(name, query.all(name).nth(*index), reason),
                None => Fault::new(option, None, reason),
            });
        }
    }

    /// Returns true if a parameter has a fault.
    pub fn is_faulty(&self, name: Name) -> bool {
        self.faults.iter().any(|fault| fault.parameter == self.sent_name(name))
    }
}

/// A hint for a value that looks like a common mistake.
fn hint(parameter: &str, value: &str, groups: Groups) -> Option<Cow<'static, str>> {
    let mut parts = value.split([';', '?']).skip(1).filter_map(|part| part.split_once('='));
    if parts.any(|(name, _)| Name::find(name, groups).is_some()) {
        return Some("parameters have & between them".into());
    }
    let name = Name::find(parameter, groups)?;
    if let Some(percent) =
        parse_digits(value.trim_end_matches(['%', ' '])).filter(|percent| (10..=100).contains(percent))
        && FRACTIONS.contains(&name)
    {
        return Some(format!("{percent} % is {}", percent as f64 / 100.0).into());
    }
    let is_word = value.chars().next().is_some_and(char::is_alphabetic);
    let hint = match name {
        Name::W | Name::H | Name::Rings if value.contains("..") && !groups.intersects(Groups::BOOK | Groups::MANY) => {
            "sizes that grow from maze to maze are for books, at /book.pdf, and for /mazes"
        }
        Name::From | Name::To if is_word => {
            "ends=center puts the exit in the middle, and farthest and random choose both ends"
        }
        Name::Path | Name::Point if value.matches(',').count() > 2 => "several cells have ; between them",
        _ => return None,
    };
    Some(hint.into())
}

/// The parameters with values from 0 to 1, for which a percentage may be given by mistake.
const FRACTIONS: [Name; 7] =
    [Name::Obstacles, Name::Weave, Name::Straightness, Name::Sparse, Name::Braid, Name::MaxWalls, Name::Solvable];

/// Returns true if one of the names that a parameter takes is an alias.
pub fn is_alias(name: Name, word: &str) -> bool {
    match name {
        Name::Algo => ALGORITHMS.iter().any(|info| info.aliases.contains(&word)),
        Name::Grid => GridKind::ALL.iter().any(|kind| kind.info().aliases.contains(&word)),
        _ => false,
    }
}

/// The index of the first value of each parameter, and the total number of values. `values` must be in the order of the
/// table of parameters.
fn starts_of(values: &[QueryValue]) -> [u16; Name::COUNT + 1] {
    let mut starts = [0; Name::COUNT + 1];
    for value in values {
        starts[value.parameter as usize + 1] += 1;
    }
    for index in 0..Name::COUNT {
        starts[index + 1] += starts[index];
    }
    starts
}

/// Checks the names of a query: whether the path takes them, and how often they are given.
struct NameCheck {
    /// The groups of parameters that the path takes.
    groups: Groups,
    /// The number of times that each parameter was given, or the number of values of a list.
    times: [u16; Name::COUNT],
    /// The names that are not parameters of the path, without repetitions.
    unknown: Vec<String>,
    faults: Vec<Fault>,
}

impl NameCheck {
    /// Finds a parameter of the path and the name or alias by which it was given. Any other name is a fault, unless its
    /// value is the default.
    fn look_up(&mut self, name: &str, value: &str) -> Option<(&'static str, Name)> {
        if let Some((sent, known)) = Name::look_up(name) {
            let parameter = known.parameter();
            if parameter.group.intersects(self.groups) {
                return Some((sent, known));
            }
            let value = parameter.canonical(value.into());
            if self.groups != Groups::empty() && parameter.is_default(&value, self.groups) {
                return None;
            }
        }
        if self.unknown.len() <= MAX_UNKNOWN && !self.unknown.iter().any(|unknown| unknown == name) {
            self.unknown.push(name.to_owned());
            self.faults.push(match self.unknown.len() {
                ..=MAX_UNKNOWN => unknown_fault(name, value, self.groups),
                _ => Fault::new(
                    name,
                    Some(value),
                    Reason::new(Code::UnknownParameter, "unknown parameter; the names after it are not looked up"),
                ),
            });
        }
        None
    }

    /// Counts a parameter that may be given once, and reports the second occurrence.
    fn check_once(&mut self, parameter: Name, name: &str, value: &str, before: &[QueryValue]) {
        let times = &mut self.times[parameter as usize];
        *times += 1;
        if *times != 2 {
            return;
        }
        let first = before.iter().find(|value| value.parameter == parameter).map_or(name, |value| value.sent_name);
        let is_of_picture = parameter == Name::W && self.groups.intersects(Groups::STYLE);
        let detail = match () {
            () if first == name => "must be given once".to_owned(),
            () if is_of_picture => {
                format!("means the same as '{first}': give one of them; the width of a picture is 'pixels'")
            }
            () => format!("means the same as '{first}': give one of them"),
        };
        self.faults.push(Fault::new(name, Some(value), Reason::new(Code::Repeated, detail)));
    }

    /// Counts a value of a list, and returns true if the list may have it. The first excess value is a fault.
    fn has_room(&mut self, parameter: Name, name: &str, max_values: u16) -> bool {
        let times = &mut self.times[parameter as usize];
        if *times < max_values {
            *times += 1;
            return true;
        }
        if *times == max_values {
            *times += 1;
            let over = OverLimit { limit: "values", max: max_values.into(), asked: u64::from(max_values) + 1 };
            let detail = format!("must have at most {max_values} values, and has more");
            self.faults.push(Fault::new(name, None, Reason::too_large(over, detail)));
        }
        false
    }
}

/// The fault of a name that is not a parameter of the path, which takes the parameters of `groups`.
fn unknown_fault(parameter: &str, value: &str, groups: Groups) -> Fault {
    let mut allowed = Vec::new();
    let unknown = |detail: String| Reason::new(Code::UnknownParameter, detail);
    let reason = match Name::find_anywhere(parameter) {
        Some(known) => known.parameter().valid_where(),
        None => match suggestion(parameter, value, groups) {
            Some(suggestion) => unknown(format!("unknown parameter; did you mean {suggestion}?")),
            None => {
                allowed = groups.parameters().map(|known| known.name).collect();
                unknown("unknown parameter; those of this path are listed in `allowed`".to_owned())
            }
        },
    };
    Fault { allowed, ..Fault::new(parameter, Some(value), reason) }
}
