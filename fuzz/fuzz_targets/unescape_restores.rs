//! Checks that `unescape` restores the input of a conversion with escapes, between any encodings.
//!
//! The first byte of the input chooses the encodings.
#![no_main]

use libfuzzer_sys::fuzz_target;
use utfkit::{
    Encoding,
    encoding::BomPolicy,
    transcode::{Policy, Transcoder, unescape},
};

/// The encodings whose text can be read without a BOM.
const FIXED: [Encoding; 13] = [
    Encoding::Utf8,
    Encoding::Utf16Be,
    Encoding::Utf16Le,
    Encoding::Utf32Be,
    Encoding::Utf32Le,
    Encoding::UsAscii,
    Encoding::Iso8859_1,
    Encoding::Cesu8,
    Encoding::JavaModifiedUtf8,
    Encoding::Wtf8,
    Encoding::Ucs2Be,
    Encoding::Ucs2Le,
    Encoding::Unicode11,
];

fn convert(data: &[u8], from: Encoding, to: Encoding, policy: Policy<'_>) -> Vec<u8> {
    let mut transcoder = Transcoder::new(from, to).policy(policy).bom(BomPolicy::Forbid);
    let mut out = Vec::new();
    transcoder.transcode_to_vec(data, &mut out, true).expect("what is written is well-formed");
    out
}

/// Returns `true` if `bytes` begin with U+FFFE in an encoding that treats it as a swapped BOM.
fn begins_with_noncharacter(bytes: &[u8], encoding: Encoding) -> bool {
    let swapped: &[u8] = match encoding {
        Encoding::Utf16Be | Encoding::Ucs2Be | Encoding::Unicode11 => b"\xFF\xFE",
        Encoding::Utf16Le | Encoding::Ucs2Le => b"\xFE\xFF",
        _ => return false,
    };
    bytes.starts_with(swapped)
}

fuzz_target!(|data: &[u8]| {
    let Some((&choice, text)) = data.split_first() else { return };
    let choice = usize::from(choice) % (FIXED.len() * FIXED.len());
    let (from, to) = (FIXED[choice / FIXED.len()], FIXED[choice % FIXED.len()]);
    let escaped = convert(text, from, to, Policy::Escape);
    // If the label fixes the byte order, text that begins with the noncharacter U+FFFE reads as a
    // swapped BOM.
    if begins_with_noncharacter(&escaped, to) {
        return;
    }
    let escaped = convert(&escaped, to, Encoding::Utf8, Policy::Strict);
    let escaped = String::from_utf8(escaped).expect("UTF-8 is written");
    assert_eq!(unescape(&escaped, from).expect("it was an input"), text, "{from} to {to}");
    // `unescape` either rejects a text or writes at most four bytes per character.
    if let Ok(text) = str::from_utf8(text)
        && let Ok(bytes) = unescape(text, from)
    {
        assert!(bytes.len() <= 4 * text.len());
    }
});
