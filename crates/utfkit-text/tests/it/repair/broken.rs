//! Ill-formed sequences of UTF-8, and BOMs inside of a text.

use super::*;

#[test]
fn sequences_with_breaks_inside() {
    let fault = &["interrupted-sequence"];
    // The lines stay as the mailer cut them.
    fixes(b"\xE2\x82\r\n\xAC 5", "€\r\n 5", fault);
    fixes(b"na\xC3\n\xAFve", "naï\nve", fault);
    fixes(b"\xF0\x9F\r\n\x98\r\n\x80", "😀\r\n\r\n", fault);
    fixes(b"soft =\r\n\xE2\x82=\r\n\xAC", "soft =\r\n€=\r\n", fault);
    // A capital, and a line that begins with a symbol: Latin-1, or a line that a mailer cut.
    let done = leaves(b"MANH\xC3\n\xA9 isto");
    assert_eq!(done.ambiguous.len(), 1);
    // French in Latin-1, though E0 AB A0 is a character.
    let done = leaves(b"voil\xE0\n\xAB\xA0oui");
    assert!(!done.ambiguous.is_empty() || !done.ill_formed.is_empty());
    // Code page 866, and a character for private use.
    let text = b"\xE1\xE2\xA0\xA1\xA8\xAB\xEC\xAD\xA0\xEF\n\xA2\xA5\xE0\xE1\xA8\xEF\n";
    fixes(text, "стабильная\nверсия\n", &["stray-byte"; 2]);
    leaves(b"a \xEF\n\xA2\xA5\n");
    // The sequence is not well-formed without the break.
    let done = leaves(b"\xE2\r\n\x28\xA1");
    assert!(!done.ambiguous.is_empty() || !done.ill_formed.is_empty());
}

/// Each sequence is certain after the one before it, and a repair has a limited number of passes.
#[test]
fn a_break_in_each_of_many_sequences() {
    let text = b"\xE2\r\x82\xAC".repeat(100);
    fixes(&text, "€\r".repeat(100), &["interrupted-sequence"]);
}

#[test]
fn breaks_after_the_first_of_two_bytes() {
    let fault = &["interrupted-sequence"];
    // No program cuts a line after its first byte, but a calendar folds there.
    leaves(b"caf\n\xC3\n\xA9t");
    fixes(b"caf\n\xC3\n \xA9t", "caf\n\u{E9}\n t", fault);
    // At the start of a text, two bytes are too few.
    leaves(b"\xC3\n\xA9t");
    // The line begins with the end of a sequence that is not fixed, because a capital is before it.
    fixes(b"CAF\xC3\n\xA9 et th\xC3\n\xA9 noir", b"CAF\xC3\n\xA9 et th\xC3\xA9\n noir", fault);
}

/// The text is longer than a window, so that some window begins with a BOM.
#[test]
fn boms_at_the_start_of_every_line() {
    let lines = 70_000;
    let text = "\u{FEFF}a line\n".repeat(lines);
    let done = repaired(&text, Options::default());
    assert_eq!(done.bytes, format!("\u{FEFF}{}", "a line\n".repeat(lines)).as_bytes());
    assert_eq!(done.fixes.len(), lines - 1);
}

/// A capital before a cut sequence of two bytes is evidence against a fix, unless a mailer cut all lines at the
/// same length.
#[test]
fn lines_of_one_length_are_evidence() {
    let cut = |first: usize, second: usize| {
        let lines = ["Subject".to_owned(), "A".repeat(first), "B".repeat(second - 1)];
        [lines.join("\n").as_bytes(), b"\xC3\n\x9CBER"].concat()
    };
    let whole = |length: usize| {
        format!("Subject\n{}\n{}Ü\nBER", "A".repeat(length), "B".repeat(length - 1))
    };
    fixes(cut(60, 60), whole(60), &["interrupted-sequence"]);
    fixes(cut(20, 20), whole(20), &["interrupted-sequence"]);
    leaves(cut(19, 19));
    leaves(cut(59, 60));
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
    // A truncated sequence, and bytes without any evidence.
    for broken in [&b"caf\xC3"[..], b"voil\xE2", b"\xE9", b"ab\xE2\x82", b"1\xE9", b"x\xFF"] {
        let done = leaves(broken);
        assert_eq!(done.ambiguous.len() + done.ill_formed.len(), 1, "{broken:?}");
    }
    // Code page 850, and words without any evidence.
    for broken in [&b"Stra\xE1e\n"[..], b"na\xEFve"] {
        leaves(broken);
    }
    let esperanto = b"e\xF8o\xFEan\xF8o \xE6iu\xFDde\n";
    fixes(esperanto, "eĝoŝanĝo ĉiuŭde\n", &["stray-byte"; 5]);
    // Text in another charset as a whole, if it is certain.
    let fault = &["stray-byte"; 7];
    fixes(b"P\xF8\xEDli\xB9 \xBElu\xBBou\xE8k\xFD k\xF9\xF2\n", "Příliš žluťoučký kůň\n", fault);
    // Truncated, in a text with complete sequences of the same lead byte.
    let done = leaves("тест д".bytes().chain(*b"\xF0 b\xD0").collect::<Vec<_>>());
    assert_eq!(done.ambiguous.len() + done.ill_formed.len(), 2);
}

/// Eight bytes are symbols in ISO-8859-1, and the euro sign or letters in ISO-8859-15. All other bytes
/// are the same in both.
#[cfg(feature = "charsets")]
#[test]
fn reports_bytes_that_differ_in_iso_8859_15() {
    // Among UTF-8, a sign that no other evidence supports stays.
    let broken = b"Gr\xC3\xBC\xC3\x9Fe\nM\xFCller 5 \xA4\n";
    let done = repaired(broken, Options::default());
    assert_eq!(done.bytes, b"Gr\xC3\xBC\xC3\x9Fe\nM\xC3\xBCller 5 \xA4\n");
    assert_eq!(done.ambiguous.len() + done.ill_formed.len(), 1);
    // A letter does not follow a number, and the text has the symbol itself.
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
fn decodes_ill_formed_bytes_in_a_named_encoding() {
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

/// Returns the bytes of each fix, and the codes of its faults.
fn faults(done: &Repaired) -> Vec<(&[u8], Vec<&str>)> {
    let codes = |fix: &Fix| fix.faults().map(Fault::code).collect();
    done.fixes.iter().map(|fix| (&fix.bytes[..], codes(fix))).collect()
}

/// Sequences with an independent fix are not decoded in the named encoding, even among bytes that
/// are.
#[test]
fn prefers_independent_fixes_to_a_named_encoding() {
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
        assert_eq!(faults(&done), expected.map(|(o, code)| (o, vec![code])).collect::<Vec<_>>());
    }
    // Overlong forms are letters of the encoding unless an option asks to decode them.
    for overlong in [&b"\xC0\xAF"[..], b"\xE0\x80\xAF", b"\xF0\x80\x80\xAF"] {
        let text = [b"\xE9", overlong, b"\xE9"].concat();
        assert_eq!(String::from_utf8(repaired(&text, options).bytes).unwrap(), latin1(&text));
        let mut options = options;
        options.unsafe_overlong = true;
        let done = repaired(&text, options);
        assert_eq!(done.bytes, "é/é".as_bytes());
        assert_eq!(faults(&done)[1], (overlong, vec!["overlong"]));
    }
}

/// In a charset with several bytes per character, such bytes are parts of characters, so it has no
/// effect.
#[cfg(feature = "charsets")]
#[test]
fn ignores_charsets_with_several_bytes_per_character() {
    for label in ["gbk", "gb18030", "shift_jis", "big5", "euc-jp", "johab"] {
        let mut options = Options::default();
        options.mixed = Some(label.parse().unwrap());
        let text = [&b"\xC0\xB4\xB5A\n"[..], "é 你好\n".as_bytes()].concat();
        let [own, other] = [options, Options::default()].map(|options| repaired(&text, options));
        assert_eq!(own.bytes, other.bytes, "{label}");
    }
}

/// Adjacent fixes stay separate. A fault below another one is reported with it.
#[cfg(feature = "charsets")]
#[test]
fn each_fix_has_its_own_reason() {
    let done = repaired("a\n\u{EF}\u{BB}\u{BF}b", Options::default());
    assert_eq!(faults(&done), [("\u{EF}\u{BB}\u{BF}".as_bytes(), vec!["mojibake", "stray-bom"])]);
    let why = done.fixes[0].why();
    assert!(why.contains("ISO-8859-1 and encoded again") && why.contains("joined file"), "{why}");
    let done = repaired(b"\xEF\xBB\xBFa\n\xEF\xBB\xBF\xED\xA0\xBD\xED\xB8\x8D", Options::default());
    assert_eq!(done.bytes, "\u{FEFF}a\n😍".as_bytes());
    let faults: Vec<_> = done.fixes.iter().map(|fix| (fix.offset, fix.fault.code())).collect();
    assert_eq!(faults, [(5, "stray-bom"), (8, "surrogate-pair")]);
}

/// Random sequences, with all options: a second run finds nothing, and the first can be undone.
#[test]
fn fixes_random_sequences_in_one_run() {
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

/// A word with many errors is examined once, not once per error.
#[test]
fn a_word_without_end() {
    leaves([b'\xFF'; 1 << 17]);
    let text = [&[0xE9; 1 << 17][..], "é".repeat(1 << 16).as_bytes()].concat();
    leaves(text);
}

/// A dash that lost its last byte does not become `â€`.
#[test]
fn a_cut_sign_stays() {
    for cut in ["a \u{2014} b\nangemeldet ", "log: ", ""] {
        leaves([cut.as_bytes(), b"\xE2\x80 ok\n"].concat());
    }
    fixes(b"caf\xE9 \x96 voil\xE0\n", "café – voilà\n", &["stray-byte"; 3]);
}
