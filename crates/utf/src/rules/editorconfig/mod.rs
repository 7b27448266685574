//! The rules of `.editorconfig`, from the directory of a file up to `root = true`.
//!
//! The crate `ec4rs` 1.2 is not used: its globs missed `*/*.c`, inverted `[!a]` and lost `**` in
//! braces.
//!
//! `utf convert` has no `--editorconfig`: a rule says the intended encoding of a file, not its real
//! one. The findings of `utf check` name the commands instead.

mod glob;
mod lines;

use std::{
    collections::HashMap,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use utfkit::{
    Encoding,
    encoding::{Label, LabelSet},
};

use super::rule::{Charset, End, Rule, Signed, Source};
use crate::{
    files::paths,
    git::index,
    process::{names, problem::Problem},
    system::files::open_regular,
};
use lines::{Lines, Value};
use utfkit_text::transform::Eol;
use utfkit_text::unicode::printable;

const NAME: &str = ".editorconfig";

/// The maximum size of a file, because it may come from an untrusted repository.
const MAX_BYTES: u64 = 1 << 20;

/// The files of all directories that were needed so far.
pub struct EditorConfig {
    here: PathBuf,
    folders: Mutex<ConfigCache>,
    /// The files in the index, if only these count.
    staged: Option<HashMap<PathBuf, Vec<u8>>>,
}

/// The files that apply to a directory, the outermost first.
type Configs = Arc<Vec<Arc<Config>>>;

type ConfigCache = HashMap<PathBuf, Configs>;

struct Config {
    folder: PathBuf,
    /// The path of the file, relative to the current directory if possible.
    seen: PathBuf,
    lines: Lines,
}

/// A value, and the file that contains it.
type FoundValue<'configs> = Option<(&'configs Config, &'configs Value)>;

impl EditorConfig {
    /// Uses the files in the directories, or those in the index if `staged`.
    pub fn open(staged: bool) -> Result<Self, Problem> {
        let staged = staged.then(|| index::named(NAME, MAX_BYTES + 1)).transpose()?;
        let here = paths::full(Path::new("."));
        Ok(Self { here, folders: Mutex::default(), staged })
    }

    /// Returns the rule for `file`, a full path. Passes a warning about each unknown value to
    /// `unknown`.
    pub fn of(&self, file: &Path, unknown: &mut dyn FnMut(String)) -> Result<Rule, Problem> {
        let configs = self.configs(paths::parent(file))?;
        let (mut charset_there, mut end_there): (FoundValue, FoundValue) = (None, None);
        for config in &*configs {
            let within = file.strip_prefix(&config.folder).unwrap_or(file);
            for section in config.lines.sections.iter().filter(|one| one.glob.matches(within)) {
                let here = |value| Some((&**config, value));
                charset_there = section.charset.as_ref().and_then(here).or(charset_there);
                end_there = section.end_of_line.as_ref().and_then(here).or(end_there);
            }
        }
        let charset = interpret(charset_there, "charset", unknown, |value, source| {
            let (label, signed) = charset(value)?;
            Some(Charset { label, name: value.to_owned(), signed, source })
        });
        let end = interpret(end_there, "end_of_line", unknown, |value, source| {
            let eol = match &*value.to_ascii_lowercase() {
                "lf" => Eol::Lf,
                "crlf" => Eol::Crlf,
                "cr" => Eol::Cr,
                _ => return None,
            };
            Some(End { eol, source })
        });
        Ok(Rule { charset, end, written: None })
    }

    /// Returns the files that apply to `folder`. A file that cannot be read is reported once, and
    /// is ignored from then on.
    fn configs(&self, folder: &Path) -> Result<Configs, Problem> {
        let mut known = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        self.find(folder, &mut known)
    }

    fn find(&self, folder: &Path, known: &mut ConfigCache) -> Result<Configs, Problem> {
        if let Some(configs) = known.get(folder) {
            return Ok(Arc::clone(configs));
        }
        let own = self.read(folder);
        let is_root = matches!(&own, Ok(Some(own)) if own.lines.is_root);
        let mut configs = match folder.parent().filter(|_| !is_root) {
            Some(parent) => self.find(parent, known)?.to_vec(),
            None => Vec::new(),
        };
        let (own, problem) = match own {
            Ok(own) => (own, None),
            Err(problem) => (None, Some(problem)),
        };
        configs.extend(own.map(Arc::new));
        let configs = Arc::new(configs);
        known.insert(folder.to_owned(), Arc::clone(&configs));
        problem.map_or(Ok(configs), Err)
    }

    /// Reads the file of `folder`, if there is one.
    fn read(&self, folder: &Path) -> Result<Option<Config>, Problem> {
        let path = folder.join(NAME);
        let seen = path.strip_prefix(&self.here).unwrap_or(&path);
        let text = match self.text(&path) {
            Ok(text) => text,
            // A dangling link is an error, because its rules are missing.
            Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => {
                return Ok(None);
            }
            Err(error) => return Err(Problem::at(seen, &error)),
        };
        let lines = Lines::parse(&text).map_err(|(line, words)| {
            Problem::new(format!("{}:{line}: {words}", names::path(seen)))
        })?;
        Ok(Some(Config { folder: folder.to_owned(), seen: seen.to_owned(), lines }))
    }

    /// Returns the text of the file at `path`.
    fn text(&self, path: &Path) -> io::Result<String> {
        let mut bytes = Vec::new();
        match &self.staged {
            Some(staged) => {
                bytes.extend_from_slice(staged.get(path).ok_or(io::ErrorKind::NotFound)?);
            }
            None => {
                open_regular(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
            }
        }
        if bytes.len() as u64 > MAX_BYTES {
            Err(io::Error::other("too large for an EditorConfig file"))
        } else {
            String::from_utf8(bytes)
                .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))
        }
    }
}

/// Interprets the value `found` of `key` with `meant`. A value without a meaning is `unknown` and
/// has no effect, as the specification requires.
fn interpret<T>(
    found: FoundValue,
    key: &str,
    unknown: &mut dyn FnMut(String),
    meant: impl FnOnce(&str, Source) -> Option<T>,
) -> Option<T> {
    let (config, Value { text, line }) = found?;
    if text.is_empty() || text.eq_ignore_ascii_case("unset") {
        return None;
    }
    let says = format!("{key} = {text}");
    let value = meant(text, Source { file: config.seen.clone(), line: Some(*line), says });
    if value.is_none() {
        let place = format!("{}:{line}", names::path(&config.seen));
        unknown(format!(
            "utf: {place}: {key} = {}: unknown value, ignored\n",
            printable::line(text)
        ));
    }
    value
}

/// Parses a value of `charset`: a name of EditorConfig, or a label of the IANA registry.
fn charset(value: &str) -> Option<(Label, Signed)> {
    Some(match &*value.to_ascii_lowercase() {
        "utf-8" => (Encoding::Utf8.into(), Signed::Never),
        "utf-8-bom" => (Encoding::Utf8.into(), Signed::Always),
        "utf-16le" => (Encoding::Utf16Le.into(), Signed::Either),
        "utf-16be" => (Encoding::Utf16Be.into(), Signed::Either),
        "latin1" => (Encoding::Iso8859_1.into(), Signed::Never),
        other => (Label::parse(other, LabelSet::Iana).ok()?, Signed::Either),
    })
}
