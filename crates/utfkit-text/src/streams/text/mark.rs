//! A position between two characters, from which bytes can be decoded again.

use utfkit::{
    Encoding,
    codec::{Decoder, Progress, Step},
    encoding::ByteOrder,
    transcode::convert_prefix,
};

/// A position between two sequences of some bytes, and the state of the decoder there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub(crate) decoder: Decoder,
    /// The offset in the bytes.
    pub(crate) at: usize,
}

/// The maximum number of values to decode at once.
const STEP: usize = 512;

impl Mark {
    /// Moves over at most `count` characters and ill-formed maximal subparts of `bytes`, and returns
    /// their number. With `last`, nothing follows `bytes`.
    ///
    /// The new position is before any shift that follows them.
    pub(crate) fn skip(&mut self, bytes: &[u8], count: usize, last: bool) -> usize {
        let mut left = count;
        let mut values = [0; STEP];
        while left > 0 {
            let rest = &bytes[self.at..];
            // The last character is decoded alone, because a block may include a shift after it.
            let room = (left - 1).min(STEP);
            if room > 0 {
                let Progress { read, written } = self.decoder.decode(rest, &mut values[..room]);
                self.at += read;
                left -= written;
                if read > 0 {
                    continue;
                }
            }
            let len = match self.decoder.first(rest, last) {
                Step::Shift { len } => len,
                Step::Value { len, .. } | Step::IllFormed { len, .. } => {
                    left -= 1;
                    len
                }
                Step::Incomplete => break,
            };
            self.pass(bytes, len);
        }
        count - left
    }

    /// Moves over the shifts at this position of `bytes`. With `last`, nothing follows `bytes`.
    pub(crate) fn skip_shifts(&mut self, bytes: &[u8], last: bool) {
        while let Step::Shift { len } = self.decoder.first(&bytes[self.at..], last) {
            self.pass(bytes, len);
        }
    }

    /// Moves over the sequence of `len` bytes at this position of `bytes`.
    pub(crate) fn pass(&mut self, bytes: &[u8], len: usize) {
        self.decoder.pass(&bytes[self.at..][..len]);
        self.at += len;
    }
}

/// Decodes `src` to UTF-8 until a sequence is ill-formed, incomplete or beyond Unicode, or `room`
/// is full.
pub(crate) fn to_utf8(decoder: &mut Decoder, src: &[u8], room: &mut [u8]) -> Progress {
    convert_prefix(decoder, &mut Encoding::Utf8.encoder(ByteOrder::Big), src, room)
}
