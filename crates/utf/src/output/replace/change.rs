//! A file that is changed in place.
//!
//! Nothing is written until the first byte that differs from the old file. Then a new file gets the
//! equal part and the rest. It replaces the old file if that is still the file that was read.

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io,
};

use super::{
    args::Manner,
    folders::Place,
    own_files::Encounter,
    replacement::{PutOptions, Replacement},
};
use crate::{
    files::folder::Folder,
    output::sink::Sink,
    process::names,
    system::{
        Kind,
        facts::Facts,
        files::ReadAt,
        not_found,
        old::{LostAttributes, OldFile},
    },
};

/// A file, and its new content.
pub struct Change<'m> {
    manner: &'m Manner,
    folder: Folder,
    name: OsString,
    file: File,
    old: OldFile,
    /// The number of bytes given so far that equal those of the file.
    equal: u64,
    state: State,
    /// A buffer for bytes of the file to compare.
    room: Vec<u8>,
}

enum State {
    /// All bytes so far equal the start of the file.
    Equal,
    Writing(Box<Replacement>),
    /// The file would be written.
    Rehearsed,
    /// The file must not be written, for this reason.
    Refused(String),
}

/// The result for a file.
#[derive(Debug, PartialEq, Eq)]
pub enum Ended {
    /// It was already correct and is unchanged.
    Same,
    /// It was replaced.
    Changed(LostAttributes),
    /// It would be replaced.
    WouldChange,
    /// It was left unchanged, for this reason.
    Refused(String),
}

/// The reason not to open a file for a change.
#[derive(Debug, PartialEq, Eq)]
pub enum Unopened {
    /// The file has a property that forbids it.
    LeftAlone(String),
    /// This run has already made the file, and reached it again.
    Again,
}

/// The message for a file that this run has made and that has changed since then. Its text may not
/// be that of the run.
const TOUCHED: &str =
    "changed after this run had written it (name, mode or text): check whether it is correct";

impl From<&str> for Unopened {
    fn from(why: &str) -> Self {
        Unopened::LeftAlone(why.to_owned())
    }
}

impl<'m> Change<'m> {
    /// Opens the file at `place`, if it may be changed.
    pub fn open(place: Place, manner: &'m Manner) -> io::Result<Result<Self, Unopened>> {
        let Place { folder, name, .. } = place;
        let facts = folder.find(&name)?.ok_or_else(not_found)?;
        match facts.kind() {
            Kind::File => {}
            Kind::Link => return Ok(Err("a symbolic link".into())),
            _ => return Ok(Err("not a regular file".into())),
        }
        let file = folder.read(&name)?;
        // The name may refer to another file by now.
        let facts = Facts::of(&file)?;
        if !facts.is_file() {
            return Ok(Err("not a regular file".into()));
        }
        let made = &manner.made;
        let is_rehearsed = has_names(&facts)
            && manner.rehearse
            && made.has_name(folder.identity()?, &name, &facts);
        match made.met(&facts) {
            _ if is_rehearsed => return Ok(Err(Unopened::Again)),
            Encounter::AsMade => return Ok(Err(Unopened::Again)),
            Encounter::Touched => return Ok(Err(TOUCHED.into())),
            Encounter::New => {}
        }
        let old = OldFile::open(facts, file.try_clone()?);
        let (state, room) = (State::Equal, Vec::new());
        Ok(Ok(Self { manner, folder, name, file, old, equal: 0, state, room }))
    }

    /// Returns the file, to be read.
    pub fn file(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Ends the change after all bytes were given.
    pub fn end(mut self) -> io::Result<Ended> {
        let size = self.old.facts.len();
        if matches!(self.state, State::Equal) && self.equal < size {
            self.begin()?;
        }
        Ok(match self.state {
            State::Equal => Ended::Same,
            State::Rehearsed => {
                let made = &self.manner.made;
                // A file with several names would be changed once per name.
                if has_names(&self.old.facts) {
                    made.add_name(self.folder.identity()?, &self.name, &self.old.facts);
                } else {
                    made.add(&self.old.facts);
                }
                Ended::WouldChange
            }
            State::Refused(why) => Ended::Refused(why),
            State::Writing(replacement) => {
                let backup = backup(&self.name, self.manner);
                let how = PutOptions {
                    keep_times: self.manner.keep_times,
                    guard: true,
                    backup: backup.as_deref(),
                    made: Some(&self.manner.made),
                    written: None,
                };
                // Some systems replace no open file.
                drop(self.file);
                Ended::Changed(replacement.put(Some(&self.old), how)?)
            }
        })
    }

    /// Returns the reason not to write the file, if that made writing fail.
    pub fn refused(&self) -> Option<&str> {
        match &self.state {
            State::Refused(why) => Some(why),
            _ => None,
        }
    }

    /// Returns `true` if the file continues with `bytes` after the equal part.
    fn goes_on_with(&mut self, bytes: &[u8]) -> io::Result<bool> {
        self.room.resize(self.room.len().max(bytes.len()), 0);
        let room = &mut self.room[..bytes.len()];
        match self.file.read_exact_at(room, self.equal) {
            Ok(()) => Ok(room == bytes),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Starts to write, beginning with the equal part.
    fn begin(&mut self) -> io::Result<()> {
        self.state = match self.hindrance()? {
            Some(why) => State::Refused(why),
            None if self.manner.rehearse => {
                self.folder.directory().may_take_away()?;
                self.folder.directory().may_replace(&self.old.facts)?;
                State::Rehearsed
            }
            None => {
                let permissions = self.old.permissions_while_written();
                let mut replacement = Replacement::begin(&self.folder, &self.name, &permissions)?;
                replacement.copy(&self.file, self.equal)?;
                State::Writing(Box::new(replacement))
            }
        };
        Ok(())
    }

    /// Returns the reason not to replace the file, if there is one.
    fn hindrance(&self) -> io::Result<Option<String>> {
        if let Some(why) = self.folder.directory().hindrance(&self.old.facts) {
            return Ok(Some(why.to_owned()));
        }
        let mut names = 1;
        if let Some(backup) = backup(&self.name, self.manner) {
            match self.folder.find(&backup)? {
                // An earlier run died after it had made the backup.
                Some(found) if found.is_one(&self.old.facts) => {
                    names = 2;
                }
                Some(_) => {
                    let backup = names::path(backup.as_ref());
                    return Ok(Some(format!(
                        "its backup {backup} already exists: use another suffix, or move the backup"
                    )));
                }
                None => {}
            }
        }
        if self.old.facts.names() > names && !self.manner.break_links {
            let names = self.old.facts.names();
            return Ok(Some(format!("it has {names} names (hard links): use --break-links")));
        }
        if !self.manner.read_only_too && self.is_read_only()? {
            return Ok(Some("read-only: use --force".to_owned()));
        }
        Ok(None)
    }

    fn is_read_only(&self) -> io::Result<bool> {
        self.folder.directory().is_read_only(&self.name, &self.old.facts)
    }
}

impl Sink for Change<'_> {
    /// Adds `bytes` to the new content. Fails as soon as it is clear that the file must not be
    /// written.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if matches!(self.state, State::Equal) {
            if self.goes_on_with(bytes)? {
                self.equal += bytes.len() as u64;
                return Ok(());
            }
            self.begin()?;
        }
        match &mut self.state {
            State::Writing(replacement) => replacement.write(bytes),
            State::Refused(_) => Err(io::ErrorKind::PermissionDenied.into()),
            State::Equal | State::Rehearsed => Ok(()),
        }
    }
}

/// Returns `true` if a file has several names.
fn has_names(facts: &Facts) -> bool {
    facts.names() > 1
}

/// Returns the name of the backup, if there will be one.
fn backup(name: &OsStr, manner: &Manner) -> Option<OsString> {
    let suffix = manner.backup.as_ref()?;
    let mut backup = name.to_owned();
    backup.push(suffix);
    Some(backup)
}
