//! Tests that search finds text exactly where full decoding and a simple search find it, with the
//! same offsets, in every encoding and in ill-formed text.

use utfkit::{
    Encoding, Finding, Status,
    encoding::Charset,
    transcode::{Policy, Transcoder, convert_with},
};
use utfkit_text::search::{Decoding, Layout, Spelling};

/// A sequence of a stream: its character, if it has one, and its end.
type Item = (Option<char>, usize);

/// Returns all sequences of `bytes`, found byte by byte.
fn items(encoding: Encoding, bytes: &[u8]) -> Vec<Item> {
    let mut transcoder = Transcoder::new(encoding, Encoding::Utf8);
    let mut items = Vec::new();
    for at in 0..=bytes.len() {
        let piece = &bytes[at..bytes.len().min(at + 1)];
        let (mut read, mut room) = (0, [0; Transcoder::MIN_OUTPUT]);
        loop {
            let outcome = transcoder.transcode(&piece[read..], &mut room[..], at == bytes.len());
            read += outcome.read;
            let text = std::str::from_utf8(&room[..outcome.written]).unwrap();
            let end = usize::try_from(transcoder.offset()).unwrap();
            let ill_formed = match outcome.status {
                Status::IllFormed(finding) => Some(finding),
                Status::Done | Status::OutputFull => None,
            };
            let start = |finding: &Finding| usize::try_from(finding.offset()).unwrap();
            let before = ill_formed.as_ref().map_or(end, start);
            for (index, character) in text.char_indices() {
                // After an ill-formed sequence, several characters can become known at once. All
                // except the last are ASCII.
                let is_last = index + character.len_utf8() == text.len();
                assert!(is_last || character.is_ascii(), "{encoding}: {text:?} in {bytes:02X?}");
                let after = items.last().map_or(1, |item: &Item| item.1 + 1);
                items.push((Some(character), if is_last { before } else { after }));
            }
            items.extend(ill_formed.map(|finding| (None, start(&finding) + finding.len())));
            if outcome.status == Status::Done {
                break;
            }
        }
    }
    items
}

/// Returns the occurrences of `needle` in `items`, from the left, without overlaps. The first item
/// begins at `start`.
fn naive(items: &[Item], start: usize, needle: &[char]) -> Vec<[usize; 2]> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at + needle.len() <= items.len() {
        let here = &items[at..at + needle.len()];
        if here.iter().zip(needle).all(|(item, wanted)| item.0 == Some(*wanted)) {
            let begin = at.checked_sub(1).map_or(start, |before| items[before].1);
            found.push([begin, here[needle.len() - 1].1]);
            at += needle.len();
        } else {
            at += 1;
        }
    }
    found
}

/// Finds the same with a needle or by decoding in `pieces`, depending on `layout`.
fn found(layout: Layout, bytes: &[u8], needle: &str, piece: usize) -> Vec<[usize; 2]> {
    let text = &bytes[layout.start()..];
    let mut all = Vec::new();
    match layout.spell(needle) {
        Spelling::One(needle) => {
            let len = needle.bytes().len();
            let plain = |rest: &[u8]| rest.windows(len).position(|some| some == needle.bytes());
            let mut at = 0;
            while let Some(start) = needle.find(text, at) {
                assert_eq!(needle.find_with(text, at, plain), Some(start));
                all.push([layout.start() + start, layout.start() + start + len]);
                at = start + len;
            }
            assert_eq!(needle.find_with(text, at, plain), None);
        }
        Spelling::Many => {
            let mut decoding = Decoding::new(layout, layout.start() as u64);
            text.chunks(piece).for_each(|piece| decoding.push(piece, false));
            decoding.push(&[], true);
            let offset = |at| usize::try_from(decoding.offset(at)).unwrap();
            let (decoded, needle) = (decoding.text(), needle.as_bytes());
            let mut at = 0;
            while at + needle.len() <= decoded.len() {
                if decoded[at..].starts_with(needle) {
                    all.push([offset(at), offset(at + needle.len())]);
                    at += needle.len();
                } else {
                    at += 1;
                }
            }
        }
        Spelling::None => {}
        other => panic!("{other:?}"),
    }
    all
}

/// A generator of numbers that are the same in every run (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) % end as u64) as usize
    }
}

/// Characters that are difficult in some encodings: the same bytes in another order, shifts, trail
/// bytes that are ASCII, surrogates, several spellings.
const LETTERS: &[char] = &[
    'a',
    'b',
    'a',
    'a',
    '\n',
    '\\',
    '+',
    '-',
    '&',
    '~',
    '\0',
    '\u{E9}',
    '\u{430}',
    '\u{4E0A}',
    '\u{6161}',
    '\u{6162}',
    '\u{6100}',
    '\u{A0A}',
    '\u{100}',
    '\u{AC00}',
    '\u{D7A3}',
    '\u{8868}',
    '\u{FFE2}',
    '\u{2252}',
    '\u{30BD}',
    '\u{3042}',
    '\u{FF71}',
    '\u{CA}',
    '\u{304}',
    '\u{1F600}',
    '\u{1F601}',
    '\u{10000}',
    '\u{FEFF}',
    '\u{FFFD}',
    '\u{FFFE}',
];

/// A code of JIS X 0213 can be two characters, and ANSEL and MARC-8 have marks before letters. The simple search
/// here knows one end per character.
const OF_PAIRS: [&str; 10] = [
    "shift_jis-2004",
    "euc-jis-2004",
    "iso-2022-jp-3",
    "iso-2022-jp-2004",
    "cp1390",
    "cp1399",
    "cp1390-s390",
    "cp1399-s390",
    "ansel",
    "marc-8",
];

fn encodings() -> impl Iterator<Item = Encoding> {
    let charsets = Charset::all().filter(|charset| !OF_PAIRS.contains(&charset.name()));
    Encoding::ALL.iter().copied().chain(charsets.map(Encoding::Charset))
}

/// Returns text of some letters in `encoding`. Half of the texts are damaged.
fn text(encoding: Encoding, random: &mut Random) -> Vec<u8> {
    let kinds = 1 + random.below(LETTERS.len());
    let text: String =
        (0..random.below(40)).map(|_| LETTERS[random.below(LETTERS.len()) % kinds]).collect();
    let (mut bytes, _) =
        convert_with(text.as_bytes(), Encoding::Utf8, encoding, Policy::Skip).unwrap();
    for _ in 0..random.below(6).saturating_sub(2) {
        if !bytes.is_empty() {
            let (at, from) = (random.below(bytes.len()), random.below(bytes.len()));
            match random.below(3) {
                0 => bytes[at] = bytes[from],
                1 => bytes[at] = random.below(256) as u8,
                _ => drop(bytes.remove(at)),
            }
        }
    }
    bytes
}

fn compare(encoding: Encoding, bytes: &[u8], random: &mut Random) {
    let layout = Layout::of(encoding, bytes, true).unwrap();
    let mut all = items(encoding, bytes);
    all.retain(|item| item.1 > layout.start());
    let mut decoding = Decoding::new(layout, layout.start() as u64);
    let piece = 1 + random.below(9);
    bytes[layout.start()..].chunks(piece).for_each(|piece| decoding.push(piece, false));
    decoding.push(&[], true);
    let mut at = 0;
    for (character, end) in &all {
        let mut room = [0; 4];
        let expected = match character {
            Some(character) => character.encode_utf8(&mut room).as_bytes(),
            None => b"\xFF",
        };
        assert!(decoding.text()[at..].starts_with(expected), "{encoding}: {bytes:02X?}, {all:?}");
        at += expected.len();
        assert_eq!(decoding.offset(at), *end as u64, "{encoding}: {bytes:02X?} at {at}");
    }
    assert_eq!(decoding.text().len(), at);
    for _ in 0..4 {
        let len = 1 + random.below(3);
        let near = &all[random.below(all.len() + 1)..];
        let mut needle: Vec<char> = near.iter().take(len).filter_map(|item| item.0).collect();
        if needle.is_empty() {
            needle = (0..len).map(|_| LETTERS[random.below(LETTERS.len())]).collect();
        }
        let expected = naive(&all, layout.start(), &needle);
        let needle: String = needle.into_iter().collect();
        let found = found(layout, bytes, &needle, 1 + random.below(9));
        assert_eq!(found, expected, "{encoding}: {needle:?} in {bytes:02X?}");
    }
}

/// In every encoding, search finds random text of difficult letters, half of it ill-formed.
#[test]
fn matches_are_those_of_the_decoded_text() {
    let rounds = if cfg!(debug_assertions) { 50 } else { 5_000 };
    for (seed, encoding) in encodings().enumerate() {
        let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ (seed as u64 + 1));
        for _ in 0..rounds {
            let bytes = text(encoding, &mut random);
            compare(encoding, &bytes, &mut random);
        }
    }
}

/// A text that is found by its bytes has one spelling: no other bytes of the encoding are the same
/// character.
#[test]
fn one_spelling_is_one() {
    for encoding in encodings() {
        let layout = Layout::of(encoding, b"", true).unwrap();
        for byte in 0..=u8::MAX {
            let items = items(encoding, &[byte]);
            let [(Some(character), _)] = items[..] else { continue };
            if let Spelling::One(needle) = layout.spell(character.encode_utf8(&mut [0; 4])) {
                assert_eq!(needle.bytes(), [byte], "{encoding}: {character:?}");
            }
        }
    }
    let way = |label: &str, text| {
        let encoding: Encoding = label.parse().unwrap();
        Layout::of(encoding, b"", true).unwrap().spell(text)
    };
    assert!(matches!(way("utf-7", "a"), Spelling::Many));
    assert!(matches!(way("utf-1", "a"), Spelling::Many));
    assert!(matches!(way("ucs-2le", "\u{1F600}"), Spelling::None));
    assert!(matches!(way("us-ascii", "\u{E9}"), Spelling::None));
    assert!(
        matches!(way("cesu-8", "\u{1F600}"), Spelling::One(needle) if needle.bytes().len() == 6)
    );
}

/// Offsets at which bytes can be cut are known from the bytes around them, in ill-formed text, too.
#[test]
fn cuts_are_between_characters() {
    for (seed, encoding) in encodings().enumerate() {
        let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ (seed as u64 + 1));
        for _ in 0..40 {
            let bytes = text(encoding, &mut random);
            let layout = Layout::of(encoding, &bytes, true).unwrap();
            if !matches!(layout.spell("\n"), Spelling::One(_)) {
                break;
            }
            let ends = items(encoding, &bytes).into_iter().map(|item| item.1);
            let mut cuts: Vec<_> = ends.filter_map(|end| end.checked_sub(layout.start())).collect();
            cuts.insert(0, 0);
            let bytes = &bytes[layout.start()..];
            for at in 0..=bytes.len() / layout.unit() * layout.unit() {
                let expected = cuts.iter().copied().filter(|&cut| cut <= at).max();
                let found = layout.floor_boundary(bytes, at);
                assert_eq!(Some(found), expected, "{encoding}: {bytes:02X?} at {at}");
            }
        }
    }
}

/// After text is discarded, the offsets of the rest stay the same.
#[test]
fn discarding_keeps_places() {
    let text: String = (0..3_000_u32).map(|n| char::from_u32(0x3041 + n % 80).unwrap()).collect();
    for encoding in encodings() {
        let (bytes, _) =
            convert_with(text.as_bytes(), Encoding::Utf8, encoding, Policy::ReplaceWith("x+ "))
                .unwrap();
        let layout = Layout::of(encoding, &bytes, true).unwrap();
        let start = layout.start();
        let (mut whole, mut part) =
            (Decoding::new(layout, start as u64), Decoding::new(layout, start as u64));
        whole.push(&bytes[start..], true);
        let mut gone = 0;
        for piece in bytes[start..].chunks(509) {
            part.push(piece, false);
            let len = part.text().len();
            assert_eq!(part.offset(len), whole.offset(gone + len), "{encoding}");
            gone += part.discard(len.saturating_sub(10));
            // The decoding keeps at most the distance between two marks.
            assert!(part.text().len() <= 512 * 4 + 10, "{encoding}: {}", part.text().len());
        }
    }
}

/// A needle that occurs everywhere between code units, and nowhere at the start of one, takes
/// linear time.
#[test]
fn occurrences_between_units_cost_little() {
    let layout = Layout::of(Encoding::Utf16Be, b"", true).unwrap();
    let mut text = "\u{4142}".repeat(20_000);
    text.push('\u{4143}');
    let Spelling::One(needle) = layout.spell(&text) else { panic!("it has one") };
    let haystack = [b"\x00".as_slice(), &b"\x41\x42".repeat(1 << 18)].concat();
    let calls = std::cell::Cell::new(0);
    let half = &needle.bytes()[..needle.bytes().len() - 2];
    let shorter = layout.spell(std::str::from_utf8("\u{4142}".repeat(20_000).as_bytes()).unwrap());
    let Spelling::One(shorter) = shorter else { panic!("it has one") };
    assert_eq!(shorter.bytes(), half);
    let find = |rest: &[u8]| {
        calls.set(calls.get() + 1);
        // The byte search is linear, but finds the bytes at every second offset after the first.
        (rest.len() >= half.len()).then(|| usize::from(rest[0] != 0x41))
    };
    assert_eq!(shorter.find_with(&haystack[..haystack.len() & !1], 0, find), None);
    assert!(calls.get() < 10, "{} calls", calls.get());
    assert_eq!(needle.find(&haystack[..haystack.len() & !1], 0), None);
}
