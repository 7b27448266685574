//! The tables of legacy charsets in which the bytes of a character do not depend on those before it.
//!
//! JavaScript keeps them, because a call of the module costs more than a short text does.

use serde_json::{Value, json};
use utfkit::{
    Encoding,
    codec::{Decoder, Step},
};

use crate::{
    json::{self, Object},
    label,
};

/// The value of an entry without a character, or without bytes.
const LACKING: u32 = u32::MAX;

/// The number of entries in a row.
const ROW: u32 = 256;

/// Returns `true` if JavaScript may keep tables of `encoding`.
pub(crate) fn has_tables(encoding: Encoding) -> bool {
    let is_charset =
        matches!(encoding, Encoding::Charset(_) | Encoding::UsAscii | Encoding::Iso8859_1);
    is_charset && !encoding.has_shifts()
}

/// Returns the codes of the characters in row `row`, the first byte of a code highest.
pub(crate) fn codes(question: &Object) -> Result<Vec<u8>, String> {
    let encoder = label::or_utf8(question, "label")?.encoding().encoder(Default::default());
    let start = ROW.saturating_mul(json::number(question, "row", 0) as u32);
    let code = |value| {
        let encoded = encoder.encode(value)?;
        match encoded.bytes() {
            [] | [_, _, _, _, _, ..] => None,
            bytes => Some(bytes.iter().fold(0, |code, byte| code << 8 | u32::from(*byte))),
        }
    };
    Ok(entries(|number| code(start.saturating_add(number))))
}

/// Returns the characters of all bytes, or of those after the byte `first`, that are a sequence.
pub(crate) fn characters(question: &Object) -> Result<Vec<u8>, String> {
    let decoder = label::or_utf8(question, "label")?.encoding().decoder(Default::default());
    let first = question.get("first").and_then(Value::as_u64).map(|byte| byte as u8);
    let character = |byte| match first {
        Some(first) => unit(&decoder, &[first, byte]),
        None => unit(&decoder, &[byte]),
    };
    Ok(entries(|number| character(number as u8)))
}

/// Returns a row of entries as bytes, the lowest byte of an entry first.
fn entries(entry: impl Fn(u32) -> Option<u32>) -> Vec<u8> {
    (0..ROW).flat_map(|number| entry(number).unwrap_or(LACKING).to_le_bytes()).collect()
}

/// Returns the character of `bytes`, if it is one code unit of UTF-16, no matter what follows.
fn unit(decoder: &Decoder, bytes: &[u8]) -> Option<u32> {
    match decoder.first(bytes, false) {
        Step::Value { value, len } if len == bytes.len() && keeps_state(decoder, bytes) => {
            Some(value).filter(|value| *value <= 0xFFFF && char::from_u32(*value).is_some())
        }
        _ => None,
    }
}

/// Returns `true` if the text after `bytes` is decoded as at the start.
fn keeps_state(decoder: &Decoder, bytes: &[u8]) -> bool {
    let mut after = *decoder;
    after.pass(bytes);
    after == *decoder
}

/// Returns the length and the units of the sequence at the start of `bytes`. The length is 0 if the
/// sequence continues, or if `stops` is true: then only a transcoder decodes it.
pub(crate) fn step(question: &Object) -> Result<Value, String> {
    let decoder = label::or_utf8(question, "label")?.encoding().decoder(Default::default());
    let bytes: Vec<u8> = question
        .get("bytes")
        .and_then(Value::as_array)
        .map(|bytes| bytes.iter().filter_map(Value::as_u64).map(|byte| byte as u8).collect())
        .unwrap_or_default();
    let (len, units, is_error) = match decoder.first(&bytes, json::flag(question, "last")) {
        Step::Value { value, len } => {
            let character = char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER);
            (len, character.encode_utf16(&mut [0; 2]).to_vec(), false)
        }
        Step::IllFormed { len, .. } => (len, vec![0xFFFD], true),
        Step::Incomplete => return Ok(json!({ "length": 0 })),
        Step::Shift { .. } => (0, Vec::new(), false),
    };
    if len == 0 || !keeps_state(&decoder, &bytes[..len]) {
        return Ok(json!({ "length": 0, "stops": true }));
    }
    Ok(json!({ "length": len, "units": units, "isError": is_error }))
}
