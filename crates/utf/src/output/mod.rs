//! The destination of text: standard output, a replaced file, or a device.
//!
//! One thread writes a file, even if several convert it. Linux locks a file during each buffered
//! write, and two threads with `pwrite` were not faster.

pub mod counting;
pub mod direct;
pub mod replace;
pub mod separate;
pub mod sink;
pub mod unfinished;

use std::{
    ffi::OsStr,
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use utfkit::Encoding;
use utfkit_text::transform::{self, Surface};

use crate::{
    files::{
        compressed::{compressor::Compressor, method::Method},
        folder::Folder,
    },
    output::replace::{own_files::WrittenFiles, replacement::NamedOutput},
    process::{names, problem::Problem, terminal},
    system::{
        facts::Facts,
        names::ends_with_separator,
        old::LostAttributes,
        streams::{is_descriptor, is_standard_output},
        too_many_links,
    },
};
use direct::Direct;
use sink::Sink;

/// An open output.
pub struct Output {
    name: String,
    way: Route,
    compressor: Option<Compressor>,
    escapes: Option<Escapes>,
}

/// The escapes of the output, and their last bytes.
struct Escapes {
    stream: transform::SurfaceStream,
    bytes: Vec<u8>,
}

enum Route {
    /// Bytes are discarded.
    Nowhere,
    /// Bytes go to their destination at once.
    Direct(Direct),
    /// Bytes go to a temporary file next to the file that it replaces at the end.
    Replace(Box<NamedOutput>),
}

impl Output {
    /// Opens the output at `path`. `None`, `-` and the system's own name of standard output, such as
    /// `/dev/stdout`, mean standard output.
    pub fn open(path: Option<&Path>) -> Result<Self, Problem> {
        let Some(path) = path.filter(|path| !is_standard_output(path)) else {
            let name = "<stdout>".to_owned();
            let direct = Direct::standard().map_err(|error| Problem::with(&name, &error))?;
            return Ok(Self::new(name, Route::Direct(direct)));
        };
        let name = names::path(path);
        let way = open(path).map_err(|error| Problem::with(&name, &error))?;
        Ok(Self::new(name, way))
    }

    fn new(name: String, way: Route) -> Self {
        Self { name, way, compressor: None, escapes: None }
    }

    /// Opens the output at `path`, like [`open`](Self::open). Returns an error if it is a file that
    /// is not empty, because the user may have confused two names. `hint` says what to do then.
    pub fn create(path: &Path, hint: &str) -> Result<Self, Problem> {
        let has_content = |found: Facts| found.is_file() && found.len() > 0;
        let is_named = !is_standard_output(path) && !is_descriptor(path);
        if is_named && Facts::at(path).is_ok_and(has_content) {
            Err(Problem::new(format!("{}: already exists", names::path(path))).hint(hint))
        } else {
            Self::open(Some(path))
        }
    }

    /// Opens the file `name` of `folder`, which messages call `path`. A new file gets the permissions
    /// of `input`. Returns an error if the file is `input`. Ending the output fails if it would
    /// replace one of the files `written` with another path.
    pub fn within(
        folder: &Folder,
        name: &OsStr,
        path: &Path,
        input: &Facts,
        written: &Arc<WrittenFiles>,
    ) -> io::Result<Self> {
        let named = NamedOutput::within(folder, name, &input.permissions())?;
        if named.replaces(input) {
            return Err(io::Error::other(
                "The input file is the output file (use `-i` to replace it)",
            ));
        }
        let way = Route::replace(named.beside(written, path));
        Ok(Self::new(names::path(path), way))
    }

    /// Returns an output that discards everything.
    pub fn nowhere() -> Self {
        Self::new("nowhere".to_owned(), Route::Nowhere)
    }

    /// Compresses the output with `method`.
    pub fn compressed(self, method: Method) -> Result<Self, Problem> {
        let compressor = Compressor::new(method);
        let compressor = compressor.map_err(|error| Problem::with(&self.name, &error))?;
        Ok(Self { compressor: Some(compressor), ..self })
    }

    /// Writes the bytes of the output, before they are compressed, as escapes of `surface`. The text
    /// is in `charset`.
    pub fn escaped(self, surface: Surface, charset: Encoding) -> Self {
        let stream = surface.encode(charset);
        Self { escapes: Some(Escapes { stream, bytes: Vec::new() }), ..self }
    }

    /// Returns the name, safe for a terminal.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Writes all of `bytes`.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let bytes = match &mut self.escapes {
            Some(escapes) => {
                escapes.bytes.clear();
                escapes.stream.push(bytes, &mut escapes.bytes);
                &escapes.bytes
            }
            None => bytes,
        };
        self.way.compress(bytes, self.compressor.as_mut())
    }

    /// Ends the output. On success, all text is stored permanently. Warns if fewer users have
    /// access to the file than before. The owner is kept if possible, without a message if not.
    pub fn finish(self) -> io::Result<()> {
        let name = self.name.clone();
        let lost = self.end()?;
        if lost.takes_away() {
            terminal::write_error(&format!("utf: {name}: {lost}\n"));
        }
        Ok(())
    }

    /// Ends the output, and returns the attributes that the file could not keep.
    pub fn end(mut self) -> io::Result<LostAttributes> {
        if let Some(mut escapes) = self.escapes.take() {
            escapes.bytes.clear();
            escapes.stream.finish(&mut escapes.bytes);
            self.way.compress(&escapes.bytes, self.compressor.as_mut())?;
        }
        if let Some(compressor) = self.compressor.take() {
            self.way.write(&compressor.end()?)?;
        }
        match self.way {
            Route::Nowhere => Ok(LostAttributes::default()),
            Route::Direct(direct) => direct.finish().map(|()| LostAttributes::default()),
            Route::Replace(named) => named.finish(),
        }
    }

    /// Abandons the output: a file that was to be replaced stays unchanged. Returns `true` if there
    /// is such a file.
    pub fn abandon(self) -> io::Result<bool> {
        match self.way {
            Route::Nowhere => Ok(false),
            Route::Direct(direct) => direct.finish().map(|()| false),
            Route::Replace(_) => Ok(true),
        }
    }
}

impl Route {
    fn replace(named: NamedOutput) -> Self {
        Self::Replace(Box::new(named))
    }

    /// Writes all of `bytes`, after `compressor` if there is one.
    fn compress(&mut self, bytes: &[u8], compressor: Option<&mut Compressor>) -> io::Result<()> {
        match compressor {
            Some(compressor) => self.write(&compressor.push(bytes)?),
            None => self.write(bytes),
        }
    }

    /// Writes all of `bytes`.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Route::Nowhere => Ok(()),
            Route::Direct(direct) => direct.write(bytes),
            Route::Replace(named) => named.write(bytes),
        }
    }
}

impl Sink for Output {
    fn overwrites(&self, input: &Facts) -> bool {
        match &self.way {
            Route::Direct(direct) => direct.overwrites(input),
            Route::Replace(_) | Route::Nowhere => false,
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write(bytes)
    }
}

/// Opens `path` in the way that its type requires.
fn open(path: &Path) -> io::Result<Route> {
    if names_folder(path) {
        let words = "Is a directory (joined text needs one file)";
        return Err(io::Error::new(io::ErrorKind::IsADirectory, words));
    }
    match Facts::at(path) {
        Ok(found) if !found.is_file() || is_descriptor(path) => {
            Direct::open(path).map(Route::Direct)
        }
        Ok(_) => NamedOutput::open(&target(path)?).map(Route::replace),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            NamedOutput::open(&target(path)?).map(Route::replace)
        }
        Err(error) => Err(error),
    }
}

/// Returns `true` if `path` is a directory, or ends as one.
fn names_folder(path: &Path) -> bool {
    ends_with_separator(path) || path.is_dir()
}

/// Returns the directory to which each of the files of `paths` is written, if `output` is one, or if
/// one of `paths` is a directory. Standard output is not one.
pub fn folder<'p>(output: Option<&'p Path>, paths: &[PathBuf]) -> Option<&'p Path> {
    let walks = || paths.iter().any(|path| path.is_dir());
    output.filter(|path| !is_standard_output(path) && (names_folder(path) || walks()))
}

/// Returns the path that `path` leads to through symbolic links. The target may be missing. The
/// links themselves are kept.
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
    Err(too_many_links())
}
