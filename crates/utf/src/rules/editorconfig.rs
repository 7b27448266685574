//! What `.editorconfig` says: of the folder that a file is in, and of those above it up to `root = true`.

use std::{
    collections::{HashMap, HashSet},
    io::{self, Read},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use ec4rs::{ConfigParser, Properties, PropertiesSource, Section, rawvalue::RawValue};
use utfkit::{
    Encoding,
    encoding::{Label, LabelSet},
};

use super::rule::{Charset, End, Rule, Signed, Source};
use crate::{filter::Eol, gate, input, output::replace, shown, trouble::Trouble};

const NAME: &str = ".editorconfig";

/// How large a file may be, and how many spellings the glob of a section may stand for: both come with what is checked.
const MOST_OCTETS: u64 = 1 << 20;
const MOST_SPELLINGS: usize = 1024;

/// The files of all folders that were asked for.
pub struct EditorConfig {
    here: PathBuf,
    folders: Mutex<Known>,
    /// Those that are in the index, where these count and no others.
    staged: Option<HashMap<PathBuf, Vec<u8>>>,
    /// What made no sense, and was told.
    told: Mutex<HashSet<String>>,
}

/// Files that are about a folder, the outermost first.
type Configs = Arc<Vec<Arc<Config>>>;

type Known = HashMap<PathBuf, Configs>;

struct Config {
    folder: PathBuf,
    is_root: bool,
    sections: Vec<Section>,
}

impl EditorConfig {
    /// Those in the folders of files, or, of what is `staged`, in the index.
    pub fn open(staged: bool) -> Result<Self, Trouble> {
        let staged = staged.then(|| gate::named(NAME, MOST_OCTETS + 1)).transpose()?;
        let here = input::full(Path::new("."));
        Ok(Self { here, folders: Mutex::default(), staged, told: Mutex::default() })
    }

    /// What is said of `file`, a full path; gives `tell` what makes no sense, once.
    pub fn of(&self, file: &Path, tell: &mut dyn FnMut(String)) -> Result<Rule, Trouble> {
        let mut properties = Properties::new();
        for config in &*self.configs(replace::parent(file))? {
            let within = file.strip_prefix(&config.folder).unwrap_or(file);
            for section in &config.sections {
                // Sections apply without fail.
                let _ = section.apply_to(&mut properties, within);
            }
        }
        let mut unknown = |words: String| {
            let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
            if told.insert(words.clone()) {
                tell(words);
            }
        };
        let charset = said(&properties, "charset", &mut unknown, |value, source| {
            let (label, signed) = charset(value)?;
            Some(Charset { label, name: value.to_owned(), signed, source })
        });
        let end = said(&properties, "end_of_line", &mut unknown, |value, source| {
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

    /// The files that are about `folder`. One that cannot be read is told once, and says nothing from then on.
    fn configs(&self, folder: &Path) -> Result<Configs, Trouble> {
        let mut known = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        self.find(folder, &mut known)
    }

    fn find(&self, folder: &Path, known: &mut Known) -> Result<Configs, Trouble> {
        if let Some(configs) = known.get(folder) {
            return Ok(Arc::clone(configs));
        }
        let own = self.read(folder);
        let is_root = matches!(&own, Ok(Some(own)) if own.is_root);
        let mut configs = match folder.parent().filter(|_| !is_root) {
            Some(parent) => self.find(parent, known)?.to_vec(),
            None => Vec::new(),
        };
        let (own, trouble) = match own {
            Ok(own) => (own, None),
            Err(trouble) => (None, Some(trouble)),
        };
        configs.extend(own.map(Arc::new));
        let configs = Arc::new(configs);
        known.insert(folder.to_owned(), Arc::clone(&configs));
        trouble.map_or(Ok(configs), Err)
    }

    /// Reads the file of `folder`, if it has one.
    fn read(&self, folder: &Path) -> Result<Option<Config>, Trouble> {
        let path = folder.join(NAME);
        // Names are those that a person sees from where we are.
        let seen = path.strip_prefix(&self.here).unwrap_or(&path);
        let text = match self.text(&path) {
            Ok(text) => text,
            // A link that leads nowhere says nothing that could be heeded.
            Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => {
                return Ok(None);
            }
            Err(error) => return Err(Trouble::at(seen, &error)),
        };
        let wrong = |line: usize, words: &str| {
            Trouble::new(format!("{}:{line}: {words}", shown::path(seen)))
        };
        for (number, line) in text.lines().enumerate() {
            if line.trim_start().starts_with('[') && spellings(line) > MOST_SPELLINGS {
                return Err(wrong(number + 1, "a glob with too many alternatives"));
            }
        }
        let parser = ConfigParser::new_with_path(text.as_bytes(), Some(seen));
        let mut parser = parser.map_err(|_| wrong(1, "no line of an EditorConfig file"))?;
        let mut sections = Vec::new();
        while let Some(section) = parser.next() {
            match section {
                Ok(section) => sections.push(section),
                Err(_) => return Err(wrong(parser.line_no(), "no line of an EditorConfig file")),
            }
        }
        Ok(Some(Config { folder: folder.to_owned(), is_root: parser.is_root, sections }))
    }

    /// The text of the file at `path`.
    fn text(&self, path: &Path) -> io::Result<String> {
        let mut octets = Vec::new();
        match &self.staged {
            Some(staged) => {
                octets.extend_from_slice(staged.get(path).ok_or(io::ErrorKind::NotFound)?);
            }
            None => {
                input::open_regular(path)?.take(MOST_OCTETS + 1).read_to_end(&mut octets)?;
            }
        }
        match octets.len() as u64 > MOST_OCTETS {
            true => Err(io::Error::other("too large for an EditorConfig file")),
            false => String::from_utf8(octets)
                .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8")),
        }
    }
}

/// How many alternatives the glob of a section has at most.
fn spellings(header: &str) -> usize {
    let (mut open, mut all) = (Vec::new(), 1_usize);
    for character in header.chars() {
        match (character, open.last_mut()) {
            ('{', _) => open.push(1),
            (',', Some(count)) => *count += 1,
            ('}', Some(_)) => all = all.saturating_mul(open.pop().unwrap_or(1)),
            _ => {}
        }
    }
    all
}

/// What `properties` say of `key`, understood by `meant`. A value that has no meaning is `unknown`, and says nothing, as
/// EditorConfig has it.
fn said<T>(
    properties: &Properties,
    key: &str,
    unknown: &mut dyn FnMut(String),
    meant: impl FnOnce(&str, Source) -> Option<T>,
) -> Option<T> {
    let raw = properties.get_raw_for_key(key).filter_unset();
    let value = raw.into_option()?;
    let source = source(key, value, raw);
    let line = source.line.unwrap_or_default();
    let place = format!("{}:{line}", shown::path(&source.file));
    let said = meant(value, source);
    if said.is_none() {
        unknown(format!("utf: {place}: {key} = {}: unknown, not heeded\n", shown::line(value)));
    }
    said
}

fn source(key: &str, value: &str, raw: &RawValue) -> Source {
    let (file, line) = raw.source().unwrap_or((Path::new(NAME), 0));
    Source { file: file.to_owned(), line: Some(line as u64), says: format!("{key} = {value}") }
}

/// What the value of `charset` means: one of EditorConfig's own, or a label of the IANA.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_globs_stand_for_is_bounded() {
        assert_eq!(spellings("[*.{js,ts}]"), 2);
        assert_eq!(spellings("[{a,b}{c,d,e}]"), 6);
        assert!(spellings(&"{a,b}".repeat(40)) > MOST_SPELLINGS);
    }
}
