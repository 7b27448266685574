//! The configuration file with allowed and denied findings.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use serde::Deserialize;
use utfkit_text::unicode::printable;

use super::words;
use crate::{
    files::paths,
    git::index,
    process::{names, problem::Problem},
    system::files::open_regular,
};
use utfkit_text::audit::Policy;
use utfkit_text::audit::policy::severity;

/// The name of the configuration file in a repository.
pub const CONFIG: &str = "utf-audit.toml";

/// A configuration.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Config {
    #[serde(default)]
    allow: Vec<String>,
    #[serde(default)]
    deny: Vec<String>,
    fail_on: Option<String>,
}

/// Applies the configuration at `path`. In a file, `deny` comes first, so `allow` wins.
pub fn read(policy: &mut Policy, path: &Path) -> Result<(), Problem> {
    let text = fs::read_to_string(path).map_err(|error| Problem::at(path, &error))?;
    take(policy, path, &text)
}

/// Applies a configuration that was found, not named. It must be a regular file.
pub fn read_found(policy: &mut Policy, path: &Path) -> Result<(), Problem> {
    let text = open_regular(path).and_then(io::read_to_string);
    take(policy, path, &text.map_err(|error| Problem::at(path, &error))?)
}

/// Applies `text`, the configuration at `path`.
pub fn take(policy: &mut Policy, path: &Path, text: &str) -> Result<(), Problem> {
    let problem = |words: &str| {
        Problem::new(format!("{}: {}", names::path(path), printable::multiline(words.trim_end())))
    };
    let config: Config = toml::from_str(text).map_err(|error| problem(&error.to_string()))?;
    let unknown = |name| problem(&words::unknown(&name));
    config.deny.iter().try_for_each(|one| policy.deny(one)).map_err(unknown)?;
    config.allow.iter().try_for_each(|one| policy.allow(one)).map_err(unknown)?;
    if let Some(named) = config.fail_on {
        policy.fail_on = Some(severity(&named).map_err(unknown)?);
    }
    Ok(())
}

/// Returns the path of the configuration for `operand`: the nearest one in its directory or above,
/// up to the root of its repository. Outside a repository, only its own directory counts.
pub fn find(operand: &Path) -> io::Result<Option<PathBuf>> {
    let directory =
        if operand.is_dir() { operand } else { operand.parent().unwrap_or(Path::new("")) };
    let directory = if directory.as_os_str().is_empty() {
        Path::new(".").canonicalize()?
    } else {
        directory.canonicalize()?
    };
    let root = directory.ancestors().position(|above| above.join(".git").exists()).unwrap_or(0);
    let found = directory.ancestors().take(root + 1).map(|above| above.join(CONFIG));
    Ok(found.into_iter().find(|path| path.symlink_metadata().is_ok()))
}

/// Returns the path and the text of the staged configuration for the current directory.
pub fn staged() -> Result<Option<(PathBuf, String)>, Problem> {
    const MAX_BYTES: u64 = 1 << 20;
    let mut all = index::named(CONFIG, MAX_BYTES + 1)?;
    let here = paths::full(Path::new("."));
    let found = here.ancestors().find_map(|directory| all.remove_entry(&directory.join(CONFIG)));
    let Some((path, bytes)) = found else { return Ok(None) };
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Problem::new(format!("{}: larger than 1 MiB", names::path(&path))));
    }
    let no_text = |_| Problem::new(format!("{}: not UTF-8", names::path(&path)));
    let text = String::from_utf8(bytes).map_err(no_text)?;
    Ok(Some((path, text)))
}
