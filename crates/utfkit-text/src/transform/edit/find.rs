//! The places of the old text.

use std::collections::VecDeque;

use utfkit::Encoding;

use super::{
    MAX_PLACES, Refusal, Text, Times,
    reading::{MARK, OPAQUE, Reading, Unit, Units},
};

const CR: u32 = '\r' as u32;
const LF: u32 = '\n' as u32;

/// The old and the new text.
pub(super) struct Pattern {
    pub(super) old: Vec<u32>,
    pub(super) new: Vec<u32>,
    /// Whether line ends are taken as they are.
    raw: bool,
}

/// A place of the old text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether the lines here end with CRLF.
    pub(super) crlf: bool,
}

impl Pattern {
    /// Returns `None` if `old` is empty.
    pub(super) fn new(old: &str, new: &str) -> Option<Self> {
        let raw = old.contains('\r') || new.contains('\r');
        let values = |text: &str| text.chars().map(u32::from).collect::<Vec<_>>();
        (!old.is_empty()).then(|| Self { old: values(old), new: values(new), raw })
    }

    /// Whether the old text has places that its reader could not read.
    pub(super) fn has_mark(&self) -> bool {
        self.old.contains(&MARK)
    }

    /// Whether the old text has other characters that are not ASCII.
    pub(super) fn has_more_than_marks(&self) -> bool {
        self.old.iter().any(|&value| value > 0x7F && value != MARK)
    }

    /// Returns the new text for a place whose lines end with CRLF, or not.
    pub(super) fn new_values(&self, crlf: bool) -> Vec<u32> {
        let mut values = Vec::with_capacity(self.new.len());
        for &value in &self.new {
            if value == LF && crlf && !self.raw {
                values.push(CR);
            }
            values.push(value);
        }
        values
    }

    /// Whether places of the old text can overlap.
    pub(super) fn overlaps(&self) -> bool {
        self.borders().last().is_some_and(|&len| len > 0)
    }

    /// Returns, for each part of the old text from its start, the longest shorter one that ends it.
    fn borders(&self) -> Vec<usize> {
        let (mut borders, mut len) = (vec![0; self.old.len()], 0);
        for at in 1..self.old.len() {
            while len > 0 && self.old[at] != self.old[len] {
                len = borders[len - 1];
            }
            len += usize::from(self.old[at] == self.old[len]);
            borders[at] = len;
        }
        borders
    }
}

/// Returns the readings in which the text of `pattern` may have been seen.
pub(super) fn readings(text: &Text<'_>, pattern: &Pattern) -> &'static [Reading] {
    let misread = pattern.has_mark()
        && !pattern.has_more_than_marks()
        && text.encoding.unit_bytes() == 1
        && text.encoding != Encoding::Utf8;
    if misread { &[Reading::Right, Reading::Parts, Reading::Bytes] } else { &[Reading::Right] }
}

/// A unit, or CRLF as one line feed.
struct Token {
    start: usize,
    end: usize,
    value: u32,
    /// The line end, and whether it is CRLF.
    ends: Option<bool>,
}

/// Passes the tokens of the file; with `merge`, CRLF is one. `take` returns `false` to stop.
fn tokens(units: Units<'_>, merge: bool, mut take: impl FnMut(Token) -> bool) {
    let mut units = units.peekable();
    let mut before = 0;
    while let Some(Unit { own, mut end, mut value, .. }) = units.next() {
        let mut crlf = before == CR;
        before = value;
        if merge && value == CR && units.peek().is_some_and(|next| next.value == LF) {
            let next = units.next().map_or(end, |next| next.end);
            (end, value, crlf, before) = (next, LF, true, LF);
        }
        let ends = (value == LF).then_some(crlf);
        if !take(Token { start: own, end, value: if value == OPAQUE { MARK } else { value }, ends })
        {
            return;
        }
    }
}

/// Returns the places to replace, in their order.
pub(super) fn places(
    text: &Text<'_>,
    reading: Reading,
    pattern: &Pattern,
    times: Times,
) -> Result<Vec<Found>, Refusal> {
    let (borders, len) = (pattern.borders(), pattern.old.len());
    let has_line = pattern.old.contains(&LF);
    let (mut all, mut found, mut last_end) = (Vec::new(), 0_usize, 0);
    // The starts of the last tokens, the matched number of them, and the last line end.
    let mut starts: VecDeque<usize> = VecDeque::new();
    let (mut matched, mut crlf, mut settled) = (0, None, 0);
    tokens(Units::of(text, reading), has_line && !pattern.raw, |token| {
        if let Some(ends) = token.ends {
            crlf = Some(ends);
            all[settled..].iter_mut().for_each(|place: &mut Found| place.crlf = ends);
            settled = all.len();
        }
        if starts.len() == len {
            starts.pop_front();
        }
        starts.push_back(token.start);
        while matched > 0 && pattern.old[matched] != token.value {
            matched = borders[matched - 1];
        }
        matched += usize::from(pattern.old[matched] == token.value);
        if matched < len {
            return true;
        }
        matched = borders[len - 1];
        found += 1;
        let start = starts.front().copied().unwrap_or(token.start);
        if start < last_end {
            return true;
        }
        last_end = token.end;
        all.push(Found { start, end: token.end, crlf: crlf.unwrap_or(false) });
        if has_line {
            settled = all.len();
        }
        all.len() <= MAX_PLACES
    });
    as_wanted(all, found, times)
}

/// Returns the places `all`, if the number of places that were found is the wanted one.
pub(super) fn as_wanted(
    all: Vec<Found>,
    found: usize,
    times: Times,
) -> Result<Vec<Found>, Refusal> {
    match times {
        _ if all.len() > MAX_PLACES => Err(Refusal::TooMany),
        _ if found == 0 => Err(Refusal::NotFound),
        Times::Once if found != 1 => Err(Refusal::Found { found }),
        Times::Exactly(wanted) if found != wanted => Err(Refusal::Found { found }),
        _ => Ok(all),
    }
}
