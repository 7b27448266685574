//! Whether git could write text out in another encoding. It asks the iconv that it is built with,
//! whose tables are not ours, nor the same on all machines: so git itself is asked.
//!
//! It is asked in a repository of our own, of which nothing stays: nothing is written to that of
//! the user, and none of the user's filters is run.

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
    command::apart,
    index,
};

/// Git, as it writes text out.
#[derive(Default)]
pub struct Writer {
    /// Whether it can be asked: one that is older than the attribute would write anything.
    knows: OnceLock<bool>,
    /// A repository for each encoding.
    repositories: Mutex<HashMap<String, TempDir>>,
}

/// What git says of a text and an encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answer {
    /// It was not asked, or it cannot be.
    #[default]
    None,
    /// It can write all of it.
    Writes,
    /// Not this character, which is the first such.
    Lacks { character: char, line: u64, offset: u64 },
    /// It can write nothing in that encoding.
    NoSuchEncoding,
    /// The text is no UTF-8, which it would write from.
    NoText,
}

impl Writer {
    /// Whether git could write the text in `file` out in the encoding that it calls `name`.
    pub fn ask(&self, name: &str, file: &Path) -> Answer {
        if !self.can_be_asked() {
            return Answer::None;
        }
        self.asked(name, file).unwrap_or_default()
    }

    /// Whether git knows of such encodings, and says so where it fails.
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

    /// The repository in which every file is written out in the encoding `name`.
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
        // Nothing that anybody else says of attributes comes before this.
        let attributes = format!("* -filter -ident working-tree-encoding={name}\n");
        fs::write(path.join("info/attributes"), attributes)?;
        all.insert(name.to_owned(), new);
        Ok(path)
    }
}

/// The first character of `text`, not all of which git `writes`, that it does not.
fn first_lacking(
    text: &str,
    mut writes: impl FnMut(&str) -> io::Result<bool>,
) -> io::Result<Answer> {
    // What is before `low` it writes, and what is before `high` it does not.
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
        // Not from within a line: what a character is written as may depend on those before it.
        let line = text[..low].rfind('\n').map_or(0, |at| at + 1);
        match writes(&text[line..half])? {
            true => low = half,
            false => high = half,
        }
    }
}

/// Whether git writes `text` out of `repository`.
fn writes(repository: &Path, text: &str) -> io::Result<bool> {
    let mut file = tempfile::tempfile_in(repository)?;
    file.write_all(text.as_bytes())?;
    file.rewind()?;
    writes_file(repository, file)
}

fn writes_file(repository: &Path, text: File) -> io::Result<bool> {
    let store = words(&["-c", "core.looseCompression=0", "hash-object", "-w", "--stdin"]);
    let stored = done(apart(repository).args(store).stdin(text).output()?)?;
    let object = String::from_utf8_lossy(&stored.stdout).trim_end().to_owned();
    if !is_object(&object) {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut write = apart(repository);
    write.args(["cat-file", "--filters", "--path=text", &object]);
    // Where it fails, it writes what it has, and says so. What it writes is nothing to us.
    let written = done(write.stdin(Stdio::null()).stdout(Stdio::null()).output()?)?;
    Ok(!String::from_utf8_lossy(&written.stderr).contains("failed to encode"))
}

fn done(output: Output) -> io::Result<Output> {
    match output.status.success() {
        true => Ok(output),
        false => Err(io::ErrorKind::Other.into()),
    }
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
