//! Every value that an encoding holds comes back from it, by every way.
#![expect(clippy::unwrap_used, reason = "tests")]

use utfkit::{
    Encoding, Finding, Kind,
    encoding::SignaturePolicy,
    transcode::{Policy, Transcoder, convert},
};

/// All of `octets` from one encoding to another, without signatures, by kernels or by code values.
fn transcode(
    octets: &[u8],
    from: Encoding,
    to: Encoding,
    by_pivot: bool,
) -> Result<Vec<u8>, Finding> {
    let mut transcoder = Transcoder::new(from, to).signature(SignaturePolicy::Forbid);
    if by_pivot {
        transcoder = transcoder.by_pivot();
    }
    let mut out = Vec::new();
    transcoder.transcode_to_vec(octets, &mut out, true).map(|()| out)
}

/// All scalar values from `first` up to `last` as UTF-8.
fn scalars(first: u32, last: u32) -> Vec<u8> {
    (first..=last).filter_map(char::from_u32).collect::<String>().into_bytes()
}

#[test]
fn every_scalar_value_comes_back() {
    // What stands where in Unicode 1.1 is told in `hangul.rs`.
    let old = |encoding: &Encoding| encoding.name().starts_with("unicode-1-1");
    for encoding in Encoding::ALL.into_iter().filter(|encoding| !old(encoding)) {
        let last = match encoding.name() {
            "us-ascii" => 0x7F,
            "iso-8859-1" => 0xFF,
            "ucs-2" | "ucs-2be" | "ucs-2le" => 0xFFFF,
            _ => 0x10_FFFF,
        };
        let text = scalars(0, last);
        for by_pivot in [false, true] {
            let there = transcode(&text, Encoding::Utf8, encoding, by_pivot).unwrap();
            let back = transcode(&there, encoding, Encoding::Utf8, by_pivot).unwrap();
            assert!(back == text, "{encoding}, by pivot: {by_pivot}");
        }
        if last < 0x10_FFFF {
            let beyond = scalars(last + 1, last + 1);
            let error = convert(&beyond, Encoding::Utf8, encoding).unwrap_err();
            assert_eq!(error.kind(), Kind::Unencodable { value: last + 1 }, "{encoding}");
        }
    }
}

#[test]
fn the_same_text_between_any_two() {
    let text = "a\u{E9}\u{20AC}\u{FFFF}\u{10000}\u{1F600}\u{10FFFF}z".repeat(300);
    let wide = Encoding::ALL.into_iter().filter(|to| to.first_unencodable(&text).is_none());
    let wide: Vec<_> = wide.collect();
    assert!(wide.len() > 10);
    for &from in &wide {
        let source = transcode(text.as_bytes(), Encoding::Utf8, from, true).unwrap();
        for &to in &wide {
            let direct = transcode(&source, from, to, false).unwrap();
            let by_values = transcode(&source, from, to, true).unwrap();
            assert!(direct == by_values, "{from} to {to}");
            let back = transcode(&direct, to, Encoding::Utf8, false).unwrap();
            assert!(back == text.as_bytes(), "{from} to {to}");
        }
    }
}

#[test]
fn values_beyond_unicode() {
    let (old, wide) = (Encoding::Utf8Rfc2279, Encoding::Ucs4Be);
    let octets = b"\xFD\xBF\xBF\xBF\xBF\xBF\xF8\x88\x80\x80\x80";
    let values = convert(octets, old, wide).unwrap();
    assert_eq!(values, *b"\0\0\xFE\xFF\x7F\xFF\xFF\xFF\0\x20\0\0"[4..].to_vec());
    assert_eq!(convert(&values, wide, old).unwrap(), octets);
    let error = convert(octets, old, Encoding::Utf8).unwrap_err();
    assert_eq!(error.kind(), Kind::Unencodable { value: 0x7FFF_FFFF });
    assert_eq!(error.octets(), &octets[..6]);
}

/// Findings of `octets` in `encoding`: offset, length and kind.
fn findings(octets: &[u8], encoding: Encoding) -> Vec<(u64, usize, &'static str)> {
    let mut found = Vec::new();
    let mut note = |finding: &Finding| {
        found.push((finding.offset(), finding.len(), finding.kind().code()));
        utfkit::transcode::Action::Skip
    };
    let mut transcoder = Transcoder::new(encoding, Encoding::Utf8).policy(Policy::Call(&mut note));
    transcoder.transcode_to_vec(octets, &mut Vec::new(), true).unwrap();
    found
}

#[test]
fn each_names_the_forms_of_the_others() {
    use Encoding::{Cesu8, JavaModifiedUtf8, Utf8Rfc2279, Wtf8};
    let lone = b"\xED\xA0\xBDa";
    for encoding in [Cesu8, JavaModifiedUtf8, Wtf8] {
        assert_eq!(findings(lone, encoding), [(0, 3, "surrogate")], "{encoding}");
    }
    let pair = b"\xED\xA0\xBD\xED\xB8\x80";
    assert_eq!(convert(pair, Cesu8, Encoding::Utf8).unwrap(), "\u{1F600}".as_bytes());
    assert_eq!(findings(pair, Wtf8), [(0, 6, "irregular-pair")]);
    assert_eq!(findings(pair, Utf8Rfc2279)[0], (0, 1, "surrogate"));
    assert_eq!(findings(b"\xF0\x9F\x98\x80", Cesu8)[0], (0, 1, "never-used-octet"));
    assert_eq!(findings(b"\xC0\x80", Cesu8)[0], (0, 1, "overlong"));
    assert_eq!(findings(b"\0", JavaModifiedUtf8), [(0, 1, "never-used-octet")]);
    assert_eq!(convert(b"\xC0\x80", JavaModifiedUtf8, Encoding::Utf8).unwrap(), b"\0");
    assert_eq!(findings(b"\xFE\xFF", Utf8Rfc2279).len(), 2);
    assert_eq!(findings(b"\xD8\x3D\xDE\x00", Encoding::Ucs2Be).len(), 2);
}
