//! A file that is changed in place.
//!
//! Nothing is written until the first byte that differs from the old file. Then a new file gets the
//! equal part and the rest. It replaces the old file if that is still the file that was read.

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io,
    os::unix::fs::FileExt,
};

use rustix::{
    fs::{FileType, Mode, Stat},
    io::Errno,
};

use super::{
    args::Manner,
    folders::Place,
    old::{LostAttributes, OldFile},
    own_files::Encounter,
    replacement::{PutOptions, Replacement},
};
use crate::{
    files::folder::{Folder, identity},
    output::sink::Sink,
    process::names,
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
        let stat = folder.find(&name)?.ok_or(Errno::NOENT)?;
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile => {}
            FileType::Symlink => return Ok(Err("a symbolic link".into())),
            _ => return Ok(Err("not a regular file".into())),
        }
        let file = folder.read(&name)?;
        // The name may refer to another file by now.
        let stat = rustix::fs::fstat(&file)?;
        if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
            return Ok(Err("not a regular file".into()));
        }
        let made = &manner.made;
        let is_rehearsed =
            has_names(&stat) && manner.rehearse && made.has_name(folder.identity()?, &name, &stat);
        match made.met(&stat) {
            _ if is_rehearsed => return Ok(Err(Unopened::Again)),
            Encounter::AsMade => return Ok(Err(Unopened::Again)),
            Encounter::Touched => return Ok(Err(TOUCHED.into())),
            Encounter::New => {}
        }
        let old = OldFile::open(stat, file.try_clone()?);
        let (state, room) = (State::Equal, Vec::new());
        Ok(Ok(Self { manner, folder, name, file, old, equal: 0, state, room }))
    }

    /// Returns the file, to be read.
    pub fn file(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Ends the change after all bytes were given.
    pub fn end(mut self) -> io::Result<Ended> {
        let size = u64::try_from(self.old.stat.st_size).unwrap_or(0);
        if matches!(self.state, State::Equal) && self.equal < size {
            self.begin()?;
        }
        Ok(match self.state {
            State::Equal => Ended::Same,
            State::Rehearsed => {
                let made = &self.manner.made;
                // A file with several names would be changed once per name.
                if has_names(&self.old.stat) {
                    made.add_name(self.folder.identity()?, &self.name, &self.old.stat);
                } else {
                    made.add(&self.old.stat);
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
                };
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
                self.folder.may_take_away()?;
                self.folder.may_replace(&self.old.stat)?;
                State::Rehearsed
            }
            None => {
                // A file that others may not read must stay private while it is written.
                let mode = Mode::RUSR | Mode::WUSR;
                let mut replacement = Replacement::begin(&self.folder, &self.name, mode)?;
                replacement.copy(&self.file, self.equal)?;
                State::Writing(Box::new(replacement))
            }
        };
        Ok(())
    }

    /// Returns the reason not to replace the file, if there is one.
    fn hindrance(&self) -> io::Result<Option<String>> {
        let mut names = 1;
        if let Some(backup) = backup(&self.name, self.manner) {
            match self.folder.find(&backup)? {
                // An earlier run died after it had made the backup.
                Some(found) if identity(&found) == identity(&self.old.stat) => {
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
        if self.old.stat.st_nlink > names && !self.manner.break_links {
            let names = self.old.stat.st_nlink;
            return Ok(Some(format!("it has {names} names (hard links): use --break-links")));
        }
        if !self.manner.read_only_too && self.is_read_only()? {
            return Ok(Some("read-only: use --force".to_owned()));
        }
        Ok(None)
    }

    fn is_read_only(&self) -> rustix::io::Result<bool> {
        let writable = Mode::WUSR | Mode::WGRP | Mode::WOTH;
        if !Mode::from_raw_mode(self.old.stat.st_mode).intersects(writable) {
            return Ok(true);
        }
        match self.folder.may_write(&self.name) {
            Ok(()) => Ok(false),
            Err(Errno::ACCESS) => Ok(true),
            Err(error) => Err(error),
        }
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
fn has_names(stat: &Stat) -> bool {
    stat.st_nlink > 1
}

/// Returns the name of the backup, if there will be one.
fn backup(name: &OsStr, manner: &Manner) -> Option<OsString> {
    let suffix = manner.backup.as_ref()?;
    let mut backup = name.to_owned();
    backup.push(suffix);
    Some(backup)
}
