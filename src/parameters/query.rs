//! Parameters values from a query, and collecting everything that is wrong with them.

use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};

use dedale::about::{
    InvalidValue, OptionInfo, OverLimit, Why, parse_digits, parse_thousandths, parse_whole, parse_within,
};
use dedale::generate::ALGORITHMS;
use dedale::grid::GridKind;
use dedale::options::{InvalidOption, InvalidOptions, MazeBuilder, MazeOptions};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::parameters::other_words::meant;
use crate::parameters::table::{Groups, Name, Values};
use crate::problem::{Code, Fault, Problem, Reason};

/// The characters that are escaped in a query: those with a meaning there, and those that a URL may not contain.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
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

/// The most pairs of a name and a value in a query.
pub const MAX_PAIRS: usize = 256;

/// How many names are reported that are no parameters of the path: each is compared with all that are.
const MAX_UNKNOWN: usize = 10;

/// A value of a parameter.
#[derive(Clone, Debug)]
struct QueryValue {
    parameter: Name,
    /// The name by which the parameter was sent, which may be an alias.
    sent: &'static str,
    /// The value in its [canonical](crate::parameters::table::Parameter::meant) form.
    text: Cow<'static, str>,
}

/// A query whose values are read one parameter at a time. Whatever is wrong is collected, and reading goes on.
///
/// The text is parsed once, into a list of values in the order of the table of parameters, so that those of one parameter are found by its number.
#[derive(Clone, Debug)]
pub struct Query {
    values: Vec<QueryValue>,
    /// Where the values of each parameter begin, and where those of the last one end.
    starts: [u16; Name::COUNT + 1],
    /// The groups of parameters that the path takes.
    groups: Groups,
    faults: Vec<Fault>,
}

/// A value as it is written in a canonical query.
pub struct CanonicalValue<'q> {
    /// The parameter.
    pub parameter: Name,
    text: Cow<'q, str>,
}

/// Appends values as the text of a query: those of a list in one piece, and no character escaped that need not be.
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
    /// Reads the names and values of a query of a path that takes the parameters of `groups`. A name that is none of these, and one
    /// that is given twice and may not be, is a fault, and so is more than [`MAX_PAIRS`] of them, or more values of a list than it may have. Each value is
    /// from here on in its [canonical form](crate::parameters::table::Parameter::meant), and a parameter at its default is as if it was not given, whether the
    /// path takes it or not.
    ///
    /// Time `O(bytes)`, but for the order of the parameters.
    pub fn new(query: &str, groups: Groups) -> Query {
        Query::in_format(query, groups, |_| groups)
    }

    /// The same, where `fitting` has the parameters of `groups` that go with the format of the response, of which it gets the value in the query. Each other
    /// one is a fault too.
    pub fn in_format(query: &str, groups: Groups, fitting: impl FnOnce(Option<&str>) -> Groups) -> Query {
        let mut values: Vec<QueryValue> = Vec::new();
        let mut names = Names { groups, times: [0; Name::COUNT], unknown: Vec::new(), faults: Vec::new() };
        for (number, (name, value)) in form_urlencoded::parse(query.as_bytes()).enumerate() {
            if number == MAX_PAIRS {
                let detail = format!(
                    "a query has at most {MAX_PAIRS} parameters, and this is one more; a list is one of them, with ; between its values"
                );
                names.faults.push(Fault::new(&name, Some(&value), detail));
                break;
            }
            let Some((sent, parameter)) = names.look_up(&name, &value) else { continue };
            let known = parameter.parameter();
            let Values::List { most, .. } = known.values else {
                names.check_once(parameter, sent, &value, &values);
                values.push(QueryValue { parameter, sent, text: known.canonical(value) });
                continue;
            };
            for item in known.values.split(&value) {
                if !names.has_room(parameter, sent, most) {
                    break;
                }
                values.push(QueryValue { parameter, sent, text: known.canonical(item.into()) });
            }
        }
        let format = values.iter().find(|value| value.parameter == Name::Format).map(|value| &*value.text);
        let groups = fitting(format);
        values.sort_by_key(|value| value.parameter as usize);
        let mut query = Query { starts: starts_of(&values), values, groups, faults: names.faults };
        query.forget_defaults();
        query
    }

    /// Forgets every parameter that was sent at its default, so that it means what it means where it is not sent: it goes with all others. Those that do not
    /// go with the format are forgotten too, each with a fault.
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

    /// Returns what was read if nothing is wrong.
    pub fn finish<T>(self, read: Option<T>) -> Result<T, Problem> {
        match read {
            Some(read) if self.faults.is_empty() => Ok(read),
            _ => Err(self.into_problem()),
        }
    }

    /// Fails with everything that is wrong so far.
    pub fn check(&mut self) -> Result<(), Problem> {
        if self.is_valid() { Ok(()) } else { Err(Problem::invalid(std::mem::take(&mut self.faults))) }
    }

    /// The problem with everything that is wrong so far.
    pub fn into_problem(self) -> Problem {
        Problem::invalid(self.faults)
    }

    /// Adds advice to these parameters where they are too large.
    pub fn advise_too_large(&mut self, names: &[Name], advice: &str) {
        let sent: Vec<&str> = names.iter().map(|&name| self.sent(name)).collect();
        let is_meant = |fault: &&mut Fault| fault.reason.over.is_some() && sent.contains(&&*fault.parameter);
        for fault in self.faults.iter_mut().filter(is_meant) {
            fault.reason.detail += advice;
        }
    }

    /// Whether nothing is wrong so far.
    pub fn is_valid(&self) -> bool {
        self.faults.is_empty()
    }

    /// Notes a fault. A query of nothing but faults must not make a response many times its own size, so of very many, only the first are
    /// kept, and one more, from which it is seen that there are more.
    fn note(&mut self, fault: impl FnOnce(&Query) -> Fault) {
        if self.faults.len() <= Fault::MAX_LISTED {
            let mut fault = fault(self);
            if let Some(hint) = fault.value.as_deref().and_then(|value| hint(&fault.parameter, value, self.groups)) {
                fault.reason.detail = format!("{}; {hint}", fault.reason.detail);
            }
            self.faults.push(fault);
        }
    }

    /// Notes that the value of a parameter, the first if it has several, is wrong.
    pub fn fault(&mut self, name: Name, reason: impl Into<Reason>) {
        self.note(|query| Fault::new(query.sent(name), query.given(name), reason));
    }

    /// Notes that one of the values of a parameter is wrong.
    pub fn fault_of(&mut self, name: Name, value: &str, reason: impl Into<Reason>) {
        self.note(|query| Fault::new(query.sent(name), Some(value), reason));
    }

    /// Notes that the value at this position is wrong.
    fn fault_at(&mut self, position: usize, reason: impl Into<Reason>) {
        self.note(|query| {
            let QueryValue { parameter, text, .. } = &query.values[position];
            Fault::new(query.sent(*parameter), Some(text), reason)
        });
    }

    /// Notes that the value of a parameter is none of the names that are allowed.
    pub fn unknown(&mut self, name: Name, what: &str, allowed: Vec<&'static str>) {
        self.note(|query| Fault::unknown(query.sent(name), query.text(name).or(Some("")), what, allowed, &[]));
    }

    /// The name by which a parameter was sent, which may be an alias.
    fn sent(&self, name: Name) -> &'static str {
        self.values_of(name).first().map_or(name.as_str(), |value| value.sent)
    }

    /// The positions of the values of a parameter.
    fn positions(&self, name: Name) -> Range<usize> {
        let [start, end] = [0, 1].map(|next| self.starts[name as usize + next].into());
        start..end
    }

    fn values_of(&self, name: Name) -> &[QueryValue] {
        &self.values[self.positions(name)]
    }

    /// The parameters of `groups` alone, without what is wrong with them.
    pub fn restricted(&self, groups: Groups) -> Query {
        let is_kept = |value: &&QueryValue| value.parameter.parameter().group.intersects(groups);
        let values: Vec<QueryValue> = self.values.iter().filter(is_kept).cloned().collect();
        Query { starts: starts_of(&values), values, groups: self.groups, faults: Vec::new() }
    }

    /// Whether the path takes parameters of one of these groups.
    pub fn takes(&self, groups: Groups) -> bool {
        self.groups.intersects(groups)
    }

    /// The value of a parameter where it is not given, at this path and in this format.
    pub fn default_of(&self, name: Name) -> Option<&'static str> {
        name.parameter().default_at(self.groups)
    }

    /// Whether a parameter was given.
    pub fn has(&self, name: Name) -> bool {
        !self.positions(name).is_empty()
    }

    /// Whether all parameters that were given are among `names`, which are different.
    pub fn has_only(&self, names: &[Name]) -> bool {
        names.iter().map(|&name| self.count(name)).sum::<usize>() == self.values.len()
    }

    /// How many times a parameter was given.
    pub fn count(&self, name: Name) -> usize {
        self.positions(name).len()
    }

    /// The value that was given; the first, if there are several.
    pub fn given(&self, name: Name) -> Option<&str> {
        self.all(name).next()
    }

    /// Every value that was given.
    pub fn all(&self, name: Name) -> impl Iterator<Item = &str> {
        self.values_of(name).iter().map(|value| &*value.text)
    }

    /// All that was given, as one value.
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

    /// The values of a query that means the same with `more` and without those for which `without` holds: each parameter by its own name, in the order of their table. Of an option
    /// of `options`, if there are some, the value is as they have it.
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
                    let value = options.told(option).filter(|value| !name.parameter().is_default(value, self.groups));
                    canonical.extend(value.map(|value| CanonicalValue { parameter: name, text: value.into() }));
                }
                None => {
                    let borrowed =
                        |value: &'q QueryValue| CanonicalValue { parameter: name, text: (&*value.text).into() };
                    canonical.extend(values.iter().map(borrowed));
                }
            }
            // The order of names in a list means nothing.
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

    /// The value that was given, else the default.
    pub fn text(&self, name: Name) -> Option<&str> {
        self.given(name).or(name.parameter().default)
    }

    /// A whole number in `range`. `None`, as everywhere here, when there is no value or a wrong one.
    pub fn whole(&mut self, name: Name, range: RangeInclusive<u64>) -> Option<u64> {
        self.parsed(name, |text| parse_whole(text, range))
    }

    /// A number in `range`, rounded to thousandths: how many of these it is.
    pub fn thousandths(&mut self, name: Name, range: RangeInclusive<f64>) -> Option<u32> {
        self.parsed(name, |text| parse_thousandths(text, range))
    }

    /// The value as it is read.
    pub fn parsed<T>(&mut self, name: Name, parse: impl FnOnce(&str) -> Result<T, InvalidValue>) -> Option<T> {
        let parsed = parse(self.text(name)?);
        parsed.map_err(|reason| self.note(|query| query.invalid(name, query.given(name), &reason))).ok()
    }

    /// A whole number from 1 to `max`, the most of what `limit` names.
    pub fn within(&mut self, name: Name, limit: &'static str, max: u64) -> Option<u64> {
        self.parsed(name, |text| parse_within(text, limit, max))
    }

    /// Notes that what a parameter asks for exceeds a limit.
    pub fn too_large(&mut self, name: Name, over: OverLimit, detail: impl Into<String>) {
        self.fault(name, Reason::too_large(over, detail));
    }

    /// The parameter that says how large a maze is, of those that were sent.
    pub fn size(&self) -> Name {
        [Name::Rings, Name::H, Name::W].into_iter().find(|&name| self.has(name)).unwrap_or(Name::H)
    }

    /// One of `all`, by its name. `what` the names are of is said of one that is unknown.
    pub fn choice<T: Copy>(&mut self, name: Name, what: &str, all: &[T], label: fn(T) -> &'static str) -> Option<T> {
        let text = self.text(name)?;
        let choice = all.iter().copied().find(|&choice| label(choice) == text);
        if choice.is_none() {
            self.unknown(name, what, all.iter().copied().map(label).collect());
        }
        choice
    }

    /// `true` or `false`.
    pub fn flag(&mut self, name: Name) -> Option<bool> {
        self.choice(name, "value", &[true, false], |flag| if flag { "true" } else { "false" })
    }

    /// A list of names, each at most once.
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
                None => self.note(|query| {
                    let names = all.iter().copied().map(label).collect();
                    Fault::unknown(query.sent(name), Some(&query.values[position].text), "value", names, &[])
                }),
            }
        }
        list
    }

    /// Every value of a parameter that can be parsed.
    pub fn each<T>(&mut self, name: Name, mut parse: impl FnMut(&str) -> Result<T, InvalidValue>) -> Vec<T> {
        let mut parsed = Vec::new();
        for position in self.positions(name) {
            match parse(&self.values[position].text) {
                Ok(value) => parsed.push(value),
                Err(reason) => {
                    self.note(|query| query.invalid(name, Some(&query.values[position].text), &reason));
                }
            }
        }
        parsed
    }

    /// Sets an option of a maze to every value of the parameter that has its name. The builder reports values that are wrong.
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
            // Of very many wrong values, only the first are reported.
            refused <= Fault::MAX_LISTED
        };
        let _ = match option {
            Some(_) => self.all(name).enumerate().all(|(index, value)| set(index, value)),
            // An option of an algorithm has one value, which may be a list.
            None => self.joined(name).iter().all(|value| set(0, value)),
        };
    }

    /// Sets an option of a solver, or of a picture, to the value of the parameter that has its name.
    pub fn set_option<T>(&mut self, name: Name, target: &mut T, option: &OptionInfo<T>) {
        let _: Vec<()> = self.each(name, |value| (option.set)(target, value));
    }

    /// Sets those of these options that are parameters of `groups`.
    pub fn set_options<T>(&mut self, groups: Groups, target: &mut T, options: &[OptionInfo<T>]) {
        for option in options {
            if let Some(name) = Name::find(option.name, groups) {
                self.set_option(name, target, option);
            }
        }
    }

    /// A value that is wrong.
    fn invalid(&self, name: Name, value: Option<&str>, reason: &InvalidValue) -> Fault {
        let what = if name == Name::Algo { "algorithm" } else { "value" };
        match reason.why {
            Why::Unknown(allowed) => {
                let (names, aliases): (Vec<&str>, Vec<&str>) = allowed.iter().partition(|known| !is_alias(name, known));
                Fault::unknown(self.sent(name), value, what, names, &aliases)
            }
            _ => Fault::new(self.sent(name), value, reason),
        }
    }

    /// Notes what is wrong with options of a maze that were set from this query.
    pub fn invalid_options(&mut self, InvalidOptions(invalid): InvalidOptions) {
        for InvalidOption { option, index, reason, .. } in &invalid {
            self.note(|query| match Name::find_anywhere(option) {
                Some(name) => query.invalid(name, query.all(name).nth(*index), reason),
                None => Fault::new(option, None, reason),
            });
        }
    }

    /// Whether a parameter is known to be wrong.
    pub fn is_faulty(&self, name: Name) -> bool {
        self.faults.iter().any(|fault| fault.parameter == self.sent(name))
    }
}

/// What may be meant by a value that belongs elsewhere.
fn hint(parameter: &str, value: &str, groups: Groups) -> Option<Cow<'static, str>> {
    let mut parts = value.split([';', '?']).skip(1).filter_map(|part| part.split_once('='));
    if parts.any(|(name, _)| Name::find(name, groups).is_some()) {
        return Some("parameters have & between them".into());
    }
    let name = Name::find(parameter, groups)?;
    if let Some(percent) =
        parse_digits(value.trim_end_matches(['%', ' '])).filter(|percent| (10..=100).contains(percent))
        && SHARES.contains(&name)
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

/// The parameters that are shares, from 0 to 1.
const SHARES: [Name; 7] =
    [Name::Obstacles, Name::Weave, Name::Straightness, Name::Sparse, Name::Braid, Name::MaxWalls, Name::Solvable];

/// Whether one of the words that a parameter takes is another name for something.
pub fn is_alias(name: Name, word: &str) -> bool {
    match name {
        Name::Algo => ALGORITHMS.iter().any(|info| info.aliases.contains(&word)),
        Name::Grid => GridKind::ALL.iter().any(|kind| kind.info().aliases.contains(&word)),
        _ => false,
    }
}

/// Where the values of each parameter begin among all that are in the order of the parameters, and where those of the last one end.
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

/// The names of a query, and what is wrong with them: those that are no parameters of the path, and those that are given too often.
struct Names {
    /// The groups of parameters that the path takes.
    groups: Groups,
    /// How many times each parameter was given; of a list, how many values it has.
    times: [u16; Name::COUNT],
    /// The names that are no parameters of the path, each once.
    unknown: Vec<String>,
    faults: Vec<Fault>,
}

impl Names {
    /// The name in the table and the parameter, if it is one of the path. If not, that is a fault, unless the value is the default.
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
                ..=MAX_UNKNOWN => stray(name, value, self.groups),
                _ => Fault::new(
                    name,
                    Some(value),
                    Reason::new(Code::UnknownParameter, "unknown parameter; the names after it are not looked up"),
                ),
            });
        }
        None
    }

    /// Counts a parameter that may be given once, and notes the second time.
    fn check_once(&mut self, parameter: Name, name: &str, value: &str, before: &[QueryValue]) {
        let times = &mut self.times[parameter as usize];
        *times += 1;
        if *times != 2 {
            return;
        }
        let first = before.iter().find(|value| value.parameter == parameter).map_or(name, |value| value.sent);
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

    /// Counts a value of a list, and returns whether the list has room for it. The first one too many is a fault.
    fn has_room(&mut self, parameter: Name, name: &str, most: u16) -> bool {
        let times = &mut self.times[parameter as usize];
        if *times < most {
            *times += 1;
            return true;
        }
        if *times == most {
            *times += 1;
            let over = OverLimit { limit: "values", max: most.into(), asked: u64::from(most) + 1 };
            let detail = format!("must have at most {most} values, and has more");
            self.faults.push(Fault::new(name, None, Reason::too_large(over, detail)));
        }
        false
    }
}

/// A fault of a parameter that is not one of those of its path, sent with this value: `groups` are these.
fn stray(parameter: &str, value: &str, groups: Groups) -> Fault {
    let mut allowed = Vec::new();
    let unknown = |detail: String| Reason::new(Code::UnknownParameter, detail);
    let reason = match Name::find_anywhere(parameter) {
        Some(known) => known.parameter().valid_where(),
        None => match meant(parameter, value, groups) {
            Some(meant) => unknown(format!("unknown parameter; did you mean {meant}?")),
            None => {
                allowed = groups.parameters().map(|known| known.name).collect();
                unknown("unknown parameter; those of this path are listed in `allowed`".to_owned())
            }
        },
    };
    Fault { allowed, ..Fault::new(parameter, Some(value), reason) }
}
