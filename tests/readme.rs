//! The README is true: what it shows is what the service answers, and what it lists is what there is.

mod common;

use axum::body::Body;
use axum::http::Request;
use common::{app, get_with, send};
use dedale::generate::ALGORITHMS;
use dedale::solve::{SOLVERS, SolverInfo};
use dedale_server::http::service::service;
use dedale_server::request::parameters::{Groups, Parameter};
use http_body_util::BodyExt as _;
use tower::ServiceExt as _;

const README: &str = include_str!("../README.md");

/// A line of the README with a `curl` in it: the paths and queries that it asks for, one after the other.
fn curls() -> Vec<(&'static str, Vec<&'static str>)> {
    let lines = README.lines().filter(|line| line.trim_start_matches("$ ").starts_with("curl "));
    let uris =
        |line: &'static str| line.split('\'').filter_map(|part| part.strip_prefix("http://127.0.0.1:8080")).collect();
    lines.map(|line| (line, uris(line))).collect()
}

#[tokio::test]
async fn every_curl_is_answered() {
    let curls = curls();
    assert!(curls.len() >= 20, "{curls:?}");
    for (line, uris) in curls {
        let accept = if line.contains("text/event-stream") { "text/event-stream" } else { "*/*" };
        let (first, rest) = uris.split_first().unwrap_or_else(|| panic!("no URL in quotes: {line}"));
        if line.contains("| head") {
            // Nobody waits for the end.
            let request = Request::get(*first).body(Body::empty()).expect("a request");
            let mut answer = service(app()).oneshot(request).await.expect("an answer");
            let start = answer.body_mut().frame().await.and_then(Result::ok).and_then(|frame| frame.into_data().ok());
            assert!(answer.status() == 200 && start.is_some_and(|start| start.starts_with(b"+---+")), "{line}");
            continue;
        }
        let mut answer = get_with(first, &[("accept", accept)]).await;
        for uri in rest {
            assert!(line.contains("--data-binary @- -H 'Content-Type: text/plain'"), "{line}");
            let request = Request::post(*uri).header("content-type", "text/plain").body(Body::from(answer.body));
            answer = send(request.expect("a request")).await;
        }
        let expected = if line.contains("pirm") { 400 } else { 200 };
        assert_eq!(answer.status.as_u16(), expected, "{line}: {}", answer.text());
    }
}

#[tokio::test]
async fn the_maze_at_the_top_is_that_of_its_url() {
    let shown = README.split("```text\n").nth(1).and_then(|block| block.split("```").next()).expect("a drawing");
    let (_, drawing) = shown.split_once('\n').expect("a command and a drawing");
    assert_eq!(get_with(curls()[0].1[0], &[]).await.text(), drawing);
}

#[tokio::test]
async fn the_heat_map_is_that_of_its_url() {
    let (_, uris) = curls().into_iter().find(|(line, _)| line.ends_with("-o heat.svg")).expect("a command for it");
    assert_eq!(get_with(uris[0], &[]).await.text(), include_str!("../docs/heat.svg"));
}

#[test]
fn every_solver_has_its_line() {
    let table = README.lines().skip_while(|line| !line.starts_with("| `solver` |")).skip(2);
    let table: Vec<&str> = table.take_while(|line| line.starts_with('|')).collect();
    let line = |info: &SolverInfo| {
        let shortest = if info.shortest { "yes" } else { "no" };
        format!("| `{}` | {shortest} | {} |", info.name, info.description)
    };
    assert_eq!(table, SOLVERS.iter().map(line).collect::<Vec<_>>());
}

#[test]
fn every_algorithm_has_its_line() {
    let table: Vec<&str> =
        README.lines().filter(|line| line.starts_with("| `") && line.matches('|').count() == 3).collect();
    let expected: Vec<String> =
        ALGORITHMS.iter().map(|about| format!("| `{}` | {} |", about.name, about.texture)).collect();
    assert_eq!(table[1..], expected, "under the line of headings");
    for about in ALGORITHMS {
        for alias in about.aliases {
            assert!(README.contains(&format!("`{alias}` for `{}`", about.name)), "{alias}");
        }
    }
}

#[test]
fn every_parameter_of_a_picture_has_its_line() {
    let line =
        |parameter: &Parameter| format!("| `{}` | `{}` | ", parameter.name, parameter.default.unwrap_or_default());
    let table = README.lines().skip_while(|line| !line.starts_with("| parameter |")).skip(2);
    let starts: Vec<String> = (Groups::STYLE | Groups::SOLUTION).parameters().map(line).collect();
    let table: Vec<&str> = table.take_while(|line| line.starts_with('|')).collect();
    assert_eq!(table.len(), starts.len());
    assert!(table.iter().zip(&starts).all(|(line, start)| line.starts_with(start)), "{table:?}");
}

/// The flags and variables of the configuration table are those of `--help`.
#[test]
fn every_setting_has_its_line() {
    let help = std::process::Command::new(env!("CARGO_BIN_EXE_dedale")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let mut variables: Vec<&str> =
        help.split("[env: ").skip(1).map(|rest| &rest[..rest.find(['=', ']']).unwrap()]).collect();
    let lines: Vec<&str> = README.lines().filter(|line| line.starts_with("| `--")).collect();
    let mut listed: Vec<&str> = lines.iter().map(|line| line.split('`').nth(3).unwrap()).collect();
    for line in lines {
        let flag = line.split('`').nth(1).unwrap();
        assert!(help.contains(&format!("{flag} <")), "{flag}");
    }
    variables.sort_unstable();
    listed.sort_unstable();
    assert_eq!(listed, variables);
}
