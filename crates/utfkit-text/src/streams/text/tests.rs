//! The pieces, places and errors of a stream do not depend on how it is cut.

use std::ops::ControlFlow;

use utfkit::{
    Encoding, Finding, Kind,
    codec::Step,
    encoding::{BomPolicy, ByteOrder, Charset, Label},
    transcode::Transcoder,
};

use super::{Mark, Part, TextReader};

/// A character or an error, with its place and its bytes.
#[derive(Clone, Debug, PartialEq)]
enum Item {
    Character(char, u64, Vec<u8>),
    IllFormed(Finding),
    Beyond(Finding),
}

const TEXT: &str =
    "a\u{E9}\n\u{3042}\u{4E2D}\u{1F600}b\u{FEFF}\u{416}\u{AC00}&~\\z\u{FF76}\u{10FFFF}";

/// Returns the items of a stream that comes in `pieces`.
fn read<'b>(label: Label, pieces: impl Iterator<Item = &'b [u8]>) -> Vec<Item> {
    let mut items = Vec::new();
    let mut take = |part: Part<'_>| {
        match part {
            Part::Text(piece) => {
                // From the last to the first, so that no place is found from the one before.
                let start = items.len();
                for (at, character) in piece.text.char_indices().rev() {
                    let bytes = piece.bytes(at..at + character.len_utf8()).to_vec();
                    items.insert(start, Item::Character(character, piece.offset(at), bytes));
                }
            }
            Part::IllFormed(finding) => items.push(Item::IllFormed(finding)),
            Part::Beyond(finding) => items.push(Item::Beyond(finding)),
        }
        ControlFlow::Continue(())
    };
    let mut reader = TextReader::new(label, None, None);
    for piece in pieces {
        assert!(reader.feed(piece, &mut take).is_continue());
    }
    assert!(reader.finish(&mut take).is_continue());
    items
}

/// Returns the items of `bytes`, decoded one by one.
fn expected(label: Label, bytes: &[u8]) -> Vec<Item> {
    let opening = label.open(None, None, bytes, true).unwrap();
    let mut mark = Mark { decoder: opening.decoder, at: opening.len };
    let mut items: Vec<_> = opening.finding.map(Item::IllFormed).into_iter().collect();
    loop {
        let start = mark.at;
        let step = mark.decoder.first(&bytes[start..], true);
        let (Step::Value { len, .. } | Step::IllFormed { len, .. } | Step::Shift { len }) = step
        else {
            return items;
        };
        mark.pass(bytes, len);
        let offset = start as u64;
        match step {
            Step::Value { value, .. } => {
                // A shift belongs to the character before it.
                mark.skip_shifts(bytes, true);
                items.push(match char::from_u32(value) {
                    Some(character) => {
                        Item::Character(character, offset, bytes[start..mark.at].to_vec())
                    }
                    None => {
                        let kind = Kind::Unencodable { value };
                        Item::Beyond(Finding::new(offset, kind, &bytes[start..][..len]))
                    }
                });
            }
            Step::IllFormed { kind, .. } => {
                items.push(Item::IllFormed(Finding::new(offset, kind, &bytes[start..][..len])));
            }
            Step::Shift { .. } | Step::Incomplete => {}
        }
    }
}

/// Returns the part of the text that `encoding` can encode, in `encoding`.
fn encode(encoding: Encoding, order: ByteOrder, bom: BomPolicy) -> Vec<u8> {
    let has =
        |character: &char| encoding.first_unencodable(character.encode_utf8(&mut [0; 4])).is_none();
    let text: String = TEXT.chars().filter(has).collect();
    let mut bytes = Vec::new();
    let mut writer = Transcoder::new(Encoding::Utf8, encoding).output_order(order).bom(bom);
    writer.transcode_to_vec(text.as_bytes(), &mut bytes, true).unwrap();
    bytes
}

/// Some numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}

/// Checks `bytes` as a whole, cut at each place, and cut at random places.
#[track_caller]
fn check(encoding: Encoding, bytes: &[u8], random: &mut Random) {
    let label = Label::from(encoding);
    let expected = expected(label, bytes);
    let check = |cuts: &[usize]| {
        let ends = cuts.iter().copied().chain([bytes.len()]);
        let starts = [0].into_iter().chain(cuts.iter().copied());
        let found = read(label, starts.zip(ends).map(|(start, end)| &bytes[start..end]));
        assert_eq!(found, expected, "{encoding} {bytes:X?} cut at {cuts:?}");
    };
    check(&[]);
    check(&(1..bytes.len()).collect::<Vec<_>>());
    for _ in 0..12 {
        let mut cuts: Vec<_> =
            (0..=random.below(6)).map(|_| random.below(bytes.len() + 1)).collect();
        cuts.sort_unstable();
        check(&cuts);
    }
}

fn encodings() -> impl Iterator<Item = Encoding> {
    Encoding::ALL.iter().copied().chain(Charset::all().map(Encoding::Charset))
}

#[test]
fn cuts_do_not_change_well_formed_text() {
    let mut random = Random(1);
    for encoding in encodings() {
        for order in [ByteOrder::Big, ByteOrder::Little] {
            for bom in [BomPolicy::Forbid, BomPolicy::Add] {
                check(encoding, &encode(encoding, order, bom), &mut random);
            }
        }
    }
}

#[test]
fn cuts_do_not_change_ill_formed_text() {
    let mut random = Random(2);
    for encoding in encodings() {
        for _ in 0..8 {
            let mut bytes = encode(encoding, ByteOrder::Little, BomPolicy::Add);
            for _ in 0..=random.below(4) {
                bytes.extend_from_slice(b"a");
                let at = random.below(bytes.len());
                match random.below(3) {
                    0 => drop(bytes.remove(at)),
                    1 => bytes[at] = random.below(256) as u8,
                    _ => bytes.insert(at, [0x1B, 0x0E, 0xFF, b'+', b'&'][random.below(5)]),
                }
            }
            check(encoding, &bytes, &mut random);
        }
    }
}
