//! A balanced tree of the pieces of a text, with the counts of each part.

use alloc::{
    boxed::Box,
    string::{String, ToString},
};
use core::{mem, ops::Range};

use super::{
    ColumnUnit,
    count::{Count, count, walk},
};
use crate::slices::utf8;

/// The maximum length of a leaf, in bytes. A lookup reads at most one leaf.
const MAX_LEAF: usize = 1 << 11;

/// The counts of a part of a text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Summary {
    pub(super) count: Count,
    /// The number of line ends: CR LF, and each other CR and LF.
    pub(super) breaks: usize,
    starts_with_lf: bool,
    pub(super) ends_with_cr: bool,
}

impl Summary {
    fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes.iter().filter(|byte| matches!(byte, b'\r' | b'\n')).count();
        let pairs = bytes.windows(2).filter(|pair| pair == b"\r\n").count();
        Self {
            count: count(bytes),
            breaks: ends - pairs,
            starts_with_lf: bytes.first() == Some(&b'\n'),
            ends_with_cr: bytes.last() == Some(&b'\r'),
        }
    }

    /// Returns `true` if a CR LF is cut between the two parts.
    const fn cuts_pair(self, after: Self) -> bool {
        self.ends_with_cr && after.starts_with_lf
    }

    /// Returns the counts of two parts, one after the other.
    fn and(self, after: Self) -> Self {
        let is_empty = self.count.bytes == 0;
        Self {
            count: self.count + after.count,
            breaks: self.breaks + after.breaks - usize::from(self.cuts_pair(after)),
            starts_with_lf: if is_empty { after.starts_with_lf } else { self.starts_with_lf },
            ends_with_cr: match after.count.bytes {
                0 => self.ends_with_cr,
                _ => after.ends_with_cr,
            },
        }
    }
}

/// A part of a text.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    node: Node,
    pub(super) summary: Summary,
    height: u32,
}

#[derive(Clone, Debug)]
enum Node {
    Leaf(String),
    Branch(Box<[Tree; 2]>),
}

impl Default for Tree {
    fn default() -> Self {
        Self::leaf(String::new())
    }
}

impl Tree {
    /// Creates the tree of `text`.
    pub(super) fn new(text: &str) -> Self {
        if text.len() <= MAX_LEAF {
            return Self::leaf(text.to_string());
        }
        let middle = utf8::floor_boundary(text.as_bytes(), text.len() / 2);
        let (before, after) = text.split_at(middle);
        Self::branch(Self::new(before), Self::new(after))
    }

    fn leaf(text: String) -> Self {
        Self { summary: Summary::of(&text), node: Node::Leaf(text), height: 0 }
    }

    fn branch(before: Self, after: Self) -> Self {
        Self {
            summary: before.summary.and(after.summary),
            height: before.height.max(after.height) + 1,
            node: Node::Branch(Box::new([before, after])),
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.summary.count.bytes
    }

    /// Returns the balanced tree of two texts, one after the other.
    fn join(self, after: Self) -> Self {
        if self.len() == 0 {
            return after;
        }
        if after.len() == 0 {
            return self;
        }
        match (self.node, after.node) {
            (Node::Leaf(mut before), Node::Leaf(after))
                if before.len() + after.len() <= MAX_LEAF =>
            {
                before.push_str(&after);
                Self::leaf(before)
            }
            (Node::Branch(parts), node) if self.height > after.height + 1 => {
                let [first, second] = *parts;
                first.balanced(second.join(Self { node, ..after }))
            }
            (node, Node::Branch(parts)) if after.height > self.height + 1 => {
                let [first, second] = *parts;
                Self { node, ..self }.join(first).balanced(second)
            }
            (node, other) => Self::branch(Self { node, ..self }, Self { node: other, ..after }),
        }
    }

    /// Returns the balanced tree of two balanced trees whose heights differ by at most two.
    fn balanced(self, after: Self) -> Self {
        match (self.node, after.node) {
            (node, Node::Branch(parts)) if after.height > self.height + 1 => {
                let (before, [first, second]) = (Self { node, ..self }, *parts);
                match first.node {
                    Node::Branch(inner) if first.height > second.height => {
                        let [left, right] = *inner;
                        Self::branch(Self::branch(before, left), Self::branch(right, second))
                    }
                    node => Self::branch(Self::branch(before, Self { node, ..first }), second),
                }
            }
            (Node::Branch(parts), node) if self.height > after.height + 1 => {
                let ([first, second], after) = (*parts, Self { node, ..after });
                match second.node {
                    Node::Branch(inner) if second.height > first.height => {
                        let [left, right] = *inner;
                        Self::branch(Self::branch(first, left), Self::branch(right, after))
                    }
                    node => Self::branch(first, Self::branch(Self { node, ..second }, after)),
                }
            }
            (node, other) => Self::branch(Self { node, ..self }, Self { node: other, ..after }),
        }
    }

    /// Replaces the text of `range`, which begins and ends at boundaries, with `text`.
    pub(super) fn replace(&mut self, range: Range<usize>, text: &str) {
        *self = mem::take(self).replaced(range, text);
    }

    fn replaced(self, range: Range<usize>, text: &str) -> Self {
        if range.start == 0 && range.end == self.len() {
            return Self::new(text);
        }
        match self.node {
            Node::Leaf(mut leaf) => {
                leaf.replace_range(range, text);
                if leaf.len() <= MAX_LEAF { Self::leaf(leaf) } else { Self::new(&leaf) }
            }
            Node::Branch(parts) => {
                let [before, after] = *parts;
                let middle = before.len();
                if range.end <= middle {
                    return before.replaced(range, text).join(after);
                }
                if range.start >= middle {
                    return before
                        .join(after.replaced(range.start - middle..range.end - middle, text));
                }
                let first = before.replaced(range.start..middle, text);
                first.join(after.replaced(0..range.end - middle, ""))
            }
        }
    }

    /// Calls `take` for the pieces of `range`, in order.
    pub(super) fn each(&self, range: Range<usize>, take: &mut impl FnMut(&str)) {
        match &self.node {
            Node::Leaf(leaf) => {
                let piece = leaf.get(range.start.min(leaf.len())..range.end.min(leaf.len()));
                piece.filter(|piece| !piece.is_empty()).into_iter().for_each(take);
            }
            Node::Branch(parts) => {
                let [before, after] = &**parts;
                let middle = before.len();
                if range.start < middle {
                    before.each(range.start..range.end.min(middle), take);
                }
                if range.end > middle {
                    after.each(range.start.saturating_sub(middle)..range.end - middle, take);
                }
            }
        }
    }

    /// Returns the greatest boundary that is at most `at`, and its leaf and the offset there.
    fn floor(&self, at: usize) -> (usize, &str, usize) {
        match &self.node {
            Node::Leaf(leaf) => {
                let at = utf8::floor_boundary(leaf.as_bytes(), at);
                (at, leaf, at)
            }
            Node::Branch(parts) => {
                let [before, after] = &**parts;
                if at < before.len() {
                    return before.floor(at);
                }
                let (found, leaf, inside) = after.floor(at - before.len());
                (found + before.len(), leaf, inside)
            }
        }
    }

    /// Returns the greatest boundary that is at most `at`.
    pub(super) fn floor_boundary(&self, at: usize) -> usize {
        self.floor(at).0
    }

    /// Returns the byte at the boundary `at`, or `None` at the end.
    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        let (_, leaf, at) = self.floor(at);
        leaf.as_bytes().get(at).copied()
    }

    /// Returns the counts before the boundary `at`.
    pub(super) fn before(&self, at: usize) -> Summary {
        match &self.node {
            _ if at >= self.len() => self.summary,
            Node::Leaf(leaf) => Summary::of(leaf.get(..at).unwrap_or_default()),
            Node::Branch(parts) => {
                let [before, after] = &**parts;
                match at.checked_sub(before.len()) {
                    Some(at) => before.summary.and(after.before(at)),
                    None => before.before(at),
                }
            }
        }
    }

    /// Returns the end of the line end with this number, from 1. There must be as many.
    pub(super) fn end_of_break(&self, number: usize) -> usize {
        match &self.node {
            Node::Leaf(leaf) => {
                let bytes = leaf.as_bytes();
                let is_end = |&at: &usize| {
                    bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n')
                };
                let mut ends = (0..bytes.len()).filter(is_end);
                ends.nth(number.saturating_sub(1)).map_or(bytes.len(), |at| at + 1)
            }
            Node::Branch(parts) => {
                let [before, after] = &**parts;
                let is_cut = before.summary.cuts_pair(after.summary);
                let breaks = before.summary.breaks;
                if number < breaks || number == breaks && !is_cut {
                    return before.end_of_break(number);
                }
                before.len() + after.end_of_break(number - breaks + usize::from(is_cut))
            }
        }
    }

    /// Returns the offset of the character that is `units` after the start, at most the length.
    pub(super) fn seek(&self, units: usize, unit: ColumnUnit) -> usize {
        match &self.node {
            Node::Leaf(leaf) => walk(leaf.as_bytes(), units, unit).unwrap_or(leaf.len()),
            Node::Branch(parts) => {
                let [before, after] = &**parts;
                match units.checked_sub(before.summary.count.of(unit)) {
                    Some(units) => before.len() + after.seek(units, unit),
                    None => before.seek(units, unit),
                }
            }
        }
    }

    #[cfg(test)]
    pub(super) fn check(&self) -> (u32, usize) {
        match &self.node {
            Node::Leaf(leaf) => {
                assert!(leaf.len() <= MAX_LEAF);
                (0, 1)
            }
            Node::Branch(parts) => {
                let [(left, few), (right, many)] = [parts[0].check(), parts[1].check()];
                assert!(left.abs_diff(right) <= 1 && self.height == left.max(right) + 1);
                (self.height, few + many)
            }
        }
    }
}
