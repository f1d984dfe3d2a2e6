//! A file of digests that are promised to stay, and the rules by which it may change.

use std::fs;
use std::path::PathBuf;

use sha2::{Digest as _, Sha256};

/// What is promised, and by which version.
#[derive(Debug, PartialEq)]
pub struct Promise {
    /// The file, in the folder of the goldens.
    pub file: &'static str,
    /// What the first line of the file calls the version.
    pub title: &'static str,
    /// The constant that holds the version.
    pub constant: &'static str,
    /// The arguments for Cargo that run the test that writes the file of digests.
    pub test: &'static str,
}

impl Promise {
    /// Fails when what is there `now` is not what the file holds; or, when blessing, writes the file anew if that is allowed.
    pub fn check(&'static self, now: &Goldens) {
        let file = folder().join(self.file);
        let stored = fs::read_to_string(&file).ok();
        let stored = stored.map(|text| Goldens::read(self, &text).unwrap_or_else(|| panic!("{file:?} cannot be read")));
        if blessing() {
            if let Some(Err(why)) = stored.map(|stored| stored.may_become(now)) {
                panic!("{why}");
            }
            fs::create_dir_all(folder()).unwrap();
            fs::write(&file, now.write()).unwrap();
            return;
        }
        let stored = stored.unwrap_or_else(|| panic!("there is no {file:?}.{}", self.how_to_add()));
        let moved = stored.moved(now);
        assert!(moved.is_empty(), "{}{}", list("these have changed", &moved), self.how_to_move());
        assert_eq!(stored.version, now.version, "{} was changed.{}", self.constant, self.how_to_add());
        let missing: Vec<&str> =
            now.lines.iter().map(|(name, _)| name.as_str()).filter(|name| stored.digest(name).is_none()).collect();
        assert!(&stored == now, "{}{}", list("these are new", &missing), self.how_to_add());
    }

    pub fn how_to_move(&self) -> String {
        let Promise { constant, test, .. } = self;
        format!(
            "\nIf that was not intended, mend the code. If it was: raise {constant}, note it in CHANGELOG.md, and bless what \
             is new with DEDALE_BLESS=1 cargo test -p dedale {test}::\n"
        )
    }

    pub fn how_to_add(&self) -> String {
        let test = self.test;
        format!("\nThe goldens are not complete. Add to them with DEDALE_BLESS=1 cargo test -p dedale {test}::\n")
    }
}

/// What is in a file of digests: a version, and a digest for each name.
#[derive(Clone, Debug, PartialEq)]
pub struct Goldens {
    pub promise: &'static Promise,
    pub version: u32,
    /// Names and digests.
    pub lines: Vec<(String, String)>,
}

impl Goldens {
    pub fn read(promise: &'static Promise, text: &str) -> Option<Goldens> {
        let mut lines = text.lines();
        let version = lines.next()?.strip_prefix(promise.title)?.trim_start().parse().ok()?;
        let pair = |line: &str| line.rsplit_once(' ').map(|(name, digest)| (name.to_owned(), digest.to_owned()));
        Some(Goldens { promise, version, lines: lines.map(pair).collect::<Option<_>>()? })
    }

    pub fn write(&self) -> String {
        let lines = self.lines.iter().map(|(name, digest)| format!("{name} {digest}\n"));
        format!("{} {}\n{}", self.promise.title, self.version, lines.collect::<String>())
    }

    /// The digest of this name.
    pub fn digest(&self, name: &str) -> Option<&str> {
        self.lines.iter().find(|line| line.0 == name).map(|line| line.1.as_str())
    }

    /// The names whose digests are others in `new`, or are not there any more.
    pub fn moved(&self, new: &Goldens) -> Vec<&str> {
        let moved = self.lines.iter().filter(|(name, digest)| new.digest(name) != Some(digest));
        moved.map(|(name, _)| name.as_str()).collect()
    }

    /// Whether `new` may take the place of these.
    pub fn may_become(&self, new: &Goldens) -> Result<(), String> {
        let (moved, constant) = (self.moved(new), self.promise.constant);
        if new.version < self.version {
            Err(format!("{constant} is {}, but there was a version {} before", new.version, self.version))
        } else if new.version == self.version && !moved.is_empty() {
            let title = format!("these are promised by the present {constant}");
            Err(format!("{}{}", list(&title, &moved), self.promise.how_to_move()))
        } else {
            Ok(())
        }
    }
}

fn list(title: &str, names: &[&str]) -> String {
    let some: String = names.iter().take(10).map(|name| format!("\n  {name}")).collect();
    let more = if names.len() > 10 { "\n  …" } else { "" };
    format!("\n{title}: {}{some}{more}", names.len())
}

/// The folder of the goldens.
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// Whether the files are to be written anew.
pub fn blessing() -> bool {
    std::env::var_os("DEDALE_BLESS").is_some_and(|value| value == "1")
}

/// SHA-256 in lower-case hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
