//! Changes to a window of text, and the composition of the changes of two passes.

use std::{cmp, iter::once, mem, ops::Range};

use crate::repair::events::Fault;

/// A change to the bytes `start..end` of a text.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) becomes: Vec<u8>,
    pub(crate) kind: Fault,
    /// Other faults, each below the one before it.
    pub(crate) also: Vec<Fault>,
    /// The probability of the new bytes against all others, in percent, if the model was used.
    pub(crate) percent: Option<u8>,
    /// Whether a lost byte was guessed.
    pub(crate) is_guess: bool,
}

impl Edit {
    pub(crate) fn new(range: Range<usize>, becomes: impl Into<Vec<u8>>, kind: Fault) -> Self {
        let Range { start, end } = range;
        let becomes = becomes.into();
        Self { start, end, becomes, kind, also: Vec::new(), percent: None, is_guess: false }
    }

    /// Returns all faults.
    pub(crate) fn faults(&self) -> impl Iterator<Item = Fault> {
        once(self.kind).chain(self.also.iter().copied())
    }

    /// Returns `true` if the ASCII controls of `text` are there after the edit, such as tabs and line ends.
    /// Only an overlong form, which the caller wants to be decoded, makes a control.
    pub(crate) fn keeps_controls(&self, text: &[u8]) -> bool {
        let before = text[self.start..self.end].iter().filter(|byte| byte.is_ascii_control());
        let after = self.becomes.iter().filter(|byte| byte.is_ascii_control());
        before.eq(after) || matches!(self.kind, Fault::ModifiedNul | Fault::Overlong)
    }

    /// Joins this edit with the adjacent `next` if both have the same faults. Returns `true` if it
    /// did.
    fn join(&mut self, next: &mut Edit) -> bool {
        let is_same = self.end == next.start
            && self.faults().map(Fault::code).eq(next.faults().map(Fault::code));
        if is_same {
            self.end = next.end;
            self.becomes.append(&mut next.becomes);
            self.kind = self.kind.next_to(next.kind);
            self.percent = least(self.percent, next.percent);
            self.is_guess |= next.is_guess;
        }
        is_same
    }
}

/// The edits of one text, in order and without overlap.
pub(crate) type Edits = Vec<Edit>;

/// Returns `text` with `edits` applied.
pub(crate) fn apply(text: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        out.extend_from_slice(&text[done..edit.start]);
        out.extend_from_slice(&edit.becomes);
        done = edit.end;
    }
    out.extend_from_slice(&text[done..]);
    out
}

/// Returns the ranges of the new bytes of `edits` in the new text.
fn places(edits: &[Edit]) -> impl Iterator<Item = Range<usize>> {
    let (mut original, mut current) = (0, 0);
    edits.iter().map(move |edit| {
        let start = current + (edit.start - original);
        original = edit.end;
        current = start + edit.becomes.len();
        start..current
    })
}

/// Composes the edits `first` of a text with the edits `next` of `made`, the text after `first`.
/// Edits that overlap become one, and so do adjacent ones with the same faults.
pub(crate) fn compose(first: Edits, next: Edits, made: &[u8]) -> Edits {
    let mut out = Edits::with_capacity(first.len() + next.len());
    if first.is_empty() {
        next.into_iter().for_each(|edit| add(&mut out, edit));
        return out;
    }
    let places: Vec<_> = places(&first).collect();
    let mut first = places.into_iter().zip(first).peekable();
    let mut next = next.into_iter().peekable();
    // The positions in both texts after the last edit of `out`.
    let (mut original, mut current) = (0, 0);
    loop {
        let places = [
            first.peek().map(|(place, _)| (place.start, place.end)),
            next.peek().map(|edit| (edit.start, edit.end)),
        ];
        // If two begin at the same position, the shorter one is first: it removed bytes before the
        // other one.
        let Some((start, mut end)) = places.into_iter().flatten().min() else { return out };
        let (is_empty, mut removed, mut added) = (start == end, 0, 0);
        let mut inner = Edits::new();
        let [mut below, mut above] = [Vec::new(), Vec::new()];
        let (mut percent, mut is_guess) = (None, false);
        // All edits of both lists that overlap.
        loop {
            let is_in = |at, to| at < end || is_empty && to == start;
            if let Some((place, edit)) = first.next_if(|(place, _)| is_in(place.start, place.end)) {
                end = cmp::max(end, place.end);
                removed += edit.end - edit.start;
                added += place.len();
                (percent, is_guess) = (least(percent, edit.percent), is_guess | edit.is_guess);
                edit.faults().for_each(|fault| fault.join(&mut above, Fault::next_to));
            } else if let Some(mut edit) = next.next_if(|edit| is_in(edit.start, edit.end)) {
                end = cmp::max(end, edit.end);
                (percent, is_guess) = (least(percent, edit.percent), is_guess | edit.is_guess);
                edit.faults().for_each(|fault| fault.join(&mut below, Fault::next_to));
                edit.start -= start;
                edit.end -= start;
                inner.push(edit);
            } else {
                break;
            }
        }
        let from = original + (start - current);
        let to = from + (end - start) + removed - added;
        below.into_iter().for_each(|fault| fault.join(&mut above, Fault::over));
        let mut faults = above.into_iter();
        if let Some(kind) = faults.next() {
            let becomes = apply(&made[start..end], &inner);
            let also = faults.collect();
            add(&mut out, Edit { start: from, end: to, becomes, kind, also, percent, is_guess });
        }
        (original, current) = (to, end);
    }
}

/// Returns the lower of two probabilities.
fn least(one: Option<u8>, other: Option<u8>) -> Option<u8> {
    one.into_iter().chain(other).min()
}

/// Adds `edit` after `edits`. It joins the last one if both are adjacent with the same faults.
fn add(edits: &mut Edits, mut edit: Edit) {
    if !edits.last_mut().is_some_and(|last| last.join(&mut edit)) {
        edits.push(edit);
    }
}

/// Returns `true` if two ranges have no byte in common.
pub(crate) fn are_apart(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.end <= other.start || other.end <= one.start
}

/// Turns positions in the text after `edits` into positions before them. A start inside an edit
/// becomes the start of the edit, an end its end.
pub(crate) fn place_back(edits: &[Edit], ranges: &mut [(usize, usize)]) {
    if ranges.is_empty() {
        return;
    }
    let placed: Vec<_> = places(edits).zip(edits).collect();
    let back = |at: usize, is_end: bool| {
        let begun =
            |(place, _): &(Range<usize>, _)| place.start < at || (place.start == at && !is_end);
        let Some((place, edit)) = placed[..placed.partition_point(begun)].last() else { return at };
        match at < place.end {
            true if is_end => edit.end,
            true => edit.start,
            false => edit.end + (at - place.end),
        }
    };
    for (start, end) in ranges {
        let at = (mem::take(start), mem::take(end));
        (*start, *end) = (back(at.0, false), back(at.1, true));
        *end = cmp::max(*start, *end);
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    fn edit(start: usize, end: usize, becomes: &str) -> Edit {
        Edit::new(start..end, becomes, Fault::SurrogatePair)
    }

    #[test]
    fn composed_edits_equal_both() {
        let text = b"0123456789";
        let first = [edit(1, 3, "ABC"), edit(5, 5, "x"), edit(7, 9, "")];
        let made = apply(text, &first);
        assert_eq!(made, b"0ABC34x569");
        for start in 0..made.len() {
            for end in start..=made.len() {
                for becomes in ["", "!", "long"] {
                    let next = [edit(start, end, becomes)];
                    let composed = compose(first.to_vec(), next.to_vec(), &made);
                    assert_eq!(apply(text, &composed), apply(&made, &next), "{next:?}");
                    assert!(composed.windows(2).all(|two| two[0].end <= two[1].start));
                }
            }
        }
    }

    #[test]
    fn adjacent_edits_keep_their_faults() {
        let text = b"0123456789";
        let mojibake = |range, layers| {
            let charset = crate::repair::explain::MojibakeCharset::Windows1252;
            Edit::new(range, "y", Fault::Mojibake { charset, layers })
        };
        let first = vec![
            edit(0, 2, "x"),
            Edit::new(2..4, "x", Fault::StrayByte { encoding: utfkit::Encoding::Iso8859_1 }),
            Edit::new(4..5, "", Fault::StrayBom),
            mojibake(6..7, 1),
            mojibake(7..8, 1),
        ];
        let made = apply(text, &first);
        assert_eq!(made, b"xx5yy89");
        let next = vec![Edit::new(2..3, "z", Fault::Reread), mojibake(3..5, 1)];
        let composed = compose(first, next, &made);
        let faults = composed.iter().map(|edit| (edit.start, edit.end, edit.kind.code()));
        let expected = [
            (0, 2, "surrogate-pair"),
            (2, 4, "stray-byte"),
            (4, 5, "stray-bom"),
            (5, 6, "reread"),
            (6, 8, "mojibake"),
        ];
        assert_eq!(faults.collect::<Vec<_>>(), expected);
        assert!(matches!(composed[4].kind, Fault::Mojibake { layers: 2, .. }));
        assert!(composed.iter().all(|edit| edit.also.is_empty()));
    }

    #[test]
    fn maps_positions_back() {
        let edits = [edit(1, 3, "ABC"), edit(7, 9, "")];
        let mut ranges = [(0, 1), (2, 3), (4, 6), (8, 9)];
        place_back(&edits, &mut ranges);
        assert_eq!(ranges, [(0, 1), (1, 3), (3, 5), (9, 10)]);
    }

    #[test]
    fn an_edit_may_not_eat_a_line_end_or_a_tab() {
        for (text, becomes, keeps) in [
            ("a\n", "b\n", true),
            ("a\n", "b", false),
            ("a\t", "b\n", false),
            ("a", "b\r", false),
            ("é", "", true),
        ] {
            assert_eq!(
                edit(0, text.len(), becomes).keeps_controls(text.as_bytes()),
                keeps,
                "{text:?} {becomes:?}"
            );
        }
    }

    #[test]
    fn ranges_are_apart_if_they_share_no_byte() {
        for (one, other, apart) in
            [(0..2, 2..3, true), (2..3, 0..2, true), (0..2, 1..3, false), (1..2, 0..5, false)]
        {
            assert_eq!(are_apart(&one, &other), apart, "{one:?} {other:?}");
        }
    }
}
