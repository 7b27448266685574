//! Tests that a stream has the same output, findings and counts for all pieces and all sizes of
//! room.
//!
//! The oracle does not share code with `transcode` (see `oracle`). Debug builds try a part of the
//! splits and sizes. All split points with every output size for every pair and every policy take
//! some minutes in release:
//!
//! ```sh
//! cargo test --release -p utfkit --test it split_invariance -- --include-ignored
//! ```
use crate::oracle::{BOMS, Case, POLICIES, PolicyKind, check, expected, sixteen, thirty_two};
use utfkit::{
    Encoding,
    encoding::{BomPolicy, BomRule, ByteOrder},
    transcode::{Policy, Transcoder, convert_with, unescape},
};

/// A small random number generator that always returns the same numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }
}

/// Returns the byte order of text in `encoding`, if it has one.
fn order(encoding: Encoding) -> ByteOrder {
    match encoding {
        Encoding::Utf16Le | Encoding::Utf32Le | Encoding::Ucs2Le | Encoding::Ucs4Le => {
            ByteOrder::Little
        }
        _ => ByteOrder::Big,
    }
}

/// Bytes that each relative of UTF-8 decodes in its own way.
const VARIANTS: [&[u8]; 12] = [
    b"\xED\xA0\xBD\xED\xB8\x80\xED\xAF\xBF\xED\xBF\xBF",
    b"\xED\xA0\xBDx\xED\xA0\xBD\xED\xA0\xBD\xED\xB8\x80\xED\xB8\x80",
    b"\xED\xA0\xBD\xED\xB8",
    b"\\\xED\xA0\xBD\xED\xB8\x80x\xED\xA0\xBD\xED",
    b"\xED\xA0\xBD\xED\x95\x9C\xED\xA0\xED\xB8\x80",
    b"\\\xC0\x80x\xC0a\0\xC0\x81\xE0\x80\x80",
    b"\xF8\x88\x80\x80\x80\xFC\x84\x80\x80\x80\x80\xFD\xBF\xBF\xBF\xBF\xBF",
    b"\xF8\x87\xBF\xBF\xBF\xFC\x83\xBF\xBF\xBF\xBF\xFE\xFF",
    b"\\\xFC\x84\x80\x80\x80x\xFD\xBF\xBF\xBF\xBF",
    b"\xF4\x90\x80\x80\xF7\xBF\xBF\xBF\xF8\x88\xF9\x80\x80",
    b"\xE3\x90\x80\xE4\xB7\xBF\xE4\xB8\x80\xEA\xB0\x80\xEA\xB0\x82\xED\x9E\xA3\xED\x9E\xA4",
    b"\xE3\x90\xEA\xB0\\x",
];

/// Returns short hard texts in `encoding`, with every kind of finding.
fn hard(encoding: Encoding) -> Vec<Vec<u8>> {
    let order = order(encoding);
    match encoding {
        Encoding::Utf8Rfc2279
        | Encoding::Cesu8
        | Encoding::JavaModifiedUtf8
        | Encoding::Wtf8
        | Encoding::Unicode11Utf8 => {
            let mut texts = hard(Encoding::Utf8);
            texts.extend(VARIANTS.map(<[u8]>::to_vec));
            texts
        }
        Encoding::Utf8 => [
            &b""[..],
            b"a",
            "\0a\x7F\u{80}\u{FF}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}".as_bytes(),
            b"\xC0\x80\xC1\xBF\xE0\x80\x80\xF0\x80\x80\x80",
            b"\xED\xA0\x80\xED\xB0\x80\xF4\x90\x80\x80",
            b"\xF8\x88\x80\x80\x80\xFE\xFF\xF5\x80",
            b"\xE2\x82a\xF0\x9F\x98\xE2\xF0\x9F\x98",
            b"\xE2\x82",
            b"\xC3",
            b"\xF0\x90",
            br"\x \\x \xC3 \X x\",
            b"\\\xC3x\\\xFF\\x\xE2\x82\\",
            b"\\\xC3\xA9\\\xE2\x82\xACx\\\xF0\x9F\x98\x80x",
            b"\xEF\xBB\xBFa",
            b"\xEF\xBB\xBF\xEF\xBB\xBF\\x",
            b"\xEF\xBB",
            b"\xEF\xBBa",
            b"\xFE\xFFa\xFF\xFE",
        ]
        .map(<[u8]>::to_vec)
        .into(),
        Encoding::Utf16
        | Encoding::Utf16Be
        | Encoding::Utf16Le
        | Encoding::Ucs2
        | Encoding::Ucs2Be
        | Encoding::Ucs2Le
        | Encoding::Unicode11 => {
            let units: [&[u16]; 15] = [
                &[],
                &[0, 0x61, 0x7F, 0x80, 0xFF, 0x7FF, 0x800, 0xFFFF],
                &[0xD800, 0xDC00, 0xDBFF, 0xDFFF],
                &[0xDC00, 0xD800, 0x61, 0xDBFF],
                &[0xD800, 0xD800, 0xDC00, 0xDC00],
                &[0xD83D, 0x5C, 0x78],
                &[0x5C, 0x78, 0x5C, 0x5C, 0x78, 0x5C],
                &[0x5C5C, 0x785C, 0x5C78, 0x5C00, 0x7800, 0x78],
                &[0x5C, 0xD800, 0x78, 0x5C, 0xE9, 0x78],
                &[0x61, 0xFEFF, 0xFFFE],
                &[0xFEFF, 0x5C, 0x78],
                &[0xFEFF, 0xFEFF, 0x61],
                &[0xFFFE, 0x61],
                &[0xFFFE, 0],
                &[0x33FF, 0x3400, 0x4DFF, 0x4E00, 0xABFF, 0xAC00, 0xAC02, 0xD7A3, 0xD7A4],
            ];
            let mut texts = Vec::new();
            for text in units {
                let bytes = text.iter().flat_map(|&unit| sixteen(unit, order)).collect::<Vec<_>>();
                let odd = [&bytes[..], b"x"].concat();
                texts.extend([bytes, odd]);
            }
            texts.extend([vec![0xFE], vec![0xFF], vec![0xD8, 0, 0xDC], vec![0, 0xD8, 0x5C]]);
            texts
        }
        Encoding::Utf32
        | Encoding::Utf32Be
        | Encoding::Utf32Le
        | Encoding::Ucs4
        | Encoding::Ucs4Be
        | Encoding::Ucs4Le => {
            let units: [&[u32]; 11] = [
                &[],
                &[0, 0x7F, 0xFF, 0x7FF, 0xFFFF],
                &[0x1_0000, 0x10_FFFF, 0x11_0000],
                &[0xD800, 0xDFFF, 0x7FFF_FFFF, 0xFFFF_FFFF],
                &[0x5C, 0x78, 0x5C, 0x5C, 0x78],
                &[0x5C5C_5C5C, 0x5C, 0xD800, 0x78],
                &[0x5C00, 0x5C_0000, 0x78],
                &[0xFEFF, 0x5C, 0x78],
                &[0xFEFF, 0xFEFF],
                &[0xFFFE_0000, 0xFEFF],
                &[0x1F_FFFF, 0x20_0000, 0x3FF_FFFF, 0x400_0000, 0x7FFF_FFFF, 0x8000_0000],
            ];
            let mut texts = Vec::new();
            for (at, text) in units.into_iter().enumerate() {
                let mut bytes =
                    text.iter().flat_map(|&unit| thirty_two(unit, order)).collect::<Vec<_>>();
                texts.push(bytes.clone());
                bytes.extend(&[0x5C, 0, 0x5C][..1 + at % 3]);
                texts.push(bytes);
            }
            texts.extend([vec![0, 0, 0xFE], vec![0xFF, 0xFE, 0], vec![0xFF, 0xFE, 0, 0]]);
            texts
        }
        _ => [
            &b""[..],
            b"a",
            b"\0\x7F\x80\xA0\xFF",
            br"\x \\x \xE9 \X x\",
            b"\\\xE9x\\x\xFF\\",
            b"\xEF\xBB\xBFa",
            b"\xFE\xFF",
        ]
        .map(<[u8]>::to_vec)
        .into(),
    }
}

/// Returns longer texts: hard ones and runs of characters in random order, so that kernels process
/// blocks, and stop in each part of them.
fn mixed(encoding: Encoding, random: &mut Random, parts: usize) -> Vec<u8> {
    let hard = hard(encoding);
    let mut text = Vec::new();
    for _ in 0..parts {
        text.extend(&hard[random.below(hard.len())]);
        let character = ["a", "\\", "\u{E9}", "\u{5C5C}", "\u{1F600}", "\u{AC00}"][random.below(6)];
        let run = character.repeat(random.below(40));
        let (run, _) = convert_with(
            run.as_bytes(),
            Encoding::Utf8,
            if order(encoding) == ByteOrder::Little && encoding == Encoding::Utf16 {
                Encoding::Utf16Le
            } else {
                encoding
            },
            Policy::Replace,
        )
        .unwrap();
        text.extend(run);
    }
    text
}

/// Returns single bytes as pieces. The last byte is the last piece.
fn singles(bytes: &[u8]) -> Vec<&[u8]> {
    if bytes.is_empty() { vec![bytes] } else { bytes.chunks(1).collect() }
}

/// Returns every pair of encodings. In debug builds, only a part of those with a relative of a
/// form, in which each relative is decoded and encoded.
fn pairs() -> impl Iterator<Item = (Encoding, Encoding)> {
    const FORMS: usize = 9;
    let numbers = 0..crate::oracle::KNOWN.len();
    let all = numbers.clone().flat_map(move |from| numbers.clone().map(move |to| (from, to)));
    let taken = |&(from, to): &(usize, usize)| {
        !cfg!(debug_assertions) || (from < FORMS && to < FORMS) || (from + 2 * to) % 7 == 0
    };
    all.filter(taken).map(|(from, to)| (crate::oracle::KNOWN[from], crate::oracle::KNOWN[to]))
}

/// Returns `true` if `encoding` has values that are not characters.
fn goes_beyond_unicode(encoding: Encoding) -> bool {
    use Encoding::{Ucs4, Ucs4Be, Ucs4Le, Utf8Rfc2279};
    matches!(encoding, Utf8Rfc2279 | Ucs4 | Ucs4Be | Ucs4Le)
}

/// Calls `run` for every pair with every policy and every text of its source.
fn every_case(mut run: impl FnMut(Case, &[u8])) {
    for (from, to) in pairs() {
        let texts = hard(from);
        for how in POLICIES {
            for text in &texts {
                run(Case::new(from, to, how), text);
            }
        }
    }
}

const MIN: usize = Transcoder::MIN_OUTPUT;

#[test]
fn one_call_agrees_with_the_oracle() {
    every_case(|case, text| {
        let report = expected(case, text);
        for by_pivot in [false, true] {
            check(case, &report, &[text], report.out.len() + MIN, by_pivot);
        }
    });
}

#[test]
fn pieces_do_not_matter() {
    every_case(|case, text| {
        let report = expected(case, text);
        let room = report.out.len() + MIN;
        for at in 0..=text.len() {
            let (left, right) = text.split_at(at);
            check(case, &report, &[left, right], room, at % 2 == 0);
        }
        check(case, &report, &singles(text), MIN, false);
        check(case, &report, &[&singles(text)[..], &[b""]].concat(), room, true);
        check(case, &report, &[b"", text, b"", b""], room, false);
        for part in [text.len() / 3, text.len() / 2] {
            let (left, rest) = text.split_at(part);
            let (middle, right) = rest.split_at(part.min(rest.len()));
            check(case, &report, &[left, b"", middle, right], MIN + 1, false);
        }
    });
}

#[test]
fn room_does_not_matter() {
    every_case(|case, text| {
        let report = expected(case, text);
        let total = report.out.len();
        for room in [MIN, MIN + 1, MIN + 3, total / 2, total.saturating_sub(1), total, total + 1] {
            check(case, &report, &[text], room.max(MIN), room % 2 == 0);
        }
    });
}

#[test]
fn bom_policies_do_not_depend_on_pieces_or_room() {
    for (from, to) in pairs() {
        let texts = hard(from);
        for bom in BOMS {
            for (at, text) in texts.iter().enumerate().filter(|(_, text)| text.len() < 10) {
                let how = POLICIES[at % POLICIES.len()];
                let input_order = [ByteOrder::Big, ByteOrder::Little][at / 2 % 2];
                let output_order = [ByteOrder::Big, ByteOrder::Little][at % 2];
                let case = Case { bom, input_order, output_order, ..Case::new(from, to, how) };
                let report = expected(case, text);
                for at in 0..=text.len() {
                    let (left, right) = text.split_at(at);
                    check(case, &report, &[left, right], MIN + at, at % 2 == 0);
                }
                check(case, &report, &singles(text), MIN, false);
            }
        }
    }
}

#[test]
fn long_texts_do_not_depend_on_pieces_or_room() {
    let mut random = Random(0x5EED_0001);
    for (from, to) in pairs() {
        for how in POLICIES {
            let case = Case::new(from, to, how);
            let text = mixed(from, &mut random, 8);
            let report = expected(case, &text);
            check(case, &report, &[&text], report.out.len() + MIN, true);
            check(case, &report, &singles(&text), 64, false);
            for _ in 0..8 {
                let (left, rest) = text.split_at(random.below(text.len() + 1));
                let (middle, right) = rest.split_at(random.below(rest.len() + 1));
                let room = MIN + random.below(report.out.len() + 2);
                check(case, &report, &[left, middle, right], room, random.below(2) == 0);
            }
        }
    }
}

/// Returns an escaped text in any encoding as a string.
fn as_string(bytes: &[u8], encoding: Encoding) -> String {
    let mut transcoder =
        Transcoder::new(encoding, Encoding::Utf8).policy(Policy::Replace).bom(BomPolicy::Forbid);
    let mut text = Vec::new();
    transcoder.transcode_to_vec(bytes, &mut text, true).unwrap();
    assert_eq!(transcoder.counts().replaced, 0, "the output is well-formed");
    String::from_utf8(text).unwrap()
}

#[test]
fn unescape_restores_the_input() {
    let mut random = Random(0x5EED_0002);
    for (from, to) in pairs() {
        if from.bom_rule() == BomRule::Decides {
            continue; // without their BOM, their byte order is not known
        }
        if goes_beyond_unicode(from) && goes_beyond_unicode(to) {
            continue; // what is no character is not escaped
        }
        let long = [0; 8].map(|_| mixed(from, &mut random, 6));
        for text in hard(from).iter().chain(&long) {
            // A BOM is not text. All other bytes come back.
            let mut transcoder =
                Transcoder::new(from, to).policy(Policy::Escape).bom(BomPolicy::Forbid);
            let mut escaped = Vec::new();
            transcoder.transcode_to_vec(text, &mut escaped, true).unwrap();
            let string = as_string(&escaped, to);
            assert_eq!(unescape(&string, from).unwrap(), *text, "{from} by way of {to}");
        }
    }
}

#[test]
#[ignore = "every split point with every output size: minutes, in release"]
fn every_split_with_every_room() {
    every_case(|case, text| {
        let report = expected(case, text);
        for by_pivot in [false, true] {
            for room in MIN..=report.out.len().max(MIN) + 1 {
                for at in 0..=text.len() {
                    let (left, right) = text.split_at(at);
                    check(case, &report, &[left, right], room, by_pivot);
                }
                check(case, &report, &singles(text), room, by_pivot);
            }
        }
    });
}

#[test]
#[ignore = "every two split points: minutes, in release"]
fn every_two_splits() {
    every_case(|case, text| {
        let report = expected(case, text);
        for first in 0..=text.len() {
            for second in first..=text.len() {
                let pieces = [&text[..first], &text[first..second], &text[second..]];
                check(case, &report, &pieces, MIN + (first + second) % 13, second % 2 == 0);
            }
        }
    });
}

#[test]
#[ignore = "every split point of long texts: minutes, in release"]
fn every_split_of_long_texts() {
    let mut random = Random(0x5EED_0003);
    for (from, to) in pairs() {
        for how in POLICIES {
            let case = Case::new(from, to, how);
            let text = mixed(from, &mut random, 5);
            let report = expected(case, &text);
            let rooms = [MIN, 31, 64, report.out.len() / 2, report.out.len(), report.out.len() + 1];
            for at in 0..=text.len() {
                let (left, right) = text.split_at(at);
                for room in rooms {
                    check(case, &report, &[left, right], room.max(MIN), at % 2 == 0);
                }
            }
            for room in MIN..=report.out.len() + 1 {
                check(case, &report, &[&text], room, room % 2 == 0);
            }
        }
    }
}

/// Proves that the corpus has all kinds.
#[test]
fn the_corpus_has_every_kind() {
    let mut codes = std::collections::BTreeSet::new();
    every_case(|case, text| {
        if case.how == PolicyKind::Strict {
            codes.extend(expected(case, text).stops.iter().map(|((_, kind, _), _)| kind.code()));
        }
    });
    let all = [
        "unexpected-continuation",
        "truncated",
        "overlong",
        "surrogate",
        "irregular-pair",
        "out-of-range",
        "invalid-byte",
        "lone-high-surrogate",
        "lone-low-surrogate",
        "swapped-bom",
        "odd-length",
        "unencodable",
    ];
    for code in all {
        assert!(codes.contains(code), "{code}");
    }
}
