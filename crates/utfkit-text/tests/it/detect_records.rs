//! Tests the detection of files of records whose header has a code for the encoding: MARC 21 and dBASE.
#![cfg(feature = "charsets")]

use utfkit::{
    Encoding,
    transcode::{self, Policy, convert_with},
};
use utfkit_text::{
    detect::{Detection, Detector, Evidence, Verdict, detect},
    receivers::Format,
};

/// Returns a record of MARC 21 with fields, whose byte 9 is `code`.
fn marc(fields: &[(&str, &[u8])], code: u8) -> Vec<u8> {
    let (mut directory, mut data) = (Vec::new(), Vec::new());
    for (tag, field) in fields {
        directory.extend(format!("{tag}{:04}{:05}", field.len() + 1, data.len()).bytes());
        data.extend(*field);
        data.push(0x1E);
    }
    let base = 24 + directory.len() + 1;
    let len = base + data.len() + 1;
    let leader = format!("{len:05}cam {}22{base:05} a 4500", char::from(code));
    [leader.as_bytes(), &directory, b"\x1E", &data, b"\x1D"].concat()
}

/// Returns a table of dBASE with fields for a name and a town.
fn table(driver: u8, rows: &[(&str, &str)], charset: &str) -> Vec<u8> {
    let encoding: Encoding = charset.parse().unwrap();
    let mut table = vec![0; 97];
    table[..4].copy_from_slice(&[0x03, 126, 11, 29]);
    table[4] = rows.len() as u8;
    table[8] = 97;
    table[10] = 61;
    table[29] = driver;
    for (at, name) in [(32, b"NAME"), (64, b"TOWN")] {
        table[at..at + 4].copy_from_slice(name);
        table[at + 11] = b'C';
        table[at + 16] = 30;
    }
    table[96] = b'\r';
    for (name, town) in rows {
        table.push(b' ');
        for text in [name, town] {
            let mut field =
                convert_with(text.as_bytes(), Encoding::Utf8, encoding, Policy::Strict).unwrap().0;
            field.resize(30, b' ');
            table.extend(field);
        }
    }
    table.push(0x1A);
    table
}

const RUSSIAN: [(&str, &str); 3] =
    [("Иван Петров", "Москва"), ("Мария Кузнецова", "Казань"), ("Ольга Белова", "Нижний Новгород")];

/// Returns the answer, which must be the same for all pieces.
fn answer(bytes: &[u8]) -> Detection {
    let whole = detect(bytes);
    for size in [1, 7, 64] {
        let mut detector = Detector::new();
        bytes.chunks(size).for_each(|piece| detector.feed(piece));
        assert_eq!(detector.finish(), whole);
    }
    whole
}

fn name(detection: &Detection) -> Option<&'static str> {
    detection.encoding().map(Encoding::name)
}

const MARC_8: &[u8] = b"10\x1FaCien a\xE4nos de soledad /\x1FcGabriel Garc\xE2ia M\xE2arquez.";

#[test]
fn the_leader_of_marc_decides_between_marc_8_and_utf_8() {
    let marc_8 = "marc-8".parse().unwrap();
    let author: &[u8] = b"1 \x1FaGarc\xE2ia M\xE2arquez, Gabriel,\x1Fd1927-2014.";
    let old = answer(&marc(&[("001", b"ocm1"), ("100", author), ("245", MARC_8)], b' '));
    assert_eq!((name(&old), old.verdict()), (Some("marc-8"), Verdict::Likely));
    assert!(old.evidence().contains(&Evidence::Declared(Format::Marc, marc_8)), "{old:?}");
    assert_eq!(old.declared().unwrap().label, "MARC-8");

    // All bytes are below 80, but some are Cyrillic and Chinese.
    let escaped = b"10\x1Fa\x1B(NwOJNA I MIR\x1B(B /\x1Fc\x1B$1!0!\x1B(B.";
    let escaped = answer(&marc(&[("245", escaped)], b' '));
    assert_eq!((name(&escaped), escaped.verdict()), (Some("marc-8"), Verdict::Likely));
    assert!(escaped.confidence() > 0.95);
    // An escape sequence that MARC-8 does not have.
    let other = answer(&marc(&[("245", b"10\x1Fa\x1B[1mx")], b' '));
    assert_eq!(name(&other), Some("us-ascii"));

    let spanish = "10\x1FaCien años de soledad".as_bytes();
    let new = answer(&marc(&[("245", spanish)], b'a'));
    assert_eq!((name(&new), new.verdict()), (Some("utf-8"), Verdict::Proven));
    assert_eq!(new.declared().unwrap().label, "UTF-8");
    let wrong = answer(&marc(&[("245", spanish)], b' '));
    assert_eq!((name(&wrong), wrong.verdict()), (Some("utf-8"), Verdict::Proven));
    assert!(wrong.evidence().contains(&Evidence::Overruled(Format::Marc, marc_8)), "{wrong:?}");
    let plain = answer(&marc(&[("245", b"10\x1FaPlain")], b' '));
    assert_eq!((name(&plain), plain.verdict()), (Some("us-ascii"), Verdict::Proven));
    assert!(!plain.declared().unwrap().contradicts(Encoding::UsAscii, true));
}

/// The header of a table has bytes that are not of text, which must not hide the text.
#[test]
fn the_driver_of_dbase_is_evidence() {
    for (driver, charset) in [(38, "ibm866"), (201, "windows-1251"), (0, "ibm866"), (87, "koi8-r")]
    {
        let bytes = table(driver, &RUSSIAN, charset);
        let said = answer(&bytes);
        assert_eq!((name(&said), said.verdict()), (Some(charset), Verdict::Likely), "{said:?}");
        let declares =
            said.evidence().contains(&Evidence::Declared(Format::Dbase, said.encoding().unwrap()));
        assert_eq!(declares, ![0, 87].contains(&driver), "{said:?}");
    }
    // The text contradicts its header.
    let said = answer(&table(38, &RUSSIAN, "windows-1251"));
    assert_eq!(name(&said), Some("windows-1251"));
    let ibm866 = "ibm866".parse().unwrap();
    assert!(said.evidence().contains(&Evidence::Overruled(Format::Dbase, ibm866)), "{said:?}");
    let said = answer(&table(201, &RUSSIAN, "utf-8"));
    assert_eq!((name(&said), said.verdict()), (Some("utf-8"), Verdict::Proven));
}

/// The declaration decides what the text cannot: few letters, which are in most code pages of DOS.
#[test]
fn a_driver_decides_about_little_text() {
    for (driver, charset) in
        [(2, "ibm850"), (31, "ibm852"), (87, "windows-1252"), (201, "windows-1251")]
    {
        let said =
            answer(&table(driver, &[("Müller", "Köln")][..usize::from(driver != 201)], charset));
        let text = |encoding| transcode::decode_lossy(b"\x81\xFC\x94\xF6", encoding).0;
        let expected: Encoding = charset.parse().unwrap();
        match driver {
            201 => assert_eq!(name(&said), Some("us-ascii")),
            _ => assert_eq!(said.encoding().map(text), Some(text(expected)), "{said:?}"),
        }
    }
}
