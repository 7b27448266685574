//! Searches in the bytes of a text, and compares the result with a plain search over its
//! characters, on any bytes.
//!
//! The oracle decodes the text a sequence at a time and knows the offset of each. If the encoding
//! has one spelling of the needle, the bytes are searched. The decoded text is searched in any case.
//! Regular expressions are not searched.
//!
//! The first byte of the input chooses the encoding, the second the length of the needle, the third
//! the part of the text that the needle is taken from, and the fourth the size of the pieces.
#![no_main]

#[path = "../support/characters.rs"]
mod characters;

use characters::{Sequence, encodings, sequences, start};
use libfuzzer_sys::fuzz_target;
use utfkit::Encoding;
use utfkit_text::search::{Decoding, Layout, Needle, Spelling};

/// The byte for a sequence without a character.
const NO_TEXT: u8 = 0xFF;

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

fn character(sequence: &Sequence) -> Option<char> {
    sequence.value.and_then(char::from_u32)
}

/// Returns the offsets of `needle` among the characters, from the left and without overlaps.
fn expected(sequences: &[Sequence], needle: &[char]) -> Vec<usize> {
    let (mut all, mut at) = (Vec::new(), 0);
    while at + needle.len() <= sequences.len() {
        let here = &sequences[at..at + needle.len()];
        if here.iter().map(character).eq(needle.iter().copied().map(Some)) {
            all.push(here[0].after);
            at += needle.len();
        } else {
            at += 1;
        }
    }
    all
}

fuzz_target!(|data: &[u8]| {
    let [choice, len, from, piece, bytes @ ..] = data else { return };
    let all = encodings();
    let encoding = all[usize::from(*choice) % all.len()];
    let layout = Layout::of(encoding, bytes, true).expect("all is there");
    let (order, bom) = start(encoding, bytes);
    if !encoding.name().ends_with("be") && !encoding.name().ends_with("le") {
        assert_eq!(layout.start(), bom, "{encoding}");
    }
    let read = sequences(encoding, order, bytes, layout.start());
    let decoding = decoded(layout, bytes, bytes.len().max(1));
    let pieces = decoded(layout, bytes, 1 + usize::from(*piece));

    // The text, and the offset of each character.
    let mut text = Vec::new();
    for sequence in &read {
        let offset = sequence.after as u64;
        assert_eq!(decoding.offset(text.len()), offset, "{encoding} at {}", text.len());
        assert_eq!(pieces.offset(text.len()), offset, "{encoding} at {}", text.len());
        match character(sequence) {
            Some(character) => {
                text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
            None => text.push(NO_TEXT),
        }
    }
    assert_eq!(decoding.text(), text, "{encoding}");
    assert_eq!(pieces.text(), text, "{encoding}");

    // The needle is taken from the text.
    let chunk = text.utf8_chunks().nth(usize::from(*from) % 4);
    let rest = chunk.map_or("", |chunk| chunk.valid());
    let skipped = usize::from(*from) / 4 % (rest.chars().count() + 1);
    let needle: Vec<char> = rest.chars().skip(skipped).take(1 + usize::from(*len) % 8).collect();
    if needle.is_empty() {
        return;
    }
    let expected = expected(&read, &needle);
    assert!(!expected.is_empty(), "the needle is there");
    let needle = String::from_iter(needle);
    match layout.spell(&needle) {
        Spelling::One(spelled) => {
            let found = found(&spelled, &bytes[layout.start()..]);
            let found: Vec<_> = found.iter().map(|at| layout.start() + at).collect();
            assert_eq!(found, expected, "{encoding}: {needle:?}");
        }
        Spelling::Many => {}
        // Some charsets read characters that they do not write.
        _ => assert!(encoding.first_unencodable(&needle).is_some(), "{encoding}: {needle:?}"),
    }
    // The search in the decoded text, as for encodings with many spellings.
    let utf8 = Layout::of(Encoding::Utf8, b"", true).expect("all is there");
    let Spelling::One(spelled) = utf8.spell(&needle) else { panic!("UTF-8 has one spelling") };
    let offset = |at: &usize| usize::try_from(decoding.offset(*at)).expect("it is in memory");
    let in_text: Vec<_> = found(&spelled, decoding.text()).iter().map(offset).collect();
    assert_eq!(in_text, expected, "{encoding}");
});
