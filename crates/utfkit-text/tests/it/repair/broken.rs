//! What is ill-formed in UTF-8, and BOMs inside of it.

use super::*;

#[test]
fn sequences_with_breaks_inside() {
    let fault = &["interrupted-sequence"];
    fixes(b"\xE2\x82\r\n\xAC 5", "€ 5", fault);
    fixes(b"na\xC3\n\xAFve", "naïve", fault);
    fixes(b"\xF0\x9F\r\n\x98\r\n\x80", "😀", fault);
    fixes(b"soft =\r\n\xE2\x82=\r\n\xAC", "soft =\r\n€", fault);
    // A capital, a line that begins with a sign: Latin-1, or a mailer that cut?
    let done = leaves(b"MANH\xC3\n\xA9 isto");
    assert_eq!(done.ambiguous.len(), 1);
    // French in Latin-1, though E0 AB A0 is a character.
    let done = leaves(b"voil\xE0\n\xAB\xA0oui");
    assert!(!done.ambiguous.is_empty() || !done.ill_formed.is_empty());
    // Of code page 866: behind what is ill-formed itself, and to a character for private use.
    leaves(b"\xE1\xE2\xA0\xA1\xA8\xAB\xEC\xAD\xA0\xEF\n\xA2\xA5\xE0\xE1\xA8\xEF\n");
    leaves(b"a \xEF\n\xA2\xA5\n");
    // Without the break it is not well-formed either.
    let done = leaves(b"\xE2\r\n\x28\xA1");
    assert!(!done.ambiguous.is_empty() || !done.ill_formed.is_empty());
}

#[test]
fn every_eighty_bytes() {
    let text = "Всё это — длинная строка, которую почта разрезала. ".repeat(40);
    let cut: Vec<u8> = text.as_bytes().chunks(79).collect::<Vec<_>>().join(&b"\r\n"[..]);
    let done = repaired(cut, Options::default());
    let joined = String::from_utf8(done.bytes).unwrap().replace("\r\n", "");
    assert_eq!(joined, text);
    assert!(done.ambiguous.is_empty() && done.ill_formed.is_empty());
}

#[test]
fn pairs_and_nul() {
    fixes(b"Hi \xED\xA0\xBD\xED\xB8\x8D", "Hi 😍", &["surrogate-pair"]);
    let done = leaves(b"\xED\xA0\xBD");
    assert_eq!(done.ill_formed.len(), 1);
    assert_eq!(leaves(b"a\xC0\x80").ill_formed.len(), 1);
    let mut options = Options::default();
    options.modified_utf8 = true;
    assert_eq!(repaired(b"a\xC0\x80\xC0\xAF", options).bytes, b"a\0\xC0\xAF");
    let mut options = Options::default();
    options.unsafe_overlong = true;
    assert_eq!(repaired(b"/..\xC0\xAF\xE0\x80\xAF\xF0\x80\x80\xAF", options).bytes, b"/..///");
}

#[cfg(feature = "charsets")]
#[test]
fn latin1_among_utf8() {
    let fault = &["stray-byte"];
    fixes(b"caf\xE9 \xE2\x82\xAC", "café €", fault);
    fixes(b"une fille na\xEFve", "une fille naïve", fault);
    fixes(b"Classifica\xE7\xE3o", "Classificação", fault);
    fixes(b"\xE0 la t\xEAte", "à la tête", &["stray-byte"; 2]);
    fixes(b"it\x92s", "it’s", fault);
    // A sequence that was cut; what nothing tells.
    for broken in [&b"caf\xC3"[..], b"voil\xE2", b"\xE9", b"ab\xE2\x82", b"1\xE9", b"x\xFF"] {
        let done = leaves(broken);
        assert_eq!(done.ambiguous.len() + done.ill_formed.len(), 1, "{broken:?}");
    }
    // ISO-8859-2, windows-1254, ISO-8859-3, code page 850; words of which nothing tells.
    for broken in [
        &b"P\xF8\xEDli\xB9 \xBElu\xBBou\xE8k\xFD k\xF9\xF2\n"[..],
        b"Bug\xFCn g\xFCne\xFEli, \xFD\xFE\xFDk\n",
        b"e\xF8o\xFEan\xF8o \xE6iu\xFDde\n",
        b"Stra\xE1e\n",
        b"na\xEFve",
    ] {
        leaves(broken);
    }
    // Truncated, where the text has others that begin so.
    let done = leaves("тест д".bytes().chain(*b"\xF0 b\xD0").collect::<Vec<_>>());
    assert!(!done.ambiguous.is_empty());
}

/// Eight bytes are signs in ISO-8859-1, and the euro sign or letters in ISO-8859-15, where all
/// others are the same.
#[cfg(feature = "charsets")]
#[test]
fn what_iso_8859_15_has_another_character_at_has_two_readings() {
    let euro = |done: &Repaired, offset: u64| {
        let [doubt] = &done.ambiguous[..] else { panic!("{:?}", done.ambiguous) };
        assert_eq!(
            (doubt.offset, doubt.code, doubt.bytes.as_slice()),
            (offset, "stray-byte", &b"\xA4"[..])
        );
        assert_eq!(doubt.readings, ["\u{A4} of ISO-8859-1", "\u{20AC} of ISO-8859-15"]);
    };
    for (broken, at, whole) in [
        (
            &b"M\xF6bel;Gr\xF6\xDFe;100 \xA4\n"[..],
            16,
            &b"M\xC3\xB6bel;Gr\xC3\xB6\xC3\x9Fe;100 \xA4\n"[..],
        ),
        (
            b"Gr\xC3\xBC\xC3\x9Fe\nM\xFCller 5 \xA4\n",
            17,
            b"Gr\xC3\xBC\xC3\x9Fe\nM\xC3\xBCller 5 \xA4\n",
        ),
        (
            b"Prix : 15 \xA4 l'entr\xE9e du mus\xE9e\n",
            10,
            b"Prix : 15 \xA4 l'entr\xC3\xA9e du mus\xC3\xA9e\n",
        ),
    ] {
        let done = repaired(broken, Options::default());
        assert_eq!(done.bytes, whole, "{broken:?}");
        euro(&done, at);
    }
    // The others, where nothing tells.
    for byte in [0xA6, 0xA8, 0xB4, 0xB8, 0xBC, 0xBD, 0xBE] {
        let broken = [b"Une t\xEAte, ", &[byte][..], b" la f\xEAte\n"].concat();
        let done = repaired(&broken, Options::default());
        assert_eq!((done.ambiguous.len(), done.fixes.len()), (1, 2), "{byte:X}");
        assert_eq!(done.ambiguous[0].bytes, [byte]);
    }
    // No letter stands behind a number; and the text has the sign itself.
    let fault = &["stray-byte"; 3];
    fixes(b"F\xFCr die Gr\xFC\xDFe 1\xBD\n", "Für die Grüße 1½\n", fault);
    fixes(
        b"Gr\xC3\xBC\xC3\x9Fe \xC2\xBD\nF\xFCr die Gr\xFC\xDFe \xBD\n",
        "Grüße ½\nFür die Grüße ½\n",
        &["stray-byte"; 4][..3],
    );
}

#[cfg(feature = "charsets")]
#[test]
fn what_is_ill_formed_in_an_encoding_that_is_named() {
    let mut options = Options::default();
    options.mixed = Some("windows-1252".parse::<Encoding>().unwrap());
    let done = repaired(b"\x93Gr\xFC\xDFe\x94, d\xC3\xA9j\xE0 \xC0\xAF", options);
    assert_eq!(done.bytes, "“Grüße”, déjà À¯".as_bytes());
}

#[cfg(feature = "charsets")]
#[test]
fn boms_of_joined_files() {
    fixes("\u{FEFF}a\n\u{FEFF}b\n", "\u{FEFF}a\nb\n", &["stray-bom"]);
    fixes("\u{FEFF}\u{FEFF}a", "\u{FEFF}a", &["stray-bom"]);
    fixes("a\nï»¿b", "a\nb", &["mojibake"]);
    fixes("ï»¿b", "\u{FEFF}b", &["mojibake"]);
    leaves("\u{FEFF}a\u{FEFF}b");
}

/// The bytes of each fix, and the codes of what was wrong.
fn told(done: &Repaired) -> Vec<(&[u8], Vec<&str>)> {
    let codes = |fix: &Fix| fix.faults().map(Fault::code).collect();
    done.fixes.iter().map(|fix| (&fix.bytes[..], codes(fix))).collect()
}

/// What has a fix of its own is not read in the encoding that is named, wherever it stands among
/// bytes that are.
#[test]
fn what_is_read_in_an_encoding_is_nothing_else() {
    let mut options = Options::default();
    options.mixed = Some(Encoding::Iso8859_1);
    let pair = &b"\xED\xA0\xBD\xED\xB8\x8D"[..];
    let latin1 = |bytes: &[u8]| bytes.iter().copied().map(char::from).collect::<String>();
    for (before, after) in [(&b""[..], &b"\xE9"[..]), (b"\xE9", b""), (b"\xE9", b"\xE0")] {
        let done = repaired([before, pair, after].concat(), options);
        let whole = [&latin1(before), "😍", &latin1(after)].concat();
        assert_eq!(String::from_utf8_lossy(&done.bytes), whole);
        let all = [(before, "reread"), (pair, "surrogate-pair"), (after, "reread")];
        let expected = all.into_iter().filter(|(bytes, _)| !bytes.is_empty());
        assert_eq!(told(&done), expected.map(|(o, code)| (o, vec![code])).collect::<Vec<_>>());
    }
    // Overlong forms are letters of the encoding, unless they are to be decoded.
    for overlong in [&b"\xC0\xAF"[..], b"\xE0\x80\xAF", b"\xF0\x80\x80\xAF"] {
        let text = [b"\xE9", overlong, b"\xE9"].concat();
        assert_eq!(String::from_utf8(repaired(&text, options).bytes).unwrap(), latin1(&text));
        let mut options = options;
        options.unsafe_overlong = true;
        let done = repaired(&text, options);
        assert_eq!(done.bytes, "é/é".as_bytes());
        assert_eq!(told(&done)[1], (overlong, vec!["overlong"]));
    }
}

/// In an encoding with characters of more bytes than one they are halves of these.
#[cfg(feature = "charsets")]
#[test]
fn what_is_read_in_an_encoding_of_two_bytes_is_read_as_a_whole() {
    let mut options = Options::default();
    options.mixed = Some("gbk".parse().unwrap());
    let done = repaired(b"\xC0\xB4\xB5\xC0\xB4\xF3", options);
    assert_eq!(String::from_utf8_lossy(&done.bytes), "来道大");
}

/// What fixes touch, they stay apart; what was wrong below another fault is told with it.
#[cfg(feature = "charsets")]
#[test]
fn each_fix_has_its_own_reason() {
    let done = repaired("a\n\u{EF}\u{BB}\u{BF}b", Options::default());
    assert_eq!(told(&done), [("\u{EF}\u{BB}\u{BF}".as_bytes(), vec!["mojibake", "stray-bom"])]);
    let why = done.fixes[0].why();
    assert!(why.contains("ISO-8859-1 and encoded again") && why.contains("joined file"), "{why}");
    let done = repaired(b"\xEF\xBB\xBFa\n\xEF\xBB\xBF\xED\xA0\xBD\xED\xB8\x8D", Options::default());
    assert_eq!(done.bytes, "\u{FEFF}a\n😍".as_bytes());
    let faults: Vec<_> = done.fixes.iter().map(|fix| (fix.offset, fix.fault.code())).collect();
    assert_eq!(faults, [(5, "stray-bom"), (8, "surrogate-pair")]);
}

/// Whatever touches whatever, under all options: a second run finds nothing, and the first can be
/// undone.
#[test]
fn soups_are_fixed_at_once() {
    let pieces: [&[u8]; 18] = [
        b"\xED\xA0\xBD\xED\xB8\x8D",
        b"\xED\xA0\xBD",
        b"\xED\xB8\x8D",
        b"\xC0\xAF",
        b"\xC0\x80",
        b"\xE0\x80\xAF",
        b"\xF0\x80\x80\xAF",
        b"\xE9",
        b"\xC3",
        b"\xA9",
        b"\xC2\xA9",
        b"\xE2\x82",
        b"\n",
        b"\r\n",
        b"\xEF\xBB\xBF",
        b"a",
        b" ",
        "Ã©â€™".as_bytes(),
    ];
    let mut random = corpora::Random::new();
    for case in 0..if cfg!(debug_assertions) { 3_000 } else { 100_000 } {
        let text: Vec<_> = (0..1 + random.below(12)).map(|_| pieces[random.below(18)]).collect();
        let mut options = Options::default();
        options.mixed = (case & 1 != 0).then_some(Encoding::Iso8859_1);
        options.unsafe_overlong = case & 2 != 0;
        options.modified_utf8 = case & 4 != 0;
        repaired(text.concat(), options);
    }
}

/// A word of nothing but mistakes is looked at once, not for each of them.
#[test]
fn a_word_without_end() {
    leaves([b'\xFF'; 1 << 17]);
    let text = [&[0xE9; 1 << 17][..], "é".repeat(1 << 16).as_bytes()].concat();
    leaves(text);
}
