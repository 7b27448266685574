//! A text in every form, found in any bytes.

use std::{io, ops::Range};

use memchr::memmem;
use utfkit::Encoding;
use utfkit_text::search::{Layout, Spelling};

use super::{literal::finder, scan::Stop};
use crate::files::reading::{self, Source};
use utfkit_text::streams::block::BLOCK;

/// The forms that are looked for: of two that a text is alike in, the first.
const FORMS: [Encoding; 6] = [
    Encoding::Utf8,
    Encoding::Cesu8,
    Encoding::Utf16Le,
    Encoding::Utf16Be,
    Encoding::Utf32Le,
    Encoding::Utf32Be,
];

/// A text in every form in which it has bytes of its own.
pub struct Forms(Vec<Form>);

struct Form {
    encoding: Encoding,
    unit: usize,
    finder: memmem::Finder<'static>,
}

/// Where a form of the text is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub encoding: Encoding,
    unit: usize,
    range: Range<usize>,
}

impl Forms {
    /// The forms of `text`.
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

    /// Calls `found` with the encoding, the offset and the length of each form in what `file` has
    /// behind `head`, until it gives `false`.
    pub fn search(
        &self,
        head: &[u8],
        file: &mut impl Source,
        mut found: impl FnMut(Encoding, u64, usize) -> io::Result<bool>,
    ) -> Result<(), Stop> {
        let longest = self.0.iter().map(|form| form.finder.needle().len()).max().unwrap_or(1);
        let (mut buffer, mut filled) = (head.to_vec(), head.len());
        // Where in the file the buffer begins, and from where on in it nothing was found yet.
        let (mut offset, mut at) = (0, 0);
        loop {
            if buffer.len() < filled + BLOCK {
                buffer.resize(filled + BLOCK, 0);
            }
            let len = reading::read_some(file, &mut buffer[filled..]).map_err(Stop::Input)?;
            filled += len;
            // What overlaps a form may come yet: of what begins behind this, not all is known.
            let settled = if len == 0 { filled } else { filled.saturating_sub(2 * longest) };
            for place in self.places(&buffer[..filled], offset, at) {
                if place.range.start >= settled {
                    break;
                }
                at = place.range.end;
                let start = offset + place.range.start as u64;
                let go_on = found(place.encoding, start, place.range.len());
                if !go_on.map_err(|_| Stop::Output)? {
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

    /// Where forms are in `bytes` from `from` on, which are at `offset` in the file; of those that
    /// overlap, one.
    fn places(&self, bytes: &[u8], offset: u64, from: usize) -> Vec<Place> {
        let mut places: Vec<Place> = Vec::new();
        for &Form { encoding, unit, ref finder } in &self.0 {
            let len = finder.needle().len();
            let found = finder.find_iter(&bytes[from..]).map(|at| from + at..from + at + len);
            places.extend(found.map(|range| Place { encoding, unit, range }));
        }
        places.sort_by_key(|place| place.range.start);
        let mut kept: Vec<Place> = Vec::with_capacity(places.len());
        for place in places {
            match kept.last_mut() {
                Some(last) if place.range.start < last.range.end => {
                    if place.is_likelier(last, offset) {
                        *last = place;
                    }
                }
                _ => kept.push(place),
            }
        }
        kept
    }
}

impl Place {
    /// Whether this is likelier meant than `other`, which overlaps it: `a` is in each form of
    /// UTF-32 in one of UTF-16, and the bytes of UTF-16 of one order are, but for the first and
    /// the last, those of the other.
    fn is_likelier(&self, other: &Self, offset: u64) -> bool {
        let rank = |place: &Self| {
            let aligned = (offset + place.range.start as u64).is_multiple_of(place.unit as u64);
            (aligned, place.range.len())
        };
        rank(self) > rank(other)
    }
}
