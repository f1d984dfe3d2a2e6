//! `dedale maze` and the other commands that answer as the service does.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use dedale_server::cli::commands::COMMANDS;
use dedale_server::cli::config::{program, read};
use dedale_server::parameters::table::{Name, Values};

use crate::common::{Answer, get, post};

/// A folder of this test, which is empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("commands").join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn dedale(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dedale"));
    command.args(args).current_dir(folder).env_clear().stdin(Stdio::null()).output().unwrap()
}

fn errors(output: &Output) -> &str {
    str::from_utf8(&output.stderr).unwrap()
}

/// The commands that `docs/cli.md` shows, without what the shell does with their output.
fn shown() -> Vec<Vec<&'static str>> {
    let page = include_str!("../../docs/cli.md");
    let lines = page.lines().filter_map(|line| line.strip_prefix("$ dedale "));
    let words = lines.map(|line| line.split([';', '>']).next().unwrap().trim_end_matches(" 2").split(' ').collect());
    words.collect()
}

/// What the service answers to the request that a command means, as someone would write it who knows the paths alone.
async fn answer(folder: &Path, words: &[&str]) -> Answer {
    let mut path = format!("/{}", words[0]);
    let (mut query, mut file) = (Vec::new(), None);
    let mut words = words[1..].iter().copied().peekable();
    while let Some(word) = words.next() {
        let mut value = || words.next_if(|next| !next.starts_with('-'));
        match word.strip_prefix("--") {
            None if word == "-o" => match (path.as_str(), value().unwrap().rsplit_once('.').unwrap().1) {
                ("/mazes" | "/book", extension) => path += &format!(".{extension}"),
                (_, "txt") => query.push("format=ascii".to_owned()),
                (_, extension) => query.push(format!("format={extension}")),
            },
            None => file = Some((fs::read(folder.join(word)).unwrap(), word.ends_with(".ndjson"))),
            Some(name) => query.push(format!("{name}={}", value().unwrap_or_default())),
        }
    }
    let uri = format!("{path}?{}", query.join("&"));
    match file {
        Some((file, has_lines)) => {
            post(&uri, if has_lines { "application/x-ndjson" } else { "text/plain" }, file).await
        }
        None => get(&uri).await,
    }
}

#[tokio::test]
async fn every_command_of_the_page_has_the_bytes_of_the_service() {
    let folder = folder("page");
    let commands = shown();
    let mut compared = 0;
    for words in &commands {
        let output = dedale(&folder, words);
        let answer = answer(&folder, words).await;
        assert_eq!(output.status.success(), answer.status.is_success(), "{words:?}: {}", errors(&output));
        if !answer.status.is_success() {
            continue;
        }
        let file = words.iter().position(|word| *word == "-o").map(|at| folder.join(words[at + 1]));
        let bytes = file.map_or(output.stdout, |file| fs::read(file).unwrap());
        assert!(bytes == *answer.body, "{words:?}: other bytes than those of the service");
        compared += 1;
    }
    assert!(compared >= 9, "{compared} of {commands:?}");
}

#[test]
fn each_parameter_of_a_path_is_a_flag_that_is_described() {
    let help = |name: &str| {
        let words = ["dedale", name, "-h"].map(OsString::from).to_vec();
        read(words, Vec::new()).unwrap_err().to_string()
    };
    for command in &COMMANDS {
        let line = format!("| `dedale {}", command.name);
        assert!(include_str!("../../docs/cli.md").contains(&line), "docs/cli.md has no line of {}", command.name);
        let help = help(command.name);
        for parameter in command.parameters() {
            let flag = format!("--{} <VALUE>", parameter.name.replace('_', "-"));
            let switch = format!("--{}[=<VALUE>]", parameter.name.replace('_', "-"));
            let line =
                help.lines().find(|line| [&flag, &switch].iter().any(|flag| line.trim_start().starts_with(*flag)));
            let line = line.unwrap_or_else(|| panic!("no {flag} in the help of {}:\n{help}", command.name));
            let described = line.split_once('>').unwrap().1.trim_start_matches(']').trim();
            assert!(described.len() > 10, "nothing says what {flag} of {} means", command.name);
        }
    }
    program().debug_assert();
}

#[test]
fn flags_are_written_with_hyphens_or_as_in_a_query_and_have_the_aliases_of_parameters() {
    let folder = folder("flags");
    let wanted =
        dedale(&folder, &["maze", "--w", "9", "--seed", "7", "--rooms", "1", "--room-size", "3..3", "--doors"]);
    assert!(wanted.status.success(), "{}", errors(&wanted));
    for words in [
        &["maze", "--width=9", "--seed=7", "--rooms=1", "--room_size=3..3", "--doors=true"][..],
        &["maze", "--doors", "--rooms", "1", "--room-size", "3..3", "--seed", "7", "--w", "9"],
    ] {
        assert_eq!(dedale(&folder, words).stdout, wanted.stdout, "{words:?}");
    }
    let flags = COMMANDS.iter().flat_map(|command| command.parameters()).filter(|known| known.values == Values::Flag);
    assert!(flags.count() >= 3 && Name::Doors.parameter().values == Values::Flag);
}

#[test]
fn wrong_words_end_with_2_and_what_cannot_be_done_with_1() {
    let folder = folder("statuses");
    fs::write(folder.join("there.svg"), "mine").unwrap();
    fs::write(folder.join("broken.txt"), "+---+\n| x |\n").unwrap();
    fs::write(folder.join("large.txt"), "+---+\n|   |\n+---+\n").unwrap();
    let side = "{\"side\":\"E\u{202e}\",\"to\":null,\"open\":false}";
    let cell = format!("{{\"polygon\":[[0,0],[1,0],[1,1]],\"sides\":[{side},{side},{side}]}}");
    fs::write(folder.join("twice.json"), format!("{{\"encoding\":\"graph\",\"cells\":[{cell}]}}")).unwrap();
    for (words, status, message) in [
        (&["maze", "--w", "0", "--h", "-3"][..], 2, "dedale: h=-3: must be between 1 and 65535\ndedale: w=0: must be"),
        (&["maze", "--algo", "pirm"], 2, "did you mean 'prim'?"),
        (&["maze", "--start", "0,0"], 2, "unknown flag --start; did you mean '--from'?"),
        (&["maze", "-o", "maze.jpg"], 2, "must be one of .json, .txt, .unicode"),
        (&["mazes", "-o", "mazes.svg"], 2, "must be one of .ndjson, .npy, .tokens"),
        (&["check"], 2, "dedale: directions: must be given, or path instead"),
        (&["check", "broken.txt", "-o", "verdict.svg"], 2, "must be one of .json"),
        (&["solve", "broken.txt"], 1, "line 3, column 1"),
        // The terminal is not told to write from right to left.
        (&["solve", "twice.json"], 1, "side E\\u202e is named twice"),
        (&["manual", "nothing"], 2, "maze, solve, convert, check, book, mazes"),
        (&["solve", "broken.txt", "--steps"], 2, "only valid for a maze that is made"),
        (&["maze", "--steps", "-o", "steps.svg"], 2, ".ndjson"),
        (&["maze", "--color", "-o", "maze.svg"], 2, "--color is only valid for text"),
        (&["maze", "--algo", "aldous-broder", "--w", "64", "--h", "60000"], 1, "steps"),
        (&["maze", "--algo", "wilson", "--w", "2000", "--h", "2000", "--max-memory", "1"], 1, "--max-memory MIB"),
        (&["solve", "large.txt", "--max-body", "9"], 1, "--max-body BYTES"),
        (&["maze", "--max-connections", "3"], 2, "--max-connections is a flag of the server alone"),
        (&["maze", "--idle-timeout", "3"], 2, "--idle-timeout is a flag of the server alone"),
        (&["maze", "--max-cells", "10M"], 2, "must be a whole number between 1 and 4294967295, in digits alone"),
        (&["--max-cells", "10,000"], 2, "must be a whole number between 1 and 4294967295, in digits alone"),
        (&["--max-memory", "1G"], 2, "must be a whole number between 1 and 1073741824, in digits alone"),
        (&["--timeout", "30s"], 2, "must be a number of seconds between 0 and 86400, without a unit"),
        (&["--listen", "8080"], 2, "127.0.0.1:8080 for this machine, 0.0.0.0:8080 for its network too"),
        (&["--listen", "localhost"], 2, "must be an IP address and a port, such as 127.0.0.1:8080"),
        (&["--port", "8080"], 2, "did you mean --listen ADDRESS:PORT?"),
        (&["--algo", "prim"], 2, "did you mean 'dedale maze --algo'?"),
        (&["mase"], 2, "'maze'"),
        (&["solve", "no-such-file.txt"], 1, "cannot read no-such-file.txt"),
        (&["maze", "-o", "there.svg"], 1, "there.svg exists: give --force to replace it"),
        (&["maze", "-o", "no-such-folder/maze.svg"], 1, "cannot write no-such-folder/maze.svg"),
    ] {
        let output = dedale(&folder, words);
        assert_eq!(output.status.code(), Some(status), "{words:?}: {}", errors(&output));
        assert!(errors(&output).contains(message), "{words:?}: {}", errors(&output));
        assert!(output.stdout.is_empty(), "{words:?}");
    }
    assert_eq!(fs::read(folder.join("there.svg")).unwrap(), b"mine");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 4, "nothing else is left");
}

/// Bytes that are no text are no value, rather than another one.
#[cfg(unix)]
#[test]
fn words_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStringExt as _;
    let words = ["dedale", "book", "--title"].map(OsString::from).into_iter();
    let error = read(words.chain([OsString::from_vec(b"caf\xe9".to_vec())]).collect(), Vec::new()).unwrap_err();
    assert!(error.to_string().contains("--title caf\u{fffd}: must be text in UTF-8"), "{error}");
}

/// Help has what a command can use: its limits, and each value by its name.
#[test]
fn help_lists_what_a_command_can_use() {
    let help = |words: &[&str]| {
        let words = ["dedale"].iter().chain(words).map(OsString::from).collect();
        read(words, Vec::new()).unwrap_err().to_string()
    };
    for command in &COMMANDS {
        let help = help(&[command.name, "--help"]);
        assert!(help.contains("--max-cells") && help.contains("--timeout"), "{help}");
        for flag in ["--queue", "--client-share", "--max-connections", "--idle-timeout", "--max-step-streams"] {
            assert!(!help.contains(flag), "{} has {flag}", command.name);
        }
    }
    let values = help(&["maze", "--help"]).split("[possible values: ").nth(1).unwrap().to_owned();
    let values = values.split(']').next().unwrap();
    assert!(values.contains("backtracker") && !values.contains("recursive-backtracker"), "{values}");
    let book = help(&["book", "-h"]);
    assert!(book.contains("[possible values: pdf]") && !book.contains("svg]"), "only the formats of the path: {book}");
    let solve = help(&["solve", "-h"]);
    assert!(solve.contains("viridis") && !solve.contains("[possible values: viridis"), "each value once: {solve}");
    assert!(solve.contains("--include") && !solve.contains("* path:"), "one sentence: {solve}");
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = folder("whole");
    let file = folder.join("mazes.npy");
    fs::write(&file, "mine").unwrap();
    let words = ["mazes", "--count", "1000000", "--w", "40", "--h", "40", "-o", "mazes.npy", "--force"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_dedale"));
    let mut child = command.args(words).current_dir(&folder).stderr(Stdio::piped()).spawn().unwrap();
    let is_begun = || {
        let files = fs::read_dir(&folder).unwrap().map(|file| file.unwrap());
        files
            .filter(|file| file.path() != folder.join("mazes.npy"))
            .any(|file| file.metadata().is_ok_and(|it| it.len() > 0))
    };
    while !is_begun() {
        assert_eq!(child.try_wait().unwrap(), None, "it ends before it is stopped");
    }
    crate::process::send("-TERM", &child);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), errors(&output)), (Some(130), ""));
    assert_eq!(fs::read(&file).unwrap(), b"mine");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left");
    let whole = dedale(&folder, &["mazes", "--count", "2", "--seed", "7", "-o", "mazes.npy", "--force"]);
    assert!(whole.status.success() && fs::read(&file).unwrap().starts_with(b"\x93NUMPY"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left");
}

/// Many answers are recognized by the name of their file, or by their lines.
#[tokio::test]
async fn each_line_of_a_file_of_answers_is_checked() {
    let folder = folder("answers");
    let mazes =
        dedale(&folder, &["mazes", "--w", "6", "--h", "5", "--seed", "7", "--count", "5", "--include", "directions"]);
    let answers = String::from_utf8(mazes.stdout).unwrap() + "no line\n{\"seed\":7,\"directions\":\"right\"}\n";
    let one = "{\"seed\":7,\"directions\":[\"E\",\"right\"],\"name\":\"of a child\"}\n";
    for (name, body) in
        [("answers.ndjson", &*answers), ("answers.jsonl", one), ("answers.txt", &answers), ("one.json", one)]
    {
        fs::write(folder.join(name), body).unwrap();
        let told = post("/check?w=6&h=5", "application/x-ndjson", body.to_owned()).await;
        let checked = dedale(&folder, &["check", name, "--w", "6", "--h", "5"]);
        assert_eq!(str::from_utf8(&checked.stdout).unwrap(), told.text(), "{name}: {}", errors(&checked));
        assert_eq!(told.text().lines().count(), body.lines().count());
        let written = dedale(&folder, &["check", name, "--w", "6", "--h", "5", "-o", "told.ndjson", "--force"]);
        assert!(written.status.success() && fs::read(folder.join("told.ndjson")).unwrap() == *told.body, "{name}");
    }
    // A maze with its solution is one answer, and takes no parameters of a maze that is made.
    let maze = "{\"encoding\":\"bits\",\"cells\":[[13,7]],\"directions\":\"E\"}\n";
    fs::write(folder.join("maze.json"), maze).unwrap();
    let checked = dedale(&folder, &["check", "maze.json"]);
    assert!(
        checked.stdout.starts_with(b"{\"ok\":true") && checked.stdout.ends_with(b"\"read\":\"json\"}\n"),
        "{}",
        errors(&checked)
    );
}

#[test]
fn an_svg_is_solved_as_the_maze_that_it_shows() {
    let folder = folder("drawn");
    let maze = ["--w", "9", "--h", "7", "--seed", "5", "--algo", "wilson"];
    let drawn = dedale(&folder, &[&["maze"][..], &maze, &["-o", "maze.svg"]].concat());
    assert!(drawn.status.success(), "{}", errors(&drawn));
    let [made, read] = [&[&["solve"][..], &maze].concat()[..], &["solve", "maze.svg"]]
        .map(|command| dedale(&folder, &[command, &["--include", "directions"]].concat()).stdout)
        .map(|answer| serde_json::from_slice::<serde_json::Value>(&answer).unwrap()["directions"].clone());
    assert!(made.is_string() && made == read, "{made} {read}");
    let svg = fs::read_to_string(folder.join("maze.svg")).unwrap();
    fs::write(folder.join("edited.svg"), svg.replace("M0 0", "M1 0")).unwrap();
    let edited = dedale(&folder, &["solve", "edited.svg"]);
    assert!(
        !edited.status.success() && errors(&edited).contains("was changed after it was written"),
        "{}",
        errors(&edited)
    );
}

#[cfg(unix)]
#[test]
fn a_command_that_waits_for_standard_input_can_be_stopped() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dedale"));
    let mut child = command.args(["solve", "-"]).stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // `wait` closes what it finds here, which would end the command.
    let input = child.stdin.take();
    // A process that does not listen for signals yet is ended by the system, unlike with SIGINT, which a job in the background ignores.
    crate::process::send("-TERM", &child);
    let status = child.wait().unwrap();
    drop(input);
    assert!(matches!(status.code(), None | Some(130)), "{status}");
}

#[test]
fn steps_times_and_heads_are_printed_on_demand() {
    let folder = folder("more");
    let steps = dedale(&folder, &["maze", "--w", "3", "--h", "2", "--seed", "7", "--steps"]);
    assert!(steps.stdout.starts_with(b"{\"step\":\"start\"") && steps.stdout.ends_with(b"}\n"));
    let file = dedale(&folder, &["maze", "--w", "3", "--h", "2", "--seed", "7", "--steps", "-o", "steps.ndjson"]);
    assert!(file.status.success() && fs::read(folder.join("steps.ndjson")).unwrap() == steps.stdout);
    let text = ["maze", "--w", "3", "--h", "2", "--seed", "7", "-o", "maze.txt"];
    assert!(dedale(&folder, &text).status.success());
    let check = dedale(&folder, &["check", "maze.txt", "--directions", "E", "-o", "verdict.json"]);
    assert!(check.status.success() && fs::read(folder.join("verdict.json")).unwrap().starts_with(b"{\"ok\""));
    let colors = dedale(&folder, &["maze", "--w", "3", "--h", "2", "--color"]);
    assert!(colors.stdout.starts_with(b"\x1b["));
    let picture = dedale(&folder, &["maze", "--w", "3", "--h", "2", "--format", "svg", "--color=f00"]);
    assert!(String::from_utf8(picture.stdout).unwrap().contains("f00"));
    let told = dedale(&folder, &["solve", "--w", "3", "--h", "2", "--seed", "7", "--time", "--verbose"]);
    let told = errors(&told);
    for line in ["> GET /solve?w=3&h=2&seed=7\n", "< 200 OK\n", "< content-type: application/json\n", "generate: "] {
        assert!(told.contains(line), "{line} is not in {told}");
    }
}

#[test]
fn shells_and_readers_of_manuals_get_every_command() {
    let folder = folder("completions");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = String::from_utf8(dedale(&folder, &["completions", shell]).stdout).unwrap();
        assert!(script.contains("backtracker") && script.contains("mazes"), "{shell}");
    }
    let page = String::from_utf8(dedale(&folder, &["manual", "maze"]).stdout).unwrap();
    assert!(page.contains(".TH") && page.contains("straightness"), "{page}");
    assert!(dedale(&folder, &["manual"]).stdout.starts_with(b".ie"));
}
