//! Repair: what is mended and to what; what is left alone; what is said.

#![cfg(feature = "alloc")]
#![allow(clippy::unwrap_used, reason = "what fails fails the test")]

#[cfg(feature = "legacy-charsets")]
mod corpora;

#[cfg(feature = "legacy-charsets")]
use utfkit::Encoding;
use utfkit::{
    Finding, Kind,
    repair::{Event, Options, Repaired, Repairer, repair},
};

/// Repairs with the options that change nothing unsafe, and checks what holds of any repair.
#[track_caller]
fn repaired(octets: impl AsRef<[u8]>, options: Options) -> Repaired {
    let octets = octets.as_ref();
    let done = repair(octets, options);
    assert_eq!(done.undo(), octets, "undo of {done:?}");
    let again = repair(&done.octets, options);
    assert_eq!(again.mends, [], "a second run of {done:?}");
    done
}

#[track_caller]
fn mends(broken: impl AsRef<[u8]>, whole: impl AsRef<[u8]>, faults: &[&str]) {
    let done = repaired(broken, Options::default());
    let (found, whole) = (done.octets.escape_ascii(), whole.as_ref().escape_ascii());
    assert_eq!(found.to_string(), whole.to_string(), "{:?}", done.ambiguous);
    let codes: Vec<_> = done.mends.iter().map(|mend| mend.fault.code()).collect();
    assert_eq!(codes, faults);
}

#[track_caller]
fn leaves(text: impl AsRef<[u8]>) -> Repaired {
    let text = text.as_ref();
    let done = repaired(text, Options::default());
    assert_eq!(done.mends, [], "{}", String::from_utf8_lossy(text));
    assert_eq!(done.octets, text);
    done
}

/// `text` as it is after its UTF-8 was read as windows-1252, or where that has no character, as Latin-1.
fn garbled(text: &str) -> String {
    text.bytes().map(windows1252).collect()
}

fn windows1252(octet: u8) -> char {
    const HIGH: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ";
    match octet {
        0x80..=0x9F => HIGH.chars().nth(usize::from(octet - 0x80)).unwrap(),
        _ => char::from(octet),
    }
}

fn garbled_as_latin1(text: &str) -> String {
    text.bytes().map(char::from).collect()
}

#[test]
fn mojibake_of_every_depth() {
    let texts = [
        "Nicolás",
        "voilà le travail",
        "Hôtel de Police",
        "ZURÜCK",
        "Rīga",
        "İstanbul",
        "Čeština",
        "He's Justin❤",
        "✔ No problems",
        "doesn’t have “eyebrows”",
        "DOS AÑOS",
        "HÔTEL",
        "CÙIS",
        "Tại sao giá hạt sầu riêng lại lên giá?",
        "Ελληνικά",
        "приятности",
        "日本語の文章",
        "🙂 smile",
        "20\u{A0}°C",
        "£5.8bn",
        "€ 20",
        "Žižek",
        "À tous mes frères",
        "ao\u{FB}t",
        "Wałęsa",
        "한국어 텍스트",
        "ภาษาไทย",
        "हिन्दी भाषा",
        "עברית",
        "العربية",
        "▶ play ♫",
        "100 ≥ 40%",
        "“quoted”",
        "a – b",
        "español, ¿qué tal?",
        "Straße",
        "søster",
        "Š és Ž",
        "…and so on",
        "copyright © 2020",
        "½ cup",
    ];
    let mut wrong = Vec::new();
    for text in texts {
        for garble in [garbled, garbled_as_latin1] {
            let mut broken = text.to_owned();
            for layer in 1..=3 {
                broken = garble(&broken);
                let done = repaired(&broken, Options::default());
                let found = String::from_utf8(done.octets).unwrap();
                if found != text {
                    wrong.push(format!("{broken:?} ({layer}): {found:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn mojibake_in_parts() {
    let mojibake = &["mojibake"];
    mends("naïve and tambiÃ©n naïve", "naïve and también naïve", mojibake);
    mends("ok — It’s doesnâ€™t", "ok — It’s doesn’t", mojibake);
    mends("IL2RÎ³cKO", "IL2RγcKO", mojibake);
    mends("<40% vs â‰¥40%", "<40% vs ≥40%", mojibake);
    mends(
        "Campeonatos > III DivisÃ£o - SÃ©rie F > Classificação",
        "Campeonatos > III Divisão - Série F > Classificação",
        &["mojibake"; 2],
    );
    // Ill-formed octets beside it stay.
    let done = repaired(b"tambi\xC3\x83\xC2\xA9n \xC0\xAF", Options::default());
    assert_eq!(done.octets, b"tambi\xC3\xA9n \xC0\xAF");
    assert_eq!(done.ill_formed.len(), 1);
}

/// `ÃŽ` is `Î` by windows-1252 and `ô` by ISO-8859-15; the same of `Š`, `š`, `ž`, `Œ`, `œ`, `Ÿ` and `€`.
#[test]
fn western_charsets_are_told_apart() {
    let by_1252 = [
        ("lâ€™ÃŽle de la RÃ©union", "l’Île de la Réunion"),
        ("DES ÃŽLES, Ã‰TÃ‰", "DES ÎLES, ÉTÉ"),
        ("StraÃŸe und FuÃŸball", "Straße und Fußball"),
        ("Ã€ propos", "À propos"),
        ("fotoÄŸrafÄ±", "fotoğrafı"),
        ("12 â€¢ 13", "12 • 13"),
        ("á»Ÿ nÆ°á»›c", "ở nước"),
    ];
    let by_iso_8859_15 = [
        ("hÃŽtel", "hôtel"),
        ("trÃšs tÃŽt", "très tôt"),
        ("fÃŒr dich", "für dich"),
        ("le maÃ®tre d'hÃŽtel", "le maître d'hôtel"),
        ("AlÃŸingi", "Alþingi"),
    ];
    for (broken, whole) in by_1252.into_iter().chain(by_iso_8859_15) {
        let done = repaired(broken, Options::default());
        assert_eq!(String::from_utf8_lossy(&done.octets), whole, "{:?}", done.ambiguous);
    }
    // `Île` or `ôle`, `Über` or `ýber` said of one word.
    for text in ["ÃŽle", "Ãštil", "moÅŸe", "ÃŠtre"] {
        assert_eq!(leaves(text).ambiguous.len(), 1, "{text}");
    }
}

/// A word or two of each of the other charsets.
#[test]
fn mojibake_by_charsets() {
    let texts = [
        (
            "\u{5F3}©\u{5F3}\u{9C}\u{5F3}•\u{5F3}\u{9D}, \u{5F3}¢\u{5F3}•\u{5F3}\u{9C}\u{5F3}\u{9D}",
            "שלום, עולם",
        ),
        ("ط§ظ„ط¹ط±ط¨ظ\u{679}ط©", "العربية"),
        ("tiáº¿ng Viá»‡t: nĂ\u{A0}y", "tiếng Việt: này"),
        ("Ξ\u{95}Ξ»Ξ»Ξ·Ξ½ΞΉΞΊΞ¬", "Ελληνικά"),
        ("–Я—А–Є–≤–µ—В, –Љ–Є—А", "Привет, мир"),
        ("d├®j├á vu, cÔÇÖest", "déjà vu, c’est"),
        ("P┼Ö├şli┼í ┼żlu┼ąou─Źk├Ż k┼»┼ł", "Příliš žluťoučký kůň"),
        ("╨Я╤А╨╕╨▓╨╡╤В", "Привет"),
        ("โ€\u{9C}เธ\u{A0}เธ\u{E12}เธ\u{E09}เธ\u{E12}โ€\u{9D}", "“ภาษา”"),
    ];
    for (broken, whole) in texts {
        let done = repaired(broken, Options::default());
        assert_eq!(String::from_utf8_lossy(&done.octets), whole, "{:?}", done.ambiguous);
    }
}

/// Correct text that looks like mojibake, each with what makes it so.
#[test]
fn look_alikes_stay() {
    const TEXTS: &str = include_str!("../../../testdata/look-alikes.txt");
    let mut texts = 0;
    for line in TEXTS.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let done = leaves(line);
        assert_eq!((done.ambiguous, done.ill_formed), (vec![], vec![]), "{line}");
        let upper = line.to_uppercase();
        leaves(upper);
        texts += 1;
    }
    assert!(texts > 50);
    // All of it is one text, too.
    leaves(TEXTS);
}

/// A capital may end a word of capitals, and a sign stand behind it: that is told, and stays.
#[test]
fn a_sign_behind_a_word_in_capitals() {
    for line in ["LEYLÂ©", "DÜNYÂ© 2020", "IRMÃ© 2020", "HORTELÃ©", "BLÅ½"] {
        leaves(line);
    }
    mends("Navenda CafÃ© 2020", "Navenda Café 2020", &["mojibake"]);
}

#[test]
fn sequences_with_breaks_inside() {
    let fault = &["interrupted-sequence"];
    mends(b"\xE2\x82\r\n\xAC 5", "€ 5", fault);
    mends(b"na\xC3\n\xAFve", "naïve", fault);
    mends(b"\xF0\x9F\r\n\x98\r\n\x80", "😀", fault);
    mends(b"soft =\r\n\xE2\x82=\r\n\xAC", "soft =\r\n€", fault);
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
fn every_eighty_octets() {
    let text = "Всё это — длинная строка, которую почта разрезала. ".repeat(40);
    let cut: Vec<u8> = text.as_bytes().chunks(79).collect::<Vec<_>>().join(&b"\r\n"[..]);
    let done = repaired(cut, Options::default());
    let joined = String::from_utf8(done.octets).unwrap().replace("\r\n", "");
    assert_eq!(joined, text);
    assert!(done.ambiguous.is_empty() && done.ill_formed.is_empty());
}

#[test]
fn pairs_and_nul() {
    mends(b"Hi \xED\xA0\xBD\xED\xB8\x8D", "Hi 😍", &["surrogate-pair"]);
    let done = leaves(b"\xED\xA0\xBD");
    assert_eq!(done.ill_formed.len(), 1);
    assert_eq!(leaves(b"a\xC0\x80").ill_formed.len(), 1);
    let mut options = Options::default();
    options.modified_utf8 = true;
    assert_eq!(repaired(b"a\xC0\x80\xC0\xAF", options).octets, b"a\0\xC0\xAF");
    let mut options = Options::default();
    options.unsafe_overlong = true;
    assert_eq!(repaired(b"/..\xC0\xAF\xE0\x80\xAF\xF0\x80\x80\xAF", options).octets, b"/..///");
}

#[test]
fn latin1_among_utf8() {
    let fault = &["stray-octet"];
    mends(b"caf\xE9 \xE2\x82\xAC", "café €", fault);
    mends(b"une fille na\xEFve", "une fille naïve", fault);
    mends(b"Classifica\xE7\xE3o", "Classificação", fault);
    mends(b"\xE0 la t\xEAte", "à la tête", &["stray-octet"; 2]);
    // A sequence that was cut; a quotation mark of windows-1252 or a control; what nothing tells.
    for broken in
        [&b"caf\xC3"[..], b"voil\xE2", b"it\x92s", b"\xE9", b"ab\xE2\x82", b"1\xE9", b"x\xFF"]
    {
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

#[cfg(feature = "legacy-charsets")]
#[test]
fn what_is_ill_formed_in_an_encoding_that_is_named() {
    let mut options = Options::default();
    options.mixed = Some("windows-1252".parse::<Encoding>().unwrap());
    let done = repaired(b"\x93Gr\xFC\xDFe\x94, d\xC3\xA9j\xE0 \xC0\xAF", options);
    assert_eq!(String::from_utf8(done.octets).unwrap(), "“Grüße”, déjà À¯");
    options.mixed = Some("ibm866".parse::<Encoding>().unwrap());
    let of = b"\xA7\xA5\xAC\xAD\xEB\xAC [\xA2\xE0\xA5\xAC\xF1\xAD\n\xA3\xAE\xA4\xA0](x)\n";
    // E0 A5 AC is a character of UTF-8, and stays; the line break does, too.
    assert_eq!(repaired(of, options).octets, "земным [в\u{96C}ён\nгода](x)\n".as_bytes());
}

#[test]
fn signatures_of_joined_files() {
    mends("\u{FEFF}a\n\u{FEFF}b\n", "\u{FEFF}a\nb\n", &["stray-signature"]);
    mends("\u{FEFF}\u{FEFF}a", "\u{FEFF}a", &["stray-signature"]);
    mends("a\nï»¿b", "a\nb", &["mojibake"]);
    mends("ï»¿b", "\u{FEFF}b", &["mojibake"]);
    leaves("\u{FEFF}a\u{FEFF}b");
}

fn utf16(text: &str, big: bool) -> Vec<u8> {
    let octets = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
    text.encode_utf16().flat_map(octets).collect()
}

#[test]
fn utf16_signatures() {
    // One signature less, and it would be read as UTF-32.
    repaired(b"\xFF\xFE\xFF\xFE\0\0b\0c\0d\0ef\0g\x02h\0h\xFAj\0", Options::default());
    for big in [true, false] {
        let whole = utf16("\u{FEFF}Some text, as it was.", big);
        let text = &whole[2..];
        leaves(&whole);
        let fault = &["wrong-signature"];
        mends([&utf16("\u{FEFF}", !big), text].concat(), &whole, fault);
        mends([&utf16("\u{FEFF}", !big), &whole[..]].concat(), &whole, fault);
        mends([&whole[..2], &whole].concat(), &whole, fault);
        mends([b"\xEF\xBB\xBF", &whole[..]].concat(), &whole, fault);
    }
    leaves(utf16("\u{FEFF}漢字", true));
    leaves(b"\xFF\xFE\0\0a\0\0\0");
}

/// Surrogates that are alone stay, and are told, wherever the text is cut.
#[test]
fn utf16_that_is_ill_formed() {
    for big in [false, true] {
        let unit = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
        let units = [0xFEFF, 0x61, 0xD83D, 0xD83D, 0xDE00, 0xDE00, 0x62, 0xD83D];
        let text: Vec<u8> = units.iter().flat_map(|&one| unit(one)).collect();
        let repaired = repair(&text, Options::default());
        assert_eq!((&repaired.octets, repaired.mends.len()), (&text, 0));
        let found = |finding: &Finding| (finding.offset(), finding.kind());
        let high = Kind::LoneHighSurrogate { value: 0xD83D };
        let expected = [(4, high), (10, Kind::LoneLowSurrogate { value: 0xDE00 }), (14, high)];
        assert_eq!(repaired.ill_formed.iter().map(found).collect::<Vec<_>>(), expected);
        for size in 1..text.len() {
            let (mut repairer, mut told, mut kept) =
                (Repairer::new(Options::default()), Vec::new(), Vec::new());
            let mut sink = |event: Event<'_>| match event {
                Event::IllFormed(finding) => told.push(found(&finding)),
                Event::Kept(octets) => kept.extend_from_slice(octets),
                _ => {}
            };
            text.chunks(size).for_each(|piece| repairer.push(piece, false, &mut sink));
            repairer.push(&[], true, &mut sink);
            assert_eq!((told, kept), (expected.to_vec(), text.clone()), "{size}");
        }
    }
}

#[test]
fn utf16_that_lost_an_octet() {
    for big in [true, false] {
        let whole = utf16("\u{FEFF}Some text, as it was before somebody touched it.", big);
        let mut restored = 0;
        for at in 2..whole.len() {
            let mut broken = whole.clone();
            let lost = broken.remove(at);
            let done = repaired(&broken, Options::default());
            match done.mends.is_empty() {
                // It says so, at least.
                true => assert!(!done.ambiguous.is_empty(), "{at}"),
                false => {
                    assert_eq!((lost, &done.octets), (0, &whole), "{at}");
                    restored += 1;
                }
            }
        }
        assert!(restored >= 10, "{restored}");
    }
}

/// `t` by itself may as well be half of a character of another script, as here: 6B74.
#[test]
fn a_character_by_itself_is_not_made_of_half_a_unit() {
    let whole =
        utf16("\u{FEFF}A link, [\u{6B74}](https://example.org), and what comes behind it.", false);
    for (at, lost) in whole.iter().enumerate().filter(|&(_, &octet)| octet == 0x6B || octet == 0x74)
    {
        let mut broken = whole.clone();
        broken.remove(at);
        let done = repaired(&broken, Options::default());
        let in_place = done.octets == whole;
        assert!(done.mends.is_empty() || in_place, "{at}: {lost:02X}");
    }
}

/// However the text comes in pieces, the same comes of it.
#[test]
fn pieces_do_not_matter() {
    let line = "naïve, tambiÃ©n doesnâ€™t 😀\n";
    let mut text = line.repeat(12_000).into_bytes();
    text.extend_from_slice(b"\xED\xA0\xBD\xED\xB8\x8D caf\xE9\r\n");
    let whole = repair(&text, Options::default());
    for size in [7000, 70_000, 300_000] {
        let mut out = Vec::new();
        let mut repairer = Repairer::new(Options::default());
        let mut sink = |event: Event<'_>| match event {
            Event::Kept(octets) => out.extend_from_slice(octets),
            Event::Mend(mend) => out.extend_from_slice(&mend.becomes),
            _ => {}
        };
        for piece in text.chunks(size) {
            repairer.push(piece, false, &mut sink);
        }
        repairer.push(b"", true, &mut sink);
        assert!(out == whole.octets, "{size}");
    }
}

/// An octet 0D before each 0A, as programs put it that take UTF-16 for text of octets, is as likely one too many as one
/// without its other half.
#[test]
fn an_octet_that_was_added_to_utf16_is_none_that_was_lost() {
    let text = "one line of text, and another\nand one more, as long as that\n".repeat(9);
    for big in [false, true] {
        let order = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
        let octets: Vec<u8> = text.encode_utf16().flat_map(order).collect();
        let at = octets.iter().position(|&octet| octet == b'\n').unwrap();
        for added in [b'\r', b'.', b'x'] {
            let mut broken = order(0xFEFF).to_vec();
            broken.extend_from_slice(&octets[..at]);
            broken.push(added);
            broken.extend_from_slice(&octets[at..]);
            assert!(!leaves(&broken).ambiguous.is_empty(), "{big} {added:X}");
        }
    }
}

/// Behind the signature of UTF-8 stands UTF-16 without one.
#[test]
fn utf16_behind_the_signature_of_utf8() {
    for (bom, big) in [(b"\xFF\xFE", false), (b"\xFE\xFF", true)] {
        let order = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
        let octets: Vec<u8> = "some text\n".encode_utf16().flat_map(order).collect();
        let broken = [b"\xEF\xBB\xBF", &octets[..]].concat();
        mends(broken, [&bom[..], &octets].concat(), &["wrong-signature"]);
    }
    leaves("\u{FEFF}some text");
    leaves("\u{FEFF}中文");
}

/// Code points for private use, noncharacters, and some that are no characters: nobody wrote these.
#[test]
fn nothing_becomes_what_nobody_writes() {
    for character in [
        '\u{E000}',
        '\u{FFFE}',
        '\u{10FFFF}',
        '\u{F0000}',
        '\u{5FF}',
        '\u{A0D}',
        '\u{2FE0}',
        '\u{749}',
    ] {
        for garble in [garbled, garbled_as_latin1] {
            leaves(garble(&format!("one word {character} another")));
            leaves(garble(&format!("one word{character}another")));
        }
    }
}

/// Words in capitals, and a sign.
#[test]
fn capitals_and_a_sign() {
    for text in ["KURDÎ©", "HAWAÏ€", "le mot KURDÎ© est là", "¦ë", "a¬ßb", "½µ + α", "x¦ë7"]
    {
        leaves(text);
    }
}

/// Layers of two charsets are both taken off, or none.
#[cfg(feature = "legacy-charsets")]
#[test]
fn no_layer_of_two_is_left() {
    let dos =
        "ü".bytes().map(|octet| corpora::table("ibm437")[usize::from(octet)]).collect::<String>();
    leaves(format!("der [Uni M{}nster](/wiki", garbled(&dos)));
}
