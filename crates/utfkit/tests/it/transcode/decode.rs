//! Tests `decode`, `decode_lossy` and `encode` against the transcoder, and `decode_whatwg` against
//! `encoding_rs`.
use std::borrow::Cow;

use proptest::prelude::*;
use utfkit::{
    Encoding, Kind, decode, decode_lossy, decode_whatwg, encode,
    encoding::{BomPolicy, Charset, Label, LabelSet},
    transcode::{self, Policy, Transcoder},
    utf8,
};

use crate::support::text::Random;

/// Returns all encodings.
fn all() -> impl Iterator<Item = Encoding> {
    Encoding::ALL.iter().copied().chain(Charset::all().map(Encoding::Charset))
}

/// Returns the result of the whole-text conversion to UTF-8, without the BOM that UTF-8 keeps.
fn converted(bytes: &[u8], from: Encoding, policy: Policy<'_>) -> Result<String, utfkit::Finding> {
    let (text, _) = transcode::convert_with(bytes, from, Encoding::Utf8, policy)?;
    let text = String::from_utf8(text).unwrap();
    let keeps = from == Encoding::Utf8;
    Ok(text.strip_prefix('\u{FEFF}').filter(|_| keeps).map_or(text.clone(), str::to_owned))
}

fn check(bytes: &[u8]) {
    for from in all() {
        let strict = decode(bytes, from).map(Cow::into_owned);
        assert_eq!(strict, converted(bytes, from, Policy::Strict), "{from} {bytes:X?}");
        let (lossy, replaced) = decode_lossy(bytes, from);
        let expected = converted(bytes, from, Policy::Replace).unwrap();
        assert_eq!(lossy, expected, "{from} {bytes:X?}");
        assert_eq!(replaced == 0, strict.is_ok(), "{from} {bytes:X?}");
    }
}

fn check_whatwg(bytes: &[u8]) {
    for (label, _) in LabelSet::Whatwg.labels() {
        let theirs = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
        if label != theirs.name().to_ascii_lowercase() {
            continue;
        }
        let (text, encoding, replaced) = theirs.decode(bytes);
        let ours = decode_whatwg(bytes, label).unwrap();
        assert_eq!(ours.text, text, "{label} {bytes:X?}");
        assert_eq!(ours.replaced > 0, replaced, "{label} {bytes:X?}");
        let name = encoding.name().to_ascii_lowercase();
        assert_eq!(ours.encoding.whatwg_name(), Some(&*name), "{label} {bytes:X?}");
    }
}

const TEXTS: [&[u8]; 16] = [
    b"",
    b"plain",
    b"\0",
    b"\xEF\xBB\xBF",
    b"\xEF\xBB\xBFplain",
    "\u{FEFF}na\u{EF}ve \u{20AC} \u{1F600}".as_bytes(),
    b"\xEF\xBB",
    b"\xFF\xFE",
    b"\xFE\xFF\0h\0i",
    b"\xFF\xFEh\0i\0\xD8",
    b"\xFF\xFE\x3D\xD8\0",
    b"\xFE\xFF\xD8\x3D\xDE",
    b"\xFF\xFE\0\0h\0\0\0",
    b"\x1B$B\x24\x22\x1B(B~\\",
    b"caf\xE9 \xA0\xFF\x80",
    b"\x88\x62\x81\x30\x81\x30",
];

#[test]
fn texts_decode_as_they_are_converted() {
    TEXTS.iter().for_each(|text| check(text));
}

/// Short texts and long ones are decoded and encoded in different ways.
#[test]
fn texts_of_any_length_are_converted_alike() {
    let mut random = Random::new(63);
    for len in [150, 170, 700, 3000] {
        for _ in 0..3 {
            let mut bytes = Vec::new();
            while bytes.len() < len {
                let run = random.below(40);
                match random.below(6) {
                    0 => bytes.extend((0..run).map(|_| random.below(256) as u8)),
                    1 => bytes.extend((0..5 * run).map(|_| b' ' + random.below(95) as u8)),
                    2 => bytes.extend_from_slice(b"\x1B$B\x24\x22\x25\x26\x1B(B"),
                    3 => bytes.extend_from_slice(b"\x0E\x42\x62\x43\x63\x0F"),
                    _ => bytes.extend((0..run).map(|_| 0xA1 + random.below(94) as u8)),
                }
            }
            check(&bytes);
            for from in all() {
                let (text, replaced) = decode_lossy(&bytes, from);
                let mut transcoder = Transcoder::new(from, Encoding::Utf8).policy(Policy::Replace);
                transcoder.transcode_to_vec(&bytes, &mut Vec::new(), true).unwrap();
                assert_eq!(replaced as u64, transcoder.counts().replaced, "{from} {bytes:X?}");
                check_encoding(&text, from);
            }
        }
    }
}

/// Checks that `encode` does what the transcoder does, for `text` and for its encodable part.
fn check_encoding(text: &str, to: Encoding) {
    if !matches!(to, Encoding::Charset(_)) {
        return;
    }
    let encodable: String = text
        .chars()
        .filter(|c| to.first_unencodable(c.encode_utf8(&mut [0; 4])).is_none())
        .collect();
    for text in [text, &encodable] {
        let end = utf8::floor_boundary(text.as_bytes(), 160);
        for text in [text, &text[..end]] {
            let mut transcoder = Transcoder::new(Encoding::Utf8, to).bom(BomPolicy::Forbid);
            let mut bytes = Vec::new();
            let result = transcoder.transcode_to_vec(text.as_bytes(), &mut bytes, true);
            let expected = result.map(|()| bytes);
            assert_eq!(encode(text, to).map(Cow::into_owned), expected, "{to} {text:?}");
        }
    }
}

#[test]
fn texts_decode_as_browsers_do() {
    TEXTS.iter().for_each(|text| check_whatwg(text));
    // UTF-16 that ends in every way.
    for label in ["utf-16le", "utf-16be"] {
        for bytes in [
            &b"\xD8\0\xDC"[..],
            b"\0\xD8\xDC",
            b"\xDC\0\xD8",
            b"\0\xDC\0",
            b"\xD8",
            b"a\0\xD8\0\xD8",
        ] {
            let (text, ..) =
                encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().decode(bytes);
            let ours = decode_whatwg(bytes, label).unwrap();
            assert_eq!(ours.text, text, "{label} {bytes:X?}");
            assert_eq!(ours.replaced, text.matches('\u{FFFD}').count(), "{label} {bytes:X?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_bytes_decode_as_browsers_do(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
        check_whatwg(&bytes);
    }

    #[test]
    fn bytes_of_double_byte_sets_decode_as_browsers_do(
        bytes in proptest::collection::vec(
            prop::sample::select(&b"\x1B$(BJI@\x0E a0\x7E\x80\x81\x88\x8E\x8F\xA1\xA4\xC7\xED\xFE\xFF\x30\x62"[..]),
            0..24,
        ),
    ) {
        check_whatwg(&bytes);
    }

    #[test]
    fn any_bytes_decode_as_they_are_converted(bytes in proptest::collection::vec(any::<u8>(), 0..20)) {
        check(&bytes);
    }
}

#[test]
fn text_is_borrowed_where_it_can_be() {
    let borrowed = |bytes, from| matches!(decode(bytes, from), Ok(Cow::Borrowed(_)));
    assert!(borrowed("na\u{EF}ve".as_bytes(), Encoding::Utf8));
    assert!(borrowed("\u{FEFF}na\u{EF}ve".as_bytes(), Encoding::Utf8));
    for from in all() {
        assert_eq!(borrowed(b"plain", from), from.is_ascii_compatible(), "{from}");
        let lossy = decode_lossy(b"plain", from).0;
        assert_eq!(matches!(lossy, Cow::Borrowed(_)), from.is_ascii_compatible(), "{from}");
    }
    assert!(matches!(encode("na\u{EF}ve", Encoding::Utf8).unwrap(), Cow::Borrowed(_)));
    assert!(matches!(encode("plain", Encoding::Iso8859_1).unwrap(), Cow::Borrowed(_)));
}

#[test]
fn labels_know_their_boms() {
    let label = |label| Label::parse(label, LabelSet::Iana).unwrap();
    let signed = "\u{FEFF}A".as_bytes();
    assert_eq!(decode(signed, label("utf-8-sig")).unwrap(), "A");
    assert_eq!(decode(b"\xFF\xFEA\0", label("utf-16le-bom")).unwrap(), "A");
    assert_eq!(decode(b"\xFF\xFEA\0", Encoding::Utf16Le).unwrap(), "\u{FEFF}A");
    assert_eq!(encode("A", label("utf-8-sig")).unwrap(), signed);
    assert_eq!(encode("A", label("utf-16le-bom")).unwrap(), &b"\xFF\xFEA\0"[..]);
    // U+FEFF in a string is text, and must be kept.
    assert_eq!(encode("\u{FEFF}A", Encoding::Utf8).unwrap(), signed);
    assert_eq!(encode("\u{FEFF}A", Encoding::Utf16Be).unwrap(), &b"\xFE\xFF\0A"[..]);
    assert_eq!(encode("\u{FEFF}A", Encoding::Utf16).unwrap(), &b"\xFE\xFF\xFE\xFF\0A"[..]);
    // Git's UTF-16 must have a BOM. Without one, `decode` fails, and `decode_lossy` decodes without
    // it.
    let git = Label::parse("utf-16", LabelSet::Git).unwrap();
    assert_eq!(decode(b"\0A", git).unwrap_err().kind(), Kind::MissingBom);
    assert_eq!(decode_lossy(b"\0A", git), ("A".into(), 0));
    assert_eq!(decode(b"\xFF\xFEA\0", git).unwrap(), "A");
    // The UTF-16 of .NET is little-endian without a BOM.
    let dotnet = Label::parse("utf-16", LabelSet::Dotnet).unwrap();
    assert_eq!(decode(b"A\0", dotnet).unwrap(), "A");
}

#[test]
fn encoding_is_the_way_back() {
    for text in ["", "plain\0~\\+&\u{1B}", "na\u{EF}ve", "\u{20AC}\u{4E00}\u{F780}\u{1F600}"] {
        for to in all() {
            match encode(text, to) {
                Ok(bytes) => assert_eq!(decode(&bytes, to).as_deref(), Ok(text), "{to}"),
                Err(finding) => assert_eq!(Some(finding), to.first_unencodable(text), "{to}"),
            }
        }
    }
}

#[test]
fn ascii_is_the_same_in_encodings_that_are_compatible() {
    let ascii: Vec<u8> = (0..0x80).collect();
    let text = str::from_utf8(&ascii).unwrap();
    for encoding in all() {
        let read = converted(&ascii, encoding, Policy::Strict).as_deref() == Ok(text);
        let written = transcode::convert(&ascii, Encoding::Utf8, encoding).as_deref() == Ok(&ascii);
        assert_eq!(encoding.is_ascii_compatible(), read && written, "{encoding}");
    }
}

#[test]
fn output_encodings_are_those_of_browsers() {
    for (label, means) in LabelSet::Whatwg.labels() {
        let theirs = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
        let ours = means.encoding().output_encoding().whatwg_name();
        let theirs = theirs.output_encoding().name().to_ascii_lowercase();
        assert_eq!(ours, Some(&*theirs), "{label}");
    }
}

#[cfg(feature = "legacy-charsets")]
#[test]
fn the_two_encodings_of_browsers_alone() {
    let parse = |label| Label::parse(label, LabelSet::Whatwg).unwrap().encoding();
    let (user, replacement) = (parse("X-User-Defined"), parse("hz-gb-2312"));
    assert_eq!((user.name(), replacement.name()), ("x-user-defined", "replacement"));
    let all: Vec<u8> = (0..=0xFF).collect();
    let text = decode(&all, user).unwrap();
    assert!(text.chars().skip(0x80).eq('\u{F780}'..='\u{F7FF}'));
    assert_eq!(encode(&text, user).unwrap(), all);
    assert_eq!(encode("\u{F77F}", user).unwrap_err().offset(), 0);
    assert_eq!(encode("\u{F800}", user).unwrap_err().offset(), 0);

    assert_eq!(decode(b"", replacement).unwrap(), "");
    let finding = decode(b"<script>", replacement).unwrap_err();
    assert_eq!((finding.offset(), finding.kind()), (0, Kind::InvalidByte));
    for text in [&b"<"[..], b"<script>", &[0x61; 5000]] {
        assert_eq!(decode_lossy(text, replacement), ("\u{FFFD}".into(), 1));
        // The same holds for all pieces.
        let mut transcoder = Transcoder::new(replacement, Encoding::Utf8).policy(Policy::Replace);
        let mut out = String::new();
        for chunk in text.chunks(3) {
            transcoder.transcode_to_string(chunk, &mut out, false).unwrap();
        }
        transcoder.transcode_to_string(b"", &mut out, true).unwrap();
        assert_eq!((&*out, transcoder.offset()), ("\u{FFFD}", text.len() as u64));
    }
    // It is encoded as UTF-8 under any policy.
    for policy in [Policy::Strict, Policy::Replace, Policy::Escape] {
        let text = "na\u{EF}ve".as_bytes();
        let written = transcode::convert_with(text, Encoding::Utf8, replacement, policy).unwrap().0;
        assert_eq!(written, text);
    }
}

#[test]
fn text_is_appended_for_any_target() {
    let append = |to, src: &[u8]| {
        let mut text = String::from("> ");
        let mut transcoder = Transcoder::new(Encoding::Utf8, to);
        let result = transcoder.transcode_to_string(src, &mut text, true);
        (text, result.map_err(|finding| finding.offset()))
    };
    assert_eq!(append(Encoding::Utf8, "é".as_bytes()), ("> é".into(), Ok(())));
    assert_eq!(append(Encoding::Utf7, "é".as_bytes()), ("> +AOk-".into(), Ok(())));
    assert_eq!(append(Encoding::UsAscii, b"abc"), ("> abc".into(), Ok(())));
    assert_eq!(append(Encoding::UsAscii, "abcé".as_bytes()), ("> abc".into(), Err(3)));
    // The target is not UTF-8, so its bytes must not become a string.
    assert_eq!(append(Encoding::Iso8859_1, "abé".as_bytes()), ("> ab".into(), Err(2)));
    assert_eq!(append(Encoding::Utf8, b"ab\xFF").1, Err(2));
}
