//! The files of `deploy/one` go together, and the tables of `docs/one-machine.md` say what is in them.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use dedale_server::settings::Settings;

use crate::markdown::{Page, page};
use crate::report;

const PROGRAM: &str = "/usr/local/bin/dedale";
/// How many pupils of a school open the page at the same moment, behind one address.
const PUPILS: u64 = 2000;

const CERTIFICATE: &str = "/etc/letsencrypt/live/maze.example.org/";

fn unit() -> Page {
    page("deploy/one/dedale@.service")
}

fn nginx() -> Page {
    page("deploy/one/nginx.conf")
}

/// The flags that the unit starts the program with, each with its value.
fn flags(unit: &str) -> Vec<(String, String)> {
    let command = unit.replace("\\\n", " ");
    let command = command.lines().find_map(|line| line.strip_prefix("ExecStart=")).expect("a command");
    let words: Vec<&str> = command.split_whitespace().collect();
    assert_eq!(words[0], PROGRAM);
    words[1..].chunks(2).map(|pair| (pair[0].to_owned(), pair[1].to_owned())).collect()
}

/// The number of a flag.
fn number(flags: &[(String, String)], name: &str) -> u64 {
    let (_, value) = flags.iter().find(|(flag, _)| flag == name).unwrap_or_else(|| panic!("no {name}"));
    value.parse().unwrap()
}

/// The number that follows these words, such as a name and `=`, in a file.
fn told(page: &Page, start: &str) -> u64 {
    let mut places = page.text.lines().filter_map(|line| line.trim_start().strip_prefix(start));
    let rest = places.next().unwrap_or_else(|| panic!("{} has no {start}", page.path));
    assert!(places.all(|other| other == rest), "{}: several {start}", page.path);
    rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap()
}

#[test]
fn the_unit_starts_the_program() {
    let flags = flags(&unit().text);
    let args = flags.iter().flat_map(|(flag, value)| {
        // The instance has the port as its name.
        [flag.as_str(), if value.contains("%i") { "127.0.0.1:0" } else { value }]
    });
    let mut command = Command::new(env!("CARGO_BIN_EXE_dedale"));
    let mut child = command.args(args).env_clear().stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
    child.kill().unwrap();
    let left = child.wait_with_output().unwrap();
    assert!(said.contains(" listens on "), "{said}{}", String::from_utf8_lossy(&left.stderr));
}

#[test]
fn memory_timeouts_and_sizes_of_the_unit_and_of_nginx_go_together() {
    let (unit, nginx, flags) = (unit(), nginx(), flags(&unit().text));
    let flag = |name: &str| number(&flags, name);
    let held = flag("--max-memory") << 20;
    let max_connections = flag("--max-connections") as usize;
    let most = Settings { max_memory: held, max_connections, ..Settings::default() }.max_process_memory() >> 20;
    let [high, max] = ["MemoryHigh=", "MemoryMax="].map(|name| told(&unit, name));
    assert!(most < high && high < max, "{most} {high} {max}");
    // nginx and the system need the rest of a gigabyte.
    assert!(max + 214 + 200 < 960);
    assert!(flag("--max-body") * 8 <= held);
    assert!(told(&unit, "TimeoutStopSec=") > flag("--shutdown-timeout"));
    assert!(flag("--shutdown-timeout") >= flag("--timeout"));
    assert!(told(&unit, "LimitNOFILE=") > flag("--max-connections") + 128);

    assert_eq!(told(&nginx, "client_max_body_size ") << 20, flag("--max-body"));
    assert!(told(&nginx, "proxy_read_timeout ") > flag("--timeout"));
    assert!(told(&nginx, "send_timeout ") < flag("--write-timeout"));
    let idle = Settings::default().timeouts.idle.as_secs();
    assert!(told(&nginx, "keepalive_timeout ") + 5 <= idle);
    assert!(2 * 2 * told(&nginx, "keepalive ") <= flag("--max-connections"));

    let guide = page("docs/one-machine.md");
    for row in guide.table("nginx") {
        let (told, flag) = (row[0].split('`').nth(1).unwrap_or(row[0]), row[2]);
        assert!(nginx.text.contains(&format!("{told};")), "{told}");
        let (name, value) = flag.split_once(' ').unwrap();
        let in_unit = flags.iter().any(|(flag, set)| (flag.as_str(), set.as_str()) == (name, value));
        assert!(in_unit || (name, value) == ("--idle-timeout", &*idle.to_string()), "{flag}");
    }
    let [held, connections] = ["--max-memory", "--max-connections"].map(|name| format!("`{name} {}`", flag(name)));
    assert!(guide.text.contains(&format!("24 + {held} + {connections} × 0.6875 | {most} |")));
    // Each browser holds a connection to nginx, and one to the service while it waits for an answer; each worker may get all of them.
    assert!(told(&nginx, "worker_connections ") > 2 * PUPILS);
    assert!(told(&nginx, "worker_rlimit_nofile ") >= 2 * told(&nginx, "worker_connections "));
    // The maze and its solution: the rest is free, or kept by nginx. tests/resilience counts them.
    assert!(flag("--rate-burst") >= 2 * PUPILS);
    let limit = format!("`--rate-limit {} --rate-burst {}`", flag("--rate-limit"), flag("--rate-burst"));
    for path in ["docs/one-machine.md", "docs/operations.md", "SECURITY.md"] {
        assert!(page(path).text.contains(&limit), "{path}: {limit}");
    }
}

/// nginx and systemd take the files, with a certificate and ports of this test.
#[test]
fn every_file_is_one_that_nginx_or_systemd_takes() {
    let mut server: String =
        nginx().text.lines().filter(|line| !line.contains("[::]")).map(|line| format!("{line}\n")).collect();
    for (there, here) in [
        (CERTIFICATE, ""),
        ("listen 80;", "listen 28180;"),
        ("listen 443 ", "listen 28443 "),
        ("/run/", ""),
        ("/var/cache/", ""),
        ("/var/log/nginx/error.log", "stderr"),
        ("access_log /var/log/nginx/access.log", "access_log off"),
        ("http {\n", concat!("http {\n", "    client_body_temp_path bodies;\n", "    proxy_temp_path answers;\n")),
    ] {
        assert!(server.contains(there), "{there}");
        server = server.replace(there, here);
    }
    // The lines for a base path, as the guide has them.
    let lines = page("docs/one-machine.md").text;
    let (_, lines) = lines.split_once("## Under a path").unwrap();
    let lines = lines.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    for line in lines.lines() {
        let there = format!("#{line}\n");
        assert!(server.contains(&there), "{there}");
        server = server.replace(&there, &format!("{line}\n"));
    }
    let unit =
        unit().text.replace(&format!("ExecStart={PROGRAM} "), concat!("ExecStart=", env!("CARGO_BIN_EXE_dedale"), " "));
    let text = format!(
        "\
```text
# nginx.conf
{server}```

```text
# dedale.service
{unit}```

```console
$ openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=maze.example.org -days 2 -keyout privkey.pem -out fullchain.pem
$ nginx -t -q -p . -c nginx.conf -e stderr
$ sed 's/proxy_read_timeout/proxy_read_timeouts/' nginx.conf > wrong.conf
$ nginx -t -q -p . -c wrong.conf -e stderr 2> wrong.txt || grep -c proxy_read_timeouts wrong.txt
1
$ cp dedale.service dedale@8080.service
$ systemd-analyze verify ./dedale@8080.service 2> verified.txt
$ test ! -s verified.txt
```
"
    );
    report(&[Page { path: "deploy/one".to_owned(), text }], "commands that try deploy/one");
}
