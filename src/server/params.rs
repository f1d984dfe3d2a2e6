//! From a URL and its headers to what is asked for.

use axum::http::{HeaderMap, Uri};

use super::negotiate;
use super::problem::{Kind, Problem};
use crate::render::{Encoding, Format};
use crate::spec::{Fault, Faults, Limits, MazeSpec, Parameter};

/// `format`: how the answer is written.
pub static FORMAT: Parameter = Parameter::new("format").of(|| Format::ALL.map(Format::name).to_vec());

/// `encoding`: what stands for a cell in JSON.
pub static ENCODING: Parameter =
    Parameter::new("encoding").or("walls").of(|| Encoding::ALL.map(Encoding::name).to_vec());

/// The names and values of a query, in their order.
pub type Pairs = Vec<(String, String)>;

/// Where the format of an answer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatFrom {
    /// The path names JSON.
    JsonPath,
    /// The path names ASCII text.
    TextPath,
    /// The query or the header `Accept` may name any.
    Request,
}

/// A checked request for a maze.
#[derive(Clone, Debug, PartialEq)]
pub struct MazeRequest {
    /// The maze.
    pub spec: MazeSpec,
    /// How it is to be written.
    pub format: Format,
    /// Whether `Accept` had a part in choosing the format.
    pub negotiated: bool,
    /// The URL of exactly this answer, where the one that was sent leaves the seed open.
    pub location: Option<String>,
}

/// Splits a query into names and values.
pub fn pairs(uri: &Uri) -> Pairs {
    form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).into_owned().collect()
}

/// Refuses every parameter, for a path that takes none.
///
/// # Errors
///
/// A [`Problem`] that names each.
pub fn none(uri: &Uri) -> Result<(), Problem> {
    let faults: Vec<Fault> =
        pairs(uri).iter().map(|(name, value)| Fault::stray(name, value, Vec::new())).take(Faults::MOST).collect();
    if faults.is_empty() { Ok(()) } else { Err(Faults(faults).into()) }
}

/// Reads and checks a request for a maze. `draw` gives a seed where none was sent.
///
/// # Errors
///
/// A [`Problem`] that names everything that is wrong with the parameters, or says that no format is acceptable.
pub fn read(
    uri: &Uri,
    headers: &HeaderMap,
    from: FormatFrom,
    limits: Limits,
    draw: impl FnOnce() -> u64,
) -> Result<MazeRequest, Problem> {
    let mut pairs = pairs(uri);
    let ours: &[Parameter] = match from {
        FormatFrom::Request => &[FORMAT, ENCODING],
        FormatFrom::JsonPath => &[ENCODING],
        FormatFrom::TextPath => &[],
    };
    let seed = if find(&pairs, "seed").is_some() { 0 } else { draw() };
    let spec = MazeSpec::read(&pairs, ours, limits, seed);
    let (format, faults) = match read_format(&pairs, headers, from) {
        Ok(format) => (Some(format), Vec::new()),
        Err(FormatError::Faults(faults)) => (None, faults),
        // What is wrong with the parameters is told first.
        Err(FormatError::NotAcceptable(problem)) => return Err(spec.err().map_or(problem, Problem::from)),
    };
    match (spec, format) {
        (Ok(spec), Some((format, negotiated))) => {
            let location = find(&pairs, "seed").is_none().then(|| {
                pairs.push(("seed".to_owned(), spec.seed().to_string()));
                if negotiated {
                    pairs.push(("format".to_owned(), format.name().to_owned()));
                }
                let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(&pairs).finish();
                format!("{}?{query}", uri.path())
            });
            Ok(MazeRequest { spec, format, negotiated, location })
        }
        (spec, _) => {
            let mut all = spec.err().map_or(Vec::new(), |Faults(faults)| faults);
            all.extend(faults);
            Err(Faults(all).into())
        }
    }
}

fn find<'a>(pairs: &'a Pairs, name: &str) -> Option<&'a str> {
    pairs.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
}

enum FormatError {
    Faults(Vec<Fault>),
    NotAcceptable(Problem),
}

/// The format, and whether `Accept` had a part in it.
fn read_format(pairs: &Pairs, headers: &HeaderMap, from: FormatFrom) -> Result<(Format, bool), FormatError> {
    let mut faults = Vec::new();
    let format = find(pairs, "format").filter(|_| from == FormatFrom::Request);
    let encoding = find(pairs, "encoding").filter(|_| from != FormatFrom::TextPath);
    let read_encoding = encoding
        .map_or(Some(Encoding::default()), |name| Encoding::ALL.into_iter().find(|encoding| encoding.name() == name));
    if read_encoding.is_none() {
        let names = Encoding::ALL.map(Encoding::name).to_vec();
        faults.push(Fault::unknown("encoding", encoding, "encoding", names));
    }
    let json = Format::Json(read_encoding.unwrap_or_default());
    let (chosen, negotiated) = match (from, format) {
        (FormatFrom::JsonPath, _) => (Some(json), false),
        (FormatFrom::TextPath, _) => (Some(Format::Ascii), false),
        (FormatFrom::Request, Some(name)) => {
            let format = Format::ALL.into_iter().find(|format| format.name() == name);
            if format.is_none() {
                faults.push(Fault::unknown("format", Some(name), "format", Format::ALL.map(Format::name).to_vec()));
            }
            (format.map(|format| if let Format::Json(_) = format { json } else { format }), false)
        }
        (FormatFrom::Request, None) => (Some(by_accept(headers, json).map_err(FormatError::NotAcceptable)?), true),
    };
    match chosen {
        Some(Format::Json(_)) | None => {}
        Some(_) if encoding.is_none() => {}
        Some(_) => faults.push(Fault::new("encoding", encoding, "goes only with format=json")),
    }
    match chosen {
        Some(format) if faults.is_empty() => Ok((format, negotiated)),
        _ => Err(FormatError::Faults(faults)),
    }
}

/// The format that `Accept` likes best.
fn by_accept(headers: &HeaderMap, json: Format) -> Result<Format, Problem> {
    const OFFERED: [&str; 2] = ["application/json", "text/plain"];
    match negotiate::media_type(headers, &OFFERED) {
        Some("text/plain") => Ok(Format::Ascii),
        Some(_) => Ok(json),
        None => Err(Problem::new(
            Kind::NOT_ACCEPTABLE,
            format!("this can be had as {}, and Accept allows neither", OFFERED.join(" or ")),
        )),
    }
}
