//! Reading values from a query, and collecting everything that is wrong with them.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::ops::RangeInclusive;

use dedale::about::{
    InvalidValue, OptionInfo, OverLimit, Why, parse_digits, parse_thousandths, parse_whole, parse_within,
};
use dedale::generate::ALGORITHMS;
use dedale::grid::GridKind;
use dedale::options::{InvalidOption, InvalidOptions, MazeBuilder, MazeOption, MazeOptions};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::other_words::meant;
use super::parameters::{Groups, Name, Values};
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

/// One `name=value` of a query.
#[derive(Clone, Debug)]
struct Pair<'a> {
    /// The parameter that it is, if the path knows it.
    known: Option<Name>,
    name: Cow<'a, str>,
    value: Cow<'a, str>,
}

/// A query whose values are read one parameter at a time. Whatever is wrong is collected, and reading goes on.
#[derive(Clone, Debug)]
pub struct Query<'a> {
    pairs: Vec<Pair<'a>>,
    /// The groups of parameters that the path takes.
    groups: Groups,
    faults: Vec<Fault>,
}

/// A value that a query says.
pub struct Said<'q> {
    /// The parameter; `None` for a name that is none's.
    pub known: Option<Name>,
    name: &'q str,
    value: Cow<'q, str>,
}

/// Values as the text of a query: those of a list in one piece, and no character escaped that need not be.
pub fn text_of(said: &[Said<'_>]) -> String {
    let mut text = String::new();
    let mut before = None;
    for Said { known, name, value } in said {
        match known.map(|known| known.parameter().values) {
            Some(values @ Values::List { .. }) if before == *known => text.push_str(values.separator()),
            _ => {
                if !text.is_empty() {
                    text.push('&');
                }
                text.extend(utf8_percent_encode(known.map_or(*name, |known| known.as_str()), ESCAPED));
                text.push('=');
            }
        }
        text.extend(utf8_percent_encode(value, ESCAPED));
        before = *known;
    }
    text
}

impl<'a> Query<'a> {
    /// Reads the names and values of a query of a path that takes the parameters of `groups`. A name that is none of these, and one
    /// that is given twice and may not be, is a fault. The values of a list are taken apart, each value is from here on
    /// [as it is meant](super::parameters::Parameter::meant), and a parameter at its default is as if it was not given, whether the path takes it or not.
    pub fn new(query: &'a str, groups: Groups) -> Query<'a> {
        Query::fitting(query, groups, groups)
    }

    /// The same, where parameters that are not in `fitting` do not go with the format of the response: each is a fault too.
    pub fn fitting(query: &'a str, groups: Groups, fitting: Groups) -> Query<'a> {
        let mut pairs: Vec<Pair<'_>> = Vec::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let Some(known) = Name::find_anywhere(&name) else {
                pairs.push(Pair { known: None, name, value });
                continue;
            };
            let parameter = known.parameter();
            let known = Some(known).filter(|_| parameter.group.intersects(groups));
            match parameter.values {
                Values::List { .. } if known.is_some() => pairs.extend(parameter.values.split(&value).map(|value| {
                    let value = Cow::Owned(parameter.meant(value.into()).into_owned());
                    Pair { known, name: name.clone(), value }
                })),
                _ => {
                    let value = parameter.meant(value);
                    // It is no fault to say what goes without saying.
                    let is_idle = known.is_none() && groups != Groups::empty() && parameter.is_unsaid(&value, groups);
                    if !is_idle {
                        pairs.push(Pair { known, name, value });
                    }
                }
            }
        }
        let faults = faults_of_names(&pairs, groups);
        let mut query = Query { pairs, groups: fitting, faults };
        query.forget_defaults();
        let others: Vec<Name> =
            groups.names().filter(|&name| query.has(name) && !query.takes(name.parameter().group)).collect();
        for name in others {
            query.fault(name, name.parameter().valid_where());
            query.pairs.retain(|pair| pair.known != Some(name));
        }
        query
    }

    /// Forgets every parameter that was sent at its default, so that it means what it means where it is not sent: it goes with all others.
    fn forget_defaults(&mut self) {
        let groups = self.groups;
        let is_unsaid =
            |name: &Name| self.whole_of(*name).is_some_and(|value| name.parameter().is_unsaid(&value, groups));
        let forgotten: Vec<Name> = self.pairs.iter().filter_map(|pair| pair.known).filter(is_unsaid).collect();
        self.pairs.retain(|pair| pair.known.is_none_or(|known| !forgotten.contains(&known)));
    }

    /// Returns what was read if nothing is wrong.
    pub fn finish<T>(self, read: Option<T>) -> Result<T, Problem> {
        match read {
            Some(read) if self.faults.is_empty() => Ok(read),
            _ => Err(self.into_problem()),
        }
    }

    /// The problem with everything that is wrong so far.
    pub fn into_problem(self) -> Problem {
        Problem::invalid(self.faults)
    }

    /// Adds advice to these parameters where they are too large.
    pub fn advise_too_large(&mut self, names: &[Name], advice: &str) {
        let sent: Vec<String> = names.iter().map(|&name| self.sent(name).to_owned()).collect();
        let is_meant = |fault: &&mut Fault| fault.reason.over.is_some() && sent.contains(&fault.parameter);
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
    fn note(&mut self, fault: impl FnOnce(&Query<'_>) -> Fault) {
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

    /// Notes that the value of a parameter is none of the names that are allowed.
    pub fn unknown(&mut self, name: Name, what: &str, allowed: Vec<&'static str>) {
        self.note(|query| Fault::unknown(query.sent(name), query.text(name).or(Some("")), what, allowed, &[]));
    }

    /// The name by which a parameter was sent, which may be an alias.
    fn sent(&self, name: Name) -> &str {
        self.pairs_of(name).next().map_or(name.as_str(), |pair| &pair.name)
    }

    fn pairs_of(&self, name: Name) -> impl Iterator<Item = &Pair<'a>> {
        self.pairs.iter().filter(move |pair| pair.known == Some(name))
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
        self.given(name).is_some()
    }

    /// Whether no parameter was given but those of these names.
    pub fn has_only(&self, names: &[Name]) -> bool {
        self.pairs.iter().all(|pair| pair.known.is_some_and(|known| names.contains(&known)))
    }

    /// How many times a parameter was given.
    pub fn count(&self, name: Name) -> usize {
        self.all(name).count()
    }

    /// The value that was given; the first, if there are several.
    pub fn given(&self, name: Name) -> Option<&str> {
        self.all(name).next()
    }

    /// Every value that was given.
    pub fn all(&self, name: Name) -> impl Iterator<Item = &str> {
        self.pairs_of(name).map(|pair| &*pair.value)
    }

    /// All that was given, as one value.
    fn whole_of(&self, name: Name) -> Option<Cow<'_, str>> {
        let mut values = self.all(name);
        let (first, second) = (values.next()?, values.next());
        let Some(second) = second else { return Some(first.into()) };
        let all: Vec<&str> = [first, second].into_iter().chain(values).collect();
        Some(all.join(name.parameter().values.separator()).into())
    }

    /// What a query says that means the same with `more` and without some: each parameter by its own name, in the order of their table. Of an option
    /// of these, if there are some, the value is as they say it.
    pub fn said<'q>(
        &'q self,
        more: &'q [(Name, String)],
        without: &[Name],
        options: Option<&MazeOptions>,
    ) -> Vec<Said<'q>> {
        let mut said: Vec<Said<'_>> = Vec::new();
        for pair in self.pairs.iter().filter(|pair| pair.known.is_none_or(|known| !without.contains(&known))) {
            let told = pair.known.and_then(|known| Some((known, MazeOption::named(known.as_str())?, options?)));
            match told {
                Some((known, ..)) if said.iter().any(|other| other.known == Some(known)) => {}
                Some((known, option, options)) => {
                    let value = options.told(option).filter(|value| !known.parameter().is_unsaid(value, self.groups));
                    said.extend(value.map(|value| Said { known: pair.known, name: &pair.name, value: value.into() }));
                }
                None => said.push(Said { known: pair.known, name: &pair.name, value: (&*pair.value).into() }),
            }
        }
        let named = |(name, value): &'q (Name, String)| Said { known: Some(*name), name: "", value: value.into() };
        said.extend(more.iter().map(named));
        // The order of names in a list means nothing.
        let place = |known: Name, value: &str| known.parameter().names.iter().flatten().position(|name| *name == value);
        said.sort_by_key(|said| said.known.map(|known| (known as usize, place(known, &said.value))));
        said
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
        let default = name.parameter().default.filter(|_| !self.has(name)).map(str::to_owned);
        let mut list = Vec::new();
        for part in self.values(name).into_iter().chain(default) {
            match all.iter().copied().find(|&item| label(item) == part) {
                Some(item) if list.contains(&item) => {
                    self.fault_of(name, &part, Reason::new(Code::Repeated, "must not be named twice"))
                }
                Some(item) => list.push(item),
                None => self.note(|query| {
                    let names = all.iter().copied().map(label).collect();
                    Fault::unknown(query.sent(name), Some(&part), "value", names, &[])
                }),
            }
        }
        list
    }

    /// Every value of a parameter that can be parsed.
    pub fn each<T>(&mut self, name: Name, mut parse: impl FnMut(&str) -> Result<T, InvalidValue>) -> Vec<T> {
        let mut parsed = Vec::new();
        for value in self.values(name) {
            match parse(&value) {
                Ok(value) => parsed.push(value),
                Err(reason) => self.note(|query| query.invalid(name, Some(&value), &reason)),
            }
        }
        parsed
    }

    fn values(&self, name: Name) -> Vec<String> {
        self.all(name).map(str::to_owned).collect()
    }

    /// Sets an option of a maze to every value of the parameter that has its name. The builder reports values that are wrong.
    pub fn set(&self, name: Name, builder: &mut MazeBuilder) {
        let mut set = |index: usize, value: &str| {
            if let Err(reason) = builder.set(name.as_str(), value) {
                builder.refuse(name.as_str(), index, reason);
            }
        };
        match MazeOption::named(name.as_str()) {
            Some(_) => self.all(name).enumerate().for_each(|(index, value)| set(index, value)),
            // An option of an algorithm has one value, which may be a list.
            None => self.whole_of(name).iter().for_each(|value| set(0, value)),
        }
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

/// The faults of names: those that are none of `groups`, and those that are given twice and may not be.
fn faults_of_names(pairs: &[Pair<'_>], groups: Groups) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut unknown = BTreeSet::new();
    // The name by which each parameter was sent first, and how many times it was sent.
    let mut sent: HashMap<Name, (&str, usize)> = HashMap::new();
    for Pair { known, name, value } in pairs {
        let Some(known) = *known else {
            // No more are needed, and each is compared with all that are known.
            if unknown.len() <= Fault::MAX_LISTED && unknown.insert(name) {
                faults.push(stray(name, value, groups));
            }
            continue;
        };
        let (first, times) = sent.entry(known).or_insert((&**name, 0));
        *times += 1;
        if *times != 2 || matches!(known.parameter().values, Values::List { .. }) {
            continue;
        }
        let is_of_picture = known == Name::W && groups.intersects(Groups::STYLE);
        let detail = match () {
            () if *first == name => "must be given once".to_owned(),
            () if is_of_picture => {
                format!("means the same as '{first}': give one of them; the width of a picture is 'pixels'")
            }
            () => format!("means the same as '{first}': give one of them"),
        };
        faults.push(Fault::new(name, Some(value), Reason::new(Code::Repeated, detail)));
    }
    faults
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
