//! What there is to say about a file, and about all files.

use std::{
    mem,
    sync::{Mutex, MutexGuard, PoisonError},
};

use utfkit_text::detect::content::Content;
use utfkit_text::diagnose::{self, Remark};

use crate::{files::compressed::method::Method, git::origin::Origin};

/// What there is to say about one file.
#[derive(Clone, Debug, Default)]
pub struct FileSummary {
    /// What was found in its text.
    pub text: diagnose::Summary,
    /// Rules that are broken.
    pub broken_rules: u64,
    /// Broken rules that a baseline accepts; none of the others.
    pub accepted_rules: u64,
    /// Why it is not all in its encoding, though it is well-formed.
    pub doubt: Option<String>,
    /// What else there is to know about it, though it is well-formed.
    pub remarks: Vec<Remark>,
    /// Whether its encoding was chosen among several.
    pub chosen: bool,
    /// How it was compressed, if it was read through.
    pub compressed: Option<Method>,
}

impl FileSummary {
    /// Returns the number of errors in the text and of broken rules.
    pub fn findings(&self) -> u64 {
        self.text.errors + self.broken_rules
    }
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
    /// Well-formed files that are not all in one encoding, or suspicious.
    pub doubtful: u64,
    /// Operands that could not be read.
    pub failures: u64,
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
pub struct Added(Counts);

/// What is counted of each file, in the order of [`Summary::counts`].
pub type Counts = [u64; 7];

impl SoFar {
    /// A file has come as far as `counts`, of which what was `added` is there already.
    pub fn add(&self, counts: Counts, added: &mut Added) {
        let before = mem::replace(&mut added.0, counts);
        let mut sum = self.sum();
        sum.files_found += u64::from(counts[FINDINGS] > 0 && before[FINDINGS] == 0);
        for ((sum, count), before) in sum.counts().into_iter().zip(counts).zip(before) {
            *sum += count.saturating_sub(before);
        }
    }

    /// The sum, to be added to.
    pub fn sum(&self) -> MutexGuard<'_, Summary> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where findings stand among what is counted of each file.
const FINDINGS: usize = 3;

/// What is counted of a text of which no rule is known to be broken yet.
pub fn counts(text: &diagnose::Summary) -> Counts {
    let &diagnose::Summary { bytes, characters, ill_formed, errors, refused, accepted, .. } = text;
    [bytes, characters, ill_formed, errors, refused, 0, accepted]
}

impl FileSummary {
    /// What is counted.
    pub fn counts(&self) -> Counts {
        let [bytes, characters, ill_formed, errors, refused, _, accepted] = counts(&self.text);
        let (findings, accepted) = (errors + self.broken_rules, accepted + self.accepted_rules);
        [bytes, characters, ill_formed, findings, refused, self.broken_rules, accepted]
    }
}

impl Summary {
    /// Adds a file.
    pub fn add(&mut self, file: &FileSummary) {
        self.files += 1;
        self.files_found += u64::from(file.findings() > 0);
        self.doubtful += u64::from(file.doubt.is_some() || !file.remarks.is_empty());
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
    pub fn skip(&mut self, content: Content) {
        match content {
            Content::Unsigned(_) => self.no_bom += 1,
            Content::Binary | Content::Text => self.binary += 1,
        }
    }
}
