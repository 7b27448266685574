//! Tests of MARC-8, whose sets are designated by escape sequences and have marks before letters, and of
//! ISO-IR-165.
#![cfg(feature = "legacy-charsets")]
use std::fs;

use utfkit::{
    Encoding, Finding, Kind,
    transcode::{Action, convert, convert_by},
};

const MARC: &str = "marc-8";

fn charset(label: &str) -> Encoding {
    label.parse().unwrap()
}

fn text(bytes: &[u8], label: &str) -> Option<String> {
    String::from_utf8(convert(bytes, charset(label), Encoding::Utf8).ok()?).ok()
}

fn bytes(text: &str, label: &str) -> Option<Vec<u8>> {
    convert(text.as_bytes(), Encoding::Utf8, charset(label)).ok()
}

fn findings(src: &[u8]) -> (Vec<(u64, usize, Kind)>, String) {
    let mut found = Vec::new();
    let note = |finding: &Finding| {
        found.push((finding.offset(), finding.len(), finding.kind()));
        Action::Skip
    };
    let (out, _) = convert_by(src, charset(MARC), Encoding::Utf8, note).unwrap();
    (found, String::from_utf8(out).unwrap())
}

/// Texts, and the bytes that the writer writes. The codes are those of the tables of the Library of
/// Congress.
const WRITTEN: [(&[u8], &str); 16] = [
    (b"Jos\xE2e \xA1\xB1 \xC7 \xC8", "José Łł ß €"),
    (b"\x1B(NpRI\x1B(B\n", "При\n"),
    // The mark is in G1, and the letter in G0.
    (b"\x1B(N\xE2EA\x1B(B", "е\u{301}а"),
    (b"\x1B(NWS\x1B(QD\x1B(B", "всё"),
    (b"\x1B(S\x22a\x1B(B", "ά"),
    (b"\x1B(S\x25\x21\x27a\x1B(B", "ᾂ"),
    (b"\x1B(2\x4D\x79\x1B(B", "ש\u{5C1}"),
    (b"\x1B(3\x6E\x48 \x48\x1B(B", "ب\u{64E} ب"),
    (b"\x1B(4)\x1B(B", "پ"),
    (b"\x1B$1!0! !0!\x1B(Ba", "一 一a"),
    (b"\x1B$1!uY\x1B(B", "\u{212C4}"),
    (b"x\x1Bp2\x1BsH\x1Bb2\x1BsO", "x²H₂O"),
    // A control or a backslash ends the set.
    (b"\x1B(Np\x1B(B\x1Fa\x1B(Np\x1B(B\\", "П\u{1F}aП\\"),
    (b"Nguy\xE3\xE4en \x88The\x89", "Nguyễn \u{98}The\u{9C}"),
    // Digits and signs are in most sets.
    (b"(\x1B(Np1)\x1B(Bz", "(П1)z"),
    (b"", ""),
];

#[test]
fn marc_8_designates_sets() {
    for (marc, unicode) in WRITTEN {
        assert_eq!(text(marc, MARC).as_deref(), Some(unicode), "{marc:X?}");
        assert_eq!(bytes(unicode, MARC).as_deref(), Some(marc), "{unicode}");
    }
    let read: [(&[u8], &str); 10] = [
        (b"\x1B(N\xE6I", "й"),
        (b"\x1B,Np\x1B,Bp", "Пp"),
        (b"\x1B)N\xF0a\x1B)!E\xA1", "ПaŁ"),
        (b"\x1B-Q\xC4\x1B-E\xA1", "ёŁ"),
        (b"\x1B$,1!0!\x1Bsa", "一a"),
        (b"\x1B$)1\xA1\xB0\xA1a", "一a"),
        (b"\x1B$-1\xA1\xB0\xA1\x1B)!E\xA1", "一Ł"),
        (b"\x1Bga\x1Bsa", "αa"),
        // A line, a subfield, a field and a record begin with the first sets.
        (b"\x1B(Np\np\x1B(Np\x1Fp\x1B(Np\x1Ep\x1B(Np\x1Dp", "П\npП\u{1F}pП\u{1E}pП\u{1D}p"),
        (b"\x1B(2\x1B(B\x1B(Np", "П"),
    ];
    for (marc, unicode) in read {
        assert_eq!(text(marc, MARC).as_deref(), Some(unicode), "{marc:X?}");
    }
}

#[test]
fn marc_8_has_errors_with_positions() {
    use Kind::{BadEscape, InvalidByte, Truncated, Unassigned};
    assert_eq!(findings(b"a\x1B(Xb"), (vec![(1, 1, BadEscape)], "a(Xb".into()));
    assert_eq!(findings(b"a\x1B$,"), (vec![(1, 1, BadEscape)], "a$,".into()));
    assert_eq!(findings(b"\x1B$1!0"), (vec![(3, 2, Truncated)], String::new()));
    assert_eq!(findings(b"\x1B$1!0\n!"), (vec![(3, 2, Truncated)], "\n!".into()));
    assert_eq!(findings(b"\x1B$1~~~!0!"), (vec![(3, 3, Unassigned)], "一".into()));
    assert_eq!(findings(b"\x1B(2~`"), (vec![(3, 1, Unassigned)], "א".into()));
    assert_eq!(findings(b"\xFF\xE2\x1B(Np").0, [(0, 1, InvalidByte), (1, 1, Truncated)]);
    assert_eq!(findings(b"\xE2\nb"), (vec![(0, 1, Truncated)], "\nb".into()));
}

/// Text that would read back as another one, or that no set has.
#[test]
fn marc_8_rejects_what_it_cannot_read_back() {
    for text in
        ["e\u{301}", "α\u{301}", "\u{301}", "一\u{301}", "ก", "\u{1F600}", "a\u{5C1}", "\u{1B}"]
    {
        assert_eq!(bytes(text, MARC), None, "{text:?}");
    }
    assert!(bytes("b\u{301}\u{301}\u{301}", MARC).is_some());
    assert_eq!(bytes("b\u{301}\u{301}\u{301}\u{301}", MARC), None);
}

/// All texts that the reader can return for one letter after one designation are written again.
#[test]
fn each_byte_of_each_set_reads_back() {
    let sets = ["(B", "(!E", "(N", "(Q", "(S", "(2", "(3", "(4", "p", "b", "g"];
    let mut characters = 0;
    for (set, byte) in sets.iter().flat_map(|set| (0x21..0x7F_u8).map(move |byte| (set, byte))) {
        // A space is the letter of a mark.
        let marc = [&b"\x1B"[..], set.as_bytes(), &[byte, b' ']].concat();
        let Some(read) = text(&marc, MARC) else { continue };
        characters += 1;
        let written = bytes(&read, MARC).unwrap_or_else(|| panic!("{read:?}"));
        assert_eq!(text(&written, MARC), Some(read));
    }
    // The counts of the tables: 94, 65 without the controls, 94, 42, 73, 78, 83, 90, 14, 14 and 3.
    assert_eq!(characters, 650);
}

/// Codes whose characters differ in the two sources that were compared. `own/pages.txt` and
/// `own/eacc.txt` of `cargo xtask charsets` give the reasons.
const OTHERWISE: [u32; 14] = [
    0xEB, 0xEC, 0xFA, 0xFB, 0x21_4339, 0x21_5061, 0x21_5C32, 0x21_5F71, 0x4B_333E, 0x4B_4B3E,
    0x4B_5F58, 0x4B_7421, 0x1B, 0x7F,
];

/// `UTFKIT_MARC` must name the file `codetables.xml` of the Library of Congress, or that of MARC4J.
///
/// ```sh
/// UTFKIT_MARC=codetables.xml cargo test --release -p utfkit --features legacy-charsets --test it marc8 -- --ignored
/// ```
#[test]
#[ignore = "needs the code tables of the Library of Congress"]
fn marc_8_is_as_in_the_tables_of_the_library_of_congress() {
    let tables = fs::read_to_string(std::env::var("UTFKIT_MARC").unwrap()).unwrap();
    let field = |text: &str, name: &str| {
        let (_, rest) = text.split_once(&format!("<{name}>"))?;
        u32::from_str_radix(rest.split_once('<')?.0, 16).ok()
    };
    let (mut codes, mut seconds) = (0, 0);
    for set in tables.split("<characterSet ").skip(1) {
        let (_, name) = set.split_once("ISOcode=\"").unwrap();
        let escape = match name.split_once('"').unwrap().0 {
            "31" => "$1".to_owned(),
            "45" => "(!E".to_owned(),
            code => {
                let name = char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap();
                if "gpb".contains(name) { name.to_string() } else { format!("({name}") }
            }
        };
        for entry in set.split("<code>").skip(1) {
            let Some((code, value)) = field(entry, "marc").zip(field(entry, "ucs")) else {
                continue;
            };
            if OTHERWISE.contains(&code) || code < 0x20 {
                continue;
            }
            let controls = matches!(code, 0x80..0xA0);
            let low = code.to_be_bytes().map(|byte| if controls { byte } else { byte & 0x7F });
            let code = low.strip_prefix(&[0]).map(|code| code.iter().filter(|byte| **byte != 0));
            let code: Vec<u8> = code.unwrap().copied().collect();
            let marc = [&b"\x1B"[..], escape.as_bytes(), &code, b" "].concat();
            let character = char::from_u32(value).unwrap();
            let read = text(&marc, MARC).unwrap_or_else(|| panic!("{marc:X?}"));
            let expected = [format!("{character} "), format!(" {character}")];
            assert!(expected.contains(&read), "{marc:X?} is {read:?}, expected U+{value:04X}");
            let written = bytes(&read, MARC).unwrap_or_else(|| panic!("{marc:X?} {read:?}"));
            assert_eq!(text(&written, MARC), Some(read));
            codes += 1;
            seconds += usize::from(!written.windows(code.len()).any(|part| part == code));
        }
    }
    println!(
        "{codes} codes are as in the tables; {seconds} have a character that another code has"
    );
    assert!(codes > 16_300, "{codes}");
}

#[test]
fn iso_ir_165_extends_gb_2312() {
    for label in ["cn-gb-isoir165", "iso-2022-cn-ext"] {
        for character in "啊ɡg中ḿ".chars().map(String::from) {
            let written = bytes(&character, label).unwrap_or_else(|| panic!("{label} {character}"));
            assert_eq!(text(&written, label), Some(character));
        }
    }
    // GB 2312, the rows of ISO-IR-165, and the row of ASCII, which is only read.
    assert_eq!(text(b"\xB0\xA1\xA3\xE7\xA8\xBB\xAA\xC1", "cn-gb-isoir165").unwrap(), "啊ɡɑA");
    assert_eq!(bytes("啊ɡɑA", "cn-gb-isoir165").unwrap(), b"\xB0\xA1\xA3\xE7\xA8\xBBA");
    assert_eq!(text(b"\x1B$)E\x0E0!#g\x0F", "iso-2022-cn-ext").unwrap(), "啊ɡ");
    let mut codes = 0;
    for (row, column) in
        (0xA1..=0xFE).flat_map(|row| (0xA1..=0xFE).map(move |column| (row, column)))
    {
        let Some(read) = text(&[row, column], "cn-gb-isoir165") else { continue };
        codes += 1;
        let written = bytes(&read, "cn-gb-isoir165").unwrap();
        assert_eq!(text(&written, "cn-gb-isoir165"), Some(read));
    }
    assert_eq!(codes, 8_389);
}
