//! The README is true: what it shows is what the service answers, and what it lists is what there is.

mod common;

use common::get_with;
use dedale::generate::ALGORITHMS;

const README: &str = include_str!("../README.md");

/// The paths and queries of every `curl` in the README.
fn curls() -> Vec<String> {
    let lines = README.lines().filter(|line| line.trim_start_matches("$ ").starts_with("curl "));
    let quoted = lines.map(|line| line.split('\'').nth(1).unwrap_or_else(|| panic!("no URL in quotes: {line}")));
    quoted.map(|url| url.strip_prefix("http://127.0.0.1:8080").expect("the default address").to_owned()).collect()
}

#[tokio::test]
async fn every_curl_is_answered() {
    let curls = curls();
    assert!(curls.len() >= 13, "{curls:?}");
    for uri in curls {
        let answer = get_with(&uri, &[("accept", "*/*")]).await;
        let expected = if uri.contains("pirm") { 400 } else { 200 };
        assert_eq!(answer.status.as_u16(), expected, "{uri}");
    }
}

#[tokio::test]
async fn the_maze_at_the_top_is_that_of_its_url() {
    let shown = README.split("```text\n").nth(1).and_then(|block| block.split("```").next()).expect("a drawing");
    let (_, drawing) = shown.split_once('\n').expect("a command and a drawing");
    assert_eq!(get_with(&curls()[0], &[]).await.text(), drawing);
}

#[test]
fn every_algorithm_has_its_line() {
    let table: Vec<&str> =
        README.lines().filter(|line| line.starts_with("| `") && line.matches('|').count() == 3).collect();
    let expected: Vec<String> =
        ALGORITHMS.iter().map(|about| format!("| `{}` | {} |", about.name, about.texture)).collect();
    assert_eq!(table[1..], expected, "under the line of headings");
    for about in &ALGORITHMS {
        for alias in about.aliases {
            assert!(README.contains(&format!("`{alias}` for `{}`", about.name)), "{alias}");
        }
    }
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
