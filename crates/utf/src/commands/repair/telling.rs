//! Of all files it is told in their order, whichever thread repairs them.

use std::io::{self, Write};

use super::{
    Args, Failure,
    args::Format,
    file::{Became, Nature},
    report::{Found, Report, Tally},
};
use crate::{
    exit::Exit,
    output::replace::{Folder, Unsynced},
    pool::Consumer,
    render::{self, Document},
    terminal,
    trouble::Trouble,
};

/// Where a report goes: on standard error where the text goes to standard output.
pub enum Out {
    Lines(Box<dyn Write + Send>),
    /// Lines that are the results of a document.
    Document(Document<Box<dyn Write + Send>>),
}

impl Out {
    pub fn open(args: &Args) -> io::Result<Self> {
        let out: Box<dyn Write + Send> = match args.is_output_standard() {
            true => Box::new(io::stderr()),
            false => Box::new(terminal::output()?),
        };
        Ok(match args.format {
            Format::Sarif if !args.quiet => {
                Self::Document(Document::new(out, "utf repair", render::rules()))
            }
            _ => Self::Lines(out),
        })
    }

    /// All is told.
    pub fn finish(&mut self) -> io::Result<()> {
        match self {
            Self::Lines(out) => out.flush(),
            Self::Document(out) => out.finish(),
        }
    }
}

impl Write for Out {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        match self {
            Self::Lines(out) => out.write(octets),
            Self::Document(out) => out.write(octets),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Lines(out) => out.flush(),
            Self::Document(out) => out.flush(),
        }
    }
}

/// What is told of a file besides the lines about what is in it.
pub enum Note {
    /// What became of the file of this name, which was found in a folder or named.
    Became {
        name: String,
        walked: bool,
        became: Became,
    },
    Failed(Failure),
}

/// Tells of all files.
pub struct Telling {
    out: Out,
    tally: Tally,
    exit: Exit,
    /// Whether what is mended is written anywhere.
    changes: bool,
    unsynced: Unsynced,
}

impl Telling {
    pub fn new(args: &Args, changes: bool) -> io::Result<Self> {
        let (out, unsynced) = (Out::open(args)?, Unsynced::default());
        Ok(Self { out, tally: Tally::default(), exit: Exit::Well, changes, unsynced })
    }

    fn repaired(&mut self, found: &Found, folder: Option<Folder>) -> io::Result<()> {
        let open = found.ambiguous + found.ill_formed;
        if open > 0 || (found.mends > 0 && !self.changes) {
            self.exit = self.exit.max(Exit::Found);
        }
        self.tally.add(found);
        let synced = folder.map_or(Ok(()), |folder| self.unsynced.changed(folder));
        self.synced(synced)
    }

    fn synced(&mut self, synced: io::Result<()>) -> io::Result<()> {
        match synced {
            Ok(()) => Ok(()),
            Err(error) => self.trouble(&Trouble::with("syncing a folder", &error)),
        }
    }

    fn skipped(&mut self, nature: Nature, walked: bool) {
        self.tally.binary += u64::from(nature == Nature::Binary);
        if !walked {
            self.exit = self.exit.max(Exit::Found);
        }
    }

    /// Says what went wrong, behind what was found before it.
    fn trouble(&mut self, trouble: &Trouble) -> io::Result<()> {
        self.tally.trouble += 1;
        let flushed = self.out.flush();
        self.exit = self.exit.max(trouble.report());
        flushed
    }

    /// Says `words` about the file `name` on standard error, in its place.
    fn aside(&mut self, name: &str, words: &str) -> io::Result<()> {
        let flushed = self.out.flush();
        terminal::write_error(&format!("utf: {name}: {words}\n"));
        flushed
    }

    /// Ends it, with a word on all of it.
    pub fn finish(mut self, report: Report) -> io::Result<Exit> {
        let synced = self.unsynced.finish();
        self.synced(synced)?;
        report.finish(&mut self.out, &self.tally, self.changes)?;
        self.out.finish()?;
        Ok(self.exit)
    }
}

impl Consumer<Note> for Telling {
    fn printed(&mut self, octets: &[u8]) -> io::Result<()> {
        self.out.write_all(octets)
    }

    fn note(&mut self, note: Note) -> io::Result<()> {
        let (name, walked, became) = match note {
            Note::Became { name, walked, became } => (name, walked, became),
            Note::Failed(Failure::Trouble(trouble)) => return self.trouble(&trouble),
            Note::Failed(Failure::Report(error)) => return Err(error),
        };
        match became {
            Became::Passed => Ok(()),
            Became::Repaired(found, folder) => self.repaired(&found, folder),
            Became::Disowned(found, folder) => {
                self.repaired(&found, Some(folder))?;
                self.aside(&name, "owner or group could not be kept")
            }
            Became::LeftAlone(why) => {
                self.tally.left_alone += 1;
                self.exit = self.exit.max(Exit::Found);
                self.aside(&name, &format!("left alone: {why}"))
            }
            Became::Skipped(nature) => {
                self.skipped(nature, walked);
                Ok(())
            }
        }
    }

    fn flush(&mut self, now: bool) -> io::Result<()> {
        if now { self.out.flush() } else { Ok(()) }
    }
}
