//! The results of detection in addition to the encoding: evidence and segments.
use utfkit::{Encoding, transcode::convert};
use utfkit_text::detect::{Detector, Evidence, Likeliest, detect};

fn encoded(text: &str, to: Encoding) -> Vec<u8> {
    convert(text.as_bytes(), Encoding::Utf8, to).unwrap()
}

/// Each encoding without a BOM is recognized by a feature, which is the first evidence.
#[test]
fn each_encoding_has_its_feature() {
    use Encoding::{Cesu8, JavaModifiedUtf8, Utf7, Utf7Imap, Utf8Rfc2279, Utf16Be, Utf32Le};
    let long = "Größe".bytes().chain(*b"\xFC\x84\x80\x80\x80\x80 und mehr").collect();
    let emoji = "Grüße 😀 aus Köln";
    for (bytes, encoding, evidence) in [
        (encoded(emoji, Utf16Be), Utf16Be, Evidence::OtherOrder),
        (encoded(emoji, Utf32Le), Utf32Le, Evidence::OtherOrder),
        (encoded(emoji, Cesu8), Cesu8, Evidence::SurrogatePairs),
        (encoded(&format!("{emoji}\0"), JavaModifiedUtf8), JavaModifiedUtf8, Evidence::LongNul),
        (long, Utf8Rfc2279, Evidence::LongSequences),
        (encoded(emoji, Utf7), Utf7, Evidence::Base64(b'+')),
        (encoded(emoji, Utf7Imap), Utf7Imap, Evidence::Base64(b'&')),
    ] {
        let said = detect(&bytes);
        assert_eq!(said.encoding(), Some(encoding), "{said:?}");
        assert_eq!(said.evidence().first(), Some(&evidence), "{said:?}");
    }
}

#[test]
fn sequences_are_counted() {
    let said = detect("größer, weißer".as_bytes());
    assert!(said.evidence().contains(&Evidence::Sequences(3)), "{said:?}");
}

/// The bytes count that come after the type of the file is known.
#[cfg(feature = "file-types")]
#[test]
fn all_bytes_of_a_file_of_a_known_type_count() {
    let mut detector = Detector::new();
    let start = [&b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"[..], &[0; 100_000]].concat();
    detector.feed(&start);
    assert!(detector.is_settled());
    detector.feed(&[0; 1000]);
    assert_eq!(detector.finish().bytes(), start.len() as u64 + 1000);
}

#[test]
fn the_likeliest_encoding_of_a_text_is_one_or_none() {
    let of = |bytes: &[u8]| Likeliest::of(&detect(bytes)).and_then(Likeliest::one);
    assert_eq!(of("größer".as_bytes()), Some(Encoding::Utf8));
    assert_eq!(of(&encoded("größer", Encoding::Utf16Be)), Some(Encoding::Utf16Be));
    assert_eq!(of(b"\0\x01\x02\xFF\xFE\x80\0\0\x13"), None);
}

/// HZ is recognized if all its runs have an end, and are characters of GB 2312.
#[test]
fn runs_of_hz() {
    for text in ["~{<:Ky2;<:Ky2;~}", "~{<:Ky2;<:Ky2;<:Ky2;~}, then ~{<:~}", "~{<:Ky2;~} is HZ"] {
        let said = detect(text.as_bytes());
        let expected = if cfg!(feature = "charsets") { Some("hz") } else { None };
        assert_eq!(said.encoding().map(Encoding::name), expected, "{text}");
    }
    for text in ["~{<:Ky2;<:Ky2;<:Ky2;~}, ~{ no ~}", "~{<:Ky2;<:Ky2;", "~{~}"] {
        assert_eq!(detect(text.as_bytes()).encoding(), Some(Encoding::UsAscii), "{text}");
    }
}

/// Lines of a charset that follow each other are one segment, and do not use up the list of segments.
#[cfg(feature = "charsets")]
#[test]
fn lines_that_follow_each_other_are_one_segment() {
    let good = "Zwölf Boxkämpfer jagen Viktor über den Deich.\n".repeat(300);
    let bad = b"cr\xE8me br\xFBl\xE9e\n".repeat(200);
    let bytes = [good.as_bytes(), &bad, good.as_bytes(), &bad[..13]].concat();
    let said = detect(&bytes);
    let (good, bad) = (good.len() as u64, bad.len() as u64);
    let found: Vec<_> = said.segments().iter().map(|part| (part.offset, part.length)).collect();
    let expected = [(0, good), (good, bad), (good + bad, good), (2 * good + bad, 13)];
    assert_eq!(found, expected, "{said:?}");
}

/// The answer and the alternatives exclude each other, so their chances add up to at most 1.
#[test]
fn chances_add_up_to_one_at_most() {
    for first in 0x80..=0xFF_u8 {
        for second in (0x80..=0xFF_u8).step_by(5) {
            for text in [
                &[first, second][..],
                &[b'a', first, b' ', second, b'e'],
                &[first, second, second, first],
            ] {
                let found = detect(text);
                let others: f32 = found.alternatives().iter().map(|other| other.confidence).sum();
                assert!(found.confidence() + others <= 1.001, "{text:X?}: {found:?}");
            }
        }
    }
}
