//! Whole texts in one call of `encoding_rs`.
//!
//! These functions decide nothing: if a text may not be the same in a charset and in the standard,
//! or if it has an error, the result is `None`, and the transcoder handles the text.

use alloc::borrow::Cow;

use encoding_rs::{EUC_JP, Encoding as Whatwg, GB18030, GBK, ISO_2022_JP, SHIFT_JIS};

use super::{encoder::reads_back, engine::Engine, name::Charset, state::State};

/// Decodes `bytes`, a whole text.
pub(crate) fn decode(charset: Charset, bytes: &[u8]) -> Option<Cow<'_, str>> {
    let Engine::Whatwg(encoding, variant) = charset.engine() else { return None };
    let is_same = *encoding != ISO_2022_JP && variant.before(bytes) == bytes.len();
    is_same.then(|| encoding.decode_without_bom_handling_and_without_replacement(bytes))?
}

/// Encodes `text`, a whole text.
pub(crate) fn encode(charset: Charset, text: &str) -> Option<Cow<'_, [u8]>> {
    let Engine::Whatwg(encoding, variant) = charset.engine() else { return None };
    if *encoding == ISO_2022_JP || variant.writes_more() || !all_read_back(encoding, text) {
        return None;
    }
    let (bytes, _, failed) = encoding.encode(text);
    let is_same = !failed && variant.prefix(State::Start, &bytes).is_none();
    is_same.then_some(bytes)
}

/// Returns `true` if no character of `text` is encoded as another one.
fn all_read_back(encoding: &'static Whatwg, text: &str) -> bool {
    if ![SHIFT_JIS, EUC_JP, GB18030, GBK].contains(&encoding) {
        return true;
    }
    // Cost: most text has none of the first bytes of such characters. Without branches, the compiler
    // can test many bytes at once.
    let may_begin = |byte: u8| (byte == 0xC2) | (byte == 0xE2) | (byte == 0xEE) | (byte == 0xEF);
    !text.bytes().fold(false, |any, byte| any | may_begin(byte))
        || text.chars().all(|character| reads_back(encoding, character))
}
