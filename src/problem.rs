//! Problem details (RFC 9457), the body of every response with a status of 400 or above, and faults of parameters, in
//! words that the client can act on.

use axum::http::header::{self, HeaderName};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use dedale::about::{InvalidValue, InvalidValueKind, OverLimit};
use dedale::edit::DoesNotFitError;
use dedale::named;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// A kind of problem: its `type`, `title` and `status`, and an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The last part of its `type`, `urn:dedale:problem:…`, and its place at `/docs/problems#…`.
    pub slug: &'static str,
    /// A short summary, which is always the same.
    pub title: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// An explanation for humans, with possible solutions.
    pub meaning: &'static str,
}

macro_rules! kinds {
    ($($name:ident $status:literal $slug:literal $title:literal $meaning:literal;)*) => {
        impl Kind {
            $(#[doc = concat!("Status ", $status, ", `", $slug, "`: ", $meaning)]
            pub const $name: Kind = Kind { slug: $slug, title: $title, status: $status, meaning: $meaning };)*

            /// Every kind of problem that the server returns. Among those with the same status, the most general comes first.
            pub const ALL: &[Kind] = &[$(Kind::$name),*];
        }
    };
}

kinds! {
    BAD_REQUEST 400 "bad-request" "Bad request"
        "The request could not be understood as HTTP.";
    INVALID_PARAMETER 400 "invalid-parameter" "Invalid parameter"
        "One or more parameters are unknown, repeated, out of range or not valid together. `errors` lists each of them with its value and what is allowed.";
    MALFORMED_MAZE 400 "malformed-maze" "Malformed maze"
        "The body is not a maze in a supported format. `detail` says what is wrong, and in which row and column.";
    NOT_FOUND 404 "not-found" "Not found"
        "There is nothing at this path: /docs describes those that there are.";
    METHOD_NOT_ALLOWED 405 "method-not-allowed" "Method not allowed"
        "The path does not support this method. The header `Allow` lists the methods that it supports.";
    NOT_ACCEPTABLE 406 "not-acceptable" "Not acceptable"
        "The response is not available in any of the media types or codings that `Accept` and `Accept-Encoding` allow.";
    REQUEST_TIMEOUT 408 "request-timeout" "Request timeout"
        "The request did not arrive in time.";
    PRECONDITION_FAILED 412 "precondition-failed" "Precondition failed"
        "The header `If-Match` names other versions of the response than the one that this request would get.";
    CONTENT_TOO_LARGE 413 "content-too-large" "Content too large"
        "The request body is larger than the server allows.";
    URI_TOO_LONG 414 "uri-too-long" "URI too long"
        "The path and the query are longer than the server allows.";
    UNSUPPORTED_MEDIA_TYPE 415 "unsupported-media-type" "Unsupported media type"
        "The media type or the coding of the request body is not supported.";
    TOO_LARGE 422 "too-large" "Too large"
        "The request is understood, and exceeds a limit of the server: of cells, pixels, steps, memory or another that `limit` names. `max` is the most that is allowed, and `asked` what the request would need.";
    INCONSISTENT_MAZE 422 "inconsistent-maze" "Inconsistent maze"
        "The body can be parsed, but the maze contradicts itself. `detail` says what is wrong, and in which row and column.";
    NO_SUCH_MAZE 422 "no-such-maze" "No such maze"
        "None of the mazes that were tried has the `difficulty` and `length` that are asked for. `detail` says how many were tried, and what the nearest is like. Use a wider range, or another seed or size.";
    DOES_NOT_FIT 422 "does-not-fit" "Does not fit"
        "The maze has too few places for what a parameter asks for, such as cells on the way for the letters of a word. `asked` is how many are needed, and `placed` how many there are. Use a shorter word, a larger maze or another seed.";
    TOO_MANY_HEADERS 431 "too-many-headers" "Request header fields too large"
        "The request headers are too many or too large, or announce a body that is larger than any can be.";
    TOO_MANY_REQUESTS 429 "too-many-requests" "Too many requests"
        "This address has sent too many requests, or its requests in progress use all the resources that a single client may have. Try again after the number of seconds in `Retry-After`.";
    INTERNAL_ERROR 500 "internal-error" "Internal error"
        "An error occurred in the server: the same request will probably fail again, so please report it with its X-Request-Id.";
    NOT_IMPLEMENTED 501 "not-implemented" "Not implemented"
        "The transfer coding of the request body is not supported. Only `chunked` is.";
    OVERLOADED 503 "overloaded" "Overloaded"
        "The server has too much work. Try again after the number of seconds in `Retry-After`.";
    TOO_SLOW 503 "too-slow" "Too slow"
        "The work for this request took longer than the server allows. Use a smaller maze or a faster algorithm.";
    DRAINING 503 "draining" "Draining"
        "The server is shutting down and should not be sent new requests.";
}

impl Kind {
    /// The `type` of its problems. It is the same on every server, whatever its address, and behind a proxy that adds a path: programs compare it
    /// with a constant.
    pub fn uri(&self) -> String {
        format!("urn:dedale:problem:{}", self.slug)
    }

    /// The most general kind with this status; if there is none, the general kind of the status class.
    pub fn of_status(status: StatusCode) -> Kind {
        let general = if status.is_server_error() { Kind::INTERNAL_ERROR } else { Kind::BAD_REQUEST };
        Kind::ALL.iter().copied().find(|kind| kind.status == status.as_u16()).unwrap_or(general)
    }
}

/// A problem that can be returned as a response. Functions that read a request return one with all of its faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    kind: Kind,
    detail: String,
    /// The faults of parameters.
    pub errors: Vec<Fault>,
    /// The parts that few problems have. They are boxed to keep a `Result` small.
    more: Box<More>,
}

/// The optional parts of a problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct More {
    /// The code, if it is not the slug of the kind.
    code: Option<&'static str>,
    /// Its arguments.
    args: Args,
    /// What is wrong with the body, each fault with its place.
    faults: Vec<Value>,
    /// A header that lists accepted values, or says when to try again.
    header: Option<(HeaderName, HeaderValue)>,
}

impl Problem {
    /// The code of a problem for a client that has sent too many requests, rather than holds too many resources.
    pub const RATE_LIMIT: &str = "rate-limit";

    /// The code of a problem with a maze that cannot be read, at a known position.
    pub const MALFORMED_AT: &str = "malformed-maze-at";

    /// The code of a problem with a maze that contradicts itself, at a known position.
    pub const INCONSISTENT_AT: &str = "inconsistent-maze-at";

    /// Every code that is not the slug of a kind.
    pub const CODES: [&str; 3] = [Problem::RATE_LIMIT, Problem::MALFORMED_AT, Problem::INCONSISTENT_AT];

    /// Creates a problem. `detail` describes this occurrence, and is turned into a sentence.
    pub fn new(kind: Kind, detail: impl AsRef<str>) -> Problem {
        Problem { kind, detail: sentence(detail.as_ref()), errors: Vec::new(), more: Box::default() }
    }

    /// Creates a problem with a limit that is exceeded, when no single parameter is at fault.
    pub fn too_large(over: OverLimit, detail: impl AsRef<str>) -> Problem {
        let mut problem = Problem::new(Kind::TOO_LARGE, detail);
        problem.more.args = args_of(over);
        problem
    }

    /// Creates a problem with a parameter that asks for more than the maze has places for.
    pub fn does_not_fit(parameter: &str, error: DoesNotFitError) -> Problem {
        let DoesNotFitError { asked, placed } = error;
        let problem = Problem::new(Kind::DOES_NOT_FIT, format!("{parameter}: {error}"));
        let mut problem = problem.with("asked", asked).with("placed", placed);
        let reason = Reason::new(Code::DoesNotFit, error.to_string()).with("asked", asked).with("placed", placed);
        problem.errors = vec![Fault::new(parameter, None, reason)];
        problem
    }

    /// The code, for programs and pages: the slug of the kind, or a more specific one.
    fn code(&self) -> &'static str {
        self.more.code.unwrap_or(self.kind.slug)
    }

    /// Returns the problem with what its detail is about in front of it.
    #[must_use]
    pub fn about(self, what: &str) -> Problem {
        Problem { detail: sentence(&format!("{what}: {}", self.detail)), ..self }
    }

    /// Returns the same problem with this code.
    pub fn coded(mut self, code: &'static str) -> Problem {
        self.more.code = Some(code);
        self
    }

    /// Returns the same problem with another argument for its translations.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Problem {
        self.more.args.insert(name.to_owned(), value.into());
        self
    }

    /// Returns the same problem with what is wrong with the body, fault by fault.
    pub fn with_faults(mut self, faults: Vec<Value>) -> Problem {
        self.more.faults = faults;
        self
    }

    /// Returns the same problem with `Retry-After`.
    pub fn retry_after(mut self, seconds: u32) -> Problem {
        self.more.header = Some((header::RETRY_AFTER, seconds.into()));
        self.with("seconds", seconds)
    }

    /// Returns the same problem with a header that lists accepted values.
    pub fn accepted(mut self, header: HeaderName, list: &str) -> Problem {
        self.more.header = HeaderValue::from_str(list).ok().map(|list| (header, list));
        self
    }
}

impl From<Kind> for Problem {
    /// A problem with no details beyond the first sentence about its kind.
    fn from(kind: Kind) -> Problem {
        Problem::new(kind, kind.meaning.split(". ").next().unwrap_or_default())
    }
}

impl Problem {
    /// Creates a problem from the faults of parameters.
    pub fn invalid(mut errors: Vec<Fault>) -> Problem {
        let has_more = errors.len() > Fault::MAX_LISTED;
        errors.truncate(Fault::MAX_LISTED);
        let mut names: Vec<&str> = errors.iter().map(|fault| &*fault.parameter).collect();
        names.sort_unstable();
        names.dedup();
        let are = |count: usize| if count == 1 { "parameter is" } else { "parameters are" };
        let over = errors
            .iter()
            .map(|fault| fault.reason.over)
            .collect::<Option<Vec<_>>>()
            .and_then(|all| all.first().copied());
        let (kind, what) = match over {
            Some(_) => (Kind::TOO_LARGE, "too large"),
            None => (Kind::INVALID_PARAMETER, "invalid"),
        };
        let (count, ways) = (names.len(), errors.len());
        let how = match () {
            () if has_more => format!("At least {count} {} {what}, in more than {ways} ways", are(count)),
            () if count < ways => format!("{count} {} {what}, in {ways} ways", are(count)),
            () => format!("{count} {} {what}", are(count)),
        };
        // Programs often show `detail` alone.
        let named = errors.iter().take(MAX_NAMED).map(|fault| format!("{} ({})", fault.parameter, fault.reason.detail));
        let more = ways.saturating_sub(MAX_NAMED);
        let more = (more > 0).then(|| format!("{}{more} more", if has_more { "at least " } else { "" }));
        let detail = format!("{how}: {}", in_words(&named.chain(more).collect::<Vec<_>>()));
        let args = over.map(args_of).unwrap_or_default();
        Problem { errors, more: Box::new(More { args, ..More::default() }), ..Problem::new(kind, detail) }
    }
}

/// The maximum number of faults in the detail of a problem.
const MAX_NAMED: usize = 3;

/// Turns a text into a sentence, with a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let mut sentence: String = first.chain(letters).collect();
    if !sentence.ends_with('.') {
        sentence.push('.');
    }
    sentence
}

/// A list in words: with commas, and `and` before the last.
pub fn in_words(list: &[String]) -> String {
    match list {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        others => others.concat(),
    }
}

/// The media type of a problem.
pub const MEDIA_TYPE: HeaderValue = HeaderValue::from_static("application/problem+json");

impl Problem {
    /// The document as JSON, with a newline at the end.
    pub fn to_json(&self) -> String {
        let Kind { title, status, .. } = self.kind;
        let mut document = json!({ "type": self.kind.uri(), "title": title, "status": status, "detail": self.detail });
        let args = &self.more.args;
        document["code"] = self.code().into();
        if !args.is_empty() {
            document["args"] = json!(args);
        }
        // For programs that do not read `args`.
        for name in ["limit", "max", "asked", "placed", "maze"] {
            if let Some(value) = args.get(name) {
                document[name] = value.clone();
            }
        }
        if !self.errors.is_empty() {
            document["errors"] = json!(self.errors);
        }
        if !self.more.faults.is_empty() {
            document["faults"] = json!(self.more.faults);
        }
        format!("{document}\n")
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.kind.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, self.to_json()).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, MEDIA_TYPE);
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.extend(self.more.header);
        if self.kind == Kind::NOT_IMPLEMENTED {
            // The end of a body that cannot be decoded is unknown, and so is the start of the next request. HTTP/2 has no transfer
            // codings.
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

named! {
    /// The kind of a fault of a parameter, for programs and pages.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Code {
        /// There is no parameter of this name.
        UnknownParameter = "unknown-parameter",
        /// The parameter is one of other paths or formats.
        Misplaced = "misplaced",
        /// It is given more than once, perhaps under two names.
        Repeated = "repeated",
        /// It must be given.
        Missing = "missing",
        /// The value is none of the names that are allowed.
        UnknownValue = "unknown-value",
        /// The value is not a number from `least` to `most`.
        OutOfRange = "out-of-range",
        /// The value exceeds a limit: `limit` is its name, `max` the maximum, and `asked` the amount that was
        /// requested.
        TooLarge = "too-large",
        /// It requires `other`.
        Needs = "needs",
        /// It does not go with `other`.
        Conflict = "conflict",
        /// The mask has `count` separate parts.
        Parts = "parts",
        /// The value cannot be parsed: `example` is valid.
        Unreadable = "unreadable",
        /// It has other characters than `letters`.
        Letters = "letters",
        /// It is less than `least`.
        TooLittle = "too-little",
        /// It is more than `most`.
        TooMuch = "too-much",
        /// It is not a multiple of `number`.
        NoMultiple = "no-multiple",
        /// There is no such cell: the address of the last one is `last`.
        NoCell = "no-cell",
        /// The cell is not at the border of the maze, as it must be.
        Inside = "inside",
        /// The cell has no such side: `sides` are valid.
        NoSide = "no-side",
        /// There are too few cells for it: `size` is the minimum.
        TooSmall = "too-small",
        /// The maze has places for `placed` of the `asked` things.
        DoesNotFit = "does-not-fit",
        /// It does not go with this grid, this format or this algorithm.
        Unsupported = "unsupported",
        /// It is not possible here: `detail` says why.
        Invalid = "invalid",
    }
}

/// The arguments of a code, by name.
pub type Args = Map<String, Value>;

fn args_of(OverLimit { limit, max, asked }: OverLimit) -> Args {
    let args = [("limit", Value::from(limit)), ("max", max.into()), ("asked", asked.into())];
    args.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Why a parameter is wrong: for programs and for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The name of a [`Code`].
    pub code: &'static str,
    /// The arguments of the code.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub args: Args,
    /// The reason as a sentence without its subject, and the allowed values.
    pub detail: String,
    /// The limit that is exceeded, where that is the reason.
    #[serde(skip)]
    pub over: Option<OverLimit>,
}

impl Reason {
    /// A reason without arguments.
    pub fn new(code: Code, detail: impl Into<String>) -> Reason {
        Reason { code: code.name(), args: Args::new(), detail: detail.into(), over: None }
    }

    /// A reason for a valid value that exceeds a limit.
    pub fn too_large(over: OverLimit, detail: impl Into<String>) -> Reason {
        Reason { args: args_of(over), over: Some(over), ..Reason::new(Code::TooLarge, detail) }
    }

    /// Returns the same reason with another argument for its translations.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Reason {
        self.args.insert(name.to_owned(), value.into());
        self
    }
}

impl From<&str> for Reason {
    fn from(detail: &str) -> Reason {
        Reason::new(Code::Invalid, detail)
    }
}

impl From<String> for Reason {
    fn from(detail: String) -> Reason {
        Reason::new(Code::Invalid, detail)
    }
}

impl From<&InvalidValue> for Reason {
    fn from(reason: &InvalidValue) -> Reason {
        let of = |code| Reason::new(code, reason.to_string());
        // Numbers stay numbers, since each language formats them differently.
        let number = |text: &String| serde_json::from_str(text).unwrap_or_else(|_| Value::from(text.as_str()));
        match &reason.kind {
            InvalidValueKind::Unknown(_) => of(Code::UnknownValue),
            InvalidValueKind::Unreadable(example) => of(Code::Unreadable).with("example", *example),
            InvalidValueKind::Letters(letters) => of(Code::Letters).with("letters", *letters),
            InvalidValueKind::NotBetween([least, most]) => {
                of(Code::OutOfRange).with("least", number(least)).with("most", number(most))
            }
            InvalidValueKind::TooLittle(least) => of(Code::TooLittle).with("least", number(least)),
            InvalidValueKind::TooMuch(most) => of(Code::TooMuch).with("most", number(most)),
            InvalidValueKind::TooLarge(over) => Reason::too_large(*over, reason.to_string()),
            InvalidValueKind::NoMultiple(factor) => of(Code::NoMultiple).with("number", *factor),
            InvalidValueKind::NoCell(last) => of(Code::NoCell).with("last", last.as_str()),
            InvalidValueKind::Inside => of(Code::Inside),
            InvalidValueKind::NoSide(sides) => of(Code::NoSide).with("sides", sides.as_str()),
            InvalidValueKind::TooSmall(size) => of(Code::TooSmall).with("size", size.as_str()),
            InvalidValueKind::Parts(parts) => of(Code::Parts).with("count", *parts),
            InvalidValueKind::Needs(other) => of(Code::Needs).with("other", other.as_str()),
            InvalidValueKind::Conflict(other) => of(Code::Conflict).with("other", other.as_str()),
            InvalidValueKind::Unsupported => of(Code::Unsupported),
            _ => of(Code::Invalid),
        }
    }
}

impl From<InvalidValue> for Reason {
    fn from(reason: InvalidValue) -> Reason {
        Reason::from(&reason)
    }
}

/// One fault of one parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The parameter's name, as it was sent.
    pub parameter: String,
    /// Why it is wrong.
    #[serde(flatten)]
    pub reason: Reason,
    /// The value that was sent, cut after [`Fault::MAX_VALUE_LETTERS`] characters; `None` if the fault is not about a
    /// value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// All allowed names, if there is a list of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<&'static str>,
}

impl Fault {
    /// The maximum number of faults in a problem.
    pub const MAX_LISTED: usize = 100;

    /// The maximum number of characters of a value in a problem.
    pub const MAX_VALUE_LETTERS: usize = 100;

    /// Creates a fault of `parameter`, whose value was `value`.
    pub fn new(parameter: &str, value: Option<&str>, reason: impl Into<Reason>) -> Fault {
        Fault { parameter: cut(parameter), value: value.map(cut), reason: reason.into(), allowed: Vec::new() }
    }

    /// Creates a fault of a parameter whose value is not one of `allowed`: `unknown {what}`, with a suggestion from
    /// `allowed` or `aliases`.
    pub fn unknown(
        parameter: &str,
        value: Option<&str>,
        what: &str,
        allowed: Vec<&'static str>,
        aliases: &[&'static str],
    ) -> Fault {
        let given = value.unwrap_or(parameter);
        let meant = nearest(given, &[&allowed, aliases].concat());
        let detail = match meant {
            Some(name) => format!("unknown {what}; did you mean '{name}'?"),
            None if allowed.is_empty() => format!("unknown {what}; none is allowed here"),
            None => format!("unknown {what}; must be one of {}", allowed.join(", ")),
        };
        let reason = Reason::new(Code::UnknownValue, detail);
        let reason = meant.map_or(reason.clone(), |meant| reason.with("meant", meant));
        Fault { allowed, ..Fault::new(parameter, value, reason) }
    }
}

/// Cuts a text from a client to the length that is repeated in a problem.
pub fn cut(text: &str) -> String {
    match text.char_indices().nth(Fault::MAX_VALUE_LETTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns the name that `given` is probably a misspelling of.
pub fn nearest(given: &str, names: &[&'static str]) -> Option<&'static str> {
    // A* is named astar.
    let given = given.to_ascii_lowercase().replace('*', "star");
    // Short names are rarely misspelled, long ones often.
    let near = |name: &str| (name.len().max(given.len()) / 3).max(1);
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let wanted = digits(&given);
    // Another number is no misspelling: paper=a6 is not a3.
    let is_other = |name: &str| !wanted.is_empty() && !digits(name).is_empty() && digits(name) != wanted;
    names
        .iter()
        .filter(|name| !is_other(name))
        .filter(|_| (1..=64).contains(&given.len()))
        // At least this many letters must be inserted or deleted.
        .filter(|name| name.chars().count().abs_diff(given.chars().count()) <= near(name))
        .map(|&name| (strsim::damerau_levenshtein(&given, name), name))
        // A name that shares no letter with the given one was not meant.
        .filter(|&(distance, name)| distance <= near(name) && distance < name.chars().count())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}
