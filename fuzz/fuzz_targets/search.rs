//! Compares the search with a plain search over the decoded text, on any bytes.
//!
//! The first byte of the input chooses the encoding, the second the length of the needle, the third
//! the part of the text that the needle is taken from, and the fourth the size of the pieces.
#![no_main]

use libfuzzer_sys::fuzz_target;
use utfkit::{Encoding, encoding::Charset};
use utfkit_text::search::{Decoding, Layout, Needle, Spelling};

/// Decodes `bytes` in `pieces`, with FF for ill-formed sequences.
fn decoded(layout: Layout, bytes: &[u8], piece: usize) -> Decoding {
    let mut decoding = Decoding::new(layout, layout.start() as u64);
    bytes[layout.start()..].chunks(piece).for_each(|piece| decoding.push(piece, false));
    decoding.push(&[], true);
    decoding
}

/// Returns the offsets of `needle` from the left, without overlaps. Both search functions of the
/// needle must agree.
fn found(needle: &Needle, text: &[u8]) -> Vec<usize> {
    let bytes = needle.bytes();
    let plain = |rest: &[u8]| rest.windows(bytes.len()).position(|some| some == bytes);
    let (mut all, mut at) = (Vec::new(), 0);
    loop {
        let start = needle.find(text, at);
        assert_eq!(needle.find_with(text, at, plain), start);
        let Some(start) = start else { return all };
        all.push(start);
        at = start + bytes.len();
    }
}

fuzz_target!(|data: &[u8]| {
    let [choice, len, from, piece, bytes @ ..] = data else { return };
    let all: Vec<Encoding> =
        Encoding::ALL.iter().copied().chain(Charset::all().map(Encoding::Charset)).collect();
    let encoding = all[usize::from(*choice) % all.len()];
    let layout = Layout::of(encoding, bytes, true).expect("all is there");
    let decoding = decoded(layout, bytes, bytes.len().max(1));
    let pieces = decoded(layout, bytes, 1 + usize::from(*piece));
    assert_eq!(decoding.text(), pieces.text(), "{encoding}");

    // Offsets never decrease, and do not depend on the pieces.
    let mut before = layout.start() as u64;
    for at in 0..=decoding.text().len() {
        if decoding.text().get(at).is_some_and(|byte| byte & 0xC0 == 0x80) {
            continue;
        }
        assert_eq!(decoding.offset(at), pieces.offset(at), "{encoding} at {at}");
        assert!(decoding.offset(at) >= before && decoding.offset(at) <= bytes.len() as u64);
        before = decoding.offset(at);
    }

    // The needle is taken from the text.
    let chunk = decoding.text().utf8_chunks().nth(usize::from(*from) % 4);
    let text = chunk.map_or("", |chunk| chunk.valid());
    let needle: String = text.chars().take(1 + usize::from(*len) % 8).collect();
    if needle.is_empty() {
        return;
    }
    if let Spelling::One(spelled) = layout.spell(&needle) {
        let found = found(&spelled, &bytes[layout.start()..]);
        let naive = decoding.text();
        let (mut expected, mut at) = (Vec::new(), 0);
        while at + needle.len() <= naive.len() {
            if naive[at..].starts_with(needle.as_bytes()) {
                expected.push(decoding.offset(at) as usize - layout.start());
                at += needle.len();
            } else {
                at += 1;
            }
        }
        assert_eq!(found, expected, "{encoding}: {needle:?}");
    }
});
