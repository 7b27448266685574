//! A new file that gets the name of the old one at the end.

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::{self, Write},
    os::unix::fs::FileExt,
    path::Path,
};

use rustix::{
    fs::{FileType, Mode},
    io::Errno,
};

use super::{
    keep, leftovers,
    old::{LostAttributes, OldFile},
    own_files::OwnFiles,
};
use crate::{
    files::{
        folder::{Folder, identity, unless_unsupported},
        paths::parent,
    },
    output::unfinished::Unfinished,
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
    /// It has `mode`, without the bits that the umask of the process clears.
    pub fn begin(folder: &Folder, name: &OsStr, mode: Mode) -> io::Result<Self> {
        const MAX_TRIES: usize = 100;
        folder.may_take_away()?;
        for _ in 0..MAX_TRIES {
            match Unfinished::create(&folder.descriptor(), leftovers::temporary_name(name), mode) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => {
                    let (unfinished, file) = made?;
                    let (folder, name) = (folder.clone(), name.to_owned());
                    return Ok(Self { folder, name, file, unfinished });
                }
            }
        }
        Err(Errno::EXIST.into())
    }

    /// Appends `bytes`.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }

    /// Appends the first `len` bytes of `from`. Some file systems share them instead of copying.
    pub fn copy(&mut self, from: &File, len: u64) -> io::Result<()> {
        let mut done = self.share(from, len);
        let mut block = vec![0; usize::try_from(len - done).unwrap_or(BLOCK).min(BLOCK)];
        while done < len {
            let most = block.len().min(usize::try_from(len - done).unwrap_or(BLOCK));
            from.read_exact_at(&mut block[..most], done)?;
            self.write(&block[..most])?;
            done += most as u64;
        }
        Ok(())
    }

    /// Lets the system copy the first `len` bytes of `from`, and returns the number of bytes
    /// copied.
    #[cfg(target_os = "linux")]
    fn share(&self, from: &File, len: u64) -> u64 {
        let mut done = 0;
        while done < len {
            let most = usize::try_from(len - done).unwrap_or(usize::MAX);
            match rustix::fs::copy_file_range(from, Some(&mut done), &self.file, None, most) {
                Err(Errno::INTR) => {}
                // The file systems do not support it, or the file has become shorter.
                Err(_) | Ok(0) => break,
                Ok(_) => {}
            }
        }
        done
    }

    #[cfg(not(target_os = "linux"))]
    fn share(&self, _from: &File, _len: u64) -> u64 {
        0
    }

    /// Replaces `old`, if there is one, after the bytes are on the disk. The name is on the disk
    /// only after [`Folder::sync`]. Until then, a crash may bring back the complete old file.
    pub fn put(self, old: Option<&OldFile>, how: PutOptions<'_>) -> io::Result<LostAttributes> {
        let lost = match old {
            Some(old) => keep::take_over(&self.file, old, how.keep_times)?,
            None => LostAttributes::default(),
        };
        unless_unsupported(rustix::fs::fsync(&self.file))?;
        if let Some(old) = old.filter(|_| how.guard) {
            let now = self.folder.find(&self.name)?;
            if !now.is_some_and(|now| keep::is_same(&now, &old.stat)) {
                return Err(io::Error::other("Changed by another program meanwhile"));
            }
        }
        let rename = || self.unfinished.rename(&self.name, how.backup);
        match how.made {
            Some(made) => made.put(&self.file, rename)?,
            None => rename()?,
        }
        Ok(lost)
    }
}

const BLOCK: usize = utfkit_text::streams::block::BLOCK;

/// A named output, which replaces a file and keeps everything except its bytes.
pub struct NamedOutput {
    replacement: Replacement,
    old: Option<OldFile>,
}

impl NamedOutput {
    /// Creates the output for `path`, which is a regular file or missing.
    pub fn open(path: &Path) -> io::Result<Self> {
        let name = path.file_name().ok_or(Errno::INVAL)?;
        let folder = Folder::open(parent(path))?;
        leftovers::clear_of(&folder, name);
        Self::within(&folder, name, Mode::from(0o666))
    }

    /// Creates the output for the file `name` of `folder`. A new file gets `mode`.
    pub fn within(folder: &Folder, name: &OsStr, mode: Mode) -> io::Result<Self> {
        let old = match folder.find(name)? {
            Some(stat) if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile => {
                return Err(io::Error::other("Not a regular file"));
            }
            Some(stat) => {
                // A file that must not be written is not replaced, even if the directory allows it.
                folder.may_write(name)?;
                Some(OldFile::find(stat, folder, name))
            }
            None => None,
        };
        // A file that others may not read must stay private while it is written.
        let mode = if old.is_some() { Mode::RUSR | Mode::WUSR } else { mode };
        Ok(Self { replacement: Replacement::begin(folder, name, mode)?, old })
    }

    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.replacement.write(bytes)
    }

    /// Returns `true` if the device and the inode number are those of the file that is replaced.
    pub fn replaces(&self, (device, inode): (u64, u64)) -> bool {
        self.old.as_ref().is_some_and(|old| identity(&old.stat) == (device, inode))
    }

    /// Replaces the file so that a crash cannot undo it.
    pub fn finish(self) -> io::Result<LostAttributes> {
        let folder = self.replacement.folder.clone();
        let lost = self.replacement.put(self.old.as_ref(), PutOptions::default())?;
        folder.sync().map(|()| lost)
    }
}
