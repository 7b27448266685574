//! Where converted text goes: standard output, a file that is replaced as a whole, or a device.

mod beside;
mod direct;
mod unfinished;

use std::{
    fs::Metadata,
    io,
    path::{Path, PathBuf},
};

use beside::Beside;
use direct::Direct;

use crate::{shown, trouble::Trouble};

/// An output that is open.
pub struct Output {
    name: String,
    way: Way,
}

enum Way {
    /// Octets go nowhere.
    Nowhere,
    /// Octets go where they belong at once.
    Direct(Direct),
    /// Octets go to a file beside the one that they replace in the end.
    Beside(Beside),
}

impl Output {
    /// The output that `path` names; none, `-` and `/dev/stdout` mean standard output.
    pub fn open(path: Option<&Path>) -> Result<Self, Trouble> {
        let Some(path) = path.filter(|path| !is_standard(path)) else {
            let name = "<stdout>".to_owned();
            let direct = Direct::standard().map_err(|error| Trouble::with(&name, &error))?;
            return Ok(Self { name, way: Way::Direct(direct) });
        };
        let name = shown::path(path);
        let way = open(path).map_err(|error| Trouble::with(&name, &error))?;
        Ok(Self { name, way })
    }

    /// An output that leaves no trace.
    pub fn nowhere() -> Self {
        Self { name: "nowhere".to_owned(), way: Way::Nowhere }
    }

    /// The name, fit for a terminal.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether writing changes the file of which `input` are the metadata, while it is read.
    pub fn overwrites(&self, input: &Metadata) -> bool {
        match &self.way {
            Way::Direct(direct) => direct.overwrites(input),
            Way::Beside(_) | Way::Nowhere => false,
        }
    }

    /// Writes all of `octets`.
    pub fn write(&mut self, octets: &[u8]) -> io::Result<()> {
        match &mut self.way {
            Way::Nowhere => Ok(()),
            Way::Direct(direct) => direct.write(octets),
            Way::Beside(beside) => beside.write(octets),
        }
    }

    /// Ends the output: what was written is there for good, or an error says why not.
    pub fn finish(self) -> io::Result<()> {
        match self.way {
            Way::Nowhere => Ok(()),
            Way::Direct(direct) => direct.finish(),
            Way::Beside(beside) => beside.finish(),
        }
    }

    /// Gives the output up: a file that was to be replaced stays as it was. Whether there is one.
    pub fn abandon(self) -> io::Result<bool> {
        match self.way {
            Way::Nowhere => Ok(false),
            Way::Direct(direct) => direct.finish().map(|()| false),
            Way::Beside(_) => Ok(true),
        }
    }
}

fn is_standard(path: &Path) -> bool {
    path == Path::new("-") || path == Path::new("/dev/stdout")
}

/// Opens `path` in the way that its file calls for.
fn open(path: &Path) -> io::Result<Way> {
    if path.as_os_str().as_encoded_bytes().ends_with(b"/") || path.is_dir() {
        let words = "Is a folder; `utf convert` cannot write a tree of files yet";
        return Err(io::Error::new(io::ErrorKind::IsADirectory, words));
    }
    match path.metadata() {
        Ok(found) if !found.is_file() || is_descriptor(path) => Direct::open(path).map(Way::Direct),
        Ok(_) => Beside::open(&target(path)?).map(Way::Beside),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Beside::open(&target(path)?).map(Way::Beside)
        }
        Err(error) => Err(error),
    }
}

/// Whether `path` names an open descriptor: the file behind it may have no name to be replaced by.
fn is_descriptor(path: &Path) -> bool {
    ["/dev/fd", "/proc", "/dev/stderr"].iter().any(|folder| path.starts_with(folder))
}

/// What `path` names once symbolic links are followed, whether it is there or not: links stay links.
fn target(path: &Path) -> io::Result<PathBuf> {
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let is_link = path.symlink_metadata().is_ok_and(|found| found.is_symlink());
        if !is_link {
            return Ok(path);
        }
        let next = path.read_link()?;
        path = path.parent().unwrap_or(Path::new("")).join(next);
    }
    Err(rustix::io::Errno::LOOP.into())
}
