//! Changes to a window of text, and how the changes of one pass and of the next are one.

use alloc::vec::Vec;
use core::{cmp, mem};

use super::Fault;

/// Octets `start..end` of a text that become others.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) becomes: Vec<u8>,
    pub(super) kind: Fault,
}

/// Edits of one text, in order, apart from each other.
pub(super) type Edits = Vec<Edit>;

/// `text` with `edits`.
pub(super) fn apply(text: &[u8], edits: &[Edit]) -> Vec<u8> {
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

/// An edit, and where what it makes stands in the text that it makes.
struct Placed {
    edit: Edit,
    start: usize,
    end: usize,
}

fn placed(edits: Edits) -> Vec<Placed> {
    let (mut original, mut current) = (0, 0);
    let place = |edit: Edit| {
        current += edit.start - original;
        original = edit.end;
        let start = current;
        current += edit.becomes.len();
        Placed { edit, start, end: current }
    };
    edits.into_iter().map(place).collect()
}

/// Edits `first` of a text, and edits `next` of `made`, which they made of it, as edits of the text.
pub(super) fn compose(first: Edits, next: Edits, made: &[u8]) -> Edits {
    let mut out = Edits::with_capacity(first.len() + next.len());
    let mut first = placed(first).into_iter().peekable();
    let mut next = next.into_iter().peekable();
    // Where the text and what was made of it stand, behind all that is in `out`.
    let (mut original, mut current) = (0, 0);
    loop {
        let starts = [first.peek().map(|placed| placed.start), next.peek().map(|edit| edit.start)];
        let Some(start) = starts.into_iter().flatten().min() else { return out };
        let (mut end, mut removed, mut added) = (start, 0, 0);
        let (mut inner, mut kind) = (Edits::new(), None);
        // All that touch, of both.
        loop {
            if let Some(placed) = first.next_if(|placed| placed.start <= end) {
                end = cmp::max(end, placed.end);
                removed += placed.edit.end - placed.edit.start;
                added += placed.end - placed.start;
                kind = Some(placed.edit.kind.and(kind));
            } else if let Some(mut edit) = next.next_if(|edit| edit.start <= end) {
                end = cmp::max(end, edit.end);
                kind = Some(edit.kind.and(kind));
                edit.start -= start;
                edit.end -= start;
                inner.push(edit);
            } else {
                break;
            }
        }
        let from = original + (start - current);
        let to = from + (end - start) + removed - added;
        if let Some(kind) = kind {
            let becomes = apply(&made[start..end], &inner);
            out.push(Edit { start: from, end: to, becomes, kind });
        }
        (original, current) = (to, end);
    }
}

/// Turns positions in the text that `edits` made into those of the text they were made of: a start
/// inside an edit is where the edit starts, an end where it ends.
pub(super) fn place_back(edits: &[Edit], ranges: &mut [(usize, usize)]) {
    let placed = placed(edits.to_vec());
    let back = |at: usize, is_end: bool| {
        let begun = |one: &Placed| one.start < at || (one.start == at && !is_end);
        let Some(near) = placed[..placed.partition_point(begun)].last() else { return at };
        match at < near.end {
            true if is_end => near.edit.end,
            true => near.edit.start,
            false => near.edit.end + (at - near.end),
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
        Edit { start, end, becomes: becomes.into(), kind: Fault::SurrogatePair }
    }

    #[test]
    fn composed_edits_do_what_both_do() {
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
    fn places_are_those_of_the_text() {
        let edits = [edit(1, 3, "ABC"), edit(7, 9, "")];
        let mut ranges = [(0, 1), (2, 3), (4, 6), (8, 9)];
        place_back(&edits, &mut ranges);
        assert_eq!(ranges, [(0, 1), (1, 3), (3, 5), (9, 10)]);
    }
}
