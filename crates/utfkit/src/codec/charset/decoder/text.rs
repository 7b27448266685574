//! A whole text in a charset, decoded to UTF-8 without a transcoder.

use core::mem::MaybeUninit;

use super::Decoder;
use crate::{
    codec::charset::engine::Engine,
    form::{Form, unit},
    simd::{Progress, Row, operations, shared::kernel::Convert},
};

/// The number of code values in a block.
const BLOCK: usize = 128;

/// The maximum number of bytes of a character in UTF-8.
const MAX_UTF8: usize = 4;

/// The number of bytes of a text for which a table of 256 characters is made.
const LONG: usize = 1024;

/// Converts code values to UTF-8.
const TO_UTF8: &Row<Convert> = operations::convert(Form::UTF32, Form::Utf8);

impl Decoder {
    /// Converts a prefix of `src` to UTF-8 that is well-formed and fits. It may stop anywhere, but not
    /// at once if `src` begins with a character that fits, unless that character needs a state.
    pub(crate) fn decode_text(&mut self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
        match self.charset.engine() {
            // Cost: a table that is not kept is worth its price only for a long text.
            Engine::Page(_) if cfg!(feature = "std") || src.len() > LONG => {
                self.utf8_cells().map(|cells| cells.convert(src, dst)).unwrap_or_default()
            }
            Engine::Pairs(pairs) => pairs.decode(&mut self.state, src, dst),
            _ => self.decode_block(src, dst),
        }
    }

    /// Implements [`decode_text`](Self::decode_text) for at most [`BLOCK`] characters.
    fn decode_block(&mut self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
        let mut values = [MaybeUninit::uninit(); BLOCK];
        let most = values.len().min(dst.len() / MAX_UTF8);
        let decoded = self.decode(src, &mut values[..most]);
        let values = unit::written(&values, decoded.written);
        let mut done = TO_UTF8.run(unit::bytes(values), dst);
        // A kernel may need more room than the result.
        for &value in &values[done.read / size_of::<u32>()..] {
            let encoded = Form::Utf8.encode(value);
            done.written += encoded.and_then(|it| it.store(&mut dst[done.written..])).unwrap_or(0);
        }
        Progress { read: decoded.read, written: done.written }
    }
}
