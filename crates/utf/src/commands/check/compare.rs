//! Compares a changed file with its version before the change.

use std::path::Path;

use utfkit::{Encoding, encoding::Bom};
use utfkit_text::{
    detect::{Likeliest, Verdict, detect},
    heal::{Loss, loss, mixed_line},
};

use super::file::{Check, Hand, Note};
use crate::{
    git::older::blobs::MAX_LEN,
    input::{content::is_binary, operand::Operand},
    process::{names, names::counted, shell::Shown},
    rules::{Breach, Source},
};

impl Check {
    /// Returns what the change of the file broke, and passes notes to `hand`.
    pub(super) fn compare(&self, operand: &Operand, hand: &mut Hand<'_>) -> Vec<Breach> {
        let (path, content) = match operand {
            Operand::Copy { path, copy } => (path, copy),
            Operand::Path(path) => (path, path),
            Operand::StandardInput => return Vec::new(),
        };
        let Some(Ok(old)) = self.old_blobs.old(path) else { return Vec::new() };
        // A file that cannot be read is reported by the check itself.
        let is_short = content.metadata().is_ok_and(|found| found.len() <= MAX_LEN);
        let Some(new) = is_short.then(|| std::fs::read(content).ok()).flatten() else {
            return Vec::new();
        };
        if is_binary(&old) || is_binary(&new) {
            return Vec::new();
        }
        let encoding = encoding_of(&old);
        let versions = Versions { path, old: &old, new: &new, encoding };
        let lost = loss(&old, &new, encoding);
        // Git may convert the text of the work tree, but it does not convert staged text.
        if lost.is_none() && self.args.gate.staged && self.args.is_detailed() {
            for words in versions.notes() {
                hand.note(Note::Message(format!("utf: {}: note: {words}\n", names::path(path))));
            }
        }
        let revision = &self.old_blobs.revision;
        let lost = lost.map(|loss| versions.lost(&loss, revision));
        lost.into_iter().chain(versions.mixed(revision)).collect()
    }
}

/// The two versions of a file.
struct Versions<'a> {
    path: &'a Path,
    old: &'a [u8],
    new: &'a [u8],
    /// The encoding of the old version.
    encoding: Encoding,
}

impl Versions<'_> {
    fn breach(&self, code: &'static str, words: String, revision: &str) -> Breach {
        let says = format!("the version in {revision}");
        Breach {
            path: self.path.to_owned(),
            encoding: self.encoding,
            code,
            line: 1,
            offset: 0,
            bytes: Vec::new(),
            words,
            source: Source { file: self.path.to_owned(), line: None, says },
            fix: None,
        }
    }

    /// Returns the finding about lost characters, with the command that puts them back.
    fn lost(&self, loss: &Loss, revision: &str) -> Breach {
        let words = format!(
            "{} lost {}: {} {}",
            counted(loss.lines as u64, "line"),
            counted(loss.characters as u64, "character"),
            self.encoding,
            loss.damage
        );
        let path = Shown::new(self.path);
        // A file can have the name of the revision.
        let revision_shown = format!("rev:{revision}");
        let revision_shown = Shown::new(Path::new(&revision_shown));
        let mut breach = self.breach("lost-character", words, revision);
        breach.line = loss.line as u64;
        breach.offset = loss.offset as u64;
        breach.bytes =
            self.new.get(loss.offset..loss.offset + loss.len.min(16)).unwrap_or_default().to_vec();
        breach.source.line = Some(loss.old_line as u64);
        let against = revision_shown.name();
        let is_sure =
            Bom::of(self.old).is_some() || Likeliest::certain(&detect(self.old)).is_some();
        let from = if is_sure { String::new() } else { format!(" -f {}", self.encoding) };
        let options = format!("--against {against}{from} -i.bak");
        breach.fix = Some(format!("utf repair {options} -- {}", path.name()));
        breach
    }

    /// Returns the finding about a line in UTF-8 in a file that is in another encoding.
    fn mixed(&self, revision: &str) -> Option<Breach> {
        let mixed = mixed_line(self.old, self.new, self.encoding)?;
        let words = format!("a line in utf-8 was added to text in {}", self.encoding);
        let mut breach = self.breach("mixed-encodings", words, revision);
        (breach.line, breach.offset) = (mixed.line as u64, mixed.offset as u64);
        breach.bytes = self.new[mixed.offset..mixed.offset + mixed.len.min(16)].to_vec();
        Some(breach)
    }

    /// Returns notes about changes that lose nothing, but may not be meant.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let bom = |bytes| Bom::of(bytes).map(Bom::encoding);
        match (bom(self.old), bom(self.new)) {
            (Some(old), None) => notes.push(format!("bom-changed: the BOM of {old} was removed")),
            (None, Some(new)) => notes.push(format!("bom-changed: a BOM of {new} was added")),
            _ => {}
        }
        let is_utf8 = |bytes: &[u8]| std::str::from_utf8(bytes).is_ok();
        let is_special = !self.old.is_ascii() && !self.new.is_ascii();
        if is_special && is_utf8(self.old) != is_utf8(self.new) {
            let (old, new) = (self.encoding, encoding_of(self.new));
            notes.push(format!("encoding-changed: {old} became {new}"));
        }
        let ends = |bytes: &[u8]| {
            let all = memchr::memchr_iter(b'\n', bytes).count();
            let crlf = memchr::memmem::find_iter(bytes, b"\r\n").count();
            match crlf {
                _ if all < 2 => None,
                0 => Some("LF"),
                _ if crlf == all => Some("CRLF"),
                _ => Some("mixed line ends"),
            }
        };
        if let (Some(old), Some(new)) = (ends(self.old), ends(self.new))
            && old != new
        {
            notes.push(format!("line-ends-changed: {old} became {new}"));
        }
        notes
    }
}

/// Returns the encoding of `bytes`: a proven one, or else the likeliest. Text in ISO-2022-JP, HZ or
/// UTF-16 can also be well-formed UTF-8, so detection decides.
fn encoding_of(bytes: &[u8]) -> Encoding {
    if let Some(bom) = Bom::of(bytes) {
        return bom.encoding_after();
    }
    let found = detect(bytes);
    let encoding = match found.verdict() {
        Verdict::Proven => found.encoding(),
        _ => Likeliest::of(&found).and_then(Likeliest::one),
    };
    match encoding {
        Some(Encoding::UsAscii) => Encoding::Utf8,
        Some(encoding) => encoding,
        None if str::from_utf8(bytes).is_ok() => Encoding::Utf8,
        // Most damages are the same in all charsets of single bytes.
        None => Encoding::Iso8859_1,
    }
}
