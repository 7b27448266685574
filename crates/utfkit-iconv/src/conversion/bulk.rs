//! The conversion of whole blocks.

use core::mem::MaybeUninit;

use utfkit::{ascii, transcode::convert_prefix};

use super::{Conversion, filter::Filter};
use crate::charset::Cell;

/// The number of characters in a block.
const BLOCK: usize = 256;

/// The number of bytes that are searched for the end of ASCII text at once.
const REACH: usize = 16 << 10;

/// The number of bytes of ASCII text that are worth a kernel call.
const FAR: usize = 32;

impl Conversion {
    /// Converts as much as possible without a decision about a single character. Returns the
    /// numbers of bytes read and written.
    pub(super) fn bulk(&mut self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
        if self.filter.is_empty() && self.reader.is_none() && self.writer.is_none() {
            let done = convert_prefix(&mut self.decoder, &mut self.encoder, src, dst);
            return (done.read, done.written);
        }
        let (mut read, mut written, mut end) = (0, 0, 0);
        loop {
            let (rest, room) = (&src[read..], &mut dst[written..]);
            if self.has_ascii && end <= read {
                end = read + ascii::prefix(&rest[..rest.len().min(REACH)]);
            }
            let (more, bytes) = match end.saturating_sub(read) {
                ahead if ahead >= FAR => {
                    let ahead = &rest[..ahead];
                    let done = convert_prefix(&mut self.decoder, &mut self.encoder, ahead, room);
                    (done.read, done.written)
                }
                _ => self.block(rest, room),
            };
            if more == 0 {
                return (read, written);
            }
            read += more;
            written += bytes;
        }
    }

    /// Makes tables that are worth it for a text of `len` bytes.
    pub(super) fn make_tables(&mut self, len: usize) {
        self.next_table = len.saturating_mul(4);
        // The library has faster ways to UTF-8 if there is nothing to change.
        let is_fast = self.from.patch.suspects.is_empty() && self.to.is_utf8();
        if !is_fast {
            self.reader = self.reader.or_else(|| self.from.reader(len));
        }
        self.writer = self.writer.or_else(|| self.to.writer(len));
        self.filter = Filter::new(
            self.from.patch.unless(self.reader.is_some()),
            self.to.patch.unless(self.writer.is_some()),
        );
    }

    /// Converts a block through code values, up to the first character that needs a look.
    fn block(&mut self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
        let mut values = [0; BLOCK];
        let mut most = BLOCK.min(dst.len());
        loop {
            let before = (self.decoder, self.encoder);
            let decoded = match self.reader {
                Some(reader) => reader.read(src, &mut values[..most]),
                None => self.decoder.decode(src, &mut values[..most]),
            };
            let values = &values[..decoded.written];
            let same = if self.filter.is_empty() {
                None
            } else {
                values.iter().position(|&value| self.is_suspect(value))
            };
            let same = &values[..same.unwrap_or(values.len())];
            let encoded = match self.writer {
                Some(writer) => writer.write(same, dst),
                None => self.encoder.encode_block(same, &mut *dst),
            };
            if encoded.read == values.len() {
                return (decoded.read, encoded.written);
            }
            // To learn how many bytes these values have, decode again with that limit.
            (self.decoder, self.encoder) = before;
            most = encoded.read;
        }
    }

    /// Returns `true` if a table of glibc may differ for `value`.
    #[inline]
    fn is_suspect(&self, value: u32) -> bool {
        self.filter.may_contain(value) && self.is_different(value)
    }

    #[inline(never)]
    fn is_different(&self, value: u32) -> bool {
        let suspects = self.from.patch.suspects;
        let at = suspects.partition_point(|&(first, _)| first <= value);
        at.checked_sub(1).is_some_and(|at| value <= suspects[at].1)
            || self.to.patch.write(value) != Cell::Same
    }
}
