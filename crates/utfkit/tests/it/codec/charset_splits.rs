//! Tests that streams in legacy charsets give the same result for all pieces and all sizes of room.
//!
//! Debug builds try a part of the sizes. All of them take a minute in release:
//!
//! ```sh
//! cargo test --release -p utfkit --features legacy-charsets --test it charset_splits -- --include-ignored
//! ```
#![cfg(feature = "legacy-charsets")]
use utfkit::{
    Encoding, Finding, Status,
    codec::Step,
    encoding::{ByteOrder, Charset},
    transcode::{Action, Counts, Policy, Transcoder, convert_with},
};

use crate::support::text::Random;

/// Hard texts of charsets, some of them ill-formed. Charsets that are not listed use the last ones.
const TEXTS: &[(&str, &[&[u8]])] = &[
    (
        "big5 big5-hkscs cp950",
        &[
            b"a\x88\x62\x88\xA3b\x88\x66\x88",
            b"\x88\x88\x62\x62\x88bc\\x\xA4\x5C\\\xA4\x40x",
            b"\x87\x40\xFF\x80\xFE\xFD\x88\xA5\x88\x64\x88x",
        ],
    ),
    (
        "euc-jp cp51932 eucjp-ms",
        &[
            b"a\xA4\xA2\x8E\xB1\x8F\xB0\xA1b\\x\xFF\x8F\xA1a\x8F\xA1\xA1\x8E",
            b"\x8F\xB0\x8F\xA4 \xA4\\x\x8E\xFF\\\xA4\xA2x\x8F\xB0",
        ],
    ),
    (
        "johab",
        &[
            b"a\x88\x61\x89\x5C\\x\xD9\x31\xF9\xFE\xFF\x88 \x88",
            b"\\\x84\x5C\x84\x42x\xDA\xA1\x88\\\xD8\x31\x84\x41\xDF\xD0\xBDx\xE0",
        ],
    ),
    ("uhc euc-kr", &[b"\xB0\xA1\x81\x41a\\x\xC8\x5C\xFF\xB0 \x81\xFF\xB0", b"\\\xB0\xA1x\\\x81x\xB0"]),
    (
        "gb18030",
        &[
            b"\x80a\xA2\xE3\x81\x30\x81\x30\x90\x30\x81\x30\\x\xFE\x39\xFE\x39\x81",
            b"\x81\x30\x81\x81\x30\x81a\x81\x30\xFF\x81\x30 \x81\x7F\x81\x30\x81",
            b"\\\x81\x30\x81\x30x\\\x81\x5Cx\\\x90\x30\x81",
            b"\x81\x30",
        ],
    ),
    ("gbk gb2312", &[b"\x81\x40\x80\xFF\xFE\x50\x81\x36\xA5\x32\\x\x81", b"\x81\x5C\\\x81x\\x\x81\x30x"]),
    (
        "windows-31j shift_jis",
        &[
            b"\x82\xA0\x83\x5Cx\\x\xB1\xA0\xFF\xFC\xFC\x82 \x82",
            b"\\\x83\x5Cx\x5C\x82\x5C\x78\x80\xFD\xEF\x80\x81\xFF",
        ],
    ),
    (
        "iso-2022-jp",
        &[
            b"a\x1B$B\x24\x22\x24\x24\x1B(Ba\x1B(J\\x~\x1B(I!_`\x1B(B\\x",
            b"\\\x1B(Bx\\\x1B$B\x24\x22\x1B(Bx\x1B(J\x1B(B\x1B$@!!\n\x24\x1B(B",
            b"\x1B\x1B$\x1B$A!!\x1B(\x1B(J\x1B(J\x1B(Bz\x0E\x0F\xFF\x1B$B\x24",
            b"\x1B$B\x30\x21\x1B(J\x5C\x1B(B\x5C\x1B(B",
            b"\\\x1B(",
            b"\x1B(B",
        ],
    ),
    (
        "cp930 cp933 cp935 cp937 cp939 cp1364 cp1371 cp1388",
        &[
            b"\x62\x0E\x44\x81\x44\x82\x0F\xB2\xA7\x0E\x0F\x0E\x44\x81\x0E\x44\xB2\x0F\xB2",
            b"\x0E\x44\x0F\xA7\x0E\xFF\x44\x30\x41\x41\x80\x41\x42\xE1\x44\xFF\x44",
            b"\xB2\x0F\x0E\x0F\xA7\x0E",
        ],
    ),
    (
        "euc-tw",
        &[
            b"a\xA4\xA1\x8E\xA2\xA1\xA1b\x8E\xA3\xA1\xA1\x8E\xA8\xA1\xA1\x8E\xA1\xC4\xE3\xFF\x8E\xA2\xA1",
            b"\\\x8E\xFFx\x8E\xA2\xA1 \xA4\\x\x8E\xA2\x8E",
        ],
    ),
    (
        "euc-jis-2004",
        &[
            b"a\xA4\xF7\xA4\xAB\xAB\xC4\xA4\xF7\x8E\xB1\x8F\xA1\xA1\xA4\xF7b\\x\xFF\x8F\xA1a\x8E",
            b"\xAB\xE5\xAB\xE4\xAB\xE5\xAB\xE5\xA4\\x\x8E\xFF\\\x8F\xF0",
        ],
    ),
    (
        "shift_jis-2004",
        &[
            b"a\x82\xF5\x82\xA9\x86\x63\\x~\xB1\xF0\x40\xFC\xFC\x82 \x82",
            b"\x86\x84\x86\x83\x86\x84\x86\x84\x83\\x\x80\xFD\x82\xF5\x82\xF5\xA0\xFF\x81",
        ],
    ),
    (
        "iso-2022-jp-1 iso-2022-jp-3 iso-2022-jp-2004 cp50220 cp50221 cp50222",
        &[
            b"a\x1B$B\x24\x22\x1B$(D\x30\x21\x1B(J\\~\x1B(I1\x1B(B\\\x1B$(O$w\x1B$(Q$w$+\x1B$(P!!\n\x1B(B",
            b"\x1B$B-!y!\x1B(Jx\x1B)I\x0E1\x0Fa\x1B$B$\n\xFF\x1B\x1B$\x1B$(\x1B$(Z\x1B(B\x1B(B\x1B(J\x1B$B$",
        ],
    ),
    (
        "iso-2022-jp-2",
        &[
            b"a\x1B$A0!\x1B$(C0!\x1B$(D0!\x1B(B\x1B.A\x1BNi\x1B.F\x1BNa\n\x1BNi\x1B.A\x1BN\n\x1BN",
            b"\\\x1B$(A0!\x1B(I1\x1B(J\\\x1B.\x1B.Ax\x1BN\xFF\x0E\x0F\x1B$A0",
        ],
    ),
    (
        "iso-2022-kr",
        &[
            b"\x1B$)Ca\x0E0!\x0Fb\x0E0\n\x0F\x1B$)C\xFF\x0E0!",
            b"a\\\x0E\x1B$)\x1B$)C\\\x0E\x0E\\\x0F\x0F\\",
        ],
    ),
    (
        "iso-2022-cn iso-2022-cn-ext",
        &[
            b"\x1B$)E\x0Ez!\x0F\x1B$)A\x0EVP\x1B$)GD!\x1B$*H\x1BN!!\x0Fa\n\x0EVP\x1B$+I\x1BO!!\x1BO!\n\x1BN!!",
            b"\\\x1B$)\x1B$*\x1B\x1BN\x1B$*H\x1BN\xFF\x1BN!\x1B$)A\x0E\\\x7F\x0F\\\x1B$*H\x1BN",
        ],
    ),
    (
        "gsm0338",
        &[
            b"a\x1B\x65\x1B\x0A\x1B\x2F\\x\x00\x1B\x1B\x65\xFF\x1B",
            b"\x1B\x2F\x1B\x2Fx\x1B\x61\x1B\xFF\x1B",
        ],
    ),
    (
        "hz",
        &[
            b"~{VPND~}a~~b~\nc~{VP\n~{V~}~x\x0E\x1B~{~}~",
            b"\\~{\\!~}\\\xFF~{V\xFF~~~{\x0F~}~{VP",
        ],
    ),
    (
        "cp1390 cp1399",
        &[
            b"\x62\x0E\x44\x81\xEC\xB5\xEC\xB6\x0F\xB2\x0E\xEC\xCD\x0F\x0E\xEC\x0F\x0E\xEC\xB5",
            b"\x0E\xEC\xB5\xB5\xEC\xFF\xEC\xB5\x44\xEC\xC2\xEC\x0F\xEC\x0E\xEC",
        ],
    ),
    (
        "ansel",
        &[
            b"a\xE2e\\x\xE3\xE2a\xE2\xE2b\xE2\n\xE2\xFF\xEBt\xECs\xE2\\x\xCF\xFF\xF2\xE3a\xE2\xE1",
            b"\\\xE2x\xE2\xE2\xE2\xE2\xE2\xE2\xE2\xE2c\xE2\xE2\xE2\xE2\xE2\xE2z\x1B\xE2\x1B\xE2\xE2",
        ],
    ),
    (
        "marc-8",
        &[
            b"a\xE2e\x1B(N\xE6I\\x\x1B$1!0!\x20!0\x1B)1\xA1\xB0\xA1\x1B(B\\\x1B)2\xC0\xE0\x1B(S\x22a\x1Fb\xE2\x1B(Bz",
            b"\x1B\x1B(\x1B(!\x1B(!E\x1B$\x1B$,\x1B$-1\x1Bg\x61\x62\x1Bs\x1Bp\x39\x3A\xE2\xE3\x1Bb(\x0A\x1B(2\x40\x41\x7F\xFF\x1B$1!\xE2!\x1B(",
        ],
    ),
    ("cn-gb-isoir165", &[b"a\xB0\xA1\xAA\xC1\xFA\xA1\xFF\\x\xA8\xC0\xB0", b"\\\xB0x\\\xB0\xA1\x80\xAB\xA1x\xB0"]),
    (
        "iso_6937 iso_6937-2 t.61-8bit ansi_x3.110-1983",
        &[b"a\xC2e\\x\xC2\xC2b\xC8 \xC2\n\xC9a\xCF\xFFz\xCF", b"\\\xC2x\xC6e\xC1\\x\xC4 \xC2\xE1"],
    ),
    (
        "vni",
        &[b"a\xF9u\xE2o\xE1\xF9\\x\xF9A\xF9y\xEE\xF4\xF9a", b"\\\xF9xa\\x\x93e\xE2\xFF\xD1\xE9E"],
    ),
    ("x-mac-arabic", &[b"a\\x\xDC\xDC\xA0\\\xDC", b"\xDCx\xFF\\\xDC\x5C\xFD"]),
    ("", &[b"a\\x\x80\x81\x8D\x98\x9F\xA0\xA1\xD2\xDB\xFC\xFF\\\xE9x", b"\\x\\", b"\xA5\\xx"]),
];

/// The text that is encoded in every charset.
const WRITTEN: &str = "a\u{E9}\u{300}\u{1EAD}\\x\u{A5}\u{3042}\u{4E9C}\u{FF71}\u{CA}\u{304}~\u{1F600}\u{203E}\u{20AC}\
    \u{E78D}\u{11F}\u{E01}b\u{3042}\u{10FFFF}\u{3044}\u{1B}\u{44F}\\\u{2550}x\u{3042}";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PolicyKind {
    Strict,
    Replace,
    Skip,
    Escape,
    Text,
    Call,
}

const POLICIES: [PolicyKind; 6] = [
    PolicyKind::Strict,
    PolicyKind::Replace,
    PolicyKind::Skip,
    PolicyKind::Escape,
    PolicyKind::Text,
    PolicyKind::Call,
];

/// The result of a conversion: the output, the findings at which it stopped with the length of the
/// output, and the counts.
type Report = (Vec<u8>, Vec<(Finding, usize)>, Counts);

/// Converts `pieces` from one encoding to another, with `room` bytes at a time.
fn convert(
    from: Encoding,
    to: Encoding,
    how: PolicyKind,
    pieces: &[&[u8]],
    room: usize,
    by_pivot: bool,
) -> Report {
    let decide = |finding: &Finding| match finding.offset() % 4 {
        0 => Action::Escape,
        1 => Action::Skip,
        2 => Action::ReplaceWith("[\u{3042}]"),
        _ => Action::Replace,
    };
    let mut transcoder = Transcoder::new(from, to).policy(match how {
        PolicyKind::Strict | PolicyKind::Call => Policy::Strict,
        PolicyKind::Replace => Policy::Replace,
        PolicyKind::Skip => Policy::Skip,
        PolicyKind::Escape => Policy::Escape,
        PolicyKind::Text => Policy::ReplaceWith("<\u{E9}\u{3042}\u{1F600}>"),
    });
    if by_pivot {
        transcoder = transcoder.by_pivot();
    }
    let (mut out, mut stops) = (Vec::new(), Vec::new());
    let mut block = vec![0_u8; room];
    for (at, piece) in pieces.iter().enumerate() {
        let last = at + 1 == pieces.len();
        let mut read = 0;
        loop {
            let outcome = transcoder.transcode(&piece[read..], block.as_mut_slice(), last);
            read += outcome.read;
            out.extend(&block[..outcome.written]);
            match outcome.status {
                Status::Done => break,
                Status::OutputFull => assert!(outcome.read + outcome.written > 0, "progress"),
                Status::IllFormed(finding)
                    if how == PolicyKind::Call
                        && transcoder.resolve(&finding, decide(&finding)) => {}
                Status::IllFormed(finding) => stops.push((finding, out.len())),
            }
        }
        assert_eq!(read, piece.len());
    }
    (out, stops, *transcoder.counts())
}

/// Calls `run` for every charset with its texts, to and from other encodings.
fn every_case(mut run: impl FnMut(Encoding, Encoding, PolicyKind, &[u8])) {
    let utf8 = Encoding::Utf8;
    for charset in Charset::all() {
        let encoding = Encoding::Charset(charset);
        let texts =
            TEXTS.iter().find(|(names, _)| names.split(' ').any(|name| name == charset.name()));
        let single = texts.is_none();
        if single && cfg!(debug_assertions) && charset.labels().len() % 3 != 0 {
            continue;
        }
        let (_, texts) = texts.or(TEXTS.last()).unwrap();
        for how in POLICIES {
            for text in *texts {
                run(encoding, utf8, how, text);
                run(encoding, encoding, how, text);
                run(encoding, Encoding::Iso8859_1, how, text);
                if !single {
                    run(encoding, Encoding::Utf16Le, how, text);
                    run(encoding, "iso-2022-jp".parse().unwrap(), how, text);
                }
            }
            run(utf8, encoding, how, WRITTEN.as_bytes());
        }
    }
}

/// Returns single bytes as pieces, and an empty piece at the end.
fn singles(text: &[u8]) -> Vec<&[u8]> {
    text.chunks(1).chain([&b""[..]]).collect()
}

const MIN: usize = Transcoder::MIN_OUTPUT;

#[test]
fn pieces_and_room_do_not_matter() {
    every_case(|from, to, how, text| {
        let report = convert(from, to, how, &[text], 4096, false);
        let what = || format!("{from} to {to}, {how:?}, {}", text.escape_ascii());
        assert!(convert(from, to, how, &[text], 4096, true) == report, "{}", what());
        assert!(convert(from, to, how, &singles(text), 4096, false) == report, "{}", what());
        assert!(convert(from, to, how, &singles(text), MIN, true) == report, "{}", what());
        for room in MIN..MIN + 4 {
            assert!(convert(from, to, how, &[text], room, false) == report, "{room} {}", what());
        }
        for at in 0..=text.len() {
            let pieces = [&text[..at], &text[at..]];
            let same = convert(from, to, how, &pieces, MIN + at % 5, at % 2 == 0) == report;
            assert!(same, "{at} {}", what());
        }
    });
}

/// Random bytes: all bytes, or mostly letters and the bytes that change a letter before or after
/// them.
fn random_bytes(random: &mut Random, len: usize, from: &[u8]) -> Vec<u8> {
    (0..len)
        .map(|_| match random.below(3) {
            0 => random.next() as u8,
            _ => from[random.below(from.len())],
        })
        .collect()
}

/// Returns `true` if each byte is a character of its own, or an error.
fn is_page(encoding: Encoding) -> bool {
    let decoder = encoding.decoder(ByteOrder::Big);
    let is_decided = |byte: u8| decoder.first(&[byte], false) != Step::Incomplete;
    !encoding.has_shifts() && (0..=u8::MAX).all(is_decided)
}

/// Sequences of random bytes, and random characters, split at every byte.
#[test]
fn splits_of_random_text_do_not_matter() {
    let (rounds, len) = if cfg!(debug_assertions) { (2, 60) } else { (40, 200) };
    let mut random = Random::new(59);
    for charset in Charset::all() {
        let encoding = Encoding::Charset(charset);
        if is_page(encoding) {
            continue;
        }
        let has_it = |one: &char| encoding.first_unencodable(&one.to_string()).is_none();
        let known: Vec<char> = ('\0'..='\u{33FF}').filter(has_it).collect();
        let same = |from, to, how, text: &[u8]| {
            let whole = convert(from, to, how, &[text], 4096, false);
            let what = || format!("{from} to {to}, {how:?}, {}", text.escape_ascii());
            assert!(convert(from, to, how, &singles(text), 4096, false) == whole, "{}", what());
            for at in 0..=text.len() {
                let pieces = [&text[..at], &text[at..]];
                let same = convert(from, to, how, &pieces, 4096, at % 2 == 0) == whole;
                assert!(same, "{at} {}", what());
            }
        };
        for round in 0..rounds {
            let how = POLICIES[round % 3];
            let bytes =
                random_bytes(&mut random, len, b"aAeEoOuUyY\x0E\x0F\x1B\x88\xA4\xC2\xE2\xF9");
            same(encoding, Encoding::Utf8, how, &bytes);
            let text: String = (0..len / 2).map(|_| known[random.below(known.len())]).collect();
            same(Encoding::Utf8, encoding, how, text.as_bytes());
            same(
                encoding,
                Encoding::Utf16Le,
                how,
                &convert(
                    Encoding::Utf8,
                    encoding,
                    PolicyKind::Skip,
                    &[text.as_bytes()],
                    4096,
                    false,
                )
                .0,
            );
        }
    }
}

#[test]
#[ignore = "every split with every room: a minute, in release"]
fn every_split_with_every_room() {
    every_case(|from, to, how, text| {
        let report = convert(from, to, how, &[text], 4096, false);
        for room in MIN..=report.0.len().max(MIN) + 1 {
            for first in 0..=text.len() {
                let second = first + (text.len() - first) / 2;
                let pieces = [&text[..first], &text[first..second], &text[second..]];
                let same = convert(from, to, how, &pieces, room, first % 2 == 0) == report;
                assert!(same, "{from} to {to}, {how:?}, {room}, {first}, {}", text.escape_ascii());
            }
        }
    });
}

#[test]
fn long_texts_are_converted_as_short_ones() {
    for charset in Charset::all() {
        let encoding = Encoding::Charset(charset);
        let all = [
            "ascii text \u{3042}\u{4E00}\u{3044}",
            "ascii text \u{E9}a\u{DF}",
            "ascii text ",
            "CAPITALS ",
        ];
        let lacks = |text: &&str| encoding.first_unencodable(text).is_some();
        // Few have no letters of ASCII.
        let own = || ('!'..='\u{33FF}').filter(|one| !lacks(&&*one.to_string())).take(6).collect();
        let known = all.into_iter().find(|text| !lacks(text));
        let unit = known.map_or_else(own, str::to_owned);
        let text = unit.repeat(300);
        let (bytes, _) =
            convert_with(text.as_bytes(), Encoding::Utf8, encoding, Policy::Strict).unwrap();
        let strict =
            |from, to, src: &[u8], room| convert(from, to, PolicyKind::Strict, &[src], room, false);
        for room in [MIN, 61, 1000, 8192] {
            assert!(strict(Encoding::Utf8, encoding, text.as_bytes(), room).0 == bytes);
            let (back, stops, _) = strict(encoding, Encoding::Utf8, &bytes, room);
            assert!(back == text.as_bytes() && stops.is_empty(), "{encoding}");
        }
    }
}

/// A part of the characters of each charset, there and back, with every split of the bytes.
#[test]
fn characters_of_each_charset_read_back_with_every_split() {
    let strict = PolicyKind::Strict;
    for charset in Charset::all() {
        let encoding = Encoding::Charset(charset);
        let has_it =
            |one: &char| encoding.first_unencodable(one.encode_utf8(&mut [0; 4])).is_none();
        let step = if cfg!(debug_assertions) { 97 } else { 13 };
        let narrow = ('\0'..='\u{33FF}').step_by(5);
        let text: String =
            narrow.chain(('\u{3400}'..='\u{2FFFF}').step_by(step)).filter(has_it).collect();
        let (bytes, stops, _) =
            convert(Encoding::Utf8, encoding, strict, &[text.as_bytes()], 4096, false);
        assert!(stops.is_empty() && text.chars().count() > 8, "{encoding}");
        for at in (0..=bytes.len()).step_by(if cfg!(debug_assertions) { 11 } else { 1 }) {
            let pieces = [&bytes[..at], &bytes[at..]];
            let (back, stops, _) = convert(encoding, Encoding::Utf8, strict, &pieces, 4096, false);
            assert!(back == text.as_bytes() && stops.is_empty(), "{encoding}, {at}");
        }
    }
}

#[test]
fn unescape_restores_the_input() {
    use utfkit::transcode::unescape;
    // Other charsets decode characters that they do not encode, or have several spellings of them.
    for name in ["uhc", "windows-31j", "windows-1257"] {
        let has_it = |names: &str| names.is_empty() || names.split(' ').any(|one| one == name);
        let (_, texts) = TEXTS.iter().find(|(names, _)| has_it(names)).unwrap();
        let encoding: Encoding = name.parse().unwrap();
        for text in *texts {
            let (escaped, _, _) =
                convert(encoding, Encoding::Utf8, PolicyKind::Escape, &[text], 4096, false);
            let escaped = String::from_utf8(escaped).unwrap();
            assert_eq!(unescape(&escaped, encoding).unwrap(), *text, "{escaped}");
        }
    }
}
