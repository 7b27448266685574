//! The destination of text: standard output, a replaced file, or a device.
//!
//! One thread writes a file, even if several convert it: Linux locks a file during each buffered
//! write, and two threads with `pwrite` were not faster.

pub mod counting;
pub mod direct;
pub mod replace;
pub mod separate;
pub mod sink;
pub mod unfinished;

use std::{
    ffi::OsStr,
    fs::Metadata,
    io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

use rustix::fs::Mode;

use crate::{
    files::{
        compressed::{compressor::Compressor, method::Method},
        folder::Folder,
    },
    output::replace::{old::LostAttributes, replacement::NamedOutput},
    process::{names, problem::Problem, terminal},
};
use direct::Direct;
use sink::Sink;

/// An output that is open.
pub struct Output {
    name: String,
    way: Route,
    compressor: Option<Compressor>,
}

enum Route {
    /// Bytes go nowhere.
    Nowhere,
    /// Bytes go where they belong at once.
    Direct(Direct),
    /// Bytes go to a file beside the one that they replace in the end.
    Beside(NamedOutput),
}

impl Output {
    /// The output that `path` names; none, `-` and `/dev/stdout` mean standard output.
    pub fn open(path: Option<&Path>) -> Result<Self, Problem> {
        let Some(path) = path.filter(|path| !is_standard(path)) else {
            let name = "<stdout>".to_owned();
            let direct = Direct::standard().map_err(|error| Problem::with(&name, &error))?;
            return Ok(Self { name, way: Route::Direct(direct), compressor: None });
        };
        let name = names::path(path);
        let way = open(path).map_err(|error| Problem::with(&name, &error))?;
        Ok(Self { name, way, compressor: None })
    }

    /// The file `name` of `folder`, told as `path`; one that was not there gets `mode`. It must not
    /// be `input`.
    pub fn within(
        folder: &Folder,
        name: &OsStr,
        path: &Path,
        mode: Mode,
        input: &Metadata,
    ) -> io::Result<Self> {
        let named = NamedOutput::within(folder, name, mode)?;
        if named.replaces((input.dev(), input.ino())) {
            return Err(io::Error::other("Input file is output file; `-i` replaces it"));
        }
        Ok(Self { name: names::path(path), way: Route::Beside(named), compressor: None })
    }

    /// An output that leaves no trace.
    pub fn nowhere() -> Self {
        Self { name: "nowhere".to_owned(), way: Route::Nowhere, compressor: None }
    }

    /// The same, compressed by `method`.
    pub fn compressed(self, method: Method) -> Result<Self, Problem> {
        let compressor = Compressor::new(method);
        let compressor = compressor.map_err(|error| Problem::with(&self.name, &error))?;
        Ok(Self { compressor: Some(compressor), ..self })
    }

    /// The name, fit for a terminal.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Writes all of `bytes`.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.compressor {
            Some(compressor) => {
                let made = compressor.push(bytes)?;
                self.way.write(&made)
            }
            None => self.way.write(bytes),
        }
    }

    /// Ends the output: what was written is there for good, or an error says why not. Who may do
    /// less with the file than before is told; its owner is taken over as far as may be, and
    /// nothing is said of that.
    pub fn finish(self) -> io::Result<()> {
        let name = self.name.clone();
        let lost = self.end()?;
        if lost.takes_away() {
            terminal::write_error(&format!("utf: {name}: {lost}\n"));
        }
        Ok(())
    }

    /// Ends the output, and says what the file could not take over.
    pub fn end(mut self) -> io::Result<LostAttributes> {
        if let Some(compressor) = self.compressor.take() {
            self.way.write(&compressor.end()?)?;
        }
        match self.way {
            Route::Nowhere => Ok(LostAttributes::default()),
            Route::Direct(direct) => direct.finish().map(|()| LostAttributes::default()),
            Route::Beside(named) => named.finish(),
        }
    }

    /// Gives the output up: a file that was to be replaced stays as it was. Whether there is one.
    pub fn abandon(self) -> io::Result<bool> {
        match self.way {
            Route::Nowhere => Ok(false),
            Route::Direct(direct) => direct.finish().map(|()| false),
            Route::Beside(_) => Ok(true),
        }
    }
}

impl Route {
    /// Writes all of `bytes`.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Route::Nowhere => Ok(()),
            Route::Direct(direct) => direct.write(bytes),
            Route::Beside(named) => named.write(bytes),
        }
    }
}

impl Sink for Output {
    fn overwrites(&self, input: &Metadata) -> bool {
        match &self.way {
            Route::Direct(direct) => direct.overwrites(input),
            Route::Beside(_) | Route::Nowhere => false,
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write(bytes)
    }
}

/// Whether `path` names standard output.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-") || path == Path::new("/dev/stdout")
}

/// Opens `path` in the way that its file calls for.
fn open(path: &Path) -> io::Result<Route> {
    if names_folder(path) {
        let words = "Is a folder; joined text goes to one file";
        return Err(io::Error::new(io::ErrorKind::IsADirectory, words));
    }
    match path.metadata() {
        Ok(found) if !found.is_file() || is_descriptor(path) => {
            Direct::open(path).map(Route::Direct)
        }
        Ok(_) => NamedOutput::open(&target(path)?).map(Route::Beside),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            NamedOutput::open(&target(path)?).map(Route::Beside)
        }
        Err(error) => Err(error),
    }
}

/// Whether `path` is, or is to be, a folder.
pub fn names_folder(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(b"/") || path.is_dir()
}

/// Whether `path` names an open descriptor: the file behind it may have no name to be replaced by.
fn is_descriptor(path: &Path) -> bool {
    ["/dev/fd", "/proc", "/dev/stderr"].iter().any(|folder| path.starts_with(folder))
}

/// What `path` names once symbolic links are followed, whether it is there or not: links stay
/// links.
fn target(path: &Path) -> io::Result<PathBuf> {
    const MAX_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let is_link = path.symlink_metadata().is_ok_and(|found| found.is_symlink());
        if !is_link {
            return Ok(path);
        }
        let next = path.read_link()?;
        path = path.parent().unwrap_or(Path::new("")).join(next);
    }
    Err(rustix::io::Errno::LOOP.into())
}
