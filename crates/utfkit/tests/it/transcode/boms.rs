//! Tests BOMs against RFC 2781 section 4, RFC 3629 section 6 and the table of `BomPolicy`.
use crate::oracle::{BOMS, Case, POLICIES, PolicyKind, check, expected};
use utfkit::{
    Encoding, Finding, Kind,
    encoding::{Bom, BomPolicy, BomRule, ByteOrder},
    transcode::{Policy, Transcoder, convert},
};

use BomPolicy::{Add, Auto, Forbid, Keep, Require, Strip};
use Encoding::{
    Cesu8, Iso8859_1, JavaModifiedUtf8, Ucs2, Ucs2Be, Ucs2Le, Ucs4, Ucs4Be, Ucs4Le, Unicode11,
    Unicode11Utf8, UsAscii, Utf8, Utf8Rfc2279, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
    Wtf8,
};

/// Converts strictly with a BOM policy.
fn with(bom: BomPolicy, from: Encoding, to: Encoding, bytes: &[u8]) -> Result<Vec<u8>, Finding> {
    let mut out = Vec::new();
    let mut transcoder = Transcoder::new(from, to).bom(bom);
    transcoder.transcode_to_vec(bytes, &mut out, true)?;
    Ok(out)
}

/// Returns `text` in `encoding`, without a BOM, and big-endian if the encoding does not fix the
/// order.
fn plain(text: &str, encoding: Encoding) -> Vec<u8> {
    with(Forbid, Utf8, encoding, text.as_bytes()).unwrap()
}

/// The encodings that have BOMs.
const WITH_BOMS: [Encoding; 8] =
    [Utf8, Utf16, Utf32, Utf8Rfc2279, Cesu8, Ucs2, Ucs4, Unicode11Utf8];

#[test]
fn a_swapped_bom_under_a_label_that_fixes_the_order_is_an_error() {
    for (encoding, bytes, rest) in [
        (Utf16Be, &b"\xFF\xFE\x41\0"[..], "\u{4100}"),
        (Utf16Le, b"\xFE\xFF\0\x41", "\u{4100}"),
        (Utf32Be, b"\xFF\xFE\0\0\0\0\0\x41", "A"),
        (Utf32Le, b"\0\0\xFE\xFF\x41\0\0\0", "A"),
        (Ucs2Be, b"\xFF\xFE\x51\0", "\u{5100}"),
        (Ucs2Le, b"\xFE\xFF\0\x51", "\u{5100}"),
        (Unicode11, b"\xFF\xFE\x51\0", "\u{5100}"),
        (Ucs4Be, b"\xFF\xFE\0\0\0\0\0\x41", "A"),
        (Ucs4Le, b"\0\0\xFE\xFF\x41\0\0\0", "A"),
    ] {
        for policy in [Auto, Keep, Strip, Add, Require, Forbid] {
            let error = with(policy, encoding, Utf8, bytes).unwrap_err();
            assert_eq!((error.offset(), error.kind()), (0, Kind::SwappedBom), "{encoding}");
            let len = if matches!(encoding, Utf32Be | Utf32Le | Ucs4Be | Ucs4Le) { 4 } else { 2 };
            assert_eq!(error.bytes(), &bytes[..len]);
        }
        let mut transcoder = Transcoder::new(encoding, Utf8).policy(Policy::Skip);
        let mut out = Vec::new();
        transcoder.transcode_to_vec(bytes, &mut out, true).unwrap();
        assert_eq!(out, rest.as_bytes(), "the label decides how the rest is read");
    }
}

#[test]
fn the_bom_comes_before_the_replacement_of_a_swapped_one() {
    let bytes = b"\xFF\xFE\0a";
    for (policy, to, expected) in [
        (Add, Utf8, "\u{FEFF}\u{FFFD}a".as_bytes()),
        (Auto, Utf16, b"\xFE\xFF\xFF\xFD\0a"),
        (Add, Utf16, b"\xFE\xFF\xFF\xFD\0a"),
    ] {
        let mut transcoder = Transcoder::new(Utf16Be, to).policy(Policy::Replace).bom(policy);
        let mut out = Vec::new();
        transcoder.transcode_to_vec(bytes, &mut out, true).unwrap();
        assert_eq!(out, expected, "{policy:?} to {to}");
    }
}

#[test]
fn utf_16_and_utf_32_follow_their_bom() {
    for (encoding, bytes) in [
        (Utf16, &b"\xFE\xFF\0A\x20\xAC"[..]),
        (Utf16, b"\xFF\xFEA\0\xAC\x20"),
        (Utf16, b"\0A\x20\xAC"),
        (Utf32, b"\0\0\xFE\xFF\0\0\0A\0\0\x20\xAC"),
        (Utf32, b"\xFF\xFE\0\0A\0\0\0\xAC\x20\0\0"),
        (Utf32, b"\0\0\0A\0\0\x20\xAC"),
    ] {
        assert_eq!(convert(bytes, encoding, Utf8).unwrap(), "A\u{20AC}".as_bytes());
    }
    // UTF-16 that begins with U+0000 is not UTF-32, if the label says UTF-16.
    assert_eq!(convert(b"\xFF\xFE\0\0", Utf16, Utf8).unwrap(), b"\0");
}

#[test]
fn the_order_without_a_bom_is_an_option() {
    for (from, bytes) in [(Utf16, &b"A\0"[..]), (Utf32, b"A\0\0\0")] {
        let mut transcoder = Transcoder::new(from, Utf8).input_order(ByteOrder::Little);
        let mut out = Vec::new();
        transcoder.transcode_to_vec(bytes, &mut out, true).unwrap();
        assert_eq!(out, b"A");
    }
    // A BOM overrides the option.
    let mut transcoder = Transcoder::new(Utf16, Utf8).input_order(ByteOrder::Little);
    let mut out = Vec::new();
    transcoder.transcode_to_vec(b"\xFE\xFF\0A", &mut out, true).unwrap();
    assert_eq!(out, b"A");
    // The order of the output is an option too, and its BOM follows it.
    for (to, bytes) in [(Utf16, &b"\xFF\xFEA\0"[..]), (Utf32, b"\xFF\xFE\0\0A\0\0\0")] {
        let mut transcoder = Transcoder::new(Utf8, to).output_order(ByteOrder::Little);
        let mut out = Vec::new();
        transcoder.transcode_to_vec(b"A", &mut out, true).unwrap();
        assert_eq!(out, bytes);
    }
    // Fixed orders stay fixed.
    let mut transcoder = Transcoder::new(Utf16Be, Utf16Be)
        .input_order(ByteOrder::Little)
        .output_order(ByteOrder::Little);
    let mut out = Vec::new();
    transcoder.transcode_to_vec(b"\0A", &mut out, true).unwrap();
    assert_eq!(out, b"\0A");
}

#[test]
fn labels_that_fix_the_order_have_no_bom_under_any_policy() {
    let bare = crate::oracle::KNOWN.into_iter().filter(|encoding| !WITH_BOMS.contains(encoding));
    for to in bare {
        assert_eq!(to.bom_rule(), BomRule::Never);
        for policy in [Auto, Keep, Strip, Add] {
            for from in WITH_BOMS {
                let bytes = with(Add, Utf8, from, b"A").unwrap();
                assert_eq!(with(policy, from, to, &bytes).unwrap(), plain("A", to));
            }
        }
        // When reading, an initial U+FEFF is text.
        if !matches!(to, UsAscii | Iso8859_1) {
            let bytes = plain("\u{FEFF}A", to);
            for policy in [Auto, Keep, Strip, Forbid] {
                let out = with(policy, to, Utf8, &bytes).unwrap();
                assert_eq!(out, "\u{FEFF}A".as_bytes(), "{policy:?} from {to}");
            }
        }
    }
}

/// Tests the table: the output of each policy for text with and without a BOM.
#[test]
fn the_table_of_policies() {
    let mark = |written: bool| if written { "\u{FEFF}" } else { "" };
    for from in WITH_BOMS {
        for to in WITH_BOMS {
            let (bare, marked) = (plain("A\u{E9}", from), plain("\u{FEFF}A\u{E9}", from));
            let calls_for_one = matches!(to, Utf16 | Utf32 | Ucs2 | Ucs4);
            for (policy, without, with_one) in [
                (Auto, calls_for_one, calls_for_one || from == to),
                (Keep, false, true),
                (Strip, false, false),
                (Add, true, true),
                (Forbid, false, true),
            ] {
                let text = |written| plain(&format!("{}A\u{E9}", mark(written)), to);
                let name = format!("{policy:?}, {from} to {to}");
                assert_eq!(with(policy, from, to, &bare).unwrap(), text(without), "{name}");
                assert_eq!(with(policy, from, to, &marked).unwrap(), text(with_one), "{name}");
            }
            let required = with(Require, from, to, &marked).unwrap();
            assert_eq!(required, with(Auto, from, to, &marked).unwrap());
            let missing = with(Require, from, to, &bare).unwrap_err();
            assert_eq!((missing.kind(), missing.offset()), (Kind::MissingBom, 0));
            assert_eq!(missing.bytes(), []);
        }
    }
}

#[test]
fn a_missing_bom_is_reported_once_under_any_policy() {
    for policy in [Policy::Strict, Policy::Replace, Policy::Skip, Policy::Escape] {
        let mut transcoder = Transcoder::new(Utf8, Utf16).policy(policy).bom(Require);
        let mut out = Vec::new();
        let missing = transcoder.transcode_to_vec(b"A", &mut out, true).unwrap_err();
        assert_eq!((missing.kind(), transcoder.offset()), (Kind::MissingBom, 0));
        assert_eq!(out, b"", "nothing is written of what may be wrong");
        transcoder.transcode_to_vec(b"A", &mut out, true).unwrap();
        assert_eq!(out, b"\xFE\xFF\0A");
    }
    assert_eq!(with(Require, Utf8, Utf8, b"").unwrap_err().kind(), Kind::MissingBom);
    // If an encoding does not have BOMs, none can be required.
    assert_eq!(with(Require, UsAscii, Utf8, b"A").unwrap_err().kind(), Kind::MissingBom);
}

#[test]
fn forbid_reads_an_initial_zero_width_no_break_space() {
    for from in WITH_BOMS {
        let bytes = plain("\u{FEFF}A", from);
        let mut transcoder = Transcoder::new(from, Utf8).bom(Forbid);
        let mut out = Vec::new();
        transcoder.transcode_to_vec(&bytes, &mut out, true).unwrap();
        assert_eq!(out, "\u{FEFF}A".as_bytes());
        assert!(!transcoder.found_bom());
        assert_eq!(
            with(Forbid, from, UsAscii, &bytes).unwrap_err().kind(),
            Kind::Unencodable { value: 0xFEFF }
        );
    }
}

#[test]
fn elsewhere_it_is_text() {
    let text = "A\u{FEFF}B\u{FEFF}";
    for from in crate::oracle::KNOWN {
        if matches!(from, UsAscii | Iso8859_1) {
            continue;
        }
        for policy in [Auto, Keep, Strip, Forbid] {
            let out = with(policy, from, Utf8, &plain(text, from)).unwrap();
            assert_eq!(out, text.as_bytes(), "{policy:?} from {from}");
        }
    }
    // The same holds after a BOM: only the first U+FEFF is one.
    for from in WITH_BOMS {
        for policy in [Auto, Strip, Require] {
            let out = with(policy, from, Utf16Be, &plain("\u{FEFF}\u{FEFF}A", from)).unwrap();
            assert_eq!(out, plain("\u{FEFF}A", Utf16Be), "{policy:?} from {from}");
        }
    }
}

#[test]
fn text_that_begins_with_the_character_keeps_it() {
    for (from, bytes) in [(Utf16Be, b"\xFE\xFF\0A"), (Utf16Le, b"\xFF\xFEA\0")] {
        let signed = convert(bytes, from, Utf16).unwrap();
        assert_eq!(signed, b"\xFE\xFF\xFE\xFF\0A");
        assert_eq!(convert(&signed, Utf16, from).unwrap(), bytes);
    }
}

#[test]
fn utf_8_with_a_bom_gives_one() {
    let bytes = b"\xEF\xBB\xBFA";
    assert_eq!(convert(bytes, Utf8, Utf16).unwrap(), b"\xFE\xFF\0A");
    assert_eq!(convert(bytes, Utf8, Utf32).unwrap(), b"\0\0\xFE\xFF\0\0\0A");
    assert_eq!(convert(bytes, Utf8, Utf8).unwrap(), bytes);
    assert_eq!(convert(b"A", Utf8, Utf8).unwrap(), b"A");
    assert_eq!(convert(bytes, Utf8, Utf16Le).unwrap(), b"A\0");
    assert_eq!(convert(b"\xFE\xFF\0A", Utf16, Utf8).unwrap(), b"A");
}

#[test]
fn a_stream_of_a_bom_alone_and_an_empty_one() {
    for from in WITH_BOMS {
        let mark = plain("\u{FEFF}", from);
        assert_eq!(convert(&mark, from, from).unwrap(), mark);
        assert_eq!(convert(&mark, from, Utf16Be).unwrap(), b"");
        assert_eq!(with(Add, from, Utf8, b"").unwrap(), "\u{FEFF}".as_bytes());
        for to in crate::oracle::KNOWN {
            for policy in [Auto, Keep, Strip, Forbid] {
                assert_eq!(with(policy, from, to, b"").unwrap(), b"", "{policy:?} to {to}");
            }
        }
    }
}

#[test]
fn a_bom_is_recognized_by_its_bytes() {
    for (bytes, encoding) in [
        (&b"\xEF\xBB\xBF"[..], Some(Utf8)),
        (b"\xFE\xFF", Some(Utf16)),
        (b"\xFF\xFE", Some(Utf16)),
        (b"\xFF\xFE\0", Some(Utf16)),
        (b"\xFF\xFE\0\0", Some(Utf32)),
        (b"\0\0\xFE\xFF", Some(Utf32)),
        (b"\0\0\xFE", None),
        (b"\xEF\xBB", None),
        (b"\xFE", None),
        (b"", None),
    ] {
        assert_eq!(Bom::of(bytes).map(Bom::encoding), encoding, "{bytes:02X?}");
    }
}

/// Tests every stream of up to four of the bytes of BOMs, cut everywhere.
#[test]
fn every_short_stream_at_every_split() {
    let alphabet = |from| match from {
        Utf8 | Utf8Rfc2279 | Cesu8 | JavaModifiedUtf8 | Wtf8 | Unicode11Utf8 => {
            &b"\xEF\xBB\xBFa"[..]
        }
        UsAscii | Iso8859_1 => b"\xEFa",
        _ => b"\0\xFE\xFFa",
    };
    // One byte more for the forms of four bytes and in release builds.
    let longest = if cfg!(debug_assertions) { 4 } else { 5 };
    for from in crate::oracle::KNOWN {
        let mut streams = vec![Vec::new()];
        let mut longer = streams.clone();
        for _ in 0..longest {
            let append = |stream: &Vec<u8>| {
                let stream = stream.clone();
                alphabet(from).iter().map(move |&byte| [&stream[..], &[byte]].concat())
            };
            longer = longer.iter().flat_map(append).collect();
            streams.extend(longer.iter().cloned());
        }
        for to in [Utf8, Utf16, Utf16Le, Utf32, UsAscii] {
            for (at, bom) in BOMS.into_iter().enumerate() {
                for (index, bytes) in streams.iter().enumerate() {
                    let how = if index % 3 == 0 {
                        PolicyKind::Strict
                    } else {
                        POLICIES[(index + at) % 6]
                    };
                    let input_order = [ByteOrder::Big, ByteOrder::Little][index % 2];
                    let case = Case { bom, input_order, ..Case::new(from, to, how) };
                    let report = expected(case, bytes);
                    let room = 4 + index % 3;
                    for cut in 0..=bytes.len() {
                        let (left, right) = bytes.split_at(cut);
                        check(case, &report, &[left, right], room, false);
                    }
                    let singles = bytes.chunks(1).chain([&b""[..]]).collect::<Vec<_>>();
                    check(case, &report, &singles, room, false);
                }
            }
        }
    }
}
