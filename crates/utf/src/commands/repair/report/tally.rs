//! The counts of files and findings, and the summary.

use crate::commands::repair::beginning::Skipped;
use crate::{
    commands::repair::report::line_counter::LineCounter,
    process::{exit::Exit, names, problem::missing},
    reading::declared::DeclaredCharset,
};
use utfkit_text::detect::Content;

/// The counts of a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Findings {
    pub bytes: u64,
    pub fixes: u64,
    pub ambiguous: u64,
    pub ill_formed: u64,
    /// The characters of the repaired text that the receiver rejects.
    pub rejected: u64,
    /// The lines of the report about the file, and those that a report for people leaves out.
    pub(super) shown: u64,
    pub(super) hidden: u64,
    pub counted: LineCounter,
    /// The notes about the file.
    pub notes: u64,
    /// Whether the repaired text has a U+FFFD.
    pub replaced: bool,
    /// The fixes after which a U+FFFD is left.
    pub in_part: u64,
    /// Whether the reader of the repaired text closed the pipe.
    pub unread: bool,
    /// The charset that the file declares, if it is in that charset.
    pub declared: Option<DeclaredCharset>,
}

/// The counts of all files.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub(super) files: u64,
    pub(super) files_fixed: u64,
    pub(super) all: Findings,
    pub unchanged: u64,
    pub(super) binary: u64,
    pub(super) no_bom: u64,
    pub(super) other_charset: u64,
    utf32: u64,
    /// Files that were reached by another path before.
    pub again: u64,
    pub failures: u64,
    /// The failures because a file does not exist.
    pub missing: u64,
}

impl Findings {
    /// Returns the exit status. `changed` is `true` if the fixes are written.
    pub fn exit(&self, changed: bool) -> Exit {
        let open = self.ambiguous + self.ill_formed + self.rejected + self.in_part;
        match open > 0 || (self.fixes > 0 && !changed) {
            true => Exit::Found,
            false if self.unread => Exit::Unread,
            false => Exit::Well,
        }
    }
}

impl Tally {
    /// Adds a file that is not repaired.
    pub fn skip(&mut self, skipped: &Skipped) {
        match skipped {
            Skipped::Utf32 => self.utf32 += 1,
            Skipped::Content(Content::NoBom(_)) => self.no_bom += 1,
            Skipped::Content(_) => self.binary += 1,
            Skipped::OtherCharset(_) => self.other_charset += 1,
        }
    }

    /// Returns the number of files that were not repaired.
    pub fn unwritten(&self) -> u64 {
        let skipped = self.binary + self.no_bom + self.other_charset + self.utf32;
        self.unchanged + skipped + self.failures
    }

    /// Adds a file.
    pub fn add(&mut self, found: &Findings) {
        self.files += 1;
        self.files_fixed += u64::from(found.fixes > 0);
        self.all.bytes += found.bytes;
        self.all.fixes += found.fixes;
        self.all.ambiguous += found.ambiguous;
        self.all.ill_formed += found.ill_formed;
        self.all.rejected += found.rejected;
        self.all.in_part += found.in_part;
        self.all.hidden += found.hidden;
        self.all.notes += found.notes;
    }
}

impl Tally {
    /// Returns the summary of the run.
    pub fn sentence(&self, changed: bool) -> String {
        let (tally, counted) = (self, names::counted);
        let mut sentence = counted(tally.files, "file");
        sentence.push_str(&match (tally.all.fixes, changed) {
            // Without files, do not claim that there is nothing to fix.
            (0, _) if tally.files == 0 => String::new(),
            (0, _) if tally.all.notes > 0 => {
                format!(": nothing to fix, but see {}", counted(tally.all.notes, "note"))
            }
            (0, _) => ": nothing to fix".to_owned(),
            (fixes, true) => {
                format!(": {} in {}", counted(fixes, "fix"), counted(tally.files_fixed, "file"))
            }
            (fixes, false) => {
                format!(": {} possible; nothing was changed (use -i or -o)", counted(fixes, "fix"))
            }
        });
        let fixes = if tally.all.in_part == 1 { "fix" } else { "fixes" };
        let in_part = format!("{fixes} in part, with U+FFFD for a lost character");
        let rest = [
            (tally.all.in_part, &*in_part),
            (tally.all.ambiguous, "ambiguous, left unchanged"),
            (tally.all.ill_formed, "ill-formed, left unchanged"),
            (tally.all.rejected, "rejected, left unchanged"),
            (tally.all.hidden, "not shown (--format json shows all)"),
            (
                tally.unchanged,
                if tally.unchanged == 1 { "file left unchanged" } else { "files left unchanged" },
            ),
            (tally.binary, "binary, not repaired"),
            (tally.no_bom, "without a BOM, not repaired"),
            (tally.other_charset, "in another charset, not repaired"),
            (tally.again, "reached again"),
            missing(tally.missing),
            (tally.failures - tally.missing, "not read or written"),
        ];
        for (count, what) in rest.into_iter().filter(|(count, _)| *count > 0) {
            sentence.push_str(&format!("; {count} {what}"));
        }
        sentence
    }
}
