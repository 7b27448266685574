//! `utf names x.zip`: lists what the names inside of a ZIP file are meant to be.

use std::{
    ffi::OsStr,
    fs::File,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use utfkit_text::{detect::Detector, unicode::printable};

use super::{
    Wanted,
    judge::{MAX, Names, judge},
    name::Fault,
};
use crate::{
    args::encoding::From,
    files::zip::{ZipName, ZipNames, is_zip},
    process::{
        exit::Exit,
        names::{self, counted},
        problem::Problem,
        terminal,
    },
    system::names::from_bytes,
};

/// Lists the names inside of the ZIP files of `paths`. Names of an unknown encoding are read as
/// `from`, or as detection judges all names of their file together. Rejects ZIP files if names are to
/// be `normalized`.
pub fn list(paths: &[PathBuf], from: From, normalized: bool) -> Result<Exit, Problem> {
    let mut exit = Exit::Well;
    let found = paths.iter().filter(|path| path.is_file());
    let found: Vec<_> = found.map(|path| (path, File::open(path).and_then(is_zip))).collect();
    if normalized && let Some((path, _)) = found.iter().find(|(_, is)| matches!(is, Ok(true))) {
        let words = "--normalize: the names inside of a ZIP file are not changed";
        let problem = Problem::new(format!("{}: {words}", names::path(path)));
        return Err(problem.hint("leave out --normalize, or the ZIP file"));
    }
    for (path, is_zip) in found {
        let done = match is_zip {
            Ok(true) => one(path, from),
            Ok(false) => {
                if is_named_as_one(path) {
                    let words = "not a complete ZIP file, so only its own name was checked";
                    terminal::write_error(&format!("utf: {}: {words}\n", names::path(path)));
                }
                Ok(Exit::Well)
            }
            Err(error) => Err(Problem::at(path, &error)),
        };
        exit = exit.max(done.unwrap_or_else(|problem| problem.report()));
    }
    Ok(exit)
}

/// Returns `true` if the user may expect a ZIP file at `path`, by its name.
fn is_named_as_one(path: &Path) -> bool {
    let is = |found: &OsStr| ["zip", "exe"].iter().any(|one| found.eq_ignore_ascii_case(one));
    path.extension().is_some_and(is)
}

/// Lists the names inside of the ZIP file at `path`.
fn one(path: &Path, from: From) -> Result<Exit, Problem> {
    let problem = |error: io::Error| Problem::at(path, &error);
    let names = || ZipNames::open(File::open(path)?);
    let found = read(names().map_err(problem)?).map_err(problem)?;
    let shown = names::path(path);
    let mut from = from;
    if from == From::Auto && found.count > 0 {
        let (encoding, words) = judge(&found);
        from = encoding;
        terminal::write_error(&format!("utf: {shown}: {words}\n"));
    }
    let wanted = Wanted::new(from, None)?.with_misread(found.misread());
    let failed = |error: io::Error| terminal::report_failed(&error, Exit::Found);
    let mut out = match terminal::output() {
        Ok(out) => BufWriter::new(out),
        Err(error) => return Ok(failed(error)),
    };
    let (mut wrong, mut unflagged) = (0_u64, 0);
    for name in names().map_err(problem)? {
        let (text, line) = match name.map_err(problem)? {
            ZipName::Text(text) => (text, None),
            ZipName::Bytes(bytes) => match String::from_utf8(bytes) {
                Ok(text) => {
                    unflagged += 1;
                    (text, None)
                }
                Err(error) => (String::new(), Some(unknown(error.into_bytes(), &wanted))),
            },
        };
        let meant = || wanted.meant(&text).map(|meant| arrow(&printable::line(&text), meant));
        let Some(line) = line.or_else(meant) else { continue };
        wrong += 1;
        if let Err(error) = writeln!(out, "{shown}: {line}") {
            return Ok(failed(error));
        }
    }
    if let Err(error) = out.flush() {
        return Ok(failed(error));
    }
    if unflagged > 0 {
        let (names, are) = (counted(unflagged, "name"), if unflagged == 1 { "is" } else { "are" });
        let words = "UTF-8 without the flag that says so, and some programs misread that";
        terminal::write_error(&format!("utf: {shown}: {names} {are} {words}\n"));
    }
    Ok(if wrong + unflagged > 0 { Exit::Found } else { Exit::Well })
}

/// Returns the line about a name whose encoding is not known.
fn unknown(bytes: Vec<u8>, wanted: &Wanted) -> String {
    let what = Fault::IllFormed.words();
    match wanted.read(&bytes) {
        Ok(meant) => arrow(&shown(bytes), &meant),
        Err(why) => format!("{}: {what}; {}", shown(bytes), printable::line(&why)),
    }
}

/// Returns the bytes of a name, safe for a terminal.
fn shown(bytes: Vec<u8>) -> String {
    let text = || printable::line(&String::from_utf8_lossy(&bytes)).into_owned();
    from_bytes(bytes.clone()).map_or_else(text, |name| names::path(Path::new(&name)))
}

fn arrow(old: &str, meant: &str) -> String {
    format!("{old} -> {}", printable::line(meant))
}

/// Reads the names that are judged together.
fn read(names: ZipNames) -> io::Result<Names> {
    let (mut detector, mut found) = (Detector::new(), Names::default());
    let mut len = 0;
    for name in names {
        let bytes = match name? {
            ZipName::Text(text) => text.into_bytes(),
            ZipName::Bytes(bytes) => bytes,
        };
        if bytes.is_ascii() || len > MAX {
            continue;
        }
        len += bytes.len();
        match String::from_utf8(bytes) {
            Ok(text) if text.contains(['\n', '\r']) => {}
            Ok(text) => drop(found.texts.insert(text)),
            Err(error) => {
                found.count += 1;
                detector.feed(error.as_bytes());
                detector.feed(b"\n");
            }
        }
    }
    found.detection = Some(detector.finish());
    Ok(found)
}
