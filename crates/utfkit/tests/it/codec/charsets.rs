//! Tests the decoders and encoders of legacy charsets against `encoding_rs`.
#![cfg(feature = "legacy-charsets")]
use crate::support::convert_pieces;
use encoding_rs::{DecoderResult, EncoderResult, Encoding as Whatwg};
use utfkit::{
    Encoding, Finding, Kind, Status,
    encoding::{BomPolicy, Charset, Label, LabelSet},
    transcode::{Action, Policy, Transcoder, convert, convert_by, convert_with},
};

/// Returns the charsets of the WHATWG standard, those that `encoding_rs` has under the same name.
fn whatwg() -> impl Iterator<Item = (Encoding, &'static Whatwg)> {
    let known = |charset: Charset| {
        let whatwg = Whatwg::for_label(charset.name().as_bytes())?;
        let same = whatwg.name().eq_ignore_ascii_case(charset.name());
        let encoding = Label::parse(charset.name(), LabelSet::Whatwg).ok()?.encoding();
        (same && matches!(encoding, Encoding::Charset(_))).then_some((encoding, whatwg))
    };
    Charset::all().filter_map(known)
}

fn multi_byte() -> impl Iterator<Item = (Encoding, &'static Whatwg)> {
    whatwg().filter(|(_, whatwg)| !whatwg.is_single_byte())
}

fn charset(label: &str) -> Encoding {
    label.parse().unwrap()
}

/// Returns the charset of the WHATWG standard.
fn of_browsers(label: &str) -> Encoding {
    Label::parse(label, LabelSet::Whatwg).unwrap().encoding()
}

/// The offset and the length of an ill-formed sequence.
type Span = (u64, usize);

/// Decodes `bytes` with `encoding_rs`. Returns the text without ill-formed sequences, and their
/// places.
fn theirs(whatwg: &'static Whatwg, bytes: &[u8]) -> (String, Vec<Span>) {
    let mut decoder = whatwg.new_decoder_without_bom_handling();
    let (mut text, mut places) = (String::new(), Vec::new());
    let mut done = 0;
    loop {
        text.reserve(4 * (bytes.len() - done) + 64);
        let (result, read) =
            decoder.decode_to_string_without_replacement(&bytes[done..], &mut text, true);
        done += read;
        match result {
            DecoderResult::InputEmpty => return (text, places),
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(len, after) => {
                let len = usize::from(len);
                places.push(((done - usize::from(after) - len) as u64, len));
            }
        }
    }
}

/// Decodes `bytes` with this crate, in pieces of `size`.
fn ours(encoding: Encoding, bytes: &[u8], size: usize) -> (String, Vec<Span>) {
    let mut places = Vec::new();
    let mut note = |finding: &Finding| {
        let at = finding.offset() as usize;
        assert_eq!(*finding.bytes(), bytes[at..][..finding.len()], "{encoding}");
        places.push((finding.offset(), finding.len()));
        Action::Skip
    };
    let pieces: Vec<_> = bytes.chunks(size).chain([&b""[..]]).collect();
    let transcoder = Transcoder::new(encoding, Encoding::Utf8);
    let out = convert_pieces(transcoder, &pieces, &mut note);
    (String::from_utf8(out).unwrap(), places)
}

/// Returns every sequence of two bytes, with `before` before and `after` after it.
fn pairs(before: &[u8], after: &[u8]) -> Vec<u8> {
    let sequences = (0..=0xFFFF_u16).map(u16::to_be_bytes);
    sequences.flat_map(|pair| [before, &pair, after].concat()).collect()
}

#[test]
fn single_bytes_are_read_as_encoding_rs_does() {
    for (encoding, whatwg) in whatwg() {
        for byte in 0..=255 {
            for text in [&[byte][..], &[byte, b'a']] {
                for size in [1, 2] {
                    assert_eq!(ours(encoding, text, size), theirs(whatwg, text), "{encoding}");
                }
            }
        }
        let all: Vec<_> = (0..=255).flat_map(|byte| [byte, b'\n']).collect();
        assert_eq!(ours(encoding, &all, 512), theirs(whatwg, &all), "{encoding}");
    }
}

#[test]
fn pairs_of_bytes_are_read_as_encoding_rs_does() {
    for (encoding, whatwg) in multi_byte() {
        for (after, sizes) in [(&b""[..], &[300][..]), (b"\n", &[1, usize::MAX])] {
            let text = pairs(b"", after);
            let expected = theirs(whatwg, &text);
            for &size in sizes {
                assert!(ours(encoding, &text, size) == expected, "{encoding}, pieces of {size}");
            }
        }
    }
}

#[test]
fn pairs_at_the_end_are_read_as_encoding_rs_does() {
    for (encoding, whatwg) in multi_byte() {
        for pair in (0..=0xFFFF_u16).step_by(7).map(u16::to_be_bytes) {
            assert_eq!(ours(encoding, &pair, 2), theirs(whatwg, &pair), "{encoding} {pair:X?}");
        }
    }
}

#[test]
fn longer_sequences_are_read_as_encoding_rs_does() {
    let cases = [
        ("gb18030", &b"\x81\x30"[..], &b"\n"[..]),
        ("gb18030", b"\x84\x31", b"a"),
        ("gb18030", b"\x90\x30", b""),
        ("gb18030", b"\xE3\x32", b"\n"),
        ("gbk", b"\xFE\x39", b"\x81"),
        ("euc-jp", b"\x8F", b"\n"),
        ("euc-jp", b"\x8F", b"\xA1"),
        ("euc-jp", b"\x8E", b""),
        ("shift_jis", b"\x88", b"\x9F"),
        ("big5", b"\x88", b"\x62"),
        ("big5", b"\x88\x62", b"\x88"),
        ("euc-kr", b"\xB0", b"\xA1"),
    ];
    for (label, before, after) in cases {
        let encoding = of_browsers(label);
        let whatwg = Whatwg::for_label(label.as_bytes()).unwrap();
        let text = pairs(before, after);
        let expected = theirs(whatwg, &text);
        for size in [5, text.len()] {
            assert!(ours(encoding, &text, size) == expected, "{label}, {before:X?}, {size}");
        }
    }
}

#[test]
fn every_state_of_iso_2022_jp_is_read_as_encoding_rs_does() {
    let encoding = of_browsers("iso-2022-jp");
    let states = [&b"\x1B(B"[..], b"\x1B(J", b"\x1B(I", b"\x1B$B", b"\x1B$@", b"\x1B$", b"\x1B("];
    let behinds = [&b""[..], b"a", b"\x1B(J", b"!!\x1B("];
    for (at, state) in states.into_iter().enumerate() {
        let after = behinds[at % behinds.len()];
        let text = pairs(state, after);
        let expected = theirs(encoding_rs::ISO_2022_JP, &text);
        for size in [4, text.len()] {
            let same = ours(encoding, &text, size) == expected;
            assert!(same, "{state:X?}, {after:X?}, pieces of {size}");
        }
    }
    // All short sequences of the bytes of escapes; in debug builds, some of them.
    let bytes = *b"\x1B($BJIa!";
    for number in (0..8_usize.pow(6)).step_by(if cfg!(debug_assertions) { 5 } else { 1 }) {
        let text: Vec<_> = (0..6).map(|at| bytes[number >> (3 * at) & 7]).collect();
        let expected = theirs(encoding_rs::ISO_2022_JP, &text);
        assert_eq!(ours(encoding, &text, 1 + number % 6), expected, "{text:X?}");
    }
}

/// Returns the bytes of `character` in `encoding_rs`, if they decode as the same character.
fn their_bytes(whatwg: &'static Whatwg, character: char) -> Option<Vec<u8>> {
    let mut bytes = [0; 16];
    let mut utf8 = [0; 4];
    let text: &str = character.encode_utf8(&mut utf8);
    let (result, _, written) =
        whatwg.new_encoder().encode_from_utf8_without_replacement(text, &mut bytes, true);
    let bytes = &bytes[..written];
    let same = || theirs(whatwg, bytes) == (text.to_owned(), vec![]);
    (result == EncoderResult::InputEmpty && same()).then(|| bytes.to_vec())
}

/// Encodes each of `characters`, and decodes it again.
fn check_round_trip(
    encoding: Encoding,
    whatwg: &'static Whatwg,
    characters: impl Iterator<Item = char>,
) {
    let mut known = String::new();
    for character in characters {
        match their_bytes(whatwg, character) {
            Some(bytes) => {
                let text = character.to_string();
                let mut written = Vec::new();
                let mut transcoder = Transcoder::new(Encoding::Utf8, encoding);
                // U+FEFF must be a character like any other.
                transcoder = transcoder.bom(BomPolicy::Forbid);
                transcoder.transcode_to_vec(text.as_bytes(), &mut written, true).unwrap();
                assert_eq!(written, bytes, "{encoding}, {text:?}");
                known.push(character);
            }
            None => {
                let text = character.to_string();
                let finding = encoding.first_unencodable(&text).unwrap();
                assert_eq!(finding.kind(), Kind::Unencodable { value: character.into() });
            }
        }
    }
    // Convert all at once, and in the other direction.
    let bytes = convert(known.as_bytes(), Encoding::Utf8, encoding).unwrap();
    let (theirs, _, _) = whatwg.encode(&known);
    assert!(theirs == bytes, "{encoding}");
    assert!(convert(&bytes, encoding, Encoding::Utf8).unwrap() == known.as_bytes(), "{encoding}");
    let wide = convert(&bytes, encoding, Encoding::Utf32Be).unwrap();
    assert!(convert(&wide, Encoding::Utf32Be, encoding).unwrap() == bytes, "{encoding}");
}

#[test]
fn output_reads_back() {
    for (encoding, whatwg) in whatwg() {
        let last = if whatwg.is_single_byte() { 0x700 } else { 0xFFFF };
        let step = if cfg!(debug_assertions) && last > 0x700 { 13 } else { 1 };
        let wide = (0x1_FFFE..0x3_0000).step_by(97);
        let some = (0..=last)
            .step_by(step)
            .chain(wide)
            .chain(0x2000..0x2600)
            .chain([0xFB01, 0xFFFD, 0x10_FFFF]);
        check_round_trip(encoding, whatwg, some.filter_map(char::from_u32));
    }
}

#[test]
#[ignore = "every scalar value in every charset: a minute, in release"]
fn every_scalar_value_reads_back() {
    for (encoding, whatwg) in whatwg() {
        check_round_trip(encoding, whatwg, '\0'..=char::MAX);
    }
}

#[test]
fn characters_that_the_standard_writes_as_others_are_unencodable() {
    let cases = [
        ("shift_jis", "\u{A5}\u{203E}\u{2212}"),
        ("euc-jp", "\u{A5}\u{203E}\u{2212}"),
        ("iso-2022-jp", "\u{2212}\u{FF61}\u{FF71}\u{FF9F}\u{E}\u{F}\u{1B}"),
        ("gbk", "\u{E78D}\u{E864}\u{20000}"),
        ("iso-8859-9", "\u{D0}\u{20AC}"),
        ("windows-1252", "\u{80}"),
    ];
    for (label, text) in cases {
        let encoding = charset(label);
        for character in text.chars() {
            let text = format!("a{character}b");
            let (out, counts) =
                convert_with(text.as_bytes(), Encoding::Utf8, encoding, Policy::Skip).unwrap();
            assert_eq!((&out[..], counts.unencodable), (&b"ab"[..], 1), "{label} {character:?}");
        }
    }
}

#[test]
fn code_pages_of_single_bytes() {
    for charset in Charset::all() {
        let encoding = Encoding::Charset(charset);
        // The shifts of EBCDIC are not characters.
        if encoding.has_shifts()
            && !encoding.is_ascii_compatible()
            && charset.name() != "iso-2022-jp"
        {
            continue;
        }
        let mut seen = String::new();
        for byte in 0..=255_u8 {
            let Ok(text) = convert(&[byte], encoding, Encoding::Utf8) else { continue };
            // These two read more than they write.
            if byte == 0x80 && ["gb2312", "shift_jis"].contains(&charset.name()) {
                continue;
            }
            assert!(byte >= 0x80 || text == [byte] || !encoding.is_ascii_compatible());
            // These have one for each direction of text.
            let has_backslashes =
                ["x-mac-arabic", "x-mac-farsi", "isiri-3342"].contains(&charset.name());
            assert!(
                byte < 0x80 || text != b"\\" || !encoding.is_ascii_compatible() || has_backslashes,
                "{charset:?}: no byte but 5C is a backslash"
            );
            // GBK has two spellings of the euro sign, and some pages have two of other characters.
            let written = convert(&text, Encoding::Utf8, encoding).unwrap();
            let has_two = [
                "gbk",
                "gb2312",
                "ibm-thai",
                "cp1160",
                "armscii-8",
                "ibm874",
                "cp1133",
                "cp1161",
                "cp1162",
                "cp1046",
                "isiri-3342",
                "cp9030",
                "iso_6937-2",
                "ansel",
            ];
            let name = charset.name().trim_end_matches("-s390");
            let has_two = has_two.contains(&name) || name.starts_with("x-mac-");
            assert!(written == [byte] || has_two, "{charset:?} {byte:X}");
            seen.push_str(str::from_utf8(&text).unwrap());
        }
        let bytes = convert(seen.as_bytes(), Encoding::Utf8, encoding).unwrap();
        assert_eq!(convert(&bytes, encoding, Encoding::Utf8).unwrap(), seen.as_bytes());
    }
    let text = |label, bytes: &[u8]| {
        String::from_utf8(convert(bytes, charset(label), Encoding::Utf8).unwrap()).unwrap()
    };
    assert_eq!(text("cp437", b"\x82\xE1\xDB\xFF"), "éß█\u{A0}");
    assert_eq!(text("ibm850", b"\xD5\xF5"), "ı§");
    assert_eq!(text("cp858", b"\xD5"), "€");
    assert_eq!(text("iso-8859-9", b"\x80\x9F\xDD\xF0\xFD\xFE"), "\u{80}\u{9F}İğış");
    assert_eq!(text("windows-1254", b"\x80\xDD"), "€İ");
    assert_eq!(
        text("mac_latin2", b"P\xDE\x92li\xE4 \xFClu\x9Dou\xCBk\xF3\xCA\xFF"),
        "Příliš ŁluĚouňků\u{A0}ˇ"
    );
    assert_eq!(text("tis-620", b"\xA1\xFB\x85\xA0"), "\u{E01}\u{E5B}\u{85}\u{A0}");
    assert_eq!(text("windows-1252", b"\x81\x8D\x8F\x90\x9D"), "\u{81}\u{8D}\u{8F}\u{90}\u{9D}");
}

/// Returns the findings of `bytes` in the charset `label`: offset, length and kind.
fn findings(label: &str, bytes: &[u8]) -> Vec<(u64, usize, &'static str)> {
    let mut found = Vec::new();
    let mut note = |finding: &Finding| {
        found.push((finding.offset(), finding.len(), finding.kind().code()));
        Action::Skip
    };
    convert_by(bytes, charset(label), Encoding::Utf8, &mut note).unwrap();
    found
}

#[test]
fn each_kind_describes_the_error() {
    assert_eq!(findings("iso-8859-6", b"a\xA1"), [(1, 1, "invalid-byte")]);
    assert_eq!(findings("cp857", b"\xD5\xE7"), [(0, 1, "invalid-byte"), (1, 1, "invalid-byte")]);
    assert_eq!(findings("shift_jis", b"a\xA0b"), [(1, 1, "invalid-byte")]);
    assert_eq!(findings("shift_jis", b"a\x82 b"), [(1, 1, "truncated")]);
    assert_eq!(findings("shift_jis", b"a\x82"), [(1, 1, "truncated")]);
    assert_eq!(findings("shift_jis", b"\xEF\x80"), [(0, 2, "unassigned")]);
    assert_eq!(findings("gb18030", b"\x81\x30\x81\x30\x81\x30\x81"), [(4, 3, "truncated")]);
    assert_eq!(findings("gb18030", b"\x81\x30\x81 "), [(0, 1, "truncated"), (2, 1, "truncated")]);
    assert_eq!(findings("gb18030", b"\xFE\x39\xFE\x39"), [(0, 4, "unassigned")]);
    assert_eq!(findings("euc-jp", b"\x8F\xA1\xA1"), [(0, 3, "unassigned")]);
    let jp = |bytes| findings("iso-2022-jp", bytes);
    assert_eq!(jp(b"\x1B$A!!"), [(0, 1, "bad-escape")]);
    assert_eq!(jp(b"\x1B(J\x1B(B"), []);
    assert_eq!(jp(b"\x1B$B\x24\x1B(B"), [(3, 1, "truncated")]);
    assert_eq!(jp(b"\x1B$B\n"), [(3, 1, "unassigned")]);
    assert_eq!(jp(b"a\x0E\xFFb"), [(1, 1, "invalid-byte"), (2, 1, "invalid-byte")]);
    assert_eq!(jp(b"a\x1B"), [(1, 1, "bad-escape")]);
}

#[test]
fn a_pair_of_big5_is_two_characters_of_an_byte_each() {
    let big5 = charset("big5");
    let text = convert(b"\x88\x62\x88\xA5", big5, Encoding::Utf8).unwrap();
    assert_eq!(text, "\u{CA}\u{304}\u{EA}\u{30C}".as_bytes());
    let mut out = Vec::new();
    let mut transcoder = Transcoder::new(big5, Encoding::Iso8859_1);
    let finding = transcoder.transcode_to_vec(b"a\x88\x62b", &mut out, true).unwrap_err();
    assert_eq!((&out[..], finding.offset(), finding.bytes()), (&b"a\xCA"[..], 2, &b"\x62"[..]));
    assert_eq!(finding.kind(), Kind::Unencodable { value: 0x304 });
}

/// The WHATWG standard does not accept them. RFC 1468 and all other decoders do.
#[test]
fn iso_2022_jp_accepts_redundant_escape_sequences() {
    let bytes = b"\x1B(B\x1B$B\x1B$@\x24\x22\x1B(J\x1B(Ba\x1B(B\x1B(B";
    let text = ("あa".to_owned(), vec![]);
    for label in ["iso-2022-jp", "iso-2022-jp-1", "cp50221"] {
        for size in 1..=bytes.len() {
            assert_eq!(ours(charset(label), bytes, size), text, "{label}");
        }
    }
    let expected = theirs(encoding_rs::ISO_2022_JP, bytes);
    assert_eq!(expected.1.len(), 4);
    assert_eq!(ours(of_browsers("iso-2022-jp"), bytes, 1), expected);
}

#[test]
fn iso_2022_jp_ends_in_ascii() {
    let jp = charset("iso-2022-jp");
    let written = |text: &str| convert(text.as_bytes(), Encoding::Utf8, jp).unwrap();
    assert_eq!(written("あ"), b"\x1B$B\x24\x22\x1B(B");
    assert_eq!(written("¥\\あa"), b"\x1B(J\\\x1B(B\\\x1B$B\x24\x22\x1B(Ba");
    assert_eq!(written(""), b"");
    // A character that cannot be encoded does not leave an escape sequence.
    let text = "あ\u{1F600}い".repeat(3);
    let (out, counts) = convert_with(text.as_bytes(), Encoding::Utf8, jp, Policy::Skip).unwrap();
    assert_eq!(out, written(&"あい".repeat(3)));
    assert_eq!(counts.skipped, 3);
    // The same holds if there is no room at first.
    let mut transcoder = Transcoder::new(Encoding::Utf8, jp);
    let mut out = [0_u8; 8];
    let first = transcoder.transcode("ああ".as_bytes(), &mut out, true);
    assert_eq!((first.written, first.status), (7, Status::OutputFull));
    let second = transcoder.transcode(b"", &mut out, true);
    assert_eq!((&out[..second.written], second.status), (&b"\x1B(B"[..], Status::Done));
}

#[test]
fn values_beyond_unicode_are_unencodable() {
    for label in ["gb18030", "windows-1252", "cp437", "iso-2022-jp", "euc-jis-2004"] {
        let error = convert(b"\x7F\xFF\xFF\xFF", Encoding::Ucs4Be, charset(label)).unwrap_err();
        assert_eq!(error.kind(), Kind::Unencodable { value: 0x7FFF_FFFF });
    }
}

#[test]
fn values_of_pairs_are_not_characters() {
    let error = convert(b"\0\x30\0\0", Encoding::Ucs4Be, charset("euc-jis-2004")).unwrap_err();
    assert_eq!(error.kind(), Kind::Unencodable { value: 0x30_0000 });
}

#[test]
fn ascii_comes_after_a_character_that_was_held_back() {
    let to = charset("euc-jis-2004");
    let more = "a".repeat(700);
    for before in (0..256).map(|len| "あ".repeat(len)) {
        let text = [&before, "か", &more].concat();
        let bytes = convert(text.as_bytes(), Encoding::Utf8, to).unwrap();
        assert_eq!(convert(&bytes, to, Encoding::Utf8).unwrap(), text.as_bytes());
    }
}

#[test]
fn no_charset_has_a_bom() {
    let bytes = convert("\u{FEFF}a".as_bytes(), Encoding::Utf8, charset("gb18030")).unwrap();
    assert_eq!(bytes, b"a", "the BOM of UTF-8 is no text");
    let text = convert(b"\x84\x31\x95\x33a", charset("gb18030"), Encoding::Utf8).unwrap();
    assert_eq!(text, "\u{FEFF}a".as_bytes());
}
