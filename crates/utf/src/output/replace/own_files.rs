//! The files that this run has made, which it does not change again.
//!
//! A file is recognized by its number, length and times. The number alone is not enough. File
//! systems give the number of a deleted file to a new one, and an existing file can get new text.
//! The times are read under the lock of the rename, which changes them. Even a walk of one
//! directory can reach a file twice, if the directory is moved or mounted twice. Each changed file
//! takes at most 31 bytes of memory, and twice that if the new name changes its number.
//!
//! With an output directory, the files in it are remembered, so that none replaces another.

use std::{
    collections::{HashMap, HashSet},
    ffi::OsStr,
    fs::File,
    hash::{BuildHasher, RandomState},
    io,
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::system::facts::{Facts, Identity};

/// The files that a run has made.
#[derive(Debug, Default)]
pub(super) struct OwnFiles {
    files: Mutex<Marks>,
    /// The names of files with several names, each of which would become a separate file. Each
    /// entry is a keyed hash of the directory, the name and the file.
    names: Mutex<HashSet<u64>>,
    keys: RandomState,
}

/// The relation of a file to the files of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encounter {
    /// The run has not made it, or its text is different now.
    New,
    /// The file is exactly as the run left it.
    AsMade,
    /// The length and the modification time are those of a file of the run, but the file was
    /// changed. It has another mode, was moved, or was written with its time set back.
    Touched,
}

/// The last change of each file, by a hash of the file and its text. All hashes have random keys,
/// so they cannot be predicted.
///
/// Cost: there are 32 maps, so that growth never copies all of them at once. A file takes at most
/// 30 bytes.
type Marks = [HashMap<[u32; 2], u32>; 32];

impl OwnFiles {
    /// Calls `put`, which gives `file` its name, and remembers the file. Nothing else can look the
    /// file up in between. `find` returns the file with that name.
    pub(super) fn put<T>(
        &self,
        file: &File,
        find: impl FnOnce() -> io::Result<Option<Facts>>,
        put: impl FnOnce() -> io::Result<T>,
    ) -> io::Result<T> {
        let mut files = lock(&self.files);
        let before = Facts::of(file)?;
        let done = put()?;
        // The new name changes the time of the last change. If the text differs too, another
        // process has written to the file.
        if let Ok(after) = Facts::of(file)
            && after.content() == before.content()
        {
            self.insert(&mut files, &before, &after);
        }
        // FAT and exFAT number a file by its place in the directory, which the new name changes.
        if let Ok(Some(found)) = find()
            && found.identity() != before.identity()
            && found.content() == before.content()
        {
            self.insert(&mut files, &found, &found);
        }
        Ok(done)
    }

    /// Remembers a file as it is now.
    pub(super) fn add(&self, facts: &Facts) {
        self.insert(&mut lock(&self.files), facts, facts);
    }

    /// Returns the relation of the file to the files of the run.
    pub(super) fn met(&self, facts: &Facts) -> Encounter {
        let text = self.text(facts);
        match lock(&self.files)[part(text)].get(&text) {
            None => Encounter::New,
            Some(&changed) if changed == self.changed(facts) => Encounter::AsMade,
            Some(_) => Encounter::Touched,
        }
    }

    /// Remembers the text of the file that was found as `facts`, and the last change of the same
    /// file that was found as `after`. Some systems lose the volume of an open file that is renamed.
    fn insert(&self, files: &mut Marks, facts: &Facts, after: &Facts) {
        if facts.is_numbered() {
            let text = self.text(facts);
            files[part(text)].insert(text, self.changed(after));
        }
    }

    /// Returns a hash that identifies the file and its text without reading it.
    fn text(&self, facts: &Facts) -> [u32; 2] {
        let hash = self.keys.hash_one(facts.text());
        [hash, hash >> 32].map(|half| half as u32)
    }

    /// Returns a hash of the time of the last change of the file.
    fn changed(&self, facts: &Facts) -> u32 {
        self.keys.hash_one(facts.changed()) as u32
    }

    /// Remembers the name `name` of a file in the directory with that device and inode number.
    pub(super) fn add_name(&self, folder: Identity, name: &OsStr, facts: &Facts) {
        lock(&self.names).insert(self.keys.hash_one((folder, name, facts.text())));
    }

    pub(super) fn has_name(&self, folder: Identity, name: &OsStr, facts: &Facts) -> bool {
        lock(&self.names).contains(&self.keys.hash_one((folder, name, facts.text())))
    }
}

/// The files that a run has written to an output directory, each with its path there.
///
/// Two paths can lead to one file: directories may ignore case and Unicode normalization, and a
/// directory may be mounted twice. Each file takes at most 30 bytes of memory.
#[derive(Debug, Default)]
pub struct WrittenFiles {
    /// A hash of the path, by a hash of the file.
    files: Mutex<Marks>,
    keys: RandomState,
}

impl WrittenFiles {
    /// Calls `put`, which gives a new file the path `path`. `find` returns the file with that path.
    /// Returns an error if that is a file that the run has written to another path.
    pub(super) fn put(
        &self,
        path: &Path,
        find: impl Fn() -> io::Result<Option<Facts>>,
        put: impl FnOnce() -> io::Result<()>,
    ) -> io::Result<()> {
        let path = self.keys.hash_one(path) as u32;
        let mut files = lock(&self.files);
        let old = find()?.and_then(|old| self.file(&old));
        if old.is_some_and(|old| files[part(old)].get(&old).is_some_and(|&other| other != path)) {
            return Err(io::Error::other(
                "This run has already written another file there (the names may differ only in case)",
            ));
        }
        put()?;
        // The name decides about the number on some volumes. A failure has the same result as a
        // volume without numbers.
        if let Some(new) = find().ok().flatten().and_then(|new| self.file(&new)) {
            files[part(new)].insert(new, path);
        }
        Ok(())
    }

    /// Returns a hash that identifies the file, if the volume numbers its files.
    fn file(&self, facts: &Facts) -> Option<[u32; 2]> {
        let hash = facts.is_numbered().then(|| self.keys.hash_one(facts.identity()))?;
        Some([hash, hash >> 32].map(|half| half as u32))
    }
}

/// Returns the index of the map for `text`.
fn part(text: [u32; 2]) -> usize {
    text[0] as usize % 32
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn a_file_whose_number_changes_with_its_name_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let time = SystemTime::UNIX_EPOCH;
        let [file, renamed, other] = ["a", "b", "c"].map(|name| {
            let path = folder.path().join(name);
            std::fs::write(&path, if name == "c" { "longer" } else { "text" }).unwrap();
            let file = File::options().append(true).open(path).unwrap();
            file.set_modified(time).unwrap();
            file
        });
        let [before, after, longer] =
            [&file, &renamed, &other].map(|file| Facts::of(file).unwrap());
        let own = OwnFiles::default();
        own.put(&file, || Ok(Some(after)), || Ok(())).unwrap();
        assert_eq!(own.met(&before), Encounter::AsMade);
        assert_eq!(own.met(&after), Encounter::AsMade);
        // The name belongs to another file already.
        own.put(&file, || Ok(Some(longer)), || Ok(())).unwrap();
        assert_eq!(own.met(&longer), Encounter::New);
    }

    #[test]
    fn a_written_file_is_replaced_only_under_its_path() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
        let written = WrittenFiles::default();
        let put = |path: &Path, file: &Path| {
            let find = || Ok(Facts::at(file).ok());
            written.put(path, find, || std::fs::write(file, path.as_os_str().as_encoded_bytes()))
        };
        // A file of an earlier run.
        std::fs::write(&one, "old").unwrap();
        put(Path::new("a"), &one).unwrap();
        put(Path::new("a"), &one).unwrap();
        put(Path::new("b"), &other).unwrap();
        assert!(put(Path::new("A"), &one).is_err());
        assert_eq!(std::fs::read(&one).unwrap(), b"a");
    }
}
