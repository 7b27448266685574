//! Totals about one file, and about all files.

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    io::{self, Write},
    mem,
    sync::{Mutex, MutexGuard, PoisonError},
};

use utfkit::Encoding;
use utfkit_text::detect::Content;
use utfkit_text::diagnose::{self, Remark};

use crate::{
    files::compressed::method::Method, git::origin::Origin, process::problem::Problem,
    reading::looks::Looks,
};

/// The totals of one file.
#[derive(Clone, Debug, Default)]
pub struct FileSummary {
    /// The totals of its text.
    pub text: diagnose::Summary,
    /// The number of broken rules that are reported.
    pub broken_rules: u64,
    /// The number of broken rules that a baseline accepts.
    pub accepted_rules: u64,
    /// The reason to doubt that the well-formed text is in one encoding.
    pub doubt: Option<String>,
    /// Further notes about the well-formed text.
    pub remarks: Vec<Remark>,
    /// The number of errors that were passed to the report.
    pub reported: u64,
    /// The judgement of the ill-formed text.
    pub looks: Option<Looks>,
    /// Whether the text is that of the index of git, not that of the file.
    pub staged: bool,
    /// Whether the encoding was chosen from several candidates.
    pub chosen: bool,
    /// The compression format, if the file was decompressed.
    pub compressed: Option<Method>,
}

impl FileSummary {
    /// Returns the number of errors in the text and of broken rules.
    pub fn findings(&self) -> u64 {
        self.text.errors + self.broken_rules
    }
}

/// The totals of all files.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub files: u64,
    pub files_found: u64,
    pub bytes: u64,
    pub characters: u64,
    pub ill_formed: u64,
    pub findings: u64,
    pub rejected: u64,
    pub broken_rules: u64,
    pub accepted: u64,
    /// Errors that were counted but not reported.
    pub unreported: u64,
    /// Files that were not checked because they are binary.
    pub binary: u64,
    /// The files by encoding, with their errors.
    pub encodings: ByEncoding,
    /// Files that were not checked because they look like UTF-16 or UTF-32 without a BOM.
    pub no_bom: u64,
    /// The encodings that these files look like.
    pub looks_like: Vec<Encoding>,
    /// Links that were not followed, and entries that are neither files nor directories.
    pub passed: [u64; 2],
    /// Hidden and ignored entries of directories.
    pub unread: [u64; 2],
    /// Well-formed files that are suspicious, for example because they mix encodings.
    pub doubtful: u64,
    /// Paths that could not be read.
    pub failures: u64,
    /// The failures because a file does not exist.
    pub missing: u64,
    /// The directory that names are relative to, if it is in a repository.
    pub origin: Option<Origin>,
    /// Whether a signal ended the run. Then some files are unread.
    pub interrupted: bool,
}

/// The files of a run by encoding, with a second number for each encoding.
#[derive(Clone, Debug, Default)]
pub struct ByEncoding(BTreeMap<String, (u64, u64)>);

impl ByEncoding {
    /// Adds a file in the encoding `name`.
    pub fn add(&mut self, name: &str, number: u64) {
        let (files, sum) = self.0.entry(name.to_owned()).or_default();
        *files += 1;
        *sum += number;
    }

    /// Adds the files of `other`.
    pub fn merge(&mut self, other: &Self) {
        for (name, (files, number)) in &other.0 {
            let (all, sum) = self.0.entry(name.clone()).or_default();
            *all += files;
            *sum += number;
        }
    }

    /// Returns the number of encodings.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Writes a table, with the most frequent encoding first. `second` names the second number.
    pub fn write(&self, out: &mut impl Write, second: &str) -> io::Result<()> {
        let mut rows: Vec<_> = self.0.iter().collect();
        rows.sort_by_key(|(name, (files, _))| (Reverse(*files), name.as_str()));
        writeln!(out, "{:<30} {:>9} {second:>14}", "encoding", "files")?;
        rows.into_iter().try_for_each(|(name, (files, number))| {
            writeln!(out, "{name:<30} {files:>9} {number:>14}")
        })
    }
}

/// Running totals, which include the parts of unfinished files. A signal handler can report them at
/// any time.
#[derive(Default)]
pub struct SoFar(Mutex<Summary>);

/// The counts of a file that are already in the running totals.
#[derive(Clone, Copy, Default)]
pub struct Added(Counts);

/// The counts of a file, in the order of [`Summary::counts`].
pub type Counts = [u64; 7];

impl SoFar {
    /// Raises the totals to the current `counts` of a file. `added` remembers the counts of the
    /// file that the totals include.
    pub fn add(&self, counts: Counts, added: &mut Added) {
        let before = mem::replace(&mut added.0, counts);
        let mut sum = self.sum();
        sum.files_found += u64::from(counts[FINDINGS] > 0 && before[FINDINGS] == 0);
        for ((sum, count), before) in sum.counts().into_iter().zip(counts).zip(before) {
            *sum += count.saturating_sub(before);
        }
    }

    /// Returns the totals for changes.
    pub fn sum(&self) -> MutexGuard<'_, Summary> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The index of the findings in [`Counts`].
const FINDINGS: usize = 3;

/// Returns the counts of a text before its rules are checked.
pub fn counts(text: &diagnose::Summary) -> Counts {
    let &diagnose::Summary { bytes, characters, ill_formed, errors, rejected, accepted, .. } = text;
    [bytes, characters, ill_formed, errors, rejected, 0, accepted]
}

impl FileSummary {
    /// Returns the counts, including broken rules.
    pub fn counts(&self) -> Counts {
        let [bytes, characters, ill_formed, errors, rejected, _, accepted] = counts(&self.text);
        let (findings, accepted) = (errors + self.broken_rules, accepted + self.accepted_rules);
        [bytes, characters, ill_formed, findings, rejected, self.broken_rules, accepted]
    }
}

impl Summary {
    /// Adds the totals of a file.
    pub fn add(&mut self, file: &FileSummary) {
        self.files += 1;
        self.files_found += u64::from(file.findings() > 0);
        let name = file.text.encoding.map_or("unknown", Encoding::name);
        let whole = file.looks.as_ref().and_then(Looks::encoding);
        match whole.filter(|&whole| whole != Encoding::Utf8) {
            Some(whole) => {
                self.encodings.add(&format!("{whole} (read as {name})"), file.findings())
            }
            None => self.encodings.add(name, file.findings()),
        }
        let is_other = file.findings() == 0 && file.looks.is_some();
        let is_doubtful = file.doubt.is_some() || !file.remarks.is_empty() || is_other;
        self.doubtful += u64::from(is_doubtful);
        for (sum, count) in self.counts().into_iter().zip(file.counts()) {
            *sum += count;
        }
    }

    /// Returns the fields that [`Counts`] adds to.
    fn counts(&mut self) -> [&mut u64; 7] {
        let Self {
            bytes, characters, ill_formed, findings, rejected, broken_rules, accepted, ..
        } = self;
        [bytes, characters, ill_formed, findings, rejected, broken_rules, accepted]
    }

    /// Counts a path that could not be read.
    pub fn fail(&mut self, problem: &Problem) {
        self.failures += 1;
        self.missing += u64::from(problem.is_missing());
    }

    /// Counts a file that was not checked.
    pub fn skip(&mut self, content: Content) {
        match content {
            Content::NoBom(encoding) => {
                self.no_bom += 1;
                if !self.looks_like.contains(&encoding) {
                    self.looks_like.push(encoding);
                }
            }
            Content::Binary | Content::Text => self.binary += 1,
        }
    }
}
