//! The next character of the input.

use utfkit::{
    codec::{MAX_BYTES, Step},
    encoding::ByteOrder,
};

use super::{BOM, Conversion};
use crate::charset::Cell;

/// The start of some bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    /// A character.
    Value { value: u32, len: usize },
    /// Bytes that are not a character: a BOM, or a shift.
    Shift { len: usize },
    /// An ill-formed sequence.
    IllFormed { len: usize },
    /// The bytes are not enough.
    Incomplete,
}

impl Conversion {
    /// Reads the start of a text. A value is a text without a BOM.
    pub(super) fn begin(&mut self, src: &[u8]) -> Item {
        if let Some(swapped) = self.swapped {
            return match src {
                [_] => Item::Incomplete,
                _ if src.starts_with(&swapped) => Item::IllFormed { len: swapped.len() },
                _ => Item::Value { value: 0, len: 0 },
            };
        }
        if !self.from.has_bom() {
            return Item::Value { value: 0, len: 0 };
        }
        let len = self.decoder.unit_bytes();
        if src.len() < len {
            return Item::Incomplete;
        }
        for order in [ByteOrder::Little, ByteOrder::Big] {
            let decoder = self.from.decoder(Some(order));
            if decoder.first(&src[..len], true) == (Step::Value { value: BOM, len }) {
                self.decoder = decoder;
                self.order = Some(order);
                return Item::Shift { len };
            }
        }
        Item::Value { value: 0, len: 0 }
    }

    /// Returns the start of `src`. The caller [passes](Self::pass) its bytes.
    pub(super) fn next(&self, src: &[u8]) -> Item {
        match self.from.patch.read(src) {
            (Cell::Means(value), len) => return Item::Value { value, len },
            // A valid character after a lead byte is not part of the sequence.
            (Cell::Hole, 2) if src[1].is_ascii() => return Item::IllFormed { len: 1 },
            (Cell::Hole, len) => return Item::IllFormed { len },
            (Cell::Same, _) => {}
        }
        match self.decoder.first(src, false) {
            Step::Value { value, len } => Item::Value { value, len },
            Step::Shift { len } => Item::Shift { len },
            Step::IllFormed { len, .. } if self.from.has_shifts() => {
                self.shortest(src).unwrap_or(Item::IllFormed { len })
            }
            Step::IllFormed { len, .. } => Item::IllFormed { len },
            Step::Incomplete if self.from.has_shifts() => {
                self.shortest(src).unwrap_or(Item::Incomplete)
            }
            Step::Incomplete if self.from.is_utf8() && !self.can_continue(src) => {
                Item::IllFormed { len: 1 }
            }
            Step::Incomplete => Item::Incomplete,
        }
    }

    /// Returns the start of `src` in a charset with shifts, without a look at the bytes after it.
    ///
    /// The rules of such charsets depend on what follows: no shift directly after another one. Here,
    /// the text may end after any byte, and the result must not depend on where a caller cuts it.
    fn shortest(&self, src: &[u8]) -> Option<Item> {
        (1..=src.len().min(MAX_BYTES)).find_map(|end| match self.decoder.first(&src[..end], true) {
            Step::Value { value, len } => Some(Item::Value { value, len }),
            Step::Shift { len } => Some(Item::Shift { len }),
            Step::IllFormed { .. } | Step::Incomplete => None,
        })
    }

    /// Returns `true` if `src`, a part of a sequence of UTF-8, can continue as a character.
    fn can_continue(&self, src: &[u8]) -> bool {
        [0x80, 0x90, 0xA0, 0xBF].iter().any(|&next| {
            let mut bytes = [0xBF; 8];
            for (slot, &byte) in bytes.iter_mut().zip(src.iter().chain([&next])) {
                *slot = byte;
            }
            matches!(self.decoder.first(&bytes, true), Step::Value { .. })
        })
    }

    /// Continues after `bytes`.
    pub(super) fn pass(&mut self, bytes: &[u8]) {
        // The decoder has another opinion about cells of the patch. In UTF-7, each of them ends a
        // run, as the decoder knows.
        if self.from.has_base64() || self.from.patch.read(bytes).0 == Cell::Same {
            self.decoder.pass(bytes);
        }
    }

    /// Ends a run of base64 at `bytes`, which are ill-formed, if they are not base64.
    ///
    /// The call stops at them, and the program may continue after them, where text is not base64.
    pub(super) fn end_run(&mut self, bytes: &[u8]) {
        if let [byte] = bytes
            && self.from.has_base64()
            && !(byte.is_ascii_alphanumeric() || b"+/,".contains(byte))
        {
            self.pass(bytes);
        }
    }
}
