//! What there is to say about a file, and about all files.

use std::{
    mem,
    sync::{Mutex, MutexGuard, PoisonError},
};

use utfkit::Encoding;

use crate::{files::compressed::method::Method, git::origin::Origin, input::nature::Nature};
use utfkit_text::streams::choose::by_line::Use;

/// What there is to say about one file.
#[derive(Clone, Debug, Default)]
pub struct FileSummary {
    /// What it was read as.
    pub encoding: Option<Encoding>,
    /// How long it is; as far as it was read.
    pub bytes: u64,
    /// Well-formed characters.
    pub characters: u64,
    /// Maximal subparts that are ill-formed.
    pub ill_formed: u64,
    /// Mistakes, as a person counts them; what is refused, and rules that are broken among them.
    pub findings: u64,
    /// Characters that are well-formed, and that the receiver refuses.
    pub refused: u64,
    /// Rules that are broken.
    pub broken_rules: u64,
    /// Mistakes that a baseline accepts; none of the others.
    pub accepted: u64,
    /// What it looks like, though it is well-formed as what it was read as.
    pub looks_like: Option<Encoding>,
    /// What it looks like that is all bytes of ASCII, as that was read, and shifts to others.
    pub shifted: Option<Encoding>,
    /// Why it is not all in that, though it is well-formed.
    pub doubt: Option<String>,
    /// Whether its encoding was chosen among several.
    pub chosen: bool,
    /// What lines were read as, besides UTF-8.
    pub used: Vec<Use>,
    /// U+FEFF inside the text, as joining files leaves it.
    pub inner_boms: InnerBoms,
    /// How it was compressed, if it was read through.
    pub compressed: Option<Method>,
}

/// U+FEFF inside a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InnerBoms {
    /// How often.
    pub count: u64,
    /// The line and the column of the first.
    pub line: u64,
    pub column: u64,
    /// Its offset and its bytes, where the encoding tells them.
    pub bytes: Option<(u64, u64)>,
}

/// What there is to say about all files.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub files: u64,
    pub files_found: u64,
    pub bytes: u64,
    pub characters: u64,
    pub ill_formed: u64,
    pub findings: u64,
    pub refused: u64,
    pub broken_rules: u64,
    pub accepted: u64,
    /// Mistakes that were counted and not reported.
    pub unreported: u64,
    /// Files of a folder that are no text, and so were not checked.
    pub binary: u64,
    /// Those that look like UTF-16 or UTF-32 without a BOM.
    pub no_bom: u64,
    /// Links of folders that were not followed, and what there is neither file nor folder.
    pub passed: [u64; 2],
    /// Operands that could not be read.
    pub trouble: u64,
    /// The folder that names are from, if it is in a repository.
    pub origin: Option<Origin>,
    /// Whether a signal ended it: then not all was read.
    pub interrupted: bool,
}

/// What was read by now of all files, at their end or not: for who has to say it at any time.
#[derive(Default)]
pub struct SoFar(Mutex<Summary>);

/// What of a file was added to what was read so far.
#[derive(Clone, Copy, Default)]
pub struct Added([u64; 7]);

impl SoFar {
    /// A file has come as far as `now`, so many `bytes` at least, of which what was `added` is
    /// there already.
    pub fn add(&self, now: &FileSummary, bytes: u64, added: &mut Added) {
        let mut counts = now.counts();
        counts[BYTES] = counts[BYTES].max(bytes);
        let before = mem::replace(&mut added.0, counts);
        let mut sum = self.sum();
        sum.files_found += u64::from(now.findings > 0 && before[FINDINGS] == 0);
        for ((sum, count), before) in sum.counts().into_iter().zip(counts).zip(before) {
            *sum += count.saturating_sub(before);
        }
    }

    /// The sum, to be added to.
    pub fn sum(&self) -> MutexGuard<'_, Summary> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where bytes and findings stand among what is counted of each file.
const BYTES: usize = 0;

const FINDINGS: usize = 3;

impl FileSummary {
    /// What is counted, in the order of [`Summary::counts`].
    fn counts(&self) -> [u64; 7] {
        let &Self {
            bytes, characters, ill_formed, findings, refused, broken_rules, accepted, ..
        } = self;
        [bytes, characters, ill_formed, findings, refused, broken_rules, accepted]
    }
}

impl Summary {
    /// Adds a file.
    pub fn add(&mut self, file: &FileSummary) {
        self.files += 1;
        self.files_found += u64::from(file.findings > 0);
        for (sum, count) in self.counts().into_iter().zip(file.counts()) {
            *sum += count;
        }
    }

    /// What is counted of each file.
    fn counts(&mut self) -> [&mut u64; 7] {
        let Self {
            bytes, characters, ill_formed, findings, refused, broken_rules, accepted, ..
        } = self;
        [bytes, characters, ill_formed, findings, refused, broken_rules, accepted]
    }

    /// Adds a file of a folder that was left alone.
    pub fn skip(&mut self, nature: Nature) {
        match nature {
            Nature::Unsigned(_) => self.no_bom += 1,
            Nature::Binary | Nature::Text => self.binary += 1,
        }
    }
}
