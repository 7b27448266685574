//! The facts about encodings agree with what decoders and encoders do.

use std::collections::BTreeSet;

use utfkit::{
    Encoding,
    codec::Step,
    encoding::{Bom, ByteOrder, Charset},
};

/// Returns all encodings.
fn every() -> impl Iterator<Item = Encoding> {
    Encoding::ALL.iter().copied().chain(Charset::all().map(Encoding::Charset))
}

/// Returns the bytes of a character, from the start of a text.
fn bytes(encoding: Encoding, value: u32) -> Option<Vec<u8>> {
    Some(encoding.encoder(ByteOrder::Big).encode(value)?.bytes().to_vec())
}

#[test]
fn the_byte_order_is_that_of_the_bytes() {
    let has_letters = |one: &Encoding| bytes(*one, 0x41).is_some();
    for encoding in every().filter(has_letters) {
        let bytes = |order| encoding.encoder(order).encode(0x41).unwrap().bytes().to_vec();
        let [big, little] = [ByteOrder::Big, ByteOrder::Little].map(|order| {
            assert_eq!(encoding.with_order(order).without_order(), encoding.without_order());
            assert_eq!(bytes(order), {
                let fixed = encoding.with_order(order);
                fixed.encoder(ByteOrder::Big).encode(0x41).unwrap().bytes().to_vec()
            });
            bytes(order)
        });
        let fixed = match (encoding.unit_bytes(), big == little, big.last()) {
            (1, ..) | (_, false, _) => None,
            (.., Some(0x41)) => Some(ByteOrder::Big),
            _ => Some(ByteOrder::Little),
        };
        assert_eq!(encoding.byte_order(), fixed, "{encoding}");
    }
}

#[test]
fn a_bom_shows_the_order_of_an_encoding_that_leaves_it_open() {
    for head in [&b"\xFE\xFF"[..], b"\xFF\xFE", b"\0\0\xFE\xFF", b"\xFF\xFE\0\0"] {
        let bom = Bom::of(head).unwrap();
        assert_eq!(bom.encoding_after().without_order(), bom.encoding());
    }
}

#[test]
fn an_encoding_has_all_characters_if_its_encoder_has() {
    let mut samples: Vec<u32> = (0..=0x10_FFFF).step_by(97).collect();
    samples.extend([0x7F, 0x80, 0xE5E5, 0xFFFD, 0xFFFF, 0x1_0000, 0x10_FFFF]);
    samples.retain(|value| !(0xD800..0xE000).contains(value));
    for encoding in every() {
        let has_all = samples.iter().all(|&value| bytes(encoding, value).is_some());
        assert_eq!(encoding.has_all_characters(), has_all, "{encoding}");
    }
}

/// Encodings that are read with more characters than they are written with.
const READ_MORE: [&str; 3] = ["utf-ebcdic", "euc-kr", "gb2312"];

#[test]
fn a_byte_is_inside_characters_if_one_has_it() {
    for encoding in every().filter(|one| one.unit_bytes() == 1 && !one.has_shifts()) {
        let decoder = encoding.decoder(ByteOrder::Big);
        let is_whole = |byte| {
            !matches!(decoder.first(&[byte], false), Step::Incomplete)
                && matches!(
                    decoder.first(&[byte], true),
                    Step::Value { len: 1, .. } | Step::IllFormed { len: 1, .. }
                )
        };
        if (0..=u8::MAX).all(is_whole) {
            assert!((0..=u8::MAX).all(|byte| !encoding.can_be_inside(byte)), "{encoding}");
            continue;
        }
        let mut seen = BTreeSet::new();
        for value in (0..0x1_0000).chain([0x1_0000, 0x1_F600, 0x10_FFFF]) {
            let bytes = bytes(encoding, value).filter(|bytes| bytes.len() > 1);
            seen.extend(bytes.into_iter().flatten());
        }
        let said: BTreeSet<u8> =
            (0..=u8::MAX).filter(|&byte| encoding.can_be_inside(byte)).collect();
        assert!(seen.is_subset(&said), "{encoding}: {seen:X?} {said:X?}");
        let is_same = said.iter().filter(|byte| **byte < 0x80).all(|byte| seen.contains(byte));
        assert!(is_same || READ_MORE.contains(&encoding.name()), "{encoding}: {said:X?}");
    }
}

/// Text in larger units, or with shifts, cannot be split at a byte.
#[test]
fn every_byte_is_inside_units_and_shifts() {
    let all: Vec<_> = every().filter(|one| one.unit_bytes() > 1 || one.has_shifts()).collect();
    assert!(all.iter().any(|one| one.unit_bytes() > 1) && all.iter().any(|one| one.has_shifts()));
    for encoding in all {
        assert!((0..=u8::MAX).all(|byte| encoding.can_be_inside(byte)), "{encoding}");
    }
}
