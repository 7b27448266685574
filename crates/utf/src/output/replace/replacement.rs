//! A new file that gets the name of the old one at the end.

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    leftovers,
    own_files::{OwnFiles, WrittenFiles},
};
use crate::{
    files::{folder::Folder, paths::parent},
    output::unfinished::Unfinished,
    system::{
        facts::{Facts, Permissions},
        files::{self, ReadAt},
        keep,
        names::why_irreplaceable,
        no_name,
        old::{LostAttributes, OldFile},
    },
};

/// The options for replacing a file.
#[derive(Clone, Copy, Default)]
pub struct PutOptions<'a> {
    /// Whether the new file gets the old times.
    pub keep_times: bool,
    /// Whether the old file must be unchanged since it was opened.
    pub guard: bool,
    /// The additional name for the old file. It is free, or already a name of that file.
    pub backup: Option<&'a OsStr>,
    /// The record to which the new file is added.
    pub(super) made: Option<&'a OwnFiles>,
    /// The files in the output directory, and the path of the new file there.
    pub(super) written: Option<(&'a WrittenFiles, &'a Path)>,
}

/// A new file next to the file that it replaces.
pub struct Replacement {
    folder: Folder,
    name: OsString,
    file: File,
    unfinished: Unfinished,
}

impl Replacement {
    /// Creates a file that will get the name `name` in `folder`, in place of any file of that name.
    /// It has `permissions`.
    pub fn begin(folder: &Folder, name: &OsStr, permissions: &Permissions) -> io::Result<Self> {
        const MAX_TRIES: usize = 100;
        if let Some(why) = why_irreplaceable(name) {
            return Err(io::Error::other(format!("It is {why}")));
        }
        let directory = folder.directory();
        directory.may_take_away()?;
        for _ in 0..MAX_TRIES {
            match Unfinished::create(directory, leftovers::temporary_name(name), permissions) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => {
                    let (unfinished, file) = made?;
                    let (folder, name) = (folder.clone(), name.to_owned());
                    return Ok(Self { folder, name, file, unfinished });
                }
            }
        }
        Err(io::Error::new(io::ErrorKind::AlreadyExists, "File exists"))
    }

    /// Appends `bytes`.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }

    /// Appends the first `len` bytes of `from`. Some file systems share them instead of copying.
    pub fn copy(&mut self, from: &File, len: u64) -> io::Result<()> {
        let mut done = files::share(from, &self.file, len);
        let mut block = vec![0; usize::try_from(len - done).unwrap_or(BLOCK).min(BLOCK)];
        while done < len {
            let most = block.len().min(usize::try_from(len - done).unwrap_or(BLOCK));
            from.read_exact_at(&mut block[..most], done)?;
            self.write(&block[..most])?;
            done += most as u64;
        }
        Ok(())
    }

    /// Replaces `old`, if there is one, after the bytes are on the disk. The name is on the disk
    /// only after [`Folder::sync`]. Until then, a crash may bring back the complete old file.
    pub fn put(self, old: Option<&OldFile>, how: PutOptions<'_>) -> io::Result<LostAttributes> {
        let lost = match old {
            Some(old) => keep::take_over(&self.file, old, how.keep_times)?,
            None => LostAttributes::default(),
        };
        files::sync(&self.file)?;
        if let Some(old) = old.filter(|_| how.guard) {
            let now = self.folder.directory().find_unwritten(&self.name)?;
            if !now.is_some_and(|now| now.is_same(&old.facts)) {
                return Err(io::Error::other("Changed by another program meanwhile"));
            }
        }
        let (folder, name) = (self.folder, self.name);
        let rename = || self.unfinished.rename(&name, how.backup);
        let find = || folder.find(&name);
        match (how.made, how.written) {
            (Some(made), _) => made.put(&self.file, find, rename)?,
            (None, Some((written, path))) => written.put(path, find, rename)?,
            (None, None) => rename()?,
        }
        Ok(lost)
    }
}

const BLOCK: usize = utfkit_text::streams::block::BLOCK;

/// A named output, which replaces a file and keeps everything except its bytes.
pub struct NamedOutput {
    replacement: Replacement,
    old: Option<OldFile>,
    /// The files in the output directory, and the path of this one there.
    written: Option<(Arc<WrittenFiles>, PathBuf)>,
}

impl NamedOutput {
    /// Creates the output for `path`, which is a regular file or missing.
    pub fn open(path: &Path) -> io::Result<Self> {
        let name = path.file_name().ok_or_else(no_name)?;
        let folder = Folder::open(parent(path))?;
        leftovers::clear_of(&folder, name);
        Self::within(&folder, name, &Permissions::of_new_file())
    }

    /// Creates the output for the file `name` of `folder`. A new file gets `permissions`.
    pub fn within(folder: &Folder, name: &OsStr, permissions: &Permissions) -> io::Result<Self> {
        let old = match folder.find(name)? {
            Some(facts) if !facts.is_file() => {
                return Err(io::Error::other("Not a regular file"));
            }
            Some(facts) => {
                // A file that must not be written is not replaced, even if the directory allows it.
                folder.directory().may_write(name)?;
                if let Some(why) = folder.directory().hindrance(&facts) {
                    return Err(io::Error::other(format!("Left unchanged: {why}")));
                }
                Some(OldFile::find(facts, folder.directory(), name))
            }
            None => None,
        };
        let private = old.as_ref().map(OldFile::permissions_while_written);
        let permissions = private.as_ref().unwrap_or(permissions);
        let replacement = Replacement::begin(folder, name, permissions)?;
        Ok(Self { replacement, old, written: None })
    }

    /// Arranges that the output replaces none of the files `written` with another path than `path`.
    pub fn beside(self, written: &Arc<WrittenFiles>, path: &Path) -> Self {
        Self { written: Some((Arc::clone(written), path.to_owned())), ..self }
    }

    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.replacement.write(bytes)
    }

    /// Returns `true` if `file` is the file that is replaced.
    pub fn replaces(&self, file: &Facts) -> bool {
        self.old.as_ref().is_some_and(|old| old.facts.is_one(file))
    }

    /// Replaces the file so that a crash cannot undo it.
    pub fn finish(self) -> io::Result<LostAttributes> {
        let folder = self.replacement.folder.clone();
        let written = self.written.as_ref().map(|(written, path)| (&**written, &**path));
        let how = PutOptions { written, ..PutOptions::default() };
        let lost = self.replacement.put(self.old.as_ref(), how)?;
        folder.sync().map(|()| lost)
    }
}
