//! The findings of a window, before they become events.

use std::ops::Range;

use crate::repair::{
    edit::{self, Edit, Edits, are_apart},
    events::{Ambiguity, Fault},
};
use utfkit::{Encoding, Finding};

/// An interpretation of bytes. A window may have very many, so most are not allocated one by one.
#[derive(Clone, Debug)]
pub(crate) enum Reading {
    Fixed(&'static str),
    Character(char),
    Owned(String),
}

impl Reading {
    /// Replaces `text` with this interpretation.
    fn write_to(self, text: &mut String) {
        text.clear();
        match self {
            Reading::Fixed(fixed) => text.push_str(fixed),
            Reading::Character(character) => text.push(character),
            Reading::Owned(owned) => *text = owned,
        }
    }
}

impl From<&'static str> for Reading {
    fn from(text: &'static str) -> Self {
        Reading::Fixed(text)
    }
}

impl From<char> for Reading {
    fn from(character: char) -> Self {
        Reading::Character(character)
    }
}

impl From<String> for Reading {
    fn from(text: String) -> Self {
        Reading::Owned(text)
    }
}

/// Bytes of a window that have two likely interpretations, and stay.
#[derive(Clone, Debug)]
pub(crate) struct Doubt {
    pub(crate) start: usize,
    pub(crate) end: usize,
    code: &'static str,
    /// See [`Ambiguity::readings`].
    readings: [Reading; 2],
    /// See [`Ambiguity::percent`].
    percent: Option<[u8; 2]>,
}

impl Doubt {
    pub(crate) fn new<A, B>(range: Range<usize>, code: &'static str, readings: (A, B)) -> Self
    where
        A: Into<Reading>,
        B: Into<Reading>,
    {
        let Range { start, end } = range;
        Self { start, end, code, readings: [readings.0.into(), readings.1.into()], percent: None }
    }

    /// Returns the doubt about `edit`, which is not made in `text`.
    pub(crate) fn of(text: &[u8], edit: &Edit) -> Self {
        let lossy = |bytes| String::from_utf8_lossy(bytes).into_owned();
        let readings = (lossy(&text[edit.start..edit.end]), lossy(&edit.becomes));
        let doubt = Self::new(edit.start..edit.end, edit.kind.code(), readings);
        Self { percent: edit.percent.map(|percent| [100 - percent, percent]), ..doubt }
    }

    /// Adds the probabilities of both interpretations, in percent.
    #[cfg(feature = "charsets")]
    pub(crate) const fn with_percent(mut self, percent: [u8; 2]) -> Self {
        self.percent = Some(percent);
        self
    }

    /// Sets `event` to the event about `text`, which is at `offset`.
    pub(crate) fn write_to(self, event: &mut Ambiguity, text: &[u8], offset: u64) {
        event.offset = offset + self.start as u64;
        event.bytes.clear();
        event.bytes.extend_from_slice(&text[self.start..self.end]);
        event.code = self.code;
        let both = self.readings.into_iter().zip(&mut event.readings);
        both.for_each(|(reading, text)| reading.write_to(text));
        event.percent = self.percent;
        // Readers take the first one for the better one.
        if let Some([first, second]) = &mut event.percent
            && *first < *second
        {
            std::mem::swap(first, second);
            event.readings.reverse();
        }
    }
}

/// The code of bytes of a charset.
const STRAY_BYTE: &str = Fault::StrayByte { encoding: Encoding::Utf8 }.code();

/// The findings of a window.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) edits: Edits,
    pub(crate) doubts: Vec<Doubt>,
    pub(crate) ill_formed: Vec<Finding>,
}

impl Found {
    /// Turns the edits that change ASCII controls of `text` into doubts. No repair eats a line end or a tab.
    pub(crate) fn keep_controls(&mut self, text: &[u8]) {
        let edits = self.edits.extract_if(.., |edit| !edit.keeps_controls(text));
        let first = self.doubts.len();
        self.doubts.extend(edits.map(|edit| Doubt::of(text, &edit)));
        if self.doubts.len() > first {
            self.doubts.sort_by_key(|doubt| doubt.start);
        }
    }

    /// Turns the edits that guess a lost byte into doubts about `text`.
    pub(crate) fn doubt_guesses(&mut self, text: &[u8]) {
        let guesses = self.edits.extract_if(.., |edit| edit.is_guess);
        self.doubts.extend(guesses.map(|edit| Doubt::of(text, &edit)));
    }

    /// Returns the doubts about parts of `text` that are UTF-8, perhaps by chance.
    pub(crate) fn about_chance(&self, text: &[u8]) -> Vec<Doubt> {
        let is_about = |doubt: &&Doubt| {
            doubt.code == STRAY_BYTE && str::from_utf8(&text[doubt.start..doubt.end]).is_ok()
        };
        self.doubts.iter().filter(is_about).cloned().collect()
    }

    /// Adds doubts about parts that no edit and no other doubt is about.
    pub(crate) fn add_doubts(&mut self, mut doubts: Vec<Doubt>) {
        doubts.retain(|doubt| {
            let is_apart = |place: Range<usize>| are_apart(&place, &(doubt.start..doubt.end));
            self.edits.iter().all(|edit| is_apart(edit.start..edit.end))
                && self.doubts.iter().all(|one| is_apart(one.start..one.end))
        });
        self.doubts.append(&mut doubts);
        self.doubts.sort_by_key(|doubt| doubt.start);
    }

    /// Moves the doubts and ill-formed parts to their positions in the text before `edits`.
    pub(crate) fn place_back(&mut self, edits: &Edits) {
        if edits.is_empty() {
            return;
        }
        let mut ranges: Vec<_> = self.doubts.iter().map(|doubt| (doubt.start, doubt.end)).collect();
        let of_finding = |one: &Finding| (one.offset() as usize, one.end() as usize);
        ranges.extend(self.ill_formed.iter().map(of_finding));
        edit::place_back(edits, &mut ranges);
        let (doubts, ill_formed) = ranges.split_at(self.doubts.len());
        for (doubt, &place) in self.doubts.iter_mut().zip(doubts) {
            (doubt.start, doubt.end) = place;
        }
        for (finding, &(start, _)) in self.ill_formed.iter_mut().zip(ill_formed) {
            *finding = finding.placed(start as u64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_that_eats_a_tab_becomes_a_doubt() {
        let text = b"ab\tc";
        let edit = |start, end, becomes: &str| Edit::new(start..end, becomes, Fault::Reread);
        let mut found = Found::default();
        found.edits.extend([edit(0, 1, "x"), edit(1, 3, "y"), edit(3, 4, "z")]);
        found.keep_controls(text);
        let left: Vec<_> = found.edits.iter().map(|edit| (edit.start, edit.end)).collect();
        assert_eq!(left, [(0, 1), (3, 4)]);
        let doubts: Vec<_> =
            found.doubts.iter().map(|doubt| (doubt.start, doubt.end, doubt.code)).collect();
        assert_eq!(doubts, [(1, 3, "reread")]);
    }
}
