//! Asks git whether it could write a text in another encoding.
//!
//! Git uses the iconv that it is built with, whose tables differ from ours and between machines. It
//! is asked in a temporary repository, so nothing is written to the user's repository, and no
//! filters of the user run.

use std::{
    collections::HashMap,
    fs::{self, File},
    io::{self, Seek, Write},
    path::{Path, PathBuf},
    process::{Output, Stdio},
    sync::{Mutex, OnceLock, PoisonError},
};

use tempfile::TempDir;
use utfkit::utf8;

use super::{
    ask::{is_object, words},
    command::isolated,
    index,
};

/// Asks git to write texts.
#[derive(Default)]
pub struct Writer {
    /// Whether git supports the attribute. Older versions would write any text.
    knows: OnceLock<bool>,
    /// A repository per encoding.
    repositories: Mutex<HashMap<String, TempDir>>,
}

/// Git's answer about a text and an encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answer {
    /// Git was not asked, or cannot be.
    #[default]
    None,
    /// Git can write the whole text.
    Writes,
    /// Git cannot write this character, which is the first such.
    Lacks { character: char, line: u64, offset: u64 },
    /// Git does not support the encoding.
    NoSuchEncoding,
    /// The text is not UTF-8, so git cannot convert it.
    NoText,
}

impl Writer {
    /// Asks whether git could write the text in `file` in the encoding that git calls `name`.
    pub fn ask(&self, name: &str, file: &Path) -> Answer {
        if !self.can_be_asked() {
            return Answer::None;
        }
        self.asked(name, file).unwrap_or_default()
    }

    /// Returns `true` if git supports such encodings, and reports a failure.
    fn can_be_asked(&self) -> bool {
        const NONE: &str = "no-such-encoding";
        let fails = || Ok::<_, io::Error>(!writes(&self.repository(NONE)?, "a")?);
        *self.knows.get_or_init(|| fails().unwrap_or(false))
    }

    fn asked(&self, name: &str, file: &Path) -> io::Result<Answer> {
        let repository = self.repository(name)?;
        if writes_file(&repository, File::open(file)?)? {
            return Ok(Answer::Writes);
        }
        if !writes(&repository, "\n")? {
            return Ok(Answer::NoSuchEncoding);
        }
        match String::from_utf8(fs::read(file)?) {
            Ok(text) => first_lacking(&text, |part| writes(&repository, part)),
            Err(_) => Ok(Answer::NoText),
        }
    }

    /// Returns the repository in which every file is written in the encoding `name`.
    fn repository(&self, name: &str) -> io::Result<PathBuf> {
        let mut all = self.repositories.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.get(name) {
            return Ok(known.path().to_owned());
        }
        let new = index::copies().map_err(|_| io::ErrorKind::Other)?;
        let path = new.path().to_owned();
        for folder in ["objects", "refs", "info"] {
            fs::create_dir(path.join(folder))?;
        }
        fs::write(path.join("HEAD"), "ref: refs/heads/none\n")?;
        // This file takes precedence over all other attributes.
        let attributes = format!("* -filter -ident working-tree-encoding={name}\n");
        fs::write(path.join("info/attributes"), attributes)?;
        all.insert(name.to_owned(), new);
        Ok(path)
    }
}

/// Returns the first character of `text` that git cannot write, if `writes` rejects the whole text.
fn first_lacking(
    text: &str,
    mut writes: impl FnMut(&str) -> io::Result<bool>,
) -> io::Result<Answer> {
    // Git can write the text before `low`, but not the text before `high`.
    let (mut low, mut high) = (0, text.len());
    loop {
        let Some(character) = text[low..].chars().next() else { return Ok(Answer::None) };
        let next = low + character.len_utf8();
        if next >= high {
            let line = utf8::count_lines(&text.as_bytes()[..low]) as u64 + 1;
            return Ok(Answer::Lacks { character, line, offset: low as u64 });
        }
        let half = low.midpoint(high);
        let half = (next..=half).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(next);
        // Begin at the start of a line, because the encoding of a character may depend on those
        // before it.
        let line = text[..low].rfind('\n').map_or(0, |at| at + 1);
        if writes(&text[line..half])? { low = half } else { high = half }
    }
}

/// Returns `true` if git can write `text` from `repository`.
fn writes(repository: &Path, text: &str) -> io::Result<bool> {
    let mut file = tempfile::tempfile_in(repository)?;
    file.write_all(text.as_bytes())?;
    file.rewind()?;
    writes_file(repository, file)
}

fn writes_file(repository: &Path, text: File) -> io::Result<bool> {
    let store = words(&["-c", "core.looseCompression=0", "hash-object", "-w", "--stdin"]);
    let stored = done(isolated(repository).args(store).stdin(text).output()?)?;
    let object = String::from_utf8_lossy(&stored.stdout).trim_end().to_owned();
    if !is_object(&object) {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut write = isolated(repository);
    write.args(["cat-file", "--filters", "--path=text", &object]);
    // If the conversion fails, git writes the text unchanged and reports the failure. The written
    // text does not matter.
    let written = done(write.stdin(Stdio::null()).stdout(Stdio::null()).output()?)?;
    Ok(!String::from_utf8_lossy(&written.stderr).contains("failed to encode"))
}

fn done(output: Output) -> io::Result<Output> {
    if output.status.success() { Ok(output) } else { Err(io::ErrorKind::Other.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_character_that_is_lacking_is_found() {
        let place =
            |text: &str| first_lacking(text, |part| Ok(!part.contains(['€', '①']))).unwrap();
        for (text, character, line, offset) in [
            ("€", '€', 1, 0),
            ("é€", '€', 1, 2),
            ("a\nbé\n①€€\n", '①', 3, 6),
            ("日本\n日本①\n€", '①', 2, 13),
        ] {
            assert_eq!(place(text), Answer::Lacks { character, line, offset }, "{text}");
        }
    }
}
