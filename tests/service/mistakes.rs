//! Mistakes that people make, and the answers to them: `mistakes.txt` has each with the words that its answer needs, so that it says what is
//! wrong and what to do.

use std::process::{Command, Stdio};

use axum::body::Body;
use axum::http::{Method, Request};

use crate::common::send;

const LIST: &str = include_str!("mistakes.txt");

/// A mistake: the request or the command, the status of its answer, and the words that it has or does not have.
struct Mistake {
    what: &'static str,
    status: u16,
    words: Vec<&'static str>,
}

fn mistakes() -> Vec<Mistake> {
    let lines: Vec<&str> = LIST.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let (pairs, rest) = lines.as_chunks::<2>();
    assert!(rest.is_empty(), "{rest:?}");
    let read = |[what, answer]: &[&'static str; 2]| {
        let answer = answer.strip_prefix("    ").unwrap_or_else(|| panic!("{what}: {answer}"));
        let (status, words) = answer.split_once(' ').unwrap_or((answer, ""));
        let words = words.split(" & ").filter(|word| !word.is_empty()).collect();
        Mistake { what, status: status.parse().unwrap(), words }
    };
    pairs.iter().map(read).collect()
}

/// The request that a line describes: `POST /solve text/plain: hello`.
fn request(line: &str) -> Request<Body> {
    let mut parts = line.splitn(3, ' ');
    let method: Method = parts.next().unwrap().parse().unwrap();
    let request = Request::builder().method(method).uri(parts.next().unwrap());
    match parts.next().and_then(|rest| rest.split_once(": ")) {
        Some((media_type, body)) => {
            request.header("content-type", media_type).body(Body::from(body.replace("\\n", "\n"))).unwrap()
        }
        None => request.body(Body::empty()).unwrap(),
    }
}

/// What is wrong with an answer.
fn faults(mistake: &Mistake, status: u16, text: &str) -> Vec<String> {
    let has = |word: &str| text.contains(&word.replace("&amp;", "&"));
    let is_as_it_should = |word: &&&str| match word.strip_prefix("not ") {
        Some(word) => !has(word),
        None => has(word),
    };
    let mut faults: Vec<String> =
        mistake.words.iter().filter(|word| !is_as_it_should(word)).map(|word| format!("{word:?}")).collect();
    if status != mistake.status {
        faults.insert(0, format!("status {}, and not {status}", mistake.status));
    }
    let told = |fault| format!("{}\n    wants {fault}: {text}", mistake.what);
    faults.into_iter().map(told).collect()
}

fn assert_none(faults: &[String], asked: usize) {
    assert!(faults.is_empty(), "{} of {asked} mistakes:\n{}", faults.len(), faults.join("\n"));
}

#[tokio::test]
async fn every_mistake_of_a_request_is_told() {
    let mut told = Vec::new();
    let mistakes: Vec<Mistake> = mistakes().into_iter().filter(|it| !it.what.starts_with("dedale ")).collect();
    for mistake in &mistakes {
        let answer = send(request(mistake.what)).await;
        let status = answer.status.as_u16();
        let text = match status {
            ..400 => String::new(),
            _ => {
                answer.problem();
                // Without the escapes of JSON.
                answer.text().replace("\\\"", "\"")
            }
        };
        told.extend(faults(mistake, status, &text));
    }
    assert_none(&told, mistakes.len());
    assert!(mistakes.len() >= 100, "{}", mistakes.len());
}

#[test]
fn every_mistake_of_a_command_is_told() {
    let mistakes: Vec<Mistake> = mistakes().into_iter().filter(|it| it.what.starts_with("dedale ")).collect();
    let told = mistakes.iter().flat_map(|mistake| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dedale"));
        let words = mistake.what.split(' ').skip(1);
        let output = command.args(words).env_clear().stdin(Stdio::null()).output().unwrap();
        let status = output.status.code().unwrap().try_into().unwrap();
        faults(mistake, status, str::from_utf8(&output.stderr).unwrap())
    });
    assert_none(&told.collect::<Vec<_>>(), mistakes.len());
    assert!(mistakes.len() >= 10, "{}", mistakes.len());
}
