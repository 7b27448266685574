//! Tests labels against their registries: every row of `crates/utf/data/labels.tsv`.
use std::collections::BTreeSet;

use utfkit::{
    Encoding, Finding, Kind,
    encoding::{BomPolicy, BomRule, ByteOrder, Charset, Label, LabelSet},
    transcode::Transcoder,
};

/// A row of the table.
struct Row {
    label: String,
    meaning: String,
    registry: String,
    mib: Option<u16>,
}

fn rows() -> Vec<Row> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../utf/data/labels.tsv");
    let table = std::fs::read_to_string(path).unwrap();
    let rows = table.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<_> = line.split('\t').collect();
        let &[label, meaning, registry, _, mib] = &fields[..] else { panic!("{line}") };
        let [label, meaning, registry] = [label, meaning, registry].map(str::to_owned);
        Row { label, meaning, registry, mib: mib.parse().ok() }
    });
    rows.collect()
}

impl Row {
    /// Returns the label set of this registry.
    fn set(&self) -> Option<LabelSet> {
        Some(match self.registry.split(' ').next().unwrap() {
            "IANA" | "RFC2279" => LabelSet::Iana,
            "WHATWG" => LabelSet::Whatwg,
            "CPython" => LabelSet::Python,
            "Git" => LabelSet::Git,
            "MySQL" => LabelSet::Mysql,
            "Oracle" => LabelSet::Oracle,
            ".NET" => LabelSet::Dotnet,
            "ICU" | "glibc" | "OpenJDK" | "GNU" => return None,
            other => panic!("no such registry: {other}"),
        })
    }

    /// Returns the canonical name of the meaning; `None` if this crate does not have the encoding.
    fn name(&self) -> Option<&str> {
        Some(match self.meaning.as_str() {
            "ucs-2 (Unicode 1.1, big-endian per RFC 1641)" => "unicode-1-1",
            "utf-8 with Unicode 1.1 Hangul" => "unicode-1-1-utf-8",
            // UTFE of Oracle writes supplementary characters as two surrogates.
            "utf-7 (Unicode 1.1)" | "utf-ebcdic" => return None,
            subset if subset.starts_with("ucs-2 subset") => return None,
            meaning => meaning.split(" (").next().unwrap(),
        })
    }

    /// Returns the remark in parentheses.
    fn remark(&self) -> Option<&str> {
        let (_, remark) = self.meaning.split_once(" (")?;
        remark.strip_suffix(')')
    }
}

fn known(name: &str) -> Option<Encoding> {
    Encoding::ALL.iter().copied().find(|encoding| encoding.name() == name)
}

#[test]
fn every_row_has_the_meaning_of_its_registry() {
    for row in rows() {
        let Some(set) = row.set() else { continue };
        let (label, name) = (&row.label, row.name());
        match (Label::parse(label, set), name.and_then(known)) {
            (Ok(means), Some(encoding)) => {
                assert_eq!(means.encoding(), encoding, "{label} in {set}");
                boms_are_as_remarked(&row, means);
            }
            // This is a legacy charset, in a build that has it.
            (Ok(means), None) => {
                assert_eq!(Some(means.encoding().name()), name, "{label} in {set}")
            }
            (Err(error), None) => {
                let legacy = name.filter(|name| name.starts_with("windows-"));
                assert_eq!(error.legacy(), legacy, "{label} in {set}");
            }
            (Err(error), Some(_)) => panic!("{label} in {set}: {error}"),
        }
    }
}

fn boms_are_as_remarked(row: &Row, means: Label) {
    let expected = match row.remark() {
        Some("writes BOM" | "BOM") => Some(BomPolicy::Add),
        Some("BOM required") => Some(BomPolicy::Require),
        // BOMs of WHATWG encodings are removed, although for the encoding alone they would be text.
        None if row.registry == "WHATWG" && row.meaning.starts_with("utf-16") => {
            Some(BomPolicy::Strip)
        }
        _ => None,
    };
    assert_eq!(means.bom(), expected, "{} in {}", row.label, row.registry);
    if expected.is_some() {
        assert_ne!(means.bom_rule(), BomRule::Never, "{}", row.label);
    }
}

/// Checks that the labels that no set resolves are known, and that this crate lacks their
/// encodings.
#[test]
fn unresolved_labels_are_listed() {
    let unresolved =
        |row: &Row| row.set().is_some_and(|set| Label::parse(&row.label, set).is_err());
    let meanings: BTreeSet<_> =
        rows().into_iter().filter(unresolved).map(|row| row.meaning).collect();
    let listed = [
        "utf-7 (Unicode 1.1)",
        "ucs-2 subset (IBM)",
        "ucs-2 subset (Japanese, RFC 1815)",
        "ucs-2 subset (U+0020..U+007E)",
        "ucs-2 subset (U+0020..U+007E,U+00A0..U+00FF)",
        "utf-ebcdic",
    ];
    for meaning in listed {
        assert!(meanings.contains(meaning), "{meaning} resolves");
    }
    // These are encodings that a build may lack.
    let may_lack = [
        "ucs-2 (Unicode 1.1, big-endian per RFC 1641)",
        "utf-1",
        "utf-7",
        "utf-7 (Unicode 1.1)",
        "utf-7-imap",
        "utf-8 with Unicode 1.1 Hangul",
        "windows-1252",
        "windows-1254",
        "windows-874",
    ];
    for meaning in meanings {
        assert!(listed.contains(&&*meaning) || may_lack.contains(&&*meaning), "{meaning}");
    }
}

#[test]
fn registered_numbers_are_those_of_the_registry() {
    for row in rows() {
        // UTF-7 has two numbers, one of them for its meaning before Unicode 2.0.
        if row.remark() == Some("Unicode 1.1") {
            continue;
        }
        let Some((mib, encoding)) = row.mib.zip(row.name().and_then(known)) else { continue };
        let registration = encoding.registration().unwrap_or_else(|| panic!("{encoding}"));
        assert_eq!(registration.mib(), mib, "{encoding}");
    }
}

#[test]
fn labels_of_the_trades_work_in_every_set_but_that_of_browsers() {
    use BomPolicy::{Add, Strip};
    for set in LabelSet::ALL.iter().copied().filter(|&set| set != LabelSet::Whatwg) {
        for (label, encoding, bom) in [
            ("utf-8-sig", Encoding::Utf8, Some(Add)),
            ("UTF-8-BOM", Encoding::Utf8, Some(Add)),
            ("utf8NoBOM", Encoding::Utf8, Some(Strip)),
            ("utf-16le-bom", Encoding::Utf16Le, Some(Add)),
            ("utf-16be-bom", Encoding::Utf16Be, Some(Add)),
            ("utf-32le-bom", Encoding::Utf32Le, Some(Add)),
            ("utf8mb3", Encoding::Utf8, None),
            ("utf8mb4", Encoding::Utf8, None),
            (" al32utf8\n", Encoding::Utf8, None),
        ] {
            let means = Label::parse(label, set).unwrap();
            assert_eq!((means.encoding(), means.bom()), (encoding, bom), "{label}");
        }
    }
    let note = Label::parse("utf8mb3", LabelSet::Iana).unwrap().note().unwrap();
    assert!(note.contains("no character above U+FFFF"));
}

#[test]
fn numbers_may_have_a_description() {
    let means = |label, set| Label::parse(label, set).map(Label::encoding);
    assert_eq!(means("65001 : Unicode (UTF-8)", LabelSet::Iana), Ok(Encoding::Utf8));
    assert_eq!(means("28591 : \u{897F}\u{6B27}", LabelSet::Python), Ok(Encoding::Iso8859_1));
    assert!(means("65001 : Unicode (UTF-8)", LabelSet::Whatwg).is_err());
    for label in ["utf-8 : 65001", "65001: Unicode", " : utf-8", "9 : utf-8"] {
        assert!(means(label, LabelSet::Iana).is_err(), "{label}");
    }
}

/// A spelling that only this crate has follows the set, not the registry.
#[test]
fn other_spellings_have_the_meaning_of_the_set() {
    let means = |label, set| Label::parse(label, set).map(Label::encoding);
    assert_eq!(means("utf16", LabelSet::Dotnet), Ok(Encoding::Utf16Le));
    assert_eq!(means("csUTF16", LabelSet::Dotnet), Ok(Encoding::Utf16Le));
    assert_eq!(means("latin-1", LabelSet::Iana), Ok(Encoding::Iso8859_1));
    assert_ne!(means("latin-1", LabelSet::Whatwg), Ok(Encoding::Iso8859_1));
    assert_ne!(means("latin1", LabelSet::Mysql), Ok(Encoding::Iso8859_1));
    assert_eq!(means("UTF-8 sig", LabelSet::Python), Ok(Encoding::Utf8));
    assert_eq!(means("cesu_8", LabelSet::Python), Ok(Encoding::Cesu8));
    assert!(means("cesu_8", LabelSet::Iana).is_err());
}

#[test]
fn orders_without_a_bom() {
    let order = |label, set| Label::parse(label, set).unwrap().order();
    let native = match cfg!(target_endian = "big") {
        true => ByteOrder::Big,
        false => ByteOrder::Little,
    };
    assert_eq!(order("utf-16", LabelSet::Iana), None);
    assert_eq!(order("utf-16", LabelSet::Python), Some(native));
    assert_eq!(order("U32", LabelSet::Python), Some(native));
}

/// Listed labels can be parsed, and every label is listed once.
#[test]
fn listed_labels() {
    for &set in LabelSet::ALL {
        let listed: Vec<_> = set.labels().collect();
        for &encoding in Encoding::ALL {
            let named = |(label, _): &&(&str, Label)| label.eq_ignore_ascii_case(encoding.name());
            assert!(listed.iter().any(|row| named(&row)) || set != LabelSet::Iana, "{encoding}");
        }
        let folded: BTreeSet<_> = listed.iter().map(|(label, _)| label.to_lowercase()).collect();
        assert_eq!(folded.len(), listed.len(), "{set}");
        for (label, means) in listed {
            assert_eq!(Label::parse(label, set), Ok(means), "{label} in {set}");
        }
    }
}

#[test]
fn the_plain_parser_knows_encodings_only() {
    for label in ["utf-8-sig", "utf-16le-bom", "u8", "utf8mb4"] {
        assert!(label.parse::<Encoding>().is_err(), "{label}");
    }
}

/// Converts `text` between two labels, byte by byte.
fn convert(from: (&str, LabelSet), to: (&str, LabelSet), text: &[u8]) -> Result<Vec<u8>, Finding> {
    let label = |(label, set)| Label::parse(label, set).unwrap();
    let mut transcoder = Transcoder::labelled(label(from), label(to));
    let mut out = Vec::new();
    for byte in text {
        transcoder.transcode_to_vec(&[*byte], &mut out, false)?;
    }
    transcoder.transcode_to_vec(b"", &mut out, true)?;
    Ok(out)
}

#[test]
fn a_label_with_a_bom_reads_and_writes_it() {
    let plain = ("utf-8", LabelSet::Iana);
    let iana = |label| (label, LabelSet::Iana);
    for (label, signed, unsigned) in [
        ("utf-8-sig", &b"\xEF\xBB\xBFA"[..], &b"A"[..]),
        ("utf-16le-bom", b"\xFF\xFEA\0", b"A\0"),
        ("utf-16be-bom", b"\xFE\xFF\0A", b"\0A"),
        ("utf-32le-bom", b"\xFF\xFE\0\0A\0\0\0", b"A\0\0\0"),
        ("utf-32be-bom", b"\0\0\xFE\xFF\0\0\0A", b"\0\0\0A"),
    ] {
        assert_eq!(convert(plain, iana(label), b"A").unwrap(), signed);
        assert_eq!(convert(plain, iana(label), b"\xEF\xBB\xBFA").unwrap(), signed);
        assert_eq!(convert(iana(label), iana(label), unsigned).unwrap(), signed);
        assert_eq!(convert(iana(label), plain, signed).unwrap(), b"A");
        assert_eq!(convert(iana(label), plain, unsigned).unwrap(), b"A");
        assert_eq!(convert(iana(label), iana("utf-16"), unsigned).unwrap(), b"\xFE\xFF\0A");
        assert_eq!(
            convert(plain, iana(label), b"").unwrap(),
            signed[..signed.len() - unsigned.len()]
        );
    }
    let swapped = convert(iana("utf-16le-bom"), plain, b"\xFE\xFF\0A").unwrap_err();
    assert_eq!((swapped.offset(), swapped.kind()), (0, Kind::SwappedBom));
}

#[test]
fn a_label_set_decides_about_boms() {
    let plain = ("utf-8", LabelSet::Iana);
    let whatwg = ("utf-16", LabelSet::Whatwg);
    assert_eq!(convert(whatwg, plain, b"\xFF\xFEA\0").unwrap(), b"A");
    assert_eq!(convert(whatwg, plain, b"A\0").unwrap(), b"A");
    assert_eq!(convert(plain, whatwg, b"A").unwrap(), b"A\0");
    let git = ("UTF-16", LabelSet::Git);
    assert_eq!(convert(git, plain, b"\xFF\xFEA\0").unwrap(), b"A");
    assert_eq!(convert(git, plain, b"\0A").unwrap_err().kind(), Kind::MissingBom);
    assert_eq!(convert(plain, git, b"A").unwrap(), b"\xFE\xFF\0A");
    let dotnet = ("utf-16", LabelSet::Dotnet);
    assert_eq!(convert(plain, dotnet, b"A").unwrap(), b"\xFF\xFEA\0");
    let nobom = ("utf8NoBOM", LabelSet::Iana);
    assert_eq!(convert(plain, nobom, b"\xEF\xBB\xBFA").unwrap(), b"A");
    let python = ("utf_16", LabelSet::Python);
    let native: Vec<u8> = [0xFEFF_u16, 0x41].into_iter().flat_map(u16::to_ne_bytes).collect();
    assert_eq!(convert(plain, python, b"A").unwrap(), native);
    assert_eq!(convert(python, plain, &native[2..]).unwrap(), b"A");
}

/// A label that is a little farther than the nearest one is suggested too, but not if the nearest one
/// differs only in its hyphens.
#[cfg(feature = "legacy-charsets")]
#[test]
fn labels_that_are_nearly_as_near_are_suggested() {
    let nearest = |label| {
        let error = Label::parse(label, LabelSet::Iana).unwrap_err();
        error.nearest().collect::<Vec<_>>()
    };
    let found = nearest("iso-8859-1x");
    assert_eq!((found[0], found.len()), ("iso-8859-1", 3), "{found:?}");
    assert!(found.iter().all(|label| label.starts_with("iso-8859-1")), "{found:?}");
    assert_eq!(nearest("iso88591"), ["iso-8859-1"]);
}

/// Prints how many names of `iconv` and of ICU's converters can be parsed, and the other names.
///
/// ```text
/// cargo test -p utfkit --features legacy-charsets --test it names_of_peers -- --ignored --nocapture
/// ```
#[cfg(feature = "legacy-charsets")]
#[test]
#[ignore = "needs iconv and uconv"]
fn names_of_peers_can_be_parsed() {
    let known_of = |program: &str, set| {
        let output = std::process::Command::new(program).arg("-l").output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let names = text.split_whitespace().map(|name| name.trim_end_matches('/'));
        let (known, unknown): (Vec<_>, Vec<_>) =
            names.partition(|name| Label::parse(name, set).is_ok());
        println!("{program}: {} of {} names are known", known.len(), known.len() + unknown.len());
        println!("the others: {}", unknown.join(" "));
        known.len()
    };
    assert!(known_of("iconv", LabelSet::Glibc) > 500);
    assert!(known_of("uconv", LabelSet::Icu) > 800);
}

/// Returns every encoding that some set has a label for, and every encoding in a list.
fn every_encoding() -> Vec<Encoding> {
    let mut all: Vec<_> = Encoding::ALL.to_vec();
    all.extend(Charset::all().map(Encoding::Charset));
    for set in LabelSet::ALL {
        for (_, label) in set.labels() {
            if !all.contains(&label.encoding()) {
                all.push(label.encoding());
            }
        }
    }
    all
}

#[test]
fn names_bring_back_their_encodings() {
    let all = every_encoding();
    let browsers = if cfg!(feature = "legacy-charsets") { 10 } else { 0 };
    assert_eq!(all.len(), Encoding::ALL.len() + Charset::all().count() + browsers);
    for &encoding in &all {
        let name = encoding.name();
        let same = |other: &&Encoding| other.name().eq_ignore_ascii_case(name);
        assert_eq!(all.iter().filter(same).count(), 1, "{name}");
        let debug = format!("{encoding:?}");
        assert_eq!(all.iter().filter(|other| format!("{other:?}") == debug).count(), 1, "{debug}");
        assert_eq!(encoding.to_string(), name);
        assert_eq!(name.parse(), Ok(encoding), "{name}");
        assert_eq!(name.to_ascii_uppercase().parse(), Ok(encoding), "{name}");
    }
}

#[test]
fn names_bring_back_their_encodings_in_every_set() {
    let mut lost = BTreeSet::new();
    for &set in LabelSet::ALL {
        for (_, means) in set.labels() {
            let name = means.encoding().name();
            let back = Label::parse(name, set).map(Label::encoding);
            if back != Ok(means.encoding()) {
                lost.insert((set.name(), name));
            }
        }
    }
    // glibc and ICU themselves use these names for other charsets: their Big5 is that of Windows,
    // and ICU has ibm-950, Microsoft's Shift_JIS, and one charset for both orders of Hebrew.
    let of_peers: &[_] = if cfg!(feature = "legacy-charsets") {
        &[
            ("glibc", "big5"),
            ("icu", "big5"),
            ("icu", "cp950"),
            ("icu", "iso-8859-8-i"),
            ("icu", "shift_jis"),
        ]
    } else {
        &[]
    };
    assert!(lost.iter().eq(of_peers), "{lost:?}");
}
