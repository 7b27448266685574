//! Tests the charsets that have letters and marks as separate bytes: ANSEL and VNI.
#![cfg(feature = "legacy-charsets")]
mod marc8;

use utfkit::{
    Encoding, Finding, Kind,
    transcode::{Action, Policy, Transcoder, convert, convert_by, convert_with},
};

fn charset(label: &str) -> Encoding {
    label.parse().unwrap()
}

fn text(bytes: &[u8], label: &str) -> String {
    String::from_utf8(convert(bytes, charset(label), Encoding::Utf8).unwrap()).unwrap()
}

fn bytes(text: &str, label: &str) -> Option<Vec<u8>> {
    convert(text.as_bytes(), Encoding::Utf8, charset(label)).ok()
}

/// Converts in pieces of `size`, with room for one byte or character at a time.
fn in_pieces(src: &[u8], from: Encoding, to: Encoding, size: usize) -> Vec<u8> {
    let mut transcoder = Transcoder::new(from, to);
    let mut out = Vec::new();
    for piece in src.chunks(size) {
        transcoder.transcode_to_vec(piece, &mut out, false).unwrap();
    }
    transcoder.transcode_to_vec(b"", &mut out, true).unwrap();
    out
}

/// Texts in ANSEL. The bytes are those of Z39.47, GEDCOM 5.5 and MARC 21.
const ANSEL: [(&[u8], &str); 9] = [
    (b"Jos\xE2e", "José"),
    (b"\xE8A\xE8O\xE8U", "ÄÖÜ"),
    (b"\xF0c\xE4n\xEAa\xE9s", "çñåš"),
    (b"\xA1\xB1 \xA2\xB2 \xCF \xC8", "Łł Øø ß €"),
    // Two marks that compose with the letter, in the order of their codes.
    (b"Nguy\xE3\xE4en", "Nguyễn"),
    (b"\xF2\xE3a \xE3\xF2a", "ậ ậ"),
    // Marks that do not compose with the letter follow it.
    (b"\xEBt\xECs \xE2b", "t\u{FE20}s\u{FE21} b\u{301}"),
    (b"\xE2\xE2e \xE6\xF6n", "é\u{301} n\u{306}\u{332}"),
    (b"\xE2 ", " \u{301}"),
];

#[test]
fn ansel_has_marks_before_their_letter() {
    for (ansel, unicode) in ANSEL {
        assert_eq!(text(ansel, "ansel"), unicode);
        let written = bytes(unicode, "ansel").unwrap();
        assert_eq!(text(&written, "ansel"), unicode);
        if !unicode.contains('ậ') {
            assert_eq!(written, ansel, "{unicode}");
        }
    }
    assert_eq!(bytes("ậ", "ansel").unwrap(), b"\xF2\xE3a");
    // Only read: a second code of three letters.
    assert_eq!(text(b"\xC7\xCD\xCE", "ansel"), "ßeo");
}

#[test]
fn ansel_is_the_same_in_pieces() {
    let ansel = charset("ansel");
    let (all, unicode): (Vec<&[u8]>, Vec<&str>) = ANSEL.into_iter().unzip();
    let (all, unicode) = (all.join(&b'\n'), unicode.join("\n"));
    for size in 1..9 {
        assert_eq!(in_pieces(&all, ansel, Encoding::Utf8, size), unicode.as_bytes());
        let written = in_pieces(unicode.as_bytes(), Encoding::Utf8, ansel, size);
        assert_eq!(written, bytes(&unicode, "ansel").unwrap());
    }
}

/// Decomposed text would read back as composed text.
#[test]
fn ansel_rejects_marks_that_compose() {
    assert_eq!(bytes("e\u{301}", "ansel"), None);
    assert_eq!(bytes("\u{301}", "ansel"), None);
    assert_eq!(bytes("a\n\u{301}", "ansel"), None);
    assert_eq!(bytes("b\u{301}\u{301}", "ansel").unwrap(), b"\xE2\xE2b");
    let skipped = convert_with(
        "xe\u{301}\u{416}y".as_bytes(),
        Encoding::Utf8,
        charset("ansel"),
        Policy::Skip,
    );
    assert_eq!(skipped.unwrap().0, b"xey");
}

fn findings(src: &[u8], label: &str) -> (Vec<(u64, usize, Kind)>, String) {
    let mut found = Vec::new();
    let note = |finding: &Finding| {
        found.push((finding.offset(), finding.len(), finding.kind()));
        Action::Skip
    };
    let (out, _) = convert_by(src, charset(label), Encoding::Utf8, note).unwrap();
    (found, String::from_utf8(out).unwrap())
}

#[test]
fn marks_without_a_letter_are_errors() {
    use Kind::{InvalidByte, Truncated};
    assert_eq!(findings(b"a\xE2\nb", "ansel"), (vec![(1, 1, Truncated)], "a\nb".into()));
    assert_eq!(findings(b"a\xE2\xFFb", "ansel").0, [(1, 1, Truncated), (2, 1, InvalidByte)]);
    let (found, rest) = findings(b"a\xE2\xE1", "ansel");
    assert_eq!((found, &rest[..]), (vec![(1, 1, Truncated), (2, 1, Truncated)], "a"));
    // At most six marks.
    let (found, rest) = findings(b"\xF2\xF2\xF2\xF2\xF2\xF2\xF2\xF2x", "ansel");
    assert_eq!(found, [(0, 1, Truncated), (1, 1, Truncated)]);
    assert_eq!(rest, format!("x{}", "\u{323}".repeat(6)));
    assert_eq!(bytes(&rest, "ansel").unwrap(), b"\xF2\xF2\xF2\xF2\xF2\xF2x");
    assert_eq!(bytes(&format!("{rest}\u{323}"), "ansel"), None);
}

/// The letters of each row: a letter with the tones acute, grave, hook above, tilde and dot below.
const ROWS: [&str; 7] = ["áàảãạ", "éèẻẽẹ", "óòỏõọ", "úùủũụ", "ýỳỷỹ", "ớờởỡợ", "ứừửữự"];

#[test]
fn vni_has_marks_after_their_letter() {
    let sample = "Trong tröôøng hôïp caùc baïn khoâng theå chaïy ñöôïc";
    let sample: Vec<u8> = sample.chars().map(|c| c as u8).collect();
    assert_eq!(text(&sample, "vni"), "Trong trường hợp các bạn không thể chạy được");
    let latin = |text: &str| text.chars().map(|c| c as u8).collect::<Vec<u8>>();
    for (row, letter) in ROWS.iter().zip("aeouyôö".chars()) {
        for (unicode, mark) in row.chars().zip("ùøûõï".chars()) {
            let vni = latin(&format!("{letter}{mark}"));
            assert_eq!(text(&vni, "vni"), unicode.to_string());
            assert_eq!(bytes(&unicode.to_string(), "vni").unwrap(), vni);
            let capital: Vec<u8> = vni.iter().map(|byte| byte - 0x20).collect();
            let unicode = unicode.to_uppercase().to_string();
            assert_eq!(text(&capital, "vni"), unicode);
            assert_eq!(bytes(&unicode, "vni").unwrap(), capital);
            // The other case of the mark is read.
            assert_eq!(text(&[capital[0], vni[1]], "vni"), unicode);
        }
    }
    let shapes = [
        ("a", "âáàåãä", "âấầẩẫậ"),
        ("e", "âáàåãä", "êếềểễệ"),
        ("o", "âáàåãä", "ôốồổỗộ"),
        ("a", "êéèúüë", "ăắằẳẵặ"),
    ];
    for (letter, marks, row) in shapes {
        for (mark, unicode) in marks.chars().zip(row.chars()) {
            let vni = latin(&format!("{letter}{mark}"));
            assert_eq!(text(&vni, "vni"), unicode.to_string());
            assert_eq!(bytes(&unicode.to_string(), "vni").unwrap(), vni);
        }
    }
    assert_eq!(bytes("íìỉĩị ỵ đ ơư Đ", "vni").unwrap(), latin("íìæóò î ñ ôö Ñ"));
}

#[test]
fn vni_marks_need_a_letter_that_has_them() {
    use Kind::Unassigned;
    assert_eq!(findings(b"b\xF9", "vni"), (vec![(1, 1, Unassigned)], "b".into()));
    assert_eq!(findings(b"u\xE2", "vni"), (vec![(1, 1, Unassigned)], "u".into()));
    assert_eq!(findings(b"a\xF9\xF9", "vni"), (vec![(2, 1, Unassigned)], "á".into()));
    assert_eq!(text(b"a", "vni"), "a");
    for size in 1..4 {
        let src = b"ba\xF9n a\xE1 \x93a\x94";
        let out = in_pieces(src, charset("vni"), Encoding::Utf8, size);
        assert_eq!(out, "bán ấ “a”".as_bytes());
    }
    for text in ["ĕ", "ç", "ñ", "ḍ", "ế\u{301}"] {
        assert_eq!(bytes(text, "vni"), None, "{text}");
    }
}

/// Codes of JIS X 0213 that are two characters, which the Japanese EBCDIC of IBM has too.
#[test]
fn ebcdic_has_codes_of_two_characters() {
    for label in ["cp1390", "cp1399", "cp1399-s390"] {
        let encoding = charset(label);
        let pairs = b"\x0E\xEC\xB5\xEC\xC2\xEC\xC3\xEC\xCD\x0F";
        let unicode = "か\u{309A}ㇷ\u{309A}æ\u{300}˥˩";
        assert_eq!(text(pairs, label), unicode);
        for size in 1..6 {
            assert_eq!(in_pieces(pairs, encoding, Encoding::Utf8, size), unicode.as_bytes());
            for text in [unicode, "か", "かか\u{309A}か", "aか", "かa", "か\u{309A}a\u{300}"]
            {
                let written = in_pieces(text.as_bytes(), Encoding::Utf8, encoding, size);
                let read = in_pieces(&written, encoding, Encoding::Utf8, size);
                assert_eq!(read, text.as_bytes(), "{label} {text}");
            }
        }
        assert_eq!(bytes("か\u{309A}", label).unwrap(), b"\x0E\xEC\xB5\x0F");
        // The second one has a code of its own, so two codes are written.
        assert_eq!(bytes("æ\u{300}", label).unwrap().len(), 6);
        // A mark that no pair has.
        assert_eq!(bytes("あ\u{309A}", label), None);
        use Kind::Truncated;
        assert_eq!(findings(b"\x0E\xEC\x0F", label).0, [(1, 1, Truncated)]);
    }
    use Kind::InvalidByte;
    assert_eq!(
        findings(b"\x0E\xEC\xB5\x0F", "cp939").0,
        [(1, 1, InvalidByte), (2, 1, InvalidByte)]
    );
}

#[test]
fn iso_6937_has_accents_before_letters_of_its_list() {
    use Kind::{Truncated, Unassigned};
    for label in ["iso_6937", "iso_6937-2", "t.61", "ansi_x3.110"] {
        let (bytes, text) = (|text| bytes(text, label), |src: &[u8]| text(src, label));
        assert_eq!(text(b"Gar\xCBcon \xCFS\xCDo\xC2 "), "Garçon Šő´");
        assert_eq!(bytes("Garçon Šő´").unwrap(), b"Gar\xCBcon \xCFS\xCDo\xC2 ");
        assert_eq!([bytes("Ĕ"), bytes("ǹ"), bytes("e\u{301}")], [None, None, None]);
        assert_eq!(findings(b"\xC2a\xC6e", label), (vec![(2, 2, Unassigned)], "á".into()));
        assert_eq!(
            findings(b"\xC2\n\xC2\xC2a\xC2", label).0,
            [(0, 1, Truncated), (2, 1, Truncated), (5, 1, Truncated)]
        );
        for size in 1..4 {
            let src = b"\xC2e\xC8u\xCA \xC2z";
            let read = in_pieces(src, charset(label), Encoding::Utf8, size);
            assert_eq!(read, "éü˚ź".as_bytes());
        }
    }
    // It also has a byte for the tilde.
    assert_eq!(bytes("~", "iso_6937-2").unwrap(), b"~");
    assert_eq!(text(b"\xC4 ", "iso_6937-2"), "~");
}
