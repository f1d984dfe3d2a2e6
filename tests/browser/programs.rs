//! The programs that the tests need: the server, chromedriver and, through it, Chromium. What is started here is stopped
//! here, however the tests end.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use fantoccini::Client;
use tokio::runtime::Runtime;

/// What runs for the length of the tests.
pub struct Programs {
    server: Child,
    driver: Child,
    /// Where the server is: `http://127.0.0.1:12345`.
    pub server_url: String,
    /// Where chromedriver is.
    pub driver_url: String,
    /// The browser.
    pub chromium: PathBuf,
    /// The source of axe-core.
    pub axe_core: String,
    /// Where npm has put it and other packages.
    packages: PathBuf,
    /// A folder for everything that the programs write. It goes when they do.
    pub folder: PathBuf,
    /// What waits for the answers of chromedriver.
    pub runtime: Runtime,
    /// Browsers that no test uses at the moment.
    pub idle: Mutex<Vec<Client>>,
}

impl Programs {
    /// Finds what is needed and starts it.
    ///
    /// # Errors
    ///
    /// What is missing, and how to get it.
    pub fn start() -> Result<Programs, String> {
        let mut missing = Vec::new();
        let chromium = find("chromium");
        let chromedriver = find("chromedriver");
        if chromium.is_none() || chromedriver.is_none() {
            missing.push("chromium and chromedriver on the PATH (on Debian: apt-get install chromium chromium-driver)");
        }
        let axe_core_path = PathBuf::from(std::env::var_os("AXE_CORE").unwrap_or_default());
        let axe_core = fs::read_to_string(&axe_core_path).ok();
        let packages = axe_core_path.ancestors().nth(2).unwrap_or(Path::new("")).to_owned();
        if axe_core.is_none() {
            missing.push("axe-core from npm, and AXE_CORE=the path of its axe.min.js");
        }
        let (Some(chromium), Some(chromedriver), Some(axe_core)) = (chromium, chromedriver, axe_core) else {
            return Err(format!("the tests need {}", missing.join(", and ")));
        };

        let folder = std::env::temp_dir().join(format!("dedale-browser-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let mut server = Command::new(env!("CARGO_BIN_EXE_dedale"));
        server.arg("--listen=127.0.0.1:0").env_clear().stderr(File::create(folder.join("server.log")).unwrap());
        let (server, server_url) = start(server, |line| line.split_once("listens on ").map(|(_, url)| url.to_owned()));
        let mut driver = Command::new(chromedriver);
        driver.arg("--port=0").env("TMPDIR", &folder).stderr(Stdio::null());
        let (driver, driver_url) = start(driver, |line| {
            let port = line.split_once("started successfully on port ")?.1.trim_end_matches('.');
            Some(format!("http://127.0.0.1:{port}"))
        });
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let idle = Mutex::default();
        Ok(Programs { server, driver, server_url, driver_url, chromium, axe_core, packages, folder, runtime, idle })
    }

    /// The source of a package from npm.
    pub fn package(&self, file: &str) -> String {
        let path = self.packages.join(file);
        fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error} (see tests/browser/README.md)", path.display()))
    }

    /// Stops everything, and gives what the server's log says that it should not.
    pub fn stop(self) -> Vec<String> {
        let log = fs::read_to_string(self.folder.join("server.log")).unwrap_or_default();
        let bad = |line: &&str| line.contains(" ERROR ") || line.contains("panicked");
        log.lines().filter(bad).map(|line| format!("the server's log: {line}")).collect()
    }
}

impl Drop for Programs {
    fn drop(&mut self) {
        for client in self.idle.get_mut().map(std::mem::take).unwrap_or_default() {
            self.runtime.block_on(client.close()).ok();
        }
        // chromedriver ends the browsers that are left when it is asked to, and not when it is killed.
        let asked = kill("-TERM", &self.driver.id().to_string()).status();
        let end = Instant::now() + Duration::from_secs(5);
        while asked.is_ok() && Instant::now() < end && matches!(self.driver.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(20));
        }
        for child in [&mut self.driver, &mut self.server] {
            child.kill().ok();
            child.wait().ok();
        }
        end_browsers(&self.folder);
        fs::remove_dir_all(&self.folder).ok();
    }
}

/// Ends every process that was started with this folder in its arguments: browsers whose chromedriver has died.
fn end_browsers(folder: &Path) {
    let folder = folder.to_string_lossy();
    for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let id = process.file_name().to_string_lossy().into_owned();
        let arguments = fs::read(process.path().join("cmdline")).unwrap_or_default();
        if id.parse::<u32>().is_ok() && String::from_utf8_lossy(&arguments).contains(&*folder) {
            kill("-KILL", &id).stderr(Stdio::null()).status().ok();
        }
    }
}

/// What sends a signal, by the shell: a program for this is not on every system.
fn kill(signal: &str, process: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("kill {signal} {process}")]);
    command
}

/// How often a program is started that ends at once.
const MAX_STARTS: u32 = 3;

/// Starts a program, and reads its output until `address` finds what it looks for. It is started again where it ends at once: chromedriver
/// takes a port of IPv4 and the same one of IPv6, which another program may have.
fn start(mut command: Command, address: impl Fn(&str) -> Option<String>) -> (Child, String) {
    command.stdout(Stdio::piped()).stdin(Stdio::null());
    let mut ends = Vec::new();
    for _ in 0..MAX_STARTS {
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let mut printed = Vec::new();
        let found = lines.by_ref().find_map(|line| {
            let found = address(&line);
            printed.push(line);
            found
        });
        // What else it says is read, or else it might wait for that.
        std::thread::spawn(move || lines.for_each(drop));
        match found {
            Some(found) => return (child, found),
            None => ends.push(format!("{:?}: {}", child.wait(), printed.join("; "))),
        }
    }
    panic!("{command:?} does not start: {}", ends.join("\n"));
}

fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}
