//! Recognizes the records of changes: patches, lists of renamed files, and backups.

use std::{
    ffi::OsStr,
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use utfkit::{Encoding, encoding::Bom, transcode};

use crate::{
    commands::repair::patch,
    output::replace::args::{backups_of, original_of},
    process::{names, problem::Problem, shell::Shown},
};

/// The changes that a file records.
pub(super) enum Record {
    Patch,
    /// The list of renamed files has this text, in UTF-8.
    Names(Vec<u8>),
    /// It is the backup of this file.
    Backup(PathBuf),
    /// It has no bytes, as the list of a run that renamed nothing.
    Empty,
    /// It is not a record, for this reason.
    None(Problem),
}

impl Record {
    /// Recognizes the file at `path` by its content, or else by its name.
    /// Backups have the `suffix` or a usual one.
    pub(super) fn of(path: &Path, suffix: Option<&OsStr>) -> Self {
        Self::read(path, suffix).unwrap_or_else(Record::None)
    }

    fn read(path: &Path, suffix: Option<&OsStr>) -> Result<Self, Problem> {
        let name = names::path(path);
        if path.is_dir() {
            let words = format!("{name}: a directory, not a record of changes");
            return Err(Problem::new(words).hint("name the patches, lists or backups in it"));
        }
        let problem = |error| Problem::with(&name, &error);
        let mut file = File::open(path).map_err(problem)?;
        let mut head = Vec::new();
        Read::take(&mut file, HEAD).read_to_end(&mut head).map_err(problem)?;
        let text = utf8(&head);
        if patch::is_start(&head) {
            return Ok(Record::Patch);
        }
        if text.starts_with(NAMES) {
            file.read_to_end(&mut head).map_err(problem)?;
            return Ok(Record::Names(utf8(&head)));
        }
        if let Some(original) = original_of(path, suffix) {
            return if original.is_file() {
                Ok(Record::Backup(original))
            } else {
                let words = format!("{name}: the file of this backup does not exist");
                let [old, new] = [path, &original].map(|path| Shown::new(path).name());
                Err(Problem::new(words).hint(format!("`mv {old} {new}` restores it")))
            };
        }
        if head.is_empty() { Ok(Record::Empty) } else { Err(none(path, &text)) }
    }
}

/// The number of bytes that are enough to recognize a record.
const HEAD: u64 = 4096;

/// The first bytes of a list of renamed files.
const NAMES: &[u8] = b"{\"type\":\"rename\"";

/// Returns `bytes` as UTF-8 without a BOM. Windows PowerShell writes lists in UTF-16.
fn utf8(bytes: &[u8]) -> Vec<u8> {
    match Bom::of(bytes) {
        Some(bom) if bom.encoding() == Encoding::Utf8 => bytes[bom.bytes().len()..].to_vec(),
        Some(bom) => {
            let text = transcode::convert(bytes, bom.encoding(), Encoding::Utf8);
            let text = text.unwrap_or_else(|_| bytes.to_vec());
            text.strip_prefix(b"\xEF\xBB\xBF").map(<[u8]>::to_vec).unwrap_or(text)
        }
        None => bytes.to_vec(),
    }
}

/// Returns the problem with the file at `path`, which begins with `text` and is not a record.
fn none(path: &Path, text: &[u8]) -> Problem {
    let name = names::path(path);
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    if line.windows(4).any(|four| four == b" -> ") {
        return Problem::new(format!("{name}: a preview of `utf names`, which renamed nothing"))
            .hint("the output of `utf names -i` can be undone");
    }
    if line.starts_with(b"{\"type\":\"") {
        return Problem::new(format!("{name}: a report, not a patch"))
            .hint("`--patch OUT` of `utf repair -i` and `utf edit` writes a patch");
    }
    let problem =
        Problem::new(format!("{name}: not a patch, a list of `utf names -i` or a backup"));
    match backups_of(path).find(|backup| backup.is_file()) {
        Some(backup) => problem.hint(format!("its backup is {}", Shown::new(&backup).name())),
        None => problem.hint("`-iSUFFIX` names the suffix of a backup"),
    }
}
