//! Mojibake: the fixes, and correct text that looks like it.

use super::*;

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
                let found = String::from_utf8(done.bytes).unwrap();
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
    fixes("naïve and tambiÃ©n naïve", "naïve and también naïve", mojibake);
    fixes("ok — It’s doesnâ€™t", "ok — It’s doesn’t", mojibake);
    fixes("IL2RÎ³cKO", "IL2RγcKO", mojibake);
    fixes("<40% vs â‰¥40%", "<40% vs ≥40%", mojibake);
    fixes(
        "Campeonatos > III DivisÃ£o - SÃ©rie F > Classificação",
        "Campeonatos > III Divisão - Série F > Classificação",
        &["mojibake"; 2],
    );
    // Ill-formed bytes next to it stay.
    let done = repaired(b"tambi\xC3\x83\xC2\xA9n \xC0\xAF", Options::default());
    assert_eq!(done.bytes, b"tambi\xC3\xA9n \xC0\xAF");
    assert_eq!(done.ill_formed.len(), 1);
}

/// `ÃŽ` is `Î` in windows-1252 and `ô` in ISO-8859-15. `Š`, `š`, `ž`, `Œ`, `œ`, `Ÿ` and `€` differ,
/// too.
#[test]
fn distinguishes_western_charsets() {
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
        ("AlÃŸingi", "Alþingi"),
    ];
    for (broken, whole) in by_1252.into_iter().chain(by_iso_8859_15) {
        let done = repaired(broken, Options::default());
        assert_eq!(String::from_utf8_lossy(&done.bytes), whole, "{:?}", done.ambiguous);
    }
    // A word alone: the model knows `Île` and not `ôle`.
    for (broken, whole) in [("ÃŽle", "Île"), ("Ãštil", "Útil"), ("ÃŠtre", "Être")] {
        fixes(broken, whole, &["mojibake"]);
    }
}

/// A few words in each of the other charsets.
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
        assert_eq!(String::from_utf8_lossy(&done.bytes), whole, "{:?}", done.ambiguous);
    }
}

/// Correct text that looks like mojibake.
#[test]
fn look_alikes_stay() {
    const TEXTS: &str = include_str!("../../../../../testdata/look-alikes.txt");
    let (mut texts, mut wrong) = (0, Vec::new());
    for line in TEXTS.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let done = repaired(line, Options::default());
        let in_capitals = repaired(line.to_uppercase(), Options::default());
        if !done.fixes.is_empty() || !in_capitals.fixes.is_empty() {
            let changed = |fixes: &[Fix]| {
                fixes
                    .iter()
                    .map(|fix| String::from_utf8_lossy(&fix.becomes).into_owned())
                    .collect::<Vec<_>>()
            };
            wrong.push((line, changed(&done.fixes), done.ambiguous, changed(&in_capitals.fixes)));
        }
        texts += 1;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(texts > 50);
    // All lines are one text, too.
    leaves(TEXTS);
}

/// Units and quotation marks do not protect real mojibake.
#[test]
fn fixes_mojibake_like_units() {
    fixes("10 Â±0.1 mm", "10 ±0.1 mm", &["mojibake"]);
    fixes("devyni metÅ³ sodai", "devyni metų sodai", &["mojibake"]);
    fixes("keserÅ±, hegedÅ± hangja", "keserű, hegedű hangja", &["mojibake"; 2]);
    fixes("a szÃ©p Å±rhajÃ³ repÃ¼l", "a szép űrhajó repül", &["mojibake"; 4]);
    fixes("die CitroÃ«n fährt", "die Citroën fährt", &["mojibake"]);
}

/// A word in capitals may end with a capital and a symbol. It stays.
#[test]
fn keeps_a_symbol_after_capitals() {
    for line in ["LEYLÂ©", "DÜNYÂ© 2020", "IRMÃ© 2020", "HORTELÃ©"] {
        leaves(line);
    }
    fixes("Navenda CafÃ© 2020", "Navenda Café 2020", &["mojibake"]);
    // Among capitals, another capital is not a surprise.
    fixes("KRIÅ½, MALI LOÅ INJ", "KRIŽ, MALI LOŠINJ", &["mojibake"; 2]);
}

/// Characters for private use, noncharacters and unassigned code points are not in text.
#[test]
fn makes_no_unassigned_characters() {
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

/// Words in capitals with a symbol.
#[test]
fn capitals_and_a_sign() {
    for text in ["KURDÎ©", "HAWAÏ€", "le mot KURDÎ© est là", "¦ë", "a¬ßb", "½µ + α", "x¦ë7"]
    {
        leaves(text);
    }
}

/// Two layers of different charsets are both removed, or neither.
#[cfg(feature = "charsets")]
#[test]
fn no_layer_of_two_is_left() {
    let dos =
        "ü".bytes().map(|byte| corpora::table("ibm437")[usize::from(byte)]).collect::<String>();
    let line = format!("der [Uni M{}nster](/wiki", garbled(&dos));
    fixes(line, "der [Uni Münster](/wiki", &["mojibake"]);
}

/// If a line has a word in both spellings, the broken one may be an example.
#[test]
fn keeps_examples_of_mojibake() {
    for line in [
        "Das Wort „CafÃ©“ für Café: so sieht es aus",
        "è letto come `Ã¨`, però",
        "on lit «Ã©» à la place de é",
        "the word naïve becomes naÃ¯ve if it is read wrongly",
        "naïveté becomes naÃ¯vetÃ©",
        "Größe → GrÃ¶ÃŸe",
    ] {
        leaves(line);
    }
    assert_eq!(leaves("on lit «Ã©» à la place de é").ambiguous.len(), 1);
    // Without the correct word, the text may have been misread as a whole.
    fixes("the word `CafÃ©`", "the word `Café`", &["mojibake"]);
    fixes("naïve, tambiÃ©n", "naïve, también", &["mojibake"]);
}

/// Kinds of damage that only the model can find.
#[cfg(feature = "charsets")]
#[test]
fn words_of_all_kinds_are_read_again() {
    let mojibake = &["mojibake"];
    // A no-break space that stayed, and one that became a space.
    fixes("Le train va Ã\u{A0} Paris", "Le train va à Paris", mojibake);
    let long =
        |letter| format!("Le train de huit heures va {letter} Paris tous les jours de la semaine");
    fixes(long("Ã"), long("à"), mojibake);
    // In so few words, it may be a letter that the text is about.
    assert_eq!(leaves("Le train va Ã Paris").ambiguous.len(), 1);
    fixes("S.Ã\u{A0} r.l.", "S.à r.l.", mojibake);
    fixes("[...]ongeÃ«venaard", "[...]ongeëvenaard", mojibake);
    fixes("NicolÃ¡s", "Nicolás", mojibake);
    // Controls that were windows-1252, and text in another legacy charset.
    let misread = &["misread"; 3];
    fixes("It\u{92}s", "It’s", &misread[..1]);
    fixes("Ðåàêöèÿ íà ôîíå", "Реакция на фоне", misread);
    // A line of windows-1252 among UTF-8.
    let line = b"Gr\xC3\xBC\xC3\x9Fe\nL\x92\xE9t\xE9 a \xE9t\xE9 chaud, d\x92accord\n";
    let whole = "Grüße\nL’été a été chaud, d’accord\n";
    assert_eq!(repaired(line, Options::default()).bytes, whole.as_bytes());
}

/// JSON and programming languages escape characters.
#[cfg(feature = "charsets")]
#[test]
fn fixes_mojibake_in_escapes() {
    let mojibake = &["mojibake"; 2];
    let line = r#"{"name": "Carri\u00c3\u00b3n, tambi\u00c3\u00a9n", "id": 7}"#;
    fixes(line, r#"{"name": "Carri\u00f3n, tambi\u00e9n", "id": 7}"#, mojibake);
    let line = r#"{"a": "Carri\u00C3\u00B3n, tambi\u00C3\u00A9n"}"#;
    fixes(line, r#"{"a": "Carri\u00F3n, tambi\u00E9n"}"#, mojibake);
    fixes(
        r#""l\u00e2\u20ac\u2122\u00c3\u00a9t\u00c3\u00a9""#,
        r#""l\u2019\u00e9t\u00e9""#,
        mojibake,
    );
    // An emoji becomes two escapes.
    fixes(r#""ol\u00c3\u00a9 \u00f0\u0178\u02dc\u20ac""#, r#""ol\u00e9 \ud83d\ude00""#, mojibake);
    // Correct escapes, and escaped backslashes.
    leaves(r#"{"name": "Carri\u00f3n, \u00c0 la carte, \u00c3\u00c3O"}"#);
    leaves(r#"{"name": "Carri\\u00c3\\u00b3n"}"#);
    leaves(r#"\u00c3 \u00c3\u \u00c3\u00 \u00c3\u00z9 \u00c3\"#);
}

/// Each character of GBK has two bytes of UTF-8.
#[cfg(feature = "charsets")]
#[test]
fn fixes_utf_8_that_was_read_as_gbk() {
    let western = ["un café", "Le café est déjà fermé, voilà", "Eine schöne Straße für Männer"];
    for text in ["你好，世界大", "中文的文章和汉字", "Привет", "Ελλάδα"].into_iter().chain(western)
    {
        let (broken, lost) =
            transcode::decode_lossy(text.as_bytes(), "gb18030".parse::<Encoding>().unwrap());
        assert_eq!(lost, 0, "{text}");
        let done = repaired(&*broken, Options::default());
        assert_eq!(String::from_utf8_lossy(&done.bytes), text, "{broken} {:?}", done.ambiguous);
    }
    for text in [
        "中文的文章和汉字，手机",
        "涓涓细流，浣溪沙",
        "褒义词",
        "Windows系统目录 A股 T恤 卡拉OK Python里 X光 iPhone没电",
        "我的Mac没有声音，Tom猫",
    ] {
        leaves(text);
    }
}

/// No word of a line stays broken, even a short one.
#[cfg(feature = "charsets")]
#[test]
fn short_words_of_russian_are_fixed_with_their_line() {
    let line = "Он уже не той веры, а фон сам по себе";
    let tables = ["windows-1252", "windows-1251", "windows-1250", "ibm437"].map(corpora::table);
    let latin1: Vec<char> = (0..=255_u8).map(char::from).collect();
    for table in tables.iter().chain([&latin1]) {
        let broken: String = line.bytes().map(|byte| table[usize::from(byte)]).collect();
        let done = repaired(&broken, Options::default());
        assert_eq!(String::from_utf8_lossy(&done.bytes), line, "{broken}");
    }
}

/// In Mac OS Roman, these signs would be Cyrillic letters between Latin ones.
#[test]
fn signs_between_latin_letters_stay() {
    leaves("A–Ö–Ü\n".as_bytes());
}

/// Examples do not teach in which charset the file was misread.
#[test]
fn examples_teach_nothing() {
    let weak = "Âª\nIÃ‘\nLÃ–W\nÃ–L\n";
    let examples = "The word cafÃ© stands for café here\n\
        The word señor became seÃ±or there\n\
        Some naïve text became naÃ¯ve text\n\
        The übung is shown as Ã¼bung then\n";
    let alone = repaired(weak, Options::default());
    let after = repaired(format!("{examples}{weak}"), Options::default());
    assert_eq!(after.fixes.len(), alone.fixes.len(), "{:?}", after.fixes);
}

/// Facts from later lines do not hide a fix from the first run that a second run would make.
/// `repaired` makes the second run.
#[test]
fn a_second_run_finds_nothing() {
    let escapes = "\\u00c3\\u00a9 ";
    let others = [escapes, "⸬日本—Привет ¬Ω\n├®\n├®\n├®\n"].concat();
    assert!(!repaired(others, Options::default()).fixes.is_empty());
    let parts: [&[u8]; 7] = [
        "JosÃ© e CafÃ©\n".as_bytes(),
        escapes.as_bytes(),
        b"\xC3\x94\xA9\xC2\xBC",
        "日本—Привет ".as_bytes(),
        b"\xAC\xCE\xA9\n",
        "├®".as_bytes(),
        b"\xC00\xC3\x95\xC2\xA1\xC3\xB9",
    ];
    assert!(!repaired(parts.concat(), Options::default()).fixes.is_empty());
}

/// If a line was read in a Latin charset, a word that is correct in another language stays.
#[test]
fn foreign_words_of_a_misread_line_stay() {
    for word in ["Camões", "João", "forêt", "façade", "Guimarães"] {
        let line = |text: &str| text.replace("{}", word);
        let broken = line("A {} szerzõje új könyvet írt, és elõadást tartott a fõvárosban\n");
        let right = line("A {} szerzője új könyvet írt, és előadást tartott a fővárosban\n");
        let done = repaired(broken.repeat(2), Options::default());
        assert_eq!(String::from_utf8_lossy(&done.bytes), right.repeat(2), "{:?}", done.ambiguous);
    }
}

/// A BOM that became mojibake is fixed once: a second repair, which `repaired` makes, changes nothing.
#[test]
fn the_fix_of_a_bom_is_final() {
    for bom in
        ["\u{EF}\u{BB}\u{BF}", "\u{2229}\u{2557}\u{2510}", "\u{C3}\u{AF}\u{C2}\u{BB}\u{C2}\u{BF}"]
    {
        for text in [
            "",
            "a",
            "caf\u{C3}\u{A9}\n",
            "caf\u{E9}\r\n",
            "\u{FEFF}a",
            "\n\n",
            "{\"a\": 1}",
            "\u{EF}\u{BB}",
        ] {
            for text in
                [format!("{bom}{text}"), format!("{text}{bom}"), format!("{text} {bom}{bom}x")]
            {
                repaired(&text, Options::default());
            }
        }
    }
}

/// The verdict about a word that a space follows depends on the characters after the space, which another
/// pass changes. `repaired` makes the second run.
#[test]
fn a_word_is_judged_with_what_follows_its_space() {
    for text in ["Å ÂÂ\u{A0}’", "Ã  la carte, Ã © la carte", "Å ÂÂ\u{A0}’ Å \u{A0}’"]
    {
        repaired(text, Options::default());
    }
}

#[test]
fn the_reason_says_if_it_happened_more_than_once() {
    let once = garbled("Größe und Übermut");
    let twice = garbled(&once);
    for (text, often) in [(once, ""), (twice, ", more than once")] {
        let done = repaired(&text, Options::default());
        let expected = format!("UTF-8 read as windows-1252 and encoded again{often}");
        assert_eq!(done.fixes[0].why(), expected, "{text}");
    }
}
