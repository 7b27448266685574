//! `--any-form`: finds a text in several encodings at once, in any bytes.

use std::{io, ops::Range};

use memchr::memmem;
use utfkit::Encoding;
use utfkit_text::{
    search::{Layout, Spelling, literal::finder},
    streams::block::BLOCK,
};

use super::scan::Stop;
use crate::files::reading::{self, Source};

/// The encodings that are searched for. If a text has the same bytes in two, only the first is
/// used.
const FORMS: [Encoding; 6] = [
    Encoding::Utf8,
    Encoding::Cesu8,
    Encoding::Utf16Le,
    Encoding::Utf16Be,
    Encoding::Utf32Le,
    Encoding::Utf32Be,
];

/// A text in every encoding in which its bytes are different.
pub struct Forms(Vec<Form>);

struct Form {
    encoding: Encoding,
    unit: usize,
    finder: memmem::Finder<'static>,
}

/// The position of the text in one encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormMatch {
    pub encoding: Encoding,
    unit: usize,
    range: Range<usize>,
}

impl Forms {
    /// Encodes `text` in all encodings.
    pub fn of(text: &str) -> Self {
        let mut forms: Vec<Form> = Vec::new();
        for encoding in FORMS {
            let Some(layout) = Layout::of(encoding, b"", true) else { continue };
            let Spelling::One(needle) = layout.spell(text) else { continue };
            let bytes = needle.bytes();
            if forms.iter().all(|form| form.finder.needle() != bytes) {
                let unit = layout.unit();
                forms.push(Form { encoding, unit, finder: finder(bytes, unit) });
            }
        }
        Self(forms)
    }

    /// Searches `head` and the rest of `file`. Calls `found` with the encoding, the offset and the
    /// length of each match, until it returns `false`.
    pub fn search(
        &self,
        head: &[u8],
        file: &mut impl Source,
        mut found: impl FnMut(Encoding, u64, usize) -> io::Result<bool>,
    ) -> Result<(), Stop> {
        let longest = self.0.iter().map(|form| form.finder.needle().len()).max().unwrap_or(1);
        let (mut buffer, mut filled) = (head.to_vec(), head.len());
        // The offset of the buffer in the file, and the start of the unsearched part of the buffer.
        let (mut offset, mut at) = (0, 0);
        loop {
            if buffer.len() < filled + BLOCK {
                buffer.resize(filled + BLOCK, 0);
            }
            let len = reading::read_some(file, &mut buffer[filled..]).map_err(Stop::Input)?;
            filled += len;
            // A match after this position may overlap one that is not read yet.
            let settled = if len == 0 { filled } else { filled.saturating_sub(2 * longest) };
            for one in self.matches(&buffer[..filled], offset, at) {
                if one.range.start >= settled {
                    break;
                }
                at = one.range.end;
                let start = offset + one.range.start as u64;
                let continues = found(one.encoding, start, one.range.len());
                if !continues.map_err(|_| Stop::Output)? {
                    return Ok(());
                }
            }
            if len == 0 {
                return Ok(());
            }
            at = at.max(settled);
            buffer.copy_within(at..filled, 0);
            (offset, filled, at) = (offset + at as u64, filled - at, 0);
        }
    }

    /// Returns the matches in `bytes` after `from`. The offset of `bytes` in the file is `offset`.
    /// If matches overlap, only one is returned.
    fn matches(&self, bytes: &[u8], offset: u64, from: usize) -> Vec<FormMatch> {
        let mut matches: Vec<FormMatch> = Vec::new();
        for &Form { encoding, unit, ref finder } in &self.0 {
            let len = finder.needle().len();
            let found = finder.find_iter(&bytes[from..]).map(|at| from + at..from + at + len);
            matches.extend(found.map(|range| FormMatch { encoding, unit, range }));
        }
        matches.sort_by_key(|one| one.range.start);
        let mut kept: Vec<FormMatch> = Vec::with_capacity(matches.len());
        for one in matches {
            match kept.last_mut() {
                Some(last) if one.range.start < last.range.end => {
                    if one.is_likelier(last, offset) {
                        *last = one;
                    }
                }
                _ => kept.push(one),
            }
        }
        kept
    }
}

impl FormMatch {
    /// Returns `true` if this match is more likely than `other`, which overlaps it.
    ///
    /// `a` in UTF-32 contains `a` in UTF-16. The bytes of a text in UTF-16LE are those in UTF-16BE,
    /// except for the first and the last one. So an aligned match wins, and then a longer one.
    fn is_likelier(&self, other: &Self, offset: u64) -> bool {
        let rank = |one: &Self| {
            let aligned = (offset + one.range.start as u64).is_multiple_of(one.unit as u64);
            (aligned, one.range.len())
        };
        rank(self) > rank(other)
    }
}
