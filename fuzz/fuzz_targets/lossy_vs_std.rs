//! Compares conversion with replacement with the standard library and `encoding_rs`.
#![no_main]

use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE};
use libfuzzer_sys::fuzz_target;
use utfkit::{
    Encoding,
    encoding::BomPolicy,
    transcode::{Policy, Transcoder},
    utf8,
};

/// Returns the text that a stream with replacement writes, and the number of U+FFFD in place of
/// errors.
fn replaced(data: &[u8], from: Encoding) -> (String, u64) {
    let mut transcoder =
        Transcoder::new(from, Encoding::Utf8).policy(Policy::Replace).bom(BomPolicy::Forbid);
    let mut out = Vec::new();
    transcoder.transcode_to_vec(data, &mut out, true).expect("nothing stops it");
    (String::from_utf8(out).expect("UTF-8 is written"), transcoder.counts().replaced)
}

fuzz_target!(|data: &[u8]| {
    let std = String::from_utf8_lossy(data);
    let subparts = data.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count();
    assert_eq!(replaced(data, Encoding::Utf8), (std.clone().into_owned(), subparts as u64));
    assert_eq!(UTF_8.decode_without_bom_handling(data).0, std);

    let (units, count) = utf8::to_utf16_vec_lossy(data);
    assert_eq!((units, count), (std.encode_utf16().collect(), subparts));
    let (values, count) = utf8::to_utf32_vec_lossy(data);
    assert_eq!((values, count), (std.chars().map(u32::from).collect(), subparts));
    let length = utf8::utf16_len_lossy(data);
    assert_eq!((length.units, length.replaced), (std.encode_utf16().count(), subparts));
    assert_eq!(utf8::utf8_len_lossy(data).units, std.len());

    // utfkit reports an odd byte separately; `encoding_rs` reports it together with a lone high
    // surrogate before it. So this comparison drops the odd byte.
    let even = &data[..data.len() & !1];
    type Read = fn([u8; 2]) -> u16;
    let orders: [(Encoding, _, Read); 2] = [
        (Encoding::Utf16Le, UTF_16LE, u16::from_le_bytes),
        (Encoding::Utf16Be, UTF_16BE, u16::from_be_bytes),
    ];
    for (from, peer, read) in orders {
        let units: Vec<u16> = even.as_chunks().0.iter().map(|&pair| read(pair)).collect();
        let std = String::from_utf16_lossy(&units);
        assert_eq!(peer.decode_without_bom_handling(even).0, std);
        // A swapped BOM is one finding here. Other decoders treat it as U+FFFE.
        if units.first() == Some(&0xFFFE) {
            continue;
        }
        let lone = char::decode_utf16(units.iter().copied()).filter(Result::is_err).count();
        assert_eq!(replaced(even, from), (std.clone(), lone as u64));
        if even.len() < data.len() {
            assert_eq!(replaced(data, from), (std + "\u{FFFD}", lone as u64 + 1));
        }
    }
});
